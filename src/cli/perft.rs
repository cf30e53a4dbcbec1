//! `plyjudge perft`: leaf counts by depth.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use super::progress::Stages;
use super::settings::{RuleArgs, a_game};
use crate::protocol::Protocol;

/// Count the leaves of the tree of all lines of play, depth by depth.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge perft kalah 8\n  plyjudge perft checkers 4 --position 'G6-F5 H3-G4'"
)]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = a_game())]
    game: &'static dyn Protocol,
    /// Deepest count, in plies.
    #[arg(value_name = "DEPTH")]
    plies: u32,
    /// Position to start from, as the game's input writes it (checkers: a move list).
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Prints a line for each depth as it is counted.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:>5} {:>16} {:>11} {:>14}",
        "depth", "leaves", "seconds", "leaves/s"
    )?;
    let stages = Stages::new();
    stages.begin("counting leaves", args.plies.into());
    for depth in 1..=args.plies {
        stages.note(&format!("depth {depth}"));
        let start = Instant::now();
        let settings = args.rules.settings();
        let leaves = args
            .game
            .perft(&settings, args.position.as_deref(), depth)?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = leaves as f64 / seconds.max(1e-9);
        stages.aside(|| writeln!(out, "{depth:>5} {leaves:>16} {seconds:>11.6} {rate:>14.0}"))?;
        stages.tick();
    }
    Ok(ExitCode::SUCCESS)
}
