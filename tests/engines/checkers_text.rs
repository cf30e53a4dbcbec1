//! Checkers as text: cells as inputs name them, and wrong lines as they are told.

use plyjudge::games;
use plyjudge::games::checkers::rules::ColumnNames;
use plyjudge::games::checkers::text::{
    InputLine, are_in_row_zero, cells_by_first_digit, cells_by_position, cells_named, parse_line,
};
use plyjudge::protocol::{Differing, Settings};

#[test]
fn cells_outside_the_board_are_read_and_other_text_is_not() {
    assert_eq!(
        parse_line("G6-F5"),
        Some(InputLine::Action(Some(46), Some(37)))
    );
    for outside in [
        "I4-A1",
        "A9-A1",
        "a3-A1",
        "A10-A1",
        "A0-A1",
        "é3-A1",
        "A99999999999999999999999-A1",
    ] {
        assert_eq!(parse_line(outside), Some(InputLine::Action(None, Some(0))));
    }
    for malformed in [
        "", "G6", "G6-", "G6-F5 ", "G6 -F5", "AP", "a", "G-F5", "G6F5", "G6-F5x", " 6-F5",
    ] {
        assert_eq!(parse_line(malformed), None, "{malformed:?}");
    }
}

#[test]
fn careless_readers_take_a_cell_for_another() {
    let by_position = |line| cells_by_position(line, ColumnNames::Capitals);
    assert_eq!(by_position("G6-F5"), (Some(46), Some(37)));
    assert_eq!(by_position("B2-A10"), (Some(9), Some(0)));
    assert_eq!(by_position("B20-A1"), (Some(9), None));
    assert_eq!(by_position("B0-é3"), (None, None));
    let (a1, outside) = (Some(0), None);
    for (line, cells) in [
        ("A10-A1", (a1, a1)),
        ("A1-A19", (a1, a1)),
        ("I10-A01", (outside, outside)),
        ("é1-A90", (outside, outside)),
    ] {
        let capitals = ColumnNames::Capitals;
        assert_eq!(cells_by_first_digit(line, capitals), Some(cells), "{line}");
    }
    for (line, names, cells) in [
        ("a1-A1", ColumnNames::Capitals, (outside, a1)),
        ("a1-A1", ColumnNames::SmallToo, (a1, a1)),
        ("A1-i1", ColumnNames::SmallToo, (a1, outside)),
        ("11-A1", ColumnNames::DigitsToo, (a1, a1)),
        ("01-91", ColumnNames::DigitsToo, (outside, outside)),
        ("é1-A19", ColumnNames::SmallToo, (outside, outside)),
    ] {
        assert_eq!(cells_named(line, names), Some(cells), "{line}");
    }
    for (line, is_zero) in [
        ("G6-F0", (false, true)),
        ("A0-H00", (true, true)),
        ("G6-F10", (false, false)),
        ("G6-I0", (false, false)),
        ("A0-F5", (true, false)),
        ("G6-é0", (false, false)),
    ] {
        assert_eq!(are_in_row_zero(line), is_zero, "{line}");
    }
}

const GOLDEN: &str = include_str!("../../testdata/checkers/next-for-white.out");

/// The published reading: the first of the actions with the best value is taken.
#[test]
fn a_computed_action_is_told_with_its_value_and_its_place() {
    let checkers = games::find("checkers").unwrap();
    let line = GOLDEN.lines().position(|line| line.starts_with("***"));
    let differing = |printed| Differing {
        input: "",
        expected: GOLDEN,
        line: line.unwrap(),
        printed: Some(printed),
    };
    let told = checkers.contrast(
        &Settings::default(),
        &differing("*** WHITE ACTION #10: H3-G4"),
    );
    assert_eq!(told.place, "action #10");
    assert!(
        told.expected.starts_with("A2-C4 (value "),
        "{}",
        told.expected
    );
    assert!(told.expected.ends_with(", first)"), "{}", told.expected);
    assert!(told.printed.ends_with(", last)"), "{}", told.printed);
    let told = checkers.contrast(
        &Settings::default(),
        &differing("*** WHITE ACTION #10: A1-B2"),
    );
    assert_eq!(told.printed, "A1-B2 (not a legal action)");
    let told = checkers.contrast(&Settings::default(), &differing("WHITE WIN!"));
    assert_eq!(told.place, "action #10, WHITE A2-C4: the action");
    assert_eq!(told.printed, "'WHITE WIN!'");
}
