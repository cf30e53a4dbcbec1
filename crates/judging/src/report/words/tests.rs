use std::time::Duration;

use super::{about, bytes, number};
use crate::compare::{Difference, DifferenceKind};
use crate::language::tests::{chinese, english_words};
use crate::record::{Excerpt, Judgement, Outcome, Repeat, Run, WrongOutput};
use crate::report::sample;
use crate::suite::plan::Case;
use crate::verdict::{Crash, ExitStatus, Verdict};
use plyjudge_runner::run::{Ended, Usage};

fn run(ended: Ended, printed: &str) -> Run {
    Run {
        ended,
        usage: Usage::default(),
        printed: printed.len() as u64,
    }
}

fn wrong(line: usize, kind: DifferenceKind, expected: &str, actual: &str) -> WrongOutput {
    WrongOutput {
        difference: Difference {
            line,
            offset: 0,
            kind,
        },
        expected: Excerpt::around(expected.as_bytes(), 0),
        actual: Excerpt::around(actual.as_bytes(), 0),
        print: None,
    }
}

/// A case in which status 0 is awaited.
fn case() -> Case {
    Case {
        exit_status: ExitStatus::Exactly(0),
        ..sample::plan().cases[0].clone()
    }
}

fn told(judgement: Judgement) -> String {
    let text = about(&Outcome::Judged(judgement), &case(), "Your program", false);
    assert_is_translated(&text);
    text
}

/// Whatever a test makes it say is said in the other language as well.
#[track_caller]
fn assert_is_translated(text: &str) {
    // Names, and what the system says of a file that it cannot run.
    const KEPT: [&str; 3] = ["tab", "assert", "No such file or directory (os error 2)"];
    let said = chinese().say(text).into_owned();
    let left = english_words(&said, &KEPT);
    assert!(left.is_empty(), "{text}\n{said}\n{left:?}");
}

fn crash(crash: Crash) -> Verdict {
    Verdict::RunTimeError { crash }
}

#[track_caller]
fn check_wrong(wrong: WrongOutput, words: &str) {
    let printed = wrong.actual.text.to_lossy().into_owned();
    let difference = wrong.difference.kind;
    let text = told(Judgement {
        run: Some(run(Ended::Exited(0), &printed)),
        wrong: Some(Box::new(wrong)),
        ..Judgement::plain(Verdict::WrongAnswer { difference })
    });
    assert_eq!(text, format!("Your program{words}"));
}

#[track_caller]
fn check_ended(verdict: Verdict, ended: Ended, wrong: Option<WrongOutput>, words: &str) {
    let printed = wrong
        .as_ref()
        .map_or("x".into(), |wrong| wrong.actual.text.to_lossy());
    let text = told(Judgement {
        run: Some(run(ended, &printed)),
        wrong: wrong.clone().map(Box::new),
        ..Judgement::plain(verdict)
    });
    assert_eq!(text, format!("Your program {words}"));
}

#[test]
fn wrong_outputs_are_told_by_what_is_wrong_with_them() {
    use DifferenceKind::{
        Content, EndsEarly, ExtraOutput, LineEndings, MissingFinalNewline, WhiteSpace,
    };
    let check = check_wrong;
    check(
        wrong(0, LineEndings, "a\n", "a\r\n"),
        r"'s output is right but for its line endings: they are \r\n, expected is \n alone.",
    );
    check(
        wrong(0, LineEndings, "a\r\n", "a\n"),
        r"'s output is right but for its line endings: they are \n alone, expected is \r\n.",
    );
    check(
        wrong(0, LineEndings, "a\r\nb\n", "a\nb\r\n"),
        r"'s output is right but for its line endings: some are \n alone and some are \r\n.",
    );
    check(
        wrong(0, MissingFinalNewline, "a\n", "a"),
        "'s output is right, but the newline at its end is missing.",
    );
    check(
        wrong(4, WhiteSpace, "a b\n", "a  b\n"),
        "'s output is right but for white space (spaces, tabs, empty lines), first in line 5.",
    );
    check(wrong(0, EndsEarly, "a\n", ""), " printed nothing.");
    check(
        wrong(0, Content, "", "a\n"),
        " printed something, but nothing is expected.",
    );
    check(
        wrong(1, EndsEarly, "a\nb\nc\n", "a\n"),
        "'s output is right until it ends early: line 2 and all after it are missing.",
    );
    check(
        wrong(1, EndsEarly, "a\nb\n", "a\n"),
        "'s output is right until it ends early: line 2, the last one, is missing.",
    );
    check(
        wrong(1, EndsEarly, "a\nbcd\nc\n", "a\nb"),
        "'s output is right until it ends early: it stops within line 2.",
    );
    check(
        wrong(1, EndsEarly, "a\nbcd\n", "a\nb"),
        "'s output is right until it ends early: it stops within line 2, the last one.",
    );
    check(
        wrong(2, ExtraOutput, "a\nb\n", "a\nb\nc\n"),
        "'s output holds all that is expected, but more as well: \
         it goes on after line 2, the last one expected.",
    );
    check(
        wrong(1, ExtraOutput, "a\nb\n", "a\nx\nb\n"),
        "'s output holds all that is expected, but more as well, \
         first where line 2 is expected.",
    );
    check(
        wrong(11, Content, "a\n", "b\n"),
        "'s output is wrong in line 12.",
    );
}

#[test]
fn where_only_a_part_was_kept_nothing_is_said_of_the_rest() {
    let mut early = wrong(99, DifferenceKind::EndsEarly, "y\nz\n", "y\n");
    early.expected.line = 98;
    early.expected.cut = true;
    early.actual.line = 98;
    check_wrong(
        early.clone(),
        "'s output is right until it ends early: line 100 and all after it are missing.",
    );
    early.expected.cut = false;
    check_wrong(
        early,
        "'s output is right until it ends early: line 100, the last one, is missing.",
    );
}

#[test]
fn bad_ends_are_told_with_the_limit_and_how_right_the_output_was() {
    let early = || Some(wrong(1, DifferenceKind::EndsEarly, "a\nb\nc\n", "a\n"));
    let nothing = || Some(wrong(0, DifferenceKind::EndsEarly, "a\n", ""));
    let content = || Some(wrong(1, DifferenceKind::Content, "a\nb\n", "a\nx\n"));
    check_ended(
        Verdict::TimeLimit,
        Ended::CpuLimit,
        early(),
        "was stopped because it needed more than 1 s of processor time. \
         What it had printed by then is right.",
    );
    check_ended(
        Verdict::TimeLimit,
        Ended::WallLimit,
        nothing(),
        "was still not done after 5 s and was stopped: it sleeps, or waits for input that \
         never comes. It had printed nothing by then.",
    );
    check_ended(
        Verdict::MemoryLimit,
        Ended::MemoryLimit,
        content(),
        "was stopped because it needed more than 512 MiB of memory. \
         What it had printed by then is wrong in line 2.",
    );
    check_ended(
        Verdict::OutputLimit,
        Ended::OutputLimit,
        content(),
        "was stopped because it printed more than 8 MiB. \
         What it had printed by then is wrong in line 2.",
    );
    check_ended(
        crash(Crash::Signal(25)),
        Ended::FileLimit,
        early(),
        "was stopped because it wrote more than 64 MiB to files. \
         What it had printed by then is right.",
    );
    check_ended(
        crash(Crash::Status(3)),
        Ended::Exited(3),
        None,
        "ended with exit status 3, where 0 is expected. All of its output is right.",
    );
    check_ended(
        crash(Crash::Signal(11)),
        Ended::Signalled(11),
        early(),
        "was ended by SIGSEGV (invalid memory access). What it had printed by then is right.",
    );
}

#[test]
fn time_on_the_clock_is_not_put_down_to_waiting_when_a_program_computed() {
    let case = &sample::plan().cases[0];
    let mut run = run(Ended::WallLimit, "x");
    run.usage.cpu = Duration::from_millis(640);
    let judgement = Judgement {
        run: Some(run),
        ..Judgement::plain(Verdict::TimeLimit)
    };
    assert_eq!(
        about(&Outcome::Judged(judgement), case, "Your program", false),
        "Your program was still not done after 5 s and was stopped: of that it had 0.64 s of \
         processor time, as it waited or the machine was busy. All of its output is right."
    );
}

#[test]
fn a_script_whose_interpreter_is_missing_is_told_where_to_look() {
    check_ended(
        crash(Crash::NotStarted(2)),
        Ended::NotStarted(2),
        None,
        "could not be started: No such file or directory (os error 2): is what its first line \
         (#!…) names on this machine, and does that line end without a carriage return?",
    );
}

#[test]
fn an_exit_status_that_does_not_count_is_remarked_upon() {
    let any = Case {
        exit_status: ExitStatus::Any,
        ..case()
    };
    let told = |status, wrong: Option<WrongOutput>| {
        let verdict = match &wrong {
            None => Verdict::Accepted,
            Some(wrong) => Verdict::WrongAnswer {
                difference: wrong.difference.kind,
            },
        };
        let outcome = Outcome::Judged(Judgement {
            run: Some(run(Ended::Exited(status), "x")),
            wrong: wrong.map(Box::new),
            ..Judgement::plain(verdict)
        });
        [false, true].map(|is_hidden| about(&outcome, &any, "Your program", is_hidden))
    };
    let [text, hidden] = told(1, None);
    assert_eq!(
        text,
        "Your program's output is right. It ended with exit status 1, which does not count."
    );
    // A status may be made of the input.
    assert_eq!(
        hidden,
        "Your program's output is right. This case is hidden."
    );
    let [text, hidden] = told(7, Some(wrong(0, DifferenceKind::Content, "y", "x")));
    assert_eq!(
        text,
        "Your program's output is wrong in line 1. It ended with exit status 7, which does not \
         count."
    );
    assert!(!hidden.contains('7'), "{hidden}");
    assert_eq!(told(0, None)[0], "Your program's output is right.");
}

#[test]
fn a_program_that_does_not_always_do_the_same() {
    let verdicts = [
        Verdict::Accepted,
        Verdict::TimeLimit,
        Verdict::Accepted,
        Verdict::Accepted,
    ];
    let repeats = verdicts.map(|verdict| Repeat {
        verdict,
        run: run(Ended::Exited(0), "x"),
    });
    let text = told(Judgement {
        repeats: repeats.to_vec(),
        ..Judgement::plain(Verdict::TimeLimit)
    });
    let end = "It was run 4 times and did not always do the same: AC 3, TLE 1.";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn of_a_hidden_case_only_the_verdict_is_told() {
    let case = &sample::plan().cases[0];
    let told = |verdict| {
        let outcome = Outcome::Judged(Judgement {
            run: Some(run(Ended::WallLimit, "secret")),
            wrong: Some(Box::new(wrong(
                41,
                DifferenceKind::EndsEarly,
                "secret\n",
                "secret",
            ))),
            stderr: Excerpt::around(b"secret", 0),
            ..Judgement::plain(verdict)
        });
        about(&outcome, case, "Your program", true)
    };
    let pairs = [
        (Verdict::Accepted, "'s output is right."),
        (
            Verdict::WrongAnswer {
                difference: DifferenceKind::EndsEarly,
            },
            "'s output is right until it ends early.",
        ),
        (
            Verdict::TimeLimit,
            " was still not done after 5 s and was stopped: it sleeps, or waits for input \
             that never comes.",
        ),
        (
            crash(Crash::Status(77)),
            " ended with another exit status than is expected.",
        ),
        (
            crash(Crash::Signal(6)),
            " was ended by SIGABRT (aborted: a failed assertion or a corrupted heap).",
        ),
    ];
    for (verdict, words) in pairs {
        assert_eq!(
            told(verdict),
            format!("Your program{words} This case is hidden.")
        );
    }
}

#[test]
fn numbers_and_sizes() {
    let numbers = [
        (0.0, "0"),
        (100.0, "100"),
        (2.5, "2.5"),
        (8.0 / 3.0, "2.67"),
    ];
    for (value, text) in numbers {
        assert_eq!(number(value), text);
    }
    let sizes = [
        (1000, "1000 bytes"),
        (1 << 10, "1 KiB"),
        (3 << 29, "1.5 GiB"),
        (10_000_000, "9.54 MiB"),
    ];
    for (size, text) in sizes {
        assert_eq!(bytes(size), text);
    }
}
