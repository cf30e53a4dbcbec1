//! What the searches of one program leave to its later ones.

use std::sync::Arc;

use super::{Conversation, Searched};
use crate::game::{Evaluate, Game, Side};
use crate::games::checkers::rules::{LevelCount, Men, Remembered, WHITE};
use crate::games::checkers::{Action, Checkers};
use crate::search::alpha_beta::alpha_beta_within;
use crate::search::lasting::{Lasting, Left};

/// What searches leave, besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lasts {
    /// Shared by conversations that branch off.
    left: Arc<Left<(Men, Side), i32>>,
    /// The alpha and the beta, where a search was done that leaves them.
    window: Option<[Option<i32>; 2]>,
    /// The last computed action.
    computed: Option<Action>,
}

/// A window as the other player has it, whose values are negated.
fn turned([alpha, beta]: [Option<i32>; 2]) -> [Option<i32>; 2] {
    let negated = |value| match value {
        i32::MIN => i32::MAX,
        i32::MAX => i32::MIN,
        _ => -value,
    };
    [beta.map(negated), alpha.map(negated)]
}

impl Conversation {
    /// What a search says that finds what others have left.
    pub(super) fn searched_after_others(&mut self, game: Checkers) -> Searched {
        if game.rules.pruning.leaves_bounds() != [false; 2] {
            return self.searched_within_left(game);
        }
        let remembered = game.rules.remembered;
        let search = Lasting {
            game: &game,
            recalled_by: |state: &_, levels| {
                let is_recalled = match remembered {
                    Remembered::Nothing => false,
                    Remembered::Boards => true,
                    Remembered::InnerBoards => levels > 0,
                };
                is_recalled.then(|| (Men::new(state), state.mover))
            },
            enough: None,
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

    /// What a search says that starts with the alpha and the beta that others have left.
    fn searched_within_left(&mut self, game: Checkers) -> Searched {
        let is_turned = game.rules.pruning.leaves_own_bounds() && self.state.mover == WHITE;
        let as_left = |window| if is_turned { turned(window) } else { window };
        let mut window = as_left(self.lasts.window.unwrap_or(game.window()));
        let depth = game.rules.depth.get() as u32;
        let decision = alpha_beta_within(&game, &self.state, depth, &mut window);
        for ((left, bound), stays) in
            (window.iter_mut().zip(game.window())).zip(game.rules.pruning.leaves_bounds())
        {
            *left = if stays { *left } else { bound };
        }
        self.lasts.window = Some(as_left(window));
        let first = || game.all_moves(&self.state).first().copied();
        self.nothing_left(decision.value, decision.choice.or_else(first))
    }
}
