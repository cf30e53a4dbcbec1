//! What a search marks on the map, and what of it is taken back.

use super::rules::{Cell, FreeCounter, Hexline, KeptCells, Line, State, TakenCount};
use crate::game::Side;

/// What of a line stays taken when it is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Nothing,
    /// What comes after its second cell.
    Third,
    Whole,
}

impl KeptCells {
    /// Whether a line after which others are cut off stays taken, of the player to move at the root
    /// or of the opponent.
    fn at_cut(self, is_root: bool) -> bool {
        match self {
            Self::WholeAtCut
            | Self::WholeAtCutListed
            | Self::WholeAtCutLost
            | Self::WholeAtCutCounted => true,
            Self::WholeAtCutRoot | Self::WholeAtCutListedRoot | Self::WholeAtCutLostRoot => is_root,
            Self::WholeAtCutOpponent
            | Self::WholeAtCutListedOpponent
            | Self::WholeAtCutLostOpponent => !is_root,
            _ => false,
        }
    }
}

impl Hexline {
    /// What stays taken when a line of this player is taken back, and what comes after it is cut off
    /// or not.
    pub(super) fn kept(&self, mover: Side, root: Side, is_cut: bool) -> Kept {
        let is_root = mover == root;
        match self.rules.kept_cells {
            KeptCells::ThirdRoot if is_root => Kept::Third,
            KeptCells::ThirdBoth | KeptCells::ThirdListed => Kept::Third,
            KeptCells::WholeRoot if is_root => Kept::Whole,
            KeptCells::WholeBoth => Kept::Whole,
            kept if is_cut && kept.at_cut(is_root) => Kept::Whole,
            _ => Kept::Nothing,
        }
    }

    /// Whether lines that were listed before one was taken back are tried as they are.
    pub(super) fn tries_as_listed(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::ThirdListed
                | KeptCells::WholeAtCutListed
                | KeptCells::WholeAtCutListedRoot
                | KeptCells::WholeAtCutListedOpponent
                | KeptCells::CountAtCut
                | KeptCells::CountAtCutParity
        ) || self.counts_again()
    }

    /// Whether cells that are taken already are taken off the count of free ones again.
    pub(super) fn counts_again(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::WholeAtCutLost
                | KeptCells::WholeAtCutLostRoot
                | KeptCells::WholeAtCutLostOpponent
        )
    }

    /// Whether what stays taken counts as free.
    pub(super) fn counts_kept_as_free(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::ThirdRoot | KeptCells::ThirdBoth | KeptCells::WholeAtCutCounted
        ) || self.rules.taken_count == TakenCount::One
    }

    /// Whether what is given back at a cut does not count as free.
    pub(super) fn loses_count(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::CountAtCut | KeptCells::CountAtCutParity
        )
    }

    /// Whether there may be no line though there should be one by the count of free cells.
    pub(super) fn may_be_stuck(&self) -> bool {
        self.counts_kept_as_free()
            || self.counts_again()
            || self.loses_count()
            || self.rules.free_counter == FreeCounter::Never
    }

    /// The map after a line is taken back, where `after` is what the search left of it, and what
    /// comes after it is cut off or not.
    pub(super) fn taken_back(
        &self,
        before: &State,
        chosen: Line,
        (after, is_cut): (&State, bool),
        root: Side,
    ) -> State {
        let mut state = after.clone();
        state.mover = before.mover;
        let given_back = match self.kept(before.mover, root, is_cut) {
            Kept::Nothing => usize::MAX,
            Kept::Third => 2,
            Kept::Whole => 0,
        };
        let is_counted = !is_cut || !self.loses_count();
        let places = self.places(chosen).into_iter().flatten();
        for place in places.take(given_back) {
            state.free += i32::from(is_counted && state.cells[place] != Cell::Free);
            state.cells[place] = Cell::Free;
        }
        if self.counts_kept_as_free() {
            state.free = before.free;
        }
        state
    }
}
