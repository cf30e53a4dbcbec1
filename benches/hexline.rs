//! Hexline: the fast engine against the plain one, and how long exact solutions take.

mod ratio;

use std::time::Instant;

use plyjudge::game::Side;
use plyjudge::games::hexline::rules::{CELLS, Cell, SIDE};
use plyjudge::games::hexline::solve::solve;
use plyjudge::games::hexline::{FastHexline, Hexline, State};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::pvs::{Effort, pvs};
use ratio::{head, row, time};

/// A full box of free cells in an otherwise blocked map.
fn block(width: usize, height: usize) -> State {
    let mut cells = [Cell::Blocked; CELLS];
    for (place, cell) in cells.iter_mut().enumerate() {
        if place / SIDE < width && place % SIDE < height {
            *cell = Cell::Free;
        }
    }
    State::new(cells, Side::First)
}

/// The most free cells that a solution is timed for: a table of a gibibyte.
const MOST_SOLVED: usize = 33;

fn main() {
    let game = Hexline::default();
    let effort = Effort {
        threads: 1,
        hash_mib: 256,
    };
    head("one answer, one thread");
    let boxes = [
        (12, 12, 3),
        (4, 4, 3),
        (7, 2, 3),
        (3, 4, 3),
        (4, 2, 5),
        (3, 4, 5),
        (4, 4, 5),
        (3, 4, 7),
    ];
    for (width, height, depth) in boxes {
        let state = block(width, height);
        let answer = || {
            let fast = FastHexline::new(game, &state);
            pvs(&fast, &fast.map(&state), depth, effort)
        };
        let truth = alpha_beta(&game, &state, depth);
        let found = answer();
        assert_eq!(found.value, truth.value);
        assert_eq!(found.choice.map(|stroke| stroke.line), truth.choice);
        row(
            &format!(
                "{} free, depth {depth} ({} of {} nodes)",
                state.free, found.nodes, truth.nodes
            ),
            time(|| alpha_beta(&game, &state, depth)),
            time(answer),
        );
    }
    println!("\nexact solutions of full boxes");
    for (width, height) in [(4, 4), (4, 5), (5, 4), (5, 5), (5, 6), (4, 8), (11, 3)] {
        let state = block(width, height);
        let start = Instant::now();
        let solved =
            solve(&game, &state, 1 << (MOST_SOLVED - 3), &mut |_| true).expect("small enough");
        let outcome = if solved.wins { "win" } else { "loss" };
        println!(
            "{:>3} free: {outcome:<4} {:>12.2?}",
            state.free,
            start.elapsed()
        );
    }
}
