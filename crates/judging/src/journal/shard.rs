//! Shards: work split between machines, unit by unit.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts of a work: the `number`-th, from 1, of `of`.
///
/// Units (a grading's submissions in the order of their names, a match's games, a tournament's
/// pairs) are dealt like cards: each shard's share is the same on every machine that sees the
/// same work, and no share is more than one larger than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    number: u32,
    of: NonZeroU32,
}

impl Shard {
    /// The whole, as the only shard.
    pub const WHOLE: Self = Self {
        number: 1,
        of: NonZeroU32::MIN,
    };

    /// All shards of a work that is split in so many.
    pub fn all(of: NonZeroU32) -> impl Iterator<Item = Self> {
        (1..=of.get()).map(move |number| Self { number, of })
    }

    /// How many shards there are.
    pub fn of(self) -> NonZeroU32 {
        self.of
    }

    /// Whether the unit in this place of the whole, from 0, is in this shard.
    pub fn has(self, place: usize) -> bool {
        place % self.of.get() as usize == self.number as usize - 1
    }

    /// The places of the whole, from 0, that are in this shard, in order, without end.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (self.number as usize - 1..).step_by(self.of.get() as usize)
    }
}

/// `K/N`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse::<NonZeroU32>().ok()?);
            (1..=of.get())
                .contains(&number)
                .then_some(Self { number, of })
        });
        parsed.ok_or_else(|| format!("found '{text}', expected K/N with K from 1 to N, as in 3/8"))
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::Shard;

    #[test]
    fn every_submission_is_in_one_shard_and_shares_are_even() {
        for of in 1..9 {
            let shards = || Shard::all(NonZeroU32::new(of).unwrap());
            for count in [0_usize, 1, 7, 64] {
                let share = |shard: Shard| (0..count).filter(|&place| shard.has(place)).count();
                let shares: Vec<usize> = shards().map(share).collect();
                assert_eq!(shares.iter().sum::<usize>(), count);
                let (least, most) = (shares.iter().min(), shares.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1);
                for shard in shards() {
                    let places: Vec<usize> =
                        shard.places().take_while(|&place| place < count).collect();
                    assert!(places.iter().all(|&place| shard.has(place)));
                    assert_eq!(places.len(), share(shard));
                }
            }
        }
    }

    #[test]
    fn shards_are_written_as_fractions() {
        let shard: Shard = "3/8".parse().unwrap();
        assert_eq!(shard.to_string(), "3/8");
        for wrong in ["", "3", "0/8", "9/8", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
