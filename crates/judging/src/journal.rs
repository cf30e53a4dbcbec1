//! What was found out, kept as it comes and read back.
//!
//! - [`diagnosis`]: what is wrong with a submission, from somebody who knows more
//! - [`grading`]: a grading as work that is done piece by piece
//! - [`lines`]: the file
//! - [`results`]: the results of a grading, which every report is a function of
//! - [`shard`]: parts of the work
//! - [`work`]: work that is done piece by piece, its journal, and how journals of parts are merged

pub mod diagnosis;
pub mod grading;
pub mod lines;
pub mod results;
pub mod shard;
pub mod work;
