//! The journal: what a grading has found out so far, one JSON object a line.
//!
//! ```text
//! {"begin":{"plan":{…},"submission-keys":["…",…],"case-keys":["…",…]},"sum":"…"}
//! {"prepared":{"key":"…","submission":"alice","preparation":{…}},"sum":"…"}
//! {"result":{"key":"…","submission":"alice","case":"stage0/1","outcome":{…}},"sum":"…"}
//! {"diagnosed":{"key":"…","submission":"alice","diagnosis":{…}},"sum":"…"}
//! ```
//!
//! How lines are kept, see [`lines`]. A key stands for all that a result depends on; results
//! whose keys do not come up any more are left alone. Of two results with one key the later
//! counts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::diagnosis::Diagnosis;
use super::fingerprint::{Fingerprint, Printer};
use super::lines;
pub use super::lines::{Damage, JournalError, Place, Reader, Writer, keep_out};
use super::plan::Plan;
use super::record::{Outcome, Preparation};
use super::shard::Part;

/// Begins a sitting: what is graded, and what results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Header {
    /// What is graded.
    pub plan: Plan,
    /// For each submission, what its preparation depends on besides [`Header::layers`].
    pub submission_keys: Vec<Fingerprint>,
    /// For each case, what its results depend on besides the submission.
    pub case_keys: Vec<Fingerprint>,
    /// The part of the whole that this is; none for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// What diagnoses depend on besides both; none when none are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis_key: Option<Fingerprint>,
    /// What programs are contained by, see [`in_force`](plyjudge_runner::layers::in_force): everything
    /// depends on it.
    #[serde(default)]
    pub layers: Vec<String>,
}

impl Header {
    /// What the preparation of a submission depends on.
    pub fn key_of_preparation(&self, submission: usize) -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&(self.submission_keys[submission], &self.layers));
        printer.finish()
    }

    /// What the result of a pair depends on.
    pub fn key(&self, submission: usize, case: usize) -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&(self.key_of_preparation(submission), self.case_keys[case]));
        printer.finish()
    }

    /// How many submissions the whole has that this is a part of.
    pub fn whole(&self) -> usize {
        let part = self.part.as_ref();
        part.map_or(self.plan.submissions.len(), |part| part.submissions)
    }

    /// What the diagnosis of a submission depends on; none when none are made.
    pub fn key_of_diagnosis(&self, submission: usize) -> Option<Fingerprint> {
        let mut printer = Printer::new();
        printer.value(&(self.diagnosis_key?, self.key_of_preparation(submission)));
        printer.value(&self.case_keys);
        Some(printer.finish())
    }
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time is read or written"
)]
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

/// As much of a line as the index needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Scanned {
    Begin(ScannedBegin),
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
struct ScannedBegin {
    /// Other journals have none.
    #[serde(rename = "plan")]
    _plan: IgnoredAny,
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
        let (mut index, mut begun) = (Index::default(), None);
        let (writer, reader) = lines::open(path, |place, line| {
            index.take(&mut begun, place, line).is_some()
        })?;
        Ok(Self {
            writer,
            reader,
            index,
            begun,
        })
    }

    /// Opens a journal to read it; somebody may be writing to it.
    ///
    /// # Errors
    /// A file that cannot be opened, or is no journal, or holds nothing.
    pub fn read(path: &Path) -> Result<(Header, Index, Reader), JournalError> {
        let (mut index, mut begun) = (Index::default(), None);
        let mut reader = lines::read(path, |place, line| {
            index.take(&mut begun, place, line).is_some()
        })?;
        let begun = begun.ok_or_else(|| reader.empty())?;
        match reader.get(begun)? {
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
            && matches!(self.reader.get(place), Ok(Line::Begin(last)) if *last == *header)
        {
            return Ok(());
        }
        let line = Line::Begin(Cow::Borrowed(header));
        let added = self.writer.add(&line);
        self.begun = Some(added.map_err(|error| self.reader.cannot_write(error))?);
        Ok(())
    }
}

impl Index {
    /// Takes a line in; none when it is not one of a grading's journal.
    fn take(&mut self, begun: &mut Option<Place>, place: Place, line: &[u8]) -> Option<()> {
        match serde_json::from_slice(line).ok()? {
            Scanned::Begin(_) => *begun = Some(place),
            Scanned::Prepared { key, preparation } => {
                let gist = preparation.preparation.gist();
                self.prepared.insert(key, Found { place, gist });
            }
            Scanned::Result { key, outcome } => {
                let gist = match (outcome.outcome, outcome.verdict) {
                    (Word::Fault, _) => Gist::Fault,
                    (_, Some(verdict)) => verdict.code.gist(),
                    (_, None) => Gist::Bad,
                };
                self.results.insert(key, Found { place, gist });
            }
            Scanned::Diagnosed { key, diagnosis } => {
                let gist = diagnosis.certainty.gist();
                self.diagnoses.insert(key, Found { place, gist });
            }
        }
        Some(())
    }

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

impl Reader {
    /// Reads what came of preparing a submission.
    ///
    /// # Errors
    /// As [`Reader::get`].
    pub fn preparation(&mut self, found: Found) -> Result<Preparation, JournalError> {
        match self.get(found.place)? {
            Line::Prepared { preparation, .. } => Ok(preparation.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }

    /// Reads what came of a pair.
    ///
    /// # Errors
    /// As [`Reader::get`].
    pub fn outcome(&mut self, found: Found) -> Result<Outcome, JournalError> {
        match self.get(found.place)? {
            Line::Result { outcome, .. } => Ok(outcome.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }

    /// Reads what is wrong with a submission.
    ///
    /// # Errors
    /// As [`Reader::get`].
    pub fn diagnosis(&mut self, found: Found) -> Result<Diagnosis, JournalError> {
        match self.get(found.place)? {
            Line::Diagnosed { diagnosis, .. } => Ok(diagnosis.into_owned()),
            _ => Err(self.damaged(found.place)),
        }
    }
}

#[cfg(test)]
mod tests;
