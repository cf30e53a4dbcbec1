//! The map as a set of free cells, one bit each, and the lines as masks made beforehand:
//! same moves in the same order, same values as [`super::rules`] and [`super::eval`].

use std::collections::HashSet;
use std::ops::Range;

use crate::game::{Conventions, Evaluate, FastGame, Game, Key, Leaf, Side};

use super::choices::{
    CellOrder, DepthChosen, LastCell, LineCheck, LineCounter, OffMap, Remembered, Reverses,
    TakenCount, ValueFor,
};
use super::eval::{STUCK, UNDECIDED, WON};
use super::marks::Kept;
use super::rules::{CELLS, Cell, Hexline, LINES_IN_A_BYTE, Line, SIDE, State};

/// A set of cells: bit `12 x + y`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells([u64; 3]);

impl Cells {
    /// The set with these cells, 0–143.
    pub fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.0[cell / 64] |= 1 << (cell % 64);
        }
        set
    }

    /// The cells that are free in a position.
    pub fn free(state: &State) -> Self {
        Self::of((0..CELLS).filter(|&cell| state.cells[cell] == Cell::Free))
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether all of `other` are among them.
    pub fn contains(self, other: Self) -> bool {
        let missing = |i: usize| other.0[i] & !self.0[i];
        missing(0) | missing(1) | missing(2) == 0
    }

    /// Whether any of `other` is among them.
    pub fn meets(self, other: Self) -> bool {
        self.without(other) != self
    }

    /// Those that are not in `other`.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        let left = |i: usize| self.0[i] & !other.0[i];
        Self([left(0), left(1), left(2)])
    }

    /// Those that are in either.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let both = |i: usize| self.0[i] | other.0[i];
        Self([both(0), both(1), both(2)])
    }

    /// The cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(index, mut word)| {
                std::iter::from_fn(move || {
                    let bit = word.trailing_zeros() as usize;
                    word &= word.checked_sub(1)?;
                    Some(64 * index + bit)
                })
            })
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// The free cells.
    pub free: Cells,
    /// Who is to move.
    pub mover: Side,
    /// How many cells count as free.
    count: i32,
}

/// A line, by its number among those of the position that a game was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke(u16);

/// A line with the cells it covers.
#[derive(Clone, Debug)]
struct Covering {
    line: Line,
    /// Its cells, in order.
    places: Vec<usize>,
    /// The same as a set.
    cells: Cells,
    /// How many they are.
    size: i32,
    /// Those of them that must be free.
    checked: Cells,
    /// The first two of them.
    first_two: Cells,
    /// Other cells, of which none may be free.
    enders: Cells,
    /// Whether no line before it covers the same cells.
    is_new: bool,
}

impl Covering {
    /// Whether it is one of the lines of a map.
    fn is_listed(&self, map: &Map) -> bool {
        map.free.contains(self.checked) && !map.free.meets(self.enders)
    }
}

/// The game under one rules record, for one position and those that can follow it.
#[derive(Clone, Debug)]
pub struct FastHexline {
    game: Hexline,
    /// The lines of that position in published order, by [`Stroke`].
    strokes: Vec<Covering>,
    /// Which of them start at a cell.
    at: Vec<Range<u16>>,
    /// Cells that count as free, and are not.
    phantoms: i32,
}

impl FastHexline {
    /// The same game for a position and those that can follow it.
    pub fn new(game: Hexline, root: &State) -> Self {
        let mut by_cell = game.by_cell();
        if game.ends_by_free() {
            // Which of these are listed is seen on each map.
            by_cell.rules.off_map = OffMap::Skipped;
        }
        // What a line frees is not known before.
        let lines = match game.rules.line_check.frees() {
            true => by_cell.all_moves(&root.with_free(0..CELLS)),
            false => by_cell.all_moves(root),
        };
        let mut at = vec![0..0; CELLS];
        let mut seen = HashSet::new();
        let covering = |(index, line): (u16, Line)| {
            let places = game.places(line).unwrap_or_default();
            let start = usize::from(line.x) * SIDE + usize::from(line.y);
            let first = if at[start].is_empty() {
                index
            } else {
                at[start].start
            };
            at[start] = first..index + 1;
            let is_last_end = places.last() >= Some(&start);
            let checked = game.rules.line_check.checked(places.len());
            let checked = (0..)
                .zip(&places)
                .filter(|&(number, _)| checked >> number & 1 != 0);
            let checked = Cells::of(checked.map(|(_, &place)| place));
            let first_two = Cells::of(places.iter().take(2).copied());
            let cells = Cells::of(places.iter().copied());
            Covering {
                line,
                // Of a line and its reverse, the one from the smaller end comes first.
                is_new: match game.has_reverses() {
                    true => game.rules.reverses != Reverses::Kept || is_last_end,
                    // Where that is not always listed, neither is dropped.
                    false => seen.insert(cells) || game.ends_by_free(),
                },
                places,
                cells,
                size: cells.count() as i32,
                first_two,
                enders: Cells::of(game.enders(line)),
                checked,
            }
        };
        let strokes = (0..).zip(lines).map(covering).collect();
        let mut fast = Self {
            game,
            strokes,
            at,
            phantoms: 0,
        };
        fast.phantoms = root.free - fast.map(root).count;
        fast
    }

    /// A stroke's line.
    pub fn line(&self, stroke: Stroke) -> Line {
        self.covering(stroke).line
    }

    /// A stroke's cells that are free, in order.
    pub(super) fn free_places(&self, map: &Map, stroke: Stroke) -> Vec<usize> {
        let places = self.covering(stroke).places.iter().copied();
        places
            .filter(|&place| map.free.contains(Cells::of([place])))
            .collect()
    }

    fn covering(&self, Stroke(number): Stroke) -> &Covering {
        &self.strokes[usize::from(number)]
    }

    /// The cells that are taken after a stroke, as [`Hexline::marked`] has them, and how many they are.
    fn marked(&self, map: &Map, chosen: Stroke) -> (Cells, i32) {
        let covering = self.covering(chosen);
        if self.game.leaves_free(map.mover) {
            return (Cells::default(), 0);
        }
        if self.game.marks_as_played() {
            return (covering.cells, covering.size);
        }
        let start = usize::from(covering.line.x) * SIDE + usize::from(covering.line.y);
        let before = (self.at[start].start..chosen.0).map(|number| self.covering(Stroke(number)));
        let shared = before.filter(|other| {
            other.is_listed(map) && self.game.share_a_map(other.line, covering.line)
        });
        let marked = shared.fold(covering.cells, |marked, other| marked.with(other.cells));
        (marked, marked.count() as i32)
    }

    /// A position as a map.
    pub fn map(&self, state: &State) -> Map {
        let free = Cells::free(state);
        Map {
            free,
            mover: state.mover,
            count: free.count() as i32 + self.phantoms,
        }
    }

    /// The map after a line is taken back, as [`Hexline::taken_back`] has it.
    pub(super) fn taken_back(
        &self,
        before: &Map,
        chosen: Stroke,
        (after, is_cut): (&Map, bool),
        root: &Map,
    ) -> Map {
        let chosen = self.covering(chosen);
        let given_back = match self.game.kept(before.mover, root.mover, is_cut) {
            Kept::Nothing => chosen.cells,
            Kept::Third => chosen.first_two,
            Kept::Whole => Cells::default(),
        };
        let free = after.free.with(given_back);
        let is_anew = self.game.counts_anew_at_root() && before.count == root.count;
        let loses_count = (self.game).loses_count_at(before.mover, root.mover, is_cut);
        Map {
            free,
            mover: before.mover,
            count: match loses_count {
                _ if self.game.restores_count() || is_anew => before.count,
                true => after.count,
                false if free == before.free && self.counts_all_again() => before.count,
                _ => after.count + free.count() as i32 - after.free.count() as i32,
            },
        }
    }

    /// Whether lists hold all lines of every map.
    fn lists_all(&self) -> bool {
        self.game.rules.line_counter == LineCounter::Enough || self.strokes.len() < LINES_IN_A_BYTE
    }

    /// Whether as many cells count as free as before where the same ones are free again.
    fn counts_all_again(&self) -> bool {
        !self.game.counts_again() && !self.game.loses_count()
    }

    fn list(&self, map: &Map, out: &mut Vec<Stroke>, is_wanted: impl Fn(&Covering) -> bool) {
        if self.game.is_full(map.count) {
            return;
        }
        let listed = out.len();
        let mut list_at = |cell: usize| {
            let can_be_played = |stroke: &Stroke| {
                let covering = self.covering(*stroke);
                covering.is_listed(map) && is_wanted(covering)
            };
            out.extend(self.at[cell].clone().map(Stroke).filter(can_be_played));
        };
        match self.game.rules.cell_order {
            CellOrder::ByX => map.free.iter().for_each(list_at),
            CellOrder::ByY => {
                let mut cells: Vec<usize> = map.free.iter().collect();
                cells.sort_by_key(|cell| (cell % SIDE, *cell));
                cells.into_iter().for_each(&mut list_at);
            }
        }
        let lines = &mut out[listed..];
        self.game
            .sort_all(lines, |stroke| self.line(*stroke).length);
        self.game.count_lines(out, listed);
    }
}

impl Game for FastHexline {
    type State = Map;
    type Move = Stroke;

    fn turn(&self, map: &Map) -> Side {
        map.mover
    }

    fn moves(&self, map: &Map, out: &mut Vec<Stroke>) {
        self.list(map, out, |_| true);
    }

    fn play(&self, map: &Map, chosen: Stroke) -> Map {
        let (cells, size) = self.marked(map, chosen);
        let free = map.free.without(cells);
        Map {
            free,
            mover: map.mover.opponent(),
            count: match self.game.rules.taken_count {
                TakenCount::One => map.count - 1,
                TakenCount::All if map.free.contains(cells) || self.game.counts_taken() => {
                    map.count - size
                }
                // One that is taken already is tried where the search does not look again, or is not
                // checked.
                TakenCount::All => map.count + free.count() as i32 - map.free.count() as i32,
            },
        }
    }

    fn plies(&self, map: &Map, chosen: Stroke) -> i32 {
        self.plies_at(map, chosen, false)
    }

    fn plies_at(&self, map: &Map, chosen: Stroke, is_root: bool) -> i32 {
        let left = match self.game.counts_by_length() {
            true => map.count - self.game.taken(self.line(chosen).length),
            false => self.play(map, chosen).count,
        };
        self.game.cost(map.count, left, is_root)
    }
}

impl Evaluate for FastHexline {
    type Value = i32;

    fn value(&self, map: &Map, root: Side, leaf: Leaf) -> i32 {
        self.game.leaf_value(map.count, leaf, map.mover, root)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        self.game.maximises(mover, root)
    }

    fn maximises_at(&self, mover: Side, root: Side, is_root: bool) -> bool {
        self.game.maximises_at(mover, root, is_root)
    }

    fn window(&self) -> [Option<i32>; 2] {
        self.game.window()
    }

    fn window_below(&self, _map: &Map, _child: &Map, window: [Option<i32>; 2]) -> [Option<i32>; 2] {
        self.game.constant_window().unwrap_or(window)
    }

    fn recalled_by(&self, map: &Map) -> Option<Key> {
        let mover = match self.game.rules.remembered {
            Remembered::Nothing | Remembered::OtherMaps | Remembered::OtherMapsWon => return None,
            remembered if remembered.knows_turn() => map.mover,
            _ => Side::First,
        };
        Some(self.key(&Map { mover, ..*map }))
    }

    fn remembered_as(&self, value: i32, mover: Side, root: Side) -> i32 {
        self.game.remembered_as(value, mover, root)
    }

    fn conventions(&self) -> Conventions {
        self.game.conventions()
    }
}

impl FastGame for FastHexline {
    fn key(&self, map: &Map) -> Key {
        let Cells([first, second, rest]) = map.free;
        [first, second, rest << 1 | map.mover.index() as u64]
    }

    fn range(&self) -> (i32, i32) {
        match self.game.rules.last_cell {
            LastCell::Loses | LastCell::Wins if self.phantoms == 0 && self.lists_all() => {
                (-WON, WON)
            }
            _ => (-STUCK, STUCK),
        }
    }

    /// So many free cells that even the longest lines leave too many to be valued, or no leaf is.
    fn settled(&self, map: &Map, _root: Side, depth: u32) -> Option<i32> {
        let rules = &self.game.rules;
        // Levels that the search may have more of on its way.
        let more = match rules.depth_chosen {
            DepthChosen::EachNode | DepthChosen::EachLine => {
                (rules.late_depth.get() - rules.depth.get()).max(0)
            }
            _ => 0,
        };
        let levels = i64::from(depth) + more;
        let left = i64::from(map.count) - levels * self.game.most_marked();
        let is_settled = left > rules.parity_cells.get() && left >= i64::from(self.phantoms)
            || rules.value_for == ValueFor::Nobody;
        // Where a list is empty, who is to move has no line.
        let is_settled = is_settled && self.lists_all();
        is_settled.then_some(UNDECIDED)
    }

    /// Where a last line leaves cells that are valued by their parity, it has the better one if it
    /// may be of one cell or of two.
    fn known(&self, map: &Map, root: Side, depth: u32) -> Option<i32> {
        let rules = &self.game.rules;
        let count = i64::from(map.count);
        let is_chosen = self.game.marks_as_played()
            && rules.depth_chosen != DepthChosen::EachNode
            && rules.line_check == LineCheck::All;
        let free = count - i64::from(self.phantoms);
        let is_last = depth == 1 && free > rules.longest.get() && is_chosen && self.lists_all();
        if !is_last || count - 1 > rules.parity_cells.get() {
            return self.settled(map, root, depth);
        }
        let after = |taken| {
            let left = map.count - taken;
            self.game
                .leaf_value(left, Leaf::Horizon, map.mover.opponent(), root)
        };
        let is_better = match self.maximises(map.mover, root) {
            true => after(2) > after(1),
            false => after(2) < after(1),
        };
        let of_two = |stroke: &&Covering| stroke.line.length == 2;
        let mut pairs = self.strokes.iter().filter(of_two);
        let taken = match is_better && pairs.any(|stroke| stroke.is_listed(map)) {
            true => 2,
            false => 1,
        };
        Some(after(taken))
    }

    fn distinct_moves(&self, map: &Map, out: &mut Vec<Stroke>) {
        let lists_all = self.lists_all();
        self.list(map, out, |stroke| stroke.is_new || !lists_all);
    }
}
