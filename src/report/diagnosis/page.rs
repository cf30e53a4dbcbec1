//! What is wrong with each submission, for a terminal or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;

use super::{DiagnosisRecord, Reader, Shared, indented, lines, shared, words};
use crate::json;
use crate::judge::diagnosis::{Certainty, Diagnosis};
use crate::judge::event::{Event, Listener};
use crate::judge::record::Preparation;
use crate::report::class::{Class, Prepared};
use crate::report::{visible, words as counted};

/// Writes what is wrong with each submission, each as soon as it is known, or all as one JSON
/// document at the end.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    form: Form,
    class: Option<Class>,
    /// What the compiler says of each submission that does not compile.
    said: BTreeMap<usize, String>,
    /// Whether something is told of every program by who diagnoses it.
    is_of_all: bool,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Text { colour: bool },
    Json,
}

#[derive(Serialize)]
struct Document<'a> {
    submissions: Vec<SubmissionRecord<'a>>,
    /// What is wrong with them, each mistake once, those first that most have.
    class: Vec<Shared<'a>>,
}

#[derive(Serialize)]
struct SubmissionRecord<'a> {
    name: &'a str,
    /// Why it could not be run, if it could not.
    reason: Option<&'a str>,
    cases: usize,
    passed: usize,
    nonzero: usize,
    diagnosis: Option<DiagnosisRecord<'a>>,
}

impl<W: Write> Page<W> {
    /// Text, with colours (ANSI escape sequences) or without.
    pub fn text(out: W, colour: bool) -> Self {
        Self::new(out, Form::Text { colour })
    }

    /// One JSON document: `submissions[]` with `name`, `reason` (why it could not be run, or
    /// null), `cases`, `passed` and `nonzero` (counts; the last of outputs judged of programs that
    /// ended with another status than 0), `diagnosis` as [`crate::report::json`] has it; `class[]`
    /// with `what`, `mistake` (its name, or null) and `submissions` (names).
    pub fn json(out: W) -> Self {
        Self::new(out, Form::Json)
    }

    fn new(out: W, form: Form) -> Self {
        Self {
            out,
            form,
            class: None,
            said: BTreeMap::new(),
            is_of_all: false,
        }
    }

    /// Programs that are right in all cases are diagnosed as well.
    pub fn of_all(mut self) -> Self {
        self.is_of_all = true;
        self
    }

    /// Writes about a submission, below its name when there are several.
    fn about(&mut self, submission: usize, text: &str) -> io::Result<()> {
        let (Some(class), Form::Text { colour }) = (&self.class, self.form) else {
            return Ok(());
        };
        let plan = class.plan();
        if plan.submissions.len() > 1 {
            let bold = match colour {
                true => Style::new().bold(),
                false => Style::new(),
            };
            let name = visible::name(&plan.submissions[submission].name);
            writeln!(self.out, "{bold}{name}{bold:#}: {text}")?;
        } else {
            write!(self.out, "{text}")?;
        }
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        if let (Some(class), Form::Json) = (&self.class, self.form) {
            json::write_pretty(&mut self.out, &document(class))?;
            writeln!(self.out)?;
        }
        if let (Some(class), Form::Text { .. }) = (&self.class, self.form) {
            write!(self.out, "{}", lines(&of_class(class)))?;
        }
        self.out.flush()
    }
}

/// What is wrong with the submissions, each mistake once.
fn of_class(class: &Class) -> Vec<Shared<'_>> {
    let all = class.plan().submissions.iter().enumerate();
    shared(all.filter_map(|(index, it)| Some((&*it.name, class.diagnosis(index)?))))
}

/// What is said when there is no diagnosis; none when there will be one.
fn said(class: &Class, submission: usize, is_of_all: bool) -> Option<String> {
    match class.preparation(submission) {
        Some(Prepared::Failed(reason)) => {
            return Some(format!("Does not compile: {}.\n", visible::name(reason)));
        }
        Some(Prepared::Fault(reason)) => {
            return Some(format!("Not diagnosed: {}.\n", visible::name(reason)));
        }
        Some(Prepared::Ready) | None => {}
    }
    let tally = class.tally(submission);
    let is_asked = is_of_all && tally.passed() > 0;
    if tally.failed() > 0 || is_asked {
        return None;
    }
    let cases = counted::count(tally.passed(), "case");
    Some(match tally.faults {
        0 => format!("Right in all {cases}.\n"),
        faults => format!("Right in {cases}; {faults} could not be judged.\n"),
    })
}

/// What is said of exit statuses that do not count.
fn remark(class: &Class, submission: usize) -> String {
    match class.tally(submission).nonzero {
        0 => String::new(),
        some => format!(
            "In {} it ended with another exit status than 0, which does not count.\n",
            counted::count(some, "case")
        ),
    }
}

fn document(class: &Class) -> Document<'_> {
    let plan = class.plan();
    let record = |index: usize| SubmissionRecord {
        name: &plan.submissions[index].name,
        reason: match class.preparation(index) {
            Some(Prepared::Failed(reason) | Prepared::Fault(reason)) => Some(reason),
            Some(Prepared::Ready) | None => None,
        },
        cases: plan.cases.len(),
        passed: class.tally(index).passed(),
        nonzero: class.tally(index).nonzero,
        diagnosis: class
            .diagnosis(index)
            .map(|it| DiagnosisRecord::of(it, plan.cases.len(), |case| &plan.cases[case].name)),
    };
    Document {
        submissions: (0..plan.submissions.len()).map(record).collect(),
        class: of_class(class),
    }
}

impl<W: Write> Listener for Page<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        if let Event::Begin(plan) = event {
            self.class = Some(Class::new(plan));
        }
        let Some(class) = &mut self.class else {
            return Ok(());
        };
        class.take(event);
        match event {
            Event::Prepared {
                submission,
                preparation: Preparation::Failed { compilation, .. },
            } => {
                let words = indented(&compilation.words.text);
                self.said.insert(submission, words);
                Ok(())
            }
            Event::Finished {
                submission, case, ..
            } if case + 1 == class.plan().cases.len() => {
                match said(class, submission, self.is_of_all) {
                    Some(text) => {
                        let text = text + self.said.get(&submission).map_or("", |said| said);
                        let text = text + &remark(class, submission);
                        self.about(submission, &text)
                    }
                    None => Ok(()),
                }
            }
            Event::Diagnosed {
                submission,
                diagnosis,
            } => {
                let text = told(diagnosis, class) + &remark(class, submission);
                self.about(submission, &text)
            }
            Event::End(_) => self.finish(),
            _ => Ok(()),
        }
    }
}

fn told(diagnosis: &Diagnosis, class: &Class) -> String {
    match diagnosis.certainty {
        // Every case that failed was run again and was right then, or is of no use.
        Certainty::Right if diagnosis.tested.is_none() => {
            "Fails cases, but not when they are run again, or cases that are \
                             left out of diagnoses.\n"
                .to_owned()
        }
        _ => words(diagnosis, class.plan(), Reader::Staff),
    }
}
