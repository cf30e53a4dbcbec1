//! Lines and answers: the ECUI requests in both dialects and the analysis line.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use super::rules::{BLUE, Ewn, Move, Negation, RED, SIDE, STONES, State};
use crate::game::{Game, Side};
use crate::options::Number;
use crate::text::{FinalNewline, LineEnd, Problem, integer, integers, percent_g, quote};

crate::record! {
    /// How the answer is written; the defaults are the published text.
    pub struct Text {
        /// The number of the first cell in a `get` reply.
        reply_base: Number<0, 1> = Number::new(1), "reply-base", wrong [0];
        /// The number of the first cell in an analysis.
        analysis_base: Number<0, 1> = Number::new(0), "analysis-base", wrong [1];
        /// From which number cells are counted in the best move.
        best_base: enum BestBase, "best-base", rare ["1", "0"] {
            /// The cells of the best move are counted as those of the scores are.
            AsScores = "as-scores",
            /// The cells of the best move are counted from 1, whatever those of the scores are.
            One = "1",
            /// The cells of the best move are counted from 0, whatever those of the scores are.
            Zero = "0",
        }
        /// How Blue's and Red's stones are shown on the board.
        board_stones: enum BoardStones, "board-stones", rare ["blue-from-1", "swapped", "earlier-left"] {
            /// Blue's stones are shown as 0 to 5, Red's as a to f.
            Published = "published",
            /// Blue's stones are shown as 1 to 6.
            BlueFromOne = "blue-from-1",
            /// Blue's stones are shown as a to f, Red's as 0 to 5.
            Swapped = "swapped",
            /// The board is not cleared: where no stone stands now, the one that an earlier line had there is shown.
            EarlierLeft = "earlier-left",
        }
        /// Whose stones a line names first.
        stones_first: enum StonesFirst, "stones-first", rare ["mover", "mover-in-requests", "mover-unless-over", "mover-in-requests-unless-over"] {
            /// A line names Blue's stones before Red's.
            Blue = "blue",
            /// A line is read as if it named the stones of the side to move before the other's.
            Mover = "mover",
            /// A `get` line is read as if it named the stones of the side to move before the other's.
            MoverInRequests = "mover-in-requests",
            /// A line is read as if it named the stones of the side to move before the other's, and is an error where the game is over that way.
            MoverUnlessOver = "mover-unless-over",
            /// A `get` line is read as if it named the stones of the side to move before the other's, and is an error where the game is over that way.
            MoverInRequestsUnlessOver = "mover-in-requests-unless-over",
        }
        /// What the letter of a cell stands for.
        letters: enum Letters, "letters",
            rare ["rows-in-replies", "rows", "numbers-in-replies", "numbers-in-moves",
                "numbers-in-arrangements", "at-for-e"] {
            /// The letter of a cell is that of its column.
            Columns = "columns",
            /// The letter of a cell in a reply is that of its row, and the digit that of its column.
            RowsInReplies = "rows-in-replies",
            /// The letter of a cell, read or written, is taken as that of its row, and the digit as that of its column.
            Rows = "rows",
            /// Cells in a reply are numbers, also where those of the request are in letters.
            NumbersInReplies = "numbers-in-replies",
            /// Cells in the reply to `get` are numbers, also where those of the request are in letters.
            NumbersInMoves = "numbers-in-moves",
            /// Cells in the reply to `ini` are numbers, also in the lettered dialect.
            NumbersInArrangements = "numbers-in-arrangements",
            /// A cell of column E has @ for its letter in a reply, and one more for its digit.
            AtForE = "at-for-e",
        }
        /// By what a `get` is taken to be in letters.
        lettered_by: enum LetteredBy, "lettered-by", rare ["first-cell", "last-cell", "ever"] {
            /// A `get` is taken to be in letters if any of its cells is.
            AnyCell = "any-cell",
            /// A `get` is taken to be in letters if its first cell is, so not if that is a removed stone's 0.
            FirstCell = "first-cell",
            /// A `get` is taken to be in letters if its last cell is, so not if that is a removed stone's 0.
            LastCell = "last-cell",
            /// Once a line had letters, replies are in letters to the end, also to a `get` with numbers.
            Ever = "ever",
        }
        /// In which lines before an `ini` it is seen whether its reply is in letters.
        arrangement_as: enum ArrangementAs, "arrangement-as", reading ["cells"], rare ["settings"] {
            /// The reply to `ini` is in letters after any line that only the lettered dialect has, until a `get` has numbers.
            Lines = "lines",
            /// The reply to `ini` is in letters after a `get` with cells in letters, until one has numbers; `time_setting` and the like change nothing.
            Cells = "cells",
            /// The reply to `ini` is in letters after `time_setting` and the like only; a `get` changes nothing.
            Settings = "settings",
        }
        /// What is done at the requests that only the lettered dialect has.
        lettered_requests: enum LetteredRequests, "lettered-requests", rare ["refused", "passed-over"] {
            /// `name`, `version`, `time_setting` and `board_setting` are answered.
            Answered = "answered",
            /// The program ends at `name`, `version`, `time_setting` or `board_setting`, without an answer.
            Refused = "refused",
            /// `name`, `version`, `time_setting` and `board_setting` are passed over without an answer.
            PassedOver = "passed-over",
        }
        /// How long a line of the input may be.
        line_buffer: enum LineBuffer, "line-buffer", rare ["32", "38", "40"] {
            /// Lines of the input may be as long as they are.
            Enough = "enough",
            /// A line of 32 characters or more is cut, and what is missing of its cells is taken for 0.
            ThirtyTwo = "32",
            /// A line of 38 characters or more is cut, and what is missing of its cells is taken for 0.
            ThirtyEight = "38",
            /// A line of 40 characters or more is cut, and what is missing of its cells is taken for 0.
            Forty = "40",
        }
        /// How scores are printed.
        score_format: enum ScoreFormat, "score-format", rare ["%.5f", "%.4f", "%.3f", "%.1f"] {
            /// Scores have six significant digits, as C's `%g` prints them.
            Significant = "%g",
            /// Scores have six decimals, as C's `%f` prints them.
            Decimals = "%f",
            /// Scores have five significant digits, as C's `%.5g` prints them.
            FiveDigits = "%.5g",
            /// Scores have two decimals, as C's `%.2f` prints them.
            TwoDecimals = "%.2f",
            /// Scores have five decimals, as C's `%.5f` prints them.
            FiveDecimals = "%.5f",
            /// Scores have four decimals, as C's `%.4f` prints them.
            FourDecimals = "%.4f",
            /// Scores have three decimals, as C's `%.3f` prints them.
            ThreeDecimals = "%.3f",
            /// Scores have one decimal, as C's `%.1f` prints them.
            OneDecimal = "%.1f",
        }
        /// For whom scores are printed.
        score_for: enum ScoreFor, "score-for", rare ["blue", "red", "opponent"] {
            /// A move's score is printed for the side that moves.
            Mover = "mover",
            /// A move's score is printed for Blue, whoever moves: Red's have the other sign.
            Blue = "blue",
            /// A move's score is printed for Red, whoever moves: Blue's have the other sign.
            Red = "red",
            /// A move's score is printed for the side that does not move: all have the other sign.
            Opponent = "opponent",
        }
        /// How a score of nothing is printed that the published program negates.
        negated_zero: enum NegatedZero, "negated-zero", reading ["0", "0-at-ends", "0-for-blue"] {
            /// A negated score of zero is printed as -0, as published.
            Signed = "-0",
            /// A negated score of zero is printed as 0.
            Plain = "0",
            /// A negated score of zero is printed as 0 where Blue's move ends the game, else as -0: what
            /// is left is then taken with Red's sign.
            PlainAtEnds = "0-at-ends",
            /// A score of zero is printed as 0 where Blue moves and as -0 where Red does, whose scores are Blue's negated.
            PlainForBlue = "0-for-blue",
        }
        /// Where a stone is taken to stand whose cell is 0.
        removed_stones: enum RemovedStones, "removed-stones", rare ["earlier"] {
            /// A stone whose cell is 0 is not on the board.
            Gone = "gone",
            /// A stone whose cell is 0 is taken to stand where an earlier line has it.
            Earlier = "earlier",
        }
        /// What is named as the best move where there is none.
        no_move: enum NoMove, "no-move", rare ["cell-1", "cell-26-for-red", "stone-1", "refused"] {
            /// Where there is no move to choose, the cell before the first one is named twice: 0 0 in a reply, @1 @1 in one in letters, -1 -1 in an analysis.
            CellZero = "cell-0",
            /// Where there is no move to choose, the first cell is named twice: 1 1 in a reply, A1 A1 in one in letters, 0 0 in an analysis.
            CellOne = "cell-1",
            /// Where there is no move to choose, Blue names the cell before the first one twice, and Red the one after the last: 26 26 in a reply, A6 A6 in one in letters, 25 25 in an analysis.
            Cell26ForRed = "cell-26-for-red",
            /// Where there is no move to choose, stone 1 is moved to the cell before the first one: from cell 3 that is 3 0 in a reply, C1 @1 in one in letters, 2 -1 in an analysis.
            StoneOne = "stone-1",
            /// A line in which there is no move to choose is not answered, and nothing after it.
            Refused = "refused",
        }
        /// How output lines end.
        line_end: LineEnd = LineEnd::Lf, "line-end";
        /// Whether the last line is ended.
        final_newline: FinalNewline = FinalNewline::Yes, "final-newline";
    }
}

impl ScoreFor {
    fn is_for(self, mover: Side) -> bool {
        match self {
            Self::Mover => true,
            Self::Blue => mover == BLUE,
            Self::Red => mover == RED,
            Self::Opponent => false,
        }
    }
}

impl LineBuffer {
    /// How many characters are read at once, the line feed among them.
    fn most(self) -> usize {
        match self {
            Self::Enough => usize::MAX,
            Self::ThirtyTwo => 31,
            Self::ThirtyEight => 37,
            Self::Forty => 39,
        }
    }
}

/// What a program reads of a line, if that is anything to be answered. What is left of it is read as a line by
/// itself, and answered by nobody.
pub fn read<'a>(line: &'a str, text: &Text) -> Option<Cow<'a, str>> {
    let most = text.line_buffer.most();
    if line.len() <= most || !line.is_char_boundary(most) {
        return Some(Cow::Borrowed(line));
    }
    let mut words: Vec<&str> = line[..most].split_ascii_whitespace().collect();
    let is_request = words.first() == Some(&"get");
    if !is_request && words.len() < FIELDS {
        return None;
    }
    if is_request {
        // A letter whose digit is cut off is no cell.
        let is_letter = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
        words.pop_if(|word| is_letter(word));
        words.resize(1 + FIELDS, "0");
    }
    Some(Cow::Owned(words.join(" ")))
}

/// Cells of the board.
const CELLS: u8 = SIDE * SIDE;
/// Fields of an analysis line, and of a `get` line after its first word.
pub const FIELDS: usize = 2 + 2 * STONES;

/// How cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// As numbers from 1.
    Numbers,
    /// As column letter and row digit, `A1` to `E5`.
    Letters,
}

/// One meaningful line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// `ini B`: the arrangement of a side's stones.
    Arrange(Side),
    /// `get …`: the best move.
    Get(State, Dialect),
    /// 14 integers: the scores of all moves.
    Analyse(State),
    /// `exit`.
    Exit,
    /// A request that only wants this answer.
    Constant(&'static str),
}

/// What `name` is answered with.
const NAME: &str = env!("CARGO_PKG_NAME");
/// What `version` is answered with.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first words of the requests.
pub const REQUESTS: [&str; 7] = [
    "ini",
    "get",
    "exit",
    "name",
    "version",
    "time_setting",
    "board_setting",
];

/// Reads a line.
///
/// # Errors
/// What was found and what was expected: an unknown request, a wrong colour, a die outside
/// 1–6, a cell outside the board, two stones in one cell, a mover without stones, a game
/// already won.
pub fn parse_line(line: &str) -> Result<InputLine, Problem> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (request, rest) = words.split_first().unwrap_or((&"", &[]));
    match *request {
        "ini" => match rest {
            [colour] => Ok(InputLine::Arrange(letter_colour(colour)?)),
            _ => Err(fields(rest.len() + 1, "2 fields: ini B or ini R")),
        },
        "get" => parse_get(rest),
        "exit" => constant(rest, 0, InputLine::Exit, "exit alone"),
        "name" => constant(rest, 0, InputLine::Constant(NAME), "name alone"),
        "version" => constant(rest, 0, InputLine::Constant(VERSION), "version alone"),
        "time_setting" => constant(rest, 1, InputLine::Constant("1"), "time_setting N"),
        "board_setting" => constant(rest, 2, InputLine::Constant("1"), "board_setting 5 6"),
        _ if integer(request).is_ok() => parse_analysis(line),
        other => {
            let expected = format!("{} or {FIELDS} integers", REQUESTS.join(", "));
            Err(Problem::new(quote(other), expected))
        }
    }
}

fn fields(found: usize, expected: &str) -> Problem {
    Problem::new(format!("{found} fields"), expected)
}

/// A request whose `count` arguments are integers that change nothing.
fn constant(
    rest: &[&str],
    count: usize,
    line: InputLine,
    expected: &str,
) -> Result<InputLine, Problem> {
    if rest.len() != count {
        return Err(fields(rest.len() + 1, expected));
    }
    for word in rest {
        integer(word)?;
    }
    Ok(line)
}

fn letter_colour(word: &str) -> Result<Side, Problem> {
    match word {
        "B" => Ok(BLUE),
        "R" => Ok(RED),
        other => Err(Problem::new(
            format!("colour {}", quote(other)),
            "colour B or R",
        )),
    }
}

fn parse_get(words: &[&str]) -> Result<InputLine, Problem> {
    if words.len() != FIELDS {
        let expected = format!("{} fields: get colour die b1 … b6 r1 … r6", FIELDS + 1);
        return Err(fields(words.len() + 1, &expected));
    }
    let mover = letter_colour(words[0])?;
    let die = integer(words[1])?;
    let is_letter = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    let dialect = if words[2..].iter().any(is_letter) {
        Dialect::Letters
    } else {
        Dialect::Numbers
    };
    let mut cells = [0; 2 * STONES];
    for (cell, word) in cells.iter_mut().zip(&words[2..]) {
        *cell = match dialect {
            Dialect::Numbers => integer(word)?,
            Dialect::Letters => letter_cell(word)?,
        };
    }
    Ok(InputLine::Get(checked_state(mover, die, &cells)?, dialect))
}

/// Reads `A1` to `E5`, or `0` for a removed stone.
///
/// # Errors
/// What was found and what was expected.
pub fn letter_cell(word: &str) -> Result<i64, Problem> {
    match word.as_bytes() {
        b"0" => Ok(0),
        [column @ b'A'..=b'E', row @ b'1'..=b'5'] => {
            Ok(i64::from((row - b'1') * SIDE + (column - b'A') + 1))
        }
        _ => Err(Problem::new(quote(word), "a cell from A1 to E5, or 0")),
    }
}

fn parse_analysis(line: &str) -> Result<InputLine, Problem> {
    let numbers = integers::<FIELDS>(line, "colour die b1 … b6 r1 … r6")?;
    let mover = match numbers[0] {
        0 => BLUE,
        1 => RED,
        other => return Err(Problem::new(format!("colour {other}"), "colour 0 or 1")),
    };
    let state = checked_state(mover, numbers[1], &numbers[2..])?;
    Ok(InputLine::Analyse(state))
}

/// Builds the state, or says why it is none that a move can be asked for.
fn checked_state(mover: Side, die: i64, numbers: &[i64]) -> Result<State, Problem> {
    let faces = 1..=STONES as u8;
    let die = u8::try_from(die)
        .ok()
        .filter(|die| faces.contains(die))
        .ok_or_else(|| Problem::new(format!("die {die}"), format!("a die from 1 to {STONES}")))?;
    let mut state = State {
        cells: [[0; STONES]; 2],
        mover,
        die: Some(die),
    };
    let mut seen = HashSet::new();
    for (cell, &number) in state.cells.as_flattened_mut().iter_mut().zip(numbers) {
        *cell = u8::try_from(number)
            .ok()
            .filter(|&cell| cell <= CELLS)
            .ok_or_else(|| {
                Problem::new(
                    format!("cell {number}"),
                    format!("a cell from 0 to {CELLS}"),
                )
            })?;
        if *cell != 0 && !seen.insert(*cell) {
            let found = format!("two stones in cell {cell}");
            return Err(Problem::new(found, "at most one stone in a cell"));
        }
    }
    if state.cells[mover.index()] == [0; STONES] {
        let found = format!("no stones of {}", colour_name(mover));
        return Err(Problem::new(found, "a mover with stones"));
    }
    still_played(state)
}

/// A position of a game that nobody has won. Whatever rules a program plays by, its input is a
/// position of the published game.
fn still_played(state: State) -> Result<State, Problem> {
    static PUBLISHED: LazyLock<Ewn> = LazyLock::new(Ewn::default);
    match PUBLISHED.winner(&state) {
        Some(winner) => {
            let found = format!("a game that {} has won", colour_name(winner));
            Err(Problem::new(found, "a game still going on"))
        }
        None => Ok(state),
    }
}

/// Reads a position for perft: an analysis line or a numeric or lettered `get` line.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_position(text: &str) -> Result<State, Problem> {
    Ok(State {
        die: None,
        ..asked(text)?.0
    })
}

/// The position of a line that asks for a move, and how its cells are written.
fn asked(line: &str) -> Result<(State, Dialect), Problem> {
    match parse_line(line)? {
        InputLine::Get(state, dialect) => Ok((state, dialect)),
        InputLine::Analyse(state) => Ok((state, Dialect::Numbers)),
        _ => {
            let expected = format!("a get line or {FIELDS} integers");
            Err(Problem::new(quote(line), expected))
        }
    }
}

/// Reads a position to solve, and how its cells are written: an analysis line or a `get`
/// line, of which the word `get` may be left out; the die is `0` or `-` when it is yet to be
/// rolled.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_unsolved(text: &str) -> Result<(State, Dialect), Problem> {
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    if matches!(words.first(), Some(&("B" | "R"))) {
        words.insert(0, "get");
    }
    let die = usize::from(words.first() == Some(&"get")) + 1;
    let is_rolled = !matches!(words.get(die), Some(&("0" | "-")));
    if !is_rolled {
        words[die] = "1";
    }
    let (state, dialect) = asked(&words.join(" "))?;
    let die = state.die.filter(|_| is_rolled);
    Ok((State { die, ..state }, dialect))
}

/// `Blue` or `Red`.
pub fn colour_name(player: Side) -> &'static str {
    if player == BLUE { "Blue" } else { "Red" }
}

/// A cell as a dialect writes it, numbered from `base`.
pub fn cell_name(cell: u8, dialect: Dialect, base: u8) -> String {
    match dialect {
        Dialect::Numbers => (cell - 1 + base).to_string(),
        Dialect::Letters => {
            let column = char::from(b'A' + (cell - 1) % SIDE);
            format!("{column}{}", (cell - 1) / SIDE + 1)
        }
    }
}

/// The reply to `ini`: six cells for stones 1–6.
pub fn arrangement_reply(cells: [u8; STONES], dialect: Dialect, text: &Text) -> String {
    let dialect = match text.letters {
        Letters::NumbersInArrangements => Dialect::Numbers,
        _ => dialect,
    };
    cells.map(|cell| named(cell, dialect, text, 1)).join(" ")
}

/// A cell as a reply names it.
fn named(cell: u8, dialect: Dialect, text: &Text, base: u8) -> String {
    let (cell, dialect) = match (dialect, text.letters) {
        (_, Letters::NumbersInReplies) => (cell, Dialect::Numbers),
        (Dialect::Letters, Letters::Rows | Letters::RowsInReplies) => (turned(cell), dialect),
        _ => (cell, dialect),
    };
    if dialect == Dialect::Letters && text.letters == Letters::AtForE && cell % SIDE == 0 {
        return format!("@{}", cell / SIDE + 1);
    }
    cell_name(cell, dialect, base)
}

/// How the reply to a `get` in a dialect writes cells; `before` is the dialect of the lines so far.
pub fn reply_dialect(state: &State, request: Dialect, before: Dialect, text: &Text) -> Dialect {
    let cells = state.cells.as_flattened();
    let looked_at = match text.lettered_by {
        LetteredBy::AnyCell => None,
        LetteredBy::FirstCell => cells.first(),
        LetteredBy::LastCell => cells.last(),
        LetteredBy::Ever if before == Dialect::Letters => return before,
        LetteredBy::Ever => None,
    };
    match looked_at {
        Some(0) => Dialect::Numbers,
        _ => request,
    }
}

/// The reply to `get`.
pub fn move_reply(chosen: Move, dialect: Dialect, text: &Text) -> String {
    let base = text.reply_base.get() as u8;
    let dialect = match text.letters {
        Letters::NumbersInMoves => Dialect::Numbers,
        _ => dialect,
    };
    let name = |cell| named(cell, dialect, text, base);
    format!("{} {}", name(chosen.from), name(chosen.to))
}

/// A move as the analysis' best move is written: `from to`.
pub fn analysis_move(chosen: Move, text: &Text) -> String {
    let base = match text.best_base {
        BestBase::AsScores => text.analysis_base.get() as u8,
        BestBase::One => 1,
        BestBase::Zero => 0,
    };
    let name = |cell| cell_name(cell, Dialect::Numbers, base);
    format!("{} {}", name(chosen.from), name(chosen.to))
}

/// The analysis of a position of a game: the board, a line for each move's score, the best move.
pub fn analysis(
    game: &Ewn,
    state: &State,
    scores: &[(Move, f64)],
    best: Option<Move>,
    board: &Board,
    text: &Text,
) -> Vec<String> {
    let base = text.analysis_base.get() as u8;
    let name = |cell| cell_name(cell, Dialect::Numbers, base);
    let mut lines = vec!["Board Graph:(a~d: Red chess, 0~5:Blue chess)".to_owned()];
    lines.extend(board.rows());
    lines.push("Estimated game scores for each direction:".to_owned());
    for &(chosen, score) in scores {
        // The original prints the negated value of the opponent's roll, so that a value
        // of zero comes out as -0.
        let score = match game.rules.negation {
            Negation::EachLevel => -(0.0 - score),
            Negation::None => score,
        };
        let score = match text.score_for.is_for(state.mover) {
            true => score,
            false => -score,
        };
        let score = match text.negated_zero {
            NegatedZero::Signed => score,
            NegatedZero::PlainAtEnds if !ends(game, state, chosen) => score,
            NegatedZero::PlainForBlue if state.mover == RED => score,
            // What is negative stays so.
            NegatedZero::Plain | NegatedZero::PlainAtEnds | NegatedZero::PlainForBlue => {
                score + 0.0
            }
        };
        let score = match text.score_format {
            ScoreFormat::Significant => percent_g(score, 6),
            ScoreFormat::FiveDigits => percent_g(score, 5),
            ScoreFormat::Decimals => format!("{score:.6}"),
            ScoreFormat::FiveDecimals => format!("{score:.5}"),
            ScoreFormat::FourDecimals => format!("{score:.4}"),
            ScoreFormat::ThreeDecimals => format!("{score:.3}"),
            ScoreFormat::TwoDecimals => format!("{score:.2}"),
            ScoreFormat::OneDecimal => format!("{score:.1}"),
        };
        lines.push(format!(
            "{score}:Move({},{})",
            name(chosen.from),
            name(chosen.to)
        ));
    }
    let best = match best {
        Some(best) => analysis_move(best, text),
        None => nothing(state, Dialect::Numbers, text.analysis_base, text),
    };
    lines.push(format!("Best Move:{best}"));
    lines
}

/// What is named as the best move where there is none.
pub fn nothing(state: &State, dialect: Dialect, base: Number<0, 1>, text: &Text) -> String {
    let mover = state.mover;
    let (from, to) = match text.no_move {
        NoMove::CellOne => (1, 1),
        NoMove::Cell26ForRed if mover == RED => (CELLS + 1, CELLS + 1),
        NoMove::StoneOne => (state.cells[mover.index()][0], 0),
        _ => (0, 0),
    };
    let name = |cell: u8| match (dialect, cell) {
        (Dialect::Numbers, 0) => (base.get() - 1).to_string(),
        // As C reckons: −1 % 5 is −1, one before A, and −1 / 5 is 0.
        (Dialect::Letters, 0) => "@1".to_owned(),
        _ => cell_name(cell, dialect, base.get() as u8),
    };
    format!("{} {}", name(from), name(to))
}

/// The position that a program takes a line for: a request in a dialect, or an analysis.
///
/// # Errors
/// Such a position may be that of a game already won.
pub fn as_read(mut state: State, request: Option<Dialect>, text: &Text) -> Result<State, Problem> {
    if text.letters == Letters::Rows && request == Some(Dialect::Letters) {
        for cell in state.cells.as_flattened_mut() {
            *cell = turned(*cell);
        }
    }
    let is_mover_first = match text.stones_first {
        StonesFirst::Blue => false,
        StonesFirst::Mover | StonesFirst::MoverUnlessOver => true,
        StonesFirst::MoverInRequests | StonesFirst::MoverInRequestsUnlessOver => request.is_some(),
    };
    if is_mover_first && state.mover == RED {
        state.cells.swap(0, 1);
    }
    match text.stones_first {
        StonesFirst::MoverUnlessOver | StonesFirst::MoverInRequestsUnlessOver => {
            still_played(state)
        }
        StonesFirst::Blue | StonesFirst::Mover | StonesFirst::MoverInRequests => Ok(state),
    }
}

/// The position with its removed stones where they stood before, which are kept for the next line.
///
/// # Errors
/// Such a position may be that of a game already won.
pub fn with_earlier(
    mut state: State,
    earlier: &mut [[u8; STONES]; 2],
    text: &Text,
) -> Result<State, Problem> {
    if text.removed_stones == RemovedStones::Gone {
        return Ok(state);
    }
    let cells = state.cells.as_flattened_mut();
    for (cell, &stood) in cells.iter_mut().zip(earlier.as_flattened()) {
        if *cell == 0 {
            *cell = stood;
        }
    }
    *earlier = state.cells;
    still_played(state)
}

/// A cell with its row and column exchanged.
fn turned(cell: u8) -> u8 {
    match cell.checked_sub(1) {
        Some(index) => index % SIDE * SIDE + index / SIDE + 1,
        None => 0,
    }
}

/// Whether a move of Blue's ends the game.
fn ends(game: &Ewn, state: &State, chosen: Move) -> bool {
    state.mover == BLUE && game.winner(&game.play(state, chosen)).is_some()
}

/// What an analysis shows on each cell: Blue's stones as `0`–`5`, Red's as `a`–`f`.
#[derive(Clone)]
pub struct Board([&'static str; CELLS as usize]);

impl Board {
    /// Without stones.
    pub fn empty() -> Self {
        Self(["."; CELLS as usize])
    }

    /// Sets a line's stones.
    pub fn set(&mut self, state: &State, text: &Text) {
        const DIGITS: [&str; STONES] = ["0", "1", "2", "3", "4", "5"];
        const LETTERS: [&str; STONES] = ["a", "b", "c", "d", "e", "f"];
        let names = match text.board_stones {
            BoardStones::BlueFromOne => [["1", "2", "3", "4", "5", "6"], LETTERS],
            BoardStones::Swapped => [LETTERS, DIGITS],
            _ => [DIGITS, LETTERS],
        };
        if text.board_stones != BoardStones::EarlierLeft {
            *self = Self::empty();
        }
        for (&cell, name) in state.cells.as_flattened().iter().zip(names.as_flattened()) {
            if cell != 0 {
                self.0[usize::from(cell) - 1] = name;
            }
        }
    }

    /// Five lines.
    fn rows(&self) -> impl Iterator<Item = String> {
        self.0.chunks(SIDE.into()).map(|row| row.join(" "))
    }
}
