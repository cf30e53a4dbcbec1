//! Maps and lines as the project writes them.

use super::rules::{CELLS, Cell, Line, SIDE, State};
use crate::game::Player;
use crate::text::{FinalNewline, LineEnd, Problem, integers, quote};

crate::choice! {
    /// From which number cells are counted in the answer.
    pub enum CellBase {
        /// Cells are counted from 0.
        Zero = "0",
        /// Cells are counted from 1.
        One = "1",
    }
}

crate::choice! {
    /// Which coordinate the answer starts with.
    pub enum Coordinates {
        /// The answer starts with x.
        XFirst = "x-first",
        /// The answer starts with y.
        YFirst = "y-first",
    }
}

crate::record! {
    /// How the answer is written; the defaults are the published text.
    pub struct Text {
        /// From which number cells are counted in the answer.
        cell_base: CellBase = CellBase::Zero, "cell-base";
        /// Which coordinate the answer starts with.
        coordinates: Coordinates = Coordinates::XFirst, "coordinates";
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

/// The word that starts a block.
pub const HEADER: &str = "map";

/// A map being read, line by line.
#[derive(Clone, Debug)]
pub struct Block {
    mover: Player,
    cells: Vec<Cell>,
}

impl Block {
    /// Starts a block from its `map PLAYER` line.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn start(line: &str) -> Result<Self, Problem> {
        let mover = match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            [HEADER, "1"] => Player::First,
            [HEADER, "2"] => Player::Second,
            _ => return Err(Problem::new(quote(line), "map 1 or map 2")),
        };
        let cells = Vec::with_capacity(CELLS);
        Ok(Self { mover, cells })
    }

    /// Adds a line of twelve cells.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn add(&mut self, line: &str) -> Result<(), Problem> {
        let x = self.cells.len() / SIDE;
        for number in integers::<SIDE>(line, &format!("map[{x}][0] … map[{x}][11]"))? {
            self.cells.push(match number {
                -1 => Cell::Blocked,
                0 => Cell::Free,
                1 => Cell::Taken(Player::First),
                2 => Cell::Taken(Player::Second),
                other => {
                    let expected = "-1 (blocked), 0 (free), 1 or 2 (taken)";
                    return Err(Problem::new(format!("cell value {other}"), expected));
                }
            });
        }
        Ok(())
    }

    /// The position, once all twelve lines are there.
    pub fn finished(&self) -> Option<State> {
        let cells = <[Cell; CELLS]>::try_from(self.cells.as_slice()).ok()?;
        Some(State::new(cells, self.mover))
    }

    /// What is wrong when the input ends here.
    pub fn cut_short(&self) -> Problem {
        Problem::new(
            format!(
                "the end of the input after {} of a map's lines",
                self.cells.len() / SIDE
            ),
            format!("{SIDE} lines of {SIDE} integers"),
        )
    }
}

/// Reads a position: a whole block.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_position(text: &str) -> Result<State, Problem> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut block = Block::start(lines.next().unwrap_or_default())?;
    for line in lines {
        if block.finished().is_some() {
            return Err(Problem::new(quote(line), "one map only"));
        }
        block.add(line)?;
    }
    block.finished().ok_or_else(|| block.cut_short())
}

/// The answer: the chosen line, or `none`.
pub fn reply(choice: Option<Line>, text: &Text) -> String {
    let base = match text.cell_base {
        CellBase::Zero => 0,
        CellBase::One => 1,
    };
    choice.map_or_else(
        || "none".to_owned(),
        |line| {
            let (x, y) = (line.x + base, line.y + base);
            let (first, second) = match text.coordinates {
                Coordinates::XFirst => (x, y),
                Coordinates::YFirst => (y, x),
            };
            format!("{first} {second} {} {}", line.length, line.direction)
        },
    )
}
