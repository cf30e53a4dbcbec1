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

use std::io;

use seccompiler::{BpfProgram, TargetArch, compile_from_json};
use serde_json::{Value, json};

/// What programs may call.
const ALLOWED: &str = include_str!("calls.txt");

/// What newer kinds of machines do in other ways.
const ALLOWED_HERE: &str = match cfg!(target_arch = "x86_64") {
    true => {
        "open creat access stat lstat readlink link symlink unlink rename mkdir rmdir mknod chmod \
         chown lchown utime utimes futimesat getdents dup2 pipe poll select epoll_create \
         epoll_wait eventfd signalfd fork vfork getpgrp pause alarm time arch_prctl \
         map_shadow_stack"
    }
    false => "",
};

/// What init needs besides, to make what is new for each run and to start programs. Processors
/// are shared out among sessions: each run has one.
const FOR_INIT: &str = "\
    mount umount2 fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr \
    landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp capset setgroups \
    setsid";

const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Both filters, ready to be used: compiling them takes as long as much of what else a box needs.
pub(super) struct Filters {
    /// The first, in two parts.
    of_init: [BpfProgram; 2],
    /// The second.
    pub of_programs: BpfProgram,
}

impl Filters {
    /// Compiles them. Where the kernel does not limit the memory of the box it is looked at; what
    /// cannot be seen is not to be had then.
    pub(super) fn new(is_memory_limited: bool) -> io::Result<Self> {
        let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
        let text = filters(is_memory_limited).to_string();
        let mut programs = compile_from_json(text.as_bytes(), arch).map_err(io::Error::other)?;
        // Never an empty one, which would let all calls through.
        let mut program = |name: &str| {
            let missing = || io::Error::other(format!("there is no filter {name}"));
            programs.remove(name).ok_or_else(missing)
        };
        Ok(Self {
            of_init: [program("by name")?, program("by arguments")?],
            of_programs: program("of programs")?,
        })
    }

    /// Puts this process and all to come of it under the first filter.
    pub(super) fn apply_to_init(&self) -> io::Result<()> {
        self.of_init.iter().try_for_each(|program| {
            seccompiler::apply_filter(program).map_err(|error| match error {
                seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
                other => io::Error::other(other),
            })
        })
    }
}

fn filters(is_memory_limited: bool) -> Value {
    let known = [ALLOWED, ALLOWED_HERE, FOR_INIT].map(rules).concat();
    let not_permitted = |rules: Vec<Value>| {
        let answer = json!({ "errno": libc::EPERM });
        json!({ "match_action": answer, "mismatch_action": "allow", "filter": rules })
    };
    json!({
        // All other calls do not exist. That is also so for the second numbering of x86-64 (x32),
        // whose numbers are in no list; calls of other machines end the process.
        "by name": {
            "match_action": "allow",
            "mismatch_action": { "errno": libc::ENOSYS },
            "filter": known,
        },
        "by arguments": not_permitted(refused(is_memory_limited)),
        "of programs": not_permitted(refused_to_programs()),
    })
}

/// What is refused to all, by arguments.
fn refused(is_memory_limited: bool) -> Vec<Value> {
    let socket = is(1, libc::SOL_SOCKET);
    let mut refused = vec![
        // Others reach beyond the box, or are counted to nobody.
        rule("socket", &[is_not(0, libc::AF_UNIX)]),
        rule("socketpair", &[is_not(0, libc::AF_UNIX)]),
        // What a socket holds is known by this not being changed.
        rule("setsockopt", &[socket.clone(), is(2, libc::SO_SNDBUF)]),
        rule("setsockopt", &[socket, is(2, libc::SO_RCVBUF)]),
        // Other processes, init among them: these calls ask for the same user only.
        rule("prlimit64", &[is_not(0, 0)]),
        rule("sched_setaffinity", &[is_not(0, 0)]),
        rule("sched_setparam", &[is_not(0, 0)]),
        rule("sched_setattr", &[is_not(0, 0)]),
        // Mono asks for what every process has, thread by thread.
        rule(
            "sched_setscheduler",
            &[is_not(0, 0), is_not(1, libc::SCHED_OTHER)],
        ),
        rule("setpriority", &[is_not(0, libc::PRIO_PROCESS as i32)]),
        rule("setpriority", &[is_not(1, 0)]),
        // Would adopt processes in init's place, and keep processors from neighbours.
        rule("prctl", &[is(0, libc::PR_SET_CHILD_SUBREAPER)]),
        rule("prctl", &[is(0, libc::PR_SCHED_CORE)]),
        // The machine's reserve of large pages.
        rule("mmap", &[has(3, libc::MAP_HUGETLB)]),
    ];
    if !is_memory_limited {
        // Memory that stays when it is in no process's page tables. In files it is limited.
        let shared = has(3, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        refused.push(rule("mmap", &[shared]));
    }
    refused
}

/// What init needs itself and programs do not.
fn refused_to_programs() -> Vec<Value> {
    let mut refused = rules(FOR_INIT);
    refused.extend(NAMESPACES.map(|flag| rule("clone", &[has(0, flag)])));
    refused.push(rule("prctl", &[is(0, libc::PR_SET_SECCOMP)]));
    refused
}

/// Rules for calls of these names, whatever their arguments.
fn rules(calls: &str) -> Vec<Value> {
    names(calls)
        .map(|call| json!({ "syscall": call }))
        .collect()
}

fn names(calls: &str) -> impl Iterator<Item = &str> {
    let lines = calls.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace)
}

/// A rule for a call of whose arguments all this is so.
fn rule(call: &str, conditions: &[Value]) -> Value {
    json!({ "syscall": call, "args": conditions })
}

fn is(argument: u8, value: i32) -> Value {
    condition(argument, &json!("eq"), value)
}

fn is_not(argument: u8, value: i32) -> Value {
    condition(argument, &json!("ne"), value)
}

/// Whether all these bits are set.
fn has(argument: u8, bits: i32) -> Value {
    condition(argument, &json!({ "masked_eq": bits }), bits)
}

fn condition(argument: u8, compare: &Value, value: i32) -> Value {
    json!({ "index": argument, "type": "dword", "op": compare, "val": value })
}

#[cfg(test)]
mod tests {
    use super::{ALLOWED, ALLOWED_HERE, FOR_INIT, names};

    #[test]
    fn no_call_is_listed_twice() {
        let mut all: Vec<_> = [ALLOWED, ALLOWED_HERE, FOR_INIT]
            .map(names)
            .into_iter()
            .flatten()
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
