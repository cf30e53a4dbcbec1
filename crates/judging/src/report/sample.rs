//! A small class that the tests of all reports share: every verdict, names that are out for
//! mischief, a hidden case.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::compare::{Difference, DifferenceKind};
use crate::fingerprint::Fingerprint;
use crate::journal::diagnosis::{Certainty, Diagnosis, Evidence, Mistake, Shrunk};
use crate::journal::grading::{Grading, Piece};
use crate::journal::results::{Event, Follow, Results, Tally};
use crate::journal::work::{Header, Journal};
use crate::record::{
    Compilation, Excerpt, Fault, Judgement, Outcome, Preparation, Repeat, Run, Text, WrongOutput,
};
use crate::report::diff::Diff;
use crate::report::evidence::to_text;
use crate::suite::plan::{Case, Credit, Group, NotProgram, Plan, Submission, Visibility};
use crate::verdict::{Crash, ExitStatus, Verdict};
use plyjudge_runner::run::{Ended, Limits, Usage};

/// What the input, the expected and the printed output of the hidden case all hold.
pub(super) const SECRET: &str = "top secret";

/// What no report translates: names, programs, tools, and mistakes of no game.
pub(super) const KEPT: &[&str] = &[
    "plyjudge",
    "my",
    "top",
    "notes",
    "txt",
    "gcc exited with status 1",
    "gcc -O2 -o program main.c -lm",
    "grade --show SUBMISSION/CASE",
    "alert(1)",
    "script",
    "alice",
    "bob",
    "zoe",
    "secret",
    "stage",
    "img",
    "&lt;",
    "&quot;",
    "&gt;",
    "sum=double",
    "sum=late",
    "Numbers count twice",
    "The sum comes late",
    "javac: cannot start: No such file or directory (os error 2)",
];

/// Submissions that behave, and others that do not, some already by their names.
pub(super) fn plan() -> Plan {
    let submission = |name: &str, language: Option<&str>| Submission {
        name: name.to_owned(),
        language: language.map(str::to_owned),
        sources: Some(Fingerprint::of(name.as_bytes())),
        student: None,
    };
    let case = |name: &str, group, visibility| Case {
        name: name.to_owned(),
        group,
        visibility,
        input: format!("cases/{name}.txt").into(),
        expected: format!("cases/{name}.out").into(),
        limits: Limits::default(),
        exit_status: match visibility {
            Visibility::Visible => ExitStatus::Any,
            _ => ExitStatus::Exactly(0),
        },
        tokens: None,
        validator: None,
    };
    let group = |name: &str, points, credit| Group {
        name: name.to_owned(),
        points,
        credit,
        requires: Vec::new(),
    };
    Plan {
        version: "0.1.0".into(),
        submissions: vec![
            submission("=1+1", Some("C")),
            submission("<script>alert(1)</script>", None),
            submission("alice", Some("C++")),
            submission("bob", Some("Python 3")),
            submission("zoe, \"z\"", Some("Java")),
            submission("黑 \u{202e}\u{1b}[31m", Some("executable")),
        ],
        not_programs: vec![NotProgram {
            name: "<notes>.txt".into(),
            reason: "nothing to compile: found <notes>.txt".into(),
            student: None,
        }],
        cases: vec![
            case("s0/1", 0, Visibility::Visible),
            case("s0/2", 0, Visibility::Visible),
            case("s1/1", 1, Visibility::Visible),
            case("s1/secret", 1, Visibility::Hidden),
        ],
        groups: vec![
            group("stage 0", 8.0, Credit::Case),
            group("stage 1", 4.0, Credit::Group),
        ],
        has_suite: true,
        repeat: 1,
        ..Plan::default()
    }
}

/// The same as if there were no suite file.
pub(super) fn plan_without_suite() -> Plan {
    let mut plan = plan();
    for case in &mut plan.cases {
        case.group = 0;
        case.visibility = Visibility::Visible;
    }
    plan.groups = vec![Group {
        name: "all".into(),
        points: 4.0,
        credit: Credit::Case,
        requires: Vec::new(),
    }];
    plan.has_suite = false;
    plan
}

/// Has something made of the results of the class.
pub(super) fn with<T>(plan: &Plan, make: impl FnOnce(&Results<'_>) -> T) -> T {
    with_models(plan, &|submission| submission, make)
}

/// As [`with`], each submission doing as another one does.
pub(super) fn with_models<T>(
    plan: &Plan,
    model: &dyn Fn(usize) -> usize,
    make: impl FnOnce(&Results<'_>) -> T,
) -> T {
    with_all(plan, model, &mut |_, _| {}, make)
}

/// Has all that becomes known told.
pub(super) fn follow(plan: &Plan, mut told: impl FnMut(&Results<'_>, Event<'_>)) {
    with_all(plan, &|submission| submission, &mut told, |_| ());
}

/// What is written of the class.
pub(super) fn text(
    plan: &Plan,
    write: impl FnOnce(&Results<'_>, &mut dyn Write) -> io::Result<()>,
) -> String {
    to_text(|out| with(plan, |results| write(results, out)))
}

/// The journal has its lines in an order in which nothing is told.
fn with_all<T>(
    plan: &Plan,
    model: &dyn Fn(usize) -> usize,
    told: &mut Follow<'_>,
    make: impl FnOnce(&Results<'_>) -> T,
) -> T {
    let print = |place: usize| Fingerprint::of_value(&place);
    let grading = Grading {
        plan: plan.clone(),
        submission_keys: (0..plan.submissions.len()).map(print).collect(),
        case_keys: (0..plan.cases.len()).map(print).collect(),
        diagnosis_key: (0..plan.submissions.len())
            .any(|submission| model(submission) == 3)
            .then(|| print(0)),
        ..Grading::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let header = Header::new(grading.clone(), None);
    let journal = Journal::open(&folder.path().join("j"), header, false).expect("a new journal");
    let add = |key, piece| journal.add(key, "", &piece).expect("written");
    for submission in (0..plan.submissions.len()).rev() {
        let as_model = model(submission);
        if let Some(key) = grading.key_of_diagnosis(submission) {
            let right = Diagnosis::plain(Certainty::Right, String::new());
            add(
                key,
                Piece::Diagnosed(if as_model == 3 { diagnosis() } else { right }),
            );
        }
        for case in (0..plan.cases.len()).rev() {
            add(
                grading.key(submission, case),
                Piece::Result(outcome(as_model, case)),
            );
        }
        let key = grading.key_of_preparation(submission);
        add(key, Piece::Prepared(preparation(as_model)));
    }
    let mut results = Results::of(&journal, false);
    let is_whole = results.advance(&mut |results, event| match event {
        Event::Diagnosed(_, diagnosis) if diagnosis.certainty == Certainty::Right => {}
        event => told(results, event),
    });
    assert!(is_whole.expect("it can be read"));
    for submission in (0..plan.submissions.len()).filter(|&it| model(it) != 3) {
        results.undiagnose(submission);
    }
    make(&results)
}

/// How a submission was made ready.
fn preparation(submission: usize) -> Preparation {
    let compilation = |command: &str, words: &str| Compilation {
        command: command.into(),
        words: Excerpt::around(words.as_bytes(), 0),
        usage: Usage::default(),
    };
    match submission {
        0 => Preparation::Failed {
            reason: "gcc exited with status 1".into(),
            compilation: compilation(
                "gcc -O2 -o program main.c -lm",
                "main.c:1:1: error: \u{1b}[31m<b>oops</b>\n    1 | int 黑\n",
            ),
        },
        2 => Preparation::Ready(compilation("g++ -O2 -o program a.cpp", "a warning\n")),
        4 => Preparation::Fault(fault()),
        _ => Preparation::Ready(Compilation::default()),
    }
}

/// What is wrong with the one submission that is diagnosed.
fn diagnosis() -> Diagnosis {
    let mistake = |name: &str, meaning: &str| Mistake {
        name: name.into(),
        meaning: meaning.into(),
        is_reading: false,
        evidence: Vec::new(),
    };
    let evidence = |case, text: &str| Evidence {
        case,
        text: text.into(),
    };
    let text = |text: &str| Text::from(text.as_bytes().to_vec());
    Diagnosis {
        mistakes: vec![mistake("sum=double", "Numbers count twice")],
        equivalents: vec![vec![mistake("sum=late", "The sum comes late")]],
        wrong: vec![3, 1, 0],
        explained: vec![3, 1],
        evidence: vec![
            evidence(3, "line 1: expected 'top secret', printed 'my top secret'"),
            evidence(1, "line 2: expected '2', printed '<img>'"),
        ],
        shrunk: Some(Shrunk {
            case: 3,
            input: text("top secret\n"),
            expected: text("1\n"),
            printed: text("2\n"),
        }),
        ..Diagnosis::plain(
            Certainty::Partial,
            "Behaves in part as if it made one mistake.".into(),
        )
    }
}

fn fault() -> Fault {
    Fault {
        message: "javac: cannot start: No such file or directory (os error 2)".into(),
    }
}

/// What came of a submission and a case.
pub(super) fn outcome(submission: usize, case: usize) -> Outcome {
    let millis = [7, 12, 250, 40][case] + submission as u64;
    let judged = |verdict, ended, wrong: Option<WrongOutput>, stderr: &[u8]| {
        let printed = wrong
            .as_ref()
            .map_or(10, |wrong| wrong.actual.text.as_bytes().len());
        Judgement {
            run: Some(Run {
                ended,
                usage: usage(millis),
                printed: printed as u64,
            }),
            wrong: wrong.map(Box::new),
            stderr: Excerpt::around(stderr, 0),
            ..Judgement::plain(verdict)
        }
    };
    let right = || judged(Verdict::Accepted, Ended::Exited(0), None, b"");
    let wrong = |difference, line, expected: &str, actual: &[u8]| {
        let wrong = differing(difference, line, expected, actual);
        let verdict = Verdict::WrongAnswer { difference };
        judged(verdict, Ended::Exited(0), Some(wrong), b"")
    };
    let nothing = || Some(differing(DifferenceKind::EndsEarly, 0, "1\n", b""));
    let mut endless = differing(DifferenceKind::ExtraOutput, 1, "1\n", b"1\n1\n1\n1");
    endless.actual.cut = true;
    let (secret, my_secret) = (format!("{SECRET}\n"), format!("my {SECRET}\n"));
    let image = b"1\n<img src=x onerror=alert(1)>\x1b[31m\xff\n3\n";
    Outcome::Judged(match (submission, case) {
        (0, _) => Judgement::plain(Verdict::CompileError),
        (1, 0) => judged(Verdict::MemoryLimit, Ended::MemoryLimit, None, b""),
        (1, 1) => judged(Verdict::OutputLimit, Ended::OutputLimit, Some(endless), b""),
        (1, 2) => judged(
            Verdict::RunTimeError {
                crash: Crash::Signal(11),
            },
            Ended::Signalled(11),
            nothing(),
            b"stack \xff\x1b[2Joverflow\n]]> & <system-err>\n",
        ),
        (1, _) => judged(
            Verdict::RunTimeError {
                crash: Crash::Status(3),
            },
            Ended::Exited(3),
            None,
            SECRET.as_bytes(),
        ),
        (2, _) => right(),
        (3, 0) => wrong(DifferenceKind::EndsEarly, 1, "1\n2\n3\n", b"1\n"),
        (3, 1) => ending(wrong(DifferenceKind::Content, 1, "1\n2\n3\n", image), 2),
        (3, 2) => judged(Verdict::TimeLimit, Ended::CpuLimit, nothing(), b""),
        (3, _) => wrong(DifferenceKind::Content, 0, &secret, my_secret.as_bytes()),
        (4, _) => return Outcome::Fault(fault()),
        (_, 0) => ending(right(), 1),
        (_, 1) => flickering(wrong(DifferenceKind::WhiteSpace, 0, "1 2\n", b"1  2\n")),
        _ => return Outcome::Skipped,
    })
}

/// The same run with another exit status.
fn ending(judgement: Judgement, status: i32) -> Judgement {
    let ended = Ended::Exited(status);
    let run = judgement.run.map(|run| Run { ended, ..run });
    Judgement { run, ..judgement }
}

fn flickering(judgement: Judgement) -> Judgement {
    let run = judgement.run.expect("a run");
    let verdicts = [Verdict::Accepted, judgement.verdict];
    Judgement {
        repeats: verdicts.map(|verdict| Repeat { verdict, run }).to_vec(),
        ..judgement
    }
}

fn usage(millis: u64) -> Usage {
    Usage {
        cpu: Duration::from_millis(millis),
        wall: Duration::from_millis(millis + 1),
        peak_memory: 3 << 20,
    }
}

fn differing(kind: DifferenceKind, line: usize, expected: &str, actual: &[u8]) -> WrongOutput {
    WrongOutput {
        difference: Difference {
            line,
            offset: 2 * line,
            kind,
        },
        expected: Excerpt::around(expected.as_bytes(), 0),
        actual: Excerpt::around(actual, 0),
        print: (!actual.is_empty()).then(|| Fingerprint::of(actual)),
    }
}

/// Asserts that a report is, to the byte, what a file in `golden/` holds.
#[track_caller]
pub(super) fn assert_golden(name: &str, report: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/report/golden");
    let path = Path::new(folder).join(name);
    let golden = fs::read_to_string(&path).expect("a golden file");
    let diff = to_text(|out| Diff::new(golden.as_bytes(), report.as_bytes()).write(out));
    assert!(diff.is_empty(), "{name}:\n{diff}");
}

#[test]
fn results_are_counted_by_submission_and_by_case() {
    with(&plan(), |class| {
        let words = |tally: Tally| (tally.passed(), tally.not_passed());
        let by_submission: Vec<_> = (0..6).map(|index| words(class.tally(index))).collect();
        let expected = [
            (0, "CE 4"),
            (0, "MLE 1, OLE 1, RTE 2"),
            (4, ""),
            (0, "WA 3, TLE 1"),
            (0, "not judged 4"),
            (1, "WA 1, skipped 2"),
        ];
        assert_eq!(
            by_submission,
            expected.map(|(passed, rest)| (passed, rest.to_owned()))
        );
        let by_case: Vec<_> = (0..4).map(|index| words(class.case_tally(index))).collect();
        let expected = [
            (2, "WA 1, MLE 1, CE 1, not judged 1"),
            (1, "WA 2, OLE 1, CE 1, not judged 1"),
            (1, "TLE 1, RTE 1, CE 1, skipped 1, not judged 1"),
            (1, "WA 1, RTE 1, CE 1, skipped 1, not judged 1"),
        ];
        assert_eq!(
            by_case,
            expected.map(|(passed, rest)| (passed, rest.to_owned()))
        );
        assert_eq!(class.tally(5).flickering, 1);
        let failed = [5, 3].map(|index| class.tally(index).failed());
        assert_eq!(failed, [1, 4]);
    });
}

#[test]
fn points_first_failures_and_slowest_cases() {
    with(&plan(), |class| {
        let points: Vec<_> = (0..6).map(|index| class.points(index)).collect();
        let none = || Some(vec![0.0, 0.0]);
        let expected = [
            none(),
            none(),
            Some(vec![8.0, 4.0]),
            none(),
            None,
            Some(vec![4.0, 0.0]),
        ];
        assert_eq!(points, expected);
        let failed: Vec<_> = (0..6).map(|index| class.first_failed(index)).collect();
        assert_eq!(failed, [Some(0), Some(0), None, Some(0), None, Some(1)]);
        let slowest: Vec<_> = (0..6)
            .map(|index| {
                class
                    .slowest(index)
                    .map(|(case, usage)| (case, usage.cpu.as_millis()))
            })
            .collect();
        let expected = [
            None,
            Some((2, 251)),
            Some((2, 252)),
            Some((2, 253)),
            None,
            Some((1, 17)),
        ];
        assert_eq!(slowest, expected);
    });
}
