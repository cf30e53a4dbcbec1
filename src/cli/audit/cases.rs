//! The cases of a suite to be audited: read, and their expected outputs checked.

use anyhow::bail;
use bstr::ByteSlice;

use crate::answer::answer;
use crate::budget;
use crate::cli::progress::Stages;
use crate::judge::compare::{Difference, compare};
use crate::judge::mutation::audit::Audit;
use crate::judge::suite::case;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::replay::A_LINE;
use crate::mistakes::suite::{Answered, Case};
use crate::protocol::Protocol;

/// Why a case is left out that is not beyond the budget.
const HAS_OPTIONS: &str = "it has options of its own";

/// Reads the cases and answers them. Those that make all of them more work than the budget are
/// left out, those that take most first; those and wrong expected outputs are told to the audit.
///
/// # Errors
/// A file that cannot be read, an input that the protocol does not define, no case at all.
pub(super) fn check(
    found: &[case::Case],
    catalogue: &Catalogue,
    budget: u64,
    stages: &Stages,
    audit: &mut Audit,
) -> anyhow::Result<(Vec<Case>, Vec<Answered>)> {
    let Audit {
        wrong, left_out, ..
    } = audit;
    let mut cases = Vec::new();
    stages.begin("answering cases", found.len() as u64);
    for case in found {
        stages.note(&case.name);
        stages.tick();
        if !case.args.is_empty() {
            left_out.push((case.name.clone(), HAS_OPTIONS.to_owned()));
            continue;
        }
        let input = case.read_input()?;
        let (right, work) = budget::within(budget, || {
            budget::spend(A_LINE.saturating_mul(input.lines().count() as u64));
            right_answer(case, &input, catalogue)
        });
        let Some(right) = right.transpose()? else {
            let reason = format!("it takes more than {budget} positions (--budget)");
            left_out.push((case.name.clone(), reason));
            continue;
        };
        if let Some(expected) = case.read_expected()?
            && let Some(difference) = compare(&right, &expected, &[])
        {
            let place = place(difference, catalogue.protocol(), &input, &right);
            wrong.push((case.name.clone(), format!("the expected output {place}")));
        }
        let name = case.name.clone();
        cases.push((Case { name, input }, (right, work)));
    }
    while cases.iter().map(|(_, (_, work))| work).sum::<u64>() > budget
        && let Some(most) = (0..cases.len()).max_by_key(|&at| cases[at].1.1)
    {
        let (case, (_, work)) = cases.remove(most);
        let reason = format!(
            "it takes {work} positions, and with it the cases take more than {budget} (--budget)"
        );
        left_out.push((case.name, reason));
    }
    if cases.is_empty() {
        match left_out.iter().find(|(_, reason)| reason != HAS_OPTIONS) {
            Some((name, reason)) => bail!("found no case that can be tried; {name}: {reason}"),
            None => bail!(
                "found only cases with options of their own (NAME.args), expected one without"
            ),
        }
    }
    Ok(cases.into_iter().unzip())
}

fn right_answer(
    case: &case::Case,
    mut input: &[u8],
    catalogue: &Catalogue,
) -> anyhow::Result<Vec<u8>> {
    let mut right = Vec::new();
    answer(
        &mut input,
        &case.input.display().to_string(),
        Some(catalogue.protocol()),
        catalogue.right(),
        &mut right,
    )?;
    Ok(right)
}

/// Where an expected output differs from the right answer.
fn place(difference: Difference, protocol: &dyn Protocol, input: &[u8], right: &[u8]) -> String {
    let line = difference.line;
    let number = line + 1;
    if line >= right.lines().count() {
        return format!("goes on in line {number}, where the right answer has ended");
    }
    let part = match (input.to_str(), right.to_str()) {
        (Ok(input), Ok(right)) => protocol.locate(input, right, line),
        _ => None,
    };
    match part {
        Some(part) => format!("differs from the right answer in line {number}: {part}"),
        None => format!("differs from the right answer in line {number}"),
    }
}
