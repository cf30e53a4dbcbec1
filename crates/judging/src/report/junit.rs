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

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::journal::results::Results;
use crate::record::{Compilation, Fault, Judgement, Outcome, Preparation};
use crate::suite::plan::{Case, Visibility};

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

/// Writes the XML, one suite after the other, so that memory does not grow with them.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let total = results.total();
    let mut frame = Report::new("plyjudge");
    frame.tests = results.plan().submissions.len() * results.plan().cases.len();
    frame.failures = total.failed();
    frame.skipped = total.skipped;
    frame.errors = total.faults;
    let frame = frame.to_string().map_err(io::Error::other)?;
    let end = frame.rfind(CLOSING).ok_or_else(malformed)?;
    out.write_all(&frame.as_bytes()[..end])?;
    for submission in 0..results.plan().submissions.len() {
        let mut report = Report::new("");
        report.add_test_suite(suite(results, submission)?);
        let text = report.to_string().map_err(io::Error::other)?;
        let places = text.find(OPENING).zip(text.rfind(CLOSING));
        let (start, end) = places.ok_or_else(malformed)?;
        out.write_all(&text.as_bytes()[start..end])?;
    }
    out.write_all(&frame.as_bytes()[end..])?;
    out.flush()
}

fn malformed() -> io::Error {
    io::Error::other("malformed JUnit")
}

fn suite(results: &Results<'_>, submission: usize) -> io::Result<TestSuite> {
    let plan = results.plan();
    let mut suite = TestSuite::new(&*visible::name(&plan.submissions[submission].name));
    if let Some(text) = said(&results.preparation(submission)?) {
        suite.set_system_out(text);
    }
    let mut room = EVIDENCE_BYTES;
    for (place, case) in plan.cases.iter().enumerate() {
        let outcome = results.outcome(submission, place)?;
        let test = test(suite.name.as_str(), case, &outcome, &mut room);
        suite.add_test_case(test);
    }
    if let Some(points) = results.score(submission) {
        suite.add_property(("points", &*words::number(points)));
    }
    suite.add_property(("max_points", &*words::number(plan.max_points())));
    Ok(suite)
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
    use super::test;
    use crate::report::sample;
    use quick_junit::TestCaseStatus;
    use std::io;
    use std::io::Write;

    fn xml() -> String {
        sample::text(&sample::plan(), super::write)
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
        let written = sample::with(&sample::plan(), |results| super::write(results, &mut Full));
        let error = written.unwrap_err();
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
