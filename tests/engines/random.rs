//! Random cases for the tests: a generator of numbers, rules records, whole answers.
#![allow(dead_code, reason = "no test needs all of it")]

use plyjudge::answer::answer as answer_input;
use plyjudge::options::{OptionInfo, Record, Values};
use plyjudge::protocol::{Engine, Protocol, Settings};

/// How many random cases to try: `PLYJUDGE_CASES`, or `default`.
pub fn cases(default: usize) -> usize {
    std::env::var("PLYJUDGE_CASES").map_or(default, |text| text.parse().expect("a number"))
}

/// A stream of pseudo-random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of them to change, if there are any.
    pub fn pick_mut<'a, T>(&mut self, all: &'a mut [T]) -> Option<&'a mut T> {
        let count = all.len();
        (count > 0).then(|| &mut all[self.below(count)])
    }

    /// One of them, if there are any.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}

/// A record for each case, and what is changed in it: for even cases every mistake and every
/// pair of mistakes in two options in turn, for odd ones up to three random values.
pub fn changed_options<R: Record>(random: &mut Random, case: usize) -> (R, Vec<String>) {
    let all = R::options();
    let changed = if case.is_multiple_of(2) {
        mistakes(&all, case / 2)
    } else {
        (0..random.below(4))
            .map(|_| {
                let option = random.pick(&all).expect("a record with options");
                (option.name, random_value(random, option))
            })
            .collect()
    };
    let mut record = R::default();
    for (name, value) in &changed {
        record.set(name, value).expect("a value of its own");
    }
    let shown = changed
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    (record, shown.collect())
}

/// One mistake or two in different options; `number` runs through all of them.
fn mistakes(all: &[OptionInfo], number: usize) -> Vec<(&'static str, String)> {
    let singles: Vec<_> = all
        .iter()
        .flat_map(|option| {
            option
                .mistakes
                .iter()
                .map(|value| (option.name, value.name.to_string()))
        })
        .collect();
    let count = singles.len();
    // A step that shares no factor with the number of pairs goes through them in disorder.
    let step = (count * count * 5 / 8..).find(|&step| gcd(step, count * count) == 1);
    let pair = number.wrapping_mul(step.expect("a prime")) % (count * count);
    let (one, other) = (&singles[pair / count], &singles[pair % count]);
    if one.0 == other.0 {
        vec![one.clone()]
    } else {
        vec![one.clone(), other.clone()]
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Any value of a choice; a wrong value of a number, or one near its smallest.
fn random_value(random: &mut Random, option: &OptionInfo) -> String {
    match option.values {
        Values::Choice(all) => random.pick(all).expect("a choice").name.to_string(),
        Values::Number { min, max } => match random.pick(&option.mistakes) {
            Some(mistake) if random.below(2) == 0 => mistake.name.to_string(),
            _ => (min + random.below((max - min).min(8) as usize + 1) as i64).to_string(),
        },
    }
}

/// Up to two mistakes, as settings name them.
pub fn random_rules(random: &mut Random, options: &[OptionInfo]) -> Vec<(String, String)> {
    (0..random.below(3))
        .map(|_| {
            let option = random.pick(options).expect("a protocol with options");
            let value = random
                .pick(&option.mistakes)
                .expect("mistakes of every option");
            (option.name.to_owned(), value.name.to_string())
        })
        .collect()
}

/// What a protocol answers to an input, with what is wrong with it, if anything.
pub fn answer(protocol: &'static dyn Protocol, settings: &Settings, input: &str) -> String {
    let mut out = Vec::new();
    let outcome = answer_input(
        &mut input.as_bytes(),
        "test",
        Some(protocol),
        settings,
        &mut out,
    );
    let problem = outcome.err().map(|error| error.to_string());
    String::from_utf8(out).expect("text") + &problem.unwrap_or_default()
}

/// Fails when the fast engine answers an input in other bytes than the plain one.
#[track_caller]
pub fn assert_engines_agree(
    protocol: &'static dyn Protocol,
    settings: &Settings,
    input: &str,
    case: usize,
) {
    let plain = Settings {
        engine: Engine::Plain,
        ..settings.clone()
    };
    assert_eq!(
        answer(protocol, settings, input),
        answer(protocol, &plain, input),
        "case {case}: {:?}\n{input}",
        settings.rules
    );
}
