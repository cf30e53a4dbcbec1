//! Line endings, integers and figures as the assignments write them.

use plyjudge::text::{FinalNewline, LineEnd, LineWriter, is_integers, percent_g, quote};

#[test]
fn percent_g_prints_as_c_does() {
    // Expected strings were printed by glibc's printf("%g").
    for (value, expected) in [
        (-4.144_968, "-4.14497"),
        (-11.804_4, "-11.8044"),
        (0.0, "0"),
        (-0.0, "-0"),
        (16.0, "16"),
        (100_000.0, "100000"),
        (1_000_000.0, "1e+06"),
        (999_999.5, "1e+06"),
        (0.000_1, "0.0001"),
        (0.000_012_345_678, "1.23457e-05"),
        (2.5, "2.5"),
    ] {
        assert_eq!(percent_g(value, 6), expected);
    }
    // And by printf("%.5g").
    assert_eq!(percent_g(-11.804_4, 5), "-11.804");
    assert_eq!(percent_g(13.850_3, 5), "13.85");
    assert_eq!(percent_g(100_000.0, 5), "1e+05");
}

#[test]
fn a_missing_final_newline_is_missing_only_at_the_end() {
    let mut out = Vec::new();
    let mut lines = LineWriter::new(LineEnd::CrLf, FinalNewline::No);
    lines.line(&mut out, "a").unwrap();
    lines.line(&mut out, "b").unwrap();
    assert_eq!(out, b"a\r\nb");
}

#[test]
fn quoting_escapes_what_cannot_be_seen_and_cuts_what_is_long() {
    assert_eq!(quote("a\tb\u{7}'"), "'a\\tb\\u{7}''");
    assert_eq!(quote(&"x".repeat(70)), format!("'{}…'", "x".repeat(60)));
}

#[test]
fn integer_lines_are_recognised_by_their_count() {
    assert!(is_integers("1 -2  +3", 3));
    assert!(!is_integers("1 2", 3));
    assert!(!is_integers("1 2 x", 3));
    assert!(!is_integers("1 2 -", 3));
}
