//! Lines that people type, without missing that they have had enough.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often it is looked whether there was a signal.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Standard input.
pub(super) struct Input {
    lines: Receiver<io::Result<String>>,
    interrupted: Arc<AtomicBool>,
    /// Whether somebody types.
    pub is_terminal: bool,
}

/// What came.
pub(super) enum Next {
    /// A line, trimmed.
    Line(String),
    /// The end of the input.
    End,
    /// A signal.
    Interrupted,
}

impl Input {
    /// Reads standard input in a thread of its own, which waits for each line to be taken.
    pub(super) fn new(interrupted: Arc<AtomicBool>) -> Self {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut bytes = Vec::new();
                let line = match stdin.read_until(b'\n', &mut bytes) {
                    Ok(0) => return,
                    Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim().to_owned()),
                    Err(error) => Err(error),
                };
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Self {
            lines,
            interrupted,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// Waits for the next line.
    pub(super) fn next(&mut self) -> io::Result<Next> {
        loop {
            if self.is_interrupted() {
                return Ok(Next::Interrupted);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return line.map(Next::Line),
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether there was a signal.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}
