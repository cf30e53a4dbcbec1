//! The hex line game of NYCU's "Project 2".

pub mod eval;
pub mod rules;
pub mod text;

pub use rules::{Hexline, Line, Rules, State};
