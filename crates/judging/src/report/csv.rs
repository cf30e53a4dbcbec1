//! The results as comma-separated values, for spreadsheets and gradebooks.
//!
//! Text that a spreadsheet would take for a formula (`=1+1`) gets a `'` in front, which makes
//! it text there; so does text that starts with a `'` itself, so that taking one `'` away
//! always gives back what it was.

use std::io::{self, Write};

use csv::Writer;

use super::alike::Alike;
use super::words::number;
use crate::journal::results::{Brief, Results};
use crate::verdict::Verdict;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A submission and a case: `submission`, `case`, `group`, `verdict` (`skipped` or `fault`
    /// where there is none), `reason`, `line` (from 1, where the output differs first),
    /// `flickers`, `exit_status` (when the program ended by itself), `cpu_seconds`,
    /// `wall_seconds`, `memory_bytes`.
    Results,
    /// A submission: `submission`, `language`, `passed`, `failed`, `skipped`, `faults`,
    /// `points`, the points in each group under its name, and `fails_alike`: the number, from 1,
    /// that those share who fail alike, else empty. When some case could not be judged
    /// because of a fault on plyjudge's side, all numbers but `faults` are left empty. Below, what is not a program:
    /// its name, `not a program` for a language, and nothing else.
    Points,
}

/// Writes the rows below a row of names.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(results: &Results<'_>, rows: Rows, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Writer::from_writer(out);
    match rows {
        Rows::Results => pairs(results, &mut out)?,
        Rows::Points => points(results, &mut out)?,
    }
    out.flush()
}

fn pairs<W: Write>(results: &Results<'_>, out: &mut Writer<W>) -> io::Result<()> {
    let names = "submission,case,group,verdict,reason,line,flickers,exit_status,\
                 cpu_seconds,wall_seconds,memory_bytes";
    out.write_record(names.split(','))?;
    let plan = results.plan();
    for (submission, about) in plan.submissions.iter().enumerate() {
        for (index, result) in results.results_of(submission) {
            let case = &plan.cases[index];
            let (verdict, reason, difference) = match result {
                Brief::Judged(it) => (it.verdict.code(), reason(it.verdict), it.difference),
                Brief::Skipped => ("skipped", String::new(), None),
                Brief::Fault(message) => ("fault", message.to_string(), None),
            };
            let flickers = match result {
                Brief::Fault(_) => "",
                _ if result.flickers() => "yes",
                _ => "no",
            };
            let used = result.usage();
            out.write_record([
                guarded(&about.name),
                guarded(&case.name),
                guarded(&plan.groups[case.group].name),
                verdict.to_owned(),
                guarded(&reason),
                text(difference.map(|it| it.line + 1)),
                flickers.to_owned(),
                text(result.exit_status()),
                text(used.map(|it| it.cpu.as_secs_f64())),
                text(used.map(|it| it.wall.as_secs_f64())),
                text(used.map(|it| it.peak_memory)),
            ])?;
        }
    }
    Ok(())
}

/// A cell that may be empty.
fn text(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |it| it.to_string())
}

/// What a verdict says besides its name.
fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::WrongAnswer { difference } => difference.to_string(),
        Verdict::RunTimeError { crash } => crash.to_string(),
        _ => String::new(),
    }
}

fn points<W: Write>(results: &Results<'_>, out: &mut Writer<W>) -> io::Result<()> {
    let plan = results.plan();
    let alike = Alike::of(results);
    let names = "submission,language,passed,failed,skipped,faults,points".split(',');
    let groups = plan.groups.iter().map(|group| guarded(&group.name));
    let columns = names.map(str::to_owned).chain(groups);
    let columns: Vec<String> = columns.chain(["fails_alike".to_owned()]).collect();
    out.write_record(&columns)?;
    for (index, submission) in plan.submissions.iter().enumerate() {
        let tally = results.tally(index);
        let points = results.points(index);
        let known = |count: usize| text(points.as_ref().map(|_| count));
        let mut row = vec![
            guarded(&submission.name),
            guarded(submission.language.as_deref().unwrap_or_default()),
            known(tally.passed()),
            known(tally.failed()),
            known(tally.skipped),
            tally.faults.to_string(),
            text(results.score(index).map(number)),
        ];
        row.extend((0..plan.groups.len()).map(|group| {
            let points = points.as_ref().map(|points| number(points[group]));
            text(points)
        }));
        row.push(text(alike.group_of(&submission.name).map(|it| it + 1)));
        out.write_record(row)?;
    }
    for other in &plan.not_programs {
        let mut row = vec![guarded(&other.name), "not a program".to_owned()];
        row.resize(columns.len(), String::new());
        out.write_record(row)?;
    }
    Ok(())
}

/// Text that no spreadsheet takes for a formula.
pub(super) fn guarded(text: &str) -> String {
    let starts_formula = |c| {
        matches!(
            c,
            '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n'
        )
    };
    match text.starts_with(|c| c == '\'' || starts_formula(c)) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, guarded};
    use crate::report::sample;

    fn table(rows: Rows) -> String {
        sample::text(&sample::plan(), |results, out| {
            super::write(results, rows, out)
        })
    }

    #[test]
    fn golden() {
        sample::assert_golden("results.csv", &table(Rows::Results));
        sample::assert_golden("points.csv", &table(Rows::Points));
    }

    #[test]
    fn nothing_is_taken_for_a_formula_and_nothing_is_lost() {
        let hostile = ["=1+1", "+1", "-dash", "@SUM(1)", "\t=1", "＝1", "'=1", "''"];
        for text in hostile {
            let guarded = guarded(text);
            assert_eq!(guarded.strip_prefix('\''), Some(text));
        }
        for text in ["a=1", "", "1-2", "黑", "\"=1\""] {
            assert_eq!(guarded(text), text);
        }
    }
}
