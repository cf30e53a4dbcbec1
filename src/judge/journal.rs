//! The journal: what a grading has found out so far, one JSON object a line.
//!
//! ```text
//! {"begin":{"plan":{…},"submission-keys":["…",…],"case-keys":["…",…]}}
//! {"prepared":{"key":"…","submission":"alice","preparation":{…}}}
//! {"result":{"key":"…","submission":"alice","case":"stage0/1","outcome":{…}}}
//! {"diagnosed":{"key":"…","submission":"alice","diagnosis":{…}}}
//! ```
//!
//! Lines are only ever added, each with one write, so that a judge that is killed loses what
//! it has not written, and nothing else. A last line that was cut short is taken away when
//! the journal is opened. A key stands for all that a result depends on; results whose keys
//! do not come up any more are left alone. Of two results with one key the later counts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::diagnosis::Diagnosis;
use super::fingerprint::{Fingerprint, Printer};
use super::plan::Plan;
use super::record::{Outcome, Preparation};
use super::shard::Part;

/// How long to wait for somebody else to let go of a journal.
const PATIENCE: Duration = Duration::from_secs(2);

/// Begins a sitting: what is graded, and what results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Header {
    /// What is graded.
    pub plan: Plan,
    /// For each submission, what its preparation depends on.
    pub submission_keys: Vec<Fingerprint>,
    /// For each case, what its results depend on besides the submission.
    pub case_keys: Vec<Fingerprint>,
    /// The part of the whole that this is; none for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// What diagnoses depend on besides both; none when none are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis_key: Option<Fingerprint>,
}

impl Header {
    /// What the result of a pair depends on.
    pub fn key(&self, submission: usize, case: usize) -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&(self.submission_keys[submission], self.case_keys[case]));
        printer.finish()
    }

    /// What the diagnosis of a submission depends on; none when none are made.
    pub fn key_of_diagnosis(&self, submission: usize) -> Option<Fingerprint> {
        let mut printer = Printer::new();
        printer.value(&(self.diagnosis_key?, self.submission_keys[submission]));
        printer.value(&self.case_keys);
        Some(printer.finish())
    }
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line<'a> {
    /// A sitting begins.
    Begin(Cow<'a, Header>),
    /// A submission was made ready, or was not.
    Prepared {
        /// What this depends on.
        key: Fingerprint,
        /// The submission's name.
        submission: Cow<'a, str>,
        /// What came of it.
        preparation: Cow<'a, Preparation>,
    },
    /// A pair was judged.
    Result {
        /// What this depends on.
        key: Fingerprint,
        /// The submission's name.
        submission: Cow<'a, str>,
        /// The case's name.
        case: Cow<'a, str>,
        /// What came of it.
        outcome: Cow<'a, Outcome>,
    },
    /// It was found out what is wrong with a submission.
    Diagnosed {
        /// What this depends on.
        key: Fingerprint,
        /// The submission's name.
        submission: Cow<'a, str>,
        /// What is wrong.
        diagnosis: Cow<'a, Diagnosis>,
    },
}

/// Where a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its first byte.
    pub offset: u64,
    /// Its length in bytes, newline included.
    length: u32,
}

/// What a line says, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gist {
    /// Ready, or accepted.
    Good,
    /// Not compiled, or not accepted.
    Bad,
    /// A failure of ours.
    Fault,
}

/// An entry of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub place: Place,
    /// What it says.
    pub gist: Gist,
}

/// Where everything is, by what it depends on.
#[derive(Clone, Debug, Default)]
pub struct Index {
    prepared: HashMap<Fingerprint, Found>,
    results: HashMap<Fingerprint, Found>,
    diagnoses: HashMap<Fingerprint, Found>,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    /// Adds lines.
    pub writer: Writer,
    /// Reads lines back.
    pub reader: Reader,
    /// Knows where they are.
    pub index: Index,
    /// The last line that begins a sitting.
    begun: Option<Place>,
}

/// Adds lines, from any number of threads.
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
    /// Another grading writes to it.
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

/// As much of a line as the index needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Scanned {
    Begin(IgnoredAny),
    Prepared {
        key: Fingerprint,
        preparation: ScannedPreparation,
    },
    Result {
        key: Fingerprint,
        outcome: ScannedOutcome,
    },
    Diagnosed {
        key: Fingerprint,
        diagnosis: ScannedDiagnosis,
    },
}

#[derive(Deserialize)]
struct ScannedDiagnosis {
    certainty: Word,
}

#[derive(Deserialize)]
struct ScannedPreparation {
    preparation: Word,
}

#[derive(Deserialize)]
struct ScannedOutcome {
    outcome: Word,
    verdict: Option<ScannedVerdict>,
}

#[derive(Deserialize)]
struct ScannedVerdict {
    code: Word,
}

#[derive(Deserialize, PartialEq, Eq)]
enum Word {
    #[serde(rename = "ready", alias = "AC")]
    Good,
    #[serde(rename = "fault")]
    Fault,
    #[serde(other)]
    Other,
}

impl Word {
    fn gist(&self) -> Gist {
        match self {
            Word::Good => Gist::Good,
            Word::Fault => Gist::Fault,
            Word::Other => Gist::Bad,
        }
    }
}

impl Journal {
    /// Opens a journal to go on with it, or makes a new one. Nobody else can do so as long
    /// as it is open.
    ///
    /// # Errors
    /// A file that cannot be opened, is in use, or is no journal.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
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
        let (index, begun, end) = scan(&file, path)?;
        if end < about.len() {
            file.set_len(end).map_err(failed("cannot mend"))?;
        }
        Ok(Self {
            reader: Reader::open(path)?,
            writer: Writer {
                tail: Mutex::new(Tail { file, end }),
            },
            index,
            begun,
        })
    }

    /// Opens a journal to read it; somebody may be writing to it.
    ///
    /// # Errors
    /// A file that cannot be opened, or is no journal, or holds nothing.
    pub fn read(path: &Path) -> Result<(Header, Index, Reader), JournalError> {
        let mut reader = Reader::open(path)?;
        let (index, begun, _) = scan(&reader.file, path)?;
        let begun = begun.ok_or_else(|| JournalError::Empty(path.to_owned()))?;
        match reader.line(begun)? {
            Line::Begin(header) => Ok((header.into_owned(), index, reader)),
            _ => Err(reader.damaged(begun)),
        }
    }

    /// Begins a sitting.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn begin(&mut self, header: &Header) -> Result<(), JournalError> {
        if let Some(place) = self.begun
            && matches!(self.reader.line(place), Ok(Line::Begin(last)) if *last == *header)
        {
            return Ok(());
        }
        let line = Line::Begin(Cow::Borrowed(header));
        let path = self.reader.path.clone();
        let added = self.writer.add(&line);
        self.begun = Some(added.map_err(at(&path, "cannot write"))?);
        Ok(())
    }
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

/// Reads all lines; what they are about, the last beginning of a sitting, and where the last
/// whole line ends.
fn scan(file: &File, path: &Path) -> Result<(Index, Option<Place>, u64), JournalError> {
    let mut lines = BufReader::with_capacity(256 << 10, file);
    lines.rewind().map_err(at(path, "cannot read"))?;
    let mut index = Index::default();
    let mut begun = None;
    let mut line = Vec::new();
    let mut offset = 0;
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line);
        let length = length.map_err(at(path, "cannot read"))?;
        if line.last() != Some(&b'\n') {
            // Only a journal's own first line may be cut short.
            if offset == 0 && !line.is_empty() && !br#"{"begin":"#.starts_with(head(&line)) {
                return Err(JournalError::Foreign(path.to_owned()));
            }
            return Ok((index, begun, offset));
        }
        let place = Place {
            offset,
            length: u32::try_from(length).unwrap_or(u32::MAX),
        };
        match serde_json::from_slice(&line) {
            Ok(Scanned::Begin(_)) => begun = Some(place),
            Ok(Scanned::Prepared { key, preparation }) => {
                let gist = preparation.preparation.gist();
                index.prepared.insert(key, Found { place, gist });
            }
            Ok(Scanned::Result { key, outcome }) => {
                let gist = match (outcome.outcome, outcome.verdict) {
                    (Word::Fault, _) => Gist::Fault,
                    (_, Some(verdict)) => verdict.code.gist(),
                    (_, None) => Gist::Bad,
                };
                index.results.insert(key, Found { place, gist });
            }
            Ok(Scanned::Diagnosed { key, diagnosis }) => {
                let gist = diagnosis.certainty.gist();
                index.diagnoses.insert(key, Found { place, gist });
            }
            Err(_) if offset == 0 => return Err(JournalError::Foreign(path.to_owned())),
            // A line that a power cut has damaged: what it said is found out again.
            Err(_) => {}
        }
        offset += length as u64;
    }
}

fn head(line: &[u8]) -> &[u8] {
    &line[..line.len().min(9)]
}

impl Index {
    /// The preparation that has this key.
    pub fn prepared(&self, key: Fingerprint) -> Option<Found> {
        self.prepared.get(&key).copied()
    }

    /// The result that has this key.
    pub fn result(&self, key: Fingerprint) -> Option<Found> {
        self.results.get(&key).copied()
    }

    /// The diagnosis that has this key.
    pub fn diagnosis(&self, key: Fingerprint) -> Option<Found> {
        self.diagnoses.get(&key).copied()
    }

    /// Adds a diagnosis.
    pub fn add_diagnosis(&mut self, key: Fingerprint, found: Found) {
        self.diagnoses.insert(key, found);
    }

    /// Adds a preparation.
    pub fn add_prepared(&mut self, key: Fingerprint, found: Found) {
        self.prepared.insert(key, found);
    }

    /// Adds a result.
    pub fn add_result(&mut self, key: Fingerprint, found: Found) {
        self.results.insert(key, found);
    }

    /// Forgets the preparation that has this key.
    pub fn forget_prepared(&mut self, key: Fingerprint) {
        self.prepared.remove(&key);
    }

    /// Forgets everything, or only failures of ours.
    pub fn forget(&mut self, everything: bool) {
        let keep = |found: &Found| !everything && found.gist != Gist::Fault;
        self.prepared.retain(|_, found| keep(found));
        self.results.retain(|_, found| keep(found));
        self.diagnoses.retain(|_, found| keep(found));
    }
}

impl Writer {
    /// Adds a line; where it is.
    ///
    /// # Errors
    /// When it cannot be written. The journal is as before then.
    pub fn add(&self, line: &Line<'_>) -> io::Result<Place> {
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
    pub fn line(&mut self, place: Place) -> Result<Line<'static>, JournalError> {
        self.buffer.resize(place.length as usize, 0);
        let read = self
            .file
            .seek(SeekFrom::Start(place.offset))
            .and_then(|_| self.file.read_exact(&mut self.buffer));
        read.map_err(at(&self.path, "cannot read"))?;
        serde_json::from_slice(&self.buffer).map_err(|_| self.damaged(place))
    }

    /// Reads what came of preparing a submission.
    ///
    /// # Errors
    /// As [`Reader::line`].
    pub fn preparation(&mut self, found: Found) -> Result<Preparation, JournalError> {
        match self.line(found.place)? {
            Line::Prepared { preparation, .. } => Ok(preparation.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }

    /// Reads what came of a pair.
    ///
    /// # Errors
    /// As [`Reader::line`].
    pub fn outcome(&mut self, found: Found) -> Result<Outcome, JournalError> {
        match self.line(found.place)? {
            Line::Result { outcome, .. } => Ok(outcome.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }

    /// Reads what is wrong with a submission.
    ///
    /// # Errors
    /// As [`Reader::line`].
    pub fn diagnosis(&mut self, found: Found) -> Result<Diagnosis, JournalError> {
        match self.line(found.place)? {
            Line::Diagnosed { diagnosis, .. } => Ok(diagnosis.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }

    fn damaged(&self, place: Place) -> JournalError {
        JournalError::Damaged {
            path: self.path.clone(),
            offset: place.offset,
        }
    }
}

#[cfg(test)]
mod tests;
