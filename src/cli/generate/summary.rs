//! What was made, as text.

use std::io::{self, Write};
use std::path::Path;

use crate::cli::survivors::{counted, print_pairs, print_singles};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::generate::{Check, Outcome};

/// Prints the cases, and what is caught and what is not.
pub(crate) fn print(
    catalogue: &Catalogue,
    outcome: &Outcome,
    folder: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cases = &outcome.cases;
    let width = cases.iter().map(|case| case.name.len()).max().unwrap_or(0);
    for case in cases {
        let lines = counted(case.lines(), "line");
        let catches = case.catches.len();
        let name = &case.name;
        writeln!(out, "{name:width$}  {lines:>9}  catches {catches}")?;
    }
    let (singles, pairs) = (&outcome.singles, &outcome.pairs);
    let all = match outcome.present.len() {
        0 => "caught".to_owned(),
        present => format!("caught together with the {present} there were"),
    };
    writeln!(
        out,
        "{} in {}, {all}: {}, {}",
        counted(cases.len(), "case"),
        folder.display(),
        part(singles, "mistakes"),
        part(pairs, "pairs"),
    )?;
    if outcome.was_cut {
        writeln!(
            out,
            "Not everything was looked through: another run may make other cases."
        )?;
    }
    let missed: Vec<&Set> = singles.missed.iter().collect();
    let missed_pairs: Vec<&Set> = pairs.missed.iter().collect();
    print_singles(catalogue, "Not caught", &missed, out)?;
    let missed_rare: Vec<&Set> = outcome.rare.missed.iter().collect();
    print_singles(catalogue, "Not caught, but rare", &missed_rare, out)?;
    print_pairs(catalogue, &missed, &missed_pairs, out)
}

fn part(check: &Check, what: &str) -> String {
    format!("{} of {} {what}", check.all - check.missed.len(), check.all)
}
