//! `plyjudge mistakes`: the catalogue of mistakes.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::reference::RightArgs;
use super::settings::a_game;
use super::terminal;
use crate::games;
use crate::json;
use crate::mistakes::catalogue::{Catalogue, Mistake};
use crate::protocol::Protocol;
use crate::report::audit::write_list;

/// List the mistakes that programs are tried with.
///
/// A mistake is a rule or a form of the text that is not the right one: `plyjudge --rule
/// NAME=VALUE` answers as a program with that mistake does.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  plyjudge mistakes kalah\n  \
                        plyjudge mistakes kalah --rule capture=landing")]
pub(super) struct Args {
    /// Only this game's mistakes.
    #[arg(value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    #[command(flatten)]
    right: RightArgs,
    /// Print the mistakes as JSON.
    #[arg(long, help_heading = "Reports")]
    json: bool,
}

/// Prints the catalogue of one game, or of all.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let catalogues: Vec<Catalogue> = match &args.game {
        Some(game) => vec![args.right.catalogue(*game)?],
        None if args.right.is_given() => {
            anyhow::bail!("found --rule, --depth or --format without a game, expected its name")
        }
        None => games::all()
            .iter()
            .map(|protocol| args.right.catalogue(*protocol))
            .collect::<anyhow::Result<_>>()?,
    };
    if args.json {
        let games: Vec<Listed<'_>> = catalogues.iter().map(Listed::new).collect();
        json::write_document(io::stdout(), &Document { games })?;
    } else {
        for (place, catalogue) in catalogues.iter().enumerate() {
            let mut out = terminal::stdout();
            if place > 0 {
                writeln!(out)?;
            }
            print(catalogue, &mut out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print(catalogue: &Catalogue, out: &mut dyn Write) -> io::Result<()> {
    let mistakes = catalogue.mistakes().iter().cloned();
    let (readings, mistakes): (Vec<Mistake>, Vec<Mistake>) =
        mistakes.partition(|mistake| mistake.is_reading);
    let (rare, common): (Vec<Mistake>, Vec<Mistake>) =
        mistakes.into_iter().partition(|mistake| mistake.is_rare);
    let name = catalogue.protocol().name();
    let others = "other readings of the assignment, which are no mistakes";
    for (place, (listed, what)) in [
        (&common[..], "mistakes"),
        (&rare[..], "rare ones, which no suite is measured by"),
        (&readings[..], others),
        (catalogue.silent(), "that no answer shows"),
    ]
    .into_iter()
    .enumerate()
    {
        if place > 0 && listed.is_empty() {
            continue;
        }
        let before = if place > 0 { "\n" } else { "" };
        writeln!(out, "{before}{name}: {} {what}", listed.len())?;
        let row = |mistake: &Mistake| (mistake.to_string(), mistake.meaning.clone());
        write_list(&listed.iter().map(row).collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

/// `{"games": [GAME, …]}`; a GAME has `game`, `mistakes`, and `silent`, those that no answer
/// shows under these rules. A mistake has `name` as `--rule` takes it, `meaning`, `rare`: whether
/// few programs have it, and `reading`: whether the assignment leaves it open. Suites are measured
/// by neither.
#[derive(Serialize)]
struct Document<'a> {
    games: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    game: &'static str,
    mistakes: Vec<Entry<'a>>,
    silent: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: String,
    meaning: &'a str,
    rare: bool,
    reading: bool,
}

impl<'a> Listed<'a> {
    fn new(catalogue: &'a Catalogue) -> Self {
        let entry = |mistake: &'a Mistake| Entry {
            name: mistake.to_string(),
            meaning: &mistake.meaning,
            rare: mistake.is_rare,
            reading: mistake.is_reading,
        };
        Self {
            game: catalogue.protocol().name(),
            mistakes: catalogue.mistakes().iter().map(entry).collect(),
            silent: catalogue.silent().iter().map(entry).collect(),
        }
    }
}
