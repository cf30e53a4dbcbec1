//! A `results.json` as Gradescope's autograder expects it, for students to read.
//!
//! There, one submission is graded at a time. When there are several, all are in the one
//! file, and the names of the tests start with the submission's.
//!
//! Each test is worth its share of its group's points; in a group that gives its points only
//! when all its cases pass, no test scores unless all do. Of a hidden case nothing but the
//! verdict is in the file, and only staff get to see that.

use std::io::{self, Write};

use serde::Serialize;

use super::class::Class;
use super::diagnosis::{self, Reader};
use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::judge::diagnosis::{Certainty, Diagnosis};
use crate::judge::event::{Event, Listener};
use crate::judge::plan::{Case, Credit, Plan, Visibility};
use crate::judge::record::{Outcome, Preparation};

const EVIDENCE: Evidence = Evidence {
    colour: false,
    diff_lines: 30,
    said_lines: 20,
};

/// Text is shown as it is, whatever is in it.
const PLAIN: &str = "text";

/// Writes the file, the tests of a submission as soon as all are known.
#[derive(Debug)]
pub struct Gradescope<W> {
    out: W,
    class: Option<Class>,
    current: Option<Current>,
    /// How many tests are written.
    tests: usize,
    /// The points of the submissions whose tests are written.
    points: f64,
    /// What is said about submissions as a whole.
    remarks: String,
}

/// The submission whose results are coming in.
#[derive(Debug)]
struct Current {
    submission: usize,
    /// What is said about it as a whole.
    remark: String,
    /// What is said about each case.
    texts: Vec<String>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: String,
    number: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    visibility: &'static str,
    output: &'a str,
    name_format: &'static str,
    output_format: &'static str,
}

impl<W: Write> Gradescope<W> {
    /// A file that is written to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            class: None,
            current: None,
            tests: 0,
            points: 0.0,
            remarks: String::new(),
        }
    }

    /// Writes what is collected, if anything is.
    fn flush(&mut self) -> io::Result<()> {
        let (Some(class), Some(current)) = (&mut self.class, self.current.take()) else {
            return Ok(());
        };
        for (case, _) in class.results_of(current.submission) {
            let test = test(class, current.submission, case, &current.texts[case]);
            let before = if self.tests == 0 { "\n" } else { ",\n" };
            write!(self.out, "{before}{}", serde_json::to_string(&test)?)?;
            self.tests += 1;
        }
        self.remarks += &name_in_front(class.plan(), current.submission);
        self.remarks += &current.remark;
        self.remarks += &summed_up(class, current.submission);
        self.points += class.points(current.submission).iter().sum::<f64>();
        class.forget(current.submission);
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.flush()?;
        let score = serde_json::to_string(&self.points)?;
        let output = serde_json::to_string(&self.remarks)?;
        writeln!(self.out, "\n],")?;
        writeln!(self.out, "\"score\":{score},")?;
        writeln!(self.out, "\"output\":{output},")?;
        writeln!(self.out, "\"output_format\":\"{PLAIN}\"}}")?;
        self.out.flush()
    }
}

impl<W: Write> Listener for Gradescope<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        match event {
            Event::Begin(plan) => {
                self.class = Some(Class::new(plan));
                write!(self.out, "{{\"tests\":[")?;
            }
            Event::Progress(_) => {}
            Event::Prepared {
                submission,
                preparation,
            } => {
                self.flush()?;
                let cases = self
                    .class
                    .as_ref()
                    .map_or(0, |class| class.plan().cases.len());
                self.current = Some(Current {
                    submission,
                    remark: remark(preparation),
                    texts: vec![String::new(); cases],
                });
            }
            Event::Finished { case, outcome, .. } => {
                if let (Some(class), Some(current)) = (&mut self.class, &mut self.current) {
                    class.take(event);
                    current.texts[case] = text(&class.plan().cases[case], outcome);
                }
            }
            Event::Diagnosed { diagnosis, .. } => {
                if let (Some(class), Some(current)) = (&self.class, &mut self.current) {
                    current.remark += &words_of(diagnosis, class.plan());
                }
            }
            Event::End(_) => self.end()?,
        }
        Ok(())
    }
}

/// What is said about a submission that could not be run.
fn remark(preparation: &Preparation) -> String {
    match preparation {
        Preparation::Ready(_) => String::new(),
        Preparation::Failed {
            reason,
            compilation,
        } => to_text(|out| {
            let reason = visible::name(reason);
            writeln!(out, "Your program could not be compiled: {reason}.")?;
            if !compilation.command.is_empty() {
                writeln!(out, "{}", visible::name(&compilation.command))?;
            }
            EVIDENCE.said(&compilation.words, out)
        }),
        Preparation::Fault(_) => "Your program could not be judged because of a failure of the \
                                  judge. It says nothing about your program.\n"
            .to_owned(),
    }
}

/// What is said about a submission that was diagnosed; our own troubles are left out.
fn words_of(diagnosis: &Diagnosis, plan: &Plan) -> String {
    match diagnosis.certainty {
        Certainty::Fault => String::new(),
        _ => diagnosis::words(diagnosis, plan, Reader::Student),
    }
}

fn summed_up(class: &Class, submission: usize) -> String {
    let plan = class.plan();
    let passed = class.tally(submission).passed();
    let cases = words::count(plan.cases.len(), "case");
    if !plan.has_suite {
        return format!("{passed} of {cases} passed.\n");
    }
    let points = words::number(class.points(submission).iter().sum());
    let of = words::number(plan.max_points());
    format!("{passed} of {cases} passed, {points} of {of} points.\n")
}

/// What tells the submissions apart when there are several.
fn name_in_front(plan: &Plan, submission: usize) -> String {
    match plan.submissions.len() {
        1 => String::new(),
        _ => format!("{}: ", visible::name(&plan.submissions[submission].name)),
    }
}

/// What a test says.
fn text(case: &Case, outcome: &Outcome) -> String {
    match (case.visibility, outcome) {
        (Visibility::Hidden, _) => words::about_hidden(outcome, case, "Your program"),
        (Visibility::Visible, Outcome::Judged(judgement)) => {
            let words = words::about(outcome, case, "Your program");
            let text = format!("{words}\n{}", EVIDENCE.text(judgement));
            text.trim_end_matches('\n').to_owned()
        }
        (Visibility::Visible, _) => words::about(outcome, case, "Your program"),
    }
}

fn test<'a>(class: &Class, submission: usize, case: usize, output: &'a str) -> Test<'a> {
    let plan = class.plan();
    let about = &plan.cases[case];
    let members: Vec<usize> = plan.cases_of(about.group).collect();
    let passes = class.passes(submission, case);
    let scores = match plan.groups[about.group].credit {
        Credit::Case => passes,
        Credit::Group => members
            .iter()
            .all(|member| class.passes(submission, *member)),
    };
    let share = plan.groups[about.group].points / members.len() as f64;
    let number = [
        (plan.submissions.len() > 1).then_some(submission),
        plan.has_suite.then_some(about.group),
        members.iter().position(|member| *member == case),
    ];
    let number = number.iter().flatten().map(|index| (index + 1).to_string());
    let (in_front, name) = (name_in_front(plan, submission), visible::name(&about.name));
    Test {
        name: in_front + &name,
        number: number.collect::<Vec<_>>().join("."),
        score: if scores { share } else { 0.0 },
        max_score: share,
        status: if passes { "passed" } else { "failed" },
        visibility: match about.visibility {
            Visibility::Visible => "visible",
            Visibility::Hidden => "hidden",
        },
        output,
        name_format: PLAIN,
        output_format: PLAIN,
    }
}

#[cfg(test)]
mod tests {
    use super::Gradescope;
    use crate::judge::plan::Plan;
    use crate::report::sample;

    fn results(plan: &Plan) -> String {
        let mut out = Vec::new();
        sample::play(plan, &mut Gradescope::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn golden() {
        sample::assert_golden("gradescope.json", &results(&sample::plan()));
    }

    #[test]
    fn one_submission_stands_without_its_name() {
        let mut plan = sample::plan();
        plan.submissions.truncate(1);
        let json: serde_json::Value = serde_json::from_str(&results(&plan)).unwrap();
        assert_eq!(json["tests"][2]["name"], "s1/1");
        assert_eq!(json["tests"][2]["number"], "2.1");
        let output = json["output"].as_str().unwrap();
        assert!(
            output.starts_with("Your program could not be compiled: gcc"),
            "{output}"
        );
        assert!(
            output.ends_with("\n0 of 4 cases passed, 0 of 12 points.\n"),
            "{output}"
        );
    }

    #[test]
    fn without_a_suite_there_are_no_groups() {
        let json = results(&sample::plan_without_suite());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let test = &json["tests"][11];
        assert_eq!(test["name"], "alice: s1/secret");
        assert_eq!(test["number"], "3.4");
        assert_eq!(
            (&test["score"], &test["max_score"]),
            (&1.0.into(), &1.0.into())
        );
        assert_eq!(test["visibility"], "visible");
    }

    #[test]
    fn nothing_of_a_hidden_case_is_shown() {
        assert!(!results(&sample::plan()).contains(sample::SECRET));
        // What would be shown if it were not hidden.
        assert!(results(&sample::plan_without_suite()).contains(sample::SECRET));
    }
}
