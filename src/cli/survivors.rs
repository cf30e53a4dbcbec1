//! What a suite lets through, as text.

use std::io::{self, Write};

use super::mistakes::print_each;
use crate::mistakes::catalogue::{Catalogue, Mistake, Set};

/// Most pairs that are listed.
const MOST_PAIRS: usize = 40;

/// Lists mistakes that no case catches, with their meanings, under a title.
pub(super) fn print_singles(
    catalogue: &Catalogue,
    title: &str,
    missed: &[&Set],
    out: &mut dyn Write,
) -> io::Result<()> {
    if missed.is_empty() {
        return Ok(());
    }
    let mistakes: Vec<Mistake> = missed
        .iter()
        .flat_map(|set| set.iter())
        .map(|index| catalogue.mistakes()[index].clone())
        .collect();
    writeln!(out, "\n{title}:")?;
    print_each(&mistakes, out)
}

/// Lists pairs that no case shows. Those with a mistake that is not caught alone are counted only.
pub(super) fn print_pairs(
    catalogue: &Catalogue,
    missed_alone: &[&Set],
    missed: &[&Set],
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_missed_alone = |index| missed_alone.contains(&&Set::one(index));
    let (of_missed, hidden): (Vec<&Set>, Vec<&Set>) = missed
        .iter()
        .partition(|pair| pair.iter().any(is_missed_alone));
    if !of_missed.is_empty() {
        let count = of_missed.len();
        writeln!(
            out,
            "\nPairs with a mistake that is not caught alone either: {count}"
        )?;
    }
    if !hidden.is_empty() {
        writeln!(
            out,
            "\nPairs that no case shows, or of which one hides the other in all cases:"
        )?;
        for pair in hidden.iter().take(MOST_PAIRS) {
            writeln!(out, "  {}", catalogue.names(pair).join(" + "))?;
        }
        if let Some(more @ 1..) = hidden.len().checked_sub(MOST_PAIRS) {
            writeln!(out, "  … and {more} more (--json lists all)")?;
        }
    }
    Ok(())
}

/// `N THINGS`, in the singular for one.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}
