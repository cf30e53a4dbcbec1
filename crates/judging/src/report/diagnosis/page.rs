//! What is wrong with each submission, for a terminal or as JSON.

use std::io::{self, Write};

use anstyle::Style;

use super::{Reader, Shared, fields, indented, lines, shared, words};
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::results::{Prepared, Results};
use crate::json::{Fields, List, field, write_document};
use crate::language::ENGLISH;
use crate::record::Preparation;
use crate::report::{visible, words as counted};

/// Writes what is wrong with a submission, below its name when there are several, with colours
/// (ANSI escape sequences) or without.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_text(
    results: &Results<'_>,
    submission: usize,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = match results.diagnosis(submission) {
        Some(diagnosis) => told(diagnosis, results),
        None => said(results, submission)?,
    };
    let text = text + &remark(results, submission);
    let submissions = &results.plan().submissions;
    if submissions.len() > 1 {
        let bold = match colour {
            true => Style::new().bold(),
            false => Style::new(),
        };
        let name = visible::name(&submissions[submission].name);
        writeln!(out, "{bold}{name}{bold:#}: {text}")?;
    } else {
        write!(out, "{text}")?;
    }
    out.flush()
}

/// Writes one JSON document: `submissions[]` with `name`, `reason` (why it could not be run, or
/// null), `cases`, `passed` and `nonzero` (counts; the last of outputs judged of programs that
/// ended with another status than 0), `diagnosis` as [`crate::report::json`] has it; `class[]` with
/// `what`, `mistake` (its name, or null) and `submissions` (names).
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_json(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let plan = results.plan();
    let submission = |index: usize| {
        let reason = match results.prepared(index) {
            Prepared::Failed(reason) | Prepared::Fault(reason) => Some(reason),
            Prepared::Ready => None,
        };
        let diagnosis = results.diagnosis(index);
        field("name", &plan.submissions[index].name)
            .with("reason", reason)
            .with("cases", plan.cases.len())
            .with("passed", results.tally(index).passed())
            .with("nonzero", results.tally(index).nonzero)
            .with("diagnosis", diagnosis.map(|it| fields(it, &plan.cases)))
    };
    let all = List(plan.submissions.len(), submission);
    write_document(
        out,
        &field("submissions", all).with("class", of_class(results)),
    )
}

/// What is said when there is no diagnosis.
fn said(results: &Results<'_>, submission: usize) -> io::Result<String> {
    match results.prepared(submission) {
        Prepared::Failed(reason) => {
            let words = match results.preparation(submission)? {
                Preparation::Failed { compilation, .. } => indented(&compilation.words.text),
                Preparation::Ready(_) | Preparation::Fault(_) => String::new(),
            };
            let reason = visible::name(reason);
            return Ok(format!("Does not compile: {reason}.\n{words}"));
        }
        Prepared::Fault(reason) => {
            return Ok(format!("Not diagnosed: {}.\n", visible::name(reason)));
        }
        Prepared::Ready => {}
    }
    let tally = results.tally(submission);
    let cases = counted::count(tally.passed(), "case");
    Ok(match tally.faults {
        0 => format!("Right in all {cases}.\n"),
        faults => format!("Right in {cases}; {faults} could not be judged.\n"),
    })
}

/// What is said of exit statuses that do not count.
fn remark(results: &Results<'_>, submission: usize) -> String {
    match results.tally(submission).nonzero {
        0 => String::new(),
        some => format!(
            "In {} it ended with another exit status than 0, which does not count.\n",
            counted::count(some, "case")
        ),
    }
}

/// Writes what several of the submissions have in common, if there is anything.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_class(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let class = results.plan().submissions.len();
    out.write_all(lines(&of_class(results), class).as_bytes())?;
    out.flush()
}

/// What is wrong with the submissions, each mistake once.
pub fn of_class<'a>(results: &'a Results<'_>) -> Vec<Shared<'a>> {
    let all = results.plan().submissions.iter().enumerate();
    shared(all.filter_map(|(index, it)| Some((&*it.name, results.diagnosis(index)?))))
}

fn told(diagnosis: &Diagnosis, results: &Results<'_>) -> String {
    match diagnosis.certainty {
        // Every case that failed was run again and was right then, or is of no use.
        Certainty::Right if diagnosis.tested.is_none() => {
            "Fails cases, but not when they are run again, or cases that are \
                             left out of diagnoses.\n"
                .to_owned()
        }
        _ => words(diagnosis, results.plan(), (Reader::Staff, &ENGLISH)),
    }
}
