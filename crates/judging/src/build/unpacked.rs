//! Folders of cases that may be packed: problem packages as zip files.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::build::submission::Unfit;
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
    _workspace: Option<Workspace>,
}

impl Unpacked {
    /// The folder, or what is packed in the file: within the limits that submissions have.
    ///
    /// # Errors
    /// An archive that cannot be unpacked, or has no package in it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if !ENDINGS.iter().any(|known| ending == *known) || !path.is_file() {
            return Ok(Self {
                path: path.to_owned(),
                _workspace: None,
            });
        }
        let unreadable = FileError::when(path, "cannot read");
        let file = File::open(path).map_err(unreadable)?;
        let workspace = Workspace::new().map_err(FileError::when(path, "cannot unpack"))?;
        let folder = workspace.place("package");
        std::fs::create_dir(&folder).map_err(FileError::when(path, "cannot unpack"))?;
        let name = Path::new(path.file_stem().unwrap_or_default()).with_extension("zip");
        archive::unpack(&file, &name, &folder).map_err(|unfit| {
            let (Unfit::Theirs(text) | Unfit::Ours(text) | Unfit::NoProgram(text)) = unfit;
            FileError::new(path, text)
        })?;
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
            _workspace: Some(workspace),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::Unpacked;

    /// An archive of these files, all empty.
    fn packed(name: &str, files: &[&str]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for file in files {
            zip.start_file(*file, zip::write::SimpleFileOptions::default())
                .unwrap();
            zip.write_all(b"").unwrap();
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
            drop(unpacked);
            assert!(!inside.exists());
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
