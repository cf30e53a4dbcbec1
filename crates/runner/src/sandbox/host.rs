//! A box from the judge's side: starting it, giving it a run, reading what comes out.

use std::fs::File;
use std::io::{self, PipeReader, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::io::Errno;
use rustix::net::Shutdown;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal};

use super::cgroup::Parents;
use super::tree::{TEMPORARY, WORK};
use super::watch::MOST_WAITING;
use super::wire::{End, Layout, Receiver, Reply, Report, Request, Run, pair, send};
use super::{COMMAND, Done, During, Failure};
use crate::input;
use crate::layers::Layer;
use crate::run::{CommandLine, Ended, Input, Job, Outcome, RunError, Sink, Usage};

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
        let mut files = [PollFd::new(&self.socket, PollFlags::IN)];
        let ready = loop {
            match poll(&mut files, Some(&timespec(PATIENCE))) {
                Err(Errno::INTR) => {}
                other => break other.during("wait for a box")?,
            }
        };
        if ready == 0 {
            return Err(RunError::Lost("it was not built in time".into()));
        }
        self.reply()
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
        let deadline = Instant::now() + Duration::from_secs(1);
        let how = loop {
            match self.keeper.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(None) => break "has not ended".to_owned(),
                Ok(Some(status)) => break format!("ended with {status}"),
                Err(error) => break format!("cannot be waited for ({error})"),
            }
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
        Following::new(self, job, line.map(|line| &line.leash), [stdout, stderr])
            .follow(sink)
            .map_err(Missed::Error)
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
            Parents::find().remove_for(self.keeper.id());
        }
    }
}

/// Reading what comes out of a run.
struct Following<'a> {
    host: &'a mut Host,
    job: &'a Job,
    /// Closed at the other end when the run is to be stopped.
    leash: Option<&'a PipeReader>,
    started: Instant,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    printed: u64,
    errors: Vec<u8>,
    errors_cut: bool,
    /// Why the run was stopped from here.
    stopped: Option<Ended>,
    report: Option<Report>,
}

impl<'a> Following<'a> {
    fn new(
        host: &'a mut Host,
        job: &'a Job,
        leash: Option<&'a PipeReader>,
        [stdout, stderr]: [OwnedFd; 2],
    ) -> Self {
        Self {
            host,
            job,
            leash,
            started: Instant::now(),
            stdout: Some(stdout),
            stderr: Some(stderr),
            printed: 0,
            errors: Vec::new(),
            errors_cut: false,
            stopped: None,
            report: None,
        }
    }

    fn follow(mut self, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        let deadline = self.started + self.job.limits.wall + MOST_WAITING + PATIENCE;
        while self.report.is_none() {
            let now = Instant::now();
            if now >= deadline {
                return Err(RunError::Lost("it did not end a run in time".into()));
            }
            let [out, errors, answer, leash] = self.wait(deadline - now)?;
            if leash {
                self.leash = None;
                self.stop(Ended::Stopped)?;
            }
            if out {
                self.read_output(sink)?;
            }
            if errors {
                self.read_errors()?;
            }
            if answer {
                match self.host.reply()? {
                    Reply::Report(report) => {
                        self.host.reusable = report.reusable;
                        self.report = Some(report);
                    }
                    Reply::Gone { memory: true, .. } => {
                        self.drain(sink)?;
                        return Ok(self.out_of_memory());
                    }
                    other => return Err(self.host.unexpected(other)),
                }
            }
        }
        self.drain(sink)?;
        let report = self.report.as_ref().expect("waited for");
        let usage = Usage {
            cpu: Duration::from_nanos(report.cpu),
            wall: Duration::from_nanos(report.wall),
            peak_memory: report.peak_memory,
        };
        let ended = match report.end {
            End::Exited(status) => Ended::Exited(status),
            End::Signalled(libc::SIGXFSZ) => Ended::FileLimit,
            End::Signalled(signal) => Ended::Signalled(signal),
            End::NotStarted(errno) => Ended::NotStarted(errno),
            End::Cpu => Ended::CpuLimit,
            End::Wall => Ended::WallLimit,
            End::Memory => Ended::MemoryLimit,
            End::Files => Ended::FileLimit,
            End::Stopped => Ended::Stopped,
        };
        Ok(self.outcome(ended, usage))
    }

    /// The kernel chose to kill the box's init, though it is small: the box is gone, but
    /// why is known.
    fn out_of_memory(self) -> Outcome {
        let usage = Usage {
            wall: self.started.elapsed(),
            peak_memory: self.job.limits.memory,
            ..Usage::default()
        };
        self.outcome(Ended::MemoryLimit, usage)
    }

    fn outcome(self, ended: Ended, usage: Usage) -> Outcome {
        Outcome {
            // What was found here came first, whatever became of the program after that.
            ended: self.stopped.unwrap_or(ended),
            usage,
            stdout: Vec::new(),
            stderr: self.errors,
            stderr_cut: self.errors_cut,
        }
    }

    /// Waits for output, for error output, for the box's answer, for the end of the leash:
    /// which of them there is.
    fn wait(&self, timeout: Duration) -> Done<[bool; 4]> {
        let files = [
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
            self.report.is_none().then(|| self.host.socket.as_fd()),
            self.leash
                .filter(|_| self.report.is_none())
                .map(AsFd::as_fd),
        ];
        let present: Vec<usize> = (0..4).filter(|&i| files[i].is_some()).collect();
        let mut polled: Vec<PollFd<'_>> = files
            .into_iter()
            .flatten()
            .map(|file| PollFd::from_borrowed_fd(file, PollFlags::IN))
            .collect();
        match poll(&mut polled, Some(&timespec(timeout))) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno).during("wait for a run"),
        }
        let mut ready = [false; 4];
        for (&i, file) in present.iter().zip(&polled) {
            ready[i] = !file.revents().is_empty();
        }
        Ok(ready)
    }

    /// Reads what is left when nothing of the run is. The ends of the pipes are not waited
    /// for: a program may have sent them to itself, to be found by nobody.
    fn drain(&mut self, sink: &mut Sink<'_>) -> Done<()> {
        while self.read_output(sink)? {}
        while self.read_errors()? {}
        Ok(())
    }

    /// Reads output, if there is some: whether there was.
    fn read_output(&mut self, sink: &mut Sink<'_>) -> Done<bool> {
        let was_open = self.stdout.is_some();
        let Some(count) = read(&mut self.stdout, &mut self.host.buffer)? else {
            if was_open && self.stdout.is_none() && self.stopped.is_none() && sink(&[]).is_break() {
                self.stop(Ended::Stopped)?;
            }
            return Ok(false);
        };
        let left = self.job.limits.output - self.printed;
        let fits = usize::try_from(left).map_or(count, |left| count.min(left));
        self.printed += fits as u64;
        if self.stopped.is_none() && sink(&self.host.buffer[..fits]).is_break() {
            self.stop(Ended::Stopped)?;
        }
        if fits < count {
            self.stop(Ended::OutputLimit)?;
        }
        Ok(true)
    }

    /// Reads error output, if there is some: whether there was.
    fn read_errors(&mut self) -> Done<bool> {
        let Some(count) = read(&mut self.stderr, &mut self.host.buffer)? else {
            return Ok(false);
        };
        let fits = count.min(self.job.limits.stderr - self.errors.len());
        self.errors.extend_from_slice(&self.host.buffer[..fits]);
        self.errors_cut |= fits < count;
        Ok(true)
    }

    /// Has the box end the run, once.
    fn stop(&mut self, why: Ended) -> Done<()> {
        if self.stopped.is_none() {
            self.stopped = Some(why);
            if self.report.is_none() {
                // Should the box be gone, then its end is what is heard of next.
                let _ = send(&self.host.socket, &Request::Stop, &[]);
            }
        }
        Ok(())
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
    let nanos = |time: Duration| time.as_nanos().try_into().unwrap_or(u64::MAX);
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
        cpu: nanos(job.limits.cpu),
        wall: nanos(job.limits.wall),
        memory: job.limits.memory,
        processes: job.limits.processes.into(),
        file_size: job.limits.file_size,
        open_files: job.limits.open_files.into(),
    }
}

/// Standard input as a file that can be read and seeked in, like the file of a case, but is
/// none: it has no name, and cannot be changed.
fn input(input: &Input) -> Result<OwnedFd, RunError> {
    let step = "lay out the input";
    let copy = match input {
        Input::Empty => {
            let flags = OFlags::RDONLY | OFlags::CLOEXEC;
            let null = rustix::fs::open("/dev/null", flags, Mode::empty());
            return Ok(null.during("open /dev/null")?);
        }
        Input::Bytes(bytes) => {
            let mut copy = memory_file().during(step)?;
            copy.write_all(bytes).during(step)?;
            copy
        }
        Input::File(path) => {
            let at = |source| RunError::File {
                path: path.clone(),
                source,
            };
            let mut copy = memory_file().during(step)?;
            let mut file = input::open(path).map_err(at)?;
            io::copy(&mut file, &mut copy).map_err(at)?;
            copy
        }
    };
    let mut copy = copy;
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

fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}
