//! What submissions of a class have in common, whatever the assignment is: those that fail alike,
//! those that are the same byte for byte, and cases in which most print the same, but not what is
//! expected.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::visible;
use super::words::count;
use crate::fingerprint::Fingerprint;
use crate::journal::results::{Brief, Prepared, Results};
use crate::verdict::Verdict;

/// How many names are listed for people.
const NAMES: usize = 12;

/// How many submissions have to agree before an expected output is doubted.
const AGREEING: usize = 3;

/// Submissions that fail the same cases in the same way: with the same verdict and, where they
/// were not stopped, the same output and the same end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group<'a> {
    /// Their names, at least two.
    pub submissions: Vec<&'a str>,
    /// The names of the cases that they fail.
    pub cases: Vec<&'a str>,
}

/// A case in which more than half of the submissions print the same, and not what is expected.
/// Submissions that are the same byte for byte count once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt<'a> {
    /// The case's name.
    pub case: &'a str,
    /// The names of those that agree.
    pub submissions: Vec<&'a str>,
    /// How many outputs they were compared with, their own included.
    pub of: usize,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Alike<'a> {
    /// Submissions that fail alike, the largest groups first.
    pub groups: Vec<Group<'a>>,
    /// Names of submissions that are the same byte for byte.
    pub identical: Vec<Vec<&'a str>>,
    /// Cases whose expected output is to be looked at.
    pub doubts: Vec<Doubt<'a>>,
}

/// How a submission fails a case. What was printed before a program was stopped is chance.
fn failure(result: &Brief) -> Option<(Verdict, Option<i32>, Option<Fingerprint>)> {
    let judged = result.judged()?;
    match judged.verdict {
        Verdict::Accepted => None,
        verdict @ (Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit) => {
            Some((verdict, None, None))
        }
        verdict => Some((verdict, judged.exit_status, judged.print)),
    }
}

impl<'a> Alike<'a> {
    /// Finds them. Submissions that do not compile, and those that could not be judged in all cases
    /// because of a fault on plyjudge's side, are in no group.
    pub fn of(results: &'a Results<'_>) -> Self {
        let plan = results.plan();
        let name = |&submission: &usize| plan.submissions[submission].name.as_str();
        let names = |all: &[usize]| all.iter().map(name).collect::<Vec<_>>();
        let mut by_sources: BTreeMap<Fingerprint, Vec<usize>> = BTreeMap::new();
        let mut by_failures: HashMap<Vec<_>, Vec<usize>> = HashMap::new();
        for (index, submission) in plan.submissions.iter().enumerate() {
            if let Some(sources) = submission.sources {
                by_sources.entry(sources).or_default().push(index);
            }
            let is_ready = matches!(results.prepared(index), Prepared::Ready);
            let is_known = is_ready && results.score(index).is_some();
            let failures: Vec<_> = results
                .results_of(index)
                .filter_map(|(case, result)| Some((case, failure(result)?)))
                .collect();
            // Earlier versions did not write down what stands for an output.
            if is_known && submission.sources.is_some() && !failures.is_empty() {
                by_failures.entry(failures).or_default().push(index);
            }
        }
        let mut groups: Vec<_> = by_failures.into_iter().collect();
        groups.retain(|(_, members)| members.len() > 1);
        groups.sort_by_key(|(_, members)| (std::cmp::Reverse(members.len()), members[0]));
        let groups = groups.iter().map(|(failures, members)| Group {
            submissions: names(members),
            cases: failures
                .iter()
                .map(|(case, _)| plan.cases[*case].name.as_str())
                .collect(),
        });
        let mut identical: Vec<_> = by_sources.into_values().collect();
        identical.retain(|members| members.len() > 1);
        identical.sort();
        let copies = identical.iter().flat_map(|members| &members[1..]);
        let copies: HashSet<usize> = copies.copied().collect();
        let cases = 0..plan.cases.len();
        Self {
            groups: groups.collect(),
            identical: identical.iter().map(|members| names(members)).collect(),
            doubts: cases
                .filter_map(|case| doubt(results, case, &copies))
                .collect(),
        }
    }

    /// The group of a submission, by its name.
    pub fn group_of(&self, submission: &str) -> Option<usize> {
        let has = |group: &Group<'_>| group.submissions.contains(&submission);
        self.groups.iter().position(has)
    }

    /// For people, what it is, each with the submissions that it is true of.
    pub fn facts(&self) -> Vec<(String, &[&'a str])> {
        let groups = self.groups.iter().map(|group| {
            let number = count(group.submissions.len(), "submission");
            let cases = match &group.cases[..] {
                [name] => format!("case {}", visible::name(name)),
                all => count(all.len(), "case"),
            };
            let fact = format!("{number} fail alike in {cases}");
            (fact, &group.submissions[..])
        });
        let identical = self.identical.iter().map(|members| {
            let number = count(members.len(), "submission");
            let fact = format!("{number} are the same, byte for byte");
            (fact, &members[..])
        });
        let doubts = self.doubts.iter().map(|doubt| {
            let (case, agree) = (visible::name(doubt.case), doubt.submissions.len());
            let of = count(doubt.of, "submission");
            let question = format!(
                "{case}: is the expected output right? {agree} of {of} print the same, and not this"
            );
            (question, &doubt.submissions[..])
        });
        groups.chain(identical).chain(doubts).collect()
    }

    /// For people, a line each; empty when there is nothing.
    pub fn lines(&self) -> String {
        let facts = self.facts().into_iter();
        facts
            .map(|(fact, members)| format!("{fact}: {}\n", listed(members)))
            .collect()
    }
}

/// What there is to be asked of the expected output of a case.
fn doubt<'a>(results: &'a Results<'_>, case: usize, copies: &HashSet<usize>) -> Option<Doubt<'a>> {
    let plan = results.plan();
    let mut outputs: HashMap<Fingerprint, Vec<&str>> = HashMap::new();
    let mut of = 0;
    let submissions = plan.submissions.iter().enumerate();
    for (index, submission) in submissions.filter(|(index, _)| !copies.contains(index)) {
        let result = results.results_of(index).nth(case);
        let Some(judged) = result.and_then(|(_, result)| result.judged()) else {
            continue;
        };
        match (judged.verdict, judged.print) {
            (Verdict::Accepted, _) => of += 1,
            (Verdict::WrongAnswer { .. }, Some(print)) => {
                of += 1;
                outputs.entry(print).or_default().push(&submission.name);
            }
            _ => {}
        }
    }
    let submissions = outputs.into_values().max_by_key(Vec::len)?;
    let is_most = submissions.len() >= AGREEING && 2 * submissions.len() > of;
    is_most.then_some(Doubt {
        case: &plan.cases[case].name,
        submissions,
        of,
    })
}

/// Names for people, most of them left out where there are many.
pub(super) fn listed(names: &[&str]) -> String {
    let shown: Vec<_> = names
        .iter()
        .take(NAMES)
        .map(|it| visible::name(it))
        .collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
