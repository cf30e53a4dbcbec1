//! The list of a course: who is in it, and what a gradebook has to be called by.

use std::collections::HashMap;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::Form;
use crate::files::{FileError, read};
use crate::suite::plan::{Plan, Student};

/// Who is in a course, read from a CSV file.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The names of the columns.
    pub(super) columns: Vec<String>,
    /// The students, in the order of the file.
    pub(super) students: Vec<Enrolled>,
    /// What Canvas says that each column's points can be; empty elsewhere.
    pub(super) possible: Vec<String>,
    /// What made the file.
    pub(super) form: Form,
    source: String,
}

/// A student.
#[derive(Clone, Debug)]
pub(super) struct Enrolled {
    /// The platform's number.
    pub(super) id: String,
    /// As the list has it; may be empty.
    pub(super) name: String,
    /// The cells of the row.
    pub(super) row: Vec<String>,
    /// What their submission may be called, without an ending.
    keys: Vec<String>,
}

/// Of whom a submission is, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Its index in the plan.
    Submission(usize),
    /// It is not a program: its index there.
    NotProgram(usize),
}

impl Work {
    /// All there are.
    pub(super) fn all(plan: &Plan) -> impl Iterator<Item = Self> + use<> {
        let submissions = (0..plan.submissions.len()).map(Work::Submission);
        submissions.chain((0..plan.not_programs.len()).map(Work::NotProgram))
    }

    pub(super) fn name(self, plan: &Plan) -> &str {
        match self {
            Work::Submission(index) => &plan.submissions[index].name,
            Work::NotProgram(index) => &plan.not_programs[index].name,
        }
    }

    /// Whose it is, where a name says so.
    pub(super) fn student(self, plan: &Plan) -> Option<&Student> {
        match self {
            Work::Submission(index) => plan.submissions[index].student.as_ref(),
            Work::NotProgram(index) => plan.not_programs[index].student.as_ref(),
        }
    }
}

/// Columns whose cells may name a submission in a folder that no platform made.
const KEYS: [&str; 8] = [
    "id",
    "submission",
    "sis user id",
    "sis login id",
    "id number",
    "username",
    "email address",
    "email",
];

impl Roster {
    /// Reads the list: a gradebook exported from Canvas, a grading worksheet of Moodle, or any
    /// list with a column `id` and perhaps `name` and `submission`.
    ///
    /// # Errors
    /// A file that cannot be read or is none of these, or has a student twice.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = read(path)?;
        Self::parse(&bytes, path)
    }

    pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Self, FileError> {
        let text = decoded(bytes).ok_or_else(|| {
            let problem = "found text that is neither UTF-8 nor UTF-16, expected CSV in one of \
                           them; spreadsheets save it as 'CSV UTF-8'";
            FileError::new(path, problem)
        })?;
        let (delimiter, text) = delimiter(&text);
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .trim(Trim::Headers)
            .from_reader(text.as_bytes());
        let broken = |error: csv::Error| FileError::new(path, format_args!("no CSV: {error}"));
        let columns: Vec<String> = cells(reader.headers().map_err(broken)?);
        let at = |name: &str| columns.iter().position(|it| it.eq_ignore_ascii_case(name));
        let has = |name: &str| at(name).is_some();
        let form = match () {
            () if has("ID") && has("Section") && (has("Student") || has("LastName")) => {
                Form::Canvas
            }
            () if has("Identifier") && has("Grade") => Form::Moodle,
            () if has("id") => Form::Generic,
            () => {
                let found = columns.join(", ");
                return Err(FileError::new(
                    path,
                    format_args!(
                        "found the columns {found}, expected a gradebook exported from Canvas \
                         (Student, ID, …, Section), a grading worksheet of Moodle in English \
                         (Identifier, …, Grade) or a list with a column id"
                    ),
                ));
            }
        };
        let mut roster = Self {
            form,
            students: Vec::new(),
            possible: Vec::new(),
            source: path.display().to_string(),
            columns,
        };
        let mut known: HashMap<String, u64> = HashMap::new();
        for record in reader.records() {
            let record = record.map_err(broken)?;
            let line = record.position().map_or(0, |place| place.line());
            let row = cells(&record);
            let id = roster.id(&row);
            // Lines about columns, and empty ones.
            if id.is_empty() {
                let first = row.first().map_or("", String::as_str);
                if form == Form::Canvas && first.contains("Points Possible") {
                    roster.possible = row;
                }
                continue;
            }
            if let Some(other) = known.insert(id.clone(), line) {
                return Err(FileError::new(
                    path,
                    format_args!(
                        "lines {other} and {line}: found the student {id} twice, expected each \
                         once"
                    ),
                ));
            }
            let student = roster.enrolled(id, row);
            roster.students.push(student);
        }
        Ok(roster)
    }

    fn id(&self, row: &[String]) -> String {
        match self.form {
            // `Participant 17`, in whatever language.
            Form::Moodle => {
                let cell = self.cell(row, "Identifier").trim();
                cell.rsplit(' ').next().unwrap_or(cell).to_owned()
            }
            Form::Canvas | Form::Generic => self.cell(row, "ID").trim().to_owned(),
        }
    }

    fn enrolled(&self, id: String, row: Vec<String>) -> Enrolled {
        let name = match self.form {
            Form::Canvas if self.column("LastName").is_some() => {
                let both = ["FirstName", "LastName"].map(|column| self.cell(&row, column));
                both.join(" ").trim().to_owned()
            }
            Form::Canvas => self.cell(&row, "Student").to_owned(),
            Form::Moodle => self.cell(&row, "Full name").to_owned(),
            Form::Generic => self.cell(&row, "name").to_owned(),
        };
        let keys = KEYS.iter().map(|column| self.cell(&row, column).trim());
        let keys = keys.filter(|key| !key.is_empty()).map(str::to_owned);
        let mut keys: Vec<String> = keys.collect();
        keys.dedup();
        Enrolled {
            id,
            name,
            row,
            keys,
        }
    }

    /// A column's place.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let mut columns = self.columns.iter();
        columns.position(|it| it.eq_ignore_ascii_case(name))
    }

    /// A cell of a row; empty where there is none.
    pub(super) fn cell<'a>(&self, row: &'a [String], name: &str) -> &'a str {
        let cell = self.column(name).and_then(|place| row.get(place));
        cell.map_or("", String::as_str)
    }

    /// What each student has handed in; and the submissions of nobody in the list.
    ///
    /// # Errors
    /// Two submissions of one student, two students for a submission.
    pub(super) fn works(&self, plan: &Plan) -> Result<(Vec<Option<Work>>, Vec<Work>), FileError> {
        let mut by_id: HashMap<&str, usize> = HashMap::new();
        let mut by_key: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, student) in self.students.iter().enumerate() {
            by_id.insert(&student.id, place);
            for key in &student.keys {
                by_key.entry(key).or_default().push(place);
            }
        }
        let mut works: Vec<Option<Work>> = vec![None; self.students.len()];
        let mut names: Vec<&str> = vec![""; self.students.len()];
        let mut strangers = Vec::new();
        for work in Work::all(plan) {
            let name = work.name(plan);
            let found = match work.student(plan) {
                Some(Student { id, .. }) => by_id.get(&**id).copied(),
                None => {
                    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
                    let named = [Some(name), stem].into_iter().flatten();
                    let mut found: Vec<usize> = named
                        .flat_map(|name| by_key.get(name).into_iter().flatten().copied())
                        .collect();
                    found.sort_unstable();
                    found.dedup();
                    if let [one, other, ..] = found[..] {
                        let (one, other) = (&self.students[one].id, &self.students[other].id);
                        return Err(FileError::new(
                            &self.source,
                            format_args!(
                                "found {name} for two students, {one} and {other}; a column \
                                 submission can say whose it is"
                            ),
                        ));
                    }
                    found.first().copied()
                }
            };
            match found {
                // Notes beside a program are no second submission.
                Some(place) => match (works[place], work) {
                    (Some(_), Work::NotProgram(_)) => {}
                    (Some(Work::Submission(_)), _) => {
                        return Err(FileError::new(
                            &self.source,
                            format_args!(
                                "found two submissions of {}, {} and {name}, expected one; \
                                 --exclude leaves one out",
                                self.students[place].id, names[place]
                            ),
                        ));
                    }
                    _ => (works[place], names[place]) = (Some(work), name),
                },
                None if matches!(work, Work::Submission(_)) => strangers.push(work),
                None => {}
            }
        }
        Ok((works, strangers))
    }

    /// What there is to say about who is missing on either side.
    ///
    /// # Errors
    /// When whose a submission is cannot be told.
    pub fn remarks(&self, plan: &Plan) -> Result<Vec<String>, FileError> {
        let (works, strangers) = self.works(plan)?;
        let mut remarks = Vec::new();
        let students = self.students.iter().zip(&works);
        let missing = students.filter(|(_, work)| work.is_none());
        let missing: Vec<String> = missing
            .map(|(student, _)| match student.name.is_empty() {
                true => student.id.clone(),
                false => format!("{} ({})", student.name, student.id),
            })
            .collect();
        if !missing.is_empty() {
            remarks.push(format!("nothing to grade of: {}", missing.join("; ")));
        }
        let strangers: Vec<&str> = strangers.iter().map(|work| work.name(plan)).collect();
        if !strangers.is_empty() {
            let names = strangers.join(", ");
            remarks.push(format!("not in {}: {names}", self.source));
        }
        Ok(remarks)
    }

    /// An error of the list.
    pub(super) fn error(&self, problem: String) -> FileError {
        FileError::new(&self.source, problem)
    }
}

/// Text in UTF-8, or in UTF-16 with a mark of its byte order, as spreadsheets save it.
fn decoded(bytes: &[u8]) -> Option<String> {
    let units = |of: fn([u8; 2]) -> u16| {
        let units = bytes.chunks(2).skip(1);
        let units = units.map(|unit| unit.try_into().map(of));
        let units: Result<Vec<u16>, _> = units.collect();
        String::from_utf16(&units.ok()?).ok()
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => Some(std::str::from_utf8(rest).ok()?.to_owned()),
        _ => Some(std::str::from_utf8(bytes).ok()?.to_owned()),
    }
}

/// What stands between cells, and the text below a line that says so.
fn delimiter(text: &str) -> (u8, &str) {
    let first = text.lines().next().unwrap_or_default();
    if let Some([delimiter]) = first.strip_prefix("sep=").map(str::as_bytes) {
        return (
            *delimiter,
            text.split_once('\n').map_or("", |(_, rest)| rest),
        );
    }
    // Titles of assignments may have any of them within quotes.
    let outside: String = first.split('"').step_by(2).collect();
    let count = |delimiter: &u8| outside.matches(char::from(*delimiter)).count();
    let most = [b'\t', b';', b','].into_iter().max_by_key(count);
    (most.unwrap_or(b','), text)
}

fn cells(record: &StringRecord) -> Vec<String> {
    record.iter().map(str::to_owned).collect()
}
