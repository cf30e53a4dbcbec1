//! EinStein würfelt nicht: the fast engine against the plain search, in one run.
//!
//! Each figure is the shortest of several runs after one that is not counted. The ratio is
//! plain time over fast time, so it depends on the machine less than the times do. A depth at
//! which the plain search takes minutes has no ratio.

mod ratio;

use std::collections::HashMap;

use std::time::Duration;

use plyjudge::game::Side;
use plyjudge::games::ewn::fast::Engine;
use plyjudge::games::ewn::fast::solve::{Limits, solve};
use plyjudge::games::ewn::rules::Cache;
use plyjudge::games::ewn::{Ewn, Rules, State};
use plyjudge::options::Record;
use plyjudge::search::expectimax::{NoTable, Table, expectimax};
use ratio::{head, row, shortest};

/// Memory of the fast engine's table, in MiB: the command's own default.
const TABLE_MIB: usize = 256;

/// The published table as the plain protocol keeps it.
#[derive(Default)]
struct Occupancy(HashMap<(u32, u32, Side), f32>);

fn occupied(state: &State) -> (u32, u32, Side) {
    let mask = |cells: [u8; 6]| {
        let present = cells.into_iter().filter(|&cell| cell != 0);
        present.fold(0, |mask, cell| mask | 1 << cell)
    };
    let [blue, red] = state.cells.map(mask);
    (blue, red, state.mover)
}

impl Table<State> for Occupancy {
    fn get(&self, state: &State, _depth: u32) -> Option<f32> {
        self.0.get(&occupied(state)).copied()
    }

    fn put(&mut self, state: &State, _depth: u32, value: f32) {
        self.0.insert(occupied(state), value);
    }
}

fn rules(cache: &str, depth: u32) -> Rules {
    let mut rules = Rules::default();
    rules.set("cache", cache).expect("a cache");
    rules.set("depth", &depth.to_string()).expect("a depth");
    rules
}

fn plain(rules: Rules, state: &State) -> usize {
    let game = Ewn::new(rules);
    let depth = rules.depth.get() as u32;
    match rules.cache {
        Cache::None => expectimax(&game, state, depth, &mut NoTable).len(),
        _ => expectimax(&game, state, depth, &mut Occupancy::default()).len(),
    }
}

fn main() {
    let state = State {
        die: Some(1),
        ..State::initial()
    };
    head("opening, die 1");
    // Depth, runs of the fast engine, and of the plain search if there is the time.
    for (depth, runs, plain_runs) in [(5, 50, Some(2)), (7, 5, None)] {
        let rules = rules("none", depth);
        let plain = plain_runs.map(|runs| shortest(runs, || plain(rules, &state)));
        for threads in [1, 2] {
            let engine = Engine::new(rules, threads, TABLE_MIB).expect("rules that it follows");
            let name = format!("cache=none, depth {depth}, threads {threads}");
            let all = shortest(runs, || engine.scores(&state));
            row(&format!("{name}, all scores"), plain, all);
            let best = shortest(runs, || engine.contenders(&state));
            row(&format!("{name}, the choice"), plain, best);
        }
    }
    for (depth, runs, plain_runs) in [(5, 50, Some(10)), (7, 3, Some(1))] {
        let rules = rules("occupancy", depth);
        let plain = plain_runs.map(|runs| shortest(runs, || plain(rules, &state)));
        let engine = Engine::new(rules, 1, TABLE_MIB).expect("rules that it follows");
        let fast = shortest(runs, || engine.scores(&state));
        row(&format!("cache=occupancy, depth {depth}"), plain, fast);
    }
    let corners = State {
        cells: [[25, 0, 0, 24, 0, 0], [1, 0, 0, 0, 2, 0]],
        mover: Side::First,
        die: None,
    };
    let solved = shortest(3, || {
        let mut limits = Limits {
            time: Duration::from_secs(600),
            memory: 1 << 30,
            progress: &mut |_| (),
        };
        solve(Rules::default(), &corners, &mut limits).expect("solved")
    });
    row("solve, two stones each in their corners", None, solved);
}
