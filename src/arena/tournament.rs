//! Games of everybody, by a plan, in a journal.

mod swiss;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::ArenaError;
use super::bout::{Bout, Faults, Finished};
use super::entrant::Entrant;
use super::plan::TournamentPlan;
use super::ratings::{Rating, ratings};
use super::statistics::Tally;
use super::table::FaultKind;
use crate::judge::work::Journal;

/// Where the games of a tournament come from.
pub trait Games: Sync {
    /// Whether a pair's games are to be had here, by its place in the round.
    fn has(&self, pair: usize) -> bool;

    /// A game; none when it is not known, or there is no time for it any more.
    ///
    /// # Errors
    /// Our own failures.
    fn game(&self, task: Task) -> Result<Option<Finished>, ArenaError>;
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The place of the pair in its round, from 0.
    pub place: usize,
    /// The players, by their numbers.
    pub pair: [usize; 2],
    /// The number of the game among those of the pair, from 0.
    pub number: u64,
}

/// Games that are begun before the first of them is counted.
const AT_ONCE: usize = 1024;

/// Games that are played here, if they are not in the journal.
pub struct Live<'a> {
    /// The players, as the journal's plan has them.
    pub entrants: Vec<Entrant>,
    /// The conditions, as a match between two players.
    pub bout: &'a (dyn Fn([Entrant; 2]) -> Bout + Sync),
    /// The journal.
    pub journal: &'a Journal<TournamentPlan>,
    /// Set from outside when the tournament has to end soon.
    pub interrupted: &'a AtomicBool,
}

impl Games for Live<'_> {
    fn has(&self, pair: usize) -> bool {
        self.journal.has(pair)
    }

    fn game(&self, task: Task) -> Result<Option<Finished>, ArenaError> {
        let plan = &self.journal.header().about;
        let key = plan.key(task.pair, task.number);
        if let Some(known) = self.journal.piece(key)? {
            return Ok(Some(known));
        }
        if self.interrupted.load(Relaxed) {
            return Ok(None);
        }
        let entrants = task.pair.map(|player| self.entrants[player].clone());
        let game = (self.bout)(entrants).play_one(task.number)?;
        let name = format!("{}, game {}", plan.name_of(task.pair), task.number + 1);
        self.journal.add(key, &name, &game)?;
        Ok(Some(game))
    }
}

/// What came of a tournament.
#[derive(Clone, Debug)]
pub struct Results {
    /// For each pair the games of the first as it counts them.
    pub games: Vec<Vec<Tally>>,
    /// The same of the games in which the first moved first.
    pub first: Vec<Vec<Tally>>,
    /// For each player the points: one for a win or a round without an opponent, a half for
    /// a draw.
    pub points: Vec<f64>,
    /// For each player the rating.
    pub ratings: Vec<Rating>,
    /// For each player what it lost games by at once.
    pub faults: Vec<BTreeMap<FaultKind, Faults>>,
    /// For each player the rounds in which it had no opponent.
    pub byes: Vec<u64>,
    /// Whether games are not known: it was interrupted, or part of it is missing.
    pub interrupted: bool,
}

/// All games of a tournament, counted.
///
/// # Errors
/// Our own failures.
pub fn play(plan: &TournamentPlan, games: &dyn Games) -> Result<Results, ArenaError> {
    let count = plan.players.len();
    let mut results = Results {
        games: vec![vec![Tally::default(); count]; count],
        first: vec![vec![Tally::default(); count]; count],
        points: vec![0.0; count],
        ratings: Vec::new(),
        faults: vec![BTreeMap::new(); count],
        byes: vec![0; count],
        interrupted: false,
    };
    match plan.swiss {
        None => {
            let pairs: Vec<[usize; 2]> = plan.pairs().collect();
            results.play_pairs(&pairs, plan.games, games)?;
        }
        Some(rounds) => {
            let mut met = vec![vec![false; count]; count];
            for _ in 0..rounds {
                let round = swiss::pair(&results.points, &met, &results.byes);
                for &[one, two] in &round.pairs {
                    (met[one][two], met[two][one]) = (true, true);
                }
                results.play_pairs(&round.pairs, plan.games, games)?;
                if results.interrupted {
                    break;
                }
                if let Some(player) = round.bye {
                    results.byes[player] += 1;
                    results.points[player] += plan.games as f64;
                }
            }
        }
    }
    results.ratings = ratings(&results.games);
    Ok(results)
}

impl Results {
    /// Counts the games of these pairs, so many each.
    fn play_pairs(
        &mut self,
        pairs: &[[usize; 2]],
        of_pair: u64,
        games: &dyn Games,
    ) -> Result<(), ArenaError> {
        let here = (0..pairs.len()).filter(|&place| games.has(place));
        let tasks: Vec<Task> = here
            .flat_map(|place| {
                (0..of_pair).map(move |number| Task {
                    place,
                    pair: pairs[place],
                    number,
                })
            })
            .collect();
        // Counted some at a time: what was played in a game is forgotten then.
        for tasks in tasks.chunks(AT_ONCE) {
            let played: Result<Vec<Option<Finished>>, ArenaError> =
                tasks.par_iter().map(|&task| games.game(task)).collect();
            for (task, game) in tasks.iter().zip(played?) {
                match game {
                    Some(game) => self.count(task.pair, &game),
                    None => self.interrupted = true,
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, [one, two]: [usize; 2], game: &Finished) {
        match game.first {
            0 => self.first[one][two].add(game.won),
            _ => self.first[two][one].add(game.won.map(|won| !won)),
        }
        self.games[one][two].add(game.won);
        self.games[two][one].add(game.won.map(|won| !won));
        let points = match game.won {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => 0.5,
        };
        self.points[one] += points;
        self.points[two] += 1.0 - points;
        if let (Some(kind), Some(won)) = (game.record.fault, game.won) {
            let loser = if won { two } else { one };
            Faults::add(&mut self.faults[loser], kind, &game.record);
        }
    }

    /// All games of a player.
    pub fn tally(&self, player: usize) -> Tally {
        let games = self.games[player].iter();
        games.fold(Tally::default(), |sum, tally| sum.and(*tally))
    }

    /// The players in the order of their points, then of their ratings.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&one, &two| {
            let points = self.points[two].total_cmp(&self.points[one]);
            let rating = || {
                self.ratings[two]
                    .rating
                    .total_cmp(&self.ratings[one].rating)
            };
            points.then_with(rating)
        });
        order
    }
}
