//! Whole commands: their processor time against that of a fixed search, their memory against what
//! they may have.

use std::fs;
use std::path::Path;

use super::Row;
use super::answers::SECOND;
use super::measure::{of_children, peak, plyjudge, ratio, yardstick};

/// What such a ratio says.
const SEARCHES: &str = "of them in the time of 10⁸ plain nodes";
const SMALLER: &str = "× in what it may have";

pub const ROWS: &[Row] = &[
    Row::new("generate checkers --count 20", SEARCHES, || {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out").display().to_string();
        in_searches(&[
            "generate", "checkers", "--count", "20", "--force", "--out", &out,
        ])
    }),
    Row::new("diagnose checkers", SEARCHES, || {
        diagnose("checkers", "tie=last")
    }),
    Row::new("diagnose ewn", SEARCHES, || diagnose("ewn", "tie=last")),
    Row::new("diagnose hexline", SEARCHES, || {
        diagnose("hexline", "tie=last")
    }),
    Row::new("diagnose kalah", SEARCHES, || {
        diagnose("kalah", "sweep=none")
    }),
    Row::new("audit testdata/kalah", SEARCHES, || {
        in_searches(&["audit", "testdata/kalah", "--game", "kalah"])
    })
    .slow(),
    Row::new("run kalah, depth 14, both counts", SEARCHES, || {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("line.txt");
        fs::write(&file, format!("{SECOND} 14\n")).expect("written");
        in_searches(&["run", &file.display().to_string()])
    }),
    Row::new("solve kalah, 3 seeds a pit", SEARCHES, || solve(3)),
    Row::new("solve kalah, 4 seeds a pit", SEARCHES, || solve(4)).slow(),
    Row::new("memory of generate, 100 MiB", SMALLER, || {
        let folder = tempfile::tempdir().expect("a folder");
        let peaks = ["checkers", "ewn", "hexline", "kalah"].map(|game| {
            let out = folder.path().join(game).display().to_string();
            peak(&mut plyjudge(&["generate", game, "--out", &out]))
        });
        in_memory(100, *peaks.iter().max().expect("some"))
    }),
    Row::new("memory of grade, 20 × 200 wrong, 60 MiB", SMALLER, || {
        in_memory(60, grade_wrong(20, 200))
    }),
    Row::new(
        "memory of grade, 100 × 1,000 wrong, 60 MiB",
        SMALLER,
        || in_memory(60, grade_wrong(100, 1000)),
    )
    .slow(),
];

/// How many such commands take as much processor time as the yardstick.
fn in_searches(words: &[&str]) -> f64 {
    let before = yardstick();
    let time = of_children(|| plyjudge(words).status().expect("runs"));
    ratio((before + yardstick()) / 2, time)
}

/// A program with one mistake: plyjudge itself, which need not be contained.
fn diagnose(game: &str, rule: &str) -> f64 {
    let program = format!("{} --rule {rule}", env!("CARGO_BIN_EXE_plyjudge"));
    in_searches(&[
        "diagnose",
        "--sandbox",
        "off",
        "--game",
        game,
        "--command",
        &program,
    ])
}

fn solve(seeds: u32) -> f64 {
    let row = format!("{seeds} ").repeat(6);
    let position = format!("{row}0 {row}0 0");
    in_searches(&[
        "solve",
        "kalah",
        "--rule",
        "capture=standard",
        "--position",
        &position,
    ])
}

fn in_memory(mib: u64, peak: u64) -> f64 {
    mib as f64 * 1024.0 / peak as f64
}

/// The most memory that grading takes, in KiB, where every output is wrong.
fn grade_wrong(submissions: usize, cases: usize) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let [class, tests] = ["class", "cases"].map(|name| folder.path().join(name));
    lay_out(
        &class,
        submissions,
        "int puts(const char *); int main(void) { return puts(\"wrong\") < 0; }",
    );
    fs::create_dir(&tests).expect("made");
    for case in 0..cases {
        fs::write(tests.join(format!("{case}.txt")), "").expect("written");
        fs::write(tests.join(format!("{case}.out")), "right\n").expect("written");
    }
    peak(plyjudge(&["grade", "class", "--cases", "cases", "--json"]).current_dir(folder.path()))
}

/// A class of programs that differ in a remark only.
pub fn lay_out(class: &Path, submissions: usize, source: &str) {
    fs::create_dir(class).expect("made");
    for submission in 0..submissions {
        let source = format!("{source}\n/* {submission} */\n");
        fs::write(class.join(format!("{submission}.c")), source).expect("written");
    }
}
