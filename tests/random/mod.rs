//! Random cases for the tests: a generator of numbers, rules records, whole answers.

use plyjudge::options::{OptionInfo, Record, Values};
use plyjudge::protocol::answer::answer as answer_input;
use plyjudge::protocol::{Protocol, Settings};

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

    /// One of them, if there are any.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}

/// A record with up to `most` options away from their defaults, and which.
pub fn random_options<R: Record>(random: &mut Random, most: usize) -> (R, Vec<String>) {
    let mut record = R::default();
    let all = R::options();
    let mut changed = Vec::new();
    for _ in 0..random.below(most + 1) {
        let option = random.pick(&all).expect("a record with options");
        let value = random_value(random, option);
        record.set(option.name, &value).expect("a value of its own");
        changed.push(format!("{}={value}", option.name));
    }
    (record, changed)
}

/// Any value of a choice; a wrong value of a number, or one near its smallest.
fn random_value(random: &mut Random, option: &OptionInfo) -> String {
    match option.values {
        Values::Choice(all) => random.pick(all).expect("a choice").name.to_owned(),
        Values::Number { min, max } => match random.pick(&option.mistakes) {
            Some(mistake) if random.below(2) == 0 => mistake.name.clone(),
            _ => (min + random.below((max - min).min(8) as usize + 1) as i64).to_string(),
        },
    }
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
