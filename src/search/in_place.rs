//! A search on one board whose actions are taken back, but not what they made of a piece.

use super::alpha_beta::{Window, write_over};
use super::minimax::{Decision, is_better, started, twice};
use crate::budget::spend;
use crate::game::{Evaluate, Game, Leaf, Side};

/// What is still to be tried on a board that was left otherwise than it was, from the actions that
/// were listed before, of which so many have been tried.
pub(crate) type StillTried<G> =
    fn(&G, &<G as Game>::State, &[<G as Game>::Move], usize) -> Vec<<G as Game>::Move>;

/// A search as [`super::minimax`] or [`super::alpha_beta`] does it, of which `taken_back` says what
/// is on the board when an action was tried: from the board before it, the action, what the search
/// below left of the board after it, and whether the actions that follow are cut off. Before an
/// action is tried, `as_listed` puts right on the board what the action brings along: from the board
/// on which it was listed, and the action.
pub(crate) struct InPlace<'a, G: Evaluate, L, F> {
    pub game: &'a G,
    pub as_listed: L,
    pub taken_back: F,
    /// What is still to be tried, where an action is looked for when the one before it was taken
    /// back; none where all are listed before the first is tried.
    pub looks_again: Option<StillTried<G>>,
    /// Whether the actions of a node are listed in the place of those of the node above it, where the same
    /// player acts again.
    pub shares_lists: bool,
    /// Whether actions that cannot matter are cut off.
    pub cuts: bool,
    /// Whether the root chooses the action after which it cuts off the others.
    pub chooses_at_cut: bool,
}

/// The actions after the last one that was tried; where there is no such action any more, those that
/// were to come after it, but for what is gone, too.
pub(crate) fn following<G: Game>(
    game: &G,
    state: &G::State,
    listed: &[G::Move],
    tried: usize,
) -> Vec<G::Move> {
    let mut now = game.all_moves(state);
    match now.iter().position(|action| *action == listed[tried - 1]) {
        Some(last) => now.split_off(last + 1),
        None => {
            let later = listed[tried..].iter().copied();
            later.filter(|action| now.contains(action)).collect()
        }
    }
}

/// What a search found, and the board on which the chosen action was tried.
pub(crate) type Found<G> = (
    Decision<<G as Game>::Move, <G as Evaluate>::Value>,
    Option<<G as Game>::State>,
);

/// What was visited.
struct Visited<S> {
    nodes: u64,
    leaves: u64,
    /// The board on which the root's best action so far was tried.
    chosen_on: Option<S>,
}

impl<G, L, F> InPlace<'_, G, L, F>
where
    G: Evaluate,
    L: Fn(&mut G::State, (&G::State, G::Move)),
    F: Fn(&G::State, G::Move, (&G::State, bool)) -> G::State,
{
    /// What is found on a board, which is left as the search leaves it.
    pub(crate) fn search(
        &self,
        state: &mut G::State,
        depth: u32,
        root: Side,
    ) -> Decision<G::Move, G::Value> {
        self.search_and_board(state, depth, root).0
    }

    /// The same with the board on which the chosen action was tried.
    pub(crate) fn search_and_board(
        &self,
        state: &mut G::State,
        depth: u32,
        root: Side,
    ) -> Found<G> {
        let mut visited = Visited {
            nodes: 0,
            leaves: 0,
            chosen_on: None,
        };
        let mut window = Window::of(self.game);
        let depth = i64::from(depth);
        let list = &mut Vec::new();
        let (value, choice) = self.node(state, depth, root, (&mut window, list), &mut visited);
        let decision = Decision {
            value,
            choice,
            nodes: (self.game.conventions()).count(visited.nodes, visited.leaves),
        };
        (decision, visited.chosen_on)
    }

    fn node(
        &self,
        state: &mut G::State,
        depth: i64,
        root: Side,
        (window, list): (&mut Window<G::Value>, &mut Vec<G::Move>),
        visited: &mut Visited<G::State>,
    ) -> (G::Value, Option<G::Move>) {
        spend(1);
        visited.nodes += 1;
        let is_root = visited.nodes == 1;
        if depth <= 0 {
            visited.leaves += u64::from(self.game.is_told_apart(state));
            return (self.game.value(state, root, Leaf::Horizon), None);
        }
        let actions = self.game.all_moves(state);
        let mut count = actions.len();
        write_over(list, &actions);
        let listed = state.clone();
        let mover = self.game.turn(state);
        let maximises = self.game.maximises_at(mover, root, is_root);
        let raises_alpha = self.game.raises_alpha(mover, root, is_root);
        let conventions = self.game.conventions();
        let given = *window;
        window.begin(self.game, conventions.bounds, raises_alpha);
        let mut best = started(self.game, state, count, maximises)
            .or_else(|| window.returned(&conventions, count, (is_root, raises_alpha)));
        let (mut next, mut has_cut) = (0, false);
        while next < count {
            let chosen = list[next];
            (self.as_listed)(state, (&listed, chosen));
            let (mut child, left) = self.game.child(state, chosen, depth, is_root);
            let at = (is_root, raises_alpha);
            let mut handed_on =
                window.handed_on(given, self.game, conventions.bounds, (state, &child), at);
            let counted = (visited.nodes, visited.leaves);
            let again = self.game.turn(state) == self.game.turn(&child);
            let own = &mut Vec::new();
            let below = match self.shares_lists && again {
                true => &mut *list,
                false => own,
            };
            let (value, _) = self.node(&mut child, left, root, (&mut handed_on, below), visited);
            let value = self.game.handed_up(value, &child);
            let best_before = best.map(|(best, _)| best);
            let is_again = match self.cuts {
                true => {
                    let compared = (maximises, raises_alpha);
                    window.searches_again(&conventions, compared, value, best_before)
                }
                false => {
                    let again = conventions.searched_again;
                    again.is_in_plain(maximises, value, best_before)
                }
            };
            if is_again {
                visited.nodes = twice(counted.0, visited.nodes);
                visited.leaves = twice(counted.1, visited.leaves);
            }
            window.keep(&conventions, is_root, handed_on);
            let before = best;
            if best.is_none_or(|(old, _)| is_better(maximises, conventions.tie, value, old)) {
                best = Some((value, Some(chosen)));
                if is_root {
                    visited.chosen_on = Some(state.clone());
                }
            }
            next += 1;
            let so_far = best.map_or(value, |(best, _)| best);
            let again = self.game.turn(state) == self.game.turn(&child);
            let is_cut =
                self.cuts && window.closes_at(&conventions, (is_root, raises_alpha, again), so_far);
            let after = (self.taken_back)(state, chosen, (&child, is_cut));
            let is_changed = self.looks_again.is_some() && after != *state;
            *state = after;
            if is_cut {
                has_cut = true;
                best = match is_root && !self.chooses_at_cut {
                    true => before,
                    false => conventions.found_at_cut(before, best),
                };
                if !conventions.counts_cutting {
                    (visited.nodes, visited.leaves) = counted;
                }
                break;
            }
            if let Some(still_tried) = self.looks_again.filter(|_| is_changed) {
                let still = still_tried(self.game, state, &list[..count], next);
                (count, next) = (still.len(), 0);
                write_over(list, &still);
            }
        }
        if !has_cut {
            window.put_back(&conventions, raises_alpha, given);
        }
        best.unwrap_or_else(|| {
            visited.leaves += u64::from(self.game.is_told_apart(state));
            (self.game.value(state, root, Leaf::NoMoves), None)
        })
    }
}
