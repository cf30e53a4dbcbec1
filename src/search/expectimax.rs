//! Expectiminimax: best moves, mean values where chance decides, and the table of positions
//! that the published EinStein program keeps.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::spend;
use crate::game::{Conventions, Evaluate, Leaf, Side};

use super::minimax::is_better;

/// What is remembered of the positions in which chance is to decide. Values are those of the
/// player to move there, so that a search from the other side can take them as well.
pub trait Table<State> {
    /// The value remembered for a position that `depth` plies are left at.
    fn get(&self, state: &State, depth: u32) -> Option<f64>;

    /// Remembers a mean.
    fn put(&mut self, state: &State, depth: u32, value: f64);

    /// What the same search has found before, with the position as it has left it: nothing where a
    /// value depends on what was searched earlier.
    fn known(&self, _state: &State, _depth: u32) -> Option<(f64, State)> {
        None
    }

    /// Keeps what was found for a position that `depth` plies are left at, and what is left of it.
    fn learn(&mut self, _state: &State, _depth: u32, _found: (f64, &State)) {}
}

/// Remembers nothing: every value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<State> Table<State> for NoTable {
    fn get(&self, _state: &State, _depth: u32) -> Option<f64> {
        None
    }

    fn put(&mut self, _state: &State, _depth: u32, _value: f64) {}
}

/// Remembers nothing that changes a value either, but searches no position twice with as many plies
/// left.
#[derive(Clone, Debug)]
pub struct Known<State>(FxHashMap<(State, u32), (f64, State)>);

/// How many positions are known at most, some 50 bytes each in EinStein.
const MOST_KNOWN: usize = 1 << 20;

impl<State> Default for Known<State> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<State: Clone + Eq + Hash> Table<State> for Known<State> {
    fn get(&self, _state: &State, _depth: u32) -> Option<f64> {
        None
    }

    fn put(&mut self, _state: &State, _depth: u32, _value: f64) {}

    fn known(&self, state: &State, depth: u32) -> Option<(f64, State)> {
        self.0.get(&(state.clone(), depth)).cloned()
    }

    fn learn(&mut self, state: &State, depth: u32, (value, left): (f64, &State)) {
        if self.0.len() < MOST_KNOWN {
            self.0.insert((state.clone(), depth), (value, left.clone()));
        }
    }
}

/// The value of every move of the player to move, in order, for that player.
///
/// A ply is a move and what chance does after it; below a move `depth` more plies are
/// searched. Means are taken in the order of the outcomes, in 32-bit arithmetic unless the conventions
/// say otherwise. A move leads to a roll or ends the game, and whatever the roll before it, to the same.
pub fn expectimax<G: Evaluate<Value: Into<f64>>>(
    game: &G,
    state: &G::State,
    depth: u32,
    table: &mut impl Table<G::State>,
) -> Vec<(G::Move, f64)> {
    let mut search = Expectimax {
        game,
        root: game.turn(state),
        conventions: &game.conventions(),
        table,
        moves: Vec::new(),
        outcomes: Vec::new(),
        values: Vec::new(),
        leaves: Vec::new(),
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
pub fn best_of<G: Evaluate>(game: &G, scores: &[(G::Move, f64)]) -> Option<(G::Move, f64)> {
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
pub(super) fn seen_by(maximises: bool, value: f64) -> f64 {
    match maximises {
        true => value,
        // Never the negative zero, which would be printed.
        false => 0.0 - value,
    }
}

struct Expectimax<'a, G: Evaluate, T> {
    game: &'a G,
    root: Side,
    conventions: &'a Conventions,
    table: &'a mut T,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
    /// What chance leads to, the same way.
    outcomes: Vec<G::State>,
    /// What those are worth that have been searched, the same way.
    values: Vec<f64>,
    /// What moves to leaves are worth after any roll in one state: several faces let a stone move.
    leaves: Vec<(G::Move, f64)>,
    /// Whether anything was left otherwise than it was.
    is_changed: bool,
}

impl<G: Evaluate<Value: Into<f64>>, T: Table<G::State>> Expectimax<'_, G, T> {
    /// The value of a move, after which the state is as the search leaves it; none of a move that
    /// there is no more.
    fn tried(&mut self, state: &mut G::State, chosen: G::Move, depth: u32) -> Option<f64> {
        let chosen = match self.is_changed {
            true => self.game.still(state, chosen)?,
            false => chosen,
        };
        let is_kept = depth == 0 && !self.is_changed && !self.conventions.remembers_leaves;
        if is_kept && let Some((_, value)) = self.leaves.iter().find(|(known, _)| *known == chosen)
        {
            spend(1);
            return Some(*value);
        }
        let mut child = self.game.play(state, chosen);
        let value = self.chance(&mut child, depth);
        if is_kept {
            self.leaves.push((chosen, value));
        }
        if let Some(left) = self.game.taken_back(state, Some(chosen), &child) {
            self.is_changed = self.is_changed || left != *state;
            *state = left;
        }
        Some(value)
    }

    /// The value of a state in which chance is to decide.
    fn chance(&mut self, state: &mut G::State, depth: u32) -> f64 {
        spend(1);
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let conventions = self.conventions;
        let remembers_as = conventions.remembers_as(self.root, maximises);
        let is_over = !self.game.has_outcomes(state);
        let is_leaf = depth == 0 || is_over;
        let is_asked = conventions.recalls_leaves || !is_leaf;
        if is_asked && let Some(value) = self.table.get(state, depth) {
            let value = seen_by(remembers_as != conventions.recalls_negated, value);
            return conventions.handed_back(value, true);
        }
        if is_leaf {
            let leaf = match is_over {
                true => Leaf::NoMoves,
                false => Leaf::Horizon,
            };
            let value = conventions.rounded(self.game.value(state, self.root, leaf));
            if conventions.remembers_leaves {
                self.table.put(state, depth, seen_by(remembers_as, value));
            }
            return conventions.handed_back(value, false);
        }
        if let Some((value, left)) = self.table.known(state, depth) {
            *state = left;
            return value;
        }
        let before = state.clone();
        let start = self.outcomes.len();
        let values_start = self.values.len();
        self.game.outcomes(state, &mut self.outcomes);
        self.leaves.clear();
        for index in start..self.outcomes.len() {
            let mut outcome = self.outcomes[index].clone();
            if let Some(left) = self.game.taken_back(&outcome, None, state) {
                outcome = left;
            }
            let value = self.best(&mut outcome, depth - 1);
            self.values.push(value);
            if let Some(left) = self.game.taken_back(state, None, &outcome) {
                *state = left;
            }
        }
        let values = &self.values[values_start..];
        let mean = conventions.chance(values, maximises);
        let remembered = conventions.remembered(values, maximises);
        self.outcomes.truncate(start);
        self.values.truncate(values_start);
        let remembered_by = match conventions.remembers_before {
            true => &before,
            false => &*state,
        };
        let remembered = seen_by(remembers_as, remembered);
        self.table.put(remembered_by, depth, remembered);
        let value = conventions.handed_back(mean, false);
        self.table.learn(&before, depth, (value, state));
        value
    }

    /// The value of a state in which a player chooses.
    fn best(&mut self, state: &mut G::State, depth: u32) -> f64 {
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        let begun = self.game.start(state, maximises).filter(|_| start < end);
        let mut best = begun.map(|value| self.conventions.rounded(value));
        for index in start..end {
            let chosen = self.moves[index];
            let Some(value) = self.tried(state, chosen, depth) else {
                continue;
            };
            if self.game.is_taken_at_once(state, chosen) {
                best = Some(value);
                break;
            }
            if best.is_none_or(|old| is_better(maximises, self.conventions.tie, value, old)) {
                best = Some(value);
            }
        }
        self.moves.truncate(start);
        best.unwrap_or_else(|| {
            let value = self.game.value(state, self.root, Leaf::NoMoves);
            self.conventions.rounded(value)
        })
    }
}
