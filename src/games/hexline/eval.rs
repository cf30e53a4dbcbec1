//! What a leaf is worth: won, lost, or undecided.

use crate::game::{Conventions, Evaluate, Leaf, Player};

use super::rules::{FewCells, Hexline, LastCell, State, ValueFor};

/// A game that is won, or surely will be.
const WON: i32 = 1000;

impl Hexline {
    /// The value of a leaf for the player who has just moved.
    fn value_for_just_moved(&self, state: &State) -> i32 {
        let good = |is_good| if is_good { WON } else { -WON };
        match state.free {
            0 => good(self.rules.last_cell == LastCell::Wins),
            few if few as i64 <= self.rules.parity_cells.get() => {
                good((few % 2 == 1) == (self.rules.few_cells == FewCells::OddGood))
            }
            _ => 0,
        }
    }
}

impl Evaluate for Hexline {
    type Value = i32;

    fn value(&self, state: &State, root: Player, _leaf: Leaf) -> i32 {
        let value = self.value_for_just_moved(state);
        let valued = match self.rules.value_for {
            ValueFor::JustMoved => state.mover.opponent(),
            ValueFor::ToMove => state.mover,
        };
        if valued == root { value } else { -value }
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            ..Conventions::default()
        }
    }
}
