//! Diagnosing submissions for the judge.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::experiment::{Ask, Experiments, Faults, Inputs, Lab, Outcome, POOL, Seen, experiment};
use super::language::{self, Builds, Probe};
use super::scoring::common_start;
use super::smaller::shrunk;
use super::{Diagnosis, Finding, Observed, diagnose, forms, sort, summary, whereabouts};
use crate::judge::fingerprint::{Fingerprint, Printer};
use crate::judge::grade::diagnose::{Answer, Diagnose, Failing, Printed};
use crate::judge::journal::diagnosis::{self, Certainty, Evidence, Mistake, RestKind};
use crate::judge::run::Ended;
use crate::judge::verdict::{Crash, ExitStatus};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::suite::Suite;
use crate::text::quote;

/// How many failed cases are run once more, to see whether they fail in the same way.
const AGAIN: usize = 5;

/// How long after the first runs that is done when nothing explains them all: programs that
/// draw random numbers by the clock do the same within a second.
const LATER: Duration = Duration::from_millis(1100);

/// What is known of a case of the judge's plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseUse {
    /// Whether its expected output is the suite's right answer, so that it is of use.
    pub is_used: bool,
    /// Whether everybody may see it.
    pub is_visible: bool,
    /// The exit status that is awaited.
    pub exit_status: ExitStatus,
}

/// Says which rules of an assignment submissions get wrong.
pub struct RuleDiagnosis<'a> {
    /// The cases of the judge's plan, with their right answers.
    suite: Suite<'a>,
    uses: Vec<CaseUse>,
    more: More,
    inputs: Inputs,
}

/// What is done besides, by running the program with other inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct More {
    /// A failing input is made smaller.
    pub shrink: bool,
    /// Other inputs are made until it is known what is wrong, or enough were tried.
    pub experiments: Option<Experiments>,
}

impl<'a> RuleDiagnosis<'a> {
    /// For a suite of all cases of the judge's plan.
    pub fn new(suite: Suite<'a>, uses: Vec<CaseUse>, more: More) -> Self {
        Self {
            suite,
            uses,
            more,
            inputs: Inputs::default(),
        }
    }

    fn observed(&self, submission: &Failing<'_>) -> Vec<Option<Observed>> {
        let right = self.suite.right().iter();
        let cases = submission.answers.iter().zip(&self.uses).zip(right);
        let answers = cases.map(|((answer, uses), right)| {
            Some(match answer.as_ref().filter(|_| uses.is_used)? {
                Answer::Right => Observed {
                    output: right.clone(),
                    stopped: None,
                },
                Answer::Other(printed) => observed(printed.clone(), uses.exit_status),
            })
        });
        answers.collect()
    }

    /// Runs failed cases once more; says so when a program does not do the same again.
    fn unstable(
        &self,
        submission: &Failing<'_>,
        suite: &Suite<'_>,
        found: &Diagnosis,
        observed: &[Option<Observed>],
    ) -> Option<diagnosis::Diagnosis> {
        let failed = found.wrong.iter().chain(&found.stopped).copied();
        let mut tried = 0;
        let mut evidence = Vec::new();
        for (case, once) in failed.filter_map(|case| Some((case, observed[case].as_ref()?))) {
            // What waits for a limit takes long, and where it is cut off is chance.
            if once.stopped.as_deref().is_some_and(is_limit) {
                continue;
            }
            let input = &suite.cases()[case].input;
            let expected = suite.right()[case].len();
            let limits = self.limits_of(case);
            let Ok(printed) = submission.run_expecting(limits, input, expected) else {
                continue;
            };
            tried += 1;
            let again = self.observed_of(case, printed);
            if let Some(text) = otherwise(once, &again) {
                evidence.push(Evidence { case, text });
            }
            if tried == AGAIN {
                break;
            }
        }
        let count = evidence.len();
        if count == 0 {
            return None;
        }
        let cases = match tried {
            1 => "the one failing case".to_owned(),
            all => format!("{count} of {all} failing cases"),
        };
        let mut told = diagnosis::Diagnosis {
            wrong: found.wrong.clone(),
            stopped: found.stopped.clone(),
            evidence,
            ..diagnosis::Diagnosis::plain(
                Certainty::Unstable,
                format!(
                    "Does not do the same each time: run once more, it came out otherwise in \
                     {cases}. Variables that were never given a value, places outside an array \
                     and random numbers do that. While it does, no rule can be blamed."
                ),
            )
        };
        self.keep_what_is_named(&mut told, suite, observed);
        Some(told)
    }

    /// The case of the plan that gives an input its limits.
    fn limits_of(&self, case: usize) -> usize {
        match case < self.uses.len() {
            true => case,
            false => 0,
        }
    }

    /// What a program did with a case or an input made.
    fn observed_of(&self, case: usize, printed: Printed) -> Observed {
        observed(printed, self.uses[self.limits_of(case)].exit_status)
    }

    /// Names cases as the plan does, and adds those inputs made that are named.
    fn keep_what_is_named(
        &self,
        told: &mut diagnosis::Diagnosis,
        suite: &Suite<'_>,
        observed: &[Option<Observed>],
    ) {
        let cases = self.uses.len();
        let lists = [
            &mut told.wrong,
            &mut told.stopped,
            &mut told.explained,
            &mut told.contradicted,
            &mut told.by_text,
        ];
        lists
            .into_iter()
            .for_each(|list| list.retain(|&case| case < cases));
        let mut kept: Vec<usize> = Vec::new();
        let mut keep = |case: &mut usize| {
            if *case < cases {
                return;
            }
            let place = kept.iter().position(|kept| kept == case);
            let place = place.unwrap_or_else(|| {
                kept.push(*case);
                kept.len() - 1
            });
            *case = cases + place;
        };
        let shown = told.mistakes.iter_mut().flat_map(|it| &mut it.evidence);
        shown.for_each(|it| keep(&mut it.case));
        told.faults.iter_mut().for_each(|it| keep(&mut it.case));
        told.evidence.iter_mut().for_each(|it| keep(&mut it.case));
        told.text_differences
            .iter_mut()
            .for_each(|it| keep(&mut it.case));
        let rest = told.tested.iter_mut().flat_map(|tested| &mut tested.rest);
        rest.for_each(|rest| keep(&mut rest.example));
        let made = kept.into_iter().map(|case| {
            let printed = observed[case].as_ref().map(|it| it.output.clone());
            diagnosis::Shrunk {
                case: self.limits_of(case),
                input: suite.cases()[case].input.clone().into(),
                expected: suite.right()[case].clone().into(),
                printed: printed.unwrap_or_default().into(),
            }
        });
        told.made = made.collect();
    }
}

/// What was found and seen, those of the failing cases put back that were left out.
fn with_left_out(
    outcome: &Outcome<'_>,
    failing: Vec<(usize, Observed)>,
) -> (Diagnosis, Vec<Option<Observed>>) {
    let (mut found, mut observed) = (outcome.found.clone(), outcome.observed.clone());
    for (case, did) in failing {
        if observed[case].is_some() {
            continue;
        }
        let is_right_so_far = outcome.suite.right()[case].starts_with(&did.output);
        match did.stopped.is_some() && is_right_so_far {
            true => found.stopped.push(case),
            false => found.wrong.push(case),
        }
        observed[case] = Some(did);
    }
    sort(&outcome.suite, &mut found.wrong);
    sort(&outcome.suite, &mut found.stopped);
    (found, observed)
}

/// Some inputs of a program that is right on all, but for the tenth that is the most work: it may be so by
/// luck.
fn by_luck(outcome: &Outcome<'_>) -> Vec<usize> {
    const TRIED: usize = 16;
    let Diagnosis { wrong, stopped, .. } = &outcome.found;
    if !(wrong.is_empty() && stopped.is_empty() && outcome.rest.is_empty()) {
        return Vec::new();
    }
    let tried = outcome.observed.iter().enumerate();
    let tried = tried.filter_map(|(case, observed)| observed.as_ref().map(|_| case));
    let mut cases: Vec<usize> = tried.collect();
    cases.sort_by_key(|&case| (outcome.suite.costs()[case], case));
    cases.truncate((cases.len() * 9).div_ceil(10));
    // Of each kind some, as what is much to be answered to little is of another kind.
    let (right, asked) = (outcome.suite.right(), outcome.suite.cases());
    cases.sort_by_key(|&case| 1000 * right[case].len() / asked[case].input.len().max(1));
    let step = cases.len().div_ceil(TRIED).max(1);
    cases.into_iter().step_by(step).collect()
}

/// Whether a fault of language shows on an input, and how often it did.
fn counting<'a>(
    count: &'a AtomicUsize,
    builds: &'a Builds<'a>,
    probe: &'a Probe,
) -> impl Fn(&[u8], &[u8], &Observed) -> bool + Sync + 'a {
    move |input, right, observed| {
        let shows = match &observed.stopped {
            Some(reason) => is_crash(reason),
            None if observed.output == right => false,
            None => probe.shows_on(builds, 0, input, observed, right.len()),
        };
        count.fetch_add(usize::from(shows), Relaxed);
        shows
    }
}

/// Whether the compiler's checks report a fault of language on an input.
fn reporting<'a>(builds: &'a Builds<'a>) -> impl Fn(&[u8], &[u8]) -> bool + Sync + 'a {
    |input, right| language::reports_on(builds, 0, input, right.len())
}

/// How a second run differs from the first one.
fn otherwise(once: &Observed, again: &Observed) -> Option<String> {
    if once == again {
        return None;
    }
    let same = common_start(&once.output, &again.output);
    let line = once.output[..same]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count();
    let shown = |observed: &Observed| {
        let lines = observed.output.split(|&byte| byte == b'\n');
        let printed = lines.map(String::from_utf8_lossy).nth(line);
        match (printed, &observed.stopped) {
            (Some(printed), _) if !printed.is_empty() => quote(&printed),
            (_, Some(reason)) => reason.clone(),
            (_, None) => "nothing".to_owned(),
        }
    };
    let (first, second) = (shown(once), shown(again));
    Some(format!("line {}: first {first}, then {second}", line + 1))
}

/// Whether a run was ended by a limit of ours.
pub(super) fn is_limit(reason: &str) -> bool {
    LIMITS.contains(&reason)
}

/// Whether a reason that a run stopped for is a crash: neither a limit nor an exit status.
pub(super) fn is_crash(reason: &str) -> bool {
    !is_limit(reason) && !reason.starts_with("exit status")
}

const OUT_OF_CPU: &str = "out of processor time";
const OUT_OF_TIME: &str = "out of time";
const OUT_OF_MEMORY: &str = "out of memory";
const FILES: &str = "too much written to files";
const OUTPUT: &str = "far too much output";
const LIMITS: [&str; 5] = [OUT_OF_CPU, OUT_OF_TIME, OUT_OF_MEMORY, FILES, OUTPUT];

impl Diagnose for RuleDiagnosis<'_> {
    fn fingerprint(&self) -> Fingerprint {
        let catalogue = self.suite.catalogue();
        let right = catalogue.right();
        let mut printer = Printer::new();
        printer.value(&(env!("CARGO_PKG_VERSION"), catalogue.protocol().name()));
        printer.value(&(&right.rules, right.depth, &right.format));
        let uses = self.uses.iter().map(|it| (it.is_used, it.is_visible));
        printer.value(&uses.collect::<Vec<_>>());
        printer.value(&(
            self.more.shrink,
            self.more.experiments.map(|it| (it.runs, it.seed)),
        ));
        // A catalogue that has grown finds more.
        let names = catalogue.mistakes().iter().map(ToString::to_string);
        printer.value(&names.collect::<Vec<_>>());
        printer.finish()
    }

    fn asks_of_right(&self) -> bool {
        self.more.experiments.is_some()
    }

    fn usual_options(&self) -> Option<&'static [&'static str]> {
        self.asks_of_right().then_some(language::FIRST)
    }

    fn prepare(&self, stop: &AtomicBool) {
        if let Some(experiments) = self.more.experiments {
            let catalogue = self.suite.catalogue();
            self.inputs.prepare(catalogue, experiments, stop);
        }
    }

    fn diagnose(&self, submission: &Failing<'_>) -> diagnosis::Diagnosis {
        let start = Instant::now();
        let builds = Builds::new(submission);
        let observed = self.observed(submission);
        if let Some(experiments) = self.more.experiments {
            let ask = |input: &[u8], right: &[u8]| {
                let printed = submission.run_expecting(0, input, right.len()).ok()?;
                Some(self.observed_of(0, printed))
            };
            let mut lab = Lab::new(self.suite.catalogue(), &self.inputs, experiments);
            let seen = lab.first_pool(&self.suite, observed, &ask);
            let failing = seen.wrong().into_iter();
            let failing = failing.map(|(case, it)| (case, it.clone())).collect();
            let probe = self.first_probe(&builds, &seen);
            let outcome = match probe.touched.is_empty() {
                true => thread::scope(|scope| {
                    let faults = Faults {
                        is_faulty: &|_, _, _| false,
                        reports: &reporting(&builds),
                        expected: &|| {
                            if submission.has_free_core() {
                                builds.begin(scope);
                            }
                        },
                    };
                    experiment(seen, None, &mut lab, &ask, faults)
                }),
                false => self.without_faults(&builds, &probe, seen, &mut lab, &ask),
            };
            return self.after_experiments(
                (submission, &builds),
                (outcome, failing),
                probe,
                &mut lab,
                &ask,
            );
        }
        let mut found = diagnose(&self.suite, &observed);
        let probe = match certainty(&found) {
            Certainty::Partial | Certainty::Unknown | Certainty::Stopped => {
                self.probe(&builds, &self.suite, &mut found, &observed, &[])
            }
            _ => Probe::default(),
        };
        let certainty = certainty(&found);
        if probe.faults.is_empty()
            && let Certainty::Partial | Certainty::Unknown = certainty
        {
            thread::sleep(LATER.saturating_sub(start.elapsed()));
        }
        if probe.faults.is_empty()
            && let Some(unstable) = self.unstable(submission, &self.suite, &found, &observed)
        {
            return unstable;
        }
        let summary = summary::summary(self.suite.catalogue(), &found, &observed);
        let mut told = self.told(&self.suite, &found, &observed, (certainty, summary));
        add(&mut told, probe);
        told.shrunk = self.shrunk(submission, &self.suite, &found, &observed);
        told
    }
}

impl RuleDiagnosis<'_> {
    /// What is told after experiments.
    fn after_experiments<'s>(
        &'s self,
        (submission, builds): (&Failing<'_>, &Builds<'_>),
        (mut outcome, mut failing): (Outcome<'s>, Vec<(usize, Observed)>),
        first: Probe,
        lab: &mut Lab<'s>,
        ask: &Ask<'_>,
    ) -> diagnosis::Diagnosis {
        let kinds = [RestKind::Crash, RestKind::Unexplained];
        let fresh = kinds.iter().filter_map(|kind| outcome.rest.get(kind));
        let fresh: Vec<usize> = fresh
            .flat_map(|cases| cases.iter().copied().take(2))
            .collect();
        let is_sure = outcome.is_proved() && outcome.rest.is_empty();
        let mut probe = match is_sure && outcome.found.stopped.is_empty() {
            true => Probe::default(),
            false => self.probe(
                builds,
                &outcome.suite,
                &mut outcome.found,
                &outcome.observed,
                &fresh,
            ),
        };
        let odd = outcome.odd.iter().copied().take(2);
        let odd: Vec<usize> = odd.chain(by_luck(&outcome)).collect();
        probe.add(language::probe(builds, &outcome.suite, &odd, 0));
        if !probe.touched.is_empty() {
            let seen = outcome.observed.iter().enumerate();
            let seen = seen.filter_map(|(case, it)| Some((case, it.clone()?)));
            let is_failing = |(case, it): &(usize, Observed)| {
                it.stopped.is_some() || it.output != outcome.suite.right()[*case]
            };
            failing.extend(seen.filter(is_failing));
            outcome = self.beside_faults(builds, &probe, outcome, lab, ask);
        }
        probe.add(first);
        let outcome = &outcome;
        let Outcome {
            suite,
            observed,
            found,
            ..
        } = outcome;
        if probe.faults.is_empty()
            && let Some(unstable) = self.unstable(submission, suite, found, observed)
        {
            return unstable;
        }
        let certainty = match certainty(found) {
            Certainty::Right if !outcome.rest.is_empty() => match outcome.is_all() {
                true => Certainty::Stopped,
                false => Certainty::Unknown,
            },
            Certainty::Right if outcome.left_out > 0 => Certainty::Stopped,
            Certainty::Exact | Certainty::Text if !outcome.is_proved() || outcome.left_out > 0 => {
                Certainty::Partial
            }
            certainty => certainty,
        };
        let is_clear = probe.faults.is_empty() || outcome.left_out > 0;
        let mut observations = match certainty {
            _ if !is_clear || summary::prints_nothing(outcome) => Vec::new(),
            Certainty::Unknown => whereabouts::told(outcome),
            Certainty::Partial if !outcome.is_all() => {
                whereabouts::limits(outcome).into_iter().collect()
            }
            _ => Vec::new(),
        };
        observations.extend(forms::remarks(outcome, ask));
        let summary = summary::tested(outcome);
        let mut told = self.told(suite, found, observed, (certainty, summary));
        let rest = outcome.rest.iter();
        let rest: Vec<diagnosis::Rest> = rest
            .map(|(&kind, cases)| diagnosis::Rest {
                kind,
                inputs: cases.len(),
                example: cases[0],
            })
            .collect();
        for rest in &rest {
            let is_told = told.evidence.iter().any(|it| it.case == rest.example);
            if let Some(observed) = observed[rest.example].as_ref().filter(|_| !is_told) {
                let text = summary::difference(suite, rest.example, observed);
                let case = rest.example;
                told.evidence.push(Evidence { case, text });
            }
        }
        // What no fresh input shows.
        if let (Finding::Mistakes(explanation), true) = (&found.finding, rest.is_empty()) {
            let is_open = |case: &&usize| !explanation.explained.contains(case);
            let open = found.wrong.iter().find(is_open).copied();
            told.evidence.extend(open.and_then(|case| {
                let text = summary::difference(suite, case, observed[case].as_ref()?);
                Some(Evidence { case, text })
            }));
        }
        told.tested = Some(diagnosis::Tested {
            runs: outcome.runs,
            fresh: outcome.fresh.len(),
            right: outcome.right,
            explained: outcome.explained,
            rest,
            observations,
        });
        add(&mut told, probe);
        let (found, observed) = with_left_out(outcome, failing);
        told.wrong.clone_from(&found.wrong);
        told.stopped.clone_from(&found.stopped);
        told.shrunk = self.shrunk(submission, suite, &found, &observed);
        self.keep_what_is_named(&mut told, suite, &observed);
        told
    }

    /// Looks for faults of language before any explanation, where there may be some.
    fn first_probe(&self, builds: &Builds<'_>, seen: &Seen) -> Probe {
        let suite = seen.suite(self.suite.catalogue());
        let wrong = seen.wrong();
        if !language::is_suspect(builds, &suite, &wrong, 0) {
            return Probe::default();
        }
        let (crashing, others): (Vec<_>, Vec<_>) = wrong
            .into_iter()
            .partition(|(_, it)| it.stopped.as_deref().is_some_and(|it| !is_limit(it)));
        let cases = |wrong: Vec<(usize, &Observed)>| {
            let mut cases: Vec<usize> = wrong.into_iter().map(|(case, _)| case).collect();
            sort(&suite, &mut cases);
            let step = cases.len().div_ceil(language::INPUTS).max(1);
            cases.into_iter().step_by(step)
        };
        let inputs: Vec<usize> = cases(crashing).take(2).chain(cases(others)).collect();
        language::probe(builds, &suite, &inputs, 0)
    }

    /// Finds out what is wrong where no fault of language shows: inputs on which one does are left
    /// out.
    fn without_faults<'s>(
        &'s self,
        builds: &Builds<'_>,
        probe: &Probe,
        mut seen: Seen,
        lab: &mut Lab<'s>,
        ask: &Ask<'_>,
    ) -> Outcome<'s> {
        let left_out = AtomicUsize::new(0);
        let is_faulty = counting(&left_out, builds, probe);
        let wrong = seen.wrong().into_iter().map(|(case, _)| case);
        let wrong: Vec<usize> = wrong.collect();
        seen.leave_out(&wrong, &is_faulty);
        lab.fill(&mut seen, ask, &is_faulty);
        let faults = Faults {
            is_faulty: &is_faulty,
            reports: &reporting(builds),
            expected: &|| (),
        };
        let outcome = experiment(seen, None, lab, ask, faults);
        Outcome {
            left_out: outcome.left_out + left_out.load(Relaxed),
            ..outcome
        }
    }

    /// Leaves out what was not explained because a fault of language shows on it; where that is
    /// not all, or leaves too few fresh inputs, what is wrong with the rest is searched on.
    fn beside_faults<'s>(
        &'s self,
        builds: &Builds<'_>,
        probe: &Probe,
        mut outcome: Outcome<'s>,
        lab: &mut Lab<'s>,
        ask: &Ask<'_>,
    ) -> Outcome<'s> {
        let left_out = AtomicUsize::new(0);
        let is_faulty = counting(&left_out, builds, probe);
        let mut before = outcome.left_out;
        outcome.leave_out_open(&is_faulty);
        let found = left_out.load(Relaxed);
        if found > 0 && !outcome.is_tested() && lab.has_runs_left() {
            // More make the search slow, and no better.
            let mut observed = outcome.observed;
            observed.iter_mut().skip(2 * POOL).for_each(|it| *it = None);
            let seen = Seen::of(&outcome.suite, observed);
            let faults = Faults {
                is_faulty: &is_faulty,
                reports: &reporting(builds),
                expected: &|| (),
            };
            let part = Some(outcome.found);
            outcome = experiment(seen, part, lab, ask, faults);
            before += outcome.left_out;
        }
        Outcome {
            left_out: before + left_out.load(Relaxed),
            ..outcome
        }
    }

    /// Looks for faults of language in failing cases, `more` among them. Where what mistakes explain hangs on them, the mistakes are
    /// blamed no more.
    fn probe(
        &self,
        builds: &Builds<'_>,
        suite: &Suite<'_>,
        found: &mut Diagnosis,
        observed: &[Option<Observed>],
        more: &[usize],
    ) -> Probe {
        let stops = |case: usize| {
            let observed = observed[case].as_ref();
            observed.and_then(|it| it.stopped.as_deref())
        };
        let explained = match &found.finding {
            Finding::Mistakes(explanation) => &explanation.explained[..],
            _ => &found.by_text[..],
        };
        let failing = || {
            let all = found.stopped.iter().chain(&found.wrong);
            all.chain(more).copied()
        };
        let crashing = failing().filter(|&case| stops(case).is_some_and(|it| !is_limit(it)));
        let is_open = |case: &usize| stops(*case).is_none() && !explained.contains(case);
        let most = language::INPUTS;
        let mut inputs: Vec<usize> = crashing.take(most - 2).collect();
        inputs.extend(failing().filter(is_open).take(most - inputs.len()));
        let explained: Vec<usize> = explained.iter().copied().take(2).collect();
        inputs.extend(&explained);
        let probe = language::probe(builds, suite, &inputs, 0);
        if probe.touched.iter().any(|case| explained.contains(case)) {
            found.finding = Finding::Unknown;
        }
        probe
    }

    /// What is told of cases or inputs.
    fn told(
        &self,
        suite: &Suite<'_>,
        found: &Diagnosis,
        observed: &[Option<Observed>],
        (certainty, summary): (Certainty, String),
    ) -> diagnosis::Diagnosis {
        let catalogue = suite.catalogue();
        let is_visible = |case: usize| self.uses.get(case).is_none_or(|uses| uses.is_visible);
        let evidence = summary::evidence(suite, found, observed, &is_visible);
        let evidence = evidence
            .into_iter()
            .map(|(case, text)| Evidence { case, text });
        let mut told = diagnosis::Diagnosis {
            wrong: found.wrong.clone(),
            stopped: found.stopped.clone(),
            evidence: evidence.collect(),
            text_differences: found.differences.clone(),
            by_text: found.by_text.clone(),
            ..diagnosis::Diagnosis::plain(certainty, summary)
        };
        if let Finding::Mistakes(explanation) = &found.finding {
            let sets = |all: &[Set]| all.iter().map(|set| mistakes(catalogue, set)).collect();
            told.mistakes = mistakes(catalogue, &explanation.set);
            let shown = summary::evidence_of_each(suite, found, observed, &is_visible);
            for (mistake, shown) in told.mistakes.iter_mut().zip(shown) {
                let shown = shown.into_iter();
                mistake.evidence = shown.map(|(case, text)| Evidence { case, text }).collect();
            }
            told.equivalents = sets(&explanation.equivalents);
            told.rivals = sets(&explanation.rivals);
            told.explained.clone_from(&explanation.explained);
            told.contradicted.clone_from(&explanation.contradicted);
        }
        told
    }

    /// A smaller input that the program still fails, if one is wanted.
    fn shrunk(
        &self,
        submission: &Failing<'_>,
        suite: &Suite<'_>,
        found: &Diagnosis,
        observed: &[Option<Observed>],
    ) -> Option<diagnosis::Shrunk> {
        if !self.more.shrink {
            return None;
        }
        let ask = |case: usize, input: &[u8]| {
            let expected = suite.right()[case].len();
            let printed = submission.run_expecting(self.limits_of(case), input, expected);
            Some(self.observed_of(case, printed.ok()?))
        };
        let crashed = |case: usize| {
            let stopped = observed[case].as_ref()?.stopped.clone();
            stopped.filter(|reason| !is_limit(reason))
        };
        let shrunk = shrunk(suite, found, &crashed, &ask)?;
        Some(diagnosis::Shrunk {
            case: self.limits_of(shrunk.case),
            input: shrunk.input.into(),
            expected: shrunk.right.into(),
            printed: shrunk.printed.into(),
        })
    }
}

/// Adds what was found out about a program's language.
fn add(told: &mut diagnosis::Diagnosis, probe: Probe) {
    let Probe {
        faults, missing, ..
    } = probe;
    if !missing.is_empty() {
        told.summary += &format!(
            " Its compiler lacks {}: what that would show was not looked for.",
            missing.join(", and ")
        );
    }
    if faults.is_empty() {
        return;
    }
    let begin = match told.certainty {
        Certainty::Unknown | Certainty::Stopped => {
            told.certainty = Certainty::Language;
            "It has a fault that has nothing to do with the rules of the game."
        }
        _ => "It has a fault that has nothing to do with the rules.",
    };
    told.summary = format!("{begin} {}", told.summary);
    told.faults = faults;
}

fn certainty(found: &Diagnosis) -> Certainty {
    match &found.finding {
        Finding::Nothing if !found.wrong.is_empty() => Certainty::Text,
        Finding::Nothing if found.stopped.is_empty() => Certainty::Right,
        Finding::Nothing => Certainty::Stopped,
        Finding::Blanks => Certainty::Blanks,
        Finding::Mistakes(_) if found.is_exact() => Certainty::Exact,
        Finding::Mistakes(_) => Certainty::Partial,
        Finding::Unknown => Certainty::Unknown,
    }
}

fn mistakes(catalogue: &Catalogue, set: &Set) -> Vec<Mistake> {
    let all = set.iter().map(|index| &catalogue.mistakes()[index]);
    all.map(|mistake| Mistake {
        name: mistake.to_string(),
        meaning: mistake.meaning.clone(),
        is_reading: mistake.is_reading,
        evidence: Vec::new(),
    })
    .collect()
}

fn observed(printed: Printed, awaited: ExitStatus) -> Observed {
    Observed {
        output: printed.output,
        stopped: stopped(printed.ended, awaited),
    }
}

/// Why there may be no more output; none when the program ended as it should.
fn stopped(ended: Ended, awaited: ExitStatus) -> Option<String> {
    Some(match ended {
        _ if awaited.is_met_by(ended) => return None,
        Ended::Exited(status) => format!("exit status {status}"),
        Ended::Signalled(signal) => {
            let crash = Crash::Signal(signal).to_string();
            let name = crash.trim_start_matches("ended by ");
            match name.starts_with("signal") {
                true => name.to_owned(),
                false => format!("signal {signal}, {name}"),
            }
        }
        Ended::NotStarted(_) => "it could not be started".to_owned(),
        Ended::CpuLimit => OUT_OF_CPU.to_owned(),
        Ended::WallLimit => OUT_OF_TIME.to_owned(),
        Ended::MemoryLimit => OUT_OF_MEMORY.to_owned(),
        Ended::FileLimit => FILES.to_owned(),
        Ended::OutputLimit | Ended::Stopped => OUTPUT.to_owned(),
    })
}
