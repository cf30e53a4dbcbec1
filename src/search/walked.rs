//! Alpha-beta that walks along a list of places, which moves change and do not leave as it was.

use super::alpha_beta::Window;
use super::minimax::is_better;
use crate::budget::{spend, spend_on_moves};
use crate::game::{Evaluate, Leaf, Side};

/// What becomes of the list when a move is made and taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    /// The last place comes to where one is removed; otherwise all after that move up.
    pub swaps: bool,
    /// Of the places that are put back, which come last, the one that was removed last comes first.
    pub last_first: bool,
}

/// Such a search. Moves are tried from the places of the list, one after the other, as they are when it
/// comes to them.
pub(crate) struct Walked<'a, G: Evaluate, P, R> {
    pub game: &'a G,
    pub listing: Listing,
    /// The place that a move starts from.
    pub place_of: P,
    /// The places that a move takes from a position, in order.
    pub taken: R,
}

impl<G, P, R> Walked<'_, G, P, R>
where
    G: Evaluate,
    P: Fn(G::Move) -> usize,
    R: Fn(&G::State, G::Move) -> Vec<usize>,
{
    /// The value and the best move, if there is one; `list` has the places as they are listed at first.
    pub(crate) fn search(
        &self,
        state: &G::State,
        depth: u32,
        list: &mut Vec<usize>,
    ) -> (G::Value, Option<G::Move>) {
        let root = (self.game.turn(state), true);
        let window = Window::of(self.game);
        self.node(state, i64::from(depth), root, window, list)
    }

    fn node(
        &self,
        state: &G::State,
        depth: i64,
        (root, is_root): (Side, bool),
        mut window: Window<G::Value>,
        list: &mut Vec<usize>,
    ) -> (G::Value, Option<G::Move>) {
        spend(1);
        if depth <= 0 {
            return (self.game.value(state, root, Leaf::Horizon), None);
        }
        let conventions = self.game.conventions();
        let mover = self.game.turn(state);
        let maximises = self.game.maximises_at(mover, root, is_root);
        let mut moves = self.game.all_moves(state);
        spend_on_moves(moves.len());
        moves.sort_by_key(|&chosen| (self.place_of)(chosen));
        let mut best = None;
        let mut index = 0;
        while let Some(&place) = list.get(index) {
            let first = moves.partition_point(|&chosen| (self.place_of)(chosen) < place);
            let from_there = moves[first..].iter();
            for &chosen in from_there.take_while(|&&chosen| (self.place_of)(chosen) == place) {
                let (child, left) = self.game.child(state, chosen, depth, is_root);
                let taken = (self.taken)(state, chosen);
                self.listing.remove(&taken, list);
                let (value, _) = self.node(&child, left, (root, false), window, list);
                self.listing.put_back(&taken, list);
                if best.is_none_or(|(old, _)| is_better(maximises, conventions.tie, value, old)) {
                    best = Some((value, Some(chosen)));
                }
                let so_far = best.map_or(value, |(best, _)| best);
                if window.closes(&conventions, (maximises, false), so_far) {
                    return (so_far, best.and_then(|(_, chosen)| chosen));
                }
            }
            index += 1;
        }
        best.unwrap_or_else(|| (self.game.value(state, root, Leaf::NoMoves), None))
    }
}

impl Listing {
    fn remove(self, places: &[usize], list: &mut Vec<usize>) {
        for place in places {
            let Some(index) = list.iter().position(|listed| listed == place) else {
                continue;
            };
            match self.swaps {
                true => list.swap_remove(index),
                false => list.remove(index),
            };
        }
    }

    fn put_back(self, places: &[usize], list: &mut Vec<usize>) {
        match self.last_first {
            true => list.extend(places.iter().rev()),
            false => list.extend(places),
        }
    }
}
