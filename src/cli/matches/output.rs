//! The options that say what is made of a match, and where it goes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::page::{document, text};
use crate::arena::matches::{Finished, Summary};
use crate::arena::plan::MatchPlan;
use crate::arena::statistics::Tally;
use crate::cli::terminal;
use crate::json;
use crate::judge::files;
use crate::protocol::Protocol;
use crate::protocol::state::Report;

/// What is printed and written.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Output {
    /// Write every game to FILE as lines of JSON, or to a file each if PATH is a folder;
    /// `plyjudge replay` shows them.
    #[arg(long, value_name = "PATH")]
    pub record: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print the results as an assignment has them: report (kalah, A is its player 0).
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

/// A report that is being made.
pub(in crate::cli) struct Making {
    form: Form,
    records: Option<Records>,
}

/// How a match is printed.
enum Form {
    /// For people.
    Text,
    /// For machines.
    Json,
    /// As an assignment has it.
    Report(&'static dyn Report),
}

/// A file with a line for each game, or a folder with a file for each.
enum Records {
    File(PathBuf, BufWriter<File>),
    Folder(PathBuf),
}

impl Output {
    /// Begins the report of a match at this game.
    ///
    /// # Errors
    /// A form that the game does not have, a file that cannot be written.
    pub(crate) fn open(&self, game: &dyn Protocol) -> anyhow::Result<Making> {
        let form = match (&self.format, self.json) {
            (Some(format), _) => match game.about().report.filter(|_| format == "report") {
                Some(report) => Form::Report(report),
                None => bail!("--format {format}: {} has no such report", game.name()),
            },
            (None, true) => Form::Json,
            (None, false) => Form::Text,
        };
        let records = self.record.as_deref().map(create).transpose()?;
        Ok(Making { form, records })
    }
}

/// Makes the file; a path that ends with a slash, or that is a folder already, is a folder.
fn create(path: &Path) -> anyhow::Result<Records> {
    let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if is_folder {
        files::create_folder(path)?;
        return Ok(Records::Folder(path.to_owned()));
    }
    let file = File::create(path).map_err(files::cannot_write(path))?;
    Ok(Records::File(path.to_owned(), BufWriter::new(file)))
}

impl Making {
    /// Takes a game that is over.
    pub(crate) fn game(&mut self, game: &Finished) -> anyhow::Result<()> {
        let record = &game.record;
        match &mut self.records {
            None => {}
            Some(Records::File(path, file)) => {
                let written = writeln!(file, "{}", serde_json::to_string(record)?);
                written.map_err(files::cannot_write(path))?;
            }
            Some(Records::Folder(folder)) => {
                let path = folder.join(format!("game-{:05}.json", record.number));
                files::write(&path, serde_json::to_string(record)? + "\n")?;
            }
        }
        if let Form::Report(report) = self.form {
            writeln!(io::stdout(), "{}", report.game(record.number, game.won))?;
        }
        Ok(())
    }

    /// Takes the end of the match.
    pub(crate) fn finish(self, plan: &MatchPlan, summary: &Summary) -> anyhow::Result<()> {
        if let Some(Records::File(path, mut file)) = self.records {
            file.flush().map_err(files::cannot_write(&path))?;
        }
        match self.form {
            Form::Text => text(plan, summary, &mut terminal::stdout())?,
            Form::Json => json::write_document(io::stdout(), &document(plan, summary))?,
            Form::Report(report) => {
                let Tally {
                    wins,
                    draws,
                    losses,
                } = summary.tally();
                for line in report.end(wins, draws, losses) {
                    writeln!(io::stdout(), "{line}")?;
                }
            }
        }
        Ok(())
    }
}
