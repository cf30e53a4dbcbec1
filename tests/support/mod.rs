//! What the tests share.
#![allow(dead_code, unused_imports, reason = "no test needs all of it")]

pub mod grade;
#[cfg(unix)]
pub mod players;
mod plyjudge;
pub mod report;
mod skip;

pub use plyjudge::{Plyjudge, path_with_own};
pub use skip::skipped;
