//! What follows from the choices of a rules record: for whom, when and in which search they hold.

use super::choices::*;
use super::rules::{BLACK, CELLS, SIDE, WHITE};
use crate::game::{Side, Tie};
use crate::options::reset;

impl Promotion {
    /// Whether actions of the input know nothing of it.
    pub(super) fn is_of_search(self) -> bool {
        self.inside_search() != self || self.is_kept() || self.is_undone_twice()
    }

    /// What holds inside the search.
    pub(super) fn inside_search(self) -> Self {
        match self {
            Self::AfterSearch => Self::Never,
            Self::ByMoveInSearch => Self::ByMove,
            Self::ByCaptureInSearch => Self::ByCapture,
            _ => self,
        }
    }

    /// Whether a search takes back a tower's action as if it had promoted a piece.
    pub(super) fn is_undone_twice(self) -> bool {
        matches!(
            self,
            Self::UndoneTwice
                | Self::UndoneTwiceInSearch
                | Self::UndoneTwiceAsTaken
                | Self::UndoneTwiceAsTakenInSearch
        ) || self.looks_for_undone()
    }

    /// Whether it then looks for the next actions of the piece that the tower has become.
    pub(super) fn looks_for_undone(self) -> bool {
        matches!(
            self,
            Self::UndoneTwiceLookedFor | Self::UndoneTwiceLookedForInSearch
        )
    }

    /// Whether such a tower is put back after its capture as what it was when it was captured.
    pub(super) fn puts_back_as_taken(self) -> bool {
        matches!(
            self,
            Self::UndoneTwiceAsTaken | Self::UndoneTwiceAsTakenInSearch
        ) || self.looks_for_undone()
    }

    /// Whether such a tower is a piece inside the search only.
    pub(super) fn is_undone_in_search(self) -> bool {
        matches!(
            self,
            Self::UndoneTwiceInSearch
                | Self::UndoneTwiceAsTakenInSearch
                | Self::UndoneTwiceLookedForInSearch
        )
    }

    /// Whether a search leaves towers behind, at least on the board that it tries actions on.
    pub(super) fn is_kept(self) -> bool {
        matches!(
            self,
            Self::Kept
                | Self::KeptAndUsed
                | Self::KeptAsListed
                | Self::KeptUnlessCaptured
                | Self::KeptInSearch
        )
    }
}

impl CanAct {
    /// Whether a player who cannot act by it has no actions above the leaves either.
    pub(super) fn is_above_leaves(self) -> bool {
        matches!(self, Self::ByMoveEverywhere | Self::Forward)
    }
}

impl Pruning {
    /// Whether searches leave their alpha, and their beta, to later ones.
    pub(super) fn leaves_bounds(self) -> [bool; 2] {
        match self {
            Self::WindowLeft
            | Self::WindowLeftCuttingRoot
            | Self::WindowLeftAsBest
            | Self::WindowLeftCutAbove
            | Self::WindowLeftTurned
            | Self::WindowLeftTurnedAsBest
            | Self::WindowKeptAndLeft => [true, true],
            Self::AlphaLeft => [true, false],
            Self::BetaLeft => [false, true],
            Self::Exact
            | Self::TiesToBound
            | Self::AlphaForWhite
            | Self::WindowKept
            | Self::WindowKeptRootUncut
            | Self::WindowKeptCutAbove
            | Self::WindowUncrossed
            | Self::ZeroFirst
            | Self::ZeroFirstAtRoot
            | Self::ZeroFirstBelowRoot => [false, false],
        }
    }

    /// Whether a node's first action is searched as if one had come before it, at the root and below it.
    pub(super) fn takes_zero_first(self) -> [bool; 2] {
        match self {
            Self::ZeroFirst => [true, true],
            Self::ZeroFirstAtRoot => [true, false],
            Self::ZeroFirstBelowRoot => [false, true],
            _ => [false, false],
        }
    }

    /// Whether they leave them as those of the player to move, whoever that was.
    pub(super) fn leaves_own_bounds(self) -> bool {
        matches!(self, Self::WindowLeftTurned | Self::WindowLeftTurnedAsBest)
    }
}

impl PutBack {
    /// Whether what a search leaves of towers stays inside it.
    pub(super) fn is_in_search(self) -> bool {
        matches!(
            self,
            Self::PieceInSearch | Self::PieceThatActsInSearch | Self::PieceLookedForInSearch
        )
    }

    /// Whether actions are looked for only when those before them have been taken back.
    pub(super) fn looks_again(self) -> bool {
        self.acts_as_tried() || self == Self::PieceLookedForThatActs
    }

    /// Whether the chosen action is then carried out by what its man was when it was tried.
    pub(super) fn acts_as_tried(self) -> bool {
        matches!(self, Self::PieceLookedFor | Self::PieceLookedForInSearch)
    }
}

impl Rules {
    /// Whether a search does not leave its board as it was when it takes actions back.
    pub(super) fn leaves_changes(&self) -> bool {
        self.promotion.is_kept() || !self.are_changes_fast() || self.kept_cost.is_of_search()
    }

    /// Whether the fast search changes its board as the plain one does.
    pub(super) fn are_changes_fast(&self) -> bool {
        self.put_back == PutBack::AsItWas
            && !matches!(
                self.promotion,
                Promotion::KeptAsListed | Promotion::KeptUnlessCaptured
            )
            && !self.promotion.is_undone_twice()
    }

    /// Whether a search looks for the next action when the one before it was taken back.
    pub(super) fn looks_again(&self) -> bool {
        self.promotion == Promotion::KeptAndUsed
            || self.promotion.looks_for_undone()
            || self.put_back.looks_again()
    }

    /// Whether a man acts in a search as what it was when its actions were listed, though it has
    /// become something else since.
    pub(super) fn act_as_listed(&self) -> bool {
        let acts_as_it_is = self.promotion == Promotion::KeptUnlessCaptured
            || self.looks_again()
            || matches!(
                self.put_back,
                PutBack::PieceThatActs | PutBack::PieceThatActsInSearch
            );
        !self.are_changes_fast() && !self.promotion.is_undone_twice() && !acts_as_it_is
    }

    /// Whether the fast board has these rules.
    pub(super) fn are_fast(&self) -> bool {
        (self.edges == Edges::None || self.edges.bars_any())
            && self.child_order != ChildOrder::ByList
            && !matches!(self.limits, Limits::WorstForBoth | Limits::Short)
            && self.pruning == Pruning::Exact
            && self.kept_cost == KeptCost::Right
            && !self.are_lasting()
    }

    /// Whether searches leave something to later ones, besides the board.
    pub(super) fn are_lasting(&self) -> bool {
        self.remembered != Remembered::Nothing
            || self.level_count != LevelCount::Right
            || self.pruning.leaves_bounds() != [false; 2]
    }
}

impl Edges {
    /// Whether a cell is one on which no capture lands.
    pub(super) fn bars(self, cell: usize) -> bool {
        let [first, last] = [0, SIDE - 1].map(|end| [cell / SIDE == end, cell % SIDE == end]);
        let is_any = |ends: [bool; 2]| ends.contains(&true);
        match self {
            Self::NoCapturesToA => first[1],
            Self::NoCapturesToH => last[1],
            Self::NoCapturesToRow1 => first[0],
            Self::NoCapturesToRow8 => last[0],
            Self::NoCapturesToAOrRow1 => is_any(first),
            Self::NoCapturesToHOrRow8 => is_any(last),
            Self::NoCapturesToBorder => is_any(first) || is_any(last),
            _ => false,
        }
    }

    /// Whether there are such cells.
    pub(super) fn bars_any(self) -> bool {
        (0..CELLS).any(|cell| self.bars(cell))
    }
}

impl Beyond {
    /// Whether cells there are not empty as a target.
    pub(super) fn is_taken(self) -> bool {
        matches!(self, Self::ColumnITaken | Self::RowNineTaken)
    }
}

impl KeptCost {
    /// Whether only actions that the search takes back make it wrong.
    pub(super) fn is_of_search(self) -> bool {
        matches!(self, Self::PromotionKept | Self::CaptureKept)
    }

    /// Whether only the search has wrong costs, which begin anew with each.
    pub(super) fn is_search_only(self) -> bool {
        matches!(
            self,
            Self::PromotionByThreeInSearch
                | Self::PromotionMissedInSearch
                | Self::TowerByOneInSearch
                | Self::CapturesByOneInSearch
                | Self::CaptureMissedInSearch
        )
    }

    /// Whether the search has the right costs.
    pub(super) fn is_printed_only(self) -> bool {
        matches!(
            self,
            Self::PromotionByThreePrinted | Self::PromotionMissedPrinted | Self::TowerByOnePrinted
        )
    }
}

impl EarlyPromotion {
    /// Whether it is so for a player.
    pub(super) fn is_for(self, owner: Side) -> bool {
        match self {
            Self::Nobody => false,
            Self::White => owner == WHITE,
            Self::Black => owner == BLACK,
            Self::Both => true,
        }
    }
}

impl UnevenTowers {
    /// What a player's tower counts, if that is otherwise.
    pub(super) fn cost(self, owner: Side) -> Option<i32> {
        let (whose, cost) = match self {
            Self::None => return None,
            Self::White2 => (WHITE, 2),
            Self::White4 => (WHITE, 4),
            Self::White5 => (WHITE, 5),
            Self::Black2 => (BLACK, 2),
            Self::Black4 => (BLACK, 4),
            Self::Black5 => (BLACK, 5),
            Self::WhiteForBlack => (WHITE, -3),
            Self::BlackForWhite => (BLACK, -3),
        };
        (owner == whose).then_some(cost)
    }
}

impl Rules {
    /// The rules that hold on the real board.
    #[must_use]
    pub fn on_the_board(mut self) -> Self {
        if self.promotion.is_of_search() {
            self.promotion = Promotion::AtOnce;
        }
        if self.captured == Captured::AfterSearch {
            self.captured = Captured::Removed;
        }
        if self.compulsory == Compulsion::Computed {
            self.compulsory = Compulsion::Free;
        }
        reset!(self; self.kept_cost.is_search_only() => kept_cost,);
        self.overlooked = Overlooked::None;
        self.actions_tried = ActionsTried::All;
        self.no_action = NoAction::Everywhere;
        self.put_back = PutBack::AsItWas;
        self
    }

    /// The rules that hold inside the search. Those of what is read and printed are the published
    /// ones: equal searches have equal rules.
    #[must_use]
    pub fn in_search(mut self) -> Self {
        self.promotion = self.promotion.inside_search();
        if self.captured == Captured::AfterSearch {
            self.captured = Captured::Stays;
        }
        if self.compulsory == Compulsion::Computed {
            self.compulsory = Compulsion::Compulsory;
        }
        reset!(self; self.kept_cost.is_printed_only() => kept_cost,);
        reset!(self;
            printed_limit winner_line decided cost_board winner_name next_actions play_actions
            play_end counter error_order opponent_check distance_check jump_check backward_check
            command_reading bare_command cell_reading column_names beyond long_lines row_zero first_mover
            input_end after_command after_error);
        self
    }

    /// The rules with the tie as `mover` breaks it at the root of a search.
    #[must_use]
    pub fn for_mover(mut self, mover: Side) -> Self {
        match (self.one_sided_tie, mover) {
            (OneSidedTie::Black, BLACK) | (OneSidedTie::White, WHITE) => self.tie = Tie::Last,
            _ => {}
        }
        self
    }
}
