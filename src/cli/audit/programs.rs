//! A suite measured by wrong programs and by mutants of a reference.

use std::path::Path;

use crate::cli::grade::{RunArgs, end_soon, languages};
use crate::cli::programs::{Lab, Right, WrongProgramArgs, described};
use crate::cli::progress::Stages;
use crate::judge::grade::judge_case::CaseJudge;
use crate::judge::mutation::audit::{Audit, Fault, Kind};
use crate::judge::mutation::exam::{Fate, examine};
use crate::judge::mutation::{Tried, Variant};

/// What the cases catch, and the sources of the mutants.
///
/// # Errors
/// Whatever keeps it from being found out.
pub(super) fn audit(
    cases: &Path,
    programs: &WrongProgramArgs,
    args: &RunArgs,
) -> anyhow::Result<(Audit, Vec<(String, String)>)> {
    let runner = args.sandbox.runner()?;
    let programs = programs.look(cases, &languages(&args.languages)?)?;
    let setup = programs.setup(cases, args)?;
    let interrupted = end_soon("plyjudge: interrupted".to_owned())?;
    let lab = Lab::new(&programs, &runner, args, &interrupted)?;
    let validator = lab.workshop.validator(&runner, &setup);
    let validator = validator.map_err(anyhow::Error::msg)?;
    let judge = CaseJudge::once(&runner, validator.as_ref());
    let stages = Stages::new();
    stages.begin("running the reference", 0);
    let right = Right::new(&lab, &setup, &judge)?;
    stages.begin("trying wrong programs", lab.variants().len() as u64);
    let ask =
        |variant: &Variant<'_>, program: &_| examine(&judge, program, right.of(variant).iter());
    let tried = lab.try_each(ask, || stages.tick())?;
    let mut audit = Audit {
        subject: programs.reference.name.clone(),
        cases: right.names,
        wrong: right.wrong,
        left_out: programs.left_out.clone(),
        remarks: lab.remark(&tried).into_iter().collect(),
        kinds: Vec::new(),
    };
    let (mut wrong, mut mutants) = (Vec::new(), Vec::new());
    for (variant, tried) in tried {
        match tried {
            Tried::Answered(fates) => {
                let (name, meaning, place) = described(&variant);
                let is_caught = |case: &usize| matches!(fates[*case], Fate::Caught(..));
                let faults = match variant.mutant {
                    Some(_) => &mut mutants,
                    None => &mut wrong,
                };
                faults.push(Fault {
                    names: vec![name],
                    meanings: vec![meaning],
                    place,
                    caught_by: (0..fates.len()).filter(is_caught).collect(),
                    is_cut: fates.contains(&Fate::Left),
                });
            }
            Tried::NotBuilt(reason) if variant.mutant.is_none() => {
                let reason = format!("does not build: {reason}");
                audit.left_out.push((variant.stock.name.clone(), reason));
            }
            _ => {}
        }
    }
    let kinds = [
        Kind {
            key: "programs",
            what: "wrong programs",
            score: Some("score"),
            lists_caught: true,
            title: "Not caught",
            faults: wrong,
        },
        Kind {
            key: "mutants",
            what: "mutants",
            score: Some("mutation score"),
            lists_caught: false,
            title: "Mutants not caught",
            faults: mutants,
        },
    ];
    let kinds = kinds.into_iter().filter(|kind| !kind.faults.is_empty());
    audit.kinds.extend(kinds);
    Ok((audit, lab.sources))
}
