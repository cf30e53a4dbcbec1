//! Checkers: the fast engine against plain minimax, same positions, same answers.
//!
//! `cargo bench --bench checkers -- [DEPTH]`: the depth of the long searches, 9 if not given
//! (plain minimax then takes minutes).

mod ratio;

use plyjudge::answer::answer;
use plyjudge::game::Game;
use plyjudge::games::checkers::{Checkers, FastCheckers, State};
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
    for depth in [3, 5, depth] {
        head(&format!("depth {depth}"));
        for (opening, actions) in positions {
            let state = middle_game(opening, actions);
            let board = fast.board(&state).expect("dark cells only");
            let mut truth = None;
            let plain = time(|| truth = Some(minimax(&game, &state, depth)));
            let truth = truth.expect("searched");
            for (name, effort) in [("one thread", ALONE), ("all cores", ALL_CORES)] {
                let mut found = None;
                let fast_time = time(|| found = Some(pvs(&fast, &board, depth, effort)));
                let found = found.expect("searched");
                let choice = found.choice.map(|step| fast.action(step));
                assert_eq!((found.value, choice), (truth.value, truth.choice));
                let nodes = format!("{} of {} nodes", found.nodes, truth.nodes);
                row(
                    &format!("action {}, {name}, {nodes}", actions + 1),
                    plain,
                    fast_time,
                );
            }
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
    println!("\ndeeper, with no plain time");
    let (opening, actions) = positions[2];
    let board = fast
        .board(&middle_game(opening, actions))
        .expect("dark cells only");
    for depth in [13, 15, 17] {
        for (name, effort) in [("one thread", ALONE), ("all cores", ALL_CORES)] {
            let mut nodes = 0;
            let taken = time(|| nodes = pvs(&fast, &board, depth, effort).nodes);
            println!("depth {depth}, {name:<34} {taken:>12.2?} {nodes:>12} nodes");
        }
    }
}
