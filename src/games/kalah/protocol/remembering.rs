//! The searches where they remember positions.

use rustc_hash::FxHashMap;

use crate::game::{Evaluate, Game, Side};
use crate::games::kalah::choices::{
    self, NodesAgain, PrunedRemembered, Remembered, RememberedLeaves, RememberedValue,
};
use crate::games::kalah::rules::{Kalah, POSITIONS, State};
use crate::options::reset;
use crate::search::alpha_beta::{InCommon, alpha_beta_sharing};
use crate::search::remembering::{Found, OfLeaves, Remembering};

/// What the search without pruning remembers, and how.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    remembered: Remembered,
    value: RememberedValue,
    leaves: RememberedLeaves,
    nodes_again: NodesAgain,
}

/// By what a position is found again: its board; who is to move, where that matters; levels left or
/// depth. Depth and player to move say who moves at the root, as another turn costs two levels.
type Key = ([u8; POSITIONS], Option<Side>, i64);

/// All that is remembered.
pub(super) type Known = FxHashMap<Key, Found<i32>>;

impl PrunedRemembered {
    /// Value and nodes of the search with pruning that takes what it remembers for exact.
    pub(super) fn search(self, game: &Kalah, state: &State, plies: u32) -> (i32, u64) {
        let returns_bounds = matches!(self, Self::Bounds | Self::BoundsOneNode);
        let game = Kalah {
            returns_bounds,
            ..game.pruned()
        };
        let found_by = |state: &State| {
            let mut key = [0, 0, game.turn(state).index() as u64];
            for (position, &seeds) in state.seeds.iter().enumerate() {
                key[position / 8] |= u64::from(seeds) << (8 * (position % 8));
            }
            key
        };
        let in_common = InCommon {
            list: &|_, _| None,
            counts: [false; 2],
            root: None,
            answer: None,
            found_by: Some((&found_by, matches!(self, Self::Values | Self::Bounds))),
        };
        let found = alpha_beta_sharing(&game, state, plies, in_common);
        (found.value, found.nodes)
    }
}

impl Rules {
    /// A record without those of it, these, and what the search with pruning remembers; none where nothing
    /// is remembered.
    pub(super) fn apart(
        mut rules: choices::Rules,
    ) -> (choices::Rules, Option<Self>, Option<PrunedRemembered>) {
        let pruned = rules.pruned_remembered;
        let own = Self {
            remembered: rules.remembered,
            value: rules.remembered_value,
            leaves: rules.remembered_leaves,
            nodes_again: rules.nodes_again,
        };
        reset!(rules;
            remembered remembered_value remembered_leaves nodes_again pruned_remembered);
        // What is remembered is searched on boards of its own, on which no move is taken back wrongly.
        let is_plain_nothing =
            own.remembered == Remembered::Nothing && own.nodes_again == NodesAgain::All;
        let are_known = !rules.are_on_one_board();
        (
            rules,
            (are_known && !is_plain_nothing).then_some(own),
            (are_known && pruned != PrunedRemembered::Nothing).then_some(pruned),
        )
    }

    /// Value and nodes of a search, which takes what earlier ones have left and leaves it for later ones.
    pub(super) fn search(
        self,
        game: &Kalah,
        state: &State,
        plies: u32,
        known: &mut Known,
    ) -> (i32, u64) {
        if !self.is_kept() {
            known.clear();
        }
        let (game, root) = (game.unpruned(), game.turn(state));
        let viewer = game.viewer(root);
        let is_turned = |state: &State| match self.value {
            RememberedValue::Root => false,
            RememberedValue::Mover => game.turn(state) != viewer,
            RememberedValue::PlayerZero => viewer != Side::First,
        };
        let search = Remembering {
            game: &game,
            root,
            made: |state: &State, chosen| game.made(state, chosen),
            found_by: |made: &State, left| {
                self.key(made, (i64::from(plies), left), game.turn(made))
            },
            seen: |value: i32, state: &State| {
                if is_turned(state) {
                    value.saturating_neg()
                } else {
                    value
                }
            },
            of_leaves: OfLeaves {
                are_looked_up: self.leaves != RememberedLeaves::No,
                are_noted: self.leaves == RememberedLeaves::Yes,
            },
            nodes_again: match self.nodes_again {
                NodesAgain::All => None,
                NodesAgain::One => Some(1),
                NodesAgain::None => Some(0),
            },
        };
        let found = search.search(state, plies, known);
        let nodes = game.conventions().count(found.nodes, found.leaves);
        (found.value, nodes)
    }

    /// Whether anything is remembered for later lines.
    fn is_kept(self) -> bool {
        !matches!(
            self.remembered,
            Remembered::Nothing | Remembered::ByPositionInLine | Remembered::ByBoardInLine
        )
    }

    fn key(self, state: &State, (plies, left): (i64, i64), mover: Side) -> Key {
        let depth = plies - left;
        let (mover, level) = match self.remembered {
            Remembered::Nothing | Remembered::ByLevels => (Some(mover), left),
            Remembered::ByDepth => (Some(mover), depth),
            Remembered::ByDepthAnyMover => (None, depth),
            Remembered::ByLevelsAnyMover => (None, left),
            Remembered::ByPosition | Remembered::ByPositionInLine => (Some(mover), 0),
            Remembered::ByBoard | Remembered::ByBoardInLine => (None, 0),
        };
        (state.seeds, mover, level)
    }
}
