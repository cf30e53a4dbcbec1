//! Judging: cases, contained runs, comparison, verdicts. Knows no game.
//!
//! - [`case`]: the files that make up a test case
//! - [`compare`]: is an output right, and if not, in what way it differs
//! - [`verdict`]: the judgement on one run
//! - [`run`]: what a contained run is given, and what comes of it
//! - [`layers`]: what a machine has to contain programs with
//! - [`command`]: one plain, uncontained run of a program

pub mod case;
pub mod command;
pub mod compare;
pub mod layers;
pub mod run;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod sys;
pub mod verdict;
