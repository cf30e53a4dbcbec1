//! How far long work is, on a terminal.

use indicatif::{ProgressBar as Bar, ProgressStyle};

use super::terminal::is_watched;

/// A bar on standard error with a name for each stage of the work. It is drawn on terminals
/// only, and gone at the end.
pub(super) struct Stages(Bar);

impl Stages {
    /// A bar that shows once there is something to show.
    pub(super) fn new() -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}");
        let bar = match is_watched() {
            true => Bar::new(0),
            false => Bar::hidden(),
        };
        Self(bar.with_style(style.expect("the template is well-formed")))
    }

    /// A stage of so many steps begins.
    pub(super) fn begin(&self, name: &str, steps: u64) {
        self.0.set_position(0);
        self.0.set_length(steps);
        self.0.set_message(name.to_owned());
    }

    /// A step is done.
    pub(super) fn tick(&self) {
        self.0.inc(1);
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
