//! The transposition table: values of positions already searched, in fixed memory.
//!
//! Threads share it without locks. A slot's key is stored mixed with its data, so that a slot
//! of which another thread has written only a part matches no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Key;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
}

/// [`Entry::best`] when no move is known to be good.
pub const NO_BEST: u16 = BEST_MASK as u16;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the player to move, from −2^37 to 2^37 − 1.
    pub value: i64,
    /// Levels that were searched, 1 to 1023.
    pub depth: u32,
    /// What the value says.
    pub bound: Bound,
    /// The number of the best move among the distinct ones, less than [`NO_BEST`], or that.
    pub best: u16,
}

// An entry in one word: value (38 bits), best (14), bound (2), depth (10). As no depth is 0,
// an empty slot's 0 is no entry.
const DEPTH_BITS: u32 = 10;
const BEST_SHIFT: u32 = DEPTH_BITS + 2;
const VALUE_SHIFT: u32 = BEST_SHIFT + 14;
const DEPTH_MASK: u64 = (1 << DEPTH_BITS) - 1;
const BEST_MASK: u64 = (1 << 14) - 1;

impl Entry {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        (self.value << VALUE_SHIFT) as u64
            | u64::from(self.best).min(BEST_MASK) << BEST_SHIFT
            | bound << DEPTH_BITS
            | u64::from(self.depth) & DEPTH_MASK
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: data as i64 >> VALUE_SHIFT,
            depth: (data & DEPTH_MASK) as u32,
            bound: match data >> DEPTH_BITS & 3 {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            best: (data >> BEST_SHIFT & BEST_MASK) as u16,
        }
    }
}

/// One entry with its position.
#[derive(Default)]
struct Slot {
    key: [AtomicU64; 3],
    data: AtomicU64,
}

impl Slot {
    fn read(&self) -> (Key, u64) {
        let data = self.data.load(Relaxed);
        let veil = mix(data);
        let key = self.key.each_ref().map(|word| word.load(Relaxed) ^ veil);
        (key, data)
    }

    fn write(&self, key: &Key, data: u64) {
        let veil = mix(data);
        for (place, word) in self.key.iter().zip(key) {
            place.store(word ^ veil, Relaxed);
        }
        self.data.store(data, Relaxed);
    }
}

/// A table of a power of two of slots, at least two.
pub struct Table {
    slots: Vec<Slot>,
    /// How many slots there may be at most.
    most: usize,
}

const FIRST_SLOTS: usize = 1 << 12;
const GROWTH: usize = 8;
/// Slots looked at to see how crowded the table is.
const SAMPLE: usize = 1 << 10;

impl Table {
    /// A small table, of 4096 slots with 32 bytes each, that may grow to so many bytes; none when
    /// those are too few even for that.
    pub fn within(bytes: usize) -> Option<Self> {
        let most = bytes / size_of::<Slot>();
        (most >= FIRST_SLOTS).then(|| Self {
            slots: empty(FIRST_SLOTS),
            most,
        })
    }

    /// What is known of a position.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        self.pair(key).iter().find_map(|slot| {
            let (found, data) = slot.read();
            (found == *key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Notes what is known of a position, in the place of what was known of it, or else of
    /// what cost less: the first of two slots is kept for the deeper searches.
    pub fn put(&self, key: &Key, entry: Entry) {
        let [first, second] = self.pair(key);
        let (known, data) = first.read();
        let replaces = known == *key || (data & DEPTH_MASK) as u32 <= entry.depth;
        let slot = if replaces { first } else { second };
        slot.write(key, entry.pack());
    }

    /// Makes room for a longer search when a quarter of the slots is taken: eight times as many, as
    /// far as there may be. Nothing is forgotten.
    pub fn grow_when_crowded(&mut self) {
        let taken = |slots: &[Slot]| {
            let data = slots.iter().map(|slot| slot.data.load(Relaxed));
            data.filter(|&data| data != 0).count()
        };
        let grown = (self.slots.len() * GROWTH).min(1 << self.most.ilog2());
        if grown > self.slots.len() && taken(&self.slots[..SAMPLE]) > SAMPLE / 4 {
            let old = std::mem::replace(&mut self.slots, empty(grown));
            for (key, data) in old.iter().map(Slot::read).filter(|&(_, data)| data != 0) {
                self.put(&key, Entry::unpack(data));
            }
        }
    }

    /// The two slots that a position may be in.
    fn pair(&self, key: &Key) -> &[Slot; 2] {
        let hash = mix(key[0] ^ mix(key[1] ^ mix(key[2])));
        let index = hash as usize & (self.slots.len() - 2);
        self.slots[index..]
            .first_chunk()
            .expect("an even number of slots")
    }
}

fn empty(slots: usize) -> Vec<Slot> {
    std::iter::repeat_with(Slot::default).take(slots).collect()
}

/// Spreads a word's bits over the whole word (the finaliser of splitmix64).
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
