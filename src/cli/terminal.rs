//! What is said to whoever sits at a terminal, besides what was asked for.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anstream::AutoStream;
use clap::ColorChoice;

use crate::columns::Folded;

/// Set once, before a command runs.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Options of all commands.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Terminal {
    /// Colours: auto (on a terminal, unless NO_COLOR is set), always or never.
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        default_value = "auto",
        hide_possible_values = true
    )]
    color: ColorChoice,
    /// Print less: no progress and no remarks; of tests and replays the results only.
    #[arg(long, short, global = true)]
    quiet: bool,
}

impl Terminal {
    /// Has all that is printed from now on follow the options.
    pub(super) fn apply(self) {
        QUIET.store(self.quiet, Relaxed);
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Whether only what was asked for is to be printed.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Standard output for what people read: on a terminal, lines are folded to fit it.
pub(super) fn stdout() -> Folded<AutoStream<io::Stdout>> {
    Folded::new(anstream::stdout(), width())
}

/// The same and whether it gets colours; where it is for programs, as it is and without.
pub(super) fn output(for_programs: bool) -> (Folded<AutoStream<io::Stdout>>, bool) {
    if for_programs {
        return (Folded::new(AutoStream::never(io::stdout()), None), false);
    }
    let choice = AutoStream::choice(&io::stdout());
    (stdout(), choice != anstream::ColorChoice::Never)
}

/// How many columns there are, where standard output is a terminal.
pub(super) fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let told = std::env::var("COLUMNS").ok();
    told.and_then(|columns| columns.parse().ok()).or_else(|| {
        let (width, _) = terminal_size::terminal_size()?;
        Some(width.0.into())
    })
}

/// Says something that is good to know and no error.
pub(super) fn remark(text: impl Display) {
    if !is_quiet() {
        eprintln!("plyjudge: {text}");
    }
}

/// Says that the input is read from the terminal, where it is.
pub(super) fn say_what_is_awaited() {
    if !is_quiet() && io::stdin().is_terminal() {
        eprintln!(
            "plyjudge: type the input, and Ctrl-D at its end; `plyjudge run FILE` answers a file, \
             `plyjudge --help` lists the commands"
        );
    }
}
