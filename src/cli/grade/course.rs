//! The options for courses on a platform: who is in one, points for its gradebook, and what each
//! student gets to read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::pictures::GamePictures;
use crate::cli::settings::one_of;
use crate::cli::terminal::remark;
use crate::judge::files::{cannot_write, create_folder};
use crate::judge::journal::results::Results;
use crate::judge::language::Language;
use crate::judge::suite::plan::{Plan, Student};
use crate::report::diagnosis::Reader;
use crate::report::each::file_names;
use crate::report::gradebook::{Form, Gradebook, Roster};
use crate::report::{feedback, html, visible};

/// The archive that Moodle reads, in the folder for feedback.
const FOR_MOODLE: &str = "moodle-feedback.zip";

/// Courses on Canvas, Moodle and elsewhere.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Courses")]
pub(super) struct CourseArgs {
    /// Who is in the course: a gradebook exported from Canvas, a grading worksheet of Moodle, or a
    /// list with a column id, and perhaps name and submission. Those who have handed in nothing are named.
    #[arg(long, value_name = "FILE.csv")]
    roster: Option<PathBuf>,
    /// Print points as a gradebook imports them (CSV) instead of the table; none where something
    /// could not be judged.
    #[arg(long, group = "printed", value_name = "PLATFORM", value_parser = one_of(FORMS))]
    gradebook: Option<Form>,
    /// What Canvas calls the assignment: its column in the gradebook.
    #[arg(long, value_name = "NAME", requires = "gradebook")]
    assignment: Option<String>,
    /// Also write a folder for each student, with a page and a text, and moodle-feedback.zip for
    /// Moodle where it named the files. For hidden cases they hold only the verdict.
    #[arg(long, value_name = "DIR")]
    feedback: Option<PathBuf>,
}

const FORMS: [(&str, Form); 3] = [
    ("canvas", Form::Canvas),
    ("moodle", Form::Moodle),
    ("generic", Form::Generic),
];

/// Makes a folder that is written to later.
pub(super) fn create_folder_of(folder: &Path, what: &str) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        let folder = folder.display();
        bail!("{folder}: found a file, expected a folder, in which {what}");
    }
    Ok(create_folder(folder)?)
}

impl CourseArgs {
    /// Checks what can be before anything is graded, and says who is missing.
    ///
    /// # Errors
    /// A list that cannot be read, or does not fit what is graded.
    pub(super) fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let roster = self.roster()?;
        for line in roster.iter().map(|roster| roster.remarks(plan)) {
            for line in line? {
                remark(format_args!("{}", visible::name(&line)));
            }
        }
        if let Some(gradebook) = self.gradebook(roster.as_ref()) {
            gradebook.check(plan)?;
        }
        Ok(())
    }

    /// Whether each of the options is given, with its name.
    pub(super) fn given(&self) -> [(bool, &'static str); 4] {
        [
            (self.roster.is_some(), "roster"),
            (self.gradebook.is_some(), "gradebook"),
            (self.assignment.is_some(), "assignment"),
            (self.feedback.is_some(), "feedback"),
        ]
    }

    /// The folder for feedback.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.feedback.as_deref()
    }

    /// Makes the folder for feedback.
    ///
    /// # Errors
    /// When it cannot be made, or is a file.
    pub(super) fn open(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.feedback else {
            return Ok(());
        };
        create_folder_of(folder, "each student gets a folder")
    }

    /// Prints the gradebook, if that is asked for; whether it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn print(&self, results: &Results<'_>, out: &mut dyn Write) -> io::Result<bool> {
        let roster = self.roster().map_err(io::Error::other)?;
        match self.gradebook(roster.as_ref()) {
            Some(gradebook) => gradebook.write(results, out).map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes what each student gets to read.
    ///
    /// # Errors
    /// When something cannot be written.
    pub(super) fn write(
        &self,
        results: &Results<'_>,
        lang: &Language,
        pictures: &mut GamePictures,
    ) -> io::Result<()> {
        let Some(folder) = &self.feedback else {
            return Ok(());
        };
        let submissions = &results.plan().submissions;
        let names = file_names(submissions.iter().map(|it| it.name.as_str()));
        let mut for_moodle = Vec::new();
        for (index, (submission, name)) in submissions.iter().zip(names).enumerate() {
            let alone = results.alone(index);
            let (mut page, mut text) = (Vec::new(), Vec::new());
            html::write(&alone, (Reader::Student, lang), pictures, &mut page)?;
            feedback::write(&alone, lang, &mut text)?;
            let own = folder.join(name);
            fs::create_dir_all(&own).map_err(cannot_write(&own))?;
            for (name, content) in [("feedback.html", &page), ("feedback.txt", &text)] {
                let path = own.join(name);
                fs::write(&path, content).map_err(cannot_write(&path))?;
            }
            if let Some(student) = &submission.student {
                for_moodle.push((moodle_name(student), page, text));
            }
        }
        let path = folder.join(FOR_MOODLE);
        if !for_moodle.is_empty() {
            let written = archive(&for_moodle).and_then(|it| fs::write(&path, it));
            written.map_err(cannot_write(&path))?;
        }
        Ok(())
    }

    fn roster(&self) -> anyhow::Result<Option<Roster>> {
        Ok(self.roster.as_deref().map(Roster::read).transpose()?)
    }

    fn gradebook<'a>(&'a self, roster: Option<&'a Roster>) -> Option<Gradebook<'a>> {
        Some(Gradebook {
            form: self.gradebook?,
            roster,
            assignment: self.assignment.as_deref(),
        })
    }
}

/// The folder in which Moodle awaits a student's files: it reads the number behind the first
/// underscore.
fn moodle_name(student: &Student) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || " .-'".contains(c);
    let name: String = student
        .name
        .chars()
        .map(|c| if is_plain(c) { c } else { ' ' })
        .collect();
    let name = name.trim_matches(['.', ' ']);
    format!("{name}_{}_assignsubmission_file_", student.id)
}

fn archive(all: &[(String, Vec<u8>, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (folder, page, text) in all {
        for (name, content) in [("feedback.html", page), ("feedback.txt", text)] {
            zip.start_file(format!("{folder}/{name}"), options)?;
            zip.write_all(content)?;
        }
    }
    Ok(zip.finish()?.into_inner())
}
