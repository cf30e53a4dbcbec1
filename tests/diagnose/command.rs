//! `plyjudge diagnose` and `plyjudge grade --diagnose`, with programs written in C.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::grade::{Grade, finished};

/// The independent checkers program with one text in place of another.
fn checkers(changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/checkers.c");
    let mut text = fs::read_to_string(path).expect("the program");
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    text
}

/// What the program does where it chooses the action to play.
const CHOICE: &str = "(to_move == BLACK ? v > best : v < best)) {";

/// A class with a right program and wrong ones, and a few of the golden cases.
fn class() -> Grade {
    let last = CHOICE
        .replace("> best", ">= best")
        .replace("< best", "<= best");
    let ties: (&str, &str) = (CHOICE, &last);
    let crash = (
        "for (int i = 0; i < to_compute; i++) {",
        "for (int i = 0; i < to_compute; i++) { if (i == 3) { fflush(stdout); abort(); }",
    );
    let mark = (" WIN!\\n", " WIN!!!\\n");
    let mut grade = Grade::new()
        .submission("crash.c", checkers(&[crash]))
        .submission("odd.c", checkers(&[("SIZE: 8x8", "SIZE: 8 by 8")]))
        .submission("right.c", checkers(&[]))
        .submission("ties.c", checkers(&[ties]))
        .submission(
            "two.c",
            checkers(&[ties, (mark.0, "\\t"), ("%s\\t", "%s WIN!!!\\n"), mark]),
        );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/checkers");
    for name in [
        "next-from-the-start",
        "next-for-white",
        "error-source-empty",
        "play-from-the-start",
        "play-ends-early-white",
    ] {
        let read = |ending: &str| fs::read(root.join(format!("{name}.{ending}"))).expect("a case");
        grade = grade.case(name, read("txt"), read("out"));
    }
    grade
}

/// Runs `plyjudge diagnose` in the class's folder: what it prints, and its exit status.
fn diagnosed(grade: &Grade, subject: &str, more: &[&str]) -> (String, Option<i32>) {
    let mut command = grade.command_of("diagnose", subject);
    let output = command.args(more).output().expect("the command runs");
    let stdout = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let finished = finished(output);
    assert_eq!(finished.stderr, "");
    (stdout, finished.status)
}

const TIES: &str = "Behaves exactly as if: ties go to the last best move (tie=last). \
    Explains all 3 failing cases, contradicts none.\n\
    Shortest case that shows it: next-from-the-start, action #1: \
    expected A6-B5 (value 0, first), printed G6-F5 (value 0, last).\n";

#[test]
fn programs_are_told_what_they_got_wrong() {
    let grade = class();
    let (text, status) = diagnosed(&grade, "submissions", &[]);
    assert_eq!(status, Some(1));
    let about: Vec<&str> = text.split("\n\n").collect();
    assert!(
        about[0].starts_with(
            "crash.c: All that it prints is right. But in 1 of 5 cases it does not end as it \
             should: signal 6, SIGABRT"
        ),
        "{text}"
    );
    assert!(
        about[0].contains("right for 84 lines, then signal 6"),
        "{text}"
    );
    assert_eq!(
        about[1],
        "odd.c: No known mistake, alone or with others, explains what it prints in the 5 failing \
         cases.\nShortest case that fails: next-from-the-start, the configuration: expected \
         'BOARD SIZE: 8x8', printed 'BOARD SIZE: 8 by 8'."
    );
    assert_eq!(about[2], "right.c: Right in all 5 cases.");
    assert_eq!(format!("{}\n", about[3]), format!("ties.c: {TIES}"));
    let both = "two.c: Behaves exactly as if: ties go to the last best move (tie=last); and the \
                winner's line ends with three exclamation marks (winner-mark=three). Explains all";
    assert!(about[4].starts_with(both), "{text}");

    let (text, status) = diagnosed(&grade, "submissions/ties.c", &["--shrink"]);
    assert_eq!(
        (text, status),
        (format!("{TIES}A smaller input that fails:\n  A\n"), Some(1))
    );
    let (text, status) = diagnosed(&grade, "submissions/right.c", &[]);
    assert_eq!((&*text, status), ("Right in all 5 cases.\n", Some(0)));

    let (json, status) = diagnosed(&grade, "submissions/two.c", &["--json"]);
    assert_eq!(status, Some(1));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["certainty"], "exact");
    assert_eq!(diagnosis["mistakes"][0]["name"], "tie=last");
    assert_eq!(diagnosis["mistakes"][1]["name"], "winner-mark=three");
}

#[test]
fn with_another_reading_another_program_is_right() {
    let grade = class();
    let output = grade
        .command_of("diagnose", "submissions")
        .args(["--rule", "depth=2"])
        .output()
        .expect("the command runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.contains("cases left out of diagnoses"), "{text}");
    assert!(text.contains("`plyjudge rules checkers`"), "{text}");
}

#[test]
fn a_grading_carries_diagnoses_and_goes_on_with_them() {
    let grade = class();
    let json = || {
        let output = grade
            .command(["--diagnose", "--json"])
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let submissions = json["submissions"].as_array().expect("a list").clone();
        let told = submissions
            .iter()
            .map(|it| it["diagnosis"]["summary"].clone());
        told.collect::<Vec<Value>>()
    };
    let first = json();
    assert_eq!(first[2], Value::Null);
    assert!(
        first[3].as_str().expect("text").contains("tie=last"),
        "{first:?}"
    );
    let journal = fs::read(grade.journal()).expect("a journal");
    assert_eq!(json(), first);
    assert_eq!(fs::read(grade.journal()).expect("a journal"), journal);

    // A journal without the last diagnosis: only that is made again.
    let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
    let is_diagnosis = |line: &&[u8]| line.starts_with(b"{\"diagnosed\"");
    assert_eq!(lines.iter().filter(|line| is_diagnosis(line)).count(), 4);
    let last = lines.iter().rposition(is_diagnosis).expect("one");
    let mut shorter = lines.clone();
    shorter.remove(last);
    fs::write(grade.journal(), shorter.concat()).expect("the journal can be written");
    assert_eq!(json(), first);

    let table = grade.command(["--diagnose"]).output().expect("it runs");
    let table = String::from_utf8(table.stdout).expect("UTF-8");
    assert!(table.contains(TIES), "{table}");
    let lines = grade
        .command(["--diagnose", "--jsonl"])
        .output()
        .expect("it runs");
    let lines = String::from_utf8(lines.stdout).expect("UTF-8");
    let told = lines
        .lines()
        .filter(|line| line.contains("\"event\":\"diagnosed\""));
    assert_eq!(told.count(), 4);
}
