//! The search where it remembers values for other maps, too.

use crate::game::{Evaluate, FastGame, Game};
use crate::games::hexline::FastHexline;
use crate::games::hexline::choices::{Remembered, Ties};
use crate::games::hexline::eval::WON;
use crate::games::hexline::fast::Cells;
use crate::games::hexline::rules::{Hexline, Line, State};
use crate::protocol::Engine;
use crate::search::lasting::{Lasting, Left};

/// What is remembered: by the numbers of the free cells among those of the map that was asked about,
/// and the levels left.
pub(super) type Known = Left<(Cells, i64), i32>;

impl Hexline {
    /// The line to take, if any cell is free, and its value in a search of so many levels that takes up
    /// what those of other maps have left, and leaves what it has found itself.
    pub(super) fn chosen_after_others(
        &self,
        state: &State,
        depth: u32,
        engine: Engine,
        known: &mut Known,
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
        let found = match engine {
            Engine::Plain => self.after_others(self, state, depth, Cells::free, known),
            Engine::Fast => {
                let (value, stroke) = self.after_others(&fast, &map, depth, |map| map.free, known);
                (value, stroke.map(|stroke| fast.line(stroke)))
            }
        };
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
