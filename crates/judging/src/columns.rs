//! Cells in aligned columns, and lines that fit a terminal.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A cell and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    text: String,
    style: Style,
    is_number: bool,
}

impl Cell {
    /// A cell of words.
    pub fn words(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
            is_number: false,
        }
    }

    /// A cell with a number, or the heading of a column of them.
    pub fn number(text: impl ToString, style: Style) -> Self {
        Self {
            text: text.to_string(),
            style,
            is_number: true,
        }
    }
}

/// Writes rows, which all have the same number of cells, two blanks between columns and none at
/// the end.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(rows: &[Vec<Cell>], out: &mut dyn Write) -> io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].text.width());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        // Blanks are written only when something follows.
        let mut blanks = 0;
        for (cell, width) in row.iter().zip(&widths) {
            let padding = width - cell.text.width();
            let (before, behind) = match cell.is_number {
                false => (0, padding),
                true => (padding, 0),
            };
            if !cell.text.is_empty() {
                let style = cell.style;
                write!(
                    out,
                    "{:1$}{style}{2}{style:#}",
                    "",
                    blanks + before,
                    cell.text
                )?;
                blanks = 0;
            } else {
                blanks += before;
            }
            blanks += behind + 2;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What stands between the numbers of a diff's lines and what a program printed.
pub const GUTTER: char = '│';

/// Fewer columns than these are as good as none to fold lines for.
const NARROWEST: usize = 20;

/// Folds lines that are too wide for a terminal at blanks. What goes on stands below the last column
/// of the line, where that leaves it room, or else as far in as the line. Lines of a diff are left to
/// the terminal: what a program printed loses no blank.
pub struct Folded<W: Write> {
    out: W,
    width: Option<usize>,
    /// What is not yet followed by a line end.
    line: Vec<u8>,
}

impl<W: Write> Folded<W> {
    /// Folds for so many columns, or nothing.
    pub fn new(out: W, width: Option<usize>) -> Self {
        Self {
            out,
            width: width.filter(|width| *width >= NARROWEST),
            line: Vec::new(),
        }
    }
}

impl<W: Write> Write for Folded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(width) = self.width else {
            return self.out.write(bytes);
        };
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                match str::from_utf8(&line) {
                    Ok(line) if !line.contains(GUTTER) => {
                        self.out.write_all(fold(line, width).as_bytes())?;
                    }
                    _ => self.out.write_all(&line)?,
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&std::mem::take(&mut self.line))?;
        self.out.flush()
    }
}

impl<W: Write> Drop for Folded<W> {
    fn drop(&mut self) {
        _ = self.flush();
    }
}

/// A line in lines of so many columns at most, but for longer words. Escape sequences of colours
/// take none.
pub fn fold(line: &str, width: usize) -> String {
    let mut folded = String::new();
    let mut rest = line;
    let mut hang = 0;
    loop {
        // Columns so far, and in the line the places of: the last blank that fits, its column.
        let (mut column, mut escape, mut blanks) = (hang, false, 0);
        let (mut last, mut cell, mut text) = (None, None, false);
        let mut too_wide = false;
        for (at, c) in rest.char_indices() {
            match c {
                '\u{1b}' => escape = true,
                _ if escape => escape = !c.is_ascii_alphabetic(),
                '\n' => {}
                ' ' => {
                    if text && (column <= width || last.is_none()) {
                        last = Some(at);
                    }
                    (blanks, column) = (blanks + 1, column + 1);
                }
                _ => {
                    if blanks > 1 && column < width / 3 * 2 || !text {
                        cell = Some(column);
                    }
                    (blanks, text) = (0, true);
                    column += c.width().unwrap_or(0);
                    too_wide |= column > width;
                }
            }
            if too_wide && last.is_some() {
                break;
            }
        }
        let Some(end) = last.filter(|_| too_wide) else {
            return folded + rest;
        };
        folded += rest[..end].trim_end_matches(' ');
        folded.push('\n');
        if hang == 0 {
            hang = cell.unwrap_or(0);
        }
        folded.push_str(&" ".repeat(hang));
        rest = rest[end..].trim_start_matches(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Folded, fold, write};
    use anstyle::Style;
    use std::io::Write;

    #[test]
    fn long_lines_are_folded_below_their_last_column() {
        for (line, folded) in [
            ("one two three four five\n", "one two three four\nfive\n"),
            (
                "  one two three four five\n",
                "  one two three four\n  five\n",
            ),
            (
                "name  two three four five\n",
                "name  two three four\n      five\n",
            ),
            // What stands far to the right leaves no room below it.
            (
                "a long name here  two three\n",
                "a long name here\ntwo three\n",
            ),
            (
                "a-word-that-is-longer-than-a-line and more\n",
                "a-word-that-is-longer-than-a-line\nand more\n",
            ),
            ("黑白黑白黑 白黑白黑白\n", "黑白黑白黑\n白黑白黑白\n"),
            (
                "\u{1b}[31mone two three four\u{1b}[0m\n",
                "\u{1b}[31mone two three four\u{1b}[0m\n",
            ),
            ("short", "short"),
        ] {
            assert_eq!(fold(line, 20), folded);
        }
        let mut out = Vec::new();
        let mut folds = Folded::new(&mut out, Some(20));
        folds.write_all(b"one two three ").unwrap();
        folds.write_all(b"four five\n").unwrap();
        let diff = "1 2 │-one two  three four\n    │              ^\n";
        folds.write_all(diff.as_bytes()).unwrap();
        folds.write_all(b"\xff").unwrap();
        drop(folds);
        let expected = [b"one two three four\nfive\n", diff.as_bytes(), b"\xff"].concat();
        assert_eq!(out, expected);
        let mut out = Vec::new();
        writeln!(Folded::new(&mut out, None), "{}", "a b ".repeat(50)).unwrap();
        assert_eq!(out.len(), 201);
    }

    #[test]
    fn columns_are_aligned_by_width() {
        let words = |text: &str| Cell::words(text, Style::new());
        let number = |text: &str| Cell::number(text, Style::new());
        let rows = [
            vec![words("name"), number("AC"), words("why")],
            vec![words("黑白"), number("100"), words("")],
            vec![words("Grüße"), number("7"), words("x y")],
            vec![words(""), number(""), words("z")],
        ];
        let mut out = Vec::new();
        write(&rows, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "name    AC  why",
                "黑白   100",
                "Grüße    7  x y",
                "            z"
            ]
        );
    }
}
