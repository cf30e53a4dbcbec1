//! Judging: cases, contained runs, comparison, verdicts. Knows no game.
//!
//! - [`case`]: the files that make up a test case
//! - [`compare`]: is an output right, and if not, in what way it differs
//! - [`verdict`]: the judgement on one run
//! - [`plan`]: what a grading is about: submissions, cases, groups with points
//! - [`record`]: what came of one submission and one case
//! - [`diagnosis`]: what is wrong with a submission, from somebody who knows more
//! - [`event`]: the one stream of events that reports are made from
//! - [`run`]: what a contained run is given, and what comes of it
//! - [`layers`]: what a machine has to contain programs with
//! - [`roster`]: submissions made ready for other things than gradings
//! - [`dialogue`]: a program that is spoken to while it runs
//! - [`journal`]: what a grading has found out; [`lines`]: what journals are made of
//! - [`shard`], [`merge`]: a grading that is split between machines
//! - [`work`]: other work that is split, piece by piece, and its journal
//! - [`command`]: one plain, uncontained run of a program

pub mod case;
pub mod command;
pub mod compare;
pub mod compile;
pub mod diagnosis;
pub mod dialogue;
pub mod event;
pub mod execute;
pub mod fingerprint;
pub mod grade;
pub mod journal;
pub mod language;
pub mod layers;
pub mod limits;
pub mod lines;
pub mod merge;
pub mod plan;
pub mod recipe;
pub mod record;
pub mod roster;
pub mod run;
#[cfg(target_os = "linux")]
mod sandbox;
pub mod setup;
pub mod shard;
pub mod submission;
pub mod suite;
#[cfg(unix)]
mod sys;
pub mod trial;
pub mod verdict;
pub mod work;
mod workspace;
