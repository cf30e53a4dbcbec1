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

use std::borrow::Cow;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::journal::results::Results;
use crate::record::{Fault, Judgement, Outcome, Preparation};
use crate::suite::plan::Case;

const EVIDENCE: Evidence<'_> = Evidence::plain(20, 10);

/// How many bytes of evidence there are at most for one submission; a program that fails this
/// much is better looked at elsewhere.
const EVIDENCE_BYTES: usize = 1 << 20;

/// Writes the XML, one suite after the other, so that memory does not grow with them.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (plan, total) = (results.plan(), results.total());
    let mut xml = Writer::new_with_indent(out, b' ', 4);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attribute(("name", "plyjudge"))
        .with_attributes([
            count("tests", plan.submissions.len() * plan.cases.len()),
            count("skipped", total.skipped),
            count("failures", total.failed()),
            count("errors", total.faults),
        ])
        .write_inner_content(|xml| {
            (0..plan.submissions.len()).try_for_each(|submission| suite(results, submission, xml))
        })?;
    xml.write_indent()?;
    xml.get_mut().flush()
}

fn count(name: &str, count: usize) -> (&str, Cow<'_, str>) {
    (name, count.to_string().into())
}

fn suite<W: Write>(
    results: &Results<'_>,
    submission: usize,
    xml: &mut Writer<W>,
) -> io::Result<()> {
    let (plan, tally) = (results.plan(), results.tally(submission));
    let name = visible::name(&plan.submissions[submission].name);
    let said = said(&results.preparation(submission)?);
    let suite = xml
        .create_element("testsuite")
        .with_attribute(("name", &*name))
        .with_attributes([
            count("tests", plan.cases.len()),
            count("skipped", tally.skipped),
            count("errors", tally.faults),
            count("failures", tally.failed()),
        ]);
    suite.write_inner_content(|xml| {
        xml.create_element("properties")
            .write_inner_content(|xml| {
                let points = results.score(submission).map(|points| ("points", points));
                let of = [("max_points", plan.max_points())];
                points.into_iter().chain(of).try_for_each(|(name, points)| {
                    xml.create_element("property")
                        .with_attribute(("name", name))
                        .with_attribute(("value", &*words::number(points)))
                        .write_empty()
                        .map(drop)
                })
            })?;
        let mut room = EVIDENCE_BYTES;
        for (place, case) in plan.cases.iter().enumerate() {
            let outcome = results.outcome(submission, place)?;
            test(&name, case, &outcome, &mut room, xml)?;
        }
        said.map_or(Ok(()), |text| output(&text, xml))
    })?;
    Ok(())
}

fn output<W: Write>(text: &str, xml: &mut Writer<W>) -> io::Result<()> {
    let output = xml.create_element("system-out");
    output.write_text_content(BytesText::new(text)).map(drop)
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
    if reason.is_none() && compilation.words.is_empty() {
        return None;
    }
    let reason = reason.map(String::as_str);
    Some(to_text(|out| EVIDENCE.compiled(reason, compilation, out)))
}

fn test<W: Write>(
    suite: &str,
    case: &Case,
    outcome: &Outcome,
    room: &mut usize,
    xml: &mut Writer<W>,
) -> io::Result<()> {
    let is_open = case.visibility.is_open();
    let mut test = xml
        .create_element("testcase")
        .with_attribute(("name", visible::name(&case.name)))
        .with_attribute(("classname", suite));
    if let Outcome::Judged(Judgement { run: Some(run), .. }) = outcome {
        let seconds = format!("{:.3}", run.usage.wall.as_secs_f64());
        test = test.with_attribute(("time", &*seconds));
    }
    let told = words::about(outcome, case, "The program", !is_open);
    let (kind, message, failed) = match outcome {
        Outcome::Judged(judgement) if judgement.verdict.is_accepted() => {
            let is_odd = judgement.exit_status().is_some_and(|status| status != 0);
            let test = match is_odd && is_open {
                true => test.write_inner_content(|xml| output(&told, xml)),
                false => test.write_empty(),
            };
            return test.map(drop);
        }
        Outcome::Judged(judgement) => ("failure", told.into(), Some(judgement)),
        Outcome::Skipped => ("skipped", told.into(), None),
        Outcome::Fault(fault) => ("error", visible::name(&fault.message), None),
    };
    let shown = failed.filter(|_| is_open && *room > 0);
    let evidence = shown.map_or(String::new(), |judgement| EVIDENCE.text(judgement));
    *room = room.saturating_sub(evidence.len());
    test.write_inner_content(|xml| {
        let code = failed.map(|judgement| ("type", judgement.verdict.code()));
        let status = xml
            .create_element(kind)
            .with_attribute(("message", message))
            .with_attributes(code);
        let status = match &*evidence {
            "" => status.write_empty(),
            evidence => status.write_text_content(BytesText::new(evidence)),
        };
        status.map(drop)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::test;
    use crate::report::sample;
    use quick_xml::Writer;
    use std::io::{self, Write};

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
        let shown = |room: &mut usize| {
            let mut xml = Writer::new(Vec::new());
            test("bob", case, &outcome, room, &mut xml).unwrap();
            String::from_utf8(xml.into_inner())
                .unwrap()
                .contains("</failure>")
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
