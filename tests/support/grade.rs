//! A run of `plyjudge grade` in a folder of its own, and what its journal says afterwards.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use plyjudge::judge::journal::results::{Brief, Prepared, Results};
use plyjudge::judge::journal::work::merge::Merge;
use tempfile::TempDir;

use super::players::script;
use super::skipped;

/// Prints what it reads.
pub const ECHO: &str = "#include <stdio.h>\n\
    int main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); return 0; }\n";

/// A program that has this as its `main`.
pub fn program(body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         int main(void) {{ {body} }}\n"
    )
}

/// A folder with `submissions` and `cases`, and options that stay the same for all runs.
pub struct Grade {
    folder: TempDir,
    /// For temporary files: what other gradings leave in the machine's is not our concern.
    temporary: TempDir,
    args: Vec<String>,
}

/// What came of a run.
pub struct Graded {
    /// The exit status; none after a signal.
    pub status: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// Whether programs can be contained here; if not, they are tested all the same.
pub fn can_contain() -> bool {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        let doctor = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .arg("doctor")
            .output();
        let works = doctor.is_ok_and(|output| output.status.success());
        if !works {
            skipped("no sandbox here: tested with --sandbox off");
        }
        works
    })
}

impl Grade {
    /// No submissions, no cases.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["submissions", "cases"] {
            fs::create_dir(folder.path().join(name)).expect("a folder can be made");
        }
        let grade = Self {
            folder,
            temporary: tempfile::tempdir().expect("a folder"),
            args: Vec::new(),
        };
        match can_contain() {
            true => grade,
            false => grade.args(["--sandbox", "off"]),
        }
    }

    /// More options for all runs.
    pub fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Self {
        self.args.extend(args.into_iter().map(str::to_owned));
        self
    }

    /// A submission that is a file, or a file of one: `FOLDER/FILE`.
    pub fn submission(self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Self {
        self.put(&Path::new("submissions").join(name), content);
        self
    }

    /// A submission that is a script for the shell.
    pub fn script(self, name: &str, text: &str) -> Self {
        script(&self.path().join("submissions").join(name), text);
        self
    }

    /// A case.
    pub fn case(self, name: &str, input: impl AsRef<[u8]>, expected: impl AsRef<[u8]>) -> Self {
        self.put(format!("cases/{name}.txt").as_ref(), input);
        self.put(format!("cases/{name}.out").as_ref(), expected);
        self
    }

    /// Any other file.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.put(name.as_ref(), content);
        self
    }

    /// Writes a file between two runs.
    pub fn put(&self, name: &Path, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder to be in")).expect("a folder");
        fs::write(path, content).expect("the file can be written");
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// How many folders of gradings are left that nobody uses any more.
    pub fn folders_left(&self) -> usize {
        let folders = fs::read_dir(&self.temporary).expect("the folder is there");
        let is_free = |folder: &fs::DirEntry| {
            let lock = fs::File::open(folder.path().join("lock"));
            lock.is_ok_and(|lock| lock.try_lock().is_ok())
        };
        folders.flatten().filter(is_free).count()
    }

    /// Where the journal is.
    pub fn journal(&self) -> PathBuf {
        self.path().join("submissions.plyjudge.jsonl")
    }

    /// Whether programs are contained.
    pub fn is_contained(&self) -> bool {
        !self.args.iter().any(|arg| arg == "off")
    }

    /// The same command for an ordinary user, who can then write to the folder; none where
    /// root cannot become one, or that one could not run it.
    pub fn as_ordinary_user(&self, command: &Command) -> Option<Command> {
        let mut ordinary = Command::new("setpriv");
        ordinary.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
        ordinary.current_dir(self.path());
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(self.path(), open).expect("the folder is ours");
        let mut attempt = Command::new("setpriv");
        attempt.args(ordinary.get_args()).arg(command.get_program());
        attempt.arg("--version").stdout(Stdio::null());
        let works = attempt.status().is_ok_and(|status| status.success());
        ordinary.arg(command.get_program()).args(command.get_args());
        works.then_some(ordinary)
    }

    /// The options for all runs.
    pub fn options(&self) -> &[String] {
        &self.args
    }

    /// The command.
    pub fn command<'a>(&self, more: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.command_of("grade", "submissions");
        command.args(more);
        command
    }

    /// Another command with the same cases and options.
    pub fn command_of(&self, name: &str, subject: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command
            .current_dir(self.path())
            .args([name, subject, "--cases", "cases"])
            .args(&self.args)
            .env("TMPDIR", self.temporary.path())
            .env("PLYJUDGE_PROGRESS", "off")
            .stdin(Stdio::null());
        command
    }

    /// Any command, in the same place.
    pub fn plyjudge<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command
            .current_dir(self.path())
            .args(args)
            .env("TMPDIR", self.temporary.path())
            .env("PLYJUDGE_PROGRESS", "off")
            .stdin(Stdio::null());
        command
    }

    /// Starts it.
    pub fn start(&self) -> Child {
        let mut command = self.command([]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the command runs")
    }

    /// Runs it.
    pub fn run_with<'a>(&self, more: impl IntoIterator<Item = &'a str>) -> Graded {
        finished(self.command(more).output().expect("the command runs"))
    }

    /// Runs it, which has to succeed, and compares with what the journal then says, see
    /// [`Grade::told`].
    #[track_caller]
    pub fn expect(&self, told: &str) {
        let graded = self.run_with([]);
        assert_eq!(graded.stderr, "");
        assert_eq!(graded.status, Some(0));
        assert_eq!(self.told(), told.trim_start());
    }

    /// What the journal says, a line for each submission: `NAME: VERDICT | VERDICT`, or
    /// `NAME: (REASON) CE | CE`, with the points at the end if there is a suite.
    pub fn told(&self) -> String {
        let merge = Merge::open(&[self.journal()]).expect("a journal that can be read");
        let (mut results, gaps) = Results::merged(&merge);
        assert_eq!(gaps.to_string(), "");
        assert!(results.advance(&mut |_, _| {}).expect("it can be read"));
        let mut told = String::new();
        let plan = results.plan();
        for (submission, about) in plan.submissions.iter().enumerate() {
            _ = write!(told, "{}:", about.name);
            if let Prepared::Failed(reason) = results.prepared(submission) {
                _ = write!(told, " ({reason})");
            }
            for (case, result) in results.results_of(submission) {
                told.push_str(if case > 0 { " | " } else { " " });
                match result {
                    Brief::Judged(judged) => {
                        _ = write!(told, "{}", judged.verdict);
                        told.push_str(if judged.flickers { " flickers" } else { "" });
                    }
                    Brief::Skipped => told.push('-'),
                    Brief::Fault(message) => _ = write!(told, "fault: {message}"),
                }
            }
            if plan.has_suite {
                let share = |case| results.passes(submission, case).then_some(1.0);
                let points = results.points(submission);
                let points = points.unwrap_or_else(|| plan.points(share));
                _ = write!(told, " {points:?}");
            }
            told.push('\n');
        }
        told
    }

    /// How many lines of the journal say so.
    pub fn count(&self, word: &str) -> usize {
        let journal = fs::read_to_string(self.journal()).unwrap_or_default();
        let piece = match word {
            "begin" => "{\"begin\":".to_owned(),
            word => format!("\"piece\":{{\"{word}\":"),
        };
        journal.lines().filter(|line| line.contains(&piece)).count()
    }
}

/// What came of a run, but for what this machine lacks to contain programs by, and for what is
/// said of a folder that could also be one submission.
pub fn finished(output: Output) -> Graded {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let lines = stderr.split_inclusive('\n');
    Graded {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: lines
            .filter(|line| !line.starts_with("plyjudge: contained without: "))
            .collect(),
    }
}
