//! The whole grading as one JSON document, written at the end.
//!
//! ```text
//! version, ignore, containment, repeat, fail_fast      what was asked for
//! groups[]        name, points, credit
//! cases[]         name, group, visibility, TALLY       how the class did on each
//! submissions[]   name, language, preparation, reason, points, groups[], TALLY, results[],
//!                 diagnosis, when there is one; student (id, name, older[]: files that do not
//!                 count) where names of files say whose it is
//!   groups[]      name, points, max_points
//!   results[]     case, RESULT
//! not_programs[]  name, reason                         what lies beside the submissions
//! summary         submissions, not_programs, cases, max_points, TALLY
//! ```
//!
//! | part | fields |
//! |---|---|
//! | `points` | of a submission and in each group; null when some case could not be judged because of a fault on plyjudge's side |
//! | `preparation` | `ready`, `failed` (does not compile) or `fault` (of ours); the last two with a `reason`, which is null else |
//! | TALLY | `passed`, `failed`, `skipped`, `faults`, `flickering`, `nonzero` (outputs judged of programs that ended with another status than 0), and `verdicts`: a count for each of `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE` |
//! | RESULT | `outcome`: `judged`, `skipped` or `fault` (with a `message`, null else); `verdict`: its `code`, for WA the `difference`, for RTE the `crash` (`status`, `signal`, or `not-started` with the system's error number); `exit_status`, null when the program did not end by itself; `difference`: `line` from 0, `offset` in bytes, `kind`; `flickers`; `used` |
//! | `diagnosis` | what is wrong: `certainty` (`exact`, `partial`, `blanks`, `text`, `unstable`, `stopped`, `language`, `unknown`, `fault`), `summary`, `mistakes[]` (`name`, `meaning`, and where it is known `evidence[]`: `case`, `text`), `equivalents[]` and `rivals[]` (lists of such), names of cases in `wrong[]`, `explained[]`, `contradicted[]`, `stopped[]`; `faults[]` of its language and `evidence[]` of all else: `case`, `text`; `slips[]`, how its text differs, each way once: `kind` (`changed`, `missing`, `extra`, `moved`, `prefix`, `repeat`), `expected`, `printed` (empty where there is none), `context` (where it is so, in words; empty when it is everywhere), `input` (the line answered there, or empty), `places` (how many), and one of them: `case`, `line` from 1 in what was printed, `whole` (that line as printed); `by_text[]`: names of wrong cases in which nothing but text is wrong; `shrunk`: `case`, `input`, `expected`, `printed`, or null; `tested`, where `plyjudge diagnose` ran the program with inputs of its own: `runs`, `fresh` (inputs that the search had not seen), of them `right` and `explained`, the others in `rest[]` (`kind`: `crash`, `endless`, `blanks` or `unexplained`, `inputs`, `example`), what wrong answers have in common that nothing explains in `observations[]`, and in `made[]` those inputs that are named elsewhere, as `made[N]` |
//! | `used` | what was measured: `cpu_seconds`, `wall_seconds`, `memory_bytes`; null when nothing was run |
//!
//! Everything but `used` is the same each time that the same is graded. No output of any
//! program is in it, see [`super::jsonl`] for that.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::alike::Alike;
use super::diagnosis::fields;
use crate::journal::results::{Brief, Prepared, Results, Tally};
use crate::json::{Fields, List, field, write_document};
use plyjudge_runner::run::Usage;

/// Writes the document.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let plan = results.plan();
    let (submissions, cases) = (plan.submissions.len(), plan.cases.len());
    let summary = field("submissions", submissions)
        .with("not_programs", plan.not_programs.len())
        .with("cases", cases)
        .with("max_points", plan.max_points())
        .and(tally(results.total()));
    let document = field("version", &plan.version)
        .with("ignore", &plan.ignore)
        .with("containment", plan.containment)
        .with("repeat", plan.repeat)
        .with("fail_fast", plan.fail_fast)
        .with("groups", &plan.groups)
        .with("cases", List(cases, |it| case(results, it)))
        .with(
            "submissions",
            List(submissions, |it| submission(results, it)),
        )
        .with("not_programs", &plan.not_programs)
        .with("alike", Alike::of(results))
        .with("summary", summary);
    write_document(out, &document)
}

fn case(results: &Results<'_>, index: usize) -> impl Serialize {
    let case = &results.plan().cases[index];
    field("name", &case.name)
        .with("group", &results.plan().groups[case.group].name)
        .with("visibility", case.visibility)
        .and(tally(results.case_tally(index)))
}

fn submission(results: &Results<'_>, index: usize) -> impl Serialize {
    let plan = results.plan();
    let submission = &plan.submissions[index];
    let (preparation, reason) = match results.prepared(index) {
        Prepared::Ready => ("ready", None),
        Prepared::Failed(reason) => ("failed", Some(reason)),
        Prepared::Fault(reason) => ("fault", Some(reason)),
    };
    let points = results.points(index);
    let groups = plan.groups.iter().enumerate().map(|(place, group)| {
        field("name", &group.name)
            .with("points", points.as_ref().map(|points| points[place]))
            .with("max_points", group.points)
    });
    let pairs = results.results_of(index);
    let pairs = pairs.map(|(case, it)| result(&plan.cases[case].name, it));
    let diagnosis = results.diagnosis(index);
    field("name", &submission.name)
        .with("language", &submission.language)
        .with("preparation", preparation)
        .with("reason", reason)
        .maybe("student", submission.student.as_ref())
        .with("points", results.score(index))
        .with("groups", groups.collect::<Vec<_>>())
        .and(tally(results.tally(index)))
        .with("results", pairs.collect::<Vec<_>>())
        .maybe("diagnosis", diagnosis.map(|it| fields(it, &plan.cases)))
}

/// What came of one submission and one case.
pub(super) fn result(case: &str, result: &Brief) -> impl Fields + Serialize {
    let (outcome, message, difference) = match result {
        Brief::Judged(judged) => ("judged", None, judged.difference),
        Brief::Skipped => ("skipped", None, None),
        Brief::Fault(message) => ("fault", Some(&**message), None),
    };
    field("case", case)
        .with("outcome", outcome)
        .with("message", message)
        .with("verdict", result.verdict())
        .with("difference", difference)
        .with("flickers", result.flickers())
        .with("exit_status", result.exit_status())
        .with("used", result.usage().map(used))
}

/// What was measured.
pub(super) fn used(usage: Usage) -> impl Serialize {
    field("cpu_seconds", usage.cpu.as_secs_f64())
        .with("wall_seconds", usage.wall.as_secs_f64())
        .with("memory_bytes", usage.peak_memory)
}

fn tally(tally: Tally) -> impl Fields {
    field("passed", tally.passed())
        .with("failed", tally.failed())
        .with("skipped", tally.skipped)
        .with("faults", tally.faults)
        .with("flickering", tally.flickering)
        .with("nonzero", tally.nonzero)
        .with("verdicts", Verdicts(tally))
}

struct Verdicts(Tally);

impl Serialize for Verdicts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.verdicts())
    }
}

#[cfg(test)]
mod tests {
    use crate::report::sample;

    #[test]
    fn golden() {
        sample::assert_golden("report.json", &sample::text(&sample::plan(), super::write));
    }
}
