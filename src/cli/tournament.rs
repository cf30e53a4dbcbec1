//! `plyjudge tournament`: the programs of a class against each other.

use std::ffi::OsString;
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
use super::share::ShareArgs;
use super::which::say_not_programs;
use crate::arena::bout::Bout;
use crate::arena::entrant::{Entrant, EntrantSpec, Kind};
use crate::arena::plan::{Contestant, TournamentPlan};
use crate::arena::seat::Terms;
use crate::arena::table::Venue;
use crate::arena::tables;
use crate::arena::tournament::{self, Live, Results};
use crate::judge::compile::compile_limits;
use crate::judge::language::Languages;
use crate::judge::roster::{Member, Roster};
use crate::judge::run::Runner;
use crate::judge::work::{Header, Journal};
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
/// `--shard K/N` plays the games of a part of the pairs; Swiss rounds are not split.
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
    #[command(flatten)]
    share: ShareArgs,
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
    if args.swiss.is_some() && args.share.shard.is_some() {
        bail!(
            "found --shard with --swiss: who meets whom in a round depends on the games of the \
             rounds before, so Swiss rounds are not split"
        );
    }
    let venue = tables::find(&args.game).context("no such game")?;
    let terms = args.conditions.terms(venue);
    let runner = args.conditions.runner()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    listen_to_signals(&interrupted).context("cannot listen to signals")?;
    let journal_path = args.share.path(args.name());
    in_threads(args.jobs, || {
        let mut roster = Roster::prepare(
            &args.submissions,
            std::slice::from_ref(&journal_path),
            &Languages::default(),
            &compile_limits(),
            &*runner,
        )?;
        say_not_programs(&roster.not_programs);
        let field = args.field(&mut roster, venue)?;
        let bout = |players| args.bout(players, venue, &terms, &runner);
        let seed_and_swaps = (args.seed, true);
        let plan = TournamentPlan {
            conditions: args
                .conditions
                .written(&args.game, &args.rules, seed_and_swaps, &terms),
            players: field.contestants,
            unfit: field.unfit,
            games: args.games,
            swiss: args.swiss,
        };
        let header = Header::new(plan, args.share.shard);
        let journal = Journal::open(&journal_path, header, args.share.rerun)?;
        let plan = &journal.header().about;
        let games = Live {
            entrants: field.entrants,
            bout: &bout,
            journal: &journal,
            interrupted: &interrupted,
        };
        let results = tournament::play(plan, &games)
            .context("cannot go on; the same command resumes the tournament")?;
        let form = match (args.json, args.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Text,
        };
        print(plan, &results, form, args.html.as_deref())?;
        // Programs go before the folder that they are in.
        drop(games);
        drop(roster);
        if results.interrupted {
            let journal = journal_path.display();
            eprintln!("plyjudge: interrupted; the same command goes on from {journal}");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    })?
}

/// How results are printed.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// For people.
    Text,
    /// For machines.
    Json,
    /// For spreadsheets.
    Csv,
}

/// Prints the results and writes the page, if one is asked for.
pub(super) fn print(
    plan: &TournamentPlan,
    results: &Results,
    form: Form,
    page: Option<&Path>,
) -> anyhow::Result<()> {
    let names = plan.players.iter().map(|player| player.name.clone());
    let standings = Standings {
        game: &plan.conditions.game,
        plan: plan.in_words(),
        names: names.collect(),
        results,
        unfit: &plan.unfit,
    };
    let mut out = std::io::stdout().lock();
    match form {
        Form::Text => standings.text(&mut out)?,
        Form::Json => standings.json(&mut out)?,
        Form::Csv => standings.csv(&mut out)?,
    }
    out.flush()?;
    if let Some(path) = page {
        fs::write(path, standings.html())
            .with_context(|| format!("{}: cannot write", path.display()))?;
    }
    Ok(())
}

/// Who plays, and who cannot, with the reason.
struct Field {
    entrants: Vec<Entrant>,
    /// The same, as they are written down.
    contestants: Vec<Contestant>,
    unfit: Vec<(String, String)>,
}

impl Args {
    /// What the tournament is called in the name of its journal.
    fn name(&self) -> OsString {
        let real = self.submissions.canonicalize();
        let folder = real.unwrap_or_else(|_| self.submissions.clone());
        let mut name = folder
            .file_name()
            .unwrap_or("tournament".as_ref())
            .to_owned();
        name.push(format!(".{}", self.game));
        name
    }

    /// Who plays, and who cannot.
    fn field(&self, roster: &mut Roster, venue: &'static dyn Venue) -> anyhow::Result<Field> {
        let protocol = protocol::find(&self.game).context("no such game")?;
        let mut field = Field {
            entrants: Vec::new(),
            contestants: Vec::new(),
            unfit: Vec::new(),
        };
        for Member { name, key, program } in roster.members.drain(..) {
            match program {
                Ok(program) => {
                    let kind = Kind::Program(Arc::new(program));
                    let entrant = Entrant { name, kind };
                    let name = entrant.name.clone();
                    field.contestants.push(Contestant { name, key });
                    field.entrants.push(entrant);
                }
                Err(reason) => field.unfit.push((name, reason)),
            }
        }
        for spec in &self.others {
            let contestant = Contestant::new(spec)?;
            let (name, settings) = (contestant.name.clone(), self.rules.settings());
            let entrant = Entrant::new(spec, name, venue, protocol, &settings)?;
            field.entrants.push(entrant);
            field.contestants.push(contestant);
        }
        if field.entrants.len() < 2 {
            let found = match field.entrants.len() {
                0 => "nobody who can play",
                _ => "one player",
            };
            let unfit = field.unfit.iter();
            let why: String = unfit
                .map(|(name, why)| format!("; {name}: {why}"))
                .collect();
            bail!("found {found}, expected two or more{why}");
        }
        Ok(field)
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
}
