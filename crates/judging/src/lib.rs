#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! From the ground up; a room uses only those above it.
//!
//! - [`compare`]: is an output right, and if not, in what way it differs; [`verdict`]: the
//!   judgement on one run; [`record`]: what came of one submission and one case;
//!   [`fingerprint`]: what a result depends on, in a few bytes
//! - [`files`]: files by name, and what is wrong with them
//! - [`execute`]: runs, tried again when it was our fault that they failed; [`parallel`]: the same
//!   work on many items
//! - [`suite`]: cases, groups with points, limits, problem packages
//! - [`build`]: submissions made into programs
//! - [`journal`]: what was found out, on one machine or on many, and the results read from it
//! - [`grade`]: all submissions on all cases
//! - [`report`]: what people and machines read about a grading; [`html`]: what pages that stand
//!   alone have in common; [`json`]: data as JSON that is harmless to a terminal; [`columns`]:
//!   tables in text

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(unreachable_pub))]

pub use plyjudge_runner::{dialogue, interaction, layers, run};

pub mod build;
pub mod columns;
pub mod compare;
pub mod execute;
pub mod files;
pub mod fingerprint;
pub mod grade;
pub mod html;
pub mod journal;
pub mod json;
pub mod language;
pub mod mutation;
pub mod parallel;
pub mod record;
pub mod report;
pub mod suite;
pub mod verdict;
pub mod visible;
