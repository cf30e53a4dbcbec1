//! Work other than gradings that is done piece by piece, on one machine or on many: its
//! journal.
//!
//! ```text
//! {"begin":{"work":"match","version":"0.1.0","shard":"3/8","about":{…}},"sum":"…"}
//! {"done":{"key":"…","name":"game 3","piece":{…}},"sum":"…"}
//! ```
//!
//! How lines are kept, see [`lines`]. A key stands for all that a piece depends on; pieces
//! whose keys do not come up any more are left alone. Of two pieces with one key the later
//! counts.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;
use super::lines::{self, Damage, JournalError, Place, Reader, Writer};
use super::shard::Shard;

pub mod merge;

/// A kind of work, and what one such work is about: all that its pieces and its report depend
/// on, written as JSON with a name for each part.
pub trait Work: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The kind, as journals have it; a command's name.
    const NAME: &'static str;
    /// What comes of a piece.
    type Piece: Serialize + DeserializeOwned + Send;
}

/// Begins a sitting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header<W> {
    /// [`Work::NAME`].
    pub work: String,
    /// The version of plyjudge.
    pub version: String,
    /// The part of the whole that this is; none for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The whole.
    pub about: W,
}

impl<W: Work> Header<W> {
    /// A part of a work, or all of it.
    pub fn new(about: W, shard: Option<Shard>) -> Self {
        Self {
            work: W::NAME.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            about,
        }
    }
}

/// A line that begins a sitting.
#[derive(Serialize, Deserialize)]
struct Begin<H> {
    begin: H,
}

/// A line about a piece.
#[derive(Serialize, Deserialize)]
struct Done<P> {
    done: P,
}

/// As much of a piece as is known without looking at it.
#[derive(Serialize, Deserialize)]
struct Label {
    key: Fingerprint,
    name: String,
}

/// A piece.
#[derive(Serialize)]
struct Labelled<'a, P> {
    key: Fingerprint,
    name: &'a str,
    piece: &'a P,
}

#[derive(Deserialize)]
struct Read<P> {
    piece: P,
}

/// As much of a line as the index needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Scanned {
    Begin(Kind),
    Done(Key),
}

#[derive(Deserialize)]
struct Kind {
    work: Option<String>,
}

#[derive(Deserialize)]
struct Key {
    key: Fingerprint,
}

/// What kind of work a journal is of, as its first line has it; none for a grading's, and for
/// what is no journal.
///
/// # Errors
/// A file that cannot be read.
pub fn kind(path: &Path) -> Result<Option<String>, JournalError> {
    let first = lines::first(path)?.unwrap_or_default();
    let begin: Option<Begin<Kind>> = serde_json::from_slice(&first).ok();
    Ok(begin.and_then(|line| line.begin.work))
}

/// Where pieces are, by what they depend on.
#[derive(Debug, Default)]
struct Index {
    begun: Option<Place>,
    pieces: HashMap<Fingerprint, Place>,
}

impl Index {
    /// Takes a line in; whether it is one of a journal of this kind of work.
    fn take<W: Work>(&mut self, place: Place, line: &[u8]) -> bool {
        match serde_json::from_slice(line) {
            Ok(Scanned::Begin(kind)) if kind.work.as_deref() == Some(W::NAME) => {
                self.begun = Some(place);
            }
            Ok(Scanned::Done(Key { key })) => {
                self.pieces.insert(key, place);
            }
            Ok(Scanned::Begin(_)) | Err(_) => return false,
        }
        true
    }
}

/// A journal that is added to, from any number of threads.
#[derive(Debug)]
pub struct Journal<W: Work> {
    writer: Writer,
    kept: Mutex<(Index, Reader)>,
    header: Header<W>,
}

impl<W: Work> Journal<W> {
    /// Opens a journal to go on with this work, or makes a new one; with `forget`, what it
    /// holds does not count any more. Nobody else can do so as long as it is open.
    ///
    /// # Errors
    /// A file that cannot be opened, is in use, or is no journal of such work.
    pub fn open(path: &Path, header: Header<W>, forget: bool) -> Result<Self, JournalError> {
        let mut index = Index::default();
        let (writer, mut reader) = lines::open(path, |place, line| index.take::<W>(place, line))?;
        if forget {
            index.pieces.clear();
        }
        let last: Option<Begin<Header<W>>> = index.begun.and_then(|place| reader.get(place).ok());
        let begin = Begin { begin: header };
        if last.is_none_or(|last| last.begin != begin.begin) {
            let added = writer.add(&begin);
            added.map_err(|error| reader.cannot_write(error))?;
        }
        Ok(Self {
            writer,
            kept: Mutex::new((index, reader)),
            header: begin.begin,
        })
    }

    /// What was found damaged when it was opened.
    pub fn damages(&self) -> Vec<Damage> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1.damages().to_vec()
    }

    /// What is done here.
    pub fn header(&self) -> &Header<W> {
        &self.header
    }

    /// Whether the unit of work in this place of the whole, from 0, is done here.
    pub fn has(&self, unit: usize) -> bool {
        self.header.shard.is_none_or(|shard| shard.has(unit))
    }

    /// A piece that was done before.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn piece(&self, key: Fingerprint) -> Result<Option<W::Piece>, JournalError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (index, reader) = &mut *kept;
        read::<W>(index, reader, key)
    }

    /// Adds a piece; `name` is for people who look for it.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn add(&self, key: Fingerprint, name: &str, piece: &W::Piece) -> Result<(), JournalError> {
        let done = Labelled { key, name, piece };
        let added = self.writer.add(&Done { done });
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (index, reader) = &mut *kept;
        let place = added.map_err(|error| reader.cannot_write(error))?;
        index.pieces.insert(key, place);
        Ok(())
    }
}

fn read<W: Work>(
    index: &Index,
    reader: &mut Reader,
    key: Fingerprint,
) -> Result<Option<W::Piece>, JournalError> {
    let Some(&place) = index.pieces.get(&key) else {
        return Ok(None);
    };
    let line: Done<Read<W::Piece>> = reader.get(place)?;
    Ok(Some(line.done.piece))
}

#[cfg(test)]
mod tests;
