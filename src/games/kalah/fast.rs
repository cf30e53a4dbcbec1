//! The fast engine: the plain searches' values, choices and counts under every rule.
//!
//! - `board`: positions as bytes of two words, sowing by table
//! - `count`: the nodes of minimax, without visiting the last ones
//! - `pruned`: the nodes of alpha-beta, visited

mod board;
mod count;
mod pruned;

pub use board::{Board, FastKalah, Played};
pub use pruned::Pruned;
