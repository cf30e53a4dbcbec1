//! The fast EinStein engine against the plain search: the same moves, and scores equal bit
//! for bit, whatever the rules, the threads and the memory.
//!
//! `PLYJUDGE_CASES` sets the number of random positions of the main comparison.

use std::collections::HashMap;

use plyjudge::answer::answer;
use plyjudge::game::{Game, Side};
use plyjudge::games;
use plyjudge::games::ewn::rules::{Cache, CacheSize, STONES};
use plyjudge::games::ewn::{Ewn, Move, Rules, State, fast};
use plyjudge::options::{Record, Values};
use plyjudge::protocol::Settings;
use plyjudge::search::effort;
use plyjudge::search::expectimax::{Known, NoTable, Table, best_of, expectimax};

use super::random::assert_engines_agree;

/// Positions compared when the environment does not say.
const DEFAULT_CASES: u64 = 400;

fn cases() -> u64 {
    match std::env::var("PLYJUDGE_CASES") {
        Ok(text) => text.parse().expect("PLYJUDGE_CASES is a number"),
        Err(_) => DEFAULT_CASES,
    }
}

/// A small generator (SplitMix64): the same cases in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Stones thrown on the board; the mover has at least one.
    fn thrown(&mut self, most: usize) -> State {
        let mut free: Vec<u8> = (1..=25).collect();
        let mover = *self.one_of(&[Side::First, Side::Second]);
        let mut cells = [[0; STONES]; 2];
        for (side, stones) in cells.iter_mut().enumerate() {
            let least = usize::from(side == mover.index());
            for _ in 0..least.max(self.below(most + 1)) {
                stones[self.below(STONES)] = free.swap_remove(self.below(free.len()));
            }
        }
        let die = Some(1 + self.below(STONES) as u8);
        State { cells, mover, die }
    }

    /// A position of a game from the initial one, if it has a move.
    fn played(&mut self, game: &Ewn) -> Option<State> {
        let mut state = State::initial();
        for _ in 0..self.below(16) {
            state.die = Some(1 + self.below(STONES) as u8);
            let moves = moves(game, &state);
            if moves.is_empty() {
                return None;
            }
            let next = game.play(&state, *self.one_of(&moves));
            if game.winner(&next).is_some() {
                break;
            }
            state = next;
        }
        state.die = Some(1 + self.below(STONES) as u8);
        Some(state)
    }

    /// Every option with any of its values, or most with their defaults.
    fn rules(&mut self) -> Rules {
        let mut rules = Rules::default();
        let often = self.below(2) == 0;
        for option in Rules::options() {
            if let Values::Choice(all) = option.values
                && (often || self.below(8) == 0)
            {
                let value = &self.one_of(all).name;
                rules.set(option.name, value).expect("a listed value");
            }
        }
        rules
    }
}

fn moves(game: &Ewn, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The published table, as the spec words it, or one with room for so many positions.
struct Occupancy {
    by_depth: bool,
    most: usize,
    values: HashMap<([Vec<u8>; 2], Side, u32), f64>,
}

impl Occupancy {
    fn key(&self, state: &State, depth: u32) -> ([Vec<u8>; 2], Side, u32) {
        let occupied = state.cells.map(|cells| {
            let mut cells: Vec<u8> = cells.into_iter().filter(|&cell| cell != 0).collect();
            cells.sort_unstable();
            cells
        });
        (occupied, state.mover, if self.by_depth { depth } else { 0 })
    }
}

impl Table<State> for Occupancy {
    fn get(&self, state: &State, depth: u32) -> Option<f64> {
        self.values.get(&self.key(state, depth)).copied()
    }

    fn put(&mut self, state: &State, depth: u32, value: f64) {
        if self.values.len() < self.most {
            self.values.insert(self.key(state, depth), value);
        }
    }
}

fn plain(game: &Ewn, state: &State) -> Vec<(Move, f64)> {
    let depth = game.rules().depth.get() as u32;
    let by_depth = game.rules().cache == Cache::OccupancyDepth;
    match game.rules().cache {
        Cache::None if depth > 3 => expectimax(game, state, depth, &mut Known::default()),
        Cache::None => expectimax(game, state, depth, &mut NoTable),
        Cache::Position => unreachable!("no fast engine follows it"),
        Cache::Occupancy | Cache::OccupancyDepth => {
            let mut table = Occupancy {
                by_depth,
                most: match game.rules().cache_size {
                    CacheSize::Unlimited => usize::MAX,
                    CacheSize::First4096 => 4096,
                },
                values: HashMap::new(),
            };
            expectimax(game, state, depth, &mut table)
        }
    }
}

fn bits(scores: &[(Move, f64)]) -> Vec<(Move, u64)> {
    let pair = |&(chosen, score): &(Move, f64)| (chosen, score.to_bits());
    scores.iter().map(pair).collect()
}

/// Compares all scores, and the choice among those that the decision looks at.
fn compare(rules: Rules, state: &State, threads: usize, table_mib: usize) {
    let game = Ewn::new(rules);
    let Some(engine) = fast::Engine::new(rules, threads, table_mib) else {
        return;
    };
    let expected = plain(&game, state);
    let context = format!("{state:?} {rules:?} threads {threads} table {table_mib}");
    assert_eq!(bits(&engine.scores(state)), bits(&expected), "{context}");

    let contenders = engine.contenders(state);
    let expected_bits = bits(&expected);
    for contender in bits(&contenders) {
        assert!(
            expected_bits.contains(&contender),
            "{contender:?} {context}"
        );
    }
    let choice = best_of(&game, &contenders).map(|best| best.0);
    assert_eq!(
        choice,
        best_of(&game, &expected).map(|best| best.0),
        "{context}"
    );
}

#[test]
fn every_score_and_choice_is_the_plain_searchs_under_any_rules() {
    let mut random = Random(1);
    for _ in 0..cases() {
        let mut rules = random.rules();
        let depth = [0, 1, 1, 2, 2, 2, 2, 3][random.below(8)];
        rules.set("depth", &format!("{depth}")).unwrap();
        let state = if random.below(3) == 0 {
            random.played(&Ewn::new(rules))
        } else {
            Some(random.thrown(6))
        };
        let threads = 1 + random.below(2);
        let table_mib = *random.one_of(&[0, 1, 16]);
        if let Some(state) = state {
            compare(rules, &state, threads, table_mib);
        }
    }
}

#[test]
fn deep_scores_of_few_stones_are_the_plain_searchs_in_several_threads() {
    let mut random = Random(2);
    for _ in 0..cases().div_ceil(20) {
        let mut rules = random.rules();
        let depth = 4 + random.below(3);
        rules.set("depth", &format!("{depth}")).unwrap();
        let state = random.thrown(2);
        let table_mib = *random.one_of(&[0, 1]);
        let threads = 1 + random.below(3);
        compare(rules, &state, threads, table_mib);
    }
}

/// What is drawn above hardly meets a value of an option that has many.
#[test]
fn scores_under_each_value_alone_are_the_plain_searchs() {
    let mut random = Random(5);
    for option in Rules::options() {
        let Values::Choice(all) = option.values else {
            continue;
        };
        for value in all {
            let mut rules = Rules::default();
            rules.set(option.name, &value.name).unwrap();
            rules.set("depth", "3").unwrap();
            for _ in 0..4 {
                compare(rules, &random.thrown(5), 1, 1);
            }
        }
    }
}

/// A line that asks for a position's scores.
fn analysis(state: &State) -> String {
    let stones = state.cells.as_flattened().iter().map(u8::to_string);
    let line = [
        state.mover.index().to_string(),
        state.die.unwrap_or(1).to_string(),
    ];
    let line: Vec<String> = line.into_iter().chain(stones).collect();
    line.join(" ") + "\n"
}

/// Where values are kept for later lines, scores that are known are not searched again, though later
/// ones depend on what those searches would have kept.
#[test]
fn values_kept_for_later_lines_are_those_of_all_lines_before() {
    let mut random = Random(7);
    let ewn = games::find("ewn").expect("a game");
    for (case, option) in Rules::options().into_iter().enumerate() {
        let Values::Choice(all) = option.values else {
            continue;
        };
        for value in all {
            let lines = [2, 3, 4, 5].map(|most| analysis(&random.thrown(most)));
            let [one, two, three, four] = &lines;
            for life in ["input", "request"] {
                let rules = [
                    ("depth", "3"),
                    ("cache", "occupancy"),
                    ("cache-life", life),
                    (option.name, &*value.name),
                ];
                let rules = rules.map(|(name, value)| (name.to_owned(), value.to_owned()));
                let settings = Settings {
                    rules: rules.to_vec(),
                    ..Settings::default()
                };
                let inputs = [
                    format!("{one}{two}{one}{three}"),
                    format!("{one}{two}{one}{four}{three}"),
                    format!("{one}{one}{three}{two}"),
                    // More than are remembered by all lines before.
                    [&one[..], two, three].concat().repeat(7),
                ];
                for input in inputs {
                    assert_engines_agree(ewn, &settings, &input, case);
                }
            }
        }
    }
}

/// Programs whose searches leave something on the board, too, and those with a board beside the list
/// of stones: what is known of a position is also what the search leaves of it.
#[test]
fn searching_no_position_twice_changes_no_score() {
    let mut random = Random(6);
    let ewn = games::find("ewn").expect("a game");
    for (case, option) in Rules::options().into_iter().enumerate() {
        let Values::Choice(all) = option.values else {
            continue;
        };
        let uses = match option.name {
            "put-back" => &[
                ("board-use", "all"),
                ("board-use", "corner"),
                ("board-use", "memory"),
                ("board-use", "captures"),
                ("moves-from", "list"),
                ("stones-left", "count-not-0"),
                ("stones-left", "count-above-0"),
            ][..],
            _ => &[("board-use", "all")],
        };
        for (value, of_board) in all.iter().flat_map(|it| uses.iter().map(move |b| (it, b))) {
            let rules = [
                ("depth", "3"),
                *of_board,
                (option.name, &*value.name),
                ("cache", "none"),
            ];
            let rules = rules.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let settings = Settings {
                rules: rules.to_vec(),
                ..Settings::default()
            };
            let input = analysis(&random.thrown(5));
            assert_engines_agree(ewn, &settings, &input, case);
        }
    }
}

#[test]
fn deep_scores_with_the_published_table_are_the_plain_searchs() {
    let mut random = Random(3);
    for _ in 0..cases().div_ceil(50) {
        let mut rules = random.rules();
        let cache = *random.one_of(&["occupancy", "occupancy", "occupancy-depth"]);
        rules.set("cache", cache).unwrap();
        let depth = 4 + random.below(2);
        rules.set("depth", &format!("{depth}")).unwrap();
        if let Some(state) = random.played(&Ewn::new(rules)) {
            compare(rules, &state, 2, 16);
        }
    }
}

#[test]
fn deep_scores_with_a_table_that_gets_full_are_the_plain_searchs() {
    let mut random = Random(4);
    for case in 0..cases().div_ceil(50) {
        let mut rules = Rules::default();
        rules.set("cache-size", "4096").unwrap();
        rules.set("depth", "4").unwrap();
        for name in ["cached-leaves", "nearest", "candidate-order", "win-cell"] {
            let option = Rules::options().into_iter().find(|it| it.name == name);
            let Some(Values::Choice(all)) = option.map(|option| option.values) else {
                unreachable!("a choice");
            };
            if case % 2 == 1 {
                rules.set(name, &random.one_of(all).name).unwrap();
            }
        }
        // Few stones are gone: rolls that name one of those ask for the same steps more than once.
        let mut state = random.thrown(4);
        while state
            .cells
            .as_flattened()
            .iter()
            .filter(|cell| **cell != 0)
            .count()
            < 7
        {
            state = random.thrown(6);
        }
        compare(rules, &state, 1, 1);
    }
}

#[test]
fn the_depth_that_does_not_fit_a_tables_tag_is_told_apart() {
    // From depth 16 on, a fifth bit of the depth chooses the half of the table.
    let mut rules = Rules::default();
    rules.set("cache", "none").unwrap();
    rules.set("depth", "20").unwrap();
    let state = State {
        cells: [[0, 0, 24, 0, 0, 0], [0, 1, 0, 0, 7, 0]],
        mover: Side::First,
        die: Some(3),
    };
    compare(rules, &state, 2, 1);
}

/// Answers lines as the command would.
fn answered(input: &str, rules: &[(&str, &str)]) -> String {
    let settings = Settings {
        rules: rules
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..Settings::default()
    };
    let mut out = Vec::new();
    let ewn = games::find("ewn");
    answer(&mut input.as_bytes(), "test", ewn, &settings, &mut out).expect("a valid input");
    String::from_utf8(out).expect("UTF-8")
}

const PUBLISHED: &str = "0 2 25 24 14 12 0 15 1 8 3 6 19 23\n";

#[test]
fn published_scores_come_out_of_the_fast_engine() {
    // The figures are the published program's and the spec's.
    let text = answered(PUBLISHED, &[]);
    let scores: Vec<&str> = text.lines().skip(7).collect();
    let expected = [
        "-4.14497:Move(23,18)",
        "-11.8044:Move(23,17)",
        "-8.64907:Move(23,22)",
        "Best Move:23 18",
    ];
    assert_eq!(scores, expected);

    let text = answered(PUBLISHED, &[("cache", "none")]);
    let scores: Vec<&str> = text.lines().skip(7).collect();
    let expected = [
        "-3.93981:Move(23,18)",
        "-11.536:Move(23,17)",
        "-8.50283:Move(23,22)",
        "Best Move:23 18",
    ];
    assert_eq!(scores, expected);
}

#[test]
fn counting_fast_and_counting_plainly_agree_on_what_is_too_much() {
    let mut random = Random(21);
    let other = |(name, value): (&str, &str)| {
        let mut rules = Rules::default();
        rules.set(name, value).unwrap();
        rules
    };
    let others = [
        ("own-stones", "blocking"),
        ("nearest", "any"),
        ("die-names", "one-more"),
        ("dice-mean", "present-stones"),
        ("win-cell", "none"),
    ]
    .map(other);
    let mut states: Vec<State> = vec![State::initial()];
    for _ in 0..40 {
        states.push(random.thrown(4));
        states.extend(random.played(&Ewn::default()));
    }
    for rules in others.into_iter().chain([Rules::default()]) {
        let engine = fast::Engine::new(rules, 1, 0).unwrap();
        let game = Ewn::new(rules);
        for (state, depth) in states
            .iter()
            .flat_map(|state| [1, 2, 4].map(|it| (state, it)))
        {
            for most in [20, 3000] {
                let plain = effort::nodes(&game, state, depth, most);
                let fast = engine.nodes_within(state, depth, most);
                assert_eq!(fast, plain, "{state:?} {depth} {most} {rules:?}");
            }
        }
    }
}

/// Where stones can be stuck each position at the horizon is looked at, but a table that is not asked
/// for them is not.
#[test]
fn leaves_that_are_not_asked_for_are_not_found() {
    let mut random = Random(7);
    for _ in 0..30 {
        let mut rules = Rules::default();
        for (name, value) in [
            ("cached-leaves", "unused"),
            ("win-cell", "none"),
            ("depth", "4"),
        ] {
            rules.set(name, value).unwrap();
        }
        compare(rules, &random.thrown(6), 1, 1);
    }
}
