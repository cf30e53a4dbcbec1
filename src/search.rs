//! Searches: the plain truth first.

pub mod alpha_beta;
pub mod expectimax;
pub mod minimax;
pub mod perft;

pub use minimax::Decision;
