//! The results of a grading, in the order of the class: submissions, cases, verdicts, diagnoses.
//! Every report is a function of them.
//!
//! They are a view of journals. Verdicts and what was measured are kept; what programs and
//! compilers printed is read again when it is asked for, one result at a time. So memory grows
//! with the number of results, not with outputs.

use std::io;

use crate::compare::Difference;
use crate::fingerprint::Fingerprint;
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::grading::{Grading, Piece};
use crate::journal::lines::JournalError;
use crate::journal::shard::Shard;
use crate::journal::work::merge::{Gaps, Merge};
use crate::journal::work::{Gist, Header, Journal};
use crate::record::{Fault, Judgement, Outcome, Preparation};
use crate::suite::plan::Plan;
use crate::verdict::Verdict;
use plyjudge_runner::run::Usage;

/// What a class got. Submissions and cases are named by their index in the plan.
#[derive(Clone, Debug)]
pub struct Results<'a> {
    journals: &'a Merge<Grading>,
    plan: Plan,
    /// For each submission its place in the whole.
    units: Vec<usize>,
    /// What is known so far, in order; the last may not be complete.
    rows: Vec<Row>,
    /// How many rows are complete.
    complete: usize,
    /// How many results so far are something else than AC, or could not be judged.
    not_passed: usize,
    /// Whether submissions that are right are diagnosed as well.
    asks_of_right: bool,
}

#[derive(Clone, Debug)]
struct Row {
    prepared: Prepared,
    results: Vec<Brief>,
    diagnosis: Option<Diagnosis>,
}

/// Something that has become known of a submission, which comes first. This comes in the order of
/// the plan, for each submission: `Prepared`, `Finished` for each case, `Diagnosed` where that was
/// asked for, `Complete`.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It was compiled, or needs no compiling, or cannot be compiled.
    Prepared(usize, &'a Preparation),
    /// It was judged with this case. Comes for every pair, also when the submission did not
    /// compile.
    Finished(usize, usize, &'a Outcome),
    /// What is wrong with it, as it failed a case and diagnoses were asked for.
    Diagnosed(usize, &'a Diagnosis),
    /// All is known of it.
    Complete(usize),
}

/// Is told of what becomes known.
pub type Follow<'a> = dyn FnMut(&Results<'_>, Event<'_>) + 'a;

/// What came of one submission and one case, without what was printed.
#[derive(Clone, Debug, PartialEq)]
pub enum Brief {
    /// It was judged.
    Judged(Judged),
    /// It was not looked at.
    Skipped,
    /// It could not be judged, and why.
    Fault(Box<str>),
}

/// A judgement, without what was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The judgement.
    pub verdict: Verdict,
    /// Where the output differs, when it does.
    pub difference: Option<Difference>,
    /// What stands for the whole output, when it differs and there is any.
    pub print: Option<Fingerprint>,
    /// What the run used, when there was one.
    pub usage: Option<Usage>,
    /// The exit status, when the program ended by itself.
    pub exit_status: Option<i32>,
    /// Whether the verdict was not the same each time.
    pub flickers: bool,
    /// The part of the case's points that the output validator gives for a right output, where it
    /// says so.
    pub share: Option<f64>,
}

impl From<&Outcome> for Brief {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Judged(judgement) => Brief::Judged(Judged {
                verdict: judgement.verdict,
                difference: judgement.wrong.as_ref().map(|wrong| wrong.difference),
                print: judgement.wrong.as_ref().and_then(|wrong| wrong.print),
                usage: judgement.run.map(|run| run.usage),
                exit_status: judgement.exit_status(),
                flickers: judgement.flickers(),
                share: judgement.ruling.as_ref().and_then(|ruling| ruling.share),
            }),
            Outcome::Skipped => Brief::Skipped,
            Outcome::Fault(fault) => Brief::Fault(fault.message.as_str().into()),
        }
    }
}

impl Brief {
    /// The judgement, when there is one.
    pub fn judged(&self) -> Option<&Judged> {
        match self {
            Brief::Judged(judged) => Some(judged),
            Brief::Skipped | Brief::Fault(_) => None,
        }
    }

    /// The verdict, when there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judged().map(|it| it.verdict)
    }

    /// What the run used, when there was one.
    pub fn usage(&self) -> Option<Usage> {
        self.judged()?.usage
    }

    /// The exit status, when the program ended by itself.
    pub fn exit_status(&self) -> Option<i32> {
        self.judged()?.exit_status
    }

    /// Whether the program ended with a status that is not 0 and does not count, its output
    /// having been judged.
    pub fn is_nonzero(&self) -> bool {
        let is_output = |verdict: Verdict| {
            verdict.is_accepted() || matches!(verdict, Verdict::WrongAnswer { .. })
        };
        self.verdict().is_some_and(is_output) && self.exit_status().is_some_and(|it| it != 0)
    }

    /// Whether it was judged, and not AC.
    pub fn is_failed(&self) -> bool {
        self.verdict().is_some_and(|verdict| !verdict.is_accepted())
    }

    /// Whether the verdict was not the same each time.
    pub fn flickers(&self) -> bool {
        self.judged().is_some_and(|it| it.flickers)
    }
}

/// What came of making a submission ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prepared {
    /// It could be run.
    Ready,
    /// It does not compile, and why.
    Failed(String),
    /// Something went wrong on our side: what.
    Fault(String),
}

impl From<&Preparation> for Prepared {
    fn from(preparation: &Preparation) -> Self {
        match preparation {
            Preparation::Ready(_) => Prepared::Ready,
            Preparation::Failed { reason, .. } => Prepared::Failed(reason.clone()),
            Preparation::Fault(fault) => Prepared::Fault(fault.message.clone()),
        }
    }
}

/// How many results are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By verdict, in the order of [`Tally::CODES`].
    verdicts: [usize; Tally::CODES.len()],
    /// Not looked at.
    pub skipped: usize,
    /// Could not be judged.
    pub faults: usize,
    /// Verdicts that were not the same each time; they are counted above, too.
    pub flickering: usize,
    /// Outputs that were judged of programs whose exit status was not 0; they are counted above,
    /// too.
    pub nonzero: usize,
}

impl Tally {
    /// The names of the verdicts, in the order in which they are shown.
    pub const CODES: [&str; 7] = ["AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE"];

    /// Counts one more.
    pub fn count(&mut self, result: &Brief) {
        self.flickering += usize::from(result.flickers());
        self.nonzero += usize::from(result.is_nonzero());
        *match result {
            Brief::Judged(judged) => {
                let code = judged.verdict.code();
                let place = Self::CODES.iter().position(|known| *known == code);
                &mut self.verdicts[place.expect("every verdict has a place")]
            }
            Brief::Skipped => &mut self.skipped,
            Brief::Fault(_) => &mut self.faults,
        } += 1;
    }

    /// Each verdict with its count, those that nobody got as well.
    pub fn verdicts(&self) -> impl Iterator<Item = (&'static str, usize)> {
        Self::CODES.into_iter().zip(self.verdicts)
    }

    /// How many are AC.
    pub fn passed(&self) -> usize {
        self.verdicts[0]
    }

    /// How many have another verdict.
    pub fn failed(&self) -> usize {
        self.verdicts[1..].iter().sum()
    }

    /// All kinds but AC that occur, in words: `WA 2, TLE 1, skipped 1`.
    pub fn not_passed(&self) -> String {
        let others = [("skipped", self.skipped), ("not judged", self.faults)];
        let counts = self.verdicts().skip(1).chain(others);
        let counts = counts.filter(|(_, count)| *count > 0);
        let words: Vec<String> = counts
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        words.join(", ")
    }
}

impl<'a> Results<'a> {
    /// The results of these journals, none of which is known yet, and what is missing.
    /// Submissions of which not all is known are left out.
    pub fn merged(journals: &'a Merge<Grading>) -> (Self, Gaps) {
        let about = journals.about();
        let mut gaps = Gaps {
            shards: journals.missing().to_vec(),
            ..Gaps::default()
        };
        let mut results = Self {
            journals,
            plan: Plan {
                submissions: Vec::new(),
                ..about.plan.clone()
            },
            units: Vec::new(),
            rows: Vec::new(),
            complete: 0,
            not_passed: 0,
            asks_of_right: false,
        };
        for unit in 0..about.whole() {
            let inside = unit / journals.shards();
            let named = |about: &Grading| about.plan.submissions[inside].clone();
            let Some(submission) = journals.unit(unit, named) else {
                continue;
            };
            if results.is_known(unit) {
                results.plan.submissions.push(submission);
                results.units.push(unit);
            } else {
                gaps.unfinished.push(submission.name);
            }
        }
        (results, gaps)
    }

    /// The results of a grading, none of which is known yet, in its journal; `asks_of_right`
    /// says whether submissions that are right are diagnosed as well.
    pub fn of(journal: &'a Journal<Grading>, asks_of_right: bool) -> Self {
        let Header { about, shard, .. } = journal.header();
        let units = shard.unwrap_or(Shard::WHOLE).places();
        Self {
            journals: journal.known(),
            plan: about.plan.clone(),
            units: units.take(about.plan.submissions.len()).collect(),
            rows: Vec::new(),
            complete: 0,
            not_passed: 0,
            asks_of_right,
        }
    }

    /// Whether all is known of a submission, some here, some there.
    fn is_known(&self, unit: usize) -> bool {
        let (journals, inside) = (self.journals, unit / self.journals.shards());
        match journals.gist(unit, |about| Some(about.key_of_preparation(inside))) {
            None => return false,
            Some(Gist::Good) => {}
            Some(Gist::Bad | Gist::Fault) => return true,
        }
        let mut has_failed = false;
        for case in 0..self.plan.cases.len() {
            match journals.gist(unit, |about| Some(about.key(inside, case))) {
                None => return false,
                Some(Gist::Bad) => {
                    has_failed = true;
                    if self.plan.fail_fast {
                        break;
                    }
                }
                Some(Gist::Good | Gist::Fault) => {}
            }
        }
        let diagnosed = || journals.gist(unit, |about| about.key_of_diagnosis(inside));
        journals.about().diagnosis_key.is_none() || !has_failed || diagnosed().is_some()
    }

    /// Takes in all that is known and comes next; whether that was the last.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn advance(&mut self, follow: &mut Follow<'_>) -> Result<bool, JournalError> {
        while self.complete < self.plan.submissions.len() {
            let submission = self.complete;
            if self.rows.len() == submission {
                let Some(preparation) = self.read_preparation(submission)? else {
                    return Ok(false);
                };
                self.rows.push(Row {
                    prepared: Prepared::from(&preparation),
                    results: Vec::new(),
                    diagnosis: None,
                });
                follow(self, Event::Prepared(submission, &preparation));
            }
            while self.rows[submission].results.len() < self.plan.cases.len() {
                let case = self.rows[submission].results.len();
                let Some(outcome) = self.read_outcome(submission, case)? else {
                    return Ok(false);
                };
                let brief = Brief::from(&outcome);
                self.not_passed +=
                    usize::from(brief.is_failed() || matches!(brief, Brief::Fault(_)));
                self.rows[submission].results.push(brief);
                follow(self, Event::Finished(submission, case, &outcome));
            }
            if !self.diagnose(submission, follow)? {
                return Ok(false);
            }
            self.complete += 1;
            follow(self, Event::Complete(submission));
        }
        Ok(true)
    }

    /// Takes in what is wrong with the submission, if that is to be known; whether it is known
    /// or need not be.
    fn diagnose(
        &mut self,
        submission: usize,
        follow: &mut Follow<'_>,
    ) -> Result<bool, JournalError> {
        let Row {
            prepared, results, ..
        } = &self.rows[submission];
        let is_of_interest = results
            .iter()
            .any(|it| it.is_failed() || (self.asks_of_right && it.verdict().is_some()));
        let is_asked = self.journals.about().diagnosis_key.is_some();
        if !(is_asked && is_of_interest && *prepared == Prepared::Ready) {
            return Ok(true);
        }
        let found = self.read(submission, Grading::key_of_diagnosis)?;
        let Some(Piece::Diagnosed(diagnosis)) = found else {
            return Ok(false);
        };
        follow(self, Event::Diagnosed(submission, &diagnosis));
        self.rows[submission].diagnosis = Some(diagnosis);
        Ok(true)
    }

    /// The piece of a submission that has a key, by what its journal is about and its place there.
    fn read(
        &self,
        submission: usize,
        key: impl Fn(&Grading, usize) -> Option<Fingerprint>,
    ) -> Result<Option<Piece>, JournalError> {
        let unit = self.units[submission];
        let inside = unit / self.journals.shards();
        self.journals.piece(unit, |about| key(about, inside))
    }

    fn read_preparation(&self, submission: usize) -> Result<Option<Preparation>, JournalError> {
        let key = |about: &Grading, inside| Some(about.key_of_preparation(inside));
        Ok(match self.read(submission, key)? {
            Some(Piece::Prepared(preparation)) => Some(preparation),
            _ => None,
        })
    }

    /// What came of a pair, if it is known; what came of those before it is.
    fn read_outcome(
        &self,
        submission: usize,
        case: usize,
    ) -> Result<Option<Outcome>, JournalError> {
        let Row {
            prepared, results, ..
        } = &self.rows[submission];
        let failed_before = || results[..case].iter().any(Brief::is_failed);
        match prepared {
            Prepared::Failed(_) => {
                let judgement = Judgement::plain(Verdict::CompileError);
                return Ok(Some(Outcome::Judged(judgement)));
            }
            Prepared::Fault(message) => {
                let message = message.clone();
                return Ok(Some(Outcome::Fault(Fault { message })));
            }
            Prepared::Ready if self.plan.fail_fast && failed_before() => {
                return Ok(Some(Outcome::Skipped));
            }
            Prepared::Ready => {}
        }
        let key = |about: &Grading, inside| Some(about.key(inside, case));
        Ok(match self.read(submission, key)? {
            Some(Piece::Result(outcome)) => Some(outcome),
            _ => None,
        })
    }

    /// The results of one submission, as if no other were graded.
    pub fn alone(&self, submission: usize) -> Self {
        Self {
            plan: Plan {
                submissions: vec![self.plan.submissions[submission].clone()],
                not_programs: Vec::new(),
                ..self.plan.clone()
            },
            units: vec![self.units[submission]],
            rows: vec![self.rows[submission].clone()],
            complete: 1,
            ..*self
        }
    }

    /// How many results so far are something else than AC, or could not be judged.
    pub fn not_passed(&self) -> usize {
        self.not_passed
    }

    /// What was graded.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What came of making a submission ready, in short.
    pub fn prepared(&self, submission: usize) -> &Prepared {
        &self.rows[submission].prepared
    }

    /// What came of making a submission ready, with what a compiler said.
    ///
    /// # Errors
    /// When its journal cannot be read.
    pub fn preparation(&self, submission: usize) -> io::Result<Preparation> {
        still_there(self.read_preparation(submission))
    }

    /// What came of a pair, with what was printed.
    ///
    /// # Errors
    /// When its journal cannot be read.
    pub fn outcome(&self, submission: usize, case: usize) -> io::Result<Outcome> {
        still_there(self.read_outcome(submission, case))
    }

    /// What is wrong with a submission, when that was found out.
    pub fn diagnosis(&self, submission: usize) -> Option<&Diagnosis> {
        self.rows[submission].diagnosis.as_ref()
    }

    /// Leaves out what is wrong with a submission.
    #[cfg(test)]
    pub fn undiagnose(&mut self, submission: usize) {
        self.rows[submission].diagnosis = None;
    }

    /// Whether a program is wrong, in a case or by a diagnosis: inputs made for a program may
    /// show what no case does.
    pub fn any_wrong(&self) -> bool {
        let is_wrong = |row: &Row| {
            let diagnosed = row.diagnosis.as_ref();
            row.results.iter().any(Brief::is_failed)
                || diagnosed.is_some_and(|it| it.certainty != Certainty::Right)
        };
        self.rows.iter().any(is_wrong)
    }

    /// The results of a submission with their cases, in the order of the cases.
    pub fn results_of(&self, submission: usize) -> impl Iterator<Item = (usize, &Brief)> {
        let row = self.rows.get(submission);
        row.into_iter()
            .flat_map(|row| row.results.iter().enumerate())
    }

    /// How a submission did.
    pub fn tally(&self, submission: usize) -> Tally {
        tally(self.results_of(submission).map(|(_, result)| result))
    }

    /// How the class did on a case.
    pub fn case_tally(&self, case: usize) -> Tally {
        tally(self.rows.iter().filter_map(|row| row.results.get(case)))
    }

    /// How the class did on all cases.
    pub fn total(&self) -> Tally {
        tally(self.rows.iter().flat_map(|row| &row.results))
    }

    /// Whether a submission did what it should.
    pub fn passes(&self, submission: usize, case: usize) -> bool {
        let result = self.results_of(submission).nth(case);
        let verdict = result.and_then(|(_, result)| result.verdict());
        verdict.is_some_and(Verdict::is_accepted)
    }

    /// What part of a case's points a submission gets; none where it does not pass.
    pub fn share(&self, submission: usize, case: usize) -> Option<f64> {
        let judged = self.results_of(submission).nth(case)?.1.judged()?;
        judged
            .verdict
            .is_accepted()
            .then(|| judged.share.unwrap_or(1.0))
    }

    /// The points of a submission, a number for each group; none when some case could not be
    /// judged: a failure of ours is never a number.
    pub fn points(&self, submission: usize) -> Option<Vec<f64>> {
        let is_judged = self.tally(submission).faults == 0;
        is_judged.then(|| self.plan.points(|case| self.share(submission, case)))
    }

    /// Its points in all.
    pub fn score(&self, submission: usize) -> Option<f64> {
        let is_judged = self.tally(submission).faults == 0;
        is_judged.then(|| self.plan.score(|case| self.share(submission, case)))
    }

    /// The first case that a submission failed.
    pub fn first_failed(&self, submission: usize) -> Option<usize> {
        let mut results = self.results_of(submission);
        results
            .find(|(_, result)| result.is_failed())
            .map(|(case, _)| case)
    }

    /// The case that took a submission the most processor time, with what it used.
    pub fn slowest(&self, submission: usize) -> Option<(usize, Usage)> {
        let results = self.results_of(submission);
        let used = results.filter_map(|(case, result)| Some((case, result.usage()?)));
        // Of equal ones the first.
        used.reduce(|slowest, next| {
            if next.1.cpu > slowest.1.cpu {
                next
            } else {
                slowest
            }
        })
    }
}

fn tally<'a>(results: impl Iterator<Item = &'a Brief>) -> Tally {
    results.fold(Tally::default(), |mut tally, result| {
        tally.count(result);
        tally
    })
}

/// What was there a moment ago, unless somebody has taken it away.
fn still_there<T>(read: Result<Option<T>, JournalError>) -> io::Result<T> {
    let gone = || io::Error::other("the journals have changed meanwhile");
    read.map_err(io::Error::other)?.ok_or_else(gone)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Results;
    use crate::fingerprint::Fingerprint;
    use crate::journal::grading::{Grading, Piece};
    use crate::journal::work::merge::Merge;
    use crate::journal::work::{Header, Journal};
    use crate::record::{Compilation, Judgement, Outcome, Preparation};
    use crate::suite::limits::SetLimits;
    use crate::suite::plan::{Case, Plan, Submission, Visibility};
    use crate::verdict::{ExitStatus, Verdict};

    fn key(text: &str) -> Fingerprint {
        Fingerprint::of(text.as_bytes())
    }

    /// One submission and two cases.
    fn grading(layers: &[&str]) -> Grading {
        let case = |name: &str| Case {
            name: name.to_owned(),
            group: 0,
            visibility: Visibility::Visible,
            input: name.into(),
            expected: name.into(),
            limits: SetLimits::default().resolve(0),
            exit_status: ExitStatus::default(),
            tokens: None,
            validator: None,
        };
        Grading {
            plan: Plan {
                version: "1".into(),
                submissions: vec![Submission {
                    name: "alice".into(),
                    ..Submission::default()
                }],
                cases: ["1", "2"].map(case).to_vec(),
                ..Plan::default()
            },
            submission_keys: vec![key("alice")],
            case_keys: vec![key("1"), key("2")],
            layers: layers.iter().map(|&layer| layer.to_owned()).collect(),
            ..Grading::default()
        }
    }

    fn write(path: &Path, layers: &[&str], cases: &[(usize, Verdict)]) -> PathBuf {
        let grading = grading(layers);
        let header = Header::new(grading.clone(), None);
        let journal = Journal::open(path, header, false).unwrap();
        let ready = Preparation::Ready(Compilation::default());
        let key = grading.key_of_preparation(0);
        journal.add(key, "alice", &Piece::Prepared(ready)).unwrap();
        for &(case, verdict) in cases {
            let judgement = Judgement::plain(verdict);
            let (key, name) = (grading.key(0, case), grading.name_of(0, case));
            let result = Piece::Result(Outcome::Judged(judgement));
            journal.add(key, &name, &result).unwrap();
        }
        path.to_owned()
    }

    /// A shard that was begun on one machine and finished on another.
    #[test]
    fn what_was_contained_in_another_way_is_merged_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (all, one) = (["wall", "moat"], ["wall"]);
        let accepted = Verdict::Accepted;
        let begun = write(&at("1"), &all, &[(0, accepted)]);
        let finished = write(&at("2"), &one, &[(1, accepted)]);
        let merge = Merge::open(&[begun.clone(), finished.clone()]).unwrap();
        let (mut results, gaps) = Results::merged(&merge);
        assert!(gaps.is_empty());
        let lacking = [(finished, vec!["moat".to_owned()])];
        assert_eq!(merge.less_contained(), lacking);
        assert!(results.advance(&mut |_, _| {}).unwrap());
        assert_eq!(results.total().passed(), 2);
        let alone = Merge::open(std::slice::from_ref(&begun)).unwrap();
        assert_eq!(Results::merged(&alone).1.unfinished, ["alice"]);
        // Whichever is right, somebody has to say.
        let other = write(&at("3"), &one, &[(0, Verdict::MemoryLimit), (1, accepted)]);
        let message = Merge::<Grading>::open(&[begun, other])
            .unwrap_err()
            .to_string();
        let end = "contradict each other: submission 'alice', case '1'";
        assert!(message.ends_with(end), "{message}");
    }
}
