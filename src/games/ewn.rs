//! EinStein würfelt nicht on 5×5 cells, after a published program and two tournament dialects.

mod beside;
pub mod eval;
pub mod fast;
mod implied;
pub mod picture;
pub(super) mod protocol;
pub mod rules;
mod source;
mod state;
mod steps;
mod tables;
pub mod text;

pub use rules::{Ewn, Move, Rules, State};
