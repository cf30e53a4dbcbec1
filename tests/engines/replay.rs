//! Many inputs answered at once: as each is alone, and compared while the answers come.

use std::sync::Arc;

use plyjudge::answer::answer;
use plyjudge::games;
use plyjudge::mistakes::catalogue::Set;
use plyjudge::mistakes::diagnose::text_differences::{Reworded, Sample, TextDifferences, shapes};
use plyjudge::mistakes::generate;
use plyjudge::mistakes::replay::{Awaited, Call, Fate, Reading, Replay, Script, fingerprint};
use plyjudge::mistakes::suite::{Case, Suite};
use plyjudge::protocol::{Session, Settings};

use super::diagnose::catalogue;

const INPUTS: [&str; 5] = [
    "G6-F5\nH3-G4\nA\n",
    "G6-F5\nH3-G4\nF5-H3\n",
    "G6-F5\r\n\nH3-G4\nnonsense\nA\n",
    "\u{feff}G6-F5\nA9-A1",
    "",
];

fn answered(input: &str, settings: &Settings) -> Vec<u8> {
    let mut out = Vec::new();
    let checkers = games::find("checkers").unwrap();
    _ = answer(
        &mut input.as_bytes(),
        "test",
        Some(checkers),
        settings,
        &mut out,
    );
    out
}

fn replay(inputs: &[&str]) -> Replay {
    let scripts: Vec<Script> = inputs
        .iter()
        .map(|input| Script::new(input.as_bytes()))
        .collect();
    Replay::new(games::find("checkers").unwrap(), &scripts)
}

#[test]
fn answers_are_those_of_each_input_alone() {
    for open in ["yes", "no"] {
        let settings = Settings {
            rules: vec![("final-newline".to_owned(), open.to_owned())],
            ..Settings::default()
        };
        let (answers, _) = replay(&INPUTS).answers(&settings).unwrap();
        let prints = replay(&INPUTS).fingerprints(&settings, u64::MAX).unwrap();
        let led = replay(&INPUTS).led_by(&settings).unwrap();
        assert_eq!(led.fingerprints(&settings, u64::MAX).unwrap(), prints);
        for (index, input) in INPUTS.iter().enumerate() {
            assert_eq!(answers[index], answered(input, &settings), "{input:?}");
            for replay in [&replay(&INPUTS), &led] {
                let alone = replay.answer_within(&settings, index, u64::MAX).unwrap();
                assert_eq!(alone.as_ref(), Some(&answers[index]), "{input:?}");
                let none = replay.answer_within(&settings, index, 0).unwrap();
                assert_eq!(none.is_none(), !input.is_empty(), "{input:?}");
            }
            assert_eq!(
                prints[index],
                Some(fingerprint(&answers[index])),
                "{input:?}"
            );
            for other in 0..index {
                let are_same = answers[index] == answers[other];
                assert_eq!(prints[index] == prints[other], are_same, "{input:?}");
            }
        }
    }
}

#[test]
fn what_is_too_much_work_is_not_answered() {
    let settings = Settings::default();
    let (answers, work) = replay(&INPUTS).answers(&settings).unwrap();
    let all: Vec<Option<Vec<u8>>> = answers.into_iter().map(Some).collect();
    let within = |most| replay(&INPUTS).answers_within(&settings, most).unwrap();
    assert_eq!(within(work), all);
    let some = within(work - 1);
    assert!(some.contains(&None));
    let is_so = |(some, all): (&Option<_>, _)| some.is_none() || some == all;
    assert!(some.iter().zip(&all).all(is_so));
    // What takes no line is no work.
    assert_eq!(within(0), [None, None, None, None, all[4].clone()]);
}

#[test]
fn the_first_different_byte_is_found_and_cut_answers_match_their_start() {
    let settings = Settings::default();
    let whole: Vec<Vec<u8>> = INPUTS
        .iter()
        .map(|input| answered(input, &settings))
        .collect();
    let mut other = whole.clone();
    *other[0].last_mut().unwrap() = b'?';
    other[1].push(b'?');
    other[2].truncate(100);
    other[3].truncate(100);
    let awaited: Vec<Awaited<'_>> = other
        .iter()
        .enumerate()
        .map(|(index, bytes)| Awaited {
            bytes,
            is_cut: index == 3,
        })
        .collect();
    let fates = replay(&INPUTS)
        .compare(&settings, &awaited, (usize::MAX, u64::MAX))
        .unwrap();
    assert_eq!(
        fates,
        [
            Fate::Departs(whole[0].len() - 1),
            Fate::Departs(whole[1].len()),
            Fate::Departs(100),
            Fate::Same,
            Fate::Same
        ]
    );
}

#[test]
fn a_walk_ends_once_too_much_differs() {
    let empty = [Awaited::whole(b""); 5];
    let fates = replay(&INPUTS)
        .compare(&Settings::default(), &empty, (0, u64::MAX))
        .unwrap();
    assert!(fates.contains(&Fate::Departs(0)));
    let later = ["A\n", "G6-F5\n"];
    let right = answered("G6-F5\n", &Settings::default());
    let awaited = [b"wrong".as_slice(), &right].map(Awaited::whole);
    let fates = replay(&later)
        .compare(&Settings::default(), &awaited, (0, u64::MAX))
        .unwrap();
    assert_eq!(fates, [Fate::Departs(0), Fate::Open]);
}

/// A fingerprint of the whole follows from one of its beginning, whoever printed that, and the rest.
#[test]
fn fingerprints_do_not_depend_on_how_bytes_come() {
    let told: Vec<u8> = (0..100_u32).map(|at| (at * 7 % 101) as u8).collect();
    let whole = fingerprint(&told);
    for cut in 0..told.len() {
        let (one, other) = told.split_at(cut);
        assert_ne!(fingerprint(one), whole);
        // Letters that follow each other differ by one, times what so many bytes after them make of it.
        let [a, b] = [b"a", b"b"].map(|first| fingerprint(&[first, other].concat()));
        let step = fingerprint(one).wrapping_mul(b.wrapping_sub(a));
        assert_eq!(step.wrapping_add(fingerprint(other)), whole);
        let mut other = told.clone();
        other[cut] += 1;
        assert_ne!(fingerprint(&other), whole);
    }
}

/// Programs that follow the right one, or one with some of their mistakes, fare as alone, whether
/// text is worded otherwise or not; and it counts as much work.
#[test]
fn programs_that_follow_another_one_fare_as_alone() {
    const LOOK: u64 = 100_000;
    let catalogue = catalogue("checkers");
    let inputs = (0..6).flat_map(|stream| generate::ordinary(&catalogue, &[], 1, stream));
    let case = |input| Case {
        name: String::new(),
        input,
    };
    let suite = Suite::new(&catalogue, inputs.step_by(5).map(case).collect()).unwrap();
    let base = Set::one(catalogue.find("backwards=everyone").unwrap());
    let worded = suite.answers(&base).into_iter().map(|answer| {
        let text = String::from_utf8(answer).unwrap();
        let text = text.replace(" ACTION", "'s MOVE").replace("=====", "=");
        text.into_bytes()
    });
    let printed: Vec<Vec<u8>> = worded.collect();
    let samples = printed.iter().zip(suite.right());
    let samples = samples.map(|(printed, expected)| Sample {
        expected,
        printed,
        is_cut: false,
    });
    let differences = TextDifferences::learn(&samples.collect::<Vec<_>>(), &shapes(suite.right()));
    let differences = Arc::new(differences.last().unwrap().clone());
    assert!(!differences.is_empty());
    let scripts = suite.cases().iter().map(|case| Script::new(&case.input));
    let scripts: Vec<Script> = scripts.collect();
    let all: Vec<usize> = (0..scripts.len()).collect();
    for (reading, is_worded) in [
        (Reading::Exact, false),
        (Reading::WithoutBlanks, false),
        (Reading::Exact, true),
    ] {
        let replay = Replay::new(catalogue.protocol(), &scripts).with_reading(reading);
        let session = |set: &Set| -> Box<dyn Session> {
            let session = catalogue.protocol().session(&catalogue.settings(set));
            match is_worded {
                false => session.unwrap(),
                true => Box::new(Reworded::new(session.unwrap(), Arc::clone(&differences))),
            }
        };
        let counted = |printed: &Vec<u8>| match is_worded {
            false => reading.counted(printed).into_owned(),
            true => differences.strip(printed),
        };
        let counted: Vec<Vec<u8>> = printed.iter().map(counted).collect();
        let work = LOOK + 4 * suite.costs().iter().sum::<u64>();
        let right = replay.lead(session(&Set::NONE), u64::MAX).unwrap();
        let near = replay.lead(session(&base), LOOK).unwrap();
        let more = (0..catalogue.mistakes().len()).step_by(7);
        for more in more.filter_map(|more| catalogue.with(&base, more)) {
            for set in [&more, &more.without(more.iter().next().unwrap())] {
                let program = session(set);
                let call = Call {
                    awaited: &|input| Awaited::whole(&counted[input]),
                    most: usize::MAX,
                    work,
                };
                let fares = [None, Some(&right), Some(&near)].map(|lead| {
                    let (mut fates, work) = replay.compare_after(lead, &*program, &call, &all);
                    fates.sort_by_key(|(input, _)| *input);
                    (fates, work)
                });
                let names = catalogue.names(set);
                assert_eq!(fares[1], fares[0], "after the right one: {names:?}");
                assert_eq!(fares[2], fares[0], "after a near one: {names:?}");
            }
        }
    }
}
