//! What follows from the choices of a rules record.

use crate::game::Side;
use crate::options::reset;

use super::rules::{
    BLUE, Cache, CacheLife, CapturedStones, Nearest, OwnStones, PutBack, RED, Rules, STONES,
    SearchStart, StonesLeft,
};

impl Rules {
    /// Whether they tell of programs that keep a board beside the list of the stones' cells.
    pub(super) fn has_board(&self) -> bool {
        self.put_back.is_of_two()
            || self.own_stones == OwnStones::KeptCovered
            || self.stones_left == StonesLeft::LostAsOthers
    }

    /// Where it is seen whether a side has stones left, with what goes without saying.
    pub(super) fn stones_left(&self) -> StonesLeft {
        match self.stones_left {
            StonesLeft::Count => self.put_back.stones_counted(),
            said => said,
        }
    }

    /// The rules with the published value for what changes nothing beside the others: searches that
    /// are the same are done once, and in the fast engine where that follows the rest.
    pub(super) fn without_idle(mut self) -> Self {
        reset!(self;
            !self.has_board() => board_use moves_from stones_left,
            self.stones_left == self.put_back.stones_counted() => stones_left,
            self.put_back == PutBack::All && !self.has_board() => cached_position,
            self.cache == Cache::None =>
                cache_life cache_side cache_size cached_cells cached_leaves cached_position cached_sign,
            self.cache == Cache::Position => cached_cells,
        );
        self
    }
}

impl CacheLife {
    /// Whether what is remembered is forgotten before a `get` line, or before an analysis line.
    pub(super) fn ends_before(self, is_request: bool) -> bool {
        match self {
            Self::Line => true,
            Self::Input => false,
            Self::Request => is_request,
            Self::Game => false,
        }
    }
}

impl SearchStart {
    /// Whether only the root starts with something else.
    pub(super) fn is_of_root(self) -> bool {
        matches!(
            self,
            Self::ZeroAtRoot | Self::NoneAtRoot | Self::FirstCellAtRoot
        )
    }
}

impl OwnStones {
    /// Whether an own stone on the target stays.
    pub(super) fn are_kept(self) -> bool {
        matches!(
            self,
            Self::Kept | Self::KeptFirstRemembered | Self::KeptLowestTaken | Self::KeptCovered
        )
    }
}

impl CapturedStones {
    /// The index of the player's stone that is never removed.
    pub(super) fn left_out(self, player: Side) -> Option<usize> {
        match (self, player) {
            (Self::Not6, _) | (Self::NotBlue6, BLUE) | (Self::NotRed6, RED) => Some(STONES - 1),
            (Self::Not1, _) | (Self::NotBlue1, BLUE) | (Self::NotRed1, RED) => Some(0),
            _ => None,
        }
    }
}

impl PutBack {
    /// Whether it tells of programs that keep a board beside the list.
    pub(super) fn is_of_two(self) -> bool {
        matches!(
            self,
            Self::OwnOnBoard
                | Self::OwnOnBoardUncounted
                | Self::OnBoard
                | Self::InList
                | Self::OwnAsOthers
                | Self::OthersUncounted
                | Self::Uncounted
                | Self::OthersCountedAsOwn
                | Self::CountedAsOtherSides
        ) || self.counts_listed()
            || self.ends_below_none()
    }

    /// Where such programs see whether a side has stones left if nothing else is said.
    fn stones_counted(self) -> StonesLeft {
        match self {
            _ if self.counts_listed() => StonesLeft::List,
            // What is removed once more is not counted then.
            _ if self.ends_below_none() => StonesLeft::CountAboveZero,
            _ => StonesLeft::CountNotZero,
        }
    }

    /// Whether a stone that a move brings back is counted again.
    fn counts_listed(self) -> bool {
        matches!(
            self,
            Self::NotOwnMovedBack | Self::NotOthersMovedBack | Self::NoneMovedBack
        )
    }

    /// Whether a side has no stones left, too, where less than none are counted.
    fn ends_below_none(self) -> bool {
        matches!(
            self,
            Self::OwnUncounted
                | Self::OwnCountedAsOthers
                | Self::NotOwnMovedBackUncounted
                | Self::NotOthersMovedBackUncounted
                | Self::NoneMovedBackUncounted
        )
    }

    /// Whether a removed stone, one's own or the opponent's, is not put back at all.
    pub(super) fn loses(self, is_own: bool) -> bool {
        match self {
            Self::NotOwn
            | Self::NotOwnStillMoves
            | Self::NotOwnMovedBack
            | Self::NotOwnMovedBackUncounted
            | Self::OwnForGood => is_own,
            Self::NotOthers
            | Self::NotOthersStillMoves
            | Self::NotOthersMovedBack
            | Self::NotOthersMovedBackUncounted
            | Self::OthersForGood => !is_own,
            Self::None
            | Self::NoneStillMoves
            | Self::NoneMovedBack
            | Self::NoneMovedBackUncounted
            | Self::AllForGood => true,
            _ => false,
        }
    }

    /// Whether a removed stone stays removed where a move that it made before is taken back.
    pub(super) fn removes_for_good(self) -> bool {
        matches!(
            self,
            Self::OwnForGood | Self::OthersForGood | Self::AllForGood
        )
    }

    /// Whether moves that were listed are made, with a stone or without.
    pub(super) fn makes_all_listed(self) -> bool {
        matches!(
            self,
            Self::NotOwnStillMoves | Self::NotOthersStillMoves | Self::NoneStillMoves
        ) || self.removes_for_good()
    }
}

impl Nearest {
    /// Whether a roll may let no stone move.
    pub(super) fn leaves_rolls_without(self) -> bool {
        matches!(self, Self::Without1 | Self::Without6)
    }
}
