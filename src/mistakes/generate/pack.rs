//! From candidates to cases: where a game's units do not depend on each other, several go
//! into one case.

use super::pool::{Candidate, Prober};
use super::select::{Tally, choose as choose_from, improve};
use super::source::Source;

/// Units that go into one case when a case may have several.
const UNITS: usize = 4;
/// What a further unit must at least add.
const LEAST: u64 = 60;

/// Chooses the cases of a suite.
pub fn choose(
    source: &dyn Source,
    prober: &Prober<'_>,
    pool: &[Candidate],
    start: &Tally,
    count: usize,
) -> Vec<Candidate> {
    let mut tally = start.clone();
    if !source.are_units_independent() {
        let mut chosen = choose_from(pool, &mut tally, count, 0);
        improve(pool, start, &mut chosen);
        return chosen
            .into_iter()
            .map(|index| pool[index].clone())
            .collect();
    }
    // One candidate for each case first, then more where they still add something.
    let mut chosen = choose_from(pool, &mut tally, count, 0);
    chosen.extend(choose_from(pool, &mut tally, count * (UNITS - 1), LEAST));
    let mut inputs = vec![Vec::new(); count.min(chosen.len())];
    for index in chosen {
        let units = &pool[index].input;
        let shortest = (0..inputs.len()).min_by_key(|&place| (inputs[place].len(), place));
        let Some(shortest) = shortest else { break };
        if inputs[shortest].len() + units.len() <= source.most_units() {
            inputs[shortest].extend(units.iter().cloned());
        }
    }
    prober.probe(inputs)
}
