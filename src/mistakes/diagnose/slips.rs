//! Text slips: lines that a program words, spaces or places otherwise than the right one,
//! whatever game it plays.
//!
//! What is printed is aligned line by line with what is expected. Where lines of one kind are
//! printed otherwise in the same way nearly every time, that way is a rule; an engine whose
//! lines are put through the rules then prints as the program does, but for the game's rules.
//! No wording of a game is known here: what is text and what is a value shows in the lines.

mod align;
mod repeats;
mod reword;
mod rule;
mod shape;
mod told;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use align::{Aligner, Line, Match};
use rule::Rule;

pub use reword::Reworded;
pub use shape::shape;
pub use told::{Kind, Slip, Told};

/// The text of a line with placeholders for its values.
type Shape = Vec<u8>;

/// How many texts are learnt from, at most.
const TEXTS: usize = 40;

/// How many of them are taken though all their kinds of lines were seen before.
const PLAIN_TEXTS: usize = 12;

/// How many lines of a kind are looked at, at most.
const INSTANCES: usize = 300;

/// How many lines are looked at beyond twice as many as are expected.
const SPARE: usize = 100;

/// In how many of a hundred cases a rule has to hold.
const MOST: usize = 60;

/// What a program is expected to print, and what it prints.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// All that is expected.
    pub expected: &'a [u8],
    /// All that was printed.
    pub printed: &'a [u8],
    /// Whether more might have been printed.
    pub is_cut: bool,
}

/// The ways in which a program prints otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// How lines of a shape are printed.
    rules: BTreeMap<Shape, Rule>,
    /// Shapes of printed lines that stand for nothing, or that are in another place.
    ignored: BTreeMap<Shape, Ignored>,
    /// What is printed in front of some lines.
    prefixes: BTreeSet<Vec<u8>>,
    /// Whether blocks of lines are printed twice.
    repeats: bool,
}

/// Why printed lines are left out of account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ignored {
    /// They stand for nothing.
    Extra,
    /// They are right elsewhere.
    Moved,
}

impl Slips {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Learns the slips from samples, the most telling first. There are none where too little
    /// is printed as it is expected.
    pub fn learn(samples: &[Sample<'_>]) -> Self {
        if repeats::are_usual(samples) {
            let printed: Vec<Vec<u8>> = samples
                .iter()
                .map(|sample| repeats::without(sample.printed))
                .collect();
            let samples = samples.iter().zip(&printed);
            let samples = samples.map(|(&sample, printed)| Sample { printed, ..sample });
            return Self {
                repeats: true,
                ..Self::of_lines(&samples.collect::<Vec<_>>())
            };
        }
        Self::of_lines(samples)
    }

    fn of_lines(samples: &[Sample<'_>]) -> Self {
        let evidence = Evidence::gather(samples);
        let mut slips = Self::default();
        for (shape, instances) in &evidence.expected {
            let Some(rule) = Rule::learn(instances) else {
                continue;
            };
            match rule::prefix(instances) {
                Some(prefix) => _ = slips.prefixes.insert(prefix.to_vec()),
                None => _ = slips.rules.insert(shape.clone(), rule),
            }
        }
        for (shape, &(all, extra)) in &evidence.printed {
            if 100 * extra < MOST * all {
                continue;
            }
            let missing = evidence.expected.get(shape).map(|instances| {
                let missing = instances.iter().filter(|(_, printed)| printed.is_none());
                missing.count()
            });
            let why = match missing {
                None => Ignored::Extra,
                // As many as are missing where they belong.
                Some(missing) if 5 * extra.min(INSTANCES).abs_diff(missing) <= missing => {
                    Ignored::Moved
                }
                Some(_) => continue,
            };
            slips.ignored.insert(shape.clone(), why);
        }
        match slips.leave_enough(samples) {
            true => slips,
            false => Self::default(),
        }
    }

    /// Whether of the expected lines enough are still expected that they are worth comparing.
    fn leave_enough(&self, samples: &[Sample<'_>]) -> bool {
        let all = samples.iter().flat_map(|sample| lines(sample.expected));
        let (mut count, mut left) = (0, 0);
        for line in all {
            count += 1;
            let shape = shape(line);
            let is_gone =
                self.rules.get(&shape) == Some(&Rule::Missing) || self.ignored.contains_key(&shape);
            left += usize::from(!is_gone);
        }
        2 * left >= count
    }

    /// Those slips that cannot be the game's, for programs that they do not explain.
    pub fn sure(&self) -> Self {
        let mut sure = self.clone();
        sure.rules.retain(|_, rule| !rule.changes_values());
        sure
    }

    /// The shapes of expected lines that are printed otherwise.
    pub fn shapes(&self) -> impl Iterator<Item = &[u8]> {
        self.rules.keys().map(Vec::as_slice)
    }

    /// Leaves out the slips in lines of a shape.
    pub fn forget(&mut self, shape: &[u8]) {
        self.rules.remove(shape);
        self.ignored.remove(shape);
    }

    /// What was printed, without what is left out of account.
    pub fn strip(&self, printed: &[u8]) -> Vec<u8> {
        let once = self.repeats.then(|| repeats::without(printed));
        let lines = lines(once.as_deref().unwrap_or(printed));
        let lines = lines.map(|line| &line[self.prefix_length(line)..]);
        let lines = lines.filter(|line| !self.ignored.contains_key(&shape(line)));
        lines.collect::<Vec<_>>().concat()
    }

    /// How much in front of a printed line is left out of account.
    fn prefix_length(&self, line: &[u8]) -> usize {
        let found = self
            .prefixes
            .iter()
            .filter(|prefix| line.starts_with(prefix));
        found.map(Vec::len).max().unwrap_or(0)
    }

    /// How a program with these slips prints a text.
    pub fn reword(&self, text: &[u8]) -> Vec<u8> {
        let mut told = Vec::with_capacity(text.len());
        for line in lines(text) {
            self.reword_line(line, &mut told);
        }
        told
    }

    /// A printed text with its text put right as far as it is what is expected; what follows
    /// is left as it was printed.
    pub fn plain(&self, expected: &[u8], printed: &[u8]) -> Vec<u8> {
        let printed = self.strip(printed);
        let (mut plain, mut at) = (Vec::new(), 0);
        for line in lines(expected) {
            let told = self.reword(line);
            if !printed[at..].starts_with(&told) {
                break;
            }
            plain.extend_from_slice(line);
            at += told.len();
        }
        plain.extend_from_slice(&printed[at..]);
        plain
    }

    fn reword_line(&self, line: &[u8], told: &mut Vec<u8>) {
        match self.rules.get(&shape(line)) {
            Some(rule) => rule.apply(line, told),
            None => told.extend_from_slice(line),
        }
    }
}

/// The lines of a text, line feeds included.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

/// The number of each shape.
#[derive(Default)]
struct Shapes {
    numbers: HashMap<Shape, usize>,
}

impl Shapes {
    fn lines<'a>(&mut self, text: &'a [u8]) -> Vec<Line<'a>> {
        let line = |text| {
            let fresh = self.numbers.len();
            Line {
                text,
                shape: *self.numbers.entry(shape(text)).or_insert(fresh),
            }
        };
        lines(text).map(line).collect()
    }
}

/// What is seen of the kinds of lines.
#[derive(Default)]
struct Evidence<'a> {
    /// Expected lines of each kind, each with what was printed for it.
    expected: BTreeMap<Shape, Vec<Instance<'a>>>,
    /// How often printed lines of each kind are there, and how often they stand for nothing.
    printed: BTreeMap<Shape, (usize, usize)>,
}

/// An expected line, and the one that was printed for it, if one was.
type Instance<'a> = (&'a [u8], Option<&'a [u8]>);

impl<'a> Evidence<'a> {
    fn gather(samples: &[Sample<'a>]) -> Self {
        let mut shapes = Shapes::default();
        let mut aligner = Aligner::default();
        let mut taken = 0;
        let mut seen = HashSet::new();
        let texts: Vec<(Vec<Line<'a>>, Vec<Line<'a>>)> = samples
            .iter()
            .map(|it| {
                let expected = shapes.lines(it.expected);
                let mut printed = shapes.lines(it.printed);
                printed.truncate(2 * expected.len() + SPARE);
                (expected, printed)
            })
            .collect();
        let all = texts.iter().flat_map(|(expected, _)| expected);
        let known: HashSet<usize> = all.map(|line| line.shape).collect();
        let mut evidence = Self::default();
        for (sample, (expected, printed)) in samples.iter().zip(&texts) {
            let before = seen.len();
            seen.extend(expected.iter().map(|line| line.shape));
            if taken >= TEXTS || taken >= PLAIN_TEXTS && seen.len() == before {
                continue;
            }
            taken += 1;
            let mut matches = aligner.align(expected, printed);
            if sample.is_cut {
                let last = matches.iter().rposition(|(_, printed)| printed.is_some());
                matches.truncate(last.map_or(0, |last| last + 1));
            }
            for found in matches {
                evidence.note(found, expected, printed, &known);
            }
        }
        evidence
    }

    fn note(
        &mut self,
        (expected, printed): Match,
        all_expected: &[Line<'a>],
        all_printed: &[Line<'a>],
        known: &HashSet<usize>,
    ) {
        let expected = expected.map(|place| all_expected[place]);
        let printed = printed.map(|place| all_printed[place]);
        if let Some(line) = printed {
            let (all, extra) = self.printed.entry(shape(line.text)).or_default();
            *all += 1;
            *extra += usize::from(expected.is_none());
        }
        let Some(line) = expected else { return };
        // What is right elsewhere is no way to print this line.
        let is_other =
            |printed: Line<'_>| printed.shape != line.shape && known.contains(&printed.shape);
        if printed.is_some_and(is_other) {
            return;
        }
        let instances = self.expected.entry(shape(line.text)).or_default();
        if instances.len() < INSTANCES {
            instances.push((line.text, printed.map(|printed| printed.text)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sample, Slips};

    const EXPECTED: &str = "=====\nBLACK ACTION #1: G6-F5\nCOST: 0\n 1 | . | w |\n 2 | b | . |\n\
                            =====\nWHITE ACTION #2: A3-B4\nCOST: -3\n 1 | w | . |\n 2 | . | . |\n";

    fn slips(printed: &str) -> Slips {
        Slips::learn(&[Sample {
            expected: EXPECTED.as_bytes(),
            printed: printed.as_bytes(),
            is_cut: false,
        }])
    }

    /// Every slip, learnt from one text, makes that text of what is expected.
    #[test]
    fn what_is_printed_in_another_way_is_learnt() {
        let replaced = |old: &str, new: &str| EXPECTED.replace(old, new);
        let without = |start: &str| -> String {
            let lines = EXPECTED.split_inclusive('\n');
            lines.filter(|line| !line.starts_with(start)).collect()
        };
        for printed in [
            EXPECTED.to_owned(),
            replaced("ACTION", "MOVE"),
            replaced("#", ""),
            replaced("=====", "-------"),
            replaced("COST: ", "Cost:"),
            replaced("G6-F5", "g6-f5").replace("A3-B4", "a3-b4"),
            replaced("#1", "#01").replace("#2", "#02"),
            replaced("COST: 0", "COST:     0").replace("COST: -3", "COST:    -3"),
            replaced(" . ", "   "),
            replaced(" 1 |", " 9 |").replace(" 2 |", " 8 |"),
            replaced("COST: 0", "COST: +0"),
            replaced("COST: 0", "COST: 0.0").replace("-3", "-3.0"),
            without("COST"),
            without("="),
        ] {
            let slips = slips(&printed);
            let told = slips.reword(EXPECTED.as_bytes());
            assert_eq!(String::from_utf8(told).unwrap(), printed);
            assert_eq!(slips.strip(printed.as_bytes()), printed.as_bytes());
            assert_eq!(slips.is_empty(), printed == EXPECTED);
        }
    }

    #[test]
    fn lines_too_much_or_elsewhere_are_left_out() {
        let debug = EXPECTED.replace("=====\n", "=====\nvalue is 5\n");
        let found = slips(&debug);
        assert_eq!(found.strip(debug.as_bytes()), EXPECTED.as_bytes());
        assert_eq!(found.reword(EXPECTED.as_bytes()), EXPECTED.as_bytes());
        let moved = EXPECTED
            .replace("COST: 0\n", "")
            .replace(" 2 | b | . |\n", " 2 | b | . |\nCOST: 0\n")
            .replace("COST: -3\n", "")
            + "COST: -3\n";
        let found = slips(&moved);
        let left = found.strip(moved.as_bytes());
        assert_eq!(left, found.reword(EXPECTED.as_bytes()));
        assert!(!left.windows(4).any(|text| text == b"COST"));
    }

    #[test]
    fn what_stands_in_front_of_lines_is_left_out() {
        let prompts = EXPECTED.replace("=====\nW", "> =====\nW") + "> ";
        let prompts = prompts.replace("COST", "> COST");
        let found = slips(&prompts);
        assert_eq!(found.strip(prompts.as_bytes()), EXPECTED.as_bytes());
    }

    #[test]
    fn what_is_printed_twice_is_read_once() {
        let (first, second) = EXPECTED.split_at(EXPECTED.rfind("=====").unwrap());
        let twice = [first, first, second, second].concat();
        let found = slips(&twice);
        assert_eq!(found.strip(twice.as_bytes()), EXPECTED.as_bytes());
        assert_eq!(found.reword(EXPECTED.as_bytes()), EXPECTED.as_bytes());
    }

    #[test]
    fn where_hardly_anything_is_as_expected_there_are_no_slips() {
        for printed in ["", "Hello, world\n", "Hello,\nworld\n\n\n\n\n\n"] {
            assert!(slips(printed).is_empty(), "{printed:?}");
        }
    }

    /// Other values, and lines that are right elsewhere, are the game's business.
    #[test]
    fn what_the_game_decides_is_no_slip() {
        let other = EXPECTED.replace("G6-F5", "A1-B2").replace("-3", "7");
        assert!(slips(&other).is_empty());
        let other = EXPECTED.replace("WHITE ACTION #2", "BLACK ACTION #2");
        assert!(slips(&other).is_empty());
    }
}
