//! What a program prints, with its text put right.

use std::sync::Arc;

use super::bench::Bench;
use super::slips::{self, Sample, Slip, Slips, Told};
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
    for (shape, others) in all.rest_of_each() {
        if is_known(
            suite,
            &few(observed, &cases, &answers, shape),
            shape,
            &others,
        ) {
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

/// How many cases show whether a mistake of the catalogue does what looks like a slip.
const FEW: usize = 4;

/// Of what was observed only the first few of some cases in which a line of a shape is
/// expected.
fn few(
    observed: &[Option<Observed>],
    cases: &[usize],
    answers: &[Vec<u8>],
    shape: &[u8],
) -> Vec<Option<Observed>> {
    let mut few = vec![None; observed.len()];
    let has_shape =
        |case: &&usize| slips::lines(&answers[**case]).any(|it| slips::shape(it) == shape);
    for &case in cases.iter().filter(has_shape).take(FEW) {
        few[case].clone_from(&observed[case]);
    }
    few
}

/// Whether a mistake of the catalogue does what looks like a slip in lines of some shape,
/// other slips being put right.
fn is_known(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    shape: &[u8],
    others: &Slips,
) -> bool {
    let bench = Bench::with_slips(suite, observed, &Arc::new(others.clone()));
    let departs_there = |place: &usize| {
        let line = bench.departing_line(*place);
        line.is_some_and(|line| slips::shape(line) == shape)
    };
    // The cheapest come first.
    let Some(place) = (0..bench.wrong).find(departs_there) else {
        return false;
    };
    suite.catalogue().singles().any(|single| {
        let marks = bench.marks(&single, &[place]);
        !marks.explained.is_empty() || !marks.begun.is_empty()
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
