//! Differences that can be ignored, by taking what makes them out of both outputs.

use serde::{Deserialize, Serialize};

/// A difference that can be ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ignore {
    /// Spaces and tabs at the end of a line.
    TrailingSpace,
    /// CR LF where the other has LF.
    LineEndings,
    /// One newline at the very end of the output.
    FinalNewline,
    /// Lines that are empty or hold only spaces and tabs.
    BlankLines,
    /// Upper and lower case of ASCII letters.
    Case,
}

impl Ignore {
    /// All there are, with their names on the command line and in `suite.toml`.
    pub const ALL: [(&str, Self); 5] = [
        ("trailing-space", Self::TrailingSpace),
        ("line-endings", Self::LineEndings),
        ("final-newline", Self::FinalNewline),
        ("blank-lines", Self::BlankLines),
        ("case", Self::Case),
    ];
}

impl std::str::FromStr for Ignore {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found.map(|&(_, ignore)| ignore).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name);
            format!("found '{text}', expected one of: {}", names.join(", "))
        })
    }
}

/// The text that is left when what is ignored is taken out.
pub(super) fn without(ignore: &[Ignore], text: &[u8]) -> Vec<u8> {
    let mut left = Vec::with_capacity(text.len());
    visit_significant(ignore, text, |_, byte| left.push(byte));
    left
}

/// Where byte `index` of [`without`]'s text stands in the original.
pub(super) fn origin(ignore: &[Ignore], text: &[u8], index: usize) -> usize {
    let mut seen = 0;
    let mut place = text.len();
    visit_significant(ignore, text, |offset, _| {
        if seen == index {
            place = offset;
        }
        seen += 1;
    });
    place
}

/// Calls `emit` with the offset and the value of each byte that is not ignored.
fn visit_significant(ignore: &[Ignore], text: &[u8], mut emit: impl FnMut(usize, u8)) {
    let ignores = |what| ignore.contains(&what);
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    // A line's ending is held back until another line follows: the last one may be ignored.
    let mut held: Option<(usize, &[u8])> = None;
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let ending = match line {
            [.., b'\r', b'\n'] => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        let (mut body, mut ending) = line.split_at(line.len() - ending);
        let mut ending_at = start + body.len();
        let body_at = start;
        start += line.len();
        if ignores(Ignore::BlankLines) && body.iter().all(blank) {
            continue;
        }
        if ignores(Ignore::TrailingSpace) {
            let kept = body.iter().rposition(|byte| !blank(byte));
            body = &body[..kept.map_or(0, |last| last + 1)];
        }
        if ignores(Ignore::LineEndings) && ending.len() == 2 {
            ending = &ending[1..];
            ending_at += 1;
        }
        if let Some((at, bytes)) = held.replace((ending_at, ending)) {
            (at..).zip(bytes).for_each(|(at, &byte)| emit(at, byte));
        }
        for (at, byte) in (body_at..).zip(body) {
            match ignores(Ignore::Case) {
                true => emit(at, byte.to_ascii_lowercase()),
                false => emit(at, *byte),
            }
        }
    }
    if let Some((at, bytes)) = held
        && !ignores(Ignore::FinalNewline)
    {
        (at..).zip(bytes).for_each(|(at, &byte)| emit(at, byte));
    }
}

#[cfg(test)]
mod tests {
    use super::Ignore;

    #[test]
    fn ignored_differences_are_named_as_on_the_command_line() {
        assert_eq!("blank-lines".parse(), Ok(Ignore::BlankLines));
        assert_eq!(
            "blank".parse::<Ignore>(),
            Err(
                "found 'blank', expected one of: trailing-space, line-endings, \
                 final-newline, blank-lines, case"
                    .to_owned()
            )
        );
    }
}
