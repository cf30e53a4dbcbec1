//! Having submissions that failed diagnosed.

use std::sync::atomic::AtomicBool;

use crate::build::compile::Program;
use crate::execute::Execute;
use crate::grade::diagnose::{Answer, Compiled, Diagnose, Failing, printed};
use crate::grade::setup::Setup;
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::work::Gist;
use crate::parallel::parallel;
use plyjudge_runner::run::RunError;

/// Compiles a submission once more with more options.
pub(super) type Compile<'a> = dyn Fn(usize, &[&str]) -> Compiled + Sync + 'a;

/// Where submissions are diagnosed.
pub(super) struct Ward<'a> {
    /// What is graded.
    pub setup: &'a Setup,
    /// What runs programs.
    pub executor: &'a dyn Execute,
    /// How many at the same time.
    pub jobs: usize,
    /// Who is asked.
    pub diagnose: &'a dyn Diagnose,
    /// Compiles one of the submissions once more.
    pub compile: &'a Compile<'a>,
}

impl Ward<'_> {
    /// Runs a submission's failed cases again, for all that it prints, and asks what is wrong.
    pub(super) fn diagnose(
        &self,
        submission: usize,
        program: &Program,
        gists: &[Option<Gist>],
    ) -> Diagnosis {
        let grading = &self.setup.grading;
        // Accepted outputs need not be those expected when some differences do not count.
        let are_bytes = |case: usize| {
            let case = &grading.plan.cases[case];
            case.tokens.is_none() && case.validator.is_none()
        };
        let is_exact = |case: usize| grading.plan.ignore.is_empty() && are_bytes(case);
        let mut answers = vec![None; self.setup.loaded.len()];
        let mut again = Vec::new();
        for (case, (answer, gist)) in answers.iter_mut().zip(gists).enumerate() {
            match *gist {
                Some(Gist::Good) if is_exact(case) => *answer = Some(Answer::Right),
                Some(Gist::Good | Gist::Bad) => again.push(case),
                Some(Gist::Fault) | None => {}
            }
        }
        let run = |item: usize| printed(self.executor, program, &self.setup.loaded[again[item]]);
        let never = AtomicBool::new(false);
        let ran = parallel(self.jobs, again.len(), &never, run, |item, printed| {
            answers[again[item]] = Some(Answer::Other(printed?));
            Ok::<(), RunError>(())
        });
        if let Err(error) = ran {
            return Diagnosis::plain(Certainty::Fault, format!("Not diagnosed: {error}."));
        }
        self.diagnose.diagnose(&Failing {
            answers,
            program,
            executor: self.executor,
            loaded: &self.setup.loaded,
            compile: &|options: &[&str]| (self.compile)(submission, options),
        })
    }
}
