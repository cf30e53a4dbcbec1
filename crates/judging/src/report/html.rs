//! A class report as one page for a browser: it needs no server, no network, and, but for
//! sorting, filtering and links into folded parts, no JavaScript. A student gets a page of one
//! submission, without any.
//!
//! What is known of a submission is on the page in a `noscript` element inside a folded part: a browser that runs scripts keeps
//! it as text until the part is unfolded, one that does not shows it at once. So a report on
//! a large class opens fast.
//!
//! The report knows no game. Boards and move tables come from a [`Pictures`].

mod evidence;
mod overview;
mod submission;

use std::borrow::Cow;
use std::io::{self, Write};

use maud::{Markup, html};

use super::diagnosis::Reader;
use super::{visible, words};
use crate::html::{Page, SORT, drawn};
use crate::journal::results::Results;
use crate::language::Language;
use crate::record::{Excerpt, WrongOutput};
use crate::suite::plan::Plan;
use plyjudge_runner::run::Limits;
use submission::Section;

/// How many bytes of evidence (diffs, boards, messages) there are on the page at most; each
/// submission gets an equal share, and its first failure always.
const EVIDENCE_BYTES: usize = 8 << 20;

/// Draws what the report itself knows nothing of; nothing, where it is not said how. Markup that it
/// gives is put on the page as it is.
pub trait Pictures {
    /// Takes what is graded, before anything is drawn on a page.
    fn begin(&mut self, _plan: &Plan) {}

    /// The boards that the first differing lines belong to.
    fn boards(&mut self, _case: usize, _wrong: &WrongOutput) -> Option<Boards> {
        None
    }

    /// The same in lines of text, as a monospaced font shows them.
    fn text(&mut self, _case: usize, _wrong: &WrongOutput) -> Option<String> {
        None
    }

    /// The decision that the first differing line is about.
    fn decision(&mut self, _case: usize, _wrong: &WrongOutput) -> Option<Decision> {
        None
    }

    /// The input of a case, as far as there is room for it on a page.
    fn input(&mut self, _case: usize) -> Option<Excerpt> {
        None
    }

    /// Parts that the boards share, as SVG, to be put on the page once.
    fn definitions(&self) -> String {
        String::new()
    }
}

/// Two boards, or one that is the same on both sides.
#[derive(Clone, Debug)]
pub struct Boards {
    /// What the expected one shows.
    pub title: String,
    /// The expected one, as SVG.
    pub expected: String,
    /// The one that was printed, as SVG; none where it is the expected one.
    pub printed: Option<String>,
    /// The names of the fields that differ.
    pub differing: Vec<String>,
}

/// The moves that there were to choose from.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What was decided.
    pub title: String,
    /// In the order in which they are tried: the move, its value, how it compares.
    pub moves: Vec<[String; 3]>,
    /// Which one is right.
    pub choice: Option<usize>,
    /// Why, in a sentence or two.
    pub why: String,
}

/// No pictures at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {}

/// Writes the page in a language: for staff that of a results, for a student that of results with
/// one submission. Of hidden cases a student sees the verdicts only, not even names.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(
    results: &Results<'_>,
    (reader, lang): (Reader, &Language),
    pictures: &mut dyn Pictures,
    out: &mut dyn Write,
) -> io::Result<()> {
    let plan = results.plan();
    pictures.begin(plan);
    let share = EVIDENCE_BYTES / plan.submissions.len().max(1);
    let sections = (0..plan.submissions.len())
        .map(|submission| Section::new(results, submission, (reader, lang), share, pictures));
    let sections: Vec<Section> = sections.collect::<io::Result<_>>()?;
    let (title, script, parts) = match reader {
        Reader::Staff => (
            match &plan.title {
                Some(title) => visible::name(title).into_owned(),
                None => in_figures(plan, lang),
            },
            [include_str!("html/page.js"), SORT].concat(),
            parts_of_class(results, &sections, lang),
        ),
        Reader::Student => {
            let only = plan.submissions.first();
            let name = only.map_or("", |submission| &submission.name);
            let parts = parts_of_student(results, &sections, lang);
            (visible::name(name).into_owned(), String::new(), parts)
        }
    };
    let page = Page {
        lang,
        title: &title,
        style: include_str!("html/page.css"),
        script: &script,
        body: html! {
            @if reader == Reader::Staff {
                a.skip href="#submissions" { (lang.say("Skip to the submissions")) }
            }
            (body(results, (reader, &title), parts, pictures, lang))
        },
    };
    out.write_all(page.text().as_bytes())?;
    out.flush()
}

/// The name of a case as somebody may read it: that of a hidden one would say what it tests.
pub(super) fn case_name<'a>(
    plan: &'a Plan,
    case: usize,
    reader: Reader,
    lang: &Language,
) -> Cow<'a, str> {
    if reader.may_see(plan, case) {
        return visible::name(&plan.cases[case].name);
    }
    let hidden = (0..=case).filter(|&case| !reader.may_see(plan, case));
    let name = format!("hidden case {}", hidden.count());
    lang.say(&name).into_owned().into()
}

/// `5 submissions, 10 cases`
fn in_figures(plan: &Plan, lang: &Language) -> String {
    let (submissions, cases) = (plan.submissions.len(), plan.cases.len());
    let submissions = words::count(submissions, "submission");
    let text = format!("{submissions}, {}", words::count(cases, "case"));
    lang.say(&text).into_owned()
}

/// What runs may use, where it is the same in all cases or from the least to the most.
fn limits(plan: &Plan, lang: &Language) -> String {
    let range = |of: fn(&Limits) -> f64, write: fn(f64) -> String| {
        let all = plan.cases.iter().map(|case| of(&case.limits));
        let low = all.clone().fold(f64::INFINITY, f64::min);
        let high = all.fold(0.0, f64::max);
        match low < high {
            true => format!("{} to {}", write(low), write(high)),
            false => write(high),
        }
    };
    let seconds = |seconds: f64| format!("{} s", words::number(seconds));
    let text = format!(
        "Limits: {} of processor time, {} in all, {} of memory.",
        range(|it| it.cpu.as_secs_f64(), seconds),
        range(|it| it.wall.as_secs_f64(), seconds),
        range(|it| it.memory as f64, |memory| words::bytes(memory as u64)),
    );
    lang.say(&text).into_owned()
}

fn body(
    results: &Results<'_>,
    (reader, title): (Reader, &str),
    parts: Markup,
    pictures: &dyn Pictures,
    lang: &Language,
) -> Markup {
    let plan = results.plan();
    html! {
        (drawn(pictures.definitions()))
        header {
            @if let (Reader::Student, Some(suite)) = (reader, &plan.title) {
                h1 { (visible::name(suite)) ": " (title) }
            } @else if plan.title.is_some() {
                h1 { (title) }
            } @else {
                h1 { (lang.say("Grading:")) " " (title) }
            }
            p.faint {
                @if reader == Reader::Staff && plan.title.is_some() { (in_figures(plan, lang)) (lang.say(".")) " " }
                @if let Some(date) = &plan.date {
                    (lang.say(&format!("Graded on {} (UTC).", visible::name(date)))) " "
                }
                (limits(plan, lang)) " plyjudge " (plan.version) "."
            }
        }
        main { (parts) }
    }
}

fn parts_of_class(results: &Results<'_>, sections: &[Section], lang: &Language) -> Markup {
    html! {
        (overview::submissions(results, lang))
        (overview::in_common(results, lang))
        (overview::overview(results, lang))
        section aria-labelledby="details-title" {
            h2 #details-title { (lang.say("Each submission")) }
            p #open-all-line hidden {
                button type="button" #open-all { (lang.say("Unfold all")) } " "
                button type="button" #close-all { (lang.say("Fold all")) }
            }
            @for (index, section) in sections.iter().enumerate() {
                (section.folded(results, index, lang))
            }
        }
    }
}

fn parts_of_student(results: &Results<'_>, sections: &[Section], lang: &Language) -> Markup {
    let cases = &results.plan().cases;
    let hides = cases.iter().any(|case| !case.visibility.is_open());
    html! {
        @for (index, section) in sections.iter().enumerate() {
            section aria-labelledby="results-title" {
                h2 #results-title { (lang.say("Results")) }
                p { (submission::summed_up(results, index, lang)) }
                @if hides { p.faint { (lang.say("Of hidden cases only the verdict is shown.")) } }
                (section.contents(Reader::Student, lang))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NoPictures;
    use crate::language::tests::{chinese, english_words};
    use crate::language::{ENGLISH, Language};
    use crate::report::diagnosis::Reader;
    use crate::report::sample;
    use crate::suite::plan::Plan;
    use crate::suite::plan::Visibility;

    /// The page of the class, or of one student.
    fn page(plan: &Plan, student: Option<usize>, lang: &Language) -> String {
        sample::text(plan, |results, out| {
            let (results, reader) = match student {
                None => (results.clone(), Reader::Staff),
                Some(submission) => (results.alone(submission), Reader::Student),
            };
            super::write(&results, (reader, lang), &mut NoPictures, out)
        })
    }

    fn class_page() -> String {
        page(&sample::plan(), None, &ENGLISH)
    }

    /// No string is missing: what is left is what the sample's names, programs, cases and its
    /// diagnoses' inventions are called.
    #[test]
    fn pages_in_another_language_have_no_english_left() {
        let lang = chinese();
        let plan = sample::plan();
        let class = page(&plan, None, &lang);
        assert!(class.contains("<html lang=\"zh-TW\">") && class.contains("答案錯誤"));
        let students = 0..plan.submissions.len();
        let students = students.map(|submission| page(&plan, Some(submission), &lang));
        let pages = students.chain([class]);
        for page in pages {
            let texts = texts_of(&page);
            let left = english_words(&texts, sample::KEPT);
            assert!(left.is_empty(), "{left:?}");
        }
    }

    /// What a page shows: its texts and labels, without what programs and compilers said.
    fn texts_of(page: &str) -> String {
        let mut shown = String::new();
        let page = page.replace("</noscript>", "").replace("<noscript>", "");
        let mut skipped: Option<String> = None;
        for piece in page.split('<') {
            let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
            let name = tag.split(' ').next().unwrap_or_default();
            match &skipped {
                Some(end) if name == end => skipped = None,
                None if ["style", "script", "pre", "title"].contains(&name) => {
                    skipped = Some(format!("/{name}"));
                }
                _ => {}
            }
            if skipped.is_some()
                || tag.starts_with("td class=\"right\"")
                || tag.starts_with("td class=\"wrong\"")
            {
                continue;
            }
            for label in ["aria-label=\"", "data-label=\""] {
                let label = tag
                    .split_once(label)
                    .and_then(|(_, rest)| rest.split('"').next());
                shown.extend(label.into_iter().chain([" "]));
            }
            shown += text;
            shown.push(' ');
        }
        shown
    }

    /// The pages of all students.
    fn student_pages(plan: &Plan) -> Vec<String> {
        let students = 0..plan.submissions.len();
        let pages = students.map(|submission| page(plan, Some(submission), &ENGLISH));
        pages.collect()
    }

    #[test]
    fn names_and_outputs_stay_text() {
        for page in student_pages(&sample::plan())
            .into_iter()
            .chain([class_page()])
        {
            assert!(!page.contains("<script>alert(1)"), "a name");
            assert!(!page.contains("<img"), "an output");
            assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'));
            // Markup of a stranger would end the element that keeps what is folded.
            let opened = page.matches("<noscript>").count();
            assert_eq!(page.matches("</noscript>").count(), opened);
        }
        assert!(class_page().contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }

    #[test]
    fn a_student_sees_nobody_else() {
        let pages = student_pages(&sample::plan());
        assert_eq!(pages.len(), 6);
        let names = ["=1+1", "&lt;script&gt;", "alice", "bob", "zoe", "黑 "];
        for (own, page) in pages.iter().enumerate() {
            for (other, name) in names.iter().enumerate() {
                assert_eq!(page.contains(name), own == other, "{own}: {name}");
            }
            assert!(!page.contains("Submissions by points") && !page.contains("6 submissions"));
        }
        assert!(pages[2].contains("4 of 4 passed, 12 of 12 points."));
    }

    #[test]
    fn students_see_nothing_of_hidden_cases_but_the_verdict() {
        assert!(class_page().contains(sample::SECRET) && class_page().contains("s1/secret"));
        for (submission, page) in student_pages(&sample::plan()).iter().enumerate() {
            assert!(!page.contains(sample::SECRET), "{submission}");
            // Not its name nor what it alone shows.
            assert!(!page.contains("s1/secret"), "{submission}");
            // Where nothing compiled no case is listed.
            let listed = usize::from(!page.contains("Not compiled"));
            assert_eq!(listed, usize::from(submission != 0), "{submission}");
            assert_eq!(
                page.matches("hidden case 1").count(),
                listed,
                "{submission}"
            );
        }
    }

    #[test]
    fn students_read_no_times_of_hidden_cases() {
        // As if every case were hidden: no time is left anywhere.
        let mut plan = sample::plan();
        for case in &mut plan.cases {
            case.visibility = Visibility::Hidden;
        }
        let pages = student_pages(&plan);
        for page in &pages {
            assert_eq!(times(page), [""; 0]);
            for text in ["s0/", "s1/", "<mark>"] {
                assert!(!page.contains(text), "{text}");
            }
            assert!(!page.contains("sum=double"));
        }
        assert!(pages[3].contains("It fails in hidden cases only."));
    }

    #[test]
    fn our_failures_are_no_numbers() {
        let page = class_page();
        let row = page.split("<tr data-codes=\"na\">").nth(1).unwrap();
        let row = row.split("</tr>").next().unwrap();
        assert!(row.contains("zoe"), "{row}");
        let cells = row.split("<td class=\"n\"").skip(1);
        let inside = |rest: &'_ str| rest.split(['<', '>']).nth(1).map(str::to_owned);
        let cells: Vec<String> = cells.filter_map(inside).collect();
        // Points in all and in two groups, cases passed, seconds.
        assert_eq!(cells, [""; 5]);
        assert!(row.contains("not judged</span> 4"), "{row}");
        assert!(page.contains("1 submission is left out, for it was not judged in all cases."));
        // Students are not told what is wrong with our machine.
        let student = &student_pages(&sample::plan())[4];
        assert!(student.contains("No points: 4 of 4 cases could not be judged"));
        assert!(!student.contains("javac"));
    }

    /// Cells that hold a number with three decimals.
    fn times(page: &str) -> Vec<&str> {
        let cells = page.split("<td class=\"n\">").skip(1);
        let cells = cells.filter_map(|rest| rest.split('<').next());
        let is_time = |cell: &&str| {
            let decimals = cell.split_once('.').map(|(_, decimals)| decimals.len());
            decimals == Some(3)
        };
        cells.filter(is_time).collect()
    }
}
