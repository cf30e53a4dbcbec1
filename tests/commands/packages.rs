//! Problem packages, and suites with output validators of their own. All packages here are ours.

use crate::support::grade::{Grade, finished, program};

/// An output validator in C; `body` may use `input`, `answer`, `team` (standard input) and the
/// name `feedback`.
fn validator(body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         static FILE *feedback_file(const char *folder, const char *name) {{\n\
         char path[4096]; snprintf(path, sizeof path, \"%s%s\", folder, name);\n\
         return fopen(path, \"w\"); }}\n\
         int main(int argc, char **argv) {{\n\
         FILE *input = fopen(argv[1], \"r\"), *answer = fopen(argv[2], \"r\"), *team = stdin;\n\
         const char *feedback = argv[3];\n\
         if (!input || !answer || argc < 4) return 1;\n\
         (void)team; (void)feedback; (void)feedback_file; {body} }}\n"
    )
}

/// A legacy package with this as its output validator.
fn custom(body: &str) -> Grade {
    Grade::new()
        .file(
            "cases/problem.yaml",
            "validation: custom\nvalidator_flags: flag\nlimits: {validation_time: 1}\n",
        )
        .file("cases/output_validators/check/check.c", validator(body))
        .file("cases/data/secret/1.in", "12\n")
        .file("cases/data/secret/1.ans", "secret answer\n")
}

/// The validator has the input, the answer, the output and its arguments, and its status decides.
/// It is not asked about programs that come to a bad end.
#[test]
fn an_output_validator_says_what_is_right() {
    let grade = custom(
        "int sum = 0, one, other; char word[9] = \"\"; \
         if (argc != 5 || strcmp(argv[4], \"flag\") || fscanf(answer, \"%8s\", word) != 1) return 2; \
         if (fscanf(input, \"%d\", &sum) != 1 || strcmp(word, \"secret\")) return 3; \
         FILE *message = feedback_file(feedback, \"judgemessage.txt\"); \
         if (scanf(\"%d %d\", &one, &other) == 2 && one + other == sum) return 42; \
         fprintf(message, \"not %d\\n\", sum); return 43;",
    )
    .submission("five.c", program("puts(\"5 7\");"))
    .submission("four.c", program("puts(\"4 8\");"))
    .submission("status.c", program("puts(\"4 8\"); return 1;"))
    .submission("wrong.c", program("puts(\"4 9\");"));
    grade.expect(
        "
five.c: AC
four.c: AC
status.c: RTE, exit status 1
wrong.c: WA, rejected by the output validator
",
    );
    let journal = std::fs::read_to_string(grade.journal()).unwrap();
    assert_eq!(journal.matches("not 12").count(), 1, "{journal}");
    // A result is one of this validator.
    let again = grade.run_with([]);
    assert_eq!((again.status, grade.count("result")), (Some(0), 4));
    grade.put(
        "cases/output_validators/check/check.c".as_ref(),
        validator("return 42;"),
    );
    let changed = grade.run_with([]);
    assert_eq!(changed.status, Some(0), "{}", changed.stderr);
    assert!(grade.told().contains("wrong.c: AC"), "{}", grade.told());
}

/// What a validator does wrong is never the student's fault.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_validator_that_fails_is_a_failure_of_ours() {
    for (body, told) in [
        (
            "return 0;",
            "it exited with status 0, expected exit status 42 or 43",
        ),
        (
            "fputs(\"oh\\033[1m\\n\", stderr); return 1;",
            "it said: oh\\u{1b}[1m",
        ),
        ("abort();", "it ended by signal 6"),
        ("for (;;);", "it ran out of processor time"),
        (
            "for (;;) puts(\"spam spam spam spam\");",
            "it printed too much",
        ),
    ] {
        let grade = custom(body)
            .file(
                "cases/problem.yaml",
                "validation: custom\nlimits: {validation_time: 0.3}\n",
            )
            .submission("a.c", program("puts(\"1\");"));
        let graded = grade.run_with([]);
        assert_eq!(graded.status, Some(3), "{body}: {}", graded.stderr);
        assert!(grade.told().contains(told), "{body}: {}", grade.told());
    }
    let grade = custom("no C").submission("a.c", program("puts(\"1\");"));
    let graded = grade.run_with([]);
    assert_eq!(graded.status, Some(2));
    let told = "cannot use the output validator cases/output_validators/check: ";
    assert!(graded.stderr.contains(told), "{}", graded.stderr);
}

/// Feedback may be anything: too much of it, links to files of the host, folders, pipes.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn hostile_feedback_is_not_followed() {
    for (body, told) in [
        (
            "chdir(feedback); symlink(\"/etc/passwd\", \"judgemessage.txt\"); return 42;",
            "a.c: AC",
        ),
        (
            "chdir(feedback); symlink(\"../answer.ans\", \"judgemessage.txt\"); return 42;",
            "a.c: AC",
        ),
        (
            "chdir(feedback); mkfifo(\"judgemessage.txt\", 0600); return 42;",
            "a.c: AC",
        ),
        (
            "rmdir(feedback); symlink(\"/etc\", \"feedback\"); return 43;",
            "a.c: WA, rejected",
        ),
        (
            "FILE *f = feedback_file(feedback, \"judgemessage.txt\"); \
             for (int i = 0; i < 100000; i++) fputs(\"0123456789\", f); return 42;",
            "a.c: AC",
        ),
    ] {
        let body = format!("{body} /* */");
        let text = validator(&body).replacen("#include", "#include <sys/stat.h>\n#include", 1);
        let grade = custom("")
            .file("cases/output_validators/check/check.c", text)
            .submission("a.c", program("puts(\"1\");"));
        let graded = grade.run_with([]);
        assert_eq!(graded.status, Some(0), "{body}: {}", graded.stderr);
        assert!(grade.told().starts_with(told), "{body}: {}", grade.told());
        let journal = std::fs::read_to_string(grade.journal()).unwrap();
        assert!(!journal.contains("root:"), "{body}");
        assert!(!journal.contains("secret answer"), "{body}");
        assert!(journal.len() < 20_000, "{body}");
    }
    if !custom("").is_contained() {
        return;
    }
    let grade = custom(
        "FILE *f = feedback_file(feedback, \"x\"); char block[65536] = \"\"; \
         for (int i = 0; i < 1000; i++) fwrite(block, sizeof block, 1, f); fclose(f); \
         f = fopen(\"/etc/hosts.new\", \"w\"); return f ? 43 : 42;",
    )
    .submission("a.c", program("puts(\"1\");"));
    grade.expect("a.c: AC\n");
}

/// Parts of points, as `score_multiplier.txt` or `score.txt` has them, where the group allows it.
#[test]
fn a_validator_gives_parts_of_points() {
    let validator = validator(
        "double value; char name[40]; \
         if (scanf(\"%39s %lf\", name, &value) != 2) return 43; \
         fprintf(feedback_file(feedback, name), \"%g\\n\", value); return 42;",
    );
    let grade = Grade::new()
        .submission("double.c", program("puts(\"score_multiplier.txt 2\");"))
        .submission("half.c", program("puts(\"score_multiplier.txt 0.5\");"))
        .submission("points.c", program("puts(\"score.txt 10\");"))
        .submission("wrong.c", program("puts(\"none\");"))
        .file(
            "cases/problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\n",
        )
        .file("cases/output_validator/check.c", validator)
        .file("cases/data/secret/1.in", "")
        .file("cases/data/secret/1.ans", "")
        .file("cases/data/secret/2.in", "")
        .file("cases/data/secret/2.ans", "");
    let graded = grade.run_with([]);
    assert_eq!(graded.status, Some(3), "{}", graded.stderr);
    let told = grade.told();
    let lines: Vec<&str> = told.lines().collect();
    assert!(
        lines[0].contains("it gave 2 of the points, expected at most 1"),
        "{told}"
    );
    assert_eq!(lines[1], "half.c: AC | AC [50.0]");
    assert_eq!(lines[2], "points.c: AC | AC [20.0]");
    assert!(lines[3].ends_with("[0.0]"), "{told}");
}

#[test]
fn a_plain_suite_may_have_a_validator() {
    let check = "import sys\n\
        given, answer, feedback, wanted = sys.argv[1:]\n\
        sys.exit(42 if sys.stdin.read().split() == [wanted] else 43)\n";
    let grade = Grade::new()
        .submission("right.c", program("puts(\"yes\");"))
        .submission("wrong.c", program("puts(\"no\");"))
        .case("1", "", "anything\n")
        .file("cases/check.py", check)
        .file(
            "cases/suite.toml",
            "validator = 'check.py'\nvalidator_args = ['yes']\n",
        );
    grade.expect(
        "
right.c: AC
wrong.c: WA, rejected by the output validator
",
    );
    let refused = grade.run_with(["--ignore", "case", "--rerun"]);
    assert_eq!(refused.status, Some(2));
    grade.put(
        "cases/suite.toml".as_ref(),
        "validator = 'check.py'\ncompare = 'tokens'\n",
    );
    let both = grade.run_with([]);
    let told = "found a validator and keys that say how to compare, expected one of them";
    assert!(both.stderr.contains(told), "{}", both.stderr);
}

/// A validator that is built by a script and run by another.
#[test]
fn validators_may_have_scripts() {
    let grade = custom("return 43;").submission("a.c", program("puts(\"1\");"));
    for (name, text) in [
        ("build", "#!/bin/sh\ncc -DOK -o made check.c\n"),
        (
            "run",
            "#!/bin/sh\n\"$(dirname \"$0\")/made\" \"$@\"\n[ $? = 43 ] && exit 42\n",
        ),
    ] {
        let path = grade
            .path()
            .join("cases/output_validators/check")
            .join(name);
        std::fs::write(&path, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).unwrap();
    }
    grade.expect("a.c: AC\n");
}

/// A game of guessing a number, in which the validator answers.
fn guessing(body: &str) -> Grade {
    Grade::new()
        .file(
            "cases/problem.yaml",
            "problem_format_version: 2025-09\ntype: [pass-fail, interactive]\nlimits: {time_limit: 1}\n",
        )
        .file("cases/output_validator/judge.c", validator(body))
        .file("cases/data/secret/1.in", "37\n")
        .file("cases/data/secret/1.ans", "\n")
}

const GUESSING: &str = "int number, guess; setbuf(stdout, NULL); \
    if (fscanf(input, \"%d\", &number) != 1) return 1; \
    for (int count = 0; count < 10; count++) { \
    if (scanf(\"%d\", &guess) != 1) { fprintf(feedback_file(feedback, \"judgemessage.txt\"), \
    \"%s\", \"no guess\"); return 43; } \
    if (guess == number) { puts(\"right\"); return 42; } \
    puts(guess < number ? \"higher\" : \"lower\"); } return 43;";

#[test]
fn programs_and_validators_speak_with_each_other() {
    let bisect = "int low = 1, high = 100; char word[9]; setbuf(stdout, NULL); for (;;) { \
        int guess = (low + high) / 2; printf(\"%d\\n\", guess); \
        if (scanf(\"%8s\", word) != 1) return 1; if (!strcmp(word, \"right\")) return 0; \
        if (!strcmp(word, \"higher\")) low = guess + 1; else high = guess - 1; }";
    let grade = guessing(GUESSING)
        .submission("bisect.c", program(bisect))
        .script("crash", "echo 1; read word; kill -ABRT $$")
        .script("deaf", "while :; do echo 37; done")
        .script("early", "exit 0")
        .script(
            "linear",
            "guess=1; echo 1; while read word && [ $word != right ]; do echo $((guess += 1)); done",
        )
        .script("silent", "read word")
        .script("spin", "while :; do :; done");
    let graded = grade.run_with(["--cpu", "0.3", "--wall", "2"]);
    assert_eq!(graded.status, Some(0), "{}", graded.stderr);
    let told = grade.told();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "bisect.c: AC");
    assert_eq!(
        lines[1],
        "crash: RTE, ended by SIGABRT (aborted: a failed assertion or a corrupted heap)"
    );
    // It goes on printing after it was right: by its own limits.
    assert!(
        lines[2].starts_with("deaf: OLE") || lines[2].starts_with("deaf: TLE"),
        "{told}"
    );
    assert_eq!(lines[3], "early: WA, rejected by the output validator");
    assert_eq!(lines[4], "linear: WA, rejected by the output validator");
    assert_eq!(lines[5], "silent: TLE, out of time");
    assert_eq!(lines[6], "spin: TLE, out of time");
}

/// Whatever a validator does in a conversation, it comes to an end, and is no student's fault.
#[test]
fn validators_that_fail_in_conversation_are_failures_of_ours() {
    for (body, told) in [
        ("return 1;", "it exited with status 1"),
        (
            "for (;;) puts(\"spam spam spam spam spam spam\");",
            "it printed too much",
        ),
        ("abort();", "it ended by signal 6"),
    ] {
        let grade = guessing(body).submission(
            "a.c",
            program("char word[9]; while (scanf(\"%8s\", word) == 1) ; return 0;"),
        );
        let graded = grade.run_with([]);
        assert_eq!(graded.status, Some(3), "{body}: {}", graded.stderr);
        assert!(grade.told().contains(told), "{body}: {}", grade.told());
    }
}

/// A package that keeps its promises, with a validator of inputs.
fn promising() -> Grade {
    let sum = |op: &str| {
        let body = format!("int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", a {op} b);");
        program(&body)
    };
    let input = "import re, sys\n\
        sys.exit(42 if re.fullmatch('[0-9]+ [0-9]+\\n', sys.stdin.read()) else 43)\n";
    // Right where both numbers are the same, without end where they are not.
    let late =
        "int a, b; scanf(\"%d %d\", &a, &b); if (a != b) for (;;); printf(\"%d\\n\", a + b);";
    Grade::new()
        .file(
            "p/problem.yaml",
            "problem_format_version: 2025-09\nname: x\nlimits: {time_limit: 0.2}\n",
        )
        .file("p/data/sample/1.in", "2 2\n")
        .file("p/data/sample/1.ans", "4\n")
        .file("p/data/secret/1.in", "3 4\n")
        .file("p/data/secret/1.ans", "7\n")
        .file("p/data/invalid_input/words.in", "two and two\n")
        .file("p/data/invalid_output/1.in", "2 2\n")
        .file("p/data/invalid_output/1.ans", "4\n")
        .file("p/data/invalid_output/1.out", "5\n")
        .file("p/input_validators/check.py", input)
        .file("p/submissions/accepted/plus.c", sum("+"))
        .file("p/submissions/run_time_error/abort.c", program("abort();"))
        .file("p/submissions/time_limit_exceeded/loop.c", program(late))
        .file("p/submissions/wrong_answer/times.c", sum("*"))
}

fn verified(grade: &Grade) -> (Option<i32>, String) {
    let mut command = grade.plyjudge(["verify", "p"]);
    command.args(grade.options());
    let output = command.output().expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), stdout + &stderr)
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_package_is_verified() {
    // The time limit is found out.
    let problem = "problem_format_version: 2025-09\nname: x\n";
    let grade = promising().file("p/problem.yaml", problem);
    let (status, told) = verified(&grade);
    assert_eq!(status, Some(0), "{told}");
    let cells: Vec<Vec<&str>> = told
        .lines()
        .take(5)
        .map(|line| {
            line.split_whitespace()
                .filter(|word| *word != "s")
                .collect()
        })
        .collect();
    assert_eq!(
        cells[0],
        ["submission", "sample", "secret", "slowest", "promise"]
    );
    let verdicts = |row: usize| (cells[row][0], cells[row][1], cells[row][2], cells[row][4]);
    assert_eq!(verdicts(1), ("accepted/plus.c", "AC", "AC", "kept"));
    assert_eq!(
        verdicts(2),
        ("run_time_error/abort.c", "RTE", "RTE", "kept")
    );
    assert_eq!(
        verdicts(3),
        ("time_limit_exceeded/loop.c", "AC", "TLE", "kept")
    );
    assert_eq!(verdicts(4), ("wrong_answer/times.c", "AC", "WA", "kept"));
    assert!(told.contains("Time limit: 1.00 s (the slowest"), "{told}");
}

/// What a package adds: included files beside a submission, in the folder that it starts in, too;
/// files of a case; constants in both and in validators.
#[test]
fn programs_find_what_a_package_adds() {
    let adds = "int n = 0, more = 0, own = 0; scanf(\"%d\", &n); FILE *all = fopen(\"all.txt\", \"r\"), \
        *mine = fopen(\"deep/mine.txt\", \"r\"); if (!all || !mine) return 1; \
        fscanf(all, \"%d\", &more); fscanf(mine, \"%d\", &own); \
        printf(\"%d\\n\", n + more + own + from_header()); return 0;";
    let grade = Grade::new()
        .file(
            "cases/problem.yaml",
            "problem_format_version: 2025-09\nlimits: {time_limit: 1}\nconstants: {k: 1000, h: 20000}\n",
        )
        .file("cases/include/default/all.txt", "{{k}}\n")
        .file("cases/include/default/help.h", "no C")
        .file("cases/include/c/help.h", "static int from_header(void) { return {{h}}; }\n")
        .file("cases/data/secret/1.in", "1\n")
        .file("cases/data/secret/1.ans", "21301\n")
        .file("cases/data/secret/1.files/deep/mine.txt", "300\n")
        .submission(
            "a.c",
            format!("#include \"help.h\"\n{}", program(adds)),
        )
        .submission("b/b.c", format!("#include \"help.h\"\n{}", program(adds)))
        // Nobody replaces what students write, and their own file of that name gives way.
        .submission("b/help.h", "no C")
        .submission("c.c", program("puts(\"{{k}}\");"))
        .submission("d.py", "print(21000 + 300 + int(open('all.txt').read()) - 1000 + 1)\n");
    grade.expect(
        "
a.c: AC
b: AC
c.c: WA, differs
d.py: AC
",
    );
}

/// A package is the same packed, also where its folder is in the archive; what is in a hostile
/// archive is not written anywhere.
#[test]
fn packages_may_be_zip_files() {
    let grade = promising().submission("times.c", program("puts(\"12\");"));
    let zip = "import sys, zipfile, os\n\
        with zipfile.ZipFile('p.zip', 'w') as z:\n\
        \x20   for at, _, files in os.walk('p'):\n\
        \x20       for f in files: z.write(os.path.join(at, f))\n\
        with zipfile.ZipFile('bad.zip', 'w') as z:\n\
        \x20   z.writestr('problem.yaml', '')\n\
        \x20   z.writestr('../../escaped', 'x')\n";
    let made = std::process::Command::new("python3")
        .args(["-c", zip])
        .current_dir(grade.path())
        .status()
        .expect("python3 runs");
    assert!(made.success());
    for (package, status) in [("p", Some(0)), ("bad.zip", Some(2)), ("p.zip", Some(0))] {
        let mut command = grade.plyjudge(["grade", "submissions", "--cases", package, "--rerun"]);
        command.args(["--cpu", "1"]).args(grade.options());
        let graded = finished(command.output().expect("the command runs"));
        assert_eq!(graded.status, status, "{package}: {}", graded.stderr);
        if status == Some(0) {
            assert_eq!(grade.told(), "times.c: WA, differs | WA, differs\n");
        } else {
            assert!(
                graded.stderr.contains("leads out of it"),
                "{}",
                graded.stderr
            );
        }
    }
    // A journal's page has the inputs that fail, though nothing is unpacked any more.
    let page = grade.path().join("merged.html");
    let mut merge = grade.plyjudge(["merge", "--html"]);
    merge
        .arg(&page)
        .arg(grade.journal())
        .output()
        .expect("the command runs");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("3 4"), "{page}");
    let mut command = grade.plyjudge(["audit", "p.zip"]);
    command.args(grade.options());
    let audited = finished(command.output().expect("the command runs"));
    assert!(
        audited.stdout.contains("accepted/plus.c, 2 cases: 3 of 3"),
        "{}",
        audited.stdout
    );
    assert_eq!(grade.folders_left(), 0);
}

/// Points of a legacy package: by its grader, from what the output validator gives.
#[test]
fn legacy_packages_have_scores() {
    let check = "int points = 0; if (scanf(\"%d\", &points) != 1) return 43; \
        if (points) fprintf(feedback_file(feedback, \"score.txt\"), \"%d\", points); return 42;";
    let grade = Grade::new()
        .file(
            "cases/problem.yaml",
            "type: scoring\nvalidation: custom score\nlimits: {memory: 512}\n",
        )
        .file("cases/data/testdata.yaml", "grader_flags: ignore_sample\n")
        .file("cases/data/sample/1.in", "0")
        .file("cases/data/sample/1.ans", "")
        .file(
            "cases/data/secret/testdata.yaml",
            "on_reject: continue\ngrader_flags: max\naccept_score: 7\n",
        )
        .file("cases/data/secret/1.in", "1")
        .file("cases/data/secret/1.ans", "")
        .file("cases/data/secret/2.in", "2")
        .file("cases/data/secret/2.ans", "")
        .file("cases/output_validators/v/v.c", validator(check))
        .submission(
            "echo.c",
            program("int c; while ((c = getchar()) != EOF) putchar(c);"),
        )
        .submission("few.c", program("puts(\"-3\");"))
        .submission("none.c", program("puts(\"0\");"))
        .submission(
            "wrong.c",
            program("int c = getchar(); puts(c == '2' ? \"?\" : \"90\");"),
        );
    let graded = grade.run_with(["--cpu", "1"]);
    assert_eq!(graded.status, Some(0), "{}", graded.stderr);
    assert_eq!(
        grade.told(),
        "echo.c: AC | AC | AC [1.0, 2.0]\n\
         few.c: AC | AC | AC [-3.0, -3.0]\n\
         none.c: AC | AC | AC [1.0, 7.0]\n\
         wrong.c: AC | AC | WA, rejected by the output validator [90.0, 90.0]\n"
    );
}

/// Points of groups together: the least of them, or those of `secret` when all cases pass. Samples
/// are no part of it, unless they are required.
#[test]
fn groups_of_packages_come_together() {
    let echo = "int c; while ((c = getchar()) != EOF) putchar(c);";
    let but = |word: &str| {
        program(&format!(
            "char s[9] = \"\"; scanf(\"%8s\", s); puts(strcmp(s, \"{word}\") ? s : \"?\");"
        ))
    };
    let mut grade = Grade::new()
        .file(
            "cases/problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nlimits: {time_limit: 1}\n",
        )
        .file("cases/data/secret/a/test_group.yaml", "max_score: 30\n")
        .file(
            "cases/data/secret/b/test_group.yaml",
            "max_score: 50\nscore_aggregation: sum\n",
        )
        .submission("all.c", program(echo))
        .submission("no-a.c", but("a1"))
        .submission("no-b.c", but("b1"))
        .submission("no-sample.c", but("s"));
    for (case, text) in [
        ("sample/1", "s"),
        ("secret/a/1", "a1"),
        ("secret/b/1", "b1"),
        ("secret/b/2", "b2"),
    ] {
        for ending in ["in", "ans"] {
            grade = grade.file(&format!("cases/data/{case}.{ending}"), text);
        }
    }
    // By hand, from the format: 30 and 50; 0 and 50; 30 and 25; all right but the sample.
    for (secret, points, most) in [
        ("", [80.0, 50.0, 55.0, 80.0], 80.0),
        ("score_aggregation: min\n", [30.0, 0.0, 25.0, 30.0], 30.0),
        (
            "score_aggregation: min\nrequire_pass: sample\n",
            [30.0, 0.0, 25.0, 0.0],
            30.0,
        ),
        (
            "score_aggregation: pass-fail\nmax_score: 7\n",
            [7.0, 0.0, 0.0, 7.0],
            7.0,
        ),
    ] {
        grade.put("cases/data/secret/test_group.yaml".as_ref(), secret);
        let graded = grade.run_with(["--json"]);
        assert_eq!(graded.status, Some(0), "{}", graded.stderr);
        let told: serde_json::Value = serde_json::from_str(&graded.stdout).expect("JSON");
        let all = told["submissions"].as_array().expect("a list");
        let found: Vec<f64> = all.iter().filter_map(|it| it["points"].as_f64()).collect();
        assert_eq!(found, points, "{secret}");
        assert_eq!(told["summary"]["max_points"], most, "{secret}");
    }
}

/// What `submissions.yaml` says of language and entry point is heeded.
#[test]
fn example_submissions_may_say_what_is_run() {
    let grade = promising()
        .file("p/submissions/accepted/two/main.py", "print('no')\n")
        .file(
            "p/submissions/accepted/two/really.py",
            "print(sum(map(int, input().split())))\n",
        )
        .file("p/submissions/accepted/old.py", "print 4\n")
        .file(
            "p/submissions/submissions.yaml",
            "accepted/two: {language: python3, entrypoint: really.py}\n\
             accepted/old.py: {language: python2}\n",
        );
    let mut command = grade.plyjudge(["verify", "p", "--json"]);
    command.args(grade.options());
    let output = command.output().expect("the command runs");
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(3), "{record}");
    let untried = record["untried"][0].as_str().expect("a message");
    let reason = "accepted/old.py: no recipe for language 'python2'";
    assert!(untried.starts_with(reason), "{untried}");
    assert_eq!(record["kept"], true);
    assert_eq!(record["submissions"].as_array().map(Vec::len), Some(5));
    assert_eq!(record["submissions"][0]["groups"][1]["verdicts"]["AC"], 1);
    assert_eq!(record["time_limit"]["seconds"], 0.2);
}

/// A program that prints without end may have been promised to be too late, and a link of a validator
/// may lead to another file of the package.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn endless_output_keeps_a_promise_and_links_of_validators_are_followed() {
    let grade = promising()
        .file(
            "p/submissions/time_limit_exceeded/prints.c",
            program("for (;;) puts(\"4\");"),
        )
        .file("p/shared/rule.py", "RIGHT = 42\n")
        .file(
            "p/input_validators/linked/__main__.py",
            "import rule, sys\nsys.exit(rule.RIGHT)\n",
        );
    let link = grade.path().join("p/input_validators/linked/rule.py");
    std::os::unix::fs::symlink("../../shared/rule.py", link).expect("a link");
    let (status, told) = verified(&grade);
    assert_eq!(status, Some(0), "{told}");
    let prints = told.lines().find(|line| line.contains("prints.c"));
    let prints: Vec<&str> = prints.expect("its row").split_whitespace().collect();
    assert_eq!((prints[1], prints.last()), ("RTE", Some(&"kept")), "{told}");
}

#[test]
fn broken_promises_are_told() {
    let grade = promising()
        .file("p/data/secret/1.ans", "12\n")
        .file("p/data/invalid_input/words.in", "1 2\n")
        .file("p/data/invalid_output/1.out", "4\n")
        .file("p/data/sample/1.in", "2  2\n");
    let (status, told) = verified(&grade);
    assert_eq!(status, Some(1), "{told}");
    for line in [
        "Broken: accepted/plus.c: found WA, expected AC",
        "Broken: wrong_answer/times.c: found only AC, expected WA somewhere",
        "Broken: sample/1: input_validators/check.py rejects the input",
        "Broken: invalid_input/words: no input validator rejects the input",
        "Broken: invalid_output/1: the output is accepted, but has to be rejected",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    // What cannot be tried is neither kept nor broken.
    let grade = promising()
        .file("p/submissions/accepted/plus.swift", "\n")
        .file("p/input_validators/check.ctd", "INT(0, 9)\n");
    let (status, told) = verified(&grade);
    assert_eq!(status, Some(3), "{told}");
    assert!(told.contains("Not tried: accepted/plus.swift: "), "{told}");
    let untried = "check.ctd: Checktestdata and VIVA are not run here";
    assert!(told.contains(untried), "{told}");
}
