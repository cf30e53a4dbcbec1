//! Looking at EinStein würfelt nicht: positions, replies, decisions explained.

use super::{ABOUT, Key, OccupancyTable, records};
use crate::draw::Picture;
use crate::game::{Game, Side};
use crate::games::ewn::picture::{changes, picture};
use crate::games::ewn::rules::{Cache, CacheLife, Evaluation};
use crate::games::ewn::text::{self, Dialect, InputLine, Text, colour_name};
use crate::games::ewn::{Ewn, Move, Rules, State};
use crate::options::Setting;
use crate::protocol::assignment::LEVEL_WITH_ROLL;
use crate::protocol::explain::{Decision, Explanation, LookError, decision};
use crate::protocol::{Settings, meaningful};
use crate::search::tree::Limits;
use crate::search::tree::chance::{Memory, record};
use crate::text::Problem;

/// A line that asks for a move.
struct Asked<'a> {
    number: usize,
    line: &'a str,
    state: State,
    /// How its answer names cells.
    style: Style,
}

/// How an answer names cells.
#[derive(Clone, Copy)]
enum Style {
    Reply(Dialect),
    Analysis,
}

impl Style {
    /// A move as the answer names it.
    fn name(self, chosen: Move, text: &Text) -> String {
        match self {
            Style::Reply(dialect) => text::move_reply(chosen, dialect, text),
            Style::Analysis => text::analysis_move(chosen, text),
        }
    }
}

fn lines(input: &str) -> Result<Vec<Asked<'_>>, LookError> {
    let mut asked = Vec::new();
    for (number, line) in meaningful(input) {
        let parsed = text::parse_line(line).map_err(|problem| LookError::Input {
            line: number,
            problem,
        })?;
        let (state, style) = match parsed {
            InputLine::Get(state, dialect) => (state, Style::Reply(dialect)),
            InputLine::Analyse(state) => (state, Style::Analysis),
            InputLine::Exit => break,
            InputLine::Arrange(_) | InputLine::Constant(_) => continue,
        };
        asked.push(Asked {
            number,
            line,
            state,
            style,
        });
    }
    Ok(asked)
}

pub(super) fn position(settings: &Settings, input: &str) -> Result<Picture, LookError> {
    records(settings)?;
    let last = lines(input)?.pop();
    let asked = last.ok_or_else(|| {
        LookError::Nothing("found no position, expected a get or an analysis line".to_owned())
    })?;
    Ok(picture(&asked.state, None))
}

/// Which of the lines that ask for a move an output line belongs to, counted from 0.
fn asked_at(input: &str, output: &str, line: usize) -> Option<usize> {
    let mut answers = output.lines().enumerate();
    let mut asked = 0;
    for (_, request) in meaningful(input) {
        let parsed = text::parse_line(request).ok()?;
        let is_analysis = matches!(parsed, InputLine::Analyse(_));
        let is_move = is_analysis || matches!(parsed, InputLine::Get(..));
        if matches!(parsed, InputLine::Exit) {
            return None;
        }
        for (index, text) in answers.by_ref() {
            if index == line {
                return is_move.then_some(asked);
            }
            if !is_analysis || text.starts_with("Best Move") {
                break;
            }
        }
        asked += usize::from(is_move);
    }
    None
}

/// The position after the move that a line of an answer names.
pub(super) fn shown(
    settings: &Settings,
    input: &str,
    output: &str,
    line: usize,
) -> Option<Picture> {
    let (rules, text) = records(settings).ok()?;
    let index = asked_at(input, output, line)?;
    let asked = lines(input).ok()?.into_iter().nth(index)?;
    let game = Ewn::new(rules);
    let mut moves = Vec::new();
    game.moves(&asked.state, &mut moves);
    let printed = output.lines().nth(line)?.trim();
    let cells = match asked.style {
        Style::Reply(_) => printed.to_owned(),
        Style::Analysis => {
            let (_, cells) = printed.split_once("Move")?;
            let cells = cells.trim_matches(|c: char| !c.is_ascii_digit());
            cells.replace(',', " ")
        }
    };
    let chosen = moves
        .into_iter()
        .find(|&chosen| asked.style.name(chosen, &text) == cells);
    Some(match chosen {
        Some(chosen) => picture(&game.play(&asked.state, chosen), Some(chosen)),
        None => picture(&asked.state, None),
    })
}

pub(super) fn decision_at(input: &str, output: &str, line: usize) -> Option<usize> {
    asked_at(input, output, line).map(|index| index + 1)
}

pub(super) fn explain(
    settings: &Settings,
    input: &str,
    at: Option<usize>,
    limits: Limits,
) -> Result<Explanation, LookError> {
    let (rules, text) = records(settings)?;
    let asked = lines(input)?;
    let wanted = at.unwrap_or(1);
    // What earlier lines leave in a table that is kept.
    let earlier: Vec<State> = match rules.cache_life {
        CacheLife::Input => asked.iter().map(|asked| asked.state).collect(),
        CacheLife::Line => Vec::new(),
    };
    let asked = decision(asked, at, ABOUT.questions.0)?;
    let game = Ewn::new(rules);
    let depth = rules.depth.get() as u32;
    let table = OccupancyTable::new(rules);
    let key = |state: &State, depth: u32| -> Option<Key> {
        (rules.cache != Cache::None).then(|| table.key(state, depth))
    };
    let mut memory = Memory::default();
    for state in earlier.iter().take(wanted - 1) {
        record(&game, state, depth, &mut memory, key, limits)?;
    }
    let (tree, visits) = record(&game, &asked.state, depth, &mut memory, key, limits)?;
    let explanation = Decision {
        about: &ABOUT,
        game: &game,
        state: &asked.state,
        title: format!(
            "{}'s move with a {}",
            colour_name(asked.state.mover),
            asked.state.die.unwrap_or(0)
        ),
        asked: format!("input line {} ({})", asked.number, asked.line),
        picture: picture(&asked.state, None),
        depth,
        plies: depth + 1,
        facts: facts(&rules, asked.state.mover),
        meanings: Vec::new(),
        step: &|chosen| asked.style.name(chosen, &text),
        rolled: &|state| state.die.map(|die| die.to_string()),
        changes: &changes,
    }
    .with_chance(&tree, visits);
    if explanation.choice.is_none() {
        let problem = Problem::new("no legal move", "a position with one");
        let line = asked.number;
        return Err(LookError::Input { line, problem });
    }
    Ok(explanation)
}

fn facts(rules: &Rules, root: Side) -> Vec<String> {
    let (own, other) = (colour_name(root), colour_name(root.opponent()));
    let mut facts = vec![
        LEVEL_WITH_ROLL.to_owned(),
        match rules.evaluation {
            Evaluation::Difference => {
                format!(
                    "A position is worth the table sum of {own}'s stones less that of {other}'s."
                )
            }
            evaluation => format!(
                "How a position is valued: evaluation={}.",
                evaluation.name()
            ),
        },
    ];
    match rules.cache {
        Cache::None => {}
        Cache::Occupancy => facts.push(
            "Means are remembered by which cells each side occupies and who is to roll, not by \
             which stone stands where nor by depth: a value taken from the table may come from \
             another depth or arrangement, and is used as it is."
                .to_owned(),
        ),
        Cache::OccupancyDepth => facts.push(
            "Means are remembered by which cells each side occupies, who is to roll and the \
             depth, not by which stone stands where."
                .to_owned(),
        ),
        Cache::Position => facts.push(
            "Means are remembered by which stone stands where and who is to roll, not by depth."
                .to_owned(),
        ),
    }
    facts
}
