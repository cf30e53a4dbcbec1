//! Folders of cases that may be packed: problem packages as zip files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use plyjudge_runner::input;
use zip::ZipArchive;

use crate::build::submission::archive;
use crate::build::workspace::Workspace;
use crate::files::FileError;
use crate::suite::package::is_package;

/// What packed packages are called.
const ENDINGS: [&str; 2] = ["zip", "kpp"];

/// A folder of cases. One that was packed is gone when this is dropped.
#[derive(Debug)]
pub struct Unpacked {
    path: PathBuf,
    /// The archive that it was packed in, and where that is unpacked for now.
    packed: Option<(PathBuf, Workspace)>,
}

/// What the folder of a workspace is called that an archive is unpacked in.
const FOLDER: &str = "package";

impl Unpacked {
    /// The folder, or what is packed in the file: within the limits that submissions have.
    ///
    /// # Errors
    /// An archive that cannot be unpacked, or has no package in it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if !is_packed(path) {
            return Ok(Self {
                path: path.to_owned(),
                packed: None,
            });
        }
        let unreadable = FileError::when(path, "cannot read");
        let file = File::open(path).map_err(unreadable)?;
        let workspace = Workspace::new().map_err(FileError::when(path, "cannot unpack"))?;
        let folder = workspace.place(FOLDER);
        std::fs::create_dir(&folder).map_err(FileError::when(path, "cannot unpack"))?;
        let name = Path::new(path.file_stem().unwrap_or_default()).with_extension("zip");
        archive::unpack(&file, &name, &folder).map_err(|unfit| FileError::new(path, unfit))?;
        let mut path_in = folder.clone();
        if !is_package(&path_in) {
            let entries = std::fs::read_dir(&folder).map_err(unreadable)?;
            let inner = entries.flatten().map(|entry| entry.path());
            let packages: Vec<PathBuf> = inner.filter(|inner| is_package(inner)).collect();
            let [only] = &packages[..] else {
                return Err(FileError::new(
                    path,
                    "found no problem.yaml, expected a problem package",
                ));
            };
            path_in.clone_from(only);
        }
        Ok(Self {
            path: path_in,
            packed: Some((path.to_owned(), workspace)),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What to call one of its files where that lasts, such as a journal: one that is packed is
    /// named as if the archive were a folder. [`read`] understands it.
    pub fn lasting<'a>(&self, file: &'a Path) -> Cow<'a, Path> {
        let inner = |(archive, workspace): &(PathBuf, Workspace)| {
            let inner = file.strip_prefix(workspace.place(FOLDER)).ok()?;
            Some(archive.join(inner))
        };
        match self.packed.as_ref().and_then(inner) {
            Some(name) => Cow::Owned(name),
            None => Cow::Borrowed(file),
        }
    }
}

/// The first `most` bytes of a file of cases, which may be in an archive, called as
/// [`Unpacked::lasting`] says.
///
/// # Errors
/// A file that is not there or cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = match path.ancestors().skip(1).find(|it| is_packed(it)) {
        Some(archive) => read_packed(archive, path, most, &mut bytes),
        None => input::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(FileError::when(path, "cannot read"))?;
    Ok(bytes)
}

fn read_packed(archive: &Path, path: &Path, most: u64, to: &mut Vec<u8>) -> io::Result<usize> {
    let inner = path.strip_prefix(archive).ok().and_then(Path::to_str);
    let inner = inner.ok_or(io::ErrorKind::InvalidFilename)?;
    let mut archive = ZipArchive::new(input::open(archive)?)?;
    archive.by_name(inner)?.take(most).read_to_end(to)
}

/// Whether that is a file with a packed package, by its name.
fn is_packed(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.iter().any(|known| ending == *known) && path.is_file()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::{Unpacked, read};

    /// An archive of these files, each with one line.
    fn packed(name: &str, files: &[&str]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for file in files {
            zip.start_file(*file, zip::write::SimpleFileOptions::default())
                .unwrap();
            zip.write_all(b"three\n").unwrap();
        }
        zip.finish().unwrap();
        (folder, path)
    }

    #[test]
    fn packages_are_unpacked_and_gone_afterwards() {
        for (name, files) in [
            ("a.zip", ["a/problem.yaml", "a/data/x.in"]),
            ("a.kpp", ["problem.yaml", "data/x.in"]),
        ] {
            let (_folder, path) = packed(name, &files);
            let unpacked = Unpacked::open(&path).unwrap();
            let inside = unpacked.path().to_owned();
            assert!(inside.join("data/x.in").is_file());
            let lasting = unpacked.lasting(&inside.join("data/x.in")).into_owned();
            drop(unpacked);
            assert!(!inside.exists());
            assert!(lasting.starts_with(&path), "{}", lasting.display());
            assert_eq!(read(&lasting, 3).unwrap(), b"thr");
            assert!(read(&lasting.with_file_name("y.in"), 3).is_err());
        }
        let (folder, path) = packed("b.zip", &["notes.txt"]);
        let error = Unpacked::open(&path).unwrap_err().to_string();
        assert!(error.contains("found no problem.yaml"), "{error}");
        let (_folder, hostile) = packed("c.zip", &["problem.yaml", "../../out"]);
        let error = Unpacked::open(&hostile).unwrap_err().to_string();
        assert!(error.contains("leads out of it"), "{error}");
        // What is no archive is taken as it is.
        assert_eq!(Unpacked::open(folder.path()).unwrap().path(), folder.path());
    }
}
