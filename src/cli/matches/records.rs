//! Where the games of a match are written to.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::arena::record::Record;
use crate::judge::files;

/// A file with a line for each game, or a folder with a file for each.
pub(super) enum Records {
    File(PathBuf, BufWriter<File>),
    Folder(PathBuf),
}

impl Records {
    /// Makes the file; a path that ends with a slash, or that is a folder already, is a folder.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if is_folder {
            fs::create_dir_all(path)
                .with_context(|| format!("{}: cannot create the folder", path.display()))?;
            return Ok(Self::Folder(path.to_owned()));
        }
        let file = File::create(path).with_context(|| cannot_write(path))?;
        Ok(Self::File(path.to_owned(), BufWriter::new(file)))
    }

    /// Writes a game.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        let text = serde_json::to_string(record)? + "\n";
        match self {
            Self::File(path, file) => file
                .write_all(text.as_bytes())
                .with_context(|| cannot_write(path)),
            Self::Folder(folder) => {
                let path = folder.join(format!("game-{:05}.json", record.number));
                Ok(files::write(&path, text)?)
            }
        }
    }

    /// Makes sure that all is written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::File(path, mut file) => file.flush().with_context(|| cannot_write(&path)),
            Self::Folder(_) => Ok(()),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write", path.display())
}
