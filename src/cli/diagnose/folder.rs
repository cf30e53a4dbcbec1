//! Inputs that were made, written as cases.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::judge::diagnosis::Shrunk;
use crate::judge::event::{Event, Listener};
use crate::judge::plan::Plan;

/// Writes each smaller input that still fails, and those made that show something, to a
/// folder, as cases that `plyjudge test` and all other commands take.
pub struct Folder {
    root: PathBuf,
    plan: Option<Plan>,
}

impl Folder {
    /// Writes to this folder, which is made if it is not there.
    pub fn new(root: PathBuf) -> Self {
        Self { root, plan: None }
    }

    fn write(&self, plan: &Plan, submission: usize, name: &str, case: &Shrunk) -> io::Result<()> {
        let mut folder = self.root.clone();
        if plan.submissions.len() > 1 {
            folder.push(&plan.submissions[submission].name);
        }
        fs::create_dir_all(&folder).map_err(|error| of(&folder, &error))?;
        let write = |ending: &str, bytes: &[u8]| {
            let path = folder.join(format!("{name}.{ending}"));
            fs::write(&path, bytes).map_err(|error| of(&path, &error))
        };
        write("txt", case.input.as_bytes())?;
        write("out", case.expected.as_bytes())
    }
}

/// An error that names its file.
fn of(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: cannot write: {error}", path.display()),
    )
}

impl Listener for Folder {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        match event {
            Event::Begin(plan) => self.plan = Some(plan.clone()),
            Event::Diagnosed {
                submission,
                diagnosis,
            } => {
                let Some(plan) = &self.plan else {
                    return Ok(());
                };
                if let Some(case) = &diagnosis.shrunk {
                    let name = plan.cases[case.case].name.replace('/', "-") + "-smaller";
                    self.write(plan, submission, &name, case)?;
                }
                for (number, case) in (1..).zip(&diagnosis.made) {
                    self.write(plan, submission, &format!("made-{number}"), case)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}
