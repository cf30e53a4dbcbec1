//! The Slurm example on a real cluster of one node: a task and the node are killed, and the
//! merged report is that of one machine.
#![cfg(target_os = "linux")]

mod cluster;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::Path;
use std::time::Instant;

use cluster::{Cluster, kill_matching, wait};
use serde_json::Value;
use support::grade::Grade;
use support::report::unmeasured;

const SHARDS: usize = 8;
const SUBMISSIONS: usize = 24;
const CASES: usize = 10;

/// Tighter than usual, so that what breaks them is soon over.
const LIMITS: [&str; 2] = ["--memory", "32MiB"];

/// Copies its input after a rest, so that there is time to kill something.
const SLOW: &str = "#include <stdio.h>\n#include <unistd.h>\n\
    int main(void) { usleep(100000); for (int c; (c = getchar()) != EOF;) putchar(c); }\n";

/// Takes more memory than there is.
const HUNGRY: &str = "#include <stdlib.h>\n#include <string.h>\n\
    int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }\n";

fn class() -> Grade {
    let mut class = Grade::new().args(LIMITS);
    for number in 0..SUBMISSIONS {
        let source = match number % 8 {
            3 => "int main(void) { return 4; }\n",
            5 => "int main(void) { retrun 4; }\n",
            6 => HUNGRY,
            _ => SLOW,
        };
        class = class.submission(format!("s{number:02}.c"), source);
    }
    for number in 0..CASES {
        let text = format!("{number}\n");
        class = class.case(&number.to_string(), &text, &text);
    }
    class
}

/// Splits this work on the cluster.
fn submit(cluster: &Cluster, class: &Grade, results: &str, shards: usize, work: &[&str]) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/slurm/submit.sh");
    let output = cluster
        .command(example)
        .args([results, &shards.to_string()])
        .args(work)
        .current_dir(class.path())
        .env("PATH", support::path_with_own())
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

/// A tournament on the cluster is that of one machine, byte for byte.
fn play(cluster: &Cluster, class: &Grade) {
    let sandbox = if class.is_contained() { "on" } else { "off" };
    let tournament = [
        "tournament",
        "players",
        "--game",
        "kalah",
        "--with",
        "engine:depth=2",
        "--with",
        "random",
        "--sandbox",
        sandbox,
    ];
    let cheat = "#include <stdio.h>\nint main(void) { puts(\"6\"); }\n";
    class.put("players/cheat.c".as_ref(), cheat);
    let whole = [&tournament[..], &["--json", "--journal", "games.jsonl"]].concat();
    let whole = class.plyjudge(whole).output().expect("the command runs");
    assert!(whole.status.success(), "{whole:?}");
    submit(cluster, class, "games", 2, &tournament);
    cluster.wait_for_jobs("the games");
    let report = fs::read_to_string(class.path().join("games/report.json"));
    let expected = String::from_utf8_lossy(&whole.stdout);
    assert_eq!(report.unwrap_or_else(|_| cluster.log()), expected);
}

/// How many results are in the journals.
fn results(class: &Grade) -> usize {
    let journals = fs::read_dir(class.path().join("results")).into_iter();
    let journals = journals.flatten().flatten().map(|entry| entry.path());
    let journals = journals.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    journals
        .map(|path| fs::read_to_string(path).unwrap_or_default())
        .map(|text| text.matches("{\"result\":").count())
        .sum()
}

/// The first lines of a report that are not as expected.
fn differences(report: &Value, expected: &Value) -> String {
    let [report, expected] = [report, expected].map(|value| format!("{value:#}"));
    let lines = report.lines().zip(expected.lines()).enumerate();
    lines
        .filter(|(_, (line, expected))| line != expected)
        .map(|(at, (line, expected))| format!("line {at}: {line}, expected {expected}\n"))
        .take(40)
        .collect()
}

#[test]
fn a_cluster_that_loses_a_task_and_a_node_reports_as_one_machine_does() {
    if let Some(what) = Cluster::lacks() {
        return support::skipped(format!("a Slurm cluster needs {what}"));
    }
    let class = class();
    let whole = class
        .command(["--json", "--journal", "whole.jsonl"])
        .output();
    let whole = unmeasured(&whole.expect("the command runs").stdout);
    let mut cluster = Cluster::start();
    let start = Instant::now();
    let grading = ["grade", "submissions", "--cases", "cases"];
    let grading = [&grading[..], &LIMITS].concat();
    submit(&cluster, &class, "results", SHARDS, &grading);

    let wait_for = |what: &str, cluster: &Cluster, more: usize| {
        let before = results(&class);
        wait(what, || results(&class) >= before + more, || cluster.log());
    };
    wait_for("the first results", &cluster, 5);
    let a_task = |words: &[String]| words.iter().any(|word| word.starts_with("1/"));
    assert!(
        kill_matching(a_task) > 0,
        "there was no first shard to kill"
    );
    wait_for("more results", &cluster, 10);
    cluster.kill_node();
    wait_for("results after the node's return", &cluster, 10);
    cluster.kill_controller();
    cluster.wait_for_jobs("the end of all jobs");
    eprintln!("the cluster took {:.0} s", start.elapsed().as_secs_f64());

    let at = |name: &str| class.path().join("results").join(name);
    let log = || fs::read_to_string(at("merge.log")).unwrap_or_default() + &cluster.log();
    let report = fs::read(at("report.json")).unwrap_or_else(|_| panic!("{}", log()));
    let report = unmeasured(&report);
    assert!(report == whole, "{}{}", differences(&report, &whole), log());
    // Every pair was judged by exactly one task, but for what was lost and done again.
    assert!(results(&class) >= SUBMISSIONS * CASES - 3 * CASES);
    let table = fs::read_to_string(at("report.txt")).expect("a table");
    assert!(table.contains("24 submissions, 10 cases"), "{table}");

    play(&cluster, &class);
}
