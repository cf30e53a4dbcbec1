//! Maps and lines as the project writes them.

use super::rules::{CELLS, Cell, Line, SIDE, State};
use crate::game::Side;
use crate::text::{Answered, FinalNewline, LineEnd, Problem, integers, quote};

crate::record! {
    /// How the answer is written; the defaults are the published text.
    pub struct Text {
        /// From which number cells are counted in the answer.
        cell_base: enum CellBase, "cell-base" {
            /// Cells are counted from 0.
            Zero = "0",
            /// Cells are counted from 1.
            One = "1",
        }
        /// Which coordinate the answer starts with.
        coordinates: enum Coordinates, "coordinates" {
            /// The answer starts with x.
            XFirst = "x-first",
            /// The answer starts with y.
            YFirst = "y-first",
        }
        /// Which of length and direction comes first in the answer.
        fields: enum Fields, "fields" {
            /// The answer names the length before the direction.
            LengthFirst = "length-first",
            /// The answer names the direction before the length.
            DirectionFirst = "direction-first",
        }
        /// From which number directions are counted in the answer.
        direction_base: enum DirectionBase, "direction-base", rare ["0", "0-lines", "0-single"] {
            /// Directions are counted from 1.
            One = "1",
            /// All directions are counted from 0.
            Zero = "0",
            /// The directions of lines of two or more cells are counted from 0, while a single cell is written with direction 1.
            ZeroLines = "0-lines",
            /// A single cell is written with direction 0.
            ZeroSingle = "0-single",
        }
        /// Which cell of a line the answer names.
        named_cell: enum NamedCell, "named-cell", rare ["last", "reverse"] {
            /// The answer names a line's first cell.
            First = "first",
            /// The answer names a line's last cell, and the direction from the first one.
            Last = "last",
            /// The answer names a line's last cell, and the direction from there, as its reverse is the same move.
            Reverse = "reverse",
        }
        /// Whether the answer is kept as one number until it is written.
        packed: enum Packed, "packed", rare ["y-digit", "x-digit"] {
            /// The four numbers of the answer are kept apart.
            No = "no",
            /// The answer is kept as one decimal number with a single digit for y, so that y 10 is written as y 0 of the next x, and y 11 as its y 1.
            YDigit = "y-digit",
            /// The answer is kept as one decimal number with a single digit for x, so that x 10 is written as x 0 of the next y, and x 11 as its x 1.
            XDigit = "x-digit",
        }
        /// What a line of a map holds.
        map_lines: enum MapLines, "map-lines", rare ["y"] {
            /// Line x of a map holds y from 0 to 11.
            OfX = "x",
            /// Line y of a map holds x from 0 to 11.
            OfY = "y",
        }
        /// How long a line of the input may be.
        line_buffer: enum LineBuffer, "line-buffer", rare ["24", "30", "32"] {
            /// Lines of the input may be as long as they are.
            Enough = "enough",
            /// A line of 24 characters or more is read in pieces, each taken for a line, and cells that it lacks are free.
            TwentyFour = "24",
            /// A line of 30 characters or more is read in pieces, each taken for a line, and cells that it lacks are free.
            Thirty = "30",
            /// A line of 32 characters or more is read in pieces, each taken for a line, and cells that it lacks are free.
            ThirtyTwo = "32",
        }
        /// Which questions of an input are answered.
        answered: Answered = Answered::All, "answered", rare ["first"];
        /// What is answered where no cell is free.
        no_line: enum NoLine, "no-line",
            rare ["minus-ones", "minus-ones-zeros", "zeros", "empty", "nothing", "none-ends", "ends",
                "previous", "previous-zeros", "previous-one-cell", "previous-minus-ones-zeros"] {
            /// Where no cell is free, 'none' is answered.
            None = "none",
            /// Where no cell is free, '-1 -1 -1 -1' is answered.
            MinusOnes = "minus-ones",
            /// Where no cell is free, '-1 -1 0 0' is answered.
            MinusOnesZeros = "minus-ones-zeros",
            /// Where no cell is free, '0 0 0 0' is answered.
            Zeros = "zeros",
            /// Where no cell is free, an empty line is answered.
            Empty = "empty",
            /// Where no cell is free, nothing is answered.
            Nothing = "nothing",
            /// Where no cell is free, 'none' is answered, and nothing after it.
            NoneEnds = "none-ends",
            /// A map without a free cell is not answered, and nothing after it.
            Ends = "ends",
            /// Where no cell is free, the answer to the map before is given again, or 'none' where there is none.
            Previous = "previous",
            /// Where no cell is free, the answer to the map before is given again, or '0 0 0 0' where there is none.
            PreviousZeros = "previous-zeros",
            /// Where no cell is free, the answer to the map before is given again, or '0 0 1 1' where there is none.
            PreviousOneCell = "previous-one-cell",
            /// Where no cell is free, the answer to the map before is given again, or '-1 -1 0 0' where there is none.
            PreviousMinusOnesZeros = "previous-minus-ones-zeros",
        }
        /// What is answered where every line loses.
        lost_line: enum LostLine, "lost-line",
            rare ["zeros", "one-cell", "minus-ones-zeros", "previous", "previous-one-cell",
                "previous-minus-ones-zeros", "none"] {
            /// Where every line loses, one of them is answered all the same.
            Chosen = "chosen",
            /// Where every line loses, none is better than nothing, and '0 0 0 0' is answered.
            Zeros = "zeros",
            /// Where every line loses, none is better than nothing, and '0 0 1 1' is answered.
            OneCell = "one-cell",
            /// Where every line loses, none is better than nothing, and '-1 -1 0 0' is answered.
            MinusOnesZeros = "minus-ones-zeros",
            /// Where every line loses, the answer to the map before is given again.
            Previous = "previous",
            /// Where every line loses, the answer to the map before is given again, or '0 0 1 1' where there is none.
            PreviousOneCell = "previous-one-cell",
            /// Where every line loses, the answer to the map before is given again, or '-1 -1 0 0' where there is none.
            PreviousMinusOnesZeros = "previous-minus-ones-zeros",
            /// Where every line loses, 'none' is answered.
            None = "none",
        }
        /// When the best value starts again.
        best_value: enum BestValue, "best-value",
            rare ["kept-one-cell", "kept-zeros", "kept-minus-ones-zeros", "kept-previous"] {
            /// The best value starts again with each map.
            EachMap = "each-map",
            /// The best value of the maps before is kept; where no line is better '0 0 1 1' is answered.
            KeptOneCell = "kept-one-cell",
            /// The best value of the maps before is kept; where no line is better '0 0 0 0' is answered.
            KeptZeros = "kept-zeros",
            /// The best value of the maps before is kept; where no line is better '-1 -1 0 0' is answered.
            KeptMinusOnesZeros = "kept-minus-ones-zeros",
            /// The best value of the maps before is kept; where no line is better the answer before is given again.
            KeptPrevious = "kept-previous",
        }
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

impl LineBuffer {
    /// How many characters are read at once.
    fn most(self) -> usize {
        match self {
            LineBuffer::Enough => usize::MAX,
            LineBuffer::TwentyFour => 23,
            LineBuffer::Thirty => 29,
            LineBuffer::ThirtyTwo => 31,
        }
    }
}

/// The word that starts a block.
pub const HEADER: &str = "map";

/// Reads the lines of a map so far; the position once all are there. Until then only the first
/// and the last line are looked at: those between were the last once.
///
/// # Errors
/// What was found and what was expected.
pub fn read(lines: &[&str]) -> Result<Option<State>, Problem> {
    let (first, rows) = lines.split_first().unwrap_or((&"", &[]));
    let mover = match first.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [HEADER, "1"] => Side::First,
        [HEADER, "2"] => Side::Second,
        _ => return Err(Problem::new(quote(first), "map 1 or map 2")),
    };
    if rows.len() < SIDE {
        let last = rows.len().checked_sub(1);
        return last.map_or(Ok(None), |x| row(x, rows[x]).map(|_| None));
    }
    let mut cells = [Cell::Free; CELLS];
    for (x, cells) in cells.chunks_mut(SIDE).enumerate() {
        cells.copy_from_slice(&row(x, rows[x])?);
    }
    Ok(Some(State::new(cells, mover)))
}

/// Reads a line of twelve cells with single spaces between them; none for any other.
fn plain_row(line: &str) -> Option<[Cell; SIDE]> {
    let mut cells = [Cell::Free; SIDE];
    let mut words = line.as_bytes().split(|&byte| byte == b' ');
    for cell in &mut cells {
        *cell = match words.next()? {
            b"-1" => Cell::Blocked,
            b"0" => Cell::Free,
            b"1" => Cell::Taken(Side::First),
            b"2" => Cell::Taken(Side::Second),
            _ => return None,
        };
    }
    words.next().is_none().then_some(cells)
}

/// Reads a line of twelve cells.
fn row(x: usize, line: &str) -> Result<[Cell; SIDE], Problem> {
    if let Some(cells) = plain_row(line) {
        return Ok(cells);
    }
    let mut cells = [Cell::Free; SIDE];
    let numbers = integers::<SIDE>(line, &format!("map[{x}][0] … map[{x}][11]"))?;
    for (cell, number) in cells.iter_mut().zip(numbers) {
        *cell = match number {
            -1 => Cell::Blocked,
            0 => Cell::Free,
            1 => Cell::Taken(Side::First),
            2 => Cell::Taken(Side::Second),
            other => {
                let expected = "-1 (blocked), 0 (free), 1 or 2 (taken)";
                return Err(Problem::new(format!("cell value {other}"), expected));
            }
        };
    }
    Ok(cells)
}

/// What is wrong when the input ends after these lines of a map.
pub fn cut_short(lines: &[&str]) -> Problem {
    Problem::new(
        format!(
            "the end of the input after {} of a map's lines",
            lines.len().saturating_sub(1)
        ),
        format!("{SIDE} lines of {SIDE} integers"),
    )
}

/// A map as the input has it.
pub fn map(state: &State) -> String {
    let mut text = format!("{HEADER} {}", state.mover.index() + 1);
    for row in state.cells.chunks(SIDE) {
        let numbers = row.iter().map(|cell| match cell {
            Cell::Blocked => "-1",
            Cell::Free => "0",
            Cell::Taken(Side::First) => "1",
            Cell::Taken(Side::Second) => "2",
        });
        text.push('\n');
        text += &numbers.collect::<Vec<_>>().join(" ");
    }
    text
}

/// The map that a program reads where this one is given.
pub(super) fn as_read(state: &State, text: &Text) -> State {
    if text.line_buffer == LineBuffer::Enough {
        return state.clone();
    }
    let written = map(state);
    // The line feed alone is no piece: blank lines are skipped.
    let pieces = written
        .lines()
        .skip(1)
        .flat_map(|line| line.as_bytes().chunks(text.line_buffer.most()));
    let mut cells = [Cell::Free; CELLS];
    for (row, piece) in cells.chunks_mut(SIDE).zip(pieces) {
        let words = piece
            .split(|&byte| byte == b' ')
            .filter(|word| !word.is_empty());
        for (cell, word) in row.iter_mut().zip(words) {
            *cell = match word {
                b"-1" => Cell::Blocked,
                b"1" => Cell::Taken(Side::First),
                b"2" => Cell::Taken(Side::Second),
                // What is left of -1 may be a number, or a sign and no number.
                _ => Cell::Free,
            };
        }
    }
    State::new(cells, state.mover)
}

/// The answer to a map on which every line loses, where none of them is chosen; `before` is the
/// line that was answered last.
pub fn lost_reply(before: Option<Line>, text: &Text) -> String {
    match text.lost_line {
        LostLine::Chosen | LostLine::Zeros => ZEROS.to_owned(),
        LostLine::OneCell => ONE_CELL.to_owned(),
        LostLine::MinusOnesZeros => MINUS_ONES_ZEROS.to_owned(),
        LostLine::Previous => previous(before, text, ZEROS),
        LostLine::PreviousOneCell => previous(before, text, ONE_CELL),
        LostLine::PreviousMinusOnesZeros => previous(before, text, MINUS_ONES_ZEROS),
        LostLine::None => NONE.to_owned(),
    }
}

/// The answer to a map on which no line is better than the best one of the maps before; `before` is
/// the line that was answered last.
pub fn no_better_reply(before: Option<Line>, text: &Text) -> String {
    match text.best_value {
        BestValue::KeptOneCell => ONE_CELL.to_owned(),
        BestValue::EachMap | BestValue::KeptZeros => ZEROS.to_owned(),
        BestValue::KeptMinusOnesZeros => MINUS_ONES_ZEROS.to_owned(),
        BestValue::KeptPrevious => previous(before, text, ZEROS),
    }
}

/// The answer to a map without a free cell; `before` is the line that was answered last.
pub fn no_line_reply(before: Option<Line>, text: &Text) -> String {
    match text.no_line {
        NoLine::Previous
        | NoLine::PreviousZeros
        | NoLine::PreviousOneCell
        | NoLine::PreviousMinusOnesZeros => reply(before, text),
        _ => reply(None, text),
    }
}

/// The answer that was given before, or the one at first.
fn previous(before: Option<Line>, text: &Text, first: &str) -> String {
    before.map_or_else(|| first.to_owned(), |line| reply(Some(line), text))
}

/// The answer where there is no line to take.
const NONE: &str = "none";

/// What programs answer that have found none.
const ZEROS: &str = "0 0 0 0";
const ONE_CELL: &str = "0 0 1 1";
const MINUS_ONES_ZEROS: &str = "-1 -1 0 0";

fn nothing(text: &Text) -> &'static str {
    match text.no_line {
        NoLine::None | NoLine::NoneEnds | NoLine::Previous => NONE,
        NoLine::MinusOnes => "-1 -1 -1 -1",
        NoLine::MinusOnesZeros | NoLine::PreviousMinusOnesZeros => MINUS_ONES_ZEROS,
        NoLine::PreviousOneCell => ONE_CELL,
        NoLine::Zeros | NoLine::PreviousZeros => ZEROS,
        NoLine::Empty | NoLine::Nothing | NoLine::Ends => "",
    }
}

/// The answer: the chosen line, or what is answered where there is none.
pub fn reply(choice: Option<Line>, text: &Text) -> String {
    let base = match text.cell_base {
        CellBase::Zero => 0,
        CellBase::One => 1,
    };
    choice.map_or_else(
        || nothing(text).to_owned(),
        |line| {
            let (x, y) = match text.packed {
                Packed::No => (line.x, line.y),
                Packed::YDigit => (line.x + line.y / 10, line.y % 10),
                Packed::XDigit => (line.x % 10, line.y + line.x / 10),
            };
            let (x, y) = (x + base, y + base);
            let (first, second) = match text.coordinates {
                Coordinates::XFirst => (x, y),
                Coordinates::YFirst => (y, x),
            };
            let starts_at_0 = match text.direction_base {
                DirectionBase::One => false,
                DirectionBase::Zero => true,
                DirectionBase::ZeroLines => line.length > 1,
                DirectionBase::ZeroSingle => line.length == 1,
            };
            // A line that was never set has direction 0.
            let direction = line.direction.saturating_sub(starts_at_0.into());
            let (third, fourth) = match text.fields {
                Fields::LengthFirst => (line.length, direction),
                Fields::DirectionFirst => (direction, line.length),
            };
            format!("{first} {second} {third} {fourth}")
        },
    )
}
