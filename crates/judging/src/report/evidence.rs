//! What shows that a judgement is right: the differing lines, and what was written to
//! standard error.

use std::io::{self, Write};

use super::diff::{COLUMNS, Diff};
use super::visible;
use crate::compare::DifferenceKind;
use crate::language::{ENGLISH, Language};
use crate::record::{Compilation, Excerpt, Judgement, WrongOutput};
use crate::verdict::Verdict;

/// How much is shown, and how.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Whether to mark with colours (ANSI escape sequences).
    pub colour: bool,
    /// How many differing lines to show at most.
    pub diff_lines: usize,
    /// How many lines of what the program or the compiler said to show at most.
    pub said_lines: usize,
    /// Whether the output validator's message to judges is shown, which may tell all of a case.
    pub for_staff: bool,
    /// The language of what is said.
    pub lang: &'a Language,
}

/// What an output validator has said of an output, each with what stands above it.
pub(super) fn messages(
    judgement: &Judgement,
    for_staff: bool,
) -> impl Iterator<Item = (&'static str, &Excerpt)> {
    let ruling = judgement.ruling.as_deref();
    let judges = ruling.filter(|_| for_staff).map(|ruling| &ruling.message);
    let team = ruling.map(|ruling| &ruling.team);
    let judges = judges.map(|text| ("The output validator, to staff", text));
    let team = team.map(|text| ("The output validator", text));
    let all = judges.into_iter().chain(team);
    all.filter(|(_, text)| !text.is_empty())
}

impl Evidence<'_> {
    /// So many lines of a diff and of what was said, as students may read them: without colour, in
    /// English.
    pub const fn plain(diff_lines: usize, said_lines: usize) -> Self {
        Self {
            colour: false,
            diff_lines,
            said_lines,
            for_staff: false,
            lang: &ENGLISH,
        }
    }

    /// Writes what there is on a judgement; nothing for AC and CE.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, judgement: &Judgement, out: &mut dyn Write) -> io::Result<()> {
        if judgement.verdict.is_accepted() {
            return Ok(());
        }
        if let Some(wrong) = judgement.wrong.as_deref()
            && tells(wrong, judgement.verdict)
        {
            let diff = Diff {
                colour: self.colour,
                max_lines: self.diff_lines,
                lang: self.lang,
                ..Diff::of_excerpts(&wrong.expected, &wrong.actual)
            };
            diff.write(out)?;
        }
        for (title, text) in messages(judgement, self.for_staff) {
            writeln!(out, "{}:", self.lang.say(title))?;
            self.said(text, out)?;
        }
        if !judgement.stderr.text.is_empty() {
            writeln!(out, "{}:", self.lang.say("On standard error"))?;
            self.said(&judgement.stderr, out)?;
        }
        Ok(())
    }

    /// Writes what a program or a compiler said, indented.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn said(&self, words: &Excerpt, out: &mut dyn Write) -> io::Result<()> {
        let text = words.text.as_bytes();
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        for line in lines.by_ref().take(self.said_lines) {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = visible::line(line, COLUMNS);
            writeln!(out, "{}{line}", if line.is_empty() { "" } else { "  " })?;
        }
        if words.cut || lines.next().is_some() {
            writeln!(out, "  …")?;
        }
        Ok(())
    }

    /// Writes why a submission could not be made ready, if it could not, and what its compiler said.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub(super) fn compiled(
        &self,
        reason: Option<&str>,
        compilation: &Compilation,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let command = Some(&*compilation.command).filter(|command| !command.is_empty());
        for line in reason.into_iter().chain(command) {
            writeln!(out, "{}", visible::name(line))?;
        }
        self.said(&compilation.words, out)
    }

    /// [`Evidence::write`] as text.
    pub fn text(&self, judgement: &Judgement) -> String {
        to_text(|out| self.write(judgement, out))
    }
}

/// What is written, as text.
pub(super) fn to_text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("a vector can be written to");
    String::from_utf8_lossy(&text).into_owned()
}

/// Whether a diff says more than the verdict: of a program that was stopped one need not
/// list all that is missing.
pub(super) fn tells(wrong: &WrongOutput, verdict: Verdict) -> bool {
    matches!(verdict, Verdict::WrongAnswer { .. })
        || wrong.difference.kind != DifferenceKind::EndsEarly
}
