//! Board, rules record and legal actions.

use crate::game::{Game, Player, Tie};
use crate::options::Number;

crate::choice! {
    /// In which order the cells are looked through for pieces that can act.
    pub enum ChildOrder {
        /// Actions are made cell by cell, row by row from A1.
        Rows = "rows",
        /// Actions are made column by column from A1.
        Columns = "columns",
        /// Actions are made row by row, backwards from H8.
        Reverse = "reverse",
    }
}

crate::choice! {
    /// In which order one piece's directions are tried.
    pub enum Directions {
        /// Directions go clockwise from north-east.
        FromNorthEast = "from-north-east",
        /// Directions go clockwise from north-west.
        FromNorthWest = "from-north-west",
        /// Directions go counter-clockwise from north-east.
        CounterClockwise = "counter-clockwise",
    }
}

crate::choice! {
    /// Whether moves and captures are taken apart when actions are listed.
    pub enum Grouping {
        /// Moves and captures come as the directions find them.
        Mixed = "mixed",
        /// All moves come before all captures.
        MovesFirst = "moves-first",
        /// All captures come before all moves.
        CapturesFirst = "captures-first",
        /// Each piece's moves come before its captures.
        PieceMovesFirst = "piece-moves-first",
        /// Each piece's captures come before its moves.
        PieceCapturesFirst = "piece-captures-first",
    }
}

crate::choice! {
    /// Whether a player who can capture must.
    pub enum Compulsion {
        /// Capturing is never compulsory.
        Free = "no",
        /// A player who can capture has to capture.
        Compulsory = "yes",
    }
}

crate::choice! {
    /// What becomes of a captured piece.
    pub enum Captured {
        /// What was jumped is removed.
        Removed = "removed",
        /// What was jumped stays on the board.
        Stays = "stays",
    }
}

crate::choice! {
    /// How many jumps a capture may make.
    pub enum Jumps {
        /// A turn has one jump.
        One = "one",
        /// A capture may go on with further jumps in the same turn.
        Many = "many",
    }
}

crate::choice! {
    /// Where a man may go.
    pub enum Reach {
        /// Only forward.
        Forward = "forward",
        /// In all four directions.
        All = "all",
    }
}

crate::choice! {
    /// How a piece becomes a tower.
    pub enum Promotion {
        /// A piece on the far row becomes a tower at once.
        AtOnce = "at-once",
        /// A piece never becomes a tower.
        Never = "never",
        /// Only a move to the far row promotes, a capture does not.
        ByMove = "by-move",
        /// Only a capture to the far row promotes, a move does not.
        ByCapture = "by-capture",
        /// Promotion happens on the real board only, not inside the search.
        AfterSearch = "after-search",
    }
}

crate::choice! {
    /// Whose pieces are promoted.
    pub enum Promoted {
        /// Both players' pieces are promoted.
        Both = "both",
        /// Only white's pieces are promoted.
        White = "white",
        /// Only black's pieces are promoted.
        Black = "black",
    }
}

crate::choice! {
    /// Whose men count as positive in the board cost.
    pub enum CostSign {
        /// Cost is black's men less white's.
        BlackPositive = "black-positive",
        /// Cost is white's men less black's.
        WhitePositive = "white-positive",
    }
}

crate::choice! {
    /// Which cost white chooses.
    pub enum WhiteTakes {
        /// White takes the smallest cost.
        Minimum = "minimum",
        /// White takes the largest cost, as black does.
        Maximum = "maximum",
    }
}

crate::choice! {
    /// Which boards of a search are checked for a player without actions.
    pub enum NoAction {
        /// Every board of the search is checked for a player without actions.
        Everywhere = "everywhere",
        /// Leaves are not checked for a player without actions; boards above them are.
        Inner = "inner",
        /// Only leaves are checked for a player without actions.
        Leaves = "leaves",
        /// Only boards with the searching player to move are checked for actions.
        OwnSide = "own-side",
        /// A board without actions costs its material.
        Nowhere = "nowhere",
    }
}

crate::choice! {
    /// What a board without actions costs.
    pub enum Limits {
        /// Black without actions costs -2147483648, white without actions 2147483647.
        Standard = "standard",
        /// The two limit values are swapped.
        Swapped = "swapped",
    }
}

crate::choice! {
    /// What is printed as the cost of a board without actions.
    pub enum PrintedLimit {
        /// A board without actions prints the limit value as its cost.
        Limit = "limit",
        /// A board without actions prints its material as its cost.
        Material = "material",
    }
}

crate::choice! {
    /// When the winner's line is printed.
    pub enum WinnerLine {
        /// The winner's line comes when an action has to be computed and there is none.
        WhenNeeded = "when-needed",
        /// The winner's line comes as soon as the opponent has no action.
        AtOnce = "at-once",
        /// The winner's line comes from `P` only, `A` prints nothing.
        PlayOnly = "play-only",
        /// The winner's line is never printed.
        Never = "never",
    }
}

crate::choice! {
    /// Who is named as the winner.
    pub enum WinnerName {
        /// The player who can still act wins.
        Opponent = "opponent",
        /// The player without actions is named as the winner.
        Stuck = "stuck",
    }
}

crate::choice! {
    /// What `P` does when an action leaves the opponent without one.
    pub enum PlayEnd {
        /// `P` goes on until an action is needed that does not exist.
        Needed = "needed",
        /// `P` stops without a word once the opponent has no action.
        Silent = "silent",
    }
}

crate::choice! {
    /// How computed actions are numbered.
    pub enum Counter {
        /// Every action has the next number.
        Advances = "advances",
        /// The actions of a `P` all carry the first one's number.
        Stuck = "stuck",
        /// A computed action repeats the number of the action before it.
        Behind = "behind",
    }
}

crate::choice! {
    /// What an action with the opponent's piece is answered with.
    pub enum OpponentCheck {
        /// An action with the opponent's piece has an error line of its own.
        Own = "own",
        /// An action with the opponent's piece is reported as illegal.
        Illegal = "illegal",
        /// An action with the opponent's piece is carried out when that piece could do it.
        Allowed = "allowed",
    }
}

crate::choice! {
    /// The order in which an input action is checked; the values swap two of the checks.
    pub enum ErrorOrder {
        /// Source outside, target outside, source empty, target taken, opponent's, illegal.
        Published = "published",
        /// The target is checked for being outside before the source.
        TargetOutsideFirst = "target-outside~source-outside",
        /// An empty source is checked in the place of an outside source, and the other way round.
        SourceOutsideSourceEmpty = "source-outside~source-empty",
        /// A taken target is checked in the place of an outside source, and the other way round.
        SourceOutsideTargetTaken = "source-outside~target-taken",
        /// The opponent's piece is checked in the place of an outside source, and the other way round.
        SourceOutsideOpponent = "source-outside~opponent",
        /// An illegal action is checked in the place of an outside source, and the other way round.
        SourceOutsideIllegal = "source-outside~illegal",
        /// An empty source is checked before an outside target.
        TargetOutsideSourceEmpty = "target-outside~source-empty",
        /// A taken target is checked in the place of an outside target, and the other way round.
        TargetOutsideTargetTaken = "target-outside~target-taken",
        /// The opponent's piece is checked in the place of an outside target, and the other way round.
        TargetOutsideOpponent = "target-outside~opponent",
        /// An illegal action is checked in the place of an outside target, and the other way round.
        TargetOutsideIllegal = "target-outside~illegal",
        /// A taken target is checked before an empty source.
        SourceEmptyTargetTaken = "source-empty~target-taken",
        /// The opponent's piece is checked in the place of an empty source, and the other way round.
        SourceEmptyOpponent = "source-empty~opponent",
        /// An illegal action is checked in the place of an empty source, and the other way round.
        SourceEmptyIllegal = "source-empty~illegal",
        /// The opponent's piece is checked before a taken target.
        TargetTakenOpponent = "target-taken~opponent",
        /// An illegal action is checked in the place of a taken target, and the other way round.
        TargetTakenIllegal = "target-taken~illegal",
        /// An illegal action is checked before the opponent's piece.
        OpponentIllegal = "opponent~illegal",
    }
}

crate::record! {
    /// The rules of the assignment and the readings and mistakes around them; the defaults
    /// are the published rules.
    pub struct Rules {
        /// What is printed as the cost of a board without actions.
        printed_limit: PrintedLimit = PrintedLimit::Limit, "printed-limit";
        /// When the winner's line is printed.
        winner_line: WinnerLine = WinnerLine::WhenNeeded, "winner-line";
        /// Which boards of a search are checked for a player without actions.
        no_action: NoAction = NoAction::Everywhere, "no-action";
        /// Which of several best actions is taken.
        tie: Tie = Tie::First, "tie";
        /// In which order the cells are looked through.
        child_order: ChildOrder = ChildOrder::Rows, "child-order";
        /// In which order one piece's directions are tried.
        directions: Directions = Directions::FromNorthEast, "directions";
        /// Whether moves and captures are taken apart when actions are listed.
        grouping: Grouping = Grouping::Mixed, "grouping";
        /// Whether a player who can capture must.
        compulsory: Compulsion = Compulsion::Free, "compulsory-capture";
        /// What becomes of a captured piece.
        captured: Captured = Captured::Removed, "captured";
        /// How many jumps a capture may make.
        jumps: Jumps = Jumps::One, "jumps";
        /// Where a piece moves.
        piece_moves: Reach = Reach::Forward, "piece-moves";
        /// Where a piece captures.
        piece_captures: Reach = Reach::Forward, "piece-captures";
        /// Where a tower moves.
        tower_moves: Reach = Reach::All, "tower-moves";
        /// Where a tower captures.
        tower_captures: Reach = Reach::All, "tower-captures";
        /// How a piece becomes a tower.
        promotion: Promotion = Promotion::AtOnce, "promotion";
        /// Whose pieces are promoted.
        promoted: Promoted = Promoted::Both, "promoted";
        /// What a tower counts in the board cost, in pieces.
        tower_cost: Number<0, 9> = Number::new(3), "tower-cost", wrong [1, 2, 4];
        /// Whose men count as positive in the board cost.
        cost_sign: CostSign = CostSign::BlackPositive, "cost-sign";
        /// Which cost white chooses.
        white_takes: WhiteTakes = WhiteTakes::Minimum, "white-takes";
        /// What a board without actions costs.
        limits: Limits = Limits::Standard, "limits";
        /// Levels of the search.
        depth: Number<1, 64> = Number::new(3), "depth", wrong [1, 2, 4];
        /// Who is named as the winner.
        winner_name: WinnerName = WinnerName::Opponent, "winner-name";
        /// Actions that `P` plays.
        play_actions: Number<1, 1000> = Number::new(10), "play-actions", wrong [9, 11];
        /// What `P` does when an action leaves the opponent without one.
        play_end: PlayEnd = PlayEnd::Needed, "play-end";
        /// How computed actions are numbered.
        counter: Counter = Counter::Advances, "counter";
        /// The order in which an input action is checked.
        error_order: ErrorOrder = ErrorOrder::Published, "error-order";
        /// What an action with the opponent's piece is answered with.
        opponent_check: OpponentCheck = OpponentCheck::Own, "opponent-check";
    }
}

impl Rules {
    /// The rules that hold on the real board.
    #[must_use]
    pub fn on_the_board(mut self) -> Self {
        if self.promotion == Promotion::AfterSearch {
            self.promotion = Promotion::AtOnce;
        }
        self
    }

    /// The rules that hold inside the search.
    #[must_use]
    pub fn in_search(mut self) -> Self {
        if self.promotion == Promotion::AfterSearch {
            self.promotion = Promotion::Never;
        }
        self
    }
}

/// Cells a side.
pub const SIDE: usize = 8;
/// Cells of the board.
pub const CELLS: usize = SIDE * SIDE;
/// Black moves first.
pub const BLACK: Player = Player::First;
/// White moves second.
pub const WHITE: Player = Player::Second;

/// A piece or a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub owner: Player,
    /// Whether it is a tower.
    pub tower: bool,
}

/// A position: the men, row by row from A1, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells, row by row from A1.
    pub cells: [Option<Man>; CELLS],
    /// Who is to move.
    pub mover: Player,
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
                });
            }
        }
        Self {
            cells,
            mover: BLACK,
        }
    }

    /// How many men of this owner and kind stand on the board.
    pub fn count(&self, owner: Player, tower: bool) -> usize {
        let man = Some(Man { owner, tower });
        self.cells.iter().filter(|&&cell| cell == man).count()
    }
}

/// The cell one step from `cell`, when it is on the board.
fn step(cell: usize, (down, right): Step) -> Option<usize> {
    let row = (cell / SIDE).checked_add_signed(down.into())?;
    let column = (cell % SIDE).checked_add_signed(right.into())?;
    (row < SIDE && column < SIDE).then_some(row * SIDE + column)
}

/// Whether the step goes towards the opponent's side.
pub(super) fn is_forward(owner: Player, (down, _): Step) -> bool {
    (owner == BLACK) == (down < 0)
}

/// The row, from 0, on which a player's pieces are promoted.
pub(super) fn far_row(owner: Player) -> usize {
    if owner == BLACK { 0 } else { SIDE - 1 }
}

impl Checkers {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Whether the player to move can act at all.
    pub fn has_action(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        (0..CELLS).any(|cell| {
            self.actions_from(state, cell, &mut actions);
            !actions.is_empty()
        })
    }

    /// The directions in the order to try them.
    pub(super) fn steps(&self) -> [Step; 4] {
        match self.rules.directions {
            Directions::FromNorthEast => [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST],
            Directions::FromNorthWest => [NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST],
            Directions::CounterClockwise => [NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST],
        }
    }

    fn cell_at(&self, place: usize) -> usize {
        match self.rules.child_order {
            ChildOrder::Rows => place,
            ChildOrder::Columns => (place % SIDE) * SIDE + place / SIDE,
            ChildOrder::Reverse => CELLS - 1 - place,
        }
    }

    /// Appends the actions of the man on `cell`, if it is the mover's.
    fn actions_from(&self, state: &State, cell: usize, out: &mut Vec<Action>) {
        let Some(man) = state.cells[cell].filter(|man| man.owner == state.mover) else {
            return;
        };
        let reach = if man.tower {
            self.rules.tower_moves
        } else {
            self.rules.piece_moves
        };
        let start = out.len();
        for way in self.steps() {
            let Some(next) = step(cell, way) else {
                continue;
            };
            if state.cells[next].is_some() {
                self.captures_along(state, action(cell, cell, 0), way, out);
            } else if reach == Reach::All || is_forward(man.owner, way) {
                out.push(action(cell, next, 0));
            }
        }
        match self.rules.grouping {
            Grouping::PieceMovesFirst => out[start..].sort_by_key(|action| action.jumped != 0),
            Grouping::PieceCapturesFirst => out[start..].sort_by_key(|action| action.jumped == 0),
            Grouping::Mixed | Grouping::MovesFirst | Grouping::CapturesFirst => {}
        }
    }

    /// Appends the capture that goes on from `chain` in one direction and, where the rules
    /// let a capture go on, the longer ones it begins.
    fn captures_along(&self, state: &State, chain: Action, way: Step, out: &mut Vec<Action>) {
        let from = usize::from(chain.from);
        let Some(man) = state.cells[from] else {
            return;
        };
        let reach = if man.tower {
            self.rules.tower_captures
        } else {
            self.rules.piece_captures
        };
        if reach == Reach::Forward && !is_forward(man.owner, way) {
            return;
        }
        let Some(over) = step(usize::from(chain.to), way) else {
            return;
        };
        let is_prey = state.cells[over].is_some_and(|other| other.owner != man.owner);
        let Some(to) = step(over, way).filter(|_| is_prey && chain.jumped & (1 << over) == 0)
        else {
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
            for next in self.steps() {
                self.captures_along(state, longer, next, out);
            }
        }
    }

    fn promotes(&self, man: Man, action: Action) -> bool {
        usize::from(action.to) / SIDE == far_row(man.owner)
            && self.promotes_by(man.owner, action.jumped != 0)
    }

    /// Whether a player's piece that arrives on the far row becomes a tower.
    pub(super) fn promotes_by(&self, owner: Player, capture: bool) -> bool {
        let by_kind = match self.rules.promotion {
            Promotion::AtOnce | Promotion::AfterSearch => true,
            Promotion::Never => false,
            Promotion::ByMove => !capture,
            Promotion::ByCapture => capture,
        };
        let by_owner = match self.rules.promoted {
            Promoted::Both => true,
            Promoted::White => owner == WHITE,
            Promoted::Black => owner == BLACK,
        };
        by_kind && by_owner
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

    fn turn(&self, state: &State) -> Player {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<Action>) {
        let start = out.len();
        for place in 0..CELLS {
            self.actions_from(state, self.cell_at(place), out);
        }
        match self.rules.grouping {
            Grouping::MovesFirst => out[start..].sort_by_key(|action| action.jumped != 0),
            Grouping::CapturesFirst => out[start..].sort_by_key(|action| action.jumped == 0),
            Grouping::Mixed | Grouping::PieceMovesFirst | Grouping::PieceCapturesFirst => {}
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
    }

    fn play(&self, state: &State, chosen: Action) -> State {
        let mut next = state.clone();
        let man = next.cells[usize::from(chosen.from)].take();
        if self.rules.captured == Captured::Removed {
            for cell in 0..CELLS {
                if chosen.jumped & (1 << cell) != 0 {
                    next.cells[cell] = None;
                }
            }
        }
        next.cells[usize::from(chosen.to)] = man.map(|man| Man {
            tower: man.tower || self.promotes(man, chosen),
            ..man
        });
        next.mover = state.mover.opponent();
        next
    }
}
