//! Boards as pictures, in SVG and in the terminal.

use plyjudge::draw::svg::{Sheet, escape, standalone};
use plyjudge::draw::terminal::write;
use plyjudge::draw::{Colour, Field, Form, Label, Mark, Picture, Piece, Place, Shade, Shape};

/// Two fields, a piece with a hostile name on one of them.
fn picture() -> Picture {
    let field = |x, piece| Field {
        name: format!("F{x}"),
        place: Place { x, y: 1 },
        shape: Shape::Square,
        shade: Shade::Light,
        tag: None,
        piece,
        mark: Some(Mark::Moved),
    };
    let piece = Piece {
        text: "<b>".into(),
        name: "thing".into(),
        form: Form::Stone,
        colour: Colour::Red,
    };
    Picture {
        title: "a & b".into(),
        description: "</desc><script>".into(),
        fields: vec![field(1, Some(piece.clone())), field(3, Some(piece))],
        labels: Vec::new(),
    }
}

#[test]
fn a_picture_has_a_title_and_keeps_text_as_text() {
    let svg = standalone(&picture());
    assert!(svg.contains("role=\"img\""), "{svg}");
    assert!(svg.contains("<title>a &amp; b</title>"), "{svg}");
    assert!(
        svg.contains("<desc>&lt;/desc&gt;&lt;script&gt;</desc>"),
        "{svg}"
    );
    assert!(!svg.contains("<b>"), "{svg}");
}

#[test]
fn a_sheet_draws_each_part_once() {
    let mut sheet = Sheet::default();
    let (one, other) = (sheet.board(&picture()), sheet.board(&picture()));
    assert_eq!(one, other);
    // The board, the piece and the mark.
    assert_eq!(sheet.definitions().matches("<g id=").count(), 3);
}

#[test]
fn control_characters_do_not_break_the_file() {
    assert_eq!(escape("a\0\x1b'\n"), "a\u{fffd}\u{fffd}&#39;\n");
}

#[test]
fn neighbouring_squares_share_their_frame() {
    let field = |x, y| Field {
        name: String::new(),
        place: Place { x, y },
        shape: Shape::Square,
        shade: Shade::Light,
        tag: None,
        piece: None,
        mark: None,
    };
    let picture = Picture {
        title: "two by two".into(),
        description: String::new(),
        fields: vec![field(3, 2), field(5, 2), field(3, 4), field(5, 4)],
        labels: vec![Label {
            place: Place { x: 1, y: 2 },
            text: "1".into(),
        }],
    };
    let mut out = Vec::new();
    write(&picture, &mut out).unwrap();
    let text = anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string();
    let lines = [
        "two by two",
        "    ┌───┬───┐",
        "  1 │   │   │",
        "    ├───┼───┤",
        "    │   │   │",
        "    └───┴───┘",
        "",
    ];
    assert_eq!(text, lines.join("\n"));
}
