//! Which files and folders are submissions.

use std::path::{Path, PathBuf};

use glob::Pattern;

use crate::judge::case::printable;
use crate::judge::language::Languages;
use crate::judge::plan::NotProgram;
use crate::judge::setup::Subject;
use crate::judge::submission::{Choice, is_hidden};
use crate::report::visible;

/// What of a folder is graded.
#[derive(Clone, Debug, clap::Args)]
pub struct WhichArgs {
    /// The file or folder is one submission, not a folder of submissions.
    #[arg(long, requires = "cases", conflicts_with_all = ["only", "exclude"])]
    pub one: bool,
    /// Only the submissions of these names.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "cases")]
    only: Vec<String>,
    /// Nothing whose name fits this pattern, such as '*.txt'; may be given several times.
    #[arg(long, value_name = "GLOB", requires = "cases")]
    exclude: Vec<Pattern>,
}

impl WhichArgs {
    /// What `path` stands for; `except` are files of ours. Says on standard error when a
    /// folder looks like one program and is to be taken for several.
    pub fn subject(&self, path: &Path, except: Vec<PathBuf>, languages: &Languages) -> Subject {
        if self.one {
            return Subject::One(path.to_owned());
        }
        if let Some(sign) = sign_of_one(path, languages) {
            eprintln!(
                "plyjudge: {}: {sign}; each file and folder in it is taken for a submission of \
                 its own (--one takes the folder for one)",
                path.display()
            );
        }
        let choice = Choice {
            only: self.only.clone(),
            exclude: self.exclude.clone(),
            except,
        };
        Subject::Folder(path.to_owned(), choice)
    }
}

/// What lets a folder look like one program, if something does.
fn sign_of_one(folder: &Path, languages: &Languages) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_file()));
    let names = files.map(|entry| PathBuf::from(entry.file_name()));
    let names = names.filter(|name| !is_hidden(name.as_os_str()));
    let mut names: Vec<PathBuf> = names.collect();
    names.sort();
    for language in languages.iter() {
        let is_build_file =
            |name: &&PathBuf| language.files.iter().any(|it| *name == Path::new(it));
        if let Some(name) = names.iter().find(is_build_file) {
            return Some(format!("found {}", printable(name)));
        }
        let mut sources = names.iter().filter(|name| language.has_source(name));
        if let (Some(one), Some(other)) = (sources.next(), sources.next()) {
            let (one, other) = (printable(one), printable(other));
            return Some(format!(
                "found several {} files, {one} and {other}",
                language.name
            ));
        }
    }
    let is_header = |name: &&PathBuf| name.extension().is_some_and(|it| it == "h" || it == "hpp");
    let header = printable(names.iter().find(is_header)?);
    Some(format!("found {header}, a part of a program"))
}

/// Says on standard error what was found that is no program.
pub fn say_not_programs(not_programs: &[NotProgram]) {
    if let [first, ..] = not_programs {
        let names = not_programs.iter().map(|it| visible::name(&it.name));
        eprintln!(
            "plyjudge: left out as not a program: {} ({})",
            names.collect::<Vec<_>>().join(", "),
            visible::name(&first.reason)
        );
    }
}
