//! Where a program goes wrong that no mistake of the catalogue explains: which parts of its
//! answers are wrong, how a wrong number differs, and what the wrong answers have in common.
//!
//! What answers have in common is learnt from the inputs that the search has seen, and all is said
//! only as it holds on fresh ones, with counts. It says where, never why.

mod numbers;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Diagnosis;
use super::experiment::Outcome;
use super::text_differences::lines;
use crate::budget;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Index, Set};
use crate::mistakes::generate;
use crate::mistakes::replay::{A_LINE, Script};
use crate::protocol::{Flow, SessionError};

/// How much work the right answers are, in nodes, of which it is learnt.
const LEARNT: u64 = 200_000;

/// How much work may be done to answer inputs with a mistake.
const MOST_WORK: u64 = 20_000_000;

/// How many wrong answers it takes for a condition to be said of them.
const FEWEST: usize = 8;

/// How many conditions are tried on fresh inputs, those first that fit best.
const TRIED: usize = 4;

/// How many rules fit as well, or nearly, when none of them stands out.
const MANY: usize = 4;
const NEAR: f64 = 0.9;

/// How many kinds of parts are listed at most.
const PARTS: usize = 8;

/// What can be said of the wrong answers to fresh inputs, a line each.
pub(super) fn told(outcome: &Outcome<'_>) -> Vec<String> {
    let (fresh, seen): (Vec<usize>, Vec<usize>) =
        (0..outcome.observed.len()).partition(|case| outcome.fresh.contains(case));
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
    let condition = condition(outcome.suite.catalogue(), &seen, &fresh);
    condition.into_iter().chain(parts(&fresh)).collect()
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
    /// The lines of a wrong one, those that are right among them.
    parts: Vec<Part>,
}

/// A line of an answer.
struct Part {
    name: String,
    expected: String,
    printed: Option<String>,
}

impl Answer {
    fn is_wrong(&self) -> bool {
        !self.parts.is_empty()
    }
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
        let text = |all: &[u8]| -> Vec<String> {
            let all = lines(all).map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into());
            all.collect()
        };
        let (expected_lines, printed) = (text(expected), text(&printed));
        let input = String::from_utf8_lossy(&suite.cases()[case].input);
        let expected_text = String::from_utf8_lossy(expected);
        let protocol = catalogue.protocol();
        let part = |line: usize| Part {
            name: name(protocol.locate(&input, &expected_text, line)),
            expected: expected_lines[line].clone(),
            printed: printed.get(line).cloned(),
        };
        let script = Script::new(input.as_bytes());
        let right = answers(catalogue, &Set::default(), script.lines(), u64::MAX)?;
        // One wrong answer may be all that is wrong with those after it.
        let goes_on =
            expected_lines.len() == printed.len() && generate::are_units_independent(catalogue);
        let mut told = Vec::new();
        let mut all: Vec<Answer> = Vec::new();
        let mut from = 0;
        for (at, answer) in right.iter().enumerate() {
            let first = begun(&told);
            told.extend_from_slice(answer);
            let end = begun(&told).min(expected_lines.len());
            if first >= end {
                continue;
            }
            let is_wrong =
                (first..end).any(|line| printed.get(line) != Some(&expected_lines[line]));
            all.push(Answer {
                about: from..(at + 1).min(script.lines().len()),
                is_first: all.is_empty(),
                parts: match is_wrong {
                    true => (first..end).map(part).collect(),
                    false => Vec::new(),
                },
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

/// How many lines a text has begun, the one that ends with a line feed alone not counted.
fn begun(text: &[u8]) -> usize {
    lines(text).count()
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

/// What may hold of an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    /// It is not the first of its input.
    Later,
    /// The game says so of what is asked.
    Named(String),
    /// The game does not say so.
    Unnamed(String),
    /// A mistake would change it.
    Changed(Index),
}

/// How many answers are wrong where a condition holds and elsewhere, and of how many.
#[derive(Clone, Copy, Default)]
struct Counts {
    wrong: usize,
    holds: usize,
    wrong_elsewhere: usize,
    elsewhere: usize,
}

impl Counts {
    fn of(inputs: &[Input], holds: impl IntoIterator<Item = bool>) -> Self {
        let answers = inputs.iter().flat_map(|input| &input.answers);
        let mut counts = Self::default();
        for (answer, holds) in answers.zip(holds) {
            let wrong = usize::from(answer.is_wrong());
            match holds {
                true => (counts.wrong, counts.holds) = (counts.wrong + wrong, counts.holds + 1),
                false => {
                    counts.wrong_elsewhere += wrong;
                    counts.elsewhere += 1;
                }
            }
        }
        counts
    }

    /// How closely wrong answers and the condition go together: the square of their correlation
    /// (Matthews, phi), 0 where wrong answers are rarer where it holds.
    fn fit(&self) -> f64 {
        let [a, holds, c, elsewhere] =
            [self.wrong, self.holds, self.wrong_elsewhere, self.elsewhere].map(|it| it as f64);
        let (wrong, right) = (a + c, holds + elsewhere - a - c);
        let both = a * (elsewhere - c) - (holds - a) * c;
        let all = holds * elsewhere * wrong * right;
        match both > 0.0 && all > 0.0 {
            true => both * both / all,
            false => 0.0,
        }
    }

    /// Whether it is worth saying: wrong nearly always where it holds and seldom elsewhere, or
    /// never elsewhere although that is a good part of all answers.
    fn is_telling(&self) -> bool {
        let is_sharp = 10 * self.wrong >= 9 * self.holds
            && self.wrong_elsewhere * 10 <= self.elsewhere
            && self.wrong_elsewhere * 2 <= self.wrong;
        let is_needed = 50 * self.wrong_elsewhere <= self.wrong
            && 5 * self.wrong >= self.holds
            && 4 * self.elsewhere >= self.holds;
        self.wrong >= FEWEST && self.elsewhere >= FEWEST && (is_sharp || is_needed)
    }
}

/// The condition that fits the wrong answers best, with its counts on fresh inputs; none where no
/// condition tells enough.
fn condition(catalogue: &Catalogue, seen: &[Input], fresh: &[Input]) -> Option<String> {
    let plain = |inputs: &[Input]| -> BTreeMap<Condition, Vec<bool>> { plain(catalogue, inputs) };
    let changed = |inputs: &[Input], mistake: Index| changed(catalogue, inputs, mistake);
    let mistakes: Vec<Index> = (0..catalogue.mistakes().len()).collect();
    let by_mistake = parallel::map(&mistakes, |&mistake| changed(seen, mistake));
    let by_mistake = mistakes.iter().zip(by_mistake);
    let by_mistake =
        by_mistake.filter_map(|(&mistake, holds)| Some((Condition::Changed(mistake), holds?)));
    let learnt = plain(seen).into_iter().chain(by_mistake);
    let learnt = learnt.map(|(condition, holds)| (Counts::of(seen, holds).fit(), condition));
    let mut learnt: Vec<(f64, Condition)> = learnt.filter(|(fit, _)| *fit > 0.0).collect();
    learnt.sort_by(|(one, first), (other, second)| {
        other.total_cmp(one).then_with(|| first.cmp(second))
    });
    let best = learnt.first().map_or(0.0, |(fit, _)| *fit);
    let near = learnt.iter().filter(|(fit, _)| *fit >= NEAR * best);
    let options = near.filter_map(|(_, condition)| match condition {
        Condition::Changed(mistake) => Some(catalogue.mistakes()[*mistake].option),
        _ => None,
    });
    // What nearly every mistake would change tells of none.
    if options.collect::<BTreeSet<&str>>().len() >= MANY {
        learnt.retain(|(_, condition)| !matches!(condition, Condition::Changed(_)));
    }
    let known = plain(fresh);
    learnt.into_iter().take(TRIED).find_map(|(_, condition)| {
        let holds = match &condition {
            Condition::Changed(mistake) => changed(fresh, *mistake)?,
            _ => known.get(&condition)?.clone(),
        };
        let counts = Counts::of(fresh, holds);
        counts
            .is_telling()
            .then(|| sentence(catalogue, &condition, counts))
    })
}

fn sentence(catalogue: &Catalogue, condition: &Condition, counts: Counts) -> String {
    let Counts {
        wrong,
        holds,
        wrong_elsewhere,
        elsewhere,
    } = counts;
    let of = format!("{wrong} of {holds} answers");
    let others = format!("in {wrong_elsewhere} of the {elsewhere} others");
    match condition {
        Condition::Later => {
            format!("It is wrong in {of} after the first of an input, and {others}.")
        }
        Condition::Named(name) => {
            format!("It is wrong in {of} of the kind '{name}', and {others}.")
        }
        Condition::Unnamed(name) => {
            format!("It is wrong in {of} that are not of the kind '{name}', and {others}.")
        }
        Condition::Changed(mistake) => format!(
            "It goes wrong where this would show: {}. It is wrong in {of} that this would change, \
             and {others}.",
            catalogue.mistakes()[*mistake].meaning
        ),
    }
}

/// What is known of answers without answering anything again.
fn plain(catalogue: &Catalogue, inputs: &[Input]) -> BTreeMap<Condition, Vec<bool>> {
    let conditions = parallel::map(inputs, |input| -> Vec<BTreeSet<Condition>> {
        let of_answer = |answer: &Answer| {
            let unit = &input.lines[answer.about.clone()];
            let named = generate::features(catalogue, unit).into_iter();
            let named = named.flat_map(|name| {
                let each: Vec<String> = name.split(", ").map(str::to_owned).collect();
                each.into_iter().chain([name])
            });
            let later = (!answer.is_first).then_some(Condition::Later);
            named.map(Condition::Named).chain(later).collect()
        };
        input.answers.iter().map(of_answer).collect()
    });
    let conditions: Vec<BTreeSet<Condition>> = conditions.concat();
    let all: BTreeSet<&Condition> = conditions.iter().flatten().collect();
    let both = |condition: &Condition| {
        let holds: Vec<bool> = conditions.iter().map(|it| it.contains(condition)).collect();
        let reverse = match condition {
            Condition::Named(name) => Some(Condition::Unnamed(name.clone())),
            _ => None,
        };
        let reverse = reverse.map(|reverse| (reverse, holds.iter().map(|it| !it).collect()));
        [Some((condition.clone(), holds)), reverse]
            .into_iter()
            .flatten()
    };
    all.into_iter().flat_map(both).collect()
}

/// Which answers a mistake would change; none where that is too much work to say.
fn changed(catalogue: &Catalogue, inputs: &[Input], mistake: Index) -> Option<Vec<bool>> {
    let set = Set::one(mistake);
    let mut left = MOST_WORK;
    let mut all = Vec::new();
    for input in inputs {
        let (mistaken, work) =
            budget::within(left, || answers(catalogue, &set, &input.lines, u64::MAX));
        left -= work;
        let mistaken = mistaken.flatten()?;
        let is_changed = |answer: &Answer| {
            let at = answer.about.end.saturating_sub(1);
            mistaken.get(at) != input.right.get(at)
        };
        all.extend(input.answers.iter().map(is_changed));
    }
    Some(all)
}

/// In which parts the wrong answers differ, and how their numbers do.
fn parts(inputs: &[Input]) -> Vec<String> {
    let mut all: BTreeMap<&str, Vec<&Part>> = BTreeMap::new();
    let answers = inputs.iter().flat_map(|input| &input.answers);
    let wrong: Vec<&Answer> = answers.filter(|answer| answer.is_wrong()).collect();
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
    if wrong.len() >= FEWEST
        && counts.len() <= PARTS
        && counts.last().is_some_and(|(count, _)| count.0 == 0)
    {
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
        if let Some(how) = numbers::how(&pairs) {
            let times = pairs.len();
            told.push(format!(
                "All {times} times that {name} is wrong, it is {how}."
            ));
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Counts, name, told};
    use crate::games;
    use crate::mistakes::catalogue::{Catalogue, Set};
    use crate::mistakes::diagnose::experiment::Outcome;
    use crate::mistakes::diagnose::{Diagnosis, Finding, Observed};
    use crate::mistakes::suite::{Case, Suite};
    use crate::protocol::Settings;
    use crate::random::Random;

    /// Kalah lines in pairs, with few seeds and levels.
    fn cases(random: &mut Random, count: usize) -> Vec<Case> {
        let mut line = || {
            let mut seeds = [0; 14].map(|_| random.below(4).to_string());
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

    /// A program counts a node too many with pruning wherever captures matter.
    #[test]
    fn what_nobody_knows_is_told_by_its_places() {
        let catalogue = Catalogue::new(games::find("kalah").unwrap(), Settings::default());
        let suite = Suite::new(&catalogue, cases(&mut Random::new(7, 1), 60)).unwrap();
        let mistake = catalogue.find("capture=never").unwrap();
        let changed = suite.answers(&Set::one(mistake));
        let printed = |case: usize| -> Vec<u8> {
            let right = String::from_utf8_lossy(&suite.right()[case]).into_owned();
            let other = String::from_utf8_lossy(&changed[case]).into_owned();
            let (lines, others): (Vec<&str>, Vec<&str>) =
                (right.lines().collect(), other.lines().collect());
            let line = |(at, line): (usize, &&str)| {
                let answer = at / 4 * 4..at / 4 * 4 + 4;
                let (words, count) = line.split_once(':').unwrap();
                match at % 4 == 3 && lines[answer.clone()] != others[answer] {
                    true => format!("{words}:{}\n", count.parse::<u32>().unwrap() + 1),
                    false => format!("{line}\n"),
                }
            };
            lines
                .iter()
                .enumerate()
                .map(line)
                .collect::<String>()
                .into_bytes()
        };
        let observed = (0..suite.cases().len()).map(|case| {
            Some(Observed {
                output: printed(case),
                stopped: None,
            })
        });
        let outcome = Outcome {
            observed: observed.collect(),
            found: Diagnosis {
                wrong: Vec::new(),
                stopped: Vec::new(),
                right: Vec::new(),
                differences: Vec::new(),
                by_text: Vec::new(),
                wording: std::sync::Arc::default(),
                finding: Finding::Unknown,
            },
            runs: 60,
            fresh: (30..60).collect(),
            right: 0,
            explained: 0,
            rest: BTreeMap::new(),
            is_stuck: false,
            suite,
        };
        let told = told(&outcome);
        assert_eq!(told.len(), 3, "{told:?}");
        let meaning = "It goes wrong where this would show: There are no captures. It is wrong in ";
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

    #[test]
    fn parts_are_called_alike_wherever_they_are() {
        let called = |place: &str| name(Some(place.to_owned()));
        assert_eq!(called("input line 3 (1 2): the reply"), "the reply");
        assert_eq!(
            called("input line 3 (1 2): the score of move (3,2)"),
            "the score of move …"
        );
        assert_eq!(called("action #3, BLACK F5-H3: board row 5"), "board row …");
        assert_eq!(name(None), "the answer");
    }
}
