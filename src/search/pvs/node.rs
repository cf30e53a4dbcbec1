//! The nodes below the root: values only.

use std::cmp::Reverse;

use crate::budget::{spend, spend_on_moves};
use crate::game::{FastGame, Leaf, Side};

use super::table::{Bound, Entry, NO_BEST, Table};

/// Beyond all values, either way.
pub(super) const INFINITY: i64 = 1 << 36;
/// Subtrees of fewer plies are quicker searched than looked up.
const STORED: u32 = 3;

/// Room for the moves of a few plies.
const USUAL_MOVES: usize = 64;

/// What turns the game's value into one of which larger is better for `mover`, at a node that may be
/// the root.
pub(super) fn sign<G: FastGame>(game: &G, mover: Side, root: Side, is_root: bool) -> i64 {
    match game.maximises_at(mover, root, is_root) {
        true => 1,
        false => -1,
    }
}

/// One thread's search.
pub(super) struct Worker<'a, G: FastGame> {
    game: &'a G,
    /// Who is to move at the root.
    root: Side,
    table: Option<&'a Table>,
    /// Nodes visited.
    pub nodes: u64,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
    /// For each of `moves`, how early to try it and its number among its node's.
    order: Vec<(Reverse<u32>, u16)>,
    /// The last two moves that cut off their siblings, by plies left.
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<'a, G: FastGame> Worker<'a, G> {
    /// A worker on the tree below `root`.
    pub(super) fn new(game: &'a G, root: &G::State, table: Option<&'a Table>) -> Self {
        Self {
            game,
            root: game.turn(root),
            table,
            nodes: 0,
            moves: Vec::with_capacity(USUAL_MOVES),
            order: Vec::with_capacity(USUAL_MOVES),
            killers: Vec::new(),
        }
    }

    /// The value of a move at the root, searched with `depth` plies, for the root's mover; exact
    /// when strictly between alpha and beta, else a bound on the side where it lies.
    pub(super) fn root_child(
        &mut self,
        state: &G::State,
        chosen: G::Move,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        let left = depth.saturating_add_signed(-self.game.plies_at(state, chosen, true));
        let sign = sign(self.game, self.root, self.root, true);
        self.child((state, sign), chosen, left, alpha, beta)
    }

    /// The same at any node with its sign, with so many plies left after the move.
    fn child(
        &mut self,
        (state, own): (&G::State, i64),
        chosen: G::Move,
        left: u32,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        let child = self.game.play(state, chosen);
        if own == sign(self.game, self.game.turn(&child), self.root, false) {
            self.node(&child, left, alpha, beta)
        } else {
            -self.node(&child, left, -beta, -alpha)
        }
    }

    fn node(&mut self, state: &G::State, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        self.nodes += 1;
        spend(1);
        let game = self.game;
        let sign = sign(game, game.turn(state), self.root, false);
        if depth == 0 {
            return sign * i64::from(game.value(state, self.root, Leaf::Horizon));
        }
        if let Some(value) = game.known(state, self.root, depth) {
            return sign * i64::from(value);
        }
        let (smallest, largest) = game.range();
        let (one, other) = (sign * i64::from(smallest), sign * i64::from(largest));
        if alpha >= one.max(other) || beta <= one.min(other) {
            return if alpha >= one.max(other) {
                one.max(other)
            } else {
                one.min(other)
            };
        }
        let table = self.table.filter(|_| depth >= STORED);
        let key = game.key(state);
        let mut hint = NO_BEST;
        if let Some(entry) = table.and_then(|table| table.get(&key)) {
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
            if decides && entry.depth == depth {
                return entry.value;
            }
            hint = entry.best;
        }
        let start = self.moves.len();
        game.distinct_moves(state, &mut self.moves);
        let count = self.moves.len() - start;
        spend_on_moves(count);
        if count == 0 {
            return sign * i64::from(game.value(state, self.root, Leaf::NoMoves));
        }
        self.sort(state, start, depth, hint);
        let window = (alpha, beta);
        let mut best = -INFINITY;
        let mut best_index = NO_BEST;
        for place in start..start + count {
            let (_, index) = self.order[place];
            let chosen = self.moves[start + usize::from(index)];
            let left = depth.saturating_add_signed(-game.plies(state, chosen));
            let mut value = -INFINITY;
            if place > start && beta - alpha > 1 {
                value = self.child((state, sign), chosen, left, alpha, alpha + 1);
            }
            if place == start || beta - alpha == 1 || (alpha < value && value < beta) {
                value = self.child((state, sign), chosen, left, alpha, beta);
            }
            if value > best {
                best = value;
                best_index = index;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.remember(chosen, depth);
                break;
            }
        }
        self.moves.truncate(start);
        self.order.truncate(start);
        if let Some(table) = table {
            let bound = if best >= window.1 {
                Bound::AtLeast
            } else if best <= window.0 {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let entry = Entry {
                value: best,
                depth,
                bound,
                best: best_index,
            };
            table.put(&key, entry);
        }
        best
    }

    /// Puts the moves from `start` on in the order in which to try them.
    fn sort(&mut self, state: &G::State, start: usize, depth: u32, hint: u16) {
        let killers = self.killers.get(depth as usize).copied();
        for (index, &chosen) in (0..).zip(&self.moves[start..]) {
            let mut early = 4 * u32::from(self.game.promise(state, chosen));
            if let Some([last, before]) = killers {
                early += 2 * u32::from(last == Some(chosen)) + u32::from(before == Some(chosen));
            }
            if index == hint {
                early = u32::MAX;
            }
            self.order.push((Reverse(early), index));
        }
        self.order[start..].sort_unstable();
    }

    /// Keeps a move that cut off its siblings.
    fn remember(&mut self, chosen: G::Move, depth: u32) {
        let depth = depth as usize;
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, [None; 2]);
        }
        let [last, before] = &mut self.killers[depth];
        if *last != Some(chosen) {
            (*before, *last) = (*last, Some(chosen));
        }
    }
}
