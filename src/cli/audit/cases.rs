//! The cases of a suite to be audited: read, and their expected outputs checked.

use anyhow::bail;
use bstr::ByteSlice;

use crate::answer::answer;
use crate::judge::compare::{Comparison, Difference, compare};
use crate::judge::suite::case;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::suite::Case;
use crate::protocol::Protocol;

/// The cases of a suite.
pub(super) struct Checked {
    /// Those that are tried.
    pub cases: Vec<Case>,
    /// Cases whose expected output is not the right answer, each with where it differs.
    pub wrong: Vec<(String, String)>,
    /// Cases that have options of their own, each with these words.
    pub left_out: Vec<(String, String)>,
}

/// Reads the cases and answers them.
///
/// # Errors
/// A file that cannot be read, an input that the protocol does not define, no case at all.
pub(super) fn check(found: &[case::Case], catalogue: &Catalogue) -> anyhow::Result<Checked> {
    let (mut cases, mut wrong, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for case in found {
        if !case.args.is_empty() {
            let reason = "it has options of its own".to_owned();
            left_out.push((case.name.clone(), reason));
            continue;
        }
        let input = case.read_input()?;
        let right = right_answer(case, &input, catalogue)?;
        if let Some(expected) = case.read_expected()?
            && let Comparison::Different(difference) = compare(&right, &expected, &[])
        {
            let place = place(difference, catalogue.protocol(), &input, &right);
            wrong.push((case.name.clone(), format!("the expected output {place}")));
        }
        let name = case.name.clone();
        cases.push(Case { name, input });
    }
    if cases.is_empty() {
        bail!("found only cases with options of their own (NAME.args), expected one without");
    }
    Ok(Checked {
        cases,
        wrong,
        left_out,
    })
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
