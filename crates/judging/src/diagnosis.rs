//! What is wrong with a submission, as somebody found out who knows more than the judge.
//!
//! The judge knows no game. Who does can be asked about each submission that fails: it gets
//! what the program printed, may run it again, and answers with text and lists that reports
//! show as they are.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::compile::Program;
use super::execute::{Execute, persist};
use super::fingerprint::Fingerprint;
use super::record::Text;
use super::trial::Question;
use plyjudge_runner::run::{Ended, Input, Limits, RunError};

/// What is wrong with a submission. Cases are named by their index in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// How sure it is.
    pub certainty: Certainty,
    /// What is wrong, in a few sentences for the one who wrote the program. Nothing of any
    /// case is quoted.
    pub summary: String,
    /// The mistakes, as few as possible.
    pub mistakes: Vec<Mistake>,
    /// Other sets of mistakes with the same outputs on every case.
    pub equivalents: Vec<Vec<Mistake>>,
    /// Other sets of mistakes that fit as well, with other outputs.
    pub rivals: Vec<Vec<Mistake>>,
    /// What the program does against the rules of its language, whatever those of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Cases with wrong outputs.
    pub wrong: Vec<usize>,
    /// Those whose outputs are exactly as the mistakes have it.
    pub explained: Vec<usize>,
    /// Cases that are right where the mistakes would have them wrong.
    pub contradicted: Vec<usize>,
    /// Cases whose output is right as far as it goes, but that did not end as they should.
    pub stopped: Vec<usize>,
    /// Where it shows, the shortest case first. This quotes inputs and outputs.
    pub evidence: Vec<Evidence>,
    /// How the program's text differs from the right one, each way once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
    /// Wrong cases in which nothing but that is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_text: Vec<usize>,
    /// A smaller input that the program still fails, when one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shrunk: Option<Shrunk>,
    /// Inputs made for it, of those that it was run with besides the cases. They are named by
    /// the indices that follow those of the plan; the case in each only gave the limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Shrunk>,
    /// What came of tests with fresh inputs, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested: Option<Tested>,
}

/// What came of tests of a diagnosis with inputs that it was not found by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// How often the program was run with inputs made for it, in all.
    pub runs: usize,
    /// On how many fresh inputs what was found was tested.
    pub fresh: usize,
    /// On how many of them the program is right.
    pub right: usize,
    /// On how many it does exactly what was found, right or not.
    pub explained: usize,
    /// The others, by kind.
    pub rest: Vec<Rest>,
}

/// Fresh inputs of a kind that are not explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// What happens.
    pub kind: RestKind,
    /// On how many.
    pub inputs: usize,
    /// The shortest of them, an input made.
    pub example: usize,
}

/// What happens on an input that is not explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestKind {
    /// The program crashes.
    Crash,
    /// A limit ends it.
    Endless,
    /// Only white space differs.
    Blanks,
    /// Something else is printed.
    Unexplained,
}

/// How sure a diagnosis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// Nothing is wrong.
    Right,
    /// The mistakes give exactly what was printed on every case.
    Exact,
    /// The mistakes give what was printed on some cases.
    Partial,
    /// Only white space is wrong.
    Blanks,
    /// Only text is wrong: what is printed for each line is right but for its wording.
    Text,
    /// It does not do the same each time, so that nothing can be said of it.
    Unstable,
    /// What was printed is right, but the program does not always end as it should.
    Stopped,
    /// What it does hangs on faults of its language, so that no rule can be blamed.
    Language,
    /// No known mistake fits.
    Unknown,
    /// It could not be found out, for reasons of ours.
    Fault,
}

/// A mistake of the assignment's catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// Its name.
    pub name: String,
    /// What a program with it does.
    pub meaning: String,
    /// The shortest case that shows it, and the shortest that everybody may see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// A fault of language: memory that is read but was never set, or that is not the program's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What the program does, a sentence without its subject and its full stop.
    pub text: String,
    /// The first case tried that shows it.
    pub case: usize,
}

/// A place that shows something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The case.
    pub case: usize,
    /// What it shows, a sentence without its full stop.
    pub text: String,
}

/// A way in which text differs, with the first place where it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// What it is.
    pub kind: SlipKind,
    /// The text expected; empty when there is none.
    pub expected: String,
    /// What is printed for it; empty when nothing is.
    pub printed: String,
    /// Where it is so, in words; empty when it is so wherever the text is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub context: String,
    /// The line of input that is answered there; empty when the text answers none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub input: String,
    /// In how many places.
    pub places: usize,
    /// The case of the first place.
    pub case: usize,
    /// The line there, counted from 1 in what was printed.
    pub line: usize,
    /// That line as it was printed; empty when it was not.
    pub whole: String,
}

/// What a difference in text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlipKind {
    /// Something is printed otherwise.
    Changed,
    /// A line is missing.
    Missing,
    /// A line is too much.
    Extra,
    /// A line is in another place.
    Moved,
    /// Something is printed in front of a line.
    Prefix,
    /// The lines before are printed again.
    Repeat,
}

/// A smaller input that still shows that a program is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrunk {
    /// The case that it was made from.
    pub case: usize,
    /// The input.
    pub input: Text,
    /// The right answer to it.
    pub expected: Text,
    /// What the program prints.
    pub printed: Text,
}

impl Diagnosis {
    /// A diagnosis that only says so much.
    pub fn plain(certainty: Certainty, summary: String) -> Self {
        Self {
            certainty,
            summary,
            mistakes: Vec::new(),
            equivalents: Vec::new(),
            rivals: Vec::new(),
            faults: Vec::new(),
            wrong: Vec::new(),
            explained: Vec::new(),
            contradicted: Vec::new(),
            stopped: Vec::new(),
            evidence: Vec::new(),
            slips: Vec::new(),
            by_text: Vec::new(),
            shrunk: None,
            made: Vec::new(),
            tested: None,
        }
    }
}

/// Whoever can tell what is wrong with a submission.
pub trait Diagnose: Sync {
    /// What a diagnosis depends on besides the submission and the cases.
    fn fingerprint(&self) -> Fingerprint;

    /// Whether programs that are right in all cases are to be looked at as well.
    fn asks_of_right(&self) -> bool {
        false
    }

    /// Says what is wrong.
    fn diagnose(&self, patient: &Patient<'_>) -> Diagnosis;
}

/// A submission to be diagnosed.
pub struct Patient<'a> {
    /// What it did with each case; none where that is not known.
    pub answers: Vec<Option<Answer>>,
    pub(super) program: &'a Program,
    pub(super) executor: &'a dyn Execute,
    pub(super) questions: &'a [Question],
    pub(super) compile: &'a Recompile<'a>,
}

/// Compiles a submission once more with further options, see [`Patient::compiled_with`].
pub type Recompile<'a> = dyn Fn(&[&str]) -> Option<Result<Program, String>> + Sync + 'a;

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

/// How many bytes are read when so many are expected.
fn room(expected: usize) -> usize {
    (64 << 10) + 4 * expected
}

impl Patient<'_> {
    /// Runs the program with another input, under the limits of a case.
    ///
    /// # Errors
    /// When that fails for reasons of ours.
    pub fn run(&self, case: usize, input: &[u8]) -> Result<Printed, RunError> {
        let expected = self.questions[case].expected.bytes()?.len();
        self.run_expecting(case, input, expected)
    }

    /// The same, where so many bytes of output are expected.
    ///
    /// # Errors
    /// When that fails for reasons of ours.
    pub fn run_expecting(
        &self,
        case: usize,
        input: &[u8],
        expected: usize,
    ) -> Result<Printed, RunError> {
        let limits = &self.questions[case].limits;
        let input = Input::Bytes(input.into());
        run(
            self.executor,
            self.program,
            (self.hidden(case), limits, &self.questions[case].args),
            input,
            expected,
        )
    }

    /// The program compiled once more with further options, contained as ever. None where it
    /// was not compiled from C or C++ by a call of ours; what the compiler says where it fails.
    pub fn compiled_with(&self, options: &[&str]) -> Option<Result<Program, String>> {
        (self.compile)(options)
    }

    /// Runs such a program with another input; it may take a few times what the limits of a
    /// case allow, as checks of all that it does need that.
    ///
    /// # Errors
    /// When that fails for reasons of ours.
    pub fn run_compiled(
        &self,
        program: &Program,
        case: usize,
        input: &[u8],
        expected: usize,
    ) -> Result<Printed, RunError> {
        const TIMES: u32 = 4;
        let mut limits = self.questions[case].limits.clone();
        limits.cpu *= TIMES;
        limits.wall *= TIMES;
        limits.memory = limits.memory.saturating_mul(TIMES.into());
        let input = Input::Bytes(input.into());
        run(
            self.executor,
            program,
            (self.hidden(case), &limits, &self.questions[case].args),
            input,
            expected,
        )
    }

    fn hidden(&self, case: usize) -> bool {
        self.questions[case].hidden
    }
}

/// Runs a program with a case and keeps its output.
///
/// # Errors
/// When that fails for reasons of ours.
pub(super) fn printed(
    executor: &dyn Execute,
    program: &Program,
    question: &Question,
) -> Result<Printed, RunError> {
    let expected = question.expected.bytes()?.len();
    run(
        executor,
        program,
        (question.hidden, &question.limits, &question.args),
        question.input.input()?,
        expected,
    )
}

fn run(
    executor: &dyn Execute,
    program: &Program,
    (hidden, limits, args): (bool, &Limits, &[String]),
    input: Input,
    expected: usize,
) -> Result<Printed, RunError> {
    let room = room(expected);
    let mut job = program.job(limits);
    job.argv.extend(args.iter().map(Into::into));
    job.hidden = hidden;
    job.stdin = input;
    persist(|| {
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
