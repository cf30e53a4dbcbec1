//! Exact EinStein endgames: published probabilities, agreement with a plain recursion, and
//! what is said when a limit is reached.

use std::collections::HashMap;

use plyjudge::game::{Game, Side};
use plyjudge::games;
use plyjudge::games::ewn::fast::solve::{Limits, Probability, Solved, Unsolved, solve};
use plyjudge::games::ewn::rules::STONES;
use plyjudge::games::ewn::{Ewn, Rules, State};
use plyjudge::options::{Record, Values};
use plyjudge::protocol::{PositionError, Settings, Solution, SolveLimits};

const AMPLE: u64 = u64::MAX;

fn solved(settings: &Settings, position: &str) -> Result<Solution, PositionError> {
    solved_within(settings, position, AMPLE, 1024)
}

fn solved_within(
    settings: &Settings,
    position: &str,
    nodes: u64,
    memory_mib: usize,
) -> Result<Solution, PositionError> {
    let mut limits = SolveLimits {
        nodes,
        memory_mib,
        progress: &mut |_| (),
    };
    let ewn = games::find("ewn").expect("there is one");
    ewn.solve(settings, Some(position), &mut limits)
}

fn line<'a>(solution: &'a Solution, label: &str) -> &'a str {
    let found = solution.iter().find(|(name, _)| *name == label);
    &found
        .unwrap_or_else(|| panic!("no {label} in {solution:?}"))
        .1
}

fn rules(pairs: &[(&str, &str)]) -> Settings {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Settings {
        rules: pairs.iter().map(own).collect(),
        ..Settings::default()
    }
}

#[test]
fn published_probabilities_come_out_as_fractions() {
    for (position, expected) in [
        ("0 0 0 0 0 8 13 0 0 15 12 0 0 0", "77/81"),
        ("0 - 20 0 0 6 0 0 0 0 0 24 15 0", "95/108"),
        ("B 0 0 18 0 3 0 0 14 0 0 0 6 0", "499/729"),
        ("get B 0 0 C4 0 C1 0 0 D3 0 0 0 A2 0", "499/729"),
    ] {
        let solution = solved(&Settings::default(), position).unwrap();
        assert_eq!(line(&solution, "to move"), "Blue");
        assert_eq!(
            line(&solution, "wins with probability"),
            expected,
            "{position}"
        );
    }
}

#[test]
fn the_best_move_is_named_as_the_position_is_written() {
    // The stone one step from the corner wins at once, whoever moves.
    let known = solved(&Settings::default(), "get B 3 0 0 2 0 25 0 0 0 0 6 0 0").unwrap();
    assert_eq!(line(&known, "wins with probability"), "1");
    assert_eq!(line(&known, "as a decimal"), "1.000000000000");
    assert_eq!(line(&known, "best move"), "2 1");

    let lettered = solved(&Settings::default(), "R - 0 0 B4 0 A2 0 0 0 0 E4 0 0").unwrap();
    assert_eq!(line(&lettered, "to move"), "Red");
    assert_eq!(line(&lettered, "wins with probability"), "1");
    assert_eq!(line(&lettered, "die 1"), "E4 E5");
    assert_eq!(line(&lettered, "die 6"), "E4 E5");
}

#[test]
fn limits_unsuitable_rules_and_wrong_positions_are_told_apart() {
    let full = "0 - 25 24 23 20 19 15 1 2 3 6 7 11";
    let defaults = Settings::default();
    let late = solved_within(&defaults, full, 0, 64).unwrap_err();
    let late = late.to_string();
    assert!(late.starts_with("not solved within 0 positions"), "{late}");
    let large = solved_within(&defaults, full, AMPLE, 1).unwrap_err();
    let large = large.to_string();
    assert!(large.starts_with("not solved within 1 MiB ("), "{large}");

    for rule in [("own-stones", "blocking"), ("win-cell", "none")] {
        let error = solved(&rules(&[rule]), full).unwrap_err();
        assert!(matches!(error, PositionError::Unsupported(_)), "{error}");
    }
    let error = solved(&defaults, "0 7 25 0 0 0 0 0 1 0 0 0 0 0").unwrap_err();
    assert!(error.to_string().contains("die 7"), "{error}");
    let error = solved(&defaults, "exit").unwrap_err();
    assert!(matches!(error, PositionError::Position(_)), "{error}");
}

#[test]
fn progress_is_told_and_the_limit_is_kept() {
    let mut told = Vec::new();
    let mut limits = Limits {
        positions: 1 << 18,
        memory: 1 << 30,
        progress: &mut |text| told.push(text.to_owned()),
    };
    let unsolved = solve(Rules::default(), &State::initial(), &mut limits).unwrap_err();
    assert_eq!(unsolved, Unsolved::Positions(1 << 18));
    assert!(told[0].contains("positions"), "{told:?}");
}

/// The probability that the side to roll wins, by the plain rules and in the plainest way.
fn plain(game: &Ewn, state: &State, known: &mut HashMap<State, f64>) -> f64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut rolled = Vec::new();
    game.outcomes(state, &mut rolled);
    let sum: f64 = rolled.iter().map(|state| best(game, state, known)).sum();
    let value = sum / rolled.len() as f64;
    known.insert(*state, value);
    value
}

/// The same with the die rolled.
fn best(game: &Ewn, state: &State, known: &mut HashMap<State, f64>) -> f64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|chosen| {
        let next = game.play(state, chosen);
        match game.winner(&next) {
            Some(winner) => f64::from(u8::from(winner == state.mover)),
            None => 1.0 - plain(game, &next, known),
        }
    });
    values.fold(0.0, f64::max)
}

fn decimal(solved: &Solved) -> f64 {
    match solved.wins {
        Probability::Fraction {
            numerator,
            denominator,
        } => numerator as f64 / denominator as f64,
        Probability::Decimal(decimal) => decimal,
    }
}

fn solve_freely(rules: Rules, state: &State) -> Solved {
    let mut limits = Limits {
        positions: usize::MAX,
        memory: 1 << 30,
        progress: &mut |_| (),
    };
    solve(rules, state, &mut limits).unwrap()
}

#[test]
fn probabilities_and_moves_are_those_of_a_plain_recursion() {
    // Two stones a side, every rule that a solution can depend on.
    let mut number: usize = 7;
    let mut below = |end: usize| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (number >> 33) % end
    };
    for _ in 0..40 {
        let mut rules = Rules::default();
        for option in Rules::options() {
            let Values::Choice(all) = option.values else {
                continue;
            };
            let unsolved = [
                "own-stones",
                "captured",
                "captured-stones",
                "no-stones",
                "edges",
                "goal-steps",
                "win-cell",
            ];
            if !unsolved.contains(&option.name) {
                let value = &all[below(all.len())];
                // Under these a roll may let no stone move.
                if !value.name.starts_with("without-") {
                    rules.set(option.name, &value.name).unwrap();
                }
            }
        }
        let game = Ewn::new(rules);
        let mut cells = [[0; STONES]; 2];
        let mut free: Vec<u8> = (2..25).collect();
        for stones in &mut cells {
            for _ in 0..2 {
                stones[below(STONES)] = free.swap_remove(below(free.len()));
            }
        }
        let mover = [Side::First, Side::Second][below(2)];
        let state = State {
            cells,
            mover,
            die: None,
        };

        let solved = solve_freely(rules, &state);
        let mut known = HashMap::new();
        let expected = plain(&game, &state, &mut known);
        let found = decimal(&solved);
        assert!(
            (found - expected).abs() < 1e-12,
            "{found} {expected} {state:?} {rules:?}"
        );

        for &(die, chosen) in &solved.best {
            let rolled = State {
                die: Some(die),
                ..state
            };
            let next = game.play(&rolled, chosen);
            let value = match game.winner(&next) {
                Some(winner) => f64::from(u8::from(winner == mover)),
                None => 1.0 - plain(&game, &next, &mut known),
            };
            let most = best(&game, &rolled, &mut known);
            assert!(
                (value - most).abs() < 1e-12,
                "{chosen:?} {rolled:?} {rules:?}"
            );
        }
    }
}

#[test]
fn a_fraction_too_long_becomes_a_decimal_and_says_so() {
    // Means over one to six faces need a factor of 60 a roll, and there may be 29 rolls.
    let far = "0 - 25 0 0 24 0 0 1 0 0 0 2 0";
    let solution = solved(&rules(&[("dice-mean", "present-stones")]), far).unwrap();
    let exact = line(&solution, "wins with probability");
    assert_eq!(exact, "a fraction of more than 128 bits");
    assert!(line(&solution, "as a decimal").starts_with("0."));
}
