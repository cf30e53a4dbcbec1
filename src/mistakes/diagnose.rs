//! Diagnosis: which rule a program got wrong.
//!
//! What the program printed is compared with what an engine with each mistake prints, then
//! with each pair, then with larger sets; the smallest set that explains most is named, with
//! the case that shows it best.

mod bench;
mod search;
mod smaller;
mod submission;
mod words;

use super::catalogue::Set;
use super::replay::Reading;
use super::suite::Suite;
use bench::Bench;
use search::{Found, search};

pub use smaller::{Limits, Shrunk, shrunk};
pub use submission::RuleDiagnosis;
pub use words::{evidence, summary};

/// What a program did with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// All that it printed.
    pub output: Vec<u8>,
    /// Why there may be no more of it: a crash, a limit; none when it ended as it should.
    pub stopped: Option<String>,
}

/// What is wrong with a program. Cases are named by their index in the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// Cases with a wrong output, the shortest input first.
    pub wrong: Vec<usize>,
    /// Cases whose output is right as far as it goes, but that did not end as they should.
    pub stopped: Vec<usize>,
    /// Cases that are right.
    pub right: Vec<usize>,
    /// What makes the outputs wrong.
    pub finding: Finding,
}

/// What makes outputs wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing: none is.
    Nothing,
    /// Only white space: everything else is right.
    Blanks,
    /// Mistakes of the catalogue.
    Mistakes(Explanation),
    /// Nothing that is known.
    Unknown,
}

/// Mistakes that explain wrong outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The mistakes, as few as possible.
    pub set: Set,
    /// Other sets, as small, whose answers are the same on every case.
    pub equivalents: Vec<Set>,
    /// Other sets, as small, that fare as well with other answers.
    pub rivals: Vec<Set>,
    /// Whether white space is left out of account.
    pub without_blanks: bool,
    /// Wrong cases whose whole output is as the mistakes have it, the shortest input first.
    pub explained: Vec<usize>,
    /// Wrong cases of which only the first difference is, the shortest input first.
    pub begun: Vec<usize>,
    /// Cases that are right where the mistakes would have them wrong.
    pub contradicted: Vec<usize>,
}

impl Diagnosis {
    /// Whether the mistakes named give exactly what was printed on every case.
    pub fn is_exact(&self) -> bool {
        match &self.finding {
            Finding::Mistakes(found) => {
                found.explained.len() == self.wrong.len()
                    && found.contradicted.is_empty()
                    && !found.without_blanks
            }
            _ => false,
        }
    }
}

/// Finds out what is wrong with a program from what it did with the cases of a suite; none
/// for a case that was not run.
pub fn diagnose(suite: &Suite<'_>, observed: &[Option<Observed>]) -> Diagnosis {
    let bench = Bench::new(suite, observed, Reading::Exact);
    let cases = |places: &[usize]| in_order(&bench, places);
    let (wrong, others): (Vec<usize>, Vec<usize>) =
        (0..bench.trials.len()).partition(|&place| place < bench.wrong);
    let (stopped, right): (Vec<usize>, Vec<usize>) =
        cases(&others).into_iter().partition(|&case| {
            let observed = observed[case].as_ref();
            observed.is_some_and(|observed| observed.stopped.is_some())
        });
    Diagnosis {
        wrong: cases(&wrong),
        stopped,
        right,
        finding: finding(suite, observed, &bench),
    }
}

fn finding(suite: &Suite<'_>, observed: &[Option<Observed>], bench: &Bench<'_>) -> Finding {
    if bench.wrong == 0 {
        return Finding::Nothing;
    }
    let exact = search(bench);
    if let Some(found) = &exact
        && found.is_exact(bench)
    {
        return Finding::Mistakes(explanation(bench, found, false));
    }
    let loose = Bench::new(suite, observed, Reading::WithoutBlanks);
    if loose.wrong == 0 {
        return Finding::Blanks;
    }
    if loose.goes_further_than(bench)
        && let Some(found) = search(&loose)
        && exact
            .as_ref()
            .is_none_or(|exact| exact.marks.points() < found.marks.points())
    {
        return Finding::Mistakes(explanation(&loose, &found, true));
    }
    match exact {
        Some(found) => Finding::Mistakes(explanation(bench, &found, false)),
        None => Finding::Unknown,
    }
}

fn explanation(bench: &Bench<'_>, found: &Found, without_blanks: bool) -> Explanation {
    let marks = &found.marks;
    Explanation {
        set: found.set.clone(),
        equivalents: found.equivalents.clone(),
        rivals: found.rivals.clone(),
        without_blanks,
        explained: in_order(bench, &marks.explained),
        begun: in_order(bench, &marks.begun),
        contradicted: in_order(bench, &marks.contradicted),
    }
}

/// The cases at these places, the shortest input first.
fn in_order(bench: &Bench<'_>, places: &[usize]) -> Vec<usize> {
    let mut cases: Vec<usize> = places
        .iter()
        .map(|&place| bench.trials[place].case)
        .collect();
    cases.sort_by_key(|&case| {
        let input = &bench.suite().cases()[case].input;
        let lines = input.iter().filter(|&&byte| byte == b'\n').count();
        (lines, input.len(), case)
    });
    cases
}
