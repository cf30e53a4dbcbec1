//! Kalah solved to the end: the published margins, and what is said when a limit is reached.

use plyjudge::games;
use plyjudge::games::kalah::choices::{
    Capture, FacingSeeds, GameOver, LandingSeeds, OpponentStore, Sweep,
};
use plyjudge::games::kalah::fast::{Board, Endgames, FastKalah};
use plyjudge::games::kalah::rules::PITS;
use plyjudge::games::kalah::{Kalah, Rules};
use plyjudge::protocol::{PositionError, Settings, Solution, SolveLimits};

/// More nodes than any of them takes.
const AMPLE: u64 = 2_000_000_000;

fn solved_within(
    rules: &[(&str, &str)],
    position: Option<&str>,
    nodes: u64,
    memory_mib: usize,
) -> Result<Solution, PositionError> {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let settings = Settings {
        rules: rules.iter().map(own).collect(),
        ..Settings::default()
    };
    let mut limits = SolveLimits {
        nodes,
        memory_mib,
        progress: &mut |_| (),
    };
    let kalah = games::find("kalah").expect("there is one");
    kalah.solve(&settings, position, &mut limits)
}

fn line<'a>(solution: &'a Solution, label: &str) -> &'a str {
    let found = solution.iter().find(|(name, _)| *name == label);
    &found.expect("a line of that name").1
}

/// The start with so many seeds in each pit.
fn start(seeds: u8) -> String {
    let row = format!("{seeds} ").repeat(6);
    format!("{row}0 {row}0 0")
}

#[test]
fn margins_of_one_two_and_three_seeds_a_pit_are_the_published_ones() {
    for capture in ["before-sowing", "standard"] {
        for (seeds, margin) in [(1, "2"), (2, "6"), (3, "2")] {
            let rules = [("capture", capture)];
            let solution = solved_within(&rules, Some(&start(seeds)), AMPLE, 64).unwrap();
            assert_eq!(line(&solution, "margin"), margin, "{capture}, {seeds}");
            assert_eq!(line(&solution, "to move"), "player 0");
        }
    }
}

#[test]
#[ignore = "takes long; `make slow` runs it"]
fn the_margin_of_four_seeds_a_pit_is_the_published_one() {
    let solution = solved_within(&[("capture", "standard")], None, AMPLE, 4096).unwrap();
    assert_eq!(line(&solution, "margin"), "8");
}

#[test]
fn stores_and_the_player_to_move_count() {
    // One seed beside the store, the other side three ahead.
    let position = "0 0 0 0 0 1 2 0 0 0 0 0 1 6 0";
    let solution = solved_within(&[], Some(position), AMPLE, 16).unwrap();
    assert_eq!(line(&solution, "margin"), "-4");
    assert_eq!(line(&solution, "best pit"), "5");
    let other = "0 0 0 0 0 1 2 0 0 0 0 0 1 6 1";
    let solution = solved_within(&[], Some(other), AMPLE, 16).unwrap();
    assert_eq!(line(&solution, "to move"), "player 1");
    assert_eq!(line(&solution, "margin"), "4");
    assert_eq!(line(&solution, "best pit"), "12");
    let turned = solved_within(&[("value-for", "player-0")], Some(other), AMPLE, 16).unwrap();
    assert_eq!(line(&turned, "margin"), "-4");
}

#[test]
fn a_finished_position_has_no_best_pit() {
    let solution = solved_within(&[], Some("0 0 0 0 0 0 9 1 0 0 2 0 0 3 0"), AMPLE, 16).unwrap();
    assert_eq!(line(&solution, "margin"), "3");
    assert_eq!(line(&solution, "best pit"), "none");
}

#[test]
fn limits_and_wrong_positions_are_told_apart() {
    let late = solved_within(&[], None, 0, 64).unwrap_err().to_string();
    assert!(
        late.starts_with("not solved within 0 nodes of one thread ("),
        "{late}"
    );
    let many = solved_within(&[], Some(&start(8)), AMPLE, 1).unwrap_err();
    let many = many.to_string();
    assert!(many.starts_with("not solved within 1 MiB ("), "{many}");
    let wrong = solved_within(&[], Some("1 2 3"), AMPLE, 64).unwrap_err();
    assert!(matches!(wrong, PositionError::Position(_)), "{wrong}");
}

/// All that one side may hold with so many seeds in so many pits, a byte each.
fn sides(seeds: u64, pits: usize) -> Vec<u64> {
    if pits == 1 {
        return vec![seeds];
    }
    let first = (0..=seeds).flat_map(|first| {
        let others = sides(seeds - first, pits - 1).into_iter();
        others.map(move |others| others << 8 | first)
    });
    first.collect()
}

/// Compares each value with the best of the moves, or with that of the end.
fn check(rules: Rules, seeds: u32, every: usize) {
    let kalah = FastKalah::new(Kalah::new(rules)).unwrap();
    let endgames = Endgames::compute(&kalah, seeds);
    let sides = |most: u32| (0..=most).flat_map(|seeds| sides(seeds.into(), PITS));
    let boards = sides(seeds).flat_map(|own| {
        let left = seeds - Board { own, other: 0 }.seeds() as u32;
        sides(left).map(move |other| Board { own, other })
    });
    for board in boards.step_by(every) {
        let values = kalah.pits(board).map(|pit| {
            let played = kalah.play(board, pit);
            let value = endgames.value(played.next().without_stores());
            played.board.margin() + if played.again { value } else { -value }
        });
        let best = match kalah.is_stuck(board) {
            true => kalah.value(board),
            false => values.max().unwrap(),
        };
        assert_eq!(endgames.value(board), best, "{board:x?}, {rules:?}");
    }
}

#[test]
fn each_value_is_that_of_the_best_move() {
    let usual = Rules::default();
    for capture in [
        Capture::EmptyBeforeSowing,
        Capture::EmptyOnLanding,
        Capture::Standard,
        Capture::Anywhere,
        Capture::Never,
    ] {
        for facing_seeds in [FacingSeeds::Needed, FacingSeeds::NotNeeded] {
            for landing_seeds in [LandingSeeds::Taken, LandingSeeds::Left] {
                let rules = Rules {
                    capture,
                    facing_seeds,
                    landing_seeds,
                    ..usual
                };
                check(rules, 5, 1);
            }
        }
    }
    for game_over in [GameOver::Mover, GameOver::Both] {
        for sweep in [Sweep::Own, Sweep::None, Sweep::Opponent] {
            let rules = Rules {
                game_over,
                sweep,
                ..usual
            };
            check(rules, 5, 1);
        }
    }
}

#[test]
fn laps_are_sown_as_the_rules_have_it() {
    let usual = Rules::default();
    let standard = Rules {
        capture: Capture::Standard,
        ..usual
    };
    check(standard, 13, 97);
    let sown = Rules {
        opponent_store: OpponentStore::Sown,
        ..usual
    };
    check(sown, 9, 7);
}
