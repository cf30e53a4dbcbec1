//! What the journal of a grading gives back.

use super::{Grading, Piece};
use crate::fingerprint::Fingerprint;
use crate::journal::lines::JournalError;
use crate::journal::work::{Gist, Header, Journal};
use crate::record::{Compilation, Fault, Judgement, Outcome, Preparation};
use crate::suite::plan::Plan;
use crate::verdict::Verdict;

fn key(text: &str) -> Fingerprint {
    Fingerprint::of(text.as_bytes())
}

fn grading() -> Grading {
    Grading {
        plan: Plan {
            version: "1".into(),
            ..Plan::default()
        },
        submission_keys: vec![key("s")],
        case_keys: vec![key("c"), key("d")],
        ..Grading::default()
    }
}

fn judged(verdict: Verdict) -> Outcome {
    Outcome::Judged(Judgement::plain(verdict))
}

#[test]
fn what_was_written_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let open = |forget| Journal::open(&path, Header::new(grading(), None), forget).unwrap();
    let length = || std::fs::metadata(&path).unwrap().len();
    let journal = open(false);
    let ready = Preparation::Ready(Compilation::default());
    let fault = Fault {
        message: "disk full".into(),
    };
    let add = |name: &str, piece: Piece| journal.add(key(name), name, &piece).unwrap();
    add("alice", Piece::Prepared(ready.clone()));
    add("a", Piece::Result(judged(Verdict::Accepted)));
    add("b", Piece::Result(judged(Verdict::TimeLimit)));
    add("c", Piece::Result(Outcome::Fault(fault)));
    add("a", Piece::Result(judged(Verdict::MemoryLimit)));
    let gists =
        |journal: &Journal<Grading>| ["alice", "a", "b", "c"].map(|name| journal.gist(key(name)));
    let (good, bad, fault) = (Some(Gist::Good), Some(Gist::Bad), Some(Gist::Fault));
    assert_eq!(gists(&journal), [good, bad, bad, fault]);
    drop(journal);

    let whole = length();
    let journal = open(false);
    assert_eq!(length(), whole, "the session is the same");
    assert_eq!(
        gists(&journal),
        [good, bad, bad, None],
        "faults are forgotten"
    );
    match journal.piece(key("a")).unwrap() {
        Some(Piece::Result(outcome)) => assert_eq!(outcome, judged(Verdict::MemoryLimit)),
        other => panic!("{other:?}"),
    }
    match journal.piece(key("alice")).unwrap() {
        Some(Piece::Prepared(preparation)) => assert_eq!(preparation, ready),
        other => panic!("{other:?}"),
    }
    drop(journal);
    assert_eq!(gists(&open(true)), [None; 4]);
}

#[test]
fn results_count_under_the_same_layers_only() {
    let mut other = grading();
    other.layers.push("moat: wet".into());
    assert_ne!(grading().key_of_preparation(0), other.key_of_preparation(0));
    assert_ne!(grading().key(0, 1), other.key(0, 1));
    let diagnosed = |mut grading: Grading| {
        grading.diagnosis_key = Some(key("d"));
        grading.key_of_diagnosis(0)
    };
    assert_ne!(diagnosed(grading()), diagnosed(other));
}

/// The form of journals of gradings before they were the same as all others.
#[test]
fn a_journal_of_the_old_form_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let text = "{\"begin\":{\"plan\":{},\"submission-keys\":[],\"case-keys\":[]}}\n";
    std::fs::write(&path, text).unwrap();
    let error = Journal::open(&path, Header::new(grading(), None), false).unwrap_err();
    assert!(matches!(error, JournalError::Old(_)), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
