//! Choices of the rules record about the order in which actions are made.

crate::choice! {
    /// In which order the cells are looked through.
    pub enum ChildOrder {
        /// Actions are made cell by cell, row by row from A1.
        Rows = "rows",
        /// Actions are made column by column from A1.
        Columns = "columns",
        /// Actions are made row by row, backwards from H8.
        Reverse = "reverse",
        /// Actions are made man by man, in the order in which the men stood at first, row by row from A1.
        ByList = "by-list",
        /// Actions are made man by man, in the order in which the men stood when the command came, row by row from A1.
        ByListFromCommand = "by-list-from-command",
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
        /// Each piece's actions come in the order of their target cells, in which the pieces come, too.
        ByTarget = "by-target",
        /// All actions of towers come before those of pieces.
        TowersFirst = "towers-first",
        /// All actions of pieces come before those of towers.
        PiecesFirst = "pieces-first",
    }
}
