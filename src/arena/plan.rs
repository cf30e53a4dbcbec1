//! What a match and a tournament are about: who plays, what, and how; without the programs
//! themselves, so that it can be written down.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::matches::Finished;
use super::player_setup::{NamedPlayer, PlayerSpec};
use super::statistics::Sprt;
use crate::judge::fingerprint::{Fingerprint, Printer};
use crate::judge::grade::setup::fingerprint_of;
use crate::judge::journal::work::Work;
use crate::judge::run::{Containment, Limits};
use crate::protocol::state::Dialect;
use crate::protocol::{Protocol, Settings};
use crate::text::LineEnd;

/// Under what conditions every game is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Conditions {
    /// The game's name.
    pub game: String,
    /// Rules other than the default ones.
    pub rules: Vec<(String, String)>,
    /// See [`Settings::depth`](crate::protocol::Settings::depth).
    pub depth: Option<u32>,
    /// What openings, dice and random players depend on, and nothing else does.
    pub seed: u64,
    /// Random plies before the players' own; none for the usual number.
    pub opening: Option<u32>,
    /// What stands for the openings that are given; none where they are random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Fingerprint>,
    /// Whether every other game has B move first, with the opening of the one before. Where the
    /// second player may begin, that is so in the second and the third of four games, and A and
    /// B change places after two.
    pub swaps: bool,
    /// Plies of the players after which a game is a draw; none for the usual number.
    pub longest: Option<u32>,
    /// Wall-clock time of a program for one move.
    pub time: Duration,
    /// Wall-clock time of a program for all moves of a game; none for no such limit.
    pub game_time: Option<Duration>,
    /// What else a program may use.
    pub limits: Limits,
    /// Whether programs stay through a game.
    pub keep_alive: bool,
    /// The dialect that programs speak; none where it is found out.
    pub dialect: Option<String>,
    /// Whether lines to programs end in CRLF.
    pub crlf: bool,
    /// Whether programs are started anew for each game also where they could play on.
    pub restart: bool,
    /// How programs are contained.
    pub sandbox: Containment,
    /// What programs are contained by, see [`in_force`](crate::judge::layers::in_force); nothing
    /// where there are none.
    #[serde(default)]
    pub layers: Vec<String>,
}

/// How many games a process plays at most, one after the other.
const GAMES_OF_A_PROCESS: u64 = 10;

impl Conditions {
    /// The rules, and the depth that requests ask for where they have one.
    pub fn settings(&self) -> Settings {
        Settings {
            rules: self.rules.clone(),
            depth: self.depth,
            ..Settings::default()
        }
    }

    /// The dialect that programs speak, if it is named.
    pub(super) fn dialect(&self, protocol: &dyn Protocol) -> Option<&'static dyn Dialect> {
        let mut dialects = protocol.about().dialects.iter();
        let is_it = |it: &&&'static dyn Dialect| Some(it.name()) == self.dialect.as_deref();
        dialects.find(is_it).copied()
    }

    /// How lines to programs end.
    pub(super) fn line_end(&self) -> LineEnd {
        match self.crlf {
            true => LineEnd::CrLf,
            false => LineEnd::Lf,
        }
    }

    /// How many games are played one after the other, so that a program can play them in one
    /// process. It depends on nothing but what is played, as what a program does may depend
    /// on what it did before.
    pub fn in_a_row(&self, protocol: &dyn Protocol) -> u64 {
        let dialect = self.dialect(protocol);
        let plays_on = match dialect {
            Some(dialect) => dialect.plays_on(),
            None => protocol.about().dialects.iter().any(|it| it.plays_on()),
        };
        match self.keep_alive && plays_on && !self.restart {
            true => GAMES_OF_A_PROCESS,
            false => 1,
        }
    }
}

/// A player as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// What it is called.
    pub name: String,
    /// What its games depend on.
    pub key: Fingerprint,
}

impl Contestant {
    /// A player that the command line names.
    ///
    /// # Errors
    /// A program that is not there.
    pub fn new(NamedPlayer { name, spec }: &NamedPlayer) -> Result<Self, ArenaError> {
        let name = name.clone();
        let mut printer = Printer::new();
        printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        printer.bytes(spec.to_string().as_bytes());
        if let PlayerSpec::Command(words) = spec {
            printer.value(&fingerprint_of(words)?);
        }
        let key = printer.finish();
        Ok(Self { name, key })
    }
}

/// What a game depends on: the conditions, the players, its number.
fn key(conditions: &Conditions, players: [&Contestant; 2], number: u64) -> Fingerprint {
    let mut printer = Printer::new();
    printer.value(conditions);
    printer.value(&players.map(|player| player.key));
    printer.value(&number);
    printer.finish()
}

/// What a match is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchPlan {
    /// How games are played.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The players, A and B.
    pub players: [Contestant; 2],
    /// How many games.
    pub games: u64,
    /// See [`Match::sprt`](super::matches::Match::sprt).
    pub sprt: Option<Sprt>,
}

/// A piece is a game, or none where it would repeat an earlier one.
impl Work for MatchPlan {
    const NAME: &'static str = "match";
    type Piece = Option<Finished>;

    fn layers(&self) -> &[String] {
        &self.conditions.layers
    }
}

impl MatchPlan {
    /// What the game of that number, from 0, depends on.
    pub fn key(&self, number: u64) -> Fingerprint {
        let [a, b] = &self.players;
        key(&self.conditions, [a, b], number)
    }
}

/// Who could not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfit {
    /// What it is called.
    pub name: String,
    /// What that depends on.
    pub key: Fingerprint,
    /// Why, in plain words.
    pub reason: String,
    /// What the compiler said, if it came to that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Whether the reason is none of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ours: bool,
}

/// What a tournament is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TournamentPlan {
    /// How games are played.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The players; at least two.
    pub players: Vec<Contestant>,
    /// Who could not play.
    pub unfit: Vec<Unfit>,
    /// Games of each pair that meets.
    pub games: u64,
    /// Rounds of a Swiss tournament; without them everybody meets everybody.
    pub swiss: Option<usize>,
    /// Whether the first player meets all others, and nobody else meets anybody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gauntlet: bool,
}

/// A piece is a game.
impl Work for TournamentPlan {
    const NAME: &'static str = "tournament";
    type Piece = Finished;

    fn layers(&self) -> &[String] {
        &self.conditions.layers
    }
}

impl TournamentPlan {
    /// Who meets whom and under what conditions, in a few words.
    pub fn in_words(&self) -> String {
        let plural = |number: u64| if number == 1 { "" } else { "s" };
        let meet = match self.swiss {
            Some(rounds) => format!("Swiss, {rounds} round{}", plural(rounds as u64)),
            None if self.gauntlet => "One against each other".to_owned(),
            None => "Everybody against everybody".to_owned(),
        };
        let (games, seed) = (self.games, self.conditions.seed);
        let seconds = self.conditions.time.as_secs_f64();
        format!(
            "{meet}, {games} game{} a pair, seed {seed}, at most {seconds} s a move.",
            plural(games)
        )
    }

    /// What a game of a pair depends on.
    pub fn key(&self, pair: [usize; 2], number: u64) -> Fingerprint {
        key(
            &self.conditions,
            pair.map(|player| &self.players[player]),
            number,
        )
    }

    /// All pairs that meet, where they do not meet in rounds.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let count = self.players.len();
        let firsts = if self.gauntlet { 1 } else { count };
        (0..firsts).flat_map(move |one| (one + 1..count).map(move |two| [one, two]))
    }

    /// What a pair is called.
    pub fn name_of(&self, pair: [usize; 2]) -> String {
        let [one, two] = pair.map(|player| &*self.players[player].name);
        format!("{one} against {two}")
    }
}
