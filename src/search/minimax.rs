//! Minimax to a depth limit, node by node: the reference that every other search must match.

use crate::budget::spend;
use crate::game::{Evaluate, Leaf, SearchedAgain, Side, Tie};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<Move, Value> {
    /// The root's value.
    pub value: Value,
    /// The chosen move; none when nothing can be played at the root.
    pub choice: Option<Move>,
    /// Nodes visited, as the conventions count them: usually every call, leaves included.
    pub nodes: u64,
}

/// Searches `depth` plies ahead for the player to move.
///
/// A finished root has its own value and no choice. The depth counts plies as
/// [`crate::game::Game::plies`] does; a node is a leaf when none are left.
pub fn minimax<G: Evaluate>(game: &G, state: &G::State, depth: u32) -> Decision<G::Move, G::Value> {
    let mut search = Minimax {
        game,
        root: game.turn(state),
        tie: game.conventions().tie,
        again: game.conventions().searched_again,
        nodes: 0,
        leaves: 0,
        moves: Vec::new(),
    };
    let (value, choice) = search.node(state, i64::from(depth));
    Decision {
        value,
        choice,
        nodes: game.conventions().count(search.nodes, search.leaves),
    }
}

impl SearchedAgain {
    /// Whether a search without pruning searches a child again that has this value, where the best one
    /// before it has that one.
    pub(crate) fn is_in_plain<V: PartialOrd + Copy>(
        self,
        maximises: bool,
        value: V,
        best: Option<V>,
    ) -> bool {
        match self {
            SearchedAgain::Best(tie)
            | SearchedAgain::Bound {
                tie, in_both: true, ..
            } => best.is_none_or(|best| is_better(maximises, tie, value, best)),
            _ => false,
        }
    }
}

struct Minimax<'a, G: Evaluate> {
    game: &'a G,
    root: Side,
    tie: Tie,
    again: SearchedAgain,
    nodes: u64,
    leaves: u64,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
}

impl<G: Evaluate> Minimax<'_, G> {
    fn node(&mut self, state: &G::State, depth: i64) -> (G::Value, Option<G::Move>) {
        self.nodes += 1;
        spend(1);
        if depth <= 0 {
            self.leaves += u64::from(self.game.is_told_apart(state));
            return (self.game.value(state, self.root, Leaf::Horizon), None);
        }
        let is_root = self.nodes == 1;
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        let maximises = (self.game).maximises_at(self.game.turn(state), self.root, is_root);
        let mut best = started(self.game, state, end - start, maximises);
        for index in start..end {
            let chosen = self.moves[index];
            let (child, left) = self.game.child(state, chosen, depth, is_root);
            let counted = (self.nodes, self.leaves);
            let (value, _) = self.node(&child, left);
            let value = self.game.handed_up(value, &child);
            let before = best.map(|(best, _)| best);
            if self.again.is_in_plain(maximises, value, before) {
                self.nodes = twice(counted.0, self.nodes);
                self.leaves = twice(counted.1, self.leaves);
            }
            if best.is_none_or(|(old, _)| is_better(maximises, self.tie, value, old)) {
                best = Some((value, Some(chosen)));
            }
        }
        self.moves.truncate(start);
        match best {
            Some(best) => best,
            None => {
                self.leaves += u64::from(self.game.is_told_apart(state));
                (self.game.value(state, self.root, Leaf::NoMoves), None)
            }
        }
    }
}

/// What is best before any child of so many is looked at: nothing, unless the game says otherwise.
pub(super) fn started<G: Evaluate, M>(
    game: &G,
    state: &G::State,
    children: usize,
    maximises: bool,
) -> Option<(G::Value, Option<M>)> {
    game.start(state, maximises)
        .filter(|_| children > 0)
        .map(|value| (value, None))
}

/// A count that was once that and has come to this, when the same is counted again.
pub(super) fn twice(before: u64, now: u64) -> u64 {
    now.wrapping_add(now.wrapping_sub(before))
}

/// Whether a later child's value replaces the best one so far.
pub(crate) fn is_better<V: PartialOrd>(maximises: bool, tie: Tie, value: V, best: V) -> bool {
    match (maximises, tie) {
        (true, Tie::First) => value > best,
        (true, Tie::Last) => value >= best,
        (false, Tie::First) => value < best,
        (false, Tie::Last) => value <= best,
    }
}
