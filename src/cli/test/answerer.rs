//! Who answers the cases: the built-in engine or a program.

use std::time::Duration;

use anyhow::anyhow;
use bstr::ByteSlice;
use clap::Parser;

use crate::answer::answer;
use crate::cli::settings::Answering;
use crate::games;
use crate::judge::case::{Case, CaseError};
use crate::judge::command::{Allowance, Command, CommandError, Run};
use crate::judge::run::Ended;
use crate::protocol::Protocol;

/// Who answers the cases.
pub enum Answerer {
    /// The built-in engine, with the options of the command line.
    Engine(Box<Answering>),
    /// A program.
    Command {
        /// How it is called.
        command: Command,
        /// How long it may run.
        timeout: Duration,
        /// The protocol, if it is named.
        game: Option<&'static dyn Protocol>,
    },
}

/// Why there is no answer.
pub enum Trouble {
    /// This case cannot be answered, others perhaps can.
    Case(anyhow::Error),
    /// No case can be answered.
    All(anyhow::Error),
}

impl From<CaseError> for Trouble {
    fn from(error: CaseError) -> Self {
        Trouble::Case(error.into())
    }
}

/// An answer to a case.
pub struct Answer {
    /// The run; an engine's always ends with status 0.
    pub run: Run,
    /// The case's protocol, when it is known.
    pub protocol: Option<&'static dyn Protocol>,
}

/// What a case's options file may say.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct CaseOptions {
    #[command(flatten)]
    answering: Answering,
}

impl Answerer {
    /// The built-in engine; `jobs` cases share what it may use.
    pub fn engine(answering: &Answering, jobs: usize) -> Self {
        let mut answering = answering.clone();
        let engine = &mut answering.engine;
        if jobs > 1 && engine.threads == 0 {
            engine.threads = 1;
        }
        engine.hash = (engine.hash / jobs.max(1)).max(1);
        Self::Engine(Box::new(answering))
    }

    /// The answer to a case whose input is `input`. A program may print `output` bytes.
    pub fn answer(&self, case: &Case, input: &[u8], output: usize) -> Result<Answer, Trouble> {
        match self {
            Answerer::Engine(answering) => {
                let answering = with_case_options(answering, case).map_err(Trouble::Case)?;
                answer_by_engine(&answering, case, input).map_err(Trouble::Case)
            }
            Answerer::Command {
                command,
                timeout,
                game,
            } => {
                let allowance = Allowance {
                    time: *timeout,
                    output,
                };
                let run = command.run(&case.input, allowance).map_err(|error| {
                    let of_case = matches!(error, CommandError::Input { .. });
                    let wrap = if of_case { Trouble::Case } else { Trouble::All };
                    wrap(error.into())
                })?;
                let protocol = game.or_else(|| recognise(input));
                Ok(Answer { run, protocol })
            }
        }
    }
}

/// The options of the command line and, where those say nothing, of the case.
fn with_case_options(answering: &Answering, case: &Case) -> anyhow::Result<Answering> {
    let mut answering = answering.clone();
    let CaseOptions { answering: own } =
        CaseOptions::try_parse_from(&case.args).map_err(|error| {
            let message = error.to_string();
            let line = message.lines().next().unwrap_or_default();
            let options = case.input.with_extension("args");
            anyhow!(
                "{}: {}",
                options.display(),
                line.trim_start_matches("error: ")
            )
        })?;
    answering.game = answering.game.or(own.game);
    answering.format = answering.format.or(own.format);
    answering.rules.depth = answering.rules.depth.or(own.rules.depth);
    // Of two values for one rule the last counts.
    answering.rules.rules.splice(0..0, own.rules.rules);
    Ok(answering)
}

fn answer_by_engine(
    answering: &Answering,
    case: &Case,
    mut input: &[u8],
) -> anyhow::Result<Answer> {
    let mut output = Vec::new();
    let protocol = answer(
        &mut input,
        &case.input.display().to_string(),
        answering.protocol(),
        &answering.settings(),
        &mut output,
    )?;
    let run = Run {
        ended: Ended::Exited(0),
        output,
        errors: Vec::new(),
    };
    let protocol = Some(protocol);
    Ok(Answer { run, protocol })
}

/// The protocol of an input's first meaningful line.
fn recognise(input: &[u8]) -> Option<&'static dyn Protocol> {
    let input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let line = input
        .lines()
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty())?;
    games::recognise(line.to_str().ok()?)
}
