//! The library without its commands: engines, searches and rules against independent
//! programs and slow searches, catalogues of mistakes, diagnoses, and the rules of the house.

mod architecture;
mod budgets;
mod careless;
mod catalogue;
mod checkers_text;
mod diagnose;
mod differential;
mod drawings;
#[cfg(unix)]
mod experiments;
mod fast_checkers;
mod fast_ewn;
mod fast_hexline;
mod fast_kalah;
mod inputs;
mod mistakes;
mod properties;
mod published;
mod random;
mod recorded_trees;
mod records;
mod registry;
mod replay;
mod replies;
mod shrinking;
mod solve_ewn;
mod solve_kalah;
mod statistics;
mod streams;
mod tables;
mod text_differences;
mod texts;
mod tournaments;
#[cfg(unix)]
mod whereabouts;
