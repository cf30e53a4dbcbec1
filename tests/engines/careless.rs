//! Programs that are right but for one thing, most of them careless about their input: the
//! independent program in C with that changed. Mistakes of the catalogue are what such
//! programs print, and generated suites show up those that no catalogue describes.

mod ewn;
mod hexline;
mod kalah;
mod programs;
mod searching;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use plyjudge::answer::{AnswerError, answer};
use plyjudge::games;
use plyjudge::games::checkers::text::{action_name, cell_name};
use plyjudge::games::checkers::{Checkers, State};
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::generate::{Monitor, Request, family, generate, ordinary, telling};
use plyjudge::protocol::source::text;
use plyjudge::protocol::{Engine, Settings};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::inputs;
use super::random::cases;
use ewn::catalogued_of_ewn;
use hexline::catalogued_of_hexline;
use kalah::catalogued_of_kalah;
use programs::{careless_programs, catalogued};
use searching::catalogued_of_search;

/// Rules that a program breaks.
type Rules = Vec<(&'static str, &'static str)>;

/// Programs that break one rule each.
fn alone(programs: Vec<((&'static str, &'static str), PathBuf)>) -> Vec<(Rules, PathBuf)> {
    let programs = programs.into_iter();
    programs
        .map(|(rule, program)| (vec![rule], program))
        .collect()
}

/// What a program prints.
fn printed(program: &Path, input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has read its command does not read on.
    _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends").stdout
}

/// What the engine prints with one rule changed.
fn answered(game: &str, rule: Option<(&str, &str)>, input: &str) -> Vec<u8> {
    answered_under(game, rule.as_slice(), input)
}

/// What the engine prints with some rules changed.
fn answered_under(game: &str, rules: &[(&str, &str)], input: &str) -> Vec<u8> {
    let rules = rules.iter();
    let rules = rules.map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let settings = Settings {
        rules: rules.collect(),
        ..Settings::default()
    };
    let mut out = Vec::new();
    let game = games::find(game);
    match answer(&mut input.as_bytes(), "input", game, &settings, &mut out) {
        // Programs stop at what they read as an error.
        Ok(_) | Err(AnswerError::Input { .. }) => out,
        Err(error) => panic!("{error}"),
    }
}

/// What two programs let through tells them apart, though hardly any game has it.
#[test]
fn inputs_are_made_that_tell_incomplete_checks_apart() {
    all_are_told_apart("checkers", "distance-check");
}

/// Two programs that remember values for longer than a line differ only where a game has a later line that they do not
/// both forget before.
#[test]
fn inputs_are_made_that_tell_apart_how_long_values_are_remembered() {
    all_are_told_apart("ewn", "cache-life");
}

/// For each two of an option's mistakes an input is made that programs with them answer otherwise.
fn all_are_told_apart(game: &str, option: &'static str) {
    const STREAMS: u64 = 40;
    let catalogue = Catalogue::new(games::find(game).expect("a game"), Settings::default());
    let mistakes = catalogue.mistakes().iter().enumerate();
    let mistakes = mistakes.filter(|(_, mistake)| mistake.option == option);
    let mistakes: Vec<(usize, &str)> = mistakes
        .map(|(index, mistake)| (index, mistake.value.as_str()))
        .collect();
    assert!(mistakes.len() > 1, "{option}");
    for (place, &(one, value)) in mistakes.iter().enumerate() {
        for &(other, other_value) in &mistakes[..place] {
            let sets = [Set::one(one), Set::one(other)];
            let differ = |input: &Vec<Vec<String>>| {
                let text = text(input);
                let rule = |value| Some((option, value));
                answered(game, rule(value), &text) != answered(game, rule(other_value), &text)
            };
            let is_told = (0..STREAMS).any(|stream| {
                let made = telling(&catalogue, &sets, 1, stream);
                made.iter().any(differ)
            });
            assert!(is_told, "{value} and {other_value}");
        }
    }
}

/// A game, then some man's way to a cell near by, or along a diagonal, often an illegal one and now and then with
/// other names for columns, or a command; often lines that are not to be read.
fn tempting_input() -> impl Strategy<Value = String> {
    let choices = (
        vec(any::<Index>(), 0..100),
        any::<Index>(),
        0..12,
        0..3_usize,
    );
    choices.prop_map(|(choices, last, command, after)| {
        let (played, states) = inputs::playout(&Checkers::default(), State::initial(), &choices);
        let state = &states[states.len() - 1];
        // Towards cells outside, the opponent's men go as well.
        let may_go = |cell: &u8| {
            let man = state.cells[usize::from(*cell)];
            man.is_some_and(|man| man.owner == state.mover || matches!(command, 2 | 3))
        };
        let cells = (0..64_u8).filter(may_go);
        let is_near = |from: u8, to: u8| {
            let (rows, columns) = ((from / 8).abs_diff(to / 8), (from % 8).abs_diff(to % 8));
            let is_likely = rows <= 2 && columns <= 3 || rows == columns || rows == 1;
            is_likely && state.cells[usize::from(to)].is_none()
        };
        let ways = cells.flat_map(|from| (0..64).map(move |to| (from, to)));
        let ways: Vec<(u8, u8)> = ways.filter(|&(from, to)| is_near(from, to)).collect();
        let (from, to) = *last.get(&ways);
        let lines = played.into_iter().map(action_name);
        let game: String = lines.map(|line| line + "\n").collect();
        let (from, to) = (cell_name(from), cell_name(to));
        let digit = |name: &str| format!("{}{}", name.as_bytes()[0] - b'A' + 1, &name[1..]);
        let last = match command {
            0 => "A".to_owned(),
            1 => "P".to_owned(),
            2 => format!("{from}-{}0", &to[..1]),
            4 => format!("{from}0-{to}"),
            5 => format!("{from}-{to}1"),
            6 => format!("{from}-{to}").to_ascii_lowercase(),
            7 => format!("{}-{}", digit(&from), digit(&to)),
            8 => format!("{}0-{to}", &from[..1]),
            9 if !game.is_empty() => return game,
            _ => format!("{from}-{to}"),
        };
        let after = ["", "A\n", "B6-A5\nP\n"][after];
        format!("{game}{last}\n{after}")
    })
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn mistakes_of_the_catalogue_are_what_such_programs_print() {
    const INPUTS: usize = 400;
    let mut runner = TestRunner::deterministic();
    let random = (0..INPUTS).map(|_| {
        let tree = tempting_input().new_tree(&mut runner);
        tree.expect("an input").current()
    });
    // Ends of games, which random inputs seldom reach.
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites/checkers");
    let ends = fs::read_dir(suite).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        fs::read_to_string(path).expect("an input")
    });
    // Replies that leave the searching player without actions, before others that do not.
    let lost_below = "E6-F5 B3-A4 A6-B5 F3-E4 D7-E6 A2-B3 G6-H5 B1-A2 C8-D7 G2-F3 H7-G6 D3-C4 B5-D3 \
                      E2-C4 F5-D3 H1-G2 D3-B1 C4-D5 C6-E4 D1-C2 B1-D3 F3-G4 H5-F3 B3-C4 D3-B5 A2-B3 \
                      F3-H1 B3-C4 P ";
    // The same where it is black that has none.
    let black_lost = "G6-H5 H3-G4 A6-B5 G4-F5 H7-G6 B3-A4 E6-D5 D3-C4 D5-E4 C2-B3 G8-H7 F3-G4 B7-A6 E2-F3 \
                      C8-B7 D1-E2 F7-E6 E2-D3 E8-F7 G2-H3 C6-D5 H1-G2 D7-C6 P ";
    // More than 16 actions, of which the best comes late.
    let many_actions = "G6-H5 B3-A4 C6-B5 F3-E4 B5-C4 A2-B3 C4-A2 E4-F5 D7-C6 F5-G6 H7-F5 A4-B5 C6-A4 H3-G4 \
                        H5-F3 C2-B3 A4-C2 D1-B3 F3-D1 B1-C2 B7-C6 B3-C4 D1-B3 G2-F3 B3-D5 H1-G2 C8-D7 D3-E4 \
                        F5-D3 G2-H3 A2-B1 F1-G2 D3-E2 F3-G4 B1-C2 G2-F3 C2-D1 F3-E4 D5-F3 G4-H5 D1-C2 H3-G4 \
                        E2-F1 G4-F5 F1-G2 F5-G6 A ";
    let beyond = [
        "I3-H4", "G6-I5", "B3-I4", "C4-I9", "A9-B8", "G6-H9", "I1-J9", "I4-I5",
    ];
    let beyond = beyond.map(|line| format!("{line}\n"));
    let games = [lost_below, black_lost, many_actions].map(|game| game.replace(' ', "\n"));
    let more = ["A\n", "P\n"].map(str::to_owned).into_iter().chain(games);
    let more = more.chain(beyond);
    let inputs: Vec<String> = random.chain(ends).chain(more).collect();
    let programs = [catalogued(), catalogued_of_search()].concat();
    print_the_same("checkers", alone(programs), &inputs);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_the_hex_lines_catalogue_are_what_such_programs_print() {
    const FAMILIES: u64 = 20;
    let game = games::find("hexline").expect("a game");
    let catalogue = Catalogue::new(game, Settings::default());
    let families = (0..FAMILIES).flat_map(|stream| family(&catalogue, 1, stream));
    let text = |units: Vec<Vec<String>>| units.concat().join("\n") + "\n";
    // Two lines from the same cell are best: two cells in direction 6, three in direction 2.
    let mut rows = ["-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"; 12];
    rows[0] = "0 0 0 0 -1 -1 -1 -1 -1 -1 -1 -1";
    rows[1] = "0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1";
    rows[2] = "-1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1 -1";
    let two_best = format!("map 1\n{}\n", rows.join("\n"));
    let full = format!("map 1\n{}\n", [rows[3]; 12].join("\n"));
    // After the map without a free cell, not every program answers another one.
    let last = [two_best.clone(), full, two_best];
    let maps: Vec<String> = families.map(text).chain(last).collect();
    // What is kept from one map to the next shows on several.
    let inputs: Vec<String> = maps.chunks(4).map(|maps| maps.concat()).collect();
    let all = alone(catalogued_of_hexline()).into_iter();
    let (counting, others): (Vec<_>, Vec<_>) =
        all.partition(|(rules, _)| rules[0].0 == "line-counter");
    print_the_same("hexline", others, &inputs);
    // Some 300 lines, which take others long.
    let mut rows = [rows[3]; 12];
    rows[..5].fill("-1 -1 0 0 0 0 0 0 -1 -1 -1 -1");
    print_the_same(
        "hexline",
        counting,
        &[format!("map 1\n{}\n", rows.join("\n"))],
    );
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_kalah_s_catalogue_are_what_such_programs_print() {
    const FAMILIES: u64 = 8;
    let game = games::find("kalah").expect("a game");
    let catalogue = Catalogue::new(game, Settings::default());
    let families = (0..FAMILIES).flat_map(|stream| family(&catalogue, 1, stream));
    // More nodes than a small counter can count.
    let large = "7 2 15 0 1 0 5 0 5 7 6 1 14 9 0 8\n".to_owned();
    // Over from the start or soon.
    let over = "0 0 0 0 0 0 5 1 2 0 0 0 3 7 0 3\n0 0 1 0 0 2 5 0 0 0 0 0 0 7 1 2\n\
                0 0 0 0 2 1 4 0 0 0 0 1 2 2 0 5\n0 0 1 1 0 0 9 7 1 0 0 0 3 14 1 8\n\
                0 1 2 0 5 9 5 0 0 0 0 0 0 7 0 4\n"
        .to_owned();
    // Lines that come back to what is known of others: with more levels, fewer, for the other player,
    // and after a move.
    let start = "4 4 4 4 4 4 0 4 4 4 4 4 4 0";
    let lines = [" 0 3", " 0 4", " 0 2", " 1 3"].map(|rest| format!("{start}{rest}\n"));
    let moved = "0 5 5 5 5 4 0 4 4 4 4 4 4 0 1 2\n0 5 5 5 5 4 0 4 4 4 4 4 4 0 1 4\n";
    let returning = lines.concat() + moved;
    let long = "10 10 10 10 10 10 10 10 10 1 1 1 1 1 0 3\n1 2 0 1 1 0 1 1 0 2 2 1 0 3 1 2\n";
    let more = [large, over, returning, long.to_owned()];
    let inputs = families.map(|input| text(&input)).chain(more);
    let inputs: Vec<String> = inputs.collect();
    print_the_same("kalah", catalogued_of_kalah(), &inputs);
}

/// Of the inputs that programs are tried on, enough show what is remembered from line to line.
#[test]
fn kalah_lines_come_back_to_what_is_known() {
    const INPUTS: usize = 200;
    const LEAST: usize = 8;
    let game = games::find("kalah").expect("a game");
    let catalogue = Catalogue::new(game, Settings::default());
    let inputs = (0..).flat_map(|stream| ordinary(&catalogue, &[], 1, stream));
    let inputs = inputs.map(|input| String::from_utf8(input).expect("text"));
    let inputs = inputs.take(INPUTS).map(|input| {
        let right = answered("kalah", None, &input);
        (input, right)
    });
    let inputs: Vec<(String, Vec<u8>)> = inputs.collect();
    for value in ["by-depth", "by-depth-any-mover", "by-position"] {
        let shows = |(input, right): &&(String, Vec<u8>)| {
            answered("kalah", Some(("remembered", value)), input) != *right
        };
        let count = inputs.iter().filter(shows).count();
        assert!(count >= LEAST, "{value}: {count}");
    }
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_einstein_s_catalogue_are_what_such_programs_print() {
    for (rules, program, input) in catalogued_of_ewn() {
        let expected = printed(&program, input.as_bytes());
        let found = answered_under("ewn", &rules, input);
        assert_eq!(
            String::from_utf8_lossy(&found),
            String::from_utf8_lossy(&expected),
            "{rules:?}"
        );
        assert_ne!(found, answered("ewn", None, input), "{rules:?}");
    }
}

/// Searches that leave something on the board answer alike with the fast board and with the plain one.
#[test]
fn what_a_search_leaves_is_the_same_on_both_boards() {
    let game = games::find("checkers");
    let mut runner = TestRunner::deterministic();
    for _ in 0..cases(8) {
        let input = tempting_input().new_tree(&mut runner);
        let input = input.expect("an input").current() + "P\n";
        let values = [
            "kept",
            "kept-and-used",
            "kept-in-search",
            "kept-by-capture",
            "kept-by-move-in-search",
        ];
        for value in values {
            for order in ["rows", "columns", "reverse"] {
                let rules = [("promotion", value), ("child-order", order)];
                let rules = [
                    rules,
                    [("far-towers", "twice"), ("after-error", "commands")],
                ];
                let rules = rules.concat().into_iter();
                let rules = rules.map(|(name, value)| (name.to_owned(), value.to_owned()));
                let mut settings = Settings {
                    rules: rules.collect(),
                    ..Settings::default()
                };
                let answers = [Engine::Fast, Engine::Plain].map(|engine| {
                    settings.engine = engine;
                    let mut out = Vec::new();
                    answer(&mut input.as_bytes(), "input", game, &settings, &mut out)
                        .expect("a valid input");
                    String::from_utf8(out).expect("text")
                });
                assert_eq!(answers[0], answers[1], "{value} {order}\n{input}");
            }
        }
    }
}

/// Checks that the engine prints under some rules what their program does, and that some
/// input tells it from what is right.
fn print_the_same(game: &str, programs: Vec<(Rules, PathBuf)>, inputs: &[String]) {
    let right: Vec<Vec<u8>> = inputs
        .iter()
        .map(|input| answered(game, None, input))
        .collect();
    for (rules, program) in programs {
        let mut differing = 0;
        for (input, right) in inputs.iter().zip(&right) {
            let expected = printed(&program, input.as_bytes());
            let found = answered_under(game, &rules, input);
            assert_eq!(
                String::from_utf8_lossy(&found),
                String::from_utf8_lossy(&expected),
                "{rules:?}\n{input}"
            );
            differing += usize::from(found != *right);
        }
        assert!(differing > 0, "no input tells {rules:?} from what is right");
    }
}

/// The pool that users get. Slow without optimisation: `make slow` runs it.
#[test]
#[ignore = "makes suites; run with --release"]
fn a_suite_of_usual_size_shows_up_most_careless_programs() {
    let game = games::find("checkers").expect("a game");
    let catalogue = Catalogue::new(game, Settings::default());
    let programs = careless_programs();
    for seed in [21, 22] {
        let request = Request {
            catalogue: &catalogue,
            count: 40,
            as_needed: true,
            is_fair: false,
            seed,
            present: Vec::new(),
            families: None,
        };
        let monitor = Monitor::new(None, &|_, _| (), &|| ());
        let outcome = generate(&request, &monitor).expect("a game with a generator");
        let slipping: Vec<&str> = programs
            .iter()
            .filter(|(_, program)| {
                let mut cases = outcome.cases.iter();
                cases.all(|case| printed(program, &case.input) == case.answer)
            })
            .map(|(what, _)| *what)
            .collect();
        // Half of the cases compute actions and have no room for careless input.
        assert!(
            4 * slipping.len() <= programs.len(),
            "seed {seed}: {slipping:?}"
        );
    }
}
