//! A player at a table, asked for moves within limits.

use std::str;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ArenaError;
use super::entrant::{Entrant, Kind};
use super::table::{Fault, FaultKind, Table, Talk, Venue};
use crate::judge::compile::Program;
use crate::judge::dialogue::{Dialogue, Heard};
use crate::judge::run::{Ended, Input, Limits, Outcome, RunError, Runner};
use crate::protocol::{Session, SessionError};
use crate::random::Random;
use crate::text::quote;

/// What a program may use in a game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Time on the clock for one move.
    pub per_move: Duration,
    /// Time on the clock for all moves of a game; a program that stays may use as much
    /// processor time.
    pub per_game: Duration,
    /// The other limits.
    pub limits: Limits,
    /// How programs are spoken to.
    pub talk: Talk,
}

/// A player in one game.
pub enum Seat {
    /// Any legal move.
    Random(Box<Random>),
    /// The built-in engine.
    Engine(EngineSeat),
    /// A program.
    Program(Box<ProgramSeat>),
}

/// The outcome of asking for a move: the move, not checked yet, or why the player loses.
type Reply = Result<String, Fault>;

impl Seat {
    /// Sits a player down at a new game.
    ///
    /// # Panics
    /// For a program, when there is no runner.
    pub fn new(
        entrant: &Entrant,
        venue: &'static dyn Venue,
        terms: &Terms,
        runner: Option<&Arc<Runner>>,
        random: Random,
    ) -> Self {
        match &entrant.kind {
            Kind::Random => Seat::Random(Box::new(random)),
            Kind::Engine(engine) => Seat::Engine(EngineSeat {
                session: engine.start(),
                told: 0,
            }),
            Kind::Program(program) => Seat::Program(Box::new(ProgramSeat {
                program: Arc::clone(program),
                runner: Arc::clone(runner.expect("a runner wherever there are programs")),
                venue,
                terms: terms.clone(),
                used: Duration::ZERO,
                dialogue: None,
                told: 0,
            })),
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Our own failures; a player's fault is a reply.
    pub fn ask(&mut self, table: &dyn Table) -> Result<Reply, ArenaError> {
        match self {
            Seat::Random(random) => Ok(Ok(table.random_move(random).unwrap_or_default())),
            Seat::Engine(seat) => seat.ask(table),
            Seat::Program(seat) => seat.ask(table),
        }
    }

    /// Tells the player that the game is over.
    pub fn leave(self) {
        if let Seat::Program(seat) = self {
            seat.leave();
        }
    }
}

/// The built-in engine in a game.
pub struct EngineSeat {
    session: Box<dyn Session>,
    /// How many lines of the table's history it knows.
    told: usize,
}

impl EngineSeat {
    fn ask(&mut self, table: &dyn Table) -> Result<Reply, ArenaError> {
        // What is asked for need not be what is played then: another conversation hears it.
        let mut asked = None;
        if let Some(history) = table.history() {
            let mut unheard = Vec::new();
            for line in &history[self.told..] {
                unheard.clear();
                self.session.line(line, &mut unheard)?;
            }
            self.told = history.len();
            asked = Some(self.session.fork());
        }
        let mut output = Vec::new();
        let session = asked.as_deref_mut().unwrap_or(&mut *self.session);
        for line in table.request().lines() {
            match session.line(line, &mut output) {
                Ok(_) => {}
                // The rules it believes in leave it without a move.
                Err(SessionError::Input(problem)) => {
                    return Ok(Err(Fault::new(FaultKind::Malformed, problem)));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(match str::from_utf8(&output) {
            Ok(text) => table.read(text),
            Err(_) => Err(Fault::malformed("bytes", "UTF-8 text")),
        })
    }
}

/// A program in a game.
pub struct ProgramSeat {
    program: Arc<Program>,
    runner: Arc<Runner>,
    venue: &'static dyn Venue,
    terms: Terms,
    /// Time used for moves so far.
    used: Duration,
    dialogue: Option<Dialogue>,
    /// How many lines of the table's history a program that stays knows.
    told: usize,
}

/// How long a program may take to end by itself once the game is over, or to go on talking
/// after what is no reply.
const GRACE: Duration = Duration::from_millis(100);

/// Longest wait for a reply that comes too late.
const LATEST: Duration = Duration::from_secs(2);

/// How much longer than both players' time together a program lives that stays.
const MARGIN: Duration = Duration::from_secs(60);

impl ProgramSeat {
    /// The time for the next move.
    fn time(&self) -> Duration {
        let left = self.terms.per_game.saturating_sub(self.used);
        self.terms.per_move.min(left)
    }

    /// How long a reply is waited for that comes too late, only to tell it from silence.
    fn patience(&self) -> Duration {
        self.terms.per_move.min(LATEST)
    }

    fn ask(&mut self, table: &dyn Table) -> Result<Reply, ArenaError> {
        match self.terms.talk {
            Talk::Once => self.ask_once(table),
            Talk::Stays => self.ask_staying(table),
        }
    }

    fn ask_once(&mut self, table: &dyn Table) -> Result<Reply, ArenaError> {
        let mut input = String::new();
        for line in table.history().unwrap_or_default() {
            input += line;
            input.push('\n');
        }
        input += &table.request();
        input.push('\n');
        let time = self.time();
        let mut limits = self.terms.limits.clone();
        limits.wall = time + self.patience();
        limits.cpu = limits.wall;
        let mut job = self.program.job(&limits);
        job.stdin = Input::Bytes(input.into_bytes().into());
        let outcome = self.runner.run(&job)?;
        self.used += outcome.usage.wall;
        let has_spoken = !outcome.stdout.is_empty();
        let Ended::Exited(status) = outcome.ended else {
            return Ok(Err(self.fault_of(&outcome, has_spoken)));
        };
        if outcome.usage.wall > time {
            return Ok(Err(self.too_slow(has_spoken)));
        }
        // A status says nothing against a reply, but more than the want of one.
        let reply = read(table, &outcome.stdout);
        Ok(match status {
            0 => reply,
            _ => reply.map_err(|_| self.fault_of(&outcome, has_spoken)),
        })
    }

    fn ask_staying(&mut self, table: &dyn Table) -> Result<Reply, ArenaError> {
        let (time, patience) = (self.time(), self.patience());
        let line_end = self.venue.line_end();
        let dialogue = match &mut self.dialogue {
            Some(dialogue) => dialogue,
            None => {
                let mut limits = self.terms.limits.clone();
                limits.cpu = self.terms.per_game;
                limits.wall = 2 * self.terms.per_game + MARGIN;
                let job = self.program.job(&limits);
                self.dialogue.insert(Dialogue::start(&self.runner, job)?)
            }
        };
        let started = Instant::now();
        // What came before the request is no reply to it.
        if let Heard::Line(line) = reply_within(dialogue, table, Duration::ZERO)? {
            return Ok(Err(chatter(&line)));
        }
        if let Some(history) = table.history() {
            for line in history.get(self.told..).unwrap_or_default() {
                dialogue.say(&format!("{line}{line_end}"))?;
            }
            // Its reply is a line that it knows.
            self.told = history.len() + 1;
        }
        for line in table.request().lines() {
            dialogue.say(&format!("{line}{line_end}"))?;
        }
        let heard = reply_within(dialogue, table, time)?;
        self.used += started.elapsed();
        Ok(match heard {
            Heard::Line(line) => {
                let reply = read(table, &line);
                // What comes before a reply looks like a malformed one; it is waited for, so
                // that it does not depend on luck what it is called.
                let patience = if reply.is_ok() { Duration::ZERO } else { GRACE };
                match reply_within(dialogue, table, patience)? {
                    Heard::Line(_) if reply.is_err() => Err(chatter(&line)),
                    Heard::Line(second) => Err(chatter(&second)),
                    Heard::Nothing | Heard::Ended(_) => reply,
                }
            }
            Heard::Nothing => {
                let speaks = matches!(reply_within(dialogue, table, patience)?, Heard::Line(_));
                let has_spoken = speaks || dialogue.has_part();
                Err(self.too_slow(has_spoken))
            }
            Heard::Ended(outcome) => Err(self.fault_of(&outcome, false)),
        })
    }

    /// What a program did wrong that was stopped for its time.
    fn too_slow(&self, has_spoken: bool) -> Fault {
        if self.used >= self.terms.per_game {
            let seconds = self.terms.per_game.as_secs_f64();
            return Fault::new(
                FaultKind::OutOfTime,
                format!("more than {seconds} s in the game"),
            );
        }
        let seconds = self.terms.per_move.as_secs_f64();
        match has_spoken {
            true => Fault::new(
                FaultKind::Late,
                format!("no whole reply within {seconds} s"),
            ),
            false => Fault::new(FaultKind::Silent, format!("no reply within {seconds} s")),
        }
    }

    /// What a program did wrong that ended so.
    fn fault_of(&self, outcome: &Outcome, has_spoken: bool) -> Fault {
        let ended = outcome.ended;
        let kind = match ended {
            Ended::WallLimit | Ended::CpuLimit => return self.too_slow(has_spoken),
            Ended::Exited(_) | Ended::Signalled(_) | Ended::Stopped => FaultKind::Crashed,
            Ended::NotStarted(_) => FaultKind::NotStarted,
            Ended::OutputLimit => FaultKind::Chatter,
            Ended::MemoryLimit | Ended::FileLimit => FaultKind::OverLimit,
        };
        let said = String::from_utf8_lossy(&outcome.stderr);
        match said.lines().rfind(|line| !line.trim().is_empty()) {
            Some(last) => Fault::new(kind, format!("{ended}, saying {}", quote(last))),
            None => Fault::new(kind, ended),
        }
    }

    fn leave(mut self) {
        let (Some(mut dialogue), Some(farewell)) = (self.dialogue.take(), self.venue.farewell())
        else {
            return;
        };
        let line = format!("{farewell}{}", self.venue.line_end());
        if dialogue.say(&line).is_ok() {
            dialogue.hang_up();
            // Whatever it does now, the game is over.
            let _ = dialogue.hear(GRACE);
        }
    }
}

/// What is heard up to the end of `patience`, lines left out that the protocol has a program
/// print besides its replies. One that does not stop printing them is not listened to for ever.
fn reply_within(
    dialogue: &mut Dialogue,
    table: &dyn Table,
    patience: Duration,
) -> Result<Heard, RunError> {
    let started = Instant::now();
    loop {
        let left = patience.saturating_sub(started.elapsed());
        match dialogue.hear(left)? {
            Heard::Line(line) if !table.is_reply(&line) => {
                if started.elapsed() > patience + GRACE {
                    return Ok(Heard::Nothing);
                }
            }
            heard => return Ok(heard),
        }
    }
}

fn read(table: &dyn Table, reply: &[u8]) -> Reply {
    match str::from_utf8(reply) {
        Ok(text) => table.read(text),
        Err(_) => {
            let text = String::from_utf8_lossy(reply);
            Err(Fault::malformed(&text, "UTF-8 text"))
        }
    }
}

fn chatter(line: &[u8]) -> Fault {
    let line = String::from_utf8_lossy(line);
    let found = format!("found {} besides the reply, expected nothing", quote(&line));
    Fault::new(FaultKind::Chatter, found)
}
