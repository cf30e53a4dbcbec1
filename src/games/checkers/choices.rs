//! The rules record: every choice that the rules and the usual mistakes leave open.

use crate::game::Tie;
use crate::options::Number;

pub use super::orders::*;
pub use super::promotions::*;

crate::choice! {
    /// Where a man may go.
    pub enum Reach {
        /// Only forward.
        Forward = "forward",
        /// In all four directions.
        All = "all",
    }
}

crate::record! {
    /// The rules of the assignment and the readings and mistakes around them; the defaults
    /// are the published rules. An input ends with its first error, so a suite of a dozen cases
    /// has no room for the rare ones.
    pub struct Rules {
        /// What is printed as the cost of a board without actions.
        printed_limit: enum PrintedLimit, "printed-limit", reading ["material"], rare ["rounded", "swapped"] {
            /// A board without actions prints the limit value as its cost.
            Limit = "limit",
            /// A board without actions prints its material as its cost.
            Material = "material",
            /// A board without actions prints the limit value as a number with few digits: 2147483648 for 2147483647.
            Rounded = "rounded",
            /// A board without actions prints the other player's limit value as its cost.
            Swapped = "swapped",
            /// Only a board without men of the player to move prints the limit value.
            NoMen = "no-men",
            /// A board on which either player is without actions prints the limit value, whoever is to move.
            EitherSide = "either-side",
            /// A board prints the limit value when the player who has just moved has no further action.
            Mover = "mover",
        }
        /// When the winner's line is printed.
        winner_line: enum WinnerLine, "winner-line",
            reading ["at-once", "computed-at-once", "at-the-end"], rare ["next-only"] {
            /// The winner's line comes when an action has to be computed and there is none.
            WhenNeeded = "when-needed",
            /// The winner's line comes as soon as the opponent has no action.
            AtOnce = "at-once",
            /// The winner's line comes from `P` only, `A` prints nothing.
            PlayOnly = "play-only",
            /// The winner's line comes from `A` only, `P` prints nothing.
            NextOnly = "next-only",
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
        /// Which boards of a search are checked for a player without actions.
        no_action: enum NoAction, "no-action", reading ["inner"],
            rare ["inverted", "leaves-inverted", "white-inverted", "black-inverted", "leaves-just-moved",
                "board-before"] {
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
            /// A leaf without actions counts as won by the player who has none; boards above the leaves are checked as they should be.
            LeavesInverted = "leaves-inverted",
            /// A board of the search on which white is to move and has no action counts as won by white.
            WhiteInverted = "white-inverted",
            /// A board of the search on which black is to move and has no action counts as won by black.
            BlackInverted = "black-inverted",
            /// A leaf is checked for the player who has just moved being without actions; boards above the leaves are checked as they should be.
            LeavesJustMoved = "leaves-just-moved",
            /// A board above the leaves without actions costs the material of the board before it; leaves are checked as they should be.
            BoardBefore = "board-before",
            /// Only a player without men counts as having no action in the search.
            NoMen = "no-men",
            /// A leaf is checked for either player being without actions, whoever is to move.
            EitherSide = "either-side",
            /// Every board of the search is checked for either player being without actions, whoever is to move.
            EitherEverywhere = "either-everywhere",
        }
        /// For whom the cost of a leaf is taken.
        leaf_cost: enum LeafCost, "leaf-cost", rare ["mover"] {
            /// The cost of a leaf is black's, whoever is to move there.
            Black = "black",
            /// The cost of a leaf is taken for that of the player to move there, so that it has the wrong sign when that is white.
            Mover = "mover",
        }
        /// Which actions show that a player can act.
        can_act: enum CanAct, "can-act", rare ["by-move", "by-move-for-cost", "by-move-everywhere", "forward"] {
            /// A player who can move or capture can act.
            ByAny = "by-any",
            /// A player who can capture but not move counts as one without actions: on leaves of the search, for the printed cost and for the end of the game.
            ByMove = "by-move",
            /// A player who can capture but not move counts as one without actions on leaves of the search and for the printed cost, but the game goes on.
            ByMoveForCost = "by-move-for-cost",
            /// A player who can capture but not move counts as one without actions: on every board of the search, for the printed cost and for the end of the game.
            ByMoveEverywhere = "by-move-everywhere",
            /// A player whose only actions are towers' backward ones counts as one without actions.
            Forward = "forward",
        }
        /// Which of several best actions is taken.
        tie: Tie = Tie::First, "tie";
        /// Whether one player breaks ties otherwise.
        one_sided_tie: enum OneSidedTie, "one-sided-tie" {
            /// Both players break ties alike.
            None = "none",
            /// Black takes the last of several best actions.
            Black = "black-last",
            /// White takes the last of several best actions.
            White = "white-last",
        }
        /// In which order the cells are looked through.
        child_order: ChildOrder = ChildOrder::Rows, "child-order", rare ["by-list", "by-list-from-command"];
        /// In which order one piece's directions are tried.
        directions: Directions = Directions::FromNorthEast, "directions", rare ["counter-clockwise-from-south-east"];
        /// In which order a tower's directions are tried.
        tower_directions: TowerDirections = TowerDirections::AsPieces, "tower-directions",
            rare ["from-north-west", "by-rows", "by-rows-from-east"];
        /// In which order white's men try the directions.
        white_directions: WhiteDirections = WhiteDirections::AsBlack, "white-directions";
        /// Whether moves and captures are taken apart when actions are listed.
        grouping: Grouping = Grouping::Mixed, "grouping", rare ["by-target", "towers-first", "pieces-first"];
        /// Whether a player who can capture must.
        compulsory: enum Compulsion, "compulsory-capture", rare ["computed"] {
            /// Capturing is never compulsory.
            Free = "no",
            /// A player who can capture has to capture.
            Compulsory = "yes",
            /// A player who can capture has to capture in computed actions, not in those of the input.
            Computed = "computed",
        }
        /// What becomes of a captured piece.
        captured: enum Captured, "captured",
            rare ["after-search", "ahead", "towers-stay", "tower-marked"] {
            /// What was jumped is removed.
            Removed = "removed",
            /// What was jumped stays on the board.
            Stays = "stays",
            /// What was jumped is removed on the real board only, not inside the search.
            AfterSearch = "after-search",
            /// A tower that captures backwards removes what stands one row ahead of it, not what it jumped.
            Ahead = "ahead",
            /// A captured tower stays on the board, a captured piece is removed.
            TowersStay = "towers-stay",
            /// A captured tower is removed, but makes a tower of the next man that arrives on its cell.
            TowerMarked = "tower-marked",
        }
        /// How many jumps a capture may make.
        jumps: enum Jumps, "jumps" {
            /// A turn has one jump.
            One = "one",
            /// A capture may go on with further jumps in the same turn.
            Many = "many",
        }
        /// Who goes backwards, in moves and captures alike.
        backwards: enum Backwards, "backwards" {
            /// Only towers go backwards.
            Towers = "towers",
            /// Pieces go backwards, too, as towers do.
            Everyone = "everyone",
            /// Towers go only forward, as pieces do.
            Nobody = "nobody",
        }
        /// Where a piece moves.
        piece_moves: Reach = Reach::Forward, "piece-moves";
        /// Where a piece captures.
        piece_captures: Reach = Reach::Forward, "piece-captures";
        /// Where a tower moves.
        tower_moves: Reach = Reach::All, "tower-moves";
        /// Where a tower captures.
        tower_captures: Reach = Reach::All, "tower-captures";
        /// What a capture may jump over.
        prey: enum Prey, "prey", rare ["unlike", "own-towers", "not-own"] {
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
            /// A capture may jump over any man but one of the same kind of its own side: a piece over an own tower, too, and a tower over an own piece.
            Unlike = "unlike",
            /// A capture may jump over own towers, too, not over own pieces.
            OwnTowers = "own-towers",
            /// A capture may jump over anything but an own man, over an empty cell, too.
            NotOwn = "not-own",
        }
        /// Which edges of the board a man goes over.
        edges: enum Edges, "edges", rare ["captures-wrap", "north-east-captures-wrap",
                "south-east-captures-wrap", "south-west-captures-wrap", "north-west-captures-wrap",
                "captures-wrap-from-edge", "north-east-captures-wrap-from-edge",
                "south-east-captures-wrap-from-edge", "south-west-captures-wrap-from-edge",
                "north-west-captures-wrap-from-edge", "all-wrap", "no-captures-to-a", "no-captures-to-h", "no-captures-to-row-1",
                "no-captures-to-row-8", "no-captures-to-a-or-row-1", "no-captures-to-h-or-row-8",
                "no-captures-to-border"] {
            /// No man goes over an edge.
            None = "none",
            /// A capture over a man in column A or H goes on at the other edge.
            CapturesWrap = "captures-wrap",
            /// Only north-east, a capture over a man in column H goes on at the other edge.
            NorthEastCapturesWrap = "north-east-captures-wrap",
            /// Only south-east, a capture over a man in column H goes on at the other edge.
            SouthEastCapturesWrap = "south-east-captures-wrap",
            /// Only south-west, a capture over a man in column A goes on at the other edge.
            SouthWestCapturesWrap = "south-west-captures-wrap",
            /// Only north-west, a capture over a man in column A goes on at the other edge.
            NorthWestCapturesWrap = "north-west-captures-wrap",
            /// A capture from column A or H, or over a man there, goes on at the other edge.
            CapturesWrapFromEdge = "captures-wrap-from-edge",
            /// Only north-east, a capture from column H, or over a man there, goes on at the other edge.
            NorthEastCapturesWrapFromEdge = "north-east-captures-wrap-from-edge",
            /// Only south-east, a capture from column H, or over a man there, goes on at the other edge.
            SouthEastCapturesWrapFromEdge = "south-east-captures-wrap-from-edge",
            /// Only south-west, a capture from column A, or over a man there, goes on at the other edge.
            SouthWestCapturesWrapFromEdge = "south-west-captures-wrap-from-edge",
            /// Only north-west, a capture from column A, or over a man there, goes on at the other edge.
            NorthWestCapturesWrapFromEdge = "north-west-captures-wrap-from-edge",
            /// Moves and captures over the left or right edge go on at the other one.
            AllWrap = "all-wrap",
            /// No capture lands in column A.
            NoCapturesToA = "no-captures-to-a",
            /// No capture lands in column H.
            NoCapturesToH = "no-captures-to-h",
            /// No capture lands in row 1.
            NoCapturesToRow1 = "no-captures-to-row-1",
            /// No capture lands in row 8.
            NoCapturesToRow8 = "no-captures-to-row-8",
            /// No capture lands in column A or in row 1.
            NoCapturesToAOrRow1 = "no-captures-to-a-or-row-1",
            /// No capture lands in column H or in row 8.
            NoCapturesToHOrRow8 = "no-captures-to-h-or-row-8",
            /// No capture lands on a cell at the border of the board.
            NoCapturesToBorder = "no-captures-to-border",
        }
        /// Which captures a computed action overlooks.
        overlooked: enum Overlooked, "overlooked" {
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
        /// Which actions the search tries.
        actions_tried: enum ActionsTried, "actions-tried",
            rare ["all-but-last", "all-but-first", "first-8", "first-10", "first-12", "first-16",
                "first-8-legal", "first-10-legal", "first-12-legal", "first-16-legal"] {
            /// All actions are tried.
            All = "all",
            /// The last of several actions is never tried.
            AllButLast = "all-but-last",
            /// The first of several actions is never tried.
            AllButFirst = "all-but-first",
            /// Only the first 8 actions are tried.
            First8 = "first-8",
            /// Only the first 10 actions are tried.
            First10 = "first-10",
            /// Only the first 12 actions are tried.
            First12 = "first-12",
            /// Only the first 16 actions are tried.
            First16 = "first-16",
            /// Only the first 8 actions are tried, and an input action behind them is reported as illegal.
            First8Legal = "first-8-legal",
            /// Only the first 10 actions are tried, and an input action behind them is reported as illegal.
            First10Legal = "first-10-legal",
            /// Only the first 12 actions are tried, and an input action behind them is reported as illegal.
            First12Legal = "first-12-legal",
            /// Only the first 16 actions are tried, and an input action behind them is reported as illegal.
            First16Legal = "first-16-legal",
        }
        /// What the search leaves out because it cannot matter.
        pruning: enum Pruning, "pruning",
            rare ["ties-to-bound", "alpha-for-white", "window-kept", "window-kept-root-uncut",
                "window-kept-cut-above", "window-uncrossed", "window-left", "alpha-left", "beta-left", "window-left-cutting-root",
                "window-left-as-best", "window-left-cut-above", "window-left-turned",
                "window-left-turned-as-best", "window-kept-and-left", "zero-first",
                "zero-first-at-root", "zero-first-below-root", "from-12", "from-10", "from-12-root-uncut",
                "from-10-root-uncut", "from-12-below-root", "from-10-below-root"] {
            /// What the search leaves out cannot matter.
            Exact = "exact",
            /// Ties go to the last action, be its value only the bound at which its search was cut off.
            TiesToBound = "ties-to-bound",
            /// The best cost for white at the root becomes alpha, not beta.
            AlphaForWhite = "alpha-for-white",
            /// One alpha and one beta are kept for the whole search, so that what is found below one action cuts off others below the next.
            WindowKept = "window-kept",
            /// One alpha and one beta are kept for the whole search, which yet looks at all of the root's actions.
            WindowKeptRootUncut = "window-kept-root-uncut",
            /// One alpha and one beta are kept for the whole search, and actions are cut off only when alpha > beta.
            WindowKeptCutAbove = "window-kept-cut-above",
            /// Alpha and beta are negated for the other player, but not exchanged.
            WindowUncrossed = "window-uncrossed",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left.
            WindowLeft = "window-left",
            /// A search starts with the alpha that the roots of black's earlier searches have left.
            AlphaLeft = "alpha-left",
            /// A search starts with the beta that the roots of white's earlier searches have left.
            BetaLeft = "beta-left",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left, and once they meet its root looks at its first action only.
            WindowLeftCuttingRoot = "window-left-cutting-root",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left, and its root takes the first action if none is better than the own one of them.
            WindowLeftAsBest = "window-left-as-best",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left, and actions are cut off only when alpha > beta.
            WindowLeftCutAbove = "window-left-cut-above",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left, the opponent's as if they were its own.
            WindowLeftTurned = "window-left-turned",
            /// A search starts with the alpha and the beta that the roots of earlier searches have left, the opponent's as if they were its own, and its root takes the first action if none is better than alpha.
            WindowLeftTurnedAsBest = "window-left-turned-as-best",
            /// One alpha and one beta are kept for all searches, so that what is found below one action cuts off others below the next, and in later searches.
            WindowKeptAndLeft = "window-kept-and-left",
            /// What follows a board's first action is cut off as if an action that costs 0 had come before it.
            ZeroFirst = "zero-first",
            /// What follows the root's first action is cut off as if an action that costs 0 had come before it.
            ZeroFirstAtRoot = "zero-first-at-root",
            /// What follows the first action of a board below the root is cut off as if an action that costs 0 had come before it.
            ZeroFirstBelowRoot = "zero-first-below-root",
            /// A search starts with an alpha of -12 and a beta of 12.
            From12 = "from-12",
            /// A search starts with an alpha of -10 and a beta of 10.
            From10 = "from-10",
            /// A search starts with an alpha of -12 and a beta of 12, but its root looks at all of its actions.
            From12RootUncut = "from-12-root-uncut",
            /// A search starts with an alpha of -10 and a beta of 10, but its root looks at all of its actions.
            From10RootUncut = "from-10-root-uncut",
            /// What follows each of the root's actions is searched with an alpha of -12 and a beta of 12, one of which the best cost so far replaces.
            From12BelowRoot = "from-12-below-root",
            /// What follows each of the root's actions is searched with an alpha of -10 and a beta of 10, one of which the best cost so far replaces.
            From10BelowRoot = "from-10-below-root",
        }
        /// Which boards' values a search remembers for later ones, however few levels they were found with.
        remembered: enum Remembered, "remembered", rare ["boards", "inner-boards"] {
            /// No value is remembered that later searches would have to find with more levels.
            Nothing = "nothing",
            /// A value that a search has found for a board is taken again in all later searches, though it was found with fewer levels.
            Boards = "boards",
            /// A value that a search has found for a board above its leaves is taken again in all later searches, though it was found with fewer levels.
            InnerBoards = "inner-boards",
        }
        /// What becomes of the search's count of levels where a player has no action.
        level_count: enum LevelCount, "level-count", rare ["lost", "lost-in-search"] {
            /// The count of levels is right again after each board of the search.
            Right = "right",
            /// A board above the leaves without actions leaves the count one too high, so that this search and all later ones look less far ahead; one that cannot look ahead at all repeats the last computed action.
            Lost = "lost",
            /// A board above the leaves without actions leaves the count one too high, so that the rest of this search looks less far ahead.
            LostInSearch = "lost-in-search",
        }
        /// How a piece becomes a tower.
        promotion: Promotion = Promotion::AtOnce, "promotion",
            rare ["kept", "kept-and-used", "kept-as-listed", "kept-unless-captured", "kept-in-search",
                "kept-by-capture", "kept-by-capture-in-search", "kept-by-move", "kept-by-move-in-search",
                "undone-twice", "undone-twice-in-search", "undone-twice-as-taken", "undone-twice-as-taken-in-search",
                "undone-twice-looked-for", "undone-twice-looked-for-in-search", "by-move-in-search",
                "by-capture-in-search", "white-undone-twice-as-taken", "white-undone-twice-as-taken-in-search",
                "white-undone-twice-looked-for", "white-undone-twice-looked-for-in-search",
                "black-undone-twice-as-taken", "black-undone-twice-as-taken-in-search",
                "black-undone-twice-looked-for", "black-undone-twice-looked-for-in-search"];
        /// What a captured tower is when its capture is taken back in the search.
        put_back: enum PutBack, "put-back",
            rare ["piece", "piece-in-search", "piece-that-acts", "piece-that-acts-in-search",
                "piece-looked-for", "piece-looked-for-in-search", "piece-looked-for-that-acts",
                "piece-moved-back", "piece-moved-back-in-search", "piece-moved-back-looked-for"] {
            /// A captured man is what it was when its capture is taken back.
            AsItWas = "as-it-was",
            /// A captured tower is a piece when its capture is taken back in the search.
            Piece = "piece",
            /// A captured tower is a piece inside the search when its capture is taken back.
            PieceInSearch = "piece-in-search",
            /// A captured tower is a piece when its capture is taken back in the search, and as one carries out what was listed for the tower before.
            PieceThatActs = "piece-that-acts",
            /// A captured tower is a piece inside the search when its capture is taken back, and as one carries out there what was listed for the tower before.
            PieceThatActsInSearch = "piece-that-acts-in-search",
            /// A captured tower is a piece when its capture is taken back in the search, and its next actions are a piece's.
            PieceLookedFor = "piece-looked-for",
            /// A captured tower is a piece inside the search when its capture is taken back, and its next actions there are a piece's.
            PieceLookedForInSearch = "piece-looked-for-in-search",
            /// A captured tower is a piece when its capture is taken back in the search, its next actions are a piece's, and as one carries out what was chosen for the tower before.
            PieceLookedForThatActs = "piece-looked-for-that-acts",
            /// A captured tower is a piece when its capture is taken back in the search, stays one when its own action before is taken back, and as one carries out what was listed for the tower.
            PieceMovedBack = "piece-moved-back",
            /// A captured tower is a piece inside the search when its capture is taken back, stays one there when its own action before is taken back, and as one carries out there what was listed for the tower.
            PieceMovedBackInSearch = "piece-moved-back-in-search",
            /// A captured tower is a piece when its capture is taken back in the search, stays one when its own action before is taken back, and its next actions are a piece's.
            PieceMovedBackLookedFor = "piece-moved-back-looked-for",
        }
        /// Whose pieces are promoted.
        promoted: Promoted = Promoted::Both, "promoted",
            rare ["white-by-move", "black-by-move", "white-by-capture", "black-by-capture", "all-but-a8",
                "all-but-h1", "all-but-corners", "any-man-by-row"];
        /// Whose pieces are promoted one row early.
        early_promotion: EarlyPromotion = EarlyPromotion::Nobody, "early-promotion", rare ["white", "black", "both"];
        /// What a tower counts in the board cost, in pieces.
        tower_cost: Number<0, 9> = Number::new(3), "tower-cost", wrong [1, 2, 4, 5], rare ["5"];
        /// Whose towers count more than a piece in the board cost.
        dear_towers: enum DearTowers, "dear-towers" {
            /// Both players' towers count more than a piece.
            Both = "both",
            /// Only black's towers count more than a piece.
            Black = "black",
            /// Only white's towers count more than a piece.
            White = "white",
        }
        /// What one player's towers count that count otherwise than the other's.
        uneven_towers: enum UnevenTowers, "uneven-towers",
            rare ["white-2", "white-4", "white-5", "black-2", "black-4", "black-5", "white-for-black",
                "black-for-white"] {
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
            /// A white tower counts 3 pieces of black's.
            WhiteForBlack = "white-for-black",
            /// A black tower counts 3 pieces of white's.
            BlackForWhite = "black-for-white",
        }
        /// How often a tower on its far row counts in the board cost.
        far_towers: enum FarTowers, "far-towers", rare ["each-arrival"] {
            /// A tower counts once wherever it stands.
            Once = "once",
            /// A tower on its far row counts twice.
            Twice = "twice",
            /// The cost is kept along, and a tower that arrives on its far row is added to it as if it were promoted once more.
            EachArrival = "each-arrival",
        }
        /// What becomes of a board cost that is kept along.
        kept_cost: enum KeptCost, "kept-cost",
            rare ["promotion-by-3", "promotion-by-3-printed", "promotion-missed",
                "promotion-missed-printed", "tower-by-1", "tower-by-1-printed", "promotion-kept",
                "capture-kept", "promotion-by-3-in-search", "promotion-missed-in-search",
                "tower-by-1-in-search", "captures-by-1-in-search", "capture-missed-in-search",
                "promotion-kept-in-search", "capture-kept-in-search", "white-tower-by-1",
                "white-tower-by-1-printed", "white-tower-by-1-in-search", "black-tower-by-1",
                "black-tower-by-1-printed", "black-tower-by-1-in-search"] {
            /// The board cost is right, be it kept along or counted anew.
            Right = "right",
            /// The board cost is kept along, and a piece that becomes a tower adds a whole tower to it.
            PromotionByThree = "promotion-by-3",
            /// The printed board cost is kept along, and a piece that becomes a tower adds a whole tower to it.
            PromotionByThreePrinted = "promotion-by-3-printed",
            /// The board cost is kept along, and a piece that becomes a tower adds nothing to it.
            PromotionMissed = "promotion-missed",
            /// The printed board cost is kept along, and a piece that becomes a tower adds nothing to it.
            PromotionMissedPrinted = "promotion-missed-printed",
            /// The board cost is kept along, and a captured tower takes only a piece off it.
            TowerByOne = "tower-by-1",
            /// The printed board cost is kept along, and a captured tower takes only a piece off it.
            TowerByOnePrinted = "tower-by-1-printed",
            /// The board cost is kept along, and a promotion that the search has taken back still counts.
            PromotionKept = "promotion-kept",
            /// The board cost is kept along, and a capture that the search has taken back still counts.
            CaptureKept = "capture-kept",
            /// The board cost is kept along inside the search, and a piece that becomes a tower there adds a whole tower to it.
            PromotionByThreeInSearch = "promotion-by-3-in-search",
            /// The board cost is kept along inside the search, and a piece that becomes a tower there adds nothing to it.
            PromotionMissedInSearch = "promotion-missed-in-search",
            /// The board cost is kept along inside the search, and a tower that is captured there takes only a piece off it.
            TowerByOneInSearch = "tower-by-1-in-search",
            /// The board cost is kept along inside the search, where any capture takes a piece off it and a piece that becomes a tower adds nothing to it.
            CapturesByOneInSearch = "captures-by-1-in-search",
            /// The board cost is kept along inside the search, and a capture there takes nothing off it.
            CaptureMissedInSearch = "capture-missed-in-search",
            /// The board cost is kept along inside the search, and a promotion that is taken back there still counts to its end.
            PromotionKeptInSearch = "promotion-kept-in-search",
            /// The board cost is kept along inside the search, and a capture that is taken back there still counts to its end.
            CaptureKeptInSearch = "capture-kept-in-search",
            /// The board cost is kept along, and a captured white tower takes only a piece off it.
            WhiteTowerByOne = "white-tower-by-1",
            /// The printed board cost is kept along, and a captured white tower takes only a piece off it.
            WhiteTowerByOnePrinted = "white-tower-by-1-printed",
            /// The board cost is kept along inside the search, and a white tower that is captured there takes only a piece off it.
            WhiteTowerByOneInSearch = "white-tower-by-1-in-search",
            /// The board cost is kept along, and a captured black tower takes only a piece off it.
            BlackTowerByOne = "black-tower-by-1",
            /// The printed board cost is kept along, and a captured black tower takes only a piece off it.
            BlackTowerByOnePrinted = "black-tower-by-1-printed",
            /// The board cost is kept along inside the search, and a black tower that is captured there takes only a piece off it.
            BlackTowerByOneInSearch = "black-tower-by-1-in-search",
        }
        /// Whose men count as positive in the board cost.
        cost_sign: enum CostSign, "cost-sign" {
            /// Cost is black's men less white's.
            BlackPositive = "black-positive",
            /// Cost is white's men less black's.
            WhitePositive = "white-positive",
        }
        /// Which cost white chooses.
        white_takes: enum WhiteTakes, "white-takes", rare ["as-searcher", "searcher-largest"] {
            /// White takes the smallest cost.
            Minimum = "minimum",
            /// White takes the largest cost, as black does.
            Maximum = "maximum",
            /// In a search both players take what is best for the one who searches.
            AsSearcher = "as-searcher",
            /// Whoever searches takes the largest cost, and the other player the smallest.
            SearcherLargest = "searcher-largest",
        }
        /// What a board without actions costs.
        limits: enum Limits, "limits", rare ["symmetric", "worst-for-both", "16-bit"] {
            /// Black without actions costs -2147483648, white without actions 2147483647.
            Standard = "standard",
            /// Black without actions costs -2147483647, the negative of what white without actions costs.
            Symmetric = "symmetric",
            /// The two limit values are swapped.
            Swapped = "swapped",
            /// A board without actions costs 2147483647, whoever is to move.
            Largest = "largest",
            /// In the search a player who leaves the other without actions has done its worst, since -2147483648 stays what it is when it is negated.
            WorstForBoth = "worst-for-both",
            /// In the search costs have 16 bits, which makes 0 of -2147483648 and -1 of 2147483647.
            Short = "16-bit",
        }
        /// What is done once the search sees the game decided.
        decided: enum Decided, "decided", rare ["win-overlooked"] {
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
        /// Levels of the search.
        depth: Number<1, 64> = Number::new(3), "depth", wrong [1, 2, 4];
        /// Which board's cost is printed with an action.
        cost_board: enum CostBoard, "cost-board", rare ["before-promotion"] {
            /// The cost printed is that of the board after the action.
            After = "after",
            /// The cost printed is that of the board before the action.
            Before = "before",
            /// The cost printed with a computed action is that of the board before it.
            BeforeComputed = "before-computed",
            /// The cost printed is that of the board on which a piece that the action promotes is still a piece.
            BeforePromotion = "before-promotion",
        }
        /// Who is named as the winner.
        winner_name: enum WinnerName, "winner-name" {
            /// The player who can still act wins.
            Opponent = "opponent",
            /// The player without actions is named as the winner.
            Stuck = "stuck",
        }
        /// Actions that `A` plays.
        next_actions: Number<1, 1000> = Number::new(1), "next-actions", wrong [2, 10];
        /// Actions that `P` plays.
        play_actions: Number<1, 1000> = Number::new(10), "play-actions",
            wrong [1, 5, 9, 11, 12, 20, 50, 100],
            rare ["1", "5", "12", "20", "50", "100"];
        /// What `P` does when an action leaves the opponent without one.
        play_end: enum PlayEnd, "play-end" {
            /// `P` goes on until an action is needed that does not exist.
            Needed = "needed",
            /// `P` stops silently once the opponent has no action.
            Silent = "silent",
        }
        /// How computed actions are numbered.
        counter: enum Counter, "counter", rare ["computed-alone", "each-player"] {
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
        /// The order in which an input action is checked.
        error_order: enum ErrorOrder, "error-order",
            rare ["by-turns", "target-before-source", "target-taken-last", "source-empty-last"] {
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
        /// What an action with the opponent's piece is answered with.
        opponent_check: enum OpponentCheck, "opponent-check", rare ["towers-illegal", "towers-allowed"] {
            /// An action with the opponent's piece has an error line of its own.
            Own = "own",
            /// An action with the opponent's piece is reported as illegal.
            Illegal = "illegal",
            /// An action with the opponent's tower is reported as illegal.
            TowersIllegal = "towers-illegal",
            /// An action with the opponent's piece is carried out when that piece could do it.
            Allowed = "allowed",
            /// An action with the opponent's tower is carried out when that tower could do it.
            TowersAllowed = "towers-allowed",
        }
        /// How far an input action goes that is not checked for it.
        distance_check: enum DistanceCheck, "distance-check",
            rare ["straight", "sideways", "ahead", "knight", "knight-stays", "piece-knight", "far",
            "far-north", "far-south", "far-capture", "tower-anywhere", "unchecked", "columns",
            "corner"] {
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
        /// What an input action may jump over.
        jump_check: enum JumpCheck, "jump-check",
            rare ["empty-jump-east", "tower-empty-jump", "own-jump", "own-jump-east",
            "tower-own-jump"] {
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
        /// Whose pieces go backwards by an input action.
        backward_check: enum BackwardCheck, "backward-check",
            rare ["black-backward", "backward-move", "backward-capture"] {
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
        /// Which lines are commands.
        command_reading: enum CommandReading, "command-reading", rare ["neither", "next-only"] {
            /// A command is a line of one letter.
            WholeLine = "whole-line",
            /// Every line that begins with A is taken for the command A.
            FirstLetter = "first-letter",
            /// Neither command is obeyed: nothing is ever computed.
            Neither = "neither",
            /// `A` is obeyed, `P` is not.
            NextOnly = "next-only",
        }
        /// What becomes of a command that no action comes before.
        bare_command: enum BareCommand, "bare-command", rare ["blank-line", "white-begins"] {
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
        /// For which player a command computes.
        command_player: enum CommandPlayer, "command-player", rare ["play-black", "black"] {
            /// A command computes for the player whose turn it is.
            ToMove = "to-move",
            /// `P` starts with black, even when it is white's turn.
            PlayBlack = "play-black",
            /// `A` computes for black and `P` starts with black, even when it is white's turn.
            Black = "black",
        }
        /// How the cells of an input action are read.
        cell_reading: enum CellReading, "cell-reading", rare ["first-digit"] {
            /// A cell is one character and all digits after it.
            Whole = "whole",
            /// Cells are read by position: columns are the first and fourth characters of a line, rows the second and fifth.
            Position = "position",
            /// Cells are read by position; a row of two digits in the source ends the input, or is a command when the line begins with A or P.
            Scanned = "scanned",
            /// Of a row only the first digit is read: A10 is A1.
            FirstDigit = "first-digit",
        }
        /// Which characters name a column.
        column_names: enum ColumnNames, "column-names",
            rare ["small-too", "digits-too", "digits-echoed", "digits-end-input"] {
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
        /// Which column or row beyond the board is taken for part of it.
        beyond: enum Beyond, "beyond", rare ["column-i", "column-i-taken", "row-9", "row-9-taken"] {
            /// Column I and row 9 are outside of the board.
            Nothing = "nothing",
            /// Column I is taken for part of the board: its cells are empty.
            ColumnI = "column-i",
            /// Column I is taken for part of the board: as a source its cells are empty, as a target they are not.
            ColumnITaken = "column-i-taken",
            /// Row 9 is taken for part of the board: its cells are empty.
            RowNine = "row-9",
            /// Row 9 is taken for part of the board: as a source its cells are empty, as a target they are not.
            RowNineTaken = "row-9-taken",
        }
        /// What becomes of an action line that has not five characters.
        long_lines: enum LongLines, "long-lines" {
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
        /// Where row 0 is noticed.
        row_zero: enum RowZero, "row-zero", rare ["target-only", "empty"] {
            /// Row 0 is outside of the board.
            Outside = "outside",
            /// Row 0 is outside as a source only; as a target it is a cell that is not empty.
            SourceOnly = "source-only",
            /// Row 0 is outside as a target only; as a source it is a cell of the opponent's.
            TargetOnly = "target-only",
            /// Row 0 is never outside: it is a cell of the opponent's.
            Nowhere = "nowhere",
            /// Row 0 is never outside: its cells are empty.
            Empty = "empty",
        }
        /// Who makes the first action.
        first_mover: enum FirstMover, "first-mover" {
            /// Black makes the first action.
            Black = "black",
            /// The owner of the first action's man makes the first action.
            Owner = "owner",
        }
        /// What becomes of an input without a command.
        input_end: enum InputEnd, "input-end",
            rare ["command-again", "last-again", "last-again-or-outside"] {
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
        /// What becomes of lines after a command.
        after_command: enum AfterCommand, "after-command",
            rare ["answered-after-a", "answered-after-p", "answered-after-gap", "deferred", "skipped"] {
            /// Reading stops at the command.
            Ignored = "ignored",
            /// Lines after a command are answered too.
            Answered = "answered",
            /// Lines after A are answered too, but reading stops at P.
            AnsweredAfterA = "answered-after-a",
            /// Lines after P are answered too, but reading stops at A.
            AnsweredAfterP = "answered-after-p",
            /// Lines after a command are answered too, on the board that was there before it.
            AnsweredOnBoardBefore = "answered-on-board-before",
            /// Lines after a command are answered too, on the board that was there before it; after P a number is passed over, and a turn.
            AnsweredAfterGap = "answered-after-gap",
            /// A command is obeyed when all lines have been answered; of several the last one.
            Deferred = "deferred",
            /// A command is only obeyed in the last line; lines after another one are answered as if it were not there.
            Skipped = "skipped",
        }
        /// What becomes of lines after an error.
        after_error: enum AfterError, "after-error", rare ["commands", "command-by-column"] {
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
}
