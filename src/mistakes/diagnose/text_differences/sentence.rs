//! TextDifferences in words.

use super::rule::run_of;
use super::told::is_whole;
use crate::judge::journal::diagnosis::{TextDifference, TextDifferenceKind as Kind};
use crate::text::quote;

/// How many lines are quoted that are missing for one reason.
const QUOTED: usize = 3;

/// In how many ways text differs, where replies that are missing or replaced alike are one.
pub(crate) fn ways(differences: &[TextDifference]) -> usize {
    groups(&differences.iter().collect::<Vec<_>>()).len()
}

/// Each way with the case of its first place, a sentence without its full stop.
pub(crate) fn sentences(differences: &[&TextDifference]) -> Vec<(usize, String)> {
    let all = groups(differences)
        .into_iter()
        .map(|group| match &group[..] {
            [alone] if alone.input.is_empty() => (alone.case, sentence(alone)),
            _ => (group[0].case, replies(&group)),
        });
    all.collect()
}

/// TextDifferences that are one: the same is printed, or nothing, where one of several replies is
/// expected.
fn groups<'a>(differences: &[&'a TextDifference]) -> Vec<Vec<&'a TextDifference>> {
    let mut groups: Vec<Vec<&TextDifference>> = Vec::new();
    for &difference in differences {
        let is_like = |group: &&mut Vec<&TextDifference>| {
            let first = group[0];
            !first.input.is_empty()
                && !difference.input.is_empty()
                && (first.kind, &first.whole, &first.context)
                    == (difference.kind, &difference.whole, &difference.context)
                && (difference.kind == Kind::Missing || is_whole(difference))
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(difference),
            None => groups.push(vec![difference]),
        }
    }
    groups
}

/// What is printed where replies to lines of input are expected.
fn replies(group: &[&TextDifference]) -> String {
    let first = group[0];
    let shown = |text: &str| quote(text.strip_suffix('\n').unwrap_or(text));
    let mut expected: Vec<String> = group
        .iter()
        .map(|difference| shown(&difference.expected))
        .collect();
    if expected.len() > QUOTED {
        let more = expected.len() - QUOTED + 1;
        expected.truncate(QUOTED - 1);
        expected.push(format!("one of {more} other lines"));
    }
    let last = expected.pop().unwrap_or_default();
    let expected = match expected.is_empty() {
        true => last,
        false => format!("{} or {last}", expected.join(", ")),
    };
    let (place, printed) = match first.kind {
        Kind::Missing => ("before line", "no line".to_owned()),
        _ => ("line", shown(&first.printed)),
    };
    let places: usize = group.iter().map(|difference| difference.places).sum();
    let such = match places {
        1 => "",
        _ => "input such as ",
    };
    let context = match &*first.context {
        "" => String::new(),
        context => format!(", {context}"),
    };
    let places = match places {
        1 => String::new(),
        places => format!(" ({places} such places)"),
    };
    let (line, input) = (first.line, shown(&first.input));
    let is_unended = |difference: &&TextDifference| {
        difference.expected.strip_suffix('\n') == Some(&difference.printed)
    };
    match group.iter().all(is_unended) {
        true => {
            format!("{place} {line}: {expected} for {such}{input} is not ended{context}{places}")
        }
        false => format!(
            "{place} {line}: prints {printed} for {such}{input} where {expected} is expected{context}{places}"
        ),
    }
}

/// Where a difference is and what, a sentence without its full stop.
fn sentence(difference: &TextDifference) -> String {
    let TextDifference {
        kind,
        expected,
        printed,
        line,
        whole,
        ..
    } = difference;
    let context = match &*difference.context {
        "" => String::new(),
        context => format!(", {context}"),
    };
    let places = match difference.places {
        1 => context,
        places => format!("{context} ({places} such places)"),
    };
    let shown = |text: &str| quote(text.strip_suffix('\n').unwrap_or(text));
    let within = match whole == printed {
        true => String::new(),
        false => format!(", in {}", shown(whole)),
    };
    match kind {
        Kind::Missing => {
            format!(
                "before line {line}: the line {} is missing{places}",
                shown(expected)
            )
        }
        Kind::Extra => {
            let at_all = match difference.context.is_empty() {
                true => " at all",
                false => "",
            };
            format!(
                "line {line}: {} is not expected{at_all}{places}",
                shown(printed)
            )
        }
        Kind::Moved => format!(
            "line {line}: {} is expected in another place{places}",
            shown(printed)
        ),
        Kind::Prefix => format!(
            "line {line}: {} in front is not expected, in {}{places}",
            quote(printed),
            shown(whole)
        ),
        Kind::Repeat => {
            format!("line {line}: what is printed before is printed again{places}")
        }
        Kind::Changed => {
            let runs = (run_of(expected.as_bytes()), run_of(printed.as_bytes()));
            let text = match runs {
                (Some((mark, expected)), Some((other, printed))) if mark == other => {
                    format!("prints {printed} '{mark}' where {expected} are expected")
                }
                _ if expected.is_empty() => {
                    format!("prints {}, which is not expected", quote(printed))
                }
                _ if printed.is_empty() => format!("{} is missing", quote(expected)),
                _ => format!(
                    "prints {} where {} is expected",
                    quote(printed),
                    quote(expected)
                ),
            };
            format!("line {line}: {text}{within}{places}")
        }
    }
}
