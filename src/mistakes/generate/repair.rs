//! Pairs of mistakes that hide each other in every chosen case: looked for in the whole
//! pool, and caught by exchanging cases.

use rayon::prelude::*;

use super::pool::{Candidate, Prober};
use super::select::Tally;
use super::{Monitor, Request};
use crate::mistakes::catalogue::Set;
use crate::mistakes::suite::{Case, Suite};
use crate::protocol::source::text;

/// Most pairs that are looked for.
const MOST_PAIRS: usize = 64;

/// Adds cases while there is room, then exchanges some, so that more pairs are caught and no
/// single mistake is lost; returns the pairs that slip through before.
pub(super) fn repair(
    prober: &Prober<'_>,
    pool: &[Candidate],
    start: &Tally,
    request: &Request<'_>,
    chosen: &mut Vec<Candidate>,
    monitor: &Monitor<'_>,
) -> Vec<Set> {
    let slipping = slipping(request, chosen, &[], monitor);
    let wanted = &slipping[..slipping.len().min(MOST_PAIRS)];
    if wanted.is_empty() || monitor.is_out_of_time() {
        return slipping;
    }
    monitor.stage("looking for cases that catch them", wanted.len());
    let row = prober.row(pool);
    let catchers: Vec<Vec<usize>> = wanted
        .par_iter()
        .map(|pair| {
            let catchers = if monitor.is_out_of_time() {
                Vec::new()
            } else {
                row.catchers(pair)
            };
            monitor.tick();
            catchers
        })
        .collect();
    let mut open: Vec<bool> = catchers
        .iter()
        .map(|catchers| !catchers.is_empty())
        .collect();
    while let Some((_, std::cmp::Reverse(index))) = (0..pool.len())
        .map(|index| (count(&catchers, &open, index), std::cmp::Reverse(index)))
        .max()
        .filter(|(count, _)| *count > 0)
    {
        for (pair, is_open) in open.iter_mut().enumerate() {
            *is_open &= !catchers[pair].contains(&index);
        }
        if chosen.len() < request.count {
            chosen.push(pool[index].clone());
        } else {
            exchange(start, chosen, &pool[index]);
        }
    }
    slipping
}

/// Takes back what was made smaller where pairs slip through since; `known` are those that
/// slipped through before.
pub(super) fn restore(
    prober: &Prober<'_>,
    request: &Request<'_>,
    before: &[Candidate],
    small: &mut [Candidate],
    known: &[Set],
    monitor: &Monitor<'_>,
) {
    let slipping = slipping(request, small, known, monitor);
    if slipping.is_empty() {
        return;
    }
    let whole = prober.row(before);
    for pair in slipping {
        // One case may have been restored for another pair already.
        if prober.row(small).catchers(&pair).is_empty()
            && let Some(&place) = whole.catchers(&pair).first()
        {
            small[place] = before[place].clone();
        }
    }
}

/// The pairs that no case catches, but for known ones.
fn slipping(
    request: &Request<'_>,
    chosen: &[Candidate],
    known: &[Set],
    monitor: &Monitor<'_>,
) -> Vec<Set> {
    let pairs: Vec<Set> = request.catalogue.common_pairs().collect();
    monitor.stage("looking for pairs that slip through", pairs.len());
    let suite = suite(request, chosen);
    let slips = |pair: &Set| {
        monitor.tick();
        !known.contains(pair) && !monitor.is_out_of_time() && !suite.catches(pair)
    };
    pairs.into_par_iter().filter(slips).collect()
}

/// How many open pairs a candidate catches.
fn count(catchers: &[Vec<usize>], open: &[bool], index: usize) -> usize {
    let caught = catchers.iter().zip(open);
    caught
        .filter(|(catchers, is_open)| **is_open && catchers.contains(&index))
        .count()
}

/// Puts a candidate in the place of the case that is missed least, unless a single mistake
/// would go free.
fn exchange(start: &Tally, chosen: &mut [Candidate], candidate: &Candidate) {
    let caught_without = |place: usize| {
        let mut tally = start.clone();
        for (_, other) in chosen
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
        {
            tally.add(other);
        }
        tally.add(candidate);
        tally.singles()
    };
    let mut now = start.clone();
    for other in chosen.iter() {
        now.add(other);
    }
    // Of equal ones the last: those chosen first catch most.
    let best = (0..chosen.len())
        .map(|place| (caught_without(place), place))
        .max();
    if let Some((caught, place)) = best
        && caught >= now.singles()
    {
        chosen[place] = candidate.clone();
    }
}

fn suite<'a>(request: &Request<'a>, chosen: &[Candidate]) -> Suite<'a> {
    let made = chosen.iter().map(|candidate| Case {
        name: String::new(),
        input: text(&candidate.input).into_bytes(),
    });
    let all = request.present.iter().cloned().chain(made);
    Suite::new(request.catalogue, all.collect()).expect("settings that fit")
}
