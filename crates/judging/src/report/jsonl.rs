//! The events of a grading as JSON lines, each written when it happens.
//!
//! | `event` | fields |
//! |---|---|
//! | `begin` | the plan: `version`, `submissions[]`, `cases[]`, `groups[]`, … |
//! | `prepared` | `submission`, `preparation`, `reason`, `command`, `words`, `used` |
//! | `finished` | `submission`, `case`, and the RESULT as [`super::json`] has it; `ended`, `printed` (bytes), `expected`, `actual`, `stderr`, `repeats` |
//! | `diagnosed` | `submission`, and what is wrong as [`super::json`] has it |
//! | `end` | `faults` |
//!
//! `words` (of the compiler), `expected`, `actual` and `stderr` are what was kept of a text,
//! or null: `text` (a string, or an array of bytes where it is not UTF-8), `line` and
//! `column` (how much comes before it, when anything does), `cut` (whether the text goes on
//! after it). `repeats` has the code of the verdict of each run, when there were several.

use std::io::{self, Write};

use serde::Serialize;

use super::diagnosis::fields;
use super::json::{result, used};
use crate::journal::results::{Brief, Event, Results};
use crate::json::{self, Fields, field};
use crate::record::{Compilation, Excerpt, Outcome, Preparation};
use crate::suite::plan::Plan;
use plyjudge_runner::run::Usage;

/// Writes a line for each event.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Lines that are written to `out`; the first one is.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn begin(out: W, plan: &Plan) -> io::Result<Self> {
        #[derive(Serialize)]
        struct Begin<'a> {
            event: &'static str,
            #[serde(flatten)]
            plan: &'a Plan,
        }
        let mut lines = Self { out };
        let event = "begin";
        lines.write(&Begin { event, plan })?;
        Ok(lines)
    }

    /// Writes what has become known.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn take(&mut self, results: &Results<'_>, event: Event<'_>) -> io::Result<()> {
        let plan = results.plan();
        let about = |event: &'static str, submission: usize| {
            let name = &plan.submissions[submission].name;
            field("event", event).with("submission", name)
        };
        match event {
            Event::Prepared(submission, preparation) => {
                self.write(&about("prepared", submission).and(prepared(preparation)))
            }
            Event::Finished(submission, case, outcome) => {
                let brief = Brief::from(outcome);
                let result = result(&plan.cases[case].name, &brief);
                let line = about("finished", submission).and(result);
                self.write(&line.and(finished(outcome)))
            }
            Event::Diagnosed(submission, diagnosis) => {
                self.write(&about("diagnosed", submission).and(fields(diagnosis, &plan.cases)))
            }
            Event::Complete(_) => Ok(()),
        }
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self, results: &Results<'_>) -> io::Result<()> {
        self.write(&field("event", "end").with("faults", results.total().faults))
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        json::write(&mut self.out, line)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

fn prepared(preparation: &Preparation) -> impl Fields {
    let (state, reason, compilation) = match preparation {
        Preparation::Ready(compilation) => ("ready", None, Some(compilation)),
        Preparation::Failed {
            reason,
            compilation,
        } => ("failed", Some(reason), Some(compilation)),
        Preparation::Fault(fault) => ("fault", Some(&fault.message), None),
    };
    let ran = compilation.filter(|it| **it != Compilation::default());
    let usage = ran.map(|it| it.usage).filter(|it| *it != Usage::default());
    field("preparation", state)
        .with("reason", reason)
        .with("command", ran.map(|it| &it.command))
        .with("words", ran.and_then(|it| some(&it.words)))
        .with("used", usage.map(used))
}

/// What was printed, and how the run ended.
fn finished(outcome: &Outcome) -> impl Fields {
    let judgement = match outcome {
        Outcome::Judged(judgement) => Some(judgement),
        Outcome::Skipped | Outcome::Fault(_) => None,
    };
    let run = judgement.and_then(|judgement| judgement.run);
    let wrong = judgement.and_then(|judgement| judgement.wrong.as_deref());
    let repeats = judgement.iter().flat_map(|judgement| &judgement.repeats);
    let codes = repeats.map(|repeat| repeat.verdict.code());
    field("ended", run.map(|run| run.ended))
        .with("printed", run.map(|run| run.printed))
        .with("expected", wrong.map(|wrong| &wrong.expected))
        .with("actual", wrong.map(|wrong| &wrong.actual))
        .with("stderr", judgement.and_then(|it| some(&it.stderr)))
        .with("repeats", codes.collect::<Vec<_>>())
}

fn some(text: &Excerpt) -> Option<&Excerpt> {
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::JsonLines;
    use crate::journal::results::Event;
    use crate::report::sample;
    use std::io;
    use std::io::Write;

    fn lines(out: &mut impl Write) {
        let mut lines = JsonLines::begin(out, &sample::plan()).unwrap();
        sample::follow(&sample::plan(), |results, event| {
            lines.take(results, event).unwrap();
            if let Event::Complete(5) = event {
                lines.end(results).unwrap();
            }
        });
    }

    #[test]
    fn golden() {
        let mut out = Vec::new();
        lines(&mut out);
        let text = String::from_utf8(out).unwrap();
        sample::assert_golden("events.jsonl", &text);
    }

    /// Takes what is written piece by piece.
    #[derive(Default)]
    struct Flushes {
        waiting: Vec<u8>,
        flushed: Vec<Vec<u8>>,
    }

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.waiting.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.flushed.push(std::mem::take(&mut self.waiting));
            Ok(())
        }
    }

    #[test]
    fn every_line_is_out_when_it_is_known() {
        let mut out = Flushes::default();
        lines(&mut out);
        assert_eq!(out.flushed.len(), 1 + 6 * (1 + 4) + 1 + 1);
        for line in out.flushed {
            assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
            assert!(line.ends_with(b"}\n"));
        }
    }
}
