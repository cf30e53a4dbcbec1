//! One game from its start to its result.

use super::ArenaError;
use super::player::Player;
use super::record::Ply;
use crate::game::Side;
use crate::protocol::state::{Fault, FaultKind, GameState};
use crate::random::Random;
use crate::text::{Problem, quote};

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was played since the opening.
    pub plies: Vec<Ply>,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why, for people.
    pub reason: String,
    /// What the loser did, if that lost the game at once.
    pub fault: Option<FaultKind>,
}

/// Plays random plies on a new state. A ply that would end the game is not played.
pub fn open(state: &mut Box<dyn GameState>, plies: u32, random: &mut Random) -> Vec<Ply> {
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut next = state.fork();
        let drawn = next.draw(random);
        let Some(chosen) = next.random_move(random) else {
            break;
        };
        if next.play(&chosen).is_err() || next.outcome().is_some() {
            break;
        }
        *state = next;
        played.push(Ply { drawn, chosen });
    }
    played
}

/// Plays the moves of an opening on a new state.
///
/// # Errors
/// The move that is not allowed, or the one that ends the game.
pub fn follow(state: &mut dyn GameState, moves: &[String]) -> Result<Vec<Ply>, Problem> {
    let play = |chosen: &String| {
        state.play(chosen)?;
        if state.outcome().is_some() {
            return Err(Problem::new(
                quote(chosen),
                "a move after which the game goes on",
            ));
        }
        let chosen = chosen.clone();
        Ok(Ply {
            drawn: None,
            chosen,
        })
    };
    moves.iter().map(play).collect()
}

/// Lets two players, the one at the state's first place before the other, play a game to its end.
/// After `longest` plies it is a draw.
///
/// # Errors
/// Our own failures; what a player does wrong is a lost game.
pub fn play(
    mut state: Box<dyn GameState>,
    players: &mut [&mut Player; 2],
    chance: &mut Random,
    longest: Option<u32>,
) -> Result<Played, ArenaError> {
    let mut plies = Vec::new();
    loop {
        let drawn = state.draw(chance);
        if let Some(outcome) = state.outcome() {
            return Ok(Played {
                plies,
                winner: outcome.winner,
                reason: outcome.reason,
                fault: None,
            });
        }
        if let Some(longest) = longest
            && plies.len() >= longest as usize
        {
            return Ok(Played {
                plies,
                winner: None,
                reason: format!("no end after {longest} plies"),
                fault: None,
            });
        }
        let mover = state.turn();
        let reply = players[mover.index()].ask(&*state)?;
        let done = reply.and_then(|chosen| {
            let played = state.play(&chosen);
            let illegal = |problem| Fault::new(FaultKind::Illegal, problem);
            played.map(|()| chosen).map_err(illegal)
        });
        match done {
            Ok(chosen) => plies.push(Ply { drawn, chosen }),
            Err(fault) => {
                players[mover.index()].dismiss();
                return Ok(Played {
                    plies,
                    winner: Some(mover.opponent()),
                    reason: fault.to_string(),
                    fault: Some(fault.kind),
                });
            }
        }
    }
}
