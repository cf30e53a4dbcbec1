//! The results of `plyjudge test`: text for people, JSON for programs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::outcome::{Failure, Outcome, Tally};
use crate::json;
use crate::judge::suite::case::Case;
use crate::judge::verdict::Verdict;
use crate::report::visible;

/// A form of the results. Cases come in order.
pub(super) trait Page {
    /// Takes what became of the next case.
    fn case(&mut self, case: &Case, outcome: Outcome) -> io::Result<()>;

    /// Takes the end.
    fn finish(&mut self, tally: &Tally) -> io::Result<()>;
}

/// How many lines of a program's standard error are shown.
const ERROR_LINES: usize = 10;

/// Text for people.
pub(super) struct TextPage<W> {
    out: W,
    good: Style,
    bad: Style,
    quiet: bool,
}

impl<W: Write> TextPage<W> {
    /// A page without anything on it. When `quiet`, it names what did not pass, no more.
    pub(super) fn new(out: W, colour: bool, quiet: bool) -> Self {
        let style = |colour_of: AnsiColor| match colour {
            true => colour_of.on_default().bold(),
            false => Style::new(),
        };
        Self {
            out,
            good: style(AnsiColor::Green),
            bad: style(AnsiColor::Red),
            quiet,
        }
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

impl<W: Write> Page for TextPage<W> {
    fn case(&mut self, case: &Case, outcome: Outcome) -> io::Result<()> {
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

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        writeln!(self.out, "{tally}")?;
        self.out.flush()
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
pub(super) struct JsonPage<W> {
    out: W,
    cases: Vec<CaseRecord>,
}

#[derive(Serialize)]
struct CaseRecord {
    name: String,
    input: String,
    expected: Option<String>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
struct Document<'a> {
    cases: &'a [CaseRecord],
    summary: &'a Tally,
}

impl<W: Write> JsonPage<W> {
    /// An object without any case.
    pub(super) fn new(out: W) -> Self {
        let cases = Vec::new();
        Self { out, cases }
    }
}

impl<W: Write> Page for JsonPage<W> {
    fn case(&mut self, case: &Case, outcome: Outcome) -> io::Result<()> {
        self.cases.push(CaseRecord {
            name: case.name.clone(),
            input: case.input.display().to_string(),
            expected: case
                .expected
                .as_ref()
                .map(|path| path.display().to_string()),
            outcome,
        });
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let document = Document {
            cases: &self.cases,
            summary: tally,
        };
        json::write_document(&mut self.out, &document)
    }
}
