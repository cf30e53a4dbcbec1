//! Hex line maps with few free cells: in lines, in clusters, scattered.

use std::collections::BTreeSet;

use crate::game::{Game, Side};
use crate::games::hexline::choices::LineOrder;
use crate::games::hexline::rules::{CELLS, Cell, Line, SIDE, place};
use crate::games::hexline::text;
use crate::games::hexline::{FastHexline, Hexline, Rules, State};
use crate::protocol::source::{Family, Input, Source, Unit, together};
use crate::random::Random;
use crate::search::alpha_beta::alpha_beta;

/// Most free cells of a map: deep searches of more take long.
const MOST_FREE: usize = 12;

/// Of so many families of ordinary inputs one has a map with many free cells: first moves there
/// decide nothing, and take a plain program as long as hundreds of other maps.
const WIDE: usize = 16;

/// Of so many families of ordinary inputs one has a map where the order of a cell's lines decides.
const ORDERED: usize = 3;

/// Of so many families of ordinary inputs one has a map without a free cell.
const NONE_FREE: usize = 6;

/// Numbers of free cells around those at which the search changes.
const TELLING_FREE: [usize; 6] = [5, 6, 7, 8, 9, 10];

/// The source of hex line maps.
pub(super) struct HexlineSource;

impl Source for HexlineSource {
    /// A player and a cell that are none, a cell too few and one too many.
    fn errors(&self) -> Vec<Unit> {
        let full = ["-1"; SIDE].join(" ");
        let map = |first: &str, row: String| -> Unit {
            let rows = std::iter::repeat_n(full.clone(), SIDE - 1);
            [first.to_owned(), row].into_iter().chain(rows).collect()
        };
        let row = |cell: &str| full.replacen("-1", cell, 1);
        vec![
            map("map 3", row("0")),
            map("map 1", row("3")),
            map("map 1", row("0").replacen("-1 ", "", 1)),
            map("map 1", format!("0 {full}")),
        ]
    }

    fn family(&self, random: &mut Random) -> Family {
        (0..8).map(|_| vec![unit_of(&map(random))]).collect()
    }

    fn ordinary(&self, random: &mut Random) -> Vec<Input> {
        let units = self.family(random).into_iter().flatten();
        let mut units: Vec<Unit> = units.collect();
        if random.one_in(ORDERED) {
            units.extend(ordered(random).map(|state| unit_of(&state)));
        }
        if random.one_in(NONE_FREE) {
            let full = [Cell::Blocked; CELLS];
            units.push(unit_of(&State::new(full, Side::First)));
        }
        if random.one_in(WIDE) {
            units.push(unit_of(&wide(random)));
        }
        together(units, random)
    }

    fn features(&self, input: &Input, _right: &[u8]) -> BTreeSet<String> {
        let maps = input.iter().filter_map(map_of);
        maps.flat_map(|state| features(&state)).collect()
    }

    /// A map without lines taken, or with a free cell less.
    fn smaller_units(&self, unit: &Unit) -> Vec<Unit> {
        let mut all = Vec::new();
        let Some(state) = map_of(unit) else {
            return all;
        };
        let mut propose = |cells| all.push(unit_of(&State::new(cells, state.mover)));
        if state
            .cells
            .iter()
            .any(|cell| matches!(cell, Cell::Taken(_)))
        {
            propose(state.cells.map(|cell| match cell {
                Cell::Free => cell,
                _ => Cell::Blocked,
            }));
        }
        for index in (0..CELLS).filter(|&index| state.cells[index] == Cell::Free) {
            let mut cells = state.cells;
            cells[index] = Cell::Blocked;
            propose(cells);
        }
        all
    }
}

/// A map: cells are freed by walks along straight lines and by scattering.
fn map(random: &mut Random) -> State {
    let filler = [
        Cell::Blocked,
        Cell::Taken(Side::First),
        Cell::Taken(Side::Second),
    ];
    let all_alike = random.one_in(2);
    let mut cells = [Cell::Blocked; CELLS];
    if !all_alike {
        for cell in &mut cells {
            *cell = *random.pick(&filler).unwrap_or(&Cell::Blocked);
        }
    }
    let wanted = if random.one_in(2) {
        *random.pick(&TELLING_FREE).unwrap_or(&MOST_FREE)
    } else {
        random.between(1, MOST_FREE)
    };
    let bends = random.between(0, 3);
    let jumps = *random.pick(&[12, 4, 2, 1]).unwrap_or(&12);
    let mut state = State::new(cells, Side::First);
    let game = Hexline::default();
    let mut here = random.below(CELLS);
    let mut direction = 1;
    for _ in 0..200 {
        if state.free as usize >= wanted {
            break;
        }
        if state.cells[here] != Cell::Free {
            state.cells[here] = Cell::Free;
            state.free += 1;
        }
        if random.below(4) < bends {
            direction = random.between(1, 6) as u8;
        }
        let (x, y) = ((here / SIDE) as i32, (here % SIDE) as i32);
        let next = place(game.neighbour(x, y, direction));
        here = next.filter(|_| !random.one_in(jumps)).unwrap_or_else(|| {
            direction = random.between(1, 6) as u8;
            random.below(CELLS)
        });
    }
    if random.one_in(2) {
        state.mover = Side::Second;
    }
    state
}

/// A map where several lines of two or three cells from the same cell are best, and no shorter one
/// and none from an earlier cell is: other maps hardly ever show in which order a program tries
/// them. None when none was found.
fn ordered(random: &mut Random) -> Option<State> {
    const TRIES: usize = 60;
    let orders = [LineOrder::DirectionsReversed, LineOrder::DirectionFirst];
    let line_order = *random.pick(&orders)?;
    let other = Hexline::new(Rules {
        line_order,
        ..Rules::default()
    });
    // Of lines of three cells none comes first that is not first by its direction, too.
    let length = match line_order {
        LineOrder::DirectionFirst => 2,
        _ => random.between(2, 3),
    };
    let chosen = |game: &Hexline, state: &State| -> Option<Line> {
        let fast = FastHexline::new(*game, state);
        let decision = alpha_beta(&fast, &fast.map(state), game.depth(state));
        decision.choice.map(|stroke| fast.line(stroke))
    };
    for _ in 0..TRIES {
        let state = cluster(random);
        let first = chosen(&Hexline::default(), &state);
        let is_wanted = first.is_some_and(|line| usize::from(line.length) == length);
        if is_wanted && first != chosen(&other, &state) {
            return Some(state);
        }
    }
    None
}

/// A map with a few free cells next to each other.
fn cluster(random: &mut Random) -> State {
    let game = Hexline::default();
    let mut cells = [Cell::Blocked; CELLS];
    let mut free = vec![random.below(CELLS)];
    let wanted = random.between(4, 7);
    for _ in 0..100 {
        if free.len() == wanted {
            break;
        }
        let from = free[random.below(free.len())];
        let (x, y) = ((from / SIDE) as i32, (from % SIDE) as i32);
        let next = place(game.neighbour(x, y, random.between(1, 6) as u8));
        free.extend(next.filter(|next| !free.contains(next)));
    }
    for cell in free {
        cells[cell] = Cell::Free;
    }
    let mover = match random.one_in(2) {
        true => Side::First,
        false => Side::Second,
    };
    State::new(cells, mover)
}

/// A map with many cells free, now and then most of them, or all: a plain program needs as long
/// for such a one as for dozens of others.
fn wide(random: &mut Random) -> State {
    let mut cells = [Cell::Free; CELLS];
    let taken = match random.below(24) {
        0 => 0,
        1 => 1,
        2 => 12,
        _ => 90,
    };
    for _ in 0..taken {
        cells[random.below(CELLS)] = match random.below(3) {
            0 => Cell::Blocked,
            1 => Cell::Taken(Side::First),
            _ => Cell::Taken(Side::Second),
        };
    }
    let mover = match random.one_in(2) {
        true => Side::First,
        false => Side::Second,
    };
    State::new(cells, mover)
}

fn unit_of(state: &State) -> Unit {
    text::map(state).lines().map(str::to_owned).collect()
}

/// The map of a unit.
fn map_of(unit: &Unit) -> Option<State> {
    let lines: Vec<&str> = unit.iter().map(String::as_str).collect();
    text::read(&lines).ok().flatten()
}

fn features(state: &State) -> BTreeSet<String> {
    let moves = Hexline::default().all_moves(state);
    let mut seen = BTreeSet::new();
    seen.insert(format!(
        "{} free, player {}",
        state.free,
        state.mover.index() + 1
    ));
    for line in moves {
        let parity = if line.y % 2 == 0 { "even" } else { "odd" };
        seen.insert(format!(
            "length {}, direction {}, {parity} y",
            line.length, line.direction
        ));
    }
    seen
}
