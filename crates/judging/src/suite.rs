//! What a grading is about: cases, groups, limits.
//!
//! - [`case`]: the files that make up a test case
//! - [`mod@file`]: `suite.toml`, which puts cases in groups
//! - [`limits`]: limits as people write them
//! - [`package`]: problem packages, whose cases and groups are a suite too
//! - [`plan`]: submissions, cases, groups with points: all that is graded

pub mod case;
pub mod file;
pub mod limits;
pub mod package;
pub mod plan;
