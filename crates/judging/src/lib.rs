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
//! - [`event`]: the one stream of events that reports are made from
//! - [`roster`]: submissions made ready for other things than gradings
//! - [`journal`]: what a grading has found out; [`lines`]: what journals are made of
//! - [`shard`], [`merge`]: a grading that is split between machines
//! - [`work`]: other work that is split, piece by piece, and its journal
//! - [`report`]: what people and machines read about a grading
//! - [`html`]: what pages that stand alone have in common
//! - [`json`]: data as JSON that is harmless to a terminal

#![forbid(unsafe_code)]

pub use plyjudge_runner::{command, dialogue, layers, run};

pub mod case;
pub mod compare;
pub mod compile;
pub mod diagnosis;
pub mod event;
pub mod execute;
pub mod fingerprint;
pub mod grade;
pub mod html;
pub mod journal;
pub mod json;
pub mod language;
pub mod limits;
pub mod lines;
pub mod merge;
pub mod package;
pub mod plan;
pub mod recipe;
pub mod record;
pub mod report;
pub mod roster;
pub mod setup;
pub mod shard;
pub mod submission;
pub mod suite;
pub mod trial;
pub mod verdict;
pub mod work;
mod workspace;
