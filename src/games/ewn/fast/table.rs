//! The transposition table: values by stones, side and depth, in memory fixed beforehand,
//! shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// The value is not less.
    pub low: f32,
    /// The value is not greater.
    pub high: f32,
}

impl Bounds {
    /// A window that only the value itself settles.
    pub(super) const OPEN: Self = Self {
        low: f32::NEG_INFINITY,
        high: f32::INFINITY,
    };

    /// The value is known.
    pub(super) fn exactly(value: f32) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// Whether the value is known.
    pub(super) fn meet(self) -> bool {
        self.low == self.high
    }

    /// Whether the value is known, or on which side of the window it is.
    pub(super) fn settle(self, window: Self) -> bool {
        self.meet() || self.low >= window.high || self.high <= window.low
    }

    /// The other side's view.
    pub(super) fn negated(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    /// The larger of two values.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    /// What both say of one value.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

/// One remembered value: the tag crossed with the bounds, and the bounds.
///
/// Two threads that write at once can leave one's first word with the other's second; such
/// an entry then has a tag that no position has asked for.
#[derive(Default)]
struct Entry([AtomicU64; 2]);

/// Entries that share a place: the first keeps the deeper value, the second the newer.
#[derive(Default)]
#[repr(align(32))]
struct Bucket([Entry; 2]);

/// What a bucket held when it was looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen([[u64; 2]; 2]);

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

/// The tag's bits for the position; the depth is in the four above.
const CODE_BITS: u32 = 60;

impl Table {
    /// A table of at least one pair of buckets and about at most so many bytes, for a search
    /// so deep from a position with so many stones.
    pub(super) fn new(bytes: usize, depth: u32, stones: usize) -> Self {
        // The opening needs 2^14 buckets at depth 5, and eight times as many a level. No
        // stone is on more than 2^5 cells.
        let bits = (3 * depth as usize).saturating_sub(1).min(5 * stones);
        let wanted = 1_usize << bits.min(40);
        let most = (bytes / size_of::<Bucket>()).max(2);
        let buckets = 1_usize << wanted.min(most).ilog2();
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
        }
    }

    /// Looks at the place of a position, so that the memory is on its way.
    #[inline]
    pub(super) fn look(&self, code: u64, depth: u32) -> Seen {
        let bucket = &self.buckets[self.index(code, depth)];
        let load = |entry: &Entry| {
            let [crossed, bounds] = &entry.0;
            [
                crossed.load(Ordering::Relaxed),
                bounds.load(Ordering::Relaxed),
            ]
        };
        Seen([load(&bucket.0[0]), load(&bucket.0[1])])
    }

    /// Remembers what is known of a value.
    pub(super) fn put(&self, code: u64, depth: u32, bounds: Bounds) {
        let bucket = &self.buckets[self.index(code, depth)];
        let [crossed, data] = &bucket.0[0].0;
        let held = crossed.load(Ordering::Relaxed) ^ data.load(Ordering::Relaxed);
        let is_newer_only =
            held != tag(code, depth) && held >> CODE_BITS > tag(0, depth) >> CODE_BITS;
        let Entry([crossed, data]) = &bucket.0[usize::from(is_newer_only)];
        let bits = u64::from(bounds.low.to_bits()) << 32 | u64::from(bounds.high.to_bits());
        crossed.store(tag(code, depth) ^ bits, Ordering::Relaxed);
        data.store(bits, Ordering::Relaxed);
    }

    /// The bucket: half of them for depths whose fifth bit, which the tag has no room for,
    /// is set.
    #[inline]
    fn index(&self, code: u64, depth: u32) -> usize {
        let mixed = (code ^ u64::from(depth) << CODE_BITS).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let bucket = (((mixed >> 24) << 1) | u64::from(depth >> 4)) as usize;
        bucket & (self.buckets.len() - 1)
    }
}

impl Seen {
    /// What was remembered of the position, if anything.
    #[inline]
    pub(super) fn get(&self, code: u64, depth: u32) -> Option<Bounds> {
        let tag = tag(code, depth);
        self.0
            .iter()
            .find(|[crossed, data]| crossed ^ data == tag)
            .map(|&[_, data]| Bounds {
                low: f32::from_bits((data >> 32) as u32),
                high: f32::from_bits(data as u32),
            })
    }
}

#[inline]
fn tag(code: u64, depth: u32) -> u64 {
    code | u64::from(depth) << CODE_BITS
}
