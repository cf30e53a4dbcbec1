//! What a run uses, and when that is too much.
//!
//! Where there are control groups the kernel counts, and nothing gets around that. Where
//! there are none init looks at `/proc`, and only at what the kernel tells without waiting
//! for a lock that a program can hold: `stat` and `status`, never `maps` and `smaps`.
//!
//! - Memory is noticed after it is used, up to one look later. Counted are pages of each
//!   process that are no file's, swapped out or not, their page tables, and what sockets can
//!   hold. Files are limited in size; memory shared in other ways the filter refuses.
//! - Pages that processes got by forking count for each of them in `status`. When that is too
//!   much, the exact count is made by a thread ([`proportional`]), for it may have to wait. If it
//!   waits while the program works, the program is in its way, and the count from `status`
//!   holds.
//! - The clock does not count while a run waits for a processor, which others may keep busy.
//! - Processor time is counted by the kernel, in an event that all processes inherit, where
//!   ordinary users may have one. Where not, that of a process that was never waited for
//!   (its parent ignores the death of children) is what it had used at the last look.

use std::fs;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType};
use rustix::time::{ClockId, clock_gettime};

use super::cgroup::Gauges;
use super::wire::Run;
use super::{Done, During};
use crate::run::{Ended, Limits};

/// How often memory is looked at where the kernel does not limit it.
const LOOK: Duration = Duration::from_millis(10);

/// How long an exact count holds, if nothing grows.
const FRESH: Duration = Duration::from_millis(100);

/// Processor time that a run may use while an exact count of its memory is made.
const WEIGHING: Duration = Duration::from_millis(100);

/// The longest that a run is given beyond its wall-clock time, when it waited for a
/// processor all that time.
pub(super) const MOST_WAITING: Duration = Duration::from_secs(60);

/// Shortest time between two looks.
const SHORTEST: Duration = Duration::from_millis(2);

/// A run under way.
pub(super) struct Watched<'a> {
    gauges: &'a Gauges,
    limits: &'a Limits,
    cores: u32,
    pub started: Instant,
    next: Instant,
    /// Processor time of processes that have ended.
    reaped: Duration,
    /// The run's first process, and its own processor time before the run.
    first: i32,
    ready: Duration,
    /// How much of all processor time since was ours.
    pub ours: Duration,
    /// Largest process, or all together, in bytes.
    pub peak_memory: u64,
    /// What the kernel had counted at the start, and init's part of it.
    counted: Option<[Duration; 2]>,
    /// How long the program has waited for a processor, as far as its wall-clock time was
    /// found to be over but for that.
    waited: Duration,
    memory_kills: u64,
    hidden: Hidden,
    /// An exact count of memory that is being made: the thread reads files that the kernel makes
    /// under a lock of the program's.
    weighing: Option<(JoinHandle<u64>, Seen)>,
    /// The last one that was made, in bytes.
    weighed: Option<(u64, Seen)>,
}

impl<'a> Watched<'a> {
    /// To be called right before the program is started. `ready` is the processor time of the
    /// run's first process by then, which is ours, as will be all of its own.
    pub(super) fn start(
        gauges: &'a Gauges,
        cores: u32,
        run: &'a Run,
        first: i32,
        ready: Duration,
    ) -> Done<Self> {
        let memory_kills = gauges.memory_kills().during("read the control group")?;
        let counted = counted(gauges)?;
        let started = Instant::now();
        let mut watched = Self {
            gauges,
            limits: &run.limits,
            cores,
            started,
            next: started,
            reaped: Duration::ZERO,
            first,
            ready,
            ours: Duration::ZERO,
            peak_memory: 0,
            counted,
            waited: Duration::ZERO,
            memory_kills,
            hidden: Hidden::default(),
            weighing: None,
            weighed: None,
        };
        watched.next = started + watched.interval(Duration::ZERO);
        Ok(watched)
    }

    /// Counts processes that have ended.
    pub(super) fn add(&mut self, cpu: Duration, peak_memory: u64) {
        self.reaped += cpu;
        self.peak_memory = self.peak_memory.max(peak_memory);
    }

    /// Looks at what is used, if it is time to: how long until the next look is due, or why the run
    /// has to end.
    pub(super) fn look(&mut self) -> Done<Result<Duration, Ended>> {
        let now = Instant::now();
        if now >= self.started + self.allowed() && !self.allow_more(now) {
            return Ok(Err(Ended::WallLimit));
        }
        if now >= self.next {
            let used = match self.cpu_counted()? {
                Some(used) => used,
                None => self.added_up(cpu_of_processes()),
            };
            let out_of_memory = if self.gauges.limit_memory() {
                self.killed_for_memory()?
            } else {
                self.too_much(now, used)
            };
            if out_of_memory {
                return Ok(Err(Ended::MemoryLimit));
            }
            let limit = self.limits.cpu;
            if used > limit && used.saturating_sub(self.cpu_of_first()) > limit {
                return Ok(Err(Ended::CpuLimit));
            }
            self.next = now + self.interval(used);
        }
        let deadline = self.started + self.allowed();
        Ok(Ok(self.next.min(deadline) - now))
    }

    /// Wall-clock time that the run has.
    pub(super) fn allowed(&self) -> Duration {
        self.limits.wall + self.waited
    }

    /// What others do with the processors is not the run's fault: time that it has waited for
    /// one is not its own, up to [`MOST_WAITING`]. Only where its processor time is counted in
    /// full, or it could keep itself waiting.
    fn allow_more(&mut self, now: Instant) -> bool {
        if self.counted.is_some() {
            self.waited = longest_wait().clamp(self.waited, MOST_WAITING);
        }
        now < self.started + self.allowed()
    }

    /// Looks at memory that is not limited by the kernel: whether it is too much. `used` is
    /// the processor time of the run so far.
    fn too_much(&mut self, now: Instant, used: Duration) -> bool {
        let seen = memory_of_processes() + held_by_sockets();
        if seen <= self.limits.memory {
            self.peak_memory = self.peak_memory.max(seen);
            return false;
        }
        if let Some((thread, begun)) = &self.weighing {
            if !thread.is_finished() {
                let late = used > begun.used + WEIGHING;
                if late {
                    self.peak_memory = self.peak_memory.max(seen);
                }
                return late;
            }
            self.weighed = self.finish_weighing();
            let exact = self.weighed.as_ref().map_or(0, |&(exact, _)| exact);
            self.peak_memory = self.peak_memory.max(exact);
            if exact > self.limits.memory {
                return true;
            }
        }
        let holds = self.weighed.as_ref().is_some_and(|(exact, then)| {
            let grown = seen.saturating_sub(then.memory);
            now < then.at + FRESH && exact + grown <= self.limits.memory
        });
        if !holds {
            let thread = std::thread::Builder::new()
                .stack_size(64 << 10)
                .spawn(proportional);
            let begun = Seen {
                at: now,
                used,
                memory: seen,
            };
            self.weighing = thread.ok().map(|thread| (thread, begun));
            // No thread to be had: what there is then is too many processes.
            return self.weighing.is_none();
        }
        false
    }

    fn finish_weighing(&mut self) -> Option<(u64, Seen)> {
        let (thread, begun) = self.weighing.take()?;
        Some((thread.join().unwrap_or(u64::MAX), begun))
    }

    /// Own processor time of the run's first process, so far.
    fn cpu_of_first(&self) -> Duration {
        let times = scheduling(format!("/proc/{}", self.first).as_ref());
        let [worked, _] = times.unwrap_or_default();
        worked.saturating_sub(self.ready)
    }

    /// Processor time that was added up, of processes that have ended and of those that live.
    fn added_up(&mut self, live: Duration) -> Duration {
        let sum = self.reaped + live;
        self.hidden.add_to(sum.saturating_sub(self.ready))
    }

    /// How long nothing needs to be looked at: until memory is due, or until all cores
    /// together can have used up the processor time.
    fn interval(&self, used: Duration) -> Duration {
        let left = self.limits.cpu.saturating_sub(used);
        let cpu = (left / self.cores).max(SHORTEST);
        if self.gauges.limit_memory() && self.counted.is_some() {
            cpu
        } else {
            cpu.min(LOOK)
        }
    }

    /// Processor time used, and how the run really ended: a program that ran into a limit
    /// may have been killed for it by the kernel, or just have got away before it was
    /// looked at. To be called when all processes have been reaped.
    pub(super) fn conclude(&mut self, end: Ended) -> Done<(Duration, Ended)> {
        // Nobody is left whom the thread could wait for, and it must be gone before the next program
        // is started.
        self.finish_weighing();
        let cpu = match self.cpu_counted()? {
            Some(used) => used,
            None => self.added_up(Duration::ZERO),
        };
        let cpu = cpu.saturating_sub(self.ours);
        let out_of_memory = if self.gauges.limit_memory() {
            self.killed_for_memory()?
        } else {
            self.peak_memory > self.limits.memory
        };
        let end = match end {
            Ended::Stopped => Ended::Stopped,
            _ if out_of_memory => Ended::MemoryLimit,
            _ if cpu > self.limits.cpu => Ended::CpuLimit,
            end => end,
        };
        Ok((cpu, end))
    }

    fn killed_for_memory(&self) -> Done<bool> {
        let kills = self
            .gauges
            .memory_kills()
            .during("read the control group")?;
        Ok(kills > self.memory_kills)
    }

    fn cpu_counted(&self) -> Done<Option<Duration>> {
        let (now, then) = (counted(self.gauges)?, self.counted);
        Ok(now.zip(then).map(|([all, own], [all_then, own_then])| {
            let own = own.saturating_sub(own_then);
            all.saturating_sub(all_then).saturating_sub(own)
        }))
    }
}

/// Processor time that the kernel has counted for the box, and init's own.
fn counted(gauges: &Gauges) -> Done<Option<[Duration; 2]>> {
    // Asking for the own time first also brings the group's count up to date with it.
    let own = own_time();
    let all = gauges.cpu().during("count the processor time")?;
    Ok(all.map(|all| [all, own]))
}

/// Processor time of the calling process.
pub(super) fn own_time() -> Duration {
    let own = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(own.tv_sec as u64, own.tv_nsec as u32)
}

/// Finds processor time that is lost because a process was never waited for: without that,
/// the sum of all that live and all that were waited for cannot fall.
#[derive(Debug, Default)]
struct Hidden {
    lost: Duration,
    /// The two sums before.
    before: [Duration; 2],
}

impl Hidden {
    /// The sum with what was lost, or a little less. Between reading of a parent and of its
    /// child, the one may wait for the other; so a sum has to be smaller twice.
    fn add_to(&mut self, sum: Duration) -> Duration {
        let [first, second] = self.before;
        self.before = [second, sum];
        let most = second.max(sum);
        if second < first {
            self.lost += first.saturating_sub(most);
        }
        most + self.lost
    }
}

/// What was seen when an exact count of memory began.
struct Seen {
    at: Instant,
    /// What the run had used of the processor.
    used: Duration,
    /// Its memory, with shared pages counted for each process.
    memory: u64,
}

/// Memory of all processes in bytes, where shared pages are divided among those who share
/// them; with all page tables.
fn proportional() -> u64 {
    let size = |process: u32| {
        let read = |name| fs::read_to_string(format!("/proc/{process}/{name}"));
        let status = read("status").unwrap_or_default();
        if is_ours(&status) {
            return 0;
        }
        let shares = read("smaps_rollup").unwrap_or_default();
        kib(&shares, &["Pss_Anon:", "SwapPss:"]) + kib(&status, &["VmPTE:"])
    };
    processes().map(size).sum::<u64>() * 1024 + held_by_sockets()
}

/// Memory of all processes in bytes, where shared pages count for each of them.
fn memory_of_processes() -> u64 {
    let size = |process: u32| {
        let status = fs::read_to_string(format!("/proc/{process}/status"));
        match status.unwrap_or_default() {
            status if is_ours(&status) => 0,
            status => kib(&status, &["RssAnon:", "VmSwap:", "VmPTE:"]),
        }
    };
    processes().map(size).sum::<u64>() * 1024
}

/// Whether this is the status of the run's first process, a child of init.
fn is_ours(status: &str) -> bool {
    status.lines().any(|line| line == "PPid:\t1")
}

/// The sum of these lines of a file with sizes in KiB; those that are not there are 0.
fn kib(text: &str, names: &[&str]) -> u64 {
    let size = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let size = words.next()?.parse::<u64>().ok();
        size.filter(|_| names.contains(&name))
    };
    text.lines().filter_map(size).sum()
}

/// The most that all sockets of the box can hold, in bytes. The kernel stops a sender whose
/// unread data is above a limit, which programs cannot change; the last message may be above
/// it by half.
fn held_by_sockets() -> u64 {
    let sockets = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
    let mut lines = sockets.lines();
    let count = lines.find_map(|line| line.strip_prefix("sockets: used ")?.parse().ok());
    match count {
        None | Some(0) => 0,
        Some(count) => {
            let limit = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)
                .and_then(rustix::net::sockopt::socket_send_buffer_size);
            // What kernels have, if it cannot be asked for.
            let limit = limit.unwrap_or(208 << 10) as u64;
            limit / 2 * 3 * count
        }
    }
}

/// Processor time of all live processes but init, with that of children they have waited for;
/// that is all there is of the run's first process.
fn cpu_of_processes() -> Duration {
    let tick = Duration::from_secs(1) / rustix::param::clock_ticks_per_second() as u32;
    let time = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        Some(tick * ticks(&stat)?)
    };
    processes().filter_map(time).sum()
}

/// How long a thread of the run has been ready to run and has waited for a processor; of the
/// one that waited longest.
fn longest_wait() -> Duration {
    let threads = processes().flat_map(|process| {
        let threads = fs::read_dir(format!("/proc/{process}/task"));
        threads.into_iter().flatten().flatten()
    });
    let wait = |thread: fs::DirEntry| scheduling(&thread.path()).map(|[_, waited]| waited);
    threads.filter_map(wait).max().unwrap_or_default()
}

/// How long a thread has worked, and how long it was ready to and waited for a processor; by
/// its folder in `/proc`.
fn scheduling(thread: &Path) -> Option<[Duration; 2]> {
    let times = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut times = times
        .split(' ')
        .map(|time| Some(Duration::from_nanos(time.parse().ok()?)));
    Some([times.next()??, times.next()??])
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&process| process != 1)
}

/// Ticks of processor time, from a line of `/proc/PID/stat`.
fn ticks(stat: &str) -> Option<u32> {
    // The name, in parentheses, may have anything in it. What follows starts at field 3.
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields = fields.split(' ').skip(14 - 3).take(4);
    fields.map(|field| field.parse::<u32>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Hidden, kib, ticks};

    #[test]
    fn a_name_cannot_pass_for_numbers() {
        let stat = "7 (x) R 1 1) S 1 7 7 0 -1 4194560 81 0 0 0 1 2 3 4 20 0 1 0 9 8 55 99\n";
        assert_eq!(ticks(stat), Some(10));
    }

    #[test]
    fn sizes_are_found_by_their_whole_name() {
        let status = "Name:\tRssAnon: 7 kB\nVmPTE:\t      44 kB\nRssAnon:\t     108 kB\n\
                      RssAnonX:\t 9 kB\nVmSwap:\t       0 kB\n";
        assert_eq!(kib(status, &["RssAnon:", "VmPTE:", "VmSwap:"]), 152);
        assert_eq!(kib("", &["RssAnon:"]), 0);
    }

    fn used(sums: &[u64]) -> Vec<u64> {
        let mut hidden = Hidden::default();
        let add = |&sum| hidden.add_to(Duration::from_millis(sum)).as_millis() as u64;
        sums.iter().map(add).collect()
    }

    #[test]
    fn what_ends_unseen_has_used_what_was_last_seen() {
        // A child that works for 50 ms after another, never waited for.
        let sums = [10, 30, 50, 0, 20, 40, 50, 10, 20];
        assert_eq!(used(&sums), [10, 30, 50, 50, 50, 70, 80, 80, 80]);
    }

    #[test]
    fn a_child_that_was_waited_for_between_two_reads_is_not_lost() {
        assert_eq!(used(&[10, 30, 0, 40, 50]), [10, 30, 30, 40, 50]);
    }
}
