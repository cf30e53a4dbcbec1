//! What is there of an output: all of it, or what was kept.

use crate::compare::{common_prefix, line_start};
use crate::record::Excerpt;

/// What is there of an output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part<'a> {
    pub(super) text: &'a [u8],
    /// How many lines of the output end before it.
    pub(super) line: usize,
    /// How many bytes of its first line are missing.
    pub(super) column: usize,
    /// Whether the output goes on after it.
    pub(super) cut: bool,
}

impl<'a> Part<'a> {
    /// Leaves out a last line that was not kept whole, unless it is where the difference is.
    fn of_excerpt(excerpt: &'a Excerpt, same: usize) -> Self {
        let text = excerpt.text.as_bytes();
        let end = line_start(text);
        Self {
            text: match excerpt.cut && end > same {
                true => &text[..end],
                false => text,
            },
            line: excerpt.line,
            column: excerpt.column,
            cut: excerpt.cut,
        }
    }
}

pub(super) fn of_excerpts<'a>(expected: &'a Excerpt, actual: &'a Excerpt) -> (Part<'a>, Part<'a>) {
    let same = common_prefix(expected.text.as_bytes(), actual.text.as_bytes());
    (
        Part::of_excerpt(expected, same),
        Part::of_excerpt(actual, same),
    )
}

#[cfg(test)]
mod tests {
    use crate::record::Excerpt;
    use crate::report::diff::Diff;

    fn excerpt(text: &str, line: usize, cut: bool) -> Excerpt {
        Excerpt {
            line,
            cut,
            ..Excerpt::around(text.as_bytes(), 0)
        }
    }

    #[track_caller]
    fn check(expected: &Excerpt, actual: &Excerpt, lines: &[&str]) {
        let mut out = Vec::new();
        let diff = Diff::of_excerpts(expected, actual);
        diff.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().skip(2).collect::<Vec<_>>(), lines);
    }

    #[test]
    fn lines_are_numbered_as_in_the_whole_outputs() {
        check(
            &excerpt("a\nb\nc\n", 99, false),
            &excerpt("a\nx\nc\n", 7, false),
            &[
                "@@ -100,3 +8,3 @@",
                "100   8 │ a",
                "101     │-b",
                "      9 │+x",
                "102  10 │ c",
            ],
        );
    }

    #[test]
    fn what_was_not_kept_is_not_called_missing() {
        // The extra line pushes the expected `d` out of what was kept of the actual output.
        check(
            &excerpt("a\nb\nc\nd\ne", 0, true),
            &excerpt("a\nx\nb\nc\nd", 0, true),
            &[
                "@@ -1,3 +1,4 @@",
                "1 1 │ a",
                "  2 │+x",
                "2 3 │ b",
                "3 4 │ c",
                "… not compared any further: the rest was not kept",
            ],
        );
        // Here it is known to be missing.
        check(
            &excerpt("a\nb\nc\nd\n", 0, false),
            &excerpt("a\n", 0, false),
            &[
                "@@ -1,4 +1,1 @@",
                "1 1 │ a",
                "2   │-b",
                "3   │-c",
                "4   │-d",
            ],
        );
    }

    #[test]
    fn a_long_line_cut_on_both_sides_is_still_shown() {
        let cut = |text: &str| Excerpt {
            column: 5000,
            ..excerpt(text, 2, true)
        };
        check(
            &cut("aaaaab"),
            &cut("aaaaac"),
            &[
                "… expected line 3 without its first 5000 bytes",
                "… actual line 3 without its first 5000 bytes",
                "@@ -3,1 +3,1 @@",
                "3   │-aaaaab",
                "    │      ^",
                "  3 │+aaaaac",
                "    │      ^",
                "… not compared any further: the rest was not kept",
            ],
        );
    }
}
