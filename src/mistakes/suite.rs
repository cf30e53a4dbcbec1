//! A suite: inputs with the right answers, ready to be answered by mistaken programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use super::catalogue::{Catalogue, Index, Set};
use super::replay::{Awaited, Call, Fate, Replay, Script, most_work};
use crate::judge::parallel;
use crate::protocol::SettingsError;

/// An input with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name, for people.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
}

/// A right answer, and how much work it was.
pub type Answered = (Vec<u8>, u64);

/// Cases with their right answers.
pub struct Suite<'a> {
    catalogue: &'a Catalogue,
    cases: Vec<Case>,
    replay: Replay,
    right: Vec<Vec<u8>>,
    costs: Vec<u64>,
    /// By case, see [`Suite::single_answers`].
    singles: Vec<OnceLock<Arc<Vec<Single>>>>,
    /// See [`Suite::within`].
    most: u64,
}

/// What a program with one mistake answers to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Single {
    /// The right answer.
    Right,
    /// Another one.
    Other(Vec<u8>),
    /// That is too much work to say.
    Open,
}

/// What is known of a set of mistakes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caught {
    /// The cases that catch it, by index.
    pub cases: Vec<usize>,
    /// Whether it was not tried with all cases, as that would be too much work.
    pub is_cut: bool,
}

impl<'a> Suite<'a> {
    /// Answers the cases rightly.
    ///
    /// # Errors
    /// Settings of the right program that do not fit the protocol.
    pub fn new(catalogue: &'a Catalogue, cases: Vec<Case>) -> Result<Self, SettingsError> {
        let scripts: Vec<Script> = cases.iter().map(|case| Script::new(&case.input)).collect();
        let answered = parallel::map(&scripts, |script| answer(catalogue, script));
        let answered = answered.into_iter().collect::<Result<_, _>>()?;
        Ok(Self::answered(catalogue, cases, answered))
    }

    /// Cases whose right answers are known, each with how much work it was.
    pub fn answered(catalogue: &'a Catalogue, cases: Vec<Case>, right: Vec<Answered>) -> Self {
        let scripts: Vec<Script> = cases.iter().map(|case| Script::new(&case.input)).collect();
        let (right, costs) = right.into_iter().unzip();
        Self {
            replay: Replay::new(catalogue.protocol(), &scripts),
            catalogue,
            singles: vec![OnceLock::new(); cases.len()],
            cases,
            right,
            costs,
            most: u64::MAX,
        }
    }

    /// The same, for many sets to be tried: what a program answers as the right one does is not
    /// answered again.
    pub fn led(mut self) -> Self {
        let replay = self.replay.led_by(self.catalogue.right());
        self.replay = replay.expect("a catalogue's settings fit its protocol");
        self
    }

    /// The same, with a bound on the work that is done for each set of mistakes. What takes
    /// the right program least is tried first.
    pub fn within(mut self, most: u64) -> Self {
        let scripts = self.cases.iter().map(|case| Script::new(&case.input));
        let scripts: Vec<Script> = scripts.collect();
        let mut order: Vec<usize> = (0..scripts.len()).collect();
        order.sort_by_key(|&case| self.costs[case]);
        let scripts = order.into_iter().map(|case| (case, &scripts[case]));
        self.replay = Replay::in_order(self.catalogue.protocol(), scripts);
        self.most = most;
        self
    }

    /// The catalogue whose mistakes are tried.
    pub fn catalogue(&self) -> &'a Catalogue {
        self.catalogue
    }

    /// The cases, in the order given.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The right answer to each case.
    pub fn right(&self) -> &[Vec<u8>] {
        &self.right
    }

    /// How much work the right answer to each case was: what is cheap is best tried first.
    pub fn costs(&self) -> &[u64] {
        &self.costs
    }

    /// The answers of a program with these mistakes; the right one where it would be too much
    /// work.
    pub fn answers(&self, set: &Set) -> Vec<Vec<u8>> {
        if set.is_empty() {
            return self.right.clone();
        }
        let answers = self.known_answers(set).into_iter().zip(&self.right);
        answers
            .map(|(answer, right)| answer.unwrap_or_else(|| right.clone()))
            .collect()
    }

    /// The answers of a program with these mistakes, none where they are too much work.
    fn known_answers(&self, set: &Set) -> Vec<Option<Vec<u8>>> {
        let settings = self.catalogue.settings(set);
        let answers = self.replay.answers_within(&settings, self.most_work());
        answers.expect("a catalogue's settings fit its protocol")
    }

    /// What programs with one mistake answer to a case, each within so much work; remembered.
    pub fn single_answers(&self, case: usize, most: u64) -> Arc<Vec<Single>> {
        let made = self.singles[case].get_or_init(|| {
            let script = Script::new(&self.cases[case].input);
            let replay = Replay::new(self.catalogue.protocol(), [&script]);
            let replay = replay.led_by(self.catalogue.right());
            let replay = replay.expect("a catalogue's settings fit its protocol");
            let singles: Vec<Set> = self.catalogue.singles().collect();
            let answer = |set: &Set| {
                let answers = replay.answers_within(&self.catalogue.settings(set), most);
                match answers.ok().and_then(|answers| answers.into_iter().next()?) {
                    None => Single::Open,
                    Some(answer) if answer == self.right[case] => Single::Right,
                    Some(answer) => Single::Other(answer),
                }
            };
            Arc::new(parallel::map(&singles, answer))
        });
        Arc::clone(made)
    }

    /// How much work may be done for a set of mistakes.
    fn most_work(&self) -> u64 {
        most_work(self.costs.iter().sum()).min(self.most)
    }

    /// Compares the answers of a program with these mistakes with what is awaited, one for
    /// each case, until more than `most` differ; what is too much work stays open.
    pub fn compare(&self, set: &Set, awaited: &[Awaited<'_>], most: usize) -> Vec<Fate> {
        let settings = self.catalogue.settings(set);
        let fates = self
            .replay
            .compare(&settings, awaited, (most, self.most_work()));
        fates.expect("a catalogue's settings fit its protocol")
    }

    /// The cases that are known to be answered wrongly by a program with these mistakes, by
    /// index.
    pub fn catching(&self, set: &Set) -> Vec<usize> {
        self.caught(set).cases
    }

    fn caught(&self, set: &Set) -> Caught {
        let fates = self.compare(set, &self.awaited(), usize::MAX);
        let departs = |case: &usize| matches!(fates[*case], Fate::Departs(_));
        Caught {
            cases: (0..fates.len()).filter(departs).collect(),
            is_cut: fates.contains(&Fate::Open),
        }
    }

    /// Whether any case is known to catch a program with these mistakes.
    pub fn catches(&self, set: &Set) -> bool {
        let fates = self.compare(set, &self.awaited(), 0);
        fates.iter().any(|fate| matches!(fate, Fate::Departs(_)))
    }

    /// The cases that catch each set, on all cores; `tick` is called after each set.
    pub fn catching_each(&self, sets: &[Set], tick: &(dyn Fn() + Sync)) -> Vec<Caught> {
        let caught = |set: &Set| {
            let caught = self.caught(set);
            tick();
            caught
        };
        parallel::map(sets, caught)
    }

    /// Those of some sets that no case catches, or in which one mistake hides the others, in
    /// order. `goes_on` is asked before each set; once it says no, no more are looked for.
    pub fn missed(&self, sets: Vec<Set>, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<Set> {
        let shown = self.shown_in(sets.iter());
        let tried = parallel::map(&sets, |set| {
            if !goes_on() {
                return (true, Vec::new());
            }
            let seen = self.seen(set, &shown);
            let likely = |case| set.iter().any(|one| shown.get(&one, case));
            let is_caught = !seen.is_empty() || self.departs(set, &self.awaited(), likely);
            (is_caught, seen)
        });
        let caught = sets.iter().zip(&tried).filter(|(_, (caught, _))| *caught);
        let hiding = self.hiding_among(caught.map(|(set, (_, seen))| (set, &seen[..])), &shown);
        let sets = sets.into_iter().zip(tried);
        let missed = sets.filter(|(set, (caught, _))| !caught || hiding.contains(set));
        missed.map(|(set, _)| set).collect()
    }

    /// The mistakes of a set that are known to be seen in a program which makes all of them: in a
    /// case that only this one shows in, the program's answer is wrong. So no other mistake of
    /// the set hides this one.
    fn seen(&self, set: &Set, shown: &Shown) -> Vec<Index> {
        if set.len() < 2 {
            return Vec::new();
        }
        let settings = self.catalogue.settings(set);
        let session = self.catalogue.protocol().session(&settings);
        let session = session.expect("a catalogue's settings fit its protocol");
        let call = Call {
            awaited: &|case| Awaited::whole(&self.right[case]),
            most: 0,
            work: self.most_work(),
        };
        let is_seen = |one: &Index| {
            let alone = |&case: &usize| {
                let mut others = set.iter().filter(|other| other != one);
                shown.get(one, case) && others.all(|other| shown.is_right(&other, case))
            };
            let cases = (0..self.cases.len()).filter(alone);
            let Some(case) = cases.min_by_key(|&case| (self.work_until(one, case, shown), case))
            else {
                return false;
            };
            let (fates, _) = self.replay.compare_some(&*session, &call, &[case]);
            matches!(fates[..], [(_, Fate::Departs(_))])
        };
        set.iter().filter(is_seen).collect()
    }

    /// About how much work it is until a mistake shows in a case.
    fn work_until(&self, one: &Index, case: usize, shown: &Shown) -> u64 {
        let share = match shown.fate(one, case) {
            Some(Fate::Departs(at)) => (at + 1) as f64 / (self.right[case].len() + 1) as f64,
            _ => 1.0,
        };
        (self.costs[case] as f64 * share) as u64
    }

    /// Those of some sets in which one mistake hides the others: every case is answered as by a
    /// program that makes only that one.
    pub fn hiding<'s>(&self, sets: impl Iterator<Item = &'s Set> + Clone) -> BTreeSet<Set> {
        let shown = self.shown_in(sets.clone());
        self.hiding_among(sets.map(|set| (set, [].as_slice())), &shown)
    }

    /// The same; with each set come those of its mistakes that no other one hides.
    fn hiding_among<'s>(
        &self,
        sets: impl Iterator<Item = (&'s Set, &'s [Index])>,
        shown: &Shown,
    ) -> BTreeSet<Set> {
        let mut with: BTreeMap<Index, Vec<&Set>> = BTreeMap::new();
        for (set, seen) in sets.filter(|(set, _)| set.len() > 1) {
            for one in set.iter() {
                if seen.iter().all(|other| *other == one) {
                    with.entry(one).or_default().push(set);
                }
            }
        }
        let with: Vec<(Index, Vec<&Set>)> = with.into_iter().collect();
        let hidden = parallel::map(&with, |(one, sets)| {
            let alone = self.known_answers(&Set::one(*one));
            let awaited = alone.iter().map(|answer| Awaited {
                bytes: answer.as_deref().unwrap_or_default(),
                // Whatever it is, it does not differ from what is not known.
                is_cut: answer.is_none(),
            });
            let awaited: Vec<Awaited<'_>> = awaited.collect();
            let is_alike = |set: &&Set| -> bool {
                let likely = |case| {
                    let mut others = set.iter().filter(|other| other != one);
                    others.any(|other| shown.get(&other, case)) && !shown.get(one, case)
                };
                !self.departs(set, &awaited, likely)
            };
            parallel::map(sets, is_alike)
        });
        let alike = with.iter().zip(hidden).flat_map(|((_, sets), hidden)| {
            let sets = sets.iter().zip(hidden);
            sets.filter(|(_, is_hidden)| *is_hidden)
                .map(|(set, _)| Set::clone(set))
        });
        alike.collect()
    }

    /// Whether a program with these mistakes is known to answer any case otherwise than awaited;
    /// the cheapest of the likely ones is tried before all others.
    fn departs(
        &self,
        set: &Set,
        awaited: &[Awaited<'_>],
        is_likely: impl Fn(usize) -> bool,
    ) -> bool {
        let settings = self.catalogue.settings(set);
        let session = self.catalogue.protocol().session(&settings);
        let session = session.expect("a catalogue's settings fit its protocol");
        let call = Call {
            awaited: &|case| awaited[case],
            most: 0,
            work: self.most_work(),
        };
        let is_any = |wanted: &[usize]| {
            let (fates, _) = self.replay.compare_some(&*session, &call, wanted);
            fates
                .iter()
                .any(|(_, fate)| matches!(fate, Fate::Departs(_)))
        };
        let all: Vec<usize> = (0..self.cases.len()).collect();
        let likely = all.iter().copied().filter(|&case| is_likely(case));
        let first = likely.min_by_key(|&case| (self.costs[case], case));
        first.is_some_and(|first| is_any(&[first])) || is_any(&all)
    }

    /// Which cases each mistake of some sets shows in, where there are pairs among them.
    fn shown_in<'s>(&self, sets: impl Iterator<Item = &'s Set>) -> Shown {
        let pairs = sets.filter(|set| set.len() > 1);
        let mistakes: BTreeSet<Index> = pairs.flat_map(Set::iter).collect();
        let mistakes: Vec<Index> = mistakes.into_iter().collect();
        let fates = |&one: &Index| self.compare(&Set::one(one), &self.awaited(), usize::MAX);
        let fates = parallel::map(&mistakes, fates);
        Shown(mistakes.into_iter().zip(fates).collect())
    }

    /// The right answers, as what is awaited.
    fn awaited(&self) -> Vec<Awaited<'_>> {
        self.right
            .iter()
            .map(|bytes| Awaited::whole(bytes))
            .collect()
    }
}

/// How programs with one mistake answer each case.
struct Shown(BTreeMap<Index, Vec<Fate>>);

impl Shown {
    fn fate(&self, mistake: &Index, case: usize) -> Option<Fate> {
        self.0.get(mistake)?.get(case).copied()
    }

    /// Whether a mistake shows.
    fn get(&self, mistake: &Index, case: usize) -> bool {
        matches!(self.fate(mistake, case), Some(Fate::Departs(_)))
    }

    /// Whether it is known not to show.
    fn is_right(&self, mistake: &Index, case: usize) -> bool {
        self.fate(mistake, case) == Some(Fate::Same)
    }
}

/// The right answer.
///
/// # Errors
/// Settings of the right program that do not fit the protocol.
pub fn answer(catalogue: &Catalogue, script: &Script) -> Result<Answered, SettingsError> {
    let replay = Replay::new(catalogue.protocol(), [script]);
    let (answers, work) = replay.answers(catalogue.right())?;
    Ok((answers.into_iter().next().unwrap_or_default(), work))
}
