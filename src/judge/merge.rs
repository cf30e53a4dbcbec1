//! Merging: from the journals of shards to the report of the whole. Here of gradings; what is
//! the same for other work is here too, the rest in [`super::work::merge`].
//!
//! The journals of a split grading are read side by side. Their headers must say the same of
//! everything but the submissions, and the submissions must add up to the whole. What one
//! grading on one machine would have told its listeners is then told, in the same order,
//! each result read from the journal that holds it: memory grows with the number of results,
//! not with outputs.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::diagnosis::Diagnosis;
use super::event::Listener;
use super::fingerprint::Fingerprint;
use super::grade::Finish;
use super::grade::emitter::{Audience, Emitter, Known};
use super::journal::{Found, Gist, Header, Index, Journal, JournalError, Reader};
use super::plan::{Case, Plan};
use super::record::{Outcome, Preparation};
use super::shard::{Part, Shard};

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
    /// Two journals are not of the same grading or other work.
    #[error("{}: does not belong together with {}: {what}", .other.display(), .one.display())]
    Stranger {
        /// The first journal.
        one: PathBuf,
        /// The other one.
        other: PathBuf,
        /// In what they differ.
        what: String,
    },
    /// Something is not there.
    #[error("{0}; --partial reports what there is")]
    Gaps(Gaps),
    /// Two journals say different things of the same.
    #[error("{} and {} contradict each other: {what}", .one.display(), .other.display())]
    Contradiction {
        /// The journal that was named first.
        one: PathBuf,
        /// The other one.
        other: PathBuf,
        /// Of what.
        what: String,
    },
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

/// For each shard the journals that are of it, and the shards that none is of, given the shard
/// of each journal; at least one, and all of one split.
pub(super) fn deal(shards: impl Iterator<Item = Shard>) -> (Vec<Vec<usize>>, Vec<Shard>) {
    let shards: Vec<Shard> = shards.collect();
    let mut of_shard = Vec::new();
    let mut missing = Vec::new();
    for shard in Shard::all(shards[0].of()) {
        let holders = 0..shards.len();
        let holders: Vec<usize> = holders.filter(|&open| shards[open] == shard).collect();
        if holders.is_empty() {
            missing.push(shard);
        }
        of_shard.push(holders);
    }
    (of_shard, missing)
}

/// Journals that belong together.
#[derive(Debug)]
pub struct Merge {
    header: Header,
    journals: Vec<Open>,
    /// For each submission of the header, the journals that are of its shard.
    holders: Vec<Vec<usize>>,
    gaps: Gaps,
}

#[derive(Debug)]
struct Open {
    header: Header,
    index: Index,
    reader: Reader,
}

impl Open {
    fn shard(&self) -> Shard {
        self.header.part.map_or(Shard::WHOLE, |part| part.shard)
    }
}

impl Merge {
    /// Opens journals and finds out what is missing. Several may be of the same shard, as
    /// when a task was begun anew elsewhere.
    ///
    /// # Errors
    /// Journals that cannot be read, do not belong together, or contradict each other.
    pub fn open(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let journals = paths.iter().map(|path| {
            let (header, index, reader) = Journal::read(path)?;
            Ok(Open {
                header,
                index,
                reader,
            })
        });
        let mut journals = journals.collect::<Result<Vec<Open>, JournalError>>()?;
        let Some((first, rest)) = journals.split_first() else {
            return Err(MergeError::None);
        };
        for other in rest {
            if let Some(what) = unlike(first, other) {
                return Err(MergeError::Stranger {
                    one: first.reader.path().to_owned(),
                    other: other.reader.path().to_owned(),
                    what,
                });
            }
        }
        let (header, holders, gaps) = unite(&journals);
        contradict(&header, &holders, &mut journals)?;
        Ok(Self {
            header,
            journals,
            holders,
            gaps,
        })
    }

    /// What is reported: everything that is known whole.
    pub fn plan(&self) -> &Plan {
        &self.header.plan
    }

    /// What is not there.
    pub fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// Tells listeners what one grading would have told them.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn tell(mut self, listeners: Vec<Box<dyn Listener + '_>>) -> Result<Finish, MergeError> {
        let mut emitter = Emitter::begin(&self.header, Audience::new(listeners), u64::MAX);
        let mut shelf = Shelf {
            journals: &mut self.journals,
            holders: &self.holders,
        };
        if !emitter.advance(&mut shelf)? {
            // Someone has taken away what was there a moment ago.
            let path = self.journals[0].reader.path().to_owned();
            return Err(JournalError::File {
                path,
                doing: "cannot merge",
                error: io::Error::other("the journals have changed meanwhile"),
            }
            .into());
        }
        let (summary, listener_errors) = emitter.end(Duration::ZERO);
        Ok(Finish {
            summary,
            listener_errors,
        })
    }
}

/// In what two journals are not of the same grading.
fn unlike(one: &Open, other: &Open) -> Option<String> {
    let (a, b) = (&one.header.plan, &other.header.plan);
    if a.version != b.version {
        return Some(format!("plyjudge {} and {}", b.version, a.version));
    }
    let same_case = |a: &Case, b: &Case| {
        (&a.name, a.group, a.visibility) == (&b.name, b.group, b.visibility)
            && (&a.limits, a.exit_status) == (&b.limits, b.exit_status)
    };
    if a.cases.len() != b.cases.len() {
        return Some(format!("{} and {} cases", b.cases.len(), a.cases.len()));
    }
    let mut cases = a.cases.iter().zip(&b.cases).enumerate();
    let keys = (&one.header.case_keys, &other.header.case_keys);
    let differing =
        cases.find(|(case, (a, b))| !same_case(a, b) || keys.0.get(*case) != keys.1.get(*case));
    if let Some((_, (_, case))) = differing {
        return Some(format!(
            "case '{}', its limits or its exit status differ",
            case.name
        ));
    }
    if (&a.groups, a.has_suite) != (&b.groups, b.has_suite) {
        return Some("other groups or points".to_owned());
    }
    if (&a.ignore, a.containment, a.repeat, a.fail_fast)
        != (&b.ignore, b.containment, b.repeat, b.fail_fast)
    {
        return Some("other --ignore, --sandbox, --repeat or --fail-fast".to_owned());
    }
    if one.header.diagnosis_key != other.header.diagnosis_key {
        return Some("diagnosed in another way".to_owned());
    }
    let whole = |part: &Part| (part.shard.of(), part.submissions, part.roll);
    if one.header.part.as_ref().map(whole) != other.header.part.as_ref().map(whole) {
        return Some("shards of other submissions or another split".to_owned());
    }
    // A shard begun twice must have seen the same submissions.
    let same = |a: &Header, b: &Header| {
        (&a.plan.submissions, &a.submission_keys) == (&b.plan.submissions, &b.submission_keys)
    };
    if one.shard() == other.shard() && !same(&one.header, &other.header) {
        return Some("submissions have changed".to_owned());
    }
    None
}

/// The header of the whole, the journals that are of each submission's shard, and what is
/// missing. Submissions of which not all is known are left out.
fn unite(journals: &[Open]) -> (Header, Vec<Vec<usize>>, Gaps) {
    let first = &journals[0].header;
    let count = match &first.part {
        Some(part) => part.submissions,
        None => first.plan.submissions.len(),
    };
    let mut header = Header {
        plan: Plan {
            submissions: Vec::new(),
            ..first.plan.clone()
        },
        submission_keys: Vec::new(),
        case_keys: first.case_keys.clone(),
        diagnosis_key: first.diagnosis_key,
        part: None,
    };
    let (of_shard, missing) = deal(journals.iter().map(Open::shard));
    let mut gaps = Gaps {
        shards: missing,
        ..Gaps::default()
    };
    let mut holders = Vec::new();
    for place in 0..count {
        let inside = place / of_shard.len();
        let of_shard = &of_shard[place % of_shard.len()];
        let Some(&open) = of_shard.first() else {
            continue;
        };
        let share = &journals[open].header;
        let submission = share.plan.submissions[inside].clone();
        if is_known(
            share,
            inside,
            of_shard.iter().map(|&open| &journals[open].index),
        ) {
            header.plan.submissions.push(submission);
            header.submission_keys.push(share.submission_keys[inside]);
            holders.push(of_shard.clone());
        } else {
            gaps.unfinished.push(submission.name);
        }
    }
    (header, holders, gaps)
}

/// Whether all is known of a submission, some here, some there.
fn is_known<'a>(
    header: &Header,
    submission: usize,
    indices: impl Iterator<Item = &'a Index> + Clone,
) -> bool {
    let key = header.submission_keys[submission];
    let prepared: Vec<Found> = indices
        .clone()
        .filter_map(|index| index.prepared(key))
        .collect();
    match prepared.iter().map(|found| found.gist).min() {
        None => return false,
        Some(Gist::Good) => {}
        Some(Gist::Bad | Gist::Fault) => return true,
    }
    let mut has_failed = false;
    for case in 0..header.plan.cases.len() {
        let key = header.key(submission, case);
        let gists = indices
            .clone()
            .filter_map(|index| index.result(key))
            .map(|found| found.gist);
        match gists.min() {
            None => return false,
            Some(Gist::Bad) => {
                has_failed = true;
                if header.plan.fail_fast {
                    break;
                }
            }
            Some(Gist::Good | Gist::Fault) => {}
        }
    }
    let diagnosis = header.key_of_diagnosis(submission);
    let Some(key) = diagnosis.filter(|_| has_failed) else {
        return true;
    };
    indices
        .into_iter()
        .any(|index| index.diagnosis(key).is_some())
}

/// Compares the verdicts of pairs that several journals know.
fn contradict(
    header: &Header,
    holders: &[Vec<usize>],
    journals: &mut [Open],
) -> Result<(), MergeError> {
    for (submission, holders) in holders.iter().enumerate() {
        if holders.len() < 2 {
            continue;
        }
        for case in 0..header.plan.cases.len() {
            let key = header.key(submission, case);
            let mut verdicts = Vec::new();
            for &open in holders {
                let journal = &mut journals[open];
                let Some(found) = journal.index.result(key) else {
                    continue;
                };
                if let Outcome::Judged(judgement) = journal.reader.outcome(found)? {
                    verdicts.push((open, judgement.verdict));
                }
            }
            let Some((&(one, verdict), rest)) = verdicts.split_first() else {
                continue;
            };
            if let Some(&(other, _)) = rest.iter().find(|(_, other)| *other != verdict) {
                let path = |open: usize| journals[open].reader.path().to_owned();
                let submission = &header.plan.submissions[submission].name;
                let case = &header.plan.cases[case].name;
                return Err(MergeError::Contradiction {
                    one: path(one),
                    other: path(other),
                    what: format!("submission '{submission}', case '{case}'"),
                });
            }
        }
    }
    Ok(())
}

/// The journals, as one.
struct Shelf<'a> {
    journals: &'a mut [Open],
    holders: &'a [Vec<usize>],
}

impl Shelf<'_> {
    /// The best of what the journals of a submission's shard have found: a failure of ours
    /// counts only when none has anything else.
    fn best(
        &self,
        submission: usize,
        find: impl Fn(&Index) -> Option<Found>,
    ) -> Option<(usize, Found)> {
        self.holders[submission]
            .iter()
            .filter_map(|&open| Some((open, find(&self.journals[open].index)?)))
            .min_by_key(|(_, found)| found.gist)
    }
}

impl Known for Shelf<'_> {
    fn preparation(
        &mut self,
        submission: usize,
        key: Fingerprint,
    ) -> Result<Option<Preparation>, JournalError> {
        let found = self.best(submission, |index| index.prepared(key));
        let read = |(open, found): (usize, Found)| self.journals[open].reader.preparation(found);
        found.map(read).transpose()
    }

    fn outcome(
        &mut self,
        submission: usize,
        key: Fingerprint,
    ) -> Result<Option<(Found, Outcome)>, JournalError> {
        let found = self.best(submission, |index| index.result(key));
        let read =
            |(open, found): (usize, Found)| Ok((found, self.journals[open].reader.outcome(found)?));
        found.map(read).transpose()
    }
    fn diagnosis(
        &mut self,
        submission: usize,
        key: Fingerprint,
    ) -> Result<Option<Diagnosis>, JournalError> {
        let found = self.best(submission, |index| index.diagnosis(key));
        let read = |(open, found): (usize, Found)| self.journals[open].reader.diagnosis(found);
        found.map(read).transpose()
    }
}
