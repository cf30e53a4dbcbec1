//!
//! - [`case`]: the files that make up a test case
//! - [`compare`]: is an output right, and if not, in what way it differs

pub mod case;
pub mod compare;
