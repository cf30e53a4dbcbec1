//! What a map looks like.

use super::rules::{CELLS, Cell, Hexline, Line, Parity, SIDE, State};
use crate::draw::{Colour, Field, Form, Label, Mark, Picture, Piece, Place, Shade, Shape};
use crate::game::Side;

impl Hexline {
    /// The map, with the line taken last marked. Rows of y are one below the other, those
    /// whose neighbours lie further right half a field to the right.
    pub fn picture(&self, state: &State, last: Option<Line>) -> Picture {
        let marked = last.and_then(|line| self.places(line)).unwrap_or_default();
        let is_shifted = |y: usize| (y % 2 == 1) == (self.rules.parity == Parity::Published);
        let fields: Vec<Field> = state
            .cells
            .iter()
            .enumerate()
            .map(|(index, &cell)| {
                let (x, y) = (index / SIDE, index % SIDE);
                Field {
                    name: format!("({x}, {y})"),
                    place: Place {
                        x: (2 * x + 3 + usize::from(is_shifted(y))) as u16,
                        y: (2 * y + 2) as u16,
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
            labels: (0..SIDE)
                .map(|x| label(2 * x + 3, 0, x))
                .chain((0..SIDE).map(|y| label(1, 2 * y + 2, y)))
                .collect(),
        }
    }
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

/// The cells on which two maps differ, with what is on them in the second.
pub fn changes(before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
    let pairs = before.cells.iter().zip(&after.cells).enumerate();
    pairs
        .filter(|(_, (old, new))| old != new)
        .map(|(index, (_, &new))| (index, piece(new)))
        .collect()
}
