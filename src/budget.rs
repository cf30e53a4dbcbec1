//! Work counted, so that what is tried can be bounded by a count and never by a clock.
//!
//! Searches say what they do, about a node at a time. Whoever tries something that may take
//! too long says how much it may; nothing else has to know of it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// What this thread may still do.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// What is thrown when there is nothing left.
struct GivenUp;

/// Notes work that this thread does, in nodes of a search or what takes as long. Where that is
/// more than [`within`] allows, it does not return.
#[inline]
pub fn spend(work: u64) {
    LEFT.with(|left| match left.get().checked_sub(work) {
        Some(rest) => left.set(rest),
        None => give_up(left),
    });
}

/// Notes that a node's moves were listed and put in order: very many take far longer than a node.
#[inline]
pub fn spend_on_moves(count: usize) {
    const VERY_MANY: usize = 64;
    const AS_A_NODE: usize = 4;
    if count >= VERY_MANY {
        spend((count / AS_A_NODE) as u64);
    }
}

#[cold]
fn give_up(left: &Cell<u64>) {
    left.set(0);
    resume_unwind(Box::new(GivenUp));
}

/// What comes of some work on this thread, and how much it was; none when it was given up
/// because it is more than `most`. What it was about to change is to be dropped then.
pub fn within<T>(most: u64, work: impl FnOnce() -> T) -> (Option<T>, u64) {
    let outer = LEFT.get();
    let allowed = most.min(outer);
    LEFT.set(allowed);
    let result = catch_unwind(AssertUnwindSafe(work));
    let spent = allowed - LEFT.get();
    LEFT.set(outer - spent);
    match result {
        Ok(result) => (Some(result), spent),
        // Somebody further out allows no more.
        Err(reason) if reason.is::<GivenUp>() && allowed == most => (None, spent),
        Err(reason) => resume_unwind(reason),
    }
}

/// What this thread may still do.
pub fn left() -> u64 {
    LEFT.get()
}

/// As [`within`], whatever anybody further out allows: for work that is done once for many.
pub fn apart<T>(most: u64, work: impl FnOnce() -> T) -> (Option<T>, u64) {
    let outer = LEFT.replace(u64::MAX);
    let result = within(most, work);
    LEFT.set(outer);
    result
}
