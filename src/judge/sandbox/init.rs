//! The first process of a box: builds it, then runs one program after another in it.
//!
//! It is process 1 of the box, so when it ends, for whatever reason, the kernel ends all
//! others; and it adopts every process whose parent is gone, so none gets out of its sight.
//! After each run it kills what is left, waits until nothing is, and puts the folders back
//! as they were.

use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit};
use rustix::thread::{CapabilitiesSecureBits, CapabilitySet};
use seccompiler::BpfProgram;

use super::cgroup::Gauges;
use super::copy::Given;
use super::tree::{self, Writable};
use super::watch::{Look, Watched};
use super::wire::{End, Layout, Receiver, Reply, Report, Request, Run, send};
use super::{Done, During, access, filter};
use crate::judge::run::PROGRAM;
use crate::judge::sys::{self, Launch, Reap, Status, Step, Whom};

/// Stack that a program starts with, in bytes; what shells give.
const STACK: u64 = 8 << 20;

/// What init keeps from run to run.
pub(super) struct Init {
    socket: OwnedFd,
    layout: Layout,
    gauges: Gauges,
    /// User of the programs; `None` when it is init's own.
    user: Option<u32>,
    children: OwnedFd,
    writable: Writable,
    given: Option<Given>,
    landlock: Option<OwnedFd>,
    filter: BpfProgram,
    cores: u32,
}

impl Init {
    /// Builds the box around the calling process.
    pub(super) fn build(
        socket: OwnedFd,
        layout: Layout,
        gauges: Gauges,
        user: Option<u32>,
    ) -> Done<Self> {
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
        let (writable, given) = tree::build(&layout, user)?;
        let landlock = access::rules(&writable, layout.writable)
            .map_err(std::io::Error::other)
            .during("set up Landlock")?;
        give_up_powers().during("give up capabilities")?;
        filter::apply_to_init().during("filter system calls")?;
        let filter = filter::for_programs().during("filter system calls")?;
        Ok(Self {
            socket,
            layout,
            gauges,
            user,
            children,
            writable,
            given,
            landlock,
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

    /// One run, from empty folders to empty folders.
    fn run(&mut self, run: &Run, stdio: [OwnedFd; 3], receiver: &mut Receiver) -> Done<Report> {
        // The group holds init itself too.
        self.gauges.set(run.memory, run.processes + 1)?;
        self.writable.prepare(self.user)?;

        let mut watched = Watched::start(&self.gauges, self.cores, run)?;
        let started = self.launch(run, &stdio)?;
        drop(stdio);
        let end = match started {
            Ok(main) => self.follow(main, &mut watched, receiver)?,
            Err(errno) => End::NotStarted(errno),
        };
        let wall = watched.elapsed();
        self.kill_the_rest(&mut watched)?;
        let (cpu, mut end) = watched.conclude(end)?;
        let peak_memory = watched.peak_memory;

        if let (Some(given), End::Exited(0)) = (&self.given, end)
            && !given.bring_back(self.user)?
        {
            end = End::Files;
        }
        if !self.writable.clear() {
            self.writable.renew()?;
            self.landlock = access::rules(&self.writable, self.layout.writable)
                .map_err(std::io::Error::other)
                .during("set up Landlock")?;
        }
        Ok(Report {
            end,
            cpu: nanos(cpu),
            wall: nanos(wall),
            peak_memory,
        })
    }

    /// Starts the program: its process, or why there is none.
    fn launch(&self, run: &Run, stdio: &[OwnedFd; 3]) -> Done<Result<i32, i32>> {
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
            landlock: self.landlock.as_ref().map(OwnedFd::as_fd),
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
        // Limits that are watched in other ways too come a little later here.
        let seconds = run.cpu.div_ceil(1_000_000_000);
        // The kernel counts by user within the box; init may be the same user.
        let processes = run.processes + u64::from(self.user.is_none());
        [
            limit(Resource::Cpu, seconds + 1, seconds + 2),
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

    /// Waits until the main process has ended, or has to.
    fn follow(&self, main: i32, watched: &mut Watched<'_>, receiver: &mut Receiver) -> Done<End> {
        loop {
            // First of all, so that a program that is done in time is not found too late.
            // Orphans are reaped as they end, or they would count as processes.
            while let Reap::Ended(reaped) = sys::reap(Whom::Any, false).during("wait")? {
                watched.add(&reaped);
                if reaped.pid == main {
                    return Ok(match reaped.status {
                        Status::Exited(status) => End::Exited(status),
                        Status::Signalled(signal) => End::Signalled(signal),
                    });
                }
            }
            let timeout = match watched.look()? {
                Look::Over(end) => return Ok(end),
                Look::Again(timeout) => timeout,
            };
            if self.wait(timeout)? {
                match self.receive(receiver)? {
                    // The judge is gone; so is this process, and with it the box.
                    None => std::process::exit(0),
                    Some(_) => return Ok(End::Stopped),
                }
            }
        }
    }

    /// Waits for a child to end or the judge to speak: whether the judge did.
    fn wait(&self, timeout: Duration) -> Done<bool> {
        let mut files = [
            PollFd::new(&self.children, PollFlags::IN),
            PollFd::new(&self.socket, PollFlags::IN),
        ];
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: timeout.subsec_nanos().into(),
        };
        match poll(&mut files, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno).during("wait for a program"),
        }
        let [child, judge] = files.map(|file| !file.revents().is_empty());
        if child {
            // Signals of one kind do not queue; reading takes the one there is.
            let mut taken = [0; 128];
            let _ = rustix::io::read(&self.children, &mut taken);
        }
        Ok(judge)
    }

    /// Ends all processes but init.
    fn kill_the_rest(&self, watched: &mut Watched<'_>) -> Done<()> {
        let mut killed = false;
        loop {
            match sys::reap(Whom::Any, killed).during("wait")? {
                Reap::Ended(reaped) => watched.add(&reaped),
                Reap::NoChild => return Ok(()),
                Reap::NotYet => {
                    sys::kill_all_others();
                    killed = true;
                }
            }
        }
    }
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
