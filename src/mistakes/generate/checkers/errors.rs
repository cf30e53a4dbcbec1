//! Input actions that are answered with an error, one kind after the other: each check that
//! fails alone, and pairs of checks that fail together.

use crate::game::{Game, Player};
use crate::games::checkers::rules::{BLACK, SIDE};
use crate::games::checkers::text::cell_name;
use crate::games::checkers::{Checkers, State};

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
    Opponent,
    Backward,
    BackwardJump,
    Straight,
    Crooked,
    Far,
    EmptyJump,
    OwnJump,
    /// Any other action that the rules do not have.
    Illegal,
}

impl ErrorKind {
    pub const ALL: [Self; 20] = [
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
        Self::Opponent,
        Self::Backward,
        Self::BackwardJump,
        Self::Straight,
        Self::Crooked,
        Self::Far,
        Self::EmptyJump,
        Self::OwnJump,
        Self::Illegal,
    ];
}

/// A cell name outside of the board: a column or a row too far, a row of two digits, row 0,
/// a small letter.
fn outside(random: &mut Random) -> String {
    let column = char::from(b'A' + random.below(SIDE) as u8);
    let row = 1 + random.below(SIDE);
    match random.below(7) {
        0 | 1 => format!("{column}{}", SIDE + 1),
        2 => format!("{column}0"),
        3 => format!("{column}{}", random.between(10, 18)),
        4 => format!("{}{row}", column.to_ascii_lowercase()),
        _ => format!("{}{row}", char::from(b'A' + (SIDE + random.below(4)) as u8)),
    }
}

/// Rows down and columns right from one cell to another.
fn way(from: u8, to: u8) -> (i32, i32) {
    let side = SIDE as i32;
    let (from, to) = (i32::from(from), i32::from(to));
    (to / side - from / side, to % side - from % side)
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
    let of = |wanted: Option<Player>| -> Vec<u8> {
        cells
            .iter()
            .copied()
            .filter(|&cell| owner(cell) == wanted)
            .collect()
    };
    let some = |wanted: Option<Player>, random: &mut Random| {
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
        ErrorKind::OpponentAble => return opponent_able(game, state, random),
        _ => return illegal(state, kind, &of(own), &of(None), random),
    };
    (source != target).then(|| format!("{source}-{target}"))
}

/// What the opponent could do if it were its turn.
fn opponent_able(game: &Checkers, state: &State, random: &mut Random) -> Option<String> {
    let mut actions = Vec::new();
    game.moves(&state.with_mover(state.mover.opponent()), &mut actions);
    let action = random.pick(&actions)?;
    Some(format!(
        "{}-{}",
        cell_name(action.from),
        cell_name(action.to)
    ))
}

/// An action of an own man to an empty cell that fails for one reason.
fn illegal(
    state: &State,
    kind: ErrorKind,
    own: &[u8],
    empty: &[u8],
    random: &mut Random,
) -> Option<String> {
    let man = |cell: u8| state.cells[usize::from(cell)];
    let is_wanted = |from: u8, to: u8| {
        let (down, right) = way(from, to);
        let (rows, columns) = (down.abs(), right.abs());
        let is_tower = man(from).is_some_and(|man| man.tower);
        let is_forward = is_tower || down != 0 && (down < 0) == (state.mover == BLACK);
        let over = (rows == 2 && columns == 2)
            .then(|| man(from.midpoint(to)))
            .flatten();
        let is_over_empty = rows == 2 && columns == 2 && over.is_none();
        let is_over_own = over.is_some_and(|man| man.owner == state.mover);
        match kind {
            ErrorKind::Backward => !is_forward && rows == 1 && columns == 1,
            ErrorKind::BackwardJump => {
                !is_forward && over.is_some_and(|man| man.owner != state.mover)
            }
            ErrorKind::Straight => rows <= 2 && columns == 0 && is_forward,
            ErrorKind::Crooked => {
                rows != columns && rows.max(columns) == 2 && rows.min(columns) == 1 && is_forward
            }
            ErrorKind::Far => rows == columns && rows > 2 && is_forward,
            ErrorKind::EmptyJump => is_over_empty && is_forward,
            ErrorKind::OwnJump => is_over_own && is_forward,
            _ => rows != columns && rows.max(columns) > 2,
        }
    };
    let pairs = own
        .iter()
        .flat_map(|&from| empty.iter().map(move |&to| (from, to)));
    let wanted: Vec<(u8, u8)> = pairs.filter(|&(from, to)| is_wanted(from, to)).collect();
    let &(from, to) = random.pick(&wanted)?;
    Some(format!("{}-{}", cell_name(from), cell_name(to)))
}
