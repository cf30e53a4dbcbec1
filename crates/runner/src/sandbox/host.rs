//! A box from the judge's side: starting it, giving it a run, reading what comes out.

use std::fs::File;
use std::io::{self, PipeReader, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::io::Errno;
use rustix::net::Shutdown;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal};

use super::cgroup::Parents;
use super::tree::{TEMPORARY, WORK};
use super::watch::MOST_WAITING;
use super::wire::{Layout, Receiver, Reply, Report, Request, Run, pair, send};
use super::{COMMAND, Done, During, Failure, wait_at_most, wait_for};
use crate::input;
use crate::layers::Layer;
use crate::run::{CommandLine, Ended, Input, Job, Outcome, Printed, RunError, Sink, Usage};

/// How long a box may take to be built, and to answer after the end of a run's time.
const PATIENCE: Duration = Duration::from_secs(10);

/// A box that was started.
pub(super) struct Host {
    keeper: Child,
    socket: OwnedFd,
    /// The steps of its set-up, a line each.
    steps: OwnedFd,
    /// Whether it has had an input that is hidden from students.
    pub hidden: bool,
    /// Whether it can have another run.
    pub reusable: bool,
    receiver: Receiver,
    buffer: Box<[u8]>,
    /// What it was built for.
    pub layout: Layout,
}

/// Why there is no outcome.
pub(super) enum Missed {
    /// The box was gone before the run began; another may do.
    Gone(RunError),
    /// Anything else.
    Error(RunError),
}

impl From<Failure> for Missed {
    fn from(failure: Failure) -> Self {
        Missed::Error(failure.into())
    }
}

impl Host {
    /// Starts a box that shows nothing yet.
    pub(super) fn begin(launcher: &Path, alone: bool) -> Result<Self, RunError> {
        let host = Self::start(launcher)?;
        host.tell(&Request::Begin { alone })?;
        Ok(host)
    }

    /// Builds a box that has begun, and waits until it is built.
    pub(super) fn build(mut self, layout: Layout) -> Result<Self, RunError> {
        self.layout = layout;
        match self.ask(&Request::Build(self.layout.clone()))? {
            Reply::Ready => Ok(self),
            other => Err(self.unexpected(other)),
        }
    }

    /// Has a keeper try all layers.
    pub(super) fn probe(launcher: &Path) -> Result<Vec<Layer>, RunError> {
        let mut host = Self::start(launcher)?;
        match host.ask(&Request::Probe)? {
            Reply::Layers(layers) => Ok(layers),
            other => Err(host.unexpected(other)),
        }
    }

    fn start(launcher: &Path) -> Done<Self> {
        let [socket, theirs] = pair().during("make a socket")?;
        let (steps, their_steps) = pipe()?;
        let keeper = Command::new(launcher)
            .arg(COMMAND)
            .env_clear()
            .current_dir("/")
            // What a terminal sends to the judge is not for its boxes.
            .process_group(0)
            .stdin(theirs)
            .stdout(their_steps)
            .spawn()
            .during(format_args!("start {}", launcher.display()))?;
        Ok(Self {
            keeper,
            socket,
            steps,
            hidden: false,
            reusable: true,
            receiver: Receiver::new(),
            buffer: vec![0; 64 << 10].into(),
            layout: Layout::default(),
        })
    }

    /// Sends a request. That a box is gone is found out by listening to it, which also tells
    /// why.
    fn tell(&self, request: &Request) -> Done<()> {
        let sent = send(&self.socket, request, &[]);
        match sent.as_ref().map_err(Errno::from_io_error) {
            Err(Some(Errno::PIPE | Errno::CONNRESET)) => Ok(()),
            _ => sent.during("speak to a box"),
        }
    }

    /// Sends a request that is answered at once.
    fn ask(&mut self, request: &Request) -> Result<Reply, RunError> {
        self.tell(request)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let socket = Some(self.socket.as_fd());
            match wait_for("a box", [socket], Some(left))? {
                [true] => return self.reply(),
                [false] if left.is_zero() => {
                    return Err(RunError::Lost("it was not built in time".into()));
                }
                [false] => {}
            }
        }
    }

    fn reply(&mut self) -> Result<Reply, RunError> {
        match self
            .receiver
            .receive(&self.socket)
            .during("hear from a box")?
        {
            Some((reply, _)) => Ok(reply),
            None => Err(self.lost()),
        }
    }

    /// What is known of a box that has ended without a word.
    fn lost(&mut self) -> RunError {
        let process = self.keeper.id();
        // It has closed the socket, which is among the last things that it does.
        let how = match wait_at_most(&mut self.keeper, Duration::from_secs(1)) {
            Ok(None) => "has not ended".to_owned(),
            Ok(Some(status)) => format!("ended with {status}"),
            Err(error) => format!("cannot be waited for ({error})"),
        };
        let step = self.last_step();
        RunError::Lost(format!(
            "its process ended unexpectedly: process {process} {how}; the last step that it \
             reached was '{step}'"
        ))
    }

    fn last_step(&mut self) -> String {
        let mut text = [0; 4096];
        let count = rustix::io::read(&self.steps, &mut text).unwrap_or(0);
        let text = String::from_utf8_lossy(&text[..count]);
        text.lines().last().unwrap_or("none").to_owned()
    }

    /// What a box has answered that should have answered something else.
    fn unexpected(&mut self, reply: Reply) -> RunError {
        match reply {
            Reply::Failed(failure) => failure.into(),
            Reply::Gone { status, .. } => RunError::Lost(format!(
                "its process ended unexpectedly: the first process of the box {status}; the \
                 last step that it reached was '{}'",
                self.last_step()
            )),
            other => RunError::Lost(format!("it answered {other:?}")),
        }
    }

    /// Runs a job whose layout is this box's.
    ///
    /// After an error the box must not be used again.
    pub(super) fn run(
        &mut self,
        job: &Job,
        line: Option<&CommandLine>,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, Missed> {
        // Only a box that reports its run has survived it.
        self.reusable = false;
        let stdin = match line {
            // Another name of the same pipe: this one is given away.
            Some(line) => {
                let stdin = line.stdin.try_clone().during("copy a pipe")?;
                rustix::fs::fchmod(&stdin, Mode::from_raw_mode(0o666)).during("share a pipe")?;
                stdin.into()
            }
            None => input(&job.stdin).map_err(Missed::Error)?,
        };
        let (stdout, their_stdout) = pipe()?;
        let (stderr, their_stderr) = pipe()?;
        for file in [&their_stdout, &their_stderr] {
            // Programs may open these once more, as /dev/stdout and so on.
            rustix::fs::fchmod(file, Mode::from_raw_mode(0o666)).during("share a pipe")?;
        }
        let files = [&stdin, &their_stdout, &their_stderr].map(AsFd::as_fd);
        let sent = send(&self.socket, &Request::Run(run(job)), &files);
        match sent.as_ref().map_err(Errno::from_io_error) {
            Err(Some(Errno::PIPE | Errno::CONNRESET)) => return Err(Missed::Gone(self.lost())),
            _ => sent.during("speak to a box")?,
        }
        drop((stdin, their_stdout, their_stderr));
        if let Some(line) = line {
            // Whoever does not wait for it need not be told.
            let _ = line.started.send(());
        }
        let following = Following {
            host: self,
            leash: line.map(|line| &line.leash),
            started: Instant::now(),
            stdout: Some(stdout),
            stderr: Some(stderr),
            printed: Printed::new(&job.limits),
            is_told: false,
        };
        following.follow(sink).map_err(Missed::Error)
    }
}

impl Drop for Host {
    /// Ends the box and waits until nothing is left of it.
    fn drop(&mut self) {
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Both);
        // The keeper is a child that was not waited for, so the number is still its own.
        let _ = rustix::process::kill_process(Pid::from_child(&self.keeper), Signal::TERM);
        let ended = self.keeper.wait();
        if !ended.is_ok_and(|status| status.success()) {
            // It was killed before it could remove its groups.
            Parents::find().remove(self.keeper.id());
        }
    }
}

/// Reading what comes out of a run.
struct Following<'a> {
    host: &'a mut Host,
    /// Closed at the other end when the run is to be stopped.
    leash: Option<&'a PipeReader>,
    started: Instant,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    printed: Printed<'a>,
    /// Whether the box has been told to end the run.
    is_told: bool,
}

impl Following<'_> {
    fn follow(mut self, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        let deadline = self.started + self.printed.limits.wall + MOST_WAITING + PATIENCE;
        let report = loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(RunError::Lost("it did not end a run in time".into()));
            }
            // Output, error output, the box's answer, the end of the leash.
            let files = [
                self.stdout.as_ref().map(AsFd::as_fd),
                self.stderr.as_ref().map(AsFd::as_fd),
                Some(self.host.socket.as_fd()),
                self.leash.map(AsFd::as_fd),
            ];
            let [out, errors, answer, leash] = wait_for("a run", files, Some(deadline - now))?;
            if leash {
                self.leash = None;
                self.printed.stopped.get_or_insert(Ended::Stopped);
            }
            if out {
                self.read_output(sink)?;
            }
            if errors {
                self.read_errors()?;
            }
            if self.printed.stopped.is_some() && !self.is_told {
                self.is_told = true;
                // Should the box be gone, then its end is what is heard of next.
                let _ = send(&self.host.socket, &Request::Stop, &[]);
            }
            if answer {
                match self.host.reply()? {
                    Reply::Report(report) => break report,
                    // The kernel chose to kill the box's init, though it is small: the box is
                    // gone, but why is known.
                    Reply::Gone { memory: true, .. } => {
                        break Report {
                            ended: Ended::MemoryLimit,
                            usage: Usage {
                                wall: self.started.elapsed(),
                                peak_memory: self.printed.limits.memory,
                                ..Usage::default()
                            },
                            reusable: false,
                        };
                    }
                    other => return Err(self.host.unexpected(other)),
                }
            }
        };
        self.host.reusable = report.reusable;
        // What is left when nothing of the run is. The ends of the pipes are not waited for: a
        // program may have sent them to itself, to be found by nobody.
        while self.read_output(sink)? {}
        while self.read_errors()? {}
        Ok(self.printed.outcome(report.ended, report.usage))
    }

    /// Reads output, if there is some: whether there was.
    fn read_output(&mut self, sink: &mut Sink<'_>) -> Done<bool> {
        let was_open = self.stdout.is_some();
        let count = read(&mut self.stdout, &mut self.host.buffer)?;
        if count.is_some() || was_open && self.stdout.is_none() {
            let bytes = &self.host.buffer[..count.unwrap_or(0)];
            self.printed.add_output(bytes, sink);
        }
        Ok(count.is_some())
    }

    /// Reads error output, if there is some: whether there was.
    fn read_errors(&mut self) -> Done<bool> {
        let count = read(&mut self.stderr, &mut self.host.buffer)?;
        let bytes = &self.host.buffer[..count.unwrap_or(0)];
        self.printed.add_errors(bytes);
        Ok(count.is_some())
    }
}

/// Reads what there is; at the end the file is closed.
fn read(file: &mut Option<OwnedFd>, buffer: &mut [u8]) -> Done<Option<usize>> {
    let Some(open) = file else { return Ok(None) };
    loop {
        match rustix::io::read(&*open, &mut *buffer) {
            Ok(0) => *file = None,
            Ok(count) => return Ok(Some(count)),
            Err(Errno::INTR) => continue,
            Err(Errno::AGAIN) => {}
            Err(errno) => return Err(errno).during("read from a run"),
        }
        return Ok(None);
    }
}

/// A pipe that is never waited at for reading.
fn pipe() -> Done<(OwnedFd, OwnedFd)> {
    let (out, into) = pipe_with(PipeFlags::CLOEXEC).during("make a pipe")?;
    rustix::fs::fcntl_setfl(&out, OFlags::NONBLOCK).during("make a pipe")?;
    Ok((out, into))
}

fn run(job: &Job) -> Run {
    let mut env: Vec<_> = job
        .env
        .iter()
        .map(|(name, value)| {
            let mut word = name.clone();
            word.push("=");
            word.push(value);
            word
        })
        .collect();
    for (name, value) in [("HOME", WORK), ("TMPDIR", TEMPORARY)] {
        if !job.env.iter().any(|(given, _)| given == name) {
            env.push(format!("{name}={value}").into());
        }
    }
    Run {
        argv: job.argv.clone(),
        env,
        limits: job.limits.clone(),
    }
}

/// Standard input as a file that can be read and seeked in, like the file of a case, but is
/// none: it has no name, and cannot be changed.
fn input(input: &Input) -> Result<OwnedFd, RunError> {
    let step = "lay out the input";
    if let Input::Empty = input {
        return Ok(File::open("/dev/null").during("open /dev/null")?.into());
    }
    let mut copy = memory_file().during(step)?;
    match input {
        Input::Empty => {}
        Input::Bytes(bytes) => copy.write_all(bytes).during(step)?,
        Input::File(path) => {
            let copied = input::open(path).and_then(|mut file| io::copy(&mut file, &mut copy));
            copied.map_err(RunError::of_file(path))?;
        }
    }
    copy.rewind().during(step)?;
    let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
    rustix::fs::fcntl_add_seals(&copy, seals).during(step)?;
    Ok(copy.into())
}

fn memory_file() -> rustix::io::Result<File> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let file = match rustix::fs::memfd_create("input", flags | MemfdFlags::NOEXEC_SEAL) {
        // Older than Linux 6.3.
        Err(Errno::INVAL) => rustix::fs::memfd_create("input", flags),
        other => other,
    };
    file.map(File::from)
}
