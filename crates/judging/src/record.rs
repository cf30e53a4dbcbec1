//! What came of one submission and one case.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::compare::{Difference, count_lines, line_start};
use crate::fingerprint::Fingerprint;
use crate::verdict::Verdict;
use plyjudge_runner::run::{Ended, Usage};

/// What came of one submission and one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// It was judged.
    Judged(Judgement),
    /// It was not looked at, the submission having failed an earlier case.
    Skipped,
    /// Something went wrong on our side, more than once: nothing is known of the program.
    Fault(Fault),
}

impl Outcome {
    /// The verdict, when there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Outcome::Judged(judgement) => Some(judgement.verdict),
            Outcome::Skipped | Outcome::Fault(_) => None,
        }
    }

    /// Whether the program did what it should.
    pub fn is_accepted(&self) -> bool {
        self.verdict().is_some_and(Verdict::is_accepted)
    }
}

/// The judgement on a submission and a case.
///
/// How the run *ended* and whether the output is *right* are both here, each on its own; the
/// verdict follows from the two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The judgement. When the case was run several times: the first that is not AC, if any.
    pub verdict: Verdict,
    /// How the run behind the verdict went; none for CE, when nothing was run.
    pub run: Option<Run>,
    /// What is not as expected in the output of that run; none when it is right, and for CE.
    pub wrong: Option<Box<WrongOutput>>,
    /// What that run wrote to standard error.
    pub stderr: Excerpt,
    /// What the output validator has to say of it, where it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Box<Ruling>>,
    /// When the case was run several times: every run, in order. Empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Repeat>,
}

impl Judgement {
    /// A verdict of which nothing else is known.
    pub fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            run: None,
            wrong: None,
            stderr: Excerpt::default(),
            ruling: None,
            repeats: Vec::new(),
        }
    }

    /// Whether the verdict was not the same each time that the case was run.
    pub fn flickers(&self) -> bool {
        let mut pairs = self.repeats.windows(2);
        pairs.any(|pair| pair[0].verdict != pair[1].verdict)
    }

    /// The exit status, when the program ended by itself.
    pub fn exit_status(&self) -> Option<i32> {
        match self.run?.ended {
            Ended::Exited(status) => Some(status),
            _ => None,
        }
    }
}

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// What it used.
    pub usage: Usage,
    /// How many bytes it printed, as far as they were read.
    pub printed: u64,
}

/// What an output validator has to say of an output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its message to judges; it may tell all of a case.
    #[serde(default)]
    pub message: Excerpt,
    /// Its message to the team.
    #[serde(default, skip_serializing_if = "Excerpt::is_empty")]
    pub team: Excerpt,
    /// The part of the case's points that an accepted output is worth, from 0 to 1, or how many
    /// where nobody sets a bound; none for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

/// One of several runs of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// The judgement on it.
    pub verdict: Verdict,
    /// How it went.
    pub run: Run,
}

/// What is not as expected in an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongOutput {
    /// Where and how it differs.
    pub difference: Difference,
    /// The expected output around that place.
    pub expected: Excerpt,
    /// The output around that place.
    pub actual: Excerpt,
    /// What stands for the whole output, as far as it was read: wrong outputs of a case are the
    /// same where these are. None where nothing was printed, and in journals of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<Fingerprint>,
}

/// A part of a text, small enough to be kept: at most [`Excerpt::BEFORE`] bytes before the
/// place of interest and [`Excerpt::AFTER`] from there on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The number of its first line in the whole text, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: usize,
    /// How many bytes of that line come before the excerpt. Other than 0 only for long lines.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub column: usize,
    /// The bytes.
    pub text: Text,
    /// Whether the whole text goes on after it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Excerpt {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How many bytes are kept before the place of interest, starting with a line where
    /// lines are shorter than that.
    pub const BEFORE: usize = 1 << 10;
    /// How many bytes are kept from the place of interest on.
    pub const AFTER: usize = 3 << 10;

    /// The part of a text around a place in it.
    pub fn around(text: &[u8], place: usize) -> Self {
        let (before, after) = text.split_at(place);
        Self::of_parts(before, after, false)
    }

    /// The part of a text around the end of `before`. The text starts with `before` and
    /// `after`, and may go on after that.
    pub fn of_parts(before: &[u8], after: &[u8], goes_on: bool) -> Self {
        let own_line = line_start(before);
        let earliest = before.len().saturating_sub(Self::BEFORE);
        let start = match earliest {
            0 => 0,
            // The first whole line, unless even the last one is too long.
            _ if earliest <= own_line => {
                let rest = &before[earliest - 1..];
                earliest + rest.iter().position(|&byte| byte == b'\n').unwrap_or(0)
            }
            _ => earliest + rest_of_character(&before[earliest..]),
        };
        let skipped = &before[..start];
        let mut kept = after.len().min(Self::AFTER);
        if kept < after.len() || goes_on {
            kept -= broken_end(&after[..kept]);
        }
        Self {
            line: count_lines(skipped),
            column: start - line_start(skipped),
            text: Text::from([&before[start..], &after[..kept]].concat()),
            cut: goes_on || kept < after.len(),
        }
    }
}

/// How many bytes at the start belong to a character that has begun before.
fn rest_of_character(text: &[u8]) -> usize {
    let inner = text.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80);
    inner.count()
}

/// How many bytes at the end are the beginning of a character.
fn broken_end(text: &[u8]) -> usize {
    let tail = &text[text.len().saturating_sub(3)..];
    let Some(first) = tail.iter().rposition(|byte| byte & 0xc0 == 0xc0) else {
        return 0;
    };
    let length = (tail[first].leading_ones() as usize).max(2);
    let there = tail.len() - first;
    if there < length { there } else { 0 }
}

/// Bytes that are mostly text. In JSON a string, or an array of numbers where they are not
/// UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// What is UTF-8.
    Utf8(String),
    /// What is not.
    Bytes(Vec<u8>),
}

impl Text {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Utf8(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }

    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Text::Utf8(text) => text.into_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }

    /// As text, with U+FFFD for what is not UTF-8.
    pub fn to_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }
}

impl Default for Text {
    fn default() -> Self {
        Text::Utf8(String::new())
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Text::Bytes(error.into_bytes()), Text::Utf8)
    }
}

/// What came of making a submission ready to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "preparation", rename_all = "kebab-case")]
pub enum Preparation {
    /// It can be run.
    Ready(Compilation),
    /// It cannot: every case is CE.
    Failed {
        /// Why, in plain words for the one who wrote it: `nothing to compile: the folder is
        /// empty`, `gcc exited with status 1`, `compiling took more than 30 s`.
        reason: String,
        /// What the compiler was and said, when it got that far.
        #[serde(flatten)]
        compilation: Compilation,
    },
    /// Something is wrong on our side: a file that cannot be read, a compiler that is not
    /// there. Every case gets the same fault.
    Fault(Fault),
}

/// A compilation that took place, or none, all fields being empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// The command, for people.
    pub command: String,
    /// What it said, on both of its outputs: warnings or errors.
    pub words: Excerpt,
    /// What it used.
    pub usage: Usage,
}

/// A failure of ours. It says nothing about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What went wrong, for staff: what was being done, with which file, what the system said.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::{
        Compilation, Excerpt, Fault, Judgement, Outcome, Preparation, Repeat, Run, Text,
        WrongOutput,
    };
    use crate::compare::Difference;
    use crate::compare::DifferenceKind;
    use crate::fingerprint::Fingerprint;
    use crate::verdict::Verdict;
    use plyjudge_runner::run::Ended;
    use plyjudge_runner::run::Usage;

    #[test]
    fn bytes_that_are_no_text_survive_json() {
        for (bytes, json) in [(&b"a\n"[..], r#""a\n""#), (b"\xff\0", "[255,0]")] {
            let text = Text::from(bytes.to_vec());
            assert_eq!(serde_json::to_string(&text).unwrap(), json);
            let back: Text = serde_json::from_str(json).unwrap();
            assert_eq!(back.as_bytes(), bytes);
        }
    }

    #[test]
    fn a_short_text_is_its_own_excerpt() {
        let excerpt = Excerpt::around(b"one\ntwo\n", 5);
        let whole = Excerpt {
            text: Text::from(b"one\ntwo\n".to_vec()),
            ..Excerpt::default()
        };
        assert_eq!(excerpt, whole);
        assert_eq!(Excerpt::around(b"", 0), Excerpt::default());
    }

    #[test]
    fn excerpts_start_with_a_line() {
        let text: String = (0..1000)
            .map(|number| format!("line {number:03}\n"))
            .collect();
        let place = 9 * 500 + 3;
        let excerpt = Excerpt::around(text.as_bytes(), place);
        assert_eq!(excerpt.column, 0);
        let start = excerpt.line * 9;
        assert!(place - start <= Excerpt::BEFORE && place - start > Excerpt::BEFORE - 9);
        let found = excerpt.text.as_bytes();
        assert_eq!(found, &text.as_bytes()[start..place + Excerpt::AFTER]);
        assert!(excerpt.cut);
        // A line of exactly that length is kept whole, a longer one is not.
        for (length, column) in [(1023, 0), (1024, 0), (1025, 1)] {
            let text = format!("a\n{}x", "b".repeat(length));
            let excerpt = Excerpt::around(text.as_bytes(), text.len() - 1);
            assert_eq!((excerpt.line, excerpt.column), (1, column), "{length}");
        }
    }

    #[test]
    fn excerpts_of_long_lines_start_within_and_break_no_character() {
        let text = format!("a\n{}", "ü€𝄞".repeat(2000));
        for place in 2 + 9 * 400..2 + 9 * 402 {
            let excerpt = Excerpt::around(text.as_bytes(), place);
            assert_eq!(excerpt.line, 1);
            let start = 2 + excerpt.column;
            assert!(matches!(excerpt.text, Text::Utf8(_)), "{place}");
            assert!(text.as_bytes()[start..].starts_with(excerpt.text.as_bytes()));
            assert!(excerpt.text.as_bytes().len() > Excerpt::BEFORE + Excerpt::AFTER - 8);
        }
        let goes_on = Excerpt::of_parts(b"a", "b\u{fc}".as_bytes().split_at(2).0, true);
        assert_eq!(goes_on.text, Text::Utf8("ab".into()));
        assert!(goes_on.cut);
    }

    #[test]
    fn outcomes_survive_json() {
        let wrong = WrongOutput {
            difference: Difference {
                line: 3,
                offset: 20,
                kind: DifferenceKind::Content,
            },
            expected: Excerpt::default(),
            actual: Excerpt {
                line: 2,
                column: 5,
                text: Text::from(b"x".to_vec()),
                cut: true,
            },
            print: Some(Fingerprint::of(b"x")),
        };
        let run = Run {
            ended: Ended::Exited(0),
            usage: Usage::default(),
            printed: 9,
        };
        let verdict = Verdict::WrongAnswer {
            difference: DifferenceKind::Content,
        };
        let outcomes = [
            Outcome::Skipped,
            Outcome::Fault(Fault {
                message: "disk full".into(),
            }),
            Outcome::Judged(Judgement {
                run: Some(run),
                wrong: Some(Box::new(wrong)),
                repeats: vec![Repeat { verdict, run }; 2],
                ..Judgement::plain(verdict)
            }),
        ];
        for outcome in outcomes {
            let json = serde_json::to_string(&outcome).unwrap();
            assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
        }
        let failed = Preparation::Failed {
            reason: "gcc exited with status 1".into(),
            compilation: Compilation::default(),
        };
        let json = serde_json::to_string(&failed).unwrap();
        assert_eq!(serde_json::from_str::<Preparation>(&json).unwrap(), failed);
    }
}
