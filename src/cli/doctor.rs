//! `plyjudge doctor`: the sandbox and the languages of this machine, and what is missing.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;

use super::terminal;
use crate::json;
use crate::judge::build::language::toolchain::Search;
use crate::judge::build::language::{Language, Languages};
use crate::judge::layers::{Layer, layers};

/// List the sandbox's layers and the languages of this machine.
///
/// The exit status is 0 when programs can be contained, 1 when they cannot.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge doctor")]
pub(super) struct Args {
    /// Print them as JSON: `layers[]` and `languages[]`.
    #[arg(long)]
    json: bool,
}

/// Tries all layers and prints what was found.
///
/// # Errors
/// When they cannot be tried at all, or nothing can be printed.
pub(super) fn run(options: &Args) -> anyhow::Result<ExitCode> {
    let layers = layers().context("cannot try the layers of the sandbox")?;
    let languages = Languages::default();
    let languages: Vec<Found> = languages.iter().map(|it| look(it)).collect();
    if options.json {
        let layers = &layers;
        json::write_document(io::stdout(), &Document { layers, languages })?;
    } else {
        let mut out = terminal::stdout();
        print(&layers, &mut out)?;
        print_languages(&languages, &mut out)?;
    }
    Ok(if complete(&layers) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[derive(Serialize)]
struct Document<'a> {
    layers: &'a [Layer],
    languages: Vec<Found>,
}

/// A language on this machine.
#[derive(Serialize)]
pub struct Found {
    /// What it is called.
    pub name: String,
    /// What its tool says of its version; none where it says nothing.
    pub version: Option<String>,
    /// Why submissions in it cannot be judged; none where they can.
    pub missing: Option<String>,
}

fn look(language: &Language) -> Found {
    let search = Search::new(None);
    let missing = language
        .tools()
        .find_map(|tool| search.find(tool, &language.locate).err());
    let version = match missing {
        None => search.version(&language.asks_version()),
        Some(_) => None,
    };
    Found {
        name: language.name.clone(),
        version,
        missing,
    }
}

/// Writes the languages, a line each, and what a missing one means.
///
/// # Errors
/// When that cannot be written.
pub fn print_languages(languages: &[Found], out: &mut impl Write) -> io::Result<()> {
    let width = languages.iter().map(|it| it.name.len()).max().unwrap_or(0);
    writeln!(out)?;
    for Found {
        name,
        version,
        missing,
    } in languages
    {
        match missing {
            None => {
                let version = version.as_deref().unwrap_or("version unknown");
                writeln!(out, "ok       {name:width$}  {version}")?;
            }
            Some(missing) => {
                writeln!(out, "without  {name:width$}  {missing}")?;
            }
        }
    }
    match languages.iter().any(|it| it.missing.is_some()) {
        true => writeln!(
            out,
            "\nSubmissions in a language that is missing are not judged, and get no points."
        ),
        false => Ok(()),
    }
}

/// Whether programs can be contained: no layer is missing without which they cannot.
pub fn complete(layers: &[Layer]) -> bool {
    layers
        .iter()
        .all(|layer| layer.found.is_ok() || !layer.required)
}

/// Writes the layers, a line each, what a missing one means, and whether programs are contained.
///
/// # Errors
/// When that cannot be written.
pub fn print(layers: &[Layer], out: &mut impl Write) -> io::Result<()> {
    let width = layers.iter().map(|layer| layer.name.len()).max();
    let width = width.unwrap_or(0);
    for layer in layers {
        let name = &layer.name;
        match &layer.found {
            Ok(found) => writeln!(out, "ok       {name:width$}  {found}")?,
            Err(found) => {
                let state = if layer.required { "MISSING" } else { "without" };
                writeln!(out, "{state}  {name:width$}  {found}")?;
                writeln!(out, "         {:width$}  so: {}", "", layer.without)?;
            }
        }
    }
    let missing = layers.iter().filter(|layer| layer.found.is_err()).count();
    let verdict = match (complete(layers), missing) {
        (true, 0) => "Programs are contained here, by all layers.",
        (true, _) => "Programs are contained here, within what is said above.",
        (false, _) => {
            "Programs cannot be contained here. They can be run without containment, with all \
             that the judge's user may do: --sandbox off."
        }
    };
    writeln!(out, "\n{verdict}")
}
