//! A tree as Graphviz draws it: triangles for max and min, diamonds for chance, boxes for
//! leaves; the chosen path bold, what alpha-beta leaves out dashed.

use std::io::{self, Write};

use crate::protocol::explain::Explanation;
use crate::search::tree::{Kind, Note};

/// Writes the tree, with that many plies, the root's included.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(explanation: &Explanation, plies: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph decision {{")?;
    writeln!(out, "  label={};", quoted(&explanation.title))?;
    writeln!(out, "  node [fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none];")?;
    let chosen = explanation.principal();
    let mut open = vec![(0, 0)];
    while let Some((id, level)) = open.pop() {
        let node = &explanation.nodes[id];
        let shape = match node.kind {
            Kind::Max => "triangle",
            Kind::Min => "invtriangle",
            Kind::Chance => "diamond",
            Kind::Leaf(_) => "box",
        };
        let is_out = matches!(node.note, Note::Cut { .. } | Note::BelowCut);
        let style = match (id == 0 || chosen.contains(&id), is_out) {
            (true, _) => ", style=bold",
            (false, true) => ", style=dashed, fontcolor=gray40",
            (false, false) => "",
        };
        let label = quoted(&explanation.shown(node.value));
        writeln!(out, "  n{id} [label={label}, shape={shape}{style}];")?;
        if level + 1 >= plies {
            continue;
        }
        let children = explanation.children(id);
        for &child in &children {
            let below = &explanation.nodes[child];
            let style = match (chosen.contains(&child), below.note) {
                (true, _) => ", style=bold",
                (false, Note::Cut { .. } | Note::BelowCut) => ", style=dashed",
                (false, _) => "",
            };
            let label = quoted(&below.step);
            writeln!(out, "  n{id} -> n{child} [label={label}{style}];")?;
        }
        open.extend(children.into_iter().rev().map(|child| (child, level + 1)));
    }
    writeln!(out, "}}")
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
