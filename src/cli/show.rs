//! `plyjudge show`: draws a position.

use std::io::{self, Write};
use std::process::ExitCode;

use super::input::InputArgs;
use crate::draw::{svg, terminal};

/// Show the position that an input leads to.
///
/// That is the one after its actions, computed ones included, or the one of its last line.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge show test1.txt --svg > position.svg")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Print an SVG picture instead of text.
    #[arg(long)]
    svg: bool,
}

/// Reads the input and draws.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = args.input.read()?;
    let picture = input
        .protocol
        .position(&input.settings, &input.text)
        .map_err(|error| input.error(error))?;
    if args.svg {
        let mut out = io::stdout().lock();
        out.write_all(svg::standalone(&picture).as_bytes())?;
        out.flush()?;
    } else {
        let mut out = anstream::stdout().lock();
        terminal::write(&picture, &mut out)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
