//! The pool of candidates: every input that the source offers, with what it tells apart.

use std::collections::{BTreeSet, HashSet};

use rayon::prelude::*;

use super::Monitor;
use super::source::{Input, Source, text};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::replay::{Awaited, Fate, Replay, Script};
use crate::protocol::Settings;
use crate::random::Random;

/// An input with the fingerprints of its answers.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The input.
    pub input: Input,
    /// The right answer's fingerprint.
    pub right: u64,
    /// That of a program with each single mistake, in the catalogue's order.
    pub mistaken: Vec<u64>,
    /// What happens in it.
    pub features: BTreeSet<String>,
}

impl Candidate {
    /// Whether it catches a single mistake.
    pub fn catches(&self, mistake: usize) -> bool {
        self.mistaken[mistake] != self.right
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.input.iter().map(Vec::len).sum()
    }
}

/// Answers inputs by the right program and by programs with one mistake each.
pub struct Prober<'a> {
    catalogue: &'a Catalogue,
    source: &'a dyn Source,
    single: Vec<Settings>,
}

impl<'a> Prober<'a> {
    /// A prober for a catalogue.
    pub fn new(catalogue: &'a Catalogue, source: &'a dyn Source) -> Self {
        let single = catalogue.singles().map(|set| catalogue.settings(&set));
        Self {
            catalogue,
            source,
            single: single.collect(),
        }
    }

    /// The inputs as candidates.
    pub fn probe(&self, inputs: Vec<Input>) -> Vec<Candidate> {
        let replay = self.replay(&inputs);
        let right = replay.answers(self.catalogue.right()).expect(FITTING);
        let right_prints = replay.fingerprints(self.catalogue.right()).expect(FITTING);
        let mistaken: Vec<Vec<u64>> = self
            .single
            .iter()
            .map(|settings| replay.fingerprints(settings).expect(FITTING))
            .collect();
        let candidate = |(index, input): (usize, Input)| Candidate {
            right: right_prints[index],
            mistaken: mistaken.iter().map(|prints| prints[index]).collect(),
            features: self.source.features(&input, &right[index]),
            input,
        };
        inputs.into_iter().enumerate().map(candidate).collect()
    }

    /// Whether an input still catches single mistakes and still shows features.
    pub fn keeps(&self, input: &Input, mistakes: &[usize], features: &BTreeSet<String>) -> bool {
        let replay = self.replay(std::slice::from_ref(input));
        let right = replay.answers(self.catalogue.right()).expect(FITTING);
        if !features.is_subset(&self.source.features(input, &right[0])) {
            return false;
        }
        let awaited = [Awaited::whole(&right[0])];
        mistakes.iter().all(|&mistake| {
            let fates = replay
                .compare(&self.single[mistake], &awaited, 0)
                .expect(FITTING);
            fates[0] != Fate::Same
        })
    }

    /// Inputs that are smaller, see [`Source::smaller`].
    pub fn smaller(&self, input: &Input) -> Vec<Input> {
        self.source.smaller(input)
    }

    /// The right answer to an input.
    pub fn right(&self, input: &Input) -> Vec<u8> {
        let replay = self.replay(std::slice::from_ref(input));
        let mut answers = replay.answers(self.catalogue.right()).expect(FITTING);
        answers.remove(0)
    }

    /// The candidates of a pool that catch a set of mistakes.
    pub fn catchers(&self, pool: &[Candidate], set: &Set) -> Vec<usize> {
        let settings = self.catalogue.settings(set);
        let inputs: Vec<Input> = pool
            .iter()
            .map(|candidate| candidate.input.clone())
            .collect();
        let prints = self.replay(&inputs).fingerprints(&settings).expect(FITTING);
        let differs = |&index: &usize| prints[index] != pool[index].right;
        (0..pool.len()).filter(differs).collect()
    }

    fn replay(&self, inputs: &[Input]) -> Replay {
        let scripts: Vec<Script> = inputs
            .iter()
            .map(|input| Script::new(text(input).as_bytes()))
            .collect();
        Replay::new(self.catalogue.protocol(), &scripts)
    }
}

const FITTING: &str = "a catalogue's settings fit its protocol";

/// Every candidate of a seed that catches anything, each input once.
pub fn fill(
    prober: &Prober<'_>,
    seed: u64,
    families: u64,
    monitor: &Monitor<'_>,
) -> Vec<Candidate> {
    monitor.stage("looking for telling inputs", families as usize);
    let found: Vec<Vec<Candidate>> = (0..families)
        .into_par_iter()
        .map(|stream| {
            if monitor.is_out_of_time() {
                return Vec::new();
            }
            let family = prober.source.family(&mut Random::new(seed, stream));
            let candidates = prober.probe(family);
            monitor.tick();
            candidates
        })
        .collect();
    let mut seen = HashSet::new();
    let all = found.into_iter().flatten();
    all.filter(|candidate| {
        candidate
            .mistaken
            .iter()
            .any(|print| *print != candidate.right)
    })
    .filter(|candidate| seen.insert(candidate.input.clone()))
    .collect()
}
