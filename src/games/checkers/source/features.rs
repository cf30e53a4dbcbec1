//! What happens in a checkers input, read off the right answer.

use std::collections::BTreeSet;

use crate::game::{Game, Side};
use crate::games::checkers::rules::{SIDE, WHITE};
use crate::games::checkers::text::{Cell, InputLine, named_action, parse_line, player_name};
use crate::games::checkers::{Action, Checkers, State};

use crate::protocol::source::{ALWAYS, CARELESS as CARELESS_PROGRAM, DECIDES, END, Input};

/// What happens: who does what to whom, by input and by computation, and how it ends.
pub(super) fn features(rules: &Checkers, input: &Input, right: &[u8]) -> BTreeSet<String> {
    let answer = String::from_utf8_lossy(right);
    let mut seen = BTreeSet::new();
    let mut state = State::initial();
    let (mut played_so_far, mut computed) = (0, 0);
    for line in answer.lines() {
        if let Some(error) = line.strip_prefix("ERROR: ") {
            let asked = input.iter().flatten().nth(played_so_far);
            seen.insert(format!("{END}{error}"));
            let shape = asked.and_then(|asked| shape(&state, asked));
            seen.insert(format!(
                "{} {error} {}",
                player_name(state.mover),
                shape.unwrap_or_default()
            ));
        } else if line.contains(" WIN") {
            let reason = if state.has_men(state.mover) {
                "blocked"
            } else {
                "without men"
            };
            seen.insert(format!("{line} {reason} after {computed}"));
            seen.insert(format!("{END}{line} {reason}"));
        } else if let Some((headline, action)) = line.split_once(": ")
            && headline.contains(" ACTION #")
        {
            let is_computed = headline.starts_with("***");
            computed += usize::from(is_computed);
            played_so_far += usize::from(!is_computed);
            let Some(action) = named_action(rules, &state, action) else {
                break;
            };
            describe(&state, rules, action, is_computed, &mut seen);
            state = rules.play(&state, action);
            if !rules.has_action(&state) {
                let how = if is_computed { "computed" } else { "played" };
                seen.insert(format!("{} stuck, {how}", player_name(state.mover)));
            }
        }
    }
    let last = input.iter().flatten().last().map_or("", String::as_str);
    if !answer.contains("ERROR: ") {
        let over = if rules.has_action(&state) {
            ""
        } else {
            ", over"
        };
        let computed = match (last, computed) {
            ("A", _) | (_, 0 | 10) => computed.to_string(),
            _ => "some".to_owned(),
        };
        let command = Some(last).filter(|last| matches!(*last, "A" | "P"));
        let command = command.unwrap_or("no command");
        seen.insert(format!("{END}{command} computes {computed}{over}"));
        let mut lines = input.iter().flatten();
        if !over.is_empty() && lines.all(|line| !matches!(line.as_str(), "A" | "P")) {
            seen.insert(format!(
                "{CARELESS_PROGRAM}no command once the game is over"
            ));
        }
        let before = input.iter().flatten().rev().nth(1);
        let is_from_a = before.is_some_and(|line| line.starts_with('A') && line.len() > 1);
        if input.len() == 1 && command != "no command" {
            seen.insert(format!("{ALWAYS}nothing but {command}"));
        } else if command == "A" && is_from_a {
            seen.insert(format!("{END}A after column A"));
        }
    }
    if computed > 0 {
        seen.insert(DECIDES.to_owned());
    }
    if input.len() > 100 {
        seen.insert(format!("{END}more than 100 lines"));
    }
    seen
}

fn describe(
    state: &State,
    rules: &Checkers,
    action: Action,
    is_computed: bool,
    seen: &mut BTreeSet<String>,
) {
    let place = |cell: u8| (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
    let ((row, column), (to_row, to_column)) = (place(action.from), place(action.to));
    let north = if to_row < row { "north" } else { "south" };
    let east = if to_column > column { "east" } else { "west" };
    let name = |cell: usize| state.cells[cell].map(|man| if man.tower { "tower" } else { "piece" });
    let man = name(usize::from(action.from)).unwrap_or_default();
    let victim = (0..64)
        .find(|cell| action.jumped & (1 << cell) != 0)
        .and_then(name);
    let how = if is_computed { "computed" } else { "played" };
    let mover = player_name(state.mover);
    let what = victim.map_or_else(|| "moves".to_owned(), |victim| format!("takes {victim}"));
    seen.insert(format!("{how}: {mover} {man} {what} {north}-{east}"));
    let towers = |state: &State, owner: Side| state.count(owner, true);
    let next = rules.play(state, action);
    if towers(&next, state.mover) > towers(state, state.mover) {
        seen.insert(format!("{how}: {mover} {what} and is promoted"));
        let kind = if action.jumped == 0 {
            "moves"
        } else {
            "captures"
        };
        if is_computed {
            seen.insert(format!(
                "{END}{mover} {kind} {north}-{east} and is promoted"
            ));
        }
    }
    if is_computed {
        let count = |owner| towers(state, owner).min(3);
        let counts = (count(state.mover), count(state.mover.opponent()));
        seen.insert(format!("computed: {mover} with towers {counts:?}"));
        let actions = rules.all_moves(state);
        if actions.len() == 1 {
            seen.insert(format!("computed: {mover} has one action"));
        }
        if state.mover == WHITE && actions[0] != action {
            seen.insert("computed: white passes over its first action".to_owned());
        }
    }
}

/// In what way an input action is none.
fn shape(state: &State, asked: &str) -> Option<String> {
    let InputLine::Action(source, target) = parse_line(asked)? else {
        return None;
    };
    let (Some(from), Some(to)) = (source, target) else {
        let (one, other) = asked.split_once('-')?;
        return Some(format!(
            "from {}, to {}",
            form(source, one),
            form(target, other)
        ));
    };
    let side = SIDE as i32;
    let (from, to) = (i32::from(from), i32::from(to));
    let (down, right) = (to / side - from / side, to % side - from % side);
    let man = state.cells[from as usize].map(|man| man.tower);
    let over = ((from + to) % 2 == 0)
        .then(|| state.cells[((from + to) / 2) as usize].map(|man| man.owner == state.mover));
    Some(format!(
        "{} {} {man:?} {over:?}",
        down.signum() * down.abs().min(3),
        right.abs().min(3)
    ))
}

/// In which way a cell is outside of the board: programs read them in different ways.
fn form(cell: Cell, name: &str) -> &'static str {
    let column = name.chars().next().unwrap_or_default();
    match cell {
        Some(_) => "a cell",
        None if column.is_ascii_lowercase() => "a small letter",
        None if column.is_ascii_digit() => "a digit for a letter",
        None if !('A'..='H').contains(&column) => "a column too far",
        None if name.len() > 2 => "a row of two digits",
        None if name.ends_with('0') => "row 0",
        None => "a row too far",
    }
}
