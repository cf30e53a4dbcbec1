//! What the rules record leaves open around the game itself: how input is read and checked,
//! and when the winner is announced.

crate::choice! {
    /// Who makes the first action.
    pub enum FirstMover {
        /// Black makes the first action.
        Black = "black",
        /// The owner of the first action's man makes the first action.
        Owner = "owner",
    }
}

crate::choice! {
    /// How the cells of an input action are read.
    pub enum CellReading {
        /// A cell is one character and all digits after it.
        Whole = "whole",
        /// Cells are read by position: columns are the first and fourth characters of a line, rows the second and fifth.
        Position = "position",
        /// Cells are read by position; a row of two digits in the source ends the input, or is a command when the line begins with A or P.
        Scanned = "scanned",
        /// Of a row only the first digit is read: A10 is A1.
        FirstDigit = "first-digit",
    }
}

crate::choice! {
    /// Where row 0 is noticed.
    pub enum RowZero {
        /// Row 0 is outside of the board.
        Outside = "outside",
        /// Row 0 is outside as a source only; as a target it is a cell that is not empty.
        SourceOnly = "source-only",
        /// Row 0 is outside as a target only; as a source it is a cell of the opponent's.
        TargetOnly = "target-only",
        /// Row 0 is never outside: it is a cell of the opponent's.
        Nowhere = "nowhere",
    }
}

crate::choice! {
    /// Which characters name a column.
    pub enum ColumnNames {
        /// Columns are A to H.
        Capitals = "capitals",
        /// Columns are a to h, too.
        SmallToo = "small-too",
        /// Columns are 1 to 8, too.
        DigitsToo = "digits-too",
        /// Columns are 1 to 8, too, and printed as they were read.
        DigitsEchoed = "digits-echoed",
        /// A line after an action that begins with a digit ends the input.
        DigitsEndInput = "digits-end-input",
    }
}

crate::choice! {
    /// What becomes of an action line that has not five characters.
    pub enum LongLines {
        /// An action line of any length is answered.
        Answered = "answered",
        /// An action line of other than five characters is skipped.
        Skipped = "skipped",
        /// An action line of other than five characters, or with anything but letters for columns, is taken for the action before it.
        Repeated = "repeated",
        /// An action line of other than five characters ends the input.
        EndInput = "end-input",
        /// A line of other than five characters is a command when it begins with A or P, and is skipped otherwise.
        Commands = "commands",
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
        /// An action with the opponent's tower is carried out when that tower could do it.
        TowersAllowed = "towers-allowed",
    }
}

crate::choice! {
    /// The order in which an input action is checked; values with `~` swap two of the checks.
    pub enum ErrorOrder {
        /// Source outside, target outside, source empty, target taken, opponent's, illegal.
        Published = "published",
        /// All about the source is checked before the target.
        SourceFirst = "source-first",
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
        /// Source outside, source empty, target outside, opponent's, target taken, illegal.
        ByTurns = "by-turns",
        /// Target outside, source outside, target taken, source empty, opponent's, illegal.
        TargetBeforeSource = "target-before-source",
        /// An action to a taken target is reported as illegal.
        TargetTakenLast = "target-taken-last",
        /// An action from an empty source to an empty target is reported as illegal.
        SourceEmptyLast = "source-empty-last",
    }
}

crate::choice! {
    /// How far an input action goes that is not checked for it.
    pub enum DistanceCheck {
        /// An input action of any but one or two cells along a diagonal is reported.
        Complete = "complete",
        /// An input action that is not along a diagonal is carried out.
        Crooked = "crooked",
        /// An input action of two cells along a row or a column is carried out.
        Straight = "straight",
        /// An input action of two cells along a row is carried out.
        Sideways = "sideways",
        /// An input action of two cells along a column is carried out.
        Ahead = "ahead",
        /// An input action of one cell one way and two the other is carried out.
        Knight = "knight",
        /// An input action of one cell one way and two the other is accepted, and moves nothing.
        KnightStays = "knight-stays",
        /// A piece's input action of one cell one way and two the other is carried out.
        PieceKnight = "piece-knight",
        /// An input action of three or more cells along a diagonal is carried out.
        Far = "far",
        /// An input action of three or more cells along a diagonal is carried out when it goes north.
        FarNorth = "far-north",
        /// An input action of three or more cells along a diagonal is carried out when it goes south.
        FarSouth = "far-south",
        /// An input action of three or more cells along a diagonal captures an opponent's man half way.
        FarCapture = "far-capture",
        /// An input action to the next row is carried out though its column is too far.
        NextRow = "next-row",
        /// A tower's input action to the next row is carried out, whatever its column.
        TowerNextRow = "tower-next-row",
        /// A tower's input action is only checked when it goes two rows.
        TowerAnywhere = "tower-anywhere",
        /// An input action is checked for its rows only: it goes, and jumps, as many columns as it likes.
        Columns = "columns",
        /// No input action from cell to cell of the board is checked: what is in the source cell goes to the target cell, and over two rows what is half way is removed.
        Unchecked = "unchecked",
        /// An input action is carried out, too, when an opponent's man stands one cell north-west of where its southern row and its eastern column meet: over two rows for a piece, of any length for a tower, which stays where it is unless it goes one row or two.
        Corner = "corner",
    }
}

crate::choice! {
    /// What an input action may jump over.
    pub enum JumpCheck {
        /// An input action that jumps over anything but an opponent's man is reported.
        Complete = "complete",
        /// An input action that jumps over an empty cell or an own man is carried out.
        BlindJump = "blind-jump",
        /// An input action that jumps over an empty cell is carried out.
        EmptyJump = "empty-jump",
        /// An input action that jumps over an empty cell is carried out when it goes east.
        EmptyJumpEast = "empty-jump-east",
        /// A tower's input action that jumps over an empty cell is carried out when it goes back.
        TowerEmptyJump = "tower-empty-jump",
        /// An input action that jumps over an own man is carried out.
        OwnJump = "own-jump",
        /// An input action that jumps over an own man is carried out when it goes east.
        OwnJumpEast = "own-jump-east",
        /// A tower's input action that jumps over an own piece is carried out.
        TowerOwnJump = "tower-own-jump",
    }
}

crate::choice! {
    /// Whose pieces go backwards by an input action.
    pub enum BackwardCheck {
        /// An input action of a piece that goes backwards is reported.
        Complete = "complete",
        /// An input action of a piece that goes backwards is carried out.
        Everyone = "backward",
        /// An input action of a white piece that goes backwards is carried out.
        White = "white-backward",
        /// An input action of a black piece that goes backwards is carried out.
        Black = "black-backward",
        /// An input action of a piece that goes one cell backwards is carried out.
        Move = "backward-move",
        /// An input action of a piece that captures backwards is carried out.
        Capture = "backward-capture",
    }
}

crate::choice! {
    /// What becomes of lines after an error.
    pub enum AfterError {
        /// Reading stops at the first error.
        Ignored = "ignored",
        /// Lines after an error are answered too.
        Answered = "answered",
        /// A command after an error is obeyed, actions before it are passed over.
        Commands = "commands",
        /// An error with a source in column A or P is followed by what that letter commands, as the other player's turn.
        CommandByColumn = "command-by-column",
    }
}

crate::choice! {
    /// What becomes of an input without a command.
    pub enum InputEnd {
        /// An input without a command ends with its last action.
        Silent = "silent",
        /// An input without a command is taken for one with A when the source of its last action is in column A.
        CommandByColumn = "command-by-column",
        /// An input without a command is taken for one with A when the source of its last action is in column A; the same player acts again, under the same number.
        CommandAgain = "command-again",
        /// An input without a command has its last action answered a second time, as the other player's.
        LastAgain = "last-again",
        /// An input without a command has its last action answered a second time, as the other player's; one without any line has an error with a source outside of the board.
        LastAgainOrOutside = "last-again-or-outside",
    }
}

crate::choice! {
    /// What becomes of lines after a command.
    pub enum AfterCommand {
        /// Reading stops at the command.
        Ignored = "ignored",
        /// Lines after a command are answered too.
        Answered = "answered",
        /// Lines after a command are answered too, on the board that was there before it.
        AnsweredOnBoardBefore = "answered-on-board-before",
        /// Lines after a command are answered too, on the board that was there before it; after P a number is passed over, and a turn.
        AnsweredAfterGap = "answered-after-gap",
        /// A command is obeyed when all lines have been answered; of several the last one.
        Deferred = "deferred",
    }
}

crate::choice! {
    /// What becomes of a command that no action comes before.
    pub enum BareCommand {
        /// A command is obeyed wherever it stands.
        Obeyed = "obeyed",
        /// A command is not obeyed when no action comes before it.
        Ignored = "ignored",
        /// An input that does not begin with an action has neither the configuration nor the first board.
        WithoutHeader = "without-header",
        /// An input that does not begin with an action has a blank line in the place of the configuration and the first board.
        BlankLine = "blank-line",
        /// White begins when no action comes before a command.
        WhiteBegins = "white-begins",
    }
}

crate::choice! {
    /// Which lines are commands.
    pub enum CommandReading {
        /// A command is a line of one letter.
        WholeLine = "whole-line",
        /// Every line that begins with A is taken for the command A.
        FirstLetter = "first-letter",
        /// Neither command is obeyed: nothing is ever computed.
        Neither = "neither",
        /// `A` is obeyed, `P` is not.
        NextOnly = "next-only",
    }
}

crate::choice! {
    /// What is done once the search sees the game decided.
    pub enum Decided {
        /// A player all of whose actions lose plays the first of them.
        Played = "played",
        /// The winner's line comes in place of an action once the search sees a winner.
        Ended = "ended",
        /// A line of `=` and the winner's line come in place of an action that has to be computed once there is none or the search sees a winner.
        EndedBelowLine = "ended-below-line",
        /// The winner's line follows an action whose search sees a winner, and names its player.
        Announced = "announced",
        /// A player all of whose actions lose is taken to have none.
        GivenUp = "given-up",
        /// An action that leaves the opponent without one is not taken: where no other is as good, the player is taken to have none.
        WinOverlooked = "win-overlooked",
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
        /// The winner's line comes as soon as a computed action leaves the opponent without one.
        ComputedAtOnce = "computed-at-once",
        /// The winner's line comes as soon as an input action leaves the opponent without one.
        PlayedAtOnce = "played-at-once",
        /// The winner's line comes as soon as either player has no action, whoever is to move; white is looked at first.
        EitherSide = "either-side",
        /// The winner's line comes also after the last action of the input or of a command.
        AtTheEnd = "at-the-end",
        /// The winner's line comes only when the player to move has no men left.
        NoMen = "no-men",
        /// The winner's line comes once for every action that `P` has still to play.
        Repeated = "repeated",
        /// Only a win of white is announced.
        WhiteOnly = "white-only",
        /// Only a win of black is announced.
        BlackOnly = "black-only",
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
        /// `P` stops silently once the opponent has no action.
        Silent = "silent",
    }
}

crate::choice! {
    /// Which board's cost is printed with an action.
    pub enum CostBoard {
        /// The cost printed is that of the board after the action.
        After = "after",
        /// The cost printed is that of the board before the action.
        Before = "before",
        /// The cost printed with a computed action is that of the board before it.
        BeforeComputed = "before-computed",
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
        /// Computed actions are counted from 1 again.
        ComputedAlone = "computed-alone",
        /// Each player's actions are counted by themselves.
        EachPlayer = "each-player",
    }
}
