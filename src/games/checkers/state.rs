//! Checkers as it is played in a match: the actions so far and `A` asked, the starred action answered.

use crate::draw::Picture;
use crate::game::{Game, Side};
use crate::games::checkers::picture;
use crate::games::checkers::text::{self, InputLine, Text, action_name, player_name};
use crate::games::checkers::{Action, Checkers, Rules, State};
use crate::protocol::state::{Fault, FaultKind, GameState, LoadError, Outcome};
use crate::protocol::{Settings, SettingsError, meaningful};
use crate::text::{Problem, quote};

/// A new game.
pub(super) fn game_state(settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
    let (rules, _): (Rules, Text) = settings.records()?;
    Ok(Box::new(CheckersState {
        game: Checkers::new(rules.on_the_board()),
        state: State::initial(),
        actions: Vec::new(),
        last: None,
    }))
}

/// The positions of a game file.
pub(super) fn load(settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
    let mut states = vec![game_state(settings)?];
    for (number, line) in meaningful(text) {
        // Reading stops at a command.
        if matches!(text::parse_line(line), Some(InputLine::Command(_))) {
            break;
        }
        let mut next = states[states.len() - 1].fork();
        next.play(line)
            .map_err(|problem| LoadError::Line(number, problem))?;
        states.push(next);
    }
    Ok(states)
}

#[derive(Clone)]
struct CheckersState {
    game: Checkers,
    state: State,
    /// The actions so far.
    actions: Vec<String>,
    /// The last of them.
    last: Option<Action>,
}

impl GameState for CheckersState {
    fn fork(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.state.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        let mover = self.state.mover;
        (!self.game.has_action(&self.state)).then(|| Outcome {
            winner: Some(mover.opponent()),
            reason: format!("{} has no action", player_name(mover)),
        })
    }

    fn moves(&self) -> Vec<String> {
        let actions = self.game.all_moves(&self.state).into_iter();
        actions.map(action_name).collect()
    }

    fn play(&mut self, chosen: &str) -> Result<(), Problem> {
        let mut actions = self.game.all_moves(&self.state).into_iter();
        let Some(action) = actions.find(|&action| action_name(action) == chosen) else {
            let expected = format!("one of {}", self.moves().join(", "));
            return Err(Problem::new(quote(chosen), expected));
        };
        let next = self.game.play(&self.state, action);
        self.state = next.with_mover(self.state.mover.opponent());
        self.actions.push(chosen.to_owned());
        self.last = Some(action);
        Ok(())
    }

    fn history(&self) -> Option<&[String]> {
        Some(&self.actions)
    }

    fn saved(&self) -> Option<String> {
        self.actions.last().cloned()
    }

    fn request(&self) -> String {
        "A".to_owned()
    }

    fn read(&self, reply: &str) -> Result<String, Fault> {
        let player = player_name(self.state.mover);
        let head = format!("*** {player} ACTION #{}: ", self.actions.len() + 1);
        let starred = |line: &&str| line.starts_with("***");
        let lines: Vec<&str> = reply.lines().filter(starred).collect();
        match lines[..] {
            [line] => match line.strip_prefix(&head) {
                Some(action) => Ok(action.trim_end().to_owned()),
                None => Err(Fault::malformed(line, &format!("{head}SOURCE-TARGET"))),
            },
            [] => {
                let last = reply.lines().last().unwrap_or_default();
                Err(Fault::malformed(
                    last,
                    &format!("a line {head}SOURCE-TARGET"),
                ))
            }
            [_, second, ..] => {
                let problem = Problem::new(quote(second), "one computed action only");
                Err(Fault::new(FaultKind::Chatter, problem))
            }
        }
    }

    fn is_reply(&self, line: &[u8]) -> bool {
        // The rest is the configuration, actions that it was told, boards.
        let text = line.trim_ascii_end();
        text.starts_with(b"***") || text.starts_with(b"ERROR") || text.ends_with(b"WIN!")
    }

    fn position(&self) -> String {
        let cells = self.state.cells.iter().map(|&cell| text::symbol(cell));
        format!(
            "{} {}",
            cells.collect::<String>(),
            player_name(self.state.mover)
        )
    }

    fn picture(&self) -> String {
        text::board(&self.state) + "\n"
    }

    fn board(&self) -> Picture {
        picture::picture(&self.state, self.last)
    }
}
