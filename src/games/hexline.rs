//! The hex line game of NYCU's "Project 2".

pub mod choices;
pub mod eval;
pub mod fast;
mod implied;
mod marks;
pub mod picture;
mod protocol;
pub mod rules;
pub mod solve;
mod source;
pub mod text;

pub use choices::Rules;
pub use fast::FastHexline;
pub use rules::{Hexline, Line, State};
