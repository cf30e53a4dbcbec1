//! The rules record: every choice that the rules and the usual mistakes leave open.

use super::handling::{
    AfterCommand, AfterError, BackwardCheck, BareCommand, CellReading, ColumnNames, CommandReading,
    CostBoard, Counter, Decided, DistanceCheck, ErrorOrder, FirstMover, InputEnd, JumpCheck,
    LongLines, OpponentCheck, PlayEnd, RowZero, WinnerLine, WinnerName,
};
use super::rules::{BLACK, WHITE};
use crate::game::{Side, Tie};
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
        /// Directions go row by row: north-west, north-east, south-west, south-east.
        ByRows = "by-rows",
        /// Directions go row by row from the east: north-east, north-west, south-east, south-west.
        ByRowsFromEast = "by-rows-from-east",
        /// Directions go column by column from the east: north-east, south-east, north-west, south-west.
        ByColumnsFromEast = "by-columns-from-east",
        /// Directions go counter-clockwise from south-east.
        CounterClockwiseFromSouthEast = "counter-clockwise-from-south-east",
    }
}

crate::choice! {
    /// In which order a tower's directions are tried.
    pub enum TowerDirections {
        /// Towers try the directions in the order of all men.
        AsPieces = "as-pieces",
        /// Towers try their player's forward directions before the backward ones.
        ForwardFirst = "forward-first",
        /// Towers try north-west first, then clockwise.
        FromNorthWest = "from-north-west",
        /// Towers try north-east first, then counter-clockwise.
        CounterClockwise = "counter-clockwise",
        /// Towers try the directions row by row: north-west, north-east, south-west, south-east.
        ByRows = "by-rows",
        /// Towers try the directions row by row from the east: north-east, north-west, south-east, south-west.
        ByRowsFromEast = "by-rows-from-east",
    }
}

crate::choice! {
    /// In which order white's men try the directions.
    pub enum WhiteDirections {
        /// White tries the directions in black's order.
        AsBlack = "as-black",
        /// White tries the directions in black's order with north and south exchanged.
        Mirrored = "mirrored",
        /// White tries the directions in black's order turned half round.
        Turned = "turned",
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
        /// A player who can capture has to capture in computed actions, not in those of the input.
        Computed = "computed",
    }
}

crate::choice! {
    /// What becomes of a captured piece.
    pub enum Captured {
        /// What was jumped is removed.
        Removed = "removed",
        /// What was jumped stays on the board.
        Stays = "stays",
        /// What was jumped is removed on the real board only, not inside the search.
        AfterSearch = "after-search",
        /// A tower that captures backwards removes what stands one row ahead of it, not what it jumped.
        Ahead = "ahead",
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
    /// Who goes backwards, in moves and captures alike.
    pub enum Backwards {
        /// Only towers go backwards.
        Towers = "towers",
        /// Pieces go backwards, too, as towers do.
        Everyone = "everyone",
        /// Towers go only forward, as pieces do.
        Nobody = "nobody",
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
        /// A piece that becomes a tower inside the search stays one when its action is taken back.
        Kept = "kept",
        /// A piece that becomes a tower inside the search stays one when its action is taken back, and its next actions are a tower's.
        KeptAndUsed = "kept-and-used",
    }
}

impl Promotion {
    /// Whether actions of the input know nothing of it.
    pub(super) fn is_of_search(self) -> bool {
        matches!(self, Self::AfterSearch) || self.is_kept()
    }

    /// Whether a search leaves towers behind.
    pub(super) fn is_kept(self) -> bool {
        matches!(self, Self::Kept | Self::KeptAndUsed)
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
    /// Whose pieces are promoted one row early.
    pub enum EarlyPromotion {
        /// Pieces are promoted on their far row only.
        Nobody = "nobody",
        /// White's pieces are promoted on row 7 already.
        White = "white",
        /// Black's pieces are promoted on row 2 already.
        Black = "black",
        /// Both players' pieces are promoted one row before their far row already.
        Both = "both",
    }
}

impl EarlyPromotion {
    /// Whether it is so for a player.
    pub(super) fn is_for(self, owner: Side) -> bool {
        match self {
            Self::Nobody => false,
            Self::White => owner == WHITE,
            Self::Black => owner == BLACK,
            Self::Both => true,
        }
    }
}

crate::choice! {
    /// Whose towers count more than a piece in the board cost.
    pub enum DearTowers {
        /// Both players' towers count more than a piece.
        Both = "both",
        /// Only black's towers count more than a piece.
        Black = "black",
        /// Only white's towers count more than a piece.
        White = "white",
    }
}

crate::choice! {
    /// What one player's towers count that count otherwise than the other's.
    pub enum UnevenTowers {
        /// Both players' towers count alike.
        None = "none",
        /// A white tower counts 2 pieces.
        White2 = "white-2",
        /// A white tower counts 4 pieces.
        White4 = "white-4",
        /// A white tower counts 5 pieces.
        White5 = "white-5",
        /// A black tower counts 2 pieces.
        Black2 = "black-2",
        /// A black tower counts 4 pieces.
        Black4 = "black-4",
        /// A black tower counts 5 pieces.
        Black5 = "black-5",
    }
}

impl UnevenTowers {
    /// What a player's tower counts, if that is otherwise.
    pub(super) fn cost(self, owner: Side) -> Option<i32> {
        let (whose, cost) = match self {
            Self::None => return None,
            Self::White2 => (WHITE, 2),
            Self::White4 => (WHITE, 4),
            Self::White5 => (WHITE, 5),
            Self::Black2 => (BLACK, 2),
            Self::Black4 => (BLACK, 4),
            Self::Black5 => (BLACK, 5),
        };
        (owner == whose).then_some(cost)
    }
}

crate::choice! {
    /// How often a tower on its far row counts in the board cost.
    pub enum FarTowers {
        /// A tower counts once wherever it stands.
        Once = "once",
        /// A tower on its far row counts twice.
        Twice = "twice",
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
        /// In a search both players take what is best for the one who searches.
        AsSearcher = "as-searcher",
        /// Whoever searches takes the largest cost, and the other player the smallest.
        SearcherLargest = "searcher-largest",
    }
}

crate::choice! {
    /// Which boards of a search are checked for a player without actions.
    pub enum NoAction {
        /// Every board of the search is checked for a player without actions.
        Everywhere = "everywhere",
        /// Leaves are not checked for a player without actions; boards above them are.
        Inner = "inner",
        /// A board without actions costs its material.
        Nowhere = "nowhere",
        /// Only leaves are checked for a player without actions.
        Leaves = "leaves",
        /// Only boards with the searching player to move are checked for actions.
        OwnSide = "own-side",
        /// Above the leaves only boards with the opponent to move are checked for actions, leaves are not.
        OpponentInner = "opponent-inner",
        /// A board above the leaves without actions costs 0, leaves are not checked.
        Zero = "zero",
        /// A board above the leaves without actions counts as won by the player who has none, leaves are not checked.
        Inverted = "inverted",
        /// Only a player without men counts as having no action in the search.
        NoMen = "no-men",
        /// A leaf is checked for either player being without actions, whoever is to move.
        EitherSide = "either-side",
        /// Every board of the search is checked for either player being without actions, whoever is to move.
        EitherEverywhere = "either-everywhere",
    }
}

crate::choice! {
    /// Which actions show that a player can act.
    pub enum CanAct {
        /// A player who can move or capture can act.
        ByAny = "by-any",
        /// A player who can capture but not move counts as one without actions: on leaves of the search, for the printed cost and for the end of the game.
        ByMove = "by-move",
    }
}

crate::choice! {
    /// What a board without actions costs.
    pub enum Limits {
        /// Black without actions costs -2147483648, white without actions 2147483647.
        Standard = "standard",
        /// The two limit values are swapped.
        Swapped = "swapped",
        /// A board without actions costs 2147483647, whoever is to move.
        Largest = "largest",
    }
}

crate::choice! {
    /// What is printed as the cost of a board without actions.
    pub enum PrintedLimit {
        /// A board without actions prints the limit value as its cost.
        Limit = "limit",
        /// A board without actions prints its material as its cost.
        Material = "material",
        /// Only a board without men of the player to move prints the limit value.
        NoMen = "no-men",
        /// A board on which either player is without actions prints the limit value, whoever is to move.
        EitherSide = "either-side",
        /// A board prints the limit value when the player who has just moved has no further action.
        Mover = "mover",
    }
}

crate::choice! {
    /// Whether one player breaks ties otherwise.
    pub enum OneSidedTie {
        /// Both players break ties alike.
        None = "none",
        /// Black takes the last of several best actions.
        Black = "black-last",
        /// White takes the last of several best actions.
        White = "white-last",
    }
}

crate::choice! {
    /// What a capture may jump over.
    pub enum Prey {
        /// A capture jumps over a man of the opponent.
        Opponents = "opponents",
        /// Towers cannot be captured.
        PiecesOnly = "pieces-only",
        /// Only a tower can capture a tower.
        TowersByTowers = "towers-by-towers",
        /// A tower can capture pieces of its own side, too.
        OwnPiecesByTowers = "own-pieces-by-towers",
        /// A capture may jump over men of either side.
        Anyone = "anyone",
        /// A capture may jump over anything but an own man, over an empty cell, too.
        NotOwn = "not-own",
    }
}

crate::choice! {
    /// Which captures a computed action overlooks.
    pub enum Overlooked {
        /// No capture is overlooked.
        None = "none",
        /// Captures to the north-east are overlooked when actions are computed.
        NorthEast = "north-east",
        /// Captures to the south-east are overlooked when actions are computed.
        SouthEast = "south-east",
        /// Captures to the south-west are overlooked when actions are computed.
        SouthWest = "south-west",
        /// Captures to the north-west are overlooked when actions are computed.
        NorthWest = "north-west",
    }
}

crate::record! {
    /// The rules of the assignment and the readings and mistakes around them; the defaults
    /// are the published rules.
    pub struct Rules {
        /// What is printed as the cost of a board without actions.
        printed_limit: PrintedLimit = PrintedLimit::Limit, "printed-limit", reading ["material"];
        /// When the winner's line is printed.
        winner_line: WinnerLine = WinnerLine::WhenNeeded, "winner-line",
            reading ["at-once", "computed-at-once", "at-the-end"];
        /// Which boards of a search are checked for a player without actions.
        no_action: NoAction = NoAction::Everywhere, "no-action", reading ["inner"];
        /// Which actions show that a player can act.
        can_act: CanAct = CanAct::ByAny, "can-act";
        /// Which of several best actions is taken.
        tie: Tie = Tie::First, "tie";
        /// Whether one player breaks ties otherwise.
        one_sided_tie: OneSidedTie = OneSidedTie::None, "one-sided-tie";
        /// In which order the cells are looked through.
        child_order: ChildOrder = ChildOrder::Rows, "child-order";
        /// In which order one piece's directions are tried.
        directions: Directions = Directions::FromNorthEast, "directions";
        /// In which order a tower's directions are tried.
        tower_directions: TowerDirections = TowerDirections::AsPieces, "tower-directions";
        /// In which order white's men try the directions.
        white_directions: WhiteDirections = WhiteDirections::AsBlack, "white-directions";
        /// Whether moves and captures are taken apart when actions are listed.
        grouping: Grouping = Grouping::Mixed, "grouping";
        /// Whether a player who can capture must.
        compulsory: Compulsion = Compulsion::Free, "compulsory-capture";
        /// What becomes of a captured piece.
        captured: Captured = Captured::Removed, "captured";
        /// How many jumps a capture may make.
        jumps: Jumps = Jumps::One, "jumps";
        /// Who goes backwards, in moves and captures alike.
        backwards: Backwards = Backwards::Towers, "backwards";
        /// Where a piece moves.
        piece_moves: Reach = Reach::Forward, "piece-moves";
        /// Where a piece captures.
        piece_captures: Reach = Reach::Forward, "piece-captures";
        /// Where a tower moves.
        tower_moves: Reach = Reach::All, "tower-moves";
        /// Where a tower captures.
        tower_captures: Reach = Reach::All, "tower-captures";
        /// What a capture may jump over.
        prey: Prey = Prey::Opponents, "prey";
        /// Which captures a computed action overlooks.
        overlooked: Overlooked = Overlooked::None, "overlooked";
        /// How a piece becomes a tower.
        promotion: Promotion = Promotion::AtOnce, "promotion";
        /// Whose pieces are promoted.
        promoted: Promoted = Promoted::Both, "promoted";
        /// Whose pieces are promoted one row early.
        early_promotion: EarlyPromotion = EarlyPromotion::Nobody, "early-promotion";
        /// What a tower counts in the board cost, in pieces.
        tower_cost: Number<0, 9> = Number::new(3), "tower-cost", wrong [1, 2, 4, 5];
        /// Whose towers count more than a piece in the board cost.
        dear_towers: DearTowers = DearTowers::Both, "dear-towers";
        /// What one player's towers count that count otherwise than the other's.
        uneven_towers: UnevenTowers = UnevenTowers::None, "uneven-towers";
        /// How often a tower on its far row counts in the board cost.
        far_towers: FarTowers = FarTowers::Once, "far-towers";
        /// Whose men count as positive in the board cost.
        cost_sign: CostSign = CostSign::BlackPositive, "cost-sign";
        /// Which cost white chooses.
        white_takes: WhiteTakes = WhiteTakes::Minimum, "white-takes";
        /// What a board without actions costs.
        limits: Limits = Limits::Standard, "limits";
        /// What is done once the search sees the game decided.
        decided: Decided = Decided::Played, "decided";
        /// Levels of the search.
        depth: Number<1, 64> = Number::new(3), "depth", wrong [1, 2, 4];
        /// Which board's cost is printed with an action.
        cost_board: CostBoard = CostBoard::After, "cost-board";
        /// Who is named as the winner.
        winner_name: WinnerName = WinnerName::Opponent, "winner-name";
        /// Actions that `A` plays.
        next_actions: Number<1, 1000> = Number::new(1), "next-actions", wrong [2, 10];
        /// Actions that `P` plays.
        play_actions: Number<1, 1000> = Number::new(10), "play-actions",
            wrong [1, 5, 9, 11, 12, 20, 50, 100];
        /// What `P` does when an action leaves the opponent without one.
        play_end: PlayEnd = PlayEnd::Needed, "play-end";
        /// How computed actions are numbered.
        counter: Counter = Counter::Advances, "counter";
        /// The order in which an input action is checked.
        error_order: ErrorOrder = ErrorOrder::Published, "error-order";
        /// What an action with the opponent's piece is answered with.
        opponent_check: OpponentCheck = OpponentCheck::Own, "opponent-check";
        /// How far an input action goes that is not checked for it.
        distance_check: DistanceCheck = DistanceCheck::Complete, "distance-check";
        /// What an input action may jump over.
        jump_check: JumpCheck = JumpCheck::Complete, "jump-check";
        /// Whose pieces go backwards by an input action.
        backward_check: BackwardCheck = BackwardCheck::Complete, "backward-check";
        /// Which lines are commands.
        command_reading: CommandReading = CommandReading::WholeLine, "command-reading";
        /// What becomes of a command that no action comes before.
        bare_command: BareCommand = BareCommand::Obeyed, "bare-command";
        /// How the cells of an input action are read.
        cell_reading: CellReading = CellReading::Whole, "cell-reading";
        /// Which characters name a column.
        column_names: ColumnNames = ColumnNames::Capitals, "column-names";
        /// What becomes of an action line that has not five characters.
        long_lines: LongLines = LongLines::Answered, "long-lines";
        /// Where row 0 is noticed.
        row_zero: RowZero = RowZero::Outside, "row-zero";
        /// Who makes the first action.
        first_mover: FirstMover = FirstMover::Black, "first-mover";
        /// What becomes of an input without a command.
        input_end: InputEnd = InputEnd::Silent, "input-end";
        /// What becomes of lines after a command.
        after_command: AfterCommand = AfterCommand::Ignored, "after-command";
        /// What becomes of lines after an error.
        after_error: AfterError = AfterError::Ignored, "after-error";
    }
}

impl Rules {
    /// The rules that hold on the real board.
    #[must_use]
    pub fn on_the_board(mut self) -> Self {
        if self.promotion.is_of_search() {
            self.promotion = Promotion::AtOnce;
        }
        if self.captured == Captured::AfterSearch {
            self.captured = Captured::Removed;
        }
        if self.compulsory == Compulsion::Computed {
            self.compulsory = Compulsion::Free;
        }
        self.overlooked = Overlooked::None;
        self.no_action = NoAction::Everywhere;
        self
    }

    /// The rules that hold inside the search. Those of what is read and printed are the published
    /// ones: equal searches have equal rules.
    #[must_use]
    pub fn in_search(mut self) -> Self {
        if self.promotion == Promotion::AfterSearch {
            self.promotion = Promotion::Never;
        }
        if self.captured == Captured::AfterSearch {
            self.captured = Captured::Stays;
        }
        if self.compulsory == Compulsion::Computed {
            self.compulsory = Compulsion::Compulsory;
        }
        let published = Self::default();
        Self {
            printed_limit: published.printed_limit,
            winner_line: published.winner_line,
            decided: published.decided,
            cost_board: published.cost_board,
            winner_name: published.winner_name,
            next_actions: published.next_actions,
            play_actions: published.play_actions,
            play_end: published.play_end,
            counter: published.counter,
            error_order: published.error_order,
            opponent_check: published.opponent_check,
            distance_check: published.distance_check,
            jump_check: published.jump_check,
            backward_check: published.backward_check,
            command_reading: published.command_reading,
            bare_command: published.bare_command,
            cell_reading: published.cell_reading,
            column_names: published.column_names,
            long_lines: published.long_lines,
            row_zero: published.row_zero,
            first_mover: published.first_mover,
            input_end: published.input_end,
            after_command: published.after_command,
            after_error: published.after_error,
            ..self
        }
    }

    /// The rules with the tie as `mover` breaks it at the root of a search.
    #[must_use]
    pub fn for_mover(mut self, mover: Side) -> Self {
        match (self.one_sided_tie, mover) {
            (OneSidedTie::Black, BLACK) | (OneSidedTie::White, WHITE) => self.tie = Tie::Last,
            _ => {}
        }
        self
    }
}
