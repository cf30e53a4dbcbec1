//! Where a difference is made that is not made everywhere.

use std::collections::{BTreeMap, BTreeSet};

use super::align::Line;
use super::shape::{Class, parts};
use crate::text::quote;

/// How many texts are looked for around a line, at most.
const WORDS: usize = 120;

/// A condition on what is around a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Context {
    place: Place,
    /// Whether the difference is made where the place is such; otherwise, everywhere else.
    is_so: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// No line comes before.
    First,
    /// No line follows.
    Last,
    /// The line before has this text.
    After(Vec<u8>),
    /// The line that follows has this text.
    Before(Vec<u8>),
    /// Of the lines before that have the first text, the last one has the second one, too.
    Under(Vec<u8>, Vec<u8>),
}

/// What is around a line, or around the place between two lines.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    /// The line before.
    pub before: Option<&'a [u8]>,
    /// The line that follows.
    pub after: Option<&'a [u8]>,
    /// Of the lines before with each text asked for, the last one.
    pub last: &'a BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Context {
    /// Whether it is so there.
    pub(super) fn holds(&self, spot: Spot<'_>) -> bool {
        let has = |line: Option<&[u8]>, text: &[u8]| line.is_some_and(|line| has(line, text));
        self.is_so
            == match &self.place {
                Place::First => spot.before.is_none(),
                Place::Last => spot.after.is_none(),
                Place::After(text) => has(spot.before, text),
                Place::Before(text) => has(spot.after, text),
                Place::Under(line, text) => has(spot.last.get(line).map(Vec::as_slice), text),
            }
    }

    /// Whether the line that follows matters.
    pub(super) fn looks_ahead(&self) -> bool {
        matches!(self.place, Place::Last | Place::Before(_))
    }

    /// The text of which the last line that has it matters.
    pub(super) fn anchor(&self) -> Option<&[u8]> {
        match &self.place {
            Place::Under(line, _) => Some(line),
            _ => None,
        }
    }

    /// Where, in words.
    pub(super) fn words(&self) -> String {
        let shown = |text: &[u8]| quote(&String::from_utf8_lossy(text));
        let (place, is_so) = (&self.place, self.is_so);
        let beside = |which: &str, text: &[u8]| match (text.is_empty(), is_so) {
            (true, true) => format!("where the line {which} is empty"),
            (true, false) => format!("unless the line {which} is empty"),
            (false, true) => format!("where the line {which} has {}", shown(text)),
            (false, false) => format!("unless the line {which} has {}", shown(text)),
        };
        match place {
            Place::First if is_so => "at the start of the output".to_owned(),
            Place::First => "but not at the start of the output".to_owned(),
            Place::Last if is_so => "at the end of the output".to_owned(),
            Place::Last => "but not at the end of the output".to_owned(),
            Place::After(text) => beside("before", text),
            Place::Before(text) => beside("after", text),
            Place::Under(line, text) => format!(
                "{} the nearest {} line above has {}",
                if is_so { "where" } else { "unless" },
                shown(line),
                shown(text)
            ),
        }
    }
}

/// Whether a line has a text; the empty text stands for an empty line.
pub(super) fn has(line: &[u8], text: &[u8]) -> bool {
    match text.is_empty() {
        true => line.trim_ascii().is_empty(),
        // Most lines do not, and are not taken apart. Lines are short: preparing to search one takes
        // longer than to look everywhere.
        false => {
            let is_there = |there: &[u8]| there[0] == text[0] && there == text;
            line.windows(text.len()).any(is_there)
                && parts(line).iter().any(|part| part.text == text)
        }
    }
}

/// A place with a difference or without.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    /// The text.
    pub text: usize,
    /// The line; for places between lines, the one that follows.
    pub at: usize,
    /// Whether the difference is there.
    pub is_slip: bool,
}

/// What the lines of texts have that contexts may be made of.
pub(super) struct Sight<'a> {
    texts: Vec<&'a [Line<'a>]>,
    words: Vec<&'a [u8]>,
    /// How many of the words come first that are no single marks.
    plain: usize,
    /// Which words lines of a shape have, by bits.
    of_shape: BTreeMap<usize, u128>,
}

impl<'a> Sight<'a> {
    /// Of the expected texts.
    pub(super) fn new(texts: Vec<&'a [Line<'a>]>) -> Self {
        let mut by_shape: BTreeMap<usize, &'a [u8]> = BTreeMap::new();
        for line in texts.iter().copied().flatten() {
            by_shape.entry(line.shape).or_insert(line.text);
        }
        let mut words: BTreeSet<(bool, usize, &'a [u8])> = BTreeSet::new();
        words.insert((false, usize::MAX, b""));
        for line in by_shape.values() {
            for part in parts(line) {
                let is_text = matches!(part.class, Class::Word | Class::Mark);
                if is_text && part.text != b"\n" {
                    let length = part.text.len();
                    words.insert((length == 1, usize::MAX - length, part.text));
                }
            }
        }
        let plain = words.iter().filter(|(is_mark, ..)| !is_mark).count();
        let words: Vec<&[u8]> = words.into_iter().map(|(.., word)| word).collect();
        let words: Vec<&[u8]> = words.into_iter().take(WORDS).collect();
        let bits = |line: &&[u8]| {
            let numbered = words.iter().enumerate();
            let found = numbered.filter(|(_, word)| has(line, word));
            found.fold(0, |bits, (number, _)| bits | 1 << number)
        };
        Self {
            of_shape: by_shape
                .iter()
                .map(|(&shape, line)| (shape, bits(line)))
                .collect(),
            plain: plain.min(words.len()),
            texts,
            words,
        }
    }

    /// The simplest context that agrees with all labels, which are in order; `is_between` for
    /// places between lines.
    pub(super) fn choose(&self, labels: &[Label], is_between: bool) -> Option<Context> {
        let (all, plain) = (self.words.len(), self.plain);
        let mut count = Counts {
            first: 0,
            last: 0,
            after: vec![0; all],
            before: vec![0; all],
            under: vec![0; plain * plain],
        };
        let mut rest = labels;
        while let Some(&Label { text, .. }) = rest.first() {
            let (own, others) = rest.split_at(rest.partition_point(|label| label.text == text));
            self.count(own, is_between, &mut count);
            rest = others;
        }
        let numbers = |found: &[usize], wrong: usize| found.iter().position(|&it| it == wrong);
        [(true, 0), (false, labels.len())]
            .into_iter()
            .find_map(|(is_so, wrong)| {
                let word = |number: usize| self.words[number].to_vec();
                let place = if count.last == wrong {
                    Place::Last
                } else if count.first == wrong {
                    Place::First
                } else if let Some(found) = numbers(&count.after, wrong) {
                    Place::After(word(found))
                } else if let Some(found) = numbers(&count.before, wrong) {
                    Place::Before(word(found))
                } else {
                    let found = numbers(&count.under, wrong)?;
                    Place::Under(word(found / plain), word(found % plain))
                };
                Some(Context { place, is_so })
            })
    }

    /// Counts the labels of one text that each place does not agree with.
    fn count(&self, labels: &[Label], is_between: bool, count: &mut Counts) {
        let lines = self.texts[labels[0].text];
        let bits = |at: usize| lines.get(at).map(|line| self.of_shape[&line.shape]);
        let mut last: Vec<u128> = vec![0; self.plain];
        let mut passed = 0;
        for label in labels {
            while passed < label.at {
                let bits = bits(passed).unwrap_or(0);
                for (number, last) in last.iter_mut().enumerate() {
                    if bits >> number & 1 == 1 {
                        *last = bits;
                    }
                }
                passed += 1;
            }
            let before = label.at.checked_sub(1).and_then(bits);
            let after = bits(label.at + usize::from(!is_between));
            let wrong = |is_there: bool| usize::from(is_there != label.is_slip);
            count.first += wrong(before.is_none());
            count.last += wrong(after.is_none());
            let is_in = |bits: u128, number: usize| bits >> number & 1 == 1;
            for number in 0..self.words.len() {
                count.after[number] += wrong(is_in(before.unwrap_or(0), number));
                count.before[number] += wrong(is_in(after.unwrap_or(0), number));
            }
            for (line, &last) in last.iter().enumerate() {
                for number in 0..self.plain {
                    count.under[line * self.plain + number] += wrong(is_in(last, number));
                }
            }
        }
    }
}

/// How many labels each place does not agree with.
struct Counts {
    first: usize,
    last: usize,
    after: Vec<usize>,
    before: Vec<usize>,
    under: Vec<usize>,
}
