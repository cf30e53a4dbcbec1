//! Pairs of mistakes that hide each other in every chosen case: looked for in the whole
//! pool, and caught by exchanging cases.

use super::pack::Room;
use super::pool::{Candidate, Prober};
use super::select::Tally;
use super::{MaySlip, Monitor, Request, whole_text};
use crate::judge::parallel;
use crate::mistakes::catalogue::Set;
use crate::mistakes::suite::{Case, Suite};

/// How many mistakes count as common.
const COMMON: usize = 10;

/// Most pairs that are looked for.
const MOST_PAIRS: usize = 64;

/// Adds cases while there is room, then exchanges some, so that more pairs are caught and no
/// single mistake is lost; returns the pairs that slip through before.
pub(super) fn repair(
    prober: &Prober<'_>,
    pool: &[Candidate],
    start: &Tally,
    room: &Room<'_>,
    chosen: &mut Vec<Candidate>,
    monitor: &Monitor<'_>,
) -> Vec<Set> {
    let mut slipping = slipping(room.request, chosen, &[], monitor);
    // Those first that have a mistake which most inputs show: it is likely to hide the other.
    let common = start.commonest(COMMON);
    slipping.sort_by_key(|pair| !pair.iter().any(|one| common.contains(&one)));
    let wanted = &slipping[..slipping.len().min(MOST_PAIRS)];
    if wanted.is_empty() || monitor.is_out_of_time() {
        return slipping;
    }
    monitor.stage("looking for cases that catch them", wanted.len());
    let catchers = parallel::map(wanted, |pair| {
        let catchers = if monitor.is_out_of_time() {
            Vec::new()
        } else {
            prober.likely_catchers(pool, pair)
        };
        monitor.tick();
        catchers
    });
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
        let undecided = chosen.iter().filter(|one| !one.decides()).count();
        let has_room = pool[index].decides() || room.has_room_undecided(undecided, chosen.len());
        if has_room && chosen.len() < room.request.count {
            chosen.push(pool[index].clone());
        } else {
            exchange(start, chosen, &pool[index], has_room);
        }
    }
    slipping
}

/// Takes back what was made smaller where pairs slip through since; `known` are those that
/// slipped through before. Returns the pairs that may slip through now.
pub(super) fn restore(
    prober: &Prober<'_>,
    request: &Request<'_>,
    before: &[Candidate],
    small: &mut [Candidate],
    known: &[Set],
    monitor: &Monitor<'_>,
) -> MaySlip {
    let slipping = slipping(request, small, known, monitor);
    let mut may_slip = Some([known, &slipping].concat()).filter(|_| !monitor.is_out_of_time());
    if slipping.is_empty() {
        return may_slip;
    }
    let whole = prober.row(before);
    for pair in slipping {
        // One case may have been restored for another pair already.
        if prober.row(small).catchers(&pair).is_empty()
            && let Some(&place) = whole.catchers(&pair).first()
        {
            small[place] = before[place].clone();
            may_slip = None;
        }
    }
    may_slip
}

/// The pairs that no case catches, or of which one hides the other in all cases, but for known
/// ones.
fn slipping(
    request: &Request<'_>,
    chosen: &[Candidate],
    known: &[Set],
    monitor: &Monitor<'_>,
) -> Vec<Set> {
    let pairs = request.catalogue.common_pairs();
    let pairs: Vec<Set> = pairs.filter(|pair| !known.contains(pair)).collect();
    monitor.stage("looking for pairs that slip through", pairs.len());
    let suite = suite(request, chosen);
    let goes_on = || {
        monitor.tick();
        !monitor.is_out_of_time()
    };
    suite.missed(pairs, &goes_on)
}

/// How many open pairs a candidate catches.
fn count(catchers: &[Vec<usize>], open: &[bool], index: usize) -> usize {
    let caught = catchers.iter().zip(open);
    caught
        .filter(|(catchers, is_open)| **is_open && catchers.contains(&index))
        .count()
}

/// Puts a candidate in the place of the case that is missed least, unless a single mistake
/// would go free, or of one without a decision if there is room for no more of those.
fn exchange(start: &Tally, chosen: &mut [Candidate], candidate: &Candidate, has_room: bool) {
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
        .filter(|&place| has_room || !chosen[place].decides())
        .filter(|&place| !chosen[place].is_wanted_always())
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
        input: whole_text(request.catalogue, &candidate.input).into_bytes(),
    });
    let all = request.present.iter().cloned().chain(made);
    Suite::new(request.catalogue, all.collect())
        .expect("settings that fit")
        .led()
}
