//! Games of everybody, by a plan, in a journal.

pub mod journal;
mod swiss;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::ArenaError;
use super::bout::{Bout, Faults, Finished};
use super::entrant::Entrant;
use super::ratings::{Rating, ratings};
use super::statistics::Tally;
use super::table::FaultKind;
use crate::judge::fingerprint::{Fingerprint, Printer};
use journal::{Journal, JournalError};

/// A player of a tournament.
pub struct Player {
    /// Who it is.
    pub entrant: Entrant,
    /// What its games depend on.
    pub key: Fingerprint,
}

/// A tournament that is ready to begin.
pub struct Tournament<'a> {
    /// The players; at least two.
    pub players: Vec<Player>,
    /// Games of each pair that meets.
    pub games: u64,
    /// Rounds of a Swiss tournament; without them everybody meets everybody.
    pub swiss: Option<usize>,
    /// The conditions, as a match between two players.
    pub bout: &'a (dyn Fn([Entrant; 2]) -> Bout + Sync),
    /// What all games depend on besides the players.
    pub conditions: Fingerprint,
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
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A game could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// A game to be played.
#[derive(Clone, Copy)]
struct Task {
    pair: [usize; 2],
    number: u64,
}

impl Tournament<'_> {
    /// Plays all games that are not in the journal.
    ///
    /// # Errors
    /// Our own failures; what was played is in the journal.
    pub fn play(
        &self,
        journal: &mut Journal,
        interrupted: &AtomicBool,
    ) -> Result<Results, TournamentError> {
        let count = self.players.len();
        let mut results = Results {
            games: vec![vec![Tally::default(); count]; count],
            first: vec![vec![Tally::default(); count]; count],
            points: vec![0.0; count],
            ratings: Vec::new(),
            faults: vec![BTreeMap::new(); count],
            byes: vec![0; count],
            interrupted: false,
        };
        match self.swiss {
            None => {
                let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two]));
                self.play_pairs(
                    &pairs.collect::<Vec<_>>(),
                    &mut results,
                    journal,
                    interrupted,
                )?;
            }
            Some(rounds) => {
                let mut met = vec![vec![false; count]; count];
                for _ in 0..rounds {
                    let round = swiss::pair(&results.points, &met, &results.byes);
                    for &[one, two] in &round.pairs {
                        (met[one][two], met[two][one]) = (true, true);
                    }
                    self.play_pairs(&round.pairs, &mut results, journal, interrupted)?;
                    if results.interrupted {
                        break;
                    }
                    if let Some(player) = round.bye {
                        results.byes[player] += 1;
                        results.points[player] += self.games as f64;
                    }
                }
            }
        }
        results.ratings = ratings(&results.games);
        Ok(results)
    }

    /// Plays the games of these pairs and counts them.
    fn play_pairs(
        &self,
        pairs: &[[usize; 2]],
        results: &mut Results,
        journal: &mut Journal,
        interrupted: &AtomicBool,
    ) -> Result<(), TournamentError> {
        let tasks = pairs
            .iter()
            .flat_map(|&pair| (0..self.games).map(move |number| Task { pair, number }));
        let tasks: Vec<Task> = tasks.collect();
        let shared = Mutex::new(journal);
        let played: Result<Vec<Option<Finished>>, TournamentError> = tasks
            .par_iter()
            .map(|task| self.game(*task, &shared, interrupted))
            .collect();
        for (task, game) in tasks.iter().zip(played?) {
            match game {
                Some(game) => results.count(task.pair, &game),
                None => results.interrupted = true,
            }
        }
        Ok(())
    }

    /// A game, from the journal or played; none when there is no time for it any more.
    fn game(
        &self,
        task: Task,
        journal: &Mutex<&mut Journal>,
        interrupted: &AtomicBool,
    ) -> Result<Option<Finished>, TournamentError> {
        let key = self.key(task);
        let lock = || journal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().game(key) {
            return Ok(Some(known));
        }
        if interrupted.load(Relaxed) {
            return Ok(None);
        }
        let entrants = task.pair.map(|player| self.players[player].entrant.clone());
        let game = (self.bout)(entrants).play_one(task.number)?;
        lock().add(key, &game)?;
        Ok(Some(game))
    }

    /// What a game depends on.
    fn key(&self, task: Task) -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&self.conditions);
        printer.value(&task.pair.map(|player| self.players[player].key));
        printer.value(&task.number);
        printer.finish()
    }
}

impl Results {
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
