//! Boards as pictures: a plain model that knows no game, drawn by one SVG writer and one
//! terminal writer.
//!
//! - [`svg`]: a picture as SVG, alone or many on one page
//! - [`terminal`]: a picture in lines of text, with colours

pub mod svg;
pub mod terminal;

/// A board with what stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it shows, in a few words: `Checkers, BLACK to move`.
    pub title: String,
    /// Everything that can be seen, in words, for those who cannot see it.
    pub description: String,
    /// The fields. The boards of one game have the same fields in the same order.
    pub fields: Vec<Field>,
    /// Names of rows and columns.
    pub labels: Vec<Label>,
}

/// A place on the drawing, in half fields from the top left corner. A field's place is its
/// centre; a square is 2 wide and 2 high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// To the right.
    pub x: u16,
    /// Downwards.
    pub y: u16,
}

/// One field of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// How the game calls it: `A6`, `pit 3`.
    pub name: String,
    /// Where its centre is.
    pub place: Place,
    /// Its outline.
    pub shape: Shape,
    /// What it looks like when it is empty.
    pub shade: Shade,
    /// A small text in its corner, where fields are numbered one by one.
    pub tag: Option<String>,
    /// What stands on it.
    pub piece: Option<Piece>,
    /// Why one should look at it, if there is a reason.
    pub mark: Option<Mark>,
}

/// The outline of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A square.
    Square,
    /// A hexagon with a corner on top.
    Hexagon,
    /// A round pit.
    Pit,
    /// A store, as high as two pits and what is between them.
    Store,
}

/// What an empty field looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Not part of the game.
    Blocked,
}

/// What stands on a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// How it is written where there are only letters: `B`, `12`, at most three characters.
    pub text: String,
    /// What it is, in words: `black tower`.
    pub name: String,
    /// Its form.
    pub form: Form,
    /// Its colour.
    pub colour: Colour,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A disc.
    Disc,
    /// Two discs on each other.
    Tower,
    /// A disc with its text on it.
    Stone,
    /// The whole field is filled, with the text on it.
    Fill,
    /// Only the text.
    Count,
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// The colour of text.
    Plain,
}

/// Why one should look at a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The last move left it, reached it or took something from it.
    Moved,
    /// It is not the same on another board.
    Differs,
}

/// The name of a row or a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where its centre is.
    pub place: Place,
    /// The name.
    pub text: String,
}

impl Picture {
    /// The places where two boards of one game hold different things.
    pub fn differing(&self, other: &Self) -> Vec<usize> {
        let pairs = self.fields.iter().zip(&other.fields).enumerate();
        pairs
            .filter(|(_, (one, other))| one.piece != other.piece)
            .map(|(index, _)| index)
            .collect()
    }

    /// What stands on each field, in letters: `.` for nothing, `#` where nothing can stand.
    pub fn symbols(&self) -> Vec<&str> {
        let symbols = self.fields.iter().map(|field| match &field.piece {
            Some(piece) => piece.text.as_str(),
            None if field.shade == Shade::Blocked => "#",
            None => ".",
        });
        symbols.collect()
    }

    /// The same with other marks: these fields and no others are marked.
    #[must_use]
    pub fn marked(mut self, fields: &[usize], mark: Mark) -> Self {
        for (index, field) in self.fields.iter_mut().enumerate() {
            field.mark = fields.contains(&index).then_some(mark);
        }
        self
    }

    /// The width and the height in half fields.
    fn size(&self) -> (u16, u16) {
        let places = || {
            let fields = self.fields.iter().map(|field| field.place);
            fields.chain(self.labels.iter().map(|label| label.place))
        };
        let right = places().map(|place| place.x).max().unwrap_or(0);
        let bottom = places().map(|place| place.y).max().unwrap_or(0);
        // As much is left free on the right and below as there is on the left and above.
        let has = |shape| u16::from(self.fields.iter().any(|field| field.shape == shape));
        let (stores, hexagons) = (has(Shape::Store), has(Shape::Hexagon));
        (right + 1 + stores + hexagons, bottom + 1 + hexagons)
    }
}

/// A board of squares that are numbered from 1, row by row: what stands on each, counted from 0,
/// and whether the last move marks it.
pub fn numbered_squares(
    title: String,
    columns: u16,
    rows: u16,
    piece: impl Fn(usize) -> Option<Piece>,
    is_marked: impl Fn(usize) -> bool,
) -> Picture {
    let square = |index: u16| Field {
        name: format!("cell {}", index + 1),
        place: Place {
            x: 2 * (index % columns) + 1,
            y: 2 * (index / columns) + 1,
        },
        shape: Shape::Square,
        shade: Shade::Light,
        tag: Some((index + 1).to_string()),
        piece: piece(index.into()),
        mark: is_marked(index.into()).then_some(Mark::Moved),
    };
    let fields: Vec<Field> = (0..columns * rows).map(square).collect();
    Picture {
        title,
        description: described(&fields),
        fields,
        labels: Vec::new(),
    }
}

/// What stands where, in words: `black: A6, C6; white tower: B7`.
pub fn described(fields: &[Field]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for field in fields {
        let Some(piece) = &field.piece else {
            continue;
        };
        match groups.iter_mut().find(|(name, _)| *name == piece.name) {
            Some((_, places)) => places.push(&field.name),
            None => groups.push((&piece.name, vec![&field.name])),
        }
    }
    if groups.is_empty() {
        return "The board is empty.".to_owned();
    }
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    groups.join("; ") + "."
}
