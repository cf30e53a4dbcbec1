//! What a position looks like.

use super::rules::{Move, SIDE, State};
use super::text::colour_name;
use crate::draw::{Colour, Form, Picture, Piece, numbered_squares};
use crate::game::Side;

/// The position, with the cells of the move that led to it marked.
pub fn picture(state: &State, last: Option<Move>) -> Picture {
    let die = match state.die {
        Some(die) => format!("to move with a {die}"),
        None => "to roll".to_owned(),
    };
    let title = format!("EinStein würfelt nicht, {} {die}", colour_name(state.mover));
    let cell = |index: usize| index as u8 + 1;
    numbered_squares(
        title,
        SIDE.into(),
        SIDE.into(),
        |index| stone(state, cell(index)),
        |index| last.is_some_and(|last| [last.from, last.to].contains(&cell(index))),
    )
}

fn stone(state: &State, cell: u8) -> Option<Piece> {
    let sides = [
        (Side::First, Colour::Blue, 'B'),
        (Side::Second, Colour::Red, 'R'),
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
