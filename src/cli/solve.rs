//! `plyjudge solve`: a position's exact value under best play.

use std::io::{self, Write};
use std::process::ExitCode;

use super::progress::Stages;
use super::settings::{RuleArgs, a_game};
use crate::protocol::{PositionError, Protocol, Resources, Settings, SolveLimits};

/// Solve a position exactly: its value under best play to the end, and a best move.
///
/// The exit status is 0 when it is solved, 1 when it is not solved within the limits.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  plyjudge solve ewn --position '0 1 0 0 0 8 13 0 0 15 12 0 0 0' --nodes 1000000"
)]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = a_game())]
    game: &'static dyn Protocol,
    /// The position, as the game's input writes it; the initial one if there is none.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Give up after so many nodes: positions visited by one thread (kalah), positions looked into
    /// (ewn), 64 sets of free cells each (hexline).
    #[arg(long, value_name = "N", default_value_t = 2_000_000_000)]
    nodes: u64,
    /// Memory of the solver's tables, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: usize,
    /// Threads, 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Write a line whenever there is progress to report.
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Solves and prints, a line for each part of the solution.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        resources: Resources {
            threads: args.threads,
            hash_mib: args.memory,
        },
        ..args.rules.settings()
    };
    let stages = Stages::new();
    stages.begin("solving", 0);
    let mut progress = |text: &str| match args.progress {
        true => eprintln!("{text}"),
        false => stages.note(text),
    };
    let mut limits = SolveLimits {
        nodes: args.nodes,
        memory_mib: args.memory,
        progress: &mut progress,
    };
    let position = args.position.as_deref();
    let solved = args.game.solve(&settings, position, &mut limits);
    drop(stages);
    match solved {
        Ok(solution) => {
            let mut out = io::stdout().lock();
            for (label, value) in solution {
                writeln!(out, "{label}: {value}")?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error @ PositionError::Limit(_)) => {
            eprintln!("plyjudge: {error}");
            Ok(ExitCode::FAILURE)
        }
        Err(error) => Err(error.into()),
    }
}
