//! A `results.json` as Gradescope's autograder expects it, for a student to read: there, one
//! submission is graded at a time.
//!
//! Each test is worth its share of its group's points; in a group that gives its points only
//! when all its cases pass, no test scores unless all do. Of a hidden case nothing but the
//! verdict is in the file, and only staff get to see that. When some case could not be judged
//! because of a fault on plyjudge's side there is no score at all, and the file says why.

use std::io::{self, Write};

use serde::Serialize;

use super::diagnosis::{self, Reader};
use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::results::{Brief, Results};
use crate::json::{Fields, field};
use crate::language::Language;
use crate::record::{Outcome, Preparation};
use crate::suite::plan::{Case, Credit, Plan, Visibility};

const EVIDENCE: Evidence<'_> = Evidence::plain(30, 20);

/// Text is shown as it is, whatever is in it.
const PLAIN: &str = "text";

/// The submission: there is no other.
pub(super) const ONLY: usize = 0;

/// Writes the file, of results with one submission.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(results: &Results<'_>, lang: &Language, out: &mut dyn Write) -> io::Result<()> {
    let plan = results.plan();
    let tests = results.results_of(ONLY).map(|(case, brief)| {
        let about = &plan.cases[case];
        // What is shown later is told as it will be read.
        let is_shown = about.visibility != Visibility::Hidden;
        let text = text(about, &results.outcome(ONLY, case)?, is_shown, lang);
        Ok(test(results, case, brief, text))
    });
    // What the run script prints may quote files that students do not see.
    let document = field("stdout_visibility", "hidden")
        .with("tests", tests.collect::<io::Result<Vec<_>>>()?)
        .maybe("score", results.score(ONLY))
        .with("output", about(results, lang)?)
        .with("output_format", PLAIN);
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)?;
    out.flush()
}

/// What is said about the whole submission.
pub(super) fn about(results: &Results<'_>, lang: &Language) -> io::Result<String> {
    let mut text = remark(&results.preparation(ONLY)?, lang);
    if let Some(diagnosis) = results.diagnosis(ONLY) {
        text += &words_of(diagnosis, results.plan(), lang);
    }
    Ok(text + &lang.say_lines(&summed_up(results)))
}

/// What is said about a submission that could not be run.
fn remark(preparation: &Preparation, lang: &Language) -> String {
    match preparation {
        Preparation::Ready(_) => String::new(),
        Preparation::Failed {
            reason,
            compilation,
        } => to_text(|out| {
            let text = format!("Your program could not be compiled: {reason}.");
            EVIDENCE.compiled(Some(&lang.say(&text)), compilation, out)
        }),
        // What is said of the cases says so.
        Preparation::Fault(_) => String::new(),
    }
}

/// What is said about a submission that was diagnosed; our own troubles are left out.
fn words_of(diagnosis: &Diagnosis, plan: &Plan, lang: &Language) -> String {
    match diagnosis.certainty {
        Certainty::Fault => String::new(),
        _ => diagnosis::words(diagnosis, plan, (Reader::Student, lang)),
    }
}

fn summed_up(results: &Results<'_>) -> String {
    let plan = results.plan();
    let tally = results.tally(ONLY);
    let (passed, faults) = (tally.passed(), tally.faults);
    let cases = words::count(plan.cases.len(), "case");
    let Some(score) = results.score(ONLY) else {
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

/// What a test says; of one that is not shown, the verdict.
pub(super) fn text(case: &Case, outcome: &Outcome, is_shown: bool, lang: &Language) -> String {
    let words = words::about(outcome, case, "Your program", !is_shown);
    let words = lang.say(&words).into_owned();
    match outcome {
        Outcome::Judged(judgement) if is_shown => {
            let text = format!("{words}\n{}", Evidence { lang, ..EVIDENCE }.text(judgement));
            text.trim_end_matches('\n').to_owned()
        }
        _ => words,
    }
}

fn test(results: &Results<'_>, case: usize, result: &Brief, output: String) -> impl Serialize {
    let plan = results.plan();
    let about = &plan.cases[case];
    let members: Vec<usize> = plan.cases_of(about.group).collect();
    let passes = results.passes(ONLY, case);
    let scores = match plan.groups[about.group].credit {
        Credit::Case => passes,
        Credit::Group => members.iter().all(|member| results.passes(ONLY, *member)),
    };
    let share = plan.groups[about.group].points / members.len() as f64;
    let number = [
        plan.has_suite.then_some(about.group),
        members.iter().position(|member| *member == case),
    ];
    let number = number.iter().flatten().map(|index| (index + 1).to_string());
    // Of the scores of tests a score of the whole would be made.
    let is_scored = results.score(ONLY).is_some();
    let is_judged = !matches!(result, Brief::Fault(_));
    let visibility = match about.visibility {
        Visibility::Visible => "visible",
        Visibility::Hidden => "hidden",
        Visibility::AfterDueDate => "after_due_date",
        Visibility::AfterPublished => "after_published",
    };
    let status = if passes { "passed" } else { "failed" };
    field("name", visible::name(&about.name))
        .with("number", number.collect::<Vec<_>>().join("."))
        .maybe(
            "score",
            is_scored.then_some(if scores { share } else { 0.0 }),
        )
        .maybe("max_score", is_scored.then_some(share))
        .maybe("status", is_judged.then_some(status))
        .with("visibility", visibility)
        .with("output", output)
        .with("name_format", PLAIN)
        .with("output_format", PLAIN)
}

#[cfg(test)]
mod tests {
    use crate::language::ENGLISH;
    use crate::report::sample;
    use crate::suite::plan::{Plan, Visibility};

    /// The file of one of the sample's submissions.
    fn results(plan: &Plan, submission: usize) -> String {
        let mut plan = plan.clone();
        plan.submissions = vec![plan.submissions[submission].clone()];
        let mut out = Vec::new();
        sample::with_models(&plan, &|_| submission, |results| {
            super::write(results, &ENGLISH, &mut out).unwrap()
        });
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
    fn tests_are_shown_when_the_suite_says() {
        let mut plan = sample::plan();
        plan.cases[1].visibility = Visibility::AfterDueDate;
        plan.cases[2].visibility = Visibility::AfterPublished;
        let json = json(&plan, 3);
        let tests = json["tests"].as_array().unwrap();
        let visibility: Vec<&str> = tests
            .iter()
            .map(|it| it["visibility"].as_str().unwrap())
            .collect();
        assert_eq!(
            visibility,
            ["visible", "after_due_date", "after_published", "hidden"]
        );
        // What is read later says why; what is never read does not.
        let is_hidden = |it: &serde_json::Value| {
            let output = it["output"].as_str().unwrap();
            output.contains("case is hidden")
        };
        let hidden: Vec<bool> = tests.iter().map(is_hidden).collect();
        assert_eq!(hidden, [false, false, false, true]);
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
