//! What a position looks like.

use super::rules::{Move, SIDE, State};
use super::text::colour_name;
use crate::draw::{Colour, Field, Form, Mark, Picture, Piece, Place, Shade, Shape, described};
use crate::game::Player;

/// The position, with the cells of the move that led to it marked.
pub fn picture(state: &State, last: Option<Move>) -> Picture {
    let fields: Vec<Field> = (0..SIDE * SIDE)
        .map(|index| {
            let cell = index + 1;
            let is_marked = last.is_some_and(|last| cell == last.from || cell == last.to);
            Field {
                name: format!("cell {cell}"),
                place: Place {
                    x: u16::from(2 * (index % SIDE) + 1),
                    y: u16::from(2 * (index / SIDE) + 1),
                },
                shape: Shape::Square,
                shade: Shade::Light,
                tag: Some(cell.to_string()),
                piece: stone(state, cell),
                mark: is_marked.then_some(Mark::Moved),
            }
        })
        .collect();
    let die = match state.die {
        Some(die) => format!("to move with a {die}"),
        None => "to roll".to_owned(),
    };
    Picture {
        title: format!("EinStein würfelt nicht, {} {die}", colour_name(state.mover)),
        description: described(&fields),
        fields,
        labels: Vec::new(),
    }
}

fn stone(state: &State, cell: u8) -> Option<Piece> {
    let sides = [
        (Player::First, Colour::Blue, 'B'),
        (Player::Second, Colour::Red, 'R'),
    ];
    sides.into_iter().find_map(|(player, colour, letter)| {
        let stones = &state.cells[player.index()];
        let number = stones.iter().position(|&stone| stone == cell)? + 1;
        Some(Piece {
            text: format!("{letter}{number}"),
            name: format!("{} stone {number}", colour_name(player)),
            form: Form::Stone,
            colour,
        })
    })
}

/// The cells on which two positions differ, with what stands there in the second.
pub fn changes(before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
    let stones = |state: &State| state.cells.as_flattened().to_vec();
    let mut cells: Vec<u8> = stones(before)
        .into_iter()
        .zip(stones(after))
        .filter(|(old, new)| old != new)
        .flat_map(|(old, new)| [old, new])
        .filter(|&cell| cell != 0)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let field = |cell: u8| usize::from(cell) - 1;
    cells
        .into_iter()
        .map(|cell| (field(cell), stone(after, cell)))
        .collect()
}
