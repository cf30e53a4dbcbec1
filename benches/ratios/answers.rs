//! Answers of each game: the fast engine, in one thread, against the plain searches. Each answer is
//! a command of its own, for a process remembers the searches that it has done.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::Row;
use super::measure::{by_clock, median, of_children, plyjudge, ratio};

const FASTER: &str = "× as fast as the plain engine";

pub const ROWS: &[Row] = &[
    Row::new("answer checkers, depth 7", FASTER, || {
        let actions = "G6-F5 H3-G4 F5-H3 F3-G4 E6-F5 G4-E6 D7-F5 G2-F3 F7-G6 F1-G2 H3-F1 B3-C4 A\n";
        Input::of(&actions.replace(' ', "\n")).fast(&["--depth", "7"])
    }),
    Row::new("answer ewn, depth 7", FASTER, || {
        Input::shipped("ewn/opening-blue.txt").fast(&["--depth", "7"])
    }),
    Row::new("answer hexline, depth 7", FASTER, || {
        Input::shipped("hexline/compact-maps.txt").fast(&["--depth", "7"])
    }),
    Row::new("answer kalah, depth 12, both counts", FASTER, || {
        Input::of(&format!("{SECOND} 12\n")).fast(&[])
    }),
    Row::new("answer kalah, depth 14, choice", FASTER, || {
        Input::of(&format!("{SECOND} 14\n")).fast(&["--format", "choice"])
    }),
    Row::new(
        "answer kalah, depth 14, two threads",
        "× as fast as one, by the clock",
        || {
            let input = Input::of(&format!("{SECOND} 14\n"));
            let timed = |threads| by_clock(|| input.run(&["--threads", threads]).status());
            let (mut one, mut two) = (Vec::new(), Vec::new());
            for _ in 0..5 {
                one.push(timed("1"));
                two.push(timed("2"));
            }
            ratio(median(one), median(two))
        },
    ),
];

/// The second state of Kalah's published table: a line but for its depth.
pub const SECOND: &str = "7 2 15 0 1 0 5 0 5 7 6 1 14 9 0";

/// What is answered.
struct Input {
    file: PathBuf,
    /// Where the file is if it is not one of the project's.
    _folder: Option<tempfile::TempDir>,
}

impl Input {
    /// A file of `testdata`.
    fn shipped(name: &str) -> Self {
        let root = env!("CARGO_MANIFEST_DIR");
        Self {
            file: [root, "testdata", name].iter().collect(),
            _folder: None,
        }
    }

    fn of(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("input.txt");
        fs::write(&file, text).expect("written");
        Self {
            file,
            _folder: Some(folder),
        }
    }

    fn run(&self, options: &[&str]) -> Command {
        let mut command = plyjudge(&["run"]);
        command.arg(&self.file).args(options);
        command
    }

    /// How many times as fast the fast engine answers as the plain one, which says the same.
    fn fast(&self, options: &[&str]) -> f64 {
        let answer = |engine| {
            let mut command = self.run(options);
            command.args(["--engine", engine, "--threads", "1"]);
            command
        };
        let [plain, fast] = ["plain", "fast"].map(|engine| {
            let ended = answer(engine).stdout(Stdio::piped()).output();
            let ended = ended.expect("runs");
            assert!(ended.status.success(), "a good input");
            ended.stdout
        });
        assert_eq!(plain, fast);
        let [plain, fast] =
            ["plain", "fast"].map(|engine| of_children(|| answer(engine).status().expect("runs")));
        ratio(plain, fast)
    }
}
