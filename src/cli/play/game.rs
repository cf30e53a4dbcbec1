//! A game between people and the engine, and the commands around it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::input::{Input, Next};
use crate::arena::entrant::Entrant;
use crate::arena::seat::{Seat, Terms};
use crate::arena::table::{Table, Talk, Venue};
use crate::judge::run::Limits;
use crate::protocol::Settings;
use crate::random::Random;

/// A game under way.
pub struct Game<'a> {
    pub venue: &'static dyn Venue,
    /// Every position of the game so far; the last one is on the board.
    pub tables: Vec<Box<dyn Table>>,
    /// Who plays the sides that nobody plays.
    pub engine: Entrant,
    /// Who gives hints.
    pub helper: Entrant,
    /// Which sides are played by people.
    pub is_person: [bool; 2],
    pub settings: Settings,
    pub random: Random,
    pub out: &'a mut dyn Write,
}

/// Why it was over.
pub enum End {
    /// Nothing more was to come.
    Quit,
    /// A signal.
    Interrupted,
}

/// What people can say besides moves.
const HELP: &str = "\
board        show the board
moves        list the legal moves
hint         the engine's move in your place
undo         take back your last move and what came after it
save FILE    write the game to FILE, as an input of the game's protocol
load FILE    go on from the last position in FILE
new          start again
help         this list
quit         end
";

impl Game<'_> {
    /// Starts a new game.
    pub fn begin(&mut self) -> anyhow::Result<()> {
        let mut table = self.venue.table_set_up(&self.settings)?;
        table.draw(&mut self.random);
        self.tables = vec![table];
        self.show()
    }

    /// Plays until there is nothing more to come.
    pub fn play(&mut self, input: &mut Input) -> anyhow::Result<End> {
        let mut is_announced = false;
        loop {
            if input.is_interrupted() {
                return self.leave(End::Interrupted);
            }
            let outcome = self.table().outcome();
            if let Some(outcome) = &outcome
                && !is_announced
            {
                let result = match outcome.winner {
                    Some(winner) => format!("{} wins", self.venue.player_names()[winner.index()]),
                    None => "a draw".to_owned(),
                };
                writeln!(self.out, "{result}: {}", outcome.reason)?;
            }
            is_announced = outcome.is_some();
            let mover = self.table().turn();
            if outcome.is_none() && !self.is_person[mover.index()] {
                self.engine_moves()?;
                continue;
            }
            if input.is_terminal {
                let name = self.venue.player_names()[mover.index()];
                match outcome {
                    None => write!(self.out, "{name}> ")?,
                    Some(_) => write!(self.out, "> ")?,
                }
            }
            self.out.flush()?;
            match input.next()? {
                Next::Line(line) => {
                    if self.obey(&line, is_announced)? {
                        return Ok(End::Quit);
                    }
                }
                Next::End => return self.leave(End::Quit),
                Next::Interrupted => return self.leave(End::Interrupted),
            }
        }
    }

    fn leave(&mut self, end: End) -> anyhow::Result<End> {
        if self.table().outcome().is_none() {
            writeln!(self.out, "the game is not over")?;
        }
        self.out.flush()?;
        Ok(end)
    }

    fn table(&self) -> &dyn Table {
        &**self.tables.last().expect("a position at least")
    }

    /// Shows the board and what chance has decided.
    fn show(&mut self) -> anyhow::Result<()> {
        let picture = self.table().picture();
        write!(self.out, "{picture}")?;
        let name = self.venue.player_names()[self.table().turn().index()];
        if let Some(drawn) = self.table().drawn() {
            writeln!(self.out, "{name} rolls {drawn}")?;
        } else if self.table().outcome().is_none() {
            writeln!(self.out, "{name} to move")?;
        }
        Ok(())
    }

    /// Carries a move out, or says why it cannot be.
    fn advance(&mut self, chosen: &str) -> anyhow::Result<()> {
        let mut next = self.table().fork();
        if let Err(problem) = next.play(chosen) {
            writeln!(self.out, "not a legal move: {problem}")?;
            return Ok(());
        }
        next.draw(&mut self.random);
        self.tables.push(next);
        self.show()
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let name = self.venue.player_names()[self.table().turn().index()];
        let chosen = self.choice(false)?;
        writeln!(self.out, "{name} plays {chosen}")?;
        self.advance(&chosen)
    }

    /// What the engine plays here, or the helper.
    fn choice(&mut self, of_helper: bool) -> anyhow::Result<String> {
        // No program plays here; nothing of this is looked at.
        let terms = Terms {
            per_move: Duration::MAX,
            per_game: Duration::MAX,
            limits: Limits::default(),
            talk: Talk::Once,
        };
        // A stream of its own, so that a move depends on the seed and on how many there were.
        let random = Random::new(self.random.below(usize::MAX) as u64, 1);
        let entrant = if of_helper {
            &self.helper
        } else {
            &self.engine
        };
        let mut seat = Seat::new(entrant, self.venue, &terms, None, random);
        seat.ask(self.table())?
            .map_err(anyhow::Error::from)
            .context("the engine has no move")
    }

    /// Does what a line says; whether that is to end.
    fn obey(&mut self, line: &str, is_over: bool) -> anyhow::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = || {
            line.split_once(char::is_whitespace)
                .map(|(_, rest)| rest.trim())
        };
        match words[..] {
            [] => {}
            ["quit" | "exit"] => return Ok(true),
            ["help"] => write!(self.out, "a move: {}\n{HELP}", self.venue.move_help())?,
            ["board"] => self.show()?,
            ["new"] => self.begin()?,
            ["undo"] => self.undo()?,
            ["moves" | "hint"] if is_over => writeln!(self.out, "the game is over")?,
            ["moves"] => writeln!(self.out, "{}", self.table().moves().join(", "))?,
            ["hint"] => {
                let hint = self.choice(true)?;
                writeln!(self.out, "hint: {hint}")?;
            }
            ["save" | "load"] => writeln!(self.out, "{} what? expected a file's name", words[0])?,
            ["save", ..] => self.save(Path::new(rest().unwrap_or_default()))?,
            ["load", ..] => {
                if let Err(error) = self.load(Path::new(rest().unwrap_or_default())) {
                    writeln!(self.out, "not loaded: {error:#}")?;
                }
            }
            _ if is_over => writeln!(self.out, "the game is over (undo, new, save, quit)")?,
            [word, ..] if word.starts_with(|first: char| first.is_ascii_lowercase()) => {
                let expected = self.venue.move_help();
                writeln!(self.out, "found '{line}', expected {expected}, or help")?;
            }
            _ => self.advance(&words.join(" "))?,
        }
        Ok(false)
    }

    /// Goes back to the last position in which somebody had the choice.
    fn undo(&mut self) -> anyhow::Result<()> {
        let earlier = &self.tables[..self.tables.len() - 1];
        match earlier
            .iter()
            .rposition(|table| self.is_person[table.turn().index()])
        {
            Some(index) => {
                self.tables.truncate(index + 1);
                self.show()
            }
            None => Ok(writeln!(self.out, "there is nothing to take back")?),
        }
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let lines: Vec<String> = self.tables.iter().filter_map(|it| it.saved()).collect();
        let mut text = lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        match fs::write(path, text) {
            Ok(()) => writeln!(self.out, "saved")?,
            Err(error) => writeln!(self.out, "not saved: {}: {error}", path.display())?,
        }
        Ok(())
    }

    /// Goes on from a game file.
    pub fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: cannot read"))?;
        let mut tables = self
            .venue
            .load(&self.settings, &text)
            .with_context(|| name.to_string())?;
        let last = tables.last_mut();
        let last = last.with_context(|| format!("{name}: found no position, expected one"))?;
        last.draw(&mut self.random);
        self.tables = tables;
        self.show()
    }
}
