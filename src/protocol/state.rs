//! A game under way, as players and the referee see it: moves and requests are text, as the
//! game's protocol writes them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::SettingsError;
use crate::draw::Picture;
use crate::game::Side;
use crate::random::Random;
use crate::text::{Problem, quote};

/// A way in which programs of a game write requests and replies.
pub trait Dialect: Sync {
    /// What it is called on the command line.
    fn name(&self) -> &'static str;

    /// Requests that come before a game's first, each answered with one line that says nothing
    /// about the game; `time` is what a program may plan a game with.
    fn greeting(&self, time: Duration) -> Vec<String>;

    /// Whether programs that stay play game after game, each begun by a game's first request;
    /// else there is a process for each game.
    fn plays_on(&self) -> bool;

    /// A game's request as programs read it.
    fn request(&self, request: &str) -> String;

    /// A reply to a game's request as the game reads it.
    ///
    /// # Errors
    /// A reply that is none in this dialect.
    fn reply(&self, request: &str, reply: &str) -> Result<String, Fault>;
}

/// A report of a match as an assignment has it printed.
pub trait Report: Sync {
    /// The line of a game by its number, from 1, won by A or not, or drawn.
    fn game(&self, number: u64, won: Option<bool>) -> String;

    /// The lines at the end, from how many games A won, drew and lost.
    fn end(&self, wins: u64, draws: u64, losses: u64) -> Vec<String>;
}

/// Why a game file cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A line.
    #[error("line {0}: {1}")]
    Line(usize, Problem),
}

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// It lives as long as the game and answers line by line.
    Stays,
    /// It is started for each move and reads to the end of its input.
    Once,
}

/// A game under way.
pub trait GameState: Send + Sync {
    /// Another state with the same position.
    fn fork(&self) -> Box<dyn GameState>;

    /// Whose turn it is.
    fn turn(&self) -> Side;

    /// How the game ended; none while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves of the player to move, in the game's order. Not to be asked when
    /// chance is to decide.
    fn moves(&self) -> Vec<String>;

    /// One of the legal moves, all equally likely.
    fn random_move(&self, random: &mut Random) -> Option<String> {
        random.pick(&self.moves()).cloned()
    }

    /// Has the second player make the first move. Only for a new state, of a game
    /// whose [`super::About`] says that it may.
    fn let_second_begin(&mut self) {}

    /// Carries a move out.
    ///
    /// # Errors
    /// A move that is not legal; nothing has changed then.
    fn play(&mut self, chosen: &str) -> Result<(), Problem>;

    /// Lets chance decide, if it has to now: what came of it.
    fn draw(&mut self, _random: &mut Random) -> Option<String> {
        None
    }

    /// What the player to move has to do, for people.
    fn task(&self) -> String {
        "to move".to_owned()
    }

    /// What chance has decided for the player to move.
    fn drawn(&self) -> Option<String> {
        None
    }

    /// Has chance decide as it once did.
    ///
    /// # Errors
    /// What cannot come of it.
    fn set_drawn(&mut self, drawn: &str) -> Result<(), Problem> {
        Err(Problem::new(quote(drawn), "a game without chance"))
    }

    /// Lines that the player to move has to be told before the request; none where requests
    /// stand for themselves. A program that stays is told each once, and its own replies not
    /// at all.
    fn history(&self) -> Option<&[String]> {
        None
    }

    /// What the player to move is asked: one or more lines, the last one not ended.
    fn request(&self) -> String;

    /// The move in a reply to the request, which is the whole output of a program that is
    /// started for each move, and one line of a program that stays.
    ///
    /// # Errors
    /// A reply that is none.
    fn read(&self, reply: &str) -> Result<String, Fault>;

    /// Whether a line of a program that stays is its reply, not one that the protocol has it
    /// print besides.
    fn is_reply(&self, _line: &[u8]) -> bool {
        true
    }

    /// The position, whole, on one line: equal exactly when the game goes on equally.
    fn position(&self) -> String;

    /// The lines that stand for this position in a game file; none when there are none for it.
    fn saved(&self) -> Option<String> {
        Some(self.request())
    }

    /// The board for people, lines that are all ended.
    fn picture(&self) -> String;

    /// The board, with the fields of the move that led to it marked.
    fn board(&self) -> Picture;
}

/// How a game ended by its own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why, in a few words.
    pub reason: String,
}

/// What a player did to lose at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    Illegal,
    /// A reply that is no move.
    Malformed,
    /// More output than the reply.
    Chatter,
    /// Nothing, within the time of a move.
    Silent,
    /// A reply that was not complete within the time of a move.
    Late,
    /// No time left for the game.
    OutOfTime,
    /// It ended, by itself or by a signal, when it should have replied.
    Crashed,
    /// It used more memory or files than it may.
    OverLimit,
    /// It could not be started.
    NotStarted,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Illegal => "illegal move",
            FaultKind::Malformed => "malformed reply",
            FaultKind::Chatter => "chatter",
            FaultKind::Silent => "silent",
            FaultKind::Late => "late",
            FaultKind::OutOfTime => "out of time",
            FaultKind::Crashed => "crashed",
            FaultKind::OverLimit => "over a limit",
            FaultKind::NotStarted => "not started",
        })
    }
}

impl FaultKind {
    /// What it means and where to look, for the one who wrote the program.
    pub fn hint(self) -> &'static str {
        match self {
            FaultKind::Illegal => "It chose a move that the rules do not allow there.",
            FaultKind::Malformed => {
                "Its reply could not be read as a move. Is it written exactly as the protocol has it?"
            }
            FaultKind::Chatter => {
                "It printed more than its reply. Is there debugging output left? That belongs on \
                 standard error."
            }
            FaultKind::Silent => {
                "It printed nothing in time. Does it flush its output, and does it wait for more \
                 input than it gets?"
            }
            FaultKind::Late => {
                "Its reply was not complete in time. Does it end the line and flush its output?"
            }
            FaultKind::OutOfTime => "It used up its time for the whole game.",
            FaultKind::Crashed => {
                "It ended when it should have replied. Did it crash, or does it stop after its \
                 first move?"
            }
            FaultKind::OverLimit => "It used more memory or wrote more to files than it may.",
            FaultKind::NotStarted => "It could not be started.",
        }
    }
}

/// A fault and what was seen of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// What was found, and what was expected.
    pub detail: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Self {
        Self {
            kind,
            detail: detail.to_string(),
        }
    }

    /// The same, and what else there is to know of it.
    #[must_use]
    pub fn and(self, more: &str) -> Self {
        Self {
            detail: format!("{} ({more})", self.detail),
            ..self
        }
    }

    /// A reply that is not what was expected.
    pub fn malformed(found: &str, expected: &str) -> Self {
        let problem = Problem::new(quote(found), expected);
        Self::new(FaultKind::Malformed, problem)
    }
}

/// The only line of a reply, without its end.
///
/// # Errors
/// Nothing, or more.
pub(crate) fn only_line<'a>(reply: &'a str, expected: &str) -> Result<&'a str, Fault> {
    let mut lines = reply.lines();
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok(line),
        (None, _) => Err(Fault::malformed("", expected)),
        (Some(_), Some(second)) => {
            let problem = Problem::new(format!("a second line {}", quote(second)), "one line");
            Err(Fault::new(FaultKind::Chatter, problem))
        }
    }
}

/// The `N` whole numbers of a line, with single spaces between them and nothing else.
pub(crate) fn whole_numbers<const N: usize>(line: &str) -> Option<[u8; N]> {
    let mut numbers = [0; N];
    let mut words = line.split(' ');
    for number in &mut numbers {
        let word = words.next()?;
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
        *number = word.parse().ok().filter(|_| is_plain)?;
    }
    words.next().is_none().then_some(numbers)
}
