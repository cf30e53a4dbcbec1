//! What some of the answers look like: as a known mistake makes them, but only in some parts, or
//! only where a condition holds.

use std::collections::BTreeSet;

use super::conditions::Condition;
use super::{Answer, FEWEST, PARTS, Sample};
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Index};

/// How many suppositions about a part are tried on fresh inputs, those first that fit best.
const TRIED: usize = 4;

/// How many answers have to be as supposed for it to be tried.
const LEARNT_FROM: usize = 3;

/// Of so many answers that are as supposed may one be otherwise.
const MISFITTING: usize = 20;

/// Of so many wrong answers one at least has to be as supposed.
const SHARE: usize = 3;

/// How an answer, or a part of it, compares with what a mistake makes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// The mistake changes nothing, and it is right.
    Right,
    /// The mistake changes nothing, and it is wrong.
    Open,
    /// It is as the mistake makes it.
    Alike,
    /// The mistake makes it otherwise, and it is right.
    Spared,
    /// The mistake makes it otherwise, and it is wrong in another way.
    Other,
}

impl Fit {
    /// How one part compares, or all where none is named.
    fn of(answer: &Answer, mistaken: Option<&[String]>, part: Option<&str>) -> Self {
        let is_of_part = |name: &str| part.is_none_or(|part| part == name);
        let parts = answer.parts.iter().enumerate();
        let mut parts = parts.filter(|(_, part)| is_of_part(&part.name));
        let is_right = parts.clone().all(|(_, part)| !part.is_wrong());
        let Some(mistaken) = mistaken else {
            return if is_right { Fit::Right } else { Fit::Open };
        };
        // Lines that are not there have no places to be compared at, but an answer may be as long as
        // the mistake makes it.
        if mistaken.len() != answer.parts.len() {
            let is_so = |rest: &Vec<String>| match mistaken.is_empty() {
                true => rest.is_empty(),
                false => rest.starts_with(mistaken),
            };
            let is_alike = part.is_none() && answer.rest.as_ref().is_some_and(is_so);
            return match (is_right, is_alike) {
                (true, _) => Fit::Spared,
                (false, true) => Fit::Alike,
                (false, false) => Fit::Other,
            };
        }
        let is_alike = parts
            .clone()
            .all(|(at, part)| part.printed.as_ref() == Some(&mistaken[at]));
        let is_changed = parts.any(|(at, part)| part.expected != mistaken[at]);
        match (is_changed, is_alike, is_right) {
            (true, true, _) => Fit::Alike,
            (true, false, true) => Fit::Spared,
            (true, false, false) => Fit::Other,
            (false, _, true) => Fit::Right,
            (false, _, false) => Fit::Open,
        }
    }
}

/// How a supposition fares: what it explains, what speaks against it, what is wrong in all.
#[derive(Clone, Copy, Default)]
struct Score {
    alike: usize,
    against: usize,
    wrong: usize,
}

impl Score {
    fn of(fits: &[Fit], holds: Option<&[bool]>) -> Self {
        let mut score = Self::default();
        for (place, fit) in fits.iter().enumerate() {
            let holds = holds.is_none_or(|holds| holds[place]);
            score.wrong += usize::from(matches!(fit, Fit::Open | Fit::Alike | Fit::Other));
            score.alike += usize::from(holds && *fit == Fit::Alike);
            score.against += usize::from(holds && matches!(fit, Fit::Spared | Fit::Other));
        }
        score
    }

    /// What speaks for it.
    fn worth(&self) -> i64 {
        self.alike as i64 - 3 * self.against as i64
    }

    fn is_sure(&self) -> bool {
        self.alike >= FEWEST
            && MISFITTING * self.against <= self.alike
            && SHARE * self.alike >= self.wrong
    }
}

/// That answers are as a mistake makes them where a condition holds, if there is one.
type Supposition<'a> = (Index, Option<&'a Condition>);

/// What the answers to fresh inputs look like; nothing where that is not sure.
pub(super) fn told(catalogue: &Catalogue, seen: &Sample<'_>, fresh: &Sample<'_>) -> Vec<String> {
    if let Some((supposed, score)) = sure(seen, fresh, None) {
        return vec![sentence(catalogue, None, supposed, score)];
    }
    let parts = seen.answers().flat_map(|answer| &answer.parts);
    let names: BTreeSet<&str> = parts.map(|part| &*part.name).collect();
    if names.len() < 2 || names.len() > PARTS {
        return Vec::new();
    }
    let of_part = |name: &str| {
        let (supposed, score) = sure(seen, fresh, Some(name))?;
        Some(sentence(catalogue, Some(name), supposed, score))
    };
    names.into_iter().filter_map(of_part).collect()
}

/// Where the answers to fresh inputs are as a mistake makes them, if that is not everywhere.
pub(super) fn limits(
    catalogue: &Catalogue,
    seen: &Sample<'_>,
    fresh: &Sample<'_>,
) -> Option<String> {
    let (supposed, score) = sure(seen, fresh, None)?;
    let (mistake, condition) = supposed;
    let holds = fresh.holding.get(condition?)?.iter();
    let elsewhere: Vec<bool> = holds.map(|holds| !holds).collect();
    let elsewhere = Score::of(&fits(fresh, mistake, None)?, Some(&elsewhere));
    // Where it does not hold the mistake has to be seen not to be made.
    let is_only_there =
        elsewhere.against >= LEARNT_FROM && SHARE * elsewhere.alike <= elsewhere.against;
    is_only_there.then(|| sentence(catalogue, None, supposed, score))
}

/// How the answers compare with what a mistake makes of them, or how a part does; none where that is too
/// much work to say.
fn fits(sample: &Sample<'_>, mistake: Index, part: Option<&str>) -> Option<Vec<Fit>> {
    let pairs = sample.answers().zip(sample.mistaken(mistake)?);
    let fits = pairs.map(|(answer, mistaken)| Fit::of(answer, mistaken.as_deref(), part));
    Some(fits.collect())
}

/// What explains most of a part of the answers, or of the whole where none is named, with how it
/// fares on fresh ones; none where nothing is sure.
fn sure<'a>(
    seen: &'a Sample<'_>,
    fresh: &Sample<'_>,
    part: Option<&str>,
) -> Option<(Supposition<'a>, Score)> {
    let mistakes: Vec<Index> = (0..seen.mistaken.len()).collect();
    let learnt = parallel::map(&mistakes, |&mistake| -> Vec<(i64, Supposition<'_>)> {
        let fits = fits(seen, mistake, part).unwrap_or_default();
        let score = Score::of(&fits, None);
        if score.alike < LEARNT_FROM {
            return Vec::new();
        }
        let always = (score.worth(), (mistake, None));
        let under = seen.holding.iter().map(|(condition, holds)| {
            let score = Score::of(&fits, Some(holds));
            // A condition says more than none, and has to earn that.
            (score.worth() - 1, (mistake, Some(condition)))
        });
        std::iter::once(always).chain(under).collect()
    });
    let mut learnt: Vec<(i64, Supposition<'_>)> = learnt.concat();
    learnt.retain(|(worth, _)| *worth > 0);
    // What says less comes first, and then the order of the catalogue.
    learnt.sort_by_key(|(worth, (mistake, condition))| (-worth, *condition, *mistake));
    learnt.into_iter().take(TRIED).find_map(|(_, supposed)| {
        let (mistake, condition) = supposed;
        let fits = fits(fresh, mistake, part)?;
        let holds = match condition {
            None => None,
            Some(condition) => Some(&fresh.holding.get(condition)?[..]),
        };
        let score = Score::of(&fits, holds);
        score.is_sure().then_some((supposed, score))
    })
}

fn sentence(
    catalogue: &Catalogue,
    part: Option<&str>,
    (mistake, condition): Supposition<'_>,
    score: Score,
) -> String {
    let meaning = &catalogue.mistakes()[mistake].meaning;
    let place = match (part, condition) {
        (None, None) => None,
        (Some(part), None) => Some(part.to_owned()),
        (None, Some(condition)) => Some(format!("answers {}", condition.phrase(catalogue))),
        (Some(part), Some(condition)) => Some(format!(
            "{part}, in answers {}",
            condition.phrase(catalogue)
        )),
    };
    let only = match place {
        Some(place) => format!("But only in {place}"),
        None => "But it makes others, too".to_owned(),
    };
    let Score {
        alike,
        against,
        wrong,
    } = score;
    let shown = alike + against;
    format!(
        "It behaves as with this mistake: {meaning}. {only}: that fits {alike} of {shown} answers \
         that this would change; {wrong} are wrong in all."
    )
}
