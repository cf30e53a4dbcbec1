//! `plyjudge diagnose` and `plyjudge grade --diagnose`, with programs written in C.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::grade::{Grade, finished};

/// The independent checkers program with one text in place of another.
fn checkers(changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/checkers.c");
    let mut text = fs::read_to_string(path).expect("the program");
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    text
}

/// What the program does where it chooses the action to play.
const CHOICE: &str = "(to_move == BLACK ? v > best : v < best)) {";

/// A class with a right program and wrong ones, and a few of the golden cases.
fn class() -> Grade {
    class_of(&["crash.c", "odd.c", "right.c", "ties.c", "two.c"])
}

/// Some of that class, with all its cases: each has to be compiled.
fn class_of(names: &[&str]) -> Grade {
    let last = CHOICE
        .replace("> best", ">= best")
        .replace("< best", "<= best");
    let ties: (&str, &str) = (CHOICE, &last);
    let crash = (
        "for (int i = 0; i < to_compute; i++) {",
        "for (int i = 0; i < to_compute; i++) { if (i == 3) { fflush(stdout); abort(); }",
    );
    let mark = (" WIN!\\n", " WIN!!!\\n");
    let two = [ties, (mark.0, "\\t"), ("%s\\t", "%s WIN!!!\\n"), mark];
    let mut grade = Grade::new();
    for &name in names {
        let changes: &[(&str, &str)] = match name {
            "crash.c" => &[crash],
            "odd.c" => &[("SIZE: 8x8", "SIZE: 8 by 8")],
            "ties.c" => &[ties],
            "two.c" => &two,
            _ => &[],
        };
        grade = grade.submission(name, checkers(changes));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/checkers");
    for name in [
        "next-from-the-start",
        "next-for-white",
        "error-source-empty",
        "play-from-the-start",
        "play-ends-early-white",
    ] {
        let read = |ending: &str| fs::read(root.join(format!("{name}.{ending}"))).expect("a case");
        grade = grade.case(name, read("txt"), read("out"));
    }
    grade
}

/// Runs `plyjudge diagnose` in the class's folder with its cases only: what it prints, and its
/// exit status.
fn diagnosed(grade: &Grade, subject: &str, more: &[&str]) -> (String, Option<i32>) {
    let mut command = grade.command_of("diagnose", subject);
    let output = command
        .args(["--runs", "0"])
        .args(more)
        .output()
        .expect("the command runs");
    let stdout = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let finished = finished(output);
    // A folder of C files may be one program; that it is not taken for one is said.
    let said = finished.stderr.lines();
    let others: Vec<&str> = said
        .filter(|line| !line.contains("--one takes the folder"))
        .collect();
    assert!(others.is_empty(), "{others:?}");
    (stdout, finished.status)
}

const TIES: &str = "Behaves exactly as if it made one mistake. \
    Explains all 3 failing cases, contradicts none.\n\
    - Ties go to the last best move: next-from-the-start, action #1: \
    expected A6-B5 (value 0, first), printed G6-F5 (value 0, last). (tie=last)\n";

#[test]
fn programs_are_told_what_they_got_wrong() {
    let grade = class();
    let (text, status) = diagnosed(&grade, "submissions", &[]);
    assert_eq!(status, Some(1));
    let about: Vec<&str> = text.split("\n\n").collect();
    assert!(
        about[0].starts_with(
            "crash.c: All that it prints is right. But in 1 of 5 cases it does not end as it \
             should: signal 6, SIGABRT"
        ),
        "{text}"
    );
    assert!(
        about[0].contains("right for 84 lines, then signal 6"),
        "{text}"
    );
    assert_eq!(
        about[1],
        "odd.c: Plays right: only its text differs, in 1 way. That explains all 5 failing cases.\n\
         Shortest case that shows it: next-from-the-start, line 1: prints '8 by 8' where '8x8' is \
         expected, in 'BOARD SIZE: 8 by 8' (5 such places)."
    );
    assert_eq!(about[2], "right.c: Right in all 5 cases.");
    assert_eq!(format!("{}\n", about[3]), format!("ties.c: {TIES}"));
    let two: Vec<&str> = about[4].lines().collect();
    let both = "two.c: Behaves exactly as if it made 2 mistakes. Explains all";
    assert!(two[0].starts_with(both), "{text}");
    assert!(two[1].starts_with("- Ties go to the last best move: next-from-the-start, "));
    assert!(two[1].ends_with(" (tie=last)"), "{text}");
    assert!(two[2].starts_with("- The winner's line ends with three exclamation marks: "));
    assert!(two[2].ends_with(" (winner-mark=three)"), "{text}");
    let of_class = "2 submissions: Ties go to the last best move: ties.c, two.c (tie=last)";
    assert!(text.contains(of_class), "{text}");

    let (text, status) = diagnosed(&grade, "submissions/ties.c", &["--shrink"]);
    assert_eq!(
        (text, status),
        (format!("{TIES}A smaller input that fails:\n  A\n"), Some(1))
    );

    let (json, status) = diagnosed(&grade, "submissions/two.c", &["--json"]);
    assert_eq!(status, Some(1));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["certainty"], "exact");
    assert_eq!(diagnosis["mistakes"][0]["name"], "tie=last");
    assert_eq!(diagnosis["mistakes"][1]["name"], "winner-mark=three");
    assert_eq!(diagnosis["slips"], Value::Array(Vec::new()));
}

/// Programs that return something else are diagnosed by what they print, too.
#[test]
fn an_exit_status_is_no_evidence_unless_one_is_awaited() {
    let last = CHOICE
        .replace("> best", ">= best")
        .replace("< best", "<= best");
    let status = |program: String| program.replace("return 0;", "return 1;");
    let grade = class()
        .submission("right.c", status(checkers(&[])))
        .submission("ties.c", status(checkers(&[(CHOICE, &last)])));
    let remark = "In 5 cases it ended with another exit status than 0, which does not count.\n";
    let (text, status) = diagnosed(&grade, "submissions/ties.c", &[]);
    assert_eq!((text, status), (format!("{TIES}{remark}"), Some(1)));
    let (text, status) = diagnosed(&grade, "submissions/right.c", &[]);
    assert_eq!(
        (text, status),
        (format!("Right in all 5 cases.\n{remark}"), Some(0))
    );
    let zero = ["--exit-status", "zero"];
    let (text, status) = diagnosed(&grade, "submissions/right.c", &zero);
    assert_eq!(status, Some(1));
    let told = "All that it prints is right. But in 5 of 5 cases it does not end as it should: \
                exit status 1";
    assert!(text.starts_with(told), "{text}");
}

/// What `diagnose --json` has of text that differs; a grading has the same.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn text_that_differs_is_in_the_machines_forms() {
    let grade = class_of(&["odd.c", "right.c"]);
    let (json, _) = diagnosed(&grade, "submissions/odd.c", &["--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["certainty"], "text");
    assert_eq!(diagnosis["by_text"], diagnosis["wrong"]);
    assert_eq!(
        diagnosis["slips"],
        serde_json::json!([{
            "kind": "changed",
            "expected": "8x8",
            "printed": "8 by 8",
            "context": "",
            "input": "",
            "places": 5,
            "case": "next-from-the-start",
            "line": 1,
            "whole": "BOARD SIZE: 8 by 8\n",
        }])
    );
    let graded = |form: &str| {
        let output = grade.command(["--diagnose", form]).output();
        let output = output.expect("it runs").stdout;
        String::from_utf8(output).expect("UTF-8")
    };
    let document: Value = serde_json::from_str(&graded("--json")).expect("JSON");
    assert_eq!(&document["submissions"][0]["diagnosis"], diagnosis);
    // From the journal.
    let lines = graded("--jsonl");
    let lines = lines
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("JSON") });
    let odd = lines
        .filter(|line| line["event"] == "diagnosed" && line["submission"] == "odd.c")
        .collect::<Vec<_>>();
    assert_eq!(odd.len(), 1);
    assert_eq!(odd[0]["slips"], diagnosis["slips"]);
}

#[test]
fn what_is_made_smaller_is_written_as_a_case() {
    let grade = class_of(&["odd.c", "right.c", "ties.c"]);
    let ties = ["--shrink", "--out", "smaller"];
    diagnosed(&grade, "submissions/ties.c", &ties);
    let read = |path: &str| fs::read_to_string(grade.path().join(path)).expect("a file");
    assert_eq!(read("smaller/next-from-the-start-smaller.txt"), "A\n");
    let expected = read("smaller/next-from-the-start-smaller.out");
    assert_eq!(expected, read("cases/next-from-the-start.out"));

    // A folder for each of several.
    diagnosed(&grade, "submissions", &ties);
    assert_eq!(
        read("smaller/ties.c/next-from-the-start-smaller.txt"),
        "A\n"
    );
    assert!(grade.path().join("smaller/odd.c").is_dir());
    assert!(!grade.path().join("smaller/right.c").exists());

    let mut alone = grade.command_of("diagnose", "submissions/ties.c");
    let output = alone
        .args(["--runs", "0", "--out", "smaller"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.contains("expected --shrink"), "{text}");
}

/// Runs `plyjudge diagnose` without cases.
fn tried(grade: &Grade, program: &str, more: &[&str]) -> (String, Option<i32>) {
    let mut command = grade.plyjudge(["diagnose", program, "--game", "checkers"]);
    let output = command.args(more).output().expect("the command runs");
    let stdout = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let finished = finished(output);
    assert_eq!(finished.stderr, "");
    (stdout, finished.status)
}

/// No cases are given: the program is run with inputs made for it, and what is said of it is
/// tested on others. The same seed gives the same words.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn programs_are_diagnosed_by_experiment() {
    let black = CHOICE.replace("> best", ">= best");
    let crash = (
        "b = after(&b, a);\n        print_action(&b, player, number++, a, 0);",
        "b = after(&b, a);\n        if (number == 30) abort();\n        \
         print_action(&b, player, number++, a, 0);",
    );
    const CUT: &str = "line[strcspn(line, \"\\r\\n\")] = 0;";
    let whole_lines = (
        CUT,
        &*format!("if (!strchr(line, '\\n')) break;\n        {CUT}"),
    );
    let grade = Grade::new()
        .submission("black.c", checkers(&[(CHOICE, &black)]))
        .submission("crash.c", checkers(&[crash]))
        .submission("right.c", checkers(&[]))
        .submission("whole-lines.c", checkers(&[whole_lines]));
    let more = ["--runs", "450", "--out", "made"];
    let (text, status) = tried(&grade, "submissions/black.c", &more);
    assert_eq!(status, Some(1));
    let begin = "Behaves exactly as if it made one mistake. Tested on ";
    let tested = text.strip_prefix(begin).expect("what is said first");
    let (tested, rest) = tested.split_once(' ').expect("a number");
    assert!(tested.parse::<usize>().expect("a number") >= 200, "{text}");
    let goes_on = "fresh inputs without a counterexample; ";
    assert!(rest.starts_with(goes_on), "{text}");
    assert!(
        text.contains("\n- Black takes the last of several best actions: input '"),
        "{text}"
    );
    assert!(text.contains(" (one-sided-tie=black-last)\n"), "{text}");
    assert!(!text.contains("(tie=last)"), "{text}");
    let made = fs::read(grade.path().join("made/made-1.txt")).expect("a case");
    let expected = fs::read(grade.path().join("made/made-1.out")).expect("a case");
    assert!(!made.is_empty() && !expected.is_empty());

    let (text, status) = tried(&grade, "submissions/crash.c", &["--runs", "210"]);
    assert_eq!(status, Some(1));
    assert!(text.starts_with("All that it prints is right"), "{text}");
    assert!(text.contains("it crashes on "), "{text}");
    let again = tried(&grade, "submissions/crash.c", &["--runs", "210"]);
    assert_eq!(again.0, text);

    let (json, status) = tried(&grade, "submissions/right.c", &["--runs", "210", "--json"]);
    assert_eq!(status, Some(0));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["certainty"], "right");
    assert_eq!(diagnosis["tested"]["runs"], 210);
    assert_eq!(diagnosis["tested"]["right"], diagnosis["tested"]["fresh"]);
    assert!(diagnosis["tested"].get("observations").is_none());

    let (text, status) = tried(&grade, "submissions/whole-lines.c", &["--runs", "210"]);
    assert_eq!(status, Some(0));
    let (first, remark) = text.trim_end().split_once('\n').expect("two lines");
    assert_eq!(first, "Right on all 210 inputs tried.");
    let expected = "Where the last line of its input has no line feed, it does something else.";
    assert_eq!(remark, expected);
}

/// A program that prints nothing is said to do so, with how it ends; nothing else about it is left to
/// explain.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_program_that_prints_nothing_is_said_to() {
    let silent = "#include <stdio.h>\n#include <stdlib.h>\n\
                  int main(void)\n{\n    if (getchar() != EOF) abort();\n}\n";
    let grade = Grade::new().submission("silent.c", silent);
    let (text, status) = tried(&grade, "submissions/silent.c", &["--runs", "210"]);
    assert_eq!(status, Some(1));
    let first = text.lines().next().expect("a line");
    let (silent, crashes) = first.split_once(". ").expect("two sentences");
    assert!(silent.starts_with("Prints nothing at all on "), "{text}");
    assert!(silent.ends_with(" fresh inputs"), "{text}");
    assert!(crashes.starts_with("Of these, it crashes on "), "{text}");
    for needless in ["explained", "answers are wrong"] {
        assert!(!text.contains(needless), "{text}");
    }
}

/// Where a program prints another format of the assignment's, no mistake is looked for in it: the format
/// is named.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn another_format_is_named() {
    let choosing = format!("{} --format choice", env!("CARGO_BIN_EXE_plyjudge"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.args(["diagnose", "--game", "kalah", "--runs", "20"]);
    command.args(["--sandbox", "off", "--command", &choosing]);
    let output = command.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let named = "as many lines as with `--format choice`, and 16 of 16 answers are right by it";
    assert!(text.contains(named), "{text}");
}

/// What makes the program write beyond an array on its stack at each `P`.
const OVERFLOW: [(&str, &str); 2] = [
    (
        "int main(int argc, char **argv)\n{",
        "static void __attribute__((noinline)) keep(char c)\n{\n    volatile char kept[8];\n    \
         for (int i = 0; i < (c == 'P' ? 4096 : 8); i++)\n        kept[i] = c;\n}\n\
         int main(int argc, char **argv)\n{",
    ),
    ("to_compute = 10;", "to_compute = 10; keep('P');"),
];

/// What is said of a program that reads a variable before it is set.
const UNSET: &str = "\n- Reads memory that was never set: the outputs differ when it is filled with zeros or \
                     with a pattern: input '";

/// A variable that is set on one way only is one that was never set, though the compiler takes it to be set
/// on all where it optimises.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_variable_that_is_set_on_one_way_only_is_found() {
    let best = "int best;\n    if (to_move == WHITE)\n        best = 2147483647;";
    let better = "to_move == BLACK ? v > best : v < best";
    let text = checkers(&[
        ("int best = 0;", best),
        (&format!("i == 0 || ({better})"), better),
    ]);
    let grade = Grade::new().submission("half.c", text);
    let (text, status) = tried(&grade, "submissions/half.c", &["--runs", "60"]);
    assert_eq!(status, Some(1));
    assert!(text.contains(UNSET), "{text}");
}

/// A program that writes beyond its memory may be right by luck: it is said to be right, and to do so.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_fault_is_found_where_a_program_is_right_all_the_same() {
    let beyond = "to_compute = 10; char *kept = malloc(8); kept[8] = 1; free(kept);";
    let grade = Grade::new().submission("luck.c", checkers(&[("to_compute = 10;", beyond)]));
    let (text, status) = tried(&grade, "submissions/luck.c", &["--runs", "210"]);
    assert_eq!(status, Some(0));
    let expected = "It has a fault that has nothing to do with the rules. Right on all 210 inputs tried.\n\
                    - Heap buffer overflow in luck.c:";
    assert!(text.starts_with(expected), "{text}");
}

/// What hangs on memory is blamed on the language and on no rule, with the line in the source.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn faults_of_language_are_told_from_rules() {
    const ACTION: &str = "b = after(&b, a);\n        print_action(&b, player, number++, a, 0);";
    let unset = format!("int skip; if (a.c0 == 4) skip = a.r0 & 1; number += skip;\n{ACTION}");
    const NEXT: &str = "to_compute = 1;";
    let freed = "int *steps = malloc(64); steps[0] = 1; free(steps);\n\
                 to_compute = 1 + (steps[0] != 1 && number % 3 == 0);";
    let grade = Grade::new()
        .submission("unset.c", checkers(&[(ACTION, &unset)]))
        .submission("overflow.c", checkers(&OVERFLOW))
        .submission("freed.c", checkers(&[(NEXT, freed)]));
    let line_of = |file: &str, text: &str| {
        let source = fs::read_to_string(grade.path().join("submissions").join(file));
        let source = source.expect("a program");
        1 + source
            .lines()
            .position(|line| line.contains(text))
            .expect("a line")
    };
    let overflow = format!(
        "\n- Stack buffer overflow in overflow.c:{}: input '",
        line_of("overflow.c", "kept[i] = c")
    );
    let freed = format!(
        "\n- Heap use after free in freed.c:{}: input '",
        line_of("freed.c", "number % 3")
    );
    for (file, fault) in [
        ("unset.c", UNSET),
        ("overflow.c", &overflow),
        ("freed.c", &freed),
    ] {
        let program = format!("submissions/{file}");
        let (text, status) = tried(&grade, &program, &["--runs", "60", "--shrink"]);
        assert_eq!(status, Some(1));
        assert!(text.contains(fault), "{file}: {text}");
        assert!(
            text.starts_with("It has a fault that has nothing to do with the rules of the game. ")
        );
        assert!(!text.contains("as if"), "{file}: {text}");
        // What is made smaller goes on crashing.
        let crashes = "A smaller input that fails:\n  P\n";
        assert!(file != "overflow.c" || text.ends_with(crashes), "{text}");
    }
    let more = ["--runs", "40", "--json"];
    let (json, _) = tried(&grade, "submissions/overflow.c", &more);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["certainty"], "language");
    let fault = diagnosis["faults"][0]["text"].as_str().expect("a text");
    assert!(fault.starts_with("stack buffer overflow in overflow.c:"));
}

/// Where a fault of language shows, nothing is explained; a mistake beside it is found all the same.
#[test]
#[ignore = "hundreds of runs of three builds: make slow runs it"]
fn what_is_wrong_beside_a_fault_of_language_is_told() {
    let last = CHOICE
        .replace("> best", ">= best")
        .replace("< best", "<= best");
    let both = [&OVERFLOW[..], &[(CHOICE, &last[..])]].concat();
    let grade = Grade::new()
        .submission("fault.c", checkers(&OVERFLOW))
        .submission("both.c", checkers(&both));
    let (text, _) = tried(&grade, "submissions/fault.c", &["--runs", "900"]);
    let begin = "It has a fault that has nothing to do with the rules of the game. It shows on ";
    assert!(text.starts_with(begin), "{text}");
    assert!(
        text.contains(" inputs, which are left out. Right on all others.\n"),
        "{text}"
    );
    let (text, _) = tried(&grade, "submissions/both.c", &["--runs", "900"]);
    assert!(
        text.contains(
            "which are left out. Where it does not show, behaves as if it made one mistake."
        ),
        "{text}"
    );
    assert!(text.contains("(tie=last)"), "{text}");
}

/// What shows in few answers only is found beside what shows in many: all of it, and so exactly.
#[test]
#[ignore = "hundreds of runs of a program that searches: make slow runs it"]
fn four_that_show_seldom_are_all_found() {
    let rules = [
        "printed-limit=material",
        "winner-line=at-once",
        "no-action=inner",
        "input-end=command-by-column",
    ];
    let options = rules.map(|rule| format!(" --rule {rule}")).concat();
    let program = format!(
        "{} --game checkers{options}",
        env!("CARGO_BIN_EXE_plyjudge")
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.args(["diagnose", "--sandbox", "off", "--game", "checkers"]);
    let output = command.args(["--command", &program]).output();
    let text = String::from_utf8(output.expect("the command runs").stdout).expect("UTF-8");
    assert!(text.starts_with("Behaves exactly as if "), "{text}");
    for rule in rules {
        assert!(text.contains(&format!("({rule})")), "{text}");
    }
}

/// A compiler's own words say why there is no program.
#[test]
fn what_does_not_compile_is_told_in_the_compilers_words() {
    let grade = class().submission("broken.c", "int main(void) { return missing; }\n");
    let (text, _) = diagnosed(&grade, "submissions/broken.c", &[]);
    assert!(
        text.starts_with("Does not compile: cc failed with exit status 1.\n"),
        "{text}"
    );
    assert!(text.contains("undeclared"), "{text}");
}

/// What no fresh input shows is told, too: here what is printed for the empty input.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_is_not_explained_is_shown_where_all_fresh_inputs_are() {
    let last = CHOICE.replace("v > best : v < best", "v >= best : v <= best");
    let silent = (
        "    Board b;\n    initial(&b);",
        "    int begun = getchar();\n    if (begun == EOF) return 0;\n    \
         ungetc(begun, stdin);\n    Board b;\n    initial(&b);",
    );
    let grade = Grade::new().submission("silent.c", checkers(&[(CHOICE, last.as_str()), silent]));
    let (text, _) = tried(&grade, "submissions/silent.c", &[]);
    assert!(text.starts_with("Behaves in part as if"), "{text}");
    assert!(text.contains(" (tie=last)\n"), "{text}");
    let open = "Besides: the empty input, the configuration: expected 'BOARD SIZE: 8x8', printed \
                nothing.";
    assert!(text.contains(open), "{text}");
}

/// Whose program has several files has them in a folder, which --one takes for one program.
#[test]
fn a_folder_is_one_program_also_without_cases() {
    let rest = checkers(&[("int main(int argc", "int play(int argc")]);
    let grade = Grade::new().submission("two/rest.c", rest).submission(
        "two/main.c",
        "int play(int, char **);\nint main(int n, char **w) { return play(n, w); }\n",
    );
    let (text, status) = tried(&grade, "submissions/two", &["--one", "--runs", "20"]);
    assert_eq!(
        (&*text, status),
        ("Right on all 20 inputs tried.\n", Some(0))
    );
}

#[test]
fn without_cases_a_game_is_named() {
    let grade = Grade::new().submission("right.c", checkers(&[]));
    let mut command = grade.plyjudge(["diagnose", "submissions/right.c"]);
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.contains("--cases"), "{text}");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_a_program_does_by_chance_is_blamed_on_no_rule() {
    let chance = (
        CHOICE,
        "({ struct timespec now; clock_gettime(CLOCK_REALTIME, &now); \
         now.tv_nsec / 100 % 3 == 0; })) {",
    );
    let headers = (
        "#include <stdio.h>",
        "#include <stdio.h>\n#include <time.h>",
    );
    let mut grade = class();
    grade = grade.submission("chance.c", checkers(&[chance, headers]));
    let (text, status) = diagnosed(&grade, "submissions/chance.c", &[]);
    assert_eq!(status, Some(1));
    assert!(text.starts_with("Does not do the same each time"), "{text}");
    assert!(text.contains("first '*** "), "{text}");
    assert!(!text.contains("as if"), "{text}");
}

#[test]
fn a_depth_is_right_as_any_rule_is() {
    let listed = |args: &[&str]| {
        let output = Grade::new()
            .plyjudge(["mistakes", "checkers"])
            .args(args)
            .output();
        String::from_utf8(output.expect("it runs").stdout).expect("UTF-8")
    };
    let by_depth = listed(&["--depth", "2"]);
    assert_eq!(by_depth, listed(&["--rule", "depth=2"]));
    assert!(
        by_depth.contains("depth=3") && !by_depth.contains("depth=2 "),
        "{by_depth}"
    );
}

#[test]
fn with_another_reading_another_program_is_right() {
    let grade = class_of(&["right.c", "ties.c"]);
    let output = grade
        .command_of("diagnose", "submissions")
        .args(["--rule", "depth=2", "--runs", "0"])
        .output()
        .expect("the command runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.contains("cases left out of diagnoses"), "{text}");
    assert!(text.contains("`plyjudge rules checkers`"), "{text}");
}

#[test]
fn a_grading_carries_diagnoses_and_goes_on_with_them() {
    let grade = class_of(&["odd.c", "right.c", "ties.c"]);
    let json = || {
        let output = grade
            .command(["--diagnose", "--json"])
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let submissions = json["submissions"].as_array().expect("a list").clone();
        let told = submissions
            .iter()
            .map(|it| it["diagnosis"]["summary"].clone());
        told.collect::<Vec<Value>>()
    };
    let first = json();
    assert_eq!(first[1], Value::Null);
    assert!(
        first[2].as_str().expect("text").contains("one mistake"),
        "{first:?}"
    );
    let journal = fs::read(grade.journal()).expect("a journal");
    assert_eq!(json(), first);
    assert_eq!(fs::read(grade.journal()).expect("a journal"), journal);

    // A journal without the last diagnosis: only that is made again.
    let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
    let is_diagnosis = |line: &&[u8]| line.windows(20).any(|it| it == b"\"piece\":{\"diagnosed\"");
    assert_eq!(lines.iter().filter(|line| is_diagnosis(line)).count(), 2);
    let last = lines.iter().rposition(is_diagnosis).expect("one");
    let mut shorter = lines.clone();
    shorter.remove(last);
    fs::write(grade.journal(), shorter.concat()).expect("the journal can be written");
    assert_eq!(json(), first);

    let table = grade.command(["--diagnose"]).output().expect("it runs");
    let table = String::from_utf8(table.stdout).expect("UTF-8");
    assert!(table.contains(TIES), "{table}");
    let lines = grade
        .command(["--diagnose", "--jsonl"])
        .output()
        .expect("it runs");
    let lines = String::from_utf8(lines.stdout).expect("UTF-8");
    let told = lines
        .lines()
        .filter(|line| line.contains("\"event\":\"diagnosed\""));
    assert_eq!(told.count(), 2);
}
