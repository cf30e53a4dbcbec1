//! Alpha-beta in the published order, node by node, with the leaves' parents in one loop.
//!
//! The count of nodes is part of the answer, so nothing is searched in another order and
//! nothing is looked up. Values are for the player to move; what passes the turn turns the
//! window round.

use crate::budget::spend;
use crate::game::{Cut, CutsAt};

use super::board::{Board, FastKalah};

/// What a traversal found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// The root's value for the player to move there.
    pub value: i32,
    /// Nodes visited, the root included.
    pub nodes: u64,
}

/// Beyond all values, either way.
const INFINITY: i32 = 1 << 20;

impl FastKalah {
    /// Searches as the plain alpha-beta does: same value, same nodes.
    pub fn alpha_beta(&self, board: Board, depth: u32) -> Pruned {
        let mut search = Search {
            kalah: self,
            // A window is closed when alpha ≥ beta + margin.
            margin: i32::from(self.game.rules.cut == Cut::Above),
            last_levels: u32::from(self.all_moves_cost()),
            nodes: 0,
        };
        let value = search.node(board, depth, -INFINITY, INFINITY);
        let nodes = match self.game.rules.cuts_at {
            // Minimax's nodes, all of them.
            CutsAt::None => self.nodes(board, depth),
            _ => search.nodes,
        };
        Pruned { value, nodes }
    }
}

struct Search<'a> {
    kalah: &'a FastKalah,
    margin: i32,
    /// How many levels the loop over leaves may stand for.
    last_levels: u32,
    nodes: u64,
}

impl Search<'_> {
    fn node(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let kalah = self.kalah;
        if depth <= self.last_levels {
            return self.last_node(board, depth, alpha, beta);
        }
        self.nodes += 1;
        spend(1);
        if depth == 0 || kalah.is_stuck(board) {
            return kalah.value(board);
        }
        let mut best = -INFINITY;
        for pit in kalah.pits(board) {
            let played = kalah.play(board, pit);
            let left = depth.saturating_sub(kalah.cost(played));
            let next = played.next();
            let (low, high) = if played.again {
                (alpha, beta)
            } else {
                (-beta, -alpha)
            };
            // Most nodes are last ones: no call for them.
            let value = if left <= self.last_levels {
                self.last_node(next, left, low, high)
            } else {
                self.node(next, left, low, high)
            };
            let value = if played.again { value } else { -value };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta + self.margin {
                break;
            }
        }
        best
    }

    /// A leaf, or a node all of whose children are leaves.
    #[inline(always)]
    fn last_node(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let kalah = self.kalah;
        self.nodes += 1;
        spend(1);
        if depth == 0 {
            return kalah.value(board);
        }
        if kalah.is_calm(board) {
            let margin = board.margin();
            let enough = beta + self.margin - margin;
            if enough <= 0 {
                self.nodes += 1;
                spend(1);
                return margin;
            }
            let (tried, most) = kalah.tried(board, enough);
            self.nodes += tried;
            return margin + most;
        }
        if kalah.is_stuck(board) {
            return kalah.value(board);
        }
        let mut best = -INFINITY;
        for pit in kalah.pits(board) {
            self.nodes += 1;
            spend(1);
            let played = kalah.play(board, pit);
            let value = kalah.value(played.next());
            let value = if played.again { value } else { -value };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta + self.margin {
                break;
            }
        }
        best
    }
}
