//! Tournaments through the command: a small class, resumed, interrupted, with forfeits.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::grade::can_contain;
use crate::support::players::{kalah_player, script};
use serde_json::Value;

/// A player of Kalah that takes its first pit.
const FIRST: &str = "#include <stdio.h>\n\
    int main(void) {\n\
      int s[14], player, depth;\n\
      for (int i = 0; i < 14; i++) if (scanf(\"%d\", &s[i]) != 1) return 1;\n\
      if (scanf(\"%d %d\", &player, &depth) != 2) return 1;\n\
      for (int i = 0; i < 6; i++)\n\
        if (s[player * 7 + i] > 0) { printf(\"%d\\n\", player * 7 + i); return 0; }\n\
      return 1;\n\
    }\n";

fn command(folder: &Path, more: &[&str]) -> Command {
    let sandbox = if can_contain() { "on" } else { "off" };
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command
        .args([
            "tournament",
            "class",
            "--game",
            "kalah",
            "--sandbox",
            sandbox,
        ])
        .args(["--time", "60"])
        .args(more)
        .env("PLYJUDGE_PROGRESS", "off")
        .current_dir(folder);
    command
}

fn tournament(folder: &Path, more: &[&str]) -> Output {
    command(folder, more).output().expect("plyjudge runs")
}

fn results(folder: &Path, more: &[&str]) -> Value {
    let output = tournament(folder, &[more, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A player of --with that cannot be started is told before any game, and there is no journal.
#[cfg(unix)]
#[test]
fn a_tournament_does_not_begin_with_a_player_that_cannot_be_started() {
    use std::os::unix::fs::PermissionsExt;
    let folder = class();
    let player = folder.path().join("player");
    fs::write(&player, "#!/no/such/interpreter\n").expect("a file");
    fs::set_permissions(&player, fs::Permissions::from_mode(0o755)).expect("it may be executed");
    let player = player.to_str().expect("UTF-8");
    let output = tournament(folder.path(), &["--with", "random", "--with", player]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let message = format!("plyjudge: {player}: cannot be started: ");
    assert!(errors.starts_with(&message), "{errors}");
    assert!(!folder.path().join("class.kalah.plyjudge.jsonl").exists());
}

fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    script(&class.join("last"), &kalah_player("5 4 3 2 1 0"));
    script(&class.join("cheat"), "echo 6");
    let typo = "int main(void) { retrun 0; }\n";
    for (name, text) in [("first.c", FIRST), ("typo.c", typo)] {
        fs::write(class.join(name), text).expect("a submission");
    }
    folder
}

#[test]
fn everybody_meets_everybody_and_nothing_is_played_twice() {
    let folder = class();
    let more = ["--with", "engine:depth=6", "--opening", "0"];
    let found = results(folder.path(), &more);
    let players = found["players"].as_array().expect("a list");
    let names: Vec<_> = players
        .iter()
        .map(|player| player["player"].as_str())
        .collect();
    assert_eq!(names.len(), 4);
    assert_eq!(names[3], Some("cheat"), "{found}");
    for player in players {
        let tally = &player["games"];
        let count = |what: &str| tally[what].as_u64().expect("a number");
        // Three others, two games each.
        assert_eq!(count("wins") + count("draws") + count("losses"), 6);
        let points = count("wins") as f64 + count("draws") as f64 / 2.0;
        assert_eq!(player["points"], points);
    }
    assert_eq!(players[3]["forfeits"][0]["kind"], "illegal");
    assert_eq!(players[3]["forfeits"][0]["games"], 6);
    assert_eq!(found["could_not_play"][0]["player"], "typo.c");

    let journal = folder.path().join("class.kalah.plyjudge.jsonl");
    let before = fs::read(&journal).expect("a journal");
    // What is played, then 12 games.
    assert_eq!(before.iter().filter(|&&byte| byte == b'\n').count(), 13);
    assert_eq!(results(folder.path(), &more), found);
    assert_eq!(fs::read(&journal).expect("a journal"), before);

    // Cut short in the middle of a line: that game alone is played again.
    fs::write(&journal, &before[..before.len() - 30]).expect("a journal");
    assert_eq!(results(folder.path(), &more), found);
    assert_eq!(fs::read(&journal).expect("a journal").len(), before.len());

    // A program that has changed plays its games again, and no others.
    let changed = format!("{FIRST}\n");
    fs::write(folder.path().join("class/first.c"), changed).expect("a submission");
    results(folder.path(), &more);
    let after = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(after.lines().count(), 13 + 1 + 6);
}

/// Killed again and again, at whatever it does: the same standings, and no game twice.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_was_played_survives_a_kill() {
    let folder = class();
    let more = ["--with", "engine:depth=4", "--games", "6"];
    let expected = results(folder.path(), &more);
    let journal = folder.path().join("class.kalah.plyjudge.jsonl");
    let lines = || {
        let bytes = fs::read(&journal).unwrap_or_default();
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    };
    let all = lines();
    // What is played, then 36 games.
    assert_eq!(all, 37);
    fs::remove_file(&journal).expect("a journal");
    for enough in [1, 9, 10, 17, 24, 33] {
        let mut child = command(folder.path(), &more)
            .stdout(Stdio::null())
            .spawn()
            .expect("plyjudge runs");
        while lines() < enough && child.try_wait().expect("its status").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert_eq!(results(folder.path(), &more), expected);
    assert_eq!(lines(), all);

    // The journal's games can be shown.
    let shown = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .args(["replay", "--quiet", "--player", "first.c", "--player"])
        .arg("last")
        .arg(&journal)
        .output()
        .expect("plyjudge runs");
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(shown.status.success());
    assert_eq!(text.matches("kalah game ").count(), 6, "{text}");
}

#[test]
fn swiss_rounds_tables_and_csv() {
    let folder = class();
    let found = results(folder.path(), &["--swiss", "2", "--games", "2"]);
    let players = found["players"].as_array().expect("a list");
    assert_eq!(players.len(), 3);
    // In each round one of the three has no opponent, which is worth two won games.
    let byes = players
        .iter()
        .map(|it| it["rounds_without_opponent"].as_u64().expect("a number"));
    assert_eq!(byes.sum::<u64>(), 2);
    let points = players
        .iter()
        .map(|player| player["points"].as_f64().expect("a number"));
    assert_eq!(points.sum::<f64>(), 8.0);

    let text = tournament(folder.path(), &["--swiss", "2"]);
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(text.contains("cheat forfeited"), "{text}");
    let told = "typo.c could not play: cc failed with exit status 1\n  ";
    let (_, words) = text.split_once(told).expect("why it could not");
    assert!(words.contains("retrun"), "{words}");
    let csv = tournament(folder.path(), &["--swiss", "2", "--csv"]);
    let csv = String::from_utf8(csv.stdout).expect("UTF-8");
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(
        csv.starts_with("place,player,rating,margin,points,games,"),
        "{csv}"
    );
}

/// A tournament that is finished is shown again without compiling anything.
#[test]
fn what_was_compiled_once_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("made");
    for (name, makes) in [("one", "cp player main; chmod +x main"), ("two", "false")] {
        let player = folder.path().join("class").join(name);
        fs::create_dir_all(&player).expect("a folder");
        let makefile = format!("all:\n\techo >> {}; {makes}\n", made.display());
        fs::write(player.join("Makefile"), makefile).expect("a file");
        fs::write(player.join("player"), "#!/bin/sh\necho 0\n").expect("a file");
    }
    let show = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args(["tournament", "class", "--game", "kalah", "--with", "random"])
            .args(["--sandbox", "off", "--games", "3"])
            .args(more)
            .current_dir(folder.path())
            .output()
            .expect("plyjudge runs");
        assert!(output.status.success(), "{output:?}");
        (output.stdout, fs::read(&made).expect("a file").len())
    };
    let (shown, compiled) = show(&[]);
    assert_eq!(compiled, 2);
    assert_eq!(show(&[]), (shown, 2));
    // Where games are missing, who plays them is compiled.
    assert_eq!(show(&["--seed", "1"]).1, 3);
    assert_eq!(show(&["--rerun"]).1, 5);
}

#[test]
fn a_file_that_is_no_journal_is_left_alone() {
    let folder = class();
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "not a journal\n").expect("a file");
    let output = tournament(folder.path(), &["--journal", "notes.txt"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("notes.txt: found something that is not a journal"),
        "{errors}"
    );
    assert_eq!(fs::read(&notes).expect("a file"), b"not a journal\n");
}
