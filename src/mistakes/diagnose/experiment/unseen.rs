//! Inputs for what may not have shown yet in any that the program was run with.

use std::collections::BTreeMap;

use super::super::smaller::text;
use super::inputs::Make;
use super::{Lab, Seen, Trial};
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::replay::{Awaited, Fate, Replay, Script};

/// How many families of inputs are looked through for mistakes that have not shown yet.
const UNSEEN_FAMILIES: u64 = 16;

/// How much work each of them may be.
const UNSEEN_WORK: u64 = 1_500_000;

/// How much work it may be to see whether a mistake has shown: where it has not, a family of inputs is
/// looked through in vain.
const SHOWN_WORK: u64 = 300_000;

/// How many inputs that are more work than most are tried in the end, where a game has such.
const LARGE: u64 = 12;

impl Lab<'_> {
    /// Inputs for mistakes that would have shown in none so far beside those that are supposed, or in
    /// the place of one: for each the first of some families of inputs in which it does.
    pub(super) fn unseen(
        &mut self,
        set: &Set,
        seen: &Seen,
        tested: &[(Trial, bool)],
    ) -> Vec<Vec<u8>> {
        let catalogue = self.catalogue;
        let known = seen.cases.iter().zip(&seen.right);
        let known = known.map(|(case, (_, cost))| (*cost, &case.input[..]));
        let known = known.chain(
            tested
                .iter()
                .map(|(trial, _)| (trial.cost, &trial.input[..])),
        );
        let mut known: Vec<(u64, &[u8])> = known.collect();
        // Most mistakes show where next to nothing is to be done.
        known.sort();
        let known: Vec<&[u8]> = known.into_iter().map(|(_, input)| input).collect();
        let mistakes = catalogue.singles().filter(|one| catalogue.shows_alone(one));
        let beside = |one: Set| catalogue.with_instead(set, one.iter().next()?);
        let mut left: Vec<Set> = mistakes.filter_map(beside).collect();
        let shown = showing(catalogue, set, &known, (&left, SHOWN_WORK));
        left.retain(|set| !shown.contains_key(set));
        let mut inputs = Vec::new();
        for stream in 0..UNSEEN_FAMILIES {
            if left.is_empty() {
                break;
            }
            let family = self.inputs.families.of(catalogue, &self.programs, stream);
            let family = family.iter().map(|units| text(catalogue, units));
            let fresh = family.filter(|input| self.is_asked(input) && !self.seen.contains(input));
            let fresh: Vec<Vec<u8>> = fresh.collect();
            let family: Vec<&[u8]> = fresh.iter().map(|input| &input[..]).collect();
            let showing = showing(catalogue, set, &family, (&left, UNSEEN_WORK));
            left.retain(|set| !showing.contains_key(set));
            for place in showing.into_values() {
                if self.seen.insert(fresh[place].clone()) {
                    inputs.push(fresh[place].clone());
                }
            }
        }
        inputs
    }

    /// Inputs that are more work than most: what is supposed may be wrong on these only.
    pub(super) fn large(&mut self) -> Vec<Vec<u8>> {
        let streams: Vec<u64> = (0..LARGE).collect();
        let made = parallel::map(&streams, |&stream| {
            let kind = (Make::Large, self.programs.clone(), self.seed, stream);
            self.inputs.of(self.catalogue, kind)
        });
        let inputs = made.iter().flat_map(|made| made.iter());
        let mut inputs: Vec<Vec<u8>> = inputs.cloned().collect();
        inputs.retain(|input| self.is_asked(input) && self.seen.insert(input.clone()));
        inputs
    }
}

/// Those of some larger sets of mistakes that answer otherwise than a set to some inputs, each with the
/// place of the first to which it does, as far as so much work for each shows it.
fn showing(
    catalogue: &Catalogue,
    set: &Set,
    inputs: &[&[u8]],
    (larger, work): (&[Set], u64),
) -> BTreeMap<Set, usize> {
    let settings = catalogue.settings(set);
    let fits = "a catalogue's settings fit its protocol";
    let scripts: Vec<Script> = inputs.iter().map(|input| Script::new(input)).collect();
    let replay = Replay::new(catalogue.protocol(), &scripts);
    let replay = replay.led_by(&settings).expect(fits);
    let all: Vec<usize> = (0..inputs.len()).collect();
    let answers = parallel::map(&all, |&input| {
        let answer = replay.answer_within(&settings, input, work);
        answer.expect(fits)
    });
    // Nothing is awaited where there is no answer.
    let awaited = answers.iter().map(|answer| Awaited {
        bytes: answer.as_deref().unwrap_or_default(),
        is_cut: answer.is_none(),
    });
    let awaited: Vec<Awaited<'_>> = awaited.collect();
    let shown = parallel::map(larger, |larger| {
        let fates = replay.compare(&catalogue.settings(larger), &awaited, (0, work));
        let departs = |fate: &Fate| matches!(fate, Fate::Departs(_));
        let first = fates.expect(fits).iter().position(departs)?;
        Some((larger.clone(), first))
    });
    shown.into_iter().flatten().collect()
}
