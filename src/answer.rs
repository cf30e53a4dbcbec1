//! Answering a whole input: reading lines, recognising the protocol, streaming the replies.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::games;
use crate::protocol::{Flow, Protocol, Session, SessionError, Settings, SettingsError};
use crate::text::{Problem, quote, unmarked};

/// Longest line that is read, in bytes: no protocol has lines of a hundredth of it.
const LONGEST_LINE: u64 = 1 << 16;

/// Why an input was not answered to its end; the message is one line.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// A line that the protocol does not define.
    #[error("{source_name}:{line}: {problem}")]
    Input {
        /// Where the input came from.
        source_name: String,
        /// Line number, from 1.
        line: usize,
        /// What was found and expected.
        problem: Problem,
    },
    /// Settings that do not fit the protocol.
    #[error("{source_name}: {error}")]
    Settings {
        /// Where the input came from.
        source_name: String,
        /// What does not fit.
        error: SettingsError,
    },
    /// The input could not be read.
    #[error("{source_name}: cannot read: {error}")]
    Read {
        /// Where the input came from.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Write(io::Error),
}

/// Answers an input to its end, or to the protocol's; returns the protocol.
///
/// Each reply is flushed before the next line is waited for. Without a `protocol` the first
/// meaningful line decides. Memory does not grow with the number of lines.
///
/// # Errors
/// The first thing wrong; what was answered before it has been written and flushed.
pub fn answer(
    input: &mut dyn Read,
    source: &str,
    protocol: Option<&'static dyn Protocol>,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<&'static dyn Protocol, AnswerError> {
    let mut lines = Lines::new(input, source);
    let outcome = converse(&mut lines, protocol, settings, out);
    let flushed = out.flush().map_err(AnswerError::Write);
    let protocol = outcome?;
    flushed?;
    Ok(protocol)
}

fn converse<R: Read>(
    lines: &mut Lines<R>,
    protocol: Option<&'static dyn Protocol>,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<&'static dyn Protocol, AnswerError> {
    let mut started = match protocol {
        Some(protocol) => Some((protocol, start(protocol, settings, lines, out)?)),
        None => None,
    };
    while let Some(line) = lines.next_line(out)? {
        let (_, session) = match &mut started {
            Some(started) => started,
            None => {
                let protocol = games::recognise(&line).ok_or_else(|| unrecognised(lines, &line))?;
                started.insert((protocol, start(protocol, settings, lines, out)?))
            }
        };
        let flow = session
            .line(&line, out)
            .map_err(|error| lines.error(error))?;
        if flow == Flow::Stop {
            break;
        }
    }
    let (protocol, mut session) = started.ok_or_else(|| nothing_to_recognise(lines))?;
    session.end(out).map_err(|error| lines.error(error))?;
    Ok(protocol)
}

fn start<R: Read>(
    protocol: &'static dyn Protocol,
    settings: &Settings,
    lines: &Lines<R>,
    out: &mut dyn Write,
) -> Result<Box<dyn Session>, AnswerError> {
    let mut session = protocol
        .session(settings)
        .map_err(|error| AnswerError::Settings {
            source_name: lines.source.clone(),
            error,
        })?;
    session.begin(out).map_err(|error| lines.error(error))?;
    Ok(session)
}

fn unrecognised<R: Read>(lines: &Lines<R>, line: &str) -> AnswerError {
    lines.problem(Problem::new(quote(line), games::starts()))
}

fn nothing_to_recognise<R: Read>(lines: &Lines<R>) -> AnswerError {
    lines.problem(Problem::new("an empty input", games::starts()))
}

/// The meaningful lines of an input.
struct Lines<R: Read> {
    reader: BufReader<R>,
    source: String,
    /// The number of the line read last, from 1.
    number: usize,
    bytes: Vec<u8>,
}

impl<R: Read> Lines<R> {
    fn new(input: R, source: &str) -> Self {
        Self {
            reader: BufReader::with_capacity(1 << 16, input),
            source: source.to_owned(),
            number: 0,
            bytes: Vec::new(),
        }
    }

    /// The next line that is not blank, trimmed; flushes `out` before waiting for more input.
    fn next_line(&mut self, out: &mut dyn Write) -> Result<Option<String>, AnswerError> {
        loop {
            if !self.reader.buffer().contains(&b'\n') {
                out.flush().map_err(AnswerError::Write)?;
            }
            self.bytes.clear();
            let read = self
                .reader
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut self.bytes)
                .map_err(|error| AnswerError::Read {
                    source_name: self.source.clone(),
                    error,
                })?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            if self.bytes.len() as u64 == LONGEST_LINE && !self.bytes.ends_with(b"\n") {
                let expected = format!("lines shorter than {LONGEST_LINE} bytes");
                return Err(self.problem(Problem::new("a longer line", expected)));
            }
            let line = match self.number {
                1 => unmarked(&self.bytes).trim_ascii(),
                _ => self.bytes.trim_ascii(),
            };
            if line.is_empty() {
                continue;
            }
            return match std::str::from_utf8(line) {
                Ok(line) => Ok(Some(line.to_owned())),
                Err(error) => {
                    let byte = line[error.valid_up_to()];
                    let found = format!("byte 0x{byte:02X}, which is not UTF-8");
                    Err(self.problem(Problem::new(found, "UTF-8 text")))
                }
            };
        }
    }

    /// A problem at the line read last.
    fn problem(&self, problem: Problem) -> AnswerError {
        AnswerError::Input {
            source_name: self.source.clone(),
            line: self.number.max(1),
            problem,
        }
    }

    fn error(&self, error: SessionError) -> AnswerError {
        match error {
            SessionError::Input(problem) => self.problem(problem),
            SessionError::Output(error) => AnswerError::Write(error),
        }
    }
}
