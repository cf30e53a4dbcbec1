//! Many games of two players: openings, sides swapped, in parallel, counted.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::entrant::{Entrant, Kind};
use super::plan::MatchPlan;
use super::record::{Ply, Record};
use super::referee::{self, Played};
use super::seat::{Seat, Terms};
use super::statistics::{Decision, Sprt, Tally};
use super::table::{FaultKind, Table, Venue};
use crate::game::Player;
use crate::judge::run::Runner;
use crate::judge::work::Journal;
use crate::protocol::Settings;
use crate::random::Random;

/// A match that is ready to begin. (`match` is a word of the language.)
pub struct Bout {
    /// The game.
    pub venue: &'static dyn Venue,
    /// The rules it is played by, and the depth that requests ask for where they have one.
    pub settings: Settings,
    /// The players, A and B.
    pub players: [Entrant; 2],
    /// How many games.
    pub games: u64,
    /// What openings, dice and random players depend on, and nothing else does.
    pub seed: u64,
    /// Random plies before the players' own; none for the usual number.
    pub opening: Option<u32>,
    /// Whether every other game has B move first, with the opening of the one before.
    pub swaps: bool,
    /// Plies of the players after which a game is a draw; none for the usual number.
    pub longest: Option<u32>,
    /// What programs may use.
    pub terms: Terms,
    /// What runs programs; needed when there are any.
    pub runner: Option<Arc<Runner>>,
    /// A test that ends the match when it has decided.
    pub sprt: Option<Sprt>,
}

/// A game of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Which player moved first, 0 for A.
    pub first: usize,
    /// Whether A won; nobody in a draw.
    pub won: Option<bool>,
    /// The game.
    pub record: Record,
}

/// How often a player lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// How often.
    pub count: u64,
    /// The number of the first of these games, from 1.
    pub first_game: u64,
    /// Who the other player was there.
    pub against: String,
    /// What was seen there.
    pub reason: String,
}

impl Faults {
    /// Counts a game that ended so.
    pub(super) fn add(faults: &mut BTreeMap<FaultKind, Self>, fault: FaultKind, record: &Record) {
        let winner = record.winner.unwrap_or_default();
        let entry = faults.entry(fault).or_insert_with(|| Self {
            count: 0,
            first_game: record.number,
            against: record.players[winner].clone(),
            reason: record.reason.clone(),
        });
        entry.count += 1;
    }
}

/// What came of a match. Games are counted as A sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The games in which A moved first.
    pub first: Tally,
    /// The games in which A moved second.
    pub second: Tally,
    /// Games not played because they would repeat an earlier one, move by move.
    pub repeated: u64,
    /// What A and what B lost games by at once.
    pub faults: [BTreeMap<FaultKind, Faults>; 2],
    /// What the test has decided.
    pub decision: Option<Decision>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Summary {
    /// All games.
    pub fn tally(&self) -> Tally {
        self.first.and(self.second)
    }

    /// Counts the next game, or one that was not played as it would repeat another; whether
    /// the test has decided now.
    pub fn take(&mut self, game: Option<&Finished>, sprt: Option<Sprt>) -> bool {
        match game {
            Some(game) => self.count(game),
            None => self.repeated += 1,
        }
        self.decision = sprt.and_then(|sprt| sprt.decision(&self.tally()));
        self.decision.is_some()
    }

    fn count(&mut self, game: &Finished) {
        let tally = if game.first == 0 {
            &mut self.first
        } else {
            &mut self.second
        };
        tally.add(game.won);
        if let (Some(fault), Some(won)) = (game.record.fault, game.won) {
            // The one who won is not the one who is at fault.
            Faults::add(&mut self.faults[usize::from(won)], fault, &game.record);
        }
    }
}

/// A game that is to be played.
struct Fixture {
    /// From 0.
    number: u64,
    table: Box<dyn Table>,
    opening: Vec<Ply>,
    /// Which player moves first.
    first: usize,
}

/// A game of the match that is to be played here, or is not as it would repeat another.
struct Slot {
    /// From 0.
    number: u64,
    fixture: Option<Fixture>,
}

/// What came of a game; none when it would repeat another.
type Game = Option<Finished>;

/// Games that are begun before the first of them is looked at.
const AT_ONCE: usize = 256;
/// The same where programs play, which takes longer.
const PROGRAMS_AT_ONCE: usize = 16;

/// What random numbers of a game are for: each gets a stream of its own.
#[derive(Clone, Copy)]
enum Purpose {
    Opening = 0,
    Chance = 1,
    PlayerA = 2,
    PlayerB = 3,
}

impl Bout {
    /// Plays the games, calling `each` with every game in their order.
    ///
    /// With a journal, only its share of the games is played, and none that is in it already.
    /// The results do not depend on the number of threads of the pool this is called in, as
    /// long as no program runs out of time.
    ///
    /// # Errors
    /// Our own failures, and those of `each`. What was played is in the journal.
    pub fn play<E: From<ArenaError>>(
        &self,
        journal: Option<&Journal<MatchPlan>>,
        interrupted: &AtomicBool,
        mut each: impl FnMut(&Finished) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let mut summary = Summary::default();
        let mut seen = HashSet::new();
        let mut next = 0;
        while next < self.games {
            let mut slots = Vec::new();
            while next < self.games && slots.len() < self.at_once() {
                slots.extend(self.slot(next, journal, &mut seen)?);
                next += 1;
            }
            let games: Vec<Result<Option<Game>, ArenaError>> = slots
                .into_par_iter()
                .map(|slot| self.game(slot, journal, interrupted))
                .collect();
            for game in games {
                let Some(game) = game? else {
                    summary.interrupted = true;
                    return Ok(summary);
                };
                if let Some(game) = &game {
                    each(game)?;
                }
                if summary.take(game.as_ref(), self.sprt) {
                    return Ok(summary);
                }
            }
        }
        Ok(summary)
    }

    /// The game of that number if it is to be played here.
    fn slot(
        &self,
        number: u64,
        journal: Option<&Journal<MatchPlan>>,
        seen: &mut HashSet<(String, usize)>,
    ) -> Result<Option<Slot>, ArenaError> {
        let is_here = journal.is_none_or(|journal| journal.has(number as usize));
        // Whether a game repeats another depends on all before it, wherever they are played.
        if !is_here && !self.never_varies() {
            return Ok(None);
        }
        let fixture = self.fixture(number)?;
        let repeats =
            self.never_varies() && !seen.insert((fixture.table.position(), fixture.first));
        Ok(is_here.then_some(Slot {
            number,
            fixture: (!repeats).then_some(fixture),
        }))
    }

    /// A game, from the journal or played; none when there is no time for it any more.
    fn game(
        &self,
        slot: Slot,
        journal: Option<&Journal<MatchPlan>>,
        interrupted: &AtomicBool,
    ) -> Result<Option<Game>, ArenaError> {
        let key = journal.map(|journal| journal.header().about.key(slot.number));
        let journal = journal.zip(key);
        if let Some((journal, key)) = journal
            && let Some(known) = journal.piece(key)?
        {
            return Ok(Some(known));
        }
        if interrupted.load(Relaxed) {
            return Ok(None);
        }
        let game = slot.fixture.map(|fixture| self.finish(fixture));
        let game = game.transpose()?;
        if let Some((journal, key)) = journal {
            journal.add(key, &format!("game {}", slot.number + 1), &game)?;
        }
        Ok(Some(game))
    }

    /// Plays the game of that number, from 0, and no other.
    ///
    /// # Errors
    /// Our own failures.
    pub fn play_one(&self, number: u64) -> Result<Finished, ArenaError> {
        self.finish(self.fixture(number)?)
    }

    fn at_once(&self) -> usize {
        match self
            .players
            .iter()
            .any(|it| matches!(it.kind, Kind::Program(_)))
        {
            true => PROGRAMS_AT_ONCE,
            false => AT_ONCE,
        }
    }

    fn never_varies(&self) -> bool {
        !self.venue.has_chance() && self.players.iter().all(Entrant::never_varies)
    }

    /// How many plies of each opening are drawn by lot. A random player needs none.
    fn opening_plies(&self) -> u32 {
        let is_random = |player: &Entrant| matches!(player.kind, Kind::Random);
        let usual = match self.players.iter().any(is_random) {
            true => 0,
            false => self.venue.opening(),
        };
        self.opening.unwrap_or(usual)
    }

    fn random(&self, number: u64, purpose: Purpose) -> Random {
        let number = match purpose {
            // A pair of games has the same luck.
            Purpose::Opening | Purpose::Chance if self.swaps => number / 2,
            _ => number,
        };
        Random::new(self.seed, number * 4 + purpose as u64)
    }

    fn fixture(&self, number: u64) -> Result<Fixture, ArenaError> {
        let mut table = self.venue.table(&self.settings)?;
        let mut random = self.random(number, Purpose::Opening);
        let opening = referee::open(&mut table, self.opening_plies(), &mut random);
        let first = usize::from(self.swaps && !number.is_multiple_of(2));
        Ok(Fixture {
            number,
            table,
            opening,
            first,
        })
    }

    fn finish(&self, fixture: Fixture) -> Result<Finished, ArenaError> {
        let Fixture {
            number,
            table,
            opening,
            first,
        } = fixture;
        let mut chance = self.random(number, Purpose::Chance);
        let seat = |place: usize| {
            let player = place ^ first;
            let purpose = [Purpose::PlayerA, Purpose::PlayerB][player];
            Seat::new(
                &self.players[player],
                self.venue,
                &self.terms,
                self.runner.as_ref(),
                self.random(number, purpose),
            )
        };
        let mut seats = [seat(0), seat(1)];
        let longest = self.longest.or(self.venue.longest());
        let played = referee::play(table, &mut seats, &mut chance, longest)?;
        seats.into_iter().for_each(Seat::leave);
        Ok(self.finished(number, first, opening, played))
    }

    fn finished(&self, number: u64, first: usize, opening: Vec<Ply>, played: Played) -> Finished {
        let won = |winner: Player| winner.index() ^ first == 0;
        let name = |place: usize| self.players[place ^ first].name.clone();
        let record = Record {
            game: self.venue.name().to_owned(),
            number: number + 1,
            rules: self.settings.rules.clone(),
            players: [name(0), name(1)],
            opening: opening.len() as u32,
            plies: opening.into_iter().chain(played.plies).collect(),
            winner: played.winner.map(Player::index),
            reason: played.reason,
            fault: played.fault,
        };
        Finished {
            first,
            won: played.winner.map(won),
            record,
        }
    }
}
