//! Input actions that are answered with an error, one kind after the other: each check that
//! fails alone, pairs of checks that fail together, and what careless checks let through.

use crate::game::{Game, Side};
use crate::games::checkers::attempt::Attempt;
use crate::games::checkers::rules::{Man, SIDE};
use crate::games::checkers::text::{action_name, cell_name};
use crate::games::checkers::{Checkers, Rules, State};
use crate::random::Random;

/// What is wrong with an input action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorKind {
    BothOutside,
    SourceOutsideTargetTaken,
    SourceOutside,
    TargetOutsideSourceEmpty,
    TargetOutsideOpponent,
    TargetOutside,
    SourceEmptyTargetTaken,
    SourceEmpty,
    TargetTakenOpponent,
    TargetTaken,
    /// The opponent's man, with an action that it could do in its own turn.
    OpponentAble,
    /// The same with a tower.
    OpponentTower,
    Opponent,
    /// A legal action with small letters.
    SmallLetters,
    /// A legal action with digits for its letters.
    Digits,
}

impl ErrorKind {
    pub(super) const ALL: [Self; 15] = [
        Self::BothOutside,
        Self::SourceOutsideTargetTaken,
        Self::SourceOutside,
        Self::TargetOutsideSourceEmpty,
        Self::TargetOutsideOpponent,
        Self::TargetOutside,
        Self::SourceEmptyTargetTaken,
        Self::SourceEmpty,
        Self::TargetTakenOpponent,
        Self::TargetTaken,
        Self::OpponentAble,
        Self::OpponentTower,
        Self::Opponent,
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
    let cells: Vec<u8> = (0..(SIDE * SIDE) as u8).collect();
    let owner = |cell: u8| state.cells[usize::from(cell)].map(|man| man.owner);
    let (own, other) = (Some(state.mover), Some(state.mover.opponent()));
    let of = |wanted: Option<Side>| -> Vec<u8> {
        cells
            .iter()
            .copied()
            .filter(|&cell| owner(cell) == wanted)
            .collect()
    };
    let some = |wanted: Option<Side>, random: &mut Random| {
        random.pick(&of(wanted)).map(|&cell| cell_name(cell))
    };
    let taken = |random: &mut Random| {
        if random.one_in(2) {
            some(own, random)
        } else {
            some(other, random)
        }
    };
    let (source, target) = match kind {
        ErrorKind::BothOutside => (outside(random), outside(random)),
        ErrorKind::SourceOutsideTargetTaken => (outside(random), taken(random)?),
        ErrorKind::SourceOutside => (outside(random), some(None, random)?),
        ErrorKind::TargetOutsideSourceEmpty => (some(None, random)?, outside(random)),
        ErrorKind::TargetOutsideOpponent => (some(other, random)?, outside(random)),
        ErrorKind::TargetOutside => (some(own, random)?, outside(random)),
        ErrorKind::SourceEmptyTargetTaken => (some(None, random)?, taken(random)?),
        ErrorKind::SourceEmpty => (some(None, random)?, some(None, random)?),
        ErrorKind::TargetTakenOpponent => (some(other, random)?, taken(random)?),
        ErrorKind::TargetTaken => (some(own, random)?, taken(random)?),
        ErrorKind::Opponent => (some(other, random)?, some(None, random)?),
        ErrorKind::OpponentAble => return opponent_able(game, state, |_| true, random),
        ErrorKind::OpponentTower => {
            return opponent_able(game, state, |man| man.tower, random);
        }
        ErrorKind::SmallLetters => {
            let legal = able(game, state, |_| true, random)?;
            return Some(legal.to_ascii_lowercase());
        }
        ErrorKind::Digits => {
            let digit = |letter| match letter {
                'A'..='H' => char::from(letter as u8 - b'A' + b'1'),
                other => other,
            };
            let legal = able(game, state, |_| true, random)?;
            return Some(legal.chars().map(digit).collect());
        }
    };
    (source != target).then(|| format!("{source}-{target}"))
}

/// What the opponent could do with such a man if it were its turn.
fn opponent_able(
    game: &Checkers,
    state: &State,
    is_wanted: fn(Man) -> bool,
    random: &mut Random,
) -> Option<String> {
    let turned = state.with_mover(state.mover.opponent());
    able(game, &turned, is_wanted, random)
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

/// An action of an own man to an empty cell that one of the careless programs lets through, and
/// now and then as many of the others as possible.
pub(super) fn careless_line(
    game: &Checkers,
    state: &State,
    program: &Rules,
    careless: &[Rules],
    random: &mut Random,
) -> Option<String> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let is_legal = |from, to| {
        legal
            .iter()
            .any(|action| (action.from, action.to) == (from, to))
    };
    let cells = 0..(SIDE * SIDE) as u8;
    let empty = |&cell: &u8| state.cells[usize::from(cell)].is_none();
    let pairs = cells
        .clone()
        .flat_map(|from| cells.clone().filter(empty).map(move |to| (from, to)));
    let tempting: Vec<(usize, u8, u8)> = pairs
        .filter_map(|(from, to)| {
            let attempt = Attempt::new(state, from, to)?;
            let lets = |rules: &&Rules| attempt.let_through(rules).is_some();
            (lets(&program) && !is_legal(from, to))
                .then(|| (careless.iter().filter(lets).count(), from, to))
        })
        .collect();
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
