//! What a board costs.

use crate::game::{Conventions, Evaluate, Leaf, Player};

use super::rules::{
    BLACK, Checkers, CostSign, Limits, NoAction, PrintedLimit, State, WHITE, WhiteTakes,
};

impl Checkers {
    /// b + 3B − w − 3W: the men counted, towers at their cost.
    pub fn material(&self, state: &State) -> i32 {
        let tower_cost = self.rules.tower_cost.get() as i32;
        let side = |owner: Player| {
            state.count(owner, false) as i32 + tower_cost * state.count(owner, true) as i32
        };
        match self.rules.cost_sign {
            CostSign::BlackPositive => side(BLACK) - side(WHITE),
            CostSign::WhitePositive => side(WHITE) - side(BLACK),
        }
    }

    /// What a board costs on which `stuck` is to move and cannot.
    pub fn limit(&self, stuck: Player) -> i32 {
        match (self.rules.limits, stuck) {
            (Limits::Standard, BLACK) | (Limits::Swapped, WHITE) => i32::MIN,
            (Limits::Standard, WHITE) | (Limits::Swapped, BLACK) => i32::MAX,
        }
    }

    /// The cost on the `BOARD COST` line.
    pub fn printed_cost(&self, state: &State) -> i32 {
        let is_limit = match self.rules.printed_limit {
            PrintedLimit::Limit => !self.has_action(state),
            PrintedLimit::Material => false,
            PrintedLimit::NoMen => !state.has_men(state.mover),
        };
        if is_limit {
            self.limit(state.mover)
        } else {
            self.material(state)
        }
    }

    /// Which player a leaf is lost for, as far as the rules look.
    fn stuck(&self, state: &State, root: Player, leaf: Leaf) -> Option<Player> {
        let cannot_act = |player| !self.has_action(&state.with_mover(player));
        let is_checked = match self.rules.no_action {
            NoAction::Everywhere => true,
            NoAction::Inner => leaf == Leaf::NoMoves,
            NoAction::Leaves => leaf == Leaf::Horizon,
            NoAction::OwnSide => state.mover == root,
            NoAction::Nowhere => false,
            NoAction::NoMen => !state.has_men(state.mover),
            NoAction::EitherSide => {
                return [BLACK, WHITE]
                    .into_iter()
                    .find(|&player| cannot_act(player));
            }
        };
        (is_checked && !self.has_action(state)).then_some(state.mover)
    }
}

impl Evaluate for Checkers {
    type Value = i32;

    fn value(&self, state: &State, root: Player, leaf: Leaf) -> i32 {
        match self.stuck(state, root, leaf) {
            Some(stuck) => self.limit(stuck),
            None => self.material(state),
        }
    }

    fn maximises(&self, mover: Player, _root: Player) -> bool {
        mover == BLACK || self.rules.white_takes == WhiteTakes::Maximum
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            ..Conventions::default()
        }
    }
}
