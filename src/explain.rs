//! Decisions explained, for people and for other tools.
//!
//! - [`sentences`]: what there is to say about a decision and about a node
//! - [`text`]: all of it in plain text
//! - [`json`]: the decision and its tree as JSON
//! - [`dot`]: the tree for Graphviz
//! - [`page`]: a page that shows the tree as in a textbook

pub mod dot;
pub mod json;
pub mod page;
pub mod sentences;
pub mod text;
