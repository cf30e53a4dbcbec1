//! The judgement on one run of a program, under its CLICS names.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::judge::compare::DifferenceKind;

/// The judgement on one run.
///
/// It is about the program only: what goes wrong on the judge's side is an error, never a
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "code")]
pub enum Verdict {
    /// AC: ended by itself with status 0, and the output is right.
    #[serde(rename = "AC")]
    Accepted,
    /// WA: ended by itself with status 0, but the output is wrong.
    #[serde(rename = "WA")]
    WrongAnswer {
        /// In what way it is wrong.
        difference: DifferenceKind,
    },
    /// TLE: stopped because it used too much time.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// MLE: stopped because it used too much memory.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// OLE: stopped because it printed too much.
    #[serde(rename = "OLE")]
    OutputLimit,
    /// RTE: ended by a signal or with another status than 0, whatever it had printed.
    #[serde(rename = "RTE")]
    RunTimeError {
        /// How it ended.
        crash: Crash,
    },
    /// CE: could not be compiled, so that it never ran.
    #[serde(rename = "CE")]
    CompileError,
}

impl Verdict {
    /// The CLICS name.
    pub const fn code(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer { .. } => "WA",
            Verdict::TimeLimit => "TLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::RunTimeError { .. } => "RTE",
            Verdict::CompileError => "CE",
        }
    }

    /// Whether the program did what it should.
    pub const fn is_accepted(self) -> bool {
        matches!(self, Verdict::Accepted)
    }
}

/// The name and the reason in plain words: `WA, differs only in white space`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code();
        match self {
            Verdict::Accepted => f.write_str(code),
            Verdict::WrongAnswer { difference } => write!(f, "{code}, {difference}"),
            Verdict::TimeLimit => write!(f, "{code}, out of time"),
            Verdict::MemoryLimit => write!(f, "{code}, out of memory"),
            Verdict::OutputLimit => write!(f, "{code}, printed too much"),
            Verdict::RunTimeError { crash } => write!(f, "{code}, {crash}"),
            Verdict::CompileError => write!(f, "{code}, does not compile"),
        }
    }
}

/// How a program ended that did not end well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Crash {
    /// With this exit status, not 0.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Crash::Status(status) => write!(f, "exit status {status}"),
            Crash::Signal(signal) => match signal_meaning(signal) {
                Some((name, "")) => write!(f, "ended by {name}"),
                Some((name, meaning)) => write!(f, "ended by {name} ({meaning})"),
                None => write!(f, "ended by signal {signal}"),
            },
        }
    }
}

/// A signal's name and what it usually means when a program dies of it.
///
/// Only the numbers that are the same on every Unix, and those of Linux for the rest.
const fn signal_meaning(signal: i32) -> Option<(&'static str, &'static str)> {
    Some(match signal {
        1 => ("SIGHUP", ""),
        2 => ("SIGINT", "interrupted"),
        3 => ("SIGQUIT", ""),
        4 => ("SIGILL", "illegal instruction"),
        5 => ("SIGTRAP", ""),
        6 => ("SIGABRT", "aborted: a failed assertion or a corrupted heap"),
        8 => ("SIGFPE", "division by zero or integer overflow"),
        9 => ("SIGKILL", "killed"),
        11 => ("SIGSEGV", "invalid memory access"),
        13 => ("SIGPIPE", "wrote to a closed pipe"),
        14 => ("SIGALRM", ""),
        15 => ("SIGTERM", "asked to end"),
        #[cfg(target_os = "linux")]
        7 => ("SIGBUS", "invalid memory access"),
        #[cfg(target_os = "linux")]
        10 => ("SIGUSR1", ""),
        #[cfg(target_os = "linux")]
        12 => ("SIGUSR2", ""),
        #[cfg(target_os = "linux")]
        24 => ("SIGXCPU", "out of processor time"),
        #[cfg(target_os = "linux")]
        25 => ("SIGXFSZ", "wrote too large a file"),
        #[cfg(target_os = "linux")]
        31 => ("SIGSYS", "forbidden system call"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Crash, Verdict};
    use crate::judge::compare::DifferenceKind;

    const ALL: [(Verdict, &str); 9] = [
        (Verdict::Accepted, "AC"),
        (
            Verdict::WrongAnswer {
                difference: DifferenceKind::WhiteSpace,
            },
            "WA, differs only in white space",
        ),
        (Verdict::TimeLimit, "TLE, out of time"),
        (Verdict::MemoryLimit, "MLE, out of memory"),
        (Verdict::OutputLimit, "OLE, printed too much"),
        (
            Verdict::RunTimeError {
                crash: Crash::Status(3),
            },
            "RTE, exit status 3",
        ),
        (
            Verdict::RunTimeError {
                crash: Crash::Signal(11),
            },
            "RTE, ended by SIGSEGV (invalid memory access)",
        ),
        (
            Verdict::RunTimeError {
                crash: Crash::Signal(64),
            },
            "RTE, ended by signal 64",
        ),
        (Verdict::CompileError, "CE, does not compile"),
    ];

    #[test]
    fn every_verdict_says_its_name_and_reason() {
        for (verdict, words) in ALL {
            assert_eq!(verdict.to_string(), words);
            assert!(words.starts_with(verdict.code()));
            assert_eq!(verdict.is_accepted(), words == "AC");
        }
    }

    #[test]
    fn verdicts_survive_json() {
        for (verdict, _) in ALL {
            let json = serde_json::to_string(&verdict).unwrap();
            assert_eq!(serde_json::from_str::<Verdict>(&json).unwrap(), verdict);
        }
        let json = serde_json::to_string(&ALL[1].0).unwrap();
        assert_eq!(json, r#"{"code":"WA","difference":"white-space"}"#);
        let json = serde_json::to_string(&ALL[6].0).unwrap();
        assert_eq!(json, r#"{"code":"RTE","crash":{"signal":11}}"#);
    }
}
