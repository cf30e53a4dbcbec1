//! Engines with mistakes, diagnosed from their answers.

mod places;

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use plyjudge::games;
use plyjudge::judge::language::Language;
use plyjudge::judge::suite::case;
use plyjudge::languages;
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::diagnose::{
    self, Diagnosis, Explanation, Finding, Observed, diagnose, shrunk,
};
use plyjudge::mistakes::suite::{Case, Suite};
use plyjudge::protocol::{Resources, Settings};
use rayon::prelude::*;

use super::experiments::shallow;

/// Whatever the tests make a diagnosis say is said in every other language as well; what is quoted
/// stays as it is.
#[track_caller]
fn assert_is_translated(text: &str) {
    static OTHERS: LazyLock<Vec<Language>> = LazyLock::new(|| {
        let others = languages::TAGS.iter().filter(|tag| **tag != "en");
        others
            .map(|tag| languages::find(tag).expect("a language"))
            .collect()
    });
    for language in OTHERS.iter() {
        let said = language.say(text).into_owned();
        let unquoted: String = said.split('\'').step_by(2).collect();
        let words = unquoted.split(|c: char| !c.is_ascii_alphabetic());
        let words: Vec<&str> = words
            .filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
            .collect();
        assert!(words.is_empty(), "{text}\n{said}\n{words:?}");
    }
}

pub fn summary(
    catalogue: &Catalogue,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
) -> String {
    let text = diagnose::summary(catalogue, diagnosis, observed);
    assert_is_translated(&text);
    text
}

pub fn evidence(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
    is_visible: &dyn Fn(usize) -> bool,
) -> Vec<(usize, String)> {
    let told = diagnose::evidence(suite, diagnosis, observed, is_visible);
    told.iter().for_each(|(_, text)| assert_is_translated(text));
    told
}

fn evidence_of_each(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
    is_visible: &dyn Fn(usize) -> bool,
) -> Vec<Vec<(usize, String)>> {
    let told = diagnose::evidence_of_each(suite, diagnosis, observed, is_visible);
    let all = told.iter().flatten();
    all.for_each(|(_, text)| assert_is_translated(text));
    told
}

/// The catalogue of a game under its published rules.
pub fn catalogue(game: &str) -> Catalogue {
    let right = Settings {
        resources: Resources {
            threads: 1,
            hash_mib: 1,
        },
        ..Settings::default()
    };
    Catalogue::new(games::find(game).expect("a game"), right)
}

/// Generated cases that catch nearly every mistake of a game.
pub fn cases(game: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/suites")
        .join(game);
    let found = case::find(&root).expect("cases");
    let read = |case: &case::Case| Case {
        name: case.name.clone(),
        input: case.read_input().expect("an input"),
    };
    found.iter().map(read).collect()
}

/// These cases with their right answers.
pub fn suite<'a>(catalogue: &'a Catalogue, game: &str) -> Suite<'a> {
    Suite::new(catalogue, cases(game)).expect("settings that fit")
}

pub fn observe(outputs: Vec<Vec<u8>>) -> Vec<Option<Observed>> {
    let whole = |output| {
        Some(Observed {
            output,
            stopped: None,
        })
    };
    outputs.into_iter().map(whole).collect()
}

/// Diagnoses an engine with these mistakes; none when the suite lets it through.
fn planted(suite: &Suite<'_>, set: &Set) -> Option<Diagnosis> {
    let outputs = suite.answers(set);
    (outputs != suite.right()).then(|| diagnose(suite, &observe(outputs)))
}

pub fn explanation(diagnosis: &Diagnosis) -> &Explanation {
    match &diagnosis.finding {
        Finding::Mistakes(found) => found,
        other => panic!("{other:?}"),
    }
}

/// Asserts that sets are explained by mistakes that answer alike; returns how many the suite lets through,
/// and those of which the explanation misses answers, takes more mistakes, or has others in their place and
/// does not list them.
fn assert_explained(suite: &Suite<'_>, sets: &[Set]) -> (usize, Vec<Vec<String>>) {
    let fate = |set: &Set| {
        let Some(diagnosis) = planted(suite, set) else {
            return (1, None);
        };
        let names = suite.catalogue().names(set);
        if !diagnosis.is_exact() {
            return (0, Some(names));
        }
        let found = explanation(&diagnosis);
        if found.set.len() > set.len() {
            return (0, Some(names));
        }
        let answers = suite.answers(set);
        let alike = found.equivalents.iter().chain([&found.set]);
        for other in alike {
            assert_eq!(suite.answers(other), answers, "{names:?}");
        }
        let is_listed = found.set == *set || found.equivalents.contains(set);
        let is_unlisted = !is_listed && found.set.len() == set.len();
        (0, is_unlisted.then_some(names))
    };
    let fates: Vec<_> = sets.par_iter().map(fate).collect();
    let (uncaught, unlisted): (Vec<usize>, Vec<_>) = fates.into_iter().unzip();
    let unlisted = unlisted.into_iter().flatten().collect();
    (uncaught.into_iter().sum(), unlisted)
}

/// The same where none may be left out; returns how many the suite lets through.
fn assert_named(suite: &Suite<'_>, sets: &[Set]) -> usize {
    let (uncaught, unlisted) = assert_explained(suite, sets);
    assert!(unlisted.is_empty(), "{unlisted:?}");
    uncaught
}

/// Every mistake, and every so manieth pair.
fn assert_all_named(game: &str, every: usize) {
    let catalogue = catalogue(game);
    let suite = suite(&catalogue, game);
    let common: Vec<Set> = catalogue.common().collect();
    let uncaught = assert_named(&suite, &common);
    assert!(uncaught * 20 <= common.len(), "{uncaught} slip through");
    // A rare mistake takes an input of its own, which the cases need not have.
    let others = catalogue.rare().chain(catalogue.readings());
    assert_named(&suite, &others.collect::<Vec<Set>>());
    let pairs: Vec<Set> = catalogue.pairs().step_by(every).collect();
    assert!(pairs.len() >= 5, "{} pairs", pairs.len());
    // A pair is built from mistakes that carry one of the first answers on by themselves: where both
    // of a pair show in the same answers, another pair may be found that answers alike, and where one
    // shows only beside the other, one mistake that nearly fits. Then one of a pair may be told as two
    // that come to the same: other directions as those of either side.
    let (_, unlisted) = assert_explained(&suite, &pairs);
    assert!(unlisted.len() * 20 <= pairs.len(), "{unlisted:?}");
}

/// Sets of three mistakes: most of what is printed is explained, by as many or by fewer. The
/// search takes a mistake more only where that explains more cases by itself, so a set of which
/// two show in every case may be missed: a third of a game's sets at most.
fn assert_triples_explained(game: &str, count: usize) {
    let catalogue = catalogue(game);
    let suite = suite(&catalogue, game);
    let all = catalogue.mistakes().len();
    let (mut tried, mut missed) = (0, Vec::new());
    for start in (0..).map(|round| 7 * round) {
        let parts = [start, start + all / 3, start + 2 * all / 3 + 1];
        let set = parts
            .iter()
            .try_fold(Set::default(), |set, part| catalogue.with(&set, part % all));
        // How lines end may also be told as white space.
        let ends =
            |name: &String| name.starts_with("final-newline") || name.starts_with("line-end");
        let is_triple = |set: &Set| set.len() == 3 && !catalogue.names(set).iter().any(ends);
        let Some(set) = set.filter(is_triple) else {
            continue;
        };
        let Some(diagnosis) = planted(&suite, &set) else {
            continue;
        };
        let names = catalogue.names(&set);
        let found = explanation(&diagnosis);
        if 3 * found.explained.len() < 2 * diagnosis.wrong.len() {
            missed.push(names.clone());
        }
        assert!(found.set.len() <= 3, "{names:?}: {found:?}");
        tried += 1;
        if tried == count {
            break;
        }
    }
    assert!(3 * missed.len() <= count, "{missed:?}");
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn three_mistakes_of_any_game_are_explained() {
    assert_triples_explained("checkers", 4);
    assert_triples_explained("kalah", 6);
    assert_triples_explained("ewn", 6);
    assert_triples_explained("hexline", 6);
}

/// As the sampled tests, but every pair. Takes seven minutes in a release build; run by hand.
#[test]
#[ignore = "diagnoses thousands of programs; run with --release"]
fn every_pair_of_mistakes_is_named() {
    for game in ["checkers", "kalah", "ewn", "hexline"] {
        let every = if game == "checkers" { 7 } else { 1 };
        assert_all_named(game, every);
    }
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_checkers_are_named() {
    assert_all_named("checkers", 397);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_kalah_are_named() {
    assert_all_named("kalah", 331);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_ewn_are_named() {
    assert_all_named("ewn", 331);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_of_hexline_are_named() {
    assert_all_named("hexline", 223);
}

pub fn set(catalogue: &Catalogue, names: &[&str]) -> Set {
    names.iter().fold(Set::default(), |set, name| {
        let more = catalogue.find(name).expect("a mistake");
        catalogue.with(&set, more).expect("another option")
    })
}

#[test]
fn directions_that_are_left_out_are_named_before_a_mistyped_one() {
    let catalogue = catalogue("hexline");
    // Only a line of two wins; of those in directions 1 to 3 only one in direction 2, from odd y, is listed
    // before its reverse.
    let mut rows = [[-1; 12]; 12];
    for (x, y) in [(2, 1), (3, 0), (11, 11)] {
        rows[x][y] = 0;
    }
    let rows = rows.map(|row| row.map(|cell: i32| cell.to_string()).join(" "));
    let case = Case {
        name: "odd".to_owned(),
        input: format!("map 1\n{}\n", rows.join("\n")).into_bytes(),
    };
    let suite = Suite::new(&catalogue, vec![case]).expect("settings that fit");
    let [left_out, mistyped] =
        ["reverses=first-dropped", "mistyped=2-as-1"].map(|name| set(&catalogue, &[name]));
    let diagnosis = planted(&suite, &mistyped).expect("a wrong answer");
    let found = explanation(&diagnosis);
    let mut named = [&found.set].into_iter().chain(&found.equivalents);
    let first = named.find(|set| **set == left_out || **set == mistyped);
    assert_eq!(first, Some(&left_out));
    assert!(named.any(|set| *set == mistyped));
}

#[test]
fn three_mistakes_are_put_together() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let names = ["tie=last", "winner-mark=three", "tower-cost=2"];
    let diagnosis = planted(&suite, &set(&catalogue, &names)).unwrap();
    assert!(diagnosis.is_exact(), "{diagnosis:?}");
    assert_eq!(explanation(&diagnosis).set, set(&catalogue, &names));
}

/// A mistake that only one of two searches makes: alone it shows where the other one is right.
#[test]
fn a_mistake_of_one_search_is_named() {
    let catalogue = catalogue("kalah");
    let suite = suite(&catalogue, "kalah");
    let names = ["extra-turn-levels=1", "mistakes-in=pruned"];
    assert_eq!(assert_named(&suite, &[set(&catalogue, &names)]), 0);
}

/// A mistake that is known beside one that is not: the first is named all the same.
#[test]
fn a_mistake_is_named_beside_what_cannot_be_explained() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let mistake = set(&catalogue, &["tie=last"]);
    let mut outputs = suite.answers(&mistake);
    let wrong: Vec<usize> = (0..outputs.len())
        .filter(|&case| outputs[case] != suite.right()[case])
        .collect();
    assert!(wrong.len() >= 3);
    // A board that is garbled at its end.
    let mut boards = wrong.iter().copied();
    let garbled = boards.find(|&case| outputs[case].ends_with(b"---+\n"));
    let garbled = garbled.expect("an answer that ends with a board");
    let last = outputs[garbled].len() - 2;
    outputs[garbled][last] = b'?';
    let diagnosis = diagnose(&suite, &observe(outputs));
    let found = explanation(&diagnosis);
    assert_eq!(found.set, mistake);
    assert_eq!(found.explained.len(), wrong.len() - 1);
    assert_eq!(
        (&found.begun[..], &found.contradicted[..]),
        (&[garbled][..], &[][..])
    );
    assert!(!diagnosis.is_exact());
    let text = summary(&catalogue, &diagnosis, &[]);
    let expected = format!(
        "Behaves in part as if it made one mistake. Explains {} of {} \
         failing cases, and the first difference of 1 more, contradicts none.",
        wrong.len() - 1,
        wrong.len()
    );
    assert_eq!(text, expected);
}

#[test]
fn white_space_is_told_apart() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let spread = |output: &Vec<u8>| -> Vec<u8> {
        let text = String::from_utf8(output.clone()).unwrap();
        // Not in all lines of a kind.
        let lines = (0..).zip(text.split_inclusive('\n'));
        let lines = lines.map(|(number, line)| match number % 4 {
            0 => line.replace(' ', "  "),
            _ => line.to_owned(),
        });
        lines.collect::<String>().into_bytes()
    };
    let outputs = suite.right().iter().map(spread).collect();
    let diagnosis = diagnose(&suite, &observe(outputs));
    assert_eq!(diagnosis.finding, Finding::Blanks);
    let mistake = set(&catalogue, &["depth=2"]);
    let outputs = suite.answers(&mistake).iter().map(spread).collect();
    let diagnosis = diagnose(&suite, &observe(outputs));
    let found = explanation(&diagnosis);
    let is_listed = found.set == mistake || found.equivalents.contains(&mistake);
    assert!(found.without_blanks && is_listed, "{found:?}");
    assert!(!diagnosis.is_exact());
}

/// The right answers, but one that is cut after some lines.
fn cut(suite: &Suite<'_>, mistake: &Set, case: usize, lines: usize) -> Vec<Option<Observed>> {
    let mut observed = observe(suite.answers(mistake));
    let output = &suite.answers(mistake)[case];
    let kept = output.split_inclusive(|&byte| byte == b'\n').take(lines);
    observed[case] = Some(Observed {
        output: kept.flatten().copied().collect(),
        stopped: Some("signal 11".to_owned()),
    });
    observed
}

#[test]
fn a_crash_is_diagnosed_up_to_where_the_output_stops() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let case = 0;
    let observed = cut(&suite, &Set::default(), case, 23);
    let diagnosis = diagnose(&suite, &observed);
    assert_eq!(diagnosis.finding, Finding::Nothing);
    assert_eq!(diagnosis.stopped, [case]);
    assert_eq!(
        evidence(&suite, &diagnosis, &observed, &|_| true),
        [(
            case,
            "right for 23 lines, then signal 11, where 'BOARD COST: 0' is expected".to_owned()
        )]
    );
    let all = suite.cases().len();
    assert_eq!(
        summary(&catalogue, &diagnosis, &observed),
        format!(
            "All that it prints is right. But in 1 of {all} cases it does not end as it should: \
             signal 11."
        )
    );
    // A mistake shows before the crash.
    let mistake = set(&catalogue, &["cost-sign=white-positive"]);
    let observed = cut(&suite, &mistake, case, usize::MAX);
    let diagnosis = diagnose(&suite, &observed);
    assert!(diagnosis.is_exact(), "{diagnosis:?}");
    assert_eq!(explanation(&diagnosis).set, mistake);
}

/// Neither explains a case by itself.
#[test]
fn a_mistake_and_other_text_in_the_same_cases_are_both_told() {
    let catalogue = catalogue("checkers");
    // Games that come to a board without actions, and then to an error.
    let with_error = |case: Case| {
        let input = String::from_utf8(case.input).expect("text");
        let actions = input.lines().filter(|line| line.len() > 1);
        let input: Vec<&str> = actions.chain(["A1-B2"]).collect();
        Case {
            name: case.name,
            input: (input.join("\n") + "\n").into_bytes(),
        }
    };
    let all: Vec<Case> = cases("checkers").into_iter().map(with_error).collect();
    let right = Suite::new(&catalogue, all.clone())
        .unwrap()
        .right()
        .to_vec();
    let has = |text: &[u8], part: &[u8]| text.windows(part.len()).any(|some| some == part);
    let both = all.into_iter().zip(right).filter(|(_, right)| {
        has(right, b"COST: -2147483648\n") && has(right, b"Source cell is empty.\n")
    });
    let suite = Suite::new(&catalogue, both.map(|(case, _)| case).collect()).unwrap();
    assert!(!suite.cases().is_empty());
    let mistake = set(&catalogue, &["printed-limit=material"]);
    let misspelt = |output: Vec<u8>| {
        let output = String::from_utf8(output).expect("text");
        output.replace("empty", "emtpy").into_bytes()
    };
    let outputs = suite.answers(&mistake).into_iter().map(misspelt);
    let diagnosis = diagnose(&suite, &observe(outputs.collect()));
    assert!(diagnosis.is_exact(), "{diagnosis:?}");
    assert_eq!(explanation(&diagnosis).set, mistake);
    assert_eq!(
        diagnosis.differences.len(),
        1,
        "{:?}",
        diagnosis.differences
    );
}

/// Nor does it depend on how many threads there are.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_is_said_does_not_depend_on_the_machines_load() {
    let catalogue = catalogue("kalah");
    let suite = suite(&catalogue, "kalah");
    let outputs = suite.answers(&set(&catalogue, &["sweep=none", "capture=landing"]));
    // Numbers that no mistake makes keep the search from an early end.
    let odd = |(case, output)| {
        let text = String::from_utf8(output).unwrap();
        match case % 3 {
            0 => text.replace('\n', &format!("{case}7\n")).into_bytes(),
            _ => text.into_bytes(),
        }
    };
    let observed = outputs.into_iter().enumerate().map(odd);
    let observed = observe(observed.collect());
    let told = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| {
            let diagnosis = diagnose(&suite, &observed);
            let words = summary(&catalogue, &diagnosis, &observed);
            let evidence = evidence(&suite, &diagnosis, &observed, &|_| true);
            (diagnosis, words, evidence)
        })
    };
    let idle = told(2);
    assert!(!idle.0.is_exact());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = [1, 3].map(told);
        is_over.store(true, Ordering::Relaxed);
        assert!(busy.iter().all(|busy| *busy == idle), "{idle:?} {busy:?}");
    });
}

/// What is printed on a board without actions is left open; which of several actions is taken is
/// not.
#[test]
fn another_reading_is_told_from_a_mistake() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let told = |names: &[&str]| {
        let observed = observe(suite.answers(&set(&catalogue, names)));
        summary(&catalogue, &diagnose(&suite, &observed), &observed)
    };
    let reading = told(&["printed-limit=material"]);
    let begin = "Right under another reading of the assignment. Explains ";
    assert!(reading.starts_with(begin), "{reading}");
    let both = told(&["printed-limit=material", "tie=last"]);
    let begin = "Behaves exactly as if it made one mistake and read the assignment otherwise in \
                 one place. ";
    assert!(both.starts_with(begin), "{both}");
}

/// Numbers that no mistake makes.
#[test]
fn what_nobody_knows_is_said_to_be_unknown() {
    let catalogue = catalogue("kalah");
    let suite = suite(&catalogue, "kalah");
    let odd = |output: &Vec<u8>| {
        let text = String::from_utf8(output.clone()).unwrap();
        text.replace('\n', "77\n").into_bytes()
    };
    let observed = observe(suite.right().iter().map(odd).collect());
    let diagnosis = diagnose(&suite, &observed);
    assert_eq!(diagnosis.finding, Finding::Unknown);
    assert_eq!(diagnosis.differences, []);
    let told = evidence(&suite, &diagnosis, &observed, &|_| true);
    assert_eq!(told.len(), 1);
    let all = suite.cases().len();
    assert_eq!(
        summary(&catalogue, &diagnosis, &observed),
        format!(
            "No known mistake, alone or with others, explains what it prints in the {all} failing \
             cases."
        )
    );
    let nothing = observe(vec![Vec::new(); all]);
    let diagnosis = diagnose(&suite, &nothing);
    assert_eq!(
        summary(&catalogue, &diagnosis, &nothing),
        format!("Prints nothing at all in the {all} failing cases.")
    );
}

/// Whether a mistake is one of text.
fn is_of_text(name: &str) -> bool {
    const OPTIONS: [&str; 6] = [
        "no-line",
        "winner-mark",
        "computed-mark",
        "board-gap",
        "cost-align",
        "apostrophe",
    ];
    OPTIONS.iter().any(|option| name.starts_with(option))
}

/// Another text is told apart from the game: alone, and beside every so manieth mistake.
fn assert_text_is_told_apart(game: &str, old: &str, new: &str, every: usize) {
    let catalogue = catalogue(game);
    let suite = suite(&catalogue, game);
    let other_text = |set: &Set| {
        let outputs = suite.answers(set).into_iter().map(|output| {
            let text = String::from_utf8(output).unwrap();
            text.replace(old, new).into_bytes()
        });
        observe(outputs.collect())
    };
    let observed = other_text(&Set::default());
    let diagnosis = diagnose(&suite, &observed);
    assert_eq!(diagnosis.finding, Finding::Nothing);
    assert_eq!(diagnosis.by_text, diagnosis.wrong);
    let told = evidence(&suite, &diagnosis, &observed, &|_| true);
    assert!(told[0].1.contains(new.trim()), "{told:?}");
    let text = summary(&catalogue, &diagnosis, &observed);
    assert!(
        text.starts_with("Plays right: only its text differs"),
        "{text}"
    );
    let sets: Vec<Set> = catalogue.singles().step_by(every).collect();
    sets.par_iter().for_each(|set| {
        let names = catalogue.names(set);
        // Where lines end is text, too.
        let is_end = names[0].starts_with("line-end") || names[0].starts_with("final-newline");
        if suite.catching(set).is_empty() || is_end {
            return;
        }
        let diagnosis = diagnose(&suite, &other_text(set));
        // Other mistakes are of text as well, and may be told as such.
        match diagnosis.finding {
            Finding::Nothing if is_of_text(&names[0]) => {
                assert_eq!(diagnosis.by_text, diagnosis.wrong, "{names:?}");
                return;
            }
            // The same rows of the board are worded otherwise twice.
            Finding::Unknown if names[0] == "board-stones=swapped" => return,
            _ => {}
        }
        let Finding::Mistakes(found) = &diagnosis.finding else {
            panic!("{names:?}: {diagnosis:?}");
        };
        let is_listed = found.set == *set || found.equivalents.contains(set);
        assert!(is_listed, "{names:?}: {found:?}");
        assert!(
            !diagnosis.differences.is_empty() && diagnosis.is_exact(),
            "{names:?}"
        );
    });
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn other_text_is_told_apart_from_checkers() {
    assert_text_is_told_apart("checkers", "ACTION #", "MOVE ", 9);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn other_text_is_told_apart_from_kalah() {
    assert_text_is_told_apart("kalah", "結果是:", "結果是 = ", 7);
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn other_text_is_told_apart_from_ewn() {
    assert_text_is_told_apart("ewn", " ", ", ", 5);
}

#[test]
#[ignore = "diagnoses or makes suites for long; `make slow` runs it"]
fn other_text_is_told_apart_from_hexline() {
    assert_text_is_told_apart("hexline", "\n", " .\n", 3);
}

/// What is done to a text.
type Change<'a> = &'a dyn Fn(&str) -> String;

/// Lines that come twice, are missing or in another order beside a mistake, and one that every
/// answer has, printed as another one.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn other_lines_are_told_apart_from_the_game() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let mistake = set(&catalogue, &["depth=2"]);
    let is_cost = |line: &&str| line.starts_with("BOARD COST");
    let shapes: [(&str, Change<'_>); 4] = [
        ("missing", &|text| {
            let lines = text.split_inclusive('\n').filter(|line| !is_cost(line));
            lines.collect()
        }),
        ("not expected at all", &|text| {
            let lines = text.split_inclusive('\n');
            let lines = lines.map(|line| match is_cost(&line) {
                true => format!("{line}debug 12\n"),
                false => line.to_owned(),
            });
            lines.collect()
        }),
        ("in front is not expected", &|text| {
            text.replace("====\nW", "====\n> W")
                .replace("BOARD COST", "> BOARD COST")
        }),
        ("'#BLACK' where '#WHITE'", &|text| {
            text.replace("#WHITE", "#BLACK")
        }),
    ];
    for (word, other) in shapes {
        let outputs = suite.answers(&mistake).into_iter().map(|output| {
            let text = String::from_utf8(output).unwrap();
            other(&text).into_bytes()
        });
        let observed = observe(outputs.collect());
        let diagnosis = diagnose(&suite, &observed);
        let found = explanation(&diagnosis);
        assert!(
            found.set == mistake || found.equivalents.contains(&mistake),
            "{word}: {found:?}"
        );
        let told = evidence(&suite, &diagnosis, &observed, &|_| true);
        assert!(told.iter().any(|(_, text)| text.contains(word)), "{told:?}");
    }
}

#[test]
fn a_reply_that_is_not_ended_is_called_so() {
    let catalogue = catalogue("hexline");
    let suite = suite(&catalogue, "hexline");
    let unended = |right: &Vec<u8>| {
        let text = String::from_utf8(right.clone()).unwrap();
        text.replace("none\n", "none").into_bytes()
    };
    let observed = observe(suite.right().iter().map(unended).collect());
    let diagnosis = diagnose(&suite, &observed);
    let told = evidence(&suite, &diagnosis, &observed, &|_| true);
    let is_said = |(_, text): &(usize, String)| {
        text.contains("'none' for ") && text.contains(" is not ended")
    };
    assert!(told.iter().any(is_said), "{told:?}");
}

/// Who may not see the shortest case is shown another one.
#[test]
fn a_visible_case_is_shown_besides_a_hidden_one() {
    let catalogue = catalogue("checkers");
    let suite = suite(&catalogue, "checkers");
    let observed = observe(suite.answers(&set(&catalogue, &["tie=last"])));
    let diagnosis = diagnose(&suite, &observed);
    let [shortest, second, ..] = explanation(&diagnosis).explained[..] else {
        panic!("{diagnosis:?}")
    };
    let told = |is_visible: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let told = evidence_of_each(&suite, &diagnosis, &observed, is_visible);
        assert_eq!(told.len(), 1, "one mistake");
        told.into_iter().flatten().map(|(case, _)| case).collect()
    };
    assert_eq!(told(&|_| true), [shortest]);
    assert_eq!(told(&|case| case != shortest), [shortest, second]);
}

/// Answers an input rightly but for a line that it cannot stand.
#[test]
fn a_failing_input_is_made_smaller_while_the_program_still_fails() {
    let catalogue = shallow("ewn", 1);
    let suite = suite(&catalogue, "ewn");
    let longest = (0..suite.cases().len())
        .max_by_key(|&case| suite.cases()[case].input.len())
        .unwrap();
    let input = String::from_utf8(suite.cases()[longest].input.clone()).unwrap();
    let bad = input.lines().last().unwrap().to_owned();
    assert!(input.lines().count() > 1);
    let program = |input: &[u8]| {
        let case = Case {
            name: String::new(),
            input: input.to_vec(),
        };
        let mut output = Suite::new(&catalogue, vec![case]).unwrap().right()[0].clone();
        let text = String::from_utf8_lossy(input);
        if text.lines().any(|line| line == bad) {
            output.extend_from_slice(b"oops\n");
        }
        Observed {
            output,
            stopped: None,
        }
    };
    let observed: Vec<Option<Observed>> = suite
        .cases()
        .iter()
        .map(|case| Some(program(&case.input)))
        .collect();
    let diagnosis = diagnose(&suite, &observed);
    let ask = |_: usize, input: &[u8]| Some(program(input));
    let found = shrunk(&suite, &diagnosis, &|_| None, &ask).unwrap();
    assert_eq!(String::from_utf8(found.input).unwrap(), format!("{bad}\n"));
    assert!(found.printed.ends_with(b"oops\n"));
    assert_ne!(found.right, found.printed);
}

/// What is found where this is the one right answer, and that is printed, all or as far as it came; and
/// where it shows.
fn found_in(right: &str, printed: &str, is_cut: bool) -> (Diagnosis, String) {
    let catalogue = catalogue("kalah");
    let case = Case {
        name: "one".to_owned(),
        input: b"0 1 0 0 0 1 0 0 1 1 0 1 0 1 1 1\n".to_vec(),
    };
    let suite = Suite::answered(&catalogue, vec![case], vec![(right.into(), 1)]);
    let observed = [Some(Observed {
        output: printed.into(),
        stopped: is_cut.then(|| "out of time".to_owned()),
    })];
    let found = diagnose(&suite, &observed);
    let shown = diagnose::evidence(&suite, &found, &observed, &|_| true);
    let shown = shown.into_iter().map(|(_, text)| text).collect();
    (found, shown)
}

#[test]
fn what_was_cut_off_is_right_as_far_as_it_goes() {
    let whole = |printed| found_in("ab\ncd\n", printed, false);
    assert_eq!(whole("ab\ncd\n").0.right, [0]);
    for (printed, shown) in [
        ("ab\n", "before line 2: the line 'cd' is missing"),
        ("ab\ncd\nef", "line 3: 'ef' is not expected at all"),
    ] {
        let (found, text) = whole(printed);
        assert_eq!((&found.wrong[..], &*text), (&[0][..], shown));
    }
    let cut = |printed| found_in("ab\ncd\n", printed, true);
    for printed in ["ab\nc", ""] {
        assert_eq!(cut(printed).0.stopped, [0], "{printed:?}");
    }
    let (found, text) = cut("ax\nyz\n");
    assert_eq!(found.wrong, [0]);
    assert!(text.starts_with("line 1: prints 'ax'"), "{text}");
}

#[test]
fn blanks_count_or_not() {
    let finding = |printed| found_in("a b\nc\n", printed, false).0.finding;
    assert_eq!(finding("a  b\r\nc"), Finding::Blanks);
    assert_ne!(finding(" a x \nc\n"), Finding::Blanks);
}
