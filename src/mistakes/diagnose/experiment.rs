//! Diagnosis by experiment: suppose, predict, try to refute, refine.
//!
//! The program is run with inputs of all kinds. What explains them is supposed; inputs on which
//! the suppositions differ are made and run; what is left is tested on inputs that the search has
//! not seen, and what refutes it is searched anew. All of it is bounded by counts and decided by
//! a seed.

mod claim;
mod inputs;
mod unseen;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use bstr::ByteSlice;

use super::scoring::common_start;
use super::smaller::Led;
use super::submission::is_limit;
use super::text_differences::TextDifferences;
use super::{Diagnosis, Explanation, Finding, Observed, apart, diagnose, refine, sort};
use crate::judge::journal::diagnosis::RestKind;
use crate::judge::parallel;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::generate;
use crate::mistakes::replay::Script;
use crate::mistakes::suite::{self, Answered, Case, Suite};
use claim::{earned, judge};
pub(super) use inputs::Inputs;
use inputs::Make;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Experiments {
    /// How often the program may be run.
    pub runs: usize,
    /// The random numbers that inputs are made from.
    pub seed: u64,
}

/// How many inputs the program is run with at first.
pub(super) const POOL: usize = 200;

/// On how many fresh inputs a claim has to hold.
pub(super) const TEST: usize = 200;

/// On how many what explains only a part is tested.
const LONG_TEST: usize = 300;

/// How often as many inputs again are tried where too few are of use.
const MORE_TESTS: usize = 8;

/// How often what was refuted or cannot be told apart is searched anew. A second time explained the
/// whole of none of 120 wrong programs.
const ROUNDS: usize = 1;

/// How few inputs may refute what explains all that was seen, for it to be searched anew once more: what
/// is missing shows seldom.
const NEARLY: usize = 8;

/// How many inputs are made to tell sets of mistakes apart.
const TELLING: usize = 16;

/// How many counterexamples are searched, the shortest.
const COUNTEREXAMPLES: usize = 60;

/// How many are enough where only a part is explained: most inputs may be some.
const FEW_COUNTEREXAMPLES: usize = 30;

/// How many counterexamples are searched however much work they are; more only while all of them are not
/// more than half as much as what was seen so far.
const HEAVY: usize = 2;

/// How many inputs are run side by side at most; twice as many each time, so that a program that
/// never ends is not run often.
const CHUNK: usize = 16;

/// After how many inputs is looked whether enough of them refute what is supposed.
const PART: usize = 40;

/// How many inputs may keep the program until a limit ends it: those take long.
const WAITS: usize = 4;

/// Of so many inputs on which it ends may one be as much work as one on which it does not.
const SELDOM: usize = 4;

/// How many inputs that are not explained may be left out because a fault is reported on them.
const ODD: usize = 8;

/// On how many others is looked whether one is reported on them as well, and one of how many may.
const OTHERS: usize = 16;
const SELDOM_REPORTED: usize = 8;

/// Runs the program with an input that has this right answer; none where what it does is of no
/// use.
pub(super) type Ask<'a> = dyn Fn(&[u8], &[u8]) -> Option<Observed> + Sync + 'a;

/// Whether what the program did with an input that has this right answer depends on a fault of
/// language.
pub(super) type IsFaulty<'a> = dyn Fn(&[u8], &[u8], &Observed) -> bool + Sync + 'a;

/// Whether the compiler's checks report a fault of language on an input that has this right answer.
pub(super) type Reports<'a> = dyn Fn(&[u8], &[u8]) -> bool + Sync + 'a;

/// What is known of a program's faults of language.
#[derive(Clone, Copy)]
pub(super) struct Faults<'a> {
    /// What hangs on them.
    pub is_faulty: &'a IsFaulty<'a>,
    /// Where they are reported, though nothing may hang on them.
    pub reports: &'a Reports<'a>,
    /// Called once it is likely that they are asked for.
    pub expected: &'a dyn Fn(),
}

/// What was found out.
pub(super) struct Outcome<'a> {
    /// All cases and inputs, those last that the search has not seen.
    pub suite: Suite<'a>,
    /// What the program did with them.
    pub observed: Vec<Option<Observed>>,
    /// What is wrong.
    pub found: Diagnosis,
    /// How often the program was run.
    pub runs: usize,
    /// Which of the inputs the search has not seen.
    pub fresh: Vec<usize>,
    /// Those of them on which the program is right.
    pub right: usize,
    /// Those on which it does what was found.
    pub explained: usize,
    /// The others by kind, the shortest first.
    pub rest: BTreeMap<RestKind, Vec<usize>>,
    /// Whether too many runs did not end for any more to be tried.
    pub is_stuck: bool,
    /// Whether inputs were left out that are as much work as those on which runs did not end.
    pub is_bounded: bool,
    /// How many inputs are left out because a fault of language shows on them.
    pub left_out: usize,
    /// Those of them that are left out because one is reported on next to no others.
    pub odd: Vec<usize>,
    /// For which of the assignment's programs inputs are left out: it answers none of them.
    pub unanswered: Vec<&'static str>,
}

impl Outcome<'_> {
    /// Whether what was found is all, and was tested enough to say so.
    pub(super) fn is_proved(&self) -> bool {
        self.is_tested() && !self.is_bounded
    }

    /// Whether what was found is all, and was tested enough on the inputs that are not left out.
    pub(super) fn is_tested(&self) -> bool {
        self.is_all() && self.fresh.len() >= TEST
    }

    /// Leaves out what is not explained and depends on a fault of language.
    pub(super) fn leave_out_open(&mut self, is_faulty: &IsFaulty<'_>) {
        let explained = match &self.found.finding {
            Finding::Mistakes(explanation) => &explanation.explained,
            _ => &self.found.by_text,
        };
        let wrong = self.found.wrong.iter().chain(&self.found.stopped);
        let wrong = wrong.copied().filter(|case| !explained.contains(case));
        let rest = self
            .rest
            .iter()
            .filter(|(kind, _)| **kind != RestKind::Endless);
        let rest = rest.flat_map(|(_, cases)| cases.iter().copied());
        let open: Vec<usize> = wrong.chain(rest).collect();
        let faulty = parallel::map(&open, |&case| {
            let (input, right) = (&self.suite.cases()[case].input, &self.suite.right()[case]);
            let observed = self.observed[case].as_ref();
            observed.is_some_and(|observed| is_faulty(input, right, observed))
        });
        let faulty: HashSet<usize> = open
            .into_iter()
            .zip(faulty)
            .filter_map(|(case, is_faulty)| is_faulty.then_some(case))
            .collect();
        let keep = |cases: &mut Vec<usize>| cases.retain(|case| !faulty.contains(case));
        keep(&mut self.found.wrong);
        keep(&mut self.found.stopped);
        keep(&mut self.fresh);
        self.rest.values_mut().for_each(keep);
        self.rest.retain(|_, cases| !cases.is_empty());
        faulty.iter().for_each(|&case| self.observed[case] = None);
    }

    /// Whether what was found is all that there is to say of what was printed.
    pub(super) fn is_all(&self) -> bool {
        let is_printed = |kind| matches!(kind, RestKind::Blanks | RestKind::Unexplained);
        is_whole(&self.found) && !self.rest.keys().copied().any(is_printed)
    }
}

/// The program, and what it was run with.
pub(super) struct Lab<'a> {
    catalogue: &'a Catalogue,
    inputs: &'a Inputs,
    seed: u64,
    /// Which of the assignment's programs it is, where it says nothing to others' inputs, and which
    /// those are.
    programs: Vec<&'static str>,
    unanswered: Vec<&'static str>,
    /// How many more runs there may be.
    left: usize,
    /// How many more of them may be ended by a limit.
    waits: usize,
    /// How many there are next side by side.
    chunk: usize,
    runs: usize,
    stream: u64,
    seen: HashSet<Vec<u8>>,
    /// How much work the right answers were where it ended, and where a limit ended it.
    ended: Vec<u64>,
    waited: Vec<u64>,
    /// Whether inputs were left out that are too much work.
    is_bounded: bool,
}

/// An input is too much work for the program.
struct TooMuch;

/// An input with the right answer and what the program did.
struct Trial {
    input: Vec<u8>,
    right: Vec<u8>,
    /// How much work the right answer was.
    cost: u64,
    observed: Observed,
    led: Led,
    worded: OnceLock<Worded>,
}

/// Trials of use, each with whether it refutes what is supposed.
type Tested = Vec<(Trial, bool)>;

/// How the program is run, and what of that is of use.
type Testing<'a> = (&'a Ask<'a>, &'a dyn Fn(Vec<Trial>) -> Tested);

/// How many trials refute what is supposed.
fn refuting(tested: &[(Trial, bool)]) -> usize {
    tested.iter().filter(|(_, refutes)| *refutes).count()
}

/// Leaves out what was tested beyond enough, but nothing that refutes what is supposed.
fn keep_enough(tested: &mut Tested) {
    tested.sort_by_key(|(_, refutes)| !refutes);
    tested.truncate(TEST);
}

/// Those trials that are the least work, and the others, which are too much to be searched.
fn light(mut trials: Vec<Trial>, most: u64) -> [Vec<Trial>; 2] {
    trials.sort_by_key(|trial| trial.cost);
    let mut work = 0;
    let is_light = |(place, trial): &(usize, &Trial)| {
        work += trial.cost;
        *place < HEAVY || work <= most
    };
    let count = trials.iter().enumerate().take_while(is_light).count();
    let heavy = trials.split_off(count);
    [trials, heavy]
}

/// What was printed as it is compared where a program words it otherwise.
struct Worded {
    differences: Arc<TextDifferences>,
    /// What was printed, without what is left out of account.
    printed: Vec<u8>,
    /// How the right answer, so worded, is like that.
    right: Likeness,
}

/// How an answer is like what was printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Same,
    /// The same but for white space.
    ButBlanks,
    Other,
}

impl Worded {
    fn new(trial: &Trial, differences: &Arc<TextDifferences>) -> Self {
        let printed = differences.strip(&trial.observed.output);
        Self {
            differences: Arc::clone(differences),
            right: Likeness::of(&differences.reword(&trial.right), &printed),
            printed,
        }
    }
}

impl Likeness {
    fn of(answer: &[u8], printed: &[u8]) -> Self {
        if answer == printed {
            return Self::Same;
        }
        let same = common_start(answer, printed);
        let [answer, printed] = [answer, printed].map(|text| {
            let rest = text[same..].iter();
            rest.filter(|byte| !byte.is_ascii_whitespace())
        });
        match answer.eq(printed) {
            true => Self::ButBlanks,
            false => Self::Other,
        }
    }
}

impl Trial {
    /// What a program with these mistakes answers; none where that is too much work to say.
    fn answer(&self, catalogue: &Catalogue, set: &Set) -> Option<Vec<u8>> {
        self.led.answer(catalogue, set, &self.input)
    }
}

impl<'a> Lab<'a> {
    /// A program that has not been run.
    pub(super) fn new(
        catalogue: &'a Catalogue,
        inputs: &'a Inputs,
        experiments: Experiments,
    ) -> Self {
        Self {
            catalogue,
            inputs,
            seed: experiments.seed,
            programs: Vec::new(),
            unanswered: Vec::new(),
            left: experiments.runs,
            waits: WAITS,
            chunk: 2,
            runs: 0,
            stream: 0,
            seen: HashSet::new(),
            ended: Vec::new(),
            waited: Vec::new(),
            is_bounded: false,
        }
    }

    /// What the program did with the cases of a suite (none for those of no use), and does with
    /// a first pool of inputs.
    pub(super) fn first_pool(
        &mut self,
        suite: &Suite<'_>,
        observed: Vec<Option<Observed>>,
        ask: &Ask<'_>,
    ) -> Seen {
        // Cases that are given say themselves what is asked.
        let given = observed.iter().flatten().count();
        let mut seen = Seen::of(suite, observed);
        let inputs = seen.cases.iter().map(|it| it.input.clone());
        self.seen.extend(inputs);
        let pool = self.fresh(POOL);
        seen.add(self.run(&pool, ask));
        if given == 0 {
            (self.programs, self.unanswered) = self.programs_of(&seen);
        }
        if !self.unanswered.is_empty() {
            for (case, observed) in seen.cases.iter().zip(&mut seen.observed) {
                if !self.is_asked(&case.input) {
                    *observed = None;
                }
            }
            self.fill(&mut seen, ask, &|_, _, _| false);
        }
        seen
    }

    /// Which of the assignment's programs it is, and which it is not: to their inputs it prints
    /// nothing, or so many other lines, or lines so unlike the right ones, that it takes them for
    /// something else, and next to none right: it may know a request that others' inputs have as well.
    /// Nothing where that is all or none of them.
    fn programs_of(&self, seen: &Seen) -> (Vec<&'static str>, Vec<&'static str>) {
        const SILENT: usize = 5;
        const SELDOM: usize = 4;
        let mut counts: BTreeMap<&'static str, [usize; 2]> = BTreeMap::new();
        let answers = seen.right.iter().zip(&seen.observed);
        for (case, ((right, _), observed)) in seen.cases.iter().zip(answers) {
            let program = generate::program_of(self.catalogue, &case.input);
            if let (Some(program), Some(observed)) = (program, observed) {
                let is_silent = is_no_answer(right, &observed.output);
                counts.entry(program).or_default()[usize::from(is_silent)] += 1;
            }
        }
        let is_silent = |counts: [usize; 2]| counts[1] >= SILENT && SELDOM * counts[0] <= counts[1];
        let (silent, others): (Vec<_>, Vec<_>) = counts
            .into_iter()
            .partition(|&(_, counts)| is_silent(counts));
        match silent.is_empty() || others.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => {
                let names = |all: Vec<(&'static str, _)>| all.into_iter().map(|it| it.0).collect();
                (names(others), names(silent))
            }
        }
    }

    /// Whether an input is for the program, as far as that is known.
    fn is_asked(&self, input: &[u8]) -> bool {
        let program = || generate::program_of(self.catalogue, input);
        self.unanswered.is_empty()
            || program().is_none_or(|program| !self.unanswered.contains(&program))
    }

    /// Runs the program with inputs in the place of those of the first pool that are of no use.
    pub(super) fn fill(&mut self, seen: &mut Seen, ask: &Ask<'_>, is_faulty: &IsFaulty<'_>) {
        let known = seen.observed.iter().flatten().count();
        let pool = self.fresh(POOL.saturating_sub(known));
        let more = self.run(&pool, ask);
        let first = seen.cases.len();
        seen.add(more);
        let wrong = seen.wrong().into_iter().map(|(case, _)| case);
        let wrong: Vec<usize> = wrong.filter(|&case| case >= first).collect();
        seen.leave_out(&wrong, is_faulty);
    }

    /// Whether the program may be run often enough to test something more.
    pub(super) fn has_runs_left(&self) -> bool {
        self.left >= TEST && self.waits > 0
    }

    /// Inputs that the program was not run with.
    fn fresh(&mut self, count: usize) -> Vec<Vec<u8>> {
        const STREAMS: u64 = 8;
        const IN_VAIN: usize = 20;
        let count = count.min(self.left);
        let mut inputs = Vec::new();
        let mut in_vain = 0;
        while inputs.len() < count && in_vain < IN_VAIN {
            let streams: Vec<u64> = (self.stream..self.stream + STREAMS).collect();
            self.stream += STREAMS;
            let made = |&stream: &u64| {
                let kind = (Make::Ordinary, self.programs.clone(), self.seed, stream);
                self.inputs.of(self.catalogue, kind)
            };
            let made = parallel::map(&streams, made);
            let before = inputs.len();
            for input in made.iter().flat_map(|made| made.iter()) {
                let is_wanted = inputs.len() < count && self.is_asked(input);
                if is_wanted && self.seen.insert(input.clone()) {
                    inputs.push(input.clone());
                }
            }
            in_vain = match inputs.len() > before {
                true => 0,
                false => in_vain + 1,
            };
        }
        inputs
    }

    /// How much work is too much: what was on an input that the program did not come to the end
    /// of, if it seldom ended on one that is as much.
    fn too_much(&self) -> u64 {
        let is_too_much = |work: &&u64| {
            let ended = self.ended.iter().filter(|ended| ended >= work).count();
            SELDOM * ended <= self.ended.len()
        };
        let waited = self.waited.iter().filter(is_too_much).min();
        waited.copied().unwrap_or(u64::MAX)
    }

    /// Runs the program with inputs, the shortest first, until so many of them refute what is
    /// supposed. Returns those of use, each with whether it does; the inputs it was not run with
    /// are left.
    fn test(
        &mut self,
        inputs: &mut Vec<Vec<u8>>,
        most: usize,
        (ask, of_use): Testing<'_>,
    ) -> Tested {
        inputs.sort_by_key(Vec::len);
        let mut tested = Tested::new();
        while !inputs.is_empty() && refuting(&tested) < most {
            let others = inputs.split_off(PART.min(inputs.len()));
            let part = std::mem::replace(inputs, others);
            tested.extend(of_use(self.run(&part, ask)));
        }
        tested
    }

    /// The same with so many fresh inputs, all of them.
    fn test_fresh(&mut self, count: usize, testing: Testing<'_>) -> Tested {
        let mut inputs = self.fresh(count);
        self.test(&mut inputs, usize::MAX, testing)
    }

    /// Runs the program, as long as it may be.
    fn run(&mut self, inputs: &[Vec<u8>], ask: &Ask<'_>) -> Vec<Trial> {
        let mut trials = Vec::new();
        let mut rest = inputs;
        while !rest.is_empty() && self.left > 0 && self.waits > 0 {
            let (chunk, others) = rest.split_at(self.chunk.min(rest.len()).min(self.left));
            rest = others;
            self.chunk = CHUNK.min(2 * self.chunk);
            let too_much = self.too_much();
            let trial = |input: &Vec<u8>| {
                let answered = suite::answer(self.catalogue, &Script::new(input));
                let (right, cost) = answered.expect("a catalogue's settings fit its protocol");
                if cost >= too_much {
                    return Err(TooMuch);
                }
                let observed = ask(input, &right);
                let input = input.clone();
                Ok(observed.map(|observed| Trial {
                    input,
                    right,
                    cost,
                    observed,
                    led: Led::new(cost),
                    worded: OnceLock::new(),
                }))
            };
            let ran = parallel::map(chunk, trial);
            let ran: Vec<Option<Trial>> = ran.into_iter().flatten().collect();
            self.is_bounded |= ran.len() < chunk.len();
            self.left -= ran.len();
            self.runs += ran.len();
            let ran: Vec<Trial> = ran.into_iter().flatten().collect();
            for trial in &ran {
                if is_cut(&trial.observed) {
                    self.waited.push(trial.cost);
                    self.waits = self.waits.saturating_sub(1);
                    // The next ones may not end either.
                    self.chunk = 1;
                } else {
                    self.ended.push(trial.cost);
                }
            }
            trials.extend(ran);
        }
        trials
    }
}

/// Whether nothing that was printed may be meant as an answer: no line is a right one, and there are
/// other than so many, or none is made of letters, digits and signs as a right one is.
fn is_no_answer(right: &[u8], printed: &[u8]) -> bool {
    let shape = |line: &[u8]| -> Vec<u8> {
        let bytes = line.iter().map(|byte| match byte {
            b'0'..=b'9' => b'0',
            b'a'..=b'z' | b'A'..=b'Z' => b'a',
            other => *other,
        });
        bytes.collect()
    };
    let lines: HashSet<&[u8]> = printed.lines().collect();
    let shapes: HashSet<Vec<u8>> = printed.lines().map(shape).collect();
    let is_right = |line: &[u8]| lines.contains(line);
    !right.lines().any(is_right)
        && (right.lines().count() != printed.lines().count()
            || !right.lines().any(|line| shapes.contains(&shape(line))))
}

fn is_cut(observed: &Observed) -> bool {
    observed.stopped.as_deref().is_some_and(is_limit)
}

/// Cases and inputs, and what the program did with them.
pub(super) struct Seen {
    cases: Vec<Case>,
    right: Vec<Answered>,
    /// None where that is of no use.
    pub observed: Vec<Option<Observed>>,
    led: Vec<Led>,
}

impl Seen {
    /// What a program did with the cases of a suite; none for those of no use.
    pub(super) fn of(suite: &Suite<'_>, observed: Vec<Option<Observed>>) -> Self {
        let right = suite.right().iter().cloned();
        Self {
            led: suite.costs().iter().copied().map(Led::new).collect(),
            cases: suite.cases().to_vec(),
            right: right.zip(suite.costs().iter().copied()).collect(),
            observed,
        }
    }

    /// Those whose output is wrong or that did not end as they should, with what was done.
    pub(super) fn wrong(&self) -> Vec<(usize, &Observed)> {
        let observed = self.observed.iter().zip(&self.right).enumerate();
        let wrong = observed.filter_map(|(case, (observed, (right, _)))| {
            let observed = observed.as_ref()?;
            let is_wrong = observed.stopped.is_some() || observed.output != *right;
            is_wrong.then_some((case, observed))
        });
        wrong.collect()
    }

    /// How much work the right answers were.
    fn work(&self) -> u64 {
        self.right.iter().map(|(_, cost)| cost).sum()
    }

    /// Leaves out those of some cases that depend on a fault of language.
    pub(super) fn leave_out(&mut self, cases: &[usize], is_faulty: &IsFaulty<'_>) {
        let faulty = parallel::map(cases, |&case| {
            let observed = self.observed[case].as_ref();
            observed.is_some_and(|it| is_faulty(&self.cases[case].input, &self.right[case].0, it))
        });
        for (&case, _) in cases.iter().zip(faulty).filter(|(_, faulty)| *faulty) {
            self.observed[case] = None;
        }
    }

    /// Leaves out what mistakes that explain nearly all do not, where the compiler's checks report
    /// a fault that they report on next to no other input. Returns which that is.
    fn leave_out_odd(&mut self, found: &mut Diagnosis, reports: &Reports<'_>) -> Vec<usize> {
        let Finding::Mistakes(explanation) = &found.finding else {
            return Vec::new();
        };
        let is_open = |case: &usize| !explanation.explained.contains(case);
        let open: Vec<usize> = found.wrong.iter().copied().filter(is_open).collect();
        if !explanation.contradicted.is_empty()
            || !self.is_seldom_reported(found, open.len(), reports)
        {
            return Vec::new();
        }
        let reported = parallel::map(&open, |&case| {
            reports(&self.cases[case].input, &self.right[case].0).then_some(case)
        });
        let odd: Vec<usize> = reported.into_iter().flatten().collect();
        odd.iter().for_each(|&case| self.observed[case] = None);
        found.wrong.retain(|case| !odd.contains(case));
        odd
    }

    /// Whether the compiler's checks report a fault on next to no wrong answers that are explained,
    /// where a few are not.
    fn is_seldom_reported(&self, found: &Diagnosis, open: usize, reports: &Reports<'_>) -> bool {
        let Finding::Mistakes(explanation) = &found.finding else {
            return false;
        };
        let explained = &explanation.explained;
        if open == 0 || open > ODD || explained.len() < SELDOM_REPORTED {
            return false;
        }
        // The checks make a program many times slower.
        let mut others = explained.clone();
        others.sort_by_key(|&case| (self.right[case].1, case));
        others.truncate(explained.len().div_ceil(2).max(SELDOM_REPORTED));
        let step = others.len().div_ceil(OTHERS);
        let others: Vec<usize> = others.into_iter().step_by(step).collect();
        let reported = parallel::map(&others, |&case| {
            reports(&self.cases[case].input, &self.right[case].0)
        });
        let reported = reported.into_iter().filter(|is_reported| *is_reported);
        SELDOM_REPORTED * reported.count() <= others.len()
    }

    /// The cases and inputs, with their right answers.
    pub(super) fn suite<'a>(&self, catalogue: &'a Catalogue) -> Suite<'a> {
        Suite::answered(catalogue, self.cases.clone(), self.right.clone())
    }

    /// On how many of them a program with one set of mistakes does as was seen and one with a
    /// lesser set does not; none where it is the other way round on any.
    fn gained(
        &self,
        catalogue: &Catalogue,
        found: &Diagnosis,
        [set, less]: [&Set; 2],
    ) -> Option<usize> {
        let cases: Vec<usize> = (0..self.cases.len()).collect();
        let gains = parallel::map(&cases, |&case| {
            let observed = self.observed[case].as_ref()?;
            let input = &self.cases[case].input;
            let answer = |set| self.led[case].answer(catalogue, set, input);
            let [one, other] = [set, less].map(answer);
            if one == other {
                return None;
            }
            let printed = found.wording.strip(&observed.output);
            let is_so = |answer: Option<Vec<u8>>| {
                answer.is_some_and(|answer| found.wording.reword(&answer) == printed)
            };
            Some((is_so(one), is_so(other)))
        });
        let gains = || gains.iter().flatten();
        let is_lost = gains().any(|(fits, without)| !fits && *without);
        (!is_lost).then(|| gains().filter(|(fits, without)| *fits && !without).count())
    }

    fn add(&mut self, trials: impl IntoIterator<Item = Trial>) {
        for trial in trials {
            let name = format!("made-{}", self.cases.len());
            let input = trial.input;
            self.cases.push(Case { name, input });
            self.right.push((trial.right, trial.cost));
            self.observed.push(Some(trial.observed));
            self.led.push(trial.led);
        }
    }
}

/// Finds out what is wrong with a program, from what it was seen to do and what it does with
/// inputs that are made, beginning with a part that is known. Where a fault of language shows, what
/// it does is of no use.
pub(super) fn experiment<'a>(
    mut seen: Seen,
    mut part: Option<Diagnosis>,
    lab: &mut Lab<'a>,
    ask: &Ask<'_>,
    faults: Faults<'_>,
) -> Outcome<'a> {
    let catalogue = lab.catalogue;
    let is_faulty = faults.is_faulty;
    let mut odd = Vec::new();
    let is_of_use = |trial: &Trial| !is_faulty(&trial.input, &trial.right, &trial.observed);
    let mut rounds = 0;
    let mut has_sought = false;
    // Counterexamples that were not searched, by which what is found next is tested.
    let mut heavy = Vec::new();
    let (mut found, tested) = loop {
        rounds += 1;
        let is_last = rounds > ROUNDS;
        let suite = seen.suite(catalogue);
        let mut found = match &part {
            Some(part) => refine(&suite, &seen.observed, part),
            None => diagnose(&suite, &seen.observed),
        };
        if !is_whole(&found) && rounds == 1 {
            (faults.expected)();
        }
        odd.extend(seen.leave_out_odd(&mut found, faults.reports));
        let is_all = is_whole(&found);
        if !tell_apart(lab, ask, is_faulty, &mut found, &mut seen) && !is_last {
            continue;
        }
        let refutes = |trial: &Trial| {
            let judged = judge(catalogue, &found, set_of(&found), trial);
            matches!(judged, Some(RestKind::Blanks | RestKind::Unexplained))
        };
        let crashes = |trial: &Trial| trial.observed.stopped.is_some() && !is_cut(&trial.observed);
        // What is explained need not be asked for faults.
        let of_use = |trials: Vec<Trial>| -> Tested {
            let judged = parallel::map(&trials, |trial| {
                let refutes = refutes(trial);
                let is_kept = !(crashes(trial) || refutes) || is_of_use(trial);
                is_kept.then_some(refutes)
            });
            let all = trials.into_iter().zip(judged);
            all.filter_map(|(trial, judged)| Some((trial, judged?)))
                .collect()
        };
        let testing = (ask, &of_use as &dyn Fn(Vec<Trial>) -> Tested);
        // What explains a part may miss what shows seldom, until nothing more is found.
        let is_as_before = part
            .as_ref()
            .is_some_and(|part| !is_all && set_of(part) == set_of(&found));
        let is_part = !is_all && matches!(found.finding, Finding::Mistakes(_));
        let may_gain = !is_last && (is_all || is_part && !is_as_before);
        // More counterexamples than are searched need not be found.
        let most = match may_gain && lab.left >= 2 * TEST {
            true if is_part => FEW_COUNTEREXAMPLES,
            true => COUNTEREXAMPLES,
            false => usize::MAX,
        };
        let mut inputs = lab.fresh(TEST);
        let mut tested = lab.test(&mut inputs, most, testing);
        if inputs.is_empty() && TEST / 2 < tested.len() && tested.len() < TEST {
            tested.extend(lab.test_fresh(2 * (TEST - tested.len()), testing));
            keep_enough(&mut tested);
        }
        // Where most are left out, a claim is tested on what some more runs leave.
        for _ in 0..MORE_TESTS {
            let is_enough = tested.is_empty() || tested.len() >= TEST;
            if !is_all || is_enough || refuting(&tested) > 0 || !lab.has_runs_left() {
                break;
            }
            tested.extend(lab.test_fresh(TEST, testing));
            keep_enough(&mut tested);
        }
        let refuted: Vec<usize> = (0..tested.len()).filter(|&it| tested[it].1).collect();
        let refuted = match seen.is_seldom_reported(&found, refuted.len(), faults.reports) {
            true => parallel::map(&refuted, |&it| {
                let Trial { input, right, .. } = &tested[it].0;
                (faults.reports)(input, right).then_some(it)
            }),
            false => Vec::new(),
        };
        for it in refuted.into_iter().flatten().rev() {
            odd.push(seen.cases.len());
            seen.add([tested.remove(it).0]);
            seen.observed.pop();
            seen.observed.push(None);
        }
        // What is explained so far may be wrong where no input came by.
        if is_all && refuting(&tested) == 0 && !has_sought && lab.left > 0 {
            has_sought = true;
            let mut unseen = lab.unseen(set_of(&found), &seen, &tested);
            unseen.extend(lab.large());
            tested.extend(lab.test(&mut unseen, usize::MAX, testing));
        }
        tested.extend(of_use(std::mem::take(&mut heavy)));
        let is_refuted = refuting(&tested) > 0;
        // What fresh inputs do not speak for is nothing to go on from.
        let is_vain = || {
            let tested: Vec<&Trial> = tested.iter().map(|(trial, _)| trial).collect();
            let mut found = found.clone();
            earned(catalogue, &mut found, &tested, &seen);
            matches!(found.finding, Finding::Unknown)
        };
        let is_near = is_all && rounds == ROUNDS + 1 && refuting(&tested) <= NEARLY;
        let may_gain = may_gain || is_near;
        if is_refuted && may_gain && lab.left >= TEST && !(is_part && is_vain()) {
            tested.retain(|(_, refutes)| *refutes);
            tested.sort_by_key(|(trial, _)| trial.input.len());
            tested.truncate(COUNTEREXAMPLES);
            let tested = tested.into_iter().map(|(trial, _)| trial).collect();
            let searched;
            [searched, heavy] = light(tested, seen.work() / 2);
            seen.add(searched);
            // What one or two mistakes explained may be another one or two.
            part = (is_part || set_of(&found).len() > 2).then_some(found);
            continue;
        }
        tested.extend(lab.test(&mut inputs, usize::MAX, testing));
        if is_refuted || !is_all {
            tested.extend(lab.test_fresh(LONG_TEST - TEST, testing));
        }
        let tested: Vec<Trial> = tested.into_iter().map(|(trial, _)| trial).collect();
        break (found, tested);
    };
    earned(
        catalogue,
        &mut found,
        &tested.iter().collect::<Vec<_>>(),
        &seen,
    );
    let first = seen.cases.len();
    let fresh: Vec<usize> = (first..first + tested.len()).collect();
    let judged = |trial: &Trial| judge(catalogue, &found, set_of(&found), trial);
    let judged: Vec<Option<RestKind>> = parallel::map(&tested, judged);
    let is_right =
        |trial: &&Trial| trial.observed.output == trial.right && !is_cut(&trial.observed);
    let right = tested.iter().filter(is_right).count();
    seen.add(tested);
    let suite = seen.suite(catalogue);
    let mut rest: BTreeMap<RestKind, Vec<usize>> = BTreeMap::new();
    for (case, kind) in fresh.iter().zip(&judged) {
        if let Some(kind) = kind {
            rest.entry(*kind).or_default().push(*case);
        }
    }
    rest.values_mut().for_each(|cases| sort(&suite, cases));
    Outcome {
        suite,
        observed: seen.observed,
        found,
        runs: lab.runs,
        explained: judged.iter().filter(|kind| kind.is_none()).count(),
        fresh,
        right,
        rest,
        is_stuck: lab.waits == 0,
        is_bounded: lab.is_bounded,
        left_out: odd.len(),
        odd,
        unanswered: lab.unanswered.clone(),
    }
}

/// Whether everything printed that was seen is explained.
fn is_whole(found: &Diagnosis) -> bool {
    match &found.finding {
        Finding::Nothing | Finding::Blanks => true,
        Finding::Mistakes(explanation) => {
            explanation.explained.len() == found.wrong.len() && explanation.contradicted.is_empty()
        }
        Finding::Unknown => false,
    }
}

fn set_of(found: &Diagnosis) -> &Set {
    const NONE: &Set = &Set::NONE;
    match &found.finding {
        Finding::Mistakes(explanation) => &explanation.set,
        _ => NONE,
    }
}

/// Runs the program with inputs that tell sets apart which have explained all the same so far,
/// and keeps those sets that do as the program does. Returns whether any is left.
fn tell_apart(
    lab: &mut Lab<'_>,
    ask: &Ask<'_>,
    is_faulty: &IsFaulty<'_>,
    found: &mut Diagnosis,
    seen: &mut Seen,
) -> bool {
    let mut made = 0;
    loop {
        let Finding::Mistakes(Explanation {
            set, equivalents, ..
        }) = &found.finding
        else {
            return true;
        };
        if equivalents.is_empty() || made == TELLING {
            return true;
        }
        let sets: Vec<Set> = [set].into_iter().chain(equivalents).cloned().collect();
        let input = apart::telling(lab.catalogue, (&lab.inputs.families, &lab.programs), &sets);
        let input = input.filter(|input| lab.is_asked(input));
        let Some(input) = input.filter(|input| lab.seen.insert(input.clone())) else {
            return true;
        };
        let trials = lab.run(&[input], ask);
        let Some(trial) = trials.first() else {
            return true;
        };
        made += 1;
        if is_faulty(&trial.input, &trial.right, &trial.observed) {
            continue;
        }
        let does_so = |set: &Set| judge(lab.catalogue, found, set, trial).is_none();
        let mut left: Vec<Set> = sets.into_iter().filter(does_so).collect();
        seen.add(trials);
        if left.is_empty() {
            return false;
        }
        if let Finding::Mistakes(explanation) = &mut found.finding {
            explanation.set = left.remove(0);
            explanation.equivalents = left;
        }
    }
}
