//! What a leaf is worth: won, lost, or undecided.

use crate::game::{Bounds, Conventions, CutsAt, Evaluate, Key, Leaf, Side, Tie};

use super::choices::{FewCells, LastCell, MoveLists, Opponent, Remembered, Ties, ValueFor, Window};
use super::rules::{CELLS, Cell, Hexline, State};

/// A game that is won, or surely will be.
pub(super) const WON: i32 = 1000;
/// A game that is worth less than any that is lost.
pub(super) const STUCK: i32 = 10_000;
/// A game of which nothing is known.
pub(super) const UNDECIDED: i32 = 0;

impl Hexline {
    /// The value of a leaf for the player who has just moved, who is to move at the root or not.
    fn value_for_just_moved(&self, free: i32, leaf: Leaf, at_root: bool) -> i32 {
        let good = |is_good| if is_good { WON } else { -WON };
        match free {
            0 if leaf == Leaf::NoMoves && self.rules.last_cell.wins_early(at_root) => STUCK,
            // None of the cells that count as free is.
            ..0 | 1.. if leaf == Leaf::NoMoves => STUCK,
            ..0 if self.rules.kept_cells.is_worthless_below_none() => UNDECIDED,
            0 => good(self.rules.last_cell == LastCell::Wins),
            few if i64::from(few) <= self.rules.parity_cells.get() => {
                let is_odd = few.rem_euclid(2) == 1;
                good(match self.rules.few_cells {
                    FewCells::OddGood => is_odd,
                    FewCells::EvenGood => !is_odd,
                    FewCells::AllGood => true,
                    FewCells::AllBad => false,
                })
            }
            _ => UNDECIDED,
        }
    }

    /// The value of a leaf with so many free cells and `mover` to move.
    pub(super) fn leaf_value(&self, free: i32, leaf: Leaf, mover: Side, root: Side) -> i32 {
        let counted = if self.is_full(free) { 0 } else { free };
        let value = self.value_for_just_moved(counted, leaf, mover != root);
        let is_kept = match self.rules.value_for {
            ValueFor::JustMoved => mover != root,
            ValueFor::ToMove => mover == root,
            ValueFor::Root => true,
            // Negated where the opponent is to move, who has not just moved.
            ValueFor::RootAsToMove => false,
            ValueFor::PlayerOneAsToMove => root != Side::First,
            ValueFor::PlayerOne | ValueFor::PlayerOneBelowRoot => mover != Side::First,
            ValueFor::Nobody => return UNDECIDED,
        };
        if is_kept { value } else { -value }
    }

    /// Which list the lines of a node are in where others share it: a number for each.
    pub(super) fn list_of(&self, mover: Side, is_root: bool) -> Option<usize> {
        match self.rules.move_lists {
            MoveLists::Own | MoveLists::CountShared | MoveLists::CountSharedBelowRoot => None,
            MoveLists::ByPlayer => Some(mover.index()),
            MoveLists::Shared | MoveLists::SharedCounted => Some(0),
            MoveLists::SharedBelowRoot | MoveLists::SharedCountedBelowRoot => {
                Some(usize::from(is_root))
            }
        }
    }

    /// Whether the root has its count of lines in common with others, and whether nodes below it have.
    pub(super) fn counts_in_common(&self) -> [bool; 2] {
        match self.rules.move_lists {
            MoveLists::Own
            | MoveLists::ByPlayer
            | MoveLists::Shared
            | MoveLists::SharedBelowRoot => [false; 2],
            MoveLists::CountShared | MoveLists::SharedCounted => [true; 2],
            MoveLists::CountSharedBelowRoot | MoveLists::SharedCountedBelowRoot => [false, true],
        }
    }

    /// The window of every node, where it does not depend on what was found.
    pub(super) fn constant_window(&self) -> Option<[Option<i32>; 2]> {
        let looks_for_wins = self.rules.remembered.looks_for_wins();
        looks_for_wins.then_some([-WON, WON].map(Some))
    }
}

impl Evaluate for Hexline {
    type Value = i32;

    fn value(&self, state: &State, root: Side, leaf: Leaf) -> i32 {
        self.leaf_value(state.free, leaf, state.mover, root)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        match self.rules.opponent {
            Opponent::Maximises => true,
            Opponent::PlayerTwo | Opponent::PlayerTwoBelowRoot => mover == Side::First,
            Opponent::Minimises if self.rules.value_for == ValueFor::PlayerOneBelowRoot => {
                mover == Side::First
            }
            Opponent::Minimises => mover == root,
        }
    }

    fn maximises_at(&self, mover: Side, root: Side, is_root: bool) -> bool {
        let takes_largest = match self.rules.opponent {
            Opponent::PlayerTwoBelowRoot => true,
            Opponent::Minimises => self.rules.value_for == ValueFor::PlayerOneBelowRoot,
            Opponent::Maximises | Opponent::PlayerTwo => false,
        };
        is_root && takes_largest || self.maximises(mover, root)
    }

    fn window(&self) -> [Option<i32>; 2] {
        match self.may_be_stuck() && !self.is_stuck_beyond_window() {
            // Who has no line to take is worth as much as what the window starts with.
            true => [-STUCK, STUCK].map(Some),
            false => self.constant_window().unwrap_or_default(),
        }
    }

    fn window_below(
        &self,
        _state: &State,
        _child: &State,
        window: [Option<i32>; 2],
    ) -> [Option<i32>; 2] {
        self.constant_window().unwrap_or(window)
    }

    fn recalled_by(&self, state: &State) -> Option<Key> {
        let key = || {
            let mover = match self.rules.remembered.knows_turn() {
                true => state.mover.index() as u64,
                false => 0,
            };
            let mut key = [0, 0, mover << 63];
            for place in (0..CELLS).filter(|&place| state.cells[place] == Cell::Free) {
                key[place / 64] |= 1 << (place % 64);
            }
            key
        };
        let remembered = self.rules.remembered;
        (remembered != Remembered::Nothing && !remembered.is_for_other_maps()).then(key)
    }

    fn remembered_as(&self, value: i32, mover: Side, root: Side) -> i32 {
        match self.rules.remembered.is_own() {
            true if mover != root => -value,
            _ => value,
        }
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: match self.rules.tie {
                Ties::First => Tie::First,
                Ties::Last | Ties::Bound => Tie::Last,
            },
            returns_bounds: self.rules.tie == Ties::Bound,
            lowers_beta: self.rules.window == Window::BetaForAlpha,
            compares_best: self.rules.window.compares_best(),
            bounds: match self.rules.window {
                Window::Kept => Bounds::Kept,
                Window::KeptBelowRoot => Bounds::KeptBelowRoot,
                Window::KeptBelowLine => Bounds::KeptBelowMove,
                // With an odd number of levels beta is never lowered, and it makes no difference how
                // alpha begins.
                Window::KeptBelowLineBest => Bounds::KeptBelowMoveAnew,
                Window::AlphaKept => Bounds::AlphaKept,
                _ => Bounds::Both,
            },
            left_at_cut: match self.rules.window {
                Window::AlphaLeftAtCut => [true, false],
                Window::BetaLeftAtCut => [false, true],
                _ => [false; 2],
            },
            cuts_at: match self.rules.remembered {
                Remembered::AnyDepth
                | Remembered::AnyTurn
                | Remembered::AnyTurnFew
                | Remembered::AnyTurnOwn => CutsAt::None,
                _ => CutsAt::All,
            },
            recalls_any_depth: !matches!(
                self.rules.remembered,
                Remembered::Nothing | Remembered::OtherMaps | Remembered::OtherMapsWon
            ) && !self.rules.remembered.knows_levels(),
            bounds_remembered: self.rules.remembered.bounds(),
            remembers_own: self.rules.remembered.is_own(),
            marks_bounds: matches!(
                self.rules.remembered,
                Remembered::AnyDepthMarked
                    | Remembered::AnyTurnMarked
                    | Remembered::AnyTurnOwnMarked
            ),
            ..Conventions::default()
        }
    }
}
