//! A session: batch after batch of submissions, compiled, run, diagnosed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::{GradeError, Options};
use crate::build::compile::{Compiler, Program, Unready};
use crate::build::submission::Unfit;
use crate::build::workspace::Workspace;
use crate::execute::persist;
use crate::fingerprint::Fingerprint;
use crate::grade::diagnose::{Answer, Compiled, Diagnose, Failing, printed};
use crate::grade::judge_case::CaseJudge;
use crate::grade::setup::{Entered, Setup};
use crate::grade::watch::{Phase, Progress, Watch};
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::grading::{Grading, Piece};
use crate::journal::lines::JournalError;
use crate::journal::results::Results;
use crate::journal::work::{Gist, Journal};
use crate::parallel::parallel;
use crate::record::{Compilation, Outcome, Preparation};
use plyjudge_runner::run::RunError;

/// All that a session needs, for all of its threads.
pub(super) struct Session<'a> {
    pub(super) setup: &'a Setup,
    pub(super) options: Options<'a>,
    pub(super) compiler: Compiler<'a>,
    pub(super) judge: CaseJudge<'a>,
    pub(super) workspace: &'a Workspace,
    pub(super) journal: &'a Journal<Grading>,
    /// Submissions that were compiled once more beforehand, with the usual options of a diagnosis.
    pub(super) beforehand: Mutex<HashMap<usize, Compiled>>,
}

/// What is to be done for a batch of submissions.
struct Work {
    /// Submissions that have to be made ready.
    unready: Vec<usize>,
    /// Pairs that have to be run, submission by submission.
    pairs: Vec<(usize, usize)>,
    /// For each submission of the batch, the first case that it is known to fail.
    failed_at: Vec<AtomicUsize>,
}

/// Things that are done side by side.
struct Jobs {
    phase: Phase,
    count: usize,
    /// How many were done before, and how many there are in all, for those who watch.
    done: usize,
    total: usize,
}

impl Jobs {
    fn progress(&self, done: usize, results: &Results<'_>) -> Progress {
        Progress {
            phase: self.phase,
            done: self.done + done,
            total: self.total,
            failed: results.not_passed(),
        }
    }
}

impl Session<'_> {
    /// Grades some submissions. `settled` says how many pairs are known or will not be run.
    ///
    /// # Errors
    /// Whatever keeps the grading from going on.
    pub(super) fn batch(
        &self,
        submissions: Range<usize>,
        settled: &mut usize,
        results: &mut Results<'_>,
        watch: &mut dyn Watch,
    ) -> Result<(), GradeError> {
        let (first, cases) = (submissions.start, self.setup.loaded.len());
        let pairs = submissions.len() * cases;
        let mut work = self.work(submissions.clone());
        results.advance(&mut |results, event| watch.known(results, event))?;

        let mut programs: Vec<Option<Program>> = Vec::new();
        programs.resize_with(submissions.len(), || None);
        let jobs = Jobs {
            phase: Phase::Compiling,
            count: work.unready.len(),
            done: submissions.end - work.unready.len(),
            total: self.setup.entered.len(),
        };
        let has_free_core = self.options.jobs.get() > work.unready.len();
        let prepare = |item| self.prepare(work.unready[item], has_free_core);
        self.side_by_side(&jobs, results, watch, prepare, |item, program| {
            programs[work.unready[item] - first] = program;
        })?;

        let program = |submission: usize| programs[submission - first].as_ref();
        work.pairs
            .retain(|(submission, _)| program(*submission).is_some());
        *settled += pairs - work.pairs.len();
        let jobs = Jobs {
            phase: Phase::Running,
            count: work.pairs.len(),
            done: *settled,
            total: self.setup.entered.len() * cases,
        };
        let run = |item| {
            let pair: (usize, usize) = work.pairs[item];
            self.run(pair, program(pair.0), &work.failed_at[pair.0 - first])
        };
        self.side_by_side(&jobs, results, watch, run, |_, ()| {})?;
        *settled += work.pairs.len();

        let Some(diagnose) = self.options.diagnose else {
            return Ok(());
        };
        let undiagnosed = submissions.filter_map(|submission| self.undiagnosed(submission));
        let open = undiagnosed
            .filter_map(|(submission, key)| Some((submission, key, program(submission)?)));
        let open: Vec<_> = open.collect();
        let jobs = Jobs {
            phase: Phase::Diagnosing,
            count: open.len(),
            done: 0,
            total: open.len(),
        };
        let threads = self.options.jobs.get().div_ceil(open.len().max(1));
        watch.progress(jobs.progress(0, results));
        let diagnosed = |item: usize| {
            let (submission, key, program) = open[item];
            let diagnosis = self.diagnosed(submission, program, diagnose, threads);
            let name = &self.setup.grading.plan.submissions[submission].name;
            self.note(key, name, &Piece::Diagnosed(diagnosis))
        };
        self.side_by_side(&jobs, results, watch, diagnosed, |_, ()| {})
    }

    /// Does `work` on each item, which adds what it finds out to the journal; then takes that in
    /// and tells of it.
    fn side_by_side<T: Send>(
        &self,
        jobs: &Jobs,
        results: &mut Results<'_>,
        watch: &mut dyn Watch,
        work: impl Fn(usize) -> Result<T, JournalError> + Sync,
        mut each: impl FnMut(usize, T),
    ) -> Result<(), GradeError> {
        let Options { interrupted, .. } = self.options;
        let mut done = 0;
        let threads = self.options.jobs.get();
        parallel::<_, GradeError>(threads, jobs.count, interrupted, work, |item, made| {
            each(item, made?);
            results.advance(&mut |results, event| watch.known(results, event))?;
            done += 1;
            watch.progress(jobs.progress(done, results));
            Ok(())
        })?;
        match interrupted.load(Ordering::Relaxed) {
            true => Err(GradeError::Interrupted),
            false => Ok(()),
        }
    }

    /// What is not known yet.
    fn work(&self, submissions: Range<usize>) -> Work {
        let (grading, journal) = (&self.setup.grading, self.journal);
        let mut work = Work {
            unready: Vec::new(),
            pairs: Vec::new(),
            failed_at: Vec::new(),
        };
        for submission in submissions {
            let key = grading.key_of_preparation(submission);
            let prepared = journal.gist(key);
            let mut failed_at = usize::MAX;
            let before = work.pairs.len();
            if prepared.is_none_or(|gist| gist == Gist::Good) {
                for (case, gist) in self.gists(submission).into_iter().enumerate() {
                    match gist {
                        None => work.pairs.push((submission, case)),
                        Some(Gist::Bad) if grading.plan.fail_fast => {
                            failed_at = case;
                            break;
                        }
                        Some(_) => {}
                    }
                }
            }
            let is_open = work.pairs.len() > before || self.undiagnosed(submission).is_some();
            if prepared.is_none() || is_open {
                // What comes of it this time may be something else.
                journal.forget(key);
                work.unready.push(submission);
            }
            work.failed_at.push(AtomicUsize::new(failed_at));
        }
        work
    }

    /// What came of each case of a submission; none where that is not known.
    fn gists(&self, submission: usize) -> Vec<Option<Gist>> {
        let cases = 0..self.setup.loaded.len();
        cases
            .map(|case| self.journal.gist(self.setup.grading.key(submission, case)))
            .collect()
    }

    /// A submission with the key of its diagnosis, if it failed a case, or is asked about in any
    /// case, and nothing is known of what is wrong.
    fn undiagnosed(&self, submission: usize) -> Option<(usize, Fingerprint)> {
        let key = self.setup.grading.key_of_diagnosis(submission)?;
        let asks_of_right = self.options.diagnose.is_some_and(Diagnose::asks_of_right);
        let is_asked = |gist: &Option<Gist>| {
            *gist == Some(Gist::Bad) || asks_of_right && *gist == Some(Gist::Good)
        };
        let is_open =
            self.journal.gist(key).is_none() && self.gists(submission).iter().any(is_asked);
        is_open.then_some((submission, key))
    }

    /// Adds a piece to the journal.
    fn note(&self, key: Fingerprint, name: &str, piece: &Piece) -> Result<(), JournalError> {
        persist(|| self.journal.add(key, name, piece))
    }

    /// Runs a pair, unless the submission has failed an earlier case and that is enough.
    fn run(
        &self,
        (submission, case): (usize, usize),
        program: Option<&Program>,
        failed_at: &AtomicUsize,
    ) -> Result<(), JournalError> {
        let grading = &self.setup.grading;
        let is_needless = grading.plan.fail_fast && failed_at.load(Ordering::Relaxed) < case;
        let Some(program) = program.filter(|_| !is_needless) else {
            return Ok(());
        };
        let outcome = self.judge.judge(program, &self.setup.loaded[case]);
        let has_failed = matches!(outcome, Outcome::Judged(_)) && !outcome.is_accepted();
        let (key, name) = (
            grading.key(submission, case),
            grading.name_of(submission, case),
        );
        self.note(key, &name, &Piece::Result(outcome))?;
        if has_failed {
            failed_at.fetch_min(case, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Makes a submission ready; its program, if it has one.
    fn prepare(
        &self,
        submission: usize,
        has_free_core: bool,
    ) -> Result<Option<Program>, JournalError> {
        let usual = self.options.diagnose.and_then(Diagnose::usual_options);
        let made_ready = thread::scope(|scope| {
            if let Some(options) = usual.filter(|_| has_free_core) {
                scope.spawn(|| {
                    let compiled = self.compile_again(submission, options);
                    self.beforehand().insert(submission, compiled);
                });
            }
            self.made_ready(submission)
        });
        let (preparation, program) = match made_ready {
            Ok((compilation, program)) => (Preparation::Ready(compilation), Some(program)),
            Err(unready) => (unready.into(), None),
        };
        let grading = &self.setup.grading;
        let (key, name) = (
            grading.key_of_preparation(submission),
            &grading.plan.submissions[submission].name,
        );
        self.note(key, name, &Piece::Prepared(preparation))?;
        Ok(program)
    }

    /// Runs a submission's failed cases again, for all that it prints, and asks what is wrong.
    fn diagnosed(
        &self,
        submission: usize,
        program: &Program,
        diagnose: &dyn Diagnose,
        threads: usize,
    ) -> Diagnosis {
        let Setup {
            grading, loaded, ..
        } = self.setup;
        let (executor, plan) = (self.judge.executor, &grading.plan);
        // Accepted outputs need not be those expected when some differences do not count.
        let is_exact = |case: usize| {
            let case = &plan.cases[case];
            plan.ignore.is_empty() && case.tokens.is_none() && case.validator.is_none()
        };
        let mut answers = vec![None; loaded.len()];
        let mut again = Vec::new();
        for (case, gist) in self.gists(submission).into_iter().enumerate() {
            match gist {
                Some(Gist::Good) if is_exact(case) => answers[case] = Some(Answer::Right),
                Some(Gist::Good | Gist::Bad) => again.push(case),
                Some(Gist::Fault) | None => {}
            }
        }
        let run = |item: usize| printed(executor, program, &loaded[again[item]]);
        let never = AtomicBool::new(false);
        let ran = parallel(threads, again.len(), &never, run, |item, printed| {
            answers[again[item]] = Some(Answer::Other(printed?));
            Ok::<(), RunError>(())
        });
        if let Err(error) = ran {
            return Diagnosis::plain(Certainty::Fault, format!("Not diagnosed: {error}."));
        }
        diagnose.diagnose(&Failing {
            answers,
            program,
            executor,
            loaded,
            compile: &|options: &[&str]| self.compiled_with(submission, options),
            threads,
        })
    }

    fn beforehand(&self) -> MutexGuard<'_, HashMap<usize, Compiled>> {
        let known = self.beforehand.lock();
        known.unwrap_or_else(PoisonError::into_inner)
    }

    /// A submission compiled once more with further options, see
    /// [`Failing::compiled_with`](crate::grade::diagnose::Failing::compiled_with).
    fn compiled_with(&self, submission: usize, options: &[&str]) -> Compiled {
        let usual = self.options.diagnose.and_then(Diagnose::usual_options);
        let is_usual = usual.is_some_and(|usual| usual == options);
        let known = is_usual.then(|| self.beforehand().remove(&submission));
        known
            .flatten()
            .unwrap_or_else(|| self.compile_again(submission, options))
    }

    /// Compiles a submission once more, beside what there is of it.
    fn compile_again(&self, submission: usize, options: &[&str]) -> Compiled {
        let Entered::Work {
            source,
            recipe,
            fingerprint,
        } = &self.setup.entered[submission]
        else {
            return None;
        };
        let changed = recipe.with_options(options)?;
        if recipe.has_options(options) {
            return Some(Ok(None));
        }
        let inventory = source.take_stock().ok();
        let inventory = inventory.filter(|inventory| inventory.fingerprint == *fingerprint)?;
        let name = &self.setup.grading.plan.submissions[submission].name;
        let place = format!("{submission}{}", options.concat());
        let copy = self.workspace.place(&place);
        let prepared = self.compiler.prepare(&inventory, &changed, name, &copy);
        Some(
            prepared
                .map(|(_, program)| Some(program))
                .map_err(Unready::reason),
        )
    }

    fn made_ready(&self, submission: usize) -> Result<(Compilation, Program), Unready> {
        let Self {
            setup,
            compiler,
            workspace,
            ..
        } = self;
        match &setup.entered[submission] {
            Entered::Unfit(unfit) => Err(unfit.clone().into()),
            Entered::Command {
                argv,
                visible,
                toolchain,
            } => {
                let program = Program::of_command(argv.clone(), visible.clone(), toolchain);
                Ok((Compilation::default(), program))
            }
            Entered::Work {
                source,
                recipe,
                fingerprint,
            } => match source.take_stock() {
                Ok(inventory) if inventory.fingerprint == *fingerprint => {
                    let name = &setup.grading.plan.submissions[submission].name;
                    let copy = workspace.place(&submission.to_string());
                    compiler.prepare(&inventory, recipe, name, &copy)
                }
                Err(Unfit::Ours(message)) => Err(Unready::Ours(message)),
                Ok(_) | Err(_) => {
                    let path = source.path.display();
                    let message = format!("{path}: it has changed since the grading began");
                    Err(Unready::Ours(message))
                }
            },
        }
    }
}
