//! Submissions made into programs.
//!
//! - [`compile`]: compiling, contained
//! - [`language`]: languages and their compilers
//! - [`preparation`]: submissions made ready for other things than gradings
//! - [`recipe`]: what to do with a submission, told from what is in it
//! - [`submission`]: the files that somebody handed in
//! - [`unpacked`]: problem packages that are packed
//! - `workspace`: the folder that all this happens in

pub mod compile;
pub mod language;
pub mod preparation;
pub mod recipe;
pub mod submission;
pub mod unpacked;
pub(crate) mod workspace;
