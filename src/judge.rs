//!
//! - [`case`]: the files that make up a test case

pub mod case;
