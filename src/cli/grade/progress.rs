//! How far a grading is, on a terminal.

use indicatif::{ProgressBar as Bar, ProgressStyle};

use crate::judge::grade::watch::{Phase, Progress};

/// A bar on standard error, gone at the end.
pub(crate) struct ProgressBar {
    bar: Bar,
    phase: Option<Phase>,
}

impl ProgressBar {
    /// A bar that shows once there is something to show.
    pub(crate) fn new() -> Self {
        let style =
            ProgressStyle::with_template("{prefix} {wide_bar} {human_pos}/{human_len} {msg} {eta}");
        let bar = Bar::new(0).with_style(style.expect("the template is well-formed"));
        Self { bar, phase: None }
    }

    /// Shows how far it is.
    pub(crate) fn show(&mut self, progress: Progress) {
        let Progress {
            phase,
            done,
            total,
            failed,
        } = progress;
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        if self.phase.replace(phase) != Some(phase) {
            self.bar.set_prefix(match phase {
                Phase::Compiling => "compiling",
                Phase::Running => "running",
                Phase::Diagnosing => "diagnosing",
            });
            // Neither phase says anything of how fast the other is.
            self.bar.reset_eta();
        }
        if failed > 0 {
            self.bar.set_message(format!("({failed} failed)"));
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
