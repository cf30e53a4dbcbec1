//! A game as it was played, to be replayed.

use serde::{Deserialize, Serialize};

use crate::game::Side;
use crate::protocol::state::{FaultKind, GameState};
use crate::protocol::{Protocol, Settings};
use crate::text::Problem;

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// Rules other than the default ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<(String, String)>,
    /// The names of the players at the first and at the second place.
    pub players: [String; 2],
    /// Whether the second player made the first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub second_begins: bool,
    /// How many of the plies were drawn by lot as an opening.
    pub opening: u32,
    /// What was played.
    pub plies: Vec<Ply>,
    /// Who won: the player at that place; nobody in a draw.
    pub winner: Option<usize>,
    /// Why, for people.
    pub reason: String,
    /// What the loser did, if that lost the game at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

/// A move, and what chance decided before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// What chance decided, such as a die's face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
}

impl Record {
    /// The winner.
    pub fn winner(&self) -> Option<Side> {
        match self.winner {
            Some(0) => Some(Side::First),
            Some(_) => Some(Side::Second),
            None => None,
        }
    }

    /// Plays the game again, calling `show` with the state before each ply and at the end.
    ///
    /// # Errors
    /// The first thing that cannot have been so: a rule, a ply by its number, the result.
    pub fn replay(
        &self,
        protocol: &dyn Protocol,
        mut show: impl FnMut(&dyn GameState, Option<&Ply>),
    ) -> Result<(), String> {
        let settings = Settings {
            rules: self.rules.clone(),
            ..Settings::default()
        };
        let mut state = protocol
            .game_state(&settings)
            .map_err(|error| error.to_string())?;
        if self.second_begins {
            state.let_second_begin();
        }
        for (number, ply) in (1..).zip(&self.plies) {
            let at = |problem: Problem| format!("ply {number}: {problem}");
            if state.outcome().is_some() {
                return Err(format!("ply {number}: the game was over before"));
            }
            if let Some(drawn) = &ply.drawn {
                state.set_drawn(drawn).map_err(at)?;
            }
            show(&*state, Some(ply));
            state.play(&ply.chosen).map_err(at)?;
        }
        show(&*state, None);
        let outcome = state.outcome();
        match outcome {
            Some(outcome) if outcome.winner != self.winner() => {
                Err(format!("the result: {}", outcome.reason))
            }
            None if self.fault.is_none() && self.winner.is_some() => {
                Err("the result: the game is not over".to_owned())
            }
            _ => Ok(()),
        }
    }
}
