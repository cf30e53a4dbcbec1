//! Inputs that tell programs apart that answer alike on all cases there are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::smaller::{MOST_WORK, TRIES, text};
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::generate;
use crate::mistakes::replay::{Replay, Script};
use crate::mistakes::shrink::shrink;
use crate::protocol::source::without_stretches;

/// The random numbers that inputs are made from.
const SEED: u64 = 1;

/// How many families of inputs are looked through.
const FAMILIES: u64 = 100;

/// An input as a list of the lines that are answered together.
pub(super) type Units = Vec<Vec<String>>;

/// The families of inputs that were looked through, kept for the next time: they are the same.
#[derive(Default)]
pub(super) struct Families(Mutex<HashMap<Kind, Arc<Vec<Units>>>>);

/// For which of the assignment's programs a family is (for all, if none is named), and its stream.
type Kind = (Vec<&'static str>, u64);

impl Families {
    pub(super) fn of(
        &self,
        catalogue: &Catalogue,
        programs: &[&'static str],
        stream: u64,
    ) -> Arc<Vec<Units>> {
        let kind = (programs.to_vec(), stream);
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&kind) {
            return Arc::clone(known);
        }
        let made = Arc::new(generate::family_for(catalogue, programs, SEED, stream));
        all().insert(kind, Arc::clone(&made));
        made
    }
}

/// A short input that programs with these sets of mistakes do not all answer alike; none when
/// there is no generator for the game, or none was found.
pub(super) fn telling(
    catalogue: &Catalogue,
    (families, programs): (&Families, &[&'static str]),
    sets: &[Set],
) -> Option<Vec<u8>> {
    let streams: Vec<u64> = (0..FAMILIES).collect();
    let found = parallel::first(&streams, |&stream| {
        let mut likely = generate::telling(catalogue, sets, SEED, stream);
        if let Some(place) = first_telling(catalogue, sets, &likely) {
            return Some(likely.swap_remove(place));
        }
        let family = families.of(catalogue, programs, stream);
        let place = first_telling(catalogue, sets, &family)?;
        Some(family[place].clone())
    })?;
    let smaller = shrink(
        found,
        TRIES,
        |units| {
            let mut all = generate::smaller_inputs(catalogue, units);
            all.extend(without_stretches(units));
            all
        },
        |units| first_telling(catalogue, sets, std::slice::from_ref(units)).is_some(),
    );
    Some(text(catalogue, &smaller))
}

/// The first of some inputs that not all sets answer alike.
fn first_telling(catalogue: &Catalogue, sets: &[Set], inputs: &[Units]) -> Option<usize> {
    let scripts = inputs
        .iter()
        .map(|units| Script::new(&text(catalogue, units)));
    let scripts: Vec<Script> = scripts.collect();
    let replay = Replay::new(catalogue.protocol(), &scripts);
    let session = |set: &Set| catalogue.protocol().session(&catalogue.settings(set)).ok();
    let (first, others) = sets.split_first()?;
    // They are alike in most.
    let lead = replay.lead(session(first)?, MOST_WORK);
    let prints = |set: &Set| {
        let session = session(set)?;
        Some(replay.fingerprints_after(lead.as_ref(), &*session, MOST_WORK))
    };
    let first = prints(first)?;
    let others: Vec<Vec<Option<u64>>> = others.iter().filter_map(prints).collect();
    let differ = |one: Option<u64>, other: Option<u64>| one.zip(other).is_some_and(|(a, b)| a != b);
    (0..inputs.len()).find(|&place| {
        let mut others = others.iter();
        others.any(|other| differ(first[place], other[place]))
    })
}
