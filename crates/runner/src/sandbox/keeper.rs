//! The process between the judge and a box: outside of the box, so that it can give it
//! users and control groups, and clean up after it.
//!
//! The judge starts its own binary as keeper, with one end of a socket as standard input.
//! The keeper makes init in new namespaces and then only waits, for init to end or for the
//! judge to ask for the box's end (SIGTERM). Init talks to the judge itself. When the judge
//! is gone, however it went, init sees the end of the socket and ends; so does the keeper.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, Uid};

use super::cgroup::{Group, Parents};
use super::init::Init;
use super::wire::{Layout, Receiver, Reply, Request, pair, send};
use super::{BOX_ID, Done, During, Failure, layers, reached};
use crate::sys::{self, Reap, Status, Whom};

/// All namespaces that a box has of its own.
pub(super) const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS;

/// The first of the users that root's boxes have on the machine, one each, by the number of
/// their keeper's process: well above those of people, services and containers.
const FIRST_USER: u32 = 1_900_000_000;

/// User and group, as the machine knows them, of the programs in the box of this keeper, when
/// root is the judge.
///
/// Most of what the kernel limits it limits for each user, so a box that shared its user
/// with others could use up what they need. Where root itself does not have that many users,
/// in a container, all boxes have one.
pub(super) fn user_of(keeper: u32) -> u32 {
    let user = FIRST_USER + keeper;
    let exists = |map| fs::read_to_string(map).is_ok_and(|map| has(&map, user));
    match exists("/proc/self/uid_map") && exists("/proc/self/gid_map") {
        true => user,
        false => BOX_ID,
    }
}

/// Whether each box has a user of its own.
pub(super) fn own_users() -> Result<String, String> {
    match is_root() {
        false => Err("an ordinary user has one user only".into()),
        true if user_of(std::process::id()) == BOX_ID => {
            Err(format!("root has no users from {FIRST_USER} on here"))
        }
        true => Ok(format!("from {FIRST_USER} on")),
    }
}

/// Serves the judge at the other end of standard input, until the box has ended.
pub(super) fn main() {
    let stdin = std::io::stdin();
    if let Err(failure) = serve(stdin.as_fd()) {
        report(stdin.as_fd(), failure);
    }
}

/// Tells the judge; there is nobody else to tell, should that fail.
fn report(socket: BorrowedFd<'_>, failure: Failure) {
    let reply = Reply::Failed(failure);
    let _ = send(socket, &reply, &[]);
}

fn serve(socket: BorrowedFd<'_>) -> Done<()> {
    // What the judge had open without meaning to pass it on.
    sys::close_from(3).during("close files")?;
    sys::block_signals_of_keeper().during("set up signals")?;
    reached("process started");
    let mut receiver = Receiver::new();
    let request = receiver.receive(socket).during("hear from the judge")?;
    match request {
        Some((Request::Begin, _)) => keep(socket, receiver),
        Some((Request::Probe, _)) => {
            let layers = Reply::Layers(layers::find(false));
            send(socket, &layers, &[]).during("report the layers")
        }
        _ => Ok(()),
    }
}

/// Makes a box and waits for its end.
fn keep(socket: BorrowedFd<'_>, receiver: Receiver) -> Done<()> {
    // When the whole machine is short of memory, strangers' programs go first.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    let group = Group::make(Parents::find(), std::process::id())?;
    let gauges = group.gauges()?;
    reached("control groups made");
    let user = is_root().then(|| user_of(std::process::id()));
    let (ready, go) = std::io::pipe().during("make a pipe")?;
    let lines = pair().during("make a socket")?;

    // What is counted in a user namespace is counted on the user who made it, too.
    if let Some(user) = user {
        become_user(user).during("become the box's user")?;
    }
    let Some(init) = sys::fork_into(NAMESPACES).during("make namespaces")? else {
        drop(go);
        let build = |layout| {
            let own = socket.try_clone_to_owned().during("keep the socket")?;
            Init::build(own, lines, layout, gauges, user.map(|_| BOX_ID))
        };
        become_init(socket, receiver, build, user.is_some(), ready);
        // As process 1, this ends all there is in the box.
        std::process::exit(0);
    };
    if user.is_some() {
        become_user(0).during("become root again")?;
    }
    drop((ready, lines));
    reached("namespaces made");
    let started = map_users(init, user.unwrap_or(BOX_ID))
        .and_then(|()| group.add(init))
        .and_then(|()| (&go).write_all(b"go").during("start the box"));
    let status = wait(init);
    drop(go);
    let memory = gauges.memory_kills().is_ok_and(|kills| kills > 0);
    drop(group);
    started?;
    let status = status?.to_string();
    send(socket, &Reply::Gone { status, memory }, &[]).during("report the end")
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Lets root act as another user, and back, without losing powers.
fn become_user(user: u32) -> rustix::io::Result<()> {
    let root = Uid::ROOT;
    rustix::thread::set_thread_res_uid(root, Uid::from_raw(user), root)?;
    let mut powers = rustix::thread::capabilities(None)?;
    powers.effective = powers.permitted;
    rustix::thread::set_capabilities(None, powers)
}

fn become_init(
    socket: BorrowedFd<'_>,
    mut receiver: Receiver,
    build: impl FnOnce(Layout) -> Done<Init>,
    root: bool,
    mut ready: std::io::PipeReader,
) {
    let mut word = [0; 2];
    if ready.read_exact(&mut word).is_err() {
        return;
    }
    let set_up = || -> Done<bool> {
        if root {
            let root = Uid::ROOT;
            rustix::thread::set_thread_res_uid(root, root, root).during("become root")?;
        }
        // The keeper takes the box with it. Should it have gone before this, then the pipe
        // has ended.
        let kill = Some(Signal::KILL);
        rustix::process::set_parent_process_death_signal(kill).during("follow the keeper")?;
        let mut files = [PollFd::new(&ready, PollFlags::IN)];
        let ended = poll(&mut files, Some(&Timespec::default())).during("see the keeper")?;
        Ok(ended == 0)
    };
    let outcome = set_up().and_then(|is_kept| match is_kept {
        true => build_and_serve(socket, &mut receiver, build),
        false => Ok(()),
    });
    if let Err(failure) = outcome {
        report(socket, failure);
    }
}

fn build_and_serve(
    socket: BorrowedFd<'_>,
    receiver: &mut Receiver,
    build: impl FnOnce(Layout) -> Done<Init>,
) -> Done<()> {
    reached("namespaces entered");
    let request = receiver.receive(socket).during("hear from the judge")?;
    let Some((Request::Build(layout), _)) = request else {
        return Ok(());
    };
    let init = build(layout)?;
    reached("box built");
    send(socket, &Reply::Ready, &[]).during("report the box")?;
    init.serve(receiver)
}

/// Gives a new user namespace its users. Root's boxes have all of root's users, so that
/// init can show any file, and run programs as one that owns nothing: `user`, which in the
/// box is called [`BOX_ID`], and the other way around. An ordinary user has only the own one
/// to give; programs run as that, without any power over init.
pub(super) fn map_users(init: i32, user: u32) -> Done<()> {
    let write = |name: &str, text: String| {
        let path = format!("/proc/{init}/{name}");
        fs::write(&path, text).during(format_args!("write {path}"))
    };
    if is_root() {
        for name in ["uid_map", "gid_map"] {
            let own = format!("/proc/self/{name}");
            let own = fs::read_to_string(&own).during(own)?;
            write(name, exchanged(&own, BOX_ID, user))?;
        }
        return Ok(());
    }
    write("setgroups", "deny".into())?;
    let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
    write("uid_map", format!("{BOX_ID} {} 1\n", uid.as_raw()))?;
    write("gid_map", format!("{BOX_ID} {} 1\n", gid.as_raw()))
}

/// Of a map of users, the ranges that this user namespace has: first and count.
fn ranges(map: &str) -> impl Iterator<Item = (u64, u64)> {
    map.lines().filter_map(|line| {
        let mut numbers = line.split_whitespace().map(|word| word.parse().ok());
        let (first, _, count) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some((first, count))
    })
}

fn has(map: &str, user: u32) -> bool {
    ranges(map).any(|(first, count)| (first..first + count).contains(&user.into()))
}

/// A map of all users in `map` to themselves, but for two that are exchanged.
fn exchanged(map: &str, one: u32, other: u32) -> String {
    let [low, high] = [one.min(other), one.max(other)].map(u64::from);
    let mut text = String::new();
    for (first, count) in ranges(map) {
        let end = first + count;
        // Cut before and after each of the two.
        let mut cuts = vec![first, low, low + 1, high, high + 1, end];
        cuts.retain(|cut| (first..=end).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        for part in cuts.windows(2) {
            let [from, to] = part else { continue };
            let outside = match *from {
                from if from == low => high,
                from if from == high => low,
                from => from,
            };
            text += &format!("{from} {outside} {}\n", to - from);
        }
    }
    text
}

/// Waits for init to end; ends it when asked to.
pub(super) fn wait(init: i32) -> Done<Status> {
    loop {
        if let Reap::Ended(reaped) = sys::reap(Whom::Child(init), false).during("wait")? {
            return Ok(reaped.status);
        }
        if sys::wait_for_signal().during("wait for a signal")?
            && let Some(init) = Pid::from_raw(init)
        {
            rustix::process::kill_process(init, Signal::KILL).during("end the box")?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{exchanged, has};

    /// Of a container, and of the machine itself.
    const MAPS: [&str; 2] = [
        "         0       1000          1\n         1     100000      65536\n",
        "         0          0 4294967295\n",
    ];

    #[test]
    fn all_users_of_this_namespace_map_to_themselves() {
        assert_eq!(
            exchanged(MAPS[0], 65533, 65533),
            "0 0 1\n1 1 65532\n65533 65533 1\n65534 65534 3\n"
        );
    }

    #[test]
    fn two_users_change_places() {
        assert_eq!(
            exchanged("0 0 10\n", 3, 7),
            "0 0 3\n3 7 1\n4 4 3\n7 3 1\n8 8 2\n"
        );
        assert_eq!(exchanged("0 0 10\n", 9, 0), "0 9 1\n1 1 8\n9 0 1\n");
        assert_eq!(
            exchanged(MAPS[1], 65533, 1_900_000_007),
            "0 0 65533\n65533 1900000007 1\n65534 65534 1899934473\n\
             1900000007 65533 1\n1900000008 1900000008 2394967287\n"
        );
    }

    #[test]
    fn a_container_has_fewer_users() {
        assert!(has(MAPS[0], 65536) && !has(MAPS[0], 65537));
        assert!(has(MAPS[1], 1_904_194_303));
    }
}
