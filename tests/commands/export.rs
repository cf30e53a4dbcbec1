//! Problem packages that are made of a suite: they keep their promises, as we read them and as
//! problemtools does.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::grade::can_contain;
use crate::support::skipped;
use tempfile::TempDir;

/// Cases of each game that are answered within a moment; the first has an input of no byte.
const CHECKERS: [&str; 3] = ["04", "05", "07"];
const EWN: [&str; 3] = ["one-stone-each", "arrangements", "opening-blue-get"];
const HEXLINE: [&str; 3] = [
    "line-of-three",
    "neighbours-of-odd-y",
    "two-free-cells-apart",
];

fn plyjudge(args: &[&str], path: &Path, more: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.env("PLYJUDGE_PROGRESS", "off");
    let output = command.args(args).arg(path).args(more).output().unwrap();
    let said = [&output.stdout, &output.stderr];
    let said = said.map(|text| String::from_utf8_lossy(text).into_owned());
    (output.status.code(), said.concat())
}

/// Makes a package of a game or a suite of one, and verifies it.
#[track_caller]
fn keeps_its_promises(subject: &Path, name: &str, format: &str) {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join(name);
    let out = ["--format", format, "--name", "A \"game\": deep", "--out"];
    let out = [&out[..], &[package.to_str().unwrap()]].concat();
    let (status, said) = plyjudge(&["export", "package"], subject, &out);
    assert_eq!(status, Some(0), "{name}, {format}: {said}");
    let wrong = fs::read_dir(package.join("submissions/wrong_answer"));
    let wrong: Vec<_> = wrong.into_iter().flatten().flatten().collect();
    assert!(!wrong.is_empty(), "{name}, {format}: {said}");
    for program in wrong {
        let text = fs::read_to_string(program.path()).unwrap();
        assert!(
            text.starts_with("/* The answers of a program with a mistake, "),
            "{text}"
        );
    }
    let sandbox: &[&str] = if can_contain() {
        &[]
    } else {
        &["--sandbox", "off"]
    };
    let (status, said) = plyjudge(&["verify"], &package, sandbox);
    assert_eq!(status, Some(0), "{name}, {format}: {said}");
    // Somebody else's reading of the format; it does not know the newer one.
    if format != "legacy" {
        return;
    }
    let parts = ["-p", "config", "data", "submissions", "validators"];
    let verified = Command::new("verifyproblem")
        .arg(&package)
        .args(parts)
        .output();
    match verified {
        Ok(output) => {
            let text = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
            let text = text.concat();
            assert!(output.status.success(), "{name}: {text}");
            assert!(text.contains(" 0 errors"), "{name}: {text}");
        }
        Err(_) => skipped("problemtools is not installed: verifyproblem was not asked"),
    }
}

/// A suite of three cases of a game.
fn suite_of(folder: &str, names: [&str; 3]) -> TempDir {
    let suite = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for name in names {
        for ending in ["txt", "out"] {
            let file = format!("{name}.{ending}");
            fs::copy(from.join(&file), suite.path().join(file)).unwrap();
        }
    }
    suite
}

fn kalah_suite() -> TempDir {
    let cases = [
        "01-game-over-mover",
        "02-value-for-player-0",
        "03-capture-landing",
    ];
    suite_of("examples/kalah-suite", cases)
}

#[test]
fn a_package_of_a_suite_keeps_its_promises() {
    keeps_its_promises(kalah_suite().path(), "kalah", "2025-09");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_legacy_package_of_a_suite_keeps_its_promises() {
    keeps_its_promises(kalah_suite().path(), "kalah", "legacy");
}

/// Of other games, in one of the two formats: what they differ in does not depend on the game.
#[test]
#[ignore = "it replays the mistakes of three games: make slow runs it"]
fn packages_of_all_games_keep_their_promises() {
    for (game, folder, names) in [
        ("checkers", "examples/checkers-suite", CHECKERS),
        ("ewn", "testdata/ewn", EWN),
        ("hexline", "testdata/hexline", HEXLINE),
    ] {
        let suite = suite_of(folder, names);
        keeps_its_promises(suite.path(), game, "2025-09");
    }
}

/// Of a game alone, whose cases are made.
#[test]
#[ignore = "it makes cases of every game: make slow runs it"]
fn packages_without_a_suite_keep_their_promises() {
    for game in ["checkers", "ewn", "hexline", "kalah"] {
        for format in ["2025-09", "legacy"] {
            keeps_its_promises(Path::new(game), game, format);
        }
    }
}

/// Both formats have problems called by their folders.
#[test]
fn a_folder_that_no_problem_can_be_called_by_is_refused() {
    for name in ["Kalah", "kalah-1", "kalah_1", "ü"] {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join(name);
        let out = ["--format", "legacy", "--out", package.to_str().unwrap()];
        let (status, said) = plyjudge(&["export", "package"], Path::new("kalah"), &out);
        assert_eq!(status, Some(2), "{said}");
        assert!(
            said.contains("expected one of small letters and digits"),
            "{said}"
        );
        assert!(!package.exists());
    }
}

#[test]
fn a_suite_that_reads_the_rules_otherwise_is_refused() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/kalah-suite");
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("kalah");
    let out = [
        "--rule",
        "extra-turn=no",
        "--out",
        package.to_str().unwrap(),
    ];
    let (status, said) = plyjudge(&["export", "package"], &suite, &out);
    assert_eq!(status, Some(2), "{said}");
    assert!(
        said.contains("--rule says how the assignment reads the rules"),
        "{said}"
    );
    assert!(!package.exists());
}
