//! What a program prints, with its text put right.

use std::sync::Arc;

use super::bench::Bench;
use super::slips::{Sample, Slip, Slips, Told};
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
        if is_known(suite, observed, shape, &others) {
            unknown.forget(shape);
        }
    }
    let mut slips = vec![unknown, all];
    slips.dedup();
    let wordings = slips.into_iter().filter(|slips| !slips.is_empty());
    let wordings = wordings.map(|slips| Wording::new(suite, observed, bench, slips));
    let is_better = |wording: &Wording<'_>| {
        wording.bench.wrong < bench.wrong || wording.bench.right_lines() > bench.right_lines()
    };
    wordings.filter(is_better).collect()
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
        line.is_some_and(|line| super::slips::shape(line) == shape)
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
