//! TextDifferences, each told once with its first place.

use super::context::Context;
use super::line_context::Printed;
use super::repeats;
use super::rule::Rule;
use super::shape::shape;
use super::{Ignored, Ruled, Shape, TextDifferences, lines};
use crate::judge::journal::diagnosis::{TextDifference, TextDifferenceKind as Kind};
use crate::text::quote;

/// What is told in whole lines when it is longer.
const LONGEST: usize = 40;

/// Whether a line is printed that has nothing to do with the one that is expected.
pub(super) fn is_whole(difference: &TextDifference) -> bool {
    difference.kind == Kind::Changed
        && difference.printed == difference.whole.trim_end_matches('\n')
}

/// A text that a program with differences printed, and what it would be without them.
pub(crate) struct Told<'a> {
    /// The case.
    pub case: usize,
    /// What would be printed without differences.
    pub plain: &'a [u8],
    /// What was printed.
    pub printed: &'a [u8],
}

impl TextDifferences {
    /// Each difference once, in the order of their first places.
    /// `input` gives the line of input to which a line of a text without differences is all of the
    /// reply.
    pub(crate) fn told(
        &self,
        texts: &[Told<'_>],
        input: &dyn Fn(usize, usize) -> Option<String>,
    ) -> Vec<TextDifference> {
        let mut all: Vec<(Key, TextDifference)> = Vec::new();
        for text in texts {
            self.tell(text, &mut |mut difference, line| {
                let key = Key::of(&difference);
                if let Some((_, known)) = all.iter_mut().find(|(known, _)| *known == key) {
                    known.places += 1;
                    return;
                }
                let is_whole = difference.kind == Kind::Missing || is_whole(&difference);
                if let Some(line) = line.filter(|_| is_whole) {
                    difference.input = input(text.case, line).unwrap_or_default();
                }
                all.push((key, difference));
            });
        }
        all.into_iter().map(|(_, difference)| difference).collect()
    }

    fn tell(&self, text: &Told<'_>, tell: &mut dyn FnMut(TextDifference, Option<usize>)) {
        let printed: Vec<&[u8]> = lines(text.printed).collect();
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut extra = |kind, place: usize, text_of_it: &[u8]| {
            tell(
                TextDifference {
                    kind,
                    expected: String::new(),
                    printed: lossy(text_of_it),
                    context: String::new(),
                    input: String::new(),
                    places: 1,
                    case: text.case,
                    line: place + 1,
                    whole: lossy(printed[place]),
                },
                None,
            );
        };
        // The printed lines that count, by their places.
        let mut counted: Vec<usize> = Vec::new();
        let mut was_repeated = false;
        let mut note = |place: usize, is_repeated: bool| {
            if is_repeated && !was_repeated {
                extra(Kind::Repeat, place, b"");
            }
            was_repeated = is_repeated;
            if is_repeated {
                return;
            }
            let (prefix, line) = printed[place].split_at(self.prefix_length(printed[place]));
            if !prefix.is_empty() {
                extra(Kind::Prefix, place, prefix);
            }
            match self.ignored.get(&shape(line)) {
                Some(Ignored::Extra) => extra(Kind::Extra, place, line),
                Some(Ignored::Moved) => extra(Kind::Moved, place, line),
                None if line.is_empty() => {}
                None => counted.push(place),
            }
        };
        match self.repeats {
            true => repeats::for_each_block(&printed, note),
            false => (0..printed.len()).for_each(|place| note(place, false)),
        }
        let mut counted = counted.into_iter();
        let mut next = counted.next();
        let mut open = Vec::new();
        let texts = lines(text.plain).map(Some).chain([None]);
        for (number, (line, Printed { extra, own })) in
            texts.zip(self.printed(text.plain)).enumerate()
        {
            for inserted in lines(&extra) {
                let place = next.filter(|place| printed[*place] == inserted);
                if let Some(place) = place {
                    tell(self.inserted(text.case, place + 1, inserted, line), None);
                    next = counted.next();
                }
            }
            let Some(line) = line else { break };
            let ruled = self.rules.get(&shape(line));
            let at = next.unwrap_or(printed.len());
            let found = next.map_or(&b""[..], |place| printed[place]);
            let is_told = own.is_empty() || found.ends_with(&own);
            if let Some(Ruled { rule, context }) = ruled
                && is_told
                && own != line
                && !self.is_moved(line)
            {
                tell(
                    TextDifference {
                        context: context.as_ref().map_or_else(String::new, Context::words),
                        ..difference(text.case, at + 1, line, &own, rule)
                    },
                    Some(number),
                );
            }
            open.extend_from_slice(&own);
            if open.ends_with(b"\n") {
                open.clear();
                next = counted.next();
            }
        }
    }

    /// A line printed before another one, or at the end, that is not expected there.
    fn inserted(
        &self,
        case: usize,
        place: usize,
        inserted: &[u8],
        next: Option<&[u8]>,
    ) -> TextDifference {
        let key = next.map(shape);
        let mut all = self.inserts.iter().filter(|it| it.before == key);
        let context = all.find_map(|it| it.context.as_ref()).map(Context::words);
        let next = next.map(|next| {
            let next = String::from_utf8_lossy(next);
            format!("before {}", quote(next.trim_end_matches('\n')))
        });
        let next = next.unwrap_or_else(|| "at the end of the output".to_owned());
        let context = context.map_or(String::new(), |context| format!(", {context}"));
        let inserted = String::from_utf8_lossy(inserted).into_owned();
        TextDifference {
            kind: Kind::Extra,
            expected: String::new(),
            printed: inserted.clone(),
            context: next + &context,
            input: String::new(),
            places: 1,
            case,
            line: place,
            whole: inserted,
        }
    }

    fn is_moved(&self, line: &[u8]) -> bool {
        self.is_missing(&shape(line)) && self.ignored.contains_key(&shape(line))
    }
}

/// What differences of one sort have in common: their texts but for the values.
#[derive(PartialEq, Eq)]
struct Key(Kind, Shape, Shape, Shape);

impl Key {
    fn of(difference: &TextDifference) -> Self {
        let shape = |text: &str| shape(text.as_bytes());
        Self(
            difference.kind,
            shape(&difference.expected),
            shape(&difference.printed),
            shape(&difference.context),
        )
    }
}

/// A line that is printed otherwise, or not at all.
fn difference(
    case: usize,
    line: usize,
    expected: &[u8],
    printed: &[u8],
    rule: &Rule,
) -> TextDifference {
    let mut symbols: Vec<(&u8, &u8)> = match rule {
        Rule::Symbols(others) => others.iter().collect(),
        Rule::Missing | Rule::Worded(_) => Vec::new(),
    };
    symbols.retain(|(was, _)| expected.contains(was));
    // Where one character only is another: that says more than the line.
    let symbol = symbols.pop().filter(|_| symbols.is_empty());
    let symbol =
        symbol.map(|(was, is)| (char::from(*was).to_string(), char::from(*is).to_string()));
    let expected = String::from_utf8_lossy(expected);
    let printed = String::from_utf8_lossy(printed);
    let (kind, (was, is)) = match (printed.is_empty(), &symbol) {
        (true, _) => (Kind::Missing, (&*expected, "")),
        (false, Some((was, is))) => (Kind::Changed, (&**was, &**is)),
        (false, None) => (Kind::Changed, differing_words(&expected, &printed)),
    };
    TextDifference {
        kind,
        expected: was.to_owned(),
        printed: is.to_owned(),
        context: String::new(),
        input: String::new(),
        places: 1,
        case,
        line,
        whole: printed.into_owned(),
    }
}

/// Where two lines differ, in whole words: what was expected there, and what was printed. Both are
/// the lines as they are where only blanks or a line's end differ, or too much to be told in part.
pub fn differing_words<'a>(expected: &'a str, printed: &'a str) -> (&'a str, &'a str) {
    let (bare_expected, bare_printed) = (
        expected.trim_end_matches('\n'),
        printed.trim_end_matches('\n'),
    );
    if bare_expected == bare_printed {
        // Only the line feed.
        return (expected, printed);
    }
    let (one, other) = (words(bare_expected), words(bare_printed));
    let start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let rest = one.len().min(other.len()) - start;
    let pairs = one.iter().rev().zip(other.iter().rev()).take(rest);
    let end = pairs.take_while(|(a, b)| a == b).count();
    let middle = |words: &[&'a str], text: &'a str| {
        let from: usize = words[..start].iter().map(|word| word.len()).sum();
        let to: usize = words[words.len() - end..]
            .iter()
            .map(|word| word.len())
            .sum();
        &text[from..text.len() - to]
    };
    let (was, is) = (middle(&one, bare_expected), middle(&other, bare_printed));
    let is_blank = was.trim().is_empty() && is.trim().is_empty();
    match is_blank || was.len().max(is.len()) > LONGEST {
        true => (bare_expected, bare_printed),
        // The blank beside a word that is missing or too much goes with it.
        false if was.trim().is_empty() || is.trim().is_empty() => (was.trim(), is.trim()),
        false => (was, is),
    }
}

/// Words and the blanks between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_blank = first.is_whitespace();
        let end = rest.find(|c: char| c.is_whitespace() != is_blank);
        let (word, others) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = others;
    }
    words
}
