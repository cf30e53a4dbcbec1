//! `plyjudge replay`: shows recorded games and checks that they were played by the rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::settings::LangArgs;
use super::terminal;
use crate::arena::matches::Finished;
use crate::arena::record::{Ply, Record};
use crate::games;
use crate::judge::files;
use crate::protocol::Protocol;
use crate::protocol::state::GameState;
use crate::standings::games::Games;

/// Show recorded games, board by board, and check them.
///
/// Exit status: 0 when all games were played by the rules, 1 when one was not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  plyjudge replay games.jsonl --game 3\n  \
                  plyjudge replay class.ewn.plyjudge.jsonl --player alice.c --player bob.c")]
pub(super) struct Args {
    /// A file that `plyjudge match --record` has written, or the journal of a match or
    /// tournament.
    file: PathBuf,
    /// Only games of this number; in a journal each pair has one.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Only games of this player; given twice, of these two against each other.
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Write the games to FILE as a page for a browser, to be played through move by move, in
    /// place of printing them.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    lang: LangArgs,
}

/// Shows game after game.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut status = ExitCode::SUCCESS;
    let mut shown = Games::default();
    for record in read(&args.file)? {
        let record = record?;
        let plays = |name: &String| record.players.contains(name);
        if args.game.is_some_and(|number| number != record.number)
            || !args.players.iter().all(plays)
        {
            continue;
        }
        let shown = match args.html {
            Some(_) => shown.add(&record, protocol_of(&record)?),
            None => show(&record, terminal::is_quiet(), &mut out)?,
        };
        if let Err(wrong) = shown {
            eprintln!("plyjudge: game {}: {wrong}", record.number);
            status = ExitCode::FAILURE;
        }
    }
    if let Some(path) = &args.html {
        files::write(
            path,
            shown.page(&args.file.display().to_string(), &args.lang.language()),
        )?;
    }
    Ok(status)
}

fn protocol_of(record: &Record) -> anyhow::Result<&'static dyn Protocol> {
    games::find(&record.game)
        .with_context(|| format!("game {}: no game '{}'", record.number, record.game))
}

/// A line of a file: a recorded game, or an entry of a journal.
#[derive(Deserialize)]
#[serde(untagged)]
enum RecordLine {
    /// What a journal is about.
    Begin {
        #[serde(rename = "begin")]
        _about: IgnoredAny,
    },
    /// A game of a journal.
    Done { done: Entry },
    /// A game.
    Match(Record),
}

/// A game of a journal; none where it would have repeated an earlier one.
#[derive(Deserialize)]
struct Entry {
    piece: Option<Finished>,
}

fn read(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Record>>> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name}: cannot open"))?;
    let lines = (1..).zip(BufReader::new(file).lines());
    let records = lines.map(move |(number, line)| {
        let line = line.with_context(|| format!("{name}: cannot read"))?;
        let line: RecordLine = serde_json::from_str(&line)
            .with_context(|| format!("{name}:{number}: found no game, expected one a line"))?;
        Ok(match line {
            RecordLine::Begin { .. } => None,
            RecordLine::Done { done } => done.piece.map(|game| game.record),
            RecordLine::Match(record) => Some(record),
        })
    });
    Ok(records.filter_map(Result::transpose))
}

/// Prints a game; what cannot have been so.
fn show(record: &Record, quiet: bool, out: &mut dyn Write) -> anyhow::Result<Result<(), String>> {
    let protocol = protocol_of(record)?;
    let names = protocol.about().players;
    let [first, second] = &record.players;
    writeln!(
        out,
        "{} game {}: {} {first}, {} {second}",
        record.game, record.number, names[0], names[1]
    )?;
    let mut number = 0;
    let mut written = Ok(());
    let mut print = |state: &dyn GameState, ply: Option<&Ply>| -> io::Result<()> {
        if quiet {
            return Ok(());
        }
        write!(out, "{}", state.picture())?;
        let Some(ply) = ply else { return Ok(()) };
        number += 1;
        let name = names[state.turn().index()];
        match &ply.drawn {
            Some(drawn) => writeln!(out, "{number}. {name} ({drawn}): {}", ply.chosen),
            None => writeln!(out, "{number}. {name}: {}", ply.chosen),
        }
    };
    let replayed = record.replay(protocol, |state, ply| {
        if written.is_ok() {
            written = print(state, ply);
        }
    });
    written?;
    let result = match record.winner {
        Some(place) => format!("{} wins", names[place]),
        None => "a draw".to_owned(),
    };
    writeln!(out, "{result}: {}", record.reason)?;
    Ok(replayed)
}
