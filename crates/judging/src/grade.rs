//! Grading: all submissions, all cases, in parallel, nothing lost.
//!
//! Submissions are taken some at a time: first all of them are made ready, then all their
//! cases are run, so that no compiler disturbs a run, and only so many compiled programs
//! take up space at one time. Whatever is found out goes to the journal first; the one
//! thread that listeners are told from reads it there. So a report is the same whether the
//! grading was interrupted or not, and memory does not grow with outputs.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::diagnosis::Diagnose;
use super::event::{Listener, Summary};
use super::execute::Execute;
use super::journal::{Journal, JournalError, Writer};
use super::setup::Setup;
use super::workspace::Workspace;
use emitter::{Audience, Emitter};
use sitting::Sitting;

mod diagnosing;
pub(super) mod emitter;
mod parallel;
mod sitting;

/// How many submissions are taken at a time.
const BATCH: usize = 64;

/// How often the journal is made to survive a power cut.
const SYNC: Duration = Duration::from_secs(1);

/// How a grading is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many programs are run at the same time.
    pub jobs: NonZeroUsize,
    /// Whether results of earlier sittings are found out again.
    pub rerun: bool,
    /// Set from outside when the grading has to end soon.
    pub interrupted: &'a AtomicBool,
    /// Who says what is wrong with submissions that fail, if that is to be said;
    /// [`Header::diagnosis_key`](super::journal::Header::diagnosis_key) is theirs then.
    pub diagnose: Option<&'a dyn Diagnose>,
}

/// What came of a grading that got to its end.
#[derive(Debug)]
pub struct Finish {
    /// What was counted.
    pub summary: Summary,
    /// What went wrong with listeners.
    pub listener_errors: Vec<io::Error>,
}

/// Why a grading did not get to its end. What was found out is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A result could not be kept.
    #[error("{}: cannot write: {error}", .path.display())]
    Write {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no place to work in.
    #[error("{}: cannot make a folder to work in: {error}", std::env::temp_dir().display())]
    Workspace {
        /// What the system says.
        error: io::Error,
    },
    /// It was told to end.
    #[error("interrupted")]
    Interrupted,
}

/// Grades. Listeners are told from this thread.
///
/// # Errors
/// Whatever keeps it from getting to its end.
pub fn grade(
    setup: &Setup,
    executor: &dyn Execute,
    journal: &mut Journal,
    options: Options<'_>,
    listeners: Vec<Box<dyn Listener + '_>>,
) -> Result<Finish, GradeError> {
    let start = Instant::now();
    let workspace = Workspace::new().map_err(|error| GradeError::Workspace { error })?;
    journal.index.forget(options.rerun);
    journal.begin(&setup.header)?;
    let emitter = Emitter::begin(
        &setup.header,
        Audience::new(listeners),
        journal.writer.end(),
    );
    let asks_of_right = options.diagnose.is_some_and(Diagnose::asks_of_right);
    let emitter = emitter.asking_of_right(asks_of_right);
    let mut sitting = Sitting::new(setup, executor, options, &workspace, emitter);
    thread::scope(|scope| {
        // Ends the thread when it goes out of scope.
        let _end = scope_sync(scope, &journal.writer);
        let all = setup.entrants.len();
        let mut batches = (0..all).step_by(BATCH);
        batches.try_for_each(|first| sitting.batch(first..all.min(first + BATCH), journal))
    })?;
    let (summary, listener_errors) = sitting.into_emitter().end(start.elapsed());
    Ok(Finish {
        summary,
        listener_errors,
    })
}

/// Has a thread sync the journal from time to time, until what is returned is dropped.
fn scope_sync<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    writer: &Writer,
) -> Option<mpsc::Sender<()>> {
    let file = writer.handle().ok()?;
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
