//! A session: batch after batch of submissions, compiled, run, diagnosed.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::diagnosing::Ward;
use super::{GradeError, Options};
use crate::build::compile::{Compiler, Program, Unready};
use crate::build::submission::Unfit;
use crate::build::workspace::Workspace;
use crate::execute::{Execute, persist};
use crate::fingerprint::Fingerprint;
use crate::grade::diagnose::{Compiled, Diagnose};
use crate::grade::judge_case::CaseJudge;
use crate::grade::setup::{Entered, Setup};
use crate::grade::validator::ReadyValidator;
use crate::grade::watch::{Phase, Progress, Watch};
use crate::journal::grading::{Grading, Piece};
use crate::journal::lines::JournalError;
use crate::journal::results::Results;
use crate::journal::work::{Gist, Journal};
use crate::parallel::parallel;
use crate::record::{Compilation, Outcome, Preparation};

/// All that a session needs, and how far it is.
pub(super) struct Session<'a> {
    shop: Shop<'a>,
    /// How many pairs are known or will not be run.
    settled: usize,
}

/// What all threads work with.
struct Shop<'a> {
    setup: &'a Setup,
    options: Options<'a>,
    compiler: Compiler<'a>,
    judge: CaseJudge<'a>,
    workspace: &'a Workspace,
    journal: &'a Journal<Grading>,
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

impl<'a> Session<'a> {
    /// A session that has not begun.
    pub(super) fn new(
        setup: &'a Setup,
        executor: &'a dyn Execute,
        options: Options<'a>,
        validator: Option<&'a ReadyValidator<'a>>,
        workspace: &'a Workspace,
        journal: &'a Journal<Grading>,
    ) -> Self {
        let plan = &setup.grading.plan;
        let shop = Shop {
            setup,
            options,
            compiler: Compiler::new(executor, setup.compile.clone(), setup.folder.as_deref()),
            judge: CaseJudge {
                executor,
                ignore: &plan.ignore,
                repeat: plan.repeat,
                validator,
            },
            workspace,
            journal,
        };
        Self { shop, settled: 0 }
    }

    /// Grades some submissions.
    ///
    /// # Errors
    /// Whatever keeps the grading from going on.
    pub(super) fn batch(
        &mut self,
        submissions: Range<usize>,
        results: &mut Results<'_>,
        watch: &mut dyn Watch,
    ) -> Result<(), GradeError> {
        let Self { shop, settled } = self;
        let (first, pairs) = (
            submissions.start,
            submissions.len() * shop.setup.loaded.len(),
        );
        let mut work = shop.work(submissions.clone());
        results.advance(&mut |results, event| watch.known(results, event))?;

        let mut programs: Vec<Option<Program>> = Vec::new();
        programs.resize_with(submissions.len(), || None);
        let jobs = Jobs {
            phase: Phase::Compiling,
            count: work.unready.len(),
            done: submissions.end - work.unready.len(),
            total: shop.setup.entered.len(),
        };
        let prepare = |item| shop.prepare(work.unready[item]);
        shop.side_by_side(&jobs, results, watch, prepare, |item, program| {
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
            total: shop.setup.entered.len() * shop.setup.loaded.len(),
        };
        let run = |item| {
            let pair: (usize, usize) = work.pairs[item];
            shop.run(pair, program(pair.0), &work.failed_at[pair.0 - first])
        };
        shop.side_by_side(&jobs, results, watch, run, |_, ()| {})?;
        *settled += work.pairs.len();

        let Some(diagnose) = shop.options.diagnose else {
            return Ok(());
        };
        let undiagnosed = submissions.filter_map(|submission| shop.undiagnosed(submission));
        let open = undiagnosed
            .filter_map(|(submission, key)| Some((submission, key, program(submission)?)));
        let open: Vec<_> = open.collect();
        let jobs = Jobs {
            phase: Phase::Diagnosing,
            count: open.len(),
            done: 0,
            total: open.len(),
        };
        let compile = |submission: usize, options: &[&str]| shop.compiled_with(submission, options);
        let ward = Ward {
            compile: &compile,
            setup: shop.setup,
            executor: shop.judge.executor,
            jobs: shop.options.jobs.get().div_ceil(open.len().max(1)),
            diagnose,
        };
        watch.progress(jobs.progress(0, results));
        let diagnose = |item: usize| {
            let (submission, key, program) = open[item];
            let diagnosis = ward.diagnose(submission, program, &shop.gists(submission));
            let name = &shop.setup.grading.plan.submissions[submission].name;
            shop.note(key, name, &Piece::Diagnosed(diagnosis))
        };
        shop.side_by_side(&jobs, results, watch, diagnose, |_, ()| {})
    }
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

impl Shop<'_> {
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
    fn prepare(&self, submission: usize) -> Result<Option<Program>, JournalError> {
        let (preparation, program) = match self.made_ready(submission) {
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

    /// Compiles a submission once more with further options, beside what there is of it; see
    /// [`Failing::compiled_with`](crate::grade::diagnose::Failing::compiled_with).
    fn compiled_with(&self, submission: usize, options: &[&str]) -> Compiled {
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
