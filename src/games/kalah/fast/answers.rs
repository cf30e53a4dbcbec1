//! How many nodes there are below a side's moves within two levels, against whatever the other side
//! holds.
//!
//! A move leaves the other player all the pits that held seeds but a captured one, and those that
//! are sown. So what is below it is a constant, and a number for each of the other pits that holds
//! seeds: bytes of one word, which are added for all moves. They come from a table, by where a last
//! seed falls; only sowings that come home are looked at one by one.

use super::super::rules::PITS;
use super::board::{
    COUNTS, FastKalah, HIGH_BITS, LOW_BITS, PIT_BYTES, PIT_NUMBERS, Pits, ROUND, STORE_SHIFT,
    in_pits, marks, whole,
};

/// Bytes 0–5: nodes for each of the other pits that holds seeds; byte 6: the others.
type Sum = u64;

/// What there is below a side's moves.
#[derive(Clone, Copy)]
pub(super) struct Answers(Sum);

/// In each pit's byte 1.
const EACH_PIT: u64 = LOW_BITS & PIT_BYTES;
/// A node whatever the other side holds.
const NODE: Sum = 1 << STORE_SHIFT;

/// More than the places where a last seed may fall; a power of two.
const ENDS: usize = 32;
/// Where that of an empty pit falls.
const NOWHERE: u64 = ENDS as u64 - 1;
/// From here on are those that fall in the store, by the pit that they were sown from.
const STORED: usize = ROUND + PITS;

/// By which own pits hold seeds, as bits, and where a last seed falls.
type Sums = [[Sum; ENDS]; 1 << PITS];

/// Without and with an answer to a move after which the same player moves again.
static FORESEEN: [Sums; 2] = [foreseen(false), foreseen(true)];

const fn foreseen(again_is_answered: bool) -> Sums {
    let mut sums = [[0; ENDS]; 1 << PITS];
    let mut held = 0;
    while held < sums.len() {
        let mut held_before = 0;
        let mut pit = 0;
        while pit < PITS {
            let is_held = held >> pit & 1 == 1;
            // In an own pit: if it was empty, what it faces is captured.
            let captured = if is_held {
                0
            } else {
                1 << (8 * (PITS - 1 - pit))
            };
            sums[held][pit] = NODE + EACH_PIT - captured;
            // In another one: all up to it hold seeds.
            let beyond = EACH_PIT << (8 * (pit + 1)) & PIT_BYTES;
            sums[held][PITS + 1 + pit] = NODE * (pit as u64 + 2) + beyond;
            // After a round all hold seeds, but for a captured one.
            sums[held][ROUND + pit] = NODE * (PITS as u64 + is_held as u64);
            // In the store: own pits before the sown one are as they were, all after it hold seeds.
            let kept = held_before + (PITS - 1 - pit) as u64;
            sums[held][STORED + pit] = NODE * if again_is_answered { 1 + kept } else { 1 };
            held_before += is_held as u64;
            pit += 1;
        }
        held += 1;
    }
    sums
}

impl FastKalah {
    /// What there is below the moves of the player who holds these seeds, where every move costs a
    /// level; none where that is not foreseen.
    #[inline(always)]
    pub(super) fn answers(&self, own: u64) -> Option<Answers> {
        let held = marks(own);
        // A move that leaves the own side empty may end the game.
        if !self.is_foreseen || held & held.wrapping_sub(1) == 0 {
            return None;
        }
        let seeds = own & PIT_BYTES;
        let empty = !held & PIT_BYTES & HIGH_BITS;
        let far = (seeds + (COUNTS - ROUND) as u64 * EACH_PIT) & HIGH_BITS;
        let ends = seeds + PIT_NUMBERS;
        let off_store = (ends ^ (PITS as u64 * EACH_PIT)) + (!HIGH_BITS & PIT_BYTES);
        let stored = whole(!off_store & PIT_BYTES & HIGH_BITS);
        let ends = ends + (stored & ((STORED - PITS) as u64 * EACH_PIT + PIT_NUMBERS));
        let ends = ends | whole(empty | far);
        let again_is_answered = self.game.rules.extra_turn_levels.get() == 1;
        let foreseen = &FORESEEN[usize::from(again_is_answered)][bits(held)];
        let mut sum = 0;
        for pit in 0..PITS {
            sum += foreseen[(ends >> (8 * pit) & NOWHERE) as usize];
        }
        for pit in Pits::ascending(far) {
            sum += self.answers_to_far(own, pit, again_is_answered);
        }
        Some(Answers(sum))
    }

    /// What there is below a move that sows a round or more.
    fn answers_to_far(&self, own: u64, pit: usize, again_is_answered: bool) -> Sum {
        let (sowing, captures) = self.sown(own, pit);
        if sowing.again && !again_is_answered {
            return NODE;
        }
        NODE * (1 + PITS as u64 - u64::from(captures))
    }
}

impl Answers {
    /// The nodes against what the other player holds.
    #[inline(always)]
    pub(super) fn against(self, other: u64) -> u32 {
        in_pits(self.0 & whole(marks(other))) + (self.0 >> STORE_SHIFT) as u32
    }
}

/// A bit for each mark, the lowest one for the first pit.
#[inline(always)]
fn bits(marks: u64) -> usize {
    // The mark of pit k is moved to bit 56 + k.
    ((marks >> 7).wrapping_mul(0x0102_0408_1020_0000) >> 56) as usize % (1 << PITS)
}
