//! `plyjudge match`: many games of two players.

mod output;
mod page;
mod records;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};

use super::grade::{INTERRUPTED, end_soon, resumable};
use super::progress::Stages;
use super::sandbox::Sandbox;
use super::settings::{RuleArgs, defaults, game_names};
use super::shard_args::{ShareArgs, tell_damages};
use super::terminal::remark;
use crate::arena::matches::{Course, Finished, Match};
use crate::arena::plan::{self, Contestant, MatchPlan};
use crate::arena::player::Terms;
use crate::arena::player_setup::{NamedPlayer, PlayerSetup, PlayerSpec};
use crate::arena::referee;
use crate::arena::statistics::{Sprt, Tally};
use crate::games;
use crate::judge::fingerprint::Fingerprint;
use crate::judge::journal::lines::{JournalError, keep_out};
use crate::judge::journal::work::{Header, Journal};
use crate::judge::layers::in_force;
use crate::judge::run::{Limits, Runner};
use crate::judge::suite::limits::{Memory, Seconds, Size};
use crate::protocol::state::{FaultKind, Talk};
use crate::protocol::{Protocol, Settings};
use crate::text::LineEnd;
pub(super) use output::Output;
use page::elo_text;

/// Play many games of two players and rate them.
///
/// A player may be named: `'name=mine ./mine -x'`. It is `random`, `engine`, `engine:NAME=VALUE,…` with a depth and rules of its own
/// (`engine:depth=5,capture=landing`), or a command that speaks the game's protocol: for ewn
/// it stays and answers ECUI lines, in numbers or in letters; for the others it is started for each move and gets the
/// position (kalah: a line, answered by a pit; hexline: a map; checkers: the actions so far
/// and A).
///
/// Players move first in turn; in ewn a set-up is played twice, Blue beginning and Red beginning,
/// and then players change colours. Openings, dice and random players depend on --seed
/// only. Of two engines that never vary, games that would repeat an earlier one are not played.
///
/// Whoever makes an illegal move, is silent, late or talks too much, crashes or uses too much
/// memory loses that game. A command runs contained as in `plyjudge grade`.
///
/// `--shard K/N` plays a part of the games; with --sprt, parts play all of their games, and
/// merging them stops where one machine would have stopped.
///
/// Exit status: 0 when the games were played, 3 when some could not be because of a fault on plyjudge's side,
/// 130 when interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge match kalah engine:depth=3 random --games 1000\n  \
                  plyjudge match ewn ./mine engine:depth=3 --sprt 0,50 --record games.jsonl"
)]
pub(super) struct Args {
    /// The game.
    #[arg(value_parser = game_names())]
    game: String,
    /// The first player.
    a: NamedPlayer,
    /// The second player.
    b: NamedPlayer,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Seed of openings, dice and random players.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    conditions: Conditions,
    /// Have A move first in every game.
    #[arg(long)]
    no_swap: bool,
    /// Stop as soon as a sequential test tells which difference in Elo fits better; or as
    /// cutechess-cli and fastchess write it: 'elo0=0 elo1=5 alpha=0.05 beta=0.05'. An error has a
    /// probability of 5 % either way unless alpha or beta says otherwise.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the score so far to standard error after every N games.
    #[arg(long, value_name = "N")]
    rating_interval: Option<NonZeroU64>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    share: ShareArgs,
    /// How many games are played at the same time [default: one per core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Under what conditions games are played.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Conditions {
    #[arg(long, value_name = "PLIES", help = opening_help())]
    pub opening: Option<u32>,
    /// A file with the openings to be played, one a line, moves separated by commas, in their order
    /// and then again; lines that begin with # are left out. Each is played from both sides.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub openings: Option<PathBuf>,
    /// Go on after a player crashes, stalls or breaks the rules: it loses that game and is started
    /// anew. It is always so; the option is there for scripts made for other match runners.
    #[arg(long)]
    pub recover: bool,
    #[arg(long, value_name = "PLIES", help = longest_help())]
    pub longest: Option<u32>,
    /// Wall-clock time that a command may take for a move.
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    pub time: Seconds,
    /// Wall-clock time that a command may take for all moves of a game [default: no limit].
    #[arg(long, value_name = "SECONDS")]
    pub game_time: Option<Seconds>,
    /// Memory of a command, at least 1MiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub memory: Memory,
    #[arg(long, help = keep_alive_help())]
    pub keep_alive: bool,
    /// How commands write cells in ewn [default: found out from the reply to `ini`]. Those that
    /// write letters get `name`, `version`, `time_setting` and `board_setting` before `ini`.
    #[arg(long, value_name = "numbers|letters")]
    pub dialect: Option<String>,
    /// End lines to commands in CRLF, not in LF.
    #[arg(long)]
    pub crlf: bool,
    /// Start commands anew for each game. Else a command of ewn that writes numbers plays up to
    /// ten games, each begun by `ini`, before another process plays on; one that has ended is
    /// started anew.
    #[arg(long)]
    pub restart: bool,
    /// How commands are contained: on, by what this machine has; full, by all layers or not at
    /// all; or off for what you trust.
    #[arg(long, value_name = "on|full|off", default_value = "on")]
    pub sandbox: Sandbox,
}

fn opening_help() -> String {
    let plies = defaults(|about| about.opening.to_string());
    format!("Random plies at the start of a game; none with a random player {plies}")
}

fn longest_help() -> String {
    let none = || "none".to_owned();
    let plies = defaults(|about| about.longest.map_or_else(none, |plies| plies.to_string()));
    format!("Plies after which a game is a draw {plies}")
}

fn keep_alive_help() -> String {
    let stays = games::all().iter().map(|game| game.about());
    let stays = stays.filter(|about| about.talk == Talk::Stays);
    let stays: Vec<&str> = stays.map(|about| about.name).collect();
    format!(
        "Keep commands alive through a game and speak to them request by request (always for \
         {}); they have to flush each reply. A checkers program is told each action of the other \
         player and `A`, and has to read on after its reply",
        stays.join(", ")
    )
}

impl Conditions {
    /// What programs may use, and how they are spoken to.
    ///
    /// # Errors
    /// A dialect that the game does not have.
    pub(super) fn terms(&self, protocol: &dyn Protocol) -> anyhow::Result<Terms> {
        let (Seconds(per_move), Size(memory)) = (self.time, self.memory);
        let dialect = self.dialect.as_deref().map(|name| {
            let mut dialects = protocol.about().dialects.iter();
            let found = dialects.find(|dialect| dialect.name() == name).copied();
            found.with_context(|| {
                let names: Vec<_> = protocol
                    .about()
                    .dialects
                    .iter()
                    .map(|it| it.name())
                    .collect();
                match names.is_empty() {
                    true => format!("--dialect {name}: {} has no dialects", protocol.name()),
                    false => format!("--dialect {name}: expected {}", names.join(" or ")),
                }
            })
        });
        Ok(Terms {
            per_move,
            per_game: self.game_time.map_or(Duration::MAX, |Seconds(time)| time),
            limits: Limits {
                cpu: per_move,
                memory,
                ..Limits::default()
            },
            talk: match self.keep_alive {
                true => Talk::Stays,
                false => protocol.about().talk,
            },
            dialect: dialect.transpose()?,
            line_end: match self.crlf {
                true => LineEnd::CrLf,
                false => LineEnd::Lf,
            },
            restarts: self.restart,
        })
    }

    /// The openings that are given.
    ///
    /// # Errors
    /// A file that cannot be read, an opening that the rules do not allow or that ends the game.
    pub(super) fn openings(
        &self,
        protocol: &dyn Protocol,
        settings: &Settings,
    ) -> anyhow::Result<Vec<Vec<String>>> {
        let Some(path) = &self.openings else {
            return Ok(Vec::new());
        };
        let name = path.display();
        if protocol.about().has_chance() {
            bail!(
                "found --openings for {}, which has dice, expected a game without",
                protocol.name()
            );
        }
        let text = std::fs::read_to_string(path).with_context(|| format!("{name}: cannot read"))?;
        let mut openings = Vec::new();
        for (line, number) in text.lines().map(str::trim).zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let moves = line.split(',').map(|one| one.trim().to_owned());
            let moves: Vec<String> = moves.collect();
            let mut state = protocol.game_state(settings)?;
            referee::follow(&mut *state, &moves)
                .map_err(|problem| anyhow!("{name}:{number}: {problem}"))?;
            openings.push(moves);
        }
        if openings.is_empty() {
            bail!("{name}: found no opening, expected one a line");
        }
        Ok(openings)
    }

    /// All conditions, as a journal has them.
    pub(super) fn written(
        &self,
        game: &str,
        rules: &RuleArgs,
        (seed, swaps): (u64, bool),
        terms: &Terms,
        (openings, runner): (&[Vec<String>], Option<&Runner>),
    ) -> plan::Conditions {
        plan::Conditions {
            game: game.to_owned(),
            rules: rules.rules.clone(),
            depth: rules.depth,
            seed,
            opening: self.opening,
            openings: (!openings.is_empty()).then(|| Fingerprint::of_value(&openings)),
            swaps,
            longest: self.longest,
            time: terms.per_move,
            game_time: self.game_time.map(|Seconds(time)| time),
            limits: terms.limits.clone(),
            keep_alive: terms.talk == Talk::Stays,
            dialect: self.dialect.clone(),
            crlf: self.crlf,
            restart: self.restart,
            sandbox: self.sandbox.containment(),
            layers: runner.map_or(Vec::new(), |runner| in_force(&runner.layers())),
        }
    }

    /// What programs run in.
    pub(super) fn runner(&self) -> anyhow::Result<Arc<Runner>> {
        Ok(Arc::new(self.sandbox.runner()?))
    }
}

/// The exit status when games could not be played because of a fault on plyjudge's side.
pub(super) const FAILED: u8 = 3;

/// Plays and prints.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut of = args.of()?;
    let plan = args.plan(&of)?;
    if args.share.shard.is_some() {
        // When to stop is decided game after game, once all games are together.
        of.sprt = None;
    }
    let path = args.share.path_if_any(format!("{}.match", args.game));
    if let Some(path) = &path {
        args.keep_out(path)?;
    }
    let journal = path.as_ref().map(|path| {
        let header = Header::new(plan.clone(), args.share.shard);
        Journal::open(path, header, args.share.rerun)
    });
    let journal = journal.transpose()?;
    if let Some(journal) = &journal {
        tell_damages(&journal.known().damages());
    }
    let mut output = args.output.open(&args.game)?;
    let message = match &path {
        Some(journal) => resumable(journal),
        None => "plyjudge: interrupted".to_owned(),
    };
    // A player may think for longer than anybody waits.
    let interrupted = end_soon(message)?;
    let stages = Stages::new();
    stages.begin("playing", args.games);
    let so_far = Mutex::new(Tally::default());
    let watch = |game: Option<&Finished>| {
        // Kept until it is said: how it stands is told in the order in which it came to be.
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = game {
            so_far.add(game.won);
            stages.note(&standing(&so_far));
        }
        stages.tick();
    };
    let course = Course {
        journal: journal.as_ref(),
        interrupted: &interrupted,
        watch: &watch,
    };
    let mut counted = Tally::default();
    let summary = in_threads(args.jobs, || {
        of.play(course, |game| {
            refuse_unstarted(game)?;
            counted.add(game.won);
            let games = counted.games();
            if args.rating_interval.is_some_and(|every| games % every == 0) {
                let stands = standing(&counted);
                stages.aside(|| remark(format_args!("{games} games: {stands}")));
            }
            stages.aside(|| output.game(game))
        })
    })??;
    drop(stages);
    let sprt = of.sprt;
    output.finish(&MatchPlan { sprt, ..plan }, &summary)?;
    if !summary.interrupted {
        return Ok(match summary.failed.is_empty() {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        });
    }
    if let Some(journal) = path {
        eprintln!("{}", resumable(&journal));
    }
    Ok(ExitCode::from(INTERRUPTED))
}

/// Refuses a player that cannot be started at all: what is wrong then is the command line.
fn refuse_unstarted(game: &Finished) -> anyhow::Result<()> {
    let record = &game.record;
    if record.fault == Some(FaultKind::NotStarted)
        && let Some(winner) = record.winner
    {
        // What the fault is called may stand before it more than once.
        let reason = record.reason.trim_start_matches("not started: ");
        bail!(
            "{}: cannot be started: {reason}",
            record.players[1 - winner]
        );
    }
    Ok(())
}

/// How a match stands, as A sees it: `+3 =1 -2, Elo +58.5 (95 % interval …)`.
fn standing(tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    let elo = tally.elo().map(|elo| format!(", Elo {}", elo_text(elo)));
    format!("+{wins} ={draws} -{losses}{}", elo.unwrap_or_default())
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
    /// What the match is about, for its journal and its report.
    fn plan(&self, of: &Match) -> anyhow::Result<MatchPlan> {
        Ok(MatchPlan {
            conditions: self.conditions.written(
                &self.game,
                &self.rules,
                (self.seed, !self.no_swap),
                &of.terms,
                (&of.openings, of.runner.as_deref()),
            ),
            players: [Contestant::new(&self.a)?, Contestant::new(&self.b)?],
            games: self.games,
            sprt: self.sprt,
        })
    }

    /// Refuses a journal that a player could have written: one inside of what a command names.
    fn keep_out(&self, journal: &Path) -> Result<(), JournalError> {
        for spec in [&self.a, &self.b] {
            if let PlayerSpec::Command(words) = &spec.spec {
                let mut named = words.iter().map(Path::new).filter(|path| path.exists());
                named.try_for_each(|path| keep_out(journal, path))?;
            }
        }
        Ok(())
    }

    fn of(&self) -> anyhow::Result<Match> {
        let protocol = games::find(&self.game).context("no such game")?;
        let specs = [&self.a, &self.b];
        let settings = self.rules.settings();
        let setup = |player: usize| {
            let NamedPlayer { name, spec } = specs[player];
            PlayerSetup::new(spec, name.clone(), protocol, &settings)
        };
        let is_program = |it: &&NamedPlayer| matches!(it.spec, PlayerSpec::Command(_));
        let has_program = specs.iter().any(is_program);
        Ok(Match {
            protocol,
            players: [setup(0)?, setup(1)?],
            openings: self.conditions.openings(protocol, &settings)?,
            settings,
            games: self.games,
            seed: self.seed,
            opening: self.conditions.opening,
            swaps: !self.no_swap,
            longest: self.conditions.longest,
            terms: self.conditions.terms(protocol)?,
            runner: match has_program {
                true => Some(self.conditions.runner()?),
                false => None,
            },
            sprt: self.sprt,
        })
    }
}
