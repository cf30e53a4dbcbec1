//! A sitting: batch after batch of submissions, compiled, run, told of.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::diagnosing::{self, Ward};
use super::emitter::{Emitter, Pages};
use super::parallel::parallel;
use super::{GradeError, Options};
use crate::judge::compile::{Compiler, Program};
use crate::judge::diagnosis::Diagnose;
use crate::judge::event::Phase;
use crate::judge::execute::{Execute, persist};
use crate::judge::journal::{Found, Gist, Index, Journal, Line, Writer};
use crate::judge::record::{Compilation, Fault, Outcome, Preparation};
use crate::judge::setup::{Entrant, Setup};
use crate::judge::submission::Unfit;
use crate::judge::trial::Examiner;
use crate::judge::workspace::Workspace;

/// All that a sitting needs, and how far it is.
pub struct Sitting<'a, 'b> {
    setup: &'a Setup,
    options: Options<'a>,
    compiler: Compiler<'a>,
    examiner: Examiner<'a>,
    workspace: &'a Workspace,
    emitter: Emitter<'a, 'b>,
    /// How many pairs are known or will not be run.
    settled: usize,
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

/// A preparation that is in the journal.
struct Prepared {
    found: Found,
    program: Option<Program>,
}

impl<'a, 'b> Sitting<'a, 'b> {
    /// A sitting that has not begun.
    pub fn new(
        setup: &'a Setup,
        executor: &'a dyn Execute,
        options: Options<'a>,
        workspace: &'a Workspace,
        emitter: Emitter<'a, 'b>,
    ) -> Self {
        let plan = &setup.header.plan;
        Self {
            setup,
            options,
            compiler: Compiler::new(executor, setup.compile.clone(), setup.folder.as_deref()),
            examiner: Examiner {
                executor,
                ignore: &plan.ignore,
                repeat: plan.repeat,
            },
            workspace,
            emitter,
            settled: 0,
        }
    }

    /// What tells of it.
    pub fn into_emitter(self) -> Emitter<'a, 'b> {
        self.emitter
    }

    /// Grades some submissions.
    ///
    /// # Errors
    /// Whatever keeps the grading from going on.
    pub fn batch(
        &mut self,
        submissions: Range<usize>,
        journal: &mut Journal,
    ) -> Result<(), GradeError> {
        let cases = self.setup.questions.len();
        let mut work = self.work(submissions.clone(), &mut journal.index);
        self.settled += submissions.len() * cases - work.pairs.len();
        let programs = self.compile(submissions.start, &work, journal)?;
        let program = |submission: usize| programs[submission - submissions.start].as_ref();
        let before = work.pairs.len();
        work.pairs
            .retain(|(submission, _)| program(*submission).is_some());
        self.settled += before - work.pairs.len();
        self.run(submissions.start, &work, &program, journal)?;
        self.diagnose(submissions.clone(), &program, journal)
    }

    /// What is not known yet.
    fn work(&self, submissions: Range<usize>, index: &mut Index) -> Work {
        let header = &self.setup.header;
        let mut work = Work {
            unready: Vec::new(),
            pairs: Vec::new(),
            failed_at: Vec::new(),
        };
        for submission in submissions {
            let prepared = index.prepared(header.key_of_preparation(submission));
            let mut failed_at = usize::MAX;
            let before = work.pairs.len();
            if prepared.is_none_or(|prepared| prepared.gist == Gist::Good) {
                for case in 0..self.setup.questions.len() {
                    match index.result(header.key(submission, case)) {
                        None => work.pairs.push((submission, case)),
                        Some(found) if found.gist == Gist::Bad && header.plan.fail_fast => {
                            failed_at = case;
                            break;
                        }
                        Some(_) => {}
                    }
                }
            }
            let is_open = work.pairs.len() > before || self.is_undiagnosed(submission, index);
            if prepared.is_none() || is_open {
                // What comes of it this time may be something else.
                index.forget_prepared(header.key_of_preparation(submission));
                work.unready.push(submission);
            }
            work.failed_at.push(AtomicUsize::new(failed_at));
        }
        work
    }

    fn is_undiagnosed(&self, submission: usize, index: &Index) -> bool {
        let diagnose = self.options.diagnose;
        let asks_of_right = diagnose.is_some_and(Diagnose::asks_of_right);
        diagnosing::is_undiagnosed(&self.setup.header, submission, index, asks_of_right)
    }

    /// Makes submissions ready; the programs of the batch, where there are.
    fn compile(
        &mut self,
        first: usize,
        work: &Work,
        journal: &mut Journal,
    ) -> Result<Vec<Option<Program>>, GradeError> {
        let Journal {
            writer,
            reader,
            index,
            ..
        } = journal;
        let path = reader.path().to_owned();
        let Self {
            setup,
            options,
            compiler,
            workspace,
            emitter,
            ..
        } = self;
        let mut programs: Vec<Option<Program>> = Vec::new();
        programs.resize_with(work.failed_at.len(), || None);
        let total = setup.entrants.len();
        let mut done = first + work.failed_at.len() - work.unready.len();
        emitter.advance(&mut Pages::new(&setup.header, index, reader))?;
        parallel::<_, GradeError>(
            options.jobs.get(),
            work.unready.len(),
            options.interrupted,
            |item| {
                let submission = work.unready[item];
                let (preparation, program) = prepare(setup, submission, compiler, workspace);
                let found = note_preparation(setup, submission, &preparation, writer);
                found.map(|found| Prepared { found, program })
            },
            |item, prepared| {
                let Prepared { found, program } = prepared.map_err(|error| GradeError::Write {
                    path: path.clone(),
                    error,
                })?;
                let submission = work.unready[item];
                index.add_prepared(setup.header.key_of_preparation(submission), found);
                programs[submission - first] = program;
                emitter.advance(&mut Pages::new(&setup.header, index, reader))?;
                done += 1;
                emitter.progress(Phase::Compiling, done, total);
                Ok(())
            },
        )?;
        match self.is_interrupted() {
            true => Err(GradeError::Interrupted),
            false => Ok(programs),
        }
    }

    /// Finds out what is wrong with submissions that failed, side by side.
    fn diagnose<'p>(
        &mut self,
        submissions: Range<usize>,
        program: &(impl Fn(usize) -> Option<&'p Program> + Sync),
        journal: &mut Journal,
    ) -> Result<(), GradeError> {
        let Some(diagnose) = self.options.diagnose else {
            return Ok(());
        };
        let header = &self.setup.header;
        let Journal {
            writer,
            reader,
            index,
            ..
        } = journal;
        let path = reader.path().to_owned();
        let undiagnosed = submissions.filter(|&submission| self.is_undiagnosed(submission, index));
        let open: Vec<_> = undiagnosed
            .filter_map(|submission| {
                let gists = diagnosing::gists(header, submission, index);
                let key = header.key_of_diagnosis(submission)?;
                Some((submission, key, program(submission)?, gists))
            })
            .collect();
        let jobs = self.options.jobs.get();
        let (setup, compiler, workspace) = (self.setup, &self.compiler, self.workspace);
        let compile = |submission: usize, options: &[&str]| {
            compiled_with(setup, submission, options, compiler, workspace)
        };
        let ward = Ward {
            compile: &compile,
            setup: self.setup,
            executor: self.examiner.executor,
            jobs: jobs.div_ceil(open.len().max(1)),
            diagnose,
        };
        let emitter = &mut self.emitter;
        emitter.progress(Phase::Diagnosing, 0, open.len());
        let mut done = 0;
        parallel::<_, GradeError>(
            jobs,
            open.len(),
            self.options.interrupted,
            |item| {
                let (submission, key, program, gists) = &open[item];
                let diagnosis = ward.diagnose(*submission, program, gists);
                let name = &header.plan.submissions[*submission].name;
                diagnosing::note(name, *key, &diagnosis, writer)
            },
            |item, found| {
                let found = found.map_err(|error| GradeError::Write {
                    path: path.clone(),
                    error,
                })?;
                index.add_diagnosis(open[item].1, found);
                emitter.advance(&mut Pages::new(header, index, reader))?;
                done += 1;
                emitter.progress(Phase::Diagnosing, done, open.len());
                Ok(())
            },
        )?;
        match self.is_interrupted() {
            true => Err(GradeError::Interrupted),
            false => Ok(()),
        }
    }

    /// Runs pairs.
    fn run<'p>(
        &mut self,
        first: usize,
        work: &Work,
        program: &(impl Fn(usize) -> Option<&'p Program> + Sync),
        journal: &mut Journal,
    ) -> Result<(), GradeError> {
        let Journal {
            writer,
            reader,
            index,
            ..
        } = journal;
        let path = reader.path().to_owned();
        let Self {
            setup,
            options,
            examiner,
            emitter,
            settled,
            ..
        } = self;
        let fail_fast = setup.header.plan.fail_fast;
        let total = setup.entrants.len() * setup.questions.len();
        parallel::<_, GradeError>(
            options.jobs.get(),
            work.pairs.len(),
            options.interrupted,
            |item| {
                let (submission, case) = work.pairs[item];
                let failed_at = &work.failed_at[submission - first];
                let program = program(submission);
                let (Some(program), false) = (
                    program,
                    fail_fast && failed_at.load(Ordering::Relaxed) < case,
                ) else {
                    return Ok(None);
                };
                let outcome = examiner.examine(program, &setup.questions[case]);
                let found = note_result(setup, (submission, case), &outcome, writer)?;
                if found.gist == Gist::Bad {
                    failed_at.fetch_min(case, Ordering::Relaxed);
                }
                Ok(Some(found))
            },
            |item, judged| {
                let found = judged.map_err(|error| GradeError::Write {
                    path: path.clone(),
                    error,
                })?;
                let (submission, case) = work.pairs[item];
                if let Some(found) = found {
                    index.add_result(setup.header.key(submission, case), found);
                }
                *settled += 1;
                emitter.advance(&mut Pages::new(&setup.header, index, reader))?;
                emitter.progress(Phase::Running, *settled, total);
                Ok(())
            },
        )?;
        match self.is_interrupted() {
            true => Err(GradeError::Interrupted),
            false => Ok(()),
        }
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupted.load(Ordering::Relaxed)
    }
}

/// Makes a submission ready.
fn prepare(
    setup: &Setup,
    submission: usize,
    compiler: &Compiler<'_>,
    workspace: &Workspace,
) -> (Preparation, Option<Program>) {
    let fault = |message: String| (Preparation::Fault(Fault { message }), None);
    let failed = |reason: String| {
        let compilation = Compilation::default();
        let failed = Preparation::Failed {
            reason,
            compilation,
        };
        (failed, None)
    };
    match &setup.entrants[submission] {
        Entrant::Unfit(Unfit::Theirs(reason) | Unfit::NoProgram(reason)) => failed(reason.clone()),
        Entrant::Unfit(Unfit::Ours(message)) => fault(message.clone()),
        Entrant::Command {
            argv,
            visible,
            toolchain,
        } => {
            let program = Program::of_command(argv.clone(), visible.clone(), toolchain);
            (Preparation::Ready(Compilation::default()), Some(program))
        }
        Entrant::Work {
            source,
            recipe,
            fingerprint,
        } => match source.take_stock() {
            Ok(inventory) if inventory.fingerprint == *fingerprint => {
                let name = &setup.header.plan.submissions[submission].name;
                let copy = workspace.place(&submission.to_string());
                compiler.prepare(&inventory, recipe, name, &copy)
            }
            Err(Unfit::Ours(message)) => fault(message),
            Ok(_) | Err(Unfit::Theirs(_) | Unfit::NoProgram(_)) => {
                let path = source.path.display();
                fault(format!("{path}: it has changed since the grading began"))
            }
        },
    }
}

/// Compiles a submission once more with further options, beside what there is of it; see
/// [`Patient::compiled_with`](crate::judge::diagnosis::Patient::compiled_with).
fn compiled_with(
    setup: &Setup,
    submission: usize,
    options: &[&str],
    compiler: &Compiler<'_>,
    workspace: &Workspace,
) -> Option<Result<Program, String>> {
    let Entrant::Work {
        source,
        recipe,
        fingerprint,
    } = &setup.entrants[submission]
    else {
        return None;
    };
    let recipe = recipe.with_options(options)?;
    let inventory = source.take_stock().ok();
    let inventory = inventory.filter(|inventory| inventory.fingerprint == *fingerprint)?;
    let name = &setup.header.plan.submissions[submission].name;
    let copy = workspace.place(&format!("{submission}{}", options.concat()));
    Some(match compiler.prepare(&inventory, &recipe, name, &copy) {
        (_, Some(program)) => Ok(program),
        (Preparation::Failed { reason, .. }, None) => Err(reason),
        (Preparation::Fault(fault), None) => Err(fault.message),
        (Preparation::Ready(_), None) => Err("it made no program".to_owned()),
    })
}

fn note_preparation(
    setup: &Setup,
    submission: usize,
    preparation: &Preparation,
    writer: &Writer,
) -> std::io::Result<Found> {
    let line = Line::Prepared {
        key: setup.header.key_of_preparation(submission),
        submission: Cow::Borrowed(&setup.header.plan.submissions[submission].name),
        preparation: Cow::Borrowed(preparation),
    };
    Ok(Found {
        place: persist(|| writer.add(&line))?,
        gist: match preparation {
            Preparation::Ready(_) => Gist::Good,
            Preparation::Failed { .. } => Gist::Bad,
            Preparation::Fault(_) => Gist::Fault,
        },
    })
}

fn note_result(
    setup: &Setup,
    (submission, case): (usize, usize),
    outcome: &Outcome,
    writer: &Writer,
) -> std::io::Result<Found> {
    let plan = &setup.header.plan;
    let line = Line::Result {
        key: setup.header.key(submission, case),
        submission: Cow::Borrowed(&plan.submissions[submission].name),
        case: Cow::Borrowed(&plan.cases[case].name),
        outcome: Cow::Borrowed(outcome),
    };
    Ok(Found {
        place: persist(|| writer.add(&line))?,
        gist: match outcome {
            Outcome::Fault(_) => Gist::Fault,
            _ if outcome.is_accepted() => Gist::Good,
            _ => Gist::Bad,
        },
    })
}
