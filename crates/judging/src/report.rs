//! Reports: what people and machines read about a judging.
//!
//! Each form listens to the one stream of events of a grading and knows no other form.
//!
//! - [`table`]: a table for the terminal
//! - [`show`]: all about one submission and one case
//! - [`json`]: one JSON document
//! - [`jsonl`]: a JSON line an event
//! - [`csv`]: comma-separated values
//! - [`junit`]: JUnit XML
//! - [`gradescope`]: Gradescope's `results.json`
//! - [`html`]: a page for a browser
//! - [`each`]: of any of them, one for each submission
//!
//! What they are made of:
//!
//! - [`class`]: the results of a whole class, small enough to be kept
//! - [`words`]: what came of a run, in plain words
//! - [`evidence`]: the differing lines, and what was written to standard error
//! - [`diagnosis`]: what is wrong with a submission
//! - [`diff`]: how an output differs from the expected one, for people
//! - [`visible`]: text of unknown content, made visible

pub mod class;
pub mod csv;
pub mod diagnosis;
pub mod diff;
pub mod each;
pub mod evidence;
pub mod gradescope;
pub mod html;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod show;
pub mod table;
pub mod visible;
pub mod words;

#[cfg(test)]
mod sample;
