//! What a position looks like.

use super::rules::{Action, BLACK, CELLS, Man, SIDE, State};
use super::text::{cell_name, player_name, symbol};
use crate::draw::{
    Colour, Field, Form, Label, Mark, Picture, Piece, Place, Shade, Shape, described,
};

/// What stands on a cell of a board that somebody printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A man, or nothing.
    Known(Option<Man>),
    /// A character that means nothing.
    Other(char),
}

/// The position, with the cells of the action that led to it marked.
pub fn picture(state: &State, last: Option<Action>) -> Picture {
    let title = format!("Checkers, {} to move", player_name(state.mover));
    drawn(
        title,
        &state.cells.map(Printed::Known),
        last.map_or(0, touched),
    )
}

/// A board that was printed.
pub fn printed_picture(title: String, cells: &[Printed; CELLS]) -> Picture {
    drawn(title, cells, 0)
}

/// The cells that an action changes, a bit each.
fn touched(action: Action) -> u64 {
    1 << action.from | 1 << action.to | action.jumped
}

fn drawn(title: String, cells: &[Printed; CELLS], marked: u64) -> Picture {
    let place = |index: usize| Place {
        x: 2 * (index % SIDE) as u16 + 3,
        y: 2 * (index / SIDE) as u16 + 2,
    };
    let fields: Vec<Field> = cells
        .iter()
        .enumerate()
        .map(|(index, cell)| Field {
            name: cell_name(index as u8),
            place: place(index),
            shape: Shape::Square,
            shade: match (index / SIDE + index % SIDE) % 2 {
                1 => Shade::Dark,
                _ => Shade::Light,
            },
            tag: None,
            piece: piece(*cell),
            mark: (marked & 1 << index != 0).then_some(Mark::Moved),
        })
        .collect();
    let label = |x, y, text: char| Label {
        place: Place { x, y },
        text: text.to_string(),
    };
    let columns = (3..).step_by(2).zip('A'..='H');
    let rows = (2..).step_by(2).zip('1'..='8');
    Picture {
        title,
        description: described(&fields),
        fields,
        labels: columns
            .map(|(x, name)| label(x, 0, name))
            .chain(rows.map(|(y, name)| label(1, y, name)))
            .collect(),
    }
}

fn piece(cell: Printed) -> Option<Piece> {
    let man = match cell {
        Printed::Known(man) => man?,
        Printed::Other(shown) => {
            return Some(Piece {
                text: shown.to_string(),
                name: format!("character {shown}"),
                form: Form::Count,
                colour: Colour::Plain,
            });
        }
    };
    let (colour, name) = match man.owner {
        BLACK => (Colour::Black, "black"),
        _ => (Colour::White, "white"),
    };
    let (form, kind) = match man.tower {
        true => (Form::Tower, "tower"),
        false => (Form::Disc, "piece"),
    };
    Some(Piece {
        text: symbol(Some(man)).to_string(),
        name: format!("{name} {kind}"),
        form,
        colour,
    })
}

/// The cells on which two positions differ, with what stands there in the second.
pub fn changes(before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
    let pairs = before.cells.iter().zip(&after.cells).enumerate();
    pairs
        .filter(|(_, (old, new))| old != new)
        .map(|(index, (_, &new))| (index, piece(Printed::Known(new))))
        .collect()
}
