//! Recipes: what to do with a submission, told from what is in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build::language::{Language, Languages};
use crate::build::submission::archive::is_foreign;
use crate::build::submission::{Entry, Inventory, Kind, Source, Unfit, is_hidden};
use crate::suite::case::printable;

/// What to do with a submission: compile it, if its language does that, and run it. Paths are from
/// its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The language. That of a program which is there already has no words to run it.
    pub language: Arc<Language>,
    /// Where it is compiled: the folder, or the only one that is in it.
    pub folder: PathBuf,
    /// Its source files; none for a language that goes by its build file.
    pub sources: Vec<PathBuf>,
    /// The one that is run, for a language that has such a thing; or the program.
    pub main: Option<PathBuf>,
}

impl Recipe {
    /// The recipe for a folder with a script `run`, which a script `build` makes first if it
    /// `builds`.
    pub(crate) fn of_scripts(builds: bool) -> Self {
        let build = builds.then(|| "./build".to_owned());
        let language = Language {
            name: "scripts".to_owned(),
            compile: build.into_iter().collect(),
            run: vec!["{folder}/run".to_owned()],
            ..Language::default()
        };
        Self {
            language: Arc::new(language),
            ..Self::default()
        }
    }

    /// The recipe for a program that is there already.
    fn of_program(path: PathBuf) -> Self {
        let language = Language {
            name: "executable".to_owned(),
            ..Language::default()
        };
        Self {
            language: Arc::new(language),
            main: Some(path),
            ..Self::default()
        }
    }

    /// The language, if there is one.
    pub fn language(&self) -> Option<&Language> {
        Some(&*self.language).filter(|language| !language.run.is_empty())
    }

    /// Whether the compiler is called with these options, and with no others that might contradict
    /// them, as far as one sees.
    pub fn has_options(&self, options: &[&str]) -> bool {
        let own = self.language.compile.iter().map(String::as_str);
        own.filter(|it| it.starts_with("-O"))
            .eq(options.iter().copied())
    }

    /// The same with more options for the compiler; none where no compiler of C or C++ is
    /// called that takes them.
    pub fn with_options(&self, options: &[&str]) -> Option<Self> {
        const COMPILERS: [&str; 6] = ["cc", "gcc", "clang", "c++", "g++", "clang++"];
        let mut recipe = self.clone();
        let words = &mut Arc::make_mut(&mut recipe.language).compile;
        let compiler = Path::new(words.first()?).file_name()?.to_str()?;
        if !COMPILERS.contains(&compiler) {
            return None;
        }
        // Of options that contradict each other the last one counts.
        let at = words.iter().position(|word| word == "{sources}")?;
        words.splice(at..at, options.iter().map(|&option| option.to_owned()));
        Some(recipe)
    }
}

/// Names of a program among several.
const PROGRAM_NAMES: [&str; 3] = ["main", "program", "a.out"];

/// Endings of the names of source files that there may be no language for.
const SOURCES: &[&str] = &[
    "adb", "asm", "bas", "bat", "class", "clj", "coffee", "cr", "cs", "d", "dart", "erl", "ex",
    "exs", "f", "f90", "f95", "for", "fs", "groovy", "hs", "ipynb", "jar", "jl", "jsx", "kt",
    "kts", "lisp", "lua", "m", "ml", "nim", "pas", "php", "pl", "ps1", "r", "rb", "rkt", "s",
    "scala", "scm", "sh", "sql", "swift", "tcl", "ts", "tsx", "v", "vb", "zig",
];

/// Looks into a submission, and into the archive in it if that is all there is to look into:
/// what is in it, and what to do with it.
///
/// # Errors
/// Why it cannot be run.
pub fn look_into(source: &Source, languages: &Languages) -> Result<(Inventory, Recipe), Unfit> {
    let only = match source.added().and_then(|added| added.language.as_ref()) {
        Some(code) => Some(languages.of_code(code).ok_or_else(|| {
            let code = code.escape_default();
            Unfit::Ours(format!(
                "no recipe for language '{code}': add one with --languages"
            ))
        })?),
        None => None,
    };
    let languages = only.as_ref().unwrap_or(languages);
    let (inventory, found) = look_alone(source, languages)?;
    let code = found.language.code.as_deref().unwrap_or_default();
    let Some(whole) = inventory.source.with_files_in(code, &found.folder) else {
        return Ok((inventory, found));
    };
    let inventory = whole.take_stock()?;
    let found = recipe(&inventory, &source.name, languages)?;
    Ok((inventory, found))
}

/// The same without the files that a package includes.
fn look_alone(source: &Source, languages: &Languages) -> Result<(Inventory, Recipe), Unfit> {
    let inventory = source.take_stock()?;
    let found = recipe(&inventory, &source.name, languages);
    let mut archives = inventory.archives();
    match (found, archives.next(), archives.next()) {
        (Err(Unfit::NoProgram(_)), Some(only), None) => {
            let inventory = source.packed_in(only).take_stock()?;
            let recipe = recipe(&inventory, &source.name, languages)?;
            Ok((inventory, recipe))
        }
        (Err(Unfit::NoProgram(_)), Some(one), Some(other)) => {
            let (one, other) = (printable(one), printable(other));
            let text = format!("several archives ({one}, {other}), expected one");
            Err(Unfit::Theirs(text))
        }
        (Err(unfit), ..) => Err(unfit),
        (Ok(recipe), ..) => {
            drop(archives);
            Ok((inventory, recipe))
        }
    }
}

/// The recipe for a submission of that name.
///
/// # Errors
/// Why there is none.
pub fn recipe(inventory: &Inventory, name: &str, languages: &Languages) -> Result<Recipe, Unfit> {
    let visible = |entry: &&Entry| !entry.path.iter().any(is_hidden);
    let entries: Vec<&Entry> = inventory.entries.iter().filter(visible).collect();
    let folder = only_folder(&entries);
    let inner: Vec<&Entry> = entries
        .iter()
        .copied()
        .filter(|entry| entry.path.starts_with(&folder) && entry.path != folder)
        .collect();
    if let Some(language) = by_build_file(&inner, &folder, languages) {
        return Ok(Recipe {
            language,
            folder,
            ..Recipe::default()
        });
    }
    let from_sources = |alone: bool| -> Result<Option<Recipe>, Unfit> {
        let Some(found) = by_sources(&inner, languages, alone).map_err(Unfit::Theirs)? else {
            return Ok(None);
        };
        let (language, sources) = (&found.language, &found.sources);
        let said = inventory.source.added();
        let said = said.and_then(|added| added.entry_point.as_deref());
        let said = said.map(|file| folder.join(file));
        let main = match said.filter(|file| sources.contains(file)) {
            _ if language.main.is_empty() => None,
            Some(main) => Some(main),
            None => Some(main_source(language, sources, name).map_err(Unfit::Theirs)?),
        };
        Ok(Some(Recipe {
            main,
            folder: folder.clone(),
            ..found
        }))
    };
    if let Some(recipe) = from_sources(false)? {
        return Ok(recipe);
    }
    let program = program(&inner, name);
    if let Ok(Some(path)) = program {
        return Ok(Recipe::of_program(path));
    }
    if let Some(recipe) = from_sources(true)? {
        return Ok(recipe);
    }
    program.map_err(Unfit::Theirs)?;
    Err(nothing(&inner, &inventory.left_out, languages))
}

/// The folder that everything is in, however deep.
fn only_folder(entries: &[&Entry]) -> PathBuf {
    let mut folder = PathBuf::new();
    loop {
        let mut children = entries
            .iter()
            .filter(|entry| entry.path.parent() == Some(&folder));
        match (children.next(), children.next()) {
            (Some(only), None) if only.kind == Kind::Folder => folder.clone_from(&only.path),
            _ => return folder,
        }
    }
}

fn by_build_file(
    entries: &[&Entry],
    folder: &Path,
    languages: &Languages,
) -> Option<Arc<Language>> {
    let has = |name: &String| {
        let path = folder.join(name);
        let mut entries = entries.iter();
        entries.any(|entry| entry.path == path && entry.kind != Kind::Folder)
    };
    let mut languages = languages.iter();
    let found = languages.find(|language| language.files.iter().any(has));
    found.cloned()
}

/// The language of the sources that are nearest to the top, with all sources of it: among those
/// that count only where nothing else is there, or among the others.
fn by_sources(
    entries: &[&Entry],
    languages: &Languages,
    alone: bool,
) -> Result<Option<Recipe>, String> {
    let of = |path: &Path| {
        let mut languages = languages.iter().filter(|it| it.alone == alone);
        languages.find(|language| language.has_source(path))
    };
    let sources: Vec<(&Path, &Arc<Language>)> = entries
        .iter()
        .filter(|entry| entry.kind != Kind::Folder)
        .filter_map(|entry| Some((entry.path.as_path(), of(&entry.path)?)))
        .collect();
    let depth = |path: &Path| path.iter().count();
    let Some(top) = sources.iter().map(|(path, _)| depth(path)).min() else {
        return Ok(None);
    };
    let mut at_top = sources.iter().filter(|(path, _)| depth(path) == top);
    let (first, language) = at_top.next().expect("one is at the top");
    if let Some((other, second)) = at_top.find(|(_, second)| second.name != language.name) {
        let (first, other) = (printable(first), printable(other));
        let (one, two) = (&language.name, &second.name);
        return Err(format!(
            "sources of several languages, {one} ({first}) and {two} ({other}): \
             expected one language, or a Makefile"
        ));
    }
    let own = sources.iter().filter(|(_, l)| l.name == language.name);
    Ok(Some(Recipe {
        language: Arc::clone(language),
        sources: own.map(|(path, _)| (*path).to_owned()).collect(),
        ..Recipe::default()
    }))
}

/// The one of several that stands out: it has a usual name, or the submission's, or is the only one.
pub(super) fn stands_out<T>(
    all: &[T],
    usual: impl IntoIterator<Item = impl AsRef<str>>,
    is_called: impl Fn(&T, &str) -> bool,
    is_named: impl Fn(&T) -> bool,
) -> Option<&T> {
    let called = |name: &str| all.iter().find(|it| is_called(it, name));
    let mut usual = usual.into_iter();
    usual
        .find_map(|name| called(name.as_ref()))
        .or_else(|| all.iter().find(|it| is_named(it)))
        .or_else(|| all.first().filter(|_| all.len() == 1))
}

/// The source that is run, of those at the top.
fn main_source(language: &Language, sources: &[PathBuf], name: &str) -> Result<PathBuf, String> {
    let depth = |path: &&PathBuf| path.iter().count();
    let top = sources.iter().map(|path| depth(&path)).min();
    let at_top: Vec<&PathBuf> = sources.iter().filter(|p| Some(depth(p)) == top).collect();
    let is_called = |path: &&PathBuf, wanted: &str| path.file_name() == Some(OsStr::new(wanted));
    // A submission that is a file is named like it, and may have others added.
    let is_named = |path: &&PathBuf| {
        let name = Some(OsStr::new(name));
        path.file_stem() == name || path.file_name() == name
    };
    let main = stands_out(&at_top, &language.main, is_called, is_named);
    main.map(|&path| path.clone()).ok_or_else(|| {
        format!(
            "several {} files, and none is named {}",
            language.name, language.main[0]
        )
    })
}

/// The program among the files of a submission.
fn program(entries: &[&Entry], name: &str) -> Result<Option<PathBuf>, String> {
    let mut programs = Vec::new();
    let mut not_marked = None;
    let mut foreign = None;
    for entry in entries {
        let Kind::File { executable, start } = &entry.kind else {
            continue;
        };
        match (start.as_slice(), executable) {
            (b"\x7fELF" | [b'#', b'!', ..], true) => programs.push(entry.path.clone()),
            (b"\x7fELF" | [b'#', b'!', ..], false) => not_marked = Some(&entry.path),
            (b"\xcf\xfa\xed\xfe" | b"\xca\xfe\xba\xbe", true) => {
                foreign = Some((&entry.path, "macOS"));
            }
            ([b'M', b'Z', ..], _) => foreign = Some((&entry.path, "Windows")),
            _ => {}
        }
    }
    if !programs.is_empty() {
        return choose(programs, name).map(Some);
    }
    if let Some(path) = not_marked {
        let path = printable(path);
        return Err(format!(
            "{path} is a program, but not marked as executable (chmod +x)"
        ));
    }
    match foreign {
        Some((path, system)) => Err(format!("{} is a program for {system}", printable(path))),
        None => Ok(None),
    }
}

/// The program among several.
///
/// # Errors
/// When none stands out.
pub fn choose(mut programs: Vec<PathBuf>, name: &str) -> Result<PathBuf, String> {
    programs.sort();
    let is_called = |path: &PathBuf, wanted: &str| path.file_name() == Some(OsStr::new(wanted));
    let chosen = stands_out(&programs, PROGRAM_NAMES, is_called, |it| {
        is_called(it, name)
    });
    chosen.cloned().ok_or_else(|| {
        let names: Vec<String> = programs.iter().take(5).map(|p| printable(p)).collect();
        let names = names.join(", ");
        format!("several programs ({names}), and none is named main")
    })
}

/// Why there is nothing to run: it is no program, or we do not know what to do with it.
fn nothing(entries: &[&Entry], left_out: &[String], languages: &Languages) -> Unfit {
    let files = entries.iter().filter(|entry| entry.kind != Kind::Folder);
    let paths = files.map(|entry| entry.path.as_path());
    let names: Vec<String> = paths.clone().take(5).map(printable).collect();
    let mut text = match names.is_empty() {
        true => "nothing to compile: it is empty".to_owned(),
        false => format!(
            "nothing to compile: found {}, expected sources of a known language, a Makefile \
             or a program",
            names.join(", ")
        ),
    };
    for reason in left_out.iter().take(3) {
        text += "; ";
        text += reason;
    }
    if !left_out.is_empty() {
        return Unfit::Theirs(text);
    }
    for path in paths {
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        let ending = ending.unwrap_or_default();
        let is_other_case = || {
            let mut languages = languages.iter();
            languages.any(|language| language.has_source(&path.with_extension(&ending)))
        };
        if SOURCES.iter().any(|known| ending == *known) || is_other_case() {
            let ending = printable(Path::new(path.extension().unwrap_or_default()));
            let path = printable(path);
            return Unfit::Ours(format!(
                "{path}: no recipe for .{ending}: add one with --languages"
            ));
        }
        if is_foreign(path) {
            let path = printable(path);
            return Unfit::Ours(format!(
                "{path}: cannot be unpacked here, expected zip, tar or tar.gz"
            ));
        }
    }
    Unfit::NoProgram(text)
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Recipe, recipe};
    use crate::build::language::Languages;
    use crate::build::submission::{Choice, Unfit, find};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// The recipe for a submission `me` of these files; a `+` marks an executable, contents
    /// follow a `=`.
    fn of(files: &str) -> Result<Recipe, Unfit> {
        let folder = tempfile::tempdir().unwrap();
        let me = folder.path().join("me");
        fs::create_dir(&me).unwrap();
        for file in files.split_whitespace() {
            let (name, content) = file.split_once('=').unwrap_or((file, ""));
            let path = me.join(name.trim_start_matches('+'));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content).unwrap();
            if name.starts_with('+') {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
        let source = find(folder.path(), &Choice::default())
            .unwrap()
            .pop()
            .unwrap();
        let inventory = source.take_stock().unwrap();
        recipe(&inventory, &source.name, &Languages::default())
    }

    /// `LANGUAGE FOLDER: SOURCES (MAIN)`.
    fn told(files: &str) -> String {
        match of(files) {
            Err(Unfit::Theirs(reason)) => reason,
            Err(Unfit::Ours(reason)) => format!("ours: {reason}"),
            Err(Unfit::NoProgram(reason)) => format!("no program: {reason}"),
            Ok(recipe) => {
                let sources = recipe.sources.iter().map(|p| p.display().to_string());
                let sources = sources.collect::<Vec<_>>().join(" ");
                let (folder, main) = (recipe.folder.display(), recipe.main.unwrap_or_default());
                match recipe.language.run.is_empty() {
                    true => format!("run {}", main.display()),
                    false => format!(
                        "{} {folder}: {sources} ({})",
                        recipe.language.name,
                        main.display()
                    ),
                }
            }
        }
    }

    #[track_caller]
    fn check(all: &[(&str, &str)]) {
        for (files, expected) in all {
            assert_eq!(told(files), *expected, "{files}");
        }
    }

    #[test]
    fn sources_of_one_language() {
        check(&[
            ("a.c b.c b.h notes.txt", "C : a.c b.c ()"),
            ("main.cpp lib/x.cpp", "C++ : lib/x.cpp main.cpp ()"),
            ("x.py", "Python 3 : x.py (x.py)"),
            ("x.py main.py", "Python 3 : main.py x.py (main.py)"),
            ("x.py me.py", "Python 3 : me.py x.py (me.py)"),
            ("x.py pkg/y.py", "Python 3 : pkg/y.py x.py (x.py)"),
            ("a.c tests/t.py", "C : a.c ()"),
            // Scripts that people keep beside their program are no sources of it.
            ("run.sh plot.R src/a.c", "C : src/a.c ()"),
            ("run.sh", "Bash : run.sh (run.sh)"),
            (
                "x.py y.py",
                "several Python 3 files, and none is named main.py",
            ),
            (
                "a.c b.py",
                "sources of several languages, C (a.c) and Python 3 (b.py): expected one language, \
                 or a Makefile",
            ),
        ]);
    }

    #[test]
    fn build_files_come_first() {
        check(&[
            ("Makefile a.c b.py", "Makefile :  ()"),
            ("Cargo.toml src/main.rs", "Cargo :  ()"),
            ("go.mod x.go", "Go module :  ()"),
            ("Makefile/x.c", "C Makefile: Makefile/x.c ()"),
        ]);
    }

    #[test]
    fn a_folder_in_a_folder() {
        check(&[
            ("p/q/a.c __MACOSX/p/._a.c .DS_Store", "C p/q: p/q/a.c ()"),
            ("p/Makefile p/a.c", "Makefile p:  ()"),
        ]);
    }

    #[test]
    fn programs() {
        check(&[
            ("+x=\x7fELF README", "run x"),
            ("+go=#!/bin/sh +data.csv=1,2", "run go"),
            ("+x=#! +me=#!", "run me"),
            (
                "+x=#! +y=#!",
                "several programs (x, y), and none is named main",
            ),
            (
                "x=\x7fELF",
                "x is a program, but not marked as executable (chmod +x)",
            ),
            ("x.exe=MZ", "x.exe is a program for Windows"),
        ]);
    }

    #[test]
    fn what_is_no_program() {
        let empty = "no program: nothing to compile: it is empty";
        check(&[
            ("", empty),
            (".DS_Store __MACOSX/._a.c", empty),
            (
                "a.docx +b.txt=hi",
                "no program: nothing to compile: found a.docx, b.txt, expected sources of a known \
                 language, a Makefile or a program",
            ),
        ]);
        for file in [
            "grades.csv",
            "submission_metadata.yml",
            "a.c.bak",
            "notes.pdf",
        ] {
            assert!(told(file).starts_with("no program: "), "{file}");
        }
    }

    #[test]
    fn what_we_do_not_know_is_not_their_fault() {
        let text = "ours: src/main.swift: no recipe for .swift: add one with --languages";
        assert_eq!(told("README src/main.swift"), text);
        let text = "ours: MAIN.C: no recipe for .C: add one with --languages";
        assert_eq!(told("MAIN.C"), text);
        let text = "ours: a.rar: cannot be unpacked here, expected zip, tar or tar.gz";
        check(&[("a.rar", text), ("a.c b.swift", "C : a.c ()")]);
    }
}
