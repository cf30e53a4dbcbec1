//! Null-window search with a table: whether a position is worth so much or more.
//!
//! Values are what is still to come: the margin that the player to move will add to the one
//! in the stores, which therefore are kept empty. So positions that differ in their stores
//! only are one.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::budget::spend;

use super::super::choices::{GameOver, Sweep};
use super::super::rules::PITS;
use super::board::{Board, FastKalah};
use super::busy::Busy;
use super::endgame::Endgames;
use super::rank::rank;
use super::table::{Entry, Place, TO_THE_END, Table};

/// Levels of a search that goes on to the end of the game.
pub(super) const ENDLESS: u32 = u32::MAX;
/// Beyond all values.
const INFINITY: i32 = 1 << 20;
/// Subtrees of fewer levels are quicker searched than looked up.
const STORED_LEVELS: u32 = 2;
/// From so many levels on all children are looked up before any is searched.
const LOOKED_AHEAD_LEVELS: u32 = 5;
/// The same in a search to the end, by how many seeds more there are than in endgames.
const LOOKED_AHEAD_SEEDS: i32 = 6;
/// Threads share out the moves of positions with so many seeds or levels.
const SHARED_SEEDS: i32 = 24;
const SHARED_LEVELS: u32 = 6;
/// How often a worker asks whether to go on, in nodes; a power of two.
const WATCHED_NODES: u64 = 1 << 14;

/// What the threads of one search have in common.
pub(super) struct Shared<'a> {
    /// The rules.
    pub kalah: &'a FastKalah,
    /// What is known so far.
    pub table: Option<&'a Table>,
    /// Exact values of positions with few seeds, for a search to the end.
    pub endgames: Option<&'a Endgames>,
    /// Who searches what.
    pub busy: Busy,
    /// Set when the answer is known or no longer wanted.
    pub stop: AtomicBool,
}

/// Asked now and then whether to go on, with the nodes visited.
pub(super) type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// One thread's search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    watch: Option<Watch<'a>>,
    /// Whether every value to the end is odd when the number of seeds is.
    same_parity: bool,
    /// From more seeds on all children are looked up in a search to the end.
    looked_ahead_seeds: i32,
    /// Nodes visited.
    pub nodes: u64,
}

/// A move at a node.
#[derive(Clone, Copy)]
struct Child {
    /// The position after it, its stores empty.
    board: Board,
    /// What it adds to the mover's margin at once.
    gain: i32,
    again: bool,
    pit: u8,
    /// Levels left after it.
    left: u32,
    /// The position's value, if that is known without a search.
    exact: Option<i32>,
    /// Where the table keeps it.
    place: Option<(u64, Place)>,
    /// How early it is tried; larger is earlier.
    early: i32,
}

impl Child {
    /// A value of the child's as one of its parent's.
    fn seen(&self, value: i32) -> i32 {
        self.gain + if self.again { value } else { -value }
    }

    /// What the child must be worth for its parent to be worth `beta`, or what it must not be
    /// worth.
    fn wanted(&self, beta: i32) -> i32 {
        if self.again {
            beta - self.gain
        } else {
            self.gain - beta + 1
        }
    }
}

impl<'a> Worker<'a> {
    /// A worker that asks `watch` whether to go on, if there is one.
    pub(super) fn new(shared: &'a Shared<'a>, watch: Option<Watch<'a>>) -> Self {
        let rules = &shared.kalah.game.rules;
        let known_seeds = shared.endgames.map_or(0, Endgames::seeds);
        Self {
            looked_ahead_seeds: known_seeds + LOOKED_AHEAD_SEEDS,
            shared,
            watch,
            same_parity: rules.sweep == Sweep::Own && rules.game_over != GameOver::Both,
            nodes: 0,
        }
    }

    /// Whether the answer is known elsewhere or no longer wanted; then no value that a search
    /// returns means anything.
    pub(super) fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }

    /// The value to come in a position without seeds in the stores: at least what is returned
    /// if that is at least `beta`, else at most what is returned.
    pub(super) fn value(&mut self, board: Board, levels: u32, beta: i32) -> i32 {
        let kalah = self.shared.kalah;
        if levels == 0 || kalah.is_stuck(board) {
            return kalah.value(board);
        }
        let seeds = board.seeds();
        if let Some(endgames) = self.endgames(levels, seeds) {
            return endgames.value(board);
        }
        let place = self.place(board, levels, seeds);
        self.node(board, levels, beta, seeds, place)
    }

    fn endgames(&self, levels: u32, seeds: i32) -> Option<&'a Endgames> {
        let known = self.shared.endgames?;
        (levels == ENDLESS && seeds <= known.seeds()).then_some(known)
    }

    /// Where the table keeps a position, if it does.
    fn place(&self, board: Board, levels: u32, seeds: i32) -> Option<(u64, Place)> {
        let table = self.shared.table?;
        let is_stored = match levels {
            ENDLESS => seeds > 4,
            _ => (STORED_LEVELS..TO_THE_END).contains(&levels),
        };
        is_stored.then(|| {
            let rank = rank(board);
            (rank, table.place(rank))
        })
    }

    fn known(&self, place: Option<(u64, Place)>, levels: u32) -> Option<Entry> {
        let (_, place) = place?;
        self.shared.table?.get(place, levels.min(TO_THE_END))
    }

    /// A node at which something can be played.
    fn node(
        &mut self,
        board: Board,
        levels: u32,
        mut beta: i32,
        seeds: i32,
        place: Option<(u64, Place)>,
    ) -> i32 {
        self.nodes += 1;
        spend(1);
        if self.nodes.is_multiple_of(WATCHED_NODES)
            && let Some(watch) = &mut self.watch
            && !watch(self.nodes)
        {
            self.shared.stop.store(true, Relaxed);
        }
        if self.same_parity && levels == ENDLESS {
            beta += (beta ^ seeds) & 1;
        }
        if beta > seeds {
            return seeds;
        }
        if beta <= -seeds {
            return -seeds;
        }
        let (mut lower, mut upper) = (-seeds, seeds);
        let mut hint = u8::MAX;
        if let Some(entry) = self.known(place, levels) {
            if entry.levels == levels.min(TO_THE_END) {
                (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
                if lower >= beta {
                    return lower;
                }
                if upper < beta {
                    return upper;
                }
            }
            hint = entry.best;
        }
        let visited = self.nodes;
        let mut children = Children::new();
        self.expand(board, levels, hint, &mut children);
        let looks_ahead = match levels {
            ENDLESS => seeds > self.looked_ahead_seeds,
            _ => levels >= LOOKED_AHEAD_LEVELS,
        };
        let (mut best, mut pit) = self.look_ahead(&mut children, beta, looks_ahead);
        if best < beta {
            (best, pit) = self.search(&mut children, levels, beta, seeds, (best, pit));
        }
        if self.is_stopped() {
            return 0;
        }
        if best >= beta {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        if let (Some(table), Some((_, place))) = (self.shared.table, place) {
            let entry = Entry {
                lower: lower as i8,
                upper: upper as i8,
                best: pit,
                levels: levels.min(TO_THE_END),
                work: (self.nodes - visited + 1).ilog2(),
            };
            table.put(place, entry);
        }
        best
    }

    /// Finds the moves and puts them in the order in which to try them.
    fn expand(&self, board: Board, levels: u32, hint: u8, children: &mut Children) {
        let kalah = self.shared.kalah;
        for pit in kalah.pits(board) {
            let played = kalah.play(board, pit);
            let next = played.next();
            let gain = played.board.margin();
            let position = next.without_stores();
            let left = match levels {
                ENDLESS => ENDLESS,
                _ => levels.saturating_sub(kalah.cost(played)),
            };
            let is_leaf = left == 0 || kalah.is_stuck(position);
            let mut early = 8 * gain + pit as i32;
            if played.again {
                early += 100;
            }
            if pit as u8 == hint {
                early += 1000;
            }
            children.insert(Child {
                board: position,
                gain,
                again: played.again,
                pit: pit as u8,
                left,
                exact: is_leaf.then(|| kalah.value(position)),
                place: None,
                early,
            });
        }
    }

    /// The best of the children whose values need no search, and so of those that the table
    /// knows to be worth `beta`; the others stay.
    fn look_ahead(&self, children: &mut Children, beta: i32, in_table: bool) -> (i32, u8) {
        let mut best = (-INFINITY, children.all[0].pit);
        let mut left = 0;
        for index in 0..children.count {
            let mut child = children.all[index];
            if child.exact.is_none() {
                let seeds = child.board.seeds();
                if let Some(endgames) = self.endgames(child.left, seeds) {
                    child.exact = Some(endgames.value(child.board));
                } else if in_table {
                    child.place = self.place(child.board, child.left, seeds);
                    if let Some(entry) = self.known(child.place, child.left)
                        && entry.levels == child.left.min(TO_THE_END)
                    {
                        let worst = if child.again {
                            entry.lower
                        } else {
                            entry.upper
                        };
                        let most = if child.again {
                            entry.upper
                        } else {
                            entry.lower
                        };
                        let worst = child.seen(i32::from(worst));
                        let most = child.seen(i32::from(most));
                        if worst >= beta {
                            return (worst, child.pit);
                        }
                        if most < beta {
                            best = best.max((most, child.pit));
                            continue;
                        }
                    }
                }
            }
            if let Some(value) = child.exact {
                let value = child.seen(value);
                if value > best.0 {
                    best = (value, child.pit);
                }
                if value >= beta {
                    return best;
                }
                continue;
            }
            children.all[left] = child;
            left += 1;
        }
        children.count = left;
        best
    }

    /// Searches the children until one is worth `beta`.
    fn search(
        &mut self,
        children: &mut Children,
        levels: u32,
        beta: i32,
        seeds: i32,
        mut best: (i32, u8),
    ) -> (i32, u8) {
        let is_shared = match levels {
            ENDLESS => seeds >= SHARED_SEEDS,
            _ => levels >= SHARED_LEVELS,
        };
        let busy = is_shared.then_some(&self.shared.busy);
        // In the first round what another thread searches just now is put off.
        let mut put_off = [0; PITS];
        let mut put_off_count = 0;
        for index in 0..children.count {
            let child = &children.all[index];
            if index > 0
                && let (Some(busy), Some((rank, _))) = (busy, child.place)
                && busy.has(rank, child.left)
            {
                put_off[put_off_count] = index;
                put_off_count += 1;
                continue;
            }
            best = best.max(self.child(child, beta, busy));
            if best.0 >= beta || self.is_stopped() {
                return best;
            }
        }
        for &index in &put_off[..put_off_count] {
            best = best.max(self.child(&children.all[index], beta, busy));
            if best.0 >= beta || self.is_stopped() {
                break;
            }
        }
        best
    }

    fn child(&mut self, child: &Child, beta: i32, busy: Option<&Busy>) -> (i32, u8) {
        let wanted = child.wanted(beta);
        let value = match child.place {
            Some((rank, _)) => {
                if let Some(busy) = busy {
                    busy.enter(rank, child.left);
                }
                let seeds = child.board.seeds();
                let value = self.node(child.board, child.left, wanted, seeds, child.place);
                if let Some(busy) = busy {
                    busy.leave(rank, child.left);
                }
                value
            }
            None => self.value(child.board, child.left, wanted),
        };
        (child.seen(value), child.pit)
    }
}

/// A node's moves, the first to be tried in front.
struct Children {
    all: [Child; PITS],
    count: usize,
}

impl Children {
    fn new() -> Self {
        let none = Child {
            board: Board { own: 0, other: 0 },
            gain: 0,
            again: false,
            pit: 0,
            left: 0,
            exact: None,
            place: None,
            early: 0,
        };
        Self {
            all: [none; PITS],
            count: 0,
        }
    }

    fn insert(&mut self, child: Child) {
        let mut place = self.count;
        while place > 0 && self.all[place - 1].early < child.early {
            self.all[place] = self.all[place - 1];
            place -= 1;
        }
        self.all[place] = child;
        self.count += 1;
    }
}
