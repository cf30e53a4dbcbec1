//! Diagnosing submissions for the judge.

use super::smaller::{Limits, shrunk};
use super::{Diagnosis, Finding, Observed, diagnose, words};
use crate::judge::diagnosis::{
    self, Answer, Certainty, Diagnose, Evidence, Mistake, Patient, Printed,
};
use crate::judge::fingerprint::{Fingerprint, Printer};
use crate::judge::run::Ended;
use crate::judge::verdict::Crash;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::suite::Suite;

/// Says which rules of an assignment submissions get wrong.
pub struct RuleDiagnosis<'a> {
    /// The cases of the judge's plan, with their right answers.
    suite: Suite<'a>,
    /// Which of them are used.
    is_used: Vec<bool>,
    /// Whether failing inputs are made smaller.
    shrink: Option<Limits>,
}

impl<'a> RuleDiagnosis<'a> {
    /// For a suite of all cases of the judge's plan; those whose expected outputs are not the
    /// suite's right answers are not to be used. With limits, a failing input is made smaller.
    pub fn new(suite: Suite<'a>, is_used: Vec<bool>, shrink: Option<Limits>) -> Self {
        Self {
            suite,
            is_used,
            shrink,
        }
    }

    fn observed(&self, patient: &Patient<'_>) -> Vec<Option<Observed>> {
        let right = self.suite.right().iter();
        let cases = patient.answers.iter().zip(&self.is_used).zip(right);
        let answers = cases.map(|((answer, is_used), right)| {
            Some(match answer.as_ref().filter(|_| *is_used)? {
                Answer::Right => Observed {
                    output: right.clone(),
                    stopped: None,
                },
                Answer::Other(printed) => observed(printed.clone()),
            })
        });
        answers.collect()
    }
}

impl Diagnose for RuleDiagnosis<'_> {
    fn fingerprint(&self) -> Fingerprint {
        let catalogue = self.suite.catalogue();
        let right = catalogue.right();
        let mut printer = Printer::new();
        printer.value(&(env!("CARGO_PKG_VERSION"), catalogue.protocol().name()));
        printer.value(&(&right.rules, right.depth, &right.format));
        printer.value(&self.is_used);
        printer.value(&self.shrink.is_some());
        // A catalogue that has grown finds more.
        let names = catalogue.mistakes().iter().map(ToString::to_string);
        printer.value(&names.collect::<Vec<_>>());
        printer.finish()
    }

    fn diagnose(&self, patient: &Patient<'_>) -> diagnosis::Diagnosis {
        let observed = self.observed(patient);
        let found = diagnose(&self.suite, &observed);
        let catalogue = self.suite.catalogue();
        let evidence = words::evidence(&self.suite, &found, &observed);
        let evidence = evidence
            .into_iter()
            .map(|(case, text)| Evidence { case, text });
        let mut told = diagnosis::Diagnosis {
            wrong: found.wrong.clone(),
            stopped: found.stopped.clone(),
            evidence: evidence.collect(),
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
        told.shrunk = self.shrink.as_ref().and_then(|limits| {
            let ask = |case: usize, input: &[u8]| {
                let printed = patient.run(case, input).ok()?;
                Some(self::observed(printed))
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

fn observed(printed: Printed) -> Observed {
    Observed {
        output: printed.output,
        stopped: stopped(printed.ended),
    }
}

/// Why there may be no more output; none when the program ended as it should.
fn stopped(ended: Ended) -> Option<String> {
    Some(match ended {
        Ended::Exited(0) => return None,
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
        Ended::CpuLimit => "out of processor time".to_owned(),
        Ended::WallLimit => "out of time".to_owned(),
        Ended::MemoryLimit => "out of memory".to_owned(),
        Ended::FileLimit => "too much written to files".to_owned(),
        Ended::OutputLimit | Ended::Stopped => "far too much output".to_owned(),
    })
}
