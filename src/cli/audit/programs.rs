//! A suite measured by wrong programs and by mutants of a reference.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;

use crate::cli::grade::languages;
use crate::cli::programs::{Lab, ProgramArgs, RunArgs, told};
use crate::cli::progress::Stages;
use crate::judge::grade::judge_case::{CaseJudge, LoadedCase};
use crate::judge::grade::setup::Setup;
use crate::judge::mutation::Tried;
use crate::judge::mutation::audit::{Audit, Fault, Kind, Place};
use crate::judge::mutation::exam::{Fate, examine, for_mutants};
use crate::judge::record::Outcome;

/// What the cases catch, and the sources of the mutants.
///
/// # Errors
/// Whatever keeps it from being found out.
pub(super) fn audit(
    cases: &Path,
    programs: &ProgramArgs,
    args: &RunArgs,
) -> anyhow::Result<(Audit, Vec<(String, String)>)> {
    let runner = args.sandbox.runner()?;
    let programs = programs.look(cases, &languages(&args.languages)?)?;
    let setup = programs.setup(cases, args)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let lab = Lab::new(&programs, &runner, args, &interrupted)?;
    let judge = CaseJudge {
        executor: &runner,
        ignore: &[],
        repeat: 1,
    };
    let right = Right::new(&lab, &setup, &judge)?;
    if right.cases.is_empty() {
        let (name, reason) = &right.wrong[0];
        bail!(
            "{} is right in no case; {name}: {reason}",
            programs.reference.name
        );
    }
    let stages = Stages::new();
    let variants = lab.variants();
    stages.begin("trying wrong programs", variants.len() as u64);
    let ask = |index: usize, program: &_| {
        let is_mutant = variants[index].mutant.is_some();
        let cases = if is_mutant {
            &right.for_mutants
        } else {
            &right.cases
        };
        examine(&judge, program, cases)
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
            (None, Tried::Answered(fates)) => {
                let meaning = "A wrong program, right in all cases".to_owned();
                let name = variant.stock.name.clone();
                wrong.push(fault(&name, meaning, None, &fates));
            }
            (None, Tried::NotBuilt(reason)) => {
                let name = variant.stock.name.clone();
                audit
                    .left_out
                    .push((name, format!("does not build: {reason}")));
            }
            (Some(mutant), Tried::Answered(fates)) => {
                let (name, meaning) = told(mutant);
                let place = Place {
                    file: mutant.file.display().to_string(),
                    line: mutant.change.line,
                    changed: mutant.changed_line.clone(),
                };
                mutants.push(fault(&name, meaning, Some(place), &fates));
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
    let is_caught = |case: &usize| matches!(fates[*case], Fate::Caught(_));
    Fault {
        names: vec![name.to_owned()],
        meanings: vec![meaning],
        place,
        caught_by: (0..fates.len()).filter(is_caught).collect(),
        is_cut: fates.contains(&Fate::Left),
    }
}

/// The cases that the reference is right in.
struct Right {
    names: Vec<String>,
    cases: Vec<LoadedCase>,
    for_mutants: Vec<LoadedCase>,
    wrong: Vec<(String, String)>,
}

impl Right {
    fn new(lab: &Lab<'_>, setup: &Setup, judge: &CaseJudge<'_>) -> anyhow::Result<Self> {
        let program = &lab.reference.program;
        let mut outcomes: Vec<Option<Outcome>> = vec![None; setup.loaded.len()];
        lab.workshop.side_by_side(
            setup.loaded.len(),
            |case| judge.judge(program, &setup.loaded[case]),
            |case, outcome| outcomes[case] = Some(outcome),
        );
        let mut right = Self {
            names: Vec::new(),
            cases: Vec::new(),
            for_mutants: Vec::new(),
            wrong: Vec::new(),
        };
        for ((about, case), outcome) in setup
            .grading
            .plan
            .cases
            .iter()
            .zip(&setup.loaded)
            .zip(outcomes)
        {
            match outcome {
                Some(Outcome::Judged(judgement)) if judgement.verdict.is_accepted() => {
                    let took = judgement.run.map_or(Duration::ZERO, |run| run.usage.cpu);
                    right.names.push(about.name.clone());
                    right.cases.push(case.clone());
                    right.for_mutants.push(for_mutants(case, took));
                }
                Some(Outcome::Judged(judgement)) => {
                    let verdict = judgement.verdict;
                    let reason = format!("the reference gets {}", verdict.code());
                    right.wrong.push((about.name.clone(), reason));
                }
                Some(Outcome::Fault(fault)) => bail!("case '{}': {}", about.name, fault.message),
                Some(Outcome::Skipped) | None => bail!("interrupted"),
            }
        }
        Ok(right)
    }
}
