//! What is wrong with submissions, by programs that are known to be wrong.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use crate::cli::grade::RunArgs;
use crate::cli::grade::languages;
use crate::cli::programs::{Lab, Right, WrongProgramArgs, name_of};
use crate::cli::progress::Stages;
use crate::judge::fingerprint::Printer;
use crate::judge::grade::judge_case::CaseJudge;
use crate::judge::mutation::alike::{AlikeDiagnosis, Known, replies};
use crate::judge::mutation::{Mutant, Tried, Variant};
use crate::judge::run::Runner;

/// What diagnoses submissions with these cases: wrong programs are run with all of them.
///
/// # Errors
/// Programs or cases that cannot be run.
pub(super) fn alike_diagnosis(
    cases: &Path,
    programs: &WrongProgramArgs,
    args: &RunArgs,
    runner: &Runner,
) -> anyhow::Result<AlikeDiagnosis> {
    let programs = programs.look(cases, &languages(&args.languages)?)?;
    let setup = programs.setup(cases, args)?;
    let never = AtomicBool::new(false);
    let lab = Lab::new(&programs, runner, args, &never)?;
    if setup
        .validator
        .as_ref()
        .is_some_and(|it| it.manner.is_interactive)
    {
        bail!(
            "{}: found an interactive problem, expected one whose outputs can be compared",
            cases.display()
        );
    }
    let validator = lab.workshop.validator(runner, &setup);
    let validator = validator.map_err(anyhow::Error::msg)?;
    let judge = CaseJudge::once(runner, validator.as_ref());
    let stages = Stages::new();
    stages.begin("running the reference", 0);
    let limited = Right::new(&lab, &setup, &judge)?.limited(&setup);
    stages.begin("running wrong programs", lab.variants().len() as u64);
    let ask = |variant: &Variant<'_>, program: &_| match variant.mutant {
        Some(_) => replies(runner, program, &limited),
        None => replies(runner, program, &setup.loaded),
    };
    let tried = lab.try_each(ask, || stages.tick())?;
    let mut printer = Printer::new();
    let mut known = Vec::new();
    for (variant, tried) in tried {
        let Tried::Answered(replies) = tried else {
            continue;
        };
        let (name, meaning) = match variant.mutant {
            Some(mutant) => (name_of(mutant), as_if(mutant)),
            None => {
                let name = variant.stock.name.clone();
                (name.clone(), format!("Prints the same as {name}"))
            }
        };
        printer.value(&(&name, &meaning, variant.stock.fingerprint()));
        known.push(Known {
            name,
            meaning,
            replies,
        });
    }
    Ok(AlikeDiagnosis::new(known, printer.finish()))
}

/// What a program does that prints the same as a mutant.
fn as_if(mutant: &Mutant) -> String {
    let (file, change) = (mutant.file.display(), &mutant.change);
    format!(
        "As if line {} of {file} said `{}` ({})",
        change.line, mutant.changed_line, change.what
    )
}
