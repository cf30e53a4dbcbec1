//! Work done in parallel whose results come in order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Calls `work` for each item, `jobs` at a time, and `consume` with the results in the order
/// of the items.
///
/// # Errors
/// The first error of `consume`; work that has not begun by then is not begun any more.
pub fn in_order<T: Sync, R: Send, E>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut consume: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((at, item)) = take(items, next)
                    && sender.send((at, work(item))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut early = HashMap::new();
        let mut due = items.iter().enumerate();
        // Dropped when this closure returns: then no worker begins anything new.
        for (at, result) in results {
            early.insert(at, result);
            while let Some((at, item)) = due.clone().next()
                && let Some(result) = early.remove(&at)
            {
                consume(item, result)?;
                due.next();
            }
        }
        Ok(())
    })
}

/// The next item that nobody has taken yet.
fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whatever_the_number_of_jobs() {
        let items: Vec<u64> = (0..50).collect();
        for jobs in [0, 1, 3, 100] {
            let mut results = Vec::new();
            let work = |item: &u64| {
                // The first ones take longest.
                thread::sleep(Duration::from_micros(50_u64.saturating_sub(*item) * 20));
                item * 2
            };
            let outcome: Result<(), ()> = in_order(jobs, &items, work, |item, result| {
                results.push((*item, result));
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
            let expected: Vec<_> = items.iter().map(|item| (*item, item * 2)).collect();
            assert_eq!(results, expected);
        }
    }

    #[test]
    fn an_error_ends_it() {
        let begun = AtomicUsize::new(0);
        let items: Vec<usize> = (0..1000).collect();
        let work = |item: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1));
            *item
        };
        let outcome = in_order(2, &items, work, |_, result| match result {
            5 => Err("five"),
            _ => Ok(()),
        });
        assert_eq!(outcome, Err("five"));
        assert!(begun.into_inner() < 1000);
    }
}
