//! A negamax whose windows are not turned round: −alpha and −beta stay in their old places.

use super::minimax::is_better;
use crate::budget::{spend, spend_on_moves};
use crate::game::{Evaluate, Leaf, Side, Tie};

/// Beyond all values.
const INFINITY: i32 = 1 << 20;

/// The value and the best move that such a search finds; its root may have its window turned.
///
/// Values are those of the root's player, for whom not to turn a window is to exchange its bounds. A value
/// that reaches the bound above is returned at once, the bound below where no value is better.
pub(crate) fn unturned<G: Evaluate<Value = i32>>(
    game: &G,
    state: &G::State,
    depth: u32,
    turns_root: bool,
) -> (i32, Option<G::Move>) {
    let search = Unturned {
        game,
        root: game.turn(state),
        tie: game.conventions().tie,
    };
    let window = [-INFINITY, INFINITY];
    search.node(state, i64::from(depth), window, turns_root)
}

struct Unturned<'a, G> {
    game: &'a G,
    root: Side,
    tie: Tie,
}

impl<G: Evaluate<Value = i32>> Unturned<'_, G> {
    fn node(
        &self,
        state: &G::State,
        depth: i64,
        [alpha, beta]: [i32; 2],
        turns: bool,
    ) -> (i32, Option<G::Move>) {
        spend(1);
        if depth <= 0 {
            return (self.game.value(state, self.root, Leaf::Horizon), None);
        }
        let moves = self.game.all_moves(state);
        spend_on_moves(moves.len());
        let Some(&first) = moves.first() else {
            return (self.game.value(state, self.root, Leaf::NoMoves), None);
        };
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        // The bound below for who moves, and the one above.
        let (mut best, most) = match maximises {
            true => (alpha, beta),
            false => (beta, alpha),
        };
        let mut choice = first;
        for chosen in moves {
            let child = self.game.play(state, chosen);
            let left = depth - i64::from(self.game.plies(state, chosen));
            let window = match maximises == turns {
                true => [best, most],
                false => [most, best],
            };
            let (value, _) = self.node(&child, left, window, false);
            if !is_better(maximises, Tie::First, most, value) {
                return (value, Some(chosen));
            }
            if is_better(maximises, self.tie, value, best) {
                (best, choice) = (value, chosen);
            }
        }
        (best, Some(choice))
    }
}
