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

use super::diagnosis::DiagnosisRecord;
use super::json::{ResultRecord, Used};
use crate::journal::results::{Brief, Event, Results};
use crate::json;
use crate::record::{Compilation, Excerpt, Judgement, Outcome, Preparation};
use crate::suite::plan::Plan;
use plyjudge_runner::run::{Ended, Usage};

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
    pub fn begin(mut out: W, plan: &Plan) -> io::Result<Self> {
        write(&EventLine::Begin(plan), &mut out)?;
        Ok(Self { out })
    }

    /// Writes what has become known.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn take(&mut self, results: &Results<'_>, event: Event<'_>) -> io::Result<()> {
        let Plan {
            submissions, cases, ..
        } = results.plan();
        let brief: Brief;
        let line = match event {
            Event::Prepared {
                submission,
                preparation,
            } => {
                let submission = &submissions[submission].name;
                EventLine::Prepared(PreparedRecord::of(submission, preparation))
            }
            Event::Finished {
                submission,
                case,
                outcome,
            } => {
                brief = Brief::from(outcome);
                let judgement = match outcome {
                    Outcome::Judged(judgement) => Some(judgement),
                    Outcome::Skipped | Outcome::Fault(_) => None,
                };
                let result = ResultRecord::of(&cases[case].name, &brief);
                let submission = &submissions[submission].name;
                EventLine::Finished(FinishedRecord::of(submission, result, judgement))
            }
            Event::Diagnosed {
                submission,
                diagnosis,
            } => EventLine::Diagnosed {
                submission: &submissions[submission].name,
                diagnosis: Box::new(DiagnosisRecord::of(diagnosis, cases)),
            },
            Event::Complete { .. } => return Ok(()),
        };
        write(&line, &mut self.out)
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self, results: &Results<'_>) -> io::Result<()> {
        let faults = results.total().faults;
        write(&EventLine::End { faults }, &mut self.out)
    }
}

fn write(line: &EventLine<'_>, mut out: impl Write) -> io::Result<()> {
    json::write(&mut out, line)?;
    writeln!(out)?;
    out.flush()
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum EventLine<'a> {
    Begin(&'a Plan),
    Prepared(PreparedRecord<'a>),
    Finished(FinishedRecord<'a>),
    Diagnosed {
        submission: &'a str,
        #[serde(flatten)]
        diagnosis: Box<DiagnosisRecord<'a>>,
    },
    End {
        faults: usize,
    },
}

#[derive(Serialize)]
struct PreparedRecord<'a> {
    submission: &'a str,
    preparation: &'static str,
    reason: Option<&'a str>,
    command: Option<&'a str>,
    words: Option<&'a Excerpt>,
    used: Option<Used>,
}

impl<'a> PreparedRecord<'a> {
    fn of(submission: &'a str, preparation: &'a Preparation) -> Self {
        let (state, reason, compilation) = match preparation {
            Preparation::Ready(compilation) => ("ready", None, Some(compilation)),
            Preparation::Failed {
                reason,
                compilation,
            } => ("failed", Some(reason), Some(compilation)),
            Preparation::Fault(fault) => ("fault", Some(&fault.message), None),
        };
        let ran = compilation.filter(|it| **it != Compilation::default());
        Self {
            submission,
            preparation: state,
            reason: reason.map(String::as_str),
            command: ran.map(|it| it.command.as_str()),
            words: ran
                .map(|it| &it.words)
                .filter(|words| !words.text.is_empty()),
            used: ran
                .map(|it| it.usage)
                .filter(|it| *it != Usage::default())
                .map(Used::from),
        }
    }
}

#[derive(Serialize)]
struct FinishedRecord<'a> {
    submission: &'a str,
    #[serde(flatten)]
    result: ResultRecord<'a>,
    ended: Option<Ended>,
    printed: Option<u64>,
    expected: Option<&'a Excerpt>,
    actual: Option<&'a Excerpt>,
    stderr: Option<&'a Excerpt>,
    repeats: Vec<&'static str>,
}

impl<'a> FinishedRecord<'a> {
    fn of(submission: &'a str, result: ResultRecord<'a>, judgement: Option<&'a Judgement>) -> Self {
        let run = judgement.and_then(|judgement| judgement.run);
        let wrong = judgement.and_then(|judgement| judgement.wrong.as_deref());
        let stderr = judgement.map(|judgement| &judgement.stderr);
        let repeats = judgement.map_or(&[][..], |judgement| &judgement.repeats);
        let codes = repeats.iter().map(|repeat| repeat.verdict.code());
        Self {
            submission,
            result,
            ended: run.map(|run| run.ended),
            printed: run.map(|run| run.printed),
            expected: wrong.map(|wrong| &wrong.expected),
            actual: wrong.map(|wrong| &wrong.actual),
            stderr: stderr.filter(|stderr| !stderr.text.is_empty()),
            repeats: codes.collect(),
        }
    }
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
            if let Event::Complete { submission: 5 } = event {
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
