//! The judge's side: what it gives and gets, and what is left when it is killed.
//!
//! Some of this needs a judge of its own, in another process: this binary once more.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use plyjudge::judge::dialogue::Dialogue;
use plyjudge::judge::layers::layers;
use plyjudge::judge::run::{Containment, Ended, Folder, Input, Job, RunError, Runner};

use super::skip::skipped;
use super::world::{PROGRAMS, SECRET, World, eventually, groups, own_name, processes, runs};

type Try = fn(&World) -> Result<(), Failed>;

pub fn trials(world: &'static World) -> Vec<Trial> {
    let trials: [(&str, Try); 26] = [
        (
            "all_with_users_that_were_given",
            all_with_users_that_were_given,
        ),
        (
            "nothing_is_told_to_the_next_run",
            nothing_is_told_to_the_next_run,
        ),
        (
            "hidden_cases_come_last_in_a_box",
            hidden_cases_come_last_in_a_box,
        ),
        (
            "boxes_have_users_of_their_own",
            boxes_have_users_of_their_own,
        ),
        (
            "root_of_one_user_is_an_ordinary_one",
            root_of_one_user_is_an_ordinary_one,
        ),
        ("a_box_that_fails_says_why", a_box_that_fails_says_why),
        ("many_boxes_come_and_go", many_boxes_come_and_go),
        (
            "a_box_that_is_gone_has_no_other_run",
            a_box_that_is_gone_has_no_other_run,
        ),
        ("input", input),
        ("devices_stay_whose_they_are", devices_stay_whose_they_are),
        ("long_input", long_input),
        ("stopped_by_the_reader", stopped_by_the_reader),
        (
            "exactly_as_much_output_as_allowed",
            exactly_as_much_output_as_allowed,
        ),
        ("not_started", not_started),
        ("one_file", one_file),
        ("visible", visible),
        (
            "a_new_program_of_the_same_name",
            a_new_program_of_the_same_name,
        ),
        ("usage", usage),
        ("errors_of_ours", errors_of_ours),
        ("many_at_once", many_at_once),
        ("compiling", compiling),
        ("what_is_brought_back", what_is_brought_back),
        ("too_much_in_a_folder", too_much_in_a_folder),
        ("all_layers_are_told", all_layers_are_told),
        (
            "a_killed_judge_leaves_nothing",
            a_killed_judge_leaves_nothing,
        ),
        ("a_lost_box_is_replaced", a_lost_box_is_replaced),
    ];
    trials
        .into_iter()
        .map(|(name, try_it)| Trial::test(format!("judge::{name}"), move || try_it(world)))
        .collect()
}

fn runner() -> Result<Runner, RunError> {
    Runner::new(Containment::Sandbox)
}

fn input(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let mut job = world.job(&runner, &["copy-input"]);
    assert_eq!(runner.run(&job)?.stdout, b"");
    job.stdin = Input::Bytes((*b"a\nb").into());
    assert_eq!(runner.run(&job)?.stdout, b"a\nba\nb");
    job.stdin = Input::File(world.path("cases/1.out"));
    assert_eq!(runner.run(&job)?.stdout, SECRET.repeat(2).into_bytes());
    Ok(())
}

/// The box of root's runs has a user of its own, but nothing of the host's is given to it.
fn devices_stay_whose_they_are(_world: &World) -> Result<(), Failed> {
    let owners = || -> Vec<(u32, u32, u32)> {
        let devices = ["null", "zero", "full", "random", "urandom"];
        let found = devices.map(|name| fs::metadata(format!("/dev/{name}")).expect("is there"));
        found.map(|it| (it.uid(), it.gid(), it.mode())).into()
    };
    let before = owners();
    let runner = runner()?;
    let mut job = Job::new(["sh", "-c"]);
    job.argv
        .push("echo a > /dev/null && touch -c /dev/null; chmod 600 /dev/null /dev/full".into());
    for stdin in [Input::Empty, Input::Bytes((*b"input").into())] {
        job.stdin = stdin;
        let outcome = runner.run(&job)?;
        assert_eq!(outcome.ended, Ended::Exited(1), "{outcome:?}");
        let errors = String::from_utf8_lossy(&outcome.stderr).into_owned();
        assert_eq!(
            errors.matches("Read-only file system").count(),
            3,
            "{errors}"
        );
    }
    job.argv[2] = "echo out > /dev/stdout; echo err > /dev/stderr; cat /dev/stdin".into();
    let outcome = runner.run(&job)?;
    assert_eq!(
        (outcome.stdout, outcome.stderr),
        (b"out\ninput".to_vec(), b"err\n".to_vec())
    );
    assert_eq!(owners(), before);
    Ok(())
}

fn long_input(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let mut job = world.job(&runner, &["copy-input"]);
    let long: Vec<u8> = (0..3_000_000_u32).map(|i| (i % 251) as u8).collect();
    job.stdin = Input::Bytes(long.clone().into());
    job.limits.cpu = Duration::from_secs(5);
    assert!(runner.run(&job)?.stdout == long.repeat(2));
    Ok(())
}

fn stopped_by_the_reader(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let job = world.job(&runner, &["print-forever"]);
    let mut calls = 0;
    let outcome = runner.stream(&job, &mut |bytes| {
        assert!(bytes.iter().all(|&byte| byte == b'x'));
        calls += 1;
        match calls {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })?;
    assert_eq!((outcome.ended, calls), (Ended::Stopped, 3));
    Ok(())
}

fn exactly_as_much_output_as_allowed(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let mut job = world.job(&runner, &["bytes"]);
    job.limits.output = 256;
    let outcome = runner.run(&job)?;
    assert_eq!(
        (outcome.ended, outcome.stdout.len()),
        (Ended::Exited(0), 256)
    );
    job.limits.output = 255;
    let outcome = runner.run(&job)?;
    assert_eq!(
        (outcome.ended, outcome.stdout.len()),
        (Ended::OutputLimit, 255)
    );
    Ok(())
}

fn not_started(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let folder = world.path("odd");
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    for (name, mode) in [("plain-text", 0o755), ("not-executable", 0o644)] {
        fs::write(folder.join(name), "no program\n")?;
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode))?;
    }
    let ended = |word: &str| -> Result<Ended, RunError> {
        let mut job = Job::new([word]);
        job.program = Some(folder.clone());
        Ok(runner.run(&job)?.ended)
    };
    assert_eq!(
        ended("/program/plain-text")?,
        Ended::NotStarted(libc::ENOEXEC)
    );
    assert_eq!(
        ended("/program/not-executable")?,
        Ended::NotStarted(libc::EACCES)
    );
    assert_eq!(ended("/program/missing")?, Ended::NotStarted(libc::ENOENT));
    assert_eq!(ended("no-such-command")?, Ended::NotStarted(libc::ENOENT));
    assert_eq!(ended("/program")?, Ended::NotStarted(libc::EACCES));
    assert_eq!(ended("true")?, Ended::Exited(0));
    Ok(())
}

fn one_file(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let program = world.path("programs/bytes");
    let mut job = Job::new([runner.seen(&program, &program)]);
    assert_eq!(job.argv, ["/program/bytes"]);
    job.program = Some(program);
    assert_eq!(runner.run(&job)?.stdout.len(), 256);
    let mut job = Job::new(["ls", "/program"]);
    job.program = Some(world.path("programs/bytes"));
    assert_eq!(runner.run(&job)?.stdout, b"bytes\n");
    Ok(())
}

fn visible(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let list = |visible: &[PathBuf], words: &[&str]| -> Result<String, RunError> {
        let mut job = Job::new(std::iter::once("ls").chain(words.iter().copied()));
        job.visible = visible.to_vec();
        Ok(String::from_utf8_lossy(&runner.run(&job)?.stdout).into_owned())
    };
    let others = world.path("others");
    let link = world.path("link");
    std::os::unix::fs::symlink(&others, &link)?;
    assert_eq!(
        list(std::slice::from_ref(&others), &[&world.text("others")])?,
        "alice\n"
    );
    assert_eq!(
        list(std::slice::from_ref(&others), &[&world.text("")])?,
        "others\n"
    );
    let both = list(
        &[link],
        &[&world.text("link/alice"), &world.text("others/alice")],
    )?;
    assert_eq!(both.matches("main.c").count(), 2);
    // A system folder is there already.
    assert_eq!(
        list(&["/usr/bin".into()], &["/usr/bin/env"])?,
        "/usr/bin/env\n"
    );
    assert!(list(&["/proc".into()], &[]).is_err());
    Ok(())
}

fn a_new_program_of_the_same_name(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let path = world.path("replaced");
    for name in ["exit", "bytes"] {
        fs::copy(world.path("programs").join(name), world.path("new"))?;
        fs::rename(world.path("new"), &path)?;
        let mut job = Job::new([runner.seen(&path, &path)]);
        job.program = Some(path.clone());
        let stdout = runner.run(&job)?.stdout;
        assert_eq!(stdout == b"right\n", name == "exit");
    }
    Ok(())
}

fn usage(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let outcome = runner.run(&world.job(&runner, &["work", "200"]))?;
    assert_eq!(outcome.ended, Ended::Exited(0));
    let cpu = outcome.usage.cpu;
    assert!(
        cpu >= Duration::from_millis(190) && cpu <= Duration::from_millis(300),
        "{cpu:?}"
    );
    assert!(outcome.usage.wall >= Duration::from_millis(190));

    // What one run used is not the next one's.
    let outcome = runner.run(&world.job(&runner, &["exit"]))?;
    assert!(
        outcome.usage.cpu < Duration::from_millis(100),
        "{outcome:?}"
    );
    let peak = outcome.usage.peak_memory;
    assert!((100 << 10..20 << 20).contains(&peak), "{peak}");
    let mut job = world.job(&runner, &["share"]);
    job.limits.cpu = Duration::from_secs(5);
    let outcome = runner.run(&job)?;
    assert!(outcome.usage.peak_memory >= 100 << 20, "{outcome:?}");
    Ok(())
}

fn errors_of_ours(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let error = |change: fn(&mut Job)| {
        let mut job = world.job(&runner, &["exit"]);
        change(&mut job);
        runner.run(&job).expect_err("cannot run").to_string()
    };
    let missing = error(|job| job.stdin = Input::File("/no/such/input".into()));
    assert!(
        missing.starts_with("/no/such/input: No such file"),
        "{missing}"
    );
    let missing = error(|job| job.program = Some("/no/such/program".into()));
    assert!(
        missing.starts_with("/no/such/program: No such file"),
        "{missing}"
    );
    let empty = error(|job| job.argv.clear());
    assert_eq!(empty, "cannot run this job: there is no program to run");
    let zero = error(|job| job.argv.push("\0".into()));
    assert_eq!(zero, "cannot run this job: a word has a zero byte in it");
    // As many and as long words as the system takes.
    let mut words = world.job(&runner, &["exit"]);
    words.argv = vec!["sh".into(), "-c".into(), "echo $# ${#1} ${#8}".into()];
    words.argv.push("sh".into());
    words
        .argv
        .extend((0..8).map(|_| "x".repeat((128 << 10) - 1).into()));
    assert_eq!(runner.run(&words)?.stdout, b"8 131071 131071\n");
    // The system says so, not we: words can come from a submission.
    let mut long = world.job(&runner, &["exit"]);
    long.argv.push("x".repeat(1 << 20).into());
    assert_eq!(runner.run(&long)?.ended, Ended::NotStarted(libc::E2BIG));
    // The runner goes on.
    let outcome = runner.run(&world.job(&runner, &["exit", "3"]))?;
    assert_eq!(outcome.ended, Ended::Exited(3));
    Ok(())
}

fn many_at_once(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let right = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (runner, right) = (&runner, &right);
            scope.spawn(move || {
                for round in 0..25 {
                    let mut job = world.job(runner, &["copy-input"]);
                    let text = format!("{thread} {round}\n");
                    job.stdin = Input::Bytes(text.as_bytes().into());
                    let outcome = runner.run(&job).expect("runs");
                    assert_eq!(outcome.stdout, text.repeat(2).as_bytes());
                    right.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(right.into_inner(), 100);
    Ok(())
}

fn nothing_is_told_to_the_next_run(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let quiet = world.job(&runner, &["diary"]);
    let busy = world.job(&runner, &["diary", "busy"]);
    let told = |job| -> Result<String, Failed> {
        let outcome = runner.run(job)?;
        assert_eq!(outcome.ended, Ended::Exited(0), "{outcome:?}");
        Ok(String::from_utf8_lossy(&outcome.stdout).into_owned())
    };
    let first = told(&quiet)?;
    assert!(first.starts_with("process 2 of 1, child 3\n"), "{first}");
    for _ in 0..3 {
        assert_eq!(told(&busy)?, first);
        assert_eq!(told(&quiet)?, first);
    }
    Ok(())
}

fn hidden_cases_come_last_in_a_box(_world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    // Each box has its own, for as long as there is the box.
    let network = |hidden| -> Result<Vec<u8>, RunError> {
        let mut job = Job::new(["readlink", "/proc/self/ns/net"]);
        job.hidden = hidden;
        Ok(runner.run(&job)?.stdout)
    };
    let first = network(false)?;
    assert!(first.starts_with(b"net:["), "{}", first.escape_ascii());
    assert_eq!(network(false)?, first);
    assert_eq!(network(true)?, first);
    assert_ne!(network(false)?, first);
    Ok(())
}

/// Starts a program that sleeps: how to end it, and its user.
fn asleep(runner: &Arc<Runner>, program: &Path) -> Result<(Dialogue, u32), Failed> {
    let mut job = Job::new([runner.seen(program, program)]);
    job.program = Some(program.to_owned());
    job.limits.wall = Duration::from_secs(30);
    let dialogue = Dialogue::start(runner, job)?;
    let name = program
        .file_name()
        .expect("has one")
        .to_str()
        .expect("plain");
    eventually("it runs", || runs(name));
    let found = processes().into_iter().find(|(.., found)| found == name);
    let (process, ..) = found.expect("runs");
    Ok((dialogue, fs::metadata(format!("/proc/{process}"))?.uid()))
}

fn boxes_have_users_of_their_own(world: &World) -> Result<(), Failed> {
    let runner = Arc::new(runner()?);
    let copy = |name: &str, mode| -> Result<PathBuf, Failed> {
        let path = world.programs().join(own_name(name));
        fs::copy(world.path("programs/sleep"), &path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        Ok(path)
    };
    let (one, user) = asleep(&runner, &copy("one", 0o755)?)?;
    let (other, other_user) = asleep(&runner, &copy("other", 0o755)?)?;
    let layers = runner.layers();
    let layer = layers
        .iter()
        .find(|layer| layer.name == "users of their own");
    let own = fs::metadata("/proc/self")?.uid();
    match &layer.expect("is one").found {
        Ok(_) => assert!(user >= FIRST && other_user >= FIRST && user != other_user),
        Err(_) => assert_eq!([user, other_user], [own; 2]),
    }
    for dialogue in [one, other] {
        assert_eq!(dialogue.stop()?.ended, Ended::Stopped);
    }
    // What is for its owner only cannot be run by anybody else.
    let private = copy("private", 0o700)?;
    match own {
        0 => {
            let mut job = Job::new([runner.seen(&private, &private)]);
            job.program = Some(private);
            let error = runner.run(&job).expect_err("cannot run").to_string();
            assert!(error.contains("found mode 700"), "{error}");
        }
        own => {
            let (dialogue, user) = asleep(&runner, &private)?;
            assert_eq!(user, own);
            assert_eq!(dialogue.stop()?.ended, Ended::Stopped);
        }
    }
    Ok(())
}

/// The first of the users that are given to an ordinary user; root's boxes have higher ones.
const FIRST: u32 = 700_000_000;

/// All trials once more, as an ordinary user who has been given users and groups.
fn all_with_users_that_were_given(world: &World) -> Result<(), Failed> {
    // An ordinary user cannot give them to itself.
    if fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(());
    }
    for tool in ["newuidmap", "newgidmap", "unshare", "setpriv"] {
        if !Path::new("/usr/bin").join(tool).exists() {
            skipped(format!("no {tool}"));
            return Ok(());
        }
    }
    let given = world.path("given");
    fs::write(&given, format!("65534:{FIRST}:65536\n"))?;
    // What packages bring along runs in the same boxes, and what is not contained in none.
    let script = "mount --bind $1 /etc/subuid && mount --bind $1 /etc/subgid && \
                  exec setpriv --reuid 65534 --regid 65534 --clear-groups $2 --test-threads 2 \
                  --skip package:: --skip off::";
    let mut command = Command::new("unshare");
    command.args([
        "--mount",
        "--propagation",
        "private",
        "sh",
        "-c",
        script,
        "sh",
    ]);
    command.arg(given).arg(std::env::current_exe()?);
    command.env(PROGRAMS, world.programs());
    let all = command.stdin(Stdio::null()).output()?;
    let [out, errors] =
        [all.stdout, all.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(all.status.success(), "{out}\n{errors}");
    assert!(
        out.contains("judge::boxes_have_users_of_their_own"),
        "{out}"
    );
    Ok(())
}

/// Root in a user namespace of one user, as in a rootless container, has no user to give to boxes.
fn root_of_one_user_is_an_ordinary_one(world: &World) -> Result<(), Failed> {
    let alone = |program: &Path| {
        let mut command = Command::new("unshare");
        command.arg("--map-root-user").arg(program);
        command.stdin(Stdio::null());
        command
    };
    if !alone(Path::new("true"))
        .status()
        .is_ok_and(|status| status.success())
    {
        skipped("no unshare, or no user namespaces for it");
        return Ok(());
    }
    const TRIAL: &str = "judge::input";
    let all = alone(&std::env::current_exe()?)
        .args(["--exact", TRIAL])
        .env(PROGRAMS, world.programs())
        .output()?;
    let [out, errors] =
        [all.stdout, all.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(all.status.success(), "{out}\n{errors}");
    let line = out.lines().find(|line| line.contains(TRIAL));
    assert!(
        line.is_some_and(|line| line.ends_with("ok")),
        "{out}\n{errors}"
    );
    Ok(())
}

/// A program that makes boxes, but does something else first; only the first time that it is
/// started if that is marked by a file.
fn launcher(world: &World, name: &str, first: &str) -> Result<PathBuf, Failed> {
    let (path, mark) = (world.path(name), world.text(&format!("{name}-was-started")));
    let own = std::env::current_exe()?;
    let own = own.to_str().expect("plain");
    let script = format!("#!/bin/sh\n[ -e {mark} ] || {{ {first}; }}\nexec {own} \"$@\"\n");
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

fn a_box_that_fails_says_why(world: &World) -> Result<(), Failed> {
    let error = |name: &str, first: &str| -> Result<String, Failed> {
        let launcher = launcher(world, name, first)?;
        let runner = Runner::with_launcher(Containment::Sandbox, launcher);
        Ok(runner.expect_err("cannot be built").to_string())
    };
    let killed = error("launcher-killed", "kill -9 $$")?;
    assert!(
        killed.starts_with("the sandbox failed: its process ended unexpectedly: process ")
            && killed.ends_with(
                " ended with signal: 9 (SIGKILL); the last step that it reached was 'none'"
            ),
        "{killed}"
    );
    // It has been told what to build by then, but has not read that.
    let mark = world.text("launcher-short-was-started");
    let short = error("launcher-short", &format!("touch {mark}; ulimit -n 4"))?;
    assert!(short.contains("Too many open files"), "{short}");
    Ok(())
}

/// As a box does in which memory is short, and the kernel chooses to kill its first process.
fn a_box_that_is_gone_has_no_other_run(world: &World) -> Result<(), Failed> {
    for _ in 0..10 {
        let runner = runner()?;
        let mut job = world.job(&runner, &["hoard-sockets"]);
        job.limits.memory = 64 << 20;
        job.limits.cpu = Duration::from_secs(10);
        assert_eq!(runner.run(&job)?.ended, Ended::MemoryLimit);
        let next = runner.run(&world.job(&runner, &["exit", "3"]))?;
        assert_eq!(next.ended, Ended::Exited(3));
    }
    Ok(())
}

fn many_boxes_come_and_go(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let runner = &runner;
            scope.spawn(move || {
                for round in 0..10_u64 {
                    let mut job = world.job(runner, &["exit", "3"]);
                    // What can be seen in it is another box's each time.
                    job.limits.disk += 4096 * (10 * thread + round);
                    let outcome = runner.run(&job).expect("runs");
                    assert_eq!(outcome.ended, Ended::Exited(3));
                }
            });
        }
    });
    Ok(())
}

/// A job that works in a folder, which has a file in it.
fn script_in(world: &World, folder: &str, text: &str) -> Result<Job, Failed> {
    let folder = world.path(folder);
    if !folder.exists() {
        fs::create_dir(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
        fs::write(folder.join("main.c"), "int main(void) { return 7; }\n")?;
    }
    let mut job = Job::new(["sh", "-c", text]);
    job.program = Some(folder);
    job.folder = Folder::Program;
    job.limits.cpu = Duration::from_secs(10);
    Ok(job)
}

fn compiling(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let text = "cc -o main main.c && pwd && echo $HOME && ls .. /tmp && chmod 700 main";
    let outcome = runner.run(&script_in(world, "compile", text)?)?;
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert_eq!(outcome.ended, Ended::Exited(0), "{outcome:?}");
    assert!(text.starts_with("/program\n/box/work\n"), "{text}");
    assert!(!text.contains("cases"), "{text}");
    let mut job = Job::new(["/program/main"]);
    job.program = Some(world.path("compile"));
    assert_eq!(runner.run(&job)?.ended, Ended::Exited(7));
    Ok(())
}

fn what_is_brought_back(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let text = "mkdir -p a/b && echo new > a/b/file && echo changed > main.c && \
                ln -s a/b/file within && ln -s /etc/passwd absolute && \
                ln -s ../cases/1.out upwards && mkfifo pipe && echo x > set && \
                chmod 4777 set && mkdir shut && chmod 0 shut";
    // What is removed is the copy; all the more so for what is around it.
    let remove = format!("{text}; rm -rf /program/* {}; exit 0", world.text("cases"));
    let mut job = script_in(world, "brought", &remove)?;
    let outcome = runner.run(&job)?;
    assert_eq!(outcome.ended, Ended::Exited(0), "{outcome:?}");
    assert!(world.path("cases/1.out").exists());
    assert_eq!(fs::read_dir(world.path("brought"))?.count(), 1);

    job.argv[2] = text.into();
    let outcome = runner.run(&job)?;
    assert_eq!(outcome.ended, Ended::Exited(0), "{outcome:?}");
    let folder = world.path("brought");
    let mut names: Vec<_> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.file_name().into_string().expect("plain")))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    assert_eq!(names, ["a", "main.c", "set", "shut", "within"]);
    assert_eq!(fs::read(folder.join("a/b/file"))?, b"new\n");
    assert_eq!(fs::read(folder.join("main.c"))?, b"changed\n");
    assert_eq!(
        fs::metadata(folder.join("set"))?.permissions().mode() & 0o7777,
        0o777
    );

    // Nothing comes back from what did not end well.
    job.argv[2] = "echo again > main.c; exit 1".into();
    assert_eq!(runner.run(&job)?.ended, Ended::Exited(1));
    assert_eq!(fs::read(folder.join("main.c"))?, b"changed\n");
    Ok(())
}

fn too_much_in_a_folder(world: &World) -> Result<(), Failed> {
    let runner = runner()?;
    let ended = |text: &str| -> Result<(Ended, String), Failed> {
        let mut job = script_in(world, "too-much", text)?;
        job.limits.disk = 8 << 20;
        let outcome = runner.run(&job)?;
        Ok((
            outcome.ended,
            String::from_utf8_lossy(&outcome.stderr).into_owned(),
        ))
    };
    let (end, errors) = ended("head -c 20M /dev/zero > big")?;
    assert_eq!(end, Ended::Exited(1));
    assert!(errors.contains("No space left on device"), "{errors}");
    // Small in the box, large outside: one file with many names, a file full of nothing.
    let text = "head -c 1M /dev/zero > a; for i in $(seq 100); do ln a a$i; done";
    assert_eq!(
        ended(text)?,
        (Ended::FileLimit, String::new()),
        "many names"
    );
    assert_eq!(
        ended("truncate -s 60M hollow")?.0,
        Ended::FileLimit,
        "hollow"
    );
    let text = "for i in $(seq 300); do mkdir d && cd d; done";
    assert_eq!(ended(text)?.0, Ended::FileLimit, "deep");
    // Removed, but still open and filled.
    let text = "for i in 1 2 3 4 5; do exec 9> f; rm f; head -c 3M /dev/zero >&9 || exit 1; \
                (sleep 1) 8>&9 & done";
    assert_eq!(ended(text)?.0, Ended::Exited(1));
    Ok(())
}

fn all_layers_are_told(_world: &World) -> Result<(), Failed> {
    let layers = layers()?;
    let names: BTreeSet<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names.len(), layers.len());
    for name in ["user namespace", "Landlock", "memory control group"] {
        assert!(names.contains(name), "{name}");
    }
    for layer in layers {
        assert!(layer.found.is_ok() || !layer.required, "{layer:?}");
    }
    Ok(())
}

/// Becomes a judge of its own, if started as one.
pub fn enter() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--as-judge", "forever", program] => {
            let runner = runner().expect("a runner");
            let mut job = Job::new([runner.seen(program.as_ref(), program.as_ref())]);
            job.program = Some(program.into());
            job.limits.wall = Duration::from_secs(600);
            panic!("ended: {:?}", runner.run(&job));
        }
        ["--as-judge", "lose-box", program] => {
            lose_box(program.into());
            std::process::exit(0);
        }
        _ => {}
    }
}

/// Starts this binary as another judge.
fn other_judge(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("is a file"));
    command.arg("--as-judge").args(words).stdin(Stdio::null());
    command
}

fn a_killed_judge_leaves_nothing(world: &World) -> Result<(), Failed> {
    let name = own_name("left");
    let program = world.programs().join(&name);
    fs::copy(world.path("programs/sleep"), &program)?;
    let mut judge = other_judge(&["forever", program.to_str().expect("plain")]).spawn()?;
    eventually("the program runs", || runs(&name));
    let keepers = children(&judge.id().to_string());
    assert!(!keepers.is_empty());
    judge.kill()?;
    judge.wait()?;
    let gone = |keeper: &String| {
        let group = format!("plyjudge-{keeper}");
        let process = format!("/proc/{keeper}");
        !groups().iter().any(|path| path.ends_with(&group))
            && !std::path::Path::new(&process).exists()
    };
    eventually("all is gone", || !runs(&name) && keepers.iter().all(gone));
    Ok(())
}

fn a_lost_box_is_replaced(world: &World) -> Result<(), Failed> {
    let judge = other_judge(&["lose-box", &world.text("programs/exit")]).output()?;
    let text = String::from_utf8_lossy(&judge.stderr);
    assert!(judge.status.success(), "{text}");
    Ok(())
}

fn lose_box(program: PathBuf) {
    let runner = runner().expect("a runner");
    let mut job = Job::new([runner.seen(&program, &program)]);
    job.program = Some(program);
    for _ in 0..3 {
        assert_eq!(runner.run(&job).expect("runs").ended, Ended::Exited(0));
        let keepers = children(&std::process::id().to_string());
        assert!(!keepers.is_empty());
        for keeper in &keepers {
            let inits = children(keeper);
            // The keeper's, then the init's, sudden end.
            for process in inits.iter().chain([keeper]) {
                let killed = Command::new("kill").args(["-9", process]).status();
                // What maps a box's users ends by itself.
                assert!(killed.expect("there is kill").success() || has_ended(process));
            }
            eventually("both are gone", || {
                inits
                    .iter()
                    .chain([keeper])
                    .all(|process| has_ended(process))
            });
        }
    }
}

/// Whether a process has given up all that it had, whoever has yet to wait for it.
fn has_ended(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.map_or(true, |stat| stat.contains(") Z "))
}

fn children(of: &str) -> Vec<String> {
    processes()
        .into_iter()
        .filter(|(_, parent, _)| parent == of)
        .map(|(process, _, _)| process)
        .collect()
}
