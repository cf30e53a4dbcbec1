//! What is wrong with a submission, told by a wrong program or a mutant that prints the same.

use bstr::ByteSlice;

use super::exam::TIMEOUTS;
use crate::build::compile::Program;
use crate::compare::compare_tokens;
use crate::execute::Execute;
use crate::fingerprint::{Fingerprint, Printer};
use crate::grade::diagnose::{Answer, Diagnose, Failing, Printed, printed};
use crate::grade::judge_case::LoadedCase;
use crate::journal::diagnosis::{Certainty, Diagnosis, Evidence, Mistake};
use plyjudge_runner::run::{Ended, RunError};

/// How many other programs that print the same are named.
const MOST_OTHERS: usize = 20;

/// How many characters of a line are quoted.
const MOST_QUOTED: usize = 60;

/// What a program did with a case, as far as it can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What it printed; none where a limit ended it, so that chance decides how much that is.
    output: Option<Fingerprint>,
    /// The signal that ended it.
    signal: Option<i32>,
}

impl Reply {
    fn new(case: &LoadedCase, output: &[u8], ended: Ended) -> Self {
        let is_whole = matches!(ended, Ended::Exited(_) | Ended::Signalled(_));
        let mut printer = Printer::new();
        match &case.tokens {
            None => printer.bytes(output),
            Some(_) => output
                .split(u8::is_ascii_whitespace)
                .filter(|token| !token.is_empty())
                .for_each(|token| printer.bytes(token)),
        }
        Self {
            output: is_whole.then(|| printer.finish()),
            signal: match ended {
                Ended::Signalled(signal) => Some(signal),
                _ => None,
            },
        }
    }
}

/// What a program does with each case, and how much processor time it took; none for cases left
/// after it has run into a limit of time too often.
///
/// # Errors
/// Why it could not be run, for reasons of ours.
pub fn replies(
    executor: &dyn Execute,
    program: &Program,
    cases: &[LoadedCase],
) -> Result<Vec<Option<Reply>>, String> {
    let mut replies = vec![None; cases.len()];
    let mut timeouts = 0;
    for (reply, case) in replies.iter_mut().zip(cases) {
        let Printed { output, ended, .. } =
            printed(executor, program, case).map_err(|error| error.to_string())?;
        *reply = Some(Reply::new(case, &output, ended));
        timeouts += usize::from(matches!(ended, Ended::CpuLimit | Ended::WallLimit));
        if timeouts == TIMEOUTS {
            break;
        }
    }
    Ok(replies)
}

/// A program that is wrong in a known way.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its name, for staff.
    pub name: String,
    /// What a program does that prints the same, a sentence without its full stop.
    pub meaning: String,
    /// What it does with each case.
    pub replies: Vec<Option<Reply>>,
}

/// Names the wrong programs that submissions print the same as.
pub struct AlikeDiagnosis {
    known: Vec<Known>,
    fingerprint: Fingerprint,
}

/// How a known program fares as an explanation, by case.
#[derive(Clone, Debug, Default)]
struct Match {
    explained: Vec<usize>,
    contradicted: Vec<usize>,
}

impl AlikeDiagnosis {
    /// With programs that are wrong in known ways; of those that fare alike the first is named.
    pub fn new(known: Vec<Known>, fingerprint: Fingerprint) -> Self {
        Self { known, fingerprint }
    }
}

impl Diagnose for AlikeDiagnosis {
    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn diagnose(&self, submission: &Failing<'_>) -> Diagnosis {
        self.found(submission).unwrap_or_else(|error| {
            Diagnosis::plain(Certainty::Fault, format!("Not diagnosed: {error}."))
        })
    }
}

impl AlikeDiagnosis {
    fn found(&self, submission: &Failing<'_>) -> Result<Diagnosis, RunError> {
        let (mut replies, mut wrong) = (Vec::new(), Vec::new());
        let mut shortest: Option<(usize, Evidence)> = None;
        let answers = submission.answers.iter().zip(submission.loaded);
        for (case, (answer, loaded)) in answers.enumerate() {
            let Some(answer) = answer else {
                replies.push(None);
                continue;
            };
            let expected = loaded.expected.bytes()?;
            let right = Reply::new(loaded, &expected, Ended::Exited(0));
            let Answer::Other(printed) = answer else {
                replies.push(Some(right));
                continue;
            };
            replies.push(Some(Reply::new(loaded, &printed.output, printed.ended)));
            let is_right = match &loaded.tokens {
                None => printed.output == *expected,
                Some(tokens) => compare_tokens(&expected, &printed.output, tokens).is_none(),
            };
            if is_right && matches!(printed.ended, Ended::Exited(_)) {
                continue;
            }
            wrong.push(case);
            let length = loaded.input.bytes()?.len();
            if shortest.as_ref().is_none_or(|(least, _)| length < *least) {
                let text = difference(&expected, printed);
                shortest = Some((length, Evidence { case, text }));
            }
        }
        let evidence: Vec<Evidence> = shortest.into_iter().map(|(_, evidence)| evidence).collect();
        let ran = replies.iter().flatten().count();
        let mut found = self.explain(&replies, &wrong);
        found.wrong = wrong;
        match found.mistakes.first_mut() {
            Some(mistake) => mistake.evidence = evidence,
            None => found.evidence = evidence,
        }
        if found.certainty == Certainty::Exact {
            let all = match ran {
                1 => "in the one case".to_owned(),
                _ => format!("in all {ran} cases"),
            };
            found.summary = format!("Prints the same as a program known to be wrong {all}.");
        }
        Ok(found)
    }

    /// The known program that prints the same most often.
    fn explain(&self, replies: &[Option<Reply>], wrong: &[usize]) -> Diagnosis {
        let fares = |known: &Known| {
            let mut fares = Match::default();
            for (case, reply) in replies.iter().enumerate() {
                let is_same = reply.is_some() && *reply == known.replies[case];
                match wrong.contains(&case) {
                    true if is_same => fares.explained.push(case),
                    false if !is_same && reply.is_some() => fares.contradicted.push(case),
                    _ => {}
                }
            }
            fares
        };
        let all: Vec<Match> = self.known.iter().map(fares).collect();
        // Where it is right counts as much as where it is wrong; of equals the first.
        let worth = |fares: &Match| fares.explained.len() as i64 - fares.contradicted.len() as i64;
        let best = all.iter().map(worth).max().filter(|worth| *worth > 0);
        let pairs = self.known.iter().zip(&all);
        let mut alike = pairs.filter(|(_, fares)| Some(worth(fares)) == best);
        let Some((known, fares)) = alike.next() else {
            let summary = "No known wrong program prints the same.".to_owned();
            return Diagnosis::plain(Certainty::Unknown, summary);
        };
        let mistakes = |known: &Known| {
            vec![Mistake {
                is_reading: false,
                name: known.name.clone(),
                meaning: known.meaning.clone(),
                evidence: Vec::new(),
            }]
        };
        let others = alike.take(MOST_OTHERS);
        let others = others.map(|(known, _)| mistakes(known)).collect();
        let is_exact = fares.explained.len() == wrong.len() && fares.contradicted.is_empty();
        let summary = format!(
            "Prints the same as a program known to be wrong in {} of the {} cases that it fails.",
            fares.explained.len(),
            wrong.len()
        );
        let (certainty, equivalents, rivals) = match is_exact {
            true => (Certainty::Exact, others, Vec::new()),
            false => (Certainty::Partial, Vec::new(), others),
        };
        Diagnosis {
            mistakes: mistakes(known),
            equivalents,
            rivals,
            explained: fares.explained.clone(),
            contradicted: fares.contradicted.clone(),
            ..Diagnosis::plain(certainty, summary)
        }
    }
}

/// The first line that differs, in words.
fn difference(expected: &[u8], printed: &Printed) -> String {
    let quoted = |line: Option<&[u8]>| match line {
        Some(line) => {
            let text: String = line.to_str_lossy().chars().take(MOST_QUOTED).collect();
            format!("'{text}'")
        }
        None => "nothing more".to_owned(),
    };
    let (mut awaited, mut found) = (expected.lines(), printed.output.lines());
    for line in 1.. {
        let (one, other) = (awaited.next(), found.next());
        if one != other {
            let (one, other) = (quoted(one), quoted(other));
            return format!("line {line}: expected {one}, printed {other}");
        }
        if one.is_none() {
            break;
        }
    }
    match printed.ended {
        Ended::Exited(_) => "white space at the end of a line".to_owned(),
        ended => ended.to_string(),
    }
}
