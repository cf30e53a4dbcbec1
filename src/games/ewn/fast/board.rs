//! The board as the fast engine keeps it: cells packed five bits a stone, masks of occupied
//! cells, and the balance of the two table sums carried along.
//!
//! Every table is filled by asking the plain rules, so there is one place only where the
//! rules are written down.

use crate::game::Side;

use super::super::rules::{BLUE, DiceMean, Ewn, Nearest, OwnStones, RED, SIDE, STONES, State};

/// Cells of the board; they are numbered from 1, and 0 stands for no cell.
const CELLS: u8 = SIDE * SIDE;
/// Tables by cell have a power of two entries, so that five bits are a valid index.
const CELL_CODES: usize = 32;
/// Bits of a stone's cell in a position's code.
const CELL_BITS: usize = 5;
/// The lowest bit of each of six packed cells.
const LOW_BITS: u64 = 0b00001_00001_00001_00001_00001_00001;

/// The gain of a step that cannot be made: less than any other, even after the worth of a
/// stone is added.
pub(super) const NO_GAIN: i32 = -1000;
/// A stone's directions: three, and one that is never used.
pub(super) const PER_STONE: usize = 4;
/// In place of a stone's index: any present stone.
pub(super) const ANY: usize = STONES;

/// The cell with row and column exchanged; a gone stone stays gone.
const MIRRORED: [u8; CELL_CODES] = {
    let mut mirrored = [0; CELL_CODES];
    let mut cell = 1;
    while cell <= CELLS {
        let (row, column) = ((cell - 1) / SIDE, (cell - 1) % SIDE);
        mirrored[cell as usize] = column * SIDE + row + 1;
        cell += 1;
    }
    mirrored
};

/// What the stone on each cell adds to the balance; 0 where there is none.
pub(super) type Worth = [i8; CELL_CODES];
/// Something for each stone; at [`ANY`] for the best of all of them.
pub(super) type PerStone<T> = [T; 8];

/// A position between a move and the roll after it.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// What the stone on each cell adds to the balance.
    pub worth: Worth,
    /// The cells of Blue's stones 1–6, then Red's, [`CELL_BITS`] each, lowest first.
    pub code: u64,
    /// The occupied cells of each side, bit `cell`.
    pub masks: [u32; 2],
    /// The sum of all worths: Blue's table sum less Red's, in halves.
    pub balance: i32,
    /// Which stones of each side are present, bit 0 for stone 1.
    pub present: [u8; 2],
}

/// A stone's step: the stone's index, the cells left and reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub stone: usize,
    pub from: u8,
    pub to: u8,
}

/// The faces of the die for one set of present stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces {
    /// For each face the one or two stones that may move, or [`ANY`].
    stones: [[u8; 2]; STONES],
    /// The present stones in the order in which the faces first name them.
    order: [u8; STONES],
    /// How many faces count; they are the first.
    count: u8,
}

impl Faces {
    /// For each face that counts, the stones that may move: one twice, or two.
    #[inline]
    pub(super) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let counting = &self.stones[..usize::from(self.count).min(STONES)];
        counting
            .iter()
            .map(|&[one, other]| [usize::from(one) % 8, usize::from(other) % 8])
    }

    /// For each face that counts, the better of the stones that may move.
    #[inline]
    pub(super) fn best<T: PartialOrd + Copy>(
        &self,
        stones: &PerStone<T>,
    ) -> impl Iterator<Item = T> {
        self.pairs().map(|[one, other]| {
            if stones[other] > stones[one] {
                stones[other]
            } else {
                stones[one]
            }
        })
    }

    /// The present stones in the order in which the faces first name them.
    pub(super) fn order(&self, present: u8) -> impl Iterator<Item = usize> + use<> {
        let order = self.order;
        let present = present.count_ones() as usize;
        (0..present.min(STONES)).map(move |index| usize::from(order[index]))
    }

    /// How many faces count.
    pub(super) fn count(&self) -> i32 {
        i32::from(self.count)
    }
}

/// One side's steps as tables by cell; cell 0, where a gone stone stands, has no steps.
#[derive(Clone)]
pub(super) struct OwnSide {
    /// The cells one step ahead in the order of the directions, 0 for none.
    targets: [[u8; PER_STONE]; CELL_CODES],
    /// The same cells as a mask.
    reach: [u32; CELL_CODES],
    /// What a stone there adds to the balance.
    worth: Worth,
    /// What a step to each of the targets adds, were the target empty, and its negative.
    gains: [[[i16; PER_STONE]; CELL_CODES]; 2],
    /// The cell on which the side wins; 0 for none.
    goal: u8,
    /// All ones if a stone may not move onto an own one.
    blocking: u32,
}

/// The rules as tables.
#[derive(Clone)]
pub(super) struct Board {
    sides: [OwnSide; 2],
    /// Whether a face can let any stone move, so that [`ANY`] is asked for.
    pub any: bool,
    /// Whether a present stone can be without a step in a game that is not over.
    pub can_be_stuck: bool,
    /// By set of present stones.
    faces: Box<[Faces; 1 << STONES]>,
}

impl Board {
    pub(super) fn new(game: &Ewn) -> Self {
        let faces: Vec<Faces> = (0..1 << STONES)
            .map(|present| named_by_faces(game, present))
            .collect();
        let sides = [BLUE, RED].map(|player| OwnSide::new(game, player));
        Self {
            can_be_stuck: sides.iter().any(OwnSide::can_be_stuck),
            sides,
            any: game.rules.nearest == Nearest::Any,
            faces: faces.try_into().expect("one for each set of stones"),
        }
    }

    /// A side's tables.
    #[inline]
    pub(super) fn side(&self, side: usize) -> &OwnSide {
        &self.sides[side % 2]
    }

    /// The faces of the die when the side to move has these stones.
    #[inline]
    pub(super) fn faces(&self, present: u8) -> &Faces {
        &self.faces[usize::from(present) % self.faces.len()]
    }

    /// The position of a state; its die and its mover are left out.
    pub(super) fn position(&self, state: &State) -> Position {
        let mut position = Position {
            worth: [0; CELL_CODES],
            code: 0,
            masks: [0; 2],
            balance: 0,
            present: [0; 2],
        };
        for (side, stones) in state.cells.iter().enumerate() {
            for (stone, &cell) in stones.iter().enumerate().filter(|(_, cell)| **cell != 0) {
                let worth = self.side(side).worth(cell);
                position.worth[index(cell)] = worth;
                position.balance += i32::from(worth);
                position.code |= u64::from(cell) << shift(side, stone);
                position.masks[side] |= bit(cell);
                position.present[side] |= 1 << stone;
            }
        }
        position
    }

    /// The position after a step.
    #[inline]
    pub(super) fn play(&self, position: &Position, side: usize, step: Step) -> Position {
        let (own, other) = (self.side(side), 1 - side);
        let mut next = *position;
        next.balance += own.change(&position.worth, step);
        if position.masks[other] & bit(step.to) != 0 {
            next.remove(other, step.to);
        } else if position.masks[side] & bit(step.to) != 0 {
            next.remove(side, step.to);
        }
        next.worth[index(step.from)] = 0;
        next.worth[index(step.to)] = own.worth(step.to);
        next.code ^= u64::from(step.from ^ step.to) << shift(side, step.stone);
        next.masks[side] ^= bit(step.from) | bit(step.to);
        next
    }
}

impl OwnSide {
    fn new(game: &Ewn, player: Side) -> Self {
        let mut side = Self {
            targets: [[0; PER_STONE]; CELL_CODES],
            reach: [0; CELL_CODES],
            worth: [0; CELL_CODES],
            gains: [[[NO_GAIN as i16; PER_STONE]; CELL_CODES]; 2],
            goal: game.goal(player).unwrap_or(0),
            blocking: match game.rules.own_stones {
                OwnStones::Blocking => u32::MAX,
                _ => 0,
            },
        };
        for cell in 1..=CELLS {
            let halves = game.worth(player, cell) * 2.0;
            let sign = if player == BLUE { 1 } else { -1 };
            side.worth[index(cell)] = sign * halves as i8;
        }
        for from in 1..=CELLS {
            for (direction, to) in game.targets(player, from).enumerate() {
                let gain = i16::from(side.worth(to)) - i16::from(side.worth(from));
                side.targets[index(from)][direction] = to;
                side.reach[index(from)] |= bit(to);
                side.gains[0][index(from)][direction] = gain;
                side.gains[1][index(from)][direction] = -gain;
            }
        }
        side
    }

    /// The cells one step ahead in the order of the directions, 0 for none.
    #[inline]
    pub(super) fn targets(&self, from: u8) -> &[u8; PER_STONE] {
        &self.targets[index(from)]
    }

    /// What a step to each of the targets adds to the balance, were the target empty, times
    /// `sense` (1 or −1).
    #[inline]
    pub(super) fn gains(&self, from: u8, sense: i32) -> &[i16; PER_STONE] {
        &self.gains[usize::from(sense < 0)][index(from)]
    }

    /// The cells one step ahead as a mask.
    #[inline]
    pub(super) fn reach(&self, from: u8) -> u32 {
        self.reach[index(from)]
    }

    /// What a stone on `cell` adds to the balance.
    #[inline]
    pub(super) fn worth(&self, cell: u8) -> i8 {
        self.worth[index(cell)]
    }

    /// The cell on which the side wins as a mask.
    #[inline]
    pub(super) fn goal(&self) -> u32 {
        bit(self.goal) & !bit(0)
    }

    /// The steps of a stone in the published order, in a position where these cells are the
    /// side's own.
    #[inline]
    pub(super) fn steps(
        &self,
        own: u32,
        stone: usize,
        from: u8,
    ) -> impl Iterator<Item = Step> + use<> {
        let closed = self.blocking & own | bit(0);
        self.targets[index(from)]
            .into_iter()
            .filter(move |&to| closed & bit(to) == 0)
            .map(move |to| Step { stone, from, to })
    }

    /// What a step changes the balance by.
    #[inline]
    pub(super) fn change(&self, worth: &Worth, step: Step) -> i32 {
        i32::from(self.worth(step.to))
            - i32::from(self.worth(step.from))
            - i32::from(worth[index(step.to)])
    }

    /// Whether a present stone can be without a step before the game is over: when own
    /// stones block, or when the corner that has no cell ahead of it is not the goal.
    fn can_be_stuck(&self) -> bool {
        let corner = |cell: u8| self.reach(cell) == 0;
        self.blocking != 0 || (1..=CELLS).any(|cell| corner(cell) && cell != self.goal)
    }
}

impl Position {
    /// The cells of a side's stones, 0 for those that are gone.
    #[inline]
    pub(super) fn cells(&self, side: usize) -> [u8; STONES] {
        let code = self.code >> shift(side, 0);
        let mut cells = [0; STONES];
        for (stone, cell) in cells.iter_mut().enumerate() {
            *cell = (code >> (CELL_BITS * stone)) as u8 % CELL_CODES as u8;
        }
        cells
    }

    /// The code after a step.
    #[inline]
    pub(super) fn code_after(&self, side: usize, step: Step) -> u64 {
        let mut code = self.code;
        for owner in [1 - side, side] {
            if self.masks[owner] & bit(step.to) != 0 {
                code &= !(0b11111 << shift(owner, self.stone_on(owner, step.to)));
            }
        }
        code ^ u64::from(step.from ^ step.to) << shift(side, step.stone)
    }

    /// The code of the position mirrored in the long diagonal.
    pub(super) fn mirrored_code(&self) -> u64 {
        let mut mirrored = 0;
        for (side, stones) in [self.cells(0), self.cells(1)].into_iter().enumerate() {
            for (stone, cell) in stones.into_iter().enumerate() {
                mirrored |= u64::from(MIRRORED[index(cell)]) << shift(side, stone);
            }
        }
        mirrored
    }

    /// The stone of that side on a cell where it has one.
    pub(super) fn stone_on(&self, side: usize, cell: u8) -> usize {
        // In the difference with six copies of the cell, the stone's five bits are zero;
        // the lowest such group is found by the borrow out of it.
        let difference = (self.code >> shift(side, 0)) ^ (LOW_BITS * u64::from(cell));
        let borrow = difference.wrapping_sub(LOW_BITS) & !difference & (LOW_BITS << 4);
        borrow.trailing_zeros() as usize / CELL_BITS
    }

    /// Takes the stone on `cell` off the board, apart from its worth.
    fn remove(&mut self, side: usize, cell: u8) {
        let stone = self.stone_on(side, cell);
        self.code &= !(0b11111 << shift(side, stone));
        self.present[side] &= !(1 << stone);
        self.masks[side] &= !bit(cell);
    }
}

/// A cell's bit in a mask.
#[inline]
pub(super) fn bit(cell: u8) -> u32 {
    1 << (cell % CELL_CODES as u8)
}

/// A cell as an index that needs no check.
#[inline]
pub(super) fn index(cell: u8) -> usize {
    usize::from(cell) % CELL_CODES
}

#[inline]
fn shift(side: usize, stone: usize) -> usize {
    (side * STONES + stone) * CELL_BITS
}

/// Asks the rules which stones each face names when these are present.
fn named_by_faces(game: &Ewn, present: u8) -> Faces {
    let mut stones = [0; STONES];
    for (stone, cell) in stones.iter_mut().enumerate() {
        *cell = present >> stone & 1;
    }
    let state = State {
        cells: [stones, [0; STONES]],
        mover: BLUE,
        die: None,
    };
    let mut faces = Faces {
        stones: [[0; 2]; STONES],
        order: [0; STONES],
        count: 0,
    };
    let mut seen: u8 = 0;
    for (die, stone) in (1..).zip(stones) {
        let is_rolled = match game.rules.dice_mean {
            DiceMean::AllFaces => true,
            DiceMean::PresentStones => stone != 0,
            DiceMean::FirstFive => usize::from(die) < STONES,
        };
        if present == 0 || !is_rolled {
            continue;
        }
        let candidates: Vec<u8> = game.candidates(&state, die).collect();
        for &stone in &candidates {
            if seen & 1 << stone == 0 {
                faces.order[seen.count_ones() as usize] = stone;
                seen |= 1 << stone;
            }
        }
        faces.stones[usize::from(faces.count)] = match candidates[..] {
            [one] => [one; 2],
            [one, other] => [one, other],
            _ => [ANY as u8; 2],
        };
        faces.count += 1;
    }
    faces
}

/// The player with that index.
pub(super) fn player(side: usize) -> Side {
    if side == BLUE.index() { BLUE } else { RED }
}
