//! Text that differs in some places only.

use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::diagnose::{Finding, TextDifferenceKind, diagnose, evidence};
use plyjudge::mistakes::suite::Suite;

use super::{catalogue, explanation, observe, set, suite};

/// What is done to an answer.
type Change<'a> = &'a dyn Fn(&str) -> String;

/// The change is told alone, and beside a mistake; both times with these words.
fn assert_told(
    suite: &Suite<'_>,
    mistake: &Set,
    kind: TextDifferenceKind,
    words: &str,
    change: Change<'_>,
) {
    for set in [&Set::default(), mistake] {
        let names = suite.catalogue().names(set);
        let changed = suite.answers(set).into_iter().map(|output| {
            let text = String::from_utf8(output).unwrap();
            change(&text).into_bytes()
        });
        let observed = observe(changed.collect());
        let diagnosis = diagnose(suite, &observed);
        match names.is_empty() {
            true => assert_eq!(diagnosis.finding, Finding::Nothing, "{diagnosis:?}"),
            false => {
                let found = explanation(&diagnosis);
                let is_listed = found.set == *set || found.equivalents.contains(set);
                assert!(is_listed && diagnosis.is_exact(), "{names:?}: {found:?}");
            }
        }
        let told = evidence(suite, &diagnosis, &observed, &|_| true);
        assert!(
            told.iter().any(|(_, text)| text.contains(words)),
            "{told:?}"
        );
        assert!(diagnosis.differences.iter().all(|slip| slip.kind == kind));
    }
}

/// Changes lines that follow one with this text.
fn after(text: &str, start: &str, change: Change<'_>) -> String {
    let mut before = "";
    let mut changed = String::new();
    for line in text.split_inclusive('\n') {
        match before.contains(start) {
            true => changed += &change(line),
            false => changed += line,
        }
        before = line;
    }
    changed
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn text_of_computed_actions_only_is_told_from_the_game() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let mistake = set(&catalogue, &["tie=last"]);
    let words = "where the line before has '***'";
    assert_told(
        &suite,
        &mistake,
        TextDifferenceKind::Changed,
        words,
        &|text| after(text, "***", &|line| line.replace("COST", "VALUE")),
    );
}

const SEPARATOR: &str = "=====================================\n";
const BORDER: &str = "   +---+---+---+---+---+---+---+---+\n";

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_line_more_in_some_places_is_told_from_the_game() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let mistake = set(&catalogue, &["tie=last"]);
    let at_the_end = "is not expected, at the end of the output";
    assert_told(
        &suite,
        &mistake,
        TextDifferenceKind::Extra,
        at_the_end,
        &|text| text.to_owned() + SEPARATOR,
    );
    // Of a line that only a mistake brings there.
    let ended = set(&catalogue, &["decided=ended"]);
    let before = "is not expected, before";
    assert_told(&suite, &ended, TextDifferenceKind::Extra, before, &|text| {
        let lines = text
            .split_inclusive('\n')
            .map(|line| match line.contains("WIN") {
                true => format!("{BORDER}{line}"),
                false => line.to_owned(),
            });
        lines.collect()
    });
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_line_less_in_some_places_is_told_from_the_game() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let mistake = set(&catalogue, &["tie=last"]);
    let words = "where the line after has '***'";
    assert_told(
        &suite,
        &mistake,
        TextDifferenceKind::Missing,
        words,
        &|text| text.replace(&format!("{SEPARATOR}***"), "***"),
    );
}

/// The last line ends otherwise than the others.
fn assert_end_is_told(catalogue: &Catalogue, game: &str) {
    let suite = suite(catalogue, game);
    let is_plain = |set: &Set| {
        let names = catalogue.names(set);
        let is_end = names[0].starts_with("line-end") || names[0].starts_with("final-newline");
        !is_end && !suite.catching(set).is_empty()
    };
    let mistake = catalogue.singles().find(is_plain).expect("a mistake");
    let words = "at the end of the output";
    assert_told(
        &suite,
        &mistake,
        TextDifferenceKind::Changed,
        words,
        &|text| {
            let bare = text.strip_suffix('\n').unwrap_or(text);
            format!("{bare} that's all\n")
        },
    );
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn another_end_of_kalah_is_told_from_the_game() {
    assert_end_is_told(&catalogue("kalah"), "kalah");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn another_end_of_ewn_is_told_from_the_game() {
    assert_end_is_told(&catalogue("ewn"), "ewn");
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn another_end_of_hexline_is_told_from_the_game() {
    assert_end_is_told(&catalogue("hexline"), "hexline");
}
