//! A class report as one page for a browser: it needs no server, no network, and, but for
//! sorting, filtering and links into folded parts, no JavaScript.
//!
//! What is known of a submission is rendered when its results come and kept as text. On the
//! page it is in a `noscript` element inside a folded part: a browser that runs scripts keeps
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

use super::class::Class;
use super::diagnosis::Reader;
use super::{diagnosis, visible, words};
use crate::html::{Page, SORT, drawn};
use crate::judge::diagnosis::Diagnosis;
use crate::judge::event::{Event, Listener};
use crate::judge::plan::Plan;
use crate::judge::record::{Outcome, WrongOutput};
use submission::Section;

/// How many bytes of evidence (diffs, boards, messages) there are on the page at most; each
/// submission gets an equal share, and its first failure always.
const EVIDENCE_BYTES: usize = 8 << 20;

/// Draws what the report itself knows nothing of. Markup that it gives is put on the page as
/// it is.
pub trait Pictures {
    /// Takes what is graded, before anything is drawn.
    fn begin(&mut self, plan: &Plan);

    /// The boards that the first differing lines belong to.
    fn boards(&mut self, case: usize, wrong: &WrongOutput) -> Option<Boards>;

    /// The decision that the first differing line is about.
    fn decision(&mut self, case: usize, wrong: &WrongOutput) -> Option<Decision>;

    /// Parts that the boards share, as SVG, to be put on the page once.
    fn definitions(&self) -> String;
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

impl Pictures for NoPictures {
    fn begin(&mut self, _plan: &Plan) {}

    fn boards(&mut self, _case: usize, _wrong: &WrongOutput) -> Option<Boards> {
        None
    }

    fn decision(&mut self, _case: usize, _wrong: &WrongOutput) -> Option<Decision> {
        None
    }

    fn definitions(&self) -> String {
        String::new()
    }
}

/// Writes the page at the end.
pub struct Html<W> {
    out: W,
    /// Whether it is for students: of hidden cases it shows the verdicts only, not even names.
    reader: Reader,
    pictures: Box<dyn Pictures>,
    class: Option<Class>,
    /// By submission.
    sections: Vec<Section>,
}

impl<W: Write> Html<W> {
    /// A page that is written to `out`.
    pub fn new(out: W, student: bool, pictures: Box<dyn Pictures>) -> Self {
        Self {
            out,
            reader: match student {
                true => Reader::Student,
                false => Reader::Staff,
            },
            pictures,
            class: None,
            sections: Vec::new(),
        }
    }

    fn finished(&mut self, submission: usize, case: usize, outcome: &Outcome) {
        let Some(class) = &self.class else {
            return;
        };
        let plan = class.plan();
        let share = EVIDENCE_BYTES / plan.submissions.len().max(1);
        let place = submission::Place {
            submission,
            case,
            reader: self.reader,
            share,
        };
        self.sections[submission].add(plan, place, outcome, self.pictures.as_mut());
    }

    fn diagnosed(&mut self, submission: usize, diagnosis: &Diagnosis) {
        if let Some(class) = &self.class {
            let words = diagnosis::words(diagnosis, class.plan(), self.reader);
            self.sections[submission].diagnosed(&words);
        }
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(class) = &self.class else {
            return Ok(());
        };
        let plan = class.plan();
        let title = format!(
            "{}, {}",
            words::count(plan.submissions.len(), "submission"),
            words::count(plan.cases.len(), "case")
        );
        let body = body(class, &title, &self.sections, self.reader, &*self.pictures);
        let script = [include_str!("html/page.js"), SORT].concat();
        let page = Page {
            title: &title,
            style: include_str!("html/page.css"),
            script: &script,
            body,
        };
        self.out.write_all(page.text().as_bytes())?;
        self.out.flush()
    }
}

impl<W: Write> Listener for Html<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        if let Event::Begin(plan) = event {
            self.pictures.begin(plan);
            self.sections = vec![Section::default(); plan.submissions.len()];
            self.class = Some(Class::new(plan));
            return Ok(());
        }
        if let Some(class) = &mut self.class {
            class.take(event);
        }
        match event {
            Event::Prepared {
                submission,
                preparation,
            } => self.sections[submission].prepared(preparation),
            Event::Finished {
                submission,
                case,
                outcome,
            } => self.finished(submission, case, outcome),
            Event::End(_) => self.end()?,
            Event::Diagnosed {
                submission,
                diagnosis,
            } => self.diagnosed(submission, diagnosis),
            Event::Begin(_) | Event::Progress(_) => {}
        }
        Ok(())
    }
}

/// The name of a case as somebody may read it: that of a hidden one would say what it tests.
fn case_name(plan: &Plan, case: usize, reader: Reader) -> Cow<'_, str> {
    if reader.may_see(plan, case) {
        return visible::name(&plan.cases[case].name);
    }
    let hidden = (0..=case).filter(|&case| !reader.may_see(plan, case));
    format!("hidden case {}", hidden.count()).into()
}

fn body(
    class: &Class,
    title: &str,
    sections: &[Section],
    reader: Reader,
    pictures: &dyn Pictures,
) -> Markup {
    html! {
        a.skip href="#submissions" { "Skip to the submissions" }
        (drawn(pictures.definitions()))
        header {
            h1 { "Grading: " (title) }
            p.faint {
                "plyjudge " (class.plan().version)
                @if reader == Reader::Student { ". Of hidden cases only the verdict is shown." }
            }
        }
        main {
            (overview::overview(class, reader))
            (overview::submissions(class, reader))
            section aria-labelledby="details-title" {
                h2 #details-title { "Each submission" }
                p #open-all-line hidden {
                    button type="button" #open-all { "Unfold all" } " "
                    button type="button" #close-all { "Fold all" }
                }
                @for (index, section) in sections.iter().enumerate() {
                    (section.markup(class, index))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, NoPictures};
    use crate::judge::plan::Visibility;
    use crate::report::sample;

    fn page(student: bool) -> String {
        let mut out = Vec::new();
        let mut html = Html::new(&mut out, student, Box::new(NoPictures));
        sample::play(&sample::plan(), &mut html);
        drop(html);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_and_outputs_stay_text() {
        let page = page(false);
        assert!(!page.contains("<script>alert(1)"), "a name");
        assert!(!page.contains("<img"), "an output");
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'));
        // Markup of a stranger would end the element that keeps what is folded.
        let opened = page.matches("<noscript>").count();
        assert_eq!(page.matches("</noscript>").count(), opened);
    }

    #[test]
    fn students_see_nothing_of_hidden_cases_but_the_verdict() {
        assert!(page(false).contains(sample::SECRET));
        let page = page(true);
        assert!(!page.contains(sample::SECRET));
        // Not its name, how long it took, how many passed it, nor what it alone shows.
        assert!(!page.contains("s1/secret"));
        assert!(page.contains("hidden case 1"));
        let (overview, sections) = page.split_once("Each submission").unwrap();
        assert!(overview.contains("1 hidden case is not listed."));
        let cells = |part: &str| part.matches("hidden case 1").count();
        assert_eq!(cells(overview), 0, "{overview}");
        // Six submissions, one of which was not judged at all.
        assert!((5..=6).contains(&cells(sections)), "{sections}");
    }

    #[test]
    fn students_read_no_times_of_hidden_cases() {
        // As if every case were hidden: no time is left anywhere.
        let mut plan = sample::plan();
        for case in &mut plan.cases {
            case.visibility = Visibility::Hidden;
        }
        let mut out = Vec::new();
        let mut html = Html::new(&mut out, true, Box::new(NoPictures));
        sample::play(&plan, &mut html);
        drop(html);
        let page = String::from_utf8(out).unwrap();
        let time = times(&page);
        assert_eq!(time, [""; 0]);
        for text in [
            "s0/",
            "s1/",
            "Not the same each time",
            "The slowest",
            "<mark>",
        ] {
            assert!(!page.contains(text), "{text}");
        }
        assert!(page.contains("It fails in hidden cases only."));
        assert!(!page.contains("sum=double"));
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

    #[test]
    fn the_order_in_which_cases_come_does_not_matter_to_the_overview() {
        let overview = |page: String| page.split_once("Each submission").unwrap().0.to_owned();
        let mut out = Vec::new();
        let mut html = Html::new(&mut out, false, Box::new(NoPictures));
        sample::play_reversed(&sample::plan(), &mut html);
        drop(html);
        assert_eq!(
            overview(String::from_utf8(out).unwrap()),
            overview(page(false))
        );
    }
}
