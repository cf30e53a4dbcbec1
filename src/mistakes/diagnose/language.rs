//! Faults of language: what a program does that depends on the memory it finds, or breaks the
//! rules of C, and on no rule of a game.
//!
//! A program in C or C++ is compiled again in a few ways and run with the shortest inputs that it
//! fails: with what it forgets to set filled with zeros or with a pattern, without and with the
//! compiler's optimisation, and with the compiler's checks of memory and of undefined behaviour.

use crate::judge::build::compile::Program;
use crate::judge::grade::diagnose::{Failing, Printed};
use crate::judge::journal::diagnosis::Fault;
use crate::judge::parallel;
use crate::judge::run::Ended;
use crate::mistakes::suite::Suite;

/// With how many inputs the program is tried.
pub(super) const INPUTS: usize = 5;

/// How often two builds that differ are run to see that each does the same every time: a program
/// that tosses a coin once seems to differ steadily in one of 2,000 inputs.
const TIMES: usize = 6;

/// How many lines of a call are looked at for one in a source file.
const FRAMES: usize = 12;

/// What glibc keeps in its cache of freed memory it hands out as it is, never filled.
const NO_CACHE: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");

/// What reads memory that was never set finds zeros there.
const ZEROS: Build = Build {
    options: &["-O2", "-ftrivial-auto-var-init=zero"],
    variables: &[("MALLOC_PERTURB_", "255"), NO_CACHE],
};

/// The same with a pattern.
const PATTERN: Build = Build {
    options: &["-O2", "-ftrivial-auto-var-init=pattern"],
    variables: &[("MALLOC_PERTURB_", "85"), NO_CACHE],
};

const PLAIN: Build = Build {
    options: &["-O0"],
    variables: &[],
};

const OPTIMISED: Build = Build {
    options: &["-O2"],
    variables: &[],
};

const CHECKED: Build = Build {
    options: &["-O1", "-g", "-fsanitize=address,undefined"],
    variables: &[
        ("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=16"),
        ("UBSAN_OPTIONS", "print_stacktrace=0"),
    ],
};

/// The ways in which a program is compiled.
const BUILDS: [&Build; 5] = [&ZEROS, &PATTERN, &PLAIN, &OPTIMISED, &CHECKED];

/// Places in [`BUILDS`]: two that fill memory otherwise, two that optimise otherwise, and the one
/// that reports faults.
const FILLED: [usize; 2] = [0, 1];
const OPTIMISING: [usize; 2] = [2, 3];
const REPORTING: usize = 4;

/// A way to compile and run a program.
struct Build {
    options: &'static [&'static str],
    variables: &'static [(&'static str, &'static str)],
}

/// What was found.
#[derive(Default)]
pub(super) struct Probe {
    /// The faults, each with the first of the inputs that shows it.
    pub faults: Vec<Fault>,
    /// The options with which the program could not be compiled, in words.
    pub missing: Vec<String>,
    /// The inputs on which what the program does depends on such a fault.
    pub touched: Vec<usize>,
    /// The program as it was compiled, in the order of [`BUILDS`].
    programs: Vec<Option<Program>>,
}

impl Probe {
    /// Whether what the program does with an input depends on a fault of language. One run of
    /// each build is enough where such a fault is known.
    pub(super) fn shows_on(
        &self,
        submission: &Failing<'_>,
        limits: usize,
        input: &[u8],
        expected: usize,
    ) -> bool {
        let run = |build: usize| {
            let program = self.programs.get(build)?.as_ref()?;
            let printed = submission.run_compiled(program, limits, input, expected);
            printed.ok()
        };
        let differ = |[one, other]: [usize; 2]| !do_the_same(&run(one), &run(other));
        let checked = run(REPORTING).and_then(|printed| reported(&printed.complaints));
        checked.is_some_and(|report| report.is_of_memory) || differ(FILLED) || differ(OPTIMISING)
    }
}

/// Looks for faults on some inputs of a suite, given by index; none is found where the program
/// is not compiled from C or C++.
pub(super) fn probe(
    submission: &Failing<'_>,
    suite: &Suite<'_>,
    inputs: &[usize],
    limits: usize,
) -> Probe {
    let mut probe = Probe::default();
    if inputs.is_empty() {
        return probe;
    }
    let built: Vec<Option<Result<Program, String>>> =
        parallel::map(&BUILDS, |build| submission.compiled_with(build.options));
    let mut programs = Vec::new();
    for (build, built) in BUILDS.iter().zip(built) {
        programs.push(match built {
            None => return probe,
            Some(Ok(program)) => Some(
                build
                    .variables
                    .iter()
                    .fold(program, |program, (name, value)| {
                        program.with_variable(name, value)
                    }),
            ),
            Some(Err(_)) => {
                probe.missing.push(build.options.join(" "));
                None
            }
        });
    }
    let run = |program: &Option<Program>, case: usize| -> Option<Printed> {
        let input = &suite.cases()[case].input;
        let expected = suite.right()[case].len();
        submission
            .run_compiled(program.as_ref()?, limits, input, expected)
            .ok()
    };
    // What changes from run to run is no matter of how the program was built.
    let differ = |[one, other]: [usize; 2], case: usize| {
        let [first, second] = [one, other].map(|build| run(&programs[build], case));
        !do_the_same(&first, &second)
            && (1..TIMES).all(|_| {
                do_the_same(&first, &run(&programs[one], case))
                    && do_the_same(&second, &run(&programs[other], case))
            })
    };
    let tried = parallel::map(inputs, |&case| {
        let checked = run(&programs[REPORTING], case);
        let reported = checked.and_then(|printed| reported(&printed.complaints));
        // Much of what is undefined changes nothing as yet.
        let is_of_memory = reported.as_ref().is_some_and(|report| report.is_of_memory);
        let mut faults: Vec<String> = reported.into_iter().map(|report| report.text).collect();
        let before = faults.len();
        if differ(FILLED, case) {
            faults.push(
                "reads memory that was never set: the outputs differ when it is filled with zeros \
                 or with a pattern"
                    .to_owned(),
            );
        }
        if faults.is_empty() && differ(OPTIMISING, case) {
            faults.push(
                "depends on how it is compiled: the outputs with -O0 and with -O2 differ, as \
                 they do where the behaviour of a program is undefined"
                    .to_owned(),
            );
        }
        let hangs_on_them = is_of_memory || faults.len() > before;
        (case, faults, hangs_on_them)
    });
    for (case, faults, hangs_on_them) in tried {
        if hangs_on_them {
            probe.touched.push(case);
        }
        for text in faults {
            if !probe.faults.iter().any(|known| known.text == text) {
                probe.faults.push(Fault { text, case });
            }
        }
    }
    probe.programs = programs;
    probe
}

/// Whether two runs print the same and end alike; so do those that are cut off by a limit, and
/// those of which one is not known.
fn do_the_same(one: &Option<Printed>, other: &Option<Printed>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let is_cut =
        |printed: &Printed| !matches!(printed.ended, Ended::Exited(_) | Ended::Signalled(_));
    if is_cut(one) || is_cut(other) {
        let shorter = one.output.len().min(other.output.len());
        return one.output[..shorter] == other.output[..shorter];
    }
    one.output == other.output && one.ended == other.ended
}

/// A fault that the compiler's checks report, in words.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    text: String,
    /// Whether memory is used that is not the program's.
    is_of_memory: bool,
}

/// The first fault that is reported, one of memory if there is any.
fn reported(complaints: &[u8]) -> Option<Report> {
    let text = String::from_utf8_lossy(complaints);
    let lines: Vec<&str> = text.lines().collect();
    let of_memory = lines.iter().enumerate().find_map(|(at, line)| {
        let (_, rest) = line.split_once("ERROR: AddressSanitizer: ")?;
        Some((at, rest))
    });
    if let Some((at, rest)) = of_memory {
        let kind = rest.split_whitespace().next()?;
        let place = lines[at..].iter().take(FRAMES).find_map(|line| frame(line));
        let fault = match kind {
            "SEGV" => "reads or writes where no memory is".to_owned(),
            "attempting" => {
                let what = rest.split(" on ").next().unwrap_or(rest);
                what.trim_start_matches("attempting ").to_owned()
            }
            kind => kind.replace('-', " "),
        };
        let text = match place {
            Some(place) => format!("{fault} in {place}"),
            None => fault,
        };
        let is_of_memory = true;
        return Some(Report { text, is_of_memory });
    }
    lines.iter().find_map(|line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        let mut parts = place.rsplit(':').skip(1);
        let (line, path) = (parts.next()?, parts.next()?);
        let file = path.rsplit('/').next()?;
        Some(Report {
            text: format!("{what} in {file}:{line}"),
            is_of_memory: false,
        })
    })
}

/// The file and line of the program in a line of a call's trace, if it has one.
fn frame(line: &str) -> Option<String> {
    let line = line.trim_start().strip_prefix('#')?;
    let (_, place) = line.split_once(" in ")?;
    let (_, path) = place.split_once(' ')?;
    let is_ours =
        !path.contains("libsanitizer") && !path.contains("sysdeps/") && !path.starts_with('(');
    let file = path.rsplit('/').next()?;
    let mut parts = file.split(':');
    let (name, number) = (parts.next()?, parts.next()?);
    let is_line = is_ours && number.bytes().all(|byte| byte.is_ascii_digit());
    is_line.then(|| format!("{name}:{number}"))
}

#[cfg(test)]
mod tests {
    use super::reported;

    /// As gcc and clang write them.
    #[test]
    fn reports_become_a_few_words() {
        for (text, expected) in [
            ("", None),
            ("debug: x = 3\n", None),
            (
                "a.c:2:48: runtime error: index 4 out of bounds for type 'int [4]'\n",
                Some("index 4 out of bounds for type 'int [4]' in a.c:2"),
            ),
            (
                "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f at pc 0x55\n\
                 WRITE of size 4 at 0x7f thread T0\n    #0 0x55 in f /box/program/a.c:2\n",
                Some("stack buffer overflow in a.c:2"),
            ),
            (
                "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7f at pc 0x55\n\
                 READ of size 9 at 0x7f thread T0\n    #0 0x7f in __interceptor_strcpy \
                 ../../../../src/libsanitizer/asan/asan_interceptors.cpp:440\n    \
                 #1 0x55 in main /box/program/b.c:30:7\n",
                Some("heap buffer overflow in b.c:30"),
            ),
            (
                "==1==ERROR: AddressSanitizer: attempting double-free on 0x60 in thread T0:\n",
                Some("double-free"),
            ),
        ] {
            let reported = reported(text.as_bytes()).map(|report| report.text);
            assert_eq!(reported.as_deref(), expected, "{text}");
        }
    }
}
