//! What follows from the choices of a rules record: for whom, when and in which search they hold.

use super::choices::*;
use super::rules::{BLACK, SIDE, WHITE};
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

    /// The same where both players' towers are undone so, if only one's are.
    fn for_both(self) -> Self {
        match self {
            Self::WhiteUndoneTwiceAsTaken | Self::BlackUndoneTwiceAsTaken => {
                Self::UndoneTwiceAsTaken
            }
            Self::WhiteUndoneTwiceAsTakenInSearch | Self::BlackUndoneTwiceAsTakenInSearch => {
                Self::UndoneTwiceAsTakenInSearch
            }
            Self::WhiteUndoneTwiceLookedFor | Self::BlackUndoneTwiceLookedFor => {
                Self::UndoneTwiceLookedFor
            }
            Self::WhiteUndoneTwiceLookedForInSearch | Self::BlackUndoneTwiceLookedForInSearch => {
                Self::UndoneTwiceLookedForInSearch
            }
            _ => self,
        }
    }

    /// Whether a search takes back a tower's action as if it had promoted a piece.
    pub(super) fn is_undone_twice(self) -> bool {
        self.puts_back_as_taken() || matches!(self, Self::UndoneTwice | Self::UndoneTwiceInSearch)
    }

    /// Whether it takes back a player's towers' actions so.
    pub(super) fn undoes_twice(self, owner: Side) -> bool {
        let is_left_out = match self {
            Self::WhiteUndoneTwiceAsTaken
            | Self::WhiteUndoneTwiceAsTakenInSearch
            | Self::WhiteUndoneTwiceLookedFor
            | Self::WhiteUndoneTwiceLookedForInSearch => owner == BLACK,
            Self::BlackUndoneTwiceAsTaken
            | Self::BlackUndoneTwiceAsTakenInSearch
            | Self::BlackUndoneTwiceLookedFor
            | Self::BlackUndoneTwiceLookedForInSearch => owner == WHITE,
            _ => false,
        };
        self.is_undone_twice() && !is_left_out
    }

    /// Whether it then looks for the next actions of the piece that the tower has become.
    pub(super) fn looks_for_undone(self) -> bool {
        matches!(
            self.for_both(),
            Self::UndoneTwiceLookedFor | Self::UndoneTwiceLookedForInSearch
        )
    }

    /// Whether such a tower is put back after its capture as what it was when it was captured.
    pub(super) fn puts_back_as_taken(self) -> bool {
        matches!(
            self.for_both(),
            Self::UndoneTwiceAsTaken | Self::UndoneTwiceAsTakenInSearch
        ) || self.looks_for_undone()
    }

    /// Whether such a tower is a piece inside the search only.
    pub(super) fn is_undone_in_search(self) -> bool {
        matches!(
            self.for_both(),
            Self::UndoneTwiceInSearch
                | Self::UndoneTwiceAsTakenInSearch
                | Self::UndoneTwiceLookedForInSearch
        )
    }

    /// Whether a search leaves towers behind, at least on the board that it tries actions on.
    pub(super) fn is_kept(self) -> bool {
        self.is_kept_after(true) || self.is_kept_after(false)
    }

    /// Whether it leaves those that captures, or moves, have made.
    pub(super) fn is_kept_after(self, capture: bool) -> bool {
        match self {
            Self::Kept
            | Self::KeptAndUsed
            | Self::KeptAsListed
            | Self::KeptUnlessCaptured
            | Self::KeptInSearch => true,
            Self::KeptByCapture | Self::KeptByCaptureInSearch => capture,
            Self::KeptByMove | Self::KeptByMoveInSearch => !capture,
            _ => false,
        }
    }

    /// Whether towers that a search leaves behind stay inside it.
    pub(super) fn is_kept_in_search(self) -> bool {
        matches!(
            self,
            Self::KeptInSearch | Self::KeptByCaptureInSearch | Self::KeptByMoveInSearch
        )
    }
}

impl ActionsTried {
    /// Whether actions of the input are looked for among those that are tried.
    pub(super) fn is_of_input(self) -> bool {
        self.inside_search() != self
    }

    /// What holds inside the search.
    pub(super) fn inside_search(self) -> Self {
        match self {
            Self::First8Legal => Self::First8,
            Self::First10Legal => Self::First10,
            Self::First12Legal => Self::First12,
            Self::First16Legal => Self::First16,
            _ => self,
        }
    }
}

impl ChildOrder {
    /// Whether men are listed, and listed in the same order when they have moved.
    pub(super) fn is_by_list(self) -> bool {
        matches!(self, Self::ByList | Self::ByListFromCommand)
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
            | Self::ZeroFirstBelowRoot
            | Self::From12
            | Self::From10
            | Self::From12RootUncut
            | Self::From10RootUncut
            | Self::From12BelowRoot
            | Self::From10BelowRoot => [false, false],
        }
    }

    /// The beta, and the negated alpha, that a search starts with where they are too small for some costs.
    pub(super) fn first_beta(self) -> Option<i32> {
        match self {
            Self::From12 | Self::From12RootUncut | Self::From12BelowRoot => Some(12),
            Self::From10 | Self::From10RootUncut | Self::From10BelowRoot => Some(10),
            _ => None,
        }
    }

    /// Whether the root has a window of its own.
    pub(super) fn is_from_below_root(self) -> bool {
        matches!(self, Self::From12BelowRoot | Self::From10BelowRoot)
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
            Self::PieceInSearch
                | Self::PieceThatActsInSearch
                | Self::PieceLookedForInSearch
                | Self::PieceMovedBackInSearch
        )
    }

    /// Whether a tower that has acted and was captured then is moved back as the piece as which it was
    /// put back.
    pub(super) fn is_moved_back(self) -> bool {
        matches!(
            self,
            Self::PieceMovedBack | Self::PieceMovedBackInSearch | Self::PieceMovedBackLookedFor
        )
    }

    /// Whether actions are looked for only when those before them have been taken back.
    pub(super) fn looks_again(self) -> bool {
        self.acts_as_tried()
            || matches!(
                self,
                Self::PieceLookedForThatActs | Self::PieceMovedBackLookedFor
            )
    }

    /// Whether the chosen action is then carried out by what its man was when it was tried.
    pub(super) fn acts_as_tried(self) -> bool {
        matches!(self, Self::PieceLookedFor | Self::PieceLookedForInSearch)
    }
}

/// What comes up in the tree of a search, be it cut off or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Met {
    /// An action takes men off the board.
    pub captured: bool,
    /// One of them is a tower.
    pub captured_tower: bool,
    /// A piece becomes a tower.
    pub promoted: bool,
    /// A man that was a tower before arrives on its far row.
    pub far_tower: bool,
    /// A player's end is looked at, as far as the rules look.
    pub ended: bool,
}

impl Rules {
    /// The rules with the published value for each that a search has no occasion for, by what comes
    /// up with all of those values. Only where all of them have none is the search the same.
    pub(super) fn that_matter_to(mut self, met: Met) -> Self {
        reset!(self;
            !met.captured_tower => put_back,
            match self.promotion.is_undone_twice() {
                // On the far row a promoted piece is put back as the piece that it was.
                true if self.early_promotion == EarlyPromotion::Nobody => !met.far_tower,
                true => !met.far_tower && !met.promoted,
                false => !met.promoted,
            } => promotion,
            !met.ended => limits,
            match self.kept_cost {
                KeptCost::Right => false,
                KeptCost::PromotionByThree
                | KeptCost::PromotionByThreePrinted
                | KeptCost::PromotionByThreeInSearch
                | KeptCost::PromotionMissed
                | KeptCost::PromotionMissedPrinted
                | KeptCost::PromotionMissedInSearch
                | KeptCost::PromotionKept
                | KeptCost::PromotionKeptInSearch => !met.promoted,
                KeptCost::TowerByOne
                | KeptCost::TowerByOnePrinted
                | KeptCost::TowerByOneInSearch
                | KeptCost::WhiteTowerByOne
                | KeptCost::WhiteTowerByOnePrinted
                | KeptCost::WhiteTowerByOneInSearch
                | KeptCost::BlackTowerByOne
                | KeptCost::BlackTowerByOnePrinted
                | KeptCost::BlackTowerByOneInSearch => !met.captured_tower,
                KeptCost::CapturesByOneInSearch => !met.promoted && !met.captured_tower,
                KeptCost::CaptureKept
                | KeptCost::CaptureKeptInSearch
                | KeptCost::CaptureMissedInSearch => !met.captured,
            } => kept_cost,
        );
        self
    }

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
            || self.put_back.is_moved_back()
            || matches!(
                self.put_back,
                PutBack::PieceThatActs | PutBack::PieceThatActsInSearch
            );
        !self.are_changes_fast() && !self.promotion.is_undone_twice() && !acts_as_it_is
    }

    /// Whether the fast board has these rules.
    pub(super) fn are_fast(&self) -> bool {
        (self.edges == Edges::None || self.edges.bars_any())
            && !self.child_order.is_by_list()
            && !matches!(self.limits, Limits::WorstForBoth | Limits::Short)
            && self.pruning == Pruning::Exact
            && self.kept_cost == KeptCost::Right
            && self.no_action != NoAction::BoardBefore
            && self.promoted != Promoted::AnyManByRow
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
        const LAST: usize = SIDE - 1;
        let (row, column) = (cell / SIDE, cell % SIDE);
        match self {
            Self::NoCapturesToA => column == 0,
            Self::NoCapturesToH => column == LAST,
            Self::NoCapturesToRow1 => row == 0,
            Self::NoCapturesToRow8 => row == LAST,
            Self::NoCapturesToAOrRow1 => column == 0 || row == 0,
            Self::NoCapturesToHOrRow8 => column == LAST || row == LAST,
            Self::NoCapturesToBorder => [0, LAST].contains(&column) || [0, LAST].contains(&row),
            _ => false,
        }
    }

    /// Whether there are such cells.
    pub(super) fn bars_any(self) -> bool {
        matches!(
            self,
            Self::NoCapturesToA
                | Self::NoCapturesToH
                | Self::NoCapturesToRow1
                | Self::NoCapturesToRow8
                | Self::NoCapturesToAOrRow1
                | Self::NoCapturesToHOrRow8
                | Self::NoCapturesToBorder
        )
    }
}

impl AfterCommand {
    /// Whether no command is obeyed before all lines have been read.
    pub(super) fn is_at_the_end(self) -> bool {
        matches!(self, Self::Deferred | Self::Skipped)
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
        matches!(
            self,
            Self::PromotionKept
                | Self::CaptureKept
                | Self::PromotionKeptInSearch
                | Self::CaptureKeptInSearch
        )
    }

    /// The player whose captured towers alone take too little off it, if it is one's only.
    pub(super) fn short_of(self) -> Option<Side> {
        match self {
            Self::WhiteTowerByOne
            | Self::WhiteTowerByOnePrinted
            | Self::WhiteTowerByOneInSearch => Some(WHITE),
            Self::BlackTowerByOne
            | Self::BlackTowerByOnePrinted
            | Self::BlackTowerByOneInSearch => Some(BLACK),
            _ => None,
        }
    }

    /// Whether only the search has wrong costs, which begin anew with each.
    pub(super) fn is_search_only(self) -> bool {
        matches!(
            self,
            Self::PromotionByThreeInSearch
                | Self::PromotionMissedInSearch
                | Self::TowerByOneInSearch
                | Self::WhiteTowerByOneInSearch
                | Self::BlackTowerByOneInSearch
                | Self::CapturesByOneInSearch
                | Self::CaptureMissedInSearch
                | Self::PromotionKeptInSearch
                | Self::CaptureKeptInSearch
        )
    }

    /// Whether the search has the right costs.
    pub(super) fn is_printed_only(self) -> bool {
        matches!(
            self,
            Self::PromotionByThreePrinted
                | Self::PromotionMissedPrinted
                | Self::TowerByOnePrinted
                | Self::WhiteTowerByOnePrinted
                | Self::BlackTowerByOnePrinted
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
        reset!(self;
            self.kept_cost.is_search_only() => kept_cost,
            !self.actions_tried.is_of_input() => actions_tried,
        );
        self.overlooked = Overlooked::None;
        self.no_action = NoAction::Everywhere;
        self.put_back = PutBack::AsItWas;
        self
    }

    /// The rules that hold inside the search. Those of what is read and printed are the published
    /// ones: equal searches have equal rules.
    #[must_use]
    pub fn in_search(mut self) -> Self {
        self.promotion = self.promotion.inside_search();
        self.actions_tried = self.actions_tried.inside_search();
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
            command_reading bare_command command_player cell_reading column_names beyond long_lines row_zero first_mover
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
