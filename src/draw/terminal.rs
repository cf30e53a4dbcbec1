//! Pictures in lines of text: Unicode for the frame, colours for the pieces.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{Colour, Field, Mark, Picture, Place, Shade, Shape};

/// One character of the drawing.
#[derive(Clone, Copy)]
struct Spot {
    shown: char,
    style: Style,
}

const BLANK: Spot = Spot {
    shown: ' ',
    style: Style::new(),
};

/// The drawing while it is made: spots by line and column.
struct Canvas {
    lines: Vec<Vec<Spot>>,
    /// Columns of half a field.
    half: usize,
}

impl Canvas {
    /// The column and the line of a place.
    fn spot(&self, place: Place) -> (usize, usize) {
        (usize::from(place.x) * self.half, usize::from(place.y))
    }

    fn put(&mut self, column: usize, line: usize, shown: char, style: Style) {
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let spots = &mut self.lines[line];
        if spots.len() <= column {
            spots.resize(column + 1, BLANK);
        }
        spots[column] = Spot { shown, style };
    }

    /// Writes text centred in three columns.
    fn text(&mut self, (column, line): (usize, usize), text: &str, style: Style) {
        let length = text.chars().count();
        let padded = match length {
            1 => format!(" {text} "),
            2 => format!(" {text}"),
            _ => text.to_owned(),
        };
        for (offset, shown) in padded.chars().enumerate() {
            self.put((column + offset).saturating_sub(1), line, shown, style);
        }
    }

    /// Draws a line of a frame, joining what crosses it.
    fn frame(&mut self, column: usize, line: usize, arms: u8) {
        let old = self
            .lines
            .get(line)
            .and_then(|spots| spots.get(column))
            .map_or(0, |spot| arms_of(spot.shown));
        let shown = FRAME[usize::from(old | arms)];
        self.put(column, line, shown, Style::new().dimmed());
    }
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The frame's characters by the arms they have.
const FRAME: [char; 16] = [
    ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
];

fn arms_of(shown: char) -> u8 {
    let place = FRAME.iter().position(|&known| known == shown);
    place.map_or(0, |place| place as u8)
}

/// Writes a picture below its title.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", picture.title)?;
    write_board(picture, out)
}

/// The board alone, without colours, in lines that are all ended.
pub fn plain(picture: &Picture) -> String {
    let mut board = Vec::new();
    write_board(picture, &mut board).expect("memory can be written to");
    let board = String::from_utf8(board).expect("text");
    anstream::adapter::strip_str(&board).to_string()
}

/// Writes the board alone, in lines that are all ended.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_board(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let has = |shape| picture.fields.iter().any(|field| field.shape == shape);
    let mut canvas = Canvas {
        lines: Vec::new(),
        half: if has(Shape::Pit) { 3 } else { 2 },
    };
    for label in &picture.labels {
        canvas.text(canvas.spot(label.place), &label.text, Style::new().dimmed());
    }
    for field in &picture.fields {
        draw(&mut canvas, field);
    }
    for spots in canvas.lines.iter().filter(|spots| !spots.is_empty()) {
        let end = spots
            .iter()
            .rposition(|spot| spot.shown != ' ')
            .map_or(0, |last| last + 1);
        for run in spots[..end].chunk_by(|one, next| one.style == next.style) {
            let style = run[0].style;
            let text: String = run.iter().map(|spot| spot.shown).collect();
            write!(out, "{style}{text}{style:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn draw(canvas: &mut Canvas, field: &Field) {
    let (column, line) = canvas.spot(field.place);
    if field.shape == Shape::Square {
        square(canvas, column, line);
    }
    let mut style = match (&field.piece, field.shade) {
        (Some(piece), _) => colour(piece.colour),
        (None, _) => Style::new().dimmed(),
    };
    if let Some(mark) = field.mark {
        style = match mark {
            Mark::Moved => style.bold().underline(),
            Mark::Differs => style.bold().invert(),
        };
    }
    let text = match (&field.piece, field.shade, field.shape) {
        (Some(piece), ..) => piece.text.as_str(),
        (None, Shade::Blocked, _) => "#",
        (None, _, Shape::Hexagon) => "·",
        (None, ..) => " ",
    };
    canvas.text((column, line), text, style);
    if matches!(field.shape, Shape::Pit | Shape::Store) {
        let frame = Style::new().dimmed();
        canvas.put(column.saturating_sub(2), line, '(', frame);
        canvas.put(column + 2, line, ')', frame);
    }
}

/// The frame of a square: four columns wide and two lines high.
fn square(canvas: &mut Canvas, column: usize, line: usize) {
    let (left, right) = (column - 2, column + 2);
    for (row, inner) in [(line - 1, DOWN), (line + 1, UP)] {
        canvas.frame(left, row, RIGHT | inner);
        canvas.frame(right, row, LEFT | inner);
        for between in left + 1..right {
            canvas.frame(between, row, LEFT | RIGHT);
        }
    }
    canvas.frame(left, line, UP | DOWN);
    canvas.frame(right, line, UP | DOWN);
}

fn colour(colour: Colour) -> Style {
    match colour {
        Colour::Black => AnsiColor::Magenta.on_default().bold(),
        Colour::White | Colour::Plain => Style::new(),
        Colour::Blue => AnsiColor::BrightBlue.on_default().bold(),
        Colour::Red => AnsiColor::BrightRed.on_default().bold(),
    }
}
