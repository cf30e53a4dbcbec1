//! A decision and its tree as one JSON document.
//!
//! ```text
//! game, title, asked, search, depth, facts[], order, tie
//! choice, value                                what was chosen, and what the root is worth
//! reckoning                                    how the deciding leaf's value is made, or null
//! principal_variation[]                        moves
//! plain_visits, alpha_beta_visits              nodes, null where there are none to tell
//! moves[]     move, value, exact, chosen, ties
//! nodes[]     id, parent, move, mover, kind, value, best, below, unseen, note
//! ```
//!
//! Nodes come in the order in which they are visited, the root first; `best` is the child
//! whose value was taken. `note` says what else was done with a node: `visited` by
//! alpha-beta (`alpha`, `beta`, and the `value` it took), `cut` (`alpha`, `beta`),
//! `below-cut`, `recalled` from a table (`from_depth`, `depth`); null when there is nothing.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::game::{Leaf, Tie};
use crate::protocol::explain::{Explanation, Node, Search};
use crate::search::tree::{Kind, Note};

/// Writes the document, with that many plies of the tree, the root's included.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(explanation: &Explanation, plies: u32, out: &mut dyn Write) -> io::Result<()> {
    crate::json::write_document(out, &document(explanation, plies))
}

fn document(explanation: &Explanation, plies: u32) -> Value {
    let name = |node: usize| explanation.nodes[node].step.as_str();
    let ties = explanation.ties();
    let children = explanation.children(0).into_iter().enumerate();
    let moves: Vec<Value> = children
        .map(|(index, node)| {
            let (value, exact) = explanation.root_value(index, node);
            json!({
                "move": name(node),
                "value": number(value),
                "exact": exact,
                "chosen": explanation.choice == Some(index),
                "ties": ties.contains(&index),
            })
        })
        .collect();
    let principal: Vec<&str> = explanation.principal().into_iter().map(name).collect();
    json!({
        "game": explanation.game,
        "title": explanation.title,
        "asked": explanation.asked,
        "search": match explanation.search {
            Search::Minimax => "minimax",
            Search::AlphaBeta => "alpha-beta",
            Search::Expectiminimax => "expectiminimax",
        },
        "depth": explanation.depth,
        "facts": explanation.facts,
        "order": explanation.order,
        "tie": match explanation.tie {
            Tie::First => "first",
            Tie::Last => "last",
        },
        "choice": explanation.chosen().map(name),
        "value": number(explanation.nodes[0].value),
        "reckoning": explanation.reckoning,
        "principal_variation": principal,
        "plain_visits": explanation.plain_visits,
        "alpha_beta_visits": explanation.alpha_beta_visits,
        "moves": moves,
        "nodes": nodes(explanation, plies),
    })
}

fn nodes(explanation: &Explanation, plies: u32) -> Vec<Value> {
    let mut nodes = Vec::new();
    let mut open = vec![(0, None, 0)];
    while let Some((id, parent, level)) = open.pop() {
        let children = explanation.children(id);
        let node = &explanation.nodes[id];
        let best = node.best.and_then(|best| children.get(best as usize));
        nodes.push(record(explanation, node, id, parent, best.copied()));
        if level + 1 < plies {
            let below = children.into_iter().rev();
            open.extend(below.map(|child| (child, Some(id), level + 1)));
        }
    }
    nodes
}

fn record(
    explanation: &Explanation,
    node: &Node,
    id: usize,
    parent: Option<usize>,
    best: Option<usize>,
) -> Value {
    json!({
        "id": id,
        "parent": parent,
        "move": node.step,
        "mover": explanation.mover(id),
        "kind": match node.kind {
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
            Kind::Leaf(Leaf::Horizon) => "leaf",
            Kind::Leaf(Leaf::NoMoves) => "end",
        },
        "value": number(node.value),
        "best": best,
        "below": node.below,
        "unseen": node.unseen,
        "note": note(node.note),
    })
}

fn note(note: Note<f64>) -> Value {
    match note {
        Note::None => Value::Null,
        Note::Visited { alpha, beta, value } => {
            let (alpha, beta) = (alpha.map(number), beta.map(number));
            json!({"what": "visited", "alpha": alpha, "beta": beta, "value": number(value)})
        }
        Note::Cut { alpha, beta } => {
            json!({"what": "cut", "alpha": number(alpha), "beta": number(beta)})
        }
        Note::BelowCut => json!({"what": "below-cut"}),
        Note::Recalled { from_depth, depth } => {
            json!({"what": "recalled", "from_depth": from_depth, "depth": depth})
        }
    }
}

/// A whole number without a fractional part, any other as it is.
pub(super) fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}
