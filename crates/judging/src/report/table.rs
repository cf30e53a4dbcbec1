//! What a person at a terminal reads: for each submission the first failure with its diff,
//! then how the class did on each case, then a table of all submissions.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::alike::Alike;
use super::diagnosis::{self, Reader};
use super::evidence::Evidence;
use super::{visible, words};
use crate::columns::{self, Cell};
use crate::journal::results::{Brief, Results, Tally};
use crate::language::ENGLISH;
use crate::record::{Outcome, Preparation};

/// How many columns a name gets in a table.
const NAME: usize = 40;

/// How many differing lines of a submission's first failure are shown.
const DIFF_LINES: usize = 12;

/// How many lines of what a program or a compiler said are shown.
const SAID_LINES: usize = 8;

/// How the parts of a table look.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    plain: Style,
    heading: Style,
    good: Style,
    bad: Style,
    faint: Style,
}

impl Look {
    const COLOUR: Self = Self {
        plain: Style::new(),
        heading: Style::new().bold(),
        good: AnsiColor::Green.on_default(),
        bad: AnsiColor::Red.on_default(),
        faint: Style::new().dimmed(),
    };

    fn count(&self, count: usize, good: bool) -> Cell {
        let style = match (count, good) {
            (0, _) => self.faint,
            (_, true) => self.good,
            (_, false) => self.bad,
        };
        Cell::number(count, style)
    }

    fn words(&self, text: impl Into<String>) -> Cell {
        Cell::words(text, self.plain)
    }
}

/// Writes the tables, with colours (ANSI escape sequences) or without.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(results: &Results<'_>, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let look = if colour {
        Look::COLOUR
    } else {
        Look::default()
    };
    let evidence = Evidence {
        colour,
        for_staff: true,
        ..Evidence::plain(DIFF_LINES, SAID_LINES)
    };
    let plan = results.plan();
    for submission in 0..plan.submissions.len() {
        if trouble(results, submission, look, evidence, out)? {
            if let Some(diagnosis) = results.diagnosis(submission) {
                let text = diagnosis::words(diagnosis, plan, (Reader::Staff, &ENGLISH));
                write!(out, "{text}")?;
            }
            writeln!(out)?;
        }
    }
    cases(results, look, out)?;
    writeln!(out)?;
    columns::write(&submissions(results, look), out)?;
    writeln!(out)?;
    for other in &plan.not_programs {
        let name = visible::name_within(&other.name, NAME);
        writeln!(out, "{name}: not a program")?;
    }
    for submission in &plan.submissions {
        let older = submission.student.iter().flat_map(|it| &it.older);
        let older: Vec<_> = older.map(|name| visible::name_within(name, NAME)).collect();
        if !older.is_empty() {
            let name = visible::name_within(&submission.name, NAME);
            writeln!(out, "{name}: not counted: {}", older.join(", "))?;
        }
    }
    write!(out, "{}", Alike::of(results).lines())?;
    writeln!(out, "{}", summed_up(results))?;
    out.flush()
}

/// The first thing that went wrong with a submission; whether there is one.
fn trouble(
    results: &Results<'_>,
    submission: usize,
    look: Look,
    evidence: Evidence,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let plan = results.plan();
    let heading = |what: &str, out: &mut dyn Write| {
        let bad = match evidence.colour {
            true => look.bad.bold(),
            false => Style::new(),
        };
        let name = visible::name(&plan.submissions[submission].name);
        writeln!(out, "{bad}{name}{bad:#}: {}", visible::name(what))
    };
    match results.preparation(submission)? {
        Preparation::Ready(_) => {}
        Preparation::Failed {
            reason,
            compilation,
        } => {
            heading(&format!("CE, {reason}"), out)?;
            evidence.said(&compilation.words, out)?;
            return Ok(true);
        }
        Preparation::Fault(fault) => {
            heading(&format!("not judged, {}", fault.message), out)?;
            return Ok(true);
        }
    }
    let mut wrong = results.results_of(submission);
    let wrong = wrong.find(|(_, it)| it.is_failed() || matches!(it, Brief::Fault(_)));
    let Some((case, _)) = wrong else {
        return Ok(false);
    };
    let about = &plan.cases[case];
    let outcome = results.outcome(submission, case)?;
    match &outcome {
        Outcome::Judged(judgement) => {
            heading(&format!("{}: {}", about.name, judgement.verdict), out)?;
            let told = words::about(&outcome, about, "The program", false);
            writeln!(out, "{told}")?;
            evidence.write(judgement, out)?;
        }
        Outcome::Fault(fault) => {
            heading(
                &format!("{}: not judged, {}", about.name, fault.message),
                out,
            )?;
        }
        Outcome::Skipped => {}
    }
    Ok(true)
}

/// The cases that not everybody passed, with who got what, and how many there are besides.
fn cases(results: &Results<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let plan = results.plan();
    let all = plan.submissions.len();
    let heading = ["case", "passed", "others"].map(|name| Cell::words(name, look.heading));
    let mut rows = vec![heading.to_vec()];
    for (index, case) in plan.cases.iter().enumerate() {
        let tally = results.case_tally(index);
        if tally.passed() < all {
            rows.push(vec![
                look.words(visible::name_within(&case.name, NAME)),
                Cell::number(format!("{} of {all}", tally.passed()), look.plain),
                look.words(tally.not_passed()),
            ]);
        }
    }
    let failed = rows.len() - 1;
    let passed = plan.cases.len() - failed;
    if failed > 0 {
        columns::write(&rows, out)?;
    }
    let cases = match (passed, failed) {
        (0, _) => return Ok(()),
        (_, 0) => words::count(passed, "case"),
        (_, _) => words::count(passed, "more case"),
    };
    writeln!(out, "{cases} passed by all")
}

/// A row for each submission, below the headings.
fn submissions(results: &Results<'_>, look: Look) -> Vec<Vec<Cell>> {
    let plan = results.plan();
    let all = results.total();
    let codes: Vec<&str> = all
        .verdicts()
        .filter(|(code, count)| *code == "AC" || *count > 0)
        .map(|(code, _)| code)
        .collect();
    let extra = |tally: &Tally| {
        [
            ("skipped", all.skipped > 0, tally.skipped),
            ("not judged", all.faults > 0, tally.faults),
            ("unstable", all.flickering > 0, tally.flickering),
            ("nonzero exit", all.nonzero > 0, tally.nonzero),
        ]
    };
    let points = plan.has_suite.then_some("points");
    let extras = extra(&all).into_iter().filter(|(_, is_shown, _)| *is_shown);
    let numbers = codes.iter().copied().chain(extras.map(|(name, _, _)| name));
    let numbers = numbers.chain(points).chain(["seconds"]);
    let mut heading = vec![Cell::words("submission", look.heading)];
    heading.extend(numbers.map(|name| Cell::number(name, look.heading)));
    heading.extend(["slowest case", "first failed"].map(|name| Cell::words(name, look.heading)));
    let mut rows = vec![heading];
    for (index, submission) in plan.submissions.iter().enumerate() {
        let tally = results.tally(index);
        let mut row = vec![look.words(visible::name_within(&submission.name, NAME))];
        // Where something could not be judged there is no number that could be taken for a result.
        let score = results.score(index);
        let known = |cell: Cell| match score {
            Some(_) => cell,
            None => Cell::number("", look.plain),
        };
        let counts = tally.verdicts().filter(|(code, _)| codes.contains(code));
        row.extend(counts.map(|(code, count)| known(look.count(count, code == "AC"))));
        let extras = extra(&tally)
            .into_iter()
            .filter(|(_, is_shown, _)| *is_shown);
        row.extend(extras.map(|(name, _, count)| match name {
            "not judged" => look.count(count, false),
            "nonzero exit" => known(Cell::number(count, look.plain)),
            _ => known(look.count(count, false)),
        }));
        if plan.has_suite {
            let of = words::number(plan.max_points());
            let points = score.map(|points| format!("{} of {of}", words::number(points)));
            row.push(Cell::number(points.unwrap_or_default(), look.plain));
        }
        let name = |case: usize| visible::name_within(&plan.cases[case].name, NAME);
        let slowest = results.slowest(index);
        let seconds = slowest.map(|(_, used)| format!("{:.3}", used.cpu.as_secs_f64()));
        row.push(Cell::number(seconds.unwrap_or_default(), look.plain));
        row.push(look.words(slowest.map_or(String::new(), |(case, _)| name(case))));
        row.push(look.words(results.first_failed(index).map_or(String::new(), name)));
        rows.push(row);
    }
    rows
}

/// `2 submissions, 3 cases: 5 passed, 1 failed`.
fn summed_up(results: &Results<'_>) -> String {
    let (plan, all) = (results.plan(), results.total());
    let submissions = words::count(plan.submissions.len(), "submission");
    let cases = words::count(plan.cases.len(), "case");
    let parts = [
        (all.passed(), "passed"),
        (all.failed(), "failed"),
        (all.skipped, "skipped"),
        (all.faults, "not judged"),
        (all.flickering, "unstable"),
        (all.nonzero, "with a nonzero exit status"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let mut text = format!("{submissions}, {cases}: {}", parts.join(", "));
    match plan.not_programs.len() {
        0 => {}
        1 => text += "; 1 other is not a program",
        others => text += &format!("; {others} others are not programs"),
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::report::sample;
    use crate::suite::plan::Plan;

    fn table(plan: &Plan, colour: bool) -> String {
        sample::text(plan, |results, out| super::write(results, colour, out))
    }

    #[test]
    fn golden() {
        sample::assert_golden("table.txt", &table(&sample::plan(), false));
    }

    #[test]
    fn nothing_of_a_program_reaches_the_terminal_unescaped() {
        let text = table(&sample::plan(), false);
        let bad = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(bad), "{text}");
    }

    #[test]
    fn colours_do_not_change_the_words() {
        let coloured = table(&sample::plan(), true);
        let plain = anstream::adapter::strip_str(&coloured).to_string();
        let words = |text: &str| -> Vec<String> {
            let lines = text
                .lines()
                .filter(|line| !line.trim_matches(['│', '^', ' ']).is_empty());
            lines.map(str::to_owned).collect()
        };
        assert!(coloured.contains("\u{1b}[31m"));
        assert_eq!(words(&plain), words(&table(&sample::plan(), false)));
    }

    #[test]
    fn when_all_is_well_little_is_said() {
        let mut plan = sample::plan_without_suite();
        plan.submissions = vec![plan.submissions[2].clone(); 3];
        plan.submissions.iter_mut().for_each(|it| it.sources = None);
        plan.not_programs.clear();
        let mut out = Vec::new();
        sample::with_models(&plan, &|_| 2, |results| {
            super::write(results, false, &mut out).unwrap()
        });
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "4 cases passed by all",
                "",
                "submission  AC  seconds  slowest case  first failed",
                "alice        4    0.252  s1/1",
                "alice        4    0.252  s1/1",
                "alice        4    0.252  s1/1",
                "",
                "3 submissions, 4 cases: 12 passed",
            ]
        );
    }
}
