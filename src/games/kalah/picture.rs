//! What a position looks like.

use super::rules::{POSITIONS, Pit, State, store};
use crate::draw::{Colour, Field, Form, Label, Mark, Picture, Piece, Place, Shade, Shape};
use crate::game::Side;

/// The position seen from player 0, with the pit sown last marked.
pub fn picture(state: &State, last: Option<Pit>) -> Picture {
    let stores = [store(Side::First), store(Side::Second)];
    let fields: Vec<Field> = (0..POSITIONS)
        .map(|index| Field {
            name: match stores.contains(&index) {
                true => format!("store {index}"),
                false => format!("pit {index}"),
            },
            place: place(index),
            shape: match stores.contains(&index) {
                true => Shape::Store,
                false => Shape::Pit,
            },
            shade: Shade::Light,
            tag: None,
            piece: Some(count(state.seeds[index])),
            mark: (last.map(usize::from) == Some(index)).then_some(Mark::Moved),
        })
        .collect();
    let labels = (0..POSITIONS)
        .filter(|index| !stores.contains(index))
        .map(|index| {
            let Place { x, y } = place(index);
            let above = index > stores[0];
            Label {
                place: Place {
                    x,
                    y: if above { y - 2 } else { y + 2 },
                },
                text: index.to_string(),
            }
        })
        .collect();
    let counts: Vec<String> = fields
        .iter()
        .zip(state.seeds)
        .map(|(field, seeds)| format!("{}: {seeds}", field.name))
        .collect();
    let over = if state.is_over() { ", game over" } else { "" };
    Picture {
        title: format!("Kalah, player {} to move{over}", state.mover.index()),
        description: counts.join(", ") + ".",
        fields,
        labels,
    }
}

/// Side 1's pits run from right to left above player 0's.
fn place(index: usize) -> Place {
    let (x, y) = match index {
        0..=5 => (2 * index + 4, 6),
        6 => (16, 4),
        7..=12 => (2 * (12 - index) + 4, 2),
        _ => (2, 4),
    };
    Place {
        x: x as u16,
        y: y as u16,
    }
}

fn count(seeds: u8) -> Piece {
    Piece {
        text: seeds.to_string(),
        name: format!("{seeds} seeds"),
        form: Form::Count,
        colour: Colour::Plain,
    }
}

/// The positions whose seeds differ, with the counts after.
pub fn changes(before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
    let pairs = before.seeds.iter().zip(&after.seeds).enumerate();
    pairs
        .filter(|(_, (old, new))| old != new)
        .map(|(index, (_, &new))| (index, Some(count(new))))
        .collect()
}
