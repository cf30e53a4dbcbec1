//! `plyjudge verify`: does a problem package keep its promises?

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anstyle::Style;
use serde_json::{Value, json};

use super::grade::{at_once, end_soon, languages};
use super::progress::Stages;
use super::sandbox::Sandbox;
use super::terminal;
use crate::columns::{self, Cell};
use crate::judge::build::compile::compile_limits;
use crate::judge::build::unpacked::Unpacked;
use crate::judge::grade::verify::{Conditions, Tried, Verification, verify};
use crate::judge::suite::limits::Seconds;
use crate::report::visible;
use crate::report::words::number;

/// Exit status when a promise is broken.
const BROKEN: u8 = 1;

/// Exit status when something could not be tried.
const UNTRIED: u8 = 3;

/// Verify a problem package: run its example submissions and its validators.
///
/// The example submissions are compiled and run, contained, on all cases, and what came of them
/// is compared with what their folders and submissions.yaml promise. The time limit is the
/// package's own, or the least that the format allows for the submissions that have to be in
/// time. Input validators are run on all inputs, also those of data/invalid_input; the
/// output validator on data/invalid_output and data/valid_output.
///
/// Exit status: 0 when all promises are kept, 1 when one is broken, 2 when the package cannot be
/// read, 3 when something could not be tried (a compiler that is not installed).
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge verify problems/hello")]
pub(super) struct Args {
    /// The package: a folder with problem.yaml, or such a folder as a zip file.
    #[arg(value_name = "PACKAGE")]
    package: PathBuf,
    /// How long a submission may run while the time limit is being found, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    longest: Seconds,
    /// How many programs run at the same time [default: one per core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Languages besides the built-in ones.
    #[arg(long, value_name = "FILE")]
    languages: Vec<PathBuf>,
    /// How programs are contained: on, full (by all layers, or not at all) or off.
    #[arg(long, value_name = "HOW", default_value = "on")]
    sandbox: Sandbox,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
}

/// The results for programs; times are in seconds.
fn record(found: &Verification) -> Value {
    let submission = |tried: &Tried| {
        let groups = found.groups.iter().zip(&tried.groups);
        let groups = groups.map(|(name, counts)| {
            let counts = counts.iter().map(|(code, count)| (code.name(), count));
            json!({"name": name, "verdicts": counts.collect::<BTreeMap<_, _>>()})
        });
        json!({
            "name": tried.name,
            "groups": groups.collect::<Vec<_>>(),
            "slowest": tried.slowest.as_secs_f64(),
            "points": tried.points,
            "broken": tried.broken,
        })
    };
    let limit = found.limit.map(|limit| {
        json!({
            "seconds": limit.limit.as_secs_f64(),
            "set": limit.is_set,
            "slowest": limit.slowest.map(|slowest| slowest.as_secs_f64()),
        })
    });
    json!({
        "kept": found.is_kept(),
        "submissions": found.tried.iter().map(submission).collect::<Vec<_>>(),
        "time_limit": limit,
        "validations": found.checked,
        "broken": found.broken,
        "untried": found.untried,
    })
}

/// Verifies and prints what came of it.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runner = args.sandbox.runner()?;
    let interrupted = end_soon("plyjudge: interrupted".to_owned())?;
    let stages = Stages::new();
    let progress = |name: &str, done: usize, all: usize| {
        stages.follow(name, all);
        stages.at(done as u64);
    };
    let conditions = Conditions {
        languages: languages(&args.languages)?,
        compile: compile_limits(),
        containment: args.sandbox.containment(),
        jobs: at_once(args.jobs),
        longest: args.longest.0,
        interrupted: &interrupted,
        progress: &progress,
    };
    let unpacked = Unpacked::open(&args.package)?;
    let found = verify(unpacked.path(), &runner, &conditions)?;
    drop(stages);
    let mut out = io::stdout();
    match args.json {
        true => {
            serde_json::to_writer_pretty(&mut out, &record(&found))?;
            writeln!(out)?;
        }
        false => write(&found, &mut terminal::stdout())?,
    }
    Ok(match (found.is_kept(), found.untried.is_empty()) {
        (false, _) => ExitCode::from(BROKEN),
        (true, false) => ExitCode::from(UNTRIED),
        (true, true) => ExitCode::SUCCESS,
    })
}

fn write(found: &Verification, out: &mut dyn Write) -> io::Result<()> {
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    let mut head = vec!["submission".to_owned()];
    head.extend(found.groups.iter().cloned());
    head.push("slowest".to_owned());
    let has_points = found.tried.iter().any(|tried| tried.points.is_some());
    if has_points {
        head.push("points".to_owned());
    }
    head.push("promise".to_owned());
    let row = |tried: &Tried| {
        let mut row = vec![tried.name.clone()];
        row.extend(tried.groups.iter().map(|counts| {
            let all: usize = counts.iter().map(|(_, count)| count).sum();
            let cells = counts.iter().map(|(code, count)| match count {
                count if *count == all => code.name().to_owned(),
                count => format!("{} {count}", code.name()),
            });
            cells.collect::<Vec<_>>().join(", ")
        }));
        row.push(seconds(tried.slowest));
        if has_points {
            row.push(tried.points.map_or(String::new(), number));
        }
        row.push(match tried.broken.is_empty() {
            true => "kept".to_owned(),
            false => "BROKEN".to_owned(),
        });
        row
    };
    let rows = std::iter::once(head).chain(found.tried.iter().map(row));
    let plain = |text: String| Cell::words(visible::name(&text), Style::new());
    let rows: Vec<Vec<Cell>> = rows
        .map(|row| row.into_iter().map(plain).collect())
        .collect();
    columns::write(&rows, out)?;
    writeln!(out)?;
    if let Some(limit) = found.limit {
        let from = match limit.is_set {
            true => "the package sets it; ",
            false => "",
        };
        let slowest = match limit.slowest {
            Some(slowest) => {
                let slowest = seconds(slowest);
                format!("the slowest that has to be in time takes {slowest}")
            }
            None => "no submission has to be in time".to_owned(),
        };
        writeln!(
            out,
            "Time limit: {} ({from}{slowest})",
            seconds(limit.limit)
        )?;
    }
    let checked = found.checked;
    if checked > 0 {
        writeln!(out, "Validators were asked {checked} times.")?;
    }
    for tried in &found.tried {
        for what in &tried.broken {
            writeln!(
                out,
                "Broken: {}: {}",
                visible::name(&tried.name),
                visible::name(what)
            )?;
        }
    }
    for what in &found.broken {
        writeln!(out, "Broken: {}", visible::name(what))?;
    }
    for what in &found.untried {
        writeln!(out, "Not tried: {}", visible::name(what))?;
    }
    Ok(())
}
