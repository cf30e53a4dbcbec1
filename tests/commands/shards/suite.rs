//! `plyjudge generate --shard`: the same files as from one machine.

use std::fs;

use super::split::{Split, files, refuses, succeeds};

/// A small suite.
const SUITE: &[&str] = &[
    "generate",
    "hexline",
    "--count",
    "2",
    "--seed",
    "7",
    "--families",
    "8",
];

/// How many families of inputs are looked through for it.
const FAMILIES: usize = 8;

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_suite_from_killed_shards_is_that_of_one_machine() {
    let split = Split::new(SUITE);
    let whole = succeeds(&split.work(&["--out", "whole"]));
    let journals = split.killed_shards(8);
    assert_eq!(split.pieces(&journals), FAMILIES);
    let merged = succeeds(&split.merge(&journals, &["--out", "merged"]));
    assert_eq!(merged.replace("merged", "whole"), whole);
    assert_eq!(files(&split.at("merged")), files(&split.at("whole")));

    // What is missing is named, and makes another suite only when that is asked for.
    let family = split.cut("1.jsonl");
    let some = [journals[0].clone(), journals[2].clone()];
    let shards = "missing: shard 2/8, 4/8, 5/8, 6/8, 7/8, 8/8";
    let gaps = format!("{shards}; not finished: {family}");
    let message = format!("{gaps}; --partial reports what there is");
    refuses(&split.merge(&some, &["--out", "part"]), &message);
    let partial = split.merge(&some, &["--out", "part", "--partial"]);
    let stderr = String::from_utf8_lossy(&partial.stderr).into_owned();
    assert_eq!(stderr, format!("plyjudge: {gaps}\n"));
    assert_eq!(partial.status.code(), Some(3));
    let manifest = split.read("part/manifest.json");
    assert!(manifest.contains("\"complete\": false"), "{manifest}");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_suite_is_extended_from_shards_as_on_one_machine() {
    let split = Split::new(&[SUITE, &["--extend", "present"]].concat());
    let map = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/testdata/hexline/line-of-four.txt"
    ));
    fs::create_dir(split.at("present")).expect("a folder");
    fs::write(split.at("present/1.txt"), map.expect("a case")).expect("a case");
    let whole = succeeds(&split.work(&["--out", "whole"]));
    let journals = split.shards(2);
    // Once to another folder, once to that of the suite that is extended.
    let merged = succeeds(&split.merge(&journals, &["--out", "merged"]));
    assert_eq!(merged.replace("merged", "whole"), whole);
    assert_eq!(files(&split.at("merged")), files(&split.at("whole")));
    succeeds(&split.merge(&journals, &["--out", "present"]));
    fs::remove_file(split.at("present/1.txt")).expect("a case");
    assert_eq!(files(&split.at("present")), files(&split.at("whole")));
}

#[test]
fn shards_of_another_suite_are_refused() {
    let split = Split::new(SUITE);
    split.shard("1/9", "1.jsonl");
    let other = split.work(&[
        "--shard",
        "2/9",
        "--journal",
        "2.jsonl",
        "--rule",
        "tie=last",
    ]);
    succeeds(&other);
    let journals = ["1.jsonl", "2.jsonl"].map(str::to_owned);
    let message = "2.jsonl: does not belong together with 1.jsonl: other rules";
    refuses(&split.merge(&journals, &["--out", "x"]), message);
    let message = "found no --out, expected the folder to write the suite to";
    refuses(&split.merge(&journals[..1], &["--partial"]), message);
    let message = "found --json, but these journals are of a generated suite, for which there \
                   are: --out, --force";
    refuses(&split.merge(&journals[..1], &["--json"]), message);
    let timed = split.work(&["--shard", "1/9", "--budget", "5"]);
    assert_eq!(timed.status.code(), Some(2));
}
