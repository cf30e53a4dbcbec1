//! Reports: what people and machines read about a judging.
//!
//! Each form is a function of the results of a grading and knows no other form. One is written
//! while the results come in: a JSON line for each.
//!
//! - [`table`]: a table for the terminal
//! - [`show`]: all about one submission and one case
//! - [`json`]: one JSON document
//! - [`jsonl`]: a JSON line an event
//! - [`csv`]: comma-separated values
//! - [`junit`]: JUnit XML
//! - [`gradebook`]: points for Canvas, Moodle and others
//! - [`feedback`]: a text for each student
//! - [`gradescope`]: Gradescope's `results.json`
//! - [`markdown`]: a summary for GitHub
//! - [`html`]: a page for a browser
//! - [`audit`]: what a suite catches, as text, JSON and a page
//! - [`each`]: names of files, where there is a report for each submission
//!
//! What they are made of:
//!
//! - [`words`]: what came of a run, in plain words
//! - [`evidence`]: the differing lines, and what was written to standard error
//! - [`diagnosis`]: what is wrong with a submission
//! - [`alike`]: what submissions have in common, whatever the assignment is
//! - [`diff`]: how an output differs from the expected one, for people
//! - [`visible`]: text of unknown content, made visible

pub mod alike;
pub mod audit;
pub mod csv;
pub mod diagnosis;
pub mod diff;
pub mod each;
pub mod evidence;
pub mod feedback;
pub mod gradebook;
pub mod gradescope;
pub mod html;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod markdown;
pub mod show;
pub mod table;
pub mod words;

pub use crate::visible;

#[cfg(test)]
mod sample;
