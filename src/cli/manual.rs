//! `plyjudge completions` and `plyjudge man`: texts made from the command line's definition.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  plyjudge completions bash > ~/.local/share/bash-completion/completions/plyjudge"
)]
pub(super) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Print the manual page, or write one for every command.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge man | man -l -")]
pub(super) struct ManArgs {
    /// Write plyjudge.1 and a page for each command into DIR.
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

/// Prints the completion script.
pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "plyjudge", &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints or writes the manual.
pub(super) fn man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    match &args.out_dir {
        None => clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?,
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
                .with_context(|| format!("{}: cannot write the manual", folder.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
