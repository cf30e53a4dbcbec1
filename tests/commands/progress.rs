//! What is said of how far long work is, by an environment variable instead of the clock.

use std::process::{Command, Output};

use serde_json::Value;

use crate::support::Plyjudge;

fn plyjudge(args: &str, progress: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command
        .args(args.split(' '))
        .env("PLYJUDGE_PROGRESS", progress);
    command.output().expect("plyjudge runs")
}

/// After each game a line says how many there were and how the match stands; the last one says
/// what the results say. Standard output is the same without.
#[test]
fn a_match_says_how_it_stands() {
    let args = "match kalah random random --games 5 --jobs 2 --json";
    let told = plyjudge(args, "each");
    let said = String::from_utf8(told.stderr).expect("UTF-8");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 5, "{said}");
    let results: Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let count = |what: &str| &results["together"][what];
    let (wins, draws, losses) = (count("wins"), count("draws"), count("losses"));
    let expected = format!("plyjudge: playing 5/5, +{wins} ={draws} -{losses}, Elo ");
    assert!(lines[4].starts_with(&expected), "{said}");
    for (args, progress) in [(args, "off"), (&*format!("{args} --quiet"), "each")] {
        let silent = plyjudge(args, progress);
        assert_eq!(silent.stdout, told.stdout);
        assert_eq!(String::from_utf8(silent.stderr).expect("UTF-8"), "");
    }
}

/// What takes little time says nothing, unless it is asked to.
#[test]
fn stages_are_named() {
    Plyjudge::new()
        .args(["test", "cases"])
        .env("PLYJUDGE_PROGRESS", "each")
        .file("cases/a.txt", "0 0 0 0 2 0 0 0 0 0 0 3 0 0 0 1\n")
        .file("cases/a.out", "wrong\n")
        .file("cases/b.txt", "0 0 0 0 2 0 0 0 0 0 0 3 0 0 0 1\n")
        .args(["--bless"])
        .stdout("changed a\nnew b\n2 cases: 1 new, 1 changed\n")
        .stderr("plyjudge: testing 1/2\nplyjudge: testing 2/2\n")
        .run();
}
