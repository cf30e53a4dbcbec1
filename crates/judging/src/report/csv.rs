//! The results as comma-separated values, for spreadsheets and gradebooks.
//!
//! Text that a spreadsheet would take for a formula (`=1+1`) gets a `'` in front, which makes
//! it text there; so does text that starts with a `'` itself, so that taking one `'` away
//! always gives back what it was.

use std::borrow::Cow;
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
            let group = &plan.groups[case.group].name;
            out.write_field(&*guarded(&about.name))?;
            out.write_field(&*guarded(&case.name))?;
            out.write_field(&*guarded(group))?;
            let (verdict, reason) = match result {
                Brief::Judged { verdict, .. } => (verdict.code(), reason(*verdict)),
                Brief::Skipped => ("skipped", String::new()),
                Brief::Fault(message) => ("fault", message.to_string()),
            };
            out.write_field(verdict)?;
            out.write_field(&*guarded(&reason))?;
            let line = match result {
                Brief::Judged { difference, .. } => difference.map(|it| it.line + 1),
                _ => None,
            };
            out.write_field(line.map_or(String::new(), |line| line.to_string()))?;
            out.write_field(match result {
                Brief::Fault(_) => "",
                _ if result.flickers() => "yes",
                _ => "no",
            })?;
            let status = result.exit_status();
            out.write_field(status.map_or(String::new(), |status| status.to_string()))?;
            let used = result.usage();
            let seconds = used.map(|used| [used.cpu, used.wall].map(|time| time.as_secs_f64()));
            for seconds in seconds.map_or([None; 2], |both| both.map(Some)) {
                out.write_field(seconds.map_or(String::new(), |it| it.to_string()))?;
            }
            out.write_field(used.map_or(String::new(), |used| used.peak_memory.to_string()))?;
            out.write_record(None::<&[u8]>)?;
        }
    }
    Ok(())
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
    let columns = names.clone().map(Cow::from).chain(groups);
    out.write_record(columns.chain(["fails_alike".into()]).map(Cow::into_owned))?;
    for (index, submission) in plan.submissions.iter().enumerate() {
        let tally = results.tally(index);
        out.write_field(&*guarded(&submission.name))?;
        out.write_field(&*guarded(
            submission.language.as_deref().unwrap_or_default(),
        ))?;
        let points = results.points(index);
        let known = |text: String| points.as_ref().map_or(String::new(), |_| text);
        for count in [tally.passed(), tally.failed(), tally.skipped] {
            out.write_field(known(count.to_string()))?;
        }
        out.write_field(tally.faults.to_string())?;
        out.write_field(results.score(index).map_or(String::new(), number))?;
        for group in 0..plan.groups.len() {
            let points = points.as_ref().map(|points| number(points[group]));
            out.write_field(points.unwrap_or_default())?;
        }
        let group = alike.group_of(&submission.name);
        out.write_field(group.map_or(String::new(), |group| (group + 1).to_string()))?;
        out.write_record(None::<&[u8]>)?;
    }
    for other in &plan.not_programs {
        out.write_field(&*guarded(&other.name))?;
        out.write_field("not a program")?;
        for _ in 1..names.clone().count() + plan.groups.len() {
            out.write_field("")?;
        }
        out.write_record(None::<&[u8]>)?;
    }
    Ok(())
}

/// Text that no spreadsheet takes for a formula.
pub(super) fn guarded(text: &str) -> Cow<'_, str> {
    let starts_formula = |c| {
        matches!(
            c,
            '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n'
        )
    };
    match text.starts_with(|c| c == '\'' || starts_formula(c)) {
        true => format!("'{text}").into(),
        false => text.into(),
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
