//! The commands, run as a person runs them.

mod command_line;
#[cfg(unix)]
mod courses;
mod diagnose;
mod doctor;
mod ecui;
#[cfg(unix)]
mod example_suite;
#[cfg(unix)]
mod export;
#[cfg(unix)]
mod grade;
#[cfg(unix)]
mod grade_compile;
#[cfg(unix)]
mod grade_journal;
#[cfg(unix)]
mod grade_languages;
#[cfg(unix)]
mod grade_reports;
#[cfg(target_os = "linux")]
mod gradescope;
#[cfg(target_os = "linux")]
mod installed;
mod look;
#[cfg(unix)]
mod matches;
mod mistakes;
#[cfg(unix)]
mod packages;
#[cfg(unix)]
mod pages;
mod play;
mod programs;
mod progress;
mod readme;
#[cfg(unix)]
mod recipes;
#[cfg(unix)]
mod shards;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod test;
#[cfg(unix)]
mod tournament;
