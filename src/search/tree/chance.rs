//! Expectiminimax that keeps the tree it walks, and knows where remembered values come from.

use std::collections::HashMap;
use std::hash::Hash;

use crate::game::{Evaluate, Leaf, Side};
use crate::search::expectimax::seen_by;
use crate::search::minimax::{is_better, started};

use super::{Kind, Limits, Node, Note, Step, TooLarge, Tree, plies_within};

/// Means for the player to move that are remembered, by what a position is remembered by; and how
/// many plies were searched for each.
pub type Memory<K> = HashMap<K, (f64, u32)>;

/// Searches as [`crate::search::expectimax::expectimax`] does, and keeps the tree.
///
/// The root's value is the largest of its moves'. `key` says by what a position that
/// `depth` plies are left at is remembered in `memory`, if it is.
///
/// # Errors
/// When more nodes are visited than the limits allow.
pub fn record<G, K>(
    game: &G,
    state: &G::State,
    depth: u32,
    memory: &mut Memory<K>,
    key: impl Fn(&G::State, u32) -> Option<K>,
    limits: Limits,
) -> Result<(Tree<G::Move, f64>, u64), TooLarge>
where
    G: Evaluate<Value: Into<f64>>,
    K: Hash + Eq + Clone,
{
    let before = memory.clone();
    let mut walk = Walk {
        game,
        root: game.turn(state),
        memory,
        key: &key,
        budget: limits.visits,
        keep: 0,
        nodes: Vec::new(),
        visited: Vec::new(),
        is_changed: false,
    };
    walk.choice(&mut state.clone(), depth + 1, 0, Step::Root)?;
    walk.keep = plies_within(&walk.visited, limits.nodes);
    walk.visited.clear();
    walk.is_changed = false;
    *walk.memory = before;
    walk.choice(&mut state.clone(), depth + 1, 0, Step::Root)?;
    let visits = walk.visited.iter().sum();
    let tree = Tree {
        recorded_plies: walk.keep.min(walk.visited.len() as u32),
        nodes: walk.nodes,
    };
    Ok((tree, visits))
}

struct Walk<'a, G: Evaluate, K, F> {
    game: &'a G,
    root: Side,
    memory: &'a mut Memory<K>,
    key: &'a F,
    budget: u64,
    keep: u32,
    nodes: Vec<Node<Step<G::Move>, f64>>,
    visited: Vec<u64>,
    /// Whether anything was left otherwise than it was.
    is_changed: bool,
}

impl<G, K, F> Walk<'_, G, K, F>
where
    G: Evaluate<Value: Into<f64>>,
    K: Hash + Eq,
    F: Fn(&G::State, u32) -> Option<K>,
{
    /// A node in which a player chooses, with `depth` plies left, its own move included.
    fn choice(
        &mut self,
        state: &mut G::State,
        depth: u32,
        level: u32,
        step: Step<G::Move>,
    ) -> Result<f64, TooLarge> {
        let moves = self.game.all_moves(state);
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let kind = match (moves.is_empty(), maximises) {
            (true, _) => Kind::Leaf(Leaf::NoMoves),
            (false, true) => Kind::Max,
            (false, false) => Kind::Min,
        };
        let index = self.open(state, level, step, kind)?;
        let conventions = self.game.conventions();
        let tie = conventions.tie;
        let begun = started(self.game, state, moves.len(), maximises);
        let mut best: Best = begun.map(|(value, number)| (conventions.rounded(value), number));
        let mut number = 0;
        for chosen in moves {
            if self.is_changed && !self.game.all_moves(state).contains(&chosen) {
                continue;
            }
            let mut after = self.game.play(state, chosen);
            let value = self.chance(&mut after, depth - 1, level + 1, Step::Move(chosen))?;
            if let Some(left) = self.game.taken_back(state, Some(chosen), &after) {
                self.is_changed |= left != *state;
                *state = left;
            }
            if best.is_none_or(|(old, _)| is_better(maximises, tie, value, old)) {
                best = Some((value, Some(number)));
            }
            number += 1;
        }
        let (value, best) = match best {
            Some(best) => best,
            None => (
                conventions.rounded(self.game.value(state, self.root, Leaf::NoMoves)),
                None,
            ),
        };
        self.close(index, value, best);
        Ok(value)
    }

    /// A node in which chance decides, with `depth` plies left.
    fn chance(
        &mut self,
        state: &mut G::State,
        depth: u32,
        level: u32,
        step: Step<G::Move>,
    ) -> Result<f64, TooLarge> {
        let mut key = (self.key)(state, depth);
        let conventions = self.game.conventions();
        let is_asked = conventions.recalls_leaves || depth > 0 && self.game.has_outcomes(state);
        let asked = key.as_ref().filter(|_| is_asked);
        let known = asked.and_then(|key| self.memory.get(key));
        let maximises = self.game.maximises(self.game.turn(state), self.root);
        let remembers_as = conventions.remembers_as(self.root, maximises);
        if let Some(&(value, from_depth)) = known {
            let index = self.open(state, level, step, Kind::Chance)?;
            if let Some(index) = index {
                self.nodes[index].note = Note::Recalled { from_depth, depth };
            }
            let value = seen_by(remembers_as != conventions.recalls_negated, value);
            let value = conventions.handed_back(value, true);
            self.close(index, value, None);
            return Ok(value);
        }
        let outcomes = self.game.all_outcomes(state);
        let leaf = match (outcomes.is_empty(), depth) {
            (true, _) => Some(Leaf::NoMoves),
            (false, 0) => Some(Leaf::Horizon),
            (false, _) => None,
        };
        if let Some(leaf) = leaf {
            let index = self.open(state, level, step, Kind::Leaf(leaf))?;
            let value = conventions.rounded(self.game.value(state, self.root, leaf));
            if let Some(key) = key.filter(|_| conventions.remembers_leaves) {
                self.remember(key, (seen_by(remembers_as, value), depth));
            }
            let value = conventions.handed_back(value, false);
            self.close(index, value, None);
            return Ok(value);
        }
        let index = self.open(state, level, step, Kind::Chance)?;
        let mut values = Vec::with_capacity(outcomes.len());
        for (number, outcome) in (1..).zip(&outcomes) {
            let left = self.game.taken_back(outcome, None, state);
            let mut outcome = left.unwrap_or_else(|| outcome.clone());
            values.push(self.choice(&mut outcome, depth, level + 1, Step::Chance(number))?);
            if let Some(left) = self.game.taken_back(state, None, &outcome) {
                *state = left;
            }
        }
        if self.is_changed {
            key = (self.key)(state, depth);
        }
        let mean = conventions.chance(&values, maximises);
        if let Some(key) = key {
            let remembered = conventions.remembered(&values, maximises);
            self.remember(key, (seen_by(remembers_as, remembered), depth));
        }
        let value = conventions.handed_back(mean, false);
        self.close(index, value, None);
        Ok(value)
    }

    fn remember(&mut self, key: K, value: (f64, u32)) {
        let conventions = self.game.conventions();
        let is_new = !self.memory.contains_key(&key);
        if is_new && self.memory.len() < conventions.most_remembered
            || !is_new && !conventions.keeps_remembered
        {
            self.memory.insert(key, value);
        }
    }

    fn open(
        &mut self,
        state: &G::State,
        level: u32,
        step: Step<G::Move>,
        kind: Kind,
    ) -> Result<Opened, TooLarge> {
        let visited_before = self.visited.iter().sum::<u64>();
        if visited_before >= self.budget {
            return Err(TooLarge(self.budget));
        }
        if self.visited.len() <= level as usize {
            self.visited.resize(level as usize + 1, 0);
        }
        self.visited[level as usize] += 1;
        if level >= self.keep {
            return Ok(None);
        }
        self.nodes.push(Node {
            step,
            mover: self.game.turn(state),
            kind,
            value: 0.0,
            best: None,
            size: 1,
            // Until the node is closed: what was visited up to it.
            below: visited_before + 1,
            unseen: 0,
            note: Note::None,
        });
        Ok(Some(self.nodes.len() - 1))
    }

    fn close(&mut self, index: Opened, value: f64, best: Option<u32>) {
        let Some(index) = index else {
            return;
        };
        let size = self.nodes.len() - index;
        let visited: u64 = self.visited.iter().sum();
        let node = &mut self.nodes[index];
        node.value = value;
        node.best = best;
        node.size = size as u32;
        node.below = visited - node.below - (size as u64 - 1);
    }
}

/// The best value so far, and the number of the child that has it, if one has.
type Best = Option<(f64, Option<u32>)>;

/// Where a node is recorded, if it is.
type Opened = Option<usize>;
