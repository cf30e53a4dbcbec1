//! The same jobs without containment.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use plyjudge::judge::run::{Containment, Ended, Input, Runner};

use super::world::{World, eventually, runs};

type Try = fn(&World, &Runner) -> Result<(), Failed>;

pub fn trials(world: &'static World) -> Vec<Trial> {
    let trials: [(&str, Try); 6] = [
        ("ends", ends),
        ("limits", limits),
        ("input", input),
        ("output", output),
        ("the_process_group_goes", the_process_group_goes),
        ("not_started", not_started),
    ];
    trials
        .into_iter()
        .map(|(name, try_it)| {
            Trial::test(format!("off::{name}"), move || {
                try_it(world, &Runner::new(Containment::Off)?)
            })
        })
        .collect()
}

fn ends(world: &World, runner: &Runner) -> Result<(), Failed> {
    let ended = |words: &[&str]| {
        runner
            .run(&world.job(runner, words))
            .map(|outcome| outcome.ended)
    };
    assert_eq!(ended(&["exit", "0"])?, Ended::Exited(0));
    assert_eq!(ended(&["exit", "255"])?, Ended::Exited(255));
    assert_eq!(ended(&["abort"])?, Ended::Signalled(libc::SIGABRT));
    assert_eq!(ended(&["overflow"])?, Ended::Signalled(libc::SIGSEGV));
    Ok(())
}

fn limits(world: &World, runner: &Runner) -> Result<(), Failed> {
    let mut job = world.job(runner, &["loop-deaf"]);
    job.limits.cpu = Duration::from_secs(1);
    assert_eq!(runner.run(&job)?.ended, Ended::CpuLimit);
    let mut job = world.job(runner, &["sleep"]);
    job.limits.wall = Duration::from_millis(300);
    assert_eq!(runner.run(&job)?.ended, Ended::WallLimit);
    let mut job = world.job(runner, &["close-and-sleep"]);
    job.limits.wall = Duration::from_millis(300);
    assert_eq!(runner.run(&job)?.ended, Ended::WallLimit);
    let mut job = world.job(runner, &["share"]);
    job.limits.memory = 50 << 20;
    job.limits.cpu = Duration::from_secs(10);
    assert_eq!(runner.run(&job)?.ended, Ended::MemoryLimit);
    let mut job = world.job(runner, &["large-file"]);
    job.limits.file_size = 4 << 20;
    assert_eq!(runner.run(&job)?.ended, Ended::FileLimit);
    Ok(())
}

fn input(world: &World, runner: &Runner) -> Result<(), Failed> {
    let mut job = world.job(runner, &["copy-input"]);
    assert_eq!(runner.run(&job)?.stdout, b"");
    job.stdin = Input::Bytes((*b"a\nb").into());
    assert_eq!(runner.run(&job)?.stdout, b"a\nba\nb");
    let path = world.path("cases/1.out");
    let twice = fs::read(&path)?.repeat(2);
    job.stdin = Input::File(path);
    assert_eq!(runner.run(&job)?.stdout, twice);
    Ok(())
}

fn output(world: &World, runner: &Runner) -> Result<(), Failed> {
    let mut job = world.job(runner, &["print-forever"]);
    job.limits.output = 100_000;
    let outcome = runner.run(&job)?;
    assert_eq!(
        (outcome.ended, outcome.stdout.len()),
        (Ended::OutputLimit, 100_000)
    );
    let outcome = runner.stream(&job, &mut |_| ControlFlow::Break(()))?;
    assert_eq!(outcome.ended, Ended::Stopped);
    let mut job = world.job(runner, &["complain"]);
    job.limits.cpu = Duration::from_secs(5);
    let outcome = runner.run(&job)?;
    assert_eq!(
        (outcome.ended, outcome.stdout),
        (Ended::Exited(0), b"right\n".to_vec())
    );
    assert_eq!((outcome.stderr.len(), outcome.stderr_cut), (64 << 10, true));
    Ok(())
}

fn the_process_group_goes(world: &World, runner: &Runner) -> Result<(), Failed> {
    // A name that no other trial uses.
    fs::copy(
        world.path("programs/orphan"),
        world.path("programs/group-orphan"),
    )?;
    let outcome = runner.run(&world.job(runner, &["group-orphan"]))?;
    assert_eq!(
        (outcome.ended, outcome.stdout),
        (Ended::Exited(0), b"done\n".to_vec())
    );
    eventually("the orphan is gone", || !runs("group-orphan"));
    Ok(())
}

fn not_started(world: &World, runner: &Runner) -> Result<(), Failed> {
    let outcome = runner.run(&world.job(runner, &["no-such-program"]))?;
    assert_eq!(outcome.ended, Ended::NotStarted(libc::ENOENT));
    Ok(())
}
