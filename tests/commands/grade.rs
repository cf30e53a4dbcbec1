//! `plyjudge grade`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use crate::support::grade::{ECHO, Grade, finished, program};
use crate::support::skipped;

#[test]
fn a_verdict_of_each_kind() {
    Grade::new()
        .args([
            "--cpu",
            "0.2",
            "--memory",
            "64MiB",
            "--output-limit",
            "1KiB",
        ])
        .submission("crash.c", program("abort();"))
        .submission("endless.c", program("for (;;) puts(\"1\");"))
        .submission(
            "hungry.c",
            program("for (;;) memset(malloc(1 << 20), 1, 1 << 20);"),
        )
        .submission("right.c", ECHO)
        .submission("slow.c", program("for (volatile int i = 0;; i++);"))
        .submission("status.c", program("puts(\"1\"); return 3;"))
        .submission("typo.c", "int main(void) { retrun 0; }\n")
        .submission("wrong.c", program("puts(\"1\");"))
        .case("1", "1\n", "1\n")
        .case("2", "2\n", "2\n")
        .expect(
            "
crash.c: RTE, ended by SIGABRT (aborted: a failed assertion or a corrupted heap) | RTE, \
ended by SIGABRT (aborted: a failed assertion or a corrupted heap)
endless.c: OLE, printed too much | OLE, printed too much
hungry.c: MLE, out of memory | MLE, out of memory
right.c: AC | AC
slow.c: TLE, out of time | TLE, out of time
status.c: AC | WA, differs
typo.c: (cc failed with exit status 1) CE, does not compile | CE, does not compile
wrong.c: AC | WA, differs
",
        );
}

#[test]
fn exit_statuses_count_where_they_are_awaited() {
    let grade = Grade::new()
        .submission("no.sh", "#!/no/such/interpreter\n")
        .submission("one.c", program("puts(\"1\"); return 1;"))
        .submission("signal.c", program("puts(\"1\"); fflush(stdout); abort();"))
        .submission("zero.c", program("puts(\"1\"); return 0;"))
        .case("a", "", "1\n")
        .case("b", "", "2\n");
    grade.put(Path::new("submissions/no.sh"), "#!/no/such/interpreter\n");
    let script = grade.path().join("submissions/no.sh");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let signal = "RTE, ended by SIGABRT (aborted: a failed assertion or a corrupted heap)";
    let told = |one: [&str; 2], zero: [&str; 2]| {
        let none = "RTE, cannot be run: No such file or directory (os error 2)";
        let row = |name: &str, [a, b]: [&str; 2]| format!("{name}: {a} | {b}\n");
        row("no.sh", [none; 2])
            + &row("one.c", one)
            + &row("signal.c", [signal; 2])
            + &row("zero.c", zero)
    };
    let (right, wrong) = ("AC", "WA, differs");
    grade.expect(&told([right, wrong], [right, wrong]));
    assert_eq!(grade.count("result"), 8);
    let table = grade.run_with([]).stdout;
    assert!(table.contains("2 with a nonzero exit status"), "{table}");
    assert!(
        table.contains("It ended with exit status 1, which does not count."),
        "{table}"
    );
    // Results depend on it: nothing is recalled that was judged in another way.
    let one = ["RTE, exit status 1"; 2];
    let zero = ["RTE, exit status 0"; 2];
    grade.run_with(["--exit-status", "zero"]);
    assert_eq!(grade.told(), told(one, [right, wrong]));
    assert_eq!(grade.count("result"), 16);
    // The group's comes before the suite's, the command line's before both.
    let group =
        |name: &str| format!("[[group]]\nname = '{name}'\ncases = ['{name}']\npoints = 1\n");
    let suite = format!(
        "exit_status = 1\n{}{}exit_status = 0\n",
        group("a"),
        group("b")
    );
    grade.put(Path::new("cases/suite.toml"), suite);
    grade.run_with([]);
    let of_suite = told([right, one[0]], [zero[0], wrong]).replace('\n', " [0.0, 0.0]\n");
    let of_suite = of_suite.replace(
        "one.c: AC | RTE, exit status 1 [0.0",
        "one.c: AC | RTE, exit status 1 [1.0",
    );
    assert_eq!(grade.told(), of_suite);
    grade.run_with(["--exit-status", "any"]);
    let any = told([right, wrong], [right, wrong]).replace("differs\n", "differs [1.0, 0.0]\n");
    let any = any.replace(")\n", ") [0.0, 0.0]\n");
    assert_eq!(grade.told(), any);
}

#[test]
fn submissions_of_every_form() {
    let grade = Grade::new()
        .submission("file.c", ECHO)
        .submission("files/a.c", "int twice(int x) { return 2 * x; }\n")
        .submission(
            "files/b.c",
            "int twice(int); \n#include \"b.h\"\nint main(void) { return twice(ZERO); }\n",
        )
        .submission("files/b.h", "#define ZERO 0\n")
        .submission(
            "made/Makefile",
            "all:\n\tcc -o game src/x.c\n\tcc -o main src/x.c\n",
        )
        .submission("made/src/x.c", "int main(void) { return 0; }\n")
        .submission("nested/project/main.c", "int main(void) { return 0; }\n")
        .submission("nested/__MACOSX/project/._main.c", "\0")
        .submission("script", "#!/bin/sh\n[ -f /program/script ] && exit 0\n")
        .submission("scripts/main", "#!/bin/sh\n. \"${0%/*}/other\"\n")
        .submission("scripts/other", "exit 0\n")
        .case("1", "", "");
    for name in ["script", "scripts/main"] {
        let path = grade.path().join("submissions").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    grade.expect(
        "
file.c: AC
files: AC
made: AC
nested: AC
script: AC
scripts: AC
",
    );
}

#[test]
fn odd_names() {
    let grade = Grade::new()
        .submission("-rf.c", ECHO)
        .submission("-rf/-o.c", ECHO)
        .submission("a b $(touch x) 'q\".c", ECHO)
        .submission("line\nbreak.c", ECHO)
        .submission("<script>.c", ECHO)
        .submission("å 漢 🎲/ü.c", ECHO)
        .case("-1 ü", "1\n", "1\n");
    let mut expected = "
-rf: AC
-rf.c: AC
<script>.c: AC
a b $(touch x) 'q\".c: AC
line\\x0abreak.c: AC
å 漢 🎲: AC
"
    .to_owned();
    if cfg!(target_os = "linux") {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"\xff\xfe.c");
        grade.put(&Path::new("submissions").join(name), ECHO);
        expected += "\\xff\\xfe.c: AC\n";
    }
    grade.expect(&expected);
}

#[test]
fn what_cannot_be_graded_is_named() {
    let grade = Grade::new()
        .submission("essay.docx", "PK")
        .submission("mixed/a.c", ECHO)
        .submission("mixed/b.py", "")
        .submission("not marked", "#!/bin/sh\n")
        .submission("outside/README", "")
        .submission("secret.c", ECHO)
        .case("1", "", "");
    let submissions = grade.path().join("submissions");
    fs::create_dir(submissions.join("empty")).unwrap();
    symlink("../../cases/1.out", submissions.join("outside/main.c")).unwrap();
    symlink("/etc/passwd", submissions.join("passwd.c")).unwrap();
    grade.expect(
        "
mixed: (sources of several languages, C (a.c) and Python 3 (b.py): expected one language, or a \
Makefile) CE, does not compile
not marked: (not marked is a program, but not marked as executable (chmod +x)) CE, does not \
compile
outside: (nothing to compile: found README, expected sources of a known language, a Makefile \
or a program; main.c is a symbolic link that leads out of the submission) CE, does not compile
passwd.c: (it is a symbolic link that leads out of the folder of the submissions) CE, does not \
compile
secret.c: AC
",
    );
    let graded = grade.run_with([]);
    let end = "empty: not a program\nessay.docx: not a program\n";
    assert!(graded.stdout.contains(end), "{}", graded.stdout);
    let end = "; 2 others are not programs\n";
    assert!(graded.stdout.ends_with(end), "{}", graded.stdout);
    let graded = grade.run_with(["--only", "empty", "essay.docx"]);
    assert_eq!(graded.status, Some(2));
    let text =
        "submissions: no submissions: empty is not a program (nothing to compile: it is empty)";
    assert!(graded.stderr.contains(text), "{}", graded.stderr);
}

#[test]
fn a_language_that_we_do_not_know_is_not_their_fault() {
    let grade = Grade::new()
        .submission("a.c", ECHO)
        .submission("b/main.swift", "")
        .submission("skipped.c", "")
        .case("1", "1\n", "1\n");
    let graded = grade.run_with(["--exclude", "skip*"]);
    assert_eq!(graded.status, Some(3));
    let text = "fault: main.swift: no recipe for .swift: add one with --languages";
    assert_eq!(grade.told(), format!("a.c: AC\nb: {text}\n"));
    let graded = grade.run_with(["--only", "a.c"]);
    assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));
    assert_eq!(grade.told(), "a.c: AC\n");
    let graded = grade.run_with(["--only", "d"]);
    let text = "found no submission 'd', expected one of: a.c, b, skipped.c";
    assert!(graded.stderr.contains(text), "{}", graded.stderr);
}

#[test]
fn a_folder_is_one_submission_where_that_is_said() {
    let grade = Grade::new()
        .submission(
            "main.c",
            "int echo(void); int main(void) { return echo(); }",
        )
        .submission("echo.c", ECHO.replace("main", "echo"))
        .submission("notes.txt", "")
        .case("1", "1\n", "1\n");
    let graded = grade.run_with([]);
    let hint = "plyjudge: submissions: found several C files, echo.c and main.c; each file and \
                folder in it is taken for a submission of its own (--one takes the folder for one)\n";
    assert_eq!(graded.stderr, hint);
    grade.put("submissions/Makefile".as_ref(), "");
    assert!(
        grade
            .run_with([])
            .stderr
            .contains("submissions: found Makefile;")
    );
    fs::remove_file(grade.path().join("submissions/Makefile")).unwrap();
    let graded = grade.run_with(["--one"]);
    assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));
    assert_eq!(grade.told(), "submissions: AC\n");
    // What is said to be a submission gets a verdict.
    fs::create_dir(grade.path().join("empty")).unwrap();
    let command = grade.command_of("grade", "empty").arg("--one").output();
    let graded = finished(command.unwrap());
    assert_eq!(graded.status, Some(0));
    let text = "empty: CE, nothing to compile: it is empty";
    assert!(graded.stdout.contains(text), "{}", graded.stdout);
}

#[test]
fn archives_are_graded_as_what_is_in_them() {
    let packed = |program: &str| {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(program.len() as u64);
        header.set_mode(0o644);
        let name = "work/main.c";
        archive
            .append_data(&mut header, name, program.as_bytes())
            .unwrap();
        archive.into_inner().unwrap()
    };
    let mut bomb = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    bomb.append_link(&mut header, "main.c", "/etc/passwd")
        .unwrap();
    Grade::new()
        .submission("alice.tar", packed(ECHO))
        .submission("bob/work.tar", packed("int main;"))
        .submission("bob/report.pdf", "%PDF")
        .submission("carol.tar", bomb.into_inner().unwrap())
        .submission("dave.zip", "PK")
        .case("1", "1\n", "1\n")
        .expect(
            "
alice.tar: AC
bob: RTE, ended by SIGSEGV (invalid memory access)
carol.tar: (carol.tar: main.c is a link) CE, does not compile
dave.zip: (dave.zip: it cannot be unpacked: invalid Zip archive: Could not find EOCD) CE, does not \
compile
",
        );
}

/// Whatever the assignment is: who fails in the same way is named together, copies are named, and
/// where most agree against the reference, the reference is asked about.
#[test]
fn submissions_that_fail_alike_are_told_together() {
    let square = |how: &str| {
        program(&format!(
            "int x; scanf(\"%d\", &x); printf(\"%d\\n\", {how});"
        ))
    };
    let grade = Grade::new()
        .submission("ann.c", square("x * x"))
        .submission("bob/main.c", square("x + (x - 1) * x"))
        .submission("cleo.c", square("x - x + x * x"))
        .submission("dan.c", square("0 * x"))
        .submission("eve.c", square("0 * x"))
        .submission("finn.c", square("x - x"))
        .submission("gus.c", square("2 * x"))
        .case("1", "1\n", "1\n")
        .case("2", "3\n", "10\n");
    let report = grade.run_with(["--json"]).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let expected = serde_json::json!({
        "groups": [
            {"submissions": ["ann.c", "bob", "cleo.c"], "cases": ["2"]},
            {"submissions": ["dan.c", "eve.c", "finn.c"], "cases": ["1", "2"]},
        ],
        "identical": [["dan.c", "eve.c"]],
        // Three of six are not most.
        "doubts": [],
    });
    assert_eq!(report["alike"], expected);
    let more = grade.submission("hana.c", square("x * x + 0"));
    let told = "\
4 submissions fail alike in case 2: ann.c, bob, cleo.c, hana.c
3 submissions fail alike in 2 cases: dan.c, eve.c, finn.c
2 submissions are the same, byte for byte: dan.c, eve.c
2: is the expected output right? 4 of 7 submissions print the same, and not this: \
ann.c, bob, cleo.c, hana.c
";
    let table = more.run_with([]).stdout;
    assert!(table.contains(told), "{table}");
    let points = more.run_with(["--csv=points"]).stdout;
    let groups = points.lines().map(|line| line.rsplit(',').next().unwrap());
    let groups: Vec<&str> = groups.collect();
    assert_eq!(
        groups,
        ["fails_alike", "1", "1", "1", "2", "2", "2", "", "1"]
    );
}

#[test]
fn points_come_from_the_suite() {
    let suite = "
[[group]]
name = 'stage 0'
cases = ['easy/*']
points = 8
limits = { cpu = 0.2 }

[[group]]
name = 'stage 1'
cases = ['hard/*']
points = 4.5
credit = 'group'
visibility = 'hidden'
limits = { cpu = 0.1 }
";
    Grade::new()
        .file("cases/suite.toml", suite)
        .submission("all.c", ECHO)
        .submission("one.c", program("puts(\"1\");"))
        .submission(
            "slow.c",
            program("if (getchar() == '1') puts(\"1\"); else for (;;);"),
        )
        .case("easy/1", "1\n", "1\n")
        .case("easy/2", "2\n", "2\n")
        .case("hard/1", "1\n", "1\n")
        .case("hard/2", "2\n", "2\n")
        .expect(
            "
all.c: AC | AC | AC | AC [8.0, 4.5]
one.c: AC | WA, differs | AC | WA, differs [4.0, 0.0]
slow.c: AC | TLE, out of time | AC | TLE, out of time [4.0, 0.0]
",
        );
}

#[test]
fn tokens_and_tolerances_are_those_of_the_suite() {
    let suite = |keys: &str| {
        format!(
            "{keys}[[group]]\nname = 'a'\ncases = ['a']\npoints = 1\n\
             [[group]]\nname = 'b'\ncases = ['b']\npoints = 1\ncompare = 'bytes'\n"
        )
    };
    let grade = Grade::new()
        .submission("far.c", program("puts(\"PI 3.2\");"))
        .submission("near.c", program("puts(\" pi\\n3.1416\");"))
        .submission("same.c", program("puts(\"Pi 3.14159\");"))
        .case("a", "", "Pi 3.14159\n")
        .case("b", "", "Pi 3.14159\n")
        .file("cases/suite.toml", suite(""));
    let bytes = "
far.c: WA, differs | WA, differs [0.0, 0.0]
near.c: WA, differs | WA, differs [0.0, 0.0]
same.c: AC | AC [1.0, 1.0]
";
    grade.expect(bytes);
    // A changed way to compare is a new question: the journal's answers are to the old one.
    grade.put(
        Path::new("cases/suite.toml"),
        suite("compare = 'tokens'\nfloat_tolerance = 1e-4\n"),
    );
    grade.expect(
        "
far.c: WA, differs | WA, differs [0.0, 0.0]
near.c: AC | WA, differs [1.0, 0.0]
same.c: AC | AC [1.0, 1.0]
",
    );
    let refused = grade.run_with(["--ignore", "case"]);
    assert_eq!(refused.status, Some(2));
    let told = "case 'a': found --ignore, which is for bytes";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
}

#[test]
fn cases_may_be_a_problem_package() {
    let grade = Grade::new()
        .submission("case.c", program("puts(\"PI 3.1\");"))
        .submission("right.c", program("printf(\"pi  3.14\");"))
        .submission("status.c", program("puts(\"pi 3.14\"); return 1;"))
        .file(
            "cases/problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nlimits: {time_limit: 0.5}\n",
        )
        .file("cases/data/sample/1.in", "")
        .file("cases/data/sample/1.ans", "pi 3\n")
        .file(
            "cases/data/sample/1.yaml",
            "output_validator_args: [float_tolerance, 0.1]\n",
        )
        .file("cases/data/secret/a/test_group.yaml", "max_score: 40\n")
        .file("cases/data/secret/a/1.in", "")
        .file("cases/data/secret/a/1.ans", "Pi\n3.14\n")
        .file(
            "cases/data/secret/b/test_group.yaml",
            "max_score: 60\nscore_aggregation: sum\nrequire_pass: secret/a\n",
        )
        .file("cases/data/secret/b/1.in", "")
        .file("cases/data/secret/b/1.ans", "pi 3.1\n")
        .file("cases/data/secret/b/2.in", "")
        .file("cases/data/secret/b/2.ans", "pi 3.14\n");
    grade.expect(
        "
case.c: AC | WA, differs | AC | WA, differs [0.0, 0.0, 0.0]
right.c: AC | AC | WA, differs | AC [0.0, 40.0, 30.0]
status.c: RTE, exit status 1 | RTE, exit status 1 | RTE, exit status 1 | RTE, exit status 1 [0.0, 0.0, 0.0]
",
    );
}

#[test]
fn differences_that_do_not_count() {
    let grade = Grade::new()
        .submission("cr.c", program("printf(\"1\\r\\n\");"))
        .submission("space.c", program("printf(\"1 \\n\");"))
        .case("1", "", "1\n");
    grade.expect(
        "
cr.c: WA, differs only in line endings
space.c: WA, differs only in white space
",
    );
    let ignore = ["--ignore", "trailing-space", "--ignore", "line-endings"];
    assert_eq!(grade.run_with(ignore).status, Some(0));
    assert_eq!(grade.told(), "cr.c: AC\nspace.c: AC\n");
}

#[test]
fn verdicts_that_flicker() {
    let coin = "int c = fgetc(fopen(\"/dev/urandom\", \"rb\")); return c & 1;";
    let grade = Grade::new()
        .args(["--repeat", "24"])
        .submission("coin.c", program(coin))
        .submission("firm.c", program("return 0;"))
        .case("1", "", "");
    let graded = grade.run_with(["--exit-status", "zero"]);
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        grade.told(),
        "coin.c: RTE, exit status 1 flickers\nfirm.c: AC\n"
    );
}

#[test]
fn after_the_first_failure() {
    Grade::new()
        .args(["--fail-fast", "--jobs", "2"])
        .submission("one.c", program("puts(\"1\");"))
        .submission("right.c", ECHO)
        .case("1", "1\n", "1\n")
        .case("2", "2\n", "2\n")
        .case("3", "1\n", "1\n")
        .expect("one.c: AC | WA, differs | -\nright.c: AC | AC | AC\n");
}

#[test]
fn one_program_by_its_command() {
    let grade = Grade::new()
        .file("p.sh", "read x; echo $1$x\n")
        .case("1", "2", "12\n");
    let mut command = grade.command([]);
    let args: Vec<_> = command
        .get_args()
        .skip(2)
        .map(|arg| arg.to_owned())
        .collect();
    command = std::process::Command::new(command.get_program());
    command.current_dir(grade.path());
    command
        .arg("grade")
        .args(args)
        .args(["--command", "sh p.sh 1", "--journal"]);
    command.arg(grade.journal());
    let graded = finished(command.output().unwrap());
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), ""));
    assert_eq!(grade.told(), "sh p.sh 1: AC\n");
}

#[test]
fn a_language_of_ones_own() {
    let table = "
[[language]]
name = 'C'
extensions = ['c']
compile = ['cc', '-DEXTRA=3', '-o', '{program}', '{sources}']
run = ['{program}']

[[language]]
name = 'Shell'
extensions = ['sh']
main = ['main.sh']
run = ['sh', '{main}', '{heap}']
env = { WORD = 'there' }
";
    Grade::new()
        .args(["--languages", "more.toml", "--memory", "128MiB"])
        .file("more.toml", table)
        .submission(
            "a.c",
            "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", EXTRA); }\n",
        )
        .submission("b.sh", "[ \"$1 $WORD\" = '96 there' ] && echo 3\n")
        .case("1", "", "3\n")
        .expect("a.c: AC\nb.sh: AC\n");
}

#[test]
fn a_missing_compiler_is_our_fault() {
    let table = "[[language]]\nname = 'Ada'\nextensions = ['adb']\n\
                 compile = ['no-such-gnat', '{sources}']\nrun = ['{program}']\n";
    let grade = Grade::new()
        .args(["--languages", "more.toml"])
        .file("more.toml", table)
        .submission("a.c", ECHO)
        .submission("b.adb", "")
        .case("1", "1", "1")
        .case("2", "2", "2");
    let graded = grade.run_with([]);
    let message = "plyjudge: 2 cases were not judged, because of a fault on plyjudge's side\n";
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(3), message));
    let fault = "fault: Ada: no-such-gnat is not installed on this machine";
    assert_eq!(
        grade.told(),
        format!("a.c: AC | AC\nb.adb: {fault} | {fault}\n")
    );
    // It may be installed by the next time.
    fs::write(
        grade.path().join("more.toml"),
        table.replace("no-such-gnat", "true"),
    )
    .unwrap();
    let none = "(compiling went well, but made no program (looked in )) CE, does not compile";
    grade.expect(&format!(
        "a.c: AC | AC\nb.adb: {none} | CE, does not compile\n"
    ));
}

#[test]
fn an_unreadable_file_is_our_fault() {
    let grade = Grade::new().submission("a/x.c", ECHO).case("1", "", "");
    let path = grade.path().join("submissions/a/x.c");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    let mut command = grade.command([]);
    if fs::File::open(&path).is_ok() {
        // Root can read everything.
        match grade.as_ordinary_user(&command) {
            Some(ordinary) => command = ordinary,
            None => return skipped("an ordinary user can be nobody here, or not run plyjudge"),
        }
    }
    assert_eq!(finished(command.output().unwrap()).status, Some(3));
    let fault = "x.c: cannot read: Permission denied (os error 13)";
    assert!(grade.told().contains(fault), "{}", grade.told());
}

#[test]
fn what_was_judged_is_not_run_again() {
    let grade = Grade::new()
        .submission("a.c", ECHO)
        .submission("b.c", program("puts(\"1\");"))
        .submission("typo.c", "int")
        .case("1", "1\n", "1\n")
        .case("2", "2\n", "2\n");
    let counts = || {
        (
            grade.count("begin"),
            grade.count("prepared"),
            grade.count("result"),
        )
    };
    grade.expect(
        "a.c: AC | AC\nb.c: AC | WA, differs\n\
         typo.c: (cc failed with exit status 1) CE, does not compile | CE, does not compile\n",
    );
    assert_eq!(counts(), (1, 3, 4));
    let told = grade.told();
    grade.expect(&told);
    assert_eq!(counts(), (1, 3, 4));
    grade.put("submissions/b.c".as_ref(), ECHO);
    grade.put("cases/2.out".as_ref(), "3\n");
    grade.expect(&told.replace("AC | AC", "AC | WA, differs"));
    // A sitting with other keys, both programs compiled; three pairs, as one is known.
    assert_eq!(counts(), (2, 5, 7));
    assert_eq!(grade.run_with(["--rerun"]).status, Some(0));
    assert_eq!(counts(), (2, 8, 11));
    assert_eq!(grade.run_with(["--cpu", "0.9"]).status, Some(0));
    assert_eq!(counts(), (3, 10, 15));
}

/// Submissions and cases that take about a second.
fn longer() -> Grade {
    let mut grade = Grade::new()
        .args(["--jobs", "2"])
        .submission("a.c", ECHO)
        .submission("b.c", program("puts(\"1\");"))
        .submission("crash.c", program("usleep(2000); abort();"))
        .submission("typo.c", "int")
        .submission("z.c", ECHO);
    for case in 0..40 {
        let text = format!("{}\n", case % 3);
        grade = grade.case(&case.to_string(), &text, &text);
    }
    grade
}

#[test]
fn a_killed_grading_goes_on() {
    let undisturbed = longer();
    assert_eq!(undisturbed.run_with([]).status, Some(0));
    let grade = longer();
    let report = |grade: &Grade, form| without_measures(&grade.run_with([form]).stdout);
    let mut last = 0;
    for round in 0..4 {
        let mut child = grade.start();
        // Moments from the first compilation to the last runs.
        std::thread::sleep(Duration::from_millis(30 + 190 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = grade.count("result");
        assert!(now >= last, "{now} results after {last}");
        last = now;
    }
    assert_eq!(grade.run_with([]).status, Some(0));
    assert_eq!(grade.told(), undisturbed.told());
    for form in ["--json", "--csv"] {
        assert_eq!(report(&grade, form), report(&undisturbed, form));
    }
    // Nothing was run twice but what was in flight, two pairs at most each time.
    let results = grade.count("result");
    assert!((160..=160 + 8).contains(&results), "{results} results");
    assert_eq!(grade.folders_left(), 0);
}

/// A report without what was measured: seconds and bytes of memory.
fn without_measures(report: &str) -> Vec<String> {
    let is_measure = |line: &str| line.contains("_seconds\":") || line.contains("memory_bytes\":");
    let lines = report.lines().filter(|line| !is_measure(line));
    let is_row = |line: &str| line.matches(',').count() == 10;
    let cut = |line: &str| match is_row(line) {
        true => line.rsplitn(4, ',').last().unwrap_or_default().to_owned(),
        false => line.to_owned(),
    };
    lines.map(cut).collect()
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn an_interrupted_grading_goes_on() {
    let grade = longer().submission("slow.c", program("usleep(100000);"));
    let mut child = grade.command([]);
    let child = child.stderr(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let graded = finished(child.wait_with_output().unwrap());
    assert_eq!(graded.status, Some(130));
    let message = "plyjudge: interrupted; the same command goes on from \
                   submissions.plyjudge.jsonl\n";
    assert_eq!(graded.stderr, message);
    let before = grade.count("result");
    assert_eq!(grade.run_with([]).status, Some(0));
    assert_eq!(grade.count("result"), 200, "{before} before");
}

#[test]
fn a_journal_that_cannot_be_used() {
    let grade = Grade::new().submission("a.c", ECHO).case("1", "1", "1");
    let refused = |journal: &str, message: &str| {
        let graded = grade.run_with(["--journal", journal]);
        assert_eq!(graded.status, Some(2), "{}", graded.stderr);
        assert_eq!(graded.stderr, format!("plyjudge: {journal}: {message}\n"));
    };
    let foreign = "found something that is not a journal, expected one, or no such file";
    refused("/dev/full", foreign);
    refused("cases/1.out", foreign);
    refused(
        "no/such",
        "cannot open: No such file or directory (os error 2)",
    );
    let open = fs::File::create(grade.path().join("busy")).unwrap();
    open.lock().unwrap();
    refused("busy", "another plyjudge is writing to this journal");
}

#[test]
fn a_full_disk_ends_it_and_it_goes_on() {
    let long = "x\n".repeat(5000);
    let mut grade = Grade::new().submission("a.c", program("puts(\"1\");"));
    for case in 0..30 {
        grade = grade.case(&case.to_string(), "", &long);
    }
    let whole = grade.command([]);
    let mut limited = std::process::Command::new("bash");
    // The journal may grow to 64 KiB.
    limited.args(["-c", "trap '' XFSZ; ulimit -S -f 64; exec \"$@\"", "bash"]);
    limited
        .arg(whole.get_program())
        .args(whole.get_args())
        .current_dir(grade.path());
    let graded = finished(limited.output().unwrap());
    assert_eq!(graded.status, Some(2), "{}", graded.stderr);
    assert_eq!(
        graded.stderr,
        "plyjudge: cannot go on grading; the same command resumes it: \
         submissions.plyjudge.jsonl: cannot write: File too large (os error 27)\n"
    );
    let before = grade.count("result");
    assert!((5..30).contains(&before), "{before} results");
    assert_eq!(grade.run_with([]).status, Some(0));
    assert_eq!(grade.count("result"), 30);
}

#[test]
fn what_keeps_it_from_beginning() {
    let refused = |grade: &Grade, message: &str| {
        let graded = grade.run_with([]);
        assert_eq!(graded.status, Some(2), "{}", graded.stderr);
        assert_eq!(graded.stderr, format!("plyjudge: {message}\n"));
    };
    let grade = Grade::new();
    let none = "cases: no test cases, expected files such as NAME.txt with NAME.out";
    refused(&grade, none);
    let grade = grade.case("1", "", "");
    let none = "submissions: no submissions, expected a file or a folder for each";
    refused(&grade, none);
    let grade = grade.submission("a.c", ECHO).file("cases/2.txt", "");
    let missing = "cases/2.out: no such file, expected the output for case '2'";
    refused(&grade, missing);
    fs::remove_file(grade.path().join("cases/2.txt")).unwrap();
    let grade = grade.file(
        "cases/suite.toml",
        "[[group]]\nname = 'x'\ncases = ['2']\npoints = 1\n",
    );
    let misfit = "cases/suite.toml: case '1' is in no group (one with points = 0 would do)";
    refused(&grade, misfit);
}

#[test]
fn an_interrupted_grading_ends_before_its_runs() {
    let older = "an older report";
    let grade = Grade::new()
        .args(["--wall", "3600", "--junit", "report.xml"])
        .file("report.xml", older)
        .submission("sleep.c", program("sleep(3600);"))
        .case("1", "", "");
    let mut judge = grade.start();
    let wait = |what: &mut dyn FnMut() -> bool| {
        let mut tries = 0;
        while !what() {
            tries += 1;
            assert!(tries < 2400, "nothing happens");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    wait(&mut || grade.count("prepared") == 1);
    let pid = judge.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(sent.unwrap().success());
    let mut status = None;
    wait(&mut || {
        status = judge.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(130));
    assert_eq!(grade.count("result"), 0);
    // A file keeps what it holds until the report begins.
    let kept = fs::read_to_string(grade.path().join("report.xml")).unwrap();
    assert_eq!(kept, older);
}
