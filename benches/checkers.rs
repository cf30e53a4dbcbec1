//! Checkers: the fast engine against plain minimax, same positions, same answers.
//!
//! `cargo bench --bench checkers -- [DEPTH]`: the depth of the long searches, 9 if not given
//! (plain minimax then takes minutes).

mod ratio;

use plyjudge::game::Game;
use plyjudge::games::checkers::{Checkers, FastCheckers, State};
use plyjudge::protocol::answer::answer;
use plyjudge::protocol::{Engine, Settings};
use plyjudge::search::minimax::minimax;
use plyjudge::search::pvs::{Effort, pvs};
use ratio::{head, row, time};

/// A middle game: each side plays the best action at one depth, after some given ones.
fn middle_game(opening: usize, actions: usize) -> State {
    let game = Checkers::default();
    let fast = FastCheckers::new(game);
    let mut state = State::initial();
    for number in 0..actions {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let action = if number < 4 {
            legal[(opening + number) % legal.len()]
        } else {
            let board = fast.board(&state).expect("dark cells only");
            let choice = pvs(&fast, &board, 4, ALONE).choice;
            fast.action(choice.expect("a game that goes on"))
        };
        state = game.play(&state, action);
    }
    state
}

const ALONE: Effort = Effort {
    threads: 1,
    hash_mib: 256,
};
const ALL_CORES: Effort = Effort {
    threads: 0,
    hash_mib: 256,
};

fn whole_answer(input: &str, engine: Engine) -> Vec<u8> {
    let settings = Settings {
        engine,
        ..Settings::default()
    };
    let mut out = Vec::new();
    answer(&mut input.as_bytes(), "bench", None, &settings, &mut out).expect("a good input");
    out
}

fn main() {
    let depth = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .next()
        .unwrap_or(9);
    let game = Checkers::default();
    let fast = FastCheckers::new(game);
    let positions = [(0, 12), (1, 16), (2, 20), (3, 24), (4, 28)];
    for (depth, effort) in [(3, ALONE), (5, ALONE), (depth, ALONE), (depth, ALL_CORES)] {
        let cores = if effort == ALONE {
            "one thread"
        } else {
            "all cores"
        };
        head(&format!("depth {depth}, {cores}"));
        for (opening, actions) in positions {
            let state = middle_game(opening, actions);
            let board = fast.board(&state).expect("dark cells only");
            let truth = minimax(&game, &state, depth);
            let found = pvs(&fast, &board, depth, effort);
            let choice = found.choice.map(|step| fast.action(step));
            assert_eq!((found.value, choice), (truth.value, truth.choice));
            row(
                &format!(
                    "action {} ({} of {} nodes)",
                    actions + 1,
                    found.nodes,
                    truth.nodes
                ),
                time(|| minimax(&game, &state, depth)),
                time(|| pvs(&fast, &board, depth, effort)),
            );
        }
    }
    head("whole answers, in process");
    let inputs = [
        ("P", "P\n".to_owned()),
        (
            "12 actions and P",
            "G6-F5 H3-G4 F5-H3 F3-G4 E6-F5 G4-E6 D7-F5 G2-F3 F7-G6 F1-G2 H3-F1 B3-C4 P"
                .replace(' ', "\n"),
        ),
    ];
    for (name, input) in inputs {
        row(
            name,
            time(|| whole_answer(&input, Engine::Plain)),
            time(|| whole_answer(&input, Engine::Fast)),
        );
    }
    head("deeper, all cores (no plain time)");
    for deeper in [13, 15, 17] {
        let (opening, actions) = positions[2];
        let board = fast
            .board(&middle_game(opening, actions))
            .expect("dark cells only");
        let start = std::time::Instant::now();
        let found = pvs(&fast, &board, deeper, ALL_CORES);
        println!(
            "depth {deeper:<38} {:>12} {:>12.2?} {} nodes",
            "",
            start.elapsed(),
            found.nodes
        );
    }
}
