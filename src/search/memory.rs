//! Searches that are not done again: many programs are asked about the same positions.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::budget::{apart, spend, within};

/// In how many parts it is kept, so that threads seldom wait for each other.
const PARTS: usize = 16;

/// What came of searches, and how much work each was, by all that it depends on.
pub struct Memory<K, T>([Mutex<Part<K, T>>; PARTS]);

type Part<K, T> = FxHashMap<K, (T, u64)>;

impl<K: Eq + Hash, T> Memory<K, T> {
    /// Nothing yet.
    pub const fn empty() -> Self {
        Self([const { Mutex::new(FxHashMap::with_hasher(FxBuildHasher)) }; PARTS])
    }

    fn part(&self, key: &K) -> MutexGuard<'_, Part<K, T>> {
        // Other bits than those that maps look at first.
        let part = (FxBuildHasher.hash_one(key) >> 40) as usize % PARTS;
        self.0[part].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What comes of a search. What is remembered is not done again, and yet counted as if it were:
/// how much work something is does not depend on what was done before.
pub fn remembered<K: Eq + Hash, T: Clone>(
    memory: &Memory<K, T>,
    key: K,
    search: impl FnOnce() -> T,
) -> T {
    /// Enough for a class that is diagnosed with the same inputs, and some 30 MiB in all parts: as
    /// many as a map of 2^14 places holds before it doubles.
    const MOST: usize = (1 << 14) / 8 * 7;
    let known = memory.part(&key).get(&key).cloned();
    if let Some((result, work)) = known {
        spend(work);
        return result;
    }
    let (result, work) = within(u64::MAX, search);
    let result = result.expect("no bound is set here");
    let mut part = memory.part(&key);
    if part.len() == MOST {
        part.clear();
    }
    part.insert(key, (result.clone(), work));
    result
}

/// Does searches again whose results were remembered, for what else they leave. They were counted when
/// the results were asked for, and are not again.
pub fn search_again(search: impl FnOnce()) {
    apart(u64::MAX, search);
}
