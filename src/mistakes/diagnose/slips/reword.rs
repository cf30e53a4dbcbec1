//! A conversation whose lines are printed in other ways.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Slips, Trail};
use crate::protocol::{Flow, Session, SessionError};

/// A session that answers as another one does, with slips.
pub(crate) struct Reworded {
    session: Box<dyn Session>,
    slips: Arc<Slips>,
    /// The start of a line that is not ended yet.
    pending: Vec<u8>,
    /// The lines before.
    trail: Trail,
}

impl Reworded {
    /// Makes slips in what a session answers that has not begun.
    pub(crate) fn new(session: Box<dyn Session>, slips: Arc<Slips>) -> Self {
        Self {
            session,
            slips,
            pending: Vec::new(),
            trail: Trail::default(),
        }
    }

    fn writer<'a>(&'a mut self, out: &'a mut dyn Write) -> (&'a mut dyn Session, Writer<'a>) {
        let writer = Writer {
            slips: &self.slips,
            pending: &mut self.pending,
            trail: &mut self.trail,
            out,
        };
        (&mut *self.session, writer)
    }
}

impl Session for Reworded {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self {
            session: self.session.fork(),
            slips: Arc::clone(&self.slips),
            pending: self.pending.clone(),
            trail: self.trail.clone(),
        })
    }

    fn begin(&mut self, out: &mut dyn Write) -> Result<(), SessionError> {
        let (session, mut writer) = self.writer(out);
        session.begin(&mut writer)
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let (session, mut writer) = self.writer(out);
        session.line(line, &mut writer)
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<(), SessionError> {
        let (session, mut writer) = self.writer(&mut *out);
        session.end(&mut writer)?;
        let rest = std::mem::take(&mut self.pending);
        let mut reworded = Vec::new();
        let last = (!rest.is_empty()).then(|| self.slips.pass(&mut self.trail, &rest));
        let after = self.slips.finish(&mut self.trail);
        for printed in last.flatten().into_iter().chain(after) {
            printed.write(&mut reworded);
        }
        Ok(out.write_all(&reworded)?)
    }
}

/// Passes lines on, reworded, each when it is complete.
struct Writer<'a> {
    slips: &'a Slips,
    pending: &'a mut Vec<u8>,
    trail: &'a mut Trail,
    out: &'a mut dyn Write,
}

impl Write for Writer<'_> {
    fn write(&mut self, told: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(told);
        if let Some(end) = self.pending.iter().rposition(|&byte| byte == b'\n') {
            let rest = self.pending.split_off(end + 1);
            let whole = std::mem::replace(self.pending, rest);
            let mut reworded = Vec::with_capacity(whole.len());
            for line in super::lines(&whole) {
                self.slips.pass_into(self.trail, line, &mut reworded);
            }
            self.out.write_all(&reworded)?;
        }
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
