//! Lines and answers as the report writes them.

use std::fmt::Display;

use super::Pit;
use super::rules::{MOST_SEEDS, PITS, POSITIONS, State};
use crate::game::Side;
use crate::text::{Answered, FinalNewline, LineEnd, Problem, integers, is_integers};

crate::record! {
    /// How the answer is written; the defaults are the published text.
    pub struct Text {
        /// How a chosen pit is named.
        pit_numbers: enum PitNumbers, "pit-numbers", rare ["own-side", "from-1"] {
            /// A chosen pit is named by its index among all positions.
            Index = "index",
            /// A chosen pit is counted from 0 on its player's side.
            OwnSide = "own-side",
            /// A chosen pit is counted from 1 on its player's side.
            FromOne = "from-1",
        }
        /// Which questions of an input are answered.
        answered: Answered = Answered::All, "answered", rare ["first"];
        /// How long a line of the input may be.
        line_buffer: enum LineBuffer, "line-buffer", rare ["32", "33", "34", "35", "36", "40"] {
            /// Lines of the input may be as long as they are.
            Enough = "enough",
            /// A line of 32 characters or more is read in pieces, each taken for a line.
            ThirtyTwo = "32",
            /// A line of 33 characters or more is read in pieces, each taken for a line.
            ThirtyThree = "33",
            /// A line of 34 characters or more is read in pieces, each taken for a line.
            ThirtyFour = "34",
            /// A line of 35 characters or more is read in pieces, each taken for a line.
            ThirtyFive = "35",
            /// A line of 36 characters or more is read in pieces, each taken for a line.
            ThirtySix = "36",
            /// A line of 40 characters or more is read in pieces, each taken for a line.
            Forty = "40",
        }
        /// What becomes of a piece of a line with fewer numbers than a line has.
        short_piece: enum ShortPiece, "short-piece", rare ["ends"] {
            /// A piece of a line with fewer than 16 numbers is skipped.
            Skipped = "skipped",
            /// A piece of a line with fewer than 16 numbers ends the reading.
            Ends = "ends",
        }
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

impl LineBuffer {
    /// How many characters are read at once, the line feed among them.
    fn most(self) -> usize {
        match self {
            LineBuffer::Enough => usize::MAX,
            LineBuffer::ThirtyTwo => 31,
            LineBuffer::ThirtyThree => 32,
            LineBuffer::ThirtyFour => 33,
            LineBuffer::ThirtyFive => 34,
            LineBuffer::ThirtySix => 35,
            LineBuffer::Forty => 39,
        }
    }
}

/// What a program reads of a line that is trimmed, if anything, and whether it reads on.
pub(super) fn read<'a>(text: &Text, line: &'a str) -> (Option<&'a str>, bool) {
    let most = text.line_buffer.most();
    if line.len() < most || !is_integers(line, FIELDS) {
        return (Some(line), true);
    }
    // What is left of the line, be it the line feed only, is a piece with fewer numbers.
    let first = &line[..most];
    let is_whole = is_integers(first, FIELDS);
    let reads_on = text.short_piece == ShortPiece::Skipped;
    (is_whole.then_some(first), reads_on)
}

/// Deepest search a line may ask for.
pub const DEEPEST: u32 = 20;

/// Fields of a line: the state, the player, the depth.
pub const FIELDS: usize = POSITIONS + 2;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    /// The position.
    pub state: State,
    /// Depth limit, 1–20.
    pub depth: u32,
}

/// Reads `s0 … s13 player depth`.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_line(line: &str) -> Result<InputLine, Problem> {
    let fields = integers::<FIELDS>(line, "s0 … s13 player depth")?;
    let state = state_of(&fields)?;
    let depth = fields[POSITIONS + 1];
    let depth = u32::try_from(depth)
        .ok()
        .filter(|depth| (1..=DEEPEST).contains(depth))
        .ok_or_else(|| {
            Problem::new(
                format!("depth {depth}"),
                format!("a depth from 1 to {DEEPEST}"),
            )
        })?;
    Ok(InputLine { state, depth })
}

/// Reads `s0 … s13 player` from the front of `fields`.
fn state_of(fields: &[i64]) -> Result<State, Problem> {
    let mut seeds = [0; POSITIONS];
    let mut total = 0;
    for (index, (&field, seeds)) in fields.iter().zip(&mut seeds).enumerate() {
        *seeds = u8::try_from(field)
            .ok()
            .filter(|&count| u32::from(count) <= MOST_SEEDS)
            .ok_or_else(|| {
                let found = format!("{field} seeds in position {index}");
                Problem::new(found, format!("a count from 0 to {MOST_SEEDS}"))
            })?;
        total += u32::from(*seeds);
    }
    if total > MOST_SEEDS {
        let expected = format!("at most {MOST_SEEDS} in all");
        return Err(Problem::new(format!("{total} seeds"), expected));
    }
    let mover = match fields[POSITIONS] {
        0 => Side::First,
        1 => Side::Second,
        other => return Err(Problem::new(format!("player {other}"), "player 0 or 1")),
    };
    Ok(State::new(seeds, mover))
}

/// Reads a position: a line of input, or the same without its depth.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_position(text: &str) -> Result<State, Problem> {
    match text.split_ascii_whitespace().count() {
        FIELDS => Ok(parse_line(text)?.state),
        _ => state_of(&integers::<{ POSITIONS + 1 }>(text, "s0 … s13 player")?),
    }
}

/// The chosen pit, or -1 where there is none.
pub fn choice(pit: Option<Pit>, text: &Text) -> String {
    let pit = pit.map(|pit| match text.pit_numbers {
        PitNumbers::Index => pit,
        PitNumbers::OwnSide => pit % (PITS as u8 + 1),
        PitNumbers::FromOne => pit % (PITS as u8 + 1) + 1,
    });
    pit.map_or(-1, i32::from).to_string()
}

/// The two lines about one search.
pub fn report(pruned: bool, value: i32, nodes: impl Display) -> [String; 2] {
    let search = if pruned { "剪枝(aB)" } else { "無剪枝" };
    [
        format!("minimax{search}的結果是:{value}"),
        format!("擴展節點數為:{nodes}"),
    ]
}
