//! Numbers for positions: what is in the pits, not the stores, as one number without gaps.
//!
//! Positions with fewer seeds have smaller numbers. A position's twelve counts are told by
//! their running sums S₁ ≤ … ≤ S₁₂, and those by Σ C(Sₖ + k − 1, k): the combinatorial number
//! system for the increasing numbers Sₖ + k − 1.

use super::super::rules::PITS;
use super::board::{Board, LOW_BITS, PIT_BYTES};

/// Pits of both players.
pub(super) const ALL_PITS: usize = 2 * PITS;
/// Running sums are less than this; a power of two, so that a masked one is a valid index.
const SUMS: usize = 128;

/// For each k from 0 and sum S: C(S + k, k + 1), how many ways k + 1 pits can hold fewer than
/// S seeds.
static WAYS: [[u64; SUMS]; ALL_PITS] = {
    let mut ways = [[0; SUMS]; ALL_PITS];
    let mut pit = 0;
    while pit < ALL_PITS {
        let mut sum = 1;
        while sum < SUMS {
            let with_fewer_pits = if pit == 0 { 1 } else { ways[pit - 1][sum] };
            ways[pit][sum] = ways[pit][sum - 1] + with_fewer_pits;
            sum += 1;
        }
        pit += 1;
    }
    ways
};

/// The number of the position in the pits.
#[inline]
pub(super) fn rank(board: Board) -> u64 {
    let own = (board.own & PIT_BYTES).wrapping_mul(LOW_BITS);
    let all_own = own >> (8 * (PITS - 1)) & 0xFF;
    let other = (board.other & PIT_BYTES).wrapping_mul(LOW_BITS) + all_own * PIT_LOW_BITS;
    let (own_ways, other_ways) = WAYS.split_at(PITS);
    ways(own_ways, own) + ways(other_ways, other)
}

/// In each pit's byte the lowest bit.
const PIT_LOW_BITS: u64 = LOW_BITS & PIT_BYTES;

#[inline]
fn ways(table: &[[u64; SUMS]], sums: u64) -> u64 {
    let pits = table.iter().enumerate();
    pits.map(|(pit, ways)| ways[(sums >> (8 * pit)) as usize % SUMS])
        .sum()
}

/// The number of a side's pits among those that hold as many seeds. What moves seeds on makes
/// it smaller.
#[inline]
pub(super) fn side_rank(side: u64) -> usize {
    ways(&WAYS[..PITS - 1], (side & PIT_BYTES).wrapping_mul(LOW_BITS)) as usize
}

/// How many ways there are for a side to hold so many seeds.
#[inline]
pub(super) fn sides(seeds: usize) -> usize {
    WAYS[PITS - 2][(seeds + 1) % SUMS] as usize
}

/// How many positions have at most so many seeds in the pits: their numbers are below this.
pub(super) fn positions(seeds: u32) -> u64 {
    WAYS[ALL_PITS - 1][(seeds as usize + 1) % SUMS]
}
