//! An autograder for Gradescope, in folders as Gradescope lays them out: `/autograder` with
//! `source`, `submission`, `results` and `run_autograder`, in a root of its own.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::support::grade::{ECHO, Grade, can_contain, program};
use crate::support::skipped;
use serde_json::Value;
use tempfile::TempDir;
use zip::ZipArchive;

/// In hidden cases only.
const SECRET: &str = "tell-no-student";

const SUITE: &str = "
[[group]]
name = 'first'
cases = ['one', 'two']
points = 4

[[group]]
name = 'due'
cases = ['three']
points = 1
visibility = 'after_due_date'

[[group]]
name = 'published'
cases = ['four']
points = 1
visibility = 'after_published'

[[group]]
name = 'secret'
cases = ['secret']
points = 2
visibility = 'hidden'
";

/// What Gradescope documents that a field may be.
#[derive(Clone, Copy)]
enum Field {
    Number,
    Text,
    NumberOrText,
    Object,
    Texts,
    OneOf(&'static [&'static str]),
    List(&'static [(&'static str, Field)]),
}

const FORMAT: Field = Field::OneOf(&["text", "html", "simple_format", "md", "ansi"]);

const VISIBILITY: Field = Field::OneOf(&["hidden", "after_due_date", "after_published", "visible"]);

/// The fields of results.json, as the page "Autograder Specifications" has them.
const OF_RESULTS: &[(&str, Field)] = &[
    ("score", Field::Number),
    ("execution_time", Field::Number),
    ("output", Field::Text),
    ("output_format", FORMAT),
    ("test_output_format", FORMAT),
    ("test_name_format", FORMAT),
    ("visibility", VISIBILITY),
    ("stdout_visibility", VISIBILITY),
    ("extra_data", Field::Object),
    ("tests", Field::List(OF_TESTS)),
    ("leaderboard", Field::List(OF_LEADERBOARD)),
];

const OF_TESTS: &[(&str, Field)] = &[
    ("score", Field::Number),
    ("max_score", Field::Number),
    ("status", Field::OneOf(&["passed", "failed"])),
    ("name", Field::Text),
    ("name_format", FORMAT),
    ("number", Field::Text),
    ("output", Field::Text),
    ("output_format", FORMAT),
    ("tags", Field::Texts),
    ("visibility", VISIBILITY),
    ("extra_data", Field::Object),
];

const OF_LEADERBOARD: &[(&str, Field)] = &[
    ("name", Field::Text),
    ("value", Field::NumberOrText),
    ("order", Field::OneOf(&["asc", "desc"])),
];

impl Field {
    fn takes(self, value: &Value) -> bool {
        match self {
            Field::Number => value.is_number(),
            Field::Text => value.is_string(),
            Field::NumberOrText => value.is_number() || value.is_string(),
            Field::Object => value.is_object(),
            Field::Texts => value
                .as_array()
                .is_some_and(|all| all.iter().all(Value::is_string)),
            Field::OneOf(allowed) => value.as_str().is_some_and(|it| allowed.contains(&it)),
            Field::List(fields) => {
                let all = value.as_array();
                all.is_some_and(|all| all.iter().all(|it| is_documented(it, fields)))
            }
        }
    }
}

/// Whether it has no fields but these, each with what it may be.
fn is_documented(value: &Value, fields: &[(&str, Field)]) -> bool {
    value.as_object().is_some_and(|object| {
        object.iter().all(|(name, value)| {
            let known = fields.iter().find(|(known, _)| known == name);
            known.is_some_and(|(_, field)| field.takes(value))
        })
    })
}

/// Makes a root in a name space of its own with `/autograder` in it, and runs a script there.
const LAY_OUT: &str = r#"
set -e
root=$1 layout=$2 script=$3
mount -t tmpfs tmpfs "$root"
for name in bin sbin lib lib32 lib64 libx32 usr etc var opt proc sys dev; do
    if [ -L "/$name" ]; then cp -P "/$name" "$root/"
    elif [ -d "/$name" ]; then mkdir "$root/$name"; mount --rbind "/$name" "$root/$name"
    fi
done
mkdir -m 1777 "$root/tmp"
mkdir "$root/autograder" "$root/before"
mount --bind "$layout" "$root/autograder"
cd "$root"
pivot_root . before
umount -l /before
cd /autograder
unset TMPDIR
exec "$script"
"#;

/// A position of Kalah, of which a pit is chosen.
const KALAH: &str = "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0 5\n";

/// What is published of that position, which is no move.
const REPORT: &str = "minimax無剪枝的結果是:1\n擴展節點數為:3283\n\
                      minimax剪枝(aB)的結果是:1\n擴展節點數為:530\n";

/// What is packed in the program's place.
const STAND_IN: &str = "the program\n";

/// An autograder that Gradescope has unpacked.
struct Autograder {
    folder: TempDir,
}

impl Autograder {
    /// None where there is no root to be had for it.
    fn new(grade: &Grade, options: &[&str]) -> Option<Self> {
        // As root, as Gradescope does it; another user has one number only in a name space.
        if !rustix::process::geteuid().is_root() {
            skipped("Gradescope runs autograders as root: it was not laid out");
            return None;
        }
        let probe = name_space().arg("true").output();
        if !can_contain() || !probe.is_ok_and(|it| it.status.success()) {
            skipped("no name space with a root of its own: the autograder was not laid out");
            return None;
        }
        // To pack a binary of this profile takes as long as all the rest: it is put in afterwards.
        let stand_in = grade.path().join("stand-in");
        fs::write(&stand_in, STAND_IN).expect("written");
        let runs = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&stand_in, runs).expect("it is ours");
        let zip = grade.path().join("autograder.zip");
        let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args(["export", "gradescope"])
            .arg(grade.path().join("cases"))
            .args(["--packages", "gcc", "--binary"])
            .args([&stand_in, Path::new("--out"), &zip])
            .args(options)
            .args(["--", "--cpu", "2"])
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["source", "submission", "results", "root"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let mut zip = ZipArchive::new(fs::File::open(zip).expect("a zip")).expect("a zip");
        for index in 0..zip.len() {
            let mut file = zip.by_index(index).expect("a file");
            let path = folder
                .path()
                .join("source")
                .join(&*file.name().expect("UTF-8"));
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            let mut content = Vec::new();
            file.read_to_end(&mut content).expect("it can be read");
            fs::write(&path, content).expect("written");
            let mode = fs::Permissions::from_mode(file.unix_mode().expect("a mode"));
            fs::set_permissions(&path, mode).expect("it is ours");
        }
        let program = folder.path().join("source/plyjudge");
        assert_eq!(fs::read_to_string(&program).expect("a program"), STAND_IN);
        fs::copy(env!("CARGO_BIN_EXE_plyjudge"), program).expect("a copy");
        let script = folder.path().join("source/run_autograder");
        fs::copy(script, folder.path().join("run_autograder")).expect("a copy");
        Some(Self { folder })
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Runs one of its scripts as Gradescope does.
    fn run(&self, script: &str) -> Output {
        let mut command = name_space();
        command.args(["sh", "-c", LAY_OUT, "sh"]);
        command.arg(self.at("root")).arg(self.folder.path());
        command.arg(script).output().expect("it runs")
    }

    /// Grades a submission; its results.
    #[track_caller]
    fn grade(&self, write: impl FnOnce(&Path)) -> Value {
        for name in ["submission", "results"] {
            fs::remove_dir_all(self.at(name)).expect("it is ours");
            fs::create_dir(self.at(name)).expect("a folder");
        }
        write(&self.at("submission"));
        let output = self.run("/autograder/run_autograder");
        assert!(output.status.success(), "{}", said(&output));
        let text = fs::read_to_string(self.at("results/results.json"));
        let text = text.unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
        let shown = fs::read_dir(self.at("submission"))
            .expect("a folder")
            .count();
        assert!(shown > 0, "the submission stays");
        check(serde_json::from_str(&text).expect("JSON"))
    }
}

fn said(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr];
    both.map(|text| String::from_utf8_lossy(text).into_owned())
        .concat()
}

fn name_space() -> Command {
    let mut command = Command::new("unshare");
    let is_root = Command::new("id").arg("-u").output();
    if !is_root.is_ok_and(|output| output.stdout == b"0\n") {
        command.args(["--user", "--map-root-user"]);
    }
    command.args(["--mount", "--propagation", "private", "--"]);
    command
}

/// Nothing is in the results but what Gradescope documents, and nothing that is secret.
#[track_caller]
fn check(results: Value) -> Value {
    assert!(is_documented(&results, OF_RESULTS), "{results:#}");
    // There has to be a score, or one of each test.
    assert!(results["score"].is_number(), "{results:#}");
    assert!(!results.to_string().contains(SECRET), "{results}");
    assert_eq!(results["stdout_visibility"], "hidden");
    results
}

/// What each test has of a field.
fn field<'a>(results: &'a Value, name: &str) -> Vec<&'a Value> {
    let tests = results["tests"].as_array().expect("a list");
    tests.iter().map(|test| &test[name]).collect()
}

#[test]
fn an_autograder_grades_as_gradescope_runs_it() {
    let grade = Grade::new()
        .file("cases/suite.toml", SUITE)
        .case("one", "1\n", "1\n")
        .case("two", "2\n", "2\n")
        .case("three", "3\n", "3\n")
        .case("four", "4\n", "4\n")
        .case("secret", SECRET, SECRET);
    let Some(autograder) = Autograder::new(&grade, &[]) else {
        return;
    };
    let setup = autograder.run("/autograder/source/setup.sh");
    assert!(setup.status.success(), "{}", said(&setup));

    let right = autograder.grade(|at| fs::write(at.join("main.c"), ECHO).unwrap());
    assert_eq!(right["score"], 8.0);
    assert_eq!(field(&right, "status"), ["passed"; 5]);
    assert_eq!(field(&right, "max_score"), [2.0, 2.0, 1.0, 1.0, 2.0]);
    let when = [
        "visible",
        "visible",
        "after_due_date",
        "after_published",
        "hidden",
    ];
    assert_eq!(field(&right, "visibility"), when);
    assert_eq!(field(&right, "output_format"), ["text"; 5]);
    assert_eq!(right["leaderboard"], Value::Null);

    let wrong = program("puts(\"1\");");
    let wrong = autograder.grade(|at| fs::write(at.join("main.c"), wrong).unwrap());
    assert_eq!(wrong["score"], 2.0);
    let output = field(&wrong, "output");
    assert!(
        output[1].as_str().unwrap().contains("expected"),
        "{}",
        output[1]
    );
    assert!(
        output[4].as_str().unwrap().contains("hidden"),
        "{}",
        output[4]
    );

    let broken = "int main(void) { retrun 0; }\n";
    let broken = autograder.grade(|at| fs::write(at.join("main.c"), broken).unwrap());
    assert_eq!(broken["score"], 0.0);
    let output = broken["output"].as_str().unwrap();
    assert!(
        output.contains("could not be compiled") && output.contains("retrun"),
        "{output}"
    );

    // Prints what it finds of the suite, gives itself points, and leaves somebody to do it again.
    let hostile = program(
        "const char *names[] = {\"/autograder/source/cases/secret.out\", \"peek\",\
             \"/autograder/source/cases/two.out\"};\
         for (int i = 0; i < 3; i++) {\
             FILE *file = fopen(names[i], \"r\");\
             for (int c; file && (c = getc(file)) != EOF;) putchar(c);\
         }\
         for (int late = 0; late < 2; late++) {\
             FILE *file = fopen(\"/autograder/results/results.json\", \"w\");\
             if (file) { fputs(\"{\\\"score\\\": 100}\", file); fclose(file); }\
             if (!late && fork()) return 0;\
             setsid(); sleep(1);\
         }",
    );
    let hostile = autograder.grade(|at| {
        fs::write(at.join("main.c"), hostile).unwrap();
        symlink("/autograder/source/cases/secret.out", at.join("peek")).unwrap();
        symlink("/autograder/results/results.json", at.join("results.json")).unwrap();
    });
    assert_eq!(hostile["score"], 0.0);
    assert_eq!(field(&hostile, "status"), ["failed"; 5]);
}

/// Each submission plays built-in players, whatever its score is; the same games each time.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn an_autograder_plays_for_the_leaderboard() {
    let grade = Grade::new().case("one", KALAH, "2\n");
    let players = ["--leaderboard", "random", "--leaderboard"];
    let options = [
        &players[..],
        &["name=strong engine:depth=2", "--games", "2"],
    ]
    .concat();
    let Some(autograder) = Autograder::new(&grade, &options) else {
        return;
    };
    let board = |program: &str| {
        let results = autograder.grade(|at| fs::write(at.join("main.c"), program).unwrap());
        let board = results["leaderboard"].as_array().expect("a list").clone();
        let names: Vec<_> = board.iter().map(|it| it["name"].clone()).collect();
        assert_eq!(names, ["points", "random", "strong"]);
        let values = board
            .iter()
            .map(|it| it["value"].as_f64().expect("a number"));
        values.collect::<Vec<f64>>()
    };
    // Takes the first pit that is not empty.
    let first = program(
        "int s[16]; for (int i = 0; i < 16; i++) if (scanf(\"%d\", s + i) != 1) return 1;\
         for (int i = 0; i < 6; i++) if (s[s[14] * 7 + i]) return !printf(\"%d\\n\", s[14] * 7 + i);\
         return 1;",
    );
    let points = board(&first);
    assert_eq!(points[0], points[1] + points[2]);
    assert!(points[0] > 0.0 && points[0] < 4.0, "{points:?}");
    assert_eq!(board(&first), points);
    // A store is no pit.
    assert_eq!(board(&program("puts(\"6\");")), [0.0; 3]);
    assert_eq!(board("int main(void) { retrun 0; }\n"), [0.0; 3]);
}

#[test]
fn what_would_not_grade_is_not_exported() {
    let grade = Grade::new().file("cases/one.txt", "1\n");
    let out = grade.path().join("out.zip");
    let export = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command.args(["export", "gradescope", "--out"]).arg(&out);
        let output = command
            .arg(grade.path().join("cases"))
            .args(options)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let message = export(&[]);
    assert!(
        message.contains("expected the output for case 'one'"),
        "{message}"
    );
    grade.put("cases/one.out".as_ref(), "1\n");
    let message = export(&["--packages", "gcc; rm -rf /"]);
    assert!(
        message.contains("expected the name of a Debian package"),
        "{message}"
    );
    let message = export(&["--leaderboard", "random"]);
    assert!(
        message.contains("--leaderboard is for suites of a game that is played"),
        "{message}"
    );
    grade.put("cases/one.txt".as_ref(), KALAH);
    let message = export(&["--leaderboard", "random"]);
    assert!(
        message.contains("case 'one': found an expected output that is not plyjudge's answer"),
        "{message}"
    );
    grade.put("cases/one.out".as_ref(), REPORT);
    let message = export(&["--leaderboard", "random"]);
    assert!(
        message.contains("programs that answer this suite (report) print no moves of kalah"),
        "{message}"
    );
    grade.put("cases/one.out".as_ref(), "2\n");
    let message = export(&["--leaderboard", "./mine"]);
    assert!(
        message.contains("found a command, expected random or engine"),
        "{message}"
    );
    let message = export(&["--leaderboard", "engine:color=red"]);
    assert!(
        message.contains("--leaderboard 'engine:color=red'"),
        "{message}"
    );
    assert!(!out.exists());
}
