//! Matches and tournaments that were split.

use std::process::ExitCode;

use super::{Args, tell};
use crate::arena::merged::{count_match, gaps_of_match, gaps_of_tournament};
use crate::arena::plan::{MatchPlan, TournamentPlan};
use crate::arena::tournament;
use crate::cli::tournament::{Page, print};
use crate::judge::journal::work::merge::Gaps;

/// Merges a match.
pub(super) fn merge_match(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<MatchPlan>()?;
    let gaps = args.bear(gaps_of_match(&merge))?;
    let plan = merge.about();
    let mut output = args.match_output().open(&plan.conditions.game)?;
    let summary = count_match(&merge, |game| output.game(game))?;
    output.finish(plan, &summary)?;
    Ok(tell(&gaps).unwrap_or(ExitCode::SUCCESS))
}

/// Merges a tournament.
pub(super) fn merge_tournament(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<TournamentPlan>()?;
    let mut gaps = args.bear(gaps_of_tournament(&merge))?;
    let plan = merge.about();
    let path = args.reports.page();
    let mut page = Page::new(plan, path.as_deref())?;
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
