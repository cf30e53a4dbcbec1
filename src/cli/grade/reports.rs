//! The reports that are asked for.

use std::path::PathBuf;

use crate::judge::event::Listener;

/// Options that say which reports to write.
#[derive(Debug, clap::Args)]
pub struct Reports {}

impl Reports {
    /// The files that reports are written to.
    pub fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// What writes them.
    pub fn listeners(&self) -> anyhow::Result<Vec<Box<dyn Listener>>> {
        Ok(Vec::new())
    }
}
