//! Faults of language: what a program does that depends on the memory it finds, or breaks the
//! rules of C, and on no rule of a game.
//!
//! A program in C or C++ is compiled again in a few ways and run with the shortest inputs that it
//! fails: with what it forgets to set filled with zeros or with a pattern, without and with the
//! compiler's optimisation, and with the compiler's checks of memory and of undefined behaviour.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::thread::Scope;

use super::Observed;
use super::submission::{is_crash, is_limit};
use crate::judge::build::compile::Program;
use crate::judge::grade::diagnose::{Compiled, Failing, Printed};
use crate::judge::journal::diagnosis::Fault;
use crate::judge::parallel;
use crate::judge::run::Ended;
use crate::mistakes::suite::Suite;

/// With how many inputs the program is tried.
pub(super) const INPUTS: usize = 5;

/// With how many it is tried once without much ado, see [`is_suspect`].
const GLANCES: usize = 8;

/// How often two builds that differ are run to see that each does the same every time: a program
/// that tosses a coin once seems to differ steadily in one of 2,000 inputs.
const TIMES: usize = 6;

/// How many lines of a call are looked at for one in a source file.
const FRAMES: usize = 12;

/// What glibc keeps in its cache of freed memory it hands out as it is, never filled.
const NO_CACHE: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");

/// What reads memory that was never set finds zeros there. With -O2 a variable that is set on one way
/// only is taken to be set so on all.
const ZEROS: Build = Build {
    options: &["-O0", "-ftrivial-auto-var-init=zero"],
    variables: &[("MALLOC_PERTURB_", "255"), NO_CACHE],
};

/// The same with a pattern.
const PATTERN: Build = Build {
    options: &["-O0", "-ftrivial-auto-var-init=pattern"],
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

/// The options of the one that is tried first, for nearly every program.
pub(super) const FIRST: &[&str] = BUILDS[GLANCING].options;

const CHECKED: Build = Build {
    // Compiled in half the time that -O1 takes.
    options: &["-O0", "-g1", "-fsanitize=address,undefined"],
    variables: &[
        (
            "ASAN_OPTIONS",
            "detect_leaks=0:quarantine_size_mb=16:symbolize=0",
        ),
        ("UBSAN_OPTIONS", "print_stacktrace=0"),
    ],
};

/// With this, reports say where in the source a fault is, which takes ten times as long as the run.
const NAMING: (&str, &str) = ("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=16");

/// The ways in which a program is compiled. Where the first two do as the program itself, which are
/// compiled in no time, those that only optimise otherwise are not tried.
const BUILDS: [&Build; 5] = [&ZEROS, &PATTERN, &PLAIN, &OPTIMISED, &CHECKED];

/// Places in [`BUILDS`]: two that fill memory otherwise, two that optimise otherwise, and the one
/// that reports faults.
const FILLED: [usize; 2] = [0, 1];
const OPTIMISING: [usize; 2] = [2, 3];
/// One that fills memory, and the same that leaves what was there before.
const LEFT_AS_IS: [usize; 2] = [1, 2];
const REPORTING: usize = 4;
/// The one that is tried first.
const GLANCING: usize = FILLED[1];

/// The pairs of builds that should do the same.
const PAIRS: [[usize; 2]; 3] = [FILLED, OPTIMISING, LEFT_AS_IS];

/// What is said where such a pair differs.
const UNSET: &str = "reads memory that was never set: the outputs differ when it is filled with zeros or \
                     with a pattern";
const LEFT: &str = "reads memory that was never set: the outputs differ when it is filled with a pattern or \
                    left as it was";
const OPTIMISES: &str = "depends on how it is compiled: the outputs with -O0 and with -O2 differ, as they do \
                         where the behaviour of a program is undefined";

/// A way to compile and run a program.
struct Build {
    options: &'static [&'static str],
    variables: &'static [(&'static str, &'static str)],
}

impl Build {
    /// The program compiled so. What is compiled so in the first place has no variables.
    fn of(&self, submission: &Failing<'_>) -> Compiled {
        let set =
            |program: Program, (name, value): &(&str, &str)| program.with_variable(name, value);
        let compiled = submission.compiled_with(self.options)?;
        let with_all = |program: Program| self.variables.iter().fold(program, set);
        Some(compiled.map(|program| program.map(with_all)))
    }
}

/// A build to be run, or what the compiler says; none where nothing is compiled.
type Built<'a> = Option<Result<&'a Program, &'a String>>;

/// A program as it is compiled in all these ways, each once it is asked for.
pub(super) struct Builds<'a> {
    submission: &'a Failing<'a>,
    /// In the order of [`BUILDS`].
    all: [OnceLock<Compiled>; BUILDS.len()],
    /// The one that reports faults, with [`NAMING`].
    naming: OnceLock<Option<Program>>,
}

impl<'a> Builds<'a> {
    /// A program that is not compiled yet.
    pub(super) fn new(submission: &'a Failing<'a>) -> Self {
        Self {
            submission,
            all: [const { OnceLock::new() }; BUILDS.len()],
            naming: OnceLock::new(),
        }
    }

    /// The one at a place in [`BUILDS`].
    fn at(&self, build: usize) -> Built<'_> {
        self.built(self.all[build].get_or_init(|| BUILDS[build].of(self.submission)))
    }

    /// Begins to compile what is needed wherever not all is explained.
    pub(super) fn begin<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        let [other, _] = FILLED;
        for build in [REPORTING, other] {
            scope.spawn(move || self.at(build));
        }
    }

    /// The one that reports faults, and says where they are.
    fn naming(&self) -> Option<&Program> {
        let named = || {
            let program = self.at(REPORTING)?.ok()?;
            let (name, value) = NAMING;
            Some(program.again().with_variable(name, value))
        };
        self.naming.get_or_init(named).as_ref()
    }

    /// Whether a build is the program itself.
    fn is_own(&self, program: &Program) -> bool {
        std::ptr::eq(program, self.submission.program())
    }

    fn built<'b>(&'b self, compiled: &'b Compiled) -> Built<'b> {
        let compiled = compiled.as_ref()?.as_ref();
        let program = |program: &'b Option<Program>| {
            program
                .as_ref()
                .unwrap_or_else(|| self.submission.program())
        };
        Some(compiled.map(program))
    }

    /// Whether the program crashes on an input, or does otherwise with memory filled: only then the
    /// other ways that differ in what they print are worth their time.
    fn may_differ(&self, limits: usize, input: &[u8], expected: usize) -> bool {
        let usual = self.submission.run_expecting(limits, input, expected).ok();
        let crashes = |printed: &Printed| matches!(printed.ended, Ended::Signalled(_));
        usual.as_ref().is_none_or(crashes)
            // The one first that is there already.
            || FILLED.into_iter().rev().any(|build| {
                let Some(Ok(program)) = self.at(build) else {
                    return true;
                };
                let submission = self.submission;
                let filled = submission.run_compiled(program, limits, input, expected);
                !do_the_same(&usual, &filled.ok())
            })
    }
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
    /// The ways to compile it of which two did not do the same on one of them.
    telling: Vec<usize>,
}

impl Probe {
    /// Adds what was found on other inputs, before what was found on these.
    pub(super) fn add(&mut self, first: Self) {
        let faults = std::mem::replace(&mut self.faults, first.faults);
        for fault in faults {
            if !self.faults.iter().any(|known| known.text == fault.text) {
                self.faults.push(fault);
            }
        }
        if self.missing.is_empty() {
            self.missing = first.missing;
        }
    }

    /// Whether what the program printed depends on a fault of language: some build of those that
    /// differ on other inputs prints something else. One run of each is enough where such a
    /// fault is known.
    pub(super) fn shows_on(
        &self,
        builds: &Builds<'_>,
        limits: usize,
        input: &[u8],
        observed: &Observed,
        expected: usize,
    ) -> bool {
        self.telling.iter().any(|&build| {
            let Some(Ok(program)) = builds.at(build) else {
                return false;
            };
            if builds.is_own(program) {
                return false;
            }
            let printed = builds
                .submission
                .run_compiled(program, limits, input, expected);
            printed.is_ok_and(|printed| !does_as(&printed, observed))
        })
    }
}

/// Whether the compiler's checks report a fault of language on an input.
pub(super) fn reports_on(
    builds: &Builds<'_>,
    limits: usize,
    input: &[u8],
    expected: usize,
) -> bool {
    let Some(Ok(program)) = builds.at(REPORTING) else {
        return false;
    };
    let printed = builds
        .submission
        .run_compiled(program, limits, input, expected);
    printed.is_ok_and(|printed| reported(&printed.complaints).is_some())
}

/// Whether there may be a fault of language in what a program does with some inputs of a suite:
/// it crashes, or does otherwise when it is compiled plainly and run with other memory.
pub(super) fn is_suspect(
    builds: &Builds<'_>,
    suite: &Suite<'_>,
    wrong: &[(usize, &Observed)],
    limits: usize,
) -> bool {
    let crashes = |observed: &Observed| {
        let reason = observed.stopped.as_deref();
        reason.is_some_and(is_crash)
    };
    if wrong.is_empty() {
        return false;
    }
    if wrong.iter().any(|(_, observed)| crashes(observed)) {
        return true;
    }
    let Some(Ok(program)) = builds.at(GLANCING) else {
        return false;
    };
    let submission = builds.submission;
    let step = wrong.len().div_ceil(GLANCES);
    let glances: Vec<&(usize, &Observed)> = wrong.iter().step_by(step).collect();
    let differing = parallel::first(&glances, |(case, observed)| {
        let (input, right) = (&suite.cases()[*case].input, &suite.right()[*case]);
        let printed = submission.run_compiled(program, limits, input, right.len());
        let printed = printed.ok()?;
        (!does_as(&printed, observed)).then_some(())
    });
    differing.is_some()
}

/// Looks for faults on some inputs of a suite, given by index; none is found where the program
/// is not compiled from C or C++.
pub(super) fn probe(
    builds: &Builds<'_>,
    suite: &Suite<'_>,
    inputs: &[usize],
    limits: usize,
) -> Probe {
    let mut probe = Probe::default();
    if inputs.is_empty() {
        return probe;
    }
    let submission = builds.submission;
    let may_differ = |&case: &usize| {
        let (input, right) = (&suite.cases()[case].input, &suite.right()[case]);
        let may_differ = builds.may_differ(limits, input, right.len());
        may_differ.then_some(())
    };
    let is_needed =
        || builds.at(GLANCING).is_some() && parallel::first(inputs, may_differ).is_some();
    // The one that reports is needed in any case.
    let (is_needed, _) = parallel::both(is_needed, || builds.at(REPORTING));
    let wanted: Vec<usize> = match is_needed {
        true => (0..BUILDS.len()).collect(),
        false => vec![REPORTING],
    };
    let built = parallel::map(&wanted, |&build| builds.at(build));
    let mut programs = [None; BUILDS.len()];
    for (&build, built) in wanted.iter().zip(built) {
        match built {
            None => return probe,
            Some(Ok(program)) => programs[build] = Some(program),
            Some(Err(_)) => probe.missing.push(BUILDS[build].options.join(" ")),
        }
    }
    let run = |program: Option<&Program>, case: usize| -> Option<Printed> {
        let input = &suite.cases()[case].input;
        let expected = suite.right()[case].len();
        submission
            .run_compiled(program?, limits, input, expected)
            .ok()
    };
    let tried = parallel::map(inputs, |&case| {
        let first: [Option<Printed>; BUILDS.len()] = programs.map(|program| run(program, case));
        // What changes from run to run is no matter of how the program was built.
        let steady = [const { OnceCell::new() }; BUILDS.len()];
        let is_steady = |build: usize| {
            let does_so = |_| do_the_same(&first[build], &run(programs[build], case));
            *steady[build].get_or_init(|| (1..TIMES).all(does_so))
        };
        let differ = |[one, other]: [usize; 2]| {
            !do_the_same(&first[one], &first[other]) && is_steady(one) && is_steady(other)
        };
        let checked = first[REPORTING].as_ref();
        let report = checked.and_then(|printed| Report::of(&printed.complaints));
        let usual = first[OPTIMISING[1]].as_ref();
        let crashes = usual.is_some_and(|printed| matches!(printed.ended, Ended::Signalled(_)));
        (case, report, crashes, PAIRS.map(differ))
    });
    let mut named: HashMap<Report, String> = HashMap::new();
    let mut name = |case: usize, report: Report| {
        let known = named.get(&report).cloned();
        known.unwrap_or_else(|| {
            let again = (!report.calls.is_empty()).then(|| run(builds.naming(), case));
            let complaints = again.flatten().map(|printed| printed.complaints);
            let text = complaints.and_then(|complaints| reported(&complaints));
            let text = text.unwrap_or_else(|| report.text.clone());
            named.insert(report, text.clone());
            text
        })
    };
    let mut telling = [false; BUILDS.len()];
    for (case, report, crashes, differing) in tried {
        let reported = report.map(|report| name(case, report));
        // Much of what is undefined changes nothing as yet. What stands in freed memory may be the
        // same in every build, and is chance all the same.
        let reads_freed = reported
            .as_deref()
            .is_some_and(|text| text.contains("use after"));
        telling[REPORTING] |= reads_freed;
        let breaks_down = crashes && reported.is_some();
        if breaks_down || reads_freed || differing.contains(&true) {
            probe.touched.push(case);
        }
        for (pair, _) in PAIRS.iter().zip(differing).filter(|(_, differ)| *differ) {
            pair.iter().for_each(|&build| telling[build] = true);
        }
        let [is_filled, is_optimised, is_left] = differing;
        let differs = [
            (is_filled, UNSET),
            (is_left, LEFT),
            (is_optimised, OPTIMISES),
        ];
        let differs = differs.into_iter().find(|(differs, _)| *differs);
        let differs = differs.filter(|(_, text)| reported.is_none() || *text != OPTIMISES);
        let text = differs.map(|(_, text)| text.to_owned());
        for text in reported.into_iter().chain(text) {
            if !probe.faults.iter().any(|known| known.text == text) {
                probe.faults.push(Fault { text, case });
            }
        }
    }
    // One that says more on another input says it for this one.
    let is_told = |text| probe.faults.iter().any(|fault| fault.text == text);
    let (is_filled, is_left) = (is_told(UNSET), is_told(LEFT));
    probe.faults.retain(|fault| match fault.text.as_str() {
        LEFT => !is_filled,
        OPTIMISES => !is_filled && !is_left,
        _ => true,
    });
    probe.telling = (0..BUILDS.len()).filter(|&build| telling[build]).collect();
    probe
}

/// Whether a build does what the program did.
fn does_as(printed: &Printed, observed: &Observed) -> bool {
    let is_cut = match printed.ended {
        Ended::Exited(_) => observed.stopped.as_deref().is_some_and(is_limit),
        Ended::Signalled(_) => return observed.stopped.is_some(),
        _ => true,
    };
    let (one, other) = (&printed.output, &observed.output);
    let shorter = one.len().min(other.len());
    one == other || is_cut && one[..shorter] == other[..shorter]
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

/// A fault that the compiler's checks report: in words, and if it is one of memory, the calls that
/// led to it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Report {
    text: String,
    calls: Vec<String>,
}

impl Report {
    fn of(complaints: &[u8]) -> Option<Self> {
        let text = reported(complaints)?;
        let complaints = String::from_utf8_lossy(complaints);
        let lines = complaints.lines().map(str::trim_start);
        // Each with the file and the place in it, after the address.
        let calls = lines.filter(|line| line.starts_with('#'));
        let calls = calls.filter_map(|line| Some(line.split_once('(')?.1.to_owned()));
        Some(Self {
            text,
            calls: calls.collect(),
        })
    }
}

/// The first fault that the compiler's checks report, in words; one of memory if there is any.
fn reported(complaints: &[u8]) -> Option<String> {
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
        return Some(match place {
            Some(place) => format!("{fault} in {place}"),
            None => fault,
        });
    }
    lines.iter().find_map(|line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        let mut parts = place.rsplit(':').skip(1);
        let (line, path) = (parts.next()?, parts.next()?);
        let file = path.rsplit('/').next()?;
        Some(format!("{what} in {file}:{line}"))
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
