//! The `plyjudge` command: parse, call, exit code.

use std::process::ExitCode;

use clap::Parser;
use plyjudge::cli::{self, Cli};
use plyjudge::judge::run::enter_sandbox;

fn main() -> ExitCode {
    enter_sandbox();
    cli::finish(cli::run(Cli::parse()))
}
