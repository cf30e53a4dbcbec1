//! What the sandbox is made of, and which of it a machine has.

use std::io::{Read, Write};
use std::os::fd::AsFd;

use landlock::{AccessFs, LandlockStatus, Ruleset, RulesetAttr, RulesetError};
use rustix::mount::{MountAttrFlags, MountPropagationFlags, mount_change};

use super::cgroup::{Parent, Parents};
use super::filter::Filters;
use super::users::{self, Users};
use super::{Done, During, keeper, tree};
use crate::layers::Layer;
use crate::sys;

/// The layer that boxes have users of their own.
pub(super) const USERS: &str = "users of their own";

/// A layer that no box is without: its name, how it is tried, what it means not to have it.
type Required = (&'static str, Try, &'static str);

type Try = fn() -> Result<String, String>;

const REQUIRED: [Required; 9] = [
    (
        "user namespace",
        users,
        "there is nothing to build a box from: no other namespace can be had without it, and \
         root's powers could not be kept from programs",
    ),
    (
        "pid namespace",
        || in_namespaces(libc::CLONE_NEWPID, None, || Ok(())),
        "programs could see and signal the processes of the machine",
    ),
    (
        "network namespace",
        || in_namespaces(libc::CLONE_NEWNET, None, || Ok(())),
        "programs could use the network",
    ),
    (
        "ipc namespace",
        || in_namespaces(libc::CLONE_NEWIPC, None, || Ok(())),
        "programs could share memory with processes outside",
    ),
    (
        "uts namespace",
        || in_namespaces(libc::CLONE_NEWUTS, None, || Ok(())),
        "programs would see the machine's name",
    ),
    (
        "mount namespace",
        || in_namespaces(libc::CLONE_NEWNS, None, mounts),
        "programs could see and change all files that the judge's user can; needs Linux 5.14 or \
         newer",
    ),
    (
        "own /proc",
        || in_namespaces(libc::CLONE_NEWNS | libc::CLONE_NEWPID, None, proc),
        "programs could see the processes of the machine; containers that hide parts of /proc \
         do not allow a new one",
    ),
    (
        "system call filter",
        || {
            in_namespaces(0, None, || {
                let filters = Filters::new(false);
                let applied = filters.and_then(|filters| filters.apply_to_init());
                applied.during("set a filter")
            })
        },
        "programs could make any system call; needs seccomp in the kernel",
    ),
    (
        "process limit",
        process_limit,
        "a program could fill the machine with processes; needs Linux 5.14, which counts \
         processes for each user namespace",
    ),
];

/// Tries all layers, in a process with one thread.
pub(super) fn try_all() -> Vec<Layer> {
    let users = Users::find().and_then(|users| {
        in_namespaces(0, Some(&users), || Ok(()))?;
        Ok(users.describe())
    });
    find(users, |found| found())
}

/// All layers, where there is a box with such users, or why it had none of its own.
pub(super) fn of_a_box(users: Result<String, String>) -> Vec<Layer> {
    find(users, |_| Ok("works".into()))
}

fn find(users: Result<String, String>, required: fn(Try) -> Result<String, String>) -> Vec<Layer> {
    let required = REQUIRED.map(|(name, found, without)| (name, required(found), without));
    let groups = Parents::find();
    let event = match groups.cpu {
        Some(_) => Ok("not needed".into()),
        None => sys::count_processor_time().map(|_| "works".into()),
    };
    let group = |parent: Option<Parent>| match parent {
        Some(parent) => Ok(parent.to_string()),
        None => Err("no control group that the judge may divide; \
                     `systemd-run --user --scope -p Delegate=yes` gives it one"
            .into()),
    };
    let optional = [
        (
            USERS,
            users,
            "programs that run at the same time share what the kernel limits for each user: \
             memory in pipes, files on their way through sockets, pending signals, files that are \
             waited for",
        ),
        (
            "Landlock",
            landlock(),
            "files are guarded by the mount namespace alone",
        ),
        (
            "processor time event",
            event.map_err(|error| error.to_string()),
            "processor time is added up from processes that are seen or waited for; a program that \
             hides its work in children of less than 20 ms gets the clock's limit instead, and the \
             clock goes on for a run that waits for a processor; needs kernel.perf_event_paranoid \
             of 2 or less",
        ),
        (
            "memory control group",
            group(groups.memory),
            "memory is looked at a hundred times a second instead of limited by the kernel: a \
             program can have more for some milliseconds before it is ended. Files \
             have a limit of their own. Not counted is what the kernel keeps of memory maps \
             (64 processes had it keep 0.9 GB in 5 s of processor time) and of pipes (0.1 GB). \
             Processes cannot share memory but in files",
        ),
        (
            "processor control group",
            group(groups.cpu),
            "processor time is counted by an event of the kernel's, where there is one",
        ),
        (
            "process control group",
            group(groups.pids),
            "the number of processes is limited by user only, which is enough",
        ),
    ];
    let layer = |is_required| {
        move |(name, found, without): (&str, Result<String, String>, &str)| Layer {
            name: name.into(),
            required: is_required,
            found,
            without: without.into(),
        }
    };
    let required = required.map(layer(true)).into_iter();
    required.chain(optional.map(layer(false))).collect()
}

/// Does something in a process in new namespaces, with a user namespace: what went wrong.
fn in_namespaces(
    flags: i32,
    users: Option<&Users>,
    act: impl FnOnce() -> Done<()>,
) -> Result<String, String> {
    let text = |failure: super::Failure| failure.to_string();
    let (mut answer, tell) = std::io::pipe().map_err(|error| error.to_string())?;
    let (mut ready, go) = std::io::pipe().map_err(|error| error.to_string())?;
    let child = sys::fork_into(libc::CLONE_NEWUSER | flags)
        .during("make namespaces")
        .map_err(text)?;
    let Some(child) = child else {
        drop(go);
        let mut word = [0; 2];
        if ready.read_exact(&mut word).is_ok() {
            let outcome = match act() {
                Ok(()) => "ok".to_owned(),
                Err(failure) => failure.to_string(),
            };
            let _ = (&tell).write_all(outcome.as_bytes());
        }
        std::process::exit(0);
    };
    drop((ready, tell));
    let mapped = users::map(child, users, std::process::id());
    if mapped.is_ok() {
        let _ = (&go).write_all(b"go");
    }
    drop(go);
    let mut outcome = String::new();
    let _ = answer.read_to_string(&mut outcome);
    keeper::wait(child).map_err(text)?;
    mapped.map_err(text)?;
    match outcome.as_str() {
        "ok" => Ok("works".into()),
        "" => Err("ended without an answer".into()),
        _ => Err(outcome),
    }
}

/// A user namespace that is worth something: some systems allow it, but no power in it.
fn users() -> Result<String, String> {
    let name = || rustix::system::sethostname(b"box").during("use a power in it");
    in_namespaces(libc::CLONE_NEWUTS, None, name).map_err(|error| {
        let set = |(setting, off): (&str, &str)| {
            let path = format!("/proc/sys/{}", setting.replace('.', "/"));
            let value = std::fs::read_to_string(path).ok()?;
            (value.trim() == off).then(|| format!(" ({setting} is {off})"))
        };
        let settings = [
            ("kernel.apparmor_restrict_unprivileged_userns", "1"),
            ("kernel.unprivileged_userns_clone", "0"),
            ("user.max_user_namespaces", "0"),
        ];
        let why: String = settings.into_iter().filter_map(set).collect();
        format!("{error}{why}")
    })
}

/// The calls that a box's tree is made with.
fn mounts() -> Done<()> {
    let flags = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", flags).during("detach the mounts from the host's")?;
    let mount = tree::file_system("tmpfs", &[], MountAttrFlags::empty())?;
    let attributes = MountAttrFlags::MOUNT_ATTR_RDONLY;
    sys::mount_setattr(mount.as_fd(), attributes, true).during("make a mount read-only")
}

fn proc() -> Done<()> {
    tree::file_system("proc", &[], MountAttrFlags::empty()).map(drop)
}

/// Has a thread come under rules, and end.
fn landlock() -> Result<String, String> {
    let restrict = || -> Result<LandlockStatus, RulesetError> {
        let rules = Ruleset::default().handle_access(AccessFs::MakeBlock)?;
        Ok(rules.create()?.restrict_self()?.landlock)
    };
    let thread = std::thread::spawn(move || restrict().map_err(|error| error.to_string()));
    match thread
        .join()
        .map_err(|_| "a thread that tried it has ended")??
    {
        LandlockStatus::Available {
            effective_abi,
            kernel_abi,
        } => {
            let version = kernel_abi.unwrap_or(effective_abi as i32);
            Ok(format!("works, version {version}"))
        }
        LandlockStatus::NotEnabled => Err("not enabled when the machine was started".into()),
        LandlockStatus::NotImplemented => Err("not in this kernel".into()),
    }
}

/// Kernels since 5.14 count processes for each user and user namespace.
fn process_limit() -> Result<String, String> {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy();
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version >= (5, 14) {
        Ok("works".into())
    } else {
        Err(format!("this is Linux {release}"))
    }
}
