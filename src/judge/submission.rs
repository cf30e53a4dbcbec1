//! Submissions: finding them, taking stock of what is in them, copying them.
//!
//! Links are never followed out of a submission, and what is neither file nor folder is
//! never opened.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::case::printable;
use super::fingerprint::{Fingerprint, Printer};
use super::language::toolchain::is_executable;

/// Most bytes in all files of a submission.
const MOST_BYTES: u64 = 256 << 20;

/// Most files and folders in a submission.
const MOST_ENTRIES: usize = 20_000;

/// A child of the folder with the submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// See [`crate::judge::plan::Submission::name`].
    pub name: String,
    /// The file or folder.
    pub path: PathBuf,
    /// The folder it must not lead out of.
    root: PathBuf,
}

/// Why there are no submissions.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionsError {
    /// The folder cannot be read.
    #[error("{}: cannot read: {error}", .path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is nothing in it.
    #[error("{}: no submissions, expected a file or a folder for each", .0.display())]
    None(PathBuf),
}

/// Why a submission cannot be graded as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is not as it should be; in words for the one who made it.
    Theirs(String),
    /// It cannot be read; in words for staff.
    Ours(String),
}

/// Finds the submissions in a folder, in the order of their names; a file is the only one.
/// Names that start with a dot are passed over, and so is what is in `except`.
///
/// # Errors
/// A folder that cannot be read, or without anything in it.
pub fn find(root: &Path, except: &[PathBuf]) -> Result<Vec<Source>, SubmissionsError> {
    let unreadable = |error| SubmissionsError::Unreadable {
        path: root.to_owned(),
        error,
    };
    let real = root.canonicalize().map_err(unreadable)?;
    let source = |path: PathBuf, root: &Path| Source {
        name: printable(Path::new(path.file_name().unwrap_or_default())),
        path,
        root: root.to_owned(),
    };
    if !real.is_dir() {
        let folder = real.parent().unwrap_or(&real);
        return Ok(vec![source(root.to_owned(), folder)]);
    }
    let except: Vec<PathBuf> = except
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    let mut sources = Vec::new();
    for entry in fs::read_dir(root).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let is_hidden = is_hidden(&entry.file_name());
        let is_excepted = || except.contains(&real.join(entry.file_name()));
        if !is_hidden && !is_excepted() {
            sources.push(source(entry.path(), &real));
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    match sources.is_empty() {
        true => Err(SubmissionsError::None(root.to_owned())),
        false => Ok(sources),
    }
}

/// The one submission that a file or folder is.
///
/// # Errors
/// When there is no such file or folder.
pub fn find_one(path: &Path) -> Result<Source, SubmissionsError> {
    let real = path
        .canonicalize()
        .map_err(|error| SubmissionsError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
    Ok(Source {
        name: printable(Path::new(real.file_name().unwrap_or_default())),
        root: real.parent().unwrap_or(&real).to_owned(),
        path: path.to_owned(),
    })
}

/// Whether a file of that name is no work of anybody: of the system, or of a tool.
pub fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX"
}

/// What is in a submission.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// Its files and folders, a folder before what is in it. A submission that is a file has
    /// that one.
    pub entries: Vec<Entry>,
    /// What is not taken, and why.
    pub left_out: Vec<String>,
    /// Of all that is taken.
    pub fingerprint: Fingerprint,
    /// Where it is.
    path: PathBuf,
    is_folder: bool,
}

/// A file or folder in a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path from the submission's folder.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folder.
    Folder,
    /// A file.
    File {
        /// Whether it may be run.
        executable: bool,
        /// Its first bytes, four at most.
        start: Vec<u8>,
    },
    /// A link to what else is in the submission.
    Link(PathBuf),
}

impl Source {
    /// Reads all of it.
    ///
    /// # Errors
    /// When it leads out of its folder, is too large or cannot be read.
    pub fn take_stock(&self) -> Result<Inventory, Unfit> {
        let real = self
            .path
            .canonicalize()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound if self.path.is_symlink() => {
                    Unfit::Theirs("it is a symbolic link that leads nowhere".to_owned())
                }
                _ => unreadable(&self.path, &error),
            })?;
        if !real.starts_with(&self.root) || real == self.root {
            let text = "it is a symbolic link that leads out of the folder of the submissions";
            return Err(Unfit::Theirs(text.to_owned()));
        }
        let is_folder = real.is_dir();
        let name = self.path.file_name().unwrap_or_default();
        let mut stock = Stock {
            printer: Printer::new(),
            entries: Vec::new(),
            left_out: Vec::new(),
            bytes: 0,
        };
        if is_folder {
            stock.folder(&real)?;
        } else {
            stock.entry(&real, &real, Path::new(name))?;
        }
        Ok(Inventory {
            entries: stock.entries,
            left_out: stock.left_out,
            fingerprint: stock.printer.finish(),
            path: real,
            is_folder,
        })
    }
}

struct Stock {
    printer: Printer,
    entries: Vec<Entry>,
    left_out: Vec<String>,
    bytes: u64,
}

impl Stock {
    fn folder(&mut self, root: &Path) -> Result<(), Unfit> {
        let entries = WalkDir::new(root)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.file_name() != ".git");
        for entry in entries {
            let entry = entry.map_err(|error| {
                let path = error.path().unwrap_or(root).to_owned();
                let error = error.into_io_error();
                unreadable(&path, &error.unwrap_or_else(|| io::Error::other("a loop")))
            })?;
            if self.entries.len() == MOST_ENTRIES {
                let text = format!("it has more than {MOST_ENTRIES} files");
                return Err(Unfit::Theirs(text));
            }
            let inner = entry.path().strip_prefix(root).expect("is below the root");
            self.entry(root, entry.path(), inner)?;
        }
        Ok(())
    }

    fn entry(&mut self, root: &Path, path: &Path, inner: &Path) -> Result<(), Unfit> {
        let about = path
            .symlink_metadata()
            .map_err(|error| unreadable(path, &error))?;
        let kind = if about.is_dir() {
            Kind::Folder
        } else if about.is_file() {
            self.bytes += about.len();
            if self.bytes > MOST_BYTES {
                let text = format!("it is larger than {} MiB", MOST_BYTES >> 20);
                return Err(Unfit::Theirs(text));
            }
            self.printer.bytes(inner.as_os_str().as_encoded_bytes());
            let executable = is_executable(&about);
            self.printer.bytes(&[1, executable.into()]);
            let start = self
                .content(path)
                .map_err(|error| unreadable(path, &error))?;
            let inner = inner.to_owned();
            let kind = Kind::File { executable, start };
            self.entries.push(Entry { path: inner, kind });
            return Ok(());
        } else if about.is_symlink() {
            match inside(root, path) {
                Some(target) => Kind::Link(target),
                None => {
                    let name = printable(inner);
                    let text =
                        format!("{name} is a symbolic link that leads out of the submission");
                    self.left_out.push(text);
                    return Ok(());
                }
            }
        } else {
            let name = printable(inner);
            self.left_out.push(format!("{name} is not a file"));
            return Ok(());
        };
        self.printer.bytes(inner.as_os_str().as_encoded_bytes());
        match &kind {
            Kind::Link(target) => self.printer.bytes(target.as_os_str().as_encoded_bytes()),
            _ => self.printer.bytes(&[0]),
        }
        let inner = inner.to_owned();
        self.entries.push(Entry { path: inner, kind });
        Ok(())
    }

    /// Reads a file; its first bytes.
    fn content(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let mut start = Vec::new();
        file.by_ref().take(4).read_to_end(&mut start)?;
        self.printer.reader(&mut start.as_slice().chain(file))?;
        Ok(start)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Unfit {
    Unfit::Ours(format!("{}: cannot read: {error}", path.display()))
}

/// The target of a link, if it is a relative one to something below `root`.
fn inside(root: &Path, link: &Path) -> Option<PathBuf> {
    let target = fs::read_link(link).ok().filter(|path| path.is_relative())?;
    let real = link.canonicalize().ok()?;
    (real.starts_with(root) && real != root).then_some(target)
}

impl Inventory {
    /// Copies it to a folder, which is made.
    ///
    /// # Errors
    /// When something cannot be read or written.
    pub fn copy_to(&self, folder: &Path) -> io::Result<()> {
        make_folder(folder)?;
        for entry in &self.entries {
            let to = folder.join(&entry.path);
            match &entry.kind {
                Kind::Folder => make_folder(&to)?,
                Kind::Link(target) => link(target, &to)?,
                Kind::File { executable, .. } => {
                    let from = match self.is_folder {
                        true => &self.path.join(&entry.path),
                        false => &self.path,
                    };
                    let copied = fs::copy(from, &to);
                    copied.map_err(|error| {
                        io::Error::new(error.kind(), format!("{}: {error}", from.display()))
                    })?;
                    set_mode(&to, if *executable { 0o755 } else { 0o644 })?;
                }
            }
        }
        Ok(())
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    set_mode(path, 0o755)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(not(unix))]
fn link(_target: &Path, _at: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Inventory, Unfit, find};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use tempfile::TempDir;

    fn folder(files: &[&str]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        folder
    }

    fn stock(folder: &TempDir, name: &str) -> Result<Inventory, Unfit> {
        let sources = find(folder.path(), &[]).unwrap();
        let source = sources.iter().find(|source| source.name == name).unwrap();
        source.take_stock()
    }

    fn paths(inventory: &Inventory) -> Vec<&str> {
        let entries = inventory.entries.iter();
        entries.map(|entry| entry.path.to_str().unwrap()).collect()
    }

    #[test]
    fn each_child_is_one() {
        let folder = folder(&["b/x.c", "a.c", "-rf/y.c", ".hidden/z.c", "j", "ü v/w.c"]);
        fs::create_dir(folder.path().join("__MACOSX")).unwrap();
        let sources = find(folder.path(), &[folder.path().join("j")]).unwrap();
        let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
        assert_eq!(names, ["-rf", "a.c", "b", "ü v"]);
        let one = find(&folder.path().join("a.c"), &[]).unwrap();
        assert_eq!(one[0].name, "a.c");
        assert_eq!(paths(&one[0].take_stock().unwrap()), ["a.c"]);
    }

    #[test]
    fn no_submissions_are_an_error() {
        let empty = folder(&[".gitignore"]);
        let message = find(empty.path(), &[]).unwrap_err().to_string();
        assert!(message.ends_with("no submissions, expected a file or a folder for each"));
        assert!(find(Path::new("/no/such"), &[]).is_err());
    }

    #[test]
    fn fingerprints_follow_the_content() {
        let folder = folder(&["a/x", "a/y/z", "b/x", "b/y/z"]);
        let print = |name| stock(&folder, name).unwrap().fingerprint;
        assert_ne!(print("a"), print("b"));
        fs::write(folder.path().join("b/x"), "a/x").unwrap();
        fs::write(folder.path().join("b/y/z"), "a/y/z").unwrap();
        assert_eq!(print("a"), print("b"));
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path().join("b/x"), mode).unwrap();
        assert_ne!(print("a"), print("b"));
    }

    #[test]
    fn links_stay_inside() {
        let folder = folder(&["a/x.c", "a/deep/y.c", "b/secret"]);
        let a = folder.path().join("a");
        symlink("x.c", a.join("in.c")).unwrap();
        symlink("deep/../x.c", a.join("in2.c")).unwrap();
        symlink("../b/secret", a.join("out.c")).unwrap();
        symlink("/etc/passwd", a.join("passwd")).unwrap();
        symlink(a.join("x.c"), a.join("absolute")).unwrap();
        symlink("nowhere", a.join("nowhere")).unwrap();
        symlink(".", a.join("self")).unwrap();
        symlink("..", a.join("deep/up")).unwrap();
        let found = stock(&folder, "a").unwrap();
        assert_eq!(paths(&found), ["deep", "deep/y.c", "in.c", "in2.c", "x.c"]);
        assert_eq!(found.left_out.len(), 6);
        assert_eq!(
            found.left_out[0],
            "absolute is a symbolic link that leads out of the submission"
        );
        let copy = tempfile::tempdir().unwrap();
        let to = copy.path().join("copy");
        found.copy_to(&to).unwrap();
        assert_eq!(fs::read(to.join("in.c")).unwrap(), b"a/x.c");
        assert_eq!(fs::read_link(to.join("in.c")).unwrap(), Path::new("x.c"));
        assert!(!to.join("passwd").is_symlink());
    }

    #[test]
    fn a_submission_that_is_a_link() {
        let outside = folder(&["x.c"]);
        let folder = folder(&["a/x.c"]);
        symlink("a", folder.path().join("same")).unwrap();
        symlink(outside.path(), folder.path().join("out")).unwrap();
        symlink(".", folder.path().join("all")).unwrap();
        symlink("nowhere", folder.path().join("lost")).unwrap();
        assert_eq!(paths(&stock(&folder, "same").unwrap()), ["x.c"]);
        for name in ["out", "all", "lost"] {
            match stock(&folder, name) {
                Err(Unfit::Theirs(text)) => assert!(text.contains("symbolic link"), "{text}"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_file_is_left_out() {
        let folder = folder(&["a/x.c"]);
        let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("a/s")).unwrap();
        let found = stock(&folder, "a").unwrap();
        assert_eq!(paths(&found), ["x.c"]);
        assert_eq!(found.left_out, ["s is not a file"]);
    }
}
