//! Where people wait, as ratios: each row compares two things in one run, on one machine, and
//! the ratios are compared with those of `benches/baseline.csv`. The status is 1 where one is worse.
//!
//! ```text
//! cargo bench [-- [--slow] [--baseline] [WORD…]]
//! cargo bench -- --curves FILE.svg
//! ```
//!
//! `--slow` adds the rows that take minutes, words choose the rows that have one of them in their
//! names, and `--baseline` writes the ratios down. `--curves` plots how cost grows instead.
//!
//! Processor time is compared, ours and that of the processes we wait for, so that what else the
//! machine does matters little; where it is the clock that matters, the row says so.

mod answers;
mod baseline;
mod commands;
mod contained;
mod curves;
mod measure;
mod merging;

use std::path::Path;
use std::process::ExitCode;

use baseline::Baseline;

/// One thing compared with another.
struct Row {
    name: &'static str,
    /// Whether it takes minutes.
    is_slow: bool,
    /// What the ratio says.
    meaning: &'static str,
    /// Larger is better.
    ratio: fn() -> f64,
}

impl Row {
    const fn new(name: &'static str, meaning: &'static str, ratio: fn() -> f64) -> Self {
        Self {
            name,
            is_slow: false,
            meaning,
            ratio,
        }
    }

    const fn slow(self) -> Self {
        Self {
            is_slow: true,
            ..self
        }
    }
}

fn main() -> ExitCode {
    plyjudge::judge::run::enter_sandbox();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| words.iter().any(|word| word == option);
    // `cargo test --benches` asks for nothing to be timed.
    if has("--test") {
        return ExitCode::SUCCESS;
    }
    if has("--curves") {
        let file = words.iter().find(|word| word.ends_with(".svg"));
        let file = file.expect("--curves is followed by the name of a file.svg");
        curves::plot(Path::new(file)).expect("a plot");
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    let is_wanted = |row: &&Row| match wanted.is_empty() {
        true => has("--slow") || !row.is_slow,
        false => wanted.iter().any(|word| row.name.contains(word.as_str())),
    };
    let mut baseline = Baseline::read();
    let mut worse = Vec::new();
    println!("{:<44} {:>9} {:>9}", "row", "ratio", "baseline");
    let rows = [
        answers::ROWS,
        commands::ROWS,
        contained::ROWS,
        merging::ROWS,
    ];
    for row in rows.into_iter().flatten().filter(is_wanted) {
        let ratio = (row.ratio)();
        let known = baseline.ratio(row.name);
        let shown = known.map_or_else(|| "–".to_owned(), |known| format!("{known:.3}"));
        println!("{:<44} {ratio:>9.3} {shown:>9}  {}", row.name, row.meaning);
        worse.extend(baseline.complaint(row.name, ratio));
        baseline.note(row.name, ratio);
    }
    if has("--baseline") {
        baseline.write();
        return ExitCode::SUCCESS;
    }
    for complaint in &worse {
        eprintln!("{complaint}");
    }
    match worse.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
