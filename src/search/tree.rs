//! Searches that keep the tree they walk, so that a decision can be explained.
//!
//! [`record`] walks as minimax and as alpha-beta at the same time; [`chance::record`] walks as
//! expectiminimax. Both find what the plain searches find.

pub mod chance;

use rustc_hash::FxHashMap;

use crate::game::{Evaluate, Key, Leaf, Side};

use super::alpha_beta::{Marked, Window};
use super::minimax::{Decision, is_better, started, twice};

/// A recorded tree: its nodes in the order in which they are visited, each before those
/// below it.
#[derive(Clone, Debug)]
pub struct Tree<M, V> {
    /// The root first; never empty.
    pub nodes: Vec<Node<Step<M>, V>>,
    /// The plies of the tree that are recorded, the root being ply 0. What is below was
    /// searched, but is only counted.
    pub recorded_plies: u32,
}

/// One node of a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<S, V> {
    /// What leads to it.
    pub step: S,
    /// Whose turn it is, or would be.
    pub mover: Side,
    /// How its value is made.
    pub kind: Kind,
    /// Its value.
    pub value: V,
    /// Which of its children, by number, gave the value; none for leaves and chance nodes.
    pub best: Option<u32>,
    /// How many nodes are recorded from it on, itself included.
    pub size: u32,
    /// How many nodes below it were visited and not recorded.
    pub below: u64,
    /// How many of its last moves were never looked at.
    pub unseen: u32,
    /// What else a search does with it.
    pub note: Note<V>,
}

/// What leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// Nothing: it is the root.
    Root,
    /// A player's move.
    Move(M),
    /// Chance, by the number of the outcome, from 1.
    Chance(u32),
}

/// How a node's value is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The largest of its children's.
    Max,
    /// The smallest of its children's.
    Min,
    /// The mean of its children's.
    Chance,
    /// By evaluation.
    Leaf(Leaf),
}

/// What a search does with a node besides giving it a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note<V> {
    /// Nothing.
    None,
    /// Alpha-beta visits it.
    Visited {
        /// What the maximiser was sure of when it came there.
        alpha: Option<V>,
        /// What the minimiser was sure of.
        beta: Option<V>,
        /// What alpha-beta takes for its value: the true one or a bound that is as good.
        value: V,
    },
    /// Alpha-beta leaves it out, because of these bounds at its parent.
    Cut {
        /// What the maximiser is sure of.
        alpha: V,
        /// What the minimiser is sure of.
        beta: V,
    },
    /// It is below a node that alpha-beta leaves out.
    BelowCut,
    /// Its value was taken from a table.
    Recalled {
        /// How many plies were searched below the position that left the value there.
        from_depth: u32,
        /// How many plies would have been searched here.
        depth: u32,
    },
}

/// How much may be visited and recorded.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most nodes that are visited to walk all of the tree, without cutting.
    pub full: u64,
    /// Most nodes that are visited at all.
    pub visits: u64,
    /// Most nodes that are recorded.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            full: 1_000_000,
            visits: 100_000_000,
            nodes: 150_000,
        }
    }
}

/// There are more nodes than may be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search visits more than {0} nodes")]
pub struct TooLarge(pub u64);

/// A recorded search without chance.
#[derive(Clone, Debug)]
pub struct Recorded<M, V> {
    /// The tree. All of it with minimax's values where `minimax` is there; else what
    /// alpha-beta visits with the values that it takes.
    pub tree: Tree<M, V>,
    /// What minimax finds; none when the whole tree is too large to be walked.
    pub minimax: Option<Decision<M, V>>,
    /// What alpha-beta finds.
    pub alpha_beta: Decision<M, V>,
    /// The values of the root's moves, in order; fewer than there are moves when finding
    /// them takes too long.
    pub root_values: Vec<V>,
}

/// Searches as [`super::minimax::minimax`] and [`super::alpha_beta::alpha_beta`] do, and
/// keeps the tree.
///
/// # Errors
/// When even alpha-beta visits more nodes than the limits allow.
pub fn record<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    limits: Limits,
) -> Result<Recorded<G::Move, G::Value>, TooLarge> {
    let whole = |keep| Walk::new(game, state, true, limits.full, keep);
    let mut walk = whole(u32::MAX);
    if walk.root(state, depth).is_ok() {
        let keep = plies_within(&walk.visited, limits.nodes);
        if keep < walk.visited.len() as u32 {
            walk = whole(keep);
            walk.root(state, depth)?;
        }
        let root_values = walk.root_values();
        return Ok(walk.finish(root_values));
    }
    let pruned = |keep| Walk::new(game, state, false, limits.visits, keep);
    let mut counting = pruned(0);
    counting.root(state, depth)?;
    let mut walk = pruned(plies_within(&counting.visited, limits.nodes));
    walk.root(state, depth)?;
    let root_values = exact_root_values(game, state, depth, limits.full);
    Ok(walk.finish(root_values))
}

/// How many plies can be recorded: at least the root and its children.
pub(super) fn plies_within(visited: &[u64], nodes: usize) -> u32 {
    let mut sum = 0;
    let fitting = visited.iter().take_while(|&&count| {
        sum += count;
        sum <= nodes as u64
    });
    (fitting.count() as u32).max(2)
}

/// The values of the root's moves by alpha-beta with an open window each, as far as the
/// budget goes.
fn exact_root_values<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    budget: u64,
) -> Vec<G::Value> {
    let moves = game.all_moves(state);
    let mut walk = Walk::new(game, state, false, budget, 0);
    let mut values = Vec::new();
    for chosen in moves {
        let (child, left) = game.child(state, chosen, i64::from(depth), true);
        let place = Place {
            level: 1,
            step: Step::Move(chosen),
            note: Note::None,
        };
        match walk.node(&child, left, place, Some(Window::full())) {
            Ok(walked) => values.extend(walked.value()),
            Err(TooLarge(_)) => break,
        }
    }
    values
}

/// Where a node is, and what is known of it before it is visited.
#[derive(Clone, Copy)]
struct Place<M, V> {
    level: u32,
    step: Step<M>,
    note: Note<V>,
}

/// What came of a node.
#[derive(Clone, Copy)]
struct Walked<V> {
    /// Minimax's value, when all of the tree is walked.
    exact: Option<V>,
    /// Alpha-beta's value, when it visits the node.
    pruned: Option<V>,
}

impl<V> Walked<V> {
    fn value(self) -> Option<V> {
        self.exact.or(self.pruned)
    }
}

/// The best value so far, and the number of the child that has it, if one has.
type Best<V> = Option<(V, Option<u32>)>;

struct Walk<'a, G: Evaluate> {
    game: &'a G,
    root: Side,
    /// Whether what alpha-beta cuts off is walked, too.
    whole: bool,
    budget: u64,
    /// How many plies are recorded.
    keep: u32,
    nodes: Vec<Node<Step<G::Move>, G::Value>>,
    /// How many nodes were visited, by level.
    visited: Vec<u64>,
    /// How many more minimax counts, as they are searched again.
    nodes_again: u64,
    /// How many of them alpha-beta visits, or counts.
    pruned_nodes: u64,
    /// How many of all of them are leaves, and how many of those that alpha-beta visits.
    leaves: (u64, u64),
    /// The root's best children, for minimax and for alpha-beta.
    choices: (Best<G::Value>, Best<G::Value>),
    /// The root's value by alpha-beta.
    pruned_value: Option<G::Value>,
    /// What alpha-beta found for positions with so many levels left, where it is recalled.
    found: FxHashMap<(Key, i64), Marked<G::Value>>,
    /// The last window of alpha-beta, where a bound is kept for the whole search.
    kept: Option<Window<G::Value>>,
}

impl<'a, G: Evaluate> Walk<'a, G> {
    fn new(game: &'a G, state: &G::State, whole: bool, budget: u64, keep: u32) -> Self {
        Self {
            game,
            root: game.turn(state),
            whole,
            budget,
            keep,
            nodes: Vec::new(),
            visited: Vec::new(),
            nodes_again: 0,
            pruned_nodes: 0,
            leaves: (0, 0),
            choices: (None, None),
            pruned_value: None,
            found: FxHashMap::default(),
            kept: None,
        }
    }

    fn root(&mut self, state: &G::State, depth: u32) -> Result<(), TooLarge> {
        let place = Place {
            level: 0,
            step: Step::Root,
            note: Note::None,
        };
        let walked = self.node(state, i64::from(depth), place, Some(Window::of(self.game)))?;
        self.pruned_value = walked.pruned;
        Ok(())
    }

    fn finish(self, root_values: Vec<G::Value>) -> Recorded<G::Move, G::Value> {
        let conventions = self.game.conventions();
        let children = children(&self.nodes, 0);
        let step = |best: Best<G::Value>| {
            let (_, number) = best?;
            match self.nodes[children[number? as usize]].step {
                Step::Move(chosen) => Some(chosen),
                Step::Root | Step::Chance(_) => None,
            }
        };
        let minimax = self.whole.then(|| Decision {
            value: self.nodes[0].value,
            choice: step(self.choices.0),
            nodes: conventions.count(self.counted(), self.leaves.0),
        });
        let alpha_beta = Decision {
            value: self.pruned_value.unwrap_or(self.nodes[0].value),
            choice: step(self.choices.1),
            nodes: conventions.count(self.pruned_nodes, self.leaves.1),
        };
        let depth = self.visited.len() as u32;
        Recorded {
            minimax,
            alpha_beta,
            root_values,
            tree: Tree {
                recorded_plies: self.keep.min(depth),
                nodes: self.nodes,
            },
        }
    }

    /// How many nodes minimax counts.
    fn counted(&self) -> u64 {
        let visited = self.visited.iter().sum::<u64>();
        visited.wrapping_add(self.nodes_again)
    }

    fn root_values(&self) -> Vec<G::Value> {
        let children = children(&self.nodes, 0).into_iter();
        children.map(|child| self.nodes[child].value).collect()
    }

    /// Visits a node; `window` is there when alpha-beta visits it as well.
    fn node(
        &mut self,
        state: &G::State,
        left: i64,
        place: Place<G::Move, G::Value>,
        window: Option<Window<G::Value>>,
    ) -> Result<Walked<G::Value>, TooLarge> {
        self.count(place.level, window.is_some())?;
        if left <= 0 {
            return Ok(self.leaf(state, place, window, Leaf::Horizon));
        }
        let moves = self.game.all_moves(state);
        if moves.is_empty() {
            return Ok(self.leaf(state, place, window, Leaf::NoMoves));
        }
        self.inner(state, left, place, window, &moves)
    }

    fn count(&mut self, level: u32, pruned: bool) -> Result<(), TooLarge> {
        let level = level as usize;
        if self.visited.len() <= level {
            self.visited.resize(level + 1, 0);
        }
        self.visited[level] += 1;
        self.pruned_nodes += u64::from(pruned);
        let visited = self.visited.iter().sum::<u64>();
        if visited > self.budget {
            return Err(TooLarge(self.budget));
        }
        Ok(())
    }

    fn leaf(
        &mut self,
        state: &G::State,
        place: Place<G::Move, G::Value>,
        window: Option<Window<G::Value>>,
        leaf: Leaf,
    ) -> Walked<G::Value> {
        let value = self.game.value(state, self.root, leaf);
        let pruned = window.map(|_| value);
        let is_told_apart = self.game.is_told_apart(state);
        self.leaves.0 += u64::from(is_told_apart);
        self.leaves.1 += u64::from(is_told_apart && pruned.is_some());
        self.open(state, place, Kind::Leaf(leaf), value, window);
        Walked {
            exact: self.whole.then_some(value),
            pruned,
        }
    }

    /// Records a node, if its level is recorded; where it is then.
    fn open(
        &mut self,
        state: &G::State,
        place: Place<G::Move, G::Value>,
        kind: Kind,
        value: G::Value,
        window: Option<Window<G::Value>>,
    ) -> Option<usize> {
        if place.level >= self.keep {
            return None;
        }
        let note = match window {
            Some(Window { alpha, beta }) => Note::Visited { alpha, beta, value },
            None => place.note,
        };
        self.nodes.push(Node {
            step: place.step,
            mover: self.game.turn(state),
            kind,
            value,
            best: None,
            size: 1,
            below: 0,
            unseen: 0,
            note,
        });
        Some(self.nodes.len() - 1)
    }

    fn inner(
        &mut self,
        state: &G::State,
        left: i64,
        place: Place<G::Move, G::Value>,
        mut window: Option<Window<G::Value>>,
        moves: &[G::Move],
    ) -> Result<Walked<G::Value>, TooLarge> {
        let conventions = self.game.conventions();
        let is_root = place.level == 0;
        let are_kept = [conventions.bounds.kept(false), conventions.left_at_cut] != [[false; 2]; 2];
        let mover = self.game.turn(state);
        let maximises = self.game.maximises_at(mover, self.root, is_root);
        let raises_alpha = self.game.raises_alpha(mover, self.root, is_root);
        let players = (mover, self.root);
        let kind = if maximises { Kind::Max } else { Kind::Min };
        // The value is known only when all below is; until then any will do.
        let any = self.game.value(state, self.root, Leaf::Horizon);
        let index = self.open(state, place, kind, any, window);
        let visited_before: u64 = self.visited.iter().sum();
        let given = window;
        let mut exact: Best<_> = started(self.game, state, moves.len(), maximises);
        if let Some(window) = &mut window {
            window.begin(self.game, conventions.bounds, raises_alpha);
        }
        let bound = || window?.returned(&conventions, moves.len(), (is_root, raises_alpha));
        let mut pruned = exact.or_else(bound);
        let recalled_by = window.and_then(|_| self.game.recalled_by(state));
        let recalled_by = recalled_by.map(|key| (key, conventions.remembered_with(left)));
        let found = recalled_by.and_then(|by| self.found.get(&by));
        if !is_root
            && let Some(found) = found
            && let Some(given) = given
            && let Some(value) = given.taken_up(self.game, *found, players, raises_alpha)
        {
            // Alpha-beta looks no further.
            (pruned, window) = (Some((value, None)), None);
        }
        let mut below = Note::BelowCut;
        let mut unseen = 0;
        let better = |value, best: Best<_>| {
            best.is_none_or(|(old, _)| is_better(maximises, conventions.tie, value, old))
        };
        for (number, &chosen) in (0..).zip(moves) {
            if window.is_none() && !self.whole {
                unseen += 1;
                continue;
            }
            let (child, left) = self.game.child(state, chosen, left, is_root);
            let next = Place {
                level: place.level + 1,
                step: Step::Move(chosen),
                note: below,
            };
            let handed_on = window.zip(given).map(|(it, given)| {
                let at = (is_root, raises_alpha);
                it.handed_on(given, self.game, conventions.bounds, (state, &child), at)
            });
            // A leaf leaves it as it is.
            if are_kept {
                self.kept = handed_on.or(self.kept);
            }
            let counted = (self.pruned_nodes, self.leaves.1);
            let counted_whole = (self.counted(), self.leaves.0);
            let mut walked = self.node(&child, left, next, handed_on)?;
            for value in [&mut walked.exact, &mut walked.pruned]
                .into_iter()
                .flatten()
            {
                *value = self.game.handed_up(*value, &child);
            }
            let value_of = |best: Best<_>| best.map(|(value, _)| value);
            if let Some(value) = walked.exact {
                let again = conventions.searched_again;
                if again.is_in_plain(maximises, value, value_of(exact)) {
                    let more = self.counted().wrapping_sub(counted_whole.0);
                    self.nodes_again = self.nodes_again.wrapping_add(more);
                    self.leaves.0 = twice(counted_whole.1, self.leaves.0);
                }
                if better(value, exact) {
                    exact = Some((value, Some(number)));
                }
            }
            let (Some(value), Some(open)) = (walked.pruned, &mut window) else {
                continue;
            };
            let before = pruned;
            let compared = (maximises, raises_alpha);
            if open.searches_again(&conventions, compared, value, value_of(pruned)) {
                self.pruned_nodes = twice(counted.0, self.pruned_nodes);
                self.leaves.1 = twice(counted.1, self.leaves.1);
            }
            if better(value, pruned) {
                pruned = Some((value, Some(number)));
            }
            let best = pruned.map_or(value, |(best, _)| best);
            if let Some(kept) = self.kept {
                open.keep(&conventions, is_root, kept);
            }
            let again = self.game.turn(state) == self.game.turn(&child);
            let is_closed = open.closes_at(&conventions, (is_root, raises_alpha, again), best);
            self.kept = Some(*open).filter(|_| are_kept);
            if is_closed {
                pruned = conventions.found_at_cut(before, pruned);
                if !conventions.counts_cutting {
                    (self.pruned_nodes, self.leaves.1) = counted;
                }
                if let (Some(alpha), Some(beta)) = (open.alpha, open.beta) {
                    below = Note::Cut { alpha, beta };
                }
                window = None;
            }
        }
        if let (Some(open), Some(given)) = (&mut window, given) {
            open.put_back(&conventions, raises_alpha, given);
            self.kept = Some(*open).filter(|_| are_kept);
        }
        if is_root {
            self.choices = (exact, pruned);
        }
        if let (Some(by), Some((value, _)), Some(given)) = (recalled_by, pruned, given)
            && let Some(found) = given.remembered(self.game, value, players, raises_alpha)
        {
            self.found.insert(by, found);
        }
        if let (Some(index), Some((value, number))) = (index, exact.or(pruned)) {
            let size = self.nodes.len() - index;
            let visited: u64 = self.visited.iter().sum::<u64>() - visited_before;
            let node = &mut self.nodes[index];
            node.value = value;
            node.best = number;
            node.size = size as u32;
            node.below = visited - (size as u64 - 1);
            node.unseen = unseen;
            if let (Note::Visited { value, .. }, Some((found, _))) = (&mut node.note, pruned) {
                *value = found;
            }
        }
        Ok(Walked {
            exact: exact.map(|(value, _)| value),
            pruned: pruned.map(|(value, _)| value),
        })
    }
}

/// The children of a node, by their indices.
pub fn children<S, V>(nodes: &[Node<S, V>], parent: usize) -> Vec<usize> {
    let end = parent + nodes[parent].size as usize;
    let mut children = Vec::new();
    let mut next = parent + 1;
    while next < end {
        children.push(next);
        next += nodes[next].size as usize;
    }
    children
}
