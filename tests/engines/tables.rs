//! The transposition table of the parallel search.

use std::thread;

use plyjudge::game::Key;
use plyjudge::search::pvs::table::{Bound, Entry, Table};

/// Slots of a new table, bytes of each, and how many times as many slots a table has that has grown.
const FIRST_SLOTS: usize = 1 << 12;
const SLOT: usize = 32;
const GROWTH: usize = 8;

fn entry(number: u64) -> Entry {
    Entry {
        value: number as i64 - (1 << 31),
        depth: 1 + number as u32 % 1023,
        bound: [Bound::Exact, Bound::AtLeast, Bound::AtMost][number as usize % 3],
        best: number as u16 % (1 << 14),
    }
}

fn key(number: u64) -> Key {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    [number, mixed ^ mixed >> 32, u64::MAX - number]
}

/// Of so many positions those that the table knows.
fn known(table: &Table, many: u64) -> Vec<(u64, Entry)> {
    let found = (0..many).filter_map(|number| Some((number, table.get(&key(number))?)));
    found.collect()
}

#[test]
fn a_position_is_answered_with_its_own_entry_or_not_at_all() {
    let table = Table::within(SLOT * FIRST_SLOTS).unwrap();
    let many = 4 * FIRST_SLOTS as u64;
    for number in 0..many {
        table.put(&key(number), entry(number));
        assert_eq!(table.get(&key(number)), Some(entry(number)));
    }
    let found = known(&table, many);
    assert!(found.iter().all(|&(number, found)| found == entry(number)));
    assert!((FIRST_SLOTS / 2..=FIRST_SLOTS).contains(&found.len()));
    assert_eq!(table.get(&key(many)), None);
}

#[test]
fn what_is_put_again_replaces_what_was_known() {
    let table = Table::within(1 << 20).unwrap();
    for number in [1, 9, 3] {
        table.put(&key(0), entry(number));
        assert_eq!(table.get(&key(0)), Some(entry(number)));
    }
}

/// A slot of which another thread has written only a part matches no key.
#[test]
fn what_threads_write_at_the_same_time_is_never_mixed() {
    let table = Table::within(SLOT * FIRST_SLOTS).unwrap();
    let own = |number: u64| Entry {
        depth: 1,
        ..entry(number)
    };
    // Searched as deep, the one takes the place of the other where both are in the same slot.
    let is_in_its_place = |number: &u64| {
        table.put(&key(0), own(0));
        table.put(&key(*number), own(*number));
        table.get(&key(0)).is_none()
    };
    let positions: Vec<u64> = (1..).filter(is_in_its_place).take(4).collect();
    thread::scope(|scope| {
        for thread in 0..4 {
            let all = positions.iter().cycle().skip(thread).take(200_000);
            let table = &table;
            scope.spawn(move || {
                for &number in all {
                    if thread % 2 == 0 {
                        table.put(&key(number), own(number));
                    }
                    let found = table.get(&key(number));
                    assert!(found.is_none_or(|it| it == own(number)), "{found:?}");
                }
            });
        }
    });
}

#[test]
fn a_crowded_table_grows_within_its_limit_and_forgets_nothing() {
    let mut table = Table::within(SLOT * FIRST_SLOTS * (GROWTH + 1)).unwrap();
    let some = FIRST_SLOTS as u64 / 2;
    let fill = |table: &Table, from: u64, to: u64| {
        (from..to).for_each(|number| table.put(&key(number), entry(number)));
    };
    // While few slots are taken, there are as many as before.
    table.grow_when_crowded();
    let many = 4 * FIRST_SLOTS as u64 * GROWTH as u64;
    fill(&table, some, many);
    assert!(known(&table, many).len() <= FIRST_SLOTS);
    let mut table = Table::within(SLOT * FIRST_SLOTS * (GROWTH + 1)).unwrap();
    fill(&table, 0, some);
    let before = known(&table, some);
    for _ in 0..2 {
        table.grow_when_crowded();
        assert_eq!(known(&table, some), before);
    }
    fill(&table, some, many);
    let slots = FIRST_SLOTS * GROWTH;
    assert!((slots / 2..=slots).contains(&known(&table, many).len()));
    assert!(Table::within(SLOT * FIRST_SLOTS - 1).is_none());
}
