//! The last two levels at once: every step of a position with the mean of the replies to it,
//! side by side in the lanes of wide registers.
//!
//! A reply's gain depends on what stands on its target. Most steps leave that alone; those
//! that leave the target or reach it change it in the same way for all lanes. So a reply is
//! looked at once, and two comparisons of cells pick the gain in each lane.
//!
//! Only for boards on which no stone can be stuck.
#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read side by side, and a counted loop is what becomes wide \
              instructions"
)]

use super::super::rules::STONES;
use super::board::{ANY, Board, Faces, PER_STONE, PerStone, Position, Step, bit, index};
use super::horizon::{UNIT, View, rounded};

/// One for each direction of each stone, rounded up to whole registers.
const LANES: usize = 32;
/// A gain of 0 in a byte; a byte of 0 is no gain.
const ZERO_GAIN: i32 = 128;

/// The steps of a position, lane by lane; see [`Lanes::lane`].
pub(super) struct Lanes<'a> {
    board: &'a Board,
    view: View,
    position: &'a Position,
    side: usize,
    /// The cells left, and reached: 0 in a lane without a step.
    from: [u8; LANES],
    to: [u8; LANES],
    /// What the step changes the balance by.
    change: [i16; LANES],
    /// The cells left or reached in any lane.
    touched: u32,
    /// Lanes whose step wins or takes one of the other side's stones.
    special: u32,
    /// What the best reply of each of the other side's stones gains.
    replies: PerStone<[u8; LANES]>,
    /// The sum of the best replies over the faces, where the lane is not special.
    sums: [u16; LANES],
    faces: &'a Faces,
}

impl<'a> Lanes<'a> {
    /// The steps of `side`, which is about to roll, and the replies to them.
    #[inline]
    pub(super) fn new(board: &'a Board, view: View, position: &'a Position, side: usize) -> Self {
        let mut lanes = Self {
            board,
            view,
            position,
            side,
            from: [0; LANES],
            to: [0; LANES],
            change: [0; LANES],
            touched: 0,
            special: 0,
            replies: [[0; LANES]; 8],
            sums: [0; LANES],
            faces: board.faces(position.present[1 - side]),
        };
        lanes.find_steps();
        lanes.find_replies();
        lanes.sum_replies();
        lanes
    }

    /// The lane of a stone's direction.
    #[inline]
    pub(super) fn lane(stone: usize, direction: usize) -> usize {
        stone * PER_STONE + direction
    }

    /// The step in a lane, if there is one.
    #[inline]
    pub(super) fn step(&self, lane: usize) -> Option<Step> {
        let [from, to] = [self.from[lane], self.to[lane]];
        let stone = lane / PER_STONE;
        (to != 0).then_some(Step { stone, from, to })
    }

    /// The balance after a lane's step.
    #[inline]
    pub(super) fn balance(&self, lane: usize) -> i32 {
        self.position.balance + i32::from(self.change[lane])
    }

    /// The value after a lane's step, in [`UNIT`]ths: of the position if the step has won,
    /// else the mean over the roll that follows.
    #[inline]
    pub(super) fn scaled(&self, lane: usize) -> i32 {
        let other = 1 - self.side;
        let (sum, count) = if self.special >> lane & 1 == 0 {
            (i32::from(self.sums[lane]), self.faces.count())
        } else if self.wins(self.to[lane]) {
            return self.view.scaled(self.balance(lane), other);
        } else {
            self.sum_without_taken(lane)
        };
        let gain = sum - ZERO_GAIN * count;
        self.view.scaled(self.balance(lane), self.side)
            + self.view.wants[other] * gain * (UNIT / 2 / count)
    }

    /// The cells on which a reply can take one of the side's stones after a step.
    #[inline]
    pub(super) fn reply_reach(&self) -> u32 {
        let other = self.board.side(1 - self.side);
        let cells = self.position.cells(1 - self.side);
        cells.iter().fold(0, |mask, &cell| mask | other.reach(cell))
    }

    fn wins(&self, to: u8) -> bool {
        bit(to) == self.board.side(self.side).goal()
            || bit(to) == self.position.masks[1 - self.side]
    }

    #[inline]
    fn find_steps(&mut self) {
        let own = self.board.side(self.side);
        let special = self.position.masks[1 - self.side] | own.goal();
        for (stone, cell) in self.position.cells(self.side).into_iter().enumerate() {
            let first = Self::lane(stone, 0);
            let targets = own.targets(cell);
            self.from[first..first + PER_STONE].copy_from_slice(&[cell; PER_STONE]);
            self.to[first..first + PER_STONE].copy_from_slice(targets);
            let gains = own.gains(cell, 1);
            for direction in 0..3 {
                let taken = i16::from(self.position.worth[index(targets[direction])]);
                self.change[first + direction] = gains[direction] - taken;
            }
            self.touched |= bit(cell) | own.reach(cell);
            if own.reach(cell) & special != 0 {
                for direction in 0..3 {
                    self.special |= (special >> targets[direction] & 1) << (first + direction);
                }
            }
        }
    }

    #[inline]
    fn find_replies(&mut self) {
        let other = 1 - self.side;
        let (own, their) = (self.board.side(self.side), self.board.side(other));
        let sense = self.view.sense(other);
        for (stone, cell) in self.position.cells(other).into_iter().enumerate() {
            if cell == 0 {
                continue;
            }
            let targets = their.targets(cell);
            let gains = their.gains(cell, sense);
            // The best of the replies that no step touches, and of the others by lane.
            let mut untouched = 0;
            let mut touched = [0_u8; LANES];
            for direction in 0..3 {
                let target = targets[direction];
                if target == 0 {
                    continue;
                }
                let gain = |taken: i8| {
                    (ZERO_GAIN + i32::from(gains[direction]) - sense * i32::from(taken)) as u8
                };
                let usual = gain(self.position.worth[index(target)]);
                if self.touched & bit(target) == 0 {
                    untouched = untouched.max(usual);
                    continue;
                }
                let (vacated, entered) = (gain(0), gain(own.worth(target)));
                for lane in 0..LANES {
                    let gain = if self.from[lane] == target {
                        vacated
                    } else {
                        usual
                    };
                    let gain = if self.to[lane] == target {
                        entered
                    } else {
                        gain
                    };
                    touched[lane] = touched[lane].max(gain);
                }
            }
            for lane in 0..LANES {
                self.replies[stone][lane] = touched[lane].max(untouched);
            }
        }
        if self.board.any {
            for stone in 0..STONES {
                for lane in 0..LANES {
                    let gain = self.replies[stone][lane];
                    self.replies[ANY][lane] = self.replies[ANY][lane].max(gain);
                }
            }
        }
    }

    #[inline]
    fn sum_replies(&mut self) {
        for [one, another] in self.faces.pairs() {
            let (one, another) = (&self.replies[one], &self.replies[another]);
            for lane in 0..LANES {
                self.sums[lane] += u16::from(one[lane].max(another[lane]));
            }
        }
    }

    /// The sum over the faces when the lane's step has taken a stone, and their count.
    fn sum_without_taken(&self, lane: usize) -> (i32, i32) {
        let other = 1 - self.side;
        let taken = self.position.stone_on(other, self.to[lane]);
        let mut gains: PerStone<i32> = [0; 8];
        for stone in (0..STONES).filter(|&stone| stone != taken) {
            gains[stone] = i32::from(self.replies[stone][lane]);
            gains[ANY] = gains[ANY].max(gains[stone]);
        }
        let faces = self
            .board
            .faces(self.position.present[other] & !(1 << taken));
        (faces.best(&gains).sum(), faces.count())
    }
}

/// The value before a roll with two levels left.
pub(super) fn two_levels(board: &Board, view: View, position: &Position, side: usize) -> f32 {
    let lanes = Lanes::new(board, view, position, side);
    let wants = view.wants[side];
    // The means as this side wants them, in parts of one for each face, all lanes at once.
    let per_balance = (wants * view.sign[side] * lanes.faces.count()) as i16;
    let mut means = [i16::MIN; LANES];
    for lane in 0..LANES {
        let mean = per_balance
            .wrapping_mul(lanes.change[lane])
            .wrapping_sub(lanes.sums[lane] as i16);
        means[lane] = if lanes.to[lane] != 0 { mean } else { i16::MIN };
    }
    let mut best: PerStone<i32> = [i32::MIN; 8];
    let mut special = lanes.special;
    while special != 0 {
        let lane = special.trailing_zeros() as usize % LANES;
        special &= special - 1;
        means[lane] = i16::MIN;
        let stone = lane / PER_STONE;
        best[stone] = best[stone].max(wants * lanes.scaled(lane));
    }
    let same = i32::from(per_balance) * position.balance + ZERO_GAIN * lanes.faces.count();
    let parts = UNIT / 2 / lanes.faces.count();
    for stone in 0..STONES {
        let first = Lanes::lane(stone, 0);
        let mean = means[first].max(means[first + 1]).max(means[first + 2]);
        if mean > i16::MIN {
            best[stone] = best[stone].max((same + i32::from(mean)) * parts);
        }
        best[ANY] = best[ANY].max(best[stone]);
    }
    let faces = board.faces(position.present[side]);
    let values = faces.best(&best).map(|scaled| rounded(wants * scaled));
    values.fold(0.0, |sum, value| sum + value) / faces.count() as f32
}
