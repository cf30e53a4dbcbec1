//! Diagnosis: programs with planted mistakes are found out.

#[path = "diagnose/command.rs"]
mod command;
#[path = "diagnose/engine.rs"]
mod engine;
#[path = "diagnose/places.rs"]
mod places;
mod support;
