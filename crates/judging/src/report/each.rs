//! A report for each submission, with nobody else in it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;

use crate::event::{Event, Listener, Summary};
use crate::fingerprint::Printer;
use crate::plan::Plan;

/// How many bytes of a name are kept, so that there is room for an ending.
const LONGEST: usize = 150;

/// Makes a report of one submission, given a name for its file without the ending.
pub type Make<'a> = dyn FnMut(&str) -> io::Result<Box<dyn Listener + 'a>> + 'a;

/// Tells each report of its own submission only, as if no other were graded.
pub struct Each<'a> {
    make: Box<Make<'a>>,
    plan: Option<Plan>,
    files: Vec<String>,
    /// The report of the submission whose results are coming in.
    current: Option<Box<dyn Listener + 'a>>,
}

impl<'a> Each<'a> {
    /// Reports that `make` makes, each when its submission's turn comes.
    pub fn new(make: Box<Make<'a>>) -> Self {
        Self {
            make,
            plan: None,
            files: Vec::new(),
            current: None,
        }
    }

    fn begin(&mut self, submission: usize) -> io::Result<()> {
        let Some(plan) = &self.plan else {
            return Ok(());
        };
        let alone = Plan {
            submissions: vec![plan.submissions[submission].clone()],
            not_programs: Vec::new(),
            ..plan.clone()
        };
        let mut report = (self.make)(&self.files[submission])?;
        report.take(Event::Begin(&alone))?;
        self.current = Some(report);
        Ok(())
    }

    fn tell(&mut self, event: Event<'_>) -> io::Result<()> {
        match &mut self.current {
            Some(report) => report.take(event),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        let told = self.tell(Event::End(&Summary::default()));
        self.current = None;
        told
    }
}

impl Listener for Each<'_> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        match event {
            Event::Begin(plan) => {
                self.files = file_names(plan.submissions.iter().map(|it| it.name.as_str()));
                self.plan = Some(plan.clone());
                Ok(())
            }
            Event::Progress(_) => Ok(()),
            Event::Prepared {
                submission,
                preparation,
            } => {
                self.end()?;
                self.begin(submission)?;
                self.tell(Event::Prepared {
                    submission: 0,
                    preparation,
                })
            }
            Event::Finished { case, outcome, .. } => self.tell(Event::Finished {
                submission: 0,
                case,
                outcome,
            }),
            Event::Diagnosed { diagnosis, .. } => self.tell(Event::Diagnosed {
                submission: 0,
                diagnosis,
            }),
            Event::End(_) => self.end(),
        }
    }
}

/// A file name for each of these names, which may be any text: letters and digits, `_`, and
/// within the name `.` and `-` stand for themselves, any other byte is `=` and two hexadecimal
/// digits, so that no two names share one. Names that are too long, or differ in capitals only,
/// end in `==` and a fingerprint.
fn file_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let mut alike: HashMap<String, usize> = HashMap::new();
    for name in names.clone() {
        *alike.entry(name.to_lowercase()).or_default() += 1;
    }
    let file_name = |name: &str| {
        let text = spelled(name);
        if text.len() <= LONGEST && alike[&name.to_lowercase()] == 1 {
            return text;
        }
        let mut printer = Printer::new();
        printer.bytes(name.as_bytes());
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        let cut = ends.take_while(|end| *end <= LONGEST).last().unwrap_or(0);
        format!("{}=={}", &text[..cut], printer.finish())
    };
    names.map(file_name).collect()
}

fn spelled(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        match c {
            '_' => text.push(c),
            // A file that begins so is hidden, or is taken for an option.
            '.' | '-' if at > 0 => text.push(c),
            _ if c.is_alphanumeric() => text.push(c),
            _ => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    _ = write!(text, "={byte:02X}");
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Each, LONGEST, file_names};
    use crate::event::{Event, Listener};
    use crate::report::sample;
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::io;
    use std::rc::Rc;

    fn names(names: &[&str]) -> Vec<String> {
        file_names(names.iter().copied())
    }

    #[test]
    fn names_are_safe_and_can_be_read() {
        let pairs = [
            ("alice.c", "alice.c"),
            ("Bob_2-b", "Bob_2-b"),
            ("黑é", "黑é"),
            ("../../etc/passwd", "=2E.=2F..=2Fetc=2Fpasswd"),
            ("..", "=2E."),
            (".hidden", "=2Ehidden"),
            ("-rf", "=2Drf"),
            ("a b\\x0a=41", "a=20b=5Cx0a=3D41"),
            ("<i>&\"'$`", "=3Ci=3E=26=22=27=24=60"),
            ("\u{202e}gpj.exe", "=E2=80=AEgpj.exe"),
        ];
        for (name, file) in pairs {
            assert_eq!(names(&[name]), [file]);
        }
    }

    #[test]
    fn no_two_names_share_a_file() {
        let long = "x".repeat(255);
        let other = format!("{}y", &long[1..]);
        let wide = "黑".repeat(85);
        // A name that looks as another one is written, capitals, names cut at the same place.
        let all = [
            "a b", "a=20b", "Alice", "alice", "ALICE", &long, &other, &wide, "a.c", "a-c",
        ];
        let files = names(&all);
        let distinct: BTreeSet<String> = files.iter().map(|file| file.to_lowercase()).collect();
        assert_eq!(distinct.len(), all.len(), "{files:?}");
        for file in files {
            assert!(file.len() <= LONGEST + 34, "{file}");
            assert!(!file.starts_with(['.', '-']) && !file.contains(['/', '\\', ' ']));
        }
    }

    /// Writes down what it is told, in a sentence.
    struct Scribe {
        file: String,
        to: Rc<RefCell<Vec<String>>>,
    }

    impl Listener for Scribe {
        fn take(&mut self, event: Event<'_>) -> io::Result<()> {
            let what = match event {
                Event::Begin(plan) => {
                    assert_eq!(plan.submissions.len(), 1);
                    format!("begins with {}", plan.submissions[0].name)
                }
                Event::Finished {
                    submission, case, ..
                } => {
                    assert_eq!(submission, 0);
                    format!("case {case}")
                }
                Event::End(_) => "ends".to_owned(),
                _ => return Ok(()),
            };
            self.to.borrow_mut().push(format!("{}: {what}", self.file));
            Ok(())
        }
    }

    #[test]
    fn each_report_is_told_of_its_own_submission_alone() {
        let told = Rc::new(RefCell::new(Vec::new()));
        let mut plan = sample::plan();
        plan.cases.truncate(2);
        plan.submissions.drain(3..);
        plan.submissions.remove(1);
        let to = Rc::clone(&told);
        let mut each = Each::new(Box::new(move |file: &str| {
            let (file, to) = (file.to_owned(), Rc::clone(&to));
            Ok(Box::new(Scribe { file, to }) as Box<dyn Listener>)
        }));
        sample::play(&plan, &mut each);
        let expected = [
            "=3D1=2B1: begins with =1+1",
            "=3D1=2B1: case 0",
            "=3D1=2B1: case 1",
            "=3D1=2B1: ends",
            "alice: begins with alice",
            "alice: case 0",
            "alice: case 1",
            "alice: ends",
        ];
        assert_eq!(*told.borrow(), expected);
    }
}
