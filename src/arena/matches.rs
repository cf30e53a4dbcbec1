//! Many games of two players: openings, sides swapped, in parallel, counted.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::plan::{Conditions, MatchPlan};
use super::player::Player;
use super::player_setup::{Kind, PlayerSetup};
use super::record::{Ply, Record};
use super::referee::{self, Played};
use super::statistics::{Decision, Pairs, Sprt, Tally};
use crate::game::Side;
use crate::judge::journal::work::Journal;
use crate::judge::parallel;
use crate::judge::run::Runner;
use crate::protocol::Protocol;
use crate::protocol::state::{FaultKind, GameState};
use crate::random::Random;

/// A match that is ready to begin. (`match` is a word of the language.)
pub struct Match {
    /// The game.
    pub protocol: &'static dyn Protocol,
    /// How games are played.
    pub conditions: Arc<Conditions>,
    /// The players, A and B.
    pub players: [PlayerSetup; 2],
    /// How many games.
    pub games: u64,
    /// Openings to be played in their order, again and again, in place of random ones: the moves of
    /// each.
    pub openings: Vec<Vec<String>>,
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

impl Finished {
    /// A's points: one for a win, a half for a draw; the other ones are B's.
    pub fn points(&self) -> f64 {
        self.won.map_or(0.5, |won| f64::from(u8::from(won)))
    }
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
    /// Games of one opening, two and two; only where sides are changed.
    pub pairs: Pairs,
    /// The last game's number and whether A won.
    last: Option<(u64, Option<bool>)>,
    /// Games not played because they would repeat an earlier one, move by move.
    pub repeated: u64,
    /// What A and what B lost games by at once.
    pub faults: [BTreeMap<FaultKind, Faults>; 2],
    /// The games that could not be played, by their numbers from 1, and why: never for a
    /// player's fault.
    pub failed: Vec<(u64, String)>,
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

    /// A test's ratio by the pairs where players change sides, by the games where they do not.
    pub fn ratio(&self, sprt: Sprt, swaps: bool) -> f64 {
        match swaps {
            true => sprt.ratio(self.pairs.results()),
            false => sprt.ratio(self.tally().results()),
        }
    }

    /// Counts the next game, or one that was not played as it would repeat another; whether
    /// the test, with whether players change sides, has decided now.
    pub fn take(&mut self, game: Option<&Finished>, test: Option<(Sprt, bool)>) -> bool {
        match game {
            Some(game) => self.count(game),
            None => self.repeated += 1,
        }
        self.decision = test.and_then(|(sprt, swaps)| sprt.decision(self.ratio(sprt, swaps)));
        self.decision.is_some()
    }

    fn count(&mut self, game: &Finished) {
        let tally = if game.first == 0 {
            &mut self.first
        } else {
            &mut self.second
        };
        tally.add(game.won);
        // Numbers are from 1: the second game of a pair has an even one.
        let number = game.record.number;
        if let Some((before, won)) = self.last.replace((number, game.won))
            && number.is_multiple_of(2)
            && before + 1 == number
        {
            self.pairs.add([won, game.won]);
        }
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
    opening: Vec<Ply>,
    /// The player at the state's first place.
    at_first: usize,
    /// The place that moves first.
    begins: usize,
}

/// A game of the match that is to be played here, or is not as it would repeat another.
struct Slot {
    /// From 0.
    number: u64,
    repeats: bool,
}

/// What came of a game; none when it would repeat another.
type Game = Option<Finished>;

/// What came of trying to play a game; or why it could not be played, which is a fault on plyjudge's
/// side.
pub type Attempt<G> = Result<G, String>;

/// How often a game is tried because of a fault on plyjudge's side.
const TRIES: u32 = 2;

/// Games that are begun before the first of them is looked at.
const AT_ONCE: usize = 256;

/// What random numbers of a game are for: each gets a stream of its own.
#[derive(Clone, Copy)]
enum Purpose {
    Opening = 0,
    Chance = 1,
    PlayerA = 2,
    PlayerB = 3,
}

/// What a match is played with.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// Where games are kept. With a journal, only its share of the games is played, and none that
    /// is in it already.
    pub journal: Option<&'a Journal<MatchPlan>>,
    /// Set from outside when the match has to end soon.
    pub interrupted: &'a AtomicBool,
    /// Is told of each game as soon as it is over, in no order: of none where it would repeat
    /// another.
    pub watch: &'a (dyn Fn(Option<&Finished>) + Sync),
}

impl Match {
    /// Plays the games, calling `each` with every game in their order.
    ///
    /// The results do not depend on the number of threads of the pool this is called in, as
    /// long as no program runs out of time.
    ///
    /// # Errors
    /// Our own failures, and those of `each`. What was played is in the journal.
    pub fn play<E: From<ArenaError>>(
        &self,
        course: Course<'_>,
        mut each: impl FnMut(&Finished) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let mut summary = Summary::default();
        let mut seen = HashSet::new();
        let mut next = 0;
        while next < self.games {
            let mut slots = Vec::new();
            let end = self.games.min(next + self.at_once());
            for number in next..end {
                slots.extend(self.slot(number, course.journal, &mut seen)?);
            }
            next = end;
            let in_a_row = self.in_a_row();
            let rows: Vec<&[Slot]> = slots
                .chunk_by(|one, other| one.number / in_a_row == other.number / in_a_row)
                .collect();
            let rows = parallel::map(&rows, |row| self.row(row, course));
            for (slot, attempt) in slots.iter().zip(rows.into_iter().flatten()) {
                let game = match attempt? {
                    Some(Ok(game)) => game,
                    Some(Err(why)) => {
                        summary.failed.push((slot.number + 1, why));
                        continue;
                    }
                    None => {
                        summary.interrupted = true;
                        return Ok(summary);
                    }
                };
                if let Some(game) = &game {
                    each(game)?;
                }
                if summary.take(
                    game.as_ref(),
                    self.sprt.map(|sprt| (sprt, self.conditions.swaps)),
                ) {
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
        let repeats = self.never_varies() && {
            let (state, fixture) = self.fixture(number)?;
            !seen.insert((state.position(), fixture.at_first))
        };
        Ok(is_here.then_some(Slot { number, repeats }))
    }

    /// Games that are played one after the other by the same processes, from the journal or
    /// played; none where there is no time for them any more.
    fn row(
        &self,
        slots: &[Slot],
        course: Course<'_>,
    ) -> Vec<Result<Option<Attempt<Game>>, ArenaError>> {
        let mut players = Players::new(self);
        let games = slots
            .iter()
            .map(|slot| {
                let game = self.game(slot, &mut players, course);
                if let Ok(Some(Ok(game))) = &game {
                    (course.watch)(game.as_ref());
                }
                game
            })
            .collect();
        players.leave();
        games
    }

    /// A game, from the journal or played; none when there is no time for it any more.
    fn game(
        &self,
        slot: &Slot,
        players: &mut Players<'_>,
        course: Course<'_>,
    ) -> Result<Option<Attempt<Game>>, ArenaError> {
        let journal = course.journal;
        let key = journal.map(|journal| journal.header().about.key(slot.number));
        let journal = journal.zip(key);
        if let Some((journal, key)) = journal
            && let Some(known) = journal.piece(key)?
        {
            return Ok(Some(Ok(known)));
        }
        if course.interrupted.load(Relaxed) {
            return Ok(None);
        }
        let game = match slot.repeats {
            true => None,
            false => match players.play(slot.number)? {
                Ok(game) => Some(game),
                Err(why) => return Ok(Some(Err(why))),
            },
        };
        if let Some((journal, key)) = journal {
            journal.add(key, &format!("game {}", slot.number + 1), &game)?;
        }
        Ok(Some(Ok(game)))
    }

    /// How many games are played one after the other.
    fn in_a_row(&self) -> u64 {
        match self.has_program() {
            true => self.conditions.in_a_row(self.protocol),
            false => 1,
        }
    }

    /// How many games are begun before the first of them is looked at.
    fn at_once(&self) -> u64 {
        match self.has_program() {
            // They take long: no more than can be played at a time.
            true => self.in_a_row() * rayon::current_num_threads() as u64,
            false => AT_ONCE as u64,
        }
    }

    fn has_program(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|it| matches!(it.kind, Kind::Program(_)))
    }

    fn never_varies(&self) -> bool {
        !self.protocol.about().has_chance() && self.players.iter().all(PlayerSetup::never_varies)
    }

    /// How many plies of each opening are drawn by lot. A random player needs none.
    fn opening_plies(&self) -> u32 {
        let is_random = |player: &PlayerSetup| matches!(player.kind, Kind::Random);
        let usual = match self.players.iter().any(is_random) {
            true => 0,
            false => self.protocol.about().opening,
        };
        self.conditions.opening.unwrap_or(usual)
    }

    fn random(&self, number: u64, purpose: Purpose) -> Random {
        let Conditions { seed, swaps, .. } = *self.conditions;
        let number = match purpose {
            // A pair of games has the same luck.
            Purpose::Opening | Purpose::Chance if swaps => number / 2,
            // And where players set up, the same set-up.
            _ if swaps && self.protocol.about().second_may_begin => number / 2,
            _ => number,
        };
        Random::new(seed, number * 4 + purpose as u64)
    }

    fn fixture(&self, number: u64) -> Result<(Box<dyn GameState>, Fixture), ArenaError> {
        let mut state = self.protocol.game_state(&self.conditions.settings())?;
        let swaps = self.conditions.swaps;
        let (at_first, begins) = match (swaps, self.protocol.about().second_may_begin) {
            (false, _) => (0, 0),
            (true, false) => ((number % 2) as usize, 0),
            (true, true) => {
                let at_first = (number / 2 % 2) as usize;
                (at_first, at_first ^ (number % 2) as usize)
            }
        };
        if begins == 1 {
            state.let_second_begin();
        }
        let turn = match swaps {
            true => number / 2,
            false => number,
        };
        let opening = match self.openings.len() as u64 {
            0 => {
                let mut random = self.random(number, Purpose::Opening);
                referee::open(&mut state, self.opening_plies(), &mut random)
            }
            many => {
                let moves = &self.openings[(turn % many) as usize];
                referee::follow(&mut *state, moves)?
            }
        };
        let fixture = Fixture {
            number,
            opening,
            at_first,
            begins,
        };
        Ok((state, fixture))
    }

    fn random_of(&self, player: usize, number: u64) -> Random {
        self.random(number, [Purpose::PlayerA, Purpose::PlayerB][player])
    }

    fn finished(&self, fixture: Fixture, played: Played) -> Finished {
        let at_first = fixture.at_first;
        let won = |winner: Side| winner.index() ^ at_first == 0;
        Finished {
            first: fixture.begins ^ at_first,
            won: played.winner.map(won),
            record: Record {
                game: self.protocol.name().to_owned(),
                number: fixture.number + 1,
                rules: self.conditions.rules.clone(),
                players: [0, 1].map(|place| self.players[place ^ at_first].name.clone()),
                second_begins: fixture.begins == 1,
                opening: fixture.opening.len() as u32,
                plies: fixture.opening.into_iter().chain(played.plies).collect(),
                winner: played.winner.map(Side::index),
                reason: played.reason,
                fault: played.fault,
            },
        }
    }
}

/// Two players for games one after the other.
pub struct Players<'a> {
    of: &'a Match,
    /// A and B, once they have played.
    players: Option<[Player; 2]>,
}

impl<'a> Players<'a> {
    /// The players of a match.
    pub fn new(of: &'a Match) -> Self {
        Self { of, players: None }
    }

    /// Plays the game of that number, from 0. What is not the players' fault is tried again
    /// with everything new.
    ///
    /// # Errors
    /// Settings that do not fit.
    pub fn play(&mut self, number: u64) -> Result<Attempt<Finished>, ArenaError> {
        let mut tries = 1;
        loop {
            match self.try_game(number) {
                Ok(game) => return Ok(Ok(game)),
                Err(error @ (ArenaError::Run(_) | ArenaError::System(_))) => {
                    self.players = None;
                    if tries == TRIES {
                        return Ok(Err(error.to_string()));
                    }
                    tries += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn try_game(&mut self, number: u64) -> Result<Finished, ArenaError> {
        let of = self.of;
        let (state, fixture) = of.fixture(number)?;
        let mut chance = of.random(number, Purpose::Chance);
        match &mut self.players {
            Some(players) => {
                for (index, player) in players.iter_mut().enumerate() {
                    player.next(of.random_of(index, number));
                }
            }
            None => {
                let ground = of.runner.as_ref().map(|it| (it, &of.conditions));
                let player = |index: usize| {
                    let random = of.random_of(index, number);
                    Player::new(&of.players[index], of.protocol, ground, random)
                };
                self.players = Some([0, 1].map(player));
            }
        }
        let [a, b] = self.players.as_mut().expect("they were just made");
        let mut in_order = match fixture.at_first {
            0 => [a, b],
            _ => [b, a],
        };
        let longest = of.conditions.longest.or(of.protocol.about().longest);
        let played = referee::play(state, &mut in_order, &mut chance, longest)?;
        Ok(of.finished(fixture, played))
    }

    /// Tells the players that there is no further game.
    pub fn leave(self) {
        self.players.into_iter().flatten().for_each(Player::leave);
    }
}
