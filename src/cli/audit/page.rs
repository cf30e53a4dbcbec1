//! The results of an audit: text for people, JSON for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::cases::Wrong;
use crate::cli::survivors::{counted, print_pairs, print_singles};
use crate::json;
use crate::mistakes::audit::{Audit, Findings};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::suite::Suite;

/// Most cases that are named beside a mistake.
const MOST_CASES: usize = 6;

/// All that is printed.
pub(super) struct Page<'a> {
    /// The suite.
    pub suite: &'a Suite<'a>,
    /// What it catches.
    pub audit: &'a Audit,
    /// Expected outputs that are not the right answers.
    pub wrong: &'a [Wrong],
    /// The names of the cases that have options of their own.
    pub left_out: &'a [String],
}

impl Page<'_> {
    /// Prints text for people.
    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Audit {
            singles,
            pairs,
            rare,
            readings,
        } = self.audit;
        self.print_remarks(out)?;
        self.print_caught(out)?;
        let catalogue = self.suite.catalogue();
        let missed: Vec<&Set> = singles.survivors().collect();
        print_singles(catalogue, "Not caught", &missed, out)?;
        let missed_rare: Vec<&Set> = rare.survivors().collect();
        print_singles(catalogue, "Not caught, but rare", &missed_rare, out)?;
        let alike: Vec<&Set> = readings.survivors().collect();
        print_singles(catalogue, "Readings that no case tells apart", &alike, out)?;
        if let Some(pairs) = pairs {
            let missed_pairs: Vec<&Set> = pairs.survivors().collect();
            print_pairs(catalogue, &missed, &missed_pairs, out)?;
        }
        let cases = counted(self.suite.cases().len(), "case");
        let name = catalogue.protocol().name();
        writeln!(
            out,
            "\n{name}, {cases}: {}",
            score(singles, "mistakes", "mutation score")
        )?;
        if let Some(pairs) = pairs {
            writeln!(out, "{}", score(pairs, "pairs", "score"))?;
        }
        match (readings.caught(), readings.sets.len()) {
            (_, 0) => Ok(()),
            (told, all) => writeln!(out, "{told} of {all} other readings told apart"),
        }
    }

    /// What is to be said about cases.
    fn print_remarks(&self, out: &mut dyn Write) -> io::Result<()> {
        for Wrong { name, place } in self.wrong {
            writeln!(out, "WRONG {name}: the expected output {place}")?;
        }
        for name in self.left_out {
            writeln!(out, "left out {name}: it has options of its own")?;
        }
        if !self.wrong.is_empty() || !self.left_out.is_empty() {
            writeln!(out)?;
        }
        Ok(())
    }

    /// Lists the mistakes that are caught, with the cases that do it.
    fn print_caught(&self, out: &mut dyn Write) -> io::Result<()> {
        let catalogue = self.suite.catalogue();
        let audit = self.audit;
        let apart = audit.rare.sets.iter().chain(&audit.readings.sets);
        let tried = audit.singles.sets.iter().chain(apart);
        let caught: Vec<(String, &[usize])> = tried
            .filter(|(_, cases)| !cases.is_empty())
            .map(|(set, cases)| (catalogue.names(set).join(" + "), cases.as_slice()))
            .collect();
        let width = caught.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        if !caught.is_empty() {
            writeln!(out, "Caught, by how many cases:")?;
        }
        let digits = self.suite.cases().len().to_string().len();
        for (name, cases) in caught {
            let (count, named) = (cases.len(), self.named(cases));
            writeln!(out, "  {name:width$}  {count:>digits$}  {named}")?;
        }
        Ok(())
    }

    /// The names of cases, the first few of many.
    fn named(&self, cases: &[usize]) -> String {
        let all = self.suite.cases();
        let mut names: Vec<&str> = cases
            .iter()
            .take(MOST_CASES)
            .map(|&case| all[case].name.as_str())
            .collect();
        if cases.len() > MOST_CASES {
            names.push("…");
        }
        names.join(", ")
    }

    /// Prints JSON for programs, see [`Document`].
    pub(super) fn print_json(&self, mut out: &mut dyn Write) -> io::Result<()> {
        let catalogue = self.suite.catalogue();
        let found = |findings: &Findings| Found::new(findings, catalogue, self.suite);
        let document = Document {
            game: catalogue.protocol().name(),
            cases: self.suite.cases().iter().map(|case| &*case.name).collect(),
            left_out: self.left_out,
            wrong: self.wrong,
            singles: found(&self.audit.singles),
            pairs: self.audit.pairs.as_ref().map(found),
            rare: found(&self.audit.rare),
            readings: found(&self.audit.readings),
        };
        json::write_pretty(&mut out, &document)?;
        writeln!(out)
    }
}

/// `A of B mistakes caught, mutation score C %`. The score is rounded down, so that 100 means
/// all.
fn score(findings: &Findings, what: &str, score: &str) -> String {
    let (caught, all) = (findings.caught(), findings.sets.len());
    let percent = (findings.score() * 10.0).floor() / 10.0;
    format!("{caught} of {all} {what} caught, {score} {percent:.1} %")
}

/// The whole result. `wrong` are expected outputs that are not the right answers, with
/// `name` and `place`; `pairs` is null when pairs were not tried; `rare` and
/// `readings` are those that the scores leave out.
#[derive(Serialize)]
struct Document<'a> {
    game: &'static str,
    cases: Vec<&'a str>,
    left_out: &'a [String],
    wrong: &'a [Wrong],
    singles: Found<'a>,
    pairs: Option<Found<'a>>,
    rare: Found<'a>,
    readings: Found<'a>,
}

/// What is found of one kind: how many there are, how many some case catches, the mutation
/// score in percent, and each with the cases that catch it.
#[derive(Serialize)]
struct Found<'a> {
    all: usize,
    caught: usize,
    score: f64,
    sets: Vec<Entry<'a>>,
}

/// Mistakes made together, as `--rule` takes them, with their meanings.
#[derive(Serialize)]
struct Entry<'a> {
    mistakes: Vec<String>,
    meanings: Vec<&'a str>,
    caught_by: Vec<&'a str>,
}

impl<'a> Found<'a> {
    fn new(findings: &Findings, catalogue: &'a Catalogue, suite: &'a Suite<'_>) -> Self {
        let meaning = |index: usize| catalogue.mistakes()[index].meaning.as_str();
        let entry = |(set, cases): &(Set, Vec<usize>)| Entry {
            mistakes: catalogue.names(set),
            meanings: set.iter().map(meaning).collect(),
            caught_by: cases
                .iter()
                .map(|&case| suite.cases()[case].name.as_str())
                .collect(),
        };
        Self {
            all: findings.sets.len(),
            caught: findings.caught(),
            score: findings.score(),
            sets: findings.sets.iter().map(entry).collect(),
        }
    }
}
