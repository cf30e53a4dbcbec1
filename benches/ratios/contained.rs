//! What containing runs costs: against a bare start of the same program, and against the shell
//! loop that people write without a judge. What is compared takes turns, so that whatever else the
//! machine does meets both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use plyjudge::judge::run::{Containment, Ended, Job, Runner};

use super::Row;
use super::commands::lay_out;
use super::measure::{by_clock, children_time, idle_time, median, plyjudge, ratio};

pub const ROWS: &[Row] = &[
    Row::new(
        "run contained",
        "× as fast as fork and exec, by the clock",
        || one_run(Containment::Sandbox),
    ),
    Row::new(
        "run bare",
        "× as fast as fork and exec, by the clock",
        || one_run(Containment::Off),
    ),
    Row::new(
        "grade 200 cases of 0.5 ms",
        "× as fast as a shell loop, by the clock",
        many_cases,
    ),
    Row::new(
        "grade 20 × 200 cases of 0.5 ms",
        "of the processors' time used",
        whole_class,
    ),
    Row::new(
        "grade 160 sleepers, 16 at once",
        "of 16 asleep, by the clock",
        asleep,
    ),
];

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

/// A folder that the box's user may read.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), open).expect("open to the box's user");
    folder
}

/// A program that does nothing.
fn one_run(containment: Containment) -> f64 {
    let folder = open_folder();
    let program = compile(folder.path(), "trivial", "int main(void) { return 0; }\n");
    let runner = Runner::new(containment).expect("what `plyjudge doctor` asks for");
    let mut job = Job::new([runner.seen(folder.path(), &program)]);
    job.program = Some(folder.path().to_owned());
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..500 {
        let mut command = Command::new(&program);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        bare.push(by_clock(|| {
            assert!(command.status().expect("runs").success())
        }));
        ours.push(by_clock(|| {
            assert_eq!(runner.run(&job).expect("runs").ended, Ended::Exited(0));
        }));
    }
    ratio(median(bare), median(ours))
}

/// The whole command against the loop that people write.
fn many_cases() -> f64 {
    let folder = open_folder();
    compile(folder.path(), "half", HALF_A_MILLISECOND);
    write_cases(folder.path(), 200);
    let script = "i=0; while [ $i -lt 200 ]; do ./half < cases/$i.txt | diff -q - cases/$i.out || exit 1; \
                  i=$((i+1)); done";
    let (mut shell, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(folder.path());
        shell.push(by_clock(|| {
            assert!(command.status().expect("runs").success())
        }));
        ours.push(by_clock(|| grade(folder.path(), &["--command", "./half"])));
    }
    ratio(median(shell), median(ours))
}

/// A class of programs that are compiled: the processor time that it takes, in that and what was left
/// idle; what others took is nobody's fault.
fn whole_class() -> f64 {
    let folder = open_folder();
    lay_out(&folder.path().join("class"), 20, HALF_A_MILLISECOND);
    write_cases(folder.path(), 200);
    let used = |_| {
        let (before, idle_before) = (children_time(), idle_time());
        grade(folder.path(), &["class"]);
        let (used, idle) = (children_time() - before, idle_time() - idle_before);
        ratio(used, used + idle)
    };
    (0..3).map(used).fold(0.0, f64::max)
}

/// As many boxes as a machine with 16 cores would keep busy: programs that sleep take no
/// processor.
fn asleep() -> f64 {
    const CASES: u32 = 160;
    const ASLEEP: Duration = Duration::from_millis(200);
    let folder = open_folder();
    let source = "#include <unistd.h>\nint main(void) { usleep(200000); return 0; }\n";
    compile(folder.path(), "sleeper", source);
    write_cases(folder.path(), CASES as usize);
    for case in 0..CASES {
        fs::write(folder.path().join(format!("cases/{case}.out")), "").expect("written");
    }
    let took = by_clock(|| grade(folder.path(), &["--command", "./sleeper", "--jobs", "16"]));
    ratio(ASLEEP * CASES / 16, took)
}

/// Cases that want their line back.
fn write_cases(folder: &Path, cases: usize) {
    fs::create_dir(folder.join("cases")).expect("made");
    for case in 0..cases {
        for end in ["txt", "out"] {
            let file = folder.join(format!("cases/{case}.{end}"));
            fs::write(file, format!("{case}\n")).expect("written");
        }
    }
}

/// Grades what is right.
fn grade(folder: &Path, what: &[&str]) {
    let mut command = plyjudge(&["grade", "--cases", "cases", "--rerun"]);
    command.args(what).current_dir(folder);
    assert!(command.status().expect("runs").success());
}

fn compile(folder: &Path, name: &str, source: &str) -> PathBuf {
    let (from, to) = (folder.join(name).with_extension("c"), folder.join(name));
    fs::write(&from, source).expect("written");
    let mut command = Command::new("cc");
    command.arg("-O2").arg("-o").arg(&to).arg(&from);
    assert!(command.status().expect("there is a C compiler").success());
    to
}
