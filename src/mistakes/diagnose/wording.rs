//! What a program prints, with its text put right.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::scoring::Scoring;
use super::smaller::MOST_WORK;
use super::text_differences::{self, Key, Sample, Shape, TextDifferences, Told};
use super::{Observed, TextDifference, sort};
use crate::mistakes::catalogue::Set;
use crate::mistakes::replay::Script;
use crate::mistakes::suite::{Single, Suite};
use crate::protocol::Flow;

/// A way in which the text may be put right, and whether what the catalogue knows is left to it.
pub(super) type Way = (TextDifferences, bool);

/// What was learnt of the text of a program with some mistakes: it is asked for again and again.
#[derive(Default)]
pub(super) struct Learnt {
    ways: Mutex<BTreeMap<Set, Arc<Vec<Way>>>>,
    /// The shapes of the right lines.
    right: OnceLock<HashSet<Shape>>,
}

/// A program's answers next to the right ones, as a program words them that makes differences.
pub(super) struct Wording<'a> {
    /// The answers.
    pub scoring: Scoring<'a>,
    /// The differences.
    pub differences: Arc<TextDifferences>,
    /// Wrong cases that are right but for them, the shortest input first.
    pub by_text: Vec<usize>,
    /// Whether what the catalogue knows is left to it.
    pub leaves_known: bool,
}

impl<'a> Wording<'a> {
    /// The answers with the differences of a program put right.
    pub(super) fn new(
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        scoring: &Scoring<'_>,
        differences: TextDifferences,
        leaves_known: bool,
    ) -> Self {
        let differences = Arc::new(differences);
        let put_right = Scoring::with_differences(suite, observed, &differences);
        let was_wrong = |case: &usize| {
            let mut wrong = scoring.trials[..scoring.wrong].iter();
            wrong.any(|trial| trial.case == *case)
        };
        let right = put_right.trials[put_right.wrong..].iter();
        let mut by_text: Vec<usize> = right.map(|trial| trial.case).filter(was_wrong).collect();
        sort(suite, &mut by_text);
        Self {
            scoring: put_right,
            differences,
            by_text,
            leaves_known,
        }
    }

    /// Only what is text for sure; none when that is nothing, or of no use.
    pub(super) fn sure(
        self,
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        scoring: &Scoring<'_>,
    ) -> Option<Self> {
        let sure = self.differences.sure();
        if sure == *self.differences {
            return Some(self);
        }
        let sure = Self::new(suite, observed, scoring, sure, self.leaves_known);
        (!sure.differences.is_empty() && sure.is_better_than(scoring)).then_some(sure)
    }

    /// Whether more is right than without the differences.
    fn is_better_than(&self, scoring: &Scoring<'_>) -> bool {
        self.scoring.wrong < scoring.wrong || self.scoring.right_lines() > scoring.right_lines()
    }
}

/// The ways in which the text may be put right when a program makes these mistakes and more
/// is right then, those first that leave to the catalogue what it knows.
pub(super) fn of<'a>(
    suite: &'a Suite<'a>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'_>,
    set: &Set,
) -> Vec<Wording<'a>> {
    let ways = ways(suite, observed, scoring, set);
    let wordings = ways.iter().map(|(differences, leaves_known)| {
        let differences = differences.clone();
        Wording::new(suite, observed, scoring, differences, *leaves_known)
    });
    wordings
        .filter(|wording| wording.is_better_than(scoring))
        .collect()
}

/// The ways to put the text right, also where nothing is right by that alone: the mistakes show
/// in the same cases.
pub(super) fn ways(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'_>,
    set: &Set,
) -> Arc<Vec<Way>> {
    let known = || {
        let ways = &scoring.learnt.ways;
        ways.lock().unwrap_or_else(PoisonError::into_inner)
    };
    if let Some(known) = known().get(set) {
        return Arc::clone(known);
    }
    let ways = Arc::new(learn(suite, observed, scoring, set));
    known().insert(set.clone(), Arc::clone(&ways));
    ways
}

fn learn(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    scoring: &Scoring<'_>,
    set: &Set,
) -> Vec<Way> {
    let answers = suite.answers(set);
    let mut cases: Vec<usize> = scoring.trials[..scoring.wrong]
        .iter()
        .map(|trial| trial.case)
        .collect();
    sort(suite, &mut cases);
    let samples = cases.iter().filter_map(|&case| {
        let observed = observed[case].as_ref()?;
        Some(Sample {
            expected: &answers[case],
            printed: &observed.output,
            is_cut: observed.stopped.is_some(),
        })
    });
    let right = || text_differences::shapes(suite.right());
    let right = scoring.learnt.right.get_or_init(right);
    let learnt = TextDifferences::learn(&samples.collect::<Vec<_>>(), right);
    let mut ways: Vec<TextDifferences> = Vec::new();
    let unknown = learnt.iter().map(|all| {
        let keys = all.keys().into_iter();
        let known = keys.filter(|key| is_known(suite, &cases, all, key));
        all.without(&known.collect::<Vec<_>>())
    });
    let unknown: Vec<TextDifferences> = unknown.collect();
    for differences in unknown.iter().chain(&learnt) {
        if !differences.is_empty() && !ways.contains(differences) {
            ways.push(differences.clone());
        }
    }
    let ways = ways.into_iter().map(|differences| {
        let leaves_known = unknown.contains(&differences);
        (differences, leaves_known)
    });
    ways.collect()
}

/// Those of the ways, which are not empty, that come furthest: of those that leave to the
/// catalogue what it knows, if there are any.
pub(super) fn best(wordings: Vec<Wording<'_>>) -> Option<Wording<'_>> {
    let leave_known = wordings.iter().any(|it| it.leaves_known);
    let mut wordings = wordings.into_iter();
    if !leave_known {
        return wordings.next();
    }
    let wordings = wordings.filter(|it| it.leaves_known);
    wordings.reduce(|best, other| match other.is_better_than(&best.scoring) {
        true => other,
        false => best,
    })
}

/// Whether a mistake of the catalogue prints what one of the differences does.
fn is_known(suite: &Suite<'_>, cases: &[usize], differences: &TextDifferences, key: &Key) -> bool {
    if let Some(shape) = differences.everywhere(key) {
        return is_known_of(suite, cases, differences, shape);
    }
    let only = differences.only(key);
    let right = suite.right();
    let mut told = cases.iter().map(|&case| (case, only.reword(&right[case])));
    let Some((case, told)) = told.find(|(case, told)| *told != right[*case]) else {
        return false;
    };
    let singles = suite.single_answers(case, MOST_WORK);
    singles.contains(&Single::Other(told))
}

/// Whether a mistake of the catalogue prints lines of a shape as differences would have it, in the
/// first of some cases in which there are any.
fn is_known_of(
    suite: &Suite<'_>,
    cases: &[usize],
    differences: &TextDifferences,
    shape: &[u8],
) -> bool {
    let is_of_shape = |line: &&[u8]| text_differences::shape(line) == shape;
    let of_shape = |case: usize| text_differences::lines(&suite.right()[case]).filter(is_of_shape);
    let mut cases = cases.iter().copied();
    let Some(case) = cases.find(|case| of_shape(*case).next().is_some()) else {
        return false;
    };
    let only = differences.only(&Key::Line(shape.to_vec()));
    let right: BTreeSet<&[u8]> = text_differences::lines(&suite.right()[case]).collect();
    let others = right.iter().filter(|line| !is_of_shape(line)).count();
    let told: BTreeSet<Vec<u8>> = of_shape(case).map(|line| only.reword(line)).collect();
    let is_missing = told.iter().all(Vec::is_empty);
    let prints = |single: &Single| {
        let answer = match single {
            // There are such lines as they should be.
            Single::Right => return false,
            Single::Other(answer) => answer,
            Single::Open => &Vec::new(),
        };
        let printed: BTreeSet<&[u8]> = text_differences::lines(answer).collect();
        match is_missing {
            // All other lines, and nothing else.
            true => printed.len() == others && printed.is_subset(&right),
            false => told
                .iter()
                .any(|line| printed.contains(&**line) && !right.contains(&**line)),
        }
    };
    suite.single_answers(case, MOST_WORK).iter().any(prints)
}

/// The differences of a program that makes these mistakes, with their first places.
pub(super) fn told(
    suite: &Suite<'_>,
    observed: &[Option<Observed>],
    differences: &TextDifferences,
    set: &Set,
    cases: &[usize],
) -> Vec<TextDifference> {
    if differences.is_empty() {
        return Vec::new();
    }
    let answers = suite.answers(set);
    let texts = cases.iter().filter_map(|&case| {
        let observed = observed[case].as_ref()?;
        Some(Told {
            case,
            plain: &answers[case],
            printed: &observed.output,
        })
    });
    let input = |case: usize, line: usize| asked(suite, set, case, line);
    differences.told(&texts.collect::<Vec<_>>(), &input)
}

/// The line of input to which a line of an answer, counted from 0, is all of the reply.
fn asked(suite: &Suite<'_>, set: &Set, case: usize, line: usize) -> Option<String> {
    let catalogue = suite.catalogue();
    let session = catalogue.protocol().session(&catalogue.settings(set));
    let mut session = session.ok()?;
    let ends = |told: &[u8]| told.iter().filter(|&&byte| byte == b'\n').count();
    let mut told = Vec::new();
    session.begin(&mut told).ok()?;
    let mut count = ends(&told);
    for input in Script::new(&suite.cases()[case].input).lines() {
        told.clear();
        let flow = session.line(input, &mut told).ok()?;
        let more = ends(&told);
        if line < count + more {
            return (more == 1 && line == count).then(|| input.clone());
        }
        count += more;
        if flow != Flow::Continue {
            break;
        }
    }
    None
}
