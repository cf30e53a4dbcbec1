//! `plyjudge rules`: every rule option, its values, its default, its meaning.

use std::io::{self, Write};
use std::process::ExitCode;
use std::slice;

use super::settings::a_game;
use super::terminal;
use crate::games;
use crate::options::{OptionInfo, ValueInfo, Values};
use crate::protocol::Protocol;

/// List every rule option, its values, its default and its meaning.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge rules kalah")]
pub(super) struct Args {
    /// Only this game's options.
    #[arg(value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    /// Print a page in Markdown.
    #[arg(long)]
    markdown: bool,
}

/// How many values of an option a page lists, and how many where there are more.
const MOST_LISTED: usize = 20;
const FEW_LISTED: usize = 3;

/// What a page says of exit statuses.
const EXIT_STATUS: &str = "\
Exit status: `plyjudge run` itself ends with 0 when it has answered the whole input, where a line \
that the assignment has printed about an illegal action is an answer like any other, and with 2 at \
what the protocol does not define. The status of a program that is judged does not count: the \
assignment compares what is printed. Only a signal, or a program that cannot be started, is a \
run-time error. `exit_status` in `suite.toml`, or `--exit-status`, awaits a status all the same.";

/// Prints the options of one game, or of all.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    for protocol in args.game.as_ref().map_or(games::all(), slice::from_ref) {
        if args.markdown {
            markdown(*protocol, &mut out)?;
        } else {
            plain(*protocol, &mut terminal::stdout())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn plain(protocol: &dyn Protocol, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", protocol.name(), protocol.about().title)?;
    for option in protocol.options() {
        writeln!(out)?;
        writeln!(out, "  {}: {}", option.name, option.meaning)?;
        for ValueInfo {
            name: value,
            meaning,
        } in values(&option)
        {
            let mark = if value == option.default { '*' } else { ' ' };
            writeln!(out, "    {mark} {value:<28} {meaning}")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "  (* is the default; choose with --rule NAME=VALUE)")
}

fn markdown(protocol: &dyn Protocol, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}: the rule options\n", protocol.name())?;
    writeln!(
        out,
        "Protocol: {}. Recognised by: {}.",
        protocol.about().title,
        protocol.about().looks_like
    )?;
    writeln!(
        out,
        "Choose with `--rule NAME=VALUE`; the default stands first.\n"
    )?;
    writeln!(out, "{EXIT_STATUS}\n")?;
    writeln!(out, "| option | values | meaning |")?;
    writeln!(out, "|---|---|---|")?;
    for option in protocol.options() {
        let mut values = values(&option);
        values.sort_by_key(|value| value.name != option.default);
        let more = match values.len() > MOST_LISTED {
            true => values.split_off(FEW_LISTED).len(),
            false => 0,
        };
        let mut listed: Vec<_> = values
            .iter()
            .map(|ValueInfo { name, meaning }| format!("`{name}` {meaning}"))
            .collect();
        if more > 0 {
            let all = format!("`plyjudge rules {}` lists all", protocol.name());
            listed.push(format!("and {more} more like these: {all}"));
        }
        let listed = listed.join("<br>");
        writeln!(out, "| `{}` | {listed} | {} |", option.name, option.meaning)?;
    }
    Ok(())
}

/// The values of an option with their meanings; of a number, its default and its range.
pub(super) fn values(option: &OptionInfo) -> Vec<ValueInfo> {
    match &option.values {
        Values::Choice(all) => all.to_vec(),
        number => vec![ValueInfo {
            name: option.default.clone().into(),
            meaning: number.to_string().into(),
        }],
    }
}
