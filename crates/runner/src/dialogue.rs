//! A program that is spoken to while it runs: a line to it, a line from it.

use std::io::{self, PipeWriter};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::run::{CommandLine, Held, Job, Outcome, RunError, Runner, speak};

/// Longest line that is listened to, in bytes; what is longer is handed over in parts.
const LONGEST_LINE: usize = 64 << 10;

/// A run under way. Dropping it ends the run.
#[derive(Debug)]
pub struct Dialogue {
    stdin: Option<PipeWriter>,
    leash: Option<PipeWriter>,
    events: Receiver<Event>,
    /// What came and was not handed over yet, from `handed` on.
    heard: Vec<u8>,
    /// How much of it was handed over.
    handed: usize,
    /// How the run ended, once it has.
    outcome: Option<Outcome>,
    /// Follows the run to its end.
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Event {
    Output(Vec<u8>),
    Over(Result<Outcome, RunError>),
}

/// What was heard of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// Nothing, in the time that was given.
    Nothing,
    /// The program has ended, and all that it printed was heard before.
    Ended(Outcome),
}

impl Dialogue {
    /// Starts the program, and waits until it has started: what is set up around it takes
    /// none of its time.
    ///
    /// # Errors
    /// When pipes or a thread cannot be made. A program that cannot be started has ended by
    /// the time that it is listened to.
    pub fn start(runner: &Arc<Runner>, job: Job) -> io::Result<Self> {
        let (line, held) = CommandLine::new()?;
        let Held {
            stdin,
            leash,
            started,
        } = held;
        let (sender, events) = channel();
        let runner = Arc::clone(runner);
        let thread = thread::Builder::new().spawn(move || {
            let mut sink = |bytes: &[u8]| match sender.send(Event::Output(bytes.to_vec())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let over = runner.converse(&job, &line, &mut sink);
            drop(line);
            // Nobody may listen any more.
            let _ = sender.send(Event::Over(over));
        })?;
        // A run that never starts ends, which is an answer too.
        let _ = started.recv();
        Ok(Self {
            stdin: Some(stdin),
            leash: Some(leash),
            events,
            heard: Vec::new(),
            handed: 0,
            outcome: None,
            thread: Some(thread),
        })
    }

    /// Writes to the program's standard input. A program that does not read any more is
    /// found out by listening to it; it is not waited for longer than it runs.
    ///
    /// # Errors
    /// What the system says, but for a closed pipe.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        let is_over = || self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        let Some(stdin) = &mut self.stdin else {
            return Ok(());
        };
        match speak(stdin, text.as_bytes(), is_over) {
            Err(error)
                if !matches!(
                    error.kind(),
                    io::ErrorKind::BrokenPipe | io::ErrorKind::WouldBlock
                ) =>
            {
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// Closes the program's standard input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Whether a part of a line was heard whose end was not.
    pub fn has_part(&self) -> bool {
        self.handed < self.heard.len()
    }

    /// Waits up to `patience` for the next line, or for the program's end.
    ///
    /// # Errors
    /// Our own failures only.
    pub fn hear(&mut self, patience: Duration) -> Result<Heard, RunError> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(line) = self.next_line() {
                return Ok(Heard::Line(line));
            }
            if let Some(outcome) = &self.outcome {
                return Ok(Heard::Ended(outcome.clone()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => self.take(event)?,
                Err(RecvTimeoutError::Timeout) => return Ok(Heard::Nothing),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RunError::Lost("its thread ended without a result".into()));
                }
            }
        }
    }

    /// Stops the run, if it still goes on; how it ended.
    ///
    /// # Errors
    /// Our own failures only.
    pub fn stop(mut self) -> Result<Outcome, RunError> {
        self.leash = None;
        loop {
            if let Some(outcome) = self.outcome.take() {
                return Ok(outcome);
            }
            let event = self.events.recv();
            let event = event.map_err(|_| RunError::Lost("its thread ended".into()))?;
            self.take(event)?;
        }
    }

    fn take(&mut self, event: Event) -> Result<(), RunError> {
        match event {
            Event::Output(bytes) => {
                self.heard.drain(..self.handed);
                self.handed = 0;
                self.heard.extend_from_slice(&bytes);
            }
            Event::Over(over) => self.outcome = Some(over?),
        }
        Ok(())
    }

    /// The next whole line that is there; at the end of all, what is left.
    fn next_line(&mut self) -> Option<Vec<u8>> {
        let left = &self.heard[self.handed..];
        let end = left.iter().position(|&byte| byte == b'\n');
        let (length, taken) = match end {
            Some(end) => (end, end + 1),
            None if left.len() >= LONGEST_LINE => (LONGEST_LINE, LONGEST_LINE),
            None if self.outcome.is_some() && !left.is_empty() => (left.len(), left.len()),
            None => return None,
        };
        let line = left[..length].to_vec();
        self.handed += taken;
        Some(line)
    }
}

impl Drop for Dialogue {
    /// Stops the run and waits until nothing is left of it.
    fn drop(&mut self) {
        self.stdin = None;
        self.leash = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Dialogue, Heard};
    use crate::run::{Containment, Ended, Job, Runner};
    use std::sync::Arc;
    use std::time::Duration;

    const PLENTY: Duration = Duration::from_secs(60);

    fn start(script: &str) -> Dialogue {
        let runner = Arc::new(Runner::new(Containment::Off).unwrap());
        let mut job = Job::new(["sh", "-c", script]);
        job.limits.wall = PLENTY;
        Dialogue::start(&runner, job).unwrap()
    }

    fn line(text: &str) -> Heard {
        Heard::Line(text.as_bytes().to_vec())
    }

    #[test]
    fn a_program_answers_line_by_line_and_ends() {
        let mut dialogue = start("while read x; do echo \"<$x>\"; done; printf rest; exit 3");
        for text in ["one", "two"] {
            dialogue.say(&format!("{text}\n")).unwrap();
            let heard = dialogue.hear(PLENTY).unwrap();
            assert_eq!(heard, line(&format!("<{text}>")));
        }
        assert_eq!(dialogue.hear(Duration::ZERO).unwrap(), Heard::Nothing);
        dialogue.hang_up();
        assert_eq!(dialogue.hear(PLENTY).unwrap(), line("rest"));
        let Heard::Ended(outcome) = dialogue.hear(PLENTY).unwrap() else {
            panic!("it should have ended");
        };
        assert_eq!(outcome.ended, Ended::Exited(3));
        // Speaking to it now is no error of ours.
        dialogue.say("x\n").unwrap();
    }

    #[test]
    fn a_silent_program_is_stopped() {
        let mut dialogue = start("exec sleep 600");
        let heard = dialogue.hear(Duration::from_millis(50)).unwrap();
        assert_eq!(heard, Heard::Nothing);
        assert_eq!(dialogue.stop().unwrap().ended, Ended::Stopped);
    }

    #[test]
    fn what_cannot_be_started_has_ended() {
        let runner = Arc::new(Runner::new(Containment::Off).unwrap());
        let mut dialogue = Dialogue::start(&runner, Job::new(["/no/such/program"])).unwrap();
        let Heard::Ended(outcome) = dialogue.hear(PLENTY).unwrap() else {
            panic!("it should have ended");
        };
        assert!(matches!(outcome.ended, Ended::NotStarted(_)));
    }
}
