//! The board on 32-bit masks, one bit for each dark cell: same actions in the same order,
//! same values as [`super::rules`] and [`super::eval`], under every rules record.
//!
//! The bits are numbered in the order in which the rules look the cells through: for columns
//! the board is transposed, for the reverse order turned round, and the directions with it.
//! So a man's turn to act comes with its bit, and nothing needs sorting.

use crate::budget::spend;
use crate::game::{Conventions, Evaluate, FastGame, Game, Key, Leaf, Side};

use super::implied::Met;
use super::rules::{
    Action, BLACK, CELLS, CanAct, Captured, Checkers, ChildOrder, Compulsion, FarTowers, Grouping,
    Jumps, NoAction, Prey, Reach, SIDE, State, WHITE, far_row, is_forward,
};

/// One of the four directions, numbered clockwise from north-east, on the numbered bits.
type Way = usize;
const NORTH_EAST: Way = 0;
const SOUTH_EAST: Way = 1;
const SOUTH_WEST: Way = 2;
const NORTH_WEST: Way = 3;

/// The way back.
const fn opposite(way: Way) -> Way {
    way ^ 2
}

// Rows of four dark cells: in the even ones they are B, D, F, H, in the odd ones A, C, E, G.
const EVEN_ROWS: u32 = 0x0F0F_0F0F;
const ODD_ROWS: u32 = 0xF0F0_F0F0;
const NOT_EAST_EDGE: u32 = 0xF7F7_F7F7;
const NOT_WEST_EDGE: u32 = 0xEFEF_EFEF;

/// The cells one step from `cells`; those that leave the board are lost.
const fn shift(way: Way, cells: u32) -> u32 {
    let (even, odd) = (cells & EVEN_ROWS, cells & ODD_ROWS);
    match way {
        NORTH_EAST => (even & NOT_EAST_EDGE) >> 3 | odd >> 4,
        SOUTH_EAST => (even & NOT_EAST_EDGE) << 5 | odd << 4,
        SOUTH_WEST => even << 4 | (odd & NOT_WEST_EDGE) << 3,
        _ => even >> 4 | (odd & NOT_WEST_EDGE) >> 5,
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Each player's men, by [`Side::index`].
    men: [u32; 2],
    /// Which men are towers, and empty cells that make towers.
    towers: u32,
    /// Who is to move.
    mover: Side,
    /// What the men cost together, see [`Checkers::material`].
    material: i32,
}

/// A move or a capture: cells as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u32,
    to: u32,
    jumped: u32,
}

/// Where one player's men may go, by way.
#[derive(Clone, Copy, Default)]
struct Reaches {
    /// All ones where pieces move.
    piece_moves: [u32; 4],
    tower_moves: [u32; 4],
    piece_captures: [u32; 4],
    tower_captures: [u32; 4],
}

/// The actions of one position, each man's as bits at its cell, by way.
struct Options {
    moves: [u32; 4],
    captures: [u32; 4],
}

/// The game under one rules record.
#[derive(Clone, Copy)]
pub struct FastCheckers {
    game: Checkers,
    /// The ways in the order in which a player's pieces and its towers try them.
    ways: [[[Way; 4]; 2]; 2],
    reaches: [Reaches; 2],
    /// Where a player's piece becomes a tower by a move.
    promoting_moves: [u32; 2],
    /// Where it does by a capture.
    promoting_captures: [u32; 2],
    /// What a player's piece adds to the board cost.
    piece_cost: [i32; 2],
    tower_cost: [i32; 2],
    /// A player's far row.
    far_row: [u32; 2],
    /// Where captures may land.
    landing: u32,
    /// For a way backwards, the way as far to the east or west in the row ahead.
    ahead: [[Option<Way>; 4]; 2],
}

/// A step on the numbered bits, for a step on the board (rows down, columns right).
fn turned(order: ChildOrder, (down, right): (i8, i8)) -> Way {
    let (down, right) = match order {
        ChildOrder::Rows | ChildOrder::ByList | ChildOrder::ByListFromCommand => (down, right),
        ChildOrder::Columns => (right, down),
        ChildOrder::Reverse => (-down, -right),
    };
    match (down < 0, right > 0) {
        (true, true) => NORTH_EAST,
        (false, true) => SOUTH_EAST,
        (false, false) => SOUTH_WEST,
        (true, false) => NORTH_WEST,
    }
}

/// The bit number of a dark cell.
fn bit_of(order: ChildOrder, cell: usize) -> usize {
    let place = match order {
        ChildOrder::Rows | ChildOrder::ByList | ChildOrder::ByListFromCommand => cell,
        ChildOrder::Columns => cell % SIDE * SIDE + cell / SIDE,
        ChildOrder::Reverse => CELLS - 1 - cell,
    };
    place / 2
}

/// The dark cell of a bit number.
fn cell_of(order: ChildOrder, bit: usize) -> usize {
    let row = bit / 4;
    let place = 2 * bit + (row + 1) % 2;
    match order {
        ChildOrder::Rows | ChildOrder::ByList | ChildOrder::ByListFromCommand => place,
        ChildOrder::Columns => place % SIDE * SIDE + place / SIDE,
        ChildOrder::Reverse => CELLS - 1 - place,
    }
}

fn is_dark(cell: usize) -> bool {
    (cell / SIDE + cell % SIDE) % 2 == 1
}

impl FastCheckers {
    /// The same game on the fast board.
    pub fn new(game: Checkers) -> Self {
        let rules = &game.rules;
        let order = rules.child_order;
        let mut fast = Self {
            game,
            ways: [BLACK, WHITE].map(|owner| {
                [false, true].map(|tower| game.steps(owner, tower).map(|it| turned(order, it)))
            }),
            reaches: [Reaches::default(); 2],
            promoting_moves: [0; 2],
            promoting_captures: [0; 2],
            piece_cost: [0; 2],
            tower_cost: [0; 2],
            far_row: [0; 2],
            landing: cells(
                order,
                (0..CELLS).filter(|&cell| is_dark(cell) && !rules.edges.bars(cell)),
            ),
            ahead: [[None; 4]; 2],
        };
        for owner in [BLACK, WHITE] {
            let index = owner.index();
            for step in game.steps(owner, false) {
                let way = turned(order, step);
                let (down, right) = step;
                fast.ahead[index][way] =
                    (!is_forward(owner, step)).then(|| turned(order, (-down, right)));
                let cells = |reach| match reach {
                    Reach::Forward if !is_forward(owner, step) => 0,
                    Reach::Forward | Reach::All => u32::MAX,
                };
                let reaches = &mut fast.reaches[index];
                reaches.piece_moves[way] = cells(game.reach(false, false));
                reaches.tower_moves[way] = cells(game.reach(true, false));
                if !game.overlooks(step) {
                    reaches.piece_captures[way] = cells(game.reach(false, true));
                    reaches.tower_captures[way] = cells(game.reach(true, true));
                }
            }
            let dark = || (0..CELLS).filter(|&cell| is_dark(cell));
            let far_row = dark().filter(|cell| cell / SIDE == far_row(owner));
            fast.far_row[index] = cells(order, far_row);
            let promoting = dark().filter(|&cell| game.promotes_on(owner, cell));
            let promoting = cells(order, promoting);
            let where_promoted = |by_capture| {
                let promotes = game.promotes_by(owner, by_capture);
                if promotes { promoting } else { 0 }
            };
            fast.promoting_moves[index] = where_promoted(false);
            fast.promoting_captures[index] = where_promoted(true);
            let piece_cost = game.sign(owner);
            fast.piece_cost[index] = piece_cost;
            fast.tower_cost[index] = piece_cost * game.tower_cost(owner);
        }
        fast
    }

    /// The game that it is.
    pub fn game(&self) -> &Checkers {
        &self.game
    }

    /// The position on the fast board; none when a man stands on a light cell, or under rules that
    /// the fast board does not have.
    pub fn board(&self, state: &State) -> Option<Board> {
        if !self.game.rules.are_fast() {
            return None;
        }
        let mut board = Board {
            men: [0; 2],
            towers: 0,
            mover: state.mover,
            material: self.game.material(state),
        };
        for (cell, man) in state.cells.iter().enumerate() {
            let Some(man) = man else { continue };
            if !is_dark(cell) {
                return None;
            }
            let bit = 1 << bit_of(self.game.rules.child_order, cell);
            board.men[man.owner.index()] |= bit;
            board.towers |= if man.tower { bit } else { 0 };
        }
        let marked = (0..CELLS).filter(|&cell| is_dark(cell) && state.marked >> cell & 1 != 0);
        board.towers |= cells(self.game.rules.child_order, marked);
        Some(board)
    }

    /// The action on the real board.
    pub fn action(&self, step: Step) -> Action {
        let cell = |bits: u32| cell_of(self.game.rules.child_order, bits.trailing_zeros() as usize);
        Action {
            from: cell(step.from) as u8,
            to: cell(step.to) as u8,
            jumped: bits(step.jumped).fold(0, |jumped, bit| jumped | 1 << cell(bit)),
        }
    }

    /// What the mover's pieces may jump over, and what its towers may.
    fn prey(&self, board: &Board) -> (u32, u32) {
        let [own, other] =
            [board.mover, board.mover.opponent()].map(|player| board.men[player.index()]);
        let other_pieces = other & !board.towers;
        match self.game.rules.prey {
            Prey::Opponents => (other, other),
            Prey::PiecesOnly => (other_pieces, other_pieces),
            Prey::TowersByTowers => (other_pieces, other),
            Prey::OwnPiecesByTowers => (other, other | own & !board.towers),
            Prey::OwnTowers => (other | own & board.towers, other | own & board.towers),
            Prey::Unlike => (other | own & board.towers, other | own & !board.towers),
            Prey::Anyone => (own | other, own | other),
            Prey::NotOwn => (!own, !own),
        }
    }

    /// What the player to move can do with single jumps; whether captures are compulsory is
    /// not yet looked at.
    fn options(&self, board: &Board) -> Options {
        let [own, other] =
            [board.mover, board.mover.opponent()].map(|player| board.men[player.index()]);
        let empty = !(own | other);
        let (pieces, towers) = (own & !board.towers, own & board.towers);
        let (piece_prey, tower_prey) = self.prey(board);
        let reaches = &self.reaches[board.mover.index()];
        let mut options = Options {
            moves: [0; 4],
            captures: [0; 4],
        };
        for way in [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST] {
            let back = opposite(way);
            let can_move = pieces & reaches.piece_moves[way] | towers & reaches.tower_moves[way];
            options.moves[way] = can_move & shift(back, empty);
            let before_landing = shift(back, empty & self.landing);
            options.captures[way] = pieces
                & reaches.piece_captures[way]
                & shift(back, piece_prey & before_landing)
                | towers & reaches.tower_captures[way] & shift(back, tower_prey & before_landing);
        }
        options
    }

    /// Whether the player to move can act at all.
    fn has_action(&self, board: &Board) -> bool {
        let Options { moves, captures } = self.options(board);
        let can_act = self.game.rules.can_act;
        let counts_captures = matches!(can_act, CanAct::ByAny | CanAct::Forward);
        let backward = &self.ahead[board.mover.index()];
        (0..4)
            .filter(|&way| can_act != CanAct::Forward || backward[way].is_none())
            .any(|way| moves[way] != 0 || counts_captures && captures[way] != 0)
    }

    /// What a leaf costs that is lost for a player.
    fn cost_of_end(&self, board: &Board, root: Side, leaf: Leaf) -> Option<i32> {
        let has_men = |player: Side| board.men[player.index()] != 0;
        let has_action = |mover| self.has_action(&Board { mover, ..*board });
        self.game
            .cost_of_end(board.mover, root, leaf, has_men, has_action)
    }

    /// Appends the capture over `over` and, where the rules let a capture go on, the longer
    /// ones that it begins. `chain` is what was jumped before, from its end.
    fn captures_over(&self, board: &Board, chain: Step, way: Way, out: &mut Vec<Step>) {
        let over = shift(way, chain.to);
        let to = shift(way, over);
        let longer = Step {
            to,
            jumped: chain.jumped | over,
            ..chain
        };
        if to != chain.from {
            out.push(longer);
        }
        if self.game.rules.jumps == Jumps::Many {
            let tower = usize::from(chain.from & board.towers != 0);
            for next in self.ways[board.mover.index()][tower] {
                if self.can_jump_on(board, longer, next) {
                    self.captures_over(board, longer, next, out);
                }
            }
        }
    }

    /// Whether a capture that has come as far as `chain` can go on in a direction.
    fn can_jump_on(&self, board: &Board, chain: Step, way: Way) -> bool {
        let reaches = &self.reaches[board.mover.index()];
        let (piece_prey, tower_prey) = self.prey(board);
        let reach = if chain.from & board.towers == 0 {
            reaches.piece_captures[way] & piece_prey
        } else {
            reaches.tower_captures[way] & tower_prey
        };
        let [own, other] =
            [board.mover, board.mover.opponent()].map(|player| board.men[player.index()]);
        let over = shift(way, chain.to) & !chain.jumped & reach & (own | other);
        let to = shift(way, over) & self.landing;
        to != 0 && (to == chain.from || to & (own | other) == 0)
    }

    /// Appends the moves and captures of the man on `from`, those that are wanted.
    fn steps_of(
        &self,
        board: &Board,
        options: &Options,
        from: u32,
        (moves, captures): (bool, bool),
        out: &mut Vec<Step>,
    ) {
        let tower = usize::from(from & board.towers != 0);
        let start = out.len();
        for way in self.ways[board.mover.index()][tower] {
            if moves && options.moves[way] & from != 0 {
                out.push(Step {
                    from,
                    to: shift(way, from),
                    jumped: 0,
                });
            }
            if captures && options.captures[way] & from != 0 {
                let chain = Step {
                    from,
                    to: from,
                    jumped: 0,
                };
                self.captures_over(board, chain, way, out);
            }
        }
        if self.game.rules.grouping == Grouping::ByTarget {
            out[start..].sort_by_key(|step| step.to);
        }
    }

    /// Appends all actions.
    fn list(&self, board: &Board, out: &mut Vec<Step>) {
        let options = self.options(board);
        let any = |ways: [u32; 4]| ways.into_iter().fold(0, |all, some| all | some);
        let (movers, capturers) = (any(options.moves), any(options.captures));
        let groups = match self.game.rules.grouping {
            Grouping::TowersFirst => [board.towers, !board.towers],
            Grouping::PiecesFirst => [!board.towers, board.towers],
            _ => [u32::MAX, 0],
        };
        let mut list = |men: u32, wanted| {
            for from in groups.into_iter().flat_map(|group| bits(men & group)) {
                self.steps_of(board, &options, from, wanted, out);
            }
        };
        if self.game.rules.compulsory == Compulsion::Compulsory && capturers != 0 {
            return list(capturers, CAPTURES);
        }
        match self.game.rules.grouping {
            Grouping::Mixed
            | Grouping::ByTarget
            | Grouping::TowersFirst
            | Grouping::PiecesFirst => list(movers | capturers, BOTH),
            Grouping::MovesFirst => {
                list(movers, MOVES);
                list(capturers, CAPTURES);
            }
            Grouping::CapturesFirst => {
                list(capturers, CAPTURES);
                list(movers, MOVES);
            }
            Grouping::PieceMovesFirst | Grouping::PieceCapturesFirst => {
                let mut passes = [MOVES, CAPTURES];
                if self.game.rules.grouping == Grouping::PieceCapturesFirst {
                    passes.reverse();
                }
                for from in bits(movers | capturers) {
                    for wanted in passes {
                        self.steps_of(board, &options, from, wanted, out);
                    }
                }
            }
        }
    }

    /// Where a player's piece becomes a tower by a capture, or by a move.
    fn promoting(&self, owner: Side, by_capture: bool) -> u32 {
        match by_capture {
            true => self.promoting_captures[owner.index()],
            false => self.promoting_moves[owner.index()],
        }
    }

    /// What an action removes from the board.
    fn removed(&self, board: &Board, chosen: Step) -> u32 {
        let is_tower = board.towers & chosen.from != 0;
        if self.game.rules.captured == Captured::TowersStay {
            return chosen.jumped & !board.towers;
        }
        if self.game.rules.captured != Captured::Ahead || !is_tower {
            return chosen.jumped;
        }
        let way = (0..4).find(|&way| shift(way, chosen.from) == chosen.jumped);
        let ahead = way.and_then(|way| self.ahead[board.mover.index()][way]);
        ahead.map_or(chosen.jumped, |way| shift(way, chosen.from))
    }

    /// The value of a position one level above the leaves where all of them cost the same: the
    /// player to move can neither capture nor promote, and cannot block the opponent.
    fn quiet(&self, board: &Board) -> Option<i32> {
        /// A man that arrives on a cell is in the way of so many others.
        const BLOCKED: u32 = 4;
        let rules = &self.game.rules;
        let looks_at_other = matches!(
            rules.no_action,
            NoAction::EitherSide | NoAction::EitherEverywhere | NoAction::LeavesJustMoved
        );
        let is_simple = rules.far_towers == FarTowers::Once && rules.can_act != CanAct::Forward;
        if looks_at_other || !is_simple {
            return None;
        }
        let own = self.options(board);
        let promoting = self.promoting_moves[board.mover.index()] | board.towers;
        let pieces = |way: Way| own.moves[way] & !board.towers;
        let is_quiet = own.moves != [0; 4]
            && own.captures == [0; 4]
            && (0..4).all(|way| shift(way, pieces(way)) & promoting == 0);
        let mover = board.mover.opponent();
        let theirs = || self.options(&Board { mover, ..*board }).moves;
        let count = |moves: [u32; 4]| moves.into_iter().map(u32::count_ones).sum::<u32>();
        let cost = self.game.as_taken(board.material, Leaf::Horizon, mover);
        (is_quiet && count(theirs()) > BLOCKED).then_some(cost)
    }

    /// The board before an action when it is taken back, but for the towers that there are now.
    pub(super) fn taken_back(&self, before: &Board, chosen: Step, after: &Board) -> Board {
        let mut board = *before;
        board.towers |= after.towers & (before.men[0] | before.men[1]) & !chosen.from;
        let is_capture = chosen.jumped != 0;
        let keeps_own = self.game.rules.promotion.is_kept_after(is_capture);
        let promoting = self.promoting(before.mover, is_capture);
        if after.towers & chosen.to != 0 && (keeps_own || promoting & chosen.to == 0) {
            board.towers |= chosen.from;
        }
        for owner in [BLACK, WHITE] {
            let kept = board.towers & !before.towers & before.men[owner.index()];
            board.material += self.cost(owner, kept, kept) - self.cost(owner, kept, 0);
        }
        if self.game.rules.far_towers == FarTowers::Twice {
            board.material += self.far_cost(&board) - self.far_cost(before);
        }
        board
    }

    /// What comes up in a search of so many plies.
    pub(super) fn met(&self, board: &Board, depth: u32, root: Side) -> Met {
        let mut met = Met::default();
        self.meet(board, depth, root, &mut met);
        met
    }

    fn meet(&self, board: &Board, depth: u32, root: Side, met: &mut Met) {
        spend(1);
        let actions = match depth {
            0 => Vec::new(),
            _ => self.all_moves(board),
        };
        if actions.is_empty() {
            let leaf = match depth {
                0 => Leaf::Horizon,
                _ => Leaf::NoMoves,
            };
            met.ended |= self.cost_of_end(board, root, leaf).is_some();
        }
        for action in actions {
            let next = self.play(board, action);
            let was_tower = board.towers & action.from != 0;
            met.captured |= action.jumped != 0;
            met.captured_tower |= action.jumped & board.towers != 0;
            met.far_tower |= was_tower && action.to & self.far_row[board.mover.index()] != 0;
            met.promoted |= !was_tower && next.towers & action.to != 0;
            self.meet(&next, depth - 1, root, met);
        }
    }

    /// What the men of a board that are towers, and were none on another: cells of the real board.
    pub(super) fn new_towers(&self, before: &Board, after: &Board) -> u64 {
        let order = self.game.rules.child_order;
        bits(after.towers & !before.towers)
            .map(|bit| 1 << cell_of(order, bit.trailing_zeros() as usize))
            .sum()
    }

    /// What towers on their far rows cost once more.
    fn far_cost(&self, board: &Board) -> i32 {
        let cost = |owner: Side| {
            let far = board.men[owner.index()] & board.towers & self.far_row[owner.index()];
            self.cost(owner, far, far)
        };
        cost(BLACK) + cost(WHITE)
    }

    /// What the men on `bits` add to the board cost.
    fn cost(&self, owner: Side, men: u32, towers: u32) -> i32 {
        let count = |bits: u32| bits.count_ones() as i32;
        self.piece_cost[owner.index()] * count(men & !towers)
            + self.tower_cost[owner.index()] * count(men & towers)
    }
}

/// Dark cells as bits.
fn cells(order: ChildOrder, cells: impl Iterator<Item = usize>) -> u32 {
    cells.fold(0, |bits, cell| bits | 1 << bit_of(order, cell))
}

/// The single bits of a mask, lowest first.
fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

const MOVES: (bool, bool) = (true, false);
const CAPTURES: (bool, bool) = (false, true);
const BOTH: (bool, bool) = (true, true);

impl Game for FastCheckers {
    type State = Board;
    type Move = Step;

    fn turn(&self, board: &Board) -> Side {
        board.mover
    }

    fn moves(&self, board: &Board, out: &mut Vec<Step>) {
        let mover = board.mover.opponent();
        if self.game.ends_for_either() && !self.has_action(&Board { mover, ..*board }) {
            return;
        }
        if self.game.rules.can_act.is_above_leaves() && !self.has_action(board) {
            return;
        }
        let start = out.len();
        self.list(board, out);
        self.game.rules.actions_tried.leave_out(start, out);
    }

    fn play(&self, board: &Board, chosen: Step) -> Board {
        let rules = &self.game.rules;
        let (us, them) = (board.mover, board.mover.opponent());
        let mut next = *board;
        next.mover = them;
        next.men[us.index()] ^= chosen.from | chosen.to;
        let promoting = self.promoting(us, chosen.jumped != 0);
        if board.towers & chosen.from != 0 {
            next.towers = board.towers & !chosen.from | chosen.to;
            let is_added = rules.far_towers == FarTowers::EachArrival
                && self.far_row[us.index()] & chosen.to != 0;
            if is_added {
                next.material += self.tower_cost[us.index()] - self.piece_cost[us.index()];
            }
        } else if (promoting | board.towers) & chosen.to != 0 {
            next.towers |= chosen.to;
            next.material += self.tower_cost[us.index()] - self.piece_cost[us.index()];
        }
        if chosen.jumped != 0 && rules.captured != Captured::Stays {
            // The man itself, passed over on its way, is on no cell any more.
            let jumped = self.removed(board, chosen) & !chosen.from;
            for owner in [us, them] {
                let taken = jumped & board.men[owner.index()];
                next.material -= self.cost(owner, taken, board.towers);
                next.men[owner.index()] &= !taken;
            }
            if rules.captured != Captured::TowerMarked {
                next.towers &= !jumped;
            }
        }
        if rules.far_towers == FarTowers::Twice {
            next.material += self.far_cost(&next) - self.far_cost(board);
        }
        next
    }
}

impl Evaluate for FastCheckers {
    type Value = i32;

    fn value(&self, board: &Board, root: Side, leaf: Leaf) -> i32 {
        let end = self.cost_of_end(board, root, leaf);
        let cost = end.unwrap_or(board.material);
        self.game.as_taken(cost, leaf, board.mover)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        self.game.maximises(mover, root)
    }

    fn conventions(&self) -> Conventions {
        self.game.conventions()
    }
}

impl FastGame for FastCheckers {
    fn key(&self, board: &Board) -> Key {
        let [black, white] = board.men.map(u64::from);
        [
            black,
            white,
            // Where it is kept along the men do not tell it.
            (board.material as u64) << 33
                | u64::from(board.towers) << 1
                | board.mover.index() as u64,
        ]
    }

    fn known(&self, board: &Board, _root: Side, depth: u32) -> Option<i32> {
        (depth == 1).then(|| self.quiet(board)).flatten()
    }

    fn promise(&self, board: &Board, chosen: Step) -> u16 {
        if chosen.jumped == 0 {
            let far_row = self.promoting_moves[board.mover.index()];
            return u16::from(far_row & chosen.to != 0 && board.towers & chosen.from == 0);
        }
        let towers = chosen.jumped & board.towers;
        (chosen.jumped.count_ones() + 2 * towers.count_ones()) as u16
    }
}
