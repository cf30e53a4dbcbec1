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
struct Found {
    name: String,
    /// What its tool says of its version; none where it says nothing.
    version: Option<String>,
    /// Why submissions in it cannot be judged; none where they can.
    missing: Option<String>,
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

fn print_languages(languages: &[Found], out: &mut impl Write) -> io::Result<()> {
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

fn complete(layers: &[Layer]) -> bool {
    layers
        .iter()
        .all(|layer| layer.found.is_ok() || !layer.required)
}

fn print(layers: &[Layer], out: &mut impl Write) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::{Found, complete, print, print_languages};
    use crate::judge::layers::Layer;

    fn layer(name: &str, required: bool, found: Result<&str, &str>) -> Layer {
        Layer {
            name: name.into(),
            required,
            found: found.map(Into::into).map_err(Into::into),
            without: "strangers come in".into(),
        }
    }

    /// One that may be missing is explained, one that must be there decides.
    #[test]
    fn layers_are_listed_with_what_a_missing_one_means() {
        let may = [
            layer("wall", true, Ok("works")),
            layer("second wall", false, Err("no bricks")),
        ];
        let must = [layer("wall", true, Err("no bricks"))];
        for (layers, is_complete, printed) in [
            (
                &may[..],
                true,
                "\
ok       wall         works
without  second wall  no bricks
                      so: strangers come in

Programs are contained here, within what is said above.
",
            ),
            (
                &must,
                false,
                "\
MISSING  wall  no bricks
               so: strangers come in

Programs cannot be contained here. They can be run without containment, with all that the \
judge's user may do: --sandbox off.
",
            ),
        ] {
            assert_eq!(complete(layers), is_complete);
            let mut out = Vec::new();
            print(layers, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), printed);
        }
    }

    #[test]
    fn languages_are_listed_with_what_a_missing_one_means() {
        let found = |name: &str, version: Option<&str>, missing: Option<&str>| Found {
            name: name.into(),
            version: version.map(Into::into),
            missing: missing.map(Into::into),
        };
        let all = [
            found("C", Some("cc 12.2.0"), None),
            found("Java", None, Some("javac is not installed on this machine")),
        ];
        let mut out = Vec::new();
        print_languages(&all, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "
ok       C     cc 12.2.0
without  Java  javac is not installed on this machine

Submissions in a language that is missing are not judged, and get no points.
"
        );
    }
}
