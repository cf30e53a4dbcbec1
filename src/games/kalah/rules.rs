//! Board and sowing.

use super::choices::{
    Again, Capture, CapturePits, CaptureTurn, CapturedInto, CountedNodes, ExtraTurn,
    ExtraTurnValue, Facing, FacingPit, FacingSeeds, GameOver, LandingSeeds, LapOrigin,
    LargeInfinity, LastSeed, LeafDepth, LimitSweep, OpponentStore, OverAtRoot, OwnStore, PitBack,
    PitSize, PitsChecked, PitsEmpty, PitsNoted, PitsTried, Round, Rules, SideCount, Sweep,
    SweptSeeds, TakenBack,
};
use crate::game::{Game, Side};
use crate::options::reset;

/// Pits and stores.
pub const POSITIONS: usize = 14;
/// The last of them.
const LAST: usize = POSITIONS - 1;
/// Pits of one player.
pub const PITS: usize = 6;
/// Most seeds a state may hold, so that no value leaves the published window.
pub const MOST_SEEDS: u32 = 98;

/// A pit's index: 0–5 are player 0's, 7–12 player 1's.
pub type Pit = u8;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Seeds in 0–5 player 0's pits, 6 its store, 7–12 player 1's pits, 13 its store. What a search
    /// has taken back wrongly may leave fewer than none in a pit: 255 is −1 there.
    pub seeds: [u8; POSITIONS],
    /// Who is to move, or would be if the game were not over.
    pub mover: Side,
    /// Whether a search takes who is to move for the other player.
    pub is_mistaken: bool,
    /// Seeds that the stores keep of moves that a search has taken back, by player; fewer than none where
    /// pits without so many were swept into them.
    pub kept: [i32; 2],
    /// By how many seeds each player is taken to have more in the pits than there are.
    pub miscounted: [i32; 2],
    /// Whether a search plays on here though the game is over.
    pub is_played_on: bool,
    /// Whether the last move earned the player another turn.
    pub moves_again: bool,
    /// What the pits are taken to have held before a sowing, where that has been noted once for several;
    /// none where it has not.
    pub noted: Option<[u8; POSITIONS]>,
}

/// What captures have taken from the landing and the facing pit, as a search on one board notes it.
pub(super) type Captured = [[u8; 2]; POSITIONS];

/// What sowing a pit comes to.
struct Sown {
    /// The seeds afterwards.
    seeds: [u8; POSITIONS],
    /// Where the last one is taken to have fallen.
    last: usize,
    /// Whether it captures.
    is_capture: bool,
}

/// The game under one rules record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kalah {
    /// The rules it is played by.
    pub rules: Rules,
    /// The alpha that the line before has left, where the window starts with it.
    pub(super) alpha: Option<i32>,
    /// Whether a node of alpha-beta without a better value returns its bound, whatever the rules say.
    pub(super) returns_bounds: bool,
}

/// The player's first pit.
const fn first_pit(player: Side) -> usize {
    match player {
        Side::First => 0,
        Side::Second => 7,
    }
}

/// The player's store.
pub const fn store(player: Side) -> usize {
    first_pit(player) + PITS
}

/// The pit across the board.
pub(super) const fn facing(pit: usize) -> usize {
    12 - pit
}

/// The fewest seeds that fall into an own pit again after they went round: what they sow then may be
/// captured by the last of them.
const ROUND: u32 = 8;

/// How many seeds a pit has: less than none where a search has taken back more than there were.
const fn in_pit(seeds: u8) -> i32 {
    seeds.cast_signed() as i32
}

impl PitSize {
    /// The bits of a pit.
    pub(super) fn bits(self) -> u8 {
        match self {
            PitSize::Enough => u8::MAX,
            PitSize::FourBits => 0b1111,
        }
    }
}

/// Whether a pit or a store holds any seeds.
fn has_seeds(seeds: &[u8; POSITIONS], position: usize) -> bool {
    seeds[position] > 0 && (is_store(position) || in_pit(seeds[position]) > 0)
}

const fn is_store(position: usize) -> bool {
    position % (PITS + 1) == PITS
}

/// How many seeds pits hold, all together.
fn in_pits(pits: &[u8]) -> i32 {
    pits.iter().copied().map(in_pit).sum()
}

fn is_own_pit(player: Side, position: usize) -> bool {
    (first_pit(player)..store(player)).contains(&position)
}

impl State {
    /// The start of a game: 4 seeds a pit, player 0 to move.
    pub fn initial() -> Self {
        let mut seeds = [4; POSITIONS];
        seeds[store(Side::First)] = 0;
        seeds[store(Side::Second)] = 0;
        Self::new(seeds, Side::First)
    }

    /// A position with so many seeds.
    pub const fn new(seeds: [u8; POSITIONS], mover: Side) -> Self {
        Self {
            seeds,
            mover,
            is_mistaken: false,
            kept: [0; 2],
            miscounted: [0; 2],
            is_played_on: false,
            moves_again: false,
            noted: None,
        }
    }

    fn pits(&self, player: Side) -> &[u8] {
        &self.seeds[first_pit(player)..store(player)]
    }

    /// Whether either player's pits are all empty.
    pub fn is_over(&self) -> bool {
        let is_empty = |player| in_pits(self.pits(player)) == 0;
        is_empty(Side::First) || is_empty(Side::Second)
    }

    /// Whether so many moves may sow what their last seed captures: some pit may come to hold enough seeds
    /// to go round.
    pub(super) fn may_go_round(&self, moves: u32) -> bool {
        let pits = (0..POSITIONS).filter(|&position| !is_store(position));
        let most = pits.map(|pit| u32::from(self.seeds[pit])).max();
        // What the last move adds to a pit is not sown any more.
        most.is_some_and(|most| most + moves > ROUND)
    }

    /// Own store less the other's, for `player`.
    pub fn margin(&self, player: Side) -> i32 {
        self.stored(player) - self.stored(player.opponent())
    }

    /// The seeds in `player`'s store.
    pub(super) fn stored(&self, player: Side) -> i32 {
        i32::from(self.seeds[store(player)]) + self.kept[player.index()]
    }

    /// The seeds in `player`'s pits and store.
    pub(super) fn held(&self, player: Side) -> i32 {
        in_pits(self.pits(player)) + self.stored(player)
    }
}

impl Kalah {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            ..Self::default()
        }
    }

    /// The same without what changes nothing but what alpha-beta visits.
    pub(super) fn unpruned(&self) -> Self {
        let mut rules = self.rules;
        if rules.extra_turn_value == ExtraTurnValue::OthersWishPruned {
            rules.extra_turn_value = ExtraTurnValue::Kept;
        }
        rules.counted_nodes = match rules.counted_nodes {
            CountedNodes::LeavesPlain => CountedNodes::Leaves,
            CountedNodes::InnerPlain => CountedNodes::Inner,
            CountedNodes::UnfinishedPlain => CountedNodes::Unfinished,
            CountedNodes::LeavesPruned
            | CountedNodes::InnerPruned
            | CountedNodes::UnfinishedPruned
            | CountedNodes::Uncut => CountedNodes::All,
            both => both,
        };
        if rules.pits_noted == PitsNoted::EachNodePruned {
            rules.pits_noted = PitsNoted::EachSowing;
        }
        let is_order_seen = matches!(rules.extra_turn, ExtraTurn::Sticks | ExtraTurn::CostsLater)
            || rules.are_on_one_board();
        reset!(rules; !is_order_seen => pit_order,);
        if matches!(
            rules.searched_again,
            Again::Bound | Again::BoundReached | Again::BoundMax | Again::BoundMaxReached
        ) {
            rules.searched_again = Again::Once;
        }
        reset!(rules;
            cut cuts_at bounds extra_turn_window window node_counter counter_size mistakes_in
            pruned_board over_at_root);
        if rules.large_infinity == LargeInfinity::NinetyNineReturned {
            rules.large_infinity = LargeInfinity::Window;
        }
        Self::new(rules)
    }

    /// The same without what changes nothing where no sowing goes round, if every move costs a level; none
    /// where that is nothing.
    pub(super) fn without_rounds(&self) -> Option<Self> {
        let mut rules = self.rules;
        match rules.facing_seeds {
            FacingSeeds::BeforeSowing | FacingSeeds::CountedBeforeSowing => {
                rules.facing_seeds = FacingSeeds::Needed;
            }
            _ => {}
        }
        if rules.taken_back == TakenBack::FirstToLastInHand {
            rules.taken_back = TakenBack::Whole;
        }
        let is_other = rules != self.rules && rules.extra_turn_levels.get() > 0;
        is_other.then(|| Self::new(rules))
    }

    /// The same without what changes nothing in the search with pruning.
    pub(super) fn pruned(&self) -> Self {
        let mut rules = self.rules;
        rules.counted_nodes = match rules.counted_nodes {
            CountedNodes::LeavesPruned => CountedNodes::Leaves,
            CountedNodes::InnerPruned => CountedNodes::Inner,
            CountedNodes::UnfinishedPruned => CountedNodes::Unfinished,
            CountedNodes::LeavesPlain
            | CountedNodes::InnerPlain
            | CountedNodes::UnfinishedPlain => CountedNodes::All,
            both => both,
        };
        Self { rules, ..*self }
    }

    /// Whether the game is over, as the rules have it.
    pub fn is_over(&self, state: &State) -> bool {
        let checked = match self.rules.pits_checked {
            PitsChecked::All => 0..PITS,
            PitsChecked::AllButLast => 0..PITS - 1,
            PitsChecked::AllButFirst => 1..PITS,
        };
        let is_empty = |player: Side| {
            let pits = &state.pits(player)[checked.clone()];
            match self.rules.pits_empty {
                PitsEmpty::Together => in_pits(pits) + state.miscounted[player.index()] == 0,
                PitsEmpty::Each => pits.iter().all(|&seeds| seeds == 0),
            }
        };
        match self.rules.game_over {
            GameOver::Either => is_empty(Side::First) || is_empty(Side::Second),
            GameOver::Mover => is_empty(state.mover),
            GameOver::Both => is_empty(Side::First) && is_empty(Side::Second),
        }
    }

    /// A position that is read, with as many seeds as the pits have room for.
    pub(super) fn as_it_fits(&self, mut state: State) -> State {
        for place in (0..POSITIONS).filter(|&place| !is_store(place)) {
            state.seeds[place] &= self.rules.pit_size.bits();
        }
        state
    }

    /// The position as a search begins with it.
    pub(super) fn root(&self, state: &State) -> State {
        let plays_on = self.rules.over_at_root == OverAtRoot::PlayedOn;
        State {
            is_played_on: plays_on && self.is_over(state),
            ..state.clone()
        }
    }

    /// The position with the remaining seeds swept if the game is over, else as it is; `root` is
    /// whose search it is, if any.
    #[must_use]
    pub fn settled(&self, state: &State, root: Option<Side>) -> State {
        let mut swept = state.clone();
        self.settle(&mut swept, root, None);
        swept
    }

    fn settle(&self, swept: &mut State, root: Option<Side>, just_moved: Option<Side>) {
        let is_swept = match self.rules.sweep {
            Sweep::None => false,
            Sweep::AfterMoves => just_moved.is_some(),
            Sweep::NotAfterExtraTurn => !swept.moves_again,
            _ => true,
        };
        if !is_swept || !self.is_over(swept) {
            return;
        }
        let miscounted = std::mem::take(&mut swept.miscounted);
        for player in [Side::First, Side::Second] {
            let taker = match self.rules.sweep {
                Sweep::Opponent => player.opponent(),
                Sweep::Mover => swept.mover,
                Sweep::JustMoved => just_moved.unwrap_or(swept.mover),
                Sweep::PlayerZero if player == Side::Second => continue,
                Sweep::PlayerOne if player == Side::First => continue,
                Sweep::Root if root != Some(player) => continue,
                Sweep::Own
                | Sweep::None
                | Sweep::PlayerZero
                | Sweep::PlayerOne
                | Sweep::Root
                | Sweep::AfterMoves
                | Sweep::NotAfterExtraTurn => player,
            };
            if self.rules.swept_seeds == SweptSeeds::Counted {
                swept.kept[taker.index()] += miscounted[player.index()];
            }
            let first = first_pit(player);
            let is_swept = |pit: &usize| !self.rules.swept_pits.leave_out(player, pit - first);
            for pit in (first..store(player)).filter(is_swept) {
                let taken = std::mem::take(&mut swept.seeds[pit]).cast_signed();
                let place = &mut swept.seeds[store(taker)];
                swept.kept[taker.index()] += (i32::from(*place) + i32::from(taken)).min(0);
                *place = place.saturating_add_signed(taken);
            }
        }
    }

    /// The positions that sowing a pit passes over: a bit for each.
    fn skipped(&self, mover: Side, pit: usize) -> u32 {
        let bit = |is_skipped: bool, position: usize| u32::from(is_skipped) << position;
        let rules = &self.rules;
        let is_store_skipped = match rules.opponent_store {
            OpponentStore::Skipped => true,
            OpponentStore::OffBoard => mover == Side::Second,
            OpponentStore::Sown | OpponentStore::SeedLost => false,
            OpponentStore::SownByZero => mover == Side::Second,
            OpponentStore::SownByOne => mover == Side::First,
        };
        bit(is_store_skipped, store(mover.opponent()))
            | bit(rules.round == Round::AllButLast, LAST)
            | bit(rules.lap_origin == LapOrigin::Skipped, pit)
    }

    /// Sows the pit's seeds; where the last one is taken to have fallen.
    pub(super) fn sow(&self, seeds: &mut [u8; POSITIONS], mover: Side, pit: usize) -> usize {
        let skipped = self.skipped(mover, pit);
        let rules = &self.rules;
        let rule = rules.opponent_store;
        let falls_off = rule == OpponentStore::OffBoard && mover == Side::First;
        let loses_at = match rule {
            OpponentStore::OffBoard if falls_off => Some(LAST),
            OpponentStore::SeedLost => Some(store(mover.opponent())),
            _ => None,
        };
        let next = |position: usize| match position {
            // A place further than the store.
            LAST => usize::from(falls_off),
            _ => position + 1,
        };
        let mut position = pit;
        let counted = (pit + usize::from(seeds[pit])) % POSITIONS;
        let home = store(mover);
        let held = seeds[home];
        for _ in 0..in_pit(std::mem::take(&mut seeds[pit])) {
            position = next(position);
            while skipped & (1 << position) != 0 {
                position = next(position);
            }
            if loses_at == Some(position) {
                continue;
            }
            // Only captured seeds that stay where they are make more than there is room for.
            seeds[position] = match is_store(position) {
                true => seeds[position].saturating_add(1),
                false => seeds[position].wrapping_add(1) & self.rules.pit_size.bits(),
            };
        }
        if rules.own_store == OwnStore::One {
            seeds[home] = seeds[home].min(held.saturating_add(1));
        }
        match rules.last_seed {
            LastSeed::Sown => position,
            LastSeed::Counted => counted,
        }
    }

    /// Whether the player's last seed, fallen into an own pit, captures.
    pub(super) fn captures(
        &self,
        mover: Side,
        before: &[u8; POSITIONS],
        after: &[u8; POSITIONS],
        pit: usize,
        last: usize,
    ) -> bool {
        let pit_allows = match self.rules.capture {
            Capture::EmptyBeforeSowing => before[last] == 0,
            Capture::EmptyBeforeSowingOrSown => before[last] == 0 || last == pit,
            Capture::EmptyOnLanding => after[last] == 1 && last != pit,
            Capture::Standard => after[last] == 1,
            Capture::Anywhere => true,
            Capture::Never => false,
        };
        let needs_seeds = match self.rules.facing_seeds {
            FacingSeeds::Needed => true,
            FacingSeeds::NotNeeded => false,
            FacingSeeds::NotNeededByZero => mover == Side::Second,
            FacingSeeds::NotNeededByOne => mover == Side::First,
            FacingSeeds::BeforeSowing | FacingSeeds::CountedBeforeSowing => {
                return pit_allows && has_seeds(before, self.faced(pit, last));
            }
        };
        let captures_owing = self.rules.taken_back.captures_owing();
        let is_faced = |faced: usize| match captures_owing {
            true => after[faced] != 0,
            false => has_seeds(after, faced),
        };
        pit_allows && (!needs_seeds || is_faced(self.faced(pit, last)))
    }

    /// The position that is taken to face the one where the last seed falls, sown from a pit.
    fn faced(&self, sown: usize, pit: usize) -> usize {
        let is_first = pit < PITS;
        match self.rules.facing {
            Facing::OfSownPit => facing(sown),
            Facing::OneFurther => (facing(pit) + 1) % POSITIONS,
            Facing::SameNumber => (pit + PITS + 1) % POSITIONS,
            Facing::SameNumberForZero if is_first => pit + PITS + 1,
            Facing::SameNumberForOne if !is_first => pit - PITS - 1,
            _ => facing(pit),
        }
    }

    fn may_capture(&self, mover: Side, last: usize) -> bool {
        let pits = self.rules.capture_pits;
        let is_there = match pits {
            CapturePits::Any => !is_store(last),
            _ => is_own_pit(mover, last),
        };
        let is_left_out = match pits {
            CapturePits::Own | CapturePits::Any => false,
            CapturePits::AllButLast => last + 1 == store(mover),
            CapturePits::AllButLastOfZero => last + 1 == store(Side::First),
            CapturePits::AllButLastOfOne => last + 1 == store(Side::Second),
            CapturePits::AllButFirst => last == first_pit(mover),
            CapturePits::AllButFirstOfZero => last == first_pit(Side::First),
            CapturePits::AllButFirstOfOne => last == first_pit(Side::Second),
        };
        is_there && !is_left_out && self.rules.captures_for.to(mover)
    }

    /// What sowing a pit of the player to move comes to.
    fn sown(&self, state: &State, pit: usize) -> Sown {
        let mut seeds = state.seeds;
        let before = state.noted.as_ref().unwrap_or(&state.seeds);
        let last = self.sow(&mut seeds, state.mover, pit);
        let is_capture = self.may_capture(state.mover, last)
            && self.captures(state.mover, before, &seeds, pit, last);
        Sown {
            seeds,
            last,
            is_capture,
        }
    }

    /// The position after a move, before the remaining seeds are swept.
    pub(super) fn made(&self, state: &State, chosen: Pit) -> State {
        let pit = usize::from(chosen);
        self.made_of(state, pit, &self.sown(state, pit))
    }

    /// The same from what sowing the pit comes to.
    fn made_of(&self, state: &State, pit: usize, sown: &Sown) -> State {
        let (mover, last) = (state.mover, sown.last);
        let mut next = State {
            seeds: sown.seeds,
            is_played_on: false,
            moves_again: false,
            noted: None,
            ..state.clone()
        };
        if sown.is_capture {
            let faced = self.faced(pit, last);
            let mut taken = match self.rules.facing_seeds {
                FacingSeeds::CountedBeforeSowing => state.seeds[faced],
                _ => next.seeds[faced],
            };
            if self.rules.facing_pit == FacingPit::Emptied {
                next.seeds[faced] = 0;
            }
            let landed = match self.rules.landing_seeds {
                LandingSeeds::Left => 0,
                LandingSeeds::OneTaken => {
                    let one = next.seeds[last].min(1);
                    next.seeds[last] -= one;
                    one
                }
                _ => std::mem::take(&mut next.seeds[last]),
            };
            taken = taken.wrapping_add(match self.rules.landing_seeds {
                LandingSeeds::Taken | LandingSeeds::OneTaken => landed,
                LandingSeeds::One => landed.min(1),
                LandingSeeds::Left | LandingSeeds::Lost => 0,
            });
            self.miscount(&mut next, i32::from(landed), in_pit(sown.seeds[faced]));
            let taker = self.capturer(mover);
            match self.rules.taken_back.captures_owing() {
                true => next.kept[taker.index()] += in_pit(taken),
                false => {
                    let into = store(taker);
                    next.seeds[into] = next.seeds[into].saturating_add(taken);
                }
            }
        }
        if !self.goes_on(state, pit, sown) {
            next.mover = mover.opponent();
        } else {
            next.moves_again = true;
            if self.rules.extra_turn_value != ExtraTurnValue::Kept {
                next.is_mistaken = !state.is_mistaken;
            }
        }
        next
    }

    /// Into whose store what a player captures goes.
    fn capturer(&self, mover: Side) -> Side {
        match self.rules.captured_into {
            CapturedInto::Own => mover,
            CapturedInto::StoreZero => Side::First,
            CapturedInto::Other => mover.opponent(),
        }
    }

    /// Miscounts the seeds that a capture takes from the landing pit and from the facing one.
    fn miscount(&self, state: &mut State, landed: i32, faced: i32) {
        let (own, other) = match self.rules.side_count {
            SideCount::Right => (0, 0),
            SideCount::LandingKept => (landed, 0),
            SideCount::FacingKept => (0, faced),
            SideCount::CaptureKept => (landed, faced),
            SideCount::FromMover => (-faced, faced),
        };
        state.miscounted[state.mover.index()] += own;
        state.miscounted[state.mover.opponent().index()] += other;
    }

    /// Appends the pits with seeds of the player to move, in the order in which they are tried.
    fn list_pits(&self, state: &State, out: &mut Vec<Pit>) {
        let first = first_pit(state.mover) as Pit;
        let tried = match self.rules.pits_tried {
            PitsTried::All => 0..PITS as Pit,
            PitsTried::AllButLast => 0..PITS as Pit - 1,
            PitsTried::AllButFirst => 1..PITS as Pit,
        };
        let start = out.len();
        let pits = tried.map(|pit| first + pit);
        let is_tried = |pit: &Pit| {
            let seeds = in_pit(state.seeds[usize::from(*pit)]);
            match self.rules.taken_back.tries_owing() {
                true => seeds != 0,
                false => seeds > 0,
            }
        };
        out.extend(pits.filter(is_tried));
        if self.rules.pit_order.is_descending(state.mover) {
            out[start..].reverse();
        }
    }

    /// Those of them that come after the last one tried, by their numbers among a player's, of pits
    /// listed before; whether the game is over is not looked at.
    pub(super) fn later_pits(&self, state: &State, listed: &[Pit], tried: usize) -> Vec<Pit> {
        let number = |pit: Pit| usize::from(pit) % (PITS + 1);
        let last = number(listed[tried - 1]);
        let mut pits = Vec::new();
        self.list_pits(state, &mut pits);
        match self.rules.pit_order.is_descending(state.mover) {
            true => pits.retain(|&pit| number(pit) < last),
            false => pits.retain(|&pit| number(pit) > last),
        }
        pits
    }

    /// Notes what the pits hold at a node of which no pit was sown yet, where others may write over it, and
    /// takes what is noted for what they hold.
    pub(super) fn note_pits(&self, state: &mut State, noted: &mut [u8; POSITIONS]) {
        if self.rules.pits_noted == PitsNoted::EachSowing {
            return;
        }
        if state.noted.is_none() {
            *noted = state.seeds;
        }
        state.noted = Some(*noted);
    }

    /// Notes what a move captures, where others may write over it.
    pub(super) fn note(&self, state: &State, chosen: Pit, captured: &mut Captured) {
        let pit = usize::from(chosen);
        if let Some(noted) = self.rules.taken_back.noted_at(pit) {
            let sown = self.sown(state, pit);
            captured[noted] = self.captured(pit, &sown).unwrap_or_default();
        }
    }

    /// What a sowing captures, from the landing and the facing pit.
    fn captured(&self, pit: usize, sown: &Sown) -> Option<[u8; 2]> {
        let places = || [sown.last, self.faced(pit, sown.last)];
        let is_capture = sown.is_capture;
        is_capture.then(|| places().map(|place| sown.seeds[place]))
    }

    /// What is on the board when a move is taken back, from what the search below left of it and has noted
    /// of captures.
    pub(super) fn taken_back(
        &self,
        before: &State,
        chosen: Pit,
        after: &State,
        captured: &Captured,
    ) -> State {
        if self.rules.taken_back == TakenBack::Whole {
            return before.clone();
        }
        let (mover, pit) = (before.mover, usize::from(chosen));
        let sown = self.sown(before, pit);
        if self.rules.taken_back == TakenBack::SweptLeft {
            let captured = self.captured(pit, &sown);
            return self.as_captured(before, pit, &sown, after, captured);
        }
        let made = self.made_of(before, pit, &sown);
        // A position that is over is not looked beyond, and swept only to be valued.
        let after = if self.is_over(&made) { &made } else { after };
        if self.rules.taken_back.is_first_to_last() {
            return self.before_last_changes(before, pit, &sown, after);
        }
        if let Some(noted) = self.rules.taken_back.noted_at(pit) {
            let is_given_back = |[_, facing]: &[u8; 2]| *facing != 0 && !is_store(sown.last);
            let noted = Some(captured[noted]).filter(is_given_back);
            return self.as_captured(before, pit, &sown, after, noted);
        }
        // What is taken off each pit again is what it got.
        let mut seeds = before.seeds;
        let may_owe = self.rules.taken_back.may_owe();
        for (seeds, (after, made)) in seeds.iter_mut().zip(after.seeds.iter().zip(made.seeds)) {
            *seeds = match may_owe {
                true => after.wrapping_sub(made).wrapping_add(*seeds),
                false => (i16::from(*after) - i16::from(made) + i16::from(*seeds)).max(0) as u8,
            };
        }
        let mut state = State {
            kept: after.kept,
            seeds,
            ..before.clone()
        };
        match self.rules.taken_back {
            TakenBack::Whole
            | TakenBack::FirstToLast
            | TakenBack::FirstToLastInHand
            | TakenBack::CapturedByPit
            | TakenBack::CapturedByPitTried
            | TakenBack::CapturedLast
            | TakenBack::CapturedLastTried
            | TakenBack::SweptLeft => {}
            TakenBack::Never => state.seeds = after.seeds,
            TakenBack::StoresKept | TakenBack::StoreOneKept => {
                let both = [Side::First, Side::Second];
                let is_kept = |player: &Side| {
                    self.rules.taken_back == TakenBack::StoresKept || *player == Side::Second
                };
                for player in both.into_iter().filter(is_kept) {
                    let place = store(player);
                    let got = after.seeds[place].saturating_sub(before.seeds[place]);
                    state.seeds[place] = before.seeds[place];
                    state.kept[player.index()] += i32::from(got);
                }
            }
            TakenBack::OtherStoreKept => {
                let other = mover.opponent();
                let place = store(other);
                let swept = self.play(before, chosen);
                let left = if self.is_over(&made) { &swept } else { after };
                let got = left.seeds[place].saturating_sub(before.seeds[place]);
                state.seeds = before.seeds;
                state.kept[mover.index()] = before.kept[mover.index()];
                state.kept[other.index()] += i32::from(got);
            }
            TakenBack::LandingKept => {
                if sown.is_capture {
                    state.kept[mover.index()] += i32::from(sown.seeds[sown.last]);
                }
            }
            TakenBack::LandingOne
            | TakenBack::LandingOneTried
            | TakenBack::LandingOneTaken
            | TakenBack::LandingOneLeft
            | TakenBack::LandingOneLeftTried => {
                if self.rules.pit_back == PitBack::Put {
                    state.seeds[pit] = before.seeds[pit];
                }
                if sown.is_capture {
                    let (last, faced) = (sown.last, self.faced(pit, sown.last));
                    state.seeds[faced] = before.seeds[faced];
                    let got = sown.seeds[last].wrapping_sub(before.seeds[last]);
                    state.seeds[last] = match self.rules.taken_back {
                        TakenBack::LandingOneTaken => before.seeds[last],
                        _ => 1_u8.wrapping_sub(got),
                    };
                    state.kept[mover.index()] += match self.rules.taken_back {
                        TakenBack::LandingOneLeft | TakenBack::LandingOneLeftTried => 0,
                        _ => i32::from(got.saturating_sub(1)),
                    };
                }
            }
            TakenBack::LapShort => state.seeds[pit] -= sown.seeds[pit].min(state.seeds[pit]),
            TakenBack::TurnFlipped => state.mover = after.mover.opponent(),
        }
        state
    }

    /// A position after a move and what follows it, where all that the move has changed is as it was
    /// before its last change.
    fn before_last_changes(&self, before: &State, pit: usize, sown: &Sown, after: &State) -> State {
        let mover = before.mover;
        let mut state = State {
            seeds: after.seeds,
            kept: after.kept,
            ..before.clone()
        };
        let is_one_by_one =
            |place: &usize| *place == pit || sown.seeds[*place] != before.seeds[*place];
        for place in (0..POSITIONS).filter(is_one_by_one) {
            state.seeds[place] = match sown.seeds[place] {
                // Emptied, and not sown since.
                0 => before.seeds[place],
                seeds => seeds - 1,
            };
        }
        if sown.is_capture {
            let (last, faced) = (sown.last, self.faced(pit, sown.last));
            state.seeds[faced] = sown.seeds[faced];
            if self.rules.taken_back == TakenBack::FirstToLast {
                state.seeds[last] = sown.seeds[last];
            }
        }
        let home = store(mover);
        if sown.is_capture || sown.seeds[home] != before.seeds[home] {
            let last_sown = u8::from(!sown.is_capture);
            let got = (sown.seeds[home] - last_sown).saturating_sub(before.seeds[home]);
            state.seeds[home] = before.seeds[home];
            state.kept[mover.index()] = before.kept[mover.index()] + i32::from(got);
        }
        state
    }

    /// A position after a move and what follows it, where the move is taken back as if it had captured so
    /// much from the landing and the facing pit.
    fn as_captured(
        &self,
        before: &State,
        pit: usize,
        sown: &Sown,
        after: &State,
        captured: Option<[u8; 2]>,
    ) -> State {
        let mut state = State {
            seeds: after.seeds,
            kept: after.kept,
            ..before.clone()
        };
        if let Some([landing, facing]) = captured {
            state.seeds[sown.last] = landing;
            state.seeds[self.faced(pit, sown.last)] = facing;
            let taker = self.capturer(before.mover);
            state.kept[taker.index()] -= in_pit(landing) + in_pit(facing);
        }
        for place in (0..POSITIONS).filter(|&place| !is_store(place)) {
            let got = sown.seeds[place].wrapping_sub(before.seeds[place]);
            state.seeds[place] = state.seeds[place].wrapping_sub(got);
        }
        state.seeds[pit] = before.seeds[pit];
        for player in [Side::First, Side::Second] {
            let home = store(player);
            state.kept[player.index()] +=
                i32::from(state.seeds[home]) - i32::from(sown.seeds[home]);
            state.seeds[home] = before.seeds[home];
        }
        state
    }

    /// Whether the player's so many seeds from a pit earn another turn when the last one falls there.
    pub(super) fn earns_turn(&self, mover: Side, pit: usize, seeds: u8, last: usize) -> bool {
        let is_earned = match self.rules.extra_turn {
            ExtraTurn::Earned | ExtraTurn::Once | ExtraTurn::Sticks | ExtraTurn::CostsLater => true,
            ExtraTurn::WithoutLap => pit + usize::from(seeds) == store(mover),
            ExtraTurn::None | ExtraTurn::Passes => false,
        };
        is_earned && self.ends_at_home(mover, last)
    }

    /// Whether the player moves again after a sowing.
    fn goes_on(&self, state: &State, pit: usize, sown: &Sown) -> bool {
        let sticks = self.rules.extra_turn == ExtraTurn::Sticks;
        let may_earn = self.rules.extra_turn != ExtraTurn::Once || !state.moves_again;
        let earns = self.earns(state, pit, sown) && may_earn;
        earns || sticks && self.earned_before(state, pit) > 0
    }

    /// Whether a sowing itself earns another turn.
    fn earns(&self, state: &State, pit: usize, sown: &Sown) -> bool {
        self.earns_turn(state.mover, pit, state.seeds[pit], sown.last)
            || sown.is_capture && self.rules.capture_turn == CaptureTurn::Earned
    }

    /// How many pits that are tried before this one earn another turn.
    fn earned_before(&self, state: &State, pit: usize) -> usize {
        let mut pits = Vec::new();
        self.list_pits(state, &mut pits);
        let pits = pits.into_iter().map(usize::from);
        let earlier = pits.take_while(|&earlier| earlier != pit);
        let earning =
            earlier.filter(|&earlier| self.earns(state, earlier, &self.sown(state, earlier)));
        earning.count()
    }

    /// A position after a player's move, with the remaining seeds swept if the game is over.
    fn ended(&self, just_moved: Side, mut made: State) -> State {
        match self.rules.limit_sweep {
            LimitSweep::Done => self.settle(&mut made, None, Some(just_moved)),
            // Left to whoever asks what the position is worth.
            LimitSweep::Missing => {}
        }
        made
    }

    /// How many levels a move costs: that depends on where the last seed falls, and on whether it
    /// captures.
    fn plies_of(&self, state: &State, pit: usize, sown: &Sown) -> i32 {
        let passes = self.rules.extra_turn == ExtraTurn::Passes;
        let is_extra =
            passes && self.ends_at_home(state.mover, sown.last) || self.goes_on(state, pit, sown);
        let levels = match is_extra {
            true => {
                let least = u8::from(self.rules.lack_an_end());
                self.rules.extra_turn_levels.get().max(least.into()) as i32
            }
            false => 1,
        };
        match self.rules.extra_turn {
            ExtraTurn::CostsLater => levels + self.earned_before(state, pit) as i32,
            _ => levels,
        }
    }

    /// How many levels are left after a move, of so many before it.
    fn levels_of(&self, state: &State, pit: usize, sown: &Sown, left: i64) -> i64 {
        let left = left - i64::from(self.plies_of(state, pit, sown));
        let goes_beyond = self.rules.leaf_depth == LeafDepth::AfterPassedTurn
            && !self.rules.lack_an_end()
            && self.goes_on(state, pit, sown);
        // With one level left, whatever passes the turn leads to a leaf.
        if goes_beyond { left.max(1) } else { left }
    }

    fn ends_at_home(&self, mover: Side, last: usize) -> bool {
        last == store(mover) && self.rules.extra_turns_for.to(mover)
    }
}

impl Game for Kalah {
    type State = State;
    type Move = Pit;

    fn turn(&self, state: &State) -> Side {
        match state.is_mistaken {
            true => state.mover.opponent(),
            false => state.mover,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Pit>) {
        if state.is_played_on || !self.is_over(state) {
            self.list_pits(state, out);
        }
    }

    fn play(&self, state: &State, chosen: Pit) -> State {
        self.ended(state.mover, self.made(state, chosen))
    }

    fn plies(&self, state: &State, chosen: Pit) -> i32 {
        let pit = usize::from(chosen);
        self.plies_of(state, pit, &self.sown(state, pit))
    }

    fn levels_after(&self, state: &State, chosen: Pit, left: i64, _is_root: bool) -> i64 {
        let pit = usize::from(chosen);
        self.levels_of(state, pit, &self.sown(state, pit), left)
    }

    fn child(&self, state: &State, chosen: Pit, left: i64, _is_root: bool) -> (State, i64) {
        let pit = usize::from(chosen);
        let sown = self.sown(state, pit);
        let next = self.ended(state.mover, self.made_of(state, pit, &sown));
        (next, self.levels_of(state, pit, &sown, left))
    }
}
