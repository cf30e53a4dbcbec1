//! Random numbers that are the same on every machine and in every release.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// One of many independent streams of random numbers that belong to a seed.
///
/// The stream is that of the ChaCha cipher with 8 rounds, whose output is fixed by its
/// specification; numbers are drawn from it here and not by a library whose way to draw them
/// may change.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream of that number of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut cipher = ChaCha8Rng::from_seed(key);
        cipher.set_stream(stream);
        Self(cipher)
    }

    /// A number from 0 up to `count`, not included, all as good as equally likely; 0 when
    /// `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let wide = u128::from(self.0.next_u64()) * count as u128;
        (wide >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in `count` times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of the items; none when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
