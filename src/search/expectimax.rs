//! Expectiminimax: best moves, mean values where chance decides, and the table of positions
//! that the published EinStein program keeps.

use crate::budget::spend;
use crate::game::{Evaluate, Leaf, Side, Tie};

use super::minimax::is_better;

/// What is remembered of the positions in which chance is to decide. Values are those of the
/// player to move there, so that a search from the other side can take them as well.
pub trait Table<State> {
    /// The value remembered for a position that `depth` plies are left at.
    fn get(&self, state: &State, depth: u32) -> Option<f32>;

    /// Remembers a mean.
    fn put(&mut self, state: &State, depth: u32, value: f32);
}

/// Remembers nothing: every value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<State> Table<State> for NoTable {
    fn get(&self, _state: &State, _depth: u32) -> Option<f32> {
        None
    }

    fn put(&mut self, _state: &State, _depth: u32, _value: f32) {}
}

/// The value of every move of the player to move, in order, for that player.
///
/// A ply is a move and what chance does after it; below a move `depth` more plies are
/// searched. Means are taken in 32-bit arithmetic in the order of the outcomes, whatever the
/// values of leaves are. A move leads to a roll or ends the game.
pub fn expectimax<G: Evaluate<Value: Into<f64>>>(
    game: &G,
    state: &G::State,
    depth: u32,
    table: &mut impl Table<G::State>,
) -> Vec<(G::Move, f32)> {
    let mut search = Expectimax {
        game,
        root: game.turn(state),
        tie: game.conventions().tie,
        table,
        moves: Vec::new(),
        outcomes: Vec::new(),
        is_changed: false,
    };
    let mut state = state.clone();
    let moves = game.all_moves(&state);
    let scored = moves
        .into_iter()
        .filter_map(|chosen| Some((chosen, search.tried(&mut state, chosen, depth)?)));
    scored.collect()
}

/// The move chosen among scored ones, as the game's conventions have it.
pub fn best_of<G: Evaluate>(game: &G, scores: &[(G::Move, f32)]) -> Option<(G::Move, f32)> {
    let tie = game.conventions().tie;
    scores.iter().copied().reduce(|best, next| {
        if is_better(true, tie, next.1, best.1) {
            next
        } else {
            best
        }
    })
}

/// A value turned from the root's side to that of the player to move, or back.
pub(super) fn seen_by(maximises: bool, value: f32) -> f32 {
    match maximises {
        true => value,
        // Never the negative zero, which would be printed.
        false => 0.0 - value,
    }
}

/// A value as means are taken of it.
pub(super) fn rounded(value: impl Into<f64>) -> f32 {
    value.into() as f32
}

struct Expectimax<'a, G: Evaluate, T> {
    game: &'a G,
    root: Side,
    tie: Tie,
    table: &'a mut T,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
    /// What chance leads to, the same way.
    outcomes: Vec<G::State>,
    /// Whether anything was left otherwise than it was.
    is_changed: bool,
}

impl<G: Evaluate<Value: Into<f64>>, T: Table<G::State>> Expectimax<'_, G, T> {
    /// The value of a move, after which the state is as the search leaves it; none of a move that
    /// there is no more.
    fn tried(&mut self, state: &mut G::State, chosen: G::Move, depth: u32) -> Option<f32> {
        let chosen = match self.is_changed {
            true => self.game.still(state, chosen)?,
            false => chosen,
        };
        let mut child = self.game.play(state, chosen);
        let value = self.chance(&mut child, depth);
        if let Some(left) = self.game.taken_back(state, Some(chosen), &child) {
            self.is_changed |= left != *state;
            *state = left;
        }
        Some(value)
    }

    /// The value of a state in which chance is to decide.
    fn chance(&mut self, state: &mut G::State, depth: u32) -> f32 {
        spend(1);
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let conventions = self.game.conventions();
        let remembers_as = conventions.remembers_as(self.root, maximises);
        let is_asked = conventions.recalls_leaves || depth > 0 && self.game.has_outcomes(state);
        if is_asked && let Some(value) = self.table.get(state, depth) {
            let value = seen_by(remembers_as != conventions.recalls_negated, value);
            return conventions.handed_back(value, true);
        }
        let is_over = !self.game.has_outcomes(state);
        if depth == 0 || is_over {
            let leaf = match is_over {
                true => Leaf::NoMoves,
                false => Leaf::Horizon,
            };
            let value = rounded(self.game.value(state, self.root, leaf));
            if conventions.remembers_leaves {
                self.table.put(state, depth, seen_by(remembers_as, value));
            }
            return conventions.handed_back(value, false);
        }
        let before = conventions.remembers_before.then(|| state.clone());
        let start = self.outcomes.len();
        self.game.outcomes(state, &mut self.outcomes);
        let end = self.outcomes.len();
        let mut values = Vec::with_capacity(end - start);
        for index in start..end {
            let mut outcome = self.outcomes[index].clone();
            if let Some(left) = self.game.taken_back(&outcome, None, state) {
                outcome = left;
            }
            values.push(self.best(&mut outcome, depth - 1));
            if let Some(left) = self.game.taken_back(state, None, &outcome) {
                *state = left;
            }
        }
        self.outcomes.truncate(start);
        let mean = conventions.chance(&values, maximises);
        let remembered = conventions.remembered(&values, maximises);
        let known = before.as_ref().unwrap_or(state);
        self.table
            .put(known, depth, seen_by(remembers_as, remembered));
        conventions.handed_back(mean, false)
    }

    /// The value of a state in which a player chooses.
    fn best(&mut self, state: &mut G::State, depth: u32) -> f32 {
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        let begun = self.game.start(maximises).filter(|_| start < end);
        let mut best = begun.map(rounded);
        for index in start..end {
            let chosen = self.moves[index];
            let Some(value) = self.tried(state, chosen, depth) else {
                continue;
            };
            if best.is_none_or(|old| is_better(maximises, self.tie, value, old)) {
                best = Some(value);
            }
        }
        self.moves.truncate(start);
        best.unwrap_or_else(|| rounded(self.game.value(state, self.root, Leaf::NoMoves)))
    }
}
