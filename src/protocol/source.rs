//! Where inputs come from that try programs: what a game's generator offers.

use std::collections::BTreeSet;

use crate::protocol::Settings;
use crate::random::Random;

/// Lines that belong together: a checkers action, a Kalah line, a hex line map.
pub type Unit = Vec<String>;

/// An input, unit by unit.
pub type Input = Vec<Unit>;

/// Inputs that have much in common, so that answering them together is cheap.
pub type Family = Vec<Input>;

/// A game's generator of inputs.
pub trait Source: Sync {
    /// Makes a family from its own stream of random numbers.
    fn family(&self, random: &mut Random) -> Family;

    /// Inputs that are more work than most, for mistakes that hardly show in others.
    fn large(&self, _random: &mut Random) -> Family {
        Family::new()
    }

    /// How many families are looked through.
    fn families(&self) -> u64 {
        60
    }

    /// The most units that a case may have.
    fn most_units(&self) -> usize {
        7
    }

    /// Whether the answer to a unit depends on nothing before it, so that inputs can be put
    /// together from others' units.
    fn are_units_independent(&self) -> bool {
        true
    }

    /// Units that are errors by the assignment's specification, one of each kind; none where an error
    /// may have an answer.
    fn errors(&self) -> Vec<Unit> {
        Vec::new()
    }

    /// What a program answers that an input of these lines is for, in a word or two, where an
    /// assignment has more than one program.
    fn program(&self, _lines: &[&str]) -> Option<&'static str> {
        None
    }

    /// Whether units of two inputs may stand in one: not where they are for two programs.
    fn may_stand_together(&self, one: &Input, other: &Input) -> bool {
        let program = |input: &Input| {
            let lines: Vec<&str> = input.iter().flatten().map(String::as_str).collect();
            (!lines.is_empty()).then(|| self.program(&lines))
        };
        one.is_empty() || program(one) == program(other)
    }

    /// What happens in an input, in a game's own words: a suite in which much happens tells
    /// also those mistakes that no catalogue has. What starts with [`END`] or [`CARELESS`] is
    /// worth most.
    fn features(&self, input: &Input, right: &[u8]) -> BTreeSet<String>;

    /// Inputs as somebody might try them who knows nothing of mistakes: of all lengths, with
    /// every kind of end, and where units are independent with several in one.
    fn ordinary(&self, random: &mut Random) -> Vec<Input> {
        let units = self.family(random).into_iter().flatten();
        together(units.collect(), random)
    }

    /// Such inputs, as some of the assignment's programs are given them; others may be among them.
    fn ordinary_for(&self, _programs: &[&str], random: &mut Random) -> Vec<Input> {
        self.ordinary(random)
    }

    /// An input as some of the assignment's programs are asked the same.
    fn asked_of(&self, _programs: &[&str], input: Input) -> Input {
        input
    }

    /// Inputs made from where programs with these settings part, as far as that can be seen
    /// without answering whole inputs.
    fn telling(&self, _settings: &[Settings], _random: &mut Random) -> Family {
        Family::new()
    }

    /// Inputs that are smaller, those first that would save most: by itself without a stretch of
    /// their units, then with one of them made smaller.
    fn smaller(&self, input: &Input) -> Vec<Input> {
        let mut all = without_stretches(input);
        for (place, unit) in input.iter().enumerate() {
            for smaller in self.smaller_units(unit) {
                let mut changed = input.clone();
                changed[place] = smaller;
                all.push(changed);
            }
        }
        all
    }

    /// What a unit can be made that is smaller.
    fn smaller_units(&self, _unit: &Unit) -> Vec<Unit> {
        Vec::new()
    }
}

/// Units that are independent, put together to inputs of a few each.
pub fn together(mut units: Vec<Unit>, random: &mut Random) -> Vec<Input> {
    const MOST: usize = 5;
    random.shuffle(&mut units);
    let mut inputs = Vec::new();
    while !units.is_empty() {
        let count = random.between(1, MOST).min(units.len());
        inputs.push(units.drain(..count).collect());
    }
    inputs
}

/// How a feature starts that is about the end of an input. There is one end a case, and
/// what is wrong with one kind of end shows in no other.
pub const END: &str = "end: ";

/// How a feature starts that names a careless program which the input shows up.
pub const CARELESS: &str = "careless: ";

/// The feature of an input whose answer has a decision: at least half of a suite's cases have.
pub const DECIDES: &str = "decides";

/// The feature of an input that every suite with room for it has.
pub const ALWAYS: &str = "always: ";

/// An input as text.
pub fn text(input: &Input) -> String {
    let lines = input.iter().flatten();
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// A list without one stretch of its items, longer stretches first.
pub fn without_stretches<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    let mut length = items.len() / 2;
    while length > 0 {
        for start in (0..=items.len() - length).step_by(length.div_ceil(2)) {
            let (before, rest) = items.split_at(start);
            all.push([before, &rest[length..]].concat());
        }
        length = if length > 4 { length / 2 } else { length - 1 };
    }
    all
}
