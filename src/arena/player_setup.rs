//! Who plays.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use super::ArenaError;
use crate::judge::build::compile::Program;
use crate::judge::grade::setup::program_of;
use crate::judge::run::{Ended, Limits, Runner};
use crate::options::OptionError;
use crate::protocol::{Protocol, Resources, Session, Settings};

/// A player as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// `random`: any legal move, all equally likely.
    Random,
    /// `engine` or `engine:depth=5,rule=value…`: the built-in engine, with a depth and rules
    /// of its own.
    Engine(Vec<(String, String)>),
    /// A command: the program and its arguments.
    Command(Vec<String>),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        if text == "engine" {
            return Ok(Self::Engine(Vec::new()));
        }
        if let Some(options) = text.strip_prefix("engine:") {
            let pair = |option: &str| {
                let (name, value) = option.split_once('=').ok_or_else(|| {
                    format!("found '{option}', expected NAME=VALUE, such as depth=5")
                })?;
                Ok((name.to_owned(), value.to_owned()))
            };
            let options: Result<_, String> = options.split(',').map(pair).collect();
            return Ok(Self::Engine(options?));
        }
        let words = shlex::split(text).unwrap_or_default();
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self::Command(words)),
            _ => Err(format!(
                "found '{text}', expected random, engine, engine:NAME=VALUE,… or a command"
            )),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Engine(options) => {
                let pair = |(name, value): &(String, String)| format!("{name}={value}");
                let options: Vec<_> = options.iter().map(pair).collect();
                match options.is_empty() {
                    true => f.write_str("engine"),
                    false => write!(f, "engine:{}", options.join(",")),
                }
            }
            PlayerSpec::Command(words) => {
                let joined = shlex::try_join(words.iter().map(String::as_str));
                f.write_str(&joined.unwrap_or_else(|_| words.join(" ")))
            }
        }
    }
}

/// A player with what it is called: as the command line writes it, or as
/// `name=NAME PLAYER` says, where `cmd=` may stand before a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlayer {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub spec: PlayerSpec,
}

impl FromStr for NamedPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unnamed = |spec: PlayerSpec| Self {
            name: spec.to_string(),
            spec,
        };
        let words = shlex::split(text).unwrap_or_default();
        let Some(name) = words.first().and_then(|word| word.strip_prefix("name=")) else {
            return text.parse().map(unnamed);
        };
        let Some(first) = words.get(1).filter(|_| !name.is_empty()) else {
            return Err(format!(
                "found '{text}', expected name=NAME and then a player"
            ));
        };
        let first = first.strip_prefix("cmd=").unwrap_or(first);
        let is_built_in = matches!(first, "random" | "engine") || first.starts_with("engine:");
        let spec = match is_built_in && words.len() == 2 {
            true => first.parse()?,
            false => {
                let rest = words[2..].iter().cloned();
                PlayerSpec::Command(std::iter::once(first.to_owned()).chain(rest).collect())
            }
        };
        Ok(Self {
            name: name.to_owned(),
            spec,
        })
    }
}

/// A player that is ready to play any number of games at a time.
#[derive(Clone)]
pub struct PlayerSetup {
    /// What it is called in results.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// What a player is.
#[derive(Clone)]
pub enum Kind {
    /// Any legal move.
    Random,
    /// The built-in engine.
    Engine(Arc<Engine>),
    /// A program.
    Program(Arc<Program>),
}

/// The engine of a protocol under settings that were tried.
pub struct Engine {
    protocol: &'static dyn Protocol,
    settings: Settings,
}

impl Engine {
    /// A conversation that knows nothing of others.
    pub fn start(&self) -> Box<dyn Session> {
        let session = self.protocol.session(&self.settings);
        session.expect("these settings were tried before")
    }
}

/// How long a program may take that is started only to see whether it can be.
const TRIAL: Duration = Duration::from_secs(1);

/// Memory of an engine's state, in MiB: many games are played at the same time.
const HASH_MIB: usize = 16;

impl PlayerSetup {
    /// Makes a player ready for games under these settings.
    ///
    /// # Errors
    /// Options that the engine does not have; a program that is not there.
    pub fn new(
        spec: &PlayerSpec,
        name: String,
        protocol: &'static dyn Protocol,
        settings: &Settings,
    ) -> Result<Self, ArenaError> {
        let kind = match spec {
            PlayerSpec::Random => Kind::Random,
            PlayerSpec::Engine(options) => {
                Kind::Engine(Arc::new(engine(options, protocol, settings)?))
            }
            PlayerSpec::Command(words) => Kind::Program(Arc::new(program_of(words)?)),
        };
        Ok(Self { name, kind })
    }

    /// Starts a program once, without input.
    ///
    /// # Errors
    /// [`ArenaError::NotStarted`] when that cannot be done, and faults of the sandbox.
    pub fn try_to_start(&self, runner: &Runner) -> Result<(), ArenaError> {
        let Kind::Program(program) = &self.kind else {
            return Ok(());
        };
        let limits = Limits {
            cpu: TRIAL,
            wall: TRIAL,
            ..Limits::default()
        };
        let outcome = runner.run(&program.job(&limits))?;
        match outcome.ended {
            Ended::NotStarted(errno) => Err(ArenaError::NotStarted(
                self.name.clone(),
                io::Error::from_raw_os_error(errno),
            )),
            _ => Ok(()),
        }
    }

    /// Whether it plays the same in the same position, every time.
    pub fn never_varies(&self) -> bool {
        matches!(self.kind, Kind::Engine(_))
    }
}

/// The engine under the game's rules and depth, and then its own.
fn engine(
    options: &[(String, String)],
    protocol: &'static dyn Protocol,
    settings: &Settings,
) -> Result<Engine, ArenaError> {
    let mut settings = Settings {
        resources: Resources {
            threads: 1,
            hash_mib: HASH_MIB,
        },
        ..settings.clone()
    };
    for (name, value) in options {
        if name != "depth" {
            settings.rules.push((name.clone(), value.clone()));
            continue;
        }
        let depth = value.parse();
        let depth = depth.map_err(|_| OptionError::value(name, value, "a whole number"))?;
        settings.depth = Some(depth);
    }
    let settings = protocol.engine_settings(settings);
    protocol.session(&settings)?;
    Ok(Engine { protocol, settings })
}
