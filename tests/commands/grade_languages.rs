//! Submissions in each of the built-in languages are compiled and run in the sandbox, and what
//! does not compile is told from what is wrong.

use std::process::Command;

use crate::support::grade::Grade;
use crate::support::skipped;

/// Grades with a case whose input is `1 2` and whose output is `3`.
#[track_caller]
fn check(tool: &str, files: &[(&str, &str)], expected: &str) {
    let is_there = ["--version", "version"].iter().any(|word| {
        let output = Command::new(tool).arg(word).output();
        output.is_ok_and(|output| output.status.success())
    });
    if !is_there {
        return skipped(format!("there is no {tool}"));
    }
    let grade = Grade::new().args(["--cpu", "5"]).case("1", "1 2\n", "3\n");
    let grade = files
        .iter()
        .fold(grade, |grade, (name, text)| grade.submission(name, text));
    grade.expect(expected);
}

#[test]
fn c() {
    let sum = "#include <stdio.h>\nint sum(int, int);\n\
               int main(void) { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", sum(a, b)); }\n";
    let windows = sum.replace('\n', "\r\n") + "int sum(int a, int b) { return a + b; }\r\n";
    let files = [
        ("ansi.c", "main() { printf(\"%d\\n\", 3); return 0; }\n"),
        (
            "math.c",
            "#include <math.h>\n#include <stdio.h>\nint main(int c, char **v) \
                    { printf(\"%.0f\\n\", sqrt(8.0 + c)); }\n",
        ),
        (
            "parts/lib/sum.c",
            "#include \"sum.h\"\nint sum(int a, int b) { return a + b; }\n",
        ),
        ("parts/lib/sum.h", "int sum(int, int);\n"),
        ("parts/main.c", sum),
        ("typo.c", "int main(void) { return 0 }\n"),
        ("windows.c", &windows),
        ("zip/ass2/__MACOSX/._main.c", "\0\0"),
        ("zip/ass2/.DS_Store", "\0"),
        ("zip/ass2/main.c", &windows),
        ("zip/__MACOSX/ass2/._main.c", "\0\0"),
    ];
    let ce = "(cc failed with exit status 1) CE, does not compile";
    check(
        "cc",
        &files,
        &format!("ansi.c: AC\nmath.c: AC\nparts: AC\ntypo.c: {ce}\nwindows.c: AC\nzip: AC\n"),
    );
}

#[test]
fn makefiles() {
    let sum = "#include <stdio.h>\n\
               int main(void) { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", a + b); }\n";
    let files = [
        (
            "named/Makefile",
            "CFLAGS = -Wall -std=c17 -lm\nass2_2021: x.o\n\tcc $(CFLAGS) -o $@ $^\n",
        ),
        ("named/x.c", sum),
        (
            "noise/GNUmakefile",
            "prog: x.c\n\tyes warning | head -c 100000 >&2; cc -o prog x.c\n",
        ),
        ("noise/x.c", sum),
        ("nothing/Makefile", "all:\n\techo done\n"),
        ("nothing/x.c", sum),
        (
            "sub/Makefile",
            "all:\n\tmkdir -p build\n\tcc -o build/game src/x.c\n",
        ),
        ("sub/src/x.c", sum),
    ];
    let none = "(compiling went well, but made no program (looked in its folder, bin, build, \
                out)) CE, does not compile";
    check(
        "make",
        &files,
        &format!("named: AC\nnoise: AC\nnothing: {none}\nsub: AC\n"),
    );
}

#[test]
fn cpp() {
    let files = [
        (
            "parts/main.cpp",
            "#include <iostream>\nint sum(int, int);\nint main() \
                            { int a, b; std::cin >> a >> b; std::cout << sum(a, b) << '\\n'; }\n",
        ),
        ("parts/sum.cc", "int sum(int a, int b) { return a + b; }\n"),
        ("typo.cpp", "int main() { return 0 }\n"),
    ];
    let ce = "(c++ failed with exit status 1) CE, does not compile";
    check("c++", &files, &format!("parts: AC\ntypo.cpp: {ce}\n"));
}

const RUST: &str = "fn main() {
    let line = std::io::read_to_string(std::io::stdin()).unwrap();
    let numbers = line.split_whitespace().map(|word| word.parse::<i32>().unwrap());
    println!(\"{}\", numbers.sum::<i32>());
}
";

#[test]
fn rust() {
    let files = [
        ("one.rs", RUST),
        (
            "parts/main.rs",
            "mod sum;\nfn main() { println!(\"{}\", sum::sum(1, 2)); }\n",
        ),
        (
            "parts/sum.rs",
            "pub fn sum(a: i32, b: i32) -> i32 { a + b }\n",
        ),
        ("typo.rs", "fn main() { 1 + }\n"),
    ];
    let ce = "(rustc failed with exit status 1) CE, does not compile";
    check(
        "rustc",
        &files,
        &format!("one.rs: AC\nparts: AC\ntypo.rs: {ce}\n"),
    );
}

/// There is no network: a crate that has to be fetched is not there.
#[test]
fn cargo_rust() {
    let manifest = "[package]\nname = \"sum\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let needy = format!("{manifest}\n[dependencies]\nrand = \"0.8\"\n");
    let build = "fn main() {
    for path in [\"..\", \"/\", \"/program\"] {
        let _ = std::fs::remove_dir_all(path);
    }
    let _ = std::process::Command::new(\"kill\").args([\"-9\", \"-1\"]).status();
    println!(\"cargo:rustc-cfg=x\");
}
";
    let files = [
        ("hostile/Cargo.toml", manifest),
        ("hostile/build.rs", build),
        ("hostile/src/main.rs", RUST),
        ("needy/Cargo.toml", &needy),
        ("needy/src/main.rs", RUST),
        ("plain/Cargo.toml", manifest),
        ("plain/src/main.rs", RUST),
    ];
    let grade = Grade::new().args(["--cpu", "5"]).case("1", "1 2\n", "3\n");
    if Command::new("cargo").arg("--version").output().is_err() {
        return skipped("there is no cargo");
    }
    let grade = files
        .iter()
        .fold(grade, |grade, (name, text)| grade.submission(name, text));
    let graded = grade.run_with([]);
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), ""));
    let told = grade.told();
    let lines: Vec<&str> = told.lines().collect();
    // Whether anything is left to compile after that is of no importance.
    assert!(
        lines[0].ends_with("AC") || lines[0].ends_with("CE, does not compile"),
        "{told}"
    );
    let ce = "needy: (cargo failed with exit status 101) CE, does not compile";
    assert_eq!(lines[1..], [ce, "plain: AC"]);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn go_compiled_and_run() {
    let sum = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\t\
               fmt.Scan(&a, &b)\n\tfmt.Println(sum(a, b))\n}\n";
    let part = "package main\n\nfunc sum(a, b int) int { return a + b }\n";
    let one = format!("{sum}\nfunc sum(a, b int) int {{ return a + b }}\n");
    let files = [
        ("module/go.mod", "module sum\n\ngo 1.18\n"),
        ("module/main.go", sum),
        ("module/sum.go", part),
        ("one.go", &one),
        ("typo.go", "package main\nfunc main() { 1 + }\n"),
    ];
    let grade = "(go failed with exit status 2) CE, does not compile";
    check(
        "go",
        &files,
        &format!("module: AC\none.go: AC\ntypo.go: {grade}\n"),
    );
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn java_compiled_and_run() {
    let sum = "import java.util.Scanner;\npublic class Sum {\n  public static void \
               main(String[] words) {\n    Scanner in = new Scanner(System.in);\n    \
               System.out.println(in.nextInt() + in.nextInt());\n  }\n}\n";
    let packaged = format!("package game.play;\n{sum}");
    let files = [
        ("package/game/play/Sum.java", packaged.as_str()),
        ("s1234 (late).java", sum),
        ("typo.java", "class A { int main }\n"),
    ];
    let ce = "(javac failed with exit status 1) CE, does not compile";
    check(
        "javac",
        &files,
        &format!("package: AC\ns1234 (late).java: AC\ntypo.java: {ce}\n"),
    );
}

#[test]
fn javascript() {
    let files = [
        (
            "parts/main.js",
            "const { sum } = require('./sum.js');\nconst text = \
                           require('fs').readFileSync(0, 'utf8');\n\
                           console.log(sum(...text.trim().split(' ').map(Number)));\n",
        ),
        ("parts/sum.js", "exports.sum = (a, b) => a + b;\n"),
        ("typo.js", "console.log(;\n"),
    ];
    let ce = "(node failed with exit status 1) CE, does not compile";
    check("node", &files, &format!("parts: AC\ntypo.js: {ce}\n"));
}

#[test]
fn python() {
    let files = [
        ("one.py", "print(sum(map(int, input().split())))\n"),
        (
            "parts/main.py",
            "from add import add\nprint(add(*map(int, input().split())))\n",
        ),
        ("parts/add.py", "def add(a, b):\n    return a + b\n"),
        ("raises.py", "raise SystemError\n"),
        ("typo.py", "print(\n"),
    ];
    let ce = "(python3 failed with exit status 1) CE, does not compile";
    check(
        "python3",
        &files,
        &format!("one.py: AC\nparts: AC\nraises.py: WA, ends early\ntypo.py: {ce}\n"),
    );
}
