//! Which mistakes a suite catches, by which cases, and which it lets through.

use super::catalogue::Set;
use super::suite::Suite;

/// What a suite catches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Every single mistake that is not rare.
    pub singles: Findings,
    /// Every pair of such mistakes in different options, when asked for.
    pub pairs: Option<Findings>,
    /// Every rare mistake; the scores leave them out.
    pub rare: Findings,
}

/// Sets of mistakes, and the cases that catch each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Each set with the indices of the cases that catch it; none when it survives.
    pub sets: Vec<(Set, Vec<usize>)>,
}

impl Findings {
    /// Tries every set on a suite.
    pub fn new(suite: &Suite<'_>, sets: Vec<Set>, tick: &(dyn Fn() + Sync)) -> Self {
        let catching = suite.catching_each(&sets, tick);
        Self {
            sets: sets.into_iter().zip(catching).collect(),
        }
    }

    /// How many sets are caught.
    pub fn caught(&self) -> usize {
        self.sets
            .iter()
            .filter(|(_, cases)| !cases.is_empty())
            .count()
    }

    /// The sets that no case catches.
    pub fn survivors(&self) -> impl Iterator<Item = &Set> {
        let surviving = self.sets.iter().filter(|(_, cases)| cases.is_empty());
        surviving.map(|(set, _)| set)
    }

    /// The mutation score: percent of the sets that are caught, 100 when there are none.
    pub fn score(&self) -> f64 {
        match self.sets.len() {
            0 => 100.0,
            all => 100.0 * self.caught() as f64 / all as f64,
        }
    }
}

/// Tries every mistake, and every pair if asked to, on a suite; `tick` is called after each.
pub fn audit(suite: &Suite<'_>, with_pairs: bool, tick: &(dyn Fn() + Sync)) -> Audit {
    let catalogue = suite.catalogue();
    Audit {
        singles: Findings::new(suite, catalogue.common().collect(), tick),
        pairs: with_pairs.then(|| Findings::new(suite, catalogue.common_pairs().collect(), tick)),
        rare: Findings::new(suite, catalogue.rare().collect(), tick),
    }
}
