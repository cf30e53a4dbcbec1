//! The right program's way through the tree of lines, for others that do the same for most of
//! it: what they share with it is not answered again.

use std::io::{self, Write};

use super::{A_LINE, Node, fingerprint, power};
use crate::budget;
use crate::protocol::{Flow, Session, SessionError, Standing};

/// What answers are written to.
pub(super) trait Sink: Write + Sized {
    /// Takes what the lead wrote in a step.
    fn take_step(&mut self, step: &Step) -> io::Result<()> {
        self.write_all(&step.told)
    }
}

/// One answer of the program that leads.
pub(super) struct Step {
    /// What it wrote.
    pub told: Vec<u8>,
    /// The fingerprint of that, and by what one of all before is multiplied.
    pub print: u64,
    pub power: u64,
    /// How much work it was.
    work: u64,
    flow: Flow,
    /// Where it stands then.
    after: Box<dyn Standing>,
}

impl Step {
    fn new(
        session: &mut dyn Session,
        answer: impl FnOnce(&mut dyn Session, &mut Vec<u8>) -> Result<Flow, SessionError>,
    ) -> Option<Self> {
        let mut told = Vec::new();
        let (flow, work) = budget::within(u64::MAX, || answer(session, &mut told));
        Some(Self {
            print: fingerprint(&told),
            power: power(told.len()),
            told,
            work,
            // What ends with an error others answer for themselves.
            flow: flow?.ok()?,
            after: session.standing()?.kept(),
        })
    }
}

/// The steps of the program that leads.
pub(super) struct Lead {
    beginning: Step,
    /// By node: the line that leads there, and the end of the input there.
    lines: Vec<Option<Step>>,
    ends: Vec<Option<Step>>,
}

impl Lead {
    /// Takes all steps; none where nobody can follow.
    pub(super) fn new(nodes: &[Node], mut session: Box<dyn Session>) -> Option<Self> {
        let beginning = Step::new(&mut *session, |session, out| {
            session.begin(out).map(|()| Flow::Continue)
        });
        let none = || nodes.iter().map(|_| None).collect();
        let mut lead = Self {
            beginning: beginning?,
            lines: none(),
            ends: none(),
        };
        let mut open = vec![(0, session)];
        while let Some((at, session)) = open.pop() {
            let node: &Node = &nodes[at];
            if node.ends.iter().any(|(_, is_whole)| *is_whole) {
                lead.ends[at] = end(&mut *session.fork());
            }
            for (line, next) in &node.next {
                let mut session = session.fork();
                let step = Step::new(&mut *session, |session, out| answer(session, line, out));
                match step.as_ref().map(|step| step.flow) {
                    Some(Flow::Continue) => open.push((*next, session)),
                    Some(Flow::Stop) => lead.ends[*next] = end(&mut *session),
                    None => {}
                }
                lead.lines[*next] = step;
            }
        }
        Some(lead)
    }

    /// Where the program stands at a node.
    fn standing(&self, at: usize) -> Option<&dyn Standing> {
        let step = match at {
            0 => Some(&self.beginning),
            _ => self.lines[at].as_ref(),
        };
        step.map(|step| &*step.after)
    }
}

fn end(session: &mut dyn Session) -> Option<Step> {
    Step::new(session, |session, out| {
        session.end(out).map(|()| Flow::Stop)
    })
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
        let step = self.lead.and_then(|lead| lead.lines[next].as_ref());
        let answer = |session: &mut dyn Session, out: &mut S| answer(session, line, out);
        self.take(step, Some(at), answer, out)
    }

    /// Ends the input at a node.
    pub(super) fn end<S: Sink>(&mut self, at: usize, out: &mut S) -> Result<(), SessionError> {
        let step = self.lead.and_then(|lead| lead.ends[at].as_ref());
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
                    && standing.would_follow(&*step.after)
                {
                    budget::spend(step.work);
                    out.take_step(step)?;
                    return Ok(step.flow);
                }
                self.where_the_lead_is(at)
            }
        };
        let flow = answer(&mut *own, out);
        let is_together = flow.as_ref().is_ok_and(|flow| {
            step.is_some_and(|step| {
                *flow == step.flow
                    && own
                        .standing()
                        .is_some_and(|own| own.stands_with(&*step.after))
            })
        });
        if !is_together {
            self.own = Some(own);
        }
        flow
    }

    /// The program at a node that it has followed to, or where it has not begun.
    fn where_the_lead_is(&self, at: Option<usize>) -> Box<dyn Session> {
        let there = at.and_then(|at| {
            let lead = self.lead?.standing(at)?;
            self.program.standing()?.at(lead)
        });
        there.unwrap_or_else(|| self.program.fork())
    }
}
