//! What is wrong with a submission, as somebody found out who knows more than the judge.
//!
//! The judge knows no game. Who does answers with text and lists, which reports show as they are.

use serde::{Deserialize, Serialize};

use crate::record::Text;

/// What is wrong with a submission. Cases are named by their index in the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// How sure it is.
    pub certainty: Certainty,
    /// What is wrong, in a few sentences for the one who wrote the program. Nothing of any
    /// case is quoted.
    pub summary: String,
    /// The mistakes, as few as possible.
    pub mistakes: Vec<Mistake>,
    /// Other sets of mistakes with the same outputs on every case.
    pub equivalents: Vec<Vec<Mistake>>,
    /// Other sets of mistakes that fit as well, with other outputs.
    pub rivals: Vec<Vec<Mistake>>,
    /// What the program does against the rules of its language, whatever those of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Cases with wrong outputs.
    pub wrong: Vec<usize>,
    /// Those whose outputs are exactly as the mistakes have it.
    pub explained: Vec<usize>,
    /// Cases that are right where the mistakes would have them wrong.
    pub contradicted: Vec<usize>,
    /// Cases whose output is right as far as it goes, but that did not end as they should.
    pub stopped: Vec<usize>,
    /// Where it shows, the shortest case first. This quotes inputs and outputs.
    pub evidence: Vec<Evidence>,
    /// How the program's text differs from the right one, each way once.
    #[serde(rename = "slips", default, skip_serializing_if = "Vec::is_empty")]
    pub text_differences: Vec<TextDifference>,
    /// Wrong cases in which nothing but that is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_text: Vec<usize>,
    /// A smaller input that the program still fails, when one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shrunk: Option<Shrunk>,
    /// Inputs made for it, of those that it was run with besides the cases. They are named by
    /// the indices that follow those of the plan; the case in each only gave the limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Shrunk>,
    /// What came of tests with fresh inputs, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested: Option<Tested>,
}

/// What came of tests of a diagnosis with inputs that it was not found by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// How often the program was run with inputs made for it, in all.
    pub runs: usize,
    /// On how many fresh inputs what was found was tested.
    pub fresh: usize,
    /// On how many of them the program is right.
    pub right: usize,
    /// On how many it does exactly what was found, right or not.
    pub explained: usize,
    /// The others, by kind.
    pub rest: Vec<Rest>,
    /// What wrong answers to them have in common where nothing explains them, a sentence or more
    /// each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observations: Vec<String>,
}

/// Fresh inputs of a kind that are not explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// What happens.
    pub kind: RestKind,
    /// On how many.
    pub inputs: usize,
    /// The shortest of them, an input made.
    pub example: usize,
}

/// What happens on an input that is not explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestKind {
    /// The program crashes.
    Crash,
    /// A limit ends it.
    Endless,
    /// Only white space differs.
    Blanks,
    /// Something else is printed.
    Unexplained,
}

/// How sure a diagnosis is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// Nothing is wrong.
    #[default]
    Right,
    /// The mistakes give exactly what was printed on every case.
    Exact,
    /// The mistakes give what was printed on some cases.
    Partial,
    /// Only white space is wrong.
    Blanks,
    /// Only text is wrong: what is printed for each line is right but for its wording.
    Text,
    /// It does not do the same each time, so that nothing can be said of it.
    Unstable,
    /// What was printed is right, but the program does not always end as it should.
    Stopped,
    /// What it does hangs on faults of its language, so that no rule can be blamed.
    Language,
    /// No known mistake fits.
    Unknown,
    /// It could not be found out, because of a fault on plyjudge's side.
    Fault,
}

/// A mistake of the assignment's catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// Its name.
    pub name: String,
    /// What a program with it does.
    pub meaning: String,
    /// Whether it is no mistake, but another reading of what the assignment leaves open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_reading: bool,
    /// The shortest case that shows it, and the shortest that everybody may see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// A fault of language: memory that is read but was never set, or that is not the program's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What the program does, a sentence without its subject and its full stop.
    pub text: String,
    /// The first case tried that shows it.
    pub case: usize,
}

/// A place that shows something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The case.
    pub case: usize,
    /// What it shows, a sentence without its full stop.
    pub text: String,
}

/// A way in which text differs, with the first place where it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextDifference {
    /// What it is.
    pub kind: TextDifferenceKind,
    /// The text expected; empty when there is none.
    pub expected: String,
    /// What is printed for it; empty when nothing is.
    pub printed: String,
    /// Where it is so, in words; empty when it is so wherever the text is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub context: String,
    /// The line of input that is answered there; empty when the text answers none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub input: String,
    /// In how many places.
    pub places: usize,
    /// The case of the first place.
    pub case: usize,
    /// The line there, counted from 1 in what was printed.
    pub line: usize,
    /// That line as it was printed; empty when it was not.
    pub whole: String,
}

/// What a difference in text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextDifferenceKind {
    /// Something is printed otherwise.
    Changed,
    /// A line is missing.
    Missing,
    /// A line is too much.
    Extra,
    /// A line is in another place.
    Moved,
    /// Something is printed in front of a line.
    Prefix,
    /// The lines before are printed again.
    Repeat,
}

/// A smaller input that still shows that a program is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrunk {
    /// The case that it was made from.
    pub case: usize,
    /// The input.
    pub input: Text,
    /// The right answer to it.
    pub expected: Text,
    /// What the program prints.
    pub printed: Text,
}

impl Diagnosis {
    /// A diagnosis that only says so much.
    pub fn plain(certainty: Certainty, summary: String) -> Self {
        Self {
            certainty,
            summary,
            ..Self::default()
        }
    }
}
