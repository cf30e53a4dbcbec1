//! What a run uses, and when that is too much.
//!
//! Where there are control groups the kernel counts, and nothing gets around that. Where
//! there are none init looks at `/proc`, and that has limits: memory is noticed after it is
//! used, up to one look later; processor time of a process that was never waited for (its
//! parent ignores the death of children) is lost when it ends between two looks, and only
//! the clock limits that.

use std::fs;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::cgroup::Gauges;
use super::wire::{End, Run};
use super::{Done, During};
use crate::judge::sys::Reaped;

/// How often memory is looked at where the kernel does not limit it.
const LOOK: Duration = Duration::from_millis(10);

/// How often when much of it is shared among processes, which is slow to sort out.
const SLOW_LOOK: Duration = Duration::from_millis(100);

/// Shortest time between two looks.
const SHORTEST: Duration = Duration::from_millis(2);

/// A run under way.
pub(super) struct Watched<'a> {
    gauges: &'a Gauges,
    run: &'a Run,
    cores: u32,
    started: Instant,
    next: Instant,
    /// Processor time of processes that have ended.
    reaped: Duration,
    /// How much of all processor time was ours.
    ours: Duration,
    /// Largest process, or all together, in bytes.
    pub peak_memory: u64,
    /// What the control group had counted at the start.
    group_cpu: Option<Duration>,
    memory_kills: u64,
}

/// What a look found.
pub(super) enum Look {
    /// The run has to end.
    Over(End),
    /// Nothing; the time until the next look is due.
    Again(Duration),
}

impl<'a> Watched<'a> {
    /// To be called right before the program is started.
    pub(super) fn start(gauges: &'a Gauges, cores: u32, run: &'a Run) -> Done<Self> {
        let memory_kills = gauges.memory_kills().during("read the control group")?;
        let group_cpu = group_cpu(gauges)?;
        let started = Instant::now();
        let mut watched = Self {
            gauges,
            run,
            cores,
            started,
            next: started,
            reaped: Duration::ZERO,
            ours: Duration::ZERO,
            peak_memory: 0,
            group_cpu,
            memory_kills,
        };
        watched.next = started + watched.interval(Duration::ZERO, LOOK);
        Ok(watched)
    }

    /// Time on the clock since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts a process that has ended.
    pub(super) fn add(&mut self, reaped: &Reaped) {
        self.reaped += reaped.cpu;
        self.peak_memory = self.peak_memory.max(reaped.peak_memory);
    }

    /// Leaves processor time out that was ours.
    pub(super) fn leave_out(&mut self, ours: Duration) {
        self.ours += ours;
    }

    /// Looks at what is used, if it is time to.
    pub(super) fn look(&mut self) -> Done<Look> {
        let now = Instant::now();
        let deadline = self.started + Duration::from_nanos(self.run.wall);
        if now >= deadline {
            return Ok(Look::Over(End::Wall));
        }
        if now >= self.next {
            let mut pause = LOOK;
            let seen = if self.group_cpu.is_some() && self.gauges.limit_memory() {
                Seen::default()
            } else {
                look_at_processes()
            };
            if !self.gauges.limit_memory() {
                let mut memory = seen.resident;
                if memory > self.run.memory {
                    memory = proportional();
                    pause = SLOW_LOOK;
                }
                self.peak_memory = self.peak_memory.max(memory);
                if memory > self.run.memory {
                    return Ok(Look::Over(End::Memory));
                }
            } else if self.killed_for_memory()? {
                return Ok(Look::Over(End::Memory));
            }
            let used = match self.cpu_of_group()? {
                Some(used) => used,
                None => self.reaped + seen.cpu,
            };
            if used > Duration::from_nanos(self.run.cpu) {
                return Ok(Look::Over(End::Cpu));
            }
            self.next = now + self.interval(used, pause);
        }
        Ok(Look::Again(self.next.min(deadline) - now))
    }

    /// How long nothing needs to be looked at: until memory is due, or until all cores
    /// together can have used up the processor time.
    fn interval(&self, used: Duration, memory: Duration) -> Duration {
        let left = Duration::from_nanos(self.run.cpu).saturating_sub(used);
        let cpu = (left / self.cores).max(SHORTEST);
        if self.gauges.limit_memory() {
            cpu
        } else {
            cpu.min(memory)
        }
    }

    /// Processor time used, and how the run really ended: a program that ran into a limit
    /// may have been killed for it by the kernel, or just have got away before it was
    /// looked at. To be called when all processes have been reaped.
    pub(super) fn conclude(&mut self, end: End) -> Done<(Duration, End)> {
        let cpu = self.cpu_of_group()?.unwrap_or(self.reaped);
        let cpu = cpu.saturating_sub(self.ours);
        let out_of_memory = if self.gauges.limit_memory() {
            self.killed_for_memory()?
        } else {
            self.peak_memory > self.run.memory
        };
        let end = match end {
            End::Stopped => End::Stopped,
            _ if out_of_memory => End::Memory,
            _ if cpu > Duration::from_nanos(self.run.cpu) => End::Cpu,
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

    fn cpu_of_group(&self) -> Done<Option<Duration>> {
        let (now, then) = (group_cpu(self.gauges)?, self.group_cpu);
        Ok(now.zip(then).map(|(now, then)| now.saturating_sub(then)))
    }
}

/// Processor time that the control group has counted, but for init's own.
fn group_cpu(gauges: &Gauges) -> Done<Option<Duration>> {
    // Asking for the own time first also brings the group's count up to date with it.
    let own = clock_gettime(ClockId::ProcessCPUTime);
    let own = Duration::new(own.tv_sec as u64, own.tv_nsec as u32);
    let all = gauges.cpu().during("read the control group")?;
    Ok(all.map(|all| all.saturating_sub(own)))
}

/// What all live processes of the box use together, without ours.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Processor time, with that of children they have waited for.
    cpu: Duration,
    /// Resident memory in bytes, where pages that processes share count for each of them.
    resident: u64,
}

/// Looks at all processes but ours. One that ends meanwhile is not counted. Of the run's first
/// process only time counts, which is that of those it has waited for.
fn look_at_processes() -> Seen {
    let tick = Duration::from_secs(1) / rustix::param::clock_ticks_per_second() as u32;
    let page = rustix::param::page_size() as u64;
    let mut seen = Seen::default();
    for process in processes() {
        let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else {
            continue;
        };
        let Some((parent, ticks, pages)) = parent_times_and_size(&stat) else {
            continue;
        };
        seen.cpu += tick * ticks;
        if parent != 1 {
            seen.resident += page * pages;
        }
    }
    seen
}

/// Resident memory in bytes, where shared pages are divided among those who share them.
/// Exact, and slow: the kernel walks all pages.
fn proportional() -> u64 {
    let size = |process: u32| -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    };
    processes().filter_map(size).sum::<u64>() * 1024
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&process| process != 1)
}

/// From a line of `/proc/PID/stat`: the parent, ticks of processor time, pages of resident
/// memory.
fn parent_times_and_size(stat: &str) -> Option<(u32, u32, u64)> {
    // The name, in parentheses, may have anything in it. What follows starts at field 3.
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let field = |number: usize| fields.get(number - 3);
    let ticks = (14..=17)
        .map(|number| field(number)?.parse::<u32>().ok())
        .sum::<Option<u32>>()?;
    Some((field(4)?.parse().ok()?, ticks, field(24)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::parent_times_and_size;

    #[test]
    fn a_name_cannot_pass_for_numbers() {
        let stat = "7 (x) R 1 1) S 1 7 7 0 -1 4194560 81 0 0 0 1 2 3 4 20 0 1 0 9 8 55 99\n";
        assert_eq!(parent_times_and_size(stat), Some((1, 10, 55)));
    }
}
