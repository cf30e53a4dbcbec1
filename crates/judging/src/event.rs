//! The one stream of events that every report is made from.
//!
//! A stream is, in this order, the same each time but for what was measured:
//!
//! ```text
//! Begin
//! for each submission:   Prepared
//!     for each case:     Finished
//!     Diagnosed, if it failed and was asked for
//! End
//! ```
//!
//! with [`Event::Progress`] anywhere between. Runs take place in another order; whoever sends
//! the events puts them in this one. The same stream comes from a grading that was resumed
//! and from one that is read back from its journal.

use std::io;
use std::time::Duration;

use super::diagnosis::Diagnosis;
use super::plan::Plan;
use super::record::{Outcome, Preparation};

/// Something that happened in a grading. Indices are those of the [`Plan`].
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The first event.
    Begin(&'a Plan),
    /// How far it is.
    Progress(Progress),
    /// A submission was compiled, or needs no compiling, or cannot be compiled.
    Prepared {
        /// The submission.
        submission: usize,
        /// What came of it.
        preparation: &'a Preparation,
    },
    /// A submission was judged with a case. Comes for every pair, also when the submission
    /// did not compile.
    Finished {
        /// The submission.
        submission: usize,
        /// The case.
        case: usize,
        /// What came of it.
        outcome: &'a Outcome,
    },
    /// What is wrong with a submission that failed a case, where diagnoses were asked for.
    Diagnosed {
        /// The submission.
        submission: usize,
        /// What is wrong.
        diagnosis: &'a Diagnosis,
    },
    /// The last event.
    End(&'a Summary),
}

/// How far a grading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How many submissions are compiled or pairs judged, those of earlier sittings included.
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

/// The end of a grading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Pairs that were run in this sitting.
    pub ran: usize,
    /// Pairs whose results were taken from the journal.
    pub recalled: usize,
    /// Pairs that could not be judged because of failures of ours.
    pub faults: usize,
    /// How long this sitting took.
    pub took: Duration,
}

/// Whoever makes something of the events.
pub trait Listener {
    /// Takes the next event.
    ///
    /// # Errors
    /// When what is made of it cannot be written; the message names the file. The listener
    /// gets no further events then, and the grading goes on.
    fn take(&mut self, event: Event<'_>) -> io::Result<()>;
}
