//! Inputs that were made, written as cases.

use std::fs;
use std::io;
use std::path::Path;

use crate::judge::files::cannot_write;
use crate::judge::journal::diagnosis::Shrunk;
use crate::judge::journal::results::Results;

/// Writes each smaller input that still fails, and those made that show something, to a
/// folder, as cases that `plyjudge test` and all other commands take.
///
/// # Errors
/// A file that cannot be written; the message names it.
pub(super) fn write(results: &Results<'_>, root: &Path) -> io::Result<()> {
    let plan = results.plan();
    for (submission, about) in plan.submissions.iter().enumerate() {
        let Some(diagnosis) = results.diagnosis(submission) else {
            continue;
        };
        let mut folder = root.to_owned();
        if plan.submissions.len() > 1 {
            folder.push(&about.name);
        }
        if let Some(case) = &diagnosis.shrunk {
            let name = plan.cases[case.case].name.replace('/', "-") + "-smaller";
            write_case(&folder, &name, case)?;
        }
        for (number, case) in (1..).zip(&diagnosis.made) {
            write_case(&folder, &format!("made-{number}"), case)?;
        }
    }
    Ok(())
}

fn write_case(folder: &Path, name: &str, case: &Shrunk) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(cannot_write(folder))?;
    let write = |ending: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}.{ending}"));
        fs::write(&path, bytes).map_err(cannot_write(&path))
    };
    write("txt", case.input.as_bytes())?;
    write("out", case.expected.as_bytes())
}
