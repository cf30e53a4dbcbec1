//! What a board costs.

use crate::game::{Bounds, Conventions, Cut, Evaluate, Leaf, Side, Tie};

use super::rules::{
    BLACK, Checkers, CostSign, FarTowers, LeafCost, Limits, NoAction, PrintedLimit, Pruning, SIDE,
    State, WHITE, WhiteTakes, far_row,
};

impl Checkers {
    /// b + 3B − w − 3W: the men counted, towers at their cost.
    pub fn material(&self, state: &State) -> i32 {
        let far_times = match self.rules.far_towers {
            FarTowers::Twice => 2,
            FarTowers::Once | FarTowers::EachArrival => 1,
        };
        let costs = [BLACK, WHITE].map(|owner| {
            let [piece, tower] = [1, self.tower_cost(owner)].map(|size| self.sign(owner) * size);
            [piece, tower, far_times * tower]
        });
        let mut material = state.cost_drift;
        for (cell, man) in state.cells.iter().enumerate() {
            let Some(man) = man else { continue };
            let is_far = man.tower && cell / SIDE == far_row(man.owner);
            let kind = usize::from(man.tower) + usize::from(is_far);
            material += costs[man.owner.index()][kind];
        }
        material
    }

    /// 1 for the player whose men count as positive, −1 for the other one.
    pub(super) fn sign(&self, owner: Side) -> i32 {
        match (self.rules.cost_sign, owner) {
            (CostSign::BlackPositive, BLACK) | (CostSign::WhitePositive, WHITE) => 1,
            _ => -1,
        }
    }

    /// What a board costs on which `stuck` is to move and cannot.
    pub fn limit(&self, stuck: Side) -> i32 {
        match (self.rules.limits, stuck) {
            (Limits::Symmetric, BLACK) => -i32::MAX,
            (Limits::Standard | Limits::WorstForBoth | Limits::Short, BLACK)
            | (Limits::Swapped, WHITE) => i32::MIN,
            (
                Limits::Standard | Limits::Symmetric | Limits::WorstForBoth | Limits::Short,
                WHITE,
            )
            | (Limits::Swapped, BLACK)
            | (Limits::Largest, _) => i32::MAX,
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
        let won_by_stuck = || (!has_action(mover)).then(|| self.limit(mover.opponent()));
        let is_checked = match self.rules.no_action {
            NoAction::Everywhere => true,
            NoAction::Inner => leaf == Leaf::NoMoves,
            NoAction::Leaves | NoAction::BoardBefore => leaf == Leaf::Horizon,
            NoAction::OwnSide => mover == root,
            NoAction::OpponentInner => mover != root && leaf == Leaf::NoMoves,
            NoAction::Nowhere => false,
            NoAction::Zero => return (leaf == Leaf::NoMoves).then_some(0),
            NoAction::NoMen => !has_men(mover),
            NoAction::Inverted => return won_by_stuck().filter(|_| leaf == Leaf::NoMoves),
            NoAction::LeavesInverted if leaf == Leaf::Horizon => return won_by_stuck(),
            NoAction::WhiteInverted if mover == WHITE => return won_by_stuck(),
            NoAction::BlackInverted if mover == BLACK => return won_by_stuck(),
            NoAction::LeavesJustMoved if leaf == Leaf::Horizon => {
                let other = mover.opponent();
                return (!has_action(other)).then(|| self.limit(other));
            }
            NoAction::LeavesInverted
            | NoAction::WhiteInverted
            | NoAction::BlackInverted
            | NoAction::LeavesJustMoved => true,
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
    pub fn printed_cost(&self, state: &State) -> i64 {
        let mover = state.mover;
        let is_stuck = |player: &Side| self.is_stuck(state, *player);
        let stuck = match self.rules.printed_limit {
            PrintedLimit::Limit | PrintedLimit::Rounded | PrintedLimit::Swapped => {
                Some(mover).filter(is_stuck)
            }
            PrintedLimit::Material => None,
            PrintedLimit::NoMen => (!state.has_men(mover)).then_some(mover),
            PrintedLimit::EitherSide => [mover, mover.opponent()].into_iter().find(is_stuck),
            PrintedLimit::Mover => Some(mover.opponent()).filter(is_stuck),
        };
        let limit = |stuck: Side| match self.rules.printed_limit {
            PrintedLimit::Swapped => self.limit(stuck.opponent()),
            _ => self.limit(stuck),
        };
        let cost = stuck.map_or_else(|| self.material(state), limit);
        match self.rules.printed_limit {
            PrintedLimit::Rounded => cost as f32 as i64,
            _ => cost.into(),
        }
    }
}

impl Evaluate for Checkers {
    type Value = i32;

    fn value(&self, state: &State, root: Side, leaf: Leaf) -> i32 {
        let has_men = |player| state.has_men(player);
        let has_action = |player| !self.is_stuck(state, player);
        let end = self.cost_of_end(state.mover, root, leaf, has_men, has_action);
        let end = end.map(|limit| match self.rules.limits {
            Limits::Short => i32::from(limit as i16),
            _ => limit,
        });
        let cost = end.unwrap_or_else(|| match (self.rules.no_action, leaf) {
            (NoAction::BoardBefore, Leaf::NoMoves) => state.cost_before,
            _ => self.material(state),
        });
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

    fn handed_up(&self, value: i32, child: &State) -> i32 {
        match self.rules.limits == Limits::WorstForBoth && value == self.limit(child.mover) {
            true => self.limit(child.mover.opponent()),
            false => value,
        }
    }

    fn window(&self) -> [Option<i32>; 2] {
        let pruning = self.rules.pruning;
        let is_open = pruning == Pruning::Exact
            || pruning.is_from_below_root()
            || pruning.takes_zero_first() != [false; 2];
        match pruning.first_beta() {
            _ if is_open => [None; 2],
            Some(beta) => [Some(-beta), Some(beta)],
            None => [Some(i32::MIN), Some(i32::MAX)],
        }
    }

    fn bound_before_first(&self, is_root: bool) -> Option<i32> {
        let [at_root, below] = self.rules.pruning.takes_zero_first();
        (if is_root { at_root } else { below }).then_some(0)
    }

    fn window_below(
        &self,
        _state: &State,
        _child: &State,
        [alpha, beta]: [Option<i32>; 2],
    ) -> [Option<i32>; 2] {
        match (self.rules.pruning, self.rules.pruning.first_beta()) {
            (Pruning::WindowUncrossed, _) => [beta, alpha],
            // Only the root has none.
            (_, Some(first)) => [alpha.or(Some(-first)), beta.or(Some(first))],
            _ => [alpha, beta],
        }
    }

    fn conventions(&self) -> Conventions {
        let pruning = self.rules.pruning;
        Conventions {
            tie: match pruning {
                Pruning::TiesToBound => Tie::Last,
                _ => self.rules.tie,
            },
            bounds: match pruning {
                Pruning::WindowKept
                | Pruning::WindowKeptRootUncut
                | Pruning::WindowKeptCutAbove
                | Pruning::WindowKeptAndLeft => Bounds::Kept,
                _ if pruning.takes_zero_first() != [false; 2] => Bounds::Own,
                _ => Bounds::Both,
            },
            cut: match pruning {
                Pruning::WindowKeptCutAbove | Pruning::WindowLeftCutAbove => Cut::Above,
                _ => Cut::AtEqual,
            },
            root_alpha: pruning == Pruning::AlphaForWhite,
            root_uncut: matches!(
                pruning,
                Pruning::WindowKeptRootUncut
                    | Pruning::From12RootUncut
                    | Pruning::From10RootUncut
                    | Pruning::WindowLeft
                    | Pruning::AlphaLeft
                    | Pruning::BetaLeft
                    | Pruning::WindowLeftAsBest
                    | Pruning::WindowLeftCutAbove
                    | Pruning::WindowLeftTurned
                    | Pruning::WindowLeftTurnedAsBest
            ),
            root_from_bound: matches!(
                pruning,
                Pruning::WindowLeftAsBest | Pruning::WindowLeftTurnedAsBest
            ),
            ..Conventions::default()
        }
    }
}
