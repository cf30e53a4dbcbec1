//! The search in order, with what its nodes have in common: lists of lines, and the answer; and with
//! the best line of a search of fewer levels first.

use crate::game::{Evaluate, Game};
use crate::games::hexline::choices::{AnswerSet, RootFirst};
use crate::games::hexline::rules::{Hexline, Line, State};
use crate::search::alpha_beta::{InCommon, SetBy, alpha_beta_sharing};
use crate::search::minimax::Decision;

/// What is answered where nothing has ever been set.
const NEVER_SET: Line = Line {
    x: 0,
    y: 0,
    length: 0,
    direction: 0,
};

impl AnswerSet {
    /// Whether a node sets the answer, which may be the root or have the same player to move.
    fn is_set_at(self, levels: i64, [is_root, is_root_player]: [bool; 2]) -> bool {
        match self {
            Self::Root => is_root,
            Self::ThreeLevels | Self::ThreeLevelsNarrowing | Self::ThreeLevelsInside => {
                is_root || levels == 3
            }
            Self::ThreeLevelsOnly => levels == 3,
            Self::RootPlayer | Self::RootPlayerNarrowing | Self::RootPlayerInside => is_root_player,
            Self::All | Self::AllNarrowing | Self::AllInside => true,
        }
    }

    /// With which lines a node below the root sets it.
    fn by(self) -> SetBy {
        match self {
            Self::ThreeLevelsNarrowing | Self::RootPlayerNarrowing | Self::AllNarrowing => {
                SetBy::Narrowing
            }
            Self::ThreeLevelsInside | Self::RootPlayerInside | Self::AllInside => SetBy::Inside,
            _ => SetBy::Best,
        }
    }

    /// Whether only the root sets it in a search of so many levels.
    pub(super) fn is_roots(self, depth: u32) -> bool {
        match self {
            Self::Root => true,
            Self::ThreeLevels | Self::ThreeLevelsNarrowing | Self::ThreeLevelsInside => depth <= 3,
            Self::ThreeLevelsOnly => depth == 3,
            _ => false,
        }
    }
}

impl RootFirst {
    /// Puts the best line first in a list of the root's lines, which were listed in that order.
    fn put_first<M: Copy + PartialEq>(self, best: M, listed: &[M], list: &mut [M]) {
        if self == Self::Best {
            list.copy_from_slice(listed);
        }
        let Some(place) = list.iter().position(|line| *line == best) else {
            return;
        };
        match self {
            Self::Listed => {}
            Self::Best => list[..=place].rotate_right(1),
            Self::BestSwapped => list.swap(0, place),
        }
    }
}

impl Hexline {
    /// What alpha-beta finds on one of the boards, with the lists of lines that nodes share.
    pub(super) fn searched_in_order<G: Evaluate>(
        &self,
        game: &G,
        root: &G::State,
        depth: u32,
    ) -> Decision<G::Move, G::Value> {
        let root_first = self.rules.root_first;
        if root_first == RootFirst::Listed {
            return self.searched_from(game, root, depth, None);
        }
        let listed = game.all_moves(root);
        let mut list = listed.clone();
        for levels in 1..depth {
            let found = self.searched_from(game, root, levels, Some(&list));
            if let Some(best) = found.choice {
                root_first.put_first(best, &listed, &mut list);
            }
        }
        self.searched_from(game, root, depth, Some(&list))
    }

    /// The same where the root tries its lines as it lists them, or these.
    fn searched_from<G: Evaluate>(
        &self,
        game: &G,
        root: &G::State,
        depth: u32,
        lines: Option<&[G::Move]>,
    ) -> Decision<G::Move, G::Value> {
        let rule = self.rules.answer_set;
        let root_player = game.turn(root);
        let is_set = |state: &_, levels, is_root| {
            rule.is_set_at(levels, [is_root, game.turn(state) == root_player])
        };
        let in_common = InCommon {
            list: &|state, is_root| self.list_of(game.turn(state), is_root),
            counts: self.counts_in_common(),
            root: lines,
            answer: (!rule.is_roots(depth)).then_some((&is_set, rule.by())),
            found_by: None,
        };
        alpha_beta_sharing(game, root, depth, in_common)
    }

    /// The line that is answered, with the one that was answered before: where none is set, that one.
    pub(super) fn set(
        &self,
        state: &State,
        choice: Option<Line>,
        before: Option<Line>,
    ) -> Option<Line> {
        let stays = self.rules.answer_set == AnswerSet::ThreeLevelsOnly;
        let kept =
            (stays && !self.all_moves(state).is_empty()).then(|| before.unwrap_or(NEVER_SET));
        choice.or(kept)
    }
}
