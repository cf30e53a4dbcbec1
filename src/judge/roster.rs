//! Submissions made ready to be run in other ways than a grading does.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::compile::{Compiler, Program};
use super::execute::Execute;
use super::fingerprint::{Fingerprint, Printer};
use super::language::Languages;
use super::plan::NotProgram;
use super::recipe::{Recipe, look_into};
use super::record::Preparation;
use super::run::{Limits, RunError};
use super::submission::{self, Choice, Source, SubmissionsError, Unfit};
use super::workspace::Workspace;

/// Submissions that were made ready. Their programs have to go before it does.
#[derive(Debug)]
pub struct Roster {
    /// In the order of their names.
    pub members: Vec<Member>,
    /// What else was there: names, and why each is not a program.
    pub not_programs: Vec<NotProgram>,
    _workspace: Workspace,
}

/// A submission.
#[derive(Debug)]
pub struct Member {
    /// See [`crate::judge::plan::Submission::name`].
    pub name: String,
    /// What its program depends on.
    pub key: Fingerprint,
    /// The program, or why there is none, in words for the one who made it.
    pub program: Result<Program, String>,
}

/// Why submissions could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// The folder.
    #[error(transparent)]
    Submissions(#[from] SubmissionsError),
    /// A submission, for reasons that are not its own.
    #[error("{name}: {message}")]
    Fault {
        /// Its name.
        name: String,
        /// What went wrong.
        message: String,
    },
    /// The folder to work in.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Roster {
    /// Compiles what is in a folder, but for `except`, in parallel.
    ///
    /// # Errors
    /// Failures that are no submission's own.
    pub fn prepare(
        folder: &Path,
        except: &[PathBuf],
        languages: &Languages,
        limits: &Limits,
        executor: &dyn Execute,
    ) -> Result<Self, RosterError> {
        let sources = submission::find(folder, &Choice::all_but(except))?;
        let workspace = Workspace::new().map_err(|source| RunError::System {
            step: "make a folder to work in".into(),
            source,
        })?;
        let compiler = Compiler::new(executor, limits.clone());
        let members = sources.par_iter().enumerate().map(|(index, source)| {
            let copy = workspace.place(&index.to_string());
            member(source, languages, limits, &compiler, &copy).map_err(|message| {
                let name = source.name.clone();
                RosterError::Fault { name, message }
            })
        });
        let all = members.collect::<Result<Vec<_>, _>>()?;
        let (mut members, mut not_programs) = (Vec::new(), Vec::new());
        for one in all {
            match one {
                Ok(member) => members.push(member),
                Err(other) => not_programs.push(other),
            }
        }
        Ok(Self {
            members,
            not_programs,
            _workspace: workspace,
        })
    }
}

/// A submission made ready, if it is a program; an error is ours.
fn member(
    source: &Source,
    languages: &Languages,
    limits: &Limits,
    compiler: &Compiler<'_>,
    copy: &Path,
) -> Result<Result<Member, NotProgram>, String> {
    let name = source.name.clone();
    let mut printer = Printer::new();
    printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
    printer.bytes(name.as_bytes());
    printer.value(limits);
    let program = match look_into(source, languages) {
        Err(Unfit::Ours(message)) => return Err(message),
        Err(Unfit::NoProgram(reason)) => return Ok(Err(NotProgram { name, reason })),
        Err(Unfit::Theirs(reason)) => Err(reason),
        Ok((inventory, recipe)) => {
            printer.value(&inventory.fingerprint);
            if let Recipe::Language { language, .. } = &recipe {
                printer.value(&**language);
            }
            match compiler.prepare(&inventory, &recipe, &name, copy) {
                (Preparation::Ready(_), Some(program)) => Ok(program),
                (Preparation::Failed { reason, .. }, _) => Err(reason),
                (Preparation::Fault(fault), _) => return Err(fault.message),
                (Preparation::Ready(_), None) => return Err("no program was made".to_owned()),
            }
        }
    };
    Ok(Ok(Member {
        name,
        key: printer.finish(),
        program,
    }))
}
