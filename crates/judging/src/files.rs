//! Files by the names people know them by: what is wrong with one, said with its name.

use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use plyjudge_runner::input::open;

use crate::visible;

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

    /// An error of a file in TOML, in plain words.
    pub fn toml(path: impl Into<PathBuf>, text: &str, error: &toml::de::Error) -> Self {
        let problem = in_plain_words(error.message());
        let Some(span) = error.span() else {
            return Self::new(path, problem);
        };
        let before = text.get(..span.start).unwrap_or(text);
        let number = before.matches('\n').count();
        let line = text.lines().nth(number).unwrap_or_default().trim();
        let (number, line) = (number + 1, visible::name(line));
        Self::new(path, format_args!("line {number}, `{line}`: {problem}"))
    }

    /// What makes an error of what the system says, when something was tried: `cannot read`.
    pub fn when(path: &Path, tried: &str) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::new(path, format_args!("{tried}: {error}"))
    }
}

/// What the parser says of a wrong value or key, in words for people who write such files.
fn in_plain_words(message: &str) -> String {
    const KEY: &str = "unknown field ";
    if let Some((key, keys)) = message
        .strip_prefix(KEY)
        .and_then(|rest| rest.split_once(", expected "))
    {
        let keys = keys
            .strip_prefix("one of ")
            .unwrap_or(keys)
            .replace('`', "");
        return format!(
            "found the key {}, expected one of: {keys}",
            key.replace('`', "")
        );
    }
    let halves = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))
        .and_then(|rest| rest.rsplit_once(", expected "));
    let Some((found, expected)) = halves else {
        return match message.strip_prefix("missing field ") {
            Some(key) => format!("the key {} is missing", key.replace('`', "")),
            None => message.trim_end().replace('\n', "; "),
        };
    };
    let (kind, value) = found
        .split_once([' ', '`', '"'])
        .map_or((found, ""), |(kind, _)| {
            (kind, found[kind.len()..].trim().trim_matches('`'))
        });
    let found = match (kind, found) {
        ("string", _) => format!("the text {value}"),
        ("integer", _) => format!("the number {value}"),
        ("floating", _) => format!("the number {}", value.trim_start_matches("point `")),
        ("boolean", _) => value.to_owned(),
        (_, "sequence") => "a list".to_owned(),
        (_, "map") => "a table".to_owned(),
        _ => found.to_owned(),
    };
    let is_whole = |name: &str| {
        let bits = name.strip_prefix(['u', 'i']);
        bits.is_some_and(|bits| bits == "size" || bits.parse::<u32>().is_ok())
    };
    let expected = match expected {
        "f64" | "f32" => "a number",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list in brackets",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ if is_whole(expected) || expected.starts_with("a nonzero ") => "a whole number",
        _ => expected,
    };
    format!("found {found}, expected {expected}")
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

/// Makes a folder, with those that it is in, unless it is there.
///
/// # Errors
/// A folder that cannot be made.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::when(path, "cannot create the folder"))
}

/// What makes an error of the same kind that names the file, where writing it goes on for long.
pub fn cannot_write(path: &Path) -> impl Fn(io::Error) -> io::Error + Copy {
    move |error| {
        let message = format!("{}: cannot write: {error}", path.display());
        io::Error::new(error.kind(), message)
    }
}

/// A folder for tests that make and remove thousands of files: in memory, where that can be. On a
/// disk, ext4 looks for each new file at all that were removed within some seconds.
#[cfg(test)]
pub(crate) fn roomy_folder() -> tempfile::TempDir {
    let in_memory = tempfile::tempdir_in("/dev/shm");
    in_memory.or_else(|_| tempfile::tempdir()).unwrap()
}

/// A folder with files of these names and contents, for tests.
#[cfg(test)]
pub(crate) fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        create_folder(path.parent().unwrap()).unwrap();
        write(&path, content).unwrap();
    }
    folder
}
