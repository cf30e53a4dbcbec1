//! The board as the fast engine keeps it: seen by the player to move, a byte a position, a
//! sowing one addition.
//!
//! The table of sowings is filled by asking the plain rules, so there is one place only where
//! they are written down. At most [`MOST_SEEDS`] seeds are on a board, so that no byte ever
//! overflows into the next one.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::game::{Cut, CutsAt, Evaluate, Side};
use crate::options::reset;

use super::super::choices::{
    ExtraTurn, FacingSeeds, GameOver, LandingSeeds, LeafDepth, OpponentStore, PitOrder, Rules,
    Sweep, Ties,
};
use super::super::rules::{Kalah, MOST_SEEDS, PITS, POSITIONS, Pit, State, facing, store};

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Bytes 0–5: the pits of the player to move, in the order in which they are sown; byte 6:
    /// the store.
    pub own: u64,
    /// The other player's, the same way.
    pub other: u64,
}

/// What a move leads to, still seen by the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board with `own` that player's side.
    pub board: Board,
    /// Whether the same player moves again.
    pub again: bool,
}

impl Board {
    /// The same with empty stores.
    #[inline]
    pub fn without_stores(self) -> Self {
        Self {
            own: self.own & PIT_BYTES,
            other: self.other & PIT_BYTES,
        }
    }

    /// All seeds in the pits.
    #[inline]
    pub fn seeds(self) -> i32 {
        (in_pits(self.own) + in_pits(self.other)) as i32
    }

    /// Own store less the other's.
    #[inline]
    pub fn margin(self) -> i32 {
        (self.own >> STORE_SHIFT) as i32 - (self.other >> STORE_SHIFT) as i32
    }
}

/// The bytes of the pits.
pub(super) const PIT_BYTES: u64 = (1 << STORE_SHIFT) - 1;
/// Where the store's byte begins.
pub(super) const STORE_SHIFT: u32 = 8 * PITS as u32;
/// In each byte the lowest bit, the highest one, and all others.
pub(super) const LOW_BITS: u64 = 0x0101_0101_0101_0101;
pub(super) const HIGH_BITS: u64 = LOW_BITS << 7;
/// More than a byte's seeds; a power of two, so that a masked count is a valid index.
pub(super) const COUNTS: usize = 128;

/// What sowing so many seeds from a pit does; of a size that is quickly multiplied.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Sowing {
    /// Added to the sower's side, wrapping: the pit emptied, its seeds sown.
    own: u64,
    /// Added to the other side.
    other: u64,
    /// Where the landing pit's byte begins; of no use when `wanted` is [`NEVER`].
    landing: u8,
    /// The last seed captures when the landing pit's seeds afterwards, masked, are `wanted`.
    mask: u8,
    wanted: u8,
    pub again: bool,
    /// Seeds sown into the own store.
    stored: u8,
}

/// A count that no pit has.
const NEVER: u8 = 0xFF;

/// Sowings by pit and count of seeds.
type Sowings = [[Sowing; COUNTS]; PITS];

/// The table of a game, made once: programs are asked under thousands of rules, few of which sow in
/// another way.
fn sowings(game: &Kalah) -> Arc<Sowings> {
    static MADE: Mutex<FxHashMap<Rules, Arc<Sowings>>> =
        Mutex::new(FxHashMap::with_hasher(FxBuildHasher));
    // A sowing does not depend on these.
    let mut rules = game.rules;
    reset!(rules;
        extra_turn_in_play extra_turn_levels game_over leaf_depth sweep value_for tie pit_order
        root_node node_counter counter_size cut cuts_at mistakes_in large_infinity over_at_root);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let table = made.entry(rules);
    Arc::clone(table.or_insert_with(|| Arc::new(filled(&Kalah::new(rules)))))
}

fn filled(game: &Kalah) -> Sowings {
    let mut sowings = [[Sowing::NONE; COUNTS]; PITS];
    for (pit, by_count) in sowings.iter_mut().enumerate() {
        for seeds in 1..=MOST_SEEDS as u8 {
            by_count[usize::from(seeds)] = Sowing::new(game, pit, seeds);
        }
    }
    sowings
}

/// The rules as tables.
#[derive(Clone)]
pub struct FastKalah {
    /// The plain game with the same rules.
    pub game: Kalah,
    sowings: Arc<Sowings>,
    /// 1 where a capture needs no seeds in the facing pit.
    without_facing: u8,
    /// The landing pit's byte of a capture that is emptied into the store.
    landing_byte: u64,
    /// Whether no move adds to the other player's store.
    never_loses: bool,
    /// Whether what moves add to the own store may be found without the table, but for those
    /// that go once round the board: one seed sown into it, or what a last seed in an empty
    /// pit captures.
    is_usual: bool,
    /// Whether also the moves that answer each move may be counted by where its last seed falls.
    pub(super) is_foreseen: bool,
}

impl FastKalah {
    /// The tables of a game; none under rules that only the plain searches follow.
    pub fn new(game: Kalah) -> Option<Self> {
        let mut followed = game.rules;
        reset!(followed;
            evaluation win_value opponent captures_for captured_into capture_pits facing extra_turns_for
            facing_pit last_seed limit_sweep pits_tried round search_start infinity swept_pits counted_nodes bounds extra_turn_value
            extra_turn_window window pits_checked capture_turn no_move pits_empty side_count swept_seeds pit_back taken_back pit_list pit_size pits_noted pruned_board own_store searched_again);
        let is_sweep_known = matches!(game.rules.sweep, Sweep::Own | Sweep::None | Sweep::Opponent);
        let is_landing_known = matches!(
            game.rules.landing_seeds,
            LandingSeeds::Taken | LandingSeeds::Left
        );
        let is_order_known = matches!(
            game.rules.pit_order,
            PitOrder::Ascending | PitOrder::Descending
        );
        let is_tie_known = game.rules.tie != Ties::Bound;
        let is_store_known = matches!(
            game.rules.opponent_store,
            OpponentStore::Skipped | OpponentStore::Sown
        );
        let is_facing_known = matches!(
            game.rules.facing_seeds,
            FacingSeeds::Needed | FacingSeeds::NotNeeded
        );
        let are_cuts_known = matches!(game.rules.cuts_at, CutsAt::All | CutsAt::None)
            && matches!(game.rules.cut, Cut::AtEqual | Cut::Above);
        let is_known = is_sweep_known
            && is_landing_known
            && is_order_known
            && is_store_known
            && is_tie_known
            && is_facing_known
            && game.rules.leaf_depth != LeafDepth::AfterPassedTurn
            && !matches!(
                game.rules.extra_turn,
                ExtraTurn::Passes | ExtraTurn::Once | ExtraTurn::Sticks | ExtraTurn::CostsLater
            )
            && are_cuts_known;
        if game.rules != followed || !is_known {
            return None;
        }
        let sowings = sowings(&game);
        let without_rounds = |pit| (1..ROUND - pit).map(move |seeds| (pit, seeds));
        let is_usual = (0..PITS)
            .flat_map(without_rounds)
            .all(|(pit, seeds)| sowings[pit][seeds].is_usual(pit, seeds))
            && game.rules.facing_seeds != FacingSeeds::NotNeeded
            && game.rules.landing_seeds == LandingSeeds::Taken;
        let is_foreseen = is_usual
            && (0..PITS)
                .flat_map(|pit| (1..=MOST_SEEDS as usize).map(move |seeds| (pit, seeds)))
                .all(|(pit, seeds)| sowings[pit][seeds].is_foreseen(pit, seeds));
        Some(Self {
            game,
            is_usual,
            is_foreseen,
            sowings,
            without_facing: u8::from(game.rules.facing_seeds == FacingSeeds::NotNeeded),
            landing_byte: match game.rules.landing_seeds {
                LandingSeeds::Taken => 0xFF,
                _ => 0,
            },
            never_loses: game.rules.opponent_store == OpponentStore::Skipped,
        })
    }

    /// The board of a state; none when it holds more than [`MOST_SEEDS`] seeds, which the
    /// bytes have no room for, or is played on though the game is over.
    pub fn board(&self, state: &State) -> Option<Board> {
        let seeds: u32 = state.seeds.iter().copied().map(u32::from).sum();
        if seeds > MOST_SEEDS || state.is_played_on {
            return None;
        }
        let side = |player| {
            let end = store(player) + 1;
            let positions = state.seeds[end - PITS - 1..end].iter().rev();
            positions.fold(0, |side, &seeds| side << 8 | u64::from(seeds))
        };
        Some(Board {
            own: side(state.mover),
            other: side(state.mover.opponent()),
        })
    }

    /// A value for the player to move as the rules show it.
    pub fn shown(&self, state: &State, value: i32) -> i32 {
        if self.game.maximises(state.mover, state.mover) {
            value
        } else {
            -value
        }
    }

    /// The index of a pit of the player to move.
    pub fn pit(&self, state: &State, pit: usize) -> Pit {
        (store(state.mover) - PITS + pit) as Pit
    }

    /// Sows a pit that holds seeds, and captures.
    #[inline]
    pub fn play(&self, board: Board, pit: usize) -> Played {
        let seeds = (board.own >> (8 * pit)) as usize % COUNTS;
        let sowing = &self.sowings[pit][seeds];
        let mut own = board.own.wrapping_add(sowing.own);
        let mut other = board.other.wrapping_add(sowing.other);
        let landing = u32::from(sowing.landing) % u64::BITS;
        let across = (FACING_SHIFT - landing) % u64::BITS;
        let landed = own >> landing & 0xFF;
        let faced = other >> across & 0xFF;
        // Without a branch: whether a move captures is hard to foresee.
        let captures = (landed as u8 & sowing.mask == sowing.wanted)
            & (faced as u8 | self.without_facing != 0);
        let all = u64::from(captures).wrapping_neg();
        let faced = faced & all;
        let taken = landed & self.landing_byte & all;
        own = own - (taken << landing) + ((faced + taken) << STORE_SHIFT);
        other -= faced << across;
        Played {
            board: Board { own, other },
            again: sowing.again,
        }
    }

    /// What sowing a pit that holds seeds does, and whether it captures if the facing pit holds seeds.
    #[inline]
    pub(super) fn sown(&self, own: u64, pit: usize) -> (&Sowing, bool) {
        let sowing = &self.sowings[pit][(own >> (8 * pit)) as usize % COUNTS];
        let landed = (own.wrapping_add(sowing.own) >> sowing.landing) as u8;
        (sowing, landed & sowing.mask == sowing.wanted)
    }

    /// What sowing a pit that holds seeds adds to the other side, and which of its bytes it
    /// captures if there are seeds.
    pub(super) fn reach(&self, own: u64, pit: usize) -> (u64, Option<u32>) {
        let (sowing, captures) = self.sown(own, pit);
        let across = FACING_SHIFT - u32::from(sowing.landing);
        (sowing.other, captures.then_some(across))
    }

    /// Whether the player who sows a pit that holds seeds moves again.
    #[inline]
    pub fn goes_on(&self, board: Board, pit: usize) -> bool {
        self.sowings[pit][(board.own >> (8 * pit)) as usize % COUNTS].again
    }

    /// Whether any move only adds to the own store, and none ends the game.
    #[inline]
    pub fn is_calm(&self, board: Board) -> bool {
        self.never_loses && has_three(board.own) && has_three(board.other)
    }

    /// What the moves of a calm board add to the own store: how many of them are tried until
    /// one adds `enough`, and the most that any of these adds.
    ///
    /// Nearly without branches, as nobody can foresee which move it will be.
    #[inline]
    pub fn tried(&self, board: Board, enough: i32) -> (u64, i32) {
        let pits = self.pits(board);
        let (hits, most) = if self.is_usual {
            self.usual_gains(board, pits.marks, enough)
        } else {
            self.gains(board, PIT_BYTES & HIGH_BITS, enough)
        };
        let mut all = pits.marks;
        if hits != 0 {
            all &= if pits.descending {
                u64::MAX << hits.ilog2()
            } else {
                hits ^ (hits - 1)
            };
        }
        (u64::from(counted(all)), most)
    }

    /// Which of the marked pits add `enough` to the own store, and the most that one adds.
    #[inline]
    fn gains(&self, board: Board, marks: u64, enough: i32) -> (u64, i32) {
        let (mut hits, mut most, mut left) = (0, 0, marks);
        while left != 0 {
            let mark = left & left.wrapping_neg();
            left ^= mark;
            let gain = self.gain(board, mark.trailing_zeros() as usize / 8);
            most = gain.max(most);
            hits |= if gain >= enough { mark } else { 0 };
        }
        (hits, most)
    }

    /// The same for all pits that hold seeds, where sowings are usual: for all pits at once
    /// but those whose seeds go once round the board.
    #[inline]
    fn usual_gains(&self, board: Board, marks: u64, enough: i32) -> (u64, i32) {
        const EACH_PIT: u64 = LOW_BITS & PIT_BYTES;
        let reaching =
            |ends: u64, end: usize| (ends + (COUNTS - end) as u64 * EACH_PIT) & HIGH_BITS;
        // Where the last seed of each pit falls, counted from the first pit.
        let ends = (board.own & PIT_BYTES) + PIT_NUMBERS;
        let (mut hits, mut most) = self.gains(board, reaching(ends, ROUND), enough);
        let stored = reaching(ends, PITS);
        most = most.max(i32::from(stored != 0));
        if enough <= 1 {
            hits |= stored;
        }
        // A last seed in an empty pit takes itself and what it faces.
        let mut empty = !marks & PIT_BYTES & HIGH_BITS;
        while empty != 0 {
            let landing = empty.trailing_zeros() / 8 * 8;
            empty &= empty - 1;
            let faced = (board.other >> (FACING_SHIFT - landing)) as u8;
            let elsewhere = ends ^ (u64::from(landing / 8) * EACH_PIT);
            let landed = !(elsewhere + (!HIGH_BITS & PIT_BYTES)) & marks;
            let captures = (landed != 0) & (faced != 0);
            let gain = if captures { i32::from(faced) + 1 } else { 0 };
            most = most.max(gain);
            hits |= if gain >= enough { landed } else { 0 };
        }
        (hits, most)
    }

    /// What a move adds to the own store, if no move adds to the other; 0 for an empty pit.
    #[inline]
    fn gain(&self, board: Board, pit: usize) -> i32 {
        let seeds = (board.own >> (8 * pit)) as usize % COUNTS;
        let sowing = &self.sowings[pit][seeds];
        let landing = u32::from(sowing.landing) % u64::BITS;
        let across = (FACING_SHIFT - landing) % u64::BITS;
        let landed = (board.own.wrapping_add(sowing.own) >> landing) as u8;
        let faced = (board.other.wrapping_add(sowing.other) >> across) as u8;
        let captures = (landed & sowing.mask == sowing.wanted) & (faced | self.without_facing != 0);
        let taken = (landed & self.landing_byte as u8) + faced;
        i32::from(sowing.stored + taken * u8::from(captures))
    }

    /// Whether the game is over, as the rules have it.
    #[inline]
    pub fn is_over(&self, board: Board) -> bool {
        let own_is_empty = board.own & PIT_BYTES == 0;
        let other_is_empty = board.other & PIT_BYTES == 0;
        match self.game.rules.game_over {
            GameOver::Either => own_is_empty || other_is_empty,
            GameOver::Mover => own_is_empty,
            GameOver::Both => own_is_empty && other_is_empty,
        }
    }

    /// Whether the player to move has no move.
    #[inline]
    pub fn is_stuck(&self, board: Board) -> bool {
        board.own & PIT_BYTES == 0 || self.is_over(board)
    }

    /// A leaf's value for the player to move.
    #[inline]
    pub fn value(&self, board: Board) -> i32 {
        let margin = board.margin();
        if !self.is_over(board) {
            return margin;
        }
        let left = in_pits(board.own) as i32 - in_pits(board.other) as i32;
        match self.game.rules.sweep {
            Sweep::Own => margin + left,
            Sweep::None => margin,
            Sweep::Opponent => margin - left,
            _ => unreachable!("the plain searches follow it"),
        }
    }

    /// The pits that hold seeds, in the order in which they are tried.
    #[inline]
    pub fn pits(&self, board: Board) -> Pits {
        Pits {
            marks: marks(board.own),
            descending: self.game.rules.pit_order == PitOrder::Descending,
        }
    }

    /// Levels of search depth that a move costs.
    #[inline]
    pub fn cost(&self, played: Played) -> u32 {
        if played.again {
            self.game.rules.extra_turn_levels.get() as u32
        } else {
            1
        }
    }

    /// Whether every move costs a level or more.
    pub fn all_moves_cost(&self) -> bool {
        self.game.rules.extra_turn_levels.get() > 0
    }
}

/// In the byte of each pit its number.
pub(super) const PIT_NUMBERS: u64 = 0x0504_0302_0100;
/// Positions that a sowing goes through until it comes home.
pub(super) const ROUND: usize = 2 * PITS + 1;
/// Byte shifts of a pit and of the facing one add up to this.
const FACING_SHIFT: u32 = 8 * (PITS as u32 - 1);

impl Sowing {
    /// That of an empty pit.
    const NONE: Self = Self {
        own: 0,
        other: 0,
        landing: 0,
        mask: 0xFF,
        wanted: NEVER,
        again: false,
        stored: 0,
    };

    /// Asks the rules what player 0 does with so many seeds in a pit.
    fn new(game: &Kalah, pit: usize, seeds: u8) -> Self {
        let mut sown = [0; POSITIONS];
        sown[pit] = seeds;
        let before = sown;
        let last = game.sow(&mut sown, Side::First, pit);
        let is_own_pit = last < PITS;
        // Whether it captures when the landing pit held nothing before, or something; where the
        // last seed comes home, the pit held what was sown.
        let captures = |held: u8| {
            if !is_own_pit {
                return false;
            }
            let (mut before, mut after) = (before, sown);
            if last != pit {
                before[last] = held;
                after[last] += held;
            }
            let across = facing(last);
            (before[across], after[across]) = (1, 1);
            game.captures(Side::First, &before, &after, pit, last)
        };
        let (mask, wanted) = match (captures(0), captures(1)) {
            (true, true) => (0, 0),
            (true, false) => (0xFF, sown[last]),
            _ => (0xFF, NEVER),
        };
        let side = |positions: &[u8]| {
            let positions = positions.iter().rev();
            positions.fold(0, |side, &seeds| side << 8 | u64::from(seeds))
        };
        Self {
            own: side(&sown[..=PITS]).wrapping_sub(u64::from(seeds) << (8 * pit)),
            other: side(&sown[PITS + 1..]),
            landing: if is_own_pit { 8 * last as u8 } else { 0 },
            mask,
            wanted,
            again: game.earns_turn(Side::First, pit, seeds, last),
            stored: sown[PITS],
        }
    }

    /// Whether this sowing, which does not come home, does what it usually does: see
    /// [`FastKalah::is_usual`].
    fn is_usual(&self, pit: usize, seeds: usize) -> bool {
        let end = pit + seeds;
        let captures = if end < PITS {
            (self.mask, self.wanted) == (0xFF, 1) && usize::from(self.landing) == 8 * end
        } else {
            self.wanted == NEVER
        };
        captures && self.stored == u8::from(end >= PITS)
    }

    /// The same of a sowing that may come home, and whether the turn passes as usual: see
    /// [`FastKalah::is_foreseen`].
    fn is_foreseen(&self, pit: usize, seeds: usize) -> bool {
        let end = pit + seeds;
        if seeds >= ROUND {
            // Each pit gets a seed.
            let own = self.own.wrapping_add((seeds as u64) << (8 * pit));
            return self.again == (end % ROUND == PITS)
                && [own, self.other].map(movable) == [PITS as u32; 2];
        }
        let captures = end < ROUND
            || (self.mask, self.wanted) == (0xFF, 1)
                && usize::from(self.landing) == 8 * (end - ROUND);
        captures && self.again == (end == PITS)
    }
}

impl Played {
    /// The board as the next player to move sees it.
    #[inline]
    pub fn next(self) -> Board {
        let Board { own, other } = self.board;
        if self.again {
            self.board
        } else {
            Board {
                own: other,
                other: own,
            }
        }
    }
}

/// Pits still to be tried.
#[derive(Clone, Copy)]
pub struct Pits {
    /// The highest bit of the byte of each pit.
    marks: u64,
    descending: bool,
}

impl Pits {
    /// Marked ones, the first one first.
    #[inline]
    pub(super) fn ascending(marks: u64) -> Self {
        Self {
            marks,
            descending: false,
        }
    }

    /// How many they are.
    #[inline]
    pub fn count(self) -> u32 {
        counted(self.marks)
    }
}

impl Iterator for Pits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.marks == 0 {
            return None;
        }
        let bit = if self.descending {
            self.marks.ilog2()
        } else {
            self.marks.trailing_zeros()
        };
        self.marks ^= 1 << bit;
        Some(bit as usize / 8)
    }
}

/// The highest bit of every pit's byte that is not 0.
#[inline]
pub(super) fn marks(side: u64) -> u64 {
    ((side & PIT_BYTES) + (!HIGH_BITS & PIT_BYTES)) & HIGH_BITS
}

/// The whole byte of each mark.
#[inline]
pub(super) fn whole(marks: u64) -> u64 {
    (marks << 1).wrapping_sub(marks >> 7)
}

/// How many of a side's pits hold seeds.
#[inline]
pub(super) fn movable(side: u64) -> u32 {
    counted(marks(side))
}

/// How many bytes are marked; not every processor has an instruction for it.
#[inline]
fn counted(marks: u64) -> u32 {
    ((marks >> 7).wrapping_mul(LOW_BITS) >> 56) as u32
}

/// Whether three pits or more hold seeds.
#[inline]
fn has_three(side: u64) -> bool {
    let all = marks(side);
    let without_one = all & all.wrapping_sub(1);
    without_one & without_one.wrapping_sub(1) != 0
}

/// The seeds in a side's pits.
#[inline]
pub(super) fn in_pits(side: u64) -> u32 {
    ((side & PIT_BYTES).wrapping_mul(LOW_BITS) >> 56) as u32
}
