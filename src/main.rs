//! The `plyjudge` command: parse, call, exit code.

use std::process::ExitCode;

use plyjudge::judge::run::enter_sandbox;
use plyjudge::{cli, games};

fn main() -> ExitCode {
    enter_sandbox();
    cli::main(games::SHIPPED)
}
