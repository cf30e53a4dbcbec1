//! What merging costs.

use std::path::{Path, PathBuf};

use plyjudge::judge::compare::{Difference, DifferenceKind};
use plyjudge::judge::fingerprint::Fingerprint;
use plyjudge::judge::journal::grading::{Grading, Piece, Roll};
use plyjudge::judge::journal::shard::Shard;
use plyjudge::judge::journal::work::{Header, Journal};
use plyjudge::judge::record::{
    Compilation, Excerpt, Judgement, Outcome, Preparation, Run, WrongOutput,
};
use plyjudge::judge::run::{Ended, Limits, Usage};
use plyjudge::judge::suite::plan::{Case, Credit, Group, Plan, Submission, Visibility};
use plyjudge::judge::verdict::{ExitStatus, Verdict};

use super::Row;
use super::measure::{of_children, peak, plyjudge, ratio, yardstick};

/// Results of each submission.
pub const CASES: usize = 100;
const SHARDS: usize = 8;

pub const ROWS: &[Row] = &[
    Row::new(
        "merge, 10⁵ results",
        "of them in the time of 10⁸ plain nodes",
        || {
            let folder = tempfile::tempdir().expect("a folder");
            let journals = write_journals(folder.path(), 1000);
            let before = yardstick();
            let time = of_children(|| merge(&journals).status().expect("runs"));
            ratio((before + yardstick()) / 2, time)
        },
    ),
    Row::new(
        "memory of merge, 10⁵ results, 60 MiB",
        "× in what it may have",
        || {
            let folder = tempfile::tempdir().expect("a folder");
            let journals = write_journals(folder.path(), 1000);
            60.0 * 1024.0 / peak(&mut merge(&journals)) as f64
        },
    ),
];

/// The command that makes one report of journals.
pub fn merge(journals: &[PathBuf]) -> std::process::Command {
    let mut command = plyjudge(&["merge", "--json"]);
    command.args(journals);
    command
}

/// Journals of so many submissions, one result in ten a wrong answer with as much of the outputs
/// as is ever kept.
pub fn write_journals(folder: &Path, submissions: usize) -> Vec<PathBuf> {
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
    let key = |kind: &str, name: &str| -> Fingerprint { Fingerprint::of_value(&(kind, name)) };
    let cases: Vec<Case> = (0..CASES).map(case).collect();
    Grading {
        submission_keys: names.iter().map(|name| key("submission", name)).collect(),
        case_keys: cases.iter().map(|case| key("case", &case.name)).collect(),
        plan: Plan {
            version: "bench".to_owned(),
            submissions: names.iter().map(submission).collect(),
            cases,
            groups: vec![Group {
                name: "all".to_owned(),
                points: CASES as f64,
                credit: Credit::Case,
                requires: Vec::new(),
            }],
            repeat: 1,
            ..Plan::default()
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
