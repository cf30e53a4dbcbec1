//! Files of JSON lines that are only ever added to: what all journals are made of.
//!
//! The first line begins with `{"begin":`. Each line is added with one write, so that who is
//! killed loses what it has not written, and nothing else. A last line that was cut short is
//! taken away when the file is opened, a line that a power cut has damaged is passed over.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// How long to wait for somebody else to let go of a journal.
const PATIENCE: Duration = Duration::from_secs(2);

/// How every journal starts.
const START: &[u8] = br#"{"begin":"#;

/// Where a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its first byte.
    pub offset: u64,
    /// Its length in bytes, newline included.
    length: u32,
}

/// Adds lines, from any number of threads. Nobody else can write as long as it is there.
#[derive(Debug)]
pub struct Writer {
    tail: Mutex<Tail>,
}

#[derive(Debug)]
struct Tail {
    file: File,
    end: u64,
}

/// Reads lines.
#[derive(Debug)]
pub struct Reader {
    file: File,
    path: PathBuf,
    buffer: Vec<u8>,
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
    /// Somebody else writes to it.
    #[error("{}: another plyjudge is writing to this journal", .0.display())]
    InUse(PathBuf),
    /// It is something else.
    #[error("{}: found something that is not a journal, expected one, or no such file", .0.display())]
    Foreign(PathBuf),
    /// A line is not what it was.
    #[error("{}: found a line at byte {offset} that is not as it was written", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the line starts.
        offset: u64,
    },
    /// There is nothing in it.
    #[error("{}: this journal is empty", .0.display())]
    Empty(PathBuf),
}

/// Opens a journal to add to it, or makes a new one. `take` gets every line with its place and
/// says whether it knows such lines: if not the first, the file is something else.
///
/// # Errors
/// A file that cannot be opened, is in use, or is no journal.
pub fn open(
    path: &Path,
    take: impl FnMut(Place, &[u8]) -> bool,
) -> Result<(Writer, Reader), JournalError> {
    let failed = |doing| at(path, doing);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(failed("cannot open"))?;
    let about = file.metadata().map_err(failed("cannot open"))?;
    if !about.is_file() {
        return Err(JournalError::Foreign(path.to_owned()));
    }
    lock(&file).map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
        TryLockError::Error(error) => failed("cannot lock")(error),
    })?;
    let end = scan(&file, path, take)?;
    if end < about.len() {
        file.set_len(end).map_err(failed("cannot mend"))?;
    }
    let writer = Writer {
        tail: Mutex::new(Tail { file, end }),
    };
    Ok((writer, Reader::open(path)?))
}

/// Opens a journal to read it; somebody may be writing to it.
///
/// # Errors
/// As [`open`], but for files in use.
pub fn read(path: &Path, take: impl FnMut(Place, &[u8]) -> bool) -> Result<Reader, JournalError> {
    let reader = Reader::open(path)?;
    scan(&reader.file, path, take)?;
    Ok(reader)
}

/// The first line of a journal, whatever kind of journal it is; none when there is no whole
/// one.
///
/// # Errors
/// A file that cannot be read.
pub fn first(path: &Path) -> Result<Option<Vec<u8>>, JournalError> {
    let file = Reader::open(path)?.file;
    let mut line = Vec::new();
    let read = BufReader::new(file).read_until(b'\n', &mut line);
    read.map_err(at(path, "cannot read"))?;
    Ok((line.last() == Some(&b'\n')).then_some(line))
}

/// Locks a journal. Of a judge that was killed a process may be left for a moment that it was
/// just starting and that has the journal open.
fn lock(file: &File) -> Result<(), TryLockError> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(20));
            }
            other => return other,
        }
    }
}

fn at<'a>(path: &'a Path, doing: &'static str) -> impl FnOnce(io::Error) -> JournalError + 'a {
    move |error| JournalError::File {
        path: path.to_owned(),
        doing,
        error,
    }
}

/// Has all whole lines taken; where the last of them ends.
fn scan(
    file: &File,
    path: &Path,
    mut take: impl FnMut(Place, &[u8]) -> bool,
) -> Result<u64, JournalError> {
    let mut lines = BufReader::with_capacity(256 << 10, file);
    lines.rewind().map_err(at(path, "cannot read"))?;
    let mut line = Vec::new();
    let mut offset = 0;
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line);
        let length = length.map_err(at(path, "cannot read"))?;
        if line.last() != Some(&b'\n') {
            // Only a journal's own first line may be cut short.
            if offset == 0 && !line.is_empty() && !START.starts_with(head(&line)) {
                return Err(JournalError::Foreign(path.to_owned()));
            }
            return Ok(offset);
        }
        let place = Place {
            offset,
            length: u32::try_from(length).unwrap_or(u32::MAX),
        };
        // What a line said that a power cut has damaged is found out again.
        if !take(place, &line) && offset == 0 {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        offset += length as u64;
    }
}

fn head(line: &[u8]) -> &[u8] {
    &line[..line.len().min(START.len())]
}

impl Writer {
    /// Adds a line; where it is.
    ///
    /// # Errors
    /// When it cannot be written. The journal is as before then.
    pub fn add(&self, line: &impl Serialize) -> io::Result<Place> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        let length = u32::try_from(bytes.len())
            .map_err(|_| io::Error::other("the line is longer than 4 GiB"))?;
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let offset = tail.end;
        let written = tail
            .file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| tail.file.write_all(&bytes));
        if let Err(error) = written {
            // Should this fail as well, a later line or the next opening mends it.
            let _ = tail.file.set_len(offset);
            return Err(error);
        }
        tail.end += bytes.len() as u64;
        Ok(Place { offset, length })
    }

    /// Where the next line will be.
    pub fn end(&self) -> u64 {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).end
    }

    /// A handle for [`File::sync_data`], so that lines can be added meanwhile.
    ///
    /// # Errors
    /// When the system has no more handles.
    pub fn handle(&self) -> io::Result<File> {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.file.try_clone()
    }
}

impl Reader {
    fn open(path: &Path) -> Result<Self, JournalError> {
        Ok(Self {
            file: File::open(path).map_err(at(path, "cannot open"))?,
            path: path.to_owned(),
            buffer: Vec::new(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it cannot be read, or somebody else has changed it.
    pub fn get<L: DeserializeOwned>(&mut self, place: Place) -> Result<L, JournalError> {
        let line = serde_json::from_slice(self.bytes(place)?);
        line.map_err(|_| self.damaged(place))
    }

    /// Reads a line as it stands.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&mut self, place: Place) -> Result<&[u8], JournalError> {
        self.buffer.resize(place.length as usize, 0);
        let read = self
            .file
            .seek(SeekFrom::Start(place.offset))
            .and_then(|_| self.file.read_exact(&mut self.buffer));
        read.map_err(at(&self.path, "cannot read"))?;
        Ok(&self.buffer)
    }

    /// The error of a line that is not what it was.
    pub fn damaged(&self, place: Place) -> JournalError {
        JournalError::Damaged {
            path: self.path.clone(),
            offset: place.offset,
        }
    }

    /// The error of a line that could not be added.
    pub fn cannot_write(&self, error: io::Error) -> JournalError {
        at(&self.path, "cannot write")(error)
    }
}
