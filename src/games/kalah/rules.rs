//! Board, rules record and sowing.

use crate::game::{Bounds, Cut, CutsAt, Game, Side};
use crate::options::{Number, reset};

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

impl Applies {
    fn to(self, player: Side) -> bool {
        match self {
            Applies::Both => true,
            Applies::PlayerZero => player == Side::First,
            Applies::PlayerOne => player == Side::Second,
        }
    }
}

impl TakenBack {
    /// Whether stores keep seeds that are no longer theirs.
    pub(super) fn leaves_stores(self) -> bool {
        matches!(
            self,
            TakenBack::StoresKept | TakenBack::StoreOneKept | TakenBack::LandingKept
        )
    }
}

impl PitOrder {
    /// Whether a player's highest pit comes first.
    fn is_descending(self, player: Side) -> bool {
        match self {
            PitOrder::Ascending => false,
            PitOrder::Descending => true,
            PitOrder::DescendingForZero => player == Side::First,
            PitOrder::DescendingForOne => player == Side::Second,
        }
    }
}

crate::record! {
    /// The rules and the readings and mistakes around them; the defaults are the spec's.
    pub struct Rules {
        /// When the last seed captures.
        capture: enum Capture, "capture" {
            /// The last seed captures in a pit that was empty before the sowing began.
            EmptyBeforeSowing = "before-sowing",
            /// The last seed captures in a pit that is empty when it arrives, the sown pit still
            /// holding its seeds (13 seeds never capture), as the original listing does it.
            EmptyOnLanding = "landing",
            /// The last seed captures in a pit that is empty when it arrives, the sown pit
            /// counting as emptied (13 seeds capture), the usual rule elsewhere.
            Standard = "standard",
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
        landing_seeds: enum LandingSeeds, "landing-seeds", rare ["lost", "one"] {
            /// A capture takes the landing pit's seeds too.
            Taken = "taken",
            /// A capture leaves the last seed in its pit.
            Left = "left",
            /// A capture takes the landing pit's seeds off the board, and they count for nobody.
            Lost = "lost",
            /// A capture counts one seed for the landing pit, however many it holds.
            One = "one",
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
            rare ["not-needed-by-0", "not-needed-by-1", "before-sowing"] {
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
        }
        /// What a lap does at the pit it was sown from.
        lap_origin: enum LapOrigin, "lap-origin" {
            /// A lap sows into the pit it started from.
            Sown = "sown",
            /// A lap skips the pit it started from.
            Skipped = "skipped",
        }
        /// What sowing does at the opponent's store.
        opponent_store: enum OpponentStore, "opponent-store", rare ["sown-by-0", "sown-by-1"] {
            /// The opponent's store is skipped.
            Skipped = "skipped",
            /// The opponent's store is sown like any other position.
            Sown = "sown",
            /// Player 0 sows the opponent's store like any other position, player 1 skips it.
            SownByZero = "sown-by-0",
            /// Player 1 sows the opponent's store like any other position, player 0 skips it.
            SownByOne = "sown-by-1",
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
        extra_turn: enum ExtraTurn, "extra-turn", rare ["passes"] {
            /// The last seed in the own store earns another turn.
            Earned = "yes",
            /// The last seed in the own store earns nothing.
            None = "no",
            /// The last seed in the own store earns nothing, but the move costs as many levels as if it did.
            Passes = "passes",
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
        /// At which depth a node is a leaf.
        leaf_depth: enum LeafDepth, "leaf-depth" {
            /// A node is a leaf at the depth limit.
            AtLimit = "at-limit",
            /// A node is a leaf only beyond the depth limit, one level too deep.
            BeyondLimit = "beyond-limit",
            /// A node is a leaf one level before the depth limit.
            BeforeLimit = "before-limit",
        }
        /// Where the remaining seeds go when the game is over.
        sweep: enum Sweep, "sweep", rare ["root", "just-moved"] {
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
        }
        /// Whose view the value is from.
        value_for: enum ValueFor, "value-for" {
            /// The value is from the view of the player to move at the root.
            Root = "root",
            /// The value is from the view of player 0, whoever moves.
            PlayerZero = "player-0",
            /// The value is from the view of player 1, whoever moves.
            PlayerOne = "player-1",
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
        facing: enum Facing, "facing", rare ["same-number-for-0", "same-number-for-1"] {
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
        pits_tried: enum PitsTried, "pits-tried", rare ["all-but-last-else-0"] {
            /// All pits are tried.
            All = "all",
            /// The player's last pit is never tried.
            AllButLast = "all-but-last",
            /// The player's first pit is never tried.
            AllButFirst = "all-but-first",
            /// The player's last pit is never tried, and a node without another one is worth 0.
            AllButLastElseZero = "all-but-last-else-0",
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
        /// The window that alpha-beta starts with.
        window: enum RootWindow, "window" {
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
        /// Whether the root is one of the nodes counted.
        root_node: enum RootNode, "root-node" {
            /// The root counts as a node.
            Counted = "counted",
            /// The root is not counted.
            NotCounted = "not-counted",
        }
        /// Which nodes of a search are counted.
        counted_nodes: enum CountedNodes, "counted-nodes",
            rare ["leaves-plain", "leaves-pruned", "inner-plain", "inner-pruned"] {
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
            rare ["above-where-maximising", "above-where-minimising", "above-returned", "late"];
        /// At which nodes alpha-beta cuts.
        cuts_at: CutsAt = CutsAt::All, "cuts-at", rare ["none"];
        /// Which bounds a node of alpha-beta hands on to its children.
        bounds: Bounds = Bounds::Both, "bounds",
            rare ["no-alpha", "no-beta", "own", "none-again", "kept", "kept-below-root"];
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
            rare ["never", "stores-kept", "store-1-kept", "landing-kept", "lap-short"] {
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
            /// When a move is taken back, its pit is a seed short for each lap, as it is filled before the sowing is taken back.
            LapShort = "lap-short",
        }
        /// On which board the search with pruning starts.
        pruned_board: enum PrunedBoard, "pruned-board", rare ["left"] {
            /// The search with pruning starts on the board that was given.
            Given = "given",
            /// The search with pruning starts on the board that the one without pruning has left.
            Left = "left",
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

/// Pits and stores.
pub const POSITIONS: usize = 14;
/// The last of them.
const LAST: usize = POSITIONS - 1;
/// Pits of one player.
pub const PITS: usize = 6;
/// Most seeds a state may hold, so that no value leaves the published window.
pub const MOST_SEEDS: u32 = 98;

/// A pit's index: 0–5 are player 0's, 7–12 player 1's.
pub type Pit = u8;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Seeds in 0–5 player 0's pits, 6 its store, 7–12 player 1's pits, 13 its store.
    pub seeds: [u8; POSITIONS],
    /// Who is to move, or would be if the game were not over.
    pub mover: Side,
    /// Whether a search takes who is to move for the other player.
    pub is_mistaken: bool,
    /// Seeds that the stores keep of moves that a search has taken back, by player.
    pub kept: [u32; 2],
}

/// The game under one rules record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kalah {
    /// The rules it is played by.
    pub rules: Rules,
}

/// The player's first pit.
const fn first_pit(player: Side) -> usize {
    match player {
        Side::First => 0,
        Side::Second => 7,
    }
}

/// The player's store.
pub const fn store(player: Side) -> usize {
    first_pit(player) + PITS
}

/// The pit across the board.
pub(super) const fn facing(pit: usize) -> usize {
    12 - pit
}

const fn is_store(position: usize) -> bool {
    position % (PITS + 1) == PITS
}

fn is_own_pit(player: Side, position: usize) -> bool {
    (first_pit(player)..store(player)).contains(&position)
}

impl State {
    /// The start of a game: 4 seeds a pit, player 0 to move.
    pub fn initial() -> Self {
        let mut seeds = [4; POSITIONS];
        seeds[store(Side::First)] = 0;
        seeds[store(Side::Second)] = 0;
        Self::new(seeds, Side::First)
    }

    /// A position with so many seeds.
    pub const fn new(seeds: [u8; POSITIONS], mover: Side) -> Self {
        Self {
            seeds,
            mover,
            is_mistaken: false,
            kept: [0; 2],
        }
    }

    fn pits(&self, player: Side) -> &[u8] {
        &self.seeds[first_pit(player)..store(player)]
    }

    /// Whether either player's pits are all empty.
    pub fn is_over(&self) -> bool {
        let is_empty = |player| self.pits(player).iter().all(|&seeds| seeds == 0);
        is_empty(Side::First) || is_empty(Side::Second)
    }

    /// Own store less the other's, for `player`.
    pub fn margin(&self, player: Side) -> i32 {
        self.stored(player) - self.stored(player.opponent())
    }

    /// The seeds in `player`'s store.
    pub(super) fn stored(&self, player: Side) -> i32 {
        i32::from(self.seeds[store(player)]) + self.kept[player.index()] as i32
    }

    /// The seeds in `player`'s pits and store.
    pub(super) fn held(&self, player: Side) -> i32 {
        let pits = self.pits(player).iter().copied();
        pits.map(i32::from).sum::<i32>() + self.stored(player)
    }
}

impl Kalah {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// The same without what changes nothing but what alpha-beta visits.
    pub(super) fn unpruned(&self) -> Self {
        let mut rules = self.rules;
        if rules.extra_turn_value == ExtraTurnValue::OthersWishPruned {
            rules.extra_turn_value = ExtraTurnValue::Kept;
        }
        rules.counted_nodes = match rules.counted_nodes {
            CountedNodes::LeavesPlain => CountedNodes::Leaves,
            CountedNodes::InnerPlain => CountedNodes::Inner,
            CountedNodes::LeavesPruned | CountedNodes::InnerPruned => CountedNodes::All,
            both => both,
        };
        reset!(rules;
            pit_order cut cuts_at bounds extra_turn_window window node_counter counter_size
            mistakes_in pruned_board);
        Self::new(rules)
    }

    /// The same without what changes nothing in the search with pruning.
    pub(super) fn pruned(&self) -> Self {
        let mut rules = self.rules;
        rules.counted_nodes = match rules.counted_nodes {
            CountedNodes::LeavesPruned => CountedNodes::Leaves,
            CountedNodes::InnerPruned => CountedNodes::Inner,
            CountedNodes::LeavesPlain | CountedNodes::InnerPlain => CountedNodes::All,
            both => both,
        };
        Self::new(rules)
    }

    /// Whether the game is over, as the rules have it.
    pub fn is_over(&self, state: &State) -> bool {
        let checked = match self.rules.pits_checked {
            PitsChecked::All => 0..PITS,
            PitsChecked::AllButLast => 0..PITS - 1,
            PitsChecked::AllButFirst => 1..PITS,
        };
        let is_empty = |player| {
            let pits = &state.pits(player)[checked.clone()];
            pits.iter().all(|&seeds| seeds == 0)
        };
        match self.rules.game_over {
            GameOver::Either => is_empty(Side::First) || is_empty(Side::Second),
            GameOver::Mover => is_empty(state.mover),
            GameOver::Both => is_empty(Side::First) && is_empty(Side::Second),
        }
    }

    /// The position with the remaining seeds swept if the game is over, else as it is; `root` is
    /// whose search it is, if any.
    #[must_use]
    pub fn settled(&self, state: &State, root: Option<Side>) -> State {
        let mut swept = state.clone();
        self.settle(&mut swept, root, None);
        swept
    }

    fn settle(&self, swept: &mut State, root: Option<Side>, just_moved: Option<Side>) {
        if self.rules.sweep == Sweep::None || !self.is_over(swept) {
            return;
        }
        for player in [Side::First, Side::Second] {
            let taker = match self.rules.sweep {
                Sweep::Opponent => player.opponent(),
                Sweep::Mover => swept.mover,
                Sweep::JustMoved => just_moved.unwrap_or(swept.mover),
                Sweep::PlayerZero if player == Side::Second => continue,
                Sweep::PlayerOne if player == Side::First => continue,
                Sweep::Root if root != Some(player) => continue,
                Sweep::Own | Sweep::None | Sweep::PlayerZero | Sweep::PlayerOne | Sweep::Root => {
                    player
                }
            };
            for pit in first_pit(player)..store(player) {
                let taken = std::mem::take(&mut swept.seeds[pit]);
                swept.seeds[store(taker)] = swept.seeds[store(taker)].saturating_add(taken);
            }
        }
    }

    /// The positions that sowing a pit passes over: a bit for each.
    fn skipped(&self, mover: Side, pit: usize) -> u32 {
        let bit = |is_skipped: bool, position: usize| u32::from(is_skipped) << position;
        let rules = &self.rules;
        let is_store_skipped = match rules.opponent_store {
            OpponentStore::Skipped => true,
            OpponentStore::Sown => false,
            OpponentStore::SownByZero => mover == Side::Second,
            OpponentStore::SownByOne => mover == Side::First,
        };
        bit(is_store_skipped, store(mover.opponent()))
            | bit(rules.round == Round::AllButLast, LAST)
            | bit(rules.lap_origin == LapOrigin::Skipped, pit)
    }

    /// Sows the pit's seeds; where the last one is taken to have fallen.
    pub(super) fn sow(&self, seeds: &mut [u8; POSITIONS], mover: Side, pit: usize) -> usize {
        let skipped = self.skipped(mover, pit);
        let next = |position: usize| match position {
            LAST => 0,
            _ => position + 1,
        };
        let mut position = pit;
        let counted = (pit + usize::from(seeds[pit])) % POSITIONS;
        for _ in 0..std::mem::take(&mut seeds[pit]) {
            position = next(position);
            while skipped & (1 << position) != 0 {
                position = next(position);
            }
            // Only captured seeds that stay where they are make more than there is room for.
            seeds[position] = seeds[position].saturating_add(1);
        }
        match self.rules.last_seed {
            LastSeed::Sown => position,
            LastSeed::Counted => counted,
        }
    }

    /// Whether the player's last seed, fallen into an own pit, captures.
    pub(super) fn captures(
        &self,
        mover: Side,
        before: &[u8; POSITIONS],
        after: &[u8; POSITIONS],
        pit: usize,
        last: usize,
    ) -> bool {
        let pit_allows = match self.rules.capture {
            Capture::EmptyBeforeSowing => before[last] == 0,
            Capture::EmptyOnLanding => after[last] == 1 && last != pit,
            Capture::Standard => after[last] == 1,
            Capture::Anywhere => true,
            Capture::Never => false,
        };
        let needs_seeds = match self.rules.facing_seeds {
            FacingSeeds::Needed => true,
            FacingSeeds::NotNeeded => false,
            FacingSeeds::NotNeededByZero => mover == Side::Second,
            FacingSeeds::NotNeededByOne => mover == Side::First,
            FacingSeeds::BeforeSowing => return pit_allows && before[self.faced(last)] > 0,
        };
        pit_allows && (!needs_seeds || after[self.faced(last)] > 0)
    }

    /// The position that a pit faces.
    fn faced(&self, pit: usize) -> usize {
        let is_first = pit < PITS;
        match self.rules.facing {
            Facing::OneFurther => (facing(pit) + 1) % POSITIONS,
            Facing::SameNumber => (pit + PITS + 1) % POSITIONS,
            Facing::SameNumberForZero if is_first => pit + PITS + 1,
            Facing::SameNumberForOne if !is_first => pit - PITS - 1,
            _ => facing(pit),
        }
    }

    fn may_capture(&self, mover: Side, last: usize) -> bool {
        let pits = self.rules.capture_pits;
        let is_there = match pits {
            CapturePits::Any => !is_store(last),
            _ => is_own_pit(mover, last),
        };
        let is_left_out = match pits {
            CapturePits::Own | CapturePits::Any => false,
            CapturePits::AllButLast => last + 1 == store(mover),
            CapturePits::AllButLastOfZero => last + 1 == store(Side::First),
            CapturePits::AllButLastOfOne => last + 1 == store(Side::Second),
            CapturePits::AllButFirst => last == first_pit(mover),
            CapturePits::AllButFirstOfZero => last == first_pit(Side::First),
            CapturePits::AllButFirstOfOne => last == first_pit(Side::Second),
        };
        is_there && !is_left_out && self.rules.captures_for.to(mover)
    }

    /// The position after a move, before the remaining seeds are swept.
    fn made(&self, state: &State, chosen: Pit) -> State {
        let (mover, pit) = (state.mover, usize::from(chosen));
        let mut next = state.clone();
        let last = self.sow(&mut next.seeds, mover, pit);
        let is_capture = self.may_capture(mover, last)
            && self.captures(mover, &state.seeds, &next.seeds, pit, last);
        if is_capture {
            let faced = self.faced(last);
            let mut taken = next.seeds[faced];
            if self.rules.facing_pit == FacingPit::Emptied {
                next.seeds[faced] = 0;
            }
            let landed = match self.rules.landing_seeds {
                LandingSeeds::Left => 0,
                _ => std::mem::take(&mut next.seeds[last]),
            };
            taken += match self.rules.landing_seeds {
                LandingSeeds::Taken => landed,
                LandingSeeds::One => landed.min(1),
                LandingSeeds::Left | LandingSeeds::Lost => 0,
            };
            let into = store(match self.rules.captured_into {
                CapturedInto::Own => mover,
                CapturedInto::StoreZero => Side::First,
                CapturedInto::Other => mover.opponent(),
            });
            next.seeds[into] = next.seeds[into].saturating_add(taken);
        }
        let earns_by_capture = is_capture && self.rules.capture_turn == CaptureTurn::Earned;
        if !self.earns_turn(mover, last) && !earns_by_capture {
            next.mover = mover.opponent();
        } else if self.rules.extra_turn_value != ExtraTurnValue::Kept {
            next.is_mistaken = !state.is_mistaken;
        }
        next
    }

    /// Appends the pits with seeds of the player to move, in the order in which they are tried.
    fn list_pits(&self, state: &State, out: &mut Vec<Pit>) {
        let first = first_pit(state.mover) as Pit;
        let tried = match self.rules.pits_tried {
            PitsTried::All => 0..PITS as Pit,
            PitsTried::AllButLast | PitsTried::AllButLastElseZero => 0..PITS as Pit - 1,
            PitsTried::AllButFirst => 1..PITS as Pit,
        };
        let start = out.len();
        let pits = tried.map(|pit| first + pit);
        out.extend(pits.filter(|&pit| state.seeds[usize::from(pit)] > 0));
        if self.rules.pit_order.is_descending(state.mover) {
            out[start..].reverse();
        }
    }

    /// Those of them that come after the last one tried, of pits listed before; whether the game is
    /// over is not looked at.
    pub(super) fn later_pits(&self, state: &State, listed: &[Pit], tried: usize) -> Vec<Pit> {
        let last = listed[tried - 1];
        let mut pits = Vec::new();
        self.list_pits(state, &mut pits);
        match self.rules.pit_order.is_descending(state.mover) {
            true => pits.retain(|pit| *pit < last),
            false => pits.retain(|pit| *pit > last),
        }
        pits
    }

    /// What is on the board when a move is taken back, from what the search below left of it.
    pub(super) fn taken_back(&self, before: &State, chosen: Pit, after: &State) -> State {
        let made = self.made(before, chosen);
        // A position that is over is not looked beyond, and swept only to be valued.
        let after = if self.is_over(&made) { &made } else { after };
        // What is taken off each pit again is what it got.
        let seeds = std::array::from_fn(|place| {
            let [before, made, after] = [before, &made, after].map(|it| i32::from(it.seeds[place]));
            (after - made + before).max(0) as u8
        });
        let mut state = State {
            kept: after.kept,
            seeds,
            ..before.clone()
        };
        let (mover, pit) = (before.mover, usize::from(chosen));
        let mut sown = before.seeds;
        let last = self.sow(&mut sown, mover, pit);
        let is_capture =
            self.may_capture(mover, last) && self.captures(mover, &before.seeds, &sown, pit, last);
        match self.rules.taken_back {
            TakenBack::Whole => {}
            TakenBack::Never => state.seeds = after.seeds,
            TakenBack::StoresKept | TakenBack::StoreOneKept => {
                let both = [Side::First, Side::Second];
                let is_kept = |player: &Side| {
                    self.rules.taken_back == TakenBack::StoresKept || *player == Side::Second
                };
                for player in both.into_iter().filter(is_kept) {
                    let place = store(player);
                    let got = after.seeds[place].saturating_sub(before.seeds[place]);
                    state.seeds[place] = before.seeds[place];
                    state.kept[player.index()] += u32::from(got);
                }
            }
            TakenBack::LandingKept if is_capture => {
                state.kept[mover.index()] += u32::from(sown[last]);
            }
            TakenBack::LandingKept => {}
            TakenBack::LapShort => state.seeds[pit] -= sown[pit].min(state.seeds[pit]),
        }
        state
    }

    pub(super) fn earns_turn(&self, mover: Side, last: usize) -> bool {
        self.rules.extra_turn == ExtraTurn::Earned && self.ends_at_home(mover, last)
    }

    fn ends_at_home(&self, mover: Side, last: usize) -> bool {
        last == store(mover) && self.rules.extra_turns_for.to(mover)
    }
}

impl Game for Kalah {
    type State = State;
    type Move = Pit;

    fn turn(&self, state: &State) -> Side {
        match state.is_mistaken {
            true => state.mover.opponent(),
            false => state.mover,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Pit>) {
        if !self.is_over(state) {
            self.list_pits(state, out);
        }
    }

    fn play(&self, state: &State, chosen: Pit) -> State {
        let mut next = self.made(state, chosen);
        match self.rules.limit_sweep {
            LimitSweep::Done => self.settle(&mut next, None, Some(state.mover)),
            // Left to whoever asks what the position is worth.
            LimitSweep::Missing => {}
        }
        next
    }

    fn plies(&self, state: &State, chosen: Pit) -> i32 {
        // Sown afresh: a move's cost depends on where the last seed falls, and on whether it captures.
        let (mover, pit) = (state.mover, usize::from(chosen));
        let mut seeds = state.seeds;
        let last = self.sow(&mut seeds, mover, pit);
        let costs_more = self.rules.extra_turn != ExtraTurn::None && self.ends_at_home(mover, last);
        let captures = || {
            self.may_capture(mover, last) && self.captures(mover, &state.seeds, &seeds, pit, last)
        };
        let earns_by_capture = self.rules.capture_turn == CaptureTurn::Earned && captures();
        match costs_more || earns_by_capture {
            true => self.rules.extra_turn_levels.get() as i32,
            false => 1,
        }
    }
}
