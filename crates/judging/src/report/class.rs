//! The results of a whole class, small enough to be kept until the end: what each submission
//! got for each case, without what was printed.

use std::ops::Add;

use crate::compare::Difference;
use crate::diagnosis::Diagnosis;
use crate::event::Event;
use crate::plan::Plan;
use crate::record::{Outcome, Preparation};
use crate::verdict::Verdict;
use plyjudge_runner::run::Usage;

/// What a class got. Submissions and cases are named by their index in the plan.
#[derive(Clone, Debug)]
pub struct Class {
    plan: Plan,
    /// By submission and case; nothing for a submission of which none is known.
    results: Vec<Vec<Option<Result>>>,
    /// By submission.
    preparations: Vec<Option<Prepared>>,
    /// By submission; only of those that failed, and where they were asked for.
    diagnoses: Vec<Option<Diagnosis>>,
}

/// What came of one submission and one case.
#[derive(Clone, Debug, PartialEq)]
pub enum Result {
    /// It was judged.
    Judged {
        /// The judgement.
        verdict: Verdict,
        /// Where the output differs, when it does.
        difference: Option<Difference>,
        /// What the run used, when there was one.
        usage: Option<Usage>,
        /// The exit status, when the program ended by itself.
        exit_status: Option<i32>,
        /// Whether the verdict was not the same each time.
        flickers: bool,
    },
    /// It was not looked at.
    Skipped,
    /// It could not be judged, and why.
    Fault(Box<str>),
}

impl From<&Outcome> for Result {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Judged(judgement) => Result::Judged {
                verdict: judgement.verdict,
                difference: judgement.wrong.as_ref().map(|wrong| wrong.difference),
                usage: judgement.run.map(|run| run.usage),
                exit_status: judgement.exit_status(),
                flickers: judgement.flickers(),
            },
            Outcome::Skipped => Result::Skipped,
            Outcome::Fault(fault) => Result::Fault(fault.message.as_str().into()),
        }
    }
}

impl Result {
    /// The verdict, when there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Result::Judged { verdict, .. } => Some(*verdict),
            Result::Skipped | Result::Fault(_) => None,
        }
    }

    /// What the run used, when there was one.
    pub fn usage(&self) -> Option<Usage> {
        match self {
            Result::Judged { usage, .. } => *usage,
            Result::Skipped | Result::Fault(_) => None,
        }
    }

    /// The exit status, when the program ended by itself.
    pub fn exit_status(&self) -> Option<i32> {
        match self {
            Result::Judged { exit_status, .. } => *exit_status,
            Result::Skipped | Result::Fault(_) => None,
        }
    }

    /// Whether the program ended with a status that is not 0 and does not count, its output
    /// having been judged.
    pub fn is_nonzero(&self) -> bool {
        let is_output = |verdict: Verdict| {
            verdict.is_accepted() || matches!(verdict, Verdict::WrongAnswer { .. })
        };
        self.verdict().is_some_and(is_output) && self.exit_status().is_some_and(|it| it != 0)
    }

    /// Whether the verdict was not the same each time.
    pub fn flickers(&self) -> bool {
        matches!(self, Result::Judged { flickers: true, .. })
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
    pub fn count(&mut self, result: &Result) {
        self.flickering += usize::from(result.flickers());
        self.nonzero += usize::from(result.is_nonzero());
        *match result {
            Result::Judged { verdict, .. } => {
                let code = verdict.code();
                let place = Self::CODES.iter().position(|known| *known == code);
                &mut self.verdicts[place.expect("every verdict has a place")]
            }
            Result::Skipped => &mut self.skipped,
            Result::Fault(_) => &mut self.faults,
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

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        for (count, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *count += more;
        }
        self.skipped += other.skipped;
        self.faults += other.faults;
        self.flickering += other.flickering;
        self.nonzero += other.nonzero;
        self
    }
}

impl Class {
    /// A class of which no result is known yet.
    pub fn new(plan: &Plan) -> Self {
        let submissions = plan.submissions.len();
        Self {
            plan: plan.clone(),
            results: vec![Vec::new(); submissions],
            preparations: vec![None; submissions],
            diagnoses: vec![None; submissions],
        }
    }

    /// Takes what an event tells of results.
    pub fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Prepared {
                submission,
                preparation,
            } => self.preparations[submission] = Some(preparation.into()),
            Event::Finished {
                submission,
                case,
                outcome,
            } => {
                let row = &mut self.results[submission];
                row.resize(self.plan.cases.len(), None);
                row[case] = Some(outcome.into());
            }
            Event::Diagnosed {
                submission,
                diagnosis,
            } => self.diagnoses[submission] = Some(diagnosis.clone()),
            Event::Begin(_) | Event::Progress(_) | Event::End(_) => {}
        }
    }

    /// Forgets the results of a submission, to have room for others.
    pub fn forget(&mut self, submission: usize) {
        self.results[submission] = Vec::new();
    }

    /// What was graded.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What came of making a submission ready.
    pub fn preparation(&self, submission: usize) -> Option<&Prepared> {
        self.preparations[submission].as_ref()
    }

    /// What is wrong with a submission, when that was found out.
    pub fn diagnosis(&self, submission: usize) -> Option<&Diagnosis> {
        self.diagnoses[submission].as_ref()
    }

    /// The results of a submission with their cases, in the order of the cases.
    pub fn results_of(&self, submission: usize) -> impl Iterator<Item = (usize, &Result)> {
        let results = self.results[submission].iter().enumerate();
        results.filter_map(|(case, result)| Some((case, result.as_ref()?)))
    }

    /// How a submission did.
    pub fn tally(&self, submission: usize) -> Tally {
        tally(self.results_of(submission).map(|(_, result)| result))
    }

    /// How the class did on a case.
    pub fn case_tally(&self, case: usize) -> Tally {
        let results = self.results.iter().map(|row| row.get(case));
        tally(results.filter_map(|result| result?.as_ref()))
    }

    /// Whether a submission did what it should.
    pub fn passes(&self, submission: usize, case: usize) -> bool {
        let result = self.results[submission].get(case);
        let verdict = result.and_then(|result| result.as_ref()?.verdict());
        verdict.is_some_and(Verdict::is_accepted)
    }

    /// The points of a submission, a number for each group; none when some case could not be
    /// judged: a failure of ours is never a number.
    pub fn points(&self, submission: usize) -> Option<Vec<f64>> {
        let is_judged = self.tally(submission).faults == 0;
        is_judged.then(|| self.plan.points(|case| self.passes(submission, case)))
    }

    /// Its points in all.
    pub fn score(&self, submission: usize) -> Option<f64> {
        Some(self.points(submission)?.iter().sum())
    }

    /// The first case that a submission failed.
    pub fn first_failed(&self, submission: usize) -> Option<usize> {
        let mut results = self.results_of(submission);
        let failed = |result: &Result| {
            result
                .verdict()
                .is_some_and(|verdict| !verdict.is_accepted())
        };
        results
            .find(|(_, result)| failed(result))
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

fn tally<'a>(results: impl Iterator<Item = &'a Result>) -> Tally {
    results.fold(Tally::default(), |mut tally, result| {
        tally.count(result);
        tally
    })
}

#[cfg(test)]
mod tests {
    use super::{Class, Tally};
    use crate::event::Event;
    use crate::event::Listener;
    use crate::report::sample;

    struct Collect(Option<Class>);

    impl Listener for Collect {
        fn take(&mut self, event: Event<'_>) -> std::io::Result<()> {
            match event {
                Event::Begin(plan) => self.0 = Some(Class::new(plan)),
                event => self.0.as_mut().expect("a plan first").take(event),
            }
            Ok(())
        }
    }

    fn class() -> Class {
        let mut collect = Collect(None);
        sample::play(&sample::plan(), &mut collect);
        collect.0.expect("a class")
    }

    #[test]
    fn results_are_counted_by_submission_and_by_case() {
        let class = class();
        let words = |tally: Tally| (tally.passed(), tally.not_passed());
        let by_submission: Vec<_> = (0..6).map(|index| words(class.tally(index))).collect();
        let expected = [
            (0, "CE 4"),
            (0, "MLE 1, OLE 1, RTE 2"),
            (4, ""),
            (0, "WA 3, TLE 1"),
            (0, "not judged 4"),
            (1, "WA 1, skipped 2"),
        ];
        assert_eq!(
            by_submission,
            expected.map(|(passed, rest)| (passed, rest.to_owned()))
        );
        let by_case: Vec<_> = (0..4).map(|index| words(class.case_tally(index))).collect();
        let expected = [
            (2, "WA 1, MLE 1, CE 1, not judged 1"),
            (1, "WA 2, OLE 1, CE 1, not judged 1"),
            (1, "TLE 1, RTE 1, CE 1, skipped 1, not judged 1"),
            (1, "WA 1, RTE 1, CE 1, skipped 1, not judged 1"),
        ];
        assert_eq!(
            by_case,
            expected.map(|(passed, rest)| (passed, rest.to_owned()))
        );
        assert_eq!(class.tally(5).flickering, 1);
        assert_eq!((class.tally(5) + class.tally(3)).failed(), 5);
    }

    #[test]
    fn points_first_failures_and_slowest_cases() {
        let class = class();
        let points: Vec<_> = (0..6).map(|index| class.points(index)).collect();
        let none = || Some(vec![0.0, 0.0]);
        let expected = [
            none(),
            none(),
            Some(vec![8.0, 4.0]),
            none(),
            None,
            Some(vec![4.0, 0.0]),
        ];
        assert_eq!(points, expected);
        let failed: Vec<_> = (0..6).map(|index| class.first_failed(index)).collect();
        assert_eq!(failed, [Some(0), Some(0), None, Some(0), None, Some(1)]);
        let slowest: Vec<_> = (0..6)
            .map(|index| {
                class
                    .slowest(index)
                    .map(|(case, usage)| (case, usage.cpu.as_millis()))
            })
            .collect();
        let expected = [
            None,
            Some((2, 251)),
            Some((2, 252)),
            Some((2, 253)),
            None,
            Some((1, 17)),
        ];
        assert_eq!(slowest, expected);
    }
}
