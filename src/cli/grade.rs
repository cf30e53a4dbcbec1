//! `plyjudge grade`: grades a folder of submissions with a folder of cases.

mod course;
mod pictures;
pub(super) mod reports;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, bail};

use super::FAILED;
use super::diagnose::rule_diagnosis;
use super::reference::GuessedRightArgs;
use super::sandbox::{Sandbox, missing};
use super::settings::one_of;
use super::shard_args::{ShareArgs, journal_name, named_after};
use super::which::WhichArgs;
use crate::cli::progress::Stages;
use crate::cli::terminal::remark;
use crate::judge::build::compile::compile_limits;
use crate::judge::build::language::Languages;
use crate::judge::build::unpacked::Unpacked;
use crate::judge::compare::Ignore;
use crate::judge::grade::diagnose::Diagnose;
use crate::judge::grade::setup::{Order, Setup, Subject};
use crate::judge::grade::watch::{Progress, Watch};
use crate::judge::grade::{GradeError, Options, grade};
use crate::judge::journal::lines::keep_out;
use crate::judge::journal::results::{Event, Follow, Results};
use crate::judge::journal::work::{Header, Journal};
use crate::judge::run::{Limits, Runner};
use crate::judge::suite::limits::{Count, Memory, Seconds, SetLimits, Size};
use crate::judge::verdict::ExitStatus;
use crate::mistakes::diagnose::More;

/// Exit status when some cases could not be judged because of a fault on plyjudge's side.
pub(super) const FAULTS: u8 = 3;

/// Exit status when it was interrupted, as from a shell.
pub(super) const INTERRUPTED: u8 = 130;

/// Grade submissions: compile, run and compare each of them with every case, contained.
///
/// Each file or folder in SUBMISSIONS is one submission: a source file, a folder with a
/// Makefile, a Cargo.toml or sources of one language, an executable, or one of these packed as
/// zip, tar or tar.gz; with --one SUBMISSIONS itself is the only one. What does not look like a
/// program is listed apart and gets no points. Cases are as for `plyjudge test`; suite.toml
/// beside them may give groups, points and limits.
///
/// Every result is added to a journal at once. The same command again goes on where the last
/// one ended, and runs again only what has changed: the submission, the case, or an option that
/// matters.
///
/// Exit status: 0 when everything was judged, whatever the verdicts; 3 when something could
/// not be judged for reasons that are not the submission's (a compiler that is not installed,
/// a file that cannot be read, a full disk); 2 when grading was not possible at all; 130 when
/// it was interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge grade submissions --cases cases\n  \
                  plyjudge grade --command ./a.out --cases cases\n  \
                  plyjudge grade submissions --cases cases --memory 256MiB --cpu 2 --repeat 3"
)]
pub(super) struct Args {
    /// Folder with the submissions.
    #[arg(value_name = "SUBMISSIONS", required_unless_present = "command")]
    subject: Option<PathBuf>,
    /// Folder with the cases, and perhaps suite.toml.
    #[arg(long, value_name = "DIR", group = "known")]
    cases: PathBuf,
    #[command(flatten)]
    program: ProgramArgs,
    /// What the page of the class is called [default: what suite.toml says].
    #[arg(long, value_name = "TEXT", help_heading = "Grading")]
    title: Option<String>,
    /// Differences that do not count; may be given several times.
    #[arg(long, value_name = "WHAT", value_parser = one_of(Ignore::ALL), help_heading = "Grading")]
    ignore: Vec<Ignore>,
    /// Run each case N times and report verdicts that are not the same each time.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Grading")]
    repeat: std::num::NonZeroU32,
    /// Skip the cases after the first one that a submission fails.
    #[arg(long, help_heading = "Grading")]
    fail_fast: bool,
    #[command(flatten)]
    share: ShareArgs,
    /// For each submission that fails, say which rule it got wrong; see `plyjudge diagnose`.
    #[arg(long, help_heading = "Grading")]
    diagnose: bool,
    #[command(flatten)]
    right: GuessedRightArgs,
    #[command(flatten)]
    reports: reports::Reports,
}

/// Which programs are run, and how.
#[derive(Debug, clap::Args)]
pub(super) struct ProgramArgs {
    /// One program, with its arguments, instead of a folder. Of the machine's files it
    /// sees only the system's and those that CMD names.
    #[arg(
        long,
        value_name = "CMD",
        conflicts_with_all = ["subject", "one", "only", "exclude"]
    )]
    command: Option<Words>,
    #[command(flatten)]
    which: WhichArgs,
    /// The exit status that is expected: any (only what is printed counts), zero or a number
    /// [default: what suite.toml says, or any].
    #[arg(long, value_name = "STATUS")]
    exit_status: Option<ExitStatus>,
    #[command(flatten)]
    pub how: RunArgs,
}

/// How programs are built and run.
#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub limits: LimitArgs,
    /// More languages, or others in place of the built-in ones.
    #[arg(long, value_name = "FILE.toml", help_heading = "Running programs")]
    pub languages: Vec<PathBuf>,
    /// How programs are contained: on, by what this machine has; full, by all layers or not at
    /// all; or off for programs you trust, which then have all the
    /// rights that you have.
    #[arg(
        long,
        value_name = "on|full|off",
        default_value = "on",
        help_heading = "Running programs"
    )]
    pub sandbox: Sandbox,
    /// How many programs run at the same time [default: one per core].
    #[arg(long, value_name = "N", help_heading = "Running programs")]
    pub jobs: Option<NonZeroUsize>,
}

impl RunArgs {
    /// How many programs run at the same time.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        at_once(self.jobs)
    }
}

impl ProgramArgs {
    /// What is to be graded, each case run once.
    pub(super) fn order(&self, subject: Option<&Path>, cases: &Path) -> anyhow::Result<Order> {
        let languages = languages(&self.how.languages)?;
        let subject = match (&self.command, subject) {
            (Some(Words(words)), _) => Subject::Command(words.clone()),
            (None, Some(path)) => self.which.subject(path, &languages),
            (None, None) => bail!("found neither a program nor --command, expected one"),
        };
        Ok(Order {
            languages,
            limits: self.how.limits.of_runs(),
            exit_status: self.exit_status,
            compile: self.how.limits.of_compiling(),
            containment: self.how.sandbox.containment(),
            ..Order::new(subject, cases)
        })
    }
}

/// What runs may use. These come before what the suite says.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Processor time of a run [default: 1].
    #[arg(long, value_name = "SECONDS")]
    cpu: Option<Seconds>,
    /// Wall-clock time of a run [default: 5, or three times --cpu if that is more].
    #[arg(long, value_name = "SECONDS")]
    wall: Option<Seconds>,
    /// Memory of a run, at least 1MiB [default: 512MiB].
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,
    /// Output of a run [default: 8MiB, or ten times what is expected if that is more].
    #[arg(long, value_name = "SIZE")]
    output_limit: Option<Size>,
    /// Processes and threads at one time [default: 64].
    #[arg(long, value_name = "N")]
    processes: Option<Count<1>>,
    /// Any one file that a run writes [default: 64MiB].
    #[arg(long, value_name = "SIZE")]
    file_size: Option<Size>,
    /// All files together that a run writes [default: 64MiB].
    #[arg(long, value_name = "SIZE")]
    disk: Option<Size>,
    /// Files open in one process [default: 256].
    #[arg(long, value_name = "N")]
    open_files: Option<Count<4>>,
    /// Processor time of compiling a submission [default: 30]; twice that of wall-clock time.
    #[arg(long, value_name = "SECONDS")]
    compile_cpu: Option<Seconds>,
    /// Memory of compiling a submission [default: 2GiB].
    #[arg(long, value_name = "SIZE")]
    compile_memory: Option<Memory>,
}

impl LimitArgs {
    /// Those of runs.
    pub(super) fn of_runs(&self) -> SetLimits {
        SetLimits {
            cpu: self.cpu,
            wall: self.wall,
            memory: self.memory,
            output: self.output_limit,
            processes: self.processes,
            file_size: self.file_size,
            disk: self.disk,
            open_files: self.open_files,
        }
    }

    /// Those of compiling.
    pub(super) fn of_compiling(&self) -> Limits {
        let mut compile = compile_limits();
        if let Some(Seconds(cpu)) = self.compile_cpu {
            compile.cpu = cpu;
            compile.wall = cpu.saturating_mul(2).max(Duration::from_secs(1));
        }
        if let Some(Size(memory)) = self.compile_memory {
            compile.memory = memory;
        }
        compile
    }
}

/// The built-in languages and those of files, the first file first.
pub(super) fn languages(files: &[PathBuf]) -> anyhow::Result<Languages> {
    let mut languages = Languages::default();
    for file in files.iter().rev() {
        languages.add(file)?;
    }
    Ok(languages)
}

/// Grades and reports.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runner = args.program.how.sandbox.runner()?;
    let layers = runner.layers();
    let journal_path = args.journal_path();
    if let Some(folder) = &args.subject {
        keep_out(&journal_path, folder)?;
    }
    if args.right.is_given() && !args.diagnose && !args.reports.has_page() {
        bail!(
            "found --game, --rule, --depth or --format without --diagnose or --html, which they \
             are for"
        );
    }
    let unpacked = Unpacked::open(&args.cases)?;
    let mut setup = Setup::new(&args.order(unpacked.path())?)?;
    setup.packed_in(&unpacked);
    setup.contained_by(&layers);
    let catalogue = match args.diagnose {
        true => Some(args.right.catalogue(&setup.grading.plan)?),
        false => None,
    };
    let diagnosis = match &catalogue {
        Some(catalogue) => Some(rule_diagnosis(catalogue, &setup, More::default(), false)?),
        None => None,
    };
    if let Some(diagnosis) = &diagnosis {
        setup.diagnosed_by(diagnosis);
    }
    args.reports.check(&setup.grading.plan)?;
    let journal = args.share.open(&journal_path, setup.grading.clone())?;
    if let Some(missing) = missing(&layers) {
        remark(format_args!(
            "contained without: {missing} (`plyjudge doctor` says what that means)"
        ));
    }
    let resumable = resumable(&journal_path);
    let interrupted = end_soon(resumable.clone())?;
    let options = Options {
        jobs: args.program.how.jobs(),
        interrupted: &interrupted,
        diagnose: diagnosis.as_ref().map(|it| it as &dyn Diagnose),
    };
    let right = args.right.right_given(&setup.grading.plan)?;
    let mut reports = args.reports.open(right, setup.grading.whole())?;
    reports.begin(&setup.grading.plan);
    let known = &mut |results: &Results<'_>, event: Event<'_>| reports.known(results, event);
    match grade(&setup, &runner, &journal, options, &mut Screen::new(known)) {
        Ok(results) => conclude(&results, &reports.write(&results)),
        Err(GradeError::Interrupted) => {
            eprintln!("{resumable}");
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error).context("cannot go on grading; the same command resumes it"),
    }
}

/// Who watches how far a grading is.
struct Screen<'a> {
    stages: Stages,
    known: &'a mut Follow<'a>,
}

impl<'a> Screen<'a> {
    fn new(known: &'a mut Follow<'a>) -> Self {
        Self {
            stages: Stages::new(),
            known,
        }
    }
}

impl Watch for Screen<'_> {
    fn progress(&mut self, progress: Progress) {
        let Progress {
            phase,
            done,
            total,
            failed,
        } = progress;
        self.stages.follow(phase.name(), total);
        if failed > 0 {
            self.stages.note(&format!("{failed} failed"));
        }
        self.stages.at(done as u64);
    }

    fn known(&mut self, results: &Results<'_>, event: Event<'_>) {
        self.stages.aside(|| (self.known)(results, event));
    }
}

/// Grades without keeping a journal, telling `known` what becomes known and having all of it
/// written; the exit status.
///
/// # Errors
/// Whatever keeps it from getting to its end, or from being told of.
pub(super) fn grade_once<'a>(
    setup: &Setup,
    runner: &Runner,
    jobs: Option<NonZeroUsize>,
    diagnose: Option<&dyn Diagnose>,
    known: &'a mut Follow<'a>,
    write: impl FnOnce(&Results<'_>) -> io::Result<()>,
) -> anyhow::Result<ExitCode> {
    let folder = tempfile::tempdir().context("cannot make a folder for the journal")?;
    let header = Header::new(setup.grading.clone(), None);
    let journal = Journal::open(&folder.path().join("journal"), header, true)?;
    let interrupted = end_soon("plyjudge: interrupted".to_owned())?;
    let options = Options {
        jobs: at_once(jobs),
        interrupted: &interrupted,
        diagnose,
    };
    let graded = grade(setup, runner, &journal, options, &mut Screen::new(known));
    let results = match graded {
        Err(GradeError::Interrupted) => {
            eprintln!("plyjudge: interrupted");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        results => results?,
    };
    write(&results)?;
    Ok(ExitCode::from(match results.total().faults {
        0 => u8::from(results.any_wrong()),
        _ => FAILED,
    }))
}

/// Says what could not be judged or written; the exit status.
///
/// # Errors
/// Reports that could not be written.
pub(super) fn conclude(results: &Results<'_>, errors: &[io::Error]) -> anyhow::Result<ExitCode> {
    // Who has seen enough and closed the pipe misses nothing.
    let is_open = |error: &&io::Error| error.kind() != io::ErrorKind::BrokenPipe;
    let errors: Vec<&io::Error> = errors.iter().filter(is_open).collect();
    match &errors[..] {
        [] => {}
        [only] => bail!("cannot write a report: {only}"),
        [first, rest @ ..] => {
            bail!("cannot write {} reports: {first}", rest.len() + 1)
        }
    }
    let faults = results.total().faults;
    if faults == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let (cases, were) = match faults {
        1 => ("case", "was"),
        _ => ("cases", "were"),
    };
    eprintln!(
        "plyjudge: {faults} {cases} {were} not judged, because of a fault on plyjudge's side"
    );
    Ok(ExitCode::from(FAULTS))
}

impl Args {
    fn order(&self, cases: &Path) -> anyhow::Result<Order> {
        Ok(Order {
            title: self.title.clone(),
            date: Some(today()),
            ignore: self.ignore.clone(),
            repeat: self.repeat.get(),
            fail_fast: self.fail_fast,
            shard: self.share.shard,
            ..self.program.order(self.subject.as_deref(), cases)?
        })
    }

    /// Where the journal is: next to the first report, named after what is graded.
    fn journal_path(&self) -> PathBuf {
        if let Some(path) = &self.share.journal {
            return path.clone();
        }
        let name = self.subject.as_deref().and_then(named_after);
        let name = journal_name(name.unwrap_or("command".into()), self.share.shard);
        match self.reports.files().first().and_then(|path| path.parent()) {
            Some(folder) => folder.join(name),
            None => name,
        }
    }
}

/// The day it is in UTC, or the one that SOURCE_DATE_EPOCH names: `2026-02-28`.
fn today() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let set = set
        .and_then(|seconds| seconds.parse::<u32>().ok())
        .map(u64::from);
    let now = || UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    date(set.unwrap_or_else(now) / (24 * 60 * 60))
}

/// A day as people write it, by how many days it comes after 1 January 1970.
fn date(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

/// What is said of work that was interrupted.
pub(super) fn resumable(journal: &Path) -> String {
    let journal = journal.display();
    format!("plyjudge: interrupted; the same command goes on from {journal}")
}

/// How long work may take to end once it is interrupted.
const TO_END: Duration = Duration::from_millis(700);

/// As [`listen_to_signals`], and ends the process soon after the first signal: a run that has
/// begun may take long. What is left then is as after a second signal: the journal is whole,
/// the sandbox ends with the judge, and whoever works next sweeps up.
pub(super) fn end_soon(message: String) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = listen_to_signals()?;
    let seen = Arc::clone(&interrupted);
    thread::spawn(move || {
        while !seen.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(100));
        }
        thread::sleep(TO_END);
        eprintln!("{message}");
        std::process::exit(INTERRUPTED.into());
    });
    Ok(interrupted)
}

/// A flag that the first signal sets; the second ends the process at once.
pub(super) fn listen_to_signals() -> anyhow::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};

    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let status = INTERRUPTED.into();
        register_conditional_shutdown(signal, status, Arc::clone(&interrupted))
            .and_then(|_| register(signal, Arc::clone(&interrupted)))
            .context("cannot listen to signals")?;
    }
    Ok(interrupted)
}

/// How many things are done at the same time: as asked for, or one a core.
pub(super) fn at_once(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    jobs.unwrap_or_else(cores)
}

/// A program and its arguments.
#[derive(Clone, Debug)]
pub(super) struct Words(pub Vec<String>);

impl FromStr for Words {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).unwrap_or_default();
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self(words)),
            _ => Err(format!(
                "found '{text}', expected a program and its arguments, quoted as in a shell"
            )),
        }
    }
}
