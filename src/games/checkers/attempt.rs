//! An input action that is not legal, and which incomplete checks let it through. The checks come
//! from reading what students hand in.

use super::rules::{
    Action, BLACK, BackwardCheck, Checkers, DistanceCheck, JumpCheck, Man, Prey, Rules, SIDE,
    State, WHITE,
};
use crate::options::{Setting, Values};

/// These rules with one check for illegal actions incomplete, for each that programs have, but
/// for the rarest.
pub(super) fn careless(right: &Rules) -> Vec<Rules> {
    let mut careless = Vec::new();
    let rare = [
        DistanceCheck::Corner,
        DistanceCheck::KnightStays,
        DistanceCheck::Unchecked,
    ];
    let distances = values().filter(|check| !rare.contains(check));
    careless.extend(distances.map(|distance_check| Rules {
        distance_check,
        ..*right
    }));
    careless.extend(values().map(|jump_check| Rules {
        jump_check,
        ..*right
    }));
    careless.extend(values().map(|backward_check| Rules {
        backward_check,
        ..*right
    }));
    careless.retain(|rules| rules != right);
    careless
}

/// The values of a choice.
fn values<T: Setting>() -> impl Iterator<Item = T> {
    let choices = match T::values() {
        Values::Choice(choices) => choices,
        _ => &[],
    };
    choices.iter().filter_map(|choice| T::parse(&choice.name))
}

/// Whether an input action that was hardly checked moves nothing.
pub(super) fn stays(rules: &Rules, action: Action) -> bool {
    let side = SIDE as u8;
    let rows = (action.from / side).abs_diff(action.to / side);
    let columns = (action.from % side).abs_diff(action.to % side);
    match rules.distance_check {
        DistanceCheck::Corner => !matches!(rows, 1 | 2) && action.jumped == 0,
        DistanceCheck::KnightStays => {
            matches!((rows, columns), (1, 2) | (2, 1)) && action.jumped.count_ones() < 2
        }
        _ => false,
    }
}

/// What a program does with an input action that it does not check at all.
pub(super) fn unchecked(from: u8, to: u8) -> Action {
    let side = SIDE as u8;
    let is_over = (from / side).abs_diff(to / side) == 2;
    let half_way = (from / side + to / side) / 2 * side + (from % side + to % side) / 2;
    Action {
        from,
        to,
        jumped: u64::from(is_over) << half_way,
    }
}

/// An own man's way to another cell, as far as programs look at it.
pub(super) struct Attempt {
    from: u8,
    to: u8,
    man: Man,
    /// Rows down, columns to the right.
    way: (i32, i32),
    /// The cell half way, the nearer one where there is none.
    over: u8,
    /// The man there, when the way is of an even number of rows.
    half_way: Option<Man>,
    /// The cell north-west of the southern row and eastern column, and the man there.
    corner: Option<(u8, Man)>,
}

impl Attempt {
    /// The way from one cell to another; none when no man of the mover's stands on the one.
    pub(super) fn new(state: &State, from: u8, to: u8) -> Option<Self> {
        let at = |cell: u8| state.cells[usize::from(cell)];
        let man = at(from).filter(|man| man.owner == state.mover && from != to)?;
        let (side, start, end) = (SIDE as i32, i32::from(from), i32::from(to));
        let way = (end / side - start / side, end % side - start % side);
        let over = start + (way.0 / 2) * side + way.1 / 2;
        let over = u8::try_from(over).expect("a cell between two");
        let southern = (start / side).max(end / side);
        let eastern = (start % side).max(end % side);
        let corner = (southern > 0 && eastern > 0).then_some((southern - 1) * side + eastern - 1);
        let corner = corner.and_then(|cell| u8::try_from(cell).ok());
        Some(Self {
            from,
            to,
            man,
            way,
            over,
            half_way: at(over).filter(|_| way.0 % 2 == 0),
            corner: corner.and_then(|cell| Some((cell, at(cell)?))),
        })
    }

    /// The action that these checks let it be: each of what is wrong with it has to be let
    /// through.
    pub(super) fn let_through(&self, rules: &Rules) -> Option<Action> {
        let is_diagonal = self.way.0.abs() == self.way.1.abs();
        let is_step = is_diagonal && self.way.0.abs() == 1;
        let is_jump = is_diagonal && self.way.0.abs() == 2;
        // What is legal is the board's to carry out, or to refuse by a mistake.
        if (is_step || is_jump && self.is_over_opponent()) && !self.is_back() {
            return None;
        }
        if rules.distance_check == DistanceCheck::Unchecked {
            return Some(unchecked(self.from, self.to));
        }
        let may_go_so_far = self.may_go_so_far(rules);
        let captures_so_far = may_go_so_far
            && match rules.distance_check {
                DistanceCheck::FarCapture => true,
                DistanceCheck::Columns => self.way.0.abs() == 2,
                _ => false,
            };
        let passes = (is_step || is_jump && self.may_jump(rules) || may_go_so_far)
            && (!self.is_back() || self.may_go_back(rules));
        let jumped = self.half_way.is_some() && (is_jump || captures_so_far);
        let jumped = match self.corner.filter(|_| self.is_by_corner(rules)) {
            Some((corner, _)) => u64::from(self.way.0.abs() == 2) << corner,
            None => u64::from(jumped) << self.over,
        };
        passes.then_some(Action {
            from: self.from,
            to: self.to,
            jumped,
        })
    }

    /// Whether a piece goes backwards.
    fn is_back(&self) -> bool {
        !self.man.tower && self.goes_back()
    }

    /// Whether the way goes back to the man's own side.
    fn goes_back(&self) -> bool {
        self.way.0 != 0 && (self.man.owner == BLACK) == (self.way.0 > 0)
    }

    fn is_over_opponent(&self) -> bool {
        self.half_way.is_some_and(|man| man.owner != self.man.owner)
    }

    fn may_go_back(&self, rules: &Rules) -> bool {
        match rules.backward_check {
            BackwardCheck::Complete => false,
            BackwardCheck::Everyone => true,
            BackwardCheck::White => self.man.owner == WHITE,
            BackwardCheck::Black => self.man.owner == BLACK,
            BackwardCheck::Move => self.way.0.abs() == 1,
            BackwardCheck::Capture => self.way.0.abs() == 2 && self.is_over_opponent(),
        }
    }

    fn may_go_so_far(&self, rules: &Rules) -> bool {
        let (rows, columns) = (self.way.0.abs(), self.way.1.abs());
        let is_far = rows == columns && rows > 2;
        let tower = self.man.tower;
        match rules.distance_check {
            DistanceCheck::Complete | DistanceCheck::Unchecked => false,
            DistanceCheck::Crooked => rows != columns && rows.max(columns) <= 2,
            DistanceCheck::Straight => matches!((rows, columns), (0, 2) | (2, 0)),
            DistanceCheck::Sideways => (rows, columns) == (0, 2),
            DistanceCheck::Ahead => (rows, columns) == (2, 0),
            DistanceCheck::Knight | DistanceCheck::KnightStays => {
                matches!((rows, columns), (1, 2) | (2, 1))
            }
            DistanceCheck::PieceKnight => !tower && matches!((rows, columns), (1, 2) | (2, 1)),
            DistanceCheck::Far => is_far,
            DistanceCheck::FarNorth => is_far && self.way.0 < 0,
            DistanceCheck::FarSouth => is_far && self.way.0 > 0,
            DistanceCheck::FarCapture => is_far && self.is_over_opponent(),
            DistanceCheck::NextRow => rows == 1 && columns > 1,
            DistanceCheck::TowerNextRow => tower && rows == 1,
            DistanceCheck::TowerAnywhere => tower && rows != 2,
            DistanceCheck::Corner => self.is_by_corner(rules),
            DistanceCheck::Columns => {
                columns > 0 && (rows == 1 || rows == 2 && self.may_jump(rules))
            }
        }
    }

    /// Whether an action that is none is let through for what stands at its corner.
    fn is_by_corner(&self, rules: &Rules) -> bool {
        let rows = self.way.0.abs();
        let is_opponents = self
            .corner
            .is_some_and(|(_, man)| man.owner != self.man.owner);
        let is_usual = rows == self.way.1.abs() && rows <= 2;
        let goes_so_far = rows == 2 || self.man.tower;
        rules.distance_check == DistanceCheck::Corner && is_opponents && !is_usual && goes_so_far
    }

    fn may_jump(&self, rules: &Rules) -> bool {
        let is_east = self.way.1 > 0;
        let is_own = self.half_way.is_some() && !self.is_over_opponent();
        let is_own_piece = is_own && self.half_way.is_some_and(|man| !man.tower);
        let is_empty = self.half_way.is_none();
        let is_prey = |over| Checkers::new(*rules).may_jump(self.man, over);
        self.is_over_opponent()
            || is_own && self.half_way.is_some_and(is_prey)
            || is_empty && rules.prey == Prey::NotOwn
            || match rules.jump_check {
                JumpCheck::Complete => false,
                JumpCheck::BlindJump => true,
                JumpCheck::EmptyJump => is_empty,
                JumpCheck::EmptyJumpEast => is_empty && is_east,
                JumpCheck::TowerEmptyJump => is_empty && self.man.tower && self.goes_back(),
                JumpCheck::OwnJump => is_own,
                JumpCheck::OwnJumpEast => is_own && is_east,
                JumpCheck::TowerOwnJump => is_own_piece && self.man.tower,
            }
    }
}
