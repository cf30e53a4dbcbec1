#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`case`]: the files that make up a test case
//! - [`package`]: problem packages, whose cases and groups are a suite too
//! - [`compare`]: is an output right, and if not, in what way it differs
//! - [`verdict`]: the judgement on one run
//! - [`plan`]: what a grading is about: submissions, cases, groups with points
//! - [`record`]: what came of one submission and one case
//! - [`diagnosis`]: what is wrong with a submission, from somebody who knows more
//! - [`results`]: the results of a grading, which every report is a function of
//! - [`watch`]: how far a grading is
//! - [`roster`]: submissions made ready for other things than gradings
//! - [`work`]: work that is done piece by piece, its journal, and how journals of parts
//!   ([`shard`]) are merged; [`journal`]: a grading as such work; [`lines`]: the file
//! - [`parallel`]: the same work on many items
//! - [`report`]: what people and machines read about a grading
//! - [`html`]: what pages that stand alone have in common
//! - [`json`]: data as JSON that is harmless to a terminal

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(unreachable_pub))]

pub use plyjudge_runner::{dialogue, layers, run};

pub mod case;
pub mod compare;
pub mod compile;
pub mod diagnosis;
pub mod execute;
pub mod fingerprint;
pub mod grade;
pub mod html;
pub mod journal;
pub mod json;
pub mod language;
pub mod limits;
pub mod lines;
pub mod mutation;
pub mod package;
pub mod parallel;
pub mod plan;
pub mod recipe;
pub mod record;
pub mod report;
pub mod results;
pub mod roster;
pub mod setup;
pub mod shard;
pub mod submission;
pub mod suite;
pub mod trial;
pub mod verdict;
pub mod watch;
pub mod work;
mod workspace;
