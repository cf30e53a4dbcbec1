//! What a journal gives back after every way of ending.

use super::{Gist, Header, Journal, JournalError, Line};
use crate::judge::fingerprint::Fingerprint;
use crate::judge::fingerprint::Printer;
use crate::judge::plan::Plan;
use crate::judge::record::Outcome;
use crate::judge::record::Preparation;
use crate::judge::record::{Compilation, Excerpt, Fault, Judgement};
use crate::judge::run::Containment;
use crate::judge::verdict::Verdict;
use std::borrow::Cow;

fn key(text: &str) -> Fingerprint {
    let mut printer = Printer::new();
    printer.bytes(text.as_bytes());
    printer.finish()
}

fn header() -> Header {
    Header {
        plan: Plan {
            version: "1".into(),
            submissions: Vec::new(),
            not_programs: Vec::new(),
            cases: Vec::new(),
            groups: Vec::new(),
            has_suite: false,
            ignore: Vec::new(),
            containment: Containment::Off,
            repeat: 1,
            fail_fast: false,
        },
        submission_keys: vec![key("s")],
        case_keys: vec![key("c"), key("d")],
        part: None,
        diagnosis_key: None,
    }
}

fn judged(verdict: Verdict) -> Outcome {
    Outcome::Judged(Judgement {
        verdict,
        run: None,
        wrong: None,
        stderr: Excerpt::default(),
        repeats: Vec::new(),
    })
}

fn add(journal: &Journal, name: &str, outcome: &Outcome) {
    let line = Line::Result {
        key: key(name),
        submission: name.into(),
        case: "1".into(),
        outcome: Cow::Borrowed(outcome),
    };
    journal.writer.add(&line).unwrap();
}

#[test]
fn what_was_written_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut journal = Journal::open(&path).unwrap();
    journal.begin(&header()).unwrap();
    let ready = Preparation::Ready(Compilation::default());
    let prepared = Line::Prepared {
        key: key("alice"),
        submission: "alice".into(),
        preparation: Cow::Borrowed(&ready),
    };
    journal.writer.add(&prepared).unwrap();
    let fault = Outcome::Fault(Fault {
        message: "disk full".into(),
    });
    add(&journal, "a", &judged(Verdict::Accepted));
    add(&journal, "b", &judged(Verdict::TimeLimit));
    add(&journal, "c", &fault);
    add(&journal, "a", &judged(Verdict::MemoryLimit));
    drop(journal);

    let mut journal = Journal::open(&path).unwrap();
    let length = journal.writer.end();
    journal.begin(&header()).unwrap();
    assert_eq!(journal.writer.end(), length, "the sitting is the same");
    let found = |name| journal.index.result(key(name)).unwrap();
    assert_eq!(found("a").gist, Gist::Bad);
    let outcome = journal.reader.outcome(found("a")).unwrap();
    assert_eq!(outcome, judged(Verdict::MemoryLimit));
    assert_eq!(journal.reader.outcome(found("c")).unwrap(), fault);
    let alice = journal.index.prepared(key("alice")).unwrap();
    assert_eq!(alice.gist, Gist::Good);
    assert_eq!(journal.reader.preparation(alice).unwrap(), ready);
    assert!(journal.reader.outcome(alice).is_err());
    journal.index.forget(false);
    assert!(journal.index.result(key("c")).is_none());
    assert!(journal.index.result(key("b")).is_some());
    journal.index.forget(true);
    assert!(journal.index.result(key("b")).is_none());
    assert_eq!(Journal::read(&path).unwrap().0, header());
}

#[test]
fn a_journal_cut_short_anywhere_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut journal = Journal::open(&path).unwrap();
    journal.begin(&header()).unwrap();
    for name in ["a", "b", "c"] {
        add(&journal, name, &judged(Verdict::Accepted));
    }
    drop(journal);
    let whole = std::fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        let left = whole[..length].iter().filter(|&&b| b == b'\n').count();
        let known = ["a", "b", "c"].map(|name| journal.index.result(key(name)).is_some());
        assert_eq!(known, [left > 1, left > 2, left > 3], "{length}");
        journal.begin(&header()).unwrap();
        add(&journal, "d", &judged(Verdict::Accepted));
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert!(journal.index.result(key("d")).is_some(), "{length}");
    }
}

#[test]
fn a_damaged_line_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut journal = Journal::open(&path).unwrap();
    journal.begin(&header()).unwrap();
    add(&journal, "a", &judged(Verdict::Accepted));
    add(&journal, "b", &judged(Verdict::Accepted));
    drop(journal);
    let mut bytes = std::fs::read(&path).unwrap();
    let second = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    bytes[second..second + 20].fill(0);
    std::fs::write(&path, &bytes).unwrap();
    let journal = Journal::open(&path).unwrap();
    assert!(journal.index.result(key("a")).is_none());
    assert!(journal.index.result(key("b")).is_some());
}

#[test]
fn nobody_elses_file_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    for text in ["dear diary", "a\nb\n", "{}\n", "{\"begin\"}\n"] {
        std::fs::write(&path, text).unwrap();
        let error = Journal::open(&path).unwrap_err();
        assert!(matches!(error, JournalError::Foreign(_)), "{text}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert!(Journal::open(folder.path()).is_err());
    let fresh = folder.path().join("fresh");
    let _open = Journal::open(&fresh).unwrap();
    let error = Journal::open(&fresh).unwrap_err();
    assert!(matches!(error, JournalError::InUse(_)));
    assert!(matches!(Journal::read(&fresh), Err(JournalError::Empty(_))));
}
