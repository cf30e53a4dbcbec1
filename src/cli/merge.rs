//! `plyjudge merge`: one report from the journals of work that was split.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::generate::folder::Folder;
use super::generate::{present, summary, with_bar};
use super::grade::{FAULTS, conclude, reports::Reports};
use super::reference::GuessedRightArgs;
use super::shard_args::tell_damages;
use super::tournament::{Page, known, print};
use super::{matches, terminal};
use crate::arena::merged::{count_match, gaps_of_match, gaps_of_tournament};
use crate::arena::plan::{MatchPlan, TournamentPlan};
use crate::arena::tournament;
use crate::games;
use crate::judge::journal::grading::Grading;
use crate::judge::journal::lines::JournalError;
use crate::judge::journal::results::Results;
use crate::judge::journal::work::merge::{Gaps, Merge, MergeError};
use crate::judge::journal::work::{self, Work};
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::generate::{Families, Manifest, Request, SuitePlan, gaps, generate_from};

/// Merge journals: the reports of work that was split between machines.
///
/// Give the journals that `plyjudge grade`, `match`, `tournament` or `generate` has written
/// with --shard K/N, in any order; several may be of the same shard. They must be of the same
/// work: the same cases or players, limits, rules, seed, options, version and split. The
/// reports are those that one machine would have made, and the options for them are those of
/// the command that was split: `--format report` prints a match as an assignment has it. The journal of work that was not split gives its reports once
/// more.
///
/// Exit status: 0 when everything is there and was judged; 2 when the journals do not belong
/// together, contradict each other or, without --partial, are not complete; 3 when something
/// is missing (with --partial) or could not be judged because of a fault on plyjudge's side.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyjudge merge shards/*.jsonl --json > report.json\n  \
                  plyjudge merge kalah.suite.*.jsonl --out cases"
)]
pub(super) struct Args {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Report what there is when shards or results are missing.
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    right: GuessedRightArgs,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    others: Others,
}

/// Options for other work than gradings.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Matches, suites")]
struct Others {
    /// Of a match, write every game to FILE as lines of JSON, or to a file each if PATH is a
    /// folder.
    #[arg(long, value_name = "PATH")]
    record: Option<PathBuf>,
    /// Folder to write a generated suite to.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write to a folder that is not empty; the cases named in its manifest.json go.
    #[arg(long)]
    force: bool,
}

/// Merges and reports.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match args.kind()?.as_deref() {
        Some(MatchPlan::NAME) => {
            args.allow("match", &["json", "record", "format"])?;
            if args.reports.is_json() && args.right.right.format.is_some() {
                bail!("found --json with --format, expected one of them");
            }
            merge_match(args)
        }
        Some(TournamentPlan::NAME) => {
            args.allow("tournament", &["json", "csv", "html", "lang"])?;
            merge_tournament(args)
        }
        Some(SuitePlan::NAME) => {
            args.allow("generated suite", &["out", "force"])?;
            merge_suite(args)
        }
        // What is no journal at all is told when it is opened.
        _ => {
            let of_gradings = args.reports.given().chain(args.right.given());
            let of_gradings: Vec<_> = of_gradings.map(|(_, name)| name).collect();
            args.allow("grading", &of_gradings)?;
            merge_grading(args)
        }
    }
}

fn merge_grading(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<Grading>()?;
    let (mut results, gaps) = Results::merged(&merge);
    let gaps = args.bear(gaps)?;
    args.reports.check(results.plan())?;
    if args.right.is_given() && !args.reports.has_page() {
        bail!("found --game, --rule, --depth or --format without --html, which they are for");
    }
    let right = args.right.right_given(results.plan())?;
    // Each shard that is missing has some.
    let missing = gaps.unfinished.len() + gaps.shards.len();
    let submissions = results.plan().submissions.len() + missing;
    let mut reports = args.reports.open(right, submissions)?;
    reports.begin(results.plan());
    if !results.advance(&mut |results, event| reports.known(results, event))? {
        bail!("cannot merge: the journals have changed meanwhile");
    }
    let status = conclude(&results, &reports.write(&results))?;
    Ok(tell(&gaps).unwrap_or(status))
}

/// Merges a match.
fn merge_match(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<MatchPlan>()?;
    let gaps = args.bear(gaps_of_match(&merge))?;
    let plan = merge.about();
    let output = matches::Output {
        record: args.others.record.clone(),
        json: args.reports.is_json(),
        format: args.right.right.format.clone(),
    };
    let mut output = output.open(known(&plan.conditions.game)?)?;
    let summary = count_match(&merge, |game| output.game(game))?;
    output.finish(plan, &summary)?;
    Ok(tell(&gaps).unwrap_or(ExitCode::SUCCESS))
}

/// Merges a tournament.
fn merge_tournament(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<TournamentPlan>()?;
    let mut gaps = args.bear(gaps_of_tournament(&merge))?;
    let plan = merge.about();
    let path = args.reports.page();
    let mut page = Page::new(known(&plan.conditions.game)?, path.as_deref());
    let results = tournament::play(plan, &merge, &mut |game, _| page.take(game))?;
    if results.interrupted && gaps.is_empty() {
        // Swiss rounds: what is missing shows only now.
        gaps = args.bear(Gaps {
            shards: Vec::new(),
            unfinished: vec!["the Swiss rounds".to_owned()],
        })?;
    }
    let form = (args.reports.is_json(), args.reports.is_csv());
    print(plan, &results, form, (page, &args.reports.language()))?;
    Ok(tell(&gaps).unwrap_or(ExitCode::SUCCESS))
}

/// Chooses the suite from what the shards have found, and writes it.
fn merge_suite(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<SuitePlan>()?;
    let gaps = args.bear(gaps(&merge))?;
    let plan = merge.about();
    let path = args.others.out.as_ref();
    let path = path.context("found no --out, expected the folder to write the suite to")?;
    let (name, right) = (&plan.game, plan.right());
    let expected = || format!("found game '{name}', expected one of: {}", games::names());
    let protocol = games::find(name).with_context(expected)?;
    protocol.session(&right)?;
    let catalogue = Catalogue::new(protocol, right);
    let request = Request {
        catalogue: &catalogue,
        count: plan.count,
        as_needed: plan.as_needed,
        is_fair: plan.is_fair,
        seed: plan.seed,
        present: plan.present(),
        families: Some(plan.families),
    };
    // The suite that is extended may be where the new cases go.
    let is_extended = !request.present.is_empty()
        && present(path).is_ok_and(|present| present == request.present);
    let folder = match is_extended {
        true => Folder::extended(path),
        false => Folder::fresh(path, args.others.force)?,
    };
    let outcome = with_bar(None, |monitor| {
        generate_from(&request, Families::Merge(&merge), monitor)
    })?;
    folder.write_game(&outcome.cases, &Manifest::new(&request, &outcome))?;
    summary::print(&catalogue, &outcome, path, &mut terminal::stdout())?;
    Ok(tell(&gaps).unwrap_or(ExitCode::SUCCESS))
}

impl Args {
    /// What kind of work the journals are of; none for a grading.
    fn kind(&self) -> Result<Option<String>, MergeError> {
        let kinds = self.journals.iter().map(|path| work::kind(path));
        let kinds = kinds.collect::<Result<Vec<_>, JournalError>>()?;
        let Some((first, rest)) = kinds.split_first() else {
            return Err(MergeError::None);
        };
        let name = |kind: &Option<String>| kind.clone().unwrap_or_else(|| "grade".to_owned());
        if let Some(place) = rest.iter().position(|kind| kind != first) {
            let (one, other) = (&self.journals[0], &self.journals[place + 1]);
            let (mine, theirs) = (name(first), name(&rest[place]));
            let what = format!("journals of `plyjudge {theirs}` and `plyjudge {mine}`");
            return Err(MergeError::stranger(one, other, &what));
        }
        Ok(first.clone())
    }

    /// The journals, once damages and differences in how programs were contained are told.
    fn open<W: Work>(&self) -> Result<Merge<W>, MergeError> {
        let merge = Merge::open(&self.journals)?;
        tell_damages(&merge.damages());
        for (path, lacks) in merge.less_contained() {
            let (path, lacks) = (path.display(), lacks.join(", "));
            eprintln!("plyjudge: {path}: not contained by all that others were: {lacks}");
        }
        Ok(merge)
    }

    /// Refuses options that are of no use for this kind of work.
    fn allow(&self, kind: &str, allowed: &[&str]) -> anyhow::Result<()> {
        let Others { record, out, force } = &self.others;
        let others = [
            (record.is_some(), "record"),
            (out.is_some(), "out"),
            (*force, "force"),
        ];
        let given = self.reports.given().chain(others);
        let given = given.chain(self.right.given());
        let mut given = given.filter_map(|(is_given, name)| is_given.then_some(name));
        if let Some(name) = given.find(|name| !allowed.contains(name)) {
            let allowed: Vec<String> = allowed.iter().map(|name| format!("--{name}")).collect();
            bail!(
                "found --{name}, but these journals are of a {kind}, for which there are: {}",
                allowed.join(", ")
            );
        }
        Ok(())
    }

    /// The gaps, if they are to be borne.
    fn bear(&self, gaps: Gaps) -> Result<Gaps, MergeError> {
        match gaps.is_empty() || self.partial {
            true => Ok(gaps),
            false => Err(MergeError::Gaps(gaps)),
        }
    }
}

/// Says what is missing; the exit status then.
fn tell(gaps: &Gaps) -> Option<ExitCode> {
    if gaps.is_empty() {
        return None;
    }
    eprintln!("plyjudge: {gaps}");
    Some(ExitCode::from(FAULTS))
}
