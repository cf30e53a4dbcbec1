//! Which system calls a program may make.
//!
//! Everything that programs, interpreters and compilers for this kind of work need is
//! allowed; refused is what changes the system, looks into other processes, makes
//! namespaces, or has no use here and a history of holes. Refused calls fail, they do not
//! kill: runtimes probe for what there is. Calls that this list does not know yet, being
//! newer, do not exist as far as the program can tell.
//!
//! There are two filters. Init puts itself under the first, once; every program inherits
//! it for nothing, while setting it up anew would cost each run more than all else that a
//! box does. The second has the few calls that init needs itself to make a run's namespaces
//! and what is in them, and is short enough to set up every time.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

/// Refused with "not permitted".
const REFUSED: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Namespaces and roots.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_chroot,
    libc::SYS_pivot_root,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // Keys, tracing, kernel programs.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_lookup_dcookie,
    // The system as a whole.
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_nfsservctl,
    // Writing out all files of all others takes their time.
    libc::SYS_sync,
    libc::SYS_syncfs,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ustat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_sysfs,
];

/// Refused as if the kernel had no such call, for which programs have other ways.
const ABSENT: &[libc::c_long] = &[
    // Its flags are out of a filter's sight; the C library goes on with `clone`.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Memory and queues that outlive the process that made them, or that are counted to
    // no process.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
];

/// Refused to programs, but not to init.
const MOUNTING: &[libc::c_long] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
];

/// The highest number of a call that the lists above were made with; the same on all
/// machines (`mseal`).
const LAST_KNOWN: u32 = 462;

const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Puts this process and all to come of it under the first filter.
pub(super) fn apply_to_init() -> io::Result<()> {
    let mut refused = rules(REFUSED);
    // Some families reach beyond the network namespace.
    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
    let unknown = families.map(|family| condition(0, SeccompCmpOp::Ne, family as u64));
    refused.insert(libc::SYS_socket, vec![rule(unknown.into())]);

    let absent = program(rules(ABSENT), libc::ENOSYS)?;
    let refused = program(refused, libc::EPERM)?;
    for program in [newer_than_known(), absent, refused] {
        seccompiler::apply_filter(&program).map_err(|error| match error {
            seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
            other => io::Error::other(other),
        })?;
    }
    Ok(())
}

/// The second filter.
pub(super) fn for_programs() -> io::Result<BpfProgram> {
    let mut refused = rules(MOUNTING);
    let namespaces = NAMESPACES.map(|flag| {
        let flag = flag as u64;
        rule(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)])
    });
    refused.insert(libc::SYS_clone, namespaces.into());
    program(refused, libc::EPERM)
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

fn program(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(errno as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}

/// A filter that knows numbers up to a last one only. The crate compares calls for
/// equality, so this one is written out. It also covers the second numbering of x86-64
/// (x32), whose numbers are large.
fn newer_than_known() -> BpfProgram {
    let absent = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let instruction = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    vec![
        // The call's number is the first field of what a filter sees.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(
            libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K,
            0,
            1,
            LAST_KNOWN,
        ),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, absent),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, LAST_KNOWN, MOUNTING, REFUSED};

    #[test]
    fn no_call_is_in_two_lists() {
        let mut all: Vec<_> = [REFUSED, ABSENT, MOUNTING].concat();
        all.extend([libc::SYS_clone, libc::SYS_socket]);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn all_calls_in_the_lists_are_known() {
        for call in [REFUSED, ABSENT, MOUNTING].concat() {
            assert!(call <= i64::from(LAST_KNOWN), "call {call}");
        }
    }
}
