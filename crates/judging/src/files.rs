//! Files by the names people know them by: what is wrong with one, said with its name.

use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use plyjudge_runner::input::open;

/// What is wrong with a file or folder.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", .path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was found, and what was expected.
    pub problem: String,
}

impl FileError {
    /// An error of a file.
    pub fn new(path: impl Into<PathBuf>, problem: impl Display) -> Self {
        Self {
            path: path.into(),
            problem: problem.to_string(),
        }
    }

    /// What makes an error of what the system says, when something was tried: `cannot read`.
    pub fn when(path: &Path, tried: &str) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::new(path, format_args!("{tried}: {error}"))
    }
}

/// Reads a file as somebody else may have written it: it is not waited for.
///
/// # Errors
/// A file that cannot be read, or is none.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(FileError::when(path, "cannot read"))?;
    Ok(bytes)
}

/// Writes a file anew.
///
/// # Errors
/// A file that cannot be written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), FileError> {
    fs::write(path, content).map_err(FileError::when(path, "cannot write"))
}
