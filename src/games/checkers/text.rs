//! Actions and boards as the assignment writes them.

use super::rules::{Action, BLACK, Beyond, Checkers, ColumnNames, Man, SIDE, State, WHITE};
use crate::game::Side;
use crate::text::{FinalNewline, LineEnd};

crate::record! {
    /// How the answer is written; the defaults are the published text.
    pub struct Text {
        /// What follows `WIN` on the winner's line.
        winner_mark: enum WinnerMark, "winner-mark" {
            /// The winner's line ends with one exclamation mark.
            One = "one",
            /// The winner's line has no exclamation mark.
            None = "none",
            /// The winner's line ends with three exclamation marks.
            Three = "three",
        }
        /// Whether the winner's line is ended.
        winner_newline: enum WinnerNewline, "winner-newline", rare ["blank-line"] {
            /// The winner's line ends like every other.
            Yes = "yes",
            /// The winner's line is not ended.
            No = "no",
            /// A blank line follows the winner's line.
            BlankLine = "blank-line",
        }
        /// How a computed action's line is marked.
        computed_mark: enum ComputedMark, "computed-mark" {
            /// A computed action's line starts with `***`.
            Stars = "stars",
            /// A computed action's line has no `***`.
            None = "none",
        }
        /// What stands between two boards.
        board_gap: enum BoardGap, "board-gap" {
            /// Nothing stands between a board and the line of `=`.
            None = "none",
            /// A blank line follows every board.
            Blank = "blank-line",
        }
        /// How the board cost is set.
        cost_align: enum CostAlign, "cost-align" {
            /// The cost follows its label after one blank.
            Left = "left",
            /// The cost is set right-aligned in five columns.
            Right = "right",
            /// The cost is set right-aligned in two columns, without a blank after its label.
            Two = "two",
        }
        /// Where the board cost stands.
        cost_place: enum CostPlace, "cost-place" {
            /// The cost stands below its action.
            Below = "below-action",
            /// The cost stands above its action.
            Above = "above-action",
        }
        /// The apostrophe in the line about an opponent's piece.
        apostrophe: enum Apostrophe, "apostrophe" {
            /// The apostrophe of an error line is the plain one of ASCII.
            Plain = "plain",
            /// The apostrophe of an error line is the curly one of typesetters.
            Curly = "curly",
        }
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

/// A cell as an input names it: 0–63 row by row from A1, none for anything else of the form.
pub type Cell = Option<u8>;

/// What asks for actions to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// `A`: compute the next action.
    Next,
    /// `P`: play on.
    Play,
}

/// One meaningful line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// `SOURCE-TARGET`.
    Action(Cell, Cell),
    /// `A` or `P`.
    Command(Command),
}

/// Reads a line; `None` when it is neither an action nor a command.
pub fn parse_line(line: &str) -> Option<InputLine> {
    match line {
        "A" => return Some(InputLine::Command(Command::Next)),
        "P" => return Some(InputLine::Command(Command::Play)),
        _ => {}
    }
    let (source, rest) = parse_cell(line)?;
    let (target, rest) = parse_cell(rest.strip_prefix('-')?)?;
    rest.is_empty().then_some(InputLine::Action(source, target))
}

/// Reads one character and one or more digits from the front of `text`.
fn parse_cell(text: &str) -> Option<(Cell, &str)> {
    let mut chars = text.chars();
    let letter = chars.next().filter(|letter| !letter.is_whitespace())?;
    let rest = chars.as_str();
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at(length);
    if digits.is_empty() {
        return None;
    }
    // A row too long to be a number is far outside.
    let row = digits.parse().unwrap_or(usize::MAX);
    let is_inside = ('A'..='H').contains(&letter) && (1..=SIDE).contains(&row);
    let cell = is_inside.then(|| (row as u8 - 1) * SIDE as u8 + (letter as u8 - b'A'));
    Some((cell, rest))
}

/// The source and target of an action line, with other names for columns, too.
pub fn cells_named(line: &str, names: ColumnNames) -> Option<(Cell, Cell)> {
    let (source, target) = line.split_once('-')?;
    Some((cell_named(source, names)?, cell_named(target, names)?))
}

fn cell_named(name: &str, names: ColumnNames) -> Option<Cell> {
    Some(parse_cell(&with_capital(name, names))?.0)
}

/// The same, read no further than the first digit of a row.
pub fn cells_by_first_digit(line: &str, names: ColumnNames) -> Option<(Cell, Cell)> {
    let (source, target) = line.split_once('-')?;
    let cell = |name: &str| cell_named(&name.chars().take(2).collect::<String>(), names);
    Some((cell(source)?, cell(target)?))
}

/// A cell's name with the letter that its first character stands for.
fn with_capital(name: &str, names: ColumnNames) -> String {
    let mut chars = name.chars();
    let column = chars.next().map(|first| match (names, first) {
        (ColumnNames::SmallToo, 'a'..='h') => first.to_ascii_uppercase(),
        (ColumnNames::DigitsToo | ColumnNames::DigitsEchoed, '1'..='8') => {
            char::from(first as u8 - b'1' + b'A')
        }
        _ => first,
    });
    column.into_iter().chain(chars).collect()
}

/// The source and target of an action line, read by position: one character for a column and
/// one for a row each, whatever else the line holds.
pub fn cells_by_position(line: &str, names: ColumnNames) -> (Cell, Cell) {
    let cell = |at: usize| {
        let name: String = line.chars().skip(at).take(2).collect();
        cell_named(&name, names).flatten()
    };
    (cell(0), cell(3))
}

/// Whether an action line's source and its target are in row 0, under a letter of the board.
pub fn are_in_row_zero(line: &str) -> (bool, bool) {
    let is_zero = |name: &str| {
        let (column, row) = name.split_at_checked(1).unwrap_or_default();
        matches!(column.as_bytes(), [b'A'..=b'H']) && row.parse() == Ok(0)
    };
    let (source, target) = line.split_once('-').unwrap_or_default();
    (is_zero(source), is_zero(target))
}

/// Whether an action line's source and its target are in a column or a row that is taken for part of
/// the board.
pub fn are_beyond(line: &str, beyond: Beyond) -> (bool, bool) {
    let is_beyond = |name: &str| {
        let (column, row) = name.split_at_checked(1).unwrap_or_default();
        matches!(
            (beyond, column.as_bytes(), row.parse()),
            (Beyond::ColumnI | Beyond::ColumnITaken, b"I", Ok(1..=8))
                | (Beyond::RowNine | Beyond::RowNineTaken, [b'A'..=b'H'], Ok(9))
        )
    };
    let (source, target) = line.split_once('-').unwrap_or_default();
    (is_beyond(source), is_beyond(target))
}

/// The legal action of that name.
pub(super) fn named_action(game: &Checkers, state: &State, name: &str) -> Option<Action> {
    match parse_line(name)? {
        InputLine::Action(source, target) => game.find(state, source?.into(), target?.into()),
        InputLine::Command(_) => None,
    }
}

/// `BLACK` or `WHITE`.
pub fn player_name(player: Side) -> &'static str {
    if player == BLACK { "BLACK" } else { "WHITE" }
}

/// A cell's name, `A1` to `H8`.
pub fn cell_name(cell: u8) -> String {
    letters(cell).into_iter().collect()
}

/// A cell's column and row.
fn letters(cell: u8) -> [char; 2] {
    let (row, column) = (cell / SIDE as u8, cell % SIDE as u8);
    [char::from(b'A' + column), char::from(b'1' + row)]
}

/// `SOURCE-TARGET`.
pub fn action_name(action: Action) -> String {
    let [[column, row], [to_column, to_row]] = [action.from, action.to].map(letters);
    [column, row, '-', to_column, to_row].into_iter().collect()
}

/// The line between the boards.
pub const SEPARATOR: &str = "=====================================";

/// The three lines above the first board.
pub fn configuration(state: &State) -> [String; 3] {
    let men = |player| state.count(player, false) + state.count(player, true);
    [
        format!("BOARD SIZE: {SIDE}x{SIDE}"),
        format!("#BLACK PIECES: {}", men(BLACK)),
        format!("#WHITE PIECES: {}", men(WHITE)),
    ]
}

/// The board, 18 lines; the last one is not ended.
pub fn board(state: &State) -> String {
    // Filled in, not built: suites are made from millions of boards.
    const EMPTY: &str = "     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 2 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 3 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 6 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 7 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 8 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+";
    /// Where A1 is, how far it is to the next row, and to the next column.
    const PLACES: (usize, usize, usize) = (77, 74, 4);
    let mut board = EMPTY.as_bytes().to_vec();
    let (first, row, column) = PLACES;
    for (index, &cell) in state.cells.iter().enumerate() {
        board[first + index / SIDE * row + index % SIDE * column] = symbol(cell) as u8;
    }
    String::from_utf8(board).expect("symbols are ASCII")
}

/// The line of a cost.
pub fn cost_line(cost: i64, align: CostAlign) -> String {
    match align {
        CostAlign::Left => format!("BOARD COST: {cost}"),
        CostAlign::Right => format!("BOARD COST: {cost:>5}"),
        CostAlign::Two => format!("BOARD COST:{cost:>2}"),
    }
}

/// The character for what stands on a cell.
pub fn symbol(cell: Option<Man>) -> char {
    match cell {
        None => '.',
        Some(Man { owner, tower, .. }) => match (owner == BLACK, tower) {
            (true, false) => 'b',
            (true, true) => 'B',
            (false, false) => 'w',
            (false, true) => 'W',
        },
    }
}
