//! The part of the page that is about one submission.

use std::io;

use maud::{Markup, PreEscaped, html};

use super::evidence::{evidence, said};
use super::{Pictures, case_name, overview};
use crate::journal::results::Results;
use crate::language::Language;
use crate::record::{Outcome, Preparation};
use crate::report::diagnosis::{self, Reader};
use crate::report::{visible, words};
use crate::suite::plan::Credit;

/// What is known of a submission, rendered as far as it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    /// What is said about it as a whole: that it does not compile; a diagnosis.
    remarks: String,
    /// A row for each case.
    rows: String,
    /// What shows that the verdicts are right.
    evidence: String,
    /// How many failures have no evidence here because there is no room.
    without: usize,
    /// Whether nothing was run, so that there is nothing to say case by case.
    is_unbuilt: bool,
}

impl Section {
    /// All that the reader may know of a submission, with so many bytes of evidence.
    ///
    /// # Errors
    /// When what was printed cannot be read again.
    pub(super) fn new(
        results: &Results<'_>,
        submission: usize,
        (reader, lang): (Reader, &Language),
        share: usize,
        pictures: &mut dyn Pictures,
    ) -> io::Result<Self> {
        let plan = results.plan();
        let preparation = results.preparation(submission)?;
        let mut section = Self {
            remarks: prepared(&preparation, reader, lang).into_string(),
            is_unbuilt: matches!(preparation, Preparation::Failed { .. }),
            ..Self::default()
        };
        for (index, case) in plan.cases.iter().enumerate() {
            if plan.has_suite && plan.cases_of(case.group).next() == Some(index) {
                section.rows += &group(results, submission, case.group, lang).into_string();
            }
            let outcome = results.outcome(submission, index)?;
            let is_hidden = !reader.may_see(plan, index);
            let text = words::about(&outcome, case, "The program", is_hidden);
            let text = lang.say(&text);
            let code = match &outcome {
                Outcome::Judged(judgement) => judgement.verdict.code(),
                Outcome::Skipped => "skipped",
                Outcome::Fault(_) => "not judged",
            };
            let told = match &outcome {
                Outcome::Judged(judgement) if !is_hidden => Some(judgement),
                _ => None,
            };
            let run = told.and_then(|judgement| judgement.run);
            let failed = told.filter(|judgement| !judgement.verdict.is_accepted());
            let is_full = !section.evidence.is_empty() && section.evidence.len() >= share;
            section.without += usize::from(is_full && failed.is_some());
            let shown = failed.filter(|_| !is_full).and_then(|judgement| {
                evidence(judgement, index, (reader == Reader::Staff, lang), pictures)
            });
            let name = case_name(plan, index, reader, lang);
            let id = format!("s{submission}c{index}");
            let points = points_of(results, submission, index);
            let row = html! {
                tr {
                    th.long scope="row" {
                        @if shown.is_some() { a href=(format!("#{id}")) { (name) } } @else { (name) }
                    }
                    td { (overview::code(code, lang)) }
                    td.n { @if let Some(points) = points { (words::number(points)) } }
                    td.n { @if let Some(run) = run { (seconds(run.usage.cpu.as_secs_f64())) } }
                    td { (text) }
                }
            };
            section.rows += &row.into_string();
            let part = shown.map(|shown| {
                html! {
                    section.failure {
                        h3 id=(id) tabindex="-1" { (name) ": " (overview::code(code, lang)) }
                        p { (text) }
                        (shown)
                    }
                }
            });
            section.evidence.extend(part.map(Markup::into_string));
        }
        if let Some(diagnosis) = results.diagnosis(submission) {
            let words = diagnosis::words(diagnosis, plan, (reader, lang));
            let remark = html! {
                h3 { (lang.say("Diagnosis")) }
                p.diagnosis { (words.trim_end()) }
            };
            section.remarks += &remark.into_string();
        }
        Ok(section)
    }

    /// The part as it is on the page of a class.
    pub(super) fn folded(&self, results: &Results<'_>, index: usize, lang: &Language) -> Markup {
        html! {
            details id=(format!("s{index}")) {
                summary {
                    span.name { (visible::name(&results.plan().submissions[index].name)) }
                    span.faint { " " (summed_up(results, index, lang)) }
                }
                noscript { (self.contents(Reader::Staff, lang)) }
            }
        }
    }

    /// All there is to be read.
    pub(super) fn contents(&self, reader: Reader, lang: &Language) -> Markup {
        html! {
            (PreEscaped(&self.remarks))
            @if !self.is_unbuilt { (self.cases(reader, lang)) }
        }
    }

    /// Every case, and what shows that the verdicts are right.
    fn cases(&self, reader: Reader, lang: &Language) -> Markup {
        html! {
            div.scroll {
                table.results {
                    caption { (lang.say("Every case")) }
                    thead { tr {
                        th scope="col" { (lang.say("case")) } th scope="col" { (lang.say("verdict")) }
                        th.n scope="col" { (lang.say("points")) } th.n scope="col" { (lang.say("seconds")) }
                        th scope="col" { (lang.say("in words")) }
                    } }
                    tbody { (PreEscaped(&self.rows)) }
                }
            }
            (PreEscaped(&self.evidence))
            @if self.without > 0 {
                p.faint {
                    (lang.say(&format!(
                        "{} without details here{}.",
                        words::count(self.without, "more failure"),
                        if reader == Reader::Staff { "; grade --show SUBMISSION/CASE has them" } else { "" }
                    )))
                }
            }
        }
    }
}

/// How it was made ready, where there is something to be said of that.
fn prepared(preparation: &Preparation, reader: Reader, lang: &Language) -> Markup {
    html! {
        @match preparation {
            Preparation::Failed { reason, compilation } => {
                p { strong {
                    (lang.say("Not compiled, so no case was run:")) " " (visible::name(&lang.say(reason)))
                } }
                @if !compilation.command.is_empty() {
                    p.mono { (visible::name(&compilation.command)) }
                }
                @if !compilation.words.text.is_empty() { (said(&compilation.words, lang)) }
            }
            // What is said of the cases says so to students.
            Preparation::Fault(fault) if reader == Reader::Staff => {
                p { strong { (lang.say("Not judged:")) } " " (visible::name(&fault.message)) }
            }
            _ => {}
        }
    }
}

/// The head of a group's cases: what it is worth, and what part of it is reached.
fn group(results: &Results<'_>, submission: usize, number: usize, lang: &Language) -> Markup {
    let plan = results.plan();
    let group = &plan.groups[number];
    let points = results.points(submission).map(|points| points[number]);
    let passes = |case: &usize| results.passes(submission, *case);
    let (cases, passed) = (plan.cases_of(number), plan.cases_of(number).filter(passes));
    let is_unmet = |other: &&usize| !plan.cases_of(**other).all(|case| passes(&case));
    let unmet = group.requires.iter().filter(is_unmet);
    html! {
        tr.group {
            th.long scope="rowgroup" { (visible::name(&group.name)) }
            td {}
            td.n {
                @if let Some(points) = points { (overview::points_of(points, group.points, lang)) }
            }
            td {}
            td.faint {
                (lang.say(&format!(
                    "{} of {} passed", passed.count(), words::count(cases.count(), "case")
                )))
                @if group.credit == Credit::Group {
                    "; " (lang.say("points only for all of them"))
                }
                @for other in unmet {
                    @let name = visible::name(&plan.groups[*other].name);
                    "; " (lang.say(&format!("no points without all of {name}")))
                }
            }
        }
    }
}

/// What a case adds to the points of its group; none where a group's points are given as a whole,
/// or depend on other groups, or something could not be judged.
fn points_of(results: &Results<'_>, submission: usize, case: usize) -> Option<f64> {
    let plan = results.plan();
    let group = &plan.groups[plan.cases[case].group];
    let is_alone = group.credit == Credit::Case && group.requires.is_empty();
    let is_known = results.score(submission).is_some();
    let share = results.share(submission, case).unwrap_or(0.0);
    (is_alone && is_known).then(|| share * plan.points_of(case))
}

/// `3 of 4 passed, 8 of 12 points.`
pub(super) fn summed_up(results: &Results<'_>, index: usize, lang: &Language) -> String {
    let plan = results.plan();
    let (tally, cases) = (results.tally(index), plan.cases.len());
    let Some(score) = results.score(index) else {
        let cases = words::count(cases, "case");
        let text = format!(
            "No points: {} of {cases} could not be judged because of a failure of the judge.",
            tally.faults
        );
        return lang.say(&text).into_owned();
    };
    let (points, of) = (words::number(score), words::number(plan.max_points()));
    let text = format!(
        "{} of {cases} passed, {points} of {of} points.",
        tally.passed()
    );
    lang.say(&text).into_owned()
}

/// Seconds with three decimals.
pub(super) fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}
