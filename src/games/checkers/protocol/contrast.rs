//! How a wrong line differs from the right one, in checkers terms: which action, what it is
//! worth to the search, and which of the best it is.

use super::{BLACK, Checkers, Rules, State, WHITE, locate, text, trimmed};
use crate::game::{Evaluate, Game, Side};
use crate::games::checkers::Action;
use crate::protocol::{Contrast, Differing};
use crate::search::minimax::minimax;

/// The headline of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Headline<'a> {
    is_computed: bool,
    player: &'a str,
    number: &'a str,
    action: &'a str,
}

impl<'a> Headline<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let bare = line.strip_prefix("*** ");
        let (player, rest) = bare.unwrap_or(line).split_once(" ACTION #")?;
        let (number, action) = rest.split_once(": ")?;
        Some(Self {
            is_computed: bare.is_some(),
            player,
            number,
            action,
        })
    }
}

/// Says how a line differs.
pub(super) fn contrast(rules: &Rules, differing: &Differing<'_>) -> Contrast {
    let plain = Contrast::of_lines(
        locate(&trimmed(differing.expected), differing.line),
        differing,
    );
    let expected = differing.expected.lines().nth(differing.line);
    let (Some(expected), Some(printed)) = (
        expected.and_then(Headline::of),
        differing.printed.and_then(Headline::of),
    ) else {
        return plain;
    };
    let same_turn = (printed.player, printed.number) == (expected.player, expected.number);
    if !expected.is_computed || !same_turn || expected.action == printed.action {
        return plain;
    }
    let Some(mut state) = state_before(rules, differing) else {
        return plain;
    };
    state.mover = player(expected.player);
    let values = values(rules, &state);
    let shown = |action: &str| format!("{action} ({})", worth(rules, &state, &values, action));
    Contrast {
        place: format!("action #{}", expected.number),
        expected: shown(expected.action),
        printed: shown(printed.action),
    }
}

/// The position in which the expected action is played.
fn state_before(rules: &Rules, differing: &Differing<'_>) -> Option<State> {
    let board = Checkers::new(rules.on_the_board());
    let before = differing.expected.lines().take(differing.line);
    let mut state = State::initial();
    for headline in before.filter_map(Headline::of) {
        state.mover = player(headline.player);
        let action = text::named_action(&board, &state, headline.action)?;
        state = board.play(&state, action);
    }
    Some(state)
}

fn player(name: &str) -> Side {
    if name == "BLACK" { BLACK } else { WHITE }
}

/// The actions of a position with their values, in the order of the search.
fn values(rules: &Rules, state: &State) -> Vec<(Action, i32)> {
    let game = Checkers::in_search(*rules, state);
    let actions = game.all_moves(state);
    let depth = rules.depth.get() as u32;
    let value = |action: Action| minimax(&game, &game.play(state, action), depth - 1).value;
    let valued = actions.into_iter().map(|action| (action, value(action)));
    valued.collect()
}

/// What an action is worth, and which of the best it is.
fn worth(rules: &Rules, state: &State, values: &[(Action, i32)], name: &str) -> String {
    let board = Checkers::new(rules.on_the_board());
    let own = text::named_action(&board, state, name)
        .and_then(|action| values.iter().find(|(known, _)| *known == action));
    let Some(&(own, value)) = own else {
        return "not a legal action".to_owned();
    };
    let game = Checkers::in_search(*rules, state);
    let all = values.iter().map(|(_, value)| *value);
    let best = match game.maximises(state.mover, state.mover) {
        true => all.max(),
        false => all.min(),
    };
    let shown = match value {
        i32::MIN => "INT_MIN".to_owned(),
        i32::MAX => "INT_MAX".to_owned(),
        other => other.to_string(),
    };
    if best != Some(value) {
        return format!("value {shown}, not the best");
    }
    let equal: Vec<Action> = values
        .iter()
        .filter(|(_, other)| *other == value)
        .map(|(action, _)| *action)
        .collect();
    let place = equal.iter().position(|action| *action == own);
    let place = match (place, equal.len()) {
        (_, 1) => "the only best".to_owned(),
        (Some(0), _) => "first".to_owned(),
        (Some(at), count) if at + 1 == count => "last".to_owned(),
        (Some(at), count) => format!("number {} of {count} as good", at + 1),
        (None, _) => "as good as the best".to_owned(),
    };
    format!("value {shown}, {place}")
}
