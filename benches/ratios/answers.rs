//! Answers of each game: the fast engine, in one thread, against the plain searches.

use std::thread;

use plyjudge::answer::answer;
use plyjudge::protocol::{Engine, Resources, Settings};

use super::Row;
use super::measure::{by_clock, least, median, ratio};

const FASTER: &str = "× as fast as the plain engine";

pub const ROWS: &[Row] = &[
    Row::new("answer checkers, depth 6", FASTER, || {
        let actions = "G6-F5 H3-G4 F5-H3 F3-G4 E6-F5 G4-E6 D7-F5 G2-F3 F7-G6 F1-G2 H3-F1 B3-C4 A\n";
        fast(&actions.replace(' ', "\n"), Some(6), None)
    }),
    Row::new("answer ewn, depth 5", FASTER, || {
        fast(
            include_str!("../../testdata/ewn/opening-blue.txt"),
            Some(5),
            None,
        )
    }),
    Row::new("answer hexline, depth 7", FASTER, || {
        fast(
            include_str!("../../testdata/hexline/compact-maps.txt"),
            Some(7),
            None,
        )
    }),
    Row::new("answer kalah, depth 10, both counts", FASTER, || {
        fast(&format!("{SECOND} 10\n"), None, None)
    }),
    Row::new("answer kalah, depth 12, choice", FASTER, || {
        fast(&format!("{SECOND} 12\n"), None, Some("choice"))
    }),
    Row::new(
        "answer kalah, depth 13, two threads",
        "× as fast as one, by the clock",
        || {
            let input = format!("{SECOND} 13\n");
            let (mut one, mut two) = (Vec::new(), Vec::new());
            for _ in 0..5 {
                one.push(by_clock(|| answered(&input, &settings(Engine::Fast, 1))));
                two.push(by_clock(|| answered(&input, &settings(Engine::Fast, 2))));
            }
            ratio(median(one), median(two))
        },
    ),
];

/// The second state of Kalah's published table: a line but for its depth.
pub const SECOND: &str = "7 2 15 0 1 0 5 0 5 7 6 1 14 9 0";

fn settings(engine: Engine, threads: usize) -> Settings {
    Settings {
        engine,
        resources: Resources {
            threads,
            ..Resources::default()
        },
        ..Settings::default()
    }
}

/// Answered in a thread of its own, which remembers no search that was done before.
fn answered(input: &str, settings: &Settings) -> Vec<u8> {
    let answered = || {
        let mut out = Vec::new();
        answer(&mut input.as_bytes(), "bench", None, settings, &mut out).expect("a good input");
        out
    };
    thread::scope(|scope| scope.spawn(answered).join()).expect("no panic")
}

/// How many times as fast the fast engine answers as the plain one, which says the same.
fn fast(input: &str, depth: Option<u32>, format: Option<&str>) -> f64 {
    let [plain, fast] = [Engine::Plain, Engine::Fast].map(|engine| Settings {
        depth,
        format: format.map(str::to_owned),
        ..settings(engine, 1)
    });
    assert_eq!(answered(input, &plain), answered(input, &fast));
    ratio(
        least(|| answered(input, &plain)),
        least(|| answered(input, &fast)),
    )
}
