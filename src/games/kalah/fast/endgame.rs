//! Values under best play of all positions with few seeds, computed before a search.

use std::sync::atomic::{AtomicI8, Ordering::Relaxed};

use rayon::prelude::*;

use super::super::rules::PITS;
use super::board::{Board, FastKalah};
use super::rank::{ALL_PITS, positions, rank};

/// Every position with at most so many seeds in the pits.
pub(super) struct Endgames {
    seeds: u32,
    /// The value to come for the player to move, by the position's number.
    values: Box<[AtomicI8]>,
}

/// An untouched byte: nothing is known.
const UNKNOWN: i8 = 0;
/// Added to the values, which then are never [`UNKNOWN`].
const SHIFT: i8 = -MOST_SEEDS - 1;
/// More seeds would have values that do not fit.
const MOST_SEEDS: i8 = 63;

impl Endgames {
    /// Most seeds whose positions take at most so many bytes.
    pub(super) fn most_seeds(bytes: usize) -> u32 {
        let fits = |seeds: &u32| positions(*seeds) <= bytes as u64;
        (0..=MOST_SEEDS as u32).take_while(fits).last().unwrap_or(0)
    }

    /// Computes the values of all positions with at most so many seeds, fewer than 64, in the
    /// threads of the rayon pool it is called in.
    pub(super) fn compute(kalah: &FastKalah, seeds: u32) -> Self {
        let bytes = positions(seeds) as usize;
        let endgames = Self {
            seeds,
            values: bytemuck::allocation::zeroed_slice_box(bytes),
        };
        // One task for each pair of counts in the first two pits.
        let tasks = (0..=seeds).flat_map(|all| {
            let pairs = (0..=all).flat_map(move |one| (0..=all - one).map(move |two| (one, two)));
            pairs.map(move |(one, two)| (all, one, two))
        });
        let tasks: Vec<_> = tasks.collect();
        tasks
            .into_par_iter()
            .with_max_len(1)
            .for_each(|(all, one, two)| {
                let mut pits = [0; ALL_PITS];
                (pits[0], pits[1]) = (one as u8, two as u8);
                endgames.fill(kalah, &mut pits, 2, (all - one - two) as u8);
            });
        endgames
    }

    /// Fills in the positions with `left` seeds in the pits from `pit` on and the others as
    /// they are.
    fn fill(&self, kalah: &FastKalah, pits: &mut [u8; ALL_PITS], pit: usize, left: u8) {
        if pit == ALL_PITS - 1 {
            pits[pit] = left;
            let side = |pits: &[u8]| {
                let pits = pits.iter().rev();
                pits.fold(0, |side, &seeds| side << 8 | u64::from(seeds))
            };
            let (own, other) = pits.split_at(PITS);
            let (own, other) = (side(own), side(other));
            self.solve(kalah, Board { own, other });
            return;
        }
        for seeds in 0..=left {
            pits[pit] = seeds;
            self.fill(kalah, pits, pit + 1, left - seeds);
        }
    }

    /// A position's value, looked up or computed. Two threads may compute the same.
    fn solve(&self, kalah: &FastKalah, board: Board) -> i32 {
        let place = &self.values[rank(board) as usize];
        let known = place.load(Relaxed);
        if known != UNKNOWN {
            return i32::from(known) - i32::from(SHIFT);
        }
        let values = kalah.pits(board).map(|pit| {
            let played = kalah.play(board, pit);
            let gain = played.board.margin();
            let value = self.solve(kalah, played.next().without_stores());
            gain + if played.again { value } else { -value }
        });
        let value = if kalah.is_stuck(board) {
            kalah.value(board)
        } else {
            values.max().expect("a move")
        };
        place.store((value + i32::from(SHIFT)) as i8, Relaxed);
        value
    }

    /// Memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.values.len()
    }

    /// Most seeds of a position that is known.
    pub(super) fn seeds(&self) -> i32 {
        self.seeds as i32
    }

    /// The value to come of a position with at most so many seeds.
    pub(super) fn value(&self, rank: u64) -> i32 {
        i32::from(self.values[rank as usize].load(Relaxed)) - i32::from(SHIFT)
    }
}
