//! What a suite catches and what it lets through: text for people, JSON for programs, and
//! ([`page`]) a page with the source of the reference.

use std::io::{self, Write};

use serde::Serialize;

use super::visible;
use super::words::count;
use crate::json::{Fields, field, write_document};
use crate::mutation::audit::{Audit, Fault, Kind};

pub mod page;

/// Most cases that are named beside a fault, and most faults beside a case.
const MOST_NAMED: usize = 6;

/// Most pairs that are listed.
const MOST_PAIRS: usize = 40;

/// Writes text for people.
///
/// # Errors
/// Those of the writer.
pub fn write_text(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::new();
    write_sections(audit, &mut text)?;
    let blank = text.iter().take_while(|byte| **byte == b'\n').count();
    out.write_all(&text[blank..])
}

/// Writes each section with a blank line before it.
fn write_sections(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    write_remarks(audit, out)?;
    write_caught(audit, out)?;
    write_alone(audit, out)?;
    for kind in &audit.kinds {
        let missed: Vec<&Fault> = kind.survivors().collect();
        match kind.faults.iter().any(|fault| fault.names.len() > 1) {
            true => write_pairs(&missed_alone(audit), &missed, out)?,
            false => write_faults(kind.title, &missed, out)?,
        }
    }
    writeln!(out)?;
    let mut subject = format!(
        "{}, {}: ",
        visible::name(&audit.subject),
        count(audit.cases.len(), "case")
    );
    for kind in &audit.kinds {
        if let Some(score) = score(kind) {
            writeln!(out, "{subject}{score}")?;
            subject.clear();
        }
    }
    for remark in &audit.remarks {
        writeln!(out, "{}", visible::name(remark))?;
    }
    Ok(())
}

/// What is to be said about cases and programs.
fn write_remarks(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    for (begin, all) in [("WRONG", &audit.wrong), ("left out", &audit.left_out)] {
        for (name, reason) in all {
            let (name, reason) = (visible::name(name), visible::name(reason));
            writeln!(out, "{begin} {name}: {reason}")?;
        }
    }
    Ok(())
}

/// Lists what is caught, with the cases that do it.
fn write_caught(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    let listed = audit.plain_kinds().filter(|kind| kind.lists_caught);
    let faults = listed.flat_map(|kind| &kind.faults);
    let caught = faults.filter(|fault| !fault.caught_by.is_empty());
    let rows: Vec<[String; 3]> = caught
        .map(|fault| {
            let names = fault.caught_by.iter().map(|&case| &*audit.cases[case]);
            let more = if fault.is_cut { " or more" } else { "" };
            let name = visible::name(&fault.names[0]).into_owned();
            let count = fault.caught_by.len().to_string() + more;
            [name, count, some(names)]
        })
        .collect();
    write_rows("Caught, by how many cases:", &rows, out)
}

/// Lists the cases that alone catch something.
fn write_alone(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    if audit.cases.len() < 2 {
        return Ok(());
    }
    let mut rows = Vec::new();
    for (case, name) in audit.cases.iter().enumerate() {
        let alone: Vec<&str> = audit
            .caught_alone(case)
            .map(|fault| &*fault.names[0])
            .collect();
        if !alone.is_empty() {
            let name = visible::name(name).into_owned();
            rows.push([name, alone.len().to_string(), some(alone.into_iter())]);
        }
    }
    write_rows("Caught by no other case:", &rows, out)
}

/// A title, and rows of a name, a number and names.
fn write_rows(title: &str, rows: &[[String; 3]], out: &mut dyn Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0)
    };
    let (width, digits) = (width(0), width(1));
    writeln!(out, "\n{title}")?;
    for [name, count, names] in rows {
        writeln!(out, "  {name:width$}  {count:>digits$}  {names}")?;
    }
    Ok(())
}

/// The first few of many names.
pub fn some<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let is_more = names.len() > MOST_NAMED;
    let mut names: Vec<String> = names
        .take(MOST_NAMED)
        .map(|name| visible::name(name).into_owned())
        .collect();
    if is_more {
        names.push("…".to_owned());
    }
    names.join(", ")
}

/// Lists faults that no case catches, with their meanings, under a title.
///
/// # Errors
/// Those of the writer.
pub fn write_faults(title: &str, missed: &[&Fault], out: &mut dyn Write) -> io::Result<()> {
    if missed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}:")?;
    let rows = missed.iter().flat_map(|fault| {
        let names = fault.names.iter().zip(&fault.meanings);
        names.map(|(name, meaning)| match &fault.place {
            Some(place) => (name.clone(), format!("{meaning}: {}", place.changed)),
            None => (name.clone(), meaning.clone()),
        })
    });
    write_list(&rows.collect::<Vec<_>>(), out)
}

/// Names, each with what it means.
///
/// # Errors
/// Those of the writer.
pub fn write_list(rows: &[(String, String)], out: &mut dyn Write) -> io::Result<()> {
    let shown = |text: &str| visible::name(text).into_owned();
    let rows = rows
        .iter()
        .map(|(name, meaning)| (shown(name), shown(meaning)));
    let rows: Vec<(String, String)> = rows.collect();
    let lengths = rows.iter().map(|(name, _)| name.chars().count());
    let width = lengths.max().unwrap_or(0);
    for (name, meaning) in rows {
        writeln!(out, "  {name:width$}  {meaning}")?;
    }
    Ok(())
}

/// The names of what no case catches, where it stands alone.
fn missed_alone(audit: &Audit) -> Vec<&str> {
    let missed = audit.plain_kinds().flat_map(Kind::survivors);
    missed.map(|fault| &*fault.names[0]).collect()
}

/// Lists pairs that no case shows. Those with a mistake that is not caught alone are counted only.
///
/// # Errors
/// Those of the writer.
pub fn write_pairs(
    missed_alone: &[&str],
    missed: &[&Fault],
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_missed_alone = |name: &String| missed_alone.contains(&name.as_str());
    let (of_missed, hidden): (Vec<&Fault>, Vec<&Fault>) = missed
        .iter()
        .partition(|pair| pair.names.iter().any(is_missed_alone));
    if !of_missed.is_empty() {
        let count = of_missed.len();
        writeln!(
            out,
            "\nPairs with a mistake that is not caught alone either: {count}"
        )?;
    }
    if !hidden.is_empty() {
        writeln!(
            out,
            "\nPairs that no case shows, or of which one hides the other in all cases:"
        )?;
        for pair in hidden.iter().take(MOST_PAIRS) {
            writeln!(out, "  {}", pair.names.join(" + "))?;
        }
        if let Some(more @ 1..) = hidden.len().checked_sub(MOST_PAIRS) {
            writeln!(out, "  … and {more} more (--json lists all)")?;
        }
    }
    Ok(())
}

/// `A of B mistakes caught, mutation score C %`, for what is counted. The score is rounded down,
/// so that 100 means all.
fn score(kind: &Kind) -> Option<String> {
    let score = kind.score?;
    let percent = (kind.percent() * 10.0).floor() / 10.0;
    Some(format!(
        "{} of {} {} caught, {score} {percent:.1} %",
        kind.caught(),
        kind.faults.len(),
        kind.what
    ))
}

/// Writes JSON for programs: `subject` is the game or the reference; `wrong` are cases whose
/// expected output is not the right answer, with `name` and `place`; `left_out` are cases and
/// programs, with `name` and `reason`; then each kind of faults under its name.
///
/// # Errors
/// Those of the writer.
pub fn write_json(audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
    let kinds = audit.kinds.iter();
    let kinds: Vec<_> = kinds
        .map(|kind| field(kind.key, found(kind, &audit.cases)))
        .collect();
    let document = field("subject", &audit.subject)
        .with("cases", &audit.cases)
        .with("left_out", named("reason", &audit.left_out))
        .with("wrong", named("place", &audit.wrong))
        .and(kinds);
    write_document(out, &document)
}

/// Names, each with what is said of it.
fn named(of: &'static str, all: &[(String, String)]) -> impl Serialize {
    let all = all.iter();
    all.map(|(name, what)| field("name", name).with(of, what))
        .collect::<Vec<_>>()
}

/// What is found of one kind: how many there are, how many some case catches, the mutation
/// score in percent, and each with the cases that catch it. `line` and `changed`, the line as it is
/// then, are a mutant's; `cut` says that it was not tried with all cases.
fn found(kind: &Kind, cases: &[String]) -> impl Serialize {
    let sets = kind.faults.iter().map(|fault| {
        let place = fault.place.as_ref();
        let caught_by = fault.caught_by.iter().map(|&case| &*cases[case]);
        field("mistakes", &fault.names)
            .with("meanings", &fault.meanings)
            .with("caught_by", caught_by.collect::<Vec<&str>>())
            .maybe("file", place.map(|place| &place.file))
            .maybe("line", place.map(|place| place.line))
            .maybe("changed", place.map(|place| &place.changed))
            .maybe("cut", fault.is_cut.then_some(true))
    });
    field("all", kind.faults.len())
        .with("caught", kind.caught())
        .with("score", kind.percent())
        .with("sets", sets.collect::<Vec<_>>())
}
