//! Sets of mistakes grown from nothing, one mistake at a time.
//!
//! A program's mistakes show one after the other: where a set departs from what was printed, a
//! mistake more that the program makes carries the answer on. So what is worth adding is looked
//! for in a few of the answers that a set leaves open, and only that is tried on more of them.
//! Sets that give as much of an answer are taken to be carried on by the same mistakes, so that
//! these are looked for once only; where nothing was found so, they are looked for again with
//! the best set.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::LARGEST;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Index, Set};
use crate::mistakes::diagnose::scoring::{Carried, Marks, POINT, Scoring, Trial};
use crate::mistakes::replay::{Fate, Lead};

/// How many sets of one size are grown further.
const BEAM: usize = 4;

/// On how many wrong answers every single mistake is tried.
const FIRST_LOOK: usize = 16;

/// On how many of them at a time.
const AT_ONCE: usize = 4;

/// On how many of the answers that a larger set leaves open every mistake is tried.
const LOOK: usize = 3;

/// How many mistakes are added to a set, one at a time.
const CHOICES: usize = 14;

/// On how many wrong answers a set is tried at first.
const SAMPLE: usize = 12;

/// On how many more, of those that its last mistake carries on.
const CARRIED: usize = 8;

/// How many right answers single mistakes are tried on.
const RIGHT: usize = 24;

/// How many right answers that a mistake would make wrong are tried.
const REFUTING: usize = 3;

/// How often growing starts anew from the best set so far.
const ROUNDS: usize = 3;

/// How many right answers' work growing may be: some mistakes make a search explode. With a third
/// less one of 25 programs of students was explained less.
const ANSWERS: u64 = 3_000;

/// What work it may be at any rate: up to a second's.
const MOST_WORK: u64 = 30_000_000;

/// How many mistakes are added in vain before growing ends.
const IN_VAIN: usize = 2;

/// How often a mistake of the best set is exchanged for another one.
const EXCHANGES: usize = 4;

/// On how many of the answers that it leaves open exchanges are tried.
const EXCHANGE_LOOK: usize = 6;

/// How many answers that the best set leaves open are looked at for what may still be missing.
const LAST_LOOK: usize = 12;

/// How surely a mistake that carries an answer beyond a wrong line is added before one that
/// only makes the line less wrong.
const SURELY: usize = 4;

/// A set with what it makes of the wrong answers.
#[derive(Clone)]
pub(super) struct Stand {
    /// The mistakes.
    pub set: Set,
    /// What becomes of each wrong answer.
    fates: Vec<Fate>,
    /// What speaks for it, by the wrong answers and by a few right ones.
    promise: i64,
}

/// Where sets depart from what was printed: the answer, and the first other byte.
type Departure = (usize, usize);

/// The mistakes that carry answers on from where sets depart.
type Known = BTreeMap<Departure, Vec<(Index, Carried)>>;

impl Stand {
    /// What speaks for the set beside its size, in halves of points.
    fn worth(&self) -> i64 {
        2 * self.promise - POINT * (3 * self.set.len() as i64 + 1)
    }

    fn is_open(&self, place: usize) -> bool {
        self.fates[place] != Fate::Same
    }

    /// Where the set departs from what was printed.
    fn departures(&self) -> impl Iterator<Item = Departure> + '_ {
        let fates = self.fates.iter().enumerate();
        fates.filter_map(|(place, fate)| match fate {
            Fate::Departs(at) => Some((place, *at)),
            Fate::Same | Fate::Open => None,
        })
    }

    fn explains_all(&self) -> bool {
        self.fates.iter().all(|fate| *fate == Fate::Same)
    }

    /// How the set fares on the wrong answers.
    pub(super) fn marks(&self, scoring: &Scoring<'_>) -> Marks {
        scoring.marks_of(&self.fates, &scoring.wrong_places())
    }
}

/// One mistake more for a set.
#[derive(Clone)]
struct Addition {
    /// Which of the stands.
    from: usize,
    more: Index,
    set: Set,
}

/// The growing of sets on what a program printed.
pub(super) struct Beam<'a, 'b> {
    scoring: &'a Scoring<'b>,
    sample: Vec<usize>,
    right: Vec<usize>,
    /// The right answers among some that each mistake alone would make wrong.
    refuting: Vec<OnceLock<Vec<usize>>>,
    /// How much work may have been done in all before growing is content with what was found.
    most_work: u64,
}

impl<'a, 'b> Beam<'a, 'b> {
    /// Prepares growing.
    pub(super) fn new(scoring: &'a Scoring<'b>) -> Self {
        let right: Vec<usize> = (scoring.wrong..scoring.trials.len()).collect();
        let mistakes = scoring.suite().catalogue().mistakes();
        let costs = scoring.suite().costs();
        let cost = costs.iter().sum::<u64>() / costs.len().max(1) as u64;
        Self {
            most_work: scoring.work() + MOST_WORK.max(cost.saturating_mul(ANSWERS)),
            scoring: scoring.led(),
            sample: scoring.sample(&scoring.wrong_places(), SAMPLE),
            right: scoring.sample(&right, RIGHT),
            refuting: mistakes.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The sets that promise most, of every size, and what does as well in the place of one
    /// mistake of the best.
    pub(super) fn grown(&self, from: &Set) -> Vec<Stand> {
        let mut all = Vec::new();
        let mut known = Known::new();
        let mut look = FIRST_LOOK;
        let mut start = match from.is_empty() {
            true => self.nothing(),
            false => {
                all.push(self.judged(from.clone(), self.scoring.right_lead()));
                all[0].clone()
            }
        };
        for _ in 0..ROUNDS {
            self.climb(&start, look, &mut known, &mut all);
            let Some(best) = best(&all) else {
                return all;
            };
            let is_as_before = best.set == start.set;
            if is_as_before || best.explains_all() || best.set.len() == LARGEST || self.is_late() {
                break;
            }
            // All that it leaves open is looked at.
            (start, look) = (best.clone(), usize::MAX);
            known.retain(|_, carrying| !carrying.is_empty());
        }
        self.finish(&mut all);
        self.exchange(&mut all);
        if let Some(best) = best(&all).cloned() {
            all.extend(self.beside(&best));
        }
        all
    }

    fn nothing(&self) -> Stand {
        let wrong = self.scoring.trials[..self.scoring.wrong].iter();
        Stand {
            set: Set::default(),
            fates: wrong.map(Trial::fate_of_right).collect(),
            promise: 0,
        }
    }

    /// Grows a set as far as that is of use.
    fn climb(&self, start: &Stand, mut look: usize, known: &mut Known, all: &mut Vec<Stand>) {
        let mut seen = BTreeSet::new();
        let mut level = vec![start.clone()];
        let mut in_vain = 0;
        for _ in start.set.len()..LARGEST {
            let sets: Vec<Set> = level.iter().map(|stand| stand.set.clone()).collect();
            let leads = self.leads(&sets);
            self.look((&level, &leads), look, known);
            look = LOOK;
            level = self.step((&level, &leads), known, &mut seen);
            let worth = |stands: &[Stand]| best(stands).map_or(0, Stand::worth);
            in_vain = match worth(&level) > worth(all) {
                true => 0,
                false => in_vain + 1,
            };
            all.extend(level.iter().cloned());
            let is_found = |stand: &Stand| stand.explains_all() && stand.promise >= self.most();
            let is_enough = level.is_empty() || in_vain == IN_VAIN || self.is_late();
            if is_enough || level.iter().any(is_found) {
                return;
            }
        }
    }

    /// Whether enough work was done. Asked between steps only: what each of them is does not
    /// depend on how many threads there are.
    fn is_late(&self) -> bool {
        self.scoring.work() >= self.most_work
    }

    /// What speaks for a set that explains everything.
    fn most(&self) -> i64 {
        3 * POINT * self.scoring.wrong as i64
    }

    /// Tries every mistake on some answers that the sets leave open: on a few of them at a time, and on
    /// no more once enough work was done.
    fn look(&self, (level, leads): (&[Stand], &[Option<Lead>]), most: usize, known: &mut Known) {
        let mut chosen: BTreeSet<Departure> = BTreeSet::new();
        let mut unknown = |stand: &Stand| -> Vec<Departure> {
            let is_open = |from: &Departure| !known.contains_key(from) && !chosen.contains(from);
            let open: Vec<Departure> = stand.departures().filter(is_open).collect();
            let places: Vec<usize> = open.iter().map(|(place, _)| *place).collect();
            let places = self.scoring.sample(&places, most);
            let open = open.into_iter();
            let open = open.filter(|(place, _)| places.binary_search(place).is_ok());
            let open: Vec<Departure> = open.collect();
            chosen.extend(&open);
            open
        };
        let mut open: Vec<Vec<Departure>> = level.iter().map(&mut unknown).collect();
        while open.iter().any(|open| !open.is_empty()) {
            let few = open.iter_mut().map(|open| {
                let later = open.split_off(open.len().min(AT_ONCE));
                std::mem::replace(open, later)
            });
            let few: Vec<Vec<Departure>> = few.collect();
            self.look_at((level, leads), &few, known);
            if self.is_late() {
                return;
            }
        }
    }

    /// Tries every mistake on some answers that each of the sets leaves open.
    fn look_at(
        &self,
        (level, leads): (&[Stand], &[Option<Lead>]),
        open: &[Vec<Departure>],
        known: &mut Known,
    ) {
        known.extend(open.iter().flatten().map(|from| (*from, Vec::new())));
        let catalogue = self.scoring.suite().catalogue();
        let mistakes = catalogue.mistakes().len();
        let tries: Vec<(usize, Index)> = (0..level.len())
            .filter(|&from| !open[from].is_empty())
            .flat_map(|from| (0..mistakes).map(move |more| (from, more)))
            .collect();
        let carried = |&(from, more): &(usize, Index)| {
            let set = catalogue.with(&level[from].set, more)?;
            let places: Vec<usize> = open[from].iter().map(|(place, _)| *place).collect();
            let lead = leads[from].as_ref();
            let fates = self.scoring.look_after(lead, &set, &places);
            let carried = open[from].iter().filter_map(|&(place, at)| {
                let carried = self.scoring.carried(place, at, fates[place])?;
                Some(((place, at), carried))
            });
            Some((more, carried.collect::<Vec<_>>()))
        };
        for (more, carried) in parallel::map(&tries, carried).into_iter().flatten() {
            for (from, carried) in carried {
                known.entry(from).or_default().push((more, carried));
            }
        }
    }

    /// Programs with these sets, for those to follow that make one mistake more.
    fn leads(&self, sets: &[Set]) -> Vec<Option<Lead>> {
        sets.iter().map(|set| self.scoring.lead(set)).collect()
    }

    /// The most promising of the sets with one mistake more.
    fn step(
        &self,
        (level, leads): (&[Stand], &[Option<Lead>]),
        known: &Known,
        seen: &mut BTreeSet<Set>,
    ) -> Vec<Stand> {
        let mut grafts = Vec::new();
        for (from, stand) in level.iter().enumerate() {
            let addition = |more| {
                let set = self.scoring.suite().catalogue().with(&stand.set, more)?;
                Some(Addition { from, more, set })
            };
            let choices = choices(stand, known).into_iter().filter_map(addition);
            grafts.extend(choices.filter(|addition| seen.insert(addition.set.clone())));
        }
        let promise = |addition: &Addition| {
            let from = &level[addition.from];
            self.promise((from, leads[addition.from].as_ref()), addition, known)
        };
        let promises = parallel::map(&grafts, promise);
        let ranked = promises.into_iter().zip(grafts);
        let is_better =
            |(promise, addition): &((i64, i64), Addition)| promise.0 > level[addition.from].promise;
        let mut ranked: Vec<((i64, i64), Addition)> = ranked.filter(is_better).collect();
        ranked.sort_by(|(one, first), (other, second)| {
            (Reverse(one.0), &first.set).cmp(&(Reverse(other.0), &second.set))
        });
        ranked.truncate(BEAM);
        parallel::map(&ranked, |((_, against), addition)| {
            let from = (&level[addition.from], leads[addition.from].as_ref());
            self.stand(from, addition.clone(), *against)
        })
    }

    /// What a set promises, judged by some answers, and what of that is against it.
    fn promise(
        &self,
        (from, lead): (&Stand, Option<&Lead>),
        addition: &Addition,
        known: &Known,
    ) -> (i64, i64) {
        let is_carried = |departure: &Departure| {
            let mut carrying = known.get(departure).into_iter().flatten();
            carrying.any(|(more, _)| *more == addition.more)
        };
        let carried = from.departures().filter(is_carried).take(CARRIED);
        let carried = carried.map(|(place, _)| place);
        let wrong: BTreeSet<usize> = self.sample.iter().copied().chain(carried).collect();
        let refuting = self.refuting(addition.more);
        let tried = &refuting[..refuting.len().min(REFUTING)];
        let places: Vec<usize> = wrong.iter().chain(tried).copied().collect();
        let fates = self.scoring.look_after(lead, &addition.set, &places);
        let gain = |&place: &usize| {
            let promise = |fate| self.scoring.promise(place, fate);
            promise(fates[place]) - promise(from.fates[place])
        };
        let refuted = tried
            .iter()
            .filter(|&&place| matches!(fates[place], Fate::Departs(_)));
        let refuted = (refuted.count() * refuting.len()).div_ceil(tried.len().max(1));
        let against = POINT * refuted as i64;
        let gained: i64 = wrong.iter().map(gain).sum();
        (from.promise + gained - against, against)
    }

    /// The right answers among some that a mistake alone would make wrong.
    fn refuting(&self, mistake: Index) -> &[usize] {
        self.refuting[mistake].get_or_init(|| {
            let set = Set::one(mistake);
            let fates = self.scoring.look(&set, &self.right);
            let departs = |place: &usize| matches!(fates[*place], Fate::Departs(_));
            self.right.iter().copied().filter(departs).collect()
        })
    }

    /// A set with one mistake more, tried on all wrong answers.
    fn stand(
        &self,
        (from, lead): (&Stand, Option<&Lead>),
        addition: Addition,
        against: i64,
    ) -> Stand {
        let wrong = self.scoring.wrong_places();
        let mut fates = self.scoring.look_after(lead, &addition.set, &wrong);
        let is = |fate: fn(&Fate) -> bool| wrong.iter().any(|&place| fate(&fates[place]));
        let is_spoken_for = is(|fate| *fate == Fate::Same);
        let is_spoken_against = is(|fate| matches!(fate, Fate::Departs(_)));
        // What may be all is looked at to the end.
        if is_spoken_for && !is_spoken_against && is(|fate| *fate == Fate::Open) {
            fates = self.scoring.fates(&addition.set, usize::MAX, &wrong);
        }
        fates.truncate(wrong.len());
        let before: i64 = self.speaking(&from.fates);
        Stand {
            promise: from.promise - before + self.speaking(&fates) - against,
            set: addition.set,
            fates,
        }
    }

    /// What speaks for a set by the wrong answers alone.
    fn speaking(&self, fates: &[Fate]) -> i64 {
        let places = fates.iter().enumerate();
        places
            .map(|(place, &fate)| self.scoring.promise(place, fate))
            .sum()
    }

    /// Adds to the best set what explains more of the answers that it leaves open, one mistake at
    /// a time: growing may have been content before it came to what shows in few answers.
    fn finish(&self, all: &mut Vec<Stand>) {
        while let Some(best) = best(all).cloned() {
            if best.explains_all() || best.set.len() == LARGEST {
                return;
            }
            let open: Vec<usize> = best.departures().map(|(place, _)| place).collect();
            let open = self.scoring.sample(&open, LAST_LOOK);
            let sets = self.with_others(std::slice::from_ref(&best.set));
            let sets: Vec<Set> = sets.into_iter().collect();
            let lead = self.scoring.lead(&best.set);
            let from = (&best, lead.as_ref());
            let gained = parallel::map(&sets, |set| self.gain(from, set, &open));
            let mut ranked: Vec<(Reverse<i64>, Set)> = gained
                .into_iter()
                .map(Reverse)
                .zip(sets)
                .filter(|(gained, _)| gained.0 > 0)
                .collect();
            ranked.sort();
            ranked.truncate(BEAM);
            let more = parallel::map(&ranked, |(_, set)| self.judged(set.clone(), lead.as_ref()));
            let is_better = more.iter().any(|stand| stand.worth() > best.worth());
            all.extend(more);
            if !is_better {
                return;
            }
        }
    }

    /// How much more speaks for one set than for another one, by some answers.
    fn gain(&self, (from, lead): (&Stand, Option<&Lead>), set: &Set, places: &[usize]) -> i64 {
        let fates = self.scoring.look_after(lead, set, places);
        let promise = |fates: &[Fate], place| self.scoring.promise(place, fates[place]);
        let gains = places
            .iter()
            .map(|&place| promise(&fates, place) - promise(&from.fates, place));
        gains.sum()
    }

    /// Puts another mistake in the place of one in the best sets as long as that makes the best
    /// one better: what was taken early may only look like what the program does. Another value of
    /// the same option comes first, as there are few.
    fn exchange(&self, all: &mut Vec<Stand>) {
        for is_same_option in [true, false] {
            self.exchange_within(is_same_option, all);
        }
    }

    /// The same with other values of the same option only, or with any mistake.
    fn exchange_within(&self, is_same_option: bool, all: &mut Vec<Stand>) {
        let mut done = BTreeSet::new();
        for _ in 0..EXCHANGES {
            all.sort_by_key(|stand| (Reverse(stand.worth()), stand.set.len()));
            let Some(best) = all.first().cloned() else {
                return;
            };
            if best.explains_all() {
                return;
            }
            let from = all.iter().filter(|stand| done.insert(stand.set.clone()));
            let from: Vec<Stand> = from.take(BEAM).cloned().collect();
            for stand in &from {
                if self.is_late() {
                    return;
                }
                all.extend(self.exchanged(stand, is_same_option));
            }
            let is_better = |stand: &Stand| stand.worth() > best.worth();
            if !all.iter().any(is_better) {
                return;
            }
        }
    }

    /// The sets that promise most with another mistake in the place of one.
    fn exchanged(&self, from: &Stand, is_same_option: bool) -> Vec<Stand> {
        let open: Vec<usize> = from.departures().map(|(place, _)| place).collect();
        let open = self.scoring.sample(&open, EXCHANGE_LOOK);
        let without: Vec<Set> = from.set.iter().map(|more| from.set.without(more)).collect();
        let telling = self.telling(&without, &self.explained(from));
        let gaining = |(set, lead): &(Set, Option<&Lead>)| {
            let from = (from, *lead);
            // What closes nothing is not looked at further.
            let gained = Some(self.gain(from, set, &open)).filter(|&gained| gained > 0)?;
            let gained = gained + self.gain(from, set, &telling);
            (gained > 0).then(|| (Reverse(gained), set.clone()))
        };
        let leads = self.leads(&without);
        let led = |set: Set| {
            let lead = leading(&set, &without, &leads);
            (set, lead)
        };
        let catalogue = self.scoring.suite().catalogue();
        let sets = match is_same_option {
            true => catalogue.with_other_values(&from.set).collect(),
            false => self.with_others(&without),
        };
        let sets: Vec<(Set, Option<&Lead>)> = sets.into_iter().map(led).collect();
        let ranked = parallel::map(&sets, gaining).into_iter().flatten();
        let mut ranked: Vec<(Reverse<i64>, Set)> = ranked.collect();
        ranked.sort();
        ranked.truncate(BEAM);
        parallel::map(&ranked, |(_, set)| {
            self.judged(set.clone(), leading(set, &without, &leads))
        })
    }

    /// A set tried on all wrong answers and on some right ones.
    fn judged(&self, set: Set, lead: Option<&Lead>) -> Stand {
        let fates = self.scoring.look_after(lead, &set, &self.right);
        let refuted = self.right.iter();
        let refuted = refuted.filter(|&&place| matches!(fates[place], Fate::Departs(_)));
        let against = POINT * refuted.count() as i64;
        let addition = Addition {
            from: 0,
            more: 0,
            set,
        };
        self.stand((&self.nothing(), lead), addition, against)
    }

    /// The wrong answers that a set gives.
    fn explained(&self, stand: &Stand) -> Vec<usize> {
        let places = self.scoring.wrong_places().into_iter();
        places.filter(|&place| !stand.is_open(place)).collect()
    }

    /// Some sets with one mistake more, each one.
    fn with_others(&self, sets: &[Set]) -> BTreeSet<Set> {
        let catalogue = self.scoring.suite().catalogue();
        let with_other = sets.iter().flat_map(|less| {
            let others = 0..catalogue.mistakes().len();
            others.filter_map(|more| catalogue.with(less, more))
        });
        with_other.collect()
    }

    /// Sets that explain all that a set explains with one mistake less, or another one.
    fn beside(&self, best: &Stand) -> Vec<Stand> {
        let explained = self.explained(best);
        // All sets explain all of nothing.
        if explained.is_empty() {
            return Vec::new();
        }
        let without: Vec<Set> = best.set.iter().map(|more| best.set.without(more)).collect();
        // Those first that tell most: the set needs its mistakes there.
        let telling = self.telling(&without, &explained);
        // What explains as much with one mistake less needs no other in its place.
        let is_less = |set: &&Set| !self.scoring.gives(set, &telling);
        let lesser: Vec<Set> = without.iter().filter(is_less).cloned().collect();
        let mut sets = self.with_others(&lesser);
        sets.extend(without.iter().cloned());
        sets.remove(&best.set);
        sets.remove(&Set::default());
        let sets: Vec<Set> = sets.into_iter().collect();
        let leads = self.leads(&without);
        let explains = |set: &Set| {
            let lead = leading(set, &without, &leads);
            let gives = |places: &[usize]| self.scoring.gives_after(lead, set, places);
            gives(&telling) && gives(&explained)
        };
        let alike = super::those(sets, explains);
        let nothing = self.nothing();
        parallel::map(&alike, |set| {
            let addition = Addition {
                from: 0,
                more: 0,
                set: set.clone(),
            };
            self.stand((&nothing, leading(set, &without, &leads)), addition, 0)
        })
    }

    /// For each of some sets the first answer that it does not give.
    fn telling(&self, sets: &[Set], places: &[usize]) -> Vec<usize> {
        let first = sets
            .iter()
            .filter_map(|set| self.scoring.first_other(set, places));
        let first: BTreeSet<usize> = first.collect();
        first.into_iter().collect()
    }
}

/// The program for one with a set of mistakes to follow: it makes some of them, and no others.
fn leading<'l>(set: &Set, lesser: &[Set], leads: &'l [Option<Lead>]) -> Option<&'l Lead> {
    let has = |less: &Set| less.iter().all(|one| set.iter().any(|own| own == one));
    let place = lesser.iter().position(has)?;
    leads[place].as_ref()
}

/// The set for which most speaks, the smallest of them.
fn best(stands: &[Stand]) -> Option<&Stand> {
    let worth = |stand: &&Stand| (stand.worth(), Reverse(stand.set.len()));
    stands.iter().max_by_key(worth)
}

/// The mistakes that carry most of a set's open answers on.
fn choices(stand: &Stand, known: &Known) -> Vec<Index> {
    let mut votes: BTreeMap<Index, usize> = BTreeMap::new();
    let carrying = stand.departures().filter_map(|from| known.get(&from));
    for (more, carried) in carrying.flatten() {
        *votes.entry(*more).or_default() += match carried {
            Carried::BeyondTheLine => SURELY,
            Carried::InTheLine => 1,
        };
    }
    let mut choices: Vec<(usize, Index)> = votes
        .into_iter()
        .map(|(more, votes)| (votes, more))
        .collect();
    choices.sort_by_key(|&(votes, more)| (Reverse(votes), more));
    choices.truncate(CHOICES);
    choices.into_iter().map(|(_, more)| more).collect()
}
