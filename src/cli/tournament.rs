//! `plyjudge tournament`: the programs of a class against each other.

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::grade::{INTERRUPTED, end_soon, resumable};
use super::matches::{Conditions, FAILED, fingerprint_of, in_threads};
use super::progress::Stages;
use super::settings::{LangArgs, RuleArgs, a_game};
use super::shard_args::{ShareArgs, named_after};
use super::terminal::{self, remark};
use super::which::say_not_programs;
use crate::arena::matches::{Finished, Match};
use crate::arena::plan::{Contestant, TournamentPlan, Unfit};
use crate::arena::player_setup::{Kind, NamedPlayer, PlayerSetup};
use crate::arena::tournament::{self, Live, Results};
use crate::games;
use crate::judge::build::compile::Unready;
use crate::judge::build::compile::compile_limits;
use crate::judge::build::language::Languages;
use crate::judge::build::preparation::{Member, Preparations};
use crate::judge::build::submission::{Choice, find, find_one};
use crate::judge::files;
use crate::judge::journal::lines::keep_out;
use crate::judge::journal::work::Journal;
use crate::judge::journal::work::merge::last;
use crate::judge::language::Language;
use crate::judge::layers::in_force;
use crate::judge::parallel;
use crate::judge::run::Runner;
use crate::protocol::Protocol;
use crate::report::visible;
use crate::standings::games::Games;
use crate::standings::{self, Standings};

/// Let the programs of a class play against each other.
///
/// Each file or folder in SUBMISSIONS is compiled as `plyjudge grade` does it and plays as
/// the commands of `plyjudge match` do. Everybody plays everybody, or in Swiss rounds
/// players with similar scores.
///
/// Every game is added to a journal at once. The same command again goes on where the last
/// one ended, and plays again only what has changed: a program, or a condition. `--shard K/N` plays
/// the games of a part of the pairs; Swiss rounds are not split.
///
/// A submission is compiled when it is new or a game needs it: a tournament that is finished is
/// shown again at once.
///
/// Exit status: 0 when all games were played, 3 when something failed that is no
/// program's fault, 130 when interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  plyjudge tournament submissions --game ewn --with engine:depth=3"
)]
pub(super) struct Args {
    /// Folder with the submissions.
    submissions: PathBuf,
    /// The game.
    #[arg(long, value_name = "GAME", value_parser = a_game())]
    game: &'static dyn Protocol,
    /// Another player, as for `plyjudge match`; may be given several times.
    #[arg(long = "with", value_name = "PLAYER")]
    others: Vec<NamedPlayer>,
    /// Games of each pair that meets.
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: u64,
    /// Rounds of a Swiss tournament, in place of everybody against everybody.
    #[arg(long, value_name = "ROUNDS")]
    swiss: Option<usize>,
    /// Seed of openings, dice and random players.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    share: ShareArgs,
    /// How many games are played at the same time [default: one per core].
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
    #[command(flatten)]
    lang: LangArgs,
    /// Have one submission, which SUBMISSIONS itself is, meet the players of --with and nobody else,
    /// and add its points to FILE, which `plyjudge grade --gradescope` has written, for
    /// Gradescope's leaderboard. What does not compile has no points.
    #[arg(long, value_name = "FILE", requires = "others", conflicts_with_all = ["swiss", "shard"])]
    leaderboard: Option<PathBuf>,
}

/// Plays and prints.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.swiss.is_some() && args.share.shard.is_some() {
        bail!(
            "found --shard with --swiss: who meets whom in a round depends on the games of the \
             rounds before, so Swiss rounds are not split"
        );
    }
    let protocol = args.game;
    let mut conditions = args
        .conditions
        .of(protocol, &args.rules, (args.seed, true))?;
    let openings = args.conditions.openings(protocol, &args.rules.settings())?;
    let runner = args.conditions.runner()?;
    conditions.openings = fingerprint_of(&openings);
    conditions.layers = in_force(&runner.layers());
    let conditions = Arc::new(conditions);
    let journal_path = args.share.path(args.name());
    let interrupted = end_soon(resumable(&journal_path))?;
    keep_out(&journal_path, &args.submissions)?;
    in_threads(args.jobs, || {
        let sources = match &args.leaderboard {
            Some(_) => vec![find_one(&args.submissions)?],
            None => find(&args.submissions, &Choice::default())?,
        };
        let preparations = Preparations::look(
            &sources,
            &args.submissions,
            &Languages::default(),
            &compile_limits(),
            &*runner,
        )?;
        say_not_programs(&preparations.not_programs);
        let last = match args.share.rerun {
            true => None,
            false => last(&journal_path),
        };
        let field = args.field(&preparations, protocol, (last.as_ref(), &runner))?;
        let leaderboard = args.leaderboard.as_deref();
        if let Some(path) = leaderboard
            && !matches!(field.entrants[0], Prospect::Member(_))
        {
            return field.without_submission(path);
        }
        field.check()?;
        let plan = TournamentPlan {
            conditions: (*conditions).clone(),
            players: field.contestants,
            unfit: field.unfit,
            games: args.games,
            swiss: args.swiss,
            gauntlet: leaderboard.is_some(),
        };
        let journal = args.share.open(&journal_path, plan)?;
        let plan = &journal.header().about;
        let of = |pair: [usize; 2]| {
            let [one, two] = pair.map(|player| field.entrants[player].ready(&preparations));
            Ok(Match {
                protocol,
                conditions: Arc::clone(&conditions),
                players: [one?, two?],
                games: args.games,
                openings: openings.clone(),
                runner: Some(Arc::clone(&runner)),
                sprt: None,
            })
        };
        let stages = Stages::new();
        stages.begin("playing", games_here(&journal));
        let points = Mutex::new(vec![0.0; plan.players.len()]);
        let watch = |pair: [usize; 2], game: &Finished| {
            let mut points = points.lock().unwrap_or_else(PoisonError::into_inner);
            points[pair[0]] += game.points();
            points[pair[1]] += 1.0 - game.points();
            stages.note(&leaders(plan, &points));
            stages.tick();
        };
        let games = Live {
            watch: &watch,
            of: &of,
            in_a_row: conditions.in_a_row(protocol),
            journal: &journal,
            interrupted: &interrupted,
        };
        let mut page = Page::new(protocol, args.html.as_deref());
        let results = tournament::play(plan, &games, &mut |game, _| page.take(game))
            .context("cannot go on; the same command resumes the tournament")?;
        drop(stages);
        print(
            plan,
            &results,
            (args.json, args.csv),
            (page, &args.lang.language()),
        )?;
        if let Some(path) = leaderboard
            && results.failed.is_empty()
            && !results.interrupted
        {
            let others = plan.players.iter().zip(&results.games[0]).skip(1);
            let others = others.map(|(player, tally)| (&*player.name, tally.points()));
            put(path, standings::leaderboard(others))?;
        }
        if results.interrupted && results.failed.is_empty() {
            eprintln!("{}", resumable(&journal_path));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let is_whole = results.failed.is_empty() && !plan.unfit.iter().any(|unfit| unfit.ours);
        Ok(match is_whole {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        })
    })?
}

/// How many games are played here in all.
fn games_here(journal: &Journal<TournamentPlan>) -> u64 {
    let plan = &journal.header().about;
    let pairs = match plan.swiss {
        Some(rounds) => rounds * (plan.players.len() / 2),
        None => {
            let pairs = 0..plan.pairs().count();
            pairs.filter(|&pair| journal.has(pair)).count()
        }
    };
    pairs as u64 * plan.games
}

/// Who has most points so far.
fn leaders(plan: &TournamentPlan, points: &[f64]) -> String {
    const MOST: usize = 3;
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&one, &two| points[two].total_cmp(&points[one]));
    let leaders = order.iter().take(MOST);
    let leaders =
        leaders.map(|&player| format!("{} {}", plan.players[player].name, points[player]));
    leaders.collect::<Vec<_>>().join(", ")
}

/// The game that journals are of.
///
/// # Errors
/// A game that is not known here.
pub(super) fn known(name: &str) -> anyhow::Result<&'static dyn Protocol> {
    games::find(name).context("no such game")
}

/// The page that is asked for, if one is.
pub(super) struct Page<'a> {
    path: Option<&'a Path>,
    protocol: &'static dyn Protocol,
    games: Games,
}

impl<'a> Page<'a> {
    /// No games yet.
    pub(super) fn new(protocol: &'static dyn Protocol, path: Option<&'a Path>) -> Self {
        Self {
            path,
            protocol,
            games: Games::default(),
        }
    }

    /// Takes a game, in the order in which they are counted.
    pub(super) fn take(&mut self, game: &Finished) {
        if self.path.is_some() {
            // What was played here was played by the rules; of others the page says it.
            _ = self.games.add(&game.record, self.protocol);
        }
    }
}

/// Prints the results, for people unless as JSON or CSV, and writes the page, if one is asked for.
pub(super) fn print(
    plan: &TournamentPlan,
    results: &Results,
    (json, csv): (bool, bool),
    (page, lang): (Page<'_>, &Language),
) -> anyhow::Result<()> {
    let standings = Standings {
        plan,
        results,
        games: page.path.is_some().then_some(&page.games),
    };
    let mut out = std::io::stdout();
    match (json, csv) {
        (true, _) => standings.json(&mut out)?,
        (_, true) => standings.csv(&mut out)?,
        _ => standings.text(terminal::width(), &mut terminal::stdout())?,
    }
    out.flush()?;
    if let Some(path) = page.path {
        files::write(path, standings.html(lang))?;
    }
    Ok(())
}

/// Who plays, and who cannot, with the reason.
struct Field {
    entrants: Vec<Prospect>,
    /// The same, as they are written down.
    contestants: Vec<Contestant>,
    unfit: Vec<Unfit>,
}

impl Field {
    /// Checks that there are enough for a game.
    ///
    /// # Errors
    /// When there are not.
    fn check(&self) -> anyhow::Result<()> {
        let found = match self.entrants.len() {
            0 => "nobody who can play",
            1 => "one player",
            _ => return Ok(()),
        };
        let unfit = self.unfit.iter();
        let why: String = unfit
            .map(|unfit| format!("; {}: {}", unfit.name, unfit.reason))
            .collect();
        bail!("found {found}, expected two or more{why}");
    }

    /// What there is to say on a leaderboard of a submission that cannot play.
    ///
    /// # Errors
    /// When it cannot be written.
    fn without_submission(&self, path: &Path) -> anyhow::Result<ExitCode> {
        for unfit in &self.unfit {
            remark(format_args!(
                "it cannot play: {}",
                visible::name(&unfit.reason)
            ));
        }
        if self.unfit.iter().any(|unfit| unfit.ours) {
            return Ok(ExitCode::from(FAILED));
        }
        let others = self.contestants.iter().map(|other| (&*other.name, 0.0));
        put(path, standings::leaderboard(others))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Puts a leaderboard into Gradescope's results.
fn put(path: &Path, leaderboard: Value) -> anyhow::Result<()> {
    let shown = path.display();
    let results: serde_json::Result<Map<String, Value>> =
        serde_json::from_slice(&files::read(path)?);
    let mut results =
        results.with_context(|| format!("{shown}: found no results.json of Gradescope's"))?;
    results.insert("leaderboard".to_owned(), leaderboard);
    let mut text = Vec::new();
    crate::json::write_pretty(&mut text, &Value::Object(results))?;
    Ok(files::write(path, text)?)
}

/// Who plays.
enum Prospect {
    /// A submission, by its number, which is compiled when a game needs it.
    Member(usize),
    /// Another player.
    Other(PlayerSetup),
}

impl Prospect {
    /// The player, or why there is none, which is not its fault.
    fn ready(&self, preparations: &Preparations<'_>) -> Result<PlayerSetup, String> {
        let number = match self {
            Prospect::Member(number) => *number,
            Prospect::Other(setup) => return Ok(setup.clone()),
        };
        let name = preparations.members[number].name.clone();
        match preparations.build(number) {
            Ok(program) => Ok(PlayerSetup {
                name,
                kind: Kind::Program(program),
            }),
            // It was a program before.
            Err(unready) => Err(format!("{name}: {}", unready.reason())),
        }
    }
}

/// What the last plan says of a submission: that it plays, or why it cannot.
fn last_time(member: &Member, last: Option<&TournamentPlan>) -> Option<Result<(), Unfit>> {
    let last = last.filter(|_| member.is_whole())?;
    let mut players = last.players.iter();
    if players.any(|player| (&player.name, player.key) == (&member.name, member.key)) {
        return Some(Ok(()));
    }
    let mut unfit = last.unfit.iter();
    let is_it = |unfit: &&Unfit| (&unfit.name, unfit.key) == (&member.name, member.key);
    let unfit = unfit.find(is_it).filter(|unfit| !unfit.ours);
    unfit.cloned().map(Err)
}

/// Whether a submission plays, found out by compiling it.
fn judge(preparations: &Preparations<'_>, number: usize) -> Result<(), Unfit> {
    let (reason, words, ours) = match preparations.build(number) {
        Ok(_) => return Ok(()),
        Err(Unready::Theirs(reason, compilation)) => {
            let words = String::from_utf8_lossy(compilation.words.text.as_bytes());
            (reason, words.into_owned(), false)
        }
        Err(Unready::Ours(message)) => (message, String::new(), true),
    };
    let Member { name, key, .. } = &preparations.members[number];
    Err(Unfit {
        name: name.clone(),
        key: *key,
        reason,
        words,
        ours,
    })
}

impl Args {
    /// What the tournament is called in the name of its journal.
    fn name(&self) -> OsString {
        let mut name = named_after(&self.submissions).unwrap_or("tournament".into());
        name.push(format!(".{}", self.game.name()));
        name
    }

    /// Who plays, and who cannot. What is known of the last time is not compiled again.
    fn field(
        &self,
        preparations: &Preparations<'_>,
        protocol: &'static dyn Protocol,
        (last, runner): (Option<&TournamentPlan>, &Runner),
    ) -> anyhow::Result<Field> {
        let mut field = Field {
            entrants: Vec::new(),
            contestants: Vec::new(),
            unfit: Vec::new(),
        };
        let numbers: Vec<usize> = (0..preparations.members.len()).collect();
        let stages = Stages::new();
        stages.begin("compiling", numbers.len() as u64);
        let judged = parallel::map(&numbers, |&number| {
            let judged = last_time(&preparations.members[number], last);
            let judged = judged.unwrap_or_else(|| judge(preparations, number));
            stages.tick();
            judged
        });
        drop(stages);
        for (number, (member, judged)) in preparations.members.iter().zip(judged).enumerate() {
            match judged {
                Ok(()) => {
                    let (name, key) = (member.name.clone(), member.key);
                    field.contestants.push(Contestant { name, key });
                    field.entrants.push(Prospect::Member(number));
                }
                Err(unfit) => field.unfit.push(unfit),
            }
        }
        for spec in &self.others {
            let contestant = Contestant::new(spec)?;
            let (name, settings) = (contestant.name.clone(), self.rules.settings());
            let setup = PlayerSetup::new(&spec.spec, name, protocol, &settings)?;
            setup.try_to_start(runner)?;
            field.entrants.push(Prospect::Other(setup));
            field.contestants.push(contestant);
        }
        Ok(field)
    }
}
