//! What follows from the choices of a rules record.

use super::choices::*;
use super::rules::PITS;
use crate::game::{SearchedAgain, Side, Tie};
use crate::options::{Number, reset};

impl Applies {
    pub(super) fn to(self, player: Side) -> bool {
        match self {
            Applies::Both => true,
            Applies::PlayerZero => player == Side::First,
            Applies::PlayerOne => player == Side::Second,
        }
    }
}

impl TakenBack {
    /// Whether a move's changes are taken back in the order in which they were made.
    pub(super) fn is_first_to_last(self) -> bool {
        matches!(self, TakenBack::FirstToLast | TakenBack::FirstToLastInHand)
    }

    /// Whether a pit may be left with fewer seeds than none, and is not tried then.
    pub(super) fn may_owe(self) -> bool {
        self.tries_owing() || matches!(self, TakenBack::LandingOne | TakenBack::LandingOneLeft)
    }

    /// Whether a pit may be left with fewer seeds than none, and is tried all the same.
    pub(super) fn tries_owing(self) -> bool {
        matches!(
            self,
            TakenBack::LandingOneTried | TakenBack::LandingOneLeftTried
        ) || self.captures_owing()
    }

    /// Whether such a pit is captured, too.
    pub(super) fn captures_owing(self) -> bool {
        matches!(
            self,
            TakenBack::CapturedByPitTried | TakenBack::CapturedLastTried
        )
    }

    /// Where it is noted what a move from a pit captures, if others may write over it.
    pub(super) fn noted_at(self, pit: usize) -> Option<usize> {
        match self {
            TakenBack::CapturedByPit | TakenBack::CapturedByPitTried => Some(pit),
            TakenBack::CapturedLast | TakenBack::CapturedLastTried => Some(0),
            _ => None,
        }
    }

    /// Whether stores keep seeds that are no longer theirs, or may lose what is theirs.
    pub(super) fn leaves_stores(self) -> bool {
        matches!(
            self,
            TakenBack::StoresKept
                | TakenBack::StoreOneKept
                | TakenBack::OtherStoreKept
                | TakenBack::LandingKept
                | TakenBack::LandingOne
                | TakenBack::LandingOneTried
                | TakenBack::LandingOneTaken
                | TakenBack::LandingOneLeft
                | TakenBack::LandingOneLeftTried
        ) || self.makes_seeds()
    }

    /// Whether pits may get seeds that they did not lose.
    fn makes_seeds(self) -> bool {
        self.is_first_to_last() || self.noted_at(0).is_some() || self == TakenBack::SweptLeft
    }
}

impl Rules {
    /// Whether searches have one board, on which moves are made and taken back, one list of moves, or one
    /// place where pits are noted.
    pub(super) fn are_on_one_board(&self) -> bool {
        self.taken_back != TakenBack::Whole
            || self.pit_list != PitList::EachNode
            || self.pits_noted != PitsNoted::EachSowing
    }

    /// Whether turns could go on for ever if another one were for nothing: taking moves back makes seeds, or
    /// pits are tried that are empty.
    pub(super) fn lack_an_end(&self) -> bool {
        self.taken_back.makes_seeds() || self.pit_list == PitList::ByPly
    }

    /// The rules of the search that gets something wrong alone; none where there is no such search.
    pub(super) fn in_one_search(&self) -> Option<Self> {
        let mut rules = *self;
        match self.in_one_search {
            InOneSearch::Nothing => return None,
            InOneSearch::PlainLevels1 | InOneSearch::PrunedLevels1 => {
                rules.extra_turn_levels = Number::new(1);
            }
            InOneSearch::PlainLevels0 | InOneSearch::PrunedLevels0 => {
                rules.extra_turn_levels = Number::new(0);
            }
            InOneSearch::PlainBeyondLimit | InOneSearch::PrunedBeyondLimit => {
                rules.leaf_depth = LeafDepth::BeyondLimit;
            }
            InOneSearch::PlainBeforeLimit | InOneSearch::PrunedBeforeLimit => {
                rules.leaf_depth = LeafDepth::BeforeLimit;
            }
            InOneSearch::PlainLimitSweep | InOneSearch::PrunedLimitSweep => {
                rules.limit_sweep = LimitSweep::Missing;
            }
        }
        reset!(rules; in_one_search);
        Some(rules)
    }

    /// The number that stands for infinity where that is not more than any value.
    pub(super) fn infinity(&self) -> Option<i32> {
        let large = match self.large_infinity {
            LargeInfinity::Window | LargeInfinity::NinetyNineReturned => None,
            LargeInfinity::NinetyNine => Some(99),
            LargeInfinity::Hundred => Some(100),
            LargeInfinity::Thousand | LargeInfinity::ThousandInWindow => Some(1000),
            LargeInfinity::TenThousandInWindow => Some(10_000),
            LargeInfinity::ThirtyThousandInWindow => Some(30_000),
        };
        match self.infinity {
            Infinity::Enough => large.filter(|_| self.taken_back.leaves_stores()),
            Infinity::TwentyFour => Some(24),
            Infinity::ThirtySix => Some(36),
            Infinity::FortyEight => Some(48),
            Infinity::Fifty => Some(50),
            Infinity::SixtyFour => Some(64),
        }
    }

    /// The same number where the window goes as far.
    pub(super) fn infinity_of_window(&self) -> Option<i32> {
        let is_published = matches!(
            self.large_infinity,
            LargeInfinity::ThousandInWindow
                | LargeInfinity::TenThousandInWindow
                | LargeInfinity::ThirtyThousandInWindow
        );
        let is_large = self.infinity == Infinity::Enough;
        self.infinity().filter(|_| !(is_large && is_published))
    }
}

impl InOneSearch {
    /// Whether it is the search with pruning that gets something wrong alone.
    pub(super) fn is_in_pruned(self) -> bool {
        matches!(
            self,
            InOneSearch::PrunedLevels1
                | InOneSearch::PrunedLevels0
                | InOneSearch::PrunedBeyondLimit
                | InOneSearch::PrunedBeforeLimit
                | InOneSearch::PrunedLimitSweep
        )
    }
}

impl Again {
    /// What a search does of it.
    pub(super) fn searched(self) -> SearchedAgain {
        let bound = |tie, in_both| SearchedAgain::Bound {
            tie,
            in_both,
            is_maximising: matches!(self, Again::BoundMax | Again::BoundMaxReached),
        };
        match self {
            Again::Once => SearchedAgain::None,
            Again::Bound | Again::BoundMax => bound(Tie::First, false),
            Again::BoundReached | Again::BoundMaxReached => bound(Tie::Last, false),
            Again::Best => SearchedAgain::Best(Tie::First),
            Again::BestReached => SearchedAgain::Best(Tie::Last),
            Again::BoundBoth => bound(Tie::First, true),
            Again::BoundBothReached => bound(Tie::Last, true),
        }
    }
}

impl NoMove {
    /// What a node without a move is worth, which takes the largest value or the smallest; none where it is
    /// evaluated.
    pub(super) fn value(self, maximises: bool) -> Option<i32> {
        let worst = match self {
            NoMove::Evaluated => return None,
            NoMove::Zero => 0,
            NoMove::NinetyNine => 99,
            NoMove::Hundred => 100,
            NoMove::Nines => 999,
            NoMove::Thousand => 1000,
            NoMove::FourNines => 9999,
            NoMove::TenThousand => 10_000,
            NoMove::Billion => 1_000_000_000,
            NoMove::Int if maximises => return Some(i32::MIN),
            NoMove::Int => i32::MAX,
        };
        Some(if maximises { -worst } else { worst })
    }
}

impl SweptPits {
    /// Whether the player's pit of that number, from 0, is left out.
    pub(super) fn leave_out(self, player: Side, number: usize) -> bool {
        let [first, last] = [0, PITS - 1];
        match self {
            SweptPits::All => false,
            SweptPits::AllButLast => number == last,
            SweptPits::AllButLastOfZero => number == last && player == Side::First,
            SweptPits::AllButLastOfOne => number == last && player == Side::Second,
            SweptPits::AllButFirst => number == first,
            SweptPits::AllButFirstOfZero => number == first && player == Side::First,
            SweptPits::AllButFirstOfOne => number == first && player == Side::Second,
        }
    }
}

impl PitOrder {
    /// Whether a player's highest pit comes first.
    pub(super) fn is_descending(self, player: Side) -> bool {
        match self {
            PitOrder::Ascending => false,
            PitOrder::Descending => true,
            PitOrder::DescendingForZero => player == Side::First,
            PitOrder::DescendingForOne => player == Side::Second,
        }
    }
}
