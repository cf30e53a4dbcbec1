//! A suite measured by wrong programs and by mutants of a reference.

use std::path::Path;

use crate::cli::grade::{end_soon, languages};

use crate::cli::grade::RunArgs;
use crate::cli::programs::{Lab, Right, WrongProgramArgs, described};
use crate::cli::progress::Stages;
use crate::judge::grade::judge_case::CaseJudge;
use crate::judge::mutation::Tried;
use crate::judge::mutation::audit::{Audit, Fault, Kind, Place};
use crate::judge::mutation::exam::{Fate, examine};

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
    let variants = lab.variants();
    stages.begin("trying wrong programs", variants.len() as u64);
    let ask = |index: usize, program: &_| {
        let is_mutant = variants[index].mutant.is_some();
        let cases = if is_mutant {
            &right.for_mutants
        } else {
            &right.cases
        };
        examine(&judge, program, cases.iter())
    };
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
    for (variant, tried) in variants.iter().zip(tried) {
        match (variant.mutant, tried) {
            (mutant, Tried::Answered(fates)) => {
                let (name, meaning, place) = described(variant);
                let faults = if mutant.is_some() {
                    &mut mutants
                } else {
                    &mut wrong
                };
                faults.push(fault(&name, meaning, place, &fates));
            }
            (None, Tried::NotBuilt(reason)) => {
                let name = variant.stock.name.clone();
                audit
                    .left_out
                    .push((name, format!("does not build: {reason}")));
            }
            _ => {}
        }
    }
    for (key, what, score, lists_caught, title, faults) in [
        (
            "programs",
            "wrong programs",
            "score",
            true,
            "Not caught",
            wrong,
        ),
        (
            "mutants",
            "mutants",
            "mutation score",
            false,
            "Mutants not caught",
            mutants,
        ),
    ] {
        if !faults.is_empty() {
            audit.kinds.push(Kind {
                key,
                what,
                score: Some(score),
                lists_caught,
                title,
                faults,
            });
        }
    }
    Ok((audit, lab.sources))
}

fn fault(name: &str, meaning: String, place: Option<Place>, fates: &[Fate]) -> Fault {
    let is_caught = |case: &usize| matches!(fates[*case], Fate::Caught(..));
    Fault {
        names: vec![name.to_owned()],
        meanings: vec![meaning],
        place,
        caught_by: (0..fates.len()).filter(is_caught).collect(),
        is_cut: fates.contains(&Fate::Left),
    }
}
