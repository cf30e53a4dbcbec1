//! One plain run of a program, uncontained: for people who run their own program on their
//! own machine. Strangers' programs go into the sandbox instead.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::input;
use super::run::Ended;

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    program: String,
    args: Vec<String>,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Time on the clock.
    pub time: Duration,
    /// Bytes on standard output.
    pub output: usize,
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended; out of time also when something that it had started held its output open
    /// for too long.
    pub ended: Ended,
    /// Standard output, never longer than allowed. Empty when the run was stopped but
    /// something it had started still holds its output open.
    pub output: Vec<u8>,
    /// The first few KiB of standard error.
    pub errors: Vec<u8>,
}

/// Why a program could not be run. Nothing here is about what the program does.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A command that does not name a program.
    #[error("found {0:?}, expected a program and its arguments, quoted as in a shell")]
    Malformed(String),
    /// The program could not be started.
    #[error("{program}: cannot run: {error}")]
    NotStarted {
        /// The program as given.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The input could not be opened.
    #[error("{}: cannot read: {error}", .path.display())]
    Input {
        /// The input file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The run got out of hand on our side.
    #[error("{program}: cannot follow the run: {error}")]
    Lost {
        /// The program as given.
        program: String,
        /// What the system says.
        error: io::Error,
    },
}

/// How much of standard error is kept.
const ERRORS_KEPT: usize = 8 << 10;

/// How long a pipe is waited for once the program is gone. What the program wrote is in the
/// pipe by then; only something that it started can keep the pipe open.
const GRACE: Duration = Duration::from_millis(200);

impl std::str::FromStr for Command {
    type Err = CommandError;

    /// Splits a command into words as a shell does, without running a shell.
    fn from_str(text: &str) -> Result<Self, CommandError> {
        let mut words = shlex::split(text).unwrap_or_default().into_iter();
        match words.next() {
            Some(program) if !program.is_empty() => Ok(Self {
                program,
                args: words.collect(),
            }),
            _ => Err(CommandError::Malformed(text.to_owned())),
        }
    }
}

impl Command {
    /// The program, as given.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Runs the program with a file as its standard input.
    ///
    /// # Errors
    /// When the program cannot be started or followed; a crash or a time-out is no error.
    pub fn run(&self, input: &Path, allowance: Allowance) -> Result<Run, CommandError> {
        // The file itself, not a pipe: nobody has to feed a program that does not read.
        let stdin = input::open(input).map_err(|error| CommandError::Input {
            path: input.to_owned(),
            error,
        })?;
        let mut child = process::Command::new(&self.program)
            .args(&self.args)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| CommandError::NotStarted {
                program: self.program.clone(),
                error,
            })?;
        follow(&mut child, allowance).map_err(|error| {
            _ = child.kill();
            CommandError::Lost {
                program: self.program.clone(),
                error,
            }
        })
    }
}

/// Follows a program whose outputs are pipes to its end, or ends it. An error may leave it running.
pub fn follow(child: &mut Child, allowance: Allowance) -> io::Result<Run> {
    let start = Instant::now();
    let left = || allowance.time.saturating_sub(start.elapsed());
    let limit = u64::try_from(allowance.output).unwrap_or(u64::MAX);
    let output = collect(child.stdout.take(), limit.saturating_add(1), |_| Ok(()));
    let errors = collect(child.stderr.take(), ERRORS_KEPT as u64, |rest| {
        io::copy(rest, &mut io::sink()).map(drop)
    });
    let mut collected = within(&output, left())?;
    let overrun = collected
        .as_ref()
        .is_some_and(|bytes| bytes.len() > allowance.output);
    let status = match collected {
        Some(_) if !overrun => wait(child, left)?,
        _ => None,
    };
    if status.is_none() {
        child.kill()?;
        child.wait()?;
    }
    if collected.is_none() {
        collected = within(&output, GRACE)?;
    }
    let mut output = collected.unwrap_or_default();
    output.truncate(allowance.output);
    Ok(Run {
        ended: match status {
            Some(status) => by_itself(status),
            None if overrun => Ended::OutputLimit,
            None => Ended::WallLimit,
        },
        output,
        errors: within(&errors, GRACE)?.unwrap_or_default(),
    })
}

/// Reads up to `limit` bytes of a pipe in a thread of its own, then leaves it to `rest`.
///
/// The thread is not waited for: as long as a process holds the pipe open, it may never end.
fn collect<R: Read + Send + 'static>(
    pipe: Option<R>,
    limit: u64,
    rest: impl FnOnce(&mut R) -> io::Result<()> + Send + 'static,
) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = || {
            let Some(mut pipe) = pipe else { return Ok(()) };
            pipe.by_ref().take(limit).read_to_end(&mut bytes)?;
            rest(&mut pipe)
        };
        let outcome = read();
        // Nobody listens any more when the run was given up.
        _ = sender.send(outcome.map(|()| bytes));
    });
    receiver
}

/// What a thread has collected; none when it needs longer.
fn within(
    collected: &Receiver<io::Result<Vec<u8>>>,
    time: Duration,
) -> io::Result<Option<Vec<u8>>> {
    match collected.recv_timeout(time) {
        Ok(bytes) => bytes.map(Some),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("a reader died")),
    }
}

/// Waits for a program that has closed its output; none when it takes too long.
fn wait(child: &mut Child, left: impl Fn() -> Duration) -> io::Result<Option<ExitStatus>> {
    // Almost always it is ending at this very moment.
    let mut pause = Duration::from_micros(50);
    loop {
        let status = child.try_wait()?;
        if status.is_some() || left().is_zero() {
            return Ok(status);
        }
        thread::sleep(pause.min(left()));
        pause = (2 * pause).min(Duration::from_millis(20));
    }
}

/// How a program ended that was not stopped.
fn by_itself(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signalled(signal);
    }
    Ended::Exited(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Allowance, Command, ERRORS_KEPT, Ended, Run};
    use std::path::Path;
    use std::time::Duration;

    const PLENTY: Allowance = Allowance {
        time: Duration::from_secs(60),
        output: 1 << 20,
    };

    const WELL: Ended = Ended::Exited(0);

    fn run_with(command: &str, input: &[u8], allowance: Allowance) -> Run {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), input).unwrap();
        let command: Command = command.parse().unwrap();
        command.run(file.path(), allowance).unwrap()
    }

    fn run(command: &str) -> Run {
        run_with(command, b"", PLENTY)
    }

    #[test]
    fn input_goes_in_and_output_comes_out() {
        let input: Vec<u8> = (0..300_000_u32).map(|n| n as u8).collect();
        let run = run_with("cat", &input, PLENTY);
        assert_eq!((run.ended, run.output.len()), (WELL, input.len()));
        assert_eq!(run.output, input);
    }

    #[test]
    fn a_program_need_not_read_its_input() {
        let run = run_with("echo 'it  is' \\$HOME", &vec![b'x'; 1 << 20], PLENTY);
        assert_eq!(run.ended, WELL);
        assert_eq!(run.output, b"it  is $HOME\n");
    }

    #[test]
    fn a_crash_is_told_with_what_was_printed_before_it() {
        let ended = run("sh -c 'echo a; echo why >&2; exit 3'");
        assert_eq!(ended.ended, Ended::Exited(3));
        assert_eq!(
            (ended.output, ended.errors),
            (b"a\n".to_vec(), b"why\n".to_vec())
        );
        let ended = run("sh -c 'kill -SEGV $$'");
        assert_eq!(ended.ended, Ended::Signalled(11));
    }

    #[test]
    fn a_program_that_takes_too_long_is_stopped() {
        let short = Allowance {
            time: Duration::from_secs(1),
            ..PLENTY
        };
        for command in [
            "sh -c 'echo a; exec sleep 600'",
            "sh -c 'echo a; exec >&- 2>&-; exec sleep 600'",
        ] {
            let run = run_with(command, b"", short);
            assert_eq!((run.ended, run.output), (Ended::WallLimit, b"a\n".to_vec()));
        }
    }

    #[test]
    fn what_the_program_started_cannot_block_us() {
        let short = Allowance {
            time: Duration::from_millis(300),
            ..PLENTY
        };
        let stopped = run_with("sh -c 'sleep 5 & echo a'", b"", short);
        assert_eq!(stopped.ended, Ended::WallLimit);
        let run = run("sh -c 'sleep 5 >&- & echo a'");
        assert_eq!((run.ended, run.output), (WELL, b"a\n".to_vec()));
    }

    #[test]
    fn endless_output_is_cut() {
        let little = Allowance {
            output: 1000,
            ..PLENTY
        };
        let run = run_with("yes", b"", little);
        assert_eq!((run.ended, run.output.len()), (Ended::OutputLimit, 1000));
        let run = run_with("sh -c 'yes | head -c 1000'", b"", little);
        assert_eq!((run.ended, run.output.len()), (WELL, 1000));
        let run = run_with("sh -c 'yes | head -c 3000000 >&2'", b"", little);
        assert_eq!((run.ended, run.errors.len()), (WELL, ERRORS_KEPT));
    }

    #[test]
    fn what_cannot_be_run() {
        let message = |command: &str| {
            let outcome = command.parse::<Command>();
            let input = tempfile::NamedTempFile::new().unwrap();
            let outcome = outcome.and_then(|it| it.run(input.path(), PLENTY));
            outcome.unwrap_err().to_string()
        };
        let nowhere = message("./no-such-program -x");
        assert!(
            nowhere.starts_with("./no-such-program: cannot run: "),
            "{nowhere}"
        );
        let expected = "expected a program and its arguments, quoted as in a shell";
        for malformed in ["", "  ", "''", "./a 'b"] {
            assert_eq!(
                message(malformed),
                format!("found {malformed:?}, {expected}")
            );
        }
        let input = "cat"
            .parse::<Command>()
            .unwrap()
            .run(Path::new("/no/such"), PLENTY);
        assert!(
            input
                .unwrap_err()
                .to_string()
                .starts_with("/no/such: cannot read: ")
        );
    }
}
