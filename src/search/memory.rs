//! Searches that are not done again: many programs are asked about the same positions.

use std::cell::RefCell;
use std::hash::Hash;
use std::thread::LocalKey;

use rustc_hash::FxHashMap;

use crate::budget::{spend, within};

/// What came of a search, and how much work it was, by all that it depends on.
pub type Memory<K, T> = RefCell<FxHashMap<K, (T, u64)>>;

/// What comes of a search. What this thread remembers is not done again, and yet counted as if it
/// were: how much work something is does not depend on what was done before.
pub fn remembered<K: Eq + Hash, T: Clone>(
    memory: &'static LocalKey<Memory<K, T>>,
    key: K,
    search: impl FnOnce() -> T,
) -> T {
    /// Enough for the inputs that are answered together, and a few MiB: as many as a map of 2^14
    /// places holds before it doubles.
    const MOST: usize = (1 << 14) / 8 * 7;
    let known = memory.with_borrow(|memory| memory.get(&key).cloned());
    if let Some((result, work)) = known {
        spend(work);
        return result;
    }
    let (result, work) = within(u64::MAX, search);
    let result = result.expect("no bound is set here");
    memory.with_borrow_mut(|memory| {
        if memory.len() == MOST {
            memory.clear();
        }
        memory.insert(key, (result.clone(), work));
    });
    result
}

#[cfg(test)]
mod tests {
    use super::{Memory, remembered};
    use crate::budget::{spend, within};

    #[test]
    fn what_is_remembered_counts_as_if_it_were_done() {
        thread_local! {
            static SQUARES: Memory<u64, u64> = Memory::default();
        }
        let mut done = Vec::new();
        let mut square = |number| {
            remembered(&SQUARES, number, || {
                spend(number);
                done.push(number);
                number * number
            })
        };
        assert_eq!(within(4, || square(5)), (None, 4));
        assert_eq!(within(5, || square(5)), (Some(25), 5));
        assert_eq!(within(5, || square(5)), (Some(25), 5));
        assert_eq!(within(4, || square(5)), (None, 4));
        assert_eq!(within(9, || square(6)), (Some(36), 6));
        // What was given up was not remembered.
        assert_eq!(done, [5, 6]);
    }
}
