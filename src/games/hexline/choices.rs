//! The rules record: every choice that the rules and the usual mistakes leave open.

use crate::options::Number;

crate::record! {
    /// The rules and the mistakes around them; the defaults are the published rules.
    pub struct Rules {
        /// Which rows of the map are shifted.
        parity: enum Parity, "parity", rare ["by-first-cell"] {
            /// Neighbours above and below lie as the table for odd and even y says.
            Published = "published",
            /// The columns for odd and even y are swapped.
            Swapped = "swapped",
            /// The column for odd y is used in all rows.
            AllOdd = "all-odd",
            /// The column for even y is used in all rows.
            AllEven = "all-even",
            /// Whether x is odd decides, not y.
            ByX = "by-x",
            /// The column for a line's first cell is used for all of the line.
            ByFirstCell = "by-first-cell",
        }
        /// In which order the cells are looked through.
        cell_order: enum CellOrder, "cell-order" {
            /// Moves are listed by x, then by y.
            ByX = "x-first",
            /// Moves are listed by y, then by x.
            ByY = "y-first",
        }
        /// How the directions are numbered.
        numbering: enum Numbering, "numbering",
            rare ["clockwise", "counterclockwise", "clockwise-from-upper-right",
                "counterclockwise-from-upper-right"] {
            /// Directions are numbered row by row: upper left, upper right, left, right, lower left, lower right.
            Published = "published",
            /// Directions are numbered clockwise from the upper left, and come in that order.
            Clockwise = "clockwise",
            /// Directions are numbered counter-clockwise from the upper left, and come in that order.
            Counterclockwise = "counterclockwise",
            /// Directions are numbered clockwise from the upper right, and come in that order.
            ClockwiseFromUpperRight = "clockwise-from-upper-right",
            /// Directions are numbered counter-clockwise from the upper right, and come in that order.
            CounterclockwiseFromUpperRight = "counterclockwise-from-upper-right",
        }
        /// Which cells no line of two or more may cover.
        left_out: enum LeftOut, "left-out",
            rare ["x-0", "y-0", "x-11", "y-11", "x-0-y-0", "x-11-y-11", "x-0-later", "y-0-later",
                "x-0-y-0-later", "x-11-later", "y-11-later", "x-11-y-11-later"] {
            /// Lines of two or more cells cover all cells of the map.
            None = "none",
            /// No line of two or more covers a cell whose x is 0.
            FirstX = "x-0",
            /// No line of two or more covers a cell whose y is 0.
            FirstY = "y-0",
            /// No line of two or more covers a cell whose x is 11.
            LastX = "x-11",
            /// No line of two or more covers a cell whose y is 11.
            LastY = "y-11",
            /// No line of two or more covers a cell whose x or y is 0.
            First = "x-0-y-0",
            /// No line of two or more covers a cell whose x or y is 11.
            Last = "x-11-y-11",
            /// No line goes on to a cell whose x is 0, though it may start there.
            FirstXLater = "x-0-later",
            /// No line goes on to a cell whose y is 0, though it may start there.
            FirstYLater = "y-0-later",
            /// No line goes on to a cell whose x or y is 0, though it may start there.
            FirstLater = "x-0-y-0-later",
            /// No line goes on to a cell whose x is 11, though it may start there.
            LastXLater = "x-11-later",
            /// No line goes on to a cell whose y is 11, though it may start there.
            LastYLater = "y-11-later",
            /// No line goes on to a cell whose x or y is 11, though it may start there.
            LastLater = "x-11-y-11-later",
        }
        /// Which cells of a line must be free.
        line_check: enum LineCheck, "line-check",
            rare ["ends", "ends-taken", "ends-counted", "ends-counted-on", "ends-freed", "ends-freed-listed", "ends-freed-counted", "ends-freed-counted-listed", "ends-freed-counted-on", "ends-freed-counted-on-listed"] {
            /// All cells of a line must be free.
            All = "all",
            /// Only the first and the last cell of a line must be free.
            Ends = "ends",
            /// Only the first and the last cell of a line must be free, and only they are taken.
            EndsTaken = "ends-taken",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not; a count below 0 is taken for 0.
            EndsCounted = "ends-counted",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not; a count below 0 is valued by its parity, and who has no line to take has lost most of all.
            EndsCountedOn = "ends-counted-on",
            /// Only the first and the last cell of a line must be free, and all of its cells are free when it is taken back.
            EndsFreed = "ends-freed",
            /// Only the first and the last cell of a line must be free, and all of its cells are free when it is taken back, while the lines that are tried were listed before the first of them.
            EndsFreedListed = "ends-freed-listed",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not, and are free when it is taken back; a count below 0 is taken for 0.
            EndsFreedCounted = "ends-freed-counted",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not, and are free when it is taken back, while the lines that are tried were listed before the first of them; a count below 0 is taken for 0.
            EndsFreedCountedListed = "ends-freed-counted-listed",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not, and are free when it is taken back; a count below 0 is valued by its parity, and who has no line to take has lost most of all.
            EndsFreedCountedOn = "ends-freed-counted-on",
            /// Only the first and the last cell of a line must be free, and the others are taken off the count of free ones whether they were or not, and are free when it is taken back, while the lines that are tried were listed before the first of them; a count below 0 is valued by its parity, and who has no line to take has lost most of all.
            EndsFreedCountedOnListed = "ends-freed-counted-on-listed",
        }
        /// Where the third cell of a line is.
        third_cell: enum ThirdCell, "third-cell", rare ["behind"] {
            /// The third cell of a line comes after the second one.
            Ahead = "ahead",
            /// The third cell of a line is the first one's neighbour in the opposite direction, so that the first one is the middle cell.
            Behind = "behind",
        }
        /// In which direction no line of two or more goes.
        missing_direction: enum MissingDirection, "missing-direction", rare ["6", "6-of-three"] {
            /// Lines of two or more cells go in all six directions.
            None = "none",
            /// No line of two or more goes in direction 6.
            Six = "6",
            /// No line of three goes in direction 6, while lines of two do.
            SixOfThree = "6-of-three",
        }
        /// Which lines are listed after one that leaves the map.
        off_map: enum OffMap, "off-map",
            rare ["ends-length", "ends-length-free", "ends-two", "ends-three", "ends-three-free",
                "ends-three-third", "ends-cell"] {
            /// A line that leaves the map is left out.
            Skipped = "skipped",
            /// After a line that leaves the map no line of its length is listed from its cell.
            EndsLength = "ends-length",
            /// After a line that leaves the map from a free cell no line of its length is listed from its cell.
            EndsLengthFree = "ends-length-free",
            /// After a line of two that leaves the map no line of two is listed from its cell.
            EndsTwo = "ends-two",
            /// After a line of three that leaves the map no line of three is listed from its cell.
            EndsThree = "ends-three",
            /// After a line of three that leaves the map from a free cell no line of three is listed from its cell.
            EndsThreeFree = "ends-three-free",
            /// After a line of three whose second cell is free and whose third is off the map no line of three is listed from its cell.
            EndsThreeThird = "ends-three-third",
            /// After a line that leaves the map no line is listed from its cell.
            EndsCell = "ends-cell",
        }
        /// Which edges of the map lines go over.
        edges: enum Edges, "edges", rare ["run-on", "run-on-end", "run-on-start"] {
            /// No line goes over an edge.
            None = "none",
            /// A line that leaves the map where y ends goes on where the next x begins, or the one before ends.
            RunOn = "run-on",
            /// A line that leaves the map after the last y goes on where the next x begins.
            RunOnEnd = "run-on-end",
            /// A line that leaves the map before the first y goes on where the x before ends.
            RunOnStart = "run-on-start",
        }
        /// In which order the lines from one cell are listed.
        line_order: enum LineOrder, "line-order", rare ["direction-first", "all-by-length", "all-longest-first"] {
            /// Lines of a cell are listed by length, then by direction.
            LengthFirst = "length-first",
            /// Lines of a cell are listed by direction, then by length.
            DirectionFirst = "direction-first",
            /// Longer lines of a cell are listed before shorter ones.
            LongestFirst = "longest-first",
            /// Lines of a length are listed from direction 6 to direction 1.
            DirectionsReversed = "directions-reversed",
            /// All single cells of the map are listed first, then all lines of two, then all of three.
            AllByLength = "all-by-length",
            /// All lines of three of the map are listed first, then all lines of two, then all single cells.
            AllLongestFirst = "all-longest-first",
        }
        /// Cells that a line may have at most.
        longest: Number<1, 12> = Number::new(3), "longest", wrong [2, 4];
        /// Whether a line and its reverse are two moves.
        reverses: enum Reverses, "reverses", rare ["first-dropped"] {
            /// A line and its reverse are two moves.
            Kept = "kept",
            /// Only directions 1 to 3 are played, a line's reverse is dropped.
            Dropped = "dropped",
            /// Only directions 4 to 6 are played, a line's reverse is dropped.
            FirstDropped = "first-dropped",
        }
        /// Which neighbour is mistyped.
        mistyped: enum Mistyped, "mistyped",
            rare ["1-odd", "1-even", "1-swapped", "2-odd", "2-even", "2-swapped", "5-odd", "5-even",
                "5-swapped", "6-odd", "6-even", "6-swapped", "1-as-2", "2-as-1", "5-as-6", "6-as-5",
                "1-2-swapped", "1-2-swapped-odd", "1-2-swapped-even", "3-4-swapped", "3-4-swapped-odd",
                "3-4-swapped-even", "5-6-swapped", "5-6-swapped-odd", "5-6-swapped-even"] {
            /// No neighbour is mistyped.
            None = "none",
            /// Direction 1 goes one cell too far to the left where y is odd.
            OneOdd = "1-odd",
            /// Direction 1 goes one cell too far to the right where y is even.
            OneEven = "1-even",
            /// Direction 1 goes as for even y where y is odd, and the other way round.
            OneSwapped = "1-swapped",
            /// Direction 2 goes one cell too far to the left where y is odd.
            TwoOdd = "2-odd",
            /// Direction 2 goes one cell too far to the right where y is even.
            TwoEven = "2-even",
            /// Direction 2 goes as for even y where y is odd, and the other way round.
            TwoSwapped = "2-swapped",
            /// Direction 5 goes one cell too far to the left where y is odd.
            FiveOdd = "5-odd",
            /// Direction 5 goes one cell too far to the right where y is even.
            FiveEven = "5-even",
            /// Direction 5 goes as for even y where y is odd, and the other way round.
            FiveSwapped = "5-swapped",
            /// Direction 6 goes one cell too far to the left where y is odd.
            SixOdd = "6-odd",
            /// Direction 6 goes one cell too far to the right where y is even.
            SixEven = "6-even",
            /// Direction 6 goes as for even y where y is odd, and the other way round.
            SixSwapped = "6-swapped",
            /// Direction 1 goes where direction 2 does.
            OneAsTwo = "1-as-2",
            /// Direction 2 goes where direction 1 does.
            TwoAsOne = "2-as-1",
            /// Direction 5 goes where direction 6 does.
            FiveAsSix = "5-as-6",
            /// Direction 6 goes where direction 5 does.
            SixAsFive = "6-as-5",
            /// Directions 1 and 2 are swapped.
            OneTwoSwapped = "1-2-swapped",
            /// Directions 1 and 2 are swapped where y is odd.
            OneTwoSwappedOdd = "1-2-swapped-odd",
            /// Directions 1 and 2 are swapped where y is even.
            OneTwoSwappedEven = "1-2-swapped-even",
            /// Directions 3 and 4 are swapped.
            ThreeFourSwapped = "3-4-swapped",
            /// Directions 3 and 4 are swapped where y is odd.
            ThreeFourSwappedOdd = "3-4-swapped-odd",
            /// Directions 3 and 4 are swapped where y is even.
            ThreeFourSwappedEven = "3-4-swapped-even",
            /// Directions 5 and 6 are swapped.
            FiveSixSwapped = "5-6-swapped",
            /// Directions 5 and 6 are swapped where y is odd.
            FiveSixSwappedOdd = "5-6-swapped-odd",
            /// Directions 5 and 6 are swapped where y is even.
            FiveSixSwappedEven = "5-6-swapped-even",
        }
        /// What taking the last free cell means.
        last_cell: enum LastCell, "last-cell",
            rare ["wins-early", "wins-early-root", "wins-early-opponent"] {
            /// Whoever takes the last free cell loses.
            Loses = "loses",
            /// Whoever takes the last free cell wins.
            Wins = "wins",
            /// A player who has no line to take has lost most of all, unless the depth limit is reached.
            WinsEarly = "wins-early",
            /// When the opponent of the player to move at the root has no line to take, the opponent has lost most of all, unless the depth limit is reached.
            WinsEarlyRoot = "wins-early-root",
            /// When the player to move at the root has no line to take, that player has lost most of all, unless the depth limit is reached.
            WinsEarlyOpponent = "wins-early-opponent",
        }
        /// For whom a leaf is valued.
        value_for: enum ValueFor, "value-for",
            rare ["root", "root-as-to-move", "player-1", "player-1-as-to-move", "player-1-below-root"] {
            /// A leaf is valued for the player who has just moved.
            JustMoved = "just-moved",
            /// A leaf is valued for the player to move.
            ToMove = "to-move",
            /// A leaf is valued for the player to move at the root, whoever has just moved.
            Root = "root",
            /// A leaf is valued for the player to move at the root, but taken as if for the player to move.
            RootAsToMove = "root-as-to-move",
            /// A leaf is valued for player 1, also where the root that takes the largest value is player 2's.
            PlayerOne = "player-1",
            /// A leaf is valued for player 1, but taken as if for the player to move.
            PlayerOneAsToMove = "player-1-as-to-move",
            /// A leaf is valued for player 1, and player 2 takes the smallest value, but the largest at the root.
            PlayerOneBelowRoot = "player-1-below-root",
            /// Every leaf is worth nothing, so that always the first legal move is chosen.
            Nobody = "nobody",
        }
        /// Most free cells at which the search goes deep.
        switch: Number<0, 144> = Number::new(8), "switch", wrong [5, 6, 7, 9], rare ["5", "6"];
        /// Levels of the search above the switch.
        depth: Number<1, 144> = Number::new(3), "depth", wrong [2, 4];
        /// Levels of the search at and below the switch.
        late_depth: Number<1, 144> = Number::new(5), "late-depth", wrong [3, 4, 6], rare ["6"];
        /// When the levels of the search are chosen.
        depth_chosen: enum DepthChosen, "depth-chosen",
            rare ["each-node", "each-line", "open-cells", "untaken-cells", "shallow-stays", "deep-stays",
                "first-map"] {
            /// The levels of the search are chosen by the free cells at its root.
            AtRoot = "root",
            /// The levels of the search are chosen anew by the free cells at each node.
            EachNode = "each-node",
            /// The levels of the search are chosen for each line at the root by the free cells that it leaves.
            EachLine = "each-line",
            /// The levels of the search are chosen by the cells at its root that are not blocked, taken or free.
            OpenCells = "open-cells",
            /// The levels of the search are chosen by the cells at its root that are not taken, blocked or free.
            UntakenCells = "untaken-cells",
            /// After a map with more free cells than the switch all later maps are searched with as few levels.
            ShallowStays = "shallow-stays",
            /// After a map with no more free cells than the switch all later maps are searched with as many levels.
            DeepStays = "deep-stays",
            /// The levels of the search are chosen by the free cells of the first map for all maps.
            FirstMap = "first-map",
        }
        /// When the count of free cells starts again.
        free_counter: enum FreeCounter, "free-counter",
            rare ["never", "never-previous", "never-zeros", "never-one-cell", "never-minus-ones-zeros",
                "never-for-levels"] {
            /// The free cells of each map are counted from 0.
            EachMap = "each-map",
            /// The free cells of a map are added to those of the maps before, and who has no line to take has lost most of all.
            Never = "never",
            /// The free cells of a map are added to those of the maps before, and who has no line to take has lost most of all; where no line is better than that, the answer to the map before is given again.
            NeverPrevious = "never-previous",
            /// The free cells of a map are added to those of the maps before, and who has no line to take has lost most of all; where no line is better than that, '0 0 0 0' is answered.
            NeverZeros = "never-zeros",
            /// The free cells of a map are added to those of the maps before, and who has no line to take has lost most of all; where no line is better than that, '0 0 1 1' is answered.
            NeverOneCell = "never-one-cell",
            /// The free cells of a map are added to those of the maps before, and who has no line to take has lost most of all; where no line is better than that, '-1 -1 0 0' is answered.
            NeverMinusOnesZeros = "never-minus-ones-zeros",
            /// The free cells of a map are added to those of the maps before, but only where the levels of the search are chosen.
            NeverForLevels = "never-for-levels",
        }
        /// Which cells of the maps before are still free.
        earlier_cells: enum EarlierCells, "earlier-cells", rare ["free"] {
            /// Only the cells that a map has free are free.
            Forgotten = "forgotten",
            /// The cells that the maps before had free are free, too.
            Free = "free",
        }
        /// Most free cells at which a leaf is valued by their parity.
        parity_cells: Number<0, 144> = Number::new(5), "parity-cells", wrong [0, 3, 4, 6, 144], rare ["3"];
        /// How many cells a line takes off the count of free ones.
        taken_count: enum TakenCount, "taken-count", rare ["one"] {
            /// A line takes as many cells off the count of free ones as it has.
            All = "all",
            /// A line takes one cell off the count of free ones, however many it has.
            One = "one",
        }
        /// Which parity of few free cells is good for the player who has just moved.
        few_cells: enum FewCells, "few-cells", rare ["all-good", "all-bad"] {
            /// An odd number of few free cells is good for the player who has just moved.
            OddGood = "odd-good",
            /// An even number of few free cells is good for the player who has just moved.
            EvenGood = "even-good",
            /// Any number of few free cells but none is good for the player who has just moved.
            AllGood = "all-good",
            /// Any number of few free cells is bad for the player who has just moved.
            AllBad = "all-bad",
        }
        /// Whether positions with few free cells are searched further.
        few_searched: enum FewSearched, "few-searched", rare ["no"] {
            /// Positions with few free cells are searched to the depth limit.
            Yes = "yes",
            /// A position with few free cells is valued at once, whatever levels are left.
            No = "no",
        }
        /// Whose lines are not wholly taken back in the search.
        kept_cells: enum KeptCells, "kept-cells",
            rare ["third-root", "third-both", "third-listed", "whole-root", "whole-both", "whole-at-cut",
                "whole-at-cut-root", "whole-at-cut-opponent", "whole-at-cut-listed",
                "whole-at-cut-listed-root", "whole-at-cut-listed-opponent", "whole-at-cut-lost",
                "whole-at-cut-lost-root", "whole-at-cut-lost-opponent",
                "whole-at-cut-stuck", "whole-at-cut-stuck-root",
                "whole-at-cut-stuck-opponent", "whole-at-cut-counted",
                "whole-at-cut-counted-listed", "count-at-cut", "count-at-cut-parity",
                "count-at-cut-root", "count-at-cut-root-worthless",
                "count-at-cut-root-unchosen", "count-at-cut-opponent",
                "count-at-cut-anew", "count-at-cut-root-anew", "count-at-cut-opponent-anew",
                "second-blocked"] {
            /// All cells of a line are free again when it is taken back.
            None = "none",
            /// When a line of three of the player to move at the root is taken back, its third cell stays taken, but counts as free.
            ThirdRoot = "third-root",
            /// When a line of three is taken back, its third cell stays taken, but counts as free.
            ThirdBoth = "third-both",
            /// When a line of three is taken back, its third cell stays taken, and lines that were listed before are tried all the same.
            ThirdListed = "third-listed",
            /// When a line of the player to move at the root is taken back, all of its cells stay taken.
            WholeRoot = "whole-root",
            /// When a line is taken back, all of its cells stay taken.
            WholeBoth = "whole-both",
            /// A line after which the other lines are cut off is not taken back.
            WholeAtCut = "whole-at-cut",
            /// A line of the player to move at the root after which the other lines are cut off is not taken back.
            WholeAtCutRoot = "whole-at-cut-root",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is not taken back.
            WholeAtCutOpponent = "whole-at-cut-opponent",
            /// A line after which the other lines are cut off is not taken back, and lines that were listed before are tried all the same.
            WholeAtCutListed = "whole-at-cut-listed",
            /// A line of the player to move at the root after which the other lines are cut off is not taken back, and lines that were listed before are tried all the same.
            WholeAtCutListedRoot = "whole-at-cut-listed-root",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is not taken back, and lines that were listed before are tried all the same.
            WholeAtCutListedOpponent = "whole-at-cut-listed-opponent",
            /// A line after which the other lines are cut off is not taken back, and lines over its cells that were listed before are tried all the same and take them off the count of free ones again.
            WholeAtCutLost = "whole-at-cut-lost",
            /// A line of the player to move at the root after which the other lines are cut off is not taken back, and lines over its cells that were listed before are tried all the same and take them off the count of free ones again.
            WholeAtCutLostRoot = "whole-at-cut-lost-root",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is not taken back, and lines over its cells that were listed before are tried all the same and take them off the count of free ones again.
            WholeAtCutLostOpponent = "whole-at-cut-lost-opponent",
            /// A line after which the other lines are cut off is not taken back, lines over its cells that were listed before are tried all the same and take them off the count of free ones again, and who has no line to take is worth as much as what the window starts with.
            WholeAtCutStuck = "whole-at-cut-stuck",
            /// A line of the player to move at the root after which the other lines are cut off is not taken back, lines over its cells that were listed before are tried all the same and take them off the count of free ones again, and who has no line to take is worth as much as what the window starts with.
            WholeAtCutStuckRoot = "whole-at-cut-stuck-root",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is not taken back, lines over its cells that were listed before are tried all the same and take them off the count of free ones again, and who has no line to take is worth as much as what the window starts with.
            WholeAtCutStuckOpponent = "whole-at-cut-stuck-opponent",
            /// A line after which the other lines are cut off is not taken back, but counts as free, and who has no line to take has lost most of all.
            WholeAtCutCounted = "whole-at-cut-counted",
            /// A line after which the other lines are cut off is not taken back, but counts as free, lines that were listed before are tried all the same, and who has no line to take has lost most of all.
            WholeAtCutCountedListed = "whole-at-cut-counted-listed",
            /// A line after which the other lines are cut off is taken back, but its cells do not count as free any more, and a count below 0 is worth nothing.
            CountAtCut = "count-at-cut",
            /// A line after which the other lines are cut off is taken back, but its cells do not count as free any more, and a count below 0 is valued by its parity.
            CountAtCutParity = "count-at-cut-parity",
            /// A line of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free any more, and a count below 0 is valued by its parity.
            CountAtCutRoot = "count-at-cut-root",
            /// A line of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free any more, and a count below 0 is worth nothing.
            CountAtCutRootWorthless = "count-at-cut-root-worthless",
            /// A line of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free any more, a count below 0 is worth nothing, and the root does not choose the line after which it cuts off.
            CountAtCutRootUnchosen = "count-at-cut-root-unchosen",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free any more, and a count below 0 is valued by its parity.
            CountAtCutOpponent = "count-at-cut-opponent",
            /// A line after which the other lines are cut off is taken back, but its cells do not count as free until the root tries its next line, and a count below 0 is valued by its parity.
            CountAtCutAnew = "count-at-cut-anew",
            /// A line of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free until the root tries its next line, and a count below 0 is valued by its parity.
            CountAtCutRootAnew = "count-at-cut-root-anew",
            /// A line of the opponent of the player to move at the root after which the other lines are cut off is taken back, but its cells do not count as free until the root tries its next line, and a count below 0 is valued by its parity.
            CountAtCutOpponentAnew = "count-at-cut-opponent-anew",
            /// Where a line of three is tried whose third cell cannot be taken, its second cell stays taken, but counts as free.
            SecondBlocked = "second-blocked",
        }
        /// With which number the opponent's lines are marked.
        opponent_number: enum OpponentNumber, "opponent-number", rare ["one-minus", "zero"] {
            /// The opponent's lines are marked with the other player's number.
            Other = "other",
            /// The opponent's number is 1 minus the player's, so that the opponent's lines leave their cells free where player 1 is to move at the root.
            OneMinus = "one-minus",
            /// The opponent's number is 0, so that the opponent's lines leave their cells free.
            Zero = "zero",
        }
        /// How often a node copies the map for the lines that it tries.
        child_map: enum ChildMap, "child-map", rare ["each-length", "each-cell"] {
            /// The map is copied for each line that is tried.
            EachLine = "each-line",
            /// The map is copied once for the lines of a cell and a length, so that those tried before stay taken.
            EachLength = "each-length",
            /// The map is copied once for the lines of a cell, so that those tried before stay taken.
            EachCell = "each-cell",
        }
        /// Which nodes of the search have a list of lines in common.
        move_lists: enum MoveLists, "move-lists", rare ["by-player", "shared", "shared-below-root", "count-shared",
                "count-shared-below-root", "shared-counted", "shared-counted-below-root"] {
            /// Each node of the search has a list of lines of its own.
            Own = "own",
            /// There is one list of lines for each player, so that a deeper node of the same player writes over lines that are still to be tried.
            ByPlayer = "by-player",
            /// There is one list of lines for all nodes, so that deeper ones write over lines that are still to be tried.
            Shared = "shared",
            /// There is one list of lines for all nodes below the root, so that deeper ones write over lines that are still to be tried.
            SharedBelowRoot = "shared-below-root",
            /// Each node has a list of lines of its own, but there is one count of them for all nodes, so that a node tries only as many as a deeper one has listed last.
            CountShared = "count-shared",
            /// Each node has a list of lines of its own, but there is one count of them for all nodes below the root, so that a node tries only as many as a deeper one has listed last.
            CountSharedBelowRoot = "count-shared-below-root",
            /// There is one list of lines and one count of them for all nodes, so that deeper ones write over lines that are still to be tried, and a node tries only as many as a deeper one has listed last.
            SharedCounted = "shared-counted",
            /// There is one list of lines and one count of them for all nodes below the root, so that deeper ones write over lines that are still to be tried, and a node tries only as many as a deeper one has listed last.
            SharedCountedBelowRoot = "shared-counted-below-root",
        }
        /// How many lines a list of them can count.
        line_counter: enum LineCounter, "line-counter", rare ["8-bit"] {
            /// A list counts all lines of a map.
            Enough = "enough",
            /// Lines are counted in 8 bits without a sign: the 257th is written over the first, and only as many as are counted then are tried.
            UnsignedByte = "8-bit",
        }
        /// In which order the search lists the free cells.
        free_list: enum FreeList, "free-list",
            rare ["swapped-last-first", "swapped-first-first", "erased-last-first",
                "erased-first-first"] {
            /// The free cells stay in order.
            Kept = "kept",
            /// The last of the listed free cells comes to where one is taken, and the cells of a line come last when it is taken back, its last one before the others.
            SwappedLastFirst = "swapped-last-first",
            /// The last of the listed free cells comes to where one is taken, and the cells of a line come last when it is taken back, its first one before the others.
            SwappedFirstFirst = "swapped-first-first",
            /// Free cells that are taken leave their list, and the cells of a line come last when it is taken back, its last one before the others.
            ErasedLastFirst = "erased-last-first",
            /// Free cells that are taken leave their list, and the cells of a line come last when it is taken back, its first one before the others.
            ErasedFirstFirst = "erased-first-first",
        }
        /// Which nodes of the search set the answer.
        answer_set: enum AnswerSet, "answer-set",
            rare ["three-levels", "three-levels-narrowing", "three-levels-inside", "three-levels-only",
                "root-player", "root-player-narrowing", "root-player-inside", "all", "all-narrowing",
                "all-inside"] {
            /// Only the root of the search sets the answer.
            Root = "root",
            /// The root sets the answer, and so does each node with 3 levels left.
            ThreeLevels = "three-levels",
            /// The root sets the answer, and so does each node with 3 levels left where a line narrows its window.
            ThreeLevelsNarrowing = "three-levels-narrowing",
            /// The root sets the answer, and so does each node with 3 levels left where a line narrows its window and cuts off no others.
            ThreeLevelsInside = "three-levels-inside",
            /// Only nodes with 3 levels left set the answer; where none does, the answer to the map before is given again, or '0 0 0 0' where there is none.
            ThreeLevelsOnly = "three-levels-only",
            /// The root sets the answer, and so does each node with the same player to move.
            RootPlayer = "root-player",
            /// The root sets the answer, and so does each node with the same player to move where a line narrows its window.
            RootPlayerNarrowing = "root-player-narrowing",
            /// The root sets the answer, and so does each node with the same player to move where a line narrows its window and cuts off no others.
            RootPlayerInside = "root-player-inside",
            /// The root sets the answer, and so does each other node.
            All = "all",
            /// The root sets the answer, and so does each other node where a line narrows its window.
            AllNarrowing = "all-narrowing",
            /// The root sets the answer, and so does each other node where a line narrows its window and cuts off no others.
            AllInside = "all-inside",
        }
        /// Which line the root of the search tries first.
        root_first: enum RootFirst, "root-first", rare ["best", "best-swapped"] {
            /// The root tries its lines in the order in which they are listed.
            Listed = "listed",
            /// The search is repeated with one more level each time, and the root tries the best line of the search before first and the others in order after it, so that of equally good lines that one is chosen.
            Best = "best",
            /// The search is repeated with one more level each time, and the best line of the search before changes places with the first one of the root's list, so that of equally good lines that one is chosen.
            BestSwapped = "best-swapped",
        }
        /// How a node of the search hands on its window.
        window: enum Window, "window",
            rare ["not-turned-below-root", "not-turned", "best-not-turned-below-root",
                "best-not-turned", "bound-not-turned-below-root", "bound-not-turned", "beta-for-alpha",
                "kept", "kept-below-root", "kept-below-line", "kept-below-line-best", "alpha-kept",
                "alpha-left-at-cut", "beta-left-at-cut"] {
            /// A node hands on its window as the other player sees it: −beta to −alpha.
            Turned = "turned",
            /// A node below the root hands on −alpha and −beta in their old places.
            NotTurnedBelowRoot = "not-turned-below-root",
            /// Every node, the root too, hands on −alpha and −beta in their old places.
            NotTurned = "not-turned",
            /// A node below the root hands on −alpha and −beta in their old places, and returns its best line's value even where that is less than alpha.
            BestNotTurnedBelowRoot = "best-not-turned-below-root",
            /// Every node, the root too, hands on −alpha and −beta in their old places, and returns its best line's value even where that is less than alpha.
            BestNotTurned = "best-not-turned",
            /// A node below the root hands on −alpha and −beta in their old places, and returns its alpha, which it compares with beta after each line.
            BoundNotTurnedBelowRoot = "bound-not-turned-below-root",
            /// Every node, the root too, hands on −alpha and −beta in their old places, and returns its alpha, which it compares with beta after each line.
            BoundNotTurned = "bound-not-turned",
            /// A node below the root that takes the largest value lowers beta to it instead of raising alpha.
            BetaForAlpha = "beta-for-alpha",
            /// One alpha and one beta are kept for the whole search of a map, so that what is found below one line cuts off others below the next.
            Kept = "kept",
            /// One alpha and one beta are kept for the whole search of a map, and the root's own values narrow neither.
            KeptBelowRoot = "kept-below-root",
            /// One alpha and one beta are kept for all that is searched below a line of the root, and begin with the best value so far.
            KeptBelowLine = "kept-below-line",
            /// One alpha and one beta are kept for all that is searched below a line of the root, and a node compares its best value with them before that narrows either.
            KeptBelowLineBest = "kept-below-line-best",
            /// One alpha is kept for the whole search of a map, while each node has its own beta.
            AlphaKept = "alpha-kept",
            /// One alpha and one beta are kept for the whole search of a map, and a node that takes the largest value does not put alpha back where it cuts off other lines.
            AlphaLeftAtCut = "alpha-left-at-cut",
            /// One alpha and one beta are kept for the whole search of a map, and a node that takes the smallest value does not put beta back where it cuts off other lines.
            BetaLeftAtCut = "beta-left-at-cut",
        }
        /// Which values the search remembers.
        remembered: enum Remembered, "remembered",
            rare ["bounds", "any-depth", "any-depth-won", "any-depth-bounds", "any-turn", "any-turn-few",
                "any-turn-won", "any-turn-bounds", "any-turn-own", "any-turn-own-won", "any-depth-exact",
                "any-turn-exact", "any-depth-marked", "any-turn-marked",
                "bounds-uncut", "bounds-narrowed", "any-depth-uncut", "any-depth-narrowed", "any-turn-uncut", "any-turn-narrowed", "any-turn-own-bounds", "any-turn-own-exact", "any-turn-own-uncut", "any-turn-own-narrowed", "any-turn-own-marked", "other-maps", "other-maps-won"] {
            /// The search remembers no values.
            Nothing = "nothing",
            /// The search takes up what it found before for the same free cells with as many levels left, also where that is only a bound.
            Bounds = "bounds",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then.
            AnyDepth = "any-depth",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, and looks no further where a line surely wins.
            AnyDepthWon = "any-depth-won",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, also where that is only a bound.
            AnyDepthBounds = "any-depth-bounds",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then.
            AnyTurn = "any-turn",
            /// Where the root has no more free cells than the switch, the search takes up what it found before for the same free cells, whoever was to move and however many levels were left then.
            AnyTurnFew = "any-turn-few",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, and looks no further where a line surely wins.
            AnyTurnWon = "any-turn-won",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, also where that is only a bound.
            AnyTurnBounds = "any-turn-bounds",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then.
            AnyTurnOwn = "any-turn-own",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, and looks no further where a line surely wins.
            AnyTurnOwnWon = "any-turn-own-won",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, but nothing that is only a bound.
            AnyDepthExact = "any-depth-exact",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, but nothing that is only a bound.
            AnyTurnExact = "any-turn-exact",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, and what is only a bound where that cuts off.
            AnyDepthMarked = "any-depth-marked",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, and what is only a bound where that cuts off.
            AnyTurnMarked = "any-turn-marked",
            /// The search takes up what it found before for the same free cells with as many levels left, but nothing that was found where other lines were cut off.
            BoundsUncut = "bounds-uncut",
            /// The search takes up what it found before for the same free cells with as many levels left, but nothing that was found where no line narrowed the window.
            BoundsNarrowed = "bounds-narrowed",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, but nothing that was found where other lines were cut off.
            AnyDepthUncut = "any-depth-uncut",
            /// The search takes up what it found before for the same free cells and player, however many levels were left then, but nothing that was found where no line narrowed the window.
            AnyDepthNarrowed = "any-depth-narrowed",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, but nothing that was found where other lines were cut off.
            AnyTurnUncut = "any-turn-uncut",
            /// The search takes up what it found before for the same free cells, whoever was to move and however many levels were left then, but nothing that was found where no line narrowed the window.
            AnyTurnNarrowed = "any-turn-narrowed",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, also where that is only a bound.
            AnyTurnOwnBounds = "any-turn-own-bounds",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, but nothing that is only a bound.
            AnyTurnOwnExact = "any-turn-own-exact",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, but nothing that was found where other lines were cut off.
            AnyTurnOwnUncut = "any-turn-own-uncut",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, but nothing that was found where no line narrowed the window.
            AnyTurnOwnNarrowed = "any-turn-own-narrowed",
            /// The search takes up what the same free cells were worth before for the player to move, whoever that was and however many levels were left then, and what is only a bound where that cuts off.
            AnyTurnOwnMarked = "any-turn-own-marked",
            /// The search knows free cells by their numbers among those of the map and takes up what it found for the same numbers with as many levels left, on maps before, too.
            OtherMaps = "other-maps",
            /// The search knows free cells by their numbers among those of the map and takes up what it found for the same numbers with as many levels left, on maps before, too, and looks no further where a line surely wins.
            OtherMapsWon = "other-maps-won",
        }
        /// Which value the other player takes in the search.
        opponent: enum Opponent, "opponent", rare ["player-2", "player-2-below-root"] {
            /// The other player takes the smallest value.
            Minimises = "minimises",
            /// Both players take the largest value.
            Maximises = "maximises",
            /// Player 2 takes the smallest value and player 1 the largest, whoever is to move at the root.
            PlayerTwo = "player-2",
            /// Below the root player 2 takes the smallest value and player 1 the largest, whoever is to move at the root.
            PlayerTwoBelowRoot = "player-2-below-root",
        }
        /// Which of several best moves is chosen.
        tie: enum Ties, "tie", rare ["bound"] {
            /// Ties go to the first best move.
            First = "first",
            /// Ties go to the last best move.
            Last = "last",
            /// A move as good as alpha is chosen, and a node of alpha-beta without a better value returns its bound, so that a later, even worse move can be chosen.
            Bound = "bound",
        }
    }
}
