//! What a program did on a suite, ready to be compared with sets of mistakes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::Observed;
use super::smaller::most_work;
use super::text_differences::{Reworded, TextDifferences};
use super::wording::Learnt;
use crate::judge::parallel;
use crate::mistakes::catalogue::Set;
use crate::mistakes::replay::{Awaited, Call, Fate, Lead, Reading, Replay, Script};
use crate::mistakes::suite::Suite;
use crate::protocol::Session;

/// How much work the first part of the cases is for the right program.
const FIRST_PART: u64 = 10_000;

/// How much work may be done to look at what becomes of a set, beside what a few times the right
/// answers are: answers that are much work then stay open.
const LOOK: u64 = 100_000;

/// How many times.
const LOOK_TIMES: u64 = 4;

/// What is so many times as much work as the average is no sample: a few answers would take as
/// long as all others.
const LARGE: u64 = 2;

/// A program's answers next to the right ones, those that are wrong first.
pub(super) struct Scoring<'a> {
    suite: &'a Suite<'a>,
    /// How the program words what it prints.
    differences: Arc<TextDifferences>,
    replay: Replay,
    /// The right program, for others to follow, once many are tried.
    lead: OnceLock<Option<Lead>>,
    /// What was learnt of the program's text.
    pub learnt: Learnt,
    /// The wrong answers come first, of these and of the others the cheapest to try.
    pub trials: Vec<Trial>,
    /// How many are wrong.
    pub wrong: usize,
    /// How much work was done so far.
    work: AtomicU64,
}

/// A case with the program's answer.
pub(super) struct Trial {
    /// The case's index in the suite.
    pub case: usize,
    printed: Vec<u8>,
    is_cut: bool,
    /// The first wrong byte; the length when there is none.
    departs: usize,
    /// Where the lines of what was printed end, newlines included.
    line_ends: Vec<usize>,
}

/// How a set of mistakes fares on the cases, each by its place in [`Scoring::trials`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Wrong answers that are exactly those of the set.
    pub explained: Vec<usize>,
    /// Wrong answers whose first wrong line is the set's, but not all that follows.
    pub begun: Vec<usize>,
    /// Answers that are right for longer than the set's, or to the end.
    pub contradicted: Vec<usize>,
}

impl Marks {
    /// How much speaks for the set. That a whole wrong output is the same is no accident, even
    /// of a mistake that the program makes only at times.
    pub(super) fn points(&self) -> i64 {
        let count = |cases: &[usize]| i64::try_from(cases.len()).unwrap_or(i64::MAX);
        3 * count(&self.explained) + count(&self.begun) - count(&self.contradicted)
    }
}

/// A point, in the finer measure of [`Scoring::promise`].
pub(super) const POINT: i64 = 1_000_000;

impl<'a> Scoring<'a> {
    /// Compares what was printed with the right answers; cases that were not run are left
    /// out.
    pub(super) fn new(
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        reading: Reading,
    ) -> Self {
        let trial = |case: usize, observed: &Observed| {
            let Observed { output, stopped } = observed;
            Trial::new(
                case,
                output,
                stopped.is_some(),
                &suite.right()[case],
                reading,
            )
        };
        Self::of_trials(suite, observed, reading, Arc::default(), trial)
    }

    /// As [`Scoring::new`], with the text put right that a program words otherwise.
    pub(super) fn with_differences(
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        differences: &Arc<TextDifferences>,
    ) -> Self {
        let trial = |case: usize, observed: &Observed| {
            let right = differences.reword(&suite.right()[case]);
            let printed = differences.strip(&observed.output);
            let is_cut = observed.stopped.is_some();
            Trial::new(case, &printed, is_cut, &right, Reading::Exact)
        };
        Self::of_trials(
            suite,
            observed,
            Reading::Exact,
            Arc::clone(differences),
            trial,
        )
    }

    fn of_trials(
        suite: &'a Suite<'a>,
        observed: &[Option<Observed>],
        reading: Reading,
        differences: Arc<TextDifferences>,
        trial: impl Fn(usize, &Observed) -> Trial + Sync,
    ) -> Self {
        let cases = observed.iter().enumerate();
        let cases = cases.filter_map(|(case, observed)| Some((case, observed.as_ref()?)));
        let cases: Vec<(usize, &Observed)> = cases.collect();
        let mut trials = parallel::map(&cases, |(case, observed)| trial(*case, observed));
        trials.sort_by_cached_key(|trial| (!trial.is_wrong(), trial.effort(suite)));
        let wrong = trials.iter().filter(|trial| trial.is_wrong()).count();
        let scripts = trials.iter().map(|trial| &suite.cases()[trial.case].input);
        let scripts: Vec<Script> = scripts.map(|input| Script::new(input)).collect();
        Self {
            suite,
            differences,
            replay: Replay::new(suite.catalogue().protocol(), &scripts).with_reading(reading),
            lead: OnceLock::new(),
            learnt: Learnt::default(),
            trials,
            wrong,
            work: AtomicU64::new(0),
        }
    }

    /// How much work was done so far.
    pub(super) fn work(&self) -> u64 {
        self.work.load(Relaxed)
    }

    /// The wrong trials.
    pub(super) fn wrong_places(&self) -> Vec<usize> {
        (0..self.wrong).collect()
    }

    /// Right trials that are less work together than one that is wrong: a set may be refuted by them before
    /// it is tried on that.
    pub(super) fn quick_right_places(&self, wrong: Option<&usize>) -> Vec<usize> {
        let mut left = wrong.map_or(0, |&place| self.cost(place));
        let is_within = move |place: &usize| {
            let cost = self.cost(*place);
            let is_within = cost < left;
            left = left.saturating_sub(cost);
            is_within
        };
        (self.wrong..self.trials.len())
            .take_while(is_within)
            .collect()
    }

    /// At most so many of some trials, from all over the suite, unless they are much work.
    pub(super) fn sample(&self, places: &[usize], most: usize) -> Vec<usize> {
        let mut places = places.to_vec();
        if places.len() > most {
            let all = places.len() as u64;
            let most_cost = LARGE.saturating_mul(self.cost_of(&places)) / all;
            places.retain(|&place| self.cost(place) <= most_cost);
        }
        places.sort_by_key(|&place| self.trials[place].case);
        let step = places.len().div_ceil(most).max(1);
        let mut sample: Vec<usize> = places.into_iter().step_by(step).collect();
        sample.sort_unstable();
        sample
    }

    /// The suite.
    pub(super) fn suite(&self) -> &'a Suite<'a> {
        self.suite
    }

    /// The same, for many sets to be tried. No answer depends on it.
    pub(super) fn led(&self) -> &Self {
        let right = || self.replay.lead(self.session(&Set::default()), u64::MAX);
        self.lead.get_or_init(right);
        self
    }

    /// The program with a set of mistakes, for some to follow that have most of them.
    pub(super) fn lead(&self, set: &Set) -> Option<Lead> {
        self.replay.lead(self.session(set), LOOK)
    }

    /// What becomes of the answers of a set on some trials, the cheapest first, until more
    /// than `most` differ; those that are too much work stay open.
    pub(super) fn fates(&self, set: &Set, most: usize, places: &[usize]) -> Vec<Fate> {
        let work = most_work(self.cost_of(places));
        self.fates_within(set, most, places, (work, self.right_lead()))
    }

    /// What becomes of the answers of a set on some trials, one after the other, and how much work each
    /// is.
    pub(super) fn tried(&self, set: &Set, places: &[usize]) -> Vec<(Fate, u64)> {
        let session = self.session(set);
        let mut left = most_work(self.cost_of(places));
        let mut tried = |&place: &usize| {
            let work = left.min(most_work(self.cost(place)));
            let limits = (usize::MAX, work);
            let (known, work) = self.compared(self.right_lead(), &*session, &[place], limits);
            left -= work;
            (known.first().map_or(Fate::Open, |(_, fate)| *fate), work)
        };
        places.iter().map(&mut tried).collect()
    }

    /// The same with less work, enough to see whether a set is worth more: what is much work under
    /// these mistakes stays open.
    pub(super) fn look(&self, set: &Set, places: &[usize]) -> Vec<Fate> {
        self.look_after(self.right_lead(), set, places)
    }

    /// The same after a program with most of the mistakes, if any.
    pub(super) fn look_after(&self, lead: Option<&Lead>, set: &Set, places: &[usize]) -> Vec<Fate> {
        let work = LOOK.saturating_add(LOOK_TIMES.saturating_mul(self.cost_of(places)));
        self.fates_within(set, usize::MAX, places, (work, lead))
    }

    /// The right program, for others to follow.
    pub(super) fn right_lead(&self) -> Option<&Lead> {
        self.lead.get()?.as_ref()
    }

    /// How much work some trials are for the right program.
    pub(super) fn cost_of(&self, places: &[usize]) -> u64 {
        places.iter().map(|&place| self.cost(place)).sum()
    }

    fn fates_within(
        &self,
        set: &Set,
        most: usize,
        places: &[usize],
        (work, lead): (u64, Option<&Lead>),
    ) -> Vec<Fate> {
        let mut fates = vec![Fate::Open; self.trials.len()];
        if places.is_empty() {
            return fates;
        }
        let session = self.session(set);
        let mut left = work;
        let mut differing = 0;
        for part in self.parts(places) {
            if differing > most || left == 0 {
                break;
            }
            let within = left.min(most_work(self.cost_of(part)));
            let limits = (most - differing, within);
            let (known, work) = self.compared(lead, &*session, part, limits);
            // What is too much for one part is not tried on the next.
            left = match work < within {
                true => left - work,
                false => 0,
            };
            for (place, fate) in known {
                fates[place] = fate;
                differing += usize::from(matches!(fate, Fate::Departs(_)));
            }
        }
        fates
    }

    /// What becomes of some answers in a conversation, until more than `most` differ or it is too much
    /// work; how much it was.
    fn compared(
        &self,
        lead: Option<&Lead>,
        session: &dyn Session,
        places: &[usize],
        (most, work): (usize, u64),
    ) -> (Vec<(usize, Fate)>, u64) {
        let call = Call {
            awaited: &|place| self.awaited(place),
            most,
            work,
        };
        let (known, work) = self.replay.compare_after(lead, session, &call, places);
        self.work.fetch_add(work, Relaxed);
        (known, work)
    }

    /// What the program printed.
    fn awaited(&self, place: usize) -> Awaited<'_> {
        Awaited {
            bytes: &self.trials[place].printed,
            is_cut: self.trials[place].is_cut,
        }
    }

    /// A conversation with a program that makes these mistakes.
    fn session(&self, set: &Set) -> Box<dyn Session> {
        let catalogue = self.suite.catalogue();
        let session = catalogue.protocol().session(&catalogue.settings(set));
        let session = session.expect("a catalogue's settings fit its protocol");
        match self.differences.is_empty() {
            true => session,
            false => Box::new(Reworded::new(session, Arc::clone(&self.differences))),
        }
    }

    /// The same of one.
    pub(super) fn cost(&self, place: usize) -> u64 {
        self.suite.costs()[self.trials[place].case]
    }

    /// Trials in parts that are more and more work.
    fn parts<'p>(&self, mut places: &'p [usize]) -> Vec<&'p [usize]> {
        let mut parts = Vec::new();
        let mut wanted = FIRST_PART;
        while !places.is_empty() {
            let mut cost = 0;
            let count = places.iter().take_while(|&&place| {
                let is_wanted = cost < wanted;
                cost += self.cost(place);
                is_wanted
            });
            let (part, rest) = places.split_at(count.count().max(1));
            parts.push(part);
            places = rest;
            wanted *= 4;
        }
        parts
    }

    /// A trial, of some in order, on which a set does not give what was printed.
    pub(super) fn first_other(&self, set: &Set, places: &[usize]) -> Option<usize> {
        self.first_other_after(self.right_lead(), set, places)
    }

    /// The same after a program with most of the mistakes, if any.
    pub(super) fn first_other_after(
        &self,
        lead: Option<&Lead>,
        set: &Set,
        places: &[usize],
    ) -> Option<usize> {
        let work = most_work(self.cost_of(places));
        let fates = self.fates_within(set, 0, places, (work, lead));
        fates
            .iter()
            .position(|fate| matches!(fate, Fate::Departs(_)))
    }

    /// Whether a set gives exactly what was printed on some trials, in order.
    pub(super) fn gives(&self, set: &Set, places: &[usize]) -> bool {
        self.gives_after(self.right_lead(), set, places)
    }

    /// The same after a program with most of the mistakes, if any.
    pub(super) fn gives_after(&self, lead: Option<&Lead>, set: &Set, places: &[usize]) -> bool {
        let work = most_work(self.cost_of(places));
        let fates = self.fates_within(set, 0, places, (work, lead));
        places.iter().all(|&place| fates[place] == Fate::Same)
    }

    /// How a set fares on some trials.
    pub(super) fn marks(&self, set: &Set, places: &[usize]) -> Marks {
        self.marks_of(&self.fates(set, usize::MAX, places), places)
    }

    /// How a set fares that has these fates on some trials.
    pub(super) fn marks_of(&self, fates: &[Fate], places: &[usize]) -> Marks {
        let mut marks = Marks::default();
        for &place in places {
            match self.mark(place, fates[place]) {
                Some(Mark::Explained) => marks.explained.push(place),
                Some(Mark::Begun) => marks.begun.push(place),
                Some(Mark::Contradicted) => marks.contradicted.push(place),
                None => {}
            }
        }
        marks
    }

    fn mark(&self, place: usize, fate: Fate) -> Option<Mark> {
        let trial = &self.trials[place];
        match fate {
            Fate::Same if trial.is_wrong() => Some(Mark::Explained),
            Fate::Departs(at) if at < trial.departs => Some(Mark::Contradicted),
            // Beyond the first wrong line.
            Fate::Departs(at) if at > trial.departs && at >= trial.line_end(trial.departs) => {
                Some(Mark::Begun)
            }
            Fate::Same | Fate::Departs(_) | Fate::Open => None,
        }
    }

    /// How much speaks for a set that has this fate on a wrong trial, [`POINT`] by point; and
    /// how much may speak for it with more mistakes: to agree for longer is a beginning.
    pub(super) fn promise(&self, place: usize, fate: Fate) -> i64 {
        let points = match self.mark(place, fate) {
            Some(Mark::Explained) => return 3 * POINT,
            Some(Mark::Contradicted) => return -POINT,
            Some(Mark::Begun) => POINT,
            None => 0,
        };
        points + self.trials[place].share(fate) / 2
    }

    /// How a set with some fate on a trial carries it on from where another one departs; none
    /// when it does not.
    pub(super) fn carried(&self, place: usize, from: usize, fate: Fate) -> Option<Carried> {
        match fate {
            Fate::Same => Some(Carried::BeyondTheLine),
            Fate::Departs(at) if at <= from => None,
            Fate::Departs(at) if at >= self.trials[place].line_end(from) => {
                Some(Carried::BeyondTheLine)
            }
            Fate::Departs(_) => Some(Carried::InTheLine),
            Fate::Open => None,
        }
    }

    /// How a set fares on all trials.
    pub(super) fn marks_of_all(&self, set: &Set) -> Marks {
        self.marks(set, &(0..self.trials.len()).collect::<Vec<_>>())
    }

    /// Whether anything that is wrong in the other reading of the same outputs is not in this
    /// one.
    pub(super) fn goes_further_than(&self, exact: &Self) -> bool {
        let further = |trial: &&Trial| {
            let own = self.trials.iter().find(|own| own.case == trial.case);
            let departs = trial.departs.min(trial.printed.len());
            let counted = Reading::WithoutBlanks
                .counted(&trial.printed[..departs])
                .len();
            trial.is_wrong() && own.is_some_and(|own| own.departs > counted)
        };
        exact.trials.iter().any(|trial| further(&trial))
    }

    /// How many lines are right before the first wrong one, in all wrong answers together.
    pub(super) fn right_lines(&self) -> usize {
        let lines = |trial: &Trial| {
            let right = &trial.printed[..trial.departs.min(trial.printed.len())];
            right.iter().filter(|&&byte| byte == b'\n').count()
        };
        self.trials.iter().map(lines).sum()
    }

    /// Whether two sets give the same answers, wherever the program ended by itself or not.
    pub(super) fn are_alike(&self, one: &Set, other: &Set) -> bool {
        let catalogue = self.suite.catalogue();
        let most = most_work(self.suite.costs().iter().sum());
        let prints = |set: &Set| self.replay.fingerprints(&catalogue.settings(set), most);
        prints(one) == prints(other)
    }
}

/// What a fate says of a set.
#[derive(Clone, Copy)]
enum Mark {
    Explained,
    Begun,
    Contradicted,
}

/// How much further a mistake more carries an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    /// The line that was wrong is less so.
    InTheLine,
    /// The line that was wrong is right.
    BeyondTheLine,
}

impl Trial {
    /// How much of the wrong part of the answer is given before a departure, in millionths.
    fn share(&self, fate: Fate) -> i64 {
        let Fate::Departs(at) = fate else { return 0 };
        let wrong = self.printed.len().saturating_sub(self.departs).max(1);
        let given = at.saturating_sub(self.departs).min(wrong);
        i64::try_from(1_000_000 * given / wrong).unwrap_or(0)
    }

    /// Where the line of a byte ends in what was printed, newline included.
    fn line_end(&self, at: usize) -> usize {
        let place = self.line_ends.partition_point(|&end| end <= at);
        let end = self.line_ends.get(place);
        end.copied().unwrap_or(self.printed.len())
    }

    /// What becomes of the right answer.
    pub(super) fn fate_of_right(&self) -> Fate {
        match self.is_wrong() {
            true => Fate::Departs(self.departs),
            false => Fate::Same,
        }
    }

    /// How much work the right program does until the answer goes wrong, times a thousand.
    fn effort(&self, suite: &Suite<'_>) -> u64 {
        let length = suite.right()[self.case].len() + 1;
        let share = self.departs.saturating_add(1).min(length);
        let effort = 1000 * u128::from(suite.costs()[self.case]) * share as u128 / length as u128;
        u64::try_from(effort).unwrap_or(u64::MAX)
    }

    fn new(case: usize, output: &[u8], is_cut: bool, right: &[u8], reading: Reading) -> Self {
        let (printed, right) = (reading.counted(output), reading.counted(right));
        let same = common_start(&printed, &right);
        let is_right_so_far = same == printed.len();
        let departs = match is_right_so_far && (is_cut || same == right.len()) {
            true => usize::MAX,
            false => same,
        };
        Self {
            case,
            line_ends: line_ends(output, reading),
            printed: printed.into_owned(),
            is_cut,
            departs,
        }
    }

    /// Whether something wrong was printed, or something is missing though the program ended
    /// by itself.
    pub(super) fn is_wrong(&self) -> bool {
        self.departs != usize::MAX
    }
}

/// Where lines end, counted in the bytes that count.
fn line_ends(text: &[u8], reading: Reading) -> Vec<usize> {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.take_while(|line| line.ends_with(b"\n"));
    let ends = lines.scan(0, |counted, line| {
        *counted += reading.counted(line).len();
        Some(*counted)
    });
    ends.collect()
}

/// How many bytes two texts start with in common.
pub(super) fn common_start(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = one[same..].iter().zip(&other[same..]);
    same + rest.take_while(|(a, b)| a == b).count()
}
