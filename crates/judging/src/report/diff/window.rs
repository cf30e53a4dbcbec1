//! Which lines of two outputs have to be diffed at all.

use std::collections::HashMap;
use std::ops::Range;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::part::Part;
use super::{CONTEXT, WINDOW};
use crate::compare::{common_prefix, count_lines};

/// The lines of both outputs from the first to the last differing one, with context.
pub(super) fn around_differences<'a>(
    expected_part: Part<'a>,
    actual_part: Part<'a>,
) -> (Side<'a>, Side<'a>) {
    let (expected, actual) = (expected_part.text, actual_part.text);
    let same = common_prefix(expected, actual);
    let start = nth_line_start_before(expected, same, CONTEXT);
    let skipped = count_lines(&expected[..start]);
    // Equal ends are looked for from `same` on only, so that the two cuts do not overlap.
    let (ends, other_ends) = (expected[same..].iter().rev(), actual[same..].iter().rev());
    let same_end = ends
        .zip(other_ends)
        .take_while(|(one, other)| one == other)
        .count();
    // The first line end in what is equal may be that of a differing line.
    let tail = &expected[expected.len() - same_end..];
    let lines = tail.split_inclusive(|&byte| byte == b'\n');
    let kept: usize = lines.take(1 + CONTEXT).map(<[u8]>::len).sum();
    let cut = same_end - kept;
    let side = |part: Part<'a>| Side {
        cut: part.cut,
        ..Side::new(
            &part.text[start..part.text.len() - cut],
            part.line + skipped + 1,
        )
    };
    (side(expected_part), side(actual_part))
}

/// Where the line starts that is `n` lines above the one `offset` is in.
fn nth_line_start_before(text: &[u8], offset: usize, n: usize) -> usize {
    let newlines = text[..offset].iter().enumerate().rev();
    let mut starts = newlines
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(at, _)| at + 1);
    starts.nth(n).unwrap_or(0)
}

/// The lines of one output that are diffed.
pub(super) struct Side<'a> {
    /// With their newlines.
    pub(super) lines: Vec<&'a [u8]>,
    /// The number, from 1, of the first one.
    first_number: usize,
    /// How many lines were left out because there are more than [`WINDOW`].
    pub(super) rest: usize,
    /// Whether the output goes on after what was kept of it.
    pub(super) cut: bool,
}

impl<'a> Side<'a> {
    fn new(window: &'a [u8], first_number: usize) -> Self {
        let mut lines = window.split_inclusive(|&byte| byte == b'\n');
        Self {
            lines: lines.by_ref().take(WINDOW + 2 * CONTEXT).collect(),
            first_number,
            rest: lines.count(),
            cut: false,
        }
    }

    /// Some lines with their numbers.
    pub(super) fn numbered(&self, range: Range<usize>) -> Vec<(usize, &'a [u8])> {
        let numbers = self.first_number + range.start..;
        numbers.zip(self.lines[range].iter().copied()).collect()
    }

    /// A range as a heading gives it: the number of its first line (of the line before it
    /// when it is empty), and how many lines it has.
    pub(super) fn span(&self, range: Range<usize>) -> String {
        let number = self.first_number + range.start - usize::from(range.is_empty());
        format!("{number},{}", range.len())
    }

    /// The number of the last line.
    pub(super) fn last_number(&self) -> usize {
        self.first_number + self.lines.len().saturating_sub(1)
    }
}

/// How one side's lines turn into the other's.
pub(super) fn line_ops(expected: &Side, actual: &Side) -> Vec<DiffOp> {
    // Equal lines get equal numbers, so that long ones are compared only once.
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let lines = expected.lines.iter().chain(&actual.lines);
    let numbers: Vec<usize> = lines
        .map(|line| {
            let next = numbers.len();
            *numbers.entry(line).or_insert(next)
        })
        .collect();
    let (old, new) = numbers.split_at(expected.lines.len());
    let mut ops = capture_diff_slices(Algorithm::Myers, old, new);
    // Lines of one side at the very end may stand further on in what the other side lacks.
    let unsure = |op: &DiffOp| match op.tag() {
        DiffTag::Delete => actual.cut,
        DiffTag::Insert => expected.cut,
        _ => false,
    };
    if ops.len() > 1 && ops.last().is_some_and(unsure) {
        ops.pop();
    }
    ops
}
