//! The arena: players meet at a game.
//!
//! - [`player_setup`]: who plays: the engine, chance, a program
//! - [`player`]: a player in a game, asked for moves within limits
//! - [`referee`]: one game from its start to its result
//! - [`record`]: a game as it was played, to be replayed
//! - [`plan`]: what a match and a tournament are about, as their journals have it
//! - [`mod@matches`]: many games of two players
//! - [`statistics`]: rating differences, intervals, sequential tests
//! - [`ratings`]: ratings of many players from the games of all
//! - [`tournament`]: games of everybody, by a plan, in a journal
//! - [`merged`]: matches and tournaments whose games were played elsewhere

pub mod matches;
pub mod merged;
pub mod plan;
pub mod player;
pub mod player_setup;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod statistics;
pub mod tournament;

use std::io;

use crate::judge::grade::setup::SetupError;
use crate::judge::journal::lines::JournalError;
use crate::judge::run::RunError;
use crate::options::OptionError;
use crate::protocol::{SessionError, SettingsError};
use crate::text::Problem;

/// Why games cannot be played; never a player's fault.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A rule or depth that the game does not have.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A program that is not there.
    #[error(transparent)]
    Program(#[from] SetupError),
    /// A player that cannot be started at all.
    #[error("{0}: cannot be started: {1}")]
    NotStarted(String, io::Error),
    /// A program could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A move of an opening that is not allowed.
    #[error("an opening: {0}")]
    Opening(#[from] Problem),
    /// The system.
    #[error("cannot speak to a program: {0}")]
    System(#[from] io::Error),
    /// The journal of games.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The built-in engine does not take what it is asked.
    #[error("the engine cannot answer: {0}")]
    Engine(#[from] SessionError),
}

impl From<OptionError> for ArenaError {
    fn from(error: OptionError) -> Self {
        Self::Settings(error.into())
    }
}
