//! Where a program goes wrong that no mistake of the catalogue explains: which parts of its
//! answers are wrong, how a wrong number differs, and what the wrong answers have in common.
//!
//! What answers have in common is learnt from the inputs that the search has seen, and all is said
//! only as it holds on fresh ones, with counts. It says where, never why.

mod conditions;
mod likeness;
pub mod numbers;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use bstr::ByteSlice;

use super::experiment::Outcome;
use super::text_differences::lines;
use super::{Diagnosis, Finding};
use crate::answer;
use crate::budget;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Index, Set};
use crate::mistakes::generate;
use crate::mistakes::replay::{A_LINE, Awaited, Fate, Replay, Script};
use crate::protocol::{Flow, SessionError, Settings};
use crate::text::quote;
use conditions::Condition;

pub use conditions::Counts;

/// How much work the right answers are, in nodes, of which it is learnt.
const LEARNT: u64 = 60_000;

/// How much work may be done to answer inputs with a mistake.
const MOST_WORK: u64 = 20_000_000;

/// How many wrong answers it takes for a condition to be said of them.
const FEWEST: usize = 8;

/// With how many inputs, the shortest, is looked whether a program prints another format.
const FORMAT_INPUTS: usize = 16;

/// How many kinds of parts are listed at most.
const PARTS: usize = 8;

/// What can be said of the wrong answers to fresh inputs, a line each.
pub(super) fn told(outcome: &Outcome<'_>) -> Vec<String> {
    let catalogue = outcome.suite.catalogue();
    if let Some(format) = other_format(outcome) {
        return vec![format];
    }
    let [seen, fresh] = samples(outcome);
    let alike = likeness::told(catalogue, &seen, &fresh);
    let common = match alike.is_empty() {
        true => conditions::told(catalogue, &seen, &fresh),
        false => None,
    };
    let parts = parts(&fresh.inputs);
    alike.into_iter().chain(common).chain(parts).collect()
}

/// Which other format of the assignment's a program that is never right seems to print.
fn other_format(outcome: &Outcome<'_>) -> Option<String> {
    let catalogue = outcome.suite.catalogue();
    let protocol = catalogue.protocol();
    if outcome.right > 0 || !outcome.found.right.is_empty() {
        return None;
    }
    let wrong = &outcome.found.wrong[..outcome.found.wrong.len().min(FORMAT_INPUTS)];
    protocol.about().formats.iter().find_map(|format| {
        let settings = Settings {
            format: Some((*format).to_owned()),
            ..catalogue.right().clone()
        };
        let mut same = 0;
        for &case in wrong {
            let mut input = &outcome.suite.cases()[case].input[..];
            let mut answer = Vec::new();
            answer::answer(&mut input, "input", Some(protocol), &settings, &mut answer).ok()?;
            let printed = &outcome.observed[case].as_ref()?.output;
            if printed.lines().count() != answer.lines().count() {
                return None;
            }
            same += usize::from(*printed == answer);
        }
        (same > 0).then(|| {
            format!(
                "It seems to print another format: as many lines as with `--format {format}`, and \
                 {same} of {} answers are right by it. Diagnose it with that option.",
                wrong.len()
            )
        })
    })
}

/// Where the program makes a mistake, if that is not everywhere.
pub(super) fn limits(outcome: &Outcome<'_>) -> Option<String> {
    let [seen, fresh] = samples(outcome);
    likeness::limits(outcome.suite.catalogue(), &seen, &fresh)
}

/// The inputs that the search has seen, as far as that is not too much work, and the fresh ones.
fn samples<'a>(outcome: &Outcome<'a>) -> [Sample<'a>; 2] {
    let (mut fresh, mut seen): (Vec<usize>, Vec<usize>) =
        (0..outcome.observed.len()).partition(|case| outcome.fresh.contains(case));
    // Where nothing was learnt from those seen, half of them is as good as fresh ones.
    if fresh.is_empty() && outcome.found.finding == Finding::Unknown {
        fresh = seen.iter().copied().skip(1).step_by(2).collect();
        seen = seen.into_iter().step_by(2).collect();
    }
    let looked_at = |cases: &[usize]| -> Vec<Input> {
        let inputs = parallel::map(cases, |&case| Input::new(outcome, case));
        inputs.into_iter().flatten().collect()
    };
    let (fresh, mut seen) = (looked_at(&fresh), looked_at(&seen));
    seen.sort_by_key(|input| outcome.suite.costs()[input.case]);
    let mut work = 0;
    seen.retain(|input| {
        work += outcome.suite.costs()[input.case] + A_LINE;
        work <= LEARNT
    });
    [seen, fresh].map(|inputs| Sample::new(outcome.suite.catalogue(), inputs))
}

/// Inputs, and what is known of their answers.
struct Sample<'a> {
    catalogue: &'a Catalogue,
    inputs: Vec<Input>,
    /// Of which answers a condition holds.
    holding: BTreeMap<Condition, Vec<bool>>,
    mistaken: Vec<OnceLock<Option<Mistaken>>>,
    /// The inputs with the right program, for mistaken ones to follow.
    replay: OnceLock<Replay>,
}

/// What a mistake makes of each answer, its lines; none where it is right.
type Mistaken = Vec<Option<Vec<String>>>;

impl<'a> Sample<'a> {
    fn new(catalogue: &'a Catalogue, inputs: Vec<Input>) -> Self {
        Self {
            catalogue,
            holding: conditions::holding(catalogue, &inputs),
            mistaken: vec![OnceLock::new(); catalogue.mistakes().len()],
            replay: OnceLock::new(),
            inputs,
        }
    }

    fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.inputs.iter().flat_map(|input| &input.answers)
    }

    /// What a mistake makes of the answers; none where that is too much work to say.
    fn mistaken(&self, mistake: Index) -> Option<&Mistaken> {
        let made = || self.make_mistaken(mistake);
        self.mistaken[mistake].get_or_init(made).as_ref()
    }

    fn replay(&self) -> &Replay {
        self.replay.get_or_init(|| {
            let lines = self.inputs.iter().map(|input| input.lines.join("\n"));
            let scripts: Vec<Script> = lines.map(|lines| Script::new(lines.as_bytes())).collect();
            let replay = Replay::new(self.catalogue.protocol(), &scripts);
            let led = replay.led_by(self.catalogue.right());
            led.expect("a catalogue's settings fit its protocol")
        })
    }

    fn make_mistaken(&self, mistake: Index) -> Option<Mistaken> {
        let set = Set::one(mistake);
        let right: Vec<Vec<u8>> = self
            .inputs
            .iter()
            .map(|input| input.right.concat())
            .collect();
        let awaited: Vec<Awaited<'_>> = right.iter().map(|right| Awaited::whole(right)).collect();
        let settings = self.catalogue.settings(&set);
        let fates = self
            .replay()
            .compare(&settings, &awaited, (usize::MAX, MOST_WORK));
        let mut left = MOST_WORK;
        let mut all = Vec::new();
        for (input, fate) in self.inputs.iter().zip(fates.ok()?) {
            match fate {
                Fate::Same => {
                    all.extend(input.answers.iter().map(|_| None));
                    continue;
                }
                Fate::Departs(_) => {}
                Fate::Open => return None,
            }
            let (mistaken, work) = budget::within(left, || {
                answers(self.catalogue, &set, &input.lines, u64::MAX)
            });
            left -= work;
            let mistaken = mistaken.flatten()?;
            let of_answer = |answer: &Answer| {
                let at = answer.about.end.saturating_sub(1);
                let other = mistaken.get(at)?;
                (Some(other) != input.right.get(at)).then(|| text(other))
            };
            all.extend(input.answers.iter().map(of_answer));
        }
        Some(all)
    }
}

/// An input with its answers, as far as the program's can be compared with them.
struct Input {
    case: usize,
    lines: Vec<String>,
    /// What the right program prints after each of the lines.
    right: Vec<Vec<u8>>,
    answers: Vec<Answer>,
}

/// What is printed for one line of an input.
struct Answer {
    /// The lines of the input that it is about: the last one, and what leads to it.
    about: std::ops::Range<usize>,
    is_first: bool,
    is_wrong: bool,
    /// Its lines.
    parts: Vec<Part>,
    /// What is printed from its first line on, where that is not as many lines as there should be.
    rest: Option<Vec<String>>,
}

/// A line of an answer.
struct Part {
    name: String,
    expected: String,
    printed: Option<String>,
}

impl Part {
    fn is_wrong(&self) -> bool {
        self.printed.as_ref() != Some(&self.expected)
    }
}

impl Input {
    /// None for one that the program did not come to the end of.
    fn new(outcome: &Outcome<'_>, case: usize) -> Option<Self> {
        let (suite, found): (_, &Diagnosis) = (&outcome.suite, &outcome.found);
        let observed = outcome.observed[case].as_ref();
        let observed = observed.filter(|it| it.stopped.is_none())?;
        let (catalogue, expected) = (suite.catalogue(), &suite.right()[case]);
        let printed = found.wording.plain(expected, &observed.output);
        let (expected_lines, printed) = (text(expected), text(&printed));
        let input = String::from_utf8_lossy(&suite.cases()[case].input);
        let expected_text = String::from_utf8_lossy(expected);
        let protocol = catalogue.protocol();
        let places = protocol.locate_each(&input, &expected_text);
        let part = |line: usize| Part {
            name: name(places.get(line).cloned().flatten()),
            expected: expected_lines[line].clone(),
            printed: printed.get(line).cloned(),
        };
        let script = Script::new(input.as_bytes());
        let right = answers(catalogue, &Set::default(), script.lines(), u64::MAX)?;
        // One wrong answer may be all that is wrong with those after it.
        let goes_on =
            expected_lines.len() == printed.len() && generate::are_units_independent(catalogue);
        // How many lines have ended, and whether another one has begun.
        let mut told = (0, false);
        let mut all: Vec<Answer> = Vec::new();
        let mut from = 0;
        for (at, answer) in right.iter().enumerate() {
            let begun = |(ended, is_open): (usize, bool)| ended + usize::from(is_open);
            let first = begun(told);
            told.0 += answer.iter().filter(|&&byte| byte == b'\n').count();
            told.1 = answer.last().map_or(told.1, |&byte| byte != b'\n');
            let end = begun(told).min(expected_lines.len());
            if first >= end {
                continue;
            }
            let is_wrong =
                (first..end).any(|line| printed.get(line) != Some(&expected_lines[line]));
            let is_moved = is_wrong && printed.len() != expected_lines.len();
            all.push(Answer {
                about: from..(at + 1).min(script.lines().len()),
                is_first: all.is_empty(),
                is_wrong,
                parts: (first..end).map(part).collect(),
                rest: is_moved.then(|| printed.get(first..).unwrap_or_default().to_vec()),
            });
            from = at + 1;
            if is_wrong && !goes_on {
                break;
            }
        }
        Some(Self {
            case,
            lines: script.lines().to_vec(),
            right,
            answers: all,
        })
    }
}

/// What a part is called, wherever it is: the last words of its place, without numbers.
fn name(place: Option<String>) -> String {
    let place = place.unwrap_or_else(|| "the answer".to_owned());
    let part = place.rsplit(": ").next().unwrap_or_default();
    match part.find(|c: char| c.is_ascii_digit()) {
        Some(at) => {
            let words = part[..at].trim_end_matches(|c: char| !c.is_alphanumeric());
            format!("{words} …")
        }
        None => part.to_owned(),
    }
}

/// What a program with these mistakes prints after each line; none where that is too much work.
fn answers(catalogue: &Catalogue, set: &Set, lines: &[String], most: u64) -> Option<Vec<Vec<u8>>> {
    let session = catalogue.protocol().session(&catalogue.settings(set));
    let mut session = session.ok()?;
    let talk = || -> Result<Vec<Vec<u8>>, SessionError> {
        let mut all = vec![Vec::new(); lines.len().max(1)];
        session.begin(&mut all[0])?;
        let mut at = 0;
        for (place, line) in lines.iter().enumerate() {
            at = place;
            budget::spend(A_LINE);
            match session.line(line, &mut all[at]) {
                Ok(Flow::Continue) => {}
                Ok(Flow::Stop) => break,
                // What was written before an error is the answer.
                Err(_) => return Ok(all),
            }
        }
        session.end(&mut all[at])?;
        Ok(all)
    };
    budget::within(most, talk).0?.ok()
}

/// The lines of a text.
fn text(all: &[u8]) -> Vec<String> {
    let all = lines(all).map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into());
    all.collect()
}

/// In which parts the wrong answers differ, and how their numbers do.
fn parts(inputs: &[Input]) -> Vec<String> {
    let mut all: BTreeMap<&str, Vec<&Part>> = BTreeMap::new();
    let answers = inputs.iter().flat_map(|input| &input.answers);
    let wrong: Vec<&Answer> = answers.filter(|answer| answer.is_wrong).collect();
    for part in wrong.iter().flat_map(|answer| &answer.parts) {
        all.entry(&part.name).or_default().push(part);
    }
    let mut told = Vec::new();
    let differing = |name: &str| {
        let differs = |part: &Part| part.name == name && part.is_wrong();
        let differing = wrong.iter().filter(|it| it.parts.iter().any(differs));
        differing.count()
    };
    let counts = all.keys().map(|name| (Reverse(differing(name)), *name));
    let mut counts: Vec<(Reverse<usize>, &str)> = counts.collect();
    counts.sort_unstable();
    let is_uneven = counts.first().map(|it| it.0) != counts.last().map(|it| it.0);
    if wrong.len() >= FEWEST && counts.len() <= PARTS && is_uneven {
        let counts = counts.iter().map(|(Reverse(count), name)| match count {
            0 => format!("none in {name}"),
            count => format!("{count} in {name}"),
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        told.push(format!("{} answers are wrong: {counts}.", wrong.len()));
    }
    for (name, parts) in all {
        let wrong = parts.iter().filter(|part| part.is_wrong());
        let pairs = wrong.filter_map(|part| Some((&*part.expected, part.printed.as_deref()?)));
        let pairs: Vec<(&str, &str)> = pairs.collect();
        match always(name, &pairs) {
            Some(line) => told.push(line),
            None => told.extend(numbers::told(name, &pairs)),
        }
    }
    told
}

/// What is nearly always printed where a part is wrong, whatever is right there.
fn always(name: &str, pairs: &[(&str, &str)]) -> Option<String> {
    const NEARLY: [usize; 2] = [9, 10];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, printed) in pairs {
        *counts.entry(printed).or_default() += 1;
    }
    let (printed, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let wrong = pairs.len();
    let right: BTreeSet<&str> = pairs.iter().map(|(expected, _)| *expected).collect();
    let is_always = count >= FEWEST && NEARLY[1] * count >= NEARLY[0] * wrong;
    (is_always && right.len() >= FEWEST).then(|| {
        format!(
            "Of the {wrong} times that {name} is wrong, {} is printed {count} times.",
            quote(printed)
        )
    })
}
