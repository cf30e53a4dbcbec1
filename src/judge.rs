//! Judging: cases, contained runs, comparison, verdicts. Knows no game.

pub mod layers;
pub mod run;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod sys;
