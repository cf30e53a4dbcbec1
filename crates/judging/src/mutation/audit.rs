//! What a suite catches, of whatever can be wrong: rules of a game that were misread, wrong
//! programs, mutants.

/// What a suite catches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// What is right: a game, or a reference.
    pub subject: String,
    /// The names of the cases.
    pub cases: Vec<String>,
    /// Cases whose expected output is not the right answer, each with what is wrong.
    pub wrong: Vec<(String, String)>,
    /// Cases and programs that were left out, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// What else is to be said, in sentences.
    pub remarks: Vec<String>,
    /// What was tried, kind by kind.
    pub kinds: Vec<Kind>,
}

/// Faults of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name in data: `singles`, `mutants`.
    pub key: &'static str,
    /// What they are, in the plural: `mistakes`.
    pub what: &'static str,
    /// What the percentage of those caught is called; none where it is not counted.
    pub score: Option<&'static str>,
    /// Whether those that are caught are named one by one.
    pub lists_caught: bool,
    /// What stands above those that are not caught.
    pub title: &'static str,
    /// Each of them.
    pub faults: Vec<Fault>,
}

/// Something that can be wrong: one mistake, several together, a program, a mutant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fault {
    /// Its name; several for mistakes made together.
    pub names: Vec<String>,
    /// What each means.
    pub meanings: Vec<String>,
    /// Where a mutant is changed.
    pub place: Option<Place>,
    /// The cases that catch it, by index.
    pub caught_by: Vec<usize>,
    /// Whether it was not tried with all cases.
    pub is_cut: bool,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// That line, with the change.
    pub changed: String,
}

impl Kind {
    /// How many are caught.
    pub fn caught(&self) -> usize {
        self.faults.len() - self.survivors().count()
    }

    /// Those that no case catches.
    pub fn survivors(&self) -> impl Iterator<Item = &Fault> {
        self.faults
            .iter()
            .filter(|fault| fault.caught_by.is_empty())
    }

    /// The mutation score: percent of them that are caught, 100 when there are none.
    pub fn percent(&self) -> f64 {
        match self.faults.len() {
            0 => 100.0,
            all => 100.0 * self.caught() as f64 / all as f64,
        }
    }
}

impl Audit {
    /// Whether what is counted is below a percentage in some kind.
    pub fn is_below(&self, percent: f64) -> bool {
        let mut counted = self.kinds.iter().filter(|kind| kind.score.is_some());
        counted.any(|kind| kind.percent() < percent)
    }

    /// The kinds of what stands alone, and is no combination of others.
    pub fn plain_kinds(&self) -> impl Iterator<Item = &Kind> {
        let is_plain = |kind: &&Kind| kind.faults.iter().all(|fault| fault.names.len() == 1);
        self.kinds.iter().filter(is_plain)
    }

    /// What each case alone catches.
    pub fn caught_alone(&self, case: usize) -> impl Iterator<Item = &Fault> {
        let faults = self.plain_kinds().flat_map(|kind| &kind.faults);
        faults.filter(move |fault| fault.caught_by == [case] && !fault.is_cut)
    }

    /// How many of what stands alone a case catches.
    pub fn caught_by(&self, case: usize) -> usize {
        let faults = self.plain_kinds().flat_map(|kind| &kind.faults);
        faults
            .filter(|fault| fault.caught_by.contains(&case))
            .count()
    }
}
