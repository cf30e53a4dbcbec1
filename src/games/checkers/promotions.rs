//! Choices of the rules record about how pieces become towers.

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
        /// Inside the search only a move to the far row promotes, a capture does not.
        ByMoveInSearch = "by-move-in-search",
        /// Inside the search only a capture to the far row promotes, a move does not.
        ByCaptureInSearch = "by-capture-in-search",
        /// Promotion happens on the real board only, not inside the search.
        AfterSearch = "after-search",
        /// A piece that becomes a tower inside the search stays one when its action is taken back.
        Kept = "kept",
        /// A piece that becomes a tower inside the search stays one when its action is taken back, and its next actions are a tower's.
        KeptAndUsed = "kept-and-used",
        /// A piece that becomes a tower inside the search stays one when its action is taken back, until it acts again as the piece that it was when the actions were listed.
        KeptAsListed = "kept-as-listed",
        /// A piece that becomes a tower inside the search stays one when its action is taken back, but is put back after a capture as what it was when the actions were listed.
        KeptUnlessCaptured = "kept-unless-captured",
        /// A piece that becomes a tower inside the search stays one there when its action is taken back.
        KeptInSearch = "kept-in-search",
        /// A piece that becomes a tower by a capture inside the search stays one when the capture is taken back.
        KeptByCapture = "kept-by-capture",
        /// A piece that becomes a tower by a capture inside the search stays one there when the capture is taken back.
        KeptByCaptureInSearch = "kept-by-capture-in-search",
        /// A piece that becomes a tower by a move inside the search stays one when the move is taken back.
        KeptByMove = "kept-by-move",
        /// A piece that becomes a tower by a move inside the search stays one there when the move is taken back.
        KeptByMoveInSearch = "kept-by-move-in-search",
        /// A tower that arrives on its far row inside the search is a piece when its action is taken back.
        UndoneTwice = "undone-twice",
        /// A tower that arrives on its far row inside the search is a piece there when its action is taken back.
        UndoneTwiceInSearch = "undone-twice-in-search",
        /// A tower that arrives on its far row inside the search is a piece when its action is taken back, and one that was captured as such a piece is put back as one.
        UndoneTwiceAsTaken = "undone-twice-as-taken",
        /// A tower that arrives on its far row inside the search is a piece there when its action is taken back, and one that was captured as such a piece is put back as one.
        UndoneTwiceAsTakenInSearch = "undone-twice-as-taken-in-search",
        /// A tower that arrives on its far row inside the search is a piece when its action is taken back, and its next actions are a piece's.
        UndoneTwiceLookedFor = "undone-twice-looked-for",
        /// A tower that arrives on its far row inside the search is a piece there when its action is taken back, and its next actions there are a piece's.
        UndoneTwiceLookedForInSearch = "undone-twice-looked-for-in-search",
        /// Only a white tower that arrives on its far row inside the search is a piece when its action is taken back, and one that was captured as such a piece is put back as one.
        WhiteUndoneTwiceAsTaken = "white-undone-twice-as-taken",
        /// Only a white tower that arrives on its far row inside the search is a piece there when its action is taken back, and one that was captured as such a piece is put back as one.
        WhiteUndoneTwiceAsTakenInSearch = "white-undone-twice-as-taken-in-search",
        /// Only a white tower that arrives on its far row inside the search is a piece when its action is taken back, and its next actions are a piece's.
        WhiteUndoneTwiceLookedFor = "white-undone-twice-looked-for",
        /// Only a white tower that arrives on its far row inside the search is a piece there when its action is taken back, and its next actions there are a piece's.
        WhiteUndoneTwiceLookedForInSearch = "white-undone-twice-looked-for-in-search",
        /// Only a black tower that arrives on its far row inside the search is a piece when its action is taken back, and one that was captured as such a piece is put back as one.
        BlackUndoneTwiceAsTaken = "black-undone-twice-as-taken",
        /// Only a black tower that arrives on its far row inside the search is a piece there when its action is taken back, and one that was captured as such a piece is put back as one.
        BlackUndoneTwiceAsTakenInSearch = "black-undone-twice-as-taken-in-search",
        /// Only a black tower that arrives on its far row inside the search is a piece when its action is taken back, and its next actions are a piece's.
        BlackUndoneTwiceLookedFor = "black-undone-twice-looked-for",
        /// Only a black tower that arrives on its far row inside the search is a piece there when its action is taken back, and its next actions there are a piece's.
        BlackUndoneTwiceLookedForInSearch = "black-undone-twice-looked-for-in-search",
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
        /// White's pieces are promoted by moves only, black's by captures, too.
        WhiteByMove = "white-by-move",
        /// Black's pieces are promoted by moves only, white's by captures, too.
        BlackByMove = "black-by-move",
        /// White's pieces are promoted by captures only, black's by moves, too.
        WhiteByCapture = "white-by-capture",
        /// Black's pieces are promoted by captures only, white's by moves, too.
        BlackByCapture = "black-by-capture",
        /// A piece that arrives on A8 is not promoted.
        AllButA8 = "all-but-a8",
        /// A piece that arrives on H1 is not promoted.
        AllButH1 = "all-but-h1",
        /// A piece that arrives on A8 or H1 is not promoted.
        AllButCorners = "all-but-corners",
        /// A man that arrives on row 1 becomes a black tower, and one on row 8 a white one, whoever's it was.
        AnyManByRow = "any-man-by-row",
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
