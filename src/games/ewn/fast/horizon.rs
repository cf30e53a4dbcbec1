//! The level before the horizon, in whole numbers.
//!
//! A value at the horizon is a multiple of a half. The mean over `n` faces of such values,
//! summed and divided in 32-bit arithmetic, is the sum, which is exact, divided by `n` and
//! rounded once. So the mean is carried as a whole number of [`UNIT`]ths, which compares as
//! the rounded values do, and [`rounded`] gives the very value that the plain search has.

use super::super::rules::{BLUE, Ewn, STONES, ValueFor};
use super::board::{ANY, Board, NO_GAIN, PerStone, Position, player};
use crate::game::{Evaluate, Side};

/// Twice a number that every count of faces, 1–6, divides.
pub(super) const UNIT: i32 = 120;

/// The 32-bit value of a mean of the last level.
#[inline]
pub(super) fn rounded(scaled: i32) -> f32 {
    scaled as f32 / UNIT as f32
}

/// How the two sides see the balance, in a search whose root is one of them.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// What a state's balance is multiplied by to be its value, by the side to move there.
    pub sign: [i32; 2],
    /// 1 for the side that takes the largest value, −1 for the other.
    pub wants: [i32; 2],
}

impl View {
    pub(super) fn new(game: &Ewn, root: Side) -> Self {
        let movers = [0, 1].map(player);
        let plus_if = |is_plus: bool| if is_plus { 1 } else { -1 };
        Self {
            sign: movers.map(|mover| match game.rules.value_for {
                ValueFor::Mover => plus_if(root == BLUE),
                ValueFor::Blue => plus_if(mover == root),
                ValueFor::Root => plus_if(mover == BLUE),
            }),
            wants: movers.map(|mover| plus_if(game.maximises(mover, root))),
        }
    }

    /// The value of a state with that balance and that side to move.
    #[inline]
    pub(super) fn value(&self, balance: i32, side: usize) -> f32 {
        (self.sign[side] * balance) as f32 / 2.0
    }

    /// The same in [`UNIT`]ths.
    #[inline]
    pub(super) fn scaled(&self, balance: i32, side: usize) -> i32 {
        self.sign[side] * balance * (UNIT / 2)
    }

    /// What changes of the balance are multiplied by so that the side wants the largest,
    /// where its step leads to the horizon.
    #[inline]
    pub(super) fn sense(&self, side: usize) -> i32 {
        self.sign[1 - side] * self.wants[side]
    }
}

/// The value before a roll with one level left, in [`UNIT`]ths.
pub(super) fn one_level(board: &Board, view: View, position: &Position, side: usize) -> i32 {
    let own = board.side(side);
    let sense = view.sense(side);
    let mut gains: PerStone<i32> = [NO_GAIN; 8];
    for (stone, from) in position.cells(side).into_iter().enumerate() {
        for step in own.steps(position.masks[side], stone, from) {
            gains[stone] = gains[stone].max(sense * own.change(&position.worth, step));
        }
    }
    gains[ANY] = gains[..STONES].iter().copied().fold(NO_GAIN, i32::max);
    let faces = board.faces(position.present[side]);
    let value = |gain: i32| {
        if gain > NO_GAIN {
            view.sign[1 - side] * position.balance + view.wants[side] * gain
        } else {
            // No stone can move: the face is worth what the position is.
            view.sign[side] * position.balance
        }
    };
    faces.best(&gains).map(value).sum::<i32>() * (UNIT / 2 / faces.count())
}
