//! What the searches of one program leave to its later ones.

use std::sync::Arc;

use super::{Conversation, Searched};
use crate::game::Side;
use crate::games::checkers::rules::{LevelCount, Men, Remembered};
use crate::games::checkers::{Action, Checkers};
use crate::search::lasting::{Lasting, Left};

/// What searches leave, besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lasts {
    /// Shared by conversations that branch off.
    left: Arc<Left<(Men, Side), i32>>,
    /// The last computed action.
    computed: Option<Action>,
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
            loses_levels: game.rules.level_count != LevelCount::Right,
        };
        let left = Arc::make_mut(&mut self.lasts.left);
        let (value, mut choice) = search.search(&self.state, game.rules.depth.get() as u32, left);
        match game.rules.level_count {
            LevelCount::Right => {}
            LevelCount::Lost => {
                choice = choice.or(self.lasts.computed);
                self.lasts.computed = choice;
            }
            LevelCount::LostInSearch => left.levels = 0,
        }
        self.nothing_left(value, choice)
    }
}
