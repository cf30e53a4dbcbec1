//! The examples. The suite for the checkers assignment: its expected outputs are right, a right
//! program gets all its points, and wrong ones lose those of what they get wrong. The class for
//! Kalah: each of its programs gets the verdicts that the README shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::grade::Grade;
use plyjudge::judge::suite::case::find;
use serde_json::Value;

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/checkers-suite")
}

/// A right program, written for the tests of the engines.
fn right() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/checkers.c");
    fs::read_to_string(path).expect("the reference is there")
}

/// The right program with one thing changed.
#[track_caller]
fn wrong(from: &str, to: &str) -> String {
    let right = right();
    assert_eq!(right.matches(from).count(), 1, "{from}");
    right.replace(from, to)
}

#[test]
fn the_engine_agrees_with_the_suite() {
    let cases = find(&suite()).unwrap();
    assert_eq!(cases.len(), 40);
    for case in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command
            .args(["run", "--game", "checkers", "--"])
            .arg(&case.input);
        let output = command.output().unwrap();
        let expected = case.read_expected().unwrap().expect("there is one");
        assert!(output.stdout == expected, "{}", case.name);
    }
}

/// What its README says of it.
#[test]
#[ignore = "tries all mistakes of checkers: make slow runs it"]
fn the_suite_catches_all_common_mistakes() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.args(["audit", "--game", "checkers", "--require", "100"]);
    let output = command.arg(suite()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("139 of 139 mistakes caught"), "{said}");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn right_and_wrong_programs_get_their_points() {
    let grade = Grade::new()
        .submission(
            "late-ties.c",
            wrong("v > best : v < best)) {", "v >= best : v <= best)) {"),
        )
        .submission(
            "no-towers.c",
            wrong("if (x == 'b' && a.r1 == 0)\n        x = 'B';", ""),
        )
        .submission("one-move.c", wrong("to_compute = 10;", "to_compute = 1;"))
        .submission("right.c", right())
        .submission("typo.c", wrong("int main(int argc", "int main(int argc;"));
    let suite = suite();
    let options = [
        "--cases",
        suite.to_str().unwrap(),
        "--json",
        "--gradescope",
        "g",
        "--markdown",
        "summary.md",
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command
        .current_dir(grade.path())
        .env("PLYJUDGE_PROGRESS", "off")
        .args(["grade", "submissions"])
        .args(options);
    command.args(grade.options());
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let groups = json["groups"].as_array().unwrap();
    let points: Vec<_> = groups
        .iter()
        .map(|group| group["points"].as_f64())
        .collect();
    assert_eq!(points, [8.0, 8.0, 4.0].map(Some));
    let of = |name: &str| -> Vec<f64> {
        let mut submissions = json["submissions"].as_array().unwrap().iter();
        let found = submissions
            .find(|submission| submission["name"] == name)
            .unwrap();
        let groups = found["groups"].as_array().unwrap();
        groups
            .iter()
            .map(|group| group["points"].as_f64().unwrap())
            .collect()
    };
    assert_eq!(of("right.c"), [8.0, 8.0, 4.0]);
    assert_eq!(of("typo.c"), [0.0, 0.0, 0.0]);
    assert_eq!(of("one-move.c"), [8.0, 8.0, 0.0]);
    let ties = of("late-ties.c");
    assert!(ties[0] == 8.0 && ties[1] < 8.0 && ties[2] < 4.0, "{ties:?}");
    let towers = of("no-towers.c");
    assert!(0.0 < towers[0] && towers[0] < 8.0, "{towers:?}");

    // Where it first went wrong, as boards.
    let summary = fs::read_to_string(grade.path().join("summary.md")).unwrap();
    let ties = summary.split("\n## ").nth(1).unwrap();
    let boards = ties.split("```text\n").nth(2).unwrap();
    let (expected, printed) = boards
        .split_once("\nprinted (B5, F5, A6, G6 differ):\n")
        .unwrap_or_else(|| panic!("{summary}"));
    let title = "The board after BLACK ACTION #1: A6-B5, expected:\n";
    assert!(expected.starts_with(title), "{expected}");
    let row = |board: &str| {
        board
            .lines()
            .find(|line| line.starts_with("  5 "))
            .map(str::to_owned)
    };
    let fifth = "  5 │   │ b │   │   │   │   │   │   │";
    assert_eq!(row(expected).as_deref(), Some(fifth));
    let fifth = "  5 │   │   │   │   │   │ b │   │   │";
    assert_eq!(row(printed).as_deref(), Some(fifth));

    for name in [
        "late-ties.c",
        "no-towers.c",
        "one-move.c",
        "right.c",
        "typo.c",
    ] {
        let path = grade.path().join(format!("g/{name}.json"));
        let results: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let mut hidden = Vec::new();
        for test in results["tests"].as_array().unwrap() {
            let is_hidden = test["visibility"] == "hidden";
            hidden.extend(is_hidden.then(|| test["name"].as_str().unwrap().to_owned()));
            let output = test["output"].as_str().unwrap();
            assert!(!is_hidden || !output.contains('|'), "{output}");
        }
        assert_eq!(hidden.len(), 12, "{hidden:?}");
        for name in ["07", "36-distance-check-piece-knight", "37"] {
            assert!(hidden.iter().any(|it| it.contains(name)), "{hidden:?}");
        }
    }
}

#[test]
fn the_example_class_gets_the_verdicts_that_the_readme_shows() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(project.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .current_dir(project)
        .args([
            "grade",
            "examples/submissions",
            "--cases",
            "examples/kalah-suite",
        ])
        // The one that does not end need not take its whole second.
        .args(["--json", "--cpu", "0.1", "--journal"])
        .arg(folder.path().join("journal"))
        .args(Grade::new().options())
        .output()
        .unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let submissions = json["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), 5);
    for submission in submissions {
        let name = submission["name"].as_str().unwrap();
        let counts = ["AC", "WA", "TLE", "CE"].map(|verdict| {
            let results = submission["results"].as_array().unwrap().iter();
            let same = results.filter(|result| result["verdict"]["code"] == verdict);
            same.count().to_string()
        });
        let row = readme.lines().find(|line| line.starts_with(name));
        let words: Vec<_> = row.expect("a row").split_whitespace().collect();
        assert_eq!(words[1..5], counts, "{name}");
    }
}
