//! Submissions: finding them, taking stock of what is in them, copying them.
//!
//! Whoever made a submission may change it at any moment. So every file is opened once,
//! through the open folder it is in and never through a link; the open file is looked at, and
//! what is read from it is copied and fingerprinted at once. Links are never followed out of a
//! submission, and what is neither file nor folder is never waited for.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::build::language::toolchain::is_executable;
use crate::build::workspace::Workspace;
use crate::files::FileError;
use crate::fingerprint::{Fingerprint, Printer};
use crate::suite::case::printable;
use crate::suite::plan::Student;
pub(crate) use added::put_all;
pub use added::{Added, Whose};
use course::{Attempts, Found, Naming, Piece};
use open::{Folder, Sort};

mod added;
pub mod archive;
pub mod course;
mod open;

/// Most bytes in all files of a submission.
const MOST_BYTES: u64 = 256 << 20;

/// Most files and folders in a submission.
const MOST_ENTRIES: usize = 20_000;

/// How many folders deep a file may be, itself included.
const DEEPEST: usize = 64;

/// How many bytes a path in a submission may have.
const LONGEST: usize = 1024;

/// How many links may have to be followed to where one leads.
const MOST_LINKS: usize = 40;

/// A child of the folder with the submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// See [`crate::suite::plan::Submission::name`].
    pub name: String,
    /// The file or folder.
    pub path: PathBuf,
    /// The folder it must not lead out of.
    root: PathBuf,
    /// The archive in it that it is packed in, if it is; nothing for one that is the archive.
    archive: Option<PathBuf>,
    /// Whose it is, where names of files say so.
    pub student: Option<Student>,
    /// Where it is files in that folder: what each is called there, and in the submission.
    files: Vec<(OsString, PathBuf)>,
    /// What the package adds to it that it is for, if it is for one.
    added: Option<Added>,
}

/// Which of the children of a folder are submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// How names are made; told from them if it is none.
    pub naming: Option<Naming>,
    /// What counts of several attempts.
    pub attempts: Attempts,
    /// Those of these names; all if there are none.
    pub only: Vec<String>,
    /// Not those whose names fit one of these.
    pub exclude: Vec<glob::Pattern>,
}

/// Why a submission cannot be graded as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is not as it should be; in words for the one who made it.
    #[error("{0}")]
    Theirs(String),
    /// It cannot be read, or we do not know how to run it; in words for staff.
    #[error("{0}")]
    Ours(String),
    /// It does not look like a program at all: notes, a list of marks, an empty folder.
    #[error("{0}")]
    NoProgram(String),
}

/// So many names are listed where one was not found.
const NAMED: usize = 10;

/// Finds the submissions in a folder, in the order of their names; a file is the only one.
/// Names that start with a dot are passed over, and so is what is not of the choice.
///
/// # Errors
/// A folder that cannot be read, or without anything in it; a name that was chosen and is not
/// there.
pub fn find(root: &Path, choice: &Choice) -> Result<Vec<Source>, FileError> {
    let unreadable = FileError::when(root, "cannot read");
    let real = root.canonicalize().map_err(unreadable)?;
    let mut sources = Vec::new();
    if real.is_dir() {
        let all = children(root).map_err(unreadable)?;
        let naming = choice.naming.unwrap_or_else(|| Naming::told_from(&all));
        let pieces = naming.pieces(all, choice.attempts).into_iter();
        sources.extend(pieces.map(|piece| Source::of(piece, root, &real)));
    } else {
        let folder = real.parent().unwrap_or(&real);
        sources.push(Source::new(root, folder));
    }
    let is_known = |name: &&String| sources.iter().any(|source| source.name == **name);
    if let Some(name) = choice.only.iter().find(|name| !is_known(name)) {
        let mut found: Vec<&str> = sources.iter().map(|source| &*source.name).collect();
        if found.len() > NAMED {
            found.truncate(NAMED);
            found.push("…");
        }
        let found = found.join(", ");
        return Err(FileError::new(
            root,
            format_args!("found no submission '{name}', expected one of: {found}"),
        ));
    }
    let Choice { only, exclude, .. } = choice;
    sources.retain(|Source { name, .. }| {
        (only.is_empty() || only.contains(name)) && !exclude.iter().any(|it| it.matches(name))
    });
    match sources.is_empty() {
        true => Err(FileError::new(
            root,
            "no submissions, expected a file or a folder for each",
        )),
        false => Ok(sources),
    }
}

/// What lies in a folder, in the order of the names.
fn children(folder: &Path) -> io::Result<Vec<Found>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_hidden(&name) {
            let is_folder = entry.file_type().is_ok_and(|sort| sort.is_dir());
            all.push(Found { name, is_folder });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(all)
}

/// How the names in a folder of submissions seem to be made.
pub fn naming_of(folder: &Path) -> Naming {
    children(folder).map_or(Naming::Plain, |all| Naming::told_from(&all))
}

/// The one submission that a file or folder is.
///
/// # Errors
/// When there is no such file or folder.
pub fn find_one(path: &Path) -> Result<Source, FileError> {
    let real = path.canonicalize();
    let real = real.map_err(FileError::when(path, "cannot read"))?;
    Ok(Source {
        name: printable(Path::new(real.file_name().unwrap_or_default())),
        ..Source::new(path, real.parent().unwrap_or(&real))
    })
}

/// Copies a folder that a stranger's program may have filled to a new one, with files and folders
/// and links that stay in it.
///
/// # Errors
/// When something cannot be read or written, or there is too much.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let copied = find_one(from)
        .map_err(io::Error::other)?
        .take_alone(Some(to));
    copied.map(drop).map_err(io::Error::other)
}

/// Whether a file of that name is no work of anybody: of the system, or of a tool.
pub fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX"
}

/// What is in a submission.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// Its files and folders in the order of their paths. A submission that is a file has
    /// that one.
    pub entries: Vec<Entry>,
    /// What is not taken, and why.
    pub left_out: Vec<String>,
    /// Of all that is taken.
    pub fingerprint: Fingerprint,
    /// The same, but for the name and the mode of a file that is all there is.
    pub sources: Fingerprint,
    /// Where it is.
    pub source: Source,
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

/// A submission that was found in its folder.
struct Place<'a> {
    /// The folder that it is, or that its files are in.
    folder: Folder,
    /// The files that it is: what each is called there, and in the submission. None for a folder.
    files: Vec<(OsString, PathBuf)>,
    /// What its files are in, for people.
    at: &'a Path,
}

impl Source {
    /// A file or folder in a folder that it must not lead out of.
    fn new(path: &Path, root: &Path) -> Self {
        Self {
            name: printable(Path::new(path.file_name().unwrap_or_default())),
            path: path.to_owned(),
            root: root.to_owned(),
            archive: None,
            student: None,
            files: Vec::new(),
            added: None,
        }
    }

    /// A submission in a folder, which is `real` on this machine.
    fn of(piece: Piece, folder: &Path, real: &Path) -> Self {
        let owned = |student: Student, path: &Path, files| Self {
            // No two students share a number.
            name: printable(Path::new(&format!("{}_{}", student.name, student.id))),
            student: Some(student),
            files,
            ..Self::new(path, real)
        };
        match piece {
            Piece::Plain(name) => Self::new(&folder.join(name), real),
            Piece::Folder(student, name) => owned(student, &folder.join(name), Vec::new()),
            Piece::Files(student, files) => owned(student, folder, files),
        }
    }

    /// The same submission, packed in an archive in it.
    #[must_use]
    pub fn packed_in(&self, archive: &Path) -> Self {
        Self {
            archive: Some(archive.to_owned()),
            ..self.clone()
        }
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// When it leads out of its folder, is too large or cannot be read.
    pub fn take_stock(&self) -> Result<Inventory, Unfit> {
        self.take(None)
    }

    /// Reads all of it, and copies it on the way to a folder, which is made.
    fn take(&self, to: Option<&Path>) -> Result<Inventory, Unfit> {
        match &self.added {
            Some(added) if added.changes_files() => self.take_with(added, to),
            _ => self.take_alone(to),
        }
    }

    /// The same without what is added to it.
    fn take_alone(&self, to: Option<&Path>) -> Result<Inventory, Unfit> {
        let place = self.open()?;
        if let Some(archive) = &self.archive {
            let file = place.archive(archive)?;
            return self.unpack(file, archive, to);
        }
        let mut stock = Stock::new(place.at, to)?;
        if place.files.is_empty() {
            stock.folder(&place.folder)?;
        }
        for (name, called) in place.files {
            stock.entry(&place.folder, &name, called)?;
        }
        stock.finish(self)
    }

    /// Finds it in its folder.
    fn open(&self) -> Result<Place<'_>, Unfit> {
        if !self.files.is_empty() {
            let folder = Folder::open(&self.root).map_err(unreadable(&self.path))?;
            return Ok(Place {
                folder,
                files: self.files.clone(),
                at: &self.root,
            });
        }
        let theirs = |text: &str| Unfit::Theirs(text.to_owned());
        let real = self
            .path
            .canonicalize()
            .map_err(|error| match self.path.is_symlink() {
                true => theirs("it is a symbolic link that leads nowhere"),
                false => unreadable(&self.path)(error),
            })?;
        let (Ok(inner), Some(name)) = (real.strip_prefix(&self.root), real.file_name()) else {
            let text = "it is a symbolic link that leads out of the folder of the submissions";
            return Err(theirs(text));
        };
        let Some(folder) = inner.parent() else {
            return Err(theirs("it is a symbolic link to the folder it is in"));
        };
        let opened = Folder::open(&self.root).and_then(|root| {
            let folder = root.below(folder)?;
            if folder.look(name)? == Sort::Folder {
                return Ok(Place {
                    folder: folder.below(Path::new(name))?,
                    files: Vec::new(),
                    at: &self.path,
                });
            }
            let called = self.path.file_name().unwrap_or(name);
            Ok(Place {
                folder,
                files: vec![(name.to_owned(), called.into())],
                at: self.path.parent().unwrap_or(&self.path),
            })
        });
        opened.map_err(unreadable(&self.path))
    }

    /// Unpacks it, to be looked at or to stay.
    fn unpack(
        &self,
        file: io::Result<File>,
        archive: &Path,
        to: Option<&Path>,
    ) -> Result<Inventory, Unfit> {
        let file = file.map_err(unreadable(&self.path))?;
        let ours = |error: io::Error| Unfit::Ours(format!("cannot unpack a submission: {error}"));
        let (folder, _goes) = room(to).map_err(ours)?;
        make_folder(&folder).map_err(ours)?;
        archive::unpack(&file, archive, &folder)?;
        let mut stock = Stock::new(&self.path, None)?;
        stock.folder(&Folder::open(&folder).map_err(ours)?)?;
        stock.finish(self)
    }
}

/// Where files are put: the folder where they stay, or else one that goes with the workspace.
fn room(to: Option<&Path>) -> io::Result<(PathBuf, Option<Workspace>)> {
    if let Some(folder) = to {
        return Ok((folder.to_owned(), None));
    }
    let workspace = Workspace::new()?;
    Ok((workspace.place("files"), Some(workspace)))
}

impl Place<'_> {
    /// Opens an archive in it, or the one that it is.
    fn archive(&self, archive: &Path) -> Result<io::Result<File>, Unfit> {
        if self.files.is_empty() {
            let inner = archive.parent().unwrap_or(Path::new(""));
            let folder = self.folder.below(inner);
            let name = archive.file_name().unwrap_or_default();
            return Ok(folder.and_then(|folder| folder.file(name)));
        }
        let mut files = self.files.iter();
        let found = files.find(|(_, called)| called == archive);
        let (name, _) =
            found.ok_or_else(|| Unfit::Theirs("it has changed since it was looked at".into()))?;
        Ok(self.folder.file(name))
    }
}

/// A file with several names.
struct Shared {
    /// How many names it has.
    names: u64,
    /// How many of them are in the submission.
    found: u64,
    /// One of them.
    path: PathBuf,
}

struct Stock<'a> {
    printer: Printer,
    entries: Vec<Entry>,
    left_out: Vec<String>,
    bytes: u64,
    shared: HashMap<(u64, u64), Shared>,
    /// The content of each file.
    contents: Vec<Fingerprint>,
    /// Where it is.
    at: &'a Path,
    /// Where it is copied to.
    to: Option<&'a Path>,
}

impl<'a> Stock<'a> {
    fn new(at: &'a Path, to: Option<&'a Path>) -> Result<Self, Unfit> {
        if let Some(to) = to {
            make_folder(to).map_err(unwritable)?;
        }
        Ok(Self {
            printer: Printer::new(),
            entries: Vec::new(),
            left_out: Vec::new(),
            bytes: 0,
            shared: HashMap::new(),
            contents: Vec::new(),
            at,
            to,
        })
    }

    /// Takes all that is in a folder.
    fn folder(&mut self, top: &Folder) -> Result<(), Unfit> {
        let mut open = vec![PathBuf::new()];
        while let Some(inner) = open.pop() {
            let listed = top.below(&inner).and_then(|folder| {
                let names = folder.names(MOST_ENTRIES + 1)?;
                Ok((folder, names))
            });
            let (folder, names) = listed.map_err(unreadable(&self.at.join(&inner)))?;
            if self.entries.len() + names.len() > MOST_ENTRIES {
                return Err(too_many());
            }
            for name in names {
                if name == ".git" {
                    continue;
                }
                let path = inner.join(&name);
                if self.entry(&folder, &name, path.clone())? == Sort::Folder {
                    open.push(path);
                }
            }
        }
        Ok(())
    }

    /// Takes what has a name in a folder, of a folder not what is in it; what it is.
    fn entry(&mut self, folder: &Folder, name: &OsStr, path: PathBuf) -> Result<Sort, Unfit> {
        let is_deep = path.iter().count() > DEEPEST;
        if is_deep || path.as_os_str().len() > LONGEST {
            let start: String = printable(&path).chars().take(60).collect();
            return Err(Unfit::Theirs(match is_deep {
                true => format!("{start}… is more than {DEEPEST} folders deep"),
                false => format!("{start}… has a path of more than {LONGEST} bytes"),
            }));
        }
        let at = self.at;
        let failed = |error: io::Error| unreadable(&at.join(&path))(error);
        let sort = folder.look(name).map_err(failed)?;
        let kind = match sort {
            Sort::Folder => {
                if let Some(to) = self.to {
                    make_folder(&to.join(&path)).map_err(unwritable)?;
                }
                self.note(&path, &[0]);
                Kind::Folder
            }
            Sort::File => {
                let file = folder.file(name).map_err(failed)?;
                self.file(file, &path)?
            }
            Sort::Link => {
                let target = folder.link(name).map_err(failed)?;
                self.note(&path, &[2]);
                self.printer.bytes(target.as_os_str().as_encoded_bytes());
                Kind::Link(target)
            }
            Sort::Other => {
                let name = printable(&path);
                self.left_out.push(format!("{name} is not a file"));
                return Ok(sort);
            }
        };
        self.entries.push(Entry { path, kind });
        Ok(sort)
    }

    fn note(&mut self, path: &Path, what: &[u8]) {
        self.printer.bytes(path.as_os_str().as_encoded_bytes());
        self.printer.bytes(what);
    }

    /// Reads a file, and copies it if it is to be copied.
    fn file(&mut self, file: File, path: &Path) -> Result<Kind, Unfit> {
        let at = self.at;
        let failed = |error: io::Error| unreadable(&at.join(path))(error);
        let about = file.metadata().map_err(failed)?;
        let executable = is_executable(&about);
        if let Some((file, names)) = names_of(&about) {
            let shared = self.shared.entry(file).or_insert_with(|| Shared {
                names,
                found: 0,
                path: path.to_owned(),
            });
            shared.found += 1;
        }
        self.note(path, &[1, executable.into()]);
        let left = MOST_BYTES - self.bytes;
        if about.len() > left {
            return Err(too_large());
        }
        let to = self.to.map(|to| to.join(path));
        let copy = to.as_ref().map(File::create_new).transpose();
        let mut reading = Reading {
            from: file.take(left + 1),
            start: Vec::new(),
            copy: copy.map_err(unwritable)?,
        };
        let mut content = Printer::new();
        content.reader(&mut reading).map_err(failed)?;
        let content = content.finish();
        self.printer.value(&content);
        self.contents.push(content);
        let read = left + 1 - reading.from.limit();
        if read > left {
            return Err(too_large());
        }
        self.bytes += read;
        if let Some(to) = to {
            let mode = if executable { 0o755 } else { 0o644 };
            set_mode(&to, mode).map_err(unwritable)?;
        }
        let start = reading.start;
        Ok(Kind::File { executable, start })
    }

    /// Looks at what can only be told when all is known.
    fn finish(mut self, source: &Source) -> Result<Inventory, Unfit> {
        let outside = self.shared.values().filter(|it| it.found < it.names);
        if let Some(shared) = outside.min_by_key(|it| &it.path) {
            let name = printable(&shared.path);
            let text = format!("{name} is a hard link to a file outside of the submission");
            return Err(Unfit::Theirs(text));
        }
        self.entries.sort_by(|one, other| one.path.cmp(&other.path));
        let kinds: HashMap<&Path, &Kind> = self
            .entries
            .iter()
            .map(|entry| (&*entry.path, &entry.kind))
            .collect();
        let leads_out = |entry: &Entry| match &entry.kind {
            Kind::Link(target) => !leads_inside(&entry.path, target, &kinds),
            _ => false,
        };
        let (out, entries): (Vec<Entry>, Vec<Entry>) =
            self.entries.iter().cloned().partition(leads_out);
        for entry in out {
            let name = printable(&entry.path);
            let text = format!("{name} is a symbolic link that leads out of the submission");
            self.left_out.push(text);
        }
        // All else is there by now: nothing is written through a link.
        for entry in &entries {
            if let (Kind::Link(target), Some(to)) = (&entry.kind, self.to) {
                link(target, &to.join(&entry.path)).map_err(unwritable)?;
            }
        }
        let fingerprint = self.printer.finish();
        let sources = match (&self.contents[..], entries.len()) {
            ([content], 1) => *content,
            _ => fingerprint,
        };
        Ok(Inventory {
            entries,
            sources,
            left_out: self.left_out,
            fingerprint,
            source: source.clone(),
        })
    }
}

/// What is read, copied on the way.
struct Reading {
    from: io::Take<File>,
    /// The first bytes.
    start: Vec<u8>,
    copy: Option<File>,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        let new = &buffer[..count];
        let missing = 4 - self.start.len();
        self.start.extend_from_slice(&new[..count.min(missing)]);
        if let Some(copy) = &mut self.copy {
            copy.write_all(new)?;
        }
        Ok(count)
    }
}

/// Whether a link leads to something of the submission, told from what is known of it: nothing
/// is followed that may have become something else.
fn leads_inside(link: &Path, target: &Path, kinds: &HashMap<&Path, &Kind>) -> bool {
    let mut here = link.parent().unwrap_or(Path::new("")).to_owned();
    let mut left: Vec<Component<'_>> = target.components().rev().collect();
    let mut links = 0;
    while let Some(part) = left.pop() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !here.pop() {
                    return false;
                }
            }
            Component::Normal(name) => {
                here.push(name);
                match kinds.get(&*here) {
                    Some(Kind::Folder) => {}
                    Some(Kind::File { .. }) if left.is_empty() => {}
                    Some(Kind::Link(target)) if links < MOST_LINKS => {
                        links += 1;
                        here.pop();
                        left.extend(target.components().rev());
                    }
                    _ => return false,
                }
            }
            Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    here != Path::new("")
}

/// What stands for a file that has several names, and how many.
#[cfg(unix)]
fn names_of(about: &fs::Metadata) -> Option<((u64, u64), u64)> {
    use std::os::unix::fs::MetadataExt;
    (about.nlink() > 1).then(|| ((about.dev(), about.ino()), about.nlink()))
}

#[cfg(not(unix))]
fn names_of(_about: &fs::Metadata) -> Option<((u64, u64), u64)> {
    None
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> Unfit {
    move |error| Unfit::Ours(format!("{}: cannot read: {error}", path.display()))
}

fn unwritable(error: io::Error) -> Unfit {
    Unfit::Ours(error.to_string())
}

fn too_many() -> Unfit {
    Unfit::Theirs(format!("it has more than {MOST_ENTRIES} files"))
}

fn too_large() -> Unfit {
    Unfit::Theirs(format!("it is larger than {} MiB", MOST_BYTES >> 20))
}

/// Opens a file in a folder below `root`, on a way without links from there, and nothing but a
/// file.
///
/// # Errors
/// What the system says.
pub(crate) fn read_inside(root: &Path, inner: &Path, name: &str) -> io::Result<File> {
    Folder::open(root)?.below(inner)?.file(OsStr::new(name))
}

impl Inventory {
    /// Whether a file at its top has this name.
    pub(crate) fn has_file(&self, name: &str) -> bool {
        let is_it = |entry: &Entry| {
            entry.path == Path::new(name) && matches!(entry.kind, Kind::File { .. })
        };
        self.entries.iter().any(is_it)
    }

    /// The archives in it that nobody has hidden.
    pub fn archives(&self) -> impl Iterator<Item = &Path> {
        let files = self.entries.iter().filter(|entry| {
            matches!(entry.kind, Kind::File { .. }) && !entry.path.iter().any(is_hidden)
        });
        let archives = files.filter(|entry| archive::is_archive(&entry.path));
        archives.map(|entry| &*entry.path)
    }

    /// Copies what was taken stock of to a folder, which is made.
    ///
    /// # Errors
    /// When something cannot be read or written, or has changed.
    pub fn copy_to(&self, folder: &Path) -> io::Result<()> {
        let copied = self.source.take(Some(folder));
        match copied {
            Ok(copy) if copy.fingerprint == self.fingerprint => Ok(()),
            Err(Unfit::Ours(text)) => Err(io::Error::other(text)),
            _ => {
                let path = self.source.path.display();
                let text = format!("{path}: it has changed since the grading began");
                Err(io::Error::other(text))
            }
        }
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
mod tests;
