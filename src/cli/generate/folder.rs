//! The folder that a suite is written to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::judge::files;
use crate::judge::suite::file;
use crate::mistakes::generate::{Made, Manifest};

/// The manifest's name.
const MANIFEST: &str = "manifest.json";

/// What the suite says of itself.
const SUITE: &str = "\
# Only what a program prints counts. With \"zero\" or a number its exit status has to be that, too.
exit_status = \"any\"
";

/// The endings of inputs and answers, of plain folders and of packages.
pub(super) const ENDINGS: [[&str; 2]; 2] = [["txt", "out"], ["in", "ans"]];

/// What is read of an earlier manifest.
#[derive(Deserialize)]
struct Earlier {
    cases: Vec<EarlierCase>,
}

#[derive(Deserialize)]
struct EarlierCase {
    name: String,
}

/// The folder that a suite is written to.
pub(crate) struct Folder {
    path: PathBuf,
    /// Whether the cases of an earlier manifest make room.
    replaces: bool,
}

impl Folder {
    /// The folder of a suite of its own. One that is not empty is taken only when it is to be
    /// replaced.
    ///
    /// # Errors
    /// A folder that is not empty, or cannot be read.
    pub(crate) fn fresh(path: &Path, replaces: bool) -> anyhow::Result<Self> {
        let is_empty = match fs::read_dir(path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => {
                return Err(error).with_context(|| format!("{}: cannot read", path.display()));
            }
        };
        if !is_empty && !replaces {
            bail!(
                "{}: found files, expected an empty or a new folder (--force replaces a suite, \
                 --extend adds to it)",
                path.display()
            );
        }
        let path = path.to_owned();
        Ok(Self { path, replaces })
    }

    /// The folder of the suite that is extended.
    pub(crate) fn extended(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            replaces: false,
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the cases, each with its name, input and answer, in files with these endings, and the
    /// manifest, if there is one; and if it is to be said, in the suite file, if there is none, what
    /// is awaited of programs.
    ///
    /// # Errors
    /// A file that is there already, or cannot be written.
    pub(crate) fn write<'a>(
        &self,
        endings: [&str; 2],
        cases: impl Iterator<Item = (&'a str, &'a [u8], &'a [u8])>,
        says: bool,
        manifest: Option<&str>,
    ) -> anyhow::Result<()> {
        files::create_folder(&self.path)?;
        if self.replaces {
            self.remove_earlier()?;
        }
        for (name, input, answer) in cases {
            for (ending, content) in endings.into_iter().zip([input, answer]) {
                self.write_new(&format!("{name}.{ending}"), content)?;
            }
        }
        let suite = self.path.join(file::FILE);
        if says && !suite.exists() {
            files::write(&suite, SUITE)?;
        }
        if let Some(manifest) = manifest {
            files::write(&self.path.join(MANIFEST), manifest)?;
        }
        Ok(())
    }

    /// The same for cases of a game.
    ///
    /// # Errors
    /// As above.
    pub(crate) fn write_game<'a>(
        &self,
        cases: &'a [Made],
        manifest: &Manifest,
    ) -> anyhow::Result<()> {
        let parts = |case: &'a Made| (&*case.name, &*case.input, &*case.answer);
        let cases = cases.iter().map(parts);
        self.write(ENDINGS[0], cases, true, Some(&manifest.to_json()))
    }

    fn write_new(&self, name: &str, content: &[u8]) -> anyhow::Result<()> {
        let path = self.path.join(name);
        if path.exists() {
            bail!("{}: is there already", path.display());
        }
        Ok(files::write(&path, content)?)
    }

    /// Removes the cases that the folder's manifest names.
    fn remove_earlier(&self) -> anyhow::Result<()> {
        let path = self.path.join(MANIFEST);
        let Ok(text) = fs::read_to_string(&path) else {
            return Ok(());
        };
        let earlier: Earlier = serde_json::from_str(&text).with_context(|| {
            let path = path.display();
            format!("{path}: expected the manifest of a generated suite")
        })?;
        for case in earlier.cases {
            // Names of our own making have no folder in them.
            let is_plain = Path::new(&case.name).file_name() == Some(case.name.as_ref());
            for ending in ENDINGS.as_flattened() {
                let path = self.path.join(format!("{}.{ending}", case.name));
                if is_plain && path.exists() {
                    fs::remove_file(&path)
                        .with_context(|| format!("{}: cannot remove", path.display()))?;
                }
            }
        }
        Ok(())
    }
}
