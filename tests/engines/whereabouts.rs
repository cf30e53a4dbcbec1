//! Where a program goes wrong that no mistake of the catalogue explains.

use plyjudge::judge::journal::diagnosis::Certainty;
use plyjudge::mistakes::catalogue::Set;
use plyjudge::mistakes::diagnose::whereabouts::{Counts, numbers};
use plyjudge::mistakes::generate;
use plyjudge::mistakes::suite::Case;
use plyjudge::random::Random;

use super::diagnose::catalogue;
use super::experiments::{Did, mistaken, shallow, told_of};

/// Kalah lines in pairs, with fewer seeds in a pit than these, and few levels.
fn cases(count: usize, seeds_in_pit: usize) -> Vec<Case> {
    let mut random = Random::new(7, 1);
    let mut line = || {
        let mut seeds = [0; 14].map(|_| random.below(seeds_in_pit).to_string());
        // Nobody has no seeds.
        (seeds[0], seeds[7]) = ("2".to_owned(), "2".to_owned());
        format!("{} {} 2\n", seeds.join(" "), random.below(2))
    };
    let case = |number: usize| Case {
        name: number.to_string(),
        input: (line() + &line()).into_bytes(),
    };
    (0..count).map(case).collect()
}

/// What is told of a program that prints this for a line of an input, the right answer to it
/// and that without captures given, four lines each. Of the cases half are those that all is
/// learnt from, half are those by which it is told.
fn without_captures(
    count: usize,
    print: impl Fn(&str, &[&str], &[&str]) -> Vec<String> + Sync,
) -> Vec<String> {
    let catalogue = catalogue("kalah");
    let set = Set::one(catalogue.find("capture=never").unwrap());
    let told = told_of(&catalogue, &cases(count, 4), 0, &|input| {
        let answers = [&Set::NONE, &set].map(|set| mistaken(&catalogue, set, input));
        let [asked, right, other] =
            [input, &answers[0], &answers[1]].map(|it| str::from_utf8(it).unwrap());
        let [right, other] = [right, other].map(|it| it.lines().collect::<Vec<_>>());
        let answers = asked.lines().zip(right.chunks(4).zip(other.chunks(4)));
        let printed = answers.flat_map(|(asked, (right, other))| print(asked, right, other));
        Did::printed(printed.map(|line| line + "\n").collect::<String>())
    });
    assert_eq!(told.certainty, Certainty::Unknown);
    told.tested.unwrap().observations
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn a_mistake_is_told_that_is_made_only_in_some_answers() {
    let told = without_captures(40, |asked, right, other| match asked.ends_with(" 1 2") {
        true => owned(other),
        false => owned(right),
    });
    let known = "It behaves as with this mistake: There are no captures. But only in answers of \
                 the kind 'player 1': that fits ";
    assert!(told[0].starts_with(known), "{told:?}");
}

/// An analysis is shorter where a mistake lets fewer stones move. That is no reason to say that it is made
/// only in answers that are as long as the right ones.
#[test]
fn a_mistake_that_shortens_answers_is_made_in_those_too() {
    let catalogue = shallow("ewn", 1);
    let set = Set::one(catalogue.find("nearest=higher").unwrap());
    let inputs = (0..40).flat_map(|stream| generate::ordinary(&catalogue, &[], 1, stream));
    let inputs = inputs.enumerate();
    let cases = inputs.map(|(number, input)| Case {
        name: number.to_string(),
        input,
    });
    let told = told_of(&catalogue, &cases.collect::<Vec<_>>(), 0, &|input| {
        let mut printed = mistaken(&catalogue, &set, input);
        if input.starts_with(b"board_setting") {
            printed.reverse();
        }
        Did::printed(printed)
    });
    assert_eq!(told.certainty, Certainty::Partial);
    let observations = told.tested.unwrap().observations;
    let is_limited = |said: &String| said.contains("But only in");
    assert!(!observations.iter().any(is_limited), "{observations:?}");
}

#[test]
fn a_mistake_is_told_that_is_made_only_in_some_parts() {
    let told = without_captures(40, |_, right, other| {
        let parts = [other[0], right[1], right[2], "擴展節點數為:0"];
        owned(&parts)
    });
    let known = "It behaves as with this mistake: There are no captures. But only in the value \
                 without pruning: that fits ";
    assert!(told[0].starts_with(known), "{told:?}");
    assert!(!told[1].starts_with("It behaves"), "{told:?}");
}

/// A program counts a node too many with pruning wherever captures matter.
#[test]
fn what_nobody_knows_is_told_by_its_places() {
    let told = without_captures(40, |_, right, other| {
        let mut printed = owned(right);
        if right != other {
            let (words, count) = right[3].split_once(':').unwrap();
            printed[3] = format!("{words}:{}", count.parse::<u32>().unwrap() + 1);
        }
        printed
    });
    assert_eq!(told.len(), 3, "{told:?}");
    let meaning = "It goes wrong where this matters: When the last seed captures. It is wrong in ";
    assert!(told[0].starts_with(meaning), "{told:?}");
    assert!(told[0].contains(", and in 0 of the "), "{told:?}");
    let (wrong, parts) = told[1].split_once(" answers are wrong: ").unwrap();
    assert_eq!(
        parts,
        format!(
            "{wrong} in the node count with pruning, none in the node count without pruning, \
             none in the value with pruning, none in the value without pruning."
        )
    );
    let numbers = "times that the node count with pruning is wrong, it is too large by 1.";
    assert_eq!(told[2], format!("All {wrong} {numbers}"));
}

#[test]
fn what_is_always_printed_is_told() {
    let told = |count: usize| {
        without_captures(count, |_, right, _| {
            let mut printed = owned(right);
            "0 0".clone_into(&mut printed[1]);
            printed
        })
    };
    let known = "Of the 12 times that the node count without pruning is wrong, '0 0' is printed 12 \
                 times.";
    let many = told(12);
    assert!(many.contains(&known.to_owned()), "{many:?}");
    let few = told(5);
    assert!(
        !few.iter().any(|told| told.contains("is printed")),
        "{few:?}"
    );
}

/// A program has too little room for lines in which many pits hold ten seeds or more.
#[test]
fn it_is_told_from_which_length_on_lines_are_not_read() {
    const ROOM: usize = 34;
    let catalogue = catalogue("kalah");
    let told = told_of(&catalogue, &cases(80, 13), 0, &|input| {
        let right = mistaken(&catalogue, &Set::NONE, input);
        let [asked, right] = [input, &right].map(|it| str::from_utf8(it).unwrap());
        let right: Vec<&str> = right.lines().collect();
        let read = asked.lines().zip(right.chunks(4));
        let read = read.filter(|(asked, _)| asked.len() < ROOM);
        let printed = read.flat_map(|(_, answer)| answer.iter().map(|line| format!("{line}\n")));
        Did::printed(printed.collect::<String>())
    });
    let told = told.tested.unwrap().observations;
    let known = format!(" answers to a line of {ROOM} characters or more, and in 0 of the ");
    assert!(told[0].contains(&known), "{told:?}");
}

/// Which move a score is of says nothing of what is wrong with it.
#[test]
fn parts_are_called_alike_wherever_they_are() {
    let catalogue = shallow("ewn", 1);
    let inputs = (0..).flat_map(|stream| generate::ordinary(&catalogue, &[], 1, stream));
    let inputs = inputs.filter(|input| input[0].is_ascii_digit());
    let cases = inputs.take(24).map(|input| Case {
        name: String::new(),
        input,
    });
    let told = told_of(&catalogue, &cases.collect::<Vec<_>>(), 0, &|input| {
        let text = String::from_utf8(mistaken(&catalogue, &Set::NONE, input)).unwrap();
        let line = |line: &str| match line.split_once(":Move") {
            Some((score, step)) => {
                let more = score.parse::<f64>().unwrap() + 1.0;
                format!("{more}:Move{step}\n")
            }
            None => format!("{line}\n"),
        };
        Did::printed(text.lines().map(line).collect::<String>())
    });
    let told = told.tested.unwrap().observations;
    let (wrong, parts) = told[0].split_once(" answers are wrong: ").unwrap();
    let known = format!(
        "{wrong} in the score of move …, none in a heading, none in the best move, none in the \
         board."
    );
    assert_eq!(parts, known);
    let larger = "number 1 of the score of move … is wrong, it is too large by 1.";
    assert!(told[2].ends_with(larger), "{told:?}");
}

#[test]
fn only_what_goes_together_is_telling() {
    let counts = |wrong, holds, wrong_elsewhere, elsewhere| Counts {
        wrong,
        holds,
        wrong_elsewhere,
        elsewhere,
    };
    assert!(counts(45, 47, 2, 153).is_telling());
    assert!(counts(48, 210, 0, 90).is_telling());
    assert!(!counts(48, 60, 20, 140).is_telling());
    assert!(!counts(20, 20, 98, 8372).is_telling());
    assert!(!counts(5, 5, 0, 200).is_telling());
    assert!(!counts(90, 95, 0, 3).is_telling());
    assert!(counts(45, 47, 2, 153).fit() > counts(48, 60, 20, 140).fit());
    assert_eq!(counts(2, 50, 50, 60).fit(), 0.0);
}

/// What is told of lines, expected and printed.
fn told(pairs: &[(String, String)]) -> Vec<String> {
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (&**a, &**b)).collect();
    numbers::told("the move", &pairs)
}

#[test]
fn lines_are_taken_apart() {
    // A line's last number is another one, five times.
    let last = |line: &str, other: &str| told(&vec![(line.to_owned(), other.to_owned()); 5]);
    let known = "Of the 5 times that the move is wrong, it is so never in number 1, never in \
                 number 2, never in number 3, never in number 4, 5 times in number 5.";
    let changed = last("F5-H3 #12: 0.25, -1e-07.", "F5-H3 #12: 0.25, 2e-07.");
    assert_eq!(changed, [known]);
    let right = ["3", "17", "440", "8", "9"];
    let tenfold = right.map(|it| (format!("結果是:{it}"), format!("結果是:{it}0")));
    let times = "All 5 times that the move is wrong, it is 10 times the right number.";
    assert_eq!(told(&tenfold), [times]);
    let signed = right.map(|it| (format!("x:-{it}"), format!("x:{it}")));
    let other_sign =
        "All 5 times that the move is wrong, it is the right number with the other sign.";
    assert_eq!(told(&signed), [other_sign]);
    let gone = right.map(|it| (format!("a {it} b"), "a b".to_owned()));
    assert_eq!(told(&gone), [""; 0]);
}

#[test]
fn numbers_that_always_differ_alike_are_told() {
    let how = |right: [f64; 6], wrong: fn(f64) -> f64| {
        let pairs = right.map(|right| (right.to_string(), wrong(right).to_string()));
        let told = told(&pairs);
        let how = |line: &String| {
            let rest = line.strip_prefix("All 6 times that the move is wrong, it is ");
            rest.and_then(|rest| rest.strip_suffix('.'))
                .map(str::to_owned)
        };
        assert!(told.len() < 2, "{told:?}");
        told.first()
            .map(|line| how(line).unwrap_or_else(|| panic!("{line}")))
    };
    let some = [3.0, 17.0, 440.0, 90_000.0, -5.0, 8.0];
    let how_some = |wrong| how(some, wrong).unwrap_or_default();
    assert_eq!(how_some(|it| -it), "the right number with the other sign");
    assert_eq!(how_some(|it| it + 2.0), "too large by 2");
    assert_eq!(how_some(|it| it - 1.0), "too small by 1");
    assert_eq!(how_some(|it| 3.0 * it), "3 times the right number");
    assert_eq!(how_some(|it| it * it + 1.0), "");
    let counts = [300.0, 512.0, 70_000.0, 1000.0, 999.0, 257.0];
    assert_eq!(
        how(counts, |it| it % 256.0).as_deref(),
        Some("what 8 bits hold of the right number")
    );
}

#[test]
fn it_is_told_which_of_several_numbers_is_wrong() {
    let right = [(3, 1), (17, 2), (440, 6), (-5, 4), (8, 2)];
    let lines = right.map(|(x, y)| (format!("a {x} b {y}"), format!("a {} b {y}", x - 1)));
    assert_eq!(
        told(&lines),
        [
            "Of the 5 times that the move is wrong, it is so 5 times in number 1, never in \
             number 2.",
            "All 5 times that number 1 of the move is wrong, it is too small by 1.",
        ]
    );
    assert_eq!(
        numbers::told("the move", &[("a 3 b 1", "a 4 c 1"); 9]),
        [""; 0]
    );
}
