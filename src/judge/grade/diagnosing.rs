//! Having submissions that failed diagnosed.

use std::borrow::Cow;
use std::io;
use std::sync::atomic::AtomicBool;

use super::parallel::parallel;
use crate::judge::compile::Program;
use crate::judge::diagnosis::{Answer, Certainty, Diagnose, Diagnosis, Patient, printed};
use crate::judge::execute::{Execute, persist};
use crate::judge::fingerprint::Fingerprint;
use crate::judge::journal::{Found, Gist, Header, Index, Line, Writer};
use crate::judge::run::RunError;
use crate::judge::setup::Setup;

/// Whether a submission failed a case, or is asked about in any case, and nothing is known of
/// what is wrong.
pub fn is_undiagnosed(
    header: &Header,
    submission: usize,
    index: &Index,
    asks_of_right: bool,
) -> bool {
    let key = header.key_of_diagnosis(submission);
    let is_open = key.is_some_and(|key| index.diagnosis(key).is_none());
    let is_asked = |gist| gist == Some(Gist::Bad) || asks_of_right && gist == Some(Gist::Good);
    is_open
        && (0..header.case_keys.len()).any(|case| is_asked(gist(header, submission, case, index)))
}

fn gist(header: &Header, submission: usize, case: usize, index: &Index) -> Option<Gist> {
    let found = index.result(header.key(submission, case))?;
    Some(found.gist)
}

/// What came of each case of a submission; none where that is not known.
pub fn gists(header: &Header, submission: usize, index: &Index) -> Vec<Option<Gist>> {
    let cases = 0..header.case_keys.len();
    cases
        .map(|case| gist(header, submission, case, index))
        .collect()
}

/// Where submissions are diagnosed.
pub struct Ward<'a> {
    /// What is graded.
    pub setup: &'a Setup,
    /// What runs programs.
    pub executor: &'a dyn Execute,
    /// How many at the same time.
    pub jobs: usize,
    /// Who is asked.
    pub diagnose: &'a dyn Diagnose,
    /// Compiles one of the submissions once more.
    pub compile: &'a (dyn Fn(usize, &[&str]) -> Option<Result<Program, String>> + Sync),
}

impl Ward<'_> {
    /// Runs a submission's failed cases again, for all that it prints, and asks what is wrong.
    pub fn diagnose(
        &self,
        submission: usize,
        program: &Program,
        gists: &[Option<Gist>],
    ) -> Diagnosis {
        let header = &self.setup.header;
        // Accepted outputs need not be those expected when some differences do not count.
        let is_exact = header.plan.ignore.is_empty();
        let mut answers = vec![None; self.setup.questions.len()];
        let mut again = Vec::new();
        for (case, (answer, gist)) in answers.iter_mut().zip(gists).enumerate() {
            match *gist {
                Some(Gist::Good) if is_exact => *answer = Some(Answer::Right),
                Some(Gist::Good | Gist::Bad) => again.push(case),
                Some(Gist::Fault) | None => {}
            }
        }
        let run = |item: usize| printed(self.executor, program, &self.setup.questions[again[item]]);
        let never = AtomicBool::new(false);
        let ran = parallel(self.jobs, again.len(), &never, run, |item, printed| {
            answers[again[item]] = Some(Answer::Other(printed?));
            Ok::<(), RunError>(())
        });
        if let Err(error) = ran {
            return Diagnosis::plain(Certainty::Fault, format!("Not diagnosed: {error}."));
        }
        self.diagnose.diagnose(&Patient {
            answers,
            program,
            executor: self.executor,
            questions: &self.setup.questions,
            compile: &|options: &[&str]| (self.compile)(submission, options),
        })
    }
}

/// Adds a diagnosis to the journal.
pub fn note(
    submission: &str,
    key: Fingerprint,
    diagnosis: &Diagnosis,
    writer: &Writer,
) -> io::Result<Found> {
    let line = Line::Diagnosed {
        key,
        submission: Cow::Borrowed(submission),
        diagnosis: Cow::Borrowed(diagnosis),
    };
    Ok(Found {
        place: persist(|| writer.add(&line))?,
        gist: match diagnosis.certainty {
            Certainty::Fault => Gist::Fault,
            _ => Gist::Bad,
        },
    })
}
