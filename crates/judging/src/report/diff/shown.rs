//! What is shown of a line, and which of it is marked.

use similar::{Algorithm, DiffTag, capture_diff_slices, diff_ratio};

use super::COLUMNS;
use crate::compare::common_prefix;
use crate::report::visible::{Cell, cells};

/// How much of a long line is shown in front of its first difference, in bytes.
const LEAD: usize = 60;

/// Lines less alike than this are not marked: all of them differs.
const ALIKE: f32 = 0.5;

/// What is shown of a line.
pub(in crate::report) struct Shown<'a> {
    pub(in crate::report) cells: Vec<Cell<'a>>,
    /// Which cells differ from the other side's line; empty when none is marked.
    pub(in crate::report) marked: Vec<bool>,
    /// Whether something is cut off in front.
    pub(in crate::report) cut_before: bool,
    /// How many bytes are cut off behind.
    pub(in crate::report) cut_behind: usize,
    pub(in crate::report) ends_in_newline: bool,
}

impl<'a> Shown<'a> {
    /// The line from byte `start` on.
    pub(in crate::report) fn new(line: &'a [u8], start: usize) -> Self {
        let body = body(line);
        let cells = cells(body, start, COLUMNS);
        let length: usize = cells.iter().map(|cell| cell.source.len()).sum();
        Self {
            cells,
            marked: Vec::new(),
            cut_before: start > 0,
            cut_behind: body.len() - start - length,
            ends_in_newline: line.len() > body.len(),
        }
    }

    /// Two lines that stand for each other, with what differs marked.
    pub(in crate::report) fn pair(expected: &'a [u8], actual: &'a [u8]) -> (Self, Self) {
        let same = common_prefix(body(expected), body(actual));
        let mut start = if same < COLUMNS - LEAD {
            0
        } else {
            same - LEAD
        };
        // Not into the middle of a character, which has at most three continuing bytes.
        let continues = |at: usize| expected[at] & 0xc0 == 0x80;
        while start > 0 && continues(start) && same - start < LEAD + 3 {
            start -= 1;
        }
        let (mut old, mut new) = (Self::new(expected, start), Self::new(actual, start));
        let ops = capture_diff_slices(Algorithm::Myers, &old.sources(), &new.sources());
        let alike = diff_ratio(&ops, old.cells.len(), new.cells.len()) >= ALIKE;
        if alike && ops.iter().any(|op| op.tag() != DiffTag::Equal) {
            old.marked = vec![false; old.cells.len()];
            new.marked = vec![false; new.cells.len()];
            for op in ops.iter().filter(|op| op.tag() != DiffTag::Equal) {
                old.marked[op.old_range()].fill(true);
                new.marked[op.new_range()].fill(true);
            }
        }
        (old, new)
    }

    fn sources(&self) -> Vec<&'a [u8]> {
        self.cells.iter().map(|cell| cell.source).collect()
    }

    /// The cells, those next to each other taken together when both are marked or both not.
    pub(in crate::report) fn runs(&self) -> impl Iterator<Item = (bool, &[Cell<'a>])> {
        let mut at = 0;
        let is_marked = |at: usize| self.marked.get(at).copied().unwrap_or(false);
        std::iter::from_fn(move || {
            let marked = is_marked(at);
            let start = at;
            while at < self.cells.len() && is_marked(at) == marked {
                at += 1;
            }
            (start < at).then(|| (marked, &self.cells[start..at]))
        })
    }
}

/// The line without its newline.
fn body(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}
