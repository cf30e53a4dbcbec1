//! From the journals of a work's shards to the whole.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::super::fingerprint::Fingerprint;
use super::super::lines::{self, Damage, JournalError, Reader};
use super::super::merge::{Gaps, MergeError, deal};
use super::super::shard::Shard;
use super::{Begin, Done, Header, Index, Label, Work};

/// Journals that belong together.
#[derive(Debug)]
pub struct Merge<W> {
    header: Header<W>,
    /// The journals of each shard.
    of_shard: Vec<Vec<usize>>,
    missing: Vec<Shard>,
    journals: Mutex<Vec<Open<W>>>,
}

#[derive(Debug)]
struct Open<W> {
    header: Header<W>,
    index: Index,
    reader: Reader,
}

impl<W: Work> Open<W> {
    fn read(path: &Path) -> Result<Self, JournalError> {
        let mut index = Index::default();
        let mut reader = lines::read(path, |place, line| index.take::<W>(place, line))?;
        let begun = index.begun.ok_or_else(|| reader.empty())?;
        let line: Begin<Header<W>> = reader.get(begun)?;
        Ok(Self {
            header: line.begin,
            index,
            reader,
        })
    }
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
            if let Some(what) = unlike(&first.header, &other.header) {
                return Err(MergeError::Stranger {
                    one: first.reader.path().to_owned(),
                    other: other.reader.path().to_owned(),
                    what,
                });
            }
        }
        let header = first.header.clone();
        let shards = journals.iter().map(|open| open.header.shard);
        let (of_shard, missing) = deal(shards.map(|shard| shard.unwrap_or(Shard::WHOLE)));
        for journals_of_one in &of_shard {
            contradict(journals_of_one, &mut journals)?;
        }
        Ok(Self {
            header,
            of_shard,
            missing,
            journals: Mutex::new(journals),
        })
    }

    /// The whole.
    pub fn about(&self) -> &W {
        &self.header.about
    }

    /// Lines that are not as they were written.
    pub fn damages(&self) -> Vec<Damage> {
        let journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
        let readers = journals.iter().map(|open| &open.reader);
        readers.flat_map(Reader::damages).cloned().collect()
    }

    /// What is not there, when these are all units of the whole, each with the keys of its
    /// pieces; `name` says what a unit is called.
    pub fn gaps(
        &self,
        units: impl Iterator<Item = Vec<Fingerprint>>,
        name: impl Fn(usize) -> String,
    ) -> Gaps {
        let journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unfinished = Vec::new();
        for (unit, keys) in units.enumerate() {
            let holders = &self.of_shard[unit % self.of_shard.len()];
            let is_known = |key: &Fingerprint| {
                let mut holders = holders.iter();
                holders.any(|&open| journals[open].index.pieces.contains_key(key))
            };
            if !holders.is_empty() && !keys.iter().all(is_known) {
                unfinished.push(name(unit));
            }
        }
        Gaps {
            shards: self.missing.clone(),
            unfinished,
        }
    }

    /// A piece of the unit in this place of the whole, from 0, if it is known.
    ///
    /// # Errors
    /// When its journal cannot be read.
    pub fn piece(&self, unit: usize, key: Fingerprint) -> Result<Option<W::Piece>, JournalError> {
        let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
        for &open in &self.of_shard[unit % self.of_shard.len()] {
            let Open { index, reader, .. } = &mut journals[open];
            if let Some(piece) = super::read::<W>(index, reader, key)? {
                return Ok(Some(piece));
            }
        }
        Ok(None)
    }
}

/// In what two journals are not of the same work.
fn unlike<W: Work>(one: &Header<W>, other: &Header<W>) -> Option<String> {
    if one.version != other.version {
        return Some(format!("plyjudge {} and {}", other.version, one.version));
    }
    let parts = |header: &Header<W>| match serde_json::to_value(&header.about) {
        Ok(Value::Object(parts)) => parts,
        _ => unreachable!("a work's parts have names"),
    };
    let (ours, theirs) = (parts(one), parts(other));
    let names = ours.keys().chain(theirs.keys());
    for name in names {
        let (our, their) = (ours.get(name), theirs.get(name));
        if our == their {
            continue;
        }
        let is_short =
            |value: Option<&Value>| !matches!(value, Some(Value::Array(_) | Value::Object(_)));
        let written = |value: Option<&Value>| match value {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => "none".to_owned(),
            Some(value) => value.to_string(),
        };
        return Some(match is_short(our) && is_short(their) {
            true => format!("{name}: {} and {}", written(their), written(our)),
            false => format!("other {name}"),
        });
    }
    let split = |header: &Header<W>| header.shard.map(Shard::of);
    (split(one) != split(other)).then(|| "shards of another split".to_owned())
}

/// Compares the pieces that several journals of one shard know.
fn contradict<W: Work>(holders: &[usize], journals: &mut [Open<W>]) -> Result<(), MergeError> {
    for (place, &one) in holders.iter().enumerate() {
        for &other in &holders[place + 1..] {
            let both = journals[one].index.pieces.iter();
            let mut both: Vec<_> = both
                .filter_map(|(key, &mine)| Some((mine, *journals[other].index.pieces.get(key)?)))
                .collect();
            both.sort_unstable_by_key(|(mine, _)| mine.offset);
            for (mine, theirs) in both {
                let line = journals[one].reader.bytes(mine)?.to_vec();
                if journals[other].reader.bytes(theirs)? != line {
                    let label: Done<Label> = journals[one].reader.get(mine)?;
                    return Err(MergeError::Contradiction {
                        one: journals[one].reader.path().to_owned(),
                        other: journals[other].reader.path().to_owned(),
                        what: label.done.name,
                    });
                }
            }
        }
    }
    Ok(())
}
