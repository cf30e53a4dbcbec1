//! Running jobs again when it was our fault that they failed.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use plyjudge_runner::run::{CommandLine, Job, Outcome, RunError, Runner, Sink};

/// What runs jobs: a [`Runner`], or in tests something that fails at will.
pub trait Execute: Sync {
    /// See [`Runner::stream`].
    ///
    /// # Errors
    /// Our own failures only.
    fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError>;

    /// See [`Runner::converse`]. Not everybody can have a program spoken to.
    ///
    /// # Errors
    /// Our own failures only.
    fn converse(
        &self,
        _job: &Job,
        _line: &CommandLine,
        _sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        Err(RunError::Job("it cannot be spoken to".into()))
    }

    /// See [`Runner::seen`].
    fn seen(&self, program: &Path, host: &Path) -> PathBuf;
}

impl Execute for Runner {
    fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        Runner::stream(self, job, sink)
    }

    fn converse(
        &self,
        job: &Job,
        line: &CommandLine,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        Runner::converse(self, job, line, sink)
    }

    fn seen(&self, program: &Path, host: &Path) -> PathBuf {
        Runner::seen(self, program, host)
    }
}

/// How long to wait before trying again: what is short of at one moment (processes, memory,
/// space) may not be at the next.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries once more what has failed; the last error.
///
/// # Errors
/// When it fails both times.
pub fn persist<T, E>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    attempt().or_else(|_| {
        sleep(PAUSE);
        attempt()
    })
}

#[cfg(test)]
mod tests {
    use super::persist;

    #[test]
    fn two_attempts_and_no_more() {
        for failures in 0..4 {
            let mut attempts = 0;
            let outcome = persist(|| {
                attempts += 1;
                if attempts > failures {
                    Ok(())
                } else {
                    Err(attempts)
                }
            });
            if failures < 2 {
                assert_eq!((outcome, attempts), (Ok(()), failures + 1));
            } else {
                assert_eq!((outcome, attempts), (Err(2), 2));
            }
        }
    }
}
