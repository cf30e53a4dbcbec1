//! What several submissions of a class have in common.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::journal::diagnosis::Diagnosis;
use crate::report::{alike::listed, visible, words::count};

/// Something that is wrong with submissions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shared<'a> {
    /// What it is, in words.
    pub what: &'a str,
    /// The mistake's name; none for a fault of language.
    pub mistake: Option<&'a str>,
    /// Whether it is no mistake, but another reading of what the assignment leaves open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_reading: bool,
    /// The submissions by name, in order.
    pub submissions: Vec<&'a str>,
}

/// Each mistake and each fault of some submissions, those first that most have; places in the
/// source of a fault are left aside.
pub fn shared<'a>(diagnosed: impl Iterator<Item = (&'a str, &'a Diagnosis)>) -> Vec<Shared<'a>> {
    let mut by_what: BTreeMap<(&str, Option<&str>, bool), Vec<&str>> = BTreeMap::new();
    for (name, diagnosis) in diagnosed {
        let mistakes = diagnosis.mistakes.iter();
        let mistakes = mistakes.map(|it| (&*it.meaning, Some(&*it.name), it.is_reading));
        let faults = diagnosis.faults.iter();
        let faults = faults.map(|it| (kind(&it.text), None, false));
        for what in mistakes.chain(faults) {
            let names = by_what.entry(what).or_default();
            if names.last() != Some(&name) {
                names.push(name);
            }
        }
    }
    let shared = by_what
        .into_iter()
        .map(|((what, mistake, is_reading), submissions)| Shared {
            what,
            mistake,
            is_reading,
            submissions,
        });
    let mut shared: Vec<Shared<'a>> = shared.collect();
    shared.sort_by_key(|it| std::cmp::Reverse(it.submissions.len()));
    shared
}

/// A fault without its place in the source.
fn kind(fault: &str) -> &str {
    match fault.rsplit_once(" in ") {
        Some((kind, place)) if place.contains(':') && !place.contains(' ') => kind,
        _ => fault,
    }
}

/// What is shared, a line each, those by two or more of a class only; empty when there is nothing.
pub fn lines(all: &[Shared<'_>], class: usize) -> String {
    let mut text = String::new();
    for it in all.iter().filter(|it| it.submissions.len() > 1) {
        let mistake = it
            .mistake
            .map(|name| format!(" ({name})"))
            .unwrap_or_default();
        let number = count(it.submissions.len(), "submission");
        let what = visible::name(it.what);
        text += &format!("{number}: {what}: {}{mistake}\n", listed(&it.submissions));
        if let Some(name) = it.mistake
            && it.is_reading
            && 2 * it.submissions.len() > class
        {
            text += &format!(
                "  Most of the class reads the assignment so. Where that is right, \
                 `--rule {name}` accepts it.\n"
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{lines, shared};
    use crate::journal::diagnosis::{Certainty, Diagnosis, Fault, Mistake};

    #[test]
    fn what_most_have_comes_first_and_what_one_has_is_left_out() {
        let of = |mistakes: &[&str], faults: &[&str]| {
            let mut diagnosis = Diagnosis::plain(Certainty::Partial, String::new());
            let mistake = |name: &&str| Mistake {
                name: (*name).to_owned(),
                meaning: format!("Does {name}"),
                is_reading: name.starts_with('b'),
                evidence: Vec::new(),
            };
            diagnosis.mistakes = mistakes.iter().map(mistake).collect();
            let fault = |text: &&str| Fault {
                text: (*text).to_owned(),
                case: 0,
            };
            diagnosis.faults = faults.iter().map(fault).collect();
            diagnosis
        };
        let class = [
            (
                "ann",
                of(&["a=1", "b=2"], &["heap use after free in x.c:7"]),
            ),
            (
                "bob",
                of(&["b=2", "c=3"], &["heap use after free in y.c:9"]),
            ),
            ("eve", of(&["b=2"], &[])),
        ];
        let all = shared(class.iter().map(|(name, it)| (*name, it)));
        assert_eq!(all.len(), 4);
        assert_eq!(
            lines(&all, 6),
            "3 submissions: Does b=2: ann, bob, eve (b=2)\n\
             2 submissions: heap use after free: ann, bob\n"
        );
        assert_eq!(
            lines(&all, 5),
            "3 submissions: Does b=2: ann, bob, eve (b=2)\n  \
             Most of the class reads the assignment so. Where that is right, `--rule b=2` accepts \
             it.\n\
             2 submissions: heap use after free: ann, bob\n"
        );
    }
}
