//! What a position is worth.

use crate::game::{Conventions, Counted, Cut, Evaluate, Game, Leaf, SearchedAgain, Side, Tie};

use super::choices::{
    CountedNodes, Evaluation, ExtraTurnValue, ExtraTurnWindow, LargeInfinity, LimitSweep, NoMove,
    Opponent, RootNode, RootWindow, SearchStart, Ties, ValueFor, WinValue,
};
use super::rules::{Kalah, State};

/// How far the published window goes: no value of a game leaves it.
const WINDOW: i32 = 99;

impl Kalah {
    /// The player from whose view values are, when `root` is to move at the root.
    pub(super) fn viewer(&self, root: Side) -> Side {
        match self.rules.value_for {
            // Which line is the first one is seen where lines are answered.
            ValueFor::Root | ValueFor::FirstLine | ValueFor::FirstLineValues => root,
            ValueFor::PlayerZero => Side::First,
            ValueFor::PlayerOne => Side::Second,
        }
    }

    /// Whether a node of alpha-beta without a better value returns its bound.
    fn returns_bounds(&self) -> bool {
        self.returns_bounds
            || matches!(
                self.rules.window,
                RootWindow::AlphaZeroReturned | RootWindow::TenReturned
            )
            || self.rules.tie == Ties::Bound
            || matches!(
                self.rules.searched_again.searched(),
                SearchedAgain::Bound { .. }
            )
            || matches!(self.rules.cut, Cut::AboveReturned | Cut::Dropped)
            || self.rules.extra_turn_window == ExtraTurnWindow::TurnedReturned
            || self.rules.large_infinity == LargeInfinity::NinetyNineReturned
                && self.rules.taken_back.leaves_stores()
    }

    /// The window with bounds that stand for infinity where it has none and they show: a store that
    /// keeps what it got may hold more, a node that drops what its children are worth returns them, and
    /// one without a move may be worth more than all.
    fn bounded(&self, [alpha, beta]: [Option<i32>; 2]) -> [Option<i32>; 2] {
        let do_show = self.rules.taken_back.leaves_stores()
            || self.rules.cut == Cut::Dropped
            || !matches!(self.rules.no_move, NoMove::Evaluated | NoMove::Zero);
        let published = Some(WINDOW).filter(|_| do_show);
        let infinity = self.rules.infinity_of_window().or(published);
        [alpha.or(infinity.map(|it| -it)), beta.or(infinity)]
    }
}

impl Evaluate for Kalah {
    type Value = i32;

    fn value(&self, state: &State, root: Side, leaf: Leaf) -> i32 {
        if leaf == Leaf::NoMoves && (state.is_played_on || !self.is_over(state)) {
            let maximises = self.maximises(self.turn(state), root);
            if let Some(value) = self.rules.no_move.value(maximises) {
                return value;
            }
        }
        let end = match (self.rules.limit_sweep, leaf) {
            (LimitSweep::Missing, Leaf::Horizon) => state.clone(),
            _ => self.settled(state, Some(root)),
        };
        // Values are negated once too often there.
        let is_negated =
            state.is_mistaken && self.rules.extra_turn_value == ExtraTurnValue::Negated;
        let viewer = match is_negated {
            true => self.viewer(root).opponent(),
            false => self.viewer(root),
        };
        let won = match self.rules.win_value {
            WinValue::Evaluated => 0,
            WinValue::Hundred => 100,
            WinValue::Thousand => 1000,
            WinValue::TenThousand => 10_000,
        };
        if won != 0 && self.is_over(state) {
            return won * end.margin(viewer).signum();
        }
        match self.rules.evaluation {
            Evaluation::Difference => end.margin(viewer),
            Evaluation::Inverted => -end.margin(viewer),
            Evaluation::OwnStore => end.stored(viewer),
            Evaluation::PlayerZero => end.margin(Side::First),
            Evaluation::PlayerOne => end.margin(Side::Second),
            Evaluation::Mover => end.margin(state.mover),
            Evaluation::WithPits => end.held(viewer) - end.held(viewer.opponent()),
        }
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        self.rules.opponent != Opponent::Minimises || mover == self.viewer(root)
    }

    fn raises_alpha(&self, mover: Side, root: Side, _is_root: bool) -> bool {
        match self.rules.opponent {
            Opponent::Minimises | Opponent::Maximises => self.maximises(mover, root),
            Opponent::MaximisesBelowBeta => mover == self.viewer(root),
        }
    }

    fn start(&self, _state: &State, maximises: bool) -> Option<i32> {
        match self.rules.search_start {
            // A node that returns its bound starts with that.
            SearchStart::FirstChild if self.returns_bounds() => None,
            SearchStart::FirstChild => {
                let infinity = self.rules.infinity();
                infinity.map(|it| if maximises { -it } else { it })
            }
            SearchStart::Zero => Some(0),
            SearchStart::ZeroWhereMaximising => maximises.then_some(0),
            SearchStart::ZeroWhereMinimising => (!maximises).then_some(0),
            SearchStart::Ten => Some(if maximises { -10 } else { 10 }),
        }
    }

    fn window(&self) -> [Option<i32>; 2] {
        let window = match self.rules.window {
            // What stands for infinity stands for it in the window, too.
            RootWindow::Whole if self.rules.search_start == SearchStart::Ten => [-10, 10].map(Some),
            RootWindow::Whole => [None, None],
            RootWindow::AlphaZero | RootWindow::AlphaZeroReturned => [Some(0), None],
            RootWindow::Ten | RootWindow::TenReturned => [-10, 10].map(Some),
            RootWindow::AlphaKept => [self.alpha, None],
        };
        self.bounded(window)
    }

    fn window_below(
        &self,
        state: &State,
        child: &State,
        window: [Option<i32>; 2],
    ) -> [Option<i32>; 2] {
        let window = self.bounded(window);
        let is_turned = self.rules.extra_turn_window != ExtraTurnWindow::Kept;
        if !is_turned || self.turn(state) != self.turn(child) {
            return window;
        }
        let [alpha, beta] = window.map(|bound| bound.map(i32::saturating_neg));
        [beta, alpha]
    }

    fn is_told_apart(&self, state: &State) -> bool {
        self.rules.counted_nodes != CountedNodes::Unfinished || self.is_over(state)
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: match self.rules.tie {
                Ties::First => Tie::First,
                Ties::Last | Ties::Bound => Tie::Last,
            },
            cut: self.rules.cut,
            cuts_at: self.rules.cuts_at,
            bounds: self.rules.bounds,
            counted: match self.rules.counted_nodes {
                CountedNodes::Leaves => Counted::Leaves,
                CountedNodes::Inner => Counted::Inner,
                CountedNodes::Unfinished => Counted::Unfinished,
                // What one of two searches counts is settled before it begins.
                _ => Counted::All,
            },
            returns_bounds: self.returns_bounds(),
            counts_cutting: self.rules.counted_nodes != CountedNodes::Uncut,
            searched_again: self.rules.searched_again.searched(),
            root_counts: self.rules.root_node == RootNode::Counted,
            ..Conventions::default()
        }
    }
}
