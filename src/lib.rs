//! plyjudge: the judge for game-tree-search assignments.
//!
//! The map, one line a room. Imports point one way: `search → game`, `protocol → search`, a
//! game's rules `→ game`, its protocol `→ protocol`; `judge` knows neither games nor search;
//! `report` sees only judge data; only `cli` knows all.
//!
//! - [`options`]: named options, the stuff that rules records are made of
//! - [`game`]: what a game is to a search
//! - [`draw`]: boards as pictures, in SVG and in the terminal
//! - [`games`]: the games, a folder each, and the one list of them
//! - [`text`]: line endings, integers and figures as the assignments write them
//! - [`random`]: random numbers that are the same everywhere
//! - [`search`]: the plain searches, and the fast ones that must agree with them
//! - [`protocol`]: what the commands know of a game, and how to write one
//! - [`answer`]: a whole input answered
//! - [`judge`]: cases, contained runs, comparison, verdicts, reports: a crate of its own, as is what
//!   runs programs
//! - [`explain`]: decisions explained, in text, as JSON, as a page
//! - [`mistakes`]: mistakes as data: what a suite lets through, what a program got wrong
//! - [`arena`]: players at a game: referee, matches, ratings, tournaments
//! - [`standings`]: what people and machines read about a tournament
//! - [`cli`]: the commands

#![forbid(unsafe_code)]

pub mod answer;
pub mod arena;
pub mod budget;
pub mod cli;
pub mod draw;
pub mod explain;
pub mod game;
pub mod games;
pub mod mistakes;
pub mod options;
pub mod protocol;
pub mod random;
pub mod search;
pub mod standings;
pub mod text;

pub use plyjudge_judging as judge;
pub use plyjudge_judging::{html, json, report};
