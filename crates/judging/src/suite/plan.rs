//! What a grading is about: submissions, cases, groups of cases with points.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::compare::{Ignore, Tokens};
use crate::fingerprint::Fingerprint;
use crate::verdict::ExitStatus;
use plyjudge_runner::run::{Containment, Limits};

/// All that will be graded, known before anything is run. Other data refer to submissions,
/// cases and groups by their index here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of plyjudge.
    pub version: String,
    /// What it is called: a title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The day on which this was first set out to be graded, in UTC: `2026-02-28`. The same
    /// grading gone on with keeps it. None where nobody says, and in journals of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What is graded, in the order of the names.
    pub submissions: Vec<Submission>,
    /// What else lies beside the submissions, in the order of the names. It gets no points, not
    /// even none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_programs: Vec<NotProgram>,
    /// What it is graded with: group by group, within a group in the order of the names.
    pub cases: Vec<Case>,
    /// The groups of cases, never empty. Without a suite file there is one, named `all`, in
    /// which each case is worth one point.
    pub groups: Vec<Group>,
    /// How points of groups within groups come together; none where they are added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grader: Option<Grader>,
    /// How points of groups come together where there is no grader.
    #[serde(default, skip_serializing_if = "Total::is_sum")]
    pub total: Total,
    /// Whether groups and points come from a suite file; if not, reports need not show them.
    pub has_suite: bool,
    /// Differences that do not count.
    pub ignore: Vec<Ignore>,
    /// How runs are contained.
    pub containment: Containment,
    /// How often each case is run.
    pub repeat: u32,
    /// Whether the cases after the first one that a submission fails are skipped.
    pub fail_fast: bool,
}

/// One program that is graded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its file or folder name, unique, never empty and without control characters: bytes
    /// that do not print are escaped (`\xNN`, a backslash is doubled). Otherwise any text,
    /// chosen by a stranger: it may hold markup, quotes, commas, or start with a dash.
    pub name: String,
    /// The language it is taken for, as people write it (`C++`, `Python 3`, `Makefile`,
    /// `executable`); none when that could not be told.
    pub language: Option<String>,
    /// What stands for the content of its files: two that have the same were handed in byte for
    /// byte alike. A single file's name does not count. None for a command, and in journals of
    /// earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Fingerprint>,
    /// Whose it is, where a course platform says so in the names of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
}

/// Who has handed something in, as a course platform knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The platform's number for them.
    pub id: String,
    /// Their name as the platform writes it in names of files. Any text, see
    /// [`Submission::name`].
    pub name: String,
    /// Names of files that do not count, because others of theirs do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub older: Vec<String>,
}

/// A file or folder that is not a program: a list of marks, notes, an empty folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotProgram {
    /// Its name, see [`Submission::name`].
    pub name: String,
    /// Why it is none, in words for staff.
    pub reason: String,
    /// See [`Submission::student`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
}

/// One test case, as the suite has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Its name, unique, see [`crate::suite::case::Case::name`].
    pub name: String,
    /// Its group's index in [`Plan::groups`].
    pub group: usize,
    /// Who may see its input and expected output.
    pub visibility: Visibility,
    /// The file with the input.
    #[serde(with = "any_path")]
    pub input: PathBuf,
    /// The file with the expected output.
    #[serde(with = "any_path")]
    pub expected: PathBuf,
    /// What a run of it may use.
    pub limits: Limits,
    /// The exit status that is awaited.
    #[serde(default)]
    pub exit_status: ExitStatus,
    /// How tokens are compared, where they are and not bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// The arguments of the output validator, where one says what is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validator: Option<Vec<String>>,
}

/// Cases that are worth points together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its name, unique.
    pub name: String,
    /// What it is worth when all its cases pass, not negative; infinite where nobody sets a bound.
    #[serde(with = "maybe_unbounded")]
    pub points: f64,
    /// How points are given when only some of its cases pass.
    pub credit: Credit,
    /// Earlier groups, by index, without all of whose cases it is worth nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<usize>,
}

/// What an output validator may give for a case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// A part of so many points, all of them where it says nothing.
    Of(f64),
    /// As many points as it says, which it has to.
    Unbounded,
    /// As many points as it says, else so many.
    OrElse(f64),
}

/// How the points of a group are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Credit {
    /// In equal parts for each case that passes.
    #[default]
    Case,
    /// Only when all cases pass.
    Group,
}

/// How the points of groups make those of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Total {
    /// They are added up.
    #[default]
    Sum,
    /// The least of those from this group on, by its index.
    Least(usize),
    /// These, if all cases from this group on pass.
    All(usize, f64),
}

impl Total {
    /// Whether groups are worth what they are worth alone.
    pub fn is_sum(&self) -> bool {
        *self == Total::Sum
    }
}

/// Who may see what a case is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Visible,
    /// Staff only: reports for students show its name and verdict, never its input, its
    /// expected output or what was printed for it.
    Hidden,
    /// Everybody once the assignment is due, as Gradescope knows it; hidden in all other reports.
    AfterDueDate,
    /// Everybody once grades are published, as Gradescope knows it; hidden in all other reports.
    AfterPublished,
}

impl Visibility {
    /// Whether students may see it now.
    pub fn is_open(self) -> bool {
        self == Visibility::Visible
    }
}

impl Plan {
    /// The cases of a group, as indices.
    pub fn cases_of(&self, group: usize) -> impl Iterator<Item = usize> {
        let cases = self.cases.iter().enumerate();
        cases
            .filter(move |(_, case)| case.group == group)
            .map(|(index, _)| index)
    }

    /// The points that can be had; infinite where nobody sets a bound.
    pub fn max_points(&self) -> f64 {
        match &self.grader {
            Some(grader) => grader.most,
            None => {
                let points: Vec<f64> = self.groups.iter().map(|group| group.points).collect();
                self.total_of(&points, true)
            }
        }
    }

    /// The points of a submission in all; `share` as for [`points`](Self::points).
    pub fn score(&self, share: impl Fn(usize) -> Option<f64>) -> f64 {
        match &self.grader {
            Some(grader) => {
                let graded = grader.grade(&share, &mut |_, _| {});
                if graded.is_accepted {
                    graded.score
                } else {
                    0.0
                }
            }
            None => {
                let first = match self.total {
                    Total::All(first, _) => first,
                    Total::Sum | Total::Least(_) => 0,
                };
                let points = self.points(&share);
                let cases = self.cases.iter().enumerate();
                let mut counted = cases.filter(|(_, case)| case.group >= first);
                let passes = counted.all(|(index, _)| share(index).is_some());
                self.total_of(&points, passes)
            }
        }
    }

    /// The points that groups with these points make; `passes` says whether all cases that have to
    /// do.
    fn total_of(&self, points: &[f64], passes: bool) -> f64 {
        match self.total {
            Total::Sum => points.iter().sum(),
            Total::Least(first) => Scoring::Min.of(&points[first..]),
            Total::All(_, points) if passes => points,
            Total::All(..) => 0.0,
        }
    }

    /// The points of a submission, a number for each group; `share` says of a case, by its index,
    /// what part of its points it gets, from 0 to 1, or how many where nobody sets a bound; none
    /// where it does not pass.
    pub fn points(&self, share: impl Fn(usize) -> Option<f64>) -> Vec<f64> {
        if let Some(grader) = &self.grader {
            let mut points = vec![0.0; self.groups.len()];
            grader.grade(&share, &mut |group, score| points[group] = score);
            return points;
        }
        let mut counts = vec![Count::NONE; self.groups.len()];
        for (index, case) in self.cases.iter().enumerate() {
            counts[case.group].add(share(index));
        }
        let groups = self.groups.iter().zip(&counts);
        let passes = |group: &usize| counts[*group].passed == counts[*group].of;
        groups
            .map(|(group, count)| match group.requires.iter().all(passes) {
                true => group.score(count),
                false => 0.0,
            })
            .collect()
    }

    /// What a case is worth at most when it is looked at alone.
    pub fn points_of(&self, case: usize) -> f64 {
        let group = self.cases[case].group;
        let of = match self.groups[group].credit {
            Credit::Case => self.cases_of(group).count(),
            Credit::Group => 1,
        };
        self.groups[group].points / of as f64
    }
}

/// How the cases of a group were passed.
#[derive(Clone, Copy, Debug)]
struct Count {
    passed: usize,
    of: usize,
    /// The shares of all cases together.
    sum: f64,
    /// The least of them.
    least: f64,
}

impl Count {
    const NONE: Self = Self {
        passed: 0,
        of: 0,
        sum: 0.0,
        least: f64::INFINITY,
    };

    fn add(&mut self, share: Option<f64>) {
        self.passed += usize::from(share.is_some());
        self.of += 1;
        self.sum += share.unwrap_or(0.0);
        self.least = self.least.min(share.unwrap_or(0.0));
    }
}

impl Group {
    fn score(&self, count: &Count) -> f64 {
        match self.credit {
            Credit::Case if self.points.is_infinite() => count.sum,
            Credit::Group if self.points.is_infinite() => count.least,
            Credit::Case => self.points * count.sum / count.of as f64,
            Credit::Group => self.points * count.least,
        }
    }
}

/// How what is in a group comes together, and what is in it: as the default grader of legacy
/// problem packages has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grader {
    /// The group whose points these are, by its index, where it has cases of its own.
    pub group: Option<usize>,
    /// What is in it, in the order in which it is judged.
    pub items: Vec<Item>,
    /// Whether what comes after the first item that is rejected does not count.
    pub breaks: bool,
    /// When it is accepted.
    pub accepts: Accepts,
    /// How its points come from those of its items.
    pub scoring: Scoring,
    /// Whether only the last item counts.
    pub only_last: bool,
    /// The most points that can be had; infinite where nobody sets a bound.
    #[serde(with = "maybe_unbounded")]
    pub most: f64,
}

/// What is in a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// A case.
    Case {
        /// Its index.
        case: usize,
        /// Points where it is accepted; none where the output validator gives them.
        accepted: Option<f64>,
        /// Points where it is rejected.
        rejected: f64,
    },
    /// A group.
    Group(Grader),
}

/// When a group is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Accepts {
    /// When all its items are.
    All,
    /// When one of its items is.
    Any,
    /// Always.
    Always,
}

/// How points of items come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Their sum.
    Sum,
    /// Their mean.
    Avg,
    /// The least.
    Min,
    /// The most.
    Max,
}

impl Scoring {
    /// The points that come of these; none of none.
    pub fn of(self, scores: &[f64]) -> f64 {
        let sum = || scores.iter().sum::<f64>();
        match self {
            _ if scores.is_empty() => 0.0,
            Scoring::Sum => sum(),
            Scoring::Avg => sum() / scores.len() as f64,
            Scoring::Min => scores.iter().copied().fold(f64::INFINITY, f64::min),
            Scoring::Max => scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// What came of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Graded {
    /// Whether it is accepted.
    pub is_accepted: bool,
    /// Its points.
    pub score: f64,
}

impl Grader {
    /// What comes of a group; `share` says of a case how many points the output validator gives,
    /// none where it is rejected. `each` is told the points of groups with cases.
    pub fn grade(
        &self,
        share: &dyn Fn(usize) -> Option<f64>,
        each: &mut dyn FnMut(usize, f64),
    ) -> Graded {
        let mut found = Vec::new();
        for item in &self.items {
            let graded = match item {
                Item::Group(inner) => inner.grade(share, each),
                Item::Case {
                    case,
                    accepted,
                    rejected,
                } => {
                    let share = share(*case);
                    Graded {
                        is_accepted: share.is_some(),
                        score: share.map_or(*rejected, |share| accepted.unwrap_or(share)),
                    }
                }
            };
            found.push(graded);
            if self.breaks && !graded.is_accepted {
                break;
            }
        }
        if self.only_last && found.len() > 1 {
            found.drain(..found.len() - 1);
        }
        let scores: Vec<f64> = found.iter().map(|graded| graded.score).collect();
        let mut accepted = found.iter().map(|graded| graded.is_accepted);
        let graded = Graded {
            is_accepted: match self.accepts {
                Accepts::All => accepted.all(|it| it),
                Accepts::Any => accepted.any(|it| it) || found.is_empty(),
                Accepts::Always => true,
            },
            score: self.scoring.of(&scores),
        };
        if let Some(group) = self.group {
            each(group, graded.score);
        }
        graded
    }

    /// Notes the cases that are judged where these pass.
    pub fn judged(&self, passes: &dyn Fn(usize) -> bool, judged: &mut Vec<usize>) {
        let share = |case: usize| passes(case).then_some(1.0);
        for item in &self.items {
            let is_accepted = match item {
                Item::Case { case, .. } => {
                    judged.push(*case);
                    passes(*case)
                }
                Item::Group(inner) => {
                    inner.judged(passes, judged);
                    inner.grade(&share, &mut |_, _| {}).is_accepted
                }
            };
            if self.breaks && !is_accepted {
                break;
            }
        }
    }
}

/// Points that are null where nobody sets a bound.
mod maybe_unbounded {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(points: &f64, to: S) -> Result<S::Ok, S::Error> {
        points.is_finite().then_some(*points).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(from)?.unwrap_or(f64::INFINITY))
    }
}

/// Paths of any bytes: text where they are UTF-8.
mod any_path {
    use bstr::{ByteSlice, ByteVec};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Path, PathBuf};
    use crate::record::Text;

    pub(crate) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        let bytes = <[u8]>::from_path(path).unwrap_or_default();
        Text::from(bytes.to_vec()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        let bytes = Text::deserialize(from)?.into_bytes();
        bytes.into_path_buf().map_err(serde::de::Error::custom)
    }
}
