//! The hex line game at the table: maps asked, lines answered.

use crate::arena::table::{
    Fault, LoadError, Outcome, Table, Talk, Venue, file_lines, only_line, whole_numbers,
};
use crate::game::{Game, Player};
use crate::games::hexline::rules::{CELLS, Cell, LastCell, SIDE};
use crate::games::hexline::text::{Block, HEADER, Text};
use crate::games::hexline::{Hexline, Line, Rules, State};
use crate::protocol::{Settings, SettingsError};
use crate::random::Random;
use crate::text::{Problem, quote};

/// The hex line game, on a map without blocked cells.
pub(super) struct HexlineVenue;

/// What a reply must be.
const EXPECTED: &str = "x y length direction, with single spaces between them";

impl Venue for HexlineVenue {
    fn name(&self) -> &'static str {
        "hexline"
    }

    fn table(&self, settings: &Settings) -> Result<Box<dyn Table>, SettingsError> {
        let (rules, _): (Rules, Text) = settings.records()?;
        Ok(Box::new(HexlineTable {
            game: Hexline::new(rules),
            state: State::new([Cell::Free; CELLS], Player::First),
        }))
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn Table>>, LoadError> {
        let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
        let mut tables: Vec<Box<dyn Table>> = Vec::new();
        let mut block: Option<Block> = None;
        let mut last = 0;
        for (number, line) in file_lines(text) {
            let at = |problem| LoadError::Line(number, problem);
            last = number;
            match &mut block {
                None => block = Some(Block::start(line).map_err(at)?),
                Some(block) => block.add(line).map_err(at)?,
            }
            if let Some(state) = block.as_ref().and_then(Block::finished) {
                block = None;
                let game = Hexline::new(rules);
                tables.push(Box::new(HexlineTable { game, state }));
            }
        }
        match block {
            Some(block) => Err(LoadError::Line(last, block.cut_short())),
            None => Ok(tables),
        }
    }

    fn levels(&self) -> (u32, u32) {
        (9, 3)
    }

    fn move_help(&self) -> &'static str {
        "x y length direction, such as 3 4 2 6 (a single cell has direction 1)"
    }

    fn move_notes(&self) -> &'static str {
        "\
x counts columns, y rows. A line goes from its first cell in a direction: 1 up left, 2 up
right, 3 left, 4 right, 5 down left, 6 down right.
"
    }

    fn talk(&self) -> Talk {
        Talk::Once
    }

    fn opening(&self) -> u32 {
        // What is taken while most of the map is free decides nothing.
        40
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["player 1", "player 2"]
    }
}

#[derive(Clone)]
struct HexlineTable {
    game: Hexline,
    state: State,
}

fn written(line: &Line) -> String {
    let Line {
        x,
        y,
        length,
        direction,
    } = line;
    format!("{x} {y} {length} {direction}")
}

impl HexlineTable {
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        self.game.moves(&self.state, &mut lines);
        lines
    }
}

impl Table for HexlineTable {
    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Player {
        self.state.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.state.free > 0 {
            return None;
        }
        let last = self.state.mover.opponent();
        let winner = match self.game.rules.last_cell {
            LastCell::Loses => last.opponent(),
            LastCell::Wins => last,
        };
        Some(Outcome {
            winner: Some(winner),
            reason: format!("player {} took the last cell", last.index() + 1),
        })
    }

    fn moves(&self) -> Vec<String> {
        self.lines().iter().map(written).collect()
    }

    fn random_move(&self, random: &mut Random) -> Option<String> {
        random.pick(&self.lines()).map(written)
    }

    fn play(&mut self, chosen: &str) -> Result<(), Problem> {
        let line = whole_numbers::<4>(chosen).map(|[x, y, length, direction]| Line {
            x,
            y,
            length,
            direction,
        });
        match line.filter(|line| self.lines().contains(line)) {
            Some(line) => {
                self.state = self.game.play(&self.state, line);
                Ok(())
            }
            None => {
                let expected = "a line of free cells, of length 1 in direction 1";
                Err(Problem::new(quote(chosen), expected))
            }
        }
    }

    fn request(&self) -> String {
        let mut text = format!("{HEADER} {}", self.state.mover.index() + 1);
        for row in self.state.cells.chunks(SIDE) {
            let numbers = row.iter().map(|cell| match cell {
                Cell::Blocked => "-1",
                Cell::Free => "0",
                Cell::Taken(Player::First) => "1",
                Cell::Taken(Player::Second) => "2",
            });
            text.push('\n');
            text += &numbers.collect::<Vec<_>>().join(" ");
        }
        text
    }

    fn read(&self, reply: &str) -> Result<String, Fault> {
        let line = only_line(reply, EXPECTED)?;
        match whole_numbers::<4>(line) {
            Some(_) => Ok(line.to_owned()),
            None => Err(Fault::malformed(line, EXPECTED)),
        }
    }

    fn position(&self) -> String {
        self.request().replace('\n', " ")
    }

    fn picture(&self) -> String {
        let symbol = |x: usize, y: usize| match self.state.cells[x * SIDE + y] {
            Cell::Blocked => '#',
            Cell::Free => '.',
            Cell::Taken(Player::First) => '1',
            Cell::Taken(Player::Second) => '2',
        };
        let columns: Vec<String> = (0..SIDE).map(|x| format!("{x:>2}")).collect();
        let mut picture = format!("  x {}\n", columns.join(" "));
        for y in 0..SIDE {
            // Rows with odd y lie half a cell further right.
            picture += &format!("y{y:>2} {}", " ".repeat(2 * (y % 2)));
            for x in 0..SIDE {
                picture += &format!(" {} ", symbol(x, y));
            }
            picture.truncate(picture.trim_end().len());
            picture.push('\n');
        }
        picture
    }
}
