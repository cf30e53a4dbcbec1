//! Kalah: the fast engine against the plain searches, in one run.
//!
//! Each figure is the shortest of several runs after one that is not counted. The ratio is
//! plain time over fast time, so it depends on the machine less than the times do. A search
//! that takes the plain engine too long has no ratio.

mod ratio;

use std::time::{Duration, Instant};

use plyjudge::games::kalah::fast::{Effort, FastKalah, Limits};
use plyjudge::games::kalah::rules::Capture;
use plyjudge::games::kalah::text::parse_position;
use plyjudge::games::kalah::{Kalah, Rules, State};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::minimax::minimax;
use ratio::{head, row, shortest};

/// The published table's states, and the start.
const STATES: [(&str, &str); 3] = [
    ("first state", "0 2 3 2 1 13 17 11 0 2 9 0 0 12 0"),
    ("second state", "7 2 15 0 1 0 5 0 5 7 6 1 14 9 0"),
    ("start", "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0"),
];
/// Memory of the tables: the command's own defaults.
const CHOICE_BYTES: usize = 256 << 20;
const SOLVE_BYTES: usize = 4096 << 20;
/// Depths: unpruned and pruned counts against the plain searches, pruned ones and choices on
/// their own.
const UNPRUNED: [u32; 2] = [8, 10];
const PRUNED: [u32; 2] = [10, 12];
const CHOICES: [u32; 3] = [10, 12, 18];

fn main() {
    head("value and count, or choice");
    let game = Kalah::default();
    let fast = FastKalah::new(game).expect("rules that the fast engine follows");
    for (name, text) in STATES {
        let state = parse_position(text).expect("a position");
        let board = fast.board(&state).expect("few seeds");
        for depth in UNPRUNED {
            let plain = shortest(1, || minimax(&game, &state, depth));
            for threads in [1, 2] {
                let found = shortest(20, || fast.survey(board, depth, threads));
                let name = format!("{name}, both counts, depth {depth}, threads {threads}");
                row(&name, Some(plain), found);
            }
        }
        let found = shortest(5, || fast.survey(board, 12, 2));
        row(
            &format!("{name}, both counts, depth 12, threads 2"),
            None,
            found,
        );
        for depth in PRUNED {
            let plain = shortest(3, || alpha_beta(&game, &state, depth));
            let found = shortest(20, || fast.alpha_beta(board, depth));
            row(
                &format!("{name}, pruned count, depth {depth}"),
                Some(plain),
                found,
            );
        }
        let found = shortest(10, || fast.alpha_beta(board, 14));
        row(&format!("{name}, pruned count, depth 14"), None, found);
        for depth in CHOICES {
            let plain = (depth <= 12).then(|| shortest(1, || alpha_beta(&game, &state, depth)));
            let effort = Effort {
                threads: 2,
                bytes: CHOICE_BYTES,
            };
            let found = shortest(10, || fast.decide(board, depth, effort));
            row(&format!("{name}, choice, depth {depth}"), plain, found);
        }
    }
    let standard = FastKalah::new(Kalah::new(Rules {
        capture: Capture::Standard,
        ..Rules::default()
    }))
    .expect("rules that the fast engine follows");
    for seeds in [2, 3, 4] {
        let mut state = State::initial();
        for pit in (0..6).chain(7..13) {
            state.seeds[pit] = seeds;
        }
        let board = standard.board(&state).expect("few seeds");
        let start = Instant::now();
        let mut limits = Limits {
            time: Duration::from_secs(600),
            effort: Effort {
                threads: 2,
                bytes: SOLVE_BYTES,
            },
            progress: &mut |_| (),
        };
        let solved = standard.solve(board, &mut limits).expect("solved");
        let name = format!("solve {seeds} seeds a pit, margin {}", solved.value);
        row(&name, None, start.elapsed());
    }
}
