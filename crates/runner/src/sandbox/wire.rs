//! What the judge and a box say to each other: one message a packet, over one socket.
//!
//! The judge writes [`Request`]s, the box [`Reply`]s. Paths and words travel as
//! [`OsString`]s, for a path need not be UTF-8.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::slice;

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Done, During, Failure};
use crate::layers::Layer;
use crate::run::{Ended, Limits, Usage};

/// Longest packet, in bytes; a little less than what a socket takes by default.
const LONGEST: usize = 192 << 10;

/// The first byte of a packet: whether its message goes on in the next.
const GOES_ON: u8 = b'+';
const ENDS: u8 = b'.';

/// What the judge asks of a box, in this order: `Begin`, `Build`, then any number of `Run`s.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Try each layer and tell; the box ends after that.
    Probe,
    /// Make the namespaces and control groups. Takes the kernel some milliseconds, in which
    /// nobody waits: this has no answer. Programs are to be `alone` with their user, where there
    /// are users to give.
    Begin { alone: bool },
    /// Build the box in them.
    Build(Layout),
    /// Run a program; standard input, output and error travel with the message. Init hands it
    /// on to the run's first process.
    Run(Run),
    /// End the run that is under way. Ignored between runs.
    Stop,
}

/// What can be seen and written in a box; fixed for the box's life.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Layout {
    /// The program.
    pub program: Option<Shown>,
    /// Whether programs start in the program's folder and what they change there is kept.
    pub writable: bool,
    /// Whether what it left there is taken whatever status it exits with, and not for 0 alone.
    pub any_status: bool,
    /// Paths shown read-only under their own names.
    pub visible: Vec<OsString>,
    /// Device and number of the files that those paths led to: a box goes on showing what
    /// it was built with, also when the path has become another file's.
    pub files: Vec<(u64, u64)>,
    /// Whether others than their owner may read all this, as far as that is looked at.
    pub open: bool,
    /// Size of all files in the box's own writable folders, and in the program's if that is
    /// writable, in bytes.
    pub disk: u64,
}

/// A folder or file of the host, shown in the box at a path of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shown {
    pub host: OsString,
    pub at: OsString,
}

/// One run, as the box needs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    pub argv: Vec<OsString>,
    /// `NAME=VALUE`.
    pub env: Vec<OsString>,
    pub limits: Limits,
}

/// What a box answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// To `Probe`.
    Layers(Vec<Layer>),
    /// To `Build`.
    Ready,
    /// To `Run`: the run is over, and nothing is left of it.
    Report(Report),
    /// To any: a step of ours failed, with the system's error number. The box ends.
    Failed(Failure),
    /// The box's first process is gone, and with it everything in the box. `memory` tells
    /// that it was killed because the box was out of memory.
    Gone { status: String, memory: bool },
}

/// How a run ended, as the box saw it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub ended: Ended,
    pub usage: Usage,
    /// Whether nothing of the run is left that another could find.
    pub reusable: bool,
}

/// The two ends of a way for messages.
pub(super) fn pair() -> io::Result<[OwnedFd; 2]> {
    let (family, kind) = (AddressFamily::UNIX, SocketType::SEQPACKET);
    let (one, other) = socketpair(family, kind, SocketFlags::CLOEXEC, None)?;
    Ok([one, other])
}

/// Sends a message, with up to three files.
pub(super) fn send(
    socket: impl AsFd,
    message: &impl Serialize,
    files: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    let mut parts = bytes.chunks(LONGEST - 1).peekable();
    let mut files = Some(files).filter(|files| !files.is_empty());
    while let Some(part) = parts.next() {
        let mark = if parts.peek().is_some() {
            GOES_ON
        } else {
            ENDS
        };
        let packet = [IoSlice::new(slice::from_ref(&mark)), IoSlice::new(part)];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if let Some(files) = files.take() {
            control.push(SendAncillaryMessage::ScmRights(files));
        }
        // A box that is gone must be an error here, never a signal.
        while let Err(errno) = sendmsg(&socket, &packet, &mut control, SendFlags::NOSIGNAL) {
            if errno != Errno::INTR {
                return Err(errno.into());
            }
        }
    }
    Ok(())
}

/// The receiving end of messages, with a buffer that is kept.
pub(super) struct Receiver {
    buffer: Vec<u8>,
}

impl Receiver {
    pub(super) fn new() -> Self {
        Self {
            buffer: vec![0; LONGEST],
        }
    }

    /// Waits for the next message; `None` when the other end is gone.
    pub(super) fn receive<M: DeserializeOwned>(
        &mut self,
        socket: impl AsFd,
    ) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
        let (mut text, mut files) = (Vec::new(), Vec::new());
        loop {
            let [mark, part @ ..] = self.packet(&socket, &mut files)? else {
                return Ok(None);
            };
            text.extend_from_slice(part);
            if *mark == ENDS {
                return Ok(Some((serde_json::from_slice(&text)?, files)));
            }
        }
    }

    /// Waits for the next run, with its files; `None` when the other end is gone.
    pub(super) fn receive_run(
        &mut self,
        socket: impl AsFd,
        from: &str,
    ) -> Done<Option<(Run, Vec<OwnedFd>)>> {
        loop {
            let received = self.receive(&socket);
            match received.during(format_args!("hear from {from}"))? {
                None => return Ok(None),
                Some((Request::Run(run), stdio)) => return Ok(Some((run, stdio))),
                // Crossed with the end of an earlier run.
                Some((Request::Stop, _)) => {}
                Some(_) => return Err(Errno::BADMSG).during("hear of a run"),
            }
        }
    }

    /// The next packet, and the files that come with it; empty when the other end is gone.
    fn packet(&mut self, socket: impl AsFd, files: &mut Vec<OwnedFd>) -> io::Result<&[u8]> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut reset = false;
        let received = loop {
            let buffer = &mut [IoSliceMut::new(&mut self.buffer)];
            match recvmsg(&socket, buffer, &mut control, RecvFlags::CMSG_CLOEXEC) {
                Err(Errno::INTR) => {}
                // The other end is gone and has left something unread. This is told first,
                // and once; what it had to say is still there.
                Err(Errno::CONNRESET) if !reset => reset = true,
                Err(Errno::CONNRESET) => return Ok(&[]),
                other => break other?,
            }
        };
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(passed) = message {
                files.extend(passed);
            }
        }
        Ok(&self.buffer[..received.bytes])
    }
}

#[cfg(test)]
mod tests {
    use super::{Receiver, Reply, Request, pair, send};

    #[test]
    fn the_last_words_are_heard_of_one_who_did_not_listen() {
        let [judge, keeper] = pair().unwrap();
        send(&judge, &Request::Stop, &[]).unwrap();
        send(&keeper, &Reply::Ready, &[]).unwrap();
        drop(keeper);
        let mut receiver = Receiver::new();
        let (reply, _) = receiver.receive::<Reply>(&judge).unwrap().unwrap();
        assert!(matches!(reply, Reply::Ready), "{reply:?}");
        assert!(receiver.receive::<Reply>(&judge).unwrap().is_none());
    }
}
