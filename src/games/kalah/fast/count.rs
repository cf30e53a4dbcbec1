//! How many nodes minimax visits, without visiting the last ones.
//!
//! A node with one level left has a leaf for each pit that holds seeds; a node with two has them
//! counted for most of its moves at once, without playing them. Subtrees are shared out to threads.

use rayon::prelude::*;

use super::board::{Board, FastKalah, movable};
use crate::budget::spend;
use crate::game::Evaluate;

/// What the plain searches find, as a report has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The root's value for the player to move there.
    pub value: i32,
    /// Nodes of minimax.
    pub nodes: u64,
    /// Nodes of alpha-beta.
    pub pruned_nodes: u64,
}

/// Below so many levels a tree is counted sooner than shared out.
const SHARED_LEVELS: u32 = 7;
/// Levels counted before the subtrees are shared out: enough of them, not too small.
const TOP_LEVELS: u32 = 4;

impl FastKalah {
    /// The value for the player to move and the nodes of both plain searches, with at most so
    /// many threads.
    pub fn survey(&self, board: Board, depth: u32, threads: usize) -> Survey {
        let pool = (depth >= SHARED_LEVELS && threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let (pruned, nodes) = match pool {
            Some(Ok(pool)) => pool.install(|| {
                rayon::join(
                    || self.alpha_beta(board, depth),
                    || self.count(board, depth),
                )
            }),
            // Threads that cannot be had are done without.
            _ => (self.alpha_beta(board, depth), self.nodes(board, depth)),
        };
        let uncounted = u64::from(!self.game.conventions().root_counts);
        Survey {
            // Alpha-beta's value with an open window is minimax's.
            value: pruned.value,
            nodes: nodes - uncounted,
            pruned_nodes: pruned.nodes - uncounted,
        }
    }

    /// Nodes of the whole tree, `depth` levels deep: every call of plain minimax, the root
    /// included. Threads are those of the rayon pool it is called in.
    pub fn count(&self, board: Board, depth: u32) -> u64 {
        if depth < SHARED_LEVELS {
            return self.nodes(board, depth);
        }
        let mut subtrees = Vec::new();
        let top = self.split(board, depth, depth - TOP_LEVELS, &mut subtrees);
        let below = subtrees
            .par_iter()
            .with_max_len(1)
            .map(|&(board, depth)| self.nodes(board, depth));
        top + below.sum::<u64>()
    }

    /// Counts the nodes with more than `levels` left and collects the first ones below them.
    fn split(
        &self,
        board: Board,
        depth: u32,
        levels: u32,
        subtrees: &mut Vec<(Board, u32)>,
    ) -> u64 {
        if depth <= levels {
            subtrees.push((board, depth));
            return 0;
        }
        if self.is_stuck(board) {
            return 1;
        }
        let below = self.pits(board).map(|pit| {
            let played = self.play(board, pit);
            let left = depth.saturating_sub(self.cost(played));
            self.split(played.next(), left, levels, subtrees)
        });
        1 + below.sum::<u64>()
    }

    /// As [`FastKalah::count`], in this thread; none when there are more than `most`.
    pub fn nodes_within(&self, board: Board, depth: u32, most: u64) -> Option<u64> {
        let mut left = most;
        let counted = self.count_down(board, depth, &mut left);
        counted.map(|()| most - left)
    }

    /// Takes the nodes off those that are left; none when these do not suffice.
    fn count_down(&self, board: Board, depth: u32, left: &mut u64) -> Option<()> {
        *left = left.checked_sub(1)?;
        if depth == 0 || self.is_stuck(board) {
            return Some(());
        }
        let is_last = depth == 1;
        for pit in self.pits(board) {
            if is_last && (self.all_moves_cost() || !self.goes_on(board, pit)) {
                *left = left.checked_sub(1)?;
                continue;
            }
            let played = self.play(board, pit);
            let rest = depth.saturating_sub(self.cost(played));
            self.count_down(played.next(), rest, left)?;
        }
        Some(())
    }

    pub(super) fn nodes(&self, board: Board, depth: u32) -> u64 {
        if depth == 0 || self.is_stuck(board) {
            return 1;
        }
        if depth == 2 && self.all_moves_cost() {
            spend(1);
            return self.two_levels(board);
        }
        let pits = self.pits(board);
        if depth == 1 && self.all_moves_cost() {
            spend(1);
            return 1 + u64::from(pits.count());
        }
        if depth == 3 && self.all_moves_cost() {
            return self.three_levels(board);
        }
        spend(1);
        let below = pits.map(|pit| {
            let played = self.play(board, pit);
            let (next, left) = (played.next(), depth - self.cost(played));
            self.nodes(next, left)
        });
        1 + below.sum::<u64>()
    }

    /// The same for a node with three levels left: most nodes that are visited are right below one.
    fn three_levels(&self, board: Board) -> u64 {
        let pits = self.pits(board);
        spend(1 + u64::from(pits.count()));
        let mut nodes = 1;
        for pit in pits {
            let played = self.play(board, pit);
            let next = played.next();
            nodes += match 3 - self.cost(played) {
                _ if self.is_stuck(next) => 1,
                2 => self.two_levels(next),
                1 => 1 + u64::from(self.pits(next).count()),
                _ => 1,
            };
        }
        nodes
    }

    /// The same for a node with two levels left, at which something can be played, where every move
    /// costs a level.
    #[inline(always)]
    fn two_levels(&self, board: Board) -> u64 {
        match self.answers(board.own) {
            Some(answers) => 1 + u64::from(answers.against(board.other)),
            None => {
                let after = |pit| self.nodes_after(board, pit);
                1 + self.pits(board).map(after).sum::<u64>()
            }
        }
    }

    /// Nodes below a node with two levels left, after one of its moves.
    #[inline]
    fn nodes_after(&self, board: Board, pit: usize) -> u64 {
        let played = self.play(board, pit);
        let next = played.next();
        if self.cost(played) >= 2 || self.is_over(next) {
            1
        } else {
            1 + u64::from(movable(next.own))
        }
    }
}
