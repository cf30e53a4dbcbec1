//! `plyjudge diagnose`: which rule a program got wrong.

mod cases;
mod folder;
mod programs;

use std::cell::RefCell;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::bail;
use clap::ArgGroup;
use tempfile::TempDir;

use super::grade::{ProgramArgs, grade_once};
use super::programs::WrongProgramArgs;
use super::reference::GuessedRightArgs;
use super::terminal;
use super::which::say_not_programs;
use crate::judge::build::unpacked::Unpacked;
use crate::judge::grade::diagnose::Diagnose;
use crate::judge::grade::setup::Setup;
use crate::judge::journal::results::{Event, Results};
use crate::judge::suite::package::is_package;
use crate::mistakes::diagnose::{Experiments, More};
use crate::report::diagnosis::page;

use cases::first_input;
use programs::alike_diagnosis;

pub(super) use cases::rule_diagnosis;

/// Say which rule a program got wrong, from what it prints on test cases.
///
/// PROGRAM is an executable, a source file or, with --one, a folder with a program; a folder
/// else holds submissions, as for `plyjudge grade`. Each is run contained with inputs made for
/// it, and with every case of --cases, and compared with engines that make one, two or more of
/// the mistakes that `plyjudge mistakes` lists: those that print the same are named, with the
/// shortest input that shows it. The finding is then tested on fresh inputs.
///
/// For any other assignment (--reference, or a problem package as --cases) submissions are compared
/// with wrong programs and, with --mutants, with variants of the reference that each have one small
/// change: those that print the same on the cases are named.
///
/// Exit status: 0 when all programs are right, 1 when some are wrong, 2 when something could
/// not be run or judged.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("known").args(["cases", "game"]).required(true).multiple(true),
    after_help = "Examples:\n  plyjudge diagnose alice.c --game checkers\n  \
                  plyjudge diagnose alice.c --cases cases\n  \
                  plyjudge diagnose submissions --cases cases --json\n  \
                  plyjudge diagnose submissions --cases cases --reference sum.c --mutants\n  \
                  plyjudge diagnose --command './a.out --fast' --cases cases\n  \
                  plyjudge diagnose alice.c --cases cases --shrink --out smaller"
)]
pub(super) struct Args {
    /// The program, or the folder with the submissions.
    #[arg(
        value_name = "PROGRAM|SUBMISSIONS",
        required_unless_present = "command"
    )]
    subject: Option<PathBuf>,
    /// Folder with cases to run as well; --game is needed without it.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// How often a program may be run with inputs made for it; 0 for the cases only.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    runs: usize,
    /// Seed of the random numbers that the inputs are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    program: ProgramArgs,
    /// Make a failing input smaller as long as the program still fails, and print it.
    #[arg(long, help_heading = "Reports")]
    shrink: bool,
    /// Folder for the made inputs that show a mistake, as cases NAME.txt and NAME.out; with several
    /// submissions, a folder for each.
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    out: Option<PathBuf>,
    /// Print the diagnoses as JSON.
    #[arg(long, help_heading = "Reports")]
    json: bool,
    #[command(flatten)]
    right: GuessedRightArgs,
    #[command(flatten)]
    wrong: WrongProgramArgs,
}

/// Runs and diagnoses.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.out.is_some() && !args.shrink && args.runs == 0 {
        bail!("found --out with --runs 0, expected --shrink beside it, which makes cases");
    }
    if args.cases.is_none() && args.runs == 0 {
        bail!("found --runs 0 without --cases, expected one or the other");
    }
    if args.wrong.is_given() && args.right.is_given() {
        bail!("found --game or its rules beside programs, expected one of them");
    }
    let unpacked = args.cases.as_deref().map(Unpacked::open).transpose()?;
    let own_cases = unpacked.as_ref().map(Unpacked::path);
    let runner = args.program.how.sandbox.runner()?;
    let more = More {
        shrink: args.shrink,
        experiments: (args.runs > 0).then_some(Experiments {
            runs: args.runs,
            seed: args.seed,
        }),
    };
    // One input to begin with, where there are no cases: it shows whether a program runs at all.
    let first = args.cases.is_none().then(|| first_input(&args.right));
    let first = first.transpose()?;
    let cases = first.as_ref().map(TempDir::path).or(own_cases);
    let mut setup = Setup::new(
        &args
            .program
            .order(args.subject.as_deref(), cases.unwrap_or(Path::new(".")))?,
    )?;
    say_not_programs(&setup.grading.plan.not_programs);
    let (alike, by_rules, catalogue);
    let diagnosis: &dyn Diagnose = match own_cases {
        Some(cases) if args.wrong.is_given() || (is_package(cases) && !args.right.is_given()) => {
            let (programs, how) = (&args.wrong, &args.program.how);
            alike = alike_diagnosis(cases, programs, how, &runner)?;
            &alike
        }
        _ => {
            catalogue = args.right.catalogue(&setup.grading.plan)?;
            by_rules = rule_diagnosis(&catalogue, &setup, more, first.is_some())?;
            &by_rules
        }
    };
    setup.diagnosed_by(diagnosis);
    let (out, colour) = terminal::output(args.json);
    let out = RefCell::new((BufWriter::new(out), Ok(())));
    // Text is written as soon as there is something to say of a program.
    let known = &mut |results: &Results<'_>, event: Event<'_>| {
        let (out, written) = &mut *out.borrow_mut();
        if let Event::Complete(submission) = event
            && !args.json
            && written.is_ok()
        {
            *written = page::write_text(results, submission, colour, out);
        }
    };
    let jobs = args.program.how.jobs;
    let report = |results: &Results<'_>| {
        let (out, written) = &mut *out.borrow_mut();
        std::mem::replace(written, Ok(()))?;
        if args.json {
            page::write_json(results, out)?;
        } else {
            page::write_class(results, out)?;
        }
        let folder = args.out.as_deref();
        folder.map_or(Ok(()), |out| folder::write(results, out))
    };
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| diagnosis.prepare(&stop));
        let status = grade_once(&setup, &runner, jobs, Some(diagnosis), known, report);
        stop.store(true, Ordering::Relaxed);
        status
    })
}
