//! Mistakes: which rule a program got wrong, what a test suite lets through, and the cases
//! that tell wrong programs from right ones.
//!
//! A mistake is one option of a protocol's records set to another value; the engine that
//! gives the right answers gives the mistaken ones too. Nothing here knows a rule: only the
//! generators of cases know what positions of their game look like.
//!
//! - [`catalogue`]: the mistakes there are, and sets of them
//! - [`replay`]: many inputs answered at once, compared as the answers come
//! - [`audit`]: which mistakes a suite catches
//! - [`diagnose`]: which mistakes a program makes
//! - [`generate`]: suites that catch as much as possible
//! - [`shrink`]: smaller inputs that still show the same
//! - [`suite`]: cases with their right answers

pub mod audit;
pub mod catalogue;
pub mod diagnose;
pub mod generate;
pub mod replay;
pub mod shrink;
pub mod suite;
