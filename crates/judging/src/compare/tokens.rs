//! Outputs compared token by token, as the problem package format's default output validator does:
//! <https://www.kattis.com/problem-package-format/spec/2025-09.html#default-output-validator-specification>.

use serde::{Deserialize, Serialize};

use super::{Difference, DifferenceKind, count_lines};

/// How tokens are compared. Tokens are what stands between white space (space, tab, LF, CR, form
/// feed, vertical tab).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tokens {
    /// Whether upper and lower case of ASCII letters differ.
    pub case_sensitive: bool,
    /// Whether white space has to be the same, byte for byte.
    pub space_change_sensitive: bool,
    /// How far a number may be from the expected one. Where this or the next one is given, every
    /// expected token that is a finite decimal number is compared as one.
    pub float_absolute: Option<f64>,
    /// The same, in parts of the expected number.
    pub float_relative: Option<f64>,
}

/// Compares a whole output token by token; none when there is no difference that counts.
pub fn compare_tokens(expected: &[u8], actual: &[u8], tokens: &Tokens) -> Option<Difference> {
    let (mut e, mut a) = (0, 0);
    let differs = |e: usize, a: usize, kind| {
        Some(Difference {
            line: count_lines(&expected[..e]),
            offset: a,
            kind,
        })
    };
    loop {
        let spaces = [space(&expected[e..]), space(&actual[a..])];
        if tokens.space_change_sensitive && spaces[0] != spaces[1] {
            let same = super::common_prefix(spaces[0], spaces[1]);
            // Where a token is missing that counts for more than the white space before it.
            let missing = a + spaces[1].len() == actual.len();
            let more = e + spaces[0].len() == expected.len();
            let kind = match (missing, more) {
                (true, false) => DifferenceKind::EndsEarly,
                (false, true) => DifferenceKind::ExtraOutput,
                _ => DifferenceKind::WhiteSpace,
            };
            return differs(e + same, a + same, kind);
        }
        e += spaces[0].len();
        a += spaces[1].len();
        match (token(&expected[e..]), token(&actual[a..])) {
            ([], []) => return None,
            ([], _) => return differs(e, a, DifferenceKind::ExtraOutput),
            (_, []) => return differs(e, a, DifferenceKind::EndsEarly),
            (wanted, found) if tokens.takes(wanted, found) => {
                e += wanted.len();
                a += found.len();
            }
            _ => return differs(e, a, DifferenceKind::Content),
        }
    }
}

impl Tokens {
    /// Whether a token will do for the expected one.
    fn takes(&self, expected: &[u8], found: &[u8]) -> bool {
        let has_tolerance = self.float_absolute.is_some() || self.float_relative.is_some();
        if has_tolerance && let Some(expected) = number(expected) {
            let within = |tolerance: Option<f64>, unit: f64, found: f64| {
                tolerance.is_some_and(|most| (expected - found).abs() <= most * unit)
            };
            return number(found).is_some_and(|found| {
                within(self.float_absolute, 1.0, found)
                    || within(self.float_relative, expected.abs(), found)
            });
        }
        match self.case_sensitive {
            true => expected == found,
            false => expected.eq_ignore_ascii_case(found),
        }
    }
}

fn is_space(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}

/// The white space at the start of a text.
fn space(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !is_space(byte));
    &text[..end.unwrap_or(text.len())]
}

/// The token at the start of a text; empty where there is none.
fn token(text: &[u8]) -> &[u8] {
    let end = text.iter().position(is_space);
    &text[..end.unwrap_or(text.len())]
}

/// A token as a finite decimal number.
fn number(token: &[u8]) -> Option<f64> {
    let value: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{DifferenceKind, Tokens, compare_tokens};

    /// In what way the output differs; none when it does not.
    fn kind(expected: &str, actual: &str, tokens: Tokens) -> Option<DifferenceKind> {
        let found = compare_tokens(expected.as_bytes(), actual.as_bytes(), &tokens);
        found.map(|difference| difference.kind)
    }

    fn place(expected: &str, actual: &str) -> (usize, usize) {
        let tokens = Tokens::default();
        let found = compare_tokens(expected.as_bytes(), actual.as_bytes(), &tokens);
        let found = found.expect("a difference");
        (found.line, found.offset)
    }

    const CONTENT: Option<DifferenceKind> = Some(DifferenceKind::Content);
    const EARLY: Option<DifferenceKind> = Some(DifferenceKind::EndsEarly);
    const EXTRA: Option<DifferenceKind> = Some(DifferenceKind::ExtraOutput);
    const SPACE: Option<DifferenceKind> = Some(DifferenceKind::WhiteSpace);

    /// The format's words: white space and case do not count unless they are said to.
    #[test]
    fn white_space_and_case_count_where_they_are_said_to() {
        let plain = Tokens::default();
        assert_eq!(kind("one  two\n", " One\r\n\x0bTWO", plain), None);
        assert_eq!(kind("", " \n", plain), None);
        assert_eq!(kind("one two", "one tw", plain), CONTENT);
        assert_eq!(kind("one two", "onetwo", plain), CONTENT);
        assert_eq!(kind("one two", "one", plain), EARLY);
        assert_eq!(kind("one", "one two", plain), EXTRA);
        let case = Tokens {
            case_sensitive: true,
            ..plain
        };
        assert_eq!(kind("one two", "one\ntwo\n", case), None);
        assert_eq!(kind("one", "One", case), CONTENT);
        let space = Tokens {
            space_change_sensitive: true,
            ..plain
        };
        assert_eq!(kind("one two\n", "ONE two\n", space), None);
        assert_eq!(kind("one two\n", "one  two\n", space), SPACE);
        assert_eq!(kind("one two\n", "one two", space), SPACE);
        assert_eq!(kind("one two\n", "one ", space), EARLY);
        assert_eq!(kind("one\n", "one\ntwo", space), EXTRA);
    }

    /// The format's words: a number may be off by the absolute tolerance or by the relative one.
    #[test]
    fn numbers_may_be_off_by_their_tolerance() {
        let tolerance = |float_absolute, float_relative| Tokens {
            float_absolute,
            float_relative,
            ..Tokens::default()
        };
        let absolute = tolerance(Some(0.5), None);
        assert_eq!(kind("1", "1.5", absolute), None);
        assert_eq!(kind("1", "0.50", absolute), None);
        assert_eq!(kind("1", "+1.0e0", absolute), None);
        assert_eq!(kind("1", "1.50001", absolute), CONTENT);
        assert_eq!(kind("100", "101", absolute), CONTENT);
        let relative = tolerance(None, Some(0.1));
        assert_eq!(kind("100", "109.9", relative), None);
        assert_eq!(kind("-100", "-109.9", relative), None);
        assert_eq!(kind("100", "110.1", relative), CONTENT);
        assert_eq!(kind("0", "1e-9", relative), CONTENT);
        let either = tolerance(Some(0.5), Some(0.1));
        assert_eq!(kind("100 1", "105 1.4", either), None);
        // What is no number is compared as text, and a number is awaited where one is expected.
        assert_eq!(kind("x 1", "X one", either), CONTENT);
        assert_eq!(kind("1", "1.4x", either), CONTENT);
        for endless in ["inf", "nan"] {
            assert_eq!(kind(endless, "0", either), CONTENT);
            assert_eq!(kind("0", endless, either), CONTENT);
            assert_eq!(kind(endless, endless, either), None);
        }
        // Without a tolerance numbers are text.
        assert_eq!(kind("1", "1.0", Tokens::default()), CONTENT);
    }

    #[test]
    fn the_first_token_that_differs_is_the_place() {
        assert_eq!(place("a\nb c\n", "A  b\n\nd"), (1, 6));
        assert_eq!(place("a\nb\n", "a"), (1, 1));
        assert_eq!(place("a\n", "a\nb"), (1, 2));
    }
}
