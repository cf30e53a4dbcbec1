//! `plyjudge play`: a game in the terminal, line by line.

mod game;
mod input;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;

use super::grade::{INTERRUPTED, listen_to_signals};
use super::settings::{a_game, defaults, parse_rule};
use super::terminal::remark;
use crate::arena::player_setup::{PlayerSetup, PlayerSpec};
use crate::protocol::{Protocol, Settings};
use crate::random::Random;
use game::{End, Game};
use input::Input;

/// Play a game against the engine, in a terminal or through a pipe.
///
/// Moves and commands are read line by line; `help` lists them.
///
/// Exit status: 0 at the end of the input and after `quit`, 130 when interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge play kalah --level 5 --side second")]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = a_game())]
    game: &'static dyn Protocol,
    #[arg(long, value_name = "N", help = level_help())]
    level: Option<u32>,
    /// Your side: who moves first, who moves second, both for two people, none to look on.
    #[arg(long, default_value = "first")]
    side: Human,
    /// How the game is set up (ewn: where the stones stand) [default: published].
    #[arg(long, value_name = "HOW")]
    setup: Option<Setup>,
    /// Seed of dice and random play [default: a random one, which is printed].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Another reading of a rule, see `plyjudge rules`; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule)]
    rules: Vec<(String, String)>,
    /// Go on from a game file.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// What `--level` means.
fn level_help() -> String {
    let levels = defaults(|about| about.levels.1.to_string());
    format!("How well the engine plays: 0 at random, else the depth of its search {levels}")
}

/// Which side a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Human {
    /// The one that moves first.
    First,
    /// The other one.
    Second,
    /// Both.
    Both,
    /// Neither.
    None,
}

/// How a game is set up that may be set up in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Setup {
    /// As the protocol's own engine sets it up.
    Published,
    /// At random.
    Random,
    /// Each side chooses.
    Choose,
}

/// Plays until the input ends.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let protocol = args.game;
    let (hardest, usual) = protocol.about().levels;
    let level = args.level.unwrap_or(usual);
    if level > hardest {
        bail!(
            "--level {level}: expected a level from 0 to {hardest} for {}",
            protocol.name()
        );
    }
    if args.setup.is_some() && protocol.about().setup_moves == 0 {
        bail!("--setup: there is one way to set up {}", protocol.name());
    }
    let seed = args.seed.unwrap_or_else(|| {
        // Not longer than people like to type.
        let seed = RandomState::new().build_hasher().finish() % 1_000_000;
        if protocol.about().has_chance() || level == 0 {
            remark(format_args!(
                "seed {seed} (with --seed {seed} chance decides the same again)"
            ));
        }
        seed
    });
    let settings = Settings {
        rules: args.rules.clone(),
        depth: Some(level.max(1)),
        ..Settings::default()
    };
    let opponent = |level| engine(level, protocol, &settings);
    let helper = opponent(if level == 0 { usual } else { level })?;
    let engine = opponent(level)?;
    let interrupted = listen_to_signals()?;
    let mut input = Input::new(Arc::clone(&interrupted))?;
    let mut out = anstream::stdout().lock();
    let mut game = Game {
        protocol,
        states: Vec::new(),
        is_announced: false,
        is_hinted: false,
        interrupted,
        engine,
        helper,
        is_person: match args.side {
            Human::First => [true, false],
            Human::Second => [false, true],
            Human::Both => [true, true],
            Human::None => [false, false],
        },
        level,
        is_terminal: input.is_terminal(),
        setup: args.setup.unwrap_or(Setup::Published),
        settings,
        random: Random::new(seed, 0),
        out: &mut out,
    };
    game.introduce()?;
    match &args.load {
        Some(file) => game.load(file)?,
        None => game.begin()?,
    }
    Ok(match game.play(&mut input)? {
        End::Quit => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(INTERRUPTED),
    })
}

/// The engine at a level.
fn engine(
    level: u32,
    protocol: &'static dyn Protocol,
    settings: &Settings,
) -> anyhow::Result<PlayerSetup> {
    let spec = match level {
        0 => PlayerSpec::Random,
        depth => PlayerSpec::Engine(vec![("depth".to_owned(), depth.to_string())]),
    };
    Ok(PlayerSetup::new(
        &spec,
        spec.to_string(),
        protocol,
        settings,
    )?)
}
