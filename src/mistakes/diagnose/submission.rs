//! Diagnosing submissions for the judge.

use std::time::{Duration, Instant};

use super::bench::common_start;
use super::smaller::{Limits, answer, shrunk};
use super::{Diagnosis, Finding, Observed, apart, diagnose, words};
use crate::judge::diagnosis::{
    self, Answer, Certainty, Diagnose, Evidence, Mistake, Patient, Printed,
};
use crate::judge::fingerprint::{Fingerprint, Printer};
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
}

/// What is done besides, by running the program with other inputs; each within its limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct More {
    /// A failing input is made smaller.
    pub shrink: Option<Limits>,
    /// Where several sets of mistakes have the same outputs, inputs are made that tell which
    /// one it is.
    pub apart: Option<Limits>,
}

impl<'a> RuleDiagnosis<'a> {
    /// For a suite of all cases of the judge's plan.
    pub fn new(suite: Suite<'a>, uses: Vec<CaseUse>, more: More) -> Self {
        Self { suite, uses, more }
    }

    fn observed(&self, patient: &Patient<'_>) -> Vec<Option<Observed>> {
        let right = self.suite.right().iter();
        let cases = patient.answers.iter().zip(&self.uses).zip(right);
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
        patient: &Patient<'_>,
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
            let input = &self.suite.cases()[case].input;
            let Ok(printed) = patient.run(case, input) else {
                continue;
            };
            tried += 1;
            let again = self::observed(printed, self.uses[case].exit_status);
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
        Some(diagnosis::Diagnosis {
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
        })
    }
}

/// How many inputs are made to tell mistakes apart, at most.
const APART: usize = 8;

impl RuleDiagnosis<'_> {
    /// Runs the program with inputs that tell equivalent mistakes apart, and keeps those
    /// that do as the program does. Returns the inputs.
    fn tell_apart(
        &self,
        patient: &Patient<'_>,
        found: &mut Diagnosis,
        limits: &Limits,
    ) -> Vec<diagnosis::Shrunk> {
        let catalogue = self.suite.catalogue();
        let mut made = Vec::new();
        let (Some(&case), Finding::Mistakes(explanation)) =
            (found.wrong.first(), &mut found.finding)
        else {
            return made;
        };
        while made.len() < APART && !explanation.equivalents.is_empty() {
            let first = std::iter::once(&explanation.set);
            let sets: Vec<Set> = first.chain(&explanation.equivalents).cloned().collect();
            let Some(input) = apart::telling(catalogue, &sets, limits) else {
                break;
            };
            let Ok(printed) = patient.run(case, &input) else {
                break;
            };
            let printed = printed.output;
            let does_so = |set: &Set| {
                let answer = answer(catalogue, set, &input).unwrap_or_default();
                found.wording.reword(&answer) == found.wording.strip(&printed)
            };
            let mut left: Vec<Set> = sets.into_iter().filter(does_so).collect();
            if left.is_empty() {
                // It is none of them, and nothing was learnt of the cases there are.
                break;
            }
            explanation.set = left.remove(0);
            explanation.equivalents = left;
            let expected = answer(catalogue, &Set::default(), &input).unwrap_or_default();
            made.push(diagnosis::Shrunk {
                case,
                input: input.into(),
                expected: expected.into(),
                printed: printed.into(),
            });
        }
        made
    }
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
fn is_limit(reason: &str) -> bool {
    LIMITS.contains(&reason)
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
        printer.value(&(self.more.shrink.is_some(), self.more.apart.is_some()));
        // A catalogue that has grown finds more.
        let names = catalogue.mistakes().iter().map(ToString::to_string);
        printer.value(&names.collect::<Vec<_>>());
        printer.finish()
    }

    fn diagnose(&self, patient: &Patient<'_>) -> diagnosis::Diagnosis {
        let start = Instant::now();
        let observed = self.observed(patient);
        let mut found = diagnose(&self.suite, &observed);
        if let Certainty::Partial | Certainty::Unknown = certainty(&found) {
            std::thread::sleep(LATER.saturating_sub(start.elapsed()));
        }
        if let Some(unstable) = self.unstable(patient, &found, &observed) {
            return unstable;
        }
        let apart = self
            .more
            .apart
            .map(|limits| self.tell_apart(patient, &mut found, &limits));
        let catalogue = self.suite.catalogue();
        let is_visible = |case: usize| self.uses[case].is_visible;
        let evidence = words::evidence(&self.suite, &found, &observed, &is_visible);
        let evidence = evidence
            .into_iter()
            .map(|(case, text)| Evidence { case, text });
        let mut told = diagnosis::Diagnosis {
            wrong: found.wrong.clone(),
            stopped: found.stopped.clone(),
            evidence: evidence.collect(),
            slips: found.slips.clone(),
            by_text: found.by_text.clone(),
            ..diagnosis::Diagnosis::plain(
                certainty(&found),
                words::summary(catalogue, &found, &observed),
            )
        };
        if let Finding::Mistakes(explanation) = &found.finding {
            let sets = |all: &[Set]| all.iter().map(|set| mistakes(catalogue, set)).collect();
            told.mistakes = mistakes(catalogue, &explanation.set);
            told.equivalents = sets(&explanation.equivalents);
            told.rivals = sets(&explanation.rivals);
            told.explained.clone_from(&explanation.explained);
            told.contradicted.clone_from(&explanation.contradicted);
        }
        told.apart = apart;
        told.shrunk = self.more.shrink.as_ref().and_then(|limits| {
            let ask = |case: usize, input: &[u8]| {
                let printed = patient.run(case, input).ok()?;
                Some(self::observed(printed, self.uses[case].exit_status))
            };
            let shrunk = shrunk(&self.suite, &found, &ask, limits)?;
            Some(diagnosis::Shrunk {
                case: shrunk.case,
                input: shrunk.input.into(),
                expected: shrunk.right.into(),
                printed: shrunk.printed.into(),
            })
        });
        told
    }
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
