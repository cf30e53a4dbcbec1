//! `plyjudge match --shard` and `plyjudge tournament --shard`: what one machine prints, byte
//! for byte.

use std::fs;

use serde_json::Value;

use super::split::{Split, refuses, succeeds};
use crate::support::grade::can_contain;
use crate::support::players::{kalah_player, script};
use crate::support::report::without_checksums;

/// Games that take long enough to be killed in.
const MATCH: &[&str] = &[
    "match",
    "kalah",
    "engine:depth=10",
    "random",
    "--games",
    "40",
    "--seed",
    "3",
];

/// A match that journals tell apart from others by its seed.
const QUICK: &[&str] = &["match", "kalah", "engine:depth=1", "random"];

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_match_from_killed_shards_is_that_of_one_machine() {
    let split = Split::new(MATCH);
    let forms: [&[&str]; 3] = [&[], &["--json"], &["--format", "report"]];
    let whole: Vec<String> = forms
        .iter()
        .map(|form| succeeds(&split.work(&[form, &["--record", "whole.jsonl"][..]].concat())))
        .collect();
    let journals = split.killed_shards(8);
    assert_eq!(split.pieces(&journals), 40);
    for (form, whole) in forms.iter().zip(&whole) {
        let record = ["--record", "merged.jsonl"];
        let merged = split.merge(&journals, &[form, &record[..]].concat());
        assert_eq!(succeeds(&merged), *whole);
        assert_eq!(split.read("merged.jsonl"), split.read("whole.jsonl"));
    }
    // A match that was not split, and goes on from a journal, is the same once more.
    for _ in 0..2 {
        let again = split.work(&["--journal", "one.jsonl", "--json"]);
        assert_eq!(succeeds(&again), whole[1]);
        split.cut("one.jsonl");
    }
    succeeds(&split.work(&["--journal", "one.jsonl"]));
    let merged = split.merge(&["one.jsonl".to_owned()], &["--json"]);
    assert_eq!(succeeds(&merged), whole[1]);
}

/// Shards play all games; merging stops where the test would have stopped one machine.
#[test]
fn a_sequential_test_stops_merging_where_it_stops_one_machine() {
    let split = Split::new(&[QUICK, &["--sprt", "0,400"]].concat());
    let whole = succeeds(&split.work(&["--json", "--record", "whole.jsonl"]));
    let games = json(&whole)["games"].as_u64().expect("a number");
    assert!(games < 100, "the test has stopped nothing: {whole}");
    let journals = split.shards(3);
    assert_eq!(split.pieces(&journals), 100);
    let merged = split.merge(&journals, &["--json", "--record", "merged.jsonl"]);
    assert_eq!(succeeds(&merged), whole);
    assert_eq!(split.read("merged.jsonl"), split.read("whole.jsonl"));
}

/// Which games would repeat others does not depend on where they are played.
#[test]
fn games_that_would_repeat_others_are_counted_as_on_one_machine() {
    let split = Split::new(&[
        "match",
        "kalah",
        "engine:depth=1",
        "engine:depth=2",
        "--games",
        "30",
        "--opening",
        "1",
    ]);
    let whole = succeeds(&split.work(&["--json"]));
    let repeated = json(&whole)["repeated"].as_u64().expect("a number");
    assert!(repeated > 0 && repeated < 30, "{whole}");
    let journals = split.shards(4);
    assert_eq!(succeeds(&split.merge(&journals, &["--json"])), whole);
}

#[test]
fn what_is_missing_of_a_match_is_named() {
    let split = Split::new(&[QUICK, &["--games", "12"]].concat());
    split.shard("1/3", "1.jsonl");
    split.shard("3/3", "3.jsonl");
    let game = split.cut("3.jsonl");
    let journals = ["3.jsonl", "1.jsonl"].map(str::to_owned);
    let gaps = format!("missing: shard 2/3; not finished: {game}");
    let message = format!("{gaps}; --partial reports what there is");
    refuses(&split.merge(&journals, &["--json"]), &message);
    let partial = split.merge(&journals, &["--json", "--partial"]);
    let stderr = String::from_utf8_lossy(&partial.stderr).into_owned();
    assert_eq!(stderr, format!("plyjudge: {gaps}\n"));
    assert_eq!(partial.status.code(), Some(3));
    let report = json(&String::from_utf8_lossy(&partial.stdout));
    assert_eq!(report["games"], 7);
    assert_eq!(report["interrupted"], true);
}

#[test]
fn strangers_and_contradictions_are_refused() {
    let split = Split::new(QUICK);
    split.shard("1/2", "1.jsonl");
    let not = |more: &[&str], what: &str| {
        let words = [&["--shard", "2/2", "--journal", "other.jsonl"], more].concat();
        succeeds(&split.work(&words));
        let merged = split.merge(&["1.jsonl", "other.jsonl"].map(str::to_owned), &[]);
        let message = "other.jsonl: does not belong together with 1.jsonl";
        refuses(&merged, &format!("{message}: {what}"));
        fs::remove_file(split.at("other.jsonl")).expect("a journal");
    };
    not(&["--seed", "5"], "seed: 5 and 0");
    not(&["--rule", "capture=landing"], "other rules");
    not(&["--no-swap"], "swaps: false and true");
    let words = [
        "generate",
        "hexline",
        "--shard",
        "1/60",
        "--journal",
        "suite.jsonl",
    ];
    succeeds(&split.plyjudge(&words));
    let both = ["1.jsonl", "suite.jsonl"].map(str::to_owned);
    let message = "suite.jsonl: does not belong together with 1.jsonl: journals of `plyjudge \
                   generate` and `plyjudge match`";
    refuses(&split.merge(&both, &[]), message);
    let message = "found --junit, but these journals are of a match, for which there are: \
                   --json, --record, --format";
    refuses(&split.merge(&both[..1], &["--junit", "x.xml"]), message);

    split.shard("2/2", "2.jsonl");
    let forged = split
        .read("1.jsonl")
        .replacen(r#""winner":0"#, r#""winner":1"#, 1);
    assert_ne!(forged, split.read("1.jsonl"));
    fs::write(split.at("forged.jsonl"), without_checksums(&forged)).expect("a file");
    let all = ["1.jsonl", "forged.jsonl", "2.jsonl"].map(str::to_owned);
    let refused = split.merge(&all, &[]);
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    let start = "plyjudge: 1.jsonl and forged.jsonl contradict each other: game ";
    assert!(stderr.starts_with(start), "{stderr}");
    assert_eq!(refused.status.code(), Some(2));
}

/// A class of Kalah players, and one that cannot be compiled.
fn class(more: &[&str]) -> Split {
    let sandbox = if can_contain() { "on" } else { "off" };
    let words = [
        "tournament",
        "class",
        "--game",
        "kalah",
        "--with",
        "engine:depth=2",
        "--sandbox",
        sandbox,
        "--time",
        "60",
        "--game-time",
        "600",
    ];
    let split = Split::new(&[&words, more].concat());
    for (name, text) in [
        ("first", &*kalah_player("0 1 2 3 4 5")),
        ("last", &kalah_player("5 4 3 2 1 0")),
        ("cheat", "echo 6"),
    ] {
        script(&split.at("class").join(name), text);
    }
    let typo = "int main(void) { retrun 0; }\n";
    fs::write(split.at("class/typo.c"), typo).expect("a submission");
    split
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_tournament_from_killed_shards_is_that_of_one_machine() {
    let split = class(&[]);
    let forms: [&[&str]; 3] = [&["--json"], &[], &["--csv"]];
    let whole = forms.map(|form| succeeds(&split.work(form)));
    let report = json(&whole[0]);
    assert_eq!(report["players"].as_array().map(Vec::len), Some(4));
    assert_eq!(report["could_not_play"][0]["player"], "typo.c");
    // More shards than pairs: some have nothing to do.
    let journals = split.killed_shards(8);
    assert_eq!(split.pieces(&journals), 12);
    for (form, whole) in forms.iter().zip(&whole) {
        assert_eq!(succeeds(&split.merge(&journals, form)), *whole);
    }
    succeeds(&split.work(&["--html", "whole.html"]));
    succeeds(&split.merge(&journals, &["--html", "merged.html"]));
    let page = |name| fs::read_to_string(split.at(name)).expect("a page");
    assert!(page("whole.html").contains("typo.c"));
    assert_eq!(page("whole.html"), page("merged.html"));

    // The first pair's second game is lost.
    let cut = split.cut("1.jsonl");
    let pair = cut.split(", game ").next().expect("a name").to_owned();
    let message = format!("not finished: {pair}; --partial reports what there is");
    refuses(&split.merge(&journals, &[]), &message);
    let partial = split.merge(&journals, &["--partial", "--json"]);
    assert_eq!(partial.status.code(), Some(3));
    let report = json(&String::from_utf8_lossy(&partial.stdout));
    assert_eq!(report["interrupted"], true);
}

#[test]
fn swiss_rounds_are_not_split_but_merge_as_a_whole() {
    let split = class(&["--swiss", "2"]);
    let message = "found --shard with --swiss: who meets whom in a round depends on the games \
                   of the rounds before, so Swiss rounds are not split";
    refuses(&split.work(&["--shard", "1/2"]), message);
    let whole = succeeds(&split.work(&["--journal", "one.jsonl", "--csv"]));
    let journal = ["one.jsonl".to_owned()];
    assert_eq!(succeeds(&split.merge(&journal, &["--csv"])), whole);
    split.cut("one.jsonl");
    let message = "not finished: the Swiss rounds; --partial reports what there is";
    refuses(&split.merge(&journal, &[]), message);
}
