//! The first process of a box: builds it, then has one program after another run in it.
//!
//! It is process 1 of the box, so when it ends, for whatever reason, the kernel ends all
//! others. Between two runs it forks the next one's first process ([`first`](super::first)),
//! which makes what that run has new while nobody waits. It sends it the run, watches, reports
//! what came of it, and ends it.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use rustix::thread::{CapabilitiesSecureBits, CapabilitySet};

use super::cgroup::Gauges;
use super::copy::Given;
use super::filter::Filters;
use super::first::{Ground, OURS, Told};
use super::tree;
use super::watch::Watched;
use super::wire::{Layout, Receiver, Reply, Report, Request, Run, send};
use super::{Done, During, Failure, Why, reached, wait_for};
use crate::run::{Ended, Usage};
use crate::sys::{self, Reaped};

/// What init keeps from run to run.
pub(super) struct Init {
    socket: OwnedFd,
    /// The way to the runs' first processes and back.
    line: OwnedFd,
    gauges: Gauges,
    given: Option<Given>,
    cores: u32,
    ground: Ground,
}

/// What became of a run.
enum Outcome {
    /// Its first process has told.
    Told(Told),
    /// That process has ended without a word.
    Gone(Reaped),
}

impl Init {
    /// Builds the box around the calling process. `lines` are the two ends of the way between
    /// init and the runs' first processes.
    pub(super) fn build(
        socket: OwnedFd,
        [line, firsts]: [OwnedFd; 2],
        layout: Layout,
        mut gauges: Gauges,
        filters: Filters,
        user: Option<u32>,
    ) -> Done<Self> {
        reached("told what to build");
        // Asking takes longer than a run has for such things.
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let children = sys::signals_of_init().during("set up signals")?;
        // A program's name for the groups it is in is of no use to it. Kernels that have no
        // control groups have no namespace for them either.
        let _ = sys::hide_control_groups();
        if user.is_some() {
            rustix::thread::set_thread_groups(&[]).during("leave the supplementary groups")?;
        }
        rustix::system::sethostname(b"box").during("name the box")?;
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        let given = tree::build(&layout, user)?;
        reached("files laid out");
        give_up_powers().during("give up capabilities")?;
        reached("capabilities given up");
        gauges.count_from_here();
        filters.apply_to_init().during("filter system calls")?;
        let ground = Ground {
            line: firsts,
            layout,
            user,
            children,
            filter: filters.of_programs,
        };
        Ok(Self {
            socket,
            line,
            gauges,
            given,
            cores,
            ground,
        })
    }

    /// Serves runs until the judge is gone.
    pub(super) fn serve(mut self, receiver: &mut Receiver) -> Done<()> {
        let mut first = self.ground.fork(receiver)?;
        while let Some((run, stdio)) = receiver.receive_run(&self.socket, "the judge")? {
            let report = self.run(first, &run, stdio, receiver)?;
            send(&self.socket, &Reply::Report(report), &[]).during("report a run")?;
            first = self.replace(first, receiver)?;
        }
        Ok(())
    }

    /// Ends the first process of a run that was reported, and makes the next one's. Taking
    /// down what the one had takes the kernel as long as setting up what the other has; it
    /// does both at once.
    fn replace(&mut self, first: i32, receiver: &mut Receiver) -> Done<i32> {
        // What the one had may count until it is taken down, and must not keep the other short.
        self.gauges.lift_memory_limit()?;
        if let Some(first) = Pid::from_raw(first) {
            // Has ended by itself when this fails.
            let _ = rustix::process::kill_process(first, Signal::KILL);
        }
        let next = self.ground.fork(receiver)?;
        // Until then it counts as a process of the program's.
        sys::reap(Some(first), true).during("wait")?;
        Ok(next)
    }

    /// One run, in what its first process has made.
    fn run(
        &mut self,
        first: i32,
        run: &Run,
        stdio: Vec<OwnedFd>,
        receiver: &mut Receiver,
    ) -> Done<Report> {
        let ready = match self.await_word(first, receiver)? {
            Outcome::Told(Told::Ready(own)) => own,
            other => return Err(other.into_failure("make ready for a run")),
        };
        let limits = &run.limits;
        self.gauges
            .set(limits.memory, u64::from(limits.processes) + OURS)?;
        let mut watched = Watched::start(&self.gauges, self.cores, run, first, ready)?;
        let files: Vec<BorrowedFd<'_>> = stdio.iter().map(AsFd::as_fd).collect();
        send(&self.line, &Request::Run(run.clone()), &files).during("hand on a run")?;
        drop(stdio);
        let (outcome, stopped) = self.follow(first, &mut watched, receiver)?;
        let mut wall = watched.started.elapsed();
        let end = match (outcome, stopped) {
            (Outcome::Told(Told::Over(over)), stopped) => {
                watched.add(over.own + over.cpu, over.peak_memory);
                watched.ours = over.own.saturating_sub(ready);
                match (over.end, stopped) {
                    // First of all, so that a program that was done in time is not found too
                    // late.
                    (Some(end), _) if over.wall <= watched.allowed() => {
                        wall = over.wall;
                        end
                    }
                    (_, Some(end)) => end,
                    (_, None) => Ended::WallLimit,
                }
            }
            (Outcome::Gone(reaped), stopped) => {
                watched.add(reaped.cpu, reaped.peak_memory);
                match stopped {
                    Some(end) => end,
                    // The kernel may choose it when a program wants too much memory.
                    None if watched.conclude(Ended::WallLimit)?.1 == Ended::MemoryLimit => {
                        Ended::MemoryLimit
                    }
                    None => return Err(Outcome::Gone(reaped).into_failure("have a program run")),
                }
            }
            (other, _) => return Err(other.into_failure("have a program run")),
        };
        let (cpu, mut end) = watched.conclude(end)?;
        let peak_memory = watched.peak_memory;
        if let (Some(given), Ended::Exited(status)) = (&self.given, end)
            && (status == 0 || given.any_status)
            && !given.bring_back(self.ground.user)?
        {
            end = Ended::FileLimit;
        }
        Ok(Report {
            ended: end,
            usage: Usage {
                cpu,
                wall,
                peak_memory,
            },
            // Where memory was short it may still be.
            reusable: end != Ended::MemoryLimit && no_sockets_left(),
        })
    }

    /// Waits until nothing is left of a run but its first process, or not even that: what came
    /// of it, and why it was ended from here, if it was.
    fn follow(
        &self,
        first: i32,
        watched: &mut Watched<'_>,
        receiver: &mut Receiver,
    ) -> Done<(Outcome, Option<Ended>)> {
        let stopped = loop {
            if let Some(outcome) = self.word(first, receiver)? {
                return Ok((outcome, None));
            }
            match watched.look()? {
                Err(end) => break end,
                Ok(timeout) => {
                    let files = [&self.socket, &self.line].map(|file| Some(file.as_fd()));
                    let [judge, _] = wait(&self.ground.children, files, Some(timeout))?;
                    if judge {
                        let heard = receiver.receive::<Request>(&self.socket);
                        if heard.during("hear from the judge")?.is_none() {
                            // The judge is gone; so is this process, and with it the box.
                            std::process::exit(0);
                        }
                        break Ended::Stopped;
                    }
                }
            }
        };
        send(&self.line, &Request::Stop, &[]).during("end a run")?;
        Ok((self.await_word(first, receiver)?, Some(stopped)))
    }

    /// Waits for the next word of a run's first process, or for its end.
    fn await_word(&self, first: i32, receiver: &mut Receiver) -> Done<Outcome> {
        loop {
            if let Some(outcome) = self.word(first, receiver)? {
                return Ok(outcome);
            }
            wait(&self.ground.children, [Some(self.line.as_fd()), None], None)?;
        }
    }

    /// What there is to hear of a run's first process.
    fn word(&self, first: i32, receiver: &mut Receiver) -> Done<Option<Outcome>> {
        // In this order: what has ended has told before what it had to tell.
        let ended = sys::reap(Some(first), false).during("wait")?;
        let files = [Some(self.line.as_fd()), None];
        if wait(&self.ground.children, files, Some(Duration::ZERO))?[0] {
            let told = receiver.receive(&self.line).during("hear of a run")?;
            return match told {
                Some((told, _)) => Ok(Some(Outcome::Told(told))),
                None => Err(Errno::PIPE).during("hear of a run"),
            };
        }
        Ok(ended.map(Outcome::Gone))
    }
}

impl Outcome {
    /// Where it is not what was to come of `step`.
    fn into_failure(self, step: &str) -> Failure {
        let what = match self {
            Outcome::Told(Told::Failed(failure)) => return failure,
            Outcome::Told(told) => format!("its first process told {told:?}"),
            Outcome::Gone(reaped) => format!("its first process {}", reaped.status),
        };
        let (step, why) = (step.to_owned(), Why::Other(what));
        Failure { step, why }
    }
}

/// Waits for a child to end or for something to be heard in one of the files: in which.
pub(super) fn wait(
    children: &OwnedFd,
    [one, other]: [Option<BorrowedFd<'_>>; 2],
    timeout: Option<Duration>,
) -> Done<[bool; 2]> {
    let files = [Some(children.as_fd()), one, other];
    let [ended, one, other] = wait_for("a program", files, timeout)?;
    if ended {
        // Signals of one kind do not queue; reading takes the one there is.
        let mut taken = [0; 128];
        let _ = rustix::io::read(children, &mut taken);
    }
    Ok([one, other])
}

/// Whether no socket is left of a run: one that was sent through itself lives on for a while,
/// and with it its name.
fn no_sockets_left() -> bool {
    let sockets = std::fs::read_to_string("/proc/self/net/unix");
    // A line for the names of columns, one for each socket.
    sockets.is_ok_and(|text| text.lines().count() <= 1)
}

/// Makes sure that no program started from here can have a capability, ever: none can be
/// gained by executing a file, whoever owns it. Init keeps its own.
fn give_up_powers() -> rustix::io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    rustix::thread::set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED,
    )?;
    rustix::thread::clear_ambient_capability_set()?;
    for capability in CapabilitySet::all().iter() {
        match rustix::thread::remove_capability_from_bounding_set(capability) {
            // Capabilities that this kernel does not have.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(errno) => return Err(errno),
        }
    }
    // Not to be looked into by programs of the same user.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
}
