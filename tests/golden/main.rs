//! One test for each data file: what `plyjudge run` must print, byte for byte, and counts of
//! leaves (`perft.rs`).
//!
//! The files are those below `testdata/` and the public ones in `../shared/official`. The
//! cases of `testdata/` answered by the plain engine, and those below a folder named
//! `deeper`, take long; they run only with `--ignored` or `--include-ignored`.

mod perft;
#[path = "../support/skip.rs"]
mod skip;

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use plyjudge::judge::compare::compare;
use plyjudge::judge::suite::case::{Case, find};
use plyjudge::report::diff::Diff;
use skip::skipped;

fn main() -> ExitCode {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = trials("", &project.join("testdata"), "fast");
    // The reference must give the same, however long it takes.
    let plain = self::trials("plain/", &project.join("testdata"), "plain");
    trials.extend(plain.into_iter().map(|trial| trial.with_ignored_flag(true)));
    trials.extend(perft::trials());
    let official = project.join("../shared/official");
    if official.is_dir() {
        trials.extend(self::trials("official/", &official, "fast"));
    } else {
        let reason = format!("there is no {}", official.display());
        trials.push(Trial::ignorable_test("official files", || {
            skipped(&reason);
            Ok(Completion::ignored_with(reason))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trials(prefix: &str, folder: &Path, engine: &'static str) -> Vec<Trial> {
    let trial = |case: Case| {
        let takes_long = case.input.iter().any(|part| part == OsStr::new("deeper"));
        let name = format!("{prefix}{}", case.name);
        Trial::test(name, move || answers(&case, engine)).with_ignored_flag(takes_long)
    };
    match find(folder) {
        Ok(cases) => cases.into_iter().map(trial).collect(),
        Err(error) => vec![Trial::test(format!("{prefix}files"), move || {
            Err(error.into())
        })],
    }
}

fn answers(case: &Case, engine: &str) -> Result<(), Failed> {
    let expected = case.read_expected()?;
    let expected = expected.ok_or_else(|| {
        let missing = case.expected_path();
        format!(
            "{} is missing; `plyjudge test --bless` writes it",
            missing.display()
        )
    })?;
    let run = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .args(["run", "--engine", engine])
        .args(&case.args)
        .arg("--")
        .arg(&case.input)
        .output()?;
    let stderr = String::from_utf8_lossy(&run.stderr);
    if let Some(difference) = compare(&expected, &run.stdout, &[]) {
        let mut diff = Vec::new();
        Diff::new(&expected, &run.stdout).write(&mut diff)?;
        let diff = String::from_utf8_lossy(&diff);
        return Err(format!("{}\n{diff}{stderr}", difference.kind).into());
    }
    if !run.status.success() || !stderr.is_empty() {
        return Err(format!("{}\n{stderr}", run.status).into());
    }
    Ok(())
}
