//! `plyjudge generate`: makes a suite of cases.

pub(super) mod folder;
pub(super) mod summary;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::progress::Stages;
use super::reference::{RightArgs, protocol_named};
use super::settings::game_names;
use super::shard_args::{ShareArgs, tell_damages};
use crate::judge::journal::work::{Header, Journal};
use crate::judge::suite::case::{self as judge, find};
use crate::mistakes::generate::{
    GenerateError, Manifest, Monitor, Request, SuitePlan, generate, generate_from, look,
};
use crate::mistakes::suite::Case;
use crate::report::audit::counted;
use folder::Folder;

/// Make a suite of cases that catches as many mistakes, and pairs of them, as possible.
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
                        plyjudge generate kalah --extend cases --out more"
)]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = game_names())]
    game: String,
    /// Most cases to make [default: as many as it takes, at most 40].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    count: Option<u16>,
    /// Make no case that a program fails only because it reads the assignment otherwise where
    /// that leaves it open.
    #[arg(long)]
    fair: bool,
    /// The seed of the random numbers that the cases are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
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
}

/// Most cases where nobody says how many.
const MOST: u16 = 40;

/// Makes the suite, writes it and sums up.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let catalogue = args.right.catalogue(protocol_named(&args.game)?)?;
    let request = Request {
        catalogue: &catalogue,
        count: args.count.unwrap_or(MOST).into(),
        as_needed: args.count.is_none(),
        is_fair: args.fair,
        seed: args.seed,
        present: args.extend.as_deref().map_or(Ok(Vec::new()), present)?,
        families: None,
    };
    let path = args.share.path_if_any(format!("{}.suite", args.game));
    let journal = path.map(|path| {
        let header = Header::new(SuitePlan::new(&request)?, args.share.shard);
        anyhow::Ok((Journal::open(&path, header, args.share.rerun)?, path))
    });
    let journal = journal.transpose()?;
    if let Some((journal, _)) = &journal {
        tell_damages(&journal.known().damages());
    }
    if let (Some((journal, path)), Some(shard)) = (&journal, args.share.shard) {
        let inputs = with_bar(None, |monitor| look(&request, journal, monitor))?;
        let inputs = counted(inputs, "input");
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
    let outcome = with_bar(args.budget, |monitor| match &journal {
        Some((journal, _)) => generate_from(&request, journal, monitor),
        None => generate(&request, monitor),
    })?;
    folder.write(&outcome.cases, &Manifest::new(&request, &outcome))?;
    summary::print(&catalogue, &outcome, path, &mut io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Does something that tells a monitor, with a bar on a terminal.
pub(super) fn with_bar<T>(
    budget: Option<u32>,
    work: impl FnOnce(&Monitor<'_>) -> Result<T, GenerateError>,
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
