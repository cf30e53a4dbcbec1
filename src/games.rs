//! The four games: rules, text and evaluation of each.

pub mod checkers;
pub mod ewn;
pub mod hexline;
pub mod kalah;
