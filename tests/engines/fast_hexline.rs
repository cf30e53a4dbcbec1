//! The fast hex line engine against the plain one, and the solver against brute force.
//!
//! `PLYJUDGE_CASES` sets how many random cases each test tries.

use std::collections::HashMap;

use super::random::{Random, assert_engines_agree, cases, changed_options, random_rules};
use plyjudge::game::{Evaluate, FastGame, Game, Leaf, Side};
use plyjudge::games;
use plyjudge::games::hexline::choices::{
    KeptCells, LastCell, LineCheck, LineCounter, OffMap, TakenCount, Ties,
};
use plyjudge::games::hexline::rules::{CELLS, Cell, SIDE};
use plyjudge::games::hexline::solve::{Solved, Unsolved, solve};
use plyjudge::games::hexline::{FastHexline, Hexline, Rules, State};
use plyjudge::protocol::{Settings, SolveLimits};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::minimax::minimax;
use plyjudge::search::perft::perft;
use plyjudge::search::pvs::{Resources, pvs};

const ALONE: Resources = Resources {
    threads: 1,
    hash_mib: 1,
};

/// A map with at most so many free cells, in a random box so that they touch.
fn map(random: &mut Random, most: usize) -> State {
    let other = [
        Cell::Blocked,
        Cell::Taken(Side::First),
        Cell::Taken(Side::Second),
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
    State::new(cells, *random.pick(&[Side::First, Side::Second]).unwrap())
}

/// The rules, but for counts of free cells that are not those of the map, which no table of maps
/// knows.
fn followed(rules: Rules) -> Rules {
    let line_check = match rules.line_check {
        LineCheck::EndsCounted | LineCheck::EndsCountedOn => LineCheck::Ends,
        LineCheck::EndsFreedCounted | LineCheck::EndsFreedCountedOn => LineCheck::EndsFreed,
        LineCheck::EndsFreedCountedListed | LineCheck::EndsFreedCountedOnListed => {
            LineCheck::EndsFreedListed
        }
        other => other,
    };
    // A search in place has the plain map where lines are over cells that are not free.
    let kept_cells = match line_check {
        LineCheck::All => rules.kept_cells,
        _ => KeptCells::None,
    };
    Rules {
        taken_count: TakenCount::All,
        line_check,
        kept_cells,
        ..rules
    }
}

#[test]
fn lines_come_in_the_plain_order_and_lead_to_the_same_maps() {
    let mut random = Random::new(1);
    for case in 0..cases(100) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let rules = followed(rules);
        let game = Hexline::new(rules);
        let most = *random.pick(&[8, 30, 400]).unwrap();
        let mut state = map(&mut random, most);
        let ends_by_free = matches!(
            rules.off_map,
            OffMap::EndsLengthFree | OffMap::EndsThreeFree | OffMap::EndsThreeThird
        );
        let lists_all = !ends_by_free && rules.line_counter == LineCounter::Enough;
        let fast = FastHexline::new(game, &state);
        // The lines made for the first map must serve all that follow it.
        loop {
            let (mut plain, mut strokes, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
            let map = fast.map(&state);
            game.moves(&state, &mut plain);
            fast.moves(&map, &mut strokes);
            fast.distinct_moves(&map, &mut distinct);
            let lines: Vec<_> = strokes.iter().map(|&stroke| fast.line(stroke)).collect();
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
                // Of lines over cells that are not free, others may lead to the same map; and so may
                // a line that is not always listed.
                let is_one = match rules.line_check {
                    LineCheck::All if lists_all => leading.len() == 1,
                    _ => !leading.is_empty(),
                };
                assert!(is_one, "case {case}: {options:?}, {line:?}");
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
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let game = Hexline::new(rules);
        let state = map(&mut random, 14);
        let depth = 1 + random.below(4) as u32;
        let fast = FastHexline::new(game, &state);
        let root = fast.map(&state);
        let case = format!("case {case}: {options:?}, depth {depth}, {state:?}");

        let plain = alpha_beta(&game, &state, depth);
        let found = alpha_beta(&fast, &root, depth);
        assert_eq!(
            (found.value, found.choice.map(|stroke| fast.line(stroke))),
            (plain.value, plain.choice),
            "{case}"
        );
        assert_eq!(found.nodes, plain.nodes, "{case}");

        let game = Hexline::new(followed(rules));
        let fast = FastHexline::new(game, &state);
        let plain = minimax(&game, &state, depth.min(3));
        let found = pvs(&fast, &root, depth.min(3), ALONE);
        assert_eq!(
            (found.value, found.choice.map(|stroke| fast.line(stroke))),
            (plain.value, plain.choice),
            "{case}"
        );
    }
}

#[test]
fn choice_and_value_are_minimaxs_when_deepened() {
    let mut random = Random::new(3);
    for case in 0..cases(100) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let rules = followed(rules);
        let game = Hexline::new(rules);
        let state = map(&mut random, 7);
        let depth = 5 + random.below(3) as u32;
        let fast = FastHexline::new(game, &state);
        let plain = minimax(&game, &state, depth);
        let found = pvs(&fast, &fast.map(&state), depth, ALONE);
        assert_eq!(
            (found.value, found.choice.map(|stroke| fast.line(stroke))),
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
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        let rules = followed(rules);
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
    root: Side,
    depth: u32,
    value: i32,
) -> bool {
    let mut moves = Vec::new();
    if depth > 0 {
        game.moves(state, &mut moves);
    }
    if moves.is_empty() {
        return game.value(state, root, Leaf::Horizon) == value;
    }
    moves
        .into_iter()
        .all(|chosen| all_leaves(game, &game.play(state, chosen), root, depth - 1, value))
}

#[test]
fn leaves_are_counted_as_on_the_plain_map() {
    let plain = Hexline::default();
    let empty = State::new([Cell::Free; CELLS], Side::First);
    let fast = FastHexline::new(plain, &empty);
    assert_eq!(perft(&fast, &fast.map(&empty), 2), perft(&plain, &empty, 2));
}

#[test]
fn whole_answers_are_the_same_bytes() {
    let protocol = games::find("hexline").unwrap();
    let mut random = Random::new(5);
    for case in 0..cases(60) {
        let rules = random_rules(&mut random, &protocol.options());
        let settings = Settings {
            rules,
            ..Settings::default()
        };
        let mut input = String::new();
        for _ in 0..3 {
            let most = *random.pick(&[4, 9, 14, 40]).unwrap();
            input += &map_text(&map(&mut random, most));
        }
        assert_engines_agree(protocol, &settings, &input, case);
    }
}

/// Searches that do not take a line back as they should leave the same on both maps.
#[test]
fn what_a_search_leaves_is_the_same_on_both_maps() {
    let protocol = games::find("hexline").unwrap();
    let mut random = Random::new(8);
    let kept = [
        "third-root",
        "third-both",
        "third-listed",
        "whole-root",
        "whole-both",
        "whole-at-cut",
        "whole-at-cut-listed",
        "whole-at-cut-counted",
        "count-at-cut",
        "count-at-cut-parity",
    ];
    let freed = [
        "ends-freed",
        "ends-freed-listed",
        "ends-freed-counted",
        "ends-freed-counted-listed",
        "ends-freed-counted-on",
        "ends-freed-counted-on-listed",
    ];
    let kept = kept.map(|value| ("kept-cells", value)).into_iter();
    let freed = freed.map(|value| ("line-check", value)).into_iter();
    let walked = ["swapped-last-first", "erased-first-first"];
    let walked = walked.map(|value| ("free-list", value)).into_iter();
    for rule in kept.chain(freed).chain(walked) {
        for case in 0..cases(8) {
            let rules = [rule, ("line-order", "all-by-length")];
            let rules = rules[..1 + case % 2].iter();
            let rules = rules.map(|&(name, value)| (name.to_owned(), value.to_owned()));
            let settings = Settings {
                rules: rules.collect(),
                ..Settings::default()
            };
            let input = map_text(&map(&mut random, 12));
            assert_engines_agree(protocol, &settings, &input, case);
        }
    }
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let mut random = Random::new(6);
    let mut outcomes = [0, 0];
    for case in 0..cases(200) {
        let (rules, options) = changed_options::<Rules>(&mut random, case);
        // Lines over cells that are not free are not solved.
        let rules = Rules {
            line_check: LineCheck::All,
            ..rules
        };
        let game = Hexline::new(rules);
        let most = *random.pick(&[3, 6, 11]).unwrap();
        let state = map(&mut random, most);
        let mut lines = Vec::new();
        game.moves(&state, &mut lines);
        let mut known = HashMap::new();
        let mut winning = lines
            .iter()
            .filter(|&&line| !wins(&game, &game.play(&state, line), &mut known));
        let line = match rules.tie {
            Ties::First => winning.next(),
            Ties::Last | Ties::Bound => winning.next_back(),
        };
        let expected = Solved {
            wins: wins(&game, &state, &mut HashMap::new()),
            line: line.copied(),
        };
        let solved = solve(&game, &state, 1 << 20, &mut |_, _| true);
        assert_eq!(solved, Ok(expected), "case {case}: {options:?}, {state:?}");
        outcomes[usize::from(expected.wins)] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 10), "{outcomes:?}");
}

/// Whether the player to move wins, by trying everything.
fn wins(game: &Hexline, state: &State, known: &mut HashMap<Vec<bool>, bool>) -> bool {
    // How many are counted may be otherwise.
    if !state.cells.contains(&Cell::Free) {
        return game.rules.last_cell != LastCell::Wins;
    }
    let free = state.cells.iter().map(|&cell| cell == Cell::Free).collect();
    if let Some(&wins) = known.get(&free) {
        return wins;
    }
    let mut lines = Vec::new();
    game.moves(state, &mut lines);
    let wins = lines
        .into_iter()
        .any(|line| !wins(game, &game.play(state, line), known));
    known.insert(free, wins);
    wins
}

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

#[test]
fn many_cells_without_neighbours_are_no_burden() {
    // Every second cell of every second row: 36 cells, none next to another.
    let mut state = block(SIDE, SIDE);
    for (place, cell) in state.cells.iter_mut().enumerate() {
        if place / SIDE % 2 == 1 || place % SIDE % 2 == 1 {
            *cell = Cell::Blocked;
        }
    }
    for (blocked, wins) in [(0, true), (1, false), (2, true)] {
        let mut cells = state.cells;
        for place in [0, 2].into_iter().take(blocked) {
            cells[place] = Cell::Blocked;
        }
        let state = State::new(cells, Side::Second);
        assert_eq!(state.free, 36 - blocked as i32);
        let solved = solve(&Hexline::default(), &state, 8, &mut |_, _| true).unwrap();
        // An even number of single cells: the opponent is left with the last one.
        assert_eq!(solved.wins, wins);
    }
}

#[test]
fn the_solver_stops_at_its_limits() {
    let game = Hexline::default();
    let unsolved = solve(&game, &block(6, 5), 1 << 20, &mut |_, _| true);
    assert_eq!(unsolved, Err(Unsolved::TooLarge { cells: 30 }));
    let unsolved = solve(&game, &block(SIDE, SIDE), usize::MAX, &mut |_, _| true);
    assert_eq!(unsolved, Err(Unsolved::TooLarge { cells: 144 }));
    let mut shares = Vec::new();
    let unsolved = solve(&game, &block(6, 4), 1 << 30, &mut |filled, all| {
        shares.push(filled as f64 / all as f64);
        shares.len() < 3
    });
    assert_eq!(unsolved, Err(Unsolved::Stopped(0.125)));
    assert_eq!(shares, [0.0, 0.0625, 0.125]);
}

#[test]
fn the_protocol_words_solutions_and_limits() {
    let solve = |position: &str, memory_mib, nodes| {
        let protocol = games::find("hexline").unwrap();
        let mut limits = SolveLimits {
            nodes,
            memory_mib,
            progress: &mut |_| {},
        };
        match protocol.solve(&Settings::default(), Some(position), &mut limits) {
            Ok(solution) => solution.into_iter().map(|(_, value)| value).collect(),
            Err(error) => vec![error.to_string()],
        }
    };
    // Three in a row: two are taken, the last one is left.
    assert_eq!(
        solve(&map_text(&block(3, 1)), 1, u64::MAX),
        ["win", "0 0 2 4"]
    );
    assert_eq!(
        solve(&map_text(&block(1, 1)), 1, u64::MAX),
        ["loss", "every line loses"]
    );
    assert_eq!(solve(&map_text(&block(0, 0)), 1, u64::MAX), ["win", "none"]);
    assert_eq!(
        solve(&map_text(&block(6, 5)), 64, u64::MAX),
        ["not solved within 64 MiB: 30 free cells take 2^7 MiB"]
    );
    assert_eq!(
        solve(&map_text(&block(6, 5)), 128, 0),
        ["not solved within 0 nodes: 0 % of the sets of free cells done"]
    );
    assert_eq!(
        solve("map 3", 1, u64::MAX),
        ["position: found 'map 3', expected map 1 or map 2"]
    );
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
