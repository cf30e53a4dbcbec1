//! What a board costs.

use crate::game::{Conventions, Evaluate, Leaf, Side};

use super::rules::{
    BLACK, Checkers, CostSign, FarTowers, LeafCost, Limits, NoAction, PrintedLimit, SIDE, State,
    WHITE, WhiteTakes, far_row,
};

impl Checkers {
    /// b + 3B − w − 3W: the men counted, towers at their cost.
    pub fn material(&self, state: &State) -> i32 {
        let positive = match self.rules.cost_sign {
            CostSign::BlackPositive => BLACK,
            CostSign::WhitePositive => WHITE,
        };
        let mut material = 0;
        for (cell, man) in state.cells.iter().enumerate() {
            let Some(man) = man else { continue };
            let is_far = man.tower && cell / SIDE == far_row(man.owner);
            let size = match (man.tower, self.rules.far_towers) {
                (false, _) => 1,
                (true, FarTowers::Twice) if is_far => 2 * self.tower_cost(man.owner),
                (true, _) => self.tower_cost(man.owner),
            };
            material += if man.owner == positive { size } else { -size };
        }
        material
    }

    /// What a board costs on which `stuck` is to move and cannot.
    pub fn limit(&self, stuck: Side) -> i32 {
        match (self.rules.limits, stuck) {
            (Limits::Standard, BLACK) | (Limits::Swapped, WHITE) => i32::MIN,
            (Limits::Standard, WHITE) | (Limits::Swapped, BLACK) | (Limits::Largest, _) => i32::MAX,
        }
    }

    /// What a leaf of a search costs that is lost for a player, as far as the rules look. The
    /// functions say whether a player has men, and whether a player could act if it were its turn.
    pub(super) fn cost_of_end(
        &self,
        mover: Side,
        root: Side,
        leaf: Leaf,
        has_men: impl Fn(Side) -> bool,
        has_action: impl Fn(Side) -> bool,
    ) -> Option<i32> {
        let is_checked = match self.rules.no_action {
            NoAction::Everywhere => true,
            NoAction::Inner => leaf == Leaf::NoMoves,
            NoAction::Leaves => leaf == Leaf::Horizon,
            NoAction::OwnSide => mover == root,
            NoAction::OpponentInner => mover != root && leaf == Leaf::NoMoves,
            NoAction::Nowhere => false,
            NoAction::Zero => return (leaf == Leaf::NoMoves).then_some(0),
            NoAction::NoMen => !has_men(mover),
            NoAction::Inverted => {
                let is_stuck = leaf == Leaf::NoMoves && !has_action(mover);
                return is_stuck.then(|| self.limit(mover.opponent()));
            }
            NoAction::LeavesInverted if leaf == Leaf::Horizon => {
                return (!has_action(mover)).then(|| self.limit(mover.opponent()));
            }
            NoAction::LeavesJustMoved if leaf == Leaf::Horizon => {
                let other = mover.opponent();
                return (!has_action(other)).then(|| self.limit(other));
            }
            NoAction::LeavesInverted | NoAction::LeavesJustMoved => true,
            NoAction::EitherSide | NoAction::EitherEverywhere => {
                let mut players = [BLACK, WHITE].into_iter();
                let loser = players.find(|&player| !has_action(player));
                return loser.map(|loser| self.limit(loser));
            }
        };
        (is_checked && !has_action(mover)).then(|| self.limit(mover))
    }

    /// What a search takes for black's value of a node that costs so much.
    pub(super) fn as_taken(&self, cost: i32, leaf: Leaf, mover: Side) -> i32 {
        let is_inverted =
            self.rules.leaf_cost == LeafCost::Mover && leaf == Leaf::Horizon && mover == WHITE;
        if is_inverted {
            cost.saturating_neg()
        } else {
            cost
        }
    }

    /// The cost on the `BOARD COST` line.
    pub fn printed_cost(&self, state: &State) -> i32 {
        let mover = state.mover;
        let is_stuck = |player: &Side| self.is_stuck(state, *player);
        let stuck = match self.rules.printed_limit {
            PrintedLimit::Limit => Some(mover).filter(is_stuck),
            PrintedLimit::Material => None,
            PrintedLimit::NoMen => (!state.has_men(mover)).then_some(mover),
            PrintedLimit::EitherSide => [mover, mover.opponent()].into_iter().find(is_stuck),
            PrintedLimit::Mover => Some(mover.opponent()).filter(is_stuck),
        };
        stuck.map_or_else(|| self.material(state), |stuck| self.limit(stuck))
    }
}

impl Evaluate for Checkers {
    type Value = i32;

    fn value(&self, state: &State, root: Side, leaf: Leaf) -> i32 {
        let has_men = |player| state.has_men(player);
        let has_action = |player| self.has_action(&state.with_mover(player));
        let end = self.cost_of_end(state.mover, root, leaf, has_men, has_action);
        let cost = end.unwrap_or_else(|| self.material(state));
        self.as_taken(cost, leaf, state.mover)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        match self.rules.white_takes {
            WhiteTakes::Minimum => mover == BLACK,
            WhiteTakes::Maximum => true,
            WhiteTakes::AsSearcher => root == BLACK,
            WhiteTakes::SearcherLargest => mover == root,
        }
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            ..Conventions::default()
        }
    }
}
