//! Judging: cases, contained runs, comparison, verdicts. Knows no game.
//!
//! - [`case`]: the files that make up a test case
//! - [`compare`]: is an output right, and if not, in what way it differs
//! - [`verdict`]: the judgement on one run
//! - [`plan`]: what a grading is about: submissions, cases, groups with points
//! - [`record`]: what came of one submission and one case
//! - [`diagnosis`]: what is wrong with a submission, from somebody who knows more
//! - [`results`]: the results of a grading, which every report is a function of
//! - [`watch`]: how far a grading is
//! - [`run`]: what a contained run is given, and what comes of it
//! - [`layers`]: what a machine has to contain programs with
//! - [`roster`]: submissions made ready for other things than gradings
//! - [`dialogue`]: a program that is spoken to while it runs
//! - [`work`]: work that is done piece by piece, its journal, and how journals of parts
//!   ([`shard`]) are merged; [`journal`]: a grading as such work; [`lines`]: the file
//! - [`command`]: one plain, uncontained run of a program

pub mod case;
pub mod command;
pub mod compare;
pub mod compile;
pub mod diagnosis;
pub mod dialogue;
pub mod execute;
pub mod fingerprint;
pub mod grade;
pub mod journal;
pub mod language;
pub mod layers;
pub mod limits;
pub mod lines;
pub mod plan;
pub mod recipe;
pub mod record;
pub mod results;
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
pub mod watch;
pub mod work;
mod workspace;
