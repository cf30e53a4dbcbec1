//! A summary in Markdown, as GitHub shows it beside a run of its workflows: the table of
//! submissions, and the first failure of each with its differing lines and the boards there.
//!
//! Students may get to see it: of hidden cases it shows the verdict only.

use std::io::{self, Write};

use super::evidence::{Evidence, to_text};
use super::html::Pictures;
use super::{visible, words};
use crate::journal::results::{Brief, Results};
use crate::record::{Outcome, Preparation};

const EVIDENCE: Evidence<'_> = Evidence::plain(20, 10);

/// How many submissions are shown with their first failure; GitHub takes no more than 1 MiB.
const SHOWN: usize = 100;

/// Writes the Markdown.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(
    results: &Results<'_>,
    pictures: &mut dyn Pictures,
    out: &mut dyn Write,
) -> io::Result<()> {
    let plan = results.plan();
    pictures.begin(plan);
    let submissions = words::count(plan.submissions.len(), "submission");
    let cases = words::count(plan.cases.len(), "case");
    writeln!(out, "# {submissions}, {cases}\n")?;
    writeln!(
        out,
        "| submission | points | passed | others | first failed |"
    )?;
    writeln!(out, "|---|---:|---:|---|---|")?;
    for (index, submission) in plan.submissions.iter().enumerate() {
        let (tally, score) = (results.tally(index), results.score(index));
        let (points, most) = (score.map(words::number), words::number(plan.max_points()));
        let points = points.map_or(String::new(), |points| format!("{points} of {most}"));
        let first = results.first_failed(index).map_or(String::new(), |case| {
            let case = &plan.cases[case];
            match case.visibility.is_open() {
                true => text(&case.name),
                false => "a hidden case".to_owned(),
            }
        });
        let (name, others) = (text(&submission.name), tally.not_passed());
        let passed = tally.passed();
        writeln!(out, "| {name} | {points} | {passed} | {others} | {first} |")?;
    }
    let failing = |submission: &usize| results.tally(*submission).failed() > 0;
    for submission in (0..plan.submissions.len()).filter(failing).take(SHOWN) {
        failure(results, submission, pictures, out)?;
    }
    out.flush()
}

/// The first failure of a submission that may be shown.
fn failure(
    results: &Results<'_>,
    submission: usize,
    pictures: &mut dyn Pictures,
    out: &mut dyn Write,
) -> io::Result<()> {
    let plan = results.plan();
    writeln!(out, "\n## {}\n", text(&plan.submissions[submission].name))?;
    if let Preparation::Failed {
        reason,
        compilation,
    } = results.preparation(submission)?
    {
        writeln!(out, "{}\n", text(&format!("CE, {reason}")))?;
        return fenced(&to_text(|out| EVIDENCE.said(&compilation.words, out)), out);
    }
    let is_visible = |case: usize| plan.cases[case].visibility.is_open();
    let mut failures = results.results_of(submission);
    let Some((case, _)) = failures.find(|(case, it)| Brief::is_failed(it) && is_visible(*case))
    else {
        return writeln!(out, "It fails in hidden cases only.");
    };
    let about = &plan.cases[case];
    let outcome = results.outcome(submission, case)?;
    if let Outcome::Judged(judgement) = &outcome {
        let heading = format!("{}: {}", about.name, judgement.verdict);
        writeln!(out, "{}\n", text(&heading))?;
        let told = words::about(&outcome, about, "The program", false);
        writeln!(out, "{}\n", text(&told))?;
        fenced(&EVIDENCE.text(judgement), out)?;
        let wrong = judgement.wrong.as_deref();
        if let Some(boards) = wrong.and_then(|wrong| pictures.text(case, wrong)) {
            writeln!(out)?;
            fenced(&boards, out)?;
        }
    }
    Ok(())
}

/// Text of strangers as text: nothing in it is markup.
fn text(text: &str) -> String {
    let mut escaped = String::new();
    for c in visible::name(text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            // Not even a name that a `@` would call.
            '@' => escaped.push_str("&#64;"),
            c if c.is_ascii_punctuation() && !"-.,:;'/()".contains(c) => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// Lines as they are, within a fence that none of them can end.
fn fenced(lines: &str, out: &mut dyn Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let runs = lines.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(2) + 1);
    writeln!(
        out,
        "{fence}text\n{}\n{fence}",
        lines.trim_end_matches('\n')
    )
}

#[cfg(test)]
mod tests {
    use crate::report::html::NoPictures;
    use crate::report::sample;

    fn markdown() -> String {
        sample::text(&sample::plan(), |results, out| {
            super::write(results, &mut NoPictures, out)
        })
    }

    #[test]
    fn golden() {
        sample::assert_golden("report.md", &markdown());
    }

    #[test]
    fn nothing_of_a_hidden_case_is_shown() {
        let text = markdown();
        assert!(!text.contains(sample::SECRET) && !text.contains("s1/secret"));
    }

    #[test]
    fn names_and_outputs_stay_text() {
        let text = markdown();
        assert!(!text.contains("<script") && !text.contains('\u{202e}'));
        assert_eq!(
            super::text("a|b *c* [d](e) @f"),
            "a\\|b \\*c\\* \\[d\\](e) &#64;f"
        );
        let mut fenced = Vec::new();
        super::fenced("x\n````\ny\n", &mut fenced).unwrap();
        assert_eq!(fenced, b"`````text\nx\n````\ny\n`````\n");
    }
}
