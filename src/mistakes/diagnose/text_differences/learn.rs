//! TextDifferences learnt from what programs print.

use std::collections::{BTreeMap, HashMap, HashSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::align::{Aligner, Line, Match};
use super::context::{Label, Sight};
use super::rule::{self, Rule};
use super::shape::{is_bare, shape};
use super::{Ignored, Insert, MOST, Ruled, Sample, Shape, TextDifferences, lines};

/// How many texts are learnt from, at most.
const TEXTS: usize = 40;

/// How many of them are taken though all their kinds of lines were seen before; and how many with
/// blank lines.
const PLAIN_TEXTS: usize = 12;

/// How many lines of a kind are looked at, at most.
const INSTANCES: usize = 300;

/// How many lines are looked at beyond twice as many as are expected.
const SPARE: usize = 100;

/// In how many places something is seen at least that depends on what is around it.
const SEEN: usize = 2;

/// How many texts have to be there before a line that all have is taken for fixed.
const FIXED_IN: usize = 8;

/// How many texts that come between lines are looked at.
const INSERTS: usize = 4;

/// An expected line, and the one that was printed for it, if one was.
pub(super) type Instance<'a> = (&'a [u8], Option<&'a [u8]>);

/// The differences that are made everywhere, and those besides that are made in places, if any.
pub(super) fn of_lines(samples: &[Sample<'_>], right: &HashSet<Shape>) -> Vec<TextDifferences> {
    let mut shapes = Shapes::default();
    let texts: Vec<Texts<'_>> = samples
        .iter()
        .map(|it| Texts {
            expected: shapes.lines(it.expected),
            printed: it.printed,
            is_cut: it.is_cut,
        })
        .collect();
    let mut known: FxHashSet<usize> = FxHashSet::default();
    known.extend(texts.iter().flat_map(|it| &it.expected).map(|it| it.shape));
    known.extend(right.iter().map(|shape| shapes.number(shape.clone())));
    let fixed = fixed(&texts);
    // What is right elsewhere is no way to print a line.
    let evidence = Evidence::gather(
        &texts,
        &|line, printed| {
            printed.shape == line.shape
                || fixed.contains(&line.number)
                || !known.contains(&printed.shape)
        },
        &mut shapes,
    );
    // Where the game prints a line elsewhere, that it is printed at all is the game's business.
    let is_games = |shape: &Shape| !is_bare(shape) && right.contains(shape);
    let everywhere = evidence.everywhere(&is_games);
    let expected = texts.iter().map(|it| &it.expected[..]).collect();
    let mut in_places = evidence.in_places(&everywhere, &Sight::new(expected));
    in_places
        .inserts
        .retain(|insert| !lines(&insert.text).any(|line| is_games(&shape(line))));
    let mut all = vec![everywhere];
    if in_places != all[0] {
        all.push(in_places);
    }
    for differences in &mut all {
        if !differences.leave_enough(samples) {
            *differences = TextDifferences::default();
        }
    }
    all
}

/// The lines that every text has once: they say nothing of the game, whatever is printed for them.
fn fixed(texts: &[Texts<'_>]) -> FxHashSet<usize> {
    let mut fixed = FxHashSet::default();
    if texts.len() < FIXED_IN {
        return fixed;
    }
    fixed.extend(texts[0].expected.iter().map(|line| line.number));
    for text in texts {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let lines = text.expected.iter().map(|line| line.number);
        for line in lines.filter(|line| fixed.contains(line)) {
            *counts.entry(line).or_default() += 1;
        }
        fixed.retain(|line| counts.get(line) == Some(&1));
    }
    fixed
}

/// Lines that are expected and printed.
struct Texts<'a> {
    expected: Vec<Line<'a>>,
    printed: &'a [u8],
    is_cut: bool,
}

/// The number of each shape, of each line, and of its shape. Programs write the lines: their hashes are
/// not to be foreseen.
#[derive(Default)]
struct Shapes<'a> {
    numbers: HashMap<Shape, usize>,
    known: HashMap<&'a [u8], (usize, usize)>,
}

impl<'a> Shapes<'a> {
    fn lines(&mut self, text: &'a [u8]) -> Vec<Line<'a>> {
        let line = |text| {
            let (number, shape) = match self.known.get(text) {
                Some(known) => *known,
                None => {
                    let fresh = (self.known.len(), self.number(shape(text)));
                    self.known.insert(text, fresh);
                    fresh
                }
            };
            Line {
                text,
                number,
                shape,
            }
        };
        lines(text).map(line).collect()
    }

    fn number(&mut self, shape: Shape) -> usize {
        let fresh = self.numbers.len();
        *self.numbers.entry(shape).or_insert(fresh)
    }
}

/// What is seen of the kinds of lines.
#[derive(Default)]
struct Evidence<'a> {
    /// Expected lines of each kind.
    expected: BTreeMap<Shape, Seen<'a>>,
    /// How often printed lines of each kind are there, and how often they stand for nothing.
    printed: BTreeMap<Shape, (usize, usize)>,
    /// Places between lines of which either has something printed for it.
    gaps: Vec<Gap<'a>>,
}

/// Expected lines of a kind.
#[derive(Default)]
struct Seen<'a> {
    /// Each with what was printed for it.
    instances: Vec<Instance<'a>>,
    /// The text and the line of each.
    places: Vec<(usize, usize)>,
}

/// A place between expected lines.
struct Gap<'a> {
    text: usize,
    /// The line that follows; the number of lines at the end.
    at: usize,
    /// That line.
    next: Option<&'a [u8]>,
    /// What is printed there.
    extra: Vec<u8>,
}

impl<'a> Evidence<'a> {
    /// `may_stand_for` says whether one line may be a way to print another one.
    fn gather(
        texts: &[Texts<'a>],
        may_stand_for: &dyn Fn(Line<'a>, Line<'a>) -> bool,
        shapes: &mut Shapes<'a>,
    ) -> Self {
        let mut aligner = Aligner::default();
        let (mut taken, mut with_blank) = (0, 0);
        let mut seen = FxHashSet::default();
        let mut evidence = Self::default();
        for (number, text) in texts.iter().enumerate() {
            let before = seen.len();
            seen.extend(text.expected.iter().map(|line| line.shape));
            // Blank lines may come between the answers of an input only, and short ones have one.
            let has_blank = lines(text.printed).any(|line| line.trim_ascii().is_empty());
            let is_new = seen.len() > before || has_blank && with_blank < PLAIN_TEXTS;
            if taken >= TEXTS || taken >= PLAIN_TEXTS && !is_new {
                continue;
            }
            with_blank += usize::from(has_blank);
            taken += 1;
            let mut printed = shapes.lines(text.printed);
            printed.truncate(2 * text.expected.len() + SPARE);
            let mut matches = aligner.align(&text.expected, &printed);
            if text.is_cut {
                let last = matches.iter().rposition(|(_, printed)| printed.is_some());
                matches.truncate(last.map_or(0, |last| last + 1));
            }
            for &found in &matches {
                evidence.note(found, number, (text, &printed), may_stand_for);
            }
            evidence.note_gaps(&matches, number, (text, &printed));
        }
        evidence
    }

    fn note(
        &mut self,
        (place, printed): Match,
        number: usize,
        (text, lines): (&Texts<'a>, &[Line<'a>]),
        may_stand_for: &dyn Fn(Line<'a>, Line<'a>) -> bool,
    ) {
        let expected = place.map(|place| text.expected[place]);
        let printed = printed.map(|place| lines[place]);
        if let Some(line) = printed {
            let (all, extra) = self.printed.entry(shape(line.text)).or_default();
            *all += 1;
            *extra += usize::from(expected.is_none());
        }
        let (Some(line), Some(place)) = (expected, place) else {
            return;
        };
        if printed.is_some_and(|printed| !may_stand_for(line, printed)) {
            return;
        }
        let seen = self.expected.entry(shape(line.text)).or_default();
        if seen.instances.len() < INSTANCES {
            let instance = (line.text, printed.map(|printed| printed.text));
            seen.instances.push(instance);
            seen.places.push((number, place));
        }
    }

    fn note_gaps(
        &mut self,
        matches: &[Match],
        number: usize,
        (text, lines): (&Texts<'a>, &[Line<'a>]),
    ) {
        let mut extra = Vec::new();
        let mut is_sure = true;
        for &(expected, printed) in matches {
            match (expected, printed) {
                (None, Some(printed)) => extra.extend_from_slice(lines[printed].text),
                (Some(at), printed) => {
                    let extra = std::mem::take(&mut extra);
                    if is_sure && printed.is_some() {
                        self.gaps.push(Gap {
                            text: number,
                            at,
                            next: Some(text.expected[at].text),
                            extra,
                        });
                    }
                    is_sure = printed.is_some();
                }
                (None, None) => {}
            }
        }
        if is_sure && !text.is_cut {
            self.gaps.push(Gap {
                text: number,
                at: text.expected.len(),
                next: None,
                extra,
            });
        }
    }

    /// The differences that do not depend on what is around a line.
    fn everywhere(&self, is_games: &dyn Fn(&Shape) -> bool) -> TextDifferences {
        let mut differences = TextDifferences::default();
        for (shape, seen) in &self.expected {
            let Some(rule) = Rule::learn(&seen.instances) else {
                continue;
            };
            match rule::prefix(&seen.instances) {
                Some(prefix) => _ = differences.prefixes.insert(prefix.to_vec()),
                None => {
                    let context = None;
                    differences
                        .rules
                        .insert(shape.clone(), Ruled { rule, context });
                }
            }
        }
        for (shape, &(all, extra)) in &self.printed {
            if 100 * extra < MOST * all {
                continue;
            }
            let missing = self.expected.get(shape).map(|seen| {
                let missing = seen.instances.iter().filter(|(_, it)| it.is_none());
                missing.count()
            });
            let why = match missing {
                None if is_games(shape) => continue,
                None => Ignored::Extra,
                // As many as are missing where they belong.
                Some(missing) if 5 * extra.min(INSTANCES).abs_diff(missing) <= missing => {
                    Ignored::Moved
                }
                Some(_) => continue,
            };
            differences.ignored.insert(shape.clone(), why);
        }
        differences
    }

    /// The differences with those that depend on what is around a line.
    fn in_places(&self, everywhere: &TextDifferences, sight: &Sight<'_>) -> TextDifferences {
        let mut differences = everywhere.clone();
        for (shape, seen) in &self.expected {
            let has_prefix = rule::prefix(&seen.instances).is_some();
            if has_prefix || differences.ignored.contains_key(shape) {
                continue;
            }
            if let Some(ruled) = seen.in_places(sight) {
                differences.rules.insert(shape.clone(), ruled);
            }
        }
        let is_ignored =
            |text: &[u8]| lines(text).any(|it| differences.ignored.contains_key(&shape(it)));
        let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
        for gap in self.gaps.iter().filter(|gap| !gap.extra.is_empty()) {
            if !is_ignored(&gap.extra) {
                *counts.entry(&gap.extra).or_default() += 1;
            }
        }
        let mut texts: Vec<(&[u8], usize)> = counts.into_iter().collect();
        texts.retain(|(_, count)| *count >= SEEN);
        texts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (text, _) in texts.into_iter().take(INSERTS) {
            differences.inserts.extend(self.inserts(text, sight));
        }
        differences
    }

    /// Where a text is inserted.
    fn inserts(&self, text: &[u8], sight: &Sight<'_>) -> Vec<Insert> {
        let mut by_next: BTreeMap<Option<Shape>, Vec<&Gap<'a>>> = BTreeMap::new();
        let with_it = self.gaps.iter().filter(|gap| gap.extra == text);
        for gap in with_it {
            by_next.entry(gap.next.map(shape)).or_default();
        }
        for gap in &self.gaps {
            if let Some(alike) = by_next.get_mut(&gap.next.map(shape)) {
                alike.push(gap);
            }
        }
        let insert = |(before, gaps): (Option<Shape>, Vec<&Gap<'a>>)| {
            let labelled = gaps
                .iter()
                .filter(|gap| gap.extra.is_empty() || gap.extra == text);
            let labels = labelled.map(|gap| Label {
                text: gap.text,
                at: gap.at,
                is_slip: !gap.extra.is_empty(),
            });
            let labels: Vec<Label> = labels.collect();
            let some = labels.iter().filter(|label| label.is_slip).count();
            let context = match some == labels.len() {
                true => None,
                false if some < SEEN => return None,
                false => Some(sight.choose(&labels, true)?),
            };
            Some(Insert {
                before,
                text: text.to_vec(),
                context,
            })
        };
        by_next.into_iter().filter_map(insert).collect()
    }
}

impl Seen<'_> {
    /// A way in which the lines are printed in some places and not in others.
    fn in_places(&self, sight: &Sight<'_>) -> Option<Ruled> {
        let instances = self.instances.iter();
        let others: Vec<Instance<'_>> = instances
            .filter(|instance| !Rule::as_it_is().fits(**instance))
            .copied()
            .collect();
        if others.len() < SEEN {
            return None;
        }
        Rule::candidates(&others).into_iter().find_map(|rule| {
            let labels = self.labels(&rule);
            let some = labels.iter().filter(|label| label.is_slip).count();
            if some < SEEN {
                return None;
            }
            let context = match some == labels.len() {
                true if 100 * some < MOST * self.instances.len() => return None,
                true => None,
                false => Some(sight.choose(&labels, false)?),
            };
            Some(Ruled { rule, context })
        })
    }

    /// Where a rule holds, and where lines are as they should be; the others tell nothing.
    fn labels(&self, rule: &Rule) -> Vec<Label> {
        let as_it_is = Rule::as_it_is();
        let all = self.instances.iter().zip(&self.places);
        let labels = all.filter_map(|(&instance, &(text, at))| {
            let is_slip = rule.fits(instance);
            (is_slip != as_it_is.fits(instance)).then_some(Label { text, at, is_slip })
        });
        labels.collect()
    }
}
