//! Lines that people type, without missing that they have had enough.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// How often it is looked whether there was a signal.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Standard input.
pub(super) struct Input {
    source: Source,
    interrupted: Arc<AtomicBool>,
}

/// Where lines come from.
enum Source {
    /// Somebody who types, and may edit what is typed and have earlier lines again.
    Keys(Box<DefaultEditor>),
    /// A pipe or a file, read in a thread of its own, which waits for each line to be taken.
    Lines(Receiver<io::Result<String>>),
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
    /// Standard input; where both it and standard output are a terminal, with editing of lines.
    ///
    /// # Errors
    /// A terminal that cannot be used.
    pub(super) fn new(interrupted: Arc<AtomicBool>) -> anyhow::Result<Self> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let source = match is_terminal {
            true => Source::Keys(Box::new(
                DefaultEditor::new().context("cannot use the terminal")?,
            )),
            false => Source::Lines(lines()),
        };
        Ok(Self {
            source,
            interrupted,
        })
    }

    /// Whether somebody types.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.source, Source::Keys(_))
    }

    /// Waits for the next line, which somebody who types is asked for with `prompt`.
    pub(super) fn next(&mut self, prompt: &str) -> anyhow::Result<Next> {
        let lines = match &mut self.source {
            Source::Lines(lines) => lines,
            Source::Keys(editor) => {
                return Ok(match editor.readline(prompt) {
                    Ok(line) => {
                        // That it cannot be had again does no harm.
                        _ = editor.add_history_entry(&line);
                        Next::Line(line.trim().to_owned())
                    }
                    Err(ReadlineError::Eof) => Next::End,
                    Err(ReadlineError::Interrupted) => Next::Interrupted,
                    Err(error) => return Err(error).context("cannot read from the terminal"),
                });
            }
        };
        loop {
            if self.interrupted.load(Relaxed) {
                return Ok(Next::Interrupted);
            }
            match lines.recv_timeout(LOOK) {
                Ok(line) => return Ok(Next::Line(line?)),
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

/// The lines of standard input, trimmed.
fn lines() -> Receiver<io::Result<String>> {
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
    lines
}
