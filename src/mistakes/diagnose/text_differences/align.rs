//! Which printed line stands for which expected one.

use std::cmp::Ordering;

use super::shape::{Part, parts};

/// How far from the diagonal lines are still looked for.
const BAND: usize = 150;

/// Likeness of lines of one shape; that of others is below.
const SAME: u32 = 100;

/// What being equal in every byte adds to it.
const EQUAL: u32 = 5;

/// Lines that are less alike do not stand for each other.
const LEAST: u32 = 40;

/// What stands for a likeness that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// An expected line and the printed one that stands for it, by their indices; one of them
/// is none where a line is missing or too much.
pub type Match = (Option<usize>, Option<usize>);

/// A line with its shape's number.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The bytes, the line feed included.
    pub text: &'a [u8],
    /// Equal for lines with the same bytes, and for those only.
    pub number: usize,
    /// Equal for lines of one kind.
    pub shape: usize,
}

/// Aligns texts line by line; what is known of shapes is remembered.
#[derive(Debug, Default)]
pub struct Aligner {
    /// By the shape of the expected line and that of the printed one; [`UNKNOWN`] if not looked at.
    likeness: Vec<Vec<u32>>,
}

#[derive(Clone, Copy)]
enum Step {
    Both,
    Expected,
    Printed,
}

impl Aligner {
    /// Aligns two texts so that lines alike stand for each other; between those, lines that
    /// are as many on either side do so as well.
    pub fn align(&mut self, expected: &[Line<'_>], printed: &[Line<'_>]) -> Vec<Match> {
        // Lines that are the same from the start on stand for each other: nothing is more alike.
        let pairs = expected.iter().zip(printed);
        let same = pairs.take_while(|(one, other)| one.number == other.number);
        self.align_after(same.count(), expected, printed)
    }

    /// The same where so many lines from the start on are known to be the same.
    fn align_after(
        &mut self,
        same: usize,
        expected: &[Line<'_>],
        printed: &[Line<'_>],
    ) -> Vec<Match> {
        let (rows, columns) = (expected.len() + 1, printed.len() + 1);
        let reach = BAND.min(columns);
        let start = |row: usize| (row * columns / rows).saturating_sub(reach);
        let width = (2 * reach + 1).min(columns);
        let band = |row: usize| start(row)..columns.min(start(row) + width);
        let same = Some(same).filter(|same| band(*same).contains(same));
        let same = same.unwrap_or(0);
        let mut steps = vec![Step::Expected; rows * width];
        let alike = |column: usize| (SAME + EQUAL) * u32::try_from(column.min(same)).unwrap_or(0);
        let mut before: Vec<u32> = band(same).map(alike).collect();
        for row in same + 1..rows {
            let mut best = vec![0; width];
            for (place, column) in band(row).enumerate() {
                let above = |column: usize| {
                    let place = column.checked_sub(start(row - 1))?;
                    before.get(place).copied()
                };
                let mut found = (0, Step::Expected);
                let mut offer = |score: Option<u32>, step| {
                    if let Some(score) = score.filter(|score| *score > found.0) {
                        found = (score, step);
                    }
                };
                offer(above(column), Step::Expected);
                offer(place.checked_sub(1).map(|left| best[left]), Step::Printed);
                if column > 0 {
                    let like = self.likeness(&expected[row - 1], &printed[column - 1]);
                    let score = above(column - 1).filter(|_| like >= LEAST);
                    offer(score.map(|score| score + like), Step::Both);
                }
                best[place] = found.0;
                steps[row * width + place] = found.1;
            }
            before = best;
        }
        let mut matches = Vec::new();
        let (mut row, mut column) = (rows - 1, columns - 1);
        while row > 0 || column > 0 {
            let place = column
                .checked_sub(start(row))
                .filter(|place| *place < width);
            let step = match (row, column) {
                (0, _) => Step::Printed,
                (_, 0) => Step::Expected,
                _ if row <= same => match row.cmp(&column) {
                    Ordering::Less => Step::Printed,
                    Ordering::Equal => Step::Both,
                    Ordering::Greater => Step::Expected,
                },
                _ => place.map_or(Step::Expected, |place| steps[row * width + place]),
            };
            if let Step::Both | Step::Expected = step {
                row -= 1;
            }
            if let Step::Both | Step::Printed = step {
                column -= 1;
            }
            matches.push(match step {
                Step::Both => (Some(row), Some(column)),
                Step::Expected => (Some(row), None),
                Step::Printed => (None, Some(column)),
            });
        }
        matches.reverse();
        with_gaps_paired(matches)
    }

    fn likeness(&mut self, expected: &Line<'_>, printed: &Line<'_>) -> u32 {
        if expected.number == printed.number {
            return SAME + EQUAL;
        }
        if expected.shape == printed.shape {
            return SAME;
        }
        if self.likeness.len() <= expected.shape {
            self.likeness.resize_with(expected.shape + 1, Vec::new);
        }
        let known = &mut self.likeness[expected.shape];
        if known.len() <= printed.shape {
            known.resize(printed.shape + 1, UNKNOWN);
        }
        if known[printed.shape] == UNKNOWN {
            known[printed.shape] = likeness(&parts(expected.text), &parts(printed.text));
        }
        known[printed.shape]
    }
}

/// How much of two lines is the same, from 0 to less than [`SAME`].
fn likeness(one: &[Part<'_>], other: &[Part<'_>]) -> u32 {
    let weight = |parts: &[Part<'_>]| parts.iter().map(Part::weight).sum::<usize>();
    let all = weight(one) + weight(other);
    let common: usize = common(one, other)
        .into_iter()
        .map(|(at, other_at)| one[at].weight() + other[other_at].weight())
        .sum();
    let most = SAME as usize - 10;
    u32::try_from((most * common).checked_div(all).unwrap_or(0)).unwrap_or(0)
}

/// The places of the heaviest parts that two lines have in common, in order.
pub(super) fn common(one: &[Part<'_>], other: &[Part<'_>]) -> Vec<(usize, usize)> {
    let width = other.len() + 1;
    let mut best = vec![0; (one.len() + 1) * width];
    let value = |a: &Part<'_>, b: &Part<'_>| match a.is_like(b) {
        true => Some(10 * a.weight().max(1) + usize::from(a.text == b.text)),
        false => None,
    };
    for (row, a) in one.iter().enumerate() {
        for (column, b) in other.iter().enumerate() {
            let both = value(a, b).map_or(0, |value| best[row * width + column] + value);
            let skipped = best[row * width + column + 1].max(best[(row + 1) * width + column]);
            best[(row + 1) * width + column + 1] = both.max(skipped);
        }
    }
    let mut common = Vec::new();
    let (mut row, mut column) = (one.len(), other.len());
    while row > 0 && column > 0 {
        let here = best[row * width + column];
        let corner = best[(row - 1) * width + column - 1];
        if value(&one[row - 1], &other[column - 1]).is_some_and(|value| corner + value == here) {
            row -= 1;
            column -= 1;
            common.push((row, column));
        } else if best[(row - 1) * width + column] == here {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    common.reverse();
    common
}

/// Lets lines stand for each other that are as many on either side of a gap.
fn with_gaps_paired(matches: Vec<Match>) -> Vec<Match> {
    let mut paired = Vec::with_capacity(matches.len());
    let (mut missing, mut extra): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let close = |missing: &mut Vec<usize>, extra: &mut Vec<usize>, paired: &mut Vec<Match>| {
        match missing.len() == extra.len() {
            true => paired.extend(
                missing
                    .iter()
                    .zip(&*extra)
                    .map(|(a, b)| (Some(*a), Some(*b))),
            ),
            false => {
                paired.extend(missing.iter().map(|line| (Some(*line), None)));
                paired.extend(extra.iter().map(|line| (None, Some(*line))));
            }
        }
        missing.clear();
        extra.clear();
    };
    for found in matches {
        match found {
            (Some(line), None) => missing.push(line),
            (None, Some(line)) => extra.push(line),
            both => {
                close(&mut missing, &mut extra, &mut paired);
                paired.push(both);
            }
        }
    }
    close(&mut missing, &mut extra, &mut paired);
    paired
}
