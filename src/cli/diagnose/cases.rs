//! The cases of a plan, for diagnoses.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use tempfile::TempDir;

use crate::cli::reference::GuessedRightArgs;
use crate::cli::terminal::remark;
use crate::judge::build::unpacked;
use crate::judge::files;
use crate::judge::grade::setup::Setup;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::diagnose::{CaseUse, More, RuleDiagnosis};
use crate::mistakes::generate;
use crate::mistakes::suite::{Case, Suite};

/// A folder with one short input of the game named, answered rightly; for the program that most inputs
/// are for, where an assignment has several.
///
/// # Errors
/// No game, or rules that do not fit it.
pub(super) fn first_input(right: &GuessedRightArgs) -> anyhow::Result<TempDir> {
    let catalogue = right.catalogue_of_named()?;
    let mut inputs: BTreeMap<_, Vec<Vec<u8>>> = BTreeMap::new();
    for input in (0..8).flat_map(|stream| generate::ordinary(&catalogue, &[], 0, stream)) {
        let program = generate::program_of(&catalogue, &input);
        inputs.entry(program).or_default().push(input);
    }
    let inputs = inputs
        .into_values()
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let input = inputs
        .into_iter()
        .filter(|input| !input.is_empty())
        .min_by_key(Vec::len);
    let game = catalogue.protocol().name();
    let input = input.with_context(|| format!("there is no generator for {game}"))?;
    let case = Case {
        name: "first".to_owned(),
        input,
    };
    let suite = Suite::new(&catalogue, vec![case])?;
    let folder = tempfile::tempdir().context("cannot make a folder for an input")?;
    let write = |name: &str, bytes| files::write(&folder.path().join(name), bytes);
    write("first.txt", &suite.cases()[0].input)?;
    write("first.out", &suite.right()[0])?;
    Ok(folder)
}

/// What diagnoses submissions with the cases of a plan; says on standard error which cases
/// are of no use for it. With a [`first_input`] none is.
///
/// # Errors
/// Cases that cannot be read, or none whose expected output is what the rules say.
pub(crate) fn rule_diagnosis<'a>(
    catalogue: &'a Catalogue,
    setup: &Setup,
    more: More,
    is_first: bool,
) -> anyhow::Result<RuleDiagnosis<'a>> {
    let plan = &setup.grading.plan;
    let mut cases = Vec::new();
    let mut expected = Vec::new();
    for case in &plan.cases {
        expected.push(unpacked::read(&case.expected, u64::MAX)?);
        cases.push(Case {
            name: case.name.clone(),
            input: unpacked::read(&case.input, u64::MAX)?,
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
        remark(format_args!(
            "{} of {} cases left out of diagnoses, {first} for one: their expected outputs are not \
             what the rules give ({advice})",
            unfit.len(),
            fits.len()
        ));
    }
    let uses = plan.cases.iter().zip(&fits).map(|(case, fits)| CaseUse {
        is_used: *fits && !is_first,
        is_visible: case.visibility.is_open(),
        exit_status: case.exit_status,
    });
    Ok(RuleDiagnosis::new(suite, uses.collect(), more))
}
