//! Timings as ratios: what is compared is timed in one run, on one machine.
#![allow(dead_code, reason = "no bench needs all of it")]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The shortest time that one call takes, over half a second of calls, at least one.
pub fn time<T>(mut call: impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let mut shortest = time_once(&mut call);
    while start.elapsed() < Duration::from_millis(500) {
        shortest = shortest.min(time_once(&mut call));
    }
    shortest
}

/// The shortest of `runs` runs, after one that is not counted.
pub fn shortest<T>(runs: usize, mut call: impl FnMut() -> T) -> Duration {
    time_once(&mut call);
    let timed = (0..runs).map(|_| time_once(&mut call));
    timed.min().unwrap_or_default()
}

/// The time that one call takes.
fn time_once<T>(call: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    black_box(call());
    start.elapsed()
}

/// Prints the head of a table of [`row`]s.
pub fn head(title: &str) {
    println!(
        "\n{title:<54} {:>12} {:>12} {:>10}",
        "plain", "fast", "ratio"
    );
}

/// Prints one comparison; a search that takes the plain engine too long has no ratio.
pub fn row(name: &str, plain: impl Into<Option<Duration>>, fast: Duration) {
    let (plain, ratio) = match plain.into() {
        Some(plain) => {
            let ratio = plain.as_secs_f64() / fast.as_secs_f64();
            (format!("{plain:.2?}"), format!("{ratio:.0}×"))
        }
        None => ("–".to_owned(), "–".to_owned()),
    };
    let fast = format!("{fast:.2?}");
    println!("{name:<54} {plain:>12} {fast:>12} {ratio:>10}");
}
