//! Diagnosis: which rule a program got wrong.
//!
//! What the program printed is compared with what an engine with each mistake prints, then
//! with each pair, then with larger sets; the smallest set that explains most is named, with
//! the case that shows it best.

mod apart;
mod experiment;
pub mod forms;
mod language;
mod nearest;
mod scoring;
mod search;
mod smaller;
mod submission;
mod summary;
pub mod text_differences;
pub mod whereabouts;
mod wording;

use std::sync::Arc;

use super::catalogue::Set;
use super::replay::Reading;
use super::suite::Suite;
use scoring::Scoring;
use search::{Found, exact, partial, partial_from};
use text_differences::TextDifferences;
use wording::Wording;

pub use crate::judge::journal::diagnosis::{TextDifference, TextDifferenceKind};
pub use experiment::Experiments;
pub use smaller::{Shrunk, shrunk};
pub use submission::{CaseUse, More, RuleDiagnosis};
pub use summary::{evidence, evidence_of_each, summary};

/// What a program did with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// All that it printed.
    pub output: Vec<u8>,
    /// Why there may be no more of it: a crash, a limit; none when it ended as it should.
    pub stopped: Option<String>,
}

/// What is wrong with a program. Cases are named by their index in the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// Cases with a wrong output, the shortest input first.
    pub wrong: Vec<usize>,
    /// Cases whose output is right as far as it goes, but that did not end as they should.
    pub stopped: Vec<usize>,
    /// Cases that are right.
    pub right: Vec<usize>,
    /// How its text differs from the right one, whatever game it plays; the finding is about
    /// what else is wrong.
    pub differences: Vec<TextDifference>,
    /// Those wrong cases in which nothing else is, the shortest input first.
    pub by_text: Vec<usize>,
    wording: Arc<TextDifferences>,
    /// What makes the outputs wrong.
    pub finding: Finding,
}

/// What makes outputs wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing, or nothing but text.
    Nothing,
    /// Only white space: everything else is right.
    Blanks,
    /// Mistakes of the catalogue.
    Mistakes(Explanation),
    /// Nothing that is known.
    Unknown,
}

/// Mistakes that explain wrong outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The mistakes, as few as possible.
    pub set: Set,
    /// Other sets, as small, whose answers are the same on every case.
    pub equivalents: Vec<Set>,
    /// Other sets, as small, that fare as well with other answers.
    pub rivals: Vec<Set>,
    /// Whether white space is left out of account.
    pub without_blanks: bool,
    /// Wrong cases whose whole output is as the mistakes have it, the shortest input first;
    /// those in which only text is wrong among them.
    pub explained: Vec<usize>,
    /// Wrong cases of which only the first difference is, the shortest input first.
    pub begun: Vec<usize>,
    /// Cases that are right where the mistakes would have them wrong.
    pub contradicted: Vec<usize>,
}

impl Diagnosis {
    /// Whether the mistakes named give exactly what was printed on every case.
    pub fn is_exact(&self) -> bool {
        match &self.finding {
            Finding::Mistakes(found) => {
                found.explained.len() == self.wrong.len()
                    && found.contradicted.is_empty()
                    && !found.without_blanks
            }
            _ => false,
        }
    }
}

/// Finds out what is wrong with a program from what it did with the cases of a suite; none
/// for a case that was not run.
pub fn diagnose(suite: &Suite<'_>, observed: &[Option<Observed>]) -> Diagnosis {
    let scoring = Scoring::new(suite, observed, Reading::Exact);
    let known = known(suite, observed, &scoring);
    diagnosis(suite, observed, &scoring, known)
}

/// The same for more cases than those in which a part was found, or what was refuted: what else
/// is wrong is searched beside it.
fn refine(suite: &Suite<'_>, observed: &[Option<Observed>], part: &Diagnosis) -> Diagnosis {
    let set = match &part.finding {
        Finding::Mistakes(found) if !found.without_blanks => &found.set,
        _ => return diagnose(suite, observed),
    };
    let scoring = Scoring::new(suite, observed, Reading::Exact);
    let known = match part.wording.is_empty() {
        true => {
            let found = partial_from(&scoring, set);
            let explained = found.map(|found| explanation(&scoring, &found, false));
            Known::of_game(explained.map_or(Finding::Unknown, Finding::Mistakes))
        }
        false => {
            let differences = (*part.wording).clone();
            let wording = Wording::new(suite, observed, &scoring, differences, true);
            let found = partial_from(&wording.scoring, set);
            Known::of(wording, found.as_ref())
        }
    };
    let is_exact = known.is_exact(&scoring);
    if !is_exact && part.is_exact() {
        return diagnose(suite, observed);
    }
    let known = match is_exact {
        true => known,
        false => nearest::nearest(suite, observed, &scoring, &known).unwrap_or(known),
    };
    diagnosis(suite, observed, &scoring, known)
}

/// What explains everything with blank lines in account, if anything does: where they were left
/// out, what prints one here and there passes for what prints none.
fn with_blank_lines<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'a>,
    known: Known,
) -> Known {
    let Finding::Mistakes(found) = &known.finding else {
        return known;
    };
    let differences = known.wording.with_blank_lines();
    let Some(differences) = differences.filter(|_| known.is_exact(scoring)) else {
        return known;
    };
    let wording = Wording::new(suite, observed, scoring, differences, true);
    let found = partial_from(&wording.scoring, &found.set);
    match found.filter(|found| found.is_exact(&wording.scoring)) {
        Some(found) => Known::of(wording, Some(&found)),
        None => known,
    }
}

/// What is said of a program of which so much is known.
fn diagnosis<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'a>,
    known: Known,
) -> Diagnosis {
    let known = with_blank_lines(suite, observed, scoring, known);
    let cases = |places: &[usize]| in_order(scoring, places);
    let (wrong, others): (Vec<usize>, Vec<usize>) =
        (0..scoring.trials.len()).partition(|&place| place < scoring.wrong);
    let (stopped, right): (Vec<usize>, Vec<usize>) =
        cases(&others).into_iter().partition(|&case| {
            let observed = observed[case].as_ref();
            observed.is_some_and(|observed| observed.stopped.is_some())
        });
    let Known {
        finding,
        wording,
        by_text,
    } = known;
    let set = match &finding {
        Finding::Mistakes(found) => found.set.clone(),
        _ => Set::default(),
    };
    let wrong = cases(&wrong);
    Diagnosis {
        differences: wording::told(suite, observed, &wording, &set, &wrong),
        wrong,
        stopped,
        right,
        by_text,
        wording,
        finding,
    }
}

/// What could be found out.
struct Known {
    finding: Finding,
    wording: Arc<TextDifferences>,
    by_text: Vec<usize>,
}

impl Known {
    /// What is wrong while text is right.
    fn of_game(finding: Finding) -> Self {
        Self {
            finding,
            wording: Arc::default(),
            by_text: Vec::new(),
        }
    }

    /// What is wrong besides the text.
    fn of(wording: Wording<'_>, found: Option<&Found>) -> Self {
        let Wording {
            scoring,
            differences,
            by_text,
            ..
        } = wording;
        let finding = match found {
            Some(found) => {
                let mut explanation = explanation(&scoring, found, false);
                explanation.explained.extend(&by_text);
                let is_contradicted = |case: &usize| explanation.contradicted.contains(case);
                explanation.explained.retain(|case| !is_contradicted(case));
                sort(scoring.suite(), &mut explanation.explained);
                Finding::Mistakes(explanation)
            }
            None if scoring.wrong == 0 => Finding::Nothing,
            None => Finding::Unknown,
        };
        Self {
            finding,
            wording: differences,
            by_text,
        }
    }
}

impl Known {
    /// Whether all wrong cases are explained.
    fn is_exact(&self, scoring: &Scoring<'_>) -> bool {
        let explained = match &self.finding {
            Finding::Mistakes(found) if !found.contradicted.is_empty() => return false,
            Finding::Mistakes(found) => &found.explained,
            _ => &self.by_text,
        };
        explained.len() == scoring.wrong
    }
}

/// Tries what is simple first: one or two mistakes; then other text, alone and with one or
/// two mistakes; then other white space; then sets of mistakes that explain what they can.
fn known(suite: &Suite<'_>, observed: &[Option<Observed>], scoring: &Scoring<'_>) -> Known {
    if scoring.wrong == 0 {
        return Known::of_game(Finding::Nothing);
    }
    if let Some(found) = exact(scoring) {
        return Known::of_game(Finding::Mistakes(explanation(scoring, &found, false)));
    }
    let mut printed = observed.iter().flatten().map(|it| &it.output);
    if printed.all(Vec::is_empty) {
        // Mistakes for which now and then nothing is printed explain no program that never prints.
        return Known::of_game(Finding::Unknown);
    }
    let loose = Scoring::new(suite, observed, Reading::WithoutBlanks);
    let mut wordings = wording::of(suite, observed, scoring, &Set::default());
    if loose.wrong == 0 {
        let whole = wordings
            .into_iter()
            .find(|wording| wording.scoring.wrong == 0);
        return Known {
            finding: Finding::Blanks,
            ..whole.map_or_else(
                || Known::of_game(Finding::Blanks),
                |wording| Known::of(wording, None),
            )
        };
    }
    for place in 0..wordings.len() {
        let is_all = wordings[place].scoring.wrong == 0;
        let found = (!is_all).then(|| exact(&wordings[place].scoring)).flatten();
        if found.is_some() || is_all {
            return Known::of(wordings.swap_remove(place), found.as_ref());
        }
    }
    let is_spaced = loose.goes_further_than(scoring);
    if is_spaced && let Some(found) = exact(&loose) {
        return Known::of_game(Finding::Mistakes(explanation(&loose, &found, true)));
    }
    let sure = wordings
        .into_iter()
        .filter_map(|wording| wording.sure(suite, observed, scoring));
    let known = match wording::best(sure.collect()) {
        Some(wording) => {
            let known = beside_text(suite, observed, scoring, wording);
            without_text(scoring, &known).unwrap_or(known)
        }
        None => Known::of_game(in_part(scoring, is_spaced.then_some(&loose))),
    };
    match known.is_exact(scoring) {
        true => known,
        false => nearest::nearest(suite, observed, scoring, &known).unwrap_or(known),
    }
}

/// What is wrong besides text that differs, as far as it can be explained. The text is looked
/// at again when a part of the game's mistakes is known.
fn beside_text<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    raw: &Scoring<'a>,
    wording: Wording<'a>,
) -> Known {
    let Some(found) = partial(&wording.scoring) else {
        return Known::of(wording, None);
    };
    for again in wording::of(suite, observed, raw, &found.set) {
        if again.differences == wording.differences {
            continue;
        }
        if again.scoring.wrong == 0 {
            return Known::of(again, None);
        }
        let exact = exact(&again.scoring).or_else(|| {
            let marks = again.scoring.marks_of_all(&found.set);
            let found = Found::alone(found.set.clone(), marks);
            found.is_exact(&again.scoring).then_some(found)
        });
        if exact.is_some() {
            return Known::of(again, exact.as_ref());
        }
    }
    Known::of(wording, Some(&found))
}

/// What explains more than some mistakes beside other text, and takes no text to be other: what looks
/// like text may be one more mistake, as the sign of a zero is.
fn without_text(scoring: &Scoring<'_>, known: &Known) -> Option<Known> {
    let Finding::Mistakes(beside) = &known.finding else {
        return None;
    };
    if known.is_exact(scoring) {
        return None;
    }
    let found = partial_from(scoring, &beside.set)?;
    let explained = found.marks.explained.len();
    (explained > beside.explained.len())
        .then(|| Known::of_game(Finding::Mistakes(explanation(scoring, &found, false))))
}

/// What explains some of what is printed, white space aside if that explains more.
fn in_part(scoring: &Scoring<'_>, loose: Option<&Scoring<'_>>) -> Finding {
    let found = partial(scoring);
    if let Some(loose) = loose
        && let Some(loosely) = partial(loose)
        && found
            .as_ref()
            .is_none_or(|found| found.marks.points() < loosely.marks.points())
    {
        return Finding::Mistakes(explanation(loose, &loosely, true));
    }
    found.map_or(Finding::Unknown, |found| {
        Finding::Mistakes(explanation(scoring, &found, false))
    })
}

fn explanation(scoring: &Scoring<'_>, found: &Found, without_blanks: bool) -> Explanation {
    let marks = &found.marks;
    Explanation {
        set: found.set.clone(),
        equivalents: found.equivalents.clone(),
        rivals: found.rivals.clone(),
        without_blanks,
        explained: in_order(scoring, &marks.explained),
        begun: in_order(scoring, &marks.begun),
        contradicted: in_order(scoring, &marks.contradicted),
    }
}

/// The cases at these places, the shortest input first.
fn in_order(scoring: &Scoring<'_>, places: &[usize]) -> Vec<usize> {
    let mut cases: Vec<usize> = places
        .iter()
        .map(|&place| scoring.trials[place].case)
        .collect();
    sort(scoring.suite(), &mut cases);
    cases
}

/// Puts the cases with the shortest inputs first.
fn sort(suite: &Suite<'_>, cases: &mut [usize]) {
    cases.sort_by_key(|&case| {
        let input = &suite.cases()[case].input;
        let lines = input.iter().filter(|&&byte| byte == b'\n').count();
        (lines, input.len(), case)
    });
}
