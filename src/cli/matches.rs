//! `plyjudge match`: many games of two players.

mod page;
mod records;

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use indicatif::ProgressBar;

use super::grade::{INTERRUPTED, listen_to_signals, parse_sandbox};
use super::settings::{RuleArgs, game_names};
use crate::arena::bout::Bout;
use crate::arena::entrant::{Entrant, EntrantSpec};
use crate::arena::seat::Terms;
use crate::arena::statistics::Sprt;
use crate::arena::table::{Talk, Venue};
use crate::arena::tables;
use crate::judge::limits::{Seconds, Size};
use crate::judge::run::{Containment, Limits, Runner};
use crate::protocol;
use page::{JsonPage, Page, ReportPage, TextPage};
use records::Records;

/// Play many games of two players and rate them.
///
/// A player is `random`, `engine`, `engine:NAME=VALUE,…` with a depth and rules of its own
/// (`engine:depth=5,capture=landing`), or a command that speaks the game's protocol: for ewn
/// it stays and answers ECUI lines; for the others it is started for each move and gets the
/// position (kalah: a line, answered by a pit; hexline: a map; checkers: the actions so far
/// and A).
///
/// Players move first in turn. Openings, dice and random players depend on --seed only. Of
/// two engines that never vary, games that would repeat an earlier one are not played.
///
/// Whoever makes an illegal move, is silent, late or talks too much, crashes or uses too much
/// memory loses that game. A command runs contained as in `plyjudge grade`.
///
/// Exit status: 0 when the games were played, 130 when interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge match kalah engine:depth=3 random --games 1000\n  \
                  plyjudge match ewn ./mine engine:depth=3 --sprt 0,50 --record games.jsonl"
)]
pub struct Args {
    /// The game.
    #[arg(value_parser = game_names())]
    game: String,
    /// The first player.
    a: EntrantSpec,
    /// The second player.
    b: EntrantSpec,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// What openings, dice and random players depend on.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    conditions: Conditions,
    /// Have A move first in every game.
    #[arg(long)]
    no_swap: bool,
    /// Stop as soon as a sequential test tells which difference in Elo fits better, with an
    /// error of 5 % either way.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write every game to FILE as lines of JSON, or to a file each if PATH is a folder;
    /// `plyjudge replay` shows them.
    #[arg(long, value_name = "PATH")]
    record: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print the results as an assignment has them: report (kalah, A is its player 0).
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// How many games are played at the same time [default: one a core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Under what conditions games are played.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Conditions {
    /// Random plies at the start of a game [default: kalah 4, checkers 4, hexline 40, ewn 0;
    /// none with a random player].
    #[arg(long, value_name = "PLIES")]
    pub opening: Option<u32>,
    /// Plies after which a game is a draw [default: checkers 200, else none].
    #[arg(long, value_name = "PLIES")]
    pub longest: Option<u32>,
    /// Time on the clock that a command may take for a move.
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    pub time: Seconds,
    /// Time on the clock that a command may take for all moves of a game.
    #[arg(long, value_name = "SECONDS", default_value = "120")]
    pub game_time: Seconds,
    /// Memory of a command.
    #[arg(long, value_name = "SIZE", default_value = "512MiB")]
    pub memory: Size,
    /// Keep commands alive through a game and speak to them request by request (always for
    /// ewn); they have to flush each reply. A checkers program is told each action of the
    /// other player and `A`, and has to read on after its reply.
    #[arg(long)]
    pub keep_alive: bool,
    /// How commands are contained: on, or off for what you trust.
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = parse_sandbox)]
    pub sandbox: Containment,
}

impl Conditions {
    /// What programs may use.
    pub fn terms(&self, venue: &dyn Venue) -> Terms {
        let (Seconds(per_move), Seconds(per_game), Size(memory)) =
            (self.time, self.game_time, self.memory);
        Terms {
            per_move,
            per_game,
            limits: Limits {
                cpu: per_move,
                memory,
                ..Limits::default()
            },
            talk: match self.keep_alive {
                true => Talk::Stays,
                false => venue.talk(),
            },
        }
    }

    /// What programs run in.
    pub fn runner(&self) -> anyhow::Result<Arc<Runner>> {
        let runner = Runner::new(self.sandbox).context(
            "programs cannot be contained here (`plyjudge doctor` says more; --sandbox off runs \
             them all the same, if you trust them)",
        )?;
        Ok(Arc::new(runner))
    }
}

/// Plays and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let bout = args.bout()?;
    let mut records = args.record.as_deref().map(Records::create).transpose()?;
    let mut out = std::io::stdout().lock();
    let mut page: Box<dyn Page> = match (&args.format, args.json) {
        (Some(format), _) => match bout.venue.report().filter(|_| format == "report") {
            Some(report) => Box::new(ReportPage::new(&mut out, report)),
            None => bail!("--format {format}: {} has no such report", args.game),
        },
        (None, true) => Box::new(JsonPage::new(&mut out)),
        (None, false) => Box::new(TextPage::new(&mut out)),
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    listen_to_signals(&interrupted).context("cannot listen to signals")?;
    let progress = match std::io::stderr().is_terminal() && args.format.is_none() {
        true => ProgressBar::new(args.games),
        false => ProgressBar::hidden(),
    };
    let summary = in_threads(args.jobs, || {
        bout.play(&interrupted, |game| {
            progress.set_position(game.record.number);
            if let Some(records) = &mut records {
                records.add(&game.record)?;
            }
            anyhow::Ok(page.game(game)?)
        })
    })??;
    progress.finish_and_clear();
    if let Some(records) = records {
        records.finish()?;
    }
    page.finish(&bout, &summary)?;
    Ok(match summary.interrupted {
        true => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

/// Has rayon's work inside `work` done by so many threads, one a core if none is given, while
/// `work` itself stays in this thread.
pub(super) fn in_threads<R>(
    jobs: Option<NonZeroUsize>,
    work: impl FnOnce() -> R,
) -> anyhow::Result<R> {
    let threads = jobs.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().context("cannot start threads")?;
    Ok(work())
}

impl Args {
    fn bout(&self) -> anyhow::Result<Bout> {
        let venue = tables::find(&self.game).context("no such game")?;
        let protocol = protocol::find(&self.game).context("no such game")?;
        let specs = [&self.a, &self.b];
        let settings = self.rules.settings();
        let entrant = |player: usize| {
            let name = specs[player].to_string();
            Entrant::new(specs[player], name, venue, protocol, &settings)
        };
        let has_program = specs.iter().any(|it| matches!(it, EntrantSpec::Command(_)));
        Ok(Bout {
            venue,
            players: [entrant(0)?, entrant(1)?],
            settings,
            games: self.games,
            seed: self.seed,
            opening: self.conditions.opening,
            swaps: !self.no_swap,
            longest: self.conditions.longest,
            terms: self.conditions.terms(venue),
            runner: match has_program {
                true => Some(self.conditions.runner()?),
                false => None,
            },
            sprt: self.sprt,
        })
    }
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let parse = || -> Option<Sprt> {
        let (elo0, elo1) = text.split_once(',')?;
        let number = |text: &str| f64::from_str(text).ok().filter(|number| number.is_finite());
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        (elo0 < elo1).then_some(Sprt { elo0, elo1 })
    };
    parse().ok_or_else(|| {
        format!("found '{text}', expected two differences in Elo, the lower one first: 0,20")
    })
}
