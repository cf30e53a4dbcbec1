//! A diagnosis in words, with its evidence.

use super::experiment::{Outcome, TEST};
use super::scoring::common_start;
use super::smaller::answer;
use super::{Diagnosis, Explanation, Finding, Observed, TextDifference, text_differences};
use crate::judge::journal::diagnosis::RestKind;
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::suite::Suite;
use crate::protocol::{Contrast, Differing};
use crate::text::quote;

/// In how many cases one is looked for that shows a mistake.
const LOOKED_AT: usize = 60;

/// How many text differences are.
const SLIPS: usize = 8;

/// What is wrong, in a few sentences. Nothing of any case is quoted.
pub fn summary(
    catalogue: &Catalogue,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
) -> String {
    let wrong = diagnosis.wrong.len();
    let cases = wrong + diagnosis.stopped.len() + diagnosis.right.len();
    let text = match &diagnosis.finding {
        Finding::Nothing if wrong > 0 => format!(
            "Plays right: only its text differs, in {}. That explains {}.",
            ways(diagnosis),
            share(wrong, wrong)
        ),
        Finding::Nothing if diagnosis.stopped.is_empty() => {
            return format!("Right in all {cases} cases.");
        }
        Finding::Nothing if is_silent(&diagnosis.stopped, observed) => {
            format!(
                "Prints nothing at all in {}.",
                the_failing(diagnosis.stopped.len())
            )
        }
        Finding::Nothing => "All that it prints is right.".to_owned(),
        Finding::Blanks => format!(
            "Only white space (spaces, empty lines, line ends) is wrong, in {wrong} of {cases} \
             cases."
        ),
        Finding::Mistakes(found) => {
            beside_text(diagnosis, "") + &explained(catalogue, diagnosis, found)
        }
        Finding::Unknown if is_silent(&diagnosis.wrong, observed) => {
            format!("Prints nothing at all in {}.", the_failing(wrong))
        }
        Finding::Unknown if diagnosis.differences.is_empty() => format!(
            "No known mistake, alone or with others, explains what it prints in {}.",
            the_failing(wrong)
        ),
        Finding::Unknown => {
            let rest = match diagnosis.by_text.len() {
                0 => "that is not all".to_owned(),
                some => format!("that explains only {some} of {}", the_failing(wrong)),
            };
            let known = "No known mistake, alone or with others, explains the rest.";
            beside_text(diagnosis, &format!(", and {rest}")) + known
        }
    };
    text + &stopped(diagnosis, observed, cases)
}

/// What is wrong by experiment, in a few sentences. No input is quoted.
pub(super) fn tested(outcome: &Outcome<'_>) -> String {
    let found = &outcome.found;
    let fresh = outcome.fresh.len();
    let inputs = count(fresh, "fresh input");
    let tested = match (outcome.is_proved(), outcome.is_all()) {
        (true, _) => format!(
            "Tested on {inputs} without a counterexample; {} of them show it.",
            fresh - outcome.right - ended(outcome)
        ),
        (false, true) if fresh >= TEST => format!("Tested on {inputs} without a counterexample."),
        (false, true) => format!("Tested on only {inputs}, too few to say that it is all."),
        (false, false) => format!(
            "Explains {} of {inputs}, {} of which it gets right.",
            outcome.explained, outcome.right
        ),
    };
    let text = match &found.finding {
        _ if outcome.left_out == 0 && prints_nothing(outcome) => {
            format!("Prints nothing at all on {inputs}.")
        }
        Finding::Nothing
            if outcome.left_out > 0 && outcome.is_all() && found.differences.is_empty() =>
        {
            "Right on all others.".to_owned()
        }
        Finding::Nothing if outcome.is_all() && found.differences.is_empty() => {
            let tried = match outcome.unanswered.is_empty() {
                true => outcome.runs,
                false => outcome.observed.iter().flatten().count(),
            };
            let right = tried - ended(outcome);
            match outcome.rest.is_empty() && found.stopped.is_empty() {
                true => format!("Right on all {tried} inputs tried."),
                false => format!("All that it prints is right, on {right} inputs tried."),
            }
        }
        Finding::Nothing if outcome.is_all() => format!(
            "Plays right: only its text differs, in {}. {tested}",
            ways(found)
        ),
        Finding::Blanks if outcome.is_all() => {
            format!("Only white space (spaces, empty lines, line ends) is wrong. {tested}")
        }
        Finding::Mistakes(explanation)
            if is_other_reading(outcome.suite.catalogue(), found, explanation)
                && outcome.is_all()
                && ended(outcome) == 0 =>
        {
            format!("{OTHER_READING} {tested}")
        }
        Finding::Mistakes(explanation) => {
            let aside = match (explanation.without_blanks, found.differences.is_empty()) {
                (true, _) => "White space aside, behaves",
                (false, false) => "Text aside, behaves",
                (false, true) => "Behaves",
            };
            let how = match (outcome.is_proved(), outcome.is_all()) {
                // Nothing is claimed of what a fault of language makes of the other inputs.
                (true, _) if outcome.left_out == 0 => " exactly",
                (true, _) | (false, true) => "",
                (false, false) => " in part",
            };
            let mistakes = so_many(outcome.suite.catalogue(), &explanation.set);
            let text = beside_text(found, "");
            let aside = match (outcome.left_out, ended(outcome)) {
                (0, 0) => aside.to_owned(),
                (0, _) => format!("Where it ends, {}", within_a_sentence(aside)),
                _ => format!("Where it does not show, {}", within_a_sentence(aside)),
            };
            // Little is no ground to blame a rule.
            let wrong = (fresh - outcome.right).saturating_sub(ended(outcome));
            let is_little = 2 * outcome.explained.saturating_sub(outcome.right) < wrong;
            let (begin, aside) = match is_little && !outcome.is_all() {
                true => (NEAREST, within_a_sentence(&aside)),
                false => ("", aside),
            };
            format!("{text}{begin}{aside}{how} as if {mistakes}. {tested}")
        }
        _ => format!(
            "{}{}{}",
            beside_text(found, ""),
            unknown(outcome),
            match fresh {
                0 => String::new(),
                _ => format!(" It is right on {} of {inputs}.", outcome.right),
            }
        ),
    };
    let left_out = match outcome.left_out {
        0 => String::new(),
        1 => "It shows on 1 input, which is left out. ".to_owned(),
        some => format!("It shows on {some} inputs, which are left out. "),
    };
    let only = match &outcome.unanswered[..] {
        [] => String::new(),
        all => format!(
            "It answers no {}: it is judged by the rest. ",
            all.join(" and no ")
        ),
    };
    left_out + &only + &text + &of_the_rest(outcome)
}

/// What is said where no mistake explains anything.
fn unknown(outcome: &Outcome<'_>) -> &'static str {
    let unexplained = outcome.rest.get(&RestKind::Unexplained);
    let pairs = unexplained.into_iter().flatten().filter_map(|&case| {
        let printed = &outcome.observed[case].as_ref()?.output;
        Some((printed, &outcome.suite.right()[case]))
    });
    let pairs: Vec<(&Vec<u8>, &Vec<u8>)> = pairs.collect();
    if !pairs.is_empty()
        && pairs
            .iter()
            .all(|(printed, right)| right.starts_with(printed))
    {
        "What it prints is right as far as it goes, but the rest of the answer is missing."
    } else if !pairs.is_empty()
        && pairs
            .iter()
            .all(|(printed, right)| printed.starts_with(right))
    {
        "It prints the right answer, and then more."
    } else {
        "No known mistake, alone or with others, explains what it prints."
    }
}

/// Whether nothing is printed whatever the program reads.
pub(super) fn prints_nothing(outcome: &Outcome<'_>) -> bool {
    let mut observed = outcome.observed.iter().flatten();
    !outcome.fresh.is_empty() && observed.all(|it| it.output.is_empty())
}

/// On how many fresh inputs the program did not end as it should.
fn ended(outcome: &Outcome<'_>) -> usize {
    let kinds = [RestKind::Crash, RestKind::Endless];
    let cases = kinds.iter().filter_map(|kind| outcome.rest.get(kind));
    cases.map(Vec::len).sum()
}

/// What happens on fresh inputs that are not explained.
fn of_the_rest(outcome: &Outcome<'_>) -> String {
    let silent = prints_nothing(outcome);
    let kinds = outcome.rest.iter().filter_map(|(kind, cases)| {
        let inputs = cases.len();
        match kind {
            RestKind::Crash => Some(format!("it crashes on {inputs}")),
            RestKind::Endless => Some(format!("it does not end on {inputs}")),
            RestKind::Blanks => Some(format!("only white space differs on {inputs}")),
            // That nothing is printed has been said.
            RestKind::Unexplained if silent => None,
            RestKind::Unexplained => Some(format!("{inputs} are not explained")),
        }
    });
    let kinds: Vec<String> = kinds.collect();
    let mut text = match (kinds.is_empty(), silent) {
        (true, _) => String::new(),
        (false, true) => format!(" Of these, {}.", kinds.join(", ")),
        (false, false) => format!(" Of the others, {}.", kinds.join(", ")),
    };
    if outcome.is_stuck {
        text += " It was not run any further after so many inputs on which it does not end; what \
                 is said rests on the others.";
    } else if outcome.is_bounded {
        text += " Inputs that are as much work as one on which it does not end were left out.";
    } else if outcome.rest.contains_key(&RestKind::Endless) {
        text += " What is said rests on the inputs on which it ends.";
    }
    text
}

/// Whether nothing is printed in any of some cases.
fn is_silent(cases: &[usize], observed: &[Option<Observed>]) -> bool {
    cases.iter().all(|&case| {
        let observed = observed.get(case).and_then(Option::as_ref);
        observed.is_some_and(|observed| observed.output.is_empty())
    })
}

/// In how many ways text differs.
fn ways(diagnosis: &Diagnosis) -> String {
    count(text_differences::ways(&diagnosis.differences), "way")
}

/// That text differs, and what of that.
fn beside_text(diagnosis: &Diagnosis, more: &str) -> String {
    match diagnosis.differences.len() {
        0 => String::new(),
        _ => format!("Its text differs, in {}{more}. ", ways(diagnosis)),
    }
}

fn explained(catalogue: &Catalogue, diagnosis: &Diagnosis, found: &Explanation) -> String {
    let wrong = diagnosis.wrong.len();
    let aside = match (found.without_blanks, diagnosis.differences.is_empty()) {
        (true, _) => "White space aside, behaves",
        (false, false) => "Text aside, behaves",
        (false, true) => "Behaves",
    };
    let is_all = found.explained.len() == wrong && found.contradicted.is_empty();
    let how = if is_all { "exactly" } else { "in part" };
    let mistakes = so_many(catalogue, &found.set);
    let share = share(found.explained.len(), wrong);
    let share = match (found.explained.len(), found.begun.len()) {
        (_, 0) => share,
        (0, begun) => format!(
            "the first difference of {begun} of {}",
            count(wrong, "failing case")
        ),
        (_, more) => format!("{share}, and the first difference of {more} more"),
    };
    let contradicted = match found.contradicted.len() {
        0 => "contradicts none".to_owned(),
        some => format!("but does not fit {}", count(some, "other case")),
    };
    // Little is no ground to blame a rule.
    let begin = match 2 * found.explained.len() < wrong {
        true => NEAREST,
        false => "",
    };
    let aside = match begin {
        "" => aside.to_owned(),
        _ => within_a_sentence(aside),
    };
    let behaves = match is_all && is_other_reading(catalogue, diagnosis, found) {
        true => OTHER_READING.to_owned(),
        false => format!("{begin}{aside} {how} as if {mistakes}."),
    };
    format!("{behaves} Explains {share}, {contradicted}.")
}

/// Some of the failing cases.
fn share(some: usize, all: usize) -> String {
    match (some, all) {
        (1, 1) => "the one failing case".to_owned(),
        (2, 2) => "both failing cases".to_owned(),
        (some, all) if some == all => format!("all {all} failing cases"),
        (some, all) => format!("{some} of {}", count(all, "failing case")),
    }
}

/// What is said before mistakes that explain little.
const NEAREST: &str = "No known mistake explains most of what it prints. Nearest to it: ";

/// What is said where nothing but readings differs; a report says which, each on a line.
const OTHER_READING: &str = "Right under another reading of the assignment.";

/// Whether the explanation has only readings of what the assignment leaves open, and nothing else
/// differs.
fn is_other_reading(catalogue: &Catalogue, diagnosis: &Diagnosis, found: &Explanation) -> bool {
    !found.without_blanks
        && diagnosis.differences.is_empty()
        && readings(catalogue, &found.set) == found.set.len()
}

fn readings(catalogue: &Catalogue, set: &Set) -> usize {
    let mistakes = catalogue.mistakes();
    set.iter().filter(|&one| mistakes[one].is_reading).count()
}

/// How many mistakes a program behaves as if it made, and how often it reads the assignment
/// otherwise; a report says which, each on a line.
fn so_many(catalogue: &Catalogue, set: &Set) -> String {
    let readings = readings(catalogue, set);
    let mistakes = match set.len() - readings {
        1 => "it made one mistake".to_owned(),
        some => format!("it made {some} mistakes"),
    };
    let read = match readings {
        0 => return mistakes,
        1 => "read the assignment otherwise in one place".to_owned(),
        some => format!("read the assignment otherwise in {some} places"),
    };
    match set.len() - readings {
        0 => format!("it {read}"),
        _ => format!("{mistakes} and {read}"),
    }
}

/// A sentence's start in lower case, unless it is a name.
fn within_a_sentence(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            let rest = &text[first.len_utf8()..];
            first.to_lowercase().collect::<String>() + rest
        }
        _ => text.to_owned(),
    }
}

/// Where the program stops too early, and why.
fn stopped(diagnosis: &Diagnosis, observed: &[Option<Observed>], cases: usize) -> String {
    let all = diagnosis.wrong.iter().chain(&diagnosis.stopped);
    let reasons = all.filter_map(|&case| {
        let observed = observed.get(case)?.as_ref()?;
        observed.stopped.as_deref()
    });
    let all: Vec<&str> = reasons.collect();
    let mut reasons: Vec<&str> = Vec::new();
    for &reason in &all {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let but = match diagnosis.wrong.is_empty() {
        true => "But",
        false => "Besides,",
    };
    format!(
        " {but} in {} of {cases} cases it does not end as it should: {}.",
        all.len(),
        reasons.join(", ")
    )
}

/// Where it shows besides what [`evidence_of_each`] tells: the case and a sentence without its full stop.
/// For text that differs the first place of each way, then a case that stops early; with nothing
/// explained, the shortest failing case. Besides a case that may not be seen by everybody comes one that
/// may be, if there is one.
pub fn evidence(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
    is_visible: &dyn Fn(usize) -> bool,
) -> Vec<(usize, String)> {
    let mut telling = Vec::new();
    let is_told = matches!(&diagnosis.finding, Finding::Mistakes(found) if !shown(diagnosis, found).is_empty());
    if !is_told && diagnosis.finding != Finding::Nothing {
        let is_open = |case: &&usize| !diagnosis.by_text.contains(case);
        let open = diagnosis.wrong.iter().filter(is_open).copied();
        let open: Vec<usize> = open.collect();
        let by_text = diagnosis.finding == Finding::Blanks && !diagnosis.differences.is_empty();
        match by_text {
            true => {}
            false if open.is_empty() => telling.extend(seen(&diagnosis.wrong, is_visible)),
            false => telling.extend(seen(&open, is_visible)),
        }
    }
    let told = |case: usize| Some((case, told_of(suite, diagnosis, case, observed)?));
    let mut all: Vec<(usize, String)> = telling.into_iter().filter_map(told).collect();
    // What everybody may see is told apart from what is hidden.
    let (visible, hidden): (Vec<&TextDifference>, Vec<&TextDifference>) = diagnosis
        .differences
        .iter()
        .partition(|difference| is_visible(difference.case));
    let told_of_differences = [visible, hidden].into_iter();
    let told_of_differences =
        told_of_differences.flat_map(|differences| text_differences::sentences(&differences));
    all.extend(told_of_differences.take(SLIPS));
    let stopped = seen(&diagnosis.stopped, is_visible);
    all.extend(stopped.into_iter().filter_map(told));
    all
}

/// The first of some cases, and the first that everybody may see.
fn seen(cases: &[usize], is_visible: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let visible = cases.iter().find(|case| is_visible(**case));
    let mut seen: Vec<usize> = cases.first().into_iter().chain(visible).copied().collect();
    seen.dedup();
    seen
}

/// Where an answer first differs but for its text, and how.
fn told_of(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    case: usize,
    observed: &[Option<Observed>],
) -> Option<String> {
    let observed = observed[case].as_ref()?;
    if diagnosis.differences.is_empty() {
        return Some(difference(suite, case, observed));
    }
    let plain = match &diagnosis.finding {
        // What it would print with its text put right.
        Finding::Mistakes(found) if found.explained.contains(&case) => {
            let input = &suite.cases()[case].input;
            answer(suite.catalogue(), &found.set, input)?
        }
        _ => diagnosis
            .wording
            .plain(&suite.right()[case], &observed.output),
    };
    let observed = Observed {
        output: plain,
        stopped: observed.stopped.clone(),
    };
    Some(difference(suite, case, &observed))
}

/// The cases that show some of the mistakes found, the shortest first.
fn shown(diagnosis: &Diagnosis, found: &Explanation) -> Vec<usize> {
    let by_mistakes = found.explained.iter().copied();
    let by_mistakes = by_mistakes.filter(|case| !diagnosis.by_text.contains(case));
    let explained: Vec<usize> = by_mistakes.collect();
    match explained.is_empty() {
        true => found.begun.clone(),
        false => explained,
    }
}

/// For each of the mistakes found the shortest case that would be explained less well without
/// it, and the shortest that everybody may see, each with a sentence without its full stop.
pub fn evidence_of_each(
    suite: &Suite<'_>,
    diagnosis: &Diagnosis,
    observed: &[Option<Observed>],
    is_visible: &dyn Fn(usize) -> bool,
) -> Vec<Vec<(usize, String)>> {
    let Finding::Mistakes(found) = &diagnosis.finding else {
        return Vec::new();
    };
    let catalogue = suite.catalogue();
    let shown = shown(diagnosis, found);
    let of_one = |mistake| {
        let without = found.set.without(mistake);
        let shows = |case: &usize| {
            let input = &suite.cases()[*case].input;
            answer(catalogue, &without, input) != answer(catalogue, &found.set, input)
        };
        // Where nothing else differs before it, no other mistake's difference is told as its.
        let leads = |case: &usize| {
            let input = &suite.cases()[*case].input;
            let [one, other] = [&without, &found.set].map(|set| answer(catalogue, set, input));
            let (Some(one), Some(other)) = (one, other) else {
                return false;
            };
            one != other
                && common_start(&one, &other) <= common_start(&other, &suite.right()[*case])
        };
        let best = |cases: &[usize]| {
            let some = || cases.iter().take(LOOKED_AT).copied();
            some().find(leads).or_else(|| some().find(shows))
        };
        let seen: Vec<usize> = shown.iter().copied().filter(|&it| is_visible(it)).collect();
        let mut cases: Vec<usize> = best(&shown).into_iter().chain(best(&seen)).collect();
        cases.dedup();
        let told = cases.into_iter();
        told.filter_map(|case| Some((case, told_of(suite, diagnosis, case, observed)?)))
            .collect()
    };
    found.set.iter().map(of_one).collect()
}

/// Where an answer first differs, and how.
pub(super) fn difference(suite: &Suite<'_>, case: usize, observed: &Observed) -> String {
    let right = &suite.right()[case];
    let input = &suite.cases()[case].input;
    told(suite, input, right, observed)
}

/// As [`difference`], of any input with its right answer.
fn told(suite: &Suite<'_>, input: &[u8], right: &[u8], observed: &Observed) -> String {
    let output = &observed.output;
    let same = common_start(output, right);
    if let Some(reason) = &observed.stopped
        && same == output.len()
    {
        return match (same, same == right.len()) {
            (0, _) => format!("nothing printed, then {reason}"),
            (_, true) => format!("all of the output right, then {reason}"),
            _ => {
                let lines = output.iter().filter(|&&byte| byte == b'\n').count();
                let next = right.split(|&byte| byte == b'\n').nth(lines);
                let next = String::from_utf8_lossy(next.unwrap_or_default());
                format!(
                    "right for {}, then {reason}, where {} is expected",
                    count(lines, "line"),
                    quote(next.trim_end())
                )
            }
        };
    }
    let line = right[..same].iter().filter(|&&byte| byte == b'\n').count();
    let start = output[..same].iter().rposition(|&byte| byte == b'\n');
    let rest = &output[start.map_or(0, |at| at + 1)..];
    let printed = rest.split(|&byte| byte == b'\n').next();
    let printed = printed.filter(|_| !rest.is_empty());
    let printed = printed.map(String::from_utf8_lossy);
    let expected = String::from_utf8_lossy(right);
    let catalogue = suite.catalogue();
    let differing = Differing {
        input: &String::from_utf8_lossy(input),
        expected: &expected,
        line,
        printed: printed.as_deref(),
    };
    let Contrast {
        place,
        expected,
        printed,
    } = catalogue.protocol().contrast(catalogue.right(), &differing);
    if expected == printed {
        return format!("{place}: {}", line_end(right, output, same));
    }
    format!("{place}: expected {expected}, printed {printed}")
}

/// How two texts differ that are the same but for the end of a line.
fn line_end(right: &[u8], output: &[u8], same: usize) -> &'static str {
    match (right.get(same), output.get(same)) {
        (Some(_), None) => "its line feed is missing",
        (None, Some(_)) => "more is printed after it",
        _ => "its end differs",
    }
}

fn the_failing(count: usize) -> String {
    match count {
        1 => "the one failing case".to_owned(),
        2 => "the two failing cases".to_owned(),
        all => format!("the {all} failing cases"),
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
