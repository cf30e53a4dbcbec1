//! What a map looks like.

use std::ops::Range;

use super::choices::Parity;
use super::rules::{CELLS, Cell, Hexline, Line, SIDE, State};
use crate::draw::{Colour, Field, Form, Label, Mark, Picture, Piece, Place, Shade, Shape};
use crate::game::Side;

impl Hexline {
    /// The part of the map that is not blocked, with the line taken last marked. Rows of y are one
    /// below the other, those whose neighbours lie further right half a field to the right.
    pub fn picture(&self, state: &State, last: Option<Line>) -> Picture {
        let marked = last.and_then(|line| self.places(line)).unwrap_or_default();
        let is_shifted = |y: usize| (y % 2 == 1) == (self.rules.parity == Parity::Published);
        let [xs, ys] = window(state);
        let fields: Vec<Field> = shown(state)
            .into_iter()
            .map(|index| {
                let (x, y, cell) = (index / SIDE, index % SIDE, state.cells[index]);
                Field {
                    name: format!("({x}, {y})"),
                    place: Place {
                        x: (2 * (x - xs.start) + 3 + usize::from(is_shifted(y))) as u16,
                        y: (2 * (y - ys.start) + 2) as u16,
                    },
                    shape: Shape::Hexagon,
                    shade: match cell {
                        Cell::Blocked => Shade::Blocked,
                        _ => Shade::Light,
                    },
                    tag: None,
                    piece: piece(cell),
                    mark: marked.contains(&index).then_some(Mark::Moved),
                }
            })
            .collect();
        let label = |x: usize, y: usize, number: usize| Label {
            place: Place {
                x: x as u16,
                y: y as u16,
            },
            text: number.to_string(),
        };
        let player = state.mover.index() + 1;
        Picture {
            title: format!(
                "Hex lines, player {player} to move, {} cells free",
                state.free
            ),
            description: description(state),
            fields,
            labels: xs
                .clone()
                .map(|x| label(2 * (x - xs.start) + 3, 0, x))
                .chain(ys.clone().map(|y| label(1, 2 * (y - ys.start) + 2, y)))
                .collect(),
        }
    }
}

/// The columns and rows of the smallest part of a map outside of which all is blocked, which it is
/// throughout a game; of a map that is blocked, all.
fn window(state: &State) -> [Range<usize>; 2] {
    let open = (0..CELLS).filter(|&index| state.cells[index] != Cell::Blocked);
    let open: Vec<[usize; 2]> = open.map(|index| [index / SIDE, index % SIDE]).collect();
    [0, 1].map(|axis| {
        let places = open.iter().map(|place| place[axis]);
        let ends = places.clone().min().zip(places.max());
        ends.map_or(0..SIDE, |(first, last)| first..last + 1)
    })
}

/// The cells that are drawn, in order.
fn shown(state: &State) -> Vec<usize> {
    let [xs, ys] = window(state);
    let is_shown = |index: &usize| xs.contains(&(index / SIDE)) && ys.contains(&(index % SIDE));
    (0..CELLS).filter(is_shown).collect()
}

fn piece(cell: Cell) -> Option<Piece> {
    let Cell::Taken(player) = cell else {
        return None;
    };
    let number = player.index() + 1;
    Some(Piece {
        text: number.to_string(),
        name: format!("taken by player {number}"),
        form: Form::Fill,
        colour: match player {
            Side::First => Colour::Blue,
            Side::Second => Colour::Red,
        },
    })
}

/// Which cells are free: those that matter.
fn description(state: &State) -> String {
    let free: Vec<String> = (0..CELLS)
        .filter(|&index| state.cells[index] == Cell::Free)
        .map(|index| format!("({}, {})", index / SIDE, index % SIDE))
        .collect();
    match &free[..] {
        [] => "No cell is free.".to_owned(),
        _ => format!("Free cells (x, y): {}.", free.join(", ")),
    }
}

/// The fields on which the pictures of two maps of a game differ, with what is on them in the second.
pub fn changes(before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
    let shown = shown(before).into_iter().enumerate();
    shown
        .filter(|&(_, cell)| before.cells[cell] != after.cells[cell])
        .map(|(field, cell)| (field, piece(after.cells[cell])))
        .collect()
}
