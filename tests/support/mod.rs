//! What the tests share.
#![allow(dead_code, reason = "no test needs all of it")]

mod plyjudge;

pub use plyjudge::Plyjudge;
