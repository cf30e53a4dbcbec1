//! `plyjudge audit`: which mistakes a suite lets through.

mod cases;
mod programs;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::grade::RunArgs;
use super::programs::WrongProgramArgs;
use super::progress::Stages;
use super::reference::RightArgs;
use super::settings::{LangArgs, a_game};
use super::survivors::fault;
use super::terminal;
use crate::judge::build::unpacked::Unpacked;
use crate::judge::files;
use crate::judge::mutation::audit::{Audit, Fault, Kind};
use crate::judge::suite::case::find_all;
use crate::judge::suite::package::is_package;
use crate::mistakes::audit::{self as mistakes, Findings};
use crate::mistakes::suite::Suite;
use crate::protocol::Protocol;
use crate::report::audit::page::page;
use crate::report::audit::{some, write_json, write_text};

/// Most positions for a mistake where nobody says how many: about half a second's work.
const BUDGET: u64 = 5_000_000;

/// Exit status when the suite is not as good as it has to be.
const NOT_ENOUGH: u8 = 1;

/// Audit a suite: what would it let through?
///
/// For a game (--game), every mistake of the catalogue (`plyjudge mistakes`) is tried on every
/// case. For any other assignment, wrong programs are tried: those of --wrong, or of a problem
/// package, and with --mutants variants of the reference that each have one small change. All run
/// contained. A case catches what does not answer it correctly. The mutation score is the percentage
/// that is caught by at least one case. Rare mistakes are tried, too, but do not count.
///
/// Cases are as for `plyjudge test`, or a problem package. Their expected outputs, where there are
/// any, are compared with the right answers. Of a game, cases with options of their own
/// (NAME.args) and those beyond --budget are left out; a reference leaves out those that it does
/// not answer as expected.
///
/// Exit status: 0 when the suite is good, 1 when an expected output is wrong or a score is below
/// --require, 2 when the suite could not be audited.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  plyjudge audit cases --game checkers\n  \
                        plyjudge audit cases --game kalah --pairs --require 95\n  \
                        plyjudge audit cases --reference sum.c --wrong wrong --mutants\n  \
                        plyjudge audit package --mutants --html audit.html")]
pub(super) struct Args {
    /// Folders with cases, or single cases; or a problem package.
    #[arg(value_name = "CASES", required = true)]
    cases: Vec<PathBuf>,
    /// The game.
    #[arg(long, value_name = "NAME", value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    /// Most positions that are searched for a mistake of a game, or a pair of them: cases that
    /// take more are left out, those that take most first [default: 5000000].
    #[arg(long, value_name = "POSITIONS", requires = "game")]
    budget: Option<u64>,
    /// Try every pair of a game's mistakes, too.
    #[arg(long, requires = "game")]
    pairs: bool,
    /// The least mutation score; with --pairs that of the pairs has to reach it, too.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    require: Option<f64>,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    right: RightArgs,
    #[command(flatten)]
    programs: WrongProgramArgs,
    #[command(flatten)]
    runs: RunArgs,
    /// Print the results as JSON.
    #[arg(long, help_heading = "Reports")]
    json: bool,
    /// Write a page with the source of the reference and what survives in it.
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    html: Option<PathBuf>,
}

/// Tries everything on the suite and prints what comes of it.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.game.is_some() && args.programs.is_given() {
        bail!("found --game beside programs, expected one of them: what is right is one thing");
    }
    let (audit, sources) = match args.game {
        Some(game) => (args.of_game(game)?, Vec::new()),
        None => args.of_programs()?,
    };
    if let Some(path) = &args.html {
        files::write(path, page(&audit, &sources, &args.lang.language()))?;
    }
    let mut out = io::stdout();
    if args.json {
        write_json(&audit, &mut out)?;
    } else {
        write_text(&audit, &mut terminal::stdout())?;
    }
    out.flush().context("cannot write the results")?;
    let is_poor = args.require.is_some_and(|least| audit.is_below(least));
    Ok(match is_poor || !audit.wrong.is_empty() {
        true => ExitCode::from(NOT_ENOUGH),
        false => ExitCode::SUCCESS,
    })
}

impl Args {
    fn of_programs(&self) -> anyhow::Result<(Audit, Vec<(String, String)>)> {
        let [cases] = &self.cases[..] else {
            bail!("found several CASES, expected one folder beside --reference");
        };
        let unpacked = Unpacked::open(cases)?;
        let cases = unpacked.path();
        if !self.programs.is_given() && !is_package(cases) {
            bail!(
                "found neither --game nor --reference, expected what is right: the name of a game \
                 or a program"
            );
        }
        programs::audit(cases, &self.programs, &self.runs)
    }

    fn of_game(&self, game: &'static dyn Protocol) -> anyhow::Result<Audit> {
        let catalogue = self.right.catalogue(game)?;
        let stages = Stages::new();
        let budget = self.budget.unwrap_or(BUDGET);
        let mut audit = Audit {
            subject: game.name().to_owned(),
            ..Audit::default()
        };
        let found = find_all(&self.cases)?;
        let (cases, right) = cases::check(&found, &catalogue, budget, &stages, &mut audit)?;
        audit.cases = cases.iter().map(|case| case.name.clone()).collect();
        let suite = Suite::answered(&catalogue, cases, right)
            .within(budget)
            .led();
        let pairs = catalogue.common_pairs().filter(|_| self.pairs).count();
        let all = catalogue.mistakes().len() + pairs;
        stages.begin("trying mistakes", all as u64);
        let found = mistakes::audit(&suite, self.pairs, &|| stages.tick());
        let kind = |key, what, score, lists_caught, title, findings: &Findings| {
            let sets = findings.sets.iter();
            let faults = sets.map(|(set, caught)| Fault {
                is_cut: caught.is_cut,
                ..fault(&catalogue, set, &caught.cases)
            });
            Kind {
                key,
                what,
                score,
                lists_caught,
                title,
                faults: faults.collect(),
            }
        };
        let (singles, rare, readings) = (&found.singles, &found.rare, &found.readings);
        let told_apart = match (readings.caught(), readings.sets.len()) {
            (_, 0) => None,
            (told, all) => Some(format!("{told} of {all} other readings told apart")),
        };
        let score = Some("mutation score");
        let mut kinds = vec![
            kind("singles", "mistakes", score, true, "Not caught", singles),
            kind("rare", "mistakes", None, true, "Not caught, but rare", rare),
            kind(
                "readings",
                "other readings",
                None,
                true,
                "Readings that no case tells apart",
                readings,
            ),
        ];
        if let Some(pairs) = &found.pairs {
            kinds.push(kind(
                "pairs",
                "pairs",
                Some("score"),
                false,
                "Pairs not caught",
                pairs,
            ));
        }
        let all = [singles, rare, readings].into_iter().chain(&found.pairs);
        let cut = all.flat_map(Findings::cut);
        let cut: Vec<String> = cut.map(|set| catalogue.names(set).join(" + ")).collect();
        let cut = (!cut.is_empty()).then(|| {
            format!(
                "Not tried with all cases, as that takes more than {budget} positions (--budget): \
                 {}",
                some(cut.iter().map(String::as_str))
            )
        });
        audit.remarks.extend(told_apart.into_iter().chain(cut));
        audit.kinds = kinds;
        Ok(audit)
    }
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}
