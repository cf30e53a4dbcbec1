//! One game from its start to its result.

use super::ArenaError;
use super::record::Ply;
use super::seat::Seat;
use crate::game::Player;
use crate::protocol::table::{Fault, FaultKind, Table};
use crate::random::Random;

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was played since the opening.
    pub plies: Vec<Ply>,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// Why, for people.
    pub reason: String,
    /// What the loser did, if that lost the game at once.
    pub fault: Option<FaultKind>,
}

/// Plays random plies on a new table. A ply that would end the game is not played.
pub fn open(table: &mut Box<dyn Table>, plies: u32, random: &mut Random) -> Vec<Ply> {
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut next = table.fork();
        let drawn = next.draw(random);
        let Some(chosen) = next.random_move(random) else {
            break;
        };
        if next.play(&chosen).is_err() || next.outcome().is_some() {
            break;
        }
        *table = next;
        played.push(Ply { drawn, chosen });
    }
    played
}

/// Lets two players, the one at the table's first place before the other, play a game to its end.
/// After `longest` plies it is a draw.
///
/// # Errors
/// Our own failures; what a player does wrong is a lost game.
pub fn play(
    mut table: Box<dyn Table>,
    seats: &mut [&mut Seat; 2],
    chance: &mut Random,
    longest: Option<u32>,
) -> Result<Played, ArenaError> {
    let mut plies = Vec::new();
    loop {
        let drawn = table.draw(chance);
        if let Some(outcome) = table.outcome() {
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
        let mover = table.turn();
        let reply = seats[mover.index()].ask(&*table)?;
        let done = reply.and_then(|chosen| {
            let played = table.play(&chosen);
            let illegal = |problem| Fault::new(FaultKind::Illegal, problem);
            played.map(|()| chosen).map_err(illegal)
        });
        match done {
            Ok(chosen) => plies.push(Ply { drawn, chosen }),
            Err(fault) => {
                seats[mover.index()].dismiss();
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
