//! The sandbox against programs with bad habits (`tests/programs`), one habit each: the
//! run ends as it should, the judge lives, the next run in the same box finds nothing, and
//! nothing is left on the machine.
//!
//! Everything has to hold for root and for an ordinary user. To run it as the other one:
//!
//! ```text
//! CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='setpriv --reuid 65534 --regid 65534 --clear-groups' \
//!     cargo test --test sandbox
//! CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='sudo -E' cargo test --test sandbox
//! ```

#[cfg(target_os = "linux")]
mod habits;
#[cfg(target_os = "linux")]
mod judge;
#[cfg(target_os = "linux")]
mod languages;
#[cfg(target_os = "linux")]
mod packages;
#[cfg(target_os = "linux")]
mod plain;
#[path = "../support/skip.rs"]
mod skip;
#[cfg(target_os = "linux")]
mod world;

#[cfg(not(target_os = "linux"))]
fn main() {
    skip::skipped("the sandbox is for Linux");
}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use plyjudge::judge::run::{Containment, Runner, enter_sandbox};

    enter_sandbox();
    judge::enter();
    let mut arguments = libtest_mimic::Arguments::from_args();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Trials mostly wait.
    arguments.test_threads.get_or_insert(2 * cores);
    let world = world::World::leak();
    let mut trials = plain::trials(world);
    match Runner::new(Containment::Sandbox) {
        Err(error) => skip::skipped(error),
        Ok(_) => {
            // What takes longest comes first.
            trials.extend(packages::trials(world));
            trials.extend(judge::trials(world));
            trials.extend(habits::trials(world));
            trials.extend(languages::trials(world));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let left = world.remove();
    for what in &left {
        eprintln!("left over: {what}");
    }
    match conclusion.has_failed() || !left.is_empty() {
        true => std::process::ExitCode::FAILURE,
        false => std::process::ExitCode::SUCCESS,
    }
}
