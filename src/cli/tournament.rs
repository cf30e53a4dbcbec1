//! `plyjudge tournament`: the programs of a class against each other.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};

use super::grade::{INTERRUPTED, listen_to_signals};
use super::matches::{Conditions, in_threads};
use super::settings::{RuleArgs, game_names};
use crate::arena::bout::Bout;
use crate::arena::entrant::{Entrant, EntrantSpec, Kind};
use crate::arena::seat::Terms;
use crate::arena::table::{Talk, Venue};
use crate::arena::tables;
use crate::arena::tournament::journal::Journal;
use crate::arena::tournament::{Player, Tournament};
use crate::judge::compile::compile_limits;
use crate::judge::fingerprint::{Fingerprint, Printer};
use crate::judge::language::Languages;
use crate::judge::roster::Roster;
use crate::judge::run::Runner;
use crate::protocol;
use crate::standings::Standings;

/// Let the programs of a class play against each other.
///
/// Each file or folder in SUBMISSIONS is compiled as `plyjudge grade` does it and plays as
/// the commands of `plyjudge match` do. Everybody meets everybody, or in Swiss rounds those
/// with like points.
///
/// Every game is added to a journal at once. The same command again goes on where the last
/// one ended, and plays nothing again of which neither a program nor a condition has changed.
///
/// Exit status: 0 when all games were played, 130 when interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  plyjudge tournament submissions --game ewn --with engine:depth=3"
)]
pub struct Args {
    /// Folder with the submissions.
    submissions: PathBuf,
    /// The game.
    #[arg(long, value_name = "GAME", value_parser = game_names())]
    game: String,
    /// Another player, as for `plyjudge match`; may be given several times.
    #[arg(long = "with", value_name = "PLAYER")]
    others: Vec<EntrantSpec>,
    /// Games of each pair that meets.
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: u64,
    /// Rounds of a Swiss tournament, in place of everybody against everybody.
    #[arg(long, value_name = "ROUNDS")]
    swiss: Option<usize>,
    /// What openings, dice and random players depend on.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    conditions: Conditions,
    /// The journal [default: NAME.GAME.plyjudge.jsonl here].
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Play everything again, whatever the journal says.
    #[arg(long)]
    rerun: bool,
    /// How many games are played at the same time [default: one a core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print the results as JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the standings as CSV.
    #[arg(long)]
    csv: bool,
    /// Write the results to FILE as a page for a browser, besides what is printed.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Plays and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let venue = tables::find(&args.game).context("no such game")?;
    let terms = args.conditions.terms(venue);
    let runner = args.conditions.runner()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    listen_to_signals(&interrupted).context("cannot listen to signals")?;
    let journal_path = args.journal_path();
    let mut journal = Journal::open(&journal_path, args.rerun)?;
    in_threads(args.jobs, || {
        let mut roster = Roster::prepare(
            &args.submissions,
            std::slice::from_ref(&journal_path),
            &Languages::default(),
            &compile_limits(),
            &*runner,
        )?;
        let (players, unfit) = args.players(&mut roster, venue)?;
        let bout = |players| args.bout(players, venue, &terms, &runner);
        let tournament = Tournament {
            players,
            games: args.games,
            swiss: args.swiss,
            bout: &bout,
            conditions: args.fingerprint(&terms),
        };
        let results = tournament
            .play(&mut journal, &interrupted)
            .context("cannot go on; the same command resumes the tournament")?;
        let names = tournament
            .players
            .iter()
            .map(|player| player.entrant.name.clone());
        let standings = Standings {
            game: &args.game,
            plan: args.plan(),
            names: names.collect(),
            results: &results,
            unfit: &unfit,
        };
        let mut out = std::io::stdout().lock();
        match (args.json, args.csv) {
            (true, _) => standings.json(&mut out)?,
            (_, true) => standings.csv(&mut out)?,
            _ => standings.text(&mut out)?,
        }
        out.flush()?;
        if let Some(path) = &args.html {
            fs::write(path, standings.html())
                .with_context(|| format!("{}: cannot write", path.display()))?;
        }
        // Programs go before the folder that they are in.
        drop(tournament);
        drop(roster);
        if results.interrupted {
            let journal = journal_path.display();
            eprintln!("plyjudge: interrupted; the same command goes on from {journal}");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    })?
}

/// Submissions that cannot play, with the reason.
type Unfit = Vec<(String, String)>;

impl Args {
    fn journal_path(&self) -> PathBuf {
        if let Some(path) = &self.journal {
            return path.clone();
        }
        let real = self.submissions.canonicalize();
        let folder = real.unwrap_or_else(|_| self.submissions.clone());
        let name = folder.file_name().unwrap_or("tournament".as_ref());
        let name = Path::new(name).display();
        format!("{name}.{}.plyjudge.jsonl", self.game).into()
    }

    /// Who meets whom and under what conditions, in a few words.
    fn plan(&self) -> String {
        let meet = match self.swiss {
            Some(rounds) => format!("Swiss, {rounds} rounds"),
            None => "Everybody against everybody".to_owned(),
        };
        let (games, seed, seconds) = (self.games, self.seed, self.conditions.time.0.as_secs_f64());
        format!("{meet}, {games} games a pair, seed {seed}, at most {seconds} s a move.")
    }

    /// Who plays, and who cannot.
    fn players(
        &self,
        roster: &mut Roster,
        venue: &'static dyn Venue,
    ) -> anyhow::Result<(Vec<Player>, Unfit)> {
        let protocol = protocol::find(&self.game).context("no such game")?;
        let (mut players, mut unfit) = (Vec::new(), Vec::new());
        for member in roster.members.drain(..) {
            match member.program {
                Ok(program) => players.push(Player {
                    entrant: Entrant {
                        name: member.name,
                        kind: Kind::Program(Arc::new(program)),
                    },
                    key: member.key,
                }),
                Err(reason) => unfit.push((member.name, reason)),
            }
        }
        for spec in &self.others {
            let name = spec.to_string();
            let mut printer = Printer::new();
            printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
            printer.bytes(name.as_bytes());
            players.push(Player {
                entrant: Entrant::new(spec, name, venue, protocol, &self.rules.settings())?,
                key: printer.finish(),
            });
        }
        if players.len() < 2 {
            let found = match players.len() {
                0 => "nobody who can play",
                _ => "one player",
            };
            let why: String = unfit
                .iter()
                .map(|(name, why)| format!("; {name}: {why}"))
                .collect();
            bail!("found {found}, expected two or more{why}");
        }
        Ok((players, unfit))
    }

    /// The conditions, as a match between two players.
    fn bout(
        &self,
        players: [Entrant; 2],
        venue: &'static dyn Venue,
        terms: &Terms,
        runner: &Arc<Runner>,
    ) -> Bout {
        Bout {
            venue,
            settings: self.rules.settings(),
            players,
            games: self.games,
            seed: self.seed,
            opening: self.conditions.opening,
            swaps: true,
            longest: self.conditions.longest,
            terms: terms.clone(),
            runner: Some(Arc::clone(runner)),
            sprt: None,
        }
    }

    /// What all games depend on.
    fn fingerprint(&self, terms: &Terms) -> Fingerprint {
        let mut printer = Printer::new();
        let conditions = &self.conditions;
        printer.value(&(&self.game, self.seed, &self.rules.rules, self.rules.depth));
        printer.value(&(conditions.opening, conditions.longest, conditions.sandbox));
        printer.value(&(terms.per_move, terms.per_game, &terms.limits));
        printer.value(&(terms.talk == Talk::Stays));
        printer.finish()
    }
}
