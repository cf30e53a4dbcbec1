//! `plyjudge audit`: which mistakes a suite lets through.

mod cases;
mod page;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::progress::Stages;
use super::reference::{RightArgs, protocol_named};
use super::settings::game_names;
use crate::judge::suite::case::find_all;
use crate::mistakes::audit::{Audit, audit};
use crate::mistakes::suite::Suite;
use cases::Checked;
use page::Page;

/// Exit status when the suite is not as good as it has to be.
const NOT_ENOUGH: u8 = 1;

/// Audit a suite: which mistakes would it let through?
///
/// Every mistake of the catalogue (`plyjudge mistakes`) is tried on every case. A case
/// catches a mistake when a program with it answers otherwise than the right one. The
/// mutation score is the percentage of the mistakes that some case catches. Rare mistakes
/// are tried, too, but do not count.
///
/// Cases are as for `plyjudge test`. Their expected outputs, where there are any, are compared
/// with the right answers; cases with options of their own (NAME.args) are left out.
///
/// Exit status: 0 when the suite is good, 1 when an expected output is wrong or a mutation
/// score is below --require, 2 when the suite could not be audited.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  plyjudge audit cases --game checkers\n  \
                        plyjudge audit cases --game kalah --pairs --require 95")]
pub(super) struct Args {
    /// Folders with cases, or single cases.
    #[arg(value_name = "CASES", required = true)]
    cases: Vec<PathBuf>,
    /// The game.
    #[arg(long, value_name = "NAME", value_parser = game_names())]
    game: String,
    /// Try every pair of mistakes, too.
    #[arg(long)]
    pairs: bool,
    /// The least mutation score; with --pairs that of the pairs has to reach it, too.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    require: Option<f64>,
    #[command(flatten)]
    right: RightArgs,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
}

/// Tries every mistake on the suite and prints what comes of it.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let catalogue = args.right.catalogue(protocol_named(&args.game)?)?;
    let Checked {
        cases,
        wrong,
        left_out,
    } = cases::check(&find_all(&args.cases)?, &catalogue)?;
    let suite = Suite::new(&catalogue, cases)?;
    let audit = tried(&suite, args.pairs);
    let page = Page {
        suite: &suite,
        audit: &audit,
        wrong: &wrong,
        left_out: &left_out,
    };
    let mut out = io::stdout().lock();
    if args.json {
        page.print_json(&mut out)?;
    } else {
        page.print_text(&mut out)?;
    }
    out.flush().context("cannot write the results")?;
    let is_below = |score: f64| args.require.is_some_and(|least| score < least);
    let pairs = audit.pairs.as_ref();
    let is_poor =
        is_below(audit.singles.score()) || pairs.is_some_and(|pairs| is_below(pairs.score()));
    Ok(match is_poor || !wrong.is_empty() {
        true => ExitCode::from(NOT_ENOUGH),
        false => ExitCode::SUCCESS,
    })
}

/// Tries every mistake, with a bar on a terminal.
fn tried(suite: &Suite<'_>, with_pairs: bool) -> Audit {
    let stages = Stages::new();
    let catalogue = suite.catalogue();
    let pairs = if with_pairs {
        catalogue.common_pairs().count()
    } else {
        0
    };
    let all = catalogue.mistakes().len() + pairs;
    stages.begin("trying mistakes", all as u64);
    audit(suite, with_pairs, &|| stages.tick())
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}
