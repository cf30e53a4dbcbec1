//! A search on one board whose actions are taken back, but not what they made of a piece.

use super::minimax::is_better;
use crate::budget::spend;
use crate::game::{Evaluate, Leaf, Side};

/// A search as [`super::minimax`] does it, of which `taken_back` says what is on the board when
/// an action was tried: from the board before it, the action, and what the search below left of the
/// board after it.
pub(crate) struct InPlace<'a, G, F> {
    pub game: &'a G,
    pub taken_back: F,
    /// Whether an action is looked for when the one before it was taken back; else all are listed before
    /// the first is tried.
    pub looks_again: bool,
}

impl<G, F> InPlace<'_, G, F>
where
    G: Evaluate,
    F: Fn(&G::State, G::Move, &G::State) -> G::State,
{
    /// The value of a board and the best action; the board is left as the search leaves it.
    pub(crate) fn search(
        &self,
        state: &mut G::State,
        depth: u32,
        root: Side,
    ) -> (G::Value, Option<G::Move>) {
        spend(1);
        if depth == 0 {
            return (self.game.value(state, root, Leaf::Horizon), None);
        }
        let mut actions = self.game.all_moves(state);
        let maximises = self.game.maximises(self.game.turn(state), root);
        let tie = self.game.conventions().tie;
        let mut best: Option<(G::Value, Option<G::Move>)> = None;
        let mut next = 0;
        while let Some(&chosen) = actions.get(next) {
            let mut child = self.game.play(state, chosen);
            let (value, _) = self.search(&mut child, depth - 1, root);
            if best.is_none_or(|(old, _)| is_better(maximises, tie, value, old)) {
                best = Some((value, Some(chosen)));
            }
            next += 1;
            let after = (self.taken_back)(state, chosen, &child);
            if after == *state {
                continue;
            }
            *state = after;
            if self.looks_again {
                actions.clear();
                self.game.moves(state, &mut actions);
                let tried = actions.iter().position(|&action| action == chosen);
                next = tried.map_or(next, |tried| tried + 1);
            }
        }
        best.unwrap_or_else(|| (self.game.value(state, root, Leaf::NoMoves), None))
    }
}
