//! The search where it remembers values for other maps, too.

use std::any::Any;
use std::sync::Arc;

use crate::game::{Evaluate, FastGame, Game};
use crate::games::hexline::FastHexline;
use crate::games::hexline::choices::{Remembered, Ties};
use crate::games::hexline::eval::WON;
use crate::games::hexline::fast::Cells;
use crate::games::hexline::rules::{CELLS, Cell, Hexline, Line, State};
use crate::protocol::Engine;
use crate::search::lasting::{Lasting, Left};

/// What is remembered: by the numbers of the free cells among those of the map that was asked about,
/// and the levels left.
type Known = Left<(Cells, i64), i32>;

/// What maps before have left.
pub(super) type Carried = Option<Arc<dyn Any + Send + Sync>>;

impl Hexline {
    /// The line to take, if any cell is free, and its value in a search of so many levels that takes up
    /// what those of other maps have left.
    pub(super) fn chosen_after_others(
        &self,
        state: &State,
        depth: u32,
        engine: Engine,
        carried: &mut Carried,
    ) -> (Option<Line>, i32) {
        let fast = FastHexline::new(*self, state);
        let map = fast.map(state);
        if engine == Engine::Fast
            && let Some(value) = fast.settled(&map, map.mover, depth)
        {
            // So are all other maps with as many cells of which something is remembered.
            let lines = self.all_moves(state);
            let choice = match self.rules.tie {
                Ties::First => lines.first(),
                Ties::Last | Ties::Bound => lines.last(),
            };
            return (choice.copied(), value);
        }
        let known = carried
            .take()
            .and_then(|left| left.downcast::<Known>().ok());
        let mut known = known.map(Arc::unwrap_or_clone).unwrap_or_default();
        let found = match engine {
            Engine::Plain => {
                let is_free = |state: &State, cell: usize| state.cells[cell] == Cell::Free;
                let free =
                    |state: &State| Cells::of((0..CELLS).filter(|&cell| is_free(state, cell)));
                self.after_others(self, state, depth, free, &mut known)
            }
            Engine::Fast => {
                let (value, stroke) =
                    self.after_others(&fast, &map, depth, |map| map.free, &mut known);
                (value, stroke.map(|stroke| fast.line(stroke)))
            }
        };
        *carried = Some(Arc::new(known));
        (found.1, found.0)
    }

    /// What such a search finds on one of the boards, of which `free` says which cells are free.
    fn after_others<G: Evaluate<Value = i32>>(
        &self,
        game: &G,
        root: &G::State,
        depth: u32,
        free: impl Fn(&G::State) -> Cells,
        known: &mut Known,
    ) -> (i32, Option<G::Move>) {
        let numbered: Vec<usize> = free(root).iter().collect();
        let numbers = |cells: Cells| {
            let is_free = |&number: &usize| cells.contains(Cells::of([numbered[number]]));
            Cells::of((0..numbered.len()).filter(is_free))
        };
        let search = Lasting {
            game,
            recalled_by: |state: &_, levels| {
                // A leaf is valued at once.
                (levels > 0).then(|| (numbers(free(state)), levels))
            },
            enough: (self.rules.remembered == Remembered::OtherMapsWon).then_some([-WON, WON]),
            loses_levels: false,
        };
        search.search(root, depth, known)
    }
}
