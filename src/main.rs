//! The `plyjudge` command: parse, call, exit code.

use std::process::ExitCode;

use plyjudge::cli;
use plyjudge::judge::run::enter_sandbox;

fn main() -> ExitCode {
    enter_sandbox();
    cli::finish(cli::run(cli::parse()))
}
