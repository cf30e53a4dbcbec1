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

use super::board::{ANY, Board, PER_STONE, PerStone, Position, Step, bit};
use super::horizon::{View, one_level, rounded};
use super::lanes::Lanes;

/// A search for one root; the table is kept between the root's moves.
pub(super) struct Occupancy<'a> {
    board: &'a Board,
    view: View,
    /// Whether the depth is part of the key.
    by_depth: bool,
    values: Values,
    /// The cells of the side to move of all stored positions, by side.
    movers: [MaskFilter; 2],
}

impl<'a> Occupancy<'a> {
    /// An empty table, for a search so deep.
    pub fn new(board: &'a Board, view: View, by_depth: bool, depth: u32) -> Self {
        Self {
            board,
            view,
            by_depth,
            values: Values::new(depth),
            movers: [MaskFilter::new(), MaskFilter::new()],
        }
    }

    /// The value of a position that nobody has won, before `side`'s roll, with at least one
    /// level left.
    pub fn value(&mut self, position: &Position, side: usize, depth: u32) -> f32 {
        let key = self.key(position.masks, side, depth);
        match self.values.find(key) {
            Ok(value) => value,
            Err(_) => self.search(position, side, depth, key),
        }
    }

    /// The same where the table has been asked already.
    fn search(&mut self, position: &Position, side: usize, depth: u32, key: u64) -> f32 {
        let value = match depth {
            1 => self.last_level(position, side),
            2 if !self.board.can_be_stuck => self.last_two_levels(position, side),
            _ => self.mean(position, side, depth),
        };
        self.store(key, position.masks[side], side, value);
        value
    }

    fn store(&mut self, key: u64, mover: u32, side: usize, value: f32) {
        self.values.insert(key, value);
        self.movers[side].insert(mover);
    }

    /// The key: 25 bits of cells a side, the side to move, the depth if it counts.
    fn key(&self, masks: [u32; 2], side: usize, depth: u32) -> u64 {
        let depth = if self.by_depth { depth } else { 0 };
        let [blue, red] = masks.map(|mask| u64::from(mask >> 1));
        blue | red << 25 | (side as u64) << 50 | u64::from(depth) << 51
    }

    /// The mean over the faces of the best of each face's stones.
    fn mean_of(&self, position: &Position, side: usize, mut best: PerStone<f32>) -> f32 {
        let wants = self.view.wants[side] as f32;
        best[ANY] = best.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let faces = self.board.faces(position.present[side]);
        let sum = faces.best(&best).fold(0.0, |sum, value| {
            sum + if value > f32::NEG_INFINITY {
                wants * value
            } else {
                self.view.value(position.balance, side)
            }
        });
        sum / faces.count() as f32
    }

    fn mean(&mut self, position: &Position, side: usize, depth: u32) -> f32 {
        let (board, other) = (self.board, 1 - side);
        let own = board.side(side);
        let wants = self.view.wants[side] as f32;
        let cells = position.cells(side);
        let present = position.present[side];
        let mut best = [f32::NEG_INFINITY; 8];
        for stone in board.faces(present).order(present) {
            for step in own.steps(position.masks[side], stone, cells[stone]) {
                let next = board.play(position, side, step);
                let value = if bit(step.to) == own.goal() || next.masks[other] == 0 {
                    self.view.value(next.balance, other)
                } else {
                    self.value(&next, other, depth - 1)
                };
                best[stone] = best[stone].max(wants * value);
            }
        }
        self.mean_of(position, side, best)
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
                    match self.values.find(key) {
                        Ok(value) => value,
                        Err(_) => {
                            let value = if self.may_find_leaves(masks, side, replies) {
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
        if self.may_find_leaves(position.masks, 1 - side, reach) {
            self.last_level_asking(position, side)
        } else {
            rounded(one_level(self.board, self.view, position, side))
        }
    }

    /// Whether the table can hold a position that a step with these targets leads to, after
    /// which `next` is to move.
    fn may_find_leaves(&self, masks: [u32; 2], next: usize, targets: u32) -> bool {
        // A key with its depth never is that of a position at the horizon.
        if self.by_depth {
            return false;
        }
        let filter = &self.movers[next];
        let mut taken = masks[next] & targets;
        if filter.may_contain(masks[next]) {
            return true;
        }
        while taken != 0 {
            let rest = taken & (taken - 1);
            if filter.may_contain(masks[next] ^ taken ^ rest) {
                return true;
            }
            taken = rest;
        }
        false
    }

    /// The mean with one level left, asking the table for each position at the horizon.
    fn last_level_asking(&self, position: &Position, side: usize) -> f32 {
        let (own, other) = (self.board.side(side), 1 - side);
        let wants = self.view.wants[side] as f32;
        let mut best = [f32::NEG_INFINITY; 8];
        for (stone, from) in position.cells(side).into_iter().enumerate() {
            for step in own.steps(position.masks[side], stone, from) {
                let masks = masks_after(position.masks, side, step);
                let value = self
                    .values
                    .find(self.key(masks, other, 0))
                    .unwrap_or_else(|_| {
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

/// Values by key: open addressing, at most half full.
struct Values {
    /// Keys and values, where [`EMPTY`] is no key.
    slots: Vec<(u64, f32)>,
    used: usize,
}

/// Every key has fewer bits.
const EMPTY: u64 = u64::MAX;

impl Values {
    /// An empty table that need not grow much in a search so deep.
    fn new(depth: u32) -> Self {
        let bits = (3 * depth + 2).clamp(4, 17);
        Self {
            slots: vec![(EMPTY, 0.0); 1 << bits],
            used: 0,
        }
    }

    /// The value of a key, or the slot it would take.
    #[inline]
    fn find(&self, key: u64) -> Result<f32, usize> {
        let last = self.slots.len() - 1;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed ^ mixed >> 32) as usize & last;
        loop {
            match self.slots[slot & last] {
                (found, value) if found == key => return Ok(value),
                (EMPTY, _) => return Err(slot),
                _ => slot = (slot + 1) & last,
            }
        }
    }

    /// Stores the value of a key; one that is there already is replaced.
    fn insert(&mut self, key: u64, value: f32) {
        if let Err(slot) = self.find(key) {
            self.slots[slot] = (key, value);
            self.used += 1;
            if self.used * 2 > self.slots.len() {
                self.grow();
            }
        }
    }

    fn grow(&mut self) {
        let larger = vec![(EMPTY, 0.0); self.slots.len() * 4];
        for (key, value) in std::mem::replace(&mut self.slots, larger) {
            if key != EMPTY
                && let Err(slot) = self.find(key)
            {
                self.slots[slot] = (key, value);
            }
        }
    }
}

/// A set of masks that may say yes too often, never no wrongly.
struct MaskFilter {
    words: Vec<u64>,
}

impl MaskFilter {
    const BITS: u32 = 16;

    fn new() -> Self {
        Self {
            words: vec![0; 1 << (Self::BITS - 6)],
        }
    }

    fn insert(&mut self, mask: u32) {
        let hash = Self::hash(mask);
        self.words[hash / 64] |= 1 << (hash % 64);
    }

    fn may_contain(&self, mask: u32) -> bool {
        let hash = Self::hash(mask);
        self.words[hash / 64] >> (hash % 64) & 1 != 0
    }

    fn hash(mask: u32) -> usize {
        (mask.wrapping_mul(0x9E37_79B1) >> (32 - Self::BITS)) as usize
    }
}
