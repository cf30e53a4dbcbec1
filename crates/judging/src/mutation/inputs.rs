//! Inputs that a generator prints, with the answers of a reference.
//!
//! A generator is any program: its one argument is a seed, its standard output an input. It runs
//! contained, as submissions do, and so do the validators that have to accept what it prints.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::exam::for_mutants;
use crate::build::compile::Program;
use crate::execute::{Execute, persist};
use crate::grade::diagnose::run;
use crate::grade::judge_case::{CaseJudge, Content, LoadedCase};
use crate::grade::validator::ReadyValidator;
use crate::record::Outcome;
use crate::suite::package::Check;
use plyjudge_runner::run::{Ended, Input};

/// The least processor time that a generator may take.
const GENERATING: Duration = Duration::from_secs(4);

/// Who is asked for inputs and answers.
pub struct Inputs<'a> {
    /// What runs programs.
    pub executor: &'a dyn Execute,
    /// The generator.
    pub generator: &'a Program,
    /// The reference.
    pub reference: &'a Program,
    /// Says whether the reference's own answer is right.
    pub judge: CaseJudge<'a>,
    /// A case with the limits and the comparison that all are to have.
    pub like: &'a LoadedCase,
    /// Validators of inputs, each with its name.
    pub validators: Vec<(String, ReadyValidator<'a>)>,
    /// What those are asked, but for the input.
    pub check: Check,
}

/// An input with its answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The input.
    pub input: Arc<[u8]>,
    /// The reference's answer.
    pub answer: Arc<[u8]>,
    /// The case.
    pub case: LoadedCase,
    /// The same for mutants, which may not take much longer than the reference.
    pub for_mutants: LoadedCase,
}

/// Why there is no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Because of what was printed, or how it was answered: this input is left out.
    Input(String),
    /// For reasons of ours.
    Ours(String),
}

impl Inputs<'_> {
    /// The input that a seed gives, as it is printed.
    ///
    /// # Errors
    /// A generator that comes to a bad end.
    pub fn print(&self, seed: u64) -> Result<Arc<[u8]>, Refused> {
        let mut limits = self.like.limits.clone();
        limits.cpu = limits.cpu.max(GENERATING);
        limits.wall = limits.wall.max(limits.cpu);
        let mut job = self.generator.job(&limits);
        job.argv.push(seed.to_string().into());
        job.hidden = true;
        let (ended, output) = persist(|| {
            let mut output = Vec::new();
            let outcome = self.executor.stream(&job, &mut |bytes| {
                output.extend_from_slice(bytes);
                ControlFlow::Continue(())
            })?;
            Ok((outcome.ended, output))
        })
        .map_err(|error: plyjudge_runner::run::RunError| Refused::Ours(error.to_string()))?;
        match ended {
            Ended::Exited(0) => Ok(output.into()),
            ended => Err(Refused::Input(format!("the generator {ended}"))),
        }
    }

    /// The case that an input makes.
    ///
    /// # Errors
    /// An input that is not valid, or that the reference cannot answer.
    pub fn answer(&self, input: Arc<[u8]>) -> Result<Answered, Refused> {
        let check = Check {
            input: input.to_vec(),
            ..self.check.clone()
        };
        for (name, validator) in &self.validators {
            match validator.check_input(&check) {
                Ok(true) => {}
                Ok(false) => return Err(Refused::Input(format!("{name} rejects it"))),
                Err(message) => return Err(Refused::Ours(message)),
            }
        }
        let mut case = LoadedCase {
            input: Content::Held(input.clone()),
            ..self.like.clone()
        };
        let most = usize::try_from(case.limits.output).unwrap_or(usize::MAX);
        let given = Input::Bytes(input.clone());
        let said = run(self.executor, self.reference, &case, given, most);
        let said = said.map_err(|error| Refused::Ours(error.to_string()))?;
        if !matches!(said.ended, Ended::Exited(_)) {
            let ended = said.ended;
            return Err(Refused::Input(format!("the reference {ended}")));
        }
        let answer: Arc<[u8]> = said.output.into();
        case.expected = Content::Held(answer.clone());
        match self.judge.judge(self.reference, &case) {
            Outcome::Judged(judgement) if judgement.verdict.is_accepted() => {
                let took = judgement.run.map_or(Duration::ZERO, |run| run.usage.cpu);
                Ok(Answered {
                    input,
                    answer,
                    for_mutants: for_mutants(&case, took),
                    case,
                })
            }
            Outcome::Judged(judgement) => {
                let code = judgement.verdict.code();
                Err(Refused::Input(format!("the reference gets {code}")))
            }
            Outcome::Fault(fault) => Err(Refused::Ours(fault.message)),
            Outcome::Skipped => Err(Refused::Ours("it was not judged".to_owned())),
        }
    }
}
