//! What a game is to a search: whose turn it is, the moves, what a move leads to.
//!
//! A game is a value that carries its rules record; a state is plain data. A small set of
//! required methods, with provided ones on top for games that need more.

use std::fmt;

/// One of the two players. Which one is which is the game's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first from the game's initial position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

crate::choice! {
    /// Which of several equally good moves is taken.
    pub enum Tie {
        /// Ties go to the first best move.
        First = "first",
        /// Ties go to the last best move.
        Last = "last",
    }
}

crate::choice! {
    /// When alpha-beta cuts off the remaining moves.
    pub enum Cut {
        /// Search cuts as soon as alpha ≥ beta.
        AtEqual = "equal",
        /// Search cuts only when alpha > beta.
        Above = "above",
        /// Search cuts only when alpha > beta where the largest value is taken, else as soon as alpha ≥ beta.
        AboveWhereMaximising = "above-where-maximising",
        /// Search cuts only when alpha > beta where the smallest value is taken, else as soon as alpha ≥ beta.
        AboveWhereMinimising = "above-where-minimising",
        /// Search cuts only when a node's best value is above beta where the largest value is taken, else as soon as it is ≤ alpha.
        BestAboveWhereMaximising = "best-above-where-maximising",
        /// Search cuts only when a node's best value is below alpha where the smallest value is taken, else as soon as it is ≥ beta.
        BestAboveWhereMinimising = "best-above-where-minimising",
        /// Search cuts only when alpha > beta, and a node without a better value returns its bound.
        AboveReturned = "above-returned",
        /// Search looks whether alpha ≥ beta before a child's value changes them, and so cuts one child late.
        Late = "late",
        /// A child's value that cuts off the remaining moves is dropped, and the node returns the bound that it had before.
        Dropped = "dropped",
    }
}

crate::choice! {
    /// At which nodes alpha-beta cuts.
    pub enum CutsAt {
        /// Both players' remaining moves are cut off.
        All = "both",
        /// Only moves of the player who takes the largest value are cut off.
        Maximising = "maximising",
        /// Only moves of the player who takes the smallest value are cut off.
        Minimising = "minimising",
        /// No moves are cut off.
        None = "none",
        /// A move after which the same player moves again cuts off no others.
        NotAgain = "not-again",
        /// Where the largest value is taken, a move after which the same player moves again cuts off no others.
        NotAgainMaximising = "not-again-maximising",
        /// Where the smallest value is taken, a move after which the same player moves again cuts off no others.
        NotAgainMinimising = "not-again-minimising",
    }
}

impl CutsAt {
    /// Whether it cuts where the largest value is taken, or where the smallest is, after a move after
    /// which the same player may move again.
    pub fn cuts(self, maximises: bool, again: bool) -> bool {
        match self {
            CutsAt::All => true,
            CutsAt::Maximising => maximises,
            CutsAt::Minimising => !maximises,
            CutsAt::None => false,
            CutsAt::NotAgain => !again,
            CutsAt::NotAgainMaximising => !maximises || !again,
            CutsAt::NotAgainMinimising => maximises || !again,
        }
    }
}

crate::choice! {
    /// Which bounds a node of alpha-beta hands on to its children.
    pub enum Bounds {
        /// A node hands on alpha and beta.
        Both = "both",
        /// A node whose player takes the smallest value hands on no alpha.
        NoAlpha = "no-alpha",
        /// A node whose player takes the largest value hands on no beta.
        NoBeta = "no-beta",
        /// A node hands on its own bound only: alpha where the largest value is taken, else beta.
        Own = "own",
        /// A node hands on no bounds where the same player moves again.
        NoneAgain = "none-again",
        /// One alpha and one beta are kept for the whole search, so that what is found below one move cuts off others below the next.
        Kept = "kept",
        /// One alpha and one beta are kept for the whole search, and the root's own values narrow neither.
        KeptBelowRoot = "kept-below-root",
        /// One alpha and one beta are kept for all that is searched below one of the root's moves, and begin with the best value so far.
        KeptBelowMove = "kept-below-move",
        /// One alpha and one beta are kept for all that is searched below one of the root's moves, and begin anew with the next one.
        KeptBelowMoveAnew = "kept-below-move-anew",
        /// One alpha is kept for the whole search, while each node has its own beta.
        AlphaKept = "alpha-kept",
        /// One beta is kept for the whole search, while each node has its own alpha.
        BetaKept = "beta-kept",
        /// A node's own bound begins anew, so that only its own children narrow it.
        Anew = "anew",
        /// What a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds.
        UnusedAgain = "unused-again",
        /// What a move is worth after which the same player moves again neither narrows a bound nor cuts.
        UncutAgain = "uncut-again",
        /// Where the largest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds.
        UnusedAgainMaximising = "unused-again-maximising",
        /// Where the smallest value is taken, what a move is worth after which the same player moves again narrows no bound, though it is compared with the bounds.
        UnusedAgainMinimising = "unused-again-minimising",
        /// Where the largest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts.
        UncutAgainMaximising = "uncut-again-maximising",
        /// Where the smallest value is taken, what a move is worth after which the same player moves again neither narrows a bound nor cuts.
        UncutAgainMinimising = "uncut-again-minimising",
        /// Where the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed.
        OriginalAgain = "original-again",
        /// Where the largest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed.
        OriginalAgainMaximising = "original-again-maximising",
        /// Where the smallest value is taken and the same player moves again, a node hands on the bounds that it was given, not those that its children have narrowed.
        OriginalAgainMinimising = "original-again-minimising",
    }
}

impl Bounds {
    /// Whether alpha and beta are handed on where alpha is raised, or where beta is lowered; and
    /// where the same player moves again.
    pub fn handed_on(self, raises_alpha: bool, again: bool) -> [bool; 2] {
        let [drops_alpha, drops_beta] = match self {
            Bounds::NoAlpha => [true, false],
            Bounds::NoBeta => [false, true],
            Bounds::Own => [true, true],
            Bounds::NoneAgain => return [!again; 2],
            _ => [false, false],
        };
        [raises_alpha || !drops_alpha, !raises_alpha || !drops_beta]
    }

    /// Whether a node's alpha and its beta, the root's or those of one below it, are those that its last
    /// child has left.
    pub fn kept(self, is_root: bool) -> [bool; 2] {
        match self {
            Bounds::Kept | Bounds::KeptBelowRoot => [true; 2],
            Bounds::KeptBelowMove | Bounds::KeptBelowMoveAnew => [!is_root; 2],
            Bounds::AlphaKept => [true, false],
            Bounds::BetaKept => [false, true],
            _ => [false; 2],
        }
    }

    /// Whether what a move is worth after which the same player moves again narrows no bound, though it
    /// is compared with them, where alpha is raised, or where beta is lowered.
    pub fn are_unused_again(self, raises_alpha: bool) -> bool {
        match self {
            Bounds::UnusedAgain => true,
            Bounds::UnusedAgainMaximising => raises_alpha,
            Bounds::UnusedAgainMinimising => !raises_alpha,
            _ => false,
        }
    }

    /// The same where it is not compared with them either.
    pub fn are_uncut_again(self, raises_alpha: bool) -> bool {
        match self {
            Bounds::UncutAgain => true,
            Bounds::UncutAgainMaximising => raises_alpha,
            Bounds::UncutAgainMinimising => !raises_alpha,
            _ => false,
        }
    }

    /// Whether a node hands on the bounds that it was given where the same player moves again, where alpha
    /// is raised, or where beta is lowered.
    pub fn are_original_again(self, raises_alpha: bool) -> bool {
        match self {
            Bounds::OriginalAgain => true,
            Bounds::OriginalAgainMaximising => raises_alpha,
            Bounds::OriginalAgainMinimising => !raises_alpha,
            _ => false,
        }
    }

    /// Whether the root's own values narrow neither of its bounds.
    pub fn stay_at_root(self) -> bool {
        matches!(self, Bounds::KeptBelowRoot | Bounds::KeptBelowMoveAnew)
    }
}

/// Which nodes of a search are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All nodes.
    All,
    /// Only leaves.
    Leaves,
    /// Only nodes that are no leaves.
    Inner,
    /// Only nodes from which play goes on, be they leaves.
    Unfinished,
}

/// Which children are searched again right after they were, within the same window, so that their nodes
/// count twice. `Tie::Last` has those, too, that are only as good as what they are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedAgain {
    /// None.
    None,
    /// Those that are better than the best one before them, and the first one.
    Best(Tie),
    /// In alpha-beta those that are better than the node's own bound; else as in [`Self::Best`] or none.
    Bound {
        /// Whether one that is as good counts as better.
        tie: Tie,
        /// Whether other searches do as in [`Self::Best`].
        in_both: bool,
        /// Whether that is so only where the largest value is taken.
        is_maximising: bool,
    },
}

/// Which values of nodes in which chance decides are cut to whole numbers, towards zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// None.
    None,
    /// Those that are not recalled.
    NotRecalled,
    /// All.
    All,
}

/// What a node in which chance decides is worth, from its outcomes' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The mean.
    Mean,
    /// The same of whole numbers: the sum is cut to one after each value, and so is the mean.
    WholeMean,
    /// The mean of the best values so far: for each outcome the one best for the player whose die it is
    /// among it and those before it.
    BestSoFarMean,
    /// The sum divided by so much, however many outcomes there are.
    SumBy(u8),
    /// The value best for the player whose die it is.
    Best,
    /// The value worst for that player.
    Worst,
    /// The value worst for the root's player where the die is the opponent's, else the mean.
    OpponentsBest,
}

/// Conventions of a search that an assignment fixes and that show in its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// Which of several best moves is chosen.
    pub tie: Tie,
    /// When alpha-beta cuts.
    pub cut: Cut,
    /// At which nodes it cuts.
    pub cuts_at: CutsAt,
    /// Which bounds its nodes hand on.
    pub bounds: Bounds,
    /// Whether alpha is one for the whole search, which a node that raises it puts back, but not where
    /// it cuts off its other moves; and whether beta is.
    pub left_at_cut: [bool; 2],
    /// Which nodes are counted.
    pub counted: Counted,
    /// Whether alpha-beta counts the nodes of a move that cuts off those after it.
    pub counts_cutting: bool,
    /// Which children are searched again.
    pub searched_again: SearchedAgain,
    /// What chance nodes are worth.
    pub chance: Chance,
    /// Whether values are held, and means taken, in 64 bits instead of 32.
    pub doubles: bool,
    /// Which values of chance nodes are cut to whole numbers when they are handed back.
    pub whole: Whole,
    /// Whether values of leaves are remembered where values are.
    pub remembers_leaves: bool,
    /// Whether what is remembered is looked for before a node is found to be a leaf.
    pub recalls_leaves: bool,
    /// Whether what is recalled keeps its sign where the other player remembered it.
    pub recalls_negated: bool,
    /// Whether what is remembered is what a position is worth for the first player, whoever is to move.
    pub remembers_firsts: bool,
    /// Whether the sum over a chance node's outcomes is remembered in the place of its value.
    pub remembers_sums: bool,
    /// Whether what is remembered is the value of a chance node as it was before it was searched, and
    /// not as the search has left it.
    pub remembers_before: bool,
    /// Whether a value that is remembered stays when another one is found for the same.
    pub keeps_remembered: bool,
    /// How many values are remembered at most: the first ones.
    pub most_remembered: usize,
    /// Whether alpha-beta finds again what it found for a position, however many levels were left.
    pub recalls_any_depth: bool,
    /// Which values are remembered that are only bounds.
    pub bounds_remembered: BoundsRemembered,
    /// Whether a value that is only a bound is remembered as one, and recalled only where the window
    /// lies beyond it.
    pub marks_bounds: bool,
    /// Whether what is remembered, a bound or not, is one for the player to move.
    pub remembers_own: bool,
    /// Whether a node of alpha-beta without a better value returns its bound.
    pub returns_bounds: bool,
    /// Whether a node of alpha-beta compares its best value with the bounds before that narrows its own.
    pub compares_best: bool,
    /// Whether a node of alpha-beta below the root that takes the largest value lowers beta to it,
    /// instead of raising alpha.
    pub lowers_beta: bool,
    /// Whether alpha-beta sets alpha, not beta, to the best value so far of a root that takes the
    /// smallest one.
    pub root_alpha: bool,
    /// Whether alpha-beta looks at all of the root's moves, whatever the window.
    pub root_uncut: bool,
    /// Whether the root of alpha-beta takes only moves that are better than its bound.
    pub root_from_bound: bool,
    /// Whether the root itself is one of the nodes counted.
    pub root_counts: bool,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            tie: Tie::First,
            cut: Cut::AtEqual,
            cuts_at: CutsAt::All,
            bounds: Bounds::Both,
            left_at_cut: [false; 2],
            counted: Counted::All,
            counts_cutting: true,
            searched_again: SearchedAgain::None,
            chance: Chance::Mean,
            doubles: false,
            whole: Whole::None,
            remembers_leaves: false,
            recalls_leaves: true,
            recalls_negated: false,
            remembers_firsts: false,
            remembers_sums: false,
            remembers_before: false,
            keeps_remembered: false,
            most_remembered: usize::MAX,
            recalls_any_depth: false,
            bounds_remembered: BoundsRemembered::All,
            marks_bounds: false,
            remembers_own: false,
            returns_bounds: false,
            compares_best: false,
            lowers_beta: false,
            root_alpha: false,
            root_uncut: false,
            root_from_bound: false,
            root_counts: true,
        }
    }
}

impl Conventions {
    /// What a node of alpha-beta has found when the rest is cut off, from what it had found before the
    /// child that cuts and what it has with it.
    pub(crate) fn found_at_cut<T>(&self, before: Option<T>, with: Option<T>) -> Option<T> {
        match self.cut {
            Cut::Dropped => before.or(with),
            _ => with,
        }
    }

    /// With how many levels left a value is remembered that was found with so many.
    pub(crate) fn remembered_with(&self, levels: i64) -> i64 {
        match self.recalls_any_depth {
            true => 0,
            false => levels,
        }
    }

    /// A value as it is held.
    pub(crate) fn rounded(&self, value: impl Into<f64>) -> f64 {
        match self.doubles {
            true => value.into(),
            // Of two numbers of 32 bits, this is the sum or the quotient that 32 bits give.
            false => f64::from(value.into() as f32),
        }
    }

    /// The value of a chance node whose outcomes have these values, at least one;
    /// `maximises` tells which are better for the player whose die it is.
    pub(crate) fn chance(&self, values: &[f64], maximises: bool) -> f64 {
        let add = |sum, value: &f64| self.rounded(sum + value);
        let mean = |divisor: f64| self.rounded(values.iter().fold(0.0, add) / divisor);
        let largest = || values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = || values.iter().copied().fold(f64::INFINITY, f64::min);
        match (self.chance, maximises) {
            (Chance::Mean, _) | (Chance::OpponentsBest, true) => mean(values.len() as f64),
            (Chance::WholeMean, _) => {
                let add = |sum: i32, value: &f64| add(self.rounded(sum), value) as i32;
                self.rounded(values.iter().fold(0, add) / values.len() as i32)
            }
            (Chance::BestSoFarMean, _) => {
                let better: fn(f64, f64) -> f64 = if maximises { f64::max } else { f64::min };
                let add_best = |(sum, best), &value: &f64| {
                    let best = better(best, value);
                    (add(sum, &best), best)
                };
                let (sum, _) = values.iter().fold((0.0, values[0]), add_best);
                self.rounded(sum / values.len() as f64)
            }
            (Chance::SumBy(divisor), _) => mean(f64::from(divisor)),
            (Chance::Best, true) | (Chance::Worst, false) => largest(),
            (Chance::Best | Chance::OpponentsBest, false) | (Chance::Worst, true) => smallest(),
        }
    }

    /// The same as it is remembered.
    pub(crate) fn remembered(&self, values: &[f64], maximises: bool) -> f64 {
        let chance = match self.remembers_sums {
            true => Chance::SumBy(1),
            false => self.chance,
        };
        Self { chance, ..*self }.chance(values, maximises)
    }

    /// Whether a value of the root's player is remembered as it is, and not as the other player's, at
    /// a node that maximises or one that does not.
    pub(crate) fn remembers_as(&self, root: Side, maximises: bool) -> bool {
        match self.remembers_firsts {
            true => root == Side::First,
            false => maximises,
        }
    }

    /// What a chance node hands back, whether it was recalled or not.
    pub(crate) fn handed_back(&self, value: f64, is_recalled: bool) -> f64 {
        match (self.whole, is_recalled) {
            (Whole::None, _) | (Whole::NotRecalled, true) => value,
            (Whole::NotRecalled, false) | (Whole::All, _) => self.rounded(value as i32),
        }
    }

    /// The count of a search that visited so many nodes, so many of them leaves that are
    /// [told apart](Evaluate::is_told_apart).
    pub(crate) fn count(&self, nodes: u64, leaves: u64) -> u64 {
        let counted = match self.counted {
            Counted::All => nodes,
            Counted::Leaves => leaves,
            Counted::Inner | Counted::Unfinished => nodes - leaves,
        };
        counted.saturating_sub(u64::from(!self.root_counts))
    }
}

/// A game for two players, with or without chance, under one rules record.
///
/// A state without [`Game::moves`] and without [`Game::outcomes`] is finished.
pub trait Game {
    /// A position, everything that decides how play goes on.
    type State: Clone + PartialEq + fmt::Debug;
    /// A move of a player.
    type Move: Copy + PartialEq + Send + Sync + fmt::Debug;

    /// Whose turn it is, or would be if the game were not over or a die yet to be rolled.
    fn turn(&self, state: &Self::State) -> Side;

    /// Appends the moves of the player to move, in the published order; none when the game
    /// is over or chance decides. What is in `out` before belongs to other positions: whether
    /// this one has moves is seen by how long it was, not by whether it is empty.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// All [`Game::moves`] of a position.
    fn all_moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
    }

    /// The state after one of [`Game::moves`].
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// Appends the states that chance leads to, all equally likely; none where a player
    /// chooses or the game is over. So a die is part of the state, and absent until it is rolled.
    fn outcomes(&self, _state: &Self::State, _out: &mut Vec<Self::State>) {}

    /// All [`Game::outcomes`] of a position.
    fn all_outcomes(&self, state: &Self::State) -> Vec<Self::State> {
        let mut outcomes = Vec::new();
        self.outcomes(state, &mut outcomes);
        outcomes
    }

    /// Whether chance leads anywhere.
    fn has_outcomes(&self, state: &Self::State) -> bool {
        !self.all_outcomes(state).is_empty()
    }

    /// How many levels of search depth a move costs; fewer than none where it adds some.
    fn plies(&self, _state: &Self::State, _chosen: Self::Move) -> i32 {
        1
    }

    /// The same, for a move that may be one of the root's.
    fn plies_at(&self, state: &Self::State, chosen: Self::Move, _is_root: bool) -> i32 {
        self.plies(state, chosen)
    }

    /// How many levels are left to a search after a move, of so many before it.
    fn levels_after(
        &self,
        state: &Self::State,
        chosen: Self::Move,
        left: i64,
        is_root: bool,
    ) -> i64 {
        left - i64::from(self.plies_at(state, chosen, is_root))
    }

    /// A search's child: the state after a move, and how many levels are left there. For games to
    /// which both at once are less work.
    fn child(
        &self,
        state: &Self::State,
        chosen: Self::Move,
        left: i64,
        is_root: bool,
    ) -> (Self::State, i64) {
        let next = self.play(state, chosen);
        (next, self.levels_after(state, chosen, left, is_root))
    }
}

/// Which values alpha-beta remembers that are only bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundsRemembered {
    /// All of them.
    All,
    /// None of them.
    None,
    /// Those of nodes that cut nothing off.
    Uncut,
    /// Those of nodes that narrowed their window, and may have cut something off.
    Narrowed,
}

/// Why a node is given a value without looking further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The depth limit is reached, whatever could still be played.
    Horizon,
    /// Above the depth limit, but nothing can be played.
    NoMoves,
}

/// A game with values for a search that looks ahead only so far.
pub trait Evaluate: Game {
    /// What positions are worth; larger is better for the maximiser.
    type Value: Copy + PartialOrd + fmt::Debug;

    /// The value of a leaf, in a search whose root has `root` to move.
    fn value(&self, state: &Self::State, root: Side, leaf: Leaf) -> Self::Value;

    /// Whether a leaf is one of those which [`Conventions::counted`] tells from other nodes.
    fn is_told_apart(&self, _state: &Self::State) -> bool {
        true
    }

    /// Whether `mover` takes the largest value, in a search whose root has `root` to move.
    fn maximises(&self, mover: Side, root: Side) -> bool {
        mover == root
    }

    /// The same at a node that may be the root.
    fn maximises_at(&self, mover: Side, root: Side, _is_root: bool) -> bool {
        self.maximises(mover, root)
    }

    /// Whether alpha-beta raises alpha to what `mover` takes, rather than lowers beta, at a node that
    /// may be the root.
    fn raises_alpha(&self, mover: Side, root: Side, is_root: bool) -> bool {
        self.maximises_at(mover, root, is_root)
    }

    /// The value of a child as the node above it takes it.
    fn handed_up(&self, value: Self::Value, _child: &Self::State) -> Self::Value {
        value
    }

    /// The value that the search of a node starts with, where it does not start with its first
    /// child's; `maximises` tells which values are better there.
    fn start(&self, _state: &Self::State, _maximises: bool) -> Option<Self::Value> {
        None
    }

    /// The position when a move is taken back wrongly, from what it was before the move and what the
    /// search has left of the position after it; none if it is as before. Without a move, between a
    /// position and what chance makes of it: the one as the other was left.
    fn taken_back(
        &self,
        _before: &Self::State,
        _chosen: Option<Self::Move>,
        _after: &Self::State,
    ) -> Option<Self::State> {
        None
    }

    /// A move that was listed before others were tried and perhaps taken back wrongly, as it is made
    /// now; none if it is made no more.
    fn still(&self, state: &Self::State, chosen: Self::Move) -> Option<Self::Move> {
        self.all_moves(state).contains(&chosen).then_some(chosen)
    }

    /// Whether a move below the root is taken as soon as it is searched, and no later one tried.
    fn is_taken_at_once(&self, _state: &Self::State, _chosen: Self::Move) -> bool {
        false
    }

    /// By what alpha-beta finds again what it found for a position with as many levels left, or with
    /// any number where the conventions say so, be it only a bound; none if it does not.
    fn recalled_by(&self, _state: &Self::State) -> Option<Key> {
        None
    }

    /// What alpha-beta has found for a position with `mover` to move as it is remembered, and what is
    /// remembered as it is found again.
    fn remembered_as(&self, value: Self::Value, _mover: Side, _root: Side) -> Self::Value {
        value
    }

    /// The alpha and the beta that alpha-beta starts with; none beyond all values.
    fn window(&self) -> [Option<Self::Value>; 2] {
        [None, None]
    }

    /// The own bound that a node of alpha-beta, which may be the root, hands on before it has one.
    fn bound_before_first(&self, _is_root: bool) -> Option<Self::Value> {
        None
    }

    /// The alpha and the beta that alpha-beta gives to the child of a node which hands these on.
    fn window_below(
        &self,
        _state: &Self::State,
        _child: &Self::State,
        window: [Option<Self::Value>; 2],
    ) -> [Option<Self::Value>; 2] {
        window
    }

    /// The conventions of the assignment's search.
    fn conventions(&self) -> Conventions {
        Conventions::default()
    }
}

/// A position packed into a few words: equal exactly when the positions are.
pub type Key = [u64; 3];

/// A game whose boards are made for a fast search: principal variation search with a table.
///
/// Values are absolute: larger is better for the maximiser.
pub trait FastGame: Evaluate<Value = i32> + Game<State: Sync> + Sync {
    /// The position packed, the player to move included.
    fn key(&self, state: &Self::State) -> Key;

    /// The smallest and the largest value there can be.
    fn range(&self) -> (i32, i32) {
        (i32::MIN, i32::MAX)
    }

    /// The value, when all lines of play of `depth` more levels end in leaves worth the same.
    fn settled(&self, _state: &Self::State, _root: Side, _depth: u32) -> Option<i32> {
        None
    }

    /// The value, where it can be told without a search: as [`FastGame::settled`], or otherwise.
    fn known(&self, state: &Self::State, root: Side, depth: u32) -> Option<i32> {
        self.settled(state, root, depth)
    }

    /// Appends moves that lead to every state which [`Game::moves`] leads to, perhaps only
    /// one of several that lead to the same, in any order.
    fn distinct_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.moves(state, out);
    }

    /// How early a move is worth trying; larger is earlier, 0 for most.
    fn promise(&self, _state: &Self::State, _chosen: Self::Move) -> u16 {
        0
    }
}
