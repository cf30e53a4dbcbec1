//! A run of the `plyjudge` command with all that should come of it.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use plyjudge::report::diff::Diff;
use tempfile::TempDir;

/// The search path, with what is tested on it.
pub fn path_with_own() -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_plyjudge"));
    let own = own.parent().expect("a folder").display();
    let path = env::var("PATH").unwrap_or_default();
    format!("{own}:{path}")
}

/// One run in a folder of its own. What is not said of stdout and stderr must be empty, and
/// the exit status is 0.
#[must_use = "nothing is tested before `run`"]
pub struct Plyjudge {
    command: Command,
    folder: TempDir,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: i32,
    files: BTreeMap<String, Option<Vec<u8>>>,
}

impl Plyjudge {
    /// A run without arguments, input or files.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command.current_dir(folder.path());
        // What is printed must not depend on how long it takes.
        command.env("PLYJUDGE_PROGRESS", "off");
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        Self {
            command,
            folder,
            stdout: Vec::new(),
            stderr: Vec::new(),
            status: 0,
            files: BTreeMap::new(),
        }
        .stdin("")
    }

    /// More arguments.
    pub fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Self {
        self.command.args(args);
        self
    }

    /// A variable of the environment.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// A file that is there before the run; the folders it is in are made.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        write(&self.folder.path().join(name), content.as_ref());
        self
    }

    /// What is read on standard input.
    pub fn stdin(mut self, content: impl AsRef<[u8]>) -> Self {
        let mut file = tempfile::tempfile().expect("a file");
        fill(&mut file, content.as_ref());
        self.command.stdin(file);
        self
    }

    /// All that is written to standard output.
    pub fn stdout(mut self, content: impl AsRef<[u8]>) -> Self {
        self.stdout = content.as_ref().to_vec();
        self
    }

    /// All that is written to standard error.
    pub fn stderr(mut self, content: impl AsRef<[u8]>) -> Self {
        self.stderr = content.as_ref().to_vec();
        self
    }

    /// The exit status.
    pub fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    /// What a file holds after the run.
    pub fn leaves(mut self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let content = content.as_ref().to_vec();
        self.files.insert(name.to_owned(), Some(content));
        self
    }

    /// A file that is not there after the run.
    pub fn leaves_no(mut self, name: &str) -> Self {
        self.files.insert(name.to_owned(), None);
        self
    }

    /// Runs it.
    ///
    /// # Panics
    /// When anything is not as it should be; the message says all that is not.
    #[track_caller]
    pub fn run(mut self) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command.output().expect("the command runs");
        let mut wrong = String::new();
        if status.code() != Some(self.status) {
            _ = writeln!(wrong, "{status}, expected {}", self.status);
        }
        compare("standard output", &self.stdout, &stdout, &mut wrong);
        compare("standard error", &self.stderr, &stderr, &mut wrong);
        for (name, expected) in &self.files {
            let found = fs::read(self.folder.path().join(name)).ok();
            match (expected, found) {
                (Some(expected), Some(found)) => compare(name, expected, &found, &mut wrong),
                (Some(_), None) => _ = writeln!(wrong, "{name}: no such file"),
                (None, Some(_)) => _ = writeln!(wrong, "{name}: should not be there"),
                (None, None) => {}
            }
        }
        assert!(wrong.is_empty(), "{:?}\n{wrong}", self.command);
    }
}

fn compare(what: &str, expected: &[u8], found: &[u8], wrong: &mut String) {
    if expected != found {
        let mut diff = Vec::new();
        let max_lines = 200;
        let page = Diff {
            max_lines,
            ..Diff::new(expected, found)
        };
        page.write(&mut diff).expect("a vector can be written to");
        _ = writeln!(wrong, "{what}:\n{}", String::from_utf8_lossy(&diff));
    }
}

fn write(path: &Path, content: &[u8]) {
    let folder = path.parent().expect("a folder to be in");
    fs::create_dir_all(folder).expect("the folder can be made");
    fs::write(path, content).expect("the file can be written");
}

/// Writes a file to be read from its start.
fn fill(file: &mut File, content: &[u8]) {
    use std::io::{Seek as _, Write as _};
    file.write_all(content).expect("the file can be written");
    file.rewind().expect("the file can be rewound");
}
