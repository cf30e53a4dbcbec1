//! Mistakes that show only where the text differs as well.
//!
//! Such a mistake explains no case by itself, or neither does the text: what is printed is
//! compared as a heap of lines, whatever their order, to find out which mistake comes near.

use std::collections::HashMap;
use std::sync::Arc;

use super::scoring::Scoring;
use super::search::Found;
use super::smaller::Led;
use super::text_differences::TextDifferences;
use super::wording::{self, Wording};
use super::{Finding, Known, Observed, sort};
use crate::budget::within;
use crate::judge::parallel;
use crate::mistakes::catalogue::Set;
use crate::mistakes::suite::Suite;

/// How many unexplained cases are compared.
const CASES: usize = 3;

/// How much work an answer to one of them may be, in nodes: every mistake is tried beside what is known.
const CASE_WORK: u64 = 200_000;

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
    let printed: Vec<(usize, Vec<u8>)> = open
        .iter()
        .filter_map(|&case| {
            let printed = &observed[case].as_ref()?.output;
            Some((case, known.wording.strip(printed)))
        })
        .collect();
    let nears: Vec<Near<'_>> = printed
        .iter()
        .map(|(case, printed)| {
            let input = &suite.cases()[*case].input;
            let led = Led::by(suite.costs()[*case], catalogue, &set, input);
            let (answer, work) = within(u64::MAX, || led.answer(catalogue, &set, input));
            let answer = answer.flatten().filter(|_| work <= CASE_WORK)?;
            let heap = heap(printed);
            let apart = apart(&heap, &known.wording.reword(&answer));
            Some(Near {
                input,
                heap,
                led,
                answer,
                apart,
            })
        })
        .collect::<Option<_>>()?;
    let so_far = nears.iter().map(|near| near.apart).sum();
    let distance = |set: &Set| -> Option<i64> {
        let distances = nears.iter().map(|near| {
            let answer = near.led.answer(catalogue, set, near.input)?;
            Some(match answer == near.answer {
                true => near.apart,
                false => apart(&near.heap, &known.wording.reword(&answer)),
            })
        });
        distances.sum()
    };
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
    nearer.truncate(1 + TRIED);
    parallel::first(&nearer, |(_, set)| {
        let ways = wording::ways(suite, observed, scoring, set);
        ways.iter().find_map(|(differences, leaves_known)| {
            let differences = differences.clone();
            if is_refuted(suite, observed, &open, (&differences, set)) {
                return None;
            }
            let wording = Wording::new(suite, observed, scoring, differences, *leaves_known);
            if !wording.scoring.gives(set, &wording.scoring.wrong_places()) {
                return None;
            }
            let marks = wording.scoring.marks_of_all(set);
            let found = Found::alone(set.clone(), marks);
            let is_all = found.is_exact(&wording.scoring);
            is_all.then(|| Known::of(wording, Some(&found)))
        })
    })
}

/// Whether a set with these differences does otherwise than the program in a wrong case of some
/// few: so it does not explain all, and the others need not be looked at.
fn is_refuted(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    few: &[usize],
    (differences, set): (&TextDifferences, &Set),
) -> bool {
    let mut glance = vec![None; observed.len()];
    for &case in few {
        glance[case].clone_from(&observed[case]);
    }
    let scoring = Scoring::with_differences(suite, &glance, &Arc::new(differences.clone()));
    scoring.first_other(set, &scoring.wrong_places()).is_some()
}

/// An unexplained case.
struct Near<'a> {
    input: &'a [u8],
    /// How often each line is printed.
    heap: HashMap<&'a [u8], i64>,
    led: Led,
    /// What is known of the program makes this answer.
    answer: Vec<u8>,
    /// How far that is from what is printed.
    apart: i64,
}

/// How often each line is there.
fn heap(text: &[u8]) -> HashMap<&[u8], i64> {
    let mut heap = HashMap::new();
    for line in super::text_differences::lines(text) {
        *heap.entry(line).or_default() += 1;
    }
    heap
}

/// How many lines are in only one of a heap and a text.
fn apart(one: &HashMap<&[u8], i64>, other: &[u8]) -> i64 {
    let other = heap(other);
    let count = |line: &[u8]| other.get(line).copied().unwrap_or(0);
    let own: i64 = one
        .iter()
        .map(|(line, times)| (times - count(line)).abs())
        .sum();
    let only = other.iter().filter(|(line, _)| !one.contains_key(*line));
    own + only.map(|(_, times)| times).sum::<i64>()
}
