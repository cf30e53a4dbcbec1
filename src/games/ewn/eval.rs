//! What a position is worth: own table sum less the other's.

use crate::game::{Chance, Conventions, Evaluate, Game, Leaf, Side, Whole};

use super::rules::{
    Arithmetic, BLUE, CacheSide, CacheSize, CachedLeaves, CachedPosition, CachedSign, CellValues,
    CountedCells, CountedStones, DiceMean, DiceSum, Evaluation, Ewn, Move, Negation, NoStones,
    OwnStones, PutBack, RED, Rules, SIDE, STONES, SearchStart, State, Stuck, Tables, TurnedValues,
    ValueFor, WinValue, WinningMove,
};
use super::tables::{BLUE_TABLE, RED_TABLE};

impl Rules {
    /// What the player's stone on a cell, 1–25, counts for its side: a multiple of a half.
    pub(super) fn worth(&self, player: Side, cell: u8) -> f32 {
        let is_counted = match self.counted_cells {
            CountedCells::All => true,
            CountedCells::Without25 => cell != SIDE * SIDE,
            CountedCells::Without1 => cell != 1,
        };
        if !is_counted {
            return 0.0;
        }
        let index = usize::from(cell) - 1;
        let side_cells = usize::from(SIDE);
        let (row, column) = (index / side_cells, index % side_cells);
        let last = side_cells - 1;
        let (side, index) = match (self.tables, player) {
            (Tables::Own, _) => (player, index),
            (Tables::Swapped, _) => (player.opponent(), index),
            (Tables::Blues, _) => (BLUE, index),
            (Tables::Reds, _) => (RED, index),
            (Tables::RedUpsideDown | Tables::RedReversed, BLUE) => (BLUE, index),
            (Tables::RedUpsideDown, RED) => (BLUE, (last - row) * side_cells + column),
            (Tables::RedReversed, RED) => (BLUE, row * side_cells + last - column),
        };
        let table = match side {
            BLUE => &BLUE_TABLE,
            RED => &RED_TABLE,
        };
        let mistyped = self.mistyped.at(side, index as u8 + 1);
        let worth = mistyped.unwrap_or(table[index]);
        match self.cell_values {
            CellValues::AsGiven | CellValues::WholeSum => worth,
            CellValues::Whole => worth.trunc(),
        }
    }
}

impl Ewn {
    /// What an end is worth for a side, where that is not what the position is.
    fn value_of_end(&self, winner: Option<Side>, view: Side) -> Option<f32> {
        let Some(winner) = winner else {
            return (self.rules.no_stones != NoStones::Lost).then_some(0.0);
        };
        let won = match self.rules.win_value {
            WinValue::Evaluated | WinValue::HundredMore | WinValue::ThousandMore => return None,
            WinValue::Hundred => 100.0,
            WinValue::Thousand => 1000.0,
            WinValue::TenThousand => 10_000.0,
        };
        Some(if winner == view { won } else { -won })
    }

    /// What an end is worth for a side beside what the position is.
    fn added_at_end(&self, winner: Option<Side>, view: Side) -> f32 {
        let won = match self.rules.win_value {
            WinValue::HundredMore => 100.0,
            WinValue::ThousandMore => 1000.0,
            _ => return 0.0,
        };
        match winner {
            Some(winner) if winner == view => won,
            Some(_) => -won,
            None => 0.0,
        }
    }

    /// What a roll is worth for who cannot move, where that is not what the position is.
    pub(super) fn value_of_stuck(&self) -> Option<f32> {
        Some(match self.rules.stuck {
            Stuck::Evaluated => return None,
            Stuck::Zero => 0.0,
            Stuck::Hundred => -100.0,
            Stuck::Thousand => -1000.0,
            Stuck::TenThousand => -10_000.0,
            Stuck::HundredThousand => -100_000.0,
            Stuck::Million => -1e6,
            Stuck::Billion => -1e9,
            Stuck::Nonillion => -1e30,
            Stuck::Lowest => f32::MIN,
            Stuck::Infinite => f32::NEG_INFINITY,
        })
    }

    /// What a position is worth as [`Evaluate::value`] has it, when it is known who has won.
    pub(super) fn value_won(
        &self,
        state: &State,
        winner: Option<Side>,
        root: Side,
        leaf: Leaf,
    ) -> f32 {
        // Who has won is seen before a roll, not where one before it has lost the last stone.
        let is_seen = winner.is_some()
            && (!self.rules.put_back.removes_for_good() || state.has_stones(state.mover));
        if leaf == Leaf::NoMoves
            && state.die.is_some()
            && !is_seen
            && let Some(value) = match self.rules.no_stones {
                NoStones::GoesOnZero if !state.has_stones(state.mover) => Some(0.0),
                _ => self.value_of_stuck(),
            }
        {
            return match self.maximises(state.mover, root) {
                true => value,
                // Never the negative zero.
                false => 0.0 - value,
            };
        }
        let (turned, is_end) = (self.rules.turned_values, state.die.is_none());
        let value_for = match (leaf, turned) {
            (Leaf::NoMoves, TurnedValues::EndsForBlue) if is_end => ValueFor::Blue,
            (Leaf::Horizon, TurnedValues::HorizonForBlue) => ValueFor::Blue,
            _ => self.rules.value_for,
        };
        let view = match (value_for, self.rules.negation) {
            (ValueFor::Mover, Negation::EachLevel) => root,
            (ValueFor::Mover, Negation::None) => state.mover,
            (ValueFor::Root, Negation::None) => root,
            // Negated at each level, it is the root's only where that side is to move.
            (ValueFor::Root, Negation::EachLevel) => state.mover,
            (ValueFor::Blue, Negation::None) => BLUE,
            // The published search negates at each level; a value that is Blue's at
            // every leaf is the root's only where the mover at the leaf is the root's.
            (ValueFor::Blue, Negation::EachLevel) if state.mover == root => BLUE,
            (ValueFor::Blue, Negation::EachLevel) => RED,
        };
        let is_turned = match leaf {
            Leaf::NoMoves => turned == TurnedValues::Ends && is_end,
            Leaf::Horizon => turned == TurnedValues::Horizon,
        };
        let view = if is_turned { view.opponent() } else { view };
        if leaf == Leaf::NoMoves
            && let Some(value) = self.value_of_end(winner, view)
        {
            return value;
        }
        // Whose stones an evaluation by one sum counts, it counts for the player to move.
        let is_negated = self.rules.negation == Negation::EachLevel && state.mover != root;
        let (own, other) = match is_negated {
            true => (view.opponent(), view),
            false => (view, view.opponent()),
        };
        let of_other = match self.rules.evaluation {
            Evaluation::Paired => Self::without_unpaired(state, other),
            _ => *state,
        };
        let (own, other) = (self.table_sum(state, own), self.table_sum(&of_other, other));
        let value = match self.rules.evaluation {
            Evaluation::Difference | Evaluation::Paired => own - other,
            Evaluation::Inverted => other - own,
            Evaluation::OwnSum => own,
        };
        let value = match self.rules.cell_values {
            // A whole number has no negative zero.
            CellValues::WholeSum => (value as i32) as f32,
            _ => value,
        };
        let value = match is_negated {
            true => 0.0 - value,
            false => value,
        };
        // Nothing is added to a −0 either.
        match self.added_at_end(winner, view) {
            0.0 => value,
            added => value + added,
        }
    }

    /// The position without those stones of a player whose number is gone from the other side.
    fn without_unpaired(state: &State, player: Side) -> State {
        let mut paired = *state;
        let others = state.cells[player.opponent().index()];
        for (cell, other) in paired.cells[player.index()].iter_mut().zip(others) {
            *cell = if other == 0 { 0 } else { *cell };
        }
        paired
    }

    fn table_sum(&self, state: &State, player: Side) -> f32 {
        let left_out = match (self.rules.counted_stones, player) {
            (CountedStones::Without6, _)
            | (CountedStones::WithoutBlue6, BLUE)
            | (CountedStones::WithoutRed6, RED) => Some(STONES - 1),
            (CountedStones::Without1, _)
            | (CountedStones::WithoutBlue1, BLUE)
            | (CountedStones::WithoutRed1, RED) => Some(0),
            _ => None,
        };
        let stones = state.cells[player.index()].iter().enumerate();
        let counted = stones.filter(|&(stone, &cell)| cell != 0 && Some(stone) != left_out);
        counted.map(|(_, &cell)| self.worth(player, cell)).sum()
    }
}

impl Evaluate for Ewn {
    /// 32-bit as published: sums and means round as the original's do.
    type Value = f32;

    fn value(&self, state: &State, root: Side, leaf: Leaf) -> f32 {
        self.value_won(state, self.winner(state), root, leaf)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        self.rules.negation == Negation::None || mover == root
    }

    fn start(&self, state: &State, maximises: bool) -> Option<f32> {
        let is_blue = state.mover == BLUE;
        let lowest = match (self.rules.search_start, self.rules.stuck) {
            (SearchStart::Zero, _) => 0.0,
            (SearchStart::ZeroForBlue, _) if is_blue => 0.0,
            (SearchStart::ZeroForRoot, _) if maximises => 0.0,
            (SearchStart::Tiny, _) => f32::MIN_POSITIVE,
            (SearchStart::TinyForBlue, _) if is_blue => f32::MIN_POSITIVE,
            (SearchStart::TinyForRoot, _) if maximises => f32::MIN_POSITIVE,
            // No value is as low as the default, and a first move takes the place of nothing.
            (_, Stuck::Billion | Stuck::Zero) => return None,
            // Sums can be lower still.
            _ => self.value_of_stuck()?,
        };
        Some(if maximises { lowest } else { 0.0 - lowest })
    }

    fn taken_back(&self, before: &State, chosen: Option<Move>, after: &State) -> Option<State> {
        let put_back = self.rules.put_back;
        if put_back == PutBack::All || put_back.is_of_two() {
            return None;
        }
        let mut state = State {
            mover: before.mover,
            die: before.die,
            ..*after
        };
        let Some(Move { stone, from, to }) = chosen else {
            return Some(state);
        };
        let own = before.mover.index();
        // Nothing was moved there, and what was removed is not known.
        if !put_back.removes_for_good() && !before.cells[own].contains(&from) {
            return Some(state);
        }
        let was_moved = |number: usize, cell| match put_back.removes_for_good() {
            true => number == usize::from(stone) && after.cells[own][number] != 0,
            false => cell == from,
        };
        for (side, stones) in before.cells.iter().enumerate() {
            let is_own = side == own;
            let is_lost = put_back.loses(is_own);
            for (number, &cell) in stones.iter().enumerate() {
                if is_own && was_moved(number, cell) || cell == to && !is_lost {
                    state.cells[side][number] = cell;
                }
            }
        }
        Some(state)
    }

    fn still(&self, state: &State, chosen: Move) -> Option<Move> {
        let is_made = self.rules.put_back.makes_all_listed();
        (is_made || self.all_moves(state).contains(&chosen)).then_some(chosen)
    }

    fn is_taken_at_once(&self, state: &State, chosen: Move) -> bool {
        self.rules.winning_move == WinningMove::AtOnce && self.goal(state.mover) == Some(chosen.to)
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            chance: match self.rules.dice_sum {
                DiceSum::Divided if self.rules.dice_mean == DiceMean::FirstFive => Chance::SumBy(6),
                DiceSum::Divided | DiceSum::Remembered | DiceSum::Cut | DiceSum::CutAll => {
                    Chance::Mean
                }
                DiceSum::Whole => Chance::WholeMean,
                DiceSum::BestSoFar => Chance::BestSoFarMean,
                DiceSum::Undivided => Chance::SumBy(1),
                DiceSum::ByFive => Chance::SumBy(5),
                DiceSum::Best => Chance::Best,
                DiceSum::Worst => Chance::Worst,
                DiceSum::OpponentsBest => Chance::OpponentsBest,
            },
            whole: match self.rules.dice_sum {
                DiceSum::Cut => Whole::NotRecalled,
                DiceSum::CutAll => Whole::All,
                _ => Whole::None,
            },
            remembers_leaves: self.rules.cached_leaves == CachedLeaves::Yes,
            recalls_negated: self.rules.cached_sign == CachedSign::Kept,
            remembers_firsts: self.rules.cache_side == CacheSide::ForBlue,
            remembers_sums: self.rules.dice_sum == DiceSum::Remembered,
            recalls_leaves: self.rules.cached_leaves != CachedLeaves::Unused,
            remembers_before: self.rules.cached_position == CachedPosition::AsBefore,
            keeps_remembered: self.rules.own_stones == OwnStones::KeptFirstRemembered,
            most_remembered: match self.rules.cache_size {
                CacheSize::Unlimited => usize::MAX,
                CacheSize::First4096 => 4096,
            },
            doubles: self.rules.arithmetic == Arithmetic::Double,
            ..Conventions::default()
        }
    }
}
