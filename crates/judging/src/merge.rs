//! Merging: from the journals of shards to the report of the whole. Here of gradings; what is
//! the same for other work is here too, the rest in [`super::work::merge`].
//!
//! The journals of a split grading are read side by side. Their headers must say the same of
//! everything but the submissions, and the submissions must add up to the whole. What one
//! grading on one machine would have told its listeners is then told, in the same order,
//! each result read from the journal that holds it: memory grows with the number of results,
//! not with outputs.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::diagnosis::Diagnosis;
use super::event::Listener;
use super::grade::Finish;
use super::grade::emitter::{Audience, Emitter, Known};
use super::journal::{Damage, Found, Gist, Header, Index, Journal, JournalError, Reader};
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
    /// For each submission of the header, where it is.
    places: Vec<Place>,
    gaps: Gaps,
}

/// Where what is known of a submission is.
#[derive(Clone, Debug)]
struct Place {
    /// Its number in the headers of the journals.
    inside: usize,
    /// The journals that are of its shard.
    holders: Vec<usize>,
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
        let (header, places, gaps) = unite(&journals);
        contradict(&header, &places, &mut journals)?;
        Ok(Self {
            header,
            journals,
            places,
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

    /// Lines that are not as they were written.
    pub fn damages(&self) -> Vec<Damage> {
        let readers = self.journals.iter().map(|open| &open.reader);
        readers.flat_map(Reader::damages).cloned().collect()
    }

    /// The journals whose programs lacked something that those of others were contained by, each
    /// with that.
    pub fn less_contained(&self) -> Vec<(&Path, Vec<&str>)> {
        let layers = self.journals.iter().flat_map(|open| &open.header.layers);
        let all: BTreeSet<&str> = layers.map(String::as_str).collect();
        let lacking = self.journals.iter().map(|open| {
            let own = &open.header.layers;
            let has = |layer: &str| own.iter().any(|own| own == layer);
            let lacks = all.iter().copied().filter(|layer| !has(layer)).collect();
            (open.reader.path(), lacks)
        });
        lacking
            .filter(|(_, lacks): &(_, Vec<&str>)| !lacks.is_empty())
            .collect()
    }

    /// Tells listeners what one grading would have told them.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn tell(mut self, listeners: Vec<Box<dyn Listener + '_>>) -> Result<Finish, MergeError> {
        let mut emitter = Emitter::begin(&self.header, Audience::new(listeners), u64::MAX);
        let mut shelf = Shelf {
            journals: &mut self.journals,
            places: &self.places,
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

/// The header of the whole, where each submission is, and what is missing. Submissions of which
/// not all is known are left out.
fn unite(journals: &[Open]) -> (Header, Vec<Place>, Gaps) {
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
        layers: first.layers.clone(),
    };
    let (of_shard, missing) = deal(journals.iter().map(Open::shard));
    let mut gaps = Gaps {
        shards: missing,
        ..Gaps::default()
    };
    let mut places = Vec::new();
    for place in 0..count {
        let inside = place / of_shard.len();
        let of_shard = &of_shard[place % of_shard.len()];
        let Some(&open) = of_shard.first() else {
            continue;
        };
        let share = &journals[open].header;
        let submission = share.plan.submissions[inside].clone();
        if is_known(inside, of_shard.iter().map(|&open| &journals[open])) {
            header.plan.submissions.push(submission);
            header.submission_keys.push(share.submission_keys[inside]);
            places.push(Place {
                inside,
                holders: of_shard.clone(),
            });
        } else {
            gaps.unfinished.push(submission.name);
        }
    }
    (header, places, gaps)
}

/// Whether all is known of a submission, some here, some there: of journals of one shard, each
/// looked up with what it depends on there.
fn is_known<'a>(submission: usize, journals: impl Iterator<Item = &'a Open> + Clone) -> bool {
    let gists = |find: &dyn Fn(&Open) -> Option<Found>| {
        let found = journals.clone().filter_map(find);
        found.map(|found| found.gist).min()
    };
    match gists(&|open| {
        open.index
            .prepared(open.header.key_of_preparation(submission))
    }) {
        None => return false,
        Some(Gist::Good) => {}
        Some(Gist::Bad | Gist::Fault) => return true,
    }
    let Some(Header {
        plan,
        diagnosis_key,
        ..
    }) = journals.clone().map(|open| &open.header).next()
    else {
        return false;
    };
    let mut has_failed = false;
    for case in 0..plan.cases.len() {
        match gists(&|open| open.index.result(open.header.key(submission, case))) {
            None => return false,
            Some(Gist::Bad) => {
                has_failed = true;
                if plan.fail_fast {
                    break;
                }
            }
            Some(Gist::Good | Gist::Fault) => {}
        }
    }
    if diagnosis_key.is_none() || !has_failed {
        return true;
    }
    let diagnosis = |open: &Open| (open.index).diagnosis(open.header.key_of_diagnosis(submission)?);
    gists(&diagnosis).is_some()
}

/// Compares the verdicts of pairs that several journals know.
fn contradict(header: &Header, places: &[Place], journals: &mut [Open]) -> Result<(), MergeError> {
    for (submission, Place { inside, holders }) in places.iter().enumerate() {
        if holders.len() < 2 {
            continue;
        }
        for case in 0..header.plan.cases.len() {
            let mut verdicts = Vec::new();
            for &open in holders {
                let journal = &mut journals[open];
                let key = journal.header.key(*inside, case);
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
    places: &'a [Place],
}

impl Shelf<'_> {
    /// The best of what the journals of a submission's shard have found: a failure of ours
    /// counts only when none has anything else. `find` gets a journal and the submission's number
    /// there.
    fn best(
        &mut self,
        submission: usize,
        find: impl Fn(&Open, usize) -> Option<Found>,
    ) -> Option<(&mut Reader, Found)> {
        let Place { inside, holders } = &self.places[submission];
        let found = holders
            .iter()
            .filter_map(|&open| Some((open, find(&self.journals[open], *inside)?)));
        let (open, found) = found.min_by_key(|(_, found)| found.gist)?;
        Some((&mut self.journals[open].reader, found))
    }
}

impl Known for Shelf<'_> {
    fn preparation(&mut self, submission: usize) -> Result<Option<Preparation>, JournalError> {
        let best = self.best(submission, |open, inside| {
            open.index.prepared(open.header.key_of_preparation(inside))
        });
        best.map(|(reader, found)| reader.preparation(found))
            .transpose()
    }

    fn outcome(
        &mut self,
        submission: usize,
        case: usize,
    ) -> Result<Option<(Found, Outcome)>, JournalError> {
        let best = self.best(submission, |open, inside| {
            open.index.result(open.header.key(inside, case))
        });
        best.map(|(reader, found)| Ok((found, reader.outcome(found)?)))
            .transpose()
    }

    fn diagnosis(&mut self, submission: usize) -> Result<Option<Diagnosis>, JournalError> {
        let best = self.best(submission, |open, inside| {
            (open.index).diagnosis(open.header.key_of_diagnosis(inside)?)
        });
        best.map(|(reader, found)| reader.diagnosis(found))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::path::{Path, PathBuf};

    use super::Merge;
    use crate::fingerprint::{Fingerprint, Printer};
    use crate::journal::{Header, Journal, Line};
    use crate::limits::SetLimits;
    use crate::plan::{Case, Plan, Submission, Visibility};
    use crate::record::{Compilation, Excerpt, Judgement, Outcome, Preparation};
    use crate::verdict::{ExitStatus, Verdict};
    use plyjudge_runner::run::Containment;

    fn key(text: &str) -> Fingerprint {
        let mut printer = Printer::new();
        printer.bytes(text.as_bytes());
        printer.finish()
    }

    /// One submission and two cases.
    fn header(layers: &[&str]) -> Header {
        let case = |name: &str| Case {
            name: name.to_owned(),
            group: 0,
            visibility: Visibility::Visible,
            input: name.into(),
            expected: name.into(),
            limits: SetLimits::default().resolve(0),
            exit_status: ExitStatus::default(),
            tokens: None,
        };
        Header {
            plan: Plan {
                version: "1".into(),
                submissions: vec![Submission {
                    name: "alice".into(),
                    language: None,
                }],
                cases: ["1", "2"].map(case).to_vec(),
                not_programs: Vec::new(),
                groups: Vec::new(),
                has_suite: false,
                ignore: Vec::new(),
                containment: Containment::Sandbox,
                repeat: 1,
                fail_fast: false,
            },
            submission_keys: vec![key("alice")],
            case_keys: vec![key("1"), key("2")],
            part: None,
            diagnosis_key: None,
            layers: layers.iter().map(|&layer| layer.to_owned()).collect(),
        }
    }

    fn write(path: &Path, layers: &[&str], cases: &[(usize, Verdict)]) -> PathBuf {
        let header = header(layers);
        let mut journal = Journal::open(path).unwrap();
        journal.begin(&header).unwrap();
        let add = |line: &Line<'_>| _ = journal.writer.add(line).unwrap();
        add(&Line::Prepared {
            key: header.key_of_preparation(0),
            submission: "alice".into(),
            preparation: Cow::Owned(Preparation::Ready(Compilation::default())),
        });
        for &(case, verdict) in cases {
            add(&Line::Result {
                key: header.key(0, case),
                submission: "alice".into(),
                case: "".into(),
                outcome: Cow::Owned(Outcome::Judged(Judgement {
                    verdict,
                    run: None,
                    wrong: None,
                    stderr: Excerpt::default(),
                    repeats: Vec::new(),
                })),
            });
        }
        path.to_owned()
    }

    /// A shard that was begun on one machine and finished on another.
    #[test]
    fn what_was_contained_in_another_way_is_merged_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (all, one) = (["wall", "moat"], ["wall"]);
        let accepted = Verdict::Accepted;
        let begun = write(&at("1"), &all, &[(0, accepted)]);
        let finished = write(&at("2"), &one, &[(1, accepted)]);
        let merge = Merge::open(&[begun.clone(), finished.clone()]).unwrap();
        assert!(merge.gaps().is_empty());
        assert_eq!(merge.less_contained(), [(&*finished, vec!["moat"])]);
        let finish = merge.tell(Vec::new()).unwrap();
        assert_eq!(finish.summary.recalled, 2);
        let alone = Merge::open(std::slice::from_ref(&begun)).unwrap();
        assert_eq!(alone.gaps().unfinished, ["alice"]);
        // Whichever is right, somebody has to say.
        let other = write(&at("3"), &one, &[(0, Verdict::MemoryLimit), (1, accepted)]);
        let message = Merge::open(&[begun, other]).unwrap_err().to_string();
        assert!(message.contains("contradict each other"), "{message}");
    }
}
