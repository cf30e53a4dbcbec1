//! What the commands know of a game: the text that an assignment's program reads and prints, its
//! matches, and the inputs that try it.
//!
//! - [`assignment`]: a game as its author writes it; everything else is derived
//! - [`explain`]: decisions explained
//! - [`state`]: a game under way, as players and a referee see it
//! - [`source`]: where inputs come from that try programs
//!
//! A game is an [`assignment::Assignment`] where an input is a list of questions that stand for
//! themselves; one whose program talks otherwise is a [`Protocol`] itself. The games there are
//! are listed in `games.rs`, which this knows nothing of.

pub mod assignment;
pub mod explain;
pub mod source;
pub mod state;

use std::any::Any;
use std::fmt;
use std::io::{self, Write};

use crate::draw::Picture;
use crate::options::{OptionError, OptionInfo, Record};
pub use crate::search::pvs::Resources;
use crate::search::tree::Limits;
use crate::text::{Problem, quote, unmarked};
use explain::{Explanation, LookError, Search};
use source::Source;
use state::{Dialect, GameState, LoadError, Report, Talk};

/// How a protocol is to be answered: everything the command line can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `NAME=VALUE` pairs, applied in order to the protocol's options.
    pub rules: Vec<(String, String)>,
    /// Search depth in place of the protocol's own.
    pub depth: Option<u32>,
    /// Output format, for a protocol that has several.
    pub format: Option<String>,
    /// Which engine answers.
    pub engine: Engine,
    /// What a fast engine may use.
    pub resources: Resources,
}

crate::choice! {
    /// Which engine answers.
    pub enum Engine {
        /// The reference: every node visited as the spec describes it.
        Plain = "plain",
        /// The fast engine where its answer is the plain one's, else the plain engine.
        Fast = "fast",
    }
}

/// Why settings do not fit a protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A rule's name or value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A format that the protocol does not have.
    #[error("format '{found}': {expected}")]
    Format {
        /// The format asked for.
        found: String,
        /// What the protocol offers.
        expected: String,
    },
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            depth: None,
            format: None,
            engine: Engine::Fast,
            resources: Resources::default(),
        }
    }
}

impl Settings {
    /// The rules and text records that these settings make of the defaults.
    ///
    /// # Errors
    /// A rule that neither record has, or a value that its rule does not take.
    pub fn records<R: Record, T: Record>(&self) -> Result<(R, T), OptionError> {
        let (mut rules, mut text) = (R::default(), T::default());
        for (name, value) in &self.rules {
            // Names once had underscores.
            let name = name.replace('_', "-");
            rules
                .try_set(&name, value)
                .or_else(|| text.try_set(&name, value))
                .unwrap_or_else(|| Err(OptionError::name(&name, &options::<R, T>())))?;
        }
        Ok((rules, text))
    }

    /// The records, with the depth applied to those of these options that there are.
    ///
    /// # Errors
    /// As [`Settings::records`].
    pub fn records_with_depth<R: Record, T: Record>(
        &self,
        names: &[&str],
    ) -> Result<(R, T), SettingsError> {
        let mut settings = self.clone();
        if let Some(depth) = self.depth {
            let known = options::<R, T>().into_iter().map(|option| option.name);
            let known = known.filter(|name| names.contains(name));
            let set = known.map(|name| (name.to_owned(), depth.to_string()));
            settings.rules.extend(set);
        }
        Ok(settings.records()?)
    }

    /// The format asked for, or the first of those there are.
    ///
    /// # Errors
    /// A format that is none of `formats`.
    pub(crate) fn format_among(
        &self,
        formats: &[&'static str],
    ) -> Result<&'static str, SettingsError> {
        let first = formats.first().copied().unwrap_or_default();
        let Some(wanted) = &self.format else {
            return Ok(first);
        };
        let known = formats.iter().find(|format| *format == wanted).copied();
        known.ok_or_else(|| SettingsError::Format {
            found: wanted.clone(),
            expected: match formats {
                [] => "this protocol has one format only".to_owned(),
                _ => format!("expected one of: {}", formats.join(", ")),
            },
        })
    }
}

/// The options of a rules record and a text record.
pub(crate) fn options<R: Record, T: Record>() -> Vec<OptionInfo> {
    let mut all = R::options();
    all.extend(T::options());
    all
}

/// Why a session could not go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The input is not what the protocol defines.
    #[error(transparent)]
    Input(#[from] Problem),
    /// The answer could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Whether a session wants more lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More lines are welcome.
    Continue,
    /// The protocol's end is reached; what follows is ignored.
    Stop,
}

/// One conversation: lines in, answers out.
pub trait Session: Send + Sync {
    /// Another conversation that goes on from here on its own.
    fn fork(&self) -> Box<dyn Session>;

    /// Writes what comes before the first line.
    fn begin(&mut self, _out: &mut dyn Write) -> Result<(), SessionError> {
        Ok(())
    }

    /// Takes one meaningful line (trimmed, not blank) and writes its answer.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError>;

    /// Takes the end of the input.
    fn end(&mut self, _out: &mut dyn Write) -> Result<(), SessionError> {
        Ok(())
    }

    /// Where it stands, for programs that answer as another one does; none where nothing is known
    /// of that.
    fn standing(&self) -> Option<&dyn Standing> {
        None
    }
}

/// A program in a conversation, and where that stands. Many wrong programs differ from the right
/// one in nothing that most lines meet: they need not answer those, but are taken to have.
pub trait Standing: Any + Send + Sync {
    /// The same, kept for others to follow; it is asked for its standing alone.
    fn kept(&self) -> Box<dyn Session>;

    /// Whether this program, had it stood where the other one did, which is a kept one, would have
    /// answered the last line (or begun, or ended) as that one did, and would stand there now. What is
    /// not clear at once is denied.
    fn would_follow(&self, other: &dyn Standing) -> bool;

    /// Whether both stand at the same place, whatever each would do next.
    fn stands_with(&self, other: &dyn Standing) -> bool;

    /// This program where the other one stands; none when that is another game's.
    fn at(&self, other: &dyn Standing) -> Option<Box<dyn Session>>;
}

/// What is fixed about a game: what it is called, what its program reads, how it is played.
#[derive(Clone, Copy)]
pub struct About {
    /// Name on the command line.
    pub name: &'static str,
    /// One line about what it is.
    pub title: &'static str,
    /// How its input is recognised, for people.
    pub looks_like: &'static str,
    /// What an input asks for, several and one: `("maps", "map")`.
    pub questions: (&'static str, &'static str),
    /// What is chosen: `pit`.
    pub choice: &'static str,
    /// In which order moves are tried, in words.
    pub order: &'static str,
    /// How its program searches. Expectiminimax is for games in which chance decides after the
    /// start, and for no other.
    pub search: Search,
    /// Output formats, the default first; empty when there is only one.
    pub formats: &'static [&'static str],
    /// The line that ends every input made for programs, where real ones need one to end; it
    /// changes no answer.
    pub closing_line: Option<&'static str>,
    /// Options whose values change an answer only beside another mistake: alone nobody can catch
    /// them.
    pub pair_options: &'static [&'static str],
    /// Options with so many values that they are not tried in pairs with all others.
    pub single_options: &'static [&'static str],
    /// What the players are called: the first, who moves first wherever nothing else is said,
    /// and the second.
    pub players: [&'static str; 2],
    /// What a move looks like, for people.
    pub move_help: &'static str,
    /// What else there is to know of moves, for people: lines that are all ended.
    pub move_notes: &'static str,
    /// What a program's reply to a request has to be.
    pub reply: &'static str,
    /// The hardest level for people and the usual one. Level 0 is random play, each other one
    /// the depth of the search.
    pub levels: (u32, u32),
    /// How programs are spoken to, unless something else is asked for.
    pub talk: Talk,
    /// How programs write requests and replies, where they do not all do it alike: first as the
    /// table does.
    pub dialects: &'static [&'static dyn Dialect],
    /// What a program that stays is told when the game is over.
    pub farewell: Option<&'static str>,
    /// How many random plies make the openings differ between two players who never vary.
    pub opening: u32,
    /// Plies after which a game is a draw, for a game that need not end.
    pub longest: Option<u32>,
    /// How many moves of a new game set it up.
    pub setup_moves: u32,
    /// Whether the second player may make the first move, see [`GameState::let_second_begin`].
    pub second_may_begin: bool,
    /// The report of a match that an assignment prescribes, if one does.
    pub report: Option<&'static dyn Report>,
}

impl About {
    /// A game of that name, described in one line; all else is as most games have it.
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            looks_like: "a position",
            questions: ("lines", "line"),
            choice: "move",
            order: "as the rules list them",
            search: Search::Minimax,
            formats: &[],
            closing_line: None,
            pair_options: &[],
            single_options: &[],
            players: ["player 1", "player 2"],
            move_help: "a move",
            move_notes: "",
            reply: "a move",
            levels: (9, 3),
            talk: Talk::Once,
            dialects: &[],
            farewell: None,
            opening: 2,
            longest: None,
            setup_moves: 0,
            second_may_begin: false,
            report: None,
        }
    }

    /// Whether chance decides anything after the start.
    pub fn has_chance(&self) -> bool {
        self.search == Search::Expectiminimax
    }
}

/// A game as the commands see it.
pub trait Protocol: Sync {
    /// What is fixed about it.
    fn about(&self) -> &'static About;

    /// Name on the command line.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// Whether an input whose first meaningful line is `line` is of this protocol.
    fn recognises(&self, line: &str) -> bool;

    /// Every rule option, in the order to show.
    fn options(&self) -> Vec<OptionInfo>;

    /// Names of the options that change no byte of any answer under these settings.
    fn silent_options(&self, _settings: &Settings) -> &'static [&'static str] {
        &[]
    }

    /// Starts a conversation.
    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError>;

    /// Leaves of the tree of all lines of `plies` moves from a position, the game's initial
    /// one if none is given.
    ///
    /// # Errors
    /// A position that is none, or settings that do not fit.
    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PositionError>;

    /// Solves a position exactly: the value under best play to the end, and a best move.
    ///
    /// # Errors
    /// A position that is none, settings that do not fit, a game that has no solver, or a
    /// limit reached first.
    fn solve(
        &self,
        _settings: &Settings,
        _position: Option<&str>,
        _limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        Err(PositionError::Unsupported(self.name()))
    }

    /// Says in the protocol's terms which part of the answer to `input` the line of the
    /// expected `output` with index `line` is, e.g. `action #3, BLACK F5-H3: board row 5`.
    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String>;

    /// The same for every line of the output.
    fn locate_each(&self, input: &str, output: &str) -> Vec<Option<String>> {
        let lines = 0..output.lines().count();
        lines.map(|line| self.locate(input, output, line)).collect()
    }

    /// The position that an input leads to: after its actions, the computed ones included,
    /// or of its last line.
    ///
    /// # Errors
    /// Settings that do not fit, a line that is not defined, or an input without a position.
    fn position(&self, settings: &Settings, input: &str) -> Result<Picture, LookError>;

    /// The position that the line of an `output` with index `line` shows or leads to; none
    /// where it has nothing to do with a position. The output may be anybody's.
    fn shown(&self, settings: &Settings, input: &str, output: &str, line: usize)
    -> Option<Picture>;

    /// Which decision of an input the line of its answer with index `line` reports, counted
    /// from 1 as [`Protocol::explain`] does.
    fn decision_at(&self, input: &str, output: &str, line: usize) -> Option<usize>;

    /// Explains the decision number `at` of those that an input asks for, counted from 1;
    /// the first one when no number is given.
    ///
    /// # Errors
    /// Settings that do not fit, a line that is not defined, an input that asks for no such
    /// decision, or a search too large to be kept.
    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: Limits,
    ) -> Result<Explanation, LookError>;

    /// Says in the protocol's terms how a printed line differs from the expected one.
    fn contrast(&self, _settings: &Settings, differing: &Differing<'_>) -> Contrast {
        let place = self.locate(differing.input, differing.expected, differing.line);
        Contrast::of_lines(place, differing)
    }

    /// A table with a new game, under the rules and the depth of the settings.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn game_state(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError>;

    /// The same, with everything set up that players may choose before they play, in the way
    /// that the protocol's own engine has it.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn table_set_up(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        self.game_state(settings)
    }

    /// The positions of a game file, an input of the protocol, from first to last.
    ///
    /// # Errors
    /// Settings that do not fit, or a line that does not, by its number.
    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError>;

    /// Settings under which the built-in engine answers a table's requests with moves.
    fn engine_settings(&self, settings: Settings) -> Settings {
        settings
    }

    /// Where inputs come from that try programs, for the rules that are right.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn source(&self, right: &Settings) -> Result<Box<dyn Source>, SettingsError>;
}

impl fmt::Debug for dyn Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first line that is not as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differing<'a> {
    /// The input.
    pub input: &'a str,
    /// The whole output expected.
    pub expected: &'a str,
    /// The line's index in it; that of the line after it, when more was printed.
    pub line: usize,
    /// What was printed in its place, without its line feed; none when nothing was.
    pub printed: Option<&'a str>,
}

/// How a line differs, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Where: `action #11`.
    pub place: String,
    /// What was expected: `C4-D5 (value 1, first)`.
    pub expected: String,
    /// What was printed.
    pub printed: String,
}

impl Contrast {
    /// The lines themselves; without a place, the line's number.
    pub fn of_lines(place: Option<String>, differing: &Differing<'_>) -> Self {
        let shown = |line: Option<&str>| line.map_or_else(|| "nothing".to_owned(), quote);
        let expected = differing.expected.lines().nth(differing.line);
        Self {
            place: place.unwrap_or_else(|| format!("line {}", differing.line + 1)),
            expected: shown(expected),
            printed: shown(differing.printed),
        }
    }
}

/// With how much work and memory a position may be solved.
pub struct SolveLimits<'a> {
    /// Nodes after which the solver gives up, as each game counts them.
    pub nodes: u64,
    /// Memory of its tables, in MiB.
    pub memory_mib: usize,
    /// Called now and then with a line on how far it is.
    pub progress: &'a mut dyn FnMut(&str),
}

/// An exact solution, in the game's terms: what is printed, a line each, label and value, e.g.
/// `("margin", "8")`.
pub type Solution = Vec<(&'static str, String)>;

/// Why a position was not solved, or its leaves not counted.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The game has no solver.
    #[error("{0} has no solver")]
    Unsupported(&'static str),
    /// The position.
    #[error("position: {0}")]
    Position(Problem),
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A limit was reached first; says which, and how far the solver came.
    #[error("not solved within {0}")]
    Limit(String),
}

impl From<Problem> for PositionError {
    fn from(problem: Problem) -> Self {
        Self::Position(problem)
    }
}

/// A text's meaningful lines: trimmed, without blank ones, numbered from 1.
pub(crate) fn meaningful(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = &text[text.len() - unmarked(text.as_bytes()).len()..];
    (1..)
        .zip(text.lines().map(str::trim_ascii))
        .filter(|(_, line)| !line.is_empty())
}
