//! The four games.
