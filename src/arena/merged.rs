//! Matches and tournaments whose games are in the journals of shards.

use super::ArenaError;
use super::matches::{Attempt, Finished, Summary};
use super::plan::{MatchPlan, TournamentPlan};
use super::tournament::{Games, Task};
use crate::judge::journal::work::merge::{Gaps, Merge};

/// What is missing of a match.
pub fn gaps_of_match(merge: &Merge<MatchPlan>) -> Gaps {
    let games = merge.about().games as usize;
    let key = |plan: &MatchPlan, unit, _| plan.key(unit as u64);
    merge.gaps((games, 1), key, |unit| format!("game {}", unit + 1))
}

/// Counts the games of a match that are known, calling `each` with every one in their order.
///
/// Shards play all games; the test is made here, game after game, and ends the match where it
/// would have ended it on one machine. After a gap it decides nothing.
///
/// # Errors
/// Journals that cannot be read, and failures of `each`.
pub fn count_match<E: From<ArenaError>>(
    merge: &Merge<MatchPlan>,
    mut each: impl FnMut(&Finished) -> Result<(), E>,
) -> Result<Summary, E> {
    let plan = merge.about();
    let mut summary = Summary::default();
    for number in 0..plan.games {
        let piece = merge.piece(number as usize, |plan| Some(plan.key(number)));
        let Some(game) = piece.map_err(ArenaError::from)? else {
            summary.interrupted = true;
            continue;
        };
        if let Some(game) = &game {
            each(game)?;
        }
        let sprt = plan.sprt.filter(|_| !summary.interrupted);
        let test = sprt.map(|sprt| (sprt, plan.conditions.swaps));
        if summary.take(game.as_ref(), test) {
            break;
        }
    }
    Ok(summary)
}

/// What is missing of a tournament. In Swiss rounds, who meets whom shows only when the games
/// are counted.
pub fn gaps_of_tournament(merge: &Merge<TournamentPlan>) -> Gaps {
    let plan = merge.about();
    if plan.swiss.is_some() {
        return Gaps::default();
    }
    let pairs: Vec<[usize; 2]> = plan.pairs().collect();
    let key = |plan: &TournamentPlan, unit: usize, number| plan.key(pairs[unit], number);
    let name = |unit: usize| plan.name_of(pairs[unit]);
    merge.gaps((pairs.len(), plan.games), key, name)
}

/// Games are looked up.
impl Games for Merge<TournamentPlan> {
    fn has(&self, _pair: usize) -> bool {
        true
    }

    fn games(&self, tasks: &[Task]) -> Result<Vec<Option<Attempt<Finished>>>, ArenaError> {
        let games = tasks.iter().map(|task| {
            let key = |plan: &TournamentPlan| Some(plan.key(task.pair, task.number));
            Ok(self.piece(task.place, key)?.map(Ok))
        });
        games.collect()
    }
}
