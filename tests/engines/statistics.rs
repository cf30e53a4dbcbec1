//! Results of matches and tournaments in figures, compared with what was computed elsewhere.

use plyjudge::arena::ratings::ratings;
use plyjudge::arena::statistics::{Decision, Pairs, Sprt, Tally, difference_of, expected_score};

const fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally {
        wins,
        draws,
        losses,
    }
}

fn assert_close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs().max(1.0),
        "found {found}, expected {expected}"
    );
}

/// Expected: Python, `-400 * log10(1 / s - 1)` for the mean `s` of a list of 1, 0.5 and 0,
/// and for `s ∓ NormalDist().inv_cdf(0.975) * sd / sqrt(n)` with the list's population
/// standard deviation.
#[test]
fn elo_as_computed_elsewhere() {
    for (tally, [difference, low, high]) in ELO {
        let elo = tally.elo().unwrap();
        assert_close(elo.difference, difference);
        assert_close(elo.low, low);
        assert_close(elo.high, high);
        let reversed = tally.reversed().elo().unwrap();
        assert_close(reversed.low, -high);
    }
}

const ELO: [(Tally, [f64; 3]); 4] = [
    (
        tally(60, 20, 20),
        [147.190714111, 86.2250152003, 218.251777641],
    ),
    (
        tally(520, 100, 380),
        [48.9625600372, 28.4995663685, 69.7690823394],
    ),
    (
        tally(71, 12, 917),
        [-431.484390341, -475.452722931, -395.298448461],
    ),
    (
        tally(7, 0, 3),
        [147.190714118, -58.9462301582, 715.834561264],
    ),
];

#[test]
fn games_that_all_ended_alike() {
    let all = tally(20, 0, 0).elo().unwrap();
    assert_eq!((all.difference, all.high), (f64::INFINITY, f64::INFINITY));
    // 20 wins in a row have probability 0.025 at this score.
    assert_close(expected_score(all.low).powi(20), 0.025);
    let none = tally(0, 0, 20).elo().unwrap();
    assert_close(none.high, -all.low);
    let drawn = tally(0, 20, 0).elo().unwrap();
    assert_eq!((drawn.low, drawn.high), (0.0, 0.0));
    assert_eq!(tally(0, 0, 0).elo(), None);
}

/// Expected: as for [`elo_as_computed_elsewhere`].
#[test]
fn an_interval_may_reach_beyond_every_score() {
    let elo = tally(19, 0, 1).elo().unwrap();
    assert_close(elo.difference, 511.501440381);
    assert_close(elo.low, 307.516116003);
    assert_eq!(elo.high, f64::INFINITY);
    let elo = tally(99_999, 1, 0).elo().unwrap();
    assert_close(elo.difference, 2120.41112967);
    assert_close(elo.low, 1931.89543169);
    assert_eq!(elo.high, f64::INFINITY);
    let one = tally(1, 0, 0).elo().unwrap();
    assert_close(one.low, -636.425842811);
}

#[test]
fn a_score_and_its_difference() {
    assert_close(expected_score(400.0), 10.0 / 11.0);
    assert_close(difference_of(10.0 / 11.0), 400.0);
    assert_eq!(difference_of(0.5), 0.0);
}

/// Expected: Python, the difference of two maxima of `w log p + d log q + l log r` under
/// `p + q / 2 = s`, each found by ternary search over `q`; a count of 0 counts as 0.001. For
/// pairs likewise, with five probabilities, found by Newton's method in three of them.
#[test]
fn ratios_as_computed_elsewhere() {
    for (tally, elo0, elo1, expected) in RATIOS {
        assert_close(sprt(elo0, elo1).ratio(tally.results()), expected);
    }
    for (pairs, elo0, elo1, expected) in [
        ([1, 2, 10, 5, 3], 0.0, 50.0, 1.069_198_214_16),
        ([120, 340, 600, 380, 130], 0.0, 5.0, 0.982_591_860_983),
        ([5, 0, 0, 0, 4], -10.0, 10.0, -0.057_580_643_888_5),
        ([0, 1, 0, 0, 9], 0.0, 20.0, 0.559_085_884_201),
        ([30, 60, 100, 40, 10], 0.0, 10.0, -3.545_828_697_77),
        ([0, 0, 7, 0, 0], 0.0, 10.0, -0.198_563_218_229),
    ] {
        assert_close(sprt(elo0, elo1).ratio(Pairs(pairs).results()), expected);
    }
}

const RATIOS: [(Tally, f64, f64, f64); 13] = [
    (tally(60, 20, 20), 0.0, 10.0, 1.38982216394),
    (tally(520, 100, 380), 0.0, 5.0, 2.12382783919),
    (tally(520, 100, 380), -20.0, 20.0, 17.9063789405),
    (tally(30, 40, 30), 0.0, 20.0, -0.275786246846),
    (tally(10, 0, 3), 0.0, 50.0, 0.873284034444),
    (tally(100, 0, 0), 0.0, 50.0, 13.3591639834),
    (tally(0, 100, 0), 0.0, 10.0, -2.91140423217),
    (tally(0, 0, 50), -10.0, 10.0, -2.87823136394),
    (tally(1, 0, 0), 0.0, 20.0, 0.0559052646462),
    (tally(500, 0, 500), 0.0, 5.0, -0.103549330379),
    (tally(99_999, 1, 0), 0.0, 100.0, 24696.163168),
    (tally(300, 400, 300), 0.0, 400.0, -836.471111266),
    (tally(0, 0, 0), 0.0, 5.0, 0.0),
];

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    format!("{elo0},{elo1}").parse().unwrap()
}

#[test]
fn tests_are_written_as_by_other_match_runners() {
    let parse = |text: &str| text.parse::<Sprt>();
    let (elo0, elo1) = (-1.5, 5.0);
    let both = Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.1,
    };
    assert_eq!(parse("elo0=-1.5 elo1=5 alpha=0.05 beta=0.1"), Ok(both));
    assert_eq!(parse("-1.5,5,beta=0.1"), Ok(both));
    // Wald's bounds for 5 % and 10 %: ln(0.1 / 0.95) and ln(0.9 / 0.05).
    let (low, high) = both.bounds();
    assert_close(low, -2.251_291_798_606_495);
    assert_close(high, 2.890_371_757_896_165);
    for wrong in [
        "",
        "5",
        "5,0",
        "0,5,10",
        "elo0=0 elo1=x",
        "0,5,alpha=0",
        "0,5,beta=0.5",
        "0,5,model=logistic",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

/// Expected: Python, `NormalDist(m, s / sqrt(n))` for the mean `m` of a list of the pairs' points
/// and their population standard deviation `s`: `1 - cdf(half of the points there are)`.
#[test]
fn superiority_as_computed_elsewhere() {
    for (pairs, expected) in [
        ([1, 2, 10, 5, 3], 0.938194798815883),
        ([120, 340, 600, 380, 130], 0.926148644107349),
        ([5, 0, 0, 0, 4], 0.368657838608209),
        ([0, 1, 0, 0, 9], 0.999999998836715),
        ([30, 60, 100, 40, 10], 0.000063228243202),
    ] {
        let found = Pairs(pairs).superiority().unwrap();
        assert!(
            (found - expected).abs() < 1e-9,
            "{pairs:?}: {found}, expected {expected}"
        );
    }
    assert_eq!(Pairs([0, 0, 7, 0, 0]).superiority(), None);
    assert_eq!(Pairs::default().superiority(), None);
    let mut pairs = Pairs::default();
    for games in [
        [Some(true), None],
        [Some(false), Some(true)],
        [None, None],
        [Some(false); 2],
    ] {
        pairs.add(games);
    }
    assert_eq!(pairs, Pairs([1, 0, 2, 1, 0]));
}

#[test]
fn a_test_goes_on_until_a_bound_is_reached() {
    let sprt = sprt(0.0, 100.0);
    let (low, high) = sprt.bounds();
    // ln 19.
    assert_close(high, 2.944_438_979_166_44);
    assert_close(low, -high);
    let decision = |tally: Tally| sprt.decision(sprt.ratio(tally.results()));
    assert_eq!(decision(tally(0, 0, 0)), None);
    assert_eq!(decision(tally(3, 2, 2)), None);
    assert_eq!(decision(tally(90, 10, 10)), Some(Decision::Elo1));
    assert_eq!(decision(tally(10, 10, 90)), Some(Decision::Elo0));
}

/// Games of pairs: who, against whom, wins, draws, losses.
fn state(size: usize, pairs: &[(usize, usize, u64, u64, u64)]) -> Vec<Vec<Tally>> {
    let mut games = vec![vec![Tally::default(); size]; size];
    for &(one, other, wins, draws, losses) in pairs {
        let tally = Tally {
            wins,
            draws,
            losses,
        };
        games[one][other] = tally;
        games[other][one] = tally.reversed();
    }
    games
}

/// Expected: Python, gradient ascent on the logarithm of the likelihood with the virtual
/// draws, and the inverse of its second differences with the mean projected out.
#[test]
fn ratings_as_computed_elsewhere() {
    let pairs = [
        (0, 1, 7, 2, 3),
        (0, 2, 5, 0, 1),
        (1, 2, 4, 4, 2),
        (2, 3, 6, 0, 0),
    ];
    let found = ratings(&state(4, &pairs));
    let expected = [
        (245.713, 186.269),
        (115.540, 169.551),
        (43.294, 157.344),
        (-404.547, 385.754),
    ];
    for (found, (rating, margin)) in found.iter().zip(expected) {
        assert!((found.rating - rating).abs() < 0.01, "{found:?}, {rating}");
        assert!((found.margin - margin).abs() < 0.1, "{found:?}, {margin}");
    }
}

#[test]
fn equal_players_are_rated_alike() {
    let found = ratings(&state(2, &[(0, 1, 5, 3, 5)]));
    assert!(found[0].rating.abs() < 1e-9 && found[1].rating.abs() < 1e-9);
    assert_eq!(ratings(&state(1, &[]))[0].rating, 0.0);
    assert!(ratings(&[]).is_empty());
}
