//! `plyjudge doctor`: what of the sandbox this machine has, and what the rest means.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::json;
use crate::judge::layers::{Layer, layers};
use anyhow::Context;

/// List the sandbox's layers on this machine, and what each missing one means.
///
/// The exit status is 0 when programs can be contained, 1 when they cannot.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge doctor")]
pub(super) struct Args {
    /// Print the layers as JSON.
    #[arg(long)]
    json: bool,
}

/// Tries all layers and prints what was found.
///
/// # Errors
/// When they cannot be tried at all, or nothing can be printed.
pub(super) fn run(options: &Args) -> anyhow::Result<ExitCode> {
    let layers = layers().context("cannot try the layers of the sandbox")?;
    let mut out = io::stdout().lock();
    if options.json {
        json::write_pretty(&mut out, &layers)?;
        writeln!(out)?;
    } else {
        print(&layers, &mut out)?;
    }
    Ok(if complete(&layers) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
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
    use super::{complete, print};
    use crate::judge::layers::Layer;

    fn layer(name: &str, required: bool, found: Result<&str, &str>) -> Layer {
        Layer {
            name: name.into(),
            required,
            found: found.map(Into::into).map_err(Into::into),
            without: "strangers come in".into(),
        }
    }

    fn printed(layers: &[Layer]) -> String {
        let mut out = Vec::new();
        print(layers, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_layer_that_may_be_missing_is_explained() {
        let layers = [
            layer("wall", true, Ok("works")),
            layer("second wall", false, Err("no bricks")),
        ];
        assert!(complete(&layers));
        assert_eq!(
            printed(&layers),
            "\
ok       wall         works
without  second wall  no bricks
                      so: strangers come in

Programs are contained here, within what is said above.
"
        );
    }

    #[test]
    fn a_layer_that_must_be_there_decides() {
        let layers = [layer("wall", true, Err("no bricks"))];
        assert!(!complete(&layers));
        assert_eq!(
            printed(&layers),
            "\
MISSING  wall  no bricks
               so: strangers come in

Programs cannot be contained here. They can be run without containment, with all that the \
judge's user may do: --sandbox off.
"
        );
    }
}
