//! The game played to its end: who wins with what probability, and by which moves.
//!
//! Stones only go forward, so no position comes back and a plain recursion with a memory
//! ends. Probabilities are whole numbers of one part that every mean divides: a mean over
//! six faces needs one more factor 6, and the number of rolls to come is known to be small
//! when few stones are left. Where that part would be too small for 128 bits, 64-bit
//! floating point takes its place.

use super::super::rules::{
    Captured, CapturedStones, DiceMean, Edges, Ewn, GoalSteps, Move, NoStones, OwnStones, Rules,
    STONES, State, WinCell,
};
use super::board::{ANY, Board, PerStone, Position, Step, bit};
use super::keyed::Keyed;
use crate::game::{Game, Side};

/// What may be used, and who is told how far the solver is.
pub struct Limits<'a> {
    /// Positions that may be looked into.
    pub positions: usize,
    /// Memory for what is remembered, in bytes.
    pub memory: usize,
    /// Called now and then with a line.
    pub progress: &'a mut dyn FnMut(&str),
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The probability that the side to move wins when both play as well as can be.
    pub wins: Probability,
    /// For each face of the die that may come, or the one that has come, the best move: the
    /// first in order where several are as good.
    pub best: Vec<(u8, Move)>,
    /// Positions that had to be looked into.
    pub positions: usize,
}

/// A probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Probability {
    /// Exactly this fraction, in lowest terms.
    Fraction {
        /// At most the denominator.
        numerator: u128,
        /// At least 1.
        denominator: u128,
    },
    /// A fraction too long, to about 14 digits.
    Decimal(f64),
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The rules leave open what happens to a mover who cannot move.
    #[error("a stone can be without a move under these rules")]
    Rules,
    /// Two stones may stand on one cell.
    #[error("captured stones stay on the board under these rules")]
    StonesShare,
    /// The mover cannot move, or has lost already.
    #[error("the position has no move")]
    NoMove,
    /// As many positions were looked into as may be.
    #[error("{0} positions looked into")]
    Positions(usize),
    /// Memory was full.
    #[error("{mib} MiB ({positions} positions looked into)")]
    Memory {
        /// The memory there was, in MiB.
        mib: usize,
        /// Positions looked into.
        positions: usize,
    },
}

/// Solves a position, its die rolled or not.
///
/// # Errors
/// Rules under which a stone can be stuck or stones share a cell, a game that is over, or a limit reached first.
pub fn solve(rules: Rules, state: &State, limits: &mut Limits<'_>) -> Result<Solved, Unsolved> {
    let game = Ewn::new(rules);
    let board = Board::new(&game);
    // Steps over an edge have no mirror image, nor have missing ones.
    let is_known = rules.edges == Edges::None
        && rules.goal_steps == GoalSteps::All
        && rules.win_cell != WinCell::Either
        && !rules.nearest.leaves_rolls_without();
    if board.can_be_stuck || rules.no_stones != NoStones::Lost || !is_known {
        return Err(Unsolved::Rules);
    }
    if rules.captured == Captured::Kept
        || rules.captured_stones != CapturedStones::All
        || rules.own_stones.are_kept()
        || rules.own_stones == OwnStones::NextMoves
    {
        return Err(Unsolved::StonesShare);
    }
    if game.winner(state).is_some() {
        return Err(Unsolved::NoMove);
    }
    // With 60, a mean over any number of faces up to six comes out even.
    let faces: u128 = match rules.dice_mean {
        DiceMean::AllFaces => 6,
        DiceMean::FirstFive => 5,
        DiceMean::PresentStones => 60,
    };
    let certain = faces
        .checked_pow(most_rolls(state))
        .filter(|certain| certain.checked_mul(STONES as u128).is_some());
    match certain {
        Some(certain) => Solver::new(&game, &board, certain, limits).solve(state),
        None => Solver::new(&game, &board, 1.0, limits).solve(state),
    }
}

/// The most rolls there can be: each move takes a stone a step towards its corner, and a side
/// that has no step left has won.
fn most_rolls(state: &State) -> u32 {
    let steps = |player: Side| -> u32 {
        let stones = state.cells[player.index()].iter();
        let present = stones.filter(|&&cell| cell != 0);
        present
            .map(|&cell| {
                let from_first = u32::from((cell - 1) / 5 + (cell - 1) % 5);
                if player == Side::First {
                    from_first
                } else {
                    8 - from_first
                }
            })
            .sum()
    };
    let (own, other) = (steps(state.mover), steps(state.mover.opponent()));
    (2 * own).saturating_sub(1).min(2 * other)
}

/// How a probability is computed.
trait Number: Copy + Default + PartialOrd {
    fn minus(self, other: Self) -> Self;
    fn mean(sum_of: impl Iterator<Item = Self>, count: i32) -> Self;
    fn of(self, certain: Self) -> Probability;
}

impl Number for u128 {
    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn mean(sum_of: impl Iterator<Item = Self>, count: i32) -> Self {
        let (sum, count) = (sum_of.sum::<u128>(), u128::from(count.unsigned_abs()));
        debug_assert!(sum % count == 0, "the parts are small enough");
        sum / count
    }

    fn of(self, certain: Self) -> Probability {
        let (mut divisor, mut rest) = (certain, self);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Probability::Fraction {
            numerator: self / divisor,
            denominator: certain / divisor,
        }
    }
}

impl Number for f64 {
    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn mean(sum_of: impl Iterator<Item = Self>, count: i32) -> Self {
        sum_of.sum::<f64>() / f64::from(count)
    }

    fn of(self, certain: Self) -> Probability {
        Probability::Decimal(self / certain)
    }
}

struct Solver<'a, 'b, N> {
    game: &'a Ewn,
    board: &'a Board,
    /// The number that stands for certainty.
    certain: N,
    /// Of positions before a roll: the probability that the side to roll wins.
    wins: Keyed<N>,
    limits: &'a mut Limits<'b>,
}

/// Positions between two lines on how far the solver is.
const BETWEEN_LINES: usize = 1 << 18;

impl<'a, 'b, N: Number> Solver<'a, 'b, N> {
    fn new(game: &'a Ewn, board: &'a Board, certain: N, limits: &'a mut Limits<'b>) -> Self {
        Self {
            game,
            board,
            certain,
            wins: Keyed::new(10),
            limits,
        }
    }

    fn solve(mut self, state: &State) -> Result<Solved, Unsolved> {
        let mut states = Vec::new();
        match state.die {
            Some(_) => states.push(*state),
            None => self.game.outcomes(state, &mut states),
        }
        let mut best = Vec::new();
        let mut values = Vec::new();
        for rolled in &states {
            let moves = self.game.all_moves(rolled);
            let mut chosen: Option<(Move, N)> = None;
            for candidate in moves {
                let value = self.after(&self.game.play(rolled, candidate), state.mover)?;
                if chosen.is_none_or(|(_, most)| value > most) {
                    chosen = Some((candidate, value));
                }
            }
            let (chosen, value) = chosen.ok_or(Unsolved::NoMove)?;
            best.push((rolled.die.unwrap_or_default(), chosen));
            values.push(value);
        }
        let wins = N::mean(values.iter().copied(), values.len() as i32);
        Ok(Solved {
            wins: wins.of(self.certain),
            best,
            positions: self.wins.len(),
        })
    }

    /// The probability that `player` wins, who has just moved.
    fn after(&mut self, state: &State, player: Side) -> Result<N, Unsolved> {
        match self.game.winner(state) {
            Some(winner) if winner == player => Ok(self.certain),
            Some(_) => Ok(N::default()),
            None => {
                let position = self.board.position(state);
                let other = self.value(&position, state.mover.index())?;
                Ok(self.certain.minus(other))
            }
        }
    }

    /// The probability that `side` wins, which is about to roll.
    fn value(&mut self, position: &Position, side: usize) -> Result<N, Unsolved> {
        let key = key(position, side);
        if let Some(value) = self.wins.get(key) {
            return Ok(value);
        }
        let own = self.board.side(side);
        let mut best: PerStone<N> = [N::default(); 8];
        for (stone, from) in position.cells(side).into_iter().enumerate() {
            for step in own.steps(position.masks[side], stone, from) {
                let value = self.after_step(position, side, step)?;
                if value > best[stone] {
                    best[stone] = value;
                }
                if best[stone] == self.certain {
                    break;
                }
            }
            if best[stone] > best[ANY] {
                best[ANY] = best[stone];
            }
        }
        let faces = self.board.faces(position.present[side]);
        let value = N::mean(faces.best(&best), faces.count());
        self.remember(key, value)?;
        Ok(value)
    }

    fn after_step(&mut self, position: &Position, side: usize, step: Step) -> Result<N, Unsolved> {
        let other = 1 - side;
        let to = bit(step.to);
        if to == self.board.side(side).goal() || to == position.masks[other] {
            return Ok(self.certain);
        }
        let next = self.board.play(position, side, step);
        Ok(self.certain.minus(self.value(&next, other)?))
    }

    fn remember(&mut self, key: u64, value: N) -> Result<(), Unsolved> {
        let positions = self.wins.len();
        if self.wins.bytes_to_insert() > self.limits.memory {
            let mib = self.limits.memory >> 20;
            return Err(Unsolved::Memory { mib, positions });
        }
        if positions >= self.limits.positions {
            return Err(Unsolved::Positions(positions));
        }
        self.wins.insert(key, value);
        if (positions + 1).is_multiple_of(BETWEEN_LINES) {
            (self.limits.progress)(&format!("{} positions", positions + 1));
        }
        Ok(())
    }
}

/// A key that a position shares with its mirror image in the long diagonal, which is worth
/// the same: rows and columns change places, and neither the goals nor the steps change.
fn key(position: &Position, side: usize) -> u64 {
    let mirrored = position.mirrored_code();
    position.code.min(mirrored) | (side as u64) << 60
}
