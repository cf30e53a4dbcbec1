//! Cells in aligned columns.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// A cell and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    text: String,
    style: Style,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Cell {
    /// A cell of words.
    pub fn words(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
            side: Side::Left,
        }
    }

    /// A cell with a number, or the heading of a column of them.
    pub fn number(text: impl ToString, style: Style) -> Self {
        Self {
            text: text.to_string(),
            style,
            side: Side::Right,
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
            let (before, behind) = match cell.side {
                Side::Left => (0, padding),
                Side::Right => (padding, 0),
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

#[cfg(test)]
mod tests {
    use super::{Cell, write};
    use anstyle::Style;

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
