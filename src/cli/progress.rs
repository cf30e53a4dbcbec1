//! How far long work is: a bar on a terminal, a line now and then elsewhere, and nothing of what
//! is done soon.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar as Bar, ProgressDrawTarget, ProgressStyle};

use super::terminal::is_quiet;
use crate::report::visible;

/// The environment variable that says when progress is told: `off` for never, `each` for after
/// every step.
const VARIABLE: &str = "PLYJUDGE_PROGRESS";

/// How long work may take before anything is said of it.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest time from one line to the next; each is twice the one before.
const LONGEST: Duration = Duration::from_secs(60);

/// How often a bar is drawn, also when nothing happens.
const DRAWN: Duration = Duration::from_millis(500);

/// Work in stages, told on standard error. On a terminal it is a bar that is gone at the end.
pub(super) struct Stages {
    bar: Bar,
    /// Whether a line is written after each step.
    says_each: bool,
    teller: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Stages {
    /// Work that begins now.
    pub(super) fn new() -> Self {
        let bar = Bar::with_draw_target(None, ProgressDrawTarget::hidden());
        let is_terminal = io::stderr().is_terminal();
        let when = env::var(VARIABLE);
        let is_each = when.as_deref() == Ok("each");
        let mut stages = Self {
            bar,
            says_each: false,
            teller: None,
        };
        match (is_each, is_terminal) {
            _ if is_quiet() || when.as_deref() == Ok("off") => {}
            (true, true) => show(&stages.bar),
            (true, false) => stages.says_each = true,
            (false, _) => {
                let (sender, ended) = channel();
                let bar = stages.bar.clone();
                let teller = thread::spawn(move || tell(&bar, is_terminal, &ended));
                stages.teller = Some((sender, teller));
            }
        }
        stages
    }

    /// A stage of so many steps begins; 0 when their number is not known.
    pub(super) fn begin(&self, name: &str, steps: u64) {
        let template = match steps {
            0 => "{prefix} {spinner} {wide_msg}",
            _ => "{prefix} {bar:20} {human_pos}/{human_len} {eta} {wide_msg}",
        };
        let style = ProgressStyle::with_template(template);
        self.bar
            .set_style(style.expect("the template is well-formed"));
        self.bar.set_length(steps);
        self.bar.set_position(0);
        self.bar.set_message("");
        self.bar.set_prefix(name.to_owned());
        // No stage says anything of how fast another is.
        self.bar.reset_eta();
    }

    /// A stage of so many steps, which begins unless it is the one under way.
    pub(super) fn follow(&self, name: &str, steps: usize) {
        let steps = steps as u64;
        if self.bar.prefix() != name || self.bar.length() != Some(steps) {
            self.begin(name, steps);
        }
    }

    /// What is known so far, in a few words.
    pub(super) fn note(&self, known: &str) {
        self.bar.set_message(visible::name(known).into_owned());
    }

    /// A step is done.
    pub(super) fn tick(&self) {
        self.bar.inc(1);
        self.say();
    }

    /// So many steps are done.
    pub(super) fn at(&self, done: u64) {
        self.bar.set_position(done);
        self.say();
    }

    /// Prints something, with no bar in its way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    fn say(&self) {
        if self.says_each {
            write_line(&self.bar);
        }
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        if let Some((sender, teller)) = self.teller.take() {
            drop(sender);
            // It has nothing to fail at.
            _ = teller.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Tells how far it is until it has ended.
fn tell(bar: &Bar, is_terminal: bool, ended: &Receiver<()>) {
    let mut pause = PATIENCE;
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(pause) {
        if is_terminal {
            return show(bar);
        }
        write_line(bar);
        pause = (pause * 2).min(LONGEST);
    }
}

fn show(bar: &Bar) {
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(DRAWN);
}

/// Writes how far it is as a line.
fn write_line(bar: &Bar) {
    let (name, known) = (bar.prefix(), bar.message());
    let mut line = format!("plyjudge: {name}");
    if let Some(all @ 1..) = bar.length() {
        line += &format!(" {}/{all}", bar.position());
    }
    if !known.is_empty() {
        line += &format!(", {known}");
    }
    // Who has closed standard error does not want to know.
    _ = writeln!(io::stderr(), "{line}");
}
