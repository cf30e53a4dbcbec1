//! The commands. Each file takes plain options in and calls out; this one parses.

pub mod doctor;

use std::process::ExitCode;

use clap::Parser;

/// The judge for game-tree-search assignments.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {}

/// Runs one command line; the exit status on success.
///
/// # Errors
/// Whatever stopped the command, with the context a user needs.
pub fn run(_cli: Cli) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}

/// Turns the outcome into an exit status, with the error on standard error.
pub fn finish(outcome: anyhow::Result<ExitCode>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        eprintln!("plyjudge: {error:#}");
        ExitCode::from(2)
    })
}
