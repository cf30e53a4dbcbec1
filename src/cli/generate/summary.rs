//! What was made, as text.

use std::io::{self, Write};
use std::path::Path;

use crate::cli::survivors::fault;
use crate::judge::mutation::audit::Fault;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::generate::{Check, Made, Outcome};
use crate::report::audit::{write_faults, write_pairs};
use crate::report::words::count;

/// Prints the cases, and what is caught and what is not.
pub(crate) fn print<'a>(
    catalogue: &Catalogue,
    outcome: &'a Outcome,
    folder: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cases = &outcome.cases;
    let parts = |case: &'a Made| (&*case.name, case.lines(), case.catches.len());
    print_cases(cases.iter().map(parts), out)?;
    let (singles, pairs) = (&outcome.singles, &outcome.pairs);
    let all = match outcome.present.len() {
        0 => "caught".to_owned(),
        present => format!("caught together with the {present} there were"),
    };
    writeln!(
        out,
        "{} in {}, {all}: {}, {}",
        count(cases.len(), "case"),
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
    let faults = |check: &Check| -> Vec<Fault> {
        let missed = check.missed.iter();
        missed.map(|set| fault(catalogue, set, &[])).collect()
    };
    let (singles, rare, pairs) = (faults(singles), faults(&outcome.rare), faults(pairs));
    let alone: Vec<&str> = singles.iter().map(|fault| &*fault.names[0]).collect();
    write_faults("Not caught", &all_of(&singles), out)?;
    write_faults("Not caught, but rare", &all_of(&rare), out)?;
    write_pairs(&alone, &all_of(&pairs), out)
}

/// A line for each case: its name, how many lines it has, how much it catches.
pub(super) fn print_cases<'a>(
    cases: impl Iterator<Item = (&'a str, usize, usize)> + Clone,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = cases.clone().map(|(name, ..)| name.len()).max();
    let width = width.unwrap_or(0);
    for (name, lines, catches) in cases {
        let lines = count(lines, "line");
        writeln!(out, "{name:width$}  {lines:>9}  catches {catches}")?;
    }
    Ok(())
}

fn all_of(faults: &[Fault]) -> Vec<&Fault> {
    faults.iter().collect()
}

fn part(check: &Check, what: &str) -> String {
    format!("{} of {} {what}", check.all - check.missed.len(), check.all)
}
