//! All of the judge's `unsafe`: the system calls that no well-kept crate offers safely.
//!
//! # Theory of operation
//!
//! A contained run needs a new process four times, in three ways:
//!
//! 1. The judge, which has threads, starts its own binary again as the *keeper*. That is
//!    [`std::process::Command`] and needs nothing from here.
//! 2. The keeper, which has one thread, makes the box's first process (its *init*) in new
//!    namespaces: [`fork_into`]. This is a plain `fork` with flags. With one thread a
//!    forked child may go on running any Rust code, for no lock can be held by a thread
//!    that does not exist in the child.
//!    In the same way init, which has one thread too, makes the first process of every run.
//! 3. That one starts the program: [`launch`]. This is `vfork` in its safe form, as in
//!    `posix_spawn`: `clone(CLONE_VM | CLONE_VFORK)` with a stack of its own. The child
//!    shares its parent's memory, and the parent is suspended until the child has become
//!    the program or ended. So between `clone` and `execve` there is exactly one thread of
//!    execution on that memory, but it must leave the memory as it
//!    found it: `child` allocates nothing, frees nothing, takes no lock, cannot panic,
//!    and writes only to its stack and to `Launch::failed`. What it needs is laid out
//!    before, in `Launch`. It makes system calls through `rustix`, which does not touch
//!    `errno`; files, signal handling, user, capabilities, filters and Landlock domain
//!    are the kernel's per-process state, which `CLONE_VM` does not share.
//!
//! A forked child with copied memory would be simpler to argue about, but every copy costs
//! as much as starting the program does.
//!
//! Besides that there are calls with no pitfalls but without a safe wrapper, each of them
//! argued where it stands.

#![allow(unsafe_code)]

use std::io;
use std::time::Duration;

#[cfg(target_os = "linux")]
pub(super) use linux::*;

/// What is in the way of starting a program that says nothing about its file: short of
/// something, or still being written.
pub(super) const OF_THE_MACHINE: [i32; 5] = [
    libc::EAGAIN,
    libc::ENOMEM,
    libc::EMFILE,
    libc::ENFILE,
    libc::ETXTBSY,
];

/// A child process that has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaped {
    /// Its process number.
    #[cfg(target_os = "linux")]
    pub pid: i32,
    /// What ended it.
    pub status: Status,
    /// Processor time of it and of the children it has waited for.
    pub cpu: Duration,
    /// Largest resident size of one of them, in bytes.
    pub peak_memory: u64,
}

/// What ended a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It exited with this status.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Status::Exited(status) => write!(f, "exited with status {status}"),
            Status::Signalled(signal) => write!(f, "was ended by signal {signal}"),
        }
    }
}

/// Reaps a child that has ended, this one or any; with `block`, waits for one to end. That there is
/// no such child is an error.
pub(super) fn reap(child: Option<i32>, block: bool) -> io::Result<Option<Reaped>> {
    #[cfg(target_os = "linux")]
    let all = libc::__WALL;
    #[cfg(not(target_os = "linux"))]
    let all = 0;
    let flags = all | if block { 0 } else { libc::WNOHANG };
    loop {
        let mut status = 0;
        // SAFETY: all fields of `rusage` are numbers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live variables of the right types.
        let ended = unsafe { libc::wait4(child.unwrap_or(-1), &mut status, flags, &mut usage) };
        match done(ended.into()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
            Ok(0) => return Ok(None),
            Ok(_) => {}
        }
        let status = if libc::WIFSIGNALED(status) {
            Status::Signalled(libc::WTERMSIG(status))
        } else {
            Status::Exited(libc::WEXITSTATUS(status))
        };
        // Linux counts in KiB, the BSDs of Apple in bytes.
        let unit = if cfg!(target_vendor = "apple") {
            1
        } else {
            1024
        };
        return Ok(Some(Reaped {
            #[cfg(target_os = "linux")]
            pid: ended,
            status,
            cpu: time(usage.ru_utime) + time(usage.ru_stime),
            peak_memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
        }));
    }
}

/// What a system call has returned, or the error that it has left.
fn done(returned: i64) -> io::Result<i64> {
    match returned {
        -1 => Err(io::Error::last_os_error()),
        returned => Ok(returned),
    }
}

fn time(of: libc::timeval) -> Duration {
    Duration::from_secs(of.tv_sec as u64) + Duration::from_micros(of.tv_usec as u64)
}

/// Waits for a child to end, without reaping it: its number stays its own.
pub(super) fn wait_for_end(child: i32) {
    loop {
        // SAFETY: all fields of `siginfo_t` are numbers, for which zero is a value.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        let flags = libc::WEXITED | libc::WNOWAIT;
        // SAFETY: the pointer is to a live variable of the right type.
        let done = unsafe { libc::waitid(libc::P_PID, child as libc::id_t, &mut info, flags) };
        if done == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}

/// Kills a process group that a child of ours leads.
pub(super) fn kill_group(leader: i32) {
    // SAFETY: takes numbers only. The group is gone already when this fails.
    unsafe { libc::kill(-leader, libc::SIGKILL) };
}

/// Sets limits (resource, soft one, hard one; never above the hard one there is) in the
/// process that `command` starts.
pub(super) fn limit(command: &mut std::process::Command, limits: Vec<(i32, u64, u64)>) {
    use std::os::unix::process::CommandExt;

    let set = move || {
        for &(resource, soft, hard) in &limits {
            let mut limit = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            // SAFETY: the pointer is to a live variable of the right type.
            done(unsafe { libc::getrlimit(resource as _, &mut limit) }.into())?;
            limit.rlim_max = limit.rlim_max.min(hard as libc::rlim_t);
            limit.rlim_cur = limit.rlim_max.min(soft as libc::rlim_t);
            // SAFETY: as above.
            done(unsafe { libc::setrlimit(resource as _, &limit) }.into())?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec `set` makes system calls only and reads a vector that
    // is not changed; it allocates nothing and takes no lock.
    unsafe { command.pre_exec(set) };
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{CStr, CString, c_char, c_int, c_void};
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
    use std::ptr;

    use super::done;
    use rustix::io::Errno;
    use rustix::mount::MountAttrFlags;
    use rustix::process::{Gid, Resource, Rlimit, Uid};
    use rustix::thread::{CapabilitySet, CapabilitySets};
    use seccompiler::BpfProgram;

    /// Forks a child into new namespaces (`CLONE_NEW…`): its number, or `None` in the
    /// child, which is process 1 if the namespaces have one of processes.
    ///
    /// The caller must have one thread only.
    pub(in super::super) fn fork_into(namespaces: c_int) -> io::Result<Option<i32>> {
        assert_eq!(threads()?, 1, "a process with threads must not fork");
        let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
        // SAFETY: without a stack and without `CLONE_VM` this is `fork`: the child goes on
        // with a copy of the memory. There is one thread, checked above, so the copy is in
        // the state that the child's code expects. All pointers are null, which these
        // flags allow.
        let pid = done(unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) })?;
        Ok(Some(pid as i32).filter(|&pid| pid != 0))
    }

    /// How many threads this process has.
    fn threads() -> io::Result<u64> {
        use std::os::unix::fs::MetadataExt;

        // Each has a folder in there; every folder has two links more than folders in it.
        Ok(std::fs::metadata("/proc/self/task")?
            .nlink()
            .saturating_sub(2))
    }

    /// All that a program is started with, laid out for a child that may not allocate.
    pub(in super::super) struct Launch<'a> {
        /// The program's file.
        pub file: &'a CStr,
        /// Its arguments, the first being its name.
        pub argv: &'a [CString],
        /// `NAME=VALUE`.
        pub env: &'a [CString],
        /// Standard input, output and error; none of them numbered below 3.
        pub stdio: [BorrowedFd<'a>; 3],
        /// Where it starts.
        pub folder: &'a CStr,
        /// User and group to become.
        pub user: Option<u32>,
        /// Limits to set.
        pub limits: &'a [(Resource, Rlimit)],
        /// Landlock rules to come under.
        pub landlock: Option<BorrowedFd<'a>>,
        /// System call filter to come under, after everything else.
        pub filter: &'a BpfProgram,
    }

    /// What a child does on its way to becoming the program; all but the last are ours to
    /// get right.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) enum Step {
        Session,
        Files,
        Folder,
        Limits,
        User,
        Capabilities,
        Landlock,
        Filter,
        Signals,
        Exec,
    }

    /// What the child is handed.
    struct Handed<'a> {
        launch: &'a Launch<'a>,
        argv: *const *const c_char,
        env: *const *const c_char,
        failed: Option<(Step, Errno)>,
    }

    /// Starts a program: its number.
    ///
    /// When the outer result is an error no process was made, when the inner one is a
    /// process was made and has ended by itself at this step, and is yet to be reaped.
    pub(in super::super) fn launch(launch: &Launch<'_>) -> io::Result<Result<i32, (Step, Errno)>> {
        const STACK: usize = 128 << 10;
        let pointers = |words: &[CString]| -> Vec<*const c_char> {
            let null = std::iter::once(ptr::null());
            words.iter().map(|word| word.as_ptr()).chain(null).collect()
        };
        let (argv, env) = (pointers(launch.argv), pointers(launch.env));
        let mut handed = Handed {
            launch,
            argv: argv.as_ptr(),
            env: env.as_ptr(),
            failed: None,
        };
        let mut stack: Vec<MaybeUninit<u128>> = Vec::with_capacity(STACK / size_of::<u128>());
        let top = stack.spare_capacity_mut().as_mut_ptr_range().end;
        // SAFETY: `top` is the aligned upper end of memory that nothing else uses, and
        // stacks grow down on the machines that there are filters for. `CLONE_VFORK` holds
        // this process until the child has become another program or ended, so `stack`
        // and `handed` outlive the child's use of them and are not touched meanwhile.
        // `child` keeps to what the theory of operation asks of it.
        let pid = unsafe {
            libc::clone(
                child,
                top.cast(),
                libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
                ptr::from_mut(&mut handed).cast(),
            )
        };
        done(pid.into())?;
        Ok(handed.failed.map_or(Ok(pid), Err))
    }

    extern "C" fn child(handed: *mut c_void) -> c_int {
        // SAFETY: `launch` passes a pointer to its `Handed` and is suspended.
        let handed = unsafe { &mut *handed.cast::<Handed<'_>>() };
        let failed = match become_contained(handed.launch) {
            Err(failed) => failed,
            Ok(()) => {
                // SAFETY: both arrays end with a null pointer, and they and the strings
                // live in the suspended parent.
                unsafe { libc::execve(handed.launch.file.as_ptr(), handed.argv, handed.env) };
                (Step::Exec, errno())
            }
        };
        handed.failed = Some(failed);
        127
    }

    /// From here on the process loses, step by step, what the run's first process may do.
    fn become_contained(launch: &Launch<'_>) -> Result<(), (Step, Errno)> {
        let at = |step| move |errno| (step, errno);
        rustix::process::setsid().map_err(at(Step::Session))?;

        let [stdin, stdout, stderr] = launch.stdio;
        rustix::stdio::dup2_stdin(stdin).map_err(at(Step::Files))?;
        rustix::stdio::dup2_stdout(stdout).map_err(at(Step::Files))?;
        rustix::stdio::dup2_stderr(stderr).map_err(at(Step::Files))?;

        // What hangs on addresses, such as memory that was never set, is the same in every run then.
        // Some containers refuse that, and nothing else rests on it.
        // SAFETY: takes a number, touches no memory.
        unsafe { libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong) };

        for &(resource, limit) in launch.limits {
            rustix::process::setrlimit(resource, limit).map_err(at(Step::Limits))?;
        }
        if let Some(id) = launch.user {
            let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
            rustix::thread::set_thread_res_gid(gid, gid, gid).map_err(at(Step::User))?;
            rustix::thread::set_thread_res_uid(uid, uid, uid).map_err(at(Step::User))?;
        }
        let none = CapabilitySets {
            effective: CapabilitySet::empty(),
            permitted: CapabilitySet::empty(),
            inheritable: CapabilitySet::empty(),
        };
        rustix::thread::set_capabilities(None, none).map_err(at(Step::Capabilities))?;
        rustix::process::chdir(launch.folder).map_err(at(Step::Folder))?;
        if let Some(rules) = launch.landlock {
            landlock_restrict_self(rules).map_err(at(Step::Landlock))?;
        }
        seccompiler::apply_filter(launch.filter).map_err(|error| match error {
            seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => (
                Step::Filter,
                Errno::from_io_error(&error).unwrap_or(Errno::INVAL),
            ),
            _ => (Step::Filter, Errno::INVAL),
        })?;

        block(&signals(&[])).map_err(|_| (Step::Signals, Errno::INVAL))?;
        close_from(3).map_err(at(Step::Files))
    }

    fn landlock_restrict_self(rules: BorrowedFd<'_>) -> Result<(), Errno> {
        // SAFETY: takes a file and flags, touches no memory.
        let done = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
        if done == 0 { Ok(()) } else { Err(errno()) }
    }

    fn errno() -> Errno {
        // SAFETY: the pointer is to this thread's `errno`, or to the suspended parent's.
        Errno::from_raw_os_error(unsafe { *libc::__errno_location() })
    }

    /// Closes every file numbered `first` and above.
    ///
    /// For a process that has just started, or is about to become another program: nothing
    /// may hold such a file any more.
    pub(in super::super) fn close_from(first: u32) -> Result<(), Errno> {
        // SAFETY: takes numbers, touches no memory; that no owner is left is the caller's
        // promise, kept in both places that call this.
        let done = unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) };
        if done == 0 { Ok(()) } else { Err(errno()) }
    }

    /// Kills every process that this one may kill, except itself: for the first process of a
    /// namespace, all others in it. No process can slip away by forking meanwhile: the kernel
    /// lets no fork finish in a process with a deadly signal.
    pub(in super::super) fn kill_all_others() {
        // SAFETY: takes numbers only. Fails when there is no other process.
        unsafe { libc::kill(-1, libc::SIGKILL) };
    }

    /// Gives every signal its default effect, except that the death of children can be read
    /// from the returned file instead.
    pub(in super::super) fn signals_of_init() -> io::Result<OwnedFd> {
        for signal in 1..=64 {
            // SAFETY: no handler is installed, so no code can run at a wrong time. Fails
            // for numbers that cannot be set, which have their default effect anyway.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        let children = signals(&[libc::SIGCHLD]);
        block(&children)?;
        let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
        // SAFETY: the pointer is to a live variable; the new file is owned by nobody else.
        unsafe {
            let file = done(libc::signalfd(-1, &children, flags).into())?;
            Ok(OwnedFd::from_raw_fd(file as c_int))
        }
    }

    /// The signals that the keeper waits for.
    const OF_KEEPER: [c_int; 2] = [libc::SIGCHLD, libc::SIGTERM];

    /// Waits for a child to end or for somebody to ask this process to end: whether it was
    /// the latter. Both signals must be blocked, see [`block_signals_of_keeper`].
    pub(in super::super) fn wait_for_signal() -> io::Result<bool> {
        loop {
            // SAFETY: the pointers are to live variables; the third may be null.
            match unsafe { libc::sigwaitinfo(&signals(&OF_KEEPER), ptr::null_mut()) } {
                -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                signal => return Ok(done(signal.into())? == i64::from(libc::SIGTERM)),
            }
        }
    }

    /// Keeps the signals that the keeper waits for from having their usual effect.
    pub(in super::super) fn block_signals_of_keeper() -> io::Result<()> {
        block(&signals(&OF_KEEPER))
    }

    fn signals(all: &[c_int]) -> libc::sigset_t {
        let mut signals = MaybeUninit::uninit();
        // SAFETY: the first call initialises the set, the others change it.
        unsafe {
            libc::sigemptyset(signals.as_mut_ptr());
            for &signal in all {
                libc::sigaddset(signals.as_mut_ptr(), signal);
            }
            signals.assume_init()
        }
    }

    /// Has these signals, and no others, wait.
    fn block(signals: &libc::sigset_t) -> io::Result<()> {
        // SAFETY: the pointers are to live variables; the third may be null.
        let set = unsafe { libc::sigprocmask(libc::SIG_SETMASK, signals, ptr::null_mut()) };
        done(set.into()).map(drop)
    }

    /// Leaves the control group namespace: what is above the current groups is out of view.
    pub(in super::super) fn hide_control_groups() -> io::Result<()> {
        // SAFETY: this flag changes what the process sees of control groups, nothing that
        // Rust code relies on.
        done(unsafe { libc::unshare(libc::CLONE_NEWCGROUP) }.into()).map(drop)
    }

    /// Has the kernel count the processor time of this process and of all that will be forked
    /// by it and by those, waited for or not: reading the file gives it, in nanoseconds.
    pub(in super::super) fn count_processor_time() -> io::Result<std::fs::File> {
        const SOFTWARE: u32 = 1;
        const TASK_CLOCK: u64 = 1;
        const INHERIT: u64 = 1 << 1;
        // What is done in the kernel counts all the same; with this, everybody may ask.
        const EXCLUDE_KERNEL: u64 = 1 << 5;
        const CLOSE_ON_EXEC: c_int = 1 << 3;
        /// The first version of `perf_event_attr`, which all kernels know.
        #[repr(C)]
        #[derive(Default)]
        struct Attributes {
            kind: u32,
            size: u32,
            config: u64,
            sampling: [u64; 3],
            flags: u64,
            rest: [u64; 2],
        }
        let attributes = Attributes {
            kind: SOFTWARE,
            size: size_of::<Attributes>() as u32,
            config: TASK_CLOCK,
            flags: INHERIT | EXCLUDE_KERNEL,
            ..Attributes::default()
        };
        let (this_process, all_processors, no_group) = (0, -1, -1);
        // SAFETY: the attributes are live and of the size that they tell; the kernel only
        // reads them. The new file is owned by nobody else.
        unsafe {
            let file = libc::syscall(
                libc::SYS_perf_event_open,
                ptr::from_ref(&attributes),
                this_process,
                all_processors,
                no_group,
                CLOSE_ON_EXEC,
            );
            Ok(OwnedFd::from_raw_fd(done(file)? as c_int).into())
        }
    }

    /// Sets attributes of the mount that `mount` is the top of, with `recursive` of all below
    /// it too.
    pub(in super::super) fn mount_setattr(
        mount: BorrowedFd<'_>,
        attributes: MountAttrFlags,
        recursive: bool,
    ) -> io::Result<()> {
        let attributes = libc::mount_attr {
            attr_set: attributes.bits().into(),
            attr_clr: 0,
            propagation: 0,
            userns_fd: 0,
        };
        let flags = libc::AT_EMPTY_PATH | if recursive { libc::AT_RECURSIVE } else { 0 };
        // SAFETY: path and attributes are live and of the size that is passed; the kernel
        // only reads them.
        let set = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                mount.as_raw_fd(),
                c"".as_ptr(),
                flags,
                ptr::from_ref(&attributes),
                size_of_val(&attributes),
            )
        };
        done(set).map(drop)
    }
}
