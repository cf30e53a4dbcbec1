//! What a program did on a suite, ready to be compared with sets of mistakes.

use crate::mistakes::catalogue::Set;
use crate::mistakes::replay::{Awaited, Call, Fate, Reading, Replay, Script};
use crate::mistakes::suite::Suite;

use super::Observed;

/// A program's answers next to the right ones, those that are wrong first.
pub struct Bench<'a> {
    suite: &'a Suite<'a>,
    reading: Reading,
    replay: Replay,
    /// The wrong answers come first, those that go wrong soonest first of all.
    pub trials: Vec<Trial>,
    /// How many are wrong.
    pub wrong: usize,
}

/// A case with the program's answer.
pub struct Trial {
    /// The case's index in the suite.
    pub case: usize,
    printed: Vec<u8>,
    is_cut: bool,
    /// The first wrong byte; the length when there is none.
    departs: usize,
    /// Where the line with the first wrong byte ends in what was printed, newline included.
    line_end: usize,
}

/// How a set of mistakes fares on the cases, each by its place in [`Bench::trials`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Wrong answers that are exactly those of the set.
    pub explained: Vec<usize>,
    /// Wrong answers whose first wrong line is the set's, but not all that follows.
    pub begun: Vec<usize>,
    /// Answers that are right for longer than the set's, or to the end.
    pub contradicted: Vec<usize>,
}

impl Marks {
    /// How much speaks for the set.
    pub fn points(&self) -> i64 {
        let count = |cases: &[usize]| i64::try_from(cases.len()).unwrap_or(i64::MAX);
        2 * count(&self.explained) + count(&self.begun) - 2 * count(&self.contradicted)
    }
}

impl<'a> Bench<'a> {
    /// Compares what was printed with the right answers; cases that were not run are left
    /// out.
    pub fn new(suite: &'a Suite<'a>, observed: &[Option<Observed>], reading: Reading) -> Self {
        let mut trials: Vec<Trial> = (0..suite.cases().len())
            .filter_map(|case| {
                let observed = observed.get(case)?.as_ref()?;
                Some(Trial::new(case, observed, &suite.right()[case], reading))
            })
            .collect();
        trials.sort_by_key(|trial| {
            let input = suite.cases()[trial.case].input.len();
            (!trial.is_wrong(), trial.departs, input)
        });
        let wrong = trials.iter().filter(|trial| trial.is_wrong()).count();
        let scripts = trials.iter().map(|trial| &suite.cases()[trial.case].input);
        let scripts: Vec<Script> = scripts.map(|input| Script::new(input)).collect();
        Self {
            suite,
            reading,
            replay: Replay::new(suite.catalogue().protocol(), &scripts),
            trials,
            wrong,
        }
    }

    /// The suite.
    pub fn suite(&self) -> &'a Suite<'a> {
        self.suite
    }

    /// What becomes of the answers of a set on the trials wanted, until more than `most`
    /// differ.
    fn fates(&self, set: &Set, most: usize, is_wanted: &dyn Fn(usize) -> bool) -> Vec<Fate> {
        let awaited: Vec<Awaited<'_>> = self
            .trials
            .iter()
            .map(|trial| Awaited {
                bytes: &trial.printed,
                is_cut: trial.is_cut,
            })
            .collect();
        let call = Call {
            awaited: &awaited,
            reading: self.reading,
            most,
        };
        let settings = self.suite.catalogue().settings(set);
        let fates = self.replay.compare_some(&settings, &call, is_wanted);
        fates.expect("a catalogue's settings fit its protocol")
    }

    /// A trial wanted on which a set does not give what was printed.
    pub fn first_other(&self, set: &Set, is_wanted: &dyn Fn(usize) -> bool) -> Option<usize> {
        let fates = self.fates(set, 0, is_wanted);
        fates
            .iter()
            .position(|fate| matches!(fate, Fate::Departs(_)))
    }

    /// How a set fares on the trials wanted.
    pub fn marks(&self, set: &Set, is_wanted: &dyn Fn(usize) -> bool) -> Marks {
        let mut marks = Marks::default();
        let fates = self.fates(set, usize::MAX, is_wanted);
        for (place, (trial, fate)) in self.trials.iter().zip(fates).enumerate() {
            match fate {
                Fate::Same if trial.is_wrong() => marks.explained.push(place),
                Fate::Departs(at) if at < trial.departs => marks.contradicted.push(place),
                Fate::Departs(at)
                    if trial.is_wrong() && at > trial.departs && at >= trial.line_end =>
                {
                    marks.begun.push(place);
                }
                // A right answer that the set goes on from.
                Fate::Departs(_) if !trial.is_wrong() => marks.contradicted.push(place),
                Fate::Same | Fate::Departs(_) | Fate::Open => {}
            }
        }
        marks
    }

    /// Whether anything that is wrong in the other reading of the same outputs is not in this
    /// one.
    pub fn goes_further_than(&self, exact: &Self) -> bool {
        let further = |trial: &&Trial| {
            let own = self.trials.iter().find(|own| own.case == trial.case);
            let departs = trial.departs.min(trial.printed.len());
            let counted = without_blanks(&trial.printed[..departs]).len();
            trial.is_wrong() && own.is_some_and(|own| own.departs > counted)
        };
        exact.trials.iter().any(|trial| further(&trial))
    }

    /// Whether two sets give the same answers, wherever the program ended by itself or not.
    pub fn are_alike(&self, one: &Set, other: &Set) -> bool {
        let catalogue = self.suite.catalogue();
        let prints = |set: &Set| self.replay.fingerprints(&catalogue.settings(set));
        prints(one) == prints(other)
    }
}

impl Trial {
    fn new(case: usize, observed: &Observed, right: &[u8], reading: Reading) -> Self {
        let (printed, right, lines) = match reading {
            Reading::Exact => (
                observed.output.clone(),
                right.to_vec(),
                line_ends(&observed.output, |_| true),
            ),
            Reading::WithoutBlanks => (
                without_blanks(&observed.output),
                without_blanks(right),
                line_ends(&observed.output, |byte| !byte.is_ascii_whitespace()),
            ),
        };
        let is_cut = observed.stopped.is_some();
        let same = common_start(&printed, &right);
        let is_right_so_far = same == printed.len();
        let departs = match is_right_so_far && (is_cut || same == right.len()) {
            true => usize::MAX,
            false => same,
        };
        let line_end = lines.into_iter().find(|&end| end > same);
        Self {
            case,
            line_end: line_end.unwrap_or(printed.len()),
            printed,
            is_cut,
            departs,
        }
    }

    /// Whether something wrong was printed, or something is missing though the program ended
    /// by itself.
    pub fn is_wrong(&self) -> bool {
        self.departs != usize::MAX
    }
}

/// Where lines end, counted in the bytes that count.
fn line_ends(text: &[u8], counts: impl Fn(&u8) -> bool) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut counted = 0;
    for byte in text {
        counted += usize::from(counts(byte));
        if *byte == b'\n' {
            ends.push(counted);
        }
    }
    ends
}

/// The bytes that are no white space.
fn without_blanks(text: &[u8]) -> Vec<u8> {
    let bytes = text.iter().copied();
    bytes.filter(|byte| !byte.is_ascii_whitespace()).collect()
}

/// How many bytes two texts start with in common.
pub fn common_start(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::{Reading, Trial};
    use crate::mistakes::diagnose::Observed;

    fn trial(output: &str, is_cut: bool, right: &str, reading: Reading) -> Trial {
        let observed = Observed {
            output: output.into(),
            stopped: is_cut.then(|| "out of time".to_owned()),
        };
        Trial::new(0, &observed, right.as_bytes(), reading)
    }

    #[test]
    fn what_was_cut_off_is_right_as_far_as_it_goes() {
        let whole = |output| trial(output, false, "ab\ncd\n", Reading::Exact);
        assert!(!whole("ab\ncd\n").is_wrong());
        assert_eq!(whole("ab\n").departs, 3);
        assert_eq!(whole("ab\ncd\nef").departs, 6);
        let cut = |output| trial(output, true, "ab\ncd\n", Reading::Exact);
        assert!(!cut("ab\nc").is_wrong() && !cut("").is_wrong());
        assert_eq!((cut("ax\nyz\n").departs, cut("ax\nyz\n").line_end), (1, 3));
    }

    #[test]
    fn blanks_count_or_not() {
        let loose = |output| trial(output, false, "a b\nc\n", Reading::WithoutBlanks);
        assert!(!loose("a  b\r\nc").is_wrong());
        let wrong = loose(" a x \nc\n");
        assert_eq!((wrong.departs, wrong.line_end), (1, 2));
    }
}
