//! A decision explained in plain text.

use std::io::{self, Write};

use anstyle::Style;

use super::sentences::{self, RootMove};
use crate::columns::{self, Cell, fold};
use crate::draw::terminal;
use crate::protocol::explain::Explanation;
use crate::search::tree::Note;

/// Where lines of prose are broken.
const WIDTH: usize = 88;

/// How many moves of the root are listed at most.
const MOST: usize = 200;

/// Writes what is to be said about a decision, on so many columns where there are few.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(
    explanation: &Explanation,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = width.map_or(WIDTH, |width| width.min(WIDTH));
    let bold = Style::new().bold();
    let choice = match explanation.chosen() {
        Some(node) => explanation.nodes[node].step.as_str(),
        None => "none",
    };
    writeln!(
        out,
        "{bold}{}: {choice}{bold:#}, asked for by {}\n",
        explanation.title, explanation.asked
    )?;
    terminal::write(&explanation.picture, out)?;
    for paragraph in sentences::why(explanation) {
        writeln!(out)?;
        writeln!(out, "{}", fold(&paragraph, width))?;
    }
    let moves = sentences::root_moves(explanation);
    if !moves.is_empty() {
        writeln!(out)?;
        table(&moves, out)?;
        cuts(&moves, width, out)?;
    }
    if let Some(line) = remembered(explanation) {
        writeln!(out)?;
        writeln!(out, "{}", fold(&line, width))?;
    }
    Ok(())
}

fn table(moves: &[RootMove], out: &mut dyn Write) -> io::Result<()> {
    let words = |text: &str| Cell::words(text, Style::new());
    let number = |text: &str| Cell::number(text, Style::new());
    let heads = ["", "move", "value", "", "best play after it"];
    let row = |[mark, step, value, remark, line]: [&str; 5]| {
        vec![
            words(mark),
            words(step),
            number(value),
            words(remark),
            words(line),
        ]
    };
    let listed = moves.iter().take(MOST);
    let rows = (1..).zip(listed.clone()).map(|(place, root)| {
        let mark = if root.chosen { "> " } else { "  " };
        let (mark, line) = (format!("{mark}{place}"), root.line.join(" "));
        row([&mark, &root.step, &root.value, &root.remark, &line])
    });
    let mut text = Vec::new();
    columns::write(
        &[row(heads)].into_iter().chain(rows).collect::<Vec<_>>(),
        &mut text,
    )?;
    let is_chosen = [false].into_iter().chain(listed.map(|root| root.chosen));
    for (line, is_chosen) in String::from_utf8_lossy(&text).lines().zip(is_chosen) {
        let style = match is_chosen {
            true => Style::new().bold(),
            false => Style::new(),
        };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    if moves.len() > MOST {
        writeln!(out, "  … {} more moves", moves.len() - MOST)?;
    }
    Ok(())
}

/// What was cut below which move, or taken from the table.
fn cuts(moves: &[RootMove], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let cut = moves.iter().take(MOST);
    let cut = cut.filter_map(|root| Some((&root.step, root.pruned.as_ref()?)));
    for (index, (step, reason)) in cut.enumerate() {
        if index == 0 {
            writeln!(out)?;
        }
        let folded = fold(&format!("After {step}: {reason}"), width - 2);
        writeln!(out, "{}", folded.replace('\n', "\n  "))?;
    }
    Ok(())
}

/// How often a value was taken from the table.
fn remembered(explanation: &Explanation) -> Option<String> {
    let (mut all, mut other) = (0, 0);
    for node in &explanation.nodes {
        if let Note::Recalled { from_depth, depth } = node.note {
            all += 1;
            other += usize::from(from_depth != depth);
        }
    }
    (all > 0).then(|| {
        format!(
            "In the upper {} plies of the tree {all} values were taken from the table, {other} \
             of them left there by a search of another depth.",
            explanation.recorded_plies
        )
    })
}
