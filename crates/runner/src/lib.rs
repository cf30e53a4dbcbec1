#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`run`]: what a run is given, and what comes of it
//! - [`layers`]: what this machine has to contain programs with
//! - [`dialogue`]: a program that is spoken to while it runs
//! - [`interaction`]: two programs that speak with each other
//! - [`input`]: files that somebody else wrote, opened without waiting for anybody

#![deny(unsafe_code)]
#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod dialogue;
pub mod input;
pub mod interaction;
pub mod layers;
pub mod run;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
// The one file with unsafe code.
mod sys;
