//! The games of a tournament that are over, one JSON object a line.
//!
//! Lines are only ever added, each with one write. A last line that was cut short is taken
//! away when the journal is opened. A key stands for all that a game depends on; games whose
//! keys do not come up any more are left alone.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::arena::bout::Finished;
use crate::arena::record::Record;
use crate::judge::fingerprint::Fingerprint;

/// An open journal. Nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    games: HashMap<Fingerprint, Finished>,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be opened, read or written.
    #[error("{}: {doing}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// Another tournament writes to it.
    #[error("{}: another plyjudge is writing to this journal", .0.display())]
    InUse(PathBuf),
    /// It is something else.
    #[error("{}:{line}: found something else, expected a game of a tournament's journal", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
    },
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: Fingerprint,
    first: usize,
    won: Option<bool>,
    record: Record,
}

impl Journal {
    /// Opens a journal to go on with it, or makes a new one; with `forget` its games do not
    /// count any more.
    ///
    /// # Errors
    /// A file that cannot be opened, is in use, or is no journal.
    pub fn open(path: &Path, forget: bool) -> Result<Self, JournalError> {
        let failed = |doing| {
            move |error| JournalError::File {
                path: path.to_owned(),
                doing,
                error,
            }
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed("cannot open"))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed("cannot lock")(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(failed("cannot read"))?;
        let end = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let mut games = HashMap::new();
        for (number, text) in (1..).zip(bytes[..end].split_inclusive(|&byte| byte == b'\n')) {
            let line: Line = serde_json::from_slice(text).map_err(|_| JournalError::Foreign {
                path: path.to_owned(),
                line: number,
            })?;
            let game = Finished {
                first: line.first,
                won: line.won,
                record: line.record,
            };
            games.insert(line.key, game);
        }
        if end == 0 && !bytes.is_empty() && !bytes.starts_with(b"{") {
            return Err(JournalError::Foreign {
                path: path.to_owned(),
                line: 1,
            });
        }
        if forget {
            games.clear();
        }
        file.set_len(end as u64).map_err(failed("cannot mend"))?;
        file.seek(SeekFrom::End(0)).map_err(failed("cannot read"))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            games,
        })
    }

    /// A game that is over.
    pub fn game(&self, key: Fingerprint) -> Option<Finished> {
        self.games.get(&key).cloned()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, key: Fingerprint, game: &Finished) -> Result<(), JournalError> {
        let line = Line {
            key,
            first: game.first,
            won: game.won,
            record: game.record.clone(),
        };
        let text = serde_json::to_string(&line).map_err(io::Error::from);
        text.and_then(|text| self.file.write_all((text + "\n").as_bytes()))
            .map_err(|error| JournalError::File {
                path: self.path.clone(),
                doing: "cannot write",
                error,
            })
    }
}
