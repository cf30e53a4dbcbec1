//! Files of JSON lines that are only ever added to: what all journals are made of.
//!
//! The first line begins with `{"begin":`. Each line is added with one write, so that who is
//! killed loses what it has not written, and nothing else. A last line that was cut short is
//! taken away when the file is opened.
//!
//! Each line ends with a checksum of all that is before it: `{"result":{…},"sum":"…"}`. A line
//! that is not as it was written is set aside, in a file beside the journal, and leaves blanks; so
//! what it said is found out again. Lines without a checksum, of earlier versions, are taken as
//! they are.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::files::FileError;
use crate::fingerprint::Fingerprint;

/// How long to wait for somebody else to let go of a journal.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many links are followed to something that is not there, as the system does.
const LINKS: u32 = 40;

/// How every journal starts.
const START: &[u8] = br#"{"begin":"#;

/// What is before and after a checksum at the end of a line.
const SUM: (&[u8], &[u8]) = (br#","sum":""#, b"\"}\n");

/// How many digits a checksum has.
const DIGITS: usize = 32;

/// How long that is together, in bytes.
const LENGTH: usize = SUM.0.len() + DIGITS + SUM.1.len();

/// How much of a damaged line is shown, in bytes.
const SHOWN: usize = 60;

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
    damages: Vec<Damage>,
}

/// A line that was found not to be as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The journal.
    path: PathBuf,
    /// Which line, from 1.
    line: usize,
    offset: u64,
    bytes: Vec<u8>,
    /// The file that has it now, if it was set aside.
    aside: Option<PathBuf>,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, line) = (self.path.display(), self.line);
        let start: String = self.bytes.iter().take(SHOWN).map(shown).collect();
        write!(f, "{path}: line {line} is not as it was written ({start}…)")?;
        match &self.aside {
            Some(aside) => write!(
                f,
                "; it is in {} now, and what it said is found out again",
                aside.display()
            ),
            None => f.write_str("; what it said does not count"),
        }
    }
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be opened, read or written, or is not whole.
    #[error(transparent)]
    File(#[from] FileError),
    /// Somebody else writes to it.
    #[error("{}: another plyjudge is writing to this journal", .0.display())]
    InUse(PathBuf),
    /// It is something else.
    #[error("{}: found something that is not a journal, expected one, or no such file", .0.display())]
    Foreign(PathBuf),
    /// It was written by an earlier version, in another form.
    #[error(
        "{}: found a journal in a form that only earlier versions of plyjudge wrote and read, \
         expected one of this version, or no such file (--journal FILE names another)",
        .0.display()
    )]
    Old(PathBuf),
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
    let (end, mut damages) = scan(&file, path, take)?;
    if end < about.len() {
        file.set_len(end).map_err(failed("cannot mend"))?;
    }
    let mut reader = Reader::open(path)?;
    if !damages.is_empty() {
        let mut aside = OsString::from(path);
        aside.push(".damaged");
        // Lines that cannot be set aside stay where they are, and are passed over each time.
        if set_aside(&file, aside.as_ref(), &damages).is_ok() {
            let aside = |damage: &mut Damage| damage.aside = Some(aside.clone().into());
            damages.iter_mut().for_each(aside);
        }
    }
    reader.damages = damages;
    let writer = Writer {
        tail: Mutex::new(Tail { file, end }),
    };
    Ok((writer, reader))
}

/// Opens a journal to read it; somebody may be writing to it.
///
/// # Errors
/// As [`open`], but for files in use.
pub fn read(path: &Path, take: impl FnMut(Place, &[u8]) -> bool) -> Result<Reader, JournalError> {
    let mut reader = Reader::open(path)?;
    (_, reader.damages) = scan(&reader.file, path, take)?;
    Ok(reader)
}

/// Makes sure that a journal is not inside of a folder, nor the file, that is graded: a stranger
/// could have written it. Links are followed, also those that lead to nothing yet.
///
/// # Errors
/// That it is, or that its folder cannot be found.
pub fn keep_out(path: &Path, of: &Path) -> Result<(), JournalError> {
    let real = place(path, LINKS).map_err(at(path, "cannot open"))?;
    let is_inside = of.canonicalize().is_ok_and(|of| real.starts_with(of));
    match is_inside {
        true => {
            let of = of.display();
            let problem = format!(
                "found a journal inside of {of}, which is graded, expected one elsewhere \
                 (--journal FILE)"
            );
            Err(FileError::new(path, problem).into())
        }
        false => Ok(()),
    }
}

/// Where a file is, or will be when it is made.
fn place(path: &Path, links: u32) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound && links > 0 => {}
        other => return other,
    }
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    match fs::read_link(path) {
        Ok(target) => place(&folder.join(target), links - 1),
        Err(_) => Ok(folder
            .canonicalize()?
            .join(path.file_name().unwrap_or_default())),
    }
}

/// A byte of a line that may hold anything.
fn shown(byte: &u8) -> String {
    match byte {
        b' '..=b'~' => char::from(*byte).into(),
        _ => format!(r"\x{byte:02x}"),
    }
}

/// Copies lines to another file, then puts blanks in their place.
fn set_aside(mut file: &File, aside: &Path, damages: &[Damage]) -> io::Result<()> {
    let mut aside = OpenOptions::new().append(true).create(true).open(aside)?;
    for Damage { offset, bytes, .. } in damages {
        aside.write_all(bytes)?;
        let mut blanks = vec![b' '; bytes.len()];
        blanks.pop();
        file.seek(SeekFrom::Start(*offset))?;
        file.write_all(&blanks)?;
    }
    Ok(())
}

/// The first line of a journal that begins a sitting, whatever kind of journal it is; none when
/// there is no whole one.
///
/// # Errors
/// A file that cannot be read.
pub fn first(path: &Path) -> Result<Option<Vec<u8>>, JournalError> {
    let mut lines = BufReader::new(Reader::open(path)?.file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = lines.read_until(b'\n', &mut line);
        read.map_err(at(path, "cannot read"))?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        if line.starts_with(START) && take_sum(&mut line) != Sum::Differs {
            return Ok(Some(line));
        }
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

fn at(path: &Path, tried: &str) -> impl FnOnce(io::Error) -> JournalError {
    move |error| FileError::when(path, tried)(error).into()
}

/// Has all whole lines taken; where the last of them ends, and those that are damaged.
fn scan(
    file: &File,
    path: &Path,
    mut take: impl FnMut(Place, &[u8]) -> bool,
) -> Result<(u64, Vec<Damage>), JournalError> {
    let foreign = || JournalError::Foreign(path.to_owned());
    let mut lines = BufReader::with_capacity(256 << 10, file);
    lines.rewind().map_err(at(path, "cannot read"))?;
    let mut line = Vec::new();
    let (mut offset, mut number) = (0, 0);
    let mut damages = Vec::new();
    // Whether anything shows that this is a journal, damaged or not.
    let mut is_journal = false;
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line);
        let length = length.map_err(at(path, "cannot read"))?;
        if line.last() != Some(&b'\n') {
            // Only a journal's own first line may be cut short.
            let is_first = offset == 0 && !line.is_empty();
            let is_foreign = is_first && !START.starts_with(head(&line));
            return match is_foreign || !(is_journal || damages.is_empty()) {
                true => Err(foreign()),
                false => Ok((offset, damages)),
            };
        }
        number += 1;
        let place = Place {
            offset,
            length: u32::try_from(length).unwrap_or(u32::MAX),
        };
        offset += length as u64;
        if length > DIGITS && line[..length - 1].iter().all(|&byte| byte == b' ') {
            // What was set aside.
            continue;
        }
        let begins = line.starts_with(START);
        let sum = take_sum(&mut line);
        if sum != Sum::Differs && take(place, &line) {
            is_journal = true;
            continue;
        }
        let is_whole = || serde_json::from_slice::<IgnoredAny>(&line).is_ok();
        if sum == Sum::Fits || (sum == Sum::None && begins && is_whole()) {
            return Err(foreign());
        }
        is_journal |= begins || sum == Sum::Differs;
        damages.push(Damage {
            path: path.to_owned(),
            line: number,
            offset: place.offset,
            bytes: std::mem::take(&mut line),
            aside: None,
        });
    }
}

/// What the end of a line says of the rest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    /// The line is as it was written.
    Fits,
    /// It is not.
    Differs,
    /// It was written without a checksum.
    None,
}

/// Takes the checksum off a line, which leaves JSON if it fits. One that is itself damaged in one
/// place still counts as one.
fn take_sum(line: &mut Vec<u8>) -> Sum {
    let Some((body, end)) = line.len().checked_sub(LENGTH).map(|at| line.split_at(at)) else {
        return Sum::None;
    };
    let (before, rest) = end.split_at(SUM.0.len());
    let (digits, after) = rest.split_at(DIGITS);
    let unlike = |found: &[u8], expected: &[u8]| {
        let pairs = found.iter().zip(expected);
        pairs.filter(|(one, other)| one != other).count()
    };
    let is_digit = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let strange = digits.iter().filter(|byte| !is_digit(byte)).count();
    match unlike(before, SUM.0) + strange + unlike(after, SUM.1) {
        0 if digits == Fingerprint::of(body).to_string().as_bytes() => {
            drop_sum(line);
            Sum::Fits
        }
        0 | 1 => Sum::Differs,
        _ => Sum::None,
    }
}

/// Leaves JSON of a line, if that has a checksum.
fn drop_sum(line: &mut Vec<u8>) {
    if let Some(body) = line.len().checked_sub(LENGTH)
        && line[body..].starts_with(SUM.0)
    {
        line.truncate(body);
        line.push(b'}');
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
        // The brace at the end comes after the checksum.
        bytes.pop();
        let sum = Fingerprint::of(&bytes).to_string();
        bytes.extend([SUM.0, sum.as_bytes(), SUM.1].concat());
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
            damages: Vec::new(),
        })
    }

    /// What was found damaged when it was opened.
    pub fn damages(&self) -> &[Damage] {
        &self.damages
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

    /// Reads a line as it stands, but for its checksum.
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
        // Looked at closely when the journal was opened.
        drop_sum(&mut self.buffer);
        Ok(&self.buffer)
    }

    /// The error of a line that is not what it was.
    pub fn damaged(&self, place: Place) -> JournalError {
        let offset = place.offset;
        let problem = format!("found a line at byte {offset} that is not as it was written");
        FileError::new(&self.path, problem).into()
    }

    /// The error of a journal without a line that begins a sitting.
    pub fn empty(&self) -> JournalError {
        let problem = match self.damages.is_empty() {
            true => "this journal is empty",
            false => {
                "found no whole line that says what this journal is about, expected one; the \
                 command that wrote it mends it"
            }
        };
        FileError::new(&self.path, problem).into()
    }

    /// The error of a line that could not be added.
    pub fn cannot_write(&self, error: io::Error) -> JournalError {
        at(&self.path, "cannot write")(error)
    }
}
