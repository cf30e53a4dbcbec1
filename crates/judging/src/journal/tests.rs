//! What a journal gives back after every way of ending.

use super::{Gist, Header, Journal, JournalError, Line, keep_out};
use crate::fingerprint::Fingerprint;
use crate::fingerprint::Printer;
use crate::plan::Plan;
use crate::record::Outcome;
use crate::record::Preparation;
use crate::record::{Compilation, Excerpt, Fault, Judgement};
use crate::verdict::Verdict;
use plyjudge_runner::run::Containment;
use std::borrow::Cow;
use std::path::Path;

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
        layers: Vec::new(),
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

/// A journal of three results.
fn three(path: &Path) -> Vec<u8> {
    let mut journal = Journal::open(path).unwrap();
    journal.begin(&header()).unwrap();
    for (name, outcome) in outcomes() {
        add(&journal, name, &outcome);
    }
    drop(journal);
    std::fs::read(path).unwrap()
}

fn outcomes() -> [(&'static str, Outcome); 3] {
    let fault = Fault {
        message: "disk full *J*".into(),
    };
    [
        ("a", judged(Verdict::Accepted)),
        ("b", judged(Verdict::TimeLimit)),
        ("c", Outcome::Fault(fault)),
    ]
}

/// Which results are known; those that are say what was written.
fn known(journal: &mut Journal) -> [bool; 3] {
    outcomes().map(|(name, outcome)| {
        let found = journal.index.result(key(name));
        if let Some(found) = found {
            assert_eq!(journal.reader.outcome(found).unwrap(), outcome);
        }
        found.is_some()
    })
}

#[test]
fn a_damaged_line_is_set_aside_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut bytes = three(&path);
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    bytes[ends[0] + 12..ends[0] + 20].fill(0);
    let damaged = bytes[ends[0] + 1..=ends[1]].to_vec();
    std::fs::write(&path, &bytes).unwrap();

    let (_, _, reader) = Journal::read(&path).unwrap();
    let told = reader.damages()[0].to_string();
    let start = format!("{}: line 2 is not as it was written ({{", path.display());
    assert!(told.starts_with(&start), "{told}");
    assert!(told.ends_with("…); what it said does not count"), "{told}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "only read");

    let mut journal = Journal::open(&path).unwrap();
    let aside = folder.path().join("j.damaged");
    let told = journal.reader.damages()[0].to_string();
    let end = format!(
        "; it is in {} now, and what it said is found out again",
        aside.display()
    );
    assert!(told.starts_with(&start) && told.ends_with(&end), "{told}");
    assert!(told.contains(r"\x00"), "{told}");
    assert_eq!(known(&mut journal), [false, true, true]);
    assert_eq!(std::fs::read(&aside).unwrap(), damaged);
    drop(journal);
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.reader.damages(), [], "told once");
}

/// Whatever bit of a journal is another one, it can be gone on with, says nothing that is not so,
/// and is whole once what it has lost is found out again.
#[test]
fn a_flipped_bit_costs_no_more_than_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let whole = three(&path);
    let is_end = |bit: &usize| whole[bit / 8] == b'\n';
    let bits = (0..8 * whole.len()).filter(|bit| bit % 7 == 0 || is_end(bit));
    for bit in bits {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &flipped).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        let lost = known(&mut journal).iter().filter(|known| !**known).count();
        let is_cut = bit / 8 == whole.len() - 1;
        assert!(
            lost <= if is_end(&bit) { 2 } else { 1 },
            "bit {bit}: {lost}"
        );
        assert_eq!(journal.reader.damages().is_empty(), is_cut, "bit {bit}");
        journal.begin(&header()).unwrap();
        for ((name, outcome), known) in outcomes().into_iter().zip(known(&mut journal)) {
            if !known {
                add(&journal, name, &outcome);
            }
        }
        drop(journal);
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.reader.damages(), [], "bit {bit}");
        assert_eq!(known(&mut journal), [true; 3], "bit {bit}");
        drop(journal);
        let (found, _, reader) = Journal::read(&path).unwrap();
        assert_eq!(found, header(), "bit {bit}");
        assert_eq!(reader.damages(), [], "bit {bit}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn lines_without_a_checksum_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let whole = String::from_utf8(three(&path)).unwrap();
    let without = whole.lines().map(|line| {
        let (before, sum) = line.rsplit_once(r#","sum":""#).unwrap();
        assert_eq!(sum.len(), 32 + r#""}"#.len());
        before.to_owned() + "}\n"
    });
    std::fs::write(&path, without.collect::<String>()).unwrap();
    let mut journal = Journal::open(&path).unwrap();
    assert_eq!(known(&mut journal), [true; 3]);
    assert_eq!(journal.reader.damages(), []);
    assert_eq!(Journal::read(&path).unwrap().0, header());
}

#[cfg(unix)]
#[test]
fn a_journal_is_not_inside_of_what_is_graded() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["work/alice", "elsewhere"] {
        std::fs::create_dir_all(at(name)).unwrap();
    }
    std::fs::write(at("work/bob.c"), "").unwrap();
    std::fs::write(at("work/j"), "").unwrap();
    symlink(at("work"), at("link")).unwrap();
    symlink("work/j", at("to-theirs")).unwrap();
    symlink("work/none", at("to-none")).unwrap();
    symlink("elsewhere/j", at("out")).unwrap();
    symlink("../elsewhere/j", at("work/out")).unwrap();
    let check = |name: &str, of: &str| keep_out(&at(name), &at(of)).is_ok();
    for inside in [
        "work/j",
        "work/new",
        "work/alice/new",
        "link/j",
        "to-theirs",
        "to-none",
    ] {
        assert!(!check(inside, "work"), "{inside}");
        assert!(!check(inside, "link"), "{inside}");
    }
    assert!(!check("work/bob.c", "work/bob.c"));
    for outside in ["j", "out", "work/out", "elsewhere/new", "work.jsonl"] {
        assert!(check(outside, "work"), "{outside}");
    }
    let error = keep_out(&at("work/new"), &at("work"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("which is graded, expected one elsewhere (--journal FILE)"));
}

#[test]
fn results_count_under_the_same_layers_only() {
    let mut other = header();
    other.layers.push("moat: wet".into());
    assert_ne!(header().key_of_preparation(0), other.key_of_preparation(0));
    assert_ne!(header().key(0, 1), other.key(0, 1));
    let diagnosed = |mut header: Header| {
        header.diagnosis_key = Some(key("d"));
        header.key_of_diagnosis(0)
    };
    assert_ne!(diagnosed(header()), diagnosed(other));
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
