//! The same work on many items, by several threads.
//!
//! [`parallel`] has threads of its own, which wait for programs and files; [`map`], [`first`] and
//! [`both`] compute, in the one pool that there is for that, and may be used within each other. All
//! of them make as little as possible anew for each kind of work: this is built once, not at each use.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// What comes of each item, in their order.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let made: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    claim_each(items.len(), &|item| {
        let result = work(&items[item]);
        *made[item].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        true
    });
    let made = made.into_iter().map(Mutex::into_inner);
    let made = made.map(|slot| slot.unwrap_or_else(PoisonError::into_inner));
    made.map(|made| made.expect("every item was worked on"))
        .collect()
}

/// What comes of the first item, in their order, of which anything does. Some of those behind it
/// may be worked on in vain.
pub fn first<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> Option<R> + Sync) -> Option<R> {
    let found: Mutex<Option<(usize, R)>> = Mutex::new(None);
    claim_each(items.len(), &|item| {
        let Some(made) = work(&items[item]) else {
            return true;
        };
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.as_ref().is_none_or(|(before, _)| item < *before) {
            *found = Some((item, made));
        }
        false
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.map(|(_, made)| made)
}

/// What comes of two pieces of work, done side by side.
pub fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}

/// Does `work` on the items `0..count`, begun in order, in the threads of the pool; once it says
/// no, no more is begun.
fn claim_each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let next = AtomicUsize::new(0);
    let claim = || {
        loop {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= count {
                return;
            }
            if !work(item) {
                next.store(count, Ordering::Relaxed);
            }
        }
    };
    let threads = rayon::current_num_threads().min(count);
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| claim());
        }
        claim();
    });
}

/// Does `work` on the items `0..count` in `jobs` threads, begun in order, and `each` on what
/// comes of it, in this thread, as it comes.
///
/// When `each` fails, or once `stop` is set, no more is begun; what was begun is finished
/// and, unless `each` has failed, given to `each`.
///
/// # Errors
/// What `each` fails with.
pub fn parallel<T: Send, E>(
    jobs: usize,
    count: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
    mut each: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel(2 * jobs);
        for _ in 0..jobs.min(count) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more after a failure.
                    if item >= count || sender.send((item, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let outcome = results
            .iter()
            .try_for_each(|(item, result)| each(item, result));
        failed.store(outcome.is_err(), Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::{first, map, parallel};
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;

    #[test]
    fn everything_is_done_once() {
        for (jobs, count) in [(1, 10), (3, 100), (8, 3), (2, 0)] {
            let mut sums = vec![0; count];
            let stop = AtomicBool::new(false);
            let done: Result<(), ()> = parallel(
                jobs,
                count,
                &stop,
                |item| item + 1,
                |item, result| {
                    sums[item] += result;
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(sums, (1..=count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_map_keeps_the_order_of_its_items_also_within_another() {
        let rows: Vec<u64> = (0..40).collect();
        let columns: Vec<u64> = (0..30).collect();
        let sums = map(&rows, |row| map(&columns, |column| 100 * row + column));
        for (row, sums) in rows.iter().zip(sums) {
            let expected: Vec<u64> = columns.iter().map(|column| 100 * row + column).collect();
            assert_eq!(sums, expected);
        }
        assert!(map(&[] as &[u8], |_| 0).is_empty());
    }

    #[test]
    fn the_first_is_the_first_in_order_not_in_time() {
        let items: Vec<u64> = (0..10_000).collect();
        for wanted in [0, 1, 77, 9_999] {
            assert_eq!(
                first(&items, |&item| (item >= wanted).then_some(item)),
                Some(wanted)
            );
        }
        assert_eq!(first(&items, |_| None::<u64>), None);
    }

    #[test]
    fn a_failure_ends_it() {
        let begun = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let work = |item| {
            begun.fetch_add(1, Ordering::Relaxed);
            item
        };
        let each = |item, _| if item == 5 { Err("five") } else { Ok(()) };
        assert_eq!(parallel(2, 1_000_000, &stop, work, each), Err("five"));
        assert!(begun.into_inner() < 1000);
    }

    #[test]
    fn what_was_begun_before_a_stop_is_finished() {
        let begun = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let mut finished = 0;
        let work = |_| begun.fetch_add(1, Ordering::Relaxed);
        let each = |item, _| {
            finished += 1;
            if item == 5 {
                stop.store(true, Ordering::Relaxed);
            }
            Ok::<(), ()>(())
        };
        assert_eq!(parallel(2, 1_000_000, &stop, work, each), Ok(()));
        assert_eq!(begun.into_inner(), finished);
        assert!((5..1000).contains(&finished));
    }
}
