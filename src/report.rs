//! Reports: what people and machines read about a judging.
//!
//! - [`diff`]: how an output differs from the expected one, for people
//! - [`visible`]: text of unknown content, made visible

pub mod diff;
pub mod visible;
