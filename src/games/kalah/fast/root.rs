//! A root's value and choice, by null-window searches in one or more threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::super::choices::Ties;
use super::board::{Board, FastKalah};
use super::busy::Busy;
use super::endgame::Endgames;
use super::search::{ENDLESS, Shared, Worker};
use super::table::Table;

/// What a search may use; its answer does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Threads, 1 or more.
    pub threads: usize,
    /// Memory of the tables, in bytes.
    pub bytes: usize,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The value for the player to move.
    pub value: i32,
    /// The chosen pit, 0–5 in the order in which the player sows; none when nothing can be
    /// played.
    pub pit: Option<usize>,
}

/// Asked now and then whether to go on, with the nodes visited and bounds of the value.
pub(super) type Watch<'a> = &'a mut dyn FnMut(u64, (i32, i32)) -> bool;

/// Nodes of the searches before from which on one is shared out among threads.
const WORTH_SHARING: u64 = 20_000;

/// A position under search.
pub(super) struct Root<'a> {
    shared: Shared<'a>,
    /// Without what is in the stores.
    board: Board,
    threads: usize,
    /// Nodes visited by this thread.
    nodes: u64,
    watch: Watch<'a>,
}

impl FastKalah {
    /// Searches `depth` levels ahead as plain minimax does: same value,
    /// same choice.
    pub fn decide(&self, board: Board, depth: u32, effort: Effort) -> Decision {
        if depth == 0 || self.is_stuck(board) {
            let value = self.value(board);
            return Decision { value, pit: None };
        }
        let seeds = board.seeds() as u32;
        // A table costs more than a shallow search.
        let bytes = match depth {
            ..=TABLE_FROM => 0,
            _ => effort
                .bytes
                .min(TABLE_BYTES << (depth - TABLE_FROM).min(16)),
        };
        let table = Table::within(bytes, seeds);
        let mut watch = |_, _| true;
        let mut root = Root::new(
            self,
            board,
            effort.threads,
            table.as_ref(),
            None,
            &mut watch,
        );
        let decided = root.deepen(depth).and_then(|value| {
            let pit = root.choice(depth, value)?;
            Some(Decision {
                value: value + board.margin(),
                pit: Some(pit),
            })
        });
        decided.expect("nobody stops the search")
    }
}

/// Searches up to this depth do without a table.
const TABLE_FROM: u32 = 4;
/// A table of a search one level deeper, in bytes; twice as many for each more.
const TABLE_BYTES: usize = 1 << 8;

impl<'a> Root<'a> {
    /// A root at which something can be played, with what its searches look up and note.
    pub(super) fn new(
        kalah: &'a FastKalah,
        board: Board,
        threads: usize,
        table: Option<&'a Table>,
        endgames: Option<&'a Endgames>,
        watch: Watch<'a>,
    ) -> Self {
        Self {
            shared: Shared {
                kalah,
                table,
                endgames,
                busy: Busy::new(),
                stop: AtomicBool::new(false),
            },
            board: board.without_stores(),
            threads,
            nodes: 0,
            watch,
        }
    }

    /// The value to come, searched deeper and deeper; none when stopped.
    pub(super) fn deepen(&mut self, depth: u32) -> Option<i32> {
        // Even and odd depths differ: the guess is from two levels before.
        let (mut guess, mut value) = (0, 0);
        for levels in 1..=depth {
            (guess, value) = (value, self.value(levels, guess)?);
        }
        Some(value)
    }

    /// The value to come, `levels` ahead: null windows from a guess until bounds meet.
    pub(super) fn value(&mut self, levels: u32, mut guess: i32) -> Option<i32> {
        let seeds = self.board.seeds();
        let (mut lower, mut upper) = (-seeds, seeds);
        guess = guess.clamp(lower, upper);
        while lower < upper {
            let beta = guess.max(lower + 1);
            guess = self.test(self.board, levels, beta, (lower, upper))?;
            if guess < beta {
                upper = guess;
            } else {
                lower = guess;
            }
        }
        Some(lower)
    }

    /// The first pit, or the last, that is worth the value to come.
    pub(super) fn choice(&mut self, levels: u32, value: i32) -> Option<usize> {
        let kalah = self.shared.kalah;
        let mut pits: Vec<_> = kalah.pits(self.board).collect();
        if kalah.game.rules.tie == Ties::Last {
            pits.reverse();
        }
        for (index, &pit) in pits.iter().enumerate() {
            // If no other pit was, the last one is.
            if index + 1 == pits.len() {
                return Some(pit);
            }
            let played = kalah.play(self.board, pit);
            let next = played.next().without_stores();
            let left = match levels {
                ENDLESS => ENDLESS,
                _ => levels.saturating_sub(kalah.cost(played)),
            };
            let missing = value - played.board.margin();
            let is_worth = if played.again {
                self.test(next, left, missing, (value, value))? >= missing
            } else {
                self.test(next, left, 1 - missing, (value, value))? <= -missing
            };
            if is_worth {
                return Some(pit);
            }
        }
        None
    }

    /// Whether a position is worth `beta`, as [`Worker::value`] tells; none when stopped.
    fn test(&mut self, board: Board, levels: u32, beta: i32, bounds: (i32, i32)) -> Option<i32> {
        let shared = &self.shared;
        shared.stop.store(false, Relaxed);
        let answer = Mutex::new(None);
        let search = |mut worker: Worker<'_>| {
            let value = worker.value(board, levels, beta);
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            // A search that is over before it is told to stop has its value.
            if !worker.is_stopped() {
                *answer = Some(value);
                shared.stop.store(true, Relaxed);
            }
            worker.nodes
        };
        let before = self.nodes;
        let mut watch = |nodes| (self.watch)(before + nodes, bounds);
        let worker = Worker::new(shared, Some(&mut watch));
        let nodes = if self.threads == 1 || before < WORTH_SHARING {
            search(worker)
        } else {
            thread::scope(|scope| {
                for _ in 1..self.threads {
                    let help = || search(Worker::new(shared, None));
                    // A thread that cannot be had is done without.
                    if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                        break;
                    }
                }
                search(worker)
            })
        };
        self.nodes += nodes;
        answer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
