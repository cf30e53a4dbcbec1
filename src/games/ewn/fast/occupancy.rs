//! The search with the published table, visit by visit, where a visit can matter.
//!
//! The table's key is the occupied cells and the side to move (and the depth, by option); a
//! value found is used as it is, so the answer depends on what was stored before. What may
//! be left out, and why:
//!
//! - A value once stored is never replaced. It is stored after a miss, and nothing below the
//!   roll has the same key: stones only go forward, so no mask comes back for its side.
//! - So the second time a node asks for a stone's best step, for another face, every child
//!   is found as the first time left it: stored, or finished, or at the horizon. Each
//!   stone's steps are valued once, where the faces first name the stone.
//! - A finished position is never stored, and whether one is finished shows in the key. It
//!   need not be asked for.
//! - Positions at the horizon are asked for but never stored. Where no position with that
//!   side to move and that side's cells has been stored, the answer is no: this holds for
//!   most, and then the last level is a matter of whole numbers as in the exact search.
//!
//! A table that holds only so many positions forgets the others: what a node asks for once more is
//! searched once more, unless the table was full before and so has not changed since.

use crate::budget::spend;

use super::board::{ANY, Board, PER_STONE, PerStone, Position, Step, bit};
use super::horizon::{View, one_level, rounded};
use super::keyed::Keyed;
use super::lanes::Lanes;
use super::star::NODES;

/// What the table keeps and who asks it.
#[derive(Clone, Copy)]
pub(super) struct Keeping {
    /// Whether the depth is part of the key.
    pub by_depth: bool,
    /// Whether it is asked for positions at the horizon.
    pub leaves_ask: bool,
    /// How many positions it holds at most.
    pub most: usize,
}

/// What a face is worth to the side that cannot move; none where it is what the position is.
pub(super) type Stuck = Option<f32>;

/// A search for one root; the table is kept between the root's moves.
pub(super) struct Occupancy<'a> {
    board: &'a Board,
    view: View,
    keeping: Keeping,
    stuck: Stuck,
    values: Keyed<f32>,
    /// The side to move at the horizon.
    leaf_side: usize,
    /// Of the stored positions with that side to move: that side's cells, and the keys.
    leaf_masks: Filter,
    leaf_keys: Filter,
}

impl<'a> Occupancy<'a> {
    /// An empty table, for a search so deep of positions in which `side` is about to roll.
    pub(super) fn new(
        board: &'a Board,
        view: View,
        (keeping, stuck): (Keeping, Stuck),
        side: usize,
        depth: u32,
    ) -> Self {
        let bits = 3 * depth + 2;
        Self {
            board,
            view,
            keeping,
            stuck: stuck.filter(|_| board.can_be_stuck),
            // Most positions that are asked for are small.
            values: Keyed::new(bits.min(11)),
            leaf_side: (side + depth as usize) % 2,
            leaf_masks: Filter::new(16),
            leaf_keys: Filter::new(bits.clamp(6, 22)),
        }
    }

    /// The value of a position that nobody has won, before `side`'s roll, with at least one
    /// level left.
    pub(super) fn value(&mut self, position: &Position, side: usize, depth: u32) -> f32 {
        let key = self.key(position.masks, side, depth);
        match self.values.get(key) {
            Some(value) => value,
            None => self.search(position, side, depth, key),
        }
    }

    /// The same where the table has been asked already.
    fn search(&mut self, position: &Position, side: usize, depth: u32, key: u64) -> f32 {
        spend(NODES);
        let value = match depth {
            1 => self.last_level(position, side),
            _ if self.keeping.most < usize::MAX => self.mean_by_faces(position, side, depth),
            2 if !self.board.can_be_stuck => self.last_two_levels(position, side),
            _ => self.mean(position, side, depth),
        };
        self.store(key, position.masks[side], side, value);
        value
    }

    fn store(&mut self, key: u64, mover: u32, side: usize, value: f32) {
        if self.is_full() {
            return;
        }
        self.values.insert(key, value);
        if side == self.leaf_side {
            self.leaf_masks.insert(mover.into());
            self.leaf_keys.insert(key);
        }
    }

    fn is_full(&self) -> bool {
        self.values.len() >= self.keeping.most
    }

    /// The key: 25 bits of cells a side, the side to move, the depth if it counts.
    fn key(&self, masks: [u32; 2], side: usize, depth: u32) -> u64 {
        let depth = if self.keeping.by_depth { depth } else { 0 };
        let [blue, red] = masks;
        let (blue, red) = (u64::from(blue >> 1), u64::from(red >> 1));
        blue | red << 25 | (side as u64) << 50 | u64::from(depth) << 51
    }

    /// The mean over the faces of the best of each face's stones.
    fn mean_of(&self, position: &Position, side: usize, mut best: PerStone<f32>) -> f32 {
        best[ANY] = best.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let faces = self.board.faces(position.present[side]);
        let sum = faces.best(&best).fold(0.0, |sum, value| {
            sum + self.value_of_face(position, side, value)
        });
        sum / faces.count() as f32
    }

    /// The value of a face whose stones' best step is worth so much to the side that makes it.
    fn value_of_face(&self, position: &Position, side: usize, best: f32) -> f32 {
        let wants = self.view.wants[side] as f32;
        match self.stuck {
            _ if best > f32::NEG_INFINITY => wants * best,
            Some(stuck) => wants * stuck,
            None => self.view.value(position.balance, side),
        }
    }

    fn mean(&mut self, position: &Position, side: usize, depth: u32) -> f32 {
        let present = position.present[side];
        let mut best = [f32::NEG_INFINITY; 8];
        for stone in self.board.faces(present).order(present) {
            best[stone] = self.best_of(position, side, depth, stone);
        }
        self.mean_of(position, side, best)
    }

    /// The best value of a stone's steps to the side that makes them.
    fn best_of(&mut self, position: &Position, side: usize, depth: u32, stone: usize) -> f32 {
        let (board, other) = (self.board, 1 - side);
        let own = board.side(side);
        let wants = self.view.wants[side] as f32;
        let mut best = f32::NEG_INFINITY;
        for step in own.steps(position.masks[side], stone, position.cells(side)[stone]) {
            let next = board.play(position, side, step);
            let value = if bit(step.to) == own.goal() || next.masks[other] == 0 {
                self.view.value(next.balance, other)
            } else {
                self.value(&next, other, depth - 1)
            };
            best = best.max(wants * value);
        }
        best
    }

    /// The mean where a stone may be worth another value each time that a face names it.
    fn mean_by_faces(&mut self, position: &Position, side: usize, depth: u32) -> f32 {
        let faces = self.board.faces(position.present[side]);
        // The best of each stone's steps, and whether the table was full before.
        let mut known: PerStone<Option<(f32, bool)>> = [None; 8];
        let mut sum = 0.0;
        for [one, other] in faces.pairs() {
            let named: &[usize] = match (one, other) {
                (ANY, _) => &[0, 1, 2, 3, 4, 5],
                _ if one == other => &[one],
                _ => &[one, other],
            };
            let mut best = f32::NEG_INFINITY;
            for &stone in named {
                let is_full = self.is_full();
                let value = match known[stone] {
                    Some((value, was_full)) if was_full || !is_full => value,
                    _ => {
                        let value = self.best_of(position, side, depth, stone);
                        known[stone] = Some((value, is_full));
                        value
                    }
                };
                best = best.max(value);
            }
            sum += self.value_of_face(position, side, best);
        }
        sum / faces.count() as f32
    }

    /// The mean with two levels left.
    fn last_two_levels(&mut self, position: &Position, side: usize) -> f32 {
        let (board, other) = (self.board, 1 - side);
        let own = board.side(side);
        let wants = self.view.wants[side] as f32;
        let lanes = Lanes::new(board, self.view, position, side);
        let replies = lanes.reply_reach();
        let present = position.present[side];
        let mut best = [f32::NEG_INFINITY; 8];
        for stone in board.faces(present).order(present) {
            for direction in 0..PER_STONE {
                let lane = Lanes::lane(stone, direction);
                let Some(step) = lanes.step(lane) else {
                    continue;
                };
                let masks = masks_after(position.masks, side, step);
                let value = if bit(step.to) == own.goal() || masks[other] == 0 {
                    self.view.value(lanes.balance(lane), other)
                } else {
                    let key = self.key(masks, other, 1);
                    match self.values.get(key) {
                        Some(value) => value,
                        None => {
                            let value = if self.may_find_leaves(masks, replies) {
                                let next = board.play(position, side, step);
                                self.last_level_asking(&next, other)
                            } else {
                                rounded(lanes.scaled(lane))
                            };
                            self.store(key, masks[other], other, value);
                            value
                        }
                    }
                };
                best[stone] = best[stone].max(wants * value);
            }
        }
        self.mean_of(position, side, best)
    }

    /// The mean with one level left.
    fn last_level(&self, position: &Position, side: usize) -> f32 {
        let own = self.board.side(side);
        let cells = position.cells(side);
        let reach = cells.iter().fold(0, |mask, &cell| mask | own.reach(cell));
        // What stands for infinity is no whole number of halves.
        if self.stuck.is_some() || self.may_find_leaves(position.masks, reach) {
            self.last_level_asking(position, side)
        } else {
            rounded(one_level(self.board, self.view, position, side))
        }
    }

    /// Whether the table can hold a position at the horizon that follows a last step to some
    /// of these cells.
    fn may_find_leaves(&self, masks: [u32; 2], targets: u32) -> bool {
        // A key with its depth never is that of a position at the horizon.
        if self.keeping.by_depth || !self.keeping.leaves_ask {
            return false;
        }
        let mover = masks[self.leaf_side];
        if self.leaf_masks.may_contain(mover.into()) {
            return true;
        }
        let mut taken = mover & targets;
        while taken != 0 {
            let cell = taken & taken.wrapping_neg();
            if self.leaf_masks.may_contain((mover ^ cell).into()) {
                return true;
            }
            taken ^= cell;
        }
        false
    }

    /// The mean with one level left, asking the table for each position at the horizon that it may be
    /// asked for.
    fn last_level_asking(&self, position: &Position, side: usize) -> f32 {
        let (own, other) = (self.board.side(side), 1 - side);
        let wants = self.view.wants[side] as f32;
        let mut best = [f32::NEG_INFINITY; 8];
        for (stone, from) in position.cells(side).into_iter().enumerate() {
            for step in own.steps(position.masks[side], stone, from) {
                let masks = masks_after(position.masks, side, step);
                let key = self.key(masks, other, 0);
                let is_known = self.keeping.leaves_ask && self.leaf_keys.may_contain(key);
                let known = is_known.then(|| self.values.get(key)).flatten();
                let value = known.unwrap_or_else(|| {
                    let balance = position.balance + own.change(&position.worth, step);
                    self.view.value(balance, other)
                });
                best[stone] = best[stone].max(wants * value);
            }
        }
        self.mean_of(position, side, best)
    }
}

/// The occupied cells after a step.
fn masks_after(mut masks: [u32; 2], side: usize, step: Step) -> [u32; 2] {
    masks[side] = masks[side] & !bit(step.from) | bit(step.to);
    masks[1 - side] &= !bit(step.to);
    masks
}

/// A set that may say yes too often, never no wrongly.
struct Filter {
    words: Vec<u64>,
}

impl Filter {
    /// An empty set of 2^`bits` bits, at least 64.
    fn new(bits: u32) -> Self {
        Self {
            words: vec![0; 1 << (bits - 6)],
        }
    }

    fn insert(&mut self, element: u64) {
        let (word, bit) = self.place(element);
        self.words[word] |= bit;
    }

    fn may_contain(&self, element: u64) -> bool {
        let (word, bit) = self.place(element);
        self.words[word] & bit != 0
    }

    #[inline]
    fn place(&self, element: u64) -> (usize, u64) {
        let mixed = element.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let word = (mixed >> 32) as usize & (self.words.len() - 1);
        (word, 1 << (mixed >> 58))
    }
}
