//! The process between the judge and a box: outside of the box, so that it can give it
//! users and control groups, and clean up after it.
//!
//! The judge starts its own binary as keeper, with one end of a socket as standard input.
//! The keeper makes init in new namespaces and then only waits, for init to end or for the
//! judge to ask for the box's end (SIGTERM). Init talks to the judge itself. When the judge
//! is gone, however it went, init sees the end of the socket and ends; so does the keeper.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::process::{Pid, Signal};

use super::cgroup::{Gauges, Group, Parents};
use super::init::Init;
use super::wire::{Receiver, Reply, Request, send};
use super::{BOX_ID, Done, During, Failure, layers};
use crate::judge::sys::{self, Reap, Status, Whom};

/// All namespaces that a box has of its own.
pub(super) const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS;

/// Serves the judge at the other end of standard input, until the box has ended.
pub(super) fn main() {
    let stdin = std::io::stdin();
    if let Err(failure) = serve(stdin.as_fd()) {
        report(stdin.as_fd(), failure);
    }
}

/// Tells the judge; there is nobody else to tell, should that fail.
fn report(socket: BorrowedFd<'_>, failure: Failure) {
    let reply = Reply::Failed {
        step: failure.step,
        errno: failure.source.raw_os_error().unwrap_or(libc::EIO),
    };
    let _ = send(socket, &reply, &[]);
}

fn serve(socket: BorrowedFd<'_>) -> Done<()> {
    // What the judge had open without meaning to pass it on.
    sys::close_from(3).during("close files")?;
    sys::block_signals_of_keeper().during("set up signals")?;
    let mut receiver = Receiver::new();
    let request = receiver.receive(socket).during("hear from the judge")?;
    match request {
        Some((Request::Begin, _)) => keep(socket, receiver),
        Some((Request::Probe, _)) => {
            let layers = Reply::Layers(layers::probe());
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
    let user = rustix::process::geteuid().is_root().then_some(BOX_ID);
    let (ready, go) = std::io::pipe().during("make a pipe")?;

    let Some(init) = sys::fork_into(NAMESPACES).during("make namespaces")? else {
        drop(go);
        become_init(socket, receiver, gauges, user, ready);
        // As process 1, this ends all there is in the box.
        std::process::exit(0);
    };
    drop(ready);
    let started = map_users(init)
        .and_then(|()| group.add(init))
        .and_then(|()| (&go).write_all(b"go").during("start the box"));
    drop(go);
    let status = wait(init);
    let memory = gauges.memory_kills().is_ok_and(|kills| kills > 0);
    drop(group);
    started?;
    let status = format!("{:?}", status?);
    send(socket, &Reply::Gone { status, memory }, &[]).during("report the end")
}

fn become_init(
    socket: BorrowedFd<'_>,
    mut receiver: Receiver,
    gauges: Gauges,
    user: Option<u32>,
    mut ready: std::io::PipeReader,
) {
    // The keeper takes the box with it. Should it have gone before this, then the pipe has
    // ended without a word.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    let mut word = [0; 2];
    if ready.read_exact(&mut word).is_err() {
        return;
    }
    drop(ready);
    if let Err(failure) = build_and_serve(socket, &mut receiver, gauges, user) {
        report(socket, failure);
    }
}

fn build_and_serve(
    socket: BorrowedFd<'_>,
    receiver: &mut Receiver,
    gauges: Gauges,
    user: Option<u32>,
) -> Done<()> {
    let request = receiver.receive(socket).during("hear from the judge")?;
    let Some((Request::Build(layout), _)) = request else {
        return Ok(());
    };
    let own: OwnedFd = socket.try_clone_to_owned().during("keep the socket")?;
    let init = Init::build(own, layout, gauges, user)?;
    send(socket, &Reply::Ready, &[]).during("report the box")?;
    init.serve(receiver)
}

/// Gives a new user namespace its users. Root's boxes have all of root's users, so that
/// init can show any file, and run programs as one that owns nothing. An ordinary user has
/// only the own one to give; programs run as that, without any power over init.
pub(super) fn map_users(init: i32) -> Done<()> {
    let write = |name: &str, text: String| {
        let path = format!("/proc/{init}/{name}");
        fs::write(&path, text).during(format_args!("write {path}"))
    };
    if rustix::process::geteuid().is_root() {
        for name in ["uid_map", "gid_map"] {
            let own = format!("/proc/self/{name}");
            let own = fs::read_to_string(&own).during(own)?;
            write(name, identity(&own))?;
        }
        return Ok(());
    }
    write("setgroups", "deny".into())?;
    let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
    write("uid_map", format!("{BOX_ID} {} 1\n", uid.as_raw()))?;
    write("gid_map", format!("{BOX_ID} {} 1\n", gid.as_raw()))
}

/// A map of all users in `map` to themselves.
fn identity(map: &str) -> String {
    map.lines()
        .filter_map(|line| {
            let mut numbers = line.split_whitespace();
            let (first, _, count) = (numbers.next()?, numbers.next()?, numbers.next()?);
            Some(format!("{first} {first} {count}\n"))
        })
        .collect()
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
    use super::identity;

    #[test]
    fn all_users_of_this_namespace_map_to_themselves() {
        let own = "         0       1000          1\n         1     100000      65536\n";
        assert_eq!(identity(own), "0 0 1\n1 1 65536\n");
    }
}
