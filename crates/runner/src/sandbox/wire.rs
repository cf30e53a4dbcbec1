//! What the judge and a box say to each other: one message a packet, over one socket.
//!
//! The judge writes [`Request`]s, the box [`Reply`]s. Paths and words travel as
//! [`OsString`]s, for a path need not be UTF-8.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Failure;
use crate::layers::Layer;

/// Longest message, in bytes; a little less than what a socket takes by default.
const LONGEST: usize = 192 << 10;

/// What the judge asks of a box, in this order: `Begin`, `Build`, then any number of `Run`s.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Try each layer and tell; the box ends after that.
    Probe,
    /// Make the namespaces and control groups. Takes the kernel some milliseconds, in which
    /// nobody waits: this has no answer.
    Begin,
    /// Build the box in them.
    Build(Layout),
    /// Run a program; standard input, output and error travel with the message.
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
    /// Paths shown read-only under their own names.
    pub visible: Vec<OsString>,
    /// Device and number of the files that those paths led to: a box goes on showing what
    /// it was built with, also when the path has become another file's.
    pub files: Vec<(u64, u64)>,
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
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Run {
    pub argv: Vec<OsString>,
    /// `NAME=VALUE`.
    pub env: Vec<OsString>,
    /// In nanoseconds, as all times here.
    pub cpu: u64,
    pub wall: u64,
    /// In bytes, as all sizes here.
    pub memory: u64,
    pub processes: u64,
    pub file_size: u64,
    pub open_files: u64,
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
    pub end: End,
    pub cpu: u64,
    pub wall: u64,
    pub peak_memory: u64,
    /// Whether nothing of the run is left that another could find.
    pub reusable: bool,
}

/// Why a run was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
    NotStarted(i32),
    Cpu,
    Wall,
    Memory,
    /// What it left in the folder that it was given is too much.
    Files,
    /// On the judge's word.
    Stopped,
}

/// Sends a message, with up to three files.
pub(super) fn send(
    socket: impl AsFd,
    message: &impl Serialize,
    files: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > LONGEST {
        return Err(rustix::io::Errno::MSGSIZE.into());
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(files));
    }
    loop {
        // A box that is gone must be an error here, never a signal.
        match sendmsg(
            &socket,
            &[IoSlice::new(&bytes)],
            &mut control,
            SendFlags::NOSIGNAL,
        ) {
            Err(rustix::io::Errno::INTR) => {}
            other => return other.map(drop).map_err(io::Error::from),
        }
    }
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
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut reset = false;
        let received = loop {
            let buffer = &mut [IoSliceMut::new(&mut self.buffer)];
            match recvmsg(&socket, buffer, &mut control, RecvFlags::CMSG_CLOEXEC) {
                Err(rustix::io::Errno::INTR) => {}
                // The other end is gone and has left something unread. This is told first,
                // and once; what it had to say is still there.
                Err(rustix::io::Errno::CONNRESET) if !reset => reset = true,
                Err(rustix::io::Errno::CONNRESET) => return Ok(None),
                other => break other?,
            }
        };
        let mut files = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(passed) = message {
                files.extend(passed);
            }
        }
        if received.bytes == 0 {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.buffer[..received.bytes])?;
        Ok(Some((message, files)))
    }
}

#[cfg(test)]
mod tests {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

    use super::{Receiver, Reply, Request, send};

    #[test]
    fn the_last_words_are_heard_of_one_who_did_not_listen() {
        let kind = SocketType::SEQPACKET;
        let pair = socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None);
        let (judge, keeper) = pair.unwrap();
        send(&judge, &Request::Stop, &[]).unwrap();
        send(&keeper, &Reply::Ready, &[]).unwrap();
        drop(keeper);
        let mut receiver = Receiver::new();
        let (reply, _) = receiver.receive::<Reply>(&judge).unwrap().unwrap();
        assert!(matches!(reply, Reply::Ready), "{reply:?}");
        assert!(receiver.receive::<Reply>(&judge).unwrap().is_none());
    }
}
