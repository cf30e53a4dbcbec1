//! Greedy choice of candidates: what catches most that is not yet caught, comes first.
//!
//! Beyond catching every single mistake once, a suite is better when mistakes are caught
//! several times in different ways (then pairs that hide each other are caught too), when
//! it tells mistakes from each other, and when much happens in it.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::pool::Candidate;
use crate::judge::parallel;
use crate::protocol::source::{ALWAYS, CARELESS, END};

/// What a mistake's first, second, … catch is worth.
const CATCHES: [u64; 5] = [6000, 90, 45, 10, 4];
/// Shared by all candidates that catch a mistake, for its first catch.
const RARITY: u64 = 20_000;
/// What a rare mistake's first catch is worth, alone: as much as a careless program's.
const RARE: u64 = NEW_CARELESS;
/// What it is worth to tell one more pair of mistakes from each other.
const SEPARATION: u64 = 5;
/// What it is worth when a mistake shows where another one does not, beside which it has not shown
/// yet.
const UNMASKED: u64 = 30;
/// What it is worth when something happens that has not happened yet.
const FEATURE: u64 = 15;
/// What it is worth when an input ends in a way that none has ended in yet.
const NEW_END: u64 = 500;
/// What it is worth to show up a careless program that none has shown up yet: more than the
/// third catch of half the mistakes.
const NEW_CARELESS: u64 = 1500;
/// What it is worth to have an input that every suite has: more than all else.
const NEW_ALWAYS: u64 = 10_000_000;
/// Cases of a suite that has room for those.
const ROOMY: usize = 12;
/// What a line costs.
const LINE: u64 = 2;

/// What the chosen candidates achieve together.
#[derive(Clone)]
pub(super) struct Tally {
    /// How many candidates catch each mistake.
    pub caught: Vec<usize>,
    /// Mistakes in the same class answer alike so far.
    classes: Vec<usize>,
    features: FxHashSet<String>,
    /// How many candidates of the whole pool catch each mistake.
    pub catchers: Vec<usize>,
    /// Which mistakes are rare, or other readings.
    is_rare: Vec<bool>,
    /// Whether there is room for the inputs that every suite has.
    is_roomy: bool,
    /// For each mistake the common ones that have shown wherever it has: beside one of those it may
    /// be masked. None where that is not asked for.
    maskers: Vec<FixedBitSet>,
}

impl Tally {
    /// Nothing chosen yet of a suite with so many cases; `is_rare` says of each mistake whether it
    /// is rare, or another reading.
    pub(super) fn new(is_rare: Vec<bool>, pool: &[Candidate], count: usize) -> Self {
        let mistakes = is_rare.len();
        let catchers = |mistake| pool.iter().filter(|one| one.catches(mistake)).count();
        Self {
            caught: vec![0; mistakes],
            classes: vec![0; mistakes],
            features: FxHashSet::default(),
            catchers: (0..mistakes).map(catchers).collect(),
            is_rare,
            is_roomy: count >= ROOMY,
            maskers: Vec::new(),
        }
    }

    /// The same, wanting each mistake to show where others do not: beside those it may be masked.
    pub(super) fn with_maskers(mut self) -> Self {
        let common = places_of(self.is_rare.iter().map(|&is_rare| !is_rare));
        self.maskers = vec![common; self.is_rare.len()];
        self
    }

    /// Counts a candidate in.
    pub(super) fn add(&mut self, candidate: &Candidate) {
        for (mistake, caught) in self.caught.iter_mut().enumerate() {
            *caught += usize::from(candidate.catches(mistake));
        }
        let mut numbers = BTreeMap::new();
        for (mistake, class) in self.classes.iter_mut().enumerate() {
            let fresh = numbers.len();
            *class = *numbers
                .entry((*class, candidate.mistaken[mistake]))
                .or_insert(fresh);
        }
        self.features.extend(candidate.features.iter().cloned());
        let shown = mistakes_of(candidate);
        for (mistake, maskers) in self.maskers.iter_mut().enumerate() {
            if candidate.catches(mistake) {
                maskers.intersect_with(&shown);
            }
        }
    }

    /// Whether a candidate catches a mistake that nothing here catches.
    fn lacks(&self, candidate: &Candidate) -> bool {
        let mut caught = self.caught.iter().enumerate();
        caught.any(|(mistake, &caught)| caught == 0 && candidate.catches(mistake))
    }

    /// Whether something has happened already.
    pub(super) fn has_seen(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// What a candidate would add.
    fn gain(&self, candidate: &Candidate) -> u64 {
        let mut gain = 0;
        for (mistake, &caught) in self.caught.iter().enumerate() {
            if candidate.catches(mistake) && self.is_rare[mistake] {
                gain += if caught == 0 { RARE } else { 1 };
            } else if candidate.catches(mistake) {
                gain += CATCHES.get(caught).copied().unwrap_or(1);
                if caught == 0 {
                    gain += RARITY / self.catchers[mistake].max(1) as u64;
                }
            }
        }
        gain += SEPARATION * self.separated(candidate);
        gain += UNMASKED * self.unmasked(candidate);
        let features = candidate.features.iter();
        let fresh = features.filter(|feature| !self.features.contains(*feature));
        gain += fresh.map(|feature| self.worth(feature)).sum::<u64>();
        gain.saturating_sub(LINE * candidate.lines() as u64)
    }

    /// What a feature is worth that has not been seen yet.
    fn worth(&self, feature: &str) -> u64 {
        if feature.starts_with(END) {
            NEW_END
        } else if feature.starts_with(ALWAYS) && self.is_roomy {
            NEW_ALWAYS
        } else if feature.starts_with(CARELESS) || feature.starts_with(ALWAYS) {
            NEW_CARELESS
        } else {
            FEATURE
        }
    }

    /// In how many pairs of common mistakes one would show for the first time where the other does
    /// not.
    fn unmasked(&self, candidate: &Candidate) -> u64 {
        if self.maskers.is_empty() {
            return 0;
        }
        let shown = mistakes_of(candidate);
        let common = shown.ones().filter(|&one| !self.is_rare[one]);
        let unmasked = common.map(|one| self.maskers[one].difference_count(&shown));
        unmasked.sum::<usize>() as u64
    }

    /// How many more pairs of mistakes would be told from each other: of those that answer alike so
    /// far, the ones that answer differently now.
    fn separated(&self, candidate: &Candidate) -> u64 {
        let mut sizes = vec![0; self.classes.len()];
        let mut shown: Vec<(usize, u64)> = Vec::new();
        for (mistake, &class) in self.classes.iter().enumerate() {
            sizes[class] += 1;
            if candidate.catches(mistake) {
                shown.push((class, candidate.mistaken[mistake]));
            }
        }
        shown.sort_unstable();
        let alike = |count: u64| count * count.saturating_sub(1) / 2;
        let mut separated = 0;
        for class in shown.chunk_by(|one, other| one.0 == other.0) {
            let size: u64 = sizes[class[0].0];
            let groups = class.chunk_by(|one, other| one == other);
            let still: u64 = groups.map(|group| alike(group.len() as u64)).sum();
            separated += alike(size) - alike(size - class.len() as u64) - still;
        }
        separated
    }
}

/// Exchanges chosen candidates for better ones, as long as that helps.
pub(super) fn exchange(pool: &[Candidate], start: &Tally, chosen: &mut [usize]) {
    improve(pool, start, chosen);
    if complete(pool, start, chosen) {
        improve(pool, start, chosen);
        // What gains more in other ways may have let one go free again.
        complete(pool, start, chosen);
    }
}

/// Exchanges chosen candidates, one at a time, while what is left gains more by another one
/// of the pool than by the one taken out.
fn improve(pool: &[Candidate], start: &Tally, chosen: &mut [usize]) {
    const ROUNDS: usize = 4;
    for _ in 0..ROUNDS {
        let mut has_changed = false;
        for place in 0..chosen.len() {
            let mut tally = start.clone();
            for (_, &index) in chosen.iter().enumerate().filter(|(at, _)| *at != place) {
                tally.add(&pool[index]);
            }
            let gain = |index: usize| tally.gain(&pool[index]);
            let old = gain(chosen[place]);
            let better = (0..pool.len())
                .filter(|index| !chosen.contains(index))
                .filter(|&index| pool[index].decides() || !pool[chosen[place]].decides());
            let better: Vec<usize> = better.collect();
            let gains = parallel::map(&better, |&index| (gain(index), std::cmp::Reverse(index)));
            let best = gains.into_iter().max();
            if let Some((gain, std::cmp::Reverse(index))) = best
                && gain > old
            {
                chosen[place] = index;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
}

/// Exchanges two or three chosen candidates at a time, while fewer single mistakes go free by
/// it, or as many and fewer rare ones; whether any were exchanged.
fn complete(pool: &[Candidate], start: &Tally, chosen: &mut [usize]) -> bool {
    /// In larger suites hardly anything goes free, and there are too many threes.
    const MOST_FOR_THREES: usize = 24;
    let cover = Cover::new(pool, start);
    let is_fixed =
        |place: &usize, chosen: &[usize]| start.is_roomy && pool[chosen[*place]].is_wanted_always();
    let mut has_changed = false;
    loop {
        let now = cover.weight(&cover.free(chosen));
        if now == (0, 0) {
            return has_changed;
        }
        let free = |taken| {
            let mut places = places(chosen.len(), taken);
            places.retain(|places| !places.iter().any(|place| is_fixed(place, chosen)));
            places
        };
        let twos = cover.exchange(chosen, &free(2), now);
        let exchanged = twos.or_else(|| {
            (chosen.len() <= MOST_FOR_THREES)
                .then(|| cover.exchange(chosen, &free(3), now))
                .flatten()
        });
        let Some(exchanged) = exchanged else {
            return has_changed;
        };
        for (place, index) in exchanged {
            chosen[place] = index;
        }
        has_changed = true;
    }
}

/// All ways to take so many of some places, two or more.
fn places(count: usize, taken: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..taken {
        let longer = all.iter().flat_map(|some| {
            let next = some.last().map_or(0, |last| last + 1);
            (next..count).map(move |place| some.iter().copied().chain([place]).collect())
        });
        all = longer.collect();
    }
    all
}

/// Which mistakes candidates catch.
struct Cover {
    catches: Vec<FixedBitSet>,
    decides: Vec<bool>,
    known: FixedBitSet,
    rare: FixedBitSet,
    catchable: FixedBitSet,
}

/// How many mistakes go free, first those that are not rare.
type Weight = (usize, usize);

impl Cover {
    fn new(pool: &[Candidate], start: &Tally) -> Self {
        let catches: Vec<FixedBitSet> = pool.iter().map(mistakes_of).collect();
        let known = places_of(start.caught.iter().map(|&caught| caught > 0));
        Self {
            catchable: catches.iter().fold(known.clone(), |all, one| &all | one),
            rare: places_of(start.is_rare.iter().copied()),
            catches,
            decides: pool.iter().map(Candidate::decides).collect(),
            known,
        }
    }

    /// What some candidates let through and others would catch.
    fn free(&self, chosen: &[usize]) -> FixedBitSet {
        let caught = chosen.iter().map(|&index| &self.catches[index]);
        let all = caught.fold(self.known.clone(), |all, one| &all | one);
        difference(&self.catchable, &all)
    }

    fn weight(&self, free: &FixedBitSet) -> Weight {
        (free.difference_count(&self.rare), free.count_ones(..))
    }

    /// Other candidates for some of the places, the first by which less than now goes free.
    fn exchange(
        &self,
        chosen: &[usize],
        places: &[Vec<usize>],
        now: Weight,
    ) -> Option<Vec<(usize, usize)>> {
        let exchange = |places: &Vec<usize>| {
            let is_kept = |(place, _): &(usize, &usize)| !places.contains(place);
            let rest = chosen.iter().enumerate().filter(is_kept);
            let rest: Vec<usize> = rest.map(|(_, &index)| index).collect();
            let wanted = self.free(&rest);
            let options = self.options(&wanted, &rest);
            let mut taken = Vec::new();
            if !self.covers(&wanted, &options, places.len(), now, &mut taken) {
                return None;
            }
            for &place in places {
                if taken.len() < places.len() && !taken.contains(&chosen[place]) {
                    taken.push(chosen[place]);
                }
            }
            // As many have decisions as before.
            let decided = |all: &[usize]| all.iter().filter(|&&one| self.decides[one]).count();
            let replaced: Vec<usize> = places.iter().map(|&place| chosen[place]).collect();
            (decided(&taken) >= decided(&replaced))
                .then(|| places.iter().copied().zip(taken).collect())
        };
        parallel::first(places, exchange)
    }

    /// The candidates that catch most of what is wanted: none catches all that another one
    /// does, and more.
    fn options(&self, wanted: &FixedBitSet, rest: &[usize]) -> Vec<(FixedBitSet, usize)> {
        let mut distinct: BTreeMap<FixedBitSet, usize> = BTreeMap::new();
        for (index, catches) in self.catches.iter().enumerate() {
            if !catches.is_disjoint(wanted) && !rest.contains(&index) {
                distinct.entry(catches & wanted).or_insert(index);
            }
        }
        let mut distinct: Vec<(FixedBitSet, usize)> = distinct.into_iter().collect();
        distinct.sort_by_key(|(mask, index)| (std::cmp::Reverse(mask.count_ones(..)), *index));
        let mut options: Vec<(FixedBitSet, usize)> = Vec::new();
        for (mask, index) in distinct {
            if options.iter().all(|(other, _)| !mask.is_subset(other)) {
                options.push((mask, index));
            }
        }
        options
    }

    /// Whether so many of the options, or all if there are fewer, leave less than `now` of what
    /// is wanted; those are taken then.
    fn covers(
        &self,
        wanted: &FixedBitSet,
        options: &[(FixedBitSet, usize)],
        count: usize,
        now: Weight,
        taken: &mut Vec<usize>,
    ) -> bool {
        if count == 0 {
            return self.weight(wanted) < now;
        }
        // The options that are left catch less and less.
        let (common, _) = self.weight(wanted);
        for (place, (mask, index)) in options.iter().enumerate() {
            if common > now.0 + mask.count_ones(..) * count {
                return false;
            }
            taken.push(*index);
            let left = difference(wanted, mask);
            if self.covers(&left, &options[place + 1..], count - 1, now, taken) {
                return true;
            }
            taken.pop();
        }
        options.is_empty() && self.weight(wanted) < now
    }
}

fn difference(one: &FixedBitSet, other: &FixedBitSet) -> FixedBitSet {
    let mut left = one.clone();
    left.difference_with(other);
    left
}

/// The mistakes that a candidate catches.
fn mistakes_of(candidate: &Candidate) -> FixedBitSet {
    places_of((0..candidate.mistaken.len()).map(|one| candidate.catches(one)))
}

/// The places at which something is so.
fn places_of(all: impl Iterator<Item = bool>) -> FixedBitSet {
    let all: Vec<bool> = all.collect();
    let mut set = FixedBitSet::with_capacity(all.len());
    for (place, is_so) in all.into_iter().enumerate() {
        set.set(place, is_so);
    }
    set
}

/// What a further candidate must add.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// At least this gain.
    Gain(u64),
    /// A mistake that is not caught otherwise.
    Lacking,
}

/// Chooses up to `count` candidates beyond what is tallied, those without a decision as long as
/// there is room for them (`has_room`, of so many without one among so many), in the order of
/// choice; stops early once none adds what is wanted.
pub(super) fn choose(
    pool: &[Candidate],
    tally: &mut Tally,
    (count, has_room): (usize, &dyn Fn(usize, usize) -> bool),
    wanted: Wanted,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let undecided = |&&index: &&usize| !pool[index].decides();
        let undecided = chosen.iter().filter(undecided).count();
        let is_full = !has_room(undecided, chosen.len());
        let gains = pool.iter().enumerate().filter(|(index, candidate)| {
            let is_wanted = match wanted {
                Wanted::Gain(_) => true,
                Wanted::Lacking => tally.lacks(candidate),
            };
            is_wanted && !chosen.contains(index) && (candidate.decides() || !is_full)
        });
        let gains: Vec<(usize, &Candidate)> = gains.collect();
        let gains = parallel::map(&gains, |(index, candidate)| {
            (tally.gain(candidate), std::cmp::Reverse(*index))
        });
        // Of equal gains the first in the pool.
        let best = gains.into_iter().max();
        let Some((gain, std::cmp::Reverse(index))) = best else {
            break;
        };
        if matches!(wanted, Wanted::Gain(least) if gain < least) {
            break;
        }
        tally.add(&pool[index]);
        chosen.push(index);
    }
    chosen
}
