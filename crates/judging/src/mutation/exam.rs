//! Programs put to the cases of a suite.

use std::time::Duration;

use crate::build::compile::Program;
use crate::fingerprint::{Fingerprint, Printer};
use crate::grade::judge_case::{CaseJudge, LoadedCase};
use crate::record::Outcome;
use crate::verdict::Verdict;

/// What a case makes of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lets the program through.
    Passed,
    /// It catches it: the verdict, and what stands for a wrong output that is whole.
    Caught(Verdict, Option<Fingerprint>),
    /// It was not tried any more.
    Left,
}

/// How often a program may reach a limit of time; it is not tried with more cases then.
pub(super) const TIMEOUTS: usize = 2;

/// How many times the reference's time a mutant may take, and how much more.
const TIMES: u32 = 10;
const MORE: Duration = Duration::from_millis(500);

/// What the cases make of a program.
///
/// # Errors
/// Why it could not be judged, for reasons of ours.
pub fn examine<'a>(
    judge: &CaseJudge<'_>,
    program: &Program,
    cases: impl ExactSizeIterator<Item = &'a LoadedCase>,
) -> Result<Vec<Fate>, String> {
    let mut fates = vec![Fate::Left; cases.len()];
    let mut timeouts = 0;
    for (fate, case) in fates.iter_mut().zip(cases) {
        *fate = match judge.judge(program, case) {
            Outcome::Judged(judgement) if judgement.verdict.is_accepted() => Fate::Passed,
            Outcome::Judged(judgement) => {
                let wrong = judgement.wrong.as_ref().and_then(|wrong| wrong.print);
                let is_late = judgement.verdict == Verdict::TimeLimit;
                Fate::Caught(judgement.verdict, wrong.filter(|_| !is_late))
            }
            Outcome::Fault(fault) => return Err(fault.message),
            Outcome::Skipped => Fate::Left,
        };
        timeouts += usize::from(matches!(fate, Fate::Caught(Verdict::TimeLimit, _)));
        if timeouts == TIMEOUTS {
            break;
        }
    }
    Ok(fates)
}

impl Fate {
    /// What stands for what the program did, where it was caught: the same for programs that did
    /// the same, as far as that is not chance.
    pub fn print(&self) -> Option<u64> {
        let Fate::Caught(verdict, wrong) = self else {
            return None;
        };
        let mut printer = Printer::new();
        printer.bytes(verdict.code().as_bytes());
        printer.value(wrong);
        let bytes = printer.finish().to_string();
        u64::from_str_radix(bytes.get(..16)?, 16).ok()
    }
}

/// A case for mutants of a program that took so much processor time: what goes on for ever is
/// ended soon, and what is slow is not.
#[must_use]
pub fn for_mutants(case: &LoadedCase, took: Duration) -> LoadedCase {
    let mut case = case.clone();
    let limits = &mut case.limits;
    limits.cpu = limits.cpu.min(took.saturating_mul(TIMES) + MORE);
    case
}
