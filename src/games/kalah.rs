//! Kalah with six pits a side, after a published report on minimax and alpha-beta.

pub mod choices;
pub mod eval;
pub mod fast;
mod implied;
pub mod picture;
mod protocol;
pub mod rules;
mod source;
pub mod text;

pub use choices::Rules;
pub use rules::{Kalah, Pit, State};
