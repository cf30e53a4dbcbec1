//! The class at a glance, and the table of submissions.

use std::fmt::Write;

use maud::{Markup, html};

use super::submission::seconds;
use crate::html::drawn;
use crate::journal::diagnosis::Diagnosis;
use crate::journal::results::{Prepared, Results, Tally};
use crate::language::Language;
use crate::report::alike::Alike;
use crate::report::{diagnosis, visible, words};
use crate::suite::plan::Plan;
use crate::verdict::Verdict;

/// How many of the slowest submissions are listed.
const SLOWEST: usize = 10;
/// How many bars the histogram of points has.
const BINS: usize = 10;

/// A verdict's code with its name, coloured by whether it is good.
pub(super) fn code(code: &str, lang: &Language) -> Markup {
    let class = match code {
        "AC" => "code ac",
        "skipped" | "not judged" => "code na",
        _ => "code no",
    };
    html! { span class=(class) { (lang.say(code)) } }
}

/// Points, cases, the slowest and what flickers.
pub(super) fn overview(results: &Results<'_>, lang: &Language) -> Markup {
    html! {
        section.glance aria-labelledby="class-title" {
            h2 #class-title { (lang.say("The class")) }
            div.columns {
                div { (histogram(results, lang)) (slowest(results, lang)) (flickering(results, lang)) }
                div { (cases(results, lang)) }
            }
        }
    }
}

fn histogram(results: &Results<'_>, lang: &Language) -> Markup {
    let most = results.plan().max_points();
    let mut counts = [0_usize; BINS];
    let submissions = 0..results.plan().submissions.len();
    let unknown = submissions.len();
    let scores: Vec<f64> = submissions.filter_map(|it| results.score(it)).collect();
    let unknown = unknown - scores.len();
    for score in scores {
        let share = if most > 0.0 { score / most } else { 0.0 };
        counts[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let bound = |bin: usize| words::number(most * bin as f64 / BINS as f64);
    let mut svg = String::from(
        "<svg class=\"histogram\" viewBox=\"0 0 420 150\" role=\"img\" \
         aria-labelledby=\"histogram-title\">",
    );
    for (bin, &count) in counts.iter().enumerate() {
        let height = 100.0 * count as f64 / highest as f64;
        let (x, y) = (10 + 40 * bin, 120.0 - height);
        _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x}\" y=\"{y:.1}\" width=\"36\" height=\"{height:.1}\"/>"
        );
        if count > 0 {
            let (x, y) = (x + 18, y - 4.0);
            _ = write!(svg, "<text x=\"{x}\" y=\"{y:.1}\">{count}</text>");
        }
        let x = 8 + 40 * bin;
        _ = write!(svg, "<text x=\"{x}\" y=\"138\">{}</text>", bound(bin));
    }
    _ = write!(
        svg,
        "<text x=\"408\" y=\"138\">{}</text></svg>",
        bound(BINS)
    );
    html! {
        h3 #histogram-title { (lang.say("Submissions by points")) }
        (drawn(svg))
        @if unknown > 0 {
            p.faint {
                (lang.say(&format!(
                    "{} {} not judged in all cases.",
                    words::count(unknown, "submission"),
                    if unknown == 1 { "is left out, for it was" } else { "are left out, for they were" }
                )))
            }
        }
        details {
            summary { (lang.say("As a table")) }
            table {
                thead { tr { th scope="col" { (lang.say("points")) } th.n scope="col" { (lang.say("submissions")) } } }
                tbody {
                    @for (bin, count) in counts.iter().enumerate() {
                        tr { th scope="row" { (lang.say(&format!("{} to {}", bound(bin), bound(bin + 1)))) } td.n { (count) } }
                    }
                }
            }
        }
    }
}

fn slowest(results: &Results<'_>, lang: &Language) -> Markup {
    let plan = results.plan();
    let mut all: Vec<(usize, usize, f64)> = Vec::new();
    for submission in 0..plan.submissions.len() {
        // Who is stopped by the limit says nothing of what the work takes.
        let ended = results.results_of(submission).filter_map(|(case, result)| {
            let is_stopped = result.verdict() == Some(Verdict::TimeLimit);
            let usage = result.usage().filter(|_| !is_stopped)?;
            Some((submission, case, usage.cpu.as_secs_f64()))
        });
        all.extend(ended.max_by(|one, other| one.2.total_cmp(&other.2)));
    }
    all.sort_by(|one, other| other.2.total_cmp(&one.2));
    all.truncate(SLOWEST);
    if all.is_empty() {
        return html! {};
    }
    html! {
        h3 { (lang.say("The slowest")) }
        div.scroll { table {
            thead { tr {
                th scope="col" { (lang.say("submission")) } th scope="col" { (lang.say("case")) }
                th.n scope="col" { (lang.say("seconds")) }
            } }
            tbody {
                @for (submission, case, used) in all {
                    tr {
                        th.long scope="row" { (link(results, submission)) }
                        td.long { (visible::name(&plan.cases[case].name)) }
                        td.n { (seconds(used)) }
                    }
                }
            }
        } }
    }
}

fn link(results: &Results<'_>, submission: usize) -> Markup {
    let name = &results.plan().submissions[submission].name;
    html! { a href=(format!("#s{submission}")) { (visible::name(name)) } }
}

fn flickering(results: &Results<'_>, lang: &Language) -> Markup {
    let plan = results.plan();
    let submissions = 0..plan.submissions.len();
    let pairs: Vec<(usize, usize)> = submissions
        .flat_map(|submission| {
            let results = results.results_of(submission);
            let flickers = results.filter(|(_, result)| result.flickers());
            flickers.map(move |(case, _)| (submission, case))
        })
        .collect();
    if pairs.is_empty() {
        return html! {};
    }
    html! {
        h3 { (lang.say("Not the same each time")) }
        ul {
            @for (submission, case) in pairs {
                li { (link(results, submission)) ": " (visible::name(&plan.cases[case].name)) }
            }
        }
    }
}

fn cases(results: &Results<'_>, lang: &Language) -> Markup {
    let plan = results.plan();
    html! {
        h3 { (lang.say("Cases")) }
        div.scroll.tall tabindex="0" role="region" aria-label=(lang.say("Table of cases")) {
            table {
                thead { tr {
                    th scope="col" { (lang.say("case")) } th.n scope="col" { (lang.say("passed")) }
                    th scope="col" { span.sr { (lang.say("share")) } } th scope="col" { (lang.say("others")) }
                } }
                tbody {
                    @for (case, about) in plan.cases.iter().enumerate() {
                        @let tally = results.case_tally(case);
                        tr {
                            th.long scope="row" { (visible::name(&about.name)) }
                            td.n { (tally.passed()) }
                            td { (share(tally, plan.submissions.len())) }
                            td.faint { (others(tally, lang)) }
                        }
                    }
                }
            }
        }
    }
}

/// All verdicts but AC with their counts.
fn others(tally: Tally, lang: &Language) -> String {
    let all = tally.not_passed();
    let said = all.split(", ").map(|it| lang.say(it));
    said.collect::<Vec<_>>().join(", ")
}

fn share(tally: Tally, of: usize) -> Markup {
    let width = 100 * tally.passed() / of.max(1);
    drawn(format!(
        "<svg class=\"share\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\"><rect class=\"all\" width=\"100\" height=\"10\"/><rect \
         class=\"bar\" width=\"{width}\" height=\"10\"/></svg>"
    ))
}

/// Most groups that have a column of their own.
const GROUPS: usize = 6;

/// How the class did, in a sentence.
fn summed_up(results: &Results<'_>, lang: &Language) -> Markup {
    let submissions = 0..results.plan().submissions.len();
    let mut scores: Vec<f64> = submissions.filter_map(|it| results.score(it)).collect();
    scores.sort_by(f64::total_cmp);
    let Some(last) = scores.len().checked_sub(1) else {
        return html! {};
    };
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let median = f64::midpoint(scores[last / 2], scores[scores.len() / 2]);
    html! {
        p {
            (lang.say(&format!(
                "Of {} points: mean {}, median {}.",
                words::number(results.plan().max_points()),
                words::number(mean),
                words::number(median)
            )))
        }
    }
}

/// The table of submissions, which the page's script sorts and filters.
pub(super) fn submissions(results: &Results<'_>, lang: &Language) -> Markup {
    let plan = results.plan();
    let mut heads = vec![(lang.say("submission"), false), (lang.say("points"), true)];
    if has_columns(plan) {
        heads.extend(
            plan.groups
                .iter()
                .map(|group| (visible::name(&group.name), true)),
        );
    }
    heads.extend([(lang.say("passed"), true), (lang.say("seconds"), true)]);
    let is_diagnosed = is_diagnosed(results);
    html! {
        section #submissions aria-labelledby="submissions-title" {
            h2 #submissions-title { (lang.say("Submissions")) }
            (summed_up(results, lang))
            p #filters hidden {
                label { (lang.say("Name contains")) " " input type="search" #filter-name autocomplete="off"; } " "
                label {
                    (lang.say("with")) " "
                    select #filter-code {
                        option value="" { (lang.say("any verdict")) }
                        @for code in Tally::CODES { option value=(code) { (lang.say(code)) } }
                        option value="flickers" { (lang.say("unstable")) }
                        option value="nonzero" { (lang.say("nonzero exit status")) }
                        option value="na" { (lang.say("not judged")) }
                    }
                } " "
                span #shown role="status" {}
            }
            div.scroll tabindex="0" role="region" aria-label=(lang.say("Table of submissions")) {
                table.sortable.cards #class-table {
                    thead { tr {
                        @for (name, number) in heads {
                            th.n[number] scope="col" { (name) }
                        }
                        th scope="col" data-fixed="" { (lang.say("verdicts")) }
                        th scope="col" data-fixed="" { (lang.say("first failed")) }
                        @if is_diagnosed { th scope="col" { (lang.say("what is wrong")) } }
                    } }
                    tbody {
                        @for index in 0..plan.submissions.len() { (submission_row(results, index, lang)) }
                    }
                }
            }
            @if !plan.not_programs.is_empty() {
                p.faint {
                    (lang.say("Not programs, and not graded:")) " "
                    @for (place, other) in plan.not_programs.iter().enumerate() {
                        @if place > 0 { ", " }
                        (visible::name(&other.name))
                    }
                    "."
                }
            }
        }
    }
}

/// What several submissions have in common: mistakes, failures, sources; and what is to be asked of
/// expected outputs.
pub(super) fn in_common(results: &Results<'_>, lang: &Language) -> Markup {
    let mistakes = diagnosis::page::of_class(results);
    let mistakes: Vec<_> = mistakes
        .iter()
        .filter(|it| it.submissions.len() > 1)
        .collect();
    let alike = Alike::of(results);
    let facts = alike.facts();
    let is_nothing = mistakes.is_empty() && facts.is_empty();
    let number = |names: &[&str]| {
        let text = words::count(names.len(), "submission");
        lang.say(&text).into_owned()
    };
    html! {
        @if !is_nothing {
            section aria-labelledby="common-title" {
                h2 #common-title { (lang.say("What submissions have in common")) }
                ul.common {
                    @for it in mistakes {
                        li { (number(&it.submissions)) ": " (visible::name(&lang.say(it.what))) ": " (links(results, &it.submissions)) }
                    }
                    @for (fact, members) in &facts {
                        li { (lang.say(fact)) ": " (links(results, members)) }
                    }
                }
            }
        }
    }
}

/// The names of submissions, each leading to its part of the page.
fn links(results: &Results<'_>, names: &[&str]) -> Markup {
    let all = &results.plan().submissions;
    html! {
        @for (place, name) in names.iter().enumerate() {
            @if place > 0 { ", " }
            @if let Some(index) = all.iter().position(|it| it.name == *name) { (link(results, index)) }
        }
    }
}

/// Whether each group has a column of its own.
fn has_columns(plan: &Plan) -> bool {
    (2..=GROUPS).contains(&plan.groups.len())
}

fn is_diagnosed(results: &Results<'_>) -> bool {
    (0..results.plan().submissions.len()).any(|it| results.diagnosis(it).is_some())
}

/// Points out of so many; sorted by the first number.
fn points_cell(name: &str, points: Option<f64>, of: f64, lang: &Language) -> Markup {
    html! {
        td.n data-value=[points] data-label=(name) {
            @if let Some(points) = points { (points_of(points, of, lang)) }
        }
    }
}

/// `8 of 12`
pub(super) fn points_of(points: f64, of: f64, lang: &Language) -> String {
    let text = format!("{} of {}", words::number(points), words::number(of));
    lang.say(&text).into_owned()
}

/// All verdicts with their counts, AC last.
fn chips(tally: Tally, lang: &Language) -> Markup {
    let (good, bad): (Vec<_>, Vec<_>) = tally
        .verdicts()
        .filter(|(_, count)| *count > 0)
        .partition(|(name, _)| *name == "AC");
    let others = [("skipped", tally.skipped), ("not judged", tally.faults)];
    let others = others.into_iter().filter(|(_, count)| *count > 0);
    html! {
        @for (name, count) in bad.into_iter().chain(others).chain(good) {
            span.chip { (code(name, lang)) " " (count) } " "
        }
    }
}

fn submission_row(results: &Results<'_>, index: usize, lang: &Language) -> Markup {
    let plan = results.plan();
    let tally = results.tally(index);
    let mut codes: Vec<&str> = tally
        .verdicts()
        .filter(|(_, count)| *count > 0)
        .map(|(code, _)| code)
        .collect();
    codes.extend((tally.flickering > 0).then_some("flickers"));
    codes.extend((tally.nonzero > 0).then_some("nonzero"));
    codes.extend((tally.faults + tally.skipped > 0).then_some("na"));
    let slowest = results.slowest(index).map(|(_, usage)| usage.cpu);
    let score = results.score(index);
    // Where something could not be judged there is no number that could be taken for a result.
    let known = |count: usize| score.map(|_| count);
    html! {
        tr data-codes=(codes.join(" ")) {
            th.long scope="row" { (link(results, index)) }
            (points_cell(&lang.say("points"), score, plan.max_points(), lang))
            @if has_columns(plan) {
                @let points = results.points(index);
                @for (number, group) in plan.groups.iter().enumerate() {
                    @let points = points.as_ref().map(|points| points[number]);
                    (points_cell(&visible::name(&group.name), points, group.points, lang))
                }
            }
            td.n data-label=(lang.say("passed")) { @if let Some(passed) = known(tally.passed()) { (passed) } }
            td.n data-label=(lang.say("seconds")) { @if let Some(slowest) = slowest { (seconds(slowest.as_secs_f64())) } }
            td { (strip(results, index)) (chips(tally, lang)) }
            td.long data-label=(lang.say("first failed")) {
                @if let Prepared::Failed(_) = results.prepared(index) {
                    a href=(format!("#s{index}")) { (lang.say("does not compile")) }
                } @else if let Some(case) = results.first_failed(index) {
                    a href=(format!("#s{index}c{case}")) { (visible::name(&plan.cases[case].name)) }
                }
            }
            @if is_diagnosed(results) {
                td.long data-label=(lang.say("what is wrong")) { @if let Some(it) = results.diagnosis(index) { (in_short(it, lang)) } }
            }
        }
    }
}

/// What is wrong with a submission, in a few words.
fn in_short(diagnosis: &Diagnosis, lang: &Language) -> Markup {
    let mistakes = diagnosis.mistakes.iter().map(|it| &it.meaning);
    let all: Vec<&String> = mistakes
        .chain(diagnosis.faults.iter().map(|it| &it.text))
        .collect();
    html! {
        @match &all[..] {
            [] => (visible::name(&lang.say(diagnosis.summary.split_inclusive('.').next().unwrap_or_default()))),
            [first, more @ ..] => {
                (visible::name(&lang.say(first)))
                @if !more.is_empty() { " " (lang.say(&format!("(and {} more)", more.len()))) }
            }
        }
    }
}

/// All verdicts of a submission in a row, a bar each.
fn strip(results: &Results<'_>, submission: usize) -> Markup {
    let count = results.plan().cases.len();
    let (mut ac, mut no, mut na) = (String::new(), String::new(), String::new());
    for (case, result) in results.results_of(submission) {
        // Good ones are lower, so that the strip can be read without colours.
        let (path, y, height) = match result.verdict() {
            Some(Verdict::Accepted) => (&mut ac, 6, 4),
            Some(_) => (&mut no, 0, 10),
            None => (&mut na, 0, 10),
        };
        _ = write!(path, "M{case} {y}h1v{height}h-1z");
    }
    let paths: String = [("ac", ac), ("no", no), ("na", na)]
        .into_iter()
        .filter(|(_, path)| !path.is_empty())
        .map(|(class, path)| format!("<path class=\"{class}\" d=\"{path}\"/>"))
        .collect();
    drawn(format!(
        "<svg class=\"strip\" viewBox=\"0 0 {count} 10\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\">{paths}</svg>"
    ))
}
