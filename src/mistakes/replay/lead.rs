//! A program's way through the tree of lines, for others that do the same for most of it: what
//! they share with it is not answered again.

use std::io::{self, Write};
use std::sync::OnceLock;

use super::{A_LINE, Reading, fingerprint, power};
use crate::budget;
use crate::protocol::{Flow, Session, SessionError, Standing};

/// What answers are written to.
pub(super) trait Sink: Write + Sized {
    /// Takes what the lead wrote in a step, and spends the work: no more than until nobody
    /// listens.
    fn take_step(&mut self, step: &Step) -> io::Result<()> {
        let mut from = 0;
        for &(to, work) in &step.parts {
            let taken = self.take_part(&step.told[from..to]);
            taken.inspect_err(|_| budget::spend(work))?;
            from = to;
        }
        budget::spend(step.work);
        Ok(())
    }

    /// Takes what counts of some that was written.
    fn take_part(&mut self, told: &[u8]) -> io::Result<()> {
        self.write_all(told)
    }
}

/// One answer of the program that leads.
pub(super) struct Step {
    /// What of that counts which it wrote.
    pub told: Vec<u8>,
    /// The fingerprint of that, and by what one of all before is multiplied.
    pub print: u64,
    pub power: u64,
    /// How much work it was.
    pub work: u64,
    /// How far that was written after how much work.
    parts: Vec<(usize, u64)>,
    flow: Flow,
    /// What stands where it does then.
    after: Box<dyn Session>,
}

impl Step {
    /// None where it is more than `most` work.
    fn new(
        (most, reading): (u64, Reading),
        session: &mut dyn Session,
        answer: impl FnOnce(&mut dyn Session, &mut Notes) -> Result<Flow, SessionError>,
    ) -> Option<Self> {
        let mut notes = Notes {
            told: Vec::new(),
            parts: Vec::new(),
            most,
            reading,
        };
        let (flow, work) = budget::apart(most, || answer(session, &mut notes));
        let Notes { told, parts, .. } = notes;
        Some(Self {
            parts,
            print: fingerprint(&told),
            power: power(told.len()),
            told,
            work,
            // What ends with an error others answer for themselves.
            flow: flow?.ok()?,
            after: session.standing()?.kept(),
        })
    }

    /// Where it stands then.
    fn after(&self) -> Option<&dyn Standing> {
        self.after.standing()
    }
}

/// What is written, and after how much work.
struct Notes {
    told: Vec<u8>,
    parts: Vec<(usize, u64)>,
    /// How much work there may be.
    most: u64,
    reading: Reading,
}

impl Write for Notes {
    fn write(&mut self, told: &[u8]) -> io::Result<usize> {
        self.told.extend_from_slice(&self.reading.counted(told));
        let work = self.most - budget::left();
        match self.parts.last_mut() {
            Some((to, before)) if *before == work => *to = self.told.len(),
            _ => self.parts.push((self.told.len(), work)),
        }
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A step, once it was asked for.
type Taken = OnceLock<Option<Box<Step>>>;

/// The steps of the program that leads, each taken when the first program comes by.
pub struct Lead {
    /// As it stood before the beginning.
    program: Box<dyn Session>,
    /// How much work a step may be.
    most: u64,
    /// Which bytes of it count.
    reading: Reading,
    beginning: Step,
    /// By node: the line that leads there, and the end of the input there.
    lines: Vec<Taken>,
    ends: Vec<Taken>,
}

impl Lead {
    /// A program that has not begun, on its way through so many nodes; none where nobody can
    /// follow. Steps that are more than `most` work others do for themselves.
    pub(super) fn new(
        nodes: usize,
        program: Box<dyn Session>,
        (most, reading): (u64, Reading),
    ) -> Option<Self> {
        let beginning = Step::new((most, reading), &mut *program.fork(), |session, out| {
            session.begin(out).map(|()| Flow::Continue)
        });
        let none = || (0..nodes).map(|_| Taken::new()).collect();
        Some(Self {
            beginning: beginning?,
            program,
            most,
            reading,
            lines: none(),
            ends: none(),
        })
    }

    /// Where the program stands at a node that it was led to, or has ended before.
    fn step_to(&self, at: usize) -> Option<&Step> {
        match at {
            0 => Some(&self.beginning),
            _ => self.lines[at].get()?.as_deref(),
        }
    }

    /// Its answer to a line that leads from one node to another.
    fn line(&self, line: &str, (at, next): (usize, usize)) -> Option<&Step> {
        let taken = self.lines[next].get_or_init(|| {
            self.from(at, Flow::Continue, |session, out| {
                answer(session, line, out)
            })
        });
        taken.as_deref()
    }

    /// The end of the input at a node.
    fn end(&self, at: usize) -> Option<&Step> {
        let taken = self.ends[at].get_or_init(|| {
            let flow = self.step_to(at)?.flow;
            self.from(at, flow, |session, out| {
                session.end(out).map(|()| Flow::Stop)
            })
        });
        taken.as_deref()
    }

    /// A step from a node, if that is where it would go on.
    fn from(
        &self,
        at: usize,
        flow: Flow,
        answer: impl FnOnce(&mut dyn Session, &mut Notes) -> Result<Flow, SessionError>,
    ) -> Option<Box<Step>> {
        let before = self.step_to(at).filter(|step| step.flow == flow)?;
        let mut session = self.program.standing()?.at(before.after()?)?;
        Step::new((self.most, self.reading), &mut *session, answer).map(Box::new)
    }
}

/// Answers a line.
fn answer(
    session: &mut dyn Session,
    line: &str,
    out: &mut dyn Write,
) -> Result<Flow, SessionError> {
    budget::spend(A_LINE);
    session.line(line, out)
}

/// A program on its way through the tree.
pub(super) struct Walker<'a> {
    lead: Option<&'a Lead>,
    /// As it stood before the beginning.
    program: &'a dyn Session,
    /// Its own conversation; none where it follows the lead.
    own: Option<Box<dyn Session>>,
}

impl<'a> Walker<'a> {
    /// A program that has not begun, with nobody to follow or a lead.
    pub(super) fn new(program: &'a dyn Session, lead: Option<&'a Lead>) -> Self {
        let lead = lead.filter(|_| program.standing().is_some());
        Self {
            lead,
            program,
            own: None,
        }
    }

    /// The same, to go another way.
    pub(super) fn fork(&self) -> Self {
        Self {
            own: self.own.as_ref().map(|own| own.fork()),
            ..*self
        }
    }

    /// Writes what comes before the first line.
    pub(super) fn begin<S: Sink>(&mut self, out: &mut S) -> Result<(), SessionError> {
        let step = self.lead.map(|lead| &lead.beginning);
        let begin =
            |session: &mut dyn Session, out: &mut S| session.begin(out).map(|()| Flow::Continue);
        self.take(step, None, begin, out).map(|_| ())
    }

    /// Answers a line that leads from one node to another.
    pub(super) fn line<S: Sink>(
        &mut self,
        line: &str,
        (at, next): (usize, usize),
        out: &mut S,
    ) -> Result<Flow, SessionError> {
        let step = self.lead.and_then(|lead| lead.line(line, (at, next)));
        let answer = |session: &mut dyn Session, out: &mut S| answer(session, line, out);
        self.take(step, Some(at), answer, out)
    }

    /// Ends the input at a node.
    pub(super) fn end<S: Sink>(&mut self, at: usize, out: &mut S) -> Result<(), SessionError> {
        let step = self.lead.and_then(|lead| lead.end(at));
        let end = |session: &mut dyn Session, out: &mut S| session.end(out).map(|()| Flow::Stop);
        self.take(step, Some(at), end, out).map(|_| ())
    }

    /// Takes a step of the lead as its own if it would do the same, or answers for itself; `at` is
    /// where the lead stands before.
    fn take<S: Sink>(
        &mut self,
        step: Option<&Step>,
        at: Option<usize>,
        answer: impl FnOnce(&mut dyn Session, &mut S) -> Result<Flow, SessionError>,
        out: &mut S,
    ) -> Result<Flow, SessionError> {
        let mut own = match self.own.take() {
            Some(own) => own,
            None => {
                let standing = self.program.standing();
                if let (Some(step), Some(standing)) = (step, standing)
                    && let Some(after) = step.after()
                    && standing.would_follow(after)
                {
                    out.take_step(step)?;
                    return Ok(step.flow);
                }
                self.where_the_lead_is(at)
            }
        };
        let flow = answer(&mut *own, out);
        let is_together = flow.as_ref().is_ok_and(|flow| {
            let step = step.filter(|step| *flow == step.flow);
            let standings = step.and_then(|step| own.standing().zip(step.after()));
            standings.is_some_and(|(own, other)| own.stands_with(other))
        });
        if !is_together {
            self.own = Some(own);
        }
        flow
    }

    /// The program at a node that it has followed to, or where it has not begun.
    fn where_the_lead_is(&self, at: Option<usize>) -> Box<dyn Session> {
        let there = at.and_then(|at| {
            let lead = self.lead?.step_to(at)?;
            self.program.standing()?.at(lead.after()?)
        });
        there.unwrap_or_else(|| self.program.fork())
    }
}
