//! Grading: all submissions, all cases, in parallel, nothing lost.
//!
//! Submissions are taken some at a time: first all of them are made ready, then all their
//! cases are run, so that no compiler disturbs a run, and only so many compiled programs
//! take up space at one time. Whatever is found out goes to the journal first, and the results
//! are a view of that. So a report is the same whether the grading was interrupted or not, and
//! memory does not grow with outputs.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::build::compile::Compiler;
use crate::build::workspace::Workspace;
use crate::execute::Execute;
use crate::grade::diagnose::Diagnose;
use crate::grade::judge_case::CaseJudge;
use crate::grade::setup::Setup;
use crate::grade::watch::Watch;
use crate::journal::grading::Grading;
use crate::journal::lines::JournalError;
use crate::journal::results::Results;
use crate::journal::work::Journal;
use session::Session;

pub mod diagnose;
pub mod judge_case;
mod session;
pub mod setup;
pub mod validator;
pub mod verify;
pub mod watch;

/// How many submissions are taken at a time.
const BATCH: usize = 64;

/// How often the journal is made to survive a power cut.
const SYNC: Duration = Duration::from_secs(1);

/// How a grading is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many programs are run at the same time.
    pub jobs: NonZeroUsize,
    /// Set from outside when the grading has to end soon.
    pub interrupted: &'a AtomicBool,
    /// Who says what is wrong with submissions that fail, if that is to be said;
    /// [`Grading::diagnosis_key`] is theirs then.
    pub diagnose: Option<&'a dyn Diagnose>,
}

/// Why a grading did not get to its end. What was found out is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no place to work in.
    #[error("{}: cannot make a folder to work in: {error}", std::env::temp_dir().display(), error = .0)]
    Workspace(io::Error),
    /// The output validator cannot be used.
    #[error("cannot use the output validator {0}")]
    Validator(String),
    /// It was told to end.
    #[error("interrupted")]
    Interrupted,
}

/// Grades what the journal does not know yet. `watch` is told from this thread.
///
/// # Errors
/// Whatever keeps it from getting to its end.
pub fn grade<'a>(
    setup: &Setup,
    executor: &dyn Execute,
    journal: &'a Journal<Grading>,
    options: Options<'_>,
    watch: &mut dyn Watch,
) -> Result<Results<'a>, GradeError> {
    let workspace = Workspace::new().map_err(GradeError::Workspace)?;
    let asks_of_right = options.diagnose.is_some_and(Diagnose::asks_of_right);
    let mut results = Results::of(journal, asks_of_right);
    let validator = setup
        .validator
        .as_ref()
        .map(|validator| validator.make_ready(executor, &setup.compile, &workspace, "validator"))
        .transpose()
        .map_err(GradeError::Validator)?;
    let plan = &setup.grading.plan;
    let session = Session {
        setup,
        options,
        compiler: Compiler::new(executor, setup.compile.clone(), setup.folder.as_deref()),
        judge: CaseJudge {
            executor,
            ignore: &plan.ignore,
            repeat: plan.repeat,
            validator: validator.as_ref(),
        },
        workspace: &workspace,
        journal,
        beforehand: Mutex::default(),
    };
    thread::scope(|scope| {
        // Ends the thread when it goes out of scope.
        let _end = scope_sync(scope, journal);
        let (all, mut settled) = (setup.entered.len(), 0);
        (0..all).step_by(BATCH).try_for_each(|first| {
            let batch = first..all.min(first + BATCH);
            session.batch(batch, &mut settled, &mut results, watch)
        })
    })?;
    Ok(results)
}

/// Has a thread sync the journal from time to time, until what is returned is dropped.
fn scope_sync<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    journal: &Journal<Grading>,
) -> Option<mpsc::Sender<()>> {
    let file = journal.handle().ok()?;
    let (end, ended) = mpsc::channel();
    scope.spawn(move || {
        loop {
            let waited = ended.recv_timeout(SYNC);
            // A file system that cannot do this has done what it can.
            let _ = file.sync_data();
            if waited != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
    });
    Some(end)
}
