//! Suites made to order: few and short cases that catch as many mistakes and pairs of
//! mistakes as possible.
//!
//! A source offers families of inputs, each from its own stream of random numbers; all are
//! tried with every single mistake; the best are chosen one after the other; where inputs are put
//! together from others, pairs that slip through are looked for in the whole pool; at last each
//! case is made smaller while it still does what it was chosen for. The work is bounded by counts,
//! never by time, so that a seed gives the same bytes everywhere, unless a time limit is given and
//! reached.

mod families;
mod manifest;
mod pack;
mod pool;
mod select;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::catalogue::{Catalogue, Index, Set};
use super::shrink::shrink;
use super::suite::{Case, Suite};
use crate::judge::journal::lines::JournalError;
use crate::judge::parallel;
use crate::protocol::Settings;
use crate::protocol::source::{DECIDES, Input, Source, Unit, text};
use crate::random::Random;
use pool::{Candidate, Prober};
use select::{Tally, Wanted, choose, exchange};

pub use families::{Families, Family, SuitePlan, gaps, look};
pub use manifest::{ExtendedCase, Manifest, ManifestCase, Score};

const FITTING: &str = "a catalogue's settings fit its protocol";

/// How often a case may be tried smaller.
const TRIES: usize = 400;

/// A suite wanted.
pub struct Request<'a> {
    /// The mistakes to catch.
    pub catalogue: &'a Catalogue,
    /// How many cases to make, at most.
    pub count: usize,
    /// Whether fewer are made where these show all that can be shown.
    pub as_needed: bool,
    /// Whether no case is made that a program fails for another reading of the assignment.
    pub is_fair: bool,
    /// The random numbers to make them from.
    pub seed: u64,
    /// Cases there are already.
    pub present: Vec<Case>,
    /// How many families of inputs are looked through, if not as many as the game needs.
    pub families: Option<u64>,
}

/// A case that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its number, and what it is for if that is one thing.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
    /// The right answer.
    pub answer: Vec<u8>,
    /// The single mistakes that it was chosen for.
    pub chosen_for: Vec<Index>,
    /// All single mistakes that it catches.
    pub catches: Vec<Index>,
}

impl Made {
    /// How many lines its input has.
    pub fn lines(&self) -> usize {
        lines(&self.input)
    }
}

/// A case that was there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// Its name.
    pub name: String,
    /// How many lines its input has.
    pub lines: usize,
    /// All single mistakes that it catches.
    pub catches: Vec<Index>,
}

/// A suite that was made.
pub struct Outcome {
    /// The cases that were there already.
    pub present: Vec<Present>,
    /// The cases, in the order of choice.
    pub cases: Vec<Made>,
    /// Which single mistakes that are not rare they catch, together with the cases that were
    /// there already.
    pub singles: Check,
    /// Which pairs of such mistakes.
    pub pairs: Check,
    /// Which rare mistakes.
    pub rare: Check,
    /// Which other readings of the assignment.
    pub readings: Check,
    /// Whether the time limit was reached, so that another run may give other cases, or what
    /// was looked for elsewhere is missing.
    pub was_cut: bool,
}

/// What a suite catches of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// How many there are.
    pub all: usize,
    /// Those that no case catches, and pairs of which one hides the other in all cases.
    pub missed: Vec<Set>,
}

impl Check {
    fn new(suite: &Suite<'_>, sets: Vec<Set>, monitor: &Monitor<'_>) -> Self {
        let goes_on = || {
            monitor.tick();
            true
        };
        Self {
            all: sets.len(),
            missed: suite.missed(sets, &goes_on),
        }
    }
}

/// Who is told how far the work is, and when it has to end.
pub struct Monitor<'a> {
    deadline: Option<Instant>,
    on_stage: &'a (dyn Fn(&str, u64) + Sync),
    on_tick: &'a (dyn Fn() + Sync),
    was_cut: AtomicBool,
}

impl<'a> Monitor<'a> {
    /// `on_stage` is called when a stage of the work begins, with its name and the number of
    /// its steps, `on_tick` after each step; work stops at the deadline with what there is.
    pub fn new(
        deadline: Option<Instant>,
        on_stage: &'a (dyn Fn(&str, u64) + Sync),
        on_tick: &'a (dyn Fn() + Sync),
    ) -> Self {
        Self {
            deadline,
            on_stage,
            on_tick,
            was_cut: AtomicBool::new(false),
        }
    }

    fn stage(&self, name: &str, steps: usize) {
        (self.on_stage)(name, steps as u64);
    }

    fn tick(&self) {
        (self.on_tick)();
    }

    /// Notes that something is missing.
    fn cut(&self) {
        self.was_cut.store(true, Relaxed);
    }

    fn is_out_of_time(&self) -> bool {
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if is_late {
            self.cut();
        }
        is_late
    }
}

/// The source of a protocol's inputs, for the rules that are right.
fn source_of(catalogue: &Catalogue) -> Box<dyn Source> {
    let source = catalogue.protocol().source(catalogue.right());
    source.expect(FITTING)
}

/// Smaller inputs of a protocol, each a list of the lines that are answered together, those
/// first that would save most.
pub fn smaller_inputs(catalogue: &Catalogue, input: &Vec<Vec<String>>) -> Vec<Vec<Vec<String>>> {
    source_of(catalogue).smaller(input)
}

/// The inputs of one family, made from the random numbers of a seed, each a list of the lines
/// that are answered together.
pub fn family(catalogue: &Catalogue, seed: u64, stream: u64) -> Vec<Vec<Vec<String>>> {
    source_of(catalogue).family(&mut Random::new(seed, stream))
}

/// The same as some of the assignment's programs, or all if none is named, are asked it.
pub fn family_for(
    catalogue: &Catalogue,
    programs: &[&str],
    seed: u64,
    stream: u64,
) -> Vec<Vec<Vec<String>>> {
    asked_of(catalogue, programs, family(catalogue, seed, stream))
}

/// A family as some of the assignment's programs are asked the same.
fn asked_of(
    catalogue: &Catalogue,
    programs: &[&str],
    family: Vec<Vec<Vec<String>>>,
) -> Vec<Vec<Vec<String>>> {
    if programs.is_empty() {
        return family;
    }
    let source = source_of(catalogue);
    let asked = family.into_iter();
    asked
        .map(|input| source.asked_of(programs, input))
        .collect()
}

/// Inputs made from where programs with these mistakes part, see `Source::telling`.
pub fn telling(
    catalogue: &Catalogue,
    sets: &[Set],
    seed: u64,
    stream: u64,
) -> Vec<Vec<Vec<String>>> {
    let settings: Vec<Settings> = sets.iter().map(|set| catalogue.settings(set)).collect();
    source_of(catalogue).telling(&settings, &mut Random::new(seed, stream))
}

/// Which of the assignment's programs an input is for, see `Source::program`.
pub fn program_of(catalogue: &Catalogue, input: &[u8]) -> Option<&'static str> {
    let input = String::from_utf8_lossy(input);
    let lines = input.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    match lines.is_empty() {
        true => None,
        false => source_of(catalogue).program(&lines),
    }
}

/// Ordinary inputs from the random numbers of a seed, for some of the assignment's programs or, if
/// none is named, for all, see `Source::ordinary`.
pub fn ordinary(catalogue: &Catalogue, programs: &[&str], seed: u64, stream: u64) -> Vec<Vec<u8>> {
    let (source, mut random) = (source_of(catalogue), Random::new(seed, stream));
    let inputs = match programs {
        [] => source.ordinary(&mut random),
        programs => source.ordinary_for(programs, &mut random),
    };
    texts(&inputs)
}

/// Inputs that are more work than most, for some of the assignment's programs or all, see
/// `Source::large`.
pub fn large(catalogue: &Catalogue, programs: &[&str], seed: u64, stream: u64) -> Vec<Vec<u8>> {
    let family = source_of(catalogue).large(&mut Random::new(seed, stream));
    texts(&asked_of(catalogue, programs, family))
}

fn texts(inputs: &[Input]) -> Vec<Vec<u8>> {
    let texts = inputs.iter().map(|input| text(input).into_bytes());
    texts.collect()
}

/// What happens in an input of these lines that belong together, see `Source::features`; nothing
/// where that depends on what is before them.
pub fn features(catalogue: &Catalogue, unit: &[String]) -> BTreeSet<String> {
    let source = source_of(catalogue);
    match source.are_units_independent() {
        true => source.features(&vec![unit.to_vec()], &[]),
        false => BTreeSet::new(),
    }
}

/// Whether the answer to a unit of an input depends on nothing before it, see
/// `Source::are_units_independent`.
pub fn are_units_independent(catalogue: &Catalogue) -> bool {
    source_of(catalogue).are_units_independent()
}

/// Units that are errors in an input of these lines, see `Source::errors`.
pub fn errors(catalogue: &Catalogue, lines: &[String]) -> Vec<Unit> {
    let source = source_of(catalogue);
    let input = vec![lines.to_vec()];
    let mut errors = source.errors();
    errors.retain(|unit| source.may_stand_together(&vec![unit.clone()], &input));
    errors
}

/// Makes a suite.
///
/// # Errors
/// None: nothing is kept in a journal.
pub fn generate(request: &Request<'_>, monitor: &Monitor<'_>) -> Result<Outcome, JournalError> {
    generate_from(request, Families::Fresh, monitor)
}

/// Makes cases for single mistakes, and counts nothing: pairs of mistakes take the longest.
///
/// # Errors
/// As [`generate`].
pub fn cases(request: &Request<'_>, monitor: &Monitor<'_>) -> Result<Vec<Made>, JournalError> {
    Ok(make(request, Families::Fresh, monitor)?.1)
}

/// Makes a suite from families of inputs that may be known already.
///
/// # Errors
/// Those of the families.
pub fn generate_from(
    request: &Request<'_>,
    families: Families<'_>,
    monitor: &Monitor<'_>,
) -> Result<Outcome, JournalError> {
    let catalogue = request.catalogue;
    let (present, made) = make(request, families, monitor)?;
    let all = request
        .present
        .iter()
        .cloned()
        .chain(made.iter().map(|made| Case {
            name: made.name.clone(),
            input: made.input.clone(),
        }));
    let suite = Suite::new(catalogue, all.collect()).expect(FITTING).led();
    let singles: Vec<Set> = catalogue.common().collect();
    let pairs: Vec<Set> = catalogue.common_pairs().collect();
    let rare: Vec<Set> = catalogue.rare().collect();
    let readings: Vec<Set> = catalogue.readings().collect();
    monitor.stage(
        "checking every mistake and pair",
        singles.len() + pairs.len() + rare.len() + readings.len(),
    );
    let check = |sets| Check::new(&suite, sets, monitor);
    Ok(Outcome {
        present,
        cases: made,
        singles: check(singles),
        pairs: check(pairs),
        rare: check(rare),
        readings: check(readings),
        was_cut: monitor.was_cut.load(Relaxed),
    })
}

/// The cases there were already, looked at, and those that are made.
fn make(
    request: &Request<'_>,
    families: Families<'_>,
    monitor: &Monitor<'_>,
) -> Result<(Vec<Present>, Vec<Made>), JournalError> {
    let catalogue = request.catalogue;
    let source = source_of(catalogue);
    let source = &*source;
    let prober = Prober::new(catalogue, source, request.is_fair);
    let count = request.families.unwrap_or(source.families());
    let pool = pool::fill(&prober, request.seed, count, families, monitor)?;
    let mistakes = catalogue.mistakes().iter();
    let is_rare = mistakes.map(|mistake| mistake.is_rare || mistake.is_reading);
    let mut start = Tally::new(is_rare.collect(), &pool, request.count).with_maskers();
    let present = prober.probe(inputs_of(&request.present));
    for candidate in &present {
        start.add(candidate);
    }
    monitor.stage("choosing", 1);
    let chosen = pack::choose(source, &prober, &pool, &start, request);
    monitor.tick();
    let small = smaller(&prober, &start, &chosen, monitor);
    let made = finish(request, &prober, &start, &small);
    let present = request.present.iter().zip(&present);
    let present = present.map(|(case, candidate)| Present {
        name: case.name.clone(),
        lines: lines(&case.input),
        catches: caught_by(candidate),
    });
    Ok((present.collect(), made))
}

/// What an input tells of programs that are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// How many lines it has.
    pub lines: usize,
    /// For each program what stands for what it did; none where it did what is right.
    pub replies: Vec<Option<u64>>,
}

/// What a further input must add: half of them would be there for pairs alone if it were less.
const WORTH_AN_INPUT: u64 = 1000;

/// How many lines of an input count against it.
const COSTLY: usize = 500;

/// Chooses few inputs, at most so many, that catch most of the programs beyond those that `present`
/// ones catch, and tell most apart; their indices in the order of choice.
pub fn most_telling(inputs: &[Telling], present: &[Telling], count: usize) -> Vec<usize> {
    let candidate = |input: &Telling| Candidate {
        input: vec![vec![String::new(); input.lines.min(COSTLY)]],
        mistaken: input
            .replies
            .iter()
            .map(|reply| reply.map_or(0, |print| print.max(1)))
            .collect(),
        features: BTreeSet::new(),
    };
    let pool: Vec<Candidate> = inputs.iter().map(candidate).collect();
    let programs = inputs.first().map_or(0, |input| input.replies.len());
    let mut start = Tally::new(vec![false; programs], &pool, count);
    for input in present {
        start.add(&candidate(input));
    }
    let wanted = match present.is_empty() {
        true => Wanted::Gain(WORTH_AN_INPUT),
        false => Wanted::Lacking,
    };
    let mut tally = start.clone();
    let mut chosen = choose(&pool, &mut tally, (count, &|_, _| true), wanted);
    exchange(&pool, &start, &mut chosen);
    chosen
}

/// How many lines an input has.
fn lines(input: &[u8]) -> usize {
    String::from_utf8_lossy(input).lines().count()
}

/// The single mistakes that a candidate catches.
fn caught_by(candidate: &Candidate) -> Vec<Index> {
    let count = candidate.mistaken.len();
    (0..count).filter(|&one| candidate.catches(one)).collect()
}

/// Inputs that are there already, each as one unit.
fn inputs_of(cases: &[Case]) -> Vec<Input> {
    let lines = |case: &Case| -> Vec<String> {
        let text = String::from_utf8_lossy(&case.input);
        text.lines().map(str::to_owned).collect()
    };
    cases.iter().map(|case| vec![lines(case)]).collect()
}

/// Makes each case smaller while it still catches the mistakes that it stands guard against,
/// and while what happens in no other case still happens in it.
fn smaller(
    prober: &Prober<'_>,
    start: &Tally,
    chosen: &[Candidate],
    monitor: &Monitor<'_>,
) -> Vec<Candidate> {
    monitor.stage("making cases smaller", chosen.len());
    let guarded = guarded(start, chosen);
    let places: Vec<usize> = (0..chosen.len()).collect();
    let shrunk = parallel::map(&places, |&place| {
        let others = chosen
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let elsewhere: BTreeSet<&String> = others.flat_map(|(_, other)| &other.features).collect();
        let own = chosen[place].features.iter();
        let is_own = |feature: &&String| {
            *feature == DECIDES || !elsewhere.contains(feature) && !start.has_seen(feature)
        };
        let own = own.filter(is_own);
        let features: BTreeSet<String> = own.cloned().collect();
        let input = shrink(
            chosen[place].input.clone(),
            TRIES,
            |input| prober.smaller(input),
            |input| !monitor.is_out_of_time() && prober.keeps(input, &guarded[place], &features),
        );
        monitor.tick();
        input
    });
    prober.probe(shrunk)
}

/// The mistakes that each case must go on catching, rarest first: every mistake is guarded
/// against by the first few cases that catch it.
fn guarded(start: &Tally, chosen: &[Candidate]) -> Vec<Vec<Index>> {
    const GUARDS: usize = 3;
    let mut caught = start.caught.clone();
    let mut guarded = vec![Vec::new(); chosen.len()];
    for (place, candidate) in chosen.iter().enumerate() {
        for (mistake, caught) in caught.iter_mut().enumerate() {
            if candidate.catches(mistake) && *caught < GUARDS {
                *caught += 1;
                guarded[place].push(mistake);
            }
        }
        guarded[place].sort_by_key(|&mistake| start.catchers[mistake]);
    }
    guarded
}

/// Names the cases, and says what each is for.
fn finish(
    request: &Request<'_>,
    prober: &Prober<'_>,
    start: &Tally,
    chosen: &[Candidate],
) -> Vec<Made> {
    let catalogue = request.catalogue;
    let mut is_caught: Vec<bool> = start.caught.iter().map(|&caught| caught > 0).collect();
    let catchers = |mistake: Index| chosen.iter().filter(|one| one.catches(mistake)).count();
    let catchers: Vec<usize> = (0..is_caught.len()).map(catchers).collect();
    let mut made = Vec::new();
    for (place, candidate) in chosen.iter().enumerate() {
        let mut catches = caught_by(candidate);
        // What fewest cases catch says best what one is for.
        catches.sort_by_key(|&one| (catchers[one], one));
        let is_new = |one: &Index| !is_caught[*one];
        let chosen_for: Vec<Index> = catches.iter().copied().filter(is_new).collect();
        for &mistake in &catches {
            is_caught[mistake] = true;
        }
        // A name says all that a case is for, or nothing.
        let theme = match chosen_for[..] {
            [one] => format!("-{}", slug(&catalogue.mistakes()[one].to_string())),
            _ => String::new(),
        };
        catches.sort_unstable();
        let number = first_number(&request.present) + place;
        made.push(Made {
            name: format!("{number:02}{theme}"),
            input: whole_text(catalogue, &candidate.input).into_bytes(),
            answer: prober.right(&candidate.input),
            chosen_for,
            catches,
        });
    }
    made
}

/// An input as a case has it.
fn whole_text(catalogue: &Catalogue, input: &Input) -> String {
    let mut input = text(input);
    if let Some(line) = catalogue.protocol().about().closing_line {
        input += line;
        input.push('\n');
    }
    input
}

/// The number of the first new case: above all that present names start with.
fn first_number(present: &[Case]) -> usize {
    let number = |case: &Case| {
        let name = case.name.rsplit('/').next().unwrap_or_default();
        let end = name.find(|c: char| !c.is_ascii_digit());
        name[..end.unwrap_or(name.len())].parse().unwrap_or(0)
    };
    present
        .iter()
        .map(number)
        .max()
        .unwrap_or(0)
        .max(present.len())
        + 1
}

/// A name as part of a file's name: its words of ASCII letters and digits in lower case, with hyphens
/// between them.
pub fn slug(name: &str) -> String {
    let words = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    words.join("-").to_ascii_lowercase()
}
