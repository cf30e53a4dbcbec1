//! The options that say which reports are made of a grading, and where they go.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::course::{CourseArgs, create_folder_of};
use super::pictures::GamePictures;
use crate::cli::reference::Right;
use crate::cli::settings::{LangArgs, one_of};
use crate::cli::terminal;
use crate::judge::files::cannot_write;
use crate::judge::journal::results::{Event, Results};
use crate::judge::language::Language;
use crate::judge::suite::plan::Plan;
use crate::report::csv::Rows;
use crate::report::diagnosis::Reader;
use crate::report::each::file_names;
use crate::report::jsonl::JsonLines;
use crate::report::{csv, gradescope, html, json, junit, markdown, show, table};

/// Reports. What is printed is one of several forms, the table if none is named.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Reports")]
pub(crate) struct Reports {
    /// Print the results as one JSON document instead of the table.
    #[arg(long, group = "printed")]
    json: bool,
    /// Print each event as a line of JSON when it happens, with what was kept of the outputs,
    /// instead of the table.
    #[arg(long, group = "printed")]
    jsonl: bool,
    /// Print comma-separated values instead of the table: a row for each result, or for the
    /// points of each submission.
    #[arg(
        long,
        group = "printed",
        value_name = "ROWS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "results",
        value_parser = one_of(ROWS),
    )]
    csv: Option<Rows>,
    /// Print all about one submission and one case, with the whole diff, instead of the table.
    #[arg(long, group = "printed", value_name = "SUBMISSION/CASE")]
    show: Option<String>,
    /// Also write JUnit XML, as CI services read it.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Also write a summary in Markdown, as $GITHUB_STEP_SUMMARY takes it: the table, and first
    /// failures with their differing lines and the boards there. For hidden cases it holds only the verdict.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also write a results.json for Gradescope, or a folder of them, one for each submission,
    /// when there are several. For hidden cases it holds only the verdict.
    #[arg(long, value_name = "FILE|DIR")]
    gradescope: Option<PathBuf>,
    /// Also write a page for a browser: the class, every submission, diffs and boards. In a
    /// folder it is called report.html.
    #[arg(long, value_name = "FILE|DIR")]
    html: Option<PathBuf>,
    /// Write pages for students into the folder that --html names, one for each submission with
    /// nobody else on it: of hidden cases they show the verdict only.
    #[arg(long, requires = "html")]
    student: bool,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    course: CourseArgs,
}

const ROWS: [(&str, Rows); 2] = [("results", Rows::Results), ("points", Rows::Points)];

impl Reports {
    /// Checks what can be before anything is graded.
    ///
    /// # Errors
    /// When what is asked for is not in the plan.
    pub(crate) fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        if let Some(wanted) = &self.show {
            show::find(plan, wanted)?;
        }
        self.course.check(plan)
    }

    /// Whether each of the options is given, with its name.
    pub(crate) fn given(&self) -> impl Iterator<Item = (bool, &'static str)> {
        let own = [
            (self.json, "json"),
            (self.jsonl, "jsonl"),
            (self.csv.is_some(), "csv"),
            (self.show.is_some(), "show"),
            (self.junit.is_some(), "junit"),
            (self.markdown.is_some(), "markdown"),
            (self.gradescope.is_some(), "gradescope"),
            (self.html.is_some(), "html"),
            (self.student, "student"),
            (self.lang.is_given(), "lang"),
        ];
        own.into_iter().chain(self.course.given())
    }

    /// The language of pages.
    pub(crate) fn language(&self) -> Language {
        self.lang.language()
    }

    /// Whether JSON is to be printed.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether comma-separated values are to be printed.
    pub(crate) fn is_csv(&self) -> bool {
        self.csv.is_some()
    }

    /// The files and folders that reports are written to.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let files = [&self.junit, &self.markdown, &self.gradescope];
        files
            .into_iter()
            .flatten()
            .cloned()
            .chain(self.course.folder().map(Path::to_owned))
            .chain(self.page())
            .collect()
    }

    /// Whether there is a page, with pictures that depend on what is right.
    pub(crate) fn has_page(&self) -> bool {
        self.html.is_some()
    }

    /// Opens the files of the reports on so many submissions. Pictures show what is right.
    ///
    /// # Errors
    /// When a file cannot be written to, or is where a folder is needed.
    pub(crate) fn open(
        &self,
        right: Option<Right>,
        submissions: usize,
    ) -> anyhow::Result<OpenReports<'_>> {
        self.course.open()?;
        let junit = self.junit.as_deref().map(ReportFile::open).transpose()?;
        let markdown = self.markdown.as_deref().map(ReportFile::open).transpose()?;
        let gradescope =
            self.gradescope
                .as_deref()
                .map(|path| match submissions == 1 && !path.is_dir() {
                    true => Ok(Place::File(ReportFile::open(path)?)),
                    false => Place::folder(path, "json"),
                });
        let page = self.page().map(|path| {
            let is_page = path.is_file() || path.extension().is_some_and(|it| it == "html");
            let is_file = is_page && !path.is_dir();
            match (self.student, is_file) {
                (true, false) => Place::folder(&path, "html"),
                (true, true) if submissions != 1 => bail!(
                    "found --html {} with --student, one page on which everybody is, expected a \
                     folder: --html DIR --student writes a page for each student with nobody \
                     else on it",
                    path.display()
                ),
                _ => Ok(Place::File(ReportFile::open(&path)?)),
            }
        });
        Ok(OpenReports {
            args: self,
            junit,
            markdown,
            gradescope: gradescope.transpose()?,
            page: page.transpose()?,
            lang: self.lang.language(),
            pictures: GamePictures::new(right),
            lines: None,
            errors: Vec::new(),
        })
    }

    /// Where the page goes: for students, the folder with their pages.
    pub(crate) fn page(&self) -> Option<PathBuf> {
        let path = self.html.clone()?;
        Some(match path.is_dir() && !self.student {
            true => path.join("report.html"),
            false => path,
        })
    }

    fn print(&self, results: &Results<'_>) -> io::Result<()> {
        // Data is printed as it is, whatever is in it; only text for people has colours.
        let mut plain = BufWriter::new(io::stdout());
        if self.json {
            return json::write(results, &mut plain);
        }
        if let Some(rows) = self.csv {
            return csv::write(results, rows, &mut plain);
        }
        if self.course.print(results, &mut plain)? {
            return Ok(());
        }
        let (out, colour) = terminal::output(false);
        let mut out = BufWriter::new(out);
        match &self.show {
            Some(wanted) => show::write(results, wanted, colour, &mut out),
            None => table::write(results, colour, &mut out),
        }
    }
}

/// Reports whose files are open.
pub(crate) struct OpenReports<'a> {
    args: &'a Reports,
    junit: Option<BufWriter<ReportFile>>,
    markdown: Option<BufWriter<ReportFile>>,
    gradescope: Option<Place>,
    page: Option<Place>,
    lang: Language,
    pictures: GamePictures,
    /// What is printed while results come in.
    lines: Option<JsonLines<BufWriter<io::Stdout>>>,
    errors: Vec<io::Error>,
}

impl OpenReports<'_> {
    /// Begins what is printed while results come in.
    pub(crate) fn begin(&mut self, plan: &Plan) {
        if self.args.jsonl {
            let lines = JsonLines::begin(BufWriter::new(io::stdout()), plan);
            self.lines = lines.map_err(|error| self.errors.push(error)).ok();
        }
    }

    /// Takes what has become known. What cannot be written is not gone on with.
    pub(crate) fn known(&mut self, results: &Results<'_>, event: Event<'_>) {
        let written = self.lines.as_mut().map(|lines| lines.take(results, event));
        if let Some(Err(error)) = written {
            self.errors.push(error);
            self.lines = None;
        }
    }

    /// Writes the reports; what kept some from being written.
    pub(crate) fn write(mut self, results: &Results<'_>) -> Vec<io::Error> {
        let printed = match (&mut self.lines, self.args.jsonl) {
            (Some(lines), _) => lines.end(results),
            (None, true) => Ok(()),
            (None, false) => self.args.print(results),
        };
        let junit = self.junit.map(|mut file| junit::write(results, &mut file));
        let gradescope = self
            .gradescope
            .map(|place| place.write(results, |it, out| gradescope::write(it, &self.lang, out)));
        let reader = match self.args.student {
            true => Reader::Student,
            false => Reader::Staff,
        };
        let (pictures, lang) = (&mut self.pictures, &self.lang);
        let markdown = self
            .markdown
            .map(|mut file| markdown::write(results, pictures, &mut file));
        let page = self.page.map(|place| {
            place.write(results, |results, out| {
                html::write(results, (reader, lang), pictures, out)
            })
        });
        let feedback = Some(self.args.course.write(results, lang, pictures));
        let written = [Some(printed), junit, markdown, gradescope, page, feedback];
        let errors = written.into_iter().flatten().filter_map(Result::err);
        self.errors.into_iter().chain(errors).collect()
    }
}

/// Where a report goes.
enum Place {
    /// One for all submissions.
    File(BufWriter<ReportFile>),
    /// One for each submission, with nobody else on it, in files with this ending.
    Folder(PathBuf, &'static str),
}

impl Place {
    /// A folder, which is made if it is not there.
    fn folder(folder: &Path, ending: &'static str) -> anyhow::Result<Self> {
        create_folder_of(folder, "each submission gets a file")?;
        Ok(Self::Folder(folder.to_owned(), ending))
    }

    fn write(
        self,
        results: &Results<'_>,
        mut write: impl FnMut(&Results<'_>, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let (folder, ending) = match self {
            Place::File(mut file) => return write(results, &mut file),
            Place::Folder(folder, ending) => (folder, ending),
        };
        let names = results.plan().submissions.iter().map(|it| it.name.as_str());
        for (submission, name) in file_names(names).into_iter().enumerate() {
            let mut file = ReportFile::open(&folder.join(format!("{name}.{ending}")))?;
            write(&results.alone(submission), &mut file)?;
        }
        Ok(())
    }
}

/// A file that a report goes to. It is opened before anything is graded, so that a mistake in
/// its name shows at once; what it held is gone only when the report begins.
struct ReportFile {
    path: PathBuf,
    file: File,
    is_begun: bool,
}

impl ReportFile {
    fn open(path: &Path) -> io::Result<BufWriter<Self>> {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        let file = file.map_err(cannot_write(path))?;
        Ok(BufWriter::new(Self {
            path: path.to_owned(),
            file,
            is_begun: false,
        }))
    }

    /// Does something with the file; an error names it.
    fn with<T>(&mut self, act: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        act(&mut self.file).map_err(cannot_write(&self.path))
    }
}

impl Write for ReportFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_begun {
            self.is_begun = true;
            self.with(|file| match file.metadata()?.is_file() {
                true => file.set_len(0),
                false => Ok(()), // A pipe or a device.
            })?;
        }
        self.with(|file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(File::flush)
    }
}
