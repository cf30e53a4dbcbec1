//! The options of commands whose work can be split between machines.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::judge::journal::lines::{Damage, JournalError};
use crate::judge::journal::shard::Shard;
use crate::judge::journal::work::{Header, Journal, Work};

/// Where help lists these options.
const PARTS: &str = "Going on and dividing work";

/// Which part of the work to do, and where what is done is kept.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ShareArgs {
    /// Do only a part of the work, the K-th of N; `plyjudge merge` puts the journals of all
    /// parts together.
    #[arg(long, value_name = "K/N", help_heading = PARTS)]
    pub shard: Option<Shard>,
    /// The journal, from which the same command continues [default: NAME.plyjudge.jsonl, or
    /// NAME.K-of-N.plyjudge.jsonl for a part, here or in the folder of a grading's first report; a
    /// match or a suite that is not split has none].
    #[arg(long, value_name = "FILE", help_heading = PARTS)]
    pub journal: Option<PathBuf>,
    /// Do everything again, whatever the journal says.
    #[arg(long, help_heading = PARTS)]
    pub rerun: bool,
}

impl ShareArgs {
    /// Whether anything is said of a part or a journal.
    pub(super) fn is_given(&self) -> bool {
        self.shard.is_some() || self.journal.is_some() || self.rerun
    }

    /// Where the journal of what has this name is.
    pub(super) fn path(&self, name: impl Into<OsString>) -> PathBuf {
        let named = self.journal.clone();
        named.unwrap_or_else(|| journal_name(name, self.shard))
    }

    /// Where the journal is, for work that has one only when it is split or asked to.
    pub(super) fn path_if_any(&self, name: impl Into<OsString>) -> Option<PathBuf> {
        (self.shard.is_some() || self.journal.is_some()).then(|| self.path(name))
    }

    /// The journal of this work; says which of its lines are not as they were written.
    pub(super) fn open<W: Work>(&self, path: &Path, about: W) -> Result<Journal<W>, JournalError> {
        let journal = Journal::open(path, Header::new(about, self.shard), self.rerun)?;
        tell_damages(&journal.known().damages());
        Ok(journal)
    }
}

/// So many damaged lines are told one by one.
const DAMAGES: usize = 5;

/// Says which lines of a journal are not as they were written.
pub(super) fn tell_damages(damages: &[Damage]) {
    let (told, more) = damages.split_at(damages.len().min(DAMAGES));
    for damage in told {
        eprintln!("plyjudge: {damage}");
    }
    if !more.is_empty() {
        eprintln!("plyjudge: the same goes for {} more lines", more.len());
    }
}

/// What work with a folder is named after it, if the folder has a name.
pub(super) fn named_after(folder: &Path) -> Option<OsString> {
    let real = folder.canonicalize();
    let real = real.as_deref().unwrap_or(folder);
    real.file_name().map(ToOwned::to_owned)
}

/// What the journal of a work of this name, or of a part of it, is called.
pub(super) fn journal_name(name: impl Into<OsString>, shard: Option<Shard>) -> PathBuf {
    let mut name = name.into();
    if let Some(shard) = shard {
        name.push(format!(".{}", shard.to_string().replace('/', "-of-")));
    }
    name.push(".plyjudge.jsonl");
    name.into()
}
