//! What merging costs: a million results of ten thousand submissions, in eight journals. Run
//! with `cargo bench --bench merge`.
//!
//! One result in ten is a wrong answer with as much of the outputs as is ever kept. The time
//! is compared with reading the same files and doing nothing with them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use plyjudge::judge::compare::{Difference, DifferenceKind};
use plyjudge::judge::fingerprint::{Fingerprint, Printer};
use plyjudge::judge::journal::grading::{Grading, Piece, Roll};
use plyjudge::judge::journal::shard::Shard;
use plyjudge::judge::journal::work::{Header, Journal};
use plyjudge::judge::record::{
    Compilation, Excerpt, Judgement, Outcome, Preparation, Run, WrongOutput,
};
use plyjudge::judge::run::{Containment, Ended, Limits, Usage};
use plyjudge::judge::suite::plan::{Case, Credit, Group, Plan, Submission, Total, Visibility};
use plyjudge::judge::verdict::{ExitStatus, Verdict};

const SUBMISSIONS: usize = 10_000;
const CASES: usize = 100;
const SHARDS: usize = 8;

fn main() {
    // `cargo test --benches` asks for a quick look only.
    let quick = std::env::args().any(|word| word == "--test");
    let submissions = if quick { 20 } else { SUBMISSIONS };
    let folder = tempfile::tempdir().expect("a folder");
    let journals = write_journals(folder.path(), submissions);
    let bytes: u64 = journals
        .iter()
        .map(|path| fs::metadata(path).expect("a journal").len())
        .sum();
    println!(
        "{} results in {} journals, {} MB",
        submissions * CASES,
        journals.len(),
        bytes / 1_000_000
    );
    let read = time(|| journals.iter().for_each(|path| read_through(path)));
    row("read the files", read, read, None);
    for form in ["--json", "--jsonl", "--csv=points"] {
        let mut memory = None;
        let took = time(|| memory = merge(&journals, form));
        row(&format!("merge {form}"), took, read, memory);
    }
}

fn row(what: &str, took: Duration, read: Duration, memory: Option<u64>) {
    let ratio = took.as_secs_f64() / read.as_secs_f64();
    let memory = memory.map_or(String::new(), |kib| format!("{:>8} MiB", kib / 1024));
    println!(
        "  {what:24} {:8.2} s {ratio:8.1}×{memory}",
        took.as_secs_f64()
    );
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn read_through(path: &Path) {
    let mut file = File::open(path).expect("a journal");
    let mut buffer = vec![0; 1 << 20];
    while file.read(&mut buffer).expect("can be read") > 0 {}
}

/// Merges; the most memory that it had, in KiB, where the system tells.
fn merge(journals: &[PathBuf], form: &str) -> Option<u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .arg("merge")
        .arg(form)
        .args(journals)
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut output = child.stdout.take().expect("a pipe");
    let mut first = [0; 1];
    let status = format!("/proc/{}/status", child.id());
    // Reports are written at the end of the work or all along; the peak is looked at often.
    let mut peak = None;
    let mut buffer = vec![0; 1 << 16];
    if output.read(&mut first).expect("can be read") > 0 {
        loop {
            peak = peak.max(high_water(&status));
            if output.read(&mut buffer).expect("can be read") == 0 {
                break;
            }
        }
    }
    io::copy(&mut output, &mut io::sink()).expect("can be read");
    assert!(child.wait().expect("ends").success());
    peak
}

fn high_water(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn write_journals(folder: &Path, submissions: usize) -> Vec<PathBuf> {
    let names: Vec<String> = (0..submissions).map(|n| format!("s{n:06}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let wrong = wrong_answer();
    let right = judged(Verdict::Accepted, None);
    let shard = |number: usize| -> PathBuf {
        let shard: Shard = format!("{number}/{SHARDS}").parse().expect("a shard");
        let share: Vec<&str> = shard
            .places()
            .map_while(|place| names.get(place).copied())
            .collect();
        let grading = grading(&share, Roll::new(names.iter().copied()));
        let path = folder.join(format!("{number}.jsonl"));
        let header = Header::new(grading.clone(), Some(shard));
        let journal = Journal::open(&path, header, false).expect("a new journal");
        let ready = Piece::Prepared(Preparation::Ready(Compilation::default()));
        for (submission, name) in share.iter().enumerate() {
            let key = grading.key_of_preparation(submission);
            journal.add(key, name, &ready).expect("written");
            for case in 0..CASES {
                let is_wrong = (submission * 7 + case).is_multiple_of(10);
                let (key, name) = (
                    grading.key(submission, case),
                    grading.name_of(submission, case),
                );
                let result = if is_wrong { &wrong } else { &right };
                journal.add(key, &name, result).expect("written");
            }
        }
        path
    };
    (1..=SHARDS).map(shard).collect()
}

fn grading(names: &[&str], roll: Roll) -> Grading {
    let case = |number: usize| Case {
        name: format!("case{number}"),
        group: 0,
        visibility: Visibility::Visible,
        input: format!("cases/case{number}.txt").into(),
        expected: format!("cases/case{number}.out").into(),
        limits: Limits::default(),
        exit_status: ExitStatus::Any,
        tokens: None,
        validator: None,
    };
    let submission = |name: &&str| Submission {
        name: (*name).to_owned(),
        language: Some("C".to_owned()),
        sources: None,
        student: None,
    };
    let key = |kind: &str, name: &str| -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&(kind, name));
        printer.finish()
    };
    let cases: Vec<Case> = (0..CASES).map(case).collect();
    Grading {
        submission_keys: names.iter().map(|name| key("submission", name)).collect(),
        case_keys: cases.iter().map(|case| key("case", &case.name)).collect(),
        plan: Plan {
            version: "bench".to_owned(),
            title: None,
            date: None,
            grader: None,
            not_programs: Vec::new(),
            submissions: names.iter().map(submission).collect(),
            cases,
            groups: vec![Group {
                name: "all".to_owned(),
                points: CASES as f64,
                credit: Credit::Case,
                requires: Vec::new(),
            }],
            total: Total::Sum,
            has_suite: false,
            ignore: Vec::new(),
            containment: Containment::Sandbox,
            repeat: 1,
            fail_fast: false,
        },
        roll: Some(roll),
        diagnosis_key: None,
        layers: Vec::new(),
    }
}

fn judged(verdict: Verdict, wrong: Option<WrongOutput>) -> Piece {
    Piece::Result(Outcome::Judged(Judgement {
        verdict,
        run: Some(Run {
            ended: Ended::Exited(0),
            usage: Usage::default(),
            printed: 5000,
        }),
        wrong: wrong.map(Box::new),
        stderr: Excerpt::default(),
        ruling: None,
        repeats: Vec::new(),
    }))
}

fn wrong_answer() -> Piece {
    let kind = DifferenceKind::Content;
    let text = "     3 | . | w | . | w | . | w | . | w |\n".repeat(200);
    judged(
        Verdict::WrongAnswer { difference: kind },
        Some(WrongOutput {
            difference: Difference {
                line: 60,
                offset: 2500,
                kind,
            },
            expected: Excerpt::around(text.as_bytes(), 2500),
            print: None,
            actual: Excerpt::around(text.as_bytes(), 2510),
        }),
    )
}
