//! Map and lines.

use std::cmp::Reverse;

use super::choices::{
    CellOrder, DepthChosen, Edges, FewSearched, LineCheck, LineCounter, LineOrder,
    MissingDirection, Mistyped, OffMap, Parity, Reverses, Rules, TakenCount, ThirdCell,
};
use crate::game::{Game, Side};

/// Cells a side.
pub const SIDE: usize = 12;
/// Cells of the map.
pub const CELLS: usize = SIDE * SIDE;
/// With so many lines a counter of 8 bits is at 0 again.
pub(super) const LINES_IN_A_BYTE: usize = 256;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Never to be taken.
    Blocked,
    /// Free.
    Free,
    /// Taken by a player.
    Taken(Side),
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells, `map[x][y]` at `12 x + y`.
    pub cells: [Cell; CELLS],
    /// Who is to move.
    pub mover: Side,
    /// How many cells are free, as the program counts them: fewer than none where it loses count.
    pub free: i32,
}

/// A straight line of cells to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// First cell's x, 0–11.
    pub x: u8,
    /// First cell's y, 0–11.
    pub y: u8,
    /// Cells in the line.
    pub length: u8,
    /// From the first cell to the next, 1–6; 1 for a single cell.
    pub direction: u8,
}

/// The game under one rules record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hexline {
    /// The rules it is played by.
    pub rules: Rules,
    /// Who is to move at the root where this is a search, which may mark other cells than a game does.
    pub(super) root: Option<Side>,
}

impl State {
    /// A position from its cells.
    pub fn new(cells: [Cell; CELLS], mover: Side) -> Self {
        let free = cells.iter().filter(|&&cell| cell == Cell::Free).count() as i32;
        Self { cells, mover, free }
    }

    /// The position where these cells, 0–143, are free, too.
    #[must_use]
    pub(super) fn with_free(&self, places: impl Iterator<Item = usize>) -> Self {
        let mut cells = self.cells;
        for place in places {
            cells[place] = Cell::Free;
        }
        Self::new(cells, self.mover)
    }

    /// The position with x and y exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let cells = std::array::from_fn(|place| self.cells[place % SIDE * SIDE + place / SIDE]);
        Self::new(cells, self.mover)
    }
}

/// The place in `State::cells` of (x, y), if it is on the map.
pub(super) fn place((x, y): (i32, i32)) -> Option<usize> {
    let on_map = 0..SIDE as i32;
    (on_map.contains(&x) && on_map.contains(&y)).then(|| x as usize * SIDE + y as usize)
}

impl Hexline {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules, root: None }
    }

    /// The neighbour of (x, y) in a direction from 1 to 6, on the map or not.
    pub fn neighbour(&self, x: i32, y: i32, direction: u8) -> (i32, i32) {
        self.after((x, y), self.rules.numbering.published(direction), y)
    }

    /// The cell after (x, y) in a published direction, for a line whose first cell has this y, on the
    /// map or not.
    fn after(&self, (x, y): (i32, i32), direction: u8, first_y: i32) -> (i32, i32) {
        let odd = match self.rules.parity {
            Parity::Published => y % 2 != 0,
            Parity::Swapped => y % 2 == 0,
            Parity::AllOdd => true,
            Parity::AllEven => false,
            Parity::ByX => x % 2 != 0,
            Parity::ByFirstCell => first_y % 2 != 0,
        };
        let direction = match (self.rules.mistyped, direction) {
            (Mistyped::OneAsTwo, 1) => 2,
            (Mistyped::TwoAsOne, 2) => 1,
            (Mistyped::FiveAsSix, 5) => 6,
            (Mistyped::SixAsFive, 6) => 5,
            (mistyped, _) => mistyped.swapped(direction, odd),
        };
        let is_mistyped = matches!(
            (self.rules.mistyped, direction, odd),
            (Mistyped::OneOdd | Mistyped::OneSwapped, 1, true)
                | (Mistyped::OneEven | Mistyped::OneSwapped, 1, false)
                | (Mistyped::TwoOdd | Mistyped::TwoSwapped, 2, true)
                | (Mistyped::TwoEven | Mistyped::TwoSwapped, 2, false)
                | (Mistyped::FiveOdd | Mistyped::FiveSwapped, 5, true)
                | (Mistyped::FiveEven | Mistyped::FiveSwapped, 5, false)
                | (Mistyped::SixOdd | Mistyped::SixSwapped, 6, true)
                | (Mistyped::SixEven | Mistyped::SixSwapped, 6, false)
        );
        // In rows with odd y the upper and lower neighbours lie one further right.
        let shift = i32::from(odd != is_mistyped);
        let (x, y) = match direction {
            1 => (x - 1 + shift, y - 1),
            2 => (x + shift, y - 1),
            3 => (x - 1, y),
            4 => (x + 1, y),
            5 => (x - 1 + shift, y + 1),
            _ => (x + shift, y + 1),
        };
        let side = SIDE as i32;
        let runs_on = match self.rules.edges {
            Edges::None => false,
            Edges::RunOn => true,
            Edges::RunOnEnd => y >= side,
            Edges::RunOnStart => y < 0,
        };
        match runs_on {
            // Of a cell only its number is looked at.
            true => (x + y.div_euclid(side), y.rem_euclid(side)),
            false => (x, y),
        }
    }

    /// The cells from (x, y) in a direction, on the map or not, as a line has them.
    fn cells_from(&self, x: u8, y: u8, direction: u8) -> impl Iterator<Item = (i32, i32)> {
        let mut direction = self.rules.numbering.published(direction);
        let first = (i32::from(x), i32::from(y));
        let mut here = first;
        (0..self.rules.longest.get()).map(move |number| {
            if number == 2 && self.rules.third_cell == ThirdCell::Behind {
                (here, direction) = (first, 7 - direction);
            }
            if number > 0 {
                here = self.after(here, direction, first.1);
            }
            here
        })
    }

    /// Whether a line's reverse is a line.
    pub(super) fn has_reverses(&self) -> bool {
        let parity = self.rules.parity;
        self.rules.mistyped == Mistyped::None
            && self.rules.missing_direction == MissingDirection::None
            && self.rules.third_cell == ThirdCell::Ahead
            && self.rules.off_map == OffMap::Skipped
            && self.rules.edges == Edges::None
            && !self.rules.left_out.is_one_way()
            && matches!(parity, Parity::Published | Parity::Swapped)
    }

    /// The places a line takes; `None` when it leaves the map.
    pub(super) fn places(&self, line: Line) -> Option<Vec<usize>> {
        let cells = self.cells_from(line.x, line.y, line.direction);
        let places = cells.take(line.length.into()).map(place);
        let mut places = places.collect::<Option<Vec<usize>>>()?;
        if self.rules.line_check == LineCheck::EndsTaken && places.len() > 2 {
            places.drain(1..places.len() - 1);
        }
        Some(places)
    }

    /// The lengths of the lines from (x, y) in a direction, up to the longest: a bit for each.
    pub(super) fn lengths(&self, state: &State, x: u8, y: u8, direction: u8) -> u32 {
        let check = self.rules.line_check;
        let (mut lengths, mut free) = (0, 0);
        for (length, (x, y)) in (1..).zip(self.cells_from(x, y, direction)) {
            let Some(place) = place((x, y)) else { break };
            if self.rules.left_out.has(x, y, length == 1) {
                break;
            }
            match state.cells[place] {
                Cell::Free => free |= 1 << (length - 1),
                _ if check == LineCheck::All => break,
                _ => {}
            }
            if check.checked(length) & !free == 0 {
                lengths |= 1 << length;
            }
        }
        lengths
    }

    /// The directions of lines of two or more, in order.
    fn directions(&self) -> Vec<u8> {
        let mut directions: Vec<u8> = match self.rules.reverses {
            Reverses::Kept => (1..=6).collect(),
            Reverses::Dropped => (1..=3).collect(),
            Reverses::FirstDropped => (4..=6).collect(),
        };
        if self.rules.missing_direction == MissingDirection::Six {
            directions.retain(|&direction| direction != 6);
        }
        if self.rules.line_order == LineOrder::DirectionsReversed {
            directions.reverse();
        }
        directions
    }

    /// The lengths and directions of lines of two or more from a cell, in order.
    pub(super) fn longer_lines(&self) -> Vec<(u8, u8)> {
        let directions = self.directions();
        let mut lengths: Vec<u8> = (2..=self.rules.longest.get() as u8).collect();
        if self.rules.line_order == LineOrder::LongestFirst {
            lengths.reverse();
        }
        match self.rules.line_order {
            LineOrder::DirectionFirst => directions
                .iter()
                .flat_map(|&direction| lengths.iter().map(move |&length| (length, direction)))
                .collect(),
            _ => lengths
                .iter()
                .flat_map(|&length| directions.iter().map(move |&direction| (length, direction)))
                .collect(),
        }
    }

    /// Whether what is free decides which lines are left out after one that leaves the map.
    pub(super) fn ends_by_free(&self) -> bool {
        matches!(
            self.rules.off_map,
            OffMap::EndsLengthFree | OffMap::EndsThreeFree | OffMap::EndsThreeThird
        )
    }

    /// Cells of which none may be free where a line is listed: where one is, a line before leaves the
    /// map after it.
    pub(super) fn enders(&self, chosen: Line) -> Vec<usize> {
        let off_map = self.rules.off_map;
        let may_be_ended = match chosen.length {
            2 => off_map == OffMap::EndsLengthFree,
            3 => self.ends_by_free(),
            _ => false,
        };
        if !may_be_ended {
            return Vec::new();
        }
        let last = |direction, length| {
            let line = Line {
                direction,
                length,
                ..chosen
            };
            self.places(line)?.last().copied()
        };
        let directions = self.directions().into_iter();
        let before = directions.take_while(|&direction| direction != chosen.direction);
        let leaving = before.filter(|&direction| last(direction, chosen.length).is_none());
        leaving
            .filter_map(|direction| match last(direction, chosen.length - 1) {
                None if off_map != OffMap::EndsThreeThird => last(direction, 1),
                ender => ender,
            })
            .collect()
    }

    /// The same game with lines listed cell by cell, all of them.
    pub(super) fn by_cell(mut self) -> Self {
        self.rules.line_counter = LineCounter::Enough;
        if matches!(
            self.rules.line_order,
            LineOrder::AllByLength | LineOrder::AllLongestFirst
        ) {
            self.rules.line_order = LineOrder::LengthFirst;
        }
        self
    }

    /// Sorts all lines of a map, which are listed cell by cell, where they are listed by length first.
    pub(super) fn sort_all<T>(&self, lines: &mut [T], length: impl Fn(&T) -> u8) {
        match self.rules.line_order {
            LineOrder::AllByLength => lines.sort_by_key(length),
            LineOrder::AllLongestFirst => lines.sort_by_key(|line| Reverse(length(line))),
            _ => {}
        }
    }

    /// Leaves of a list of lines, which begins at this place, what its counter says.
    pub(super) fn count_lines<T>(&self, lines: &mut Vec<T>, start: usize) {
        if self.rules.line_counter == LineCounter::Enough {
            return;
        }
        for place in start + LINES_IN_A_BYTE..lines.len() {
            let written_over = start + (place - start) % LINES_IN_A_BYTE;
            lines.swap(written_over, place);
        }
        let counted = (lines.len() - start) % LINES_IN_A_BYTE;
        lines.truncate(start + counted);
    }

    /// The depth of the search from a root.
    pub fn depth(&self, root: &State) -> u32 {
        self.depth_after(root, 0)
    }

    /// The same where so many cells are counted with those of the root.
    pub(super) fn depth_after(&self, root: &State, before: i32) -> u32 {
        let count =
            |is_counted: fn(&&Cell) -> bool| root.cells.iter().filter(is_counted).count() as i32;
        let counted = match self.rules.depth_chosen {
            DepthChosen::AtRoot
            | DepthChosen::EachNode
            | DepthChosen::EachLine
            | DepthChosen::ShallowStays
            | DepthChosen::DeepStays
            | DepthChosen::FirstMap => root.free,
            DepthChosen::OpenCells => count(|cell| **cell != Cell::Blocked),
            DepthChosen::UntakenCells => count(|cell| !matches!(cell, Cell::Taken(_))),
        };
        self.levels(before + counted) as u32
    }

    /// The levels of the search of a map that would be searched with so many, where those of a map
    /// before may stay; `staying` is kept from map to map.
    pub(super) fn staying(&self, levels: u32, staying: &mut Option<u32>) -> u32 {
        let stays = match self.rules.depth_chosen {
            DepthChosen::ShallowStays => levels == self.rules.depth.get() as u32,
            DepthChosen::DeepStays => levels == self.rules.late_depth.get() as u32,
            DepthChosen::FirstMap => true,
            _ => false,
        };
        match *staying {
            None if stays => *staying.insert(levels),
            staying => staying.unwrap_or(levels),
        }
    }

    /// The levels of the search for so many free cells.
    fn levels(&self, free: i32) -> i64 {
        match i64::from(free) > self.rules.switch.get() {
            true => self.rules.depth.get(),
            false => self.rules.late_depth.get(),
        }
    }

    /// How many cells a line of this length takes off the count of free ones.
    pub(super) fn taken(&self, length: u8) -> i32 {
        match (self.rules.taken_count, self.rules.line_check) {
            (TakenCount::All, LineCheck::EndsTaken) => i32::from(length).min(2),
            (TakenCount::All, _) => length.into(),
            (TakenCount::One, _) => 1,
        }
    }

    /// Whether a line's length says how many cells it takes off the count of free ones.
    pub(super) fn counts_by_length(&self) -> bool {
        let check = self.rules.line_check;
        let is_known = matches!(check, LineCheck::All | LineCheck::EndsTaken) || check.counts_all();
        self.marks_as_played() && is_known
    }

    /// Whether no cell is free by a count that may be wrong.
    pub(super) fn is_full(&self, free: i32) -> bool {
        free == 0 || free < 0 && self.rules.line_check.stops_below_none()
    }

    /// How many levels a line costs that leaves so many of the free cells, at the root or below.
    pub(super) fn cost(&self, free: i32, left: i32, is_root: bool) -> i32 {
        if self.rules.few_searched == FewSearched::No
            && i64::from(left) <= self.rules.parity_cells.get()
        {
            // More than there are.
            return CELLS as i32;
        }
        let added = match self.rules.depth_chosen {
            DepthChosen::EachLine if !is_root => 0,
            DepthChosen::EachNode | DepthChosen::EachLine => self.levels(left) - self.levels(free),
            _ => 0,
        };
        1 - added as i32
    }
}

impl Game for Hexline {
    type State = State;
    type Move = Line;

    fn turn(&self, state: &State) -> Side {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<Line>) {
        if self.is_full(state.free) {
            // Nor is there a line where the program has lost count.
            return;
        }
        let (directions, order) = (self.directions(), self.longer_lines());
        let is_missing = |length, direction| {
            self.rules.missing_direction == MissingDirection::SixOfThree
                && direction == 6
                && length > 2
        };
        let listed = out.len();
        for place in 0..CELLS {
            let index = match self.rules.cell_order {
                CellOrder::ByX => place,
                CellOrder::ByY => place % SIDE * SIDE + place / SIDE,
            };
            if state.cells[index] != Cell::Free {
                continue;
            }
            let (x, y) = ((index / SIDE) as u8, (index % SIDE) as u8);
            let line = |length, direction| Line {
                x,
                y,
                length,
                direction,
            };
            let is_longest_first = self.rules.line_order == LineOrder::LongestFirst;
            if !is_longest_first {
                out.push(line(1, 1));
            }
            let mut by_direction = [0; 7];
            for &direction in &directions {
                by_direction[usize::from(direction)] = self.lengths(state, x, y, direction);
            }
            // Lengths of which no more lines are listed.
            let mut ended = 0_u32;
            for &(length, direction) in &order {
                let leaves_map = || self.places(line(length, direction)).is_none();
                ended |= match self.rules.off_map {
                    OffMap::EndsLength if leaves_map() => 1 << length,
                    OffMap::EndsTwo if length == 2 && leaves_map() => 1 << length,
                    OffMap::EndsThree if length == 3 && leaves_map() => 1 << length,
                    OffMap::EndsCell if leaves_map() => u32::MAX,
                    _ => 0,
                };
                let lengths = by_direction[usize::from(direction)] & !ended;
                let enders = self.enders(line(length, direction)).into_iter();
                let is_ended = enders
                    .map(|ender| state.cells[ender])
                    .any(|cell| cell == Cell::Free);
                let is_line = lengths >> length & 1 != 0 && !is_ended;
                if is_line && !is_missing(length, direction) {
                    out.push(line(length, direction));
                }
            }
            if is_longest_first {
                out.push(line(1, 1));
            }
        }
        self.sort_all(&mut out[listed..], |line| line.length);
        self.count_lines(out, listed);
    }

    fn play(&self, state: &State, chosen: Line) -> State {
        let mut next = state.clone();
        let mut taken = 0;
        for place in self.marked(state, chosen) {
            // One that is taken already is tried where the search does not look again, or is not
            // checked.
            taken += i32::from(next.cells[place] == Cell::Free || self.counts_taken());
            next.cells[place] = Cell::Taken(state.mover);
        }
        next.free = match self.rules.taken_count {
            TakenCount::All => state.free - taken,
            // Counted apart from what is on the map.
            TakenCount::One => state.free - 1,
        };
        next.mover = state.mover.opponent();
        next
    }

    fn plies(&self, state: &State, chosen: Line) -> i32 {
        self.plies_at(state, chosen, false)
    }

    fn plies_at(&self, state: &State, chosen: Line, is_root: bool) -> i32 {
        let left = match self.counts_by_length() {
            true => state.free - self.taken(chosen.length),
            false => self.play(state, chosen).free,
        };
        self.cost(state.free, left, is_root)
    }
}
