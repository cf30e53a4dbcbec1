//! Text of unknown content, made visible: what a program printed may hold anything.
//!
//! | in the text | shown as |
//! |---|---|
//! | carriage return | `␍` |
//! | tab | `→` |
//! | space at the end of a line | `·` |
//! | backslash | `\\` |
//! | other control character, byte that is not UTF-8 | `\x00`, `\xff` |
//! | character without a shape of its own (zero width, combining, …) | `\u{feff}` |
//!
//! Everything else, above all plain text, is shown as it is.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// One character of a text, or one byte of what is not text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The bytes it stands for.
    pub source: &'a [u8],
    /// How it is shown.
    pub shown: Cow<'a, str>,
}

impl Cell<'_> {
    /// How many columns of a terminal it takes.
    pub fn width(&self) -> usize {
        self.shown.width()
    }
}

/// A piece of a line, cell by cell.
///
/// `line` is a line without its newline, `start` where in it the piece begins; the piece
/// has `limit` cells, or as many as there are.
pub fn cells(line: &[u8], start: usize, limit: usize) -> Vec<Cell<'_>> {
    let trailing = trailing_blanks(line);
    // A character has at most four bytes, so that a cut behind the last cell does no harm.
    let end = line.len().min(start + 4 * limit);
    let mut at = start;
    let mut cells = Vec::new();
    let mut push = |length: usize, shown| {
        let source = &line[at..at + length];
        cells.push(Cell { source, shown });
        at += length;
    };
    let mut offset = start;
    for chunk in line[start..end].utf8_chunks() {
        let text = chunk.valid();
        for (index, c) in text.char_indices() {
            let itself = &text[index..index + c.len_utf8()];
            push(itself.len(), shown(itself, c, offset + index >= trailing));
        }
        for byte in chunk.invalid() {
            push(1, format!(r"\x{byte:02x}").into());
        }
        offset += text.len() + chunk.invalid().len();
    }
    cells.truncate(limit);
    cells
}

/// What a cell is called that stands for something that cannot be seen: `CR`, `TAB`, `space`,
/// `ESC`, `U+FEFF`, `byte FF`; none for one that shows what it stands for.
pub fn label(cell: &Cell<'_>) -> Option<Cow<'static, str>> {
    /// The names that ASCII gives.
    const CONTROLS: [&str; 32] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF",
        "CR", "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM",
        "SUB", "ESC", "FS", "GS", "RS", "US",
    ];
    if cell.shown.as_bytes() == cell.source || cell.source == br"\" {
        return None;
    }
    Some(match str::from_utf8(cell.source) {
        Ok(" ") => "space".into(),
        Ok("\x7f") => "DEL".into(),
        Ok(text) => {
            let code = text.chars().next().map_or(0, u32::from);
            match CONTROLS.get(code as usize) {
                Some(name) => (*name).into(),
                None => format!("U+{code:04X}").into(),
            }
        }
        Err(_) => format!("byte {:02X}", cell.source[0]).into(),
    })
}

/// A line without its newline as one string, cut with `…` when it has more than `limit`
/// characters.
pub fn line(line: &[u8], limit: usize) -> String {
    let mut cells = cells(line, 0, limit + 1);
    let cut = cells.len() > limit;
    cells.truncate(limit);
    let shown = cells.iter().map(|cell| cell.shown.as_ref());
    shown.chain(cut.then_some("…")).collect()
}

/// A name, or other text of ours that may quote a stranger's: backslashes and blanks stay as
/// they are, what has no shape of its own is escaped.
pub fn name(name: &str) -> Cow<'_, str> {
    if name.chars().all(|c| escaped(c).is_none()) {
        return name.into();
    }
    let shown = |c: char| escaped(c).unwrap_or_else(|| c.to_string().into());
    name.chars().map(shown).collect::<String>().into()
}

/// A name cut with `…` to that many columns of a terminal.
pub fn name_within(text: &str, columns: usize) -> String {
    let text = name(text);
    if text.width() <= columns {
        return text.into_owned();
    }
    let mut room = columns.saturating_sub(1);
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= room;
        room = room.saturating_sub(width);
        fits
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    cut.push('…');
    cut
}

/// Where the blanks at the end of a line begin.
fn trailing_blanks(line: &[u8]) -> usize {
    let text = line.strip_suffix(b"\r").unwrap_or(line);
    let last = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'));
    last.map_or(0, |last| last + 1)
}

fn shown(itself: &str, c: char, trailing: bool) -> Cow<'_, str> {
    match c {
        ' ' if trailing => "·".into(),
        '\\' => r"\\".into(),
        _ => escaped(c).unwrap_or(itself.into()),
    }
}

/// How a character is shown that cannot be seen itself.
fn escaped(c: char) -> Option<Cow<'static, str>> {
    Some(match c {
        '\r' => "␍".into(),
        '\t' => "→".into(),
        ' '..='~' => return None,
        '\0'..='\x7f' => format!(r"\x{:02x}", u32::from(c)).into(),
        // Beyond ASCII, this escapes just what has no shape of its own.
        _ if c.escape_debug().len() > 1 => c.escape_unicode().to_string().into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Cell, cells, label, line, name, name_within};

    #[test]
    fn what_cannot_be_seen_is_shown() {
        let pairs: [(&[u8], &str); 11] = [
            (b" | w | b |", " | w | b |"),
            (b"a b \t ", "a b·→·"),
            (b"a\tb  \r", "a→b··␍"),
            (b"a\rb", "a␍b"),
            (b"  ", "··"),
            (b"\0\x1b[31m\x7f", r"\x00\x1b[31m\x7f"),
            (b"\xff\xc3(", r"\xff\xc3("),
            ("Grüße ☃ 黑".as_bytes(), "Grüße ☃ 黑"),
            (
                "\u{feff}a\u{200b}e\u{301}".as_bytes(),
                r"\u{feff}a\u{200b}e\u{301}",
            ),
            ("\u{202e}\u{85}'\"".as_bytes(), r#"\u{202e}\u{85}'""#),
            (br"C:\x00", r"C:\\x00"),
        ];
        for (text, shown) in pairs {
            assert_eq!(line(text, 100), shown);
        }
    }

    #[test]
    fn what_cannot_be_seen_has_a_name() {
        let text = b"a\\ \t\x1b\x7f\xff\xef\xbb\xbf \r";
        let names: Vec<_> = cells(text, 0, 100).iter().map(label).collect();
        let names: Vec<&str> = names
            .iter()
            .map(|name| name.as_deref().unwrap_or(""))
            .collect();
        let expected = [
            "", "", "", "TAB", "ESC", "DEL", "byte FF", "U+FEFF", "space", "CR",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(line(b"abcd", 4), "abcd");
        assert_eq!(line(b"abcde", 4), "abcd…");
        let wide = "𝄞".repeat(10);
        assert_eq!(line(wide.as_bytes(), 9), "𝄞".repeat(9) + "…");
        assert_eq!(line(&vec![b' '; 1 << 23], 3), "···…");
    }

    #[test]
    fn names_keep_all_that_can_be_seen() {
        let pairs = [
            (r"a\x1b \\ b ", r"a\x1b \\ b "),
            ("Grüße 黑 <b>", "Grüße 黑 <b>"),
            ("a\u{202e}b\nc\x1b[1m", r"a\u{202e}b\x0ac\x1b[1m"),
        ];
        for (text, shown) in pairs {
            assert_eq!(name(text), shown);
        }
    }

    #[test]
    fn names_are_cut_by_width() {
        let pairs = [
            ("abcd", 4, "abcd"),
            ("abcde", 4, "abc…"),
            ("黑黑", 4, "黑黑"),
            ("黑黑x", 4, "黑…"),
            ("x黑黑", 4, "x黑…"),
            ("黑黑", 1, "…"),
        ];
        for (text, columns, shown) in pairs {
            assert_eq!(name_within(text, columns), shown);
        }
    }

    #[test]
    fn cells_keep_the_bytes_they_stand_for() {
        let text = "xé黑\u{200b}".as_bytes();
        let text = [text, b"\xff "].concat();
        let cells = cells(&text, 1, 10);
        let sources: Vec<&[u8]> = cells.iter().map(|cell| cell.source).collect();
        assert_eq!(
            sources,
            [
                "é".as_bytes(),
                "黑".as_bytes(),
                "\u{200b}".as_bytes(),
                b"\xff",
                b" "
            ]
        );
        let widths: Vec<usize> = cells.iter().map(Cell::width).collect();
        assert_eq!(widths, [1, 2, 8, 4, 1]);
    }
}
