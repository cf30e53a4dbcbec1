//! `plyjudge generate`: makes a suite of cases.

pub(super) mod folder;
mod programs;
pub(super) mod summary;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::grade::RunArgs;
use super::programs::WrongProgramArgs;
use super::progress::Stages;
use super::reference::RightArgs;
use super::shard_args::ShareArgs;
use super::terminal;
use crate::games;
use crate::judge::journal::lines::JournalError;
use crate::judge::suite::case::{self as judge, find};
use crate::judge::suite::package::is_package;
use crate::mistakes::generate::{
    Families, Manifest, Monitor, Request, SuitePlan, generate_from, look,
};
use crate::mistakes::suite::Case;
use crate::report::words::count;
use folder::Folder;
use programs::GeneratorArgs;

/// Make a suite of cases that catches as many mistakes, and pairs of them, as possible.
///
/// For a game, mistakes are those of its rules. For any other assignment, they are wrong programs
/// (--wrong, or those of a problem package) and mutants of the reference: a generator is asked for
/// many inputs, the reference answers them, and those few are chosen that catch most and tell most
/// apart. All run contained; input validators of a package have to accept what is made, which is
/// NAME.in and NAME.ans there.
///
/// Writes NAME.txt and NAME.out for each case, and manifest.json, which says what each case
/// is for and what it catches; suite.toml, where there is none, says that any exit status will
/// do. The same seed gives the same files, unless --budget cuts the
/// search short.
///
/// `--shard K/N` looks through a part of the inputs that a seed gives, and writes no cases:
/// `plyjudge merge JOURNAL… --out DIR` chooses from all of them, and gives the same files.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge generate checkers --count 20 --out cases\n  \
                        plyjudge generate kalah --extend cases --out more\n  \
                        plyjudge generate cases --reference sum.c --wrong wrong --generator \
                        random.py --out suite\n  \
                        plyjudge generate package --mutants --extend package"
)]
pub(super) struct Args {
    /// The game; or a problem package, or a folder of cases beside --reference.
    #[arg(value_name = "GAME|CASES")]
    subject: PathBuf,
    /// Most cases to make [default: as many as it takes, at most 40].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    count: Option<u16>,
    /// Make no case that a program fails only for another reading of what the assignment leaves
    /// open.
    #[arg(long)]
    fair: bool,
    /// The seed of the random numbers that the cases are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Families of related inputs to look through: fewer take less time, more may catch more
    /// [default: what the game's own mistakes need].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=9999))]
    families: Option<u64>,
    /// Folder to write the cases to [default: that of --extend].
    #[arg(long, value_name = "DIR", required_unless_present_any = ["extend", "shard"])]
    out: Option<PathBuf>,
    /// Make only what this suite lacks; it may also be the folder to write to.
    #[arg(long, value_name = "DIR")]
    extend: Option<PathBuf>,
    /// Write to a folder that is not empty; the cases named in its manifest.json go.
    #[arg(long, conflicts_with = "extend")]
    force: bool,
    /// Stop the search after this time with what there is.
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with = "shard"
    )]
    budget: Option<u32>,
    #[command(flatten)]
    right: RightArgs,
    #[command(flatten)]
    share: ShareArgs,
    #[command(flatten)]
    programs: WrongProgramArgs,
    #[command(flatten)]
    generator: GeneratorArgs,
    #[command(flatten)]
    runs: RunArgs,
}

/// Most cases where nobody says how many.
const MOST: u16 = 40;

/// Makes the suite, writes it and sums up.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let game = args.subject.to_str().and_then(games::find);
    let is_of_programs = args.programs.is_given() || args.generator.is_given();
    let Some(protocol) = game.filter(|_| !is_of_programs) else {
        if !is_of_programs && !is_packed_or_package(&args.subject) {
            let name = args.subject.to_string_lossy();
            let name = name.escape_debug();
            bail!(
                "found '{name}', expected one of: {}, or a problem package, or cases with \
                 --reference and --generator",
                games::names()
            );
        }
        let of_games = args.fair || args.families.is_some() || args.budget.is_some();
        if of_games || args.share.is_given() {
            bail!(
                "found --fair, --families, --budget, --shard or --journal, expected them with a \
                 game only"
            );
        }
        return programs::run(args, &args.subject);
    };
    let catalogue = args.right.catalogue(protocol)?;
    let request = Request {
        catalogue: &catalogue,
        count: args.count.unwrap_or(MOST).into(),
        as_needed: args.count.is_none(),
        is_fair: args.fair,
        seed: args.seed,
        present: args.extend.as_deref().map_or(Ok(Vec::new()), present)?,
        families: args.families,
    };
    let path = args.share.path_if_any(format!("{}.suite", protocol.name()));
    let open = |path: PathBuf| {
        let journal = args.share.open(&path, SuitePlan::new(&request))?;
        anyhow::Ok((journal, path))
    };
    let journal = path.map(open).transpose()?;
    if let (Some((journal, path)), Some(shard)) = (&journal, args.share.shard) {
        let inputs = with_bar(None, |monitor| look(&request, journal, monitor))?;
        let inputs = count(inputs, "input");
        println!(
            "{inputs} found by shard {shard}, for `plyjudge merge`, in {}",
            path.display()
        );
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.out.as_ref().or(args.extend.as_ref());
    let path = path.context("found neither --out nor --extend, expected a folder")?;
    let folder = match &args.extend {
        Some(extended) if is_same(extended, path) => Folder::extended(path),
        _ => Folder::fresh(path, args.force)?,
    };
    let families = match &journal {
        Some((journal, _)) => Families::Journal(journal),
        None => Families::Fresh,
    };
    let outcome = with_bar(args.budget, |monitor| {
        generate_from(&request, families, monitor)
    })?;
    folder.write_game(&outcome.cases, &Manifest::new(&request, &outcome))?;
    summary::print(&catalogue, &outcome, path, &mut terminal::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether this is a package, or may be one that is packed.
fn is_packed_or_package(path: &Path) -> bool {
    is_package(path) || path.is_file()
}

/// Does something that tells a monitor, with a bar on a terminal.
pub(super) fn with_bar<T>(
    budget: Option<u32>,
    work: impl FnOnce(&Monitor<'_>) -> Result<T, JournalError>,
) -> anyhow::Result<T> {
    let stages = Stages::new();
    let begin = |name: &str, steps| stages.begin(name, steps);
    let tick = || stages.tick();
    let deadline = budget.map(|budget| Instant::now() + Duration::from_secs(budget.into()));
    Ok(work(&Monitor::new(deadline, &begin, &tick))?)
}

/// The cases of the suite that is extended.
pub(super) fn present(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let read = |case: &judge::Case| {
        let (name, input) = (case.name.clone(), case.read_input()?);
        anyhow::Ok(Case { name, input })
    };
    find(folder)?.iter().map(read).collect()
}

/// Whether two paths lead to the same folder.
fn is_same(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| path.canonicalize().ok();
    one == other || found(one).is_some() && found(one) == found(other)
}
