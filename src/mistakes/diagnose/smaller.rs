//! Failing inputs made smaller while the program still fails.

use std::cell::Cell;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::scoring::common_start;
use super::submission::is_limit;
use super::text_differences::TextDifferences;
use super::{Diagnosis, Finding, Observed};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::generate;
use crate::mistakes::replay::{Lead, Replay, Script};
use crate::mistakes::shrink::shrink;
use crate::mistakes::suite::Suite;
use crate::protocol::Flow;
use crate::protocol::source::without_stretches;

/// How many inputs are tried.
pub(super) const TRIES: usize = 300;

/// How many of them may keep the program until a limit ends it: those take long.
const WAITS: usize = 20;

/// How much work may be done for the answer of a program with mistakes.
pub(super) const MOST_WORK: u64 = 10_000_000;

/// A smaller input that the program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The case it was made from.
    pub case: usize,
    /// The input.
    pub input: Vec<u8>,
    /// The right answer.
    pub right: Vec<u8>,
    /// What the program prints.
    pub printed: Vec<u8>,
}

/// Lines that are answered together.
type Unit = Vec<String>;

/// Makes the shortest failing case smaller. `ask` gives what the program does with an input
/// under the limits of a case. Where mistakes explain the case, they explain the smaller
/// input, too; where the program stops early, it goes on doing so. `crashed` says how it crashes
/// in a case, if it does: such a case comes before those that nothing explains, and goes on
/// crashing in the same way.
pub fn shrunk(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    crashed: &dyn Fn(usize) -> Option<String>,
    ask: &dyn Fn(usize, &[u8]) -> Option<Observed>,
) -> Option<Shrunk> {
    let (case, failure) = start(diagnosis, crashed)?;
    let catalogue = suite.catalogue();
    // With nothing wrong but the text, that is what is to be shown.
    let wording = match diagnosis.finding {
        Finding::Nothing | Finding::Blanks => &TextDifferences::default(),
        Finding::Mistakes(_) | Finding::Unknown => &*diagnosis.wording,
    };
    let units = units(catalogue, &suite.cases()[case].input)?;
    let waits = Cell::new(0);
    let fails = |units: &Vec<Unit>| {
        let input = text(catalogue, units);
        if waits.get() == WAITS {
            return None;
        }
        let right = answer(catalogue, &Set::default(), &input)?;
        let printed = ask(case, &input)?;
        if printed.stopped.as_deref().is_some_and(is_limit) {
            waits.set(waits.get() + 1);
        }
        failure
            .is_shown(catalogue, &input, &right, &printed, wording)
            .then_some((input, right, printed.output))
    };
    let mut best = fails(&units)?;
    shrink(
        units,
        TRIES,
        |units| {
            let mut all = generate::smaller_inputs(catalogue, units);
            all.extend(without_stretches(units));
            all
        },
        |units| match fails(units) {
            Some(found) => {
                best = found;
                true
            }
            None => false,
        },
    );
    let (input, right, printed) = best;
    Some(Shrunk {
        case,
        input,
        right,
        printed,
    })
}

/// What has to go on.
enum Failure {
    /// The output is exactly what these mistakes make of it, and wrong.
    Explained(Set),
    /// The output is wrong.
    Wrong,
    /// The output is right until it stops.
    Stops,
    /// It crashes in this way, whatever it prints.
    Crashes(String),
}

/// The case to make smaller, and what it shows.
fn start(
    diagnosis: &Diagnosis,
    crashed: &dyn Fn(usize) -> Option<String>,
) -> Option<(usize, Failure)> {
    let is_all_text = diagnosis.by_text.len() == diagnosis.wrong.len();
    let is_open = |case: &&usize| is_all_text || !diagnosis.by_text.contains(case);
    if let Finding::Mistakes(found) = &diagnosis.finding
        && !found.without_blanks
        && let Some(&case) = found.explained.iter().find(is_open)
    {
        return Some((case, Failure::Explained(found.set.clone())));
    }
    let mut failing = diagnosis.stopped.iter().chain(&diagnosis.wrong);
    if let Some(crash) = failing.find_map(|&case| Some((case, Failure::Crashes(crashed(case)?)))) {
        return Some(crash);
    }
    let wrong = diagnosis.wrong.iter().find(is_open);
    let wrong = wrong.map(|&case| (case, Failure::Wrong));
    wrong.or_else(|| {
        let case = diagnosis.stopped.first()?;
        Some((*case, Failure::Stops))
    })
}

impl Failure {
    fn is_shown(
        &self,
        catalogue: &Catalogue,
        input: &[u8],
        right: &[u8],
        printed: &Observed,
        wording: &TextDifferences,
    ) -> bool {
        let right = &*wording.reword(right);
        let output = &*wording.strip(&printed.output);
        let same = common_start(output, right);
        let is_right_so_far = same == output.len();
        let is_stopped = printed.stopped.is_some();
        match self {
            Failure::Stops => is_stopped && is_right_so_far,
            Failure::Crashes(how) => printed.stopped.as_ref() == Some(how),
            Failure::Wrong => !is_right_so_far || !is_stopped && same < right.len(),
            Failure::Explained(set) => {
                let mistaken = answer(catalogue, set, input).unwrap_or_default();
                let mistaken = wording.reword(&mistaken);
                let is_same = match is_stopped {
                    true => mistaken.starts_with(output),
                    false => mistaken == output,
                };
                is_same && mistaken != right && !(is_stopped && is_right_so_far)
            }
        }
    }
}

/// The answer of a program with these mistakes; none when it is too much work.
pub(super) fn answer(catalogue: &Catalogue, set: &Set, input: &[u8]) -> Option<Vec<u8>> {
    let replay = Replay::new(catalogue.protocol(), &[Script::new(input)]);
    let most = match set.is_empty() {
        true => u64::MAX,
        false => MOST_WORK,
    };
    let answers = replay.answers_within(&catalogue.settings(set), most);
    answers.ok()?.into_iter().next()?
}

/// An input that many programs are asked about, with one that leads them.
pub(super) struct Led {
    /// How much work an answer may be.
    most: u64,
    led: OnceLock<(Replay, Option<Lead>)>,
    /// The last set asked for, with its answer: what is supposed is asked for several times.
    last: Mutex<Option<(Set, Option<Vec<u8>>)>>,
}

impl Led {
    /// An input whose right answer is so much work.
    pub(super) fn new(right: u64) -> Self {
        Self {
            most: most_work(right),
            led: OnceLock::new(),
            last: Mutex::new(None),
        }
    }

    /// The same, led by a program with a set of mistakes.
    pub(super) fn by(right: u64, catalogue: &Catalogue, set: &Set, input: &[u8]) -> Self {
        let led = Self::new(right);
        led.get(catalogue, set, input);
        led
    }

    /// The answer of a program with these mistakes; none when it is too much work. The right program
    /// leads if none does.
    pub(super) fn answer(&self, catalogue: &Catalogue, set: &Set, input: &[u8]) -> Option<Vec<u8>> {
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = last().as_ref().filter(|(known, _)| known == set) {
            return answer.clone();
        }
        let answer = self.found(catalogue, set, input);
        *last() = Some((set.clone(), answer.clone()));
        answer
    }

    fn found(&self, catalogue: &Catalogue, set: &Set, input: &[u8]) -> Option<Vec<u8>> {
        let (replay, lead) = self.get(catalogue, &Set::NONE, input);
        let session = catalogue
            .protocol()
            .session(&catalogue.settings(set))
            .ok()?;
        let answers = replay.answers_after(lead.as_ref(), &*session, self.most);
        answers.into_iter().next()?
    }

    fn get(&self, catalogue: &Catalogue, set: &Set, input: &[u8]) -> &(Replay, Option<Lead>) {
        self.led.get_or_init(|| {
            let replay = Replay::new(catalogue.protocol(), &[Script::new(input)]);
            let session = catalogue.protocol().session(&catalogue.settings(set));
            let lead = session.ok().and_then(|it| replay.lead(it, self.most));
            (replay, lead)
        })
    }
}

/// How much work may be done for answers of a program with mistakes where it is so much for the
/// right ones: a search that explodes is followed for up to three seconds, and where the right
/// answers are next to no work for less, as thousands of sets are tried.
pub(super) fn most_work(right: u64) -> u64 {
    const LEAST: u64 = 3_000_000;
    const MOST: u64 = 10_000_000;
    const EXPLODED: u64 = 300;
    const TIMES: u64 = 4;
    let exploded = right.saturating_mul(EXPLODED).clamp(LEAST, MOST);
    exploded.saturating_add(right.saturating_mul(TIMES))
}

/// An input in the parts that are answered together; none when the protocol does not define
/// it.
fn units(catalogue: &Catalogue, input: &[u8]) -> Option<Vec<Unit>> {
    let script = Script::new(input);
    let mut session = catalogue.protocol().session(catalogue.right()).ok()?;
    let mut units = Vec::new();
    let mut unit = Unit::new();
    let mut is_open = true;
    for line in script.lines() {
        unit.push(line.clone());
        if !is_open {
            continue;
        }
        let mut told = Vec::new();
        is_open = session.line(line, &mut told).ok()? == Flow::Continue;
        if !told.is_empty() {
            units.push(std::mem::take(&mut unit));
        }
    }
    if !unit.is_empty() {
        units.push(unit);
    }
    Some(units)
}

/// An input as text, ended as programs need it.
pub(super) fn text(catalogue: &Catalogue, units: &[Unit]) -> Vec<u8> {
    let closing = catalogue.protocol().about().closing_line;
    let lines = units.iter().flatten().map(String::as_str);
    let lines = lines.filter(|line| Some(*line) != closing).chain(closing);
    let text = lines.fold(String::new(), |text, line| text + line + "\n");
    text.into_bytes()
}
