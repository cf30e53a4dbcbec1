//! The search along a list of the free cells, which it does not keep in order.

use crate::game::{FastGame, Game};
use crate::games::hexline::FastHexline;
use crate::games::hexline::choices::{CellOrder, FreeList, Ties};
use crate::games::hexline::rules::{CELLS, Cell, Hexline, Line, SIDE, State};
use crate::protocol::Engine;
use crate::search::walked::{Listing, Walked};

impl FreeList {
    /// What becomes of the list; none where it stays in order.
    pub(super) fn listing(self) -> Option<Listing> {
        let (swaps, last_first) = match self {
            Self::Kept => return None,
            Self::SwappedLastFirst => (true, true),
            Self::SwappedFirstFirst => (true, false),
            Self::ErasedLastFirst => (false, true),
            Self::ErasedFirstFirst => (false, false),
        };
        Some(Listing { swaps, last_first })
    }
}

impl Hexline {
    /// The line to take, if any cell is free, and its value in a search of so many levels along such a
    /// list.
    pub(super) fn chosen_along(
        &self,
        listing: Listing,
        state: &State,
        depth: u32,
        engine: Engine,
    ) -> (i32, Option<Line>) {
        let mut list: Vec<usize> = (0..CELLS)
            .filter(|&place| state.cells[place] == Cell::Free)
            .collect();
        if self.rules.cell_order == CellOrder::ByY {
            list.sort_by_key(|place| place % SIDE);
        }
        let place_of = |line: Line| usize::from(line.x) * SIDE + usize::from(line.y);
        if engine == Engine::Plain {
            let search = Walked {
                game: self,
                listing,
                place_of,
                taken: |state: &State, line| {
                    let mut places = self.places(line).unwrap_or_default();
                    places.retain(|&place| state.cells[place] == Cell::Free);
                    places
                },
            };
            return search.search(state, depth, &mut list);
        }
        let fast = FastHexline::new(*self, state);
        let map = fast.map(state);
        if self.rules.tie == Ties::First
            && let Some(value) = fast.settled(&map, map.mover, depth)
        {
            return (value, self.all_moves(state).first().copied());
        }
        let search = Walked {
            game: &fast,
            listing,
            place_of: |stroke| place_of(fast.line(stroke)),
            taken: |map: &_, stroke| fast.free_places(map, stroke),
        };
        let (value, stroke) = search.search(&map, depth, &mut list);
        (value, stroke.map(|stroke| fast.line(stroke)))
    }
}
