//! A conversation whose lines are printed in other ways.

use std::io::{self, Write};
use std::sync::Arc;

use super::Slips;
use crate::protocol::{Flow, Session, SessionError};

/// A session that answers as another one does, with slips.
pub struct Reworded {
    session: Box<dyn Session>,
    slips: Arc<Slips>,
    /// The start of a line that is not ended yet.
    pending: Vec<u8>,
}

impl Reworded {
    /// Makes slips in what a session answers that has not begun.
    pub fn new(session: Box<dyn Session>, slips: Arc<Slips>) -> Self {
        Self {
            session,
            slips,
            pending: Vec::new(),
        }
    }

    fn writer<'a>(&'a mut self, out: &'a mut dyn Write) -> (&'a mut dyn Session, Writer<'a>) {
        let writer = Writer {
            slips: &self.slips,
            pending: &mut self.pending,
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
        Ok(out.write_all(&self.slips.reword(&rest))?)
    }
}

/// Passes lines on, reworded, each when it is complete.
struct Writer<'a> {
    slips: &'a Slips,
    pending: &'a mut Vec<u8>,
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
                self.slips.reword_line(line, &mut reworded);
            }
            self.out.write_all(&reworded)?;
        }
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
