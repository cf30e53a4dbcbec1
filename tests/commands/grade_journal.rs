//! What a grading goes on from: journals that are damaged, in the wrong place, of another sandbox.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::support::grade::{ECHO, Grade, finished, program};

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_damaged_journal_is_mended() {
    let grade = Grade::new()
        .submission("a.c", ECHO)
        .submission("b.c", program("puts(\"1\");"))
        .case("1", "1\n", "1\n")
        .case("2", "2\n", "2\n");
    let told = "a.c: AC | AC\nb.c: AC | WA, differs\n";
    grade.expect(told);
    let whole = fs::read(grade.journal()).unwrap();
    // Of each line a place, or one of what makes it a line; of the last one all.
    let ends = (0..whole.len()).filter(|&at| whole[at] == b'\n');
    let ends = ends.enumerate();
    let mut bytes: Vec<usize> = ends.map(|(line, end)| end - [45, 1, 0][line % 3]).collect();
    let last = whole.len() - 1;
    bytes.extend([0, 5, 100, last - 45, last - 1, last]);
    bytes.sort_unstable();
    bytes.dedup();
    for (round, &byte) in bytes.iter().enumerate() {
        let mut damaged = whole.clone();
        damaged[byte] ^= 1 << (round % 8);
        fs::write(grade.journal(), &damaged).unwrap();
        let graded = grade.run_with([]);
        assert_eq!(graded.status, Some(0), "{}", graded.stderr);
        assert_eq!(grade.told(), told);
        let is_cut = byte == whole.len() - 1;
        let line = 1 + whole[..byte].iter().filter(|&&byte| byte == b'\n').count();
        let start =
            format!("plyjudge: submissions.plyjudge.jsonl: line {line} is not as it was written (");
        let end = "; it is in submissions.plyjudge.jsonl.damaged now, and what it said is found \
                   out again\n";
        let is_told = graded.stderr.starts_with(&start) && graded.stderr.ends_with(end);
        assert!(
            is_told || is_cut && graded.stderr.is_empty(),
            "{}",
            graded.stderr
        );
        grade.expect(told);
    }
}

#[test]
fn a_journal_inside_of_what_is_graded_is_refused() {
    let grade = Grade::new()
        .submission("a.c", ECHO)
        // What a student would like to have had as a result.
        .submission("submissions.plyjudge.jsonl", "")
        .case("1", "1\n", "1\n");
    let submissions = grade.path().join("submissions");
    symlink("submissions/made-up", grade.path().join("link")).unwrap();
    let refused = |journal: &str, folder: &str, within: &Path| {
        let mut command = grade.plyjudge(["grade", folder]);
        command.args(["--cases", grade.path().join("cases").to_str().unwrap()]);
        command.args(grade.options()).current_dir(within);
        if journal != "submissions.plyjudge.jsonl" {
            command.args(["--journal", journal]);
        }
        let graded = finished(command.output().unwrap());
        assert_eq!(graded.status, Some(2), "{}", graded.stderr);
        assert_eq!(
            graded.stderr,
            format!(
                "plyjudge: {journal}: found a journal inside of {folder}, which is graded, \
                 expected one elsewhere (--journal FILE)\n"
            )
        );
    };
    refused("submissions.plyjudge.jsonl", ".", &submissions);
    refused("submissions/a.c", "submissions", grade.path());
    refused("submissions/new", "submissions", grade.path());
    refused("link", "submissions", grade.path());
    refused("submissions/a.c", "submissions/a.c", grade.path());
    assert!(!submissions.join("made-up").exists() && !submissions.join("new").exists());
    assert_eq!(fs::read_to_string(submissions.join("a.c")).unwrap(), ECHO);
}

#[test]
fn full_containment_or_none_at_all() {
    let grade = Grade::new().submission("a.c", ECHO).case("1", "1\n", "1\n");
    let doctor = grade.plyjudge(["doctor", "--json"]).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&doctor.stdout).unwrap();
    // A C compiler is all that the tests themselves need.
    let c = report["languages"].as_array().unwrap().iter();
    let c = c.clone().find(|it| it["name"] == "C").unwrap();
    assert!(c["version"].is_string() && c["missing"].is_null(), "{c}");
    let layers = report["layers"].as_array().unwrap().iter();
    let missing: Vec<&str> = layers
        .filter(|layer| layer["found"].get("Err").is_some())
        .map(|layer| layer["name"].as_str().unwrap())
        .collect();
    let mut command = grade.plyjudge(["grade", "submissions", "--cases", "cases"]);
    let graded = finished(command.args(["--sandbox", "full"]).output().unwrap());
    if missing.is_empty() {
        assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));
        assert_eq!(grade.told(), "a.c: AC\n");
    } else {
        assert_eq!(graded.status, Some(2), "{}", graded.stderr);
        assert!(grade.is_contained() == graded.stderr.contains(&missing.join(", ")));
        assert!(!grade.journal().exists());
    }
}

#[test]
fn limits_that_nothing_can_be_held_to_are_refused() {
    let grade = Grade::new().submission("a.c", ECHO).case("1", "1\n", "1\n");
    for (option, value, expected) in [
        (
            "--processes",
            "0",
            "found '0', expected a number from 1 to 1000000",
        ),
        (
            "--open-files",
            "0",
            "found '0', expected a number from 4 to 1000000",
        ),
        (
            "--memory",
            "9223372036854775807",
            "expected at most 1048576GiB",
        ),
        (
            "--disk",
            "9223372036854775808",
            "expected at most 1048576GiB",
        ),
        (
            "--cpu",
            "1e18",
            "expected a number of seconds above 0 and up to 1000000",
        ),
    ] {
        let graded = grade.run_with([option, value]);
        assert_eq!(graded.status, Some(2), "{option} {value}");
        assert!(graded.stderr.contains(expected), "{}", graded.stderr);
    }
    let grade = grade.file("cases/suite.toml", "[limits]\nprocesses = 0\n");
    let graded = grade.run_with([]);
    assert_eq!(graded.status, Some(2), "{}", graded.stderr);
    let expected = "found '0', expected a number from 1 to 1000000";
    assert!(graded.stderr.contains(expected), "{}", graded.stderr);
}

#[test]
fn json_controls_no_terminal() {
    let text = "\\302\\23331m\\177\\302\\205\\n";
    let print = program(&format!("printf(\"{text}\"); fprintf(stderr, \"{text}\");"));
    let grade = Grade::new()
        .submission("\u{9b}31m.c", &print)
        .submission("typo.c", "int \u{9b}31m;\n")
        .case("1", "1\n", "1\n");
    for form in ["--jsonl", "--json"] {
        let graded = grade.run_with([form]);
        assert_eq!(graded.status, Some(0), "{}", graded.stderr);
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!graded.stdout.contains(is_control), "{:?}", graded.stdout);
        for line in graded.stdout.lines().filter(|_| form == "--jsonl") {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
        }
    }
    assert!(
        grade
            .run_with(["--jsonl"])
            .stdout
            .contains(r"\u009b31m\u007f\u0085")
    );
}
