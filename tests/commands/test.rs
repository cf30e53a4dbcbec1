//! `plyjudge test`.

use crate::support::Plyjudge;

fn test(args: &str) -> Plyjudge {
    let words = args.split(' ').filter(|word| !word.is_empty());
    Plyjudge::new().args(["test"]).args(words)
}

/// A test of the program `cat`, which is right when input and expected output are equal.
fn test_cat() -> Plyjudge {
    test("cases --command cat")
}

#[test]
fn cases_that_pass() {
    test_cat()
        .file("cases/a.txt", "one\n")
        .file("cases/a.out", "one\n")
        .file("cases/b/c.in", "")
        .file("cases/b/c.ans", "")
        .file("cases/test1.txt", "\u{1}\n")
        .file("cases/test1-out.txt", "\u{1}\n")
        .file("cases/README.md", "not a case")
        .stdout("pass a\npass b/c\npass test1\n3 cases: 3 passed\n")
        .run();
}

#[test]
fn a_case_that_fails() {
    test_cat()
        .file("cases/a.txt", "1\n2\n3\n4\nfive  \r\n6\n7\n8\n9")
        .file("cases/a.out", "1\n2\n3\n4\nfine\n6\n7\n8\n9\n")
        .file("cases/b.txt", "b\n")
        .file("cases/b.out", "b\n")
        .stdout(
            r"FAIL a: WA, differs
First difference in line 5.
--- expected
+++ actual
@@ -2,8 +2,8 @@
2 2 │ 2
3 3 │ 3
4 4 │ 4
5   │-fine
    │   ^
  5 │+five··␍
    │   ^ ^^^
6 6 │ 6
7 7 │ 7
8 8 │ 8
9   │-9
  9 │+9
    │\ no newline at the end
pass b
2 cases: 1 passed, 1 failed
",
        )
        .status(1)
        .run();
}

#[test]
fn every_kind_of_wrong_output_is_named() {
    let run = |input: &str, verdict: &str| {
        test("a.txt --quiet --command cat")
            .file("a.txt", input)
            .file("a.out", "x\ny\n")
            .stdout(format!("FAIL a: WA, {verdict}\n1 case: 1 failed\n"))
            .status(1)
            .run();
    };
    run("x\r\ny\r\n", "differs only in line endings");
    run("x\ny", "only the final newline is missing");
    run("x\n\ny\n", "differs only in white space");
    run("x\n", "ends early");
    run("x\ny\nz\n", "right lines plus extra output");
    run("x\nz\n", "differs");
}

#[test]
fn output_that_ends_early_or_goes_on() {
    test_cat()
        .file("cases/a.txt", "1\n")
        .file("cases/a.out", "1\n2\n")
        .file("cases/b.txt", "1\n2\n")
        .file("cases/b.out", "1\n")
        .stdout(
            "FAIL a: WA, ends early
Ends early at line 2.
--- expected
+++ actual
@@ -1,2 +1,1 @@
1 1 │ 1
2   │-2
FAIL b: WA, right lines plus extra output
Extra output after line 1, the last one expected.
--- expected
+++ actual
@@ -1,1 +1,2 @@
1 1 │ 1
  2 │+2
2 cases: 2 failed
",
        )
        .status(1)
        .run();
}

#[test]
fn output_that_is_not_text() {
    test_cat()
        .file("cases/a.txt", b"\xff\x00ok\n")
        .file("cases/a.out", "ok\n")
        .stdout(
            r"FAIL a: WA, differs
First difference in line 1.
--- expected
+++ actual
@@ -1,1 +1,1 @@
1   │-ok
  1 │+\xff\x00ok
    │ ^^^^^^^^
1 case: 1 failed
",
        )
        .status(1)
        .run();
}

#[test]
fn colour_when_it_is_forced() {
    test_cat()
        .env("CLICOLOR_FORCE", "1")
        .file("cases/a.txt", "1 2\n")
        .file("cases/a.out", "1 3\n")
        .file("cases/b.txt", "")
        .file("cases/b.out", "")
        .stdout(
            "\x1b[1m\x1b[31mFAIL\x1b[0m a: WA, differs
First difference in line 1.
\x1b[31m--- expected\x1b[0m
\x1b[32m+++ actual\x1b[0m
\x1b[2m@@ -1,1 +1,1 @@\x1b[0m
\x1b[2m1   │\x1b[0m\x1b[31m-\x1b[0m\x1b[31m1 \x1b[0m\x1b[7m\x1b[31m3\x1b[0m
\x1b[2m  1 │\x1b[0m\x1b[32m+\x1b[0m\x1b[32m1 \x1b[0m\x1b[7m\x1b[32m2\x1b[0m
\x1b[1m\x1b[32mpass\x1b[0m b
2 cases: 1 passed, 1 failed
",
        )
        .status(1)
        .run();
}

#[test]
fn a_crash_counts_even_when_the_output_is_right() {
    test("a.txt --command")
        .args(["sh -c 'cat; echo oh no >&2; kill -ABRT $$'"])
        .file("a.txt", "1\n")
        .file("a.out", "1\n")
        .stdout(
            "FAIL a: RTE, ended by SIGABRT (aborted: a failed assertion or a corrupted heap)\n\
             On standard error:\n  oh no\n1 case: 1 failed\n",
        )
        .status(1)
        .run();
}

#[test]
fn an_exit_status_is_a_remark() {
    let run = || {
        test("cases --command")
            .args(["sh -c 'cat; exit 3'"])
            .file("cases/a.txt", "1\n")
            .file("cases/a.out", "1\n")
            .file("cases/b.txt", "1\n")
            .file("cases/b.out", "2\n")
    };
    let diff = "First difference in line 1.\n--- expected\n+++ actual\n@@ -1,1 +1,1 @@\n\
                1   │-2\n  1 │+1\n";
    let told = format!("pass a (exit status 3)\nFAIL b: WA, differs (exit status 3)\n{diff}");
    run()
        .stdout(told + "2 cases: 1 passed, 1 failed\n")
        .status(1)
        .run();
    // Where it is awaited there is nothing to be said of it.
    for status in ["zero", "2"] {
        run()
            .args(["--quiet", "--exit-status", status])
            .stdout("FAIL a: RTE, exit status 3\nFAIL b: RTE, exit status 3\n2 cases: 2 failed\n")
            .status(1)
            .run();
    }
    // The suite says it, the command line says it louder.
    let suite = "exit_status = 'zero'\n[[group]]\nname = 'a'\ncases = ['a']\npoints = 1\n\
                 exit_status = 3\n[[group]]\nname = 'b'\ncases = ['b']\npoints = 1\n";
    run()
        .file("cases/suite.toml", suite)
        .args(["--quiet"])
        .stdout("FAIL b: RTE, exit status 3\n2 cases: 1 passed, 1 failed\n")
        .status(1)
        .run();
    run()
        .file("cases/suite.toml", suite)
        .args(["--quiet", "--exit-status", "any"])
        .stdout("FAIL b: WA, differs (exit status 3)\n2 cases: 1 passed, 1 failed\n")
        .status(1)
        .run();
}

#[test]
fn an_exit_status_that_is_none() {
    test("a.txt --command cat --exit-status none")
        .file("a.txt", "")
        .file("a.out", "")
        .stderr(
            "error: invalid value 'none' for '--exit-status <STATUS>': found 'none', expected \
             any, zero or a number from 0 to 255\n\nFor more information, try '--help'.\n",
        )
        .status(2)
        .run();
}

#[test]
fn a_crash_half_way() {
    test("a.txt --command")
        .args(["sh -c 'echo 1; kill -SEGV $$'"])
        .file("a.txt", "")
        .file("a.out", "1\n2\n")
        .stdout(
            "FAIL a: RTE, ended by SIGSEGV (invalid memory access)\n\
             Ends early at line 2.\n1 case: 1 failed\n",
        )
        .status(1)
        .run();
}

#[test]
fn a_program_that_does_not_end() {
    test("a.txt --timeout 0.2 --command")
        .args(["sleep 600"])
        .file("a.txt", "")
        .file("a.out", "")
        .stdout("FAIL a: TLE, out of time\n1 case: 1 failed\n")
        .status(1)
        .run();
}

#[test]
fn a_program_that_does_not_stop_printing() {
    test("a.txt --quiet --command yes")
        .file("a.txt", "")
        .file("a.out", "y\n")
        .stdout("FAIL a: OLE, printed too much\n1 case: 1 failed\n")
        .status(1)
        .run();
}

#[test]
fn a_program_that_cannot_be_run() {
    test("a.txt --command ./no-such-program")
        .file("a.txt", "")
        .file("a.out", "")
        .stderr("plyjudge: ./no-such-program: cannot run: No such file or directory (os error 2)\n")
        .status(2)
        .run();
}

#[test]
fn a_command_is_split_into_words_without_a_shell() {
    test("a.txt --command")
        .args(["printf '%s|' 'a  b' $HOME *"])
        .file("a.txt", "")
        .file("a.out", "a  b|$HOME|*|")
        .stdout("pass a\n1 case: 1 passed\n")
        .run();
}

#[test]
fn results_are_in_the_order_of_the_cases_whatever_the_number_of_jobs() {
    for jobs in ["1", "2", "7"] {
        let mut run = test("cases --command").args(["sh -c 'sleep $(cat)'", "--jobs", jobs]);
        let mut stdout = String::new();
        for case in 0..8 {
            // The first ones take longest.
            let input = format!("0.0{}\n", 9 - case);
            let expected = if case == 5 { "no\n" } else { "" };
            run = run
                .file(&format!("cases/{case}.txt"), input)
                .file(&format!("cases/{case}.out"), expected);
            stdout += &match case {
                5 => "FAIL 5: WA, ends early\nEnds early at line 1.\n\
                      --- expected\n+++ actual\n@@ -1,1 +0,0 @@\n1   │-no\n"
                    .to_owned(),
                _ => format!("pass {case}\n"),
            };
        }
        let stdout = stdout + "8 cases: 7 passed, 1 failed\n";
        run.stdout(stdout).status(1).run();
    }
}

#[test]
fn a_case_without_expected_output_is_an_error_and_others_are_still_judged() {
    test_cat()
        .file("cases/a.txt", "a\n")
        .file("cases/b.in", "")
        .file("cases/c.txt", "c\n")
        .file("cases/c.out", "d\n")
        .args(["--quiet"])
        .stdout(
            "ERROR a: no expected output: cases/a.out does not exist (--bless writes it)\n\
             ERROR b: no expected output: cases/b.ans does not exist (--bless writes it)\n\
             FAIL c: WA, differs\n3 cases: 1 failed, 2 not judged\n",
        )
        .status(2)
        .run();
}

#[test]
fn blessing_writes_what_is_expected_and_says_what_changed() {
    test_cat()
        .args(["--bless"])
        .file("cases/a.txt", "a\n")
        .file("cases/b.txt", "b\n")
        .file("cases/b-out.txt", "c\n")
        .file("cases/c.in", b"\xff")
        .file("cases/c.out", b"\xff")
        .stdout("new a\nchanged b\nunchanged c\n3 cases: 1 new, 1 changed, 1 unchanged\n")
        .leaves("cases/a.out", "a\n")
        .leaves("cases/b-out.txt", "b\n")
        .leaves_no("cases/b.out")
        .leaves("cases/c.out", b"\xff")
        .run();
}

#[test]
fn nothing_is_blessed_that_did_not_end_well() {
    test("a.txt b.txt --bless --command")
        .args(["sh -c 'cat; exit 1'"])
        .file("a.txt", "a\n")
        .file("b.txt", "b\n")
        .file("b.out", "c\n")
        .args(["--quiet", "--exit-status", "zero"])
        .stdout("FAIL a: RTE, exit status 1\nFAIL b: RTE, exit status 1\n2 cases: 2 failed\n")
        .status(1)
        .leaves_no("a.out")
        .leaves("b.out", "c\n")
        .run();
}

#[test]
fn a_difference_is_told_in_terms_of_the_protocol() {
    let published = "minimax無剪枝的結果是:1\n擴展節點數為:1119\n\
                     minimax剪枝(aB)的結果是:1\n擴展節點數為:165\n";
    test("a.txt --command")
        .args(["cat printed"])
        .file("printed", published.replace("1119", "1118"))
        .file("a.txt", "\u{feff}\n6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4\r\n")
        .file("a.out", published)
        .stdout(
            "FAIL a: WA, differs
First difference in line 2: input line 2 (6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4): the node count without pruning.
--- expected
+++ actual
@@ -1,4 +1,4 @@
1 1 │ minimax無剪枝的結果是:1
2   │-擴展節點數為:1119
    │                 ^
  2 │+擴展節點數為:1118
    │                 ^
3 3 │ minimax剪枝(aB)的結果是:1
4 4 │ 擴展節點數為:165
1 case: 1 failed
",
        )
        .status(1)
        .run();
}

#[test]
fn the_engine_answers_when_no_program_is_named() {
    // A finished game has no move to choose, whatever the engine.
    test("cases --game kalah --format choice")
        .file("cases/a.txt", "0 0 0 0 0 0 40 0 0 0 0 0 0 32 1 4\n")
        .file("cases/a.out", "-1\n")
        .stdout("pass a\n1 case: 1 passed\n")
        .run();
}

#[test]
fn options_beside_a_case_go_to_the_engine() {
    let finished = "0 0 0 0 0 0 40 0 0 0 0 0 0 32 1 4\n";
    test("cases")
        .file("cases/a.txt", finished)
        .file(
            "cases/a.args",
            "--game kalah --format 'choice' # only the pit\n",
        )
        .file("cases/a.out", "-1\n")
        .file("cases/b.txt", finished)
        .file("cases/b.args", "--format choices\n")
        .file("cases/b.out", "-1\n")
        .file("cases/c.txt", finished)
        .file("cases/c.args", "--colour red\n")
        .file("cases/c.out", "-1\n")
        .stdout(
            "pass a\n\
             ERROR b: cases/b.txt: format 'choices': expected one of: report, choice\n\
             ERROR c: cases/c.args: unexpected argument '--colour' found\n\
             3 cases: 1 passed, 2 not judged\n",
        )
        .status(2)
        .run();
}

#[test]
fn options_of_the_command_line_come_before_those_of_a_case() {
    test("cases --format choice")
        .file("cases/a.txt", "0 0 0 0 0 0 40 0 0 0 0 0 0 32 1 4\n")
        .file("cases/a.args", "--format report\n")
        .file("cases/a.out", "-1\n")
        .stdout("pass a\n1 case: 1 passed\n")
        .run();
}

#[test]
fn options_beside_a_case_mean_nothing_to_a_program() {
    test_cat()
        .file("cases/a.txt", "a\n")
        .file("cases/a.args", "--colour red\n")
        .file("cases/a.out", "a\n")
        .stdout("pass a\n1 case: 1 passed\n")
        .run();
}

#[test]
fn input_that_the_engine_cannot_answer_is_not_blessed_either() {
    for bless in [&[][..], &["--bless"]] {
        test("a.txt --game kalah")
            .args(bless.iter().copied())
            .file("a.txt", "1 2 3\n")
            .file("a.out", "as it was\n")
            .stdout(
                "ERROR a: a.txt:1: found 3 fields, expected 16 integers: \
                 s0 … s13 player depth\n1 case: 1 not judged\n",
            )
            .status(2)
            .leaves("a.out", "as it was\n")
            .run();
    }
}

#[test]
fn results_as_json() {
    test_cat()
        .args(["--json"])
        .file("cases/a.txt", "a\n")
        .file("cases/a.out", "a\n")
        .file("cases/b.txt", "a\n")
        .file("cases/b.out", "b\n")
        .file("cases/c.txt", "")
        .stdout(
            r#"{
  "cases": [
    {
      "name": "a",
      "input": "cases/a.txt",
      "expected": "cases/a.out",
      "outcome": "passed",
      "exit_status": 0
    },
    {
      "name": "b",
      "input": "cases/b.txt",
      "expected": "cases/b.out",
      "outcome": "failed",
      "verdict": {
        "code": "WA",
        "difference": "content"
      },
      "exit_status": 0,
      "difference": {
        "line": 0,
        "offset": 0,
        "kind": "content"
      },
      "place": "First difference in line 1.",
      "diff": "--- expected\n+++ actual\n@@ -1,1 +1,1 @@\n1   │-b\n  1 │+a\n",
      "stderr": ""
    },
    {
      "name": "c",
      "input": "cases/c.txt",
      "expected": null,
      "outcome": "error",
      "message": "no expected output: cases/c.out does not exist (--bless writes it)"
    }
  ],
  "summary": {
    "passed": 1,
    "failed": 1,
    "errors": 1,
    "new": 0,
    "changed": 0,
    "unchanged": 0
  }
}
"#,
        )
        .status(2)
        .run();
}

#[test]
fn blessing_as_json() {
    test("a.txt --json --bless --command cat")
        .file("a.txt", "a\n")
        .stdout(
            r#"{
  "cases": [
    {
      "name": "a",
      "input": "a.txt",
      "expected": null,
      "outcome": "blessed",
      "change": "new"
    }
  ],
  "summary": {
    "passed": 0,
    "failed": 0,
    "errors": 0,
    "new": 1,
    "changed": 0,
    "unchanged": 0
  }
}
"#,
        )
        .leaves("a.out", "a\n")
        .run();
}

/// What a case is called where it is printed names it, too.
#[test]
fn a_case_is_named_as_it_is_printed() {
    let run = |paths: &str, stdout: &str| {
        test(paths)
            .args(["--command", "cat"])
            .file("suite/a.txt", "x\n")
            .file("suite/a.out", "x\n")
            .file("suite/b.txt", "y\n")
            .file("suite/b.out", "y\n")
            .stdout(stdout)
            .run();
    };
    run("suite/b", "pass b\n1 case: 1 passed\n");
}

#[test]
fn paths_that_lead_to_no_cases() {
    let run = |path: &str, message: &str| {
        test(path)
            .args(["--command", "cat"])
            .file("empty/README.md", "")
            .file("two/a.txt", "")
            .file("two/a.in", "")
            .stderr(format!("plyjudge: {message}\n"))
            .status(2)
            .run();
    };
    run("nowhere", "nowhere: no such file or folder");
    run(
        "empty",
        "empty: no test cases, expected files such as NAME.txt with NAME.out",
    );
    run("two", "two/a.txt and two/a.in: two inputs for one case");
    run(
        "empty/README.md",
        "empty/README.md: not a test case, expected NAME.txt or NAME.in \
         (or its expected output NAME.out, NAME-out.txt or NAME.ans)",
    );
}

#[test]
fn a_shell_pattern_names_every_case_once() {
    test("cases/a.txt cases/a-out.txt cases/b-out.txt cases/b.txt --command cat")
        .file("cases/a.txt", "a")
        .file("cases/a-out.txt", "a")
        .file("cases/b.txt", "b")
        .file("cases/b-out.txt", "b")
        .stdout("pass cases/a\npass cases/b\n2 cases: 2 passed\n")
        .run();
}

#[test]
fn options_that_make_no_sense() {
    let run = |args: &str, message: &str| {
        test(args)
            .stderr(format!(
                "error: {message}\n\nFor more information, try '--help'.\n"
            ))
            .status(2)
            .run();
    };
    run(
        "a.txt --command cat --depth 3",
        "the argument '--command <CMD>' cannot be used with '--depth <N>'\n\n\
         Usage: plyjudge test --command <CMD> <PATH>...",
    );
    run(
        "a.txt --timeout 3",
        "the following required arguments were not provided:\n  --command <CMD>\n\n\
         Usage: plyjudge test --command <CMD> --timeout <SECONDS> <PATH>...",
    );
    run(
        "a.txt --command '",
        "invalid value ''' for '--command <CMD>': found \"'\", \
         expected a program and its arguments, quoted as in a shell",
    );
    run(
        "a.txt --command cat --timeout 0",
        "invalid value '0' for '--timeout <SECONDS>': expected a number of seconds above 0",
    );
    run(
        "a.txt --jobs 0",
        "invalid value '0' for '--jobs <N>': number would be zero for non-zero type",
    );
    run(
        "",
        "the following required arguments were not provided:\n  <PATH>...\n\n\
         Usage: plyjudge test <PATH>...",
    );
}

#[test]
fn a_source_is_tested_as_it_is_graded() {
    use crate::support::grade::{ECHO, Grade, finished};
    let grade = Grade::new()
        .file("alice.c", ECHO)
        .file(
            "bob/main.c",
            "int say(void); int main(void) { return say(); }",
        )
        .file(
            "bob/say.c",
            "#include <stdio.h>\nint say(void) { puts(\"2\"); return 0; }",
        )
        .file("x.py", "print(1)\n")
        .case("1", "1\n", "1\n");
    let test = |subject: &str, more: &[&str]| {
        let command = grade.command_of("test", subject).args(more).output();
        finished(command.expect("the command runs"))
    };
    let graded = test("alice.c", &[]);
    let end = "1 submission, 1 case: 1 passed\n";
    assert!(graded.stdout.ends_with(end), "{}", graded.stdout);
    assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));
    let graded = test("bob", &["--one", "--json"]);
    let page: serde_json::Value = serde_json::from_str(&graded.stdout).expect("JSON");
    assert_eq!(
        page["submissions"][0]["results"][0]["verdict"]["code"],
        "WA"
    );
    assert_eq!(graded.status, Some(1));
    // Without --one each of the two files is a submission, and neither can be linked.
    let graded = test("bob", &[]);
    let end = "2 submissions, 1 case: 2 failed\n";
    assert!(graded.stdout.ends_with(end), "{}", graded.stdout);
    assert!(graded.stderr.contains("--one takes the folder for one"));
    for args in [["test", "cases"], ["grade", "--cases=cases"]] {
        let mut command = grade.plyjudge(args);
        let ended = finished(command.args(["--command", "./x.py"]).output().unwrap());
        let text = "./x.py: cannot be executed as it is; --command 'python3 ./x.py' runs it";
        assert!(ended.stderr.contains(text), "{}", ended.stderr);
        assert_eq!(ended.status, Some(2));
    }
}
