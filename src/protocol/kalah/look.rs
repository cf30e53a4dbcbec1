//! Looking at Kalah: positions, chosen pits, decisions explained.

use super::records;
use crate::draw::Picture;
use crate::game::{Evaluate, Game, Player, Tie};
use crate::games::kalah::Kalah;
use crate::games::kalah::picture::{changes, picture};
use crate::games::kalah::rules::{ValueFor, store};
use crate::games::kalah::text::{self, Line};
use crate::protocol::explain::{Explanation, LookError, Search, Teller, decision};
use crate::protocol::{Settings, meaningful};
use crate::search::tree::{Limits, TooLarge, record};

/// A line of the input with its number.
type Asked<'a> = (usize, &'a str, Line);

fn lines(input: &str) -> Result<Vec<Asked<'_>>, LookError> {
    let parse = |(number, line)| match text::parse_line(line) {
        Ok(asked) => Ok((number, line, asked)),
        Err(problem) => Err(LookError::Input {
            line: number,
            problem,
        }),
    };
    meaningful(input).map(parse).collect()
}

pub(super) fn position(settings: &Settings, input: &str) -> Result<Picture, LookError> {
    records(settings)?;
    let last = lines(input)?.pop();
    let (_, _, asked) =
        last.ok_or_else(|| LookError::Nothing("found no line, expected one".to_owned()))?;
    Ok(picture(&asked.state, None))
}

/// The position after the pit that a line of an answer names; that asked about where it tells
/// figures.
pub(super) fn shown(
    settings: &Settings,
    input: &str,
    output: &str,
    line: usize,
) -> Option<Picture> {
    let (rules, _) = records(settings).ok()?;
    let asked = decision_at(output, line) - 1;
    let (_, _, asked) = lines(input).ok()?.into_iter().nth(asked)?;
    let game = Kalah::new(rules);
    let mut pits = Vec::new();
    game.moves(&asked.state, &mut pits);
    let printed = output.lines().nth(line).unwrap_or_default().trim();
    let chosen = pits.into_iter().find(|pit| pit.to_string() == printed);
    Some(match chosen {
        Some(pit) => picture(&game.play(&asked.state, pit), Some(pit)),
        None => picture(&asked.state, None),
    })
}

/// Which input line an output line answers, counted from 1.
pub(super) fn decision_at(output: &str, line: usize) -> usize {
    let per_answer = if output.starts_with("minimax") { 4 } else { 1 };
    line / per_answer + 1
}

pub(super) fn explain(
    settings: &Settings,
    input: &str,
    at: Option<usize>,
    limits: Limits,
) -> Result<Explanation, LookError> {
    let (rules, _) = records(settings)?;
    let (number, line, asked) = decision(lines(input)?, at, "lines")?;
    let game = Kalah::new(rules);
    let limit = settings.depth.unwrap_or(asked.depth);
    let recorded = record(&game, &asked.state, game.levels(limit), limits)?;
    let tie = game.conventions().tie;
    // As the answer has it: minimax's choice where the last of equal ones is taken.
    let found = match (tie, &recorded.minimax) {
        (Tie::First, _) => &recorded.alpha_beta,
        (Tie::Last, Some(minimax)) => minimax,
        (Tie::Last, None) => return Err(TooLarge(limits.full).into()),
    };
    let step = |pit: u8| format!("pit {pit}");
    let teller = Teller {
        game: &game,
        step: &step,
        chance: &|number| number.to_string(),
        changes: &changes,
    };
    let (nodes, pieces) = teller.tell(&asked.state, &recorded.tree);
    let mover = asked.state.mover.index();
    let view = match rules.value_for {
        ValueFor::Root => asked.state.mover,
        ValueFor::PlayerZero => Player::First,
    };
    let mut explanation = Explanation {
        game: "kalah",
        title: format!("player {mover}'s pit"),
        asked: format!("input line {number} ({line})"),
        picture: picture(&asked.state, None),
        players: ["player 0", "player 1"].map(str::to_owned),
        search: match recorded.minimax {
            Some(_) => Search::Minimax,
            None => Search::AlphaBeta,
        },
        depth: limit,
        facts: vec![
            format!(
                "A move costs one level and passes the turn; a move that earns another turn \
                 costs {} and keeps it.",
                rules.extra_turn_levels.get()
            ),
            format!(
                "A position is worth the seeds in player {}'s store less those in the other's.",
                view.index()
            ),
        ],
        order: "pits by their number, lowest first",
        tie,
        meanings: Vec::new(),
        fractions: false,
        nodes,
        recorded_levels: recorded.tree.recorded_levels,
        pieces,
        root_values: recorded
            .root_values
            .iter()
            .copied()
            .map(f64::from)
            .collect(),
        choice: None,
        reckoning: None,
        plain_visits: recorded.minimax.as_ref().map(|minimax| minimax.nodes),
        alpha_beta_visits: Some(recorded.alpha_beta.nodes),
    };
    explanation.choose(found.choice.map(step).as_deref());
    let line = explanation.principal();
    explanation.reckoning = teller
        .leaf(&asked.state, &recorded.tree, &line)
        .map(|leaf| {
            let seeds = game.settled(&leaf).seeds;
            let (mine, other) = (seeds[store(view)], seeds[store(view.opponent())]);
            let margin = i32::from(mine) - i32::from(other);
            format!("{mine} seeds in the one store − {other} in the other = {margin}")
        });
    Ok(explanation)
}
