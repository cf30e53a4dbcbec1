//! Alpha-beta as the assignments describe it: published order, no other tricks, nodes counted.

use rustc_hash::FxHashMap;

use crate::budget::{spend, spend_on_moves};
use crate::game::{
    Bounds, BoundsRemembered, Conventions, Cut, Evaluate, Game, Key, Leaf, SearchedAgain, Side, Tie,
};

use super::minimax::{Decision, is_better, started, twice};

/// Searches as [`super::minimax::minimax`] does, cutting off moves that cannot matter.
///
/// The value and the choice are minimax's when ties go to the first best move: a later move
/// that only equals the best is cut at its bound and never strictly better.
pub fn alpha_beta<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
) -> Decision<G::Move, G::Value> {
    alpha_beta_within(game, state, depth, &mut game.window())
}

/// The list that a node writes its moves into, from its position and whether it is the root, where
/// others write over them; none where it has a list of its own.
pub(crate) type SharedList<'a, G> = &'a dyn Fn(&<G as Game>::State, bool) -> Option<usize>;

/// Which nodes set the answer, from the position, the levels left and whether it is the root.
pub(crate) type AnswerSet<'a, G> = &'a dyn Fn(&<G as Game>::State, i64, bool) -> bool;

/// By what a position is found again.
pub(crate) type FoundBy<'a, G> = &'a dyn Fn(&<G as Game>::State) -> Key;

/// The moves with which a node below the root sets the answer, where it does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetBy {
    /// Those that are better than the ones before.
    Best,
    /// Those that narrow the window.
    Narrowing,
    /// Those that narrow it and do not cut off the others.
    Inside,
}

/// What the nodes of a search have in common.
pub(crate) struct InCommon<'a, G: Game> {
    pub list: SharedList<'a, G>,
    /// Whether there is one count of moves, which each node sets that has any, for the root, and for
    /// nodes below it.
    pub counts: [bool; 2],
    /// The root's moves, where it does not try them as they are listed.
    pub root: Option<&'a [G::Move]>,
    /// The answer, where not only the root sets it.
    pub answer: Option<(AnswerSet<'a, G>, SetBy)>,
    /// By what is found again what was found, where the game itself does not say so, and whether that
    /// counts as many nodes as when it was found.
    pub found_by: Option<(FoundBy<'a, G>, bool)>,
}

/// The same where nodes have lists of moves, the answer or what was found in common.
pub(crate) fn alpha_beta_sharing<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    in_common: InCommon<'_, G>,
) -> Decision<G::Move, G::Value> {
    searched(game, state, depth, &mut game.window(), in_common)
}

/// The same from an alpha and a beta that are given, which become what the root leaves of them.
pub(crate) fn alpha_beta_within<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    window: &mut [Option<G::Value>; 2],
) -> Decision<G::Move, G::Value> {
    let in_common = InCommon {
        list: &|_, _| None,
        counts: [false; 2],
        root: None,
        answer: None,
        found_by: None,
    };
    searched(game, state, depth, window, in_common)
}

fn searched<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    window: &mut [Option<G::Value>; 2],
    in_common: InCommon<'_, G>,
) -> Decision<G::Move, G::Value> {
    let is_roots = in_common.answer.is_none();
    let conventions = game.conventions();
    let mut search = AlphaBeta {
        game,
        root: game.turn(state),
        nodes: 0,
        leaves: 0,
        moves: Vec::new(),
        in_common,
        lists: Vec::new(),
        count: 0,
        answer: None,
        found: FxHashMap::default(),
    };
    let [alpha, beta] = *window;
    let mut left = Window { alpha, beta };
    let (value, choice) = search.node(state, i64::from(depth), &mut left);
    *window = [left.alpha, left.beta];
    Decision {
        value,
        choice: if is_roots { choice } else { search.answer },
        nodes: conventions.count(search.nodes, search.leaves),
    }
}

/// The values still of interest: the best so far for the maximiser and for the minimiser;
/// none while nothing is known, which stands for any bound beyond all values.
#[derive(Clone, Copy)]
pub(super) struct Window<V> {
    pub(super) alpha: Option<V>,
    pub(super) beta: Option<V>,
}

/// A value that is remembered.
#[derive(Clone, Copy)]
pub(super) struct Marked<V> {
    value: V,
    mark: Mark,
}

/// What is remembered of a position: its value, and the nodes and leaves that were counted for it.
#[derive(Clone, Copy)]
struct Found<V> {
    marked: Marked<V>,
    counted: [u64; 2],
}

/// What a value that was found tells of the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Exact,
    AtLeast,
    AtMost,
}

impl Mark {
    /// The same for the other player.
    fn turned(self) -> Self {
        match self {
            Mark::Exact => Mark::Exact,
            Mark::AtLeast => Mark::AtMost,
            Mark::AtMost => Mark::AtLeast,
        }
    }
}

impl<V: PartialOrd + Copy> Window<V> {
    /// The window that the search of a game starts with.
    pub(super) fn of<G: Evaluate<Value = V>>(game: &G) -> Self {
        let [alpha, beta] = game.window();
        Self { alpha, beta }
    }

    /// Lets the own bound of a node that is given this window begin as the root's, where it begins anew.
    pub(super) fn begin<G: Evaluate<Value = V>>(
        &mut self,
        game: &G,
        bounds: Bounds,
        raises_alpha: bool,
    ) {
        let root = Self::of(game);
        match (bounds, raises_alpha) {
            (Bounds::Anew, true) => self.alpha = root.alpha,
            (Bounds::Anew, false) => self.beta = root.beta,
            _ => {}
        }
    }

    /// What a node with so many children, which may be the root, starts with where it returns its bound.
    pub(super) fn returned<M>(
        &self,
        conventions: &Conventions,
        children: usize,
        (is_root, raises_alpha): (bool, bool),
    ) -> Option<(V, Option<M>)> {
        let bound = if raises_alpha { self.alpha } else { self.beta };
        let starts_there = conventions.returns_bounds || is_root && conventions.root_from_bound;
        bound
            .filter(|_| starts_there && children > 0)
            .map(|bound| (bound, None))
    }

    /// A value that a node with `mover` to move has found within it, as it is remembered; none where it
    /// is not.
    pub(super) fn remembered<G: Evaluate<Value = V>>(
        &self,
        game: &G,
        value: V,
        (mover, root): (Side, Side),
        raises_alpha: bool,
    ) -> Option<Marked<V>> {
        let conventions = game.conventions();
        let mut found = self.marked(value);
        let (cut, unnarrowed) = match raises_alpha {
            true => (Mark::AtLeast, Mark::AtMost),
            false => (Mark::AtMost, Mark::AtLeast),
        };
        let is_remembered = match conventions.bounds_remembered {
            BoundsRemembered::All => true,
            BoundsRemembered::None => found.mark == Mark::Exact,
            BoundsRemembered::Uncut => found.mark != cut,
            BoundsRemembered::Narrowed => found.mark != unnarrowed,
        };
        found.value = game.remembered_as(value, mover, root);
        if conventions.remembers_own && !raises_alpha {
            found.mark = found.mark.turned();
        }
        is_remembered.then_some(found)
    }

    /// What is remembered as a node with `mover` to move takes it up within it; none where it does not.
    pub(super) fn taken_up<G: Evaluate<Value = V>>(
        &self,
        game: &G,
        found: Marked<V>,
        (mover, root): (Side, Side),
        raises_alpha: bool,
    ) -> Option<V> {
        let conventions = game.conventions();
        let value = game.remembered_as(found.value, mover, root);
        let mark = match conventions.remembers_own && !raises_alpha {
            true => found.mark.turned(),
            false => found.mark,
        };
        let is_taken_up = !conventions.marks_bounds
            || match mark {
                Mark::Exact => true,
                Mark::AtLeast => self.beta.is_some_and(|beta| value >= beta),
                Mark::AtMost => self.alpha.is_some_and(|alpha| value <= alpha),
            };
        is_taken_up.then_some(value)
    }

    /// A value that is found within it, with what it tells of the true one.
    fn marked(&self, value: V) -> Marked<V> {
        let mark = if self.alpha.is_some_and(|alpha| value <= alpha) {
            Mark::AtMost
        } else if self.beta.is_some_and(|beta| value >= beta) {
            Mark::AtLeast
        } else {
            Mark::Exact
        };
        Marked { value, mark }
    }

    pub(super) fn full() -> Self {
        Self {
            alpha: None,
            beta: None,
        }
    }

    /// Raises alpha or lowers beta to the value of a child, which may be the same player's. Returns
    /// whether its later siblings are cut off.
    pub(super) fn closes(
        &mut self,
        conventions: &Conventions,
        (raises_alpha, again): (bool, bool),
        value: V,
    ) -> bool {
        let before = *self;
        self.narrow(raises_alpha, value);
        // With the value for the node's own bound.
        let mut best = before;
        match raises_alpha {
            true => best.alpha = Some(value),
            false => best.beta = Some(value),
        }
        let tested = match conventions.cut {
            Cut::Late => before,
            // Between an alpha and a beta that are equal no value is better than either.
            Cut::BestAboveWhereMaximising | Cut::BestAboveWhereMinimising => best,
            _ if conventions.compares_best => best,
            _ => *self,
        };
        let is_closed = conventions.cuts_at.cuts(raises_alpha, again)
            && tested.is_closed(conventions.cut, raises_alpha);
        if is_closed && (conventions.cut == Cut::Dropped || conventions.compares_best) {
            *self = before;
        }
        is_closed
    }

    /// The same, for a node that may be the root or below it, where the other bound may be changed,
    /// and a child that may be the same player's.
    pub(super) fn closes_at(
        &mut self,
        conventions: &Conventions,
        (is_root, raises_alpha, again): (bool, bool, bool),
        value: V,
    ) -> bool {
        if again && conventions.bounds.are_unused_again(raises_alpha) {
            let mut narrowed = *self;
            return narrowed.closes(conventions, (raises_alpha, again), value);
        }
        if again && conventions.bounds.are_uncut_again(raises_alpha) {
            return false;
        }
        if is_root && conventions.bounds.stay_at_root() {
            return false;
        }
        if is_root && conventions.root_alpha && !raises_alpha {
            self.alpha = Some(value);
            return false;
        }
        let is_closed = match conventions.lowers_beta && raises_alpha && !is_root {
            true => self.closes_lowering_beta(value),
            false => self.closes(conventions, (raises_alpha, again), value),
        };
        is_closed && !(is_root && conventions.root_uncut)
    }

    /// Lowers beta to a value that is greater than alpha. Returns whether beta was reached before.
    fn closes_lowering_beta(&mut self, value: V) -> bool {
        let is_closed = self.beta.is_some_and(|beta| value >= beta);
        if !is_closed && self.alpha.is_none_or(|alpha| value > alpha) {
            self.beta = Some(value);
        }
        is_closed
    }

    /// Whether alpha-beta searches a child again that has this value, where the best one before it has
    /// that one.
    pub(super) fn searches_again(
        &self,
        conventions: &Conventions,
        (maximises, raises_alpha): (bool, bool),
        value: V,
        best: Option<V>,
    ) -> bool {
        match conventions.searched_again {
            SearchedAgain::Bound {
                is_maximising: true,
                ..
            } if !maximises => false,
            SearchedAgain::Bound { tie, .. } => self.is_narrowed_by(raises_alpha, tie, value),
            others => others.is_in_plain(maximises, value, best),
        }
    }

    /// Whether a value of a child narrows it.
    fn is_narrowed_by(&self, raises_alpha: bool, tie: Tie, value: V) -> bool {
        let bound = if raises_alpha { self.alpha } else { self.beta };
        bound.is_none_or(|bound| is_better(raises_alpha, tie, value, bound))
    }

    fn narrow(&mut self, maximises: bool, value: V) {
        if maximises {
            if self.alpha.is_none_or(|alpha| value > alpha) {
                self.alpha = Some(value);
            }
        } else if self.beta.is_none_or(|beta| value < beta) {
            self.beta = Some(value);
        }
    }

    /// What a child is given of it, at a node that was itself given a window.
    pub(super) fn handed_on<G: Evaluate<Value = V>>(
        &self,
        given: Self,
        game: &G,
        bounds: Bounds,
        (state, child): (&G::State, &G::State),
        (is_root, raises_alpha): (bool, bool),
    ) -> Self {
        let again = game.turn(state) == game.turn(child);
        let open = match again && bounds.are_original_again(raises_alpha) {
            true => given,
            false => *self,
        };
        let [alpha, beta] = bounds.handed_on(raises_alpha, again);
        let mut window = [open.alpha.filter(|_| alpha), open.beta.filter(|_| beta)];
        let own = &mut window[usize::from(!raises_alpha)];
        *own = own.or_else(|| game.bound_before_first(is_root));
        let [alpha, beta] = game.window_below(state, child, window);
        Self { alpha, beta }
    }

    /// Takes over what a child has left of an alpha and a beta that are kept.
    pub(super) fn keep(&mut self, conventions: &Conventions, is_root: bool, left: Self) {
        let [alpha, beta] = conventions.bounds.kept(is_root);
        let [alpha_at_cut, beta_at_cut] = conventions.left_at_cut;
        if alpha || alpha_at_cut {
            self.alpha = left.alpha;
        }
        if beta || beta_at_cut {
            self.beta = left.beta;
        }
    }

    /// Puts back what a node was given where it cuts nothing off, of an alpha or a beta that is left as
    /// it is where it does.
    pub(super) fn put_back(&mut self, conventions: &Conventions, raises_alpha: bool, given: Self) {
        match (conventions.left_at_cut, raises_alpha) {
            ([true, _], true) => self.alpha = given.alpha,
            ([_, true], false) => self.beta = given.beta,
            _ => {}
        }
    }

    fn is_closed(&self, cut: Cut, raises_alpha: bool) -> bool {
        let (Some(alpha), Some(beta)) = (self.alpha, self.beta) else {
            return false;
        };
        let cuts_at_equal = match cut {
            Cut::AtEqual | Cut::Late | Cut::Dropped => true,
            Cut::Above | Cut::AboveReturned => false,
            Cut::AboveWhereMaximising | Cut::BestAboveWhereMaximising => !raises_alpha,
            Cut::AboveWhereMinimising | Cut::BestAboveWhereMinimising => raises_alpha,
        };
        alpha > beta || cuts_at_equal && alpha == beta
    }
}

struct AlphaBeta<'a, G: Evaluate> {
    game: &'a G,
    root: Side,
    nodes: u64,
    leaves: u64,
    /// The moves of all nodes on the way down, one node's after the other's.
    moves: Vec<G::Move>,
    in_common: InCommon<'a, G>,
    /// The lists that several nodes write their moves into, one over the other's.
    lists: Vec<Vec<G::Move>>,
    /// How many moves a node has listed last, of those that have that count in common.
    count: usize,
    /// The answer as it was set last, where not only the root sets it.
    answer: Option<G::Move>,
    /// What was found for positions with so many levels left, where it is recalled.
    found: FxHashMap<(Key, i64), Found<G::Value>>,
}

impl<G: Evaluate> AlphaBeta<'_, G> {
    fn node(
        &mut self,
        state: &G::State,
        depth: i64,
        window: &mut Window<G::Value>,
    ) -> (G::Value, Option<G::Move>) {
        let counted_before = [self.nodes, self.leaves];
        self.nodes = self.nodes.wrapping_add(1);
        spend(1);
        if depth <= 0 {
            self.leaves += u64::from(self.game.is_told_apart(state));
            return (self.game.value(state, self.root, Leaf::Horizon), None);
        }
        let is_root = self.nodes == 1;
        let conventions = self.game.conventions();
        let levels = conventions.remembered_with(depth);
        let (key, counts_again) = match self.in_common.found_by {
            Some((found_by, counts_again)) => (Some(found_by(state)), counts_again),
            None => (self.game.recalled_by(state), false),
        };
        let place = key.map(|key| (key, levels));
        let found = place.and_then(|place| self.found.get(&place)).copied();
        let mover = self.game.turn(state);
        let raises_alpha = self.game.raises_alpha(mover, self.root, is_root);
        let players = (mover, self.root);
        if let Some(Found { marked, counted }) = found.filter(|_| !is_root)
            && let Some(value) = window.taken_up(self.game, marked, players, raises_alpha)
        {
            if counts_again {
                self.nodes = counted_before[0].wrapping_add(counted[0]);
                self.leaves = counted_before[1].wrapping_add(counted[1]);
            }
            return (value, None);
        }
        let start = self.moves.len();
        match self.in_common.root.filter(|_| is_root) {
            Some(moves) => self.moves.extend(moves),
            None => self.game.moves(state, &mut self.moves),
        }
        let end = self.moves.len();
        spend_on_moves(end - start);
        let list = (self.in_common.list)(state, is_root);
        if let Some(list) = list {
            if self.lists.len() <= list {
                self.lists.resize_with(list + 1, Vec::new);
            }
            write_over(&mut self.lists[list], &self.moves[start..]);
        }
        let is_counted = self.in_common.counts[usize::from(!is_root)];
        if is_counted && start < end {
            self.count = end - start;
        }
        let maximises = self.game.maximises_at(mover, self.root, is_root);
        let given = *window;
        window.begin(self.game, conventions.bounds, raises_alpha);
        let mut best = started(self.game, state, end - start, maximises)
            .or_else(|| window.returned(&conventions, end - start, (is_root, raises_alpha)));
        let mut has_cut = false;
        for index in start..end {
            if is_counted && index - start >= self.count {
                break;
            }
            let chosen = match list {
                Some(list) => self.lists[list][index - start],
                None => self.moves[index],
            };
            let (child, left) = self.game.child(state, chosen, depth, is_root);
            let at = (is_root, raises_alpha);
            let mut handed_on =
                window.handed_on(given, self.game, conventions.bounds, (state, &child), at);
            let counted = (self.nodes, self.leaves);
            let (value, _) = self.node(&child, left, &mut handed_on);
            let value = self.game.handed_up(value, &child);
            let best_before = best.map(|(best, _)| best);
            let compared = (maximises, raises_alpha);
            if window.searches_again(&conventions, compared, value, best_before) {
                self.nodes = twice(counted.0, self.nodes);
                self.leaves = twice(counted.1, self.leaves);
            }
            window.keep(&conventions, is_root, handed_on);
            let before = best;
            let is_best =
                best.is_none_or(|(old, _)| is_better(maximises, conventions.tie, value, old));
            if is_best {
                best = Some((value, Some(chosen)));
            }
            let is_narrowed = window.is_narrowed_by(raises_alpha, conventions.tie, value);
            // The child's value, unless the node started with a better one.
            let so_far = best.map_or(value, |(best, _)| best);
            let again = self.game.turn(state) == self.game.turn(&child);
            let is_cut = window.closes_at(&conventions, (is_root, raises_alpha, again), so_far);
            if let Some((is_set, by)) = self.in_common.answer
                && is_set(state, depth, is_root)
            {
                let is_set = match by {
                    SetBy::Narrowing if !is_root => is_narrowed,
                    SetBy::Inside if !is_root => is_narrowed && !is_cut,
                    _ => is_best,
                };
                self.answer = if is_set { Some(chosen) } else { self.answer };
            }
            if is_cut {
                has_cut = true;
                best = conventions.found_at_cut(before, best);
                if !conventions.counts_cutting {
                    (self.nodes, self.leaves) = counted;
                }
                break;
            }
        }
        if !has_cut {
            window.put_back(&conventions, raises_alpha, given);
        }
        self.moves.truncate(start);
        if let (Some(place), Some((value, _))) = (place, best)
            && let Some(marked) = given.remembered(self.game, value, players, raises_alpha)
        {
            let [nodes, leaves] = counted_before;
            let counted = [
                self.nodes.wrapping_sub(nodes),
                self.leaves.wrapping_sub(leaves),
            ];
            self.found.insert(place, Found { marked, counted });
        }
        match best {
            Some(best) => best,
            None => {
                self.leaves += u64::from(self.game.is_told_apart(state));
                (self.game.value(state, self.root, Leaf::NoMoves), None)
            }
        }
    }
}

/// Writes moves over those of a list, of which it keeps what they leave of it.
pub(super) fn write_over<M: Copy>(list: &mut Vec<M>, moves: &[M]) {
    let (over, more) = moves.split_at(moves.len().min(list.len()));
    list[..over.len()].copy_from_slice(over);
    list.extend_from_slice(more);
}
