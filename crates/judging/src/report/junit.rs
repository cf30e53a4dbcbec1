//! JUnit XML, as CI services read it: a suite a submission, a test a case.
//!
//! | outcome | in JUnit |
//! |---|---|
//! | AC | a test without more, but for a remark on an exit status |
//! | another verdict | `failure`, its `type` the verdict's name, with what is wrong |
//! | skipped | `skipped` |
//! | a failure of the judge | `error` |
//!
//! Students may get to see it: of hidden cases it shows the verdict only.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::class::Class;
use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::event::{Event, Listener};
use crate::plan::{Case, Visibility};
use crate::record::{Compilation, Fault, Judgement, Outcome, Preparation};

const EVIDENCE: Evidence = Evidence {
    colour: false,
    diff_lines: 20,
    said_lines: 10,
};

/// How many bytes of evidence there are at most for one submission; a program that fails this
/// much is better looked at elsewhere.
const EVIDENCE_BYTES: usize = 1 << 20;

/// What the suites stand between.
const OPENING: &str = "    <testsuite ";
const CLOSING: &str = "</testsuites>";

/// Writes the XML, at the end: it begins with counts of all there is. Until then the suites
/// are in a file without a name, so that memory does not grow with them.
#[derive(Debug)]
pub struct JUnit<W> {
    out: W,
    /// Counts; its suites are written as soon as they are complete.
    report: Report,
    written: Option<BufWriter<File>>,
    /// The submission whose results are coming in.
    current: Option<(usize, TestSuite)>,
    /// How many more bytes of evidence there may be in its suite.
    room: usize,
    class: Option<Class>,
}

impl<W: Write> JUnit<W> {
    /// XML that is written to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            report: Report::new("plyjudge"),
            written: None,
            current: None,
            room: EVIDENCE_BYTES,
            class: None,
        }
    }

    /// Puts aside the suite that is complete, if one is.
    fn put_aside(&mut self) -> io::Result<()> {
        let Some((submission, mut suite)) = self.current.take() else {
            return Ok(());
        };
        let (Some(class), Some(written)) = (&mut self.class, &mut self.written) else {
            return Ok(());
        };
        if let Some(points) = class.score(submission) {
            suite.add_property(("points", &*words::number(points)));
        }
        let max_points = words::number(class.plan().max_points());
        suite.add_property(("max_points", &*max_points));
        class.forget(submission);
        self.room = EVIDENCE_BYTES;
        self.report.add_test_suite(suite);
        let text = self.report.to_string().map_err(io::Error::other)?;
        self.report.test_suites.clear();
        let places = text.find(OPENING).zip(text.rfind(CLOSING));
        let (start, end) = places.ok_or_else(|| io::Error::other("malformed JUnit"))?;
        written.write_all(&text.as_bytes()[start..end])
    }

    fn finish(&mut self) -> io::Result<()> {
        self.put_aside()?;
        let Some(written) = self.written.take() else {
            return Ok(());
        };
        let mut written = written.into_inner().map_err(io::Error::from)?;
        written.rewind()?;
        let frame = self.report.to_string().map_err(io::Error::other)?;
        let (before, after) = frame.split_at(frame.rfind(CLOSING).unwrap_or(frame.len()));
        self.out.write_all(before.as_bytes())?;
        io::copy(&mut written, &mut self.out)?;
        self.out.write_all(after.as_bytes())?;
        self.out.flush()
    }
}

impl<W: Write> Listener for JUnit<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        if let Some(class) = &mut self.class {
            class.take(event);
        }
        match event {
            Event::Begin(plan) => {
                self.written = Some(BufWriter::new(tempfile::tempfile()?));
                self.class = Some(Class::new(plan));
            }
            Event::Progress(_) | Event::Diagnosed { .. } => {}
            Event::Prepared {
                submission,
                preparation,
            } => {
                self.put_aside()?;
                let Some(class) = &self.class else {
                    return Ok(());
                };
                let name = visible::name(&class.plan().submissions[submission].name);
                let mut suite = TestSuite::new(&*name);
                if let Some(text) = said(preparation) {
                    suite.set_system_out(text);
                }
                self.current = Some((submission, suite));
            }
            Event::Finished { case, outcome, .. } => {
                let (Some(class), Some((_, suite))) = (&self.class, &mut self.current) else {
                    return Ok(());
                };
                let case = &class.plan().cases[case];
                let test = test(suite.name.as_str(), case, outcome, &mut self.room);
                suite.add_test_case(test);
            }
            Event::End(_) => self.finish()?,
        }
        Ok(())
    }
}

/// What the compiler said, and why a submission could not be made ready.
fn said(preparation: &Preparation) -> Option<String> {
    let (reason, compilation) = match preparation {
        Preparation::Ready(compilation) => (None, compilation),
        Preparation::Failed {
            reason,
            compilation,
        } => (Some(reason), compilation),
        Preparation::Fault(Fault { message }) => return Some(visible::name(message).into_owned()),
    };
    let Compilation { command, words, .. } = compilation;
    if reason.is_none() && words.text.is_empty() {
        return None;
    }
    Some(to_text(|out| {
        for line in reason
            .into_iter()
            .chain((!command.is_empty()).then_some(command))
        {
            writeln!(out, "{}", visible::name(line))?;
        }
        EVIDENCE.said(words, out)
    }))
}

fn test(suite: &str, case: &Case, outcome: &Outcome, room: &mut usize) -> TestCase {
    let status = match outcome {
        Outcome::Judged(judgement) if judgement.verdict.is_accepted() => TestCaseStatus::success(),
        Outcome::Judged(judgement) => failure(case, outcome, judgement, room),
        Outcome::Skipped => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(words::about(outcome, case, "The program"));
            status
        }
        Outcome::Fault(fault) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(visible::name(&fault.message));
            status
        }
    };
    let mut test = TestCase::new(&*visible::name(&case.name), status);
    test.set_classname(suite);
    if let Outcome::Judged(judgement) = outcome {
        if let Some(run) = judgement.run {
            test.set_time(run.usage.wall);
        }
        let is_told = outcome.is_accepted() && case.visibility == Visibility::Visible;
        if is_told && judgement.exit_status().is_some_and(|status| status != 0) {
            test.set_system_out(words::about(outcome, case, "The program"));
        }
    }
    test
}

fn failure(
    case: &Case,
    outcome: &Outcome,
    judgement: &Judgement,
    room: &mut usize,
) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(judgement.verdict.code());
    match case.visibility {
        Visibility::Visible => {
            status.set_message(words::about(outcome, case, "The program"));
            if *room > 0 {
                let evidence = EVIDENCE.text(judgement);
                *room = room.saturating_sub(evidence.len());
                if !evidence.is_empty() {
                    status.set_description(evidence);
                }
            }
        }
        Visibility::Hidden => {
            status.set_message(words::about_hidden(outcome, case, "The program"));
        }
    }
    status
}

#[cfg(test)]
mod tests {
    use super::{JUnit, test};
    use crate::event::Event;
    use crate::event::Listener;
    use crate::report::sample;
    use quick_junit::TestCaseStatus;
    use std::io;
    use std::io::Write;

    fn xml() -> String {
        let mut out = Vec::new();
        sample::play(&sample::plan(), &mut JUnit::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn golden() {
        sample::assert_golden("junit.xml", &xml());
    }

    #[test]
    fn what_keeps_it_from_being_written_is_said() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::new(
                    io::ErrorKind::StorageFull,
                    "r.xml: disk full",
                ))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut junit = JUnit::new(Full);
        junit.take(Event::Begin(&sample::plan())).unwrap();
        let error = junit.finish().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(error.to_string(), "r.xml: disk full");
    }

    #[test]
    fn evidence_takes_no_more_than_there_is_room_for() {
        let case = &sample::plan().cases[1];
        let outcome = sample::outcome(3, 1);
        let shown = |room: &mut usize| match test("bob", case, &outcome, room).status {
            TestCaseStatus::NonSuccess { description, .. } => description.is_some(),
            _ => panic!("a failure"),
        };
        let mut room = 200;
        assert!(shown(&mut room) && room < 200);
        assert!(shown(&mut room) && room == 0);
        assert!(!shown(&mut room));
    }

    #[test]
    fn nothing_of_a_hidden_case_is_shown() {
        assert!(!xml().contains(sample::SECRET));
    }
}
