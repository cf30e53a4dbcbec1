//! Audits and generated suites: what they say is what programs with mistakes print.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use plyjudge::answer::answer;
use plyjudge::games;
use plyjudge::mistakes::audit::audit;
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::generate::{
    Check, Made, Manifest, Monitor, Outcome, Request, family, generate, slug,
};
use plyjudge::mistakes::replay::{Replay, Script, fingerprint};
use plyjudge::mistakes::suite::{Case, Suite};
use plyjudge::protocol::Settings;
use plyjudge::random::Random;

fn catalogue(game: &str) -> Catalogue {
    let protocol = games::find(game).expect("a game");
    Catalogue::new(protocol, Settings::default())
}

/// Shipped cases.
fn shipped(game: &str, names: &[&str]) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(game);
    let read = |name: &&str| Case {
        name: (*name).to_owned(),
        input: fs::read(folder.join(format!("{name}.txt"))).expect("a shipped case"),
    };
    names.iter().map(read).collect()
}

/// What a program with these mistakes prints, given one whole case.
fn printed(catalogue: &Catalogue, set: &Set, case: &Case) -> Vec<u8> {
    let settings = catalogue.settings(set);
    let mut printed = Vec::new();
    // What is printed before an input that is none counts as well.
    _ = answer(
        &mut case.input.as_slice(),
        &case.name,
        Some(catalogue.protocol()),
        &settings,
        &mut printed,
    );
    printed
}

/// The cases that catch a set, found by printing everything.
fn catching(catalogue: &Catalogue, cases: &[Case], set: &Set) -> Vec<usize> {
    let right = |case| printed(catalogue, &Set::default(), case);
    let differs = |place: &usize| printed(catalogue, set, &cases[*place]) != right(&cases[*place]);
    (0..cases.len()).filter(differs).collect()
}

/// Whether one mistake of a pair hides the other: what the pair prints is what that one alone
/// does.
fn hides(catalogue: &Catalogue, cases: &[Case], pair: &Set) -> bool {
    pair.iter().any(|one| {
        let alone = Set::one(one);
        let is_alike =
            |case: &Case| printed(catalogue, pair, case) == printed(catalogue, &alone, case);
        cases.iter().all(is_alike)
    })
}

/// The mistakes that change an answer without another one.
fn shown_alone(catalogue: &Catalogue) -> BTreeSet<usize> {
    let mistakes = catalogue.mistakes().iter().enumerate();
    let shown = mistakes.filter(|(_, mistake)| mistake.shows_alone);
    shown.map(|(index, _)| index).collect()
}

/// Audits cases and compares every single mistake, and every so many-th pair, with what the
/// programs print.
fn audit_agrees(game: &str, names: &[&str], every: usize) {
    let catalogue = catalogue(game);
    let cases = shipped(game, names);
    let suite = Suite::new(&catalogue, cases.clone()).expect("settings that fit");
    let audit = audit(&suite, true, &|| ());
    let pairs = audit.pairs.expect("pairs were asked for");
    let all = [&audit.singles, &audit.rare, &audit.readings];
    let all: usize = all.iter().map(|findings| findings.sets.len()).sum();
    assert_eq!(all, shown_alone(&catalogue).len());
    for findings in [&audit.singles, &audit.rare, &audit.readings] {
        let mut caught = 0;
        for (set, found) in &findings.sets {
            let expected = catching(&catalogue, &cases, set);
            assert_eq!(found.cases, expected, "{:?}", catalogue.names(set));
            caught += usize::from(!expected.is_empty());
        }
        assert_eq!(findings.caught(), caught);
    }
    let caught = audit.singles.caught();
    assert!(0 < caught, "a suite that catches nothing tests nothing");
    for (set, found) in pairs.sets.iter().step_by(every) {
        let mut expected = catching(&catalogue, &cases, set);
        if hides(&catalogue, &cases, set) {
            expected.clear();
        }
        assert_eq!(found.cases, expected, "{:?}", catalogue.names(set));
    }
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn audits_of_checkers_agree_with_brute_force() {
    let names = [
        "play-ends-early-white",
        "errors-target-taken-before-opponents-piece",
        "form-text-after-the-command",
        "white-tower-captures-backwards",
    ];
    audit_agrees("checkers", &names, 97);
}

#[test]
fn audits_of_kalah_agree_with_brute_force() {
    audit_agrees("kalah", &["captures", "finished-positions", "laps"], 5);
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn audits_of_ewn_agree_with_brute_force() {
    let names = [
        "wins-next-move",
        "wins-next-move-get",
        "removed-stones-only-lower",
        "one-stone-each",
    ];
    audit_agrees("ewn", &names, 41);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn audits_of_hexline_agree_with_brute_force() {
    let names = [
        "line-of-four",
        "leaf-odd-and-even-free-cells",
        "one-free-cell",
    ];
    audit_agrees("hexline", &names, 5);
}

/// A suite from a small pool.
fn made(catalogue: &Catalogue, count: usize, families: u64, present: Vec<Case>) -> Outcome {
    let request = Request {
        catalogue,
        count,
        as_needed: false,
        is_fair: false,
        seed: 5,
        present,
        families: Some(families),
    };
    let monitor = Monitor::new(None, &|_, _| (), &|| ());
    generate(&request, &monitor).expect("a game with a generator")
}

/// The cases of a suite, as an audit takes them.
fn cases(outcome: &Outcome) -> Vec<Case> {
    let case = |made: &Made| Case {
        name: made.name.clone(),
        input: made.input.clone(),
    };
    outcome.cases.iter().map(case).collect()
}

fn caught_percent(check: &Check) -> f64 {
    100.0 - 100.0 * check.missed.len() as f64 / check.all as f64
}

/// Makes a suite from a small pool, twice, and checks all that it says of itself.
fn generates(game: &str, count: usize, families: u64, most_lines: usize) -> Vec<Case> {
    let catalogue = catalogue(game);
    let outcome = made(&catalogue, count, families, Vec::new());
    let again = made(&catalogue, count, families, Vec::new());
    assert_eq!(
        outcome.cases, again.cases,
        "the same seed gives the same cases"
    );
    assert_eq!(outcome.cases.len(), count);
    let cases = cases(&outcome);
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), count, "every case has a name of its own");
    let mut missed = shown_alone(&catalogue);
    for (made, case) in outcome.cases.iter().zip(&cases) {
        assert!(
            made.lines() <= most_lines,
            "{}: {} lines",
            made.name,
            made.lines()
        );
        assert_eq!(made.answer, printed(&catalogue, &Set::default(), case));
        let is_caught = |&one: &usize| {
            !catching(&catalogue, std::slice::from_ref(case), &Set::one(one)).is_empty()
        };
        let caught: Vec<usize> = (0..catalogue.mistakes().len()).filter(is_caught).collect();
        assert_eq!(made.catches, caught, "{}", made.name);
        let fresh: BTreeSet<usize> = caught
            .iter()
            .copied()
            .filter(|one| missed.remove(one))
            .collect();
        assert_eq!(
            made.chosen_for.iter().copied().collect::<BTreeSet<_>>(),
            fresh
        );
    }
    let missed: Vec<Set> = missed.into_iter().map(Set::one).collect();
    let kinds = [&outcome.singles, &outcome.rare, &outcome.readings];
    let mut told = kinds.map(|check| &check.missed[..]).concat();
    told.sort();
    assert_eq!(told, missed);
    let all: usize = kinds.iter().map(|check| check.all).sum();
    assert_eq!(all, shown_alone(&catalogue).len());
    assert!(caught_percent(&outcome.singles) >= 75.0, "{missed:?}");
    // A pair said to be missed is missed or hidden, and one said to be caught is caught.
    for set in catalogue
        .common_pairs()
        .step_by(311)
        .chain(outcome.pairs.missed.iter().step_by(5).cloned())
    {
        let is_missed =
            catching(&catalogue, &cases, &set).is_empty() || hides(&catalogue, &cases, &set);
        assert_eq!(outcome.pairs.missed.contains(&set), is_missed, "{set:?}");
    }
    cases
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_checkers_suite_catches_what_it_says_and_has_few_actions() {
    generates("checkers", 8, 6, 107);
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn a_checkers_suite_computes_actions_in_half_of_its_cases_and_after_bare_commands() {
    let outcome = made(&catalogue("checkers"), 12, 2, Vec::new());
    let computes = |case: &&Made| String::from_utf8_lossy(&case.answer).contains("\n*** ");
    let computing = outcome.cases.iter().filter(computes).count();
    assert!(2 * computing >= outcome.cases.len(), "{computing}");
    for bare in ["A\n", "P\n"] {
        let has_it = outcome
            .cases
            .iter()
            .any(|case| case.input == bare.as_bytes());
        assert!(has_it, "{bare}");
    }
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn a_fair_suite_has_no_case_that_another_reading_fails() {
    let catalogue = catalogue("checkers");
    let request = Request {
        catalogue: &catalogue,
        count: 12,
        as_needed: true,
        is_fair: true,
        seed: 5,
        present: Vec::new(),
        families: Some(4),
    };
    let monitor = Monitor::new(None, &|_, _| (), &|| ());
    let outcome = generate(&request, &monitor).expect("a game with a generator");
    let cases = cases(&outcome);
    assert!(!cases.is_empty());
    for reading in catalogue.readings() {
        let failed = catching(&catalogue, &cases, &reading);
        assert_eq!(failed, [0; 0], "{:?}", catalogue.names(&reading));
    }
    assert!(caught_percent(&outcome.singles) >= 50.0);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_kalah_suite_catches_what_it_says_and_has_few_lines() {
    generates("kalah", 6, 20, 9);
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn an_ewn_suite_catches_what_it_says_and_has_few_lines() {
    for case in generates("ewn", 4, 3, 7) {
        let text = String::from_utf8(case.input).expect("UTF-8");
        assert!(text.ends_with("\nexit\n"), "{text}");
        // Analyses and moves are asked of two programs.
        let requests = text.lines().filter(|line| line.starts_with("get")).count();
        assert!([0, text.lines().count() - 1].contains(&requests), "{text}");
    }
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn a_hexline_suite_catches_what_it_says_and_has_few_maps() {
    generates("hexline", 6, 20, 7 * 13);
}

/// The pools that users get. Slow without optimisation: `make slow` runs it.
#[test]
#[ignore = "makes a dozen suites; run with --release"]
fn twelve_cases_catch_what_can_be_caught() {
    for protocol in games::all() {
        let catalogue = catalogue(protocol.name());
        for seed in [11, 12, 13] {
            let request = Request {
                catalogue: &catalogue,
                count: 12,
                as_needed: false,
                is_fair: false,
                seed,
                present: Vec::new(),
                families: None,
            };
            let monitor = Monitor::new(None, &|_, _| (), &|| ());
            let outcome = generate(&request, &monitor).expect("a game with a generator");
            let name = protocol.name();
            // Half of a checkers suite computes actions, and has no room for the rest of what is
            // wrong with input. A pair counts only where neither of its mistakes hides the other.
            let (least, least_pairs) = match name {
                "checkers" => (96.0, 83.0),
                "hexline" => (98.0, 86.0),
                // A counter of 16 bits takes a line of its own to show, and whatever concerns
                // captures or extra turns hides where there are none.
                "kalah" => (97.9, 92.0),
                _ => (98.0, 95.0),
            };
            let (singles, pairs) = (&outcome.singles, &outcome.pairs);
            assert!(caught_percent(singles) >= least, "{name}, seed {seed}");
            assert!(caught_percent(pairs) >= least_pairs, "{name}, seed {seed}");
            // An action or a line each; a map has 13 lines.
            let most = match name {
                "checkers" => 107,
                "hexline" => 7 * 13,
                _ => 7,
            };
            assert!(
                outcome.cases.iter().all(|case| case.lines() <= most),
                "{name}, seed {seed}"
            );
        }
    }
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn an_extension_adds_only_what_is_lacking() {
    let catalogue = catalogue("hexline");
    let whole = made(&catalogue, 8, 30, Vec::new());
    assert_eq!(whole.singles.missed, []);
    // Pairs alone are lacking, and each case more shows one at least that no other shows.
    let more = made(&catalogue, 8, 30, cases(&whole));
    assert!(more.cases.iter().all(|made| made.chosen_for.is_empty()));
    let shown = whole.pairs.missed.len() - more.pairs.missed.len();
    assert!(shown >= more.cases.len(), "{shown}");
    let all = cases(&whole);
    let only = [all[0].clone()];
    let rest = made(&catalogue, 8, 30, only.to_vec());
    assert!(!rest.cases.is_empty());
    assert_eq!(rest.singles.missed, []);
    for made in &rest.cases {
        let adds = |one: &usize| catching(&catalogue, &only, &Set::one(*one)).is_empty();
        let adds_alone = made.chosen_for.iter().all(adds);
        assert!(adds_alone, "{}", made.name);
    }
    let request = Request {
        catalogue: &catalogue,
        count: 8,
        as_needed: false,
        is_fair: false,
        seed: 5,
        present: only.to_vec(),
        families: Some(30),
    };
    let manifest = Manifest::new(&request, &rest);
    assert_eq!(manifest.extends.len(), 1);
    assert_eq!(manifest.extends[0].name, all[0].name);
    assert_eq!(manifest.cases.len(), rest.cases.len());
}

/// Compares the answers of programs that follow a right one with those that they give alone,
/// under so many right rules, for so many programs each.
fn followers_are_right(rights: u64, programs: usize) {
    let protocol = games::find("checkers").unwrap();
    let plain = Catalogue::new(protocol, Settings::default());
    for seed in 0..rights {
        let mut random = Random::new(seed, 0);
        let mut any = |catalogue: &Catalogue| {
            let count = catalogue.mistakes().len();
            let one = Set::one(random.below(count));
            let more = random.below(2 * count);
            let pair = (more < count).then(|| catalogue.with(&one, more));
            pair.flatten().unwrap_or(one)
        };
        let right = match seed % 3 {
            0 => Settings::default(),
            _ => plain.settings(&any(&plain)),
        };
        let catalogue = Catalogue::new(protocol, right);
        let mut inputs = family(&catalogue, seed, seed);
        // Some with all kinds of ends.
        inputs.rotate_left(seed as usize % 7);
        let inputs = inputs.iter().step_by(7);
        let scripts: Vec<Script> = inputs
            .map(|input| Script::new(input.concat().join("\n").as_bytes()))
            .collect();
        let alone = Replay::new(protocol, &scripts);
        let led = Replay::new(protocol, &scripts);
        let led = led.led_by(catalogue.right()).unwrap();
        let (right, _) = alone.answers(catalogue.right()).unwrap();
        for program in 0..programs {
            let single = catalogue.singles().nth(program);
            let single = single.filter(|_| programs > catalogue.mistakes().len());
            let set = single.unwrap_or_else(|| any(&catalogue));
            let settings = catalogue.settings(&set);
            let answers = alone.answers(&settings).unwrap();
            let names = catalogue.names(&set);
            assert_eq!(
                led.answers(&settings).unwrap(),
                answers,
                "{names:?} beside {:?}, seed {seed}",
                catalogue.right().rules
            );
            // Whoever leads, and however little it may do.
            let session = |set: &Set| protocol.session(&catalogue.settings(set)).unwrap();
            let leading = any(&catalogue);
            let lead = alone.lead(session(&leading), 10_000 * seed);
            let after = alone.answers_after(lead.as_ref(), &*session(&set), u64::MAX);
            assert!(
                after.into_iter().flatten().eq(answers.0.iter().cloned()),
                "{names:?} after {:?} beside {:?}, seed {seed}",
                catalogue.names(&leading),
                catalogue.right().rules
            );
            let prints = answers.0.iter().map(|answer| Some(fingerprint(answer)));
            assert_eq!(
                led.fingerprints(&settings, u64::MAX).unwrap(),
                prints.collect::<Vec<_>>()
            );
            let departures = led.departures(&settings, &right, u64::MAX).unwrap();
            for (input, departure) in departures.iter().enumerate() {
                assert_eq!(
                    departure.is_some(),
                    answers.0[input] != right[input],
                    "{names:?}"
                );
            }
        }
    }
}

#[test]
fn who_follows_answers_as_alone() {
    followers_are_right(6, 8);
}

#[test]
#[ignore = "tries every mistake under many right rules: make slow runs it"]
fn who_follows_answers_as_alone_whatever_is_right() {
    followers_are_right(60, 400);
}

#[test]
fn names_of_files_are_plain() {
    assert_eq!(
        slug("error-order=source-empty~target-taken"),
        "error-order-source-empty-target-taken"
    );
    assert_eq!(slug("score-format=%f"), "score-format-f");
}
