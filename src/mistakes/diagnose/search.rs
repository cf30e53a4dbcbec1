//! The search for the smallest set of mistakes that gives what a program printed.
//!
//! First come the sets that explain everything: every single mistake, then every pair, each
//! dropped at its first mismatch. Only when there is none are sets looked for that explain
//! as much as possible, larger ones grown from the best smaller ones.

mod beam;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::scoring::{Marks, Scoring};
use super::smaller::most_work;
use crate::budget;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Index, Set};
use crate::mistakes::replay::Fate;
use beam::Beam;

/// Most mistakes in a set.
const LARGEST: usize = 10;

/// How many parts the right answers are split into, so that cores share a set's check.
const PARTS: usize = 8;

/// On how many wrong answers each mistake is tried before pairs of them are.
const CHEAPEST: usize = 6;

/// How often as many more are tried where no mistake carries one on.
const LOOKS: usize = 3;

/// On how many of those that some mistake carries on neither mistake of a pair may do so.
const NOT_CARRIED: usize = 1;

/// How much work the pairs with one mistake may be on average, beside so many times what a wrong answer is
/// for the right program. Some make every search explode.
const PAIR_WORK: u64 = 10_000;
const PAIR_TIMES: u64 = 4;

/// A set of mistakes with how it fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The mistakes.
    pub set: Set,
    /// How they fare on all cases.
    pub marks: Marks,
    /// Other sets as small with the same answers on every case.
    pub equivalents: Vec<Set>,
    /// Other sets as small that fare as well with other answers.
    pub rivals: Vec<Set>,
}

impl Found {
    /// One set.
    pub(super) fn alone(set: Set, marks: Marks) -> Self {
        Self {
            set,
            marks,
            equivalents: Vec::new(),
            rivals: Vec::new(),
        }
    }

    /// Whether everything printed is explained.
    pub(super) fn is_exact(&self, scoring: &Scoring<'_>) -> bool {
        self.marks.explained.len() == scoring.wrong && self.marks.contradicted.is_empty()
    }
}

/// The mistakes, one or two, that give exactly what was printed.
pub(super) fn exact(scoring: &Scoring<'_>) -> Option<Found> {
    let catalogue = scoring.led().suite().catalogue();
    let wrong = scoring.wrong_places();
    let quick = scoring.quick_right_places(wrong.first());
    let singles = those(catalogue.singles().collect(), |set| {
        scoring.first_other(set, &quick).is_none() && scoring.gives(set, &wrong)
    });
    agreeing(scoring, singles).or_else(|| agreeing(scoring, explaining_pairs(scoring)))
}

/// The pairs of mistakes that give what was printed where that is wrong. Most do as one of their
/// mistakes alone does, and follow that.
///
/// Where a wrong answer departs from the right one, that is mostly due to one of the two, and that one alone
/// carries it on. Pairs of which neither does so where others do are tried only if one of the two may hold the
/// other back: it does not show alone.
fn explaining_pairs(scoring: &Scoring<'_>) -> Vec<Set> {
    let catalogue = scoring.suite().catalogue();
    let wrong = scoring.wrong_places();
    let singles: Vec<Set> = catalogue.singles().collect();
    let (mut alone, mut carried, mut looked_at) = (Vec::new(), Vec::new(), &wrong[..0]);
    for places in wrong.chunks(CHEAPEST).take(LOOKS) {
        looked_at = places;
        alone = parallel::map(&singles, |set| Alone::new(scoring, set, places));
        let is_carried = |place: &usize| alone.iter().any(|one| one.answers[*place].carries);
        carried = (0..places.len()).filter(is_carried).collect();
        if !carried.is_empty() {
            break;
        }
    }
    let may_explain = |pair: &Set| {
        let is_open = |place: &&usize| !pair.iter().any(|one| alone[one].answers[**place].carries);
        let open = carried.iter().filter(is_open).count();
        let carries = open <= NOT_CARRIED && open < carried.len();
        let holds_back = || !catalogue.shows_alone(pair) && pair.iter().any(|one| alone[one].shows);
        carried.is_empty() || carries || holds_back()
    };
    let mut with: Vec<(Index, Vec<Set>)> = alone.iter().map(|_| Vec::new()).enumerate().collect();
    for pair in catalogue.pairs().filter(may_explain) {
        let leading = pair.iter().find(|&one| !alone[one].is_idle);
        let leading = leading.or_else(|| pair.iter().next());
        with[leading.expect("one of two")].1.push(pair);
    }
    let explaining = parallel::map(&with, |(leading, pairs)| {
        let set = Set::one(*leading);
        let lead = scoring.lead(&set);
        let lead = lead.as_ref();
        let first = scoring.first_other(&set, &wrong);
        let quick = scoring.quick_right_places(first.as_ref());
        let explains = |pair: &&Set| {
            // First where the other mistake has to show, as most do not show there, or not so; then the
            // others, those last that some mistakes make much work.
            let work_of = |one: Index, place: usize| alone[one].answers[place].work;
            let work = |&place: &usize| pair.iter().map(|one| work_of(one, place)).sum::<u64>();
            let mut by_work: Vec<usize> = (0..looked_at.len()).collect();
            by_work.sort_by_key(work);
            let departing = by_work
                .iter()
                .find(|&&place| alone[*leading].answers[place].departs);
            let telling = departing.map(|&place| looked_at[place]).or(first);
            let gives = |place: usize| scoring.gives_after(lead, pair, &[place]);
            scoring.first_other_after(lead, pair, &quick).is_none()
                && telling.is_none_or(gives)
                && by_work.iter().all(|&place| gives(looked_at[place]))
                && scoring.gives_after(lead, pair, &wrong)
        };
        let cost = first.map_or(0, |place| scoring.cost(place));
        let most = pairs.len() as u64 * (PAIR_WORK + PAIR_TIMES * cost);
        // One of them may be tried on all.
        let most = most + most_work(scoring.cost_of(&wrong));
        let mut explaining: Vec<Set> = Vec::new();
        // What is found before there is too much work is kept.
        let _ = budget::within(most, || {
            explaining.extend(pairs.iter().filter(explains).cloned());
        });
        explaining
    });
    let mut all = explaining.concat();
    // As in the catalogue: by the first mistake, then by the second.
    all.sort();
    all
}

/// What a mistake alone makes of some wrong answers.
struct Alone {
    /// It does not show in the first of them.
    is_idle: bool,
    /// It shows in some of them.
    shows: bool,
    /// Each of them.
    answers: Vec<AloneOn>,
}

/// What a mistake alone makes of a wrong answer.
struct AloneOn {
    /// It agrees with what was printed for longer than what is right does, or may do so: what is much
    /// work is not looked at.
    carries: bool,
    /// It does not give it.
    departs: bool,
    /// How much work it is.
    work: u64,
}

impl Alone {
    fn new(scoring: &Scoring<'_>, set: &Set, places: &[usize]) -> Self {
        let tried = scoring.tried(set, places);
        let of_right = |place: usize| scoring.trials[place].fate_of_right();
        let shown = places.iter().zip(&tried);
        let mut shown = shown.map(|(&place, (fate, _))| *fate != of_right(place));
        let is_idle = !shown.next().unwrap_or(false);
        let shows = !is_idle || shown.any(|shows| shows);
        let answer = |(&place, (fate, work)): (&usize, (Fate, u64))| AloneOn {
            carries: match (fate, of_right(place)) {
                (Fate::Departs(at), Fate::Departs(right)) => at > right,
                (fate, right) => fate != right,
            },
            departs: matches!(fate, Fate::Departs(_)),
            work,
        };
        Self {
            is_idle,
            shows,
            answers: places.iter().zip(tried).map(answer).collect(),
        }
    }
}

/// Those of some sets of which something holds.
fn those(sets: Vec<Set>, holds: impl Fn(&Set) -> bool + Sync) -> Vec<Set> {
    let holding = parallel::map(&sets, holds);
    let all = sets.into_iter().zip(holding);
    all.filter_map(|(set, holds)| holds.then_some(set))
        .collect()
}

/// Of sets that give what was printed where that is wrong, those that do so on every case.
fn agreeing(scoring: &Scoring<'_>, explaining: Vec<Set>) -> Option<Found> {
    let check = Check::new(scoring);
    let mut exact = those(explaining, |set| check.agrees(set));
    if exact.is_empty() {
        return None;
    }
    let set = exact.remove(0);
    Some(Found {
        marks: Marks {
            explained: (0..scoring.wrong).collect(),
            ..Marks::default()
        },
        set,
        equivalents: exact,
        rivals: Vec::new(),
    })
}

/// Checks sets on the answers that are not wrong, first on those that refuted others.
struct Check<'a, 'b> {
    scoring: &'a Scoring<'b>,
    parts: Vec<Vec<usize>>,
    refuting: Mutex<BTreeSet<usize>>,
}

impl<'a, 'b> Check<'a, 'b> {
    fn new(scoring: &'a Scoring<'b>) -> Self {
        let others: Vec<usize> = (scoring.wrong..scoring.trials.len()).collect();
        let size = others.len().div_ceil(PARTS).max(1);
        Self {
            scoring,
            parts: others.chunks(size).map(<[usize]>::to_vec).collect(),
            refuting: Mutex::default(),
        }
    }

    /// Whether a set contradicts none of them.
    fn agrees(&self, set: &Set) -> bool {
        if self.scoring.first_other(set, &self.known()).is_some() {
            return false;
        }
        let refuting = parallel::first(&self.parts, |part| self.scoring.first_other(set, part));
        if let Some(place) = refuting {
            let mut all = self.refuting.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(place);
        }
        refuting.is_none()
    }

    /// Those of them that a set contradicts.
    fn contradicted(&self, set: &Set) -> Vec<usize> {
        let contradicted = |part: &Vec<usize>| self.scoring.marks(set, part).contradicted;
        parallel::map(&self.parts, contradicted).concat()
    }

    fn known(&self) -> Vec<usize> {
        let known = self.refuting.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().copied().collect()
    }
}

/// A set that explains something, and how it fares on the wrong answers.
#[derive(Clone)]
struct Grown {
    set: Set,
    marks: Marks,
}

impl Grown {
    /// What speaks for the set, in halves of points. A mistake more has to explain a whole
    /// output more, which no chance does, or the beginnings of two.
    fn worth(&self) -> i64 {
        2 * self.marks.points() - 3 * self.set.len() as i64 - 1
    }
}

/// The sets that explain most, larger ones too; none when nothing speaks for any.
pub(super) fn partial(scoring: &Scoring<'_>) -> Option<Found> {
    partial_from(scoring, &Set::default())
}

/// The same where some of the mistakes seem to be known.
pub(super) fn partial_from(scoring: &Scoring<'_>, known: &Set) -> Option<Found> {
    let grown = Beam::new(scoring)
        .grown(known)
        .into_iter()
        .map(|stand| Grown {
            marks: stand.marks(scoring),
            set: stand.set,
        });
    best(scoring, grown.collect())
}

/// The best of all sets, judged by all cases.
fn best(scoring: &Scoring<'_>, mut all: Vec<Grown>) -> Option<Found> {
    all.sort_by(|one, other| {
        let key = |grown: &Grown| (Reverse(grown.worth()), grown.set.len());
        (key(one), &one.set).cmp(&(key(other), &other.set))
    });
    all.dedup_by(|one, other| one.set == other.set);
    let check = Check::new(scoring);
    let mut judged: Vec<Grown> = Vec::new();
    let mut highest = 0;
    for mut grown in all {
        // Right answers can only speak against a set.
        if grown.worth() < highest || grown.worth() <= 0 {
            break;
        }
        let contradicted = check.contradicted(&grown.set);
        grown.marks.contradicted.extend(contradicted);
        highest = highest.max(grown.worth());
        judged.push(grown);
    }
    judged.retain(|grown| grown.worth() == highest && grown.marks.points() > 0);
    let smallest = judged.iter().map(|grown| grown.set.len()).min()?;
    judged.retain(|grown| grown.set.len() == smallest);
    let mut first = judged.remove(0);
    let (alike, rivals): (Vec<Grown>, Vec<Grown>) = judged
        .into_iter()
        .partition(|grown| grown.marks == first.marks && scoring.are_alike(&grown.set, &first.set));
    // Growing leaves open what is much work.
    first.marks = scoring.marks_of_all(&first.set);
    if let Some(other) = exchanged(scoring, &first) {
        return Some(Found::alone(other.set, other.marks));
    }
    let sets = |all: Vec<Grown>| all.into_iter().map(|grown| grown.set).collect();
    Some(Found {
        set: first.set,
        marks: first.marks,
        equivalents: sets(alike),
        rivals: sets(rivals),
    })
}

/// The best set with another value in the place of one, where right answers speak against a set
/// and not against the other: what explains most wrong answers may be too much.
fn exchanged(scoring: &Scoring<'_>, first: &Grown) -> Option<Grown> {
    let contradicted = &first.marks.contradicted;
    if contradicted.is_empty() {
        return None;
    }
    let catalogue = scoring.suite().catalogue();
    let others = catalogue.with_other_values(&first.set);
    let agrees = |set: &Set| scoring.marks(set, contradicted).contradicted.is_empty();
    let grown = |set: &Set| Grown {
        marks: scoring.marks_of_all(set),
        set: set.clone(),
    };
    let grown = parallel::map(&those(others.collect(), agrees), grown);
    let better = grown
        .into_iter()
        .filter(|grown| grown.worth() > first.worth());
    better.min_by_key(|grown| (Reverse(grown.worth()), grown.set.clone()))
}
