//! A class report as one page for a browser: it needs no server, no network, and, but for
//! sorting, filtering and links into folded parts, no JavaScript. A student gets a page of one
//! submission, without any.
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
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use maud::{Markup, html};

use super::class::Class;
use super::diagnosis::Reader;
use super::{diagnosis, visible, words};
use crate::diagnosis::Diagnosis;
use crate::event::{Event, Listener};
use crate::html::{Page, SORT, drawn};
use crate::plan::{Plan, Visibility};
use crate::record::{Outcome, WrongOutput};
use submission::Section;

/// How many bytes of evidence (diffs, boards, messages) there are on the page at most; each
/// submission gets an equal share, and its first failure always.
const EVIDENCE_BYTES: usize = 8 << 20;

/// Draws what the report itself knows nothing of. Markup that it gives is put on the page as
/// it is.
pub trait Pictures {
    /// Takes what is graded, before anything is drawn on a page.
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

/// Of several pages, one after the other.
impl<P: Pictures> Pictures for Rc<RefCell<P>> {
    fn begin(&mut self, plan: &Plan) {
        self.borrow_mut().begin(plan);
    }

    fn boards(&mut self, case: usize, wrong: &WrongOutput) -> Option<Boards> {
        self.borrow_mut().boards(case, wrong)
    }

    fn decision(&mut self, case: usize, wrong: &WrongOutput) -> Option<Decision> {
        self.borrow_mut().decision(case, wrong)
    }

    fn definitions(&self) -> String {
        self.borrow().definitions()
    }
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
    /// Of hidden cases a student sees the verdicts only, not even names.
    reader: Reader,
    pictures: Box<dyn Pictures>,
    class: Option<Class>,
    /// By submission.
    sections: Vec<Section>,
}

impl<W: Write> Html<W> {
    /// The page of a class, for staff, written to `out`.
    pub fn of_class(out: W, pictures: Box<dyn Pictures>) -> Self {
        Self::new(out, Reader::Staff, pictures)
    }

    /// The page of a student, of a plan with one submission, written to `out`.
    pub fn of_student(out: W, pictures: Box<dyn Pictures>) -> Self {
        Self::new(out, Reader::Student, pictures)
    }

    fn new(out: W, reader: Reader, pictures: Box<dyn Pictures>) -> Self {
        Self {
            out,
            reader,
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
        let (title, script) = match self.reader {
            Reader::Staff => (
                format!(
                    "{}, {}",
                    words::count(plan.submissions.len(), "submission"),
                    words::count(plan.cases.len(), "case")
                ),
                [include_str!("html/page.js"), SORT].concat(),
            ),
            Reader::Student => {
                let only = plan.submissions.first();
                let name = only.map_or("", |submission| &submission.name);
                (visible::name(name).into_owned(), String::new())
            }
        };
        let parts = match self.reader {
            Reader::Staff => parts_of_class(class, &self.sections),
            Reader::Student => parts_of_student(class, &self.sections),
        };
        let page = Page {
            title: &title,
            style: include_str!("html/page.css"),
            script: &script,
            body: html! {
                @if self.reader == Reader::Staff {
                    a.skip href="#submissions" { "Skip to the submissions" }
                }
                (body(class, &title, parts, &*self.pictures))
            },
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
            } => self.sections[submission].prepared(preparation, self.reader),
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

fn body(class: &Class, title: &str, parts: Markup, pictures: &dyn Pictures) -> Markup {
    html! {
        (drawn(pictures.definitions()))
        header {
            h1 { "Grading: " (title) }
            p.faint { "plyjudge " (class.plan().version) }
        }
        main { (parts) }
    }
}

fn parts_of_class(class: &Class, sections: &[Section]) -> Markup {
    html! {
        (overview::overview(class))
        (overview::submissions(class))
        section aria-labelledby="details-title" {
            h2 #details-title { "Each submission" }
            p #open-all-line hidden {
                button type="button" #open-all { "Unfold all" } " "
                button type="button" #close-all { "Fold all" }
            }
            @for (index, section) in sections.iter().enumerate() {
                (section.folded(class, index))
            }
        }
    }
}

fn parts_of_student(class: &Class, sections: &[Section]) -> Markup {
    let cases = &class.plan().cases;
    let hides = cases
        .iter()
        .any(|case| case.visibility == Visibility::Hidden);
    html! {
        @for (index, section) in sections.iter().enumerate() {
            section aria-labelledby="results-title" {
                h2 #results-title { "Results" }
                p { (submission::summed_up(class, index)) }
                @if hides { p.faint { "Of hidden cases only the verdict is shown." } }
                (section.contents(Reader::Student))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, NoPictures};
    use crate::plan::{Plan, Visibility};
    use crate::report::each::Each;
    use crate::report::sample;
    use std::cell::RefCell;
    use std::io;
    use std::io::Write;
    use std::rc::Rc;

    fn class_page() -> String {
        let mut out = Vec::new();
        let mut html = Html::of_class(&mut out, Box::new(NoPictures));
        sample::play(&sample::plan(), &mut html);
        drop(html);
        String::from_utf8(out).unwrap()
    }

    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The pages of all students.
    fn student_pages(plan: &Plan) -> Vec<String> {
        let outs: Rc<RefCell<Vec<Shared>>> = Rc::default();
        let made = Rc::clone(&outs);
        let mut each = Each::new(Box::new(move |_: &str| {
            let out = Shared::default();
            made.borrow_mut().push(out.clone());
            Ok(Box::new(Html::of_student(out, Box::new(NoPictures))) as Box<_>)
        }));
        sample::play(plan, &mut each);
        let text = |out: &Shared| String::from_utf8(out.0.borrow().clone()).unwrap();
        outs.borrow().iter().map(text).collect()
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
            assert_eq!(page.matches("hidden case 1").count(), 1, "{submission}");
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
        let cells = row.split("<td class=\"n\">").skip(1);
        let cells: Vec<&str> = cells.filter_map(|rest| rest.split('<').next()).collect();
        assert_eq!(cells, ["", "", "", "4", ""]);
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

    #[test]
    fn the_order_in_which_cases_come_does_not_matter_to_the_overview() {
        let overview = |page: String| page.split_once("Each submission").unwrap().0.to_owned();
        let mut out = Vec::new();
        let mut html = Html::of_class(&mut out, Box::new(NoPictures));
        sample::play_reversed(&sample::plan(), &mut html);
        drop(html);
        assert_eq!(
            overview(String::from_utf8(out).unwrap()),
            overview(class_page())
        );
    }
}
