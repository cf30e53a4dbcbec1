//! Generated suites whose inputs were looked for on several machines.

use std::process::ExitCode;

use anyhow::Context;

use super::{Args, tell};
use crate::cli::generate::folder::Folder;
use crate::cli::generate::{present, summary, with_bar};
use crate::cli::reference::protocol_named;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::generate::{Manifest, Request, SuitePlan, gaps, generate_from};

/// Chooses the suite from what the shards have found, and writes it.
pub(super) fn merge(args: &Args) -> anyhow::Result<ExitCode> {
    let merge = args.open::<SuitePlan>()?;
    let gaps = args.bear(gaps(&merge))?;
    let plan = merge.about();
    let path = args.others.out.as_ref();
    let path = path.context("found no --out, expected the folder to write the suite to")?;
    let (protocol, right) = (protocol_named(&plan.game)?, plan.right());
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
    let outcome = with_bar(None, |monitor| generate_from(&request, &merge, monitor))?;
    folder.write_game(&outcome.cases, &Manifest::new(&request, &outcome))?;
    summary::print(
        &catalogue,
        &outcome,
        path,
        &mut crate::cli::terminal::stdout(),
    )?;
    Ok(tell(&gaps).unwrap_or(ExitCode::SUCCESS))
}
