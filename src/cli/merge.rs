//! `plyjudge merge`: one report from the journals of a grading that was split.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::diagnose::RightArgs;
use super::grade::{FAULTS, conclude, reports::Reports};
use crate::judge::merge::{Merge, MergeError};

/// Merge journals: the reports of a grading that was split between machines.
///
/// Give the journals that `plyjudge grade --shard K/N` has written, in any order; several may
/// be of the same shard. They must be of the same grading: the same cases, limits, options,
/// version and split. The reports are those that one machine would have made. The journal of
/// a grading that was not split gives its reports once more.
///
/// Exit status: 0 when everything is there and was judged; 2 when the journals do not belong
/// together, contradict each other or, without --partial, are not complete; 3 when something
/// is missing (with --partial) or could not be judged for reasons of ours.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge merge shards/*.jsonl --json > report.json")]
pub struct Args {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Report what there is when shards or results are missing.
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    right: RightArgs,
    #[command(flatten)]
    reports: Reports,
}

/// Merges and reports.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = Merge::open(&args.journals)?;
    let gaps = merge.gaps().clone();
    if !gaps.is_empty() && !args.partial {
        return Err(MergeError::Gaps(gaps).into());
    }
    args.reports.check(merge.plan())?;
    if args.right.is_given() && !args.reports.has_page() {
        bail!("found --game, --rule, --depth or --format without --html, which they are for");
    }
    let right = args.right.given(merge.plan())?;
    let finish = merge.tell(args.reports.listeners(right)?)?;
    let status = conclude(&finish)?;
    if gaps.is_empty() {
        return Ok(status);
    }
    eprintln!("plyjudge: {gaps}");
    Ok(ExitCode::from(FAULTS))
}
