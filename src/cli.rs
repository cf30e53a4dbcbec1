//! The commands. Each file takes plain options in and calls out; this one parses.

mod audit;
mod diagnose;
pub mod doctor;
mod explain;
mod export;
mod generate;
mod grade;
mod input;
mod manual;
mod matches;
mod merge;
mod mistakes;
mod perft;
mod play;
mod programs;
mod progress;
mod reference;
mod replay;
mod rules;
mod run;
pub mod sandbox;
mod settings;
mod shard_args;
mod show;
mod solve;
mod survivors;
mod terminal;
mod test;
mod tournament;
mod verify;
mod which;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

use crate::answer::AnswerError;
use crate::games;

/// Exit status when a command could not do its work.
const FAILED: u8 = 2;

/// The judge for game-tree-search assignments.
///
/// Without a command, answers the input on standard input: the protocol is recognised from
/// its first line.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "Example:\n  plyjudge < test1.txt"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    answering: settings::Answering,
    #[command(flatten)]
    terminal: terminal::Terminal,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Args),
    Rules(rules::Args),
    Perft(perft::Args),
    Test(test::Args),
    Show(show::Args),
    Explain(explain::Args),
    Solve(solve::Args),
    Diagnose(diagnose::Args),
    Export(export::Args),
    Doctor(doctor::Args),
    Grade(Box<grade::Args>),
    Merge(merge::Args),
    Verify(verify::Args),
    Mistakes(mistakes::Args),
    Audit(audit::Args),
    Generate(generate::Args),
    Play(play::Args),
    Match(matches::Args),
    Replay(replay::Args),
    Tournament(tournament::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// The command over a list of games: parse, call, exit code.
pub fn main(games: games::List) -> ExitCode {
    games::settle(games);
    finish(run(parse()))
}

/// Parses the command line; ends the process where that cannot be done, or where it asks for
/// help only.
fn parse() -> Cli {
    Cli::try_parse_from(words(std::env::args_os())).unwrap_or_else(|mut error| {
        if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
            && Path::new(word).is_file()
        {
            let tip = format!("to answer a file, use 'plyjudge run {word}'");
            let tips = ContextValue::StyledStrs(vec![tip.into()]);
            error.insert(ContextKind::Suggested, tips);
        }
        error.exit()
    })
}

/// The words of a command line. `--csv` takes its value after `=`, for without one it has a
/// meaning too; `--csv points` can mean one thing only.
fn words(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    for word in given {
        match words.last_mut() {
            Some(last) if last == "--csv" && (word == "points" || word == "results") => {
                last.push("=");
                last.push(word);
            }
            _ => words.push(word),
        }
    }
    words
}

/// Runs one command line; the exit status on success.
///
/// # Errors
/// Whatever stopped the command, with the context a user needs.
fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    cli.terminal.apply();
    match cli.command {
        None => run::run(&run::Args::from_stdin(cli.answering)),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Test(args)) => test::run(&args),
        Some(Command::Grade(args)) => grade::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Diagnose(args)) => diagnose::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Mistakes(args)) => mistakes::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::man(&args),
    }
}

/// Turns the outcome into an exit status, with the error on standard error.
///
/// A reader that has seen enough and closed the pipe is no error.
fn finish(outcome: anyhow::Result<ExitCode>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plyjudge: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = match cause.downcast_ref::<AnswerError>() {
            Some(AnswerError::Write(error)) => Some(error),
            _ => cause.downcast_ref::<io::Error>(),
        };
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
