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
use std::time::Duration;

use rustix::process::{Pid, Signal, Uid};

use super::cgroup::{Group, Parents};
use super::filter::Filters;
use super::init::Init;
use super::users::{self, Users, is_root, of_root};
use super::wire::{Layout, Receiver, Reply, Request, pair, send};
use super::{BOX_ID, Done, During, Failure, layers, reached, wait_for};
use crate::sys::{self, Status};

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
        Some((Request::Begin { alone }, _)) => keep(socket, receiver, alone),
        Some((Request::Probe, _)) => {
            let layers = Reply::Layers(layers::try_all());
            send(socket, &layers, &[]).during("report the layers")
        }
        _ => Ok(()),
    }
}

/// Makes a box and waits for its end.
fn keep(socket: BorrowedFd<'_>, receiver: Receiver, alone: bool) -> Done<()> {
    // When the whole machine is short of memory, strangers' programs go first.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    let own = std::process::id();
    let group = Group::make(Parents::find(), own)?;
    let gauges = group.gauges()?;
    let filters = Filters::new(gauges.limit_memory()).during("filter system calls")?;
    reached("control groups made");
    let users = Users::find().ok().filter(|_| alone);
    let root = is_root();
    let user = (root || users.is_some()).then_some(BOX_ID);
    let (ready, go) = std::io::pipe().during("make a pipe")?;
    let lines = pair().during("make a socket")?;

    // What is counted in a user namespace is counted on the user who made it, too.
    if root {
        become_user(of_root(users.as_ref(), own)).during("become the box's user")?;
    }
    let Some(init) = sys::fork_into(NAMESPACES).during("make namespaces")? else {
        drop(go);
        let build = |layout| {
            let own = socket.try_clone_to_owned().during("keep the socket")?;
            Init::build(own, lines, layout, gauges, filters, user)
        };
        if let Err(failure) = become_init(socket, receiver, build, user.is_some(), ready) {
            report(socket, failure);
        }
        // As process 1, this ends all there is in the box.
        std::process::exit(0);
    };
    if root {
        become_user(0).during("become root again")?;
    }
    drop((ready, lines));
    reached("namespaces made");
    let started = users::map(init, users.as_ref(), own)
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
    has_root: bool,
    mut ready: std::io::PipeReader,
) -> Done<()> {
    let mut word = [0; 2];
    if ready.read_exact(&mut word).is_err() {
        return Ok(());
    }
    if has_root {
        let root = Uid::ROOT;
        rustix::thread::set_thread_res_uid(root, root, root).during("become root")?;
    }
    // The keeper takes the box with it. Should it have gone before this, then the pipe has ended.
    let kill = Some(Signal::KILL);
    rustix::process::set_parent_process_death_signal(kill).during("follow the keeper")?;
    if let [true] = wait_for("the keeper", [Some(ready.as_fd())], Some(Duration::ZERO))? {
        return Ok(());
    }
    reached("namespaces entered");
    let request = receiver.receive(socket).during("hear from the judge")?;
    let Some((Request::Build(layout), _)) = request else {
        return Ok(());
    };
    let init = build(layout)?;
    reached("box built");
    send(socket, &Reply::Ready, &[]).during("report the box")?;
    init.serve(&mut receiver)
}

/// Waits for init to end; ends it when asked to.
pub(super) fn wait(init: i32) -> Done<Status> {
    loop {
        if let Some(reaped) = sys::reap(Some(init), false).during("wait")? {
            return Ok(reaped.status);
        }
        if sys::wait_for_signal().during("wait for a signal")?
            && let Some(init) = Pid::from_raw(init)
        {
            rustix::process::kill_process(init, Signal::KILL).during("end the box")?;
        }
    }
}
