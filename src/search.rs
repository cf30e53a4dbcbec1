//! Searches: the plain truth first, the fast ones that must agree with it beside them.

pub mod alpha_beta;
pub mod effort;
pub mod expectimax;
pub(crate) mod in_place;
pub(crate) mod lasting;
pub mod memory;
pub mod minimax;
pub mod perft;
pub mod pvs;
pub(crate) mod remembering;
pub mod tree;
pub(crate) mod unturned;
pub(crate) mod walked;

pub use minimax::Decision;
