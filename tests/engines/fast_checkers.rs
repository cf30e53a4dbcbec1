//! The fast checkers engine against the plain one: same choice, same value, same bytes.
//!
//! `PLYJUDGE_CASES` sets how many random cases each test tries.

use super::random::{Random, answer, assert_engines_agree, cases, changed_options, random_rules};
use plyjudge::game::{Evaluate, FastGame, Game, Side, Tie};
use plyjudge::games;
use plyjudge::games::checkers::fast::Board;
use plyjudge::games::checkers::rules::{
    CELLS, Captured, ChildOrder, Edges, Jumps, KeptCost, LevelCount, Limits, NoAction, Promoted,
    Pruning, Remembered, SIDE,
};
use plyjudge::games::checkers::{Checkers, FastCheckers, Man, Rules, State};
use plyjudge::protocol::Settings;
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::minimax::minimax;
use plyjudge::search::perft::perft;
use plyjudge::search::pvs::{Resources, pvs};

const ALONE: Resources = Resources {
    threads: 1,
    hash_mib: 1,
};

/// A position so many random actions into a game, or its end.
fn played(random: &mut Random, game: &Checkers, plies: usize) -> State {
    let mut state = State::initial();
    let mut actions = Vec::new();
    for _ in 0..plies {
        actions.clear();
        game.moves(&state, &mut actions);
        let Some(&action) = random.pick(&actions) else {
            break;
        };
        state = game.play(&state, action);
    }
    state
}

/// A position with men anywhere, perhaps one that no game leads to.
fn placed(random: &mut Random, most: usize) -> State {
    let mut state = State {
        cells: [None; CELLS],
        mover: *random.pick(&[Side::First, Side::Second]).unwrap(),
        ..State::initial()
    };
    let dark: Vec<_> = (0..CELLS)
        .filter(|cell| (cell / SIDE + cell % SIDE) % 2 == 1)
        .collect();
    for _ in 0..1 + random.below(most) {
        state.cells[*random.pick(&dark).unwrap()] = Some(Man {
            owner: *random.pick(&[Side::First, Side::Second]).unwrap(),
            tower: random.below(2) == 0,
            first: random.below(CELLS) as u8,
        });
    }
    state
}

/// Two positions of three come from a game under the rules, one is placed.
fn position(random: &mut Random, game: &Checkers) -> State {
    if random.below(3) == 0 {
        let mut state = placed(random, 12);
        if game.rules.captured == Captured::TowerMarked {
            let empty = |cell: &usize| state.cells[*cell].is_none();
            let marked = (0..CELLS).filter(empty).filter(|_| random.below(4) == 0);
            state.marked = marked.map(|cell| 1 << cell).sum();
        }
        state
    } else {
        let plies = random.below(80);
        played(random, game, plies)
    }
}

/// The position on the fast board; none where the rules list men otherwise than by cells, let them go over
/// an edge, prune or keep costs along wrongly, give men to the other player, or leave something to later searches.
fn board_of(fast: &FastCheckers, state: &State) -> Option<Board> {
    let board = fast.board(state);
    let rules = &fast.game().rules;
    let goes_over = matches!(
        rules.edges,
        Edges::CapturesWrap
            | Edges::NorthEastCapturesWrap
            | Edges::SouthEastCapturesWrap
            | Edges::SouthWestCapturesWrap
            | Edges::NorthWestCapturesWrap
            | Edges::CapturesWrapFromEdge
            | Edges::NorthEastCapturesWrapFromEdge
            | Edges::SouthEastCapturesWrapFromEdge
            | Edges::SouthWestCapturesWrapFromEdge
            | Edges::NorthWestCapturesWrapFromEdge
            | Edges::AllWrap
    );
    let is_followed = !goes_over
        && !matches!(
            rules.child_order,
            ChildOrder::ByList | ChildOrder::ByListFromCommand
        )
        && rules.pruning == Pruning::Exact
        && rules.kept_cost == KeptCost::Right
        && rules.no_action != NoAction::BoardBefore
        && rules.promoted != Promoted::AnyManByRow
        && rules.remembered == Remembered::Nothing
        && rules.level_count == LevelCount::Right
        && !matches!(rules.limits, Limits::WorstForBoth | Limits::Short);
    let is_dark = |cell: usize| (cell / SIDE + cell % SIDE) % 2 == 1;
    let all_dark = (0..CELLS).all(|cell| is_dark(cell) || state.cells[cell].is_none());
    assert_eq!(board.is_some(), is_followed && all_dark, "{state:?}");
    board
}

#[test]
fn actions_come_in_the_plain_order_and_lead_to_the_same_boards() {
    let mut random = Random::new(1);
    for case in 0..cases(2000) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Checkers::new(rules);
        let state = position(&mut random, &game);
        let fast = FastCheckers::new(game);
        let Some(board) = board_of(&fast, &state) else {
            continue;
        };
        let (mut plain, mut steps) = (Vec::new(), Vec::new());
        game.moves(&state, &mut plain);
        fast.moves(&board, &mut steps);
        let actions: Vec<_> = steps.iter().map(|&step| fast.action(step)).collect();
        assert_eq!(actions, plain, "case {case}: {options:?}, {state:?}");
        for (&action, &step) in plain.iter().zip(&steps) {
            let after = fast.board(&game.play(&state, action));
            assert_eq!(
                after,
                Some(fast.play(&board, step)),
                "case {case}: {options:?}, {action:?}, {state:?}"
            );
        }
    }
}

#[test]
fn choice_and_value_are_minimaxs_under_any_rules() {
    let mut random = Random::new(2);
    for case in 0..cases(300) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Checkers::new(rules.in_search());
        let state = position(&mut random, &Checkers::new(rules.on_the_board()));
        same_decision(
            &game,
            &state,
            1 + random.below(4) as u32,
            &format!("case {case}: {options:?}"),
        );
    }
}

#[test]
fn choice_and_value_are_minimaxs_when_deepened() {
    let mut random = Random::new(3);
    for case in 0..cases(100) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Checkers::new(rules.in_search());
        let state = placed(&mut random, 5);
        same_decision(
            &game,
            &state,
            5 + random.below(2) as u32,
            &format!("case {case}: {options:?}"),
        );
    }
}

fn same_decision(game: &Checkers, state: &State, depth: u32, case: &str) {
    let plain = minimax(game, state, depth);
    let fast = FastCheckers::new(*game);
    let Some(board) = board_of(&fast, state) else {
        return;
    };
    let found = pvs(&fast, &board, depth, ALONE);
    let choice = found.choice.map(|step| fast.action(step));
    assert_eq!(
        (found.value, choice),
        (plain.value, plain.choice),
        "{case}, depth {depth}, {state:?}"
    );
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    let mut random = Random::new(4);
    let game = FastCheckers::new(Checkers::default());
    for plies in [10, 14, 18, 22, 26, 30] {
        let board = game
            .board(&played(&mut random, &Checkers::default(), plies))
            .unwrap();
        let truth = alpha_beta(&game, &board, 8);
        for (threads, hash_mib) in [(1, 0), (1, 1), (1, 64), (2, 1), (4, 64), (0, 0)] {
            let found = pvs(&game, &board, 8, Resources { threads, hash_mib });
            assert_eq!(
                (found.value, found.choice),
                (truth.value, truth.choice),
                "after {plies}"
            );
        }
    }
}

#[test]
fn towers_that_go_to_and_fro_are_searched_to_the_depth_asked_for() {
    // Positions come again with fewer levels left, and must not be taken for the earlier ones.
    let mut random = Random::new(6);
    for case in 0..cases(1000) {
        let game = FastCheckers::new(Checkers::default());
        let mut state = placed(&mut random, 1);
        for owner in [Side::First, Side::Second, Side::Second] {
            *random.pick_mut(&mut state.cells).unwrap() = Some(Man {
                owner,
                tower: true,
                first: 0,
            });
        }
        let Some(board) = game.board(&state) else {
            continue;
        };
        let depth = 8 + random.below(3) as u32;
        let truth = alpha_beta(&game, &board, depth);
        let found = pvs(&game, &board, depth, ALONE);
        assert_eq!(
            (found.value, found.choice),
            (truth.value, truth.choice),
            "case {case}, depth {depth}, {state:?}"
        );
    }
}

#[test]
fn a_capture_may_go_on_through_the_cell_it_started_from() {
    // White's tower on D3 can jump round C4, C6 … in a ring, and then on over C2.
    let mut state = State {
        cells: [None; CELLS],
        mover: Side::Second,
        ..State::initial()
    };
    let mut put = |row: usize, column: usize, owner, tower| {
        state.cells[row * SIDE + column] = Some(Man {
            owner,
            tower,
            first: 0,
        });
    };
    put(2, 3, Side::Second, true);
    for (row, column) in [(3, 4), (5, 4), (5, 2), (3, 2), (1, 2)] {
        put(row, column, Side::First, false);
    }
    let game = Checkers::new(Rules {
        jumps: Jumps::Many,
        ..Rules::default()
    });
    let (fast, mut plain, mut steps) = (FastCheckers::new(game), Vec::new(), Vec::new());
    game.moves(&state, &mut plain);
    fast.moves(&fast.board(&state).unwrap(), &mut steps);
    assert!(plain.iter().any(|action| action.jumped.count_ones() == 5));
    assert_eq!(
        steps
            .iter()
            .map(|&step| fast.action(step))
            .collect::<Vec<_>>(),
        plain
    );
}

#[test]
fn a_man_on_a_light_cell_is_left_to_the_plain_engine() {
    let mut state = State::initial();
    state.cells[0] = state.cells[1];
    assert_eq!(FastCheckers::new(Checkers::default()).board(&state), None);
}

#[test]
fn keys_tell_positions_apart() {
    let game = FastCheckers::new(Checkers::default());
    let board = game.board(&State::initial()).unwrap();
    let mut towers = State::initial();
    towers.cells[1].as_mut().unwrap().tower = true;
    let mover = State {
        mover: Side::Second,
        ..State::initial()
    };
    for other in [towers, mover] {
        assert_ne!(game.key(&board), game.key(&game.board(&other).unwrap()));
    }
}

#[test]
fn leaves_are_counted_as_on_the_plain_board() {
    let plain = Checkers::default();
    let fast = FastCheckers::new(plain);
    let start = State::initial();
    let board = fast.board(&start).unwrap();
    for plies in 0..=6 {
        assert_eq!(perft(&fast, &board, plies), perft(&plain, &start, plies));
    }
}

#[test]
fn whole_answers_are_the_same_bytes() {
    let protocol = games::find("checkers").unwrap();
    let mut random = Random::new(5);
    for case in 0..cases(100) {
        let rules = random_rules(&mut random, &protocol.options());
        let settings = Settings {
            rules,
            ..Settings::default()
        };
        let input = game_text(&mut random, &settings);
        assert_engines_agree(protocol, &settings, &input, case);
    }
}

/// Rules that only the plain search follows are left out where nothing comes up to which they matter.
#[test]
fn rules_without_occasion_are_left_out_rightly() {
    let protocol = games::find("checkers").unwrap();
    let options = protocol.options();
    let left_out = ["put-back", "promotion", "kept-cost", "limits"]
        .map(|name| options.iter().find(|option| option.name == name).unwrap());
    let values: Vec<_> = left_out
        .iter()
        .flat_map(|option| {
            option
                .mistakes
                .iter()
                .map(|value| (option.name, &value.name))
        })
        .collect();
    let mut random = Random::new(6);
    for case in 0..cases(100) {
        let (name, value) = values[case % values.len()];
        let mut rules = random_rules(&mut random, &options);
        rules.push((name.to_owned(), value.to_string()));
        let settings = Settings {
            rules,
            ..Settings::default()
        };
        let input = game_text(&mut random, &settings);
        assert_engines_agree(protocol, &settings, &input, case);
    }
}

/// Random legal actions and a command.
fn game_text(random: &mut Random, settings: &Settings) -> String {
    let (rules, _) = settings
        .records::<Rules, plyjudge::games::checkers::text::Text>()
        .unwrap();
    let game = Checkers::new(rules.on_the_board());
    let mut state = State::initial();
    let mut text = String::new();
    let mut actions = Vec::new();
    for _ in 0..random.below(60) {
        actions.clear();
        game.moves(&state, &mut actions);
        let Some(&action) = random.pick(&actions) else {
            break;
        };
        text += &plyjudge::games::checkers::text::action_name(action);
        text.push('\n');
        state = game.play(&state, action);
    }
    text + random.pick(&["A\n", "P\n"]).unwrap()
}

#[test]
fn ties_between_all_actions_go_to_the_end_that_the_rules_name() {
    // No first action changes the cost; the last one found is that of G6 to the north-west.
    for (tie, expected) in [(Tie::First, "A6-B5"), (Tie::Last, "G6-F5")] {
        let game = Checkers::new(Rules {
            tie,
            ..Rules::default()
        });
        assert_eq!(game.conventions().tie, tie);
        let fast = FastCheckers::new(game);
        let board = fast.board(&State::initial()).unwrap();
        let step = pvs(&fast, &board, 1, ALONE).choice.unwrap();
        let action = plyjudge::games::checkers::text::action_name(fast.action(step));
        assert_eq!(action, expected);
    }
}

/// Two ways lead to the same board, but not with the same men in the same cells: where men are listed
/// as they stood at first, a search of the one says nothing of the other.
#[test]
fn boards_with_men_that_came_otherwise_are_searched_apart() {
    let settings = Settings {
        rules: vec![("child-order".to_owned(), "by-list".to_owned())],
        ..Settings::default()
    };
    let later = "G4-H5\nC6-B5\nD3-C4\nB7-C6\nC2-D3\nA\n";
    let ways = ["C6-D5\nH3-G4\nD7-C6\n", "E6-D5\nH3-G4\nD7-E6\n"];
    let computed = ways.map(|way| {
        let input = way.to_owned() + later;
        let game = games::find("checkers").unwrap();
        assert_engines_agree(game, &settings, &input, 0);
        let answer = answer(game, &settings, &input);
        answer.rsplit("*** ").next().unwrap().to_owned()
    });
    assert!(computed[0].starts_with("BLACK ACTION #9: D5-E4\n"));
    assert!(computed[1].starts_with("BLACK ACTION #9: B5-A4\n"));
}
