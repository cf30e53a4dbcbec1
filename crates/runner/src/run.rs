//! One run of a program: what it is given, how it ended, what it used.
//!
//! How a run *ended* says nothing about whether its output is *right*, and an error of
//! ours ([`RunError`]) is never an [`Ended`]: callers cannot mix them up by accident.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::layers::Layer;
#[cfg(target_os = "linux")]
use super::sandbox;
#[cfg(unix)]
use super::sys::Status;

mod uncontained;

/// Where a contained program finds its own folder, whatever it is called on the host:
/// every submission, compiled or run, on every machine, sees the same path.
pub const PROGRAM: &str = "/program";

/// What a run may use. Reaching a limit ends the run and its whole process tree, except
/// where the field says otherwise. Besides these, a program starts with 8 MiB of stack, as
/// from a shell, and may raise that to what memory it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time of all processes of the run together. Default 1 s.
    pub cpu: Duration,
    /// Wall-clock time. Default 5 s.
    pub wall: Duration,
    /// Memory of all processes together, in bytes. Default 512 MiB.
    pub memory: u64,
    /// Bytes on standard output. Default 8 MiB.
    pub output: u64,
    /// Bytes of standard error that are kept; the rest is read and dropped, it never ends
    /// a run. Default 64 KiB.
    pub stderr: usize,
    /// Processes and threads at one time. Starting one more fails, which the program may
    /// survive. Default 64.
    pub processes: u32,
    /// Size of any one file the program writes, in bytes. Default 64 MiB.
    pub file_size: u64,
    /// Size of all files it has in its folder, in bytes. Writing more fails as on a full
    /// disk, which the program may survive. Default 64 MiB. Files are kept in memory, and
    /// count as such where control groups do the counting.
    pub disk: u64,
    /// Files open in one process. Opening one more fails. Default 256.
    pub open_files: u32,
}

impl Limits {
    /// The processor time in whole seconds, as the system limits it.
    pub(super) fn cpu_seconds(&self) -> u64 {
        self.cpu.as_secs() + u64::from(self.cpu.subsec_nanos() > 0)
    }
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            cpu: Duration::from_secs(1),
            wall: Duration::from_secs(5),
            memory: 512 * MIB,
            output: 8 * MIB,
            stderr: 64 << 10,
            processes: 64,
            file_size: 64 * MIB,
            disk: 64 * MIB,
            open_files: 256,
        }
    }
}

/// What a program reads on standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// Nothing.
    #[default]
    Empty,
    /// What is in this file. The program gets the bytes, never the file.
    File(PathBuf),
    /// These bytes.
    Bytes(Arc<[u8]>),
}

/// The one folder a program can write to, which is also where it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folder {
    /// An empty folder of its own, gone after the run.
    #[default]
    Private,
    /// [`Job::program`], to be changed: for compiling. The program works on a copy; when it
    /// has exited with status 0, new and changed files, folders, and links that stay within
    /// the folder are copied back. What it removed is not removed from the host's folder.
    /// (Without the sandbox it works on the folder itself.)
    Program,
    /// The same, but that files are copied back whatever status it has exited with: for who says
    /// with the status what it has found out.
    Feedback,
}

/// One program to run, under limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The program and its arguments; not empty. Paths are as the program sees them, see
    /// [`Runner::seen`]. A first word without a slash is looked up in `PATH`.
    pub argv: Vec<OsString>,
    /// The whole environment. Where missing, `HOME` and `TMPDIR` are added: empty folders,
    /// gone after the run.
    pub env: Vec<(OsString, OsString)>,
    /// What it reads.
    pub stdin: Input,
    /// The folder (or the one file) of the host that is the program. Shown read-only at
    /// [`PROGRAM`]; a file `f` as `/program/f`.
    pub program: Option<PathBuf>,
    /// Where it may write.
    pub folder: Folder,
    /// Further paths of the host shown read-only under their own names (toolchains outside
    /// of `/usr`). All of what is below them can be read.
    pub visible: Vec<PathBuf>,
    /// What it may use.
    pub limits: Limits,
    /// Whether what it reads is hidden from students. No program of which they see the output
    /// runs where one has run that read such a thing.
    pub hidden: bool,
}

impl Job {
    /// A job that runs `argv` with no input, a plain environment (`PATH`, `LANG`) and the
    /// default limits.
    pub fn new<I, S>(argv: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<OsString>,
    {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            env: vec![
                ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
                ("LANG".into(), "C.UTF-8".into()),
            ],
            stdin: Input::Empty,
            program: None,
            folder: Folder::Private,
            visible: Vec::new(),
            limits: Limits::default(),
            hidden: false,
        }
    }
}

/// How a run ended. Nothing here says whether its output was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The program exited with this status, 0 to 255.
    Exited(i32),
    /// A signal ended the program.
    Signalled(i32),
    /// It could not be started at all: the system's error number (no such file, not
    /// executable, wrong format…).
    NotStarted(i32),
    /// It used more than [`Limits::cpu`].
    CpuLimit,
    /// It took longer than [`Limits::wall`].
    WallLimit,
    /// It needed more than [`Limits::memory`].
    MemoryLimit,
    /// It printed more than [`Limits::output`].
    OutputLimit,
    /// It wrote more than [`Limits::file_size`] to a file, or left more than
    /// [`Limits::disk`] in a folder it was given.
    FileLimit,
    /// The reader of its output had seen enough, see [`Runner::stream`].
    Stopped,
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time of all processes together, user and system.
    pub cpu: Duration,
    /// Wall-clock time, from the program's start to its end.
    pub wall: Duration,
    /// Most memory in use that was seen, in bytes: the largest process, or all of them
    /// together where that was looked at and more. At least the size of a process before
    /// it becomes the program.
    pub peak_memory: u64,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ended: Ended,
    /// What it used.
    pub usage: Usage,
    /// Standard output, at most [`Limits::output`] bytes; empty after [`Runner::stream`].
    pub stdout: Vec<u8>,
    /// The first [`Limits::stderr`] bytes of standard error.
    pub stderr: Vec<u8>,
    /// Whether there was more on standard error than was kept.
    pub stderr_cut: bool,
}

/// How a run is kept from harming the machine and the judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Containment {
    /// In the sandbox; Linux only.
    #[default]
    Sandbox,
    /// Not at all, beyond the limits of one process, a process group and the clock. The
    /// program sees and can do what the judge's user can.
    Off,
}

/// A failure of ours: it says nothing about the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The machine lacks what the sandbox is made of.
    #[error("this machine cannot contain a program: {}", missing.join("; "))]
    Unavailable {
        /// Each missing layer, with what was tried and what the system said.
        missing: Vec<String>,
    },
    /// The job itself cannot be run as asked (no words in `argv`, a path that cannot be
    /// shown…).
    #[error("cannot run this job: {0}")]
    Job(String),
    /// A file that the judge reads or shows for this run.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A step of starting or watching the program failed.
    #[error("{step}: {source}")]
    System {
        /// What was being done.
        step: String,
        /// What the system said.
        source: io::Error,
    },
    /// The sandbox ended without a report, or gave one that makes no sense.
    #[error("the sandbox failed: {0}")]
    Lost(String),
}

impl RunError {
    /// What makes an error of what the system says when this is done.
    pub fn during(step: &'static str) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::System {
            step: step.into(),
            source,
        }
    }

    /// What makes an error of what the system says of a file.
    pub(super) fn of_file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

/// Takes standard output as it comes; `Break` stops the run. No bytes at all say that nothing more
/// comes, though the program may go on; that is not said of every run.
pub type Sink<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// What a run prints, as it comes: what is kept of it, and whether it ends the run.
pub(super) struct Printed<'a> {
    pub(super) limits: &'a Limits,
    count: u64,
    errors: Vec<u8>,
    errors_cut: bool,
    /// Why the judge has stopped the run, if it has.
    pub(super) stopped: Option<Ended>,
}

impl<'a> Printed<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            count: 0,
            errors: Vec::new(),
            errors_cut: false,
            stopped: None,
        }
    }

    /// Takes standard output; no bytes at its end.
    pub(super) fn add_output(&mut self, bytes: &[u8], sink: &mut Sink<'_>) {
        let left = self.limits.output - self.count;
        let fits = usize::try_from(left).map_or(bytes.len(), |left| bytes.len().min(left));
        self.count += fits as u64;
        if self.stopped.is_none() && sink(&bytes[..fits]).is_break() {
            self.stopped = Some(Ended::Stopped);
        }
        if fits < bytes.len() {
            self.stopped.get_or_insert(Ended::OutputLimit);
        }
    }

    /// Takes standard error.
    pub(super) fn add_errors(&mut self, bytes: &[u8]) {
        let fits = bytes.len().min(self.limits.stderr - self.errors.len());
        self.errors.extend_from_slice(&bytes[..fits]);
        self.errors_cut |= fits < bytes.len();
    }

    /// What came of the run. What was found here came first, whatever became of the program after
    /// that.
    pub(super) fn outcome(self, ended: Ended, usage: Usage) -> Outcome {
        Outcome {
            ended: self.stopped.unwrap_or(ended),
            usage,
            stdout: Vec::new(),
            stderr: self.errors,
            stderr_cut: self.errors_cut,
        }
    }
}

/// What ties a run that is spoken to while it goes on to the one who speaks, see
/// [`Runner::converse`].
#[derive(Debug)]
pub struct CommandLine {
    /// Where the program's standard input comes from, in place of [`Job::stdin`].
    pub stdin: PipeReader,
    /// When the other end of this pipe is closed the run is stopped.
    pub leash: PipeReader,
    /// Told when all is set up and the program is on its way.
    pub started: Sender<()>,
}

/// Our ends of a [`CommandLine`].
#[derive(Debug)]
pub(super) struct Held {
    /// Not waited at, where the system can do that: see [`speak`].
    pub stdin: PipeWriter,
    pub leash: PipeWriter,
    pub started: Receiver<()>,
}

impl CommandLine {
    /// A line, and what holds it.
    pub(super) fn new() -> io::Result<(Self, Held)> {
        let (their_stdin, stdin) = io::pipe()?;
        #[cfg(target_os = "linux")]
        rustix::fs::fcntl_setfl(&stdin, rustix::fs::OFlags::NONBLOCK)?;
        let (their_leash, leash) = io::pipe()?;
        let (their_started, started) = channel();
        let line = Self {
            stdin: their_stdin,
            leash: their_leash,
            started: their_started,
        };
        let held = Held {
            stdin,
            leash,
            started,
        };
        Ok((line, held))
    }
}

/// How long to wait before writing again to a program that has not read what it was sent.
pub(super) const FULL: Duration = Duration::from_millis(1);

/// Writes to a program, as long as it goes on: one that has ended will not read, though it may
/// have left the pipe open.
pub(super) fn speak(
    to: &mut PipeWriter,
    mut bytes: &[u8],
    is_over: impl Fn() -> bool,
) -> io::Result<()> {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // It has not read what it was sent before.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && !is_over() => {
                thread::sleep(FULL);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Becomes a part of the sandbox, and does not return, if this process was started to be
/// one. Comes first in the `main` of every binary that has a [`Runner`].
pub fn enter_sandbox() {
    #[cfg(target_os = "linux")]
    sandbox::enter();
}

/// Runs jobs, from any number of threads at once. Made once per judging.
pub struct Runner {
    #[cfg(target_os = "linux")]
    boxes: Option<sandbox::Pool>,
}

impl Runner {
    /// A runner; with [`Containment::Sandbox`] a first box is built, so that what the
    /// machine lacks shows here and not in the middle of a judging.
    ///
    /// Boxes are made by this binary, started once more: its `main` has to begin with
    /// [`enter_sandbox`].
    ///
    /// # Errors
    /// [`RunError::Unavailable`] names the missing layers.
    pub fn new(containment: Containment) -> Result<Self, RunError> {
        Self::with_launcher(containment, "/proc/self/exe".into())
    }

    /// A runner whose boxes are made by another binary, one that calls
    /// [`enter_sandbox`].
    ///
    /// # Errors
    /// As [`Runner::new`].
    pub fn with_launcher(containment: Containment, launcher: PathBuf) -> Result<Self, RunError> {
        #[cfg(target_os = "linux")]
        let boxes = match containment {
            Containment::Off => None,
            Containment::Sandbox => Some(sandbox::Pool::new(launcher)?),
        };
        #[cfg(not(target_os = "linux"))]
        if let (Containment::Sandbox, _) = (containment, launcher) {
            let missing = vec!["the sandbox is made of what only Linux has".into()];
            return Err(RunError::Unavailable { missing });
        }
        Ok(Self {
            #[cfg(target_os = "linux")]
            boxes,
        })
    }

    /// How this runner's jobs are contained.
    pub fn containment(&self) -> Containment {
        #[cfg(target_os = "linux")]
        if self.boxes.is_some() {
            return Containment::Sandbox;
        }
        Containment::Off
    }

    /// The layers that this runner's jobs are contained by, and those that are missing; none
    /// without the sandbox. Unlike [`layers`](crate::layers::layers) this tries only what a
    /// sandbox can be without.
    pub fn layers(&self) -> Vec<Layer> {
        #[cfg(target_os = "linux")]
        if let Some(boxes) = &self.boxes {
            return boxes.layers();
        }
        Vec::new()
    }

    /// This runner, but one that refuses jobs which it could not contain by all layers that
    /// there are, as their files are for their owner only.
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "no boxes"))]
    pub fn strict(mut self) -> Self {
        #[cfg(target_os = "linux")]
        if let Some(boxes) = &mut self.boxes {
            boxes.strict = true;
        }
        self
    }

    /// The path under which a program sees `host`, a path at or below `program`, which is
    /// its [`Job::program`]. Any other path is seen under its own name. For use in
    /// [`Job::argv`].
    pub fn seen(&self, program: &Path, host: &Path) -> PathBuf {
        match self.containment() {
            Containment::Off => host.to_owned(),
            Containment::Sandbox => place_in_box(program, host),
        }
    }

    /// Runs a job, keeping standard output.
    ///
    /// # Errors
    /// Our own failures only; whatever the program does is an [`Outcome`].
    pub fn run(&self, job: &Job) -> Result<Outcome, RunError> {
        let mut stdout = Vec::new();
        let mut outcome = self.stream(job, &mut |bytes| {
            stdout.extend_from_slice(bytes);
            ControlFlow::Continue(())
        })?;
        outcome.stdout = stdout;
        Ok(outcome)
    }

    /// Runs a job, handing standard output to `sink` as it comes, at most
    /// [`Limits::output`] bytes. When `sink` says `Break` the run is stopped
    /// ([`Ended::Stopped`]), and `sink` is not called again.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        self.converse(job, None, sink)
    }

    /// Runs a job as [`Runner::stream`] does, with standard input that is written while it
    /// runs where there is a line.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn converse<'line>(
        &self,
        job: &Job,
        line: impl Into<Option<&'line CommandLine>>,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        let line = line.into();
        #[cfg(target_os = "linux")]
        if let Some(boxes) = &self.boxes {
            return boxes.run(job, line, sink);
        }
        uncontained::run(job, line, sink)
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Runner").field(&self.containment()).finish()
    }
}

/// Where a path of the host's, at or below `program`, is in a box.
pub(super) fn place_in_box(program: &Path, host: &Path) -> PathBuf {
    let Ok(rest) = host.strip_prefix(program) else {
        return host.to_owned();
    };
    let at = match program.file_name() {
        Some(name) if !program.is_dir() => Path::new(PROGRAM).join(name),
        _ => PROGRAM.into(),
    };
    // Joining nothing would leave a slash at the end.
    match rest.as_os_str().is_empty() {
        true => at,
        false => at.join(rest),
    }
}

#[cfg(unix)]
impl From<Status> for Ended {
    fn from(status: Status) -> Self {
        match status {
            Status::Exited(status) => Ended::Exited(status),
            Status::Signalled(libc::SIGXFSZ) => Ended::FileLimit,
            Status::Signalled(signal) => Ended::Signalled(signal),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exited(status) => write!(f, "exited with status {status}"),
            Ended::Signalled(signal) => write!(f, "ended by signal {signal}"),
            Ended::NotStarted(errno) => {
                write!(f, "not started: {}", io::Error::from_raw_os_error(*errno))
            }
            Ended::CpuLimit => f.write_str("ran out of processor time"),
            Ended::WallLimit => f.write_str("ran out of time"),
            Ended::MemoryLimit => f.write_str("ran out of memory"),
            Ended::OutputLimit => f.write_str("printed too much"),
            Ended::FileLimit => f.write_str("wrote too much to files"),
            Ended::Stopped => f.write_str("stopped by the judge"),
        }
    }
}
