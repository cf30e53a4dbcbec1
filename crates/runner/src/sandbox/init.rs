//! The first process of a box: builds it, then has one program after another run in it.
//!
//! It is process 1 of the box, so when it ends, for whatever reason, the kernel ends all
//! others. For each run it forks a process that is alone in process and mount namespaces of
//! the run's own, is process 1 in there, mounts what is new for each run, starts the program
//! and adopts every process whose parent is gone. As soon as the program has ended, or init
//! lets go of the leash, it kills what is left, waits until nothing is, so that all is
//! counted, and ends. With it go its namespaces, with all that is in them and was mounted,
//! should it even be killed itself. So the end of a run is the end of one process, whatever
//! a program did; and a program sees neither init nor what init did in earlier runs.

use std::ffi::{CString, OsString};
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit};
use rustix::thread::{CapabilitiesSecureBits, CapabilitySet};
use rustix::time::{ClockId, clock_gettime};
use seccompiler::BpfProgram;
use serde::{Deserialize, Serialize};

use super::cgroup::Gauges;
use super::copy::Given;
use super::tree;
use super::watch::{Look, Watched};
use super::wire::{End, Layout, Receiver, Reply, Report, Request, Run, send};
use super::{Done, During, Failure, access, filter, reached};
use crate::run::PROGRAM;
use crate::sys::{self, Launch, Reap, Status, Step, Whom};

/// Stack that a program starts with, in bytes; what shells give.
const STACK: u64 = 8 << 20;

/// Namespaces that each run has of its own, besides the box's.
const NAMESPACES: i32 = libc::CLONE_NEWPID | libc::CLONE_NEWNS;

/// Processes of ours in a box during a run: init and the run's first one.
const OURS: u64 = 2;

/// What a run's first process tells init before it ends.
#[derive(Debug, Serialize, Deserialize)]
enum Told {
    /// Nothing is left of the run but this process.
    Over {
        /// How the program ended, unless it had to be ended.
        end: Option<End>,
        /// Time on the clock that it took, in nanoseconds.
        wall: u64,
        /// Processor time of the first process itself, in nanoseconds.
        ours: u64,
    },
    /// A step of ours failed.
    Failed(Failure),
}

/// What init keeps from run to run.
pub(super) struct Init {
    socket: OwnedFd,
    layout: Layout,
    gauges: Gauges,
    /// User of the programs; `None` when it is init's own.
    user: Option<u32>,
    children: OwnedFd,
    given: Option<Given>,
    filter: BpfProgram,
    cores: u32,
}

impl Init {
    /// Builds the box around the calling process.
    pub(super) fn build(
        socket: OwnedFd,
        layout: Layout,
        mut gauges: Gauges,
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
        let memory = match gauges.limit_memory() {
            true => filter::Memory::Limited,
            false => filter::Memory::Watched,
        };
        filter::apply_to_init(memory).during("filter system calls")?;
        let filter = filter::for_programs().during("filter system calls")?;
        Ok(Self {
            socket,
            layout,
            gauges,
            user,
            children,
            given,
            filter,
            cores,
        })
    }

    /// Serves runs until the judge is gone.
    pub(super) fn serve(mut self, receiver: &mut Receiver) -> Done<()> {
        loop {
            match self.receive(receiver)? {
                None => return Ok(()),
                Some((Request::Run(run), stdio)) => {
                    let stdio: [OwnedFd; 3] = stdio
                        .try_into()
                        .map_err(|_| Errno::BADMSG)
                        .during("receive a run")?;
                    let report = self.run(&run, stdio, receiver)?;
                    send(&self.socket, &Reply::Report(report), &[]).during("report a run")?;
                }
                // Crossed with the end of its run.
                Some((Request::Stop, _)) => {}
                Some(_) => return Err(Errno::BADMSG).during("receive a run"),
            }
        }
    }

    fn receive(&self, receiver: &mut Receiver) -> Done<Option<(Request, Vec<OwnedFd>)>> {
        receiver.receive(&self.socket).during("hear from the judge")
    }

    /// One run.
    fn run(&mut self, run: &Run, stdio: [OwnedFd; 3], receiver: &mut Receiver) -> Done<Report> {
        self.gauges.set(run.memory, run.processes + OURS)?;
        let (told, tell) = std::io::pipe().during("make a pipe")?;
        let (leash, hand) = std::io::pipe().during("make a pipe")?;
        let mut watched = Watched::start(&self.gauges, self.cores, run)?;
        let Some(first) = sys::fork_into(NAMESPACES).during("make a run's first process")? else {
            drop((told, hand));
            self.become_first(run, stdio, &leash, tell);
            // As process 1, this ends all there is of the run.
            std::process::exit(0);
        };
        drop((stdio, leash, tell));
        watched.has_first(first);
        let stopped = self.follow(first, hand, &mut watched, receiver)?;
        let mut wall = nanos(watched.elapsed());
        let end = match (hear(told)?, stopped) {
            (
                Some(Told::Over {
                    end,
                    wall: took,
                    ours,
                }),
                stopped,
            ) => {
                watched.leave_out(Duration::from_nanos(ours));
                match (end, stopped) {
                    // First of all, so that a program that was done in time is not found
                    // too late.
                    (Some(end), _) if Duration::from_nanos(took) <= watched.allowed() => {
                        wall = took;
                        end
                    }
                    (_, Ok(end)) => end,
                    (_, Err(_)) => End::Wall,
                }
            }
            (Some(Told::Failed(failure)), _) => return Err(failure),
            (None, Ok(end)) => end,
            // The kernel may choose it when a program wants too much memory.
            (None, Err(_)) if watched.conclude(End::Wall)?.1 == End::Memory => End::Memory,
            (None, Err(status)) => {
                let what = std::io::Error::other(format!("its first process {status}"));
                return Err(what).during("have a program run");
            }
        };
        let (cpu, mut end) = watched.conclude(end)?;
        if let (Some(given), End::Exited(0)) = (&self.given, end)
            && !given.bring_back(self.user)?
        {
            end = End::Files;
        }
        Ok(Report {
            end,
            cpu: nanos(cpu),
            wall,
            peak_memory: watched.peak_memory,
            reusable: no_sockets_left(),
        })
    }

    /// The life of a run's first process, up to its end.
    fn become_first(
        &self,
        run: &Run,
        stdio: [OwnedFd; 3],
        leash: &PipeReader,
        mut tell: PipeWriter,
    ) {
        let told = self.run_as_first(run, stdio, leash);
        let told = told.unwrap_or_else(Told::Failed);
        // Nobody is there to be told, should that fail; init then finds nothing.
        if let Ok(text) = serde_json::to_vec(&told) {
            let _ = tell.write_all(&text);
        }
    }

    fn run_as_first(&self, run: &Run, stdio: [OwnedFd; 3], leash: &PipeReader) -> Done<Told> {
        let top = tree::renew(self.layout.disk, self.user)?;
        let landlock = access::rules(&top, self.layout.writable)
            .map_err(std::io::Error::other)
            .during("set up Landlock")?;
        drop(top);
        let started = Instant::now();
        let launched = self.launch(run, &stdio, landlock.as_ref())?;
        drop(stdio);
        let end = match launched {
            Ok(main) => self.wait_for(main, leash)?,
            Err(errno) => Some(End::NotStarted(errno)),
        };
        let wall = nanos(started.elapsed());
        kill_the_rest()?;
        let ours = clock_gettime(ClockId::ProcessCPUTime);
        let ours = Duration::new(ours.tv_sec as u64, ours.tv_nsec as u32);
        Ok(Told::Over {
            end,
            wall,
            ours: nanos(ours),
        })
    }

    /// Starts the program: its process, or why there is none.
    fn launch(
        &self,
        run: &Run,
        stdio: &[OwnedFd; 3],
        landlock: Option<&OwnedFd>,
    ) -> Done<Result<i32, i32>> {
        let words = |words: &[OsString]| -> Done<Vec<CString>> {
            let word = |word: &OsString| CString::new(word.as_bytes());
            let words: Result<_, _> = words.iter().map(word).collect();
            words.map_err(|_| Errno::INVAL).during("read a run")
        };
        let (argv, env) = (words(&run.argv)?, words(&run.env)?);
        let Some(file) = find(run) else {
            return Ok(Err(Errno::NOENT.raw_os_error()));
        };
        let file = words(&[file])?.remove(0);
        let folder = if self.layout.writable {
            PROGRAM
        } else {
            tree::WORK
        };
        let folder = CString::new(folder).expect("has no zero");
        let limits = self.limits(run);
        let launch = Launch {
            file: &file,
            argv: &argv,
            env: &env,
            stdio: stdio.each_ref().map(OwnedFd::as_fd),
            folder: &folder,
            user: self.user,
            limits: &limits,
            landlock: landlock.map(OwnedFd::as_fd),
            filter: &self.filter,
        };
        match sys::launch(&launch).during("start a process")? {
            Ok(main) => Ok(Ok(main)),
            Err(failed) => {
                let errno = Errno::from_raw_os_error(failed.errno);
                // Some of what `execve` says is about the machine, not about the file. That it
                // cannot be read is about the file, which names parts of itself that are not
                // there.
                let short = [
                    Errno::AGAIN,
                    Errno::NOMEM,
                    Errno::MFILE,
                    Errno::NFILE,
                    Errno::TXTBSY,
                ];
                if failed.step == Step::Exec && !short.contains(&errno) {
                    return Ok(Err(failed.errno));
                }
                Err(errno).during(format_args!("start a program ({:?})", failed.step))
            }
        }
    }

    fn limits(&self, run: &Run) -> [(Resource, Rlimit); 8] {
        let limit = |resource, soft: u64, hard: u64| {
            let most = rustix::process::getrlimit(resource)
                .maximum
                .unwrap_or(u64::MAX);
            let limit = Rlimit {
                current: Some(soft.min(hard).min(most)),
                maximum: Some(hard.min(most)),
            };
            (resource, limit)
        };
        // Limits that are watched in other ways too come later here, by more than the kernel is
        // wrong: it takes the one who runs at a tick for who ran all the time since the last.
        let seconds = run.cpu.div_ceil(1_000_000_000);
        // The kernel counts by user within the box, and ours may be of the same.
        let ours = if self.user.is_none() { OURS } else { 0 };
        let processes = run.processes + ours;
        [
            limit(Resource::Cpu, 2 * seconds + 1, 2 * seconds + 2),
            limit(Resource::Fsize, run.file_size, run.file_size),
            limit(Resource::Nofile, run.open_files, run.open_files),
            limit(Resource::Nproc, processes, processes),
            limit(Resource::Stack, STACK, run.memory.max(STACK)),
            // No core is that small; and of all limits only this one keeps the kernel from
            // handing cores to a program of the host's instead.
            limit(Resource::Core, 1, 1),
            limit(Resource::Memlock, 1 << 16, 1 << 16),
            limit(Resource::Msgqueue, 0, 0),
        ]
    }

    /// Waits until the program has ended: how, or nothing when the leash was let go of first.
    fn wait_for(&self, main: i32, leash: &PipeReader) -> Done<Option<End>> {
        loop {
            // Orphans are reaped as they end, or they would count as processes.
            while let Reap::Ended(reaped) = sys::reap(Whom::Any, false).during("wait")? {
                if reaped.pid == main {
                    return Ok(Some(match reaped.status {
                        Status::Exited(status) => End::Exited(status),
                        Status::Signalled(signal) => End::Signalled(signal),
                    }));
                }
            }
            if self.wait(leash, None)? {
                return Ok(None);
            }
        }
    }

    /// Waits until the run's first process has ended, and with it all of the run: why it was
    /// ended from here, or else what ended it.
    fn follow(
        &self,
        first: i32,
        hand: PipeWriter,
        watched: &mut Watched<'_>,
        receiver: &mut Receiver,
    ) -> Done<Result<End, Status>> {
        let mut hand = Some(hand);
        let mut stopped = None;
        loop {
            let over = stopped.is_some();
            match sys::reap(Whom::Child(first), over).during("wait")? {
                Reap::Ended(reaped) => {
                    watched.add(&reaped);
                    return Ok(stopped.ok_or(reaped.status));
                }
                Reap::NotYet => {}
                Reap::NoChild => return Err(Errno::CHILD).during("wait"),
            }
            stopped = match watched.look()? {
                Look::Over(end) => Some(end),
                Look::Again(timeout) => match self.wait(&self.socket, Some(timeout))? {
                    false => None,
                    true => match self.receive(receiver)? {
                        // The judge is gone; so is this process, and with it the box.
                        None => std::process::exit(0),
                        Some(_) => Some(End::Stopped),
                    },
                },
            };
            if stopped.is_some() {
                drop(hand.take());
            }
        }
    }

    /// Waits for a child to end or for something to be heard in a file: whether it was.
    fn wait(&self, file: impl AsFd, timeout: Option<Duration>) -> Done<bool> {
        let mut files = [
            PollFd::new(&self.children, PollFlags::IN),
            PollFd::new(&file, PollFlags::IN),
        ];
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: timeout.subsec_nanos().into(),
        });
        match poll(&mut files, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno).during("wait for a program"),
        }
        let [child, heard] = files.map(|file| !file.revents().is_empty());
        if child {
            // Signals of one kind do not queue; reading takes the one there is.
            let mut taken = [0; 128];
            let _ = rustix::io::read(&self.children, &mut taken);
        }
        Ok(heard)
    }
}

/// Ends all processes of a run but its first, the calling one.
fn kill_the_rest() -> Done<()> {
    let mut killed = false;
    loop {
        match sys::reap(Whom::Any, killed).during("wait")? {
            Reap::Ended(_) => {}
            Reap::NoChild => return Ok(()),
            Reap::NotYet => {
                sys::kill_all_others();
                killed = true;
            }
        }
    }
}

/// Whether no socket is left of a run: one that was sent through itself lives on for a while,
/// and with it its name.
fn no_sockets_left() -> bool {
    let sockets = std::fs::read_to_string("/proc/self/net/unix");
    // A line for the names of columns, one for each socket.
    sockets.is_ok_and(|text| text.lines().count() <= 1)
}

/// What a run's first process has told, which is gone.
fn hear(mut told: PipeReader) -> Done<Option<Told>> {
    let mut text = Vec::new();
    told.read_to_end(&mut text).during("hear of a run")?;
    Ok(serde_json::from_slice(&text).ok())
}

/// The program's file: the first word if it has a slash, else looked up in `PATH`.
fn find(run: &Run) -> Option<OsString> {
    let name = run.argv.first()?;
    if name.as_bytes().contains(&b'/') {
        return Some(name.clone());
    }
    let path = run
        .env
        .iter()
        .find_map(|word| word.as_bytes().strip_prefix(b"PATH="))?;
    path.split(|&byte| byte == b':')
        .map(|folder| Path::new(&OsString::from_vec(folder.to_vec())).join(name))
        .find(|file| {
            let found = file.metadata();
            found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
        })
        .map(Into::into)
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

fn nanos(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}
