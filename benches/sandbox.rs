//! What containing a run costs: against a bare start of the same program, and against the
//! shell loop that people write without a judge. Run with `cargo bench --bench sandbox`.
//!
//! The variants take turns within one run, so that whatever else the machine does meets
//! them all; compare the ratios and differences of one table, not tables.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plyjudge::judge::run::{Containment, Ended, Input, Job, Runner, enter_sandbox};

const ROUNDS: usize = 500;
const CASES: usize = 200;
const PROGRAMS: usize = 20;

/// Clock ticks a second, as Linux shows them in `/proc`.
const TICKS: u32 = 100;

/// Does nothing.
const TRIVIAL: &str = "int main(void) { return 0; }\n";

/// Copies a line after about half a millisecond of work.
const HALF_A_MILLISECOND: &str = r#"
#include <stdio.h>
#include <time.h>
int main(void) {
    char line[256];
    struct timespec now, start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec < 500000);
    if (fgets(line, sizeof line, stdin)) fputs(line, stdout);
    return 0;
}
"#;

fn main() {
    enter_sandbox();
    // `cargo test --benches` asks for a quick look only.
    let quick = std::env::args().any(|word| word == "--test");
    let folder = tempfile::tempdir().expect("a folder");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), open).expect("open to the box's user");
    let runner = match Runner::new(Containment::Sandbox) {
        Ok(runner) => runner,
        Err(error) => return println!("skipped: {error}"),
    };
    one_run(&runner, folder.path(), if quick { 3 } else { ROUNDS });
    let cases = if quick { 3 } else { CASES };
    many_cases(&runner, folder.path(), cases);
    drop(runner);
    whole_command(folder.path(), cases);
    whole_class(folder.path(), if quick { 2 } else { PROGRAMS }, cases);
}

/// One trivial program, bare and contained.
fn one_run(runner: &Runner, folder: &Path, rounds: usize) {
    let program = compile(folder, "trivial", TRIVIAL);
    let uncontained = Runner::new(Containment::Off).expect("needs nothing");
    let contained = job(runner, folder, &program);
    let off = job(&uncontained, folder, &program);
    let mut bare = Vec::new();
    let mut boxed = Vec::new();
    let mut plain = Vec::new();
    for _ in 0..rounds {
        bare.push(time(|| {
            let mut command = Command::new(&program);
            command.stdin(Stdio::null()).stdout(Stdio::null());
            assert!(command.status().expect("runs").success());
        }));
        boxed.push(time(|| finish(runner, &contained)));
        plain.push(time(|| finish(&uncontained, &off)));
    }
    let bare = median(bare);
    println!("one run of a trivial program, median of {rounds}");
    row("fork + exec + wait", bare, bare);
    row("contained", median(boxed), bare);
    row("not contained (--sandbox off)", median(plain), bare);
}

/// Many cases of a program that works for half a millisecond.
fn many_cases(runner: &Runner, folder: &Path, cases: usize) {
    let program = compile(folder, "half", HALF_A_MILLISECOND);
    for case in 0..cases {
        fs::write(folder.join(format!("{case}.in")), format!("{case}\n")).expect("written");
        fs::write(folder.join(format!("{case}.out")), format!("{case}\n")).expect("written");
    }
    let script = format!(
        "i=0; while [ $i -lt {cases} ]; do ./half < $i.in | diff -q - $i.out || exit 1; \
         i=$((i+1)); done"
    );
    let run_case = |case: usize| {
        let mut job = job(runner, folder, &program);
        job.stdin = Input::File(folder.join(format!("{case}.in")));
        let outcome = runner.run(&job).expect("runs");
        let expected = fs::read(folder.join(format!("{case}.out"))).expect("read");
        assert_eq!(
            (outcome.ended, outcome.stdout),
            (Ended::Exited(0), expected)
        );
    };
    let (mut shell, mut single, mut double) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5 {
        shell.push(time(|| {
            let mut command = Command::new("sh");
            command.args(["-c", &script]).current_dir(folder);
            assert!(command.status().expect("runs").success());
        }));
        single.push(time(|| (0..cases).for_each(run_case)));
        double.push(time(|| {
            thread::scope(|scope| {
                scope.spawn(|| (0..cases).step_by(2).for_each(run_case));
                scope.spawn(|| (1..cases).step_by(2).for_each(run_case));
            });
        }));
    }
    let shell = median(shell);
    println!("{cases} cases of a program that works for 0.5 ms, median of 5");
    row("shell: ./p < in | diff -q - out", shell, shell);
    row("contained, one after another", median(single), shell);
    row("contained, two at a time", median(double), shell);
}

/// The same cases by `plyjudge grade`, from its start to its report, against the shell loop.
fn whole_command(folder: &Path, cases: usize) {
    let script = format!(
        "i=0; while [ $i -lt {cases} ]; do ./half < $i.in | diff -q - $i.out || exit 1; \
         i=$((i+1)); done"
    );
    lay_out(folder, cases);
    let (mut shell, mut graded) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        shell.push(time(|| {
            let mut command = Command::new("sh");
            command.args(["-c", &script]).current_dir(folder);
            assert!(command.status().expect("runs").success());
        }));
        graded.push(time(|| grade(folder, &["--command", "./half"])));
    }
    let shell = median(shell);
    println!("the same {cases} cases by the whole command, median of 5");
    row("shell: ./p < in | diff -q - out", shell, shell);
    row("plyjudge grade --command ./p", median(graded), shell);
}

/// A class of programs that are compiled: how busy that keeps the cores. Processor time is
/// that of the command and all it starts; what else the machine does makes the share smaller.
fn whole_class(folder: &Path, programs: usize, cases: usize) {
    fs::create_dir(folder.join("class")).expect("made");
    for program in 0..programs {
        let source = format!("{HALF_A_MILLISECOND}/* {program} */\n");
        fs::write(folder.join(format!("class/{program}.c")), source).expect("written");
    }
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    println!("{programs} programs x {cases} cases, {cores} cores, best of 3");
    let busy = |_| {
        let before = children_time();
        let took = time(|| grade(folder, &["class"]));
        let used = children_time() - before;
        used.as_secs_f64() / took.as_secs_f64() / cores as f64
    };
    let best = (0..3).map(busy).fold(0.0, f64::max);
    println!("  cores kept busy by it {:17.1} %", 100.0 * best);
}

/// Processor time of all processes that this one has waited for, and of theirs.
fn children_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("there is /proc");
    let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
    // Fields 16 and 17 of the line, in ticks; what follows the name starts at field 3.
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |field: usize| fields[field - 3].parse::<u32>().expect("a number");
    Duration::from_secs(1) / TICKS * (ticks(16) + ticks(17))
}

/// The cases in a folder of their own.
fn lay_out(folder: &Path, cases: usize) {
    fs::create_dir(folder.join("cases")).expect("made");
    for case in 0..cases {
        for (from, to) in [("in", "txt"), ("out", "out")] {
            let to = folder.join(format!("cases/{case}.{to}"));
            fs::copy(folder.join(format!("{case}.{from}")), to).expect("copied");
        }
    }
}

fn grade(folder: &Path, what: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command
        .arg("grade")
        .args(what)
        .args(["--cases", "cases", "--rerun"]);
    command.current_dir(folder).stdout(Stdio::null());
    assert!(command.status().expect("runs").success());
}

fn compile(folder: &Path, name: &str, source: &str) -> std::path::PathBuf {
    let (from, to) = (folder.join(name).with_extension("c"), folder.join(name));
    fs::write(&from, source).expect("written");
    let mut command = Command::new("cc");
    command.arg("-O2").arg("-o").arg(&to).arg(&from);
    assert!(command.status().expect("there is a C compiler").success());
    to
}

fn job(runner: &Runner, folder: &Path, program: &Path) -> Job {
    let mut job = Job::new([runner.seen(folder, program)]);
    job.program = Some(folder.to_owned());
    job
}

fn finish(runner: &Runner, job: &Job) {
    assert_eq!(runner.run(job).expect("runs").ended, Ended::Exited(0));
}

fn time(act: impl FnOnce()) -> Duration {
    let start = Instant::now();
    act();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn row(name: &str, time: Duration, base: Duration) {
    let (time, base) = (time.as_secs_f64() * 1e3, base.as_secs_f64() * 1e3);
    println!(
        "  {name:<34} {time:8.3} ms  {:+8.3} ms  {:5.2} x",
        time - base,
        time / base
    );
}
