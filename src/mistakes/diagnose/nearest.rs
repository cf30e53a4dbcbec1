//! Mistakes that show only where the text differs as well.
//!
//! Such a mistake explains no case by itself, or neither does the text: what is printed is
//! compared as a heap of lines, whatever their order, to find out which mistake comes near.

use std::collections::HashMap;

use super::scoring::Scoring;
use super::search::Found;
use super::smaller::answer;
use super::{Finding, Known, Observed, sort, wording};
use crate::judge::parallel;
use crate::mistakes::catalogue::Set;
use crate::mistakes::suite::Suite;

/// How many unexplained cases are compared.
const CASES: usize = 3;

/// How many mistakes are tried with the text that differs beside them.
const TRIED: usize = 3;

/// What explains everything: other text beside what is known, or beside one mistake more.
pub(super) fn nearest<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'a>,
    known: &Known,
) -> Option<Known> {
    let (set, explained) = match &known.finding {
        Finding::Mistakes(found) => (found.set.clone(), &found.explained[..]),
        _ => (Set::default(), &known.by_text[..]),
    };
    let wrong = scoring.trials[..scoring.wrong]
        .iter()
        .map(|trial| trial.case);
    let mut open: Vec<usize> = wrong.filter(|case| !explained.contains(case)).collect();
    sort(suite, &mut open);
    open.truncate(CASES);
    let catalogue = suite.catalogue();
    let heaps: Vec<(usize, HashMap<Vec<u8>, i64>)> = open
        .into_iter()
        .filter_map(|case| {
            let printed = &observed[case].as_ref()?.output;
            Some((case, heap(&known.wording.strip(printed))))
        })
        .collect();
    let distance = |set: &Set| -> Option<i64> {
        let distances = heaps.iter().map(|(case, printed)| {
            let answer = answer(catalogue, set, &suite.cases()[*case].input)?;
            Some(apart(printed, &heap(&known.wording.reword(&answer))))
        });
        distances.sum()
    };
    let so_far = distance(&set)?;
    let with_more: Vec<Set> = (0..catalogue.mistakes().len())
        .filter_map(|more| catalogue.with(&set, more))
        .collect();
    let distances = parallel::map(&with_more, distance).into_iter();
    let nearer = distances.zip(with_more).filter_map(|(distance, set)| {
        let distance = distance.filter(|distance| *distance < so_far)?;
        Some((distance, set))
    });
    let mut nearer: Vec<(i64, Set)> = nearer.collect();
    nearer.sort();
    // What is known may be all, where the text differs in the same cases only.
    nearer.insert(0, (so_far, set));
    nearer.into_iter().take(1 + TRIED).find_map(|(_, set)| {
        let wordings = wording::any_of(suite, observed, scoring, &set);
        wordings.into_iter().find_map(|wording| {
            let marks = wording.scoring.marks_of_all(&set);
            let found = Found::alone(set.clone(), marks);
            let is_all = found.is_exact(&wording.scoring);
            is_all.then(|| Known::of(wording, Some(&found)))
        })
    })
}

/// How often each line is there.
fn heap(text: &[u8]) -> HashMap<Vec<u8>, i64> {
    let mut heap = HashMap::new();
    for line in super::text_differences::lines(text) {
        *heap.entry(line.to_vec()).or_default() += 1;
    }
    heap
}

/// How many lines are in only one of two heaps.
fn apart(one: &HashMap<Vec<u8>, i64>, other: &HashMap<Vec<u8>, i64>) -> i64 {
    let count = |heap: &HashMap<Vec<u8>, i64>, line: &Vec<u8>| heap.get(line).copied().unwrap_or(0);
    let own: i64 = one
        .iter()
        .map(|(line, times)| (times - count(other, line)).abs())
        .sum();
    let only = other.iter().filter(|(line, _)| !one.contains_key(*line));
    own + only.map(|(_, times)| times).sum::<i64>()
}
