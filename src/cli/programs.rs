//! A reference and what is wrong beside it, as the commands about mistakes take them for
//! assignments of all kinds.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};

use super::grade::{RunArgs, languages};
use crate::judge::build::compile::{Program, Unready};
use crate::judge::build::language::Languages;
use crate::judge::build::submission::{Added, Choice, Source, find, find_one};
use crate::judge::grade::judge_case::{CaseJudge, LoadedCase};
use crate::judge::grade::setup::{Order, Setup, Subject};
use crate::judge::mutation::audit::Place;
use crate::judge::mutation::exam::for_mutants;
use crate::judge::mutation::{Built, Mutant, Mutants, Stock, Tried, Variant, Workshop};
use crate::judge::record::Outcome;
use crate::judge::run::Runner;
use crate::judge::suite::package::{Example, examples, is_package, open};

/// A reference, and programs that are wrong.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Programs")]
pub(super) struct WrongProgramArgs {
    /// A program that is right: source, folder or executable, of any assignment. A package has
    /// its own.
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["rules", "depth", "format"])]
    pub reference: Option<PathBuf>,
    /// Folder with wrong programs, a file or a folder each.
    #[arg(long, value_name = "DIR")]
    wrong: Option<PathBuf>,
    /// Try small changes of the reference's source as well.
    #[arg(long)]
    mutants: bool,
    /// Most mutants to try, spread evenly over all that there are.
    #[arg(long, value_name = "N", default_value = "300", requires = "mutants")]
    max_mutants: NonZeroUsize,
}

/// A reference and wrong programs, looked at.
pub(super) struct Programs {
    /// Where the reference is.
    pub path: PathBuf,
    /// The reference.
    pub reference: Stock,
    /// What is wrong.
    pub wrong: Vec<Stock>,
    /// What cannot be run of it, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Whether mutants are to be tried, and how many at most.
    most_mutants: Option<NonZeroUsize>,
}

impl WrongProgramArgs {
    /// Whether anything is said of programs.
    pub(super) fn is_given(&self) -> bool {
        self.reference.is_some() || self.wrong.is_some() || self.mutants
    }

    /// The reference and the wrong programs for these cases.
    ///
    /// # Errors
    /// No reference, or one that cannot be run.
    pub(super) fn look(&self, cases: &Path, languages: &Languages) -> anyhow::Result<Programs> {
        let (examples, additions) = match is_package(cases) {
            true => (examples(cases)?, Some(Arc::new(open(cases)?.additions))),
            false => (Vec::new(), None),
        };
        let of_package = |example: &Example| {
            let source = find_one(&example.path)?;
            anyhow::Ok(match &additions {
                Some(additions) => source.with(Added::of_example(additions, example)),
                None => source,
            })
        };
        let mut accepted = examples.iter().filter(|example| example.is_accepted());
        let own = accepted.next();
        let path = self.reference.as_ref().or(own.map(|example| &example.path));
        let path = path.context(
            "found no program that is right, expected --reference PROGRAM (or --game NAME for \
             cases of a game)",
        )?;
        let (name, source) = match (&self.reference, own) {
            (None, Some(example)) => (example.name.clone(), of_package(example)?),
            _ => {
                let source = find_one(path)?;
                (source.name.clone(), source)
            }
        };
        let reference = Stock::look(&source, name, languages)
            .map_err(|unfit| anyhow::anyhow!("{}: cannot be run: {unfit}", path.display()))?;
        let mut all: Vec<(String, Source)> = Vec::new();
        for example in examples.iter().filter(|example| example.is_rejected()) {
            all.push((example.name.clone(), of_package(example)?));
        }
        if let Some(folder) = &self.wrong {
            let found = find(folder, &Choice::default())?;
            all.extend(
                found
                    .into_iter()
                    .map(|source| (source.name.clone(), source)),
            );
        }
        let (mut wrong, mut left_out) = (Vec::new(), Vec::new());
        for (name, source) in all {
            match Stock::look(&source, name.clone(), languages) {
                Ok(stock) => wrong.push(stock),
                Err(unfit) => left_out.push((name, unfit.to_string())),
            }
        }
        if wrong.is_empty() && !self.mutants {
            bail!("found no wrong programs, expected --wrong DIR, --mutants or both");
        }
        Ok(Programs {
            path: path.clone(),
            reference,
            wrong,
            left_out,
            most_mutants: self.mutants.then_some(self.max_mutants),
        })
    }
}

/// Where a reference and wrong programs are built and run.
pub(super) struct Lab<'a> {
    /// The programs.
    pub programs: &'a Programs,
    /// Builds them.
    pub workshop: Workshop<'a>,
    /// The reference.
    pub reference: Built,
    /// Mutants of it that are tried.
    pub mutants: Vec<Mutant>,
    /// How many there are in all.
    pub possible: usize,
    /// The sources that they are made of.
    pub sources: Vec<(String, String)>,
}

impl<'a> Lab<'a> {
    /// Builds the reference, and finds its mutants.
    ///
    /// # Errors
    /// A reference that does not build, or of which there are no mutants when there should be.
    pub(super) fn new(
        programs: &'a Programs,
        runner: &'a Runner,
        args: &RunArgs,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let limits = args.limits.of_compiling();
        let folder = programs
            .path
            .parent()
            .filter(|path| !path.as_os_str().is_empty());
        let workshop = Workshop::new(runner, limits, folder, args.jobs(), interrupted)
            .context("cannot make a folder to work in")?;
        let name = &programs.reference.name;
        let built = workshop.build(plain(&programs.reference), "reference");
        let reference = built.map_err(|unbuilt| match unbuilt {
            Unready::Theirs(reason, _) => anyhow::anyhow!("{name}: does not build: {reason}"),
            Unready::Ours(message) => anyhow::anyhow!("{name}: cannot be built: {message}"),
        })?;
        let mut lab = Self {
            programs,
            workshop,
            reference,
            mutants: Vec::new(),
            possible: 0,
            sources: Vec::new(),
        };
        if let Some(most) = programs.most_mutants {
            lab.find_mutants(most)
                .with_context(|| format!("{name}: cannot read"))?;
            if lab.possible == 0 {
                bail!("{name}: found nothing to change for --mutants, expected its source");
            }
        }
        Ok(lab)
    }

    fn find_mutants(&mut self, most: NonZeroUsize) -> io::Result<()> {
        let Mutants { mutants, sources } = self.workshop.mutants(&self.programs.reference)?;
        self.possible = mutants.len();
        let most = most.get().min(mutants.len());
        let chosen = (0..most).map(|place| place * mutants.len() / most);
        self.mutants = chosen.map(|place| mutants[place].clone()).collect();
        let sources = sources.into_iter();
        self.sources = sources
            .map(|(file, text)| (file.display().to_string(), text))
            .collect();
        Ok(())
    }

    /// What is tried: the wrong programs, then the mutants.
    pub(super) fn variants(&self) -> Vec<Variant<'_>> {
        let wrong = self.programs.wrong.iter().map(plain);
        let mutants = self.mutants.iter().map(|mutant| Variant {
            stock: &self.programs.reference,
            mutant: Some(mutant),
        });
        wrong.chain(mutants).collect()
    }

    /// Builds each program and has it asked; what came of each, in their order.
    ///
    /// # Errors
    /// What keeps us from trying one.
    pub(super) fn try_each<A: Send>(
        &self,
        ask: impl Fn(&Variant<'_>, &Program) -> Result<A, String> + Sync,
        tick: impl Fn(),
    ) -> anyhow::Result<Vec<(Variant<'_>, Tried<A>)>> {
        let variants = self.variants();
        let ask = |index: usize, program: &_| ask(&variants[index], program);
        let mut all: Vec<Option<Tried<A>>> = Vec::new();
        all.resize_with(variants.len(), || None);
        self.workshop.try_each(&variants, ask, |index, tried| {
            all[index] = Some(tried);
            tick();
        });
        let all: Option<Vec<Tried<A>>> = all.into_iter().collect();
        let all = variants.into_iter().zip(all.context("interrupted")?);
        let all: Vec<(Variant<'_>, Tried<A>)> = all.collect();
        for (variant, tried) in &all {
            if let Tried::Fault(message) = tried {
                bail!("{}: could not be tried: {message}", variant.stock.name);
            }
        }
        Ok(all)
    }

    /// What is to be said of mutants that were not tried.
    pub(super) fn remark<A>(&self, tried: &[(Variant<'_>, Tried<A>)]) -> Option<String> {
        let mutants = &tried[self.programs.wrong.len()..];
        let count = |is: fn(&Tried<A>) -> bool| mutants.iter().filter(|(_, it)| is(it)).count();
        let unbuilt = count(|tried| matches!(tried, Tried::NotBuilt(_)));
        let same = count(|tried| matches!(tried, Tried::Same));
        let chosen = match self.possible > self.mutants.len() {
            true => format!(
                "{} of {} possible mutants (--max-mutants)",
                mutants.len(),
                self.possible
            ),
            false => format!("{} mutants", mutants.len()),
        };
        (!mutants.is_empty()).then(|| {
            format!(
                "Made {chosen}; left out: {unbuilt} that do not build, {same} that compile to the \
                 same code as the reference or another mutant."
            )
        })
    }
}

impl Programs {
    /// The cases, as a grading of the reference has them.
    ///
    /// # Errors
    /// Cases that cannot be read.
    pub(super) fn setup(&self, cases: &Path, args: &RunArgs) -> anyhow::Result<Setup> {
        Ok(Setup::new(&Order {
            languages: languages(&args.languages)?,
            limits: args.limits.of_runs(),
            compile: args.limits.of_compiling(),
            containment: args.sandbox.containment(),
            ..Order::new(Subject::One(self.path.clone()), cases)
        })?)
    }
}

/// A program as it is.
pub(super) fn plain(stock: &Stock) -> Variant<'_> {
    Variant {
        stock,
        mutant: None,
    }
}

/// The name of a mutant.
pub(super) fn name_of(mutant: &Mutant) -> String {
    let (file, change) = (mutant.file.display(), &mutant.change);
    format!("{file}:{}:{}", change.line, change.column)
}

/// The name of a wrong program or a mutant, what it means, and what was changed where.
pub(super) fn described(variant: &Variant<'_>) -> (String, String, Option<Place>) {
    let Some(mutant) = variant.mutant else {
        let meaning = "A wrong program".to_owned();
        return (variant.stock.name.clone(), meaning, None);
    };
    let place = Place {
        file: mutant.file.display().to_string(),
        line: mutant.change.line,
        changed: mutant.changed_line.clone(),
    };
    (name_of(mutant), mutant.change.what.clone(), Some(place))
}

/// The cases that the reference is right in.
pub(super) struct Right {
    /// Their names.
    pub names: Vec<String>,
    /// The cases.
    pub cases: Vec<LoadedCase>,
    /// The same for mutants, which may not take much longer than the reference.
    pub for_mutants: Vec<LoadedCase>,
    /// The other cases, each with what is wrong.
    pub wrong: Vec<(String, String)>,
    /// Where each of [`for_mutants`](Self::for_mutants) is among all cases.
    places: Vec<usize>,
}

impl Right {
    /// Runs the reference with all cases.
    ///
    /// # Errors
    /// When it cannot be run, or is right in no case.
    pub(super) fn new(lab: &Lab<'_>, setup: &Setup, judge: &CaseJudge<'_>) -> anyhow::Result<Self> {
        let program = &lab.reference.program;
        let judge = |case: usize| judge.judge(program, &setup.loaded[case]);
        let outcomes = lab.workshop.all(setup.loaded.len(), judge, || {});
        let mut right = Self {
            names: Vec::new(),
            cases: Vec::new(),
            for_mutants: Vec::new(),
            wrong: Vec::new(),
            places: Vec::new(),
        };
        for (place, ((about, case), outcome)) in setup
            .grading
            .plan
            .cases
            .iter()
            .zip(&setup.loaded)
            .zip(outcomes)
            .enumerate()
        {
            match outcome {
                Some(Outcome::Judged(judgement)) if judgement.verdict.is_accepted() => {
                    let took = judgement.run.map_or(Duration::ZERO, |run| run.usage.cpu);
                    right.names.push(about.name.clone());
                    right.places.push(place);
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
        if right.cases.is_empty() {
            let (name, reason) = &right.wrong[0];
            let reference = &lab.programs.reference.name;
            bail!("{reference} is right in no case; {name}: {reason}");
        }
        Ok(right)
    }

    /// The cases for a wrong program or a mutant.
    pub(super) fn of(&self, variant: &Variant<'_>) -> &[LoadedCase] {
        match variant.mutant {
            Some(_) => &self.for_mutants,
            None => &self.cases,
        }
    }

    /// All cases, with limits for mutants where the reference is right.
    pub(super) fn limited(&self, setup: &Setup) -> Vec<LoadedCase> {
        let mut all = setup.loaded.clone();
        for (&place, case) in self.places.iter().zip(&self.for_mutants) {
            all[place] = case.clone();
        }
        all
    }
}
