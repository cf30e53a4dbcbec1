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

/// How many cases there is room for.
pub(super) struct Room<'a> {
    pub request: &'a Request<'a>,
    /// Whether half of the cases have to have a decision: where an input has one end.
    wants_decisions: bool,
}

impl<'a> Room<'a> {
    pub(super) fn of(source: &dyn Source, request: &'a Request<'a>) -> Self {
        Self {
            request,
            wants_decisions: !source.are_units_independent(),
        }
    }

    /// Whether there may be one more without a decision where so many of `all` have none.
    pub(super) fn has_room_undecided(&self, undecided: usize, all: usize) -> bool {
        let half = match self.request.as_needed {
            true => all.div_ceil(2),
            false => self.request.count / 2,
        };
        !self.wants_decisions || undecided < half
    }
}

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
    // One candidate for each case first.
    let room = Room::of(source, request);
    let has_room = |undecided, all| room.has_room_undecided(undecided, all);
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
