//! The programs of problem packages with the same bad habits: validators of outputs, of inputs and
//! in conversation, and generators. They are contained as submissions are, what they do wrong is a
//! fault of ours and never of who is judged, and whoever is judged beside them keeps his verdict.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use tempfile::TempDir;

use super::world::{SECRET, World, abstract_name, eventually, runs};

type Try = fn(&World) -> Result<(), Failed>;

pub fn trials(world: &'static World) -> Vec<Trial> {
    let trials: [(&str, Try); 5] = [
        ("output_validators", output_validators),
        ("feedback", feedback),
        ("validators_in_conversation", validators_in_conversation),
        ("input_validators", input_validators),
        ("generators", generators),
    ];
    trials
        .into_iter()
        .map(|(name, try_it)| Trial::test(format!("package::{name}"), move || try_it(world)))
        .collect()
}

/// What a program of a package does in place of its work: words for the script `run`.
///
/// - `honest WORD` reads a word, and accepts that one;
/// - `gets WORDS HABIT …` has a bad habit, and accepts when that printed these words, beside what
///   it did to the folder that it starts in, which is its own;
/// - `hides HABIT …` has one, and accepts when what it printed has no secret in it;
/// - `ends HABIT …` has one, and ends as that does;
/// - `does SCRIPT` does this, and accepts.
const RUN: &str = "#!/bin/sh
here=${0%/*}
while [ \"$1\" != does-this ]; do shift; done
way=$2
shift 2
case $way in
honest) read word; [ \"$word\" = \"$1\" ] && exit 42; exit 43 ;;
gets) words=$1; shift; \"$here/$@\" >all; grep -v ' /program\\|^made$' all >said; [ \"$(cat said)\" = \"$words\" ] && exit 42; cat said >&2; exit 1 ;;
hides) exec </dev/null >/dev/null 2>&1; \"$here/$@\" >said; grep -q 'the expected output\\|root:[^x]' said && exit 1; exit 42 ;;
ends) exec \"$here/$@\" ;;
does) eval \"$1\"; exit 42 ;;
esac
exit 9
";

/// A package, and the names under which its habits run.
struct Package {
    folder: TempDir,
    names: Vec<String>,
}

impl Package {
    /// One that has these habits in the folder of a program, where the script is called `script`.
    fn new(world: &World, program: &str, script: &str, habits: &[String]) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let mut package = Self {
            folder,
            names: Vec::new(),
        };
        package.put("tmp/none", "")?;
        package.put("submissions/yes.c", &printing("yes"))?;
        package.put(&format!("{program}/{script}"), RUN)?;
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(package.path(&format!("{program}/{script}")), mode)?;
        for words in habits {
            let Some(habit) = words
                .split_ascii_whitespace()
                .find(|word| world.programs().join(word).is_file())
            else {
                continue;
            };
            let to = package.path(program).join(package.name(habit));
            if !to.exists() {
                fs::copy(world.programs().join(habit), to)?;
                package.names.push(package.name(habit));
            }
        }
        Ok(package)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, text: &str) -> Result<(), Failed> {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("has one"))?;
        Ok(fs::write(path, text)?)
    }

    /// What a habit is called here: nobody else's program is, and the system does not cut it.
    fn name(&self, habit: &str) -> String {
        let folder = self.folder.path().to_string_lossy();
        let own = &folder[folder.len() - 5..];
        let count = habit.len();
        format!("{:.7}{count}{own}", habit)
    }

    /// The words with which the script is called, as a list in YAML.
    fn words(&self, world: &World, words: &str) -> String {
        let words = shlex::split(words).expect("words");
        let words = words
            .iter()
            .map(|word| match world.programs().join(word).is_file() {
                true => self.name(word),
                false => word.clone(),
            });
        let all: Vec<String> = std::iter::once("does-this".to_owned())
            .chain(words)
            .collect();
        serde_json::to_string(&all).expect("plain words")
    }

    /// Runs a command, which ends with this status; what it prints.
    fn run(&self, words: &[&str], status: i32) -> Result<String, Failed> {
        let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .args(words)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null())
            .output()?;
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{stdout}\n{stderr}");
        for text in [&*stdout, &*stderr] {
            assert!(!text.contains(SECRET), "{text}");
        }
        for name in &self.names {
            eventually(name, || !runs(name));
        }
        let left: Vec<_> = fs::read_dir(self.path("tmp"))?.flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        Ok(stdout)
    }
}

/// A program that prints a word, and then reads all there is.
fn printing(word: &str) -> String {
    format!(
        "#include <stdio.h>\n\
         int main(void) {{ puts(\"{word}\"); fflush(stdout); while (getchar() != EOF) ; return 0; }}\n"
    )
}

/// Habits of programs that look for what is not theirs, or leave things behind: they get at nothing.
fn contained(world: &World) -> Vec<String> {
    let (secret, others) = (world.text("cases/1.out"), world.text("others"));
    vec![
        format!("gets '' write-outside {}", world.text("")),
        format!("hides read-secret {secret} {others}/alice/main.c /etc/shadow"),
        format!("gets '' list {others} /home /root /tmp /sys /var"),
        format!("gets '' connect {} {}", world.port(), abstract_name()),
        "gets '' forbidden".to_owned(),
        "gets '' write-self".to_owned(),
        "gets done daemon".to_owned(),
        "gets done orphan".to_owned(),
        "gets done ring".to_owned(),
    ]
}

/// Habits of programs that come to no good end, each with what is said of it.
const BAD: [(&str, &str); 10] = [
    ("ends loop-deaf", "ran out of"),
    ("ends fork-bomb", "ran out of"),
    ("ends stop-all", "ran out of"),
    ("ends grow", "ran out of memory"),
    ("ends print-forever", "printed too much"),
    ("ends kill-all", "exited with status 0"),
    ("ends leave-traces", ""),
    ("ends raise 9", "ended by signal 9"),
    ("ends exit 44", "exited with status 44"),
    ("ends abort", "ended by signal 6"),
];

const LIMITS: &str = "limits: {time_limit: 0.5, validation_time: 0.3, validation_memory: 64, \
    validation_output: 1}\n";

/// What is expected of a case.
#[derive(Clone)]
enum Expected {
    Verdict(&'static str),
    Fault(&'static str),
}

/// Each of these habits as a case of its own, with honest neighbours, and what comes of it.
fn with_neighbours(habits: Vec<(String, Expected)>) -> Vec<(String, Expected)> {
    let mut all = Vec::new();
    for (number, habit) in habits.into_iter().enumerate() {
        if number % 4 == 0 {
            all.push(("honest yes".to_owned(), Expected::Verdict("AC")));
            all.push(("honest no".to_owned(), Expected::Verdict("WA")));
        }
        all.push(habit);
    }
    all
}

/// Grades a program whose outputs are judged so.
fn graded(world: &World, kind: &str, cases: Vec<(String, Expected)>) -> Result<(), Failed> {
    let words: Vec<String> = cases.iter().map(|(words, _)| words.clone()).collect();
    let package = Package::new(world, "p/output_validator", "run", &words)?;
    let problem = format!("problem_format_version: 2025-09\ntype: {kind}\n{LIMITS}");
    package.put("p/problem.yaml", &problem)?;
    for (number, (words, _)) in cases.iter().enumerate() {
        let case = format!("p/data/secret/{number:03}");
        package.put(&format!("{case}.in"), "input\n")?;
        package.put(&format!("{case}.ans"), "answer\n")?;
        let words = package.words(world, words);
        package.put(
            &format!("{case}.yaml"),
            &format!("output_validator_args: {words}\n"),
        )?;
    }
    let told = package.run(
        &[
            "grade",
            "submissions",
            "--cases",
            "p",
            "--json",
            "--jobs",
            "2",
        ],
        3,
    )?;
    let told: Value = serde_json::from_str(&told)?;
    let results = told["submissions"][0]["results"]
        .as_array()
        .expect("has results");
    assert_eq!(results.len(), cases.len());
    for ((words, expected), result) in cases.iter().zip(results) {
        match expected {
            Expected::Verdict(code) => {
                assert_eq!(result["verdict"]["code"], *code, "{words}: {result}");
            }
            Expected::Fault(told) => {
                assert_eq!(result["outcome"], "fault", "{words}: {result}");
                let message = result["message"].as_str().expect("a message");
                assert!(message.contains(told), "{words}: {message}");
            }
        }
    }
    // What the validators said is kept there.
    let journal = fs::read_to_string(package.path("submissions.plyjudge.jsonl"))?;
    assert!(!journal.contains(SECRET), "{journal}");
    Ok(())
}

fn output_validators(world: &World) -> Result<(), Failed> {
    let mut habits: Vec<_> = contained(world)
        .into_iter()
        .map(|words| (words, Expected::Verdict("AC")))
        .collect();
    habits.extend(BAD.map(|(words, told)| (words.to_owned(), Expected::Fault(told))));
    graded(world, "pass-fail", with_neighbours(habits))
}

/// Whatever lies where messages and points are expected, it is not followed, waited for or taken
/// for something else.
fn feedback(world: &World) -> Result<(), Failed> {
    let secret = world.text("cases/1.out");
    let outside = world.path("feedback-outside");
    fs::create_dir(&outside)?;
    symlink(&secret, outside.join("judgemessage.txt"))?;
    fs::write(outside.join("score_multiplier.txt"), "0.5")?;
    let outside = outside.to_str().expect("plain");
    let right = Expected::Verdict("AC");
    let ours = Expected::Fault("score_multiplier.txt, expected");
    let habits = [
        ("mkfifo feedback/judgemessage.txt".to_owned(), right.clone()),
        (
            format!("ln -s {secret} feedback/judgemessage.txt"),
            right.clone(),
        ),
        (
            "ln -s judgemessage.txt feedback/judgemessage.txt".to_owned(),
            right.clone(),
        ),
        ("mkdir feedback/judgemessage.txt".to_owned(), right.clone()),
        (
            "head -c 3000000 /dev/zero >feedback/judgemessage.txt".to_owned(),
            right.clone(),
        ),
        (
            "cd feedback; for i in $(seq 2000); do echo $i >m$i; done; true".to_owned(),
            right.clone(),
        ),
        (
            format!("rmdir feedback; ln -s {outside} feedback"),
            right.clone(),
        ),
        (
            "mkfifo feedback/score_multiplier.txt".to_owned(),
            right.clone(),
        ),
        (
            format!("ln -s {secret} feedback/score_multiplier.txt"),
            right.clone(),
        ),
        (
            "echo 1 >feedback/score_multiplier.txt; chmod 0 feedback".to_owned(),
            right,
        ),
        (
            "mkdir feedback/score_multiplier.txt".to_owned(),
            ours.clone(),
        ),
        (
            "echo nan >feedback/score_multiplier.txt".to_owned(),
            ours.clone(),
        ),
        (
            "yes 1 | head -c 500000 >feedback/score_multiplier.txt".to_owned(),
            ours,
        ),
    ];
    let habits = habits.into_iter();
    let habits = habits.map(|(script, expected)| {
        (
            format!("does {}", shlex::try_quote(&script).expect("plain")),
            expected,
        )
    });
    graded(world, "scoring", with_neighbours(habits.collect()))
}

fn validators_in_conversation(world: &World) -> Result<(), Failed> {
    let contained = contained(world).into_iter();
    let mut habits: Vec<_> = contained
        .map(|words| (words, Expected::Verdict("AC")))
        .collect();
    // On a busy machine the program may run out of time first, while the validator is at work.
    habits.extend(BAD.map(|(words, _)| (words.to_owned(), Expected::Fault(""))));
    habits.push(("ends sleep".to_owned(), Expected::Fault("")));
    graded(world, "[pass-fail, interactive]", with_neighbours(habits))
}

/// The example submission is right in all cases, whatever the validators of inputs do.
fn input_validators(world: &World) -> Result<(), Failed> {
    let contained = contained(world);
    let bad = BAD
        .iter()
        .filter(|(_, told)| !told.is_empty() && !told.contains("status"));
    let mut all = contained.clone();
    all.extend(bad.clone().map(|(words, _)| (*words).to_owned()));
    let package = Package::new(world, "p/input_validators/v", "run", &all)?;
    package.put(
        "p/problem.yaml",
        &format!("problem_format_version: 2025-09\n{LIMITS}"),
    )?;
    package.put("p/submissions/accepted/yes.c", &printing("yes"))?;
    for (number, words) in all.iter().enumerate() {
        let case = format!("p/data/secret/{number:03}");
        package.put(&format!("{case}.in"), "input\n")?;
        package.put(&format!("{case}.ans"), "yes\n")?;
        let words = package.words(world, words);
        package.put(
            &format!("{case}.yaml"),
            &format!("input_validator_args: {words}\n"),
        )?;
    }
    let told: Value = serde_json::from_str(&package.run(&["verify", "p", "--json"], 3)?)?;
    assert_eq!(told["kept"], true, "{told}");
    let untried = told["untried"].as_array().expect("a list");
    let untried: Vec<&str> = untried.iter().filter_map(Value::as_str).collect();
    assert_eq!(untried.len(), all.len() - contained.len(), "{untried:?}");
    for (told, (words, expected)) in untried.iter().zip(bad) {
        assert!(told.contains(expected), "{words}: {told}");
    }
    Ok(())
}

/// The seed says which habit. What is contained prints an input, what comes to a bad end none.
fn generators(world: &World) -> Result<(), Failed> {
    let mut contained = contained(world);
    // Read through `/proc`, what the script has open never ends.
    contained.retain(|words| !words.starts_with("hides"));
    // The others take all the time that a generator has.
    let bad = [
        "ends print-forever",
        "ends raise 9",
        "ends exit 44",
        "ends abort",
    ];
    let mut all = contained.clone();
    all.extend(bad.map(str::to_owned));
    let package = Package::new(world, "gen", "run", &all)?;
    let mut script = "#!/bin/sh\nhere=${0%/*}\ncase $1 in\n".to_owned();
    for (seed, words) in all.iter().enumerate() {
        let words: Vec<String> = serde_json::from_str(&package.words(world, words))?;
        let words = shlex::try_join(words.iter().map(String::as_str))?;
        script += &match seed < contained.len() {
            true => format!("{seed}) \"$here/run\" {words}; [ $? = 42 ] && echo {seed} ;;\n"),
            false => format!("{seed}) exec \"$here/run\" {words} ;;\n"),
        };
    }
    package.put("gen/gen", &(script + "esac\n"))?;
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(package.path("gen/gen"), mode)?;
    package.put("cases/suite.toml", "[limits]\nmemory = '64MiB'\n")?;
    package.put("wrong/no.c", &printing("no"))?;
    let inputs = all.len().to_string();
    let words = "generate cases --reference submissions/yes.c --wrong wrong --generator gen \
                 --seed 0 --out out --inputs";
    let words: Vec<&str> = words.split(' ').chain([&*inputs]).collect();
    let told = package.run(&words, 0)?;
    assert!(told.starts_with("01-seed-"), "{told}");
    let (_, left_out) = told.split_once("Inputs left out:\n").expect("some are");
    let left_out: Vec<&str> = left_out.lines().map(str::trim).collect();
    let expected = [
        "1  the generator ended by signal 6",
        "1  the generator ended by signal 9",
        "1  the generator exited with status 44",
        "1  the generator printed too much",
    ];
    assert_eq!(left_out[..4], expected, "{told}");
    assert!(left_out.get(4).is_none_or(|line| line.is_empty()), "{told}");
    Ok(())
}
