//! Games in the terminal, through a pipe: sessions as bytes, saved games, bad input.
//!
//! A session is `tests/play/NAME.in` with `NAME.args` and what is printed, `NAME.out`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::Plyjudge;

/// Plays a session in a folder.
fn play(folder: &Path, args: &[&str], input: &str) -> Output {
    let path = folder.join("stdin");
    fs::write(&path, input).expect("an input");
    Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .arg("play")
        .args(args)
        .current_dir(folder)
        .stdin(fs::File::open(&path).expect("an input"))
        .stderr(Stdio::inherit())
        .output()
        .expect("plyjudge runs")
}

#[test]
fn sessions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play");
    let mut inputs: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 5, "{inputs:?}");
    for input in inputs {
        let read = |extension: &str| {
            let path = input.with_extension(extension);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let args = read("args");
        Plyjudge::new()
            .args(["play"])
            .args(args.split_whitespace())
            .stdin(read("in"))
            .stdout(read("out"))
            .run();
    }
}

/// A saved game is an input of the protocol, and loading it leads to the same position.
#[test]
fn saved_games_are_inputs() {
    for (game, moves) in [
        ("kalah", "2\n5\n"),
        ("checkers", "A6-B5\nB5-C4\n"),
        ("ewn", ""),
        ("hexline", "0 0 3 4\n5 5 1 1\n"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let (folder, args) = (folder.path(), [game, "--level", "1"]);
        let said = play(folder, &args, &format!("{moves}save game file\nboard\n"));
        let said = String::from_utf8(said.stdout).expect("UTF-8");
        let (_, board) = said.split_once("saved\n").expect(&said);
        let loaded = play(folder, &args, "load game file\n");
        let loaded = String::from_utf8(loaded.stdout).expect("UTF-8");
        assert!(
            loaded.ends_with(board),
            "{game}: {loaded}\nexpected\n{board}"
        );
        let at_once = play(folder, &[game, "--level", "1", "--load", "game file"], "");
        assert_eq!(String::from_utf8(at_once.stdout).expect("UTF-8"), board);
        let mut answer = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let answer = answer
            .args(["run", "--game", game, "game file"])
            .current_dir(folder);
        let answer = answer.output().expect("plyjudge runs");
        assert!(answer.status.success(), "{game}: {answer:?}");
    }
}

/// A game that is over is over when it is loaded, too, with the same result.
#[test]
fn games_are_saved_to_their_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for game in ["kalah", "ewn", "hexline"] {
        let args = [game, "--level", "0", "--side", "none", "--seed", "1"];
        let said = play(folder, &args, "save game file\n");
        let said = String::from_utf8(said.stdout).expect("UTF-8");
        let played = said.strip_suffix("saved\n").expect(&said);
        let result = played.lines().last().expect("a line");
        assert!(
            result.contains(" wins: ") || result.starts_with("a draw: "),
            "{game}: {result}"
        );
        let args = [game, "--side", "both", "--load", "game file"];
        let loaded = play(folder, &args, "");
        let loaded = String::from_utf8(loaded.stdout).expect("UTF-8");
        assert!(played.ends_with(&loaded), "{game}: {loaded}");
        assert!(loaded.ends_with(&format!("{result}\n")), "{game}: {loaded}");
        // Nobody has to play for the file to be an input.
        let mut answer = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let answer = answer
            .args(["run", "--depth", "1", "--game", game, "game file"])
            .current_dir(folder)
            .output()
            .expect("plyjudge runs");
        assert!(answer.status.success(), "{game}: {answer:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().expect("a folder");
    // Not checkers, where random towers may go on for very long.
    for game in ["kalah", "ewn", "hexline"] {
        let out = |level: &str, seed: &str| {
            let args = [game, "--level", level, "--side", "none", "--seed", seed];
            play(folder.path(), &args, "").stdout
        };
        assert_eq!(out("0", "1"), out("0", "1"), "{game}");
        assert_ne!(out("0", "1"), out("0", "2"), "{game}");
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    Plyjudge::new()
        .args(["play", "kalah", "--level", "13"])
        .stderr("plyjudge: --level 13: expected a level from 0 to 12 for kalah\n")
        .status(2)
        .run();
    Plyjudge::new()
        .args(["play", "kalah", "--load", "game"])
        .file("game", "1 2 3\n")
        .stderr(
            "plyjudge: game: line 1: found 3 fields, expected 16 integers: \
             s0 … s13 player depth\n",
        )
        .status(2)
        .run();
}

/// Ctrl-C while a line is waited for.
#[cfg(unix)]
#[test]
fn an_interrupted_game_says_so() {
    use std::io::Read as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .args(["play", "kalah"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("plyjudge runs");
    // Kept, or its end would be the end of the game.
    let stdin = child.stdin.take();
    let mut stdout = child.stdout.take().expect("is piped");
    // The board has come, so signals are listened to.
    let mut first = [0; 1];
    stdout.read_exact(&mut first).expect("a board");
    let pid = i32::try_from(child.id()).expect("a process");
    let kill = Command::new("kill")
        .args(["-INT", &pid.to_string()])
        .status();
    assert!(kill.expect("kill runs").success());
    let status = child.wait().expect("it ends");
    drop(stdin);
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("UTF-8");
    assert!(rest.ends_with("the game is not over\n"), "{rest}");
}
