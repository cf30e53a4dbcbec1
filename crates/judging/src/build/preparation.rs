//! Submissions made ready to be run in other ways than a grading does, each when it is needed.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::build::compile::{Compiler, Program, Unready};
use crate::build::language::Languages;
use crate::build::recipe::{Recipe, look_into};
use crate::build::submission::{Inventory, Source, Unfit};
use crate::build::workspace::Workspace;
use crate::execute::Execute;
use crate::fingerprint::{Fingerprint, Printer};
use crate::parallel;
use crate::suite::plan::NotProgram;
use plyjudge_runner::run::{Limits, RunError};

/// Submissions that were looked at. Their programs have to go before it does.
pub struct Preparations<'a> {
    /// In the order of their names.
    pub members: Vec<Member>,
    /// What else was there: names, and why each is not a program.
    pub not_programs: Vec<NotProgram>,
    compiler: Compiler<'a>,
    workspace: Workspace,
}

/// A submission.
#[derive(Debug)]
pub struct Member {
    /// See [`crate::suite::plan::Submission::name`].
    pub name: String,
    /// What its program depends on.
    pub key: Fingerprint,
    plan: Result<(Inventory, Recipe), Unfit>,
    built: OnceLock<Result<Arc<Program>, Unready>>,
}

impl<'a> Preparations<'a> {
    /// Looks at submissions, which are in a folder or are one. Nothing is compiled yet.
    ///
    /// # Errors
    /// Failures that are no submission's own.
    pub fn look(
        sources: &[Source],
        folder: &Path,
        languages: &Languages,
        limits: &Limits,
        executor: &'a dyn Execute,
    ) -> Result<Self, RunError> {
        let workspace = Workspace::new().map_err(RunError::during("make a folder to work in"))?;
        let looked_at = parallel::map(sources, |source| Member::look(source, languages, limits));
        let (mut members, mut not_programs) = (Vec::new(), Vec::new());
        for member in looked_at {
            match &member.plan {
                Err(Unfit::NoProgram(reason)) => not_programs.push(NotProgram {
                    reason: reason.clone(),
                    name: member.name,
                    student: None,
                }),
                _ => members.push(member),
            }
        }
        Ok(Self {
            members,
            not_programs,
            compiler: Compiler::new(executor, limits.clone(), Some(folder)),
            workspace,
        })
    }

    /// Makes a submission ready, by its number; once only, and once more when that fails because
    /// of a fault on plyjudge's side.
    ///
    /// # Errors
    /// Why it is not.
    pub fn build(&self, number: usize) -> Result<Arc<Program>, Unready> {
        let built = self.members[number].built.get_or_init(|| {
            let built = self.try_build(number);
            match built {
                Err(Unready::Ours(_)) => self.try_build(number),
                built => built,
            }
        });
        built.clone()
    }

    fn try_build(&self, number: usize) -> Result<Arc<Program>, Unready> {
        let member = &self.members[number];
        let (inventory, recipe) = member.plan.as_ref().map_err(Clone::clone)?;
        let copy = self.workspace.place(&number.to_string());
        let prepared = self
            .compiler
            .prepare(inventory, recipe, &member.name, &copy);
        prepared.map(|(_, program)| Arc::new(program))
    }
}

impl Member {
    /// Whether its key stands for all that comes of making it ready.
    pub fn is_whole(&self) -> bool {
        self.plan.is_ok()
    }

    fn look(source: &Source, languages: &Languages, limits: &Limits) -> Self {
        let name = source.name.clone();
        let mut printer = Printer::new();
        printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        printer.bytes(name.as_bytes());
        printer.value(limits);
        let plan = look_into(source, languages);
        if let Ok((inventory, recipe)) = &plan {
            printer.value(&inventory.fingerprint);
            if let Some(language) = recipe.language() {
                printer.value(language);
            }
        }
        Self {
            name,
            key: printer.finish(),
            plan,
            built: OnceLock::new(),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::Preparations;
    use crate::build::compile::{Unready, compile_limits};
    use crate::build::language::Languages;
    use crate::build::submission::{Choice, find};
    use crate::execute::Execute;
    use plyjudge_runner::run::{Job, Outcome, RunError, Sink};

    /// Cannot run a thing, and counts how often it is asked.
    #[derive(Default)]
    struct Broken(AtomicUsize);

    impl Execute for Broken {
        fn stream(&self, _job: &Job, _sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
            self.0.fetch_add(1, Relaxed);
            Err(RunError::Lost("broken".into()))
        }

        fn seen(&self, _program: &Path, host: &Path) -> PathBuf {
            host.to_owned()
        }
    }

    /// What goes wrong on our side is tried again, and is never the submission's fault; nor
    /// does it keep others from being looked at.
    #[test]
    fn faults_of_ours_are_no_reasons() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["one.c", "two.c"] {
            let text = "int main(void) { return 0; }\n";
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let broken = Broken::default();
        let (languages, limits) = (Languages::default(), compile_limits());
        let (folder, sources) = (
            folder.path(),
            find(folder.path(), &Choice::default()).unwrap(),
        );
        let preparations =
            Preparations::look(&sources, folder, &languages, &limits, &broken).unwrap();
        assert_eq!(preparations.members.len(), 2);
        assert_eq!(broken.0.load(Relaxed), 0);
        assert!(matches!(preparations.build(0), Err(Unready::Ours(_))));
        let asked = broken.0.load(Relaxed);
        assert!(asked > 1);
        assert!(matches!(preparations.build(0), Err(Unready::Ours(_))));
        assert_eq!(broken.0.load(Relaxed), asked);
    }
}
