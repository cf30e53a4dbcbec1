//! The first process of a run: makes what each run has new, before there is one, then has one
//! program run in it.
//!
//! Init forks it between two runs, into process and mount namespaces of its own. It is process
//! 1 in there, mounts what is new for each run and waits to be told of the program: so no run
//! waits for that. It starts the program and adopts every process whose parent is gone. As soon
//! as the program has ended, or init says so, it kills what is left, waits until nothing is, so
//! that all is counted, tells init, and waits for its own end. With it go its namespaces, with
//! all that is in them and was mounted, should it even be killed before. So the end of a run is
//! the end of one process, whatever a program did; and a program sees neither init nor what
//! init did in earlier runs.

use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit};
use seccompiler::BpfProgram;
use serde::{Deserialize, Serialize};

use super::init::wait;
use super::watch::own_time;
use super::wire::{Layout, Receiver, Request, Run, send};
use super::{Done, During, Failure, access, tree};
use crate::run::{Ended, PROGRAM};
use crate::sys::{self, Launch, Reaped, Step};

/// Namespaces that each run has of its own, besides the box's.
const NAMESPACES: i32 = libc::CLONE_NEWPID | libc::CLONE_NEWNS;

/// Processes of ours in a box during a run: init and the run's first one.
pub(super) const OURS: u64 = 2;

/// Stack that a program starts with, in bytes; what shells give.
const STACK: u64 = 8 << 20;

/// What a run's first process tells init.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Told {
    /// All is there for a program; the processor time that this took.
    Ready(Duration),
    /// Nothing is left of the run but this process.
    Over(Over),
    /// A step of ours failed.
    Failed(Failure),
}

/// How a run ended.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Over {
    /// How the program ended, unless it had to be ended.
    pub end: Option<Ended>,
    /// Wall-clock time that it took.
    pub wall: Duration,
    /// Processor time of the first process itself, from its start.
    pub own: Duration,
    /// Processor time of all others that were waited for.
    pub cpu: Duration,
    /// The largest resident size of one of them, in bytes.
    pub peak_memory: u64,
}

/// What the first processes of a box have in common.
pub(super) struct Ground {
    /// The way to init and back. It comes from outside of the box, where sockets are counted.
    pub line: OwnedFd,
    pub layout: Layout,
    /// User of the programs; `None` when it is init's own.
    pub user: Option<u32>,
    /// Where the death of children is heard of.
    pub children: OwnedFd,
    /// The system call filter of programs.
    pub filter: BpfProgram,
}

impl Ground {
    /// Forks a run's first process: its number. For init only, which has one thread.
    pub(super) fn fork(&self, receiver: &mut Receiver) -> Done<i32> {
        if let Some(first) = sys::fork_into(NAMESPACES).during("make a run's first process")? {
            return Ok(first);
        }
        if let Err(failure) = self.live(receiver) {
            // Nobody is there to be told, should that fail; init then sees the end.
            let _ = send(&self.line, &Told::Failed(failure), &[]);
        }
        // As process 1, this ends all there is of the run.
        std::process::exit(0);
    }

    /// The life of a run's first process. When all went well, init ends it.
    fn live(&self, receiver: &mut Receiver) -> Done<()> {
        let top = tree::renew(self.layout.disk, self.user)?;
        let landlock = access::rules(&top, self.layout.writable)
            .map_err(std::io::Error::other)
            .during("set up Landlock")?;
        drop(top);
        self.tell(&Told::Ready(own_time()))?;
        let (run, stdio) = self.hear_of_run(receiver)?;
        let told = self.run(&run, stdio, landlock, receiver)?;
        self.tell(&told)?;
        loop {
            std::thread::park();
        }
    }

    fn tell(&self, told: &Told) -> Done<()> {
        send(&self.line, told, &[]).during("speak to init")
    }

    fn hear_of_run(&self, receiver: &mut Receiver) -> Done<(Run, [OwnedFd; 3])> {
        let heard = receiver.receive_run(&self.line, "init")?;
        heard
            .and_then(|(run, stdio)| Some((run, stdio.try_into().ok()?)))
            .ok_or(Errno::BADMSG)
            .during("hear of a run")
    }

    fn run(
        &self,
        run: &Run,
        stdio: [OwnedFd; 3],
        landlock: Option<OwnedFd>,
        receiver: &mut Receiver,
    ) -> Done<Told> {
        let mut over = Over::default();
        let started = Instant::now();
        let launched = self.launch(run, &stdio, landlock.as_ref())?;
        drop(stdio);
        over.end = match launched {
            Ok(main) => self.wait_for(main, &mut over, receiver)?,
            Err(errno) => Some(Ended::NotStarted(errno)),
        };
        over.wall = started.elapsed();
        kill_the_rest(&mut over)?;
        over.own = own_time();
        Ok(Told::Over(over))
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
            // Some of what `execve` says is about the machine, not about the file. That it cannot be
            // read is about the file, which names parts of itself that are not there.
            Err((Step::Exec, errno)) if !sys::OF_THE_MACHINE.contains(&errno.raw_os_error()) => {
                Ok(Err(errno.raw_os_error()))
            }
            Err((step, errno)) => Err(errno).during(format_args!("start a program ({step:?})")),
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
        let run = &run.limits;
        let seconds = run.cpu_seconds();
        // The kernel counts by user within the box, and ours may be of the same.
        let ours = if self.user.is_none() { OURS } else { 0 };
        let processes = u64::from(run.processes) + ours;
        [
            limit(Resource::Cpu, 2 * seconds + 1, 2 * seconds + 2),
            limit(Resource::Fsize, run.file_size, run.file_size),
            limit(
                Resource::Nofile,
                run.open_files.into(),
                run.open_files.into(),
            ),
            limit(Resource::Nproc, processes, processes),
            limit(Resource::Stack, STACK, run.memory.max(STACK)),
            // No core is that small; and of all limits only this one keeps the kernel from
            // handing cores to a program of the host's instead.
            limit(Resource::Core, 1, 1),
            limit(Resource::Memlock, 1 << 16, 1 << 16),
            limit(Resource::Msgqueue, 0, 0),
        ]
    }

    /// Waits until the program has ended: how, or nothing when init wanted it ended first.
    fn wait_for(&self, main: i32, over: &mut Over, receiver: &mut Receiver) -> Done<Option<Ended>> {
        loop {
            // Orphans are reaped as they end, or they would count as processes.
            while let Some(reaped) = sys::reap(None, false).during("wait")? {
                over.add(&reaped);
                if reaped.pid == main {
                    return Ok(Some(reaped.status.into()));
                }
            }
            if wait(&self.children, [Some(self.line.as_fd()), None], None)?[0] {
                let heard = receiver.receive(&self.line).during("hear from init")?;
                let Some((Request::Stop, _)) = heard else {
                    return Err(Errno::BADMSG).during("hear from init");
                };
                return Ok(None);
            }
        }
    }
}

impl Over {
    fn add(&mut self, reaped: &Reaped) {
        self.cpu += reaped.cpu;
        self.peak_memory = self.peak_memory.max(reaped.peak_memory);
    }
}

/// Ends all processes of a run but its first, the calling one.
fn kill_the_rest(over: &mut Over) -> Done<()> {
    let mut killed = false;
    loop {
        match sys::reap(None, killed) {
            Err(error) if error.raw_os_error() == Some(libc::ECHILD) => return Ok(()),
            other => match other.during("wait")? {
                Some(reaped) => over.add(&reaped),
                None => {
                    sys::kill_all_others();
                    killed = true;
                }
            },
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
