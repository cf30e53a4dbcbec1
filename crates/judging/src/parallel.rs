//! The same work on many items, by several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

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
    use super::parallel;
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
