//! Board, rules record, the die and the moves.

use std::array::from_fn;

use crate::game::{Game, Side, Tie};
use crate::options::Number;

use super::steps::Targets;
use super::tables::Mistyped;

crate::record! {
    /// The rules and the readings and mistakes around them; the defaults are the spec's.
    pub struct Rules {
        /// What the search remembers of positions it has seen.
        cache: enum Cache, "cache", rare ["position"] {
            /// Values are remembered by occupied cells and side to move only, as published.
            Occupancy = "occupancy",
            /// Nothing is remembered: the exact value.
            None = "none",
            /// Values are remembered by occupied cells, side to move and depth.
            OccupancyDepth = "occupancy-depth",
            /// Values are remembered by which stone stands where and side to move.
            Position = "position",
        }
        /// Whether who is to move is remembered, too.
        cache_side: enum CacheSide, "cache-side", rare ["for-blue", "own-first", "turned"] {
            /// What is remembered holds for the side to move only.
            Known = "known",
            /// What is remembered is taken whoever is to move.
            Forgotten = "forgotten",
            /// What is remembered is taken whoever is to move, as worth the same for Blue.
            ForBlue = "for-blue",
            /// What is remembered is taken whoever is to move, by that side's cells and the other's.
            OwnFirst = "own-first",
            /// What is remembered is taken whoever is to move, by that side's cells and the other's on the board as that side sees it, turned round for Red.
            Turned = "turned",
        }
        /// How long the search remembers.
        cache_life: enum CacheLife, "cache-life", rare ["request", "game"] {
            /// What is remembered is forgotten before the next line.
            Line = "line",
            /// What is remembered is kept for the lines that follow.
            Input = "input",
            /// What is remembered is forgotten before a `get` line only.
            Request = "request",
            /// What is remembered is forgotten at an `ini` line only.
            Game = "game",
        }
        /// How many positions are remembered.
        cache_size: enum CacheSize, "cache-size", rare ["4096"] {
            /// As many positions are remembered as come up.
            Unlimited = "unlimited",
            /// Only the first 4096 positions are remembered.
            First4096 = "4096",
        }
        /// Which cells are told apart in what is remembered.
        cached_cells: enum CachedCells, "cached-cells", rare ["red-7", "blue-7"] {
            /// All cells are told apart.
            All = "all",
            /// Blue's stones are told apart on all cells, Red's on cells 1 to 7 only, as 32 bits have no room for more.
            Red7 = "red-7",
            /// Red's stones are told apart on all cells, Blue's on cells 1 to 7 only, as 32 bits have no room for more.
            Blue7 = "blue-7",
        }
        /// Whether the values of leaves are remembered.
        cached_leaves: enum CachedLeaves, "cached-leaves", rare ["yes", "unused"] {
            /// The values of leaves are not remembered.
            No = "no",
            /// The values of leaves are remembered like all others.
            Yes = "yes",
            /// The values of leaves are not remembered, and what is remembered is not used for leaves.
            Unused = "unused",
        }
        /// Whose sign a remembered value has.
        cached_sign: enum CachedSign, "cached-sign", rare ["kept"] {
            /// A remembered value is negated like any other reply's.
            Negated = "negated",
            /// A remembered value is not negated, while others are.
            Kept = "kept",
        }
        /// Levels of the search, each a move and the roll after it.
        depth: Number<0, 30> = Number::new(5), "depth", wrong [3, 4, 6];
        /// Which stones may move when the named one is gone.
        nearest: enum Nearest, "nearest",
            rare ["lowest", "highest", "outermost", "without-1", "without-6", "1-at-last",
                "any-from-nearest", "nearer-or-both", "higher-at-root"] {
            /// The nearest higher or the nearest lower stone moves.
            Both = "both",
            /// Only the nearest higher stone moves, the nearest lower one if there is none.
            Higher = "higher",
            /// At the root only the nearest higher stone moves, the nearest lower one if there is none; in the search either does.
            HigherAtRoot = "higher-at-root",
            /// Only the nearest lower stone moves, the nearest higher one if there is none.
            Lower = "lower",
            /// Only the nearer of the two moves, the higher one at equal distance.
            Nearer = "nearer",
            /// Only the nearer of the two moves, either at equal distance.
            NearerOrBoth = "nearer-or-both",
            /// The nearest higher or the lowest stone moves.
            Lowest = "lowest",
            /// The highest or the nearest lower stone moves.
            Highest = "highest",
            /// The highest or the lowest stone moves.
            Outermost = "outermost",
            /// Stone 1 is never found as the nearest lower stone.
            Without1 = "without-1",
            /// Stone 6 is never found as the nearest higher stone.
            Without6 = "without-6",
            /// Stone 1 is found as the nearest lower stone only where no other one is found.
            OneAtLast = "1-at-last",
            /// Any stone moves, in ascending order.
            Any = "any",
            /// Any stone moves: on each side of the named one the nearest first.
            AnyFromNearest = "any-from-nearest",
        }
        /// Which replacement stone is tried first.
        candidate_order: enum CandidateOrder, "candidate-order" {
            /// The nearest higher stone is tried before the nearest lower one.
            HigherFirst = "higher-first",
            /// The nearest lower stone is tried before the nearest higher one.
            LowerFirst = "lower-first",
        }
        /// What happens to an own stone on the target.
        own_stones: enum OwnStones, "own-stones", rare ["kept", "kept-first-remembered", "kept-lowest-taken", "kept-covered",
                "next-moves"] {
            /// An own stone on the target is removed.
            Removed = "removed",
            /// A stone may not move onto an own stone.
            Blocking = "blocking",
            /// An own stone on the target stays on the board, both on one cell.
            Kept = "kept",
            /// An own stone on the target stays on the board, both on one cell, and where a value is remembered for the cells that are occupied, no other one takes its place.
            KeptFirstRemembered = "kept-first-remembered",
            /// An own stone on the target stays on the board, both on one cell, of which a capture removes the one with the lowest number only.
            KeptLowestTaken = "kept-lowest-taken",
            /// An own stone on the target stays, covered by the mover: a capture there removes only what is not covered, and once the mover leaves, nothing more can be captured there.
            KeptCovered = "kept-covered",
            /// An own stone on the target is removed, and where its number is lower than the mover's, the stone after that one goes there instead.
            NextMoves = "next-moves",
        }
        /// What becomes of the opponent's stone on the target.
        captured: enum Captured, "captured" {
            /// A captured stone is removed.
            Removed = "removed",
            /// A captured stone stays on the board.
            Kept = "kept",
        }
        /// Which stones on the target are removed.
        captured_stones: enum CapturedStones, "captured-stones",
            rare ["not-6", "not-blue-6", "not-red-6", "not-1", "not-blue-1", "not-red-1"] {
            /// Whichever stone is on the target is removed.
            All = "all",
            /// Neither side's stone 6 is ever removed: it stays on the target, both on one cell.
            Not6 = "not-6",
            /// Blue's stone 6 is never removed: it stays on the target, both on one cell.
            NotBlue6 = "not-blue-6",
            /// Red's stone 6 is never removed: it stays on the target, both on one cell.
            NotRed6 = "not-red-6",
            /// Neither side's stone 1 is ever removed: it stays on the target, both on one cell.
            Not1 = "not-1",
            /// Blue's stone 1 is never removed: it stays on the target, both on one cell.
            NotBlue1 = "not-blue-1",
            /// Red's stone 1 is never removed: it stays on the target, both on one cell.
            NotRed1 = "not-red-1",
        }
        /// What is not put back when the search takes a move back.
        put_back: enum PutBack, "put-back",
            rare ["not-own", "not-own-still-moves", "not-others", "not-others-still-moves", "none",
                "none-still-moves", "own-on-board", "own-on-board-uncounted", "on-board",
                "in-list", "own-as-others", "not-own-moved-back", "not-own-moved-back-uncounted",
                "not-others-moved-back", "not-others-moved-back-uncounted", "none-moved-back",
                "none-moved-back-uncounted", "own-uncounted", "others-uncounted", "uncounted",
                "own-counted-as-others", "others-counted-as-own", "counted-as-other-sides",
                "own-for-good", "others-for-good", "all-for-good"] {
            /// All stones are put back where they were when a move is taken back.
            All = "all",
            /// An own stone that was removed is not put back when its move is taken back.
            NotOwn = "not-own",
            /// An own stone that was removed is not put back when its move is taken back, but moves of it that were listed before still remove what stands on their target.
            NotOwnStillMoves = "not-own-still-moves",
            /// A captured stone is not put back when its move is taken back.
            NotOthers = "not-others",
            /// A captured stone is not put back when its move is taken back, but moves of it that were listed before still remove what stands on their target.
            NotOthersStillMoves = "not-others-still-moves",
            /// No removed stone is put back when its move is taken back.
            None = "none",
            /// No removed stone is put back when its move is taken back, but moves of one that were listed before still remove what stands on their target.
            NoneStillMoves = "none-still-moves",
            /// An own stone that was removed is put back on the board when its move is taken back, but not into the list of cells.
            OwnOnBoard = "own-on-board",
            /// An own stone that was removed is put back on the board when its move is taken back, but neither listed nor counted.
            OwnOnBoardUncounted = "own-on-board-uncounted",
            /// A removed stone is put back on the board when its move is taken back, but not into the list of cells.
            OnBoard = "on-board",
            /// A removed stone is put back into the list of cells when its move is taken back, but not on the board.
            InList = "in-list",
            /// An own stone that was removed is listed as the opponent's of its number when its move is taken back.
            OwnAsOthers = "own-as-others",
            /// An own stone that was removed is not put back when its move is taken back, but a move of it that was listed before brings it back.
            NotOwnMovedBack = "not-own-moved-back",
            /// An own stone that was removed is not put back when its move is taken back, but a move of it that was listed before brings it back, though it is counted no more.
            NotOwnMovedBackUncounted = "not-own-moved-back-uncounted",
            /// A captured stone is not put back when its move is taken back, but a move of it that was listed before brings it back.
            NotOthersMovedBack = "not-others-moved-back",
            /// A captured stone is not put back when its move is taken back, but a move of it that was listed before brings it back, though it is counted no more.
            NotOthersMovedBackUncounted = "not-others-moved-back-uncounted",
            /// No removed stone is put back when its move is taken back, but a move of one that was listed before brings it back.
            NoneMovedBack = "none-moved-back",
            /// No removed stone is put back when its move is taken back, but a move of one that was listed before brings it back, though it is counted no more.
            NoneMovedBackUncounted = "none-moved-back-uncounted",
            /// An own stone that was removed is put back when its move is taken back, but it is counted no more.
            OwnUncounted = "own-uncounted",
            /// A captured stone is put back when its move is taken back, but it is counted no more.
            OthersUncounted = "others-uncounted",
            /// A removed stone is put back when its move is taken back, but it is counted no more.
            Uncounted = "uncounted",
            /// An own stone that was removed is put back when its move is taken back, but it is counted as one of the opponent's.
            OwnCountedAsOthers = "own-counted-as-others",
            /// A captured stone is put back when its move is taken back, but it is counted as one of the mover's.
            OthersCountedAsOwn = "others-counted-as-own",
            /// A removed stone is put back when its move is taken back, but it is counted as one of the side's that has not lost it.
            CountedAsOtherSides = "counted-as-other-sides",
            /// An own stone that was removed is removed for good, also where a move that it made before is taken back, and moves of it that were listed before still remove what stands on their target.
            OwnForGood = "own-for-good",
            /// A captured stone is removed for good, also where a move that it made before is taken back, and moves of it that were listed before still remove what stands on their target.
            OthersForGood = "others-for-good",
            /// Every removed stone is removed for good, also where a move that it made before is taken back, and moves of it that were listed before still remove what stands on their target.
            AllForGood = "all-for-good",
        }
        /// By which position a value is remembered where the search does not put all stones back.
        cached_position: enum CachedPosition, "cached-position", rare ["as-before"] {
            /// A value is remembered by the position as the search has left it.
            AsLeft = "as-left",
            /// A value is remembered by the position as it was before the search, also where a stone is not put back.
            AsBefore = "as-before",
        }
        /// What is looked up on the board where one is kept beside the list of the stones' cells.
        board_use: enum BoardUse, "board-use",
            rare ["worth", "corner", "memory", "captures"] {
            /// Corners, captures and what values are remembered by are looked up on the board.
            All = "all",
            /// Corners, captures, what values are remembered by and what positions are worth are looked up on the board.
            Worth = "worth",
            /// Corners and captures are looked up on the board; what values are remembered by, in the list of cells.
            Corner = "corner",
            /// What values are remembered by and captures are looked up on the board; corners, in the list of cells.
            Memory = "memory",
            /// Only captures are looked up on the board, the rest in the list of cells.
            Captures = "captures",
        }
        /// Where it is seen whether a side has stones left, where a board is kept beside the list of the stones' cells.
        stones_left: enum StonesLeft, "stones-left",
            rare ["count-not-0", "count-above-0", "list", "lost-as-others"] {
            /// How many stones a side has left is counted aside.
            Count = "count",
            /// How many stones a side has left is counted aside, and it has some where that is less than none, too.
            CountNotZero = "count-not-0",
            /// How many stones a side has left is counted aside, and it has none where that is less than none, too.
            CountAboveZero = "count-above-0",
            /// Whether a side has stones left is seen in the list of cells.
            List = "list",
            /// How many stones a side has left is counted aside, and every removed stone, an own one too, is counted as one of the opponent's.
            LostAsOthers = "lost-as-others",
        }
        /// From where a stone moves where a board is kept beside the list of the stones' cells.
        moves_from: enum MovesFrom, "moves-from", rare ["list"] {
            /// A stone moves from the cell where it was when the move was listed.
            AsListed = "as-listed",
            /// A stone moves from the cell that the list has for it when the move is made: one that is on the board but not in the list is set on the target, too, and is taken back from there only.
            List = "list",
        }
        /// Which stone the die names.
        die_names: enum DieNames, "die-names" {
            /// A roll of 1 names stone 1.
            SameNumber = "same-number",
            /// A roll of 1 names stone 2, and a roll of 6 stone 1.
            OneMore = "one-more",
        }
        /// In which order one stone's directions are tried.
        directions: enum Directions, "directions", rare ["vertical-horizontal"] {
            /// Directions go vertical, diagonal, horizontal.
            Published = "vertical-diagonal-horizontal",
            /// Directions go horizontal, diagonal, vertical.
            Reversed = "horizontal-diagonal-vertical",
            /// Directions go vertical, horizontal, diagonal.
            DiagonalLast = "vertical-horizontal-diagonal",
            /// Directions go diagonal, vertical, horizontal.
            DiagonalFirst = "diagonal-vertical-horizontal",
            /// Directions go horizontal, vertical, diagonal.
            HorizontalFirst = "horizontal-vertical-diagonal",
            /// Directions go diagonal, horizontal, vertical.
            VerticalLast = "diagonal-horizontal-vertical",
            /// Stones never move diagonally, directions go vertical, horizontal.
            NoDiagonal = "vertical-horizontal",
        }
        /// In which order Red's directions are tried.
        red_directions: enum RedDirections, "red-directions" {
            /// Red's directions are tried in the same order as Blue's.
            AsBlue = "as-blue",
            /// Red's directions are tried in the reverse of Blue's order.
            Reversed = "reversed",
        }
        /// Which side has an order of directions that the other has not.
        side_directions: enum SideDirections, "side-directions",
            rare ["blue-horizontal-diagonal-vertical",
                "blue-vertical-horizontal-diagonal",
                "blue-diagonal-vertical-horizontal",
                "blue-horizontal-vertical-diagonal",
                "blue-diagonal-horizontal-vertical",
                "red-vertical-horizontal-diagonal",
                "red-diagonal-vertical-horizontal",
                "red-horizontal-vertical-diagonal",
                "red-diagonal-horizontal-vertical"] {
            /// Neither side has an order of directions of its own.
            Same = "same",
            /// Only Blue's directions go horizontal, diagonal, vertical.
            BlueReversed = "blue-horizontal-diagonal-vertical",
            /// Only Blue's directions go vertical, horizontal, diagonal.
            BlueDiagonalLast = "blue-vertical-horizontal-diagonal",
            /// Only Blue's directions go diagonal, vertical, horizontal.
            BlueDiagonalFirst = "blue-diagonal-vertical-horizontal",
            /// Only Blue's directions go horizontal, vertical, diagonal.
            BlueHorizontalFirst = "blue-horizontal-vertical-diagonal",
            /// Only Blue's directions go diagonal, horizontal, vertical.
            BlueVerticalLast = "blue-diagonal-horizontal-vertical",
            /// Only Red's directions go vertical, horizontal, diagonal.
            RedDiagonalLast = "red-vertical-horizontal-diagonal",
            /// Only Red's directions go diagonal, vertical, horizontal.
            RedDiagonalFirst = "red-diagonal-vertical-horizontal",
            /// Only Red's directions go horizontal, vertical, diagonal.
            RedHorizontalFirst = "red-horizontal-vertical-diagonal",
            /// Only Red's directions go diagonal, horizontal, vertical.
            RedVerticalLast = "red-diagonal-horizontal-vertical",
        }
        /// Which edges of the board a stone steps over.
        edges: enum Edges, "edges",
            rare ["diagonal", "horizontal", "sideways", "blue-sideways", "red-sideways",
                "blue-horizontal", "red-horizontal", "blue-diagonal", "red-diagonal", "blue-as-red",
                "red-as-blue"] {
            /// No stone steps over an edge.
            None = "none",
            /// A diagonal step over the left or right edge goes on at the other one.
            Diagonal = "diagonal",
            /// A horizontal step over the left or right edge goes on at the other one, a diagonal one does not.
            Horizontal = "horizontal",
            /// A step over the left or right edge goes on at the other one, diagonal or not.
            Sideways = "sideways",
            /// A blue stone's step over the left edge goes on at the right one, diagonal or not.
            BlueSideways = "blue-sideways",
            /// A red stone's step over the right edge goes on at the left one, diagonal or not.
            RedSideways = "red-sideways",
            /// A blue stone's horizontal step over the left edge goes on at the right one, a diagonal one does not.
            BlueHorizontal = "blue-horizontal",
            /// A red stone's horizontal step over the right edge goes on at the left one, a diagonal one does not.
            RedHorizontal = "red-horizontal",
            /// A blue stone's diagonal step over the left edge goes on at the right one, a horizontal one does not.
            BlueDiagonal = "blue-diagonal",
            /// A red stone's diagonal step over the right edge goes on at the left one, a horizontal one does not.
            RedDiagonal = "red-diagonal",
            /// A blue stone's steps are checked at the right edge, as a red one's are: it makes none to the left from there, and one over the left edge goes on at the right one.
            BlueAsRed = "blue-as-red",
            /// A red stone's steps are checked at the left edge, as a blue one's are: it makes none to the right from there, and one over the right edge goes on at the left one.
            RedAsBlue = "red-as-blue",
        }
        /// Which steps onto the far corner are never made.
        goal_steps: enum GoalSteps, "goal-steps",
            rare ["no-diagonal", "no-blue-diagonal", "no-red-diagonal", "no-blue-vertical", "no-red-vertical",
                "no-blue-horizontal", "no-red-horizontal", "no-blue", "no-red"] {
            /// A stone steps onto the far corner as onto any other cell.
            All = "all",
            /// No stone steps diagonally onto the far corner, cell 1 or cell 25.
            NoDiagonal = "no-diagonal",
            /// No blue stone steps diagonally onto cell 1.
            NoBlueDiagonal = "no-blue-diagonal",
            /// No red stone steps diagonally onto cell 25.
            NoRedDiagonal = "no-red-diagonal",
            /// No blue stone steps up onto cell 1.
            NoBlueVertical = "no-blue-vertical",
            /// No red stone steps down onto cell 25.
            NoRedVertical = "no-red-vertical",
            /// No blue stone steps to the left onto cell 1.
            NoBlueHorizontal = "no-blue-horizontal",
            /// No red stone steps to the right onto cell 25.
            NoRedHorizontal = "no-red-horizontal",
            /// No blue stone steps onto cell 1 at all.
            NoBlue = "no-blue",
            /// No red stone steps onto cell 25 at all.
            NoRed = "no-red",
        }
        /// On which cell a side wins.
        win_cell: enum WinCell, "win-cell", rare ["either-corner", "blue-only", "red-only"] {
            /// Blue wins on cell 1, Red on cell 25.
            OwnGoal = "far-corner",
            /// Blue wins on cell 25, Red on cell 1.
            Swapped = "near-corner",
            /// A stone of either side on cell 1 or cell 25 ends the game.
            Either = "either-corner",
            /// Only Blue wins by a cell, on cell 1.
            BlueOnly = "blue-only",
            /// Only Red wins by a cell, on cell 25.
            RedOnly = "red-only",
            /// Reaching a corner does not win, only stones count.
            None = "none",
        }
        /// Whether a move that reaches the far corner ends the search of a node.
        winning_move: enum WinningMove, "winning-move", rare ["at-once"] {
            /// All moves of a node are searched, and the best one counts.
            Searched = "searched",
            /// Below the root a move onto the cell on which its side wins is taken at once, whatever the others are worth.
            AtOnce = "at-once",
        }
        /// What it means that a side has no stones left.
        no_stones: enum NoStones, "no-stones", rare ["goes-on", "goes-on-zero"] {
            /// A side that has no stones left has lost.
            Lost = "lost",
            /// The game goes on when a side has no stones left.
            GoesOn = "goes-on",
            /// The game goes on when a side has no stones left, and its rolls are worth 0.
            GoesOnZero = "goes-on-zero",
        }
        /// What a game that is over is worth.
        win_value: enum WinValue, "win-value",
            rare ["100", "1000", "10000", "100-more", "1000-more"] {
            /// A game that is over is evaluated like any other position.
            Evaluated = "evaluated",
            /// A game that is won is worth 100, one that is lost −100.
            Hundred = "100",
            /// A game that is won is worth 1000, one that is lost −1000.
            Thousand = "1000",
            /// A game that is won is worth 10000, one that is lost −10000.
            TenThousand = "10000",
            /// A game that is won is worth 100 more than its position, one that is lost 100 less.
            HundredMore = "100-more",
            /// A game that is won is worth 1000 more than its position, one that is lost 1000 less.
            ThousandMore = "1000-more",
        }
        /// Which cells' table a side's stones are valued by.
        tables: enum Tables, "tables",
            rare ["both-blue", "both-red", "red-upside-down", "red-reversed"] {
            /// Each side has its own table.
            Own = "own",
            /// The two sides' tables are swapped.
            Swapped = "swapped",
            /// Both sides' stones are valued by Blue's table.
            Blues = "both-blue",
            /// Both sides' stones are valued by Red's table.
            Reds = "both-red",
            /// Red's table is Blue's with the last row first, each row as it is.
            RedUpsideDown = "red-upside-down",
            /// Red's table is Blue's with each row in reverse order, the first row first.
            RedReversed = "red-reversed",
        }
        /// Which number in the tables is mistyped.
        mistyped: Mistyped = Mistyped::NONE, "mistyped";
        /// What the tables' values are taken as.
        cell_values: enum CellValues, "cell-values", rare ["whole-sum"] {
            /// The tables' values are taken as they are.
            AsGiven = "as-given",
            /// The tables' values are cut to whole numbers: 2.5 counts as 2.
            Whole = "whole",
            /// The tables' values are taken as they are, but what a position is worth is cut to a whole number.
            WholeSum = "whole-sum",
        }
        /// On which cells stones are counted.
        counted_cells: enum CountedCells, "counted-cells", rare ["without-25", "without-1"] {
            /// A stone is counted on whichever cell it stands.
            All = "all",
            /// A stone on cell 25 is not counted.
            Without25 = "without-25",
            /// A stone on cell 1 is not counted.
            Without1 = "without-1",
        }
        /// Which stones are counted.
        counted_stones: enum CountedStones, "counted-stones",
            rare ["without-6", "without-blue-6", "without-red-6", "without-1", "without-blue-1",
                "without-red-1"] {
            /// All stones on the board are counted.
            All = "all",
            /// Neither side's stone 6 is counted.
            Without6 = "without-6",
            /// Blue's stone 6 is not counted.
            WithoutBlue6 = "without-blue-6",
            /// Red's stone 6 is not counted.
            WithoutRed6 = "without-red-6",
            /// Neither side's stone 1 is counted.
            Without1 = "without-1",
            /// Blue's stone 1 is not counted.
            WithoutBlue1 = "without-blue-1",
            /// Red's stone 1 is not counted.
            WithoutRed1 = "without-red-1",
        }
        /// What a position is worth.
        evaluation: enum Evaluation, "evaluation", rare ["paired"] {
            /// A position is worth one's own table sum less the other's.
            Difference = "difference",
            /// A position is worth the other's table sum less one's own.
            Inverted = "inverted",
            /// A position is worth one's own table sum.
            OwnSum = "own-sum",
            /// A stone of the other's counts only while one's own of its number is on the board.
            Paired = "paired",
        }
        /// Whether a reply's value is negated.
        negation: enum Negation, "negation" {
            /// A reply's value is negated at every level.
            EachLevel = "each-level",
            /// A reply's value is not negated.
            None = "none",
        }
        /// What the search of a node starts with.
        search_start: enum SearchStart, "search-start",
            rare ["zero-at-root", "none-at-root", "first-cell-at-root", "tiny",
                "zero-for-blue", "zero-for-root", "tiny-for-blue", "tiny-for-root"] {
            /// A node starts with its first move's value.
            FirstMove = "first-move",
            /// A node starts with 0, so that no value is worse than that.
            Zero = "zero",
            /// A node below the root starts with 1.17549e-38, the smallest positive number, so that no value is worse than that.
            Tiny = "tiny",
            /// Where Blue is to move below the root, a node starts with 0, so that no value is worse than that for Blue there.
            ZeroForBlue = "zero-for-blue",
            /// Where the player to move at the root moves again, a node starts with 0, so that no value is worse than that for that player there.
            ZeroForRoot = "zero-for-root",
            /// Where Blue is to move below the root, a node starts with 1.17549e-38, the smallest positive number, so that no value is worse than that for Blue there.
            TinyForBlue = "tiny-for-blue",
            /// Where the player to move at the root moves again, a node starts with 1.17549e-38, the smallest positive number, so that no value is worse than that for that player there.
            TinyForRoot = "tiny-for-root",
            /// The root starts with its first move and 0: that move is chosen where no move is worth more than 0.
            ZeroAtRoot = "zero-at-root",
            /// The root starts with no move and 0: none is chosen where no move is worth more than 0.
            NoneAtRoot = "none-at-root",
            /// The root starts with the first cell as both cells and 0: where no move is worth more than 0 that is printed, 0 0 in an analysis.
            FirstCellAtRoot = "first-cell-at-root",
        }
        /// What a roll is worth after which no stone can move.
        stuck: enum Stuck, "stuck",
            rare ["evaluated", "zero", "hundred", "thousand", "ten-thousand", "hundred-thousand", "million",
                "nonillion", "lowest", "infinite"] {
            /// A roll after which no stone can move is worth −1000000000, as if that were infinite.
            Billion = "billion",
            /// A roll after which no stone can move is worth what the position is.
            Evaluated = "evaluated",
            /// A roll after which no stone can move is worth 0.
            Zero = "zero",
            /// A roll after which no stone can move is worth −100, as if that were infinite.
            Hundred = "hundred",
            /// A roll after which no stone can move is worth −1000, as if that were infinite.
            Thousand = "thousand",
            /// A roll after which no stone can move is worth −10000, as if that were infinite.
            TenThousand = "ten-thousand",
            /// A roll after which no stone can move is worth −100000, as if that were infinite.
            HundredThousand = "hundred-thousand",
            /// A roll after which no stone can move is worth −1000000, as if that were infinite.
            Million = "million",
            /// A roll after which no stone can move is worth −1e30, as if that were infinite.
            Nonillion = "nonillion",
            /// A roll after which no stone can move is worth −3.40282e38, the lowest 32-bit number.
            Lowest = "lowest",
            /// A roll after which no stone can move is worth minus infinity, and a move worth that is never chosen.
            Infinite = "infinite",
        }
        /// For whom a position is evaluated.
        value_for: enum ValueFor, "value-for", rare ["root"] {
            /// The evaluation is for the side to move.
            Mover = "mover",
            /// The evaluation is for Blue, whoever moves.
            Blue = "blue",
            /// The evaluation is for the side to move at the root, whoever moves.
            Root = "root",
        }
        /// Which positions are evaluated for the wrong side.
        turned_values: enum TurnedValues, "turned-values",
            rare ["ends", "horizon", "ends-for-blue", "horizon-for-blue"] {
            /// No position is evaluated for the wrong side.
            None = "none",
            /// A finished game is evaluated for the wrong side.
            Ends = "ends",
            /// A position at the depth limit is evaluated for the wrong side, a finished game for the right one.
            Horizon = "horizon",
            /// A finished game is evaluated for Blue, whoever is to move.
            EndsForBlue = "ends-for-blue",
            /// A position at the depth limit is evaluated for Blue, whoever is to move, a finished game for the right side.
            HorizonForBlue = "horizon-for-blue",
        }
        /// Over which faces of the die the mean is taken.
        dice_mean: enum DiceMean, "dice-mean", rare ["first-five"] {
            /// The mean is taken over all six faces.
            AllFaces = "all-faces",
            /// The mean is taken over the faces whose stone is present.
            PresentStones = "present-stones",
            /// Face 6 is left out of the sum, which is still divided by six.
            FirstFive = "first-five",
        }
        /// What a roll is worth.
        dice_sum: enum DiceSum, "dice-sum",
            rare ["whole", "cut", "cut-all", "remembered", "best-so-far"] {
            /// The sum over the faces is divided by how many they are.
            Divided = "divided",
            /// The sum over the faces is a whole number: what is added is cut to one each time, and so is the mean.
            Whole = "whole",
            /// What a roll is worth is cut to a whole number, and so is a leaf's value, but not what was remembered.
            Cut = "cut",
            /// What a roll is worth is cut to a whole number, and so is a leaf's value and what was remembered.
            CutAll = "cut-all",
            /// The sum over the faces is remembered before it is divided.
            Remembered = "remembered",
            /// The best value is kept from one face to the next: what is added for a face is the best of all faces up to it.
            BestSoFar = "best-so-far",
            /// The sum over the faces is not divided.
            Undivided = "undivided",
            /// The sum over the faces is divided by 5.
            ByFive = "by-5",
            /// The face that is best for the side to roll counts, instead of the mean.
            Best = "best-face",
            /// The face that is worst for the side to roll counts, instead of the mean.
            Worst = "worst-face",
            /// The opponent's best face counts, and the mean only where oneself is to roll.
            OpponentsBest = "opponents-best-face",
        }
        /// Whose best move is chosen.
        best_for: enum BestFor, "best-for" {
            /// The move that is best for the side to move is chosen.
            Mover = "mover",
            /// The move that is best for Blue is chosen, by Red too.
            Blue = "blue",
        }
        /// In what arithmetic scores are reckoned.
        arithmetic: enum Arithmetic, "arithmetic", rare ["double"] {
            /// Scores are reckoned in 32 bits.
            Single = "single",
            /// Scores are reckoned in 64 bits.
            Double = "double",
        }
        /// As what number the best score so far is kept at the root.
        best_score: enum BestScore, "best-score", rare ["whole-at-root"] {
            /// The best score so far is kept as it is.
            AsIs = "as-is",
            /// At the root the best score so far is kept cut to a whole number, and a later move is chosen whose score is more than that.
            WholeAtRoot = "whole-at-root",
        }
        /// Which of several best moves is chosen.
        tie: Tie = Tie::First, "tie";
    }
}

/// Cells a side.
pub const SIDE: u8 = 5;
/// Stones of one player, and faces of the die.
pub const STONES: usize = 6;
/// Blue moves up and left.
pub const BLUE: Side = Side::First;
/// Red moves down and right.
pub const RED: Side = Side::Second;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Blue's and Red's stones 1–6: their cells 1–25, 0 for a removed one.
    pub cells: [[u8; STONES]; 2],
    /// Who is to move.
    pub mover: Side,
    /// The face rolled, 1–6; none before the roll.
    pub die: Option<u8>,
}

/// A stone's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The index of the stone: two may share a cell.
    pub stone: u8,
    /// The cell left, 1–25.
    pub from: u8,
    /// The cell reached, 1–25.
    pub to: u8,
}

/// The game under one rules record.
#[derive(Clone, Copy, Debug)]
pub struct Ewn {
    /// The rules it is played by.
    pub(super) rules: Rules,
    /// Where each side's stone goes from each cell.
    targets: [[Targets; CELLS]; 2],
    /// What each side's stone counts for it on each cell.
    worth: [[f32; CELLS]; 2],
}

/// Cells 1–25, and 0, which is none.
const CELLS: usize = 1 + (SIDE * SIDE) as usize;

impl State {
    /// The position after the published arrangement, before Blue's first roll.
    pub fn initial() -> Self {
        Self {
            cells: [arrangement(BLUE), arrangement(RED)],
            mover: BLUE,
            die: None,
        }
    }

    pub(super) fn has_stones(&self, player: Side) -> bool {
        self.cells[player.index()] != [0; STONES]
    }

    /// Whether a player has a stone on a cell, or with 0 one that is gone.
    pub(super) fn has_on(&self, player: Side, cell: u8) -> bool {
        // All are compared, which takes less than to stop at one.
        let stones = &self.cells[player.index()];
        stones.iter().fold(false, |any, &it| any | (it == cell))
    }
}

/// The cells on which the published program sets the player's stones 1–6.
pub const fn arrangement(player: Side) -> [u8; STONES] {
    match player {
        BLUE => [25, 24, 23, 20, 19, 15],
        RED => [1, 2, 3, 6, 7, 11],
    }
}

impl Ewn {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        // From where no cell is, too: some programs move stones that are gone.
        let targets = |side| from_fn(|cell| Targets::new(rules.targets(side, cell as u8)));
        let worth = |side| {
            from_fn(|cell| match cell {
                0 => 0.0,
                _ => rules.worth(side, cell as u8),
            })
        };
        Self {
            rules,
            targets: [BLUE, RED].map(targets),
            worth: [BLUE, RED].map(worth),
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the player's stone on a cell, 1–25, counts for its side: a multiple of a half.
    pub(super) fn worth(&self, player: Side, cell: u8) -> f32 {
        self.worth[player.index()][usize::from(cell)]
    }

    /// The cells one step ahead of `cell`, in the order of the directions.
    pub(super) fn targets(&self, mover: Side, cell: u8) -> impl Iterator<Item = u8> + use<> {
        self.targets[mover.index()][usize::from(cell)].iter()
    }

    /// The cell on which the player wins, if there is one.
    pub(super) fn goal(&self, player: Side) -> Option<u8> {
        match (self.rules.win_cell, player) {
            (WinCell::OwnGoal | WinCell::Either | WinCell::BlueOnly, BLUE)
            | (WinCell::Swapped, RED) => Some(1),
            (WinCell::OwnGoal | WinCell::Either | WinCell::RedOnly, RED)
            | (WinCell::Swapped, BLUE) => Some(25),
            (WinCell::None | WinCell::BlueOnly | WinCell::RedOnly, _) => None,
        }
    }

    /// The player who has won, if one has: by reaching the corner, or because the other has
    /// no stones.
    pub fn winner(&self, state: &State) -> Option<Side> {
        self.winner_where(
            |player, cell| state.has_on(player, cell),
            |player| state.has_stones(player),
        )
    }

    /// The same, told whether a player has a stone on a cell, and whether one has any.
    pub(super) fn winner_where(
        &self,
        stands_on: impl Fn(Side, u8) -> bool,
        has_stones: impl Fn(Side) -> bool,
    ) -> Option<Side> {
        let reached = |player: Side| {
            let is_there = |side| self.goal(side).is_some_and(|goal| stands_on(player, goal));
            let is_either = self.rules.win_cell == WinCell::Either;
            is_there(player) || is_either && is_there(player.opponent())
        };
        let is_bare = |player: Side| self.rules.no_stones == NoStones::Lost && !has_stones(player);
        if reached(BLUE) || is_bare(RED) {
            Some(BLUE)
        } else if reached(RED) || is_bare(BLUE) {
            Some(RED)
        } else {
            None
        }
    }

    /// The indices of the stones that a roll lets the mover move, in order.
    pub(super) fn candidates(&self, state: &State, die: u8) -> impl Iterator<Item = u8> + use<> {
        let stones = &state.cells[state.mover.index()];
        const COUNT: u8 = STONES as u8;
        let named = match self.rules.die_names {
            DieNames::SameNumber => die - 1,
            DieNames::OneMore => die % COUNT,
        };
        let present = |&stone: &u8| stones[usize::from(stone)] != 0;
        let mut found = [None; STONES];
        if present(&named) {
            found[0] = Some(named);
            return found.into_iter().flatten();
        }
        let higher = match self.rules.nearest {
            Nearest::Highest | Nearest::Outermost => (named + 1..COUNT).rfind(present),
            Nearest::Without6 => (named + 1..COUNT - 1).find(present),
            _ => (named + 1..COUNT).find(present),
        };
        let lower = match self.rules.nearest {
            Nearest::Lowest | Nearest::Outermost => (0..named).find(present),
            Nearest::Without1 => (1..named).rfind(present),
            Nearest::OneAtLast => {
                let other = (1..named).rfind(present);
                other.or(Some(0).filter(|stone| higher.is_none() && present(stone)))
            }
            _ => (0..named).rfind(present),
        };
        let both = match self.rules.candidate_order {
            CandidateOrder::HigherFirst => [higher, lower],
            CandidateOrder::LowerFirst => [lower, higher],
        };
        match self.rules.nearest {
            Nearest::Both
            | Nearest::Lowest
            | Nearest::Highest
            | Nearest::Outermost
            | Nearest::Without1
            | Nearest::Without6
            | Nearest::OneAtLast
            | Nearest::HigherAtRoot => found[..2].copy_from_slice(&both),
            Nearest::Higher => found[0] = higher.or(lower),
            Nearest::Lower => found[0] = lower.or(higher),
            Nearest::Nearer => {
                let either = [higher, lower].into_iter().flatten();
                found[0] = either.min_by_key(|stone| stone.abs_diff(named));
            }
            Nearest::NearerOrBoth => {
                let distance = |stone: u8| stone.abs_diff(named);
                let least = both.into_iter().flatten().map(distance).min();
                let is_nearer = |stone: &u8| Some(distance(*stone)) == least;
                found[..2].copy_from_slice(&both.map(|stone| stone.filter(is_nearer)));
            }
            Nearest::AnyFromNearest => {
                let higher = (named + 1..COUNT).filter(present);
                let lower = (0..named).rev().filter(present);
                let stones: Vec<u8> = match self.rules.candidate_order {
                    CandidateOrder::HigherFirst => higher.chain(lower).collect(),
                    CandidateOrder::LowerFirst => lower.chain(higher).collect(),
                };
                for (place, stone) in found.iter_mut().zip(stones) {
                    *place = Some(stone);
                }
            }
            Nearest::Any => found = from_fn(|stone| Some(stone as u8).filter(present)),
        }
        found.into_iter().flatten()
    }

    /// The moves after a roll, in order.
    pub(super) fn steps(&self, state: &State, die: u8) -> impl Iterator<Item = Move> {
        let own = &state.cells[state.mover.index()];
        let steps = self.candidates(state, die).flat_map(move |stone| {
            let from = own[usize::from(stone)];
            let targets = self.targets(state.mover, from);
            targets.map(move |to| Move { stone, from, to })
        });
        let is_blocking = self.rules.own_stones == OwnStones::Blocking;
        steps.filter(move |step| !is_blocking || !state.has_on(state.mover, step.to))
    }

    /// The faces of which the mean is taken.
    pub(super) fn faces(&self, state: &State) -> impl Iterator<Item = u8> + use<> {
        let stones = state.cells[state.mover.index()];
        let dice_mean = self.rules.dice_mean;
        let faces = (1..)
            .zip(stones)
            .filter(move |&(die, cell)| match dice_mean {
                DiceMean::AllFaces => true,
                DiceMean::PresentStones => cell != 0,
                DiceMean::FirstFive => die < 6,
            });
        faces.map(|(die, _)| die)
    }
}

impl Default for Ewn {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Game for Ewn {
    type State = State;
    type Move = Move;

    fn turn(&self, state: &State) -> Side {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if let Some(die) = state.die {
            self.steps(state, die).for_each(|step| out.push(step));
        }
    }

    fn play(&self, state: &State, chosen: Move) -> State {
        let mut next = *state;
        let own = state.mover.index();
        for player in [BLUE, RED] {
            if !state.has_on(player, chosen.to) {
                continue;
            }
            let stay = match player == state.mover {
                true => self.rules.own_stones.are_kept(),
                false => self.rules.captured == Captured::Kept,
            };
            let stays = self.rules.captured_stones.left_out(player);
            let most = match self.rules.own_stones {
                OwnStones::KeptLowestTaken => 1,
                _ => STONES,
            };
            let standing = next.cells[player.index()].iter_mut().enumerate();
            let taken = standing
                .filter(|(stone, cell)| **cell == chosen.to && !stay && Some(*stone) != stays);
            taken.take(most).for_each(|(_, cell)| *cell = 0);
        }
        // It may be gone where the search does not put all stones back.
        let moved = Some(usize::from(chosen.stone));
        let moved = moved.filter(|&stone| state.cells[own][stone] == chosen.from);
        let is_displaced = |moved: usize| {
            let is_target = |cell: &u8| *cell == chosen.to;
            self.rules.own_stones == OwnStones::NextMoves
                && state.cells[own][..moved].iter().any(is_target)
        };
        let moved = match moved {
            Some(moved) if is_displaced(moved) => {
                (moved + 1..STONES).find(|&stone| next.cells[own][stone] != 0)
            }
            moved => moved,
        };
        if let Some(moved) = moved {
            next.cells[own][moved] = chosen.to;
        }
        next.mover = state.mover.opponent();
        next.die = None;
        next
    }

    fn outcomes(&self, state: &State, out: &mut Vec<State>) {
        if state.die.is_some() || self.winner(state).is_some() {
            return;
        }
        self.faces(state).for_each(|die| {
            out.push(State {
                die: Some(die),
                ..*state
            });
        });
    }

    fn has_outcomes(&self, state: &State) -> bool {
        let any_face = self.faces(state).next().is_some();
        any_face && state.die.is_none() && self.winner(state).is_none()
    }
}
