//! `plyjudge explain`: why a program chooses what it chooses.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::input::InputArgs;
use super::settings::LangArgs;
use super::terminal;
use crate::explain::{dot, json, page, text};
use crate::judge::files;
use crate::search::tree::Limits;

/// Explain why a move is chosen, with the search tree.
///
/// Shown are the root's moves with their values, the principal variation, which moves tie and
/// why one of them is taken, what alpha-beta cuts and why.
///
/// What is explained is the plain search of the assignment. Large trees are searched as a
/// whole, but only their upper levels are kept.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  plyjudge explain test1.txt\n  \
                  plyjudge explain game.txt --at 3 --html tree.html\n  \
                  plyjudge explain game.txt --dot --levels 3 | dot -Tsvg > tree.svg")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Which decision of those that the input asks for: the N-th computed action of a P, the
    /// N-th line or map.
    #[arg(long, value_name = "N", default_value_t = 1)]
    at: usize,
    /// Print the decision and its tree as JSON.
    #[arg(long, group = "form")]
    json: bool,
    /// Print the tree for Graphviz.
    #[arg(long, group = "form")]
    dot: bool,
    /// Write a page that shows the tree, for a browser.
    #[arg(long, value_name = "FILE", group = "form")]
    html: Option<PathBuf>,
    #[command(flatten)]
    lang: LangArgs,
    /// Levels of the tree for --json and --dot [default: all for --json, 3 for --dot].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    levels: Option<u32>,
}

/// Searches and explains.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = args.input.read()?;
    let explanation = input
        .protocol
        .explain(
            &input.settings,
            &input.text,
            Some(args.at),
            Limits::default(),
        )
        .map_err(|error| input.error(error))?;
    if let Some(path) = &args.html {
        files::write(path, page::page(&explanation, &args.lang.language()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out: Box<dyn Write> = match args.json || args.dot {
        true => Box::new(BufWriter::new(io::stdout().lock())),
        false => Box::new(terminal::stdout()),
    };
    if args.json {
        json::write(&explanation, args.levels.unwrap_or(u32::MAX), &mut out)?;
    } else if args.dot {
        dot::write(&explanation, args.levels.unwrap_or(3), &mut out)?;
    } else {
        text::write(&explanation, terminal::width(), &mut out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
