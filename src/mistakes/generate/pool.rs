//! The pool of candidates: every input that the source offers, with what it tells apart.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::families::{Families, Family};
use super::{FITTING, Monitor};
use crate::judge::journal::lines::JournalError;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Index, Set};
use crate::mistakes::replay::{Awaited, Fate, Replay, Script, most_work};
use crate::protocol::Settings;
use crate::protocol::source::{ALWAYS, DECIDES, Input, Source, text};
use crate::random::Random;

/// An input with what it shows of each mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub(super) struct Candidate {
    /// The input.
    pub input: Input,
    /// How a program with each single mistake departs from the right answer, in the catalogue's
    /// order; 0 where it does not.
    pub mistaken: Vec<u64>,
    /// What happens in it.
    pub features: BTreeSet<String>,
}

/// A candidate as a journal has it: most mistakes do not change the answer.
#[derive(Serialize, Deserialize)]
struct Kept {
    input: Input,
    mistakes: usize,
    caught: Vec<(usize, u64)>,
    features: BTreeSet<String>,
}

impl From<Candidate> for Kept {
    fn from(candidate: Candidate) -> Self {
        let departures = candidate.mistaken.iter().copied().enumerate();
        let caught = departures.filter(|(_, departure)| *departure != 0);
        Self {
            mistakes: candidate.mistaken.len(),
            caught: caught.collect(),
            input: candidate.input,
            features: candidate.features,
        }
    }
}

impl From<Kept> for Candidate {
    fn from(kept: Kept) -> Self {
        let mut mistaken = vec![0; kept.mistakes];
        for (mistake, departure) in kept.caught {
            if let Some(place) = mistaken.get_mut(mistake) {
                *place = departure;
            }
        }
        Self {
            input: kept.input,
            mistaken,
            features: kept.features,
        }
    }
}

impl Candidate {
    /// Whether it catches a single mistake.
    pub(super) fn catches(&self, mistake: usize) -> bool {
        self.mistaken[mistake] != 0
    }

    /// Whether its answer has a decision.
    pub(super) fn decides(&self) -> bool {
        self.features.contains(DECIDES)
    }

    /// Whether it belongs in every suite with room for it.
    pub(super) fn is_wanted_always(&self) -> bool {
        let mut features = self.features.iter();
        features.any(|feature| feature.starts_with(ALWAYS))
    }

    /// How many lines it has.
    pub(super) fn lines(&self) -> usize {
        self.input.iter().map(Vec::len).sum()
    }
}

/// Answers inputs by the right program and by programs with one mistake each.
pub(super) struct Prober<'a> {
    catalogue: &'a Catalogue,
    source: &'a dyn Source,
    single: Vec<Settings>,
    /// The readings that may decide no case, each alone.
    readings: Vec<Set>,
}

impl<'a> Prober<'a> {
    /// A prober for a catalogue.
    pub(super) fn new(catalogue: &'a Catalogue, source: &'a dyn Source, is_fair: bool) -> Self {
        let readings = catalogue.readings().filter(|_| is_fair);
        let single = catalogue.singles().map(|set| catalogue.settings(&set));
        Self {
            catalogue,
            source,
            single: single.collect(),
            readings: readings.collect(),
        }
    }

    /// The inputs as candidates.
    pub(super) fn probe(&self, inputs: Vec<Input>) -> Vec<Candidate> {
        self.probe_for(inputs, |_| true)
    }

    /// The same; that an input catches rare mistakes is found out only where `looks_closely` says so of its
    /// features.
    fn probe_for(
        &self,
        inputs: Vec<Input>,
        looks_closely: impl Fn(&BTreeSet<String>) -> bool,
    ) -> Vec<Candidate> {
        let replay = self.replay(&inputs);
        let (right, work) = replay.answers(self.catalogue.right()).expect(FITTING);
        let most = most_work(work);
        let features = inputs.iter().zip(&right);
        let features: Vec<_> = features
            .map(|(input, right)| self.source.features(input, right))
            .collect();
        let all: Vec<usize> = (0..inputs.len()).collect();
        let mut closely = all.clone();
        closely.retain(|&place| looks_closely(&features[place]));
        let some: Vec<Input> = closely.iter().map(|&place| inputs[place].clone()).collect();
        let right_of_some: Vec<_> = closely.iter().map(|&place| right[place].clone()).collect();
        let replay_of_some = self.replay(&some);
        let mut mistaken = vec![vec![0; self.single.len()]; inputs.len()];
        let mistakes = self.single.iter().zip(self.catalogue.mistakes());
        for (number, (settings, mistake)) in mistakes.enumerate() {
            let (replay, right, places) = match mistake.is_rare {
                false => (&replay, &right, &all),
                true => (&replay_of_some, &right_of_some, &closely),
            };
            let departures = replay.departures(settings, right, most).expect(FITTING);
            for (&place, departure) in places.iter().zip(departures) {
                // What is too much work is not caught.
                mistaken[place][number] = departure.map_or(0, |departure| departure.max(1));
            }
        }
        let candidates = inputs.into_iter().zip(mistaken).zip(features);
        candidates
            .map(|((input, mistaken), features)| Candidate {
                input,
                mistaken,
                features,
            })
            .collect()
    }

    /// Whether an input still catches single mistakes and still shows features.
    pub(super) fn keeps(
        &self,
        input: &Input,
        mistakes: &[Index],
        features: &BTreeSet<String>,
    ) -> bool {
        let replay = self.replay(std::slice::from_ref(input));
        let (right, work) = replay.answers(self.catalogue.right()).expect(FITTING);
        if !features.is_subset(&self.source.features(input, &right[0])) {
            return false;
        }
        let awaited = [Awaited::whole(&right[0])];
        let shows = |mistake: Index| {
            let fates = replay
                .compare(&self.single[mistake], &awaited, (0, most_work(work)))
                .expect(FITTING);
            matches!(fates[0], Fate::Departs(_))
        };
        let mut readings = self.readings.iter().flat_map(Set::iter);
        mistakes.iter().all(|&mistake| shows(mistake)) && !readings.any(shows)
    }

    /// Inputs that are smaller, see [`Source::smaller`].
    pub(super) fn smaller(&self, input: &Input) -> Vec<Input> {
        self.source.smaller(input)
    }

    /// The right answer to an input.
    pub(super) fn right(&self, input: &Input) -> Vec<u8> {
        let replay = self.replay(std::slice::from_ref(input));
        let (mut answers, _) = replay.answers(self.catalogue.right()).expect(FITTING);
        answers.remove(0)
    }

    fn replay(&self, inputs: &[Input]) -> Replay {
        let scripts: Vec<Script> = inputs
            .iter()
            .map(|input| Script::new(text(input).as_bytes()))
            .collect();
        let replay = Replay::new(self.catalogue.protocol(), &scripts);
        replay.led_by(self.catalogue.right()).expect(FITTING)
    }
}

/// The candidates of a family that catch anything.
pub(super) fn family(prober: &Prober<'_>, seed: u64, number: u64) -> Family {
    let inputs = prober.source.family(&mut Random::new(seed, number));
    let catches = |candidate: &Candidate| {
        let mut departures = candidate.mistaken.iter();
        let mut readings = prober.readings.iter().flat_map(Set::iter);
        departures.any(|departure| *departure != 0)
            && !readings.any(|reading| candidate.catches(reading))
    };
    // Rare mistakes are many, and searches for them most of the work.
    let looks_closely =
        |features: &BTreeSet<String>| number.is_multiple_of(4) || !features.contains(DECIDES);
    let candidates = prober.probe_for(inputs, looks_closely);
    Family(candidates.into_iter().filter(catches).collect())
}

/// Every candidate of a seed that catches anything, each input once.
///
/// # Errors
/// Those of the families.
pub(super) fn fill(
    prober: &Prober<'_>,
    seed: u64,
    count: u64,
    families: Families<'_>,
    monitor: &Monitor<'_>,
) -> Result<Vec<Candidate>, JournalError> {
    monitor.stage("looking for telling inputs", count as usize);
    let numbers: Vec<u64> = (0..count).collect();
    let found = parallel::map(&numbers, |&number| {
        if monitor.is_out_of_time() {
            return Ok(Family::default());
        }
        let found = families.family(number, || family(prober, seed, number))?;
        monitor.tick();
        Ok(found.unwrap_or_else(|| {
            monitor.cut();
            Family::default()
        }))
    });
    let found = found.into_iter();
    let found: Vec<Family> = found.collect::<Result<_, JournalError>>()?;
    let mut seen = HashSet::new();
    let all = found.into_iter().flat_map(|Family(candidates)| candidates);
    Ok(all
        .filter(|candidate| seen.insert(candidate.input.clone()))
        .collect())
}
