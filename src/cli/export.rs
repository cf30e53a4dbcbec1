//! `plyjudge export`: a suite as other systems take it.

mod gradescope;
mod package;

use std::process::ExitCode;

use clap::Subcommand;

/// Write a suite in the formats of other systems.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge export gradescope cases --out autograder.zip")]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Gradescope(gradescope::Args),
    Package(package::Args),
}

/// Writes it.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Gradescope(args) => gradescope::run(args),
        What::Package(args) => package::run(args),
    }
}
