//! Recipes: what to do with a submission, told from what is in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build::language::{Language, Languages};
use crate::build::submission::archive::is_foreign;
use crate::build::submission::{Entry, Inventory, Kind, Source, Unfit, is_hidden};
use crate::suite::case::printable;

/// What to do with a submission. Paths are from its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Compile it, if the language does that, and run it.
    Language {
        /// The language.
        language: Arc<Language>,
        /// Where it is compiled: the folder, or the only one that is in it.
        folder: PathBuf,
        /// Its source files; none for a language that goes by its build file.
        sources: Vec<PathBuf>,
        /// The one that is run, for a language that has such a thing.
        main: Option<PathBuf>,
    },
    /// Run this file of it.
    Program(PathBuf),
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
        Recipe::Language {
            language: Arc::new(language),
            folder: PathBuf::new(),
            sources: Vec::new(),
            main: None,
        }
    }

    /// The language, if it is known.
    pub fn language(&self) -> Option<&Language> {
        match self {
            Recipe::Language { language, .. } => Some(language),
            Recipe::Program(_) => None,
        }
    }

    /// Whether the compiler is called with these options, and with no others that might contradict
    /// them, as far as one sees.
    pub fn has_options(&self, options: &[&str]) -> bool {
        let Some(language) = self.language() else {
            return false;
        };
        let own = language.compile.iter();
        let own: Vec<&str> = own
            .map(String::as_str)
            .filter(|it| it.starts_with("-O"))
            .collect();
        own == options
    }

    /// The same with more options for the compiler; none where no compiler of C or C++ is
    /// called that takes them.
    pub fn with_options(&self, options: &[&str]) -> Option<Self> {
        const COMPILERS: [&str; 6] = ["cc", "gcc", "clang", "c++", "g++", "clang++"];
        let mut recipe = self.clone();
        let Recipe::Language { language, .. } = &mut recipe else {
            return None;
        };
        let words = &mut Arc::make_mut(language).compile;
        let compiler = Path::new(words.first()?).file_name()?.to_str()?;
        if !COMPILERS.contains(&compiler) {
            return None;
        }
        // Of options that contradict each other the last one counts.
        let at = words.iter().position(|word| word == "{sources}")?;
        words.splice(at..at, options.iter().map(|&option| option.to_owned()));
        Some(recipe)
    }

    /// What it is taken for, for people.
    pub fn name(&self) -> &str {
        match self {
            Recipe::Language { language, .. } => &language.name,
            Recipe::Program(_) => "executable",
        }
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
    let (code, folder) = match &found {
        Recipe::Language {
            language, folder, ..
        } => (language.code.as_deref().unwrap_or_default(), &**folder),
        Recipe::Program(_) => ("", Path::new("")),
    };
    let Some(whole) = inventory.source.with_files_in(code, folder) else {
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
        return Ok(Recipe::Language {
            language,
            folder,
            sources: Vec::new(),
            main: None,
        });
    }
    let from_sources = |alone: bool| -> Result<Option<Recipe>, Unfit> {
        let sources = by_sources(&inner, languages, alone).map_err(Unfit::Theirs)?;
        let Some((language, sources)) = sources else {
            return Ok(None);
        };
        let said = inventory.source.added();
        let said = said.and_then(|added| added.entry_point.as_deref());
        let said = said.map(|file| folder.join(file));
        let main = match said.filter(|file| sources.contains(file)) {
            _ if language.main.is_empty() => None,
            Some(main) => Some(main),
            None => Some(main_source(&language, &sources, name).map_err(Unfit::Theirs)?),
        };
        Ok(Some(Recipe::Language {
            language,
            folder: folder.clone(),
            sources,
            main,
        }))
    };
    if let Some(recipe) = from_sources(false)? {
        return Ok(recipe);
    }
    let program = program(&inner, name);
    if let Ok(Some(path)) = program {
        return Ok(Recipe::Program(path));
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
#[expect(clippy::type_complexity, reason = "two things that belong together")]
fn by_sources(
    entries: &[&Entry],
    languages: &Languages,
    alone: bool,
) -> Result<Option<(Arc<Language>, Vec<PathBuf>)>, String> {
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
    let paths = own.map(|(path, _)| (*path).to_owned()).collect();
    Ok(Some((Arc::clone(language), paths)))
}

/// The source that is run: the only one, the one with the usual name, the one with the
/// submission's name, the only one at the top.
fn main_source(language: &Language, sources: &[PathBuf], name: &str) -> Result<PathBuf, String> {
    let depth = |path: &&PathBuf| path.iter().count();
    let top = sources.iter().map(|path| depth(&path)).min();
    let at_top: Vec<&PathBuf> = sources.iter().filter(|p| Some(depth(p)) == top).collect();
    let named = |wanted: &str| {
        let mut at_top = at_top.iter();
        at_top.find(|path| path.file_name() == Some(OsStr::new(wanted)))
    };
    // A submission that is a file is named like it, and may have others added.
    let called = |path: &&&PathBuf| {
        let name = Some(OsStr::new(name));
        path.file_stem() == name || path.file_name() == name
    };
    let usual = language.main.iter().find_map(|wanted| named(wanted));
    let main = usual.or_else(|| at_top.iter().find(called));
    match (main, &at_top[..]) {
        (Some(main), _) => Ok((*main).clone()),
        (None, [only]) => Ok((*only).clone()),
        (None, _) => Err(format!(
            "several {} files, and none is named {}",
            language.name, language.main[0]
        )),
    }
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

/// The program among several: the only one, the one with a usual name, the one with the
/// submission's name.
///
/// # Errors
/// When none stands out.
pub fn choose(mut programs: Vec<PathBuf>, name: &str) -> Result<PathBuf, String> {
    programs.sort();
    if let [only] = &programs[..] {
        return Ok(only.clone());
    }
    let usual = PROGRAM_NAMES.iter().copied().chain([name]);
    let mut chosen = usual.filter_map(|wanted| {
        let mut programs = programs.iter();
        programs.find(|path| path.file_name() == Some(OsStr::new(wanted)))
    });
    match chosen.next() {
        Some(path) => Ok(path.clone()),
        None => {
            let names: Vec<String> = programs.iter().take(5).map(|p| printable(p)).collect();
            let names = names.join(", ");
            Err(format!(
                "several programs ({names}), and none is named main"
            ))
        }
    }
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
    fn of(files: &[&str]) -> Result<Recipe, Unfit> {
        let folder = tempfile::tempdir().unwrap();
        let me = folder.path().join("me");
        fs::create_dir(&me).unwrap();
        for file in files {
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
    fn told(files: &[&str]) -> String {
        match of(files) {
            Err(Unfit::Theirs(reason)) => reason,
            Err(Unfit::Ours(reason)) => format!("ours: {reason}"),
            Err(Unfit::NoProgram(reason)) => format!("no program: {reason}"),
            Ok(Recipe::Program(path)) => format!("run {}", path.display()),
            Ok(Recipe::Language {
                language,
                folder,
                sources,
                main,
            }) => {
                let sources: Vec<_> = sources.iter().map(|p| p.display().to_string()).collect();
                let main = main.unwrap_or_default();
                format!(
                    "{} {}: {} ({})",
                    language.name,
                    folder.display(),
                    sources.join(" "),
                    main.display()
                )
            }
        }
    }

    #[test]
    fn sources_of_one_language() {
        assert_eq!(told(&["a.c", "b.c", "b.h", "notes.txt"]), "C : a.c b.c ()");
        assert_eq!(
            told(&["main.cpp", "lib/x.cpp"]),
            "C++ : lib/x.cpp main.cpp ()"
        );
        assert_eq!(told(&["x.py"]), "Python 3 : x.py (x.py)");
        assert_eq!(
            told(&["x.py", "main.py"]),
            "Python 3 : main.py x.py (main.py)"
        );
        assert_eq!(told(&["x.py", "me.py"]), "Python 3 : me.py x.py (me.py)");
        assert_eq!(
            told(&["x.py", "pkg/y.py"]),
            "Python 3 : pkg/y.py x.py (x.py)"
        );
        assert_eq!(told(&["a.c", "tests/t.py"]), "C : a.c ()");
        // Scripts that people keep beside their program are no sources of it.
        assert_eq!(told(&["run.sh", "plot.R", "src/a.c"]), "C : src/a.c ()");
        assert_eq!(told(&["run.sh"]), "Bash : run.sh (run.sh)");
        assert_eq!(
            told(&["x.py", "y.py"]),
            "several Python 3 files, and none is named main.py"
        );
        assert_eq!(
            told(&["a.c", "b.py"]),
            "sources of several languages, C (a.c) and Python 3 (b.py): expected one language, \
             or a Makefile"
        );
    }

    #[test]
    fn build_files_come_first() {
        assert_eq!(told(&["Makefile", "a.c", "b.py"]), "Makefile :  ()");
        assert_eq!(told(&["Cargo.toml", "src/main.rs"]), "Cargo :  ()");
        assert_eq!(told(&["go.mod", "x.go"]), "Go module :  ()");
        assert_eq!(told(&["Makefile/x.c"]), "C Makefile: Makefile/x.c ()");
    }

    #[test]
    fn a_folder_in_a_folder() {
        assert_eq!(
            told(&["p/q/a.c", "__MACOSX/p/._a.c", ".DS_Store"]),
            "C p/q: p/q/a.c ()"
        );
        assert_eq!(told(&["p/Makefile", "p/a.c"]), "Makefile p:  ()");
    }

    #[test]
    fn programs() {
        assert_eq!(told(&["+x=\x7fELF", "README"]), "run x");
        assert_eq!(told(&["+go=#!/bin/sh", "+data.csv=1,2"]), "run go");
        assert_eq!(told(&["+x=#!", "+me=#!"]), "run me");
        assert_eq!(
            told(&["+x=#!", "+y=#!"]),
            "several programs (x, y), and none is named main"
        );
        assert_eq!(
            told(&["x=\x7fELF"]),
            "x is a program, but not marked as executable (chmod +x)"
        );
        assert_eq!(told(&["x.exe=MZ"]), "x.exe is a program for Windows");
    }

    #[test]
    fn what_is_no_program() {
        let empty = "no program: nothing to compile: it is empty";
        assert_eq!(told(&[]), empty);
        assert_eq!(told(&[".DS_Store", "__MACOSX/._a.c"]), empty);
        assert_eq!(
            told(&["a.docx", "+b.txt=hi"]),
            "no program: nothing to compile: found a.docx, b.txt, expected sources of a known \
             language, a Makefile or a program"
        );
        for file in [
            "grades.csv",
            "submission_metadata.yml",
            "a.c.bak",
            "notes.pdf",
        ] {
            assert!(told(&[file]).starts_with("no program: "), "{file}");
        }
    }

    #[test]
    fn what_we_do_not_know_is_not_their_fault() {
        let text = "ours: src/main.swift: no recipe for .swift: add one with --languages";
        assert_eq!(told(&["README", "src/main.swift"]), text);
        let text = "ours: MAIN.C: no recipe for .C: add one with --languages";
        assert_eq!(told(&["MAIN.C"]), text);
        let text = "ours: a.rar: cannot be unpacked here, expected zip, tar or tar.gz";
        assert_eq!(told(&["a.rar"]), text);
        assert_eq!(told(&["a.c", "b.swift"]), "C : a.c ()");
    }
}
