//! The results of `plyjudge test`: text for people, JSON for programs.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::outcome::{Failure, Outcome, Tally};
use crate::json;
use crate::judge::suite::case::Case;
use crate::judge::verdict::Verdict;
use crate::report::visible;

/// How many lines of a program's standard error are shown.
const ERROR_LINES: usize = 10;

/// The results, in one form or the other. Cases come in order.
pub(super) struct Page<W> {
    out: W,
    good: Style,
    bad: Style,
    quiet: bool,
    /// The cases up to now, where one JSON object is to be written at the end.
    kept: Option<Vec<CaseRecord>>,
}

impl<W: Write> Page<W> {
    /// Text for people. When `quiet`, it names what did not pass, no more.
    pub(super) fn text(out: W, colour: bool, quiet: bool) -> Self {
        let style = |colour_of: AnsiColor| match colour {
            true => colour_of.on_default().bold(),
            false => Style::new(),
        };
        Self {
            out,
            good: style(AnsiColor::Green),
            bad: style(AnsiColor::Red),
            quiet,
            kept: None,
        }
    }

    /// One [`Document`].
    pub(super) fn json(out: W) -> Self {
        let kept = Some(Vec::new());
        Self {
            kept,
            ..Self::text(out, false, false)
        }
    }

    /// Takes what became of the next case.
    pub(super) fn case(&mut self, case: &Case, outcome: Outcome) -> io::Result<()> {
        if let Some(kept) = &mut self.kept {
            let shown = |path: &PathBuf| path.display().to_string();
            kept.push(CaseRecord {
                name: case.name.clone(),
                input: shown(&case.input),
                expected: case.expected.as_ref().map(shown),
                outcome,
            });
            return Ok(());
        }
        match outcome {
            Outcome::Passed { exit_status } => self.good("pass", case, &remark(Some(exit_status))),
            Outcome::Blessed { change } => self.good(change.word(), case, ""),
            Outcome::Error { message } => self.bad("ERROR", case, &message),
            Outcome::Failed(failure) => {
                let remark = match failure.verdict {
                    Verdict::WrongAnswer { .. } => remark(failure.exit_status),
                    _ => String::new(),
                };
                self.bad("FAIL", case, &format!("{}{remark}", failure.verdict))?;
                if self.quiet {
                    return Ok(());
                }
                self.details(&failure)
            }
        }
    }

    /// Takes the end.
    pub(super) fn finish(mut self, tally: &Tally) -> io::Result<()> {
        if let Some(cases) = self.kept {
            let document = Document {
                cases,
                summary: tally,
            };
            return json::write_document(&mut self.out, &document);
        }
        writeln!(self.out, "{tally}")?;
        self.out.flush()
    }

    fn good(&mut self, word: &str, case: &Case, remark: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let style = self.good;
        writeln!(self.out, "{style}{word}{style:#} {}{remark}", case.name)
    }

    fn bad(&mut self, word: &str, case: &Case, why: &str) -> io::Result<()> {
        let style = self.bad;
        writeln!(self.out, "{style}{word}{style:#} {}: {why}", case.name)
    }

    fn details(&mut self, failure: &Failure) -> io::Result<()> {
        if let Some(place) = &failure.place {
            writeln!(self.out, "{place}")?;
        }
        write!(self.out, "{}", failure.diff)?;
        if !failure.stderr.is_empty() {
            writeln!(self.out, "On standard error:")?;
        }
        let mut lines = failure.stderr.lines();
        for line in lines.by_ref().take(ERROR_LINES) {
            writeln!(self.out, "  {}", visible::line(line.as_bytes(), 160))?;
        }
        if lines.next().is_some() {
            writeln!(self.out, "  …")?;
        }
        Ok(())
    }
}

/// What is said of an exit status beside the verdict, which it does not change.
fn remark(exit_status: Option<i32>) -> String {
    match exit_status {
        None | Some(0) => String::new(),
        Some(status) => format!(" (exit status {status})"),
    }
}

/// One JSON object: `{"cases": [CASE, …], "summary": {"passed": N, …}}`; the summary has a
/// count for each of the outcomes and changes below (`errors` for `error`).
///
/// A CASE has `name`, `input` and `expected` (paths, `expected` null when there was no such
/// file), and `outcome`: `passed` with `exit_status`; `failed` with `verdict` (its `code`, and
/// why), `exit_status` or null (it did not end by itself), `difference` (`line` from 0, `offset` in bytes, `kind`) or null, `place` or null, `diff`
/// and `stderr`; `blessed` with `change` (`new`, `changed`, `unchanged`); `error` with
/// `message`.
#[derive(Serialize)]
struct Document<'a> {
    cases: Vec<CaseRecord>,
    summary: &'a Tally,
}

#[derive(Serialize)]
struct CaseRecord {
    name: String,
    input: String,
    expected: Option<String>,
    #[serde(flatten)]
    outcome: Outcome,
}
