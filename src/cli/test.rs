//! `plyjudge test`: answers test cases and compares with what is expected.

mod engine;
mod outcome;
mod page;

use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;

use super::FAILED;
use super::grade::{Words, at_once, grade_once, languages};
use super::progress::Stages;
use super::sandbox::Sandbox;
use super::settings::Answering;
use super::which::WhichArgs;
use crate::cli::terminal;
use crate::judge::grade::setup::{Order, Setup, check_command};
use crate::judge::parallel::parallel;
use crate::judge::run::{Containment, Runner};
use crate::judge::suite::case::{find, find_all};
use crate::judge::suite::file;
use crate::judge::verdict::ExitStatus;
use crate::report::{json, table};
use engine::Engine;
use outcome::{Awaited, Program, Tally, Test};
use page::Page;

/// Test the built-in engine, or a program of yours, against files with expected outputs.
///
/// A case is NAME.txt with NAME.out or NAME-out.txt, or NAME.in with NAME.ans or NAME.out.
/// NAME.args beside them, if there is one, holds options that the built-in engine needs for
/// this case, as `plyjudge run` takes them. Outputs are compared byte for byte.
///
/// With --cases, PATH is a program: a source file, an executable or a folder, as `plyjudge
/// grade` takes them. It is compiled and run contained, within the limits that suite.toml
/// beside the cases sets.
///
/// Exit status: 0 when all cases pass, 1 when some do not, 2 when some could not be judged.
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("program").args(["command", "cases"]),
    after_help = "Examples:\n  plyjudge test testdata\n  plyjudge test --command ./a.out tests/*.txt\n  \
                  plyjudge test alice.c --cases tests"
)]
pub(super) struct Args {
    /// Folders with cases, or single cases (NAME.txt, or NAME alone); or a folder and names of cases in
    /// it, as they are printed; with --cases the program.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Folder with the cases that the program is tested with.
    #[arg(
        long,
        value_name = "DIR",
        group = "known",
        conflicts_with_all = [
            "bless", "depth", "rules", "format", "engine", "threads", "hash"
        ]
    )]
    cases: Option<PathBuf>,
    #[command(flatten)]
    which: WhichArgs,
    /// More languages, or others in place of the built-in ones.
    #[arg(long, value_name = "FILE.toml", requires = "cases")]
    languages: Vec<PathBuf>,
    /// Program to test instead of the built-in engine, with its arguments. It gets a case on
    /// standard input and is run without a shell, and without containment.
    #[arg(
        long,
        value_name = "CMD",
        value_parser = parse_command,
        conflicts_with_all = ["depth", "rules", "format", "engine", "threads", "hash"]
    )]
    command: Option<Words>,
    /// Wall-clock time that a run of CMD may take [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, requires = "command")]
    timeout: Option<Duration>,
    /// The exit status that is expected of the program: any, zero or a number [default: what
    /// suite.toml in a folder of cases says, or any]. With `any` it is reported, but does not count.
    #[arg(long, value_name = "STATUS", requires = "program")]
    exit_status: Option<ExitStatus>,
    /// Write the answers to the files with the expected outputs instead of comparing.
    #[arg(long)]
    bless: bool,
    /// How many cases are answered at the same time [default: one per core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// How programs are contained: on, or off for programs you trust, which then have all the
    /// rights that you have.
    #[arg(
        long,
        value_name = "on|full|off",
        default_value = "on",
        requires = "cases"
    )]
    sandbox: Sandbox,
    #[command(flatten)]
    answering: Answering,
}

/// Tests each case and prints the results in the order of the cases.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(cases) = &args.cases {
        return args.test_program(cases);
    }
    if let Some(Words(words)) = &args.command {
        check_command(&words[0])?;
    }
    let cases = find_all(&args.paths)?;
    let jobs = at_once(args.jobs).get().min(cases.len());
    let (mut out, colour) = terminal::output(args.json);
    let program = args.command.as_ref().map(|Words(words)| {
        Ok::<_, io::Error>(Program {
            words: words.clone(),
            timeout: args.timeout.unwrap_or(Duration::from_secs(10)),
            folder: std::env::current_dir()?,
        })
    });
    let test = Test {
        executor: match &args.command {
            Some(_) => Box::new(Runner::new(Containment::Off)?),
            None => Box::new(Engine::new(&args.answering, jobs)),
        },
        program: program.transpose()?,
        answering: &args.answering,
        awaited: match &args.command {
            Some(_) => args.awaited()?,
            None => Awaited::default(),
        },
        bless: args.bless,
        colour,
    };
    let mut page = match args.json {
        true => Page::json(&mut out),
        false => Page::text(&mut out, test.colour, terminal::is_quiet()),
    };
    let mut tally = Tally::default();
    let never = AtomicBool::new(false);
    let run = |at: usize| test.run(&cases[at]);
    let stages = Stages::new();
    stages.begin("testing", cases.len() as u64);
    let (mut early, mut due) = (HashMap::new(), cases.iter().enumerate().peekable());
    parallel(jobs, cases.len(), &never, run, |at, outcome| {
        early.insert(at, outcome);
        while let Some((at, case)) = due.peek()
            && let Some(outcome) = early.remove(at)
        {
            let outcome = outcome?;
            tally.count(&outcome);
            if tally.failed > 0 {
                stages.note(&format!("{} failed", tally.failed));
            }
            stages.aside(|| page.case(case, outcome))?;
            due.next();
        }
        stages.tick();
        anyhow::Ok(())
    })?;
    drop(stages);
    page.finish(&tally)?;
    Ok(ExitCode::from(match tally {
        _ if tally.errors > 0 => FAILED,
        _ if tally.failed > 0 => 1,
        _ => 0,
    }))
}

impl Args {
    /// The exit statuses that are awaited of a program.
    fn awaited(&self) -> anyhow::Result<Awaited> {
        let mut suites = HashMap::new();
        for path in &self.paths {
            let Some(suite) = file::load(path)? else {
                continue;
            };
            for placed in file::arrange(Some(&suite), find(path)?)?.1 {
                suites.extend(placed.exit_status.map(|it| (placed.case.input, it)));
            }
        }
        Ok(Awaited {
            everywhere: self.exit_status,
            suites,
        })
    }

    /// Tests a program as `plyjudge grade` does.
    fn test_program(&self, cases: &Path) -> anyhow::Result<ExitCode> {
        let [program] = &self.paths[..] else {
            bail!(
                "found {} paths, expected one program beside --cases",
                self.paths.len()
            );
        };
        let languages = languages(&self.languages)?;
        let subject = self.which.subject(program, &languages);
        let setup = Setup::new(&Order {
            languages,
            exit_status: self.exit_status,
            containment: self.sandbox.containment(),
            ..Order::new(subject, cases)
        })?;
        let runner = self.sandbox.runner()?;
        grade_once(
            &setup,
            &runner,
            self.jobs,
            None,
            &mut |_, _| {},
            |results| {
                if self.json {
                    return json::write(results, &mut io::stdout());
                }
                let (mut out, colour) = terminal::output(false);
                table::write(results, colour, &mut out)
            },
        )
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn parse_command(text: &str) -> Result<Words, String> {
    let words = text.parse();
    words.map_err(|_| {
        format!("found {text:?}, expected a program and its arguments, quoted as in a shell")
    })
}
