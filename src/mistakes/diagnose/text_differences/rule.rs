//! How lines of one kind are printed.

use std::collections::BTreeMap;

use super::align::common;
use super::learn::Instance;
use super::shape::{Class, Part, parts, shape};
use super::{MOST, Shape};

/// How lines of one kind are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Not at all.
    Missing,
    /// In other words, with the same values.
    Worded(Vec<Piece>),
    /// With other characters.
    Symbols(BTreeMap<u8, u8>),
}

/// A piece of a printed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that is always the same.
    Text(Vec<u8>),
    /// A value of the expected line, counted from 0.
    Value(usize, Form),
}

/// An expected line, and the one that was printed for it.
type Pair<'a> = (&'a [u8], &'a [u8]);

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it is.
    Same,
    /// In lower case.
    Lower,
    /// In upper case.
    Upper,
    /// With a sign, if it is not negative.
    Signed,
    /// With zeros in front, in so many columns.
    Zeros(usize),
    /// With blanks in front, in so many columns.
    Right(usize),
    /// With so many blanks in front.
    Indented(usize),
    /// With so many decimals.
    Decimals(usize),
}

impl Form {
    /// All forms in which a value may be as long as this.
    fn of_length(printed: &[u8]) -> [Self; 8] {
        let length = printed.len();
        let value = printed.trim_ascii_start().len();
        let point = printed.iter().position(|&byte| byte == b'.');
        let decimals = point.map_or(0, |point| length - point - 1);
        [
            Self::Same,
            Self::Lower,
            Self::Upper,
            Self::Signed,
            Self::Zeros(length),
            Self::Right(length),
            Self::Indented(length - value),
            Self::Decimals(decimals),
        ]
    }

    fn write(self, value: &[u8], told: &mut Vec<u8>) {
        let digits = value.iter().position(u8::is_ascii_digit).unwrap_or(0);
        let mut pad = |width: usize, byte: u8| {
            told.extend(std::iter::repeat_n(byte, width.saturating_sub(value.len())));
        };
        match self {
            Self::Same => told.extend_from_slice(value),
            Self::Lower => told.extend(value.to_ascii_lowercase()),
            Self::Upper => told.extend(value.to_ascii_uppercase()),
            Self::Signed => {
                if digits == 0 {
                    told.push(b'+');
                }
                told.extend_from_slice(value);
            }
            Self::Zeros(width) => {
                let (sign, value_digits) = value.split_at(digits);
                let zeros = width.saturating_sub(value.len());
                told.extend_from_slice(sign);
                told.extend(std::iter::repeat_n(b'0', zeros));
                told.extend_from_slice(value_digits);
            }
            Self::Right(width) => {
                pad(width, b' ');
                told.extend_from_slice(value);
            }
            Self::Decimals(count) => {
                let number = std::str::from_utf8(value).ok();
                match number.and_then(|number| number.parse::<f64>().ok()) {
                    Some(number) => told.extend(format!("{number:.count$}").into_bytes()),
                    None => told.extend_from_slice(value),
                }
            }
            Self::Indented(count) => {
                told.extend(std::iter::repeat_n(b' ', count));
                told.extend_from_slice(value);
            }
        }
    }

    fn is(self, value: &[u8], printed: &[u8]) -> bool {
        let mut told = Vec::new();
        self.write(value, &mut told);
        told == printed
    }
}

impl Rule {
    /// Whether it might as well be the game's: other letters or digits for letters or digits.
    pub(super) fn changes_values(&self) -> bool {
        match self {
            Self::Missing | Self::Worded(_) => false,
            Self::Symbols(others) => others
                .iter()
                .any(|(was, is)| was.is_ascii_alphanumeric() && is.is_ascii_alphanumeric()),
        }
    }

    /// The rule of lines that are printed as they should be.
    pub(super) const fn as_it_is() -> Self {
        Self::Symbols(BTreeMap::new())
    }

    /// The rule by which lines of one kind are printed; none when they are printed as they
    /// are, or in no one way.
    pub(super) fn learn(instances: &[Instance<'_>]) -> Option<Self> {
        let is_right = |(expected, printed): &Instance<'_>| *printed == Some(*expected);
        if instances.iter().all(is_right) {
            return None;
        }
        let best = Self::candidates(instances).into_iter().next();
        best.filter(|rule| *rule != Self::as_it_is())
    }

    /// The rules by which most lines of one kind may be printed, the best first.
    pub(super) fn candidates(instances: &[Instance<'_>]) -> Vec<Self> {
        let is_most = |count: usize| 100 * count >= MOST * instances.len();
        let missing = instances.iter().filter(|(_, it)| it.is_none()).count();
        if is_most(missing) {
            return vec![Self::Missing];
        }
        let shown: Vec<Pair<'_>> = instances
            .iter()
            .filter_map(|&(expected, printed)| Some((expected, printed?)))
            .collect();
        let rules = std::iter::once(Self::as_it_is());
        let rules = rules.chain(worded(&shown)).chain(symbols(&shown));
        let mut different: BTreeMap<Pair<'_>, usize> = BTreeMap::new();
        for &pair in &shown {
            *different.entry(pair).or_default() += 1;
        }
        let mut scored: Vec<((usize, usize), Self)> = rules
            .map(|rule| {
                let scores = different
                    .iter()
                    .map(|(pair, times)| (rule.score(*pair), times));
                let sum = scores.fold((0, 0), |(alike, equal), (score, times)| {
                    let count = |is_so: bool| usize::from(is_so) * times;
                    (alike + count(score.0), equal + count(score.1))
                });
                (sum, rule)
            })
            .collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let likely = scored.into_iter().filter(|((alike, _), _)| is_most(*alike));
        likely.map(|(_, rule)| rule).collect()
    }

    /// Whether a line may be printed so by this rule, whatever its values are.
    pub(super) fn fits(&self, (expected, printed): Instance<'_>) -> bool {
        let Some(printed) = printed else {
            return *self == Self::Missing;
        };
        let told = match self {
            Self::Missing => return false,
            Self::Symbols(others) if others.is_empty() => return is_as_it_is(expected, printed),
            Self::Symbols(_) => {
                let mut told = Vec::new();
                self.apply(expected, &mut told);
                told
            }
            Self::Worded(pieces) => {
                let (own, found) = (parts(expected), parts(printed));
                let found = values(&found);
                let mut values = values(&own);
                let mut next = 0;
                for piece in pieces {
                    match piece {
                        Piece::Value(place, _) => {
                            let is_number = |value: &&[u8]| value.iter().any(u8::is_ascii_digit);
                            let value = found.get(next).copied().filter(is_number);
                            if let (Some(value), Some(own)) = (value, values.get_mut(*place)) {
                                *own = bare_number(value);
                            }
                            next += 1;
                        }
                        Piece::Text(text) => {
                            next += parts(text).iter().filter(|it| it.class.is_value()).count();
                        }
                    }
                }
                let mut told = Vec::new();
                write(pieces, &values, &mut told);
                told
            }
        };
        masked(&told) == masked(printed)
    }

    /// Whether a line is printed in the shape that this rule gives it, and whether exactly so.
    fn score(&self, (expected, printed): Pair<'_>) -> (bool, bool) {
        let mut told = Vec::new();
        self.apply(expected, &mut told);
        let is_equal = told == printed;
        (is_equal || shape(&told) == shape(printed), is_equal)
    }

    /// Prints a line.
    pub(super) fn apply(&self, line: &[u8], told: &mut Vec<u8>) {
        match self {
            Self::Missing => {}
            Self::Symbols(others) => {
                let printed = line.iter().map(|byte| others.get(byte).unwrap_or(byte));
                told.extend(printed);
            }
            Self::Worded(pieces) => write(pieces, &values(&parts(line)), told),
        }
    }
}

fn write(pieces: &[Piece], values: &[&[u8]], told: &mut Vec<u8>) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => told.extend_from_slice(text),
            Piece::Value(place, form) => {
                form.write(values.get(*place).copied().unwrap_or_default(), told);
            }
        }
    }
}

/// A number without blanks, plus sign and zeros in front.
fn bare_number(value: &[u8]) -> &[u8] {
    let mut bare = value.trim_ascii_start();
    bare = bare.strip_prefix(b"+").unwrap_or(bare);
    while let [b'0', rest @ ..] = bare
        && rest.first().is_some_and(u8::is_ascii_digit)
    {
        bare = rest;
    }
    bare
}

/// A line with placeholders for the values that are no numbers.
fn masked(line: &[u8]) -> Vec<u8> {
    let mut masked = Vec::with_capacity(line.len());
    for part in parts(line) {
        match part.class {
            Class::Symbol => masked.push(2),
            _ => masked.extend_from_slice(part.text),
        }
    }
    masked
}

/// Whether a line is printed as it should be but for its values.
fn is_as_it_is(expected: &[u8], printed: &[u8]) -> bool {
    if expected == printed {
        return true;
    }
    if shape(expected) != shape(printed) {
        return false;
    }
    let (expected, printed) = (parts(expected), parts(printed));
    let pairs = values(&expected).into_iter().zip(values(&printed));
    let numbers = pairs.filter(|(one, _)| one.iter().any(u8::is_ascii_digit));
    numbers.into_iter().all(|(one, other)| {
        let is_padded = one.starts_with(b" ") || other.starts_with(b" ");
        let is_plain = |value: &[u8]| bare_number(value) == value.trim_ascii_start();
        let has_point = |value: &[u8]| value.contains(&b'.');
        (!is_padded || one.len() == other.len())
            && is_plain(one) == is_plain(other)
            && has_point(one) == has_point(other)
    })
}

/// The text that is printed in front of lines that are otherwise as they are expected, most
/// of the time.
pub(super) fn prefix<'a>(instances: &[Instance<'a>]) -> Option<&'a [u8]> {
    let mut found: Option<&[u8]> = None;
    let mut count = 0;
    for (expected, printed) in instances {
        let prefix = printed.and_then(|printed| printed.strip_suffix(*expected));
        let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) else {
            continue;
        };
        if *found.get_or_insert(prefix) == prefix {
            count += 1;
        }
    }
    found.filter(|_| 100 * count >= MOST * instances.len())
}

fn values<'a>(parts: &[Part<'a>]) -> Vec<&'a [u8]> {
    let values = parts.iter().filter(|part| part.class.is_value());
    values.map(|part| part.text).collect()
}

/// How wide a number is set right at most, where what fills up is text elsewhere.
const WIDEST: usize = 6;

/// The other wordings that most lines may have, if they have their values in the same places:
/// the plainest first.
fn worded(shown: &[Pair<'_>]) -> Vec<Rule> {
    let Some(pieces) = pieces(shown) else {
        return Vec::new();
    };
    let mut all = vec![Rule::Worded(pieces.clone())];
    for (at, piece) in pieces.iter().enumerate() {
        if let Piece::Value(place, Form::Same) = piece {
            all.extend((2..=WIDEST).map(|width| {
                let mut pieces = pieces.clone();
                pieces[at] = Piece::Value(*place, Form::Right(width));
                Rule::Worded(pieces)
            }));
        }
    }
    all
}

fn pieces(shown: &[Pair<'_>]) -> Option<Vec<Piece>> {
    let mut by_shape = BTreeMap::<Shape, Vec<Pair<'_>>>::new();
    for &(expected, printed) in shown {
        let alike = by_shape.entry(shape(printed)).or_default();
        alike.push((expected, printed));
    }
    let alike = by_shape.into_values().max_by_key(Vec::len)?;
    let (expected, printed) = alike[0];
    let (expected, printed) = (parts(expected), parts(printed));
    let common = common(&expected, &printed);
    let is_value = |part: &&Part<'_>| part.class.is_value();
    let value_place = |parts: &[Part<'_>], at: usize| parts[..at].iter().filter(is_value).count();
    let mut pieces = Vec::new();
    for (at, part) in printed.iter().enumerate() {
        if !part.class.is_value() {
            pieces.push(Piece::Text(part.text.to_vec()));
            continue;
        }
        let place = value_place(&printed, at);
        let source = common.iter().find(|(_, printed)| *printed == at);
        pieces.push(match source {
            Some(&(source, _)) => {
                let source = value_place(&expected, source);
                Piece::Value(source, form(&alike, source, place))
            }
            // A value that is not among those expected has to be always the same.
            None => {
                let is_same =
                    |pair: &Pair<'_>| values(&parts(pair.1)).get(place) == Some(&part.text);
                if !alike.iter().all(is_same) {
                    return None;
                }
                Piece::Text(part.text.to_vec())
            }
        });
    }
    Some(pieces)
}

/// The form in which most lines print a value.
fn form(alike: &[Pair<'_>], source: usize, place: usize) -> Form {
    let value = |line: &[u8], place: usize| -> Vec<u8> {
        let value = values(&parts(line)).get(place).copied();
        value.unwrap_or_default().to_vec()
    };
    let pairs: Vec<(Vec<u8>, Vec<u8>)> = alike
        .iter()
        .map(|(expected, printed)| (value(expected, source), value(printed, place)))
        .collect();
    let mut tried: Vec<Form> = Vec::new();
    for (_, printed) in &pairs {
        let new = Form::of_length(printed).into_iter();
        let new: Vec<Form> = new.filter(|form| !tried.contains(form)).collect();
        tried.extend(new);
    }
    let count = |form: Form| pairs.iter().filter(|(a, b)| form.is(a, b)).count();
    let counted = tried.into_iter().map(|form| (count(form), form));
    // The first of the best.
    let best = counted.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map_or(Form::Same, |(_, form)| form)
}

/// In how many lines another character is seen at least.
const SEEN: usize = 2;

/// How many characters are others at most: with more, anything could be explained.
const OTHERS: usize = 10;

/// Other characters in the same places, where enough lines show it.
fn symbols(shown: &[Pair<'_>]) -> Option<Rule> {
    let mut counts: BTreeMap<u8, BTreeMap<u8, usize>> = BTreeMap::new();
    for (expected, printed) in shown {
        if expected.len() == printed.len() {
            for (one, other) in expected.iter().zip(*printed) {
                *counts.entry(*one).or_default().entry(*other).or_default() += 1;
            }
        }
    }
    let others = counts.into_iter().filter_map(|(byte, counts)| {
        let all: usize = counts.values().sum();
        let (other, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (other != byte && 2 * count > all && count >= SEEN).then_some((byte, other))
    });
    let others: BTreeMap<u8, u8> = others.collect();
    (1..=OTHERS)
        .contains(&others.len())
        .then_some(Rule::Symbols(others))
}

/// Whether a line consists of one mark only, and how often it has it.
pub(super) fn run_of(line: &[u8]) -> Option<(char, usize)> {
    let parts = parts(line);
    let [part] = &parts[..] else { return None };
    (part.class == Class::Mark).then(|| (char::from(part.text[0]), part.text.len()))
}
