//! The catalogue of mistakes: derived from the options of a protocol's records.

use std::fmt;

use crate::options::{OptionInfo, ValueInfo, Values};
use crate::protocol::{Protocol, Resources, Settings};

/// One plausible mistake: an option set to a value that is not the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The option's name.
    pub option: &'static str,
    /// The wrong value's name.
    pub value: String,
    /// What a program with this mistake does, one line.
    pub meaning: String,
    /// Whether few programs have it, see [`OptionInfo::rare`].
    pub is_rare: bool,
    /// Whether it changes an answer without another one, see
    /// [`About::pair_options`](crate::protocol::About::pair_options).
    pub shows_alone: bool,
    /// Whether it is no mistake, but another reading of what the assignment leaves open.
    pub is_reading: bool,
}

/// `option=value`, as `--rule` takes it.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.option, self.value)
    }
}

/// A mistake's place in its catalogue.
pub type Index = usize;

/// The mistakes that can show in a protocol's answers under given settings, which are taken
/// as right.
#[derive(Clone)]
pub struct Catalogue {
    protocol: &'static dyn Protocol,
    right: Settings,
    mistakes: Vec<Mistake>,
    silent: Vec<Mistake>,
}

/// What one of many programs may use; the answers do not depend on it.
const LITTLE: Resources = Resources {
    threads: 1,
    hash_mib: 1,
};

impl Catalogue {
    /// The catalogue of a protocol; `right` says what the right program does.
    pub fn new(protocol: &'static dyn Protocol, right: Settings) -> Self {
        // Many programs are tried side by side: each has to do with little.
        let right = Settings {
            resources: LITTLE,
            ..right
        };
        let silent_options = protocol.silent_options(&right);
        let options = protocol.options();
        let mut all: Vec<(&OptionInfo, Mistake)> = options
            .iter()
            .flat_map(|option| {
                let wrong = mistakes_of(option, &right).into_iter();
                wrong.map(move |mistake| (option, mistake))
            })
            .collect();
        tell_apart(&mut all);
        for (option, mistake) in &mut all {
            mistake.is_rare = option.rare.contains(&mistake.value.as_str());
            mistake.shows_alone = !protocol.about().pair_options.contains(&mistake.option);
            mistake.is_reading = option.is_reading(&mistake.value);
        }
        let (silent, mistakes) = all
            .into_iter()
            .map(|(_, mistake)| mistake)
            .partition(|mistake: &Mistake| silent_options.contains(&mistake.option));
        Self {
            protocol,
            right,
            mistakes,
            silent,
        }
    }

    /// The protocol whose mistakes these are.
    pub fn protocol(&self) -> &'static dyn Protocol {
        self.protocol
    }

    /// The settings of the right program.
    pub fn right(&self) -> &Settings {
        &self.right
    }

    /// Every mistake, in the order of the options.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Mistakes left out because they change no byte of any answer under these settings.
    pub fn silent(&self) -> &[Mistake] {
        &self.silent
    }

    /// Every mistake alone.
    pub fn singles(&self) -> impl Iterator<Item = Set> + '_ {
        (0..self.mistakes.len()).map(Set::one)
    }

    /// Every mistake alone that is neither rare nor a reading: what a suite is measured by.
    pub fn common(&self) -> impl Iterator<Item = Set> + '_ {
        self.singles().filter(|set| self.is_common(set))
    }

    /// Every rare mistake alone, of those that show so.
    pub fn rare(&self) -> impl Iterator<Item = Set> + '_ {
        self.with_one(|mistake| mistake.is_rare && mistake.shows_alone && !mistake.is_reading)
    }

    /// Every other reading alone.
    pub fn readings(&self) -> impl Iterator<Item = Set> + '_ {
        self.with_one(|mistake| mistake.is_reading)
    }

    /// Every pair of mistakes that are neither rare nor readings, see [`Catalogue::pairs`].
    pub fn common_pairs(&self) -> impl Iterator<Item = Set> + '_ {
        self.pairs().filter(|set| self.is_common(set))
    }

    /// Whether each mistake of a set shows without others.
    pub fn shows_alone(&self, set: &Set) -> bool {
        set.iter().all(|index| self.mistakes[index].shows_alone)
    }

    fn is_common(&self, set: &Set) -> bool {
        let mut mistakes = set.iter().map(|index| &self.mistakes[index]);
        mistakes.all(|mistake| !mistake.is_rare && !mistake.is_reading)
    }

    fn with_one(&self, is_wanted: fn(&Mistake) -> bool) -> impl Iterator<Item = Set> + '_ {
        let all = self.mistakes.iter().enumerate();
        all.filter(move |(_, mistake)| is_wanted(mistake))
            .map(|(index, _)| Set::one(index))
    }

    /// Every pair of mistakes in different options, the smaller index first, but for those that are too
    /// many, see [`About::single_options`](crate::protocol::About::single_options).
    pub fn pairs(&self) -> impl Iterator<Item = Set> + '_ {
        let single = self.protocol.about().single_options;
        let is_paired = move |index: &Index| !single.contains(&self.mistakes[*index].option);
        let count = self.mistakes.len();
        (0..count).filter(is_paired).flat_map(move |one| {
            let others = (one + 1..count).filter(is_paired);
            others.filter_map(move |other| self.with(&Set::one(one), other))
        })
    }

    /// The set with one more mistake; `None` when it has one of the same option already.
    pub fn with(&self, set: &Set, more: Index) -> Option<Set> {
        let option = self.mistakes[more].option;
        let is_free = set
            .iter()
            .all(|index| self.mistakes[index].option != option);
        is_free.then(|| {
            let mut indices: Vec<Index> = set.iter().chain([more]).collect();
            indices.sort_unstable();
            Set(indices)
        })
    }

    /// The same, in the place of the mistake of the same option where it has one; `None` when it has
    /// this one already.
    pub fn with_instead(&self, set: &Set, more: Index) -> Option<Set> {
        let option = self.mistakes[more].option;
        let same = set.iter().find(|&one| self.mistakes[one].option == option);
        match same {
            Some(one) if one == more => None,
            Some(one) => self.with(&set.without(one), more),
            None => self.with(set, more),
        }
    }

    /// Sets with another value of the same option in the place of one mistake.
    pub fn with_other_values(&self, set: &Set) -> impl Iterator<Item = Set> {
        let has_option = |other: &Index| {
            let mut own = set.iter();
            own.any(|one| self.mistakes[one].option == self.mistakes[*other].option)
        };
        let others = (0..self.mistakes.len()).filter(has_option);
        others.filter_map(|other| self.with_instead(set, other))
    }

    /// The settings of a program with these mistakes.
    pub fn settings(&self, set: &Set) -> Settings {
        let mut settings = self.right.clone();
        for index in set.iter() {
            let Mistake { option, value, .. } = &self.mistakes[index];
            settings.rules.push(((*option).to_owned(), value.clone()));
        }
        settings
    }

    /// The names of a set's mistakes, as `--rule` takes them.
    pub fn names(&self, set: &Set) -> Vec<String> {
        let names = set.iter().map(|index| self.mistakes[index].to_string());
        names.collect()
    }

    /// The mistake of that name.
    pub fn find(&self, name: &str) -> Option<Index> {
        self.mistakes
            .iter()
            .position(|mistake| mistake.to_string() == name)
    }
}

/// A set of mistakes in different options; empty for the right program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set(Vec<Index>);

impl Set {
    /// No mistake.
    pub const NONE: Self = Self(Vec::new());

    /// A single mistake.
    pub fn one(index: Index) -> Self {
        Self(vec![index])
    }

    /// The mistakes, in the catalogue's order.
    pub fn iter(&self) -> impl Iterator<Item = Index> + '_ {
        self.0.iter().copied()
    }

    /// How many mistakes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The set without one of its mistakes.
    #[must_use]
    pub fn without(&self, index: Index) -> Self {
        let others = self.iter().filter(|&other| other != index);
        Self(others.collect())
    }

    /// Whether this is the right program.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Says of what a mistake speaks when another option's has the same meaning.
fn tell_apart(all: &mut [(&OptionInfo, Mistake)]) {
    let meanings: Vec<String> = all
        .iter()
        .map(|(_, mistake)| mistake.meaning.clone())
        .collect();
    for (option, mistake) in all {
        let same = meanings
            .iter()
            .filter(|meaning| **meaning == mistake.meaning);
        if same.count() > 1 {
            let (first, rest) = mistake.meaning.split_at(1);
            mistake.meaning = format!("{}: {}{rest}", option.meaning, first.to_lowercase());
        }
    }
}

/// The values of an option that are wrong when `right` is right.
fn mistakes_of(option: &OptionInfo, right: &Settings) -> Vec<Mistake> {
    let chosen = right
        .rules
        .iter()
        .rev()
        .find(|(name, _)| name == option.name);
    let Some((_, chosen)) = chosen else {
        let wrong = option.mistakes.iter();
        return wrong.map(|value| mistake(option, value)).collect();
    };
    let all = match &option.values {
        Values::Choice(all) => all.to_vec(),
        Values::Number { .. } => {
            let default = &option.default;
            let default = ValueInfo {
                name: default.clone().into(),
                meaning: format!("{}: {default} instead of {chosen}", option.meaning).into(),
            };
            [&option.mistakes[..], &[default]].concat()
        }
    };
    let wrong = all.iter().filter(|value| value.name != *chosen);
    wrong.map(|value| mistake(option, value)).collect()
}

fn mistake(option: &OptionInfo, value: &ValueInfo) -> Mistake {
    Mistake {
        option: option.name,
        value: value.name.to_string(),
        meaning: value.meaning.to_string(),
        is_rare: false,
        shows_alone: true,
        is_reading: false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Catalogue, Set};
    use crate::games;
    use crate::protocol::Settings;

    fn catalogue(game: &str, rules: &[(&str, &str)]) -> Catalogue {
        let rules = rules
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let right = Settings {
            rules: rules.collect(),
            ..Settings::default()
        };
        Catalogue::new(games::find(game).unwrap(), right)
    }

    #[test]
    fn every_value_but_the_right_one_is_a_mistake() {
        let plain = catalogue("checkers", &[]);
        assert!(plain.find("tie=last").is_some());
        assert!(plain.find("tie=first").is_none());
        assert!(plain.find("tower-cost=4").is_some());
        let other = catalogue("checkers", &[("tie", "last"), ("tower-cost", "4")]);
        assert!(other.find("tie=first").is_some());
        assert!(other.find("tie=last").is_none());
        assert!(other.find("tower-cost=3").is_some());
        assert!(other.find("tower-cost=4").is_none());
        assert_eq!(plain.mistakes().len(), other.mistakes().len());
    }

    #[test]
    fn pairs_are_of_different_options_and_each_comes_once() {
        let catalogue = catalogue("hexline", &[]);
        let pairs: Vec<Set> = catalogue.pairs().collect();
        let mut distinct = pairs.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), pairs.len());
        for pair in &pairs {
            let options: Vec<_> = pair
                .iter()
                .map(|index| catalogue.mistakes()[index].option)
                .collect();
            assert_ne!(options[0], options[1]);
        }
        let count = catalogue.mistakes().len();
        let same_option: usize = (0..count)
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .filter(|&(one, other)| {
                catalogue.mistakes()[one].option == catalogue.mistakes()[other].option
            })
            .count();
        assert_eq!(pairs.len(), count * (count - 1) / 2 - same_option);
    }

    #[test]
    fn no_two_mistakes_mean_the_same() {
        for protocol in games::all() {
            let catalogue = catalogue(protocol.name(), &[]);
            let mut meanings: Vec<&str> = catalogue
                .mistakes()
                .iter()
                .map(|mistake| mistake.meaning.as_str())
                .collect();
            meanings.sort_unstable();
            let all = meanings.len();
            meanings.dedup();
            assert_eq!(meanings.len(), all, "{}", protocol.name());
        }
        let checkers = catalogue("checkers", &[]);
        let backwards = checkers.find("piece-captures=all").unwrap();
        assert_eq!(
            checkers.mistakes()[backwards].meaning,
            "Where a piece captures: in all four directions"
        );
    }

    #[test]
    fn what_cannot_show_is_set_apart() {
        let report = catalogue("kalah", &[]);
        let silent: Vec<String> = report.silent().iter().map(ToString::to_string).collect();
        let of_a_choice = [
            "tie=last",
            "tie=bound",
            "pit-numbers=own-side",
            "pit-numbers=from-1",
        ];
        assert_eq!(
            silent,
            [&["extra-turn-in-play=no"], &of_a_choice[..]].concat()
        );
        assert!(report.find("tie=last").is_none());
    }

    #[test]
    fn rare_values_are_mistakes_that_are_counted_apart() {
        for protocol in games::all() {
            let catalogue = catalogue(protocol.name(), &[]);
            let rare: Vec<Set> = catalogue.rare().collect();
            let pair_options = protocol.about().pair_options;
            let options = protocol.options().into_iter();
            let rare_values =
                options.flat_map(|it| it.rare.iter().map(move |rare| (it.name, rare)));
            let shows = |(option, _): &(&str, _)| {
                let mut silent = catalogue.silent().iter();
                !silent.any(|mistake| mistake.option == *option)
            };
            let rare_values: Vec<_> = rare_values.filter(shows).collect();
            let mut hidden = 0;
            for &(option, value) in &rare_values {
                let index = catalogue.find(&format!("{option}={value}")).unwrap();
                let shows = !pair_options.contains(&option);
                let is_rare = rare.contains(&Set::one(index));
                assert_eq!(is_rare, shows, "{option}={value}");
                hidden += usize::from(!shows);
            }
            assert_eq!(rare.len() + hidden, rare_values.len());
            let all: Vec<Set> = catalogue.singles().collect();
            let common: Vec<Set> = catalogue.common().collect();
            let readings: Vec<Set> = catalogue.readings().collect();
            assert_eq!(
                common.len() + rare.len() + hidden + readings.len(),
                all.len()
            );
            assert!(common.iter().all(|set| !rare.contains(set)));
            let mut pairs = catalogue.common_pairs();
            let is_rare = |index| rare.contains(&Set::one(index));
            assert!(pairs.all(|pair| !pair.iter().any(is_rare)));
        }
        assert!(catalogue("checkers", &[]).rare().count() > 0);
    }

    #[test]
    fn readings_are_no_mistakes_whichever_of_them_is_right() {
        let readings = |rules: &[(&str, &str)]| -> Vec<String> {
            let catalogue = catalogue("checkers", rules);
            let readings = catalogue.readings();
            let named = readings.map(|set| catalogue.names(&set).concat());
            named
                .filter(|name| name.starts_with("printed-limit"))
                .collect()
        };
        assert_eq!(readings(&[]), ["printed-limit=material"]);
        let material = [("printed-limit", "material")];
        assert_eq!(readings(&material), ["printed-limit=limit"]);
    }

    #[test]
    fn settings_carry_the_mistakes_after_what_is_right() {
        let catalogue = catalogue("checkers", &[("tie", "last")]);
        let set = Set::one(catalogue.find("tie=first").unwrap());
        let rules = catalogue.settings(&set).rules;
        assert_eq!(rules[0], ("tie".to_owned(), "last".to_owned()));
        assert_eq!(rules[1], ("tie".to_owned(), "first".to_owned()));
    }
}
