//! From a journal to the stream of events: in the order of the plan, whatever the order in
//! which things were found out.

use std::io;

use crate::diagnosis::Diagnosis;
use crate::event::{Event, Listener, Phase, Progress, Summary};
use crate::journal::{Found, Gist, Header, Index, JournalError, Reader};
use crate::record::{Excerpt, Judgement, Outcome, Preparation};
use crate::verdict::Verdict;

/// Everybody who listens.
pub struct Audience<'a> {
    listeners: Vec<Box<dyn Listener + 'a>>,
    errors: Vec<io::Error>,
}

impl<'a> Audience<'a> {
    /// These listeners.
    pub fn new(listeners: Vec<Box<dyn Listener + 'a>>) -> Self {
        Self {
            listeners,
            errors: Vec::new(),
        }
    }

    /// Tells them. Who fails is told no more.
    pub fn tell(&mut self, event: Event<'_>) {
        let errors = &mut self.errors;
        self.listeners
            .retain_mut(|listener| match listener.take(event) {
                Ok(()) => true,
                Err(error) => {
                    errors.push(error);
                    false
                }
            });
    }

    /// What went wrong with listeners.
    pub fn into_errors(self) -> Vec<io::Error> {
        self.errors
    }
}

/// Where what has been found out is looked up, by what it depends on.
pub trait Known {
    /// What came of preparing a submission.
    ///
    /// # Errors
    /// When the journal cannot be read.
    fn preparation(&mut self, submission: usize) -> Result<Option<Preparation>, JournalError>;

    /// What came of a pair, and where that stands.
    ///
    /// # Errors
    /// As [`Known::preparation`].
    fn outcome(
        &mut self,
        submission: usize,
        case: usize,
    ) -> Result<Option<(Found, Outcome)>, JournalError>;

    /// What is wrong with a submission.
    ///
    /// # Errors
    /// As [`Known::preparation`].
    fn diagnosis(&mut self, submission: usize) -> Result<Option<Diagnosis>, JournalError>;
}

/// A journal that knows.
pub struct Pages<'a> {
    header: &'a Header,
    index: &'a Index,
    reader: &'a mut Reader,
}

impl<'a> Pages<'a> {
    /// A journal of this grading.
    pub fn new(header: &'a Header, index: &'a Index, reader: &'a mut Reader) -> Self {
        Self {
            header,
            index,
            reader,
        }
    }
}

impl Known for Pages<'_> {
    fn preparation(&mut self, submission: usize) -> Result<Option<Preparation>, JournalError> {
        let key = self.header.key_of_preparation(submission);
        let found = self.index.prepared(key);
        found
            .map(|found| self.reader.preparation(found))
            .transpose()
    }

    fn outcome(
        &mut self,
        submission: usize,
        case: usize,
    ) -> Result<Option<(Found, Outcome)>, JournalError> {
        let found = self.index.result(self.header.key(submission, case));
        let read = |found| Ok((found, self.reader.outcome(found)?));
        found.map(read).transpose()
    }

    fn diagnosis(&mut self, submission: usize) -> Result<Option<Diagnosis>, JournalError> {
        let key = self.header.key_of_diagnosis(submission);
        let found = key.and_then(|key| self.index.diagnosis(key));
        found.map(|found| self.reader.diagnosis(found)).transpose()
    }
}

/// Tells an audience what the journal says, as far as it goes.
pub struct Emitter<'a, 'b> {
    header: &'a Header,
    audience: Audience<'b>,
    /// The next event is about this submission and, once `preparation` is told, this case.
    submission: usize,
    case: usize,
    preparation: Option<Preparation>,
    /// Whether the submission has failed a case.
    failed: bool,
    /// Lines from here on were written in this sitting.
    sitting: u64,
    summary: Summary,
    not_accepted: usize,
    /// Whether submissions that are right are diagnosed as well.
    asks_of_right: bool,
}

impl<'a, 'b> Emitter<'a, 'b> {
    /// An emitter that has told the beginning. Results from byte `sitting` of the journal on
    /// belong to this sitting.
    pub fn begin(header: &'a Header, mut audience: Audience<'b>, sitting: u64) -> Self {
        audience.tell(Event::Begin(&header.plan));
        Self {
            header,
            audience,
            submission: 0,
            case: 0,
            preparation: None,
            failed: false,
            sitting,
            summary: Summary::default(),
            not_accepted: 0,
            asks_of_right: false,
        }
    }

    /// Whether submissions that are right are diagnosed as well, see
    /// [`Diagnose::asks_of_right`](crate::diagnosis::Diagnose::asks_of_right).
    pub fn asking_of_right(mut self, asks_of_right: bool) -> Self {
        self.asks_of_right = asks_of_right;
        self
    }

    /// Tells how far it is.
    pub fn progress(&mut self, phase: Phase, done: usize, total: usize) {
        self.audience.tell(Event::Progress(Progress {
            phase,
            done,
            total,
            failed: self.not_accepted,
        }));
    }

    /// Tells all that is known and comes next; whether that was the last.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn advance(&mut self, known: &mut dyn Known) -> Result<bool, JournalError> {
        while self.submission < self.header.plan.submissions.len() {
            if self.preparation.is_none() && !self.prepare(known)? {
                return Ok(false);
            }
            while self.case < self.header.plan.cases.len() {
                let Some(outcome) = self.outcome(known)? else {
                    return Ok(false);
                };
                self.finish_case(&outcome);
            }
            if !self.diagnose(known)? {
                return Ok(false);
            }
            self.submission += 1;
            self.case = 0;
            self.preparation = None;
            self.failed = false;
        }
        Ok(true)
    }

    /// Tells of the submission's preparation, if it is known.
    fn prepare(&mut self, known: &mut dyn Known) -> Result<bool, JournalError> {
        let Some(preparation) = known.preparation(self.submission)? else {
            return Ok(false);
        };
        self.audience.tell(Event::Prepared {
            submission: self.submission,
            preparation: &preparation,
        });
        self.preparation = Some(preparation);
        Ok(true)
    }

    /// What came of the current pair, if it is known.
    fn outcome(&mut self, known: &mut dyn Known) -> Result<Option<Outcome>, JournalError> {
        match &self.preparation {
            Some(Preparation::Failed { .. }) => return Ok(Some(not_compiled())),
            Some(Preparation::Fault(fault)) => return Ok(Some(Outcome::Fault(fault.clone()))),
            Some(Preparation::Ready(_)) | None => {}
        }
        if self.failed && self.header.plan.fail_fast {
            return Ok(Some(Outcome::Skipped));
        }
        let Some((found, outcome)) = known.outcome(self.submission, self.case)? else {
            return Ok(None);
        };
        if found.gist != Gist::Fault {
            match found.place.offset >= self.sitting {
                true => self.summary.ran += 1,
                false => self.summary.recalled += 1,
            }
        }
        Ok(Some(outcome))
    }

    /// Tells what is wrong with the submission, if that is to be known; whether it is known
    /// or need not be.
    fn diagnose(&mut self, known: &mut dyn Known) -> Result<bool, JournalError> {
        let is_ready = matches!(self.preparation, Some(Preparation::Ready(_)));
        let is_asked = self.header.diagnosis_key.is_some();
        let is_of_interest = self.failed || self.asks_of_right;
        if !(is_asked && is_of_interest && is_ready) {
            return Ok(true);
        }
        let Some(diagnosis) = known.diagnosis(self.submission)? else {
            return Ok(false);
        };
        self.audience.tell(Event::Diagnosed {
            submission: self.submission,
            diagnosis: &diagnosis,
        });
        Ok(true)
    }

    fn finish_case(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Judged(judgement) if judgement.verdict.is_accepted() => {}
            Outcome::Judged(_) => {
                self.failed = true;
                self.not_accepted += 1;
            }
            Outcome::Fault(_) => {
                self.summary.faults += 1;
                self.not_accepted += 1;
            }
            Outcome::Skipped => {}
        }
        self.audience.tell(Event::Finished {
            submission: self.submission,
            case: self.case,
            outcome,
        });
        self.case += 1;
    }

    /// Tells the end; what was counted, and what went wrong with listeners.
    pub fn end(mut self, took: std::time::Duration) -> (Summary, Vec<io::Error>) {
        self.summary.took = took;
        self.audience.tell(Event::End(&self.summary));
        (self.summary, self.audience.into_errors())
    }
}

fn not_compiled() -> Outcome {
    Outcome::Judged(Judgement {
        verdict: Verdict::CompileError,
        run: None,
        wrong: None,
        stderr: Excerpt::default(),
        repeats: Vec::new(),
    })
}
