//! What was made, as text.

use std::io::{self, Write};
use std::path::Path;

use crate::cli::survivors::missed;
use crate::judge::mutation::audit::Fault;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::generate::{Check, Outcome};
use crate::report::audit::{write_faults, write_pairs};
use crate::report::words::count;

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
        let lines = count(case.lines(), "line");
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
    let faults = |check: &Check| missed(catalogue, &check.missed);
    let (singles, rare, pairs) = (faults(singles), faults(&outcome.rare), faults(pairs));
    let alone: Vec<&str> = singles.iter().map(|fault| &*fault.names[0]).collect();
    write_faults("Not caught", &all_of(&singles), out)?;
    write_faults("Not caught, but rare", &all_of(&rare), out)?;
    write_pairs(&alone, &all_of(&pairs), out)
}

fn all_of(faults: &[Fault]) -> Vec<&Fault> {
    faults.iter().collect()
}

fn part(check: &Check, what: &str) -> String {
    format!("{} of {} {what}", check.all - check.missed.len(), check.all)
}
