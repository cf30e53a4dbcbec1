//! Properties that hold on every random line of play and every input.

use super::inputs;
use plyjudge::answer::answer;
use plyjudge::game::{Evaluate, Game, Leaf};
use plyjudge::games;
use plyjudge::games::checkers::{self, Checkers, text as checkers_text};
use plyjudge::games::ewn::Ewn;
use plyjudge::games::hexline::{self, Hexline};
use plyjudge::games::kalah::{self, Kalah};
use plyjudge::options::Record;
use plyjudge::protocol::{Engine, Settings};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::minimax::minimax;
use proptest::collection::vec;
use proptest::prelude::{
    Strategy, any, prop_assert, prop_assert_eq, prop_assume, prop_oneof, proptest,
};
use proptest::sample::{Index, select};

/// What is answered to an input of a named game, by the plain engine.
fn answered(game: &str, input: &[u8]) -> (Vec<u8>, Result<(), String>) {
    let settings = Settings {
        engine: Engine::Plain,
        depth: Some(1),
        ..Settings::default()
    };
    let mut out = Vec::new();
    let mut input = input;
    let outcome = answer(&mut input, "input", games::find(game), &settings, &mut out);
    (out, outcome.map(drop).map_err(|error| error.to_string()))
}

/// Alpha-beta and minimax choose alike and value alike.
fn searches_agree<G: Evaluate>(game: &G, state: &G::State, depth: u32) {
    let (plain, pruned) = (minimax(game, state, depth), alpha_beta(game, state, depth));
    assert_eq!(plain.value, pruned.value, "{state:?}");
    assert_eq!(plain.choice, pruned.choice, "{state:?}");
    assert!(plain.nodes >= pruned.nodes, "{state:?}");
}

/// The value of a Kalah position to a program that negates what each move leads to, whoever moves
/// there.
fn negated(game: &Kalah, state: &kalah::State, depth: i32) -> i32 {
    let mut pits = Vec::new();
    game.moves(state, &mut pits);
    let values = pits.iter().map(|&pit| {
        let left = depth - game.plies(state, pit);
        -negated(game, &game.play(state, pit), left)
    });
    match depth > 0 {
        true => values.max(),
        false => None,
    }
    .unwrap_or_else(|| game.settled(state, None).margin(state.mover))
}

/// The value of a map to its mover at a level of the search, with the levels chosen by `depth`;
/// `stuck` is what it is worth to have no line to take.
fn negamax(
    game: &Hexline,
    state: &hexline::State,
    level: u32,
    depth: &dyn Fn(&hexline::State) -> u32,
    stuck: Option<i32>,
) -> i32 {
    let mut lines = Vec::new();
    if level < depth(state) {
        game.moves(state, &mut lines);
        if let Some(stuck) = stuck.filter(|_| lines.is_empty()) {
            return stuck;
        }
    }
    let after = |&line| -negamax(game, &game.play(state, line), level + 1, depth, stuck);
    let best = lines.iter().map(after).max();
    best.unwrap_or_else(|| game.value(state, state.mover, Leaf::Horizon))
}

proptest! {
    #[test]
    fn a_value_may_be_negated_after_an_extra_turn(
        state in inputs::kalah_state(),
        depth in 1..6_u32,
    ) {
        let mut rules = kalah::Rules::default();
        rules.set("extra-turn-value", "negated").unwrap();
        let game = Kalah::new(rules);
        searches_agree(&game, &state, depth);
        let value = negated(&Kalah::default(), &state, depth as i32);
        prop_assert_eq!(minimax(&game, &state, depth).value, value);
    }

    #[test]
    fn levels_may_be_chosen_anew_at_each_node(state in inputs::hexline_state(7)) {
        let mut rules = hexline::Rules::default();
        let few = [("switch", "4"), ("depth", "2"), ("late-depth", "4")];
        few.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
        let usual = Hexline::new(rules);
        rules.set("depth-chosen", "each-node").unwrap();
        let game = Hexline::new(rules);
        let depth = game.depth(&state);
        searches_agree(&game, &state, depth);
        let value = negamax(&usual, &state, 0, &|state| usual.depth(state), None);
        prop_assert_eq!(minimax(&game, &state, depth).value, value);
    }

    #[test]
    fn who_has_no_line_to_take_may_have_lost_most(state in inputs::hexline_state(6)) {
        let mut rules = hexline::Rules::default();
        rules.set("last-cell", "wins-early").unwrap();
        let game = Hexline::new(rules);
        for depth in [2, 3] {
            searches_agree(&game, &state, depth);
            let value = negamax(&Hexline::default(), &state, 0, &|_| depth, Some(-10_000));
            prop_assert_eq!(minimax(&game, &state, depth).value, value);
        }
    }

    #[test]
    fn every_legal_checkers_action_is_accepted_as_text(choices in vec(any::<Index>(), 0..80)) {
        let (played, _) = inputs::playout(&Checkers::default(), checkers::State::initial(), &choices);
        let input: Vec<_> = played.iter().map(|&action| checkers_text::action_name(action)).collect();
        let (out, outcome) = answered("checkers", input.join("\n").as_bytes());
        prop_assert_eq!(outcome, Ok(()));
        let out = String::from_utf8(out).unwrap();
        prop_assert!(!out.contains("ERROR"), "{}", out);
        for (number, (action, name)) in (1..).zip(played.iter().zip(&input)) {
            let headline = format!(" ACTION #{number}: {name}\n");
            prop_assert!(out.contains(&headline), "{:?}", action);
        }
    }

    #[test]
    fn checkers_men_never_appear_from_nowhere(choices in vec(any::<Index>(), 0..150)) {
        let game = Checkers::default();
        let (played, states) = inputs::playout(&game, checkers::State::initial(), &choices);
        for (action, pair) in played.iter().zip(states.windows(2)) {
            let men = |state: &checkers::State| state.cells.iter().flatten().count();
            let jumped = action.jumped.count_ones() as usize;
            prop_assert_eq!(men(&pair[0]), men(&pair[1]) + jumped);
        }
    }

    #[test]
    fn kalah_keeps_its_seeds_under_every_rule(
        state in inputs::kalah_state(),
        choices in vec(any::<Index>(), 0..40),
        option in any::<Index>(),
        value in any::<Index>(),
    ) {
        let mut rules = kalah::Rules::default();
        let options = kalah::Rules::options();
        let option = option.get(&options);
        // Captured seeds that stay where they are become more; some count for nobody, or are lost.
        let changes_seeds =
            ["facing-pit", "landing-seeds", "opponent-store", "own-store", "pit-size"];
        prop_assume!(!changes_seeds.contains(&option.name));
        let value = &value.get(&option.mistakes).name;
        prop_assume!(value != "counted-before-sowing");
        rules.set(option.name, value).unwrap();
        // Where pits may owe seeds, what is captured is kept apart from the stores.
        let total = |state: &kalah::State| {
            let on_board = state.seeds.iter().map(|&count| i32::from(count)).sum::<i32>();
            on_board + state.kept.iter().sum::<i32>()
        };
        let (_, states) = inputs::playout(&Kalah::new(rules), state.clone(), &choices);
        for later in &states {
            prop_assert_eq!(total(&state), total(later));
        }
    }

    #[test]
    fn ewn_stones_go_forward_and_never_return(
        state in inputs::ewn_state(),
        choices in vec(any::<Index>(), 0..40),
    ) {
        let (_, states) = inputs::playout(&Ewn::default(), state, &choices);
        for pair in states.windows(2) {
            for (before, after) in pair[0].cells[0].iter().zip(pair[1].cells[0]) {
                prop_assert!(after <= *before, "Blue goes to lower cells, or is removed");
            }
            for (before, after) in pair[0].cells[1].iter().zip(pair[1].cells[1]) {
                prop_assert!(after == 0 || (*before != 0 && after >= *before));
            }
        }
    }

    #[test]
    fn hexline_lines_take_free_cells_only(
        state in inputs::hexline_state(20),
        choices in vec(any::<Index>(), 0..20),
    ) {
        let (played, states) = inputs::playout(&Hexline::default(), state, &choices);
        for (line, pair) in played.iter().zip(states.windows(2)) {
            let changed: Vec<_> = (0..144).filter(|&cell| pair[0].cells[cell] != pair[1].cells[cell]).collect();
            prop_assert_eq!(changed.len(), usize::from(line.length));
            prop_assert!(changed.iter().all(|&cell| pair[0].cells[cell] == hexline::rules::Cell::Free));
            let recounted = hexline::State::new(pair[1].cells, pair[1].mover);
            prop_assert_eq!(recounted.free, pair[1].free);
        }
    }

    #[test]
    fn playing_leaves_the_position_it_started_from_untouched(
        state in inputs::kalah_state(),
        choices in vec(any::<Index>(), 0..40),
    ) {
        let game = Kalah::default();
        let (played, states) = inputs::playout(&game, state, &choices);
        for (chosen, pair) in played.into_iter().zip(states.windows(2)) {
            prop_assert_eq!(&game.play(&pair[0], chosen), &pair[1]);
        }
    }

    #[test]
    fn pruning_changes_neither_value_nor_choice(
        kalah in inputs::kalah_state(),
        hexline in inputs::hexline_state(7),
        choices in vec(any::<Index>(), 0..80),
        depth in 0_u32..5,
    ) {
        searches_agree(&Kalah::default(), &kalah, depth);
        searches_agree(&Hexline::default(), &hexline, depth);
        let game = Checkers::default();
        let (_, states) = inputs::playout(&game, checkers::State::initial(), &choices);
        searches_agree(&game, states.last().unwrap(), depth);
    }

    #[test]
    fn arbitrary_bytes_are_answered_or_refused_in_one_line(
        game in select(vec!["checkers", "kalah", "ewn", "hexline", "none"]),
        input in prop_oneof![vec(any::<u8>(), 0..200), mutated()],
    ) {
        let (_, outcome) = answered(game, &input);
        if let Err(message) = outcome {
            prop_assert!(!message.contains('\n'), "{}", message);
            prop_assert!(message.starts_with("input:"), "{}", message);
            prop_assert!(message.contains("found ") && message.contains("expected "), "{}", message);
        }
    }
}

/// Inputs that were right before some of their bytes were changed, dropped or doubled.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let right = prop_oneof![
        inputs::checkers_input(12),
        inputs::kalah_input(),
        inputs::ewn_input(),
        inputs::hexline_input(),
    ];
    let changes = vec(
        (any::<Index>(), 0..4, select(&b"0 9A-\n\r\xff\0P"[..])),
        1..4,
    );
    (right, changes).prop_map(|(right, changes)| {
        let mut bytes = right.into_bytes();
        for (place, kind, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 => drop(bytes.remove(place)),
                2 => bytes.insert(place, byte),
                _ => bytes.truncate(place),
            }
        }
        bytes
    })
}
