//! Languages: how a submission is recognised, compiled and run. A table, not code.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::files::FileError;

pub mod java;
pub mod toolchain;

/// The built-in table; says what each key means.
const TABLE: &str = include_str!("language/table.toml");

/// One language. The keys are those of the built-in table, which says what they mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Its name, for people.
    pub name: String,
    /// Its code in problem packages.
    #[serde(default, skip_serializing)]
    pub code: Option<String>,
    /// Files that make a folder one of this language.
    #[serde(default)]
    pub files: Vec<String>,
    /// Endings of the names of its source files, without the dot.
    #[serde(default)]
    pub extensions: Vec<String>,
    /// Whether its files count only where there is neither a source of another language nor a
    /// program.
    #[serde(default, skip_serializing)]
    pub alone: bool,
    /// Names of the source file that is run; empty when all of them are the program.
    #[serde(default)]
    pub main: Vec<String>,
    /// How it is compiled; empty when it is not.
    #[serde(default)]
    pub compile: Vec<String>,
    /// Folders in which compiling leaves the program.
    #[serde(default)]
    pub products: Vec<String>,
    /// How it is run.
    pub run: Vec<String>,
    /// Variables for both.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What prints the folder of the toolchain.
    #[serde(default)]
    pub locate: Vec<String>,
    /// What prints the version of its tool.
    #[serde(default, skip_serializing)]
    pub version: Vec<String>,
}

impl Language {
    /// Whether a file of that name is one of its sources.
    pub fn has_source(&self, file: &Path) -> bool {
        let extension = file.extension().map(OsStr::as_encoded_bytes);
        let mut extensions = self.extensions.iter();
        extension.is_some_and(|found| extensions.any(|own| own.as_bytes() == found))
    }

    /// The programs that compile and run its submissions.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        let first = [self.compile.first(), self.run.first()];
        let tools = first.into_iter().flatten().map(String::as_str);
        tools.filter(|tool| !tool.starts_with('{'))
    }

    /// What to ask for its version: what the table says, or its first tool's `--version`.
    pub fn asks_version(&self) -> Vec<String> {
        match (&self.version[..], self.tools().next()) {
            ([], Some(tool)) => vec![tool.to_owned(), "--version".to_owned()],
            (own, _) => own.to_vec(),
        }
    }

    /// Whether its words speak of that placeholder.
    pub fn mentions(&self, placeholder: &str) -> bool {
        let mut words = self.compile.iter().chain(&self.run);
        words.any(|word| word.contains(placeholder))
    }
}

/// All languages, in the order in which they are tried.
#[derive(Clone, Debug)]
pub struct Languages(Vec<Arc<Language>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageTable {
    language: Vec<Language>,
}

impl Default for Languages {
    fn default() -> Self {
        let table: LanguageTable =
            toml::from_str(TABLE).expect("the built-in table is well-formed");
        Self(table.language.into_iter().map(Arc::new).collect())
    }
}

impl Languages {
    /// Adds the languages of a file in front of these. One that has the name of another
    /// takes its place.
    ///
    /// # Errors
    /// When the file cannot be read or is not such a table.
    pub fn add(&mut self, path: &Path) -> Result<(), FileError> {
        let text = std::fs::read_to_string(path).map_err(FileError::when(path, "cannot read"))?;
        let table: LanguageTable =
            toml::from_str(&text).map_err(|error| FileError::toml(path, &text, &error))?;
        for language in &table.language {
            if let Some(problem) = problem(language) {
                let name = &language.name;
                return Err(FileError::new(
                    path,
                    format_args!("language '{name}': {problem}"),
                ));
            }
        }
        let named = |name: &str| table.language.iter().any(|new| new.name == name);
        self.0.retain(|old| !named(&old.name));
        let new = table.language.into_iter().map(Arc::new);
        self.0.splice(0..0, new);
        Ok(())
    }

    /// The languages with a code of problem packages; none if there is no such.
    pub fn of_code(&self, code: &str) -> Option<Self> {
        let has_code = |language: &&Arc<Language>| language.code.as_deref() == Some(code);
        let found: Vec<_> = self.iter().filter(has_code).cloned().collect();
        (!found.is_empty()).then_some(Self(found))
    }

    /// What to type for a file that cannot be executed itself, where its language is known:
    /// what runs it, or that it has to be compiled.
    pub fn advice(&self, file: &Path) -> Option<String> {
        let language = self.iter().find(|language| language.has_source(file))?;
        let file = file.display();
        Some(match language.run.iter().any(|word| word == "{main}") {
            true => format!("--command '{} {file}' runs it", language.run[0]),
            false => format!("{file} without --command compiles it"),
        })
    }

    /// The languages, in the order in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.0.iter()
    }
}

fn problem(language: &Language) -> Option<&'static str> {
    if language.run.is_empty() {
        Some("found no words in `run`, expected a program")
    } else if language.files.is_empty() && language.extensions.is_empty() {
        Some("found neither `files` nor `extensions`, expected one of them")
    } else if language.mentions("{main}") && language.main.is_empty() {
        Some("found {main}, expected `main` to say what such a file is called")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Languages, problem};
    use std::path::Path;

    fn added(text: &str) -> Result<Languages, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("more.toml");
        std::fs::write(&path, text).unwrap();
        let mut languages = Languages::default();
        let added = languages.add(&path).map(|()| languages);
        added.map_err(|error| {
            error
                .to_string()
                .replace(&path.display().to_string(), "FILE")
        })
    }

    #[test]
    fn the_built_in_table_can_be_used() {
        let languages = Languages::default();
        for language in languages.iter() {
            assert_eq!(problem(language), None, "{}", language.name);
        }
        let of = |file: &str| -> Vec<&str> {
            let all = languages.iter().filter(|l| l.has_source(Path::new(file)));
            all.map(|language| language.name.as_str()).collect()
        };
        assert_eq!(of("a.b.c"), ["C"]);
        assert_eq!(of("x.cpp"), ["C++"]);
        assert_eq!(of("x.h"), [""; 0]);
        assert_eq!(of("py"), [""; 0]);
    }

    #[test]
    fn how_a_source_is_run_is_known() {
        let advice = |file: &str| Languages::default().advice(Path::new(file));
        let python = "--command 'python3 x.py' runs it";
        assert_eq!(advice("x.py").as_deref(), Some(python));
        assert_eq!(
            advice("./x.c").as_deref(),
            Some("./x.c without --command compiles it")
        );
        assert_eq!(advice("x"), None);
    }

    #[test]
    fn a_file_adds_and_replaces() {
        let text = "[[language]]\nname = 'C'\nextensions = ['c']\nrun = ['tcc', '-run']\n\
                    [[language]]\nname = 'Lua'\nextensions = ['lua']\nmain = ['main.lua']\n\
                    run = ['lua', '{main}']\n";
        let languages = added(text).unwrap();
        let names: Vec<_> = languages.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names[..3], ["C", "Lua", "Makefile"]);
        assert_eq!(names.iter().filter(|name| **name == "C").count(), 1);
    }

    #[test]
    fn a_file_that_is_wrong_is_refused() {
        let error = |text| added(text).unwrap_err();
        assert_eq!(
            error("[[language]]\nname = 'X'\nextensions = ['x']\nrun = []\n"),
            "FILE: language 'X': found no words in `run`, expected a program"
        );
        assert!(error("[[language]]\nname = 'X'\nrun = ['x']\n").contains("found neither"));
        let main = "[[language]]\nname = 'X'\nextensions = ['x']\nrun = ['x', '{main}']\n";
        assert!(error(main).contains("found {main}"));
        assert!(error("[[language]]\nnames = 'X'\n").contains("line 2"));
    }
}
