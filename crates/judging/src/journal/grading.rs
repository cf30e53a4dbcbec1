//! A grading as work that is done piece by piece: what it depends on, and what is found out.
//!
//! ```text
//! {"begin":{"work":"grade",…,"about":{"plan":{…},"submission-keys":["…",…],…}},"sum":"…"}
//! {"done":{"key":"…","name":"…","piece":{"prepared":{…}}},"sum":"…"}
//! {"done":{"key":"…","name":"…","piece":{"result":{…}}},"sum":"…"}
//! {"done":{"key":"…","name":"…","piece":{"diagnosed":{…}}},"sum":"…"}
//! ```
//!
//! How journals are kept, see [`crate::journal::work`]. A unit is a submission.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::fingerprint::{Fingerprint, Printer};
use crate::journal::diagnosis::{Certainty, Diagnosis};
use crate::journal::shard::Shard;
use crate::journal::work::{Done, Gist, Header, Labelled, Work};
use crate::record::{Outcome, Preparation};
use crate::suite::plan::{Case, Plan};

/// What is graded, and what results depend on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Grading {
    /// What is graded; of a shard, its submissions.
    pub plan: Plan,
    /// For each submission, what its preparation depends on besides [`Grading::layers`].
    pub submission_keys: Vec<Fingerprint>,
    /// For each case, what its results depend on besides the submission.
    pub case_keys: Vec<Fingerprint>,
    /// All submissions, where this is a part of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// What diagnoses depend on besides both; none when none are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis_key: Option<Fingerprint>,
    /// What programs are contained by, see [`in_force`](plyjudge_runner::layers::in_force): everything
    /// depends on it.
    #[serde(default)]
    pub layers: Vec<String>,
}

/// All submissions of a grading that is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// How many there are.
    pub submissions: usize,
    /// Stands for their names.
    pub names: Fingerprint,
}

impl Roll {
    /// Submissions that have these names.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut printer = Printer::new();
        let mut submissions = 0;
        for name in names {
            printer.bytes(name.as_bytes());
            submissions += 1;
        }
        Self {
            submissions,
            names: printer.finish(),
        }
    }
}

/// Something that was found out.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time is read or written"
)]
pub enum Piece {
    /// A submission was made ready, or was not.
    Prepared(Preparation),
    /// A pair was judged.
    Result(Outcome),
    /// It was found out what is wrong with a submission.
    Diagnosed(Diagnosis),
}

impl Grading {
    /// What the preparation of a submission depends on.
    pub fn key_of_preparation(&self, submission: usize) -> Fingerprint {
        Fingerprint::of_value(&(self.submission_keys[submission], &self.layers))
    }

    /// What the result of a pair depends on.
    pub fn key(&self, submission: usize, case: usize) -> Fingerprint {
        Fingerprint::of_value(&(self.key_of_preparation(submission), self.case_keys[case]))
    }

    /// What the diagnosis of a submission depends on; none when none are made.
    pub fn key_of_diagnosis(&self, submission: usize) -> Option<Fingerprint> {
        let mut printer = Printer::new();
        printer.value(&(self.diagnosis_key?, self.key_of_preparation(submission)));
        printer.value(&self.case_keys);
        Some(printer.finish())
    }

    /// What the result of a pair is called in a journal.
    pub fn name_of(&self, submission: usize, case: usize) -> String {
        let (submissions, cases) = (&self.plan.submissions, &self.plan.cases);
        let (submission, case) = (&submissions[submission].name, &cases[case].name);
        format!("submission '{submission}', case '{case}'")
    }

    /// How many submissions the whole has that this is a part of.
    pub fn whole(&self) -> usize {
        let roll = self.roll.as_ref();
        roll.map_or(self.plan.submissions.len(), |roll| roll.submissions)
    }
}

impl Work for Grading {
    const NAME: &'static str = "grade";
    type Piece = Piece;

    fn layers(&self) -> &[String] {
        &self.layers
    }

    fn resume(&mut self, last: &Self) {
        let date = std::mem::replace(&mut self.plan.date, last.plan.date.clone());
        if self != last {
            self.plan.date = date;
        }
    }

    fn gist(piece: &Piece) -> Gist {
        match piece {
            Piece::Prepared(Preparation::Fault(_)) | Piece::Result(Outcome::Fault(_)) => {
                Gist::Fault
            }
            Piece::Prepared(Preparation::Ready(_)) => Gist::Good,
            Piece::Result(outcome) if outcome.is_accepted() => Gist::Good,
            Piece::Diagnosed(diagnosis) if diagnosis.certainty == Certainty::Fault => Gist::Fault,
            Piece::Prepared(_) | Piece::Result(_) | Piece::Diagnosed(_) => Gist::Bad,
        }
    }

    fn scan(line: &[u8]) -> Option<(Fingerprint, Gist)> {
        let line: Done<Labelled<IgnoredAny, ScannedPiece>> = serde_json::from_slice(line).ok()?;
        let gist = match line.done.piece {
            ScannedPiece::Prepared { preparation } => preparation.gist(),
            ScannedPiece::Diagnosed { certainty } => certainty.gist(),
            ScannedPiece::Result { outcome, verdict } => match (outcome, verdict) {
                (Word::Fault, _) => Gist::Fault,
                (_, Some(verdict)) => verdict.code.gist(),
                (_, None) => Gist::Bad,
            },
        };
        Some((line.done.key, gist))
    }

    fn unlike(one: &Header<Self>, other: &Header<Self>) -> Option<String> {
        let (ours, theirs) = (&one.about, &other.about);
        let (a, b) = (&ours.plan, &theirs.plan);
        let same_case = |a: &Case, b: &Case| {
            (&a.name, a.group, a.visibility) == (&b.name, b.group, b.visibility)
                && (&a.limits, a.exit_status) == (&b.limits, b.exit_status)
        };
        if a.cases.len() != b.cases.len() {
            return Some(format!("{} and {} cases", b.cases.len(), a.cases.len()));
        }
        let mut cases = a.cases.iter().zip(&b.cases).enumerate();
        let differing = cases.find(|(case, (a, b))| {
            !same_case(a, b) || ours.case_keys.get(*case) != theirs.case_keys.get(*case)
        });
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
        if ours.diagnosis_key != theirs.diagnosis_key {
            return Some("diagnosed in another way".to_owned());
        }
        if (one.shard.map(Shard::of), ours.roll) != (other.shard.map(Shard::of), theirs.roll) {
            return Some("shards of other submissions or another split".to_owned());
        }
        // A shard begun twice must have seen the same submissions.
        let same =
            (&a.submissions, &ours.submission_keys) == (&b.submissions, &theirs.submission_keys);
        (one.shard == other.shard && !same).then(|| "submissions have changed".to_owned())
    }

    /// Those of results, whatever programs were contained by.
    fn keys(header: &Header<Self>) -> Option<Vec<Fingerprint>> {
        let Grading { plan, .. } = &header.about;
        let pairs = (0..plan.submissions.len())
            .flat_map(|submission| (0..plan.cases.len()).map(move |case| (submission, case)));
        Some(
            pairs
                .map(|(submission, case)| header.about.key(submission, case))
                .collect(),
        )
    }

    /// What was measured may differ, and failures of ours say nothing.
    fn agree(one: &Piece, other: &Piece) -> bool {
        match (one, other) {
            (Piece::Result(Outcome::Judged(one)), Piece::Result(Outcome::Judged(other))) => {
                one.verdict == other.verdict
            }
            _ => true,
        }
    }
}

/// As much of a piece as the index needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ScannedPiece {
    Prepared {
        preparation: Word,
    },
    Result {
        outcome: Word,
        verdict: Option<ScannedVerdict>,
    },
    Diagnosed {
        certainty: Word,
    },
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

#[cfg(test)]
mod tests;
