//! `plyjudge audit`, `diagnose` and `generate` by programs: a reference, wrong ones, mutants.

use serde_json::Value;

use crate::support::grade::{Grade, finished, program};

/// The smaller of two numbers, and whether they are the same.
const REFERENCE: &str = "#include <stdio.h>\n\
    int main(void) {\n\
    \x20   int a, b;\n\
    \x20   if (scanf(\"%d %d\", &a, &b) != 2) return 0;\n\
    \x20   printf(\"%d\\n\", a < b ? a : b);\n\
    \x20   if (a == b) puts(\"same\");\n\
    }\n";

/// A reference and three cases of which each shows something.
fn smaller() -> Grade {
    Grade::new()
        .file("min.c", REFERENCE)
        .case("low", "3 5\n", "3\n")
        .case("high", "5 3\n", "3\n")
        .case("same", "4 4\n", "4\nsame\n")
}

/// What a command prints, with this exit status and nothing on standard error.
#[track_caller]
fn printed(grade: &Grade, args: &str, status: i32) -> String {
    let mut args: Vec<&str> = args.split(' ').collect();
    args.extend(grade.options().iter().map(String::as_str));
    let done = finished(grade.plyjudge(args).output().expect("the command runs"));
    assert_eq!(
        (done.stderr.as_str(), done.status),
        ("", Some(status)),
        "{}",
        done.stdout
    );
    done.stdout
}

#[test]
fn an_audit_by_wrong_programs() {
    let grade = smaller()
        .file(
            "wrong/first.c",
            program("int a; scanf(\"%d\", &a); printf(\"%d\\n\", a);"),
        )
        .file("wrong/larger.c", REFERENCE.replace("a < b", "a > b"))
        .file("wrong/quiet.c", REFERENCE.replace("puts", "(void)"))
        .file("wrong/right.c", REFERENCE)
        .file("wrong/text.c", "int main(void) { return ; ")
        .case("odd", "1 2\n", "2\n");
    let expected = "\
WRONG odd: the reference gets WA
left out text.c: does not build: cc failed with exit status 1

Caught, by how many cases:
  first.c   2  high, same
  larger.c  2  high, low
  quiet.c   1  same

Caught by no other case:
  same  1  quiet.c

Not caught:
  right.c  A wrong program

min.c, 3 cases: 3 of 4 wrong programs caught, score 75.0 %
";
    let audited = printed(&grade, "audit cases --reference min.c --wrong wrong", 1);
    assert_eq!(audited, expected);
}

/// The mutants of an audit as JSON: name and meaning, and the cases that catch them.
fn mutants(text: &str) -> Vec<(String, Vec<String>)> {
    let document: Value = serde_json::from_str(text).expect("JSON");
    let sets = document["mutants"]["sets"].as_array().expect("mutants");
    let set = |set: &Value| {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let cases = set["caught_by"].as_array().expect("names");
        let (name, meaning) = (text(&set["mistakes"][0]), text(&set["meanings"][0]));
        (
            format!("{name}  {meaning}"),
            cases.iter().map(text).collect(),
        )
    };
    sets.iter().map(set).collect()
}

/// What only one case catches goes free when that case is taken away, and is named then.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_case_that_is_taken_away_is_missed() {
    let grade = smaller();
    let before = mutants(&printed(
        &grade,
        "audit cases --reference min.c --mutants --json",
        0,
    ));
    assert!(
        before.iter().all(|(name, _)| name.starts_with("min.c:")),
        "{before:?}"
    );
    let by_same: Vec<&String> = before
        .iter()
        .filter(|(_, cases)| *cases == ["same"])
        .map(|(name, _)| name)
        .collect();
    let telling = "min.c:6:11  != in place of ==".to_owned();
    assert!(
        !by_same.contains(&&telling),
        "the other cases show that one, too: {by_same:?}"
    );
    let telling = "min.c:6:17  without puts(\"same\")".to_owned();
    assert!(by_same.contains(&&telling), "{by_same:?}");
    for ending in ["txt", "out"] {
        let path = grade.path().join(format!("cases/same.{ending}"));
        std::fs::remove_file(path).expect("the case is there");
    }
    let after = printed(&grade, "audit cases --reference min.c --mutants", 0);
    let (_, missed) = after.split_once("Mutants not caught:\n").expect("a list");
    for mutant in by_same {
        assert!(missed.contains(mutant.as_str()), "{mutant} in {missed}");
    }
}

/// What compiles to the same code is no mutant, what loops is caught and soon ended, and what
/// reads beyond the reference's rights reads nothing.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mutants_that_change_nothing_and_mutants_that_never_end() {
    let body = "int n = 0; while (n < 3) { n = n + 1; if (0) n = n * 1; } printf(\"%d\\n\", n);";
    let grade = Grade::new()
        .file("loop.c", program(body))
        .case("1", "", "3\n")
        .case("2", "", "3\n")
        .case("3", "", "3\n");
    let text = printed(
        &grade,
        "audit cases --reference loop.c --mutants --cpu 0.2 --json",
        0,
    );
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let sets = document["mutants"]["sets"].as_array().expect("mutants");
    let meant = |what: &str| sets.iter().find(|set| set["meanings"][0] == what);
    // `n - 1` never gets to 3; two timeouts say enough.
    let endless = meant("- in place of +").expect("a mutant");
    assert_eq!(endless["cut"], true);
    assert_eq!(endless["caught_by"].as_array().map(Vec::len), Some(2));
    // What stands behind `if (0)` is not compiled at all.
    assert!(meant("/ in place of *").is_none(), "{text}");
    let text = printed(
        &grade,
        "audit cases --reference loop.c --mutants --cpu 0.2 --max-mutants 5",
        0,
    );
    assert!(text.contains("Made 5 of "), "{text}");
}

#[test]
fn an_audit_of_a_package_takes_its_own_programs() {
    let grade = Grade::new()
        .file(
            "p/problem.yaml",
            "problem_format_version: 2025-09\nname: Smaller\nlimits:\n  time_limit: 1\n",
        )
        .file("p/data/sample/1.in", "3 5\n")
        .file("p/data/sample/1.ans", "3\n")
        .file("p/data/secret/2.in", "5 3\n")
        .file("p/data/secret/2.ans", "3\n")
        .file(
            "p/submissions/accepted/min.c",
            REFERENCE.replace("puts(\"same\");", "return 0;"),
        )
        .file(
            "p/submissions/wrong_answer/larger.c",
            REFERENCE.replace("a < b", "a > b"),
        )
        .file(
            "p/submissions/wrong_answer/first.c",
            program("int a; scanf(\"%d\", &a); printf(\"%d\\n\", a);"),
        );
    let expected = "\
Caught, by how many cases:
  wrong_answer/first.c   1  secret/2
  wrong_answer/larger.c  2  sample/1, secret/2

Caught by no other case:
  secret/2  1  wrong_answer/first.c

accepted/min.c, 2 cases: 2 of 2 wrong programs caught, score 100.0 %
";
    assert_eq!(printed(&grade, "audit p", 0), expected);
}

#[test]
fn a_page_shows_what_survives_in_its_line() {
    let grade = smaller();
    printed(
        &grade,
        "audit cases --reference min.c --mutants --html audit.html",
        0,
    );
    let page = std::fs::read_to_string(grade.path().join("audit.html")).expect("a page");
    assert!(
        page.contains("Audit: min.c") && page.contains("default-src"),
        "{page}"
    );
    // `<=` gives the smaller one of two that are the same.
    let survivor = "printf(&quot;%d\\n&quot;, a &lt;= b ? a : b);";
    assert_eq!(page.matches(survivor).count(), 2, "{page}");
}

#[test]
fn what_an_audit_lacks_is_said() {
    let grade = smaller().file("prose.txt", "no program");
    for (args, error) in [
        (
            "audit cases",
            "found neither --game nor --reference, expected what is right: the name of a game \
             or a program",
        ),
        (
            "audit cases --reference min.c",
            "found no wrong programs, expected --wrong DIR, --mutants or both",
        ),
        (
            "audit cases --reference prose.txt --mutants",
            "prose.txt: cannot be run: nothing to compile: found prose.txt, expected sources of a \
             known language, a Makefile or a program",
        ),
    ] {
        let done = finished(
            grade
                .plyjudge(args.split(' '))
                .output()
                .expect("the command runs"),
        );
        assert_eq!(done.stderr, format!("plyjudge: {error}\n"));
        assert_eq!(done.status, Some(2));
    }
}

/// What a submission prints, a known wrong program prints too, or the reference would with a small
/// change.
#[test]
fn a_diagnosis_by_programs_that_are_known_to_be_wrong() {
    let larger = REFERENCE.replace("a < b", "a > b");
    let grade = smaller()
        .file("wrong/larger.c", &larger)
        .submission("anna.c", larger.replace("int a, b;", "int b, a;"))
        .submission("ben.c", REFERENCE.replace("a == b", "a != b"))
        .submission("cleo.c", REFERENCE)
        .submission("dan.c", program("puts(\"7\");"));
    let options = "diagnose submissions --cases cases --reference min.c --wrong wrong --mutants";
    let text = printed(&grade, options, 1);
    for told in [
        "Prints the same as a program known to be wrong in all 3 cases.\n\
         - Prints the same as larger.c: high, line 1: expected '3', printed '5'. (larger.c)\n",
        "- As if line 6 of min.c said `if (a != b) puts(\"same\");` (!= in place of ==): high, line 2: \
         expected nothing more, printed 'same'. (min.c:6:11)\n",
        "No known wrong program prints the same.\n",
    ] {
        assert!(text.contains(told), "{told} in {text}");
    }
}

/// A generator of two numbers; what depends on the seed is told apart.
const GENERATOR: &str = "import sys\n\
    seed = int(sys.argv[1])\n\
    a, b = seed * 7 % 5, seed * 3 % 5\n\
    print(a, b)\n";

/// A generator is asked, the reference answers, and few cases catch all that can be caught; the
/// same seed gives the same files.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_suite_is_made_of_what_a_generator_prints() {
    let grade = Grade::new()
        .file("min.c", REFERENCE)
        .file("random.py", GENERATOR)
        .file("wrong/larger.c", REFERENCE.replace("a < b", "a > b"))
        .file("wrong/quiet.c", REFERENCE.replace("puts", "(void)"))
        .file("wrong/right.c", REFERENCE);
    let command =
        "generate cases --reference min.c --wrong wrong --generator random.py --inputs 30";
    let told = printed(&grade, &format!("{command} --out suite"), 0);
    assert!(
        told.contains("2 cases in suite, caught: 2 of 3 wrong programs\n"),
        "{told}"
    );
    assert!(told.contains("Not caught:\n  right.c  "), "{told}");
    assert!(told.contains("the same as of an earlier seed"), "{told}");
    let audited = printed(&grade, "audit suite --reference min.c --wrong wrong", 0);
    assert!(
        audited.contains("2 of 3 wrong programs caught"),
        "{audited}"
    );
    let files = |folder: &str| {
        let entries = std::fs::read_dir(grade.path().join(folder)).expect("a folder");
        let mut files: Vec<_> = entries
            .flatten()
            .map(|entry| {
                (
                    entry.file_name(),
                    std::fs::read(entry.path()).expect("a file"),
                )
            })
            .collect();
        files.sort();
        files
    };
    printed(&grade, &format!("{command} --jobs 1 --out again"), 0);
    assert_eq!(files("suite"), files("again"));
    // What is there counts: nothing is lacking.
    let extend = command.replace("generate cases", "generate suite") + " --extend suite";
    let told = printed(&grade, &extend, 0);
    assert!(
        told.starts_with("0 cases in suite, caught together with the 2 "),
        "{told}"
    );
    let mutants = command.replace("--wrong wrong", "--mutants");
    let told = printed(&grade, &format!("{mutants} --out mutants"), 0);
    assert!(told.contains("Made ") && told.contains("mutants"), "{told}");
}

/// Of a package: its generator, its input validators, its endings.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_package_is_extended_by_its_generator() {
    let grade = Grade::new()
        .file(
            "p/problem.yaml",
            "problem_format_version: 2025-09\nlimits:\n  time_limit: 1\n",
        )
        .file("p/data/secret/2.in", "5 3\n")
        .file("p/data/secret/2.ans", "3\n")
        .file("p/generators/random.py", GENERATOR)
        .file("p/generators/README.md", "Called with a seed.\n")
        .file(
            "p/input_validators/small.py",
            "import sys\na, b = map(int, input().split())\nsys.exit(42 if a != 0 or b != 0 else 43)\n",
        )
        .file("p/submissions/accepted/min.c", REFERENCE.replace("a == b", "a != b").replace("puts(\"same\")", "return 0") + "\n")
        .file("p/submissions/wrong_answer/second.c", program("int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", b);"));
    let told = printed(&grade, "generate p --extend p --inputs 12", 0);
    assert!(
        told.contains("1 case in p/data/secret, caught together with the 1 there were: 1 of 1"),
        "{told}"
    );
    assert!(
        told.contains("input_validators/small.py rejects it"),
        "{told}"
    );
    let entries = std::fs::read_dir(grade.path().join("p/data/secret")).expect("a folder");
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(
        names[0].starts_with("02-seed-") && names[0].ends_with(".ans"),
        "{names:?}"
    );
    let audited = printed(&grade, "audit p", 0);
    assert!(
        audited.contains("2 cases: 1 of 1 wrong programs caught"),
        "{audited}"
    );
}

/// Generators are strangers' work as submissions are: whatever they do ends, is contained, and is
/// told.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn hostile_generators_are_contained() {
    for (body, told) in [
        ("for (;;);", "the generator ran out of processor time"),
        ("for (;;) puts(\"spam\");", "the generator printed too much"),
        ("abort();", "the generator ended by signal 6"),
        ("return 1;", "the generator exited with status 1"),
        ("for (;;) fork();", "the generator ran out of"),
        (
            "FILE *out = fopen(\"../escaped\", \"w\"); if (!out) out = fopen(\"/tmp/escaped\", \"w\"); \
             if (out) fclose(out); return 3;",
            "the generator exited with status 3",
        ),
        (
            "printf(\"%d\", (int)getpid()); FILE *t = fopen(\"/proc/uptime\", \"r\"); char s[99]; \
             struct timespec now; (void)t; (void)s; clock_gettime(CLOCK_MONOTONIC, &now); \
             printf(\" %ld %ld\\n\", now.tv_sec, now.tv_nsec); return 0;",
            "the generator prints something else when it is called with seed",
        ),
    ] {
        let grade = Grade::new()
            .file(
                "echo.c",
                program("int c; while ((c = getchar()) != EOF) putchar(c);"),
            )
            .file("wrong/none.c", program("return 0;"))
            .file("gen.c", format!("#include <time.h>\n{}", program(body)));
        let args = "generate cases --reference echo.c --wrong wrong --generator gen.c --inputs 1 --cpu 0.1 --out suite";
        let mut args: Vec<&str> = args.split(' ').collect();
        args.extend(grade.options().iter().map(String::as_str));
        let done = finished(grade.plyjudge(args).output().expect("the command runs"));
        assert_eq!(done.status, Some(2), "{body}: {}", done.stdout);
        assert!(done.stderr.contains(told), "{body}: {}", done.stderr);
        assert!(!grade.is_contained() || !grade.path().join("escaped").exists());
        assert_eq!(grade.folders_left(), 0, "{body}");
    }
}
