//! Values under best play of all positions with few seeds, computed before a search.
//!
//! Positions are kept by what each side holds, those of one other side next to each other: so what
//! a move makes of one own side against all others is read and written in runs, not position by
//! position. Moves that take seeds off the pits lead to positions computed before; those that do
//! not leave the other side as it is and move seeds on.

use rayon::prelude::*;

use super::super::rules::PITS;
use super::board::{Board, FastKalah, LOW_BITS, PIT_BYTES, in_pits};
use super::rank::{positions, side_rank, sides};

/// Every position with at most so many seeds in the pits, and what it is worth under best play.
pub struct Endgames {
    places: Places,
    /// The value to come for the player to move, by the position's place.
    values: Box<[i8]>,
}

/// More seeds would have values that do not fit.
const MOST_SEEDS: u32 = 63;

/// Where positions are kept.
struct Places {
    seeds: usize,
    /// By the seeds of the player to move, and those of the other, where such positions begin.
    starts: Vec<usize>,
}

impl Places {
    fn new(seeds: usize) -> Self {
        let mut starts = vec![0; (seeds + 1) * (seeds + 1)];
        let mut start = 0;
        for all in 0..=seeds {
            for own in 0..=all {
                starts[own * (seeds + 1) + all - own] = start;
                start += sides(own) * sides(all - own);
            }
        }
        Self { seeds, starts }
    }

    /// Where the positions of this player to move against that other side begin: by what the player
    /// holds.
    #[inline]
    fn run(&self, own_seeds: usize, other_seeds: usize, other: usize) -> usize {
        self.starts[own_seeds * (self.seeds + 1) + other_seeds] + other * sides(own_seeds)
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        let (own, other) = (in_pits(board.own), in_pits(board.other));
        self.run(own as usize, other as usize, side_rank(board.other)) + side_rank(board.own)
    }
}

impl Endgames {
    /// Most seeds whose positions take at most so many bytes.
    pub(super) fn most_seeds(bytes: usize) -> u32 {
        let fits = |seeds: &u32| positions(*seeds) <= bytes as u64;
        (0..=MOST_SEEDS).take_while(fits).last().unwrap_or(0)
    }

    /// Computes the values of all positions with at most so many seeds, fewer than 64, in the
    /// threads of the rayon pool it is called in.
    pub fn compute(kalah: &FastKalah, seeds: u32) -> Self {
        let mut values: Box<[i8]> =
            bytemuck::allocation::zeroed_slice_box(positions(seeds) as usize);
        let places = Places::new(seeds as usize);
        let by_seeds: Vec<_> = (0..=seeds as usize).map(Sides::new).collect();
        for all in 0..=seeds as usize {
            let (known, left) = values.split_at_mut(places.starts[all]);
            let filling = Filling {
                kalah,
                places: &places,
                known,
                all,
            };
            let mut left = left;
            let blocks = (0..=all).map(|own| {
                let (block, rest) =
                    std::mem::take(&mut left).split_at_mut(sides(own) * sides(all - own));
                left = rest;
                Some(block)
            });
            let mut blocks: Vec<_> = blocks.collect();
            let tasks: Vec<_> = (0..=all / 2)
                .map(|own| (own, blocks[own].take(), blocks[all - own].take()))
                .collect();
            tasks
                .into_par_iter()
                .with_max_len(1)
                .for_each(|(own, block, turned)| {
                    let pair = [&by_seeds[own], &by_seeds[all - own]];
                    filling.fill(pair, block.expect("taken once"), turned);
                });
        }
        Self { places, values }
    }

    /// Memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.values.len()
    }

    /// Most seeds of a position that is known.
    pub(super) fn seeds(&self) -> i32 {
        self.places.seeds as i32
    }

    /// The value to come of a position with at most so many seeds: what the player to move gains on
    /// the other until the end, in seeds. Stores do not count.
    #[inline]
    pub fn value(&self, board: Board) -> i32 {
        i32::from(self.values[self.places.place(board)])
    }
}

/// All that one side may hold with so many seeds, by number.
struct Sides {
    all: Vec<u64>,
    seeds: usize,
    /// The number with a seed more in each of so many first pits.
    sown: [Vec<u32>; PITS + 1],
    /// The number with a pit emptied.
    emptied: [Vec<u32>; PITS],
}

/// A seed in each of so many first pits.
fn row_of_seeds(pits: usize) -> u64 {
    LOW_BITS & ((1 << (8 * pits)) - 1)
}

impl Sides {
    fn new(seeds: usize) -> Self {
        let mut all = vec![0; sides(seeds)];
        Self::list(&mut all, 0, 0, seeds as u64);
        let numbers = |change: &dyn Fn(u64) -> u64| {
            let changed = all.iter().map(|&side| side_rank(change(side)) as u32);
            changed.collect()
        };
        Self {
            seeds,
            sown: std::array::from_fn(|pits| numbers(&|side| side + row_of_seeds(pits))),
            emptied: std::array::from_fn(|pit| numbers(&|side| side & !(0xFF << (8 * pit)))),
            all,
        }
    }

    fn list(all: &mut [u64], side: u64, pit: usize, left: u64) {
        if pit == PITS - 1 {
            let side = side | left << (8 * pit);
            all[side_rank(side)] = side;
            return;
        }
        for seeds in 0..=left {
            Self::list(all, side | seeds << (8 * pit), pit + 1, left - seeds);
        }
    }
}

/// A move that leaves all seeds in the pits: what the own side becomes, and the byte of the other
/// side that must be empty, if one must.
type Shift = (usize, Option<u32>);

/// Values of positions with so many seeds, from those of positions with fewer.
struct Filling<'a> {
    kalah: &'a FastKalah,
    places: &'a Places,
    known: &'a [i8],
    all: usize,
}

impl Filling<'_> {
    /// Fills in the positions with one of `ours` to move against one of `theirs`, and the other way
    /// round.
    fn fill(&self, [ours, theirs]: [&Sides; 2], block: &mut [i8], turned: Option<&mut [i8]>) {
        let width = ours.all.len();
        let mut best = vec![0; theirs.all.len()];
        let Some(turned) = turned else {
            // As many seeds on both sides: a row is also a column.
            let shifts: Vec<_> = (0..width)
                .map(|own| {
                    let shifts = self.banked(ours.all[own], theirs, &mut best);
                    for (other, &value) in best.iter().enumerate() {
                        block[other * width + own] = value;
                    }
                    shifts
                })
                .collect();
            for own in 0..width {
                // Against the sides before, this one was done with them.
                for other in own..width {
                    self.shift(block, width, own, other, &shifts[own], ours.all[other]);
                    self.shift(block, width, other, own, &shifts[other], ours.all[own]);
                }
            }
            return;
        };
        let mut their_best = vec![0; width];
        let their_shifts: Vec<_> = (0..theirs.all.len())
            .map(|other| {
                let shifts = self.banked(theirs.all[other], ours, &mut their_best);
                for (own, &value) in their_best.iter().enumerate() {
                    turned[own * best.len() + other] = value;
                }
                shifts
            })
            .collect();
        for (own, &side) in ours.all.iter().enumerate() {
            let shifts = self.banked(side, theirs, &mut best);
            let (before, from_here) = turned.split_at_mut(own * best.len());
            for &(shifted, empty) in &shifts {
                let answers = &before[shifted * best.len()..][..best.len()];
                for ((best, &answer), &other) in best.iter_mut().zip(answers).zip(&theirs.all) {
                    if empty.is_none_or(|byte| other >> byte & 0xFF == 0) {
                        *best = (*best).max(-answer);
                    }
                }
            }
            for (other, &value) in best.iter().enumerate() {
                block[other * width + own] = value;
            }
            for (value, shifts) in from_here.iter_mut().zip(&their_shifts) {
                for &(shifted, empty) in shifts {
                    if empty.is_none_or(|byte| side >> byte & 0xFF == 0) {
                        *value = (*value).max(-best[shifted]);
                    }
                }
            }
        }
    }

    /// Lets one side shift seeds against another, both from one list.
    fn shift(
        &self,
        block: &mut [i8],
        width: usize,
        own: usize,
        other: usize,
        shifts: &[Shift],
        other_side: u64,
    ) {
        let mut best = block[other * width + own];
        for &(shifted, empty) in shifts {
            if empty.is_none_or(|byte| other_side >> byte & 0xFF == 0) {
                best = best.max(-block[shifted * width + other]);
            }
        }
        block[other * width + own] = best;
    }

    /// The best against each of the other sides of moves that take seeds off the pits; and the moves
    /// that do not.
    fn banked(&self, own: u64, others: &Sides, best: &mut [i8]) -> Vec<Shift> {
        let kalah = self.kalah;
        let mut shifts = Vec::new();
        let against = |other| Board { own, other };
        if kalah.is_stuck(against(others.all[0])) {
            for (best, &other) in best.iter_mut().zip(&others.all) {
                *best = kalah.value(against(other)) as i8;
            }
            return shifts;
        }
        best.fill(i8::MIN);
        for pit in kalah.pits(against(0)) {
            let (added, captured) = kalah.reach(own, pit);
            let reached = in_pits(added) as usize;
            let is_row = reached <= PITS && added & PIT_BYTES == row_of_seeds(reached);
            match captured {
                None if is_row => {
                    let played = kalah.play(against(0), pit);
                    let gain = played.board.margin() as i8;
                    let own = played.board.own;
                    let own_seeds = in_pits(own) as usize;
                    let other_seeds = others.seeds + reached;
                    let number = side_rank(own);
                    let sown = &others.sown[reached];
                    if own_seeds + other_seeds == self.all {
                        shifts.push((number, None));
                    } else if played.again {
                        let width = sides(own_seeds);
                        let start = self.places.run(own_seeds, other_seeds, 0) + number;
                        let values = &self.known[start..];
                        for (best, &other) in best.iter_mut().zip(sown) {
                            *best = (*best).max(gain + values[other as usize * width]);
                        }
                    } else {
                        let start = self.places.run(other_seeds, own_seeds, number);
                        let values = &self.known[start..][..sides(other_seeds)];
                        for (best, &other) in best.iter_mut().zip(sown) {
                            *best = (*best).max(gain - values[other as usize]);
                        }
                    }
                }
                Some(byte) if added == 0 => {
                    // By what there is to be captured: the gain, and where the answers are.
                    let outcomes: Vec<_> = (0..=others.seeds)
                        .map(|faced| {
                            let played = kalah.play(against((faced as u64) << byte), pit);
                            let own = played.board.own;
                            let own_seeds = in_pits(own) as usize;
                            let left = in_pits(played.board.other) as usize;
                            let other_seeds = others.seeds - faced + left;
                            let number = side_rank(own);
                            if own_seeds + other_seeds == self.all {
                                shifts.push((number, Some(byte)));
                                return None;
                            }
                            let start = self.places.run(other_seeds, own_seeds, number);
                            Some((played.board.margin() as i8, start))
                        })
                        .collect();
                    let emptied = &others.emptied[byte as usize / 8];
                    for ((best, &side), &other) in best.iter_mut().zip(&others.all).zip(emptied) {
                        let faced = (side >> byte & 0xFF) as usize;
                        if let Some((gain, start)) = outcomes[faced] {
                            *best = (*best).max(gain - self.known[start + other as usize]);
                        }
                    }
                }
                _ => {
                    for (best, &other) in best.iter_mut().zip(&others.all) {
                        let played = kalah.play(against(other), pit);
                        let gain = played.board.margin() as i8;
                        let value = self.known[self.places.place(played.next().without_stores())];
                        let value = gain + if played.again { value } else { -value };
                        *best = (*best).max(value);
                    }
                }
            }
        }
        shifts
    }
}
