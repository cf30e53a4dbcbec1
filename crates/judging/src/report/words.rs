//! What came of a run, told in plain words: for the one who wrote the program.

use std::time::Duration;

use crate::compare::DifferenceKind;
use crate::record::{Judgement, Outcome, Run, WrongOutput};
use crate::suite::plan::Case;
use crate::verdict::{Crash, ExitStatus, Verdict};
use plyjudge_runner::run::Ended;

/// What came of a submission and a case, in a few sentences.
///
/// `program` is what they call the program: `Your program`. Nothing from the input or the
/// outputs is quoted, but they may say where and how the output differs; unless the case is hidden:
/// then they tell the verdict, and nothing else that depends on its input and its expected output.
pub fn about(outcome: &Outcome, case: &Case, program: &str, is_hidden: bool) -> String {
    match outcome {
        Outcome::Judged(judgement) if is_hidden => hidden(judgement, case, program),
        Outcome::Judged(judgement) => {
            let mut text = judged(judgement, case, program);
            if let Some(status) = odd_status(judgement, case) {
                text += &format!(" It ended with exit status {status}, which does not count.");
            }
            if judgement.flickers() {
                text += &flickering(judgement);
            }
            text
        }
        Outcome::Skipped => "Not run, because an earlier case failed.".to_owned(),
        Outcome::Fault(_) => "This case could not be judged because of a failure of the \
                              judge. It says nothing about the program."
            .to_owned(),
    }
}

fn hidden(judgement: &Judgement, case: &Case, program: &str) -> String {
    let text = match judgement.verdict {
        // A status may be made of the input.
        Verdict::RunTimeError {
            crash: Crash::Status(_),
        } => format!("{program} ended with another exit status than is expected."),
        verdict => stopped(verdict, judgement.run.as_ref(), case, program),
    };
    text + " This case is hidden."
}

/// An exit status that is not 0, where any will do.
fn odd_status(judgement: &Judgement, case: &Case) -> Option<i32> {
    let status = judgement.exit_status();
    status.filter(|status| *status != 0 && case.exit_status == ExitStatus::Any)
}

fn judged(judgement: &Judgement, case: &Case, program: &str) -> String {
    let limits = &case.limits;
    let run = judgement.run.as_ref();
    let wrong = judgement.wrong.as_deref();
    let is_too_large = run.is_some_and(|run| run.ended == Ended::FileLimit);
    match (judgement.verdict, wrong) {
        (Verdict::WrongAnswer { .. }, Some(wrong)) => wrong_output(wrong, run, program),
        (
            Verdict::RunTimeError {
                crash: Crash::NotStarted(error),
            },
            _,
        ) => {
            let reason = std::io::Error::from_raw_os_error(error);
            // The program is there, so what is not is what its first line names.
            let hint = match reason.kind() {
                std::io::ErrorKind::NotFound => {
                    ": is what its first line (#!…) names on this machine, and does that \
                     line end without a carriage return?"
                }
                _ => ".",
            };
            format!("{program} could not be started: {reason}{hint}")
        }
        (Verdict::RunTimeError { .. }, _) if is_too_large => {
            let limit = bytes(limits.file_size.min(limits.disk));
            let so_far = so_far(wrong, run, case);
            format!("{program} was stopped because it wrote more than {limit} to files.{so_far}")
        }
        (verdict, _) => {
            let told = stopped(verdict, run, case, program);
            match verdict {
                Verdict::Accepted | Verdict::CompileError | Verdict::WrongAnswer { .. } => told,
                _ => told + &so_far(wrong, run, case),
            }
        }
    }
}

/// A program that computes for less than this part of its wall-clock time is waiting.
const IDLE: u32 = 20;

/// What a verdict says by itself.
fn stopped(verdict: Verdict, run: Option<&Run>, case: &Case, program: &str) -> String {
    let limits = &case.limits;
    let ended = run.map(|run| run.ended);
    let seconds = |limit: Duration| format!("{} s", number(limit.as_secs_f64()));
    match verdict {
        Verdict::Accepted => format!("{program}'s output is right."),
        Verdict::CompileError => {
            format!("{program} could not be compiled, so that it was not run.")
        }
        Verdict::TimeLimit if ended == Some(Ended::WallLimit) => {
            let computed = run.map_or(Duration::ZERO, |run| run.usage.cpu);
            let reason = if computed < limits.wall / IDLE {
                "it sleeps, or waits for input that never comes".to_owned()
            } else {
                let computed = number(computed.as_secs_f64());
                format!(
                    "of that it had {computed} s of processor time, as it waited or the machine was busy"
                )
            };
            let wall = seconds(limits.wall);
            format!("{program} was still not done after {wall} and was stopped: {reason}.")
        }
        Verdict::TimeLimit => format!(
            "{program} was stopped because it needed more than {} of processor time.",
            seconds(limits.cpu)
        ),
        Verdict::MemoryLimit => format!(
            "{program} was stopped because it needed more than {} of memory.",
            bytes(limits.memory)
        ),
        Verdict::OutputLimit => format!(
            "{program} was stopped because it printed more than {}.",
            bytes(limits.output)
        ),
        Verdict::WrongAnswer { difference } => {
            format!("{program}'s output {}.", in_kind(difference))
        }
        Verdict::RunTimeError { crash } => match crash {
            Crash::Status(status) => {
                let awaited = case.exit_status;
                format!("{program} ended with exit status {status}, where {awaited} is expected.")
            }
            Crash::Signal(_) => format!("{program} was {crash}."),
            Crash::NotStarted(_) => format!("{program} {crash}."),
        },
    }
}

/// How right the output was that a program printed before it came to a bad end.
fn so_far(wrong: Option<&WrongOutput>, run: Option<&Run>, case: &Case) -> String {
    let Some(wrong) = wrong else {
        // A validator is not asked about programs that come to a bad end.
        if case.validator.is_some() {
            return String::new();
        }
        return match run.is_some_and(|run| run.printed == 0) {
            true => " It had printed nothing by then.".to_owned(),
            false => " All of its output is right.".to_owned(),
        };
    };
    match wrong.difference.kind {
        DifferenceKind::EndsEarly if run.is_some_and(|run| run.printed == 0) => {
            " It had printed nothing by then.".to_owned()
        }
        DifferenceKind::EndsEarly | DifferenceKind::MissingFinalNewline => {
            " What it had printed by then is right.".to_owned()
        }
        _ => {
            let number = wrong.difference.line + 1;
            format!(" What it had printed by then is wrong in line {number}.")
        }
    }
}

/// In what way an output is wrong.
fn in_kind(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::LineEndings => "is right but for its line endings",
        DifferenceKind::MissingFinalNewline => "is right, but the newline at its end is missing",
        DifferenceKind::WhiteSpace => "is right but for white space (spaces, tabs, empty lines)",
        DifferenceKind::EndsEarly => "is right until it ends early",
        DifferenceKind::ExtraOutput => "holds all that is expected, but more as well",
        DifferenceKind::Content => "is wrong",
        DifferenceKind::Rejected => "is rejected by the output validator",
    }
}

fn wrong_output(wrong: &WrongOutput, run: Option<&Run>, program: &str) -> String {
    let (expected, actual) = (wrong.expected.text.as_bytes(), wrong.actual.text.as_bytes());
    if expected.is_empty() {
        return format!("{program} printed something, but nothing is expected.");
    }
    if run.is_some_and(|run| run.printed == 0) {
        return format!("{program} printed nothing.");
    }
    let number = wrong.difference.line + 1;
    let past_last = last_expected(wrong).filter(|last| number > *last);
    let detail = match (wrong.difference.kind, past_last) {
        (DifferenceKind::MissingFinalNewline, _) => String::new(),
        (DifferenceKind::LineEndings, _) => line_endings(expected, actual),
        (DifferenceKind::WhiteSpace, _) => format!(", first in line {number}"),
        (DifferenceKind::EndsEarly, _) => format!(": {}", missing(wrong)),
        (DifferenceKind::ExtraOutput, Some(last)) => {
            format!(": it goes on after line {last}, the last one expected")
        }
        (DifferenceKind::ExtraOutput, None) => {
            format!(", first where line {number} is expected")
        }
        (DifferenceKind::Content, _) => format!(" in line {number}"),
        (DifferenceKind::Rejected, _) => String::new(),
    };
    format!(
        "{program}'s output {}{detail}.",
        in_kind(wrong.difference.kind)
    )
}

/// Which line endings are where they should not be.
fn line_endings(expected: &[u8], actual: &[u8]) -> String {
    let has_cr = |text: &[u8]| text.contains(&b'\r');
    let how = match (has_cr(expected), has_cr(actual)) {
        (false, true) => r"they are \r\n, expected is \n alone",
        (true, false) => r"they are \n alone, expected is \r\n",
        _ => r"some are \n alone and some are \r\n",
    };
    format!(": {how}")
}

/// What is missing of an output that ends early.
fn missing(wrong: &WrongOutput) -> String {
    let number = wrong.difference.line + 1;
    let is_last = last_expected(wrong) == Some(number);
    let actual = wrong.actual.text.as_bytes();
    let begun = !actual.is_empty() && !actual.ends_with(b"\n");
    match (begun, is_last) {
        (false, false) => format!("line {number} and all after it are missing"),
        (false, true) => format!("line {number}, the last one, is missing"),
        (true, false) => format!("it stops within line {number}"),
        (true, true) => format!("it stops within line {number}, the last one"),
    }
}

/// The number of the last line that is expected, if that was kept.
fn last_expected(wrong: &WrongOutput) -> Option<usize> {
    let kept = &wrong.expected;
    let lines = kept.text.as_bytes().split_inclusive(|&byte| byte == b'\n');
    (!kept.cut).then(|| kept.line + lines.count())
}

fn flickering(judgement: &Judgement) -> String {
    let runs = judgement.repeats.len();
    let codes = judgement.repeats.iter().map(|repeat| repeat.verdict.code());
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for code in codes {
        match counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => counts.push((code, 1)),
        }
    }
    let counts = counts.iter().map(|(code, count)| format!("{code} {count}"));
    let counts: Vec<String> = counts.collect();
    format!(
        " It was run {runs} times and did not always do the same: {}.",
        counts.join(", ")
    )
}

/// A number with up to two decimals.
pub fn number(value: f64) -> String {
    if value.is_infinite() {
        return "any number".to_owned();
    }
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A size in the unit that suits it.
pub fn bytes(size: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.iter().find(|(unit, _)| size >= *unit) {
        Some((unit, name)) => format!("{} {name}", number(size as f64 / *unit as f64)),
        None => format!("{size} bytes"),
    }
}

/// `1 case`, `2 cases`.
pub fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
mod tests;
