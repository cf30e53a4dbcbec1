//! From candidates to cases: where a game's units do not depend on each other, several go
//! into one case.

use super::Request;
use super::pool::{Candidate, Prober};
use super::select::{Tally, Wanted, choose as choose_from, exchange};
use crate::protocol::source::{Input, Source};

/// Units that go into one case when a case may have several.
const UNITS: usize = 4;
/// What a further unit must at least add.
const LEAST: u64 = 60;

/// What a case must at least add where only as many are made as it takes: an end that none has
/// had, or as much.
const WORTH_A_CASE: u64 = 500;

/// Chooses the cases of a suite, or of an extension of one.
pub(super) fn choose(
    source: &dyn Source,
    prober: &Prober<'_>,
    pool: &[Candidate],
    start: &Tally,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let (any, more) = match request.present.is_empty() {
        true if request.as_needed => (Wanted::Gain(WORTH_A_CASE), Wanted::Gain(LEAST)),
        true => (Wanted::Gain(0), Wanted::Gain(LEAST)),
        false => (Wanted::Lacking, Wanted::Lacking),
    };
    let count = request.count;
    let mut tally = start.clone();
    // One candidate for each case first; half of the cases have a decision where an input has one
    // end.
    let has_room = |undecided, all: usize| {
        let half = match request.as_needed {
            true => all.div_ceil(2),
            false => count / 2,
        };
        source.are_units_independent() || undecided < half
    };
    let mut chosen = choose_from(pool, &mut tally, (count, &has_room), any);
    if !source.are_units_independent() {
        exchange(pool, start, &mut chosen);
        return chosen
            .into_iter()
            .map(|index| pool[index].clone())
            .collect();
    }
    // Then more where they still add something.
    let quota: (usize, &dyn Fn(usize, usize) -> bool) = (count * (UNITS - 1), &has_room);
    chosen.extend(choose_from(pool, &mut tally, quota, more));
    let mut inputs: Vec<Input> = vec![Vec::new(); count.min(chosen.len())];
    for index in chosen {
        let units = &pool[index].input;
        let fits = |&place: &usize| source.may_stand_together(&inputs[place], units);
        let fitting = (0..inputs.len()).filter(fits);
        let shortest = fitting.min_by_key(|&place| (inputs[place].len(), place));
        let Some(shortest) = shortest else { continue };
        if inputs[shortest].len() + units.len() <= source.most_units() {
            inputs[shortest].extend(units.iter().cloned());
        }
    }
    prober.probe(inputs)
}
