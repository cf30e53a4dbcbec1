//! `--shard` and `plyjudge merge`: work that is split gives the report of work that is not.
//! Here gradings; other work in `shards/`.

mod plays;
mod split;
mod suite;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::grade::{ECHO, Grade};
use crate::support::path_with_own;
use crate::support::report::{unmeasured, without_checksums};
use serde_json::Value;

/// Seven submissions with different ends, four cases. Each shard compiles what it has of them: most
/// are scripts.
fn class() -> Grade {
    let late = "int getchar(void), puts(const char *);\n\
                int main(void) { if (getchar() == '4') for (;;); return puts(\"1\") < 0; }\n";
    let mut class = Grade::new()
        .args(["--cpu", "0.1"])
        .script("ada", "cat")
        .script("bob", "exit 1")
        .submission("cid.c", "int main(void) { retrun 1; }\n")
        .script("dora", "echo 1")
        .submission("eve.c", late)
        .script("fay", "cat")
        .script("gil", "kill -ABRT $$");
    for number in ["1", "2", "3", "4"] {
        let text = format!("{number}\n");
        class = class.case(number, &text, &text);
    }
    class
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What one machine reports.
fn whole(class: &Grade) -> Value {
    let output = class
        .command(["--json", "--journal", "whole.jsonl"])
        .output();
    let output = output.expect("the command runs");
    assert_eq!(text(&output.stderr), "");
    unmeasured(&output.stdout)
}

fn shard(class: &Grade, shard: &str, journal: &str) {
    let output = class
        .command(["--shard", shard, "--journal", journal])
        .output();
    let output = output.expect("the command runs");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

fn merge(class: &Grade, args: &[&str]) -> Output {
    let args = ["merge"].into_iter().chain(args.iter().copied());
    class.plyjudge(args).output().expect("the command runs")
}

#[track_caller]
fn assert_refused(output: &Output, message: &str) {
    assert_eq!(text(&output.stderr), format!("plyjudge: {message}\n"));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn shards_merged_are_the_report_of_one_machine() {
    let class = class();
    let whole = whole(&class);
    // More shards than submissions: some have nothing to do.
    for count in [2, 8] {
        let mut journals = Vec::new();
        for number in (1..=count).rev() {
            let journal = format!("{number}-of-{count}.jsonl");
            shard(&class, &format!("{number}/{count}"), &journal);
            journals.push(journal);
        }
        let mut args: Vec<&str> = journals.iter().map(String::as_str).collect();
        args.extend(["--json", "--junit", "merged.xml"]);
        let output = merge(&class, &args);
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(unmeasured(&output.stdout), whole, "{count} shards");
        let junit = fs::read_to_string(class.path().join("merged.xml")).expect("a report");
        assert_eq!(junit.matches("<testcase ").count(), 7 * 4);
    }
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn shards_that_are_killed_go_on_and_lose_nothing() {
    let class = class();
    let whole = whole(&class);
    let journals: Vec<String> = (1..=8).map(|number| format!("{number}.jsonl")).collect();
    for (place, journal) in journals.iter().enumerate() {
        let name = format!("{}/8", place + 1);
        for wait in [20, 150, 250 + 50 * place as u64] {
            let mut command = class.command(["--shard", &name, "--journal", journal]);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("the command runs");
            thread::sleep(Duration::from_millis(wait));
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        shard(&class, &name, journal);
    }
    // Nothing was judged twice: six submissions can be run, and there are four cases.
    let mut keys = BTreeSet::new();
    for journal in &journals {
        let text = fs::read_to_string(class.path().join(journal)).expect("a journal");
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let is_result = line["done"]["piece"].get("result").is_some();
            if let Some(key) = line["done"]["key"].as_str().filter(|_| is_result) {
                assert!(keys.insert(key.to_owned()), "twice: {line}");
            }
        }
    }
    assert_eq!(keys.len(), 6 * 4);
    let mut args: Vec<&str> = journals.iter().map(String::as_str).collect();
    args.push("--json");
    let output = merge(&class, &args);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(unmeasured(&output.stdout), whole);
}

#[test]
fn what_is_missing_is_named() {
    let class = class();
    shard(&class, "1/3", "1.jsonl");
    shard(&class, "3/3", "3.jsonl");
    let message = "missing: shard 2/3; --partial reports what there is";
    assert_refused(&merge(&class, &["1.jsonl", "3.jsonl"]), message);
    // The last two lines of a journal are lost: results of its last submission.
    let journal = fs::read_to_string(class.path().join("3.jsonl")).expect("a journal");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    class.put("3.jsonl".as_ref(), lines[..lines.len() - 2].concat());
    let gaps = "missing: shard 2/3; not finished: fay";
    let refused = merge(&class, &["3.jsonl", "1.jsonl"]);
    assert_refused(
        &refused,
        &format!("{gaps}; --partial reports what there is"),
    );
    let partial = merge(&class, &["3.jsonl", "1.jsonl", "--partial", "--json"]);
    assert_eq!(text(&partial.stderr), format!("plyjudge: {gaps}\n"));
    assert_eq!(partial.status.code(), Some(3));
    let report = unmeasured(&partial.stdout);
    let names = report["submissions"].as_array().expect("submissions");
    let names: Vec<&str> = names
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["ada", "cid.c", "dora", "gil"]);
}

#[test]
fn a_shard_that_was_begun_twice_counts_once() {
    let class = class();
    let whole = whole(&class);
    shard(&class, "1/2", "1.jsonl");
    shard(&class, "2/2", "2.jsonl");
    shard(&class, "2/2", "again.jsonl");
    let output = merge(&class, &["1.jsonl", "2.jsonl", "again.jsonl", "--json"]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(unmeasured(&output.stdout), whole);
    // ada is told to have failed where it passed.
    let journal = fs::read_to_string(class.path().join("1.jsonl")).expect("a journal");
    let forged = journal.replacen(r#""code":"AC""#, r#""code":"TLE""#, 1);
    assert_ne!(forged, journal);
    class.put("forged.jsonl".as_ref(), without_checksums(&forged));
    let output = merge(&class, &["1.jsonl", "forged.jsonl", "2.jsonl"]);
    let message = text(&output.stderr);
    let start =
        "plyjudge: 1.jsonl and forged.jsonl contradict each other: submission 'ada', case '";
    assert!(message.starts_with(start), "{message}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn strangers_are_refused() {
    let class = class();
    shard(&class, "1/2", "1.jsonl");
    shard(&class, "2/3", "2-of-3.jsonl");
    let not = |other: &str, what: &str| {
        assert_refused(
            &merge(&class, &["1.jsonl", other]),
            &format!("{other}: does not belong together with 1.jsonl: {what}"),
        );
    };
    not(
        "2-of-3.jsonl",
        "shards of other submissions or another split",
    );
    class.put("cases/3.out".as_ref(), "4\n");
    shard(&class, "2/2", "other-case.jsonl");
    not(
        "other-case.jsonl",
        "case '3', its limits or its exit status differ",
    );
    class.put("cases/3.out".as_ref(), "3\n");
    class.put("submissions/zoe.c".as_ref(), ECHO);
    shard(&class, "2/2", "one-more.jsonl");
    not(
        "one-more.jsonl",
        "shards of other submissions or another split",
    );
    class.put("no-journal".as_ref(), "something else\n");
    let output = merge(&class, &["no-journal"]);
    assert_refused(
        &output,
        "no-journal: found something that is not a journal, expected one, or no such file",
    );
}

/// Else the second ends at once, and what waits for the task merges half a journal.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_task_of_slurm_that_is_started_twice_waits_for_the_first() {
    if Command::new("flock").arg("--version").output().is_err() {
        return crate::support::skipped("there is no flock");
    }
    let class = Grade::new().script("slow", "sleep 4; cat");
    let class = class.case("1", "1\n", "1\n").args(["--wall", "20"]);
    let task = || {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/slurm/shard.sbatch");
        let mut task = Command::new("bash");
        task.arg(script)
            .args(["grade", "submissions", "--cases", "cases"])
            .args(class.options())
            .current_dir(class.path())
            .env("PATH", path_with_own())
            .envs([("RESULTS", "."), ("SHARDS", "1")])
            .envs([("SLURM_ARRAY_TASK_ID", "1"), ("SLURM_CPUS_PER_TASK", "1")])
            .stderr(Stdio::piped());
        task.spawn().expect("bash starts")
    };
    let tasks = [task(), task()];
    for task in tasks {
        let output = task.wait_with_output().expect("the task ends");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let journal = fs::read_to_string(class.path().join("1.jsonl")).expect("a journal");
    assert_eq!(journal.matches("{\"result\":").count(), 1);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn gnu_parallel_reports_as_one_machine_does() {
    let is_there = Command::new("parallel").arg("--version").output().is_ok();
    if !is_there {
        return crate::support::skipped("there is no GNU parallel");
    }
    let class = class();
    let whole = whole(&class);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/gnu-parallel/shards.sh");
    let output = Command::new(example)
        .args(["results", "3"])
        .args(["grade", "submissions", "--cases", "cases"])
        .args(class.options())
        .current_dir(class.path())
        .env("PATH", path_with_own())
        .env("MERGE", "--json")
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(unmeasured(&output.stdout), whole);
}
