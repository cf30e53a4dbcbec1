//! The transposition table: bounds of positions already searched, in fixed memory.
//!
//! Threads share it without locks. An entry is one word, and tells its position exactly: the
//! position's number is turned into another one of as many bits, of which the upper ones
//! choose the line and the lower ones are kept in the entry.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::rank::positions;

/// Levels of a search to the end of the game; also more than are told apart here.
pub(super) const TO_THE_END: u32 = (1 << LEVEL_BITS) - 1;

/// What is known of a position's value for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// It is at least this.
    pub lower: i8,
    /// It is at most this.
    pub upper: i8,
    /// The pit that was best, or the first one tried.
    pub best: u8,
    /// Levels that were searched.
    pub levels: u32,
    /// The binary logarithm of the nodes that it took.
    pub work: u32,
}

// An entry in one word, from the lowest bit: levels (6 bits), work (5), best (3), the bounds
// (8 each, plus 128), tag. No bound plus 128 is 0, so that an empty slot's 0 is no entry.
const LEVEL_BITS: u32 = 6;
const WORK_BITS: u32 = 5;
const BEST_BITS: u32 = 3;
const BEST_SHIFT: u32 = LEVEL_BITS + WORK_BITS;
const UPPER_SHIFT: u32 = BEST_SHIFT + BEST_BITS;
const LOWER_SHIFT: u32 = UPPER_SHIFT + 8;
const TAG_SHIFT: u32 = LOWER_SHIFT + 8;
const TAG_BITS: u32 = u64::BITS - TAG_SHIFT;

impl Entry {
    fn pack(self, tag: u64) -> u64 {
        let bound = |value: i8| u64::from(value as u8 ^ 0x80);
        tag << TAG_SHIFT
            | bound(self.lower) << LOWER_SHIFT
            | bound(self.upper) << UPPER_SHIFT
            | u64::from(self.best) << BEST_SHIFT
            | u64::from(self.work.min((1 << WORK_BITS) - 1)) << LEVEL_BITS
            | u64::from(self.levels)
    }

    fn unpack(word: u64) -> Self {
        let bound = |shift: u32| ((word >> shift) as u8 ^ 0x80) as i8;
        Self {
            lower: bound(LOWER_SHIFT),
            upper: bound(UPPER_SHIFT),
            best: (word >> BEST_SHIFT) as u8 % (1 << BEST_BITS),
            levels: levels_of(word),
            work: work_of(word),
        }
    }
}

fn levels_of(word: u64) -> u32 {
    word as u32 % (1 << LEVEL_BITS)
}

fn work_of(word: u64) -> u32 {
    (word >> LEVEL_BITS) as u32 % (1 << WORK_BITS)
}

/// Entries that share a cache line.
const LINE: usize = 8;

/// The table.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// Bits of a position's number.
    bits: u32,
    /// Those of them that are kept in the entry.
    tag_bits: u32,
}

/// Bits of the numbers of positions with at most so many seeds.
fn bits(seeds: u32) -> u32 {
    (positions(seeds).ilog2() + 1).max(2)
}

/// Where a position's entries are.
#[derive(Clone, Copy)]
pub(super) struct Place {
    line: usize,
    tag: u64,
}

impl Table {
    /// A table for positions with at most so many seeds in the pits, in at most so many
    /// bytes; none when they are too few to tell the positions apart.
    pub(super) fn within(bytes: usize, seeds: u32) -> Option<Self> {
        let lines = bytes / size_of::<[AtomicU64; LINE]>();
        let bits = bits(seeds);
        let line_bits = lines.checked_ilog2()?.min(bits);
        let tag_bits = bits - line_bits;
        (tag_bits <= TAG_BITS).then(|| Self {
            words: bytemuck::allocation::zeroed_slice_box(LINE << line_bits),
            bits,
            tag_bits,
        })
    }

    /// Bytes from which on there is a table for so many seeds.
    pub(super) fn least_bytes(seeds: u32) -> usize {
        size_of::<[AtomicU64; LINE]>() << bits(seeds).saturating_sub(TAG_BITS)
    }

    /// The place of the position with this number.
    #[inline]
    pub(super) fn place(&self, rank: u64) -> Place {
        // Each step can be undone within the bits: different numbers stay different.
        let mask = (1 << self.bits) - 1;
        let half = self.bits / 2;
        let mixed = rank.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let mixed = (mixed ^ mixed >> half).wrapping_mul(0xBF58_476D_1CE4_E5B9) & mask;
        let mixed = mixed ^ mixed >> half;
        let mixed = mixed.wrapping_mul(0x94D0_49BB_1331_11EB) & mask;
        Place {
            line: (mixed >> self.tag_bits) as usize * LINE,
            tag: mixed & ((1 << self.tag_bits) - 1),
        }
    }

    fn line(&self, place: Place) -> &[AtomicU64; LINE] {
        self.words[place.line..]
            .first_chunk()
            .expect("whole lines only")
    }

    /// What is known of a position searched to so many levels; failing that, to others.
    #[inline]
    pub(super) fn get(&self, place: Place, levels: u32) -> Option<Entry> {
        let mut found = None;
        for slot in self.line(place) {
            let word = slot.load(Relaxed);
            if word >> TAG_SHIFT == place.tag && word != 0 {
                if levels_of(word) == levels {
                    return Some(Entry::unpack(word));
                }
                found = Some(word);
            }
        }
        found.map(Entry::unpack)
    }

    /// Notes what is known of a position, in place of what was known of it to as many levels,
    /// or else of what took the least work.
    #[inline]
    pub(super) fn put(&self, place: Place, entry: Entry) {
        let line = self.line(place);
        let mut least = (u32::MAX, &line[0]);
        for slot in line {
            let word = slot.load(Relaxed);
            if word == 0 || (word >> TAG_SHIFT == place.tag && levels_of(word) == entry.levels) {
                least.1 = slot;
                break;
            }
            if work_of(word) < least.0 {
                least = (work_of(word), slot);
            }
        }
        least.1.store(entry.pack(place.tag), Relaxed);
    }
}
