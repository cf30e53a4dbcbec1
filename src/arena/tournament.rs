//! Games of everybody, by a plan, in a journal.

mod swiss;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::ArenaError;
use super::matches::{Attempt, Faults, Finished, Match, Players};
use super::plan::TournamentPlan;
use super::ratings::{Rating, ratings};
use super::statistics::Tally;
use crate::judge::journal::work::Journal;
use crate::judge::parallel;
use crate::protocol::state::FaultKind;

/// Where the games of a tournament come from.
pub trait Games: Sync {
    /// Whether a pair's games are to be had here, by its place in the round.
    fn has(&self, pair: usize) -> bool;

    /// How many games a pair plays one after the other, so that they are asked for together.
    fn in_a_row(&self) -> u64 {
        1
    }

    /// Games of one pair, in their order; none where one is not known, or there is no time for
    /// it any more.
    ///
    /// # Errors
    /// Our own failures.
    fn games(&self, tasks: &[Task]) -> Result<Vec<Option<Attempt<Finished>>>, ArenaError>;
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

/// How many rows of games are begun before the first of them is counted.
const AT_ONCE: usize = 512;

/// Games that are played here, if they are not in the journal.
pub struct Live<'a> {
    /// The match of a pair, made ready when it is needed; or why that is not possible, which
    /// is no player's fault.
    pub of: &'a (dyn Fn([usize; 2]) -> Result<Match, String> + Sync),
    /// See `Match::in_a_row`, for a pair with a program.
    pub in_a_row: u64,
    /// The journal.
    pub journal: &'a Journal<TournamentPlan>,
    /// Set from outside when the tournament has to end soon.
    pub interrupted: &'a AtomicBool,
    /// Is told of each game as soon as it is over, in no order, and whose it is.
    pub watch: &'a (dyn Fn([usize; 2], &Finished) + Sync),
}

impl Games for Live<'_> {
    fn has(&self, pair: usize) -> bool {
        self.journal.has(pair)
    }

    fn in_a_row(&self) -> u64 {
        self.in_a_row
    }

    fn games(&self, tasks: &[Task]) -> Result<Vec<Option<Attempt<Finished>>>, ArenaError> {
        let plan = &self.journal.header().about;
        let known = tasks.iter().map(|task| {
            let known = self.journal.piece(plan.key(task.pair, task.number))?;
            Ok(known.map(Ok))
        });
        let mut games = known.collect::<Result<Vec<_>, ArenaError>>()?;
        for (task, game) in tasks.iter().zip(&games) {
            if let Some(Ok(game)) = game {
                (self.watch)(task.pair, game);
            }
        }
        let Some(first) = tasks.first().filter(|_| games.iter().any(Option::is_none)) else {
            return Ok(games);
        };
        if self.interrupted.load(Relaxed) {
            return Ok(games);
        }
        let of = (self.of)(first.pair);
        let mut players = of.as_ref().map(Players::new);
        for (task, game) in tasks.iter().zip(&mut games) {
            if game.is_some() || self.interrupted.load(Relaxed) {
                continue;
            }
            *game = Some(match &mut players {
                Ok(players) => players.play(task.number)?,
                Err(why) => Err(why.to_string()),
            });
            if let Some(Ok(game)) = game {
                let name = format!("{}, game {}", plan.name_of(task.pair), task.number + 1);
                let key = plan.key(task.pair, task.number);
                self.journal.add(key, &name, game)?;
                (self.watch)(task.pair, game);
            }
        }
        if let Ok(players) = players {
            players.leave();
        }
        Ok(games)
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
    /// The games that could not be played, and why: never for a player's fault.
    pub failed: Vec<(String, String)>,
    /// Whether games are not known: it was interrupted, or part of it is missing.
    pub interrupted: bool,
}

/// All games of a tournament, counted; `each` is called with every one that is known, and how things
/// stand.
///
/// # Errors
/// Our own failures.
pub fn play(
    plan: &TournamentPlan,
    games: &dyn Games,
    each: &mut dyn FnMut(&Finished, &Results),
) -> Result<Results, ArenaError> {
    let count = plan.players.len();
    let mut results = Results {
        games: vec![vec![Tally::default(); count]; count],
        first: vec![vec![Tally::default(); count]; count],
        points: vec![0.0; count],
        ratings: Vec::new(),
        faults: vec![BTreeMap::new(); count],
        byes: vec![0; count],
        failed: Vec::new(),
        interrupted: false,
    };
    match plan.swiss {
        None => {
            let pairs: Vec<[usize; 2]> = plan.pairs().collect();
            results.play_pairs(plan, &pairs, games, each)?;
        }
        Some(rounds) => {
            let mut met = vec![vec![false; count]; count];
            for _ in 0..rounds {
                let round = swiss::pair(&results.points, &met, &results.byes);
                for &[one, two] in &round.pairs {
                    (met[one][two], met[two][one]) = (true, true);
                }
                results.play_pairs(plan, &round.pairs, games, each)?;
                if results.interrupted || !results.failed.is_empty() {
                    // Who meets whom next depends on these games.
                    results.interrupted = true;
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
    /// Counts the games of these pairs.
    fn play_pairs(
        &mut self,
        plan: &TournamentPlan,
        pairs: &[[usize; 2]],
        games: &dyn Games,
        each: &mut dyn FnMut(&Finished, &Results),
    ) -> Result<(), ArenaError> {
        let here = (0..pairs.len()).filter(|&place| games.has(place));
        let tasks: Vec<Task> = here
            .flat_map(|place| {
                (0..plan.games).map(move |number| Task {
                    place,
                    pair: pairs[place],
                    number,
                })
            })
            .collect();
        let row = |task: &Task| (task.place, task.number / games.in_a_row());
        let rows: Vec<&[Task]> = tasks
            .chunk_by(|one, other| row(one) == row(other))
            .collect();
        // Counted some at a time: what was played in a game is forgotten then.
        for rows in rows.chunks(AT_ONCE) {
            let played = parallel::map(rows, |tasks| games.games(tasks)).into_iter();
            let played: Result<Vec<Vec<_>>, ArenaError> = played.collect();
            let tasks = rows.iter().copied().flatten();
            for (task, game) in tasks.zip(played?.into_iter().flatten()) {
                match game {
                    Some(Ok(game)) => {
                        self.count(task.pair, &game);
                        each(&game, self);
                    }
                    Some(Err(why)) => {
                        let name = plan.name_of(task.pair);
                        let name = format!("{name}, game {}", task.number + 1);
                        self.failed.push((name, why));
                    }
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
        self.points[one] += game.points();
        self.points[two] += 1.0 - game.points();
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
