//! What a generated suite says about itself.

use serde::{Deserialize, Serialize};

use super::{Check, Made, Outcome, Request};
use crate::mistakes::catalogue::{Catalogue, Index};

/// The manifest of a suite, written beside its cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that made it, and its version.
    pub generator: String,
    /// The game.
    pub game: String,
    /// The seed it was made from.
    pub seed: u64,
    /// Rules in which the right program differs from the published one, `NAME=VALUE`.
    pub rules: Vec<String>,
    /// Whether it is what the seed gives, or what there was when the time was up or a shard was
    /// missing.
    pub complete: bool,
    /// The cases that were there before, whose names and files are not of this making.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<ExtendedCase>,
    /// The cases, in order.
    pub cases: Vec<ManifestCase>,
    /// Single mistakes, those of cases that were there before included.
    pub singles: Score,
    /// Pairs of mistakes.
    pub pairs: Score,
    /// Rare mistakes, which are not among the others.
    #[serde(default)]
    pub rare: Score,
    /// Other readings of the assignment, which are no mistakes.
    #[serde(default)]
    pub readings: Score,
}

/// What the manifest says of a case that was there before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtendedCase {
    /// Its name.
    pub name: String,
    /// Lines of its input.
    pub lines: usize,
    /// All single mistakes that it catches.
    pub catches: Vec<String>,
}

/// What the manifest says of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestCase {
    /// Its name: `NAME.txt` and `NAME.out`.
    pub name: String,
    /// Lines of its input.
    pub lines: usize,
    /// In plain words, what it is there to catch.
    pub purpose: Vec<String>,
    /// The mistakes that no case before it catches.
    pub chosen_for: Vec<String>,
    /// All single mistakes that it catches.
    pub catches: Vec<String>,
}

/// How many of a kind are caught.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// How many there are.
    pub all: usize,
    /// How many of them some case catches.
    pub caught: usize,
    /// Those that no case catches.
    pub missed: Vec<String>,
}

impl Score {
    fn new(catalogue: &Catalogue, check: &Check) -> Self {
        let missed = check.missed.iter();
        Self {
            all: check.all,
            caught: check.all - check.missed.len(),
            missed: missed.map(|set| catalogue.names(set).join(" + ")).collect(),
        }
    }
}

impl Manifest {
    /// The manifest of what was made.
    pub fn new(request: &Request<'_>, outcome: &Outcome) -> Self {
        let catalogue = request.catalogue;
        let rules = catalogue.right().rules.iter();
        Self {
            generator: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: catalogue.protocol().name().to_owned(),
            seed: request.seed,
            rules: rules
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            complete: !outcome.was_cut,
            extends: outcome
                .present
                .iter()
                .map(|present| ExtendedCase {
                    name: present.name.clone(),
                    lines: present.lines,
                    catches: names(catalogue, &present.catches),
                })
                .collect(),
            cases: outcome
                .cases
                .iter()
                .map(|made| ManifestCase::new(catalogue, made))
                .collect(),
            singles: Score::new(catalogue, &outcome.singles),
            pairs: Score::new(catalogue, &outcome.pairs),
            rare: Score::new(catalogue, &outcome.rare),
            readings: Score::new(catalogue, &outcome.readings),
        }
    }

    /// As text, ending in a line end.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        text + "\n"
    }
}

impl ManifestCase {
    fn new(catalogue: &Catalogue, made: &Made) -> Self {
        let meanings = made
            .chosen_for
            .iter()
            .map(|&index| catalogue.mistakes()[index].meaning.clone());
        Self {
            name: made.name.clone(),
            lines: made.lines(),
            purpose: meanings.collect(),
            chosen_for: names(catalogue, &made.chosen_for),
            catches: names(catalogue, &made.catches),
        }
    }
}

fn names(catalogue: &Catalogue, mistakes: &[Index]) -> Vec<String> {
    let mistakes = mistakes.iter().map(|&index| &catalogue.mistakes()[index]);
    mistakes.map(ToString::to_string).collect()
}
