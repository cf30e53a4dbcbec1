//! Lines taken apart: what is text, and what are values.

use std::cell::RefCell;
use std::collections::HashMap;

/// How many lines' shapes are remembered: boards have the same few rows again and again.
const REMEMBERED: usize = 20_000;

thread_local! {
    static SHAPES: RefCell<HashMap<Vec<u8>, Vec<u8>>> = RefCell::default();
}

/// What a part of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A number, with the blanks that set it right.
    Number,
    /// A letter alone, or a full stop that ends no word: a cell's column, what stands on it.
    Symbol,
    /// Letters.
    Word,
    /// White space, but no line feed.
    Blank,
    /// The same mark once or more often; a line feed.
    Mark,
}

impl Class {
    /// Whether such parts are values, which may differ from line to line.
    pub(super) fn is_value(self) -> bool {
        matches!(self, Self::Number | Self::Symbol)
    }
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// What it is.
    pub class: Class,
    /// Its bytes.
    pub text: &'a [u8],
}

impl Part<'_> {
    /// Whether it may stand for another part: the same text, or a value as well.
    pub(super) fn is_like(&self, other: &Part<'_>) -> bool {
        self.class == other.class
            && (self.class.is_value() || self.text.eq_ignore_ascii_case(other.text))
    }

    /// How much it counts when lines are compared.
    pub(super) fn weight(&self) -> usize {
        match self.class {
            Class::Number | Class::Symbol => 2,
            Class::Word => self.text.len(),
            Class::Mark if self.text == b"\n" => 0,
            Class::Blank | Class::Mark => 1,
        }
    }
}

/// The parts of a line, its line feed included.
pub(super) fn parts(line: &[u8]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let (class, length) = part_at(line, at);
        parts.push(Part {
            class,
            text: &line[at..at + length],
        });
        at += length;
    }
    parts
}

/// The text of a line, with a placeholder for each value: the byte 1 for a number with the blanks that
/// set it right, 2 for a letter alone or a full stop that ends no word. Lines of one kind have one
/// shape.
pub fn shape(line: &[u8]) -> Vec<u8> {
    SHAPES.with_borrow_mut(|known| {
        if let Some(shape) = known.get(line) {
            return shape.clone();
        }
        if known.len() == REMEMBERED {
            known.clear();
        }
        let shape = shape_of(line);
        known.insert(line.to_vec(), shape.clone());
        shape
    })
}

fn shape_of(line: &[u8]) -> Vec<u8> {
    let mut shape = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() {
        let (class, length) = part_at(line, at);
        match class {
            Class::Number => shape.push(1),
            Class::Symbol => shape.push(2),
            Class::Word | Class::Blank | Class::Mark => {
                shape.extend_from_slice(&line[at..at + length]);
            }
        }
        at += length;
    }
    shape
}

/// The text that all lines of a shape start with.
pub(super) fn start(shape: &[u8]) -> &[u8] {
    let value = shape.iter().position(|byte| matches!(byte, 1 | 2));
    &shape[..value.unwrap_or(shape.len())]
}

/// Whether a line, or a shape, has neither words nor values.
pub(super) fn is_bare(line: &[u8]) -> bool {
    let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    // 1 and 2 stand for values in a shape.
    !line
        .iter()
        .any(|byte| is_text(byte) || matches!(byte, 1 | 2))
}

/// The class and the length of the part that begins here.
fn part_at(line: &[u8], at: usize) -> (Class, usize) {
    let rest = &line[at..];
    let run = |is_in: &dyn Fn(u8) -> bool| rest.iter().take_while(|byte| is_in(**byte)).count();
    let first = rest[0];
    if is_blank(first) {
        let blanks = run(&is_blank);
        let is_padded = at > 0 && is_blank(line[at - 1]);
        return match number_length(line, at + blanks) {
            Some(length) if is_padded => (Class::Number, blanks + length),
            // The first blank is text, the others set the number right.
            Some(_) if blanks > 1 => (Class::Blank, 1),
            _ => (Class::Blank, blanks),
        };
    }
    if let Some(length) = number_length(line, at) {
        return (Class::Number, length);
    }
    if is_letter(first) {
        return match run(&is_letter) {
            1 => (Class::Symbol, 1),
            length => (Class::Word, length),
        };
    }
    let length = match first {
        b'\n' => 1,
        _ => run(&|byte| byte == first),
    };
    let touches = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let is_alone = length == 1
        && !touches(at.checked_sub(1).map(|before| &line[before]))
        && !touches(rest.get(1));
    match first == b'.' && is_alone {
        true => (Class::Symbol, 1),
        false => (Class::Mark, length),
    }
}

/// How long the number is that begins here.
fn number_length(line: &[u8], at: usize) -> Option<usize> {
    let rest = &line[at..];
    let digits = |from: usize| {
        let digits = rest.get(from..).unwrap_or_default().iter();
        digits.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let before = at.checked_sub(1).map(|before| line[before]);
    let is_free =
        before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'+'));
    let sign = usize::from(is_free && matches!(rest.first(), Some(b'-' | b'+')));
    let mut length = sign + digits(sign);
    if length == sign {
        return None;
    }
    if rest.get(length) == Some(&b'.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    let is_power = rest.get(length) == Some(&b'e')
        && matches!(rest.get(length + 1), Some(b'-' | b'+'))
        && digits(length + 2) > 0;
    if is_power {
        length += 2 + digits(length + 2);
    }
    Some(length)
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() && byte != b'\n'
}

/// Letters, and whatever is not ASCII.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}
