//! What the protocols' texts have in common: line endings, integers, C's `%g`.

use std::fmt;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};

use crate::options::{Record, Setting};

crate::choice! {
    /// How output lines end.
    pub enum LineEnd {
        /// Output lines end with a line feed.
        Lf = "lf",
        /// Output lines end with carriage return and line feed.
        CrLf = "crlf",
    }
}

impl LineEnd {
    /// The bytes at the end of a line.
    pub fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

crate::choice! {
    /// Whether the last line of the output is ended.
    pub enum FinalNewline {
        /// The last line ends like every other.
        Yes = "yes",
        /// The last line is not ended.
        No = "no",
    }
}

crate::choice! {
    /// Which questions of an input are answered.
    pub enum Answered {
        /// All questions of an input are answered.
        All = "all",
        /// Only the first question of an input is answered.
        First = "first",
    }
}

crate::record! {
    /// How the answer is written, for a game whose text has no options of its own.
    pub struct Plain {
        /// Which questions of an input are answered.
        answered: Answered = Answered::All, "answered", rare ["first"];
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

/// An input without the byte order mark that it may begin with.
pub(crate) fn unmarked(input: &[u8]) -> &[u8] {
    let mark = "\u{feff}".as_bytes();
    input.strip_prefix(mark).unwrap_or(input)
}

/// Writes lines as the text record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineWriter {
    end: LineEnd,
    final_newline: FinalNewline,
    owes_end: bool,
}

impl LineWriter {
    /// A writer at the start of the output.
    pub fn new(end: LineEnd, final_newline: FinalNewline) -> Self {
        Self {
            end,
            final_newline,
            owes_end: false,
        }
    }

    /// A writer at the start of the output, as the options of a text record have it that are
    /// named as those of [`Plain`].
    pub fn of(text: &impl Record) -> Self {
        let line_end = text.get("line-end");
        let final_newline = text.get("final-newline");
        Self::new(
            line_end
                .and_then(|it| Setting::parse(&it))
                .unwrap_or(LineEnd::Lf),
            final_newline
                .and_then(|it| Setting::parse(&it))
                .unwrap_or(FinalNewline::Yes),
        )
    }

    /// Writes one line.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn line(&mut self, out: &mut dyn Write, text: impl fmt::Display) -> io::Result<()> {
        let end = self.end.text();
        match self.final_newline {
            FinalNewline::Yes => write!(out, "{text}{end}"),
            // A line end is written only once another line is known to follow.
            FinalNewline::No => {
                let before = if self.owes_end { end } else { "" };
                self.owes_end = true;
                write!(out, "{before}{text}")
            }
        }
    }

    /// Writes several lines; `text` has a line feed between them and none at the end.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn lines(&mut self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        if (self.end, self.final_newline) == (LineEnd::Lf, FinalNewline::Yes) {
            out.write_all(text.as_bytes())?;
            return out.write_all(b"\n");
        }
        text.split('\n').try_for_each(|line| self.line(out, line))
    }

    /// Writes a line that is not ended, whatever the text record says.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn open_line(&mut self, out: &mut dyn Write, text: impl fmt::Display) -> io::Result<()> {
        match self.final_newline {
            FinalNewline::Yes => write!(out, "{text}"),
            FinalNewline::No => self.line(out, text),
        }
    }
}

/// What is wrong with a piece of input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct Problem {
    /// What stands there, quoted where it is the input's own text.
    pub found: String,
    /// What is defined there.
    pub expected: String,
}

impl Problem {
    /// A problem from its two halves.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// Reads exactly `N` integers; `names` says which, for the error.
///
/// # Errors
/// Another number of fields, or a field that is no integer of 64 bits.
pub fn integers<const N: usize>(line: &str, names: &str) -> Result<[i64; N], Problem> {
    let mut numbers = [0; N];
    let mut fields = 0;
    for word in line.split_ascii_whitespace() {
        if let Some(number) = numbers.get_mut(fields) {
            *number = integer(word)?;
        }
        fields += 1;
    }
    if fields == N {
        Ok(numbers)
    } else {
        Err(Problem::new(
            format!("{fields} fields"),
            format!("{N} integers: {names}"),
        ))
    }
}

/// Reads one integer.
///
/// # Errors
/// A word that is no integer of 64 bits.
pub fn integer(word: &str) -> Result<i64, Problem> {
    word.parse().map_err(|error: ParseIntError| {
        let expected = match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "an integer of 64 bits",
            _ => "an integer",
        };
        Problem::new(quote(word), expected)
    })
}

/// A piece of input as an error message shows it: quoted, escaped, cut when long.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(|c| {
            if c == '\'' {
                vec![c]
            } else {
                c.escape_debug().collect()
            }
        })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// Whether the line is made of exactly `count` integers of any size.
pub fn is_integers(line: &str, count: usize) -> bool {
    let mut words = 0;
    line.split_ascii_whitespace().all(|word| {
        words += 1;
        is_integer(word)
    }) && words == count
}

/// Whether the word is an optional sign and digits.
fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number as C's `printf("%.{digits}g")` prints it; `%g` has 6 digits.
pub fn percent_g(value: f64, digits: i32) -> String {
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    if !value.is_finite() {
        return format!("{value}").to_lowercase();
    }
    // The exponent after rounding to so many significant digits decides the form.
    let scientific = format!("{value:.*e}", (digits - 1) as usize);
    let (mantissa, exponent) = scientific.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    if (-4..digits).contains(&exponent) {
        let decimals = (digits - 1 - exponent) as usize;
        trim_zeros(&format!("{value:.decimals$}")).to_owned()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        let mantissa = trim_zeros(mantissa);
        format!("{mantissa}e{sign}{:02}", exponent.abs())
    }
}

fn trim_zeros(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}
