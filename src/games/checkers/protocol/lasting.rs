//! What the searches of one program leave to its later ones.

use std::sync::Arc;

use super::{Conversation, Searched};
use crate::game::Side;
use crate::games::checkers::Checkers;
use crate::games::checkers::rules::{Men, Remembered};
use crate::search::lasting::{Lasting, Left};

/// What searches leave, besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lasts {
    /// Shared by conversations that branch off.
    left: Arc<Left<(Men, Side), i32>>,
}

impl Conversation {
    /// What a search says that finds what others have left.
    pub(super) fn searched_after_others(&mut self, game: Checkers) -> Searched {
        let remembered = game.rules.remembered;
        let search = Lasting {
            game: &game,
            recalled_by: |state: &_, is_leaf: bool| {
                let is_recalled = match remembered {
                    Remembered::Nothing => false,
                    Remembered::Boards => true,
                    Remembered::InnerBoards => !is_leaf,
                };
                is_recalled.then(|| (Men::new(state), state.mover))
            },
            loses_levels: false,
        };
        let left = Arc::make_mut(&mut self.lasts.left);
        let (value, choice) = search.search(&self.state, game.rules.depth.get() as u32, left);
        self.nothing_left(value, choice)
    }
}
