//! Looking at checkers: positions, printed boards, decisions explained.

use std::io;

use unicode_width::UnicodeWidthChar;

use super::{ABOUT, Conversation};
use crate::draw::Picture;
use crate::games::checkers::picture::{Printed, changes, picture, printed_picture};
use crate::games::checkers::rules::{BLACK, CELLS, CostSign, Man, SIDE, WHITE};
use crate::games::checkers::text::{self, SEPARATOR, action_name, player_name};
use crate::games::checkers::{Action, Checkers, Rules, State};
use crate::protocol::explain::{Decision, Explanation, LookError, decision};
use crate::protocol::{Flow, Session, SessionError, Settings, meaningful};
use crate::search::tree::Limits;

/// An action that was carried out, or that could not be computed.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The position before it.
    before: State,
    /// The action; none when there was none to compute.
    action: Option<Action>,
    /// Its number.
    number: u32,
}

impl Conversation {
    /// Keeps an action that is about to be carried out, if anybody wants to look at it.
    pub(super) fn remember(&mut self, action: Option<Action>, number: u32) {
        if let Some(trace) = &mut self.trace {
            trace.push(Turn {
                before: self.state.clone(),
                action,
                number,
            });
        }
    }
}

/// What was computed, each with the line that asked for it.
type Computed = Vec<(Turn, usize, String)>;

/// What an input leads to.
fn replay(settings: &Settings, input: &str) -> Result<(Conversation, Computed), LookError> {
    let mut conversation = Conversation {
        trace: Some(Vec::new()),
        ..Conversation::new(settings)?
    };
    let mut computed = Vec::new();
    for (number, line) in meaningful(input) {
        let before = conversation.trace.as_ref().map_or(0, Vec::len);
        let flow = conversation
            .line(line, &mut io::sink())
            .map_err(|error| match error {
                SessionError::Input(problem) => LookError::Input {
                    line: number,
                    problem,
                },
                SessionError::Output(error) => LookError::Nothing(error.to_string()),
            })?;
        if !matches!(text::parse_line(line), Some(text::InputLine::Action(..))) {
            let turns = conversation.trace.iter().flatten().skip(before);
            computed.extend(turns.map(|turn| (turn.clone(), number, line.to_owned())));
        }
        if flow == Flow::Stop {
            break;
        }
    }
    Ok((conversation, computed))
}

pub(super) fn position(settings: &Settings, input: &str) -> Result<Picture, LookError> {
    let (Conversation { state, trace, .. }, _) = replay(settings, input)?;
    let mut actions = trace.iter().flatten().filter_map(|turn| turn.action);
    Ok(picture(&state, actions.next_back()))
}

pub(super) fn explain(
    settings: &Settings,
    input: &str,
    at: Option<usize>,
    limits: Limits,
) -> Result<Explanation, LookError> {
    let (Conversation { rules, .. }, computed) = replay(settings, input)?;
    let kind = "actions to compute, asked for by A or P";
    let (turn, line, command) = decision(computed, at, kind)?;
    let mover = turn.before.mover;
    let game = Checkers::in_search(rules, &turn.before);
    let depth = rules.depth.get() as u32;
    let meaning = |player| {
        let lost = format!("{} cannot act and has lost", player_name(player));
        (f64::from(game.limit(player)), lost)
    };
    let (mut explanation, leaf) = Decision {
        about: &ABOUT,
        game: &game,
        state: &turn.before,
        title: format!("{} ACTION #{}", player_name(mover), turn.number),
        asked: format!("input line {line} ({command})"),
        picture: picture(&turn.before, None),
        depth,
        plies: depth,
        facts: vec![
            "A level of the search is one action.".to_owned(),
            worth(&rules),
        ],
        meanings: [BLACK, WHITE].map(meaning).into(),
        step: &action_name,
        rolled: &|_| None,
        changes: &changes,
    }
    .explain(limits)?;
    explanation.reckoning = leaf
        .map(|leaf| (game.material(&leaf), leaf))
        .filter(|(cost, _)| explanation.meaning(f64::from(*cost)).is_none())
        .filter(|(cost, _)| explanation.nodes[0].value == f64::from(*cost))
        .map(|(cost, leaf)| reckoned(&rules, &leaf, cost));
    Ok(explanation)
}

/// The cost of a board as a sum: `1 black piece + 3 × 1 black tower = 4`.
fn reckoned(rules: &Rules, board: &State, cost: i32) -> String {
    let sides = match rules.cost_sign {
        CostSign::BlackPositive => [(BLACK, " + "), (WHITE, " − ")],
        CostSign::WhitePositive => [(WHITE, " + "), (BLACK, " − ")],
    };
    let mut sum = String::new();
    for (owner, sign) in sides {
        for (tower, noun) in [(false, "piece"), (true, "tower")] {
            let count = board.count(owner, tower);
            if count == 0 {
                continue;
            }
            let factor = match tower {
                true => format!("{} × ", Checkers::new(*rules).tower_cost(owner)),
                false => String::new(),
            };
            let side = player_name(owner).to_lowercase();
            let plural = if count == 1 { "" } else { "s" };
            sum += &format!("{sign}{factor}{count} {side} {noun}{plural}");
        }
    }
    let sum = sum.strip_prefix(" + ").unwrap_or(&sum).trim_start();
    format!("{sum} = {cost}")
}

/// What a board is worth, in words.
fn worth(rules: &Rules) -> String {
    let [black, white] = [BLACK, WHITE].map(|owner| Checkers::new(*rules).tower_cost(owner));
    format!(
        "A board costs b + {black}B − w − {white}W: black pieces and {black} for each black \
         tower, less white pieces and {white} for each white tower."
    )
}

/// The board that a line of an answer belongs to, as it is printed there.
pub(super) fn printed(output: &str, line: usize) -> Option<Picture> {
    let lines: Vec<&str> = output.lines().map(str::trim).collect();
    let last = line.min(lines.len().checked_sub(1)?);
    let start = lines[..=last]
        .iter()
        .rposition(|line| *line == SEPARATOR)
        .map_or(0, |at| at + 1);
    let block = lines[start..].iter().take_while(|line| **line != SEPARATOR);
    let mut cells = [Printed::Other('?'); CELLS];
    let mut title = "The initial setup".to_owned();
    let mut rows = 0;
    for (offset, line) in block.enumerate() {
        if offset == 0 && line.contains(" ACTION #") {
            title = format!("The board after {}", line.trim_start_matches("*** "));
        }
        let mut parts = line.split('|');
        let number = parts.next().and_then(|name| name.trim().parse().ok());
        let Some(row) = number.filter(|row| (1..=SIDE).contains(row)) else {
            continue;
        };
        for (cell, text) in cells[(row - 1) * SIDE..row * SIDE].iter_mut().zip(parts) {
            *cell = read(text.trim().chars().next().unwrap_or(' '));
            rows += 1;
        }
    }
    let title = title.chars().take(60).map(with_shape).collect();
    (rows > 0).then(|| printed_picture(title, &cells))
}

/// What a character on a board stands for.
fn read(symbol: char) -> Printed {
    let man = |owner, tower| {
        Printed::Known(Some(Man {
            owner,
            tower,
            first: 0,
        }))
    };
    match symbol {
        '.' => Printed::Known(None),
        'b' => man(BLACK, false),
        'B' => man(BLACK, true),
        'w' => man(WHITE, false),
        'W' => man(WHITE, true),
        other => Printed::Other(with_shape(other)),
    }
}

/// A character as it can be shown: one without a shape of its own may turn what follows around.
fn with_shape(c: char) -> char {
    match c.width() {
        None | Some(0) => char::REPLACEMENT_CHARACTER,
        Some(_) => c,
    }
}

/// Which computed action a line belongs to.
pub(super) fn decision_at(output: &str, line: usize) -> Option<usize> {
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let last = line.min(lines.len().checked_sub(1)?);
    let start = lines[..=last].iter().rposition(|line| *line == SEPARATOR)?;
    let is_computed = |line: &&str| line.starts_with("*** ") && line.contains(" ACTION #");
    let headline = lines.get(start + 1)?;
    is_computed(headline).then(|| {
        let before = lines[..=start + 1].iter();
        before.filter(|line| is_computed(line)).count()
    })
}
