//! What becomes of a case.

use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fmt, io};

use anyhow::anyhow;
use bstr::ByteSlice;
use serde::Serialize;

use super::engine::with_case_options;
use crate::cli::settings::Answering;
use crate::games::recognise_input;
use crate::judge::compare::{Difference, DifferenceKind, compare};
use crate::judge::execute::Execute;
use crate::judge::files::{self, FileError};
use crate::judge::grade::judge_case::verdict;
use crate::judge::run::{self, Ended, Folder, Input, Job, Limits, RunError};
use crate::judge::suite::case::Case;
use crate::judge::verdict::{ExitStatus, Verdict};
use crate::protocol::Protocol;
use crate::report::diff::Diff;

/// How cases are tested.
pub(super) struct Test<'a> {
    /// What answers: a runner of programs, or the built-in engine.
    pub executor: Box<dyn Execute>,
    /// The program, if one is tested.
    pub program: Option<Program>,
    /// The options of the command line.
    pub answering: &'a Answering,
    /// The exit status that is awaited in a case.
    pub awaited: Awaited,
    /// Whether answers become the expected outputs.
    pub bless: bool,
    /// Whether diffs have colour.
    pub colour: bool,
}

/// A program that somebody trusts: it is run where they are, with their environment.
pub(super) struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Wall-clock time that a run may take.
    pub timeout: Duration,
    /// Where it is run.
    pub folder: PathBuf,
}

/// Why there is no answer.
enum Trouble {
    /// This case cannot be answered, others perhaps can.
    Case(anyhow::Error),
    /// No case can be answered.
    All(anyhow::Error),
}

impl From<FileError> for Trouble {
    fn from(error: FileError) -> Self {
        Trouble::Case(error.into())
    }
}

/// The exit statuses that are awaited.
#[derive(Default)]
pub(super) struct Awaited {
    /// In all cases, if the command line says so.
    pub everywhere: Option<ExitStatus>,
    /// In those of suites that say so, by their inputs.
    pub suites: HashMap<PathBuf, ExitStatus>,
}

impl Awaited {
    fn of(&self, case: &Case) -> ExitStatus {
        let of_suite = || self.suites.get(&case.input).copied();
        self.everywhere.or_else(of_suite).unwrap_or_default()
    }
}

/// What became of a case.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub(super) enum Outcome {
    /// The answer is right.
    Passed {
        /// The exit status.
        exit_status: i32,
    },
    /// The answer is wrong.
    Failed(Failure),
    /// The answer was written to the file with the expected output.
    Blessed {
        /// What that did to the file.
        change: Change,
    },
    /// There was no answer, or nothing to compare it with.
    Error {
        /// Why.
        message: String,
    },
}

/// A wrong answer.
#[derive(Serialize)]
pub(super) struct Failure {
    /// The judgement.
    pub verdict: Verdict,
    /// The exit status; none when the program did not end by itself.
    pub exit_status: Option<i32>,
    /// Where the output differs; none when it was right, but the program ended badly.
    pub difference: Option<Difference>,
    /// Where that is, in one sentence.
    pub place: Option<String>,
    /// The differing lines; empty when they say nothing.
    pub diff: String,
    /// What the program wrote to standard error.
    pub stderr: String,
}

/// What became of a file with the expected output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// It did not exist before.
    New,
    /// It was overwritten with something else.
    Changed,
    /// It already held the answer.
    Unchanged,
}

impl Change {
    /// In one word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Changed => "changed",
            Change::Unchanged => "unchanged",
        }
    }
}

impl Program {
    fn job(&self, allowed: u64) -> Job {
        let mut job = Job::new(&self.words);
        job.env = env::vars_os().collect();
        (job.program, job.folder) = (Some(self.folder.clone()), Folder::Program);
        job.limits = Limits {
            cpu: UNLIMITED,
            wall: self.timeout,
            memory: u64::MAX,
            output: allowed,
            stderr: ERRORS_KEPT,
            processes: u32::MAX,
            file_size: u64::MAX,
            disk: u64::MAX,
            open_files: u32::MAX,
        };
        job
    }
}

/// More processor time than any clock lets a program have.
const UNLIMITED: Duration = Duration::from_secs(1 << 30);

/// How much of standard error is kept, in bytes.
const ERRORS_KEPT: usize = 8 << 10;

/// Output that is always read, in bytes; more only if more is expected.
const OUTPUT: usize = 8 << 20;

impl Test<'_> {
    /// Tests one case.
    ///
    /// # Errors
    /// What keeps all other cases from being tested as well.
    pub(super) fn run(&self, case: &Case) -> anyhow::Result<Outcome> {
        match self.judge(case) {
            Ok(outcome) => Ok(outcome),
            Err(Trouble::Case(error)) => Ok(Outcome::Error {
                message: format!("{error:#}"),
            }),
            Err(Trouble::All(error)) => Err(error),
        }
    }

    fn judge(&self, case: &Case) -> Result<Outcome, Trouble> {
        let expected = case.read_expected()?;
        if expected.is_none() && !self.bless {
            let missing = case.expected_path();
            let missing = missing.display();
            return Err(Trouble::Case(anyhow!(
                "no expected output: {missing} does not exist (--bless writes it)"
            )));
        }
        let input = case.read_input()?;
        let allowed = OUTPUT.max(10 * expected.as_ref().map_or(0, Vec::len));
        let (run, output) = self.answer(case, allowed as u64)?;
        let awaited = self.awaited.of(case);
        if self.bless && awaited.is_met_by(run.ended) {
            let change = bless(case, expected.as_deref(), &output);
            return change
                .map(|change| Outcome::Blessed { change })
                .map_err(Trouble::Case);
        }
        let expects = expected.as_ref();
        let difference = expects.and_then(|expected| compare(expected, &output, &[]));
        let exit_status = match run.ended {
            Ended::Exited(status) => Some(status),
            _ => None,
        };
        let verdict = verdict(run.ended, awaited, difference.map(|it| it.kind));
        if let (Verdict::Accepted, Some(exit_status)) = (verdict, exit_status) {
            return Ok(Outcome::Passed { exit_status });
        }
        let expected = expected.unwrap_or_default();
        Ok(Outcome::Failed(Failure {
            verdict,
            exit_status,
            difference,
            place: difference.map(|difference| {
                place(difference, self.protocol(case, &input), &input, &expected)
            }),
            diff: match difference {
                Some(difference) if tells(difference, verdict) => self.diff(&expected, &output),
                _ => String::new(),
            },
            stderr: String::from_utf8_lossy(&run.stderr).into_owned(),
        }))
    }

    /// How a run with a case went, and all that it printed.
    fn answer(&self, case: &Case, allowed: u64) -> Result<(run::Outcome, Vec<u8>), Trouble> {
        let mut job = match &self.program {
            Some(program) => program.job(allowed),
            None => Job::new(
                ["plyjudge"]
                    .into_iter()
                    .chain(case.args.iter().map(String::as_str)),
            ),
        };
        job.stdin = Input::File(case.input.clone());
        let mut output = Vec::new();
        let outcome = self.executor.stream(&job, &mut |bytes| {
            output.extend_from_slice(bytes);
            ControlFlow::Continue(())
        });
        let name = job.argv[0].display();
        match outcome {
            Ok(run) => match run.ended {
                Ended::NotStarted(errno) => {
                    let error = io::Error::from_raw_os_error(errno);
                    Err(Trouble::All(anyhow!("{name}: cannot run: {error}")))
                }
                _ => Ok((run, output)),
            },
            Err(RunError::Job(message)) => Err(Trouble::Case(anyhow!(message))),
            Err(RunError::File { path, source }) => {
                let path = path.display();
                Err(Trouble::Case(anyhow!("{path}: cannot read: {source}")))
            }
            Err(error) => Err(Trouble::All(anyhow!(
                "{name}: cannot follow the run: {error}"
            ))),
        }
    }

    /// The case's protocol, when it is known.
    fn protocol(&self, case: &Case, input: &[u8]) -> Option<&'static dyn Protocol> {
        let args: Vec<OsString> = case.args.iter().map(Into::into).collect();
        let own = || with_case_options(self.answering, &case.input, &args).ok();
        let answering = match self.program {
            Some(_) => self.answering.clone(),
            None => own()?,
        };
        let recognised = || recognise_input(input.to_str().ok()?).ok();
        answering.game.or_else(recognised)
    }

    fn diff(&self, expected: &[u8], actual: &[u8]) -> String {
        let mut text = Vec::new();
        let colour = self.colour;
        let diff = Diff {
            colour,
            ..Diff::new(expected, actual)
        };
        diff.write(&mut text).expect("a vector can be written to");
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Whether a diff says more than the verdict and the place: of a program that was stopped
/// one need not list all that is missing.
fn tells(difference: Difference, verdict: Verdict) -> bool {
    matches!(verdict, Verdict::WrongAnswer { .. }) || difference.kind != DifferenceKind::EndsEarly
}

/// Where a difference is, in one sentence, in the protocol's terms if it is known.
fn place(
    difference: Difference,
    protocol: Option<&'static dyn Protocol>,
    input: &[u8],
    expected: &[u8],
) -> String {
    let Difference { line, kind, .. } = difference;
    if expected.is_empty() {
        return "Output where none is expected.".to_owned();
    }
    if line == expected.lines().count() {
        return format!("Extra output after line {line}, the last one expected.");
    }
    let part = protocol.and_then(|protocol| {
        let (input, expected) = (input.to_str().ok()?, expected.to_str().ok()?);
        protocol.locate(input, expected, line)
    });
    let number = line + 1;
    let words = match kind {
        DifferenceKind::EndsEarly => format!("Ends early at line {number}"),
        _ => format!("First difference in line {number}"),
    };
    match part {
        Some(part) => format!("{words}: {part}."),
        None => format!("{words}."),
    }
}

/// Makes an answer the expected output.
fn bless(case: &Case, expected: Option<&[u8]>, answer: &[u8]) -> anyhow::Result<Change> {
    let change = match expected {
        None => Change::New,
        Some(expected) if expected == answer => return Ok(Change::Unchanged),
        Some(_) => Change::Changed,
    };
    let path = case.expected_path();
    files::write(&path, answer)?;
    Ok(change)
}

/// How many cases became what.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    /// Right answers.
    pub passed: usize,
    /// Wrong answers.
    pub failed: usize,
    /// No answers.
    pub errors: usize,
    /// Answers written to new files.
    pub new: usize,
    /// Answers written over others.
    pub changed: usize,
    /// Answers that were written already.
    pub unchanged: usize,
}

impl Tally {
    /// Counts one more case.
    pub(super) fn count(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::Passed { .. } => &mut self.passed,
            Outcome::Failed(_) => &mut self.failed,
            Outcome::Error { .. } => &mut self.errors,
            Outcome::Blessed {
                change: Change::New,
            } => &mut self.new,
            Outcome::Blessed {
                change: Change::Changed,
            } => &mut self.changed,
            Outcome::Blessed {
                change: Change::Unchanged,
            } => &mut self.unchanged,
        } += 1;
    }
}

/// `3 cases: 2 passed, 1 failed`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.passed, "passed"),
            (self.failed, "failed"),
            (self.new, "new"),
            (self.changed, "changed"),
            (self.unchanged, "unchanged"),
            (self.errors, "not judged"),
        ];
        let cases: usize = parts.iter().map(|(count, _)| count).sum();
        write!(f, "{cases} case{}", if cases == 1 { "" } else { "s" })?;
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        for (index, (count, words)) in parts.enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            write!(f, "{mark} {count} {words}")?;
        }
        Ok(())
    }
}
