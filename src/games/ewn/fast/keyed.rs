//! A map from keys to values that are never taken out: open addressing in one array.

/// Every key has fewer bits.
const NO_KEY: u64 = u64::MAX;

/// Values by key; at most two thirds of the slots are in use.
pub(super) struct Keyed<T> {
    /// Keys and values; [`NO_KEY`] where there are none. A power of two.
    slots: Vec<(u64, T)>,
    used: usize,
}

impl<T: Copy + Default> Keyed<T> {
    /// An empty map with 2^`bits` slots to begin with.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            slots: vec![(NO_KEY, T::default()); 1 << bits],
            used: 0,
        }
    }

    /// The value of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<T> {
        self.find(key).ok()
    }

    /// Adds a key that the map does not have.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, value: T) {
        if self.is_full() {
            let larger = vec![(NO_KEY, T::default()); self.slots.len() * 2];
            for (key, value) in std::mem::replace(&mut self.slots, larger) {
                if key != NO_KEY {
                    self.fill(key, value);
                }
            }
        }
        self.fill(key, value);
        self.used += 1;
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Bytes held at most during the next insertion.
    pub(super) fn bytes_to_insert(&self) -> usize {
        let factor = if self.is_full() { 3 } else { 1 };
        self.slots.len() * size_of::<(u64, T)>() * factor
    }

    fn is_full(&self) -> bool {
        (self.used + 1) * 3 > self.slots.len() * 2
    }

    fn fill(&mut self, key: u64, value: T) {
        match self.find(key) {
            Err(slot) => self.slots[slot] = (key, value),
            Ok(_) => debug_assert!(false, "key {key} is there already"),
        }
    }

    /// The value of a key, or the slot it would take.
    #[inline]
    fn find(&self, key: u64) -> Result<T, usize> {
        let last = self.slots.len() - 1;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed ^ (mixed >> 32)) as usize & last;
        loop {
            match self.slots[slot] {
                (found, value) if found == key => return Ok(value),
                (NO_KEY, _) => return Err(slot),
                _ => slot = (slot + 1) & last,
            }
        }
    }
}
