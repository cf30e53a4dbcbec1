//! The cases of a plan, for diagnoses.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

use crate::judge::case::open;
use crate::judge::plan::Visibility;
use crate::judge::setup::Setup;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::diagnose::{CaseUse, More, RuleDiagnosis};
use crate::mistakes::suite::{Case, Suite};

/// What diagnoses submissions with the cases of a plan; says on standard error which cases
/// are of no use for it.
///
/// # Errors
/// Cases that cannot be read, or none whose expected output is what the rules say.
pub fn rule_diagnosis<'a>(
    catalogue: &'a Catalogue,
    setup: &Setup,
    more: More,
) -> anyhow::Result<RuleDiagnosis<'a>> {
    let plan = &setup.header.plan;
    let mut cases = Vec::new();
    let mut expected = Vec::new();
    for case in &plan.cases {
        expected.push(read(&case.expected)?);
        cases.push(Case {
            name: case.name.clone(),
            input: read(&case.input)?,
        });
    }
    let suite = Suite::new(catalogue, cases)?;
    let fits = suite.right().iter().zip(&expected).map(|(a, b)| a == b);
    let fits: Vec<bool> = fits.collect();
    let unfit: Vec<&str> = (0..fits.len())
        .filter(|&case| !fits[case])
        .map(|case| plan.cases[case].name.as_str())
        .collect();
    if let [first, ..] = unfit[..] {
        let game = catalogue.protocol().name();
        let advice = format!("another reading? `plyjudge rules {game}` lists them for --rule");
        if unfit.len() == fits.len() {
            bail!("no expected output is what the rules of {game} give, {first} for one; {advice}");
        }
        eprintln!(
            "plyjudge: {} of {} cases left out of diagnoses, {first} for one: their expected \
             outputs are not what the rules give ({advice})",
            unfit.len(),
            fits.len()
        );
    }
    let uses = plan.cases.iter().zip(&fits).map(|(case, fits)| CaseUse {
        is_used: *fits,
        is_visible: case.visibility == Visibility::Visible,
        exit_status: case.exit_status,
    });
    Ok(RuleDiagnosis::new(suite, uses.collect(), more))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.with_context(|| format!("{}: cannot read", path.display()))?;
    Ok(bytes)
}
