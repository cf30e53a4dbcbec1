//! The more lenient ways to read a wrong output, each byte by byte and without memory of it.

use super::{DifferenceKind, line_start};

/// All lenient ways to read an output that is known to be wrong.
#[derive(Clone, Debug)]
pub(super) struct Readings<'a> {
    line_endings: LineEndings<'a>,
    white_space: WhiteSpace<'a>,
    lines: Lines<'a>,
}

impl<'a> Readings<'a> {
    /// Starts with an output whose first `agreed` bytes are right.
    pub(super) fn new(expected: &'a [u8], agreed: usize) -> Self {
        // A line's start is where every reading is in its initial state.
        let start = line_start(&expected[..agreed]);
        let mut readings = Self {
            line_endings: LineEndings {
                expected: &expected[start..],
                held_cr: false,
                alive: true,
            },
            white_space: WhiteSpace {
                expected: &expected[start..],
                alive: true,
            },
            lines: Lines {
                expected: &expected[start..],
                matched: Some(0),
            },
        };
        readings.push(&expected[start..agreed]);
        readings
    }

    pub(super) fn push(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.line_endings.push(byte);
            self.white_space.push(byte);
            self.lines.push(byte);
        }
    }

    /// The kind of the difference, [`DifferenceKind::Content`] when no reading fits.
    pub(super) fn finish(self) -> DifferenceKind {
        if self.line_endings.finish() {
            DifferenceKind::LineEndings
        } else if self.white_space.finish() {
            DifferenceKind::WhiteSpace
        } else if self.lines.finish() {
            DifferenceKind::ExtraOutput
        } else {
            DifferenceKind::Content
        }
    }
}

/// Reads every CR LF as LF.
#[derive(Clone, Debug)]
struct LineEndings<'a> {
    /// What is still expected.
    expected: &'a [u8],
    /// The output's last byte was a CR that is not accounted for yet.
    held_cr: bool,
    alive: bool,
}

impl LineEndings<'_> {
    fn push(&mut self, byte: u8) {
        if self.held_cr && byte != b'\n' {
            self.take(b'\r');
        }
        self.held_cr = byte == b'\r';
        if !self.held_cr {
            self.take(byte);
        }
    }

    fn take(&mut self, byte: u8) {
        let (next, rest) = match self.expected {
            [b'\r', b'\n', rest @ ..] => (Some(b'\n'), rest),
            [next, rest @ ..] => (Some(*next), rest),
            [] => (None, self.expected),
        };
        self.alive &= next == Some(byte);
        self.expected = rest;
    }

    fn finish(mut self) -> bool {
        if self.held_cr {
            self.take(b'\r');
        }
        self.alive && self.expected.is_empty()
    }
}

/// Reads no white space at all.
#[derive(Clone, Debug)]
struct WhiteSpace<'a> {
    /// What is still expected.
    expected: &'a [u8],
    alive: bool,
}

impl WhiteSpace<'_> {
    fn push(&mut self, byte: u8) {
        if self.alive && !byte.is_ascii_whitespace() {
            self.expected = self.expected.trim_ascii_start();
            self.alive = self.expected.first() == Some(&byte);
            self.expected = self.expected.get(1..).unwrap_or_default();
        }
    }

    fn finish(self) -> bool {
        self.alive && self.expected.trim_ascii_start().is_empty()
    }
}

/// Looks for the expected lines, in order, among the lines of the output.
#[derive(Clone, Debug)]
struct Lines<'a> {
    /// What is still expected, from the start of a line.
    expected: &'a [u8],
    /// How many bytes of the output's current line are those of the next expected line;
    /// none when they are not.
    matched: Option<usize>,
}

impl Lines<'_> {
    fn push(&mut self, byte: u8) {
        if byte == b'\n' {
            self.end_line();
        } else if let Some(matched) = self.matched {
            let right = self.expected.get(matched) == Some(&byte);
            self.matched = right.then_some(matched + 1);
        }
    }

    fn end_line(&mut self) {
        if let Some(matched) = self.matched {
            match self.expected.get(matched) {
                Some(b'\n') => self.expected = &self.expected[matched + 1..],
                None => self.expected = &[],
                Some(_) => {}
            }
        }
        self.matched = Some(0);
    }

    fn finish(mut self) -> bool {
        if self.matched != Some(0) {
            self.end_line();
        }
        self.expected.is_empty()
    }
}
