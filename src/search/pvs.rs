//! Principal variation search: minimax's value and choice, found far sooner.
//!
//! Inside the tree only values matter, so moves may be searched in any order, with null
//! windows, and positions met again are looked up. The root must also choose as minimax does,
//! the first (or last) of the best moves in the published order, whatever order it searches
//! them in: the window of a move that would win a tie still admits the best value so far, the
//! window of one that would lose it does not. Every value used is that of a search of exactly
//! the plies asked for; a deeper one would not be minimax's.

mod node;
pub mod table;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::game::{FastGame, Leaf, Tie};

use super::minimax::Decision;
use node::{INFINITY, Worker};
use table::Table;

/// What a search may use; its answer does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Memory of the transposition table, in MiB; 0 for no table.
    pub hash_mib: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self {
            threads: 0,
            hash_mib: 256,
        }
    }
}

/// Searches up to this depth are over before deepening step by step would pay.
const SHALLOW: u32 = 4;
/// Nodes of the step before from which on a step is split among threads.
const WORTH_SPLITTING: u64 = 20_000;

/// Searches `depth` plies ahead as [`super::minimax::minimax`] does: same value, same
/// choice. The nodes are those visited here; with several threads they vary.
pub fn pvs<G: FastGame>(
    game: &G,
    state: &G::State,
    depth: u32,
    resources: Resources,
) -> Decision<G::Move, i32> {
    let mut moves = Vec::new();
    let player = game.turn(state);
    if depth > 0 {
        game.moves(state, &mut moves);
    }
    let without_search = |value, choice| Decision {
        value,
        choice,
        nodes: 1,
    };
    let Some(&last) = moves.last() else {
        let leaf = match depth {
            0 => Leaf::Horizon,
            _ => Leaf::NoMoves,
        };
        return without_search(game.value(state, player, leaf), None);
    };
    let tie = game.conventions().tie;
    if let Some(value) = game.settled(state, player, depth) {
        let choice = match tie {
            Tie::First => moves[0],
            Tie::Last => last,
        };
        return without_search(value, Some(choice));
    }
    let mut root = Root {
        game,
        state,
        tie,
        order: (0..moves.len()).collect(),
        moves,
        nodes: 0,
    };
    let best = if depth <= SHALLOW {
        root.step(depth, None, 1)
    } else {
        root.deepen(depth, resources)
    };
    let value = best.value * node::sign(game, player, player, true);
    Decision {
        value: i32::try_from(value).expect("a value of the game"),
        choice: Some(root.moves[best.index]),
        nodes: root.nodes,
    }
}

/// The best root move so far.
#[derive(Clone, Copy)]
struct Best {
    /// Larger is better for the player to move.
    value: i64,
    /// Which of the moves in published order.
    index: usize,
}

struct Root<'a, G: FastGame> {
    game: &'a G,
    state: &'a G::State,
    tie: Tie,
    /// The moves in published order.
    moves: Vec<G::Move>,
    /// Their indices in the order in which they are searched.
    order: Vec<usize>,
    /// Nodes visited by the last step.
    nodes: u64,
}

impl<G: FastGame> Root<'_, G> {
    /// Searches deeper and deeper, each step in the order that the ones before found good.
    fn deepen(&mut self, depth: u32, resources: Resources) -> Best {
        let mut table = Table::within(resources.hash_mib << 20);
        let mut best = self.step(1, table.as_ref(), 1);
        let mut nodes = self.nodes;
        for depth in 2..=depth {
            let place = self.order.iter().position(|&index| index == best.index);
            self.order[..=place.unwrap_or(0)].rotate_right(1);
            if let Some(table) = &mut table {
                table.grow_when_crowded();
            }
            let threads = match resources.threads {
                _ if self.nodes < WORTH_SPLITTING => 1,
                0 => thread::available_parallelism().map_or(1, usize::from),
                threads => threads,
            };
            best = self.step(depth, table.as_ref(), threads);
            nodes += self.nodes;
        }
        self.nodes = nodes;
        best
    }

    /// Searches all moves to one depth: the first alone, then the others on all threads.
    fn step(&mut self, depth: u32, table: Option<&Table>, threads: usize) -> Best {
        let mut worker = Worker::new(self.game, self.state, table);
        let (first, others) = self.order.split_first().expect("a move");
        let value = worker.root_child(self.state, self.moves[*first], depth, -INFINITY, INFINITY);
        let queue = Queue {
            root: self,
            depth,
            others,
            taken: AtomicUsize::new(0),
            best: Mutex::new(Best {
                value,
                index: *first,
            }),
        };
        let mut nodes = 0;
        if threads == 1 {
            queue.work(&mut worker);
        } else {
            nodes = thread::scope(|scope| {
                let help = || {
                    let mut worker = Worker::new(self.game, self.state, table);
                    queue.work(&mut worker);
                    worker.nodes
                };
                // A thread that cannot be had is done without.
                let helpers: Vec<_> = (1..threads.min(others.len()))
                    .filter_map(|_| thread::Builder::new().spawn_scoped(scope, help).ok())
                    .collect();
                queue.work(&mut worker);
                let joined = helpers.into_iter().map(|helper| helper.join());
                joined.map(|nodes| nodes.expect("no panic")).sum()
            });
        }
        let best = *queue.lock();
        self.nodes = worker.nodes + nodes;
        best
    }

    /// Whether a move is taken when it is exactly as good as the best so far.
    fn wins_tie(&self, index: usize, best: usize) -> bool {
        match self.tie {
            Tie::First => index < best,
            Tie::Last => index > best,
        }
    }
}

/// The moves of one step that are still to be searched.
struct Queue<'a, 'b, G: FastGame> {
    root: &'a Root<'b, G>,
    depth: u32,
    others: &'a [usize],
    /// How many of them are taken.
    taken: AtomicUsize,
    best: Mutex<Best>,
}

impl<G: FastGame> Queue<'_, '_, G> {
    fn lock(&self) -> MutexGuard<'_, Best> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes and searches moves until none are left.
    fn work(&self, worker: &mut Worker<'_, G>) {
        let root = self.root;
        let mut search = |index: usize, alpha, beta| {
            worker.root_child(root.state, root.moves[index], self.depth, alpha, beta)
        };
        while let Some(&index) = self.others.get(self.taken.fetch_add(1, Relaxed)) {
            let best = *self.lock();
            let alpha = best.value - i64::from(root.wins_tie(index, best.index));
            if search(index, alpha, alpha + 1) <= alpha {
                continue;
            }
            let value = search(index, alpha, INFINITY);
            let mut best = self.lock();
            if value > best.value || (value == best.value && root.wins_tie(index, best.index)) {
                *best = Best { value, index };
            }
        }
    }
}
