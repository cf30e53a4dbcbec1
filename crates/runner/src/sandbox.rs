//! The sandbox: a box for strangers' programs, made of what Linux offers to everyone.
//!
//! ```text
//! judge ──starts── keeper ──makes──┐ user, pid, mount, network, ipc, uts namespaces
//!    │             (this binary,   │
//!    │              once more)   init ──for each run── pid and mount namespaces: a first
//!    └───────── one socket ────────┘                   process, the program, what it starts
//! ```
//!
//! A box is built once for what can be seen in it ([`wire::Layout`]) and serves any number
//! of runs, one at a time: building it costs many times what a run costs. From one run to the
//! next nothing is left in it: no process and no count of processes, as each run has a process
//! namespace of its own; no file and no file's number, as each has new file systems for all
//! that it can write to, and on all others not even the time of reading is written down; no
//! shared memory or queues, as the filter has none that outlive a process; no socket, as a
//! box that finds one after a run serves no other.
//!
//! What keeps a program in, each where the other files say: namespaces ([`keeper`]), a user of
//! its own ([`users`]), a tree of files of its own ([`tree`]), where what it may change is a copy ([`copy`]), no
//! capabilities and never any ([`init`], [`first`]), a filter for system calls ([`filter`]), Landlock
//! ([`access`]), limits of processes and control groups ([`cgroup`], [`watch`]). Control
//! groups and Landlock are taken where there are; the rest a machine must have ([`layers`]).
//!
//! What it does not do: it does not hide which machine this is (processor, kernel version,
//! what is installed under `/usr`), keeps no secret that is below a path which was shown on
//! purpose, and stands on the kernel being without holes in what the filter lets through. Nor
//! can it keep a run from what the whole machine has one of: time, what the kernel keeps of
//! files in memory, and the numbers that it gives to pipes and sockets of everybody. As one
//! run may tell another by these, no box has a visible case after a hidden one.

mod access;
mod cgroup;
mod copy;
mod filter;
mod first;
mod host;
mod init;
mod keeper;
mod layers;
mod pool;
mod tree;
mod users;
mod watch;
mod wire;

use std::fmt;
use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::run::RunError;

pub(super) use pool::{Pool, probe};

/// The word that makes this binary a keeper.
const COMMAND: &str = "--plyjudge-box";

/// User and group of programs, as they are called in the box. Not in use on common systems,
/// and within what containers have; unlike `nobody` no service runs as it.
const BOX_ID: u32 = 65533;

/// Becomes the keeper of a box and does not return, if this process was started to be one.
///
/// To be called first thing in `main` of every binary that runs jobs in the sandbox.
pub(super) fn enter() {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == COMMAND) && words.next().is_none() {
        keeper::main();
        std::process::exit(0);
    }
}

/// Notes a step of a box's set-up that is done: should no other follow, then this one tells
/// the judge how far it came.
fn reached(step: &str) {
    // The judge may be gone.
    let _ = writeln!(io::stdout(), "{step}");
}

/// Waits for `what` until there is something to be read in one of the files or its other end is
/// gone: in which. A signal ends that early.
fn wait_for<const N: usize>(
    what: &str,
    files: [Option<BorrowedFd<'_>>; N],
    timeout: Option<Duration>,
) -> Done<[bool; N]> {
    let there = files.iter().copied().flatten();
    let polled = there.map(|file| PollFd::from_borrowed_fd(file, PollFlags::IN));
    let mut polled: Vec<_> = polled.collect();
    let timeout = timeout.map(|time| Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    });
    match poll(&mut polled, timeout.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(errno) => return Err(errno).during(format_args!("wait for {what}")),
    }
    let mut ready = polled.iter().map(|file| !file.revents().is_empty());
    Ok(files.map(|file| file.is_some() && ready.next().unwrap_or_default()))
}

/// Waits for a process to end, but not longer than this.
fn wait_at_most(process: &mut Child, longest: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + longest;
    loop {
        match process.try_wait()? {
            None if Instant::now() < deadline => sleep(Duration::from_micros(200)),
            ended => return Ok(ended),
        }
    }
}

/// A step of ours that failed.
#[derive(Debug, Serialize, Deserialize)]
struct Failure {
    step: String,
    why: Why,
}

/// Why it failed.
#[derive(Debug, Serialize, Deserialize)]
enum Why {
    /// The system's error number.
    System(i32),
    /// Something else.
    Other(String),
}

type Done<T> = Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.step)?;
        match &self.why {
            Why::System(errno) => io::Error::from_raw_os_error(*errno).fmt(f),
            Why::Other(text) => f.write_str(text),
        }
    }
}

impl From<Failure> for RunError {
    fn from(failure: Failure) -> Self {
        match failure.why {
            Why::System(errno) => RunError::System {
                step: failure.step,
                source: io::Error::from_raw_os_error(errno),
            },
            Why::Other(_) => RunError::Lost(failure.to_string()),
        }
    }
}

/// Says what was being done when something failed.
trait During<T> {
    fn during(self, step: impl fmt::Display) -> Done<T>;
}

impl<T, E: Into<io::Error>> During<T> for Result<T, E> {
    fn during(self, step: impl fmt::Display) -> Done<T> {
        self.map_err(|error| {
            let error = error.into();
            let why = match error.raw_os_error() {
                Some(errno) => Why::System(errno),
                None => Why::Other(error.to_string()),
            };
            let step = step.to_string();
            Failure { step, why }
        })
    }
}
