//! Minimax that remembers the positions it has searched, for later searches as well.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::minimax::{is_better, started};
use crate::budget::spend;
use crate::game::{Evaluate, Leaf, Side};

/// What came of the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found<V> {
    pub value: V,
    pub nodes: u64,
    /// Those of them that are leaves and told apart.
    pub leaves: u64,
}

/// What is remembered of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OfLeaves {
    /// Whether they are looked for among what is remembered.
    pub are_looked_up: bool,
    pub are_noted: bool,
}

/// A search as [`super::minimax`] does it, but for what it remembers: `made` is what a move makes of
/// a position as it is remembered, `found_by` by what that is found again, with so many levels left,
/// `seen` the value of a position as it is remembered, and the other way round.
pub(crate) struct Remembering<'a, G, M, F, S> {
    pub game: &'a G,
    pub root: Side,
    pub made: M,
    pub found_by: F,
    pub seen: S,
    pub of_leaves: OfLeaves,
    /// How many nodes a position counts that is found; if none is given, as many as it had.
    pub nodes_again: Option<u64>,
}

impl<G, K, M, F, S> Remembering<'_, G, M, F, S>
where
    G: Evaluate,
    G::Value: Copy,
    K: Eq + Hash,
    M: Fn(&G::State, G::Move) -> G::State,
    F: Fn(&G::State, i64) -> K,
    S: Fn(G::Value, &G::State) -> G::Value,
{
    /// What comes of a position.
    pub(crate) fn search(
        &self,
        state: &G::State,
        depth: u32,
        known: &mut FxHashMap<K, Found<G::Value>>,
    ) -> Found<G::Value> {
        self.node((state, state), (i64::from(depth), true), known)
    }

    fn node(
        &self,
        (state, as_made): (&G::State, &G::State),
        (left, is_root): (i64, bool),
        known: &mut FxHashMap<K, Found<G::Value>>,
    ) -> Found<G::Value> {
        spend(1);
        let moves = match left > 0 {
            true => self.game.all_moves(state),
            false => Vec::new(),
        };
        let is_leaf = moves.is_empty();
        let is_looked_up = !is_leaf || self.of_leaves.are_looked_up;
        let found = is_looked_up.then(|| known.get(&(self.found_by)(as_made, left)));
        if let Some(&found) = found.flatten() {
            let value = (self.seen)(found.value, state);
            return match self.nodes_again {
                None => Found { value, ..found },
                Some(nodes) => Found {
                    value,
                    nodes,
                    leaves: 0,
                },
            };
        }
        let found = match is_leaf {
            true => self.leaf(state, left),
            false => self.inner(state, &moves, (left, is_root), known),
        };
        if !is_leaf || self.of_leaves.are_noted {
            let value = (self.seen)(found.value, state);
            known.insert((self.found_by)(as_made, left), Found { value, ..found });
        }
        found
    }

    fn leaf(&self, state: &G::State, left: i64) -> Found<G::Value> {
        let leaf = match left > 0 {
            true => Leaf::NoMoves,
            false => Leaf::Horizon,
        };
        Found {
            value: self.game.value(state, self.root, leaf),
            nodes: 1,
            leaves: u64::from(self.game.is_told_apart(state)),
        }
    }

    fn inner(
        &self,
        state: &G::State,
        moves: &[G::Move],
        (left, is_root): (i64, bool),
        known: &mut FxHashMap<K, Found<G::Value>>,
    ) -> Found<G::Value> {
        let mover = self.game.turn(state);
        let maximises = self.game.maximises_at(mover, self.root, is_root);
        let tie = self.game.conventions().tie;
        let mut best = started(self.game, state, moves.len(), maximises);
        let (mut nodes, mut leaves) = (1, 0);
        for &chosen in moves {
            let (child, below) = self.game.child(state, chosen, left, is_root);
            let as_made = (self.made)(state, chosen);
            let found = self.node((&child, &as_made), (below, false), known);
            nodes += found.nodes;
            leaves += found.leaves;
            let value = self.game.handed_up(found.value, &child);
            if best.is_none_or(|(old, _)| is_better(maximises, tie, value, old)) {
                best = Some((value, Some(chosen)));
            }
        }
        let (value, _) = best.expect("there are moves");
        Found {
            value,
            nodes,
            leaves,
        }
    }
}
