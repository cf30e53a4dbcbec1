//! The fast engine: the plain searches' values, choices and counts under every rule.
//!
//! - `board`: positions as bytes of two words, sowing by table
//! - `count`, `answers`: the nodes of minimax, without visiting the last ones
//! - `pruned`: the nodes of alpha-beta, visited
//! - `search`, `root`: values and choices by null windows, in threads (`busy`)
//! - `rank`, `table`: positions as numbers, and what is known of them
//! - `solve`, `endgame`: the game played to its end

mod answers;
mod board;
mod busy;
mod count;
mod endgame;
mod pruned;
mod rank;
mod root;
mod search;
mod solve;
mod table;

pub use board::{Board, FastKalah, Played};
pub use count::Survey;
pub use endgame::Endgames;
pub use pruned::Pruned;
pub use root::{Decision, Effort};
pub use solve::{Limits, Unsolved};
