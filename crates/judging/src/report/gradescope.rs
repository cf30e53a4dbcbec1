//! A `results.json` as Gradescope's autograder expects it, for a student to read: there, one
//! submission is graded at a time.
//!
//! Each test is worth its share of its group's points; in a group that gives its points only
//! when all its cases pass, no test scores unless all do. Of a hidden case nothing but the
//! verdict is in the file, and only staff get to see that. When some case could not be judged
//! for reasons of ours there is no score at all, and the file says why.

use std::io::{self, Write};

use serde::Serialize;

use super::class::{Class, Result};
use super::diagnosis::{self, Reader};
use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::diagnosis::{Certainty, Diagnosis};
use crate::event::{Event, Listener};
use crate::plan::{Case, Credit, Plan, Visibility};
use crate::record::{Outcome, Preparation};

const EVIDENCE: Evidence = Evidence {
    colour: false,
    diff_lines: 30,
    said_lines: 20,
};

/// Text is shown as it is, whatever is in it.
const PLAIN: &str = "text";

/// Writes the file, at the end.
#[derive(Debug)]
pub struct Gradescope<W> {
    out: W,
    class: Option<Class>,
    /// What is said about the submission as a whole.
    remark: String,
    /// What is said about each case.
    texts: Vec<String>,
}

#[derive(Serialize)]
struct Results<'a> {
    tests: Vec<Test<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    output: String,
    output_format: &'static str,
}

#[derive(Serialize)]
struct Test<'a> {
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    visibility: &'static str,
    output: &'a str,
    name_format: &'static str,
    output_format: &'static str,
}

/// The submission: there is no other.
const ONLY: usize = 0;

impl<W: Write> Gradescope<W> {
    /// A file that is written to `out`, of a plan with one submission.
    pub fn new(out: W) -> Self {
        Self {
            out,
            class: None,
            remark: String::new(),
            texts: Vec::new(),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(class) = &self.class else {
            return Ok(());
        };
        let tests = class.results_of(ONLY);
        let results = Results {
            tests: tests
                .map(|(case, result)| test(class, case, result, &self.texts[case]))
                .collect(),
            score: class.score(ONLY),
            output: format!("{}{}", self.remark, summed_up(class)),
            output_format: PLAIN,
        };
        serde_json::to_writer_pretty(&mut self.out, &results)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

impl<W: Write> Listener for Gradescope<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        if let Event::Begin(plan) = event {
            self.texts = vec![String::new(); plan.cases.len()];
            self.class = Some(Class::new(plan));
        }
        let Some(class) = &mut self.class else {
            return Ok(());
        };
        class.take(event);
        match event {
            Event::Begin(_) | Event::Progress(_) => {}
            Event::Prepared { preparation, .. } => self.remark = remark(preparation),
            Event::Finished { case, outcome, .. } => {
                self.texts[case] = text(&class.plan().cases[case], outcome);
            }
            Event::Diagnosed { diagnosis, .. } => {
                self.remark += &words_of(diagnosis, class.plan());
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
        // What is said of the cases says so.
        Preparation::Fault(_) => String::new(),
    }
}

/// What is said about a submission that was diagnosed; our own troubles are left out.
fn words_of(diagnosis: &Diagnosis, plan: &Plan) -> String {
    match diagnosis.certainty {
        Certainty::Fault => String::new(),
        _ => diagnosis::words(diagnosis, plan, Reader::Student),
    }
}

fn summed_up(class: &Class) -> String {
    let plan = class.plan();
    let tally = class.tally(ONLY);
    let (passed, faults) = (tally.passed(), tally.faults);
    let cases = words::count(plan.cases.len(), "case");
    let Some(score) = class.score(ONLY) else {
        return format!(
            "There is no score: {faults} of {cases} could not be judged because of a failure of \
             the judge. It says nothing about your program.\n"
        );
    };
    if !plan.has_suite {
        return format!("{passed} of {cases} passed.\n");
    }
    let (points, of) = (words::number(score), words::number(plan.max_points()));
    format!("{passed} of {cases} passed, {points} of {of} points.\n")
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

fn test<'a>(class: &Class, case: usize, result: &Result, output: &'a str) -> Test<'a> {
    let plan = class.plan();
    let about = &plan.cases[case];
    let members: Vec<usize> = plan.cases_of(about.group).collect();
    let passes = class.passes(ONLY, case);
    let scores = match plan.groups[about.group].credit {
        Credit::Case => passes,
        Credit::Group => members.iter().all(|member| class.passes(ONLY, *member)),
    };
    let share = plan.groups[about.group].points / members.len() as f64;
    let number = [
        plan.has_suite.then_some(about.group),
        members.iter().position(|member| *member == case),
    ];
    let number = number.iter().flatten().map(|index| (index + 1).to_string());
    // Of the scores of tests a score of the whole would be made.
    let is_scored = class.score(ONLY).is_some();
    let is_judged = !matches!(result, Result::Fault(_));
    Test {
        name: visible::name(&about.name).into_owned(),
        number: number.collect::<Vec<_>>().join("."),
        score: is_scored.then_some(if scores { share } else { 0.0 }),
        max_score: is_scored.then_some(share),
        status: is_judged.then_some(if passes { "passed" } else { "failed" }),
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
    use crate::plan::Plan;
    use crate::report::sample;

    /// The file of one of the sample's submissions.
    fn results(plan: &Plan, submission: usize) -> String {
        let mut plan = plan.clone();
        plan.submissions = vec![plan.submissions[submission].clone()];
        let mut out = Vec::new();
        sample::play_as(&plan, submission, &mut Gradescope::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    fn json(plan: &Plan, submission: usize) -> serde_json::Value {
        serde_json::from_str(&results(plan, submission)).unwrap()
    }

    #[test]
    fn golden() {
        let all = (0..6).map(|submission| results(&sample::plan(), submission));
        sample::assert_golden("gradescope.txt", &all.collect::<String>());
    }

    #[test]
    fn tests_are_numbered_by_group() {
        let json = json(&sample::plan(), 0);
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
        let json = json(&sample::plan_without_suite(), 2);
        let test = &json["tests"][3];
        assert_eq!(test["name"], "s1/secret");
        assert_eq!(test["number"], "4");
        assert_eq!(
            (&test["score"], &test["max_score"]),
            (&1.0.into(), &1.0.into())
        );
        assert_eq!(test["visibility"], "visible");
    }

    #[test]
    fn our_failures_leave_no_score_anywhere() {
        let text = results(&sample::plan(), 4);
        assert!(!text.contains("score\":"), "{text}");
        assert!(!text.contains("\"status\""), "{text}");
        let output = json(&sample::plan(), 4)["output"].clone();
        assert_eq!(
            output,
            "There is no score: 4 of 4 cases could not be judged because of a failure of the \
             judge. It says nothing about your program.\n"
        );
    }

    #[test]
    fn nothing_of_a_hidden_case_is_shown() {
        let all = |plan: &Plan| -> String { (0..6).map(|it| results(plan, it)).collect() };
        assert!(!all(&sample::plan()).contains(sample::SECRET));
        // What would be shown if it were not hidden.
        assert!(all(&sample::plan_without_suite()).contains(sample::SECRET));
    }
}
