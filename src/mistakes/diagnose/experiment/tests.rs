use std::sync::atomic::AtomicBool;

use super::claim::earned;
use super::{Experiments, Finding, Inputs, Lab, PART, Seen, Trial, WAITS, diagnose};
use crate::games;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::diagnose::Observed;
use crate::mistakes::diagnose::smaller::answer;
use crate::mistakes::replay::Script;
use crate::mistakes::suite::{self, Suite};
use crate::protocol::Settings;

/// Of two programs that an assignment has, one says nothing to the other's inputs, or takes them for
/// its own: it is run with its own then. Whoever answers as many lines, all wrong, is judged by them.
#[test]
fn a_program_is_judged_by_the_inputs_that_are_for_it() {
    let catalogue = Catalogue::new(games::find("ewn").unwrap(), Settings::default());
    let none = Suite::new(&catalogue, Vec::new()).unwrap();
    let asked = |is_for: fn(&[u8]) -> bool, else_printed: &[u8]| {
        let (inputs, experiments) = (Inputs::default(), Experiments { runs: 400, seed: 1 });
        let mut lab = Lab::new(&catalogue, &inputs, experiments);
        let ask = |input: &[u8], right: &[u8]| {
            let output = if is_for(input) { right } else { else_printed };
            Some(Observed {
                output: output.to_vec(),
                stopped: None,
            })
        };
        let seen = lab.first_pool(&none, Vec::new(), &ask);
        let all = seen.cases.iter().zip(&seen.observed);
        let asked = all.filter(|(_, observed)| observed.is_some());
        let asked: Vec<bool> = asked.map(|(case, _)| is_for(&case.input)).collect();
        let later = lab.fresh(20);
        (
            lab.unanswered,
            asked,
            later.iter().all(|input| is_for(input)),
        )
    };
    let [analyses, requests, lettered] = ["analysis lines", "get lines", "get lines in letters"];
    let is_analysis: fn(&[u8]) -> bool = |input| input[0].is_ascii_digit();
    let is_request: fn(&[u8]) -> bool = |input| !input[0].is_ascii_digit();
    let (unanswered, asked_for, are_later) = asked(is_request, b"");
    assert_eq!(unanswered, [analyses]);
    assert!(asked_for.len() > 150 && asked_for.iter().all(|it| *it) && are_later);
    assert_eq!(asked(is_request, b"0 0\n").0, [analyses]);
    let (unanswered, asked_for, are_later) = asked(is_analysis, b"");
    assert_eq!(unanswered, [requests, lettered]);
    assert!(asked_for.len() > 150 && asked_for.iter().all(|it| *it) && are_later);
    // What is answered in numbers is meant as an answer, if not to letters.
    let has_no_letters: fn(&[u8]) -> bool = |input| {
        let is_cell = |word: &[u8]| word.len() == 2 && word[0].is_ascii_uppercase();
        !input.contains(&b'_') && !input.split(u8::is_ascii_whitespace).any(is_cell)
    };
    let (unanswered, asked_for, are_later) = asked(has_no_letters, b"0 0\n0 0\n");
    assert_eq!(unanswered, [lettered]);
    assert!(asked_for.len() > 150 && asked_for.iter().all(|it| *it) && are_later);
    assert!(asked(|_| true, b"").0.is_empty());
    assert!(asked(|_| false, b"").0.is_empty());
}

/// Inputs that are made before there is a program are those that it is run with; none are made for
/// nobody.
#[test]
fn inputs_made_beforehand_are_the_same() {
    let catalogue = Catalogue::new(games::find("kalah").unwrap(), Settings::default());
    let experiments = Experiments { runs: 400, seed: 1 };
    let made = |inputs: &Inputs| Lab::new(&catalogue, inputs, experiments).fresh(300);
    let kinds = |inputs: &Inputs| inputs.ordinary.lock().unwrap().len();
    let (fresh, beforehand) = (Inputs::default(), Inputs::default());
    beforehand.prepare(&catalogue, experiments, &AtomicBool::new(true));
    assert_eq!(kinds(&beforehand), 0);
    beforehand.prepare(&catalogue, experiments, &AtomicBool::new(false));
    let prepared = kinds(&beforehand);
    assert_eq!(made(&fresh), made(&beforehand));
    assert_eq!(kinds(&beforehand), prepared);
}

/// One answer that the program's mistake does not explain: it is left out where a fault is
/// reported on it alone, and kept where one is reported everywhere or nowhere.
#[test]
fn what_hangs_on_a_fault_that_others_have_not_is_left_out() {
    let catalogue = Catalogue::new(games::find("hexline").unwrap(), Settings::default());
    let (inputs, experiments) = (Inputs::default(), Experiments { runs: 40, seed: 1 });
    let mut lab = Lab::new(&catalogue, &inputs, experiments);
    let set = Set::one(catalogue.find("tie=last").unwrap());
    let none = Suite::new(&catalogue, Vec::new()).unwrap();
    let ask = |input: &[u8], _: &[u8]| {
        let output = answer(&catalogue, &set, input)?;
        let stopped = None;
        Some(Observed { output, stopped })
    };
    let mut seen = lab.first_pool(&none, Vec::new(), &ask);
    let wrong: Vec<usize> = seen.wrong().into_iter().map(|(case, _)| case).collect();
    let odd = wrong[0];
    seen.observed[odd].as_mut().unwrap().output = b"?\n".to_vec();
    let input = seen.cases[odd].input.clone();
    let left_out = |seen: &Seen, reports: fn(bool) -> bool| {
        let mut seen = Seen::of(&seen.suite(&catalogue), seen.observed.clone());
        let mut found = diagnose(&seen.suite(&catalogue), &seen.observed);
        seen.leave_out_odd(&mut found, &|other, _| reports(other == input))
    };
    assert_eq!(left_out(&seen, |is_odd| is_odd), [odd]);
    assert!(left_out(&seen, |_| true).is_empty());
    assert!(left_out(&seen, |_| false).is_empty());
}

/// Ties go to the last best line, and whatever that does not change is wrong otherwise: mistakes are
/// blamed for a part where they explain much of what is wrong, and not where it is next to nothing.
#[test]
fn mistakes_that_explain_next_to_nothing_are_not_blamed() {
    let catalogue = Catalogue::new(games::find("hexline").unwrap(), Settings::default());
    let (inputs, experiments) = (Inputs::default(), Experiments { runs: 800, seed: 1 });
    let mut lab = Lab::new(&catalogue, &inputs, experiments);
    let set = Set::one(catalogue.find("tie=last").unwrap());
    let none = Suite::new(&catalogue, Vec::new()).unwrap();
    let mistaken = |input: &[u8]| answer(&catalogue, &set, input);
    let ask = |input: &[u8], _: &[u8]| {
        let (output, stopped) = (mistaken(input)?, None);
        Some(Observed { output, stopped })
    };
    let seen = lab.first_pool(&none, Vec::new(), &ask);
    let found = diagnose(&seen.suite(&catalogue), &seen.observed);
    let fresh = lab.fresh(300);
    let trials = lab.run(&fresh, &|input: &[u8], right: &[u8]| {
        let output = mistaken(input)?;
        let output = if output == right {
            b"?\n".to_vec()
        } else {
            output
        };
        let stopped = None;
        Some(Observed { output, stopped })
    });
    let (others, shown): (Vec<_>, Vec<_>) = trials
        .iter()
        .partition(|trial| trial.observed.output == b"?\n");
    let is_blamed = |shown: &[&Trial]| {
        let mut found = found.clone();
        let tested = [shown, &others].concat();
        earned(&catalogue, &mut found, &tested, &seen);
        matches!(found.finding, Finding::Mistakes(_))
    };
    assert!(is_blamed(&shown));
    assert!(!is_blamed(&shown[..others.len() / 12]));
}

/// A program that never ends on the half of the inputs that is more work: after the first of
/// those it is tried on lighter ones, and ends on more than if they were tried as they come.
#[test]
fn inputs_too_much_work_for_a_slow_program_are_left_out() {
    let catalogue = Catalogue::new(games::find("kalah").unwrap(), Settings::default());
    let (inputs, experiments) = (Inputs::default(), Experiments { runs: 80, seed: 1 });
    let mut lab = Lab::new(&catalogue, &inputs, experiments);
    let made = lab.fresh(80);
    let work = |input: &[u8]| {
        let answered = suite::answer(&catalogue, &Script::new(input));
        answered.unwrap().1
    };
    let works: Vec<u64> = made.iter().map(|input| work(input)).collect();
    let mut all = works.clone();
    all.sort_unstable();
    let middle = all[40];
    let mut waits = 0;
    let as_they_come = works.iter().take_while(|&&work| {
        waits += usize::from(work >= middle);
        waits < WAITS
    });
    let as_they_come = as_they_come.filter(|&&work| work < middle).count();
    let ask = |input: &[u8], right: &[u8]| {
        let is_slow = work(input) >= middle;
        Some(Observed {
            output: right.to_vec(),
            stopped: is_slow.then(|| "out of processor time".to_owned()),
        })
    };
    let trials = lab.run(&made, &ask);
    let ended = trials
        .iter()
        .filter(|trial| trial.observed.stopped.is_none());
    assert!(lab.is_bounded);
    let ended = ended.count();
    assert!(ended > 2 * as_they_come, "{ended}, {as_they_come}");
}

/// Where enough inputs refute what is supposed, the others are left; the shortest come first.
#[test]
fn no_more_counterexamples_are_looked_for_than_are_of_use() {
    let catalogue = Catalogue::new(games::find("checkers").unwrap(), Settings::default());
    let (inputs, experiments) = (Inputs::default(), Experiments { runs: 400, seed: 1 });
    let mut lab = Lab::new(&catalogue, &inputs, experiments);
    let ask = |_: &[u8], right: &[u8]| {
        let (output, stopped) = (right.to_vec(), None);
        Some(Observed { output, stopped })
    };
    let refute = |trials: Vec<Trial>| trials.into_iter().map(|trial| (trial, true)).collect();
    let mut made = lab.fresh(5 * PART);
    let tested = lab.test(&mut made, PART + 1, (&ask, &refute));
    assert_eq!((tested.len(), made.len()), (2 * PART, 3 * PART));
    let longest = tested.iter().map(|(trial, _)| trial.input.len()).max();
    assert!(longest <= made.iter().map(Vec::len).min());
}

/// What shows in none of the inputs tried is sought before a program is called right, or wrong in
/// nothing else.
#[test]
fn what_ordinary_inputs_do_not_show_is_sought() {
    let catalogue = Catalogue::new(games::find("checkers").unwrap(), Settings::default());
    let inputs = Inputs::default();
    let last = catalogue.find("tie=last").expect("a mistake");
    for supposed in [Set::NONE, Set::one(last)] {
        let mut lab = Lab::new(&catalogue, &inputs, Experiments { runs: 40, seed: 1 });
        let none = Suite::new(&catalogue, Vec::new()).unwrap();
        let ask = |_: &[u8], right: &[u8]| {
            let (output, stopped) = (right.to_vec(), None);
            Some(Observed { output, stopped })
        };
        let seen = lab.first_pool(&none, Vec::new(), &ask);
        let sought = lab.unseen(&supposed, &seen, &[]);
        let shows = |set: &Set, input: &[u8]| {
            answer(&catalogue, set, input) != answer(&catalogue, &supposed, input)
        };
        let known = || seen.cases.iter().map(|case| &case.input[..]);
        let alone = catalogue.singles().filter(|set| catalogue.shows_alone(set));
        let beside = alone.filter_map(|set| catalogue.with_instead(&supposed, set.iter().next()?));
        let (shown, others): (Vec<Set>, Vec<Set>) =
            beside.partition(|set| known().any(|input| shows(set, input)));
        let is_sought = |set: &&Set| sought.iter().any(|input| shows(set, input));
        let (found, all) = (others.iter().filter(is_sought).count(), others.len());
        assert!(shown.len() > all && all > 20, "{all}");
        assert!(10 * found >= 9 * all, "{found} of {all}");
    }
}
