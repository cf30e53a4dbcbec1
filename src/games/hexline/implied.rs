//! What follows from the choices of a rules record.

use super::choices::*;
use super::rules::SIDE;
use crate::game::BoundsRemembered;

impl Rules {
    /// Whether all that the search goes by is the map and what it remembers of others.
    pub(super) fn is_for_other_maps(&self) -> bool {
        self.remembered.is_for_other_maps()
            && self.kept_cells == KeptCells::None
            && self.window == Window::Turned
    }
}

impl Window {
    /// Whether a node compares its best value with the bounds before that narrows them.
    pub(super) fn compares_best(self) -> bool {
        self == Self::KeptBelowLineBest
    }
}

impl Mistyped {
    /// The direction that is written where this one should be, in a row with odd y or even y, where
    /// two are swapped.
    pub(super) fn swapped(self, direction: u8, odd: bool) -> u8 {
        let (one, other) = match self {
            Mistyped::OneTwoSwapped => (1, 2),
            Mistyped::OneTwoSwappedOdd if odd => (1, 2),
            Mistyped::OneTwoSwappedEven if !odd => (1, 2),
            Mistyped::ThreeFourSwapped => (3, 4),
            Mistyped::ThreeFourSwappedOdd if odd => (3, 4),
            Mistyped::ThreeFourSwappedEven if !odd => (3, 4),
            Mistyped::FiveSixSwapped => (5, 6),
            Mistyped::FiveSixSwappedOdd if odd => (5, 6),
            Mistyped::FiveSixSwappedEven if !odd => (5, 6),
            _ => return direction,
        };
        match direction {
            _ if direction == one => other,
            _ if direction == other => one,
            _ => direction,
        }
    }
}

impl Numbering {
    /// The published number of the direction that has this one.
    pub(super) fn published(self, number: u8) -> u8 {
        let numbers = match self {
            Numbering::Published => return number,
            Numbering::Clockwise => [1, 2, 4, 6, 5, 3],
            Numbering::Counterclockwise => [1, 3, 5, 6, 4, 2],
            Numbering::ClockwiseFromUpperRight => [2, 4, 6, 5, 3, 1],
            Numbering::CounterclockwiseFromUpperRight => [2, 1, 3, 5, 6, 4],
        };
        numbers[usize::from(number - 1)]
    }
}

impl FreeCounter {
    /// Whether the free cells of the maps before count as free.
    pub(super) fn adds(self) -> bool {
        !matches!(self, Self::EachMap | Self::NeverForLevels)
    }
}

impl KeptCells {
    /// Whether a count of free cells below 0 is worth nothing.
    pub(super) fn is_worthless_below_none(self) -> bool {
        matches!(
            self,
            Self::CountAtCut | Self::CountAtCutRootWorthless | Self::CountAtCutRootUnchosen
        )
    }
}

impl LastCell {
    /// Whether who takes the last cell above the depth limit has won most of all; `at_root` tells
    /// whether that is the player to move at the root.
    pub(super) fn wins_early(self, at_root: bool) -> bool {
        match self {
            LastCell::Loses | LastCell::Wins => false,
            LastCell::WinsEarly => true,
            LastCell::WinsEarlyRoot => at_root,
            LastCell::WinsEarlyOpponent => !at_root,
        }
    }
}

impl Remembered {
    /// Whether values are remembered with the levels left, of which only they are taken up.
    pub(super) fn knows_levels(self) -> bool {
        matches!(
            self,
            Self::Bounds | Self::BoundsUncut | Self::BoundsNarrowed
        )
    }

    /// Which values are remembered that are only bounds.
    pub(super) fn bounds(self) -> BoundsRemembered {
        match self {
            Self::AnyDepthExact | Self::AnyTurnExact | Self::AnyTurnOwnExact => {
                BoundsRemembered::None
            }
            Self::BoundsUncut
            | Self::AnyDepthUncut
            | Self::AnyTurnUncut
            | Self::AnyTurnOwnUncut => BoundsRemembered::Uncut,
            Self::BoundsNarrowed
            | Self::AnyDepthNarrowed
            | Self::AnyTurnNarrowed
            | Self::AnyTurnOwnNarrowed => BoundsRemembered::Narrowed,
            _ => BoundsRemembered::All,
        }
    }

    /// Whether values are remembered as the player to move sees them, whoever that is.
    pub(super) fn is_own(self) -> bool {
        matches!(
            self,
            Self::AnyTurnOwn
                | Self::AnyTurnOwnWon
                | Self::AnyTurnOwnBounds
                | Self::AnyTurnOwnExact
                | Self::AnyTurnOwnUncut
                | Self::AnyTurnOwnNarrowed
                | Self::AnyTurnOwnMarked
        )
    }

    /// Whether it makes a difference who is to move.
    pub(super) fn knows_turn(self) -> bool {
        !self.is_own()
            && !matches!(
                self,
                Self::AnyTurn
                    | Self::AnyTurnFew
                    | Self::AnyTurnWon
                    | Self::AnyTurnBounds
                    | Self::AnyTurnExact
                    | Self::AnyTurnMarked
                    | Self::AnyTurnUncut
                    | Self::AnyTurnNarrowed
            )
    }

    /// Whether values are remembered for other maps, too.
    pub(super) fn is_for_other_maps(self) -> bool {
        matches!(self, Self::OtherMaps | Self::OtherMapsWon)
    }

    /// Whether a node looks no further where a line surely wins, and cuts nothing else off.
    pub(super) fn looks_for_wins(self) -> bool {
        matches!(
            self,
            Self::AnyDepthWon | Self::AnyTurnWon | Self::AnyTurnOwnWon
        )
    }
}

impl LeftOut {
    /// Whether it has a cell, the first of a line or a later one.
    pub(super) fn has(self, x: i32, y: i32, is_first: bool) -> bool {
        let last = SIDE as i32 - 1;
        match self {
            LeftOut::FirstXLater => !is_first && x == 0,
            LeftOut::FirstYLater => !is_first && y == 0,
            LeftOut::FirstLater => !is_first && (x == 0 || y == 0),
            LeftOut::LastXLater => !is_first && x == last,
            LeftOut::LastYLater => !is_first && y == last,
            LeftOut::LastLater => !is_first && (x == last || y == last),
            LeftOut::None => false,
            LeftOut::FirstX => x == 0,
            LeftOut::FirstY => y == 0,
            LeftOut::LastX => x == last,
            LeftOut::LastY => y == last,
            LeftOut::First => x == 0 || y == 0,
            LeftOut::Last => x == last || y == last,
        }
    }

    /// Whether a line from one of its cells is there, and the reverse is not.
    pub(super) fn is_one_way(self) -> bool {
        matches!(
            self,
            Self::FirstXLater
                | Self::FirstYLater
                | Self::FirstLater
                | Self::LastXLater
                | Self::LastYLater
                | Self::LastLater
        )
    }
}

impl LineCheck {
    /// Which cells of a line of this length must be free: a bit for each, the first cell's is the
    /// lowest.
    pub(super) fn checked(self, length: usize) -> u32 {
        match self {
            Self::All => (1 << length) - 1,
            _ => 1 | 1 << length >> 1,
        }
    }

    /// Whether cells that are not free are taken off the count of free ones, too.
    pub(super) fn counts_all(self) -> bool {
        matches!(
            self,
            Self::EndsCounted | Self::EndsFreedCounted | Self::EndsFreedCountedListed
        ) || self.counts_below_none()
    }

    /// Whether a count of free cells may be below 0, and is taken for what it is.
    pub(super) fn counts_below_none(self) -> bool {
        matches!(
            self,
            Self::EndsCountedOn | Self::EndsFreedCountedOn | Self::EndsFreedCountedOnListed
        )
    }

    /// Whether all cells of a line are free when it is taken back.
    pub(super) fn frees(self) -> bool {
        self.tries_as_listed()
            || matches!(
                self,
                Self::EndsFreed | Self::EndsFreedCounted | Self::EndsFreedCountedOn
            )
    }

    /// Whether that makes no difference to the lines that are still to be tried.
    pub(super) fn tries_as_listed(self) -> bool {
        matches!(
            self,
            Self::EndsFreedListed | Self::EndsFreedCountedListed | Self::EndsFreedCountedOnListed
        )
    }

    /// Whether a count of free cells below 0 is one of 0.
    pub(super) fn stops_below_none(self) -> bool {
        matches!(
            self,
            Self::EndsCounted | Self::EndsFreedCounted | Self::EndsFreedCountedListed
        )
    }
}
