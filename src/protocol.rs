//! What an assignment's program reads and prints: the [`Protocol`] trait, the one list of
//! protocols, and how a protocol is recognised.

use std::fmt;
use std::io::{self, Write};

use crate::options::{OptionError, OptionInfo};

/// How a protocol is to be answered: everything the command line can change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `NAME=VALUE` pairs, applied in order to the protocol's options.
    pub rules: Vec<(String, String)>,
    /// Search depth in place of the protocol's own.
    pub depth: Option<u32>,
    /// Output format, for a protocol that has several.
    pub format: Option<String>,
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
    /// A depth outside the protocol's range.
    #[error("depth {found}: expected {expected}")]
    Depth {
        /// The depth asked for.
        found: u32,
        /// The protocol's range.
        expected: String,
    },
}

/// What is wrong with a line: what was found and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What stands there, quoted where it is the input's own text.
    pub found: String,
    /// What the protocol defines there.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

/// Why a session could not go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The input is not what the protocol defines.
    #[error("{0}")]
    Input(Problem),
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
pub trait Session {
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
}

/// One assignment's text protocol over one game.
pub trait Protocol: Sync {
    /// Name on the command line.
    fn name(&self) -> &'static str;

    /// One line about what it is.
    fn title(&self) -> &'static str;

    /// How its input is recognised, for people.
    fn looks_like(&self) -> &'static str;

    /// Whether an input whose first meaningful line is `line` is of this protocol.
    fn recognises(&self, line: &str) -> bool;

    /// Every rule option, in the order to show.
    fn options(&self) -> Vec<OptionInfo>;

    /// Output formats, the default first; empty when there is only one.
    fn formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// Starts a conversation.
    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError>;

    /// Says in the protocol's terms which part of the answer to `input` line `line` (from 0)
    /// of the expected `output` is, e.g. `action #3, BLACK F5-H3: board row 5`.
    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String>;
}
