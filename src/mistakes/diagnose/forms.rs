//! Other forms of an input to which the answer is the same: what a program does with them shows how it
//! reads.

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
