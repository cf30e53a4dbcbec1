//! Points as gradebooks of course platforms import them: CSV with the platform's numbers of
//! students and the points that can be had.
//!
//! | form | columns |
//! |---|---|
//! | Canvas | those of its export up to `Section`, and the assignment; below the names a line `Points Possible` |
//! | Moodle | those of its grading worksheet: `Identifier`, `Full name`, `Email address` where the list has it, `Grade`, `Maximum Grade`, `Last modified (grade)` |
//! | generic | `id`, `name`, `submission`, `points`, `points_possible`, `remark` |
//!
//! Where something could not be judged because of a fault on plyjudge's side there are no points,
//! nor where nothing was handed in or what was is not a program: an empty cell leaves a gradebook
//! as it is. Text that a spreadsheet would take for a formula is guarded as in [`super::csv`].

mod roster;

use std::io::{self, Write};

use csv::Writer;

pub use roster::Roster;
use roster::{Enrolled, Work};

use super::csv::guarded;
use super::words::number;
use crate::files::FileError;
use crate::journal::results::Results;
use crate::suite::plan::{Plan, Student};

/// Whose gradebook it is for, or what a list is made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Canvas: an export of its gradebook.
    Canvas,
    /// Moodle: its grading worksheet.
    Moodle,
    /// A plain list, with a column `id`.
    Generic,
}

/// What is written besides the results.
#[derive(Clone, Copy, Debug)]
pub struct Gradebook<'a> {
    /// For which platform.
    pub form: Form,
    /// Who is in the course.
    pub roster: Option<&'a Roster>,
    /// What Canvas calls the assignment.
    pub assignment: Option<&'a str>,
}

/// A line of the gradebook.
struct Row<'a> {
    student: Option<&'a Enrolled>,
    work: Option<Work>,
}

impl Gradebook<'_> {
    /// Checks what can be before anything is graded.
    ///
    /// # Errors
    /// Submissions without a number, of students not known; a list that is another platform's;
    /// points that are not those of the gradebook.
    pub fn check(&self, plan: &Plan) -> Result<(), FileError> {
        if let Some(roster) = self.roster {
            roster.works(plan)?;
        }
        let (name, export) = match self.form {
            Form::Generic => return Ok(()),
            Form::Canvas => ("Canvas", "the gradebook as Canvas exports it"),
            Form::Moodle => ("Moodle", "Moodle's grading worksheet"),
        };
        if let Some(roster) = self.roster
            && roster.form != self.form
        {
            return Err(roster.error(format!("found another list, expected {export}")));
        }
        if self.roster.is_none()
            && let Some(other) = plan.submissions.iter().find(|it| it.student.is_none())
        {
            return Err(FileError::new(
                &other.name,
                format_args!(
                    "found no number of a student in its name, expected names as {name} makes them \
                     (--names), or --roster FILE.csv"
                ),
            ));
        }
        let most = number(plan.max_points());
        let given = match self.form {
            Form::Canvas => {
                let assignment = self.assignment()?;
                let roster = self.roster;
                roster.and_then(|it| it.possible.get(it.column(&assignment)?).map(String::as_str))
            }
            _ => self.roster.and_then(|roster| {
                let rows = roster.students.iter();
                rows.map(|it| roster.cell(&it.row, "Maximum Grade"))
                    .find(|it| !it.is_empty())
            }),
        };
        let given = given.map(str::trim).filter(|it| !it.is_empty());
        let as_number = |text: &str| text.replace(',', ".").parse::<f64>().ok();
        if let (Some(given), Some(roster)) = (given, self.roster)
            && as_number(given).map(number).as_deref() != Some(&most)
        {
            return Err(roster.error(format!(
                "found {given} points possible in {name}, expected {most} as in the suite; make \
                 them the same"
            )));
        }
        Ok(())
    }

    /// The name of Canvas's column.
    fn assignment(&self) -> Result<String, FileError> {
        let Some(roster) = self.roster else {
            return self.assignment.map(str::to_owned).ok_or_else(|| {
                let problem = "expected --assignment NAME, as Canvas calls it, or --roster";
                FileError::new("--gradebook canvas", problem)
            });
        };
        let first = roster.column("Section").map_or(0, |place| place + 1);
        // Canvas puts its number behind; scores that it works out itself have none.
        let named = roster.columns.iter().skip(first);
        let named: Vec<&String> = named.filter(|it| title(it).is_some()).collect();
        let matching: Vec<&&String> = match self.assignment {
            None => named.iter().collect(),
            Some(wanted) => {
                let fits = |name: &&&String| ***name == wanted || title(name) == Some(wanted);
                named.iter().filter(fits).collect()
            }
        };
        match (&matching[..], self.assignment) {
            ([only], _) => Ok((**only).clone()),
            (_, wanted) => {
                let wanted = wanted.map_or("--assignment NAME".to_owned(), |it| format!("'{it}'"));
                let found: Vec<&str> = named.iter().map(|it| it.as_str()).collect();
                let found = match found[..] {
                    [] => "none".to_owned(),
                    _ => found.join(", "),
                };
                Err(roster.error(format!(
                    "found the assignments {found}, expected {wanted} to name one of them"
                )))
            }
        }
    }

    /// Writes the gradebook.
    ///
    /// # Errors
    /// When `out` cannot be written to, or what [`Self::check`] finds.
    pub fn write(&self, results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
        let plan = results.plan();
        let rows = self.rows(plan).map_err(io::Error::other)?;
        let mut out = Writer::from_writer(out);
        match self.form {
            Form::Canvas => self.canvas(results, &rows, &mut out)?,
            Form::Moodle => self.moodle(results, &rows, &mut out)?,
            Form::Generic => generic(results, &rows, &mut out)?,
        }
        out.flush()
    }

    /// Who is in the course, then who is not but has handed something in.
    fn rows(&self, plan: &Plan) -> Result<Vec<Row<'_>>, FileError> {
        let stranger = |work| Row {
            student: None,
            work: Some(work),
        };
        let is_known = |work: &Work| work.student(plan).is_some();
        let Some(roster) = self.roster else {
            let is_row = |work: &Work| matches!(work, Work::Submission(_)) || is_known(work);
            return Ok(Work::all(plan).filter(is_row).map(stranger).collect());
        };
        let (works, strangers) = roster.works(plan)?;
        let enrolled = roster.students.iter().zip(works);
        let enrolled = enrolled.map(|(student, work)| Row {
            student: Some(student),
            work,
        });
        // Without a number no gradebook knows them.
        let strangers = strangers.into_iter();
        let strangers = strangers.filter(|work| self.form == Form::Generic || is_known(work));
        Ok(enrolled.chain(strangers.map(stranger)).collect())
    }

    fn canvas<W: Write>(
        &self,
        results: &Results<'_>,
        rows: &[Row<'_>],
        out: &mut Writer<W>,
    ) -> io::Result<()> {
        let plan = results.plan();
        let standard = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
        let columns: Vec<&str> = match self.roster {
            None => standard.to_vec(),
            Some(roster) => {
                let section = roster.column("Section").unwrap_or(0);
                let columns = roster.columns.iter().take(section + 1);
                columns.map(String::as_str).collect()
            }
        };
        let assignment = self.assignment().map_err(io::Error::other)?;
        out.write_record(columns.iter().copied().chain([&*guarded(&assignment)]))?;
        let most = number(plan.max_points());
        let mut possible = vec![""; columns.len() + 1];
        possible[0] = "    Points Possible";
        possible[columns.len()] = &most;
        out.write_record(possible)?;
        for row in rows {
            let cells: Vec<&str> = match (row.student, row.owner(plan)) {
                (Some(student), _) => {
                    let cell = |place| student.row.get(place).map_or("", String::as_str);
                    (0..columns.len()).map(cell).collect()
                }
                (None, owner) => columns
                    .iter()
                    .map(|column| match *column {
                        "Student" | "LastName" => owner.map_or("", |it| &it.name),
                        "ID" => owner.map_or("", |it| &it.id),
                        _ => "",
                    })
                    .collect(),
            };
            let cells = cells.into_iter().map(guarded);
            out.write_record(cells.chain([row.points(results)]))?;
        }
        Ok(())
    }

    fn moodle<W: Write>(
        &self,
        results: &Results<'_>,
        rows: &[Row<'_>],
        out: &mut Writer<W>,
    ) -> io::Result<()> {
        const EMAIL: &str = "Email address";
        const MODIFIED: &str = "Last modified (grade)";
        let plan = results.plan();
        let has_email = self.roster.is_some_and(|it| it.column(EMAIL).is_some());
        let columns = ["Identifier", "Full name"].into_iter();
        let columns = columns.chain(has_email.then_some(EMAIL));
        out.write_record(columns.chain(["Grade", "Maximum Grade", MODIFIED]))?;
        let most = number(plan.max_points());
        for row in rows {
            let cell = |name| match (self.roster, row.student) {
                (Some(roster), Some(student)) => roster.cell(&student.row, name),
                _ => "",
            };
            let owner = row.owner(plan);
            let name = owner.map_or("", |it| &it.name);
            let identifier = match cell("Identifier") {
                "" => owner.map_or(String::new(), |it| format!("Participant {}", it.id)),
                known => known.to_owned(),
            };
            let name = match cell("Full name") {
                "" => name,
                known => known,
            };
            // When a grade was given is compared with what Moodle has by then.
            let modified = match cell(MODIFIED) {
                "" | "-" => "-".to_owned(),
                known => guarded(known),
            };
            let cells = [guarded(&identifier), guarded(name)].into_iter();
            let cells = cells.chain(has_email.then(|| guarded(cell(EMAIL))));
            out.write_record(cells.chain([row.points(results), most.clone(), modified]))?;
        }
        Ok(())
    }
}

fn generic<W: Write>(
    results: &Results<'_>,
    rows: &[Row<'_>],
    out: &mut Writer<W>,
) -> io::Result<()> {
    let plan = results.plan();
    out.write_record("id,name,submission,points,points_possible,remark".split(','))?;
    let most = number(plan.max_points());
    for row in rows {
        let owner = row.owner(plan);
        let id = row.student.map(|it| &*it.id).or(owner.map(|it| &*it.id));
        let named = row.student.map(|it| &*it.name).filter(|it| !it.is_empty());
        let name = named.or(owner.map(|it| &*it.name));
        let remark = match row.work {
            None => "nothing to grade",
            Some(Work::NotProgram(_)) => "not a program",
            Some(Work::Submission(index)) if results.score(index).is_none() => {
                "could not be judged"
            }
            Some(Work::Submission(_)) => "",
        };
        let submission = row.work.map(|work| work.name(plan));
        let cells = [id, name, submission].map(|cell| guarded(cell.unwrap_or_default()));
        let points = [row.points(results), most.clone(), remark.to_owned()];
        out.write_record(cells.iter().chain(&points))?;
    }
    Ok(())
}

impl Row<'_> {
    /// Whose it is, where a name says so.
    fn owner<'a>(&self, plan: &'a Plan) -> Option<&'a Student> {
        self.work?.student(plan)
    }

    /// The points, if there are any.
    fn points(&self, results: &Results<'_>) -> String {
        let score = match self.work {
            Some(Work::Submission(index)) => results.score(index),
            Some(Work::NotProgram(_)) | None => None,
        };
        score.map_or(String::new(), number)
    }
}

/// An assignment's title, where Canvas puts its number behind: `Kalah (4711)`.
fn title(column: &str) -> Option<&str> {
    let (title, number) = column.strip_suffix(')')?.rsplit_once(" (")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(title)
}

#[cfg(test)]
mod tests;
