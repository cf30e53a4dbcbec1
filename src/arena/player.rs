//! A player at a state, asked for moves within limits.

use std::str;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ArenaError;
use super::plan::Conditions;
use super::player_setup::{Engine, Kind, PlayerSetup};
use crate::judge::build::compile::Program;
use crate::judge::dialogue::{Dialogue, Heard};
use crate::judge::run::{Ended, Input, Outcome, RunError, Runner};
use crate::protocol::state::{Dialect, Fault, FaultKind, GameState};
use crate::protocol::{Protocol, Session, SessionError};
use crate::random::Random;
use crate::text::{LineEnd, quote};

/// A player in one game, or in some one after the other.
pub enum Player {
    /// Any legal move.
    Random(Box<Random>),
    /// The built-in engine.
    Engine(EnginePlayer),
    /// A program.
    Program(Box<ProgramPlayer>),
}

/// The outcome of asking for a move: the move, not checked yet, or why the player loses.
type Reply = Result<String, Fault>;

impl Player {
    /// Sits a player down at a new game. A program is run by `ground`, under those conditions.
    ///
    /// # Panics
    /// For a program, when there is no ground.
    pub fn new(
        setup: &PlayerSetup,
        protocol: &'static dyn Protocol,
        ground: Option<(&Arc<Runner>, &Arc<Conditions>)>,
        random: Random,
    ) -> Self {
        match &setup.kind {
            Kind::Random => Player::Random(Box::new(random)),
            Kind::Engine(engine) => Player::Engine(EnginePlayer {
                engine: Arc::clone(engine),
                session: engine.start(),
                told: 0,
            }),
            Kind::Program(program) => {
                let (runner, terms) = ground.expect("a ground wherever there are programs");
                let dialect = terms.dialect(protocol);
                Player::Program(Box::new(ProgramPlayer {
                    program: Arc::clone(program),
                    runner: Arc::clone(runner),
                    protocol,
                    manner: dialect.map(|dialect| Manner {
                        dialect: Some(dialect),
                        greets: true,
                    }),
                    terms: Arc::clone(terms),
                    used: Duration::ZERO,
                    dialogue: None,
                    games: 0,
                    is_met: false,
                    is_understood: false,
                    told: 0,
                }))
            }
        }
    }

    /// Sits the same player down at the next game.
    pub fn next(&mut self, random: Random) {
        match self {
            Player::Random(own) => **own = random,
            Player::Engine(player) => (player.session, player.told) = (player.engine.start(), 0),
            Player::Program(player) => player.next(),
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Our own failures; a player's fault is a reply.
    pub fn ask(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        match self {
            Player::Random(random) => Ok(Ok(state.random_move(random).unwrap_or_default())),
            Player::Engine(player) => player.ask(state),
            Player::Program(player) => player.ask(state),
        }
    }

    /// Ends what a player still does who has lost by a fault.
    pub fn dismiss(&mut self) {
        if let Player::Program(player) = self {
            player.dialogue = None;
        }
    }

    /// Tells the player that there is no further game.
    pub fn leave(self) {
        if let Player::Program(mut player) = self {
            player.part();
        }
    }
}

/// The built-in engine in a game.
pub struct EnginePlayer {
    engine: Arc<Engine>,
    session: Box<dyn Session>,
    /// How many lines of the state's history it knows.
    told: usize,
}

impl EnginePlayer {
    fn ask(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        // What is asked for need not be what is played then: another conversation hears it.
        let mut asked = None;
        if let Some(history) = state.history() {
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
        for line in state.request().lines() {
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
            Ok(text) => state.read(text),
            Err(_) => Err(Fault::malformed("bytes", "UTF-8 text")),
        })
    }
}

/// A program in its games.
pub struct ProgramPlayer {
    program: Arc<Program>,
    runner: Arc<Runner>,
    protocol: &'static dyn Protocol,
    terms: Arc<Conditions>,
    /// How it is spoken to where it stays; none as long as that is to be found out.
    manner: Option<Manner>,
    /// Time used for moves so far.
    used: Duration,
    dialogue: Option<Dialogue>,
    /// How many games its process has begun.
    games: u32,
    /// Whether it has replied to this game's first request.
    is_met: bool,
    /// Whether any reply of it was one.
    is_understood: bool,
    /// How many lines of the state's history a program that stays knows.
    told: usize,
}

/// How a program that stays is spoken to.
#[derive(Clone, Copy)]
struct Manner {
    /// Its dialect, where the game has several.
    dialect: Option<&'static dyn Dialect>,
    /// Whether the dialect's greeting comes before a game.
    greets: bool,
}

impl Manner {
    fn request(self, state: &dyn GameState) -> String {
        let request = state.request();
        match self.dialect {
            Some(dialect) => dialect.request(&request),
            None => request,
        }
    }

    fn read(self, state: &dyn GameState, reply: &[u8]) -> Reply {
        let Ok(text) = str::from_utf8(reply) else {
            let text = String::from_utf8_lossy(reply);
            return Err(Fault::malformed(&text, "UTF-8 text"));
        };
        match self.dialect {
            Some(dialect) => state.read(&dialect.reply(&state.request(), text)?),
            None => state.read(text),
        }
    }
}

/// How long a program may take to end by itself once the game is over, or to go on talking
/// after what is no reply.
const GRACE: Duration = Duration::from_millis(100);

/// Longest wait for a reply that comes too late.
const LATEST: Duration = Duration::from_secs(2);

/// More moves of the full time than a player has in any game.
const MOST_MOVES: u32 = 200;

/// How much longer than both players' time together a program lives that stays.
const MARGIN: Duration = Duration::from_secs(60);

impl ProgramPlayer {
    /// The time for the next move.
    fn time(&self) -> Duration {
        let left = self.per_game().saturating_sub(self.used);
        self.terms.time.min(left)
    }

    /// The time for all moves of a game.
    fn per_game(&self) -> Duration {
        self.terms.game_time.unwrap_or(Duration::MAX)
    }

    /// How long a reply is waited for that comes too late, only to tell it from silence.
    fn patience(&self) -> Duration {
        self.terms.time.min(LATEST)
    }

    /// Begins a game.
    fn next(&mut self) {
        let dialect = self.manner.and_then(|manner| manner.dialect);
        if self.terms.restart || !dialect.is_some_and(|dialect| dialect.plays_on()) {
            self.part();
        }
        self.used = Duration::ZERO;
        self.is_met = false;
        self.told = 0;
    }

    fn ask(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        match self.terms.keep_alive {
            false => self.ask_once(state),
            true => self.ask_staying(state),
        }
    }

    fn ask_once(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        let line_end = self.terms.line_end().text();
        let request = state.request();
        let history = state.history().unwrap_or_default().iter();
        let lines = history.map(String::as_str).chain(request.lines());
        let input = lines.fold(String::new(), |input, line| input + line + line_end);
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
        let reply = PLAIN.read(state, &outcome.stdout);
        Ok(match status {
            0 => reply,
            _ => reply.map_err(|_| self.fault_of(&outcome, has_spoken)),
        })
    }

    fn ask_staying(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        if self.is_met {
            let reply = self.exchange(state, self.manner.unwrap_or(PLAIN))?;
            return Ok(reply.map_err(|fault| self.with_hint(fault)));
        }
        self.is_met = true;
        if let (Some(_), Some(manner)) = (&self.dialogue, self.manner) {
            self.games += 1;
            let reply = self.greet_and_exchange(state, manner)?;
            if reply.is_ok() {
                return Ok(reply);
            }
            // It has ended, or cannot begin anew: what it does in a new process counts.
            self.used = Duration::ZERO;
        }
        self.meet(state)
    }

    /// Asks a first request of a new process, and finds out how it wants to be asked.
    fn meet(&mut self, state: &dyn GameState) -> Result<Reply, ArenaError> {
        if let Some(manner) = self.manner {
            let reply = self.meet_in(state, manner)?;
            return Ok(reply.map_err(|fault| self.with_line_end(fault)));
        }
        let Some((&first, others)) = self.protocol.about().dialects.split_first() else {
            let reply = self.meet_in(state, PLAIN)?;
            if reply.is_ok() {
                self.manner = Some(PLAIN);
            }
            return Ok(reply.map_err(|fault| self.with_line_end(fault)));
        };
        // The request comes alone at first: there are programs that end, or hang, at requests
        // that they do not know.
        let bare = |dialect| Manner {
            dialect: Some(dialect),
            greets: false,
        };
        self.start()?;
        let fault = match self.hear_reply(state, bare(first))? {
            Ok(line) => match self.understand(state, &line, bare(first))? {
                Ok(reply) => {
                    self.manner = Some(bare(first));
                    return Ok(Ok(reply));
                }
                Err(fault) => {
                    for &dialect in others {
                        let speaks = bare(dialect).read(state, &line).is_ok();
                        if speaks && let Some(reply) = self.try_greeting(state, dialect)? {
                            return Ok(Ok(reply));
                        }
                        if speaks {
                            // It does not know its dialect's greeting.
                            self.manner = Some(bare(dialect));
                            return self.meet(state);
                        }
                    }
                    fault
                }
            },
            Err(fault) => fault,
        };
        // There are also programs that cannot do a thing before they are greeted.
        if fault.kind != FaultKind::NotStarted {
            for &dialect in others {
                if let Some(reply) = self.try_greeting(state, dialect)? {
                    return Ok(Ok(reply));
                }
            }
        }
        self.dialogue = None;
        Ok(Err(self.with_line_end(fault)))
    }

    /// Asks a new process in a dialect that begins with a greeting; its reply if it gives one.
    fn try_greeting(
        &mut self,
        state: &dyn GameState,
        dialect: &'static dyn Dialect,
    ) -> Result<Option<String>, ArenaError> {
        let manner = Manner {
            dialect: Some(dialect),
            greets: true,
        };
        let reply = self.meet_in(state, manner)?.ok();
        if reply.is_some() {
            self.manner = Some(manner);
        }
        Ok(reply)
    }

    fn meet_in(&mut self, state: &dyn GameState, manner: Manner) -> Result<Reply, ArenaError> {
        self.start()?;
        self.greet_and_exchange(state, manner)
    }

    /// Starts a process in place of the one that there may be.
    fn start(&mut self) -> Result<(), ArenaError> {
        self.dialogue = None;
        let games = self.terms.in_a_row(self.protocol) as u32;
        let mut limits = self.terms.limits.clone();
        let all = self.terms.time.saturating_mul(MOST_MOVES);
        let game = self.per_game().min(all);
        limits.cpu = game.saturating_mul(games);
        limits.wall = limits.cpu.saturating_mul(2).saturating_add(MARGIN);
        let job = self.program.job(&limits);
        self.dialogue = Some(Dialogue::start(&self.runner, job)?);
        self.games = 1;
        self.told = 0;
        self.used = Duration::ZERO;
        Ok(())
    }

    fn greet_and_exchange(
        &mut self,
        state: &dyn GameState,
        manner: Manner,
    ) -> Result<Reply, ArenaError> {
        if let Some(dialect) = manner.dialect.filter(|_| manner.greets) {
            // Programs are told a time for the whole game. Where that has no limit of its own it is
            // that of a move: whoever plans with more may take too long for one.
            let planned = self.terms.game_time.unwrap_or(self.terms.time);
            for request in dialect.greeting(planned) {
                if let Err(fault) = self.hear_line(state, &request)? {
                    return Ok(Err(fault));
                }
            }
            // Nobody thinks about a move then.
            self.used = Duration::ZERO;
        }
        self.exchange(state, manner)
    }

    /// Asks for a move.
    fn exchange(&mut self, state: &dyn GameState, manner: Manner) -> Result<Reply, ArenaError> {
        match self.hear_reply(state, manner)? {
            Ok(line) => Ok(self.understand(state, &line, manner)?),
            Err(fault) => Ok(Err(fault)),
        }
    }

    /// Asks for a move; the line that comes.
    fn hear_reply(
        &mut self,
        state: &dyn GameState,
        manner: Manner,
    ) -> Result<Result<Vec<u8>, Fault>, ArenaError> {
        let mut request = String::new();
        if let Some(history) = state.history() {
            let unheard = history.get(self.told..).unwrap_or_default();
            request = unheard
                .iter()
                .fold(request, |text, line| text + line + "\n");
            // Its reply is a line that it knows.
            self.told = history.len() + 1;
        }
        request += &manner.request(state);
        self.hear_line(state, &request)
    }

    /// Says lines and waits for one.
    fn hear_line(
        &mut self,
        state: &dyn GameState,
        request: &str,
    ) -> Result<Result<Vec<u8>, Fault>, ArenaError> {
        let (time, patience) = (self.time(), self.patience());
        let line_end = self.terms.line_end().text();
        let dialogue = self.dialogue.as_mut().expect("a process was started");
        let started = Instant::now();
        // What came before the request is no reply to it.
        if let Heard::Line(line) = reply_within(dialogue, state, Duration::ZERO)? {
            return Ok(Err(chatter(&line)));
        }
        for line in request.lines() {
            dialogue.say(&format!("{line}{line_end}"))?;
        }
        let heard = reply_within(dialogue, state, time)?;
        self.used += started.elapsed();
        Ok(match heard {
            Heard::Line(line) => Ok(line),
            Heard::Nothing => {
                let speaks = matches!(reply_within(dialogue, state, patience)?, Heard::Line(_));
                let has_spoken = speaks || dialogue.has_part();
                Err(self.too_slow(has_spoken))
            }
            Heard::Ended(outcome) => Err(self.fault_of(&outcome, false)),
        })
    }

    /// The move in a line.
    fn understand(
        &mut self,
        state: &dyn GameState,
        line: &[u8],
        manner: Manner,
    ) -> Result<Reply, ArenaError> {
        let dialogue = self.dialogue.as_mut().expect("a process was started");
        let reply = manner.read(state, line);
        // What comes before a reply looks like a malformed one; it is waited for, so that it
        // does not depend on luck what it is called.
        let patience = if reply.is_ok() { Duration::ZERO } else { GRACE };
        let reply = match reply_within(dialogue, state, patience)? {
            Heard::Line(_) if reply.is_err() => Err(chatter(line)),
            Heard::Line(second) => Err(chatter(&second)),
            Heard::Nothing | Heard::Ended(_) => reply,
        };
        self.is_understood |= reply.is_ok();
        Ok(reply)
    }

    /// A fault in a game that is not its process's first.
    fn with_hint(&self, fault: Fault) -> Fault {
        match self.games {
            0 | 1 => fault,
            games => fault.and(&format!(
                "game {games} of this process; --restart starts one for each game"
            )),
        }
    }

    /// A fault in the first reply of a program, of which no reply was ever understood.
    fn with_line_end(&self, fault: Fault) -> Fault {
        let is_clear = matches!(fault.kind, FaultKind::NotStarted | FaultKind::OverLimit);
        match (is_clear || self.is_understood, self.terms.line_end()) {
            (true, _) => fault,
            (false, LineEnd::Lf) => {
                fault.and("lines to it end in LF; for programs that want CRLF there is --crlf")
            }
            (false, LineEnd::CrLf) => {
                fault.and("lines to it end in CRLF; without --crlf they end in LF")
            }
        }
    }

    /// What a program did wrong that was stopped for its time.
    fn too_slow(&self, has_spoken: bool) -> Fault {
        if self.used >= self.per_game() {
            let seconds = self.per_game().as_secs_f64();
            return Fault::new(
                FaultKind::OutOfTime,
                format!("more than {seconds} s in the game, as --game-time allows"),
            );
        }
        let seconds = self.terms.time.as_secs_f64();
        let (kind, what) = match has_spoken {
            true => (FaultKind::Late, "no whole reply"),
            false => (FaultKind::Silent, "no reply"),
        };
        Fault::new(kind, format!("{what} within {seconds} s, as --time allows"))
    }

    /// What a program did wrong that ended so.
    fn fault_of(&self, outcome: &Outcome, has_spoken: bool) -> Fault {
        let ended = outcome.ended;
        let kind = match ended {
            Ended::WallLimit | Ended::CpuLimit if self.terms.keep_alive => FaultKind::OutOfTime,
            Ended::WallLimit | Ended::CpuLimit => return self.too_slow(has_spoken),
            Ended::Exited(_) | Ended::Signalled(_) | Ended::Stopped => FaultKind::Crashed,
            Ended::NotStarted(_) => FaultKind::NotStarted,
            Ended::OutputLimit => FaultKind::Chatter,
            Ended::MemoryLimit | Ended::FileLimit => FaultKind::OverLimit,
        };
        let said = String::from_utf8_lossy(&outcome.stderr);
        let fault = match said.lines().rfind(|line| !line.trim().is_empty()) {
            Some(last) => Fault::new(kind, format!("{ended}, saying {}", quote(last))),
            None => Fault::new(kind, ended),
        };
        match ended {
            Ended::MemoryLimit => {
                let mib = self.terms.limits.memory >> 20;
                fault.and(&format!("--memory allows {mib} MiB"))
            }
            _ => fault,
        }
    }

    /// Ends its process, if there is one.
    fn part(&mut self) {
        let (Some(mut dialogue), Some(farewell)) =
            (self.dialogue.take(), self.protocol.about().farewell)
        else {
            return;
        };
        let line = format!("{farewell}{}", self.terms.line_end().text());
        if dialogue.say(&line).is_ok() {
            dialogue.hang_up();
            // Whatever it does now, the game is over.
            let _ = dialogue.hear(GRACE);
        }
    }
}

/// How programs are spoken to where there is one way only.
const PLAIN: Manner = Manner {
    dialect: None,
    greets: false,
};

/// What is heard up to the end of `patience`, lines left out that the protocol has a program
/// print besides its replies. One that does not stop printing them is not listened to for ever.
fn reply_within(
    dialogue: &mut Dialogue,
    state: &dyn GameState,
    patience: Duration,
) -> Result<Heard, RunError> {
    let started = Instant::now();
    loop {
        let left = patience.saturating_sub(started.elapsed());
        match dialogue.hear(left)? {
            Heard::Line(line) if !state.is_reply(&line) => {
                if started.elapsed() > patience + GRACE {
                    return Ok(Heard::Nothing);
                }
            }
            heard => return Ok(heard),
        }
    }
}

fn chatter(line: &[u8]) -> Fault {
    let line = String::from_utf8_lossy(line);
    let found = format!(
        "found {} besides the reply, expected the reply alone (other text may go to standard \
         error)",
        quote(&line)
    );
    Fault::new(FaultKind::Chatter, found)
}
