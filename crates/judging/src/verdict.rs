//! The judgement on one run of a program, under its CLICS names.

use std::str::FromStr;
use std::{fmt, io};

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use crate::compare::DifferenceKind;
use plyjudge_runner::run::Ended;

/// The judgement on one run.
///
/// It is about the program only: what goes wrong on the judge's side is an error, never a
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "code")]
pub enum Verdict {
    /// AC: ended by itself with a status that is awaited, and the output is right.
    #[serde(rename = "AC")]
    Accepted,
    /// WA: ended by itself with a status that is awaited, but the output is wrong.
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
    /// RTE: ended by a signal or with a status that is not awaited, whatever it had printed, or
    /// could not be started.
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
    /// With this exit status, which is not awaited.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// It could not even be started: the system's error number.
    #[serde(rename = "not-started")]
    NotStarted(i32),
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
            Crash::NotStarted(errno) => {
                write!(f, "cannot be run: {}", io::Error::from_raw_os_error(errno))
            }
        }
    }
}

/// The exit status that is awaited of a program that ends by itself. Whatever it is, a signal
/// is a run-time error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// Any: only what is printed counts.
    #[default]
    Any,
    /// This one alone.
    Exactly(u8),
}

impl ExitStatus {
    /// Whether a program may end with this status.
    pub fn takes(self, status: i32) -> bool {
        match self {
            ExitStatus::Any => true,
            ExitStatus::Exactly(awaited) => i32::from(awaited) == status,
        }
    }

    /// Whether a run that ended so ended as it should.
    pub fn is_met_by(self, ended: Ended) -> bool {
        matches!(ended, Ended::Exited(status) if self.takes(status))
    }
}

/// As it is read: `any`, or the number.
impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitStatus::Any => f.write_str("any"),
            ExitStatus::Exactly(status) => status.fmt(f),
        }
    }
}

impl FromStr for ExitStatus {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "any" => Ok(ExitStatus::Any),
            "zero" => Ok(ExitStatus::Exactly(0)),
            _ => text.parse().map(ExitStatus::Exactly).map_err(|_| {
                format!("found '{text}', expected any, zero or a number from 0 to 255")
            }),
        }
    }
}

impl Serialize for ExitStatus {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            ExitStatus::Any => to.serialize_str("any"),
            ExitStatus::Exactly(status) => to.serialize_u8(*status),
        }
    }
}

impl<'de> Deserialize<'de> for ExitStatus {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected any, zero or a number from 0 to 255")]
        enum Written {
            Number(i64),
            Word(String),
        }
        let text = match Written::deserialize(from)? {
            Written::Number(number) => number.to_string(),
            Written::Word(word) => word,
        };
        text.parse().map_err(de::Error::custom)
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
    use super::{Crash, ExitStatus, Verdict};
    use crate::compare::DifferenceKind;
    use plyjudge_runner::run::Ended;

    const fn crash(crash: Crash) -> Verdict {
        Verdict::RunTimeError { crash }
    }

    const ALL: [(Verdict, &str); 10] = [
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
        (crash(Crash::Status(3)), "RTE, exit status 3"),
        (
            crash(Crash::Signal(11)),
            "RTE, ended by SIGSEGV (invalid memory access)",
        ),
        (crash(Crash::Signal(64)), "RTE, ended by signal 64"),
        (
            crash(Crash::NotStarted(2)),
            "RTE, cannot be run: No such file or directory (os error 2)",
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
        let json = serde_json::to_string(&ALL[8].0).unwrap();
        assert_eq!(json, r#"{"code":"RTE","crash":{"not-started":2}}"#);
    }

    #[test]
    fn exit_statuses_are_words_or_numbers() {
        let read = [
            ("any", ExitStatus::Any),
            ("zero", ExitStatus::Exactly(0)),
            ("0", ExitStatus::Exactly(0)),
            ("255", ExitStatus::Exactly(255)),
        ];
        for (text, status) in read {
            assert_eq!(text.parse(), Ok(status));
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(serde_json::from_str::<ExitStatus>(&json).unwrap(), status);
        }
        for text in ["", "Any", "-1", "256", "none", "1.5"] {
            let expected = format!("found '{text}', expected any, zero or a number from 0 to 255");
            assert_eq!(text.parse::<ExitStatus>(), Err(expected));
        }
    }

    #[test]
    fn an_exit_status_is_awaited_or_not() {
        let only = ExitStatus::Exactly;
        let met = |awaited: ExitStatus, status| awaited.is_met_by(Ended::Exited(status));
        assert!(met(ExitStatus::Any, 0) && met(ExitStatus::Any, 255));
        assert!(met(only(0), 0) && !met(only(0), 1));
        assert!(met(only(3), 3) && !met(only(3), 0));
        // Neither a signal nor a program that is not there is an exit status.
        for ended in [Ended::Signalled(6), Ended::NotStarted(2), Ended::WallLimit] {
            assert!(!ExitStatus::Any.is_met_by(ended));
        }
    }
}
