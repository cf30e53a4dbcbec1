//! Input actions that are answered with an error, one kind after the other: each check that
//! fails alone, pairs of checks that fail together, and what careless checks let through.

use crate::game::{Game, Side};
use crate::games::checkers::attempt::Attempt;
use crate::games::checkers::rules::{Man, SIDE};
use crate::games::checkers::text::{action_name, cell_name};
use crate::games::checkers::{Checkers, Rules, State};
use crate::random::Random;

use super::{CheckersSource, ways};

/// What is wrong with an input action.
#[derive(Clone, Copy)]
pub(super) enum ErrorKind {
    /// Its cells.
    Cells(Spot, Spot),
    /// The opponent's man, with an action that it could do in its own turn.
    OpponentAble,
    /// The same with a tower.
    OpponentTower,
    /// A legal action with small letters.
    SmallLetters,
    /// A legal action with digits for its letters.
    Digits,
}

/// Which cell an action names.
#[derive(Clone, Copy)]
pub(super) enum Spot {
    Outside,
    Empty,
    Own,
    Other,
    /// An own man's, or the opponent's.
    Taken,
}

impl ErrorKind {
    pub(super) const ALL: [Self; 15] = [
        Self::Cells(Spot::Outside, Spot::Outside),
        Self::Cells(Spot::Outside, Spot::Taken),
        Self::Cells(Spot::Outside, Spot::Empty),
        Self::Cells(Spot::Empty, Spot::Outside),
        Self::Cells(Spot::Other, Spot::Outside),
        Self::Cells(Spot::Own, Spot::Outside),
        Self::Cells(Spot::Empty, Spot::Taken),
        Self::Cells(Spot::Empty, Spot::Empty),
        Self::Cells(Spot::Other, Spot::Taken),
        Self::Cells(Spot::Own, Spot::Taken),
        Self::OpponentAble,
        Self::OpponentTower,
        Self::Cells(Spot::Other, Spot::Empty),
        Self::SmallLetters,
        Self::Digits,
    ];
}

/// A cell name outside of the board: a column or a row too far, a row of two digits, row 0,
/// a small letter, a digit for a letter.
fn outside(random: &mut Random) -> String {
    let column = char::from(b'A' + random.below(SIDE) as u8);
    let row = 1 + random.below(SIDE);
    match random.below(9) {
        0 => format!("{column}{}", SIDE + 1),
        1 | 2 => format!("{column}0"),
        3 | 4 => format!("{column}{}", random.between(10, 18)),
        5 => format!("{}{row}", column.to_ascii_lowercase()),
        6 => format!("{}{row}", 1 + random.below(SIDE)),
        _ => format!("{}{row}", char::from(b'A' + (SIDE + random.below(4)) as u8)),
    }
}

/// An input line with that error in a position; none when no men stand so.
pub(super) fn line(
    game: &Checkers,
    state: &State,
    kind: ErrorKind,
    random: &mut Random,
) -> Option<String> {
    let some = |wanted: Option<Side>, random: &mut Random| {
        let owner = |cell: u8| state.cells[usize::from(cell)].map(|man| man.owner);
        let cells = (0..(SIDE * SIDE) as u8).filter(|&cell| owner(cell) == wanted);
        let cells: Vec<u8> = cells.collect();
        random.pick(&cells).map(|&cell| cell_name(cell))
    };
    let (own, other) = (Some(state.mover), Some(state.mover.opponent()));
    let named = |spot: Spot, random: &mut Random| match spot {
        Spot::Outside => Some(outside(random)),
        Spot::Empty => some(None, random),
        Spot::Own => some(own, random),
        Spot::Other => some(other, random),
        Spot::Taken if random.one_in(2) => some(own, random),
        Spot::Taken => some(other, random),
    };
    let turned = || state.with_mover(state.mover.opponent());
    match kind {
        ErrorKind::Cells(source, target) => {
            let (source, target) = (named(source, random)?, named(target, random)?);
            (source != target).then(|| format!("{source}-{target}"))
        }
        ErrorKind::OpponentAble => able(game, &turned(), |_| true, random),
        ErrorKind::OpponentTower => able(game, &turned(), |man| man.tower, random),
        ErrorKind::SmallLetters => {
            let legal = able(game, state, |_| true, random)?;
            Some(legal.to_ascii_lowercase())
        }
        ErrorKind::Digits => {
            let digit = |letter| match letter {
                'A'..='H' => char::from(letter as u8 - b'A' + b'1'),
                other => other,
            };
            let legal = able(game, state, |_| true, random)?;
            Some(legal.chars().map(digit).collect())
        }
    }
}

/// What the player to move can do with such a man.
fn able(
    game: &Checkers,
    state: &State,
    is_wanted: fn(Man) -> bool,
    random: &mut Random,
) -> Option<String> {
    let mut actions = game.all_moves(state);
    actions.retain(|action| state.cells[usize::from(action.from)].is_some_and(is_wanted));
    random.pick(&actions).map(|&action| action_name(action))
}

impl CheckersSource {
    /// An action of an own man to an empty cell that one of the careless programs lets through, and
    /// now and then as many of the others as possible.
    pub(super) fn careless_line(
        &self,
        state: &State,
        program: &Rules,
        random: &mut Random,
    ) -> Option<String> {
        let legal = self.game.all_moves(state);
        let is_legal = |(from, to)| {
            legal
                .iter()
                .any(|action| (action.from, action.to) == (from, to))
        };
        let tempting = ways(state).into_iter().filter_map(|(from, to)| {
            let attempt = Attempt::new(state, from, to)?;
            let lets = |rules: &&Rules| attempt.let_through(rules).is_some();
            (lets(&program) && !is_legal((from, to)))
                .then(|| (self.careless.iter().filter(lets).count(), from, to))
        });
        let tempting: Vec<(usize, u8, u8)> = tempting.collect();
        let most = tempting.iter().map(|(count, ..)| *count).max()?;
        // What few let through tells them from each other.
        let least = if random.one_in(2) { most } else { 0 };
        let best: Vec<_> = tempting
            .into_iter()
            .filter(|(count, ..)| *count >= least)
            .collect();
        let &(_, from, to) = random.pick(&best)?;
        Some(format!("{}-{}", cell_name(from), cell_name(to)))
    }
}
