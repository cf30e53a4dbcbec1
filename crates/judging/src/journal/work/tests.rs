//! What a journal of any work gives back, and which journals belong together.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::merge::Merge;
use super::{Header, Journal, Work, kind};
use crate::fingerprint::Fingerprint;
use crate::journal::lines::{JournalError, keep_out};

/// Squares of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Squares {
    count: u64,
    unit: String,
    weights: Vec<u32>,
}

impl Work for Squares {
    const NAME: &'static str = "squares";
    type Piece = u64;
}

fn squares() -> Squares {
    Squares {
        count: 7,
        unit: "one".to_owned(),
        weights: vec![1],
    }
}

fn key(number: u64) -> Fingerprint {
    Fingerprint::of_value(&number)
}

fn open(path: &Path, about: Squares, shard: &str, forget: bool) -> Journal<Squares> {
    let header = Header::new(about, Some(shard.parse().unwrap()));
    Journal::open(path, header, forget).unwrap()
}

/// A journal with all that is its shard's.
fn write(path: &Path, about: Squares, shard: &str) -> PathBuf {
    let journal = open(path, about, shard, false);
    for number in (0..7).filter(|&number| journal.has(number as usize)) {
        let name = format!("square {number}");
        journal.add(key(number), &name, &(number * number)).unwrap();
    }
    path.to_owned()
}

#[test]
fn pieces_are_found_again_until_they_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    write(&path, squares(), "2/3");
    let length = || std::fs::metadata(&path).unwrap().len();
    let whole = length();
    let journal = open(&path, squares(), "2/3", false);
    assert_eq!(length(), whole, "the sitting is the same");
    let known: Vec<Option<u64>> = (0..7).map(|n| journal.piece(key(n)).unwrap()).collect();
    assert_eq!(known, [None, Some(1), None, None, Some(16), None, None]);
    drop(journal);
    let journal = open(&path, squares(), "2/3", true);
    assert_eq!(journal.piece(key(1)).unwrap(), None);
    journal.add(key(1), "square 1", &100).unwrap();
    assert_eq!(journal.piece(key(1)).unwrap(), Some(100));
    drop(journal);
    let journal = open(&path, squares(), "1/3", false);
    assert!(length() > whole, "another part is another sitting");
    assert_eq!(
        journal.piece(key(1)).unwrap(),
        Some(100),
        "the later counts"
    );
    assert_eq!(kind(&path).unwrap().as_deref(), Some("squares"));
}

#[test]
fn a_journal_cut_short_anywhere_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder.path().join("j"), squares(), "1/1");
    let whole = std::fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let journal = open(&path, squares(), "1/1", false);
        let lines = whole[..length]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        let known = (0..7).filter(|&number| journal.piece(key(number)).unwrap().is_some());
        assert_eq!(known.count(), lines.saturating_sub(1), "{length}");
        journal.add(key(9), "square 9", &81).unwrap();
        drop(journal);
        let journal = open(&path, squares(), "1/1", false);
        assert_eq!(journal.piece(key(9)).unwrap(), Some(81), "{length}");
    }
}

#[test]
fn a_flipped_bit_costs_no_more_than_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder.path().join("j"), squares(), "1/1");
    let whole = std::fs::read(&path).unwrap();
    let is_end = |bit: &usize| whole[bit / 8] == b'\n';
    for bit in (0..8 * whole.len()).filter(|bit| bit % 13 == 0 || is_end(bit)) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &flipped).unwrap();
        let journal = open(&path, squares(), "1/1", false);
        let mut lost = 0;
        for number in 0..7 {
            match journal.piece(key(number)).unwrap() {
                Some(square) => assert_eq!(square, number * number, "bit {bit}"),
                None => lost += 1,
            }
        }
        assert!(lost <= if is_end(&bit) { 2 } else { 1 }, "bit {bit}");
        let is_cut = bit / 8 == whole.len() - 1;
        let is_told = !journal.known().damages().is_empty();
        assert_eq!(is_told, !is_cut, "bit {bit}");
        drop(journal);
        write(&path, squares(), "1/1");
        let journal = open(&path, squares(), "1/1", false);
        assert_eq!(journal.known().damages(), [], "bit {bit}");
        drop(journal);
        assert_eq!(
            kind(&path).unwrap().as_deref(),
            Some("squares"),
            "bit {bit}"
        );
        let merge: Merge<Squares> = Merge::open(std::slice::from_ref(&path)).unwrap();
        let gaps = merge.gaps((7, 1), |_, number, _| key(number as u64), |n| n.to_string());
        assert!(gaps.is_empty(), "bit {bit}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn journals_of_other_work_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    for text in [
        "{\"begin\":{\"work\":\"cubes\"}}\n",
        "dear diary",
        "a\nb\n",
        "{}\n",
        "{\"begin\"}\n",
    ] {
        std::fs::write(&path, text).unwrap();
        let header = Header::new(squares(), None);
        let error = Journal::open(&path, header, false).unwrap_err();
        assert!(matches!(error, JournalError::Foreign(_)), "{text}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    let header = || Header::new(squares(), None);
    assert!(Journal::open(folder.path(), header(), false).is_err());
    let fresh = folder.path().join("fresh");
    let _open = Journal::open(&fresh, header(), false).unwrap();
    let error = Journal::open(&fresh, header(), false).unwrap_err();
    assert!(matches!(error, JournalError::InUse(_)));
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    let error = Merge::<Squares>::open(&[empty]).unwrap_err().to_string();
    assert!(error.ends_with(": this journal is empty"), "{error}");
}

#[test]
fn shards_merge_to_the_whole_and_gaps_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let paths = ["1/3", "2/3", "3/3"].map(|shard| write(&at(&shard[..1]), squares(), shard));
    let by_number = |_: &Squares, number, _| key(number as u64);
    let name = |unit: usize| format!("square {unit}");

    let merge: Merge<Squares> = Merge::open(&paths).unwrap();
    assert!(merge.gaps((7, 1), by_number, name).is_empty());
    let all: Vec<Option<u64>> = (0..7)
        .map(|number| merge.piece(number as usize, |_| Some(key(number))).unwrap())
        .collect();
    assert_eq!(all, [0, 1, 4, 9, 16, 25, 36].map(Some));

    let text = std::fs::read_to_string(&paths[0]).unwrap();
    let cut = text.trim_end().rfind('\n').unwrap() + 1;
    std::fs::write(&paths[0], &text[..cut]).unwrap();
    let merge: Merge<Squares> = Merge::open(&[paths[2].clone(), paths[0].clone()]).unwrap();
    let gaps = merge.gaps((7, 1), by_number, name);
    assert_eq!(
        gaps.to_string(),
        "missing: shard 2/3; not finished: square 6"
    );
    assert_eq!(merge.piece(1, |_| Some(key(1))).unwrap(), None);
}

#[test]
fn strangers_and_contradictions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let one = write(&at("one"), squares(), "1/2");
    let refused = |other: &Path| -> String {
        let error = Merge::<Squares>::open(&[one.clone(), other.to_owned()]).unwrap_err();
        error
            .to_string()
            .replace(&folder.path().display().to_string(), "")
    };
    let not = |about: Squares, shard: &str, what: &str| {
        let other = write(&at("other"), about, shard);
        let message = format!("/other: does not belong together with /one: {what}");
        assert_eq!(refused(&other), message);
        std::fs::remove_file(other).unwrap();
    };
    let mut other = squares();
    other.count = 8;
    not(other, "2/2", "count: 8 and 7");
    let mut other = squares();
    other.unit = "two".to_owned();
    not(other, "2/2", "unit: two and one");
    let mut other = squares();
    other.weights.push(2);
    not(other, "2/2", "other weights");
    not(squares(), "2/3", "shards of another split");

    let again = write(&at("again"), squares(), "1/2");
    Merge::<Squares>::open(&[one.clone(), again.clone()]).unwrap();
    let journal = open(&again, squares(), "1/2", false);
    journal.add(key(4), "square 4", &17).unwrap();
    drop(journal);
    assert_eq!(
        refused(&again),
        "/one and /again contradict each other: square 4"
    );
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
fn a_damaged_line_is_set_aside_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder.path().join("j"), squares(), "1/1");
    let mut bytes = std::fs::read(&path).unwrap();
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    bytes[ends[0] + 12..ends[0] + 20].fill(0);
    let damaged = bytes[ends[0] + 1..=ends[1]].to_vec();
    std::fs::write(&path, &bytes).unwrap();

    let merge = Merge::<Squares>::open(std::slice::from_ref(&path)).unwrap();
    let told = merge.damages()[0].to_string();
    let start = format!("{}: line 2 is not as it was written ({{", path.display());
    assert!(told.starts_with(&start), "{told}");
    assert!(told.ends_with("…); what it said does not count"), "{told}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "only read");

    let journal = open(&path, squares(), "1/1", false);
    let aside = folder.path().join("j.damaged");
    let told = journal.known().damages()[0].to_string();
    let end = format!(
        "; it is in {} now, and what it said is found out again",
        aside.display()
    );
    assert!(told.starts_with(&start) && told.ends_with(&end), "{told}");
    assert!(told.contains(r"\x00"), "{told}");
    let known = (0..7).filter(|&number| journal.piece(key(number)).unwrap().is_some());
    assert_eq!(known.collect::<Vec<u64>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(std::fs::read(&aside).unwrap(), damaged);
    drop(journal);
    let journal = open(&path, squares(), "1/1", false);
    assert_eq!(journal.known().damages(), [], "told once");
}

#[test]
fn lines_without_a_checksum_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder.path().join("j"), squares(), "1/1");
    let whole = std::fs::read_to_string(&path).unwrap();
    let without = whole.lines().map(|line| {
        let (before, sum) = line.rsplit_once(r#","sum":""#).unwrap();
        assert_eq!(sum.len(), 32 + r#""}"#.len());
        before.to_owned() + "}\n"
    });
    std::fs::write(&path, without.collect::<String>()).unwrap();
    let journal = open(&path, squares(), "1/1", false);
    assert!((0..7).all(|number| journal.piece(key(number)).unwrap().is_some()));
    assert_eq!(journal.known().damages(), []);
}
