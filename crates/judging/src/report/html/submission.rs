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
use crate::suite::plan::{Credit, Plan};

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

/// Which result is added, and how much of it may be shown.
#[derive(Clone, Copy)]
struct Place<'a> {
    submission: usize,
    case: usize,
    reader: Reader,
    lang: &'a Language,
    /// How many bytes of evidence the submission may have.
    share: usize,
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
        let mut section = Self::default();
        section.prepared(&results.preparation(submission)?, reader, lang);
        for case in 0..plan.cases.len() {
            let place = Place {
                submission,
                case,
                reader,
                lang,
                share,
            };
            if plan.has_suite && plan.cases_of(plan.cases[case].group).next() == Some(case) {
                section.group(results, place);
            }
            let points = points_of(results, submission, case);
            let outcome = results.outcome(submission, case)?;
            section.add(plan, place, &outcome, points, pictures);
        }
        if let Some(diagnosis) = results.diagnosis(submission) {
            section.diagnosed(&diagnosis::words(diagnosis, plan, (reader, lang)), lang);
        }
        Ok(section)
    }

    /// Takes how it was made ready.
    fn prepared(&mut self, preparation: &Preparation, reader: Reader, lang: &Language) {
        let remark = match preparation {
            Preparation::Ready(_) => return,
            Preparation::Failed {
                reason,
                compilation,
            } => html! {
                p { strong {
                    (lang.say("Not compiled, so no case was run:")) " " (visible::name(&lang.say(reason)))
                } }
                @if !compilation.command.is_empty() {
                    p.mono { (visible::name(&compilation.command)) }
                }
                @if !compilation.words.text.is_empty() { (said(&compilation.words, lang)) }
            },
            // What is said of the cases says so to students.
            Preparation::Fault(_) if reader == Reader::Student => return,
            Preparation::Fault(fault) => html! {
                p { strong { (lang.say("Not judged:")) } " " (visible::name(&fault.message)) }
            },
        };
        self.is_unbuilt = matches!(preparation, Preparation::Failed { .. });
        self.remarks += &remark.into_string();
    }

    /// Begins the cases of a group: what it is worth, and what part of it is reached.
    fn group(&mut self, results: &Results<'_>, place: Place<'_>) {
        let plan = results.plan();
        let number = plan.cases[place.case].group;
        let (group, lang) = (&plan.groups[number], place.lang);
        let points = results
            .points(place.submission)
            .map(|points| points[number]);
        let cases = || plan.cases_of(number);
        let passed = cases().filter(|&case| results.passes(place.submission, case));
        let unmet: Vec<&str> = group
            .requires
            .iter()
            .filter(|&&other| {
                let mut others = plan.cases_of(other);
                !others.all(|case| results.passes(place.submission, case))
            })
            .map(|&other| &*plan.groups[other].name)
            .collect();
        let row = html! {
            tr.group {
                th.long scope="rowgroup" { (visible::name(&group.name)) }
                td {}
                td.n {
                    @if let Some(points) = points {
                        (overview::points_of(points, group.points, lang))
                    }
                }
                td {}
                td.faint {
                    (lang.say(&format!(
                        "{} of {} passed", passed.count(), words::count(cases().count(), "case")
                    )))
                    @if group.credit == Credit::Group {
                        "; " (lang.say("points only for all of them"))
                    }
                    @for name in unmet {
                        "; " (lang.say(&format!("no points without all of {}", visible::name(name))))
                    }
                }
            }
        };
        self.rows += &row.into_string();
    }

    /// Takes what is wrong with it.
    fn diagnosed(&mut self, words: &str, lang: &Language) {
        let remark = html! {
            h3 { (lang.say("Diagnosis")) }
            p.diagnosis { (words.trim_end()) }
        };
        self.remarks += &remark.into_string();
    }

    /// Takes what came of a case.
    fn add(
        &mut self,
        plan: &Plan,
        place: Place<'_>,
        outcome: &Outcome,
        points: Option<f64>,
        pictures: &mut dyn Pictures,
    ) {
        let (case, lang) = (&plan.cases[place.case], place.lang);
        let hidden = !place.reader.may_see(plan, place.case);
        let text = match hidden {
            true => words::about_hidden(outcome, case, "The program"),
            false => words::about(outcome, case, "The program"),
        };
        let text = lang.say(&text);
        let code = match outcome {
            Outcome::Judged(judgement) => judgement.verdict.code(),
            Outcome::Skipped => "skipped",
            Outcome::Fault(_) => "not judged",
        };
        let used = match outcome {
            Outcome::Judged(judgement) if !hidden => judgement.run.map(|run| run.usage),
            _ => None,
        };
        let name = case_name(plan, place.case, place.reader, lang);
        let (id, shown) = (
            format!("s{}c{}", place.submission, place.case),
            self.shown(place, outcome, hidden, pictures),
        );
        let row = html! {
            tr {
                th.long scope="row" {
                    @if shown.is_some() { a href=(format!("#{id}")) { (name) } } @else { (name) }
                }
                td { (overview::code(code, lang)) }
                td.n { @if let Some(points) = points { (words::number(points)) } }
                td.n { @if let Some(used) = used { (seconds(used.cpu.as_secs_f64())) } }
                td { (text) }
            }
        };
        self.rows += &row.into_string();
        if let Some(shown) = shown {
            let part = html! {
                section.failure {
                    h3 id=(id) tabindex="-1" { (name) ": " (overview::code(code, lang)) }
                    p { (text) }
                    (shown)
                }
            };
            self.evidence += &part.into_string();
        }
    }

    fn shown(
        &mut self,
        place: Place<'_>,
        outcome: &Outcome,
        hidden: bool,
        pictures: &mut dyn Pictures,
    ) -> Option<Markup> {
        let Outcome::Judged(judgement) = outcome else {
            return None;
        };
        if hidden || judgement.verdict.is_accepted() {
            return None;
        }
        if !self.evidence.is_empty() && self.evidence.len() >= place.share {
            self.without += 1;
            return None;
        }
        evidence(
            judgement,
            place.case,
            (place.reader == Reader::Staff, place.lang),
            pictures,
        )
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
