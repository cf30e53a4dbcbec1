//! Work that is counted, given up and remembered.

use plyjudge::budget::{apart, spend, within};
use plyjudge::search::memory::{Memory, remembered};

#[test]
fn work_is_counted_and_given_up() {
    let work = || (1..=10).for_each(spend);
    assert_eq!(within(100, work), (Some(()), 55));
    assert_eq!(within(55, work), (Some(()), 55));
    let (result, spent) = within(54, work);
    assert_eq!(result, None);
    assert_eq!(spent, 54);
    // What one is denied another one has.
    assert_eq!(within(u64::MAX, work), (Some(()), 55));
}

#[test]
fn what_is_inside_counts_outside() {
    let inside = || within(10, || spend(20)).0;
    assert_eq!(within(100, inside), (Some(None), 10));
    let more = || within(100, || spend(20)).0;
    assert_eq!(within(10, more).0, None);
    let elsewhere = || apart(30, || spend(20));
    assert_eq!(within(10, elsewhere), (Some((Some(()), 20)), 0));
}

#[test]
fn what_is_remembered_counts_as_if_it_were_done() {
    static SQUARES: Memory<u64, u64> = Memory::empty();
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
