//! A page that shows a decision: in words, as a table, and as a tree that unfolds.
//!
//! The words, the table and the boards of the principal variation are plain HTML. The tree is
//! kept as data; a part of it becomes elements only when it is unfolded, so that a large tree
//! opens as fast as a small one.

use std::collections::HashMap;

use maud::{Markup, html};
use serde_json::json;

use super::json::number;
use super::sentences::{self, RootMove};
use crate::draw::svg::{Part, Sheet, centre, extent};
use crate::draw::{Mark, Picture, Shape};
use crate::game::{Leaf, Tie};
use crate::html::{Page, data, drawn};
use crate::judge::language::{ENGLISH, Language};
use crate::protocol::explain::Explanation;
use crate::search::tree::{Kind, Note};

/// The page as text, in a language.
pub fn page(explanation: &Explanation, lang: &Language) -> String {
    let mut sheet = Sheet::default();
    let tree = tree_data(explanation, &mut sheet, lang);
    let chosen = explanation.chosen();
    let choice = chosen.map_or("no move", |node| explanation.nodes[node].step.as_str());
    let title = format!("{}: {}", lang.say(&explanation.title), lang.say(choice));
    let moves = sentences::root_moves(explanation);
    let figures = figures(explanation, &mut sheet, lang);
    let question = match chosen {
        Some(_) => format!("Why {choice}?"),
        None => "Why no move?".to_owned(),
    };
    let asked = format!("Asked for by {}.", explanation.asked);
    let body = html! {
        a.skip href="#tree" { (lang.say("Skip to the tree")) }
        (drawn(sheet.definitions()))
        header {
            h1 { (lang.say(&explanation.title)) ": " span.choice { (lang.say(choice)) } }
            p.faint { (lang.say(&asked)) }
        }
        main {
            section.top {
                div.why {
                    h2 { (lang.say(&question)) }
                    @for (index, paragraph) in sentences::why(explanation).iter().enumerate() {
                        p.answer[index == 0] { (lang.say(paragraph)) }
                    }
                }
                (figures)
            }
            @if !moves.is_empty() { (table(&moves, lang)) }
            (tree_section(lang))
        }
        (data("tree-data", &tree))
    };
    Page {
        lang,
        title: &title,
        style: include_str!("page.css"),
        script: include_str!("page.js"),
        body,
    }
    .text()
}

/// The boards from the root along the principal variation.
fn figures(explanation: &Explanation, sheet: &mut Sheet, lang: &Language) -> Markup {
    let mut picture = explanation.picture.clone();
    let now = format!("Now, {} to move", explanation.mover(0));
    let mut boards = vec![(now, sheet.board(&said(&picture, lang)))];
    let mut last = 0;
    for node in explanation.principal() {
        let step = &explanation.nodes[node].step;
        picture = after(explanation, &picture, node);
        picture.title = format!("After {step}");
        let mover = explanation.mover(last);
        let caption = match explanation.nodes[node].kind {
            Kind::Chance => format!("{mover} {step}, before the roll"),
            _ => format!("{mover} {step}"),
        };
        boards.push((caption, sheet.board(&said(&picture, lang))));
        last = node;
    }
    let worth = sentences::value(explanation, explanation.nodes[last].value);
    let first = explanation.chosen().unwrap_or(0);
    let name = &explanation.nodes[first].step;
    let ends = match explanation.nodes[last].kind {
        Kind::Leaf(_) => "It ends in a position worth",
        Kind::Chance => "There chance decides; the mean of what it may bring is",
        Kind::Max | Kind::Min => "The tree is shown this far; that position is worth",
    };
    let sum = explanation.reckoning.as_ref();
    let sum = sum.map_or_else(String::new, |sum| format!(": {sum}"));
    let back = format!("That value comes up along this line to {name}.");
    html! {
        div.line {
            h2 { (lang.say("The principal variation")) }
            ol {
                @for (caption, board) in boards {
                    li { figure { (drawn(board)) figcaption { (lang.say(&caption)) } } }
                }
            }
            p { (lang.say(&format!("{ends} {worth}{sum}. {back}"))) }
        }
    }
}

/// A picture whose words are in a language.
fn said(picture: &Picture, lang: &Language) -> Picture {
    if lang.tag() == ENGLISH.tag() {
        return picture.clone();
    }
    let mut fields = picture.fields.clone();
    for field in &mut fields {
        field.name = lang.say(&field.name).into_owned();
        if let Some(piece) = &mut field.piece {
            piece.name = lang.say(&piece.name).into_owned();
        }
    }
    Picture {
        title: lang.say(&picture.title).into_owned(),
        description: lang.say(&crate::draw::described(&fields)).into_owned(),
        ..picture.clone()
    }
}

/// The picture after a node's changes, which are marked.
fn after(explanation: &Explanation, before: &Picture, node: usize) -> Picture {
    let mut picture = before.clone();
    let changes = &explanation.changes[node];
    for &(field, piece) in changes {
        let piece = piece.map(|piece| explanation.pieces[usize::from(piece)].clone());
        picture.fields[usize::from(field)].piece = piece;
    }
    picture.description = crate::draw::described(&picture.fields);
    let fields: Vec<usize> = changes.iter().map(|&(field, _)| field.into()).collect();
    picture.marked(&fields, Mark::Moved)
}

fn table(moves: &[RootMove], lang: &Language) -> Markup {
    let has_lines = moves.iter().any(|root| !root.line.is_empty());
    let has_notes = moves.iter().any(|root| root.pruned.is_some());
    html! {
        section {
            h2 { (lang.say("The moves, in the order in which they are tried")) }
            div.scroll tabindex="0" role="region" aria-label=(lang.say("The moves")) {
                table {
                    thead { tr {
                        th.n scope="col" { "#" }
                        th scope="col" { (lang.say("Move")) }
                        th.n scope="col" { (lang.say("Value")) }
                        th scope="col" { (lang.say("Verdict")) }
                        @if has_lines { th scope="col" { (lang.say("Best play after it")) } }
                        @if has_notes { th scope="col" { (lang.say("Pruning and table")) } }
                    } }
                    tbody {
                        @for (index, root) in moves.iter().enumerate() {
                            tr.chosen[root.chosen] {
                                td.n { (index + 1) }
                                th scope="row" { (lang.say(&root.step)) }
                                td.n { (lang.say(&root.value)) }
                                td.verdict {
                                    (lang.say(&root.remark))
                                    @if let Some(meaning) = &root.meaning {
                                        " (" (lang.say(meaning)) ")"
                                    }
                                }
                                @if has_lines {
                                    td { @for step in &root.line { span.step { (lang.say(step)) } " " } }
                                }
                                @if has_notes {
                                    td.faint { @if let Some(pruned) = &root.pruned { (lang.say(pruned)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn tree_section(lang: &Language) -> Markup {
    html! {
        section #tree aria-labelledby="tree-title" {
            h2 #tree-title { (lang.say("The tree")) }
            noscript {
                p { (lang.say("The tree needs JavaScript; all above does without.")) }
            }
            div #tree-tools hidden {
                ul.legend {
                    li { span.sign.max { "▲" } " " (lang.say("max: takes the largest value below")) }
                    li { span.sign.min { "▼" } " " (lang.say("min: takes the smallest")) }
                    li #legend-chance hidden {
                        span.sign.chance { "◆" } " " (lang.say("chance: the mean of the faces"))
                    }
                    li { span.sign.leaf { "■" } " " (lang.say("leaf: evaluated")) }
                    li { span.sample.best { } " " (lang.say("the value came up here")) }
                    li #legend-cut { span.sample.cut { } " " (lang.say("left out by alpha-beta")) }
                }
                p.faint {
                    (lang.say(
                        "Values come up from the leaves. Click a node to fold or unfold it and to \
                         read how it got its value. With the keyboard: ↓ unfolds and goes down, ↑ \
                         goes up, ← and → go to the neighbours, Enter folds and unfolds."
                    ))
                }
                p {
                    button type="button" #show-path { (lang.say("Show the chosen path")) } " "
                    button type="button" #fold-all { (lang.say("Fold all")) } " "
                    label #boards-label {
                        input type="checkbox" #all-boards; " " (lang.say("boards at all nodes"))
                    }
                    " "
                    label #cut-label {
                        input type="checkbox" #show-cut checked; " " (lang.say("show what is cut"))
                    }
                }
            }
            div #detail role="status" aria-live="polite" { }
            div.scroll #canvas { }
        }
    }
}

/// All that the script needs to draw the tree.
fn tree_data(explanation: &Explanation, sheet: &mut Sheet, lang: &Language) -> String {
    let picture = &explanation.picture;
    let shapes = shapes(picture);
    let shape_number = |shape: Shape| shapes.iter().position(|known| *known == shape);
    let fields: Vec<_> = picture
        .fields
        .iter()
        .map(|field| {
            let (x, y) = centre(field.place);
            json!([x, y, shape_number(field.shape), lang.say(&field.name)])
        })
        .collect();
    let mut pieces = explanation.pieces.clone();
    let root: Vec<i32> = picture
        .fields
        .iter()
        .map(|field| {
            let Some(piece) = &field.piece else {
                return -1;
            };
            let known = pieces.iter().position(|known| known == piece);
            known.unwrap_or_else(|| {
                pieces.push(piece.clone());
                pieces.len() - 1
            }) as i32
        })
        .collect();
    let mut part = |part: Part<'_>| -> Vec<String> {
        shapes
            .iter()
            .map(|&shape| sheet.part(part, shape))
            .collect()
    };
    let marks = part(Part::Mark(Mark::Moved));
    let parts: Vec<_> = pieces
        .iter()
        .map(|piece| json!([lang.say(&piece.name), part(Part::Piece(piece))]))
        .collect();
    let (width, height) = extent(picture);
    let base = sheet.base(picture);
    let meanings: HashMap<String, _> = explanation
        .meanings
        .iter()
        .map(|(value, meaning)| (explanation.shown(*value), lang.say(meaning)))
        .collect();
    json!({
        "board": {
            "base": base, "width": width, "height": height, "fields": fields,
            "pieces": parts, "marks": marks, "root": root,
        },
        "players": explanation.players.each_ref().map(|name| lang.say(name)),
        "fractions": explanation.fractions,
        "meanings": meanings,
        "tie": match explanation.tie {
            Tie::First => "first",
            Tie::Last => "last",
        },
        "choice": explanation.choice,
        "levels": explanation.recorded_plies,
        "nodes": columns(explanation, lang),
    })
    .to_string()
}

fn shapes(picture: &Picture) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for field in &picture.fields {
        if !shapes.contains(&field.shape) {
            shapes.push(field.shape);
        }
    }
    shapes
}

/// The nodes, a list for each of their properties; what few nodes have, by their numbers.
fn columns(explanation: &Explanation, lang: &Language) -> serde_json::Value {
    let nodes = &explanation.nodes;
    let mut steps = Numbers::default();
    let mut changes = Numbers::default();
    let (mut bounds, mut recalled) = (HashMap::new(), HashMap::new());
    let (mut below, mut unseen) = (HashMap::new(), HashMap::new());
    let mut notes = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        notes.push(match node.note {
            Note::None | Note::Visited { .. } => 0,
            Note::Cut { alpha, beta } => {
                bounds.insert(index, [alpha, beta]);
                1
            }
            Note::BelowCut => 2,
            Note::Recalled { from_depth, depth } => {
                recalled.insert(index, [from_depth, depth]);
                3
            }
        });
        if node.below > 0 {
            below.insert(index, node.below);
        }
        if node.unseen > 0 {
            unseen.insert(index, node.unseen);
        }
    }
    let step: Vec<usize> = nodes
        .iter()
        .map(|node| steps.number(node.step.clone()))
        .collect();
    let change: Vec<usize> = explanation
        .changes
        .iter()
        .map(|pairs| {
            let pairs = pairs.iter();
            let pair = |&(field, piece): &(u16, Option<u16>)| {
                [i32::from(field), piece.map_or(-1, i32::from)]
            };
            changes.number(pairs.flat_map(pair).collect::<Vec<i32>>())
        })
        .collect();
    let kinds = nodes.iter().map(|node| match node.kind {
        Kind::Max => 0,
        Kind::Min => 1,
        Kind::Chance => 2,
        Kind::Leaf(Leaf::Horizon) => 3,
        Kind::Leaf(Leaf::NoMoves) => 4,
    });
    json!({
        "steps": steps.values.iter().map(|step| lang.say(step)).collect::<Vec<_>>(),
        "changes": changes.values,
        "step": step,
        "change": change,
        "kind": kinds.collect::<Vec<_>>(),
        "mover": nodes.iter().map(|node| node.mover.index()).collect::<Vec<_>>(),
        "value": nodes.iter().map(|node| number(node.value)).collect::<Vec<_>>(),
        "best": nodes.iter().map(|node| node.best.map_or(-1, i64::from)).collect::<Vec<_>>(),
        "size": nodes.iter().map(|node| node.size).collect::<Vec<_>>(),
        "note": notes,
        "bounds": bounds,
        "recalled": recalled,
        "below": below,
        "unseen": unseen,
    })
}

/// Values that occur often, each kept once and numbered.
#[derive(Default)]
struct Numbers<T> {
    values: Vec<T>,
    known: HashMap<T, usize>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbers<T> {
    fn number(&mut self, value: T) -> usize {
        let values = &mut self.values;
        *self.known.entry(value).or_insert_with_key(|value| {
            values.push(value.clone());
            values.len() - 1
        })
    }
}
