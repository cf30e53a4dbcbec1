//! plyjudge: the judge for game-tree-search assignments.
//!
//! An input answered as its assignment has it, byte for byte:
//!
//! ```
//! use plyjudge::{answer::answer, protocol::Settings};
//!
//! let mut input = "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4\n".as_bytes();
//! let mut output = Vec::new();
//! answer(&mut input, "a line", None, &Settings::default(), &mut output)?;
//! assert!(String::from_utf8(output)?.starts_with("minimax無剪枝的結果是:1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The decision behind it, explained:
//!
//! ```
//! use plyjudge::{games, protocol::Settings, search::tree::Limits};
//!
//! let input = "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4\n";
//! let kalah = games::recognise_input(input)?;
//! let explained = kalah.explain(&Settings::default(), input, None, Limits::default())?;
//! let chosen = explained.chosen().expect("the game goes on");
//! assert_eq!(explained.root_value(1, chosen).0, 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What a program got wrong, by what it printed:
//!
//! ```
//! use plyjudge::mistakes::catalogue::Catalogue;
//! use plyjudge::mistakes::diagnose::{Observed, diagnose};
//! use plyjudge::mistakes::suite::{Case, Suite};
//! use plyjudge::{answer::answer, games, protocol::Settings};
//!
//! let kalah = games::find("kalah").expect("one of the games");
//! let catalogue = Catalogue::new(kalah, Settings::default());
//! let input = "0 1 0 0 0 1 0 0 1 1 0 1 0 1 1 4\n";
//! let case = Case { name: "one".into(), input: input.as_bytes().into() };
//! let suite = Suite::new(&catalogue, vec![case])?;
//!
//! // A program for which an extra turn costs one level, as any move does.
//! let wrong = Settings { rules: vec![("extra-turn-levels".into(), "1".into())], ..Settings::default() };
//! let mut output = Vec::new();
//! answer(&mut input.as_bytes(), "one", Some(kalah), &wrong, &mut output)?;
//! let found = diagnose(&suite, &[Some(Observed { output, stopped: None })]);
//! assert!(found.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
#![warn(unreachable_pub)]

pub mod answer;
pub mod arena;
pub mod budget;
pub mod cli;
pub mod draw;
pub mod explain;
pub mod game;
pub mod games;
pub mod languages;
pub mod mistakes;
pub mod options;
pub mod protocol;
pub mod random;
pub mod search;
pub mod standings;
pub mod text;

pub use plyjudge_judging as judge;
pub use plyjudge_judging::{columns, html, json, report};
