//! Checkers as set in COMP10002 Foundations of Algorithms (2021), assignment 2.

mod attempt;
pub mod choices;
pub mod eval;
pub mod fast;
mod implied;
pub mod orders;
pub mod picture;
pub mod promotions;
pub(super) mod protocol;
pub mod rules;
mod source;
mod state;
pub mod text;

pub use fast::FastCheckers;
pub use rules::{Action, Checkers, Man, Rules, State};
