//! Looking at hex lines: maps, chosen lines, decisions explained.

use super::records;
use crate::draw::Picture;
use crate::game::{Evaluate, Game};
use crate::games::hexline::picture::changes;
use crate::games::hexline::text::{Block, reply};
use crate::games::hexline::{Hexline, Line, State};
use crate::protocol::explain::{Explanation, LookError, Search, Teller, decision};
use crate::protocol::{Settings, meaningful};
use crate::search::tree::{Limits, record};

/// The maps of an input, each with the number of its first line.
fn maps(input: &str) -> Result<Vec<(usize, State)>, LookError> {
    let mut maps = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for (number, line) in meaningful(input) {
        let at = |problem| LookError::Input {
            line: number,
            problem,
        };
        let Some((first, mut block)) = open.take() else {
            open = Some((number, Block::start(line).map_err(at)?));
            continue;
        };
        block.add(line).map_err(at)?;
        match block.finished() {
            Some(state) => maps.push((first, state)),
            None => open = Some((first, block)),
        }
    }
    match open {
        None => Ok(maps),
        Some((line, block)) => Err(LookError::Input {
            line,
            problem: block.cut_short(),
        }),
    }
}

pub(super) fn position(settings: &Settings, input: &str) -> Result<Picture, LookError> {
    let (rules, _) = records(settings)?;
    let last = maps(input)?.pop();
    let (_, state) =
        last.ok_or_else(|| LookError::Nothing("found no map, expected one".to_owned()))?;
    Ok(Hexline::new(rules).picture(&state, None))
}

/// The map with the line taken that a line of an answer names.
pub(super) fn shown(
    settings: &Settings,
    input: &str,
    output: &str,
    line: usize,
) -> Option<Picture> {
    let (rules, text) = records(settings).ok()?;
    let (_, state) = maps(input).ok()?.into_iter().nth(line)?;
    let game = Hexline::new(rules);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let printed = output.lines().nth(line).unwrap_or_default().trim();
    let chosen = moves
        .into_iter()
        .find(|&line| reply(Some(line), &text) == printed);
    Some(match chosen {
        Some(line) => game.picture(&game.play(&state, line), Some(line)),
        None => game.picture(&state, None),
    })
}

pub(super) fn explain(
    settings: &Settings,
    input: &str,
    at: Option<usize>,
    limits: Limits,
) -> Result<Explanation, LookError> {
    let (rules, text) = records(settings)?;
    let (number, state) = decision(maps(input)?, at, "maps")?;
    let game = Hexline::new(rules);
    let depth = game.depth(&state);
    let recorded = record(&game, &state, depth, limits)?;
    let step = |line: Line| reply(Some(line), &text);
    let teller = Teller {
        game: &game,
        step: &step,
        chance: &|number| number.to_string(),
        changes: &changes,
    };
    let (nodes, pieces) = teller.tell(&state, &recorded.tree);
    let player = state.mover.index() + 1;
    let mut explanation = Explanation {
        game: "hexline",
        title: format!("player {player}'s line"),
        asked: format!("the map in input line {number}"),
        picture: game.picture(&state, None),
        players: ["player 1", "player 2"].map(str::to_owned),
        search: Search::AlphaBeta,
        depth,
        facts: vec![
            format!(
                "A level of the search is one line taken; with {} free cells it looks {depth} \
                 levels ahead. Lines are written x y length direction.",
                state.free
            ),
            format!(
                "A leaf with up to {} free cells is worth 1000 or -1000 by whether their number \
                 is odd or even, any other leaf 0.",
                rules.parity_cells.get()
            ),
        ],
        order: "free cells by x, then y; from each cell one cell, then two in directions 1 to \
                6, then three",
        tie: game.conventions().tie,
        meanings: vec![
            (1000.0, format!("player {player} wins")),
            (-1000.0, format!("player {player} loses")),
            (0.0, "undecided".to_owned()),
        ],
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
    explanation.choose(recorded.alpha_beta.choice.map(step).as_deref());
    Ok(explanation)
}
