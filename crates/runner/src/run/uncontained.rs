//! A run without the sandbox: limits of one process, a process group, the clock.
//!
//! Works on every system. What a program starts and moves out of its process group lives
//! on; memory is looked at when the program has ended; files and the network are as open
//! to it as to the judge.

use std::io::{self, PipeReader, Read, Seek, Write};
use std::path::Path;
use std::process::{ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::input;

use super::{CommandLine, Ended, Folder, Input, Job, Outcome, RunError, Sink, Usage};

/// How long output may come after the program has ended: from processes that are still
/// there, being out of reach.
const GRACE: Duration = Duration::from_millis(200);

/// What happens during a run.
enum Event {
    /// Standard output; no bytes at its end.
    Output(Vec<u8>),
    /// The same of standard error.
    Errors(Vec<u8>),
    /// The program has ended.
    Ended,
    /// The other end of the leash is closed.
    Stop,
}

pub(super) fn run(
    job: &Job,
    line: Option<&CommandLine>,
    sink: &mut Sink<'_>,
) -> Result<Outcome, RunError> {
    let Some((program, arguments)) = job.argv.split_first() else {
        return Err(RunError::Job("there is no program to run".into()));
    };
    let own = tempfile::tempdir().map_err(RunError::during("make a folder"))?;
    let folder: &Path = match (job.folder, &job.program) {
        (Folder::Private, _) => own.path(),
        (Folder::Program | Folder::Feedback, Some(program)) => program,
        (Folder::Program | Folder::Feedback, None) => {
            return Err(RunError::Job("there is no folder to be written to".into()));
        }
    };
    let stdin = match line {
        Some(line) => {
            let copy = line
                .stdin
                .try_clone()
                .map_err(RunError::during("copy a pipe"))?;
            copy.into()
        }
        None => input(&job.stdin)?,
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .env("HOME", own.path())
        .env("TMPDIR", own.path())
        .envs(job.env.iter().map(|(name, value)| (name, value)))
        .current_dir(folder)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    process::prepare(&mut command, &job.limits);
    let started = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return not_started(error),
    };
    let (sender, events) = sync_channel(4);
    watch(&mut child, &sender);
    if let Some(line) = line {
        let leash = line
            .leash
            .try_clone()
            .map_err(RunError::during("copy a pipe"))?;
        hold(leash, sender.clone());
        // Whoever does not wait for it need not be told.
        let _ = line.started.send(());
    }
    let mut program = process::Program::new(child, sender);
    Following {
        job,
        started,
        events,
        printed: 0,
        errors: Vec::new(),
        errors_cut: false,
        stopped: None,
    }
    .follow(&mut program, sink)
}

fn not_started(error: io::Error) -> Result<Outcome, RunError> {
    match error.raw_os_error() {
        Some(errno) if !process::OF_THE_MACHINE.contains(&errno) => Ok(Outcome {
            ended: Ended::NotStarted(errno),
            usage: Usage::default(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            stderr_cut: false,
        }),
        _ => Err(RunError::during("start a program")(error)),
    }
}

fn input(input: &Input) -> Result<Stdio, RunError> {
    Ok(match input {
        Input::Empty => Stdio::null(),
        Input::File(path) => {
            let file = input::open(path).map_err(|source| RunError::File {
                path: path.clone(),
                source,
            })?;
            file.into()
        }
        Input::Bytes(bytes) => {
            let lay_out = || {
                let mut file = tempfile::tempfile()?;
                file.write_all(bytes)?;
                file.rewind()?;
                Ok(file)
            };
            lay_out()
                .map_err(RunError::during("lay out the input"))?
                .into()
        }
    })
}

/// Reads both outputs, each in a thread that ends with its end.
fn watch(child: &mut std::process::Child, sender: &SyncSender<Event>) {
    let stdout: ChildStdout = child.stdout.take().expect("is piped");
    let stderr: ChildStderr = child.stderr.take().expect("is piped");
    let send = sender.clone();
    thread::spawn(move || forward(stdout, Event::Output, &send));
    let send = sender.clone();
    thread::spawn(move || forward(stderr, Event::Errors, &send));
}

/// Waits for the end of a leash, in a thread that ends with it.
fn hold(mut leash: PipeReader, sender: SyncSender<Event>) {
    thread::spawn(move || {
        // Nothing is ever written to it.
        let _ = leash.read(&mut [0]);
        let _ = sender.send(Event::Stop);
    });
}

fn forward(mut from: impl Read, event: fn(Vec<u8>) -> Event, to: &SyncSender<Event>) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match from.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            Ok(count) => {
                if to.send(event(buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
    // Nobody may listen any more.
    let _ = to.send(event(Vec::new()));
}

struct Following<'a> {
    job: &'a Job,
    started: Instant,
    events: Receiver<Event>,
    printed: u64,
    errors: Vec<u8>,
    errors_cut: bool,
    stopped: Option<Ended>,
}

impl Following<'_> {
    fn follow(
        mut self,
        program: &mut process::Program,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        let limits = &self.job.limits;
        let mut deadline = self.started + limits.wall;
        let mut wall = None;
        let mut open = 2;
        while wall.is_none() || open > 0 {
            // Whoever is still there may never let it be silent.
            let left = deadline.saturating_duration_since(Instant::now());
            let event = match left.is_zero() {
                true => Err(RecvTimeoutError::Timeout),
                false => self.events.recv_timeout(left),
            };
            match event {
                Ok(Event::Output(bytes)) => {
                    open -= usize::from(bytes.is_empty());
                    self.take_output(&bytes, sink);
                }
                Ok(Event::Errors(bytes)) => {
                    open -= usize::from(bytes.is_empty());
                    let fits = bytes.len().min(limits.stderr - self.errors.len());
                    self.errors.extend_from_slice(&bytes[..fits]);
                    self.errors_cut |= fits < bytes.len();
                }
                Ok(Event::Stop) => {
                    self.stopped.get_or_insert(Ended::Stopped);
                }
                Ok(Event::Ended) => {
                    wall = Some(self.started.elapsed());
                    deadline = Instant::now() + GRACE;
                    program.kill();
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    if wall.is_some() {
                        break;
                    }
                    self.stopped.get_or_insert(Ended::WallLimit);
                }
            }
            if self.stopped.is_some() && wall.is_none() {
                program.kill();
                deadline = Instant::now() + GRACE;
            }
        }
        let (status, cpu, peak_memory) = program
            .reap()
            .map_err(RunError::during("wait for a program"))?;
        let ended = match self.stopped {
            Some(stopped) => stopped,
            None if cpu > limits.cpu || status == process::OUT_OF_TIME => Ended::CpuLimit,
            None if peak_memory > limits.memory => Ended::MemoryLimit,
            None => status,
        };
        Ok(Outcome {
            ended,
            usage: Usage {
                cpu,
                wall: wall.unwrap_or_else(|| self.started.elapsed()),
                peak_memory,
            },
            stdout: Vec::new(),
            stderr: self.errors,
            stderr_cut: self.errors_cut,
        })
    }

    fn take_output(&mut self, bytes: &[u8], sink: &mut Sink<'_>) {
        let left = self.job.limits.output - self.printed;
        let fits = usize::try_from(left).map_or(bytes.len(), |left| bytes.len().min(left));
        self.printed += fits as u64;
        if self.stopped.is_none() && sink(&bytes[..fits]).is_break() {
            self.stopped = Some(Ended::Stopped);
        }
        if fits < bytes.len() {
            self.stopped.get_or_insert(Ended::OutputLimit);
        }
    }
}

#[cfg(unix)]
mod process {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::mpsc::SyncSender;
    use std::time::Duration;

    use super::Event;
    use crate::run::{Ended, Limits};
    use crate::sys::{self, Reap, Status, Whom};

    /// What is in the way of starting a program that says nothing about its file: short of
    /// something, or still being written.
    pub(super) const OF_THE_MACHINE: [i32; 5] = [
        libc::EAGAIN,
        libc::ENOMEM,
        libc::EMFILE,
        libc::ENFILE,
        libc::ETXTBSY,
    ];

    /// How the system ends a program that has used up its processor time.
    pub(super) const OUT_OF_TIME: Ended = Ended::Signalled(libc::SIGXCPU);

    /// Gives a program its limits and a process group of its own.
    pub(super) fn prepare(command: &mut Command, limits: &Limits) {
        command.process_group(0);
        // The system counts whole seconds, and warns before it kills.
        let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
        let (size, files) = (limits.file_size, limits.open_files.into());
        let limits = vec![
            (libc::RLIMIT_CPU as i32, seconds, seconds + 1),
            (libc::RLIMIT_FSIZE as i32, size, size),
            (libc::RLIMIT_NOFILE as i32, files, files),
            (libc::RLIMIT_CORE as i32, 0, 0),
        ];
        sys::limit(command, limits);
    }

    /// A program that leads a process group.
    pub(super) struct Program {
        pid: i32,
    }

    impl Program {
        pub(super) fn new(child: Child, sender: SyncSender<Event>) -> Self {
            let pid = child.id() as i32;
            std::thread::spawn(move || {
                sys::wait_for_end(pid);
                let _ = sender.send(Event::Ended);
            });
            Self { pid }
        }

        /// Kills the group. The program is not reaped yet, so the number is still its own.
        pub(super) fn kill(&self) {
            sys::kill_group(self.pid);
        }

        /// How it ended, its processor time and its largest size.
        pub(super) fn reap(&self) -> io::Result<(Ended, Duration, u64)> {
            match sys::reap(Whom::Child(self.pid), true)? {
                Reap::Ended(reaped) => {
                    let ended = match reaped.status {
                        Status::Exited(status) => Ended::Exited(status),
                        Status::Signalled(libc::SIGXFSZ) => Ended::FileLimit,
                        Status::Signalled(signal) => Ended::Signalled(signal),
                    };
                    Ok((ended, reaped.cpu, reaped.peak_memory))
                }
                Reap::NotYet | Reap::NoChild => Err(io::Error::other("the program is not there")),
            }
        }
    }
}

#[cfg(not(unix))]
mod process {
    use std::io;
    use std::process::{Child, Command};
    use std::sync::mpsc::SyncSender;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    use super::Event;
    use crate::run::{Ended, Limits};

    /// What is in the way of starting a program that says nothing about its file:
    /// `ERROR_TOO_MANY_OPEN_FILES`, `ERROR_NOT_ENOUGH_MEMORY`, `ERROR_SHARING_VIOLATION`,
    /// `ERROR_NO_SYSTEM_RESOURCES`.
    pub(super) const OF_THE_MACHINE: [i32; 4] = [4, 8, 32, 1450];

    /// The system does not end programs for that.
    pub(super) const OUT_OF_TIME: Ended = Ended::CpuLimit;

    pub(super) fn prepare(_command: &mut Command, _limits: &Limits) {}

    /// A program.
    pub(super) struct Program {
        child: Arc<Mutex<Child>>,
    }

    impl Program {
        pub(super) fn new(child: Child, sender: SyncSender<Event>) -> Self {
            let child = Arc::new(Mutex::new(child));
            let watched = Arc::clone(&child);
            std::thread::spawn(move || {
                let running = || {
                    let mut child = watched.lock().unwrap_or_else(PoisonError::into_inner);
                    matches!(child.try_wait(), Ok(None))
                };
                while running() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                let _ = sender.send(Event::Ended);
            });
            Self { child }
        }

        pub(super) fn kill(&self) {
            // Fails when it has ended.
            let _ = self
                .child
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .kill();
        }

        /// How it ended; what it used is not known here.
        pub(super) fn reap(&self) -> io::Result<(Ended, Duration, u64)> {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            let status = child.wait()?.code().unwrap_or(-1);
            Ok((Ended::Exited(status), Duration::ZERO, 0))
        }
    }
}
