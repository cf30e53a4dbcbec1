//! Timings as ratios: what is compared is timed in one run, on one machine.

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

/// Prints one comparison.
pub fn row(name: &str, plain: Duration, fast: Duration) {
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!("{name:<54} {plain:>12.2?} {fast:>12.2?} {ratio:>9.0}×");
}
