//! A run without the sandbox: limits of one process, a process group, the clock.
//!
//! Works on every system. What a program starts and moves out of its process group lives
//! on; memory is looked at when the program has ended; files and the network are as open
//! to it as to the judge.

use std::io::{self, PipeReader, Read, Seek, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::input;

use super::{CommandLine, Ended, Folder, Input, Job, Outcome, Printed, RunError, Sink, Usage};

/// How long output may come after the program has ended: from processes that are still
/// there, being out of reach.
const GRACE: Duration = Duration::from_millis(200);

/// How often a program whose file is held open is started again, and after how long each time.
const BUSY_TRIES: usize = 100;
const BUSY_PAUSE: Duration = Duration::from_millis(5);

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
    let mut child = match spawned(&mut command) {
        Ok(child) => child,
        Err(error) => {
            return match error.raw_os_error() {
                Some(errno) if !process::OF_THE_MACHINE.contains(&errno) => {
                    let printed = Printed::new(&job.limits);
                    Ok(printed.outcome(Ended::NotStarted(errno), Usage::default()))
                }
                _ => Err(RunError::during("start a program")(error)),
            };
        }
    };
    // Waiting for its file is no time of the program.
    let started = Instant::now();
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
    let program = process::Program::new(child, sender);
    follow(&program, Printed::new(&job.limits), started, &events, sink)
}

/// The program started. A process that another thread is just starting may hold its file open for writing for
/// a moment, if it was copied there by us.
fn spawned(command: &mut Command) -> io::Result<Child> {
    for _ in 0..BUSY_TRIES {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(BUSY_PAUSE);
            }
            spawned => return spawned,
        }
    }
    command.spawn()
}

fn input(input: &Input) -> Result<Stdio, RunError> {
    Ok(match input {
        Input::Empty => Stdio::null(),
        Input::File(path) => {
            let file = input::open(path).map_err(RunError::of_file(path))?;
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

/// Reads what a program prints until it has ended.
fn follow(
    program: &process::Program,
    mut printed: Printed<'_>,
    started: Instant,
    events: &Receiver<Event>,
    sink: &mut Sink<'_>,
) -> Result<Outcome, RunError> {
    let limits = printed.limits;
    let mut deadline = started + limits.wall;
    let mut wall = None;
    let mut open = 2;
    while wall.is_none() || open > 0 {
        // Whoever is still there may never let it be silent.
        let left = deadline.saturating_duration_since(Instant::now());
        let event = match left.is_zero() {
            true => Err(RecvTimeoutError::Timeout),
            false => events.recv_timeout(left),
        };
        match event {
            Ok(Event::Output(bytes)) => {
                open -= usize::from(bytes.is_empty());
                printed.add_output(&bytes, sink);
            }
            Ok(Event::Errors(bytes)) => {
                open -= usize::from(bytes.is_empty());
                printed.add_errors(&bytes);
            }
            Ok(Event::Stop) => {
                printed.stopped.get_or_insert(Ended::Stopped);
            }
            Ok(Event::Ended) => {
                wall = Some(started.elapsed());
                deadline = Instant::now() + GRACE;
                program.kill();
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                if wall.is_some() {
                    break;
                }
                printed.stopped.get_or_insert(Ended::WallLimit);
            }
        }
        if printed.stopped.is_some() && wall.is_none() {
            program.kill();
            deadline = Instant::now() + GRACE;
        }
    }
    let (status, cpu, peak_memory) = program
        .reap()
        .map_err(RunError::during("wait for a program"))?;
    let ended = match status {
        _ if cpu > limits.cpu || status == process::OUT_OF_TIME => Ended::CpuLimit,
        _ if peak_memory > limits.memory => Ended::MemoryLimit,
        _ => status,
    };
    let usage = Usage {
        cpu,
        wall: wall.unwrap_or_else(|| started.elapsed()),
        peak_memory,
    };
    Ok(printed.outcome(ended, usage))
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
    use crate::sys;
    pub(super) use crate::sys::OF_THE_MACHINE;

    /// How the system ends a program that has used up its processor time.
    pub(super) const OUT_OF_TIME: Ended = Ended::Signalled(libc::SIGXCPU);

    /// Gives a program its limits and a process group of its own.
    pub(super) fn prepare(command: &mut Command, limits: &Limits) {
        command.process_group(0);
        // The system counts whole seconds, and warns before it kills.
        let seconds = limits.cpu_seconds();
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
            let reaped = sys::reap(Some(self.pid), true)?.ok_or(io::ErrorKind::NotFound)?;
            Ok((reaped.status.into(), reaped.cpu, reaped.peak_memory))
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
