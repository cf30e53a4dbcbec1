//! Asking somebody who knows more than the judge about each submission that fails: it gets what
//! the program printed, may run it again, and says what is wrong.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::judge_case::LoadedCase;
use crate::build::compile::Program;
use crate::execute::{Execute, persist};
use crate::fingerprint::Fingerprint;
use crate::journal::diagnosis::Diagnosis;
use plyjudge_runner::run::{Ended, Input, RunError};

/// Whoever can tell what is wrong with a submission.
pub trait Diagnose: Sync {
    /// What a diagnosis depends on besides the submission and the cases.
    fn fingerprint(&self) -> Fingerprint;

    /// Whether programs that are right in all cases are to be looked at as well.
    fn asks_of_right(&self) -> bool {
        false
    }

    /// Does beforehand what needs no submission, until it is done or `stop` is set. It may be called
    /// beside the first compilations; no diagnosis depends on it.
    fn prepare(&self, _stop: &AtomicBool) {}

    /// Options with which most programs are asked for once more, see [`Failing::compiled_with`]; none
    /// where that is seldom so. What is compiled so beforehand, where a core is free, saves time.
    fn usual_options(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Says what is wrong.
    fn diagnose(&self, submission: &Failing<'_>) -> Diagnosis;
}

/// A submission to be diagnosed.
pub struct Failing<'a> {
    /// What it did with each case; none where that is not known.
    pub answers: Vec<Option<Answer>>,
    pub(crate) program: &'a Program,
    pub(crate) executor: &'a dyn Execute,
    pub(crate) loaded: &'a [LoadedCase],
    pub(crate) compile: &'a Recompile<'a>,
    /// How many threads there are for it.
    pub(crate) threads: usize,
}

/// What came of compiling a submission once more with further options: none where nothing of it is
/// compiled by a call of ours that takes them, what the compiler says where it fails; no program
/// where it was compiled with these options in the first place.
pub type Compiled = Option<Result<Option<Program>, String>>;

/// Compiles a submission once more with further options, see [`Failing::compiled_with`].
pub type Recompile<'a> = dyn Fn(&[&str]) -> Compiled + Sync + 'a;

/// What a program did with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It printed what is expected, and ended well.
    Right,
    /// Anything else.
    Other(Printed),
}

/// What a run printed, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The output, as far as it was read.
    pub output: Vec<u8>,
    /// How the run ended; [`Ended::Stopped`] when far more came than is expected.
    pub ended: Ended,
    /// What it wrote to standard error, as far as it was kept.
    pub complaints: Vec<u8>,
}

impl Failing<'_> {
    /// Runs the program with another input, under the limits of a case, where so many bytes of output
    /// are expected.
    ///
    /// # Errors
    /// When that fails because of a fault on plyjudge's side.
    pub fn run_expecting(
        &self,
        case: usize,
        input: &[u8],
        expected: usize,
    ) -> Result<Printed, RunError> {
        let input = Input::Bytes(input.into());
        let case = &self.loaded[case];
        run(self.executor, self.program, case, input, expected)
    }

    /// The program compiled once more with further options, contained as ever.
    pub fn compiled_with(&self, options: &[&str]) -> Compiled {
        (self.compile)(options)
    }

    /// Whether more can be done beside what is done anyway, without keeping others waiting.
    pub fn has_free_core(&self) -> bool {
        self.threads > 1
    }

    /// The program as it was submitted.
    pub fn program(&self) -> &Program {
        self.program
    }

    /// Runs such a program with another input; it may take a few times what the limits of a
    /// case allow, as checks of all that it does need that.
    ///
    /// # Errors
    /// When that fails because of a fault on plyjudge's side.
    pub fn run_compiled(
        &self,
        program: &Program,
        case: usize,
        input: &[u8],
        expected: usize,
    ) -> Result<Printed, RunError> {
        const TIMES: u32 = 4;
        let mut case = self.loaded[case].clone();
        let limits = &mut case.limits;
        limits.cpu *= TIMES;
        limits.wall *= TIMES;
        limits.memory = limits.memory.saturating_mul(TIMES.into());
        let input = Input::Bytes(input.into());
        run(self.executor, program, &case, input, expected)
    }
}

/// Runs a program with a case and keeps its output.
///
/// # Errors
/// When that fails because of a fault on plyjudge's side.
pub(crate) fn printed(
    executor: &dyn Execute,
    program: &Program,
    case: &LoadedCase,
) -> Result<Printed, RunError> {
    let expected = case.expected.bytes()?.len();
    run(executor, program, case, case.input.input()?, expected)
}

/// The same with another input, where about so many bytes of output are expected.
///
/// # Errors
/// When that fails because of a fault on plyjudge's side.
pub(crate) fn run(
    executor: &dyn Execute,
    program: &Program,
    case: &LoadedCase,
    input: Input,
    expected: usize,
) -> Result<Printed, RunError> {
    // How many bytes are read when so many are expected.
    let room = (64 << 10) + 4 * expected;
    persist(|| {
        let (mut job, _laid_out) = program.job_with(&case.limits, &case.files)?;
        job.argv.extend(case.args.iter().map(Into::into));
        job.hidden = case.hidden;
        job.stdin = input.clone();
        let mut output = Vec::new();
        let outcome = executor.stream(&job, &mut |bytes| {
            output.extend_from_slice(bytes);
            match output.len() > room {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        Ok(Printed {
            output,
            ended: outcome.ended,
            complaints: outcome.stderr,
        })
    })
}
