//! EinStein würfelt nicht as it is played in a match: ECUI requests asked, `ini` before the first roll.

use std::time::Duration;

use crate::draw::Picture;
use crate::game::{Game, Side};
use crate::games::ewn::picture::picture;
use crate::games::ewn::rules::{BLUE, RED, SIDE, STONES, arrangement};
use crate::games::ewn::text::{
    Dialect, InputLine, Text, cell_name, colour_name, letter_cell, parse_line,
};
use crate::games::ewn::{Ewn, Move, Rules, State};
use crate::protocol::state::{
    self, Fault, GameState, LoadError, Outcome, only_line, whole_numbers,
};
use crate::protocol::{Settings, SettingsError, meaningful};
use crate::random::Random;
use crate::text::{Problem, quote};

/// What a reply has to be where it is read as numbers.
fn expected_numbers(is_setup: bool) -> &'static str {
    match is_setup {
        true => "six cells with single spaces between them, such as 25 24 23 20 19 15",
        false => "two cells, FROM TO, with a single space between them, such as 15 10",
    }
}

/// The dialects that programs speak, the game's own first: that one the game state itself reads and
/// writes.
pub(super) const DIALECTS: &[&dyn state::Dialect] = &[&Dialect::Numbers, &Dialect::Letters];

impl state::Dialect for Dialect {
    fn name(&self) -> &'static str {
        match self {
            Dialect::Numbers => "numbers",
            Dialect::Letters => "letters",
        }
    }

    fn greeting(&self, time: Duration) -> Vec<String> {
        let seconds = time.as_secs().max(1);
        match self {
            Dialect::Numbers => Vec::new(),
            Dialect::Letters => vec![
                "name".to_owned(),
                "version".to_owned(),
                format!("time_setting {seconds}"),
                format!("board_setting {SIDE} {STONES}"),
            ],
        }
    }

    fn plays_on(&self) -> bool {
        // As the reference client has it. Programs with letters reckon with one clock a process.
        *self == Dialect::Numbers
    }

    fn request(&self, request: &str) -> String {
        let words = request.split(' ').enumerate().map(|(place, word)| {
            // The colour and the die come before the cells.
            match word.parse() {
                Ok(cell) if place > 2 && cell > 0 => cell_name(cell, *self, 1),
                _ => word.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn reply(&self, request: &str, reply: &str) -> Result<String, Fault> {
        if *self == Dialect::Numbers {
            return Ok(reply.to_owned());
        }
        let (count, expected) = match request.starts_with("ini") {
            true => (
                STONES,
                "six cells from A1 to E5 with single spaces between them, such as E5 D5 C5 E4 \
                 D4 E3",
            ),
            false => (
                2,
                "two cells from A1 to E5, FROM TO, with a single space between them, such as E3 \
                 E2",
            ),
        };
        let line = only_line(reply, expected)?;
        let cells = line.trim().split(' ').map(letter_cell);
        let cells: Result<Vec<i64>, Problem> = cells.collect();
        match cells {
            Ok(cells) if cells.len() == count => {
                let cells: Vec<String> = cells.iter().map(i64::to_string).collect();
                Ok(cells.join(" "))
            }
            _ => Err(Fault::malformed(line, expected)),
        }
    }
}

/// A new game in which so many players have still to set their stones.
pub(super) fn game_state(
    settings: &Settings,
    unset: usize,
) -> Result<Box<dyn GameState>, SettingsError> {
    let (rules, _): (Rules, Text) = settings.records()?;
    Ok(Box::new(EwnState {
        game: Ewn::new(rules),
        state: State::initial(),
        unset,
        last: None,
    }))
}

/// The positions of a game file.
pub(super) fn load(settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
    let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
    let mut states: Vec<Box<dyn GameState>> = Vec::new();
    let mut lines = meaningful(text);
    for (number, line) in lines.by_ref() {
        let parsed = parse_line(line).map_err(|problem| LoadError::Line(number, problem))?;
        match parsed {
            InputLine::Get(state, _) | InputLine::Analyse(state) => {
                states.push(Box::new(EwnState {
                    game: Ewn::new(rules),
                    state,
                    unset: 0,
                    last: None,
                }))
            }
            InputLine::Exit => break,
            InputLine::Arrange(_) | InputLine::Constant(_) => {}
        }
    }
    // Programs stop at `exit`; what ended the game may be below it.
    if let (Some((number, line)), Some(state)) = (lines.next(), states.last()) {
        let mut over = state.fork();
        over.play(line)
            .map_err(|problem| LoadError::Line(number, problem))?;
        states.push(over);
    }
    Ok(states)
}

#[derive(Clone)]
struct EwnState {
    game: Ewn,
    state: State,
    /// How many players have not set their stones yet: first Blue does, then Red.
    unset: usize,
    /// The move that led here.
    last: Option<Move>,
}

/// The six cells as the protocol writes them.
fn written(cells: [u8; STONES]) -> String {
    cells.map(|cell| cell.to_string()).join(" ")
}

impl EwnState {
    /// Who is to set stones.
    fn setter(&self) -> Option<Side> {
        match self.unset {
            2 => Some(BLUE),
            1 => Some(RED),
            _ => None,
        }
    }

    fn set_stones(&mut self, player: Side, chosen: &str) -> Result<(), Problem> {
        let cells = whole_numbers::<STONES>(chosen);
        let sorted = |mut cells: [u8; STONES]| {
            cells.sort_unstable();
            cells
        };
        match cells.filter(|&cells| sorted(cells) == sorted(arrangement(player))) {
            Some(cells) => {
                self.state.cells[player.index()] = cells;
                self.unset -= 1;
                Ok(())
            }
            None => {
                let own = written(sorted(arrangement(player)));
                let expected = format!("the cells {own} in any order");
                Err(Problem::new(quote(chosen), expected))
            }
        }
    }
}

impl GameState for EwnState {
    fn fork(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.setter().unwrap_or(self.state.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.unset > 0 {
            return None;
        }
        let Some(winner) = self.game.winner(&self.state) else {
            let is_stuck = self.state.die.is_some() && self.game.all_moves(&self.state).is_empty();
            return is_stuck.then(|| Outcome {
                winner: Some(self.state.mover.opponent()),
                reason: format!("{} cannot move", colour_name(self.state.mover)),
            });
        };
        let loser = winner.opponent();
        let has_stones = self.state.cells[loser.index()] != [0; STONES];
        let reason = match has_stones {
            true => format!("{} is in the corner", colour_name(winner)),
            false => format!("{} has no stones", colour_name(loser)),
        };
        Some(Outcome {
            winner: Some(winner),
            reason,
        })
    }

    fn moves(&self) -> Vec<String> {
        match self.setter() {
            Some(player) => vec![written(arrangement(player))],
            None => {
                let step = |step: &Move| format!("{} {}", step.from, step.to);
                self.game.all_moves(&self.state).iter().map(step).collect()
            }
        }
    }

    fn random_move(&self, random: &mut Random) -> Option<String> {
        match self.setter() {
            Some(player) => {
                let mut cells = arrangement(player);
                random.shuffle(&mut cells);
                Some(written(cells))
            }
            None => random.pick(&self.moves()).cloned(),
        }
    }

    fn let_second_begin(&mut self) {
        self.state.mover = RED;
    }

    fn play(&mut self, chosen: &str) -> Result<(), Problem> {
        if let Some(player) = self.setter() {
            return self.set_stones(player, chosen);
        }
        let cells = whole_numbers::<2>(chosen);
        let mut moves = self.game.all_moves(&self.state).into_iter();
        match moves.find(|step| cells == Some([step.from, step.to])) {
            Some(step) => {
                self.state = self.game.play(&self.state, step);
                self.last = Some(step);
                Ok(())
            }
            None => {
                let expected = format!("one of {}", self.moves().join(", "));
                Err(Problem::new(quote(chosen), expected))
            }
        }
    }

    fn draw(&mut self, random: &mut Random) -> Option<String> {
        if self.unset > 0 || self.state.die.is_some() || self.game.winner(&self.state).is_some() {
            return None;
        }
        let die = random.between(1, STONES) as u8;
        self.state.die = Some(die);
        Some(die.to_string())
    }

    fn task(&self) -> String {
        match self.setter() {
            Some(player) => {
                let mut cells = arrangement(player);
                cells.sort_unstable();
                format!("to set stones 1 to 6 on cells {}", written(cells))
            }
            None => "to move".to_owned(),
        }
    }

    fn drawn(&self) -> Option<String> {
        self.state.die.map(|die| die.to_string())
    }

    fn set_drawn(&mut self, drawn: &str) -> Result<(), Problem> {
        let die = whole_numbers::<1>(drawn).map(|[die]| die);
        let is_due = self.unset == 0 && self.state.die.is_none();
        let die = die.filter(|die| is_due && (1..=STONES as u8).contains(die));
        self.state.die = Some(die.ok_or_else(|| {
            let expected = format!("a die from 1 to {STONES} when one is rolled");
            Problem::new(quote(drawn), expected)
        })?);
        Ok(())
    }

    fn request(&self) -> String {
        if let Some(player) = self.setter() {
            return format!("ini {}", letter(player));
        }
        let [blue, red] = self.state.cells.map(written);
        let die = self.state.die.unwrap_or_default();
        format!("get {} {die} {blue} {red}", letter(self.state.mover))
    }

    fn saved(&self) -> Option<String> {
        // The protocol has no line for stones not set and a die not rolled. Nor has it one for
        // a game that is over: the last move stands where programs do not read any more.
        match (self.outcome(), self.last) {
            (Some(_), Some(Move { from, to, .. })) if self.state.die.is_none() => {
                Some(format!("exit\n{from} {to}"))
            }
            _ if self.unset > 0 || self.state.die.is_none() => None,
            _ => Some(self.request()),
        }
    }

    fn read(&self, reply: &str) -> Result<String, Fault> {
        let is_setup = self.setter().is_some();
        let expected = expected_numbers(is_setup);
        let line = only_line(reply, expected)?;
        let count = if is_setup { STONES } else { 2 };
        match client_integers(line).filter(|cells| cells.len() == count) {
            Some(cells) => {
                let cells: Vec<String> = cells.iter().map(i32::to_string).collect();
                Ok(cells.join(" "))
            }
            None => Err(Fault::malformed(line, expected)),
        }
    }

    fn position(&self) -> String {
        format!("{} {}", self.unset, self.request())
    }

    fn picture(&self) -> String {
        let picture = self.board();
        let cells: Vec<String> = (1..=SIDE * SIDE).map(|cell| cell.to_string()).collect();
        let row = |(stones, cells): (&[&str], &[String])| {
            let stones = stones.iter().map(|stone| format!("{stone:>2} "));
            let cells = cells.iter().map(|cell| format!(" {cell:>2}"));
            // The cells' numbers, by which moves are named, stand beside the board.
            format!(
                "{}    {}\n",
                stones.collect::<String>(),
                cells.collect::<String>()
            )
        };
        let side = usize::from(SIDE);
        picture
            .symbols()
            .chunks(side)
            .zip(cells.chunks(side))
            .map(row)
            .collect()
    }

    fn board(&self) -> Picture {
        // Players set their stones on the board one after the other.
        let mut state = self.state;
        state.cells[2 - self.unset..].fill([0; STONES]);
        picture(&state, self.last)
    }
}

/// The colour as requests write it.
fn letter(player: Side) -> char {
    if player == BLUE { 'B' } else { 'R' }
}

/// The numbers of a reply as the reference client of EWN reads them: the line trimmed, split at
/// single spaces, each part a 32-bit integer that may have a sign.
fn client_integers(line: &str) -> Option<Vec<i32>> {
    let words = line.trim().split(' ');
    words.map(|word| word.trim_ascii().parse().ok()).collect()
}
