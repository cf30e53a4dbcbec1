//! A negamax whose windows are not turned round: −alpha and −beta stay in their old places.

use rustc_hash::FxHashMap;

use super::minimax::is_better;
use crate::budget::{spend, spend_on_moves};
use crate::game::{Evaluate, Game, Key, Leaf, Side, Tie};

/// Beyond all values.
const INFINITY: i32 = 1 << 20;

/// How many positions are remembered at most.
const MOST_FOUND: usize = 1 << 18;

/// What such a search does as it should.
#[derive(Clone, Copy)]
pub(crate) struct Unturning {
    /// The root's window is turned.
    pub turns_root: bool,
    /// What a node returns.
    pub returns: Returned,
}

/// What a node returns whose window is not turned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    /// Its best value.
    Best,
    /// The first value that reaches the bound above, and the bound below where no value is better.
    Value,
    /// The bound below, which better values raise; it is compared with the bound above.
    Bound,
}

/// What tells positions apart that are not worth the same.
type KnownBy<'a, G> = &'a dyn Fn(&<G as Game>::State) -> Key;

/// The value and the best move that such a search finds.
///
/// Values are those of the root's player, for whom not to turn a window is to exchange its bounds.
/// Positions with a key are searched once only.
pub(crate) fn unturned<G: Evaluate<Value = i32>>(
    game: &G,
    state: &G::State,
    depth: u32,
    how: Unturning,
    known_by: Option<KnownBy<'_, G>>,
) -> (i32, Option<G::Move>) {
    let mut search = Unturned {
        game,
        known_by,
        found: FxHashMap::default(),
        root: game.turn(state),
        tie: game.conventions().tie,
        returns: how.returns,
        moves: Vec::new(),
    };
    let window = [-INFINITY, INFINITY];
    search.node(state, i64::from(depth), window, how.turns_root)
}

struct Unturned<'a, G: Evaluate> {
    game: &'a G,
    root: Side,
    tie: Tie,
    returns: Returned,
    known_by: Option<KnownBy<'a, G>>,
    /// What positions are worth, by the levels left and the window.
    found: FxHashMap<(Key, i64, [i32; 2]), i32>,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
}

impl<G: Evaluate<Value = i32>> Unturned<'_, G> {
    fn node(
        &mut self,
        state: &G::State,
        depth: i64,
        [alpha, beta]: [i32; 2],
        turns: bool,
    ) -> (i32, Option<G::Move>) {
        spend(1);
        if depth <= 0 {
            return (self.game.value(state, self.root, Leaf::Horizon), None);
        }
        let start = self.moves.len();
        // The root's move is looked for, and its window may be turned.
        let known_by = self.known_by.filter(|_| start > 0);
        let place = known_by.map(|key| (key(state), depth, [alpha, beta]));
        if let Some(&value) = place.and_then(|place| self.found.get(&place)) {
            return (value, None);
        }
        self.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        spend_on_moves(end - start);
        let Some(&first) = self.moves.get(start) else {
            return (self.game.value(state, self.root, Leaf::NoMoves), None);
        };
        let maximises = (self.game).maximises_at(self.game.turn(state), self.root, start == 0);
        // The bound below for who moves, and the one above.
        let (mut bound, most) = match maximises {
            true => (alpha, beta),
            false => (beta, alpha),
        };
        let worst = if maximises { -INFINITY } else { INFINITY };
        let mut best = match self.returns {
            Returned::Best => worst,
            Returned::Value | Returned::Bound => bound,
        };
        let mut choice = first;
        for index in start..end {
            let chosen = self.moves[index];
            let (child, left) = self.game.child(state, chosen, depth, start == 0);
            let window = match maximises == turns {
                true => [bound, most],
                false => [most, bound],
            };
            let (value, _) = self.node(&child, left, window, false);
            if is_better(maximises, self.tie, value, best) {
                (best, choice) = (value, chosen);
            }
            let is_cut = |value| !is_better(maximises, Tie::First, most, value);
            if self.returns == Returned::Value && is_cut(value) {
                (best, choice) = (value, chosen);
                break;
            }
            if is_better(maximises, Tie::First, best, bound) {
                bound = best;
            }
            if self.returns != Returned::Value && is_cut(bound) {
                break;
            }
        }
        self.moves.truncate(start);
        if let Some(place) = place.filter(|_| self.found.len() < MOST_FOUND) {
            self.found.insert(place, best);
        }
        (best, Some(choice))
    }
}
