//! Board and legal actions.

use crate::game::{Game, Side};

pub use super::choices::*;

/// Cells a side.
pub const SIDE: usize = 8;
/// Cells of the board.
pub const CELLS: usize = SIDE * SIDE;
/// Black moves first.
pub const BLACK: Side = Side::First;
/// White moves second.
pub const WHITE: Side = Side::Second;

/// A piece or a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub owner: Side,
    /// Whether it is a tower.
    pub tower: bool,
    /// Where it stood at first, or when it was listed anew, so that programs can list their men in
    /// that order.
    pub first: u8,
}

/// A position: the men, row by row from A1, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells, row by row from A1.
    pub cells: [Option<Man>; CELLS],
    /// Who is to move.
    pub mover: Side,
    /// What a cost that is kept along counts beside the men.
    pub cost_drift: i32,
    /// What the men on the board before the last action cost, under rules that look at it.
    pub cost_before: i32,
    /// Empty cells that make a tower of whoever arrives there: a bit for each cell.
    pub marked: u64,
}

/// A move or a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Where the man stands, 0–63 row by row from A1.
    pub from: u8,
    /// Where it arrives.
    pub to: u8,
    /// What it jumps: a bit for each cell.
    pub jumped: u64,
}

/// The game under one rules record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkers {
    /// The rules it is played by.
    pub rules: Rules,
}

/// A step of one cell: rows down, columns right.
type Step = (i8, i8);
const NORTH_EAST: Step = (-1, 1);
const SOUTH_EAST: Step = (1, 1);
const SOUTH_WEST: Step = (1, -1);
const NORTH_WEST: Step = (-1, -1);

impl Default for State {
    fn default() -> Self {
        Self::initial()
    }
}

impl State {
    /// The initial setup, black to move.
    pub fn initial() -> Self {
        let mut cells = [None; CELLS];
        for (index, cell) in cells.iter_mut().enumerate() {
            let (row, column) = (index / SIDE, index % SIDE);
            let owner = match row {
                0..=2 => WHITE,
                5..=7 => BLACK,
                _ => continue,
            };
            if (row + column) % 2 == 1 {
                *cell = Some(Man {
                    owner,
                    tower: false,
                    first: index as u8,
                });
            }
        }
        Self {
            cells,
            mover: BLACK,
            cost_drift: 0,
            cost_before: 0,
            marked: 0,
        }
    }

    /// Whether the player has a piece or a tower left.
    pub fn has_men(&self, owner: Side) -> bool {
        let mut men = self.cells.iter().flatten();
        men.any(|man| man.owner == owner)
    }

    /// Lists the men anew, as they stand now.
    pub(super) fn list_anew(&mut self) {
        for (cell, man) in self.cells.iter_mut().enumerate() {
            if let Some(man) = man {
                man.first = cell as u8;
            }
        }
    }

    /// The same board with `mover` to move.
    #[must_use]
    pub fn with_mover(&self, mover: Side) -> Self {
        Self {
            mover,
            ..self.clone()
        }
    }

    /// How many men of this owner and kind stand on the board.
    pub fn count(&self, owner: Side, tower: bool) -> usize {
        let men = self.cells.iter().flatten();
        men.filter(|man| (man.owner, man.tower) == (owner, tower))
            .count()
    }
}

/// The men on a board: a bit for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Men {
    /// Each player's, by [`Side::index`].
    pub of: [u64; 2],
    /// Those that are towers, and empty cells that make towers.
    pub towers: u64,
}

/// The cells one step from `cells` in each direction: north-east, south-east, south-west,
/// north-west.
fn neighbours(cells: u64) -> [u64; 4] {
    const NOT_EAST: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    const NOT_WEST: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let (east, west) = (cells & NOT_EAST, cells & NOT_WEST);
    [
        east >> (SIDE - 1),
        east << (SIDE + 1),
        west << (SIDE - 1),
        west >> (SIDE + 1),
    ]
}

impl Men {
    pub(super) fn new(state: &State) -> Self {
        let (mut of, mut towers) = ([0; 2], state.marked);
        for (cell, man) in state.cells.iter().enumerate() {
            if let Some(man) = man {
                of[man.owner.index()] |= 1 << cell;
                towers |= u64::from(man.tower) << cell;
            }
        }
        Self { of, towers }
    }

    fn empty(&self) -> u64 {
        !(self.of[0] | self.of[1])
    }

    /// Whether a player has a man that can step ahead: whatever the rules, that is an action.
    pub(super) fn can_step(&self, player: Side) -> bool {
        let [north_east, south_east, south_west, north_west] = neighbours(self.of[player.index()]);
        let ahead = match player {
            BLACK => north_east | north_west,
            _ => south_east | south_west,
        };
        ahead & self.empty() != 0
    }

    /// Whether a player's man may be able to jump, as far as the cells around it are concerned.
    pub(super) fn may_jump(&self, player: Side) -> bool {
        let all = self.of[0] | self.of[1];
        let over = neighbours(self.of[player.index()]).map(|cells| cells & all);
        (0..4).any(|way| neighbours(over[way])[way] & self.empty() != 0)
    }
}

/// The cell one step from `cell`, when it is on the board.
fn step(cell: usize, (down, right): Step) -> Option<usize> {
    let row = (cell / SIDE).checked_add_signed(down.into())?;
    let column = (cell % SIDE).checked_add_signed(right.into())?;
    (row < SIDE && column < SIDE).then_some(row * SIDE + column)
}

/// The cell one step from `cell` when only its number is looked at.
fn step_by_number(cell: usize, (down, right): Step) -> Option<usize> {
    let number = cell.checked_add_signed(isize::from(down) * SIDE as isize + isize::from(right))?;
    (number < CELLS).then_some(number)
}

/// Whether the step goes towards the opponent's side.
pub(super) fn is_forward(owner: Side, (down, _): Step) -> bool {
    (owner == BLACK) == (down < 0)
}

/// The row, from 0, on which a player's pieces are promoted.
pub(super) fn far_row(owner: Side) -> usize {
    if owner == BLACK { 0 } else { SIDE - 1 }
}

/// The directions in an order.
fn steps(order: Directions) -> [Step; 4] {
    match order {
        Directions::FromNorthEast => [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST],
        Directions::FromNorthWest => [NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST],
        Directions::CounterClockwise => [NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST],
        Directions::ByRows => [NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST],
        Directions::ByRowsFromEast => [NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST],
        Directions::ByColumnsFromEast => [NORTH_EAST, SOUTH_EAST, NORTH_WEST, SOUTH_WEST],
        Directions::CounterClockwiseFromSouthEast => {
            [SOUTH_EAST, NORTH_EAST, NORTH_WEST, SOUTH_WEST]
        }
    }
}

impl Checkers {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// The game as a search from `root` plays it.
    pub fn in_search(rules: Rules, root: &State) -> Self {
        let mut game = Self::new(rules.in_search().for_mover(root.mover));
        // An action that is asked for is looked for, whatever the other player could do.
        if game.ends_for_either() && game.is_stuck(root, root.mover.opponent()) {
            game.rules.no_action = NoAction::EitherSide;
        }
        game
    }

    /// Whether a player could not act if it were its turn.
    pub fn is_stuck(&self, state: &State, player: Side) -> bool {
        !Men::new(state).can_step(player) && !self.has_action(&state.with_mover(player))
    }

    /// The same where it is asked whether the game goes on.
    pub(super) fn has_lost(&self, state: &State, player: Side) -> bool {
        let mut game = *self;
        if game.rules.can_act == CanAct::ByMoveForCost {
            game.rules.can_act = CanAct::ByAny;
        }
        game.is_stuck(state, player)
    }

    /// Whether the player to move can act at all.
    pub fn has_action(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        (0..CELLS).any(|cell| {
            self.actions_from(state, cell, &mut actions);
            match self.rules.can_act {
                CanAct::ByAny => !actions.is_empty(),
                CanAct::ByMove | CanAct::ByMoveForCost | CanAct::ByMoveEverywhere => {
                    actions.iter().any(|action| action.jumped == 0)
                }
                CanAct::Forward => {
                    let goes_forward = |action: &Action| is_forward(state.mover, action.step());
                    actions.iter().any(goes_forward)
                }
            }
        })
    }

    /// The action of the player to move from one cell to another, if it is legal.
    pub(super) fn find(&self, state: &State, from: usize, to: usize) -> Option<Action> {
        let mut actions = Vec::new();
        let is_of_list = self.rules.actions_tried != ActionsTried::All;
        match self.rules.compulsory == Compulsion::Compulsory
            || self.ends_for_either()
            || is_of_list
        {
            true => self.moves(state, &mut actions),
            // Those of other men do not matter.
            false => self.actions_from(state, from, &mut actions),
        }
        let is_asked = |action: &Action| usize::from(action.to) == to;
        let mut actions = actions.into_iter().filter(is_asked);
        actions.find(|action| usize::from(action.from) == from)
    }

    /// The directions in the order in which a player's towers, or pieces, try them.
    pub(super) fn steps(&self, owner: Side, tower: bool) -> [Step; 4] {
        let mut steps = match self.rules.tower_directions {
            TowerDirections::FromNorthWest if tower => steps(Directions::FromNorthWest),
            TowerDirections::CounterClockwise if tower => steps(Directions::CounterClockwise),
            TowerDirections::ByRows if tower => steps(Directions::ByRows),
            TowerDirections::ByRowsFromEast if tower => steps(Directions::ByRowsFromEast),
            _ => steps(self.rules.directions),
        };
        if owner == WHITE {
            steps = match self.rules.white_directions {
                WhiteDirections::AsBlack => steps,
                WhiteDirections::Mirrored => steps.map(|(down, right)| (-down, right)),
                WhiteDirections::Turned => steps.map(|(down, right)| (-down, -right)),
            };
        }
        if tower && self.rules.tower_directions == TowerDirections::ForwardFirst {
            steps.sort_by_key(|&step| !is_forward(owner, step));
        }
        steps
    }

    /// Where towers, or pieces, move or capture.
    pub(super) fn reach(&self, tower: bool, capture: bool) -> Reach {
        let rules = &self.rules;
        match (rules.backwards, tower, capture) {
            (Backwards::Everyone, ..) => Reach::All,
            (Backwards::Nobody, ..) => Reach::Forward,
            (Backwards::Towers, false, false) => rules.piece_moves,
            (Backwards::Towers, false, true) => rules.piece_captures,
            (Backwards::Towers, true, false) => rules.tower_moves,
            (Backwards::Towers, true, true) => rules.tower_captures,
        }
    }

    fn cell_at(&self, place: usize) -> usize {
        match self.rules.child_order {
            ChildOrder::Rows | ChildOrder::ByList | ChildOrder::ByListFromCommand => place,
            ChildOrder::Columns => (place % SIDE) * SIDE + place / SIDE,
            ChildOrder::Reverse => CELLS - 1 - place,
        }
    }

    /// The cell one step from `cell`, when a man gets there.
    fn next(&self, cell: usize, way: Step) -> Option<usize> {
        match self.rules.edges {
            Edges::AllWrap => step_by_number(cell, way),
            _ => step(cell, way),
        }
    }

    /// What else than where the men stand decides in which order actions are made: where each stood at
    /// first, cell by cell, under rules that list men so.
    pub(super) fn listed(&self, state: &State) -> Vec<u8> {
        match self.rules.child_order.is_by_list() {
            true => state.cells.iter().flatten().map(|man| man.first).collect(),
            false => Vec::new(),
        }
    }

    /// Appends the actions of the man on `cell`, if it is the mover's.
    fn actions_from(&self, state: &State, cell: usize, out: &mut Vec<Action>) {
        let Some(man) = state.cells[cell].filter(|man| man.owner == state.mover) else {
            return;
        };
        let reach = self.reach(man.tower, false);
        let start = out.len();
        for way in self.steps(man.owner, man.tower) {
            let next = self.next(cell, way);
            let empty = next.filter(|&next| state.cells[next].is_none());
            if let Some(next) = empty
                && (reach == Reach::All || is_forward(man.owner, way))
            {
                out.push(action(cell, next, 0));
            }
            if empty.is_none() || self.rules.prey == Prey::NotOwn {
                self.captures_along(state, action(cell, cell, 0), way, out);
            }
        }
        match self.rules.grouping {
            Grouping::PieceMovesFirst => out[start..].sort_by_key(|action| action.jumped != 0),
            Grouping::PieceCapturesFirst => out[start..].sort_by_key(|action| action.jumped == 0),
            // Each order is its own reverse: the place of a cell is the cell of a place.
            Grouping::ByTarget => {
                out[start..].sort_by_key(|action| self.cell_at(usize::from(action.to)));
            }
            Grouping::Mixed
            | Grouping::MovesFirst
            | Grouping::CapturesFirst
            | Grouping::TowersFirst
            | Grouping::PiecesFirst => {}
        }
    }

    /// Appends the capture that goes on from `chain` in one direction and, where the rules
    /// let a capture go on, the longer ones it begins.
    fn captures_along(&self, state: &State, chain: Action, way: Step, out: &mut Vec<Action>) {
        let from = usize::from(chain.from);
        let Some(man) = state.cells[from] else {
            return;
        };
        let reach = self.reach(man.tower, true);
        if reach == Reach::Forward && !is_forward(man.owner, way) || self.overlooks(way) {
            return;
        }
        let [wraps, wraps_at_once] = self.wraps(way);
        let over = match wraps_at_once {
            true => step_by_number(usize::from(chain.to), way),
            false => self.next(usize::from(chain.to), way),
        };
        let Some(over) = over else {
            return;
        };
        let is_prey = match state.cells[over] {
            Some(other) => self.may_jump(man, other),
            // Longer captures go over men only.
            None => self.rules.prey == Prey::NotOwn && chain.jumped == 0,
        };
        let behind = match wraps {
            true => step_by_number(over, way),
            false => step(over, way),
        };
        let behind = behind.filter(|&to| !self.rules.edges.bars(to));
        let Some(to) = behind.filter(|_| is_prey && chain.jumped & (1 << over) == 0) else {
            return;
        };
        if to != from && state.cells[to].is_some() {
            return;
        }
        let longer = action(from, to, chain.jumped | 1 << over);
        if to != from {
            out.push(longer);
        }
        if self.rules.jumps == Jumps::Many {
            for next in self.steps(man.owner, man.tower) {
                self.captures_along(state, longer, next, out);
            }
        }
    }

    /// Whether a capture in a direction goes on at the other edge: from the man it jumps, and to it.
    fn wraps(&self, way: Step) -> [bool; 2] {
        match self.rules.edges {
            Edges::CapturesWrap => [true, false],
            Edges::CapturesWrapFromEdge | Edges::AllWrap => [true, true],
            Edges::NorthEastCapturesWrap => [way == NORTH_EAST, false],
            Edges::NorthEastCapturesWrapFromEdge => [way == NORTH_EAST; 2],
            Edges::SouthEastCapturesWrap => [way == SOUTH_EAST, false],
            Edges::SouthEastCapturesWrapFromEdge => [way == SOUTH_EAST; 2],
            Edges::SouthWestCapturesWrap => [way == SOUTH_WEST, false],
            Edges::SouthWestCapturesWrapFromEdge => [way == SOUTH_WEST; 2],
            Edges::NorthWestCapturesWrap => [way == NORTH_WEST, false],
            Edges::NorthWestCapturesWrapFromEdge => [way == NORTH_WEST; 2],
            _ => [false, false],
        }
    }

    /// Whether a man may capture another one, or jump over it.
    pub(super) fn may_jump(&self, man: Man, other: Man) -> bool {
        let is_own = other.owner == man.owner;
        match self.rules.prey {
            Prey::Opponents | Prey::NotOwn => !is_own,
            Prey::PiecesOnly => !is_own && !other.tower,
            Prey::TowersByTowers => !is_own && (man.tower || !other.tower),
            Prey::OwnPiecesByTowers => !is_own || man.tower && !other.tower,
            Prey::Unlike => !is_own || man.tower != other.tower,
            Prey::OwnTowers => !is_own || other.tower,
            Prey::Anyone => true,
        }
    }

    /// Whether captures in a direction are overlooked.
    pub(super) fn overlooks(&self, way: Step) -> bool {
        match self.rules.overlooked {
            Overlooked::None => false,
            Overlooked::NorthEast => way == NORTH_EAST,
            Overlooked::SouthEast => way == SOUTH_EAST,
            Overlooked::SouthWest => way == SOUTH_WEST,
            Overlooked::NorthWest => way == NORTH_WEST,
        }
    }

    /// The cells that an action empties beside the one it leaves.
    fn removed(&self, state: &State, chosen: Action) -> u64 {
        let from = usize::from(chosen.from);
        match (self.rules.captured, state.cells[from]) {
            (Captured::Stays, _) => 0,
            (Captured::TowersStay, _) => chosen.jumped & !Men::new(state).towers,
            (
                Captured::Ahead,
                Some(Man {
                    owner, tower: true, ..
                }),
            ) if chosen.jumped.count_ones() == 1 => {
                let over = chosen.jumped.trailing_zeros() as usize;
                let ahead = if owner == BLACK { -1 } else { 1 };
                let right = (over % SIDE) as i8 - (from % SIDE) as i8;
                step(from, (ahead, right)).map_or(0, |cell| 1 << cell)
            }
            (
                Captured::Removed | Captured::AfterSearch | Captured::Ahead | Captured::TowerMarked,
                _,
            ) => chosen.jumped,
        }
    }

    fn promotes(&self, man: Man, action: Action) -> bool {
        self.promotes_on(man.owner, usize::from(action.to))
            && self.promotes_by(man.owner, action.jumped != 0)
    }

    /// Whether the rules end a search where the player who is not to move has no action.
    pub(super) fn ends_for_either(&self) -> bool {
        self.rules.no_action == NoAction::EitherEverywhere
    }

    /// The board before an action when it is taken back, but for what the search changes.
    pub(super) fn taken_back(&self, before: &State, action: Action, after: &State) -> State {
        let [from, to] = [action.from, action.to].map(usize::from);
        let promotion = self.rules.promotion;
        let keeps_own = promotion.is_kept_after(action.jumped != 0);
        let mut state = before.clone();
        for (cell, man) in state.cells.iter_mut().enumerate() {
            let Some(man) = man else { continue };
            if action.jumped >> cell & 1 != 0 {
                man.tower &= self.rules.put_back == PutBack::AsItWas;
                continue;
            }
            let is_moved = cell == from;
            let now = after.cells[if is_moved { to } else { cell }];
            if is_moved && self.rules.put_back.is_moved_back() {
                man.tower &= now.is_none_or(|now| now.tower);
            }
            // A man that was promoted by the action itself is a piece again unless that is kept.
            match now {
                Some(now) if !is_moved => man.tower = now.tower,
                Some(now) if promotion.is_kept() => {
                    man.tower |= now.tower && (keeps_own || !self.promotes(*man, action));
                }
                Some(now) if promotion.undoes_twice(man.owner) => {
                    man.tower = now.tower && to / SIDE != far_row(man.owner);
                }
                _ => {}
            }
        }
        if self.rules.kept_cost.is_of_search() {
            let played = self.play(before, action).cost_drift - before.cost_drift;
            state.cost_drift = after.cost_drift - played + self.left_in_cost(before, action);
        }
        state
    }

    /// What taking an action back leaves in a cost that is kept along.
    fn left_in_cost(&self, before: &State, action: Action) -> i32 {
        let cost = |man: Man| self.cost_of(man);
        let removed = self.removed(before, action);
        let cells = before.cells.iter().enumerate();
        let lost = cells.filter(|(cell, _)| removed >> cell & 1 != 0);
        match self.rules.kept_cost {
            KeptCost::PromotionKept | KeptCost::PromotionKeptInSearch => {
                let man = before.cells[usize::from(action.from)];
                let promoted = man.filter(|man| !man.tower && self.promotes(*man, action));
                promoted.map_or(0, |man| cost(Man { tower: true, ..man }) - cost(man))
            }
            KeptCost::CaptureKept | KeptCost::CaptureKeptInSearch => {
                -lost.flat_map(|(_, man)| *man).map(cost).sum::<i32>()
            }
            _ => 0,
        }
    }

    /// The men of an action as they were when it was listed, if it brings them along.
    pub(super) fn as_listed(&self, state: &mut State, (listed, action): (&State, Action)) {
        if self.rules.promotion.puts_back_as_taken() || self.rules.are_changes_fast() {
            return;
        }
        let men = match self.rules.act_as_listed() {
            true => action.jumped | 1 << action.from,
            false => action.jumped,
        };
        for (cell, man) in state.cells.iter_mut().enumerate() {
            if let (Some(man), Some(then)) = (man, listed.cells[cell])
                && men >> cell & 1 != 0
            {
                man.tower = then.tower;
            }
        }
    }

    /// What a player's tower counts in the board cost, in pieces.
    pub(super) fn tower_cost(&self, owner: Side) -> i32 {
        if let Some(cost) = self.rules.uneven_towers.cost(owner) {
            return cost;
        }
        let is_dear = match self.rules.dear_towers {
            DearTowers::Both => true,
            DearTowers::Black => owner == BLACK,
            DearTowers::White => owner == WHITE,
        };
        if is_dear {
            self.rules.tower_cost.get() as i32
        } else {
            1
        }
    }

    /// What a tower that arrives on a cell adds to a cost that is kept along.
    pub(super) fn drift(&self, owner: Side, to: usize) -> i32 {
        match self.rules.far_towers == FarTowers::EachArrival && to / SIDE == far_row(owner) {
            true => self.sign(owner) * (self.tower_cost(owner) - 1),
            false => 0,
        }
    }

    /// What a promotion adds too much to a cost that is kept along.
    fn promotion_drift(&self, owner: Side) -> i32 {
        self.sign(owner)
            * match self.rules.kept_cost {
                KeptCost::PromotionByThree
                | KeptCost::PromotionByThreePrinted
                | KeptCost::PromotionByThreeInSearch => 1,
                KeptCost::PromotionMissed
                | KeptCost::PromotionMissedPrinted
                | KeptCost::PromotionMissedInSearch
                | KeptCost::CapturesByOneInSearch => 1 - self.tower_cost(owner),
                _ => 0,
            }
    }

    /// What a man that is captured leaves in a cost that is kept along.
    fn capture_drift(&self, man: Man) -> i32 {
        let kept = self.rules.kept_cost;
        match kept {
            _ if kept.short_of() == Some(man.owner) => self.cost_of(man) - self.sign(man.owner),
            KeptCost::TowerByOne
            | KeptCost::TowerByOnePrinted
            | KeptCost::TowerByOneInSearch
            | KeptCost::CapturesByOneInSearch => self.cost_of(man) - self.sign(man.owner),
            KeptCost::CaptureMissedInSearch => self.cost_of(man),
            _ => 0,
        }
    }

    /// What a man adds to the board cost.
    fn cost_of(&self, man: Man) -> i32 {
        let size = if man.tower {
            self.tower_cost(man.owner)
        } else {
            1
        };
        self.sign(man.owner) * size
    }

    /// Whether a player's pieces are promoted on a cell.
    pub(super) fn promotes_on(&self, owner: Side, cell: usize) -> bool {
        const A8: usize = CELLS - SIDE;
        const H1: usize = SIDE - 1;
        let is_left_out = match self.rules.promoted {
            Promoted::AllButA8 => cell == A8,
            Promoted::AllButH1 => cell == H1,
            Promoted::AllButCorners => cell == A8 || cell == H1,
            Promoted::Both
            | Promoted::White
            | Promoted::Black
            | Promoted::WhiteByMove
            | Promoted::BlackByMove
            | Promoted::WhiteByCapture
            | Promoted::BlackByCapture
            | Promoted::AnyManByRow => false,
        };
        let early = usize::from(self.rules.early_promotion.is_for(owner));
        (cell / SIDE).abs_diff(far_row(owner)) <= early && !is_left_out
    }

    /// Whether a player's piece that arrives where it is promoted becomes a tower.
    pub(super) fn promotes_by(&self, owner: Side, capture: bool) -> bool {
        let by_kind = match self.rules.promotion {
            Promotion::Never => false,
            Promotion::ByMove => !capture,
            Promotion::ByCapture => capture,
            // What becomes of it later is another thing.
            _ => true,
        };
        let by_owner = match self.rules.promoted {
            Promoted::White => owner == WHITE,
            Promoted::Black => owner == BLACK,
            Promoted::WhiteByMove => owner == BLACK || !capture,
            Promoted::BlackByMove => owner == WHITE || !capture,
            Promoted::WhiteByCapture => owner == BLACK || capture,
            Promoted::BlackByCapture => owner == WHITE || capture,
            Promoted::Both
            | Promoted::AllButA8
            | Promoted::AllButH1
            | Promoted::AllButCorners
            | Promoted::AnyManByRow => true,
        };
        by_kind && by_owner
    }
}

impl Action {
    /// Rows down and columns right from the first cell to the last.
    pub(super) fn step(self) -> Step {
        let place = |cell: u8| ((cell / SIDE as u8) as i8, (cell % SIDE as u8) as i8);
        let ((row, column), (to_row, to_column)) = (place(self.from), place(self.to));
        (to_row - row, to_column - column)
    }
}

impl ActionsTried {
    /// Takes away what is not tried of the actions from `start` on.
    pub(super) fn leave_out<T>(self, start: usize, actions: &mut Vec<T>) {
        if actions.len() < start + 2 {
            return;
        }
        match self {
            Self::All => {}
            Self::AllButLast => actions.truncate(actions.len() - 1),
            Self::AllButFirst => drop(actions.remove(start)),
            Self::First8 | Self::First8Legal => actions.truncate(start + 8),
            Self::First10 | Self::First10Legal => actions.truncate(start + 10),
            Self::First12 | Self::First12Legal => actions.truncate(start + 12),
            Self::First16 | Self::First16Legal => actions.truncate(start + 16),
        }
    }
}

fn action(from: usize, to: usize, jumped: u64) -> Action {
    let narrow = |cell: usize| u8::try_from(cell).expect("a cell of 64");
    Action {
        from: narrow(from),
        to: narrow(to),
        jumped,
    }
}

impl Game for Checkers {
    type State = State;
    type Move = Action;

    fn turn(&self, state: &State) -> Side {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<Action>) {
        let start = out.len();
        if self.ends_for_either() && self.is_stuck(state, state.mover.opponent()) {
            return;
        }
        if self.rules.can_act.is_above_leaves() && !self.has_action(state) {
            return;
        }
        for place in 0..CELLS {
            self.actions_from(state, self.cell_at(place), out);
        }
        if self.rules.child_order.is_by_list() {
            let first =
                |action: &Action| state.cells[usize::from(action.from)].map(|man| man.first);
            out[start..].sort_by_key(first);
        }
        let is_towers = |action: &Action| {
            let man = state.cells[usize::from(action.from)];
            man.is_some_and(|man| man.tower)
        };
        match self.rules.grouping {
            Grouping::TowersFirst => out[start..].sort_by_key(|action| !is_towers(action)),
            Grouping::PiecesFirst => out[start..].sort_by_key(is_towers),
            Grouping::MovesFirst => out[start..].sort_by_key(|action| action.jumped != 0),
            Grouping::CapturesFirst => out[start..].sort_by_key(|action| action.jumped == 0),
            Grouping::Mixed
            | Grouping::PieceMovesFirst
            | Grouping::PieceCapturesFirst
            | Grouping::ByTarget => {}
        }
        if self.rules.compulsory == Compulsion::Compulsory
            && out[start..].iter().any(|action| action.jumped != 0)
        {
            let captures: Vec<_> = out
                .drain(start..)
                .filter(|action| action.jumped != 0)
                .collect();
            out.extend(captures);
        }
        self.rules.actions_tried.leave_out(start, out);
    }

    fn play(&self, state: &State, chosen: Action) -> State {
        let mut next = state.clone();
        let man = next.cells[usize::from(chosen.from)].take();
        let mut removed = self.removed(state, chosen);
        while removed != 0 {
            if let Some(taken) = next.cells[removed.trailing_zeros() as usize].take() {
                next.cost_drift += self.capture_drift(taken);
                if taken.tower && self.rules.captured == Captured::TowerMarked {
                    next.marked |= removed & removed.wrapping_neg();
                }
            }
            removed &= removed - 1;
        }
        let is_marked = state.marked >> chosen.to & 1 != 0;
        next.marked &= !(1 << chosen.to);
        let row = usize::from(chosen.to) / SIDE;
        let by_row = [BLACK, WHITE]
            .into_iter()
            .find(|&owner| self.rules.promoted == Promoted::AnyManByRow && far_row(owner) == row);
        next.cells[usize::from(chosen.to)] = man.map(|man| Man {
            owner: by_row.unwrap_or(man.owner),
            tower: man.tower || is_marked || self.promotes(man, chosen),
            ..man
        });
        if let Some(man) = man {
            next.cost_drift += match man.tower {
                true => self.drift(man.owner, usize::from(chosen.to)),
                false if self.promotes(man, chosen) => self.promotion_drift(man.owner),
                false => 0,
            };
        }
        if self.rules.no_action == NoAction::BoardBefore {
            next.cost_before = self.material(state);
        }
        next.mover = state.mover.opponent();
        next
    }
}
