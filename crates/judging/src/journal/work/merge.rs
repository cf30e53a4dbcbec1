//! Merging: from the journals of a work's shards to the whole.
//!
//! The journals are read side by side. Their headers must say the same of all that makes them
//! parts of one work. Each piece is read from the journal that holds it, one at a time: memory
//! grows with the number of pieces, not with what is in them.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Gist, Header, Open, Work};
use crate::fingerprint::Fingerprint;
use crate::journal::lines::{Damage, JournalError, Reader};
use crate::journal::shard::Shard;

/// So many names at most are in a message.
const NAMED: usize = 5;

/// Why journals cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There are no journals.
    #[error("found no journal, expected one for each shard")]
    None,
    /// A journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Something is not there.
    #[error("{0}; --partial reports what there is")]
    Gaps(Gaps),
    /// Journals are not of the same work, or say different things of the same.
    #[error("{0}")]
    Apart(String),
}

impl MergeError {
    /// Another journal is not of the same work as the first one; `what` is in what they differ.
    pub fn stranger(one: &Path, other: &Path, what: &str) -> Self {
        let (one, other) = (one.display(), other.display());
        Self::Apart(format!(
            "{other}: does not belong together with {one}: {what}"
        ))
    }
}

/// What is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Shards that no journal is of.
    pub shards: Vec<Shard>,
    /// Submissions or other units of work, of shards that are there, of which not all is
    /// known.
    pub unfinished: Vec<String>,
}

impl Gaps {
    /// Whether everything is there.
    pub fn is_empty(&self) -> bool {
        self.shards.is_empty() && self.unfinished.is_empty()
    }
}

impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.shards.is_empty() {
            let shards: Vec<String> = self.shards.iter().map(Shard::to_string).collect();
            write!(f, "missing: shard {}", shards.join(", "))?;
        }
        if !self.unfinished.is_empty() {
            let and = if self.shards.is_empty() { "" } else { "; " };
            let (named, more) = self.unfinished.split_at(self.unfinished.len().min(NAMED));
            write!(f, "{and}not finished: {}", named.join(", "))?;
            if !more.is_empty() {
                write!(f, " and {} more", more.len())?;
            }
        }
        Ok(())
    }
}

/// Journals that belong together.
#[derive(Debug)]
pub struct Merge<W> {
    pub(super) header: Header<W>,
    /// The journals of each shard.
    of_shard: Vec<Vec<usize>>,
    missing: Vec<Shard>,
    journals: Mutex<Vec<Open<W>>>,
}

/// What a journal was about when it was last added to; none for what is no such journal.
pub fn last<W: Work>(path: &Path) -> Option<W> {
    let open = Open::<W>::read(path).ok()?;
    let is_like = open.header.version == env!("CARGO_PKG_VERSION");
    is_like.then_some(open.header.about)
}

impl<W: Work> Merge<W> {
    /// Opens journals. Several may be of the same shard, as when a task was begun anew
    /// elsewhere.
    ///
    /// # Errors
    /// Journals that cannot be read, do not belong together, or contradict each other.
    pub fn open(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let journals = paths.iter().map(|path| Open::read(path));
        let mut journals = journals.collect::<Result<Vec<Open<W>>, JournalError>>()?;
        let Some((first, rest)) = journals.split_first() else {
            return Err(MergeError::None);
        };
        for other in rest {
            let (ours, theirs) = (&first.header, &other.header);
            let what = match ours.version == theirs.version {
                true => W::unlike(ours, theirs),
                false => Some(format!("plyjudge {} and {}", theirs.version, ours.version)),
            };
            if let Some(what) = what {
                let (one, other) = (first.reader.path(), other.reader.path());
                return Err(MergeError::stranger(one, other, &what));
            }
        }
        let of = first.header.shard().of();
        for shard in Shard::all(of) {
            contradict(&holders(&journals, shard), &mut journals)?;
        }
        Ok(Self::of(journals))
    }

    /// What journals of one work hold.
    pub(super) fn of(journals: Vec<Open<W>>) -> Self {
        let header = journals[0].header.clone();
        let shards = || Shard::all(header.shard().of());
        let of_shard: Vec<Vec<usize>> = shards().map(|it| holders(&journals, it)).collect();
        let missing = shards()
            .zip(&of_shard)
            .filter(|(_, holders)| holders.is_empty());
        let missing = missing.map(|(shard, _)| shard).collect();
        Self {
            header,
            of_shard,
            missing,
            journals: Mutex::new(journals),
        }
    }

    fn journals(&self) -> MutexGuard<'_, Vec<Open<W>>> {
        self.journals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks into the first journal.
    pub(super) fn with_first<T>(&self, look: impl FnOnce(&mut Open<W>) -> T) -> T {
        look(&mut self.journals()[0])
    }

    /// The whole, as the first journal has it.
    pub fn about(&self) -> &W {
        &self.header.about
    }

    /// Into how many shards the whole is split.
    pub fn shards(&self) -> usize {
        self.of_shard.len()
    }

    /// Shards that no journal is of.
    pub fn missing(&self) -> &[Shard] {
        &self.missing
    }

    /// Lines that are not as they were written.
    pub fn damages(&self) -> Vec<Damage> {
        let journals = self.journals();
        let readers = journals.iter().map(|open| &open.reader);
        readers.flat_map(Reader::damages).cloned().collect()
    }

    /// The journals whose programs lacked something that those of others were contained by, each
    /// with that.
    pub fn less_contained(&self) -> Vec<(PathBuf, Vec<String>)> {
        let journals = self.journals();
        let all = journals.iter().flat_map(|open| open.header.about.layers());
        let all: BTreeSet<&String> = all.collect();
        let lacking = journals.iter().map(|open| {
            let own = open.header.about.layers();
            let lacks = all.iter().filter(|layer| !own.contains(layer));
            let lacks: Vec<String> = lacks.map(|layer| (*layer).clone()).collect();
            (open.reader.path().to_owned(), lacks)
        });
        lacking.filter(|(_, lacks)| !lacks.is_empty()).collect()
    }

    /// What is not there, when the whole has so many units, each of so many pieces; `key` says what
    /// a piece of a unit depends on by what its journal is about, `name` what a unit is called.
    pub fn gaps(
        &self,
        (units, pieces): (usize, u64),
        key: impl Fn(&W, usize, u64) -> Fingerprint,
        name: impl Fn(usize) -> String,
    ) -> Gaps {
        let is_known = |unit: usize| {
            let found = |piece| self.gist(unit, |about| Some(key(about, unit, piece)));
            (0..pieces).all(|piece| found(piece).is_some())
        };
        let is_there = |unit: &usize| !self.of_shard[unit % self.shards()].is_empty();
        let unfinished = (0..units).filter(is_there).filter(|unit| !is_known(*unit));
        Gaps {
            shards: self.missing.clone(),
            unfinished: unfinished.map(name).collect(),
        }
    }

    /// The piece of the unit in this place of the whole, from 0, if it is known. `key` says
    /// what it depends on by what its journal is about.
    ///
    /// # Errors
    /// When its journal cannot be read.
    pub fn piece(
        &self,
        unit: usize,
        key: impl Fn(&W) -> Option<Fingerprint>,
    ) -> Result<Option<W::Piece>, JournalError> {
        let journals = &mut *self.journals();
        let Some((holder, key, _)) = self.best(journals, unit, key) else {
            return Ok(None);
        };
        let read = journals[holder].piece(key)?;
        Ok(read.map(|read| read.piece))
    }

    /// What that piece says, in short.
    pub fn gist(&self, unit: usize, key: impl Fn(&W) -> Option<Fingerprint>) -> Option<Gist> {
        let best = self.best(&self.journals(), unit, key);
        best.map(|(_, _, gist)| gist)
    }

    /// What is said of a whole unit by the first journal that it is in.
    pub fn unit<T>(&self, unit: usize, look: impl FnOnce(&W) -> T) -> Option<T> {
        let holder = *self.of_shard[unit % self.shards()].first()?;
        Some(look(&self.journals()[holder].header.about))
    }

    /// The best of what the journals of a unit's shard have found: a failure of ours counts only
    /// when none has anything else.
    fn best(
        &self,
        journals: &[Open<W>],
        unit: usize,
        key: impl Fn(&W) -> Option<Fingerprint>,
    ) -> Option<(usize, Fingerprint, Gist)> {
        let found = self.of_shard[unit % self.shards()].iter();
        let found = found.filter_map(|&holder| {
            let Open { header, index, .. } = &journals[holder];
            let key = key(&header.about)?;
            Some((holder, key, index.pieces.get(&key)?.gist))
        });
        found.min_by_key(|(_, _, gist)| *gist)
    }
}

/// The journals of a shard.
fn holders<W: Work>(journals: &[Open<W>], shard: Shard) -> Vec<usize> {
    let all = 0..journals.len();
    all.filter(|&open| journals[open].header.shard() == shard)
        .collect()
}

/// Compares the pieces that several journals of one shard know.
fn contradict<W: Work>(holders: &[usize], journals: &mut [Open<W>]) -> Result<(), MergeError> {
    for (place, &one) in holders.iter().enumerate() {
        for &other in &holders[place + 1..] {
            for (mine, theirs) in shared(&journals[one], &journals[other]) {
                let places = [(one, mine), (other, theirs)].map(|(open, key)| {
                    let found = journals[open].index.pieces.get(&key);
                    found.map(|found| found.place)
                });
                let [Some(mine_at), Some(theirs_at)] = places else {
                    continue;
                };
                let line = journals[one].reader.bytes(mine_at)?.to_vec();
                if journals[other].reader.bytes(theirs_at)? == line {
                    continue;
                }
                let pieces = (journals[one].piece(mine)?, journals[other].piece(theirs)?);
                if let (Some(mine), Some(theirs)) = pieces
                    && !W::agree(&mine.piece, &theirs.piece)
                {
                    let path = |journal: usize| journals[journal].reader.path().display();
                    let (one, other, what) = (path(one), path(other), mine.name);
                    let text = format!("{one} and {other} contradict each other: {what}");
                    return Err(MergeError::Apart(text));
                }
            }
        }
    }
    Ok(())
}

/// The keys of pieces that two journals of one shard must agree on, there and there.
fn shared<W: Work>(one: &Open<W>, other: &Open<W>) -> Vec<(Fingerprint, Fingerprint)> {
    if let (Some(mine), Some(theirs)) = (W::keys(&one.header), W::keys(&other.header)) {
        return mine.into_iter().zip(theirs).collect();
    }
    let both = one.index.pieces.iter();
    let mut both: Vec<_> = both
        .filter(|(key, _)| other.index.pieces.contains_key(key))
        .map(|(key, found)| (found.place.offset, *key))
        .collect();
    both.sort_unstable();
    both.into_iter().map(|(_, key)| (key, key)).collect()
}
