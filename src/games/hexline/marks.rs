//! What a search marks on the map, and what of it is taken back.

use super::choices::{
    ChildMap, DepthChosen, KeptCells, OpponentNumber, Remembered, TakenCount, ThirdCell,
};
use super::rules::{Cell, Hexline, Line, State};
use crate::game::{Game, Side};

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
            | Self::WholeAtCutStuck
            | Self::WholeAtCutCounted
            | Self::WholeAtCutCountedListed => true,
            Self::WholeAtCutRoot
            | Self::WholeAtCutListedRoot
            | Self::WholeAtCutLostRoot
            | Self::WholeAtCutStuckRoot => is_root,
            Self::WholeAtCutOpponent
            | Self::WholeAtCutListedOpponent
            | Self::WholeAtCutLostOpponent
            | Self::WholeAtCutStuckOpponent => !is_root,
            _ => false,
        }
    }

    /// Whether what is given back at a cut does not count as free, where it was taken by the player
    /// to move at the root or by the opponent.
    fn loses_count_of(self, is_root: bool) -> bool {
        match self {
            Self::CountAtCut | Self::CountAtCutParity | Self::CountAtCutAnew => true,
            Self::CountAtCutRoot
            | Self::CountAtCutRootWorthless
            | Self::CountAtCutRootUnchosen
            | Self::CountAtCutRootAnew => is_root,
            Self::CountAtCutOpponent | Self::CountAtCutOpponentAnew => !is_root,
            _ => false,
        }
    }
}

impl Hexline {
    /// The same game as a search from this root plays it.
    pub(super) fn searched(&self, root: &State) -> Self {
        let mut rules = self.rules;
        let is_few = i64::from(root.free) <= rules.switch.get();
        if rules.remembered == Remembered::AnyTurnFew && !is_few {
            rules.remembered = Remembered::Nothing;
        }
        Self {
            rules,
            root: Some(root.mover),
        }
    }

    /// Whether a line takes its cells and no others.
    pub(super) fn marks_as_played(&self) -> bool {
        self.root.is_none()
            || self.rules.opponent_number == OpponentNumber::Other
                && self.rules.child_map == ChildMap::EachLine
    }

    /// Whether this player's lines leave their cells free.
    pub(super) fn leaves_free(&self, mover: Side) -> bool {
        let is_opponents = self.root.is_some_and(|root| root != mover);
        match self.rules.opponent_number {
            OpponentNumber::Other => false,
            OpponentNumber::OneMinus => is_opponents && self.root == Some(Side::First),
            OpponentNumber::Zero => is_opponents,
        }
    }

    /// Whether the map on which one line was tried is the one for another from the same cell.
    pub(super) fn share_a_map(&self, one: Line, other: Line) -> bool {
        match self.rules.child_map {
            ChildMap::EachLine => false,
            ChildMap::EachLength => one.length == other.length,
            ChildMap::EachCell => true,
        }
    }

    /// How many cells are taken at most after a line that were free before.
    pub(super) fn most_marked(&self) -> i64 {
        let longest = self.rules.longest.get();
        match self.rules.child_map {
            ChildMap::EachLine => longest,
            ChildMap::EachLength | ChildMap::EachCell => 1 + 6 * (longest - 1),
        }
    }

    /// The cells that are taken after a line: its own, and those of lines before it that were not
    /// cleared away.
    pub(super) fn marked(&self, state: &State, chosen: Line) -> Vec<usize> {
        if self.leaves_free(state.mover) {
            return Vec::new();
        }
        let places = |line| self.places(line).unwrap_or_default();
        if self.marks_as_played() {
            return places(chosen);
        }
        let listed = self.by_cell().all_moves(state).into_iter();
        let same_cell = listed.filter(|line| (line.x, line.y) == (chosen.x, chosen.y));
        let before = same_cell.take_while(|line| *line != chosen);
        let shared = before.filter(|line| self.share_a_map(*line, chosen));
        let mut marked: Vec<usize> = shared.chain([chosen]).flat_map(places).collect();
        marked.sort_unstable();
        marked.dedup();
        marked
    }

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
                | KeptCells::WholeAtCutCountedListed
        ) || self.counts_again()
            || self.loses_count()
            || self.rules.line_check.tries_as_listed()
    }

    /// Whether cells that are taken already are taken off the count of free ones again.
    pub(super) fn counts_again(&self) -> bool {
        self.is_stuck_beyond_window()
            || matches!(
                self.rules.kept_cells,
                KeptCells::WholeAtCutStuck
                    | KeptCells::WholeAtCutStuckRoot
                    | KeptCells::WholeAtCutStuckOpponent
                    | KeptCells::WholeAtCutCountedListed
            )
    }

    /// Whether who has no line to take is worth less than what the window starts with.
    pub(super) fn is_stuck_beyond_window(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::WholeAtCutLost
                | KeptCells::WholeAtCutLostRoot
                | KeptCells::WholeAtCutLostOpponent
        )
    }

    /// The same, because they stay taken when a line is taken back, or are not checked.
    pub(super) fn counts_taken(&self) -> bool {
        self.counts_again() || self.rules.line_check.counts_all()
    }

    /// Whether the map is not always as before when a line is taken back.
    pub(super) fn changes_map(&self) -> bool {
        let rules = &self.rules;
        // Values that are remembered are found on the map as it was; and where a line may set cells
        // around it free, or each node counts what is free for its levels, there is no end to the search.
        let frees = rules.line_check.frees()
            && rules.remembered == Remembered::Nothing
            && rules.third_cell == ThirdCell::Ahead
            && rules.depth_chosen != DepthChosen::EachNode;
        rules.kept_cells != KeptCells::None || frees
    }

    /// Whether as many cells count as free as before a line when it is taken back, whatever is on the
    /// map.
    pub(super) fn restores_count(&self) -> bool {
        let check = self.rules.line_check;
        self.counts_kept_as_free() || check.frees() && check.counts_all()
    }

    /// Whether what stays taken counts as free.
    fn counts_kept_as_free(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::ThirdRoot
                | KeptCells::ThirdBoth
                | KeptCells::WholeAtCutCounted
                | KeptCells::WholeAtCutCountedListed
                | KeptCells::SecondBlocked
        ) || self.rules.taken_count == TakenCount::One
    }

    /// Whether what is given back at a cut may not count as free.
    pub(super) fn loses_count(&self) -> bool {
        [true, false].map(|is_root| self.rules.kept_cells.loses_count_of(is_root)) != [false; 2]
    }

    /// Whether what this player's line gives back does not count as free, what comes after it being
    /// cut off or not.
    pub(super) fn loses_count_at(&self, mover: Side, root: Side, is_cut: bool) -> bool {
        is_cut && self.rules.kept_cells.loses_count_of(mover == root)
    }

    /// Whether the root counts anew what is free before it tries a line.
    pub(super) fn counts_anew_at_root(&self) -> bool {
        matches!(
            self.rules.kept_cells,
            KeptCells::CountAtCutAnew
                | KeptCells::CountAtCutRootAnew
                | KeptCells::CountAtCutOpponentAnew
        )
    }

    /// Whether there may be no line though there should be one by the count of free cells.
    pub(super) fn may_be_stuck(&self) -> bool {
        self.counts_kept_as_free()
            || self.counts_again()
            || self.loses_count()
            || self.rules.free_counter.adds()
            || self.rules.line_check.counts_below_none()
    }

    /// The map after a line is taken back, where `after` is what the search left of it, and what
    /// comes after it is cut off or not.
    pub(super) fn taken_back(
        &self,
        before: &State,
        chosen: Line,
        (after, is_cut): (&State, bool),
        root: &State,
    ) -> State {
        let mut state = after.clone();
        state.mover = before.mover;
        let given_back = match self.kept(before.mover, root.mover, is_cut) {
            Kept::Nothing => usize::MAX,
            Kept::Third => 2,
            Kept::Whole => 0,
        };
        let is_counted = !self.loses_count_at(before.mover, root.mover, is_cut);
        let places = self.places(chosen).into_iter().flatten();
        for place in places.take(given_back) {
            state.free += i32::from(is_counted && state.cells[place] != Cell::Free);
            state.cells[place] = Cell::Free;
        }
        // Below the root always fewer are free.
        let is_anew = self.counts_anew_at_root() && before.free == root.free;
        if self.restores_count() || is_anew {
            state.free = before.free;
        }
        if self.rules.kept_cells == KeptCells::SecondBlocked && !is_cut {
            self.take_blocked(&mut state, chosen);
        }
        state
    }

    /// Takes what stays taken of the lines that cannot be taken between one and the next that can:
    /// all of them begin in the same cell, as any free cell is a line of its own.
    fn take_blocked(&self, state: &mut State, after: Line) {
        let lines = self.longer_lines();
        let place = (lines.iter()).position(|&line| line == (after.length, after.direction));
        for &(length, direction) in &lines[place.map_or(0, |place| place + 1)..] {
            let lengths = self.lengths(state, after.x, after.y, direction);
            let is_longer = |length: u8| lengths >> length & 1 != 0;
            if is_longer(length) {
                return;
            }
            if length == 3 && is_longer(2) {
                let second = Line {
                    length: 2,
                    direction,
                    ..after
                };
                let places = self.places(second).unwrap_or_default();
                state.cells[places[1]] = Cell::Taken(state.mover);
            }
        }
    }
}
