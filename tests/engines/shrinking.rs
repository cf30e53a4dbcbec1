//! What is made smaller goes on showing the same, and is still an input.

use std::cell::RefCell;

use plyjudge::mistakes::diagnose::{Observed, diagnose, shrunk};
use plyjudge::mistakes::shrink::shrink;
use plyjudge::mistakes::suite::{Case, Suite};
use plyjudge::protocol::source::without_stretches;

use super::diagnose::catalogue;

#[test]
fn what_is_needed_stays_and_nothing_else() {
    let start: Vec<u32> = (0..40).collect();
    let smaller = |items: &Vec<u32>| without_stretches(items);
    let is_good = |items: &Vec<u32>| items.contains(&3) && items.contains(&29);
    assert_eq!(shrink(start, 10_000, smaller, is_good), [3, 29]);
}

#[test]
fn tries_are_counted_and_what_was_good_is_kept() {
    let start: Vec<u32> = (0..40).collect();
    let mut tries = 0;
    let smaller = |items: &Vec<u32>| without_stretches(items);
    let kept = shrink(start, 5, smaller, |items: &Vec<u32>| {
        tries += 1;
        items.contains(&39)
    });
    assert_eq!(tries, 5);
    assert!(kept.len() < 40 && kept.contains(&39));
}

/// The smallest input of a game that a program fails which prints more where a line is read, and all
/// that it was run with.
fn smallest(game: &str, input: &str, bad: &str) -> (String, Vec<String>) {
    let catalogue = catalogue(game);
    let suite = |input: &[u8]| {
        let case = Case {
            name: String::new(),
            input: input.to_vec(),
        };
        Suite::new(&catalogue, vec![case]).unwrap()
    };
    let asked = RefCell::new(Vec::new());
    let program = |input: &[u8]| {
        let mut output = suite(input).right()[0].clone();
        let text = String::from_utf8(input.to_vec()).unwrap();
        if text.lines().any(|line| line == bad) {
            output.extend_from_slice(b"oops\n");
        }
        asked.borrow_mut().push(text);
        Some(Observed {
            output,
            stopped: None,
        })
    };
    let suite = suite(input.as_bytes());
    let found = diagnose(&suite, &[program(input.as_bytes())]);
    let ask = |_: usize, input: &[u8]| program(input);
    let found = shrunk(&suite, &found, &|_| None, &ask).unwrap();
    (String::from_utf8(found.input).unwrap(), asked.into_inner())
}

#[test]
fn what_ends_an_input_is_there_once_and_last() {
    let (input, asked) = smallest("ewn", "ini B\nini R\nexit\n", "ini R");
    assert_eq!(input, "ini R\nexit\n");
    for input in asked {
        assert!(input.ends_with("exit\n"), "{input:?}");
        assert_eq!(input.matches("exit").count(), 1, "{input:?}");
    }
    let line = "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0 1";
    let other = "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 1";
    let (input, _) = smallest("kalah", &format!("{other}\n{line}\n"), line);
    assert_eq!(input, format!("{line}\n"));
}
