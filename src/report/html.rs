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

use std::io::{self, Write};

use maud::{Markup, html};

use super::class::Class;
use super::{diagnosis, words};
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

/// Two boards.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The expected one, as SVG.
    pub expected: String,
    /// The one that was printed, as SVG.
    pub printed: String,
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
    /// Whether it is for students: of hidden cases it shows the verdict only.
    student: bool,
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
            student,
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
            student: self.student,
            share,
        };
        self.sections[submission].add(plan, place, outcome, self.pictures.as_mut());
    }

    fn diagnosed(&mut self, submission: usize, diagnosis: &Diagnosis) {
        let reader = match self.student {
            true => diagnosis::Reader::Student,
            false => diagnosis::Reader::Staff,
        };
        if let Some(class) = &self.class {
            let words = diagnosis::words(diagnosis, class.plan(), reader);
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
        let body = body(class, &title, &self.sections, self.student, &*self.pictures);
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

fn body(
    class: &Class,
    title: &str,
    sections: &[Section],
    student: bool,
    pictures: &dyn Pictures,
) -> Markup {
    html! {
        a.skip href="#submissions" { "Skip to the submissions" }
        (drawn(pictures.definitions()))
        header {
            h1 { "Grading: " (title) }
            p.faint {
                "plyjudge " (class.plan().version)
                @if student { ". Of hidden cases only the verdict is shown." }
            }
        }
        main {
            (overview::overview(class, student))
            (overview::submissions(class))
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
        assert!(page.contains("s1/secret"));
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
