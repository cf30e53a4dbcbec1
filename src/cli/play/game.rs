//! A game between people and the engine, and the commands around it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::Setup;
use super::input::{Input, LOOK, Next};
use crate::arena::player::Player;
use crate::arena::player_setup::PlayerSetup;
use crate::arena::referee;
use crate::draw::terminal;
use crate::explain::sentences;
use crate::game::Side;
use crate::protocol::state::GameState;
use crate::protocol::{Protocol, Settings};
use crate::random::Random;
use crate::search::tree::Limits;
use crate::text::quote;

/// A game under way.
pub(super) struct Game<'a> {
    pub protocol: &'static dyn Protocol,
    /// Every position of the game so far; the last one is on the board.
    pub states: Vec<Box<dyn GameState>>,
    /// Whether the last move that the engine named is a hint.
    pub is_hinted: bool,
    /// Whether it was said how the game ended.
    pub is_announced: bool,
    /// Whether there was a signal.
    pub interrupted: Arc<AtomicBool>,
    /// Who plays the sides that nobody plays.
    pub engine: PlayerSetup,
    /// Who gives hints.
    pub helper: PlayerSetup,
    /// Which sides are played by people.
    pub is_person: [bool; 2],
    pub setup: Setup,
    /// What the engine's strength is called.
    pub level: u32,
    /// Whether somebody types.
    pub is_terminal: bool,
    pub settings: Settings,
    pub random: Random,
    pub out: &'a mut dyn Write,
}

/// Why it was over.
pub(super) enum End {
    /// Nothing more was to come.
    Quit,
    /// A signal.
    Interrupted,
}

/// Columns of a list of moves.
const WIDTH: usize = 79;

/// Moves that are listed at a time.
const MOST_MOVES: usize = 100;

/// How long the engine may think before somebody is told so.
const SOON: Duration = Duration::from_millis(700);

/// What people can say besides moves.
const HELP: &str = "\
board        show the board
moves        list the legal moves; with more words, those that begin so
hint         the engine's move in your place
why          why the engine chose its last move, or the hint
undo         take back your last move and what came after it
save FILE    write the game to FILE, as an input of the game's protocol
load FILE    go on from the last position in FILE
new          start again
help         this list
quit         end
";

impl Game<'_> {
    /// Starts a new game.
    pub(super) fn begin(&mut self) -> anyhow::Result<()> {
        let mut state = match self.setup {
            Setup::Published => self.protocol.table_set_up(&self.settings)?,
            Setup::Random | Setup::Choose => self.protocol.game_state(&self.settings)?,
        };
        if self.setup == Setup::Random {
            referee::open(
                &mut state,
                self.protocol.about().setup_moves,
                &mut self.random,
            );
        }
        state.draw(&mut self.random);
        self.go_on(vec![state])
    }

    /// Goes on from the last of these positions.
    fn go_on(&mut self, states: Vec<Box<dyn GameState>>) -> anyhow::Result<()> {
        self.states = states;
        self.is_announced = false;
        self.is_hinted = false;
        self.show()
    }

    /// Says to somebody who types who plays what.
    pub(super) fn introduce(&mut self) -> anyhow::Result<()> {
        let names = self.protocol.about().players;
        let who = match self.is_person {
            _ if !self.is_terminal => return Ok(()),
            [true, true] => "two people play".to_owned(),
            [false, false] => format!("the engine plays itself at level {}", self.level),
            [is_first, _] => {
                let (own, others) = if is_first { (0, 1) } else { (1, 0) };
                let (own, others) = (names[own], names[others]);
                format!(
                    "you are {own}, the engine is {others} at level {}",
                    self.level
                )
            }
        };
        Ok(writeln!(self.out, "{who}; help lists what you can type")?)
    }

    /// Plays until there is nothing more to come.
    pub(super) fn play(&mut self, input: &mut Input) -> anyhow::Result<End> {
        loop {
            if input.is_interrupted() {
                return self.leave(End::Interrupted);
            }
            let is_over = self.announce()?;
            let mover = self.state().turn();
            if !is_over && !self.is_person[mover.index()] {
                if self.never_ends() {
                    let plies = self.states.len() - 1;
                    writeln!(self.out, "a draw: no end after {plies} plies")?;
                    return Ok(End::Quit);
                }
                self.engine_moves()?;
                continue;
            }
            let prompt = match is_over {
                false => format!("{}> ", self.name(mover)),
                true => "> ".to_owned(),
            };
            self.out.flush()?;
            match input.next(&prompt)? {
                Next::Line(line) => {
                    if self.obey(&line)? {
                        return Ok(End::Quit);
                    }
                }
                Next::End => return self.leave(End::Quit),
                Next::Interrupted => return self.leave(End::Interrupted),
            }
        }
    }

    /// Says how the game ended, if it did and that was not said; whether it did.
    fn announce(&mut self) -> anyhow::Result<bool> {
        let Some(outcome) = self.state().outcome() else {
            self.is_announced = false;
            return Ok(false);
        };
        if !self.is_announced {
            let result = match outcome.winner {
                Some(winner) => format!("{} wins", self.name(winner)),
                None => "a draw".to_owned(),
            };
            writeln!(self.out, "{result}: {}", outcome.reason)?;
            self.is_announced = true;
        }
        Ok(true)
    }

    /// Whether nobody but the engine plays, and has played long enough for a draw.
    fn never_ends(&self) -> bool {
        let plies = self.states.len() - 1;
        let longest = self.protocol.about().longest;
        !self.is_person.contains(&true) && longest.is_some_and(|longest| plies >= longest as usize)
    }

    fn leave(&mut self, end: End) -> anyhow::Result<End> {
        if self.is_terminal {
            // The prompt's line.
            writeln!(self.out)?;
        }
        if self.state().outcome().is_none() {
            writeln!(self.out, "the game is not over")?;
        }
        self.out.flush()?;
        Ok(end)
    }

    fn name(&self, side: Side) -> &'static str {
        self.protocol.about().players[side.index()]
    }

    fn state(&self) -> &dyn GameState {
        &**self.states.last().expect("a position at least")
    }

    /// Shows the board and what chance has decided.
    fn show(&mut self) -> anyhow::Result<()> {
        match self.is_terminal {
            true => terminal::write_board(&self.state().board(), self.out)?,
            false => write!(self.out, "{}", self.state().picture())?,
        }
        let name = self.name(self.state().turn());
        if let Some(drawn) = self.state().drawn() {
            writeln!(self.out, "{name} rolls {drawn}")?;
        } else if self.state().outcome().is_none() {
            let task = self.state().task();
            writeln!(self.out, "{name} {task}")?;
        }
        Ok(())
    }

    /// Carries a move out, or says why it cannot be.
    fn advance(&mut self, chosen: &str) -> anyhow::Result<()> {
        let mut next = self.state().fork();
        if let Err(problem) = next.play(chosen) {
            writeln!(self.out, "not a legal move: {problem}")?;
            return Ok(());
        }
        next.draw(&mut self.random);
        let moves_again = next.turn() == self.state().turn() && next.outcome().is_none();
        self.states.push(next);
        self.is_hinted = false;
        if self.is_terminal && moves_again {
            let name = self.name(self.state().turn());
            writeln!(self.out, "{name} has another turn")?;
        }
        self.show()
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        // It may think for long.
        self.out.flush()?;
        let Some(chosen) = self.choice(false)? else {
            return Ok(());
        };
        let name = self.name(self.state().turn());
        writeln!(self.out, "{name} plays {chosen}")?;
        self.advance(&chosen)
    }

    /// What the engine plays here, or the helper; nothing when it was interrupted.
    fn choice(&mut self, of_helper: bool) -> anyhow::Result<Option<String>> {
        // A stream of its own, so that a move depends on the seed and on how many there were.
        let random = Random::new(self.random.below(usize::MAX) as u64, 1);
        let entrant = match of_helper {
            true => self.helper.clone(),
            false => self.engine.clone(),
        };
        let (protocol, state) = (self.protocol, self.state().fork());
        let (sender, receiver) = sync_channel(1);
        // It may think for longer than people care to wait.
        thread::spawn(move || {
            let mut seat = Player::new(&entrant, protocol, None, random);
            _ = sender.send(seat.ask(&*state));
        });
        let (started, mut is_told) = (Instant::now(), !self.is_terminal);
        loop {
            if !is_told && started.elapsed() > SOON {
                writeln!(self.out, "the engine thinks (Ctrl-C ends the game)")?;
                self.out.flush()?;
                is_told = true;
            }
            match receiver.recv_timeout(LOOK) {
                Ok(reply) => {
                    let chosen = reply?.context("the engine has no move")?;
                    return Ok(Some(chosen));
                }
                Err(RecvTimeoutError::Timeout) if self.interrupted.load(Relaxed) => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the engine has broken down"),
            }
        }
    }

    /// Says what speaks for the engine's last move, or for its hint.
    fn say_why(&mut self) -> anyhow::Result<()> {
        let last = self.states.len() - 1;
        let by_engine = |state: &dyn GameState| !self.is_person[state.turn().index()];
        let asked = match self.is_hinted {
            true => Some(last),
            false => (0..last).rfind(|&at| by_engine(&*self.states[at])),
        };
        let Some(asked) = asked else {
            let said = "the engine has not moved yet (hint, then why, is for a move of your own)";
            return Ok(writeln!(self.out, "{said}")?);
        };
        if self.level == 0 && !self.is_hinted {
            return Ok(writeln!(self.out, "at level 0 the engine moves at random")?);
        }
        let state = &self.states[asked];
        let before = state.history().unwrap_or_default().iter();
        let lines: Vec<&str> = before.map(String::as_str).collect();
        let input = [&lines[..], &[&*state.request()]].concat().join("\n") + "\n";
        let explained = self
            .protocol
            .explain(&self.settings, &input, None, Limits::default());
        match explained.map(|it| sentences::rivals(&it)) {
            Ok(Some(why)) => writeln!(self.out, "{why}")?,
            Ok(None) => writeln!(self.out, "there was nothing to choose")?,
            Err(error) => writeln!(self.out, "that cannot be said: {error}")?,
        }
        Ok(())
    }

    /// Does what a line says; whether that is to end.
    fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
        let is_over = self.is_announced;
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = || {
            line.split_once(char::is_whitespace)
                .map_or("", |(_, rest)| rest.trim())
        };
        let command = words.first().map(|word| word.to_ascii_lowercase());
        match (command.as_deref().unwrap_or_default(), words.len()) {
            ("", _) => {}
            ("quit" | "exit" | "q", 1) => return Ok(true),
            ("help" | "?", 1) => {
                let about = self.protocol.about();
                let (moves, notes) = (about.move_help, about.move_notes);
                write!(self.out, "a move: {moves}\n{notes}{HELP}")?;
            }
            ("board", 1) => self.show()?,
            ("new", 1) => self.begin()?,
            ("undo", 1) => self.undo()?,
            ("moves", _) | ("hint", 1) if is_over => writeln!(self.out, "the game is over")?,
            ("moves", _) => self.list_moves(&words[1..])?,
            ("hint", 1) => {
                if let Some(hint) = self.choice(true)? {
                    writeln!(self.out, "hint: {hint}")?;
                    self.is_hinted = true;
                }
            }
            ("why", 1) => self.say_why()?,
            (name @ ("save" | "load"), 1) => {
                writeln!(self.out, "{name} what? expected a file's name")?;
            }
            ("save", _) => self.save(Path::new(rest()))?,
            ("load", _) => {
                if let Err(error) = self.load(Path::new(rest())) {
                    writeln!(self.out, "not loaded: {error:#}")?;
                }
            }
            _ if is_over => writeln!(self.out, "the game is over (undo, new, save, quit)")?,
            _ => self.move_by_hand(&words.join(" "))?,
        }
        Ok(false)
    }

    /// Carries out a move that somebody typed, who may have been lazy about capitals.
    fn move_by_hand(&mut self, typed: &str) -> anyhow::Result<()> {
        let capitals = typed.to_ascii_uppercase();
        let is_legal = |chosen: &str| self.state().fork().play(chosen).is_ok();
        if !is_legal(typed) && is_legal(&capitals) {
            return self.advance(&capitals);
        }
        // Any other word is not meant for a move.
        let is_word = typed.bytes().filter(u8::is_ascii_digit).count() == 0;
        if is_word && !is_legal(typed) {
            let expected = self.protocol.about().move_help;
            let found = quote(typed);
            return Ok(writeln!(
                self.out,
                "found {found}, expected {expected}, or help"
            )?);
        }
        self.advance(typed)
    }

    /// Lists the legal moves that begin with these words, in lines that fit a terminal.
    fn list_moves(&mut self, beginning: &[&str]) -> anyhow::Result<()> {
        let mut moves = self.state().moves();
        moves.retain(|chosen| {
            let mut words = chosen.split([' ', '-']);
            beginning.iter().all(|word| {
                words
                    .next()
                    .is_some_and(|own| own.eq_ignore_ascii_case(word))
            })
        });
        let left_out = moves.len().saturating_sub(MOST_MOVES);
        moves.truncate(MOST_MOVES);
        let mut line = String::new();
        for (index, chosen) in moves.iter().enumerate() {
            let end = if index + 1 < moves.len() { "," } else { "" };
            if line.len() + chosen.len() + 2 > WIDTH {
                writeln!(self.out, "{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += chosen;
            line += end;
        }
        if moves.is_empty() {
            line += "none that begins so";
        }
        writeln!(self.out, "{line}")?;
        if left_out > 0 {
            let first = moves[0].split(' ').next().unwrap_or_default();
            writeln!(
                self.out,
                "and {left_out} more (moves {first} lists those that begin so)"
            )?;
        }
        Ok(())
    }

    /// Goes back to the last position in which somebody had the choice.
    fn undo(&mut self) -> anyhow::Result<()> {
        let earlier = &self.states[..self.states.len() - 1];
        match earlier
            .iter()
            .rposition(|state| self.is_person[state.turn().index()])
        {
            Some(index) => {
                self.states.truncate(index + 1);
                self.is_hinted = false;
                self.show()
            }
            None => Ok(writeln!(self.out, "there is nothing to take back")?),
        }
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let lines: Vec<String> = self.states.iter().filter_map(|it| it.saved()).collect();
        let mut text = lines.join("\n");
        if text.is_empty() {
            return Ok(writeln!(self.out, "not saved: there is no position yet")?);
        }
        text.push('\n');
        match fs::write(path, text) {
            Ok(()) => writeln!(self.out, "saved")?,
            Err(error) => writeln!(self.out, "not saved: {}: {error}", path.display())?,
        }
        Ok(())
    }

    /// Goes on from a game file.
    pub(super) fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: cannot read"))?;
        let mut states = self
            .protocol
            .load(&self.settings, &text)
            .with_context(|| name.to_string())?;
        let last = states.last_mut();
        let last = last.with_context(|| format!("{name}: found no position, expected one"))?;
        last.draw(&mut self.random);
        self.go_on(states)
    }
}
