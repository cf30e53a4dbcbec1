//! Input actions: how their cells are read, and what they are checked for.

use super::Conversation;
use crate::games::checkers::attempt::{Attempt, unchecked};
use crate::games::checkers::rules::{
    CellReading, ColumnNames, CommandReading, DistanceCheck, ErrorOrder, FirstMover, LongLines,
    OpponentCheck, RowZero, Rules,
};
use crate::games::checkers::text::{self, Apostrophe, Cell, Command};
use crate::games::checkers::{Action, State};
use crate::protocol::Flow;

/// The action that incomplete checks for illegal ones let the mover's man do.
fn let_through(rules: &Rules, state: &State, source: Cell, target: Cell) -> Option<Action> {
    Attempt::new(state, source?, target?)?.let_through(rules)
}

/// The checks that an input action must pass, in the published order.
const CHECKS: [Check; 6] = [
    Check::SourceOutside,
    Check::TargetOutside,
    Check::SourceEmpty,
    Check::TargetTaken,
    Check::Opponent,
    Check::Illegal,
];

/// One of the checks that an input action must pass.
#[derive(Clone, Copy)]
pub(super) enum Check {
    SourceOutside,
    TargetOutside,
    SourceEmpty,
    TargetTaken,
    Opponent,
    Illegal,
}

/// The checks in the order that the rules name.
fn checks(order: ErrorOrder) -> [Check; 6] {
    let places = match order {
        ErrorOrder::Published => [0, 1, 2, 3, 4, 5],
        ErrorOrder::SourceFirst => [0, 2, 4, 1, 3, 5],
        ErrorOrder::TargetOutsideFirst => [1, 0, 2, 3, 4, 5],
        ErrorOrder::SourceOutsideSourceEmpty => [2, 1, 0, 3, 4, 5],
        ErrorOrder::SourceOutsideTargetTaken => [3, 1, 2, 0, 4, 5],
        ErrorOrder::SourceOutsideOpponent => [4, 1, 2, 3, 0, 5],
        ErrorOrder::SourceOutsideIllegal => [5, 1, 2, 3, 4, 0],
        ErrorOrder::TargetOutsideSourceEmpty => [0, 2, 1, 3, 4, 5],
        ErrorOrder::TargetOutsideTargetTaken => [0, 3, 2, 1, 4, 5],
        ErrorOrder::TargetOutsideOpponent => [0, 4, 2, 3, 1, 5],
        ErrorOrder::TargetOutsideIllegal => [0, 5, 2, 3, 4, 1],
        ErrorOrder::SourceEmptyTargetTaken => [0, 1, 3, 2, 4, 5],
        ErrorOrder::SourceEmptyOpponent => [0, 1, 4, 3, 2, 5],
        ErrorOrder::SourceEmptyIllegal => [0, 1, 5, 3, 4, 2],
        ErrorOrder::TargetTakenOpponent => [0, 1, 2, 4, 3, 5],
        ErrorOrder::TargetTakenIllegal => [0, 1, 2, 5, 4, 3],
        ErrorOrder::OpponentIllegal => [0, 1, 2, 3, 5, 4],
        ErrorOrder::ByTurns => [0, 2, 1, 4, 3, 5],
        ErrorOrder::TargetBeforeSource => [1, 0, 3, 2, 4, 5],
        ErrorOrder::TargetTakenLast => [0, 1, 2, 4, 5, 3],
        ErrorOrder::SourceEmptyLast => [0, 1, 3, 4, 5, 2],
    };
    places.map(|place: usize| CHECKS[place])
}

impl Check {
    /// What an error line says.
    pub(super) fn message(self, apostrophe: Apostrophe) -> &'static str {
        match self {
            Check::SourceOutside => "Source cell is outside of the board.",
            Check::TargetOutside => "Target cell is outside of the board.",
            Check::SourceEmpty => "Source cell is empty.",
            Check::TargetTaken => "Target cell is not empty.",
            Check::Opponent => match apostrophe {
                Apostrophe::Plain => "Source cell holds opponent's piece/tower.",
                Apostrophe::Curly => "Source cell holds opponent’s piece/tower.",
            },
            Check::Illegal => "Illegal action.",
        }
    }
}

/// Whether an action line is not of the length of `G6-F5`.
pub(super) fn is_long(line: &str) -> bool {
    line.chars().count() != 5
}

/// Whether both columns of an action line of the right length are letters.
pub(super) fn has_letters(line: &str) -> bool {
    let mut columns = line.chars().step_by(3);
    columns.all(|column| column.is_ascii_alphabetic())
}

/// An input action as the rules read it.
struct Asked {
    source: Cell,
    target: Cell,
    /// The source is outside, but taken for a cell of the opponent's.
    is_source_alien: bool,
    /// The target is outside, but taken for a cell that is not empty.
    is_target_taken: bool,
    /// The source, or the target, is outside, but taken for an empty cell.
    are_empty: [bool; 2],
}

impl Conversation {
    /// What becomes of an action line that is not read as one: the command that it is taken
    /// for, or nothing but whether reading goes on.
    pub(super) fn passed_over(&self, line: &str) -> Option<Result<Command, Flow>> {
        /// Where the `-` is in `G6-F5`.
        const DASH: usize = 2;
        let is_scanned = self.rules.cell_reading == CellReading::Scanned;
        let is_cut = is_scanned && line.chars().nth(DASH) != Some('-');
        let is_long = is_long(line);
        if self.rules.command_reading == CommandReading::FirstLetter && line.starts_with('A') {
            return Some(Ok(Command::Next));
        }
        let is_digit = line.starts_with(|first: char| first.is_ascii_digit());
        let is_end = self.rules.column_names == ColumnNames::DigitsEndInput && is_digit;
        if is_end && self.actions > 0 {
            return Some(Err(Flow::Stop));
        }
        let (obeys, flow) = match self.rules.long_lines {
            LongLines::Skipped if is_long => (false, Flow::Continue),
            LongLines::EndInput if is_long => (false, Flow::Stop),
            LongLines::Commands if is_long => (true, Flow::Continue),
            _ if is_cut => (true, Flow::Stop),
            _ => return None,
        };
        Some(match line.chars().next() {
            Some('A') if obeys => Ok(Command::Next),
            Some('P') if obeys => Ok(Command::Play),
            _ => Err(flow),
        })
    }

    /// The action that a line asks for, or the first check that it fails.
    pub(super) fn asked(
        &mut self,
        line: &str,
        source: Cell,
        target: Cell,
    ) -> Result<Action, Check> {
        let asked = self.read(line, source, target);
        self.settle_first_mover(asked.source);
        self.checked(&asked)
    }

    /// A line's cells; `source` and `target` are the right ones.
    fn read(&self, line: &str, source: Cell, target: Cell) -> Asked {
        if self.rules.long_lines == LongLines::Repeated && (is_long(line) || !has_letters(line)) {
            let (from, to) = self.last.map_or((0, 0), |(last, _)| (last.from, last.to));
            return Asked {
                source: Some(from),
                target: Some(to),
                is_source_alien: false,
                is_target_taken: false,
                are_empty: [false; 2],
            };
        }
        let names = self.rules.column_names;
        let (source, target) = match self.rules.cell_reading {
            CellReading::Whole => text::cells_named(line, names).unwrap_or((source, target)),
            CellReading::FirstDigit => {
                text::cells_by_first_digit(line, names).unwrap_or((source, target))
            }
            CellReading::Position | CellReading::Scanned => text::cells_by_position(line, names),
        };
        let (is_source_zero, is_target_zero) = text::are_in_row_zero(line);
        let row_zero = self.rules.row_zero;
        let (is_source_beyond, is_target_beyond) = text::are_beyond(line, self.rules.beyond);
        Asked {
            source,
            target,
            is_source_alien: is_source_zero
                && matches!(row_zero, RowZero::TargetOnly | RowZero::Nowhere),
            is_target_taken: is_target_zero
                && matches!(row_zero, RowZero::SourceOnly | RowZero::Nowhere)
                || is_target_beyond && self.rules.beyond.is_taken(),
            are_empty: [
                is_source_zero && row_zero == RowZero::Empty || is_source_beyond,
                is_target_zero && row_zero == RowZero::Empty || is_target_beyond,
            ],
        }
    }

    /// The action to carry out, or the first check that it fails.
    fn checked(&self, asked: &Asked) -> Result<Action, Check> {
        let &Asked { source, target, .. } = asked;
        if let (DistanceCheck::Unchecked, Some(from), Some(to)) =
            (self.rules.distance_check, source, target)
        {
            return Ok(unchecked(from, to));
        }
        let man = |cell: Cell| self.state.cells[usize::from(cell?)];
        let opponents = man(source).filter(|man| man.owner != self.state.mover);
        let is_unnoticed = opponents.is_some_and(|man| match self.rules.opponent_check {
            OpponentCheck::Own | OpponentCheck::Illegal | OpponentCheck::TowersIllegal => false,
            OpponentCheck::Allowed => true,
            OpponentCheck::TowersAllowed => man.tower,
        });
        let as_mover = match is_unnoticed {
            true => self.state.with_mover(self.state.mover.opponent()),
            false => self.state.clone(),
        };
        let legal = |from: u8, to: u8| self.board.find(&as_mover, from.into(), to.into());
        let action = source
            .zip(target)
            .and_then(|(from, to)| legal(from, to))
            .or_else(|| let_through(&self.rules, &self.state, source, target));
        let is_reported = match self.rules.opponent_check {
            OpponentCheck::Illegal => false,
            OpponentCheck::TowersIllegal => opponents.is_some_and(|man| !man.tower),
            _ => !is_unnoticed,
        };
        let fails = |check: &Check| match check {
            Check::SourceOutside => {
                source.is_none() && !asked.is_source_alien && !asked.are_empty[0]
            }
            Check::TargetOutside => {
                target.is_none() && !asked.is_target_taken && !asked.are_empty[1]
            }
            Check::SourceEmpty => asked.are_empty[0] || source.is_some() && man(source).is_none(),
            Check::TargetTaken => asked.is_target_taken || man(target).is_some(),
            Check::Opponent => asked.is_source_alien || opponents.is_some() && is_reported,
            Check::Illegal => action.is_none(),
        };
        match checks(self.rules.error_order).into_iter().find(fails) {
            Some(failed) => Err(failed),
            None => action.ok_or(Check::Illegal),
        }
    }

    /// Lets the owner of the first action's man begin, where the rules have it so.
    fn settle_first_mover(&mut self, source: Cell) {
        if self.rules.first_mover == FirstMover::Owner
            && self.actions == 0
            && let Some(cell) = source
            && let Some(man) = self.state.cells[usize::from(cell)]
        {
            self.state.mover = man.owner;
        }
    }
}
