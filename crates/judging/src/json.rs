//! Data as JSON that a terminal takes for nothing but text: JSON escapes control characters, but
//! not those from U+007F to U+009F, by which some terminals are controlled too.
//!
//! Objects that are nothing but views of something else are written field by field, see [`Fields`].

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Writes data in one line, without a newline.
///
/// # Errors
/// When it cannot be written.
pub fn write(out: impl Write, data: &impl Serialize) -> io::Result<()> {
    Ok(serde_json::to_writer(Harmless(out), data)?)
}

/// Writes data for people to read, without a newline at the end.
///
/// # Errors
/// As [`write()`].
pub fn write_pretty(out: impl Write, data: &impl Serialize) -> io::Result<()> {
    Ok(serde_json::to_writer_pretty(Harmless(out), data)?)
}

/// Writes data for people to read, as all that a file or an output holds.
///
/// # Errors
/// As [`write()`].
pub fn write_document(mut out: impl Write, data: &impl Serialize) -> io::Result<()> {
    write_pretty(&mut out, data)?;
    writeln!(out)?;
    out.flush()
}

/// Fields of an object, in the order in which they are written; [`field`] is the first.
pub trait Fields: Sized {
    /// Writes them.
    ///
    /// # Errors
    /// Those of the writer.
    fn put<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error>;

    /// With one more.
    fn with<T: Serialize>(self, name: &'static str, value: T) -> Object<Self, Field<T>> {
        self.and(field(name, value))
    }

    /// With one more where there is a value, else without.
    fn maybe<T: Serialize>(self, name: &'static str, value: Option<T>) -> Object<Self, Field<T>> {
        self.and(Field(name, value))
    }

    /// With others behind them.
    fn and<F: Fields>(self, others: F) -> Object<Self, F> {
        Object(self, others)
    }
}

/// A field with its name.
pub struct Field<T>(&'static str, Option<T>);

/// An object of some fields and those behind them.
pub struct Object<A, B>(A, B);

/// A field with its name.
pub fn field<T: Serialize>(name: &'static str, value: T) -> Field<T> {
    Field(name, Some(value))
}

impl<T: Serialize> Fields for Field<T> {
    fn put<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        let Self(name, value) = self;
        value.iter().try_for_each(|it| to.serialize_entry(name, it))
    }
}

impl<F: Fields> Fields for Vec<F> {
    fn put<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        self.iter().try_for_each(|fields| fields.put(to))
    }
}

impl<A: Fields, B: Fields> Fields for Object<A, B> {
    fn put<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        self.0.put(to)?;
        self.1.put(to)
    }
}

impl<A: Fields, B: Fields> Serialize for Object<A, B> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        self.put(&mut map)?;
        map.end()
    }
}

/// A list of so many items, each of which is made when it is written.
pub struct List<F>(pub usize, pub F);

impl<T: Serialize, F: Fn(usize) -> T> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((0..self.0).map(&self.1))
    }
}

/// Passes on JSON, with escapes in place of control characters. Each write has whole characters.
struct Harmless<W>(W);

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        // Those from U+0080 to U+009F are two bytes, the second of which is their number.
        let length = |pair: &[u8]| match pair {
            [0x7f, ..] => Some(1),
            [0xc2, 0x80..=0x9f, ..] => Some(2),
            _ => None,
        };
        while let Some((at, length)) =
            (0..rest.len()).find_map(|at| Some((at, length(&rest[at..])?)))
        {
            self.0.write_all(&rest[..at])?;
            let end = at + length;
            write!(self.0, "\\u{:04x}", rest[end - 1])?;
            rest = &rest[end..];
        }
        self.0.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{write, write_pretty};

    #[test]
    fn control_characters_are_escaped_and_nothing_else() {
        let text = "a\u{1b}\u{7f}\u{80}é\u{9b}31m\u{9f}\u{a0}ü漢\u{c2}\u{85}";
        let mut out = Vec::new();
        write(&mut out, &text).unwrap();
        let expected = r#""a\u001b\u007f\u0080é\u009b31m\u009f"#.to_owned() + "\u{a0}ü漢Â\\u0085\"";
        assert_eq!(String::from_utf8(out.clone()).unwrap(), expected);
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
        let mut pretty = Vec::new();
        write_pretty(&mut pretty, &[text]).unwrap();
        assert_eq!(
            String::from_utf8(pretty).unwrap(),
            format!("[\n  {expected}\n]")
        );
    }
}
