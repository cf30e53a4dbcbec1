//! Lines that a program words, spaces or places otherwise, learnt from what it prints.

use std::collections::HashSet;

use plyjudge::mistakes::diagnose::text_differences::align::{Aligner, Line, Match};
use plyjudge::mistakes::diagnose::text_differences::{
    Sample, TextDifferences, differing_words, shape, shapes,
};
use plyjudge::random::Random;

const EXPECTED: &str = "=====\nBLACK ACTION #1: G6-F5\nCOST: 0\n 1 | . | w |\n 2 | b | . |\n\
                        =====\nWHITE ACTION #2: A3-B4\nCOST: -3\n 1 | w | . |\n 2 | . | . |\n";

fn differences(printed: &str) -> TextDifferences {
    let sample = Sample {
        expected: EXPECTED.as_bytes(),
        printed: printed.as_bytes(),
        is_cut: false,
    };
    TextDifferences::learn(&[sample], &HashSet::new()).swap_remove(0)
}

/// Every difference, learnt from one text, makes that text of what is expected.
#[test]
fn what_is_printed_in_another_way_is_learnt() {
    let replaced = |old: &str, new: &str| EXPECTED.replace(old, new);
    let without = |start: &str| -> String {
        let lines = EXPECTED.split_inclusive('\n');
        lines.filter(|line| !line.starts_with(start)).collect()
    };
    for printed in [
        EXPECTED.to_owned(),
        replaced("ACTION", "MOVE"),
        replaced("#", ""),
        replaced("=====", "-------"),
        replaced("COST: ", "Cost:"),
        replaced("G6-F5", "g6-f5").replace("A3-B4", "a3-b4"),
        replaced("#1", "#01").replace("#2", "#02"),
        replaced("COST: 0", "COST:     0").replace("COST: -3", "COST:    -3"),
        replaced(" . ", "   "),
        replaced(" 1 |", " 9 |").replace(" 2 |", " 8 |"),
        replaced("COST: 0", "COST: +0"),
        replaced("COST: 0", "COST: 0.0").replace("-3", "-3.0"),
        without("COST"),
        without("="),
    ] {
        let differences = differences(&printed);
        let told = differences.reword(EXPECTED.as_bytes());
        assert_eq!(String::from_utf8(told).unwrap(), printed);
        assert_eq!(differences.strip(printed.as_bytes()), printed.as_bytes());
        assert_eq!(differences.is_empty(), printed == EXPECTED);
    }
}

#[test]
fn lines_too_much_or_elsewhere_are_left_out() {
    let debug = EXPECTED.replace("=====\n", "=====\nvalue is 5\n");
    let found = differences(&debug);
    assert_eq!(found.strip(debug.as_bytes()), EXPECTED.as_bytes());
    assert_eq!(found.reword(EXPECTED.as_bytes()), EXPECTED.as_bytes());
    let moved = EXPECTED
        .replace("COST: 0\n", "")
        .replace(" 2 | b | . |\n", " 2 | b | . |\nCOST: 0\n")
        .replace("COST: -3\n", "")
        + "COST: -3\n";
    let found = differences(&moved);
    let left = found.strip(moved.as_bytes());
    assert_eq!(left, found.reword(EXPECTED.as_bytes()));
    assert!(!left.windows(4).any(|text| text == b"COST"));
}

/// Blank lines between answers are seen, though short texts come first and have none.
#[test]
fn blank_lines_between_answers_are_left_out() {
    const SHORT: usize = 20;
    let answer = "VALUE: 1\nNODES: 2\n";
    let (expected, printed) = ([answer; 3].concat(), [answer; 3].join("\n"));
    let sample = |expected, printed| Sample {
        expected,
        printed,
        is_cut: false,
    };
    let mut samples = vec![sample(answer.as_bytes(), answer.as_bytes()); SHORT];
    samples.push(sample(expected.as_bytes(), printed.as_bytes()));
    let found = TextDifferences::learn(&samples, &HashSet::new()).swap_remove(0);
    assert_eq!(found.strip(printed.as_bytes()), expected.as_bytes());
}

#[test]
fn what_stands_in_front_of_lines_is_left_out() {
    let prompts = EXPECTED.replace("=====\nW", "> =====\nW") + "> ";
    let prompts = prompts.replace("COST", "> COST");
    let found = differences(&prompts);
    assert_eq!(found.strip(prompts.as_bytes()), EXPECTED.as_bytes());
}

#[test]
fn what_is_printed_twice_is_read_once() {
    let (first, second) = EXPECTED.split_at(EXPECTED.rfind("=====").unwrap());
    let twice = [first, first, second, second].concat();
    let found = differences(&twice);
    assert_eq!(found.strip(twice.as_bytes()), EXPECTED.as_bytes());
    assert_eq!(found.reword(EXPECTED.as_bytes()), EXPECTED.as_bytes());
}

#[test]
fn where_hardly_anything_is_as_expected_there_are_no_slips() {
    for printed in ["", "Hello, world\n", "Hello,\nworld\n\n\n\n\n\n"] {
        assert!(differences(printed).is_empty(), "{printed:?}");
    }
}

/// Other values, and lines that are right elsewhere, are the game's business.
#[test]
fn what_the_game_decides_is_no_slip() {
    let other = EXPECTED.replace("G6-F5", "A1-B2").replace("-3", "7");
    assert!(differences(&other).is_empty());
    let other = EXPECTED.replace("WHITE ACTION #2", "BLACK ACTION #2");
    assert!(differences(&other).is_empty());
}

#[test]
fn what_is_right_in_any_case_is_no_way_to_print_another_line() {
    let expected = format!("{EXPECTED}ERROR: Source cell is empty.\n");
    let printed = expected.replace("Source", "Target");
    let sample = Sample {
        expected: expected.as_bytes(),
        printed: printed.as_bytes(),
        is_cut: false,
    };
    assert!(!TextDifferences::learn(&[sample], &HashSet::new())[0].is_empty());
    let other = shapes(&[b"ERROR: Target cell is empty.\n".to_vec()]);
    assert!(TextDifferences::learn(&[sample], &other)[0].is_empty());
}

#[test]
fn differences_are_whole_words() {
    for (expected, printed, was, is) in [
        (
            "BLACK ACTION #1: A\n",
            "BLACK MOVE #1: A\n",
            "ACTION",
            "MOVE",
        ),
        ("*** BLACK ACTION\n", "BLACK ACTION\n", "***", ""),
        ("BOARD COST: 3\n", "> BOARD COST: 3\n", "", ">"),
        (
            "holds opponent's piece\n",
            "holds opponents piece\n",
            "opponent's",
            "opponents",
        ),
        ("COST: 3\n", "COST:  3\n", "COST: 3", "COST:  3"),
        ("COST: 3\n", "COST: 3", "COST: 3\n", "COST: 3"),
        ("a b\n", "a b b\n", "", "b"),
    ] {
        assert_eq!(differing_words(expected, printed), (was, is));
    }
}

fn shown(line: &str) -> String {
    let shape = String::from_utf8(shape(line.as_bytes())).unwrap();
    shape.replace('\u{1}', "N").replace('\u{2}', "s")
}

#[test]
fn values_are_told_from_text() {
    for (line, expected) in [
        ("BLACK ACTION #12: G6-F5\n", "BLACK ACTION #N: sN-sN\n"),
        ("BOARD COST: -2147483648\n", "BOARD COST: N\n"),
        ("BOARD COST:    12\n", "BOARD COST: N\n"),
        (" 3 | w | . |\n", " N | s | s |\n"),
        (
            "ERROR: Source cell is empty.\n",
            "ERROR: Source cell is empty.\n",
        ),
        ("opponents piece/tower.", "opponents piece/tower."),
        ("0 -4.14497 1.5e-05 +3", "N N N N"),
        ("Cost:-3, F5--H3, 3-4", "Cost:N, sN--sN, N-N"),
        ("BOARD SIZE: 8x8\r\n", "BOARD SIZE: NsN\r\n"),
        ("", ""),
    ] {
        assert_eq!(shown(line), expected, "{line:?}");
    }
}

fn lines(texts: &[&'static str]) -> Vec<Line<'static>> {
    let line = |text: &&'static str| Line {
        text: text.as_bytes(),
        // As the texts are in memory once each, so are their addresses.
        number: text.as_ptr() as usize,
        // A number for each shape: their first letters are enough here.
        shape: usize::from(shape(text.as_bytes())[0]),
    };
    texts.iter().map(line).collect()
}

fn aligned(expected: &[&'static str], printed: &[&'static str]) -> Vec<Match> {
    Aligner::default().align(&lines(expected), &lines(printed))
}

/// What is the same from the start on changes nothing but how long it takes: lines that are alike in
/// nothing are put before it, so that there is no such start.
#[test]
fn what_begins_alike_is_aligned_as_all_else() {
    const LINES: [&str; 6] = [
        "=====\n",
        "A 1\n",
        "A 2\n",
        "COST: 3\n",
        "\n",
        "board x 2\n",
    ];
    let mut random = Random::new(1, 0);
    for _ in 0..300 {
        let count = random.below(400);
        let expected: Vec<&str> = (0..count).map(|_| LINES[random.below(6)]).collect();
        let mut printed = expected.clone();
        let kept = random.below(count + 1);
        for _ in 0..random.below(1 + count / 2) {
            let at = kept + random.below(printed.len() - kept + 1);
            match random.below(3) {
                0 if at < printed.len() => _ = printed.remove(at),
                1 if at < printed.len() => printed[at] = LINES[random.below(6)],
                _ => printed.insert(at, LINES[random.below(6)]),
            }
        }
        let found = aligned(&expected, &printed);
        let after = |first: &'static str, rest: &[&'static str]| [&[first], rest].concat();
        let plain = aligned(&after("?\n", &expected), &after("!!!!!!!!!!\n", &printed));
        let number = |line: usize| line.checked_sub(1);
        let plain = plain
            .into_iter()
            .map(|(one, other)| (one.and_then(number), other.and_then(number)));
        let plain: Vec<Match> = plain.filter(|it| *it != (None, None)).collect();
        assert_eq!(found, plain);
    }
}

#[test]
fn lines_stand_for_lines_that_are_alike() {
    let expected = [
        "BLACK ACTION #1: G6-F5\n",
        "=====\n",
        "COST: 0\n",
        "  A  B\n",
    ];
    let printed = [
        "Hello!\n",
        "my BLACK ACTION 1: G6-F5\n",
        "-----\n",
        "  A  B\n",
    ];
    assert_eq!(
        aligned(&expected, &printed),
        [
            (None, Some(0)),
            (Some(0), Some(1)),
            (Some(1), None),
            (Some(2), None),
            (None, Some(2)),
            (Some(3), Some(3)),
        ]
    );
    // As many on either side of a gap.
    assert_eq!(
        aligned(&expected[1..2], &printed[2..3]),
        [(Some(0), Some(0))]
    );
    assert_eq!(aligned(&[], &printed[..1]), [(None, Some(0))]);
}
