//! The `plyjudge` command: parse, call, exit code.

use std::process::ExitCode;

use clap::Parser;
use plyjudge::cli::{self, Cli};

fn main() -> ExitCode {
    cli::finish(cli::run(Cli::parse()))
}
