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
    }
}

/// Conventions of a search that an assignment fixes and that show in its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// Which of several best moves is chosen.
    pub tie: Tie,
    /// When alpha-beta cuts.
    pub cut: Cut,
    /// Whether the root itself is one of the nodes counted.
    pub root_counts: bool,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            tie: Tie::First,
            cut: Cut::AtEqual,
            root_counts: true,
        }
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
    /// is over or chance decides.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The state after one of [`Game::moves`].
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// Appends the states that chance leads to, all equally likely; none where a player
    /// chooses.
    fn outcomes(&self, _state: &Self::State, _out: &mut Vec<Self::State>) {}

    /// How many levels of search depth a move costs.
    fn plies(&self, _state: &Self::State, _chosen: Self::Move) -> u32 {
        1
    }
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

    /// Whether `mover` takes the largest value, in a search whose root has `root` to move.
    fn maximises(&self, mover: Side, root: Side) -> bool {
        mover == root
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
pub trait FastGame: Evaluate<Value = i32> {
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
