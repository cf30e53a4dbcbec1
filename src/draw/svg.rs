//! Pictures as SVG.
//!
//! [`standalone`] makes one file of one picture. A page with many boards keeps their parts in
//! a [`Sheet`]: what two boards have in common is written once, and each of them refers to it.

use std::collections::HashMap;
use std::fmt::Write;

use super::{Colour, Field, Form, Mark, Picture, Piece, Place, Shade, Shape};

/// Length of half a field, in pixels.
const HALF: f32 = 20.0;

/// Empty room around a board, in pixels.
const MARGIN: f32 = 4.0;

/// A picture as an SVG document of its own, with its title and description.
pub fn standalone(picture: &Picture) -> String {
    let (width, height) = extent(picture);
    let (title, description) = (escape(&picture.title), escape(&picture.description));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n{}",
        base(picture)
    );
    for field in &picture.fields {
        let (x, y) = centre(field.place);
        for part in parts(field) {
            let drawn = at_origin(part, field.shape);
            _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{drawn}</g>");
        }
    }
    svg + "</svg>\n"
}

/// The parts of the boards of one page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// Identifiers by what they stand for.
    known: HashMap<String, String>,
    /// The definitions, as SVG.
    definitions: String,
}

/// A part that stands on a field: its identifier in the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part<'a> {
    /// A piece.
    Piece(&'a Piece),
    /// A mark.
    Mark(Mark),
}

impl Sheet {
    /// The definitions, to be put on the page once, before or after the boards.
    pub fn definitions(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" \
             aria-hidden=\"true\" focusable=\"false\"><defs>{}</defs></svg>",
            self.definitions
        )
    }

    /// The identifier of the board without anything on it.
    pub fn base(&mut self, picture: &Picture) -> String {
        self.define("b", base(picture))
    }

    /// The identifier of a part that stands on a field of that shape.
    pub fn part(&mut self, part: Part<'_>, shape: Shape) -> String {
        self.define("p", at_origin(part, shape))
    }

    fn define(&mut self, prefix: &str, drawn: String) -> String {
        if let Some(id) = self.known.get(&drawn) {
            return id.clone();
        }
        let id = format!("{prefix}{}", self.known.len());
        _ = write!(self.definitions, "<g id=\"{id}\">{drawn}</g>");
        self.known.insert(drawn, id.clone());
        id
    }

    /// A board that refers to the parts of this sheet, with its text alternative.
    pub fn board(&mut self, picture: &Picture) -> String {
        let (width, height) = extent(picture);
        let (title, description) = (escape(&picture.title), escape(&picture.description));
        let base = self.base(picture);
        let mut svg = format!(
            "<svg class=\"board\" role=\"img\" viewBox=\"0 0 {width} {height}\">\
             <title>{title}</title><desc>{description}</desc><use href=\"#{base}\"/>"
        );
        for field in &picture.fields {
            let (x, y) = centre(field.place);
            for part in parts(field) {
                let id = self.part(part, field.shape);
                _ = write!(svg, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
            }
        }
        svg + "</svg>"
    }
}

/// What stands on a field: its piece, and then its mark.
fn parts(field: &Field) -> impl Iterator<Item = Part<'_>> {
    let piece = field.piece.as_ref().map(Part::Piece);
    piece.into_iter().chain(field.mark.map(Part::Mark))
}

/// The width and height of a picture, in pixels.
pub fn extent(picture: &Picture) -> (f32, f32) {
    let (width, height) = picture.size();
    (
        f32::from(width) * HALF + 2.0 * MARGIN,
        f32::from(height) * HALF + 2.0 * MARGIN,
    )
}

/// Where the centre of a field is on a drawing, in pixels.
pub fn centre(place: Place) -> (f32, f32) {
    (
        f32::from(place.x) * HALF + MARGIN,
        f32::from(place.y) * HALF + MARGIN,
    )
}

/// The board without anything on it.
fn base(picture: &Picture) -> String {
    let (width, height) = extent(picture);
    let mut svg = format!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#f4efe6\"/>\n\
         <g stroke=\"#6b5a45\" stroke-width=\"1\">"
    );
    for field in &picture.fields {
        svg += &outline(field);
    }
    svg += "</g>\n<g fill=\"#4d4133\" font-family=\"system-ui,sans-serif\" font-size=\"15\" \
            text-anchor=\"middle\">";
    for label in &picture.labels {
        let (x, y) = centre(label.place);
        let text = escape(&label.text);
        // Names at the edge stand within the drawing.
        let y = (y + 5.0).max(18.0);
        _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>");
    }
    svg += "</g>\n";
    let tags = picture.fields.iter().filter_map(|field| {
        let tag = field.tag.as_deref()?;
        Some((centre(field.place), escape(tag)))
    });
    for ((x, y), tag) in tags {
        let (x, y) = (x - HALF + 3.0, y - HALF + 10.0);
        _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"#4d4133\" font-family=\"system-ui,sans-serif\" \
             font-size=\"9\">{tag}</text>"
        );
    }
    svg
}

fn outline(field: &Field) -> String {
    let fill = match field.shade {
        Shade::Light => "#fbf7ee",
        Shade::Dark => "#d3b58c",
        Shade::Blocked => "#a39a8c",
    };
    shape(
        field.shape,
        centre(field.place),
        0.0,
        &format!("fill=\"{fill}\""),
    )
}

/// A field's outline, drawn in by `inset` pixels.
fn shape(shape: Shape, (x, y): (f32, f32), inset: f32, style: &str) -> String {
    let rect = |half_width: f32, half_height: f32, round: f32| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{round}\" {style}/>",
            x - half_width,
            y - half_height,
            2.0 * half_width,
            2.0 * half_height
        )
    };
    match shape {
        Shape::Square => rect(HALF - inset, HALF - inset, 0.0),
        Shape::Pit => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {style}/>",
            HALF - 1.5 - inset
        ),
        Shape::Store => rect(HALF - 2.0 - inset, 2.6 * HALF - inset, HALF - 2.0),
        Shape::Hexagon => {
            let corners = [
                (0.0, -1.333),
                (1.0, -0.667),
                (1.0, 0.667),
                (0.0, 1.333),
                (-1.0, 0.667),
                (-1.0, -0.667),
            ];
            let half = HALF - inset;
            let points: Vec<String> = corners
                .iter()
                .map(|(right, down)| format!("{:.1},{:.1}", x + right * half, y + down * half))
                .collect();
            format!("<polygon points=\"{}\" {style}/>", points.join(" "))
        }
    }
}

/// A piece or a mark, drawn around the origin.
fn at_origin(part: Part<'_>, on: Shape) -> String {
    let piece = match part {
        Part::Piece(piece) => piece,
        Part::Mark(mark) => {
            let style = match mark {
                Mark::Moved => "fill=\"none\" stroke=\"#0b7a53\" stroke-width=\"3\"",
                Mark::Differs => {
                    "fill=\"none\" stroke=\"#c2185b\" stroke-width=\"4\" stroke-dasharray=\"6 3\""
                }
            };
            return shape(on, (0.0, 0.0), 2.0, style);
        }
    };
    let (fill, line, ink) = match piece.colour {
        Colour::Black => ("#2b2b2b", "#000000", "#ffffff"),
        Colour::White => ("#ffffff", "#3a3a3a", "#1a1a1a"),
        Colour::Blue => ("#1f5fae", "#123a6b", "#ffffff"),
        Colour::Red => ("#b3261e", "#6e1712", "#ffffff"),
        Colour::Plain => ("none", "none", "#2b241b"),
    };
    let disc = |radius: f32, down: f32| {
        format!(
            "<circle cy=\"{down}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\" \
             stroke-width=\"1.5\"/>"
        )
    };
    let text = || {
        let text = escape(&piece.text);
        format!(
            "<text y=\"6\" fill=\"{ink}\" font-family=\"system-ui,sans-serif\" \
             font-size=\"17\" font-weight=\"600\" text-anchor=\"middle\">{text}</text>"
        )
    };
    match piece.form {
        Form::Disc => disc(13.0, 0.0),
        Form::Tower => {
            let crown = format!("<path d=\"M-7 5V-4L-3.5 0L0 -6L3.5 0L7 -4V5Z\" fill=\"{ink}\"/>");
            disc(14.0, 0.0) + &crown
        }
        // Beside the number of its field.
        Form::Stone => {
            let stone = disc(14.0, 0.0) + &text();
            format!("<g transform=\"translate(2.5 4) scale(0.85)\">{stone}</g>")
        }
        Form::Fill => {
            let style = format!("fill=\"{fill}\" stroke=\"{line}\"");
            shape(on, (0.0, 0.0), 1.5, &style) + &text()
        }
        Form::Count => text(),
    }
}

/// Text as XML and HTML want it, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no way to write these.
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(c),
        }
    }
    escaped
}
