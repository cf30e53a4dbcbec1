//! What fresh inputs say of a claim: what they do not bear out is said no more.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{Likeness, Seen, Trial, Worded, is_whole};
use crate::judge::journal::diagnosis::RestKind;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::diagnose::scoring::common_start;
use crate::mistakes::diagnose::submission::is_limit;
use crate::mistakes::diagnose::text_differences::lines;
use crate::mistakes::diagnose::{Diagnosis, Finding};

/// How many fresh inputs more a mistake has to explain to be blamed for a part.
const EARNED: usize = 2;

/// Of so many fresh inputs with wrong answers do mistakes have to explain one to be blamed for a part.
const SHARE: usize = 10;

/// How many mistakes are blamed for a part although a few of the inputs speak against them.
const SURE: usize = 2;

/// Of so many inputs that more mistakes explain may one speak against them.
const MISFITTING: usize = 20;

/// What is not as a program with these mistakes, and with the text that was found, does it; none
/// when all is.
pub(super) fn judge(
    catalogue: &Catalogue,
    found: &Diagnosis,
    set: &Set,
    trial: &Trial,
) -> Option<RestKind> {
    let observed = &trial.observed;
    match &observed.stopped {
        Some(reason) if is_limit(reason) => return Some(RestKind::Endless),
        Some(_) => return Some(RestKind::Crash),
        None => {}
    }
    let mistaken = match set.is_empty() {
        true => None,
        false => match trial.answer(catalogue, set) {
            Some(answer) => Some(answer).filter(|answer| *answer != trial.right),
            None => return Some(RestKind::Unexplained),
        },
    };
    let differences = &found.wording;
    let known = trial.worded.get_or_init(|| Worded::new(trial, differences));
    let own =
        (!Arc::ptr_eq(&known.differences, differences)).then(|| Worded::new(trial, differences));
    let worded = own.as_ref().unwrap_or(known);
    let likeness = match mistaken {
        Some(answer) => Likeness::of(&differences.reword(&answer), &worded.printed),
        None => worded.right,
    };
    let is_aside = match &found.finding {
        Finding::Blanks => true,
        Finding::Mistakes(explanation) => explanation.without_blanks,
        _ => false,
    };
    match likeness {
        Likeness::Same => None,
        Likeness::ButBlanks if is_aside => None,
        Likeness::ButBlanks => Some(RestKind::Blanks),
        Likeness::Other => Some(RestKind::Unexplained),
    }
}

/// Of mistakes that explain only a part, keeps those that fresh inputs speak for: more than
/// without them are explained, and clearly more are than are not. For what shows on next to no
/// fresh input, the others speak, too.
pub(super) fn earned(catalogue: &Catalogue, found: &mut Diagnosis, tested: &[&Trial], seen: &Seen) {
    let fits = |found: &Diagnosis, set: &Set| -> Vec<bool> {
        parallel::map(tested, |trial| {
            judge(catalogue, found, set, trial).is_none()
        })
    };
    let count = |fits: &[bool]| fits.iter().filter(|fits| **fits).count();
    let own = match &found.finding {
        Finding::Mistakes(explanation) => explanation.set.clone(),
        _ => return,
    };
    let mut fitting = fits(found, &own);
    if is_whole(found) && count(&fitting) == tested.len() {
        return;
    }
    let mut set = own.clone();
    let is_needed = |set: &Set, less: &Set, fitting: &[bool], others: &[bool]| {
        if others
            .iter()
            .zip(fitting)
            .any(|(one, other)| *one && !*other)
        {
            return false;
        }
        let fresh = count(fitting) - count(others);
        let shows = |trial: &&Trial| {
            let [one, other] = [set, less].map(|set| trial.answer(catalogue, set));
            one != other
        };
        let gained = seen.gained(catalogue, found, [set, less]);
        gained.is_some_and(|gained| gained + fresh >= EARNED)
            && (fresh > 0 || !tested.iter().any(shows))
    };
    let needless = |set: &Set, fitting: &[bool]| {
        set.iter().find_map(|one| {
            let less = set.without(one);
            let others = fits(found, &less);
            let is_idle = count(&others) + EARNED > count(fitting);
            (is_idle && !is_needed(set, &less, fitting, &others)).then_some((less, others))
        })
    };
    while let Some(less) = needless(&set, &fitting) {
        (set, fitting) = less;
    }
    let right = fits(found, &Set::default());
    // Where the whole is a guess, the part of it that explains most may be none.
    while !set.is_empty() && !is_earned(catalogue, found, tested, &set, (&fitting, &right)) {
        let lesser = set.iter().map(|one| {
            let less = set.without(one);
            let others = fits(found, &less);
            (Reverse(count(&others)), less, others)
        });
        let best = lesser.min_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let (_, less, others) = best.expect("a mistake to leave out");
        (set, fitting) = (less, others);
        while let Some(less) = needless(&set, &fitting) {
            (set, fitting) = less;
        }
    }
    if set.is_empty() {
        found.finding = Finding::Unknown;
    } else if let Finding::Mistakes(explanation) = &mut found.finding
        && set != own
    {
        explanation.set = set;
        explanation.equivalents.clear();
        explanation.rivals.clear();
    }
}

/// Whether fresh inputs speak for mistakes that explain only a part, by those that are as the
/// mistakes, or as none, have them.
fn is_earned(
    catalogue: &Catalogue,
    found: &Diagnosis,
    tested: &[&Trial],
    set: &Set,
    (fitting, right): (&[bool], &[bool]),
) -> bool {
    let pairs = || fitting.iter().zip(right);
    let gained = pairs().filter(|(fits, is_right)| **fits && !**is_right);
    let lost = pairs().filter(|(fits, is_right)| !**fits && **is_right);
    let (gained, lost) = (gained.count(), lost.count());
    let is_wrong =
        |(trial, is_right): &(&&Trial, &bool)| !**is_right && trial.observed.stopped.is_none();
    let wrong = tested.iter().zip(right).filter(is_wrong).count();
    if gained < EARNED.max(2 * lost).max(wrong.div_ceil(SHARE)) {
        return false;
    }
    // Where what is blamed would show before all else that is wrong, and something else is printed.
    let pairs: Vec<(&Trial, bool)> = tested
        .iter()
        .copied()
        .zip(fitting.iter().copied())
        .collect();
    let misfits = parallel::map(&pairs, |(trial, fits)| {
        if *fits || trial.observed.stopped.is_some() {
            return false;
        }
        let Some(changed) = trial.answer(catalogue, set) else {
            return false;
        };
        let [changed, right] = [&changed, &trial.right].map(|text| found.wording.reword(text));
        let printed = found.wording.strip(&trial.observed.output);
        // An answer of one line fits as a whole or not at all: what it begins with says nothing.
        if lines(&right).count() == 1 {
            return changed != right;
        }
        let [given, before] = [&changed, &right].map(|text| common_start(text, &printed));
        given < before || given == before && changed.get(given) != right.get(given)
    });
    let misfits = misfits.into_iter().filter(|misfits| *misfits).count();
    // Of many mistakes some always fit something.
    gained > misfits && (set.len() <= SURE || MISFITTING * misfits <= gained)
}
