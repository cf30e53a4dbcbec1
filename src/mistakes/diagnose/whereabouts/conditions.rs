//! What wrong answers have in common: what is asked, what is right there, or a rule that matters
//! there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Answer, FEWEST, Input, Mistaken, Sample};
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Index};
use crate::mistakes::generate;

/// How many conditions are tried on fresh inputs, those first that fit best.
const TRIED: usize = 4;

/// How many rules fit as well, or nearly, when none of them stands out.
const MANY: usize = 4;
const NEAR: f64 = 0.9;

/// How many different numbers in a name make it one of which more and less is said.
const STEPS: usize = 4;

/// Most words of a line that are looked at one by one.
const WORDS: usize = 20;

/// What may hold of an answer. Those that say most come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Condition {
    /// It is not the first of its input.
    Later,
    /// It is the first of its input.
    First,
    /// The game says so of what is asked.
    Named(String),
    /// The game does not say so.
    Unnamed(String),
    /// The first line of what is asked has this word there, counted from 1.
    Asked(usize, String),
    /// The answer has one line, and the right one has this word there, counted from 1.
    Right(usize, String),
    /// A line of what is asked has so many bytes, or more.
    Long(usize),
    /// A mistake would change it.
    Changed(Index),
}

impl Condition {
    /// How it is said of answers.
    pub(super) fn phrase(&self, catalogue: &Catalogue) -> String {
        match self {
            Condition::Later => "after the first of an input".to_owned(),
            Condition::First => "that are the first of an input".to_owned(),
            Condition::Named(name) => format!("of the kind '{name}'"),
            Condition::Unnamed(name) => format!("that are not of the kind '{name}'"),
            Condition::Asked(place, word) => {
                format!("to a line that has '{word}' as word {place}")
            }
            Condition::Right(place, word) => {
                format!("whose right line has '{word}' as word {place}")
            }
            Condition::Long(bytes) => format!("to a line of {bytes} characters or more"),
            Condition::Changed(mistake) => {
                format!("where this matters: {}", matter(catalogue, *mistake))
            }
        }
    }
}

/// What a mistake is about.
fn matter(catalogue: &Catalogue, mistake: Index) -> &'static str {
    let name = catalogue.mistakes()[mistake].option;
    let options = catalogue.protocol().options();
    let option = options.into_iter().find(|option| option.name == name);
    option.map_or(name, |option| option.meaning)
}

/// How many answers are wrong where a condition holds and elsewhere, and of how many.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// How many are wrong where the condition holds.
    pub wrong: usize,
    /// Of how many, which is no less.
    pub holds: usize,
    /// How many are wrong where it does not hold.
    pub wrong_elsewhere: usize,
    /// Of how many, which is no less.
    pub elsewhere: usize,
}

impl Counts {
    fn of(sample: &Sample<'_>, holds: &[bool]) -> Self {
        let mut counts = Self::default();
        for (answer, holds) in sample.answers().zip(holds) {
            let wrong = usize::from(answer.is_wrong);
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
    /// (Matthews, phi), from 0 to 1, and 0 where wrong answers are rarer where it holds.
    pub fn fit(&self) -> f64 {
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
    /// never elsewhere although as many wrong answers were to be expected there by chance.
    pub fn is_telling(&self) -> bool {
        let is_sharp = 10 * self.wrong >= 9 * self.holds
            && self.wrong_elsewhere * 10 <= self.elsewhere
            && self.wrong_elsewhere * 2 <= self.wrong
            && self.elsewhere >= FEWEST;
        let wrong = self.wrong + self.wrong_elsewhere;
        let by_chance = wrong * self.elsewhere / (self.holds + self.elsewhere).max(1);
        let is_needed = 50 * self.wrong_elsewhere <= self.wrong && by_chance >= FEWEST;
        self.wrong >= FEWEST && (is_sharp || is_needed)
    }

    /// Whether it is worth saying where nothing tells more: most wrong answers are where it holds,
    /// and they are three times as frequent there.
    pub(super) fn is_frequent(&self) -> bool {
        self.wrong >= FEWEST
            && self.wrong >= 2 * self.wrong_elsewhere
            && self.wrong * self.elsewhere >= 3 * self.wrong_elsewhere * self.holds
            && self.elsewhere >= FEWEST
    }

    /// Whether a rule that matters there says something: most rules matter in most answers.
    fn is_of_a_rule(&self) -> bool {
        let is_all = self.wrong == self.holds && self.wrong_elsewhere == 0;
        is_all || 4 * self.elsewhere >= self.holds
    }
}

/// The condition that fits the wrong answers best, with its counts on fresh inputs; none where no
/// condition tells enough.
pub(super) fn told(catalogue: &Catalogue, seen: &Sample<'_>, fresh: &Sample<'_>) -> Option<String> {
    let is_changed =
        |mistaken: &Mistaken| -> Vec<bool> { mistaken.iter().map(Option::is_some).collect() };
    let mistakes: Vec<Index> = (0..catalogue.mistakes().len()).collect();
    let by_mistake = parallel::map(&mistakes, |&mistake| {
        let counts = Counts::of(seen, &is_changed(seen.mistaken(mistake)?));
        Some((counts.fit(), Condition::Changed(mistake)))
    });
    let by_mistake = by_mistake.into_iter().flatten();
    let learnt = seen.holding.iter();
    let learnt =
        learnt.map(|(condition, holds)| (Counts::of(seen, holds).fit(), condition.clone()));
    let mut learnt: Vec<(f64, Condition)> = learnt
        .chain(by_mistake)
        .filter(|(fit, _)| *fit > 0.0)
        .collect();
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
    let counted = |condition: &Condition| {
        Some(match condition {
            Condition::Changed(mistake) => {
                let counts = Counts::of(fresh, &is_changed(fresh.mistaken(*mistake)?));
                counts.is_of_a_rule().then_some(counts)?
            }
            _ => Counts::of(fresh, fresh.holding.get(condition)?),
        })
    };
    let tried = || {
        let tried = learnt.iter().take(TRIED);
        tried.filter_map(|(_, condition)| Some((condition, counted(condition)?)))
    };
    let frequent = || {
        let plain = learnt.iter().map(|(_, condition)| condition);
        let plain = plain.filter(|condition| !matches!(condition, Condition::Changed(_)));
        let mut tried = plain
            .take(TRIED)
            .filter_map(|condition| Some((condition, counted(condition)?)));
        tried.find(|(_, counts)| counts.is_frequent())
    };
    let (condition, counts) = tried()
        .find(|(_, counts)| counts.is_telling())
        .or_else(frequent)?;
    let Counts {
        wrong,
        holds,
        wrong_elsewhere,
        elsewhere,
    } = counts;
    let others = format!("and in {wrong_elsewhere} of the {elsewhere} others.");
    let phrase = condition.phrase(catalogue);
    Some(match condition {
        Condition::Changed(_) => {
            format!(
                "It goes wrong {phrase}. It is wrong in {wrong} of {holds} such answers, {others}"
            )
        }
        _ => format!("It is wrong in {wrong} of {holds} answers {phrase}, {others}"),
    })
}

/// What holds of which answers, as far as it is known without answering anything again.
pub(super) fn holding(catalogue: &Catalogue, inputs: &[Input]) -> BTreeMap<Condition, Vec<bool>> {
    let pieces = parallel::map(inputs, |input| -> Vec<BTreeSet<String>> {
        let of_answer = |answer: &Answer| {
            let named = generate::features(catalogue, &input.lines[answer.about.clone()]);
            let named = named.into_iter().flat_map(|name| {
                let each: Vec<String> = name.split(", ").map(str::to_owned).collect();
                each.into_iter().chain([name])
            });
            named.collect()
        };
        input.answers.iter().map(of_answer).collect()
    });
    let pieces: Vec<BTreeSet<String>> = pieces.concat();
    let steps = steps(&pieces);
    let answers = inputs.iter().flat_map(|input| {
        let answers = input.answers.iter();
        answers.map(move |answer| (input, answer))
    });
    let conditions = answers.zip(&pieces).map(|((input, answer), pieces)| {
        let named = pieces.iter().cloned().chain(stepped(pieces, &steps));
        let asked = input.lines.get(answer.about.start);
        let asked = words(asked.map_or("", |line| line));
        let right = match &answer.parts[..] {
            [only] => words(&only.expected),
            _ => Vec::new(),
        };
        let time = match answer.is_first {
            true => Condition::First,
            false => Condition::Later,
        };
        let mut all: BTreeSet<Condition> = named.map(Condition::Named).collect();
        all.insert(time);
        all.extend(
            asked
                .into_iter()
                .map(|(place, word)| Condition::Asked(place, word)),
        );
        all.extend(
            right
                .into_iter()
                .map(|(place, word)| Condition::Right(place, word)),
        );
        all
    });
    let conditions: Vec<BTreeSet<Condition>> = conditions.collect();
    let lengths = lengths(inputs);
    let mut places: BTreeMap<Condition, Vec<usize>> = BTreeMap::new();
    for (place, condition) in conditions.iter().enumerate() {
        for condition in condition {
            places.entry(condition.clone()).or_default().push(place);
        }
    }
    let mut all = BTreeMap::new();
    for (condition, places) in places {
        let mut holds = vec![false; conditions.len()];
        places.into_iter().for_each(|place| holds[place] = true);
        if let Condition::Named(name) = &condition {
            let reverse = holds.iter().map(|holds| !holds).collect();
            all.insert(Condition::Unnamed(name.clone()), reverse);
        }
        all.insert(condition, holds);
    }
    let steps: BTreeSet<usize> = lengths.iter().copied().collect();
    for least in steps.into_iter().skip(1) {
        let holds = lengths.iter().map(|length| *length >= least).collect();
        all.insert(Condition::Long(least), holds);
    }
    all
}

/// How long the longest line is of what each answer is about, in bytes.
fn lengths(inputs: &[Input]) -> Vec<usize> {
    let answers = inputs.iter().flat_map(|input| {
        let about = |answer: &Answer| {
            input.lines[answer.about.clone()]
                .iter()
                .map(String::len)
                .max()
        };
        input.answers.iter().map(about)
    });
    answers.map(Option::unwrap_or_default).collect()
}

/// The words of a line with their places, counted from 1; none of a long one.
fn words(line: &str) -> Vec<(usize, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.len() <= WORDS {
        true => words
            .into_iter()
            .enumerate()
            .map(|(at, word)| (at + 1, word.to_owned()))
            .collect(),
        false => Vec::new(),
    }
}

/// What is before and after the one number in a name.
type Frame<'a> = (&'a str, &'a str);

fn numbered(name: &str) -> Option<(Frame<'_>, u32)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (start, end) = (name.find(is_digit)?, name.rfind(is_digit)? + 1);
    let number = name[start..end].parse().ok()?;
    Some(((&name[..start], &name[end..]), number))
}

/// The numbers of names that differ in nothing else, where they are many.
fn steps(pieces: &[BTreeSet<String>]) -> BTreeMap<Frame<'_>, BTreeSet<u32>> {
    let mut all: BTreeMap<Frame<'_>, BTreeSet<u32>> = BTreeMap::new();
    for (frame, number) in pieces.iter().flatten().filter_map(|name| numbered(name)) {
        all.entry(frame).or_default().insert(number);
    }
    all.retain(|_, numbers| numbers.len() >= STEPS);
    all
}

/// Names for so many or more, and so many or fewer.
fn stepped(pieces: &BTreeSet<String>, steps: &BTreeMap<Frame<'_>, BTreeSet<u32>>) -> Vec<String> {
    let numbered = pieces.iter().filter_map(|name| numbered(name));
    let numbered = numbered.filter_map(|(frame, number)| Some((frame, number, steps.get(&frame)?)));
    let names = numbered.flat_map(|((before, after), number, steps)| {
        let more = steps.range(..=number).skip(1);
        let more = more.map(move |step| format!("{before}{step} or more{after}"));
        let fewer = steps.range(number..).rev().skip(1);
        more.chain(fewer.map(move |step| format!("{before}{step} or fewer{after}")))
    });
    names.collect()
}
