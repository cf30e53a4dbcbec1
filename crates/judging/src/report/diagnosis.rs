//! What is wrong with a submission: in words for people, and as JSON.

pub mod page;

use std::borrow::Cow;

use serde::Serialize;

use super::visible;
use crate::diagnosis::{Certainty, Diagnosis, Mistake, Rest, RestKind, Shrunk, Slip, SlipKind};
use crate::plan::{Case, Plan, Visibility};
use crate::record::Text;

/// How many other sets of mistakes are listed for people.
const OTHERS: usize = 5;

/// How many lines of a text are shown to people.
const LINES: usize = 40;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Somebody who may see everything.
    Staff,
    /// Somebody who may not see anything of hidden cases.
    Student,
}

impl Reader {
    /// Whether the reader may see what is in a case.
    pub fn may_see(self, plan: &Plan, case: usize) -> bool {
        let case = plan.cases.get(case);
        // Inputs made for a program are nobody's secret.
        self == Reader::Staff || case.is_none_or(|case| case.visibility == Visibility::Visible)
    }
}

/// What is wrong, a sentence or two a line, each ended by a newline. Somebody who may not see
/// hidden cases reads what the others show; what was found with hidden ones alone would say
/// what they test.
pub fn words(diagnosis: &Diagnosis, plan: &Plan, reader: Reader) -> String {
    let may_see = |case: usize| reader.may_see(plan, case);
    let failing = || diagnosis.wrong.iter().chain(&diagnosis.stopped).copied();
    if failing().all(may_see) {
        return all_words(diagnosis, plan, reader);
    }
    if !failing().any(may_see) {
        return "It fails in hidden cases only.\n".to_owned();
    }
    let shows = |case: &usize| may_see(*case);
    // Several mistakes may each show in another case, which the evidence names.
    let is_shown = match diagnosis.mistakes.len() {
        0 => false,
        1 => {
            let begun = diagnosis.evidence.iter().map(|it| it.case);
            diagnosis.explained.iter().any(shows) || begun.clone().any(may_see)
        }
        _ => diagnosis.evidence.iter().all(|it| may_see(it.case)),
    };
    let mut text = match (is_shown, diagnosis.certainty) {
        (true, _) => {
            let meanings = diagnosis.mistakes.iter();
            let meanings = meanings.map(|it| format!("{} ({})", it.meaning, it.name));
            format!(
                "Behaves as if: {}.\n",
                meanings.collect::<Vec<_>>().join("; and ")
            )
        }
        (false, Certainty::Blanks) => "Only white space is wrong.\n".to_owned(),
        (false, _) => String::new(),
    };
    text += "It fails in hidden cases as well.\n";
    text += &evidence(diagnosis, plan, &may_see);
    text
}

/// All that is known.
fn all_words(diagnosis: &Diagnosis, plan: &Plan, reader: Reader) -> String {
    let may_see = |case: usize| reader.may_see(plan, case);
    let mut text = diagnosis.summary.clone() + "\n";
    text += &evidence(diagnosis, plan, &may_see);
    let equivalent = match (reader, &diagnosis.tested) {
        (Reader::Staff, None) => "Equivalent on these cases (`plyjudge diagnose` makes others)",
        (_, Some(_)) => "No experiment tells it from",
        (Reader::Student, None) => "Equivalent on these cases",
    };
    text += &others(equivalent, &diagnosis.mistakes, &diagnosis.equivalents);
    text += &others("Fits as well", &diagnosis.mistakes, &diagnosis.rivals);
    if let Some(shrunk) = diagnosis.shrunk.as_ref().filter(|it| may_see(it.case)) {
        text += "A smaller input that fails:\n";
        text += &indented(&shrunk.input);
    }
    text
}

/// Where it shows.
fn evidence(diagnosis: &Diagnosis, plan: &Plan, may_see: &dyn Fn(usize) -> bool) -> String {
    let mut text = String::new();
    let shown = diagnosis.evidence.iter().filter(|it| may_see(it.case));
    for (place, evidence) in shown.enumerate() {
        let begin = match (place, diagnosis.certainty) {
            (0, Certainty::Exact | Certainty::Partial | Certainty::Text) => {
                "Shortest case that shows it"
            }
            (0, Certainty::Blanks | Certainty::Unstable) => "Where it shows",
            (0, _) => "Shortest case that fails",
            _ => "Also",
        };
        let name = name_of(diagnosis, plan, evidence.case);
        let name = visible::name(&name);
        text += &format!("{begin}: {name}, {}.\n", visible::name(&evidence.text));
    }
    text
}

/// The name of a case, or an input that was made by its first and last lines.
fn name_of(diagnosis: &Diagnosis, plan: &Plan, case: usize) -> String {
    const WHOLE: usize = 6;
    const FIRST: usize = 2;
    if let Some(case) = plan.cases.get(case) {
        return case.name.clone();
    }
    let made = diagnosis.made.get(case - plan.cases.len());
    let input = made.map(|made| made.input.to_lossy()).unwrap_or_default();
    let lines: Vec<&str> = input.lines().collect();
    match lines.len() {
        0 => "the empty input".to_owned(),
        1..=WHOLE => format!("input '{}'", lines.join(" / ")),
        all => {
            let (first, last) = (lines[..FIRST].join(" / "), lines[all - FIRST..].join(" / "));
            format!("input '{first} / … / {last}' of {all} lines")
        }
    }
}

/// Other sets of mistakes, each by what is in it in place of mistakes of the first one.
fn others(begin: &str, first: &[Mistake], sets: &[Vec<Mistake>]) -> String {
    if sets.is_empty() {
        return String::new();
    }
    let meaning = |set: &Vec<Mistake>| {
        let meanings = set.iter().filter(|it| !first.contains(it)).map(|mistake| {
            let Mistake { name, meaning } = mistake;
            format!("{meaning} ({name})")
        });
        let meanings = meanings.collect::<Vec<_>>().join(", and ");
        let replaced = first.iter().filter(|it| !set.contains(it));
        let replaced: Vec<&str> = replaced.map(|it| &*it.name).collect();
        match replaced.len() == first.len() {
            true => meanings,
            false => format!("{meanings}, in place of {}", replaced.join(" and ")),
        }
    };
    let mut listed: Vec<String> = sets.iter().take(OTHERS).map(meaning).collect();
    if sets.len() > OTHERS {
        listed.push(format!("{} more", sets.len() - OTHERS));
    }
    format!("{begin}: {}.\n", listed.join("; "))
}

/// The first lines of a text.
fn indented(text: &Text) -> String {
    let text = text.to_lossy();
    let mut shown = String::new();
    for line in text.lines().take(LINES) {
        shown += &format!("  {}\n", visible::name(line));
    }
    if text.lines().nth(LINES).is_some() {
        shown += "  …\n";
    }
    shown
}

/// A diagnosis in JSON, with the names of cases.
#[derive(Serialize)]
pub(super) struct DiagnosisRecord<'a> {
    certainty: Certainty,
    summary: &'a str,
    mistakes: &'a [Mistake],
    equivalents: &'a [Vec<Mistake>],
    rivals: &'a [Vec<Mistake>],
    wrong: Vec<&'a str>,
    explained: Vec<&'a str>,
    contradicted: Vec<&'a str>,
    stopped: Vec<&'a str>,
    evidence: Vec<EvidenceRecord<'a>>,
    slips: Vec<SlipRecord<'a>>,
    by_text: Vec<&'a str>,
    shrunk: Option<ShrunkRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tested: Option<TestedRecord<'a>>,
}

/// What came of experiments, with the inputs that evidence names by their first and last lines.
#[derive(Serialize)]
struct TestedRecord<'a> {
    runs: usize,
    fresh: usize,
    right: usize,
    explained: usize,
    rest: Vec<RestRecord<'a>>,
    made: Vec<ShrunkRecord<'a>>,
}

#[derive(Serialize)]
struct RestRecord<'a> {
    kind: RestKind,
    inputs: usize,
    example: Cow<'a, str>,
}

#[derive(Serialize)]
struct EvidenceRecord<'a> {
    case: Cow<'a, str>,
    text: &'a str,
}

#[derive(Serialize)]
struct SlipRecord<'a> {
    kind: SlipKind,
    expected: &'a str,
    printed: &'a str,
    context: &'a str,
    input: &'a str,
    places: usize,
    case: Cow<'a, str>,
    line: usize,
    whole: &'a str,
}

#[derive(Serialize)]
struct ShrunkRecord<'a> {
    case: &'a str,
    input: &'a Text,
    expected: &'a Text,
    printed: &'a Text,
}

impl<'a> DiagnosisRecord<'a> {
    /// The record, with the names of these cases.
    pub(super) fn of(diagnosis: &'a Diagnosis, cases: &'a [Case]) -> Self {
        let name = |case: usize| &*cases[case].name;
        let any_name = |case: usize| match case.checked_sub(cases.len()) {
            None => Cow::Borrowed(name(case)),
            Some(made) => Cow::Owned(format!("made[{made}]")),
        };
        let names = |cases: &[usize]| cases.iter().map(|&case| name(case)).collect();
        let evidence = diagnosis.evidence.iter().map(|evidence| EvidenceRecord {
            case: any_name(evidence.case),
            text: &evidence.text,
        });
        let slip = |slip: &'a Slip| SlipRecord {
            kind: slip.kind,
            expected: &slip.expected,
            printed: &slip.printed,
            context: &slip.context,
            input: &slip.input,
            places: slip.places,
            case: any_name(slip.case),
            line: slip.line,
            whole: &slip.whole,
        };
        let rest = |rest: &Rest| RestRecord {
            kind: rest.kind,
            inputs: rest.inputs,
            example: any_name(rest.example),
        };
        let shrunk = |shrunk: &'a Shrunk| ShrunkRecord {
            case: name(shrunk.case),
            input: &shrunk.input,
            expected: &shrunk.expected,
            printed: &shrunk.printed,
        };
        Self {
            certainty: diagnosis.certainty,
            summary: &diagnosis.summary,
            mistakes: &diagnosis.mistakes,
            equivalents: &diagnosis.equivalents,
            rivals: &diagnosis.rivals,
            wrong: names(&diagnosis.wrong),
            explained: names(&diagnosis.explained),
            contradicted: names(&diagnosis.contradicted),
            stopped: names(&diagnosis.stopped),
            evidence: evidence.collect(),
            slips: diagnosis.slips.iter().map(slip).collect(),
            by_text: names(&diagnosis.by_text),
            shrunk: diagnosis.shrunk.as_ref().map(shrunk),
            tested: diagnosis.tested.as_ref().map(|tested| TestedRecord {
                runs: tested.runs,
                fresh: tested.fresh,
                right: tested.right,
                explained: tested.explained,
                rest: tested.rest.iter().map(rest).collect(),
                made: diagnosis.made.iter().map(shrunk).collect(),
            }),
        }
    }
}
