//! Is the output right? Byte for byte, and if not, where and in what way it differs.
//!
//! [`Comparer`] takes the output in pieces as a program prints it and needs no memory that
//! grows with it; [`compare`] takes it whole and can be told to ignore some differences;
//! [`compare_tokens`] looks at tokens, and at numbers with a tolerance.

use std::fmt;

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

pub use ignore::Ignore;
use readings::Readings;
pub use tokens::{Tokens, compare_tokens};

mod ignore;
mod readings;
mod tokens;

/// In what way a wrong output differs. Of several that fit, the first in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// Equal once every CR LF, on either side, is read as LF.
    LineEndings,
    /// Adding one newline makes the output right, and it does not end in one.
    MissingFinalNewline,
    /// Equal once all white space (space, tab, LF, CR, form feed) is taken out of both.
    WhiteSpace,
    /// Every byte printed is right, but something is missing at the end.
    EndsEarly,
    /// Every expected line is there, in order, among others; or the expected output is
    /// followed by more.
    ExtraOutput,
    /// None of the above.
    Content,
    /// The output validator of the cases rejects it.
    Rejected,
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DifferenceKind::LineEndings => "differs only in line endings",
            DifferenceKind::MissingFinalNewline => "only the final newline is missing",
            DifferenceKind::WhiteSpace => "differs only in white space",
            DifferenceKind::EndsEarly => "ends early",
            DifferenceKind::ExtraOutput => "right lines plus extra output",
            DifferenceKind::Content => "differs",
            DifferenceKind::Rejected => "rejected by the output validator",
        })
    }
}

/// Where and how a wrong output differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Difference {
    /// The line of the *expected* output, from 0, that the output departs from; the number
    /// of its lines when all of them were there. When nothing is ignored it is the same
    /// line in the program's output.
    pub line: usize,
    /// Offset in bytes, in the *program's* output, of the first byte that differs; the
    /// output's length when it ends too early.
    pub offset: usize,
    /// In what way it differs.
    pub kind: DifferenceKind,
}

/// Compares a whole output, ignoring what `ignore` names; none when it is equal but for that.
pub fn compare(expected: &[u8], actual: &[u8], ignore: &[Ignore]) -> Option<Difference> {
    if ignore.is_empty() {
        return compare_bytes(expected, actual);
    }
    let plain_expected = ignore::without(ignore, expected);
    let plain_actual = ignore::without(ignore, actual);
    let plain = compare_bytes(&plain_expected, &plain_actual)?;
    // Both agree up to `plain.offset`, so that it is a place in either of them.
    let departs = ignore::origin(ignore, expected, plain.offset);
    Some(Difference {
        line: count_lines(&expected[..departs]),
        offset: ignore::origin(ignore, actual, plain.offset),
        kind: plain.kind,
    })
}

fn compare_bytes(expected: &[u8], actual: &[u8]) -> Option<Difference> {
    let mut comparer = Comparer::new(expected);
    comparer.push(actual);
    comparer.finish()
}

pub(crate) fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// Where the last line of a text begins.
pub(crate) fn line_start(text: &[u8]) -> usize {
    text.rfind_byte(b'\n').map_or(0, |at| at + 1)
}

/// Compares an output with the expected one piece by piece, byte for byte.
///
/// Its memory does not grow with the output.
#[derive(Clone, Debug)]
pub struct Comparer<'a> {
    expected: &'a [u8],
    /// How many bytes of the output are right; the first wrong one stands here.
    agreed: usize,
    /// Set from the first wrong byte on.
    departed: Option<Readings<'a>>,
}

impl<'a> Comparer<'a> {
    /// A comparer that has seen no output yet.
    pub fn new(expected: &'a [u8]) -> Self {
        Self {
            expected,
            agreed: 0,
            departed: None,
        }
    }

    /// Takes the next piece of the output; `false` as soon as it can no longer become equal
    /// to what is expected. A caller who needs no more than that may stop here.
    pub fn push(&mut self, piece: &[u8]) -> bool {
        if let Some(readings) = &mut self.departed {
            readings.push(piece);
            return false;
        }
        let rest = &self.expected[self.agreed..];
        let same = common_prefix(rest, piece);
        self.agreed += same;
        if same == piece.len() {
            return true;
        }
        let mut readings = Readings::new(self.expected, self.agreed);
        readings.push(&piece[same..]);
        self.departed = Some(readings);
        false
    }

    /// How many bytes of the output are right, from its start.
    pub fn agreed(&self) -> usize {
        self.agreed
    }

    /// How the output differs, if it does, when what was pushed is all of it.
    pub fn finish(self) -> Option<Difference> {
        let (agreed, missing) = self.expected.split_at(self.agreed);
        let kind = match self.departed {
            None if missing.is_empty() => return None,
            None if missing == b"\n" && agreed.last().is_some_and(|&byte| byte != b'\n') => {
                DifferenceKind::MissingFinalNewline
            }
            None if missing.iter().all(u8::is_ascii_whitespace) => DifferenceKind::WhiteSpace,
            None => DifferenceKind::EndsEarly,
            Some(readings) => match readings.finish() {
                DifferenceKind::Content if missing.is_empty() => DifferenceKind::ExtraOutput,
                kind => kind,
            },
        };
        Some(Difference {
            line: count_lines(agreed),
            offset: agreed.len(),
            kind,
        })
    }
}

/// How many leading bytes two texts have in common.
pub(crate) fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    // Whole blocks first: comparing them is far quicker than byte after byte.
    const BLOCK: usize = 4096;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let bytes = one[same..].iter().zip(&other[same..]);
    same + bytes.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::DifferenceKind::{
        Content, EndsEarly, ExtraOutput, LineEndings, MissingFinalNewline, WhiteSpace,
    };
    use super::{
        Comparer, Difference, DifferenceKind, common_prefix, compare, count_lines, ignore,
    };
    use ignore::Ignore;
    use proptest::prelude::*;

    fn difference(
        expected: &str,
        actual: &str,
        ignore: &[Ignore],
    ) -> (usize, usize, DifferenceKind) {
        let found = compare(expected.as_bytes(), actual.as_bytes(), ignore);
        let found = found.unwrap_or_else(|| panic!("{expected:?} and {actual:?} are the same"));
        (found.line, found.offset, found.kind)
    }

    #[track_caller]
    fn check(expected: &str, actual: &str, outcome: (usize, usize, DifferenceKind)) {
        assert_eq!(difference(expected, actual, &[]), outcome, "{actual:?}");
    }

    #[test]
    fn line_endings() {
        check("a\nb\n", "a\r\nb\r\n", (0, 1, LineEndings));
        check("a\nb\n", "a\nb\r\n", (1, 3, LineEndings));
        check("a\r\nb\r\n", "a\nb\n", (0, 1, LineEndings));
        // A lone CR is no line ending; nor are two of them before one LF.
        check("a\nb\n", "a\rb\r", (0, 1, WhiteSpace));
        check("a\n", "a\r\r\n", (0, 1, WhiteSpace));
        check("a\r\n", "a\r", (0, 2, MissingFinalNewline));
    }

    #[test]
    fn a_missing_final_newline() {
        check("a\nb\n", "a\nb", (1, 3, MissingFinalNewline));
        // These lack more, or something else.
        check("a\n\n", "a\n", (1, 2, WhiteSpace));
        check("\n", "", (0, 0, WhiteSpace));
        check("a\r\n", "a", (0, 1, WhiteSpace));
        check("a\nb\n", "a\r\nb", (0, 1, WhiteSpace));
    }

    #[test]
    fn white_space() {
        check("a b\n", "a  b\n", (0, 2, WhiteSpace));
        check("a b\n", "ab\n", (0, 1, WhiteSpace));
        check("a\n", "a \n", (0, 1, WhiteSpace));
        check("a\nb\n", "a b\n", (0, 1, WhiteSpace));
        check("a\n", "a\n\n", (1, 2, WhiteSpace));
        check("a", "a\n", (0, 1, WhiteSpace));
        check("", " \n", (0, 0, WhiteSpace));
    }

    #[test]
    fn an_early_end() {
        check("a\nb\n", "", (0, 0, EndsEarly));
        check("a\nb\n", "a", (0, 1, EndsEarly));
        check("a\nb\nc\n", "a\nb\n", (2, 4, EndsEarly));
        check("a\nbc\n", "a\nb\n", (1, 3, Content));
    }

    #[test]
    fn extra_output() {
        check("a\nb\n", "a\nb\nc\n", (2, 4, ExtraOutput));
        check("a\nb\n", "debug\na\nb\n", (0, 0, ExtraOutput));
        check("a\nb\n", "a\ndebug\nb", (1, 2, ExtraOutput));
        check("ab", "abc", (0, 2, ExtraOutput));
        check("a\nb", "x\na\nb\n", (0, 0, ExtraOutput));
        check("", "x", (0, 0, ExtraOutput));
        // Right lines in the wrong order, or a prompt before one of them, are not that.
        check("a\nb\n", "b\na\n", (0, 0, Content));
        check("a\nb\n", "> a\nb\n", (0, 0, Content));
    }

    #[test]
    fn other_differences() {
        check("a\nb\nc\n", "a\nx\nc\n", (1, 2, Content));
        check("a\n\nb\n", "a\n\nc\n", (2, 3, Content));
    }

    #[test]
    fn outputs_need_not_be_text() {
        let outcome = compare(b"\xff\x00\n", b"\xff\x01\n", &[]);
        let expected = Difference {
            line: 0,
            offset: 1,
            kind: Content,
        };
        assert_eq!(outcome, Some(expected));
        assert_eq!(compare(b"\xff\x00", b"\xff\x00", &[]), None);
    }

    #[test]
    fn each_ignored_difference_and_no_other() {
        use Ignore::{BlankLines, Case, FinalNewline, LineEndings, TrailingSpace};
        let pairs: [(&[Ignore], &str, &str); 10] = [
            (&[TrailingSpace], "a\nb\n", "a \t\nb \n"),
            (&[TrailingSpace], "a\r\n", "a \r\n"),
            (&[LineEndings], "a\nb\n", "a\r\nb\n"),
            (&[FinalNewline], "a\nb\n", "a\nb"),
            (&[FinalNewline], "a\nb", "a\nb\n"),
            (&[BlankLines], "a\nb\n", "\na\n \t\n\nb\n\n"),
            (&[BlankLines, FinalNewline], "a\nb", "a\n\nb\n\n"),
            (&[Case], "Black WIN!\n", "BLACK win!\n"),
            (&[LineEndings, TrailingSpace], "a\n", "a  \r\n"),
            (&[BlankLines], "", "\n \n"),
        ];
        for (ignore, expected, actual) in pairs {
            let outcome = compare(expected.as_bytes(), actual.as_bytes(), ignore);
            assert_eq!(outcome, None, "{ignore:?} {actual:?}");
            difference(expected, actual, &[]);
            for other in [TrailingSpace, LineEndings, FinalNewline, BlankLines, Case] {
                if !ignore.contains(&other) {
                    difference(expected, actual, &[other]);
                }
            }
        }
        assert_ne!(compare(b"a\n\n", b"a", &[FinalNewline]), None);
        assert_ne!(compare(b" a\n", b"a\n", &[TrailingSpace]), None);
    }

    #[test]
    fn places_are_those_of_the_originals_when_something_is_ignored() {
        let ignore = [Ignore::BlankLines, Ignore::TrailingSpace];
        let found = difference("a\nb\nc\n", "a  \n\n\nb\nx\n", &ignore);
        assert_eq!(found, (2, 8, Content));
        let found = difference("\n\na\nb\n", "a\n", &ignore);
        assert_eq!(found, (3, 2, EndsEarly));
        let found = difference("a\n", "a\r\nb\r\n", &[Ignore::LineEndings]);
        assert_eq!(found, (1, 3, ExtraOutput));
    }

    #[test]
    fn a_comparer_says_at_once_that_it_cannot_become_equal() {
        let mut comparer = Comparer::new(b"one\ntwo\n");
        assert!(comparer.push(b"one"));
        assert!(comparer.push(b"\n"));
        assert!(!comparer.push(b"three"));
        assert!(!comparer.push(b"\n"));
    }

    #[test]
    fn a_common_prefix_is_found_across_blocks() {
        let one = vec![7; 10_000];
        let mut other = one.clone();
        assert_eq!(common_prefix(&one, &other), 10_000);
        assert_eq!(common_prefix(&one, &other[..9_000]), 9_000);
        other[4_100] = 8;
        assert_eq!(common_prefix(&one, &other), 4_100);
    }

    /// Few letters, so that texts often agree in part.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(b"ab \r\n".to_vec()), 0..12)
    }

    /// The definitions of [`DifferenceKind`], word for word.
    fn kind_by_definition(expected: &[u8], actual: &[u8]) -> DifferenceKind {
        let unified = |text: &[u8]| String::from_utf8_lossy(text).replace("\r\n", "\n");
        let bare = |text: &[u8]| -> Vec<u8> {
            let kept = text.iter().filter(|byte| !byte.is_ascii_whitespace());
            kept.copied().collect()
        };
        let (expected_lines, actual_lines) = (lines(expected), lines(actual));
        let mut found = actual_lines.iter();
        if unified(expected) == unified(actual) {
            LineEndings
        } else if [actual, b"\n"].concat() == expected && !matches!(actual, [] | [.., b'\n']) {
            MissingFinalNewline
        } else if bare(expected) == bare(actual) {
            WhiteSpace
        } else if expected.starts_with(actual) {
            EndsEarly
        } else if actual.starts_with(expected)
            || expected_lines
                .iter()
                .all(|line| found.any(|other| other == line))
        {
            ExtraOutput
        } else {
            Content
        }
    }

    /// The lines, without their newlines.
    fn lines(text: &[u8]) -> Vec<&[u8]> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        lines
            .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_kind_is_the_first_that_fits(expected in text(), actual in text()) {
            match compare(&expected, &actual, &[]) {
                None => prop_assert_eq!(expected, actual),
                Some(found) => {
                    prop_assert_ne!(&expected, &actual);
                    prop_assert_eq!(found.kind, kind_by_definition(&expected, &actual));
                    prop_assert_eq!(&expected[..found.offset], &actual[..found.offset]);
                    prop_assert_ne!(expected.get(found.offset), actual.get(found.offset));
                    prop_assert_eq!(found.line, count_lines(&expected[..found.offset]));
                }
            }
        }

        #[test]
        fn pieces_do_not_matter(expected in text(), actual in text(), size in 1_usize..5) {
            let mut comparer = Comparer::new(&expected);
            for (n, piece) in actual.chunks(size).enumerate() {
                let seen = &actual[..actual.len().min((n + 1) * size)];
                prop_assert_eq!(comparer.push(piece), expected.starts_with(seen));
            }
            prop_assert_eq!(comparer.finish(), compare(&expected, &actual, &[]));
        }

        #[test]
        fn nothing_ignored_makes_equal_outputs_differ(
            text in text(),
            chosen in prop::sample::subsequence(
                vec![
                    Ignore::TrailingSpace, Ignore::LineEndings, Ignore::FinalNewline,
                    Ignore::BlankLines, Ignore::Case,
                ],
                0..=5,
            ),
        ) {
            prop_assert_eq!(compare(&text, &text, &chosen), None);
        }
    }
}
