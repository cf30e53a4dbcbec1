//! One trial for each bad habit.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use plyjudge::judge::run::{Containment, Ended, Input, Job, Outcome, Runner};

use super::world::{SECRET, World, abstract_name, own_name, runs};

/// A program, what is special about its run, and what is to come of it.
struct Habit {
    words: Vec<String>,
    change: fn(&mut Job),
    ended: Ended,
    stdout: Option<Vec<u8>>,
    check: fn(&Outcome),
}

/// A run of a program that has to end so.
fn habit(words: &[&str], ended: Ended) -> Habit {
    Habit {
        words: words.iter().map(|&word| word.to_owned()).collect(),
        change: |_| {},
        ended,
        stdout: None,
        check: |_| {},
    }
}

impl Habit {
    /// Its output has to be this.
    fn prints(mut self, stdout: impl Into<Vec<u8>>) -> Self {
        self.stdout = Some(stdout.into());
        self
    }

    fn with(mut self, change: fn(&mut Job)) -> Self {
        self.change = change;
        self
    }

    fn and(mut self, check: fn(&Outcome)) -> Self {
        self.check = check;
        self
    }

    fn try_it(&self, world: &World, number: usize) -> Result<(), Failed> {
        let runner = Runner::new(Containment::Sandbox)?;
        // A name of its own, to be found by.
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let name = own_name(&number.to_string());
        std::fs::hard_link(
            world.programs().join(words[0]),
            world.programs().join(&name),
        )?;
        words[0] = &name;
        let mut job = world.job(&runner, &words);
        (self.change)(&mut job);
        let outcome = runner.run(&job)?;
        assert_eq!(outcome.ended, self.ended, "{outcome:?}");
        if let Some(stdout) = &self.stdout {
            let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
            assert_eq!(text(&outcome.stdout), text(stdout));
        }
        (self.check)(&outcome);
        assert!(!runs(&name), "still runs");

        let mut next = world.job(&runner, &["look-around"]);
        next.limits.disk = job.limits.disk;
        let next = runner.run(&next)?;
        assert_eq!(String::from_utf8_lossy(&next.stdout), "looked\n");
        assert_eq!(next.ended, Ended::Exited(0));
        Ok(())
    }
}

/// Sleeping programs have to be waited for.
fn short(job: &mut Job) {
    job.limits.wall = Duration::from_millis(300);
}

fn little_memory(job: &mut Job) {
    job.limits.memory = 64 << 20;
    job.limits.cpu = Duration::from_secs(10);
}

pub fn trials(world: &'static World) -> Vec<Trial> {
    let mut habits = endless();
    habits.extend(greedy());
    habits.extend(clinging());
    habits.extend(curious(world));
    habits.extend(violent());
    habits.extend(odd());
    habits.extend(other_numbers());
    habits
        .into_iter()
        .enumerate()
        .map(|(number, habit)| {
            let name = format!("habit::{}", habit.words.join(" "));
            let name = name.replace(&world.text(""), "");
            Trial::test(name, move || habit.try_it(world, number))
        })
        .collect()
}

fn endless() -> Vec<Habit> {
    let in_time = |outcome: &Outcome| {
        let cpu = outcome.usage.cpu.as_millis();
        assert!((300..900).contains(&cpu), "{outcome:?}");
    };
    vec![
        habit(&["loop"], Ended::CpuLimit).and(in_time),
        habit(&["loop-deaf"], Ended::CpuLimit).and(in_time),
        habit(&["read-forever"], Ended::CpuLimit),
        habit(&["sleep"], Ended::WallLimit)
            .with(short)
            .and(|outcome| assert!(outcome.usage.wall >= Duration::from_millis(300))),
        habit(&["close-and-sleep"], Ended::WallLimit)
            .with(short)
            .prints("done\n"),
        habit(&["work-in-children"], Ended::CpuLimit),
        habit(&["raise-limits"], Ended::CpuLimit).prints(""),
        habit(&["exec-forever"], Ended::CpuLimit),
        habit(&["work-in-threads"], Ended::CpuLimit).and(in_time),
        habit(&["vfork-bomb"], Ended::WallLimit).with(short),
        habit(&["stop-all"], Ended::WallLimit).with(short),
    ]
}

fn greedy() -> Vec<Habit> {
    vec![
        habit(&["print-forever"], Ended::OutputLimit)
            .with(|job| job.limits.output = 100_000)
            .prints(vec![b'x'; 100_000]),
        habit(&["complain"], Ended::Exited(0))
            .with(|job| job.limits.cpu = Duration::from_secs(5))
            .prints("right\n")
            .and(|outcome| {
                assert_eq!(outcome.stderr, vec![b'e'; 64 << 10]);
                assert!(outcome.stderr_cut);
            }),
        habit(&["allocate-2g"], Ended::MemoryLimit).with(little_memory),
        habit(&["grow"], Ended::MemoryLimit).with(little_memory),
        habit(&["grow-together"], Ended::MemoryLimit).with(|job| {
            job.limits.memory = 256 << 20;
            job.limits.cpu = Duration::from_secs(10);
        }),
        habit(&["share-unseen"], Ended::MemoryLimit).with(little_memory),
        habit(&["page-tables"], Ended::MemoryLimit).with(little_memory),
        habit(&["hoard-sockets"], Ended::MemoryLimit).with(little_memory),
        habit(&["stall-watch"], Ended::MemoryLimit)
            .with(little_memory)
            .prints("")
            .and(|outcome| assert!(outcome.usage.cpu < Duration::from_secs(5), "{outcome:?}")),
        habit(&["share"], Ended::Exited(0))
            .with(|job| {
                job.limits.memory = 200 << 20;
                job.limits.cpu = Duration::from_secs(5);
            })
            .prints("shared\n"),
        habit(&["fork-bomb"], Ended::CpuLimit),
        habit(&["thread-bomb"], Ended::WallLimit)
            .with(short)
            .prints("few\n"),
        habit(&["count-processes"], Ended::Exited(0))
            .with(|job| job.limits.processes = 10)
            .prints("10\n"),
        habit(&["fill-disk"], Ended::Exited(0))
            .with(|job| job.limits.cpu = Duration::from_secs(5))
            .prints("full\n"),
        habit(&["many-files"], Ended::Exited(0))
            .with(|job| job.limits.cpu = Duration::from_secs(5))
            .prints("full\n"),
        habit(&["large-file"], Ended::FileLimit).with(|job| job.limits.file_size = 4 << 20),
        habit(&["sparse"], Ended::Exited(0)).prints("tried\n"),
        habit(&["deep-tree"], Ended::Exited(0))
            .with(|job| job.limits.cpu = Duration::from_secs(5))
            .prints("deep\n"),
    ]
}

fn clinging() -> Vec<Habit> {
    vec![
        habit(&["daemon"], Ended::Exited(0)).prints("done\n"),
        habit(&["orphan"], Ended::Exited(0)).prints("done\n"),
        habit(&["ring"], Ended::Exited(0)).prints("done\n"),
        habit(&["flood-after"], Ended::Exited(0)).prints("right\n"),
        habit(&["leave-traces"], Ended::Exited(0)).prints("left\n"),
        habit(&["link-passwd"], Ended::Exited(0)).prints("0\n"),
        habit(&["change-input"], Ended::Exited(0))
            .with(|job| job.stdin = Input::Bytes((*b"input").into()))
            .prints("done\n"),
        habit(&["write-self"], Ended::Exited(0)).prints(""),
    ]
}

fn curious(world: &World) -> Vec<Habit> {
    let (secret, other) = (world.text("cases/1.out"), world.text("others/alice/main.c"));
    let own = std::env::current_exe().expect("is a file");
    let own = own.to_str().expect("plain");
    vec![
        habit(&["look-around"], Ended::Exited(0)).prints("looked\n"),
        // So that a program that reads what it never set does the same every time.
        habit(&["addresses"], Ended::Exited(0)).prints(""),
        habit(&["write-outside", &world.text("")], Ended::Exited(0)).prints(""),
        habit(&["read-secret", &secret, &other, own], Ended::Exited(0))
            .with(|job| job.limits.cpu = Duration::from_secs(5))
            .prints("")
            .and(|outcome| {
                assert!(
                    !outcome
                        .stderr
                        .windows(5)
                        .any(|text| SECRET.as_bytes().starts_with(text))
                )
            }),
        habit(
            &[
                "list",
                &world.text("others"),
                &world.text("cases"),
                "/home",
                "/root",
                "/tmp",
                "/sys",
                "/var",
            ],
            Ended::Exited(0),
        )
        .prints(""),
        habit(
            &["connect", &world.port(), &abstract_name()],
            Ended::Exited(0),
        )
        .prints(""),
        habit(&["forbidden"], Ended::Exited(0)).prints(""),
    ]
}

fn violent() -> Vec<Habit> {
    // All with an effect of their own that ends a process. SIGXFSZ is how the system says
    // that a file is too large, whoever sends it.
    let deadly = [
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGILL,
        libc::SIGTRAP,
        libc::SIGABRT,
        libc::SIGBUS,
        libc::SIGFPE,
        libc::SIGKILL,
        libc::SIGUSR1,
        libc::SIGSEGV,
        libc::SIGUSR2,
        libc::SIGPIPE,
        libc::SIGALRM,
        libc::SIGTERM,
        libc::SIGSTKFLT,
        libc::SIGXCPU,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGIO,
        libc::SIGPWR,
        libc::SIGSYS,
        libc::SIGRTMIN(),
        libc::SIGRTMAX(),
    ];
    let mut habits: Vec<_> = deadly
        .into_iter()
        .map(|signal| habit(&["raise", &signal.to_string()], Ended::Signalled(signal)))
        .collect();
    for signal in [libc::SIGCHLD, libc::SIGCONT, libc::SIGURG, libc::SIGWINCH] {
        habits.push(habit(&["raise", &signal.to_string()], Ended::Exited(0)));
    }
    let stop = libc::SIGSTOP.to_string();
    habits.extend([
        habit(&["raise", &stop], Ended::WallLimit).with(short),
        habit(&["raise", &libc::SIGXFSZ.to_string()], Ended::FileLimit),
        habit(&["meddle"], Ended::Exited(0)).prints(""),
        habit(&["attack-parent"], Ended::Exited(0)).prints("done\n"),
        habit(&["kill-all"], Ended::Exited(0)).prints("done\n"),
        habit(&["overflow"], Ended::Signalled(libc::SIGSEGV)),
        habit(&["abort"], Ended::Signalled(libc::SIGABRT)),
    ]);
    habits
}

/// Calls in the way of 32-bit programs are numbered differently; no filter is fooled.
#[cfg(target_arch = "x86_64")]
fn other_numbers() -> Vec<Habit> {
    vec![habit(&["old-call"], Ended::Signalled(libc::SIGSYS)).prints("")]
}

#[cfg(not(target_arch = "x86_64"))]
fn other_numbers() -> Vec<Habit> {
    Vec::new()
}

fn odd() -> Vec<Habit> {
    let all_bytes: Vec<u8> = (0..=255).collect();
    vec![
        habit(&["exit", "0"], Ended::Exited(0)).prints("right\n"),
        habit(&["exit", "1"], Ended::Exited(1)).prints("right\n"),
        habit(&["exit", "127"], Ended::Exited(127)).prints("right\n"),
        habit(&["exit", "255"], Ended::Exited(255)).prints("right\n"),
        habit(&["bytes"], Ended::Exited(0)).prints(all_bytes),
    ]
}
