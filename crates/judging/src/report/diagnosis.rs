//! What is wrong with a submission: in words for people, and as JSON.

pub mod page;
mod shared;

use std::borrow::Cow;

use serde::Serialize;

use super::visible;
use crate::journal::diagnosis::{Certainty, Diagnosis, Evidence, Mistake, Shrunk};
use crate::json::{Fields, field};
use crate::language::Language;
use crate::record::Text;
use crate::suite::plan::{Case, Plan};

pub use shared::{Shared, lines, shared};

/// How many other sets of mistakes are listed for people.
const OTHERS: usize = 5;

/// How many lines of a text are shown to people.
const LINES: usize = 40;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Somebody who may see everything.
    Staff,
    /// Somebody who may not see anything of hidden cases.
    Student,
}

impl Reader {
    /// Whether the reader may see what is in a case.
    pub fn may_see(self, plan: &Plan, case: usize) -> bool {
        let case = plan.cases.get(case);
        // Inputs made for a program are nobody's secret.
        self == Reader::Staff || case.is_none_or(|case| case.visibility.is_open())
    }
}

/// What is wrong, a sentence or two a line, each ended by a newline. Somebody who may not see
/// hidden cases reads what the others show; what was found with hidden ones alone would say
/// what they test.
pub fn words(diagnosis: &Diagnosis, plan: &Plan, (reader, lang): (Reader, &Language)) -> String {
    let said = |text: &str| lang.say_lines(text);
    let may_see = |case: usize| reader.may_see(plan, case);
    let failing = || diagnosis.wrong.iter().chain(&diagnosis.stopped).copied();
    if failing().all(may_see) {
        return all_words(diagnosis, plan, (reader, lang));
    }
    if !failing().any(may_see) {
        return said("It fails in hidden cases only.\n");
    }
    let mut text = mistakes(diagnosis, plan, (reader, lang));
    if text.is_empty() && diagnosis.certainty == Certainty::Blanks {
        text += &said("Only white space is wrong.\n");
    }
    text += &said("It fails in hidden cases as well.\n");
    text += &evidence(diagnosis, plan, &may_see, lang);
    text
}

/// All that is known.
fn all_words(diagnosis: &Diagnosis, plan: &Plan, (reader, lang): (Reader, &Language)) -> String {
    let may_see = |case: usize| reader.may_see(plan, case);
    let mut text = lang.say(&diagnosis.summary).into_owned() + "\n";
    for observation in diagnosis.tested.iter().flat_map(|it| &it.observations) {
        text += &format!("{}\n", visible::name(&lang.say(observation)));
    }
    for fault in &diagnosis.faults {
        let name = name_of(diagnosis, plan, fault.case, lang);
        let fault = capitalised(&lang.say(&fault.text));
        let (name, fault) = (visible::name(&name), visible::name(&fault));
        text += &format!("- {fault}: {name}{}\n", lang.say("."));
    }
    text += &mistakes(diagnosis, plan, (reader, lang));
    text += &evidence(diagnosis, plan, &may_see, lang);
    if reader == Reader::Staff {
        let equivalent = match diagnosis.tested {
            None => "Equivalent on these cases",
            Some(_) => "No experiment tells it from",
        };
        text += &others(
            equivalent,
            &diagnosis.mistakes,
            &diagnosis.equivalents,
            lang,
        );
        text += &others("Fits as well", &diagnosis.mistakes, &diagnosis.rivals, lang);
    }
    if let Some(shrunk) = diagnosis.shrunk.as_ref().filter(|it| may_see(it.case)) {
        text += &lang.say_lines("A smaller input that fails:\n");
        text += &indented(&shrunk.input);
    }
    text
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// The mistakes, one a line, each with what shows it that the reader may see; their names are for
/// staff. Of one that only hidden cases show students read nothing.
fn mistakes(diagnosis: &Diagnosis, plan: &Plan, (reader, lang): (Reader, &Language)) -> String {
    let mut text = String::new();
    for mistake in &diagnosis.mistakes {
        let mut evidence = mistake.evidence.iter();
        let shown = evidence.find(|it| reader.may_see(plan, it.case));
        let shown = match shown {
            Some(it) => format!(": {}", shown_by(diagnosis, plan, it, lang)),
            None if reader == Reader::Student && !mistake.evidence.is_empty() => continue,
            None => String::new(),
        };
        let name = match reader {
            Reader::Staff => format!(" ({})", mistake.name),
            Reader::Student => String::new(),
        };
        let reading = match mistake.is_reading {
            true => format!(" {}", lang.say("The assignment can be read so.")),
            false => String::new(),
        };
        let (meaning, end) = (lang.say(&mistake.meaning), lang.say("."));
        text += &format!("- {meaning}{shown}{end}{reading}{name}\n");
    }
    text
}

/// Where it shows besides.
fn evidence(
    diagnosis: &Diagnosis,
    plan: &Plan,
    may_see: &dyn Fn(usize) -> bool,
    lang: &Language,
) -> String {
    let mut text = String::new();
    let shown = diagnosis.evidence.iter().filter(|it| may_see(it.case));
    let has_mistakes = !diagnosis.mistakes.is_empty();
    for (place, evidence) in shown.enumerate() {
        let begin = match (place, diagnosis.certainty) {
            (0, _) if has_mistakes => "Besides",
            (0, Certainty::Text) => "Shortest case that shows it",
            (0, Certainty::Blanks | Certainty::Unstable) => "Where it shows",
            (0, _) => "Shortest case that fails",
            _ => "Also",
        };
        let shown = shown_by(diagnosis, plan, evidence, lang);
        let (begin, end) = (lang.say(begin), lang.say("."));
        text += &format!("{begin}: {shown}{end}\n");
    }
    text
}

/// A case and what it shows. The one line of an input that was made is not said twice.
fn shown_by(diagnosis: &Diagnosis, plan: &Plan, evidence: &Evidence, lang: &Language) -> String {
    let name = name_of(diagnosis, plan, evidence.case, lang);
    let input = made_input(diagnosis, plan, evidence.case).unwrap_or_default();
    let asked = format!(" ({}): ", input.trim_end());
    let (between, text) = match evidence.text.split_once(&asked) {
        Some((_, text)) => (": ", text),
        None => (", ", &*evidence.text),
    };
    let shown = lang.say(text);
    visible::name(&name).into_owned() + between + &visible::name(&shown)
}

/// The input of a case that was made, and is none of the suite's.
fn made_input<'a>(diagnosis: &'a Diagnosis, plan: &Plan, case: usize) -> Option<Cow<'a, str>> {
    let made = diagnosis.made.get(case.checked_sub(plan.cases.len())?)?;
    Some(made.input.to_lossy())
}

/// The name of a case, or an input that was made by its first and last lines.
fn name_of(diagnosis: &Diagnosis, plan: &Plan, case: usize, lang: &Language) -> String {
    const WHOLE: usize = 6;
    const FIRST: usize = 2;
    if let Some(case) = plan.cases.get(case) {
        return case.name.clone();
    }
    let input = made_input(diagnosis, plan, case).unwrap_or_default();
    let lines: Vec<&str> = input.lines().collect();
    let name = match lines.len() {
        0 => "the empty input".to_owned(),
        1..=WHOLE => format!("input '{}'", lines.join(" / ")),
        all => {
            let (first, last) = (lines[..FIRST].join(" / "), lines[all - FIRST..].join(" / "));
            format!("input '{first} / … / {last}' of {all} lines")
        }
    };
    lang.say(&name).into_owned()
}

/// Other sets of mistakes, each by what is in it in place of mistakes of the first one.
fn others(begin: &str, first: &[Mistake], sets: &[Vec<Mistake>], lang: &Language) -> String {
    if sets.is_empty() {
        return String::new();
    }
    // Those of the first set have evidence.
    let has = |set: &[Mistake], name: &str| set.iter().any(|it| it.name == name);
    let meaning = |set: &Vec<Mistake>| {
        let own = set.iter().filter(|it| !has(first, &it.name));
        let meanings = own.map(|mistake| {
            let Mistake { name, meaning, .. } = mistake;
            format!("{} ({name})", lang.say(meaning))
        });
        let meanings = meanings.collect::<Vec<_>>().join(&lang.say(", and "));
        let replaced = first.iter().filter(|it| !has(set, &it.name));
        let replaced: Vec<&str> = replaced.map(|it| &*it.name).collect();
        match replaced.len() == first.len() {
            true => meanings,
            false => {
                let replaced = format!("in place of {}", replaced.join(" and "));
                format!("{meanings}, {}", lang.say(&replaced))
            }
        }
    };
    let mut listed: Vec<String> = sets.iter().take(OTHERS).map(meaning).collect();
    if sets.len() > OTHERS {
        let more = format!("{} more", sets.len() - OTHERS);
        listed.push(lang.say(&more).into_owned());
    }
    let (begin, end) = (lang.say(begin), lang.say("."));
    format!("{begin}: {}{end}\n", listed.join("; "))
}

/// The first lines of a text.
fn indented(text: &Text) -> String {
    let text = text.to_lossy();
    let mut shown = String::new();
    for line in text.lines().take(LINES) {
        shown += &format!("  {}\n", visible::name(line));
    }
    if text.lines().nth(LINES).is_some() {
        shown += "  …\n";
    }
    shown
}

/// A diagnosis in JSON, with the names of these cases; inputs that were made are `made[N]`.
pub(super) fn fields<'a>(
    diagnosis: &'a Diagnosis,
    cases: &'a [Case],
) -> impl Fields + Serialize + use<'a> {
    let name = |case: usize| -> &'a str { &cases[case].name };
    let any_name = |case: usize| match case.checked_sub(cases.len()) {
        None => Cow::Borrowed(name(case)),
        Some(made) => Cow::Owned(format!("made[{made}]")),
    };
    let names = |cases: &[usize]| cases.iter().map(|&case| name(case)).collect::<Vec<_>>();
    let shown = |case: usize, text: &'a str| field("case", any_name(case)).with("text", text);
    let all_shown = |evidence: &'a [Evidence]| -> Vec<_> {
        let all = evidence.iter();
        all.map(|it| shown(it.case, &it.text)).collect()
    };
    let some = |list: Vec<_>| Some(list).filter(|list| !list.is_empty());
    let faults = diagnosis.faults.iter();
    let faults = faults.map(|fault| shown(fault.case, &fault.text));
    let mistakes = diagnosis.mistakes.iter().map(|mistake| {
        field("name", &mistake.name)
            .with("meaning", &mistake.meaning)
            .maybe("is_reading", mistake.is_reading.then_some(true))
            .maybe("evidence", some(all_shown(&mistake.evidence)))
    });
    let differences = diagnosis.text_differences.iter().map(|difference| {
        field("kind", difference.kind)
            .with("expected", &difference.expected)
            .with("printed", &difference.printed)
            .with("context", &difference.context)
            .with("input", &difference.input)
            .with("places", difference.places)
            .with("case", any_name(difference.case))
            .with("line", difference.line)
            .with("whole", &difference.whole)
    });
    let shrunk = |shrunk: &'a Shrunk| {
        field("case", name(shrunk.case))
            .with("input", &shrunk.input)
            .with("expected", &shrunk.expected)
            .with("printed", &shrunk.printed)
    };
    let tested = diagnosis.tested.as_ref().map(|tested| {
        let rest = tested.rest.iter().map(|rest| {
            field("kind", rest.kind)
                .with("inputs", rest.inputs)
                .with("example", any_name(rest.example))
        });
        let observations = Some(&tested.observations).filter(|all| !all.is_empty());
        let made = diagnosis.made.iter().map(shrunk);
        field("runs", tested.runs)
            .with("fresh", tested.fresh)
            .with("right", tested.right)
            .with("explained", tested.explained)
            .with("rest", rest.collect::<Vec<_>>())
            .maybe("observations", observations)
            .with("made", made.collect::<Vec<_>>())
    });
    field("certainty", diagnosis.certainty)
        .with("summary", &diagnosis.summary)
        .with("mistakes", mistakes.collect::<Vec<_>>())
        .with("equivalents", &diagnosis.equivalents)
        .with("rivals", &diagnosis.rivals)
        .maybe("faults", some(faults.collect()))
        .with("wrong", names(&diagnosis.wrong))
        .with("explained", names(&diagnosis.explained))
        .with("contradicted", names(&diagnosis.contradicted))
        .with("stopped", names(&diagnosis.stopped))
        .with("evidence", all_shown(&diagnosis.evidence))
        .with("slips", differences.collect::<Vec<_>>())
        .with("by_text", names(&diagnosis.by_text))
        .with("shrunk", diagnosis.shrunk.as_ref().map(shrunk))
        .maybe("tested", tested)
}

#[cfg(test)]
mod tests {
    use super::{Evidence, Mistake, others};
    use crate::language::ENGLISH;

    /// Where other sets fit as well, only what they have in the place of something else is told.
    #[test]
    fn other_sets_are_told_by_what_is_other() {
        let mistake = |name: &str| Mistake {
            name: name.to_owned(),
            meaning: format!("It does {name}"),
            is_reading: false,
            evidence: Vec::new(),
        };
        let mut first = [mistake("a=1"), mistake("b=1")];
        first[0].evidence.push(Evidence {
            case: 0,
            text: "shown".to_owned(),
        });
        let other = vec![mistake("a=1"), mistake("b=2")];
        assert_eq!(
            others("Fits as well", &first, &[other], &ENGLISH),
            "Fits as well: It does b=2 (b=2), in place of b=1.\n"
        );
    }
}
