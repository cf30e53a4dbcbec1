//! What a program prints, with its text put right.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::bench::Bench;
use super::slips::{self, Sample, Slip, Slips, Told};
use super::smaller::answer;
use super::{Observed, sort};
use crate::mistakes::catalogue::Set;
use crate::mistakes::suite::Suite;

/// A program's answers next to the right ones, as a program words them that makes slips.
pub struct Wording<'a> {
    /// The answers.
    pub bench: Bench<'a>,
    /// The slips.
    pub slips: Arc<Slips>,
    /// Wrong cases that are right but for them, the shortest input first.
    pub by_text: Vec<usize>,
}

impl<'a> Wording<'a> {
    /// The answers with the slips of a program put right.
    fn new(
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        bench: &Bench<'_>,
        slips: Slips,
    ) -> Self {
        let slips = Arc::new(slips);
        let put_right = Bench::with_slips(suite, observed, &slips);
        let was_wrong = |case: &usize| {
            let mut wrong = bench.trials[..bench.wrong].iter();
            wrong.any(|trial| trial.case == *case)
        };
        let right = put_right.trials[put_right.wrong..].iter();
        let mut by_text: Vec<usize> = right.map(|trial| trial.case).filter(was_wrong).collect();
        sort(suite, &mut by_text);
        Self {
            bench: put_right,
            slips,
            by_text,
        }
    }

    /// Only what is text for sure; none when that is nothing, or of no use.
    pub fn sure(
        self,
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        bench: &Bench<'_>,
    ) -> Option<Self> {
        let sure = self.slips.sure();
        if sure == *self.slips {
            return Some(self);
        }
        let sure = Self::new(suite, observed, bench, sure);
        (!sure.slips.is_empty() && sure.is_better_than(bench)).then_some(sure)
    }

    /// Whether more is right than without the slips.
    fn is_better_than(&self, bench: &Bench<'_>) -> bool {
        self.bench.wrong < bench.wrong || self.bench.right_lines() > bench.right_lines()
    }
}

/// The ways in which the text may be put right when a program makes these mistakes, those
/// first that leave to the catalogue what it knows; none when text does not differ.
pub fn of<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    bench: &Bench<'_>,
    set: &Set,
) -> Vec<Wording<'a>> {
    let answers = suite.answers(set);
    let mut cases: Vec<usize> = bench.trials[..bench.wrong]
        .iter()
        .map(|trial| trial.case)
        .collect();
    sort(suite, &mut cases);
    let samples = cases.iter().filter_map(|&case| {
        let observed = observed[case].as_ref()?;
        Some(Sample {
            expected: &answers[case],
            printed: &observed.output,
            is_cut: observed.stopped.is_some(),
        })
    });
    let all = Slips::learn(&samples.collect::<Vec<_>>());
    let mut unknown = all.clone();
    for shape in all.shapes() {
        if is_known(suite, &cases, &all, shape) {
            unknown.forget(shape);
        }
    }
    let mut ways = vec![unknown, all];
    ways.dedup();
    let ways = ways.into_iter().filter(|slips| !slips.is_empty());
    let wordings = ways.map(|slips| Wording::new(suite, observed, bench, slips));
    wordings
        .filter(|wording| wording.is_better_than(bench))
        .collect()
}

/// Whether a mistake of the catalogue prints lines of a shape as slips would have it, in the
/// first of some cases in which there are any.
fn is_known(suite: &Suite<'_>, cases: &[usize], slips: &Slips, shape: &[u8]) -> bool {
    let is_of_shape = |line: &&[u8]| slips::shape(line) == shape;
    let of_shape = |case: usize| slips::lines(&suite.right()[case]).filter(is_of_shape);
    let mut cases = cases.iter().copied();
    let Some(case) = cases.find(|case| of_shape(*case).next().is_some()) else {
        return false;
    };
    let right: BTreeSet<&[u8]> = slips::lines(&suite.right()[case]).collect();
    let others = right.iter().filter(|line| !is_of_shape(line)).count();
    let told: BTreeSet<Vec<u8>> = of_shape(case).map(|line| slips.reword(line)).collect();
    let is_missing = told.iter().all(Vec::is_empty);
    let input = &suite.cases()[case].input;
    let singles: Vec<Set> = suite.catalogue().singles().collect();
    singles.par_iter().any(|single| {
        let answer = answer(suite.catalogue(), single, input).unwrap_or_default();
        let printed: BTreeSet<&[u8]> = slips::lines(&answer).collect();
        match is_missing {
            // All other lines, and nothing else.
            true => printed.len() == others && printed.is_subset(&right),
            false => told
                .iter()
                .any(|line| printed.contains(&**line) && !right.contains(&**line)),
        }
    })
}

/// The slips of a program that makes these mistakes, with their first places.
pub fn told(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    slips: &Slips,
    set: &Set,
    cases: &[usize],
) -> Vec<Slip> {
    if slips.is_empty() {
        return Vec::new();
    }
    let answers = suite.answers(set);
    let texts = cases.iter().filter_map(|&case| {
        let observed = observed[case].as_ref()?;
        Some(Told {
            case,
            plain: &answers[case],
            printed: &observed.output,
        })
    });
    slips.told(&texts.collect::<Vec<_>>())
}
