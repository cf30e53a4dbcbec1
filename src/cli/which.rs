//! Which files and folders are submissions.

use std::io::Read;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use glob::Pattern;

use super::settings::one_of;
use super::terminal::remark;
use crate::judge::build::language::Languages;
use crate::judge::build::submission::course::{Attempts, Naming};
use crate::judge::build::submission::{Choice, is_hidden, naming_of};
use crate::judge::grade::setup::Subject;
use crate::judge::suite::case::printable;
use crate::judge::suite::plan::NotProgram;
use crate::report::visible;
use plyjudge_runner::input::open;

/// How many bytes of a source are looked at.
const MOST_LOOKED_AT: u64 = 1 << 20;

/// What of a folder is graded.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WhichArgs {
    /// The file or folder is one submission, not a folder of submissions.
    #[arg(long, requires = "known", conflicts_with_all = ["only", "exclude"])]
    pub one: bool,
    /// Only the submissions of these names.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "known")]
    only: Vec<String>,
    /// Nothing whose name fits this pattern, such as '*.txt'; may be given several times.
    #[arg(long, value_name = "GLOB", requires = "known")]
    exclude: Vec<Pattern>,
    /// How files in the folder are named: by students (plain), or by Canvas or Moodle, which put
    /// names and numbers of students before them [default: recognised from the names].
    #[arg(long, value_name = "PLATFORM", requires = "known", value_parser = one_of(NAMINGS))]
    names: Option<Naming>,
    /// Where Canvas has several files of one name from a student, which count: the newest, the
    /// oldest, or all together as one program.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "newest",
        requires = "known",
        value_parser = one_of(ATTEMPTS)
    )]
    attempts: Attempts,
}

const NAMINGS: [(&str, Naming); 3] = [
    ("plain", Naming::Plain),
    ("canvas", Naming::Canvas),
    ("moodle", Naming::Moodle),
];

const ATTEMPTS: [(&str, Attempts); 3] = [
    ("newest", Attempts::Newest),
    ("oldest", Attempts::Oldest),
    ("together", Attempts::Together),
];

impl WhichArgs {
    /// What `path` stands for. Says on standard error when a folder looks like one program and
    /// is to be taken for several.
    pub(super) fn subject(&self, path: &Path, languages: &Languages) -> Subject {
        if self.one {
            return Subject::One(path.to_owned());
        }
        // Who chooses among submissions knows that there are several.
        let naming = self.names.unwrap_or_else(|| naming_of(path));
        let is_plain = self.names.is_none() && naming == Naming::Plain;
        let is_whole = self.only.is_empty() && self.exclude.is_empty() && is_plain;
        if let Some(sign) = sign_of_one(path, languages).filter(|_| is_whole) {
            remark(format_args!(
                "{}: {sign}; each file and folder in it is taken for a submission of its own \
                 (--one takes the folder for one)",
                path.display()
            ));
        }
        let choice = Choice {
            naming: Some(naming),
            attempts: self.attempts,
            only: self.only.clone(),
            exclude: self.exclude.clone(),
        };
        Subject::Folder(path.to_owned(), choice)
    }
}

/// What lets a folder look like one program, if something does. Several sources do if they
/// cannot all be programs: in a class each has a `main`, or none has a name for the one that
/// is run.
fn sign_of_one(folder: &Path, languages: &Languages) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_file()));
    let names = files.map(|entry| PathBuf::from(entry.file_name()));
    let names = names.filter(|name| !is_hidden(name.as_os_str()));
    let mut names: Vec<PathBuf> = names.collect();
    names.sort();
    let is_one_of = |name: &Path, known: &[String]| known.iter().any(|it| name == Path::new(it));
    for language in languages.iter() {
        let build_file = names.iter().find(|name| is_one_of(name, &language.files));
        if let Some(name) = build_file {
            return Some(format!("found {}", printable(name)));
        }
        let mut sources = names.iter().filter(|name| language.has_source(name));
        let (Some(one), Some(other)) = (sources.next(), sources.next()) else {
            continue;
        };
        let mut sources = [one, other].into_iter().chain(sources);
        let is_split = match language.main.is_empty() {
            true => sources
                .filter(|name| has_main(&folder.join(name)))
                .nth(1)
                .is_none(),
            false => sources.any(|name| is_one_of(name, &language.main)),
        };
        if is_split {
            let (one, other) = (printable(one), printable(other));
            let language = &language.name;
            return Some(format!("found several {language} files, {one} and {other}"));
        }
    }
    let is_header = |name: &&PathBuf| name.extension().is_some_and(|it| it == "h" || it == "hpp");
    let header = printable(names.iter().find(is_header)?);
    Some(format!("found {header}, a part of a program"))
}

/// Whether a source speaks of `main`.
fn has_main(source: &Path) -> bool {
    let mut text = Vec::new();
    let read = open(source).and_then(|file| file.take(MOST_LOOKED_AT).read_to_end(&mut text));
    read.is_ok() && text.contains_str("main")
}

/// Says on standard error what was found that is no program.
pub(super) fn say_not_programs(not_programs: &[NotProgram]) {
    if let [first, ..] = not_programs {
        let names = not_programs.iter().map(|it| visible::name(&it.name));
        remark(format_args!(
            "left out as not a program: {} ({})",
            names.collect::<Vec<_>>().join(", "),
            visible::name(&first.reason)
        ));
    }
}
