//! Work that is done piece by piece, on one machine or on many: its journal.
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
use std::fs::File;
use std::io;
use std::path::Path;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fingerprint::Fingerprint;
use crate::journal::lines::{self, JournalError, Place, Reader, Writer};
use crate::journal::shard::Shard;
use merge::Merge;

pub mod merge;

/// A kind of work, and what one such work is about: all that its pieces and its report depend
/// on, written as JSON with a name for each part.
pub trait Work: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The kind, as journals have it; a command's name.
    const NAME: &'static str;
    /// What comes of a piece.
    type Piece: Serialize + DeserializeOwned + Send;

    /// Takes from the journal's last session what is only noted there.
    fn resume(&mut self, _last: &Self) {}

    /// What programs were contained by. Journals of one work may differ in it: what depends on
    /// it says so by its key.
    fn layers(&self) -> &[String] {
        &[]
    }

    /// What a piece says, in short.
    fn gist(_piece: &Self::Piece) -> Gist {
        Gist::Good
    }

    /// The key of the piece that a line is about, and what it says in short; none when it is not
    /// about one.
    fn scan(line: &[u8]) -> Option<(Fingerprint, Gist)> {
        let line: Done<Labelled<IgnoredAny, IgnoredAny>> = serde_json::from_slice(line).ok()?;
        Some((line.done.key, Gist::Good))
    }

    /// In what two journals, written by the same version, are not of the same work.
    fn unlike(one: &Header<Self>, other: &Header<Self>) -> Option<String> {
        let part = other_part(&one.about, &other.about);
        let split = |header: &Header<Self>| header.shard.map(Shard::of);
        part.or_else(|| (split(one) != split(other)).then(|| "shards of another split".to_owned()))
    }

    /// The keys of pieces that journals of one shard must agree on, in an order that is the same
    /// in all of them; none where equal keys say which these are.
    fn keys(_header: &Header<Self>) -> Option<Vec<Fingerprint>> {
        None
    }

    /// Whether two pieces that are not the same to the byte say the same.
    fn agree(_one: &Self::Piece, _other: &Self::Piece) -> bool {
        false
    }
}

/// In which part two works differ, by the parts' names.
fn other_part<W: Work>(one: &W, other: &W) -> Option<String> {
    let parts = |about: &W| match serde_json::to_value(about) {
        Ok(Value::Object(parts)) => parts,
        _ => unreachable!("a work's parts have names"),
    };
    let (ours, theirs) = (parts(one), parts(other));
    let mut names = ours.keys().chain(theirs.keys());
    let name = names.find(|name| *name != "layers" && ours.get(*name) != theirs.get(*name))?;
    let (our, their) = (ours.get(name), theirs.get(name));
    let is_short =
        |value: Option<&Value>| !matches!(value, Some(Value::Array(_) | Value::Object(_)));
    let written = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => "none".to_owned(),
        Some(value) => value.to_string(),
    };
    Some(match is_short(our) && is_short(their) {
        true => format!("{name}: {} and {}", written(their), written(our)),
        false => format!("other {name}"),
    })
}

/// Begins a session.
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

    /// The part that this is.
    fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }
}

/// What a piece says, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gist {
    /// All is well.
    Good,
    /// Something is wrong with what the piece is about.
    Bad,
    /// A failure of ours.
    Fault,
}

/// A line that begins a session.
#[derive(Serialize, Deserialize)]
struct Begin<H> {
    begin: H,
}

/// A line about a piece.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done<P> {
    pub(crate) done: P,
}

/// A piece, or as much of it as is of interest.
#[derive(Serialize, Deserialize)]
pub(crate) struct Labelled<N, P> {
    pub(crate) key: Fingerprint,
    pub(crate) name: N,
    pub(crate) piece: P,
}

#[derive(Deserialize)]
struct Kind {
    work: Option<String>,
}

/// What kind of work a journal is of, as its first line has it; none for what is no journal.
///
/// # Errors
/// A file that cannot be read.
pub fn kind(path: &Path) -> Result<Option<String>, JournalError> {
    let first = lines::first(path)?.unwrap_or_default();
    let begin: Option<Begin<Kind>> = serde_json::from_slice(&first).ok();
    Ok(begin.and_then(|line| line.begin.work))
}

/// An entry of the index.
#[derive(Clone, Copy, Debug)]
struct Found {
    place: Place,
    gist: Gist,
}

/// Where pieces are, by what they depend on.
#[derive(Debug, Default)]
struct Index {
    begun: Option<Place>,
    pieces: HashMap<Fingerprint, Found>,
    /// Whether a line is of a form that no version writes any more.
    is_old: bool,
}

impl Index {
    /// Takes a line in; whether it is one of a journal of this kind of work.
    fn take<W: Work>(&mut self, place: Place, line: &[u8]) -> bool {
        if let Some((key, gist)) = W::scan(line) {
            self.pieces.insert(key, Found { place, gist });
            return true;
        }
        let Ok(Begin::<Kind> { begin }) = serde_json::from_slice(line) else {
            return false;
        };
        self.is_old |= begin.work.is_none();
        let is_own = begin.work.as_deref() == Some(W::NAME);
        if is_own {
            self.begun = Some(place);
        }
        is_own
    }

    /// Why there is no journal, said as exactly as can be.
    fn refused(&self, error: JournalError) -> JournalError {
        match error {
            JournalError::Foreign(path) if self.is_old => JournalError::Old(path),
            error => error,
        }
    }
}

/// What a journal holds.
#[derive(Debug)]
struct Open<W> {
    header: Header<W>,
    index: Index,
    reader: Reader,
}

impl<W: Work> Open<W> {
    fn read(path: &Path) -> Result<Self, JournalError> {
        let mut index = Index::default();
        let reader = lines::read(path, |place, line| index.take::<W>(place, line));
        let mut reader = reader.map_err(|error| index.refused(error))?;
        let begun = index.begun.ok_or_else(|| reader.empty())?;
        let line: Begin<Header<W>> = reader.get(begun)?;
        Ok(Self {
            header: line.begin,
            index,
            reader,
        })
    }

    /// The piece that has this key, with its name.
    fn piece(
        &mut self,
        key: Fingerprint,
    ) -> Result<Option<Labelled<String, W::Piece>>, JournalError> {
        let found = self.index.pieces.get(&key);
        let line = found.map(|found| self.reader.get::<Done<_>>(found.place));
        Ok(line.transpose()?.map(|line| line.done))
    }
}

/// A journal that is added to, from any number of threads.
#[derive(Debug)]
pub struct Journal<W: Work> {
    writer: Writer,
    known: Merge<W>,
}

impl<W: Work> Journal<W> {
    /// Opens a journal to go on with this work, or makes a new one. Failures of ours, and with
    /// `forget` all that it holds, do not count any more. Nobody else can do so as long as it is
    /// open.
    ///
    /// # Errors
    /// A file that cannot be opened, is in use, or is no journal of such work.
    pub fn open(path: &Path, header: Header<W>, forget: bool) -> Result<Self, JournalError> {
        let mut index = Index::default();
        let opened = lines::open(path, |place, line| index.take::<W>(place, line));
        let (writer, mut reader) = opened.map_err(|error| index.refused(error))?;
        let keep = |found: &Found| !forget && found.gist != Gist::Fault;
        index.pieces.retain(|_, found| keep(found));
        let last: Option<Begin<Header<W>>> = index.begun.and_then(|place| reader.get(place).ok());
        let mut begin = Begin { begin: header };
        if let Some(last) = &last {
            begin.begin.about.resume(&last.begin.about);
        }
        if last.is_none_or(|last| last.begin != begin.begin) {
            let added = writer.add(&begin);
            added.map_err(|error| reader.cannot_write(error))?;
        }
        let known = Merge::of(vec![Open {
            header: begin.begin,
            index,
            reader,
        }]);
        Ok(Self { writer, known })
    }

    /// What is in it.
    pub fn known(&self) -> &Merge<W> {
        &self.known
    }

    /// What is done here.
    pub fn header(&self) -> &Header<W> {
        &self.known.header
    }

    /// Whether the unit of work in this place of the whole, from 0, is done here.
    pub fn has(&self, unit: usize) -> bool {
        self.header().shard().has(unit)
    }

    /// A piece that was done before.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn piece(&self, key: Fingerprint) -> Result<Option<W::Piece>, JournalError> {
        let known = self.known.with_first(|open| open.piece(key))?;
        Ok(known.map(|read| read.piece))
    }

    /// What a piece says that was done before.
    pub fn gist(&self, key: Fingerprint) -> Option<Gist> {
        let found = |open: &mut Open<W>| open.index.pieces.get(&key).copied();
        self.known.with_first(found).map(|found| found.gist)
    }

    /// Forgets a piece.
    pub fn forget(&self, key: Fingerprint) {
        self.known.with_first(|open| open.index.pieces.remove(&key));
    }

    /// Adds a piece; `name` is for people who look for it.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn add(&self, key: Fingerprint, name: &str, piece: &W::Piece) -> Result<(), JournalError> {
        let done = Labelled { key, name, piece };
        let added = self.writer.add(&Done { done });
        self.known.with_first(|open| {
            let place = added.map_err(|error| open.reader.cannot_write(error))?;
            let gist = W::gist(piece);
            open.index.pieces.insert(key, Found { place, gist });
            Ok(())
        })
    }

    /// A handle for [`File::sync_data`], so that pieces can be added meanwhile.
    ///
    /// # Errors
    /// When the system has no more handles.
    pub fn handle(&self) -> io::Result<File> {
        self.writer.handle()
    }
}

#[cfg(test)]
mod tests;
