//! The fast engine: the plain search's scores, bit for bit, under every rule.
//!
//! - `board`: the rules as tables, positions with their balance carried along
//! - `horizon`, `lanes`: the last one and two levels in whole numbers
//! - `star`, `table`: exact values, by bounds, with a transposition table
//! - `occupancy`, `keyed`: values that depend on the published table
//! - `count`: how large the full tree is
//! - [`solve`]: the game played to its end

mod board;
mod count;
mod horizon;
mod keyed;
mod lanes;
mod occupancy;
pub mod solve;
mod star;
mod table;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::rules::{
    Cache, CachedLeaves, CellValues, DiceMean, Directions, Ewn, Move, Nearest, OwnStones, Rules,
    STONES, State, Stuck, WinCell,
};
use crate::game::{Evaluate, Game, Leaf};
use crate::options::reset;
use board::{Board, Position};
use horizon::View;
use occupancy::{Keeping, Occupancy};
use star::Star;
use table::{Bounds, Table};

/// Searches shallower than this are over before a thread has started.
const THREADS_FROM_DEPTH: u32 = 5;

/// Scores moves under one rules record.
///
/// In the states it is given no two stones share a cell, and a die is rolled.
#[derive(Clone)]
pub struct Engine {
    game: Ewn,
    board: Board,
    threads: usize,
    table_bytes: usize,
}

/// A move of the root.
struct Root {
    chosen: Move,
    /// The position after it, if a search is needed.
    position: Option<Position>,
    /// Its score, once known.
    score: Option<f32>,
}

impl Engine {
    /// The engine with so many threads, 0 for one per core, and so much memory for the
    /// transposition table, in MiB. Neither changes a score.
    ///
    /// The published table is part of the answer: it is as large as it has to be.
    ///
    /// None under rules that only the plain search follows.
    pub fn new(rules: Rules, threads: usize, table_mib: usize) -> Option<Self> {
        let mut followed = rules;
        reset!(followed;
            evaluation counted_stones turned_values arithmetic negation search_start captured
            captured_stones cache_side cached_cells cached_sign dice_sum no_stones win_value winning_move put_back cached_position board_use
            stones_left moves_from);
        let is_known = !rules.own_stones.are_kept()
            && rules.own_stones != OwnStones::NextMoves
            && rules.cache != Cache::Position
            && rules.cached_leaves != CachedLeaves::Yes
            && rules.win_cell != WinCell::Either
            && rules.directions != Directions::NoDiagonal
            && rules.dice_mean != DiceMean::FirstFive
            && rules.cell_values != CellValues::WholeSum
            && rules.nearest != Nearest::AnyFromNearest
            && !rules.nearest.leaves_rolls_without();
        if rules != followed || !is_known {
            return None;
        }
        let game = Ewn::new(rules);
        let board = Board::new(&game);
        if board.can_be_stuck && rules.stuck != Stuck::Evaluated && rules.cache == Cache::None {
            return None;
        }
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        Some(Self {
            game,
            board,
            threads: if threads == 0 { cores() } else { threads },
            table_bytes: table_mib.saturating_mul(1 << 20),
        })
    }

    /// The score of every move of the player to move, in order, for that player.
    pub fn scores(&self, state: &State) -> Vec<(Move, f64)> {
        let mut roots = self.roots(state);
        match self.game.rules.cache {
            Cache::None => self.score_exactly(state, &mut roots, false),
            Cache::Occupancy | Cache::OccupancyDepth => self.score_as_published(state, &mut roots),
            Cache::Position => unreachable!("the plain search follows it"),
        }
        scored(&roots).collect()
    }

    /// The scores of the moves that can be best, in order: of all moves with the highest
    /// score, and perhaps of others.
    pub fn contenders(&self, state: &State) -> Vec<(Move, f64)> {
        match self.game.rules.cache {
            Cache::None => {
                let mut roots = self.roots(state);
                self.score_exactly(state, &mut roots, true);
                scored(&roots).collect()
            }
            // Without every move's search the table would not be the published one.
            _ => self.scores(state),
        }
    }

    fn depth(&self) -> u32 {
        self.game.rules.depth.get() as u32
    }

    fn roots(&self, state: &State) -> Vec<Root> {
        let moves = self.game.all_moves(state);
        let root = |chosen| {
            let next = self.game.play(state, chosen);
            let is_over = self.depth() == 0 || self.game.winner(&next).is_some();
            let value = || self.game.value(&next, state.mover, Leaf::Horizon);
            Root {
                chosen,
                position: (!is_over).then(|| self.board.position(&next)),
                score: is_over.then(value),
            }
        };
        moves.into_iter().map(root).collect()
    }

    fn score_as_published(&self, state: &State, roots: &mut [Root]) {
        let view = View::new(&self.game, state.mover);
        let side = state.mover.opponent().index();
        let keeping = Keeping {
            by_depth: self.game.rules.cache == Cache::OccupancyDepth,
            leaves_ask: self.game.conventions().recalls_leaves,
            most: self.game.conventions().most_remembered,
        };
        let stuck = self.game.value_of_stuck();
        let mut search = Occupancy::new(&self.board, view, (keeping, stuck), side, self.depth());
        for root in roots {
            if let Some(position) = &root.position {
                root.score = Some(search.value(position, side, self.depth()));
            }
        }
    }

    /// Scores the moves, or at least those that can be best.
    fn score_exactly(&self, state: &State, roots: &mut [Root], only_best: bool) {
        let depth = self.depth();
        let side = state.mover.opponent().index();
        let stones = state.cells.as_flattened().iter().filter(|&&cell| cell != 0);
        let table = Table::new(self.table_bytes, depth, stones.count());
        let star = Star {
            board: &self.board,
            view: View::new(&self.game, state.mover),
            table: &table,
        };
        let threads = if depth < THREADS_FROM_DEPTH {
            1
        } else {
            self.threads
        };

        let mut open: Vec<usize> = (0..roots.len())
            .filter(|&index| roots[index].position.is_some())
            .collect();
        let rest = if only_best && !open.is_empty() {
            open.split_off(1)
        } else {
            Vec::new()
        };
        if threads > 1 {
            in_threads(threads, open.len() * STONES, |task| {
                if let Some(position) = &roots[open[task / STONES]].position {
                    star.prepare(position, side, depth, task % STONES);
                }
            });
        }
        for index in open {
            if let Some(position) = &roots[index].position {
                let bounds = star.value(position, side, depth, Bounds::OPEN).negated();
                roots[index].score = Some(without_sign_of_zero(bounds.low));
            }
        }

        // What the first move reaches, the others have to reach as well, or to equal.
        let reached = roots.iter().filter_map(|root| root.score);
        let reached = reached.fold(f32::NEG_INFINITY, f32::max);
        let found: Mutex<Vec<(usize, f32)>> = Mutex::default();
        in_threads(threads, rest.len(), |task| {
            let index = rest[task];
            let Some(position) = &roots[index].position else {
                return;
            };
            let best = lock(&found)
                .iter()
                .fold(reached, |best, other| best.max(other.1));
            let window = Bounds {
                low: best.next_down(),
                ..Bounds::OPEN
            };
            let bounds = star
                .value(position, side, depth, window.negated())
                .negated();
            if bounds.meet() {
                lock(&found).push((index, without_sign_of_zero(bounds.low)));
            }
        });
        for &(index, score) in lock(&found).iter() {
            roots[index].score = Some(score);
        }
    }
}

/// A mean is a sum that starts at 0, and never the negative zero that its negation can be.
fn without_sign_of_zero(value: f32) -> f32 {
    value + 0.0
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on tasks `0..tasks` in at most so many threads.
fn in_threads(threads: usize, tasks: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let take = || {
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                task if task < tasks => work(task),
                _ => break,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(tasks) {
            // Where the system has no more threads, those there are do all the work.
            let helper = thread::Builder::new().spawn_scoped(scope, take);
            if helper.is_err() {
                break;
            }
        }
        take();
    });
}

/// The scores that are known.
fn scored(roots: &[Root]) -> impl Iterator<Item = (Move, f64)> {
    roots
        .iter()
        .filter_map(|root| Some((root.chosen, f64::from(root.score?))))
}
