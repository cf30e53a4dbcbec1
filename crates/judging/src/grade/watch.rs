//! How far a grading is, for those who watch it.

use crate::journal::results::{Event, Results};

/// How far a grading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How many submissions are compiled or pairs judged, those of earlier sessions included.
    pub done: usize,
    /// How many there are in all.
    pub total: usize,
    /// How many pairs were judged to be something else than AC so far, or could not be judged.
    pub failed: usize,
}

/// What a grading is doing. Phases may take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Compiling submissions.
    Compiling,
    /// Judging pairs of a submission and a case.
    Running,
    /// Finding out what is wrong with submissions that failed.
    Diagnosing,
}

impl Phase {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Compiling => "compiling",
            Phase::Running => "running",
            Phase::Diagnosing => "diagnosing",
        }
    }
}

/// Whoever watches a grading while it goes on.
pub trait Watch {
    /// Takes how far it is.
    fn progress(&mut self, progress: Progress);

    /// Takes what has become known.
    fn known(&mut self, results: &Results<'_>, event: Event<'_>);
}
