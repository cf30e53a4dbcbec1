//! A conversation whose lines are printed in other ways.

use std::any::Any;
use std::io::{self, Write};
use std::sync::Arc;

use super::{LineContext, TextDifferences};
use crate::protocol::{Flow, Session, SessionError, Standing};

/// A session that answers as another one does, with differences.
pub struct Reworded {
    session: Box<dyn Session>,
    differences: Arc<TextDifferences>,
    /// The start of a line that is not ended yet.
    pending: Vec<u8>,
    /// The lines before.
    line_context: LineContext,
}

impl Reworded {
    /// Makes differences in what a session answers that has not begun.
    pub fn new(session: Box<dyn Session>, differences: Arc<TextDifferences>) -> Self {
        Self {
            session,
            differences,
            pending: Vec::new(),
            line_context: LineContext::default(),
        }
    }

    /// Another program that makes the same differences, where this one stands.
    fn of(&self, session: Box<dyn Session>) -> Self {
        Self {
            session,
            differences: Arc::clone(&self.differences),
            pending: self.pending.clone(),
            line_context: self.line_context.clone(),
        }
    }

    fn writer<'a>(&'a mut self, out: &'a mut dyn Write) -> (&'a mut dyn Session, Writer<'a>) {
        let writer = Writer {
            differences: &self.differences,
            pending: &mut self.pending,
            line_context: &mut self.line_context,
            out,
        };
        (&mut *self.session, writer)
    }
}

impl Session for Reworded {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.of(self.session.fork()))
    }

    fn standing(&self) -> Option<&dyn Standing> {
        self.session.standing().is_some().then_some(self)
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
        let last = (!rest.is_empty()).then(|| self.differences.pass(&mut self.line_context, &rest));
        let after = self.differences.finish(&mut self.line_context);
        for printed in last.flatten().into_iter().chain(after) {
            printed.write(&mut reworded);
        }
        Ok(out.write_all(&reworded)?)
    }
}

impl Standing for Reworded {
    fn kept(&self) -> Box<dyn Session> {
        let kept = self.session.standing().map(Standing::kept);
        Box::new(self.of(kept.unwrap_or_else(|| self.session.fork())))
    }

    fn would_follow(&self, other: &dyn Standing) -> bool {
        self.beside(other)
            .is_some_and(|(own, other, _)| own.would_follow(other))
    }

    fn stands_with(&self, other: &dyn Standing) -> bool {
        self.beside(other).is_some_and(|(own, other, there)| {
            self.pending == there.pending
                && self.line_context.is_as(&there.line_context)
                && own.stands_with(other)
        })
    }

    fn at(&self, other: &dyn Standing) -> Option<Box<dyn Session>> {
        let (own, other, there) = self.beside(other)?;
        Some(Box::new(there.of(own.at(other)?)))
    }
}

impl Reworded {
    /// Where the program stands and where another one does that makes the same differences.
    fn beside<'a>(
        &'a self,
        other: &'a dyn Standing,
    ) -> Option<(&'a dyn Standing, &'a dyn Standing, &'a Self)> {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<Self>()?;
        let is_alike = Arc::ptr_eq(&self.differences, &other.differences);
        let (own, there) = (self.session.standing()?, other.session.standing()?);
        is_alike.then_some((own, there, other))
    }
}

/// Passes lines on, reworded, each when it is complete.
struct Writer<'a> {
    differences: &'a TextDifferences,
    pending: &'a mut Vec<u8>,
    line_context: &'a mut LineContext,
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
                self.differences
                    .pass_into(self.line_context, line, &mut reworded);
            }
            self.out.write_all(&reworded)?;
        }
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
