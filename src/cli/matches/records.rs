//! Where the games of a match are written to.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

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
            files::create_folder(path)?;
            return Ok(Self::Folder(path.to_owned()));
        }
        let file = File::create(path).map_err(files::cannot_write(path))?;
        Ok(Self::File(path.to_owned(), BufWriter::new(file)))
    }

    /// Writes a game.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        let text = serde_json::to_string(record)? + "\n";
        match self {
            Self::File(path, file) => {
                let written = file.write_all(text.as_bytes());
                written.map_err(files::cannot_write(path))?;
            }
            Self::Folder(folder) => {
                let path = folder.join(format!("game-{:05}.json", record.number));
                files::write(&path, text)?;
            }
        }
        Ok(())
    }

    /// Makes sure that all is written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if let Self::File(path, mut file) = self {
            file.flush().map_err(files::cannot_write(&path))?;
        }
        Ok(())
    }
}
