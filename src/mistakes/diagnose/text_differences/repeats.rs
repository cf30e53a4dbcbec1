//! Blocks of lines that are printed twice.

use std::collections::HashMap;

use super::{Sample, lines};

/// How many lines a block has at least.
const LEAST: usize = 3;

/// How many it has at most.
const MOST: usize = 60;

/// Whether blocks are printed twice that are expected once, in a third of what is printed at
/// least.
pub(super) fn are_usual(samples: &[Sample<'_>]) -> bool {
    let count = |texts: &mut dyn Iterator<Item = &[u8]>| -> usize {
        texts.map(|text| lines(text).count()).sum()
    };
    let all = count(&mut samples.iter().map(|sample| sample.printed));
    let once: Vec<Vec<u8>> = samples.iter().map(|it| without(it.printed)).collect();
    let left = count(&mut once.iter().map(Vec::as_slice));
    let is_expected = |sample: &Sample<'_>| without(sample.expected) != sample.expected;
    3 * (all - left) >= all && all > 0 && !samples.iter().any(is_expected)
}

/// A text without the blocks of lines that only repeat those before them.
pub(super) fn without(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = lines(text).collect();
    let mut kept = Vec::with_capacity(text.len());
    for_each_block(&lines, |line, is_repeated| {
        if !is_repeated {
            kept.extend_from_slice(lines[line]);
        }
    });
    kept
}

/// Says of each line whether it is part of a block that repeats the one before it.
pub(super) fn for_each_block(lines: &[&[u8]], mut tell: impl FnMut(usize, bool)) {
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    let number = |line| {
        let fresh = known.len();
        *known.entry(line).or_insert(fresh)
    };
    // The same for lines that are the same.
    let lines: Vec<usize> = lines.iter().copied().map(number).collect();
    let mut at = 0;
    while at < lines.len() {
        let repeats = |length: &usize| {
            at + length <= lines.len()
                && at >= *length
                && lines[at - length] == lines[at]
                && lines[at - length..at] == lines[at..at + length]
        };
        let length = (LEAST..=MOST).find(repeats);
        for line in at..at + length.unwrap_or(1) {
            tell(line, length.is_some());
        }
        at += length.unwrap_or(1);
    }
}
