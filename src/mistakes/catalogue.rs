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
