//! Other forms of an input to which the answer is the same: what a program does with them shows how it
//! reads.

use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::experiment::{Ask, Outcome};
use super::{Observed, sort};
use crate::judge::parallel;
use crate::mistakes::generate;

/// How many inputs are tried in each other form.
const TRIED: usize = 8;

/// A way to write an input otherwise that changes nothing of what is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The last line is not ended.
    Unended,
    /// Lines end in CR LF.
    CrLf,
    /// Each line ends with a blank.
    TrailingBlanks,
    /// A blank line follows each line.
    BlankLines,
    /// After the last line one follows that is none: the answers to those before it stay.
    Unreadable,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Unended,
        Self::CrLf,
        Self::TrailingBlanks,
        Self::BlankLines,
        Self::Unreadable,
    ];

    /// An input whose lines end in LF, in this form.
    #[must_use]
    pub fn of(self, input: &[u8]) -> Vec<u8> {
        let lines = input.split_inclusive(|&byte| byte == b'\n');
        let ended = |end: &[u8]| {
            let lines = lines.map(|line| {
                line.strip_suffix(b"\n")
                    .map_or(line.to_vec(), |line| [line, end].concat())
            });
            lines.collect::<Vec<_>>().concat()
        };
        match self {
            Self::Unended => input.strip_suffix(b"\n").unwrap_or(input).to_vec(),
            Self::CrLf => ended(b"\r\n"),
            Self::TrailingBlanks => ended(b" \n"),
            Self::BlankLines => ended(b"\n\n"),
            Self::Unreadable => [input, b"?\n"].concat(),
        }
    }

    /// Inputs that tell what stops at the first blank line from what does something else: with a blank
    /// line after some of the lines, and those lines alone.
    #[must_use]
    pub fn parted(input: &[u8]) -> Vec<[Vec<u8>; 2]> {
        let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let count = lines.len();
        let mut places = vec![1, count / 2, count.saturating_sub(1)];
        places.retain(|place| (1..count).contains(place));
        places.dedup();
        let parted = places.into_iter().map(|place| {
            let (before, after) = lines.split_at(place);
            let (before, after) = (before.concat(), after.concat());
            [[&*before, b"\n", &*after].concat(), before]
        });
        parted.collect()
    }

    /// An input in two parts, between which one that is an error may stand: the answer is then that to
    /// the first part. None where `begins` finds no second line with which a question begins.
    #[must_use]
    pub fn halves(input: &[u8], begins: impl Fn(&[u8]) -> bool) -> Option<[Vec<u8>; 2]> {
        let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let mut places: Vec<usize> = (0..lines.len()).collect();
        places.retain(|&place| begins(lines[place]));
        let middle = places.len() / 2;
        let place = *places.get(middle).filter(|_| middle > 0)?;
        let (before, after) = lines.split_at(place);
        Some([before.concat(), after.concat()])
    }

    /// What is said of a program that does something else with an input in this form.
    #[must_use]
    pub fn remark(self) -> &'static str {
        match self {
            Self::Unended => {
                "Where the last line of its input has no line feed, it does something else."
            }
            Self::CrLf => "Where the lines of its input end in CR LF, it does something else.",
            Self::TrailingBlanks => {
                "Where the lines of its input end with a blank, it does something else."
            }
            Self::BlankLines => "Where there are blank lines in its input, it does something else.",
            Self::Unreadable => {
                "Where its input ends with a line that cannot be read, it does something else."
            }
        }
    }
}

/// What is said of a program for which an input does not end at a line that cannot be read.
pub const GOES_ON: &str = "After a line that cannot be read, it goes on.";

/// What is said of a program that does something else with an input in which a line is such an error.
pub fn of_an_error(line: &str) -> String {
    format!("Where a line of its input is an error, such as '{line}', it does something else.")
}

/// What is said of a program that stops reading where a line is blank.
pub const STOPS_AT_BLANK: &str = "It stops reading at a blank line.";

/// What is said of a program that does otherwise with an input in another form that means the same, or goes
/// on where its input is an error. Of the fresh inputs on which it does what was found, one for each way to
/// end is tried.
pub(super) fn remarks(outcome: &Outcome<'_>, ask: &Ask<'_>) -> Vec<String> {
    let tried = Tried { outcome, ask };
    let inputs = tried.inputs();
    let ends = tried.one_for_each_end(&inputs);
    // Elsewhere what no line is may be an error that has an answer.
    let are_independent = generate::are_units_independent(outcome.suite.catalogue());
    let mut forms = Form::ALL.to_vec();
    forms.retain(|&form| form != Form::Unreadable || are_independent);
    let remarks = parallel::map(&forms, |&form| tried.remark(form, &ends));
    let mut remarks: Vec<String> = remarks.into_iter().flatten().map(str::to_owned).collect();
    let is_told = remarks.iter().any(|it| it == Form::Unreadable.remark());
    if are_independent && !is_told {
        remarks.extend(tried.at_an_error(&inputs));
    }
    remarks
}

/// What was found out of a program, and how it is run.
struct Tried<'a> {
    outcome: &'a Outcome<'a>,
    ask: &'a Ask<'a>,
}

impl Tried<'_> {
    /// Runs the program with an input instead of that of a case.
    fn seen(&self, case: usize, input: &[u8]) -> Option<Observed> {
        (self.ask)(input, &self.outcome.suite.right()[case])
    }

    fn input(&self, case: usize) -> &[u8] {
        &self.outcome.suite.cases()[case].input
    }

    /// The fresh inputs on which the program does what was found, those first that have several answers.
    fn inputs(&self) -> Vec<usize> {
        let Outcome {
            suite,
            observed,
            fresh,
            rest,
            ..
        } = self.outcome;
        let open: BTreeSet<usize> = rest.values().flatten().copied().collect();
        let mut inputs = fresh.clone();
        inputs.retain(|case| !open.contains(case) && observed[*case].is_some());
        sort(suite, &mut inputs);
        // Those that go on after their first half tell more; one line may be answered with nothing.
        inputs.sort_by_cached_key(|&case| {
            let halves = self.halves(case);
            halves.is_none_or(|[_, second]| second.lines().count() == 1)
        });
        inputs
    }

    fn one_for_each_end(&self, inputs: &[usize]) -> Vec<usize> {
        let mut ends = BTreeSet::new();
        let mut inputs = inputs.to_vec();
        inputs.retain(|&case| {
            let length = |text: &[u8]| text.lines().next_back().map(<[u8]>::len);
            let right = &self.outcome.suite.right()[case];
            ends.insert((length(self.input(case)), length(right)))
        });
        inputs.truncate(TRIED);
        inputs
    }

    fn remark(&self, form: Form, inputs: &[usize]) -> Option<&'static str> {
        let is_other = |&case: &usize| {
            let other = self.seen(case, &form.of(self.input(case)));
            other.is_some() && other != self.outcome.observed[case]
        };
        let shows = inputs.iter().any(is_other);
        shows.then(
            || match form == Form::BlankLines && self.stops_at_blank(inputs) {
                true => STOPS_AT_BLANK,
                false => form.remark(),
            },
        )
    }

    /// Whether all after a blank line goes unread: nothing speaks against it, and answers show it.
    fn stops_at_blank(&self, inputs: &[usize]) -> bool {
        let mut is_shown = false;
        let is_so = inputs.iter().all(|&case| {
            let parted = Form::parted(self.input(case));
            parted.iter().all(|[whole, before]| {
                let alone = self.seen(case, before);
                let answers = alone.as_ref().is_some_and(|it| !it.output.is_empty());
                is_shown |= answers && alone != self.outcome.observed[case];
                alone.is_some() && self.seen(case, whole) == alone
            })
        });
        is_so && is_shown
    }

    /// The input of a case in halves, see [`Form::halves`].
    fn halves(&self, case: usize) -> Option<[Vec<u8>; 2]> {
        let protocol = self.outcome.suite.catalogue().protocol();
        let begins = |line: &[u8]| str::from_utf8(line).is_ok_and(|it| protocol.recognises(it));
        Form::halves(self.input(case), begins)
    }

    /// What is said where the program does otherwise with an input in which an error follows on some
    /// answers than with what comes before the error.
    fn at_an_error(&self, inputs: &[usize]) -> Option<String> {
        let catalogue = self.outcome.suite.catalogue();
        let in_halves = inputs.iter().filter_map(|&case| {
            let halves = self.halves(case)?;
            let before = halves[0].to_str_lossy();
            let before: Vec<String> = before.lines().map(str::to_owned).collect();
            let errors = generate::errors(catalogue, &before);
            Some((case, halves, errors))
        });
        let mut in_halves: Vec<_> = in_halves.collect();
        in_halves.sort_by_key(|(.., errors)| errors.is_empty());
        in_halves.truncate(TRIED);
        let mut tried = in_halves.into_iter().filter_map(|(case, halves, errors)| {
            let alone = self.seen(case, &halves[0])?;
            // Otherwise nothing shows that the second half is answered.
            let shows = self.outcome.observed[case].as_ref() != Some(&alone);
            shows.then_some((case, halves, errors, alone))
        });
        let (case, [first, second], errors, alone) = tried.next()?;
        let is_other = |error: &str| {
            let whole = [&*first, error.as_bytes(), b"\n", &*second].concat();
            self.seen(case, &whole).is_some_and(|it| it != alone)
        };
        if is_other("?") {
            return Some(GOES_ON.to_owned());
        }
        let other = errors.iter().find(|unit| is_other(&unit.join("\n")))?;
        Some(of_an_error(&match &other[..] {
            [line] => line.clone(),
            lines => format!("{} / …", lines[..2].join(" / ")),
        }))
    }
}
