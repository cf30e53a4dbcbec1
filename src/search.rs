//! Searches: the plain truth first.
