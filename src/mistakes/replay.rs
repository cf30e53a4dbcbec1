//! Many inputs answered at once under one set of rules, compared with what is awaited while
//! the answers come.
//!
//! The inputs form a tree of lines: what several of them start with is answered once, and
//! the conversation forks where they part. An input is dropped at the first byte that
//! differs, and a branch of the tree when all inputs on it are. What a program answers as the
//! right one does, because it never meets its mistake, is not answered again.

mod lead;
mod watch;

use std::io::{self, Write};

use crate::budget;
use crate::protocol::{Flow, Protocol, Session, SessionError, Settings, SettingsError};
use crate::text::unmarked;
use lead::{Sink, Step, Walker};
use watch::{Cursor, Settled, Watch};

pub use lead::Lead;
pub use watch::{Awaited, Call, Fate, Reading};

/// An input as a session takes it: its meaningful lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    lines: Vec<String>,
    /// Whether the lines are all there is; otherwise something follows that is no text.
    is_whole: bool,
}

impl Script {
    /// Reads an input as [`crate::answer`] does.
    pub fn new(input: &[u8]) -> Self {
        let mut lines = Vec::new();
        for line in unmarked(input)
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
        {
            match std::str::from_utf8(line) {
                Ok("") => {}
                Ok(line) => lines.push(line.to_owned()),
                Err(_) => {
                    return Self {
                        lines,
                        is_whole: false,
                    };
                }
            }
        }
        Self {
            lines,
            is_whole: true,
        }
    }

    /// The meaningful lines, trimmed.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

/// Inputs, prepared to be answered together.
pub struct Replay {
    protocol: &'static dyn Protocol,
    inputs: usize,
    nodes: Vec<Node>,
    /// Which bytes of the answers count.
    reading: Reading,
    lead: Option<Lead>,
}

/// The inputs that share their lines up to here.
#[derive(Default)]
struct Node {
    /// The line that leads on, and where to.
    next: Vec<(String, usize)>,
    /// Inputs that end here, and whether they end as they should.
    ends: Vec<(usize, bool)>,
    /// Every input that passes or ends here, in order.
    below: Vec<usize>,
}

impl Replay {
    /// Prepares inputs; those given first are answered first, as far as shared lines allow.
    pub fn new<'a>(
        protocol: &'static dyn Protocol,
        scripts: impl IntoIterator<Item = &'a Script>,
    ) -> Self {
        Self::in_order(protocol, scripts.into_iter().enumerate())
    }

    /// The same for inputs with their indices, in the order in which they are to be answered.
    pub fn in_order<'a>(
        protocol: &'static dyn Protocol,
        scripts: impl IntoIterator<Item = (usize, &'a Script)>,
    ) -> Self {
        let mut nodes = vec![Node::default()];
        let mut inputs = 0;
        for (input, script) in scripts {
            let mut at = 0;
            nodes[at].below.push(input);
            for line in &script.lines {
                let known = nodes[at].next.iter().find(|(known, _)| known == line);
                at = match known {
                    Some(&(_, next)) => next,
                    None => {
                        let fresh = nodes.len();
                        nodes[at].next.push((line.clone(), fresh));
                        nodes.push(Node::default());
                        fresh
                    }
                };
                nodes[at].below.push(input);
            }
            nodes[at].ends.push((input, script.is_whole));
            inputs += 1;
        }
        for node in &mut nodes {
            node.below.sort_unstable();
        }
        Self {
            protocol,
            inputs,
            nodes,
            reading: Reading::Exact,
            lead: None,
        }
    }

    /// The same with only some bytes of the answers compared.
    /// A lead keeps no others, so whole answers are to be asked for without one.
    pub fn with_reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The same with a program that the others follow where they would do as it does: worth it
    /// where many are to be asked. No answer depends on it.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn led_by(mut self, right: &Settings) -> Result<Self, SettingsError> {
        let session = self.protocol.session(right)?;
        self.lead = self.lead(session, u64::MAX);
        Ok(self)
    }

    /// A program, which has not begun, for others to follow; none where nobody can. Answers that
    /// are more than `most` work are not led.
    pub fn lead(&self, program: Box<dyn Session>, most: u64) -> Option<Lead> {
        Lead::new(self.nodes.len(), program, (most, self.reading))
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Compares the answers to all inputs with what is awaited, one for each input, until
    /// more than `most` of them differ or more than `work` would be done.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn compare(
        &self,
        settings: &Settings,
        awaited: &[Awaited<'_>],
        (most, work): (usize, u64),
    ) -> Result<Vec<Fate>, SettingsError> {
        let call = Call {
            awaited: &|input| awaited[input],
            most,
            work,
        };
        let session = self.protocol.session(settings)?;
        let all = &self.nodes[0].below;
        let (known, _) = self.compare_some(&*session, &call, all);
        let mut fates = vec![Fate::Open; self.inputs];
        for (input, fate) in known {
            fates[input] = fate;
        }
        Ok(fates)
    }

    /// How a program's answers depart from the right ones, where they do in no more than that much
    /// work: where these are different, the answers are. Where lines follow each other, nothing
    /// beyond what a program wrote when it departed counts, nor is it asked for.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn departures(
        &self,
        settings: &Settings,
        right: &[Vec<u8>],
        work: u64,
    ) -> Result<Vec<Option<u64>>, SettingsError> {
        if self.lead.is_none() {
            let prints = self.fingerprints(settings, work)?.into_iter().zip(right);
            let departure = |(print, right): (Option<u64>, &Vec<u8>)| {
                print.filter(|&print| print != fingerprint(right))
            };
            return Ok(prints.map(departure).collect());
        }
        let call = Call {
            awaited: &|input| Awaited::whole(&right[input]),
            most: usize::MAX,
            work,
        };
        let session = self.protocol.session(settings)?;
        let all = &self.nodes[0].below;
        let run = self.run((self.lead.as_ref(), true), &*session, &call, all);
        let mut departures = vec![None; self.inputs];
        for settled in run.settled {
            if let Fate::Departs(_) = settled.fate {
                departures[settled.input] = Some(settled.departure);
            }
        }
        Ok(departures)
    }

    /// As [`Replay::compare`], in a conversation that has not begun, only the inputs wanted, in order;
    /// returns those whose fate is known, each once, and how much work it was.
    pub fn compare_some<'a>(
        &'a self,
        session: &'a dyn Session,
        call: &Call<'a>,
        wanted: &[usize],
    ) -> (Vec<(usize, Fate)>, u64) {
        self.compare_after(self.lead.as_ref(), session, call, wanted)
    }

    /// The same, after another program, if any.
    pub fn compare_after<'a>(
        &'a self,
        lead: Option<&'a Lead>,
        session: &'a dyn Session,
        call: &Call<'a>,
        wanted: &[usize],
    ) -> (Vec<(usize, Fate)>, u64) {
        let run = self.run((lead, false), session, call, wanted);
        let settled = run.settled.into_iter();
        let fates = settled.map(|settled| (settled.input, settled.fate));
        (fates.collect(), call.work - run.work)
    }

    fn run<'a>(
        &'a self,
        (lead, wants_departures): (Option<&'a Lead>, bool),
        session: &'a dyn Session,
        call: &Call<'a>,
        wanted: &[usize],
    ) -> Run<'a> {
        let mut run = Run {
            nodes: &self.nodes,
            awaited: call.awaited,
            reading: self.reading,
            settled: Vec::new(),
            wants_departures,
            left: call.most.saturating_add(1),
            work: call.work,
        };
        debug_assert!(wanted.is_sorted());
        let mut watch = run.watch(wanted.iter().copied().map(Cursor::at_start));
        if watch.alive.is_empty() {
            return run;
        }
        let mut program = Walker::new(session, lead);
        let begun = program.begin(&mut watch);
        let alive = run.collect(watch);
        if begun.is_ok() {
            run.go_on(0, program, alive);
        }
        run
    }

    /// The answers to all inputs, and how much work they were.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn answers(&self, settings: &Settings) -> Result<(Vec<Vec<u8>>, u64), SettingsError> {
        let session = self.protocol.session(settings)?;
        let (answers, work) = self.told(self.lead.as_ref(), &*session, (None, u64::MAX));
        let answers: Vec<Option<Vec<u8>>> = answers;
        Ok((answers.into_iter().flatten().collect(), work))
    }

    /// The answers to all inputs; none to those that are more than `most` work.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn answers_within(
        &self,
        settings: &Settings,
        most: u64,
    ) -> Result<Vec<Option<Vec<u8>>>, SettingsError> {
        let session = self.protocol.session(settings)?;
        Ok(self.answers_after(self.lead.as_ref(), &*session, most))
    }

    /// The same of a conversation that has not begun, after another program, if any.
    pub fn answers_after(
        &self,
        lead: Option<&Lead>,
        session: &dyn Session,
        most: u64,
    ) -> Vec<Option<Vec<u8>>> {
        self.told(lead, session, (None, most)).0
    }

    /// The answer to one of the inputs; none where that is more than `most` work.
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn answer_within(
        &self,
        settings: &Settings,
        input: usize,
        most: u64,
    ) -> Result<Option<Vec<u8>>, SettingsError> {
        let session = self.protocol.session(settings)?;
        let (mut answers, _) = self.told(self.lead.as_ref(), &*session, (Some(input), most));
        Ok(answers.swap_remove(input))
    }

    /// The fingerprints of those answers, see [`fingerprint`].
    ///
    /// # Errors
    /// Settings that do not fit the protocol.
    pub fn fingerprints(
        &self,
        settings: &Settings,
        most: u64,
    ) -> Result<Vec<Option<u64>>, SettingsError> {
        let session = self.protocol.session(settings)?;
        Ok(self.fingerprints_after(self.lead.as_ref(), &*session, most))
    }

    /// The same of a conversation that has not begun, after another program, if any.
    pub fn fingerprints_after(
        &self,
        lead: Option<&Lead>,
        session: &dyn Session,
        most: u64,
    ) -> Vec<Option<u64>> {
        let (told, _) = self.told::<Fingerprint>(lead, session, (None, most));
        told.into_iter().map(|told| Some(told?.0)).collect()
    }

    /// The answers, to all inputs or to one, none where more than `most` work would be done, and how
    /// much was.
    fn told<S: Told>(
        &self,
        lead: Option<&Lead>,
        session: &dyn Session,
        (only, most): (Option<usize>, u64),
    ) -> (Vec<Option<S>>, u64) {
        let mut program = Walker::new(session, lead);
        let mut answers = Answers {
            all: vec![Some(S::default()); self.inputs],
            only,
            left: most,
        };
        let mut told = S::default();
        if program.begin(&mut told).is_ok() {
            self.tell(0, program, told, &mut answers);
        }
        (answers.all, most - answers.left)
    }

    fn tell<S: Told>(
        &self,
        mut at: usize,
        mut program: Walker<'_>,
        mut told: S,
        answers: &mut Answers<S>,
    ) {
        loop {
            let node = &self.nodes[at];
            for &(input, is_whole) in &node.ends {
                let mut answer = told.clone();
                if is_whole {
                    // What was written before an error is the answer.
                    _ = program.fork().end(at, &mut answer);
                }
                answers.all[input] = Some(answer);
            }
            let only = answers.only;
            let is_wanted = |(_, next): &&(String, usize)| {
                let below = &self.nodes[*next].below;
                only.is_none_or(|only| below.binary_search(&only).is_ok())
            };
            let mut wanted = node.next.iter().filter(is_wanted).peekable();
            let (line, next) = loop {
                let Some((line, next)) = wanted.next() else {
                    return;
                };
                if wanted.peek().is_none() {
                    break (line, next);
                }
                let (mut program, mut told) = (program.fork(), told.clone());
                if self.tell_line(line, (at, *next), &mut program, &mut told, answers) {
                    self.tell(*next, program, told, answers);
                }
            };
            if !self.tell_line(line, (at, *next), &mut program, &mut told, answers) {
                return;
            }
            at = *next;
        }
    }

    /// Answers a line; whether there is more to answer. If not, the answers are complete.
    fn tell_line<S: Told>(
        &self,
        line: &str,
        (at, next): (usize, usize),
        program: &mut Walker<'_>,
        told: &mut S,
        answers: &mut Answers<S>,
    ) -> bool {
        let answer = || program.line(line, (at, next), told);
        let (flow, work) = budget::within(answers.left, answer);
        answers.left -= work;
        let whole = match flow {
            Some(Ok(Flow::Continue)) => return true,
            Some(Ok(Flow::Stop)) => {
                _ = program.end(next, told);
                Some(&*told)
            }
            Some(Err(_)) => Some(&*told),
            None => None,
        };
        for &input in &self.nodes[next].below {
            answers.all[input] = whole.cloned();
        }
        false
    }
}

/// How much work may be done for programs with mistakes, some of which make a search explode,
/// where it is so much for the right one.
pub fn most_work(right: u64) -> u64 {
    // About a second's work.
    const MOST: u64 = 10_000_000;
    const TIMES: u64 = 4;
    MOST.saturating_add(right.saturating_mul(TIMES))
}

/// The fingerprint of an answer: equal answers have equal ones, and different answers as good as
/// never do.
pub fn fingerprint(answer: &[u8]) -> u64 {
    let mut fingerprint = Fingerprint::default();
    _ = fingerprint.write(answer);
    fingerprint.0
}

/// By what a fingerprint is multiplied when so many bytes follow.
fn power(bytes: usize) -> u64 {
    Fingerprint::BASE.wrapping_pow(u32::try_from(bytes).expect("less than 4 GiB"))
}

/// The answers known so far, and how much more work may be done.
struct Answers<S> {
    all: Vec<Option<S>>,
    /// The one input that is to be answered, unless all are.
    only: Option<usize>,
    left: u64,
}

/// Whole answers, or what stands for them.
trait Told: Sink + Clone + Default {}

impl Sink for Vec<u8> {}
impl Told for Vec<u8> {}
impl Told for Fingerprint {}

/// A polynomial in the bytes, modulo 2^64: however they come, and whoever wrote them before.
#[derive(Clone, Copy, Default)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Odd, and none of its powers is 1 for very long.
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    /// So many bytes are taken at a time, each times its power.
    const BLOCK: usize = 16;
    const POWERS: [u64; Self::BLOCK + 1] = {
        let mut powers = [1; Self::BLOCK + 1];
        let mut next = 1;
        while next <= Self::BLOCK {
            powers[next] = Self::BASE.wrapping_mul(powers[next - 1]);
            next += 1;
        }
        powers
    };
}

impl Write for Fingerprint {
    fn write(&mut self, told: &[u8]) -> io::Result<usize> {
        for block in told.chunks(Self::BLOCK) {
            let mut sum = self.0.wrapping_mul(Self::POWERS[block.len()]);
            let powers = Self::POWERS[..block.len()].iter().rev();
            for (&byte, power) in block.iter().zip(powers) {
                // No byte counts for nothing.
                sum = sum.wrapping_add((u64::from(byte) + 1).wrapping_mul(*power));
            }
            self.0 = sum;
        }
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Fingerprint {
    fn take_step(&mut self, step: &Step) -> io::Result<()> {
        budget::spend(step.work);
        self.0 = self.0.wrapping_mul(step.power).wrapping_add(step.print);
        Ok(())
    }
}

/// One walk over the tree.
struct Run<'a> {
    nodes: &'a [Node],
    awaited: &'a (dyn Fn(usize) -> Awaited<'a> + 'a),
    reading: Reading,
    /// The inputs whose fate is known.
    settled: Vec<Settled>,
    /// Whether it matters how answers depart.
    wants_departures: bool,
    /// How many more answers may differ before the walk is given up.
    left: usize,
    /// How much more work may be done.
    work: u64,
}

/// What answering a line takes besides a search, in nodes.
pub const A_LINE: u64 = 150;

impl<'a> Run<'a> {
    /// A watch over some answers.
    fn watch(&self, alive: impl IntoIterator<Item = Cursor>) -> Watch<'a> {
        Watch {
            awaited: self.awaited,
            reading: self.reading,
            alive: alive.into_iter().collect(),
            wants_departures: self.wants_departures,
            done: Vec::new(),
        }
    }

    /// Answers what follows a node.
    fn go_on(&mut self, at: usize, program: Walker<'a>, alive: Vec<Cursor>) {
        let nodes = self.nodes;
        let node = &nodes[at];
        for &(input, is_whole) in &node.ends {
            if let Some(&cursor) = alive.iter().find(|cursor| cursor.input == input) {
                self.finish(vec![cursor], is_whole.then(|| (program.fork(), at)));
            }
        }
        let mut program = Some(program);
        for (branch, (line, next)) in node.next.iter().enumerate() {
            if self.left == 0 {
                return;
            }
            let below = &nodes[*next].below;
            let alive = those_below(&alive, below);
            if alive.is_empty() {
                continue;
            }
            let is_last = branch + 1 == node.next.len();
            let mine = if is_last {
                program.take()
            } else {
                program.as_ref().map(Walker::fork)
            };
            let Some(mut mine) = mine else { return };
            let mut watch = self.watch(alive);
            let answer = || mine.line(line, (at, *next), &mut watch);
            let (flow, work) = budget::within(self.work, answer);
            self.work -= work;
            let Some(flow) = flow else {
                // What was not answered stays open.
                (self.left, self.work) = (0, 0);
                return;
            };
            let alive = self.collect(watch);
            match flow {
                Ok(Flow::Continue) => self.go_on(*next, mine, alive),
                Ok(Flow::Stop) => self.finish(alive, Some((mine, *next))),
                Err(SessionError::Input(_)) => self.finish(alive, None),
                // Nobody was left to listen.
                Err(SessionError::Output(_)) => {}
            }
        }
    }

    /// Ends the answers; the program is told where unless it had stopped with an error.
    fn finish(&mut self, alive: Vec<Cursor>, program: Option<(Walker<'a>, usize)>) {
        let mut watch = self.watch(alive);
        if let Some((mut program, at)) = program {
            // What was written before an error is the answer.
            _ = program.end(at, &mut watch);
        }
        for cursor in self.collect(watch) {
            let is_whole = cursor.offset == (self.awaited)(cursor.input).bytes.len();
            self.settle(match is_whole {
                true => Settled::same(cursor.input),
                false => Settled::departs(cursor.input, cursor.offset, Some(b"")),
            });
        }
    }

    /// Notes what a watch has seen; returns the answers still right.
    fn collect(&mut self, watch: Watch<'a>) -> Vec<Cursor> {
        for settled in watch.done {
            self.settle(settled);
        }
        watch.alive
    }

    fn settle(&mut self, settled: Settled) {
        if let Fate::Departs(_) = settled.fate {
            self.left = self.left.saturating_sub(1);
        }
        self.settled.push(settled);
    }
}

/// Those of some inputs that pass a node; both are in order, and often one is much shorter.
fn those_below(alive: &[Cursor], below: &[usize]) -> Vec<Cursor> {
    if alive.len() <= below.len() {
        let is_below = |cursor: &&Cursor| below.binary_search(&cursor.input).is_ok();
        return alive.iter().filter(is_below).copied().collect();
    }
    let alive_at = |input: &usize| {
        let place = alive.binary_search_by_key(input, |cursor| cursor.input);
        place.ok().map(|place| alive[place])
    };
    below.iter().filter_map(alive_at).collect()
}
