//! Test cases: the files that make one up, and how they are found below a folder.
//!
//! | input | expected output, one of | options, optional |
//! |---|---|---|
//! | `NAME.txt` | `NAME.out`, `NAME-out.txt` | `NAME.args` |
//! | `NAME.in` | `NAME.ans`, `NAME.out` | `NAME.args` |
//!
//! `NAME-out.txt` is never an input itself. The options file holds the words, quoted as in a
//! shell and with `#` comments, that the program under test needs as arguments for this
//! case; judging attaches no meaning to them. All other files are left alone, and so is
//! everything below a folder whose name starts with a dot.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use plyjudge_runner::input::NOT_A_FILE;
use walkdir::WalkDir;

use crate::files::{FileError, read};

/// One test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The input's path from the root that was searched, without its extension, folders
    /// separated by `/`. Bytes that do not print are escaped (`\xNN`, a backslash is
    /// doubled), so that two cases below one root never share a name.
    pub name: String,
    /// The file with the input.
    pub input: PathBuf,
    /// The file with the expected output, when there is one.
    pub expected: Option<PathBuf>,
    /// The words of the options file; none when there is no such file.
    pub args: Vec<String>,
}

impl Case {
    /// The input's bytes.
    pub fn read_input(&self) -> Result<Vec<u8>, FileError> {
        read(&self.input)
    }

    /// The expected output's bytes; none when there is no such file.
    pub fn read_expected(&self) -> Result<Option<Vec<u8>>, FileError> {
        self.expected.as_deref().map(read).transpose()
    }

    /// The file with the expected output, or the one it would usually be in.
    pub fn expected_path(&self) -> PathBuf {
        self.expected.clone().unwrap_or_else(|| {
            let form = match self.input.extension() {
                Some(extension) if extension == "in" => "ans",
                _ => "out",
            };
            self.input.with_extension(form)
        })
    }
}

/// The endings of an input's name, each with those of its expected output.
const FORMS: [(&str, [&str; 2]); 2] = [(".txt", [".out", "-out.txt"]), (".in", [".ans", ".out"])];

const NOT_A_CASE: &str = "not a test case, expected NAME.txt or NAME.in (or its expected output \
                          NAME.out, NAME-out.txt or NAME.ans)";
const NO_CASES: &str = "no test cases, expected files such as NAME.txt with NAME.out";
const NOT_WORDS: &str = "found an unclosed quote or text that is not UTF-8, expected options";

/// The ending of an options file's name.
const OPTIONS: &str = ".args";

/// Finds the cases below a folder, or the one case that a file belongs to or that is called so, in
/// the order of their names.
///
/// # Errors
/// A path that does not exist or cannot be read, a file that is not part of a case, a case
/// with two inputs or two expected outputs, a malformed options file, a folder without any
/// case.
pub fn find(root: &Path) -> Result<Vec<Case>, FileError> {
    let one = match fs::metadata(root) {
        Ok(about) if about.is_dir() => None,
        Ok(_) => {
            let stem = root.file_name().and_then(stem);
            Some((stem.map(|stem| root.with_file_name(stem)), NOT_A_CASE))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some((Some(root.to_owned()), "no such file or folder"))
        }
        Err(error) => return Err(unreadable(root)(error)),
    };
    if let Some((base, problem)) = one {
        let case = base.map(|base| read_case(&base)).transpose()?.flatten();
        let case = case.ok_or_else(|| FileError::new(root, problem))?;
        return Ok(vec![named_from(case, root.parent())]);
    }
    let mut cases = Vec::new();
    for base in inputs_below(root)? {
        let base = match base.strip_prefix(root) {
            // No path says more with `./` in front.
            Ok(inner) if root == Path::new(".") => inner,
            _ => &base,
        };
        cases.extend(read_case(base)?.map(|case| named_from(case, Some(root))));
    }
    if cases.is_empty() {
        return Err(FileError::new(root, NO_CASES));
    }
    Ok(cases)
}

/// Finds the cases below several paths, each case once. With more than one path, names
/// start with the path as given, so that they differ. Behind a folder, names of its cases, which are
/// no paths, choose these cases.
///
/// # Errors
/// As [`find`].
pub fn find_all(roots: &[PathBuf]) -> Result<Vec<Case>, FileError> {
    if let [root] = roots {
        return find(root);
    }
    if let [folder, names @ ..] = roots
        && names.iter().all(|name| find(name).is_err())
        && let Ok(all) = find(folder)
        && names
            .iter()
            .all(|name| all.iter().any(|case| name == Path::new(&case.name)))
    {
        let is_named = |case: &Case| names.iter().any(|name| name == Path::new(&case.name));
        return Ok(all.into_iter().filter(is_named).collect());
    }
    let mut seen = BTreeSet::new();
    let mut cases = Vec::new();
    for root in roots {
        for case in find(root)? {
            let folder = case.input.parent().filter(|path| *path != Path::new(""));
            let folder = folder.unwrap_or(Path::new("."));
            let folder = folder.canonicalize().map_err(unreadable(folder))?;
            if seen.insert((folder, case.input.file_name().map(OsStr::to_owned))) {
                cases.push(named_from(case, None));
            }
        }
    }
    Ok(cases)
}

/// The case with its name taken from the folder given.
fn named_from(mut case: Case, folder: Option<&Path>) -> Case {
    let path = case.input.with_extension("");
    let inner = folder.and_then(|folder| path.strip_prefix(folder).ok());
    case.name = printable(inner.unwrap_or(&path));
    case
}

/// The path as text without control characters, different for different paths.
pub fn printable(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                _ if std::path::is_separator(c) => name.push('/'),
                '\\' => name.push_str(r"\\"),
                _ if c.is_control() => _ = write!(name, r"\x{:02x}", u32::from(c)),
                _ => name.push(c),
            }
        }
        for byte in chunk.invalid() {
            _ = write!(name, r"\x{byte:02x}");
        }
    }
    name
}

/// Every `FOLDER/NAME` below a folder that has an input, sorted.
fn inputs_below(root: &Path) -> Result<BTreeSet<PathBuf>, FileError> {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let mut found = BTreeSet::new();
    for entry in WalkDir::new(root)
        .follow_links(true)
        .into_iter()
        .filter_entry(visible)
    {
        match entry {
            Ok(entry) => found.extend(
                input_stem(entry.file_name())
                    .filter(|_| !entry.file_type().is_dir())
                    .map(|stem| entry.path().with_file_name(stem)),
            ),
            Err(error) => {
                let path = error.path().unwrap_or(root).to_owned();
                // An error of another kind is a link back to a folder above: nothing new.
                if let Some(error) = error.into_io_error()
                    && !is_foreign_link(&path)
                {
                    return Err(unreadable(&path)(error));
                }
            }
        }
    }
    Ok(found)
}

/// Whether this is a symbolic link that does not look like an input; it may lead nowhere.
fn is_foreign_link(path: &Path) -> bool {
    path.is_symlink() && path.file_name().and_then(input_stem).is_none()
}

/// The NAME of `NAME.txt` or `NAME.in`.
fn input_stem(file: &OsStr) -> Option<OsString> {
    FORMS.iter().find_map(|(input, expected)| {
        let name = file.as_encoded_bytes();
        let is_expected = expected.iter().any(|form| name.ends_with(form.as_bytes()));
        strip(file, input).filter(|_| !is_expected)
    })
}

/// The NAME of any file of a case.
fn stem(file: &OsStr) -> Option<OsString> {
    let expected = FORMS.iter().flat_map(|(_, expected)| expected);
    input_stem(file).or_else(|| {
        let mut endings = expected.copied().chain([OPTIONS]);
        endings.find_map(|ending| strip(file, ending))
    })
}

/// The name without that ending, unless nothing is left.
fn strip(file: &OsStr, ending: &str) -> Option<OsString> {
    let name = file.as_encoded_bytes().strip_suffix(ending.as_bytes())?;
    let name = name.to_os_str().ok()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The case of that `FOLDER/NAME`; none when it has no input.
fn read_case(base: &Path) -> Result<Option<Case>, FileError> {
    let with = |ending: &str| {
        let mut path = base.as_os_str().to_owned();
        path.push(ending);
        PathBuf::from(path)
    };
    let present = |endings: &[&str]| -> Vec<PathBuf> {
        let paths = endings.iter().map(|ending| with(ending));
        paths
            .filter(|path| (path.exists() && !path.is_dir()) || is_dangling(path))
            .collect()
    };
    let mut inputs = FORMS.iter().filter_map(|(input, expected)| {
        let input = present(&[input]).pop()?;
        Some((input, expected))
    });
    let Some((input, forms)) = inputs.next() else {
        return Ok(None);
    };
    if let Some((second, _)) = inputs.next() {
        return Err(two(&input, &second, "inputs"));
    }
    let mut expected = present(forms);
    if let [first, second] = &expected[..] {
        return Err(two(first, second, "expected outputs"));
    }
    for path in [Some(&input), expected.last()].into_iter().flatten() {
        if path.exists() && !path.is_file() {
            return Err(FileError::new(path, NOT_A_FILE));
        }
    }
    let args = match present(&[OPTIONS]).pop() {
        Some(path) => {
            let text = read(&path)?;
            let words = text.to_str().ok().and_then(shlex::split);
            words.ok_or_else(|| FileError::new(path, NOT_WORDS))?
        }
        None => Vec::new(),
    };
    Ok(Some(Case {
        name: String::new(),
        input,
        expected: expected.pop(),
        args,
    }))
}

fn two(one: &Path, other: &Path, what: &str) -> FileError {
    let both = format!("{} and {}", one.display(), other.display());
    FileError::new(both, format_args!("two {what} for one case"))
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> FileError {
    FileError::when(path, "cannot read")
}

/// A symbolic link to nowhere is a file that cannot be read, not an absent one.
fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

#[cfg(test)]
mod tests {
    use super::{Case, find, find_all};
    use crate::files::folder_of;
    use std::ffi::OsStr;
    use std::fs;
    use std::path::Path;
    use std::path::PathBuf;
    use tempfile::TempDir;

    fn folder(files: &[&str]) -> TempDir {
        let files = files.iter().map(|&file| (file, file));
        folder_of(&files.collect::<Vec<_>>())
    }

    /// `name: input expected`, paths from the folder.
    fn listing(root: &Path, cases: &[Case]) -> Vec<String> {
        let short = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
        let expected = |case: &Case| case.expected.as_deref().map_or("-".to_owned(), short);
        let line =
            |case: &Case| format!("{}: {} {}", case.name, short(&case.input), expected(case));
        cases.iter().map(line).collect()
    }

    #[track_caller]
    fn error(root: &Path) -> String {
        let message = find(root).unwrap_err().to_string();
        message.replace(&format!("{}/", root.display()), "")
    }

    #[test]
    fn every_form_is_found_and_nothing_else() {
        let folder = folder(&[
            "b/ten.txt",
            "b/ten.out",
            "b/2.in",
            "b/2.ans",
            "b/3.in",
            "b/3.out",
            "test1.txt",
            "test1-out.txt",
            "lone.txt",
            "orphan-out.txt",
            "a.out",
            "suite.toml",
            "kalah.perft",
            "b/dots.in.it.txt",
            "-out.txt",
            ".txt",
            ".hidden.txt",
            ".git/x.txt",
            "b.txt/inner.txt",
            "b.txt/inner.out",
            "ünï cødé -x.txt",
        ]);
        let cases = find(folder.path()).unwrap();
        assert_eq!(
            listing(folder.path(), &cases),
            [
                "b/2: b/2.in b/2.ans",
                "b/3: b/3.in b/3.out",
                "b/dots.in.it: b/dots.in.it.txt -",
                "b/ten: b/ten.txt b/ten.out",
                "b.txt/inner: b.txt/inner.txt b.txt/inner.out",
                "lone: lone.txt -",
                "test1: test1.txt test1-out.txt",
                "ünï cødé -x: ünï cødé -x.txt -",
            ]
        );
        assert_eq!(cases[7].read_input().unwrap(), "ünï cødé -x.txt".as_bytes());
        assert_eq!(cases[0].read_expected().unwrap().unwrap(), b"b/2.ans");
        assert_eq!(cases[5].read_expected().unwrap(), None);
    }

    #[test]
    fn any_file_of_a_case_names_it() {
        let folder = folder(&["1.txt", "1-out.txt", "1.args", "1.perft", "2.out"]);
        for file in ["1.txt", "1-out.txt"] {
            fs::write(folder.path().join("1.args"), "").unwrap();
            let cases = find(&folder.path().join(file)).unwrap();
            assert_eq!(listing(folder.path(), &cases), ["1: 1.txt 1-out.txt"]);
        }
        for file in ["1.perft", "2.out"] {
            let path = folder.path().join(file);
            let message = find(&path).unwrap_err().to_string();
            let expected = format!("{}: not a test case, expected NAME.txt", path.display());
            assert!(message.starts_with(&expected), "{message}");
        }
    }

    #[test]
    fn several_paths_give_each_case_once_under_its_whole_path() {
        let folder = folder(&["a/1.txt", "a/1-out.txt", "b/1.in"]);
        let root = folder.path();
        let paths = ["b", "a/1-out.txt", "a/1.txt", "."].map(|path| root.join(path));
        let cases = find_all(&paths).unwrap();
        let expected = ["b/1", "a/1"].map(|name| root.join(name).display().to_string());
        let names: Vec<&String> = cases.iter().map(|case| &case.name).collect();
        assert_eq!(names, expected.iter().collect::<Vec<_>>());
        // Names as they are printed for a folder choose cases in it.
        let chosen = find_all(&[root.to_owned(), "b/1".into()]).unwrap();
        let names: Vec<&String> = chosen.iter().map(|case| &case.name).collect();
        assert_eq!(names, ["b/1"]);
        assert!(find_all(&[root.to_owned(), "b/2".into()]).is_err());
    }

    #[test]
    fn options_are_words_as_in_a_shell() {
        let folder = folder(&["1.txt"]);
        let args = folder.path().join("1.args");
        fs::write(&args, "--rule 'a=b c'  --format choice # why\n").unwrap();
        let cases = find(folder.path()).unwrap();
        assert_eq!(cases[0].args, ["--rule", "a=b c", "--format", "choice"]);
        for malformed in [&b"--rule 'a"[..], b"\xff"] {
            fs::write(&args, malformed).unwrap();
            let message =
                "1.args: found an unclosed quote or text that is not UTF-8, expected options";
            assert_eq!(error(folder.path()), message);
        }
    }

    #[test]
    fn where_a_missing_expected_output_would_be() {
        let folder = folder(&["1.txt", "2.in", "3.txt", "3-out.txt"]);
        let cases = find(folder.path()).unwrap();
        let paths: Vec<PathBuf> = cases.iter().map(Case::expected_path).collect();
        assert_eq!(
            paths,
            ["1.out", "2.ans", "3-out.txt"].map(|file| folder.path().join(file))
        );
    }

    #[test]
    fn what_cannot_be_a_folder_of_cases() {
        let missing = find(Path::new("/no/such")).unwrap_err().to_string();
        assert_eq!(missing, "/no/such: no such file or folder");
        let two = folder(&["1.txt", "1.out", "1-out.txt"]);
        let message = "1.out and 1-out.txt: two expected outputs for one case";
        assert_eq!(error(two.path()), message);
        let two = folder(&["1.txt", "1.in", "1.out"]);
        assert_eq!(error(two.path()), "1.txt and 1.in: two inputs for one case");
        let none = folder(&["1.out"]);
        let message = error(none.path());
        assert!(message.ends_with("no test cases, expected files such as NAME.txt with NAME.out"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_file_is_named_and_not_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let pipe = |path: &Path| {
            mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        };
        let text = "found a pipe, a device or the like, expected a file";
        for name in ["1.txt", "1.out", "1.args"] {
            let folder = folder(&["1.txt", "1.out", "1.args"]);
            let path = folder.path().join(name);
            fs::remove_file(&path).unwrap();
            pipe(&path);
            let message = error(folder.path());
            assert!(
                message.starts_with(name) && message.ends_with(text),
                "{message}"
            );
        }
        // A name that was swapped after it was looked at.
        let folder = folder(&["1.txt", "1.out"]);
        let case = find(folder.path()).unwrap().remove(0);
        fs::remove_file(&case.input).unwrap();
        pipe(&case.input);
        let message = case.read_input().unwrap_err().to_string();
        assert!(message.ends_with(text), "{message}");
        fs::remove_file(&case.input).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &case.input).unwrap();
        assert!(case.read_input().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_are_not() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["a/1.txt", "elsewhere/2.out"]);
        let root = folder.path();
        symlink("..", root.join("a/up")).unwrap();
        symlink("self", root.join("a/self")).unwrap();
        symlink("nowhere", root.join("notes.md")).unwrap();
        symlink("a/1.txt", root.join("2.txt")).unwrap();
        symlink("elsewhere/2.out", root.join("2.out")).unwrap();
        let cases = find(root).unwrap();
        assert_eq!(listing(root, &cases), ["2: 2.txt 2.out", "a/1: a/1.txt -"]);
        symlink("nowhere", root.join("3.txt")).unwrap();
        assert!(
            error(root).starts_with("3.txt: cannot read: "),
            "{}",
            error(root)
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_do_not_print_are_escaped_and_stay_apart() {
        use std::os::unix::ffi::OsStrExt;
        let folder = folder(&[]);
        let names: [&[u8]; 3] = [b"a\xff\n.txt", br"a\xff\x0a.txt", b"-rf.txt"];
        for name in names {
            fs::write(folder.path().join(OsStr::from_bytes(name)), "").unwrap();
        }
        let cases = find(folder.path()).unwrap();
        let found: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(found, ["-rf", r"a\\xff\\x0a", r"a\xff\x0a"]);
    }
}
