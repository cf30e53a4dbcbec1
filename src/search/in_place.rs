//! A search on one board whose actions are taken back, but not what they made of a piece.

use super::alpha_beta::Window;
use super::minimax::is_better;
use crate::budget::spend;
use crate::game::{Evaluate, Leaf, Side};

/// A search as [`super::minimax`] or [`super::alpha_beta`] does it, of which `taken_back` says what
/// is on the board when an action was tried: from the board before it, the action, what the search
/// below left of the board after it, and whether the actions that follow are cut off. Before an
/// action is tried, `as_listed` puts right on the board what the action brings along: from the board
/// on which it was listed, and the action.
pub(crate) struct InPlace<'a, G, L, F> {
    pub game: &'a G,
    pub as_listed: L,
    pub taken_back: F,
    /// Whether an action is looked for when the one before it was taken back; else all are listed before
    /// the first is tried.
    pub looks_again: bool,
    /// Whether actions that cannot matter are cut off.
    pub cuts: bool,
}

impl<G, L, F> InPlace<'_, G, L, F>
where
    G: Evaluate,
    L: Fn(&mut G::State, (&G::State, G::Move)),
    F: Fn(&G::State, G::Move, (&G::State, bool)) -> G::State,
{
    /// The value of a board and the best action; the board is left as the search leaves it.
    pub(crate) fn search(
        &self,
        state: &mut G::State,
        depth: u32,
        root: Side,
    ) -> (G::Value, Option<G::Move>) {
        self.node(state, i64::from(depth), root, Window::of(self.game))
    }

    fn node(
        &self,
        state: &mut G::State,
        depth: i64,
        root: Side,
        mut window: Window<G::Value>,
    ) -> (G::Value, Option<G::Move>) {
        spend(1);
        if depth <= 0 {
            return (self.game.value(state, root, Leaf::Horizon), None);
        }
        let mut actions = self.game.all_moves(state);
        let listed = state.clone();
        let maximises = self.game.maximises(self.game.turn(state), root);
        let raises_alpha = self.game.raises_alpha(self.game.turn(state), root);
        let conventions = self.game.conventions();
        let mut best = window.returned(&conventions, actions.len(), raises_alpha);
        let mut next = 0;
        while let Some(&chosen) = actions.get(next) {
            (self.as_listed)(state, (&listed, chosen));
            let mut child = self.game.play(state, chosen);
            let left = depth - i64::from(self.game.plies(state, chosen));
            let (value, _) = self.node(&mut child, left, root, window);
            if best.is_none_or(|(old, _)| is_better(maximises, conventions.tie, value, old)) {
                best = Some((value, Some(chosen)));
            }
            next += 1;
            let so_far = best.map_or(value, |(best, _)| best);
            let is_cut = window.closes(&conventions, raises_alpha, so_far) && self.cuts;
            let after = (self.taken_back)(state, chosen, (&child, is_cut));
            let is_changed = self.looks_again && after != *state;
            *state = after;
            if is_cut {
                break;
            }
            if is_changed {
                let mut now = Vec::new();
                self.game.moves(state, &mut now);
                match now.iter().position(|&action| action == chosen) {
                    Some(tried) => (actions, next) = (now, tried + 1),
                    // What comes after an action that there is no more, but for what is gone, too.
                    None => {
                        actions.drain(..next);
                        actions.retain(|action| now.contains(action));
                        next = 0;
                    }
                }
            }
        }
        best.unwrap_or_else(|| (self.game.value(state, root, Leaf::NoMoves), None))
    }
}
