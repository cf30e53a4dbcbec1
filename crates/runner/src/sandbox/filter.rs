//! Which system calls a program may make.
//!
//! What programs, interpreters and compilers for this kind of work use is listed; all else
//! does not exist as far as a program can tell, whether this list knows it or it is newer,
//! so runtimes that probe for it go on without. Some calls are listed, but not with all
//! arguments: those that reach other processes, make namespaces, or take memory that nobody
//! counts are not permitted.
//!
//! The programs of an ordinary user run as the user of the box's init. So whatever one
//! process may do to another of the same user, but for signals, which init does not feel,
//! is among what is refused.
//!
//! There are two filters. Init puts itself under the first, once; every program inherits
//! it for nothing, while setting it up anew would cost each run more than all else that a
//! box does. The second has the few calls that init needs itself to make a run's namespaces
//! and what is in them and to start programs, and is short enough to set up every time. The
//! kernel keeps a table of the calls that a filter allows whatever their arguments, so the
//! length of the first costs these nothing.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

// Calls that the crate does not know everywhere; numbered the same on all machines.
const FCHMODAT2: libc::c_long = 452;
#[cfg(target_arch = "x86_64")]
const MAP_SHADOW_STACK: libc::c_long = 453;
const FUTEX_WAKE: libc::c_long = 454;
const FUTEX_WAIT: libc::c_long = 455;
const FUTEX_REQUEUE: libc::c_long = 456;

/// What programs may call.
const ALLOWED: &[libc::c_long] = &[
    // Files.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_lseek,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_fcntl,
    libc::SYS_ioctl,
    libc::SYS_flock,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getdents64,
    libc::SYS_truncate,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_copy_file_range,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_readlinkat,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_umask,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_getcwd,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // Waiting, and what is waited for.
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_signalfd4,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    // Sockets, of the kind that leads to processes of the box only.
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_sendto,
    libc::SYS_recvfrom,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvmmsg,
    libc::SYS_shutdown,
    libc::SYS_setsockopt,
    libc::SYS_getsockopt,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_munlock,
    libc::SYS_mlockall,
    libc::SYS_munlockall,
    libc::SYS_membarrier,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_mseal,
    // Processes and threads.
    libc::SYS_clone,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_setpgid,
    libc::SYS_getsid,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    FUTEX_WAKE,
    FUTEX_WAIT,
    FUTEX_REQUEUE,
    libc::SYS_prctl,
    libc::SYS_personality,
    libc::SYS_getrusage,
    libc::SYS_prlimit64,
    libc::SYS_getpriority,
    libc::SYS_setpriority,
    libc::SYS_ioprio_get,
    libc::SYS_getcpu,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_setparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_getattr,
    libc::SYS_sched_setattr,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval,
    // Users, none of whom has any power here.
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setfsuid,
    libc::SYS_setfsgid,
    libc::SYS_capget,
    // Signals.
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    // Time.
    libc::SYS_gettimeofday,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_times,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    // The system.
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrandom,
];

/// What newer kinds of machines do in other ways, and what the crate names here only.
#[cfg(target_arch = "x86_64")]
const ALLOWED_HERE: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_access,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_readlink,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_mknod,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_pause,
    libc::SYS_alarm,
    libc::SYS_time,
    libc::SYS_arch_prctl,
    libc::SYS_getrlimit,
    libc::SYS_renameat,
    libc::SYS_setrlimit,
    libc::SYS_sync_file_range,
    MAP_SHADOW_STACK,
];

/// `renameat`, `sync_file_range`, `getrlimit` and `setrlimit`, which the crate has no names for.
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_HERE: &[libc::c_long] = &[38, 84, 163, 164];

/// What init needs besides, to make what is new for each run and to start programs.
const FOR_INIT: &[libc::c_long] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
    libc::SYS_seccomp,
    libc::SYS_capset,
    libc::SYS_setgroups,
    // Processors are shared out among sessions: each run has one.
    libc::SYS_setsid,
];

const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Whether the kernel limits the memory of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    Limited,
    /// It is looked at; what cannot be seen is not to be had.
    Watched,
}

/// Puts this process and all to come of it under the first filter.
pub(super) fn apply_to_init(memory: Memory) -> io::Result<()> {
    for program in [allowed()?, refused(memory)?] {
        seccompiler::apply_filter(&program).map_err(|error| match error {
            seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
            other => io::Error::other(other),
        })?;
    }
    Ok(())
}

/// By number only.
fn allowed() -> io::Result<BpfProgram> {
    let calls = [ALLOWED, ALLOWED_HERE, FOR_INIT].concat();
    program(rules(&calls), Answer::OnlyThese)
}

/// By arguments.
fn refused(memory: Memory) -> io::Result<BpfProgram> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};

    let mut refused = BTreeMap::new();
    let mut refuse = |call, conditions: &[&[SeccompCondition]]| {
        let conditions = conditions.iter().map(|all| rule(all.to_vec()));
        refused.insert(call, conditions.collect());
    };
    // Others reach beyond the box, or are counted to nobody.
    refuse(
        libc::SYS_socket,
        &[&[condition(0, Ne, libc::AF_UNIX as u64)]],
    );
    refuse(
        libc::SYS_socketpair,
        &[&[condition(0, Ne, libc::AF_UNIX as u64)]],
    );
    // What a socket holds is known by this not being changed.
    let socket = condition(1, Eq, libc::SOL_SOCKET as u64);
    let [send, receive] = [libc::SO_SNDBUF, libc::SO_RCVBUF].map(|size| size as u64);
    refuse(
        libc::SYS_setsockopt,
        &[
            &[socket.clone(), condition(2, Eq, send)],
            &[socket, condition(2, Eq, receive)],
        ],
    );
    // Other processes, init among them: these calls ask for the same user only.
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
    ] {
        refuse(call, &[&[condition(0, Ne, 0)]]);
    }
    // Mono asks for what every process has, thread by thread.
    let ordinary = libc::SCHED_OTHER as u64;
    refuse(
        libc::SYS_sched_setscheduler,
        &[&[condition(0, Ne, 0), condition(1, Ne, ordinary)]],
    );
    refuse(
        libc::SYS_setpriority,
        &[
            &[condition(0, Ne, libc::PRIO_PROCESS as u64)],
            &[condition(1, Ne, 0)],
        ],
    );
    // Would adopt processes in init's place, and keep processors from neighbours.
    let [subreaper, core] = [libc::PR_SET_CHILD_SUBREAPER, libc::PR_SCHED_CORE];
    refuse(
        libc::SYS_prctl,
        &[
            &[condition(0, Eq, subreaper as u64)],
            &[condition(0, Eq, core as u64)],
        ],
    );
    // The machine's reserve of large pages.
    let huge = libc::MAP_HUGETLB as u64;
    let huge = condition(3, MaskedEq(huge), huge);
    // Memory that stays when it is in no process's page tables. In files it is limited.
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    let shared = condition(3, MaskedEq(shared), shared);
    match memory {
        Memory::Limited => refuse(libc::SYS_mmap, &[&[huge]]),
        Memory::Watched => refuse(libc::SYS_mmap, &[&[huge], &[shared]]),
    }
    program(refused, Answer::AllBut)
}

/// The second filter.
pub(super) fn for_programs() -> io::Result<BpfProgram> {
    let mut refused = rules(FOR_INIT);
    let namespaces = NAMESPACES.map(|flag| {
        let flag = flag as u64;
        rule(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)])
    });
    refused.insert(libc::SYS_clone, namespaces.into());
    let seccomp = condition(0, SeccompCmpOp::Eq, libc::PR_SET_SECCOMP as u64);
    refused.insert(libc::SYS_prctl, vec![rule(vec![seccomp])]);
    program(refused, Answer::AllBut)
}

fn rules(calls: &[libc::c_long]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn rule(conditions: Vec<SeccompCondition>) -> SeccompRule {
    SeccompRule::new(conditions).expect("a rule has conditions")
}

fn condition(argument: u8, compare: SeccompCmpOp, value: u64) -> SeccompCondition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)
        .expect("calls have six arguments")
}

/// What a list of calls means.
enum Answer {
    /// All others do not exist. That is also so for the second numbering of x86-64 (x32),
    /// whose numbers are in no list; calls of other machines end the process.
    OnlyThese,
    /// These are not permitted.
    AllBut,
}

fn program(rules: BTreeMap<i64, Vec<SeccompRule>>, answer: Answer) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let (listed, other) = match answer {
        Answer::OnlyThese => (
            SeccompAction::Allow,
            SeccompAction::Errno(libc::ENOSYS as u32),
        ),
        Answer::AllBut => (
            SeccompAction::Errno(libc::EPERM as u32),
            SeccompAction::Allow,
        ),
    };
    SeccompFilter::new(rules, other, listed, arch)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::{ALLOWED, ALLOWED_HERE, FOR_INIT};

    #[test]
    fn no_call_is_listed_twice() {
        let mut all = [ALLOWED, ALLOWED_HERE, FOR_INIT].concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
