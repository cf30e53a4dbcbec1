//! Two outputs side by side: rows of lines that stand for each other.

use similar::{DiffTag, group_diff_ops};

use super::shown::Shown;
use super::{CONTEXT, part, window};
use crate::record::Excerpt;

/// What is shown of two outputs.
pub(in crate::report) struct Sides<'a> {
    /// The rows from top to bottom.
    pub(in crate::report) rows: Vec<Row<'a>>,
    /// How many more lines differ than are in the rows.
    pub(in crate::report) skipped: usize,
    /// Whether there may be more that was not compared.
    pub(in crate::report) goes_on: bool,
}

/// One row.
pub(in crate::report) enum Row<'a> {
    /// Equal lines are left out here.
    Gap,
    /// The same line on both sides.
    Equal(Numbered<'a>, Numbered<'a>),
    /// Lines that differ, or a line that only one side has.
    Change(Option<Numbered<'a>>, Option<Numbered<'a>>),
}

/// A line with its number, from 1.
pub(in crate::report) struct Numbered<'a> {
    pub(in crate::report) number: usize,
    pub(in crate::report) shown: Shown<'a>,
}

/// Sets two outputs side by side, with at most that many differing rows.
pub(in crate::report) fn sides<'a>(
    expected: &'a Excerpt,
    actual: &'a Excerpt,
    most: usize,
) -> Sides<'a> {
    let (expected, actual) = part::of_excerpts(expected, actual);
    let (old, new) = window::around_differences(expected, actual);
    let mut sides = Sides {
        rows: Vec::new(),
        skipped: 0,
        goes_on: old.cut || new.cut || old.rest > 0 || new.rest > 0,
    };
    let plain = |&(number, line): &(usize, &'a [u8])| Numbered {
        number,
        shown: Shown::new(line, 0),
    };
    let numbered = |number, shown| Some(Numbered { number, shown });
    let mut left = most;
    for (index, group) in group_diff_ops(window::line_ops(&old, &new), CONTEXT)
        .iter()
        .enumerate()
    {
        if index > 0 && left > 0 {
            sides.rows.push(Row::Gap);
        }
        for op in group {
            let (olds, news) = (old.numbered(op.old_range()), new.numbered(op.new_range()));
            let differs = op.tag() != DiffTag::Equal;
            for at in 0..olds.len().max(news.len()) {
                if left == 0 {
                    sides.skipped += usize::from(differs);
                    continue;
                }
                sides.rows.push(match (olds.get(at), news.get(at)) {
                    (Some(old), Some(new)) if differs => {
                        let (one, other) = Shown::pair(old.1, new.1);
                        Row::Change(numbered(old.0, one), numbered(new.0, other))
                    }
                    (Some(old), Some(new)) => Row::Equal(plain(old), plain(new)),
                    (old, new) => Row::Change(old.map(plain), new.map(plain)),
                });
                left -= usize::from(differs);
            }
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::{Row, sides};
    use crate::record::Excerpt;

    fn excerpt(text: &str) -> Excerpt {
        Excerpt::around(text.as_bytes(), 0)
    }

    #[test]
    fn lines_that_stand_for_each_other_share_a_row() {
        let (expected, actual) = (excerpt("a\nb 1\nc\nd\n"), excerpt("a\nb 2\nc\n"));
        let sides = sides(&expected, &actual, 10);
        let rows: Vec<String> = sides
            .rows
            .iter()
            .map(|row| match row {
                Row::Gap => "gap".to_owned(),
                Row::Equal(old, new) => format!("{}={}", old.number, new.number),
                Row::Change(old, new) => {
                    let number = |side: &Option<super::Numbered>| {
                        side.as_ref().map_or(0, |side| side.number)
                    };
                    format!("{}/{}", number(old), number(new))
                }
            })
            .collect();
        assert_eq!(rows, ["1=1", "2/2", "3=3", "4/0"]);
        let Row::Change(Some(old), _) = &sides.rows[1] else {
            panic!("a change");
        };
        assert_eq!(old.shown.marked, [false, false, true]);
    }

    #[test]
    fn no_more_rows_than_asked_for() {
        let (expected, actual) = (excerpt("1\n2\n3\n4\n"), excerpt("a\nb\nc\nd\n"));
        let sides = sides(&expected, &actual, 3);
        assert_eq!((sides.rows.len(), sides.skipped), (3, 1));
    }
}
