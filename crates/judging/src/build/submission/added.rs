//! What a package adds to a submission: included files, values of constants, and what is said of its
//! language.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::{Folder, Inventory, Source, Stock, Unfit, room, set_mode};
use crate::suite::package::{Additions, Example};

/// What is added to a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    additions: Arc<Additions>,
    whose: Whose,
    /// The code of its language, and the folder in it where included files go; none before the
    /// language is known.
    place: Option<(String, PathBuf)>,
    /// The code of its language, where the package says it.
    pub language: Option<String>,
    /// What is run of it, a file or a class, where the package says it.
    pub entry_point: Option<String>,
}

/// Whose a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A student's: files are included.
    Students,
    /// An example submission of the package: constants have their values in its own files, too,
    /// and links may lead to other files of the package.
    Example,
    /// A validator or generator of the package: the same, but no files are included.
    Validator,
}

impl Added {
    /// What a package adds to a program.
    pub fn new(additions: &Arc<Additions>, whose: Whose) -> Self {
        Self {
            additions: Arc::clone(additions),
            whose,
            place: None,
            language: None,
            entry_point: None,
        }
    }

    /// What a package adds to an example submission of its own.
    pub fn of_example(additions: &Arc<Additions>, example: &Example) -> Self {
        Self {
            language: example.language.clone(),
            entry_point: example.entry_point.clone(),
            ..Self::new(additions, Whose::Example)
        }
    }

    /// Whether its files are others by it.
    pub(super) fn changes_files(&self) -> bool {
        match self.whose {
            Whose::Students => self.place.is_some(),
            Whose::Example | Whose::Validator => true,
        }
    }
}

impl Source {
    /// The same with what a package adds to it.
    #[must_use]
    pub fn with(self, added: Added) -> Self {
        Self {
            added: Some(added),
            ..self
        }
    }

    /// What is added to it.
    pub fn added(&self) -> Option<&Added> {
        self.added.as_ref()
    }

    /// The same with the files that its package includes with programs of a language, by its code,
    /// in a folder of it; none if there are no such files.
    pub(crate) fn with_files_in(&self, code: &str, folder: &Path) -> Option<Self> {
        let mut added = self.added.clone()?;
        if added.whose == Whose::Validator || !added.additions.has_files() {
            return None;
        }
        added.place = Some((code.to_owned(), folder.to_owned()));
        Some(self.clone().with(added))
    }

    /// Reads all of it with what is added, in a folder that stays or one that goes.
    pub(super) fn take_with(&self, added: &Added, to: Option<&Path>) -> Result<Inventory, Unfit> {
        let ours =
            |error: io::Error| Unfit::Ours(format!("cannot add files of the package: {error}"));
        let (folder, _goes) = room(to).map_err(ours)?;
        let folder = folder.as_path();
        let alone = self.take_alone(Some(folder))?;
        let mut left_out = alone.left_out;
        if added.whose != Whose::Students {
            let linked = added.copy_linked(&self.path, folder).map_err(ours)?;
            left_out.retain(|text| !linked.iter().any(|link| text.starts_with(link.as_str())));
        }
        if added.whose == Whose::Example {
            added.fill_in(folder).map_err(ours)?;
        }
        added.include(folder).map_err(ours)?;
        if added.whose == Whose::Validator {
            added.fill_in(folder).map_err(ours)?;
        }
        let mut stock = Stock::new(&self.path, None)?;
        stock.folder(&Folder::open(folder).map_err(ours)?)?;
        let inventory = stock.finish(self)?;
        Ok(Inventory {
            left_out,
            sources: alone.sources,
            ..inventory
        })
    }
}

impl Added {
    /// Copies what links in a program lead to elsewhere in the package; the names of the links.
    fn copy_linked(&self, from: &Path, to: &Path) -> io::Result<Vec<String>> {
        let mut linked = Vec::new();
        if !from.is_dir() {
            return Ok(linked);
        }
        for entry in WalkDir::new(from) {
            let entry = entry?;
            let inner = entry.path().strip_prefix(from).unwrap_or(entry.path());
            let copy = to.join(inner);
            if entry.file_type().is_symlink()
                && copy.symlink_metadata().is_err()
                && let Some(real) = self.additions.linked(entry.path())
            {
                fs::copy(real, &copy)?;
                linked.push(format!("{} is a symbolic link", inner.display()));
            }
        }
        Ok(linked)
    }

    /// Writes the included files.
    fn include(&self, to: &Path) -> io::Result<()> {
        let Some((code, folder)) = &self.place else {
            return Ok(());
        };
        for (inner, file) in self.additions.files(code)? {
            let bytes = fs::read(&file)?;
            let bytes = self.additions.replaced(&bytes).unwrap_or(bytes);
            put(&to.join(folder), &inner, &bytes)?;
        }
        Ok(())
    }

    /// Gives constants their values in all files of a folder.
    fn fill_in(&self, folder: &Path) -> io::Result<()> {
        for entry in WalkDir::new(folder) {
            let entry = entry?;
            if entry.file_type().is_file()
                && let Some(text) = self.additions.replaced(&fs::read(entry.path())?)
            {
                fs::write(entry.path(), text)?;
            }
        }
        Ok(())
    }
}

/// Copies files into a folder: the path of each there, and where it is.
///
/// # Errors
/// What the system says.
pub(crate) fn put_all(files: &[(PathBuf, PathBuf)], folder: &Path) -> io::Result<()> {
    files
        .iter()
        .try_for_each(|(inner, file)| put(folder, inner, &fs::read(file)?))
}

/// Writes a file into a folder, in place of what has its name there.
///
/// # Errors
/// What the system says.
fn put(folder: &Path, inner: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut path = folder.to_owned();
    for part in inner.parent().into_iter().flat_map(Path::components) {
        path.push(part);
        // What has the name and is no folder, a link among them, makes way.
        if path.symlink_metadata().is_ok_and(|about| !about.is_dir()) {
            fs::remove_file(&path)?;
        }
        if !path.exists() {
            super::make_folder(&path)?;
        }
    }
    path.push(inner.file_name().unwrap_or_default());
    match path.symlink_metadata() {
        Ok(about) if about.is_dir() => super::super::workspace::remove(&path),
        Ok(_) => fs::remove_file(&path)?,
        Err(_) => {}
    }
    fs::write(&path, bytes)?;
    set_mode(&path, 0o644)
}
