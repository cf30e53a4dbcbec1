//! The fast Kalah engine against the plain one: same choice, same value, same counts.
//!
//! `PLYJUDGE_CASES` sets how many random cases each test tries.

use super::random::{Random, assert_engines_agree, cases, changed_options, random_rules};
use plyjudge::game::{Evaluate, Game, Leaf, Side};
use plyjudge::games;
use plyjudge::games::kalah::choices::{Capture, Ties};
use plyjudge::games::kalah::fast::{Board, Effort, FastKalah, Limits};
use plyjudge::games::kalah::rules::{MOST_SEEDS, PITS, POSITIONS};
use plyjudge::games::kalah::{Kalah, Rules, State};
use plyjudge::options::Number;
use plyjudge::protocol::Settings;
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::effort;
use plyjudge::search::minimax::minimax;

const ALONE: Effort = Effort {
    threads: 1,
    bytes: 1 << 20,
};

/// A position with seeds anywhere: from nearly none to as many as there may be.
fn placed(random: &mut Random, most: usize) -> State {
    let mover = *random.pick(&[Side::First, Side::Second]).unwrap();
    let mut state = State::new([0; POSITIONS], mover);
    let total = random.below(most + 1);
    // Heaps make laps; single seeds make empty pits and captures.
    let heap = 1 + random.below(20);
    let mut left = total;
    while left > 0 {
        let seeds = left.min(1 + random.below(heap));
        *random.pick_mut(&mut state.seeds).unwrap() += seeds as u8;
        left -= seeds;
    }
    state
}

/// A position so many random moves into a game, or its end.
fn played(random: &mut Random, game: &Kalah, plies: usize) -> State {
    let mut state = State::initial();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&state, &mut moves);
        let Some(&chosen) = random.pick(&moves) else {
            break;
        };
        state = game.play(&state, chosen);
    }
    state
}

fn position(random: &mut Random, game: &Kalah) -> State {
    match random.below(4) {
        0 => placed(random, 12),
        1 => placed(random, MOST_SEEDS as usize),
        _ => {
            let plies = random.below(40);
            played(random, game, plies)
        }
    }
}

#[test]
fn moves_come_in_the_plain_order_and_lead_to_the_same_positions() {
    let mut random = Random::new(11);
    for case in 0..cases(3000) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Kalah::new(rules);
        let Some(fast) = FastKalah::new(game) else {
            continue;
        };
        let state = position(&mut random, &game);
        let case = format!("case {case}: {options:?}, {state:?}");
        let board = fast.board(&state).unwrap();
        assert_eq!(fast.is_over(board), game.is_over(&state), "{case}");
        let value = game.value(&state, state.mover, Leaf::Horizon);
        assert_eq!(fast.shown(&state, fast.value(board)), value, "{case}");
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if fast.is_stuck(board) {
            assert!(moves.is_empty(), "{case}");
            continue;
        }
        let pits: Vec<_> = fast.pits(board).collect();
        let shown: Vec<_> = pits.iter().map(|&pit| fast.pit(&state, pit)).collect();
        assert_eq!(shown, moves, "{case}");
        for (&chosen, pit) in moves.iter().zip(pits) {
            let next = game.play(&state, chosen);
            let played = fast.play(board, pit);
            let plies = i64::from(game.plies(&state, chosen));
            assert_eq!(i64::from(fast.cost(played)), plies, "{case}");
            assert_eq!(played.again, next.mover == state.mover, "{case}");
            // The plain game has swept what the fast one sweeps in the value.
            if game.is_over(&next) {
                let value = game.value(&next, next.mover, Leaf::NoMoves);
                assert_eq!(
                    fast.shown(&next, fast.value(played.next())),
                    value,
                    "{case}"
                );
            } else {
                assert_eq!(fast.board(&next), Some(played.next()), "{case}");
            }
        }
    }
}

#[test]
fn values_counts_and_choices_are_the_plain_ones_under_any_rules() {
    let mut random = Random::new(12);
    for case in 0..cases(400) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Kalah::new(rules);
        let state = position(&mut random, &game);
        let depth = random.below(6) as u32;
        same(&game, &state, depth, &format!("case {case}: {options:?}"));
    }
}

#[test]
fn values_counts_and_choices_are_the_plain_ones_when_deep() {
    let mut random = Random::new(13);
    for case in 0..cases(60) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Kalah::new(rules);
        let state = placed(&mut random, 9);
        let depth = 6 + random.below(4) as u32;
        same(&game, &state, depth, &format!("case {case}: {options:?}"));
    }
}

fn same(game: &Kalah, state: &State, depth: u32, case: &str) {
    let case = format!("{case}, depth {depth}, {state:?}");
    let plain = minimax(game, state, depth);
    let pruned = alpha_beta(game, state, depth);
    let Some(fast) = FastKalah::new(*game) else {
        return;
    };
    let board = fast.board(state).unwrap();
    let survey = fast.survey(board, depth, 1);
    assert_eq!(fast.shown(state, survey.value), plain.value, "{case}");
    assert_eq!(survey.nodes, plain.nodes, "{case}");
    assert_eq!(survey.pruned_nodes, pruned.nodes, "{case}");
    let decided = fast.decide(board, depth, ALONE);
    assert_eq!(fast.shown(state, decided.value), plain.value, "{case}");
    let pit = decided.pit.map(|pit| fast.pit(state, pit));
    assert_eq!(pit, plain.choice, "{case}");
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    let mut random = Random::new(14);
    let game = Kalah::default();
    let fast = FastKalah::new(game).unwrap();
    for plies in [0, 4, 8, 12, 16] {
        let board = fast.board(&played(&mut random, &game, plies)).unwrap();
        let (alone, together) = (fast.survey(board, 8, 1), fast.survey(board, 8, 3));
        assert_eq!(alone, together, "after {plies}");
        let truth = fast.decide(board, 11, ALONE);
        assert_eq!(truth.value, fast.alpha_beta(board, 11).value);
        for (threads, bytes) in [(1, 0), (2, 1 << 16), (2, 1 << 26), (5, 1 << 22)] {
            let found = fast.decide(board, 11, Effort { threads, bytes });
            assert_eq!(found, truth, "after {plies}, {threads} threads");
        }
    }
}

#[test]
fn a_solved_position_is_worth_what_minimax_to_the_end_says() {
    let mut random = Random::new(15);
    let mut compared = 0;
    for case in 0..cases(300) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Kalah::new(rules);
        let state = placed(&mut random, 7);
        let Some(fast) = FastKalah::new(game) else {
            continue;
        };
        let board = fast.board(&state).unwrap();
        // No game of seven seeds is longer than this many moves of two levels at most.
        let plain = alpha_beta(&game, &state, 10_000);
        let solved = fast.solve(board, &mut limits(1 + case % 2)).unwrap();
        let case = format!("case {case}: {options:?}, {state:?}");
        assert_eq!(fast.shown(&state, solved.value), plain.value, "{case}");
        if rules.tie == Ties::First {
            let pit = solved.pit.map(|pit| fast.pit(&state, pit));
            assert_eq!(pit, plain.choice, "{case}");
            compared += 1;
        }
    }
    assert!(compared > 0);
}

fn limits(threads: usize) -> Limits<'static> {
    Limits {
        nodes: u64::MAX,
        effort: Effort {
            threads,
            bytes: 16 << 20,
        },
        progress: Box::leak(Box::new(|_: &str| ())),
    }
}

#[test]
fn too_many_seeds_are_left_to_the_plain_engine() {
    let mut state = State::initial();
    state.seeds[6] = MOST_SEEDS as u8;
    assert_eq!(
        FastKalah::new(Kalah::default()).unwrap().board(&state),
        None
    );
}

#[test]
fn whole_answers_are_the_same_bytes() {
    let protocol = games::find("kalah").unwrap();
    let mut random = Random::new(16);
    for case in 0..cases(150) {
        let settings = Settings {
            rules: random_rules(&mut random, &protocol.options()),
            format: random
                .pick(&[None, Some("choice".to_owned())])
                .unwrap()
                .clone(),
            ..Settings::default()
        };
        let lines = (0..3).map(|_| {
            let state = position(&mut random, &Kalah::default());
            let seeds = state.seeds.map(|seeds| seeds.to_string()).join(" ");
            let depth = 1 + random.below(5);
            format!("{seeds} {} {depth}\n", state.mover.index())
        });
        let input: String = lines.collect();
        assert_engines_agree(protocol, &settings, &input, case);
    }
}

/// Boards whose heaps go round as often as pits are empty.
fn boards() -> impl Iterator<Item = Board> {
    let mut random = Random::new(1);
    let mut side = move || {
        (0..PITS).fold(0, |side, _| {
            let most = *random.pick(&[1, 3, 7, 30]).unwrap();
            side << 8 | random.below(most) as u64
        })
    };
    (0..20_000).map(move |_| Board {
        own: side(),
        other: side(),
    })
}

/// What is found for all pits at once, without playing, is what the moves add one by one.
#[test]
fn gains_are_those_of_the_moves() {
    let kalah = FastKalah::new(Kalah::default()).unwrap();
    for board in boards() {
        let gain = |pit| kalah.play(board, pit).board.margin() - board.margin();
        let gains: Vec<i32> = kalah.pits(board).map(gain).collect();
        let most = gains.iter().copied().max().unwrap_or(0);
        for enough in 1..12 {
            let first = gains.iter().position(|&gain| gain >= enough);
            let tried = first.map_or(gains.len(), |first| first + 1) as u64;
            assert_eq!(
                kalah.tried(board, enough),
                (tried, most),
                "{enough} of {board:x?}"
            );
        }
    }
}

/// The nodes of a tree all of whose moves are played.
fn nodes_played(kalah: &FastKalah, board: Board, depth: u32) -> u64 {
    if depth == 0 || kalah.is_stuck(board) {
        return 1;
    }
    let below = kalah.pits(board).map(|pit| {
        let played = kalah.play(board, pit);
        let left = depth.saturating_sub(kalah.cost(played));
        nodes_played(kalah, played.next(), left)
    });
    1 + below.sum::<u64>()
}

#[test]
fn moves_that_are_foreseen_are_as_many_as_those_that_are_played() {
    let captures = [
        Capture::EmptyBeforeSowing,
        Capture::EmptyOnLanding,
        Capture::Standard,
    ];
    for (levels, capture) in captures
        .map(|capture| [(1, capture), (2, capture)])
        .concat()
    {
        let kalah = FastKalah::new(Kalah::new(Rules {
            extra_turn_levels: Number::new(levels),
            capture,
            ..Rules::default()
        }));
        let kalah = kalah.unwrap();
        for board in boards() {
            let played = nodes_played(&kalah, board, 2);
            assert_eq!(kalah.count(board, 2), played, "{board:x?}");
        }
    }
}

#[test]
fn the_nodes_are_those_that_minimax_visits() {
    let (game, state) = (Kalah::default(), State::initial());
    let fast = FastKalah::new(game).unwrap();
    let board = fast.board(&state).unwrap();
    let visited = minimax(&game, &state, 4).nodes;
    assert_eq!(fast.nodes_within(board, 4, visited), Some(visited));
    assert_eq!(fast.nodes_within(board, 4, visited - 1), None);
}

/// The usual rules, and those under which extra turns cost nothing: trees are largest then.
#[test]
fn counting_fast_and_counting_plainly_agree_on_what_is_too_much() {
    let mut random = Random::new(20);
    let costless = Rules {
        extra_turn_levels: Number::new(0),
        ..Rules::default()
    };
    let games = [(Rules::default(), 700), (costless, 3000)];
    let games = games.map(|(rules, most)| (FastKalah::new(Kalah::new(rules)).unwrap(), most));
    for _ in 0..200 {
        let state = position(&mut random, &Kalah::default());
        for depth in 1..6 {
            for (fast, most) in &games {
                let plain = effort::nodes(&fast.game, &state, depth, *most);
                let counted = fast.nodes_within(fast.board(&state).unwrap(), depth, *most);
                assert_eq!(counted, plain, "{state:?} {depth}");
            }
        }
    }
}
