//! Kalah at the table: `state player depth` lines asked, pits answered.

use crate::arena::statistics::Tally;
use crate::arena::table::{
    Fault, LoadError, Outcome, Report, Table, Talk, Venue, file_lines, only_line,
};
use crate::game::{Game, Player};
use crate::games::kalah::rules::{ExtraTurnInPlay, PITS, POSITIONS, store};
use crate::games::kalah::text::{DEEPEST, Text, parse_line};
use crate::games::kalah::{Kalah, Pit, Rules, State};
use crate::protocol::{Settings, SettingsError};
use crate::text::{Problem, quote};

/// Kalah.
pub(super) struct KalahVenue;

/// The depth that programs are asked for when nothing else is said.
const DEPTH: u32 = 6;

/// What a reply must be.
const EXPECTED: &str = "a pit, 0–5 or 7–12";

impl Venue for KalahVenue {
    fn name(&self) -> &'static str {
        "kalah"
    }

    fn table(&self, settings: &Settings) -> Result<Box<dyn Table>, SettingsError> {
        let (rules, _): (Rules, Text) = settings.records()?;
        Ok(Box::new(KalahTable {
            game: Kalah::new(rules),
            state: State::initial(),
            depth: settings.depth.unwrap_or(DEPTH).clamp(1, DEEPEST),
        }))
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn Table>>, LoadError> {
        let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
        let table = |(number, line)| -> Result<Box<dyn Table>, LoadError> {
            let line = parse_line(line).map_err(|problem| LoadError::Line(number, problem))?;
            Ok(Box::new(KalahTable {
                game: Kalah::new(rules),
                state: line.state,
                depth: line.depth,
            }))
        };
        file_lines(text).map(table).collect()
    }

    fn levels(&self) -> (u32, u32) {
        (12, 5)
    }

    fn move_help(&self) -> &'static str {
        "a pit: 0–5 for player 0, 7–12 for player 1"
    }

    fn engine_settings(&self, settings: Settings) -> Settings {
        let format = Some("choice".to_owned());
        Settings { format, ..settings }
    }

    fn talk(&self) -> Talk {
        Talk::Once
    }

    fn opening(&self) -> u32 {
        4
    }

    fn report(&self) -> Option<&'static dyn Report> {
        Some(&PublishedReport)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["player 0", "player 1"]
    }
}

/// The published report: A is player 0. Only how its lines begin is known; a win is a point,
/// and a draw is a point for each.
struct PublishedReport;

impl Report for PublishedReport {
    fn game(&self, number: u64, won: Option<bool>) -> String {
        let result = match won {
            Some(true) => "玩家0勝",
            Some(false) => "玩家1勝",
            None => "平手",
        };
        format!("第{number}局:{result}")
    }

    fn end(&self, tally: Tally) -> Vec<String> {
        vec![
            format!("玩家0分數:{}", tally.wins + tally.draws),
            format!("玩家1分數:{}", tally.losses + tally.draws),
        ]
    }
}

#[derive(Clone)]
struct KalahTable {
    game: Kalah,
    state: State,
    depth: u32,
}

impl KalahTable {
    fn pits(&self) -> Vec<Pit> {
        let mut pits = Vec::new();
        self.game.moves(&self.state, &mut pits);
        pits
    }
}

impl Table for KalahTable {
    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Player {
        self.state.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.pits().is_empty() {
            return None;
        }
        let end = self.game.settled(&self.state);
        let [first, second] =
            [Player::First, Player::Second].map(|player| end.seeds[store(player)]);
        Some(Outcome {
            winner: match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(Player::First),
                std::cmp::Ordering::Less => Some(Player::Second),
                std::cmp::Ordering::Equal => None,
            },
            reason: format!("{first} to {second}"),
        })
    }

    fn moves(&self) -> Vec<String> {
        self.pits().iter().map(Pit::to_string).collect()
    }

    fn play(&mut self, chosen: &str) -> Result<(), Problem> {
        let pits = self.pits();
        let pit = pits.iter().find(|pit| pit.to_string() == chosen);
        let Some(&pit) = pit else {
            let expected = format!("one of {}", self.moves().join(", "));
            return Err(Problem::new(quote(chosen), expected));
        };
        let mover = self.state.mover;
        self.state = self.game.play(&self.state, pit);
        if self.game.rules.extra_turn_in_play == ExtraTurnInPlay::NotTaken {
            self.state.mover = mover.opponent();
        }
        Ok(())
    }

    fn request(&self) -> String {
        format!("{} {}", self.position(), self.depth)
    }

    fn read(&self, reply: &str) -> Result<String, Fault> {
        let line = only_line(reply, EXPECTED)?;
        match line.parse::<i32>() {
            Ok(pit) if pit.to_string() == line => Ok(line.to_owned()),
            _ => Err(Fault::malformed(line, EXPECTED)),
        }
    }

    fn position(&self) -> String {
        let seeds = self.state.seeds.map(|seeds| seeds.to_string());
        format!("{} {}", seeds.join(" "), self.state.mover.index())
    }

    fn picture(&self) -> String {
        let seeds = &self.state.seeds;
        let row = |pits: &mut dyn Iterator<Item = usize>| -> String {
            pits.map(|pit| format!("({:>2})", seeds[pit])).collect()
        };
        let names = |pits: &mut dyn Iterator<Item = usize>| -> String {
            pits.map(|pit| format!("{pit:>3} ")).collect()
        };
        let (mut upper, mut lower) = ((PITS + 1..POSITIONS - 1).rev(), 0..PITS);
        let (mut upper_names, mut lower_names) = (upper.clone(), lower.clone());
        let [first, second] = [Player::First, Player::Second].map(|player| seeds[store(player)]);
        let middle = " ".repeat(4 * PITS);
        format!(
            "    {}\n    {}\n({second:>2}){middle}({first:>2})\n    {}\n    {}\n",
            names(&mut upper_names).trim_end(),
            row(&mut upper),
            row(&mut lower),
            names(&mut lower_names).trim_end(),
        )
    }
}
