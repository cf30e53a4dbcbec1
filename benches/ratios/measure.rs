//! Time and memory that things take.

use std::fs;
use std::hint::black_box;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plyjudge::games::kalah::{Kalah, State};
use plyjudge::search::minimax::minimax;
use rustix::time::{ClockId, clock_gettime};

/// Clock ticks a second, as Linux shows them in `/proc`.
const TICKS: u32 = 100;

/// Processor time of this process.
fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Processor time of all processes that this one has waited for, and of theirs.
pub fn children_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("there is /proc");
    let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
    // Fields 16 and 17 of the line, in ticks; what follows the name starts at field 3.
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |field: usize| fields[field - 3].parse::<u32>().expect("a number");
    Duration::from_secs(1) / TICKS * (ticks(16) + ticks(17))
}

/// Time that all processors had nothing to do since the machine began.
pub fn idle_time() -> Duration {
    let stat = fs::read_to_string("/proc/stat").expect("there is /proc");
    let ticks = stat
        .split_whitespace()
        .skip(1)
        .map(|word| word.parse::<u64>().unwrap_or(0));
    // After user, nice and system: idle, and waiting for disks.
    Duration::from_secs(ticks.skip(3).take(2).sum()) / TICKS
}

/// The least processor time of a call, over half a second of calls, at least two.
pub fn least<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut once = || {
        let before = own_time();
        black_box(call());
        own_time() - before
    };
    let mut all = once();
    let mut least = Duration::MAX;
    while all < Duration::from_millis(500) || least == Duration::MAX {
        let time = once();
        least = least.min(time);
        all += time;
    }
    least
}

/// The processor time of a command that a call runs, over a second of calls.
pub fn of_children<T>(mut call: impl FnMut() -> T) -> Duration {
    let before = children_time();
    for calls in 1.. {
        call();
        let all = children_time() - before;
        if all > Duration::from_secs(1) {
            return all / calls;
        }
    }
    unreachable!("a command takes time")
}

/// The time by the clock that a call takes.
pub fn by_clock<T>(call: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(call());
    start.elapsed()
}

/// The middle one.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// What commands are compared with: the processor time in which plain minimax visits a hundred
/// million nodes of Kalah.
pub fn yardstick() -> Duration {
    let game = Kalah::default();
    let mut nodes = 0;
    let time = least(|| nodes = minimax(&game, &State::initial(), 7).nodes);
    time.mul_f64(1e8 / nodes as f64)
}

/// How often the one goes into the other.
pub fn ratio(compared_with: Duration, time: Duration) -> f64 {
    compared_with.as_secs_f64() / time.as_secs_f64()
}

/// The judge, to be run where the project is, its output dropped.
pub fn plyjudge(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.args(words).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The most memory that a command has, without the programs that it runs, in KiB.
pub fn peak(command: &mut Command) -> u64 {
    let mut child = command.spawn().expect("starts");
    let mut peak = 0;
    while !has_ended(&mut child) {
        peak = peak.max(high_water(child.id()).unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

fn has_ended(child: &mut Child) -> bool {
    child.try_wait().expect("can be waited for").is_some()
}

fn high_water(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
