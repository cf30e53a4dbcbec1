//! Strategies for inputs of every protocol, made of random numbers only, so that a failing
//! one shrinks.

use plyjudge::game::{Game, Side};
use plyjudge::games::checkers::{self, Checkers, text::action_name};
use plyjudge::games::ewn::{self, rules::STONES};
use plyjudge::games::hexline::{self, rules::CELLS};
use plyjudge::games::kalah;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

/// The line of play that random choices lead to, with every state on the way.
pub fn playout<G: Game>(
    game: &G,
    start: G::State,
    choices: &[Index],
) -> (Vec<G::Move>, Vec<G::State>) {
    let (mut played, mut states) = (Vec::new(), vec![start]);
    for choice in choices {
        let state = states.last().expect("the start at least");
        let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        game.outcomes(state, &mut outcomes);
        let next = if !moves.is_empty() {
            let chosen = *choice.get(&moves);
            played.push(chosen);
            game.play(state, chosen)
        } else if !outcomes.is_empty() {
            choice.get(&outcomes).clone()
        } else {
            break;
        };
        states.push(next);
    }
    (played, states)
}

/// A checkers game of up to `longest` legal actions, perhaps with a wrong one, then perhaps
/// a command.
pub fn checkers_input(longest: usize) -> impl Strategy<Value = String> {
    let wrong = prop_oneof![
        4 => Just(String::new()),
        1 => "[A-I][0-9]-[A-I][0-9]\n",
    ];
    let command = select(vec!["", "A\n", "P\n"]);
    (vec(any::<Index>(), 0..longest), wrong, command).prop_map(|(choices, wrong, command)| {
        let game = Checkers::default();
        let (played, _) = playout(&game, checkers::State::initial(), &choices);
        let played: String = played
            .into_iter()
            .map(|action| action_name(action) + "\n")
            .collect();
        played + &wrong + command
    })
}

/// A Kalah position of at most 98 seeds.
pub fn kalah_state() -> impl Strategy<Value = kalah::State> {
    let counts = prop_oneof![
        vec(0_u8..=7, 14),
        vec(select(vec![0_u8, 0, 1, 2, 13, 14]), 14)
    ];
    (counts, any::<bool>()).prop_map(|(counts, second)| {
        let mut seeds = <[u8; 14]>::try_from(counts).expect("14 counts");
        let mut left = 98;
        for count in &mut seeds {
            *count = (*count).min(left);
            left -= *count;
        }
        let mover = if second { Side::Second } else { Side::First };
        kalah::State::new(seeds, mover)
    })
}

/// Kalah lines to a small depth.
pub fn kalah_input() -> impl Strategy<Value = String> {
    vec((kalah_state(), 1..=6_u32), 1..4).prop_map(|lines| {
        let line = |(state, depth): (kalah::State, u32)| {
            let seeds = state.seeds.map(|count| count.to_string()).join(" ");
            format!("{seeds} {} {depth}\n", state.mover.index())
        };
        lines.into_iter().map(line).collect()
    })
}

/// An EinStein position with a die rolled and nobody having won.
pub fn ewn_state() -> impl Strategy<Value = ewn::State> {
    let cells = Just((1..=25).collect::<Vec<u8>>()).prop_shuffle();
    let present = vec(any::<bool>(), 2 * STONES);
    (cells, present, 1..=6_u8, any::<bool>())
        .prop_map(|(cells, present, die, second)| {
            let mut state = ewn::State {
                cells: [[0; STONES]; 2],
                mover: if second { Side::Second } else { Side::First },
                die: Some(die),
            };
            let stones = state.cells.as_flattened_mut().iter_mut();
            for ((stone, cell), present) in stones.zip(cells).zip(present) {
                *stone = if present { cell } else { 0 };
            }
            state
        })
        .prop_filter("a game still going on", |state| {
            ewn::Ewn::default().winner(state).is_none()
        })
}

/// EinStein lines of both kinds.
pub fn ewn_input() -> impl Strategy<Value = String> {
    vec((ewn_state(), any::<bool>()), 1..4)
        .prop_map(|lines| lines.into_iter().map(ewn_line).collect())
}

/// EinStein lines that come of each other, so that the colours take turns.
pub fn ewn_game() -> impl Strategy<Value = String> {
    (ewn_state(), vec(any::<Index>(), 2..8)).prop_map(|(state, choices)| {
        let (_, states) = playout(&ewn::Ewn::default(), state, &choices);
        let rolled = states.into_iter().filter(|state| state.die.is_some());
        let going_on = rolled.filter(|state| ewn::Ewn::default().winner(state).is_none());
        going_on.map(|state| ewn_line((state, false))).collect()
    })
}

/// A line that asks for a move, or for an analysis.
fn ewn_line((state, is_get): (ewn::State, bool)) -> String {
    let cells: Vec<_> = state
        .cells
        .as_flattened()
        .iter()
        .map(u8::to_string)
        .collect();
    let (die, cells) = (state.die.unwrap_or_default(), cells.join(" "));
    match (is_get, state.mover) {
        (false, mover) => format!("{} {die} {cells}\n", mover.index()),
        (true, Side::First) => format!("get B {die} {cells}\n"),
        (true, Side::Second) => format!("get R {die} {cells}\n"),
    }
}

/// A map with up to `most` free cells, near each other.
pub fn hexline_state(most: usize) -> impl Strategy<Value = hexline::State> {
    let places = (0_usize..7, 0_usize..7).prop_flat_map(|(x0, y0)| {
        let block = (0..36).map(|cell| (x0 + cell / 6) * 12 + y0 + cell % 6);
        Just(block.collect::<Vec<_>>()).prop_shuffle()
    });
    let others = vec(select(vec![-1, 1, 2]), CELLS);
    (places, 0..=most, others, any::<bool>()).prop_map(|(places, free, others, second)| {
        use hexline::rules::Cell;
        let mut cells = [Cell::Blocked; CELLS];
        for (cell, other) in cells.iter_mut().zip(others) {
            *cell = match other {
                1 => Cell::Taken(Side::First),
                2 => Cell::Taken(Side::Second),
                _ => Cell::Blocked,
            };
        }
        for &place in &places[..free.min(places.len())] {
            cells[place] = Cell::Free;
        }
        let mover = if second { Side::Second } else { Side::First };
        hexline::State::new(cells, mover)
    })
}

/// Maps as text.
pub fn hexline_input() -> impl Strategy<Value = String> {
    vec(hexline_state(12), 1..3).prop_map(|states| states.iter().map(hexline_block).collect())
}

/// A map as text.
pub fn hexline_block(state: &hexline::State) -> String {
    use hexline::rules::Cell;
    let mut text = format!("map {}\n", state.mover.index() + 1);
    for row in state.cells.chunks(12) {
        let row: Vec<_> = row
            .iter()
            .map(|cell| match cell {
                Cell::Blocked => "-1",
                Cell::Free => "0",
                Cell::Taken(Side::First) => "1",
                Cell::Taken(Side::Second) => "2",
            })
            .collect();
        text += &(row.join(" ") + "\n");
    }
    text
}
