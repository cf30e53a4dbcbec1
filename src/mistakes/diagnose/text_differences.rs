//! Text differences: lines that a program words, spaces or places otherwise than the right one,
//! whatever game it plays.
//!
//! What is printed is aligned line by line with what is expected. Where lines of one kind are
//! printed otherwise in the same way nearly every time, that way is a rule; an engine whose
//! lines are put through the rules then prints as the program does, but for the game's rules.
//! No wording of a game is known here: what is text and what is a value shows in the lines.

pub mod align;
mod context;
mod learn;
mod line_context;
mod repeats;
mod reword;
mod rule;
mod sentence;
mod shape;
mod told;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use context::Context;
use line_context::LineContext;
use rule::Rule;

pub use reword::Reworded;
pub(super) use sentence::{sentences, ways};
pub use shape::shape;
pub(super) use told::Told;
pub use told::differing_words;

/// The text of a line with placeholders for its values, see [`shape()`].
pub type Shape = Vec<u8>;

/// In how many of a hundred cases a rule has to hold.
const MOST: usize = 60;

/// What a program is expected to print, and what it prints.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// All that is expected.
    pub expected: &'a [u8],
    /// All that was printed.
    pub printed: &'a [u8],
    /// Whether more might have been printed.
    pub is_cut: bool,
}

/// The ways in which a program prints otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextDifferences {
    /// How lines of a shape are printed.
    rules: BTreeMap<Shape, Ruled>,
    /// What is printed between lines that is not expected.
    inserts: Vec<Insert>,
    /// Shapes of printed lines that stand for nothing, or that are in another place.
    ignored: BTreeMap<Shape, Ignored>,
    /// What is printed in front of some lines.
    prefixes: BTreeSet<Vec<u8>>,
    /// Whether blocks of lines are printed twice.
    repeats: bool,
}

/// How lines of a shape are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ruled {
    rule: Rule,
    /// Where they are; everywhere, if there is none.
    context: Option<Context>,
}

/// Lines that are printed though they are not expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insert {
    /// The shape of the line before which they come; none for the end of the output.
    before: Option<Shape>,
    text: Vec<u8>,
    context: Option<Context>,
}

/// One of the differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// In lines of a shape.
    Line(Shape),
    /// The lines inserted at a place in the list of those.
    Insert(usize),
}

/// Why printed lines are left out of account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ignored {
    /// They stand for nothing.
    Extra,
    /// They are right elsewhere.
    Moved,
}

impl TextDifferences {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Learns the differences from samples, the most telling first: first those only that are made
    /// everywhere, then, if there are any, those besides that depend on what is around a line.
    /// There are none where too little is printed as it is expected. Lines of shapes that are `right`
    /// anywhere are no way to print others.
    pub fn learn(samples: &[Sample<'_>], right: &HashSet<Shape>) -> Vec<Self> {
        if repeats::are_usual(samples) {
            let printed: Vec<Vec<u8>> = samples
                .iter()
                .map(|sample| repeats::without(sample.printed))
                .collect();
            let samples = samples.iter().zip(&printed);
            let samples = samples.map(|(&sample, printed)| Sample { printed, ..sample });
            let mut all = learn::of_lines(&samples.collect::<Vec<_>>(), right);
            for differences in &mut all {
                differences.repeats = true;
            }
            return all;
        }
        learn::of_lines(samples, right)
    }

    /// Whether of the expected lines enough are still expected that they are worth comparing.
    fn leave_enough(&self, samples: &[Sample<'_>]) -> bool {
        let mut missing = self.rules.keys().filter(|shape| self.is_missing(shape));
        if self.ignored.is_empty() && missing.next().is_none() {
            return true;
        }
        let all = samples.iter().flat_map(|sample| lines(sample.expected));
        let (mut count, mut left) = (0, 0);
        for line in all {
            count += 1;
            let shape = shape(line);
            let is_gone = self.is_missing(&shape) || self.ignored.contains_key(&shape);
            left += usize::from(!is_gone);
        }
        2 * left >= count
    }

    /// Whether lines of a shape are printed nowhere.
    fn is_missing(&self, shape: &[u8]) -> bool {
        let ruled = self.rules.get(shape);
        ruled.is_some_and(|ruled| ruled.rule == Rule::Missing && ruled.context.is_none())
    }

    /// Those differences that cannot be the game's, for programs that they do not explain. Lines
    /// with words that are there or not from place to place may well be.
    pub(super) fn sure(&self) -> Self {
        let mut sure = self.clone();
        sure.rules.retain(|shape, Ruled { rule, context }| {
            let is_here_and_there = *rule == Rule::Missing && context.is_some();
            !rule.changes_values() && (!is_here_and_there || shape::is_bare(shape))
        });
        let is_bare = |text: &[u8]| lines(text).all(shape::is_bare);
        sure.inserts.retain(|insert| is_bare(&insert.text));
        sure
    }

    /// The same with blank lines in account; none if they are.
    pub(super) fn with_blank_lines(&self) -> Option<Self> {
        let mut all = self.clone();
        all.ignored
            .retain(|shape, why| *why != Ignored::Extra || !shape.trim_ascii().is_empty());
        (all != *self).then_some(all)
    }

    /// What the differences are in.
    pub(super) fn keys(&self) -> Vec<Key> {
        let inserts = (0..self.inserts.len()).map(Key::Insert);
        let rules = self.rules.keys().cloned().map(Key::Line);
        rules.chain(inserts).collect()
    }

    /// The shape of the lines that one of the differences is in everywhere.
    pub(super) fn everywhere<'a>(&self, key: &'a Key) -> Option<&'a [u8]> {
        let Key::Line(shape) = key else { return None };
        let ruled = self.rules.get(shape)?;
        ruled.context.is_none().then_some(shape)
    }

    /// One of the differences alone.
    pub(super) fn only(&self, key: &Key) -> Self {
        let mut only = Self::default();
        match key {
            Key::Line(shape) => {
                let ruled = self.rules.get(shape).cloned();
                only.rules.extend(ruled.map(|ruled| (shape.clone(), ruled)));
            }
            Key::Insert(place) => only.inserts.extend(self.inserts.get(*place).cloned()),
        }
        only
    }

    /// Without some of the differences.
    pub(super) fn without(&self, keys: &[Key]) -> Self {
        let mut left = self.clone();
        left.inserts.clear();
        for (place, insert) in self.inserts.iter().enumerate() {
            if !keys.contains(&Key::Insert(place)) {
                left.inserts.push(insert.clone());
            }
        }
        for key in keys {
            if let Key::Line(shape) = key {
                left.rules.remove(shape);
                left.ignored.remove(shape);
            }
        }
        left
    }

    /// What was printed, without what is left out of account.
    pub fn strip(&self, printed: &[u8]) -> Vec<u8> {
        if !self.repeats && self.prefixes.is_empty() && self.ignored.is_empty() {
            return printed.to_vec();
        }
        let once = self.repeats.then(|| repeats::without(printed));
        let lines = lines(once.as_deref().unwrap_or(printed));
        let lines = lines.map(|line| &line[self.prefix_length(line)..]);
        let has_ignored = !self.ignored.is_empty();
        let lines = lines.filter(|line| !(has_ignored && self.ignored.contains_key(&shape(line))));
        lines.collect::<Vec<_>>().concat()
    }

    /// How much in front of a printed line is left out of account.
    fn prefix_length(&self, line: &[u8]) -> usize {
        let found = self
            .prefixes
            .iter()
            .filter(|prefix| line.starts_with(prefix));
        found.map(Vec::len).max().unwrap_or(0)
    }

    /// How a program with these differences prints a text.
    pub fn reword(&self, text: &[u8]) -> Vec<u8> {
        let mut told = Vec::with_capacity(text.len());
        let mut line_context = LineContext::default();
        for line in lines(text) {
            self.pass_into(&mut line_context, line, &mut told);
        }
        for printed in self.finish(&mut line_context) {
            printed.write(&mut told);
        }
        told
    }

    /// A printed text with its text put right as far as it is what is expected; what follows
    /// is left as it was printed.
    pub(super) fn plain(&self, expected: &[u8], printed: &[u8]) -> Vec<u8> {
        let printed = self.strip(printed);
        let (mut plain, mut at) = (Vec::new(), 0);
        let all = self.printed(expected);
        let mut lines = lines(expected);
        for told in &all {
            let mut whole = Vec::new();
            told.write(&mut whole);
            if !printed[at..].starts_with(&whole) {
                break;
            }
            plain.extend_from_slice(lines.next().unwrap_or_default());
            at += whole.len();
        }
        plain.extend_from_slice(&printed[at..]);
        plain
    }
}

/// The shapes of the lines of some texts.
pub fn shapes(texts: &[Vec<u8>]) -> HashSet<Shape> {
    let lines: HashSet<&[u8]> = texts.iter().flat_map(|text| lines(text)).collect();
    lines.into_iter().map(shape).collect()
}

/// The lines of a text, line feeds included.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}
