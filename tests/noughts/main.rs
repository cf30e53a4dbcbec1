//! Games from outside: noughts and crosses lies in `game.rs`, a race with dice in `race.rs`. Each
//! is registered in one line here, and every command knows it.
//!
//! This program is the tests and, under the name `plyjudge`, the command with those games.

mod game;
mod race;

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use plyjudge::judge::run::enter_sandbox;
use plyjudge::protocol::assignment::entry;
use plyjudge::{cli, games};
use tempfile::TempDir;

const GAMES: games::List = &[
    entry::<game::Noughts>(), // The line that registers it.
    entry::<race::Race>(),
    games::SHIPPED[0],
    games::SHIPPED[1],
    games::SHIPPED[2],
    games::SHIPPED[3],
];

fn main() -> ExitCode {
    enter_sandbox();
    let name = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    if name.ends_with("plyjudge") {
        return cli::main(GAMES);
    }
    let trials = [
        ("answers", answers as fn(&Shell)),
        ("leaves_are_counted", leaves_are_counted),
        ("positions_are_shown", positions_are_shown),
        ("decisions_are_explained", decisions_are_explained),
        ("matches_are_played", matches_are_played),
        ("people_play", people_play),
        ("mistakes_are_listed", mistakes_are_listed),
        ("suites_are_made_and_audited", suites_are_made_and_audited),
        ("programs_are_diagnosed", programs_are_diagnosed),
        (
            "lines_of_answers_are_told_apart",
            lines_of_answers_are_told_apart,
        ),
        ("dice_are_rolled", dice_are_rolled),
        ("programs_with_dice_are_told", programs_with_dice_are_told),
        ("the_other_games_are_there", the_other_games_are_there),
    ];
    let trials = trials.map(|(name, test)| {
        Trial::test(name, move || {
            test(&Shell::new()?);
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

/// A folder in which the command is run.
struct Shell {
    folder: TempDir,
}

impl Shell {
    fn new() -> Result<Self, Failed> {
        // On one file system with this program, which may be large.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        fs::hard_link(env::current_exe()?, folder.path().join("plyjudge"))?;
        Ok(Self { folder })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The command, as it is written in a shell.
    fn plyjudge(&self) -> String {
        self.path().join("plyjudge").display().to_string()
    }

    /// What a command line prints for an input, and its exit status.
    fn status(&self, args: &[&str], input: &str) -> (String, Option<i32>) {
        let mut child = Command::new(self.path().join("plyjudge"))
            .args(args)
            .current_dir(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        (text, output.status.code())
    }

    /// What a command line that succeeds prints.
    fn run(&self, args: &[&str], input: &str) -> String {
        let (text, status) = self.status(args, input);
        assert_eq!(status, Some(0), "{args:?}: {text}");
        text
    }
}

/// A line that wins at once is taken, one that loses is stopped, and where nothing decides the
/// first cell is best: the game is a draw.
fn answers(shell: &Shell) {
    let input = "xx.oo.... x\nxx.o..... o\n......... x\n";
    let output = "3\nvalue 1\n3\nvalue -1\n1\nvalue 0\n";
    assert_eq!(shell.run(&["run"], input), output);
    assert_eq!(
        shell.run(&["run", "--rule", "tie=last"], "......... x\n"),
        "9\nvalue 0\n"
    );
    let (_, status) = shell.status(&["run", "--game", "noughts"], "xx. x\n");
    assert_eq!(status, Some(2));
}

/// 255168 games are known to be possible, of which 1440, 5328, 47952, 72576 and 127872 end with
/// the fifth to the ninth move. One that is over stays a leaf.
fn leaves_are_counted(shell: &Shell) {
    let counts = [9, 72, 504, 3024, 15120, 56160, 154_944, 255_168, 255_168];
    let text = shell.run(&["perft", "noughts", "9"], "");
    let counted: Vec<u64> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok())
        .collect();
    assert_eq!(counted, counts);
}

fn positions_are_shown(shell: &Shell) {
    let text = shell.run(&["show"], "xx.oo.... x\n");
    assert!(text.starts_with("x to move\n"), "{text}");
    assert_eq!(text.matches('x').count(), 3, "{text}");
    assert!(
        shell
            .run(&["show", "--svg"], "xx.oo.... x\n")
            .contains("<svg")
    );
}

fn decisions_are_explained(shell: &Shell) {
    let text = shell.run(&["explain"], "xx.oo.... x\n");
    assert!(text.contains("x's move"), "{text}");
    let json = shell.run(&["explain", "--json", "--levels", "1"], "xx.oo.... x\n");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["game"], "noughts");
    // Where nothing can be played nobody takes anything.
    let text = shell.run(&["explain"], "xxxoo.... o\n");
    assert!(text.contains("There is no move to choose"), "{text}");
    assert!(text.contains("O is to move. A level"), "{text}");
}

/// Who searches to the end never loses, and programs play as the engine does.
fn matches_are_played(shell: &Shell) {
    let text = shell.run(
        &[
            "match",
            "noughts",
            "engine:depth=9",
            "random",
            "--games",
            "6",
            "--seed",
            "1",
        ],
        "",
    );
    let together = text.lines().find(|line| line.starts_with("together"));
    assert!(together.is_some_and(|line| line.ends_with(" 0")), "{text}");
    let program = format!("{} run --game noughts", shell.plyjudge());
    let args = [
        "match",
        "noughts",
        &program,
        "engine:depth=1",
        "--games",
        "2",
        "--sandbox",
        "off",
    ];
    for more in [&[][..], &["--keep-alive"]] {
        let text = shell.run(&[&args[..], more].concat(), "");
        assert!(!text.contains(" lost "), "{text}");
    }
}

fn people_play(shell: &Shell) {
    let input = "5\n1\nmoves\nhelp\nquit\n";
    let text = shell.run(&["play", "noughts", "--side", "both"], input);
    assert!(text.contains("2, 3, 4, 6, 7, 8, 9"), "{text}");
    assert!(text.contains("a move: a cell from 1 to 9"), "{text}");
    let text = shell.run(&["play", "noughts", "--level", "9"], "1\n2\n3\nquit\n");
    assert!(text.contains("o plays 5"), "{text}");
}

fn mistakes_are_listed(shell: &Shell) {
    let text = shell.run(&["mistakes", "noughts"], "");
    for mistake in ["lines=straight", "depth=1", "tie=last", "line-end=crlf"] {
        assert!(text.contains(mistake), "{text}");
    }
}

fn suites_are_made_and_audited(shell: &Shell) {
    let args = ["generate", "noughts", "--count", "4", "--out", "cases"];
    let text = shell.run(&args, "");
    assert!(text.contains("cases"), "{text}");
    let made = fs::read_dir(shell.path().join("cases")).expect("a folder");
    assert!(made.count() >= 3);
    let (text, status) = shell.status(
        &["audit", "cases", "--game", "noughts", "--require", "80"],
        "",
    );
    assert_eq!(status, Some(0), "{text}");
    assert!(shell.run(&["test", "cases"], "").contains("passed"));
}

fn programs_are_diagnosed(shell: &Shell) {
    let program = format!(
        "{} run --game noughts --rule lines=straight",
        shell.plyjudge()
    );
    let args = [
        "diagnose",
        "--command",
        &program,
        "--game",
        "noughts",
        "--runs",
        "60",
    ];
    let (text, status) = shell.status(&[&args[..], &["--sandbox", "off"]].concat(), "");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("lines=straight"), "{text}");
}

/// Each line of an answer has its name.
fn lines_of_answers_are_told_apart(shell: &Shell) {
    fs::write(shell.path().join("one.txt"), "......... x\nxx.oo.... x\n").expect("a case");
    let right = ["1", "value 0", "3", "value 1", ""].join("\n");
    let wrong = right.replace("value 1", "value 2");
    for (printed, place) in [
        (wrong, "input line 2 (xx.oo.... x): the value"),
        (
            right.replace('3', "6"),
            "input line 2 (xx.oo.... x): the chosen move",
        ),
    ] {
        fs::write(shell.path().join("one.out"), printed).expect("a case");
        let (text, status) = shell.status(&["test", "one.txt"], "");
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains(place), "{text}");
    }
}

/// All figures are found by hand.
fn dice_are_rolled(shell: &Shell) {
    // B's second stone is on A's cell 2, and starts again when it is hit.
    let one = "race A 2 1\nA 0 4\nB 3 9\n";
    let hits = "0-2 3\n4-6 -6\nbest 0-2 3\n";
    assert_eq!(shell.run(&["run"], one), hits);
    // B gets home with one face of three, and that is worth 100.
    let two = "race A 1 2\nA 9 11\nB 9 11\n";
    assert_eq!(
        shell.run(&["run"], two),
        "9-10 -33.3333\nbest 9-10 -33.3333\n"
    );
    // Of two stones in one place it does not matter which one moves.
    let text = shell.run(&["perft", "race", "2"], "");
    let leaves = text
        .lines()
        .last()
        .and_then(|it| it.split_whitespace().nth(1));
    assert_eq!(leaves, Some("9"), "{text}");
    let text = shell.run(&["explain"], two);
    assert!(text.contains("A's move with a 1: 9-10"), "{text}");
    assert!(text.contains("After 9-10, B rolls"));
    let json = shell.run(&["explain", "--json"], two);
    assert!(json.contains("\"die 3\""), "{json}");
    // A game that is recorded, or saved, goes on with the same die.
    let args = [
        "match",
        "race",
        "engine:depth=2",
        "random",
        "--games",
        "4",
        "--seed",
        "1",
    ];
    shell.run(&[&args[..], &["--record", "games.jsonl"]].concat(), "");
    assert!(
        shell
            .run(&["replay", "games.jsonl"], "")
            .contains("A (3): ")
    );
    let args = ["play", "race", "--side", "both", "--seed", "4"];
    let text = shell.run(&args, "save saved.txt\nfoo\nquit\n");
    let asked = fs::read_to_string(shell.path().join("saved.txt")).expect("saved");
    let die = asked.split(' ').nth(2).expect("a die");
    assert!(text.contains(&format!("A rolls {die}")), "{text}");
    let text = shell.run(&args, "load saved.txt\nmoves\nquit\n");
    assert!(text.contains(&format!("\n0-{die}\n")), "{text}");
    // A move without digits can be typed.
    fs::write(
        shell.path().join("stuck.txt"),
        "race A 3 1\nA 10 11\nB 5 5\n",
    )
    .expect("saved");
    let text = shell.run(&args, "load stuck.txt\npass\nquit\n");
    assert!(!text.contains("expected"), "{text}");
    assert!(text.contains("B rolls"), "{text}");
}

/// A suite tells every mistake, and a program with one is told what it is.
fn programs_with_dice_are_told(shell: &Shell) {
    shell.run(&["generate", "race", "--count", "6", "--out", "cases"], "");
    let (text, _) = shell.status(&["audit", "cases", "--game", "race"], "");
    assert!(text.contains("mutation score 100.0 %"), "{text}");
    let program = format!("{} run --game race --rule dice=sum", shell.plyjudge());
    let args = [
        "diagnose",
        "--command",
        &program,
        "--game",
        "race",
        "--runs",
        "60",
    ];
    let (text, _) = shell.status(&[&args[..], &["--sandbox", "off"]].concat(), "");
    assert!(text.contains("(dice=sum)"), "{text}");
    assert!(text.contains("the value of a move: expected"), "{text}");
}

fn the_other_games_are_there(shell: &Shell) {
    for game in ["checkers", "kalah", "ewn", "hexline"] {
        assert!(shell.run(&["rules", game], "").starts_with(game));
    }
}
