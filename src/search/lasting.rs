//! Minimax that leaves something to the searches after it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::minimax::{is_better, started};
use crate::budget::spend;
use crate::game::{Evaluate, Leaf, Side};

/// What searches leave to later ones, besides the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left<K: Eq + Hash, V> {
    /// What positions were found to be worth, with however many levels left.
    pub found: FxHashMap<K, V>,
    /// By how many levels nodes take themselves to be deeper than they are.
    pub levels: u32,
}

impl<K: Eq + Hash, V> Default for Left<K, V> {
    fn default() -> Self {
        Self {
            found: FxHashMap::default(),
            levels: 0,
        }
    }
}

/// A search as [`super::minimax`] does it, but for what it leaves.
pub(crate) struct Lasting<'a, G: Evaluate, F> {
    pub game: &'a G,
    /// By what a position below the root is found again, with so many levels left, which are none on a
    /// leaf; none if it is not.
    pub recalled_by: F,
    /// From which values on a node below the root looks no further, where the smallest value is taken
    /// and where the largest is; none where all moves are looked at.
    pub enough: Option<[G::Value; 2]>,
    /// Whether a node above the leaves without moves takes all that is searched after it one level
    /// deeper.
    pub loses_levels: bool,
}

impl<G, K, F> Lasting<'_, G, F>
where
    G: Evaluate,
    K: Eq + Hash,
    F: Fn(&G::State, i64) -> Option<K>,
{
    /// The value and the best move; no move, too, where levels lost before leave none for the root.
    pub(crate) fn search(
        &self,
        state: &G::State,
        depth: u32,
        left: &mut Left<K, G::Value>,
    ) -> (G::Value, Option<G::Move>) {
        let root = self.game.turn(state);
        self.looked_at(state, (i64::from(depth), true), root, left)
    }

    /// What a node below the root is worth.
    fn node(
        &self,
        state: &G::State,
        depth: i64,
        root: Side,
        left: &mut Left<K, G::Value>,
    ) -> G::Value {
        let place = (self.recalled_by)(state, depth - i64::from(left.levels));
        if let Some(&value) = place.as_ref().and_then(|place| left.found.get(place)) {
            spend(1);
            return value;
        }
        let (value, _) = self.looked_at(state, (depth, false), root, left);
        if let Some(place) = place {
            left.found.insert(place, value);
        }
        value
    }

    fn looked_at(
        &self,
        state: &G::State,
        (depth, is_root): (i64, bool),
        root: Side,
        left: &mut Left<K, G::Value>,
    ) -> (G::Value, Option<G::Move>) {
        spend(1);
        if depth <= i64::from(left.levels) {
            return (self.game.value(state, root, Leaf::Horizon), None);
        }
        let moves = self.game.all_moves(state);
        let maximises = (self.game).maximises_at(self.game.turn(state), root, is_root);
        let is_enough = |value| match self.enough.filter(|_| !is_root) {
            Some([_, most]) if maximises => value >= most,
            Some([least, _]) => value <= least,
            None => false,
        };
        let tie = self.game.conventions().tie;
        let mut best = started(self.game, state, moves.len(), maximises);
        for chosen in moves {
            let (child, below) = self.game.child(state, chosen, depth, is_root);
            let value = self.node(&child, below, root, left);
            let value = self.game.handed_up(value, &child);
            if best.is_none_or(|(old, _)| is_better(maximises, tie, value, old)) {
                best = Some((value, Some(chosen)));
            }
            if is_enough(value) {
                break;
            }
        }
        best.unwrap_or_else(|| {
            left.levels += u32::from(self.loses_levels && !is_root);
            (self.game.value(state, root, Leaf::NoMoves), None)
        })
    }
}
