//! How an output differs from the expected one: a unified diff for people.
//!
//! ```text
//! --- expected
//! +++ actual
//! @@ -22,2 +22,2 @@
//! 22 22 │ BLACK ACTION #1: G6-F5
//! 23    │-BOARD COST: 0
//!       │             ^
//!    23 │+BOARD COST: 1·␍
//!       │             ^^^
//! ```
//!
//! The line numbers are those of the expected and of the actual output. With colour, what
//! differs inside a line is inverted; without, it is underlined with `^`. Bytes are shown
//! as [`crate::report::visible`] has it.
//!
//! An output may be of any size and shape. Everything before the first and after the last
//! differing line is skipped before any diffing, at most [`WINDOW`] lines in between are
//! diffed, and of a long line only the part around its first difference is shown. So the
//! time is linear in the size of the outputs, and the memory is bounded.

use std::io::{self, Write};
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use similar::{DiffOp, DiffTag, group_diff_ops};

use crate::columns::GUTTER;
use crate::language::{ENGLISH, Language};
use crate::record::Excerpt;
use crate::report::visible::Cell;
use crate::report::words::count;
pub use part::Part;
use shown::Shown;
use window::Side;

mod part;
pub(in crate::report) mod shown;
pub(in crate::report) mod sides;
mod window;

/// How many differing lines of each output are diffed at most.
pub const WINDOW: usize = 1000;

/// How many characters of a line are shown at most.
pub const COLUMNS: usize = 160;

/// How many equal lines are shown around differing ones.
const CONTEXT: usize = 3;

/// How an output differs from the expected one.
#[derive(Clone, Copy, Debug)]
pub struct Diff<'a> {
    /// What is expected.
    pub expected: Part<'a>,
    /// What there is instead.
    pub actual: Part<'a>,
    /// Whether to mark with colours (ANSI escape sequences).
    pub colour: bool,
    /// How many lines of the outputs to show at most.
    pub max_lines: usize,
    /// The language of what is said about the lines.
    pub lang: &'a Language,
}

impl<'a> Diff<'a> {
    /// A diff without colour, of at most 60 lines.
    pub fn new(expected: &'a [u8], actual: &'a [u8]) -> Self {
        let [expected, actual] = [expected, actual].map(|text| Part {
            text,
            ..Part::default()
        });
        Self {
            expected,
            actual,
            colour: false,
            max_lines: 60,
            lang: &ENGLISH,
        }
    }

    /// As [`Diff::new`], when of both outputs only the part around their first difference
    /// is there. What may differ only because it was not kept is not shown.
    pub fn of_excerpts(expected: &'a Excerpt, actual: &'a Excerpt) -> Self {
        let (expected, actual) = part::of_excerpts(expected, actual);
        Self {
            expected,
            actual,
            ..Self::new(b"", b"")
        }
    }

    /// Writes the diff; nothing when the outputs are equal.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.expected.text == self.actual.text {
            return Ok(());
        }
        let (expected, actual) = window::around_differences(self.expected, self.actual);
        let last_number = expected.last_number().max(actual.last_number());
        let mut page = Page {
            out,
            palette: match self.colour {
                true => Palette::COLOUR,
                false => Palette::default(),
            },
            number_width: last_number.to_string().len(),
            cut: [expected.cut, actual.cut],
            left: self.max_lines,
            skipped: 0,
            lang: self.lang,
        };
        page.heading("---", "expected", page.palette.removed)?;
        page.heading("+++", "actual", page.palette.added)?;
        for (name, part) in [("expected", self.expected), ("actual", self.actual)] {
            if part.column > 0 {
                let (number, column) = (part.line + 1, part.column);
                page.note(&format!(
                    "… {name} line {number} without its first {column} bytes"
                ))?;
            }
        }
        for group in group_diff_ops(window::line_ops(&expected, &actual), CONTEXT) {
            page.group(&group, &expected, &actual)?;
        }
        if page.skipped > 0 {
            let lines = count(page.skipped, "more differing line");
            page.note(&format!("… {lines} not shown"))?;
        }
        let mut rests = Vec::new();
        if expected.rest > 0 {
            rests.push(count(expected.rest, "more line") + " expected");
        }
        if actual.rest > 0 {
            rests.push(count(actual.rest, "more line") + " printed");
        }
        if !rests.is_empty() {
            page.note(&format!("… not compared any further: {}", rests.join(", ")))?;
        } else if expected.cut || actual.cut {
            page.note("… not compared any further: the rest was not kept")?;
        }
        Ok(())
    }
}

/// The range from the first to the last of some neighbouring operations.
fn spanned(ops: &[DiffOp], range: fn(&DiffOp) -> Range<usize>) -> Range<usize> {
    let start = ops.first().map_or(0, |op| range(op).start);
    start..ops.last().map_or(start, |op| range(op).end)
}

/// How the parts of a diff look.
#[derive(Default)]
struct Palette {
    removed: Style,
    added: Style,
    faint: Style,
    /// Whether differences inside a line are shown by colour, not by a line of `^`.
    inverts: bool,
}

impl Palette {
    const COLOUR: Self = Self {
        removed: AnsiColor::Red.on_default(),
        added: AnsiColor::Green.on_default(),
        faint: Style::new().dimmed(),
        inverts: true,
    };
}

/// A diff being written.
struct Page<'a> {
    out: &'a mut dyn Write,
    palette: Palette,
    number_width: usize,
    /// Whether the expected and the actual output go on after what there is of them.
    cut: [bool; 2],
    /// How many lines may still be shown.
    left: usize,
    /// How many differing lines were not shown.
    skipped: usize,
    lang: &'a Language,
}

impl Page<'_> {
    fn heading(&mut self, sign: &str, name: &str, style: Style) -> io::Result<()> {
        let name = self.lang.say(name);
        writeln!(self.out, "{style}{sign} {name}{style:#}")
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        let faint = self.palette.faint;
        let text = self.lang.say(text);
        writeln!(self.out, "{faint}{text}{faint:#}")
    }

    /// Writes differing lines that are near each other, with their context.
    fn group(&mut self, ops: &[DiffOp], expected: &Side, actual: &Side) -> io::Result<()> {
        if self.left > 0 {
            let old = expected.span(spanned(ops, DiffOp::old_range));
            let new = actual.span(spanned(ops, DiffOp::new_range));
            self.note(&format!("@@ -{old} +{new} @@"))?;
        }
        for op in ops {
            let (old, new) = (op.old_range(), op.new_range());
            if op.tag() == DiffTag::Equal {
                let (old, new) = (expected.numbered(old), actual.numbered(new));
                for ((old, line), (new, _)) in old.into_iter().zip(new) {
                    self.line(' ', (Some(old), Some(new)), &Shown::new(line, 0))?;
                }
            } else {
                self.change(&expected.numbered(old), &actual.numbered(new))?;
            }
        }
        Ok(())
    }

    /// Writes the lines that one side has in place of the other's.
    fn change(&mut self, old: &[(usize, &[u8])], new: &[(usize, &[u8])]) -> io::Result<()> {
        // Some of both, when there is not room for all of them.
        let shown_old = old.len().min(self.left - new.len().min(self.left / 2));
        let shown_new = new.len().min(self.left - shown_old);
        self.skipped += old.len() - shown_old + new.len() - shown_new;
        let (old, new) = (&old[..shown_old], &new[..shown_new]);
        let mut old_shown: Vec<_> = old.iter().map(|(_, line)| Shown::new(line, 0)).collect();
        let mut new_shown: Vec<_> = new.iter().map(|(_, line)| Shown::new(line, 0)).collect();
        for at in 0..shown_old.min(shown_new) {
            (old_shown[at], new_shown[at]) = Shown::pair(old[at].1, new[at].1);
        }
        for ((number, _), shown) in old.iter().zip(&old_shown) {
            self.line('-', (Some(*number), None), shown)?;
        }
        for ((number, _), shown) in new.iter().zip(&new_shown) {
            self.line('+', (None, Some(*number)), shown)?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        sign: char,
        numbers: (Option<usize>, Option<usize>),
        shown: &Shown,
    ) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        let style = match sign {
            '-' => self.palette.removed,
            '+' => self.palette.added,
            _ => Style::new(),
        };
        self.gutter(numbers)?;
        let empty = shown.cells.is_empty() && !shown.cut_before;
        if !(empty && sign == ' ') {
            write!(self.out, "{style}{sign}{style:#}")?;
        }
        if shown.cut_before {
            write!(self.out, "…")?;
        }
        for (marked, cells) in shown.runs() {
            let inverts = marked && self.palette.inverts;
            let style = if inverts { style.invert() } else { style };
            write!(self.out, "{style}")?;
            for cell in cells {
                write!(self.out, "{}", cell.shown)?;
            }
            write!(self.out, "{style:#}")?;
        }
        if shown.cut_behind > 0 {
            let faint = self.palette.faint;
            let more = format!("… {}", count(shown.cut_behind, "more byte"));
            let more = self.lang.say(&more);
            write!(self.out, "{faint}{more}{faint:#}")?;
        }
        writeln!(self.out)?;
        if !self.palette.inverts && shown.marked.contains(&true) {
            self.marks(shown)?;
        }
        let goes_on = match sign {
            '-' => self.cut[0],
            '+' => self.cut[1],
            _ => self.cut == [true, true],
        };
        if !shown.ends_in_newline && !goes_on {
            self.gutter((None, None))?;
            self.note(r"\ no newline at the end")?;
        }
        Ok(())
    }

    /// The line of `^` below a line.
    fn marks(&mut self, shown: &Shown) -> io::Result<()> {
        let mut marks = String::from(if shown.cut_before { "  " } else { " " });
        for (marked, cells) in shown.runs() {
            let width = cells.iter().map(Cell::width).sum();
            marks.extend(std::iter::repeat_n(if marked { '^' } else { ' ' }, width));
        }
        self.gutter((None, None))?;
        writeln!(self.out, "{}", marks.trim_end())
    }

    fn gutter(&mut self, numbers: (Option<usize>, Option<usize>)) -> io::Result<()> {
        let text = |number: Option<usize>| number.map_or(String::new(), |n| n.to_string());
        let (old, new) = (text(numbers.0), text(numbers.1));
        let (faint, width) = (self.palette.faint, self.number_width);
        write!(
            self.out,
            "{faint}{old:>width$} {new:>width$} {GUTTER}{faint:#}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Diff;
    use proptest::prelude::*;
    use std::ops::Range;

    fn plain(expected: &str, actual: &str) -> String {
        write(Diff::new(expected.as_bytes(), actual.as_bytes()))
    }

    fn write(diff: Diff) -> String {
        let mut out = Vec::new();
        diff.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn numbered_lines(range: Range<u32>) -> String {
        range.map(|n| format!("line {n}\n")).collect()
    }

    #[track_caller]
    fn check(expected: &str, actual: &str, diff: &str) {
        let text = plain(expected, actual);
        // As it is shown here, every line of the page is behind eight blanks.
        let diff: Vec<&str> = diff
            .lines()
            .skip(1)
            .map(|line| &line[8.min(line.len())..])
            .collect();
        assert_eq!(text, diff.join("\n"), "\n{text}");
    }

    #[test]
    fn equal_outputs_have_no_diff() {
        assert_eq!(plain("a\n", "a\n"), "");
        assert_eq!(plain("", ""), "");
    }

    #[test]
    fn lines_are_numbered_on_both_sides_and_differences_within_them_marked() {
        let expected = numbered_lines(1..30);
        let actual = expected.replace("line 12\n", "line 13 \r\n");
        let actual = actual.replace("line 20\n", "").replace("29\n", "29");
        check(
            &expected,
            &actual,
            r"
        --- expected
        +++ actual
        @@ -9,7 +9,7 @@
         9  9 │ line 9
        10 10 │ line 10
        11 11 │ line 11
        12    │-line 12
              │       ^
           12 │+line 13·␍
              │       ^^^
        13 13 │ line 13
        14 14 │ line 14
        15 15 │ line 15
        @@ -17,7 +17,6 @@
        17 17 │ line 17
        18 18 │ line 18
        19 19 │ line 19
        20    │-line 20
        21 20 │ line 21
        22 21 │ line 22
        23 22 │ line 23
        @@ -26,4 +25,4 @@
        26 25 │ line 26
        27 26 │ line 27
        28 27 │ line 28
        29    │-line 29
           28 │+line 29
              │\ no newline at the end
        ",
        );
    }

    #[test]
    fn one_side_may_be_empty() {
        check(
            "a\n\nb\n",
            "",
            r"
        --- expected
        +++ actual
        @@ -1,3 +0,0 @@
        1   │-a
        2   │-
        3   │-b
        ",
        );
        check(
            "",
            "\0",
            r"
        --- expected
        +++ actual
        @@ -0,0 +1,1 @@
          1 │+\x00
            │\ no newline at the end
        ",
        );
    }

    #[test]
    fn blank_lines_leave_no_blanks_at_line_ends() {
        check(
            "a\n\nb\n",
            "x\n\nb\n",
            r"
        --- expected
        +++ actual
        @@ -1,3 +1,3 @@
        1   │-a
          1 │+x
        2 2 │
        3 3 │ b
        ",
        );
    }

    #[test]
    fn marks_stand_below_what_they_mark_whatever_its_width() {
        let mut out = Vec::new();
        let diff = Diff::new(b"\xff\t2 3 4 5 6 7\n", b"\xff\t2 \x013 4 5 6 8\n");
        diff.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(
            lines,
            [
                r"1   │-\xff→2 3 4 5 6 7",
                r"    │                ^",
                r"  1 │+\xff→2 \x013 4 5 6 8",
                r"    │        ^^^^        ^",
            ]
        );
    }

    #[test]
    fn lines_that_are_not_alike_are_not_marked() {
        let text = plain("BLACK WIN!\n", "ERROR: Illegal action.\n");
        assert!(!text.contains('^'), "{text}");
    }

    #[test]
    fn colours_take_the_place_of_the_line_of_marks() {
        let colour = true;
        let text = write(Diff {
            colour,
            ..Diff::new(b"a\nb 1\n", b"a\nb 2\n")
        });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "\x1b[31m--- expected\x1b[0m",
                "\x1b[32m+++ actual\x1b[0m",
                "\x1b[2m@@ -1,2 +1,2 @@\x1b[0m",
                "\x1b[2m1 1 │\x1b[0m a",
                "\x1b[2m2   │\x1b[0m\x1b[31m-\x1b[0m\x1b[31mb \x1b[0m\x1b[7m\x1b[31m1\x1b[0m",
                "\x1b[2m  2 │\x1b[0m\x1b[32m+\x1b[0m\x1b[32mb \x1b[0m\x1b[7m\x1b[32m2\x1b[0m",
            ]
        );
    }

    #[test]
    fn of_many_differing_lines_some_of_both_sides_are_shown() {
        let (expected, actual) = (numbered_lines(0..100), "x\n".repeat(100));
        let of_five = |actual: &[u8]| {
            let max_lines = 5;
            write(Diff {
                max_lines,
                ..Diff::new(expected.as_bytes(), actual)
            })
        };
        let text = of_five(actual.as_bytes());
        let lines: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(
            lines,
            [
                "  1     │-line 0",
                "  2     │-line 1",
                "  3     │-line 2",
                "      1 │+x",
                "      2 │+x",
                "… 195 more differing lines not shown",
            ]
        );
        let text = of_five(b"x\n");
        assert!(
            text.contains("  4     │-line 3\n      1 │+x\n… 96 more"),
            "{text}"
        );
    }

    #[test]
    fn of_a_long_line_the_part_with_the_difference_is_shown() {
        let long = |middle: &str| "é".repeat(500) + middle + &"z".repeat(5000) + "\n";
        let text = plain(&long("1 "), &long("2 "));
        let lines: Vec<&str> = text.lines().skip(3).collect();
        let shown = format!("…{}1 {}… 4872 more bytes", "é".repeat(30), "z".repeat(128));
        assert_eq!(lines[0], format!("1   │-{shown}"));
        assert_eq!(lines[1], format!("    │ {}^", " ".repeat(31)));
        assert_eq!(lines[2], format!("  1 │+{}", shown.replace('1', "2")));
        assert_eq!(lines.len(), 4);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn taking_out_what_is_removed_and_added_leaves_the_same(
            expected in prop::collection::vec(prop::sample::select(vec!["a\n", "b\n", "\n", "a"]), 0..30),
            actual in prop::collection::vec(prop::sample::select(vec!["a\n", "b\n", "\n", "a"]), 0..30),
        ) {
            let (expected, actual) = (expected.concat(), actual.concat());
            let mut old: Vec<&str> = expected.split_inclusive('\n').collect();
            let mut new: Vec<&str> = actual.split_inclusive('\n').collect();
            let text = plain(&expected, &actual);
            let rows: Vec<(&str, &str)> = text.lines().filter_map(|row| row.split_once('│')).collect();
            // From the end on, so that the numbers stay right.
            for (numbers, line) in rows.into_iter().rev() {
                let mut numbers = numbers.split_whitespace().map(|n| n.parse::<usize>().unwrap() - 1);
                let taken = match line.split_at_checked(1) {
                    Some(("-", line)) => Some((line, old.remove(numbers.next().unwrap()))),
                    Some(("+", line)) => Some((line, new.remove(numbers.next().unwrap()))),
                    _ => None,
                };
                if let Some((shown, line)) = taken {
                    prop_assert_eq!(shown, line.trim_end());
                }
            }
            prop_assert_eq!(old, new, "{}", text);
        }
    }

    #[test]
    fn outputs_of_any_size_are_shown_in_bounds() {
        const SIZE: usize = 1 << 20;
        let digits = |n: usize| -> Vec<u8> {
            let lines = (0..SIZE / 8).map(|line| format!("{:07}\n", line * n % 9_999_991));
            lines.collect::<String>().into_bytes()
        };
        let sample: [Vec<u8>; 8] = [
            vec![b'\n'; SIZE],
            vec![b' '; SIZE],
            vec![0; SIZE],
            b"ab\n".repeat(SIZE / 3),
            b"ba\n".repeat(SIZE / 3),
            [vec![b' '; SIZE / 2], vec![b'x'; SIZE / 2]].concat(),
            digits(7),
            digits(8),
        ];
        for expected in &sample {
            for actual in &sample {
                let mut out = Vec::new();
                Diff::new(expected, actual).write(&mut out).unwrap();
                // 60 lines, their marks, and notes, at 160 characters of up to 8 columns.
                assert!(out.len() < 130 * 160 * 8);
            }
        }
    }
}
