//! The fast hex line engine against the plain one, and the solver against brute force.
//!
//! `PLYJUDGE_CASES` sets how many random cases each test tries.

mod random;

use plyjudge::game::{Evaluate, FastGame, Game, Player};
use plyjudge::games::hexline::rules::{CELLS, Cell, SIDE};
use plyjudge::games::hexline::{FastHexline, Hexline, Rules, State};
use plyjudge::protocol::{self, Engine, Settings};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::minimax::minimax;
use plyjudge::search::perft::perft;
use plyjudge::search::pvs::{Effort, pvs};
use random::{Random, answer, cases, random_options};

const ALONE: Effort = Effort {
    threads: 1,
    hash_mib: 1,
};

/// A map with at most so many free cells, in a random box so that they touch.
fn map(random: &mut Random, most: usize) -> State {
    let other = [
        Cell::Blocked,
        Cell::Taken(Player::First),
        Cell::Taken(Player::Second),
    ];
    let mut cells = [Cell::Blocked; CELLS];
    for cell in &mut cells {
        *cell = *random.pick(&other).unwrap();
    }
    let side = 2 + random.below(SIDE - 1);
    let corner = [0, 1].map(|_| random.below(SIDE - side + 1));
    for _ in 0..random.below(most + 1) {
        let [x, y] = corner.map(|from| from + random.below(side));
        cells[x * SIDE + y] = Cell::Free;
    }
    State::new(
        cells,
        *random.pick(&[Player::First, Player::Second]).unwrap(),
    )
}

#[test]
fn lines_come_in_the_plain_order_and_lead_to_the_same_maps() {
    let mut random = Random::new(1);
    for case in 0..cases(300) {
        let (rules, options) = random_options::<Rules>(&mut random, 3);
        let game = Hexline::new(rules);
        let most = *random.pick(&[8, 30, 400]).unwrap();
        let mut state = map(&mut random, most);
        let fast = FastHexline::new(game, &state);
        // The lines made for the first map must serve all that follow it.
        loop {
            let (mut plain, mut strokes, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
            let map = fast.map(&state);
            game.moves(&state, &mut plain);
            fast.moves(&map, &mut strokes);
            fast.distinct_moves(&map, &mut distinct);
            let lines: Vec<_> = strokes.iter().map(|stroke| stroke.line).collect();
            assert_eq!(lines, plain, "case {case}: {options:?}, {state:?}");
            for (&line, &stroke) in plain.iter().zip(&strokes) {
                let after = fast.play(&map, stroke);
                assert_eq!(
                    after,
                    fast.map(&game.play(&state, line)),
                    "case {case}: {options:?}, {line:?}"
                );
                let leading: Vec<_> = distinct
                    .iter()
                    .filter(|&&other| fast.play(&map, other) == after)
                    .collect();
                assert_eq!(leading.len(), 1, "case {case}: {options:?}, {line:?}");
            }
            match random.pick(&plain) {
                Some(&line) => state = game.play(&state, line),
                None => break,
            }
        }
    }
}

#[test]
fn choice_and_value_are_the_plain_search_s_under_any_rules() {
    let mut random = Random::new(2);
    for case in 0..cases(300) {
        let (rules, options) = random_options::<Rules>(&mut random, 2);
        let game = Hexline::new(rules);
        let state = map(&mut random, 14);
        let depth = 1 + random.below(4) as u32;
        let fast = FastHexline::new(game, &state);
        let root = fast.map(&state);
        let case = format!("case {case}: {options:?}, depth {depth}, {state:?}");

        let plain = alpha_beta(&game, &state, depth);
        let found = alpha_beta(&fast, &root, depth);
        assert_eq!(
            (found.value, found.choice.map(|stroke| stroke.line)),
            (plain.value, plain.choice),
            "{case}"
        );
        assert_eq!(found.nodes, plain.nodes, "{case}");

        let plain = minimax(&game, &state, depth.min(3));
        let found = pvs(&fast, &root, depth.min(3), ALONE);
        assert_eq!(
            (found.value, found.choice.map(|stroke| stroke.line)),
            (plain.value, plain.choice),
            "{case}"
        );
    }
}

#[test]
fn choice_and_value_are_minimaxs_when_deepened() {
    let mut random = Random::new(3);
    for case in 0..cases(100) {
        let (rules, options) = random_options::<Rules>(&mut random, 2);
        let game = Hexline::new(rules);
        let state = map(&mut random, 7);
        let depth = 5 + random.below(3) as u32;
        let fast = FastHexline::new(game, &state);
        let plain = minimax(&game, &state, depth);
        let found = pvs(&fast, &fast.map(&state), depth, ALONE);
        assert_eq!(
            (found.value, found.choice.map(|stroke| stroke.line)),
            (plain.value, plain.choice),
            "case {case}: {options:?}, depth {depth}, {state:?}"
        );
    }
}

#[test]
fn a_value_is_settled_only_when_every_line_of_play_ends_in_it() {
    let mut random = Random::new(4);
    let mut settled = 0;
    for case in 0..cases(200) {
        let (rules, options) = random_options::<Rules>(&mut random, 2);
        let state = map(&mut random, 16);
        let fast = FastHexline::new(Hexline::new(rules), &state);
        let (map, depth) = (fast.map(&state), 1 + random.below(3) as u32);
        if let Some(value) = fast.settled(&map, map.mover, depth) {
            settled += 1;
            assert!(
                all_leaves(&fast, &map, map.mover, depth, value),
                "case {case}: {options:?}"
            );
        }
    }
    assert!(settled > 0);
}

fn all_leaves<G: Evaluate<Value = i32>>(
    game: &G,
    state: &G::State,
    root: Player,
    depth: u32,
    value: i32,
) -> bool {
    let mut moves = Vec::new();
    if depth > 0 {
        game.moves(state, &mut moves);
    }
    if moves.is_empty() {
        return game.value(state, root, plyjudge::game::Leaf::Horizon) == value;
    }
    moves
        .into_iter()
        .all(|chosen| all_leaves(game, &game.play(state, chosen), root, depth - 1, value))
}

#[test]
fn leaves_are_counted_as_on_the_plain_map() {
    let plain = Hexline::default();
    let empty = State::new([Cell::Free; CELLS], Player::First);
    let fast = FastHexline::new(plain, &empty);
    assert_eq!(perft(&fast, &fast.map(&empty), 2), perft(&plain, &empty, 2));
}

#[test]
fn whole_answers_are_the_same_bytes() {
    let protocol = protocol::find("hexline").unwrap();
    let mut random = Random::new(5);
    for case in 0..cases(60) {
        let mut rules = Vec::new();
        for _ in 0..random.below(3) {
            let options = protocol.options();
            let option = random.pick(&options).unwrap();
            let value = random.pick(&option.mistakes).unwrap();
            rules.push((option.name.to_owned(), value.name.clone()));
        }
        let settings = Settings {
            rules,
            ..Settings::default()
        };
        let mut input = String::new();
        for _ in 0..3 {
            let most = *random.pick(&[4, 9, 14, 40]).unwrap();
            input += &map_text(&map(&mut random, most));
        }
        let plain = Settings {
            engine: Engine::Plain,
            ..settings.clone()
        };
        assert_eq!(
            answer(protocol, &settings, &input),
            answer(protocol, &plain, &input),
            "case {case}: {:?}\n{input}",
            settings.rules
        );
    }
}

/// The map as the protocol reads it.
fn map_text(state: &State) -> String {
    let mut text = format!("map {}\n", state.mover.index() + 1);
    for line in state.cells.chunks(SIDE) {
        for cell in line {
            let number = match cell {
                Cell::Blocked => -1,
                Cell::Free => 0,
                Cell::Taken(player) => player.index() as i32 + 1,
            };
            text += &format!("{number} ");
        }
        text.push('\n');
    }
    text
}
