//! Wrong programs on purpose: what a suite is measured by.

pub mod mutants;
pub mod tokens;
