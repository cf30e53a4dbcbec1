//! The rules record: every choice that the rules and the usual mistakes leave open.

use crate::game::{Bounds, Cut, CutsAt};
use crate::options::Number;

crate::choice! {
    /// Which player something applies to.
    pub enum Applies {
        /// It applies to both players.
        Both = "both",
        /// It applies to player 0 only.
        PlayerZero = "player-0",
        /// It applies to player 1 only.
        PlayerOne = "player-1",
    }
}

crate::record! {
    /// The rules and the readings and mistakes around them; the defaults are the spec's.
    pub struct Rules {
        /// When the last seed captures.
        capture: enum Capture, "capture", rare ["before-sowing-or-sown"] {
            /// The last seed captures in a pit that was empty before the sowing began.
            EmptyBeforeSowing = "before-sowing",
            /// The last seed captures in a pit that is empty when it arrives, the sown pit still
            /// holding its seeds (13 seeds never capture), as the original listing does it.
            EmptyOnLanding = "landing",
            /// The last seed captures in a pit that is empty when it arrives, the sown pit
            /// counting as emptied (13 seeds capture), the usual rule elsewhere.
            Standard = "standard",
            /// The last seed captures in a pit that was empty before the sowing began, or in the sown pit itself.
            EmptyBeforeSowingOrSown = "before-sowing-or-sown",
            /// The last seed captures in any own pit.
            Anywhere = "anywhere",
            /// There are no captures.
            Never = "never",
        }
        /// Whether an earned turn is taken in matches and play.
        extra_turn_in_play: enum ExtraTurnInPlay, "extra-turn-in-play" {
            /// A player who earns another turn moves again.
            Taken = "yes",
            /// A turn is one move in matches and play, as in the published program.
            NotTaken = "no",
        }
        /// What becomes of the seeds in the landing pit of a capture.
        landing_seeds: enum LandingSeeds, "landing-seeds", rare ["lost", "one", "one-taken"] {
            /// A capture takes the landing pit's seeds too.
            Taken = "taken",
            /// A capture leaves the last seed in its pit.
            Left = "left",
            /// A capture takes the landing pit's seeds off the board, and they count for nobody.
            Lost = "lost",
            /// A capture counts one seed for the landing pit, however many it holds.
            One = "one",
            /// A capture takes one seed from the landing pit, and leaves there what an earlier lap has sown.
            OneTaken = "one-taken",
        }
        /// Into which store captured seeds go.
        captured_into: enum CapturedInto, "captured-into", rare ["store-0", "other"] {
            /// Captured seeds go into the store of the player who captures.
            Own = "own",
            /// Captured seeds go into player 0's store, whoever captures.
            StoreZero = "store-0",
            /// Captured seeds go into the other player's store.
            Other = "other",
        }
        /// Whether a capture needs seeds in the facing pit.
        facing_seeds: enum FacingSeeds, "facing-seeds",
            rare ["not-needed-by-0", "not-needed-by-1", "before-sowing", "counted-before-sowing"] {
            /// Without seeds in the facing pit nothing is captured.
            Needed = "needed",
            /// The last seed is taken even when the facing pit is empty.
            NotNeeded = "not-needed",
            /// Player 0's last seed is taken even when the facing pit is empty, player 1's is not.
            NotNeededByZero = "not-needed-by-0",
            /// Player 1's last seed is taken even when the facing pit is empty, player 0's is not.
            NotNeededByOne = "not-needed-by-1",
            /// A capture needs seeds that were in the facing pit before the sowing began.
            BeforeSowing = "before-sowing",
            /// A capture needs seeds that were in the facing pit before the sowing began, and takes only so many; one sown there since is lost.
            CountedBeforeSowing = "counted-before-sowing",
        }
        /// What a lap does at the pit it was sown from.
        lap_origin: enum LapOrigin, "lap-origin" {
            /// A lap sows into the pit it started from.
            Sown = "sown",
            /// A lap skips the pit it started from.
            Skipped = "skipped",
        }
        /// What sowing does at the opponent's store.
        opponent_store: enum OpponentStore, "opponent-store",
            rare ["sown-by-0", "sown-by-1", "off-board", "seed-lost"] {
            /// The opponent's store is skipped.
            Skipped = "skipped",
            /// The opponent's store is sown like any other position.
            Sown = "sown",
            /// Player 0 sows the opponent's store like any other position, player 1 skips it.
            SownByZero = "sown-by-0",
            /// Player 1 sows the opponent's store like any other position, player 0 skips it.
            SownByOne = "sown-by-1",
            /// Where player 0 skips the opponent's store a seed falls off the board, and the next one into pit 1.
            OffBoard = "off-board",
            /// Each time that the opponent's store is skipped a seed is lost.
            SeedLost = "seed-lost",
        }
        /// How many seeds a sowing adds to the own store.
        own_store: enum OwnStore, "own-store", rare ["one"] {
            /// A sowing adds a seed to the own store each time that it comes by.
            EachLap = "each-lap",
            /// A sowing adds only one seed to the own store, however often it comes by.
            One = "one",
        }
        /// Which positions sowing goes around.
        round: enum Round, "round", rare ["13"] {
            /// Sowing goes around all 14 positions.
            All = "14",
            /// Sowing goes around 13 positions and never reaches player 1's store.
            AllButLast = "13",
        }
        /// Where the last seed of a sowing falls.
        last_seed: enum LastSeed, "last-seed", rare ["counted"] {
            /// The last seed falls where sowing ends.
            Sown = "sown",
            /// The last seed is taken to fall as many positions on as the pit has seeds, whatever is skipped.
            Counted = "counted",
        }
        /// Whether a last seed in the own store earns another turn.
        extra_turn: enum ExtraTurn, "extra-turn",
            rare ["passes", "without-lap", "once", "sticks", "costs-later"] {
            /// The last seed in the own store earns another turn.
            Earned = "yes",
            /// The last seed in the own store earns nothing.
            None = "no",
            /// The last seed in the own store earns nothing, but the move costs as many levels as if it did.
            Passes = "passes",
            /// The last seed in the own store earns another turn only when the sowing has not gone once round the board.
            WithoutLap = "without-lap",
            /// The last seed in the own store earns another turn only once in a row, and passes the turn the next time.
            Once = "once",
            /// Once a pit of a node has earned another turn, its later pits are searched as if they earned one, too.
            Sticks = "sticks",
            /// Each pit that earns another turn makes the later pits of its node cost a level more.
            CostsLater = "costs-later",
        }
        /// Whether a capture earns another turn.
        capture_turn: enum CaptureTurn, "capture-turn", rare ["earned"] {
            /// A capture earns nothing beside its seeds.
            None = "none",
            /// A capture earns another turn, as a last seed in the own store does.
            Earned = "earned",
        }
        /// Levels that a move costs when it earns another turn.
        extra_turn_levels: Number<0, 2> = Number::new(2), "extra-turn-levels", wrong [1, 0];
        /// Whose view a value is from after an extra turn.
        extra_turn_value: enum ExtraTurnValue, "extra-turn-value",
            rare ["negated", "others-wish", "others-wish-pruned"] {
            /// After an extra turn the value is still for the same player.
            Kept = "kept",
            /// After an extra turn the value is negated, as if the turn had passed.
            Negated = "negated",
            /// After an extra turn the player takes the values that the other one wants, as if the turn
            /// had passed.
            OthersWish = "others-wish",
            /// In the search with pruning only, after an extra turn the player takes the values that the other one
            /// wants, as if the turn had passed.
            OthersWishPruned = "others-wish-pruned",
        }
        /// When the game is over.
        game_over: enum GameOver, "game-over" {
            /// The game is over when either player's pits are all empty.
            Either = "either",
            /// The game is over only when the pits of the player to move are all empty.
            Mover = "mover",
            /// The game is over only when all pits are empty.
            Both = "both",
        }
        /// Which pits are looked at to see whether a player's are empty.
        pits_checked: enum PitsChecked, "pits-checked", rare ["all-but-last", "all-but-first"] {
            /// All pits of a player are looked at to see whether the game is over.
            All = "all",
            /// A player's last pit is not looked at to see whether the game is over.
            AllButLast = "all-but-last",
            /// A player's first pit is not looked at to see whether the game is over.
            AllButFirst = "all-but-first",
        }
        /// How it is seen that a player's pits are empty where moves taken back have left some with fewer seeds than none.
        pits_empty: enum PitsEmpty, "pits-empty", rare ["each"] {
            /// A player's pits are empty when there are no seeds in all of them together.
            Together = "together",
            /// A player's pits are empty when each of them has no seeds, neither more nor fewer than none.
            Each = "each",
        }
        /// How it is known how many seeds a player has in the pits.
        side_count: enum SideCount, "side-count",
            rare ["landing-kept", "facing-kept", "capture-kept", "from-mover"] {
            /// A player's seeds are counted for each position, or along with the moves.
            Right = "right",
            /// A player's seeds are counted along with the moves, and a capture takes only the facing pit's off the counts, not the landing pit's.
            LandingKept = "landing-kept",
            /// A player's seeds are counted along with the moves, and a capture takes only the landing pit's off the counts, not the facing pit's.
            FacingKept = "facing-kept",
            /// A player's seeds are counted along with the moves, and a capture takes nothing off the counts.
            CaptureKept = "capture-kept",
            /// A player's seeds are counted along with the moves, and a capture takes the facing pit's off the count of the player who moves, too.
            FromMover = "from-mover",
        }
        /// How many seeds are swept when the game is over.
        swept_seeds: enum SweptSeeds, "swept-seeds", rare ["counted"] {
            /// As many seeds are swept as are in the pits.
            InPits = "in-pits",
            /// As many seeds are swept as were counted along with the moves.
            Counted = "counted",
        }
        /// At which depth a node is a leaf.
        leaf_depth: enum LeafDepth, "leaf-depth", rare ["after-passed-turn"] {
            /// A node is a leaf at the depth limit.
            AtLimit = "at-limit",
            /// A node is a leaf only beyond the depth limit, one level too deep.
            BeyondLimit = "beyond-limit",
            /// A node is a leaf one level before the depth limit.
            BeforeLimit = "before-limit",
            /// A node is a leaf at the depth limit only when the move to it has passed the turn.
            AfterPassedTurn = "after-passed-turn",
        }
        /// Where the remaining seeds go when the game is over.
        sweep: enum Sweep, "sweep", rare ["root", "just-moved", "after-moves", "not-after-extra-turn"] {
            /// Each player's remaining seeds go to that player's own store.
            Own = "own",
            /// Remaining seeds stay where they are and count for nobody.
            None = "none",
            /// Remaining seeds go to the other player's store.
            Opponent = "opponent",
            /// All remaining seeds go to the store of the player to move.
            Mover = "mover",
            /// Only player 0's remaining seeds go to the store, player 1's stay where they are.
            PlayerZero = "player-0",
            /// Only player 1's remaining seeds go to the store, player 0's stay where they are.
            PlayerOne = "player-1",
            /// Only the remaining seeds of the player to move at the root go to the store, the other's stay where they are.
            Root = "root",
            /// All remaining seeds go to the store of the player who has just moved, or of the one to move at the root.
            JustMoved = "just-moved",
            /// Remaining seeds are swept only when a move has ended the game, and stay where it is over from the start.
            AfterMoves = "after-moves",
            /// Remaining seeds stay where they are when the game ends with a move that earns another turn.
            NotAfterExtraTurn = "not-after-extra-turn",
        }
        /// Which pits' remaining seeds are swept when the game is over.
        swept_pits: enum SweptPits, "swept-pits",
            rare ["all-but-last", "all-but-last-of-0", "all-but-last-of-1", "all-but-first",
                "all-but-first-of-0", "all-but-first-of-1"] {
            /// All pits are swept when the game is over.
            All = "all",
            /// Each player's last pit is left out when the remaining seeds are swept.
            AllButLast = "all-but-last",
            /// Pit 5 is left out when the remaining seeds are swept.
            AllButLastOfZero = "all-but-last-of-0",
            /// Pit 12 is left out when the remaining seeds are swept.
            AllButLastOfOne = "all-but-last-of-1",
            /// Each player's first pit is left out when the remaining seeds are swept.
            AllButFirst = "all-but-first",
            /// Pit 0 is left out when the remaining seeds are swept.
            AllButFirstOfZero = "all-but-first-of-0",
            /// Pit 7 is left out when the remaining seeds are swept.
            AllButFirstOfOne = "all-but-first-of-1",
        }
        /// Whose view the value is from.
        value_for: enum ValueFor, "value-for", rare ["first-line", "first-line-values"] {
            /// The value is from the view of the player to move at the root.
            Root = "root",
            /// The value is from the view of player 0, whoever moves.
            PlayerZero = "player-0",
            /// The value is from the view of player 1, whoever moves.
            PlayerOne = "player-1",
            /// On all lines the value is from the view of the player to move on the first one.
            FirstLine = "first-line",
            /// On all lines positions are worth what they are for the player to move on the first one, though the player to move wants most.
            FirstLineValues = "first-line-values",
        }
        /// What a position is worth.
        evaluation: enum Evaluation, "evaluation", rare ["with-pits"] {
            /// A position is worth the seeds in one's own store less those in the other's.
            Difference = "difference",
            /// A position is worth the seeds in the other's store less those in one's own.
            Inverted = "inverted",
            /// A position is worth the seeds in one's own store.
            OwnStore = "own-store",
            /// A position is worth player 0's seeds less player 1's, whoever wants most.
            PlayerZero = "player-0",
            /// A position is worth player 1's seeds less player 0's, whoever wants most.
            PlayerOne = "player-1",
            /// A position is worth the seeds of the player to move there less the other's.
            Mover = "mover",
            /// A position is worth the seeds in one's own store and pits less those in the other's.
            WithPits = "with-pits",
        }
        /// What a game that is over is worth.
        win_value: enum WinValue, "win-value", rare ["100", "1000", "10000"] {
            /// A game that is over is evaluated like any other position.
            Evaluated = "evaluated",
            /// A game that is won is worth 100, one that is lost −100, a draw 0.
            Hundred = "100",
            /// A game that is won is worth 1000, one that is lost −1000, a draw 0.
            Thousand = "1000",
            /// A game that is won is worth 10000, one that is lost −10000, a draw 0.
            TenThousand = "10000",
        }
        /// What is reported where the game is over at the root.
        over_at_root: enum OverAtRoot, "over-at-root",
            rare ["player-0", "zero", "no-nodes", "zero-no-nodes", "nothing", "played-on"] {
            /// A game that is over at the root is valued and counted like any other leaf.
            Searched = "searched",
            /// A game that is over at the root is worth player 0's seeds less player 1's, whoever moves.
            PlayerZero = "player-0",
            /// A game that is over at the root is worth 0.
            Zero = "zero",
            /// Where the game is over at the root, no node is counted.
            NoNodes = "no-nodes",
            /// A game that is over at the root is worth 0, and no node is counted.
            ZeroNoNodes = "zero-no-nodes",
            /// Where the game is over at the root, nothing is reported.
            Nothing = "nothing",
            /// It is not looked at whether the game is over at the root, whose pits are tried like any other node's.
            PlayedOn = "played-on",
        }
        /// What the opponent chooses in the search.
        opponent: enum Opponent, "opponent" {
            /// The opponent takes the smallest value.
            Minimises = "minimises",
            /// The opponent takes the largest value, too.
            Maximises = "maximises",
            /// The opponent takes the largest value, too, and alpha-beta lowers beta to it.
            MaximisesBelowBeta = "maximises-below-beta",
        }
        /// Which player may capture.
        captures_for: Applies = Applies::Both, "captures-for";
        /// In whose pits the last seed captures.
        capture_pits: enum CapturePits, "capture-pits",
            rare ["all-but-last", "all-but-last-of-0", "all-but-last-of-1", "all-but-first",
                "all-but-first-of-0", "all-but-first-of-1"] {
            /// The last seed captures in the player's own pits.
            Own = "own",
            /// The last seed captures in the player's own pits, but not in the last one.
            AllButLast = "all-but-last",
            /// The last seed captures in the player's own pits, but player 0's not in pit 5.
            AllButLastOfZero = "all-but-last-of-0",
            /// The last seed captures in the player's own pits, but player 1's not in pit 12.
            AllButLastOfOne = "all-but-last-of-1",
            /// The last seed captures in the player's own pits, but not in the first one.
            AllButFirst = "all-but-first",
            /// The last seed captures in the player's own pits, but player 0's not in pit 0.
            AllButFirstOfZero = "all-but-first-of-0",
            /// The last seed captures in the player's own pits, but player 1's not in pit 7.
            AllButFirstOfOne = "all-but-first-of-1",
            /// The last seed captures in both players' pits.
            Any = "any",
        }
        /// Which pit faces another.
        facing: enum Facing, "facing",
            rare ["same-number-for-0", "same-number-for-1", "of-sown-pit"] {
            /// A pit faces the one across the board: pit 0 faces pit 12.
            Across = "across",
            /// A pit faces the one after that across the board: pit 1 faces pit 12.
            OneFurther = "one-further",
            /// A pit faces the one with the same number: pit 0 faces pit 7.
            SameNumber = "same-number",
            /// Player 0's pit faces the one with the same number, player 1's the one across the board.
            SameNumberForZero = "same-number-for-0",
            /// Player 1's pit faces the one with the same number, player 0's the one across the board.
            SameNumberForOne = "same-number-for-1",
            /// What faces the pit that was sown is taken, wherever the last seed fell.
            OfSownPit = "of-sown-pit",
        }
        /// Which player may earn another turn.
        extra_turns_for: Applies = Applies::Both, "extra-turns-for";
        /// What becomes of the facing pit of a capture.
        facing_pit: enum FacingPit, "facing-pit" {
            /// The captured seeds leave the facing pit.
            Emptied = "emptied",
            /// The captured seeds are counted in the store and stay in the facing pit.
            Kept = "kept",
        }
        /// Whether remaining seeds are swept at the depth limit.
        limit_sweep: enum LimitSweep, "limit-sweep" {
            /// Remaining seeds are swept wherever the game is over.
            Done = "yes",
            /// Remaining seeds are not swept when the game is over just at the depth limit.
            Missing = "no",
        }
        /// Which pits are tried.
        pits_tried: enum PitsTried, "pits-tried" {
            /// All pits are tried.
            All = "all",
            /// The player's last pit is never tried.
            AllButLast = "all-but-last",
            /// The player's first pit is never tried.
            AllButFirst = "all-but-first",
        }
        /// What a node is worth at which no pit is tried, though the game goes on.
        no_move: enum NoMove, "no-move",
            rare ["0", "99", "100", "999", "1000", "9999", "10000", "1000000000", "int"] {
            /// A node without a move is evaluated like any other.
            Evaluated = "evaluated",
            /// A node without a move is worth 0.
            Zero = "0",
            /// A node without a move is worth −99 to the player who would move, as best values start with that.
            NinetyNine = "99",
            /// A node without a move is worth −100 to the player who would move, as best values start with that.
            Hundred = "100",
            /// A node without a move is worth −999 to the player who would move, as best values start with that.
            Nines = "999",
            /// A node without a move is worth −1000 to the player who would move, as best values start with that.
            Thousand = "1000",
            /// A node without a move is worth −9999 to the player who would move, as best values start with that.
            FourNines = "9999",
            /// A node without a move is worth −10000 to the player who would move, as best values start with that.
            TenThousand = "10000",
            /// A node without a move is worth −1000000000 to the player who would move, as best values start with that.
            Billion = "1000000000",
            /// A node without a move is worth the least number that an int holds where the largest value is taken, else the greatest.
            Int = "int",
        }
        /// What the search of a node starts with.
        search_start: enum SearchStart, "search-start",
            rare ["zero-where-maximising", "zero-where-minimising"] {
            /// A node starts with its first child's value.
            FirstChild = "first-child",
            /// A node starts with 0, so that no value is worse than that.
            Zero = "zero",
            /// A node starts with 0 where the largest value is taken, so that no value is less than that there.
            ZeroWhereMaximising = "zero-where-maximising",
            /// A node starts with 0 where the smallest value is taken, so that no value is more than that there.
            ZeroWhereMinimising = "zero-where-minimising",
            /// A node starts with 10 or −10, as if that were infinite.
            Ten = "ten",
        }
        /// Which number stands for infinity.
        infinity: enum Infinity, "infinity", rare ["24", "36", "48", "50", "64"] {
            /// What stands for infinity is more than any value.
            Enough = "enough",
            /// A node starts with 24 or −24, and the window goes as far, as if that were infinite.
            TwentyFour = "24",
            /// A node starts with 36 or −36, and the window goes as far, as if that were infinite.
            ThirtySix = "36",
            /// A node starts with 48 or −48, and the window goes as far, as if that were infinite.
            FortyEight = "48",
            /// A node starts with 50 or −50, and the window goes as far, as if that were infinite.
            Fifty = "50",
            /// A node starts with 64 or −64, and the window goes as far, as if that were infinite.
            SixtyFour = "64",
        }
        /// Which number stands for infinity where stores that keep seeds make values larger than there are seeds.
        large_infinity: enum LargeInfinity, "large-infinity",
            rare ["99", "99-returned", "100", "1000", "1000-in-99", "10000-in-99", "30000-in-99"] {
            /// Where stores keep seeds, the window goes from −99 to 99.
            Window = "window",
            /// Where stores keep seeds, a node starts with 99 or −99, too.
            NinetyNine = "99",
            /// Where stores keep seeds, a node of alpha-beta without a better value returns its bound, at first 99 or −99.
            NinetyNineReturned = "99-returned",
            /// Where stores keep seeds, a node starts with 100 or −100, and the window goes as far.
            Hundred = "100",
            /// Where stores keep seeds, a node starts with 1000 or −1000, and the window goes as far.
            Thousand = "1000",
            /// Where stores keep seeds, a node starts with 1000 or −1000, in a window from −99 to 99.
            ThousandInWindow = "1000-in-99",
            /// Where stores keep seeds, a node starts with 10000 or −10000, in a window from −99 to 99.
            TenThousandInWindow = "10000-in-99",
            /// Where stores keep seeds, a node starts with 30000 or −30000, in a window from −99 to 99.
            ThirtyThousandInWindow = "30000-in-99",
        }
        /// The window that alpha-beta starts with.
        window: enum RootWindow, "window", rare ["alpha-kept"] {
            /// The window holds all values.
            Whole = "whole",
            /// The window starts with an alpha of 0.
            AlphaZero = "alpha-0",
            /// The window starts with an alpha of 0, and a node without a better value returns alpha.
            AlphaZeroReturned = "alpha-0-returned",
            /// The window goes from −10 to 10.
            Ten = "ten",
            /// The window goes from −10 to 10, and a node without a better value returns its bound.
            TenReturned = "ten-returned",
            /// The window starts with the alpha that the root was left with on the line before.
            AlphaKept = "alpha-kept",
        }
        /// Which of several best pits is chosen.
        tie: enum Ties, "tie", rare ["bound"] {
            /// Ties go to the first best move.
            First = "first",
            /// Ties go to the last best move.
            Last = "last",
            /// A move as good as alpha is chosen, and a node of alpha-beta without a better value returns its bound, so that a later, even worse move can be chosen.
            Bound = "bound",
        }
        /// In which order pits are tried.
        pit_order: enum PitOrder, "pit-order", rare ["player-0-descending", "player-1-descending"] {
            /// The lowest pit comes first.
            Ascending = "ascending",
            /// The highest pit comes first.
            Descending = "descending",
            /// Player 0's highest pit comes first, player 1's lowest.
            DescendingForZero = "player-0-descending",
            /// Player 1's highest pit comes first, player 0's lowest.
            DescendingForOne = "player-1-descending",
        }
        /// Where the pits are listed that a node tries.
        pit_list: enum PitList, "pit-list", rare ["by-ply"] {
            /// Each node has a list of its own pits.
            EachNode = "each-node",
            /// All nodes of a ply have one list, and another turn is no new ply: what a node lists after one is also what is tried next above it.
            ByPly = "by-ply",
        }
        /// Whether the root is one of the nodes counted.
        root_node: enum RootNode, "root-node" {
            /// The root counts as a node.
            Counted = "counted",
            /// The root is not counted.
            NotCounted = "not-counted",
        }
        /// Which nodes of a search are counted.
        counted_nodes: enum CountedNodes, "counted-nodes",
            rare ["leaves-plain", "leaves-pruned", "inner-plain", "inner-pruned", "unfinished",
                "unfinished-plain", "unfinished-pruned", "uncut"] {
            /// All nodes are counted.
            All = "all",
            /// Only leaves are counted.
            Leaves = "leaves",
            /// Only nodes that are no leaves are counted.
            Inner = "inner",
            /// The search without pruning counts only leaves, the one with pruning all nodes.
            LeavesPlain = "leaves-plain",
            /// The search with pruning counts only leaves, the one without pruning all nodes.
            LeavesPruned = "leaves-pruned",
            /// The search without pruning counts only nodes that are no leaves, the one with pruning all nodes.
            InnerPlain = "inner-plain",
            /// The search with pruning counts only nodes that are no leaves, the one without pruning all nodes.
            InnerPruned = "inner-pruned",
            /// Nodes at which the game is over are not counted.
            Unfinished = "unfinished",
            /// The search without pruning does not count nodes at which the game is over, the one with pruning does.
            UnfinishedPlain = "unfinished-plain",
            /// The search with pruning does not count nodes at which the game is over, the one without pruning does.
            UnfinishedPruned = "unfinished-pruned",
            /// The search with pruning does not count the nodes of a move that cuts off those after it.
            Uncut = "uncut",
        }
        /// Which children a search searches again.
        searched_again: enum Again, "searched-again",
            rare [
                "bound", "bound-reached", "bound-max", "bound-max-reached", "best",
                "best-reached", "bound-both", "bound-both-reached"
            ] {
            /// Each child is searched once.
            Once = "once",
            /// In the search with pruning a macro for the better of two searches a child again that is better than the bound, and a node returns its bound.
            Bound = "bound",
            /// In the search with pruning a macro for the better of two searches a child again that is as good as the bound or better, and a node returns its bound.
            BoundReached = "bound-reached",
            /// In the search with pruning, where the largest value is taken, a macro for the larger of two searches a child again that is better than the bound, and a node returns its bound.
            BoundMax = "bound-max",
            /// In the search with pruning, where the largest value is taken, a macro for the larger of two searches a child again that is as good as the bound or better, and a node returns its bound.
            BoundMaxReached = "bound-max-reached",
            /// A macro for the better of two searches a child again that is better than those before it, or the first one.
            Best = "best",
            /// A macro for the better of two searches a child again that is as good as those before it or better, or the first one.
            BestReached = "best-reached",
            /// A macro for the better of two searches a child again that is better than those before it, in the search with pruning than the bound, which a node returns there.
            BoundBoth = "bound-both",
            /// A macro for the better of two searches a child again that is as good as those before it or better, in the search with pruning as the bound, which a node returns there.
            BoundBothReached = "bound-both-reached",
        }
        /// When the node counter starts again.
        node_counter: enum NodeCounter, "node-counter",
            rare ["never-plain", "never-pruned", "before-pruned"] {
            /// Each search counts its nodes from 0.
            EachSearch = "each-search",
            /// The search with pruning goes on counting where the one without ended.
            EachLine = "each-line",
            /// Neither search starts counting again: one counter goes on over all lines.
            Never = "never",
            /// Each search goes on counting where it ended on the line before.
            NeverEach = "never-each",
            /// Only the search without pruning goes on counting where it ended on the line before.
            NeverPlain = "never-plain",
            /// Only the search with pruning goes on counting where it ended on the line before.
            NeverPruned = "never-pruned",
            /// Only the search with pruning counts from 0; the one without goes on where that ended on the line before.
            BeforePruned = "before-pruned",
        }
        /// How many seeds a pit has room for.
        pit_size: enum PitSize, "pit-size", rare ["4-bit"] {
            /// A pit has room for all seeds.
            Enough = "enough",
            /// A pit has 4 bits: of 16 seeds or more it keeps what is left after division by 16.
            FourBits = "4-bit",
        }
        /// How large the node counter is.
        counter_size: enum CounterSize, "counter-size", rare ["16-bit-unsigned"] {
            /// The node counter is large enough.
            Enough = "enough",
            /// The node counter has 16 bits with a sign.
            Short = "16-bit",
            /// The node counter has 16 bits without a sign.
            UnsignedShort = "16-bit-unsigned",
        }
        /// When alpha-beta cuts off the remaining moves.
        cut: Cut = Cut::AtEqual, "cut",
            rare ["above-where-maximising", "above-where-minimising", "best-above-where-maximising",
                "best-above-where-minimising", "above-returned", "late", "dropped"];
        /// At which nodes alpha-beta cuts.
        cuts_at: CutsAt = CutsAt::All, "cuts-at",
            rare ["none", "not-again", "not-again-maximising", "not-again-minimising"];
        /// Which bounds a node of alpha-beta hands on to its children.
        bounds: Bounds = Bounds::Both, "bounds",
            rare ["no-alpha", "no-beta", "own", "none-again", "kept", "kept-below-root",
                "kept-below-move", "kept-below-move-anew", "alpha-kept", "beta-kept", "anew", "unused-again", "uncut-again",
                "unused-again-maximising", "unused-again-minimising", "uncut-again-maximising",
                "uncut-again-minimising", "original-again", "original-again-maximising",
                "original-again-minimising"];
        /// Which window alpha-beta has after an extra turn.
        extra_turn_window: enum ExtraTurnWindow, "extra-turn-window", rare ["turned", "turned-returned"] {
            /// After an extra turn the window is kept, as the player is.
            Kept = "kept",
            /// After an extra turn the window is turned round, as if the turn had passed: −beta to −alpha.
            Turned = "turned",
            /// After an extra turn the window is turned round, and a node without a better value returns its bound.
            TurnedReturned = "turned-returned",
        }
        /// How a move is taken back in a search on one board.
        taken_back: enum TakenBack, "taken-back",
            rare ["never", "stores-kept", "store-1-kept", "landing-kept", "landing-one", "landing-one-tried",
                "landing-one-taken", "landing-one-left", "landing-one-left-tried", "lap-short", "turn-flipped", "other-store-kept", "first-to-last",
                "first-to-last-in-hand", "captured-by-pit", "captured-by-pit-tried", "captured-last",
                "captured-last-tried", "swept-left"] {
            /// A move is taken back wholly.
            Whole = "whole",
            /// Moves are never taken back: the next one is made on the board that is left.
            Never = "never",
            /// When a move is taken back, the stores keep what they got.
            StoresKept = "stores-kept",
            /// When a move is taken back, player 1's store keeps what it got.
            StoreOneKept = "store-1-kept",
            /// When a capture is taken back, the store keeps the landing pit's seeds.
            LandingKept = "landing-kept",
            /// When a capture is taken back, one seed goes from the store to the landing pit, however many were there, before the sowing is taken back.
            LandingOne = "landing-one",
            /// When a capture is taken back, one seed goes from the store to the landing pit, however many were there, before the sowing is taken back, and a pit that is left with fewer than none is tried like any other.
            LandingOneTried = "landing-one-tried",
            /// When a capture is taken back, the store keeps the landing pit's seeds but one.
            LandingOneTaken = "landing-one-taken",
            /// When a capture is taken back, the store gives back all of the landing pit's seeds, but only one is put there, before the sowing is taken back.
            LandingOneLeft = "landing-one-left",
            /// When a capture is taken back, the store gives back all of the landing pit's seeds, but only one is put there, before the sowing is taken back, and a pit that is left with fewer than none is tried like any other.
            LandingOneLeftTried = "landing-one-left-tried",
            /// When a move is taken back, its pit is a seed short for each lap, as it is filled before the sowing is taken back.
            LapShort = "lap-short",
            /// When a move is taken back, the turn always goes to the other player, also where the move had earned another one.
            TurnFlipped = "turn-flipped",
            /// When a move is taken back, the other player's store keeps what was swept into it.
            OtherStoreKept = "other-store-kept",
            /// A move's changes are taken back from the first to the last, so that what it changed more than once is left as it was before the last of them.
            FirstToLast = "first-to-last",
            /// A move's changes are taken back from the first to the last, so that what it changed more than once is left as it was before the last of them, and the last seed of a capture is never in its pit.
            FirstToLastInHand = "first-to-last-in-hand",
            /// What a move captures is noted by its pit, and given back as the last move from there has noted it, which may be a deeper one.
            CapturedByPit = "captured-by-pit",
            /// What a move captures is noted by its pit, and given back as the last move from there has noted it, which may be a deeper one, and a pit that is left with fewer than none is tried and captured like any other.
            CapturedByPitTried = "captured-by-pit-tried",
            /// What a move captures is noted in one place for all, and given back as the last move has noted it, which may be a deeper one.
            CapturedLast = "captured-last",
            /// What a move captures is noted in one place for all, and given back as the last move has noted it, which may be a deeper one, and a pit that is left with fewer than none is tried and captured like any other.
            CapturedLastTried = "captured-last-tried",
            /// When the move that ends a game is taken back, what was swept stays in the stores.
            SweptLeft = "swept-left",
        }
        /// What a pit holds when a move from it is taken back after others were taken back wrongly.
        pit_back: enum PitBack, "pit-back", rare ["added"] {
            /// The pit holds the seeds that were sown from it.
            Put = "put",
            /// The seeds that were sown are added to what the pit holds when the sowing is taken back.
            Added = "added",
        }
        /// By what positions are remembered whose value and nodes may be others when they are met again.
        remembered: enum Remembered, "remembered",
            rare ["by-depth", "by-depth-any-mover", "by-levels", "by-levels-any-mover", "by-position",
                "by-position-in-line", "by-board", "by-board-in-line"] {
            /// No position is remembered whose value and nodes may be others when it is met again.
            Nothing = "nothing",
            /// The search without pruning remembers positions by board, player to move and depth, whatever the depth limit is.
            ByDepth = "by-depth",
            /// The search without pruning remembers positions by board and depth, whatever the depth limit is and whoever is to move there.
            ByDepthAnyMover = "by-depth-any-mover",
            /// The search without pruning remembers positions by board, player to move and levels left, whoever moves at the root.
            ByLevels = "by-levels",
            /// The search without pruning remembers positions by board and levels left, whoever is to move there.
            ByLevelsAnyMover = "by-levels-any-mover",
            /// The search without pruning remembers positions by board and player to move, however many levels are left.
            ByPosition = "by-position",
            /// The search without pruning remembers positions by board and player to move, however many levels are left, until the next line.
            ByPositionInLine = "by-position-in-line",
            /// The search without pruning remembers positions by board only, however many levels are left and whoever is to move there.
            ByBoard = "by-board",
            /// The search without pruning remembers positions by board only, however many levels are left and whoever is to move there, until the next line.
            ByBoardInLine = "by-board-in-line",
        }
        /// Whose view a remembered value is from.
        remembered_value: enum RememberedValue, "remembered-value", rare ["mover", "player-0"] {
            /// A remembered value is from the view of the player to move at the root, whose search it was.
            Root = "root",
            /// A remembered value is from the view of the player to move in its position, and turned round where it is found for the other one.
            Mover = "mover",
            /// A remembered value is from the view of player 0, and turned round in a search of player 1.
            PlayerZero = "player-0",
        }
        /// Whether leaves are remembered.
        remembered_leaves: enum RememberedLeaves, "remembered-leaves", rare ["looked-up", "yes"] {
            /// Leaves are neither remembered nor looked for among what is.
            No = "no",
            /// What is remembered is taken for leaves, which are not remembered themselves.
            LookedUp = "looked-up",
            /// Leaves are remembered like all other positions.
            Yes = "yes",
        }
        /// How many nodes a position counts that is met again.
        nodes_again: enum NodesAgain, "nodes-again", rare ["one", "none"] {
            /// A position that is met again counts as many nodes as when it was searched.
            All = "all",
            /// The search without pruning counts one node for a position that it remembers.
            One = "one",
            /// The search without pruning counts no node for a position that it remembers.
            None = "none",
        }
        /// What the search with pruning remembers though it may be only a bound.
        pruned_remembered: enum PrunedRemembered, "pruned-remembered",
            rare ["values", "values-one-node", "bounds", "bounds-one-node"] {
            /// The search with pruning remembers no values that may be only bounds.
            Nothing = "nothing",
            /// The search with pruning remembers values with their nodes, and takes them whatever the window is.
            Values = "values",
            /// The search with pruning remembers values, takes them whatever the window is, and counts one node for each.
            ValuesOneNode = "values-one-node",
            /// The search with pruning remembers values with their nodes, and takes them whatever the window is, and a node without a better value returns its bound.
            Bounds = "bounds",
            /// The search with pruning remembers values, takes them whatever the window is, and counts one node for each, and a node without a better value returns its bound.
            BoundsOneNode = "bounds-one-node",
        }
        /// How often it is noted which pits are empty before a sowing.
        pits_noted: enum PitsNoted, "pits-noted", rare ["each-node", "each-node-pruned"] {
            /// Which pits are empty is noted before each sowing.
            EachSowing = "each-sowing",
            /// Which pits are empty is noted once for each node, in one place for all, so that later pits of a node capture by what a deeper node has noted.
            EachNode = "each-node",
            /// In the search with pruning, which pits are empty is noted once for each node, in one place for all, so that later pits of a node capture by what a deeper node has noted.
            EachNodePruned = "each-node-pruned",
        }
        /// On which board the search with pruning starts.
        pruned_board: enum PrunedBoard, "pruned-board", rare ["left"] {
            /// The search with pruning starts on the board that was given.
            Given = "given",
            /// The search with pruning starts on the board that the one without pruning has left.
            Left = "left",
        }
        /// What only one of the two searches gets wrong.
        in_one_search: enum InOneSearch, "in-one-search",
            rare ["plain-levels-1", "plain-levels-0", "plain-beyond-limit", "plain-before-limit", "plain-limit-sweep", "pruned-levels-1", "pruned-levels-0", "pruned-beyond-limit", "pruned-before-limit", "pruned-limit-sweep"] {
            /// Both searches have the same rules.
            Nothing = "nothing",
            /// Only in the search without pruning does a move that earns another turn cost one level.
            PlainLevels1 = "plain-levels-1",
            /// Only in the search without pruning does a move that earns another turn cost no level.
            PlainLevels0 = "plain-levels-0",
            /// Only in the search without pruning is a node a leaf only beyond the depth limit, one level too deep.
            PlainBeyondLimit = "plain-beyond-limit",
            /// Only in the search without pruning is a node a leaf one level before the depth limit.
            PlainBeforeLimit = "plain-before-limit",
            /// Only in the search without pruning are remaining seeds left unswept when the game is over just at the depth limit.
            PlainLimitSweep = "plain-limit-sweep",
            /// Only in the search with pruning does a move that earns another turn cost one level.
            PrunedLevels1 = "pruned-levels-1",
            /// Only in the search with pruning does a move that earns another turn cost no level.
            PrunedLevels0 = "pruned-levels-0",
            /// Only in the search with pruning is a node a leaf only beyond the depth limit, one level too deep.
            PrunedBeyondLimit = "pruned-beyond-limit",
            /// Only in the search with pruning is a node a leaf one level before the depth limit.
            PrunedBeforeLimit = "pruned-before-limit",
            /// Only in the search with pruning are remaining seeds left unswept when the game is over just at the depth limit.
            PrunedLimitSweep = "pruned-limit-sweep",
        }
        /// Which search makes the mistakes.
        mistakes_in: enum MistakesIn, "mistakes-in", rare ["plain", "pruned"] {
            /// Both searches make the mistakes.
            Both = "both",
            /// Only the search without pruning makes the other mistakes.
            Plain = "plain",
            /// Only the search with pruning makes the other mistakes.
            Pruned = "pruned",
        }
    }
}
