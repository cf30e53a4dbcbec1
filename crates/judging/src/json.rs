//! Data as JSON that a terminal takes for nothing but text: JSON escapes control characters, but
//! not those from U+007F to U+009F, by which some terminals are controlled too.

use std::io::{self, Write};

use serde::Serialize;

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
