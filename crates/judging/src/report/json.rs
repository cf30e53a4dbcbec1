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
use super::diagnosis::DiagnosisRecord;
use crate::compare::{Difference, Ignore};
use crate::journal::results::{Brief, Prepared, Results, Tally};
use crate::json::write_document;
use crate::suite::plan::{Group, NotProgram, Student, Visibility};
use crate::verdict::Verdict;
use plyjudge_runner::run::{Containment, Usage};

/// Writes the document.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    write_document(out, &Document::of(results))
}

#[derive(Serialize)]
struct Document<'a> {
    version: &'a str,
    ignore: &'a [Ignore],
    containment: Containment,
    repeat: u32,
    fail_fast: bool,
    groups: &'a [Group],
    cases: Sequence<'a, CaseRecord<'a>>,
    submissions: Sequence<'a, SubmissionRecord<'a>>,
    not_programs: &'a [NotProgram],
    alike: Alike<'a>,
    summary: SummaryRecord,
}

impl<'a> Document<'a> {
    fn of(results: &'a Results<'a>) -> Self {
        let plan = results.plan();
        let (submissions, cases) = (plan.submissions.len(), plan.cases.len());
        Self {
            version: &plan.version,
            ignore: &plan.ignore,
            containment: plan.containment,
            repeat: plan.repeat,
            fail_fast: plan.fail_fast,
            groups: &plan.groups,
            cases: Sequence {
                results,
                count: cases,
                record: CaseRecord::of,
            },
            submissions: Sequence {
                results,
                count: submissions,
                record: SubmissionRecord::of,
            },
            not_programs: &plan.not_programs,
            alike: Alike::of(results),
            summary: SummaryRecord {
                submissions,
                not_programs: plan.not_programs.len(),
                cases,
                max_points: plan.max_points(),
                tally: results.total().into(),
            },
        }
    }
}

/// Records that are made one at a time while they are written.
struct Sequence<'a, R> {
    results: &'a Results<'a>,
    count: usize,
    record: fn(&'a Results<'a>, usize) -> R,
}

impl<R: Serialize> Serialize for Sequence<'_, R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((0..self.count).map(|index| (self.record)(self.results, index)))
    }
}

#[derive(Serialize)]
struct CaseRecord<'a> {
    name: &'a str,
    group: &'a str,
    visibility: Visibility,
    #[serde(flatten)]
    tally: TallyRecord,
}

impl<'a> CaseRecord<'a> {
    fn of(results: &'a Results<'a>, index: usize) -> Self {
        let case = &results.plan().cases[index];
        Self {
            name: &case.name,
            group: &results.plan().groups[case.group].name,
            visibility: case.visibility,
            tally: results.case_tally(index).into(),
        }
    }
}

#[derive(Serialize)]
struct SubmissionRecord<'a> {
    name: &'a str,
    language: Option<&'a str>,
    preparation: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    student: Option<&'a Student>,
    points: Option<f64>,
    groups: Vec<GroupRecord<'a>>,
    #[serde(flatten)]
    tally: TallyRecord,
    results: Vec<ResultRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnosis: Option<DiagnosisRecord<'a>>,
}

#[derive(Serialize)]
struct GroupRecord<'a> {
    name: &'a str,
    points: Option<f64>,
    max_points: f64,
}

impl<'a> SubmissionRecord<'a> {
    fn of(results: &'a Results<'a>, index: usize) -> Self {
        let plan = results.plan();
        let submission = &plan.submissions[index];
        let (preparation, reason) = match results.prepared(index) {
            Prepared::Ready => ("ready", None),
            Prepared::Failed(reason) => ("failed", Some(reason.as_str())),
            Prepared::Fault(reason) => ("fault", Some(reason.as_str())),
        };
        let points = results.points(index);
        let groups = plan.groups.iter().enumerate();
        let pairs = results.results_of(index);
        Self {
            name: &submission.name,
            language: submission.language.as_deref(),
            preparation,
            reason,
            student: submission.student.as_ref(),
            points: results.score(index),
            groups: groups
                .map(|(place, group)| GroupRecord {
                    name: &group.name,
                    points: points.as_ref().map(|points| points[place]),
                    max_points: group.points,
                })
                .collect(),
            tally: results.tally(index).into(),
            results: pairs
                .map(|(case, result)| ResultRecord::of(&plan.cases[case].name, result))
                .collect(),
            diagnosis: results
                .diagnosis(index)
                .map(|it| DiagnosisRecord::of(it, &plan.cases)),
        }
    }
}

/// What came of one submission and one case.
#[derive(Serialize)]
pub(super) struct ResultRecord<'a> {
    case: &'a str,
    outcome: &'static str,
    message: Option<&'a str>,
    verdict: Option<Verdict>,
    difference: Option<Difference>,
    flickers: bool,
    exit_status: Option<i32>,
    used: Option<Used>,
}

impl<'a> ResultRecord<'a> {
    pub(super) fn of(case: &'a str, result: &'a Brief) -> Self {
        let (outcome, message, difference) = match result {
            Brief::Judged { difference, .. } => ("judged", None, *difference),
            Brief::Skipped => ("skipped", None, None),
            Brief::Fault(message) => ("fault", Some(&**message), None),
        };
        Self {
            case,
            outcome,
            message,
            verdict: result.verdict(),
            difference,
            flickers: result.flickers(),
            exit_status: result.exit_status(),
            used: result.usage().map(Used::from),
        }
    }
}

/// What was measured.
#[derive(Serialize)]
pub(super) struct Used {
    cpu_seconds: f64,
    wall_seconds: f64,
    memory_bytes: u64,
}

impl From<Usage> for Used {
    fn from(usage: Usage) -> Self {
        Self {
            cpu_seconds: usage.cpu.as_secs_f64(),
            wall_seconds: usage.wall.as_secs_f64(),
            memory_bytes: usage.peak_memory,
        }
    }
}

#[derive(Serialize)]
struct SummaryRecord {
    submissions: usize,
    not_programs: usize,
    cases: usize,
    max_points: f64,
    #[serde(flatten)]
    tally: TallyRecord,
}

#[derive(Serialize)]
struct TallyRecord {
    passed: usize,
    failed: usize,
    skipped: usize,
    faults: usize,
    flickering: usize,
    nonzero: usize,
    #[serde(serialize_with = "verdicts")]
    verdicts: Tally,
}

fn verdicts<S: Serializer>(tally: &Tally, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(tally.verdicts())
}

impl From<Tally> for TallyRecord {
    fn from(tally: Tally) -> Self {
        Self {
            passed: tally.passed(),
            failed: tally.failed(),
            skipped: tally.skipped,
            faults: tally.faults,
            flickering: tally.flickering,
            nonzero: tally.nonzero,
            verdicts: tally,
        }
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
