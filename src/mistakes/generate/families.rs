//! The families of inputs that a suite is chosen from: each may be looked through on another
//! machine, and all are chosen from together.

use serde::{Deserialize, Serialize};

use super::pool::{self, Candidate, Prober};
use super::{Monitor, Request, source_of};
use crate::judge::fingerprint::{Fingerprint, Printer};
use crate::judge::journal::lines::JournalError;
use crate::judge::journal::work::merge::{Gaps, Merge};
use crate::judge::journal::work::{Journal, Work};
use crate::judge::parallel;
use crate::judge::record::Text;
use crate::mistakes::suite::Case;
use crate::protocol::Settings;

/// The inputs of a family that catch anything, with what each catches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Family(pub(super) Vec<Candidate>);

impl Family {
    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.0.len()
    }
}

/// Where families come from.
#[derive(Clone, Copy)]
pub enum Families<'a> {
    /// All are made anew.
    Fresh,
    /// Those are made that the journal does not have.
    Journal(&'a Journal<SuitePlan>),
    /// They are looked up in the journals of shards.
    Merge(&'a Merge<SuitePlan>),
}

impl Families<'_> {
    /// The family of a number; `make` makes it anew. None when it is not to be had.
    pub(super) fn family(
        self,
        number: u64,
        make: impl Fn() -> Family,
    ) -> Result<Option<Family>, JournalError> {
        let journal = match self {
            Families::Fresh => return Ok(Some(make())),
            Families::Merge(merge) => {
                return merge.piece(number as usize, |plan| Some(plan.key(number)));
            }
            Families::Journal(journal) => journal,
        };
        let key = journal.header().about.key(number);
        if let Some(known) = journal.piece(key)? {
            return Ok(Some(known));
        }
        let family = make();
        journal.add(key, &name(number), &family)?;
        Ok(Some(family))
    }
}

fn name(number: u64) -> String {
    format!("family {}", number + 1)
}

/// What a suite is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuitePlan {
    /// The game's name.
    pub game: String,
    /// Rules in which the right program differs from the published one.
    pub rules: Vec<(String, String)>,
    /// The search depth, if it is not the protocol's own.
    pub depth: Option<u32>,
    /// The output format, for protocols that have several.
    pub format: Option<String>,
    /// See [`Request::seed`].
    pub seed: u64,
    /// See [`Request::count`].
    pub count: usize,
    /// See [`Request::as_needed`].
    #[serde(default)]
    pub as_needed: bool,
    /// See [`Request::is_fair`].
    #[serde(default)]
    pub is_fair: bool,
    /// How many families of inputs are looked through.
    pub families: u64,
    /// The names and inputs of [`Request::present`].
    present: Vec<(String, Text)>,
}

/// A piece is a family.
impl Work for SuitePlan {
    const NAME: &'static str = "generate";
    type Piece = Family;
}

impl SuitePlan {
    /// What is asked for.
    pub fn new(request: &Request<'_>) -> Self {
        let (catalogue, source) = (request.catalogue, source_of(request.catalogue));
        let present = request.present.iter();
        Self {
            game: catalogue.protocol().name().to_owned(),
            rules: catalogue.right().rules.clone(),
            depth: catalogue.right().depth,
            format: catalogue.right().format.clone(),
            seed: request.seed,
            count: request.count,
            as_needed: request.as_needed,
            is_fair: request.is_fair,
            families: request.families.unwrap_or(source.families()),
            present: present
                .map(|case| (case.name.clone(), Text::from(case.input.clone())))
                .collect(),
        }
    }

    /// What the right program does.
    pub fn right(&self) -> Settings {
        Settings {
            rules: self.rules.clone(),
            depth: self.depth,
            format: self.format.clone(),
            ..Settings::default()
        }
    }

    /// The cases that there are already.
    pub fn present(&self) -> Vec<Case> {
        let case = |(name, input): &(String, Text)| Case {
            name: name.clone(),
            input: input.clone().into_bytes(),
        };
        self.present.iter().map(case).collect()
    }

    /// What a family depends on. Which cases are chosen from all families, and how many, does
    /// not matter.
    fn key(&self, number: u64) -> Fingerprint {
        let mut printer = Printer::new();
        printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        printer.value(&(&self.game, &self.rules, self.depth, &self.format));
        printer.value(&(self.seed, number, self.is_fair));
        printer.finish()
    }
}

/// Looks through the families of a journal's shard; how many inputs were found.
///
/// # Errors
/// A journal that cannot be read or written.
pub fn look(
    request: &Request<'_>,
    journal: &Journal<SuitePlan>,
    monitor: &Monitor<'_>,
) -> Result<usize, JournalError> {
    let source = source_of(request.catalogue);
    let prober = Prober::new(request.catalogue, &*source, request.is_fair);
    let all = 0..journal.header().about.families;
    let share: Vec<u64> = all.filter(|&number| journal.has(number as usize)).collect();
    monitor.stage("looking for telling inputs", share.len());
    let found = parallel::map(&share, |&number| {
        let make = || pool::family(&prober, request.seed, number);
        let family = Families::Journal(journal).family(number, make)?;
        monitor.tick();
        Ok(family.map_or(0, |family| family.inputs()))
    });
    found.into_iter().sum()
}

/// What is missing of a suite's families.
pub fn gaps(merge: &Merge<SuitePlan>) -> Gaps {
    let families = merge.about().families as usize;
    let key = |plan: &SuitePlan, unit, _| plan.key(unit as u64);
    merge.gaps((families, 1), key, |unit| name(unit as u64))
}
