//! A package tried on itself: do its example submissions keep what is promised of them, which time
//! limit follows from them, and do its validators know right data from wrong?

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::build::language::Languages;
use crate::build::workspace::Workspace;
use crate::execute::Execute;
use crate::files::FileError;
use crate::grade::judge_case::{CaseJudge, Content, LoadedCase};
use crate::grade::setup::{Order, Setup, SetupError, Subject};
use crate::grade::validator::Validator;
use crate::grade::watch::{Progress, Watch};
use crate::grade::{GradeError, Options, grade};
use crate::journal::lines::JournalError;
use crate::journal::results::{Brief, Event, Prepared, Results};
use crate::journal::work::Header;
use crate::journal::work::Journal;
use crate::record::Outcome;
use crate::suite::file::Placed;
use crate::suite::limits::{Seconds, SetLimits};
use crate::suite::package::{
    self, Bound, Check, Code, Example, Expected, Promise, PromisedScore, TimeRules,
};
use crate::suite::plan::{Grader, Plan};
use crate::verdict::{ExitStatus, Verdict};
use plyjudge_runner::run::{Containment, Limits};

/// What a package is tried with.
pub struct Conditions<'a> {
    /// The languages.
    pub languages: Languages,
    /// Limits of compiling.
    pub compile: Limits,
    /// How programs are contained.
    pub containment: Containment,
    /// How many programs are run at the same time.
    pub jobs: NonZeroUsize,
    /// How long programs may run that the time limit follows from.
    pub longest: Duration,
    /// Set from outside when it has to end soon.
    pub interrupted: &'a AtomicBool,
    /// Is told what is being done, how much of it is done, and how much there is in all.
    pub progress: &'a dyn Fn(&str, usize, usize),
}

/// Why a package could not be tried.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It is none, one that is not supported, or one without example submissions.
    #[error(transparent)]
    Package(#[from] FileError),
    /// What is in it cannot be used.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The examples could not be run.
    #[error(transparent)]
    Grade(#[from] GradeError),
    /// Where results are kept meanwhile.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What came of trying a package.
#[derive(Debug, Default)]
pub struct Verification {
    /// The names of the groups of cases.
    pub groups: Vec<String>,
    /// The example submissions, in the order of their names.
    pub tried: Vec<Tried>,
    /// The time limit.
    pub limit: Option<TimeLimit>,
    /// Promises about the time limit and about data that are broken.
    pub broken: Vec<String>,
    /// What could not be tried, and why.
    pub untried: Vec<String>,
    /// How many inputs and outputs validators were tried on.
    pub checked: usize,
}

/// An example submission that was tried.
#[derive(Debug)]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// For each group, how often which verdict was given; none where it could not be tried.
    pub groups: Vec<Vec<(Code, usize)>>,
    /// The most processor time that a case took it.
    pub slowest: Duration,
    /// Its points, where there are any.
    pub points: Option<f64>,
    /// What was promised and is not so.
    pub broken: Vec<String>,
}

/// A time limit that follows from example submissions, or that the package has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLimit {
    /// The limit.
    pub limit: Duration,
    /// Whether the package sets it.
    pub is_set: bool,
    /// The slowest that is above which it has to be, in all that counts.
    pub slowest: Option<Duration>,
}

impl Verification {
    /// Whether all promises are kept.
    pub fn is_kept(&self) -> bool {
        self.broken.is_empty() && self.tried.iter().all(|tried| tried.broken.is_empty())
    }
}

/// What an example did with a case.
#[derive(Clone, Debug)]
struct Ran {
    /// None where it did not compile.
    code: Option<Code>,
    cpu: Duration,
    wall: Duration,
    /// Whether a limit stopped it, so that it may have taken longer.
    is_stopped: bool,
    /// Whether that was the limit of output.
    has_printed_too_much: bool,
    message: String,
}

/// An example with what it did.
struct Runs {
    cases: Vec<Ran>,
    /// Whether each case is judged at all, as the format has it.
    judged: Vec<bool>,
    points: Option<f64>,
    why_not: Option<String>,
}

impl Runs {
    /// Notes which cases are not judged any more once others are rejected.
    fn leave_out(&mut self, grader: Option<&Grader>) {
        let Some(grader) = grader else { return };
        let mut judged = Vec::new();
        grader.judged(&|case| self.cases[case].code == Some(Code::Ac), &mut judged);
        self.judged.fill(false);
        for case in judged {
            self.judged[case] = true;
        }
    }
}

/// Tries a package.
///
/// # Errors
/// Whatever keeps that from coming to an end.
pub fn verify(
    root: &Path,
    executor: &dyn Execute,
    conditions: &Conditions<'_>,
) -> Result<Verification, VerifyError> {
    let rules = package::time_rules(root)?;
    let examples = package::examples(root)?;
    if examples.is_empty() {
        let problem = "found no example submissions, expected some in submissions/accepted";
        return Err(FileError::new(root, problem).into());
    }
    let package = package::open(root)?;
    let mut verifier = Verifier {
        root,
        grader: package.grader,
        executor,
        conditions,
        plan: None,
        done: Verification::default(),
    };
    let is_secret = |placed: &Placed| placed.case.name.starts_with("secret/");
    if !package.placed.iter().any(is_secret) {
        let what = "data/secret: found no case, expected some";
        verifier.done.broken.push(what.to_owned());
    }
    verifier.examples(&examples, &rules)?;
    verifier.data()?;
    Ok(verifier.done)
}

struct Verifier<'a> {
    root: &'a Path,
    /// How groups within groups come together.
    grader: Option<Grader>,
    executor: &'a dyn Execute,
    conditions: &'a Conditions<'a>,
    plan: Option<Plan>,
    done: Verification,
}

impl Verifier<'_> {
    fn examples(&mut self, examples: &[Example], rules: &TimeRules) -> Result<(), VerifyError> {
        let mut runs: Vec<Option<Runs>> = Vec::new();
        runs.resize_with(examples.len(), || None);
        let is_quick = |example: &usize| {
            let mut promises = examples[*example].promises.iter();
            rules.limit.is_none() && promises.any(|it| it.bound() == Bound::Lower)
        };
        let (quick, slow): (Vec<usize>, Vec<usize>) = (0..examples.len()).partition(is_quick);
        self.run(examples, &quick, self.conditions.longest, &mut runs)?;
        let slowest = self.slowest(examples, &runs).unwrap_or_default();
        let limit = rules.limit.unwrap_or_else(|| rules.above(slowest));
        let most = limit.mul_f64(rules.limit_to_tle.max(1.0)) + Duration::from_millis(100);
        self.run(examples, &slow, most, &mut runs)?;
        // What a grading with that limit gives: who only waits is too late by the clock.
        let of_limit = SetLimits {
            cpu: Some(Seconds(limit)),
            ..SetLimits::default()
        };
        let longest = of_limit.resolve(0).wall;
        for runs in runs.iter_mut().flatten() {
            for ran in &mut runs.cases {
                let is_late = ran.cpu > limit || ran.wall > longest;
                if ran.code.is_some() && is_late {
                    ran.code = Some(Code::Tle);
                    ran.is_stopped |= ran.cpu <= limit;
                }
            }
            runs.leave_out(self.grader.as_ref());
        }
        let slowest = self.slowest(examples, &runs);
        self.done.limit = Some(TimeLimit {
            limit,
            is_set: rules.limit.is_some(),
            slowest,
        });
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        if let Some(slowest) = slowest
            && rules.is_bound
            && slowest.mul_f64(rules.ac_to_limit) > limit
        {
            self.done.broken.push(format!(
                "the time limit of {} is below {} times {}, what the slowest takes that has to be \
                 in time",
                seconds(limit),
                rules.ac_to_limit,
                seconds(slowest),
            ));
        }
        for (example, runs) in examples.iter().zip(runs) {
            self.tell(example, runs, limit.mul_f64(rules.limit_to_tle));
        }
        Ok(())
    }

    /// Runs some of the examples, for so long.
    fn run(
        &mut self,
        examples: &[Example],
        chosen: &[usize],
        longest: Duration,
        runs: &mut [Option<Runs>],
    ) -> Result<(), VerifyError> {
        if chosen.is_empty() {
            return Ok(());
        }
        let chosen_ones = chosen.iter().map(|&at| examples[at].clone()).collect();
        let setup = Setup::new(&self.order(Subject::Examples(chosen_ones), longest))?;
        let workspace = Workspace::new().map_err(GradeError::Workspace)?;
        let header = Header::new(setup.grading.clone(), None);
        let journal = Journal::open(&workspace.place("journal"), header, true)?;
        let options = Options {
            jobs: self.conditions.jobs,
            interrupted: self.conditions.interrupted,
            diagnose: None,
        };
        let mut watched = Watched(self.conditions.progress);
        let results = grade(&setup, self.executor, &journal, options, &mut watched)?;
        for (submission, &at) in chosen.iter().enumerate() {
            runs[at] = Some(ran(&results, submission));
        }
        self.plan.get_or_insert_with(|| setup.grading.plan.clone());
        Ok(())
    }

    fn order(&self, subject: Subject, longest: Duration) -> Order {
        Order {
            languages: self.conditions.languages.clone(),
            limits: SetLimits {
                cpu: Some(Seconds(longest)),
                ..SetLimits::default()
            },
            compile: self.conditions.compile.clone(),
            containment: self.conditions.containment,
            ..Order::new(subject, self.root)
        }
    }

    /// The most time that cases took which a promise has to be above.
    fn slowest(&self, examples: &[Example], runs: &[Option<Runs>]) -> Option<Duration> {
        let plan = self.plan.as_ref()?;
        let pairs = examples.iter().zip(runs);
        let pairs = pairs.filter_map(|(example, runs)| Some((example, runs.as_ref()?)));
        let times = pairs.flat_map(|(example, runs)| {
            let promises = example.promises.iter();
            let promises = promises.filter(|promise| promise.bound() == Bound::Lower);
            promises.flat_map(move |promise| about(promise, plan, runs).map(|ran| ran.cpu))
        });
        times.max()
    }

    /// Says what came of an example.
    fn tell(&mut self, example: &Example, runs: Option<Runs>, late: Duration) {
        let (Some(runs), Some(plan)) = (runs, &self.plan) else {
            return;
        };
        if self.done.groups.is_empty() {
            let groups = plan.groups.iter().map(|group| group.name.clone());
            self.done.groups = groups.collect();
        }
        if let Some(why) = runs.why_not {
            self.done.untried.push(format!("{}: {why}", example.name));
            return;
        }
        let promises = example.promises.iter();
        let groups = (0..plan.groups.len()).map(|group| {
            let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
            for code in plan
                .cases_of(group)
                .filter_map(|case| runs.cases[case].code)
            {
                *counts.entry(code).or_default() += 1;
            }
            counts.into_iter().collect()
        });
        let times = runs.cases.iter().map(|ran| ran.cpu);
        self.done.tried.push(Tried {
            name: example.name.clone(),
            groups: groups.collect(),
            slowest: times.max().unwrap_or_default(),
            points: runs.points.filter(|_| plan.has_suite),
            broken: promises
                .filter_map(|promise| kept(promise, plan, &runs, late).err())
                .collect(),
        });
    }

    /// Has validators look at all data.
    fn data(&mut self) -> Result<(), VerifyError> {
        let checks = package::checks(self.root)?;
        let output = package::open(self.root)?;
        let additions = Arc::new(output.additions);
        let workspace = Workspace::new().map_err(GradeError::Workspace)?;
        let Conditions {
            languages, compile, ..
        } = self.conditions;
        let look = |path: &Path, manner| Validator::look(path, manner, languages, Some(&additions));
        let mut validators = Vec::new();
        let (paths, manner) = package::input_validators(self.root)?;
        for path in paths {
            let name = path.strip_prefix(self.root).unwrap_or(&path);
            let name = crate::suite::case::printable(name);
            match look(&path, manner.clone()) {
                Ok(validator) => validators.push((name, validator)),
                Err(why) => self.done.untried.push(why),
            }
        }
        let mut ready = Vec::new();
        for (number, (name, validator)) in validators.iter().enumerate() {
            let place = format!("input-validator-{number}");
            match validator.make_ready(self.executor, compile, &workspace, &place) {
                Ok(validator) => ready.push((name, validator)),
                Err(why) => self.done.untried.push(why),
            }
        }
        let own = output.validator.map(|(path, manner)| look(&path, manner));
        let own = own.transpose().map_err(SetupError::Unfit)?;
        let own = own
            .as_ref()
            .map(|own| own.make_ready(self.executor, compile, &workspace, "output-validator"))
            .transpose()
            .map_err(GradeError::Validator)?;
        let judge = CaseJudge::once(self.executor, own.as_ref());
        for (done, check) in checks.iter().enumerate() {
            (self.conditions.progress)("asking validators", done, checks.len());
            let Verification {
                broken,
                untried,
                checked,
                ..
            } = &mut self.done;
            let of_check = |what: &dyn Display| format!("{}: {what}", check.name);
            let mut rejected = false;
            for (name, validator) in &ready {
                match validator.check_input(check) {
                    Ok(true) => {}
                    Ok(false) if check.expected == Expected::InvalidInput => rejected = true,
                    Ok(false) => broken.push(of_check(&format!("{name} rejects the input"))),
                    Err(why) => untried.push(of_check(&why)),
                }
                *checked += 1;
            }
            if check.expected == Expected::InvalidInput && !rejected && !ready.is_empty() {
                broken.push(of_check(&"no input validator rejects the input"));
            }
            let Some(printed) = &check.output else {
                continue;
            };
            *checked += 1;
            let is_right = check.expected == Expected::ValidOutput;
            match judge.is_right(&loaded(check), printed) {
                Ok(found) if found == is_right => {}
                Ok(true) => {
                    broken.push(of_check(&"the output is accepted, but has to be rejected"))
                }
                Ok(false) => {
                    broken.push(of_check(&"the output is rejected, but has to be accepted"))
                }
                Err(why) => untried.push(of_check(&why)),
            }
        }
        Ok(())
    }
}

/// A case of data that is only for validators.
fn loaded(check: &Check) -> LoadedCase {
    let held = |bytes: &[u8]| Content::Held(bytes.into());
    LoadedCase {
        input: held(&check.input),
        expected: held(&check.answer),
        exit_status: ExitStatus::Exactly(0),
        tokens: check.tokens,
        validator: Some(check.output_args.clone()),
        hidden: true,
        ..LoadedCase::default()
    }
}

/// What an example did.
fn ran(results: &Results<'_>, submission: usize) -> Runs {
    let mut why_not = match results.prepared(submission) {
        Prepared::Fault(message) => Some(message.clone()),
        _ => None,
    };
    let mut cases = Vec::new();
    for (case, brief) in results.results_of(submission) {
        if let Brief::Fault(message) = brief {
            why_not.get_or_insert_with(|| message.to_string());
        }
        let message = match results.outcome(submission, case) {
            Ok(Outcome::Judged(judgement)) => judgement.ruling.map(|it| it.message),
            _ => None,
        };
        cases.push(Ran {
            code: brief.verdict().and_then(Code::of),
            cpu: brief.usage().map(|usage| usage.cpu).unwrap_or_default(),
            wall: brief.usage().map(|usage| usage.wall).unwrap_or_default(),
            is_stopped: matches!(
                brief.verdict(),
                Some(Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit)
            ),
            has_printed_too_much: brief.verdict() == Some(Verdict::OutputLimit),
            message: message.map_or(String::new(), |it| it.text.to_lossy().into_owned()),
        });
    }
    Runs {
        judged: vec![true; cases.len()],
        cases,
        points: results.score(submission),
        why_not,
    }
}

/// What an example did with the cases that a promise is about.
fn about<'a>(
    promise: &'a Promise,
    plan: &'a Plan,
    runs: &'a Runs,
) -> impl Iterator<Item = &'a Ran> + 'a {
    let pairs = plan.cases.iter().zip(&runs.cases).zip(&runs.judged);
    pairs
        .filter(|((case, _), is_judged)| **is_judged && promise.is_about(&case.name))
        .map(|((_, ran), _)| ran)
}

/// Whether a promise is kept; what is not as it says.
fn kept(promise: &Promise, plan: &Plan, runs: &Runs, late: Duration) -> Result<(), String> {
    let place = match &promise.cases {
        Some(cases) => format!(" in {}", cases.escape_debug()),
        None => String::new(),
    };
    let mut found = Vec::new();
    for ran in about(promise, plan, runs) {
        let Some(code) = ran.code else {
            return Err("it does not compile".to_owned());
        };
        // Where output is looked at only in the end, who prints without end is out of time.
        let is_late = ran.has_printed_too_much && !promise.permitted.contains(&code);
        found.push(if is_late { Code::Tle } else { code });
    }
    found.sort();
    found.dedup();
    let names = |codes: &[Code]| {
        let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
        names.join(", ")
    };
    let is_permitted = |code: &Code| promise.permitted.contains(code);
    if let Some(other) = found.iter().find(|code| !is_permitted(code)) {
        let permitted = names(&promise.permitted);
        return Err(format!(
            "found {}{place}, expected {permitted}",
            other.name()
        ));
    }
    if !found.is_empty() && !found.iter().any(|code| promise.required.contains(code)) {
        let (found, required) = (names(&found), names(&promise.required));
        return Err(format!(
            "found only {found}{place}, expected {required} somewhere"
        ));
    }
    if promise.bound() == Bound::Upper
        && about(promise, plan, runs).all(|ran| ran.cpu < late && !ran.is_stopped)
    {
        return Err(format!(
            "it takes less than {:.2} s{place}, too near to the time limit",
            late.as_secs_f64()
        ));
    }
    if let Some(message) = &promise.message
        && !about(promise, plan, runs).any(|ran| ran.message.contains(message.as_str()))
    {
        return Err(format!(
            "found no message{place} with '{}'",
            message.escape_debug()
        ));
    }
    match (promise.score, runs.points, &promise.cases) {
        (Some(PromisedScore::Between(least, most)), Some(points), None)
            if points < least || points > most =>
        {
            Err(format!("found {points} points, expected {least} to {most}"))
        }
        (Some(PromisedScore::NotAll), Some(points), None) if points >= plan.max_points() => {
            Err(format!("found {points} points, expected fewer"))
        }
        _ => Ok(()),
    }
}

/// Nobody watches.
struct Watched<'a>(&'a dyn Fn(&str, usize, usize));

impl Watch for Watched<'_> {
    fn progress(&mut self, progress: Progress) {
        (self.0)(progress.phase.name(), progress.done, progress.total);
    }

    fn known(&mut self, _: &Results<'_>, _: Event<'_>) {}
}
