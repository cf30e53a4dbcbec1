//! The hex line game of NYCU's "Project 2".

pub mod eval;
pub mod fast;
pub mod picture;
pub mod rules;
pub mod solve;
pub mod text;

pub use fast::FastHexline;
pub use rules::{Hexline, Line, Rules, State};
