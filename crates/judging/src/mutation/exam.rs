//! Programs put to the cases of a suite.

use std::time::Duration;

use super::super::compile::Program;
use super::super::record::Outcome;
use super::super::trial::{Examiner, Question};
use super::super::verdict::Verdict;

/// What a case makes of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lets the program through.
    Passed,
    /// It catches it.
    Caught(Verdict),
    /// It was not tried any more.
    Left,
}

/// How often a program may reach a limit of time; it is not tried with more cases then.
const TIMEOUTS: usize = 2;

/// How many times the reference's time a mutant may take, and how much more.
const TIMES: u32 = 10;
const MORE: Duration = Duration::from_millis(500);

/// What the cases make of a program.
///
/// # Errors
/// Why it could not be judged, for reasons of ours.
pub fn examine(
    examiner: &Examiner<'_>,
    program: &Program,
    questions: &[Question],
) -> Result<Vec<Fate>, String> {
    let mut fates = vec![Fate::Left; questions.len()];
    let mut timeouts = 0;
    for (fate, question) in fates.iter_mut().zip(questions) {
        *fate = match examiner.examine(program, question) {
            Outcome::Judged(judgement) if judgement.verdict.is_accepted() => Fate::Passed,
            Outcome::Judged(judgement) => Fate::Caught(judgement.verdict),
            Outcome::Fault(fault) => return Err(fault.message),
            Outcome::Skipped => Fate::Left,
        };
        timeouts += usize::from(*fate == Fate::Caught(Verdict::TimeLimit));
        if timeouts == TIMEOUTS {
            break;
        }
    }
    Ok(fates)
}

/// A case for mutants of a program that took so much processor time: what goes on for ever is
/// ended soon, and what is slow is not.
#[must_use]
pub fn for_mutants(question: &Question, took: Duration) -> Question {
    let mut question = question.clone();
    let limits = &mut question.limits;
    limits.cpu = limits.cpu.min(took.saturating_mul(TIMES) + MORE);
    question
}
