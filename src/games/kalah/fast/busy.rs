//! Which positions the threads of a search are at, so that another one is taken first.
//!
//! A hint only: two positions may share a place, and then one of them is searched later or
//! by two threads at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const PLACES: usize = 1 << 12;

/// The positions being searched.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    /// None yet.
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// A thread begins to search this position to so many levels.
    pub(super) fn enter(&self, rank: u64, levels: u32) {
        let key = key(rank, levels);
        self.place(key).store(key, Relaxed);
    }

    /// It has been searched.
    pub(super) fn leave(&self, rank: u64, levels: u32) {
        let key = key(rank, levels);
        // The place may have been taken for another position meanwhile.
        let _ = self.place(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }

    /// Whether a thread is at it.
    pub(super) fn has(&self, rank: u64, levels: u32) -> bool {
        let key = key(rank, levels);
        self.place(key).load(Relaxed) == key
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        &self.0[mixed as usize % PLACES]
    }
}

/// Never 0, as no position of a search is without seeds.
fn key(rank: u64, levels: u32) -> u64 {
    rank << 8 | u64::from(levels as u8)
}
