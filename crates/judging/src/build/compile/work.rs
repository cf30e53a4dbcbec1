//! One submission being compiled: what the words of its language stand for.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build::language::toolchain::is_executable;
use crate::build::language::{Language, java};
use crate::build::recipe::{Recipe, choose, stands_out};
use crate::build::submission::{Inventory, Kind};
use crate::execute::Execute;

/// Where compiled programs are put that need a name from us.
const PROGRAM: &str = ".plyjudge-program";

/// One submission being compiled. Paths are from its folder.
pub(super) struct Work<'a> {
    language: &'a Language,
    name: &'a str,
    /// The class that is run, where the package says so.
    entry_point: Option<&'a str>,
    /// On the host.
    pub(super) folder: PathBuf,
    sources: Vec<PathBuf>,
    main: Option<PathBuf>,
    /// The Java classes that could be run.
    runnable: Vec<String>,
    /// The one that is run.
    class: String,
    /// The compiled program.
    program: PathBuf,
    /// Programs that were there before.
    given: Vec<PathBuf>,
}

impl<'a> Work<'a> {
    /// Work on the copy of a submission.
    pub(super) fn new(
        recipe: &'a Recipe,
        inventory: &'a Inventory,
        name: &'a str,
        copy: &Path,
    ) -> Self {
        let folder = &recipe.folder;
        let inner = |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).to_owned();
        let is_program = |kind: &Kind| matches!(kind, Kind::File { executable, .. } if *executable);
        let entries = inventory.entries.iter();
        Self {
            language: &recipe.language,
            name,
            entry_point: (inventory.source.added()).and_then(|it| it.entry_point.as_deref()),
            folder: copy.join(folder),
            sources: recipe.sources.iter().map(inner).collect(),
            main: recipe.main.as_ref().map(inner),
            runnable: Vec::new(),
            class: String::new(),
            program: PROGRAM.into(),
            given: entries
                .filter(|entry| is_program(&entry.kind))
                .map(|entry| inner(&entry.path))
                .collect(),
        }
    }

    /// Where a language runs classes and not files: gives files the names of their public
    /// classes, which compilers insist on, and remembers what could be run.
    pub(super) fn settle_names(&mut self) {
        if !self.language.mentions("{class}") {
            return;
        }
        for source in &mut self.sources {
            let path = self.folder.join(&*source);
            let text = fs::read(&path).unwrap_or_default();
            let declared = java::declared(&String::from_utf8_lossy(&text));
            self.runnable.extend(declared.runnable);
            let Some(public) = declared.public else {
                continue;
            };
            let mut named = source.with_file_name(public);
            named.set_extension("java");
            let free = !self.folder.join(&named).exists();
            if free && fs::rename(&path, self.folder.join(&named)).is_ok() {
                *source = named;
            }
        }
    }

    /// The compiler's words; none when there is nothing to compile.
    pub(super) fn compile_words(&self) -> Vec<OsString> {
        self.expand(&self.language.compile, |path| {
            match path.as_os_str().as_encoded_bytes().first() {
                Some(b'-') => Path::new(".").join(path).into(),
                _ => path.into(),
            }
        })
    }

    /// The words that run it, as it will see itself.
    pub(super) fn run_words(&self, executor: &dyn Execute) -> Vec<OsString> {
        let program = ["{main}".to_owned()];
        let words = match &self.language.run[..] {
            [] => &program,
            words => words,
        };
        self.expand(words, |path| {
            let host = match path == Path::new(".") {
                true => self.folder.clone(),
                false => self.folder.join(path),
            };
            executor.seen(&self.folder, &host).into()
        })
    }

    fn expand(&self, words: &[String], place: impl Fn(&Path) -> OsString) -> Vec<OsString> {
        let mut expanded = Vec::new();
        for word in words {
            if word == "{sources}" {
                expanded.extend(self.sources.iter().map(|path| place(path)));
                continue;
            }
            let values = [
                ("{program}", place(&self.program)),
                (
                    "{main}",
                    place(self.main.as_deref().unwrap_or(Path::new(""))),
                ),
                ("{folder}", place(Path::new("."))),
                ("{class}", OsString::from(&self.class)),
            ];
            expanded.push(replace(word, &values));
        }
        expanded
    }

    /// Finds out what compiling has made.
    ///
    /// # Errors
    /// That there is nothing to run, in words for who made the submission.
    pub(super) fn find_program(&mut self) -> Result<(), String> {
        if self.language.mentions("{class}") {
            let said = self.entry_point.map(str::to_owned);
            self.class = match said.filter(|class| self.runnable.contains(class)) {
                Some(class) => class,
                None => choose_class(&self.runnable, self.name)?,
            };
        }
        let names_it = self
            .language
            .compile
            .iter()
            .any(|w| w.contains("{program}"));
        let runs_it = self.language.run.iter().any(|w| w.contains("{program}"));
        if names_it {
            return match self.is_program(&self.program) {
                true => Ok(()),
                false => Err("compiling went well, but made no program".to_owned()),
            };
        }
        if !runs_it {
            return Ok(());
        }
        let mut made = self.products();
        if made.iter().any(|path| !self.given.contains(path)) {
            made.retain(|path| !self.given.contains(path));
        }
        if made.is_empty() {
            let places = self.language.products.join(", ").replace('.', "its folder");
            return Err(format!(
                "compiling went well, but made no program (looked in {places})"
            ));
        }
        self.program = choose(made, self.name)?;
        Ok(())
    }

    fn products(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for place in &self.language.products {
            let entries = fs::read_dir(self.folder.join(place));
            for entry in entries.into_iter().flatten().flatten() {
                let path = match place.as_str() {
                    "." => entry.file_name().into(),
                    _ => Path::new(place).join(entry.file_name()),
                };
                let is_library = path.extension().is_some_and(|ending| ending == "so");
                if !is_library && self.is_program(&path) {
                    found.push(path);
                }
            }
        }
        found
    }

    /// Whether this is a file that may be run. Links are not: what compiling made is a
    /// stranger's work.
    fn is_program(&self, path: &Path) -> bool {
        let about = self.folder.join(path).symlink_metadata();
        about.is_ok_and(|about| about.is_file() && is_executable(&about))
    }
}

/// The word with placeholders replaced. What is put in is not looked at again.
fn replace(word: &str, values: &[(&str, OsString)]) -> OsString {
    let mut done = OsString::new();
    let mut rest = word;
    while !rest.is_empty() {
        let found = values.iter().find(|(name, _)| rest.starts_with(name));
        let length = match found {
            Some((name, value)) => {
                done.push(value);
                name.len()
            }
            None => {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                done.push(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    done
}

/// The class that is run, of those that could be.
fn choose_class(runnable: &[String], name: &str) -> Result<String, String> {
    let stem = name.strip_suffix(".java").unwrap_or(name);
    let is_called = |class: &String, name: &str| class.rsplit('.').next() == Some(name);
    let chosen = stands_out(runnable, ["Main"], is_called, |it| is_called(it, stem));
    chosen.cloned().ok_or_else(|| match runnable {
        [] => "no class has a method `public static void main(String[] args)`".to_owned(),
        _ => {
            let classes = runnable.join(", ");
            format!("several classes with a method main ({classes}), and none is named Main")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{choose_class, replace};
    use std::ffi::OsString;

    #[test]
    fn placeholders_are_replaced_once() {
        let values = [("{a}", OsString::from("{b}")), ("{b}", OsString::from("x"))];
        assert_eq!(replace("-{a}{b}ü{c}", &values), "-{b}xü{c}");
    }

    #[test]
    fn the_class_that_is_run() {
        let choose = |classes: &[&str], name| {
            let classes: Vec<String> = classes.iter().map(|&class| class.into()).collect();
            choose_class(&classes, name)
        };
        assert_eq!(choose(&["p.X"], "a").as_deref(), Ok("p.X"));
        assert_eq!(choose(&["X", "p.Main"], "a").as_deref(), Ok("p.Main"));
        assert_eq!(choose(&["X", "Y"], "Y.java").as_deref(), Ok("Y"));
        assert!(choose(&["X", "Y"], "a").unwrap_err().contains("(X, Y)"));
        assert!(choose(&[], "a").is_err());
    }
}
