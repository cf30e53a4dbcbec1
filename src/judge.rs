//! Judging: cases, contained runs, comparison, verdicts. Knows no game.

pub mod run;
