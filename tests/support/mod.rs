//! What the tests share.

mod plyjudge;

pub use plyjudge::Plyjudge;
