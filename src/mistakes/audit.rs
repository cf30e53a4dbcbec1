//! Which mistakes a suite catches, by which cases, and which it lets through.

use super::catalogue::Set;
use super::suite::{Caught, Suite};

/// What a suite catches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Every single mistake that is neither rare nor a reading.
    pub singles: Findings,
    /// Every pair of such mistakes in different options, when asked for; caught where some case
    /// catches it and none of the two hides the other in all cases.
    pub pairs: Option<Findings>,
    /// Every rare mistake; the scores leave them out.
    pub rare: Findings,
    /// Every other reading of what the assignment leaves open; the scores leave them out.
    pub readings: Findings,
}

/// Sets of mistakes, and the cases that catch each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Each set with what catches it: no case when it survives.
    pub sets: Vec<(Set, Caught)>,
}

impl Findings {
    /// Tries every set on a suite.
    pub fn new(suite: &Suite<'_>, sets: Vec<Set>, tick: &(dyn Fn() + Sync)) -> Self {
        let catching = suite.catching_each(&sets, tick);
        Self {
            sets: sets.into_iter().zip(catching).collect(),
        }
    }

    /// Counts those as not caught in which one mistake hides the others.
    fn drop_hiding(&mut self, suite: &Suite<'_>) {
        let caught = self.sets.iter().filter(|(_, it)| !it.cases.is_empty());
        let hiding = suite.hiding(caught.map(|(set, _)| set));
        for (set, caught) in &mut self.sets {
            if hiding.contains(set) {
                caught.cases.clear();
            }
        }
    }

    /// The sets that were not tried with all cases.
    pub fn cut(&self) -> impl Iterator<Item = &Set> {
        let cut = self.sets.iter().filter(|(_, caught)| caught.is_cut);
        cut.map(|(set, _)| set)
    }

    /// How many sets are caught.
    pub fn caught(&self) -> usize {
        self.sets
            .iter()
            .filter(|(_, caught)| !caught.cases.is_empty())
            .count()
    }
}

/// Tries every mistake, and every pair if asked to, on a suite; `tick` is called after each.
pub fn audit(suite: &Suite<'_>, with_pairs: bool, tick: &(dyn Fn() + Sync)) -> Audit {
    let catalogue = suite.catalogue();
    Audit {
        singles: Findings::new(suite, catalogue.common().collect(), tick),
        pairs: with_pairs.then(|| {
            let mut pairs = Findings::new(suite, catalogue.common_pairs().collect(), tick);
            pairs.drop_hiding(suite);
            pairs
        }),
        rare: Findings::new(suite, catalogue.rare().collect(), tick),
        readings: Findings::new(suite, catalogue.readings().collect(), tick),
    }
}
